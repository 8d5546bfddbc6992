"""Tables under load: moves a second, waiting times, CPU and memory, beside a bare echo of the same bytes.

    python bench/tables.py [--tables 1,50,200] [--seconds 5] [--json FILE]

A server process and this one, which plays all people, share the machine. Each table has three seats and two watchers.
Every seat answers as soon as it is asked; a move counts when its player has been told that it is accepted,
that is: when it is on disk. The echo goes through the same server, sockets and client in the same run: for each
command the server sends messages of the same sizes to the same five sockets, and does nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from parlour.bots import bots

SEATS, WATCHERS = 3, 2
GAME = "photon-rush"


# -- the server's side -----------------------------------------------------------------------------------------

groups: dict[str, set[WebSocket[Any, Any, Any]]] = defaultdict(set)


@websocket("/echo/{group:str}")
async def echo(socket: WebSocket[Any, Any, Any], group: FromPath[str]) -> None:
    """Sends to all of a group as many bytes as the message asks for."""
    await socket.accept()
    groups[group].add(socket)
    try:
        while True:
            text = await socket.receive_data(mode="text")
            sizes = text.split(" ")[0].split(",")
            for other, size in zip(sorted(groups[group], key=id), sizes, strict=False):
                await other.send_text("x" * int(size))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        groups[group].discard(socket)


def serve(folder: str, port: int) -> None:
    from parlour.web.serve import Server, configure, set_up_logging
    from parlour.web.settings import Settings

    set_up_logging(quiet=True)
    many = 1e9
    settings = Settings(
        data=Path(folder),
        host="127.0.0.1",
        port=port,
        bot_pause=0.0,
        message_rate=many,
        message_burst=many,
        request_rate=many,
        request_burst=many,
        make_rate=many,
        make_burst=many,
    )
    config = configure(settings)
    config.app.app.register(echo)  # type: ignore[union-attr]
    import threading

    Server(config, threading.Event()).run()


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# -- the people's side --------------------------------------------------------------------------------------------


class Person:
    """Somebody with a cookie. All of them share one client: making one for each takes longer than the measurement."""

    def __init__(self, url: str, http: httpx.AsyncClient) -> None:
        self.url = url
        self.http = http
        self.cookie = ""
        self.token = ""

    async def arrive(self) -> None:
        self.http.cookies.clear()
        answer = await self.http.get(f"{self.url}/me")
        self.cookie = answer.headers["set-cookie"].split(";")[0]
        found = re.search(r'name="token" value="([^"]+)"', answer.text)
        assert found is not None
        self.token = found.group(1)

    async def new_table(self, **fields: str) -> str:
        self.http.cookies.clear()
        headers = {"cookie": self.cookie, "origin": self.url}
        data = {"token": self.token, "players": str(SEATS), "seat0": "me", "seat1": "open", **fields}
        answer = await self.http.post(f"{self.url}/new/{GAME}", data=data, headers=headers)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])


class Load:
    def __init__(self, url: str, rest: float = 0.0) -> None:
        self.url = url
        self.rest = rest  # seconds that a person thinks
        self.moves = 0
        self.waits: list[float] = []
        self.bytes: list[int] = []
        self.sizes: dict[str, list[int]] = defaultdict(list)
        self.running = True

    async def people(self, count: int, http: httpx.AsyncClient) -> list[Person]:
        found = [Person(self.url, http) for _ in range(count)]
        for person in found:
            await person.arrive()
        return found

    def socket(self, path: str, person: Person) -> Any:
        headers = {"Cookie": person.cookie}
        url = self.url.replace("http", "ws") + path
        origin = Origin(self.url)
        return connect(url, origin=origin, additional_headers=headers, compression=None, max_queue=None)

    async def table(self, people: list[Person]) -> None:
        """One table of three who play and two who watch, again and again."""
        while self.running:
            path = await people[0].new_table(**{"seat2": "open", "option-towers": "20"})
            async with self.socket(f"{path}/live", people[0]) as first:
                await first.recv()
                async with (
                    self.socket(f"{path}/live", people[1]) as second,
                    self.socket(f"{path}/live", people[2]) as third,
                    self.socket(f"{path}/live", people[3]) as fourth,
                    self.socket(f"{path}/live", people[4]) as fifth,
                ):
                    await second.send('{"do":"sit","seat":1}')
                    await third.send('{"do":"sit","seat":2}')
                    await asyncio.sleep(0.2)
                    await first.send('{"do":"start"}')
                    work = [self.play(path, socket) for socket in (first, second, third)]
                    await asyncio.gather(*work, self.watch(fourth), self.watch(fifth))

    async def play(self, path: str, socket: ClientConnection) -> None:
        actions: list[str] = []
        question = None
        sent = 0.0
        async for text in socket:
            message = json.loads(text)
            assert message["is"] == "table", message
            self.bytes.append(len(text))
            regions = message.get("regions", {})
            if "question" in message:
                if sent and message["question"] != question:
                    self.waits.append(time.perf_counter() - sent)
                    self.moves += 1
                    sent = 0.0
                question = message["question"]
                actions = re.findall(r'data-action="([^"]+)"', regions.get("ask", ""))
                actions += list(message["picks"] or ())
                if question is not None and actions and not sent:
                    if not self.running:
                        return
                    if self.rest:
                        await asyncio.sleep(self.rest)
                    sent = time.perf_counter()
                    action = actions[len(self.waits) % len(actions)]
                    await socket.send(json.dumps({"do": "play", "action": action, "question": question}))
            if "places" in regions.get("ask", "") or not self.running:
                return

    async def watch(self, socket: ClientConnection) -> None:
        async for text in socket:
            self.bytes.append(len(text))
            if '"places\\"' in str(text) or 'class=\\"over\\"' in str(text) or not self.running:
                return

    async def echo(self, number: int, people: list[Person], size: int) -> None:
        """The same shape without a game: a command, and five messages."""
        async with (
            self.socket(f"/echo/g{number}", people[0]) as first,
            self.socket(f"/echo/g{number}", people[1]) as second,
            self.socket(f"/echo/g{number}", people[2]) as third,
            self.socket(f"/echo/g{number}", people[3]) as fourth,
            self.socket(f"/echo/g{number}", people[4]) as fifth,
        ):
            order = ",".join([str(size)] * (SEATS + WATCHERS)) + " " + "x" * 50
            others = [asyncio.create_task(self.drain(socket)) for socket in (second, third, fourth, fifth)]
            while self.running:
                sent = time.perf_counter()
                await first.send(order)
                json.loads('{"x":1}')
                await first.recv()
                self.waits.append(time.perf_counter() - sent)
                self.moves += 1
            for task in others:
                task.cancel()

    async def drain(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                self.bytes.append(len(text))


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0


async def measure(url: str, pid: int, tables: int, seconds: float) -> dict[str, Any]:
    """A load of so many tables, then the echo of the same bytes by as many groups."""
    http = httpx.AsyncClient(timeout=60)
    everybody = [await Load(url).people(SEATS + WATCHERS, http) for _ in range(tables)]
    found: dict[str, Any] = {"tables": tables}
    size = 0
    for kind in ("tables", "echo"):
        load = Load(url)
        if kind == "tables":
            work = [asyncio.create_task(load.table(people)) for people in everybody]
        else:
            work = [asyncio.create_task(load.echo(i, people, size)) for i, people in enumerate(everybody)]
        await asyncio.sleep(1.0 + tables / 100)  # until all sit
        load.moves, load.waits, load.bytes = 0, [], []
        began, cpu = time.perf_counter(), cpu_seconds(pid)
        await asyncio.sleep(seconds)
        took, cpu = time.perf_counter() - began, cpu_seconds(pid) - cpu
        load.running = False
        if kind == "tables":
            size = round(sum(load.bytes) / max(1, load.moves) / (SEATS + WATCHERS))
        found[kind] = {
            "moves_per_second": round(load.moves / took, 1),
            "p50_ms": round(share(load.waits, 0.5) * 1000, 2),
            "p99_ms": round(share(load.waits, 0.99) * 1000, 2),
            "cpu_ms_per_move": round(cpu / max(1, load.moves) * 1000, 3),
            "bytes_per_move": round(sum(load.bytes) / max(1, load.moves)),
        }
        for task in work:
            if task.done() and not task.cancelled() and (error := task.exception()):
                print("a table broke:", repr(error), file=sys.stderr)
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
    found["share_of_echo"] = round(found["tables"]["moves_per_second"] / found["echo"]["moves_per_second"], 3)
    await http.aclose()
    return found


async def beside_bots(url: str, level: str, seconds: float) -> dict[str, Any]:
    """How long people at one table wait while two bots of a level think at others."""
    async with httpx.AsyncClient(base_url=f"{url}/api", timeout=60) as http:
        for _ in range(2):
            body = {"game": GAME, "players": 2, "seats": [f"bot:{level}"] * 2, "options": {"towers": 20}}
            made = (await http.post("/tables", json=body)).json()
            key = {"authorization": f"Bearer {made['host_token']}"}
            (await http.post(f"/tables/{made['table']}/start", headers=key)).raise_for_status()
    async with httpx.AsyncClient(timeout=60) as client:
        load = Load(url, rest=0.05)
        work = asyncio.create_task(load.table(await load.people(SEATS + WATCHERS, client)))
        await asyncio.sleep(2)
        load.waits = []
        await asyncio.sleep(seconds)
        load.running = False
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
    return {
        "level": level,
        "moves": len(load.waits),
        "p50_ms": round(share(load.waits, 0.5) * 1000, 2),
        "p99_ms": round(share(load.waits, 0.99) * 1000, 2),
    }


async def idle_memory(url: str, pid: int, count: int = 400) -> int:
    """Bytes for each table that lies in memory with nobody looking at it."""
    async with httpx.AsyncClient(timeout=60) as http:
        person = Person(url, http)
        await person.arrive()
        for _ in range(50):
            await person.new_table(seat2="bot:random")
        before = resident_bytes(pid)
        for _ in range(count):
            await person.new_table(seat2="bot:random")
        return (resident_bytes(pid) - before) // count


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", default="1,50,200")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--json", default="")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.serve[0], int(chosen.serve[1]))
        return
    with tempfile.TemporaryDirectory() as folder:
        port = 8700 + os.getpid() % 1000
        server = subprocess.Popen([sys.executable, __file__, "--serve", folder, str(port)])
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(100):
                try:
                    httpx.get(f"{url}/healthz")
                    break
                except httpx.HTTPError:
                    time.sleep(0.1)
            results: dict[str, Any] = {"idle_table_bytes": asyncio.run(idle_memory(url, server.pid)), "loads": []}
            print(f"memory of an idle table: {results['idle_table_bytes'] / 1024:.1f} KiB")
            if "hard" in bots():
                found = asyncio.run(beside_bots(url, "hard", chosen.seconds))
                results["beside_bots"] = found
                print(f"while two hard bots think: p50 {found['p50_ms']} ms, p99 {found['p99_ms']} ms")
            for tables in map(int, chosen.tables.split(",")):
                found = asyncio.run(measure(url, server.pid, tables, chosen.seconds))
                results["loads"].append(found)
                for kind in ("tables", "echo"):
                    row = found[kind]
                    print(
                        f"{tables:>4} {kind:<6} {row['moves_per_second']:>8} moves/s  p50 {row['p50_ms']:>7} ms  "
                        f"p99 {row['p99_ms']:>7} ms  CPU {row['cpu_ms_per_move']:>6} ms/move  "
                        f"{row['bytes_per_move']} bytes/move"
                    )
                print(f"     share of the echo: {found['share_of_echo']:.0%}")
        finally:
            server.terminate()
            server.wait(20)
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
