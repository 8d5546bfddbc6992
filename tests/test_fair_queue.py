"""Workers' time is shared fairly: fake workers, a clock that is set by hand, and tables that ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from parlour.tables import fair_queue
from parlour.tables.elements import Seat
from parlour.tables.fair_queue import NOBODY, Asker, FairQueue, Question, QueueFull
from parlour.tables.hall import ALONE, Hall
from parlour.tables.limits import Allowance, Bucket, Sockets, address_key
from parlour.tables.room import Room
from parlour.tables.schema import open_log
from parlour.tables.table import Table
from parlour.tables.thinking import Thinkers

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 60))


class Workers:
    """Workers that answer when they are told to, and a clock that goes on meanwhile."""

    def __init__(self, count: int = 2) -> None:
        self.time = 0.0
        self.busy: dict[str, asyncio.Future[str]] = {}
        self.started: list[str] = []
        self.queue = FairQueue(self.run, count, lambda: self.time)

    async def run(self, function: Callable[..., str], name: str) -> str:
        self.started.append(name)
        self.busy[name] = asyncio.get_running_loop().create_future()
        return await self.busy[name]

    def ask(self, person: str, address: str, name: str) -> Question[str]:
        return self.queue.ask(Asker(person, address), str, name)

    async def finish(self, name: str, seconds: float = 1.0) -> None:
        """A worker is done; the next question begins."""
        self.time += seconds
        self.busy.pop(name).set_result(name)
        await settle()


async def settle() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


def test_who_asks_now_and_then_does_not_wait_for_who_asks_for_much() -> None:
    async def work() -> None:
        workers = Workers(2)
        for i in range(20):
            workers.ask(f"p{i}", "1.1.1.1", f"much {i}")
        await settle()
        assert workers.started == ["much 0"]  # one worker is left for others
        question = workers.ask("anna", "2.2.2.2", "anna")
        await settle()
        assert workers.started[-1] == "anna"
        await workers.finish("anna")
        assert await question == "anna"

    run(work())


def test_shares_are_equal_in_time_not_in_questions() -> None:
    """One address asks long questions of many people, another short ones of one person."""

    async def work() -> None:
        workers = Workers(1)
        spent: Counter[str] = Counter()
        for i in range(300):
            if i < 60:
                workers.ask(f"p{i}", "1.1.1.1", f"long {i}")
            if workers.queue.homes.get("2.2.2.2") is None or workers.queue.homes["2.2.2.2"].waiting < 5:
                workers.ask("anna", "2.2.2.2", f"short {i}")
            await settle()
            (name,) = workers.busy
            seconds = 1.0 if name.startswith("long") else 0.1
            spent[name.split(" ")[0]] += round(10 * seconds)
            await workers.finish(name, seconds)
        assert 0.8 < spent["long"] / spent["short"] < 1.25

    run(work())


def test_within_an_address_people_have_equal_shares() -> None:
    async def work() -> None:
        workers = Workers(1)
        for i in range(10):
            workers.ask("greedy", "1.1.1.1", f"greedy {i}")
        workers.ask("anna", "1.1.1.1", "anna 0")
        workers.ask("anna", "1.1.1.1", "anna 1")
        await settle()
        for _ in range(4):
            (name,) = workers.busy
            await workers.finish(name)
        assert sorted(workers.started[:4]) == ["anna 0", "anna 1", "greedy 0", "greedy 1"]

    run(work())


def test_those_who_used_much_lately_leave_a_worker_free_together() -> None:
    async def work() -> None:
        workers = Workers(2)
        for address in ("1.1.1.1", "2.2.2.2"):
            workers.ask("p", address, f"{address} first")
        await settle()
        assert len(workers.busy) == 2  # each may have one
        for address, seconds in (("1.1.1.1", fair_queue.HEAVY + 2), ("2.2.2.2", 1)):
            workers.ask("p", address, f"{address} more")
            await workers.finish(f"{address} first", seconds)
        assert len(workers.busy) == 1
        workers.ask("anna", "3.3.3.3", "anna")
        await settle()
        assert "anna" in workers.busy
        # What was used long ago does not count.
        workers.time += 20 * fair_queue.HALF_LIFE
        assert workers.queue.used_lately("1.1.1.1") < 0.1
        await workers.finish("anna")
        assert len(workers.busy) == 2

    run(work())


def test_addresses_of_one_ipv6_network_count_as_one() -> None:
    assert address_key("2001:db8:1:2::1") == address_key("2001:db8:1:2:ffff::9")
    assert address_key("2001:db8:1:2::1") != address_key("2001:db8:1:3::1")
    assert address_key("::ffff:10.0.0.1") == address_key("10.0.0.1") == "10.0.0.1"
    assert address_key("fe80::1%eth0") == address_key("fe80::2")
    assert address_key("testclient") == "testclient"

    async def work() -> None:
        workers = Workers(3)
        for i in range(9):
            workers.ask(f"p{i}", f"2001:db8::{i:x}", str(i))
        await settle()
        assert len(workers.busy) == 2

    run(work())


def test_what_is_withdrawn_is_never_thought_about() -> None:
    async def work() -> None:
        workers = Workers(1)
        questions = [workers.ask("anna", "1.1.1.1", str(i)) for i in range(4)]
        await settle()
        questions[0].withdraw()  # a worker thinks about it already
        questions[2].withdraw()
        assert workers.queue.waiting == 2
        await workers.finish("0")
        await workers.finish("1")
        await workers.finish("3")
        assert workers.started == ["0", "1", "3"]
        assert (await questions[1], await questions[3]) == ("1", "3")
        for i in (0, 2):
            with pytest.raises(asyncio.CancelledError):
                await questions[i]
        assert (workers.queue.waiting, workers.queue.running, workers.queue.withdrawn) == (0, 0, 1)

    run(work())


def test_questions_are_counted_for_a_person_for_an_address_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "OF_PERSON", 3)
    monkeypatch.setattr(fair_queue, "OF_ADDRESS", 5)
    monkeypatch.setattr(fair_queue, "IN_ALL", 9)

    def many(workers: Workers, person: str, address: str) -> int:
        taken = 0
        try:
            while True:
                workers.ask(person, address, f"{person} {address} {taken}")
                taken += 1
        except QueueFull:
            return taken

    async def work() -> None:
        workers = Workers(1)
        workers.ask("x", "0.0.0.0", "now")
        await settle()
        assert many(workers, "anna", "1.1.1.1") == 3
        assert many(workers, "bert", "1.1.1.1") == 2
        assert many(workers, "carl", "2.2.2.2") == 3
        assert many(workers, "dora", "3.3.3.3") == 1
        assert workers.queue.full(Asker("emil", "4.4.4.4"))

    run(work())


def test_a_worker_that_fails_is_free_again_and_says_why() -> None:
    async def work() -> None:
        workers = Workers(1)
        first, second = workers.ask("anna", "1.1.1.1", "a"), workers.ask("anna", "1.1.1.1", "b")
        await settle()
        workers.busy.pop("a").set_exception(ValueError("no"))
        await settle()
        with pytest.raises(ValueError, match="no"):
            await first
        await workers.finish("b")
        assert await second == "b"

    run(work())


# -- limits ---------------------------------------------------------------------------------------------------


def test_an_allowance_takes_from_person_and_address_or_from_none() -> None:
    allowance = Allowance((0.0, 3.0), (0.0, 5.0))
    assert [allowance.take("anna", "2001:db8::1") for _ in range(4)] == [True, True, True, False]
    assert [allowance.take("bert", "2001:db8::2") for _ in range(3)] == [True, True, False]
    assert allowance.take("bert", "10.0.0.1")  # what the full address refused was not taken from bert


def test_a_bucket_fills_up_again() -> None:
    now = 0.0
    bucket = Bucket(2.0, 4.0, lambda: now)
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_places_are_given_back() -> None:
    sockets = Sockets(person=1, address=2)
    with sockets.place("anna", "::1") as first, sockets.place("anna", "::1") as again:
        assert (first, again) == (True, False)
        with sockets.place("bert", "::2") as other, sockets.place("", "::3") as nobody:
            assert (other, nobody) == (True, False)
    assert not sockets.people.held
    assert not sockets.addresses.held


# -- tables that ask --------------------------------------------------------------------------------------------


class Silent(Thinkers):
    """Bots that think until they are told to stop."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked: list[Asker] = []

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().create_future()


