"""Many games of one kind, stepped together: codes in; who is asked, masks, rewards and what is over out.

    batch = parlour.batch("mogul", 1000, players=4, seed=7)
    while learning:
        batch.step(policy(batch.asked, batch.masks))     # or batch.step(batch.sample()): legal codes at random

- Every game always asks one seat for one of its codes. Chance is played inside, and so are the seats that are named as
  `random_seats`. Where several seats answer at the same time they are asked one after the other, and none sees
  what another has said.
- A game that has ended begins anew in the same step; `rewards` and `done` tell of the one that ended.
- The arrays are numpy's where numpy is installed, else memory views. They are always the same ones and cannot be
  written to: a step changes what they hold, so copy what is to be kept.
- Game `i` draws from a generator of its own: it depends on the seed, on `i` and on what is played in it, and on nothing
  else. Both engines give the same.
"""

from __future__ import annotations

import importlib
import operator
import secrets
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy_extensions import i64, u8

from parlour._vecs import PACKED, append, read_i64_le, vec
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import excerpt
from parlour.rules.errors import IllegalAction, InvalidOptions, RulesError
from parlour.rules.features import features_of, fill_many, float32_bytes, hand_over
from parlour.rules.game import Components, Game, Parts, find, given_options
from parlour.rules.menus import contains, same
from parlour.rules.state import NATURE, NOBODY, State

MOST_GAMES: Final = 1_000_000
WIDEST: Final = 100_000  # codes that a mask has, unless masks are asked for
ROOM: Final = 1 << 28  # bytes for all masks, likewise
NOTHING: Final = vec[i64]()
FEW: Final[i64] = 16  # codes among which one is found sooner than in a mask, which is seldom in the cache
NUMBERS_AT_ONCE: Final = 4096  # of observations


class BatchStep(NamedTuple):
    """How all games stand after a step. The arrays are the batch's own."""

    asked: Any  # by game, the seat that has to answer
    masks: Any  # by game and code, whether that seat may play it; `None` in a batch without masks
    rewards: Any  # by game and seat: what a game that has just ended was worth to the seat (`State.returns`), else 0
    done: Any  # by game, whether one has just ended, and the next has begun
    cut: Any  # by game, whether one has just been given up: no rewards, and the next has begun


