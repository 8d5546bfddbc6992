"""Under Cups: set-ups, positions, views and possible worlds; the only place that knows their shapes.

A position is

    {"game": "under-cups", "players": 2, "options": {"coins": 3}, "to_act": [1],
     "round": 1, "turn": 1, "coins": [3, 3], "dice": [9, 4], "bid": 12}

with `"to_act": "chance"` while a cup is to be thrown (then `dice` is short of those that come), and `"bid": null`
before the first one. In a view the dice of others are null, until the game is over.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import Check, excerpt
from parlour.rules.errors import InvalidPosition, InvalidSetup
from parlour.rules.state import CHANCE, NATURE

from .parts import UnderCupsParts
from .rules import UnderCups

KEYS: Final = ["game", "players", "options", "to_act", "round", "turn", "coins", "dice", "bid"]
MOST_COINS: Final = 9  # as the option says
FEWEST_SEATS: Final = 2  # a guide or a puzzle may have fewer seats than the game is declared for
MOST_SEATS: Final = 8

# -- set-up ----------------------------------------------------------------------------------------


def deal(players: int, options: dict[str, Any], dealer: Dealer, parts: UnderCupsParts) -> dict[str, Any]:
    """A random set-up, as a record keeps it."""
    first = dealer.below(players)  # UC-4
    dealer.lay("first")
    return {"first": first}


def begin(
    players: int,
    options: dict[str, Any],
    setup: dict[str, Any],
    parts: UnderCupsParts,
) -> UnderCups:
    check = Check(InvalidSetup)
    data = check.keys(setup, ("first",), "setup")
    state = UnderCups(players, options["coins"], parts)
    state.turn = check.integer(data["first"], "setup.first", 0, players - 1)
    return state


# -- position --------------------------------------------------------------------------------------


def position(state: UnderCups) -> dict[str, Any]:
    return {
        "game": state.game_id(),
        "players": state.players,
        "options": {"coins": state.start},
        "to_act": CHANCE if state.actor() == NATURE else state.owing(),
        "round": state.round,
        "turn": state.turn,
        "coins": state.coins[:],
        "dice": state.dice[:],
        "bid": state.bid if state.bid else None,
    }


# -- view ------------------------------------------------------------------------------------------


def view(state: UnderCups, seat: int | None) -> dict[str, Any]:
    """UC-5: everything but what is under the cups of others."""
    seen = position(state)
    if not state.is_over():
        seen["dice"] = [dice if i == seat else None for i, dice in enumerate(state.dice)]
    return seen


# -- restore ---------------------------------------------------------------------------------------


def restore(position: dict[str, Any], parts: UnderCupsParts) -> UnderCups:
    check = Check(InvalidPosition)
    data = check.keys(position, KEYS, "")
    players = check.integer(data["players"], "players", FEWEST_SEATS, MOST_SEATS)
    options = check.keys(data["options"], ("coins",), "options")
    state = UnderCups(players, check.integer(options["coins"], "options.coins", 1, MOST_COINS), parts)
    state.round = check.integer(data["round"], "round", 1)
    state.turn = check.integer(data["turn"], "turn", 0, players - 1)
    state.coins = check.integers(data["coins"], "coins", players, 0, state.start)
    lost = state.start * players - sum(state.coins)
    check.that(state.coins.count(0) <= 1, "coins", "the game ends with the first player who has none (UC-12)")
    check.that(lost == state.round - (0 if state.is_over() else 1), "coins", "every round costs one coin (UC-10)")
    state.dice = check.integers(data["dice"], "dice", low=parts.sums[0], high=parts.sums[-1])
    check.that(len(state.dice) <= players, "dice", "everybody has one cup (UC-3)")
    if data["bid"] is not None:
        lowest, highest = parts.lowest(players), parts.highest(players)
        state.bid = check.integer(data["bid"], "bid", lowest, highest)
    thrown = len(state.dice) == players
    check.that(thrown or state.bid == 0, "bid", "all cups are thrown before the first bid (UC-5)")
    check.that(not state.is_over() or (thrown and state.bid > 0), "bid", "the game ends with a doubt (UC-12)")
    asked = CHANCE if state.actor() == NATURE else state.owing()
    check.that(data["to_act"] == asked, "to_act", f"{excerpt(asked)} is needed, not {excerpt(data['to_act'])}")
    return state


# -- dream -----------------------------------------------------------------------------------------


def dream(view: dict[str, Any], rng: Rng, parts: UnderCupsParts) -> UnderCups:
    """A world that looks like this view: what is under the cups of others is thrown again, by the same weights."""
    check = Check(InvalidPosition)
    data = check.keys(view, KEYS, "")
    seen = check.sequence(data["dice"], "dice")
    dice = [parts.sums[rng.weighted(parts.ways)] if one is None else one for one in seen]
    return restore({**data, "dice": dice}, parts)
