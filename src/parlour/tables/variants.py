"""Variants at tables: games whose components were changed by whoever opened the table, perhaps a stranger.

At home a component file may say what it likes. On a server only the numbers can be changed that the game's
`lab/dials.py` names in `RANGES`, within these; no more than `MOST_CHANGES` of them at a time; and a game that has gone
on for `LONGEST` steps is stopped. So no variant makes a table large or slow: `tests/test_variants.py` plays the largest
of each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.changes import printed_refusal
from parlour.faces.refusals import ChangeRefused
from parlour.rules.check import excerpt
from parlour.rules.components import matches, numbers, printed_reason
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import Game

MOST_CHANGES = 24  # numbers of one variant
LONGEST = 5_000  # steps of a game by changed components
NAME_LENGTH = 40  # letters of a variant's name


def range_of(game: Game, key: str) -> tuple[int, int] | None:
    """The least and the most that a number may be at a table; nothing if it cannot be changed there."""
    names = key.split(".")
    for pattern, (low, high) in getattr(game.dials(), "RANGES", {}).items():
        if matches(pattern.split("."), names):
            return low, high
    return None


def offered_numbers(game: Game) -> dict[str, tuple[int, int, int]]:
    """The numbers that a table may change, by key: as in the box, the least and the most."""
    found: dict[str, tuple[int, int, int]] = {}
    for key, value in numbers(game.box_components()).items():
        bounds = range_of(game, key)
        if bounds is not None and not printed_reason(key, game.dials()):
            found[key] = (value, *bounds)
    return found


def variant_for_table(game: Game, changes: Mapping[str, Any] | Any) -> Game:
    """The variant of a game with these changes, if a table may be opened with it; else `InvalidComponents` names the
    key, and the range it may have. What is as in the box is no change."""
    if not isinstance(changes, Mapping):
        raise ChangeRefused("components: an object of keys and numbers is needed, not {value}", value=excerpt(changes))
    if len(changes) > MOST_CHANGES:
        raise ChangeRefused(
            "components: at most {most} numbers can be changed, not {many}", most=MOST_CHANGES, many=len(changes)
        )
    offered = offered_numbers(game) if changes else {}
    given: dict[str, int] = {}
    for key, value in changes.items():
        if key not in offered:
            raise refusal(game, key)
        box, low, high = offered[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ChangeRefused(
                "{key}: a whole number from {low} to {high} is needed, not {value}",
                key=key,
                low=low,
                high=high,
                value=excerpt(value),
            )
        if value != box:
            given[key] = value
    try:
        return game.variant(given)
    except InvalidComponents as error:  # each for itself would do
        asked = ", ".join(f"{key}={value}" for key, value in given.items())
        raise ChangeRefused("{changes}: these do not go together: {error}", changes=asked, error=error) from error


def refusal(game: Game, key: object) -> ChangeRefused:
    """Why a number cannot be changed at a table."""
    name = excerpt(key)[1:-1] if isinstance(key, str) else excerpt(key)
    printed = printed_refusal(game, key) if isinstance(key, str) and len(key) <= 80 else None
    if printed is not None:
        return printed
    known = getattr(game.dials(), "RANGES", {})
    if not known:
        return ChangeRefused("{key}: {game} has no number that a table can change", key=name, game=game.title)
    return ChangeRefused(
        "{key}: {game} has no such number that a table can change; these are: {known}",
        key=name,
        game=game.title,
        known=", ".join(known),
    )
