"""The five levels against each other: how often each beats the one below, and all of them on one scale.

    python bench/ladder.py mogul [--games 60] [--pairs easy-normal,normal-skilled] [--mixed 60] [--jobs 2]
    python bench/ladder.py --report                  the tables of docs/bots.md, from all games played so far
    python bench/ladder.py --report --lobby          what the lobby says of them: for the end of a game's `cast.toml`

Games are appended to a file (`--file`, `ladder.jsonl`) as they end, so a run can be stopped and gone on with, for
hours; a game counts as long as the settings of all its levels are those of today. Every deal is played in all
rotations.

A level wins 60 to 75 % against the one below at a table for two. Among three, one of it sits with two of the level
below and two of it with one: a share is turned into the odds against one of the others, and those into the share that
they would give at a table for two (`fair`). In a game for one all play the same deals: what counts is on how many of
them a level has the higher score; mean scores are told as well, and on the one scale every deal is a game between all
who played it.

With `--hard 1000` `hard` gets so many iterations and not its own (`hard:1000`).

`careful` is a beginner who only avoids blunders: any answer at random, but none after which it expects to be a
twentieth of a place worse, one step ahead, than after the best: what a review would mark at all. In a game for one,
where one step ahead nothing can be seen, it goes by what a search of 40 iterations sees, and a blunder costs a fiftieth
of the highest score.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import parlour
from parlour.bots.levels import BUDGETS, levels_of
from parlour.bots.search import SearchBot
from parlour.lab.arena import Standings, ladder_schedule, run, schedule, solo
from parlour.lab.stats import mean_interval, wilson

LEVELS = list(BUDGETS)
CAREFUL = "careful"
BLUNDER = 0.05  # of a place: what costs more is one
BLUNDER_ALONE = 0.02  # of the highest score, in a game for one


@parlour.bot(CAREFUL)
class CarefulBot(SearchBot):
    about = "a beginner who avoids blunders and nothing else"
    glances = 8
    iterations = 40  # in a game for one

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        if solo(self.game):
            action = super().choose(view, legal)
            seen = {one["action"]: one["place"] for one in self.explain["candidates"]} or {action: 0.0}
            return self.rng.choice(without_blunders(seen, BLUNDER_ALONE))
        values = self.expected_places(self.worlds(view, self.glances), legal)
        return self.rng.choice(without_blunders(dict(zip(legal, values, strict=True)), BLUNDER))


def without_blunders(seen: Mapping[str, float], blunder: float) -> list[str]:
    """Of these answers those that look worse than the best by less than a blunder."""
    best = max(seen.values())
    return [action for action, value in seen.items() if value > best - blunder]


def settings_of(game: str, bot: str) -> list[Any] | None:
    """What a game with this bot depends on, to be kept beside it."""
    return list(levels_of(game)[bot]) if bot in BUDGETS else None


class Ladder:
    """The games played so far, and those to come."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.played: list[dict[str, Any]] = []
        if file.exists():
            self.played = [json.loads(line) for line in file.read_text("utf-8").splitlines()]

    def current(self, game: str) -> list[dict[str, Any]]:
        """The games that count."""
        return [
            played
            for played in self.played
            if played["game"] == game
            and played["settings"] == {bot: settings_of(game, bot) for bot in sorted(set(played["bots"]))}
        ]

    def play(self, game: parlour.Game, seats: Sequence[str], games: int, jobs: int, mixed: int = 0) -> None:
        """Play what is missing of so many games at a table, or at mixed tables of so many."""
        table = "mixed" if mixed else "+".join(seats)
        done = sum(played["table"] == table for played in self.current(game.id))
        if solo(game):
            matches = schedule(game, seats, games, "solo")  # the same deals for everybody
        elif mixed:
            matches = ladder_schedule(game, seats, mixed, games, f"ladder:{table}")
        else:
            matches = schedule(game, seats, games, f"ladder:{table}")
        with self.file.open("a", encoding="utf-8") as file:
            for played in run(matches[done:], jobs):
                kept = {key: played[key] for key in ("game", "bots", "outcome", "places", "decisions", "seconds")}
                kept["table"] = table
                kept["kinds"] = [kinds_of(played["moves"], seat) for seat in range(len(played["bots"]))]
                kept["settings"] = {bot: settings_of(game.id, bot) for bot in sorted(set(played["bots"]))}
                self.played.append(kept)
                file.write(json.dumps(kept) + "\n")
                file.flush()


def kinds_of(moves: Sequence[Mapping[str, Any]], seat: int) -> dict[str, int]:
    """How often a seat gave each kind of answer: by the first word of what it answered."""
    return dict(Counter(move["action"].split()[0] for move in moves if move.get("seat") == seat))


def tables_of(game: parlour.Game, lower: str, upper: str) -> list[list[str]]:
    """The tables at which two bots are compared."""
    if solo(game):
        return [[lower], [upper]]
    return [[upper, lower, lower], [upper, upper, lower]] if 3 in game.players else [[upper, lower]]


