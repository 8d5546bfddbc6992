"""The pages: shelf, new table, table, replay, rules, and who you are."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup, escape

import parlour
from parlour.bots import bots
from parlour.faces.changes import change_lines, lines_of
from parlour.faces.look import look_at
from parlour.faces.words import Words
from parlour.rules.errors import RulesError
from parlour.rules.game import Game, Option, find, game_of
from parlour.rules.state import State
from parlour.tables.elements import Refused, Seat, clean
from parlour.tables.fair_queue import Asker
from parlour.tables.hall import LONG, Room
from parlour.tables.log import SignedIn, Summary
from parlour.tables.table import NAME_LENGTH, PACES, Table
from parlour.tables.variants import NAME_LENGTH as VARIANT_LENGTH
from parlour.tables.variants import variant_for_table
from parlour.verify import SENTENCES
from parlour.web.accounts import events_for_board, last_move, line_of
from parlour.web.boards import beats_of, board_css, board_of, cover_file, rules_file, sprite, tips
from parlour.web.casting import levels_for, offers
from parlour.web.daily import DAILY, names, ranking, today
from parlour.web.guests import GUESTS
from parlour.web.house import (
    AnyRequest,
    House,
    Shared,
    Sorry,
    Visitor,
    address_of,
    inside,
    maker,
    redirect,
    the_game,
)
from parlour.web.promises import SENTENCES as PROMISE_SENTENCES
from parlour.web.promises import new_offer, offer_of
from parlour.web.regions import draw, eyes_of
from parlour.web.rulebook import book, index
from parlour.web.scenes import guide
from parlour.web.words import minutes_of, name_for, phrases, result_of, words_of

RECORD_BYTES = 1_000_000
RECORD_MOVES = 20_000
SET = "set."  # what a field begins with that changes a number of the component file
KEPT = (SET, "option-", "variant")  # what stays in the address when the number of players is changed
ALL = "all"  # in a replay: seen by everybody together
IN_SIGHT = 3  # own tables that the shelf shows unfolded
IDLE = 2 * 86400.0  # seconds after which a table that nobody waits for is folded
FINISHED = 12  # finished games that the shelf lists


async def the_room(house: House, id: str) -> Room:
    room = await house.hall.room(id)
    if room is None:
        raise Sorry("There is no such table.", status=404)
    return room


# -- the shelf ------------------------------------------------------------------------------------------


@get("/", include_in_schema=False)
async def shelf(request: AnyRequest, house: Shared) -> Response[str]:
    visitor = await house.visitor(request)
    words = phrases(visitor.lang)
    mine = await house.log.tables_of(visitor.person) if not visitor.fresh else []
    level = house.level_of(request)
    games = []
    for id in parlour.games():
        game = find(id)
        low, high = game.players[0], game.players[-1]
        own = game.words(visitor.lang)
        many = words.n("{count} player", "{count} players", low)
        if low != high:
            many = words.t("{low} to {high} players", low=low, high=high)
        games.append(
            {
                "id": id,
                "title": game.title,
                "players": many,
                "minutes": minutes_of(words, game),
                "levels": levels_for(level) if usual_players(game) > 1 else (),
                "about": own.t(game.about),
                "daily": game.daily,
                "day": names(await ranking(house, id, today())) if game.daily else [],
                "rules": rules_file(id, visitor.lang) is not None,
                "guide": guide(id) is not None,
            }
        )
    return house.page(
        "shelf.html",
        visitor,
        games=games,
        level=level,
        mine=own_tables(mine, visitor, time.time()),
        version=parlour.__version__,
        lab=house.settings.lab,
        engine=words.t("compiled engine") if parlour.ENGINE == "compiled" else words.t("plain engine"),
    )


class OwnTables(NamedTuple):
    """Somebody's tables, as the shelf shows them: what waits in sight, the rest folded."""

    first: list[dict[str, Any]]
    more: list[dict[str, Any]]
    finished: list[dict[str, Any]]
    hidden: list[dict[str, Any]]


def own_tables(summaries: list[Summary], visitor: Visitor, now: float) -> OwnTables:
    """Tables where others wait for the visitor come first, then those where it is the visitor's turn, then the other
    ones. So that the games stay in sight, only a few are shown, and of tables without other people the last one."""
    items = [listed(summary, visitor) for summary in summaries]
    finished = [item for item in items if item["over"] and not item["hidden"]]
    hidden = [item for item in items if item["hidden"]]
    running = [item for item in items if not item["over"] and not item["hidden"]]
    running.sort(key=lambda item: (not (item["turn"] and item["company"]), not item["turn"], -item["updated"]))
    first: list[dict[str, Any]] = []
    for item in running:
        idle = item["updated"] < now - IDLE and not (item["turn"] and item["company"])
        alone = not item["company"] and any(not other["company"] for other in first)
        if len(first) < IN_SIGHT and not idle and not alone:
            first.append(item)
    more = [item for item in running if item not in first]
    return OwnTables(first, more, finished[:FINISHED], hidden)


