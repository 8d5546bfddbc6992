"""How an action is chosen on the board: in the first phase the turn of the waiting card and then its place, named
by the cell of its top-left corner; in the second phase first the card."""

from __future__ import annotations

from collections.abc import Sequence

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


def attempts(look: Look, picked: Sequence[str], names: Sequence[str]) -> list[str]:
    """What somebody may have meant who clicks on a place in the cavern, a creature, an orb of the dragon, or a card of
    the row."""
    view = look.view
    for name in names:
        kind, _, colour = name.partition("-")
        if kind in ("creature", "dragon") and colour:
            return [f"magic {colour}"]
        if name in view["row"] and view["step"] == "exchange":
            return [f"exchange {name}"]
        if name.startswith("cave@"):
            card = view["card"] or (picked[0] if picked else "")
            turn = picked[-1][-1] if picked and picked[-1][-1] in "0123" and (view["card"] or "." in picked[-1]) else ""
            if not card or not turn or card == "*magic":
                return []
            x, y = map(float, name.removeprefix("cave@").split(","))
            right, down = (1.5, 1) if turn in "13" else (1, 1.5)  # the card's middle, from its top-left cell
            return [f"place {card} {round(x - right)} {round(y - down)} {turn}"]
    return []
