"""Gold n' Crash: the edge cases that the spec rules on (its section 7, one test each), and the eight Guests."""

from __future__ import annotations

from typing import Any

import pytest
from gold_sky import sky

from table import Table


def plays(table: Table, card: str) -> list[int]:
    """The columns into which seat 0 may play a card."""
    return [int(action[-1]) for action in table.legal(0) if action.startswith(f"play o-{card} ")]


# -- the 32 edge cases ---------------------------------------------------------------------------------


@pytest.mark.rule("GC-21")
def test_edge_1_a_column_just_made_highest_is_closed_for_the_second_action() -> None:
    table = sky({"columns": ["gold-4", "fish-1", "fish-2"], "hand": "gold-4 gold-6"})
    table.play(0, "play o-gold-4 1")
    table.refuses(0, "play o-gold-6 1", "GC-21", "the middle column already has the most cards")
    assert plays(table, "gold-6") == [0, 2]


@pytest.mark.rule("GC-21", "GC-50")
def test_edge_1_unless_the_first_play_emptied_it() -> None:
    table = sky({"columns": ["gold-4 gold-4", "fish-1 fish-2", "bomb-1 bomb-1"], "hand": "gold-4 gold-6"})
    table.play(0, "play o-gold-4 0")
    assert plays(table, "gold-6") == [0]


@pytest.mark.rule("GC-21")
def test_edge_2_of_heights_0_1_2_both_lower_columns_are_open() -> None:
    assert plays(sky({"columns": ["", "fish-1", "gold-4 gold-4"], "hand": "gold-6"}), "gold-6") == [0, 1]


@pytest.mark.rule("GC-24")
def test_edge_3_no_bomb_opposite_a_destroyed_zeppelin() -> None:
    table = sky({"hand": "bomb-1"}, {"destroyed": [1]})
    assert plays(table, "bomb-1") == [0, 2]
    table.refuses(0, "play o-bomb-1 1", "GC-24", "nothing to bomb")


@pytest.mark.rule("GC-30", "GC-31")
def test_edge_4_a_weak_bomb_at_a_strong_zeppelin_is_legal_and_resisted_keeps_its_maximum() -> None:
    table = sky({"hand": "bomb-1"}, {"robustness": [3, 1, 2], "resisted": [2, 0, 0]})
    table.play(0, "play o-bomb-1 0")
    assert table["seats.1.zeppelins.0"] == {"robustness": 3, "resisted": 2, "destroyed": False}


@pytest.mark.rule("GC-26", "GC-33")
def test_edge_5_the_second_board_card_against_one_card_takes_that_one() -> None:
    table = sky({"columns": ["board-1", "gold-4 gold-4", ""], "hand": "board-2"}, {"columns": ["fish-1", "", ""]})
    table.play(0, "play o-board-2 0")
    assert table["seats.1.columns.0"] == []
    assert table["seats.1.discard"] == ["m-fish-1"]
    assert table["actions_left"] == 1


@pytest.mark.rule("GC-26", "GC-35", "GC-61")
def test_edge_6_the_third_reinforce_card_draws_the_only_card_of_the_deck() -> None:
    columns = ["reinforce-1 reinforce-1", "gold-4 gold-4 fish-1", ""]
    table = sky({"columns": columns, "hand": "reinforce-2", "deck": "gold-6", "rest": "discard"})
    table.play(0, "play o-reinforce-2 0")
    assert table["seats.0.hand"] == ["o-gold-6"]
    assert table["seats.0.deck"] == []
    assert [event.facts["times"] for event in table.told("lapsed")] == [2]


@pytest.mark.rule("GC-24")
def test_edge_7_no_fish_with_an_empty_discard_pile_even_if_its_column_would_then_fill_it() -> None:
    table = sky({"columns": ["fish-1 fish-1", "gold-4 gold-4 bomb-1", ""], "hand": "fish-2"})
    table.refuses(0, "play o-fish-2 0", "GC-24", "nothing to fish")


