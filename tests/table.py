"""Tests in the game's language: set up a small table, play, look at the result.

table = given("photon-rush", START, {"seats.0.gold": 3})
table.play(0, "build 1 1")
assert table["seats.0.gold"] == 3
table.refuses(0, "build 0 0", "PR-62")
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import parlour


def at(data: Any, path: str) -> Any:
    """The value at a dotted path."""
    for step in path.split("."):
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


def changed(position: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a position with other values at some dotted paths."""
    found: dict[str, Any] = copy.deepcopy(dict(position))
    for path, value in changes.items():
        parent, _, last = path.rpartition(".")
        holder: Any = at(found, parent) if parent else found
        holder[int(last) if isinstance(holder, list) else last] = copy.deepcopy(value)
    return found


class Table:
    """A state that is played by a test; it keeps the events that everybody, and each seat, was told of."""

    def __init__(self, state: parlour.State) -> None:
        self.state = state
        self.events: list[parlour.Event] = []
        state.listen(self.events.append)

    def play(self, seat: int | str, *actions: str) -> Table:
        """Play actions of one seat (or `parlour.CHANCE`) one after the other."""
        for action in actions:
            self.state.play(seat, action)
        return self

    def chance(self, *outcomes: str) -> Table:
        return self.play(parlour.CHANCE, *outcomes)

    def legal(self, seat: int) -> list[str]:
        return self.state.legal(seat)

    def refuses(self, seat: int | str, action: str, rule: str, says: str = "") -> None:
        """The action is refused by that rule, in a sentence with `says` in it, and changes nothing."""
        before = self.state.position()
        with pytest.raises(parlour.IllegalAction) as error:
            self.state.play(seat, action)
        assert error.value.rule == rule, str(error.value)
        assert says in str(error.value)
        assert self.state.position() == before

    def told(self, kind: str) -> list[parlour.Event]:
        """All events of a kind so far."""
        return [event for event in self.events if event.kind == kind]

    def __getitem__(self, path: str) -> Any:
        return at(self.state.position(), path)

    def view(self, seat: int | None, path: str) -> Any:
        return at(self.state.view(seat), path)


def given(game: str, position: Mapping[str, Any], changes: Mapping[str, Any] | None = None) -> Table:
    """A table with this position, changed at some dotted paths."""
    return Table(parlour.game(game).load(changed(position, changes or {})))


def dealt(game: str, players: int, seed: object = 1, **options: Any) -> Table:
    """A table with a random set-up."""
    return Table(parlour.game(game).new(players, options, seed))


def components_with(game: str, folder: Path, old: str, new: str) -> Path:
    """A component file in `folder` that differs from the game's own in one place."""
    text = (Path(parlour.game(game).folder) / "components.toml").read_text(encoding="utf-8")
    assert old in text
    file = folder / "components.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file
