"""Records: all that is needed to replay a game."""

from __future__ import annotations

from typing import Any

from parlour.rules.state import CHANCE, State


class Record:
    """A game being written down. Call `add` with the state as it is *before* the move.

    Answers of a simultaneous phase come in any order and are written in seat order.
    """

    def __init__(self, game: str, players: int, options: dict[str, Any], setup: dict[str, Any]) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.setup = dict(setup)
        self.moves: list[dict[str, Any]] = []
        self._phase_start = 0  # where the answers of the current simultaneous phase begin
        self._owed: list[int] = []  # who still owed an answer in it before its last move

    def add(self, state: State, seat: int | str, action: str) -> None:
        if isinstance(seat, str):
            self.moves.append({CHANCE: action})
            self._owed = []
            return
        owing = state.owing()
        if not state.simultaneous():
            self.moves.append({"seat": seat, "action": action})
            self._owed = []
            return
        if not self._owed or not set(owing) <= set(self._owed):
            self._phase_start = len(self.moves)
        self._owed = owing
        at = len(self.moves)
        while at > self._phase_start and self.moves[at - 1]["seat"] > seat:
            at -= 1
        self.moves.insert(at, {"seat": seat, "action": action})

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "setup": self.setup,
            "moves": [dict(move) for move in self.moves],
        }
