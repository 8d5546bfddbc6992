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
from typing import Any, Final, NamedTuple, final

from mypy_extensions import i64, u8

from parlour._vecs import PACKED, append, read_i64_le, vec
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import excerpt
from parlour.rules.errors import IllegalAction, InvalidOptions, RulesError
from parlour.rules.features import features_of, fill_many, float32_bytes, hand_over
from parlour.rules.game import Components, Game, Parts, find, given_options
from parlour.rules.state import NATURE, NOBODY, State

MOST_GAMES: Final = 1_000_000
WIDEST: Final = 100_000  # codes that a mask has, unless masks are asked for
ROOM: Final = 1 << 28  # bytes for all masks, likewise
NO_ROOM: Final = "masks have no room for this game's first question: make the batch without"
FEW: Final[i64] = 16  # codes among which one is found sooner than in a mask, which is seldom in the cache
LARGE: Final[i64] = 8388608  # bytes from which on large pages are worth asking for
COLLAPSE: Final = 25  # Linux: MADV_COLLAPSE
NUMBERS_AT_ONCE: Final = 12288  # of observations: fewer are more calls, and more leave the processor's nearest cache


class BatchStep(NamedTuple):
    """How all games stand after a step. The arrays are the batch's own."""

    asked: Any  # by game, the seat that has to answer
    masks: Any  # by game and code, whether that seat may play it; `None` in a batch without masks
    rewards: Any  # by game and seat: what a game that has just ended was worth to the seat (`State.returns`), else 0
    done: Any  # by game, whether one has just ended, and the next has begun
    cut: Any  # by game, whether one has just been given up: no rewards, and the next has begun


@final
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
        self._answers: vec[i64] = zero_words(count)  # so far, in a batch with a limit
        self._ended: vec[i64] = vec[i64]()  # the games that ended with the last step, whether over or given up
        # The codes of all seats that are asked, one game after the other, and where those of each game end. A step
        # goes through them from the first to the last, and writes the next ones into the spare room in the same way.
        self._codes: vec[i64] = vec[i64]()
        self._spare: vec[i64] = vec[i64]()
        self._ends: vec[i64] = zero_words(count)

        self._asked: vec[i64] = zero_words(count)
        self._mask: vec[u8] = zero_bytes(count * self.action_count if masked else 0)
        self._reward: vec[float] = zero_floats(count * players)
        self._done: vec[u8] = zero_bytes(count)
        self._cut: vec[u8] = zero_bytes(count)
        self._given: vec[i64] = zero_words(count)
        self._pick: vec[i64] = zero_words(count)
        self._blank: vec[float] = zero_floats(0)  # zeros for `observe`

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
        width: i64 = self.action_count if self._masked else 0
        begin: i64 = 0
        for game in range(len(self._states)):
            clear_mask(self._mask, game * width, width, self._codes, begin, self._ends[game])
            begin = self._ends[game]
        self._states = vec[State]()
        self._rngs = []
        room = self._codes
        at: i64 = 0
        for game in range(self.count):
            rng = Rng(f"{chosen}:{game}")
            self._states = append(self._states, self.deal(rng))
            self._rngs.append(rng)
            self._answers[game] = 0
            codes = self.go_on(game, False)
            if at + len(codes) > len(room):
                room = longer(room, at + len(codes))
            at = offer(self._mask, game * width, width, codes, room, at)
            if at < 0:
                raise RulesError(NO_ROOM)
            self._ends[game] = at
        self._codes = room
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
        mask = self._mask
        ends = self._ends
        before = self._codes
        room = self._spare
        width: i64 = self.action_count if self._masked else 0
        inside = self._random
        limited = self.limit > 0
        first: i64 = 0  # of the game's row in the mask
        begin: i64 = 0  # of what the game has offered
        at: i64 = 0  # where the next codes are written
        for game in range(self.count):
            state = states[game]
            state.apply(asked[game], given[game])
            seat = state.actor()
            if seat < 0 or inside >> seat & 1 or limited:
                codes_now = self.go_on(game, True)
            else:  # what `go_on` does, in the case that is by far the commonest
                asked[game] = seat
                codes_now = state.codes(seat)
            end = ends[game]
            clear_mask(mask, first, width, before, begin, end)
            begin = end
            if at + len(codes_now) > len(room):
                room = longer(room, at + len(codes_now))
            after = offer(mask, first, width, codes_now, room, at)
            if after < 0:
                codes_now = self.after_giving_up(game)
                if at + len(codes_now) > len(room):
                    room = longer(room, at + len(codes_now))
                after = offer(mask, first, width, codes_now, room, at)
                if after < 0:
                    raise RulesError(NO_ROOM)
            at = after
            ends[game] = at
            first += width
        self._codes = room
        self._spare = before
        return self.now

    def sample(self) -> Any:
        """A legal code for each game, all equally likely, for `step`. It is drawn apart from the games' own chance."""
        picks = self._pick
        codes = self._codes
        ends = self._ends
        rng = self._picker
        begin: i64 = 0
        for game in range(self.count):
            end = ends[game]
            picks[game] = codes[begin + rng.below(end - begin)]
            begin = end
        self._drawn = True
        return self._picks

    def legal(self, game: int) -> list[int]:
        """The codes of the seat that is asked in a game."""
        number = self.number(game)
        begin: i64 = self._ends[number - 1] if number > 0 else 0
        return [int(code) for code in self._codes[begin : self._ends[number]]]

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
        codes = self._codes
        ends = self._ends
        mask = self._mask
        width: i64 = self.action_count if self._masked else 0
        first: i64 = 0
        begin: i64 = 0
        for game in range(self.count):
            code = given[game]
            end = ends[game]
            if width > 0 and end - begin > FEW:
                legal = 0 <= code < width and mask[first + code] != 0
            else:
                legal = False
                for i in range(begin, end):
                    if codes[i] == code:
                        legal = True
                        break
            if not legal:
                raise self.refusal(game, code)
            begin = end
            first += width

    def refusal(self, game: i64, code: i64) -> IllegalAction:
        """Why a code cannot be played, and where."""
        facts = {"game": game, "seat": self._asked[game], "code": code, "legal": excerpt(self.legal(int(game)))}
        return IllegalAction(
            self._states[game].turn_rule(),
            "game {game}: seat {seat} cannot play the code {code} now; its codes are {legal}",
            facts,
        )

    # -- between two questions -----------------------------------------------------------------

    def go_on(self, game: i64, answered: bool) -> vec[i64]:
        """Play what is played inside until somebody is asked; say who in `asked`, and hand the codes over. `answered`
        says whether somebody has been asked in this game before."""
        state = self._states[game]
        rng = self._rngs[game]
        if self.limit > 0 and answered:
            self._answers[game] += 1
            if self._answers[game] >= self.limit and state.actor() != NOBODY:
                state = self.give_up(game)
        while True:
            seat = state.actor()
            if seat >= 0:
                codes = state.codes(seat)
                if self._random >> seat & 1 == 0:
                    self._asked[game] = seat
                    return codes
                state.apply(seat, codes[rng.below(len(codes))])
                self.inside += 1
            elif seat == NATURE:
                state.apply(seat, state.chance_code(rng))
                self.inside += 1
            else:
                if answered:  # one in which nobody was asked is nobody's business
                    self.reward(game)
                answered = False
                state = self.begin(game)

    def after_giving_up(self, game: i64) -> vec[i64]:
        """The codes of the first question of a new game, since no mask has room for those of this one
        (`action_count` is a promise for usual games)."""
        if self._done[game] or self._cut[game]:  # it has only just begun
            raise RulesError(NO_ROOM)
        self.give_up(game)
        return self.go_on(game, False)

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
        if len(self._blank) != some * size:
            self._blank = zero_floats(some * size)
        blank = self._blank
        states = self._states
        asked = self._asked
        for start in range(0, int(self.count), some):
            end = min(start + some, int(self.count))
            values = blank[:]
            at: i64 = 0
            for game in range(i64(start), i64(end)):
                features.fill(states[game], asked[game], values, at)
                at += size
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


