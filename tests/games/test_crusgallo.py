"""Crusgallo, rule by rule."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from crusgallo_tables import COLOURS, GAME, counts, first, first_position, parts, second

import parlour
from conftest import scenarios
from parlour.games.crusgallo.cavern import is_set
from parlour.games.crusgallo.parts import CRYSTAL, KINDS
from parlour.games.crusgallo.rules import Crusgallo
from table import Table, components_with, dealt, given

C01 = ["c01", 0, 0, 0]  # o2 r3 / @green @yellow
MAGIC = ["magic1", "magic2", "magic3"]
BATTLE = ["battle1", "battle2", "battle3"]
RICHES = ["riches1", "riches2", "riches3"]


def scenario(id: str) -> dict[str, Any]:
    """The position of one of the spec's scenarios."""
    return next(found["position"] for found in scenarios(GAME) if found["id"] == id)


def lit_by_c09() -> Table:
    """c01 and battle3 end to end, the orange orb at 0 -1 is lit, c09 (o1 r3 / @orange @blue) waits."""
    return first([C01, ["battle3", 0, -3, 2]], "c09", lit=[[0, -1, 1]])


def one_bond_left(**changes: Any) -> Table:
    """`place battle3 0 -3 2` releases the last bond of all."""
    return first([C01], "battle3", bonds=counts(orange=1), **changes)


def walled() -> dict[str, Any]:
    """The spec's made-up table on which nothing can be laid after `place c13 4 4 0`."""
    return scenario("s-discard-only")


# -- players, options, components, set-up --------------------------------------------------------------


@pytest.mark.rule("CR-1")
@pytest.mark.parametrize("players", [0, 2, True, "1", 1.0])
def test_cr1_one_player(players: Any) -> None:
    with pytest.raises(parlour.InvalidOptions, match="CR-1"):
        parlour.game(GAME).new(players)


@pytest.mark.rule("CR-1")
def test_cr1_there_is_no_other_seat() -> None:
    table = dealt(GAME, 1)
    assert table.state.to_act == (0,)
    with pytest.raises(parlour.RulesError):
        table.state.legal(1)


@pytest.mark.rule("CR-2")
def test_cr2_no_options() -> None:
    with pytest.raises(parlour.InvalidOptions):
        parlour.game(GAME).new(1, {"rounds": 3})


@pytest.mark.rule("CR-3")
def test_cr3_the_cavern_cards() -> None:
    found = parts()
    assert len(found.ids) == 45
    assert [int(kind).bit_count() for kind in found.kind_cards] == [3, 3, 3]
    symbols = [symbol for corners in found.corners for symbol in corners]
    assert all(symbols.count(crystal) == 10 for crystal in found.crystals)
    assert all(symbols.count(f"@{colour}") == 15 for colour in COLOURS)


@pytest.mark.rule("CR-3", "CR-4")
@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('id = "c02"', 'id = "c01"', "card.1.id"),
        ('id = "c02"', 'id = "C 02"', "card.1.id"),
        ('corners = ["o2", "r3", "@green", "@yellow"]', 'corners = ["o2", "r3", "@green"]', "card.0.corners"),
        ('corners = ["o2", "r3", "@green", "@yellow"]', 'corners = ["o2", "r4", "@green", "@red"]', "card.0.corners.1"),
        ('corners = ["r1", "o1", "@orange", "@red"]', 'corners = ["r1", "o1", "o1", "@red"]', "card.36.corners"),
        ('treasure = "riches"', 'treasure = "gold"', "card.36.treasure"),
        ('treasure = "riches"', 'treasure = "magic"', "three riches"),
        ("cells_tall = 3", "cells_tall = 2", "geometry"),
        ("cavern = 45", "cavern = 44", "counts.draw"),
        ("bonds_per_creature = 3", "bonds_per_creature = 4", "counts.bonds_per_creature"),
        ("scores = [50, 100, 200]", "scores = [50, 100]", "title.0.scores"),
        ('id = "knight"', 'id = "night"', "title.3.id"),
        ("from = 4", "from = 8", "wealth"),
        ('colour = "orange"', 'colour = "red"', "creature.1.colour"),
        ("[geometry]", "[geology]", "geometry"),
    ],
)
def test_cr3_a_bad_component_file_is_refused(tmp_path: Path, old: str, new: str, where: str) -> None:
    file = components_with(GAME, tmp_path, old, new)
    with pytest.raises(parlour.InvalidComponents, match=where):
        parlour.game(GAME).new(components=file)


@pytest.mark.rule("CR-3")
def test_cr3_other_card_faces_are_played_with(tmp_path: Path) -> None:
    old = 'corners = ["p1", "@orange", "@blue", "r2"]'
    file = components_with(GAME, tmp_path, old, 'corners = ["p1", "@red", "@blue", "r2"]')
    state = parlour.game(GAME).load(first_position([C01], "battle3"), components=file)
    state.play(0, "place battle3 0 -3 2")
    assert state.position()["bonds"] == counts(red=2, orange=3, yellow=3, green=3, blue=3, purple=3)


@pytest.mark.rule("CR-4", "CR-5")
@pytest.mark.parametrize(
    ("turn", "seen"),
    [
        (0, {(0, 0): "p1", (1, 0): "@orange", (0, 2): "@blue", (1, 2): "r2"}),
        (1, {(0, 0): "@blue", (2, 0): "p1", (0, 1): "r2", (2, 1): "@orange"}),
        (2, {(0, 0): "r2", (1, 0): "@blue", (0, 2): "@orange", (1, 2): "p1"}),
        (3, {(0, 0): "@orange", (2, 0): "r2", (0, 1): "p1", (2, 1): "@blue"}),
    ],
)
def test_cr5_symbols_stand_in_the_corners_of_the_turned_card(turn: int, seen: dict[tuple[int, int], str]) -> None:
    state = first([["battle3", 0, 0, turn]], "c01").state
    assert isinstance(state, Crusgallo)
    cavern = state.cavern
    blanks = [(1, 0), (1, 1)] if turn % 2 else [(0, 1), (1, 1)]
    for y, x in itertools.product(range(-1, 4), repeat=2):
        value = cavern.cells[(y + cavern.offset) * cavern.size + x + cavern.offset]
        if (x, y) in seen:
            assert parts().symbol(value) == seen[x, y]
        else:
            assert value == ((x, y) in blanks)