class Onlooker:
    def __init__(self, person: str, address: str = "") -> None:
        self.person = person
        self.address = address
        self.active = 0.0

    def wake(self) -> None:
        pass


async def a_room(hall: Hall, seats: list[Seat], owner: Asker = NOBODY) -> Room:
    def make(table: Table) -> None:
        table.make("photon-rush", len(seats), {}, "anna", seats)
        table.start("anna")

    return await hall.make(make, owner)


def a_hall(folder: Path) -> Hall:
    return Hall(open_log(str(folder / "parlour.db")), Silent())


BOT = Seat("bot", bot="hard")
ANNA = Seat("person", "anna", "Anna")
BERT = Seat("person", "bert", "Bert")


def questions(hall: Hall) -> int:
    return hall.thinkers.queue.waiting + hall.thinkers.queue.running


def test_bots_alone_play_while_somebody_looks(tmp_path: Path) -> None:
    async def work() -> None:
        hall = a_hall(tmp_path)
        room = await a_room(hall, [BOT] * 3)
        await settle()
        assert questions(hall) == 0
        eve = Onlooker("eve", "1.1.1.1")
        room.come(eve)
        await settle()
        assert questions(hall) == 3
        room.go(eve)
        await settle()
        assert (hall.thinkers.queue.waiting, len(room.thinking)) == (0, 0)
        room.note_call(Asker("", "1.1.1.1"))  # a program that asks now and then looks too
        await settle()
        assert len(room.thinking) == 3
        await hall.close()

    run(work())


