"""Whole games as text that a person can review: tests/playthroughs/<game>-<players>.txt.

    python tests/playthroughs.py [GAME]...     write all of them (or those of a game) anew; then read the difference

They are played by random bots from a fixed seed. A test writes them again and compares.
"""

from __future__ import annotations

import sys
from pathlib import Path

import parlour
from games_here import games_here

FOLDER = Path(__file__).parent / "playthroughs"
LONGEST = 250  # steps; longer games are cut


def playthrough(game_id: str, players: int) -> str:
    game = parlour.game(game_id)
    words = game.words("en")
    state = game.new(players, seed=11)
    rng = parlour.Rng(11)
    lines = [f"{game.title}, {players} players, seed 11", "", words.table(state.view(None), None), ""]

    def say(event: parlour.Event) -> None:
        lines.append(f"    {event.rule}: {words.event(event.seen_by(None))}")
        for seat in event.knowers:
            lines.append(f"        only seat {seat}: {words.event(event.seen_by(seat))}")

    state.listen(say)
    state.tell_opening()
    for step in range(LONGEST):
        if state.to_act == ():
            break
        if state.to_act == parlour.CHANCE:
            outcome = rng.choice(state.chance())
            lines.append(f"{step + 1}. chance: {outcome}  (of {len(state.chance())})")
            state.play(parlour.CHANCE, outcome)
        else:
            seat = state.owing()[0]
            action = rng.choice(state.legal(seat))
            lines.append(f"{step + 1}. seat {seat}: {action}  (of {len(state.legal(seat))})")
            state.play(seat, action)
    lines += ["", words.table(state.view(None), None), ""]
    if state.outcome is not None:
        lines += [words.result(state.outcome), str(state.outcome.to_dict())]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def cases() -> list[tuple[str, int]]:
    return [(game, players) for game in games_here() for players in parlour.game(game).players]


def file_of(game: str, players: int) -> Path:
    return FOLDER / f"{game}-{players}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game, players in cases():
        if not sys.argv[1:] or game in sys.argv[1:]:
            file_of(game, players).write_text(playthrough(game, players), encoding="utf-8")
            print(file_of(game, players))
