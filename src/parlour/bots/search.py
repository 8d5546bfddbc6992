"""The bot that searches, and what it can say about its choice."""

from __future__ import annotations

import contextlib
import gc
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from parlour.bots.bot import UnknownBot, bot
from parlour.bots.engine.contest import PLAYERS, Contest, is_contest, mix_of
from parlour.bots.engine.search import Arm, Search
from parlour.bots.greedy import ThinkingBot
from parlour.rules.game import Game
from parlour.rules.judge import chances_learnt, instincts_of
from parlour.rules.network import Learned
from parlour.rules.state import State

ROOM = 400_000  # nodes and arms of one search: some 60 MB
FIRST = 12  # worlds that a search begins with
CHECK = 256  # after so many iterations a search asks whether its choice is clear
PUNCTUAL = 0.88  # of the time a search thinks: it must have answered, and cleared its tree away, when the time is over
TRIED = 16  # an answer that was tried so many times less than the first is not drawn
KNOWN = 48  # unless it was tried so often that what it is worth is known well enough for a leeway as wide as this
WIDE = 0.02
NEARLY = 2  # one that was tried at most so many times less than the first goes before it if it looks better
LEAST = 0.001  # the smallest leeway
FINE = 1_000_000  # a chance of 1, in whole numbers
FOLLOWED = 0.94  # the part of a judge's `anchor` that is left out where the others are known
DOUBTED = 16  # what was tried so many times looks half as good, or as bad, as its figures say
SELDOM = 4  # the same, where what was learnt is leant to
UNLIKELY = 0.002  # no answer counts as less likely to have been learnt
LINE = 8  # steps of the principal line
CERTAIN = 4000  # states that are looked at for a win that is certain, before the search
CERTAIN_EACH = 10  # the same for each iteration of a small budget
SLIGHT = 0.01  # what is mixed so seldom is not given
DEAR = 0.1  # of a win: to give way at such a loss is e times rarer


