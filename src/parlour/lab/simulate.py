"""Many games, one after the other: who wins from which seat, how long they are, how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.bots import make_bot
from parlour.lab.match import LONGEST, play_match
from parlour.lab.stats import wilson
from parlour.rules.chance import Rng
from parlour.rules.game import Components, Game
from parlour.rules.outcome import Outcome
from parlour.rules.playout import playout
from parlour.rules.state import State


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


def simulate(
    game: Game,
    seats: Sequence[str],
    games: int,
    seed: object = 1,
    options: Mapping[str, Any] | None = None,
    components: Components = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play `games` games between the named bots; the same seed gives the same games."""
    tally = Tally(game, seats)
    for number in range(games):
        state = game.new(len(seats), options, f"{seed}:{number}", components)
        if all(name == "random" for name in seats):
            steps = playout(state, Rng(f"{seed}:{number}:moves"), LONGEST)
        else:
            steps = play_bots(game, state, seats, f"{seed}:{number}", components)
        tally.add(state.outcome, steps)
        if progress is not None:
            progress(number + 1)
    return tally


def play_bots(game: Game, state: State, seats: Sequence[str], seed: object, components: Components = None) -> int:
    """Let bots play a game to its end; the number of steps."""
    players = [make_bot(name, game, seat, seed, components) for seat, name in enumerate(seats)]
    return play_match(state, players, Rng(f"{seed}:chance"))