def fair(share: float, bots: int, players: int) -> float:
    """The share of all wins that `bots` of the upper level have among `players`, as one at a table for two."""
    if share >= 1.0:
        return 1.0
    odds = share / (1.0 - share) * (players - bots) / bots
    return odds / (1.0 + odds)


class Compared:
    """How two bots do against each other."""

    def __init__(self, games: Sequence[Mapping[str, Any]], lower: str, upper: str) -> None:
        self.games = 0
        shares: list[tuple[float, float, float, int]] = []
        for players, bots in sorted({(len(g["bots"]), g["bots"].count(upper)) for g in games}):
            found = [g for g in games if sorted(g["bots"]) == sorted([upper] * bots + [lower] * (players - bots))]
            if not 0 < bots < players or not found:
                continue
            wins = sum(wins_of(played, upper) for played in found)
            low, high = wilson(wins, len(found))
            turned = [fair(share, bots, players) for share in (wins / len(found), low, high)]
            shares.append((*turned, len(found)))  # type: ignore[arg-type]
            self.games += len(found)
        # Each kind of table counts by its games; the interval of the mean is as narrow as both allow.
        self.share = sum(share * count for share, _, _, count in shares) / self.games if shares else 0.0
        spread = sum(((high - low) / 2 * count) ** 2 for _, low, high, count in shares) ** 0.5
        spread = spread / self.games if shares else 0.0
        self.low, self.high = max(0.0, self.share - spread), min(1.0, self.share + spread)

    def __str__(self) -> str:
        if not self.games:
            return "not played"
        return f"{100 * self.share:.1f} ({100 * self.low:.1f}-{100 * self.high:.1f}), {self.games}"


def wins_of(played: Mapping[str, Any], bot: str) -> float:
    """The part of a game's win that went to bots of a name; one that was given up is everybody's."""
    winners: Sequence[int] = (
        played["outcome"]["winners"] if played["outcome"] is not None else range(len(played["bots"]))
    )
    return sum(1.0 for seat in winners if played["bots"][seat] == bot) / len(winners)


def pairs(asked: str, hard: int) -> Iterator[tuple[str, str]]:
    """The pairs to be compared, the weaker one first."""
    if asked:
        yield from ((lower, upper) for lower, upper in (pair.split("-") for pair in asked.split(",")))
        return
    yield LEVELS[0], CAREFUL
    yield from pairwise(levels(hard))


def levels(hard: int) -> list[str]:
    """The five, `hard` with so many iterations or (0) with its own."""
    return [f"{level}:{hard}" if hard and level == LEVELS[-1] else level for level in LEVELS]


def report(game: parlour.Game, played: Sequence[Mapping[str, Any]], asked: str, hard: int) -> None:
    print(f"\n{game.title}")
    if solo(game):
        report_solo(game, played, asked, hard)
        return
    for lower, upper in pairs(asked, hard):
        print(f"  {upper:9} v {lower:9} {Compared(played, lower, upper)}{plain_share(played, lower, upper)}")
    if asked:
        return
    report_scale(game, played)


def report_scale(game: parlour.Game, played: Sequence[Mapping[str, Any]]) -> None:
    """All on one scale, by openskill."""
    standings = Standings(game)
    mixed = list(played)
    parlour.Rng("scale").shuffle(mixed)  # a rating goes by the order of the games: not first one pair, then another
    for one in mixed:
        standings.add(one)
    games = {bot: sum(bot in g["bots"] for g in played) for bot in standings.wins}
    for bot, rating in standings.ratings().items():
        print(f"  {bot:9} {rating['mu']:6.2f} ({rating['low']:.2f}-{rating['high']:.2f}), {games[bot]} games")


def report_solo(game: parlour.Game, played: Sequence[Mapping[str, Any]], asked: str, hard: int) -> None:
    scores = scores_of(played)
    for lower, upper in pairs(asked, hard):
        both = list(zip(scores.get(lower, ()), scores.get(upper, ()), strict=False))  # deal for deal
        wins = sum(1.0 if more > less else 0.5 if more == less else 0.0 for less, more in both)
        if both:
            low, high = wilson(wins, len(both))
            share = f"{100 * wins / len(both):.1f} ({100 * low:.1f}-{100 * high:.1f})"
            print(f"  {upper:9} v {lower:9} the higher score on {share} % of {len(both)} deals")
    for bot, found in scores.items():
        mean, low, high = mean_interval(found)
        print(f"  {bot:9} {mean:7.0f} ({low:.0f}-{high:.0f}), {len(found)} deals")
    if not asked:
        report_scale(game, deals_as_tables(scores))


