"""A network learns to answer by playing: against itself, past selves and the game's sparring partners.

Proximal policy optimisation: an answer that turned out better than expected is made more likely, but never by much in
one lesson. At every table one seat or more is the learner's; the others are drawn anew for every game. What counts is
to win. The learner is drawn too, never certain of its answer: where all choose at the same time a habit can be read.

Where a game says what its answers are when the others sit in another order (`Inputs.turn`), the learner is shown them
in any order, drawn anew for every decision: nobody is preferred for where they sit.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from parlour.lab.learning import Layers, doubt, in_pieces, numpy_here, see, squeeze_all
from parlour.lab.pool import a_pool
from parlour.lab.together import Together
from parlour.rules.chance import Rng
from parlour.rules.game import Game, find
from parlour.rules.judge import answer_of_style, judge_of, places, sensible_answer, share_of_win
from parlour.rules.network import draw_kind, inputs_of, orders_of
from parlour.rules.state import NATURE, NOBODY, State

TRACE = 0.9  # lambda of the advantages; nothing is discounted
CLIP = 0.2
ROOMS = 2  # in which half of the games are played: with two processes each has one
TABLES = 128  # of a room, played at the same time
FINE = 1_000_000  # a chance is drawn by a number below this
LONGEST = 300  # answers after which a game is given up; a game of longer ones says so (`sparring.py`)
GLANCE = 3  # one answer in so many, on average, is looked at by somebody else too
PIECE = 1024  # rows of a step
EPOCHS = 3
SELF, PAST, PARTNER = range(3)  # who may sit in a seat


class Decision(NamedTuple):
    """One answer of the learner: what it saw, which kinds of answers were how likely, and which one it was."""

    seen: Any
    weights: Any  # by kind: how many answers of it there were; 0: none
    kind: int
    log_chance: float
    expected: float  # chance to win
    seats: Any  # the order in which it saw the others


class Glimpse(NamedTuple):
    """What another seat saw when one was asked: a search of that seat may have to judge it."""

    seat: int
    seen: Any


class PracticeTable:
    """A game that is being played, and who plays it."""

    def __init__(self, game: Game, players: int, seed: str, partner: Any, longest: int, company: Sequence[int]) -> None:
        self.rng = Rng(seed)
        self.state: State = game.new(players, seed=seed)
        self.answers = 0
        self.longest = longest
        own = self.rng.below(players)
        kinds = [SELF if seat == own else self.draw_kind(*company) for seat in range(players)]
        self.kinds = kinds
        self.partners: list[Any] = [partner(self.rng) if kind == PARTNER else None for kind in kinds]
        if players > 2 and self.rng.below(2) == 0:  # at every other table all of them are of one mind
            met = [one for one in self.partners if one is not None]
            self.partners = [met[0] if one is not None else None for one in self.partners]
        self.watchers = [one for one in {id(one): one for one in self.partners}.values() if hasattr(one, "watch")]
        self.together = Together(self.state, self.tell_partners if self.watchers else None)
        self.past = self.rng.below(FINE)  # which of the past selves
        self.made: list[list[Decision]] = [[] for _ in range(players)]
        self.glimpses: list[Glimpse] = []

    def tell_partners(self, state: State, answers: dict[int, int]) -> None:
        for partner in self.watchers:
            partner.watch(state, answers)

    def draw_kind(self, myself: int, before: int) -> int:
        drawn = self.rng.below(100)
        return SELF if drawn < myself else PAST if drawn < myself + before else PARTNER

    def next_seat(self) -> int:
        """Play what nobody learns from, till a seat with a choice that a network answers for is asked; `NOBODY` when it
        is over."""
        state = self.state
        while True:
            seat = self.together.next_to_answer()
            if seat == NOBODY or self.answers > self.longest:
                return int(NOBODY)
            if seat == NATURE:
                state.apply(NATURE, state.chance_code(self.rng))
                continue
            codes = state.codes(seat)
            if self.kinds[seat] != PARTNER and len(codes) > 1:
                return seat
            partner = self.partners[seat]
            self.answers += 1
            self.together.take(seat, codes[0] if len(codes) == 1 else partner.answer(state, seat, self.rng))


class Course(NamedTuple):
    """What is practised, and with whom."""

    game_id: str
    players: int
    sizes: list[int]  # of the layers
    seed: str
    company: Sequence[int]  # of 100 other seats: so many are the learner as it is, and so many as it was
    tables: int  # that are played at the same time in a room


class PracticeRoom:
    """Tables at which a learner plays. Rooms know nothing of each other, so each may be in a process of its own."""

    def __init__(self, course: Course, number: int) -> None:
        self.np = numpy_here()
        self.course = course
        self.number = number
        self.game = find(course.game_id)
        self.players = course.players
        self.inputs = inputs_of(self.game)
        self.layers = Layers(course.sizes, self.np.random.default_rng(0), 0.0)
        self.past: list[list[Any]] = []
        module = self.game.module("sparring")
        self.partner: Any = module.PARTNER if module is not None else StyledPartner
        self.longest: int = getattr(module, "LONGEST", LONGEST)
        self.opening: Any = getattr(module, "opening", None)
        self.judge: Any = getattr(self.game.module("judge"), "JUDGE", None)
        self.orders = orders_of(self.game, self.players, self.inputs)
        self.nothing = self.np.zeros(int(self.inputs.answers(self.players)), "f")
        self.turned = self.np.array([order.inputs for order in self.orders])
        self.in_turn = not self.game.new(self.players, seed=course.seed).simultaneous()
        self.games = 0
        self.lessons = 0
        self.tables: list[PracticeTable] = []

    def begin_stage(self, past: list[list[Any]], lessons: int, games: int) -> None:
        """Begin all games anew, with these past selves: here a run may be ended, and taken up again."""
        self.past, self.lessons, self.games = past, lessons, games
        self.tables = [self.sit() for _ in range(self.course.tables)]

    def sit(self) -> PracticeTable:
        self.games += 1
        seed = f"{self.course.seed}:{self.number}:{self.lessons}:{self.games}"
        return PracticeTable(self.game, self.players, seed, self.partner, self.longest, self.course.company)

    def play(self, parameters: list[Any], decisions: int) -> tuple[list[Any], list[float]]:
        """Play till there are so many decisions of the learner: their columns, and its shares at tables with partners
        only."""
        self.layers.parameters = parameters
        rows: list[tuple[Any, ...]] = []
        shares: list[float] = []
        while len(rows) < decisions:
            asked: list[tuple[PracticeTable, int]] = []
            for place, table in enumerate(self.tables):
                seat = table.next_seat()
                while seat == NOBODY:
                    self.finish(table, rows, shares)
                    table = self.tables[place] = self.sit()
                    seat = table.next_seat()
                asked.append((table, seat))
            self.answer_all(asked)
        self.lessons += 1
        return [self.np.array(column) for column in zip(*rows, strict=True)], shares

    def answer_all(self, asked: list[tuple[PracticeTable, int]]) -> None:
        np = self.np
        seen = see(self.inputs, [table.state for table, _ in asked], [seat for _, seat in asked])
        drawn_orders = [table.rng.below(len(self.orders)) for table, _ in asked]
        seen = np.take_along_axis(seen, self.turned[drawn_orders], 1)
        outputs = self.layers.outputs(seen)
        by_past: dict[int, list[int]] = {}
        for row, (table, seat) in enumerate(asked):
            if table.kinds[seat] == PAST:
                by_past.setdefault(table.past % len(self.past), []).append(row)
        self_now = self.layers.parameters
        for which, members in by_past.items():
            self.layers.parameters = self.past[which]
            outputs[members] = self.layers.outputs(seen[members])
        self.layers.parameters = self_now
        expected = squeeze_all(np, outputs[:, self.players]).tolist()
        likes = outputs[:, self.players + 1 :].tolist()
        self.glance(asked)
        for row, (table, seat) in enumerate(asked):
            table.answers += 1
            order = self.orders[drawn_orders[row]]
            drawn = draw_kind(self.inputs, table.state, seat, likes[row], order.kinds, table.rng)
            if drawn is None:  # what no network learns: as the judge would
                table.together.take(seat, sensible_answer(self.judge, table.state, seat, table.rng))
                continue
            given = self.opening(table.state, seat, table.rng) if self.opening is not None else None
            if given is not None:  # nothing is learnt of what was not its choice
                table.together.take(seat, given)
                continue
            if table.kinds[seat] == SELF:
                weights = np.array(drawn.weights, "f")
                table.made[seat].append(
                    Decision(seen[row], weights, drawn.kind, drawn.log_chance, expected[row], order.seats)
                )
            table.together.take(seat, drawn.code)

    def glance(self, asked: list[tuple[PracticeTable, int]]) -> None:
        """Where one is asked after the other: now and then, what somebody else sees meanwhile."""
        if not self.in_turn:
            return
        lookers = [
            (table, (seat + 1 + table.rng.below(self.players - 1)) % self.players)
            for table, seat in asked
            if table.rng.below(GLANCE) == 0
        ]
        if lookers:
            views = see(self.inputs, [table.state for table, _ in lookers], [seat for _, seat in lookers])
            for (table, seat), seen in zip(lookers, views, strict=True):
                table.glimpses.append(Glimpse(seat, seen))

    def finish(self, table: PracticeTable, rows: list[tuple[Any, ...]], shares: list[float]) -> None:
        """What came of a game, for each decision of the learner in it."""
        outcome = table.state.result()
        if outcome is None:
            return
        worths = places(outcome, self.players)
        for glimpse in table.glimpses:
            seat = glimpse.seat
            came = [*worths[seat:], *worths[:seat], share_of_win(outcome, seat)]
            rows.append((glimpse.seen, self.nothing, 0, 0.0, 0.0, came))
        for seat, made in enumerate(table.made):
            if not made:
                continue
            share = share_of_win(outcome, seat)
            if table.kinds.count(PARTNER) == self.players - 1:
                shares.append(share)
            after, advantage = share, 0.0
            for decision in reversed(made):
                advantage = after - decision.expected + TRACE * advantage
                after = decision.expected
                turned = [worths[(seat + step) % self.players] for step in decision.seats]
                rows.append((*decision[:4], advantage, [*turned, share]))


# In a worker: its room.
_rooms: list[PracticeRoom] = []


def open_room(course: Course, number: int) -> None:
    _rooms[:] = [PracticeRoom(course, number)]


def begin_stage_here(past: list[list[Any]], lessons: int, games: int) -> None:
    _rooms[0].begin_stage(past, lessons, games)


def play_here(parameters: list[Any], decisions: int) -> tuple[list[Any], list[float], int, float]:
    """What `PracticeRoom.play` gives, the games that were begun there so far, and this process's processor time."""
    columns, shares = _rooms[0].play(parameters, decisions)
    return columns, shares, _rooms[0].games, time.process_time()


