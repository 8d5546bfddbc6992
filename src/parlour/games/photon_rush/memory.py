"""Photon Rush as a player remembers it: what the others have built and played, and so what kind of players they are."""

from __future__ import annotations

import math
from typing import Any, Final, final

from parlour.rules.events import Event
from parlour.rules.memory import Memory

# How often a player of each style (as `judge.py` numbers them) builds nothing with its gold, mines only, or saloons,
# and plays a Raid, a Defend, a T.N.T.: counted in 40 games each against others, and never quite 0. The seventh is
# whoever none of them explains: the mean of those before it. The last are those of an earlier network, which built more
# saloons: with those of the present one greedy players are taken for it (docs/bots.md).
ORDERS: Final = {
    "nothing": [0.02, 0.20, 0.02, 0.11, 0.12, 0.20, 0.11, 0.02],
    "mines": [0.96, 0.78, 0.56, 0.69, 0.71, 0.78, 0.75, 0.68],
    "saloons": [0.02, 0.02, 0.42, 0.20, 0.17, 0.02, 0.14, 0.30],
}
CARDS: Final = {
    "raid": [0.38, 0.17, 0.79, 0.02, 0.35, 0.02, 0.29, 0.26],
    "defend": [0.35, 0.48, 0.19, 0.26, 0.28, 0.96, 0.42, 0.36],
    "tnt": [0.27, 0.35, 0.02, 0.72, 0.37, 0.02, 0.29, 0.38],
}
# What is thought of somebody who has done nothing yet: most people play sensibly.
PRIOR: Final = [0.35, 0.06, 0.06, 0.06, 0.06, 0.06, 0.2, 0.15]


@final
class PhotonMemory(Memory):
    """Everything that is built and played is seen by all (PR-16, PR-23)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.scores: dict[int, list[float]] = {}  # by seat: the log-likelihood of what it has done, by style

    def see(self, event: Event) -> None:
        facts = event.facts
        if event.kind == "built":
            order = "saloons" if facts["saloons"] > 0 else "mines" if facts["mines"] > 0 else "nothing"
            self.score(facts["seat"], ORDERS[order])
        elif event.kind == "revealed":
            for seat, card in enumerate(facts["cards"]):
                if card is not None:
                    self.score(seat, CARDS[card.split(" ")[0]])

    def score(self, seat: int, chances: list[float]) -> None:
        if seat == self.seat:
            return
        scores = self.scores.setdefault(seat, [math.log(chance) for chance in PRIOR])
        for style in range(len(PRIOR)):
            scores[style] += math.log(chances[style])

    def likely_styles(self, seat: int) -> list[float]:
        scores = self.scores.get(seat)
        if scores is None:
            return PRIOR[:]
        best = max(scores)
        weights = [math.exp(score - best) for score in scores]
        total = sum(weights)
        return [weight / total for weight in weights]

    def facts(self) -> dict[str, Any]:
        return {str(seat): scores for seat, scores in self.scores.items()}

    def refill(self, facts: dict[str, Any]) -> None:
        self.scores = {int(seat): list(scores) for seat, scores in facts.items()}


MEMORY: Final = PhotonMemory