@pytest.mark.rule("GC-25", "GC-34")
def test_edge_8_the_third_fish_card_takes_nothing_of_its_own_column() -> None:
    table = sky({"columns": ["fish-1 fish-1", "gold-4 gold-4 bomb-1", ""], "hand": "fish-2", "discard": "gold-6"})
    table.play(0, "play o-fish-2 0")
    assert table["seats.0.hand"] == ["o-gold-6"]
    assert table["seats.0.discard"] == ["o-fish-1", "o-fish-1", "o-fish-2"]


@pytest.mark.rule("GC-36")
def test_edge_9_secure_in_the_middle_may_take_from_both_sides_chosen_anew_each_time() -> None:
    table = sky({"columns": ["gold-4 fish-1", "secure-1", "gold-6 fish-2"], "hand": "secure-2"})
    table.play(0, "play o-secure-2 1")
    assert table.legal(0) == ["secure 0", "secure 2"]
    table.play(0, "secure 2")
    assert table.legal(0) == ["secure 0", "secure 2"]


@pytest.mark.rule("GC-36", "GC-7")
@pytest.mark.parametrize("column", [0, 2])
def test_edge_9_secure_at_the_side_takes_from_the_middle_only(column: int) -> None:
    columns = ["gold-4", "fish-1 fish-2", "gold-4"]
    table = sky({"columns": columns, "hand": "secure-1"})
    table.play(0, f"play o-secure-1 {column}")
    assert table.legal(0) == ["secure 1"]
    table.refuses(0, f"secure {2 - column}", "GC-36", "not beside")


@pytest.mark.rule("GC-26", "GC-36", "GC-25")
def test_edge_10_secure_lapses_when_nothing_is_left_beside_it_then_guest_and_third_card() -> None:
    mine = {"columns": ["secure-1 secure-1", "gold-4", "fish-1 fish-2 bomb-1"], "hand": "secure-2"}
    table = sky({**mine, "guests": ["two-plays", "", ""]}, plays=[1, 0, 0], actions_left=1)
    table.play(0, "play o-secure-2 0", "secure 1")
    assert table["pending"] is None
    assert table["seats.0.treasure"] == ["o-gold-4", "g-two-plays"]
    assert table["seats.0.columns.0"] == []
    assert [event.kind for event in table.events][-4:-1] == ["lapsed", "guest-secured", "emptied"]


@pytest.mark.rule("GC-55")
def test_edge_11_taking_cards_away_never_earns_a_guest() -> None:
    columns = ["gold-4 fish-1 bomb-1", "bomb-1 fish-2", "board-1 secure-1"]
    table = sky({"columns": columns, "hand": "secure-2 gold-4", "guests": ["two-gold", "nine-gold", "four-types"]})
    table.play(0, "discard 1", "recall 0", "play o-secure-2 1", "secure 0")
    assert table["seats.0.guests"] == ["g-two-gold", "g-nine-gold", "g-four-types"]
    assert table.told("guest-secured") == []


@pytest.mark.rule("GC-41")
@pytest.mark.parametrize(("card", "says"), [("board-1", "could be moved"), ("fish-1", "could be called back")])
def test_edge_12_the_only_card_on_ones_side_cannot_be_discarded(card: str, says: str) -> None:
    table = sky({"columns": ["", card, ""]})
    table.refuses(0, "discard 1", "GC-41", says)


@pytest.mark.rule("GC-43", "GC-44")
@pytest.mark.parametrize(("card", "answer"), [("board-1", "move 0 1"), ("fish-1", "recall 0")])
def test_edge_13_the_card_under_the_discarded_one_may_be_taken(card: str, answer: str) -> None:
    table = sky({"columns": [f"bomb-2 {card}", "", ""]})
    table.play(0, "discard 0")
    assert table.legal(0) == [answer]
    table.play(0, answer)
    assert table["seats.0.columns.0"] == []


