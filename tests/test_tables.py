"""Tables: seats, steps, undo, stand-ins and the log that they add up to."""

from __future__ import annotations

import asyncio
import itertools
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

import parlour
from conftest import LONG
from parlour.bots import bots
from parlour.rules.events import Event
from parlour.rules.move import Move
from parlour.rules.state import State
from parlour.tables import hall as hall_module
from parlour.tables.elements import Refused, Seat, clean
from parlour.tables.hall import Hall
from parlour.tables.log import Conflict, Entry, Person
from parlour.tables.room import haste
from parlour.tables.schema import HEAD, migrate_sqlite, open_log
from parlour.tables.sql import SqlLog
from parlour.tables.table import Table, read
from parlour.tables.thinking import Thinkers

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 60))


def a_log(folder: Path) -> SqlLog:
    return open_log(str(folder / "parlour.db"))


def people(*names: str) -> list[Seat]:
    return [Seat("person", name.lower(), name) for name in names]


def started(*names: str, game: str = "photon-rush", **more: Any) -> Table:
    table = Table("t")
    table.make(game, len(names), more.pop("options", {}), names[0].lower(), people(*names), **more)
    table.start(names[0].lower(), seed="1")
    return table


def test_the_log_begins_with_what_the_set_up_has_turned_up() -> None:
    """Mogul's first card and its premiums are there before anybody is asked (KR-26, KR-27)."""
    game = parlour.game("mogul")
    seed = next(seed for seed in map(str, range(99)) if max(game.new(3, {}, f"{seed}:setup").position()["scores"]) > 0)
    table = Table("t")
    table.make("mogul", 3, {}, "a", people("A", "B", "C"))
    table.start("a", seed=seed)
    opening = [line.event for line in table.lines if line.event is not None]
    assert [event.kind for event in opening] == ["revealed", "premium", "premium", "premium"]
    assert opening[0].facts["round"] == 1
    assert {line.step for line in table.lines} == {-1}
    play_any(table, table.to_act()[0])
    assert table.steps[0].line == 4


def play_any(table: Table, seat: int) -> None:
    assert table.state is not None
    table.play(seat, table.state.legal(seat)[0])


# -- a table ---------------------------------------------------------------------------------------


