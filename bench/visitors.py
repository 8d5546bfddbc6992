"""Three visitors to the Photon Rush table, written from its rules alone.

None of them looks beyond the round. Each tries every answer it may give against answers that the others might well
give, lets the round be resolved, asks itself how it likes what it sees, and takes what it liked best on average.

- `surveyor` holds two watches for every base: in how many rounds could it have 15 gold, and in how many rounds would
  raids have its towers down? Whoever is sooner at the gold, and still stands by then, is winning.
- `weigher` gives every base marks for gold, mines, mercenaries and towers, turns the marks into chances to win, and
  expects the others to know these chances as well: their better cards come more often.
- `corsair` wants an army early and a leader who bleeds: its own strength counts, that of the best rival against it,
  and each base that is gone is a prize.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import Any

import parlour

DEED = 15  # the gold that wins (PR-47)
TRIALS = 300  # rounds resolved for one decision, about
Position = Mapping[str, Any]
Base = Mapping[str, Any]  # one of the `seats` of a position


def standing(position: Position) -> list[int]:
    """The seats that are in the game and will be after this round's removals."""
    return [i for i, base in enumerate(position["seats"]) if base["out"] is None and base["towers"] > 0]


def asked(state: parlour.State) -> list[int]:
    """The seats that owe an answer: the game has no chance steps."""
    return [seat for seat in state.to_act if isinstance(seat, int)]


@lru_cache(maxsize=65536)
def rounds_to_deed(gold: int, mines: int) -> float:
    """How many collections until 15 gold if left in peace: all gold goes into mines for some rounds, none after.

    The last round counts by the part of its income that is needed, so that a little gold makes a little difference.
    """
    best = 40.0
    for spending in range(7):
        purse, open_mines, ordered = gold, mines, 0
        for done in range(int(best) + 1):
            if done < spending:
                ordered, purse = purse, 0
            income = open_mines or (purse == 0)  # PR-44
            if purse + income >= DEED:
                best = min(best, done + max(0, DEED - purse) / max(1, income))
                break
            purse, open_mines, ordered = purse + income, open_mines + ordered, 0
    return best


def likely_order(rng: parlour.Rng, base: Base) -> str:
    """A sensible builder's order: mines while they pay, now and then a saloon, nothing near the end."""
    gold: int = base["gold"]
    if gold + 2 * base["mines"] >= DEED and rng.below(10) < 8:
        return "build 0 0"
    saloons = 1 if gold >= 2 and rng.below(10) < 3 else 0
    mines = gold - 2 * saloons
    return f"build {mines if rng.below(7) else mines // 2} {saloons}"


def appeal(position: Position, seat: int, card: str) -> float:
    """How tempting a card looks at a glance to the seat that holds it."""
    verb, target = card.split()
    seats: Sequence[Base] = position["seats"]
    own, other = seats[seat], seats[int(target)]
    if verb == "defend":
        rivals = standing(position)
        raiders = sum(seats[i]["mercs"] for i in rivals if i != seat)
        return (0.5 + 1.5 * float(min(1.5, raiders / max(1, own["towers"])))) / max(1, len(rivals) - 1)
    rich: float = 0.5 + (other["gold"] + 2 * other["mines"] + other["new_mines"]) / 12
    if verb == "raid":
        hurt: float = min(1.0, own["mercs"] / max(1, other["towers"]))
        return rich * (0.5 + 1.5 * hurt + (2.0 if hurt == 1.0 else 0.0))
    buildings = other["mines"] + other["saloons"] + other["new_mines"] + other["new_saloons"]
    return rich * 0.6 * int(min(own["mercs"], buildings))