def variant_title(game: str, changes: Mapping[str, Any], name: str, lang: str) -> str:
    """What a variant is called, and what is different in it, in one line; nothing for the box's own game."""
    lines = "; ".join(lines_of(game, lang, changes))
    return phrases(lang).about(name, lines) if name and lines else lines


def listed(summary: Summary, visitor: Visitor) -> dict[str, Any]:
    """A table as the shelf lists it."""
    game = find(summary.game)
    about = summary.about
    names = list(about["names"])
    for seat, person, _ in summary.people:
        names[seat] = name_for(names[seat], person, visitor.lang)
    words = game.words(visitor.lang, names)
    mine = [seat for seat, person, _ in summary.people if person == visitor.person]
    turn = any(asked for _, person, asked in summary.people if person == visitor.person)
    kinds = about["kinds"]
    others = [words.seat(i) for i, kind in enumerate(kinds) if i not in mine and kind != "open"]
    company = any(person != visitor.person for _, person, _ in summary.people)
    outcome = about["outcome"]
    gave_up = bool(set(mine) & set(about.get("resigned", ())))
    if summary.status == "lobby":
        state = words.t("not started")
    elif gave_up:
        state = words.t("resigned")
    elif outcome is not None:
        winners = outcome["winners"]
        state = words.t("won") if set(winners) & set(mine) else words.t("lost") if mine else words.t("over")
        if kinds == ["person"] and outcome["scores"][0] is not None:
            state = words.n("{count} point", "{count} points", outcome["scores"][0])
    else:
        state = words.t("your turn") if turn else words.t("waiting")
    alone = words.t("at one screen") if len(mine) > 1 else words.t("alone")
    who = words.t("with {names}", names=words.listed(others)) if others else alone
    waits = turn and summary.status == "playing"
    return {
        "table": summary.table,
        "game": game.id,
        "title": game.title,
        "changes": variant_title(game.id, about.get("components", {}), about.get("variant", ""), visitor.lang),
        "who": who,
        "state": state,
        "turn": waits,
        "company": company,
        "updated": summary.updated,
        "over": summary.status == "over" or gave_up,
        # What others wait for cannot be hidden from oneself.
        "hidden": visitor.person in about.get("hidden", ()) and not (waits and company),
        "cancels": summary.status == "lobby" and summary.host == visitor.person,
        "hides": not (waits and company),
        "deletes": not company and summary.daily is None and summary.status != "lobby",
    }


@post("/t/{id:str}/{what:str}", include_in_schema=False)
async def change_shelf(request: AnyRequest, house: Shared, id: FromPath[str], what: FromPath[str]) -> Redirect:
    """Hide a table or show it again, cancel it before it begins, or delete it if it is one's own alone."""
    visitor = await house.visitor(request)
    await house.form(request, visitor)
    room = await the_room(house, id)
    person = visitor.person
    if what in ("hide", "show"):
        await room.do(lambda table: table.hide(person, what == "hide"))
    elif what == "cancel":
        await room.do(lambda table: table.cancel(person))
    elif what == "delete":
        await house.hall.delete(room, person)
    else:
        raise Sorry("There is no such page.", status=404)
    return redirect("/")


# -- new tables --------------------------------------------------------------------------------------------


@post("/play/{game:str}", include_in_schema=False)
async def play_now(request: AnyRequest, house: Shared, game: FromPath[str]) -> Redirect:
    """Me against bots, in one click."""
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    found = the_game(game)
    owner = maker(house, request, visitor.person)
    offer = offer_of(house, visitor, fields)
    count = number(fields.get("players"), usual_players(found))
    wish = str(fields.get("level", ""))
    level = wish if wish in bots() else house.level_of(request)
    options, changes = read_options(found, fields), read_changes(fields)
    found.check_table(count, options)
    seats = [
        Seat("person", visitor.person, visitor.name, nonce=offer.nonce),
        *[Seat("bot", bot=level)] * (count - 1),
    ]

    def make(table: Table) -> None:
        name = str(fields.get("variant") or "")
        table.make(game, count, options, visitor.person, seats, promise=offer.promise, components=changes, variant=name)
        table.start(visitor.person)

    room = await house.hall.make(make, owner, id=offer.table)
    response = redirect(f"/t/{room.table.id}")
    if wish:
        house.choose(response, "level", wish)
    return response


def usual_players(game: Game) -> int:
    """How many play when nobody says: three where that is possible."""
    return 3 if 3 in game.players and len(game.players) > 1 and game.players[0] > 1 else game.players[0]


