"""Small tables of Crusgallo for tests: name what matters, the other cards go where they belong."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import parlour
from parlour.games.crusgallo.parts import CrusgalloParts
from table import Table, given

GAME = "crusgallo"
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
Placed = Sequence[Sequence[Any]]


def naive_program() -> Any:
    """`Naive` of bench/crusgallo.py: the placing rules by the letter, without any of the engine's ideas."""
    file = Path(__file__).parents[2] / "bench" / "crusgallo.py"
    spec = importlib.util.spec_from_file_location("bench_crusgallo", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Naive


Naive = naive_program()


def parts() -> CrusgalloParts:
    found = parlour.game(GAME).parts()
    assert isinstance(found, CrusgalloParts)
    return found


def unused(*piles: Sequence[str]) -> list[str]:
    """The cards that are in none of the piles."""
    taken = [card for pile in piles for card in pile]
    return [card for card in parts().ids if card not in taken]


def counts(**given: int) -> dict[str, int]:
    return {colour: given.get(colour, 0) for colour in COLOURS}


def gems_on(table: Placed, lit: Placed) -> dict[str, int]:
    """How many gems of each colour lie on lit orbs."""
    seen = Naive({"table": table}).visible()
    found = counts()
    for x, y, gem in lit:
        found[seen[x, y][1:]] += gem
    return found


def first_position(
    table: Placed,
    card: str | None,
    draw: Sequence[str] | None = None,
    lit: Placed = (),
    bonds: dict[str, int] | None = None,
    treasures: Sequence[str] = (),
    **changes: Any,
) -> dict[str, Any]:
    """A position of the first phase.

    `bonds` names those that are not as many as the lit orbs leave; the gems missing are in the supply. `draw` is the
    whole draw pile; cards left over are aside. Treasures lie on the table or nowhere else.
    """
    on_table = [placed[0] for placed in table]
    shown = [card] if card is not None else []
    rest = unused(on_table, shown, treasures, draw or [])
    reserve = rest[-9:]
    on_orbs = gems_on(table, lit)
    left = {colour: 3 - on_orbs[colour] for colour in COLOURS}
    left.update(bonds or {})
    return {
        "game": GAME,
        "players": 1,
        "options": {},
        "to_act": [0],
        "phase": 1,
        "step": "place",
        "draw": rest[:-9] if draw is None else list(draw),
        "reserve": reserve,
        "card": card,
        "row": [],
        "deck": [],
        "aside": [] if draw is None else rest[:-9],
        "table": [list(placed) for placed in table],
        "lit": sorted([list(orb) for orb in lit], key=lambda orb: (orb[1], orb[0])),
        "bonds": left,
        "dragon": counts(),
        "supply": {colour: 3 - on_orbs[colour] - left[colour] for colour in COLOURS},
        "treasures": sorted(treasures),
        "magic_used": False,
        "battle_drawn": False,
        "missing": None,
        **changes,
    }


def second_position(
    table: Placed,
    row: Sequence[str],
    deck: Sequence[str] | None = None,
    lit: Placed = (),
    dragon: Sequence[str] = (),
    treasures: Sequence[str] = (),
    **changes: Any,
) -> dict[str, Any]:
    """A position of the second phase.

    `dragon` are the colours on it beside those of lit orbs; `deck` is the whole deck, or everything else.
    """
    on_table = [placed[0] for placed in table]
    rest = unused(on_table, row, treasures, deck or [])
    on_orbs = gems_on(table, lit)
    bound = {colour: int(colour in dragon or on_orbs[colour] > 0) for colour in COLOURS}
    return {
        **first_position([], None, []),
        "phase": 2,
        "draw": [],
        "reserve": [],
        "row": sorted(row),
        "deck": rest if deck is None else sorted(deck),
        "aside": [] if deck is None else rest,
        "table": [list(placed) for placed in table],
        "lit": sorted([list(orb) for orb in lit], key=lambda orb: (orb[1], orb[0])),
        "bonds": counts(),
        "dragon": bound,
        "supply": {colour: 3 - on_orbs[colour] - bound[colour] for colour in COLOURS},
        "treasures": sorted(treasures),
        **changes,
    }


def first(table: Placed, card: str | None, *args: Any, **changes: Any) -> Table:
    """A table in the first phase: see `first_position`."""
    return given(GAME, first_position(table, card, *args, **changes))


def second(table: Placed, row: Sequence[str], *args: Any, **changes: Any) -> Table:
    """A table in the second phase: see `second_position`."""
    return given(GAME, second_position(table, row, *args, **changes))
