"""For designers: what a change does to a game, many games at once, and how fast the engine is.

from parlour.lab import Experiment, run
result = run(Experiment("mogul", ["greedy"] * 3, games=300))
print(result.to_dict()["baseline"]["measures"]["win_share.first"])
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

WHERE = {
    "Experiment": "experiment",
    "Result": "result",
    "Variant": "variants",
    "read_experiment": "experiment_file",
    "run": "running",
}
__all__ = list(WHERE)


def __getattr__(name: str) -> Any:
    # A server asks this package for a match only: the rest is loaded when it is asked for.
    if name in WHERE:
        return getattr(import_module(f"parlour.lab.{WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