@pytest.mark.rule("CR-5", "CR-6")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("place battle3 0 -3 4", "CR-5"),
        ("place battle3 0 -3 02", "CR-5"),
        ("place battle3 0 -3 -1", "CR-5"),
        ("place battle3 0 -3 x", "CR-5"),
        ("place battle3 +0 -3 2", "CR-6"),
        ("place battle3 -0 -3 2", "CR-6"),
        ("place battle3 0 -03 2", "CR-6"),
        ("place battle3 0 - 2", "CR-6"),
        ("place battle3  0 -3 2", "CR-6"),
        ("place battle3 0 -3 2 ", "CR-6"),
        ("place battle3 0 -3", "CR-6"),
        ("place battle3 0 ٣ 2", "CR-6"),
        ("place battle3 0 1e1 2", "CR-6"),
        ("Place battle3 0 -3 2", "CR-11"),
        ("place Battle3 0 -3 2", "CR-3"),
        ("", "CR-11"),
        ("fly", "CR-11"),
        ("place battle3 0 -99999999999999999999 2", "CR-15"),
        ("place battle3 500 0 0", "CR-15"),
    ],
)
def test_cr6_only_the_exact_spelling_is_taken(action: str, rule: str) -> None:
    first([C01], "battle3").refuses(0, action, rule)


@pytest.mark.rule("CR-6")
def test_cr6_only_the_card_laid_last_is_visible() -> None:
    # c09 lies over the crystals of c01 with its orbs: nothing links there any more
    table = first([C01, ["c09", 0, -2, 0]], "battle3")
    table.refuses(0, "place battle3 2 0 0", "CR-16")
    first([C01], "battle3").play(0, "place battle3 2 0 0")


@pytest.mark.rule("CR-6")
def test_cr6_the_grid_has_no_edge() -> None:
    far = first([["c01", 200, -300, 0]], "battle3")
    near = first([C01], "battle3")
    moved = [f"place {a} {int(x) - 200} {int(y) + 300} {r}" for _, a, x, y, r in (s.split() for s in far.legal(0))]
    assert sorted(moved) == near.legal(0)


@pytest.mark.rule("CR-7")
def test_cr7_three_bonds_each_and_none_on_the_dragon() -> None:
    table = dealt(GAME, 1)
    assert table["bonds"] == dict.fromkeys(COLOURS, 3)
    assert table["dragon"] == table["supply"] == counts()


@pytest.mark.rule("CR-8")
def test_cr8_nine_to_the_reserve_the_rest_to_the_pile() -> None:
    setup = parlour.game(GAME).setup(seed=4)
    assert (len(setup["reserve"]), len(setup["draw"])) == (9, 36)
    assert sorted(setup["reserve"] + setup["draw"]) == parts().ids
    assert setup["reserve"] == sorted(setup["reserve"])
    assert setup != parlour.game(GAME).setup(seed=5)


@pytest.mark.rule("CR-8")
def test_cr8_a_wrong_set_up_is_refused() -> None:
    game = parlour.game(GAME)
    good = game.setup(seed=4)
    reserve, draw = good["reserve"], good["draw"]
    for bad in (
        {},
        {"reserve": reserve},
        {**good, "seed": 4},
        {"reserve": reserve[::-1], "draw": draw},
        {"reserve": reserve[:-1], "draw": [*draw, reserve[-1]]},
        {"reserve": reserve, "draw": draw[:-1]},
        {"reserve": reserve, "draw": [*draw[:-1], draw[0]]},
        {"reserve": reserve, "draw": [*draw[:-1], "c99"]},
        {"reserve": reserve, "draw": [*draw[:-1], 7]},
        {"reserve": reserve, "draw": "c01"},
    ):
        with pytest.raises(parlour.InvalidSetup):
            game.start(1, {}, bad)


@pytest.mark.rule("CR-8", "CR-10")
@pytest.mark.parametrize("seat", [0, None])
def test_cr8_draw_pile_and_reserve_are_seen_as_counts(seat: int | None) -> None:
    table = dealt(GAME, 1)
    view, position = table.state.view(seat), table.state.position()
    assert (view["draw"], view["reserve"]) == (34, 9)
    assert {**view, "draw": 0, "reserve": 0} == {**position, "draw": 0, "reserve": 0}


@pytest.mark.rule("CR-9")
def test_cr9_the_first_card_is_laid_by_itself() -> None:
    game = parlour.game(GAME)
    setup = game.setup(seed=4)
    table = Table(game.start(1, {}, setup))
    assert table["table"] == [[setup["draw"][0], 0, 0, 0]]
    assert table["card"] == setup["draw"][1]
    assert table["draw"] == setup["draw"][2:]


# -- first phase ---------------------------------------------------------------------------------------


@pytest.mark.rule("CR-10")
def test_cr10_the_next_card_is_drawn_and_shown() -> None:
    table = first([C01], "battle3", ["c09", "c10"])
    table.play(0, "place battle3 2 0 0")
    assert (table["card"], table["draw"]) == ("c09", ["c10"])
    assert table.told("drawn")[0].facts == {"card": "c09", "left": 1}
    assert table.told("drawn")[0].reveals