class Visitor(parlour.Bot):
    """Tries each answer against likely answers of the others. Subclasses say how they like a position."""

    def worth(self, position: Position, seat: int) -> float:
        """How good the start of a round, all buildings open, is for a seat: from 0 (lost) to 1 (won)."""
        raise NotImplementedError

    @classmethod
    def plays(cls, game: parlour.Game, players: int) -> bool:
        return game.id == "photon-rush"

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        world = self.game.imagine(self.before_answers(view), self.rng)
        self.prepare(world)
        liking = dict.fromkeys(legal, 0.0)
        for _ in range(max(5, min(32, TRIALS // len(legal)))):
            answers = {i: self.guess(world, i) for i in asked(world) if i != self.seat}
            for action in legal:
                liking[action] += self.look(world, answers | {self.seat: action}, self.seat)
        best = max(liking.values())
        return self.rng.choice([action for action in legal if liking[action] > best - 1e-9])

    def before_answers(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The view as it was before others answered: what they chose is for this visitor to guess, not for the game."""
        if view["phase"] in ("battle", "blast"):
            return dict(view)
        thinking = [i for i in standing(view) if view["phase"] == "action" or view["seats"][i]["gold"]]
        return {**view, "to_act": thinking}

    def prepare(self, world: parlour.State) -> None:
        """Think about the others once, before the trials of a decision."""

    def look(self, world: parlour.State, answers: Mapping[int, str], seat: int) -> float:
        """How good the end of the round is for a seat after these answers."""
        after = self.resolve(world, answers)
        if after.outcome is None:
            return self.worth(after.position(), seat)
        return (seat in after.outcome.winners) / len(after.outcome.winners)

    def resolve(self, world: parlour.State, answers: Mapping[int, str]) -> parlour.State:
        """The round after these answers: later questions of the same round are answered by guess."""
        after = world.clone()
        begun = after.position()["round"]
        for seat, action in answers.items():
            after.play(seat, action)
        while after.to_act and after.position()["round"] == begun:
            seat = asked(after)[0]
            after.play(seat, self.guess(after, seat))
        return after

    def guess(self, world: parlour.State, seat: int) -> str:
        position = world.position()
        if position["phase"] == "build":
            return likely_order(self.rng, position["seats"][seat])
        legal = world.legal(seat)
        if position["phase"] == "action":
            return self.draw(legal, [appeal(position, seat, card) + 0.05 for card in legal])
        if position["phase"] == "battle":
            return self.rng.choice(legal)
        weights = (4, 2, 3, 1) if self.rng.below(4) else (2, 4, 1, 3)  # mostly mines first
        return max(legal, key=lambda blast: sum(w * int(n) for w, n in zip(weights, blast.split()[1:], strict=True)))

    def draw(self, things: Sequence[str], weights: Sequence[float]) -> str:
        return things[self.rng.weighted([int(1000 * weight) for weight in weights])]


@parlour.bot("surveyor")
class Surveyor(Visitor):
    """Counts rounds: until the gold is there, until the towers are down."""

    about = "Counts the rounds to 15 gold and the rounds until towers fall"

    def worth(self, position: Position, seat: int) -> float:
        seats = position["seats"]
        inside = standing(position)
        hopes = {seat: 0.0}
        for i in inside:
            base = seats[i]
            rivals = [seats[j] for j in inside if j != i]
            gold = rounds_to_deed(base["gold"], base["mines"])
            fall = self.rounds_to_fall(base, rivals, 0.8 / len(rivals))
            conquest = sum(self.rounds_to_fall(rival, [base], 0.6) for rival in rivals)
            need = min(gold, 1 + conquest) - 0.1 * sqrt(base["mercs"]) - 0.06 * base["towers"]
            hopes[i] = exp(-need / 0.9) / (1 + exp((gold - fall) / 1.2))
        return hopes[seat] / max(1e-12, sum(hopes.values()))

    def rounds_to_fall(self, base: Base, raiders: Sequence[Base], eagerness: float) -> float:
        """How long the towers hold if that part of the raiders' mercenaries gets through every round."""
        army = float(sum(raider["mercs"] for raider in raiders))
        growth = sum(raider["saloons"] for raider in raiders)
        towers = base["towers"] * (1 + 0.12 * min(5, base["mercs"] + base["saloons"]))  # defenders save some of them
        for done in range(14):
            blow = eagerness * army
            if blow >= towers:
                return float(done + towers / blow)
            towers, army = towers - blow, army + growth
        return 15.0


@parlour.bot("weigher")
class Weigher(Visitor):
    """Weighs what each base has into its chance to win, and lets the others do the same."""

    about = "Weighs gold, mines, mercenaries and towers into chances to win"

    def prepare(self, world: parlour.State) -> None:
        """How often each rival plays each card: the more, the better it does against cards at a glance."""
        self.habits: dict[int, tuple[list[str], list[float]]] = {}
        if world.position()["phase"] != "action":
            return
        for rival in asked(world):
            cards = world.legal(rival)
            scores = dict.fromkeys(cards, 0.0)
            for _ in range(6):
                others = {i: Visitor.guess(self, world, i) for i in asked(world) if i != rival}
                for card in cards:
                    scores[card] += self.look(world, others | {rival: card}, rival) / 6
            top = max(scores.values())
            self.habits[rival] = cards, [exp((scores[card] - top) / 0.06) + 0.03 for card in cards]

    def guess(self, world: parlour.State, seat: int) -> str:
        if seat in self.habits and world.position()["phase"] == "action":
            return self.draw(*self.habits[seat])
        return super().guess(world, seat)

    def worth(self, position: Position, seat: int) -> float:
        seats = position["seats"]
        inside = standing(position)
        army = sum(seats[i]["mercs"] + seats[i]["saloons"] for i in inside)
        marks: dict[int, float] = {seat: -99.0}
        for i in inside:
            base, mines = seats[i], seats[i]["mines"]
            soon = base["gold"] + mines
            raiders = army - base["mercs"] - base["saloons"]
            exposed = raiders / (len(inside) - 1) / base["towers"]  # near 1: a raid or two may end it
            marks[i] = (
                0.16 * base["gold"] + 0.75 * sqrt(mines) + 0.14 * mines + 1.5 / (1 + exp((DEED - 1 - soon) / 1.5))
                + 0.55 * sqrt(base["mercs"] + 1.5 * base["saloons"])
                + 0.3 * base["towers"] - 1.3 * min(1.5, exposed)
            )  # fmt: skip
        return 1 / sum(exp(1.2 * (mark - marks[seat])) for mark in marks.values())


@parlour.bot("corsair")
class Corsair(Visitor):
    """Arms early, harries whoever leads."""

    about = "Builds an army early and goes for the leader"

    def worth(self, position: Position, seat: int) -> float:
        inside = standing(position)
        if seat not in inside:
            return 0.0
        seats = position["seats"]
        power = {i: self.power(seats[i], [seats[j] for j in inside if j != i]) for i in inside}
        own = power.pop(seat)
        balance = own - 0.75 * max(power.values()) - 0.35 * sum(power.values()) / len(power)
        prizes = 3.0 * (len(seats) - len(inside))
        return 1 / (1 + exp(-(balance + prizes) / 4))

    def power(self, base: Base, rivals: Sequence[Base]) -> float:
        prey = min(rival["towers"] for rival in rivals)
        army = 1.6 * sqrt(base["mercs"]) + 2.4 * float(min(1.0, base["mercs"] / prey)) + 1.9 * sqrt(base["saloons"])
        wealth = 0.45 * base["gold"] + 0.9 * base["mines"]
        if base["gold"] + base["mines"] >= DEED:
            wealth += 4  # it has only to wait
        hunted = max(rival["mercs"] + rival["saloons"] for rival in rivals) >= base["towers"]
        return army + float(wealth) + 2.3 * sqrt(base["towers"]) - (2.0 if hunted else 0.0)
