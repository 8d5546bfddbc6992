"""Fingerprints of whole random games: the same on every machine and on both builds.

python tests/checksums.py [GAME]...     write tests/examples/<game>.checksums.json anew (only when its rules change)
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import parlour
from games_here import games_here

FOLDER = Path(__file__).parent / "examples"


def file_of(game_id: str) -> Path:
    return FOLDER / f"{game_id}.checksums.json"


def fingerprint(game_id: str, players: int) -> str:
    """A hash over every position and every view of two random games."""
    digest = hashlib.sha256()
    game = parlour.game(game_id)
    for seed in (1, 2):
        state = game.new(players, seed=seed)
        rng = parlour.Rng(seed)
        for _ in range(600):
            digest.update(json.dumps(state.position(), sort_keys=True).encode())
            seat = state.actor()
            if seat == -2:
                break
            digest.update(json.dumps(state.view(seat if seat >= 0 else None), sort_keys=True).encode())
            codes = state.actions(seat)
            digest.update(json.dumps([state.notation(seat, code) for code in codes[:50]]).encode())
            state.apply(seat, rng.choice(codes))
    return digest.hexdigest()[:32]


def fingerprints(game_id: str) -> dict[str, str]:
    return {str(players): fingerprint(game_id, players) for players in parlour.game(game_id).players}


if __name__ == "__main__":
    for game in sys.argv[1:] or games_here():
        file_of(game).write_text(json.dumps(fingerprints(game), indent=1) + "\n")
        print(file_of(game))
