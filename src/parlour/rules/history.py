"""What every seat has been told since a game began: its *information state*, in the words of game theory.

A history is the start of a game and its steps as codes, so it costs next to nothing while a game is played. Only when
somebody asks what a seat knows, the game is played once more and listened to: the first view of the seat, then, step
by step, the answers it gave itself, the events it may know and what changed in its view.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.errors import RulesError
from parlour.rules.events import Event
from parlour.rules.state import State


class History:
    """A game from its start on."""

    def __init__(self, start: State) -> None:
        """`start` is nobody else's."""
        self.start: State = start
        self.seats: vec[i64] = vec[i64]()  # who made each step, NATURE for chance
        self.codes: vec[i64] = vec[i64]()
        self._witness: Witness | None = None  # what was found out when somebody asked

    def note(self, seat: i64, code: i64) -> None:
        self.seats = append(self.seats, seat)
        self.codes = append(self.codes, code)

    def copy(self) -> History:
        found = History(self.start)
        found.seats = self.seats[:]
        found.codes = self.codes[:]
        if self._witness is not None:
            found._witness = self._witness.copy()
        return found

    def information(self, state: State, seat: i64) -> str:
        """All that the seat has been told, one line for each thing; `state` is where the game stands now."""
        witness = self._witness
        if witness is None:
            witness = Witness(self.start.clone())
            witness.look()
            self._witness = witness
        while witness.steps < len(self.codes):
            witness.step(self.seats[witness.steps], self.codes[witness.steps])
        if witness.state != state:
            raise RulesError("this state was changed by `apply`, past its history: use `play` or `advance`")
        return "\n".join(witness.told[seat])

    def to_dict(self) -> dict[str, Any]:
        return {
            "start": self.start.position(),
            "steps": [[int(self.seats[i]), int(self.codes[i])] for i in range(len(self.codes))],
        }


def read_history(data: dict[str, Any], start: State) -> History:
    """A history from what `to_dict` gave; its start has been loaded."""
    found = History(start)
    for step in data["steps"]:
        found.note(step[0], step[1])
    return found


class Witness:
    """Plays a game once more and writes down what each seat is told."""

    def __init__(self, state: State) -> None:
        self.state: State = state
        self.steps: i64 = 0
        self.told: list[list[str]] = [[] for _ in range(state.players)]
        self.views: list[dict[str, Any]] = [{} for _ in range(state.players)]

    def copy(self) -> Witness:
        found = Witness(self.state.clone())
        found.steps = self.steps
        found.told = [lines[:] for lines in self.told]
        found.views = self.views[:]  # they are replaced, never changed
        return found

    def step(self, seat: i64, code: i64) -> None:
        if seat >= 0:
            self.told[seat].append("answer " + self.state.notation(seat, code))
        self.state.listen(self.hear)
        self.state.apply(seat, code)
        self.state.listen(None)
        self.steps += 1
        self.look()

    def hear(self, event: Event) -> None:
        for seat in range(len(self.told)):
            known = event.seen_by(seat)
            self.told[seat].append(f"{known.kind} {text_of(known.facts)}")

    def look(self) -> None:
        """Write down what has changed in each seat's view."""
        for seat in range(len(self.told)):
            view = self.state.view(seat)
            before = self.views[seat]
            changed = {key: value for key, value in view.items() if key not in before or before[key] != value}
            if changed:
                self.told[seat].append("sees " + text_of(changed))
            self.views[seat] = view


def text_of(facts: dict[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"))


def hash_of(text: str) -> int:
    """64 bits of a text, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def serialise(state: State) -> str:
    """A state with its history as a text."""
    data = {
        "game": state.game_id(),
        "position": state.position(),
        "components": state.components_source(),
        "history": None if state.history is None else state.history.to_dict(),
    }
    return json.dumps(data, separators=(",", ":"))