@pytest.mark.rule("CR-11")
def test_cr11_the_drawn_card_must_be_laid() -> None:
    table = first([C01], "battle3", ["c09", "c10"])
    table.refuses(0, "place c09 2 0 0", "CR-11", "battle3")
    table.refuses(0, "discard battle3", "CR-11", "must be")
    table.refuses(0, "pass", "CR-11")


@pytest.mark.rule("CR-12")
def test_cr12_a_card_that_fits_nowhere_goes_aside() -> None:
    table = given(GAME, walled())
    table.play(0, "place c13 4 4 0")
    assert table.legal(0) == ["discard c34"]
    table.refuses(0, "discard c31", "CR-12")
    table.refuses(0, "discard", "CR-12")
    table.play(0, "discard c34")
    assert (table["aside"], table["card"]) == (["c34"], "c31")
    assert table.told("discarded")[0].rule == "CR-12"


@pytest.mark.rule("CR-11", "CR-12", "CR-33")
def test_placements_are_counted_and_found_without_listing_them() -> None:
    """As long as one card at a time is laid; with the magic, and where a card fits nowhere."""
    game = parlour.game(GAME)
    states = [game.load(found["position"]) for found in scenarios(GAME)]
    states.append(given(GAME, walled()).play(0, "place c13 4 4 0").state)
    states.append(first([C01], "battle3", treasures=MAGIC).state)
    for seed in range(3):
        rng, state = parlour.Rng(seed), game.new(seed=seed)
        for _ in range(30):
            state.apply(0, rng.choice(state.actions(0)))
            if state.actor() != 0:
                break
            states.append(state.clone())
    kinds: set[str] = set()
    for state in states:
        codes = sorted(state.actions(0)) if state.actor() == 0 else []
        count = state.code_count(0)
        if count < 0:
            kinds.add("listed")
            assert state.nth_code(0, 0) == -1
            continue
        assert count == len(codes)
        assert [state.nth_code(0, place) for place in range(count)] == codes
        again = game.load(state.position())  # where the links are found cell by cell, not row by row
        assert sorted(again.actions(0)) == codes
        kinds.update(state.notation(0, code).split(" ")[0] for code in codes)
    assert kinds == {"listed", "place", "magic", "discard"}


@pytest.mark.rule("CR-12", "CR-16")
def test_cr12_a_card_without_crystals_always_does(tmp_path: Path) -> None:
    old = 'corners = ["o2", "@green", "@blue", "@purple"]'
    file = components_with(GAME, tmp_path, old, 'corners = ["@red", "@green", "@blue", "@purple"]')
    state = parlour.game(GAME).load(first_position([C01], "c34"), components=file)
    assert state.legal(0) == ["discard c34"]


@pytest.mark.rule("CR-12", "CR-14")
@pytest.mark.parametrize(("treasures", "step"), [([], "over"), (MAGIC, "last")])
def test_cr12_discarding_the_last_card_ends_the_phase(treasures: list[str], step: str) -> None:
    wall = [*walled()["table"], ["c13", 4, 4, 0]]
    table = first(wall, "c34", [], lit=walled()["lit"], treasures=treasures)
    table.play(0, "discard c34")
    assert (table["step"], table["aside"].count("c34")) == (step, 1)


@pytest.mark.rule("CR-12")
def test_cr12_magic_is_there_besides_the_discard() -> None:
    table = first([*walled()["table"], ["c13", 4, 4, 0]], "c34", lit=walled()["lit"], treasures=MAGIC)
    assert table.legal(0) == ["discard c34", *sorted(f"magic {colour}" for colour in COLOURS)]


@pytest.mark.rule("CR-13", "CR-36")
def test_cr13_the_last_bond_ends_the_phase_at_once() -> None:
    table = one_bond_left()
    table.play(0, "place battle3 0 -3 2")
    assert (table["phase"], table["step"], table["bonds"]) == (2, "place", counts())
    assert [event.kind for event in table.events][-2:] == ["freed", "phase-won"]


@pytest.mark.rule("CR-13", "CR-14")
def test_cr13_the_last_bond_with_the_last_card() -> None:
    table = one_bond_left(draw=[])
    table.play(0, "place battle3 0 -3 2")
    assert (table["phase"], len(table["row"])) == (2, 9)


@pytest.mark.rule("CR-13", "CR-32")
def test_cr13_a_treasure_of_the_last_placement_is_still_collected() -> None:
    laid = [["battle3", 0, 0, 0], ["c17", -2, -2, 1], ["c14", -2, 0, 1], ["c35", -3, 0, 1]]
    table = first(laid, "c02", lit=[[-1, 1, 1]], bonds=counts(orange=1))
    table.play(0, "place c02 1 1 3")
    assert (table["phase"], table["treasures"]) == (2, ["battle3"])


@pytest.mark.rule("CR-14", "CR-52")
def test_cr14_out_of_cards_with_bonds_left_is_the_end() -> None:
    table = first([C01], "battle3", [])
    table.play(0, "place battle3 0 -3 2")
    assert (table["step"], table["to_act"], table["card"]) == ("over", [], None)
    table.refuses(0, "place battle3 0 0 0", "CR-14", "over")
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.reason == "impoverished commoner"
    assert table.view(0, "reserve") == 9  # it stays hidden


# -- where a card may lie --------------------------------------------------------------------------------


@pytest.mark.rule("CR-15")
def test_cr15_a_crystal_next_to_a_crystal_whatever_they_are() -> None:
    table = first([C01], "battle3")
    table.play(0, "place battle3 2 0 0")  # p1 beside r3
    assert table["lit"] == []


@pytest.mark.rule("CR-15")
def test_cr15_without_a_link_it_is_refused() -> None:
    table = first([C01], "battle3")
    table.refuses(0, "place battle3 5 5 0", "CR-15")
    table.refuses(0, "place battle3 2 -1 0", "CR-15")  # p1 touches r3 at a corner only


