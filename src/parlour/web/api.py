"""The JSON API: enough for a bot in another language to make a table, sit down and play.

Programs carry tokens, never cookies: `Authorization: Bearer <token>`. Making a table gives a host's token, taking a
seat gives that seat's. A token opens nothing else. Only what is about a person's own sessions goes by cookie.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, suppress
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

import parlour
from parlour.bots import bots
from parlour.bots.why import tell_hint
from parlour.rules.errors import RulesError
from parlour.rules.game import find
from parlour.tables.elements import Refused, Seat, clean
from parlour.tables.fair_queue import Asker
from parlour.tables.room import Room
from parlour.tables.table import NAME_LENGTH, PACES, Table
from parlour.tables.variants import MOST_CHANGES, offered_numbers
from parlour.tables.variants import NAME_LENGTH as VARIANT_LENGTH
from parlour.web.hints import find_hint
from parlour.web.house import AnyRequest, House, Shared, address_of
from parlour.web.identity import Session, new_person
from parlour.web.words import words_of

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
BY_TOKEN: list[dict[str, list[str]]] = [{"token": []}]  # how a call is allowed
BY_TOKEN_OR_NONE: list[dict[str, list[str]]] = [*BY_TOKEN, {}]
TableId = Annotated[
    str, PathParameter(description="A table's id", min_length=8, max_length=40, pattern="^[A-Za-z0-9_-]+$")
]


class Trouble(msgspec.Struct):
    """Why something was not done."""

    error: str
    rule: str | None = None  # the id of the rule that forbids it


class OptionInfo(msgspec.Struct):
    name: str
    about: str
    rule: str
    default: Any
    choices: list[Any] | None = None
    low: int | None = None
    high: int | None = None
    nullable: bool = False


class NumberInfo(msgspec.Struct):
    """A number of the game's components that a table may change."""

    key: str
    box: int  # as it is in the box
    low: int
    high: int


class GameInfo(msgspec.Struct):
    id: str
    title: str
    about: str
    players: list[int]
    minutes: list[int]
    rules_version: int
    options: list[OptionInfo]
    bots: list[str]
    numbers: list[NumberInfo]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """`seats` names a bot for each seat that one takes (`"bot:random"`); the others are `"open"`. `components` changes
    numbers of the game (those of `GameInfo.numbers`), which makes it a variant; `variant` is what that is called."""

    game: str
    players: int | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=20)] = []
    pace: int = 0
    components: Annotated[dict[str, int], msgspec.Meta(max_length=MOST_CHANGES)] = {}
    variant: Annotated[str, msgspec.Meta(max_length=VARIANT_LENGTH)] = ""
    hints: bool = False  # whether everybody may ask for hints, though several people play


