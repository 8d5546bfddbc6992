"""A million decisions of each game: does the engine's memory stay the same?

    python bench/soak.py [--decisions 1000000] [--games mogul,photon-rush]

Prints the resident memory after each tenth of the run; once its tables are made it should not grow.
"""

from __future__ import annotations

import argparse

import parlour
from parlour.lab.memory import soak


def main() -> None:
    parser = argparse.ArgumentParser(description="Memory over a million decisions.")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--games", default=",".join(parlour.games()))
    args = parser.parse_args()
    print(f"{parlour.ENGINE} engine, resident memory in MB after each tenth of {args.decisions:,} decisions")
    for game in args.games.split(","):
        tenths = soak(game, args.decisions)
        growth = tenths[-1] - tenths[2]
        print(f"{game:16} {' '.join(f'{mb:6.1f}' for mb in tenths)}   growth after the third: {growth:+.2f} MB")


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