def deals_as_tables(scores: Mapping[str, Sequence[float]]) -> list[dict[str, Any]]:
    """Every deal that several have played alone, as a game between them: each is placed by its score."""
    tables: list[dict[str, Any]] = []
    for deal in range(max(map(len, scores.values()), default=0)):
        found = {bot: by_deal[deal] for bot, by_deal in scores.items() if deal < len(by_deal)}
        if len(found) < 2:
            break
        places = [1 + sum(other > score for other in found.values()) for score in found.values()]
        nothing = [0] * len(found)
        outcome = {"winners": [seat for seat, place in enumerate(places) if place == 1], "scores": [*found.values()]}
        tables.append(
            {"bots": [*found], "outcome": outcome, "places": places, "decisions": nothing, "seconds": nothing}
        )
    return tables


def scores_of(played: Sequence[Mapping[str, Any]]) -> dict[str, list[float]]:
    """For each bot that played alone its scores, by deal."""
    found: dict[str, list[float]] = {}
    for game in played:
        if game["outcome"]:
            found.setdefault(game["bots"][0], []).append(game["outcome"]["scores"][0])
    return found


def habits(played: Sequence[Mapping[str, Any]]) -> None:
    """What each level answers, in percent by kind: how a character can be noticed."""
    for bot in LEVELS:
        counts: Counter[str] = Counter()
        for game in played:
            for name, kinds in zip(game["bots"], game.get("kinds", ()), strict=False):
                if name == bot:
                    counts.update(kinds)
        shares = [f"{kind} {100 * count / counts.total():.0f}" for kind, count in counts.most_common(8)]
        print(f"  {bot:9} {', '.join(shares)}")


def plain_share(games: Sequence[Mapping[str, Any]], lower: str, upper: str) -> str:
    """How often one of the upper level won at a table where all others are of the lower, as it was counted."""
    found = one_with(games, lower, upper)
    if not found:
        return ""
    share, low, high = counted(found, upper)
    return f"; one with {len(found[0]['bots']) - 1} of them {share} % ({low} - {high}, {len(found)} games)"


def one_with(games: Sequence[Mapping[str, Any]], lower: str, upper: str) -> list[Mapping[str, Any]]:
    return [g for g in games if g["bots"].count(upper) == 1 and g["bots"].count(lower) == len(g["bots"]) - 1]


def counted(found: Sequence[Mapping[str, Any]], bot: str) -> list[str]:
    """Wins in percent, with the ends of the interval."""
    wins = sum(wins_of(played, bot) for played in found)
    return [f"{100 * part:.1f}" for part in (wins / len(found), *wilson(wins, len(found)))]


def lobby(game: parlour.Game, played: Sequence[Mapping[str, Any]], hard: int) -> None:
    """What a game's cast says of its levels, each against the one below, the lowest against random."""
    if solo(game):
        for bot, found in scores_of(played).items():
            if bot == CAREFUL:
                continue  # nobody can sit down with it
            score, low, high = (f"{value:.0f}" for value in mean_interval(found))
            measured(bot=bot.split(":")[0], score=score, low=low, high=high, games=len(found))
        return
    for lower, upper in pairwise(["random", *levels(hard)]):
        if tables := one_with(played, lower, upper):
            share, low, high = counted(tables, upper)
            players, games = len(tables[0]["bots"]), len(tables)
            bot = upper.split(":")[0]
            measured(bot=bot, share=share, low=low, high=high, against=lower, players=players, games=games)


def measured(**figure: str | int) -> None:
    print("\n[[measured]]", *(f"{key} = {json.dumps(value)}" for key, value in figure.items()), sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--games", type=int, default=60, help="for each table of a pair")
    parser.add_argument("--pairs", default="", help="weaker-stronger, with commas between them")
    parser.add_argument("--mixed", type=int, default=0, help="games at tables of different levels")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("ladder.jsonl"))
    parser.add_argument("--habits", action="store_true", help="what each level answers, in percent")
    parser.add_argument("--hard", type=int, default=0, metavar="ITERATIONS", help="of hard, instead of its own")
    parser.add_argument("--report", action="store_true", help="only what is known so far")
    parser.add_argument("--lobby", action="store_true", help="also as the lobby says it")
    asked = parser.parse_args()
    ladder = Ladder(asked.file)
    for id in [asked.game] if asked.game else parlour.games():
        game = parlour.game(id)
        if not asked.report:
            for lower, upper in pairs(asked.pairs, asked.hard):
                for seats in tables_of(game, lower, upper):
                    ladder.play(game, seats, asked.games, asked.jobs)
            if asked.mixed and not solo(game):
                players = 3 if 3 in game.players else 2
                ladder.play(game, levels(asked.hard), asked.mixed, asked.jobs, players)
        report(game, ladder.current(id), asked.pairs, asked.hard)
        if asked.lobby:
            lobby(game, ladder.current(id), asked.hard)
        if asked.habits:
            habits(ladder.current(id))


if __name__ == "__main__":
    main()
