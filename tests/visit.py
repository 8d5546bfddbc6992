"""A real server with real sockets and storage, and people who visit it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
import structlog
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from parlour.tables.folding import fold
from parlour.tables.log import Entry
from parlour.tables.table import Table
from parlour.tables.thinking import Thinkers
from parlour.web.background import Background
from parlour.web.settings import Settings

T = TypeVar("T")

# Servers in this process write their log to what pytest shows of a test that fails, and not into what a test catches of
# its own output, such as that of a command.
structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
# Each of a thousand clients would read all certificates of the world, 30 ms long, to speak to a server without any.
ssl.create_default_context = cache(ssl.create_default_context)  # type: ignore[assignment]


class Site(Background):
    """A server in a thread of this process."""


@contextmanager
def a_site(folder: Path, **more: Any) -> Iterator[Site]:
    generous: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": 0,
        "data": folder,
        "bot": "random",
        "bot_pause": 0.0,
        "request_rate": 10_000.0,
        "request_burst": 10_000.0,
        "make_rate": 1000.0,
        "make_burst": 1000.0,
        "message_rate": 10_000.0,
        "message_burst": 10_000.0,
        "sockets_of_person": 1000,
        "sockets_of_address": 1000,
        "connections": 1000,
        "workers": 1,
    }
    site = Site(Settings(**{**generous, **more}))
    try:
        yield site
    finally:
        site.stop()


class ThinkersHere(Thinkers):
    """Bots that think in threads of this process: no other process is started for them."""

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.to_thread(function, *arguments)


def copy_of(entries: Iterable[Entry]) -> Callable[[Table], None]:
    """What makes a table with this log."""

    def copy(table: Table) -> None:
        for entry in entries:
            table.fresh.append(entry)
            fold(table, entry)

    return copy


class FarSite:
    """A server in a process of its own, as people start it, with its log. It finds itself a port. It is given `words`,
    and finds modules in its folder."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.written = folder / "log"
        command = [
            sys.executable,
            "-m",
            "parlour",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            str(folder),
            *words,
        ]
        with self.written.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(folder)}
            )
        while (found := re.search(r"http://127\.0\.0\.1:(\d+)", self.log())) is None:
            assert self.process.poll() is None, f"the server did not start: {self.log()}"
            time.sleep(0.05)
        self.url, self.port = found.group(0), int(found.group(1))
        assert httpx.get(f"{self.url}/healthz", timeout=60).status_code == 200

    def log(self) -> str:
        return self.written.read_text()


@contextmanager
def a_far_site(folder: Path, *words: str) -> Iterator[FarSite]:
    site = FarSite(folder, *words)
    try:
        yield site
    finally:
        site.process.terminate()
        try:
            site.process.wait(30)
        finally:
            site.process.kill()


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(self, site: Site | FarSite, name: str = "", lang: str = "en") -> None:
        self.site = site
        # Nothing is squeezed on its way: that was about a third of what the server did for these tests.
        headers = {"accept-language": lang, "origin": site.url, "accept-encoding": "identity"}
        self.http = httpx.Client(base_url=site.url, headers=headers, follow_redirects=True, timeout=60)
        self.token = ""
        if name:
            self.post("/me", name=name)

    def get(self, path: str, status: int = 200) -> str:
        answer = self.http.get(path)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        found = re.search(r'name="token" value="([^"]+)"', answer.text)
        if found and status < 400:
            self.token = found.group(1)
        return answer.text

    def post(self, path: str, status: int = 200, **fields: Any) -> httpx.Response:
        if not self.token:
            self.get("/")
        answer = self.http.post(path, data={"token": self.token, **fields})
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer

    def play_now(self, game: str = "photon-rush") -> str:
        return table_id(self.post(f"/play/{game}"))

    def new_table(self, game: str = "photon-rush", **fields: Any) -> str:
        return table_id(self.post(f"/new/{game}", **fields))

    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def at(self, table: str, **headers: str) -> Chair:
        return Chair(self, table, headers)

    def close(self) -> None:
        self.http.close()