@pytest.mark.rule("GC-44", "GC-47")
def test_edge_14_call_back_may_take_a_gold_card() -> None:
    table = sky({"columns": ["fish-1", "gold-6", ""]}).play(0, "discard 0", "recall 1")
    assert table["seats.0.hand"] == ["o-gold-6"]


@pytest.mark.rule("GC-43", "GC-47")
def test_edge_14_manoeuvre_may_move_a_gold_card() -> None:
    table = sky({"columns": ["board-1", "gold-6", ""]}).play(0, "discard 0", "move 1 2")
    assert table["seats.0.columns"] == [[], [], ["o-gold-6"]]


@pytest.mark.rule("GC-43", "GC-55")
@pytest.mark.parametrize(
    ("guest", "column", "moved"),
    [
        ("five-cards", "bomb-1 fish-1 bomb-1 fish-1", "gold-4"),
        ("nine-gold", "gold-6", "gold-4"),
        ("four-types", "gold-4 fish-1 bomb-1", "secure-1"),
    ],
)
def test_edge_15_a_moved_card_earns_the_guest(guest: str, column: str, moved: str) -> None:
    table = sky({"columns": [moved, column, "board-1"], "guests": ["", guest, ""]})
    table.play(0, "discard 2", "move 0 1")
    assert table["seats.0.treasure"] == [f"g-{guest}"]
    assert table["seats.0.guests.1"] is None


@pytest.mark.rule("GC-51", "GC-55")
def test_edge_15_a_moved_third_of_a_type_earns_the_guest_and_empties_the_column() -> None:
    table = sky({"columns": ["fish-2", "fish-1 fish-1", "board-1"], "guests": ["", "three-fish", ""]})
    table.play(0, "discard 2", "move 0 1")
    assert table["seats.0.treasure"] == ["g-three-fish"]
    assert table["seats.0.columns.1"] == []
    assert table["seats.0.discard"] == ["o-board-1", "o-fish-1", "o-fish-1", "o-fish-2"]


@pytest.mark.rule("GC-51")
def test_edge_16_a_moved_third_bomb_does_not_attack() -> None:
    table = sky({"columns": ["bomb-3", "bomb-1 bomb-1", "board-1"]})
    table.play(0, "discard 2", "move 0 1")
    assert table["seats.0.columns.1"] == []
    assert table["seats.1.zeppelins.1"] == {"robustness": 2, "resisted": 0, "destroyed": False}


@pytest.mark.rule("GC-23", "GC-30")
def test_edge_17_a_moved_bomb_counts_for_a_later_one() -> None:
    table = sky({"columns": ["bomb-3", "", "board-1 gold-4 board-1"], "hand": "bomb-1"})
    table.play(0, "discard 2", "move 0 1", "play o-bomb-1 1")
    assert table["seats.1.zeppelins.1"] == {"robustness": 2, "resisted": 0, "destroyed": True}


@pytest.mark.rule("GC-25", "GC-50")
def test_edge_18_the_third_fish_card_fishes_three_then_earns_its_guest_then_empties_the_column() -> None:
    columns = ["fish-1 gold-4 fish-1 bomb-1", "gold-4 gold-4 board-1 board-2 bomb-1", ""]
    mine = {"columns": columns, "hand": "fish-2", "discard": "gold-6 secure-1 secure-2"}
    table = sky({**mine, "guests": ["three-fish", "", ""]})
    table.play(0, "play o-fish-2 0")
    assert table["seats.0.hand"] == ["o-gold-6", "o-secure-1", "o-secure-2"]
    assert table["seats.0.treasure"] == ["g-three-fish"]
    assert table["seats.0.discard"] == ["o-fish-1", "o-gold-4", "o-fish-1", "o-bomb-1", "o-fish-2"]
    assert [event.kind for event in table.events][-2:] == ["guest-secured", "emptied"]


