"""Nothing blocks the loop, and nobody holds the server: long tables, search, headers, connections, sockets, chat."""

from __future__ import annotations

import asyncio
import json
import re
import socket as sockets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import parlour
from parlour.rules.state import State
from parlour.tables import folding
from parlour.tables import hall as hall_module
from parlour.tables import table as table_module
from parlour.tables.elements import Step
from parlour.tables.hall import Hall
from parlour.tables.log import Summary
from parlour.tables.table import Table, read
from parlour.web import connections, daily, rulebook
from parlour.web.connections import Proxies
from parlour.web.metrics import Metrics
from parlour.web.watching import MINUTE, Watchdog
from test_tables import a_log, make_and_start, people, play_any, run, started
from visit import Site, Visitor, a_site

ROOT = Path(__file__).parent.parent


# -- the search ------------------------------------------------------------------------------------------------


def test_a_question_does_not_put_the_book_together_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rulebook.index("mogul", "en") is not None

    def fail(*_: Any, **__: Any) -> None:
        raise AssertionError("this was done once")

    monkeypatch.setattr(rulebook, "MarkdownIt", fail)
    monkeypatch.setattr(rulebook, "figure", fail)
    for number in range(5):  # a number makes every question a new one
        found = rulebook.book("mogul", "en", f"loan {number}")
        assert found is not None
        assert found.query == f"loan {number}"


def test_a_question_has_an_end() -> None:
    index = rulebook.index("mogul", "en")
    assert index is not None
    long = " ".join(f"w{i}" for i in range(60))
    assert index.answer(long).query == long[: rulebook.QUERY]
    words = ["the"] * 3 + [chr(97 + i) for i in range(20)]
    asked = index.answer(" ".join(words))
    assert asked.hits == index.answer(" ".join(["the", *words[3 : rulebook.WORDS]])).hits


def test_an_answer_is_the_book_with_marks() -> None:
    for game in parlour.games():
        index = rulebook.index(game, "fr")
        assert index is not None
        plain, marked = index.answer(""), index.answer("la 1")
        assert marked.html != plain.html
        assert re.sub("</?mark>", "", marked.html).replace('data-par="hit"', 'data-par=""') == plain.html


def test_a_book_is_put_together_apart_from_the_loop(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []
    real = rulebook.index.__wrapped__

    def noted(game: str, lang: str) -> Any:
        threads.append(threading.current_thread().name)
        return real(game, lang)

    monkeypatch.setattr("parlour.web.pages.index", noted)
    anna.get("/rules/mogul")
    assert len(threads) == 1
    assert threads[0].startswith("long-work")


# -- long tables -------------------------------------------------------------------------------------------------


def test_an_earlier_state_is_found_from_the_nearest_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "MARK", 7)
    table = started("Anna", "Bert", "Carl")
    positions = [table.state_at(0).position()]
    while len(table.steps) < 40:
        play_any(table, table.to_act()[0])
        assert table.state is not None
        positions.append(table.state.position())
    played = 0
    real = table_module.play_steps

    def count(state: State, steps: Sequence[Step], *more: Any) -> None:
        nonlocal played
        played += len(steps)
        real(state, steps, *more)

    monkeypatch.setattr(table_module, "play_steps", count)
    for steps, position in enumerate(positions):
        played = 0
        assert table.state_at(steps).position() == position
        assert played == steps % 7
    # Undo goes back to a mark too, and forgets those that lie ahead.
    for _ in range(12):
        undo = table.undo_of(table.steps[-1].move.seat)  # type: ignore[arg-type]
        assert undo is not None
        table.add("undone", seat=table.steps[-1].move.seat, to=len(table.steps) - 1)
        assert table.state is not None
        assert table.state.position() == positions[len(table.steps)]
        assert len(table.marks) == len(table.steps) // 7
    again = read("t", table.fresh)
    assert [state.position() for state in again.marks] == [state.position() for state in table.marks]


