"""What finding the placements of Crusgallo costs, and how that grows over a game.

    python bench/crusgallo.py [--rounds 7] [--json FILE]

Three tables, each measured against a plain program that looks through the whole table anew for every question (`Naive`,
below; it finds the same placements, and a test compares the two):

1. `legal` and `play` of one random game, with strings, engine against naive, in turn; at least 10 times as fast.
2. `actions` (the same with ints) after 5, 10, ... cards of random games: the cost for each place of the frontier is
   about the same, early and late.
3. A pile: more and more cards on the same spot. The frontier stays as it is, and so does the cost.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import parlour
from parlour.games.crusgallo.parts import CrusgalloParts
from parlour.games.crusgallo.rules import Crusgallo

TARGET = 10  # times as fast as the naive program, in table 1
TURNED = ("abcd", "cadb", "dcba", "bdac")
Cell = tuple[int, int]


class Naive:
    """The first phase by the letter of the spec, without anything kept between two questions."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.position = position
        parts = parlour.game("crusgallo").parts()
        assert isinstance(parts, CrusgalloParts)
        self.corners = dict(zip(parts.ids, parts.corners, strict=True))

    def cells(self, card: str, x: int, y: int, r: int) -> dict[Cell, str]:
        """The six cells of a card that lies at x, y, turned r times; a blank is ".."."""
        a, b, c, d = (self.corners[card]["abcd".index(corner)] for corner in TURNED[r])
        if r % 2:
            return {(x, y): a, (x + 1, y): "..", (x + 2, y): b, (x, y + 1): c, (x + 1, y + 1): "..", (x + 2, y + 1): d}
        return {(x, y): a, (x + 1, y): b, (x, y + 1): "..", (x + 1, y + 1): "..", (x, y + 2): c, (x + 1, y + 2): d}

    def visible(self) -> dict[Cell, str]:
        seen: dict[Cell, str] = {}
        for card, x, y, r in self.position["table"]:
            seen.update(self.cells(card, x, y, r))
        return seen

    def legal(self) -> list[str]:
        seen = self.visible()
        lit = {(x, y) for x, y, _ in self.position["lit"]}
        card = self.position["card"]
        found: list[str] = []
        for x in range(min(x for x, _ in seen) - 3, max(x for x, _ in seen) + 2):
            for y in range(min(y for _, y in seen) - 3, max(y for _, y in seen) + 2):
                for r in range(4):
                    new = self.cells(card, x, y, r)
                    free = not any(cell in lit for cell in new) and not all(cell in seen for cell in new)
                    if free and self.links(new, seen):
                        found.append(f"place {card} {x} {y} {r}")
        return sorted(found)

    def links(self, new: dict[Cell, str], seen: dict[Cell, str]) -> bool:
        for (x, y), symbol in new.items():
            if symbol[0] in "orp":
                for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                    if cell not in new and seen.get(cell, "..")[0] in "orp":
                        return True
        return False

    def orbs_in_sets(self) -> list[Cell]:
        """Every orb of the table that belongs to a set, lit or not, in reading order."""
        seen = self.visible()
        found: set[Cell] = set()
        for x, y in seen:
            square = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            symbols = [seen.get(cell, "..") for cell in square]
            orbs = [cell for cell, symbol in zip(square, symbols, strict=True) if symbol[0] == "@"]
            crystals = [symbol for symbol in symbols if symbol[0] in "orp"]
            alike = all(len({crystal[i] for crystal in crystals}) in (1, 3) for i in (0, 1))
            if len(orbs) == 1 and len(crystals) == 3 and alike:
                found.add(orbs[0])
        return sorted(found, key=lambda cell: (cell[1], cell[0]))

    def play(self, action: str) -> None:
        _, card, x, y, r = action.split(" ")
        position = self.position
        position["table"].append([card, int(x), int(y), int(r)])
        seen = self.visible()
        lit = {(x, y): gem for x, y, gem in position["lit"]}
        for cell in self.orbs_in_sets():
            if cell not in lit:
                colour = seen[cell][1:]
                lit[cell] = min(1, position["bonds"][colour])
                position["bonds"][colour] -= lit[cell]
        position["lit"] = sorted([[x, y, gem] for (x, y), gem in lit.items()], key=lambda orb: (orb[1], orb[0]))
        for card, x, y, r in position["table"]:
            mine = [cell for cell, symbol in self.cells(card, x, y, r).items() if symbol[0] == "@"]
            uncollected = not card.startswith("c") and card not in position["treasures"]
            if uncollected and all(cell in lit and self.top(cell) == card for cell in mine):
                position["treasures"] = sorted([*position["treasures"], card])
        position["card"] = position["draw"].pop(0) if position["draw"] else None

    def top(self, cell: Cell) -> str:
        """The card that is visible at a cell."""
        return str([card for card, x, y, r in self.position["table"] if cell in self.cells(card, x, y, r)][-1])