class MadeTable(msgspec.Struct):
    """`hash` is that of the seed which the game will be dealt from: note it before anybody takes a seat."""

    table: str
    host_token: str
    hash: str | None


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Without a number it is the first free seat. A nonce of your own makes sure that the server has not chosen the
    deal: up to 64 digits, 0 to 9 and a to f; without one it is empty."""

    name: Name
    nonce: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{0,64}$")] = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None


class TakenSeat(msgspec.Struct):
    """`nonce` is what the server has noted for this seat."""

    seat: int
    token: str
    nonce: str


class SeatInfo(msgspec.Struct):
    """`stand_in`: a bot plays for the person until they are back. `resigned`: the person has given up."""

    kind: str
    name: str
    bot: str
    stand_in: bool
    resigned: bool


class TableInfo(msgspec.Struct):
    table: str
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    components: dict[str, int]  # what a variant changes; empty for the game of the box
    variant: str  # what the variant is called
    status: Literal["lobby", "playing", "over"]
    seats: list[SeatInfo]
    to_act: list[int]
    version: int
    outcome: dict[str, Any] | None
    hash: str | None  # of the seed that chance is drawn from
    nonces: list[str]  # of the seats, once the game has begun
    pace: int  # seconds for a decision; 0 is no limit
    hints: bool  # whether a seat that is asked may ask for a hint


class SeatView(msgspec.Struct):
    """What a seat (or, without a token, a spectator) may know, and what it may do.

    `question` is the number to send along with an answer; it is null for those who are not asked. `seconds_left` has
    the seats (as strings) of people who are asked at a table with a pace; when none are left, a stand-in answers.
    """

    version: int
    status: Literal["lobby", "playing", "over"]
    seat: int | None
    to_act: list[int]
    question: int | None
    legal: list[str]
    view: dict[str, Any] | None
    outcome: dict[str, Any] | None
    seconds_left: dict[str, float]


class Act(msgspec.Struct, forbid_unknown_fields=True):
    action: Annotated[str, msgspec.Meta(max_length=400)]
    question: int | None = None


class Done(msgspec.Struct):
    version: int


class HintInfo(msgspec.Struct):
    """What a bot would answer to a seat's question, and the second best, if there is another answer. `said` has what
    speaks for each in words, in the language of the request. `certain`: it wins, whatever the others do."""

    question: int
    action: str
    second: str | None
    certain: bool
    said: list[str]


class SessionInfo(msgspec.Struct):
    """A browser in which somebody is signed in."""

    id: str
    device: str
    seen: float  # seconds since 1970
    this: bool  # the one that asks


def says(*codes: int) -> dict[int, ResponseSpec]:
    """The ways in which a call may be refused."""
    return {code: ResponseSpec(Trouble, description="Not done", generate_examples=False) for code in codes}


def game_info(id: str) -> GameInfo:
    game = find(id)
    options = [OptionInfo(**option.to_dict()) for option in game.options.values()]
    numbers = [NumberInfo(key, *bounds) for key, bounds in offered_numbers(game).items()]
    players, minutes = list(game.players), list(game.minutes)
    return GameInfo(id, game.title, game.about, players, minutes, game.rules_version, options, list(bots()), numbers)


def bearer(house: House, request: AnyRequest, table: str) -> tuple[int, str]:
    """The seat (-1: the host) and person of a token; (-2, "") without one."""
    header = request.headers.get("authorization", "")
    if not header:
        return -2, ""
    scheme, _, token = header.partition(" ")
    found = house.signer.seat_of(token.strip()) if scheme.lower() == "bearer" else None
    if found is None or found[0] != table:
        raise NotAuthorizedException("This token does not belong to this table.")
    return found[1], found[2]


def host_bearer(house: House, request: AnyRequest, table: str) -> str:
    """The person whose token is the host's."""
    seat, person = bearer(house, request, table)
    if seat != -1:
        raise NotAuthorizedException("The host's token is needed.")
    return person


def seat_of(house: House, request: AnyRequest, table: Table) -> int | None:
    """The seat that a token opens, if its owner still sits there; `None` for spectators."""
    seat, person = bearer(house, request, table.id)
    if seat < 0:
        return None
    if seat >= table.players or seat not in table.seats_of(person):
        raise NotAuthorizedException("Somebody else sits there now.")
    return seat


def own_seat(house: House, request: AnyRequest, table: Table) -> int:
    seat = seat_of(house, request, table)
    if seat is None:
        raise NotAuthorizedException("A seat's token is needed.")
    return seat


async def room_of(house: House, request: AnyRequest, id: str) -> Room:
    room = await house.hall.room(id)
    if room is None:
        raise NotFoundException("There is no such table.")
    person = ""
    with suppress(NotAuthorizedException):  # whoever may not act here may still look
        _, person = bearer(house, request, id)
    room.note_call(Asker(person, address_of(request)))
    return room


async def do(room: Room, command: Any) -> Table:
    try:
        return await room.do(command)
    except Refused as refusal:
        raise HTTPException(status_code=409, detail=str(refusal)) from None


async def do_as_host(house: House, request: AnyRequest, id: str, command: Callable[[Table, str], None]) -> Table:
    """What only the host may do, by their token."""
    room = await room_of(house, request, id)
    person = host_bearer(house, request, id)
    return await do(room, lambda table: command(table, person))


async def do_in_seat(house: House, request: AnyRequest, id: str, command: Callable[[Table, int], None]) -> Table:
    """What a seat may do, by its token: whose it is is asked again when it is done."""
    room = await room_of(house, request, id)
    own_seat(house, request, room.table)
    return await do(room, lambda table: command(table, own_seat(house, request, table)))


