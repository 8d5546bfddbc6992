"""One bot against others of another kind: its share of the wins, and the processor time that each kind took.

    python bench/duel.py crash-and-grab variant:ahead=2:search:400 search:400 [--games 201] [--out FILE]
    PARLOUR_OLD=../old python bench/duel.py mogul search:800 old:search:400

The first bot plays one seat, the second all the others, every deal from every seat. On a machine with much else to do a
clock is no measure of equal time: here both get numbers of iterations, and what they took is read from the processes.
With `--out` each game is written down when it is over, and a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import field  # noqa: F401  the opponents of the field are bots by their names
import older
import variants  # noqa: F401  variant:explore=2:search:400

import parlour
from parlour.bots.bot import Bot, make_bot
from parlour.lab.arena import Match, schedule
from parlour.lab.match import play_match
from parlour.lab.stats import wilson


def processor_time() -> float:
    """Seconds of this process and of older versions that play for it."""
    return time.process_time() + sum(children_time(pipe.pid) for pipe in older.pipes())


def children_time(pid: int) -> float:
    # Linux only: nanoseconds on the processor stand first (ticks of `stat` would be too coarse).
    return int(Path(f"/proc/{pid}/schedstat").read_text("utf-8").split()[0]) / 1e9


class Timed(Bot):
    """Another bot, and the processor time that it takes."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.game, bot.seat, 0)
        self.bot = bot
        self.seconds = 0.0
        self.decisions = 0

    def see(self, event: parlour.Event) -> None:
        self.bot.see(event)

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        before = processor_time()
        chosen = self.bot.choose(view, legal)
        if len(legal) > 1:
            self.seconds += processor_time() - before
            self.decisions += 1
        return chosen


def play(match: Match, number: int) -> dict[str, Any]:
    """One game: what the first bot won, and what both kinds took."""
    players = len(match.seats)
    game = parlour.game(match.game_id)
    state = game.start(players, {}, game.setup(players, {}, match.deal, game.parts(None)))
    bots = [Timed(make_bot(name, game, seat, f"{match.seed}:{seat}")) for seat, name in enumerate(match.seats)]
    play_match(state, bots, parlour.Rng(f"{match.deal}:chance"), limit=match.limit)
    seat = -number % players
    outcome = state.outcome
    wins = 1 / players
    if outcome is not None:
        wins = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    rest = [bot for bot in bots if bot.seat != seat]
    return {
        "number": number,
        "wins": wins,
        "winners": list(outcome.winners) if outcome is not None else None,
        "seconds": [bots[seat].seconds, sum(bot.seconds for bot in rest)],
        "decisions": [bots[seat].decisions, sum(bot.decisions for bot in rest)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=[id for id in parlour.games() if parlour.game(id).players[-1] > 1])
    parser.add_argument("bot")
    parser.add_argument("others")
    parser.add_argument("--games", type=int, default=201)
    parser.add_argument("--players", type=int, default=0, help="at the table; three where they can be, else two")
    parser.add_argument("--seed", default="duel")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    game = parlour.game(asked.game)
    players = asked.players or (3 if 3 in game.players else 2)
    played: list[dict[str, Any]] = []
    if asked.out and asked.out.exists():
        played = [json.loads(line) for line in asked.out.read_text("utf-8").splitlines()]
    matches = schedule(game, [asked.bot, *[asked.others] * (players - 1)], asked.games, asked.seed)
    for number in range(len(played), len(matches)):
        played.append(play(matches[number], number))
        if asked.out:
            with asked.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(played[-1]) + "\n")
        if number % 30 == 29 or number == len(matches) - 1:
            tell(asked.bot, asked.others, played)


def tell(bot: str, others: str, played: list[dict[str, Any]]) -> None:
    wins = sum(game["wins"] for game in played)
    low, high = wilson(wins, len(played))
    took = []
    for kind in range(2):
        decisions = sum(game["decisions"][kind] for game in played)
        took.append(1000 * sum(game["seconds"][kind] for game in played) / max(decisions, 1))
    share = 100 * wins / len(played)
    print(
        f"{bot} v {others}: {share:.1f} ({100 * low:.1f}-{100 * high:.1f}), {len(played)} games; "
        f"{took[0]:.2f} and {took[1]:.2f} ms of processor a decision"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
