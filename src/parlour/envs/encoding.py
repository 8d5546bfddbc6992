"""What all interfaces share: a kind of table, its actions and observations as numbers, its deals.

An action is the engine's own code, the same in all phases and games (`game.action_count`), or its place among the usual
codes (`actions="usual"`: Photon Rush for two has 569 of them, and 50,399 in all). A game that has no such codes, or
more than a mask has room for (Crusgallo), counts its legal answers instead, in the order of their codes: `PLACES` of
them. (The list itself is not always in one order: that of a state that was loaded may be another.)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from parlour._vecs import PACKED
from parlour.bots.onnx import usual_codes
from parlour.rules.chance import Dealer, Rng
from parlour.rules.errors import InvalidOptions, RulesError
from parlour.rules.features import NoFeatures, fill_new
from parlour.rules.game import Components, Game, find, given_options
from parlour.rules.state import NATURE, State

ROOM: Final = 1 << 17  # actions that a mask has room for
PLACES: Final = 2048  # actions of a game that has none, or more: places in the list of what is legal
LETTERS: Final = 16384  # numbers of a game that is not told in numbers: the letters of its view
LONGEST: Final = 10_000  # steps after which a game without an end of its own is given up
CACHE: Final = 1 << 24  # bytes of masks that are kept
ACTIONS: Final = ("all", "usual")
INT8: Final = np.dtype(np.int8)

Mask: TypeAlias = Any  # numpy arrays, of int8
Observation: TypeAlias = Any  # of float32


class LegalAnswers(NamedTuple):
    """What a seat may answer. Equal offers are one object, and nothing of it can be changed."""

    legal: tuple[int, ...]  # actions
    mask: Mask  # ones where an action is legal


class TableKind:
    """A game for so many players with these options: what is the same in all its games."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Components = None,
        waiting: bool = False,
        actions: str = "all",
    ) -> None:
        """With `waiting` there is one action more, the last one: a seat that is not asked waits. `actions` are all
        codes of the game or the usual ones."""
        if actions not in ACTIONS:
            raise InvalidOptions(f"actions is one of {', '.join(ACTIONS)}, not {actions!r}")
        self.game = game if isinstance(game, Game) else find(game)
        self.players = self.game.check_table(players, options)
        self.options = self.game.complete_options(self.players, given_options(options))
        self.parts = self.game.parts(components)
        self.fixed = 0 < self.parts.action_count <= ROOM
        self.action_count = self.parts.action_count if self.fixed else PLACES
        try:
            self.names: tuple[str, ...] = self.game.observation_names(self.players, components)
            self.told = True
        except NoFeatures:
            self.names = tuple(f"letter {place} of the view" for place in range(LETTERS))
            self.told = False
        self.size = len(self.names)
        self.longest = self.game.max_length(self.players, options, components) or LONGEST
        self._table: State | None = None  # one of this kind
        self._table = self.deal(Rng(0))
        self.simultaneous = "simultaneous" in vars(type(self._table))  # whether several seats answer at once
        self.by_place = not self.fixed  # whether an action is a place among the codes of what is legal
        self.numbered: list[int] = []  # the code of each action, where they are numbered without gaps
        self._number: dict[int, int] = {}
        self._waiting = waiting
        self._make_room()
        if actions == "usual" and self.fixed and self.told:
            usual = usual_codes(self.game, self.players, self.parts)
            if len(usual) < self.action_count:
                self.number(usual)

    def _make_room(self) -> None:
        self.width = self.action_count + self._waiting  # of masks
        self._offers: dict[Any, LegalAnswers] = {}  # by codes, or by their number where actions are places
        self._most_offers = CACHE // self.width
        self.no_answer: Mask = np.zeros(self.width, np.int8)  # the mask of a seat that is not asked
        if self._waiting:
            self.no_answer[-1] = 1
        self.no_answer.flags.writeable = False

    def number(self, codes: Iterable[int]) -> None:
        """Number these codes without gaps from now on. Nothing else is legal at this kind of table, or hardly ever."""
        self.numbered = sorted(codes)
        self._number = {code: place for place, code in enumerate(self.numbered)}
        self.fixed = self.by_place = False
        self.action_count = len(self.numbered)
        self._make_room()

    def deal(self, rng: Rng) -> State:
        """A new game, its set-up drawn from `rng`."""
        if self._table is not None:
            made = self._table.clone()
            if made.deal_again(rng):  # the same, and much faster
                return made
        setup = self.game.deal(self.players, self.options, Dealer(rng), self.parts)
        return self.game.begin(self.players, self.options, setup, self.parts)

    def go_on(self, state: State, rng: Rng) -> int:
        """Let chance act as long as it has to; the seat that is asked then, or `NOBODY`."""
        seat = state.actor()
        while seat == NATURE:
            state.apply(seat, state.chance_code(rng))
            seat = state.actor()
        return seat

    def offer(self, state: State, seat: int) -> LegalAnswers | None:
        """What a seat that is asked may answer; `None` where that is not among the actions of this kind of table
        (`action_count` is a promise for usual games, and some are not)."""
        codes = state.codes(seat)
        key: Any = bytes(codes) if PACKED else tuple(codes)
        if self.by_place:
            key = len(codes)
        found = self._offers.get(key)
        return self._new_offer(key, codes) if found is None else found

    def _new_offer(self, key: Any, codes: Any) -> LegalAnswers | None:
        legal = tuple(codes) if self.fixed else tuple(range(key) if self.by_place else self.places(codes))
        mask = bytearray(self.width)
        try:
            for action in legal:
                mask[action] = 1
        except IndexError:  # a code that no mask has room for
            return None
        if mask[-1] and (-1 in legal or self._waiting):  # one that has no number, or one more than there are
            return None
        if len(self._offers) >= self._most_offers:
            self._offers.clear()
        made = self._offers[key] = LegalAnswers(legal, np.frombuffer(bytes(mask), INT8))
        return made

    def places(self, codes: Any) -> list[int]:
        """The actions of these codes, which are all that a seat may play; -1 for one that has none."""
        if not self.by_place:
            return [self._number.get(code, -1) for code in codes]
        if len(codes) > PLACES:
            raise RulesError(f"{self.game.title} has {len(codes)} answers here, and a mask has room for {PLACES}")
        return list(range(len(codes)))

    def code(self, state: State, seat: int, action: int) -> int:
        """The engine's code of a legal action."""
        if self.fixed:
            return action
        if not self.by_place:
            return self.numbered[action]
        codes = state.codes(seat)
        return int(np.sort(np.frombuffer(codes, np.int64))[action]) if PACKED else sorted(codes)[action]

    def observe(self, state: State, seat: int) -> Observation:
        """What a seat may know, as an array of the caller's own."""
        if self.told:
            numbers = fill_new(state, seat)
            return np.frombuffer(numbers).astype("f") if PACKED else np.array(numbers, np.float32)
        letters = json.dumps(state.view(seat), separators=(",", ":")).encode()
        if len(letters) > LETTERS:
            raise RulesError(f"{self.game.title} is not told in numbers yet, and its view is too long for letters")
        out: Observation = np.zeros(self.size, np.float32)
        out[: len(letters)] = np.frombuffer(letters, np.uint8) / np.float32(255.0)
        return out
