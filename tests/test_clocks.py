"""Clocks: who is asked has so much time, there or not; then a stand-in answers this one question."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from parlour.tables import clocks
from parlour.tables.elements import Seat
from parlour.tables.hall import Hall
from parlour.tables.room import ELSEWHERE, Room
from parlour.tables.schema import open_log
from parlour.tables.table import PACES, Table, read
from visit import ThinkersHere

T = TypeVar("T")
PACE = 30


class Watch:
    """The machine's clock and the time of day, which stand still until tests move them on by hand."""

    def __init__(self) -> None:
        self.began, self.began_at = time.monotonic(), time.time()
        self.ahead = 0.0
        self.day_ahead = 0.0
        self.perf_counter = time.perf_counter
        self.time_ns = time.time_ns

    def monotonic(self) -> float:
        return self.began + self.ahead

    def time(self) -> float:
        return self.began_at + self.ahead + self.day_ahead

    def advance(self, seconds: float, *rooms: Room) -> None:
        """So many seconds pass; alarms that are due by then ring."""
        self.ahead += seconds
        for room in rooms:
            room.wake()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    clocks.this_boot()
    monkeypatch.setattr(clocks, "time", made)
    for module in ("hall", "room"):
        monkeypatch.setattr(f"parlour.tables.{module}.time", made)
    monkeypatch.setattr("parlour.tables.table.stand_in", lambda: "random")
    return made