@pytest.mark.rule("CR-15")
def test_cr15_a_crystal_that_the_card_itself_covers_makes_no_link() -> None:
    table = first([C01], "battle3")
    table.refuses(0, "place battle3 0 -1 0", "CR-15", "covered by the card itself")


@pytest.mark.rule("CR-16")
def test_cr16_orbs_make_no_link() -> None:
    table = first([C01], "battle3")
    table.refuses(0, "place battle3 0 3 0", "CR-16")  # p1 below the green orb
    table.refuses(0, "place battle3 -2 2 2", "CR-16")  # the blue orb beside the green one


@pytest.mark.rule("CR-17")
def test_cr17_blanks_orbs_and_crystals_may_be_covered() -> None:
    table = first([C01], "battle3")
    table.play(0, "place battle3 0 1 0")  # over both orbs and the blanks
    over_crystal = first([C01], "battle3")
    over_crystal.play(0, "place battle3 1 0 2")  # r2 over r3, beside o2
    assert over_crystal["table"][1] == ["battle3", 1, 0, 2]


@pytest.mark.rule("CR-17", "CR-27")
def test_cr17_a_crystal_of_a_set_may_be_covered_and_the_orb_stays_lit() -> None:
    table = lit_by_c09()
    table.play(0, "place c09 1 0 3")  # its r3 over the r3 of the set
    assert [0, -1, 1] in table["lit"]


@pytest.mark.rule("CR-18")
def test_cr18_a_lit_orb_is_never_covered() -> None:
    table = lit_by_c09()
    table.refuses(0, "place c09 0 -1 0", "CR-18")
    assert not [action for action in table.legal(0) if action.startswith("place c09 0 -1")]


@pytest.mark.rule("CR-18", "CR-29")
def test_cr18_nor_one_without_a_gem() -> None:
    table = first([C01, ["battle3", 0, -3, 2]], "c09", lit=[[0, -1, 0]], bonds=counts(red=1))
    table.refuses(0, "place c09 0 -1 0", "CR-18")


@pytest.mark.rule("CR-19")
def test_cr19_one_cell_at_least_lies_on_the_bare_table() -> None:
    table = first([C01], "battle3")
    for turn in (0, 2):
        table.refuses(0, f"place battle3 0 0 {turn}", "CR-19")
    two = first([C01, ["c02", 2, 0, 0]], "battle3")
    two.refuses(0, "place battle3 1 0 0", "CR-19")  # half on one, half on the other


@pytest.mark.rule("CR-20")
def test_cr20_cards_on_the_table_stay_as_they_are() -> None:
    table = dealt(GAME, 1)
    rng = parlour.Rng(3)
    before: list[Any] = table["table"]
    while table["phase"] == 1 and table.state.to_act:
        table.play(0, rng.choice(table.legal(0)))
        now = table["table"]
        assert now[: len(before)] == before
        assert len(now) == len(before) + 1
        before = now


# -- crystal sets ----------------------------------------------------------------------------------------


@pytest.mark.rule("CR-21")
@pytest.mark.parametrize(
    ("laid", "card", "action"),
    [
        ([["c31", 0, 0, 0]], "c24", "place c24 0 -3 2"),  # r2 o2 above o2 p2: four crystals
        ([C01, ["c10", 2, 3, 0]], "c20", "place c20 0 3 0"),  # r2 r2 below two orbs
        ([C01], "battle3", "place battle3 2 0 0"),  # r3 p1 above blanks
    ],
)
def test_cr21_without_three_crystals_and_one_orb_nothing_lights(laid: list[Any], card: str, action: str) -> None:
    table = first(laid, card)
    table.play(0, action)
    assert table["lit"] == []


@pytest.mark.rule("CR-21")
def test_cr21_the_orb_may_stand_anywhere_in_the_square() -> None:
    corners = set()
    for action in ("place battle3 0 -3 2", "place battle3 0 1 0"):
        table = first([C01], "battle3")
        table.play(0, action)
        corners.add(tuple(table["lit"][0][:2]))
    assert corners == {(0, -1), (1, 1)}