def table_id(answer: httpx.Response) -> str:
    return answer.url.path.split("/")[2]


class Chair:
    """A socket at a table, with what the page would show."""

    def __init__(self, visitor: Visitor, table: str, headers: dict[str, str]) -> None:
        url = visitor.site.url.replace("http", "ws") + f"/t/{table}/live"
        sent = {"Cookie": visitor.cookies(), "Accept-Language": visitor.http.headers["accept-language"], **headers}
        origin = Origin(sent.pop("Origin", visitor.site.url))
        self.stack = ExitStack()
        self.socket: ClientConnection = self.stack.enter_context(
            connect(
                url,
                origin=origin,
                additional_headers=sent,
                max_size=2**22,
                max_queue=None,
                compression=None,
                open_timeout=60,
            )
        )
        self.regions: dict[str, str] = {}
        self.log = ""
        self.chat: list[list[str]] = []
        self.turn = False
        self.question: int | None = None
        self.picks: dict[str, list[str]] = {}
        self.version = -1
        self.refusals: list[dict[str, Any]] = []
        self.hints: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.gone_to = ""

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = 60) -> dict[str, Any]:
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["is"] == "table":
            self.regions.update(message.get("regions", {}))
            if message.get("again"):
                self.log = ""
            self.log += message.get("log", "")
            self.chat += message.get("chat", [])
            self.turn, self.version = message["turn"], message["version"]
            if "question" in message:
                self.question = message["question"]
                self.picks = message["picks"] or {}
        elif message["is"] == "refused":
            self.refusals.append(message)
        elif message["is"] == "hint":
            self.hints.append(message)
        else:
            self.gone_to = message["to"]
        return message

    def until(self, true: Any, seconds: float = 90) -> Chair:
        end = time.monotonic() + seconds
        while not true(self):
            self.hear(max(0.01, end - time.monotonic()))
        return self

    def actions(self) -> list[str]:
        """What can be done: by buttons, then by picks on the board."""
        return [*re.findall(r'data-action="([^"]+)"', self.regions.get("ask", "")), *self.picks]

    def play(self, action: str = "") -> None:
        """Play an action, the first if none is given, and wait for the answer."""
        version = self.version
        refused = len(self.refusals)
        self.send(do="play", action=action or self.actions()[0], question=self.question)
        self.until(lambda chair: chair.version > version or len(chair.refusals) > refused)

    def play_out(self, rather: str = "") -> None:
        """Play an action wherever it is offered, else whatever comes first, until the game is over."""
        while "places" not in self.regions["ask"]:
            self.until(lambda chair: chair.turn or "places" in chair.regions["ask"])
            if self.turn:
                self.play(rather if rather in self.actions() else "")

    def refused(self, **message: Any) -> str:
        """Send something that is refused; why."""
        refused = len(self.refusals)
        self.send(**message)
        self.until(lambda chair: len(chair.refusals) > refused)
        why: str = self.refusals[-1]["why"]
        return why

    def closed(self) -> int:
        """Wait until the server closes; the code."""
        try:
            while True:
                self.socket.recv(timeout=60)
        except ConnectionClosed as closed:
            self.stack.close()
            return closed.rcvd.code if closed.rcvd is not None else 1006

    def leave(self) -> None:
        self.stack.close()


def for_two(host: Visitor, guest: Visitor, **options: Any) -> tuple[str, Chair, Chair]:
    """A table of two people that has begun."""
    table = host.new_table(players=2, seat0="me", seat1="open", **options)
    one = host.at(table).until(lambda chair: chair.regions)
    two = guest.at(table).until(lambda chair: chair.regions)
    two.send(do="sit", seat=1)
    two.until(lambda chair: "Stand up" in chair.regions["people"])
    one.send(do="start")
    one.until(lambda chair: chair.turn)
    two.until(lambda chair: chair.turn)
    return table, one, two
