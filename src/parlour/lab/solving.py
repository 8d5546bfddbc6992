"""A network learns what a game for two is worth by solving every question of it.

Where two answer at once, what both should mix follows from what each pair of answers leads to (`engine/contest.py`),
and what that is worth follows with it. So there is nobody to play against. Tables are played on by what both mix, with
now and then an answer of any kind, so that it gets to know places where nobody who plays well would be. Each question
on the way is solved by what the network says of the next ones, and that is what it learns to expect and to answer: what
is true of the end of a game spreads from there to its beginning.
"""

from __future__ import annotations

from typing import Any

from parlour.bots.engine.contest import PLAYERS, Contest, Mix, is_contest, mix_by
from parlour.lab.learning import Layers, in_pieces, numpy_here, see, squeeze_all
from parlour.rules.chance import Rng
from parlour.rules.game import Game
from parlour.rules.judge import judge_of
from parlour.rules.network import inputs_of
from parlour.rules.state import State

TABLES = 192
TURNS = 40  # questions at each table in a lesson
LONGEST = 120  # questions after which a game is given up
ANYTHING = 0.15  # the part of answers that are drawn from all
EPOCHS = 4
PIECE = 512  # rows of a step
GUIDED = 0.5  # what it counts to answer as both mix, against to know what comes of it


