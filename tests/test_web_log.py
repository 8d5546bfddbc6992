"""The server's log tells what happened and when, never to whom: no table's address, no name, no cookie."""

from __future__ import annotations

import json
import logging
import re
import socket as sockets
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.tables.log import StorageError
from parlour.web.journal import Discreet, bare, without_keys
from visit import FarSite, Visitor, a_far_site

NAMES = ("Annabelle", "Bartholomew", "Xanthippe", "Zebulon")
CHAT = "a-word-between-friends"


class Day:
    """A day of use, with all that must not be in the log."""

    def __init__(self, site: FarSite) -> None:
        self.site: Any = site
        self.keys: set[str] = set(NAMES) | {CHAT}
        self.anna, self.bert = (Visitor(site, name) for name in NAMES[:2])
        self.table = ""

    def tables(self) -> None:
        self.table = self.anna.new_table("mogul", players=3, seat0="me", seat1="open", seat2="bot:random")
        one = self.anna.at(self.table).until(lambda chair: chair.regions)
        two = self.bert.at(self.table).until(lambda chair: chair.regions)
        two.send(do="sit", seat=1)
        one.until(lambda chair: NAMES[1] in chair.regions["people"])
        one.send(do="say", text=CHAT)
        one.until(lambda chair: chair.chat)
        one.send(do="start")
        for chair in (one, two):
            chair.until(lambda chair: chair.regions.get("board"))
        one.send(do="order", name="loans", value=True)
        two.refused(do="play", action=f"{NAMES[1]} pays", question=0)
        two.socket.send(f"nonsense {self.table}")
        two.send(do="undo")
        two.socket.send(f"{NAMES[1]} " * 3000)  # too large
        two.closed()
        one.leave()
        self.keys.add(self.table)

    def pages(self) -> None:
        for path in (
            "/",
            "/me",
            "/new/mogul",
            "/rules/mogul",
            "/rules/mogul?q=" + NAMES[0],
            "/daily/crusgallo",
            "/api",
        ):
            self.anna.get(path)
        for path in (f"/t/{self.table}", f"/t/{self.table}/replay", f"/t/{self.table}/replay?seat=0&at=1"):
            self.anna.get(path)
        self.anna.get(f"/t/{self.table}/record.json", status=403)
        for path in (f"/{NAMES[2]}", f"/t/{NAMES[2]}", f"/rules/{NAMES[2]}", f"/me/{NAMES[2]}"):
            self.anna.get(path, status=404)
        self.anna.get(f"/t/x/{self.table}", status=405)
        self.anna.post("/me", name=NAMES[2])
        self.anna.post("/settings", lang="fr", back=f"/t/{self.table}")
        solo = self.anna.post("/daily/crusgallo").url.path.split("/")[2]
        self.keys.add(solo)
        self.anna.http.post(
            "/upload", data={"token": self.anna.token}, files={"record": (NAMES[3], b"{" + b"[" * 5000)}
        )
        self.anna.http.post(f"/new/{NAMES[3]}", data={"token": self.anna.token, "name0": NAMES[3]})
        self.anna.http.post("/new/mogul", data={"token": self.anna.token, "option-loan_cost": "[" * 5000})

    def devices(self) -> None:
        link = re.search(r'value="/me/([^"]+)"', self.anna.get("/me"))
        assert link is not None
        phone = Visitor(self.site)
        phone.get(f"/me/{link.group(1)}")
        phone.post(f"/me/{link.group(1)}")
        phone.get(f"/me/{link.group(1)}", status=404)
        sessions = self.anna.http.get("/api/sessions").json()
        self.anna.http.delete(f"/api/sessions/{sessions[-1]['id']}")
        self.anna.post("/me/end", others="1")
        self.keys |= {link.group(1), phone.http.cookies["parlour"], *(one["id"] for one in sessions)}
        phone.close()

    def programs(self) -> None:
        made = httpx.post(f"{self.site.url}/api/tables", json={"game": "mogul", "players": 3}).json()
        table = f"{self.site.url}/api/tables/{made['table']}"
        seat = httpx.post(f"{table}/seats", json={"name": NAMES[3]}).json()
        key = {"authorization": f"Bearer {seat['token']}"}
        with httpx.stream("GET", f"{table}/events", headers=key) as stream:
            next(stream.iter_lines())
        httpx.post(f"{table}/actions", json={"action": NAMES[3]}, headers=key)
        httpx.post(f"{table}/actions", content=f'{{"{NAMES[3]}": ' + "[" * 20_000, headers=key)
        httpx.get(f"{table}/view", headers={"authorization": "Bearer " + self.anna.http.cookies["parlour"]})
        httpx.get(f"{table}/{NAMES[3]}")
        httpx.get(table, headers={"host": f"{NAMES[3]}.example"})
        httpx.get(table, headers={"cookie": f"parlour={self.anna.http.cookies['parlour']}x"})
        self.keys |= {made["table"], made["host_token"], seat["token"]}

    def rude(self) -> None:
        """What no browser sends."""
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        cookie = f"Cookie: {self.anna.cookies()}\r\n"
        host = f"Host: 127.0.0.1:{self.site.port}\r\n"
        for text in (
            f"GET /t/{self.table}/live HTTP/1.1\r\n{host}{upgrade}{cookie}\r\n",  # no key
            f"GET /t/{self.table}/live HTTP/1.1\r\n{host}{upgrade}{cookie}Sec-WebSocket-Key: {NAMES[0]}\r\n\r\n",
            f"GET /t/{self.table}/live HTTP/1.1\r\n{host}Origin: https://{NAMES[0]}.example\r\n{upgrade}{cookie}"
            "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n",
            f"GET /t/{self.table} HTTP/1.1\r\n{cookie}\r\n",  # no host
            f"GET /t/{self.table} {NAMES[0]}\r\n{host}{cookie}\r\n",
            f"POST /t/{self.table} HTTP/1.1\r\n{host}{cookie}Transfer-Encoding: chunked\r\n\r\n{NAMES[0]}\r\n",
            f"\x16\x03\x01 {self.table}\r\n\r\n",
        ):
            with suppress(OSError), sockets.create_connection(("127.0.0.1", self.site.port), timeout=10) as connection:
                connection.sendall(text.encode())
                connection.shutdown(sockets.SHUT_WR)
                while connection.recv(65536):
                    pass

    def trouble(self) -> None:
        """The database breaks under the server: errors are logged, with the places they went through."""
        with sqlite3.connect(self.site.folder / "parlour.db") as db:
            db.execute("ALTER TABLE sitters RENAME TO gone")
            db.execute("ALTER TABLE people RENAME TO nobody")
        db.close()
        assert self.anna.http.get("/").status_code >= 500
        assert self.anna.http.post("/me", data={"token": self.anna.token, "name": NAMES[3]}).status_code >= 500
        chair = self.bert.at(self.table).until(lambda chair: chair.regions)
        chair.refused(do="say", text=CHAT)
        chair.leave()


