"""Fingerprints of whole random games: the same on every machine and on both builds.

python tests/checksums.py     write tests/examples/checksums.json anew (only when the rules of a game change)
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import parlour

FILE = Path(__file__).parent / "examples" / "checksums.json"


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


def all_fingerprints() -> dict[str, dict[str, str]]:
    return {
        game: {str(players): fingerprint(game, players) for players in parlour.game(game).players}
        for game in parlour.games()
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(all_fingerprints(), indent=1) + "\n")
