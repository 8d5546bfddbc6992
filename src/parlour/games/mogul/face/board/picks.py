"""How an answer of Mogul is chosen on the board."""

from __future__ import annotations

from parlour.faces.look import Look


def picks(look: Look) -> dict[str, list[str]]:
    """Shares are sold by picking them one after the other, then the deal; all else is one pick."""
    paths: dict[str, list[str]] = {}
    for action in look.legal:
        verb, _, number = action.partition(" ")
        if verb == "sell":
            paths[action] = [*(f"share-{i}" for i in range(1, int(number) + 1)), f"sell-{number}"]
        else:
            paths[action] = [verb]
    return paths
