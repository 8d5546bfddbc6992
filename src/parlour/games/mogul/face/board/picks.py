"""How an answer of Mogul is chosen on the board."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.faces.look import Look

# What one may want of a thing on the floor.
VERBS = {"mogul-bank": "loan", "bank": "loan", "mogul-pot": "withdraw", "mogul-card": "take", "share": "take"}


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


def attempts(look: Look, picked: Sequence[str], names: Sequence[str]) -> list[str]:
    """What somebody may have meant who clicks on a thing: an answer on its plate, or what its place is for."""
    for name in names:
        verb, _, number = name.partition("-")
        if name in ("pay", "withdraw", "take", "loan", "decline"):
            return [name]
        if verb == "sell":
            return [f"sell {number}"]
        if name == f"hand-{look.seat}":
            return ["pay"]
        if name == f"shares-{look.seat}":
            return ["sell 1"]
        if name in VERBS:
            return [VERBS[name]]
    return []