class Solving:
    """Lessons, each so many questions at so many tables."""

    def __init__(self, game: Game, layers: Layers, seed: int) -> None:
        self.np = numpy_here()
        self.game = game
        self.layers = layers
        self.seed = seed
        self.judge: Any = judge_of(game.id)
        self.inputs = inputs_of(game)
        self.kinds = int(self.inputs.answers(int(PLAYERS)))
        self.scatter: Any = getattr(game.module("sparring"), "scatter", None)
        self.lessons = 0
        self.games = 0
        self.begin_stage()

    def begin_stage(self) -> None:
        """Begin all games anew: here a run may be ended, and taken up again."""
        self.tables = [self.sit() for _ in range(TABLES)]
        self.ages = [0] * TABLES

    def sit(self) -> State:
        """A new game, or a place in the middle of one."""
        self.games += 1
        seed = f"{self.seed}:{self.lessons}:{self.games}"
        state = self.game.new(int(PLAYERS), seed=seed)
        if self.scatter is not None:
            self.scatter(state, Rng(seed))
        return state

    def facts(self) -> dict[str, Any]:
        """What a run goes on from, besides its layers: before `begin_stage`."""
        return {"lessons": self.lessons, "games": self.games}

    def refill(self, facts: Any) -> None:
        self.lessons, self.games = int(facts["lessons"]), int(facts["games"])
        self.begin_stage()

    def lesson(self) -> dict[str, float]:
        """Play on, then learn from it; how it went."""
        np = self.np
        chance = np.random.default_rng([self.seed, self.lessons])
        turns = [self.turn(chance) for _ in range(TURNS)]
        columns = [np.concatenate(some) for some in zip(*turns, strict=True)]
        self.lessons += 1
        return {"games": self.games, "rows": len(columns[0]), **self.learn(columns, chance)}

    def turn(self, chance: Any) -> list[Any]:
        """Solve the question at every table, and answer it; what both seats saw, and should have said of it."""
        np = self.np
        contests = [Contest(state, self.judge) for state in self.tables]
        ends = [end for contest in contests for end in contest.ends]
        worths = self.hopes(ends)
        rows: list[tuple[Any, ...]] = []
        at = 0
        for place, (state, contest) in enumerate(zip(self.tables, contests, strict=True)):
            mix = mix_by(contest, worths[at : at + len(contest.ends)])
            at += len(contest.ends)
            drawn: list[int] = []
            for seat in range(int(PLAYERS)):
                rows.append(self.row(state, contest, mix, seat))
                drawn.append(self.draw(mix.second if seat else mix.first, chance))
            self.go_on(place, contest.ends[drawn[0] * len(contest.answers_of(1)) + drawn[1]])
        seen = see(self.inputs, [state for state, *_ in rows], [seat for _, seat, *_ in rows])
        return [seen, *[np.array(column, "f") for column in list(zip(*rows, strict=True))[2:]]]

    def hopes(self, ends: list[State]) -> list[float]:
        """The first seat's chance to win, as both sides see it."""
        outcomes = [end.outcome for end in ends]
        open_ends = [end for end, outcome in zip(ends, outcomes, strict=True) if outcome is None]
        found: list[float] = []
        if open_ends:
            count = len(open_ends)
            seen = see(self.inputs, open_ends * 2, [0] * count + [1] * count)
            winning = squeeze_all(self.np, self.layers.outputs(seen)[:, int(PLAYERS)])
            found = (0.5 * (winning[:count] + 1.0 - winning[count:])).tolist()
        hoped = iter(found)
        return [
            next(hoped) if outcome is None else (1.0 / len(outcome.winners) if 0 in outcome.winners else 0.0)
            for outcome in outcomes
        ]

    def row(self, state: State, contest: Contest, mix: Mix, seat: int) -> tuple[Any, ...]:
        """What a seat should expect (its own share, the other's, and its own again: its chance to win), how many
        answers of each kind there are, and how likely each kind is."""
        weights, chances = [0.0] * self.kinds, [0.0] * self.kinds
        codes = contest.answers_of(seat)
        if len(codes) > 1:
            for code in state.actions(seat):
                weights[int(self.inputs.kind(state, seat, code))] += 1.0
            for code, part in zip(codes, mix.second if seat else mix.first, strict=True):
                chances[int(self.inputs.kind(state, seat, code))] += part
        share = 1.0 - mix.worth if seat else mix.worth
        return state, seat, [share, 1.0 - share, share], weights, chances

    def draw(self, chances: list[float], chance: Any) -> int:
        np = self.np
        if chance.random() < ANYTHING:
            return int(chance.integers(len(chances)))
        sums = np.cumsum(chances)
        return min(int(np.searchsorted(sums, chance.random() * sums[-1], "right")), len(chances) - 1)

    def go_on(self, place: int, state: State) -> None:
        self.ages[place] += 1
        if state.outcome is None and is_contest(state) and self.ages[place] < LONGEST:
            self.tables[place] = state
        else:
            self.tables[place], self.ages[place] = self.sit(), 0

    # -- learning ----------------------------------------------------------------------------------

    def learn(self, columns: list[Any], chance: Any) -> dict[str, float]:
        np = self.np
        seen = columns[0]
        missed = strayed = 0.0
        pieces = 0
        for some in in_pieces(chance, len(seen), EPOCHS, PIECE):
            layers = self.layers.forward(seen[some])
            slope, miss, stray = self.slope(layers[-1], *[column[some] for column in columns[1:]])
            self.layers.learn(layers, (slope / len(some)).astype("f"))
            missed, strayed, pieces = missed + miss, strayed + stray, pieces + 1
        return {"error": float(np.sqrt(missed / pieces)), "astray": strayed / pieces}

    def slope(self, outputs: Any, came: Any, weights: Any, chances: Any) -> tuple[Any, float, float]:
        """That of the loss by the outputs; how far off what it expects is (squared), and of its answers which part."""
        np = self.np
        count = int(PLAYERS) + 1
        asked = weights.any(1)[:, None]
        likes = np.where(weights > 0, outputs[:, count:], -1e9)
        likes = np.where(asked, likes - likes.max(1, keepdims=True), 0.0)
        mass = weights * np.exp(likes)
        given = mass / np.maximum(mass.sum(1, keepdims=True), 1e-9)
        astray = np.where(asked, given - chances, 0.0)
        off = squeeze_all(np, outputs[:, :count]) - came
        slope = np.concatenate([off, GUIDED * astray], 1)
        part = 0.5 * np.abs(astray).sum() / max(1, int(asked.sum()))
        return slope, float((off[:, -1] ** 2).mean()), float(part)