@contextmanager
def long_work(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> Iterator[list[str]]:
    """In which threads tables do something that takes long, when long begins at three steps."""
    threads: list[str] = []
    real = getattr(owner, name)

    def noted(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name.split("_")[0])
        return real(*arguments)

    monkeypatch.setattr(hall_module, "LONG", 3)
    monkeypatch.setattr(owner, name, noted)
    yield threads


def test_long_records_are_read_and_written_apart_from_the_loop(
    site: Site, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = (Path(__file__).parent / "examples" / "photon-rush.records.jsonl").read_text().splitlines()[0]
    anna.get("/")

    def upload() -> str:
        answer = anna.http.post("/upload", data={"token": anna.token}, files={"record": ("r.json", record)})
        assert answer.status_code == 200
        return answer.url.path.split("/")[2]

    with long_work(monkeypatch, folding, "note_opening") as threads:
        table = upload()
    assert threads == ["long-work"]
    with long_work(monkeypatch, Table, "proven_record") as threads:
        assert anna.http.get(f"/t/{table}/record.json").json()["moves"] == json.loads(record)["moves"]
    assert threads == ["long-work"]
    site.hall.rooms.pop(table)
    with long_work(monkeypatch, folding, "note_opening") as threads:
        anna.get(f"/t/{table}/replay")
    assert threads == ["long-work"]


def test_a_record_with_too_many_moves_is_refused(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.web.new_tables.RECORD_MOVES", 5)
    record = (Path(__file__).parent / "examples" / "photon-rush.records.jsonl").read_text().splitlines()[0]
    anna.get("/")
    answer = anna.http.post("/upload", data={"token": anna.token}, files={"record": ("r.json", record)})
    assert answer.status_code == 413
    assert "more moves" in answer.text


def test_bots_that_forget_are_not_told_the_whole_game(tmp_path: Path) -> None:
    """What has happened is gathered for bots that listen; the others' questions do not grow with the game."""

    async def work() -> None:
        hall = Hall(a_log(tmp_path))
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert")))
        state = room.table.state
        assert state is not None

        def never() -> Iterator[Any]:
            raise AssertionError("nobody asked for it")
            yield

        game = parlour.game("photon-rush")
        choice = await hall.thinkers.choose("random", game, 0, "1", state.view(0), state.legal(0), never())
        assert choice in state.legal(0)
        await hall.close()

    run(work())


# -- the shelf ---------------------------------------------------------------------------------------------------


def daily_games(count: int) -> list[Summary]:
    found = []
    for i in range(count):
        outcome = {"scores": [i // 2], "winners": [0], "reason": "prosperous commoner"}
        about = {"names": [f"P{i}"], "kinds": ["person"], "outcome": outcome}
        people = ((0, f"p{i}", False),)
        found.append(Summary(f"daily-{i:04}", "crusgallo", 1, "over", f"p{i}", people, about, float(i), "2026-01-01"))
    return found


def test_the_scores_of_a_day_are_read_when_one_more_game_is_over(
    site: Site, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0
    real = site.house.log.days_scores

    async def counted(game: str, day: str) -> list[Summary]:
        nonlocal reads
        reads += 1
        return await real(game, day)

    monkeypatch.setattr(site.house.log, "days_scores", counted)
    site.house.rankings.clear()
    for _ in range(5):
        anna.get("/")
    assert reads == 1
    site.hall.dailies_over += 1
    anna.get("/")
    assert reads == 2


def test_a_thousand_daily_games_are_a_few_statements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        log = a_log(tmp_path)
        games = daily_games(1000)
        await asyncio.gather(*(log.append(0, [], game) for game in games))
        statements: list[str] = []
        real = log.run

        def counted(db: Any, statement: str, values: Any = ()) -> Any:
            statements.append(statement)
            return real(db, statement, values)

        monkeypatch.setattr(log, "run", counted)
        found = await log.days_scores("crusgallo", "2026-01-01")
        assert sorted(found) == games
        assert len(statements) < 20
        await log.close()

    run(work())


def test_the_page_of_a_day_lists_the_best_and_oneself(
    site: Site, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = anna.http.cookies["parlour"].split(".")[0]
    games = daily_games(1000)
    games[10] = games[10]._replace(people=((0, person, False),))

    async def these(game: str, day: str) -> list[Summary]:
        return games

    monkeypatch.setattr(site.house.log, "days_scores", these)
    site.house.rankings.clear()
    page = anna.get("/daily/crusgallo/2026-01-01")
    site.house.rankings.clear()
    rows = re.findall(r'<tr(?: class="(you)")?><td class="number">(\d+)</td><th scope="row">P(\d+)', page)
    assert len(rows) == daily.LISTED + 1
    assert [int(place) for _, place, _ in rows[:4]] == [1, 1, 3, 3]  # equal scores share a place
    assert rows[-1] == ("you", "989", "10")


# -- connections ---------------------------------------------------------------------------------------------------


@contextmanager
def connection(site: Site, *parts: bytes, source: str = "127.0.0.1") -> Iterator[sockets.socket]:
    with sockets.create_connection(("127.0.0.1", site.port), timeout=20, source_address=(source, 0)) as made:
        for part in parts:
            made.sendall(part)
        yield made


def everything(made: sockets.socket) -> bytes:
    """All that the server says until it closes."""
    got = b""
    try:
        while data := made.recv(65536):
            got += data
    except ConnectionError:
        pass
    return got


def test_headers_have_an_end(site: Site) -> None:
    host = f"Host: 127.0.0.1:{site.port}\r\n".encode()
    start = b"GET /healthz HTTP/1.1\r\n" + host
    with connection(site, start, b"X: " + b"y" * 60_000 + b"\r\nConnection: close\r\n\r\n") as fine:
        assert everything(fine).startswith(b"HTTP/1.1 200")
    with connection(site, start + b"X: ") as endless:  # one header without end
        sent = 0
        try:
            while sent < 40_000_000:
                sent += endless.send(b"y" * 50_000)
        except ConnectionError:
            pass
        assert sent < 20_000_000
    many = b"".join(b"X-%d: %s\r\n" % (i, b"y" * 500) for i in range(200))
    with connection(site, start + many + b"\r\n") as large:
        assert everything(large).startswith(b"HTTP/1.1 431")
    with connection(site, b"GET /" + b"y" * 100_000) as path:
        assert b"HTTP/1.1 431" in everything(path)


def test_half_a_request_has_an_end(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    host = f"Host: 127.0.0.1:{site.port}\r\n".encode()
    ask = b"GET /healthz HTTP/1.1\r\n" + host + b"\r\n"
    post = b"POST /api/tables HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    with connection(site) as silent:
        assert everything(silent).startswith(b"HTTP/1.1 408")
    with connection(site, ask[:20]) as half:
        assert everything(half).startswith(b"HTTP/1.1 408")
    with connection(site, ask) as again:
        assert again.recv(1000).startswith(b"HTTP/1.1 200")
        again.sendall(ask[:20])
        assert b"HTTP/1.1 408" in everything(again)
    with connection(site, ask) as empty:
        assert empty.recv(1000).startswith(b"HTTP/1.1 200")
        empty.sendall(b"\r\n")  # no request at all
        assert b"HTTP/1.1 408" in everything(empty)
    with connection(site, post) as body:
        assert not everything(body).startswith(b"HTTP/1.1 2")


def test_what_is_asked_for_is_not_cut_short(site: Site, anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket and a stream stay though they began as requests."""
    monkeypatch.setattr(connections, "HEADER_SECONDS", 1.5)
    monkeypatch.setattr(connections, "BODY_SECONDS", 1.5)
    table = anna.play_now()
    chair = anna.at(table).until(lambda chair: chair.turn)
    with anna.http.stream("GET", f"/api/tables/{table}/events") as answer:
        lines = answer.iter_lines()
        assert next(line for line in lines if line.startswith("data:"))
        time.sleep(1.8)  # longer than any patience here
        chair.play()
        assert next(line for line in lines if line.startswith("data:"))
    chair.leave()


def test_connections_are_counted_for_each_address(tmp_path: Path) -> None:
    with a_site(tmp_path, connections=5) as site, ExitStack() as held:
        ask = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n\r\n".encode()
        mine = [held.enter_context(connection(site, source="127.0.0.2")) for _ in range(5)]
        with connection(site, source="127.0.0.2") as sixth:
            assert everything(sixth).startswith(b"HTTP/1.1 429")
        with connection(site, ask, source="127.0.0.3") as other:
            assert everything(other).startswith(b"HTTP/1.1 200")
        mine[0].sendall(ask)
        assert everything(mine[0]).startswith(b"HTTP/1.1 200")
        with connection(site, ask, source="127.0.0.2") as again:  # a place is free
            assert everything(again).startswith(b"HTTP/1.1 200")
        for _ in range(8):  # whoever speaks for others may have more
            held.enter_context(connection(site))
        with connection(site, ask) as proxied:
            assert everything(proxied).startswith(b"HTTP/1.1 200")


def test_a_socket_keeps_its_place_and_gives_it_back(tmp_path: Path) -> None:
    with a_site(tmp_path, connections=1) as site:
        anna = Visitor(site, "Anna")
        table = anna.play_now()
        lines = [
            f"GET /t/{table}/live HTTP/1.1",
            f"Host: 127.0.0.1:{site.port}",
            f"Origin: {site.url}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==",
        ]
        shake = "\r\n".join([*lines, "", ""]).encode()
        with connection(site, shake, source="127.0.0.2") as first:
            assert first.recv(100).startswith(b"HTTP/1.1 101")
            with connection(site, source="127.0.0.2") as second:
                assert everything(second).startswith(b"HTTP/1.1 429")
        for _ in range(100):
            with connection(site, shake, source="127.0.0.2") as third:
                if third.recv(100).startswith(b"HTTP/1.1 101"):
                    break
            time.sleep(0.02)
        else:
            raise AssertionError("its place was not given back")
        anna.close()


def test_who_speaks_for_others() -> None:
    proxies = Proxies("127.0.0.1, ::1,10.1.0.0/16,some.name")
    assert all(host in proxies for host in ("127.0.0.1", "::1", "10.1.2.3", ""))
    assert not any(host in proxies for host in ("127.0.0.2", "10.2.0.1", "2001:db8::1"))
    assert "192.0.2.1" in Proxies("*")


# -- for each person and each address ------------------------------------------------------------------------------


def status_of_handshake(visitor: Visitor, table: str, **headers: str) -> int:
    answer = visitor.http.get(
        f"/t/{table}/live",
        headers={
            "connection": "Upgrade",
            "upgrade": "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "x3JJHMbDL1EzLkh9GBhXDw==",
            **headers,
        },
    )
    return answer.status_code


def test_sockets_and_streams_are_counted_for_each_person_and_address(tmp_path: Path) -> None:
    with a_site(tmp_path, sockets_of_person=2, sockets_of_address=3) as site:
        anna, bert = Visitor(site, "Anna"), Visitor(site, "Bert")
        table = anna.play_now()
        hers = [anna.at(table).until(lambda chair: chair.regions) for _ in range(2)]
        assert status_of_handshake(anna, table) == 403
        his = bert.at(table).until(lambda chair: chair.regions)
        assert status_of_handshake(bert, table) == 403  # the address has no place left
        assert bert.http.get(f"/api/tables/{table}/events").status_code == 429
        hers[0].leave()
        while site.house.sockets.addresses.held["127.0.0.1"] > 2:
            time.sleep(0.01)
        with bert.http.stream("GET", f"/api/tables/{table}/events") as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()  # which would end the stream if it were let go
            next(lines)
            assert status_of_handshake(anna, table) == 403
        for chair in (hers[1], his):
            chair.leave()
        while site.house.sockets.addresses.held:
            time.sleep(0.01)
        assert not site.house.sockets.people.held
        anna.close()
        bert.close()


def test_chat_is_counted_for_a_person_not_for_a_socket(tmp_path: Path) -> None:
    with a_site(tmp_path, chat_rate=0.0, chat_burst=3.0) as site:
        visitors = [Visitor(site, f"P{i}") for i in range(4)]
        table = visitors[0].play_now()
        chairs = [visitors[0].at(table).until(lambda chair: chair.regions) for _ in range(3)]
        for i in range(6):
            chairs[i % 3].send(do="say", text=f"word {i}")
        for chair in chairs:
            chair.until(lambda chair: chair.refusals)
            assert chair.refusals[0]["why"] == "Not so fast, please."
        assert len(site.hall.rooms[table].table.chats) == 3
        for visitor in visitors[1:]:  # and all people of an address together
            chair = visitor.at(table).until(lambda chair: chair.regions)
            for i in range(4):
                chair.send(do="say", text=f"more {i}")
            chair.until(lambda chair: chair.refusals)
            chairs.append(chair)
        assert len(site.hall.rooms[table].table.chats) == 9
        for chair in chairs:
            chair.leave()
        for visitor in visitors:
            visitor.close()


def test_an_ipv6_network_counts_as_one_address(tmp_path: Path) -> None:
    with a_site(tmp_path, make_rate=0.0, make_burst=5.0, request_rate=0.0, request_burst=20.0) as site:
        http = httpx.Client(base_url=site.url)
        body = {"game": "photon-rush", "seats": ["bot:random"]}

        def made(address: str) -> int:
            return http.post("/api/tables", json=body, headers={"x-forwarded-for": address}).status_code

        assert [made(f"2001:db8:1:2::{i:x}") for i in range(1, 8)] == [201] * 5 + [429] * 2
        assert made("2001:db8:1:3::1") == 201
        codes = [
            http.get("/api/games", headers={"x-forwarded-for": f"2001:db8:1:2:{i:x}::1"}).status_code for i in range(20)
        ]
        assert codes.count(200) == 20 - 7
        assert codes[-1] == 429
        http.close()


def test_a_listener_who_comes_after_an_undo_gets_what_happened(site: Site) -> None:
    seats = people("Anna", "Bert")
    room = site.run(site.hall.make(lambda table: make_and_start(table, seats)))
    for seat in (0, 1):
        site.run(room.do(lambda table, seat=seat: play_any(table, seat)))
    site.run(room.do(lambda table: play_any(table, 0)))
    site.run(room.do(lambda table: table.undo(0)))
    assert room.table.cuts == 1
    with httpx.stream("GET", f"{site.url}/api/tables/{room.table.id}/events", timeout=60) as answer:
        first = json.loads(next(line for line in answer.iter_lines() if line.startswith("data:"))[5:])
    assert [event["kind"] for event in first["events"]] == [
        line.event.kind for line in room.table.lines if line.event is not None
    ]
    assert first["events"]


# -- the watchdog ----------------------------------------------------------------------------------------------------


def test_the_loops_delay_is_measured(site: Site) -> None:
    async def block() -> None:
        time.sleep(0.15)  # what nothing in the server may do

    site.run(block())
    end = time.monotonic() + 10
    while site.house.metrics.slowest < 0.09 and time.monotonic() < end:
        time.sleep(0.01)
    text = httpx.get(f"{site.url}/metrics").text
    slowest = re.search(r"^parlour_loop_delay_max_seconds (\S+)", text, re.M)
    assert slowest is not None
    assert float(slowest[1]) >= 0.09
    assert re.search(r"^parlour_loop_delay_seconds_count [1-9]", text, re.M)
    assert "parlour_questions_waiting" in text


def test_a_delay_counts_for_a_minute(site: Site) -> None:
    metrics = Metrics(site.hall, site.house.log)
    watchdog = Watchdog(metrics)
    for now, delay in enumerate((0.01, 0.2, 0.05, 0.1, 0.02)):
        watchdog.note(delay, float(now))
    assert metrics.slowest == 0.2
    watchdog.note(0.01, 1.5 + MINUTE)
    assert metrics.slowest == 0.1
    watchdog.note(0.0, 10 + 2 * MINUTE)
    assert metrics.slowest == 0.0
