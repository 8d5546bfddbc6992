"""The JSON API: what a program in another language needs, exactly as described by its OpenAPI document."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from hypothesis import HealthCheck, given, settings

import parlour
from visit import Chair, FarSite, Site, Visitor

ROOT = Path(__file__).parent.parent


@pytest.fixture
def http(site: Site) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url + "/api", timeout=60) as found:
        yield found


def key(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_a_program_plays_a_game(http: httpx.Client) -> None:
    games = {game["id"]: game for game in http.get("/games").json()}
    assert set(games) == set(parlour.games())
    assert http.get("/games/nix").status_code == 404
    body = {"game": "photon-rush", "players": 2, "options": {"round_limit": 2}, "seats": ["open", "bot:random"]}
    made = http.post("/tables", json=body).json()
    table = f"/tables/{made['table']}"
    assert http.post(f"{table}/start", headers=key(made["host_token"])).status_code == 409  # a seat is free
    seat = http.post(f"{table}/seats", json={"name": "Prog"}).json()
    assert seat["seat"] == 0
    assert http.post(f"{table}/seats", json={"name": "Late"}).status_code == 409
    assert http.post(f"{table}/start", headers=key(seat["token"])).status_code == 401  # not the host
    assert http.post(f"{table}/start", headers=key(made["host_token"])).status_code == 201
    mine = key(seat["token"])
    assert http.get(f"{table}/view").json()["legal"] == []
    while True:
        now = http.get(f"{table}/view", headers=mine).json()
        if now["status"] == "over":
            break
        if now["question"] is None:
            time.sleep(0.01)
            continue
        bad = http.post(f"{table}/actions", json={"action": "build 9 9"}, headers=mine)
        assert bad.status_code == 409
        assert bad.json()["rule"].startswith("PR-")
        stale = http.post(f"{table}/actions", json={"action": now["legal"][0], "question": 0}, headers=mine)
        assert stale.status_code == 409
        body = {"action": now["legal"][0], "question": now["question"]}
        assert http.post(f"{table}/actions", json=body, headers=mine).status_code == 201
    assert http.get(table).json()["outcome"]["ranking"]


@pytest.mark.parametrize(
    "body",
    [
        {"game": "x" * 300},
        {},
        {"game": "nix"},
        {"game": "photon-rush", "players": 99},
        {"game": "photon-rush", "options": {"towers": "x"}},
        {"game": "photon-rush", "seats": ["me"]},
        {"game": "photon-rush", "seats": ["bot:oracle"]},
        {"game": "photon-rush", "pace": 3},
        {"game": "photon-rush", "extra": 1},
        {"game": 7},
        [],
        "x",
    ],
)
def test_a_bad_table_is_refused_with_a_reason(http: httpx.Client, body: Any) -> None:
    answer = http.post("/tables", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize("game", parlour.games())
def test_the_example_client_plays(site: Site, game: str, long: bool) -> None:
    script = ROOT / "docs" / "example_client.py"
    run = subprocess.Popen(
        [sys.executable, str(script), site.url, game], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    assert run.stderr is not None
    lines: list[str] = []
    with run.stdout, run.stderr:
        for line in run.stdout:
            lines.append(line)
            if len(lines) > 500 and not long:  # events; a game of random players with more can take very long
                run.kill()
                break
        else:
            assert run.wait(60) == 0, run.stderr.read()
            assert "over: {'winners'" in lines[-1]
        run.wait()


def test_the_api_keeps_to_its_description(site: Site, long: bool) -> None:
    import schemathesis  # here: it takes a second, which every process would spend that collects tests
    from schemathesis.specs.openapi import checks

    conforming = [checks.content_type_conformance, checks.response_schema_conformance, checks.status_code_conformance]
    schema = schemathesis.openapi.from_url(f"{site.url}/api/schema/openapi.json")
    made = httpx.post(f"{site.url}/api/tables", json={"game": "photon-rush"}).json()
    chance = random.Random(1)
    operations: list[Any] = [found.ok() for found in cast(Any, schema.get_all_operations())]
    assert len(operations) == 15
    for operation in operations:

        @settings(
            max_examples=300 if long else 8,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            if "table" in (case.path_parameters or {}) and chance.random() < 0.5 and "events" not in case.path:
                case.path_parameters["table"] = made["table"]
            case.call_and_validate(checks=[schemathesis.checks.not_a_server_error, *conforming])

        check()


# -- kill -9 of the whole server under load -----------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path: Path, long: bool) -> None:
    rng = random.Random(1)
    acknowledged: dict[str, int] = {}
    server = FarSite(tmp_path)
    try:
        entries = 0  # of tables that are not looked at any more
        for kill in range(1_000 if long else 2):
            told = entries + sum(acknowledged.values())
            print(f"kill {kill + 1}; {told} entries acknowledged so far, none lost", flush=True)
            stop = threading.Event()
            players = [threading.Thread(target=keep_playing, args=(server, acknowledged, stop)) for _ in range(4)]
            before = sum(acknowledged.values())
            for player in players:
                player.start()
            end = time.monotonic() + 60
            while sum(acknowledged.values()) < before + 20 and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(rng.random() * 0.5)
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
            stop.set()
            for player in players:
                player.join()
            server = FarSite(tmp_path)
            with httpx.Client(base_url=server.url, timeout=60) as reader:
                for table, version in acknowledged.items():
                    found = reader.get(f"/api/tables/{table}")
                    assert found.status_code == 200, found.text
                    assert found.json()["version"] >= version, "a move that was acknowledged is gone"
                    view = reader.get(f"/api/tables/{table}/view")
                    assert view.status_code == 200, "a table is broken"
            while len(acknowledged) > 40:
                entries += acknowledged.pop(next(iter(acknowledged)))
        print(f"{kill + 1} kills, {entries + sum(acknowledged.values())} entries acknowledged, none lost", flush=True)
        assert len(acknowledged) >= 4
        server.process.terminate()
        assert server.process.wait(60) in (0, -signal.SIGTERM, 143)
    finally:
        server.process.kill()


def keep_playing(server: FarSite, acknowledged: dict[str, int], stop: threading.Event) -> None:
    """Play against bots until the server is gone; note what it has acknowledged."""
    with suppress(Exception):
        visitor = Visitor(server, "Anna")
        try:
            while not stop.is_set():
                table = visitor.new_table(players=2, seat0="me", seat1="screen", name1="Zoe")
                chair = Chair(visitor, table, {}).until(lambda chair: chair.regions)
                while not stop.is_set() and "places" not in chair.regions["ask"]:
                    if chair.actions():
                        chair.play()
                    else:
                        second = re.search(r"seat&#34;: 1", chair.regions["ask"])
                        chair.send(do="here", seat=1 if second else 0)
                        chair.until(lambda chair: chair.actions(), 5)
                    acknowledged[table] = chair.version
                chair.leave()
        finally:
            visitor.close()
