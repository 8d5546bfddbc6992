"""How much memory the engine holds while it plays on and on."""

from __future__ import annotations

import gc
from pathlib import Path

from parlour.rules.chance import Rng
from parlour.rules.game import find
from parlour.rules.playout import playout


def resident() -> float:
    """Resident memory of this process in MB (Linux)."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def soak(game_id: str, decisions: int) -> list[float]:
    """Play random games of all player counts until so many decisions are made; memory after each tenth."""
    game = find(game_id)
    rng = Rng("soak")
    found: list[float] = []
    made = 0
    number = 0
    while len(found) < 10:
        players = game.players[number % len(game.players)]
        state = game.new(players, seed=number)
        number += 1
        made += playout(state, rng)
        state.position()
        while len(found) < 10 and made >= decisions * (len(found) + 1) // 10:
            found.append(resident())
    return found
