"""The pages of a table, its replay, and a game's rules."""

from __future__ import annotations

import json
from typing import NamedTuple

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from markupsafe import Markup, escape

from parlour.faces.changes import change_lines, gift_lines
from parlour.faces.look import look_at
from parlour.faces.words import Words
from parlour.rules.state import State
from parlour.tables.fair_queue import Asker
from parlour.tables.hall import LONG
from parlour.tables.table import Table
from parlour.verify import SENTENCES
from parlour.web.accounts import events_for_board, last_move, line_of
from parlour.web.boards import beats_of, board_css, board_of, cover_file, rules_file, sprite, tips
from parlour.web.daily import DAILY, today
from parlour.web.guests import GUESTS
from parlour.web.house import (
    AnyRequest,
    Shared,
    Sorry,
    address_of,
    check_open,
    is_open,
    number,
    the_game,
    the_room,
)
from parlour.web.me import ME
from parlour.web.new_tables import NEW_TABLES
from parlour.web.promises import SENTENCES as PROMISE_SENTENCES
from parlour.web.promises import new_offer
from parlour.web.regions import draw, eyes_of
from parlour.web.rulebook import book, index
from parlour.web.scenes import guide
from parlour.web.shelf import SHELF
from parlour.web.words import phrases, result_of, variant_title, words_of

ALL = "all"  # in a replay: seen by everybody together


# -- a table --------------------------------------------------------------------------------------------


@get("/t/{id:str}", include_in_schema=False)
async def table_page(request: AnyRequest, house: Shared, id: FromPath[str]) -> Response[str]:
    visitor = await house.visitor(request)
    room = await the_room(house, id)
    room.note_call(Asker("" if visitor.fresh else visitor.person, address_of(request)))
    eyes = eyes_of(room.table, visitor.person, visitor.lang, None)
    rules = rules_file(room.table.game.id, visitor.lang) is not None
    return house.page(
        "table.html",
        visitor,
        table=room.table,
        drawn=draw(room, eyes),
        alone=len({seat.person for seat in room.table.seats if seat.human}) < 2,
        called=house.names.get(visitor.person, ""),
        invitation=invitation(room.table, visitor.lang),
        changes=change_lines(room.table.game, phrases(visitor.lang)),
        about=variant_title(room.table.game.id, room.table.game.changes, room.table.variant, visitor.lang)
        or words_of(room.table, visitor.lang).t(room.table.game.about),
        rules=rules,
        guide=guide(room.table.game.id) is not None,
        own=own_style(room.table),
        tips=tips(room.table.game, visitor.lang),
        sprite=sprite(room.table.game, visitor.lang),
    )


def invitation(table: Table, lang: str) -> str:
    """What a messenger shows of a link to a table."""
    words = words_of(table, lang)
    host = next((words.seat(seat) for seat in table.seats_of(table.host)), "")
    title = words.t("{game} (variant)", game=table.game.title) if table.game.changes else table.game.title
    if table.status == "lobby" and host:
        return words.t("{name} invites you to {game}", name=host, game=title)
    return title


def own_style(table: Table) -> bool:
    return board_css(table.game.id) is not None


# -- its replay and its record --------------------------------------------------------------------------


@get("/t/{id:str}/record.json", include_in_schema=False)
async def record(house: Shared, id: FromPath[str]) -> Response[bytes]:
    room = await the_room(house, id)
    table = room.table
    check_open(table)
    if table.broken:
        entries = await house.log.read(id)
        moves = [entry.body for entry in entries if entry.kind in ("move", "chance", "undone")]
        found = {"game": table.game.id, "rules_version": table.rules_version, "setup": table.setup, "log": moves}
    else:
        found = await house.hall.apart(len(table.steps), table.proven_record, today().isoformat())
    name = f"{table.game.id}-{id[:6]}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