def own_pages_only(connection: ASGIConnection[Any, Any, Any, Any], _: Any) -> None:
    """Programs may post, and our own pages; a page of another site may not."""
    if connection.scope.get("method") != "GET" and connection.app.state.house.from_elsewhere(connection):
        raise PermissionDeniedException("Pages of other sites cannot do that.")


class Api(Controller):
    path = "/api"
    tags = ("tables",)
    guards = (own_pages_only,)

    @get("/games", summary="List the games in the box", operation_id="listGames", tags=["games"], responses=says(429))
    async def games(self) -> list[GameInfo]:
        return [game_info(id) for id in parlour.games()]

    @get(
        "/games/{game:str}",
        summary="One game, with its options",
        operation_id="getGame",
        tags=["games"],
        responses=says(404, 429),
    )
    async def game(self, game: FromPath[str]) -> GameInfo:
        try:
            return game_info(game)
        except RulesError:
            raise NotFoundException("There is no such game.") from None

    @post("/tables", summary="Make a table", operation_id="makeTable", responses=says(400, 403, 413, 429))
    async def make(self, request: AnyRequest, house: Shared, data: JSONBody[NewTable]) -> MadeTable:
        address = address_of(request)
        if not house.making.take("", address):
            raise HTTPException(status_code=429, detail="That is a lot of tables. Wait a little, then try again.")
        host = new_person()
        seats = []
        for wish in data.seats:
            if wish != "open" and not wish.startswith("bot:"):
                raise HTTPException(status_code=400, detail="A seat is open or bot:<name>.")
            seats.append(Seat("bot", bot=wish[4:]) if wish.startswith("bot:") else Seat())
        if data.pace not in PACES:
            raise HTTPException(status_code=400, detail=f"A pace is one of {', '.join(map(str, PACES))}.")

        def command(table: Table) -> None:
            table.make(
                data.game,
                data.players,
                data.options,
                host,
                seats,
                data.pace,
                components=data.components,
                variant=data.variant,
                hints=data.hints,
            )

        try:
            room = await house.hall.make(command, Asker(host, address))
        except Refused as refusal:
            raise HTTPException(status_code=400, detail=str(refusal)) from None
        promise = room.table.promise
        return MadeTable(
            room.table.id,
            house.signer.seat_token(room.table.id, -1, host),
            promise.hash if promise is not None else None,
        )

    @get(
        "/tables/{table:str}",
        summary="A table as everybody sees it",
        operation_id="getTable",
        responses=says(400, 404, 429),
    )
    async def table(self, request: AnyRequest, house: Shared, table: TableId) -> TableInfo:
        found = (await room_of(house, request, table)).table
        return TableInfo(
            found.id,
            found.game.id,
            found.rules_version,
            found.players,
            found.options,
            found.game.changes,
            found.variant,
            found.status,  # type: ignore[arg-type]
            [SeatInfo(seat.kind, seat.name, seat.bot, seat.stand_in, seat.resigned) for seat in found.seats],
            found.to_act(),
            found.moment,
            found.outcome.to_dict() if found.outcome is not None else None,
            found.promise.hash if found.promise is not None else None,
            found.nonces,
            found.pace,
            found.gives_hints,
        )

    @delete(
        "/tables/{table:str}",
        summary="Cancel a table before its game begins (host's token)",
        operation_id="cancelTable",
        security=BY_TOKEN,
        responses=says(400, 401, 403, 404, 409, 429),
    )
    async def cancel(self, request: AnyRequest, house: Shared, table: TableId) -> None:
        await do_as_host(house, request, table, Table.cancel)

    @post(
        "/tables/{table:str}/seats",
        summary="Take a free seat",
        operation_id="takeSeat",
        responses=says(400, 403, 404, 409, 413, 429),
    )
    async def sit(self, request: AnyRequest, house: Shared, table: TableId, data: JSONBody[TakeSeat]) -> TakenSeat:
        room = await room_of(house, request, table)
        person = new_person()
        name = clean(data.name, NAME_LENGTH)
        if not name:
            raise HTTPException(status_code=400, detail="A name is needed.")
        taken = -1

        def command(found: Table) -> None:
            nonlocal taken
            free = [i for i, seat in enumerate(found.seats) if seat.kind == "open"]
            taken = data.seat if data.seat is not None else free[0] if free else -1
            if taken not in free:
                raise Refused("Somebody sits there.")
            found.set_seat(person, taken, Seat("person", person, name, nonce=data.nonce))

        await do(room, command)
        return TakenSeat(taken, house.signer.seat_token(table, taken, person), data.nonce)

    @post(
        "/tables/{table:str}/start",
        summary="Start the game (host's token)",
        operation_id="startTable",
        security=BY_TOKEN,
        responses=says(400, 401, 403, 404, 409, 429),
    )
    async def start(self, request: AnyRequest, house: Shared, table: TableId) -> Done:
        return Done((await do_as_host(house, request, table, Table.start)).moment)

    @get(
        "/tables/{table:str}/view",
        summary="What a seat may know and do (seat's token; without one: a spectator)",
        operation_id="getView",
        security=BY_TOKEN_OR_NONE,
        responses=says(400, 401, 404, 429),
    )
    async def view(self, request: AnyRequest, house: Shared, table: TableId) -> SeatView:
        room = await room_of(house, request, table)
        found = room.table
        return seat_view(room, seat_of(house, request, found))

    @post(
        "/tables/{table:str}/actions",
        summary="Play an action (seat's token)",
        operation_id="act",
        security=BY_TOKEN,
        responses=says(400, 401, 403, 404, 409, 413, 429),
    )
    async def act(self, request: AnyRequest, house: Shared, table: TableId, data: JSONBody[Act]) -> Done:
        def play(found: Table, seat: int) -> None:
            found.play(seat, data.action, data.question)

        return Done((await do_in_seat(house, request, table, play)).moment)

    @post(
        "/tables/{table:str}/hint",
        summary="What a bot would answer, and why (seat's token)",
        description="At tables against bots, and where the host has allowed it. It is thought of for a moment, from "
        "what the seat may know.",
        operation_id="askHint",
        security=BY_TOKEN,
        responses=says(400, 401, 403, 404, 409, 429),
    )
    async def hint(self, request: AnyRequest, house: Shared, table: TableId) -> HintInfo:
        room = await room_of(house, request, table)
        found = room.table
        seat = own_seat(house, request, found)
        asker = Asker(bearer(house, request, table)[1], address_of(request))
        if not found.gives_hints:
            raise PermissionDeniedException("There are no hints at this table.")
        if found.state is None or seat not in found.asked:
            raise HTTPException(status_code=409, detail="Nothing is asked here.")
        if not house.hints.take(*asker):
            raise HTTPException(status_code=429, detail="Not so fast, please.")
        try:
            hint = await find_hint(house.hall, found, seat, len(found.steps), asker)
        except Refused as refusal:
            raise HTTPException(status_code=429, detail=str(refusal)) from None
        said = tell_hint(hint, words_of(found, house.lang_of(request)), found.state.view(seat), seat)
        return HintInfo(found.asked[seat], hint.action, hint.second, hint.certain, said)

    @post(
        "/tables/{table:str}/resign",
        summary="Give up (seat's token)",
        description="A bot plays on for the others. Between two players, or if no other person is left, the game ends: "
        'the outcome has the reason "resigned" and no scores.',
        operation_id="resign",
        security=BY_TOKEN,
        responses=says(400, 401, 403, 404, 409, 429),
    )
    async def resign(self, request: AnyRequest, house: Shared, table: TableId) -> Done:
        return Done((await do_in_seat(house, request, table, Table.resign)).moment)

    @get(
        "/tables/{table:str}/events",
        summary="What happens, as it happens (server-sent events; seat's token, or none for a spectator)",
        description="Each message is a JSON object: version, status, to_act, question, seconds_left (by seat, where "
        "there is a pace) and the events since the last. The stream ends with the game, and when the seat is lost.",
        operation_id="streamEvents",
        security=BY_TOKEN_OR_NONE,
        responses=says(400, 401, 404, 429),
        media_type="text/event-stream",
    )
    async def events(self, request: AnyRequest, house: Shared, table: TableId) -> ServerSentEvent:
        room = await room_of(house, request, table)
        seat = seat_of(house, request, room.table)
        _, person = bearer(house, request, table)
        if not house.sockets.free(person, address_of(request)):
            raise HTTPException(status_code=429, detail="Too many streams are open.")
        return ServerSentEvent(stream(house, room, seat, Asker(person, address_of(request))))


