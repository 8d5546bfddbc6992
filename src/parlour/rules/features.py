"""A state as numbers: what `view(seat)` tells, for programs that learn.

A game says it in the file `features.py` of its folder, as one object `FEATURES` of a class of its own. It fills a
packed vector, so that a batch of many states is filled without a Python object for any number (`fill_many`).
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import PACKED, BytesWriter, append, vec, write_f32_le
from parlour.rules.errors import RulesError
from parlour.rules.state import State

if TYPE_CHECKING:
    from parlour.rules.game import Components, Game, Parts

NATIVE: Final = PACKED and sys.byteorder == "little"


class NoFeatures(RulesError):
    """A game says nothing in numbers."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """How one game is told in numbers from -1 to 1: everything that `view(seat)` tells, and nothing else.

    The seat that is asked about comes first, the others clockwise after it, so that all seats can learn from each
    other's games. Actions and a few rules name seats by their number, so the seat's own is told too.
    """

    def names(self, players: int, parts: Parts) -> list[str]:
        """What each number means, in words, in the order of `fill`."""
        raise NotImplementedError

    def size(self, state: State) -> i64:
        """How many numbers there are for a table like this one: as many as `names`."""
        raise NotImplementedError

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        """Write what the seat may know into `out`, from the place `at` on. There are zeros before."""
        raise NotImplementedError


# Compiled, `float(number)` makes an object of a machine word first, so the usual ones are looked up.
FLOATS: Final = vec[float]([float(number) for number in range(1024)])


def as_float(number: i64) -> float:
    """A number as a float, and cheaply."""
    return FLOATS[number] if 0 <= number < len(FLOATS) else float(number)


def squash(number: i64, usual: i64) -> float:
    """A number without a bound, which may be negative, as one between -1 and 1; `usual` is 1/2."""
    if number >= 0:
        return as_float(number) / as_float(number + usual)
    return -as_float(-number) / as_float(usual - number)


def seat_name(step: int) -> str:
    """Whom a name of an observation is about, by the steps clockwise from whoever is asked about."""
    return "you" if step == 0 else f"player +{step}"


_FEATURES: dict[str, Features] = {}  # by the id of the game


def features_of(game_id: str) -> Features:
    """How a game is told in numbers; `NoFeatures` if it is not."""
    found = _FEATURES.get(game_id)
    return load_features(game_id) if found is None else found


def load_features(game_id: str) -> Features:
    from parlour.rules.game import find

    module = find(game_id).module("features")
    if module is None:
        raise NoFeatures(f"{game_id} cannot be observed as numbers: it has no module features yet")
    found = module.FEATURES
    assert isinstance(found, Features)
    _FEATURES[game_id] = found
    return found


def observation_names(game: Game, players: int, parts: Parts) -> tuple[str, ...]:
    return tuple(features_of(game.id).names(players, parts))


def version_of(game: Game, players: int, components: Components = None) -> str:
    """What an observation and an action of a kind of table mean, as a short text: it changes when one of them does."""
    names = "\n".join(game.observation_names(players, components))
    digest = hashlib.sha256(names.encode()).hexdigest()[:12]
    actions = game.parts(components).action_count
    return f"{game.id} v{game.rules_version}, {players} players, observation {digest}, {actions} actions"


class Blank:
    """Zeros to copy: a copy takes a hundredth of the time in which they are written one by one."""

    def __init__(self) -> None:
        self.values: vec[float] = vec[float]()

    def copy(self, count: i64) -> vec[float]:
        """So many zeros, for whoever asks."""
        values = self.values
        while len(values) < count:
            values = append(values, 0.0)
        self.values = values
        return values[:count]


_BLANK: Final = Blank()  # grows to the largest observation, or batch of them, that was asked for


def fill_new(state: State, seat: i64) -> vec[float]:
    """The observation of a seat as a packed vector of its own."""
    features = features_of(state.game_id())
    values = _BLANK.copy(features.size(state))
    features.fill(state, seat, values, 0)
    return values


def fill_many(states: list[State], seats: vec[i64]) -> vec[float]:
    """The observations of a seat of each state (all of one kind of table), one after the other."""
    if len(states) == 0:
        return vec[float]()
    features = features_of(states[0].game_id())
    return fill_rows(features, states, [int(seat) for seat in seats])


def fill_rows(features: Features, states: list[State], seats: list[int]) -> vec[float]:
    """The same by other numbers than a game's observation. Plain code has it done here: a vector that it hands to
    compiled code to be filled is never freed (mypyc 2.4)."""
    size = features.size(states[0])
    values = _BLANK.copy(size * len(states))
    at: i64 = 0
    for place in range(len(seats)):
        features.fill(states[place], seats[place], values, at)
        at += size
    return values


def float32_bytes(values: vec[float]) -> bytes:
    """The numbers as 32-bit floats of this machine."""
    if not NATIVE:
        return array("f", values).tobytes()
    writer = BytesWriter()
    for value in values:
        write_f32_le(writer, value)
    return writer.getvalue()


def observe(state: State, seat: i64, out: Any) -> Any:
    """The observation in `out`, a buffer of 32-bit floats, or in a new array."""
    return hand_over(float32_bytes(fill_new(state, seat)), out)


def hand_over(data: bytes, out: Any) -> Any:
    """Put 32-bit floats into a buffer, or into a new array."""
    if out is None:
        made = array("f")
        made.frombytes(data)
        return made
    room = memoryview(out)
    if room.format != "f" or room.nbytes != len(data) or room.readonly or not room.c_contiguous:
        raise RulesError(
            f"an observation needs a buffer of {len(data) // 4} 32-bit floats that can be written to, "
            f"not {room.nbytes} bytes of format {room.format}"
        )
    room.cast("B")[:] = data
    return out
