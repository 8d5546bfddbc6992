"""Certain wins: how often games have them, and how often a search that does not look for them throws them away.

    python bench/missed.py GAME [--players 3] [--games 40] [--iterations 400] [--least 2] [--write FILE]

Greedy players play; wherever a seat has a line of its own answers that wins in every imagined world (and no other
answer than the first of such a line, with `--least` answers or more), a search without that look is asked what it would
do. `--write` adds the positions to a file of JSON lines ({"position", "seat", "line"}), which
`tests/test_certain.py` takes its examples from.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import parlour
from parlour.bots import make_bot
from parlour.bots.search import SearchBot
from parlour.lab.match import Turn, play_match
from parlour.rules.state import State

WORLDS = 12
STATES = 4000


class BlindSearch(SearchBot):
    """A search as it was: it does not look for certain wins."""

    def certain_states(self) -> int:
        return 0


def winning_line(game: parlour.Game, state: State, seat: int, seed: object) -> list[str]:
    """A line that wins for certain as far as this seat can know, as actions; none if there is none."""
    scout = BlindSearch(game, seat, seed)
    worlds = scout.worlds(state.view(seat), WORLDS)
    world, line = worlds[0].clone(), []
    for code in scout.certain_line(worlds, STATES, 0.0):
        line.append(world.notation(seat, code))
        world.apply(seat, code)
    return line


def keeps(game: parlour.Game, state: State, seat: int, action: str, seed: object) -> bool:
    """Whether the win is still certain after an answer."""
    after = state.clone()
    after.play(seat, action)
    if after.outcome is not None:
        return after.outcome.winners == (seat,)
    return after.owing() == [seat] and bool(winning_line(game, after, seat, seed))


def collect(game: parlour.Game, players: int, seed: int, least: int) -> list[dict[str, Any]]:
    """The positions of a game between greedy players in which somebody could win for certain."""
    bots = [make_bot("greedy", game, seat, seed) for seat in range(players)]
    found: list[dict[str, Any]] = []

    def look(turn: Turn) -> None:
        seat = turn.move.seat
        if not isinstance(seat, int) or turn.choices < 2 or turn.state.simultaneous():
            return
        line = winning_line(game, turn.state, seat, seed)
        if len(line) >= least:
            found.append({"position": turn.state.position(), "seat": seat, "line": line})

    play_match(game.new(players, seed=seed), bots, parlour.Rng(seed), before=look, limit=1200)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=parlour.games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--least", type=int, default=2)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    game = parlour.game(asked.game)
    players = asked.players or (3 if 3 in game.players else game.players[-1])
    chances = thrown = 0
    for seed in range(asked.games):
        for found in collect(game, players, seed, asked.least):
            state, seat = game.load(found["position"]), found["seat"]
            bot = BlindSearch(game, seat, seed)
            bot.limit(str(asked.iterations))
            action = bot.choose(state.view(seat), state.legal(seat))
            missed = not keeps(game, state, seat, action, seed)
            chances, thrown = chances + 1, thrown + missed
            print(f"game {seed}, seat {seat}: {', '.join(found['line'])}" + (f"; missed by {action}" if missed else ""))
            sys.stdout.flush()
            if asked.write:
                with asked.write.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found, separators=(",", ":")) + "\n")
    print(f"{asked.game}: {chances} decisions with a certain win in {asked.games} games, {thrown} thrown away")


if __name__ == "__main__":
    main()
