"""Boards: the time to draw one for a seat, the bytes of an update, and the time from a click to the painted result.

    python bench/boards.py [--games mogul,crusgallo] [--moves 60] [--rounds 5] [--answers 40] [--json FILE]
    python bench/boards.py --no-browser        (or --no-drawing)
    python bench/boards.py --against ../old [--engines compiled,pure] [--rounds 9]

Drawing: bots that choose at random play a game; after every move each seat's message is made as the server makes it
(`Live.message`: what has changed for these eyes). A worker for each engine does the same games in turn, so that a busy
machine slows both; times are CPU times. Bytes are those of the JSON text, and of the same text with the compression of
sockets (permessage-deflate with one window for the whole connection), which the server uses.

Against another checkout (a folder with its own `.venv`): both draw the same games, move by move in turns, with a whole
game beforehand to warm their caches. For every round the CPU times are added up, of all drawings and of those for a
seat that is asked; what is printed are the median and the range of the ratios of these sums.

From click to paint: a real Chromium on this machine answers questions of a real server. The clock starts before
the click that sends the answer and stops when the browser has painted the table that came back; motion is off. In
between it clicks on something that the server refuses: the same way there and back with next to nothing to draw.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from servers import UNHURRIED

PARTS = {"p50": 0.5, "p99": 0.99}
AIMS = {"draw_ms": 2.0, "update_kb": 15.0, "paint_ms": 120.0}


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0


# -- drawing: a worker for each engine or checkout ------------------------------------------------------------

Updates = dict[str, list[float]]


def worker() -> None:
    """Answers each line `step` with the times and sizes of the next updates of the game that a line `game players moves
    seed` has begun; with nothing (`null`) when it is over."""
    import parlour

    print(parlour.ENGINE, flush=True)
    asyncio.run(answer_lines())


async def answer_lines() -> None:
    steps = None
    for line in sys.stdin:
        if line != "step\n":
            game, players, moves, seed = line.split()
            steps = updates(game, int(players), int(moves), seed)
        elif steps is not None:
            print(json.dumps(await anext(steps, None)), flush=True)


async def updates(game: str, players: int, moves: int, seed: str) -> AsyncIterator[Updates]:
    """A game of so many moves, with an update for every seat after each."""
    from parlour.rules.chance import Rng
    from parlour.tables import hall as halls
    from parlour.tables import table as tables
    from parlour.web.live import Live
    from parlour.web.settings import Settings

    make_seat, make_room = vars(tables)["Seat"], vars(halls)["Room"]  # in other checkouts they may be defined there
    table = tables.Table("bench-table")
    table.make(game, players, {}, "p0", [make_seat("person", f"p{i}", f"Player {i}") for i in range(players)])
    table.start("p0", seed=f"boards:{seed}")
    sessions = SimpleNamespace(of=lambda _: None)
    nobody: Any = SimpleNamespace(settings=Settings(), sessions=sessions, client=None, metrics=None)
    room = make_room(nobody, table)
    eyes = [Live(nobody, nobody, room, f"p{i}", "en") for i in range(players)]
    packers = [zlib.compressobj(6, zlib.DEFLATED, -12, 5) for _ in range(players)]
    rng = Rng(f"boards:{seed}")
    for step in range(moves):
        found: Updates = {"ms": [], "asked": [], "raw": [], "packed": [], "first": []}
        for seat, live in enumerate(eyes):
            began = time.process_time()
            message = live.message()
            took = time.process_time() - began
            if not message:
                continue
            data = message.encode()
            packed = packers[seat].compress(data) + packers[seat].flush(zlib.Z_SYNC_FLUSH)
            if step == 0:  # the whole table
                found["first"].append(len(packed))
                continue
            found["ms"].append(took * 1000)
            if seat in table.asked:
                found["asked"].append(took * 1000)
            found["raw"].append(len(data))
            found["packed"].append(len(packed))
        yield found
        owing = table.to_act()
        if not owing or table.state is None:
            break
        seat = rng.choice(owing)
        table = table.fork()
        assert table.state is not None
        table.play(seat, rng.choice(table.state.legal(seat)), table.asked[seat])
        table.fresh = []
        room.table = table
        if hasattr(room, "changes"):
            room.changes += 1
        else:  # older checkouts
            vars(room)["drawn"].clear()


class Worker:
    """A process that draws with one engine of one checkout."""

    def __init__(self, engine: str, checkout: Path | None = None) -> None:
        python, paths = sys.executable, {}
        if checkout is not None:
            python, paths = str(checkout / ".venv/bin/python"), {"PYTHONPATH": str(checkout / "src")}
        self.process = subprocess.Popen(
            [python, __file__, "--worker"],
            env={**os.environ, "PARLOUR_ENGINE": engine, **paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if engine == "compiled" else None,  # it may not be there, which is said below
            text=True,
        )
        assert self.process.stdout is not None
        self.engine = self.process.stdout.readline().strip()

    def begin(self, game: str, moves: int, seed: int) -> None:
        from parlour.rules.game import find

        self.send(f"{game} {find(game).usual_players} {moves} {seed}\n")

    def step(self) -> Updates | None:
        """The next updates of the game, or nothing when it is over."""
        self.send("step\n")
        assert self.process.stdout is not None
        found: Updates | None = json.loads(self.process.stdout.readline())
        return found

    def updates(self, game: str, moves: int, seed: int) -> Updates:
        """All updates of a game."""
        self.begin(game, moves, seed)
        return joined(list(iter(self.step, None)))

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def joined(steps: Sequence[Updates | None]) -> Updates:
    found: Updates = {}
    for step in steps:
        for key, values in (step or {}).items():
            found.setdefault(key, []).extend(values)
    return found


def draw(games: list[str], moves: int, rounds: int) -> list[dict[str, Any]]:
    workers = [Worker("pure"), Worker("compiled")]
    if workers[1].engine != "compiled":
        print("no compiled engine here; build it with: python setup.py build_ext --inplace")
        workers.pop().close()
    rows = []
    try:
        print(
            f"{'game':16} {'engine':9} {'draw ms p50':>11} {'p99':>6} {'of rounds':>13}   "
            f"{'update KB p50':>13} {'p99':>6}   {'packed p50':>10} {'p99':>6} {'first':>6}"
        )
        for game in games:
            all_of: dict[str, list[Updates]] = {one.engine: [] for one in workers}
            for one in workers:
                one.updates(game, 10, 0)  # warm up
            for seed in range(1, rounds + 1):
                for one in workers:
                    all_of[one.engine].append(one.updates(game, moves, seed))
            for name, found in all_of.items():
                medians = [statistics.median(one["ms"]) for one in found]
                whole = {key: [value for one in found for value in one[key]] for key in found[0]}
                row: dict[str, Any] = {
                    "game": game,
                    "engine": name,
                    "updates": len(whole["ms"]),
                    "draw_ms": {part: share(whole["ms"], at) for part, at in PARTS.items()},
                    "rounds_ms": [min(medians), max(medians)],
                    "raw_kb": {part: share(whole["raw"], at) / 1000 for part, at in PARTS.items()},
                    "packed_kb": {part: share(whole["packed"], at) / 1000 for part, at in PARTS.items()},
                    "first_kb": share(whole["first"], 0.5) / 1000,
                }
                rows.append(row)
                print(
                    f"{game:16} {name:9} {row['draw_ms']['p50']:11.2f} {row['draw_ms']['p99']:6.2f} "
                    f"{min(medians):6.2f}-{max(medians):<6.2f}   "
                    f"{row['raw_kb']['p50']:13.1f} {row['raw_kb']['p99']:6.1f}   "
                    f"{row['packed_kb']['p50']:10.1f} {row['packed_kb']['p99']:6.1f} {row['first_kb']:6.1f}"
                )
    finally:
        for one in workers:
            one.close()
    return rows


def compare(games: list[str], moves: int, rounds: int, other: Path, engines: list[str]) -> list[dict[str, Any]]:
    """Drawing here and in another checkout, in turns."""
    rows = []
    print(
        f"{'game':16} {'engine':9} {'seats':6} {'drawings':>8} {'before ms':>10} {'now ms':>8}   now / before (range)"
    )
    for engine in engines:
        before, now = Worker(engine, other.resolve()), Worker(engine)
        try:
            for one, where in ((before, str(other)), (now, "here")):
                if one.engine != engine:
                    raise SystemExit(
                        f"no {engine} engine in {where}; build it with: python setup.py build_ext --inplace"
                    )
            for game in games:
                rows += compare_game(game, moves, rounds, before, now)
        finally:
            before.close()
            now.close()
    return rows


def compare_game(game: str, moves: int, rounds: int, before: Worker, now: Worker) -> list[dict[str, Any]]:
    compare_round(game, moves, 0, before, now)  # warms the caches
    pairs = [compare_round(game, moves, seed, before, now) for seed in range(1, rounds + 1)]
    rows = []
    for seats, key in (("all", "ms"), ("asked", "asked")):
        ratios = [sum(new[key]) / sum(old[key]) for old, new in pairs if sum(old[key])]
        row = {
            "game": game,
            "engine": now.engine,
            "seats": seats,
            "drawings": sum(len(new[key]) for _, new in pairs),
            "before_ms": statistics.median(value for old, _ in pairs for value in old[key]),
            "now_ms": statistics.median(value for _, new in pairs for value in new[key]),
            "ratios": ratios,
        }
        rows.append(row)
        print(
            f"{game:16} {now.engine:9} {seats:6} {row['drawings']:8} {row['before_ms']:10.3f} {row['now_ms']:8.3f}   "
            f"{statistics.median(ratios):.3f} ({min(ratios):.3f}-{max(ratios):.3f})",
            flush=True,
        )
    return rows


def compare_round(game: str, moves: int, seed: int, before: Worker, now: Worker) -> tuple[Updates, Updates]:
    """A game at both, each step in turns; who begins takes turns too."""
    olds: list[Updates | None] = []
    news: list[Updates | None] = []
    before.begin(game, moves, seed)
    now.begin(game, moves, seed)
    for number in range(moves):
        for steps, one in ((olds, before), (news, now))[:: 1 if number % 2 else -1]:
            steps.append(one.step())
    return joined(olds), joined(news)


# -- from a click to the painted result -----------------------------------------------------------------------

# Clicks through one answer; the milliseconds from the click that sent it to the paint, or null when the game is over.
ANSWER = """async (random) => {
  const body = document.body;
  const stops = () => [...document.querySelectorAll("#board [data-pick].can, #ask [data-action]")];
  const until = (true_) => new Promise((done) => {
    if (true_()) return done();
    const watch = new MutationObserver(() => true_() && (watch.disconnect(), done()));
    watch.observe(body, { attributes: true, subtree: true, childList: true });
  });
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();  // its message comes after the frame has been painted
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  }));
  await until(() => document.querySelector(".over") || (body.dataset.question && stops().length));
  const question = body.dataset.question;
  for (let pick = 0; pick < 12; pick++) {
    if (document.querySelector(".over")) return null;
    const found = stops();
    const element = found[Math.floor(random * found.length) % found.length];
    const version = body.dataset.version;
    const began = performance.now();
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    if (!document.querySelector('[aria-busy="true"]')) { await painted(); continue; }
    await until(() => body.dataset.version !== version || !document.querySelector("#refusal").hidden);
    await painted();
    return performance.now() - began;
  }
  return null;
}"""
# The same way there and back, and a sentence to paint.
REFUSAL = """async () => {
  const box = document.querySelector("#refusal");
  box.hidden = true;
  const began = performance.now();
  document.dispatchEvent(new CustomEvent("parlour:send", { detail: { do: "here", seat: 99 } }));
  await new Promise((done) => {
    const watch = new MutationObserver(() => (watch.disconnect(), done()));
    watch.observe(box, { attributes: true });
  });
  await new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  }));
  const took = performance.now() - began;
  box.hidden = true;
  return took;
}"""


def serve(folder: str) -> None:
    from parlour.web.background import Background
    from parlour.web.journal import set_up_logging
    from parlour.web.settings import Settings

    set_up_logging(quiet=True)
    settings = Settings(
        data=Path(folder),
        database="",
        host="127.0.0.1",
        port=0,
        bot="random",
        bot_pause=0.02,
        **UNHURRIED,
    )
    with Background(settings) as server:
        print(server.url, flush=True)
        sys.stdin.read()  # until the other side goes


def paint(games: list[str], answers: int) -> list[dict[str, Any]]:
    from random import Random

    from parlour.web.pictures import camera

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", folder]
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            print(f"\n{'game':16} {'answers':>7} {'click to paint ms p50':>21} {'p95':>6}   ", end="")
            print(f"{'refusal p50':>11} {'p95':>6}  ratio")
            with camera() as browser:
                for game in games:
                    rows.append(paint_game(browser, url, game, answers, Random(game)))
        finally:
            server.communicate()
    return rows


def paint_game(browser: Any, url: str, game: str, answers: int, random: Any) -> dict[str, Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(60_000)
    clicks: list[float] = []
    refusals: list[float] = []
    while len(clicks) < answers:
        page.goto(url)
        page.locator(f'form[action="/play/{game}"] button').click()
        page.wait_for_function("() => document.body.dataset.version")
        while len(clicks) < answers:
            refusals.append(page.evaluate(REFUSAL))
            took = page.evaluate(ANSWER, random.random())
            if took is None:
                break
            clicks.append(took)
    context.close()
    row: dict[str, Any] = {
        "game": game,
        "answers": len(clicks),
        "paint_ms": {"p50": share(clicks, 0.5), "p95": share(clicks, 0.95)},
        "refusal_ms": {"p50": share(refusals, 0.5), "p95": share(refusals, 0.95)},
        "ratio": share(clicks, 0.5) / share(refusals, 0.5),
    }
    print(
        f"{game:16} {len(clicks):7} {row['paint_ms']['p50']:21.1f} {row['paint_ms']['p95']:6.1f}   "
        f"{row['refusal_ms']['p50']:11.1f} {row['refusal_ms']['p95']:6.1f}  {row['ratio']:.1f}"
    )
    return row


def main() -> None:
    import parlour

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", default=",".join(parlour.games()), help="ids, separated by commas")
    parser.add_argument("--moves", type=int, default=60, help="moves of each game that are drawn")
    parser.add_argument("--rounds", type=int, default=5, help="games of each kind for each engine")
    parser.add_argument("--answers", type=int, default=40, help="clicks that are measured for each game")
    parser.add_argument("--no-browser", action="store_true", help="only draw")
    parser.add_argument("--no-drawing", action="store_true", help="only click")
    parser.add_argument("--against", type=Path, help="compare drawing with this checkout")
    parser.add_argument("--engines", default="compiled", help="with --against: compiled, pure or both")
    parser.add_argument("--json", default="", help="write the results to this file")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--serve", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.worker:
        worker()
        return
    if chosen.serve:
        serve(chosen.serve)
        return
    games = chosen.games.split(",")
    results: dict[str, Any] = {"aims": AIMS}
    if chosen.against is not None:
        print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
        engines = chosen.engines.split(",")
        results["against"] = compare(games, chosen.moves, chosen.rounds, chosen.against, engines)
    elif not chosen.no_drawing:
        results["drawing"] = draw(games, chosen.moves, chosen.rounds)
    if not chosen.no_browser and chosen.against is None:
        results["painting"] = paint(games, chosen.answers)
    aims = "drawing under 2 ms (median, compiled), updates under 15 KB packed, click to paint under 120 ms (p95)"
    print(f"\nto reach: {aims}")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