class Page:
    """An open page at a table."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.address = ""

    def wake(self) -> None:
        pass


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 60))


async def until(true: Callable[[], Any]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def a_hall(folder: Path) -> Hall:
    return Hall(open_log(str(folder / "parlour.db")), ThinkersHere())


PEOPLE = [Seat("person", "anna", "Anna"), Seat("person", "bert", "Bert")]


async def a_room(hall: Hall, game: str, seats: list[Seat] = PEOPLE, pace: int = PACE) -> Room:
    def make(table: Table) -> None:
        table.make(game, len(seats), {}, "anna", seats, pace)
        table.start("anna", seed="1")

    return await hall.make(make)


AtTable = Callable[[Room, Watch], Coroutine[Any, Any, None]]


def at_table(game: str, **more: Any) -> Callable[[AtTable], Callable[..., None]]:
    """Makes a test of what happens at a table that has begun, in the event loop of its hall."""

    def in_hall(test: AtTable) -> Callable[..., None]:
        def run_test(tmp_path: Path, watch: Watch) -> None:
            async def work() -> None:
                hall = a_hall(tmp_path)
                await test(await a_room(hall, game, **more), watch)
                await hall.close()

            run(work())

        run_test.__doc__ = test.__doc__
        return run_test

    return in_hall


def play_any(table: Table, seat: int) -> None:
    assert table.state is not None
    table.play(seat, table.state.legal(seat)[0])


def notes(room: Room) -> list[tuple[str, int]]:
    return [(line.kind, line.seat) for line in room.table.lines if line.kind != "event"]


def left(room: Room, seat: int) -> int:
    return round(room.seconds_left()[seat])


def test_paces_go_from_half_a_minute_to_three_days() -> None:
    assert (PACES[0], PACES[1], PACES[-1]) == (0, 30, 3 * 86400)
    assert [clocks.warning(pace) for pace in PACES[1:]] == [10, 12, 36, 120, 600, 600, 600]


@at_table("gold-n-crash")
async def test_an_open_page_does_not_stop_the_clock_and_a_stand_in_answers_one_question(
    room: Room, watch: Watch
) -> None:
    (seat,) = room.table.to_act()
    for person in ("anna", "bert"):
        room.come(Page(person))
    assert left(room, seat) == PACE
    watch.advance(PACE - 1, room)
    assert (left(room, seat), room.table.steps) == (1, [])
    watch.advance(2, room)
    await until(lambda: room.table.steps)
    assert room.table.steps[0].by == "stand-in"
    assert notes(room) == [("timeout", seat)]
    assert room.table.to_act() == [seat]  # a turn has two actions: the second is asked anew, with all the time
    assert left(room, seat) == PACE
    assert not room.table.seats[seat].stand_in
    await room.do(lambda table: play_any(table, seat))  # the seat is theirs
    assert [step.by for step in room.table.steps if step.move.seat == seat] == ["stand-in", ""]


@at_table("gold-n-crash")
async def test_who_leaves_and_is_back_in_time_loses_nothing_but_the_time(room: Room, watch: Watch) -> None:
    (seat,) = room.table.to_act()
    here, again = (Page(room.table.seats[seat].person) for _ in range(2))
    room.come(here)
    watch.advance(20, room)
    room.go(here)
    watch.advance(5, room)
    room.come(again)
    assert left(room, seat) == 5
    assert (room.table.steps, notes(room)) == ([], [])
    watch.advance(6, room)
    await until(lambda: room.table.steps)  # the time that was used while away counts


@at_table("gold-n-crash", pace=259200)
async def test_who_is_not_asked_is_not_away(room: Room, watch: Watch) -> None:
    """For 90 s, or days, with an open page or without one."""
    (seat,) = room.table.to_act()
    other = 1 - seat
    page = Page(room.table.seats[other].person)
    for step in (90, 86400, 86400):
        room.come(page)
        watch.advance(step, room)
        room.go(page)
        watch.advance(90, room)
    await asyncio.sleep(0)
    assert (room.table.steps, notes(room)) == ([], [])
    assert list(room.seconds_left()) == [seat]
    assert not room.table.seats[other].stand_in


@at_table("gold-n-crash")
async def test_two_questions_in_a_row_without_a_sign_of_life_and_the_stand_in_stays_until_they_are_back(
    room: Room, watch: Watch
) -> None:
    (seat,) = room.table.to_act()
    other = 1 - seat
    room.come(Page(room.table.seats[other].person))
    watch.advance(PACE + 1, room)
    await until(lambda: len(room.table.steps) == 1)
    watch.advance(PACE + 1, room)
    await until(lambda: room.table.seats[seat].stand_in)
    await until(lambda: other in room.table.asked)
    assert notes(room) == [("timeout", seat), ("timeout", seat)]
    await room.do(lambda table: play_any(table, other))
    while other in room.table.asked:
        await room.do(lambda table: play_any(table, other))
    await until(lambda: other in room.table.asked)  # the stand-in plays at once, nobody waits
    assert notes(room)[2:4] == [("stand-in", seat)] * 2
    room.come(Page(room.table.seats[seat].person))
    await until(lambda: not room.table.seats[seat].stand_in)
    assert notes(room)[-1] == ("back", seat)


@at_table("gold-n-crash")
async def test_a_sign_of_life_between_two_questions_keeps_the_seat(room: Room, watch: Watch) -> None:
    (seat,) = room.table.to_act()
    page = Page(room.table.seats[seat].person)
    room.come(page)
    watch.advance(PACE + 1, room)
    await until(lambda: len(room.table.steps) == 1)
    room.note_sign_of_life(page)
    watch.advance(PACE + 1, room)
    await until(lambda: len([note for note in notes(room) if note == ("timeout", seat)]) == 2)
    assert not room.table.seats[seat].stand_in


def test_the_time_begins_anew_when_a_stand_in_gives_the_seat_back() -> None:
    """Nobody looked at the table for a day; whoever comes back is not out of time at once."""
    table = Table("t")
    table.make("gold-n-crash", 2, {}, "anna", PEOPLE, PACE)
    table.start("anna", seed="1")
    (seat,) = table.to_act()
    table.set_stand_in(seat, True)
    table.asked_since[seat] = clocks.When(table.now.at - 86400, table.now.boot, table.now.tick - 86400)
    assert table.time_spent(seat, clocks.now()) > 86000
    table.set_stand_in(seat, False)
    assert table.time_spent(seat, clocks.now()) < 5


def test_people_at_one_screen_have_clocks_too(tmp_path: Path, watch: Watch) -> None:
    async def work() -> None:
        hall = a_hall(tmp_path)
        seats = [Seat("person", "anna", "Anna"), Seat("screen", "anna", "Bert")]
        room = await a_room(hall, "gold-n-crash", seats)
        room.come(Page("anna"))
        (seat,) = room.table.to_act()
        watch.advance(10, room)
        assert room.seconds_left().keys() == {seat}
        assert left(room, seat) == PACE - 10
        watch.advance(21, room)
        await until(lambda: room.table.steps)
        assert notes(room) == [("timeout", seat)]
        await hall.close()

    run(work())


@at_table("photon-rush")
async def test_each_of_several_who_are_asked_has_their_own_clock(room: Room, watch: Watch) -> None:
    assert room.table.to_act() == [0, 1]
    for person in ("anna", "bert"):
        room.come(Page(person))
    watch.advance(20, room)
    await room.do(lambda table: play_any(table, 0))
    assert room.seconds_left().keys() == {1}
    assert left(room, 1) == 10
    watch.advance(11, room)
    await until(lambda: len(room.table.steps) == 2)
    assert [(step.move.seat, step.by) for step in room.table.steps] == [(0, ""), (1, "stand-in")]
    assert notes(room) == [("timeout", 1)]
    assert {left(room, seat) for seat in room.table.to_act()} == {PACE}


def test_taking_a_step_back_turns_no_clock_back(tmp_path: Path, watch: Watch) -> None:
    async def work() -> None:
        hall = a_hall(tmp_path)
        room = await a_room(hall, "photon-rush")
        for person in ("anna", "bert"):
            room.come(Page(person))
        watch.advance(12, room)
        await room.do(lambda table: play_any(table, 0))
        watch.advance(3, room)
        await room.do(lambda table: table.undo(0))
        assert (left(room, 0), left(room, 1)) == (18, 15)  # what her answer took is used; his time went on
        watch.advance(13, room)
        await room.do(lambda table: play_any(table, 0))
        await room.do(lambda table: table.undo(0))
        assert (left(room, 0), left(room, 1)) == (clocks.LEAST, 2)  # enough to choose again, no more
        again = read(room.table.id, await hall.log.read(room.table.id))
        assert (again.spent, again.asked_since) == (room.table.spent, room.table.asked_since)
        watch.advance(3, room)
        await until(lambda: notes(room)[-1] == ("timeout", 1))
        await hall.close()

    run(work())


async def after_a_while(tmp_path: Path, watch: Watch) -> tuple[Room, int]:
    """A table whose server stops while a seat has used 100 of its 180 seconds, and that seat."""
    hall = a_hall(tmp_path)
    room = await a_room(hall, "gold-n-crash", pace=180)
    (seat,) = room.table.to_act()
    watch.advance(100, room)
    await hall.close()
    return room, seat


@pytest.mark.parametrize("hours", [0, 25, -25])
def test_the_time_that_was_used_before_a_restart_counts_and_the_time_of_day_does_not(
    tmp_path: Path, watch: Watch, hours: int
) -> None:
    async def work() -> None:
        room, seat = await after_a_while(tmp_path, watch)
        watch.day_ahead = hours * 3600.0
        again = a_hall(tmp_path)
        found = await again.room(room.table.id)
        assert found is not None
        assert left(found, seat) == 80
        watch.day_ahead = 0.0
        assert left(found, seat) == 80
        watch.advance(75, found)
        await again.close()
        last = a_hall(tmp_path)
        found = await last.room(room.table.id)
        assert found is not None
        assert left(found, seat) == clocks.GRACE  # enough to come back
        await last.close()

    run(work())


@pytest.mark.parametrize(("hours", "seconds"), [(25, clocks.GRACE), (-25, 180), (0, 80)])
def test_on_another_machine_the_time_of_day_has_to_do(
    tmp_path: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch, hours: int, seconds: int
) -> None:
    async def work() -> None:
        room, seat = await after_a_while(tmp_path, watch)
        monkeypatch.setattr(clocks, "this_boot", lambda: "another")
        watch.day_ahead = hours * 3600.0
        again = a_hall(tmp_path)
        found = await again.room(room.table.id)
        assert found is not None
        assert left(found, seat) == seconds
        await again.close()

    run(work())


def test_a_question_that_is_out_of_time_is_answered_after_a_restart(tmp_path: Path, watch: Watch) -> None:
    async def work() -> None:
        hall = a_hall(tmp_path)
        room = await a_room(hall, "gold-n-crash")
        (seat,) = room.table.to_act()
        await room.do(lambda table: table.time_out(seat, table.asked[seat], leaves=False))
        await hall.close()
        again = a_hall(tmp_path)
        found = await again.room(room.table.id)
        assert found is not None
        await until(lambda: found.table.steps)
        assert found.table.steps[0].by == "stand-in"
        assert notes(found) == [("timeout", seat)]
        await again.close()

    run(work())


def test_of_two_processes_one_notes_that_time_is_out(tmp_path: Path, watch: Watch) -> None:
    async def work() -> None:
        one, two = a_hall(tmp_path), a_hall(tmp_path)
        two.log.alone = one.log.alone = False  # as with PostgreSQL
        room = await a_room(one, "gold-n-crash")
        other = await two.room(room.table.id)
        assert other is not None
        (seat,) = room.table.to_act()
        assert left(other, seat) == left(room, seat) == PACE
        other.come(Page("anna"))
        watch.advance(PACE + 1, room, other)
        await until(lambda: other.table.steps)
        assert notes(room) == []  # nobody is there: it waits a little, and would do it then
        watch.advance(ELSEWHERE, room)
        await until(lambda: room.table.version >= 4)
        assert notes(room) == notes(other) == [("timeout", seat)]
        await one.close()
        await two.close()

    run(work())


def test_standing_orders_change_no_clock(tmp_path: Path, watch: Watch) -> None:
    """What is sent about clocks is the same whether a seat has given orders or not."""

    async def work() -> None:
        hall = a_hall(tmp_path)
        seats = [*PEOPLE, Seat("person", "carl", "Carl")]
        room = await a_room(hall, "mogul", seats)
        watch.advance(4, room)
        before, moment = room.seconds_left(), room.table.moment
        assert room.table.state is not None
        other = next(seat for seat in range(3) if seat not in room.table.asked)
        await room.do(lambda table: table.order(other, "loans", True))
        assert room.table.orders[other]
        assert room.table.moment == moment
        after = room.seconds_left()
        assert after.keys() == before.keys()
        assert all(abs(after[seat] - before[seat]) < 2 for seat in after)
        await hall.close()

    run(work())


def test_old_logs_without_ticks_are_read() -> None:
    table = Table("t")
    table.make("photon-rush", 2, {}, "anna", PEOPLE)
    table.start("anna", seed="1")
    play_any(table, 0)
    assert not any("tick" in entry.body for entry in table.fresh)
    again = read("t", table.fresh)
    assert again.asked_since[1].boot == ""
    assert again.time_spent(1, clocks.now()) < 60
