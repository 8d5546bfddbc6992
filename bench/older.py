"""Bots of an older version as opponents: they play in that version's own checkout and are asked through a pipe.

    PARLOUR_OLD=../old parlour arena mogul --seats hard:0.2s,old:hard:0.2s,old:hard:0.2s --load older

`old:NAME` is the bot NAME of the checkout that PARLOUR_OLD names (with its own `.venv`, compiled). It gets what every
bot gets, a view, the answers and the events that it may know, and nothing else. All bots of one process share one pipe,
so they never think at the same time as another.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import parlour
from parlour.bots.bot import Bot, UnknownBot
from parlour.rules.events import Event

CHECKOUT = "PARLOUR_OLD"
_PIPES: dict[Path, subprocess.Popen[str]] = {}


def pipe_to(checkout: Path) -> subprocess.Popen[str]:
    """The process that plays for a checkout; it ends when its input does."""
    if checkout not in _PIPES:
        python = checkout / ".venv/bin/python"
        if not python.exists():
            raise UnknownBot(f"{CHECKOUT} names no checkout with a .venv: {checkout}")
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        _PIPES[checkout] = subprocess.Popen(
            [str(python), str(Path(__file__).resolve()), "--answer"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=checkout,
        )  # fmt: skip
    return _PIPES[checkout]


def pipes() -> list[subprocess.Popen[str]]:
    """The processes that play for older checkouts, as far as they were asked."""
    return list(_PIPES.values())


@parlour.bot("old")
class OlderBot(Bot):
    about = "a bot of an older version: old:search:400"
    offered = False
    made = 0

    def __init__(self, game: parlour.Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.seed = str(seed)
        self.number = 0
        self.news: list[dict[str, Any]] = []

    def limit(self, budget: str) -> None:
        if CHECKOUT not in os.environ:
            raise UnknownBot(f"{CHECKOUT} says where the older version is checked out")
        OlderBot.made += 1
        self.number = OlderBot.made
        self.ask({"bot": budget, "game": self.game.id, "seat": self.seat, "seed": self.seed})

    def see(self, event: Event) -> None:
        self.news.append({"kind": event.kind, "rule": event.rule, "facts": event.facts})

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if not self.number:
            raise UnknownBot("which of the older bots? For example old:greedy")
        if len(legal) == 1:
            return legal[0]
        told, self.news = self.news, []
        return str(self.ask({"events": told, "view": view, "legal": list(legal)}))

    def ask(self, question: dict[str, Any]) -> Any:
        pipe = pipe_to(Path(os.environ[CHECKOUT]).resolve())
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        pipe.stdin.write(json.dumps({"number": self.number, **question}) + "\n")
        pipe.stdin.flush()
        line = pipe.stdout.readline()
        if not line:
            raise UnknownBot(f"the older version has no answer any more (exit code {pipe.wait()})")
        return json.loads(line)


def answer_for_ever() -> None:
    """What runs in the older checkout: make bots, tell them what happened, ask them; one line each."""
    bots: dict[int, Bot] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        number = asked["number"]
        if "bot" in asked:
            bots = {known: made for known, made in bots.items() if known > number - 16}  # those of games that are over
            bots[number] = parlour.bots.make_bot(asked["bot"], asked["game"], asked["seat"], asked["seed"])
            print("null", flush=True)
            continue
        for event in asked["events"]:
            bots[number].see(Event(event["kind"], event["rule"], event["facts"]))
        print(json.dumps(bots[number].choose(asked["view"], asked["legal"])), flush=True)


if __name__ == "__main__" and "--answer" in sys.argv:
    import parlour.bots

    answer_for_ever()
