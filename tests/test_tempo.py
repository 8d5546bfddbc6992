"""Standing orders cannot be told from a person by timing."""

from __future__ import annotations

import asyncio
import bisect
import math
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from parlour.tables.elements import Seat
from parlour.tables.hall import Hall
from parlour.tables.log import Entry, Summary
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.tables.tempo import QUICKEST, SLOWEST, Tempo

ANSWERS = 400
DOUBT = 1.63  # a Kolmogorov-Smirnov distance above this (times the root) comes by chance once in a hundred times


class SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next thing that is due."""

    now = 1_000_000.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.now = max(self.now, self._scheduled[0]._when)  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


class NoDisk:
    """A storage that keeps nothing."""

    alone = True

    async def append(self, first: int, entries: Sequence[Entry], summary: Summary) -> None:
        pass


class Observer:
    """Somebody at the table who notes when a seat is asked and when it answers."""

    person = "bert"
    address = "here"
    active = 0.0

    def __init__(self, room: Room) -> None:
        self.room = room
        self.loop = asyncio.get_running_loop()
        self.changes = asyncio.Event()

    def wake(self) -> None:
        self.changes.set()


def order(table: Table, value: bool | None) -> None:
    if table.status == "playing":
        table.order(0, "loans", value)


def answer(table: Table, seat: int, action: str) -> None:
    table.play(seat, action)


async def watched_game(hall: Hall, rng: random.Random, think: Callable[[], float]) -> list[tuple[bool, float]]:
    """A game of Mogul in which seat 0 declines loans, sometimes by order; whether it did, and how long it took."""
    seats = [Seat("person", person, person.title()) for person in ("anna", "bert", "carl")]

    def make(table: Table) -> None:
        table.make("mogul", 3, {}, "anna", seats)
        table.start("anna", seed=str(rng.random()))

    room = await hall.make(make)
    observer = Observer(room)
    room.come(observer)
    found = []
    while room.table.status == "playing":
        seat = room.table.to_act()[0]
        state = room.table.state
        assert state is not None
        legal = state.legal(seat)
        asked = observer.loop.time()
        ordered = room.table.ordered_answer(seat) is not None
        if ordered:
            count = len(room.table.steps)
            while len(room.table.steps) == count:
                observer.changes.clear()
                await observer.changes.wait()
        else:
            await asyncio.sleep(think())
            await room.do(partial(answer, seat=seat, action="decline" if "decline" in legal else rng.choice(legal)))
        if seat == 0 and "decline" in legal:
            found.append((ordered, observer.loop.time() - asked))
            await room.do(partial(order, value=True if rng.random() < 0.6 else None))
    room.go(observer)
    return found


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """The two-sample Kolmogorov-Smirnov statistic."""
    first, second = sorted(one), sorted(other)
    return max(
        abs(bisect.bisect_right(first, x) / len(first) - bisect.bisect_right(second, x) / len(second))
        for x in (*first, *second)
    )


def observed(seed: int, think: Callable[[random.Random], float], monkeypatch: pytest.MonkeyPatch) -> list[list[float]]:
    """Answers by hand and by order, `ANSWERS` in all, as the others see them."""
    rng = random.Random(seed)
    loop = SkippingLoop()
    monkeypatch.setattr(time, "time", loop.time)

    async def work() -> list[tuple[bool, float]]:
        hall = Hall(NoDisk(), thinkers=object(), pause=0.6, rng=random.Random(seed))  # type: ignore[arg-type]
        found: list[tuple[bool, float]] = []
        while len(found) < ANSWERS:
            found += await watched_game(hall, rng, lambda: think(rng))
        return found[:ANSWERS]

    try:
        found = loop.run_until_complete(work())
    finally:
        loop.close()
    return [[seconds for ordered, seconds in found if ordered == which] for which in (False, True)]


PEOPLE: dict[str, Callable[[random.Random], float]] = {
    "usual": lambda rng: rng.lognormvariate(math.log(2.4), 0.6),
    "quick": lambda rng: 0.4 + rng.expovariate(2.0),
    "slow": lambda rng: rng.uniform(3.0, 9.0),
    "moody": lambda rng: rng.uniform(0.5, 1.0) if rng.random() < 0.6 else rng.gammavariate(4.0, 1.5) + 1.0,
}


@pytest.mark.parametrize("kind", PEOPLE)
def test_ordered_answers_take_as_long_as_those_by_hand(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over 400 answers of one person, about half of them ordered, the others find no difference in time."""
    by_hand, by_order = observed(1, PEOPLE[kind], monkeypatch)
    assert min(len(by_hand), len(by_order)) > ANSWERS * 0.4
    doubt = DOUBT * math.sqrt(1 / len(by_hand) + 1 / len(by_order))
    assert distance(by_hand, by_order) < doubt
    assert len({round(seconds, 6) for seconds in by_order}) > len(by_order) * 0.95, "times come twice"


def test_the_distance_finds_a_pace_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same measure is far off where ordered answers keep a pace of their own."""
    monkeypatch.setattr(Tempo, "draw", lambda *_: 0.6)
    by_hand, by_order = observed(1, PEOPLE["usual"], monkeypatch)
    assert distance(by_hand, by_order) > 0.9


def test_an_ordered_answer_keeps_within_reason() -> None:
    tempo = Tempo(2.4, random.Random(4))
    for seconds in (0.0, 0.01, 500.0, 3.0):
        tempo.hear("anna", seconds)
    drawn = [tempo.draw("anna") for _ in range(500)]
    assert QUICKEST <= min(drawn) < 0.4
    assert 15.0 < max(drawn) <= SLOWEST
    strangers = sorted(tempo.draw(f"nobody {i}") for i in range(500))
    assert 2.0 < strangers[250] < 2.9
    assert strangers[25] < 1.2 < 5.0 < strangers[475]


def test_where_nobody_has_to_wait_orders_answer_at_once() -> None:
    assert Tempo(0.0, random.Random(1)).draw("anna") == 0.0


def test_only_so_many_people_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.tables.tempo.MOST_PEOPLE", 3)
    tempo = Tempo(1.0, random.Random(1))
    for i in range(10):
        tempo.hear(i, 1.0)
    assert list(tempo.answers) == [7, 8, 9]
