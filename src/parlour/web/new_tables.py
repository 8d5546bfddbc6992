"""New tables: at once, by a form, or from a record."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect

from parlour.bots import bots
from parlour.faces.changes import change_lines
from parlour.lab.variants import number_changes
from parlour.rules.errors import RulesError
from parlour.rules.game import Game, Option, game_of
from parlour.tables.elements import Seat, clean
from parlour.tables.table import NAME_LENGTH, PACES, Table
from parlour.tables.variants import NAME_LENGTH as VARIANT_LENGTH
from parlour.tables.variants import offered_numbers, variant_for_table
from parlour.web.casting import offers
from parlour.web.house import (
    AnyRequest,
    Shared,
    Sorry,
    check_open,
    maker,
    number,
    redirect,
    the_game,
    the_room,
)
from parlour.web.promises import offer_of
from parlour.web.scenes import guide
from parlour.web.words import phrases

RECORD_BYTES = 1_000_000
RECORD_MOVES = 20_000
FILE_BYTES = 100_000  # of a component file
SET = "set."  # what a field begins with that changes a number of the component file
KEPT = (SET, "option-", "variant")  # what stays in the address when the number of players is changed


# -- at once --------------------------------------------------------------------------------------------


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


# -- by a form ------------------------------------------------------------------------------------------


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
        offers=offers(game, visitor.lang, players),
        usual=house.level_of(request),
        paces=PACES,
        source=source,
        at=at,
        guide=guide(game) is not None,
        asked={name: query.get(f"option-{name}") for name in found.options},
        numbered=bool(offered_numbers(found)),
    )


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


async def read_file_changes(game: Game, fields: Mapping[str, Any]) -> dict[str, int]:
    """The numbers that an uploaded component file changes. One that changes more, such as which cards there are, is for
    the command line; what is wrong in it is said by its key."""
    file = fields.get("components")
    data = await file.read(FILE_BYTES + 1) if isinstance(file, UploadFile) else b""
    if len(data) > FILE_BYTES:
        raise Sorry("This file is too large for a component file.", status=413)
    try:
        changes, other = number_changes(game, tomllib.loads(data.decode("utf-8")))
    except (ValueError, RecursionError) as error:
        raise Sorry("This is not a component file: {error}", error=error) from None
    if other:
        raise Sorry("{key}: this is not as in the box, and only numbers can be changed here.", key=other[:80])
    if not changes:
        raise Sorry("This component file is the box's own: it changes nothing.")
    return changes


@post("/new/{game:str}/file", include_in_schema=False, request_max_body_size=FILE_BYTES + 10_000)
async def new_from_file(request: AnyRequest, house: Shared, game: FromPath[str]) -> Redirect:
    """A new table with the numbers of a whole component file."""
    visitor = await house.visitor(request)
    found = the_game(game)
    changes = await read_file_changes(found, await house.form(request, visitor))
    variant_for_table(found, changes)
    return redirect(f"/new/{found.id}?{urlencode({f'{SET}{key}': value for key, value in changes.items()})}")


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


# -- from a record --------------------------------------------------------------------------------------


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
    except msgspec.DecodeError:
        raise Sorry("This file is no record: one that was downloaded here is a JSON file.", status=400) from None
    except (RulesError, RecursionError) as error:
        raise Sorry("This is not a record that can be replayed: {error}", status=400, error=error) from None
    kept: dict[str, Any] = {
        key: record[key] for key in ("players", "options", "setup", "gift", "moves") if key in record
    }

    def make(table: Table) -> None:
        names = [Seat("record") for _ in range(kept["players"])]
        table.make(found.id, kept["players"], kept["options"], visitor.person, names, source=kept, components=changes)
        table.start(visitor.person)

    room = await house.hall.make(make, owner, count)
    return redirect(f"/t/{room.table.id}/replay")


NEW_TABLES = [play_now, new_form, new_table, new_from_file, upload]
