"""A game in progress.

`State` is what every game's rules fill in. It has two faces:

- strings, for people, files and other programs: `to_act`, `legal`, `chance`, `play`;
- small ints, for search and simulation: `actor`, `awaited`, `codes`, `apply`,
  with `notation` and `read` to go from one to the other.

The ints are machine words and packed vectors (`parlour._vecs`). A game in plain Python need not care: it may list its
codes in `actions` instead of `codes`, and whoever asks from Python gets lists from `actions` and `owing`.

A rule is written once, next to the condition that makes an action legal; the string face
is derived here for all games.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import PACKED, vec
from parlour.rules.chance import Rng
from parlour.rules.errors import IllegalAction, RulesError
from parlour.rules.events import Event
from parlour.rules.menus import Menus
from parlour.rules.outcome import Outcome

if TYPE_CHECKING:
    from parlour.rules.history import History

CHANCE: Final = "chance"  # who acts when a die is rolled or a card is drawn
NATURE: Final[i64] = -1  # the same, as a number
NOBODY: Final[i64] = -2  # who acts when the game is over

IN_LISTS: Final[bool] = not PACKED  # vectors are lists
MOST_SEATS: Final = 64  # as many as a mask has bits
# `to_act` of one seat. By their type they have any length: as `tuple[int]` each would be made anew when it is read.
ALONE: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(MOST_SEATS)]
LISTS: Final = Menus()  # `actions` of all games

Listener = Callable[[Event], None]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One game: its position, whose turn it is, what may be done, and how it ended."""

    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.listener: Listener | None = None  # told of every event; a clone has none
        self.history: History | None = None  # what was played since the start, if that is wanted; a clone has none

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "owing" in vars(cls):
            # Search asks `awaited`: a game that said something else in `owing` would play two games at once.
            raise TypeError(f"{cls.__name__}: who is asked says `awaited` (a mask of seats); `owing` follows from it")
        if not any("codes" in vars(kind) or "actions" in vars(kind) for kind in cls.mro() if kind is not State):
            raise TypeError(f"{cls.__name__}: what may be answered says `codes`, or, as a list, `actions`")

    # -- what each game supplies --------------------------------------------------------------

    def actor(self) -> i64:
        """The first seat that owes an answer, `NATURE` before a chance step, `NOBODY` when over."""
        raise NotImplementedError

    def awaited(self) -> i64:
        """All seats that owe an answer now, as a mask. Only simultaneous phases have more than one."""
        seat = self.actor()
        return 1 << seat if seat >= 0 else 0

    def codes(self, seat: i64) -> vec[i64]:
        """Codes of what a seat that owes an answer may do (or, for `NATURE`, of what may happen). Not to be changed:
        games hand out their tables. A game in plain Python lists them in `actions`, and leaves this alone."""
        listed = self.actions(seat)
        if IN_LISTS:
            unpacked: Any = listed
            same: vec[i64] = unpacked
            return same
        return vec[i64]([code for code in listed])

    def code_count(self, seat: i64) -> i64:
        """How many `codes` there are, where the game can count them sooner than list them; else -1, as here."""
        return -1

    def nth_code(self, seat: i64, place: i64) -> i64:
        """The code at a place among these in ascending order, likewise."""
        return -1

    def apply(self, seat: i64, code: i64) -> None:
        """Carry out a code that `codes(seat)` has. It is not checked again."""
        raise NotImplementedError

    def weights(self) -> list[int]:
        """How likely the outcomes of the chance step that is due are, against each other, in the order of
        `codes(NATURE)`. None at all, as here: all are equally likely."""
        return []

    def glimpse(self, seat: i64, code: i64) -> i64:
        """What a seat sees of an outcome of chance, as a number: all of it, unless the game keeps it from that seat.
        Outcomes that look the same to the seat have the same number."""
        return code

    def notation(self, seat: i64, code: i64) -> str:
        """The action string of a code."""
        raise NotImplementedError

    def read(self, seat: i64, action: str) -> i64:
        """The code of an action string, or `IllegalAction` with the rule that forbids it.

        It is called only for a seat that owes an answer.
        """
        raise NotImplementedError

    def legal_texts(self, seat: i64) -> list[str]:
        """The action strings of a seat that owes an answer, sorted, as a list of the caller's own."""
        texts = [self.notation(seat, code) for code in self.codes(seat)]
        texts.sort()
        return texts

    def turn_rule(self) -> str:
        """The id of the rule that says whose turn it is, for those who act out of turn."""
        raise NotImplementedError

    def game_id(self) -> str:
        raise NotImplementedError

    def position(self) -> dict[str, Any]:
        """The full state as the game's spec writes it. It shares nothing with this state."""
        raise NotImplementedError

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        """What a seat (`None`: a spectator) may know, as the game's spec writes it."""
        raise NotImplementedError

    def result(self) -> Outcome | None:
        """How the game ended, or `None` while it goes on."""
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy, without the listener."""
        raise NotImplementedError

    def deal_again(self, rng: Rng) -> bool:
        """Become a new game at the same table, with the set-up that `deal` would draw from `rng`; for those who play
        very many games. False, as here, and nothing has changed: `deal` and `begin` have to be asked."""
        return False

    def simultaneous(self) -> bool:
        """Whether the open question is one that several seats answer at the same time."""
        return False

    def components_source(self) -> dict[str, Any] | None:
        """The data of a replacement component file this game is played with, or `None`."""
        return None

    def owes(self, seat: i64) -> bool:
        """Whether a seat owes an answer now."""
        return 0 <= seat < self.players and self.awaited() >> seat & 1 == 1

    # -- the ints as lists, for Python --------------------------------------------------------

    def owing(self) -> list[int]:
        """All seats that owe an answer now, ascending: what `awaited` says."""
        mask = self.awaited()
        return [seat for seat in range(self.players) if mask >> seat & 1]

    def actions(self, seat: i64) -> list[int]:
        """The codes of a seat (or `NATURE`) as a list. A game in plain Python may say them here, and not in `codes`.
        Not to be changed either."""
        if IN_LISTS:
            unpacked: Any = self.codes(seat)
            same: list[int] = unpacked
            return same
        return LISTS.list_of(self.codes(seat))

    # -- the public face, the same for all games ----------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...] | str:
        """The seats that owe an answer, or `CHANCE`, or `()` when the game is over."""
        first = self.actor()
        if first < 0:
            return CHANCE if first == NATURE else ()
        asked = self.awaited()
        return ALONE[first] if asked & asked - 1 == 0 else tuple(self.owing())

    @property
    def outcome(self) -> Outcome | None:
        return self.result()

    def legal(self, seat: int | Any) -> list[str]:
        """The sorted action strings of a seat; `[]` if it owes nothing."""
        who = seat_number(self.players, seat)
        if self.awaited() >> who & 1 == 0:
            return []
        return self.legal_texts(who)

    def chance(self) -> list[str]:
        """The sorted outcomes of the chance step that is due; `[]` if none is."""
        if self.actor() != NATURE:
            return []
        return sorted([self.notation(NATURE, code) for code in self.codes(NATURE)])

    def chance_probabilities(self) -> dict[str, float]:
        """How likely each outcome of the chance step that is due is; `{}` if none is."""
        if self.actor() != NATURE:
            return {}
        lots = self.chance_lots()
        return {outcome: lots.count(outcome) / len(lots) for outcome in self.chance()}

    def chance_lots(self) -> list[str]:
        """The outcomes of the chance step that is due as lots in a bag: sorted, each as often as its weight says."""
        if self.actor() != NATURE:
            return []
        lots = [self.notation(NATURE, code) for code in self.codes(NATURE)]
        weights = self.weights()
        if weights:
            lots = [lot for lot, weight in zip(lots, weights, strict=True) for _ in range(weight)]
        return sorted(lots)

    def chance_code(self, rng: Rng) -> i64:
        """The code of an outcome of the chance step that is due, drawn by the weights."""
        codes = self.codes(NATURE)
        weights = self.weights()
        if not weights:
            return codes[rng.below(len(codes))]
        return codes[rng.weighted(weights)]

    def chance_outcome(self, rng: Rng) -> str:
        """An outcome of the chance step that is due, drawn by the weights."""
        return rng.choice(self.chance_lots())

    def play(self, seat: int | str | Any, action: str | Any) -> None:
        """Carry out an action of a seat, or an outcome of `CHANCE`.

        Raises `IllegalAction`, and changes nothing, if it may not be played now.
        """
        who = NATURE if isinstance(seat, str) and seat == CHANCE else seat_number(self.players, seat)
        self.advance(who, self.parse(who, action))

    def advance(self, seat: i64, code: i64) -> None:
        """`apply` for a state that may have a history."""
        if self.history is not None:
            self.history.note(seat, code)
        self.apply(seat, code)

    def parse(self, seat: i64, action: str | Any) -> i64:
        """The code of an action that this seat (or `NATURE`) may play now, else `IllegalAction`."""
        if not isinstance(action, str):
            raise IllegalAction(self.turn_rule(), "an action is a string")
        actor = self.actor()
        if actor == NOBODY:
            raise IllegalAction(self.turn_rule(), "the game is over")
        if seat == NATURE:
            if actor != NATURE:
                raise IllegalAction(self.turn_rule(), "nothing is left to chance now: a seat has to answer first")
            for code in self.codes(NATURE):
                if self.notation(NATURE, code) == action:
                    return code
            raise IllegalAction(self.turn_rule(), "chance cannot give {action} now", {"action": repr(action)[:80]})
        if actor == NATURE:
            raise IllegalAction(self.turn_rule(), "chance comes first: nobody is asked now")
        if seat != actor and not self.owes(seat):
            raise IllegalAction(self.turn_rule(), "you are not asked now")
        return self.read(seat, action)

    def listen(self, listener: Listener | None) -> None:
        """Tell `listener` of every event from now on."""
        self.listener = listener

    def tell_opening(self) -> None:
        """Tell the listener what the set-up has done and all have seen, before the first step: mostly nothing."""

    def tell(
        self,
        kind: str,
        rule: str,
        facts: dict[str, Any],
        private: dict[str, Any] | None = None,
        knowers: tuple[int, ...] = (),
        reveals: bool = False,
    ) -> None:
        """Report an event. Ask `if self.listener is not None` first: simulations build no events."""
        listener = self.listener
        if listener is not None:
            listener(Event(kind, rule, facts, private, knowers, reveals))

    # -- for research -------------------------------------------------------------------------

    def observation(self, seat: int | Any, out: Any = None) -> Any:
        """What `view(seat)` tells, as 32-bit floats from -1 to 1 (`game.observation_names` says what each is): written
        into `out`, a buffer such as a numpy array, or into a new `array`. It is handed back."""
        return features.observe(self, self._check_seat(seat), out)

    def information_state(self, seat: int | Any) -> str:
        """All that a seat has been told since the game began, as a text: the same exactly in games that looked the same
        to it. Only for games made with `history=True`."""
        who = self._check_seat(seat)
        if self.history is None:
            raise RulesError("nobody has written down what this game told its seats: make it with history=True")
        return self.history.information(self, who)

    def information_hash(self, seat: int | Any) -> int:
        """The information state as a number of 64 bits, the same on every machine."""
        return history.hash_of(self.information_state(seat))

    def returns(self) -> list[float]:
        """What the game was worth to each seat, from 1 (alone in the first place) to -1 (alone in the last), together
        0; to the one player of a game for one 1 or -1. All 0 as long as it goes on."""
        players = int(self.players)
        outcome = self.result()
        if outcome is None:
            return [0.0] * players
        if players == 1:
            return [1.0 if outcome.winners else -1.0]
        return [1.0 - 2.0 * (outcome.place(seat) - 1.0) / (players - 1) for seat in range(players)]

    def duplicate(self) -> State:
        """A clone that has the history too."""
        made = self.clone()
        if self.history is not None:
            made.history = self.history.copy()
        return made

    def serialise(self) -> str:
        """The state, with its history, as a text that `game.deserialise` reads."""
        return history.serialise(self)

    def _check_seat(self, seat: int | Any) -> i64:
        return seat_number(self.players, seat)

    def __copy__(self) -> State:
        return self.duplicate()

    def __deepcopy__(self, memo: object) -> State:
        return self.duplicate()

    def __reduce__(self) -> tuple[Any, ...]:
        # Native classes cannot be pickled field by field: a state travels as its position.
        from parlour.rules.game import revive

        steps = None if self.history is None else self.history.to_dict()
        return revive, (self.game_id(), self.position(), self.components_source(), steps)

    def __eq__(self, other: object) -> bool:
        """Whether the same game is played with the same components and stands in the same position."""
        if self is other:
            return True
        return (
            isinstance(other, State)
            and self.game_id() == other.game_id()
            and self.components_source() == other.components_source()
            and self.position() == other.position()
        )

    def __hash__(self) -> int:
        return hash(json.dumps(self.position(), sort_keys=True))

    def __repr__(self) -> str:
        return f"<{self.game_id()}, {self.players} players, to act: {self.to_act}>"


def copy_of_fields(state: Any) -> Any:
    """A copy of a state in plain Python that shares what its fields hold, without the listener: faster there than one
    field after the other, where there are forty. (A compiled class has no dictionary to copy, and needs none.)"""
    same = state.__class__.__new__(state.__class__)
    same.__dict__.update(state.__dict__)
    same.listener = None
    same.history = None
    return same


# Seats and actions come from outside: as `int | Any` they are not checked before the first line runs, so that the
# compiled engine refuses a wrong type with the same error as the pure one.
def seat_number(players: i64, seat: int | Any) -> i64:
    """A seat of a table for so many, if it is one."""
    if isinstance(seat, int) and not isinstance(seat, bool):
        number: int = seat
        if 0 <= number < MOST_SEATS:  # so that it is a machine word
            who: i64 = number
            if who < players:
                return who
    raise RulesError(f"there is no seat {seat!r} at this table: seats are 0 to {players - 1}")


# What tells a state in other ways knows it, so it comes last.
from parlour.rules import features, history  # noqa: E402