# What a step does for every game, with all that it needs in local variables.


def clear_mask(mask: vec[u8], first: i64, width: i64, codes: vec[i64], begin: i64, end: i64) -> None:
    """Let the row of a mask that begins at `first` say nothing, where it said `codes[begin:end]`. Without a width there
    is no mask."""
    if width > 0:
        for i in range(begin, end):
            mask[first + codes[i]] = 0


def offer(mask: vec[u8], first: i64, width: i64, codes: vec[i64], room: vec[i64], at: i64) -> i64:
    """Write codes into `room`, and into the row of a mask that says nothing yet; where they end in `room`, or -1 if the
    mask has no room for them: then it says nothing still."""
    if width == 0:
        for code in codes:
            room[at] = code
            at += 1
        return at
    for code in codes:
        if code >= width:
            for other in codes:
                if other < width:
                    mask[first + other] = 0
            return -1
        mask[first + code] = 1
        room[at] = code
        at += 1
    return at


def longer(room: vec[i64], needed: i64) -> vec[i64]:
    """A vector of twice the length that is needed, which begins with what `room` has."""
    found = vec[i64]([0 for _ in range(2 * needed)])
    for i in range(len(room)):
        found[i] = room[i]
    return found


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
    if count >= LARGE:
        ask_for_large_pages(made, int(count))
    return made


def ask_for_large_pages(buffer: Any, size: int) -> None:
    """Ask the system to keep a buffer of so many bytes in large pages, where it can (Linux). The rows of a mask may lie
    far apart, and with a page or more for each the processor has to look up again and again where they are: in Photon
    Rush a fifth of the time of a step."""
    import ctypes  # seldom needed
    import mmap

    numpy = numpy_if_there()  # which says where a buffer is that must not be written to
    advice = getattr(mmap, "MADV_HUGEPAGE", None)
    if numpy is None or advice is None:
        return
    start: int = numpy.frombuffer(buffer, dtype="B").ctypes.data
    first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
    try:
        ask = ctypes.CDLL(None).madvise
    except (AttributeError, OSError):
        return  # it is only a wish
    for wish in (advice, COLLAPSE):  # from now on; and at once, which systems before 2023 do not know
        ask(ctypes.c_void_p(first), ctypes.c_size_t(start + size - first), ctypes.c_int(wish))


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
