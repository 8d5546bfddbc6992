"""How an action is chosen on the board: in the first phase the turn of the waiting card and then its place, named
by the cell of its top-left corner; in the second phase first the card."""

from __future__ import annotations

from parlour.faces.look import Look


def picks(look: Look) -> dict[str, list[str]]:
    """The path on the board that chooses an action; `discard` and `stop` are buttons."""
    paths: dict[str, list[str]] = {}
    for action in look.legal:
        verb, *rest = action.split(" ")
        if verb == "place":
            card, x, y, turn = rest
            place = f"{x},{y}"
            if look.view["phase"] == 1:
                paths[action] = [f"r{turn}", place]
            else:  # CR-45: the first card lies upright at 0 0
                paths[action] = [card, f"{card}.{turn}", place] if look.view["table"] else [card, place]
        elif verb == "magic":
            paths[action] = ["*magic", f"@{rest[0]}"]
        elif verb == "exchange":
            paths[action] = [rest[0]]
    return paths
