"""Players who know nothing of our judges: they count what lies on the table, one step ahead, and play on at random.

- `counter` adds up everything that looks useful, and takes off what the best of the others has.
- `miser` counts nothing but what the game is won by.
- `wary` counts as `counter` does, but goes by the worst of the worlds that it imagines.
- `planner` counts as `counter` does, and takes it that its own later answers, too, are those after which it has most.
- `loner` counts as `counter` does, but never looks at the others.
- `spoiler` looks at the others above all: what is worst for the best of them.
- `fickle` counts with a taste of its own, another in every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import parlour
from parlour.bots.greedy import ThinkingBot

LONGEST = 80  # steps that are waited for, until what an answer started is over
WON = 1000.0


@parlour.bot("counter")
class CounterBot(ThinkingBot):
    about = "adds up what it has"
    tries = 10
    thrifty = False  # whether it counts only what the game is won by
    worst = False  # whether it goes by the worst world

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        counts: list[list[float]] = [[] for _ in legal]
        for world in self.worlds(view, self.tries):
            for i, action in enumerate(legal):
                counts[i].append(self.after(world, action))
        totals = [min(found) if self.worst else sum(found) for found in counts]
        return legal[totals.index(max(totals))]

    def after(self, world: parlour.State, action: str) -> float:
        """What is counted when an answer has had its effect, the others answering at random."""
        state = world.clone()
        over = STAGES[self.game.id]
        now = over(state.view(None))
        state.play(self.seat, action)
        for _ in range(LONGEST):
            if state.outcome is not None or over(state.view(None)) > now:
                break
            self.go_on(state)
        if state.outcome is not None:
            return WON if self.seat in state.outcome.winners else -WON
        return self.lead(state)

    def lead(self, state: parlour.State) -> float:
        worth = COUNTS[self.game.id](state.position(), self.thrifty)
        own = worth.pop(self.seat)
        return own - max(worth)

    def go_on(self, state: parlour.State) -> None:
        """One step, whoever makes it."""
        parlour.playout(state, self.rng, 1)


@parlour.bot("miser")
class MiserBot(CounterBot):
    about = "counts what the game is won by, and nothing else"
    thrifty = True


@parlour.bot("wary")
class WaryBot(CounterBot):
    about = "adds up what it has, and expects the worst"
    worst = True


@parlour.bot("planner")
class PlannerBot(CounterBot):
    about = "adds up what it has, and plans to go on so"
    tries = 4

    def go_on(self, state: parlour.State) -> None:
        if state.simultaneous() or state.actor() != self.seat:
            parlour.playout(state, self.rng, 1)
            return
        best, most = 0, -2 * WON
        for code in state.actions(self.seat):
            after = state.clone()
            after.apply(self.seat, code)
            if after.outcome is not None:
                count = WON if self.seat in after.outcome.winners else -WON
            else:
                count = self.lead(after)
            if count > most:
                best, most = code, count
        state.apply(self.seat, best)


@parlour.bot("loner")
class LonerBot(CounterBot):
    about = "adds up what it has, whatever the others do"

    def lead(self, state: parlour.State) -> float:
        return float(COUNTS[self.game.id](state.position(), self.thrifty)[self.seat])


@parlour.bot("spoiler")
class SpoilerBot(CounterBot):
    about = "does what is worst for the best of the others"

    def lead(self, state: parlour.State) -> float:
        worth = COUNTS[self.game.id](state.position(), self.thrifty)
        own = worth.pop(self.seat)
        return 0.3 * own - max(worth)


@parlour.bot("fickle")
class FickleBot(CounterBot):
    about = "has another taste in every game"

    def __init__(self, game: parlour.Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        # For what it has, for what wins, for what others have.
        self.taste = [0.1 * int(self.rng.below(16)) for _ in range(3)]

    def lead(self, state: parlour.State) -> float:
        table = state.position()
        worth = COUNTS[self.game.id](table, False)
        winning = COUNTS[self.game.id](table, True)
        own = worth.pop(self.seat)
        return float(self.taste[0] * own + self.taste[1] * winning[self.seat] - self.taste[2] * max(worth))


def count_photon(table: Mapping[str, Any], thrifty: bool) -> list[float]:
    if thrifty:
        return [base["gold"] + 0.5 * base["mines"] + 0.1 * base["towers"] for base in table["seats"]]
    return [
        base["gold"] + 2 * (base["mines"] + base["new_mines"]) + 1.5 * base["mercs"] + 2.5 * base["saloons"]
        + 2 * base["new_saloons"] + 2 * base["towers"]
        for base in table["seats"]
    ]  # fmt: skip


def count_crash(table: Mapping[str, Any], thrifty: bool) -> list[float]:
    worth = [0.0] * table["players"]
    for saucer in table["saucers"]:
        types = {member.split("-")[1] for member in saucer["crew"]}
        found = 10.0 * len(types)
        if not thrifty:
            found += 2.0 * (len(saucer["crew"]) - len(types))
            found += saucer["energy"] + 1.5 * saucer["boosters"] + 2.5 * len(saucer["upgrades"])
        wanted = [at for at, member in table["board_crew"].items() if member.split("-")[1] not in types]
        if saucer["at"] is None:
            found -= 3.0
        elif wanted:
            found -= 0.4 * min(apart(saucer["at"], at) for at in wanted)
        worth[saucer["seat"]] += found
    return worth


def apart(one: str, other: str) -> int:
    """How many steps it is from a space to another: `c5` to `a1` is 6."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def count_gold(table: Mapping[str, Any], thrifty: bool) -> list[float]:
    worth: list[float] = []
    for side, other in zip(table["seats"], reversed(table["seats"]), strict=True):
        found = sum(gold_on(card) for card in side["treasure"])
        found += 8.0 * sum(zeppelin["destroyed"] for zeppelin in other["zeppelins"])
        if not thrifty:
            found += 0.5 * len(side["hand"])
            found += 0.4 * sum(gold_on(card) for column in side["columns"] for card in column)
        worth.append(found)
    return worth


def gold_on(card: str) -> float:
    """What a card says it is worth: `o-gold-4` 4; a guest, whoever it is, 4 as well."""
    last = card.rsplit("-", 1)[1]
    return float(last) if last.isdigit() else 4.0


def count_mogul(table: Mapping[str, Any], thrifty: bool) -> list[float]:
    if thrifty:
        return [score + 0.2 * tokens for score, tokens in zip(table["scores"], table["tokens"], strict=True)]
    prices: dict[str, int] = {}
    for shares in table["shares"]:
        for share in shares:
            prices[share.split("-")[0]] = prices.get(share.split("-")[0], 0) + 1
    return [
        score + 0.4 * tokens + sum(0.8 * prices[share.split("-")[0]] for share in shares)
        for score, tokens, shares in zip(table["scores"], table["tokens"], table["shares"], strict=True)
    ]


def crash_stage(table: Mapping[str, Any]) -> int:
    """A plan shows what it is worth when the round is over, all else with the turn."""
    return int(table["round"]) * 100 + (99 if table["phase"] == "plan" else int(table["turns_done"]))


COUNTS = {
    "crash-and-grab": count_crash,
    "gold-n-crash": count_gold,
    "mogul": count_mogul,
    "photon-rush": count_photon,
}
# A number that grows when what was going on is over.
STAGES: dict[str, Callable[[Mapping[str, Any]], int]] = {
    "crash-and-grab": crash_stage,
    "gold-n-crash": lambda table: 0 if table["pending"] is not None else 1,
    "mogul": lambda table: int(table["round"]),
    "photon-rush": lambda table: int(table["round"]),
}