@pytest.mark.rule("GC-25")
def test_edge_19_a_guest_with_another_requirement_is_taken_before_the_third_card_empties_the_column() -> None:
    columns = ["gold-4 gold-4", "board-1 fish-1 bomb-1", ""]
    table = sky({"columns": columns, "hand": "gold-4", "guests": ["nine-gold", "", ""]})
    table.play(0, "play o-gold-4 0")
    assert table["seats.0.treasure"] == ["g-nine-gold"]
    assert table["seats.0.columns.0"] == []


@pytest.mark.rule("GC-41", "GC-56")
def test_edge_20_a_guest_on_top_locks_the_treasure() -> None:
    table = sky({"columns": ["bomb-1", "", ""]}, {"treasure": "gold-4 g-two-plays"})
    table.refuses(0, "discard 0", "GC-41", "a Guest lies on top")


@pytest.mark.rule("GC-42", "GC-48")
def test_edge_21_a_cracked_looted_card_goes_to_the_pile_of_the_treasures_owner() -> None:
    table = sky({"columns": ["bomb-1", "", ""]}, {"treasure": "o-gold-6"})
    table.play(0, "discard 0")
    assert table["seats.1.discard"] == ["o-gold-6"]
    assert table["seats.0.discard"] == ["o-bomb-1"]


@pytest.mark.rule("GC-41", "GC-46")
def test_edge_22_one_card_in_the_other_discard_pile_is_enough_to_loot() -> None:
    table = sky({"columns": ["secure-1", "", ""]}, {"discard": "gold-6"})
    table.play(0, "discard 0")
    assert table["seats.0.treasure"] == ["m-gold-6"]
    assert table["seats.1.discard"] == []


@pytest.mark.rule("GC-41", "GC-45")
def test_edge_23_no_observe_with_one_card_in_the_deck() -> None:
    table = sky({"columns": ["reinforce-1", "", ""], "deck": "gold-4", "rest": "discard"})
    table.refuses(0, "discard 0", "GC-41", "does not hold two")


@pytest.mark.rule("GC-45", "GC-61")
def test_edge_24_observe_with_exactly_two_cards_does_not_run_the_deck_out() -> None:
    mine = {"columns": ["reinforce-1", "", ""], "deck": "gold-4 gold-6", "rest": "discard"}
    table = sky(mine, actions_left=1)
    table.play(0, "discard 0")
    assert table["seats.0.deck"] == []
    assert table["pending"] == {"effect": "observe", "cards": ["o-gold-6", "o-gold-4"]}
    table.play(0, "observe bottom 1 2")
    assert table["seats.0.deck"] == ["o-gold-4", "o-gold-6"]
    assert table["turn"] == 1
    assert table["last_turn"] is False
    assert table.told("deck-ran-out") == []


@pytest.mark.rule("GC-61")
def test_edge_25_after_the_last_card_the_second_action_is_taken_then_the_others_last_turn() -> None:
    table = sky({"deck": "gold-4", "rest": "discard", "hand": "gold-6"})
    table.play(0, "draw")
    assert table["actions_left"] == 1
    table.play(0, "play o-gold-6 0")
    assert (table["turn"], table["last_turn"], table["actions_left"]) == (1, True, 2)
    table.play(1, "draw", "draw")
    assert table["ended"] == "gold"


@pytest.mark.rule("GC-61")
def test_edge_26_a_deck_that_runs_out_in_the_last_turn_adds_nothing() -> None:
    table = sky({"rest": "discard"}, {"deck": "gold-4 gold-6", "rest": "discard"}, turn=1)
    assert table["last_turn"] is True
    table.play(1, "draw", "draw")
    assert table["ended"] == "gold"
    assert table["to_act"] == []


@pytest.mark.rule("GC-19")
def test_edge_27_with_nothing_legal_each_action_is_passed_by_itself() -> None:
    table = sky({"columns": ["gold-4", "gold-4", "gold-4"], "hand": "board-1", "rest": "discard"}, {"rest": "discard"})
    assert table.legal(0) == ["pass"]
    table.play(0, "pass")
    assert table["actions_left"] == 1
    assert table.legal(0) == ["pass"]