# -- measuring -------------------------------------------------------------------------------------------


def took(work: Callable[[], object], least: float = 0.02) -> float:
    """Seconds for one call: the best of as many as take a while, as others use the machine too."""
    best = float("inf")
    end = time.perf_counter() + least
    while True:
        start = time.perf_counter()
        work()
        now = time.perf_counter()
        best = min(best, now - start)
        if now >= end:
            return best


def random_game(seed: int) -> list[str]:
    """The placements of a random first phase."""
    state = parlour.game("crusgallo").new(seed=seed)
    rng = parlour.Rng(seed)
    found: list[str] = []
    while state.to_act:
        found.append(rng.choice(state.legal(0)))
        state.play(0, found[-1])
    return found


def engine_game(actions: list[str], seed: int) -> None:
    state = parlour.game("crusgallo").new(seed=seed)
    for action in actions:
        state.legal(0)
        state.play(0, action)


def naive_game(actions: list[str], seed: int) -> None:
    naive = Naive(parlour.game("crusgallo").new(seed=seed).position())
    for action in actions:
        naive.legal()
        naive.play(action)


def whole_games(rounds: int) -> dict[str, Any]:
    ratios: list[float] = []
    for seed in range(rounds):
        actions = random_game(seed)
        slow = took(lambda: naive_game(actions, seed), 1)  # noqa: B023 (called at once)
        fast = took(lambda: engine_game(actions, seed), 0.1)  # noqa: B023
        ratios.append(slow / fast)
        print(f"  game {seed}: {len(actions)} placements, naive {slow * 1e3:7.1f} ms, engine {fast * 1e3:6.2f} ms")
    row = {"ratio": statistics.median(ratios), "low": min(ratios), "high": max(ratios), "target": TARGET}
    print(f"  engine {row['ratio']:.0f} times as fast ({row['low']:.0f} to {row['high']:.0f}; to reach: {TARGET})")
    return row


def growth(rounds: int) -> list[dict[str, Any]]:
    at: dict[int, list[tuple[float, int, int, float]]] = {}
    for seed in range(rounds):
        state = parlour.game("crusgallo").new(seed=seed)
        assert isinstance(state, Crusgallo)
        for laid, action in enumerate(random_game(seed), 1):
            if laid % 5 == 0:
                naive = Naive(state.position())
                spots = len(state.cavern.frontier) - state.cavern.lost
                cost = took(lambda: state.actions(0), 0.005)  # noqa: B023
                at.setdefault(laid, []).append((cost, len(state.actions(0)), spots, took(naive.legal, 0)))
            state.play(0, action)
    rows: list[dict[str, Any]] = []
    print(f"  {'cards':>5} {'frontier':>8} {'legal':>6} {'actions':>10} {'a place':>9} {'naive':>10}")
    for laid, found in at.items():
        cost, legal, spots, naive_cost = (statistics.median(column) for column in zip(*found, strict=True))
        rows.append({"cards": laid, "frontier": spots, "legal": legal, "seconds": cost, "naive": naive_cost})
        each = cost / spots * 1e9
        print(f"  {laid:5} {spots:8.0f} {legal:6.0f} {cost * 1e6:7.2f} us {each:6.1f} ns {naive_cost * 1e6:7.0f} us")
    return rows


def pile() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    print(f"  {'cards':>5} {'frontier':>8} {'actions':>10} {'naive':>10}")
    start = parlour.game("crusgallo").new(seed=1).position()
    for cards in (1, 10, 20, 34):
        cards_laid = [*start["draw"][: cards - 1], start["table"][0][0]]
        position = {
            **start,
            "table": [[card, 0, 0, 0] for card in cards_laid],
            "draw": start["draw"][cards - 1 :],
        }
        state = parlour.game("crusgallo").load(position)
        assert isinstance(state, Crusgallo)
        cost = statistics.median(took(lambda: state.actions(0), 0.01) for _ in range(5))  # noqa: B023
        naive_cost = took(Naive(position).legal)
        rows.append({"cards": cards, "frontier": len(state.cavern.frontier), "seconds": cost, "naive": naive_cost})
        print(f"  {cards:5} {len(state.cavern.frontier):8} {cost * 1e6:7.2f} us {naive_cost * 1e6:7.0f} us")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="What finding the placements of Crusgallo costs.")
    parser.add_argument("--rounds", type=int, default=7, help="random games")
    parser.add_argument("--json", default="", help="write the results to this file")
    args = parser.parse_args()
    print(f"legal and play of one random game, {parlour.ENGINE} engine against a naive rescan")
    results: dict[str, Any] = {"engine": parlour.ENGINE, "games": whole_games(args.rounds)}
    print("\nactions over a game (medians)")
    results["growth"] = growth(args.rounds)
    print("\na pile of cards on one spot")
    results["pile"] = pile()
    if args.json:
        Path(args.json).parent.mkdir(parents=True, exist_ok=True)
        Path(args.json).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