class SessionsApi(Controller):
    """Where one is signed in. These calls, and no others, go by the cookie of a browser."""

    path = "/api/sessions"
    tags = ("sessions",)
    guards = (own_pages_only,)

    @get(summary="Where you are signed in (by cookie)", operation_id="listSessions", responses=says(401, 429))
    async def sessions(self, request: AnyRequest, house: Shared) -> list[SessionInfo]:
        own = own_session(house, request)
        found = await house.sessions.list_signed_in(own)
        return [SessionInfo(one.id, one.device, one.seen, one.id == own.id) for one in found]

    @delete(
        "/{session:str}",
        summary="Sign out in one browser (by cookie)",
        operation_id="endSession",
        responses=says(400, 401, 403, 404, 429),
    )
    async def end(self, request: AnyRequest, house: Shared, session: FromPath[str]) -> None:
        if not await house.sessions.end(own_session(house, request), session):
            raise NotFoundException("You are not signed in there.")

    @delete(
        summary="Sign out everywhere else (by cookie)",
        operation_id="endOtherSessions",
        responses=says(400, 401, 403, 429),
    )
    async def end_others(self, request: AnyRequest, house: Shared) -> None:
        await house.sessions.end_others(own_session(house, request))


def own_session(house: House, request: AnyRequest) -> Session:
    found = house.sessions.of(request)
    if found is None:
        raise NotAuthorizedException("You are not signed in.")
    return found


