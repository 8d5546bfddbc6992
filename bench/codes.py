"""A million random decisions of each game: is every code that is offered below the game's bound?

    python bench/codes.py [--decisions 1000000] [--games mogul,photon-rush]

Prints the largest code that was offered beside `action_count`, and how many decisions had one beyond it (Photon Rush
has codes after a gap, from 100,000 on; docs/engine.md says when). All numbers of players take part.
"""

from __future__ import annotations

import argparse

import parlour

TOGETHER = 200  # games of a batch


def largest_code(game: parlour.Game, decisions: int) -> tuple[int, int]:
    """The largest code that was offered, and the number of decisions with one that is not below `action_count`."""
    largest = beyond = 0
    for players in game.players:
        batch = parlour.batch(game, TOGETHER, players=players, seed=f"codes {players}", masks=False)
        for _ in range(-(-decisions // (TOGETHER * len(game.players)))):
            for place in range(TOGETHER):
                code = max(batch.legal(place))
                largest = max(largest, code)
                beyond += code >= (game.action_count or 0)
            batch.step(batch.sample())
    return largest, beyond


def main() -> None:
    parser = argparse.ArgumentParser(description="The largest codes of random games.")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--games", default=",".join(parlour.games()))
    args = parser.parse_args()
    print(f"{parlour.ENGINE} engine, {args.decisions:,} random decisions of each game")
    for name in args.games.split(","):
        game = parlour.game(name)
        largest, beyond = largest_code(game, args.decisions)
        print(f"{name:16} largest code {largest:>9,} of {game.action_count:>9,}, beyond them {beyond}", flush=True)


if __name__ == "__main__":
    main()
