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
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, final

from mypy_extensions import i64, u8

from parlour._vecs import PACKED, append, read_i64_le, vec
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import excerpt
from parlour.rules.errors import IllegalAction, InvalidOptions, RulesError
from parlour.rules.features import features_of, fill_many, float32_bytes, hand_over
from parlour.rules.game import Components, Game, Parts, find, given_options
from parlour.rules.menus import contains
from parlour.rules.state import NATURE, NOBODY, State

MOST_GAMES: Final = 1_000_000
WIDEST: Final = 100_000  # codes that a mask has, unless masks are asked for
ROOM: Final = 1 << 28  # bytes for all masks, likewise
NO_ROOM: Final = "masks have no room for this game's first question: make the batch without"
TRIES: Final = 100  # new games that are begun for one whose first question has room
LARGE: Final[i64] = 8388608  # bytes from which on large pages are worth asking for
COLLAPSE: Final = 25  # Linux: MADV_COLLAPSE
NUMBERS_AT_ONCE: Final = 12288  # of observations: fewer are more calls, and more leave the processor's nearest cache


@final
class BatchStep:
    """How all games stand after a step, for `asked, masks, rewards, done, cut = batch.step(codes)` or by name. The
    arrays are the batch's own. Masks are written from the first time on that somebody takes them."""

    def __init__(self, batch: Batch) -> None:
        self._batch: Batch = batch

    @property
    def asked(self) -> Any:
        """By game, the seat that has to answer."""
        return self._batch.asked

    @property
    def masks(self) -> Any:
        """By game and code, whether that seat may play it; `None` in a batch without masks."""
        return self._batch.masks

    @property
    def rewards(self) -> Any:
        """By game and seat: what a game that has just ended was worth to the seat (`State.returns`), else 0."""
        return self._batch.rewards

    @property
    def done(self) -> Any:
        """By game, whether one has just ended, and the next has begun."""
        return self._batch.done

    @property
    def cut(self) -> Any:
        """By game, whether one has just been given up: no rewards, and the next has begun."""
        return self._batch.cut

    def __iter__(self) -> Iterator[Any]:
        return iter((self.asked, self.masks, self.rewards, self.done, self.cut))

    def __len__(self) -> int:
        return 5

    def __getitem__(self, place: int) -> Any:
        return [self.asked, self.masks, self.rewards, self.done, self.cut][place]


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
        self._masked: bool = masked  # whether whoever asks gets masks, so that all codes must have room in them
        self._numpy: Any = numpy_if_there()
        self._seed: str = ""

        # By game. What every step of a game asks for lies side by side, not in an object for each.
        self._states: vec[State] = vec[State]()
        self._rngs: list[Rng] = []
        self._answers: vec[i64] = zero_words(count)  # so far, in a batch with a limit
        self._asked: vec[i64] = zero_words(count)
        self._offers: vec[vec[i64]] = vec[vec[i64]]([vec[i64]() for _ in range(count)])  # codes, where they are `_kept`
        self._kept: bool = True
        self._ended: vec[i64] = vec[i64]()  # the games that ended with the last step, whether over or given up
        self._at: i64 = 0  # the game that is being played

        # What `sample` has drawn. Whoever has asked once will ask again: a step draws for the next questions while it
        # has them at hand, into the other vector, and if nobody asks for that it has not happened.
        self._picker: Rng = Rng("")
        self._pick: vec[i64] = zero_words(count)
        self._drawn: bool = False  # whether that is for the open questions
        self._next_picker: Rng = Rng("")
        self._next_pick: vec[i64] = zero_words(count)
        self._next_drawn: bool = False

        self._reward: vec[float] = zero_floats(count * players)
        self._done: vec[u8] = zero_bytes(count)
        self._cut: vec[u8] = zero_bytes(count)
        self._given: vec[i64] = zero_words(count)
        self._mask: vec[u8] = zero_bytes(0)  # by game and code, from when somebody asks for it
        self._blank: vec[float] = zero_floats(0)  # zeros for `observe`

        self.asked: Any = self.view(self._asked, "q", [count])
        self.rewards: Any = self.view(self._reward, "d", [count, players])
        self.done: Any = self.view(self._done, "?", [count])
        self.cut: Any = self.view(self._cut, "?", [count])
        self._masks: Any = None
        self._picks: Any = self.view(self._pick, "q", [count])
        self._next_picks: Any = self.view(self._next_pick, "q", [count])
        self.now: BatchStep = BatchStep(self)
        self.inside: i64 = 0  # answers of random seats and outcomes of chance, so far
        self.reset(seed)

    def view(self, buffer: Any, kind: Any, shape: list[int]) -> Any:
        """A packed vector as an array that cannot be written to, without a copy."""
        if self._numpy is None:
            return memoryview(buffer).toreadonly().cast("B").cast(kind, shape)
        seen = self._numpy.frombuffer(buffer, dtype=kind).reshape(shape)
        seen.flags.writeable = False
        return seen

    @property
    def masks(self) -> Any:
        """By game and code, whether the seat that is asked may play it; `None` in a batch without masks."""
        if self._masks is None and self._masked:
            mask = zero_bytes(self.count * self.action_count)
            self.keep_offers()
            for game in range(self.count):
                set_mask(mask, game * self.action_count, self._offers[game], 1)
            self._mask = mask
            self._masks = self.view(mask, "?", [int(self.count), int(self.action_count)])
        return self._masks

    def keep_offers(self) -> None:
        """See that the codes of all open questions are in `_offers`."""
        if not self._kept:
            for game in range(self.count):
                self._offers[game] = self._states[game].codes(self._asked[game])
            self._kept = True

    def codes_of(self, game: i64) -> vec[i64]:
        """The codes of the seat that is asked in a game."""
        return self._offers[game] if self._kept else self._states[game].codes(self._asked[game])

    def reset(self, seed: object = None) -> BatchStep:
        """Begin all games anew; without a seed, by chance. If masks have no room for the first question of one of them
        `RulesError` says so, and all is as it was."""
        states = self._states
        rngs = self._rngs
        asked = self._asked[:]
        answers = self._answers[:]
        inside = self.inside
        first = self._seed
        self._seed = str(secrets.randbits(96) if seed is None else seed)
        self._states = vec[State]()
        self._rngs = []
        offers = vec[vec[i64]]()
        try:
            for game in range(self.count):
                self._states = append(self._states, self.begin_first(game))
                offers = append(offers, self.go_on(game, False))
                if not self.has_room(offers[game]):
                    raise RulesError(NO_ROOM)
        except RulesError:
            self._states = states
            self._rngs = rngs
            self.inside = inside
            self._seed = first
            for game in range(self.count):
                self._asked[game] = asked[game]
                self._answers[game] = answers[game]
            raise
        self.forget_ended()
        if self._masks is not None:
            for game in range(self.count):
                set_mask(self._mask, game * self.action_count, self._offers[game], 0)
                set_mask(self._mask, game * self.action_count, offers[game], 1)
        self._offers = offers
        self._kept = True
        self._picker = Rng(f"{self._seed}:sample")
        self._drawn = False
        self._next_drawn = False
        return self.now

    # -- one step ------------------------------------------------------------------------------

    def step(self, codes: Any) -> BatchStep:
        """Answer in every game with one code, a sequence of ints or an array of integers.

        If one of them is not legal `IllegalAction` names the game, the seat and the code, and no game has moved.
        """
        given = self._pick if codes is self._picks else self.read(codes)
        if codes is not self._picks or not self._drawn:  # what is drawn from what is offered needs no check
            self.check(given)
        if len(self._ended) > 0:
            self.forget_ended()
        drawing = self._drawn
        if drawing:
            self._next_picker.follow(self._picker)
        self._drawn = False
        self._next_drawn = drawing
        keeping = not drawing or self._masks is not None
        self._kept = keeping
        self._at = 0
        while self._at < self.count:
            try:
                self.play(given, self._at, drawing, keeping)
            except RulesError:  # a game that has grown too large says so
                self.note(self._at, self.begin_with_room(self._at), drawing, keeping)
                self._at += 1
        return self.now

    def play(self, given: vec[i64], first: i64, drawing: bool, keeping: bool) -> None:
        """Play the answers that are given, in this game and all that follow. `_at` is where it has got to."""
        states = self._states
        asked = self._asked
        picks = self._next_pick
        rng = self._next_picker
        inside = self._random
        limited = self.limit > 0
        unsure = self._masked and not self._parts.codes_fit
        offers = self._offers
        mask = self._mask
        width: i64 = self.action_count if self._masks is not None else 0
        row: i64 = first * width  # where the game's row in the masks begins
        for game in range(first, self.count):
            self._at = game
            if width > 0:  # before the game may change what it has offered
                set_mask(mask, row, offers[game], 0)
            state = states[game]
            state.apply(asked[game], given[game])
            seat = state.actor()
            if seat < 0 or inside >> seat & 1 or limited:
                codes = self.go_on(game, True)
            else:  # what `go_on` does, in the case that is by far the commonest
                asked[game] = seat
                codes = state.codes(seat)
            if unsure and not self.has_room(codes):
                codes = self.begin_with_room(game)
            # What `note` does.
            if drawing:
                picks[game] = codes[rng.below(len(codes))]
            if keeping:
                offers[game] = codes
                if width > 0:
                    set_mask(mask, row, codes, 1)
                    row += width
        self._at = self.count

    def note(self, game: i64, codes: vec[i64], drawing: bool, keeping: bool) -> None:
        """Write down what a game offers now."""
        if drawing:
            self._next_pick[game] = codes[self._next_picker.below(len(codes))]
        if keeping:
            self._offers[game] = codes
            if self._masks is not None:
                set_mask(self._mask, game * self.action_count, codes, 1)

    def sample(self) -> Any:
        """A legal code for each game, all equally likely, for `step`. It is drawn apart from the games' own chance."""
        if self._next_drawn:
            self._picker, self._next_picker = self._next_picker, self._picker
            self._pick, self._next_pick = self._next_pick, self._pick
            self._picks, self._next_picks = self._next_picks, self._picks
            self._next_drawn = False
        else:
            rng = self._picker
            for game in range(self.count):
                codes = self.codes_of(game)
                self._pick[game] = codes[rng.below(len(codes))]
        self._drawn = True
        return self._picks

    def legal(self, game: int) -> list[int]:
        """The codes of the seat that is asked in a game."""
        return [int(code) for code in self.codes_of(self.number(game))]

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
                data: bytes = codes.astype("<i8", copy=False).tobytes()
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
        drawn = self._drawn
        picks = self._pick
        offers = self._offers
        kept = self._kept
        mask = self._mask
        width: i64 = self.action_count if self._masks is not None else 0
        for game in range(self.count):
            code = given[game]
            if drawn and code == picks[game]:
                continue
            if width > 0:
                legal = 0 <= code < width and mask[game * width + code] != 0
            elif kept:
                legal = contains(offers[game], code)
            else:
                legal = contains(self.codes_of(game), code)
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

    def go_on(self, game: i64, answered: bool) -> vec[i64]:
        """Play what is played inside until somebody is asked; say who in `asked`, and hand the codes over. `answered`
        says whether somebody has been asked in this game before."""
        state = self._states[game]
        rng = self._rngs[game]
        if self.limit > 0 and answered:
            self._answers[game] += 1
            if self._answers[game] >= self.limit and state.actor() != NOBODY:
                self.cut_off(game)
                state = self.begin(game)
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

    def has_room(self, codes: vec[i64]) -> bool:
        """Whether masks, if there are any, have room for these codes (`action_count` is a promise for usual games)."""
        if self._masked:
            width = self.action_count
            for code in codes:
                if code >= width:
                    return False
        return True

    def begin_with_room(self, game: i64) -> vec[i64]:
        """Give a game up that has no room here, if it has not ended in this step anyhow; the codes of the first
        question of the next one that has. After many that have none it is the very first, which had."""
        if self._done[game] == 0 and self._cut[game] == 0:
            self.cut_off(game)
        for _ in range(TRIES):
            self.begin(game)
            try:
                codes = self.go_on(game, False)
            except RulesError:
                continue
            if self.has_room(codes):
                return codes
        self._states[game] = self.begin_first(game)
        return self.go_on(game, False)

    def reward(self, game: i64) -> None:
        """What a game that is over was worth."""
        first = game * self.players
        returns = self._states[game].returns()
        for seat in range(self.players):
            self._reward[first + seat] = returns[seat]
        self._done[game] = 1
        self._ended = append(self._ended, game)

    def cut_off(self, game: i64) -> None:
        """A game is given up."""
        self._cut[game] = 1
        self._ended = append(self._ended, game)

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
        state = self._states[game]
        if not state.deal_again(rng):
            state = self.deal(rng)
            self._states[game] = state
        self._answers[game] = 0
        return state

    def begin_first(self, game: i64) -> State:
        """The first game after `reset` in this place, with a generator that has drawn nothing yet."""
        rng = Rng(f"{self._seed}:{game}")
        if game < len(self._rngs):
            self._rngs[game] = rng
        else:
            self._rngs.append(rng)
        self._answers[game] = 0
        return self.deal(rng)

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


def set_mask(mask: vec[u8], first: i64, codes: vec[i64], legal: u8) -> None:
    """Let the row of a mask that begins at `first` say of codes whether they are legal."""
    for code in codes:
        mask[first + code] = legal


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
