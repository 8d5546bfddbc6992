"""The questions of docs/lab.md, asked by command and by the pages: how long each takes, and what comes first of it.

    python -m bench.questions                       all of them, by command and by the pages
    python -m bench.questions mogul --no-pages      those with this word in them, by command

Two processes play; seconds are of the clock and of CPU, of everything that was started. A page is asked for again as
its script does it, until the result is complete. Five minutes are the aim for each.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from html import unescape
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx

from parlour.web.background import Background
from parlour.web.settings import Settings

AIM = 300.0  # seconds
EVERY = 1.5  # seconds between two looks at a page


class Question(NamedTuple):
    name: str
    command: list[str]
    game: str
    fields: dict[str, str]  # of the page


CREWS = '["octopirate","meowmurai"]'
QUESTIONS = [
    Question(
        "Is Photon Rush better with 6 towers?",
        ["photon-rush", "--set", "towers=6", "--players", "3", "--games", "600"],
        "photon-rush",
        {"players": "3", "bot": "greedy", "games": "300", "option-towers": "6"},
    ),
    Question(
        "Does the first player win too often in Mogul?",
        ["mogul", "--players", "3", "--games", "1000"],
        "mogul",
        {"players": "3", "bot": "greedy", "games": "1000"},
    ),
    Question(
        "Which upgrades of Crash & Grab are too strong?",
        ["crash-and-grab", "--give", "all", "--seats", "easy,easy,easy", "--games", "200"],
        "crash-and-grab",
        {"players": "3", "bot": "easy", "games": "100", "give": "all"},
    ),
    Question(
        "What if o-gold-4 of Gold n' Crash were worth 5?",
        ["gold-n-crash", "--set", "cards.o-gold-4.gold=5", "--option", f"crews={CREWS}", "--games", "600"],
        "gold-n-crash",
        {"bot": "greedy", "games": "300", "set.cards.o-gold-4.gold": "5"},
    ),
    Question(
        "How does Crusgallo end?", ["crusgallo", "--games", "300"], "crusgallo", {"bot": "greedy", "games": "300"}
    ),
]


def ask_command(question: Question) -> tuple[float, float, list[str]]:
    """Seconds by the clock, seconds of CPU, and the first sentences of the answer."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        command = [sys.executable, "-m", "parlour", "compare", *question.command, "--jobs", "2"]
        began, before = time.perf_counter(), getrusage(RUSAGE_CHILDREN)
        subprocess.run([*command, "--report", str(report), "--json"], check=True, stdout=subprocess.DEVNULL)
        used = getrusage(RUSAGE_CHILDREN)
        cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
        return time.perf_counter() - began, cpu, sentences(report.read_text(encoding="utf-8"))


def ask_page(question: Question, site: Background) -> tuple[float, list[str]]:
    """Seconds by the clock until a page has the whole answer, and its first sentences."""
    with httpx.Client(base_url=site.url, headers={"origin": site.url}, follow_redirects=True, timeout=60) as http:
        token = re.search(r'name="token" value="([^"]+)"', http.get(f"/lab/{question.game}").text)
        assert token is not None
        began = time.perf_counter()
        http.post(f"/lab/{question.game}", data={**question.fields, "token": token[1]}).raise_for_status()
        address = f"/lab/{question.game}?{urlencode({**question.fields, 'part': '1'})}"
        while "data-running" in (page := http.get(address).text):
            time.sleep(EVERY)
        wall = time.perf_counter() - began
        assert "<svg" in page
        return wall, sentences(page)


def sentences(page: str) -> list[str]:
    found = [unescape(re.sub("<[^>]+>", "", item)) for item in re.findall(r"<li>(.*?)</li>", page, re.DOTALL)]
    return [text.split(" (deal ")[0].split("▶")[0].strip() for text in found[:4]]


def tell(question: str, how: str, wall: float, cpu: str, answer: list[str]) -> None:
    print(f"{question} {how}: {wall:.0f} s{cpu}; aim {AIM:.0f} s {'reached' if wall <= AIM else 'missed'}", flush=True)
    for sentence in answer:
        print(f"  {sentence}", flush=True)


def main(arguments: list[str]) -> None:
    wanted = [word.lower() for word in arguments if not word.startswith("--")]
    chosen = [
        question
        for question in QUESTIONS
        if not wanted or any(word in json.dumps([question.name, *question.command]).lower() for word in wanted)
    ]
    for question in chosen if "--no-commands" not in arguments else []:
        wall, cpu, answer = ask_command(question)
        tell(question.name, "By command", wall, f", {cpu:.0f} s of CPU", answer)
    if "--no-pages" in arguments:
        return
    more: dict[str, Any] = {"host": "127.0.0.1", "port": 0, "lab": True, "request_rate": 100.0, "request_burst": 100.0}
    with tempfile.TemporaryDirectory() as folder, Background(Settings(data=Path(folder), **more)) as site:
        for question in chosen:
            wall, answer = ask_page(question, site)
            tell(question.name, "On the page", wall, "", answer)


if __name__ == "__main__":
    main(sys.argv[1:])