def seconds_left(room: Room) -> dict[str, float]:
    return {str(seat): round(seconds, 1) for seat, seconds in room.seconds_left().items()}


def seat_view(room: Room, seat: int | None) -> SeatView:
    table = room.table
    state = table.state
    return SeatView(
        table.moment,
        table.status,  # type: ignore[arg-type]
        seat,
        table.to_act(),
        table.asked.get(seat) if seat is not None else None,
        state.legal(seat) if state is not None and seat is not None and table.status == "playing" else [],
        state.view(seat) if state is not None else None,
        table.outcome.to_dict() if table.outcome is not None else None,
        seconds_left(room),
    )


class StreamListener:
    """A program that listens."""

    def __init__(self, asker: Asker) -> None:
        self.person, self.address = asker
        self.news = asyncio.Event()

    def wake(self) -> None:
        self.news.set()


async def stream(house: House, room: Room, seat: int | None, asker: Asker) -> AsyncIterator[ServerSentEventMessage]:
    """What a seat (or a spectator) may hear, for as long as the person sits there."""
    listener = StreamListener(asker)
    room.come(listener)
    # Who comes after an undo gets what has happened and still counts.
    sent, cuts, version = 0, room.table.cuts, -1
    with ExitStack() as leaving:
        leaving.enter_context(house.sockets.place(*asker))
        leaving.callback(room.go, listener)
        while True:
            listener.news.clear()
            table = room.table
            if seat is not None and seat not in table.seats_of(asker.person):
                return  # somebody else may sit there by now
            if table.moment != version:
                if table.cuts != cuts:
                    sent, cuts = len(table.lines), table.cuts
                events = [line.event.seen_by(seat).to_dict() for line in table.lines[sent:] if line.event is not None]
                message = {
                    "version": table.moment,
                    "status": table.status,
                    "to_act": table.to_act(),
                    "question": table.asked.get(seat) if seat is not None else None,
                    "seconds_left": seconds_left(room),
                    "undone": table.cuts,
                    "events": events,
                }
                sent, version = len(table.lines), table.moment
                yield ServerSentEventMessage(data=msgspec.json.encode(message).decode())
                if table.status == "over":
                    return
            try:
                await asyncio.wait_for(listener.news.wait(), 20)
            except TimeoutError:
                yield ServerSentEventMessage(comment="still here")


def trouble(status: int, error: str, rule: str | None = None) -> Response[Any]:
    return Response(Trouble(error, rule), status_code=status, media_type="application/json")
