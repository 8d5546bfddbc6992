"""Crusgallo: set-ups (CR-8), positions and views as the spec's section 10 writes them, and possible worlds.

A position need not be one that a game can lead to; it has to fulfil what the spec calls always true.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.crusgallo.cavern import FARTHEST, Cavern
from parlour.games.crusgallo.parts import BIT, BONDS, COLOURS, LIT, ORB, CrusgalloParts
from parlour.games.crusgallo.rules import (
    BATTLE_DRAW,
    EXCHANGE,
    GEMS,
    LAST,
    OVER,
    PLACE,
    SEARCH,
    STEPS,
    Crusgallo,
    count,
)
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import Check, excerpt
from parlour.rules.errors import InvalidPosition, InvalidSetup
from parlour.rules.state import NATURE

KEYS = (
    "game",
    "players",
    "options",
    "to_act",
    "phase",
    "step",
    "draw",
    "reserve",
    "card",
    "row",
    "deck",
    "aside",
    "table",
    "lit",
    "bonds",
    "dragon",
    "supply",
    "treasures",
    "magic_used",
    "battle_drawn",
    "missing",
)


# -- set-up ------------------------------------------------------------------------------------------


def deal(players: int, options: dict[str, Any], dealer: Dealer, parts: CrusgalloParts) -> dict[str, Any]:
    """CR-8: all cards shuffled, the reserve taken off."""
    cards = parts.ids[:]
    dealer.shuffle(cards)
    dealer.lay("reserve", 0, parts.reserve, ascending=True)
    dealer.lay("draw", parts.reserve, len(cards))
    return {"reserve": sorted(cards[: parts.reserve]), "draw": cards[parts.reserve :]}


def deals_steadily(options: dict[str, Any], parts: CrusgalloParts) -> bool:
    """There is one shuffle."""
    return True


def begin(players: int, options: dict[str, Any], setup: dict[str, Any], parts: CrusgalloParts) -> Crusgallo:
    check = Check(InvalidSetup)
    check.keys(setup, ("reserve", "draw"), "setup")
    reserve = read_cards(setup["reserve"], "setup.reserve", parts, check, ascending=True)
    draw = read_cards(setup["draw"], "setup.draw", parts, check)
    check.that(
        len(reserve) == parts.reserve, "setup.reserve", f"{parts.reserve} cards are needed, not {len(reserve)} (CR-8)"
    )
    both = sorted(reserve + draw)
    check.that(both == list(range(len(parts.ids))), "setup", "every cavern card must occur exactly once (CR-8)")
    state = Crusgallo(parts, vec[i64]([card for card in draw]), mask_of(reserve))
    state.begin()
    return state


def deal_again(state: Crusgallo, rng: Rng) -> None:
    """`deal` and `begin` with the same draws, and without a set-up in between."""
    parts = state.parts
    cards = vec[i64]([card for card in range(len(parts.ids))])
    rng.mix(cards)
    reserve: i64 = 0
    for card in cards[: parts.reserve]:
        reserve |= BIT[card]
    state.pile = cards[parts.reserve :]
    state.reserve = reserve
    state.cavern = Cavern(parts)
    state.drawn = 0
    state.phase = 1
    state.step = PLACE
    state.card = -1
    state.row = 0
    state.deck = 0
    state.aside = 0
    state.treasures = 0
    state.half = 0
    state.bonds = GEMS
    state.supply = 0
    state.dragon = 0
    state.magic_used = False
    state.battle_drawn = False
    state.missing = -1
    state.begin()


# -- position ----------------------------------------------------------------------------------------


def position(state: Crusgallo) -> dict[str, Any]:
    draw = [state.parts.ids[card] for card in state.pile[state.drawn :]]
    return write_position(state, draw, state.parts.cards(state.reserve))


def write_position(state: Crusgallo, draw: Any, reserve: Any) -> dict[str, Any]:
    """A position, with the draw pile and the reserve as those may know them who look."""
    parts = state.parts
    colours = range(COLOURS)
    cavern = state.cavern
    lit = sorted([(int(cavern.y_at(orb >> 1)), int(cavern.x_at(orb >> 1)), int(orb & 1)) for orb in cavern.lit])
    return {
        "game": "crusgallo",
        "players": 1,
        "options": {},
        "to_act": who_is_asked(state),
        "phase": state.phase,
        "step": STEPS[state.step],
        "draw": draw,
        "reserve": reserve,
        "card": parts.ids[state.card] if state.card >= 0 else None,
        "row": parts.cards(state.row),
        "deck": parts.cards(state.deck),
        "aside": parts.cards(state.aside),
        "table": [write_laid(code, parts) for code in cavern.laid],
        "lit": [[x, y, gem] for y, x, gem in lit],
        "bonds": {parts.colours[colour]: state.bonds >> 2 * colour & 3 for colour in colours},
        "dragon": {parts.colours[colour]: state.dragon >> colour & 1 for colour in colours},
        "supply": {parts.colours[colour]: state.supply >> 2 * colour & 3 for colour in colours},
        "treasures": parts.cards(state.treasures),
        "magic_used": state.magic_used,
        "battle_drawn": state.battle_drawn,
        "missing": parts.colours[state.missing] if state.missing >= 0 else None,
    }


def write_laid(code: i64, parts: CrusgalloParts) -> list[Any]:
    way = parts.way_of(code)
    return [parts.ids[way >> 2], parts.x_of(code), parts.y_of(code), way & 3]


def who_is_asked(state: Crusgallo) -> Any:
    actor = state.actor()
    return "chance" if actor == NATURE else [0] if actor == 0 else []


# -- view --------------------------------------------------------------------------------------------


def view(state: Crusgallo, seat: int | None) -> dict[str, Any]:
    """The same for seat 0 and a spectator: draw pile and reserve are counts."""
    return write_position(state, len(state.pile) - state.drawn, count(state.reserve))


# -- restore -----------------------------------------------------------------------------------------


def restore(position: dict[str, Any], parts: CrusgalloParts) -> Crusgallo:
    """The state of a position, refused where it breaks what the spec says of positions."""
    check = Check(InvalidPosition)
    check.keys(position, KEYS, "")
    check.integer(position["players"], "players", 1, 1)  # CR-1
    check.keys(position["options"], (), "options")  # CR-2
    draw = read_cards(position["draw"], "draw", parts, check)
    reserve = read_cards(position["reserve"], "reserve", parts, check, ascending=True)
    state = Crusgallo(parts, vec[i64]([card for card in draw]), mask_of(reserve))
    state.phase = check.integer(position["phase"], "phase", 1, 2)
    state.step = STEPS.index(check.one_of(position["step"], STEPS, "step"))
    if position["card"] is not None:
        state.card = read_card(position["card"], "card", parts, check)
    state.row = mask_of(read_cards(position["row"], "row", parts, check, ascending=True))
    state.deck = mask_of(read_cards(position["deck"], "deck", parts, check, ascending=True))
    state.aside = mask_of(read_cards(position["aside"], "aside", parts, check, ascending=True))
    state.treasures = mask_of(read_cards(position["treasures"], "treasures", parts, check, ascending=True))
    for i, id in enumerate(position["treasures"]):
        if parts.treasure[parts.number[id]] == 0:
            raise check.fail(f"treasures.{i}", f"{excerpt(id)} is not a treasure card")
    state.magic_used = check.boolean(position["magic_used"], "magic_used")
    state.battle_drawn = check.boolean(position["battle_drawn"], "battle_drawn")
    if position["missing"] is not None:
        state.missing = parts.colours.index(check.one_of(position["missing"], parts.colours, "missing"))
    table = read_table(state.cavern, position["table"], parts, check)
    check_cards(state, draw, table, parts, check)
    read_lit(state, position["lit"], check)
    read_gems(state, position, check)
    check_phase(state, check)
    check_step(state, position, check)
    return state


def read_card(value: object, where: str, parts: CrusgalloParts, check: Check) -> int:
    id = check.string(value, where)
    card = parts.number.get(id, -1)
    if card < 0:
        raise check.fail(where, f"there is no cavern card {excerpt(id)}")
    return card


def read_cards(value: object, where: str, parts: CrusgalloParts, check: Check, ascending: bool = False) -> list[int]:
    """Cards that are all different, and sorted where the spec keeps them so."""
    found = [read_card(id, f"{where}.{i}", parts, check) for i, id in enumerate(check.sequence(value, where))]
    check.that(len(set(found)) == len(found), where, "a card occurs twice")
    check.that(not ascending or found == sorted(found), where, "the list must be sorted")
    return found


def mask_of(cards: list[int]) -> i64:
    mask: i64 = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def read_table(cavern: Cavern, value: object, parts: CrusgalloParts, check: Check) -> list[int]:
    """Lay the cards of the table; what is lit, and the links, come later."""
    found: list[int] = []
    for i, entry in enumerate(check.sequence(value, "table")):
        where = f"table.{i}"
        check.sequence(entry, where, 4)
        card = read_card(entry[0], f"{where}.0", parts, check)
        x = check.integer(entry[1], f"{where}.1", -FARTHEST, FARTHEST)
        y = check.integer(entry[2], f"{where}.2", -FARTHEST, FARTHEST)
        turn = check.integer(entry[3], f"{where}.3", 0, 3)
        check.that(card not in found, where, "a card occurs twice")
        cavern.put(parts.code_of(card, x, y, turn))
        found.append(card)
    return found


def check_cards(state: Crusgallo, draw: list[int], table: list[int], parts: CrusgalloParts, check: Check) -> None:
    """Each cavern card is in one place; a collected treasure may also lie on the table of its phase."""
    piles = draw + table
    for mask in (state.reserve, state.row, state.deck, state.aside, state.treasures & ~mask_of(table)):
        piles += [card for card in range(len(parts.ids)) if mask >> card & 1]
    if state.card >= 0:
        piles.append(state.card)
    for card, id in enumerate(parts.ids):
        many = piles.count(card)
        if many != 1:
            where = f"in {many} places" if many else "nowhere"
            raise check.fail("", f"the cavern card {excerpt(id)} is {where}")


def read_lit(state: Crusgallo, value: object, check: Check) -> None:
    cavern = state.cavern
    before = (-FARTHEST - 4, 0)
    for i, entry in enumerate(check.sequence(value, "lit")):
        where = f"lit.{i}"
        check.sequence(entry, where, 3)
        x = check.integer(entry[0], f"{where}.0", -FARTHEST - 3, FARTHEST + 3)
        y = check.integer(entry[1], f"{where}.1", -FARTHEST - 3, FARTHEST + 3)
        gem = check.integer(entry[2], f"{where}.2", 0, 1)
        check.that((y, x) > before, where, "the lit orbs must be sorted by y, then x, and all different")
        before = (y, x)
        cell = cavern.cell_at(x, y) if cavern.in_window(x, y) else i64(-1)
        visible = cell >= 0 and ORB <= cavern.symbol_at(cell) < LIT
        check.that(visible, where, "no orb is visible there")
        treasure = cavern.symbol_at(cell) - ORB >> 3
        if treasure:
            state.half |= 1 << treasure
        cavern.light(cell, gem)
    unlit = cavern.unlit_set()
    if unlit >= 0:
        x, y = cavern.x_at(unlit), cavern.y_at(unlit)
        raise check.fail("lit", f"the orb at {x} {y} belongs to a set and must be lit")
    cavern.link_all()


def read_gems(state: Crusgallo, position: dict[str, Any], check: Check) -> None:
    """CR-7, CR-39: three gems of each colour, wherever they are."""
    colours = state.parts.colours
    bonds = check.keys(position["bonds"], colours, "bonds")
    dragon = check.keys(position["dragon"], colours, "dragon")
    supply = check.keys(position["supply"], colours, "supply")
    cavern = state.cavern
    on_orbs = [0] * int(COLOURS)
    for orb in cavern.lit:
        on_orbs[cavern.symbol_at(orb >> 1) & 7] += int(orb & 1)
    state.bonds = 0
    for i, colour_id in enumerate(colours):
        bound = check.integer(bonds[colour_id], f"bonds.{colour_id}", 0, 3)
        on_dragon = check.integer(dragon[colour_id], f"dragon.{colour_id}", 0, 1)
        left = check.integer(supply[colour_id], f"supply.{colour_id}", 0, 3)
        total = bound + on_dragon + left + on_orbs[i]
        check.that(total == BONDS, "", f"there are {BONDS} {colour_id} gems, not {total}")
        if state.phase == 1:
            check.that(on_dragon == 0, f"dragon.{colour_id}", "the dragon has no gem in the first phase (CR-7)")
        else:
            check.that(bound == 0, f"bonds.{colour_id}", "all creatures are free in the second phase (CR-36)")
            full = on_dragon == 1 or left == 3
            check.that(
                full, f"supply.{colour_id}", "all gems of a colour that the dragon lacks are in the supply (CR-46)"
            )
        state.bonds |= bound << 2 * i
        state.dragon |= on_dragon << i
        state.supply |= left << 2 * i


def check_phase(state: Crusgallo, check: Check) -> None:
    """What is empty in which phase."""
    if state.phase == 1:
        check.that(state.row == 0, "row", "no cards lie in a row in the first phase")
        check.that(state.deck == 0, "deck", "there is no cavern deck in the first phase")
        check.that(not state.battle_drawn, "battle_drawn", "the battle bonus is for the second phase (CR-35)")
        check.that(state.bonds != 0, "bonds", "the first phase ends with the last bond (CR-13)")
    else:
        check.that(state.reserve == 0, "reserve", "the reserve is in the row in the second phase (CR-37)")
        check.that(len(state.pile) == 0, "draw", "the draw pile is in the row in the second phase (CR-37)")


def check_step(state: Crusgallo, position: dict[str, Any], check: Check) -> None:
    """What is asked must be what the rules ask in this situation."""
    step = state.step
    asked = who_is_asked(state)
    check.that(position["to_act"] == asked, "to_act", f"{excerpt(asked)} is needed in the step {STEPS[step]}")
    check.that(
        not isinstance(asked, list) or [type(seat) for seat in position["to_act"]] == [int] * len(asked),
        "to_act",
        "a seat is a number",
    )
    waiting = state.phase == 1 and step == PLACE
    check.that(
        (state.card >= 0) == waiting, "card", "a card waits in the step place of the first phase, and only there"
    )
    looking = step in (EXCHANGE, SEARCH)
    check.that(
        (state.missing >= 0) == looking, "missing", "a colour is looked for in the steps exchange and search only"
    )
    if state.phase == 1:
        check.that(step in (PLACE, LAST, OVER), "step", f"there is no step {STEPS[step]} in the first phase")
        if step == LAST:
            check.that(len(state.pile) == 0, "draw", "the first phase goes on as long as there are cards (CR-14)")
    else:
        check_second_phase(state, check)
    if step == LAST:
        check.that(state.has_magic(), "step", "there is a last question only with unused magic (CR-33)")


def check_second_phase(state: Crusgallo, check: Check) -> None:
    step = state.step
    trapped = state.is_trapped()
    if step in (EXCHANGE, SEARCH):
        check.that(
            len(state.cavern.laid) == 0, "table", "the missing colours are found before the first card is laid (CR-40)"
        )
        here = state.colours_on(state.row) >> state.missing & 1
        there = state.colours_on(state.deck) >> state.missing & 1
        check.that(not here, "missing", "a card of the row shows this colour")
        check.that(bool(there), "missing", "no card of the deck shows this colour")
        if step == EXCHANGE:
            check.that(state.row != 0, "row", "a card of the row must be given up (CR-42)")
            check.that(
                state.missing == state.first_missing(), "missing", "the first missing colour comes first (CR-44)"
            )
    elif step == BATTLE_DRAW:
        check.that(state.deck != 0, "deck", "there is no card to be drawn (CR-41)")
        check.that(state.battle_drawn, "battle_drawn", "the battle bonus is used when it falls due (CR-41)")
    else:
        goes_on = not trapped and state.row_can_be_laid()
        if step == PLACE:
            check.that(not trapped, "step", "the game ends when the dragon is trapped (CR-49)")
            check.that(goes_on, "step", "no card of the row can be laid (CR-50)")
        elif step == LAST:
            check.that(not goes_on, "step", "the game goes on while a card of the row can be laid (CR-50)")
            check.that(not trapped, "step", "the game ends when the dragon is trapped (CR-49)")


# -- dream -------------------------------------------------------------------------------------------


def dream(view: dict[str, Any], rng: Rng, parts: CrusgalloParts) -> Crusgallo:
    """The unseen cards, in a random order, are the draw pile and the reserve."""
    check = Check(InvalidPosition)
    check.keys(view, KEYS, "")
    draw = check.integer(view["draw"], "draw", 0, len(parts.ids))
    reserve = check.integer(view["reserve"], "reserve", 0, len(parts.ids))
    seen: list[object] = [view["card"]]
    for key in ("row", "deck", "aside", "treasures"):
        seen += check.sequence(view[key], key)
    for i, entry in enumerate(check.sequence(view["table"], "table")):
        seen.append(check.sequence(entry, f"table.{i}", 4)[0])
    unseen = [id for id in parts.ids if id not in seen]
    fits = len(unseen) == draw + reserve
    check.that(fits, "draw", f"{len(unseen)} cards are unseen, not {draw + reserve}")
    rng.shuffle(unseen)
    return restore({**view, "draw": unseen[:draw], "reserve": sorted(unseen[draw:])}, parts)
