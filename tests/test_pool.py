"""Worker processes end with the process that they work for."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Somebody with a bot that has thought and waits for the next question, and with games that take long.
PARENT = """
import asyncio, multiprocessing, parlour
from parlour.lab.arena import run, schedule
from parlour.tables.thinking import Thinkers

async def ask(thinkers):
    game = parlour.game("photon-rush")
    state = game.new(2, seed=1)
    await thinkers.choose("random", game, 0, "1", state.view(0), state.legal(0), [])

if __name__ == "__main__":
    thinkers = Thinkers(1)
    asyncio.run(ask(thinkers))
    for _ in run(schedule(parlour.game("photon-rush"), ["random", "greedy"], 5_000, 1), jobs=2):
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        input()  # they play on meanwhile
"""


def is_gone(process: int) -> bool:
    """Whether it has ended, though whoever has inherited it may not have looked yet."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{process}/stat")
    try:
        return ") Z " in stat.read_text()
    except OSError:
        return Path("/proc/self").exists()  # it has ended since


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_workers_do_not_outlive_who_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        assert len(workers) == 3
        assert not any(map(is_gone, workers))
        parent.kill()
    end = time.monotonic() + 60
    while left := [worker for worker in workers if not is_gone(worker)]:
        assert time.monotonic() < end, f"workers are left behind: {left}"
        time.sleep(0.05)


def test_nobody_else_starts_processes_that_could_be_left_behind() -> None:
    """All worker processes come from `lab/pool.py`, which sees to that."""
    starters = {"ProcessPoolExecutor", "Pool", "get_context"}
    found = {
        str(file.relative_to(ROOT))
        for folder in ("src", "bench", "examples")
        for file in (ROOT / folder).rglob("*.py")
        if any(name in (text := file.read_text()) for name in starters)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in starters
    }
    assert found == {"src/parlour/lab/pool.py"}
