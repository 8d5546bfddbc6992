"""Many games, one after the other: who wins from which seat, how long they are, how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from parlour.bots import make_bot
from parlour.lab.match import LIMIT, Turn, load_modules, play_match
from parlour.lab.pool import a_pool
from parlour.lab.stats import wilson
from parlour.rules.chance import Rng
from parlour.rules.game import Components, Game, Parts
from parlour.rules.outcome import Outcome
from parlour.rules.playout import playout
from parlour.rules.record import Record
from parlour.rules.state import CHANCE, NATURE, NOBODY, State


class Tally:
    """What a simulation counts."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        self.game = game
        self.seats = list(seats)
        self.games = 0
        self.wins = [0.0] * len(seats)
        self.places = [0.0] * len(seats)
        self.lengths: list[int] = []
        self.endings: Counter[str] = Counter()
        self.unfinished = 0

    def add(self, outcome: Outcome | None, steps: int) -> None:
        self.games += 1
        self.lengths.append(steps)
        if outcome is None:
            self.unfinished += 1
            return
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)
        for seat in range(len(self.seats)):
            self.places[seat] += outcome.place(seat)
        self.endings[outcome.reason] += 1

    def to_dict(self) -> dict[str, Any]:
        seats = []
        finished = self.games - self.unfinished
        for seat, name in enumerate(self.seats):
            low, high = wilson(self.wins[seat], self.games)
            seats.append(
                {
                    "seat": seat,
                    "bot": name,
                    "wins": round(self.wins[seat], 3),
                    "win_share": self.wins[seat] / self.games if self.games else 0.0,
                    "low": low,
                    "high": high,
                    "mean_place": self.places[seat] / finished if finished else None,
                }
            )
        ordered = sorted(self.lengths)
        return {
            "game": self.game.id,
            "players": len(self.seats),
            "games": self.games,
            "seats": seats,
            "steps": {
                "mean": sum(ordered) / len(ordered) if ordered else 0.0,
                "median": ordered[len(ordered) // 2] if ordered else 0,
                "least": ordered[0] if ordered else 0,
                "most": ordered[-1] if ordered else 0,
            },
            "endings": dict(sorted(self.endings.items())),
            "unfinished": self.unfinished,
        }


class Simulation:
    """Games to be played one after the other, or in several processes."""

    def __init__(self, game: Game, seats: Sequence[str], seed: object, **rest: Any) -> None:
        self.game = game
        self.seats = list(seats)
        self.seed = seed
        self.options: Mapping[str, Any] = rest.get("options") or {}
        self.components: Components = rest.get("components")
        self.load: Sequence[str] = rest.get("load") or ()  # modules that register further bots
        self.limit: int = rest.get("limit") or LIMIT  # steps after which a game is given up
        self.records: bool = rest.get("records", False)

    def play(self, number: int, parts: Parts) -> Simulated:
        game, seed = self.game, f"{self.seed}:{number}"
        setup = game.setup(len(self.seats), self.options, seed, parts)
        state = game.start(len(self.seats), self.options, setup, parts)
        record = Record(game.id, len(self.seats), dict(self.options), setup, game.changes) if self.records else None
        if all(name == "random" for name in self.seats):
            rng = Rng(f"{seed}:moves")
            steps = playout(state, rng, self.limit) if record is None else noted_playout(state, rng, self.limit, record)
        else:
            players = [make_bot(name, game, seat, seed, parts) for seat, name in enumerate(self.seats)]
            note = None if record is None else partial(note_turn, record)
            steps = play_match(state, players, Rng(f"{seed}:chance"), before=note, limit=self.limit)
        outcome = state.outcome
        written: dict[str, Any] | None = None
        if record is not None:
            ended = None if outcome is None else outcome.to_dict()
            written = {**record.to_dict(), "outcome": ended, "bots": self.seats}
        return Simulated(outcome, int(steps), written)


class Simulated(NamedTuple):
    """One game of a simulation."""

    outcome: Outcome | None
    steps: int
    record: dict[str, Any] | None


def note_turn(record: Record, turn: Turn) -> None:
    record.note(turn.state, turn.move)


def noted_playout(state: State, rng: Rng, limit: int, record: Record) -> int:
    """`playout`, with every move written down: it draws the same."""
    for steps in range(limit):
        seat = state.actor()
        if seat == NOBODY:
            return steps
        codes = state.codes(seat)
        code = state.chance_code(rng) if seat == NATURE else codes[rng.below(len(codes))]
        record.add(state, CHANCE if seat == NATURE else int(seat), state.notation(seat, code))
        state.apply(seat, code)
    return limit


def play_some(simulation: Simulation, numbers: Sequence[int]) -> list[Simulated]:
    """The games of some numbers, in whatever process."""
    load_modules(simulation.load)
    parts = simulation.game.parts(simulation.components)
    return [simulation.play(number, parts) for number in numbers]


def games_of(simulation: Simulation, games: int, jobs: int) -> Iterator[Simulated]:
    """All games, in their order."""
    if jobs <= 1:
        parts = simulation.game.parts(simulation.components)
        for number in range(games):
            yield simulation.play(number, parts)
        return
    size = max(1, min(50, games // (4 * jobs)))
    tasks = [range(first, min(games, first + size)) for first in range(0, games, size)]
    with a_pool(jobs) as pool:
        for played in pool.map(partial(play_some, simulation), tasks):
            yield from played


def simulate(
    game: Game,
    seats: Sequence[str],
    games: int,
    seed: object = 1,
    options: Mapping[str, Any] | None = None,
    components: Components = None,
    progress: Callable[[int], None] | None = None,
    jobs: int = 1,
    keep: Callable[[dict[str, Any]], None] | None = None,
    **rest: Any,
) -> Tally:
    """Play `games` games between the named bots; the same seed gives the same games, with any number of processes.

    `keep` gets the record of every game.
    """
    tally = Tally(game, seats)
    simulation = Simulation(game, seats, seed, options=options, components=components, records=keep is not None, **rest)
    for number, played in enumerate(games_of(simulation, games, jobs)):
        tally.add(played.outcome, played.steps)
        if keep is not None and played.record is not None:
            keep(played.record)
        if progress is not None:
            progress(number + 1)
    return tally
