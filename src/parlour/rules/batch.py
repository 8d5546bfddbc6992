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

from parlour._vecs import PACKED, read_i64_le, vec
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import excerpt
from parlour.rules.errors import IllegalAction, InvalidOptions, RulesError
from parlour.rules.features import features_of, float32_bytes, hand_over
from parlour.rules.game import Components, Game, Parts, find, given_options
from parlour.rules.menus import contains, same
from parlour.rules.state import NATURE, NOBODY, State

MOST_GAMES: Final = 1_000_000
WIDEST: Final = 100_000  # codes that a mask has, unless masks are asked for
ROOM: Final = 1 << 28  # bytes for all masks, likewise
NOTHING: Final = vec[i64]()


class BatchStep(NamedTuple):
    """How all games stand after a step. The arrays are the batch's own."""

    asked: Any  # by game, the seat that has to answer
    masks: Any  # by game and code, whether that seat may play it; `None` in a batch without masks
    rewards: Any  # by game and seat: what a game that has just ended was worth to the seat (`State.returns`), else 0
    done: Any  # by game, whether one has just ended, and the next has begun
    cut: Any  # by game, whether one has just been given up: no rewards, and the next has begun


class BatchGame:
    """One game of a batch after the other."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.state: State = state
        self.rng: Rng = rng
        self.seat: i64 = 0  # who is asked
        self.offered: vec[i64] = vec[i64]()  # the codes of that seat
        self.answers: i64 = 0  # in this game
        self.ended: bool = False  # with the last step, whether over or given up


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
        self._places: list[BatchGame] = []
        self._picker: Rng = Rng("")  # of `sample`
        self._values: vec[float] = vec[float]()  # of observations

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
        for game in range(len(self._places)):
            self.offer(self._places[game], game, NOTHING)
        self._places = []
        for game in range(self.count):
            rng = Rng(f"{chosen}:{game}")
            place = BatchGame(self.deal(rng), rng)
            self._places.append(place)
            self.go_on(place, game)
            self.forget(place, game)
        return self.now

    # -- one step ------------------------------------------------------------------------------

    def step(self, codes: Any) -> BatchStep:
        """Answer in every game with one code, a sequence of ints or an array of integers.

        If one of them is not legal `IllegalAction` names the game, the seat and the code, and no game has moved.
        """
        given = self._pick if codes is self._picks else self.read(codes)
        self.check(given)
        places = self._places
        for game in range(self.count):
            place = places[game]
            if place.ended:
                self.forget(place, game)
            place.state.apply(place.seat, given[game])
            self.go_on(place, game)
        return self.now

    def sample(self) -> Any:
        """A legal code for each game, all equally likely, for `step`. It is drawn apart from the games' own chance."""
        picks = self._pick
        places = self._places
        rng = self._picker
        for game in range(self.count):
            codes = places[game].offered
            picks[game] = codes[rng.below(len(codes))]
        return self._picks

    def legal(self, game: int) -> list[int]:
        """The codes of the seat that is asked in a game."""
        return [int(code) for code in self.place(game).offered]

    def state(self, game: int) -> State:
        """A copy of a game as it stands."""
        return self.place(game).state.clone()

    def place(self, game: int) -> BatchGame:
        if not 0 <= game < self.count:
            raise RulesError(f"there is no game {excerpt(game)} in this batch: they are 0 to {self.count - 1}")
        return self._places[game]

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
        count = self.count
        if self._masked:
            mask = self._mask
            width = self.action_count
            first: i64 = 0
            for game in range(count):
                code = given[game]
                if code < 0 or code >= width or mask[first + code] == 0:
                    raise self.refusal(game, code)
                first += width
            return
        places = self._places
        for game in range(count):
            if not contains(places[game].offered, given[game]):
                raise self.refusal(game, given[game])

    def refusal(self, game: i64, code: i64) -> IllegalAction:
        """Why a code cannot be played, and where."""
        place = self._places[game]
        facts = {"game": game, "seat": place.seat, "code": code, "legal": excerpt(self.legal(int(game)))}
        return IllegalAction(
            place.state.turn_rule(),
            "game {game}: seat {seat} cannot play the code {code} now; its codes are {legal}",
            facts,
        )

    # -- between two questions -----------------------------------------------------------------

    def go_on(self, place: BatchGame, game: i64) -> None:
        """Play what is played inside until somebody is asked, and say who and what."""
        state = place.state
        if self.limit > 0 and place.answers >= self.limit and state.actor() != NOBODY:
            state = self.give_up(place, game)
        while True:
            seat = state.actor()
            if seat >= 0:
                codes = state.codes(seat)
                if self._random >> seat & 1:
                    state.apply(seat, codes[place.rng.below(len(codes))])
                    self.inside += 1
                elif self.offer(place, game, codes):
                    place.seat = seat
                    place.answers += 1
                    self._asked[game] = seat
                    return
                elif place.answers > 0:
                    state = self.give_up(place, game)
                else:
                    raise RulesError("masks have no room for this game's first question: make the batch without")
            elif seat == NATURE:
                state.apply(seat, state.chance_code(place.rng))
                self.inside += 1
            else:
                if place.answers > 0:  # one in which nobody was asked is nobody's business
                    self.reward(place, game)
                state = self.begin(place)

    def offer(self, place: BatchGame, game: i64, codes: vec[i64]) -> bool:
        """Say what may be answered; whether a mask has room for it (`action_count` is a promise for usual games)."""
        before = place.offered
        if same(before, codes):
            return True
        place.offered = codes
        if not self._masked:
            return True
        mask = self._mask
        width = self.action_count
        first = game * width
        for code in before:
            mask[first + code] = 0
        for code in codes:
            if code >= width:
                return self.withhold(place, first)
            mask[first + code] = 1
        return True

    def withhold(self, place: BatchGame, first: i64) -> bool:
        """Offer nothing after all."""
        for code in place.offered:
            if code < self.action_count:
                self._mask[first + code] = 0
        place.offered = NOTHING
        return False

    def reward(self, place: BatchGame, game: i64) -> None:
        """What a game that is over was worth."""
        first = game * self.players
        returns = place.state.returns()
        for seat in range(self.players):
            self._reward[first + seat] = returns[seat]
        self._done[game] = 1
        place.ended = True

    def give_up(self, place: BatchGame, game: i64) -> State:
        self._cut[game] = 1
        place.ended = True
        return self.begin(place)

    def forget(self, place: BatchGame, game: i64) -> None:
        """Nothing has just ended in this game."""
        place.ended = False
        self._done[game] = 0
        self._cut[game] = 0
        first = game * self.players
        for seat in range(self.players):
            self._reward[first + seat] = 0.0

    def begin(self, place: BatchGame) -> State:
        """The next game in this place."""
        state = place.state.deal_again(place.rng)
        if state is None:
            state = self.deal(place.rng)
        place.state = state
        place.answers = 0
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
        size = features.size(self._places[0].state)
        total = size * self.count
        if len(self._values) != total:
            self._values = zero_floats(int(total))
        values = self._values
        for at in range(total):
            values[at] = 0.0
        for game in range(self.count):
            place = self._places[game]
            features.fill(place.state, place.seat, values, game * size)
        if self._numpy is None:
            return hand_over(float32_bytes(values), out)
        numbers = self._numpy.frombuffer(values, dtype="d").reshape(int(self.count), int(size))
        if out is None:
            return numbers.astype("f")
        self._numpy.copyto(out, numbers, casting="same_kind")
        return out


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
    return vec[u8]([0 for _ in range(count)])


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
