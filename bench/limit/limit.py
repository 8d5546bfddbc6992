"""Photon Rush and Mogul in C++: how fast the same rules could run.

They have our rules, our generator and our data (one flat state, lists in the same order), written as one would in C++.
That they play the same games is proven by checksums over every question, every choice and every last position:

    python bench/limit/limit.py [--games 10000]

`bench/engine.py --limit` runs them beside our engine. They are a measure, and no part of the engine.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from pathlib import Path

import parlour
from parlour.games.mogul.parts import MogulParts
from parlour.lab.speed import Worker
from parlour.rules.chance import Dealer
from parlour.rules.state import NOBODY, State

HERE = Path(__file__).parent
GAMES = {"photon-rush": "photon_rush.cpp", "mogul": "mogul.cpp"}
FLAGS = ("-O3", "-std=c++17", "-Wall", "-Wextra", "-Werror")
SEED = "limit"
WORD = (1 << 64) - 1


class NoCompilerError(Exception):
    """Nothing here compiles C++."""


class Limit(Worker):
    """A game in C++ that answers like an engine (`parlour.lab.speed`), and `checksum`."""

    def __init__(self, game: str, folder: Path) -> None:
        compiler = shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            raise NoCompilerError("there is no C++ compiler here (g++ or clang++)")
        program = folder / game
        subprocess.run([compiler, *FLAGS, "-o", str(program), str(HERE / GAMES[game])], check=True)
        super().__init__([str(program)], {})
        self.game = game
        rng = parlour.Rng(SEED)
        self.say(*parts_of(game), rng.a, rng.b, rng.c, rng.counter)

    def say(self, *words: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    def checksum(self, players: int, games: int) -> int:
        self.say(self.game, players, "check", games)
        return int(self.line())


def parts_of(game: str) -> list[int]:
    """What the program is told of the components."""
    if game == "photon-rush":
        return []
    parts = mogul_parts()
    start = list(parts.start)
    return [parts.crash, parts.tokens, len(start), *start, *parts.centre, *parts.border]


def mogul_parts() -> MogulParts:
    parts = parlour.game("mogul").parts()
    assert isinstance(parts, MogulParts)
    return parts


def checksum(game_id: str, players: int, games: int) -> int:
    """What `Limit.checksum` should say, by our engine."""
    game = parlour.game(game_id)
    rng = parlour.Rng(SEED)
    value = 14695981039346656037
    for _ in range(games):
        state = game.new(players, seed=Dealer(rng))
        numbers: list[int] = []
        while (seat := state.actor()) != NOBODY:
            codes = state.actions(seat)
            index = rng.below(len(codes))
            numbers += (seat, len(codes), index)
            state.apply(seat, codes[index])
        for number in numbers + last_position(state):
            value = (value ^ number & WORD) * 1099511628211 & WORD
    return value


def last_position(state: State) -> list[int]:
    position = state.position()
    if position["game"] == "photon-rush":
        found = [position["round"]]
        for base in position["seats"]:
            names = ("gold", "mercs", "towers", "mines", "saloons", "new_mines", "new_saloons")
            found += [*[base[name] for name in names], base["out"] or 0]
        return found
    owners = {share: seat for seat, shares in enumerate(position["shares"]) for share in shares}
    ids = mogul_parts().ids[:-1]
    found = [number for both in zip(position["tokens"], position["scores"], strict=True) for number in both]
    return found + [owners.get(share, -1) for share in ids]


def main() -> None:
    parser = argparse.ArgumentParser(description="Do the games in C++ play the same?")
    parser.add_argument("--games", type=int, default=10_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            try:
                limit = Limit(game, Path(folder))
            except NoCompilerError as error:
                raise SystemExit(f"{error}: nothing is compared") from None
            for players in parlour.game(game).players:
                ours, theirs = checksum(game, players, args.games), limit.checksum(players, args.games)
                same = "equal" if ours == theirs else "DIFFERENT"
                print(f"{game} ({players}), {args.games:,} games: {ours:016x}, {same}", flush=True)
            limit.close()


if __name__ == "__main__":
    main()