def test_bots_alone_play_unseen_while_their_owner_has_time_left(tmp_path: Path) -> None:
    async def work() -> None:
        hall = a_hall(tmp_path)
        owner = Asker("anna", "1.1.1.1")
        first = await a_room(hall, [BOT] * 3, owner)
        await settle()
        assert len(first.thinking) == 3
        bucket = hall.unattended.bucket("1.1.1.1")
        assert bucket.left == pytest.approx(ALONE[1] - 3, abs=0.1)  # three times the second of a hard bot
        bucket.left = 0.5
        second = await a_room(hall, [BOT] * 3, owner)
        await settle()
        assert not second.thinking
        await hall.close()

    run(work())


def test_a_restart_does_not_resume_games_that_nobody_looks_at(tmp_path: Path) -> None:
    async def work() -> None:
        hall = a_hall(tmp_path)
        for seats in ([BOT] * 3, [ANNA, BOT, BOT], [ANNA, BERT, BOT]):
            await a_room(hall, seats, Asker("anna", "1.1.1.1"))
        await hall.close()
        again = a_hall(tmp_path)
        await again.open()
        while len(again.rooms) < 3:
            await asyncio.sleep(0.01)
        await settle()
        assert questions(again) == 1  # at the table of two people, either of whom may come back for it
        await again.close()

    run(work())


def test_undo_end_and_going_away_withdraw_questions(tmp_path: Path) -> None:
    async def work() -> None:
        hall = a_hall(tmp_path)
        room = await a_room(hall, [ANNA, BOT, BOT, BOT])
        anna = Onlooker("anna", "1.1.1.1")
        room.come(anna)
        for _ in range(5):
            await room.do(lambda table: table.play(0, table.state.legal(0)[0]))  # type: ignore[union-attr]
            await room.do(lambda table: table.undo(0))
            await settle()
            assert questions(hall) <= 3 + 1  # those of now, and one that a worker could not be told to forget
        room.go(anna)
        await settle()
        assert hall.thinkers.queue.waiting == 0
        await hall.close()

    run(work())


def test_bots_think_on_the_account_of_their_people(tmp_path: Path) -> None:
    async def work() -> None:
        hall = a_hall(tmp_path)
        room = await a_room(hall, [ANNA, BERT, BOT], Asker("anna", "9.9.9.9"))
        assert room.asker == Asker("anna", "9.9.9.9")
        for person, address, pays in (
            ("eve", "1.1.1.1", "eve"),
            ("bert", "2.2.2.2", "bert"),
            ("anna", "3.3.3.3", "anna"),
            ("zoe", "4.4.4.4", "anna"),
        ):
            room.come(Onlooker(person, address))
            assert room.asker.person == pays
        assert room.asker.address == "3.3.3.3"
        await hall.close()

    run(work())


def test_who_asks_for_too_much_waits_and_is_served_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.tables.room.AGAIN", 0.01)
    monkeypatch.setattr(fair_queue, "OF_ADDRESS", 1)

    async def work() -> None:
        hall = a_hall(tmp_path)
        room = await a_room(hall, [BOT] * 4, Asker("anna", "1.1.1.1"))
        room.come(Onlooker("anna", "1.1.1.1"))
        await settle()
        assert questions(hall) == 2  # one with a worker, one that waits
        assert len(room.thinking) == 4
        monkeypatch.setattr(fair_queue, "OF_ADDRESS", 9)
        while questions(hall) < 4:
            await asyncio.sleep(0.01)
        await hall.close()

    run(work())
