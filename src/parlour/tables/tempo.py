"""How long people take to answer, so that an answer by standing orders takes as long.

Whoever watches a table sees when a seat is asked and when it answers. If ordered answers came at a pace of their own,
everybody would know who has given orders, and with them how far a rival means to go. So an ordered answer is as slow as
one of those that its person gave by hand to the same kind of question, picked at random and varied a little; as long as
few are known, often one that is drawn from what people take in general.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Hashable

COMMON = 2  # people in general weigh as much as so many answers of one's own
LATELY = 200  # answers of a person that are remembered for each kind of question
MOST_PEOPLE = 5000
SPREAD = 0.65  # of the logarithm of what people in general take
VARIED = 0.08  # of the logarithm, so that no time comes twice
QUICKEST, SLOWEST = 0.35, 20.0  # seconds: nobody is quicker, and a table does not wait longer for an order


class Tempo:
    """What people have taken to answer, in seconds."""

    def __init__(self, usual: float, rng: random.Random) -> None:
        self.usual = usual  # the median of people in general; 0: ordered answers come at once
        self.rng = rng
        self.answers: dict[Hashable, deque[float]] = {}

    def hear(self, who: Hashable, seconds: float) -> None:
        """Somebody has answered by hand."""
        if len(self.answers) >= MOST_PEOPLE and who not in self.answers:
            self.answers.pop(next(iter(self.answers)))
        self.answers.setdefault(who, deque(maxlen=LATELY)).append(max(QUICKEST, seconds))

    def draw(self, who: Hashable) -> float:
        """The seconds that an ordered answer takes."""
        if not self.usual:
            return 0.0
        known = self.answers.get(who, ())
        if self.rng.randrange(COMMON + len(known)) < COMMON:
            seconds = math.exp(self.rng.gauss(math.log(self.usual), SPREAD))
        else:
            seconds = self.rng.choice(known) * math.exp(self.rng.gauss(0.0, VARIED))
        return min(SLOWEST, max(QUICKEST, seconds))
