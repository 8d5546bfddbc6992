"""A move at a table, from the message that asks for it to the messages that tell of it: CPU time of the server.

    python bench/moves.py [--game photon-rush] [--tables 4] [--moves 10] [--rounds 100] [--against ../old]
    python bench/moves.py --profile 30      (where the time goes: so many functions, by what they take themselves)

The whole application is called as a server calls it, without a network: each socket is a queue in the same process, so
what is left out is the protocol and its compression, which `bench/tables.py` has. Each table has three seats and two
watchers, in one language, with a promise about chance and a log on disk. Everybody plays at random, but the same games
in every round and every checkout. What is counted is the CPU time of the process, with the thread that writes.

Against another checkout (a folder with its own `.venv`) both play the same moves in turns, a few at each table in each
round: what else the machine does changes from second to second, so rounds are short and many. What is printed are the
medians of the time for a move and of the ratio in each round, with their quartiles, and the ratio of the sums.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import itertools
import os
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from servers import UNHURRIED

SEATS, WATCHERS = 3, 2
HOST = "127.0.0.1"
WARM = 15  # rounds that are not counted


class Socket:
    """Somebody's socket at a table, as the application sees it."""

    def __init__(self, app: Any, path: str, cookie: str) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outbox: asyncio.Queue[str] = asyncio.Queue()
        headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie}
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": (HOST, 80),
            "client": (HOST, 1000),
            "root_path": "",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "subprotocols": [],
            "state": {},
            "extensions": {},
        }
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self.inbox.get, self.send))

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.outbox.put_nowait(message["text"])
        elif message["type"] == "websocket.close":
            raise RuntimeError(f"a socket was closed: {message}")

    def say(self, text: str) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def leave(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


@asynccontextmanager
async def an_app(folder: str) -> AsyncIterator[tuple[Any, Any]]:
    """The application, started, and its house."""
    from parlour.web.app import make_app
    from parlour.web.settings import Settings

    settings = Settings(
        data=Path(folder),
        host=HOST,
        **UNHURRIED,
    )
    for name in ("sockets_of_person", "sockets_of_address"):  # which older checkouts have not
        if hasattr(settings, name):
            setattr(settings, name, 10**6)
    app = make_app(settings)
    inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    inbox.put_nowait({"type": "lifespan.startup"})
    task = asyncio.create_task(app({"type": "lifespan", "state": {}}, inbox.get, outbox.put))
    begun = await outbox.get()
    assert begun["type"] == "lifespan.startup.complete", begun
    yield app, app.app.state.house
    inbox.put_nowait({"type": "lifespan.shutdown"})
    await task


async def cookies(app: Any, count: int) -> list[str]:
    import httpx

    found = []
    for _ in range(count):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://{HOST}") as http:
            answer = await http.get("/me")
        found.append(answer.headers["set-cookie"].split(";")[0])
    return found


class Play:
    """Games at one table after the other, by the same people."""

    def __init__(self, app: Any, house: Any, game: str, people: list[str], number: int) -> None:
        self.app, self.house, self.game, self.people, self.number = app, house, game, people, number
        self.games = 0
        self.sockets: list[Socket] = []
        self.room: Any = None
        self.bytes = 0

    async def open(self, persons: list[str]) -> None:
        """A new table at which everybody sits, or looks on, and a game has begun."""
        from parlour.rules.chance import Rng
        from parlour.rules.game import find
        from parlour.tables import table as tables

        make_seat = vars(tables)["Seat"]  # in other checkouts it may be defined there
        seed = f"moves:{self.number}:{self.games}"
        self.rng = Rng(seed)
        self.games += 1
        seats = [make_seat("person", person, f"Player {i}") for i, person in enumerate(persons[:SEATS])]
        room = await self.house.hall.make(lambda table: table.make(self.game, SEATS, {}, persons[0], seats))
        self.room = room
        for socket in self.sockets:
            await socket.leave()
        self.sockets = [Socket(self.app, f"/t/{room.table.id}/live", cookie) for cookie in self.people]
        for socket in self.sockets:
            await socket.outbox.get()
        setup = find(self.game).setup(SEATS, room.table.options, seed)
        await room.do(lambda table: table.start(persons[0], setup=setup))
        await self.hear()

    async def persons(self) -> list[str]:
        """Who the cookies belong to."""
        room = await self.house.hall.make(lambda table: table.make(self.game, SEATS, {}, "nobody", []))
        found = []
        for cookie in self.people:
            socket = Socket(self.app, f"/t/{room.table.id}/live", cookie)
            await socket.outbox.get()
            found += [watcher.person for watcher in room.watchers]
            await socket.leave()
        return found

    async def hear(self) -> None:
        """Wait until everybody has been told."""
        for socket in self.sockets:
            self.bytes += len(await socket.outbox.get())
            while not socket.outbox.empty():
                self.bytes += len(socket.outbox.get_nowait())

    async def play(self, moves: int, persons: list[str]) -> None:
        for _ in range(moves):
            table = self.room.table
            if table.status != "playing":
                return
            seat = min(table.asked)
            action = self.rng.choice(table.state.legal(seat))
            self.sockets[seat].say(f'{{"do":"play","action":"{action}","question":{table.asked[seat]}}}')
            await self.hear()


async def answer_lines(game: str, tables: int, moves: int, profile: int) -> None:
    """Play a round for each line that comes in, and write its CPU time, moves and bytes."""
    with tempfile.TemporaryDirectory() as folder:
        async with an_app(folder) as (app, house):
            plays, persons = [], []
            for number in range(tables):
                play = Play(app, house, game, await cookies(app, SEATS + WATCHERS), number)
                plays.append(play)
                persons.append(await play.persons())
            loop = asyncio.get_running_loop()
            while await loop.run_in_executor(None, sys.stdin.readline):
                for play, people in zip(plays, persons, strict=True):
                    if play.room is None or play.room.table.status != "playing":
                        await play.open(people)
                    play.bytes = 0
                before = sum(len(play.room.table.steps) for play in plays)
                profiler = cProfile.Profile(time.thread_time)
                if profile:
                    profiler.enable()
                began = time.process_time()
                await asyncio.gather(*[play.play(moves, people) for play, people in zip(plays, persons, strict=True)])
                took = time.process_time() - began
                profiler.disable()
                done = sum(len(play.room.table.steps) for play in plays) - before
                if profile:
                    pstats.Stats(profiler, stream=sys.stderr).sort_stats("tottime").print_stats(profile)
                print(took, done, sum(play.bytes for play in plays), flush=True)
            for play in plays:
                for socket in play.sockets:
                    await socket.leave()


class Worker:
    """A process that plays with one checkout."""

    def __init__(self, checkout: Path, chosen: argparse.Namespace) -> None:
        numbers = ("tables", "moves", "profile")
        options = [f"--{name}={getattr(chosen, name)}" for name in ("game", *numbers)]
        self.process = subprocess.Popen(
            [checkout / ".venv/bin/python", __file__, "--worker", *options],
            env={**os.environ, "PYTHONPATH": str(checkout / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def round(self) -> tuple[float, int, int]:
        """The CPU milliseconds for a move, the moves, and the bytes for a move."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        took, moves, size = self.process.stdout.readline().split()
        return float(took) / int(moves) * 1000, int(moves), int(size) // int(moves)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)


def spread(values: list[float]) -> str:
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.3f} ({low:.3f}–{high:.3f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="photon-rush")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--moves", type=int, default=10, help="the most at each table in a round")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--against", type=Path, help="another checkout, in turns")
    parser.add_argument("--profile", type=int, default=0, help="print so many functions, the most expensive first")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.worker:
        import structlog
        import uvloop

        from parlour.web.serve import answer_soon

        structlog.configure(logger_factory=structlog.ReturnLoggerFactory())  # the output is for results
        answer_soon()
        uvloop.run(answer_lines(chosen.game, chosen.tables, chosen.moves, chosen.profile))
        return
    checkouts = {"now": Path(__file__).parent.parent}
    if chosen.against is not None:
        checkouts = {"before": chosen.against.resolve(), **checkouts}
    workers = {name: Worker(checkout, chosen) for name, checkout in checkouts.items()}
    found: dict[str, list[float]] = {name: [] for name in workers}
    sizes: dict[str, list[int]] = {name: [] for name in workers}
    for number in range(WARM + chosen.rounds):
        order = list(workers) if number % 2 else list(workers)[::-1]
        for name in order:
            took, _, size = workers[name].round()
            if number >= WARM:
                found[name].append(took)
                sizes[name].append(size)
    for worker in workers.values():
        worker.close()
    for name, times in found.items():
        mean = statistics.mean(sizes[name])
        print(f"{name:6} {spread(times)} ms/move, {mean:.0f} bytes/move, load average {os.getloadavg()[0]:.1f}")
    for before, now in itertools.pairwise(found):
        ratios = [new / old for old, new in zip(found[before], found[now], strict=True)]
        whole = sum(found[now]) / sum(found[before])
        print(f"ratio  {spread(ratios)} in {len(ratios)} pairs, of the sums {whole:.3f}")


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
