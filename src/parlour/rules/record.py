"""Records: all that is needed to replay a game."""

from __future__ import annotations

from typing import Any

from parlour.rules.move import Move
from parlour.rules.state import State


class Record:
    """A game being written down. Call `note` (or `add`) with the state as it is *before* the move.

    Answers of a simultaneous phase come in any order and are written in seat order. `components` are the changes of a
    variant (`game.changes`), `gift` is what a seat was given at the start (`game.give`); a record of the box's own
    rules does not mention them.
    """

    def __init__(
        self,
        game: str,
        players: int,
        options: dict[str, Any],
        setup: dict[str, Any],
        components: dict[str, Any] | None = None,
        gift: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.setup = dict(setup)
        self.components: dict[str, Any] = dict(components or {})
        self.gift: dict[str, Any] = dict(gift or {})
        self.moves: list[Move] = []
        self._phase_start = 0  # where the answers of the current simultaneous phase begin
        self._owed: list[int] = []  # who still owed an answer in it before its last move

    def add(self, state: State, seat: int | str, action: str) -> None:
        self.note(state, Move(seat, action))

    def note(self, state: State, move: Move) -> None:
        seat = move.seat
        if isinstance(seat, str) or not state.simultaneous():
            self.moves.append(move)
            self._owed = []
            return
        owing = state.owing()
        if not self._owed or not set(owing) <= set(self._owed):
            self._phase_start = len(self.moves)
        self._owed = owing
        at = len(self.moves)
        while at > self._phase_start and comes_after(self.moves[at - 1], seat):
            at -= 1
        self.moves.insert(at, move)

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "options": self.options,
            **({"components": self.components} if self.components else {}),
            "setup": self.setup,
            **({"gift": self.gift} if self.gift else {}),
            "moves": [move.to_dict() for move in self.moves],
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.game, self.players, len(self.moves)))

    def __reduce__(self) -> tuple[Any, ...]:
        head = (self.game, self.players, self.options, self.setup, self.components, self.gift)
        return rewrite, (*head, self.moves, self._phase_start, self._owed)


def comes_after(move: Move, seat: int) -> bool:
    """Whether an answer of a simultaneous phase is written behind that of a seat."""
    return isinstance(move.seat, int) and move.seat > seat


def rewrite(
    game: str,
    players: int,
    options: dict[str, Any],
    setup: dict[str, Any],
    components: dict[str, Any],
    gift: dict[str, Any],
    moves: list[Move],
    phase_start: int,
    owed: list[int],
) -> Record:
    """A record from what its `__reduce__` gave."""
    record = Record(game, players, options, setup, components, gift)
    record.moves = list(moves)
    record._phase_start = phase_start
    record._owed = list(owed)
    return record
