"""Tables under load: moves a second, waiting times, CPU and memory, beside a bare echo of the same bytes.

    python bench/tables.py [--tables 1,50,200] [--seconds 10] [--rounds 3] [--only loads,bots,memory] [--json FILE]

A server process and this one, which plays all people, share the machine. Each table has three seats and two watchers.
Every seat answers as soon as it is asked. A game is over after some 40 moves, and the next one begins at a table where
everybody sits already; nobody leaves the old one before the end. It is moves that are measured, not how people come and
go. A move counts when its player has been told that it is accepted, that is: when it is on disk. Sockets are
compressed, as browsers ask for it.

The echo goes through the same server, sockets and client, and does nothing else. It sends the very messages that the
tables sent just before: what each seat and each watcher of some tables got is kept, in order, and a group of the echo
gets the messages of such a table again, each socket those of one of its sockets, in the same order. (The order
matters: a compressor knows what it sent before. A filler, or a mix of tables, would be cheaper or dearer to send than
what is played.) For each command, which is as long as a move, the sender gets one message and the others as many
in all, on average, as for a move of the tables. After some seconds to warm up, tables and echo take turns; what is
printed is the median of the rounds and, behind it, the least and the most:

  loads   moves a second, p50 and p99 of the wait, CPU of the server for a move, bytes and messages for a move; then the
          share of the echo: of its moves a second, and of its CPU (the echo's CPU for a move through the tables')
  bots    p50 and p99 of the wait at a table of people while two bots of the level "hard" think at two others (their
          workers have started by then), beside the same table while nobody thinks
  memory  what a started table costs that lies in memory with nobody looking at it, and what is left of it when it has
          been put away into the log
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import os
import re
import statistics
import subprocess
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import AsyncExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from servers import UNHURRIED, a_server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

SEATS, WATCHERS = 3, 2
GAME = "photon-rush"
GAME_MOVES = 40  # of a game as it is played here, or a few more
MOST = 500  # moves a second, for which tables are laid beforehand
WARM = 4.0  # seconds for which one table is played before anything is measured
IDLE = 4.0  # seconds until a table is put away, where that is measured
TRACED, LONGEST = 20, 200  # tables whose messages the echo repeats, and how many for each of their sockets
COMMAND = json.dumps({"do": "play", "action": "build 1 1", "question": 100})


# -- the server's side -----------------------------------------------------------------------------------------

Trace = list[str]  # what one socket got, in order
groups: dict[str, list[Echo]] = defaultdict(list)
where = Path()  # the server's folder


@cache
def traces(number: str) -> list[list[Trace]]:
    """The tables that a round of the echo repeats: for each table what each of its sockets got."""
    found: list[list[Trace]] = json.loads((where / f"echo-{number}.json").read_text())
    return found


class Echo:
    """A socket of the echo, and what it is sent one after the other."""

    def __init__(self, socket: WebSocket[Any, Any, Any], trace: Trace) -> None:
        self.socket = socket
        self.texts = itertools.cycle(trace)

    async def send(self) -> None:
        await self.socket.send_text(next(self.texts))


@websocket("/echo/{number:str}/{group:int}/{member:int}")
async def echo(
    socket: WebSocket[Any, Any, Any], number: FromPath[str], group: FromPath[int], member: FromPath[int]
) -> None:
    """Answers each command with messages of a table: one for the sender, and so many for others."""
    await socket.accept()
    tables = traces(number)
    here = Echo(socket, tables[group % len(tables)][member])
    members = groups[f"{number} {group}"]
    members.append(here)
    turn = 0
    try:
        while True:
            others = int((await socket.receive_data(mode="text")).split(" ")[0])
            await here.send()
            rest = [other for other in members if other is not here]
            for i in range(others):
                await rest[(turn + i) % len(rest)].send()
            turn += others
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        members.remove(here)


def serve(folder: str, port: int, idle: float) -> None:
    from parlour.tables import hall
    from parlour.web.journal import set_up_logging
    from parlour.web.serve import Server, answer_soon, configure
    from parlour.web.settings import Settings

    global where
    where = Path(folder)
    set_up_logging(quiet=True)
    if idle:
        hall.IDLE = idle
    settings = Settings(
        data=Path(folder),
        host="127.0.0.1",
        port=port,
        bot_pause=0.0,
        **UNHURRIED,
        sockets_of_person=10**6,
        sockets_of_address=10**6,
    )
    config = configure(settings)
    config.app.app.register(echo)  # type: ignore[union-attr]
    answer_soon()
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


class Message(msgspec.Struct, rename={"kind": "is"}):
    """What a person's program needs of a message. It reads quickly: people and server share the machine."""

    kind: str
    regions: dict[str, str] = {}
    question: int | msgspec.UnsetType | None = msgspec.UNSET
    picks: dict[str, list[str]] | None = None


