"""How an answer of Under Cups is chosen on the board: each is one pick."""

from __future__ import annotations

from parlour.faces.look import Look


def picks(look: Look) -> dict[str, list[str]]:
    """The `data-pick` names that choose each answer, one after the other."""
    return {action: [action.replace(" ", "-")] for action in look.legal}