def test_a_day_of_use_leaves_nothing_personal_in_the_log(tmp_path: Path) -> None:
    with a_far_site(tmp_path) as site:
        day = Day(site)
        for use in (day.tables, day.pages, day.devices, day.programs, day.rude, day.trouble):
            use()
        for visitor in (day.anna, day.bert):
            cookie = visitor.http.cookies["parlour"]
            day.keys |= {cookie, *cookie.split("."), visitor.token}
            visitor.close()
    log = site.log()
    lines = log.splitlines()
    assert len(lines) > 40, "there is no log: this test shows nothing"
    said = [json.loads(line) for line in lines if line.startswith("{")]
    routes = {line.get("route") for line in said}
    assert {"/", "/t/{id}", "/t/{id}/live", "/api/tables/{table}/events", "…"} <= routes
    assert any(line.get("event") == "a request failed" and "StorageError" in line["exception"] for line in said)
    assert any("no such table" in line.get("exception", "") for line in said), "what is wrong with the machine is said"
    for key in sorted(day.keys):
        assert key not in log, key
        assert len(key) < 15 or key[:8] not in log, key
    assert not re.search(r"/t/[\w-]", log)
    assert "127.0.0.1" not in re.sub(r"http://127\.0\.0\.1:\d+", "", log), "nor the address of a visitor"


def test_an_error_is_its_kind_and_the_places_it_went_through() -> None:
    try:
        try:
            raise KeyError("Annabelle")
        except KeyError as error:
            raise StorageError("disk full at 7hc2jkfPqhRw4_xA\nDETAIL: Annabelle") from error
    except StorageError as error:
        text = bare(error)
    assert text.splitlines()[1] == "StorageError: disk full at …"
    assert text.splitlines()[-1] == "KeyError"
    assert "test_web_log.py:" in text
    assert "Annabelle" not in text


def test_lines_of_others_are_cut_down() -> None:
    """What libraries and the interpreter say: the first line without keys, and of an error its kind."""
    try:
        raise KeyError("Annabelle")
    except KeyError as error:
        values = ("/t/7hc2jkfPqhRw4_xA", "Annabelle")
        record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "lost %s\nof %s", values, None)
        record.exc_info = (KeyError, error, error.__traceback__)
    text = Discreet().format(record)
    assert text.startswith("lost /t/…\ntest_web_log.py:")
    assert text.endswith("KeyError")
    assert "Annabelle" not in text


@pytest.mark.parametrize("key", ["7hc2jkfPqhRw4_xA", "a-b_" * 5, "x" * 60])
def test_keys_are_cut_out(key: str) -> None:
    assert without_keys(f"GET /t/{key}/live and {key}.{key}") == "GET /t/…/live and ….…"
