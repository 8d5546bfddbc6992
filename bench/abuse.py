"""One address asks for as much as it can: how long do others wait?

    python bench/abuse.py [--decisions 40] [--rounds 1] [--tables 30] [--json FILE]

A server with its usual limits (bots answer without a pause, so that only their thinking is waited for) and three kinds
of people, each from an address of this machine of their own:

  visitor   plays Photon Rush against one bot, easy, then normal, then hard, and answers at once. Its wait is the time
            from a question, which both are asked, to the next: what the bot takes. It should be at most 2 times the
            budget of the level, at p95.
  people    three at a table without bots, who think for 0.1 s. Their wait is the time until a move is accepted. It
            should be at most 100 ms, at p99.
  abuser    makes 30 tables of six hard bots by the API and listens to all of them, plays and takes back in a loop at
            ten other tables with hard bots, and searches the rules, as quickly as it is let.

Each round measures them without the abuser and then beside it, with a server of its own each time. Also printed: how
late the server's loop was (p99 from the histogram in /metrics, and the longest of the last minute), and what waited in
the queue of the bots. All traffic stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from servers import a_server
from tables import Load, Person, share
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from parlour.bots.levels import BUDGETS

ABUSER, VISITOR = "127.0.0.2", "127.0.0.3"
PLAYERS = 10  # tables at which the abuser plays and takes back
REST = 0.1  # seconds that people think for
SEARCHES = ("card", "a e i o", "1", "the player 7")


# -- the server ------------------------------------------------------------------------------------------------


def serve(folder: str, port: int) -> None:
    from parlour.web.journal import set_up_logging
    from parlour.web.serve import Server, answer_soon, configure
    from parlour.web.settings import Settings

    set_up_logging(quiet=True)
    config = configure(Settings(data=Path(folder), host="127.0.0.1", port=port, bot_pause=0.0, warm=True))
    answer_soon()
    Server(config, threading.Event()).run()


def client(url: str, address: str) -> httpx.AsyncClient:
    """A client that comes from an address of its own."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=120)