class CountingReferee:
    """A state that notes what it is asked to parse."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.parsed: list[str] = []

    def parse(self, seat: int, action: str) -> int:
        self.parsed.append(action)
        return self.state.parse(seat, action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def test_an_answer_is_parsed_once() -> None:
    table = started("Anna", "Bert", "Carl")
    assert table.state is not None
    seat = table.to_act()[0]
    action, referee = table.state.legal(seat)[0], CountingReferee(table.state)
    table.state = referee  # type: ignore[assignment]
    table.play(seat, action)
    assert referee.parsed == [action]
    assert table.steps[-1].move == Move(seat, action)


def test_a_table_is_what_its_log_adds_up_to() -> None:
    table = started("Anna", "Bert", "Carl")
    rng = random.Random(1)
    while table.status == "playing" and len(table.steps) < 60:
        seat = rng.choice(table.to_act())
        assert table.state is not None
        table.play(seat, rng.choice(table.state.legal(seat)))
        if rng.random() < 0.2:
            table.say("bert", "Bert", "hm")
        if rng.random() < 0.2 and (undo := table.undo_of(seat)) and undo.free:
            table.undo(seat)
    again = read("t", table.fresh)
    assert again.state is not None
    assert table.state is not None
    assert again.state.position() == table.state.position()
    assert [step.move for step in again.steps] == [step.move for step in table.steps]
    assert [line.kind for line in again.lines] == [line.kind for line in table.lines]
    assert (again.asked, again.version, again.chats) == (table.asked, table.version, table.chats)


def test_a_fork_leaves_the_table_as_it_was() -> None:
    table = started("Anna", "Bert")
    assert table.state is not None
    before, version, asked = table.state.position(), table.version, dict(table.asked)
    fork = table.fork()
    play_any(fork, 0)
    play_any(fork, 1)
    assert (table.state.position(), table.version, table.asked) == (before, version, asked)
    assert len(fork.fresh) == 2


def test_who_may_sit_where() -> None:
    table = Table("t")
    table.make("photon-rush", 3, {}, "anna", people("Anna"))
    table.set_seat("bert", 1, Seat("person", "bert", "Bert"))
    with pytest.raises(Refused, match="Somebody sits there"):
        table.set_seat("carl", 1, Seat("person", "carl", "Carl"))
    with pytest.raises(Refused, match="Only the host"):
        table.set_seat("carl", 2, Seat("bot", bot="random"))
    with pytest.raises(Refused, match="Only the host"):
        table.set_seat("carl", 2, Seat("person", "bert", "Not Bert"))
    with pytest.raises(Refused, match="themselves"):
        table.set_seat("anna", 2, Seat("person", "carl", "Carl"))
    with pytest.raises(Refused, match="no such bot"):
        table.set_seat("anna", 2, Seat("bot", bot="oracle"))
    with pytest.raises(Refused, match="still free"):
        table.start("anna")
    with pytest.raises(Refused, match="Only the host"):
        table.start("bert")
    table.set_seat("bert", 2, Seat("person", "bert", "Bert"))  # changes seats
    assert [seat.kind for seat in table.seats] == ["person", "open", "person"]
    table.set_seat("anna", 2, Seat())  # the host removes somebody
    table.fill("anna", "random")
    table.start("anna")
    with pytest.raises(Refused, match="has begun"):
        table.set_seat("carl", 1, Seat("person", "carl", "Carl"))


def test_a_stale_choice_is_refused_and_an_answer_of_others_does_not_make_it_stale() -> None:
    table = started("Anna", "Bert")
    question = table.asked[0]
    play_any(table, 1)
    assert table.asked[0] == question  # both answer the same question at the same time
    assert table.state is not None
    table.play(0, table.state.legal(0)[0], question)
    with pytest.raises(Refused, match="earlier question"):
        table.play(0, table.state.legal(0)[0], question)


# -- undo --------------------------------------------------------------------------------------------


def test_an_own_step_can_be_taken_back_while_nobody_learned_anything() -> None:
    table = started("Anna", "Bert")
    assert table.undo_of(0) is None
    play_any(table, 0)
    undo = table.undo_of(0)
    assert undo is not None
    assert undo.free
    assert table.undo_of(1) is None
    table.undo(0)
    assert table.to_act() == [0, 1]
    assert [line.kind for line in table.lines] == ["undone"]


def test_what_others_answered_or_learned_is_not_taken_back_unasked() -> None:
    table = started("Anna", "Bert")
    play_any(table, 0)
    play_any(table, 1)
    first, last = table.undo_of(0), table.undo_of(1)
    assert first is not None
    assert last is not None
    assert (first.why, last.why) == ("answered", "revealed")
    steps = len(table.steps)
    table.undo(1)
    assert len(table.steps) == steps
    assert table.request is not None
    with pytest.raises(Refused):
        table.answer_undo("bert", True)  # not by themselves
    with pytest.raises(Refused):
        table.answer_undo("eve", True)
    table.answer_undo("anna", True)
    assert table.to_act() == [1]
    assert table.request is None


def test_the_others_may_refuse() -> None:
    table = started("Anna", "Bert", "Carl")
    for seat in (0, 1, 2):
        play_any(table, seat)
    table.undo(2)
    table.answer_undo("anna", True)
    assert table.request is not None
    table.answer_undo("bert", False)
    assert table.request is None
    assert len(table.steps) == 3


def test_bots_always_agree() -> None:
    table = Table("t")
    table.make("photon-rush", 2, {}, "anna", [*people("Anna"), Seat("bot", bot="random")])
    table.start("anna")
    play_any(table, 0)
    play_any(table, 1)
    table.undo(0)
    assert table.to_act() == [0, 1]


def test_chance_is_the_same_after_a_step_is_taken_back() -> None:
    for game in parlour.games():
        table = Table("t")
        count = parlour.game(game).players[0]
        table.make(game, count, {}, "anna", [*people("Anna"), *[Seat("bot", bot="random")] * (count - 1)])
        table.start("anna", seed="7")
        for _ in range(40):
            if table.status != "playing":
                break
            seat = table.to_act()[0]
            fork = table.fork()
            assert table.state is not None
            action = table.state.legal(seat)[-1]
            fork.play(seat, action)
            table.play(seat, action)
            assert [step.move.action for step in fork.steps] == [step.move.action for step in table.steps]


# -- play on from a record -----------------------------------------------------------------------------


def test_play_on_from_a_record() -> None:
    table = started("Anna", "Bert")
    for _ in range(3):
        for seat in table.to_act():
            play_any(table, seat)
    record = table.record(4)
    other = Table("u")
    other.make("photon-rush", 2, record["options"], "carl", people("Carl", "Dora"), source=record)
    other.start("carl")
    assert other.state is not None
    assert other.state.position() == table.state_at(4).position()
    with pytest.raises(Refused, match="no step"):
        other.undo(0)  # what was played elsewhere stays


def test_a_table_of_older_rules_can_be_read_but_not_played_on() -> None:
    table = started("Anna", "Bert")
    play_any(table, 0)
    entries = [
        entry._replace(body={**entry.body, "rules_version": 0}) if i == 0 else entry
        for i, entry in enumerate(table.fresh)
    ]
    old = read("t", entries)
    assert old.frozen
    assert old.state is not None
    with pytest.raises(Refused, match="other rules"):
        play_any(old, 1)
    # A move that today's rules refuse: the table says so and can still be opened.
    bad = [*entries, entries[-1]._replace(body={"seat": 1, "action": "build 9 9"})]
    broken = read("t", bad)
    assert broken.broken
    assert broken.status == "over"
    assert broken.summary().status == "over"


def test_names_are_cleaned() -> None:
    assert clean("  An\u202ena\n\t <b> \x00", 24) == "Anna <b>"
    assert clean("x" * 99, 24) == "x" * 24


# -- storage ---------------------------------------------------------------------------------------------


async def check_storage(open_it: Callable[[], SqlLog]) -> None:
    """A log keeps entries, people and summaries, and has them when it is opened again."""
    log = open_it()
    table = started("Anna", "Bert")
    await log.append(0, table.fresh, table.summary())
    with pytest.raises(Conflict):
        await log.append(0, table.fresh, table.summary())
    assert await log.read("t") == table.fresh
    assert await log.read("t", 1) == table.fresh[1:]
    assert await log.read("unknown") == []
    assert await log.tables_of("anna") == [table.summary()]
    assert await log.tables_of("eve") == []
    assert await log.unfinished_tables(0) == ["t"]
    await log.save_person(Person("anna", "Anna"))
    await log.save_person(Person("anna", "Änne"))
    assert await log.person("anna") == Person("anna", "Änne")
    secret = await log.secret()
    await log.close()
    again = open_it()
    assert await again.secret() == secret
    assert len(secret) == 32
    assert await again.read("t") == table.fresh
    assert read("t", await again.read("t")).version == table.version
    await again.append(table.version, [Entry("deleted", {}, 1.0)], table.summary())
    await again.purge("t", table.version + 1)
    assert [(entry.kind, entry.body) for entry in await again.read("t")] == [("deleted", {})] * 2
    assert await again.tables_of("anna") == []
    day = Table("d")
    day.make("crusgallo", 1, {}, "anna", [Seat("person", "anna", "Anna")], daily="2026-01-01")
    await again.append(0, day.fresh, day.summary())
    assert await again.table_of_day("anna", "crusgallo", "2026-01-01") == day.summary()
    assert await again.table_of_day("bert", "crusgallo", "2026-01-01") is None
    await again.close()


def test_storage_keeps_entries_people_and_summaries(tmp_path: Path) -> None:
    run(check_storage(lambda: a_log(tmp_path)))
    assert (tmp_path / "parlour.db").stat().st_mode & 0o077 == 0


def test_many_tables_share_a_commit(tmp_path: Path) -> None:
    async def work() -> None:
        log = a_log(tmp_path)
        tables = []
        for i in range(200):
            table = started("Anna", "Bert")
            table.id = f"t{i}"
            tables.append(table)
        await asyncio.gather(*(log.append(0, table.fresh, table.summary()) for table in tables))
        assert log.written == 200
        assert log.commits < 100
        await log.close()

    run(work())


def test_what_several_tables_write_is_gathered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a moment; a table that is alone never waits, and nothing is left behind when the log is closed."""

    def a_table(id: str) -> Table:
        table = started("Anna", "Bert")
        table.id = id
        return table

    async def append(log: SqlLog, table: Table) -> None:
        await log.append(table.version - len(table.fresh), table.fresh, table.summary())
        table.fresh = []

    async def work() -> None:
        monkeypatch.setattr("parlour.tables.sql.GATHER", 0.3)
        log = a_log(tmp_path)
        tables = [a_table(f"t{i}") for i in range(9)]
        await append(log, tables[0])
        later = []
        for table in tables[1:]:
            later.append(asyncio.create_task(append(log, table)))
            await asyncio.sleep(0.002)
        await asyncio.gather(*later)
        assert log.commits == 2
        monkeypatch.setattr("parlour.tables.sql.GATHER", 3600.0)
        for seat in (0, 1):  # the same table as the last one
            play_any(tables[-1], seat)
            await append(log, tables[-1])
        assert log.commits == 4
        play_any(tables[0], 0)
        last = asyncio.create_task(append(log, tables[0]))
        await asyncio.sleep(0)
        await log.close()
        await last
        again = a_log(tmp_path)
        assert len(await again.read("t0")) == tables[0].version
        await again.close()

    run(work())