class Practice:
    """Lessons, each so many decisions of the learner."""

    def __init__(self, course: Course, layers: Layers, decisions: int, jobs: int = 1) -> None:
        self.np = numpy_here()
        self.players = course.players
        self.layers = layers
        self.entropy = 0.02  # what it is worth to be undecided
        self.decisions = decisions  # of a lesson
        self.past: list[list[Any]] = [layers.copy()]
        self.games = [0] * ROOMS
        self.lessons = 0
        self.others_spent = [0.0] * ROOMS  # seconds of processor time in other processes
        self.rooms: list[PracticeRoom] = []
        self.pools: list[Any] = []
        if jobs > 1:
            self.pools = [a_pool(1) for _ in range(ROOMS)]
            for number, pool in enumerate(self.pools):
                pool.submit(open_room, course, number).result()
        else:
            self.rooms = [PracticeRoom(course, number) for number in range(ROOMS)]
        self.begin_games()

    def begin_games(self) -> None:
        for room, games in zip(self.rooms, self.games, strict=False):
            room.begin_stage(self.past, self.lessons, games)
        waiting = [
            pool.submit(begin_stage_here, self.past, self.lessons, games)
            for pool, games in zip(self.pools, self.games, strict=False)
        ]
        for one in waiting:
            one.result()

    def begin_stage(self) -> None:
        """Keep the learner as a past self and begin all games anew: here a run may be ended, and taken up again."""
        self.past.append(self.layers.copy())
        self.begin_games()

    def facts(self) -> dict[str, Any]:
        """What a run goes on from, besides its layers: after `begin_stage`."""
        found: dict[str, Any] = {"games": self.games, "lessons": self.lessons, "selves": len(self.past)}
        for which, parameters in enumerate(self.past):
            found |= {f"past{which}-{place}": given for place, given in enumerate(parameters)}
        return found

    def refill(self, facts: Any) -> None:
        self.games, self.lessons = [int(games) for games in facts["games"]], int(facts["lessons"])
        count = len(self.layers.parameters)
        self.past = [[facts[f"past{which}-{place}"] for place in range(count)] for which in range(int(facts["selves"]))]
        self.begin_games()

    def close(self) -> None:
        for pool in self.pools:
            pool.shutdown()

    def lesson(self) -> dict[str, float]:
        """Play, then learn from it; how it went."""
        each = self.decisions // ROOMS
        parameters = self.layers.parameters
        played: list[tuple[list[Any], list[float]]] = [room.play(parameters, each) for room in self.rooms]
        self.games = [room.games for room in self.rooms] or self.games
        waiting = [pool.submit(play_here, parameters, each) for pool in self.pools]
        for number, one in enumerate(waiting):
            columns, shares, self.games[number], self.others_spent[number] = one.result()
            played.append((columns, shares))
        self.lessons += 1
        columns = [self.np.concatenate(some) for some in zip(*[part[0] for part in played], strict=True)]
        shares = [share for part in played for share in part[1]]
        lost = self.learn(columns)
        return {
            "games": sum(self.games),
            "rows": len(columns[0]),
            "share": sum(shares) / max(1, len(shares)),
            **lost,
        }

    # -- learning ----------------------------------------------------------------------------------

    def learn(self, columns: list[Any]) -> dict[str, float]:
        np = self.np
        seen, weights, kind, log_chance, advantage, came = columns
        answered = weights.any(1)  # the others are glimpses
        advantage = answered * (advantage - advantage[answered].mean()) / (advantage[answered].std() + 1e-8)
        weights[~answered, 0] = 1.0  # an only answer: nothing is learnt about it
        came = came.astype("f")
        chance = np.random.default_rng([self.lessons, 17])
        lost = mixed = 0.0
        pieces = 0
        for some in in_pieces(chance, len(kind), EPOCHS, PIECE):
            layers = self.layers.forward(seen[some])
            slope, entropy = self.slope(
                layers[-1], weights[some], kind[some], log_chance[some], advantage[some], came[some]
            )
            lost += float(doubt(np, squeeze_all(np, layers[-1][:, self.players]), came[some, self.players]).mean())
            mixed += entropy
            pieces += 1
            self.layers.learn(layers, slope / len(some))
        return {"log_loss": lost / pieces, "entropy": mixed / pieces}

    def slope(self, outputs: Any, weights: Any, kind: Any, log_chance: Any, advantage: Any, came: Any) -> Any:
        """That of PPO's loss by the outputs: expectations first, then the kinds of answers."""
        np = self.np
        count = self.players + 1
        likes = np.where(weights > 0, outputs[:, count:], -1e9)
        likes = likes - likes.max(1, keepdims=True)
        mass = weights * np.exp(likes)
        total = mass.sum(1, keepdims=True)
        chances = mass / total  # by kind, all its answers together
        each = likes - np.log(total)  # the logarithm of the chance of one answer of a kind
        rows = np.arange(len(kind))
        ratio = np.exp(each[rows, kind] - log_chance)
        stuck = ((advantage > 0) & (ratio > 1 + CLIP)) | ((advantage < 0) & (ratio < 1 - CLIP))
        push = np.where(stuck, 0.0, ratio * advantage)
        slope = push[:, None] * chances
        slope[rows, kind] -= push
        # Entropy, over single answers: its slope by a kind's number is -p (log p + H).
        known = np.where(weights > 0, each, 0.0)
        entropy = -(chances * known).sum(1, keepdims=True)
        slope += self.entropy * chances * (known + entropy)
        expected = squeeze_all(np, outputs[:, :count]) - came
        return np.concatenate([0.5 * expected, slope], 1).astype("f"), float(entropy.mean())


class StyledPartner:
    """Where a game has no sparring partners of its own: one of the judge's styles."""

    def __init__(self, rng: Rng) -> None:
        self.lot = rng.below(1 << 20)

    def answer(self, state: State, seat: int, rng: Rng) -> int:
        judge = judge_of(state.game_id())
        return answer_of_style(judge, state, seat, list(state.codes(seat)), rng, self.lot % judge.styles)
