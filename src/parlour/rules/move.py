"""One step of a game, as records, logs, files and programs write it."""

from __future__ import annotations

from typing import Any

from parlour.rules.check import Check, excerpt
from parlour.rules.errors import IllegalAction, InvalidRecord
from parlour.rules.state import CHANCE, State


class Move:
    """What a seat answered, or what chance gave (`seat` is then `CHANCE`)."""

    def __init__(self, seat: int | str, action: str) -> None:
        self.seat: int | str = seat
        self.action: str = action

    @property
    def by_chance(self) -> bool:
        return self.seat == CHANCE

    def play(self, state: State) -> None:
        """Carry it out; `IllegalAction` if it may not be played now."""
        state.play(self.seat, self.action)

    def to_dict(self) -> dict[str, Any]:
        """As a record has it: `{"seat": 0, "action": "draw"}` or `{"chance": "roll 7"}`."""
        return {CHANCE: self.action} if self.by_chance else {"seat": self.seat, "action": self.action}

    def __str__(self) -> str:
        """In one line: `0 draw`, `chance roll 7`; `parse_move` reads it."""
        return f"{self.seat} {self.action}"

    def __repr__(self) -> str:
        return f"Move({self.seat!r}, {self.action!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.seat == other.seat and self.action == other.action

    def __hash__(self) -> int:
        return hash((self.seat, self.action))

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self.seat, self.action)


def read_move(data: object, players: int, where: str) -> Move:
    """A move of a record for so many players; `InvalidRecord` names the place that is wrong."""
    check = Check(InvalidRecord)
    fields = check.mapping(data, where)
    if CHANCE in fields:
        check.keys(fields, (CHANCE,), where)
        return Move(CHANCE, check.string(fields[CHANCE], f"{where}.{CHANCE}"))
    check.keys(fields, ("seat", "action"), where)
    seat = check.integer(fields["seat"], f"{where}.seat", 0, players - 1)
    return Move(seat, check.string(fields["action"], f"{where}.action"))


def parse_move(text: str) -> Move:
    """A move from its line: `0 draw`, `chance roll 7`."""
    seat, _, action = text.partition(" ")
    if seat == CHANCE:
        return Move(CHANCE, action)
    if not (seat.isascii() and seat.isdigit()):
        raise InvalidRecord(f"a move begins with a seat or the word {CHANCE}, not {seat!r}")
    return Move(int(seat), action)


def play_recorded(state: State, move: Move, where: str) -> None:
    """Play a move of a record; `InvalidRecord` says which one failed and why."""
    try:
        move.play(state)
    except IllegalAction as error:
        raise InvalidRecord(f"{where}, {excerpt(move.to_dict())}: {error}") from error
