"""What deals that anyone can check cost: a draw from the promised stream against the fast generator, in one interleaved
run, and the size of the proof in a record.

python bench/fair.py [--rounds 9] [--games 5]
"""

from __future__ import annotations

import argparse
import gzip
import random
import statistics
import time
from collections.abc import Callable

import msgspec

import parlour
from parlour.rules.chance import Dealer, Rng
from parlour.tables.elements import Seat
from parlour.tables.promises import FairDealer, Promise, draw_chance
from parlour.tables.table import Table

PROMISE = Promise(bytes(range(32)))
NONCE = "0123456789abcdef0123456789abcdef"
DIE = sorted(f"roll {side}" for side in range(1, 13))


def micros(work: Callable[[], object], seconds: float = 0.05) -> float:
    """Microseconds that something takes, over a short while."""
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        work()
        done += 1
    return spent / done * 1e6


def compare(name: str, fair: Callable[[], object], fast: Callable[[], object], rounds: int) -> None:
    """Both in turns, so that a busy machine is as slow for the one as for the other."""
    pairs = [(micros(fair), micros(fast)) for _ in range(rounds)]
    ratio = statistics.median(one / other for one, other in pairs)
    one, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{name:34} {one:9.2f} µs {other:9.2f} µs {ratio:7.2f}")


def played(game: str, seed: int, seats: int) -> Table:
    """A table of random players, with nonces as browsers add them, played to its end."""
    table, rng = Table("bench"), random.Random(seed)
    table.make(game, seats, {}, "p0", [Seat("person", f"p{i}", f"P{i}", nonce=NONCE) for i in range(seats)])
    table.start("p0")
    while table.status == "playing":
        assert table.state is not None
        seat = rng.choice(table.to_act())
        table.play(seat, rng.choice(table.state.legal(seat)))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=5)
    wanted = parser.parse_args()
    print(f"{parlour.ENGINE} engine\n\n{'':34} {'promised':>12} {'fast':>12} {'ratio':>7}")
    nonces = [NONCE] * 3
    rng = Rng("bench")
    steps = iter(range(10**9))
    compare(
        "a chance step, as tables draw it",
        lambda: draw_chance(PROMISE, nonces, next(steps), DIE),
        lambda: DIE[Rng(f"seed:{next(steps)}").below(12)],
        wanted.rounds,
    )
    dealer = FairDealer(PROMISE, nonces, 0)
    compare("one number below 12", lambda: dealer.pick(12), lambda: rng.below(12), wanted.rounds)
    for id in parlour.games():
        game = parlour.game(id)
        seats = max(count for count in game.players if count <= 4)
        compare(
            f"a set-up, {game.title}",
            lambda game=game, seats=seats: game.setup(seats, {}, FairDealer(PROMISE, [NONCE] * seats, 0)),  # type: ignore[misc]
            lambda game=game, seats=seats: game.setup(seats, {}, Dealer(rng)),  # type: ignore[misc]
            wanted.rounds,
        )
    print(f"\n{'proof in a record':34} {'record':>9} {'proof':>9} {'share':>7} {'gzipped: both':>14} {'without':>9}")
    for id in parlour.games():
        game = parlour.game(id)
        seats = max(count for count in game.players if count <= 4)
        rows = []
        for seed in range(wanted.games):
            record = played(id, seed, seats).proven_record("")
            whole = msgspec.json.encode(record)
            del record["fair"]
            bare = msgspec.json.encode(record)
            rows.append((len(bare), len(whole) - len(bare), len(gzip.compress(whole)), len(gzip.compress(bare))))
        bare_size, proof, both, without = (round(statistics.mean(column)) for column in zip(*rows, strict=True))
        share = proof / (bare_size + proof)
        print(f"{game.title + f', {seats} seats':34} {bare_size:9,} {proof:9,} {share:7.0%} {both:14,} {without:9,}")


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
