"""The arena: bots against bots, fairly, with an interval behind every share.

Each deal is played once for every rotation of the seats, so that no bot gains by where it sits or by what it is
dealt. In a game for one, each bot plays every deal alone. A share is counted by appearances: of two bots of one
name at a table each is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from parlour.bots.bot import make_bot
from parlour.lab.match import LIMIT, Turn, load_modules, play_match
from parlour.lab.pool import a_pool
from parlour.lab.stats import mean_interval, wilson
from parlour.rules.chance import Rng
from parlour.rules.errors import InvalidOptions
from parlour.rules.game import Components, Game, Parts, find
from parlour.rules.record import Record
from parlour.rules.state import State


class Match:
    """One game to be played: who sits where, and what is dealt."""

    def __init__(self, game_id: str, seats: Sequence[str], deal: str, seed: str, **rest: Any) -> None:
        self.game_id = game_id
        self.seats = list(seats)
        self.deal = deal
        self.seed = seed
        self.options: Mapping[str, Any] = rest.get("options") or {}
        self.components: Components = rest.get("components")
        self.changes: Mapping[str, Any] = rest.get("changes") or {}  # of a variant's components
        self.load: Sequence[str] = rest.get("load") or ()  # modules that register further bots
        self.limit: int = rest.get("limit") or LIMIT  # steps after which it is given up


def play_deal(match: Match) -> dict[str, Any]:
    """Play one game; its record, with the bots and what each of them took."""
    load_modules(match.load)
    game = find(match.game_id).variant(match.changes)
    players = len(match.seats)
    parts = game.parts(match.components)
    setup = game.setup(players, match.options, match.deal, parts)
    state = game.start(players, match.options, setup, parts)
    record = Record(game.id, players, dict(match.options), setup, game.changes)
    decisions, seconds = play_out(game, state, match, parts, record)
    outcome = state.outcome
    return {
        **record.to_dict(),
        "final": state.position(),
        "outcome": outcome.to_dict() if outcome is not None else None,
        "bots": match.seats,
        "places": [outcome.place(seat) for seat in range(players)] if outcome is not None else None,
        "decisions": decisions,
        "seconds": seconds,
    }


def play_out(game: Game, state: State, match: Match, parts: Parts, record: Record) -> tuple[list[int], list[float]]:
    """Let the bots play to the end; for each seat its decisions with more than one answer, and the time they took."""
    players = [make_bot(name, game, seat, f"{match.seed}:{seat}", parts) for seat, name in enumerate(match.seats)]
    decisions = [0] * len(players)
    seconds = [0.0] * len(players)

    def note(turn: Turn) -> None:
        seat = turn.move.seat
        record.note(state, turn.move)
        if turn.choices > 1 and isinstance(seat, int):
            decisions[seat] += 1
            seconds[seat] += turn.seconds

    play_match(state, players, Rng(f"{match.deal}:chance"), before=note, limit=match.limit)
    return decisions, seconds


def schedule(game: Game, seats: Sequence[str], games: int, seed: str, **rest: Any) -> list[Match]:
    """`games` games: every deal in all rotations of the seats (of a solo game: by every bot)."""
    found: list[Match] = []
    for number in range(games):
        deal, turn = divmod(number, len(seats))
        chairs = [seats[turn]] if solo(game) else [*seats[turn:], *seats[:turn]]
        found.append(Match(game.id, chairs, f"{seed}:{deal}", f"{seed}:{number}", changes=game.changes, **rest))
    return found


def ladder_schedule(game: Game, names: Sequence[str], players: int, games: int, seed: str, **rest: Any) -> list[Match]:
    """Tables of `players` bots drawn from the list, every mixture equally often, every deal in all rotations."""
    mixtures = list(combinations(names, players))
    if not mixtures:
        raise InvalidOptions(f"a ladder at tables of {players} needs at least {players} bots")
    found: list[Match] = []
    for number in range(games):
        deal, turn = divmod(number, players)
        seats = mixtures[deal % len(mixtures)]
        chairs = [*seats[turn:], *seats[:turn]]
        found.append(Match(game.id, chairs, f"{seed}:{deal}", f"{seed}:{number}", changes=game.changes, **rest))
    return found


def solo(game: Game) -> bool:
    return game.players[-1] == 1


def run(matches: Sequence[Match], jobs: int = 1) -> Iterator[dict[str, Any]]:
    """Play the games, in order; several at a time with `jobs` processes."""
    if jobs <= 1:
        yield from map(play_deal, matches)
        return
    with a_pool(jobs) as pool:
        yield from pool.map(play_deal, matches)


class Standings:
    """What the arena counts for each bot."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.unfinished = 0
        self.appearances: dict[str, int] = {}
        self.wins: dict[str, float] = {}
        self.places: dict[str, float] = {}
        self.scores: dict[str, list[float]] = {}
        self.decisions: dict[str, int] = {}
        self.seconds: dict[str, float] = {}
        self.tables: list[tuple[list[str], list[float]]] = []  # for the ladder
        self.chairs: dict[tuple[int, str], list[float]] = {}  # by seat and bot: the wins of each game

    def add(self, played: Mapping[str, Any]) -> None:
        self.games += 1
        outcome = played["outcome"]
        if outcome is None:
            self.unfinished += 1
        else:
            self.tables.append((played["bots"], played["places"]))
        for seat, name in enumerate(played["bots"]):
            self.appearances[name] = self.appearances.get(name, 0) + 1
            self.decisions[name] = self.decisions.get(name, 0) + played["decisions"][seat]
            self.seconds[name] = self.seconds.get(name, 0.0) + played["seconds"][seat]
            won = outcome is not None and seat in outcome["winners"]
            credit = 1 / len(outcome["winners"]) if won else 0.0
            self.wins[name] = self.wins.get(name, 0.0) + credit
            self.chairs.setdefault((seat, name), []).append(credit)
            # A game given up counts as shared by all.
            place = played["places"][seat] if outcome is not None else (len(played["bots"]) + 1) / 2
            self.places[name] = self.places.get(name, 0.0) + place
            if outcome is not None and outcome["scores"][seat] is not None:
                self.scores.setdefault(name, []).append(outcome["scores"][seat])

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, appearances in self.appearances.items():
            low, high = wilson(self.wins[name], appearances)
            decisions = self.decisions[name]
            row: dict[str, Any] = {
                "win_share": self.wins[name] / appearances,
                "low": low,
                "high": high,
                "mean_place": self.places[name] / appearances,
                "seconds_per_decision": self.seconds[name] / decisions if decisions else 0.0,
                "decisions_per_second": decisions / self.seconds[name] if self.seconds[name] else 0.0,
                "appearances": appearances,
            }
            if self.scores.get(name):
                row["mean_score"], row["score_low"], row["score_high"] = mean_interval(self.scores[name])
            found[name] = row
        result: dict[str, Any] = {"game": self.game.id, "games": self.games, "bots": found, "seats": self.by_seat()}
        if self.unfinished:
            result["unfinished"] = self.unfinished
        return result

    def by_seat(self) -> list[dict[str, Any]]:
        """Every bot in every seat it sat in, so that equal ones at a table are told apart."""
        found: list[dict[str, Any]] = []
        for (seat, name), wins in sorted(self.chairs.items()):
            low, high = wilson(sum(wins), len(wins))
            share = sum(wins) / len(wins)
            found.append({"seat": seat, "bot": name, "games": len(wins), "win_share": share, "low": low, "high": high})
        return found

    def ratings(self) -> dict[str, dict[str, float]]:
        """All bots on one scale, from the places at their tables (openskill, Plackett and Luce's model)."""
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        rated = {name: model.rating(name=name) for name in self.appearances}
        for names, places in self.tables:
            teams = [[rated[name]] for name in names]
            for name, team in zip(names, model.rate(teams, ranks=places), strict=True):
                rated[name] = team[0]
        return {
            name: {"mu": rating.mu, "sigma": rating.sigma, "low": rating.mu - 1.96 * rating.sigma,
                   "high": rating.mu + 1.96 * rating.sigma}
            for name, rating in sorted(rated.items(), key=lambda item: -item[1].mu)
        }  # fmt: skip


def arena(
    game: Game,
    seats: Sequence[str],
    games: int,
    seed: str = "1",
    jobs: int = 1,
    progress: Callable[[dict[str, Any]], None] | None = None,
    **rest: Any,
) -> Standings:
    """Play `games` games between the named bots, in all rotations, and count."""
    standings = Standings(game)
    for played in run(schedule(game, seats, games, seed, **rest), jobs):
        standings.add(played)
        if progress is not None:
            progress(played)
    return standings
