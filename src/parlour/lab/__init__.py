"""For designers: what a change does to a game, many games at once, and how fast the engine is.

from parlour.lab import Experiment, run
result = run(Experiment("mogul", ["greedy"] * 3, games=300))
print(result.to_dict()["baseline"]["measures"]["win_share.first"])
"""

from __future__ import annotations

from typing import Any

__all__ = ["Experiment", "Result", "Variant", "read_experiment", "run"]


def __getattr__(name: str) -> Any:
    # A server asks this package for a match only: the rest is loaded when it is asked for.
    if name in __all__:
        from parlour.lab import experiment

        return getattr(experiment, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