@pytest.mark.rule("CR-22")
def test_cr22_one_colour_or_three_and_one_shape_or_three() -> None:
    for a, b, c in itertools.product(range(9), repeat=3):
        colours, shapes = {a // 3, b // 3, c // 3}, {a % 3, b % 3, c % 3}
        expected = len(colours) != 2 and len(shapes) != 2
        assert is_set(a + CRYSTAL, b + CRYSTAL, c + CRYSTAL) == expected


@pytest.mark.rule("CR-22")
def test_cr22_any_two_crystals_have_exactly_one_third() -> None:
    for a, b in itertools.product(range(9), repeat=2):
        assert sum(is_set(a + CRYSTAL, b + CRYSTAL, c + CRYSTAL) for c in range(9)) == 1


@pytest.mark.rule("CR-23")
def test_cr23_a_set_may_be_made_of_several_cards() -> None:
    table = first([["c26", 0, 0, 0], ["c17", 1, 1, 3]], "c32")
    table.play(0, "place c32 -2 0 3")
    assert table["lit"] == [[0, 0, 1], [0, 2, 1]]
    # p3 of c26, p2 of the new card, p1 of c17 around the green orb of the new card
    assert table.told("lit")[0].facts["sets"] == [[[1, 0, "p3"], [0, 1, "p2"], [1, 1, "p1"]]]


@pytest.mark.rule("CR-24", "CR-26")
def test_cr24_one_crystal_in_two_sets_at_once() -> None:
    table = first([["c26", 0, 0, 0], ["c17", 1, 1, 3]], "c32")
    table.play(0, "place c32 -2 0 3")
    lit = table.told("lit")
    assert len({event.facts["colour"] for event in lit}) == 2
    used = [tuple(crystal) for event in lit for crystals in event.facts["sets"] for crystal in crystals]
    assert len(used) == 6
    assert len(set(used)) < 6


@pytest.mark.rule("CR-25")
def test_cr25_one_orb_in_two_sets_at_once_is_one_lighting() -> None:
    table = first([["c15", 0, 0, 0], ["magic1", -2, 1, 1]], "c27")
    table.play(0, "place c27 1 1 3")
    (event,) = table.told("lit")
    assert len(event.facts["sets"]) == 2
    assert sum(table["bonds"].values()) == 17


@pytest.mark.rule("CR-25", "CR-27")
def test_cr25_a_new_set_around_a_lit_orb_does_nothing() -> None:
    table = given(GAME, scenario("s-p1-set-around-lit-orb-only"))
    before = table["lit"]
    table.play(0, "place magic3 1 -2 1")
    assert table["lit"] == before
    assert table.told("lit") == []


@pytest.mark.rule("CR-26", "CR-30")
def test_cr30_of_two_orbs_the_first_in_reading_order_gets_the_last_gem() -> None:
    laid = [["c36", 0, 0, 0], ["c06", -2, 1, 1], ["battle3", -1, -3, 0], ["c17", 1, 0, 3]]
    both = first(laid, "c27", lit=[[1, 2, 1]])
    both.play(0, "place c27 -3 0 1")
    new = [orb for orb in both["lit"] if orb != [1, 2, 1]]
    assert [gem for _, _, gem in new] == [1, 1]
    colours = [event.facts["colour"] for event in both.told("lit")]
    assert colours[0] == colours[1]
    one = first(laid, "c27", lit=[[1, 2, 1]], bonds={colours[0]: 1})
    one.play(0, "place c27 -3 0 1")
    assert [orb for orb in one["lit"] if orb != [1, 2, 1]] == [[*new[0][:2], 1], [*new[1][:2], 0]]
    assert one[f"bonds.{colours[0]}"] == 0


@pytest.mark.rule("CR-28")
def test_cr28_a_lit_orb_takes_a_bond() -> None:
    table = first([C01], "battle3")
    table.play(0, "place battle3 0 -3 2")
    assert (table["lit"], table["bonds.orange"]) == ([[0, -1, 1]], 2)
    assert table.told("released")[0].facts == {"colour": "orange", "left": 2}
    crystals = table.told("lit")[0].facts["sets"]
    assert crystals == [[[1, -1, "p1"], [0, 0, "o2"], [1, 0, "r3"]]]


@pytest.mark.rule("CR-29", "CR-31")
def test_cr29_the_orb_of_a_free_creature_lights_without_a_gem() -> None:
    table = first([C01], "battle3", bonds={"orange": 0})
    table.play(0, "place battle3 0 -3 2")
    assert (table["lit"], table["bonds.orange"]) == ([[0, -1, 0]], 0)
    assert table.told("released") == []
    assert table.told("freed") == []


@pytest.mark.rule("CR-31")
def test_cr31_a_creature_without_bonds_is_free() -> None:
    table = first([C01], "battle3", bonds={"orange": 1})
    table.play(0, "place battle3 0 -3 2")
    assert table.told("freed")[0].facts == {"colour": "orange"}


# -- treasures -------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-32")
def test_cr32_both_orbs_lit_at_once_or_one_after_the_other() -> None:
    laid = [["battle3", 0, 0, 0], ["c17", -2, -2, 1], ["c14", -2, 0, 1], ["c35", -3, 0, 1]]
    at_once = first(laid, "c02", lit=[[-1, 1, 1]])
    at_once.play(0, "place c02 1 1 3")
    assert at_once["treasures"] == ["battle3"]
    assert ["battle3", 0, 0, 0] in at_once["table"]  # it stays where it lies
    later = given(GAME, scenario("s-p1-treasure"))
    later.play(0, "place c05 0 -3 2")
    assert later["treasures"] == ["magic3"]
    assert later.told("collected")[0].facts == {"card": "magic3"}


@pytest.mark.rule("CR-32")
def test_cr32_one_lit_orb_is_not_enough() -> None:
    table = first([C01], "battle3")
    table.play(0, "place battle3 0 -3 2")
    assert table["treasures"] == []


@pytest.mark.rule("CR-32")
def test_cr32_a_treasure_with_a_covered_orb_cannot_be_collected() -> None:
    """c20 lies over the orange orb of magic3: the set that would have collected it lights the red orb of c20."""
    position = scenario("s-p1-treasure")
    table = first([*position["table"], ["c20", 1, -2, 0]], "c05", lit=position["lit"])
    table.play(0, "place c05 0 -3 2")
    assert (table["lit"], table["bonds.red"]) == ([[1, 0, 1], [0, 2, 1]], 2)
    assert table["treasures"] == []


@pytest.mark.rule("CR-33")
def test_cr33_magic_needs_all_three() -> None:
    table = first([C01], "battle3", treasures=MAGIC[:2])
    table.refuses(0, "magic red", "CR-33", "all three")
    assert all(action.startswith("place") for action in table.legal(0))


@pytest.mark.rule("CR-33")
def test_cr33_magic_takes_one_bond_once_and_keeps_the_card_waiting() -> None:
    table = first([C01], "battle3", treasures=MAGIC)
    table.refuses(0, "magic pink", "CR-33")
    table.refuses(0, "magic", "CR-33")
    table.play(0, "magic red")
    assert (table["bonds.red"], table["supply.red"], table["card"]) == (2, 1, "battle3")
    assert table["magic_used"] is True
    table.refuses(0, "magic red", "CR-33", "used")


@pytest.mark.rule("CR-33")
def test_cr33_magic_on_a_free_creature_is_refused() -> None:
    table = first([C01], "battle3", bonds={"red": 0}, treasures=MAGIC)
    table.refuses(0, "magic red", "CR-33", "no bond")
    assert "magic red" not in table.legal(0)


@pytest.mark.rule("CR-33")
def test_cr33_completing_the_magic_is_told() -> None:
    table = given(GAME, scenario("s-magic-complete"))
    table.play(0, "place c18 1 6 0")
    assert [(event.facts["kind"], event.rule) for event in table.told("completed")] == [("magic", "CR-33")]


@pytest.mark.rule("CR-33", "CR-14")
def test_cr33_the_last_question() -> None:
    table = first([C01], "battle3", [], bonds=counts(orange=2, red=1), treasures=MAGIC)
    table.play(0, "place battle3 0 -3 2")
    assert table["step"] == "last"
    assert table.legal(0) == ["magic orange", "magic red", "stop"]
    table.refuses(0, "place battle3 0 0 0", "CR-33")
    table.refuses(0, "stop now", "CR-33")
    in_vain = Table(table.state.clone()).play(0, "magic red")
    assert (in_vain["step"], in_vain["bonds.red"]) == ("over", 0)
    table.play(0, "stop")
    assert (table["step"], table["magic_used"]) == ("over", False)
    assert table.told("left")[0].rule == "CR-33"


@pytest.mark.rule("CR-33", "CR-36")
def test_cr33_the_last_magic_can_win_the_phase() -> None:
    table = first([C01], "battle3", [], bonds=counts(red=1), treasures=MAGIC)
    table.play(0, "place battle3 2 0 0", "magic red")
    assert (table["phase"], table["step"]) == (2, "place")


@pytest.mark.rule("CR-34", "CR-53")
@pytest.mark.parametrize(
    ("treasures", "count"), [(RICHES, 4), (RICHES[:2], 2), ([*RICHES, *MAGIC, *BATTLE], 10), ([], 0)]
)
def test_cr34_all_riches_count_as_one_more(treasures: list[str], count: int) -> None:
    state = first([C01], "c09", treasures=treasures).state
    assert isinstance(state, Crusgallo)
    assert state.treasure_count() == count


@pytest.mark.rule("CR-35", "CR-41")
def test_cr35_two_battle_treasures_bring_nothing() -> None:
    table = one_bond_left(treasures=BATTLE[:2])
    table.play(0, "place battle3 0 -3 2")
    assert (table["step"], table["battle_drawn"]) == ("place", False)


# -- second phase: set-up --------------------------------------------------------------------------------


@pytest.mark.rule("CR-37", "CR-38", "CR-39")
def test_cr37_row_deck_and_gems_of_the_second_phase() -> None:
    start = first_position([C01, ["riches1", 9, 9, 0]], "battle3", ["c30", "c31"], bonds=counts(orange=1))
    table = given(GAME, start)
    table.play(0, "place battle3 0 -3 2")
    assert table["row"] == sorted([*start["reserve"], "c30", "c31"])
    assert table["deck"] == sorted(["c01", "battle3", "riches1", *start["aside"]])
    assert (table["table"], table["lit"], table["aside"]) == ([], [], [])
    assert (table["supply"], table["dragon"]) == (dict.fromkeys(COLOURS, 3), counts())
    assert (table["draw"], table["reserve"], table["card"]) == ([], [], None)


@pytest.mark.rule("CR-37")
def test_cr37_a_waiting_card_joins_the_row() -> None:
    table = first([C01], "battle3", bonds=counts(red=1), treasures=MAGIC)
    table.play(0, "magic red")
    assert "battle3" in table["row"]


@pytest.mark.rule("CR-38")
def test_cr38_collected_treasures_are_out_uncollected_ones_in_the_deck() -> None:
    laid = [["battle3", 0, 0, 0], ["c17", -2, -2, 1], ["c14", -2, 0, 1], ["c35", -3, 0, 1], ["riches1", 9, 9, 0]]
    table = first(laid, "c02", lit=[[-1, 1, 1]], bonds=counts(orange=1))
    table.play(0, "place c02 1 1 3")
    assert "battle3" not in table["deck"]
    assert "riches1" in table["deck"]


@pytest.mark.rule("CR-40", "CR-41")
def test_cr41_the_battle_card_comes_before_everything_else() -> None:
    table = first([C01, ["c08", 9, 9, 0]], "c19", bonds=counts(red=1), treasures=[*MAGIC, *BATTLE])
    table.play(0, "magic red")
    assert (table["step"], table["to_act"], table["battle_drawn"]) == ("battle", "chance", True)
    assert table.state.chance() == ["draw c01", "draw c08"]
    table.refuses(0, "magic red", "CR-41", "chance")
    table.chance("draw c08")
    assert "c08" in table["row"]
    assert table["deck"] == ["c01"]
    assert table.told("reinforced")[0].rule == "CR-41"


@pytest.mark.rule("CR-41")
def test_cr41_an_empty_deck_spends_the_bonus() -> None:
    table = first([], "c01", bonds=counts(red=1), treasures=[*MAGIC, *BATTLE])
    table.play(0, "magic red")
    assert (table["step"], table["deck"], table["battle_drawn"]) == ("place", [], True)


def looking_for(colour: str, row: list[str], deck: list[str] | None = None, **changes: Any) -> Table:
    return second([], row, deck, step="exchange", missing=colour, **changes)


@pytest.mark.rule("CR-42")
def test_cr42_a_card_is_given_up_and_one_with_the_colour_is_found() -> None:
    table = looking_for("yellow", ["c02", "c04", "c06", "c11"], ["c01", "c05", "c07"], treasures=MAGIC)
    table.refuses(0, "place c02 0 0 0", "CR-42")
    table.refuses(0, "exchange c01", "CR-42")
    table.refuses(0, "exchange", "CR-42")
    table.refuses(0, "magic red", "CR-33", "wait")
    table.play(0, "exchange c04")
    assert (table["step"], table["to_act"], table["missing"]) == ("search", "chance", "yellow")
    assert table.state.chance() == ["draw c01", "draw c05"]
    table.chance("draw c05")
    assert table["row"] == ["c02", "c05", "c06", "c11"]
    assert "c04" in table["aside"]
    assert (table["deck"], table["missing"], table["step"]) == (["c01", "c07"], None, "place")
    assert [event.kind for event in table.events][:2] == ["gave-up", "found"]


@pytest.mark.rule("CR-43")
def test_cr43_a_card_with_the_only_orb_of_a_colour_is_kept() -> None:
    table = looking_for("yellow", ["c02", "c04", "c06", "c11"])
    assert table.legal(0) == ["exchange c04", "exchange c11"]
    table.refuses(0, "exchange c02", "CR-43", "only card")


@pytest.mark.rule("CR-43")
def test_cr43_unless_there_is_no_other() -> None:
    table = looking_for("orange", ["c02", "c06"])
    assert table.legal(0) == ["exchange c02", "exchange c06"]


@pytest.mark.rule("CR-44")
def test_cr44_the_missing_colours_one_after_the_other() -> None:
    table = looking_for("yellow", ["c06", "c11", "c12"], ["c01", "c22"])
    table.play(0, "exchange c12")
    assert table.state.chance() == ["draw c01"]
    table.chance("draw c01")
    assert (table["step"], table["missing"]) == ("exchange", "blue")
    assert [event.facts["colour"] for event in table.told("colour-missing")] == ["blue"]


@pytest.mark.rule("CR-44")
def test_cr44_a_colour_that_the_deck_lacks_too_is_passed_over() -> None:
    table = looking_for("green", ["c06", "c11", "c12"], ["c02", "c08"])
    table.play(0, "exchange c12")
    table.chance("draw c02")
    assert (table["step"], table["missing"]) == ("place", None)  # yellow is nowhere


# -- second phase: play ----------------------------------------------------------------------------------


@pytest.mark.rule("CR-45")
def test_cr45_any_card_of_the_row_the_first_at_the_origin() -> None:
    table = second([], ["c01", "battle3", "c09"])
    assert table.legal(0) == ["place battle3 0 0 0", "place c01 0 0 0", "place c09 0 0 0"]
    table.refuses(0, "place c01 1 0 0", "CR-45")
    table.refuses(0, "place c02 0 0 0", "CR-45")
    table.play(0, "place c01 0 0 0")
    assert {action.split()[1] for action in table.legal(0)} == {"battle3", "c09"}
    assert len([action for action in table.legal(0) if "battle3" in action]) == 32
    assert table["row"] == ["battle3", "c09"]


@pytest.mark.rule("CR-46")
def test_cr46_one_gem_on_the_orb_and_one_on_the_dragon() -> None:
    table = second([C01], ["battle3", "c09"])
    table.play(0, "place battle3 0 -3 2")
    assert (table["lit"], table["dragon.orange"], table["supply.orange"]) == ([[0, -1, 1]], 1, 1)
    assert table.told("bound")[0].facts == {"colour": "orange", "left": 5}


@pytest.mark.rule("CR-46")
def test_cr46_a_colour_that_the_dragon_has_gets_a_gem_on_the_orb_only() -> None:
    table = second([C01], ["battle3", "c09"], dragon=["orange"])
    table.play(0, "place battle3 0 -3 2")
    assert (table["lit"], table["supply.orange"]) == ([[0, -1, 1]], 1)
    assert table.told("bound") == []


@pytest.mark.rule("CR-46", "CR-29")
def test_cr46_without_gems_in_the_supply_it_lights_all_the_same() -> None:
    # two orange orbs far away hold the other gems
    far = [["c30", 20, 0, 0], ["c04", 30, 0, 0]]
    table = second([C01, *far], ["battle3", "c09"], lit=[[21, 0, 1], [30, 2, 1]])
    assert (table["dragon.orange"], table["supply.orange"]) == (1, 0)
    table.play(0, "place battle3 0 -3 2")
    assert [0, -1, 0] in table["lit"]


def third_battle(**changes: Any) -> Table:
    """The spec's scenario: `place c06 0 3 0` collects the third battle treasure."""
    return given(GAME, scenario("s-p2-battle"), changes)


@pytest.mark.rule("CR-47")
def test_cr47_the_third_battle_treasure_brings_a_card_at_once() -> None:
    table = third_battle().play(0, "place c06 0 3 0")
    assert (table["step"], table["battle_drawn"]) == ("battle", True)
    table.refuses(parlour.CHANCE, "draw c01", "CR-47")  # in the row, not in the deck
    table.chance("draw c03")
    assert ("c03" in table["row"], table["step"]) == (True, "place")
    assert table.told("reinforced")[0].rule == "CR-47"


@pytest.mark.rule("CR-47", "CR-49")
def test_cr47_it_comes_before_the_end_and_is_a_spare_card() -> None:
    others = {colour: int(colour != "purple") for colour in COLOURS}
    supply = {"red": 2, "orange": 2, "yellow": 1, "green": 2, "blue": 2, "purple": 3}
    table = third_battle(dragon=others, supply=supply)
    spare = len(table["row"])
    table.play(0, "place c06 0 3 0")
    assert table["step"] == "battle"
    assert table["dragon"] == dict.fromkeys(COLOURS, 1)
    table.chance("draw c03")
    assert (table["step"], len(table["row"])) == ("over", spare)


@pytest.mark.rule("CR-47")
def test_cr47_it_is_never_drawn_twice() -> None:
    table = third_battle(battle_drawn=True).play(0, "place c06 0 3 0")
    assert table["step"] == "place"


@pytest.mark.rule("CR-48")
def test_cr48_magic_before_the_first_card() -> None:
    table = second([], ["c01", "c09"], treasures=MAGIC)
    table.play(0, "magic blue")
    assert (table["dragon.blue"], table["supply.blue"], table["step"]) == (1, 2, "place")
    assert table["row"] == ["c01", "c09"]


@pytest.mark.rule("CR-48", "CR-33")
def test_cr48_not_on_a_colour_that_the_dragon_has() -> None:
    table = second([], ["c01", "c09"], treasures=MAGIC, dragon=["blue"])
    table.refuses(0, "magic blue", "CR-33", "already")


@pytest.mark.rule("CR-49", "CR-52")
def test_cr49_six_gems_trap_the_dragon_at_once() -> None:
    others = [colour for colour in COLOURS if colour != "orange"]
    table = second([C01], ["battle3", "c09", "c10"], dragon=others)
    table.play(0, "place battle3 0 -3 2")
    assert (table["step"], table["row"]) == ("over", ["c09", "c10"])
    assert table.told("trapped")[0].rule == "CR-49"
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.reason == "impoverished hero"


@pytest.mark.rule("CR-49", "CR-33")
def test_cr49_magic_traps_it_as_well() -> None:
    table = second([], ["c01", "c09"], treasures=MAGIC, dragon=COLOURS[1:])
    table.play(0, "magic red")
    assert (table["step"], len(table.told("trapped"))) == ("over", 1)
    table.refuses(0, "place c01 0 0 0", "CR-50", "over")


@pytest.mark.rule("CR-50")
def test_cr50_an_empty_row_is_the_end() -> None:
    table = second([C01], ["battle3"])
    table.play(0, "place battle3 0 -3 2")
    assert (table["step"], table["row"]) == ("over", [])


@pytest.mark.rule("CR-50", "CR-33")
def test_cr50_but_unused_magic_is_asked_for() -> None:
    table = second([C01], ["battle3"], treasures=MAGIC)
    table.play(0, "place battle3 0 -3 2")
    assert table.legal(0) == ["magic blue", "magic green", "magic purple", "magic red", "magic yellow", "stop"]
    assert Table(table.state.clone()).play(0, "magic red")["step"] == "over"


@pytest.mark.rule("CR-50", "CR-52")
def test_cr50_being_stuck_with_cards_left_is_the_end_too() -> None:
    table = given(GAME, scenario("s-stuck-liberator"))
    table.play(0, "place c26 4 4 0")
    assert (table["step"], table["row"]) == ("over", ["c28", "c31", "c34"])
    assert table.told("ran-out")[0].facts == {"phase": 2, "cards": ["c28", "c31", "c34"]}
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.reason == "impoverished liberator"  # the cards left do not matter


@pytest.mark.rule("CR-51")
@pytest.mark.parametrize("table", [first([C01], "battle3", treasures=MAGIC), second([], ["c01"], treasures=MAGIC)])
def test_cr51_one_cannot_stop_earlier(table: Table) -> None:
    table.refuses(0, "stop", "CR-51")
    table.refuses(0, "exchange c01", "CR-42")


# -- titles and score ------------------------------------------------------------------------------------


@pytest.mark.rule("CR-52")
@pytest.mark.parametrize(
    ("spare", "title", "score"),
    [(0, "vanquisher", 400), (1, "knight", 750), (2, "hero", 1200), (3, "champion", 1800), (7, "champion", 1800)],
)
def test_cr52_spare_cards_make_the_title(spare: int, title: str, score: int) -> None:
    row = ["battle3", "c09", "c10", "c11", "c12", "c13", "c14", "c15"][: spare + 1]
    table = second([C01], row, dragon=[colour for colour in COLOURS if colour != "orange"])
    table.play(0, "place battle3 0 -3 2")
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.to_dict() == {
        "winners": [0],
        "ranking": [[0]],
        "scores": [score],
        "reason": f"impoverished {title}",
    }


@pytest.mark.rule("CR-53", "CR-54")
@pytest.mark.parametrize(
    ("treasures", "wealth", "score"),
    [
        (MAGIC, "impoverished", 150),
        ([*MAGIC, "battle1"], "prosperous", 300),
        ([*MAGIC, *BATTLE[:2], "riches1"], "prosperous", 300),
        ([*MAGIC, *BATTLE[:2], *RICHES[:2]], "wealthy", 500),
        ([*MAGIC, *RICHES], "wealthy", 500),
        ([*MAGIC, *RICHES, *BATTLE], "wealthy", 500),
    ],
)
def test_cr53_treasures_make_the_wealth(treasures: list[str], wealth: str, score: int) -> None:
    table = second([C01], [], treasures=treasures, step="over", to_act=[])
    outcome = table.state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == (f"{wealth} liberator", (score,))


@pytest.mark.rule("CR-54")
def test_cr54_the_score_table() -> None:
    assert parts().scores == [
        [50, 100, 200],
        [150, 300, 500],
        [400, 600, 900],
        [750, 1050, 1400],
        [1200, 1600, 2000],
        [1800, 2500, 3000],
    ]


@pytest.mark.rule("CR-55")
def test_cr55_only_trapping_the_dragon_is_winning() -> None:
    table = second([C01], ["battle3"])
    assert table.state.outcome is None
    table.play(0, "place battle3 0 -3 2")
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.to_dict() == {
        "winners": [],
        "ranking": [[0]],
        "scores": [150],
        "reason": "impoverished liberator",
    }
    over = table.told("over")[0].facts
    assert (over["title"], over["wealth"], over["score"]) == ("liberator", "impoverished", 150)


def test_kinds_stand_in_the_order_of_the_component_file() -> None:
    assert [names["id"] for names in parts().kind_names] == KINDS