@get("/t/{id:str}/replay", include_in_schema=False)
async def replay(request: AnyRequest, house: Shared, id: FromPath[str]) -> Response[str]:
    """The table as it was after a step, through the eyes of a seat that the visitor may look through."""
    visitor = await house.visitor(request)
    room = await the_room(house, id)
    table = room.table
    if table.state is None:
        return house.page(
            "error.html",
            visitor,
            title=table.game.title,
            why=phrases(visitor.lang).t("There is nothing to replay."),
            id="",
        )
    words = words_of(table, visitor.lang)
    open = is_open(table)
    allowed = list(range(table.players)) if open else table.seats_of(visitor.person)
    if not open and len(allowed) > 1:
        allowed = []  # at a shared screen nobody looks through the others' eyes
    default = str(allowed[0]) if allowed and not open else ""
    mine = table.seats_of(visitor.person)
    if open and mine:
        default = str(mine[0])
    wish = str(request.query_params.get("seat", default))
    seat = int(wish) if wish in map(str, allowed) else None
    everything = open and wish == ALL
    last = len(table.steps)
    at = min(number(request.query_params.get("at"), last), last)
    state = table.state_at(at)
    lines = []
    first = table.steps[at - 1].line if at else 0
    for line in table.lines[first : table.steps[at].line if at < last else None]:
        if line.event is not None and line.step == at - 1:
            knows = line.event.knowers[0] if everything and line.event.knowers else seat
            lines.append(line_of(table, line, words, knows).html)
    look = look_at(state, table.game, seat, words, asked=False, events=events_for_board(table, at))
    board, _ = board_of(look)
    events = table.steps[at - 1].events if at else ()
    viewers = [("", words.t("somebody who watches")), *[(str(i), words.seat(i)) for i in allowed]]
    if open:
        viewers.append((ALL, words.t("All seats open")))
    value = ALL if everything else "" if seat is None else str(seat)
    return house.page(
        "replay_part.html" if request.query_params.get("part") else "replay.html",
        visitor,
        table=table,
        tips=tips(table.game, visitor.lang),
        at=at,
        last=last,
        lines=[line for line in lines if line],
        board=board,
        beats=beats_of(table.game.id, events, seat),
        touched=last_move(table, seat, at),
        sprite=sprite(table.game, visitor.lang),
        viewers=viewers,
        seat_value=value,
        seat_query=f"&seat={value}",
        everything=all_open(state, table.players, words) if everything else None,
        open=open,
        advice=open and asks_somebody(state),
        own=own_style(table),
        result=result_of(table, words),
        changes=[*change_lines(table.game, words), *gift_lines(table.game, table.gift, words)],
    )


def asks_somebody(state: State) -> bool:
    """Whether there is more than one answer to what is asked."""
    return any(len(state.actions(seat)) > 1 for seat in state.owing())


class AllOpen(NamedTuple):
    """What a state hides, for after the end."""

    seats: list[tuple[str, Markup]]  # the table as each seat sees it; what only it sees is marked
    position: str  # all there is, as JSON


def all_open(state: State, players: int, words: Words) -> AllOpen:
    public = set(words.table(state.view(None), None).split("\n"))
    seats = []
    for seat in range(players):
        lines = words.table(state.view(seat), seat).split("\n")
        shown = [Markup("<mark>{}</mark>").format(line) if line not in public else escape(line) for line in lines]
        seats.append((words.seat(seat), Markup("\n").join(shown)))
    return AllOpen(seats, json.dumps(state.position(), indent=1, ensure_ascii=False))


# -- chance that can be checked -------------------------------------------------------------------------


@get("/deal", include_in_schema=False)
async def deal(request: AnyRequest, house: Shared) -> Response[dict[str, str]]:
    """A promise for the table that this browser is about to make; its nonce comes after it."""
    return Response(new_offer(house, house.person_of(request)), headers={"cache-control": "no-store"})


@get("/verify", include_in_schema=False)
async def verify_page(request: AnyRequest, house: Shared) -> Response[str]:
    """Checks the chance of a record in the browser: of the table that is named, or of a file."""
    visitor = await house.visitor(request)
    found = None
    if "table" in request.query_params:
        room = await the_room(house, str(request.query_params["table"]))
        check_open(room.table)
        if not room.table.broken:
            steps = len(room.table.steps)
            found = await house.hall.apart(steps, room.table.proven_record, today().isoformat())
    words = phrases(visitor.lang)
    sentences = {code: words.t(sentence) for code, sentence in {**SENTENCES, **PROMISE_SENTENCES}.items()}
    return house.page("verify.html", visitor, record=found, sentences=sentences)


# -- a game ---------------------------------------------------------------------------------------------


@get("/boards/{game:str}/board.css", include_in_schema=False)
async def board_style(game: FromPath[str]) -> Response[bytes]:
    """The styles of a game's own board."""
    found = board_css(the_game(game).id)
    if found is None:
        raise Sorry("There is no such game.", status=404)
    return Response(found, media_type="text/css", headers={"cache-control": "public, max-age=3600"})


@get("/boards/{game:str}/cover.svg", include_in_schema=False)
async def cover(game: FromPath[str]) -> Response[bytes]:
    """The picture of a game for the shelf."""
    picture = cover_file(the_game(game).id).read_bytes()
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})


@get("/rules/{game:str}", include_in_schema=False)
async def rules(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    """The rules for players; with `q` what was searched for is marked, with `part` they are for a table's panel."""
    visitor = await house.visitor(request)
    found = the_game(game)
    await house.hall.apart(LONG, index, game, visitor.lang)  # the first time it takes long
    text = book(game, visitor.lang, str(request.query_params.get("q", "")).strip())
    if text is None:
        raise Sorry("There are no rules for players of this game.", status=404)
    part = bool(request.query_params.get("part"))
    return house.page(
        "rules_part.html" if part else "rules.html",
        visitor,
        game=found,
        book=text,
        part=part,
        guide=guide(game) is not None,
        sprite=sprite(found, visitor.lang),
    )


PAGES = [
    *SHELF,
    *DAILY,
    *GUESTS,
    *NEW_TABLES,
    table_page,
    record,
    replay,
    deal,
    verify_page,
    board_style,
    cover,
    rules,
    *ME,
]