@pytest.mark.rule("GC-22", "GC-24")
def test_edge_28_the_columns_at_a_destroyed_zeppelin_are_still_used() -> None:
    table = sky({"hand": "gold-4 board-1", "destroyed": [0]}, {"columns": ["fish-1", "", ""], "destroyed": [0]})
    assert plays(table, "gold-4") == [0, 1, 2]
    assert plays(table, "board-1") == [0]


@pytest.mark.rule("GC-32", "GC-59")
def test_edge_29_a_guest_secured_earlier_stays_in_the_treasure() -> None:
    table = sky({"hand": "bomb-1"}, {"treasure": "g-two-gold"})
    table.play(0, "play o-bomb-1 0")
    assert table["seats.1.zeppelins.0.destroyed"] is True
    assert table["seats.1.treasure"] == ["g-two-gold"]


@pytest.mark.rule("GC-71")
def test_edge_30_ones_own_treasure_and_both_discard_piles_are_open_to_look_through() -> None:
    table = sky({"treasure": "gold-4 m-gold-6", "discard": "bomb-1 bomb-2"}, {"discard": "fish-1 o-fish-2"})
    assert table.view(0, "seats.0.treasure") == ["o-gold-4", "m-gold-6"]
    for viewer in (0, 1, None):
        assert table.view(viewer, "seats.0.discard") == ["o-bomb-1", "o-bomb-2"]
        assert table.view(viewer, "seats.1.discard") == ["m-fish-1", "o-fish-2"]


@pytest.mark.rule("GC-32", "GC-50", "GC-60")
def test_edge_31_a_third_bomb_that_destroys_the_second_zeppelin() -> None:
    columns = ["bomb-1 bomb-1", "gold-4 gold-4 fish-1", ""]
    mine = {"columns": columns, "hand": "bomb-3", "guests": ["two-plays", "", ""]}
    theirs = {"robustness": [3, 1, 2], "destroyed": [1], "guests": ["two-gold", "", ""]}
    table = sky(mine, theirs, plays=[1, 0, 0], actions_left=1)
    table.play(0, "play o-bomb-3 0")
    assert table["ended"] is None
    assert "g-two-gold" in table["box"]
    assert table["seats.0.treasure"] == ["g-two-plays"]
    assert table["seats.0.columns.0"] == []


@pytest.mark.rule("GC-58")
def test_edge_32_a_discard_and_a_play_are_not_two_plays() -> None:
    mine = {"columns": ["gold-4 secure-1", "gold-4 fish-1", ""], "hand": "gold-6", "guests": ["two-plays", "", ""]}
    table = sky(mine, {"discard": "gold-4"})
    table.play(0, "discard 0", "play o-gold-6 0")
    assert table["seats.0.guests.0"] == "g-two-plays"
    assert table["seats.0.treasure"] == ["m-gold-4"]


# -- the eight Guests (GC-5) -----------------------------------------------------------------------------


def with_guest(guest: str, column: str, hand: str, **more: Any) -> Table:
    """Seat 0's column 0 with a Guest; column 1 is high, so that column 0 is open."""
    mine = {"columns": [column, "gold-4 board-1 gold-4 board-2 bomb-1", ""], "hand": hand, "guests": [guest, "", ""]}
    return sky({**mine, **more})


@pytest.mark.rule("GC-5", "GC-57")
def test_nine_gold_comes_with_9_gold_in_the_column_and_not_with_8() -> None:
    table = with_guest("nine-gold", "fish-1 gold-4", "gold-4 secure-3")
    table.play(0, "play o-secure-3 0", "secure 1")
    assert table["seats.0.guests.0"] == "g-nine-gold"
    table.play(0, "play o-gold-4 0")
    assert table["seats.0.treasure"] == ["o-bomb-1", "g-nine-gold"]


