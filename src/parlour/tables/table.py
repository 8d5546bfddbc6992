"""One table: what its log adds up to, and what people can do at it.

A table is never changed under its readers. A command works on a `fork`, which collects the entries it makes in
`fresh`; when they are on disk the fork takes the place of the old table. What an entry changes is said in `folding.py`,
for new entries and for those of a log that is read back.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.rules.chance import Rng
from parlour.rules.game import Game, find
from parlour.rules.move import Move
from parlour.rules.outcome import Outcome
from parlour.rules.record import Record
from parlour.rules.state import CHANCE, NOBODY, State
from parlour.tables import clocks
from parlour.tables.clocks import When
from parlour.tables.elements import (
    Chat,
    Line,
    Refused,
    Rematch,
    Request,
    Seat,
    Sitter,
    Step,
    Undo,
    check_seat,
    clean,
    stand_in,
    with_names,
)
from parlour.tables.folding import fold
from parlour.tables.log import Entry, Summary
from parlour.tables.orders import orders_of
from parlour.tables.promises import SCHEME, FairDealer, Promise, draw_chance, new_promise, shared_lists
from parlour.tables.variants import LONGEST, variant_for_table
from parlour.tables.variants import NAME_LENGTH as VARIANT_LENGTH

PACES = (0, 30, 60, 180, 600, 3600, 86400, 259200)  # seconds for a decision; 0 is no limit
NAME_LENGTH = 24
CHAT_LENGTH = 500
SITTERS = 12  # the most people who ask for a seat at the same time
MARK = 100  # steps after each of which the state is kept: so an earlier one is soon found


class Table:
    """A table and its game, as far as its log goes."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.version = 0  # how many entries it has
        self.moment = 0  # how many of them everybody may know of: the only count that leaves the server
        self.fresh: list[Entry] = []  # entries that are not on disk yet
        self.game: Game = None  # type: ignore[assignment]  # the first entry says which; it may be a variant
        self.variant = ""  # what a variant is called, if somebody gave it a name
        self.players = 0
        self.options: dict[str, Any] = {}
        self.rules_version = 0
        self.host = ""
        self.pace = 0
        self.daily: str | None = None
        self.hints = False  # whether everybody may ask for hints, though several people play
        self.seats: list[Seat] = []
        self.source: dict[str, Any] = {}  # the record that this table plays on from
        self.setup: dict[str, Any] = {}
        self.promise: Promise | None = None  # where chance comes from; its seed stays here until the end
        self.nonces: list[str] = []  # of the seats, fixed when the game began
        self.draws: list[dict[str, Any]] | None = None  # how the set-up was drawn, if it was
        self.seed = ""  # where chance comes from at tables without a promise; it never leaves the server
        self.state: State | None = None
        self.broken = ""  # why the log cannot be replayed under the rules of today
        self.steps: list[Step] = []
        self.marks: tuple[State, ...] = ()  # the state after every hundred steps
        self.lines: list[Line] = []
        self.cuts = 0  # how often lines were taken away: a reader who has seen fewer reads again
        self.chats: list[Chat] = []
        self.asked: dict[int, int] = {}  # seat -> the moment since which its present question stands
        self.now = When()  # the moment of the last entry
        self.asked_since: dict[int, When] = {}  # seat -> when it was asked its present question
        self.spent: dict[int, float] = {}  # seat -> seconds it had used for that question before a step was taken back
        self.overdue: frozenset[int] = frozenset()  # seats out of time: a stand-in answers this one question
        self.orders: dict[int, dict[str, Any]] = {}  # seat -> its standing orders, which only that seat knows
        self.request: Request | None = None
        self.ended: Outcome | None = None  # how the game ended if the rules did not end it: somebody resigned
        self.cancelled = False  # before it began
        self.deleted = False
        self.hidden: frozenset[str] = frozenset()  # people who do not want to see it on their shelf
        self.rematch: Rematch | None = None
        self.sitters: tuple[Sitter, ...] = ()  # who watches and asks for a bot's seat
        self.next_table = ""  # the rematch
        self.updated = 0.0

    def fork(self) -> Table:
        """A copy to work on; it shares what never changes."""
        made = Table.__new__(Table)
        made.__dict__.update(self.__dict__)
        made.fresh = []
        made.seats = list(self.seats)
        made.state = self.state.clone() if self.state is not None else None
        made.steps = list(self.steps)
        made.lines = list(self.lines)
        made.chats = list(self.chats)
        made.asked = dict(self.asked)
        made.asked_since = dict(self.asked_since)
        made.spent = dict(self.spent)
        made.orders = dict(self.orders)
        return made

    # -- what is so now -------------------------------------------------------------------------

    @property
    def status(self) -> str:
        if self.ended is not None or self.cancelled or self.deleted:
            return "over"
        if self.state is None and not self.broken:
            return "lobby"
        return "over" if self.broken or self.state is None or self.state.actor() == NOBODY else "playing"

    @property
    def frozen(self) -> bool:
        """Whether it was made under other rules than today's: it can be read, not played on."""
        return self.rules_version != self.game.rules_version or bool(self.broken)

    @property
    def outcome(self) -> Outcome | None:
        if self.ended is not None:
            return self.ended
        return self.state.outcome if self.state is not None else None

    def to_act(self) -> list[int]:
        return self.state.owing() if self.state is not None and self.ended is None else []

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person plays: one, or several at one screen."""
        return [i for i, seat in enumerate(self.seats) if seat.person == person and seat.human] if person else []

    def names(self) -> list[str]:
        """The names of people and bots by seat; empty where the game's own name for the seat will do."""
        return [seat.name for seat in self.seats]

    def played_by_bot(self, seat: int) -> str:
        """The bot that answers for a seat now, if one does."""
        there = self.seats[seat]
        if there.kind == "bot":
            return there.bot
        return stand_in() if there.human and (there.stand_in or seat in self.overdue) else ""

    @property
    def gives_hints(self) -> bool:
        """Whether somebody who is asked may ask what a bot would answer: against bots, and at one screen. Among people
        only if the table was made so, for all who sit down there to see; never where the scores of a day are compared.
        """
        playing = self.status == "playing" and not self.frozen and self.daily is None
        return playing and (self.hints or len(self.guests()) < 2)

    def advice_seed(self, steps: int) -> str:
        """What a hint draws from: whoever asks twice hears the same."""
        return f"{self.id}:{steps}"

    def shared_screen(self, person: str) -> bool:
        return len(self.seats_of(person)) > 1

    def summary(self) -> Summary:
        asked = set(self.to_act())
        people = tuple(
            (i, seat.person, i in asked and seat.human)
            for i, seat in enumerate(self.seats)
            if (seat.human or seat.resigned) and not self.cancelled and not self.deleted
        )
        about: dict[str, Any] = {
            "names": self.names(),
            "kinds": [seat.kind for seat in self.seats],
            "steps": len(self.steps),
            "outcome": self.outcome.to_dict() if self.outcome is not None else None,
        }
        if self.state is not None and self.state.outcome is not None and (kept := self.game.summary_of(self.state)):
            about["kept"] = kept
        if resigned := [i for i, seat in enumerate(self.seats) if seat.resigned]:
            about["resigned"] = resigned
        if self.hidden:
            about["hidden"] = sorted(self.hidden)
        if self.game.changes:
            about["components"] = self.game.changes
            about["variant"] = self.variant
        if self.daily is not None and self.promise is not None:
            about["hash"] = self.promise.hash
        return Summary(
            self.id, self.game.id, self.rules_version, self.status, self.host, people, about, self.updated, self.daily
        )

    # -- the log ------------------------------------------------------------------------------------

    def add(self, kind: str, code: int | None = None, /, **body: Any) -> None:
        """Make a new entry and take it into account; `code` is that of a move which has been parsed."""
        if self.deleted:
            raise Refused("This table was deleted.")
        moment = clocks.now()
        if self.pace or body.get("pace"):
            body["tick"] = clocks.tick_of(moment)
        entry = Entry(kind, body, moment.at)
        self.fresh.append(entry)
        fold(self, entry, code)

    def time_spent(self, seat: int, now: When) -> float:
        """Seconds that a seat has used for its present question."""
        return self.spent[seat] + self.asked_since[seat].until(now) if seat in self.asked else 0.0

    # -- commands, on a fork: they add entries or raise `Refused` ----------------------------------

    def make(
        self,
        game: str,
        players: int | None,
        options: Mapping[str, Any],
        host: str,
        seats: Sequence[Seat] = (),
        pace: int = 0,
        daily: str | None = None,
        source: Mapping[str, Any] | None = None,
        promise: Promise | None = None,
        components: Mapping[str, Any] | None = None,
        variant: str = "",
        home_made: bool = False,
        hints: bool = False,
    ) -> None:
        """The first entry. `promise` is one that was given before somebody's nonce came; else there is a new one.
        `components` are changes of the box's, and `variant` is what they are called; a record that is `home_made`, by
        the lab of this server, may have any. With `hints` everybody may ask for them."""
        changes = components if components is not None else (source or {}).get("components", {})
        found = find(game).variant(changes) if home_made else variant_for_table(find(game), changes)
        if found.changes and daily is not None:
            raise Refused("A daily deal is played by the box's rules.")
        count = found.check_table(players, options)
        if pace not in PACES:
            raise Refused("This pace is not offered.")
        full = [*seats[:count], *[Seat()] * (count - len(seats))]
        for seat in full:
            check_seat(seat, found, count)
        full = with_names(game, self.id, full)
        if source is not None:
            found.replay({**source, "game": game, "components": found.changes})
        if promise is None and any(seat.kind != "record" for seat in full):
            promise = new_promise()
        self.add(
            "made",
            game=game,
            players=count,
            options=dict(options),
            rules_version=found.rules_version,
            host=host,
            pace=pace,
            seats=[seat.to_dict() for seat in full],
            daily=daily,
            source=dict(source) if source is not None else None,
            promise=promise.to_dict() if promise is not None else None,
            **({"hints": True} if hints else {}),
            **({"components": found.changes, "variant": clean(variant, VARIANT_LENGTH)} if found.changes else {}),
        )

    def set_seat(self, by: str, number: int, seat: Seat) -> None:
        """The host arranges the seats; anybody may take an open one or leave their own."""
        self._in_lobby()
        if not 0 <= number < self.players:
            raise Refused("There is no such seat.")
        there = self.seats[number]
        check_seat(seat, self.game, self.players)
        mine = self.seats_of(by)
        taking = seat.kind == "person" and seat.person == by and there.kind == "open"
        leaving = seat.kind == "open" and number in mine
        if by == self.host:
            if seat.kind == "person" and seat.person != by:
                raise Refused("Only they can sit down themselves.")
            if seat.kind == "screen" and seat.person != by:
                raise Refused("Only they can sit down themselves.")
            if there.human and there.person != by and seat.kind != "open":
                raise Refused("Somebody sits there.")
        elif not taking and not leaving:
            if there.kind != "open":
                raise Refused("Somebody sits there.")
            raise Refused("Only the host can do that.")
        if seat.kind == "person":
            for other in mine:
                if self.seats[other].kind == "person" and other != number:
                    self.add("seat", seat=other, **Seat().to_dict())
        there_then = [*self.seats[:number], seat, *self.seats[number + 1 :]]
        self.add("seat", seat=number, **with_names(self.game.id, self.id, there_then)[number].to_dict())

    def fill(self, by: str, bot: str) -> None:
        """Bots take all open seats."""
        self._host_only(by)
        for i, seat in enumerate(self.seats):
            if seat.kind == "open":
                self.set_seat(by, i, Seat("bot", bot=bot))

    def start(self, by: str, seed: str | None = None, setup: dict[str, Any] | None = None) -> None:
        """Begin with a set-up, or one that is dealt: as promised, or from a seed that is given here."""
        self._host_only(by)
        self._in_lobby()
        if any(seat.kind == "open" for seat in self.seats):
            raise Refused("Some seats are still free.")
        setup = self.source.get("setup", setup)
        if seed is not None or self.promise is None:
            seed = seed if seed is not None else secrets.token_hex(16)
            if setup is None:
                setup = self.game.setup(self.players, self.options, f"{seed}:setup")
            self.add("started", setup=setup, seed=seed)
        else:
            nonces, draws = [seat.nonce for seat in self.seats], None
            if setup is None:
                dealer = FairDealer(self.promise, nonces, 0)
                setup, draws = self.game.setup(self.players, self.options, dealer), dealer.draws
            self.add("started", setup=setup, nonces=nonces, draws=draws)
        self._chance()

    def play(self, seat: int, action: str, question: int | None = None, by: str = "") -> None:
        """Carry out a seat's answer, and the chance steps that follow. `IllegalAction` if the rules forbid it."""
        self._in_play()
        if question is not None and self.asked.get(seat) != question:
            raise Refused("The table has changed meanwhile; this choice was for an earlier question.")
        assert self.state is not None
        if not isinstance(action, str) or len(action) > 400:
            raise Refused("That is not an action.")
        code = self.state.parse(seat, action)
        self.add("move", code, seat=seat, action=action, **({"by": by} if by else {}))
        self._chance()
        if self.game.changes and len(self.steps) >= LONGEST and self.status == "playing":
            self.add("stopped")

    def order(self, seat: int, name: str, value: object) -> None:
        """Give a standing order, or take it back with `None`."""
        self._in_play()
        assert self.state is not None
        known = orders_of(self.game.id)
        if value is None:
            if name in self.orders.get(seat, {}):
                self.add("order", seat=seat, name=name, kept=None)
            return
        kept = known.accept(self.state.view(seat), seat, name, value) if known is not None else None
        if kept is None:
            raise Refused("This order cannot be given now.")
        self.add("order", seat=seat, name=name, kept=kept)

    def ordered_answer(self, seat: int) -> str | None:
        """What a seat's standing orders answer to the question it is asked, if they do."""
        if not self.orders.get(seat) or seat not in self.asked or self.state is None:
            return None
        legal = self.state.legal(seat)
        action: str | None = orders_of(self.game.id).answer(self.state.view(seat), seat, legal, self.orders[seat])
        return action if action in legal else None

    def play_ordered(self, seat: int, question: int) -> None:
        """Answer by the standing orders, if they still stand."""
        action = self.ordered_answer(seat) if self.asked.get(seat) == question else None
        if action is not None:
            self.play(seat, action, question)

    def _chance(self) -> None:
        """Chance is drawn by the server. The n-th chance step of a game is drawn from the same words whatever has been
        played: taking a step back and playing it again, or another one, does not draw again."""
        while self.state is not None and self.state.to_act == CHANCE:
            lots = self.state.chance_lots()
            if self.promise is not None:
                number = 1 + sum([step.move.by_chance for step in self.steps])
                outcome = draw_chance(self.promise, self.nonces, number, lots)["got"]
            else:
                outcome = Rng(f"{self.seed}:{len(self.steps)}").choice(lots)
            self.add("chance", outcome=outcome)

    def thinking_seed(self, question: int) -> str:
        """What a bot draws from when it thinks about a question: nothing of chance follows from it."""
        if self.promise is not None:
            return self.promise.sign("bot", question).hex()
        return f"{self.seed}:{question}"

    def undo_of(self, seat: int) -> Undo | None:
        """Whether a seat's last step can be taken back: freely as long as nobody learned anything through it."""
        if self.status != "playing" or self.frozen:
            return None
        answered = drawn = False  # what has come since: others' answers, chance
        steps = self.steps
        for at in range(len(steps) - 1, len(self.source.get("moves", ())) - 1, -1):
            by = steps[at].move.seat
            if by == seat:
                break
            if by == CHANCE:
                drawn = True
            else:
                answered = True
        else:
            return None
        if answered or drawn:
            return Undo(at, "answered" if answered else "chance")
        return Undo(at, "revealed" if any(event.reveals for event in steps[at].events) else "")

    def voters(self, seat: int) -> set[str]:
        """The people who have to agree to a step being taken back: all others. Bots never mind."""
        mine = self.seats[seat].person
        return {other.person for other in self.seats if other.human and other.person != mine}

    def undo(self, seat: int) -> None:
        """Take a seat's last step back, or ask the others for it."""
        self._in_play()
        undo = self.undo_of(seat)
        if undo is None:
            raise Refused("You have no step to take back.")
        if undo.free or (not self.voters(seat) and self.daily is None):
            self.add("undone", seat=seat, to=undo.to)
            self._chance()
        elif self.daily is not None:
            raise Refused("In the daily deal only a step through which nothing was learned can be taken back.")
        elif self.request is None:
            self.add("undo-asked", seat=seat, to=undo.to)

    def answer_undo(self, person: str, yes: bool) -> None:
        if self.request is None or person not in self.voters(self.request.seat):
            raise Refused("Nobody asks you for that.")
        request = self.request
        self.add("undo-answered", person=person, seat=self.seats_of(person)[0], yes=yes)
        if self.request is not None and self.request.agreed >= self.voters(request.seat):
            self.add("undone", seat=request.seat, to=request.to)
            self._chance()

    @property
    def seats_to_ask_for(self) -> list[int]:
        """The seats that somebody who watches can ask for: those of bots."""
        if self.status == "over" or self.daily is not None or self.frozen:
            return []
        return [i for i, seat in enumerate(self.seats) if seat.kind == "bot"]

    def ask_to_sit(self, person: str, name: str) -> None:
        """Ask the host for a bot's seat."""
        if self.seats_of(person):
            raise Refused("You sit here already.")
        if not self.seats_to_ask_for:
            raise Refused("There is no seat here that you could get.")
        if any(sitter.person == person for sitter in self.sitters):
            return
        if len(self.sitters) >= SITTERS:
            raise Refused("Too many people ask for a seat here; please try later.")
        self.add("sit-asked", key=secrets.token_hex(6), person=person, name=name)

    def answer_sitter(self, by: str, key: str, yes: bool) -> None:
        """The host gives a bot's seat to somebody who asked, or does not."""
        self._host_only(by)
        if all(sitter.key != key for sitter in self.sitters):
            raise Refused("Nobody asks you for that.")
        free = self.seats_to_ask_for
        if yes and not free:
            raise Refused("There is no seat here that they could get.")
        self.add("sit-answered", key=key, seat=free[0] if yes else None)

    def set_stand_in(self, seat: int, on: bool) -> None:
        if self.status == "playing" and self.seats[seat].human and self.seats[seat].stand_in != on:
            self.add("stand-in", seat=seat, on=on)

    def time_out(self, seat: int, question: int, leaves: bool) -> None:
        """A person's time is out: a stand-in answers this question. Somebody who `leaves` one after the other without
        a sign of life is away, and it plays on until they are back."""
        there = self.seats[seat]
        if self.asked.get(seat) != question or not there.human or there.stand_in or seat in self.overdue:
            return
        self.add("timeout", seat=seat)
        if leaves:
            self.set_stand_in(seat, True)

    def leave_for_now(self, person: str) -> None:
        """A stand-in plays for a person until they are back."""
        self._in_play()
        for seat in self.seats_of(person):
            self.set_stand_in(seat, True)

    def resign(self, seat: int) -> None:
        """Give up. A bot plays on for the others; between two, or if nobody else is left, the game ends."""
        self._in_play()
        if self.status != "playing":
            raise Refused("The game is over.")
        others = [other for i, other in enumerate(self.seats) if other.human and i != seat]
        self.add("resigned", seat=seat, ends=self.players <= 2 or not others, bot=stand_in())
        request = self.request
        if request is not None and request.agreed >= self.voters(request.seat):  # it waited for nobody else
            self.add("undone", seat=request.seat, to=request.to)
        self._chance()

    def cancel(self, by: str) -> None:
        """There will be no game at this table."""
        self._host_only(by)
        self._in_lobby()
        self.add("cancelled")

    def people(self) -> set[str]:
        """Everybody whose game this is, those who have resigned too."""
        return {seat.person for seat in self.seats if seat.human or seat.resigned}

    def belongs_to(self, person: str) -> bool:
        """Whether a person may delete the table: nobody else has part in it, nor in its deal."""
        people = self.people()
        return bool(person) and self.daily is None and people <= {person} and (person == self.host or bool(people))

    def delete(self, by: str) -> None:
        if self.daily is not None and by in self.people():
            raise Refused("A daily deal is played once; it can be hidden, not deleted.")
        if not self.belongs_to(by):
            raise Refused("This is not your table alone; you can hide it.")
        if not self.deleted:
            self.add("deleted")

    def hide(self, person: str, on: bool) -> None:
        """Take the table off a person's shelf, or put it there again."""
        if person not in self.people() and person != self.host:
            raise Refused("This is not one of your tables.")
        if on != (person in self.hidden):
            self.add("hidden", person=person, on=on)

    def guests(self) -> set[str]:
        """The people who are asked when somebody wants a rematch, with whoever asks."""
        return {seat.person for seat in self.seats if seat.human}

    def ask_rematch(self, person: str, rotate: bool) -> None:
        """Ask the others for a rematch; if somebody has asked already, agree to it."""
        if self.status != "over" or self.outcome is None:
            raise Refused("The game is not over.")
        if person not in self.guests():
            raise Refused("Only those who played can do that.")
        if self.next_table:
            return
        if self.rematch is not None:
            self.answer_rematch(person, True)
        else:
            id = secrets.token_urlsafe(12)
            self.add("rematch-asked", person=person, seat=self.seats_of(person)[0], rotate=rotate, table=id)

    def answer_rematch(self, person: str, yes: bool) -> None:
        asked = self.rematch
        if asked is None or person not in self.guests() or self.next_table:
            raise Refused("Nobody asks you for that.")
        if person not in (asked.accepted if yes else asked.declined):
            self.add("rematch-answered", person=person, seat=self.seats_of(person)[0], yes=yes)

    def rematch_seats(self) -> list[Seat]:
        """Who sits where in the rematch: those who have agreed, and bots. The other seats are free."""
        asked = self.rematch
        assert asked is not None
        # The first game's promise was for its rematches too: what was added to chance after it is good for them.
        promised = self.rematch_promise() is not None
        seats = []
        for seat in self.seats:
            if seat.human and seat.person not in asked.accepted:
                seats.append(Seat())
            elif seat.human:
                seats.append(Seat(seat.kind, seat.person, seat.name, nonce=seat.nonce if promised else ""))
            else:
                seats.append(Seat(seat.kind, name="" if seat.resigned else seat.name, bot=seat.bot))
        return [*seats[1:], seats[0]] if asked.rotate else seats

    def rematch_promise(self) -> Promise | None:
        return self.promise.rematch if self.promise is not None and self.daily is None else None

    def say(self, person: str, name: str, text: str) -> None:
        cleaned = clean(text, CHAT_LENGTH)
        if not cleaned:
            raise Refused("There is nothing to say.")
        mine = self.seats_of(person)
        self.add("chat", name=name, seat=mine[0] if mine else -1, text=cleaned)

    def rename(self, person: str, name: str) -> None:
        if any(self.seats[i].kind == "person" and self.seats[i].name != name for i in self.seats_of(person)):
            self.add("name", person=person, name=name)

    def _host_only(self, by: str) -> None:
        if by != self.host:
            raise Refused("Only the host can do that.")

    def _in_lobby(self) -> None:
        if self.cancelled:
            raise Refused("The host has cancelled this table.")
        if self.status != "lobby":
            raise Refused("The game has begun.")

    def _in_play(self) -> None:
        if self.status == "lobby" or self.cancelled:
            raise Refused("The game has not begun.")
        if self.ended is not None:
            raise Refused("The game is over.")
        if self.frozen:
            raise Refused("This table was made under other rules; it can be looked at, not played on.")

    # -- the record ------------------------------------------------------------------------------

    def record(self, steps: int | None = None) -> dict[str, Any]:
        """The game so far, or its first steps, as a record."""
        return self._write(steps).to_dict()

    def _write(self, steps: int | None = None) -> Record:
        record = Record(self.game.id, self.players, self.options, self.setup, self.game.changes, self.gift)
        play_steps(self.state_at(0), self.steps[:steps], record.note)
        return record

    def proven_record(self, day: str) -> dict[str, Any]:
        """The record with its outcome, and with all that is needed to check its chance. `day` is today."""
        record = self._write()
        proven = record.to_dict()
        if self.ended is not None:  # the moves do not lead to it
            proven[self.ended.reason] = self.ended.to_dict()
        elif self.outcome is not None:
            proven["outcome"] = self.outcome.to_dict()
        if self.promise is not None:
            proven["fair"] = self._proof(self.promise, record.moves, day)
        return proven

    def _proof(self, promise: Promise, moves: list[Move], day: str) -> dict[str, Any]:
        """What the record says about its chance; without the seed as long as that is a secret: before the end, and for
        a daily deal until its day is over."""
        proof: dict[str, Any] = {
            "scheme": SCHEME,
            "rules_version": self.rules_version,
            "hash": promise.hash,
            "nonces": self.nonces,
        }
        if self.outcome is None or (self.daily is not None and self.daily >= day):
            return proof
        given = len(self.source.get("moves", []))
        draws = list(self.draws or ())
        number = sum([step.move.by_chance for step in self.steps[:given]])

        def draw(state: State, move: Move) -> None:
            nonlocal number
            if move.by_chance:
                number += 1
                draws.append(draw_chance(promise, self.nonces, number, state.chance_lots()))

        play_steps(self.state_at(given), self.steps[given:], draw)
        proof["seed"] = promise.seed.hex()
        proof["seals"] = promise.seals(self.nonces, moves, self.game.changes)
        proof["setup"] = "given" if self.draws is None else "drawn"
        proof["given"] = given  # moves of another record that this table played on from
        return {**proof, **shared_lists(draws)}

    # -- its steps -------------------------------------------------------------------------------

    def note_step(self, step: Step) -> None:
        self.steps.append(step)
        if len(self.steps) % MARK == 0 and self.state is not None:
            self.marks = (*self.marks, self.state.clone())

    def cut_steps(self, to: int) -> list[Step]:
        """Go back to the state after so many steps. The steps that are gone."""
        cut, self.steps = self.steps[to:], self.steps[:to]
        self.state = self.state_at(to)
        self.marks = self.marks[: to // MARK]
        return cut

    @property
    def gift(self) -> dict[str, Any]:
        """What a seat was given at the start, in a record of the lab that this table plays on from."""
        found: dict[str, Any] = self.source.get("gift") or {}
        return found

    def opening(self) -> State:
        """The state before the first step."""
        begun = {"players": self.players, "options": self.options, "setup": self.setup, "gift": self.gift}
        return self.game.opening(begun)

    def state_at(self, steps: int) -> State:
        """The state as it was after some steps."""
        marks = steps // MARK
        state = self.marks[marks - 1].clone() if marks else self.opening()
        play_steps(state, self.steps[marks * MARK : steps])
        return state


def play_steps(state: State, steps: Sequence[Step], note: Callable[[State, Move], None] | None = None) -> None:
    """Play steps of a table on a state; `note` is told of each, with the state as it is before it."""
    for step in steps:
        if note is not None:
            note(state, step.move)
        step.move.play(state)


def read(id: str, entries: Sequence[Entry]) -> Table:
    """The table that a log adds up to."""
    table = Table(id)
    for entry in entries:
        fold(table, entry)
    return table