@get("/new/{game:str}", include_in_schema=False)
async def new_form(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    visitor = await house.visitor(request)
    found = the_game(game)
    query = request.query_params
    players = number(query.get("players"), -1)
    if players not in found.players:
        players = found.players[0] if len(found.players) == 1 else usual_players(found)
    source, at = "", 0
    name = clean(str(query.get("variant", "")), VARIANT_LENGTH)
    variant = variant_for_table(found, read_changes(query))
    if "from" in query:
        room = await the_room(house, str(query["from"]))
        check_open(room.table)
        source, at = room.table.id, number(query.get("at"), 0)
        players, variant, name = room.table.players, room.table.game, room.table.variant
    return house.page(
        "new.html",
        visitor,
        game=found,
        words=found.words(visitor.lang),
        players=players,
        variant=variant,
        name=name,
        changes=change_lines(variant, phrases(visitor.lang)),
        query=urlencode([(key, value) for key, value in query.items() if key.startswith(KEPT)]),
        offers=offers(game, visitor.lang),
        usual=house.level_of(request),
        paces=PACES,
        source=source,
        at=at,
        guide=guide(game) is not None,
        asked={name: query.get(f"option-{name}") for name in found.options},
    )


def number(text: object, default: int) -> int:
    return int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 8 else default


def read_changes(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of the component file that a form or an address changes: `set.goal.gold=18`. They are not checked
    here, but what is not a number stays as it was written."""
    found: dict[str, Any] = {}
    for key, value in fields.items():
        text = str(value if value is not None else "").strip()
        if key.startswith(SET) and text:
            plain = text.removeprefix("-")
            found[key[len(SET) :]] = int(text) if plain.isascii() and plain.isdigit() and len(plain) < 8 else text
    return found


def read_options(game: Game, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a form chooses, without those that are as usual."""
    found: dict[str, Any] = {}
    for name, option in game.options.items():
        if f"option-{name}" in fields:
            value = option_value(option, fields[f"option-{name}"])
            if value != option.default:
                found[name] = value
    return found


def option_value(option: Option, text: object) -> Any:
    """An option's value from a form."""
    if option.choices is not None:
        try:
            return json.loads(str(text))
        except ValueError:
            return text
    if text in (None, "") and option.nullable:
        return None
    return number(text, -1)


@post("/new/{game:str}", include_in_schema=False)
async def new_table(request: AnyRequest, house: Shared, game: FromPath[str]) -> Redirect:
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    found = the_game(game)
    owner = maker(house, request, visitor.person)
    players = number(fields.get("players"), found.players[0])
    source: dict[str, Any] | None = None
    if fields.get("from"):
        room = await the_room(house, str(fields["from"]))
        check_open(room.table)
        at = number(fields.get("at"), 0)
        source = await house.hall.apart(at, room.table.record, at)
        options, players = source["options"], source["players"]
        changes, variant = room.table.game.changes, room.table.variant
    else:
        options, changes = read_options(found, fields), read_changes(fields)
        variant = str(fields.get("variant") or "")
    found.check_table(players, options)
    offer = offer_of(house, visitor, fields)
    seats: list[Seat] = []
    for i in range(players):
        wish = str(fields.get(f"seat{i}", "open"))
        name = clean(str(fields.get(f"name{i}") or ""), NAME_LENGTH)
        if wish == "me" and not any(seat.kind == "person" for seat in seats):
            seats.append(Seat("person", visitor.person, visitor.name, nonce=offer.nonce))
        elif wish == "screen":
            named = name or found.words(visitor.lang).seat_name(i)
            seats.append(Seat("screen", visitor.person, named, nonce=offer.nonce))
        elif wish.startswith("bot:"):
            seats.append(Seat("bot", bot=wish[4:]))
        else:
            seats.append(Seat())

    def make(table: Table) -> None:
        pace = number(fields.get("pace"), 0)
        table.make(
            game,
            players,
            options,
            visitor.person,
            seats,
            pace,
            source=source,
            promise=offer.promise,
            components=changes,
            variant=variant,
            hints=fields.get("hints") == "yes",
        )
        if all(seat.kind != "open" for seat in seats):
            table.start(visitor.person)

    steps = len(source["moves"]) if source is not None else 0
    room = await house.hall.make(make, owner, steps, offer.table)
    return redirect(f"/t/{room.table.id}")


@post("/upload", include_in_schema=False, request_max_body_size=RECORD_BYTES + 10_000)
async def upload(request: AnyRequest, house: Shared) -> Redirect:
    """Look at a record that was downloaded before, here or elsewhere."""
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    owner = maker(house, request, visitor.person)
    file = fields.get("record")
    data = await file.read(RECORD_BYTES + 1) if isinstance(file, UploadFile) else b""
    if len(data) > RECORD_BYTES:
        raise Sorry("This file is too large for a record.", status=413)
    try:
        record = msgspec.json.decode(data, type=dict[str, Any])
        found = game_of(record)
        moves = record.get("moves")
        count = len(moves) if isinstance(moves, list) else 0
        if count > RECORD_MOVES:
            raise Sorry("This record has more moves than a game can have.", status=413)
        changes = variant_for_table(found, record.get("components") or {}).changes
        await house.hall.apart(count, found.replay, record)
    except (msgspec.DecodeError, RulesError, RecursionError) as error:
        raise Sorry("This is not a record that can be replayed: {error}", status=400, error=error) from None
    kept = {key: record[key] for key in ("players", "options", "setup", "moves")}

    def make(table: Table) -> None:
        names = [Seat("record") for _ in range(kept["players"])]
        table.make(found.id, kept["players"], kept["options"], visitor.person, names, source=kept, components=changes)
        table.start(visitor.person)

    room = await house.hall.make(make, owner, count)
    return redirect(f"/t/{room.table.id}/replay")


# -- a table -----------------------------------------------------------------------------------------------


@get("/t/{id:str}", include_in_schema=False)
async def table_page(request: AnyRequest, house: Shared, id: FromPath[str]) -> Response[str]:
    visitor = await house.visitor(request)
    room = await the_room(house, id)
    room.called(Asker("" if visitor.fresh else visitor.person, address_of(request)))
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


def is_open(table: Table) -> bool:
    """Whether everything about a table may be known: it is over, or was only ever a record."""
    return table.status == "over" or all(seat.kind == "record" for seat in table.seats)


def check_open(table: Table) -> None:
    if not is_open(table):
        raise Sorry("The record can be downloaded when the game is over.", status=403)


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
        changes=change_lines(table.game, words),
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


# -- rules -------------------------------------------------------------------------------------------------


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


# -- you -----------------------------------------------------------------------------------------------------


@get("/me", include_in_schema=False)
async def me(request: AnyRequest, house: Shared) -> Response[str]:
    visitor = await house.visitor(request)
    signed_in: list[SignedIn] = []
    if not visitor.fresh:
        await house.sessions.note(visitor.session, request.headers.get("user-agent", ""))
        signed_in = await house.sessions.listed(visitor.session)
    return house.page(
        "me.html", visitor, link=house.signer.link(visitor.person), signed_in=signed_in, when=day_and_time
    )


def day_and_time(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")


@post("/me", include_in_schema=False)
async def set_name(request: AnyRequest, house: Shared) -> Redirect:
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    await house.rename(visitor.person, str(fields.get("name", "")))
    return redirect("/me")


@post("/me/end", include_in_schema=False)
async def end_session(request: AnyRequest, house: Shared) -> Redirect:
    """Sign out in another browser, in all others, or here."""
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    id = str(fields.get("session", ""))
    if fields.get("others"):
        await house.sessions.end_others(visitor.session)
    elif not await house.sessions.end(visitor.session, id):
        raise Sorry("You are not signed in there any more.", status=404)
    response = redirect("/" if id == visitor.session.id else "/me")
    if id == visitor.session.id:
        house.forget(response)
    return response


@get("/me/{link:str}", include_in_schema=False)
async def become_page(request: AnyRequest, house: Shared, link: FromPath[str]) -> Response[str]:
    visitor = await house.visitor(request)
    person = house.sessions.person_of_link(link)
    if person is None:
        raise Sorry("This link is too old, or was used before.", status=404)
    name = await house.name_of(person, visitor.lang)
    return house.page("become.html", visitor, link=link, name=name)


@post("/me/{link:str}", include_in_schema=False)
async def become(request: AnyRequest, house: Shared, link: FromPath[str]) -> Redirect:
    visitor = await house.visitor(request)
    await house.form(request, visitor)
    session = await house.sessions.use_link(link)
    if session is None:
        raise Sorry("This link is too old, or was used before.", status=404)
    await house.sessions.note(session, request.headers.get("user-agent", ""))
    response = redirect("/")
    house.remember(response, session)
    return response


@post("/settings", include_in_schema=False)
async def settings(request: AnyRequest, house: Shared) -> Redirect:
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    response = redirect(inside(fields.get("back")))
    for name in ("lang", "theme"):
        if name in fields:
            house.choose(response, name, str(fields[name]))
    return response


PAGES = [
    shelf,
    change_shelf,
    play_now,
    *DAILY,
    *GUESTS,
    new_form,
    new_table,
    upload,
    table_page,
    record,
    replay,
    deal,
    verify_page,
    board_style,
    cover,
    rules,
    me,
    set_name,
    end_session,
    become_page,
    become,
    settings,
]
__all__ = ["PAGES", "Refused"]
