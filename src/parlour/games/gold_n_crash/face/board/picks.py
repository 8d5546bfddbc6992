"""How an action of Gold n' Crash is chosen on the board: the things on it to pick, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.faces.look import Look

# By verb, the things that its words name. `pass` is left to a button.
THINGS: dict[str, tuple[str, ...]] = {
    "draw": ("deck",),
    "play": ("card:{0}", "column:{1}"),
    "discard": ("last:{0}",),
    "secure": ("last:{0}",),
    "recall": ("last:{0}",),
    "move": ("last:{0}", "column:{1}"),
}


def picks(look: Look) -> dict[str, list[str]]:
    return paths(look.legal)


def paths(legal: Sequence[str]) -> dict[str, list[str]]:
    """For each action the things on the board that choose it."""
    found: dict[str, list[str]] = {}
    for action in legal:
        verb, *rest = action.split(" ")
        if verb == "observe":
            found[action] = [f"observe:{'-'.join(rest)}"]
        elif verb in THINGS:
            found[action] = [thing.format(*rest) for thing in THINGS[verb]]
    return found
