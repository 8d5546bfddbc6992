"""Why something on the board cannot be chosen: the answer that a click would have been, refused by the referee.

A game's `picks.py` may have `attempts(look, picked, names)`: the actions that somebody may have meant who has picked
`picked` so far and then clicks on a thing. `names` are the thing's `data-pick`, `data-piece`, `data-place` and `id` and
those of what it lies in, from the inside out; on a map also where that was, as `<name of the grid>@<x>,<y>` in cells.

The referee is asked in a world that is imagined from the seat's view, so a reason can tell nothing that the seat does
not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.faces.look import Look
from parlour.rules.errors import IllegalAction

MOST = 8  # actions that are tried for one click


class Reason(NamedTuple):
    """Why not, in a sentence, and the rule that says so, if it is a rule that does."""

    why: str
    rule: str = ""


def why_not(look: Look, picked: Sequence[str], names: Sequence[str]) -> Reason | None:
    """Why a seat that is asked cannot choose this; nothing, if no reason can be given."""
    assert look.seat is not None
    game = look.game.module("face.board.picks")
    tried = game.attempts(look, picked, names)[:MOST] if hasattr(game, "attempts") else []
    found: dict[str, str] = {}
    for action in tried:
        try:
            look.previews.world().parse(look.seat, action)
        except IllegalAction as error:
            found.setdefault(look.words.explanation(error), error.rule)
    if len(found) == len(tried) > 1:  # each for a reason of its own
        return Reason(" ".join(found), next(iter(found.values())))
    if found:
        return Reason(*next(iter(found.items())))
    if game is not None and comes_later(game.picks(look), picked, names):
        return Reason(look.words.t("Something else comes first: choose what is lit up."))
    return None


def comes_later(paths: dict[str, list[str]], picked: Sequence[str], names: Sequence[str]) -> bool:
    """Whether a thing can be chosen after something else."""
    return any(name in path[len(picked) + 1 :] for path in paths.values() for name in names)