def key(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def make_table(http: httpx.AsyncClient, game: str, seats: list[str], **more: Any) -> tuple[str, str]:
    """A table by the API: its path, and its host's token. Waits where the server says "not so fast"."""
    while True:
        answer = await http.post("/api/tables", json={"game": game, "players": len(seats), "seats": seats, **more})
        if answer.status_code == 201:
            made = answer.json()
            return f"/api/tables/{made['table']}", made["host_token"]
        assert answer.status_code == 429, answer.text
        await asyncio.sleep(1)


# -- who is measured ---------------------------------------------------------------------------------------------


async def visit(url: str, level: str, decisions: int) -> list[float]:
    """How long a bot of a level takes for each of some decisions."""
    waits: list[float] = []
    async with client(url, VISITOR) as http:
        while len(waits) < decisions:
            path, host = await make_table(http, "photon-rush", ["open", f"bot:{level}"], options={"towers": 20})
            seat = (await http.post(f"{path}/seats", json={"name": "Vera"})).json()
            mine = key(seat["token"])
            await http.post(f"{path}/start", headers=key(host))
            async with http.stream("GET", f"{path}/events", headers=mine) as stream:
                since, answered = 0.0, -1
                async for line in stream.aiter_lines():
                    message = json.loads(line[5:]) if line.startswith("data:") else {}
                    if message.get("status") == "over" or len(waits) >= decisions:
                        break
                    question = message.get("question")
                    if question in (None, answered):
                        continue
                    now = time.perf_counter()
                    if since:
                        waits.append(now - since)
                    since, answered = now, question
                    legal = (await http.get(f"{path}/view", headers=mine)).json()["legal"]
                    action = {"action": legal[len(waits) % len(legal)], "question": question}
                    answer = await http.post(f"{path}/actions", json=action, headers=mine)
                    assert answer.status_code == 201, answer.text
    return waits


class People(Load):
    """Three who play and two who watch; they leave each table when its game is over."""

    async def table(self, number: int, people: list[Person], ready: int = 0) -> None:
        while self.running:
            stack, sockets = await self.lay(people)
            async with stack:
                await sockets[0].send('{"do":"start"}')
                playing = [self.play(number, member, socket) for member, socket in enumerate(sockets[:3])]
                await asyncio.gather(*playing, *(self.watch(number, 3, socket) for socket in sockets[3:]))


# -- the abuser ----------------------------------------------------------------------------------------------------


class Abuser:
    """Asks for as much as one address can."""

    def __init__(self, url: str, tables: int) -> None:
        self.url = url
        self.tables = tables
        self.asked = 0  # requests and commands so far
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self.http = client(self.url, ABUSER)
        for number in range(self.tables):
            self.tasks.append(asyncio.create_task(self.watch_bots(("mogul", "crash-and-grab")[number % 2])))
        for _ in range(PLAYERS):
            self.tasks.append(asyncio.create_task(self.play_and_take_back()))
        self.tasks.append(asyncio.create_task(self.search()))
        await asyncio.sleep(5)  # by then it asks for all it can

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        for result in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        await self.http.aclose()

    async def watch_bots(self, game: str) -> None:
        """A table of six hard bots, and somebody who listens."""
        while True:
            with suppress(httpx.HTTPError):
                path, host = await make_table(self.http, game, ["bot:hard"] * 6)
                await self.http.post(f"{path}/start", headers=key(host))
                async with self.http.stream("GET", f"{path}/events") as stream:
                    async for _ in stream.aiter_lines():
                        self.asked += 1
            await asyncio.sleep(1)

    async def play_and_take_back(self) -> None:
        person = Person(self.url, client(self.url, ABUSER))
        while True:
            with suppress(httpx.HTTPError, AssertionError, KeyError):  # not so fast
                await person.arrive()
                path = await person.new_table(seat1="bot:hard", seat2="bot:hard")
                with suppress(WebSocketException, OSError):
                    await self.take_back_at(path, person)
            await asyncio.sleep(1)

    async def take_back_at(self, path: str, person: Person) -> None:
        url = self.url.replace("http", "ws") + f"{path}/live"
        headers = {"Cookie": person.cookie}
        async with connect(
            url, origin=Origin(self.url), additional_headers=headers, max_queue=None, local_addr=(ABUSER, 0)
        ) as socket:
            question: int | None = None
            actions: list[str] = []
            while True:
                with suppress(TimeoutError):
                    while True:
                        message = json.loads(await asyncio.wait_for(socket.recv(), 0.12))
                        question = message.get("question", question)
                        actions = list(message.get("picks") or actions)
                if question is not None and actions:
                    await socket.send(json.dumps({"do": "play", "action": actions[0], "question": question}))
                    question = None
                else:
                    await socket.send('{"do":"undo"}')
                self.asked += 1

    async def search(self) -> None:
        number = 0
        while True:
            number += 1
            with suppress(httpx.HTTPError):
                await self.http.get(f"/rules/mogul?q={SEARCHES[number % len(SEARCHES)]} {number}")
                self.asked += 1
            await asyncio.sleep(0.1)


# -- a round ---------------------------------------------------------------------------------------------------------


def loop_delays(text: str) -> dict[float, int]:
    found = re.findall(r'^parlour_loop_delay_seconds_bucket\{le="([^"]+)"\} (\S+)', text, re.M)
    return {float(bound): int(float(count)) for bound, count in found}


def percentile_bound(before: dict[float, int], after: dict[float, int], part: float) -> float:
    """The bound of the bucket in which a percentile lies."""
    counts = {bound: after[bound] - before[bound] for bound in after}
    total = max(counts.values())
    return next(bound for bound in sorted(counts) if counts[bound] >= part * total)


async def one_phase(decisions: int, abusive_tables: int) -> dict[str, Any]:
    with a_server(__file__) as (url, _, _):
        for level in BUDGETS:  # workers start, templates and books are read
            await visit(url, level, 2)
        load = People(url, rest=REST)
        people = await load.people(5, httpx.AsyncClient(timeout=120))
        playing = asyncio.create_task(load.table(0, people))
        while 0 not in load.begun:
            await asyncio.sleep(0.05)
            if playing.done():
                playing.result()
        abuser = Abuser(url, abusive_tables)
        if abusive_tables:
            await abuser.start()
        async with httpx.AsyncClient(base_url=url) as http:
            before = loop_delays((await http.get("/metrics")).text)
            load.forget()
            waits, queue = {}, []
            for level in BUDGETS:
                waits[level] = await visit(url, level, decisions)
                figures = (await http.get("/metrics")).text
                queue.append(float(re.findall(r"^parlour_questions_waiting (\S+)", figures, re.M)[0]))
            after = loop_delays(figures)
            slowest = float(re.findall(r"^parlour_loop_delay_max_seconds (\S+)", figures, re.M)[0])
        found = {
            "visitor": waits,
            "people": list(load.waits),
            "loop_p99": percentile_bound(before, after, 0.99),
            "loop_max": slowest,
            "queue": max(queue),
            "asked": abuser.asked,
        }
        load.running = False
        if abusive_tables:
            await abuser.stop()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return found


def line(name: str, waits: list[float], limit: float) -> str:
    p50, p95, p99 = (share(waits, part) * 1000 for part in (0.5, 0.95, 0.99))
    return (
        f"  {name:18} p50 {p50:7.1f}  p95 {p95:7.1f}  p99 {p99:7.1f} ms   of {len(waits)}, limit {limit * 1000:.0f} ms"
    )


def show(name: str, phases: list[dict[str, Any]]) -> bool:
    print(f"{name}:")
    good = True
    for level, budget in BUDGETS.items():
        waits = [wait for phase in phases for wait in phase["visitor"][level]]
        print(line(f"visitor, {level}", waits, 2 * budget))
        good &= share(waits, 0.95) <= 2 * budget
    moves = [wait for phase in phases for wait in phase["people"]]
    print(line("moves of people", moves, 0.1))
    good &= share(moves, 0.99) <= 0.1
    late = statistics.median(phase["loop_p99"] for phase in phases)
    most = max(phase["loop_max"] for phase in phases)
    queue = max(phase["queue"] for phase in phases)
    asked = sum(phase["asked"] for phase in phases)
    print(f"  loop late by p99 <= {late * 1000:g} ms, at most {most * 1000:.0f} ms; {queue:.0f} questions in the queue")
    if asked:
        print(f"  the abuser has asked for or heard {asked} things")
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description="Waits beside an address that asks for as much as it can.")
    parser.add_argument("--decisions", type=int, default=40, help="of the bot of each level, in each phase")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--tables", type=int, default=30, help="of six hard bots")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve[0], int(args.serve[1]))
        return
    quiet, loud = [], []
    for _ in range(args.rounds):
        quiet.append(asyncio.run(one_phase(args.decisions, 0)))
        loud.append(asyncio.run(one_phase(args.decisions, args.tables)))
    show("alone", quiet)
    good = show("beside the abuser", loud)
    for level in BUDGETS:
        pair = [share([wait for phase in phases for wait in phase["visitor"][level]], 0.5) for phases in (quiet, loud)]
        print(f"{level}: {pair[1] / pair[0]:.2f} times the wait without the abuser (p50)")
    print("within the limits" if good else "NOT within the limits")
    if args.json:
        args.json.write_text(json.dumps({"quiet": quiet, "loud": loud}))


if __name__ == "__main__":
    main()