class Batch:
    """A number of games of one kind."""

    def __init__(
        self,
        game: Game,
        count: int,
        players: int,
        options: dict[str, Any],
        parts: Parts,
        seed: object,
        random_seats: i64,
        masked: bool,
        limit: i64,
    ) -> None:
        self.game: Game = game
        self.count: i64 = count
        self.players: i64 = players
        self.action_count: i64 = parts.action_count  # 0 where the game does not say
        self.limit: i64 = limit  # answers after which a game is given up, or 0
        self._options: dict[str, Any] = options
        self._parts: Parts = parts
        self._random: i64 = random_seats  # a mask
        self._masked: bool = masked
        self._numpy: Any = numpy_if_there()
        self._picker: Rng = Rng("")  # of `sample`
        self._drawn: bool = False  # whether `sample` has drawn for the questions that are open

        # By game. What every step of a game asks for lies side by side, not in an object for each.
        self._states: vec[State] = vec[State]()
        self._rngs: list[Rng] = []
        self._offered: vec[vec[i64]] = vec[vec[i64]]()  # the codes of the seat that is asked
        self._answers: vec[i64] = zero_words(count)
        self._ended: vec[i64] = vec[i64]()  # the games that ended with the last step, whether over or given up

        self._asked: vec[i64] = zero_words(count)
        self._mask: vec[u8] = zero_bytes(count * self.action_count if masked else 0)
        self._reward: vec[float] = zero_floats(count * players)
        self._done: vec[u8] = zero_bytes(count)
        self._cut: vec[u8] = zero_bytes(count)
        self._given: vec[i64] = zero_words(count)
        self._pick: vec[i64] = zero_words(count)

        self.asked: Any = self.view(self._asked, "q", [count])
        self.masks: Any = self.view(self._mask, "?", [count, int(self.action_count)]) if masked else None
        self.rewards: Any = self.view(self._reward, "d", [count, players])
        self.done: Any = self.view(self._done, "?", [count])
        self.cut: Any = self.view(self._cut, "?", [count])
        self._picks: Any = self.view(self._pick, "q", [count])
        self.now: BatchStep = BatchStep(self.asked, self.masks, self.rewards, self.done, self.cut)
        self.inside: i64 = 0  # answers of random seats and outcomes of chance, so far
        self.reset(seed)

    def view(self, buffer: Any, kind: Any, shape: list[int]) -> Any:
        """A packed vector as an array that cannot be written to, without a copy."""
        if self._numpy is None:
            return memoryview(buffer).toreadonly().cast("B").cast(kind, shape)
        seen = self._numpy.frombuffer(buffer, dtype=kind).reshape(shape)
        seen.flags.writeable = False
        return seen

    def reset(self, seed: object = None) -> BatchStep:
        """Begin all games anew; without a seed, by chance."""
        chosen = secrets.randbits(96) if seed is None else seed
        self._picker = Rng(f"{chosen}:sample")
        self._drawn = False
        self.forget_ended()
        for game in range(len(self._states)):
            self.offer(game, NOTHING)
            self._answers[game] = 0
        self._states = vec[State]()
        self._rngs = []
        for game in range(self.count):
            rng = Rng(f"{chosen}:{game}")
            self._states = append(self._states, self.deal(rng))
            self._rngs.append(rng)
            if len(self._offered) <= game:
                self._offered = append(self._offered, NOTHING)
            self.go_on(game)
        self.forget_ended()
        return self.now

    # -- one step ------------------------------------------------------------------------------

    def step(self, codes: Any) -> BatchStep:
        """Answer in every game with one code, a sequence of ints or an array of integers.

        If one of them is not legal `IllegalAction` names the game, the seat and the code, and no game has moved.
        """
        if codes is self._picks and self._drawn:
            given = self._pick  # drawn from what is offered, so there is nothing to check
        else:
            given = self._pick if codes is self._picks else self.read(codes)
            self.check(given)
        self._drawn = False
        if len(self._ended) > 0:
            self.forget_ended()
        states = self._states
        asked = self._asked
        answers = self._answers
        offered = self._offered
        mask = self._mask
        width = self.action_count if self._masked else 0
        first: i64 = 0
        inside = self._random
        limited = self.limit > 0
        for game in range(self.count):
            state = states[game]
            state.apply(asked[game], given[game])
            seat = state.actor()
            if seat < 0 or inside >> seat & 1 or limited:
                self.go_on(game)
            else:  # what `go_on` does, in the case that is by far the commonest
                codes_now = state.codes(seat)
                fits = True
                if not same(offered[game], codes_now):
                    fits = change_mask(mask, first, width, offered[game], codes_now)
                    if fits:
                        offered[game] = codes_now
                if fits:
                    asked[game] = seat
                    answers[game] += 1
                else:
                    self.go_on(game)
            first += width
        return self.now

    def sample(self) -> Any:
        """A legal code for each game, all equally likely, for `step`. It is drawn apart from the games' own chance."""
        picks = self._pick
        offered = self._offered
        rng = self._picker
        for game in range(self.count):
            codes = offered[game]
            picks[game] = codes[rng.below(len(codes))]
        self._drawn = True
        return self._picks

    def legal(self, game: int) -> list[int]:
        """The codes of the seat that is asked in a game."""
        return [int(code) for code in self._offered[self.number(game)]]

    def state(self, game: int) -> State:
        """A copy of a game as it stands."""
        return self._states[self.number(game)].clone()

    def number(self, game: int) -> i64:
        """A number of a game, if it is one."""
        if not 0 <= game < self.count:
            raise RulesError(f"there is no game {excerpt(game)} in this batch: they are 0 to {self.count - 1}")
        return game

    def read(self, codes: Any) -> vec[i64]:
        """The codes as machine words."""
        numpy = self._numpy
        given = self._given
        if numpy is not None and isinstance(codes, numpy.ndarray):
            if codes.dtype.kind not in "iu" or codes.ndim != 1:
                raise RulesError(
                    f"codes are one row of integers, not an array of {codes.dtype.name} in {codes.ndim} dimensions"
                )
            self.check_count(len(codes))
            if PACKED:
                data: bytes = codes.astype("<i8").tobytes()
                for game in range(self.count):
                    given[game] = read_i64_le(data, 8 * game)
                return given
            codes = codes.tolist()
        self.check_count(len(codes))
        for game in range(self.count):
            given[game] = self.read_code(game, codes[game])
        return given

    def read_code(self, game: i64, code: Any) -> i64:
        try:
            number: int = operator.index(code)
        except TypeError:
            raise RulesError(f"game {game}: a code is an integer, not {excerpt(code)}") from None
        if isinstance(code, bool) or not -(1 << 60) < number < 1 << 60:
            raise RulesError(f"game {game}: {excerpt(code)} is no code")
        return number

    def check_count(self, given: int) -> None:
        if given != self.count:
            raise RulesError(f"{self.count} codes are needed, one for each game, not {given}")

    def check(self, given: vec[i64]) -> None:
        """See that every code is one that its game offers, before any is played."""
        offered = self._offered
        mask = self._mask
        width = self.action_count
        for game in range(self.count):
            code = given[game]
            codes = offered[game]
            if self._masked and len(codes) > FEW:
                legal = 0 <= code < width and mask[game * width + code] != 0
            else:
                legal = contains(codes, code)
            if not legal:
                raise self.refusal(game, code)

    def refusal(self, game: i64, code: i64) -> IllegalAction:
        """Why a code cannot be played, and where."""
        facts = {"game": game, "seat": self._asked[game], "code": code, "legal": excerpt(self.legal(int(game)))}
        return IllegalAction(
            self._states[game].turn_rule(),
            "game {game}: seat {seat} cannot play the code {code} now; its codes are {legal}",
            facts,
        )

    # -- between two questions -----------------------------------------------------------------

    def go_on(self, game: i64) -> None:
        """Play what is played inside until somebody is asked, and say who and what."""
        state = self._states[game]
        rng = self._rngs[game]
        if self.limit > 0 and self._answers[game] >= self.limit and state.actor() != NOBODY:
            state = self.give_up(game)
        while True:
            seat = state.actor()
            if seat >= 0:
                codes = state.codes(seat)
                if self._random >> seat & 1:
                    state.apply(seat, codes[rng.below(len(codes))])
                    self.inside += 1
                elif self.offer(game, codes):
                    self._asked[game] = seat
                    self._answers[game] += 1
                    return
                elif self._answers[game] > 0:
                    state = self.give_up(game)
                else:
                    raise RulesError("masks have no room for this game's first question: make the batch without")
            elif seat == NATURE:
                state.apply(seat, state.chance_code(rng))
                self.inside += 1
            else:
                if self._answers[game] > 0:  # one in which nobody was asked is nobody's business
                    self.reward(game)
                state = self.begin(game)

    def offer(self, game: i64, codes: vec[i64]) -> bool:
        """Say what may be answered; whether a mask has room for it (`action_count` is a promise for usual games)."""
        width = self.action_count if self._masked else 0
        fits = change_mask(self._mask, game * width, width, self._offered[game], codes)
        self._offered[game] = codes if fits else NOTHING
        return fits

    def reward(self, game: i64) -> None:
        """What a game that is over was worth."""
        first = game * self.players
        returns = self._states[game].returns()
        for seat in range(self.players):
            self._reward[first + seat] = returns[seat]
        self._done[game] = 1
        self._ended = append(self._ended, game)

    def give_up(self, game: i64) -> State:
        self._cut[game] = 1
        self._ended = append(self._ended, game)
        return self.begin(game)

    def forget_ended(self) -> None:
        """Nothing has just ended in any game."""
        for game in self._ended:
            self._done[game] = 0
            self._cut[game] = 0
            first = game * self.players
            for seat in range(self.players):
                self._reward[first + seat] = 0.0
        self._ended = vec[i64]()

    def begin(self, game: i64) -> State:
        """The next game in the place of this one."""
        rng = self._rngs[game]
        state = self._states[game].deal_again(rng)
        if state is None:
            state = self.deal(rng)
        self._states[game] = state
        self._answers[game] = 0
        return state

    def deal(self, rng: Rng) -> State:
        players = int(self.players)
        setup = self.game.deal(players, self._options, Dealer(rng), self._parts)
        return self.game.begin(players, self._options, setup, self._parts)

    # -- what the seats see --------------------------------------------------------------------

    def observe(self, out: Any = None) -> Any:
        """What the seat that is asked sees in each game (`State.observation`), a row for each game: written into `out`,
        a buffer of so many 32-bit floats, such as a numpy array, or into a new array. It is handed back."""
        features = features_of(self.game.id)
        size = features.size(self._states[0])
        if self._numpy is None:
            return hand_over(float32_bytes(fill_many([state for state in self._states], self._asked)), out)
        rows = self.rows_for(out, int(size))
        # A few rows at a time, so that they are still in the processor's cache when they are made 32-bit floats.
        some = min(int(self.count), max(1, NUMBERS_AT_ONCE // int(size)))
        blank = zero_floats(some * size)
        for start in range(0, int(self.count), some):
            end = min(start + some, int(self.count))
            values = blank[:]
            for game in range(i64(start), i64(end)):
                features.fill(self._states[game], self._asked[game], values, (game - start) * size)
            numbers = self._numpy.frombuffer(values, dtype="d").reshape(some, int(size))
            self._numpy.copyto(rows[start:end], numbers[: end - start], casting="same_kind")
        return rows if out is None else out

    def rows_for(self, out: Any, size: int) -> Any:
        """Where observations are written: `out` as a numpy array of a row for each game, or a new one."""
        shape = (int(self.count), size)
        if out is None:
            return self._numpy.empty(shape, dtype="f")
        if not isinstance(out, self._numpy.ndarray):
            out = self._numpy.frombuffer(out, dtype="f")
            out = out.reshape(shape) if out.size == shape[0] * size else out
        if out.shape != shape or not out.flags.writeable:
            raise RulesError(f"observations need an array of {shape[0]} rows of {size} that can be written to")
        return out


def change_mask(mask: vec[u8], first: i64, width: i64, before: vec[i64], codes: vec[i64]) -> bool:
    """Let the row of a mask that begins at `first` say `codes`, where it said `before`; whether it has room for them:
    if not, it says nothing. Without a width there is no mask, and room for all."""
    if width == 0:
        return True
    for code in before:
        mask[first + code] = 0
    for code in codes:
        if code >= width:
            for other in codes:
                if other < width:
                    mask[first + other] = 0
            return False
        mask[first + code] = 1
    return True


# -- buffers: packed vectors, or arrays in plain Python, which can be seen from outside as well --------------------


def zero_words(count: i64) -> vec[i64]:
    if not PACKED:
        unpacked: Any = array("q", bytes(8 * count))
        same: vec[i64] = unpacked
        return same
    return vec[i64]([0 for _ in range(count)])


def zero_bytes(count: i64) -> vec[u8]:
    if not PACKED:
        unpacked: Any = array("B", bytes(count))
        same: vec[u8] = unpacked
        return same
    made = vec[u8](capacity=count)
    for _ in range(count):
        made = append(made, 0)
    return made


def zero_floats(count: i64) -> vec[float]:
    if not PACKED:
        unpacked: Any = array("d", bytes(8 * count))
        same: vec[float] = unpacked
        return same
    return vec[float]([0.0 for _ in range(count)])


def numpy_if_there() -> Any:
    """numpy, which nothing else here needs, or `None`."""
    try:
        return importlib.import_module("numpy")
    except ImportError:
        return None


# -- the public face -------------------------------------------------------------------------------


def batch(
    game: str | Game | Any,
    count: int | Any,
    *,
    players: int | Any | None = None,
    options: Mapping[str, Any] | Any | None = None,
    seed: int | str | Any | None = None,
    random_seats: Sequence[int] | Any = (),
    masks: bool | None = None,
    limit: int | Any = 0,
    components: Components = None,
) -> Batch:
    """So many games of one kind that are stepped together (see this module).

    The seats in `random_seats` are played inside, at random. `masks` says whether there are masks; by default where the
    game has at most 100,000 codes and they take at most 256 MB. With a `limit` a game is given up after so many
    answers; with masks it is given up too where it asks for what no mask has room for (`cut` tells).
    """
    chosen = game if isinstance(game, Game) else find(game)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_GAMES:
        raise RulesError(f"a batch has 1 to {MOST_GAMES} games, not {excerpt(count)}")
    if isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit < 1 << 60:
        raise RulesError(f"a limit is a number of answers, or 0 for none, not {excerpt(limit)}")
    table = chosen.check_table(players, options)
    parts = chosen.parts(components)
    inside: i64 = 0
    for seat in random_seats:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < table:
            raise InvalidOptions(f"random_seats: there is no seat {excerpt(seat)} at this table for {table}")
        inside |= 1 << seat
    if inside == (1 << table) - 1:
        raise InvalidOptions("random_seats: somebody has to be asked; `playout` plays a game at random to its end")
    if masks and not parts.action_count:
        raise InvalidOptions(f"{chosen.title} has no small codes, so there are no masks; `legal` lists the codes")
    small = 0 < parts.action_count <= WIDEST and parts.action_count * count <= ROOM
    masked = masks if masks is not None else small
    complete = chosen.complete_options(table, given_options(options))
    return Batch(chosen, count, table, complete, parts, seed, inside, masked, limit)
