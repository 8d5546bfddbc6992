"""What the luck of chance steps explains: its mean (0, if it is counted right), the slope of a win on it, and the share
of the variance that is left when it is taken away; by game and bots.

    python -m bench.luck mogul greedy,greedy,greedy 300
    python -m bench.luck crash-and-grab random,random,random 500
"""

from __future__ import annotations

import math
import sys
import time

from parlour.lab import Experiment, run
from parlour.lab.luck import Correction
from parlour.lab.precision import Spread


def main(game: str, bots: str, games: str) -> None:
    began = time.process_time()
    result = run(Experiment(game, bots.split(","), games=int(games), luck=True))
    print(f"{game}, {bots}: {result.games} games, {time.process_time() - began:.1f} s of CPU")
    slope = Correction()
    names = [name for name in result.measures() if name.startswith("win_share.seat.")]
    for deal in sorted(result.finished[0]):
        slope.add([(result.values(0, name)[deal], result.luck_of(0, name)[deal]) for name in names])
    for name in names:
        lucky = Spread()
        for luck in result.luck_of(0, name).values():
            lucky.add(luck)
        error = math.sqrt(lucky.variance / max(1, lucky.count)) or 1.0
        raw, left = result.estimate(0, name)[0], result.corrected_share(0, name)[0]
        print(
            f"  {name}: mean luck {lucky.mean:+.4f} (z {lucky.mean / error:+.2f}), raw {raw.mean:.3f}, corrected "
            f"{left.mean:.3f}, variance left {left.variance / (raw.variance or 1):.2f}"
        )
    print(f"  slope {slope.measured:.2f}, used {slope.slope:.2f}; left {result.variance_left()}")


if __name__ == "__main__":
    main(*sys.argv[1:4])