@pytest.mark.rule("GC-5", "GC-58")
def test_two_plays_comes_with_the_second_play_of_one_turn() -> None:
    table = with_guest("two-plays", "fish-1", "gold-4 gold-6").play(0, "play o-gold-4 0")
    assert table["seats.0.guests.0"] == "g-two-plays"
    table.play(0, "play o-gold-6 0")
    assert table["seats.0.treasure"] == ["g-two-plays"]


@pytest.mark.rule("GC-58")
def test_two_plays_in_different_turns_do_not_count() -> None:
    table = with_guest("two-plays", "fish-1", "gold-4 gold-6").play(0, "draw", "play o-gold-4 0")
    table.play(1, "draw", "draw")
    table.play(0, "play o-gold-6 0")
    assert table["seats.0.guests.0"] == "g-two-plays"


@pytest.mark.rule("GC-58")
def test_two_plays_count_even_if_the_first_emptied_the_column() -> None:
    columns = ["gold-4 gold-4", "board-1 board-1 bomb-1", ""]
    table = sky({"columns": columns, "hand": "gold-4 gold-6", "guests": ["two-plays", "", ""]})
    table.play(0, "play o-gold-4 0", "play o-gold-6 0")
    assert table["seats.0.treasure"] == ["g-two-plays"]
    assert table["seats.0.columns.0"] == ["o-gold-6"]


@pytest.mark.rule("GC-5", "GC-57")
def test_five_cards_comes_with_the_fifth_card() -> None:
    table = with_guest("five-cards", "fish-1 bomb-1 fish-1", "gold-4 gold-6").play(0, "play o-gold-4 0")
    assert table["seats.0.guests.0"] == "g-five-cards"
    table.play(0, "play o-gold-6 0")
    assert table["seats.0.treasure"] == ["g-five-cards"]


@pytest.mark.rule("GC-5", "GC-57")
def test_four_types_comes_with_the_fourth_type_and_foreign_cards_count() -> None:
    table = with_guest("four-types", "fish-1 m-bomb-1", "m-gold-4 secure-1").play(0, "play m-gold-4 0")
    assert table["seats.0.guests.0"] == "g-four-types"
    table.play(0, "play o-secure-1 0", "secure 1")
    assert table["seats.0.treasure"] == ["o-bomb-1", "g-four-types"]


@pytest.mark.rule("GC-5")
@pytest.mark.parametrize("kind", ["fish", "board", "reinforce"])
def test_three_of_a_type_comes_with_the_third_of_its_own_type(kind: str) -> None:
    mine = {
        "columns": [f"{kind}-1 gold-4", "gold-4 bomb-1 gold-4 bomb-1 secure-1", ""],
        "discard": "secure-1 secure-2 secure-3",
    }
    hand = f"{kind}-1 {kind}-2"
    table = sky(
        {**mine, "hand": hand, "guests": [f"three-{kind}", "", ""]},
        {"columns": ["gold-4 fish-1 bomb-1 fish-2", "", ""]},
    )
    table.play(0, f"play o-{kind}-1 0")
    assert table["seats.0.guests.0"] == f"g-three-{kind}"
    table.play(0, f"play o-{kind}-2 0")
    assert table["seats.0.treasure"] == [f"g-three-{kind}"]
    assert table["seats.0.columns.0"] == []


@pytest.mark.rule("GC-5")
def test_three_of_another_type_do_not_please_the_guest() -> None:
    table = with_guest("three-fish", "gold-4 gold-4", "gold-4").play(0, "play o-gold-4 0")
    assert table["seats.0.guests.0"] == "g-three-fish"


@pytest.mark.rule("GC-5", "GC-37")
def test_two_gold_comes_with_the_second_gold_card() -> None:
    table = with_guest("two-gold", "fish-1", "gold-4 gold-6").play(0, "play o-gold-4 0")
    assert table["seats.0.guests.0"] == "g-two-gold"
    table.play(0, "play o-gold-6 0")
    assert table["seats.0.treasure"] == ["g-two-gold"]
