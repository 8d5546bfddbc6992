"""What each entry of a table's log changes.

`fold` is run over the entries when a log is read back, and over each new one when a command makes it: so a restarted
server has the same table. A log outlives the rules that it was made under: what cannot be replayed any more leaves the
table `broken`, to be looked at only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from parlour.rules.errors import RulesError
from parlour.rules.events import Event
from parlour.rules.game import find
from parlour.rules.move import Move, read_move
from parlour.rules.outcome import Outcome
from parlour.rules.state import CHANCE
from parlour.tables import clocks
from parlour.tables.elements import Chat, Line, Rematch, Request, Seat, Sitter, Step, with_names
from parlour.tables.log import Entry
from parlour.tables.promises import read_promise

if TYPE_CHECKING:
    from parlour.tables.table import Table

PRIVATE = ("order", "hidden")  # entries of which nobody else may notice anything


def fold(table: Table, entry: Entry, code: int | None = None) -> None:
    """Take one entry of the log into account; `code` is that of a move which has been parsed."""
    table.version += 1
    table.now = clocks.when_of(entry)
    if entry.kind not in PRIVATE:
        table.moment += 1
        table.updated = entry.at
    if code is not None:
        on_move(table, entry.body, entry.at, code)
    else:
        FOLDS[entry.kind](table, entry.body, entry.at)


# -- the table, and who sits there ----------------------------------------------------------------------


def on_made(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.game = find(body["game"])
    if body.get("components"):
        try:
            table.game = table.game.variant(body["components"])
        except RulesError as error:  # the box has changed since
            break_off(table, error)
    table.variant = body.get("variant", "")
    table.players = body["players"]
    table.options = body["options"]
    table.rules_version = body["rules_version"]
    table.host = body["host"]
    table.pace = body["pace"]
    table.daily = body.get("daily")
    table.hints = body.get("hints", False)
    table.source = body.get("source") or {}
    table.seats = with_names(table.game.id, table.id, [Seat(**seat) for seat in body["seats"]])
    table.promise = read_promise(body["promise"]) if body.get("promise") else None


def on_seat(table: Table, body: Mapping[str, Any], at: float) -> None:
    nonce = body.get("nonce", "")
    table.seats[body["seat"]] = Seat(body["kind"], body["person"], body["name"], body["bot"], nonce=nonce)
    table.seats = with_names(table.game.id, table.id, table.seats)


def on_name(table: Table, body: Mapping[str, Any], at: float) -> None:
    for i in table.seats_of(body["person"]):
        if table.seats[i].kind == "person":
            table.seats[i] = replace(table.seats[i], name=body["name"])


def on_sit_asked(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.sitters = (*table.sitters, Sitter(body["key"], body["person"], body["name"]))
    table.lines.append(Line("sit-asked", len(table.steps), at, name=body["name"], person=body["person"]))


def on_sit_answered(table: Table, body: Mapping[str, Any], at: float) -> None:
    sitter = next(sitter for sitter in table.sitters if sitter.key == body["key"])
    table.sitters = tuple(other for other in table.sitters if other != sitter)
    if body["seat"] is not None:
        table.seats[body["seat"]] = Seat("person", sitter.person, sitter.name)
        restart_clock(table, body["seat"])
        table.lines.append(Line("sat-down", len(table.steps), at, seat=body["seat"]))
    else:
        table.lines.append(Line("sit-refused", len(table.steps), at, name=sitter.name, person=sitter.person))


# -- the game -------------------------------------------------------------------------------------------


def on_started(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.setup = body["setup"]
    if "seed" in body:  # a given seed, or a table from before there were promises
        table.seed, table.promise = body["seed"], None
    else:
        table.nonces, table.draws = body["nonces"], body["draws"]
    if table.broken:
        return
    try:
        table.state = table.opening()
        note_opening(table, at)
        for i, move in enumerate(table.source.get("moves", [])):
            make_step(table, read_move(move, table.players, f"moves.{i}"), at)
    except RulesError as error:
        break_off(table, error)
    note_questions(table, set())


def note_opening(table: Table, at: float) -> None:
    """What the set-up has done, in the log: before the first step, whose number is 0."""
    assert table.state is not None
    heard: list[Event] = []
    table.state.listen(heard.append)
    table.state.tell_opening()
    table.state.listen(None)
    table.lines += [Line("event", -1, at, event) for event in heard]


def on_move(table: Table, body: Mapping[str, Any], at: float, code: int | None = None) -> None:
    before, seat = set(table.to_act()), body["seat"]
    if body.get("by") == "stand-in" and seat not in table.overdue:  # else the log says already that one answers
        table.lines.append(Line("stand-in", len(table.steps), at, seat=seat))
    replay_step(table, Move(seat, body["action"]), at, code, body.get("by", ""), table.time_spent(seat, table.now))
    note_questions(table, before - {seat})
    table.request = None


def on_chance(table: Table, body: Mapping[str, Any], at: float) -> None:
    replay_step(table, Move(CHANCE, body["outcome"]), at)
    note_questions(table, set())


def on_order(table: Table, body: Mapping[str, Any], at: float) -> None:
    orders = {**table.orders.get(body["seat"], {}), body["name"]: body["kept"]}
    table.orders[body["seat"]] = {name: kept for name, kept in orders.items() if kept is not None}


def on_stopped(table: Table, body: Mapping[str, Any], at: float) -> None:
    """A variant whose game finds no end: nobody has won more than the others."""
    everybody = tuple(range(table.players))
    table.ended = Outcome(everybody, (everybody,), (None,) * table.players, "stopped")
    table.request = None
    note_questions(table, set())
    table.lines.append(Line("stopped", len(table.steps), at))


# -- steps that are taken back --------------------------------------------------------------------------


def on_undo_asked(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.request = Request(body["seat"], body["to"])
    table.lines.append(Line("undo-asked", len(table.steps), at, seat=body["seat"]))


def on_undo_answered(table: Table, body: Mapping[str, Any], at: float) -> None:
    if table.request is None:
        return
    if body["yes"]:
        table.request = replace(table.request, agreed=table.request.agreed | {body["person"]})
    else:
        table.request = None
        table.lines.append(Line("undo-refused", len(table.steps), at, seat=body["seat"]))


def on_undone(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.request = None
    table.orders.pop(body["seat"], None)  # else they would make the same step again
    if table.broken:
        return
    to, cut = body["to"], table.cut_steps(body["to"])
    stays = [replace(line, step=to) for line in table.lines[cut[0].line :] if line.kind == "resigned"]
    table.lines = [*table.lines[: cut[0].line], *stays, Line("undone", to, at, seat=body["seat"])]
    table.cuts += 1
    ask_again(table, cut)


def ask_again(table: Table, cut: Sequence[Step]) -> None:
    """Questions after some steps were taken back. That turns no clock back: what an answer had taken is used, and
    for somebody who is asked still the time goes on."""
    since, spent = table.asked_since, table.spent
    note_questions(table, set())
    took: dict[int | str, float] = {}
    for step in cut:
        took.setdefault(step.move.seat, step.took)
    for seat in table.asked:
        if seat in took:
            table.spent[seat] = min(took[seat], max(0.0, table.pace - clocks.LEAST))
        elif seat in since:
            table.asked_since[seat], table.spent[seat] = since[seat], spent[seat]


# -- people who are away, out of time or gone -----------------------------------------------------------


def on_stand_in(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.seats[body["seat"]] = replace(table.seats[body["seat"]], stand_in=body["on"])
    if not body["on"]:
        table.lines.append(Line("back", len(table.steps), at, seat=body["seat"]))
        restart_clock(table, body["seat"])


def on_timeout(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.overdue |= {body["seat"]}
    table.lines.append(Line("timeout", len(table.steps), at, seat=body["seat"]))


def restart_clock(table: Table, seat: int) -> None:
    """Somebody answers from now on who could not do so before."""
    if seat in table.asked:
        table.asked_since[seat], table.spent[seat] = table.now, 0.0


def on_resigned(table: Table, body: Mapping[str, Any], at: float) -> None:
    seat = body["seat"]
    there = replace(table.seats[seat], resigned=True, stand_in=False)
    table.orders.pop(seat, None)
    if table.request is not None and table.request.seat == seat:
        table.request = None
    if body["ends"]:
        table.seats[seat] = there
        table.ended = outcome_of_resigning(table)
        table.request = None
        note_questions(table, set())
    else:
        table.seats[seat] = replace(there, kind="bot", bot=body["bot"])
    table.lines.append(Line("resigned", len(table.steps), at, seat=seat))


def outcome_of_resigning(table: Table) -> Outcome:
    """The result of a game that ends because somebody resigns: all who have not are equal."""
    stayed = tuple(i for i, seat in enumerate(table.seats) if not seat.resigned)
    left = tuple(i for i, seat in enumerate(table.seats) if seat.resigned)
    return Outcome(stayed, tuple(group for group in (stayed, left) if group), (None,) * table.players, "resigned")


# -- around the game ------------------------------------------------------------------------------------


def on_chat(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.chats.append(Chat(body["name"], body["seat"], body["text"], at))


def on_cancelled(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.cancelled = True


def on_deleted(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.deleted = True


def on_hidden(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.hidden = table.hidden | {body["person"]} if body["on"] else table.hidden - {body["person"]}


def on_rematch_asked(table: Table, body: Mapping[str, Any], at: float) -> None:
    person = body["person"]
    table.rematch = Rematch(person, body["rotate"], body["table"], frozenset({person}))
    table.lines.append(Line("rematch-asked", len(table.steps), at, seat=body["seat"]))


def on_rematch_answered(table: Table, body: Mapping[str, Any], at: float) -> None:
    person, asked = body["person"], table.rematch
    if asked is None:
        return
    kind = "rematch-accepted" if body["yes"] else "rematch-declined"
    if body["yes"]:
        table.rematch = replace(asked, accepted=asked.accepted | {person}, declined=asked.declined - {person})
    elif person == asked.person:
        table.rematch, kind = None, "rematch-withdrawn"
    else:
        table.rematch = replace(asked, accepted=asked.accepted - {person}, declined=asked.declined | {person})
    table.lines.append(Line(kind, len(table.steps), at, seat=body["seat"]))


def on_rematch(table: Table, body: Mapping[str, Any], at: float) -> None:
    table.next_table = body["table"]


# -- a step, and who is asked after it ------------------------------------------------------------------


def replay_step(table: Table, move: Move, at: float, code: int | None = None, by: str = "", took: float = 0.0) -> None:
    """A step of the log. Under the rules it was made with it is legal; under newer ones it may not be."""
    if table.broken:
        return
    try:
        make_step(table, move, at, code, by, took)
    except RulesError as error:
        if not table.frozen or table.fresh:
            raise
        break_off(table, error)


def break_off(table: Table, error: Exception) -> None:
    table.broken = str(error)
    table.state = None


def make_step(table: Table, move: Move, at: float, code: int | None = None, by: str = "", took: float = 0.0) -> None:
    assert table.state is not None
    heard: list[Event] = []
    table.state.listen(heard.append)
    if code is None or isinstance(move.seat, str):
        move.play(table.state)
    else:
        table.state.advance(move.seat, code)
    table.state.listen(None)
    number = len(table.steps)
    line = len(table.lines)
    table.lines += [Line("event", number, at, event) for event in heard]
    table.note_step(Step(move, tuple(heard), line, by, took))


def note_questions(table: Table, still: set[int]) -> None:
    """Note who is asked now; `still` are those whose question may be the one they had before."""
    owing = table.to_act()
    table.asked = {seat: table.asked[seat] if seat in still else table.moment for seat in owing}
    table.asked_since = {seat: table.asked_since[seat] if seat in still else table.now for seat in owing}
    table.spent = {seat: table.spent[seat] if seat in still else 0.0 for seat in owing}
    table.overdue &= still.intersection(owing)


FOLDS: dict[str, Callable[[Table, Mapping[str, Any], float], None]] = {
    "made": on_made,
    "seat": on_seat,
    "name": on_name,
    "sit-asked": on_sit_asked,
    "sit-answered": on_sit_answered,
    "started": on_started,
    "move": on_move,
    "chance": on_chance,
    "order": on_order,
    "stopped": on_stopped,
    "undo-asked": on_undo_asked,
    "undo-answered": on_undo_answered,
    "undone": on_undone,
    "stand-in": on_stand_in,
    "timeout": on_timeout,
    "resigned": on_resigned,
    "chat": on_chat,
    "cancelled": on_cancelled,
    "deleted": on_deleted,
    "hidden": on_hidden,
    "rematch-asked": on_rematch_asked,
    "rematch-answered": on_rematch_answered,
    "rematch": on_rematch,
}
