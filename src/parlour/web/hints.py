"""What a bot would answer from what a seat knows, and why, in words: a hint at a table, and advice in a replay.

A worker thinks, on the account of whoever asks, and a question that is gone is withdrawn. It gets what the seat may
know at that moment and nothing else: its view, its answers, and the events as it was told of them. Which tables allow
hints says `Table.gives_hints`. In a replay of a finished game anybody may ask about any seat; what was answered once is
kept for the next who asks. There is no mark: a single search accuses the wrong answers too often for that.
"""

from __future__ import annotations

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from parlour.bots.why import Hint, tell_hint
from parlour.faces.words import Words
from parlour.tables.elements import Refused
from parlour.tables.fair_queue import Asker, QueueFull
from parlour.tables.hall import Hall
from parlour.tables.table import Table
from parlour.web.house import AnyRequest, House, Shared, Sorry, address_of, is_open, number, the_room
from parlour.web.words import phrases, words_of

KEPT = 500  # answers about finished games


async def find_hint(hall: Hall, table: Table, seat: int, at: int, asker: Asker) -> Hint:
    """What a bot would answer for a seat after so many steps, from what it knew then; `Refused` if it was not asked, or
    if whoever asks has asked for too much."""
    state = table.state if at == len(table.steps) else table.state_at(at)
    if state is None or seat not in state.owing():
        raise Refused("Nothing is asked here.")
    seen = (event.seen_by(seat) for step in table.steps[:at] for event in step.events)
    seed = table.advice_seed(at)
    try:
        return await hall.thinkers.advise(table.game, seat, seed, state.view(seat), state.legal(seat), seen, asker)
    except QueueFull:
        raise Refused("Not so fast, please.") from None


async def find_kept_hint(house: House, table: Table, seat: int, at: int, asker: Asker) -> Hint:
    """The same of a finished game, from what is kept if somebody has asked before."""
    key, kept = (table.id, seat, at), house.advice
    if key not in kept:
        kept[key] = await find_hint(house.hall, table, seat, at, asker)
        while len(kept) > KEPT:
            kept.popitem(last=False)
    return kept[key]


def who_answered(table: Table, at: int, looking: int) -> int | None:
    """About whose answer one may ask in a replay: that of the seat one looks through, else of whoever answered next."""
    asked = table.state_at(at).owing()
    if looking in asked:
        return looking
    move = table.steps[at].move if at < len(table.steps) else None
    return move.seat if move is not None and isinstance(move.seat, int) and move.seat in asked else None


def answer_of(table: Table, at: int, seat: int) -> str:
    """What a seat answered to the question that it had after so many steps; nothing if the game ended before."""
    return next((str(step.move.action) for step in table.steps[at:] if step.move.seat == seat), "")


class ReplayAdvice(msgspec.Struct):
    """What a bot would have played, for the page of a replay; or why that is not told."""

    said: list[str]


@get("/t/{id:str}/replay/advice", include_in_schema=False)
async def replay_advice(request: AnyRequest, house: Shared, id: FromPath[str]) -> Response[ReplayAdvice]:
    """What a bot would have answered at a moment of a finished game, beside what was answered."""
    visitor = house.visitor_now(request)
    table = (await the_room(house, id)).table
    asker = Asker(visitor.person, address_of(request))
    at = min(number(request.query_params.get("at"), 0), len(table.steps))
    wish = number(request.query_params.get("seat"), -1)
    try:
        if not is_open(table) or table.state is None:
            raise Sorry("The game is not over.", status=403)
        seat = who_answered(table, at, wish)
        if seat is None:
            raise Sorry("Nothing is asked here.", status=404)
        if not house.hints.take(*asker):
            raise Refused("Not so fast, please.")
        hint = await find_kept_hint(house, table, seat, at, asker)
    except Refused as refusal:
        said = [refusal.sentence(phrases(visitor.lang))]
        return Response(ReplayAdvice(said), status_code=refusal.status if isinstance(refusal, Sorry) else 429)
    said = replay_sentences(table, at, seat, hint, words_of(table, visitor.lang))
    return Response(ReplayAdvice(said), headers={"cache-control": "no-store"})


def replay_sentences(table: Table, at: int, seat: int, hint: Hint, words: Words) -> list[str]:
    """What was answered, and what a bot would have."""
    view = table.state_at(at).view(seat)
    told = tell_hint(hint, words, view, seat)
    answer = answer_of(table, at, seat)
    if not answer:
        return told
    if hint.second is None and not hint.certain:
        return [words.t("There was no other answer.")]
    if answer == hint.action:
        return [words.begin(words.t("{seat} played what a bot would have chosen too.", seat=words.who(seat))), *told]
    played = words.about(words.t("{seat} answered", seat=words.who(seat)), words.action(answer, view).rstrip("."))
    return [words.begin(f"{played}."), *told]


HINTS = [replay_advice]