def test_an_old_file_is_copied_and_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "parlour.db"
    migrate_sqlite(path, "0001")
    db = sqlite3.connect(path)
    db.execute("INSERT INTO tables VALUES ('old', 'mogul', 1, 'over', 'anna', '{}', 1.0)")
    db.commit()
    db.close()
    copy = migrate_sqlite(path)
    assert copy is not None
    assert copy.name == f"parlour.db.before-{HEAD}"
    assert copy.stat().st_mode & 0o077 == 0
    db = sqlite3.connect(copy)
    assert db.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    db.close()
    db = sqlite3.connect(path)
    assert db.execute("SELECT id, daily FROM tables").fetchall() == [("old", None)]
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.commit()
    db.close()
    assert migrate_sqlite(tmp_path / "other.db") is None
    with pytest.raises(RuntimeError, match="newer version"):
        migrate_sqlite(path)


def test_a_failing_disk_is_not_an_accepted_move(tmp_path: Path) -> None:
    async def work() -> None:
        log = a_log(tmp_path)
        hall = Hall(log)
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert")))
        db = sqlite3.connect(tmp_path / "parlour.db")
        db.execute("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        db.commit()
        before = room.table
        with pytest.raises(Exception, match="disk full"):
            await room.do(lambda table: play_any(table, 0))
        assert room.table is before
        db.execute("DROP TRIGGER full")
        db.commit()
        db.close()
        await room.do(lambda table: play_any(table, 0))
        await hall.close()

    run(work())


def make_and_start(table: Table, seats: list[Seat], game: str = "photon-rush", **more: Any) -> None:
    host = seats[0].person
    table.make(game, len(seats), more.pop("options", {}), host, seats, **more)
    table.start(host)


# -- the hall ---------------------------------------------------------------------------------------------


async def until(true: Any, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.01)


def test_bots_make_haste_while_nobody_else_answers() -> None:
    """After a person they take their time; the more of them answer in a row, the quicker, up to three times."""
    table = Table("t")
    table.make("mogul", 5, {}, "a", [*people("A"), *(Seat("bot", bot="random") for _ in range(4))])
    table.start("a", seed="1")
    paces: list[tuple[int, float]] = []
    while len(paces) < 12:
        seat = table.to_act()[0]
        paces.append((seat, haste(table)))
        assert table.state is not None
        table.play(seat, table.state.legal(seat)[0])
    for (before, pace), (_, after) in itertools.pairwise(paces):
        assert after == (1 if before == 0 else min(pace + 0.5, 3))


def test_bots_play_every_game_to_the_end(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(a_log(tmp_path))
        for game in parlour.games():
            count = parlour.game(game).players[0]
            seats = [Seat("bot", bot="random")] * count

            def make(table: Table, game: str = game, seats: list[Seat] = seats) -> None:
                table.make(game, len(seats), {}, "anna", seats)
                table.start("anna")

            room = await hall.make(make)
            room.come(Onlooker("eve"))
            # Random players can go on for long: what matters is that steps are made.
            await until(lambda room=room: room.table.status == "over" or len(room.table.steps) > 30)
            kept = read(room.table.id, await hall.log.read(room.table.id))
            assert len(kept.steps) > 0
        await hall.close()

    run(work())


class Onlooker:
    def __init__(self, person: str) -> None:
        self.person = person
        self.address = ""
        self.active = 0.0
        self.calls = 0

    def wake(self) -> None:
        self.calls += 1


def test_commands_that_come_together_are_written_together(tmp_path: Path) -> None:
    """One after the other, in the order they came; one that is refused does not spoil the others."""

    async def work() -> None:
        log = a_log(tmp_path)
        hall = Hall(log)
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert", "Carl")))
        anna = Onlooker("anna")
        room.come(anna)
        await until(lambda: anna.calls)
        anna.calls, commits = 0, log.commits

        def half(table: Table) -> None:
            table.say("anna", "Anna", "never said")
            raise Refused("no")

        said = [room.do(lambda table, i=i: table.say("anna", "Anna", f"{i}")) for i in range(3)]  # type: ignore[misc]
        work = [said[0], room.do(half), said[1], room.do(lambda table: play_any(table, 0)), said[2]]
        results = await asyncio.gather(*work, return_exceptions=True)
        assert [isinstance(result, Refused) for result in results] == [False, True, False, False, False]
        assert [chat.text for chat in room.table.chats] == ["0", "1", "2"]
        assert len(room.table.steps) == 1
        assert log.commits - commits == 1
        await until(lambda: anna.calls)
        assert anna.calls == 1
        again = read(room.table.id, await log.read(room.table.id))
        assert (again.version, again.chats) == (room.table.version, room.table.chats)
        await hall.close()

    run(work())


def test_who_is_waited_for_is_told_first(tmp_path: Path) -> None:
    told: list[str] = []

    class Person(Onlooker):
        def wake(self) -> None:
            super().wake()
            told.append(self.person)

    async def work() -> None:
        hall = Hall(a_log(tmp_path))
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert", "Carl")))
        for person in ("zoe", "anna", "yan", "bert", "carl", "xenia"):
            room.come(Person(person))
        await until(lambda: "xenia" in told)
        for seat, asked in ((0, {"bert", "carl"}), (1, {"carl"})):
            told.clear()
            await room.do(lambda table, seat=seat: play_any(table, seat))  # type: ignore[misc]
            await until(lambda: len(told) == 6)
            assert set(told[: len(asked)]) == asked
            assert set(told[3:]) == {"xenia", "yan", "zoe"}
        await hall.close()

    run(work())


def test_tables_that_share_a_transaction_do_not_share_a_conflict(tmp_path: Path) -> None:
    async def work() -> None:
        one, two = Hall(a_log(tmp_path)), Hall(a_log(tmp_path))
        rooms = [await one.make(lambda table: make_and_start(table, people("Anna", "Bert"))) for _ in range(6)]
        others = [await two.room(room.table.id) for room in rooms]
        for other in others[::2]:
            assert other is not None
            await other.do(lambda table: play_any(table, 0))  # the first hall has not heard of it
        await asyncio.gather(*[room.do(lambda table: play_any(table, 1)) for room in rooms])
        assert [len(room.table.steps) for room in rooms] == [2, 1, 2, 1, 2, 1]
        for room in rooms:
            kept = read(room.table.id, await one.log.read(room.table.id))
            assert len(kept.steps) == len(room.table.steps)
        await one.close()
        await two.close()

    run(work())


def test_two_processes_at_one_table(tmp_path: Path) -> None:
    async def work() -> None:
        one, two = Hall(a_log(tmp_path)), Hall(a_log(tmp_path))
        room = await one.make(lambda table: make_and_start(table, people("Anna", "Bert")))
        other = await two.room(room.table.id)
        assert other is not None
        await room.do(lambda table: play_any(table, 0))
        await other.do(lambda table: play_any(table, 1))  # it has missed a step, and catches up
        assert len(other.table.steps) == 2
        with pytest.raises(parlour.IllegalAction):
            await room.do(lambda table: table.play(0, "raid 9"))
        await room.catch_up()
        assert room.table.steps == other.table.steps or len(room.table.steps) == 2
        await one.close()
        await two.close()

    run(work())


def test_a_rematch_rotates_seats_and_is_made_once(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(a_log(tmp_path))
        options = {"round_limit": 1}
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert"), options=options))
        with pytest.raises(Refused):
            await hall.rematch(room, "anna", True)
        while room.table.status == "playing":
            await room.do(lambda table: play_any(table, table.to_act()[0]))
        with pytest.raises(Refused):
            await hall.rematch(room, "eve", True)
        assert await hall.rematch(room, "bert", True) is None  # she is asked first
        next_room = await hall.rematch(room, "anna", False)
        assert next_room is not None
        assert [seat.name for seat in next_room.table.seats] == ["Bert", "Anna"]
        assert next_room.table.status == "playing"
        assert await hall.rematch(room, "anna", False) is next_room
        await hall.close()

    run(work())


def test_idle_tables_are_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_module, "IDLE", 0.05)

    async def work() -> None:
        hall = Hall(a_log(tmp_path))
        await hall.open()
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert")))
        await until(lambda: room.table.id not in hall.rooms)
        assert await hall.room(room.table.id) is not None
        await hall.close()

    run(work())


def test_a_bot_is_told_how_often_it_has_been_in_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made anew for every question, and could not see by itself that it goes in circles."""
    told: list[tuple[str, int]] = []

    async def work() -> None:
        hall = Hall(a_log(tmp_path))

        async def choose(*asked: Any) -> str:
            phase = asked[4]["phase"]
            told.append((phase, asked[-1]))
            return "build 0 0" if phase == "build" else "defend 0"

        monkeypatch.setattr(hall.thinkers, "choose", choose)
        seats = [*people("Anna", "Bert"), Seat("bot", bot="normal")]
        room = await hall.make(lambda table: make_and_start(table, seats))

        async def answer(action: str, asked: int) -> None:
            await room.do(lambda table: table.play(0, action))
            await room.do(lambda table: table.play(1, action))
            await until(lambda: len(told) == asked)

        for number in range(3):
            await answer("build 0 0", 2 * number + 2)
            await answer("defend 2", 2 * number + 3)
        await hall.close()

    run(work())
    assert told[:6] == [(phase, returns) for returns in range(3) for phase in ("build", "action")]


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(a_log(tmp_path))
        game = parlour.game("photon-rush").new(2, seed=1)

        async def choose() -> str:
            return await hall.thinkers.choose(
                "random", parlour.game("photon-rush"), 0, "1", game.view(0), game.legal(0), []
            )

        assert await choose() in game.legal(0)
        assert hall.thinkers.pool is not None
        for process in hall.thinkers.pool._processes.values():
            process.kill()
        assert await choose() in game.legal(0)
        await hall.close()

    assert "random" in bots()
    run(work())


def test_questions_taken_back_do_not_trouble_a_server_that_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in the pool's own thread fails this test."""
    real = asyncio.to_thread

    async def late(*arguments: Any, **more: Any) -> Any:
        await asyncio.sleep(0.2)  # the machine is busy: workers are dead by then
        return await real(*arguments, **more)

    async def work() -> None:
        thinkers = Thinkers(1)
        state = parlour.game("photon-rush").new(2, seed=1)
        question = (state.view(0), state.legal(0), list[Event]())
        await thinkers.choose("random", parlour.game("photon-rush"), 0, "1", *question)
        game = parlour.game("photon-rush")
        asked = [asyncio.create_task(thinkers.choose("hard", game, 0, str(i), *question)) for i in range(8)]
        await asyncio.sleep(0.1)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        monkeypatch.setattr(asyncio, "to_thread", late)
        await thinkers.close()
        monkeypatch.undo()

    run(work())


# -- kill -9 ----------------------------------------------------------------------------------------------

VICTIM = """
import asyncio, sys
from parlour.tables.hall import Hall
from parlour.tables.room import haste
from parlour.tables.schema import open_log
from parlour.tables.elements import Seat

async def play(hall, number):
    seats = [Seat("person", f"p{number}{i}", f"P{i}") for i in range(2)]
    def make(table):
        table.make("photon-rush", 2, {}, "p", seats)
        table.start("p")
    room = await hall.make(make)
    while room.table.status == "playing":
        seat = room.table.to_act()[0]
        action = room.table.state.legal(seat)[0]
        await room.do(lambda table: table.play(seat, action))
        # What is printed has been acknowledged.
        print(room.table.id, len(room.table.steps), flush=True)
    await play(hall, number)

async def main():
    hall = Hall(open_log(sys.argv[1]))
    await asyncio.gather(*(play(hall, i) for i in range(20)))

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_nothing_acknowledged_is_lost_by_kill_9(tmp_path: Path) -> None:
    rng = random.Random(3)
    path = tmp_path / "parlour.db"
    acknowledged: dict[str, int] = {}
    for _ in range(200 if LONG else 6):
        victim = subprocess.Popen([sys.executable, "-c", VICTIM, str(path)], stdout=subprocess.PIPE, text=True)
        assert victim.stdout is not None
        assert victim.stdout.readline()
        time.sleep(rng.random() * 0.4)
        victim.send_signal(signal.SIGKILL)
        lines = victim.stdout.read().splitlines()
        victim.wait()
        victim.stdout.close()
        for line in lines:
            words = line.split(" ")
            if len(words) == 2 and words[1].isdigit() and len(words[0]) == 16:
                acknowledged[words[0]] = max(int(words[1]), acknowledged.get(words[0], 0))
    assert len(acknowledged) >= 20

    async def check() -> None:
        log = a_log(tmp_path)
        for id, steps in acknowledged.items():
            table = read(id, await log.read(id))  # raises if the log is broken
            assert len(table.steps) >= steps
        await log.close()

    run(check())
