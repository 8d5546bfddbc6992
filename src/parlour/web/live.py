"""The socket of a table: commands come in, the table as one may see it goes out.

Nothing is queued for a slow client: it is told "there is something new", and when it can take a message it gets the
table as it is then. What it has already is not sent again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Annotated, Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from parlour.bots.why import tell_hint
from parlour.faces.look import look_at
from parlour.rules.errors import IllegalAction, RulesError
from parlour.tables.clocks import warning
from parlour.tables.elements import Refused, Seat
from parlour.tables.fair_queue import Asker
from parlour.tables.log import StorageError
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.web.accounts import account_cached, last_move_now
from parlour.web.boards import rules_file
from parlour.web.hints import find_hint
from parlour.web.house import House, Shared, address_of
from parlour.web.reasons import why_not
from parlour.web.regions import draw_cached, eyes_of
from parlour.web.room_cache import NOTHING, Drawn, Eyes, RoomCache, cache_of, forget_room
from parlour.web.words import phrases, words_of

logger = structlog.get_logger("parlour.live")
LINES = 300  # the most lines of the log that are sent at once; the replay has them all
SIGNED_OUT = 4401  # why a socket is closed whose session was ended
SPOKEN = 6  # the most sentences that are read out at once
encode = msgspec.json.Encoder().encode


class Command(msgspec.Struct, tag_field="do", forbid_unknown_fields=True):
    """What a browser may send."""


class Play(Command, tag="play"):
    action: str
    question: int


class Here(Command, tag="here"):
    seat: int


class Tell(Command, tag="tell"):
    """What would an action do, in words? For those who confirm it first, and for fingers, which cannot hover."""

    action: str


Name = Annotated[str, msgspec.Meta(max_length=64)]  # of a thing on a board


class Why(Command, tag="why"):
    """Why can this thing not be chosen? What has been picked so far, and the names of the thing (`web/reasons.py`)."""

    picked: Annotated[list[Name], msgspec.Meta(max_length=16)]
    names: Annotated[list[Name], msgspec.Meta(max_length=16)]


class AskHint(Command, tag="hint"):
    """What would a bot answer to my question, and why?"""

    question: int


class Awake(Command, tag="awake"):
    pass


class AsText(Command, tag="text"):
    on: bool


class Sit(Command, tag="sit"):
    seat: int | None = None  # none: any that is free
    nonce: str = ""
    name: str = ""  # what they want to be called from now on


class AskToSit(Command, tag="ask-to-sit"):
    pass


class LetSit(Command, tag="let-sit"):
    key: str
    yes: bool


class Leave(Command, tag="leave"):
    seat: int


class TakeBot(Command, tag="bot"):
    seat: int
    bot: str


class Fill(Command, tag="fill"):
    bot: str


class Start(Command, tag="start"):
    pass


class UndoStep(Command, tag="undo"):
    pass


class Answer(Command, tag="answer"):
    yes: bool


class Say(Command, tag="say"):
    text: str


class AskRematch(Command, tag="rematch"):
    rotate: bool


class AnswerRematch(Command, tag="answer-rematch"):
    yes: bool


class OpenRematch(Command, tag="open-rematch"):
    """Wait no longer for those who have not answered."""


class Resign(Command, tag="resign"):
    pass


class GoAway(Command, tag="away"):
    """A stand-in shall play until I am back."""


class Cancel(Command, tag="cancel"):
    """There shall be no game at this table."""


class Order(Command, tag="order"):
    name: str
    value: int | bool | str | None


class Live:
    """One browser at one table."""

    def __init__(self, house: House, socket: WebSocket[Any, Any, Any], room: Room, person: str, lang: str) -> None:
        self.house = house
        self.socket = socket
        self.room = room
        self.person = person
        self.session = house.sessions.of(socket)
        self.address = address_of(socket)
        self.lang = lang
        self.loop = asyncio.get_running_loop()
        self.woken = self.loop.create_future()  # done when there is something to send
        self.text = False  # shows the table as text
        self.shown: int | None = None  # whose secrets are on a shared screen
        self.answers: list[dict[str, Any]] = []  # refusals and the like, for this browser only
        self.next_table = room.table.next_table  # the rematch that this browser knows of
        self.advice: asyncio.Task[None] | None = None  # a hint that is being thought about, and the question it is for
        self.advised: tuple[int, int] = (-1, -1)
        self.told_hint: dict[str, Any] = {}  # what was told of that
        self.leaving = False  # goes away on purpose: nothing that it still sends is a sign of life
        # What it has been sent:
        self.eyes: Eyes | None = None
        self.drawn = NOTHING
        self.version = -1
        self.lines = 0
        self.cuts = 0
        self.chats = 0

    def wake(self) -> None:
        if self.advice is not None and self.room.table.asked.get(self.advised[0]) != self.advised[1]:
            self.advice.cancel()  # which withdraws the question
        if not self.woken.done():
            self.woken.set_result(None)

    # -- out ---------------------------------------------------------------------------------------

    async def send_all(self) -> None:
        """Send news as long as the socket takes them."""
        self.wake()
        while True:
            await self.woken
            self.woken = self.loop.create_future()
            if self.signed_out:
                await self.close_signed_out()
                return
            self.follow()
            while self.answers:
                await self.socket.send_text(encode(self.answers.pop(0)).decode())
            text = self.message()
            if text:
                await self.socket.send_text(text)
                self.house.metrics.went += 1

    def follow(self) -> None:
        """Go to the rematch when there is one, if its person has agreed to it."""
        table = self.room.table
        if table.next_table != self.next_table:
            self.next_table = table.next_table
            if table.rematch is not None and self.person in table.rematch.accepted:
                self.answers.append({"is": "go", "to": f"/t/{table.next_table}"})

    @property
    def signed_out(self) -> bool:
        """Whether this is no longer the person who came; a stranger from the start stays one."""
        return self.session is not None and not self.house.sessions.stands(self.session)

    async def close_signed_out(self) -> None:
        await self.socket.close(code=SIGNED_OUT, reason="signed out")

    def note_session(self) -> None:
        """List this browser among those in which its person is signed in."""
        if self.session is not None:
            user_agent = self.socket.headers.get("user-agent", "")
            self.house.hall.spawn(self.house.sessions.note(self.session, user_agent))

    def message(self) -> str:
        """What has changed for these eyes since the last message; nothing if nothing has.

        People who watch and have got the same so far share one message."""
        table = self.room.table
        eyes = eyes_of(table, self.person, self.lang, self.shown, self.text)
        if eyes.seat is not None and table.shared_screen(self.person):
            self.shown = eyes.seat
        cached = cache_of(self.room)
        drawn = draw_cached(self.room, cached, eyes)
        first = self.eyes is None or eyes[:-1] != self.eyes[:-1]  # whoever asks for the table as text sees no more
        news = self.shared_news if eyes.seat is None else self.news
        text = news(cached, eyes, drawn, first)
        self.eyes, self.drawn = eyes, drawn
        self.lines, self.cuts, self.chats = len(table.lines), table.cuts, len(table.chats)
        if text:
            self.version = table.moment
            if table.pace:  # never shared: the seconds are those of the moment at which it is sent
                text = f'{text[:-1]},"clock":{encode(self.clock()).decode()}}}'
        return text

    def clock(self) -> dict[str, Any]:
        """Who is asked, with the seconds that are left, for a browser to count down from."""
        table = self.room.table
        words, mine = words_of(table, self.lang), table.seats_of(self.person)
        left = [
            {"seat": seat, "name": words.seat(seat), "left": round(seconds, 1), "yours": seat in mine}
            for seat, seconds in self.room.seconds_left().items()
        ]
        return {"pace": table.pace, "warn": warning(table.pace), "asked": left}

    def shared_news(self, cached: RoomCache, eyes: Eyes, drawn: Drawn, first: bool) -> str:
        """The news for somebody who watches, from the cache if somebody else has just got the same."""
        new, nothing = self.eyes is None, self.version == -1
        key = (drawn, self.drawn, self.lines, self.cuts, self.chats, first, new, nothing)
        text = cached.messages.get(key)
        if text is None:
            text = cached.messages[key] = self.news(cached, eyes, drawn, first)
        return text

    def news(self, cached: RoomCache, eyes: Eyes, drawn: Drawn, first: bool) -> str:
        """What is new in a drawing, the log and the chat since the last message; nothing if nothing is."""
        table, before = self.room.table, self.drawn.regions
        regions = {name: html for name, html in drawn.regions.items() if before.get(name) != html}
        message: dict[str, Any] = {"is": "table", "version": table.moment, "turn": drawn.turn}
        if regions:
            message["regions"] = regions
        if "board" in regions or "ask" in regions:
            message["picks"] = drawn.picks
            message["question"] = drawn.question
        if "board" in regions and table.state is not None and eyes.curtain is None and not eyes.text:
            message["last"] = last_move_now(self.room, cached, eyes.seat)
        again = first or self.cuts != table.cuts
        if again:
            message["again"] = True  # the log begins anew
        new = max(0 if again else self.lines, len(table.lines) - LINES)
        if new < len(table.lines) or again:
            happened = account_cached(self.room, cached, new, self.lang, eyes.seat)
            message["log"] = happened.html
            if self.eyes is not None and eyes.curtain is None:
                message["say"] = happened.said[-1 if again else -SPOKEN :]
                if "last" in message and not again:
                    message["beats"] = happened.beats
        if self.chats != len(table.chats):
            message["chat"] = [[chat.name, chat.text] for chat in table.chats[self.chats :][-LINES:]]
        return encode(message).decode() if len(message) > 3 or self.version == -1 else ""

    def refuse(self, why: str, rule: str = "") -> None:
        """Tell this browser, and only it, why something was not done."""
        answer: dict[str, Any] = {"is": "refused", "why": why}
        if rule and rules_file(self.room.table.game.id, self.lang):
            answer["link"] = f"/rules/{self.room.table.game.id}#{rule.lower()}"
        if rule:
            answer["rule"] = rule
        self.answer(answer)

    def answer(self, answer: dict[str, Any]) -> None:
        """Something for this browser only."""
        self.answers.append(answer)
        self.wake()

    # -- in ----------------------------------------------------------------------------------------

    async def receive_all(self) -> None:
        while True:
            data = await self.socket.receive_data(mode="text")
            self.house.metrics.came += 1
            if self.signed_out:
                await self.close_signed_out()
                return
            if not self.house.messages.take(self.person, self.address):
                await self.socket.close(code=1008, reason="too many messages")
                return
            try:
                command = decoder.decode(data or "")
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                self.refuse(phrases(self.lang).t("This message was not understood."))
                continue
            await self.obey(command)

    async def obey(self, command: Command) -> None:
        words = phrases(self.lang)
        if not self.leaving:
            self.room.note_sign_of_life(self)
        began = time.perf_counter()
        try:
            await self.carry_out(command)
        except Refused as refusal:
            self.refuse(refusal.sentence(words))
        except IllegalAction as error:
            self.refuse(words_of(self.room.table, self.lang).explanation(error), error.rule)
        except RulesError as error:
            self.refuse(str(error))
        except StorageError:
            logger.error("a command was not kept", game=self.room.table.game.id)
            self.refuse(words.t("The server could not keep this; nothing has changed. Please try again."))
        self.house.metrics.commands.observe(time.perf_counter() - began)

    async def carry_out(self, command: Command) -> None:
        await DEEDS[type(command)](self, command)

    def go(self, to: str) -> None:
        """Lead this browser to another page."""
        self.answer({"is": "go", "to": to})

    async def stay_awake(self, command: Awake) -> None:
        """The sign of life, which every message is, was all."""

    async def play(self, command: Play) -> None:
        await self.room.do(lambda table: table.play(self.own_seat(table), command.action, command.question))

    async def tell(self, command: Tell) -> None:
        """An action that this browser may choose now, with what it would bring about as far as its seat can know."""
        table = self.room.table
        seat = self.own_seat(table)
        if table.state is None or command.action not in table.state.legal(seat):
            raise Refused("The table has changed meanwhile; this choice was for an earlier question.")
        look = look_at(table.state, table.game, seat, words_of(table, self.lang))
        said = look.words.forecast(command.action, look.view, look.previews[command.action].events)
        self.answer({"is": "told", "action": command.action, "said": said})

    async def explain(self, command: Why) -> None:
        """Why something cannot be chosen now: who is waited for, or what the referee says to it."""
        table = self.room.table
        if table.state is None or not self.house.reasons.take(self.person, self.address):
            return
        words = words_of(table, self.lang)
        if table.outcome is not None:
            raise Refused("The game is over.")
        seat = self.own_seat(table)
        if seat not in table.asked:
            waited = words.list_of([words.who(other) for other in table.asked])
            self.refuse(words.n("It is {who}'s turn.", "It is up to {who} now.", len(table.asked), who=waited))
            return
        reason = why_not(look_at(table.state, table.game, seat, words), command.picked, command.names)
        question = words.question(table.state.view(seat), seat)
        self.refuse(*(reason or (f"{words.t('This cannot be chosen now.')} {question}",)))

    async def hint(self, command: AskHint) -> None:
        """Let a worker think about this browser's question; the answer comes when it is there, unless the question has
        gone by then."""
        table = self.room.table
        seat = self.own_seat(table)
        if not table.gives_hints:
            raise Refused("There are no hints at this table.")
        if table.asked.get(seat) != command.question:
            raise Refused("The table has changed meanwhile; this choice was for an earlier question.")
        if self.advice is not None:
            return  # it is on its way
        if self.told_hint and self.advised == (seat, command.question):
            return self.answer(self.told_hint)  # whoever asks twice hears the same
        if not self.house.hints.take(self.person, self.address):
            raise Refused("Not so fast, please.")
        self.advised, self.told_hint = (seat, command.question), {}
        self.advice = self.house.hall.spawn(self.think(seat, command.question))
        self.advice.add_done_callback(self.forget_advice)

    def forget_advice(self, task: asyncio.Task[None]) -> None:
        self.advice = None

    async def think(self, seat: int, question: int) -> None:
        table = self.room.table
        assert table.state is not None
        view = table.state.view(seat)
        asker = Asker(self.person, self.address)
        try:
            hint = await find_hint(self.house.hall, table, seat, len(table.steps), asker)
        except Refused as refusal:
            return self.refuse(refusal.sentence(phrases(self.lang)))
        except Exception:
            logger.exception("no hint was found", game=table.game.id)
            return self.refuse(phrases(self.lang).t("No hint was found."))
        if self.room.table.asked.get(seat) == question and self.own_seat(self.room.table) == seat:
            said = tell_hint(hint, words_of(table, self.lang), view, seat)
            told = {"is": "hint", "question": question, "action": hint.action, "second": hint.second, "said": said}
            self.told_hint = told
            self.answer(told)

    async def show_seat(self, command: Here) -> None:
        if command.seat not in self.room.table.seats_of(self.person):
            raise Refused("That is not your seat.")
        self.shown = command.seat
        self.wake()

    async def show_text(self, command: AsText) -> None:
        self.text = command.on
        self.wake()

    async def sit(self, command: Sit) -> None:
        if command.name and self.person:
            await self.house.rename(self.person, command.name)
        seat = Seat("person", self.person, await self.own_name(), nonce=command.nonce)
        await self.room.do(lambda table: table.set_seat(self.person, wished_seat(table, command.seat), seat))
        self.note_session()

    async def ask_to_sit(self, command: AskToSit) -> None:
        if self.person and not self.house.chat.take(self.person, self.address):
            raise Refused("Not so fast, please.")
        name = await self.own_name()
        await self.room.do(lambda table: table.ask_to_sit(self.person, name))
        self.note_session()

    async def let_sit(self, command: LetSit) -> None:
        await self.room.do(lambda table: table.answer_sitter(self.person, command.key, command.yes))

    async def leave(self, command: Leave) -> None:
        await self.room.do(lambda table: table.set_seat(self.person, command.seat, Seat()))

    async def take_bot(self, command: TakeBot) -> None:
        await self.room.do(lambda table: table.set_seat(self.person, command.seat, Seat("bot", bot=command.bot)))

    async def fill(self, command: Fill) -> None:
        await self.room.do(lambda table: table.fill(self.person, command.bot))

    async def start(self, command: Start) -> None:
        await self.room.do(lambda table: table.start(self.person))

    async def undo(self, command: UndoStep) -> None:
        await self.room.do(lambda table: table.undo(self.own_seat(table)))

    async def answer_undo(self, command: Answer) -> None:
        await self.room.do(lambda table: table.answer_undo(self.person, command.yes))

    async def say(self, command: Say) -> None:
        if self.person and not self.house.chat.take(self.person, self.address):
            raise Refused("Not so fast, please.")
        name = await self.own_name()
        await self.room.do(lambda table: table.say(self.person, name, command.text))

    async def rematch(self, command: AskRematch) -> None:
        known = self.room.table.next_table
        if await self.house.hall.rematch(self.room, self.person, command.rotate) is not None and known:
            self.go(f"/t/{known}")

    async def answer_rematch(self, command: AnswerRematch) -> None:
        await self.house.hall.answer_rematch(self.room, self.person, command.yes)

    async def open_rematch(self, command: OpenRematch) -> None:
        await self.house.hall.open_rematch(self.room, self.person)

    async def resign(self, command: Resign) -> None:
        await self.room.do(lambda table: table.resign(self.own_seat(table)))

    async def go_away(self, command: GoAway) -> None:
        self.leaving = True
        await self.room.do(lambda table: table.leave_for_now(self.person))
        self.go("/")

    async def cancel(self, command: Cancel) -> None:
        await self.room.do(lambda table: table.cancel(self.person))
        self.go("/")

    async def order(self, command: Order) -> None:
        await self.room.do(lambda table: table.order(self.own_seat(table), command.name, command.value))

    async def own_name(self) -> str:
        if not self.person:
            raise Refused("Only people with a name can do that.")
        return await self.house.name_of(self.person, self.lang)

    def own_seat(self, table: Table) -> int:
        """The seat for which this browser may act: its own, at a shared screen the one that is shown."""
        mine = table.seats_of(self.person)
        if len(mine) == 1:
            return mine[0]
        if self.shown in mine and self.shown is not None:
            return self.shown
        if mine:
            raise Refused("First say that you are here.")
        raise Refused("You watch this game; you do not play it.")


def wished_seat(table: Table, wish: int | None) -> int:
    """The seat that somebody wants, or the first that is free."""
    if wish is not None:
        return wish
    free = [i for i, seat in enumerate(table.seats) if seat.kind == "open"]
    if not free:
        raise Refused("All seats are taken.")
    return free[0]


# What each message of a browser does.
DEEDS: dict[type[Command], Callable[[Live, Any], Awaitable[None]]] = {
    Play: Live.play,
    Tell: Live.tell,
    Why: Live.explain,
    AskHint: Live.hint,
    Here: Live.show_seat,
    Awake: Live.stay_awake,
    AsText: Live.show_text,
    Sit: Live.sit,
    AskToSit: Live.ask_to_sit,
    LetSit: Live.let_sit,
    Leave: Live.leave,
    TakeBot: Live.take_bot,
    Fill: Live.fill,
    Start: Live.start,
    UndoStep: Live.undo,
    Answer: Live.answer_undo,
    Say: Live.say,
    AskRematch: Live.rematch,
    AnswerRematch: Live.answer_rematch,
    OpenRematch: Live.open_rematch,
    Resign: Live.resign,
    GoAway: Live.go_away,
    Cancel: Live.cancel,
    Order: Live.order,
}
decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(reduce(or_, DEEDS))


@websocket("/t/{id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], house: Shared, id: FromPath[str]) -> None:
    if not house.own_origin(socket):
        await socket.close(code=4403, reason="this page is not ours")
        return
    try:
        room = await house.hall.room(id)
    except Refused:  # it is set aside; its page says so
        room = None
    if room is None:
        await socket.close(code=4404, reason="there is no such table")
        return
    person = house.person_of(socket)
    with house.sockets.place(person, address_of(socket)) as free:
        if free:
            await socket.accept()
            await stay(Live(house, socket, room, person, house.lang_of(socket)))
        else:
            await socket.close(code=4429, reason="too many sockets")


async def stay(here: Live) -> None:
    """Send and receive until the browser goes away."""
    room, socket = here.room, here.socket
    room.come(here)
    if room.table.seats_of(here.person):
        here.note_session()
    here.house.sessions.add_socket(here.session, here.wake)
    sending = asyncio.create_task(here.send_all())
    receiving = asyncio.create_task(here.receive_all())
    try:
        done, _ = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = task.exception()
            if error is not None and not isinstance(error, (WebSocketDisconnect, RuntimeError, OSError)):
                logger.error("a socket broke", error=type(error).__name__, exc_info=error)
                with suppress(Exception):
                    await socket.close(code=1011)
    finally:
        if here.advice is not None:
            here.advice.cancel()
        room.go(here)
        if not room.watchers:
            forget_room(room)
        here.house.sessions.drop_socket(here.session, here.wake)
        for task in (sending, receiving):
            task.cancel()
        with suppress(Exception, asyncio.CancelledError):
            await asyncio.gather(sending, receiving, return_exceptions=True)