read = msgspec.json.Decoder(Message).decode


Laid = tuple[AsyncExitStack, list[ClientConnection]]


class Load:
    def __init__(self, url: str, rest: float = 0.0, tables: int = 1) -> None:
        self.url = url
        self.begin = asyncio.Barrier(tables)
        self.rest = rest  # seconds that a person thinks
        self.moves = 0
        self.waits: list[float] = []
        self.bytes: list[int] = []
        self.traces: dict[tuple[int, int], Trace] = {}  # what the sockets of the first tables got
        self.begun: set[int] = set()  # tables (or groups of the echo) that play
        self.running = True

    def forget(self) -> None:
        """Measure from here on."""
        self.moves, self.waits, self.bytes = 0, [], []
        self.traces = {(table, member): [] for table in range(TRACED) for member in range(SEATS + WATCHERS)}

    def got(self, table: int, member: int, text: str) -> None:
        self.bytes.append(len(text))
        trace = self.traces.get((table, member))
        if trace is not None and len(trace) < LONGEST:
            trace.append(text)

    async def people(self, count: int, http: httpx.AsyncClient) -> list[Person]:
        found = [Person(self.url, http) for _ in range(count)]
        for person in found:
            await person.arrive()
        return found

    def socket(self, path: str, person: Person) -> Any:
        headers = {"Cookie": person.cookie}
        url = self.url.replace("http", "ws") + path
        origin = Origin(self.url)
        return connect(url, origin=origin, additional_headers=headers, max_queue=None, open_timeout=120)

    async def table(self, number: int, people: list[Person], ready: int = 0) -> None:
        """Tables of three who play and two who watch, one after the other; so many are laid before the first begins."""
        laid: list[Laid] = []
        try:
            for _ in range(1 + ready):
                laid.append(await self.lay(people))
            await self.begin.wait()
            for at in itertools.count():
                if not self.running:
                    return
                if at == len(laid):
                    laid.append(await self.lay(people))
                sockets = laid[at][1]
                await sockets[0].send('{"do":"start"}')
                await asyncio.gather(
                    *[
                        self.play(number, member, socket) if member < SEATS else self.watch(number, member, socket)
                        for member, socket in enumerate(sockets)
                    ]
                )
        finally:
            for stack, _ in laid:
                await stack.aclose()

    async def lay(self, people: list[Person]) -> Laid:
        """A table at which everybody has sat down, or looks on."""
        path = await people[0].new_table(**{"seat2": "open", "option-towers": "20"})
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(self.socket(f"{path}/live", person)) for person in people]
            await sockets[0].recv()
            for seat in range(1, SEATS):
                await sockets[seat].send(json.dumps({"do": "sit", "seat": seat}))
                sitting = ""
                while sitting.count("Stand up") != 1:
                    sitting = read(await sockets[seat].recv()).regions.get("people", sitting)
            return stack.pop_all(), sockets

    async def play(self, number: int, member: int, socket: ClientConnection) -> None:
        question = None
        sent = 0.0
        async for text in socket:
            self.got(number, member, str(text))
            message = read(text)
            assert message.kind == "table", text
            ask = message.regions.get("ask", "")
            if message.question is not msgspec.UNSET:
                if sent and message.question != question:
                    self.waits.append(time.perf_counter() - sent)
                    self.moves += 1
                    self.begun.add(number)
                    sent = 0.0
                question = message.question
                actions = [part.partition('"')[0] for part in ask.split('data-action="')[1:]]
                actions += list(message.picks or ())
                if question is not None and actions and not sent:
                    if not self.running:
                        return
                    if self.rest:
                        await asyncio.sleep(self.rest)
                    sent = time.perf_counter()
                    action = actions[len(self.waits) % len(actions)]
                    await socket.send(json.dumps({"do": "play", "action": action, "question": question}))
            if "places" in ask or not self.running:
                return

    async def watch(self, number: int, member: int, socket: ClientConnection) -> None:
        async for text in socket:
            self.got(number, member, str(text))
            if 'class=\\"over\\"' in str(text) or not self.running:
                return

    async def echo(self, number: int, people: list[Person], name: str, messages: float) -> None:
        """The same shape without a game: a command, and as many messages."""
        async with AsyncExitStack() as stack:
            sockets = [
                await stack.enter_async_context(self.socket(f"/echo/{name}/{number}/{member}", person))
                for member, person in enumerate(people)
            ]
            others = [asyncio.create_task(self.drain(socket)) for socket in sockets[1:]]
            due = 0.0
            while self.running:
                due += messages - 1
                more, due = int(due), due - int(due)
                sent = time.perf_counter()
                await sockets[0].send(f"{more} " + COMMAND)
                self.bytes.append(len(await sockets[0].recv()))
                self.waits.append(time.perf_counter() - sent)
                self.moves += 1
                self.begun.add(number)
            for task in others:
                task.cancel()

    async def drain(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                self.bytes.append(len(text))


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0


Figures = dict[str, float]


async def one_load(load: Load, work: list[asyncio.Task[None]], pid: int, seconds: float) -> Figures:
    """Wait until all play, then measure for so many seconds."""
    end = time.monotonic() + 240
    while len(load.begun) < len(work):
        await asyncio.sleep(0.05)
        for task in work:
            if task.done():
                task.result()
        assert time.monotonic() < end, f"only {len(load.begun)} of {len(work)} tables have begun"
    load.forget()
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took, cpu = time.perf_counter() - began, cpu_seconds(pid) - cpu
    load.running = False
    moves = max(1, load.moves)
    found = {
        "moves_per_second": load.moves / took,
        "p50_ms": share(load.waits, 0.5) * 1000,
        "p99_ms": share(load.waits, 0.99) * 1000,
        "cpu_ms_per_move": cpu / moves * 1000,
        "bytes_per_move": sum(load.bytes) / moves,
        "messages_per_move": len(load.bytes) / moves,
    }
    for task in work:
        if task.done() and not task.cancelled():
            task.result()
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    return found


async def measure(url: str, pid: int, folder: Path, tables: int, seconds: float, rounds: int) -> dict[str, Any]:
    """A load of so many tables, then the echo of the same bytes by as many groups; and again."""
    http = httpx.AsyncClient(timeout=120)
    everybody = [await Load(url).people(SEATS + WATCHERS, http) for _ in range(tables)]
    ready = math.ceil(MOST * seconds / GAME_MOVES / tables)
    runs: dict[str, list[Figures]] = {"tables": [], "echo": []}
    warm = Load(url)  # a server that has just started has to find everything for the first time
    await one_load(warm, [asyncio.create_task(warm.table(0, everybody[0], ready))], pid, WARM)
    for name in map(str, range(rounds)):
        load = Load(url, tables=tables)
        work = [asyncio.create_task(load.table(i, people, ready)) for i, people in enumerate(everybody)]
        played = await one_load(load, work, pid, seconds)
        kept = [[load.traces[table, member] for member in range(SEATS + WATCHERS)] for table in range(TRACED)]
        (folder / f"echo-{name}.json").write_text(json.dumps([table for table in kept if all(table)]))
        bare = Load(url)
        work = [
            asyncio.create_task(bare.echo(i, people, name, played["messages_per_move"]))
            for i, people in enumerate(everybody)
        ]
        runs["tables"].append(played)
        runs["echo"].append(await one_load(bare, work, pid, seconds))
    await http.aclose()
    pairs = list(zip(runs["tables"], runs["echo"], strict=True))
    return {
        "tables": tables,
        "runs": runs,
        "share_of_moves": [played["moves_per_second"] / echoed["moves_per_second"] for played, echoed in pairs],
        "share_of_cpu": [echoed["cpu_ms_per_move"] / played["cpu_ms_per_move"] for played, echoed in pairs],
    }


async def people_wait(url: str, seconds: float) -> Figures:
    """How long people who think for a moment wait at a table."""
    async with httpx.AsyncClient(timeout=60) as client:
        load = Load(url, rest=0.05)
        work = asyncio.create_task(load.table(0, await load.people(SEATS + WATCHERS, client)))
        while not load.begun:
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        load.forget()
        await asyncio.sleep(seconds)
        load.running = False
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
    return {
        "moves": len(load.waits),
        "p50_ms": share(load.waits, 0.5) * 1000,
        "p99_ms": share(load.waits, 0.99) * 1000,
    }


async def beside_bots(url: str, seconds: float) -> Figures:
    """The same while two bots of the level "hard" think at other tables."""
    async with httpx.AsyncClient(base_url=f"{url}/api", timeout=60) as http:
        tables = []
        for _ in range(2):
            body = {"game": GAME, "players": 2, "seats": ["bot:hard"] * 2, "options": {"towers": 20}}
            made = (await http.post("/tables", json=body)).json()
            key = {"authorization": f"Bearer {made['host_token']}"}
            (await http.post(f"/tables/{made['table']}/start", headers=key)).raise_for_status()
            tables.append(made["table"])
        for table in tables:  # the workers have started when each table has some moves
            while (await http.get(f"/tables/{table}")).json()["version"] < 6:
                await asyncio.sleep(0.2)
    return await people_wait(url, seconds)


async def idle_memory(url: str, pid: int, count: int = 400) -> dict[str, int]:
    """Bytes for each started table that nobody looks at: while it is in memory, and when it has been put away."""

    async def make(number: int) -> int:
        before = resident_bytes(pid)
        for _ in range(number):
            await person.new_table(seat1="screen", seat2="screen")
        return (resident_bytes(pid) - before) // number

    async with httpx.AsyncClient(timeout=60) as http:
        person = Person(url, http)
        await person.arrive()
        await make(100)
        in_memory = await make(count)
        while "parlour_tables_open 0.0" not in (await http.get(f"{url}/metrics")).text:
            await asyncio.sleep(IDLE / 4)
        return {"in_memory": in_memory, "put_away": await make(count)}


def spread(values: list[float], digits: int = 1) -> str:
    middle = statistics.median(values)
    if len(values) == 1:
        return f"{middle:.{digits}f}"
    return f"{middle:.{digits}f} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def print_load(found: dict[str, Any]) -> None:
    for kind, runs in found["runs"].items():
        row = {name: [run[name] for run in runs] for name in runs[0]}
        print(
            f"{found['tables']:>4} {kind:<6} {spread(row['moves_per_second'], 0)} moves/s  "
            f"p50 {spread(row['p50_ms'])} ms  p99 {spread(row['p99_ms'])} ms  "
            f"CPU {spread(row['cpu_ms_per_move'], 2)} ms/move  {statistics.median(row['bytes_per_move']):.0f} bytes "
            f"in {statistics.median(row['messages_per_move']):.1f} messages/move"
        )
    by_moves = [100 * part for part in found["share_of_moves"]]
    by_cpu = [100 * part for part in found["share_of_cpu"]]
    print(f"     share of the echo: {spread(by_moves, 0)} % of its moves/s, {spread(by_cpu, 0)} % by CPU", flush=True)


def compare(other: Path, tables: str, seconds: float, rounds: int) -> None:
    """The loads here and in another checkout (a folder with its own `.venv`), in turns, each by its own program."""
    runs: dict[str, dict[str, list[Figures]]] = {count: {"before": [], "now": []} for count in tables.split(",")}
    checkouts = {"before": other.resolve(), "now": Path(__file__).parent.parent}
    for number, count in itertools.product(range(rounds), runs):
        for name in ("before", "now") if number % 2 else ("now", "before"):
            with tempfile.NamedTemporaryFile(suffix=".json") as file:
                program = [checkouts[name] / ".venv/bin/python", checkouts[name] / "bench/tables.py"]
                choice = ["--only", "loads", "--rounds", "1", "--tables", count, "--seconds", str(seconds)]
                paths = {"PYTHONPATH": str(checkouts[name] / "src")}
                subprocess.run(
                    [*program, *choice, "--json", file.name],
                    env={**os.environ, **paths},
                    stdout=subprocess.DEVNULL,
                    check=True,
                )
                load = json.loads(Path(file.name).read_text())["loads"][0]
            runs[count][name].append({**load["runs"]["tables"][0], "share_of_cpu": load["share_of_cpu"][0]})
            print(f"{count} tables, {name}: {runs[count][name][-1]['cpu_ms_per_move']:.2f} ms/move", flush=True)
    for count, found in runs.items():
        for figure in ("cpu_ms_per_move", "moves_per_second", "p50_ms", "bytes_per_move", "share_of_cpu"):
            before, now = ([run[figure] for run in found[name]] for name in ("before", "now"))
            ratios = [new / old for old, new in zip(before, now, strict=True)]
            print(f"{count:>4} tables  {figure:16} {spread(before, 2)} -> {spread(now, 2)}, ratio {spread(ratios, 2)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", default="1,50,200")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="memory,bots,loads")
    parser.add_argument("--json", default="")
    parser.add_argument("--against", type=Path, help="compare the loads with this checkout, in turns")
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.serve[0], int(chosen.serve[1]), float(chosen.serve[2]))
        return
    if chosen.against is not None:
        compare(chosen.against, chosen.tables, chosen.seconds, chosen.rounds)
        return
    import parlour

    parts = chosen.only.split(",")
    results: dict[str, Any] = {"engine": parlour.ENGINE, "loads": []}
    print(f"{parlour.ENGINE} engine, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}", flush=True)
    if "memory" in parts:
        with a_server(__file__, str(IDLE)) as (url, pid, _):
            memory = results["idle_table_bytes"] = uvloop.run(idle_memory(url, pid))
        print(
            f"an idle started table: {memory['in_memory'] / 1024:.1f} KiB in memory, "
            f"{memory['put_away'] / 1024:.1f} KiB when put away",
            flush=True,
        )
    if "bots" in parts:
        for name, work in (("alone", people_wait), ("beside two hard bots", beside_bots)):
            with a_server(__file__, "0") as (url, _, _):
                waits = results[name] = uvloop.run(work(url, 2 * chosen.seconds))
            print(f"a table {name}: p50 {waits['p50_ms']:.1f} ms, p99 {waits['p99_ms']:.1f} ms", flush=True)
    for tables in map(int, chosen.tables.split(",")) if "loads" in parts else ():
        with a_server(__file__, "0") as (url, pid, folder):
            found = uvloop.run(measure(url, pid, folder, tables, chosen.seconds, chosen.rounds))
        results["loads"].append(found)
        print_load(found)
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
