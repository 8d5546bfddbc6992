"""A network while it learns: its layers in numpy, the slope of a loss, and steps down that slope (Adam).

What is learnt is the difference between two numbers for each output, so a lesson hands over that difference (`slope`)
and never a loss. `numbers` gives the network as `rules/network.py` reads it.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from parlour._vecs import PACKED
from parlour.faces.refusals import LibraryMissing
from parlour.rules.features import fill_rows
from parlour.rules.network import Inputs
from parlour.rules.state import State

HELD = (0.9, 0.999)  # of what was learnt before, by Adam


def numpy_here() -> Any:
    # Matrices are small here: threads would spend several times the processor time, and gain nothing.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return importlib.import_module("numpy")
    except ImportError:
        raise LibraryMissing("learning needs numpy: pip install 'parlour[learn]'") from None


class Layers:
    """The weights and biases of a network, and what Adam remembers of each."""

    def __init__(self, sizes: Sequence[int], chance: Any, rate: float) -> None:
        self.np = numpy_here()
        self.sizes = list(sizes)
        self.rate = rate
        self.steps = 0
        self.parameters: list[Any] = []
        for place in range(1, len(self.sizes)):
            into, out = self.sizes[place - 1], self.sizes[place]
            scale = 0.05 if place == len(self.sizes) - 1 else 1.0
            weights = chance.standard_normal((into, out)) * scale * (2 / into) ** 0.5
            self.parameters += [weights.astype("f"), self.np.zeros(out, "f")]
        self.means = [self.np.zeros_like(given) for given in self.parameters]
        self.squares = [self.np.zeros_like(given) for given in self.parameters]

    def forward(self, seen: Any) -> list[Any]:
        """All layers for these rows: the inputs first, the outputs last."""
        found = [seen]
        last = len(self.parameters) - 2
        for place in range(0, len(self.parameters), 2):
            sums = found[-1] @ self.parameters[place] + self.parameters[place + 1]
            found.append(sums if place == last else self.np.maximum(sums, 0.0))
        return found

    def outputs(self, seen: Any) -> Any:
        return self.forward(seen)[-1]

    def learn(self, layers: list[Any], slope: Any, most: float = 1.0) -> None:
        """One step down: `slope` is that of the loss by each output, a row for each row of `layers`."""
        slopes: list[Any] = []
        for place in reversed(range(0, len(self.parameters), 2)):
            before = layers[place // 2]
            slopes += [slope.sum(0), before.T @ slope]
            if place:
                slope = (slope @ self.parameters[place].T) * (before > 0.0)
        slopes.reverse()
        size = float(self.np.sqrt(sum(float((each**2).sum()) for each in slopes)))
        self.steps += 1
        first, second = HELD
        rate = self.rate * (1 - second**self.steps) ** 0.5 / (1 - first**self.steps)
        for place, each in enumerate(slopes):
            each = each * min(1.0, most / (size + 1e-9))
            self.means[place] += (1 - first) * (each - self.means[place])
            self.squares[place] += (1 - second) * (each**2 - self.squares[place])
            self.parameters[place] -= rate * self.means[place] / (self.np.sqrt(self.squares[place]) + 1e-8)

    def copy(self) -> list[Any]:
        """The parameters as they are now."""
        return [given.copy() for given in self.parameters]

    def numbers(self) -> list[float]:
        """All numbers as a file has them: 16 bits each, the last layer by its outputs."""
        found: list[float] = []
        for place, given in enumerate(self.parameters):
            ordered = given.T if place == len(self.parameters) - 2 else given
            found += [float(number) for number in ordered.astype("e").ravel()]
        return found

    def read(self, numbers: Sequence[float]) -> None:
        """Begin with these numbers, in the order that `numbers` gives."""
        np, at = self.np, 0
        for place, given in enumerate(self.parameters):
            found = np.array(numbers[at : at + given.size], "f")
            turned = place == len(self.parameters) - 2
            self.parameters[place] = found.reshape(given.T.shape).T.copy() if turned else found.reshape(given.shape)
            at += given.size

    # -- so that a run can go on where it was ended ------------------------------------------------

    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = {"steps": self.steps}
        for name, kept in (("parameter", self.parameters), ("mean", self.means), ("square", self.squares)):
            found |= {f"{name}{place}": given for place, given in enumerate(kept)}
        return found

    def refill(self, facts: Any) -> None:
        self.steps = int(facts["steps"])
        for name, kept in (("parameter", self.parameters), ("mean", self.means), ("square", self.squares)):
            for place in range(len(kept)):
                kept[place] = self.np.array(facts[f"{name}{place}"])


def see(inputs: Inputs, states: Sequence[State], seats: Sequence[int]) -> Any:
    """What these seats see, a row for each."""
    np = numpy_here()
    values = fill_rows(inputs, list(states), list(seats))
    found = np.frombuffer(values, dtype="d") if PACKED else np.array(values)
    return found.reshape(len(states), -1).astype("f")


def in_pieces(chance: Any, rows: int, epochs: int, piece: int) -> Iterator[Any]:
    """Which rows to learn from next: all of them so many times, each time in another order, `piece` at once. What is
    left over at the end is gone through if it is at least half a piece."""
    for _ in range(epochs):
        order = chance.permutation(rows)
        for first in range(0, rows - piece // 2, piece):
            yield order[first : first + piece]


def squeeze_all(np: Any, numbers: Any) -> Any:
    """Any numbers as numbers from 0 to 1."""
    return 1.0 / (1.0 + np.exp(-np.clip(numbers, -30.0, 30.0)))


def doubt(np: Any, expected: Any, came: Any) -> Any:
    """How much less than certain these expectations were of what came: the log-loss, in nats."""
    near = np.clip(expected, 1e-6, 1.0 - 1e-6)
    return -(came * np.log(near) + (1.0 - came) * np.log(1.0 - near))


def save_whole(path: Path, np: Any, facts: dict[str, Any]) -> None:
    """Write a file of arrays so that it is there whole or not at all."""
    beside = path.with_suffix(".part.npz")
    np.savez(beside, **facts)
    beside.replace(path)
