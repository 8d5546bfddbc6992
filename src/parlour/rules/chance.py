"""The one source of randomness: the generator sfc32, seeded through SHA-256.

sfc32 (Chris Doty-Humphrey's "small fast chaotic", 32 bit words) uses additions, shifts
and exclusive-ors on 32-bit numbers only. Every step stays below 2**62, so the compiled
engine computes it with machine words (`i64`) and the pure one with ordinary ints,
and both get the same numbers on every platform.

>>> rng = Rng(7)
>>> [rng.below(6) for _ in range(8)] == [Rng(7).below(6)] + [0] * 7
False
>>> [Rng(7).below(1000) for _ in range(3)] == [Rng(7).below(1000)] * 3
True
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, TypeVar, final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import vec

T = TypeVar("T")

WORD: Final[i64] = 0xFFFFFFFF


@final
class Rng:
    """A stream of random numbers that depends on its seed only."""

    def __init__(self, seed: object) -> None:
        """`seed` is an int or a str; anything else is taken by its `str()`."""
        digest = hashlib.sha256(f"parlour:{seed}".encode()).digest()
        self.a: i64 = int.from_bytes(digest[0:4], "little")
        self.b: i64 = int.from_bytes(digest[4:8], "little")
        self.c: i64 = int.from_bytes(digest[8:12], "little")
        self.counter: i64 = 1
        for _ in range(12):
            self.next()

    def next(self) -> i64:
        """The next 32 random bits."""
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        counter: i64 = self.counter
        value: i64 = (a + b + counter) & WORD
        self.counter = (counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) & WORD | (c >> 11)) + value) & WORD
        return value

    def below(self, n: i64) -> i64:
        """A number 0..n-1, all equally likely (0 < n <= 2**20)."""
        # `next`, written out: this is asked for every random step of every game, and a call would double it.
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        counter: i64 = self.counter
        value: i64 = (a + b + counter) & WORD
        self.counter = (counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) & WORD | (c >> 11)) + value) & WORD
        scaled: i64 = value * n
        if (scaled & WORD) < n:
            # Lemire's method: the few values that would favour some results are drawn again.
            uneven: i64 = (WORD + 1 - n) % n
            while (scaled & WORD) < uneven:
                scaled = self.next() * n
        return scaled >> 32

    def choice(self, things: list[T]) -> T:
        """One of the things, all equally likely."""
        return things[self.below(len(things))]

    def weighted(self, weights: list[int]) -> int:
        """A place in the list, each as likely as its weight says. Weights are whole numbers, together at most 2**20."""
        left: int = int(self.below(sum(weights)))
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        raise ValueError("weights are not negative")

    def shuffle(self, things: list[Any]) -> None:
        """Put the things into a random order, all orders equally likely."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]

    def mix(self, things: vec[i64]) -> None:
        """`shuffle` for a packed vector, with the same draws."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            thing = things[i]
            things[i] = things[j]
            things[j] = thing

    def follow(self, other: Rng) -> None:
        """Go on as another generator does from where it is."""
        self.a, self.b, self.c, self.counter = other.a, other.b, other.c, other.counter

    def __reduce__(self) -> tuple[Any, ...]:
        return resume, (self.a, self.b, self.c, self.counter)

    def fork(self) -> Rng:
        """A generator of its own whose numbers have nothing to do with the rest of this one's."""
        return Rng(f"{self.next()}:{self.next()}:{self.next()}")


def resume(a: i64, b: i64, c: i64, counter: i64) -> Rng:
    """A generator that goes on where another one was."""
    rng = Rng("")
    rng.a, rng.b, rng.c, rng.counter = a, b, c, counter
    return rng


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealer:
    """Whoever shuffles and rolls for a set-up, and says where in the set-up each thing is laid.

    This one draws from an `Rng`, for simulations. A table has one that draws from its own stream and notes
    what it drew (`parlour.tables.promises`); `Rng` itself has no such subclass, so that search and simulation
    call it directly.
    """

    def __init__(self, rng: Rng) -> None:
        self.rng: Rng = rng

    def below(self, n: int) -> int:
        """A number 0..n-1, all equally likely."""
        return int(self.rng.below(n))

    def roll(self, sides: int) -> int:
        """A die: 1..sides."""
        return int(self.rng.below(sides)) + 1

    def choice(self, things: list[T]) -> T:
        """One of the things, all equally likely."""
        return self.rng.choice(things)

    def shuffle(self, things: list[Any]) -> None:
        """Put the things into a random order, all orders equally likely."""
        self.rng.shuffle(things)

    def insert(self, things: list[Any], thing: Any, places: int) -> None:
        """Put one thing more among the last of the others: 0 to `places` - 1 of them come after it."""
        things.insert(len(things) - int(self.rng.below(places)), thing)

    def lay(self, place: str, first: int = 0, last: int = -1, ascending: bool = False) -> None:
        """Say where in the set-up a part of what was drawn last is laid: the things `first` to `last` - 1 of a
        list (in ascending order, if that is how they lie there), or, without `last`, one thing.

        `place` is a path in the set-up, such as "decks.0". It is for those who check a deal; nothing is done here.
        """


def rng_from(source: Any) -> Rng:
    """`source` itself if it is an `Rng`; else one seeded from a `random.Random`, an int or a str."""
    if isinstance(source, Rng):
        return source
    if hasattr(source, "getrandbits"):
        return Rng(source.getrandbits(96))
    return Rng(source)
