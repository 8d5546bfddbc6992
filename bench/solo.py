"""A game for one: several bots play the same deals, compared deal by deal, with the processor time that each took.

    python bench/solo.py crusgallo search:100 variant:horizon=3:search:200 [--deals 24] [--out FILE]

The first bot is the one that the others are compared with: by how many points each had more on the same deals, on
average, with a 95 % interval. With `--out` each game is written down when it is over, and a run that was broken off, or
is to have more deals, goes on where it stopped. `--learned FOLDER` takes networks from there (as `parlour.lab.train`
leaves them), for bots with `variant:learned=1`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import variants

import parlour
from parlour.bots.bot import make_bot
from parlour.bots.greedy import ThinkingBot
from parlour.lab.arena import Match, schedule, solo
from parlour.lab.match import play_match
from parlour.lab.stats import mean_interval
from parlour.rules.network import SUFFIX, open_learned


def play(match: Match, bot_name: str, folder: Path | None) -> dict[str, Any]:
    """One game: the score, and the processor time of the bot."""
    game = parlour.game(match.game_id)
    state = game.start(1, {}, game.setup(1, {}, match.deal))
    bot = make_bot(bot_name, game, 0, match.seed)
    inner = bot.bot if isinstance(bot, variants.VariantBot) else bot
    if folder is not None and isinstance(inner, ThinkingBot) and inner.judge.learned:
        inner.judge.teach(1, open_learned(game, folder / f"1{SUFFIX}", 1))
    before = time.process_time()
    play_match(state, [bot], parlour.Rng(f"{match.deal}:chance"), limit=match.limit)
    seconds = time.process_time() - before
    assert state.outcome is not None, "a game for one was given up"
    return {"bot": bot_name, "deal": match.deal, "score": state.outcome.scores[0], "seconds": round(seconds, 3)}


def report(bots: Sequence[str], played: Sequence[Mapping[str, Any]]) -> None:
    """Mean scores, and what the others had more than the first one on the deals that both have played."""
    by_bot = {bot: {found["deal"]: found for found in played if found["bot"] == bot} for bot in bots}
    first = by_bot[bots[0]]
    for bot, found in by_bot.items():
        if not found:
            continue
        mean, low, high = mean_interval([float(one["score"]) for one in found.values()])
        seconds = sum(one["seconds"] for one in found.values()) / len(found)
        said = f"{bot}: {mean:.0f} ({low:.0f} to {high:.0f}), {len(found)} deals, {seconds:.2f} s of processor each"
        both = [deal for deal in found if deal in first]
        if bot != bots[0] and len(both) > 1:
            more, low, high = mean_interval([float(found[deal]["score"] - first[deal]["score"]) for deal in both])
            time_taken = sum(found[deal]["seconds"] for deal in both) / sum(first[deal]["seconds"] for deal in both)
            said += f"; {more:+.0f} ({low:+.0f} to {high:+.0f}) on {len(both)} deals, {time_taken:.2f} of the time"
        print(said)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--seed", default="deals", help="which deals: others with another seed")
    parser.add_argument("--out", type=Path, help="a file to which games are appended")
    parser.add_argument("--learned", type=Path, help="a folder with a network")
    asked = parser.parse_args()
    game = parlour.game(asked.game)
    if not solo(game):
        raise SystemExit(f"{game.title} is no game for one: see bench/duel.py")
    played: list[dict[str, Any]] = []
    if asked.out and asked.out.exists():
        played = [json.loads(line) for line in asked.out.read_text("utf-8").splitlines()]
    matches = schedule(game, ["any"], asked.deals, asked.seed)
    deals = {match.deal for match in matches}
    for match in matches:
        for bot in asked.bots:
            if any(found["bot"] == bot and found["deal"] == match.deal for found in played):
                continue
            played.append(play(match, bot, asked.learned))
            if asked.out:
                with asked.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(played[-1]) + "\n")
    report(asked.bots, [found for found in played if found["deal"] in deals])


if __name__ == "__main__":
    main()
