"""Why an answer: what the judge sees in it and in the second best, as changes of the things that it counts.

A judge says what its standing is the sum of (`Judge.terms`). Both answers are carried out in the same imagined worlds,
up to where it shows what came of them; whatever changes most, and differently, is told. The game's words have a phrase
for each thing (`Words.gain`), so that `Words.reasons` makes sentences of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.bots.bot import make_bot
from parlour.bots.engine.glance import settle
from parlour.bots.greedy import ThinkingBot
from parlour.bots.search import SearchBot
from parlour.faces.words import Words
from parlour.rules.chance import Rng
from parlour.rules.events import Event
from parlour.rules.game import Components, Game
from parlour.rules.state import State

BUDGET = "600"  # iterations of a search that somebody waits for
WORLDS = 12  # in which both answers are tried
MOST = 3  # things that are told of an answer
SLIGHT = 0.02  # of the judge's scale: what changes less is not worth a word
HOPE = 0.05  # as much of that is enough for a promise, which is small beside what is there already
STEEP = 0.25  # what a lead of the judge's scale adds to a chance, at even: a promise in points
WIN = "win"  # the game is over, and this seat has won it
LOSS = "loss"  # it is over, and somebody else has
PROMISE = "promise"  # what an answer prepares, as its judge sees it

Thing = tuple[int, str, int]  # a seat, what the judge counts, which of several
Changes = dict[Thing, tuple[float, float]]  # by thing, how much more there is of it, and what that is worth


@dataclass(frozen=True)
class Effect:
    """What an answer does to one thing of one seat."""

    seat: int
    name: str
    which: int
    change: float  # how much more of it there is, on average
    worth: float  # what that is worth to whoever answers, in the judge's points


@dataclass(frozen=True)
class Reasons:
    """Why one answer, and what would speak for another; both as what they change, the most important first."""

    chosen: list[Effect]
    second: list[Effect]


@dataclass(frozen=True)
class Hint:
    """An answer that a bot would give, the second best if there is one, and why."""

    action: str
    second: str | None
    certain: bool  # it wins, whatever others do
    reasons: Reasons


class Adviser:
    """Thinks for a person, from what the person's seat has seen."""

    def __init__(
        self, game: Game, seat: int, seed: object, components: Components = None, budget: str = BUDGET
    ) -> None:
        made = make_bot(f"search:{budget}", game, seat, f"hint:{seed}", components)
        assert isinstance(made, SearchBot)
        self.bot = made

    def see(self, event: Event) -> None:
        self.bot.see(event)

    def advise(self, view: Mapping[str, Any], legal: Sequence[str]) -> Hint:
        """What to answer, and why not the second best."""
        action = self.bot.choose(view, legal)
        account = self.bot.explain
        others = [found["action"] for found in account["candidates"] if found["action"] != action]
        second = others[0] if others else None
        if second is None and not account["certain"]:
            return Hint(action, None, False, Reasons([], []))
        return Hint(action, second, account["certain"], find_reasons(self.bot, view, action, second))


def tell_hint(hint: Hint, words: Words, view: Mapping[str, Any], seat: int) -> list[str]:
    """A hint in sentences: the answer with what speaks for it, then the second best."""
    told = [(words.t("A bot would choose"), hint.action, hint.reasons.chosen)]
    if hint.second is not None:
        told.append((words.t("Second best"), hint.second, hint.reasons.second))
    found = []
    reasons = ""
    for what, action, effects in told:
        why = words.reasons([(effect.seat, effect.name, effect.which, effect.change) for effect in effects], seat)
        found.append(f"{words.about(what, words.action(action, view).rstrip('.'))}. {why}".rstrip())
        reasons += why
    if hint.second is not None and not reasons:
        found.append(words.t("One step ahead both look much the same."))
    return found


def find_reasons(bot: ThinkingBot, view: Mapping[str, Any], chosen: str, second: str | None = None) -> Reasons:
    """What the bot's judge sees in an answer to its question, and in a second one."""
    worlds = bot.worlds(view, min(WORLDS, max(2, bot.judge.glances)))
    first = changes(bot, worlds, chosen)
    other = changes(bot, worlds, second) if second is not None else {}

    def slight(thing: Thing) -> float:
        return SLIGHT * bot.judge.scale * (HOPE if thing[1] == PROMISE else 1.0)

    def difference(thing: Thing) -> float:
        return abs(first.get(thing, (0.0, 0.0))[1] - other.get(thing, (0.0, 0.0))[1])

    def weight(thing: Thing) -> float:
        return abs(first[thing][1])

    telling = [thing for thing in {**first, **other} if difference(thing) >= slight(thing)]
    if telling:
        telling.sort(key=difference, reverse=True)
        weigh_promises(first, other)
    else:  # both do the same: then that
        telling = sorted((thing for thing in first if weight(thing) >= slight(thing)), key=weight, reverse=True)
    telling = telling[:MOST]
    return Reasons(*([effect(thing, found) for thing in telling if thing in found] for found in (first, other)))


def weigh_promises(first: Changes, other: Changes) -> None:
    """A promise is no thing to be counted: of two answers it is told how much more the one promises than the other."""
    for thing in [thing for thing in {**first, **other} if thing[1] == PROMISE]:
        more = first.get(thing, (0.0, 0.0))[1] - other.get(thing, (0.0, 0.0))[1]
        first[thing], other[thing] = (more, more), (-more, -more)


def effect(thing: Thing, found: Changes) -> Effect:
    return Effect(*thing, *found[thing])


def changes(bot: ThinkingBot, worlds: Sequence[State], action: str) -> Changes:
    """By thing, how much more there is of it after an answer, and what that is worth to the bot: means over worlds."""
    judge = bot.judge
    total: Changes = {}

    def add(thing: Thing, amount: float, worth: float) -> None:
        known = total.get(thing, (0.0, 0.0))
        total[thing] = (known[0] + amount / len(worlds), known[1] + worth / len(worlds))

    for number, world in enumerate(worlds):
        code = world.read(bot.seat, action)
        after = world.clone()
        settle(after, judge, bot.seat, code, Rng(f"why:{number}"))  # both answers meet the same luck
        promised = judge.promise(world, bot.seat, code) / STEEP * judge.scale
        if promised:
            add((bot.seat, PROMISE, -1), promised, promised)
        outcome = after.outcome
        if outcome is not None and world.players > 1:
            won = bot.seat in outcome.winners
            add((bot.seat, WIN if won else LOSS, -1), 1.0, 10.0 * judge.scale * (1.0 if won else -1.0))
            continue  # nothing else counts then
        for seat in range(world.players):
            # Of several rivals each is a part of what stands against the bot.
            side = 1.0 if seat == bot.seat else -1.0 / float(world.players - 1)
            for state, sign in ((world, -1.0), (after, 1.0)):
                for term in judge.terms(state, seat):
                    add((seat, term.name, term.which), sign * term.amount, sign * side * term.worth)
    return {thing: found for thing, found in total.items() if abs(found[0]) > 1e-9}