@bot("search")
class SearchBot(ThinkingBot):
    """Information-set Monte Carlo tree search, for a number of iterations or for a time. Where two answer at once, and
    the judge says so, there is no search: all pairs of answers are weighed by what was learnt (`engine/contest.py`)."""

    about = "thinks ahead in many imagined worlds"
    iterations = 2000  # 0: no limit
    seconds = 0.0  # 0: no limit

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.room = ROOM
        self.thought = 0  # iterations of the last search
        self.leanings: list[float] = []  # by arm: how much better it looks for what was learnt
        self.sure: list[int] = []  # the codes of a line that wins for certain, if there was one
        self._explained: dict[str, Any] = {}

    def limit(self, budget: str) -> None:
        try:
            if budget.endswith("s"):
                self.seconds, self.iterations = float(budget[:-1]), 0
            else:
                self.seconds, self.iterations = 0.0, int(budget)
        except ValueError:
            raise UnknownBot(f"a budget is a number of iterations or of seconds (500, 0.1s), not {budget!r}") from None
        if self.seconds <= 0 and self.iterations <= 0:
            raise UnknownBot(f"a budget is more than nothing, not {budget!r}")

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            self._explained = {"action": legal[0], "forced": True, "certain": False, "iterations": 0}
            self._explained |= {"candidates": [], "line": []}
            return legal[0]
        if self.judge.mixes and view["players"] == PLAYERS:
            world = self.imagine(self.ready(view))
            known = self.judge.learnt(world)
            if known is not None and is_contest(world):
                return self.mix(world, known, view, legal)
        with untidy():
            search, world = self.think(view, legal)
        if self.sure:
            self._explained = self.certainty(world)
            return str(self._explained["action"])
        names = {world.read(self.seat, action): action for action in legal}
        arms = [arm for arm in search.own_arms() if arm.code in names and arm.visits > 0]
        arms = self.rank(sorted(arms, key=lambda arm: (-arm.visits, -arm.total, names[arm.code])))
        if len(arms) > 1 and self.goes_in_circles(view):
            best = arms[1 + self.rng.below(len(arms) - 1)]  # what looked best has led here again: anything else
        else:
            sober = set(self.sober(world, legal))
            arms = self.rank([arm for arm in arms if names[arm.code] in sober] or arms)
            self.leanings = self.leanings_of(world, arms)
            together = world.simultaneous()
            leeway, instincts = (self.judge.freedom(world), self.instincts(world, arms)) if together else (0.0, [])
            best = self.decide(arms, leeway, instincts)
        self._explained = self.account(search, world, arms, names, best)
        return names[best.code]

    def mix(self, world: State, known: Learned, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        """One of the answers that both come to mix here, drawn."""
        end = time.perf_counter() + PUNCTUAL * self.seconds if self.seconds > 0 else 0.0
        contest = Contest(world, self.judge)
        codes = contest.answers_of(self.seat)
        mixed = mix_of(contest, known, self.judge, end)
        if mixed is None:  # too many pairs for so little time: as it was learnt, without a thought
            chances, worths = instincts_of(self.judge, world, self.seat, codes), [0.5] * len(codes)
        elif self.seat == 0:
            chances, worths = mixed.first, mixed.first_worths
        else:
            chances, worths = mixed.second, [1.0 - worth for worth in mixed.second_worths]
        chances = self.mixed_chances(chances)
        sober = {world.read(self.seat, action) for action in self.sober(world, legal)}
        places = [place for place, code in enumerate(codes) if code in sober] or list(range(len(codes)))
        places.sort(key=lambda place: (-chances[place], -worths[place]))
        weights = [round(FINE * chances[place]) if chances[place] >= SLIGHT else 0 for place in places]
        best = places[self.rng.weighted(weights) if any(weights) else 0]
        other = max((place for place in places if place != best), key=worths.__getitem__, default=best)
        if self.gives_way(view, worths[best] - worths[other]):
            best = other
        action = world.notation(self.seat, codes[best])
        self.sure = []
        self.thought = len(contest.ends) if mixed is not None else 0
        self._explained = {"action": action, "forced": False, "certain": False, "iterations": self.thought}
        self._explained["candidates"] = [
            {
                "action": world.notation(self.seat, codes[place]),
                "share": chances[place],
                "place": worths[place],
                "win": worths[place],
            }
            for place in places
        ]
        self._explained["line"] = [{"seat": self.seat, "action": action}]
        return action

    def mixed_chances(self, chances: list[float]) -> list[float]:
        """How likely each answer is given, where both come to mix theirs so."""
        return chances

    def gives_way(self, view: Mapping[str, Any], loss: float) -> bool:
        """Whether to leave the way on which the game goes round, at this loss. Two who strike each other down round
        after round may both be right, and whoever gives way first loses by it; but nobody waits for ever."""
        eager = self.times_met(view) ** 2 * math.exp(-max(loss, 0.0) / DEAR)
        return float(self.rng.below(FINE)) * self.judge.patience < FINE * eager

    def think(self, view: Mapping[str, Any], legal: Sequence[str]) -> tuple[Search, State]:
        """Search until the budget is used up; the search, and one world in which to read its codes. Nothing is searched
        if there is a line that wins for certain (`sure`)."""
        start = time.perf_counter()
        end = start + PUNCTUAL * self.seconds if self.seconds > 0 else 0.0
        ready = self.ready(view)
        search = Search(self.judge, self.seat, self.rng, self.room)
        if self.judge.styles > 1 and self.judge.casting:
            search.cast = [self.memory.likely_styles(seat) for seat in range(view["players"])]
        worlds = self.imagine_some(ready, FIRST)
        first = worlds[0]
        self.sure = self.certain_line(worlds, self.certain_states(), self.seconds)
        if self.sure:
            self.thought = 0
            return search, worlds[0]
        fresh = self.judge.fresh
        while True:
            left = self.iterations - search.iterations if self.iterations else fresh
            search.run(worlds, min(left, fresh), end)
            if search.iterations == self.iterations:
                break
            if end:
                now = time.perf_counter()
                if now >= end or self.may_stop(search, worlds[0], start, now, end):
                    break
            world = self.imagine(ready, first)
            if len(worlds) < self.judge.worlds:
                worlds.append(world)
            else:
                worlds[self.rng.below(len(worlds))] = world
        self.thought = search.iterations
        return search, worlds[0]

    def certain_states(self) -> int:
        """How many states may be looked at for a win that is certain: few where the budget is small."""
        return min(CERTAIN, CERTAIN_EACH * self.iterations) if self.iterations else CERTAIN

    def may_stop(self, search: Search, world: State, start: float, now: float, end: float) -> bool:
        """Whether its choice is clear before the time is over; who goes by iterations makes them all, so that the
        choice is the same on every machine."""
        return not self.iterations and search.iterations % CHECK == 0 and self.clear(search, world, start, now, end)

    def clear(self, search: Search, world: State, start: float, now: float, end: float) -> bool:
        """Whether no other arm can be tried as often as the first in the time that is left."""
        if world.simultaneous():
            return False  # there it is not the first alone that may be chosen
        visits = sorted(arm.visits for arm in search.own_arms())
        lead = float(visits[-1] - visits[-2]) if len(visits) > 1 else 0.0
        return lead > float(search.iterations) * (end - now) / (now - start)

    def worth(self, arm: Arm) -> float:
        """What an arm looks worth when one of them is chosen."""
        return arm.mean()

    def rank(self, arms: list[Arm]) -> list[Arm]:
        """Those tried most first; but of the arms that were tried nearly as often as the first, the one that looks
        best goes before it."""
        best = max((arm for arm in arms if NEARLY * arm.visits >= arms[0].visits), key=self.worth)
        return [best, *[arm for arm in arms if arm is not best]]

    def leanings_of(self, world: State, arms: list[Arm]) -> list[float]:
        """How much better each arm looks for what was learnt, where the judge lets a search lean to that; else none."""
        chances = chances_learnt(self.judge, world, self.seat, [arm.code for arm in arms])
        return [self.judge.incline * math.log(max(chance, UNLIKELY)) for chance in chances]

    def instincts(self, world: State, arms: list[Arm]) -> list[float]:
        """How likely each arm would be chosen without a search, by what was learnt; none where nothing was."""
        return instincts_of(self.judge, world, self.seat, [arm.code for arm in arms])

    def decide(self, arms: list[Arm], leeway: float, instincts: list[float]) -> Arm:
        """The first arm. Where all answer at once (with some leeway) it is drawn, those that look better more often: a
        habit could be read."""
        if self.leanings:
            return self.draw_leaning(arms, leeway)
        if leeway <= 0.0:
            return arms[0]
        if any(instincts):
            return self.draw_by_instinct(arms, instincts, leeway)
        most = max(arm.visits for arm in arms)
        enough = KNOWN if leeway >= WIDE else most
        tried = [arm for arm in arms if TRIED * arm.visits >= most or arm.visits >= enough]
        return self.draw_arm(tried, [self.worth(arm) for arm in tried], [1.0 / len(tried)] * len(tried), leeway)

    def draw_by_instinct(self, arms: list[Arm], instincts: list[float], least: float) -> Arm:
        """An arm as it was learnt to choose it, the oftener the better it looks: the others may be other players than
        those that were imagined, so looks count for more the better these are known, but the leeway is never less than
        this. What was tried seldom looks much like the rest."""
        visits = sum(arm.visits for arm in arms)
        mean = sum(arm.total for arm in arms) / visits
        looks = [mean + (self.worth(arm) - mean) * arm.visits / (arm.visits + DOUBTED) for arm in arms]
        leeway = max(self.judge.anchor * (1.0 - FOLLOWED * self.memory.familiarity()), least)
        return self.draw_arm(arms, looks, instincts, leeway)

    def draw_leaning(self, arms: list[Arm], leeway: float) -> Arm:
        """The arm that looks best, what was learnt being leant to; where all answer at once it is drawn."""
        mean = sum(arm.total for arm in arms) / sum(arm.visits for arm in arms)
        looks = [
            mean + (self.worth(arm) - mean) * arm.visits / (arm.visits + SELDOM) + leaning
            for arm, leaning in zip(arms, self.leanings, strict=True)
        ]
        if leeway <= 0.0:
            return arms[looks.index(max(looks))]
        return self.draw_arm(arms, looks, [1.0 / len(arms)] * len(arms), leeway)

    def draw_arm(self, arms: list[Arm], looks: list[float], chances: list[float], leeway: float) -> Arm:
        """One of these arms: each by its chance, and what looks worse by the leeway e times less often."""
        best = max(looks)
        # Where the game is all but decided nothing is left to chance.
        leeway = max(leeway * 2.0 * min(best, 1.0 - best), LEAST)
        weights = [
            round(FINE * chance * math.exp((look - best) / leeway)) for look, chance in zip(looks, chances, strict=True)
        ]
        return arms[self.rng.weighted(weights)] if any(weights) else arms[0]

    # -- why -------------------------------------------------------------------------------------------

    @property
    def explain(self) -> dict[str, Any]:
        """Why the last choice was made.

        `candidates`, best first: `action`, its share of the visits, `place` (1: expected first, 0: expected last) and
        `win`, the estimated chance to win. `line`: how the game is most likely to go on, as far as the search saw;
        `certain`: it wins in every world that was imagined, whatever others do.
        """
        return self._explained

    def certainty(self, world: State) -> dict[str, Any]:
        """The account of a win that nobody can prevent: its line, and nothing else to compare."""
        state = world.clone()
        steps: list[dict[str, Any]] = []
        for code in self.sure:
            steps.append({"seat": self.seat, "action": state.notation(self.seat, code)})
            state.apply(self.seat, code)
        only = {"action": steps[0]["action"], "share": 1.0, "place": 1.0, "win": 1.0}
        return {
            "action": only["action"],
            "forced": False,
            "certain": True,
            "iterations": 0,
            "candidates": [only],
            "line": steps,
        }

    def account(
        self, search: Search, world: State, arms: list[Arm], names: dict[int, str], best: Arm
    ) -> dict[str, Any]:
        visits = float(sum(arm.visits for arm in arms))
        return {
            "action": names[best.code],
            "forced": False,
            "certain": False,
            "iterations": search.iterations,
            "candidates": [
                {
                    "action": names[arm.code],
                    "share": float(arm.visits) / visits,
                    "place": arm.mean(),
                    "win": arm.wins / float(arm.visits),
                }
                for arm in arms
            ],
            "line": principal_line(search, world.clone(), best, self.seat),
        }


@contextlib.contextmanager
def untidy() -> Iterator[None]:
    """Leave Python's search for reference cycles off: a tree of half a million nodes has none."""
    tidy = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if tidy:
            gc.enable()


def principal_line(search: Search, state: State, best: Arm, seat: int) -> list[dict[str, Any]]:
    """The steps visited most, from the root on, until chance decides or the search knew too little.

    It is told in one of the imagined worlds and shows only what the search saw as possible from the view.
    """
    line: list[dict[str, Any]] = []
    node = 0  # the root
    code: int | None = best.code
    while len(line) < LINE:
        asked = state.owing()
        if not asked:
            break
        simultaneous = state.simultaneous()
        if simultaneous and seat not in asked:
            break
        # Of a simultaneous question only the thinker's own answer is told, and the line ends there.
        who = seat if simultaneous else asked[0]
        codes = state.actions(who)
        if code is None:
            arms = [arm for arm in search.arms_of(node, who) if arm.code in codes and arm.visits > 2]
            if len(codes) == 1:
                code = codes[0]
            elif arms:
                code = max(arms, key=lambda arm: arm.visits).code
            else:
                break
        line.append({"seat": who, "action": state.notation(who, code)})
        if simultaneous:
            break
        state.apply(who, code)
        child = search.children.find(node, search.key(2, code, search.judge.sight(state, seat)))
        if child < 0:
            break
        node, code = child, None
    return line
