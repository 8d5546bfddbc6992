"""Gold n' Crash, rule by rule. The spec's edge cases and the Guests are in `test_gold_n_crash_edges.py`, who knows
what in `test_gold_n_crash_secrets.py`."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from gold_sky import GAME, GUESTS, crew_cards, game, lying, position, sky
from hypothesis import given as generated
from hypothesis import settings
from hypothesis import strategies as st

import parlour
from parlour.games.gold_n_crash.notation import NAMES
from parlour.games.gold_n_crash.parts import GoldParts
from table import at, changed, components_with, dealt

# -- players and options (GC-2) ------------------------------------------------------------------------


@pytest.mark.rule("GC-2")
@pytest.mark.parametrize("players", [0, 1, 3, True, "2", 2.0])
def test_gc2_it_is_for_two(players: Any) -> None:
    with pytest.raises(parlour.InvalidOptions):
        game().new(players)


@pytest.mark.rule("GC-2")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"first": "random"},
        {"first": 1},
        {"crews": "random", "round_limit": None},
        {"crews": ["meowmurai", "octopirate"], "first": 0},
        {"round_limit": 3},
    ],
)
def test_gc2_options_are_kept_exactly_as_given(options: dict[str, Any]) -> None:
    state = game().new(2, options, seed=1)
    assert state.position()["options"] == options
    assert state.view(None)["options"] == options
    assert game().load(state.position()).position()["options"] == options


@pytest.mark.rule("GC-2")
@pytest.mark.parametrize(
    "options",
    [
        {"first": 2},
        {"first": True},
        {"first": None},
        {"first": "0"},
        {"crews": ["octopirate", "octopirate"]},
        {"crews": ["octopirate"]},
        {"crews": None},
        {"crews": "octopirate"},
        {"round_limit": 0},
        {"round_limit": "random"},
        {"round_limit": 1.5},
        {"round_limit": False},
        {"rounds": 3},
        [],
    ],
)
def test_gc2_a_bad_option_is_refused(options: Any) -> None:
    with pytest.raises(parlour.InvalidOptions):
        game().new(2, options)
    with pytest.raises(parlour.InvalidPosition):
        game().load(changed(position(), {"options": options}))


@pytest.mark.rule("GC-2", "GC-15")
def test_gc2_the_options_decide_who_starts_with_which_crew() -> None:
    for seed in range(8):
        table = dealt(GAME, 2, seed, first=1, crews=["meowmurai", "octopirate"])
        assert (table["first"], table["turn"], table["to_act"]) == (1, 1, [1])
        assert (table["seats.0.crew"], table["seats.1.crew"]) == ("meowmurai", "octopirate")


# -- components (GC-3 to GC-6) -------------------------------------------------------------------------


@pytest.mark.rule("GC-3", "GC-10")
def test_gc3_each_crew_has_36_cards_six_of_each_type() -> None:
    setup = game().setup(2, {"crews": ["octopirate", "meowmurai"]}, seed=1)
    for seat in (0, 1):
        assert sorted(setup["decks"][seat]) == crew_cards(seat)
        for kind in ("bomb", "board", "fish", "reinforce", "secure", "gold"):
            assert sum(code.split("-")[1] == kind for code in setup["decks"][seat]) == 6


@pytest.mark.rule("GC-3")
def test_gc3_a_code_held_twice_is_one_choice() -> None:
    table = sky({"hand": "gold-4 gold-4"})
    assert table.legal(0) == ["draw", "play o-gold-4 0", "play o-gold-4 1", "play o-gold-4 2"]
    table.play(0, "play o-gold-4 0")
    assert table["seats.0.hand"] == ["o-gold-4"]


@pytest.mark.rule("GC-4", "GC-13")
def test_gc13_each_seat_has_robustness_1_2_and_3_and_nobody_has_looked() -> None:
    table = dealt(GAME, 2)
    for seat in (0, 1):
        assert sorted(zeppelin["robustness"] for zeppelin in table[f"seats.{seat}.zeppelins"]) == [1, 2, 3]
        for viewer in (0, 1, None):
            hidden = {"robustness": None, "resisted": 0, "destroyed": False}
            assert table.view(viewer, f"seats.{seat}.zeppelins") == [hidden] * 3


@pytest.mark.rule("GC-6")
def test_gc6_a_banner_is_nowhere_in_a_position() -> None:
    assert "banner" not in str(dealt(GAME, 2).state.position()).lower()


@pytest.mark.rule("GC-7")
def test_gc7_column_1_is_beside_both_others_which_are_not_beside_each_other() -> None:
    table = sky({"columns": ["gold-4", "gold-4", "gold-4 board-1"]}).play(0, "discard 2")
    assert table.legal(0) == ["move 0 1", "move 1 0", "move 1 2", "move 2 1"]
    table.refuses(0, "move 0 2", "GC-43", "beside")
    table.refuses(0, "move 0 3", "GC-7")


@pytest.mark.rule("GC-7", "GC-33")
@pytest.mark.parametrize("column", [0, 1, 2])
def test_gc7_columns_of_equal_number_face_each_other(column: int) -> None:
    facing = ["", "", ""]
    facing[column] = "gold-4"
    table = sky({"hand": "board-1"}, {"columns": facing})
    assert table.legal(0) == ["draw", f"play o-board-1 {column}"]


@pytest.mark.rule("GC-8")
def test_gc8_the_last_of_a_list_is_the_top_card() -> None:
    mine = {
        "columns": ["gold-4 bomb-1", "", ""],
        "deck": "fish-1 fish-3",
        "discard": "gold-6 board-1",
        "rest": "treasure",
    }
    table = sky({**mine, "hand": "fish-2 gold-4"}, {"treasure": "gold-4 gold-6"})
    table.play(0, "play o-fish-2 1", "draw")
    assert table["seats.0.hand"] == ["o-board-1", "o-fish-3", "o-gold-4"]
    table = sky(mine, {"treasure": "gold-4 gold-6"}).play(0, "discard 0")
    assert table["seats.0.discard"] == ["o-gold-6", "o-board-1", "o-bomb-1"]
    assert table["seats.1.treasure"] == ["m-gold-4"]


@pytest.mark.rule("GC-3", "GC-5")
@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("copies = 3", 'copies = "3"', "cards.0.copies"),
        ('code = "o-bomb-1"', 'code = "o-bomb-7"', "cards.0.code"),
        ('crew = "octopirate"', 'crew = "kraken"', "cards.0.crew"),
        ('type = "bomb"', 'type = "bombe"', "cards.0.type"),
        ('letter = "m"', 'letter = "o"', "crews.1.letter"),
        ('play = "bomb"', 'play = "loot"', "types.0.play"),
        ('discard = "crack"', 'discard = "loot"', "types.0.discard"),
        ("columns = 3", "columns = 4", "setup.columns"),
        ("actions_per_turn = 2", "actions_per_turn = 0", "setup.actions_per_turn"),
        ("hand_at_start = 5", "hand_at_start = 31", "cards of the crew octopirate"),
        ("robustness = [1, 2, 3]", "robustness = [1, 2]", "zeppelins.robustness"),
        ('kind = "gold"', 'kind = "golds"', "guests.0.kind"),
        ("n = 9", "n = 0", "guests.0.n"),
        ('code = "g-two-plays"', 'code = "g-nine-gold"', "guests.1.code"),
    ],
)
def test_gc3_a_component_file_is_checked_and_the_fault_is_named(tmp_path: Path, old: str, new: str, key: str) -> None:
    file = components_with(GAME, tmp_path, old, new)
    with pytest.raises(parlour.InvalidComponents, match=key):
        game().new(2, components=file)


@pytest.mark.rule("GC-5")
def test_gc5_another_component_file_changes_the_game(tmp_path: Path) -> None:
    file = components_with(GAME, tmp_path, "n = 9", "n = 4")
    start = position({"hand": "gold-4", "guests": ["nine-gold", "", ""]})
    state = game().load(start, components=file)
    state.play(0, "play o-gold-4 0")
    assert state.position()["seats"][0]["treasure"] == ["g-nine-gold"]


# -- set-up (GC-10 to GC-16) ---------------------------------------------------------------------------


@pytest.mark.rule("GC-10", "GC-11", "GC-12", "GC-16")
def test_gc11_five_cards_go_to_the_discard_pile_one_by_one_then_five_to_the_hand() -> None:
    setup = game().setup(2, seed=4)
    seats = game().start(2, {}, setup).position()["seats"]
    for seat, deck in zip(seats, setup["decks"], strict=True):
        assert seat["discard"] == deck[:-6:-1]
        assert seat["hand"] == sorted(deck[26:31])
        assert seat["deck"] == deck[:26]


@pytest.mark.rule("GC-14", "GC-16")
def test_gc14_three_guests_for_each_seat_and_two_for_the_box() -> None:
    setup = game().setup(2, seed=4)
    found = game().start(2, {}, setup).position()
    assert found["seats"][0]["guests"] == setup["guests"][:3]
    assert found["seats"][1]["guests"] == setup["guests"][3:6]
    assert found["box"] == sorted(setup["guests"][6:])
    assert sorted(setup["guests"]) == GUESTS


@pytest.mark.rule("GC-13", "GC-16")
def test_gc16_zeppelins_lie_as_the_set_up_says() -> None:
    setup = game().setup(2, seed=4)
    seats = game().start(2, {}, setup).position()["seats"]
    for seat, order in zip(seats, setup["zeppelins"], strict=True):
        assert [zeppelin["robustness"] for zeppelin in seat["zeppelins"]] == order


@pytest.mark.rule("GC-15")
def test_gc15_columns_and_treasures_are_empty_and_either_seat_may_start() -> None:
    table = dealt(GAME, 2)
    for seat in (0, 1):
        assert table[f"seats.{seat}.columns"] == [[], [], []]
        assert table[f"seats.{seat}.treasure"] == []
    assert {game().setup(2, seed=seed)["first"] for seed in range(20)} == {0, 1}
    assert {game().setup(2, seed=seed)["crews"][0] for seed in range(20)} == {"octopirate", "meowmurai"}


SETUP = parlour.game(GAME).setup(2, {"first": 0, "crews": ["octopirate", "meowmurai"]}, seed=9)


@pytest.mark.rule("GC-16")
@pytest.mark.parametrize(
    "changes",
    [
        {"first": 2},
        {"first": True},
        {"first": 1},  # contradicts the option
        {"crews": ["meowmurai", "octopirate"]},  # contradicts the option, and the decks
        {"crews": ["octopirate", "octopirate"]},
        {"decks": [SETUP["decks"][1], SETUP["decks"][0]]},
        {"decks.0": SETUP["decks"][0][1:]},
        {"decks.0": SETUP["decks"][0] + ["o-gold-6"]},
        {"decks.1": [*SETUP["decks"][1][:-1], "o-gold-4"]},
        {"decks.1": [*SETUP["decks"][1][:-1], "g-two-gold"]},
        {"decks.1": [*SETUP["decks"][1][:-1], None]},
        {"decks": None},
        {"zeppelins.0": [1, 2, 2]},
        {"zeppelins.0": [1, 2]},
        {"zeppelins.1": [1, 2, "3"]},
        {"guests": SETUP["guests"][1:]},
        {"guests": SETUP["guests"][:-1] + SETUP["guests"][:1]},
        {"guests": [*SETUP["guests"][:-1], "o-gold-4"]},
        {"seed": 3},
    ],
)
def test_gc16_a_wrong_set_up_is_refused(changes: dict[str, Any]) -> None:
    options = {"first": 0, "crews": ["octopirate", "meowmurai"]}
    game().start(2, options, SETUP)
    with pytest.raises(parlour.InvalidSetup):
        game().start(2, options, changed(SETUP, changes))


@pytest.mark.rule("GC-16")
@pytest.mark.parametrize("key", list(SETUP))
def test_gc16_nothing_may_be_left_out_of_a_set_up(key: str) -> None:
    with pytest.raises(parlour.InvalidSetup, match=key):
        game().start(2, {}, {name: value for name, value in SETUP.items() if name != key})


@pytest.mark.rule("GC-16")
def test_gc16_nothing_is_left_to_chance_after_the_set_up() -> None:
    state, rng = game().new(2, seed=3), parlour.Rng(3)
    while state.to_act:
        assert state.to_act != parlour.CHANCE
        assert state.chance() == []
        assert isinstance(state.to_act[0], int)
        state.play(state.to_act[0], rng.choice(state.legal(state.to_act[0])))


# -- codes of the actions ------------------------------------------------------------------------------


def test_codes_stand_for_the_same_actions_in_every_game_with_these_cards() -> None:
    parts = game().parts()
    assert isinstance(parts, GoldParts)
    columns = [f"{verb} {column}" for verb in ("discard", "secure", "recall") for column in (0, 1, 2)]
    moves = ["move 0 1", "move 1 0", "move 1 2", "move 2 1"]
    orders = ["top 1 2", "top 2 1", "top 1 bottom 2", "top 2 bottom 1", "bottom 1 2", "bottom 2 1"]
    cards = sorted({*parts.deck(0), *parts.deck(1)})
    expected = ["draw", "pass", *columns, *moves, *[f"observe {order}" for order in orders]]
    expected += [f"play {card} {column}" for card in cards for column in (0, 1, 2)]
    assert game().action_count == len(expected) == 123
    state = game().new(seed=1)
    assert [state.notation(0, code) for code in range(123)] == expected


def test_every_action_and_no_other_is_legal_as_the_rules_say_it_is() -> None:
    """Reading goes by a table: nothing gets past what may be done now."""
    for seed in range(6):
        state = game().new(seed=seed)
        rng = parlour.Rng(seed)
        while (seat := state.actor()) >= 0:
            legal = state.actions(seat)
            for code in range(123):
                if code in legal:
                    assert state.parse(seat, state.notation(seat, code)) == code
                else:
                    with pytest.raises(parlour.IllegalAction):
                        state.parse(seat, state.notation(seat, code))
            state.apply(seat, rng.choice(legal))


# -- the turn (GC-17 to GC-20) -------------------------------------------------------------------------


@pytest.mark.rule("GC-17")
def test_gc17_seats_alternate_with_two_actions_each() -> None:
    table = sky()
    for seat in (0, 1, 0):
        assert (table["turn"], table["actions_left"]) == (seat, 2)
        table.play(seat, "draw")
        assert (table["turn"], table["actions_left"]) == (seat, 1)
        table.play(seat, "draw")


@pytest.mark.rule("GC-17")
def test_gc17_only_the_seat_in_turn_is_ever_asked() -> None:
    table = sky({"columns": ["gold-4 fish-1", "", ""]}).play(0, "discard 0")
    table.refuses(1, "draw", "GC-17")
    table.refuses(1, "recall 0", "GC-17")
    assert table.legal(1) == []


@pytest.mark.rule("GC-17")
@pytest.mark.parametrize("action", ["", "steal", "secure 1", "recall 0", "move 0 1", "observe top 1 2", "draw 1"])
def test_gc17_there_are_three_actions(action: str) -> None:
    sky({"columns": ["gold-4", "gold-4", ""]}).refuses(0, action, "GC-17")


@pytest.mark.rule("GC-18", "GC-19")
def test_gc18_an_action_that_is_legal_must_be_taken() -> None:
    table = sky({"columns": ["gold-4", "", ""]})
    assert table.legal(0) == ["draw"]
    table.refuses(0, "pass", "GC-19", "you may not pass")
    table.play(0, "draw")
    table.refuses(0, "pass", "GC-19")


@pytest.mark.rule("GC-20")
def test_gc20_the_top_card_of_the_deck_goes_to_the_hand() -> None:
    table = sky({"deck": "fish-3 gold-6", "rest": "discard", "hand": "board-1"}).play(0, "draw")
    assert table["seats.0.hand"] == ["o-board-1", "o-gold-6"]
    assert table["seats.0.deck"] == ["o-fish-3"]


@pytest.mark.rule("GC-20")
def test_gc20_an_empty_deck_is_not_drawn_from_and_there_is_no_hand_limit() -> None:
    table = sky({"rest": "hand"})
    assert len(table["seats.0.hand"]) == 36
    table.refuses(0, "draw", "GC-20", "empty")


# -- playing a card (GC-21 to GC-26) -------------------------------------------------------------------


@pytest.mark.rule("GC-21")
@pytest.mark.parametrize(
    ("columns", "open_columns"),
    [
        (["", "", ""], [0, 1, 2]),
        (["gold-4", "gold-4", "gold-4"], [0, 1, 2]),
        (["gold-4", "gold-4", ""], [2]),
        (["gold-4", "", "gold-4"], [1]),
        (["gold-4 bomb-1", "gold-4", ""], [1, 2]),
        (["", "", "gold-4"], [0, 1]),
    ],
)
def test_gc21_where_a_card_may_be_played(columns: list[str], open_columns: list[int]) -> None:
    table = sky({"columns": columns, "hand": "gold-6"}, {"columns": ["gold-4 gold-4", "", "bomb-1"]})
    legal = [action for action in table.legal(0) if action.startswith("play")]
    assert legal == [f"play o-gold-6 {column}" for column in open_columns]
    for column in {0, 1, 2} - set(open_columns):
        table.refuses(0, f"play o-gold-6 {column}", "GC-21", f"the {NAMES[column]} column already has the most cards")


@pytest.mark.rule("GC-22")
def test_gc22_the_card_leaves_the_hand_and_becomes_the_last_of_the_column() -> None:
    table = sky({"columns": ["fish-1", "bomb-1 bomb-2", ""], "hand": "gold-4 gold-6"}).play(0, "play o-gold-6 0")
    assert table["seats.0.columns.0"] == ["o-fish-1", "o-gold-6"]
    assert table["seats.0.hand"] == ["o-gold-4"]
    assert table["plays"] == [1, 0, 0]


@pytest.mark.rule("GC-22", "GC-3")
def test_gc22_only_a_card_in_hand_can_be_played() -> None:
    table = sky({"hand": "gold-4"})
    table.refuses(0, "play o-gold-6 0", "GC-22", "you do not have o-gold-6 in hand")
    table.refuses(0, "play o-gold-5 0", "GC-3", "there is no crew card")
    table.refuses(0, "play g-two-gold 0", "GC-3")
    table.refuses(0, "play o-gold-4 3", "GC-7", "0, 1 and 2")
    table.refuses(0, "play o-gold-4 00", "GC-7")
    table.refuses(0, "play o-gold-4", "GC-17")
    table.refuses(0, "play  o-gold-4 0", "GC-17")
    table.refuses(0, "play O-GOLD-4 0", "GC-3")


@pytest.mark.rule("GC-23")
@pytest.mark.parametrize(("column", "times"), [("gold-4", 1), ("reinforce-1", 2), ("reinforce-1 m-reinforce-2", 3)])
def test_gc23_an_effect_happens_as_often_as_its_type_lies_in_the_column(column: str, times: int) -> None:
    mine = {"columns": [column, "gold-4 bomb-1 gold-4", ""], "hand": "reinforce-2"}
    table = sky({**mine, "deck": "gold-6 fish-3 fish-2 fish-2", "rest": "discard"}).play(0, "play o-reinforce-2 0")
    assert len(table["seats.0.hand"]) == times


@pytest.mark.rule("GC-24")
@pytest.mark.parametrize(
    ("card", "mine", "theirs", "says"),
    [
        ("bomb-1", {}, {"destroyed": [0]}, "nothing to bomb"),
        ("board-1", {}, {"columns": ["", "gold-4", "gold-4"]}, "nothing to board opposite the left column"),
        ("fish-1", {}, {}, "nothing to fish"),
        ("reinforce-1", {"rest": "discard"}, {}, "no reinforcements"),
        ("secure-1", {"columns": ["", "", "gold-4"]}, {}, "nothing to secure"),
    ],
)
def test_gc24_a_card_without_a_target_cannot_be_played(
    card: str, mine: dict[str, Any], theirs: dict[str, Any], says: str
) -> None:
    table = sky({**mine, "hand": card}, theirs)
    table.refuses(0, f"play o-{card} 0", "GC-24", says)


@pytest.mark.rule("GC-25", "GC-55")
def test_gc25_effect_then_guest_then_third_card() -> None:
    columns = ["secure-1 secure-1", "gold-6 gold-4 fish-1", ""]
    mine = {"columns": columns, "hand": "secure-3", "guests": ["two-plays", "", ""]}
    table = sky(mine, plays=[1, 0, 0], actions_left=1)
    table.play(0, "play o-secure-3 0", "secure 1", "secure 1")
    assert table["seats.0.guests.0"] == "g-two-plays"
    table.play(0, "secure 1")
    assert table["seats.0.treasure"] == ["o-fish-1", "o-gold-4", "o-gold-6", "g-two-plays"]
    assert table["seats.0.discard"] == ["o-secure-1", "o-secure-1", "o-secure-3"]


@pytest.mark.rule("GC-26")
def test_gc26_fish_takes_as_many_as_there_are() -> None:
    mine = {"columns": ["fish-1", "gold-4 gold-4", ""], "hand": "fish-2", "discard": "gold-6"}
    table = sky(mine).play(0, "play o-fish-2 0")
    assert table["seats.0.hand"] == ["o-gold-6"]
    assert table["seats.0.discard"] == []
    assert table.told("lapsed")[0].facts == {"seat": 0, "type": "fish", "times": 1}


# -- play effects (GC-30 to GC-37) -----------------------------------------------------------------------


@pytest.mark.rule("GC-30")
@pytest.mark.parametrize("bombs", [1, 2, 3])
@pytest.mark.parametrize("robustness", [1, 2, 3])
def test_gc30_a_zeppelin_falls_to_as_many_bombs_as_its_robustness(bombs: int, robustness: int) -> None:
    column = "gold-4 " + " ".join(["bomb-1"] * (bombs - 1))
    order = [robustness, *sorted({1, 2, 3} - {robustness})]
    table = sky({"columns": [column, "gold-4 fish-1 gold-4 fish-1", ""], "hand": "bomb-3"}, {"robustness": order})
    table.play(0, "play o-bomb-3 0")
    destroyed = bombs >= robustness
    expected = {"robustness": robustness, "resisted": 0 if destroyed else bombs, "destroyed": destroyed}
    assert table["seats.1.zeppelins.0"] == expected
    assert table["seats.1.zeppelins.1.destroyed"] is False


@pytest.mark.rule("GC-31")
def test_gc31_resisted_grows_with_a_stronger_attack() -> None:
    mine = {"columns": ["bomb-1", "gold-4 fish-1 gold-4", ""], "hand": "bomb-2"}
    table = sky(mine, {"robustness": [3, 1, 2], "resisted": [1, 0, 1]}).play(0, "play o-bomb-2 0")
    assert [zeppelin["resisted"] for zeppelin in table["seats.1.zeppelins"]] == [2, 0, 1]


@pytest.mark.rule("GC-32")
def test_gc32_a_guest_leaves_with_its_zeppelin_and_the_cards_stay() -> None:
    table = sky({"hand": "bomb-1"}, {"columns": ["gold-4", "", ""], "guests": ["nine-gold", "two-gold", ""]})
    assert "g-nine-gold" not in table["box"]
    table.play(0, "play o-bomb-1 0")
    assert table["seats.1.guests"] == [None, "g-two-gold", None]
    assert table["box"] == [guest for guest in GUESTS if guest != "g-two-gold"]
    assert table["seats.1.columns.0"] == ["m-gold-4"]


@pytest.mark.rule("GC-33", "GC-41")
def test_gc33_board_discards_the_last_cards_opposite_without_their_effect_gold_too() -> None:
    mine = {"columns": ["board-1", "gold-4 gold-4", ""], "hand": "board-2"}
    table = sky(mine, {"columns": ["bomb-1 secure-1 gold-6", "", ""], "guests": ["five-cards", "", ""]})
    table.play(0, "play o-board-2 0")
    assert table["seats.1.discard"] == ["m-gold-6", "m-secure-1"]
    assert table["seats.1.columns.0"] == ["m-bomb-1"]
    assert table["seats.1.guests.0"] == "g-five-cards"
    assert table["pending"] is None


@pytest.mark.rule("GC-34")
def test_gc34_fish_takes_the_top_card_of_ones_own_discard_pile() -> None:
    table = sky({"hand": "fish-1", "discard": "bomb-1 gold-6"}, {"discard": "gold-4"}).play(0, "play o-fish-1 0")
    assert table["seats.0.hand"] == ["o-gold-6"]
    assert table["seats.0.discard"] == ["o-bomb-1"]
    assert table["seats.1.discard"] == ["m-gold-4"]


@pytest.mark.rule("GC-35")
def test_gc35_reinforce_takes_the_top_card_of_the_deck() -> None:
    table = sky({"hand": "reinforce-1", "deck": "bomb-1 gold-6", "rest": "discard"}).play(0, "play o-reinforce-1 0")
    assert table["seats.0.hand"] == ["o-gold-6"]
    assert table["seats.0.deck"] == ["o-bomb-1"]


@pytest.mark.rule("GC-36")
def test_gc36_secure_is_asked_once_for_each_repetition() -> None:
    columns = ["gold-4 fish-1", "secure-1", "gold-6 bomb-1"]
    table = sky({"columns": columns, "hand": "secure-2"}).play(0, "play o-secure-2 1")
    assert table["pending"] == {"effect": "secure", "column": 1, "left": 2}
    table.refuses(0, "draw", "GC-36", "first say which column")
    table.refuses(0, "secure 1", "GC-36", "the middle column is not beside the middle one")
    table.refuses(0, "secure", "GC-36")
    table.play(0, "secure 0")
    assert table["pending"] == {"effect": "secure", "column": 1, "left": 1}
    table.play(0, "secure 0")
    assert table["pending"] is None
    assert table["seats.0.treasure"] == ["o-fish-1", "o-gold-4"]
    assert table["actions_left"] == 1


@pytest.mark.rule("GC-36")
def test_gc36_an_empty_column_is_no_source() -> None:
    table = sky({"columns": ["gold-4", "", ""], "hand": "secure-2"}).play(0, "play o-secure-2 1")
    assert table.legal(0) == ["secure 0"]
    table.refuses(0, "secure 2", "GC-36", "your right column is empty")


@pytest.mark.rule("GC-37")
def test_gc37_a_gold_card_does_nothing_when_played() -> None:
    table = sky({"hand": "gold-6", "discard": "fish-1"}, {"columns": ["gold-4", "", ""]})
    table.play(0, "play o-gold-6 0")
    assert [event.kind for event in table.events] == ["played"]
    assert table["actions_left"] == 1


# -- discarding a card (GC-40 to GC-48) --------------------------------------------------------------------


@pytest.mark.rule("GC-40")
def test_gc40_the_effect_happens_once_whatever_else_lies_in_the_column() -> None:
    table = sky({"columns": ["bomb-1 bomb-2", "", ""]}, {"treasure": "gold-4 gold-6"}).play(0, "discard 0")
    assert table["seats.0.columns.0"] == ["o-bomb-1"]
    assert table["seats.0.discard"] == ["o-bomb-2"]
    assert table["seats.1.treasure"] == ["m-gold-4"]
    table.refuses(0, "discard 1", "GC-40", "your middle column is empty")
    table.refuses(0, "discard", "GC-40")
    table.refuses(0, "discard 3", "GC-7")


@pytest.mark.rule("GC-41")
@pytest.mark.parametrize(
    ("card", "mine", "theirs"),
    [
        ("bomb-1", {}, {}),
        ("bomb-1", {}, {"treasure": "gold-4 g-two-gold"}),
        ("board-1", {}, {"columns": ["gold-4", "gold-4", ""]}),
        ("fish-1", {"discard": "gold-4"}, {}),
        ("reinforce-1", {"deck": "gold-4", "rest": "discard"}, {}),
        ("secure-1", {"discard": "gold-4"}, {}),
    ],
)
def test_gc41_a_discard_effect_that_cannot_be_carried_out(
    card: str, mine: dict[str, Any], theirs: dict[str, Any]
) -> None:
    table = sky({**mine, "columns": [card, "", ""]}, theirs)
    assert "discard 0" not in table.legal(0)
    table.refuses(0, "discard 0", "GC-41")


@pytest.mark.rule("GC-42")
def test_gc42_crack_the_safe() -> None:
    table = sky({"columns": ["bomb-1", "", ""]}, {"treasure": "g-two-gold gold-4 gold-6", "discard": "fish-1"})
    table.play(0, "discard 0")
    assert table["seats.1.treasure"] == ["g-two-gold", "m-gold-4"]
    assert table["seats.1.discard"] == ["m-fish-1", "m-gold-6"]


@pytest.mark.rule("GC-43")
def test_gc43_a_card_may_move_onto_the_highest_column_without_its_effect() -> None:
    table = sky({"columns": ["bomb-1", "gold-4 gold-4 fish-1", "board-1"]}).play(0, "discard 2")
    assert table["pending"] == {"effect": "manoeuvre"}
    assert table.legal(0) == ["move 0 1", "move 1 0", "move 1 2"]
    table.refuses(0, "move 2 1", "GC-43", "your right column is empty")
    table.refuses(0, "move 0", "GC-43")
    table.refuses(0, "draw", "GC-43", "first say")
    table.play(0, "move 0 1")
    assert table["seats.0.columns"] == [[], ["o-gold-4", "o-gold-4", "o-fish-1", "o-bomb-1"], []]
    assert table["seats.1.zeppelins.1.resisted"] == 0
    assert table["plays"] == [0, 0, 0]


@pytest.mark.rule("GC-44")
def test_gc44_call_back() -> None:
    table = sky({"columns": ["fish-1", "bomb-1 gold-4", ""]}).play(0, "discard 0")
    assert table["pending"] == {"effect": "call-back"}
    table.refuses(0, "recall 0", "GC-44", "your left column is empty")
    table.refuses(0, "pass", "GC-44", "first say")
    table.play(0, "recall 1")
    assert table["seats.0.hand"] == ["o-gold-4"]
    assert table["seats.0.discard"] == ["o-fish-1"]


@pytest.mark.rule("GC-45")
@pytest.mark.parametrize(
    ("answer", "deck"),
    [
        ("top 1 2", ["o-bomb-1", "o-bomb-2", "o-gold-4", "o-gold-6"]),
        ("top 2 1", ["o-bomb-1", "o-bomb-2", "o-gold-6", "o-gold-4"]),
        ("top 1 bottom 2", ["o-gold-4", "o-bomb-1", "o-bomb-2", "o-gold-6"]),
        ("top 2 bottom 1", ["o-gold-6", "o-bomb-1", "o-bomb-2", "o-gold-4"]),
        ("bottom 1 2", ["o-gold-4", "o-gold-6", "o-bomb-1", "o-bomb-2"]),
        ("bottom 2 1", ["o-gold-6", "o-gold-4", "o-bomb-1", "o-bomb-2"]),
    ],
)
def test_gc45_the_six_answers_to_observe(answer: str, deck: list[str]) -> None:
    mine = {"columns": ["reinforce-1", "", ""], "deck": "bomb-1 bomb-2 gold-4 gold-6", "rest": "discard"}
    table = sky(mine).play(0, "discard 0")
    assert table["pending"] == {"effect": "observe", "cards": ["o-gold-6", "o-gold-4"]}
    assert table["seats.0.deck"] == ["o-bomb-1", "o-bomb-2"]
    assert len(table.legal(0)) == 6
    for wrong in ("observe", "observe top 1", "observe top 1 1", "observe bottom 2 top 1", "draw"):
        table.refuses(0, wrong, "GC-45", "first put both cards back")
    table.play(0, "observe " + answer)
    assert table["seats.0.deck"] == deck


@pytest.mark.rule("GC-46")
def test_gc46_loot_takes_the_top_of_the_other_discard_pile() -> None:
    table = sky({"columns": ["secure-1", "", ""], "treasure": "fish-1"}, {"discard": "gold-4 gold-6"})
    table.play(0, "discard 0")
    assert table["seats.0.treasure"] == ["o-fish-1", "m-gold-6"]
    assert table["seats.1.discard"] == ["m-gold-4"]


@pytest.mark.rule("GC-47")
def test_gc47_a_gold_card_as_last_card_closes_its_column_for_discards() -> None:
    table = sky({"columns": ["secure-1 gold-4", "", ""]}, {"discard": "gold-4"})
    table.refuses(0, "discard 0", "GC-47", "a Gold card cannot be discarded")


@pytest.mark.rule("GC-48")
def test_gc48_a_foreign_card_is_used_like_any_other() -> None:
    mine = {"columns": ["bomb-1", "gold-4 gold-4", ""], "hand": "m-bomb-1 fish-1", "discard": "m-gold-6"}
    table = sky(mine, {"robustness": [2, 1, 3]})
    table.play(0, "play m-bomb-1 0", "play o-fish-1 2")
    assert table["seats.1.zeppelins.0.destroyed"] is True
    assert table["seats.0.hand"] == ["m-gold-6"]


# -- three of a type (GC-50 to GC-53) ----------------------------------------------------------------------


@pytest.mark.rule("GC-50", "GC-52")
@pytest.mark.parametrize("kind", ["bomb", "board", "fish", "reinforce", "gold"])
def test_gc50_a_third_card_of_any_type_empties_the_whole_column(kind: str) -> None:
    high = 4 if kind == "gold" else 1
    first = f"{kind}-{high}"
    third = "gold-6" if kind == "gold" else f"{kind}-3"
    mine = {"columns": [f"{first} secure-1 {first}", "gold-4 gold-4 secure-1 secure-2", ""], "hand": third}
    table = sky({**mine, "discard": "secure-3 fish-1 fish-2 fish-2"}, {"columns": ["gold-4", "", ""]})
    before = table["seats.0.discard"]
    table.play(0, f"play o-{third} 0")
    fished = 3 if kind == "fish" else 0
    assert table["seats.0.columns.0"] == []
    column = [f"o-{first}", "o-secure-1", f"o-{first}", f"o-{third}"]
    assert table["seats.0.discard"] == before[: len(before) - fished] + column


@pytest.mark.rule("GC-51")
def test_gc51_a_moved_third_card_has_no_effect() -> None:
    mine = {"columns": ["fish-1", "fish-2 fish-2", "board-1"], "discard": "gold-6"}
    table = sky(mine).play(0, "discard 2", "move 0 1")
    assert table["seats.0.hand"] == []
    assert table["seats.0.discard"] == ["o-gold-6", "o-board-1", "o-fish-2", "o-fish-2", "o-fish-1"]


@pytest.mark.rule("GC-53")
@settings(max_examples=15, deadline=None, derandomize=True)
@generated(seed=st.integers(0, 10**6))
def test_gc53_no_column_rests_with_three_of_a_type(seed: int) -> None:
    state, rng = game().new(2, seed=seed), parlour.Rng(seed)
    while (seat := state.actor()) >= 0:
        found = state.position()
        for i in (0, 1):
            for number, column in enumerate(found["seats"][i]["columns"]):
                kinds = [code.split("-")[1] for code in column]
                asked = found["pending"] or {}
                if (i, number) != (found["turn"], asked.get("column")):
                    assert all(kinds.count(kind) < 3 for kind in kinds)
        state.apply(seat, rng.choice(state.actions(seat)))


# -- Guests (GC-55 to GC-59) -------------------------------------------------------------------------------


@pytest.mark.rule("GC-55")
def test_gc55_a_guest_leaves_an_empty_place_and_is_secured_without_a_question() -> None:
    table = sky({"columns": ["gold-4", "gold-4 fish-1", ""], "hand": "gold-6", "guests": ["two-gold", "", "nine-gold"]})
    table.play(0, "play o-gold-6 0")
    assert table["seats.0.guests"] == [None, None, "g-nine-gold"]
    assert table["seats.0.treasure"] == ["g-two-gold"]
    assert table["pending"] is None


@pytest.mark.rule("GC-56")
def test_gc56_cards_on_top_of_a_guest_are_not_protected_by_it() -> None:
    table = sky({"columns": ["bomb-1", "bomb-2", ""]}, {"treasure": "gold-4 g-two-gold gold-6"})
    table.play(0, "discard 0")
    assert table["seats.1.treasure"] == ["m-gold-4", "g-two-gold"]
    table.refuses(0, "discard 1", "GC-41")


@pytest.mark.rule("GC-57")
def test_gc57_more_than_the_requirement_counts_too() -> None:
    mine = {"columns": ["gold-4 fish-1", "gold-4 fish-1 bomb-1", ""], "hand": "gold-6", "guests": ["nine-gold", "", ""]}
    assert sky(mine).play(0, "play o-gold-6 0")["seats.0.treasure"] == ["g-nine-gold"]  # 11 Gold


@pytest.mark.rule("GC-59")
def test_gc59_there_is_no_guest_to_secure_over_a_destroyed_zeppelin() -> None:
    mine = {"columns": ["gold-4", "gold-4 fish-1", ""], "hand": "gold-6", "destroyed": [0], "guests": ["", "", ""]}
    table = sky(mine).play(0, "play o-gold-6 0")
    assert table["seats.0.treasure"] == []
    with pytest.raises(parlour.InvalidPosition, match="destroyed"):
        sky({"destroyed": [0], "guests": ["two-gold", "", ""]})


# -- the end (GC-1, GC-60 to GC-66) --------------------------------------------------------------------------


@pytest.mark.rule("GC-1", "GC-60", "GC-65", "GC-66")
def test_gc60_the_last_zeppelin_ends_the_game_at_once() -> None:
    mine = {"columns": ["bomb-1 bomb-1", "gold-4 fish-1 gold-4", ""], "hand": "bomb-3", "guests": ["two-plays", "", ""]}
    theirs = {"destroyed": [1, 2], "robustness": [3, 1, 2], "guests": ["two-gold", "", ""], "treasure": "gold-6"}
    table = sky(mine, theirs, plays=[1, 0, 0], actions_left=1)
    table.play(0, "play o-bomb-3 0")
    found = table.state.position()
    assert (found["ended"], found["to_act"], found["actions_left"], found["pending"]) == ("zeppelins", [], 0, None)
    assert (found["turn"], found["round"], found["plays"]) == (0, 6, [2, 0, 0])
    assert found["seats"][0]["guests"][0] == "g-two-plays"
    assert len(found["seats"][0]["columns"][0]) == 3
    assert "g-two-gold" in found["box"]
    assert table.state.outcome is not None
    assert table.state.outcome.to_dict() == {
        "winners": [0],
        "ranking": [[0], [1]],
        "scores": [0, 6],
        "reason": "zeppelins",
    }
    assert table.legal(0) == table.legal(1) == []
    table.refuses(0, "draw", "GC-17", "over")


@pytest.mark.rule("GC-61", "GC-1")
def test_gc61_a_last_zeppelin_still_wins_in_the_last_turn() -> None:
    mine = {"hand": "bomb-1", "deck": "fish-1", "rest": "discard"}
    table = sky(mine, {"destroyed": [1, 2], "rest": "discard", "treasure": "gold-6"})
    assert table["last_turn"] is True
    table.play(0, "play o-bomb-1 0")
    assert table.state.outcome is not None
    assert (table.state.outcome.winners, table.state.outcome.reason) == ((0,), "zeppelins")
    assert table["last_turn"] is True


@pytest.mark.rule("GC-62", "GC-66")
def test_gc62_only_the_treasure_counts_guests_and_foreign_cards_included() -> None:
    mine = {"treasure": "gold-4 m-gold-6 g-five-cards", "columns": ["gold-6", "", ""], "guests": ["nine-gold", "", ""]}
    theirs = {"treasure": "gold-4 g-two-plays", "rest": "discard"}
    table = sky({**mine, "hand": "gold-4"}, theirs).play(0, "draw", "draw")
    assert table.state.outcome is not None
    assert table.state.outcome.to_dict() == {
        "winners": [0],
        "ranking": [[0], [1]],
        "scores": [16, 8],
        "reason": "gold",
    }


@pytest.mark.rule("GC-63")
def test_gc63_equal_gold_is_a_shared_win() -> None:
    theirs = {"treasure": "gold-4 bomb-2", "rest": "discard"}
    table = sky({"treasure": "gold-6"}, theirs).play(0, "draw", "draw")
    assert table.state.outcome is not None
    assert table.state.outcome.to_dict() == {
        "winners": [0, 1],
        "ranking": [[0, 1]],
        "scores": [6, 6],
        "reason": "gold",
    }


@pytest.mark.rule("GC-64")
def test_gc64_the_round_limit_ends_the_game_after_the_second_seats_turn() -> None:
    table = dealt(GAME, 2, round_limit=2, first=1)
    for seat in (1, 0, 1, 0):
        assert table["ended"] is None
        table.play(seat, "draw", "draw")
    assert (table["ended"], table["round"], table["turn"]) == ("round limit", 2, 0)


@pytest.mark.rule("GC-64")
def test_gc64_the_round_limit_comes_before_a_last_turn_that_is_owed() -> None:
    theirs = {"deck": "gold-4 gold-6", "rest": "discard"}
    table = sky({}, theirs, turn=1, options={"round_limit": 6}).play(1, "draw", "draw")
    assert table["ended"] == "round limit"
    table = sky({}, theirs, turn=1).play(1, "draw", "draw")
    assert (table["ended"], table["turn"], table["last_turn"]) == (None, 0, True)


@pytest.mark.rule("GC-64", "GC-61")
def test_gc64_a_last_turn_is_counted_as_gold_even_in_the_last_round() -> None:
    table = sky({"rest": "discard"}, {}, turn=1, options={"round_limit": 6}).play(1, "draw", "draw")
    assert table["ended"] == "gold"


@pytest.mark.rule("GC-70")
def test_gc70_the_round_goes_up_when_the_starting_seat_is_up_again() -> None:
    table = sky({}, {}, turn=0, first=1).play(0, "draw", "draw")
    assert (table["turn"], table["round"]) == (1, 7)
    table.play(1, "draw", "draw")
    assert (table["turn"], table["round"]) == (0, 7)


# -- positions (GC-70) -----------------------------------------------------------------------------------------


BUSY = position(
    {
        "columns": ["gold-4 secure-1", "fish-1 fish-2", "board-1"],
        "hand": "bomb-1 gold-4",
        "discard": "bomb-2",
        "treasure": "gold-6 g-two-gold m-fish-1",
        "resisted": [0, 1, 2],
        "guests": ["nine-gold", "", "three-fish"],
    },
    {"columns": ["", "bomb-1", ""], "discard": "gold-4 o-gold-4", "destroyed": [0], "hand": "gold-6", "deck": "fish-3"},
    plays=[1, 0, 0],
    pending={"effect": "secure", "column": 0, "left": 1},
)
CALM = changed(BUSY, {"pending": None, "plays": [0, 0, 0]})
LOOKING = position({"columns": ["gold-4", "", ""]}, pending={"effect": "observe", "cards": ["o-gold-6", "o-fish-3"]})


@pytest.mark.rule("GC-70")
@pytest.mark.parametrize("found", [BUSY, CALM, LOOKING])
def test_gc70_a_position_loads_as_it_is(found: dict[str, Any]) -> None:
    assert game().load(found).position() == found


@pytest.mark.rule("GC-70")
@pytest.mark.parametrize(
    "path",
    [
        *[key for key in BUSY if key != "game"],
        *[f"seats.0.{key}" for key in BUSY["seats"][0]],
        *["seats.1.zeppelins.0.robustness", "seats.1.zeppelins.0.resisted", "seats.1.zeppelins.0.destroyed"],
        *["pending.effect", "pending.column", "pending.left"],
    ],
)
def test_gc70_no_key_may_be_missing_or_of_another_kind(path: str) -> None:
    found = copy.deepcopy(BUSY)
    parent, _, last = path.rpartition(".")
    holder = at(found, parent) if parent else found
    wrongs: list[Any] = ["nonsense", -1, 2.5, {"a": 1}, [[]], [7]]
    for wrong in wrongs if path in ("pending", "ended") else [*wrongs, None]:
        holder[last] = wrong
        with pytest.raises(parlour.InvalidPosition):
            game().load(found)
    del holder[last]
    with pytest.raises(parlour.InvalidPosition):
        game().load(found)


@pytest.mark.rule("GC-70")
@pytest.mark.parametrize("path", ["", "seats.0", "seats.1.zeppelins.2", "pending"])
def test_gc70_other_keys_are_refused(path: str) -> None:
    found = copy.deepcopy(BUSY)
    (at(found, path) if path else found)["colour"] = "red"
    with pytest.raises(parlour.InvalidPosition, match="colour"):
        game().load(found)


@pytest.mark.rule("GC-70")
@pytest.mark.parametrize(
    ("base", "changes"),
    [(CALM, {"plays": [1, 0, 0]}), (BUSY, {"plays": [0, 0, 0]}), (CALM, {"options": {"round_limit": 5}})],
)
def test_gc70_made_up_counters_are_accepted(base: dict[str, Any], changes: dict[str, Any]) -> None:
    """A study may begin anywhere: nothing in GC-70 ties these to the rest of the position."""
    found = changed(base, changes)
    assert game().load(found).position() == found


@pytest.mark.rule("GC-70")
@pytest.mark.parametrize(
    ("base", "changes"),
    [
        # every card in exactly one place
        (CALM, {"seats.0.hand": ["o-bomb-1"]}),
        (CALM, {"seats.0.hand": ["o-bomb-1", "o-bomb-1", "o-gold-4"]}),
        (CALM, {"seats.0.hand": ["o-bomb-1", "o-gold-6"]}),
        (CALM, {"seats.0.hand": ["o-bomb-1", "o-gold-5"]}),
        (CALM, {"seats.0.hand": ["o-bomb-1", "g-two-plays"]}),
        (CALM, {"box": CALM["box"][1:]}),
        (CALM, {"box": [*CALM["box"], "o-gold-4"]}),
        (CALM, {"seats.0.guests.1": "o-gold-4"}),
        (CALM, {"seats.0.guests.1": "g-nine-gold"}),
        # sorted
        (CALM, {"seats.0.hand": ["o-gold-4", "o-bomb-1"]}),
        (CALM, {"box": CALM["box"][::-1]}),
        # Zeppelins
        (CALM, {"seats.0.zeppelins.0.robustness": 2}),
        (CALM, {"seats.0.zeppelins.1.resisted": 2}),
        (CALM, {"seats.0.zeppelins.0.resisted": -1}),
        (CALM, {"seats.0.zeppelins.0.robustness": None}),
        (CALM, {"seats.0.zeppelins.0.destroyed": True}),  # with its Guest
        # decks hold their own crew only
        (CALM, {"seats.0.deck.0": "m-gold-6", "seats.1.hand": [CALM["seats"][0]["deck"][0]]}),
        (LOOKING, {"pending.cards.0": "m-gold-6"}),
        (LOOKING, {"pending.cards": ["o-gold-6"]}),
        (LOOKING, {"pending.cards": [None, None]}),
        # who is to act
        (CALM, {"to_act": [1]}),
        (CALM, {"to_act": []}),
        (CALM, {"to_act": [0, 1]}),
        (CALM, {"to_act": "chance"}),
        (CALM, {"turn": True}),
        (CALM, {"actions_left": 0}),
        (CALM, {"actions_left": 3}),
        (CALM, {"round": 0}),
        (CALM, {"players": 3}),
        (CALM, {"plays": [0, 0]}),
        (CALM, {"plays": [0, -1, 0]}),
        (CALM, {"last_turn": True}),
        (CALM, {"last_turn": 0}),
        # the end
        (CALM, {"ended": "zeppelins"}),
        (CALM, {"ended": "gold", "to_act": [], "actions_left": 0}),
        (CALM, {"ended": "round limit", "to_act": [], "actions_left": 0}),
        (CALM, {"ended": "boredom", "to_act": [], "actions_left": 0}),
        # questions that nobody asks
        (BUSY, {"pending.column": 1}),
        (BUSY, {"pending.column": 3}),
        (BUSY, {"pending.left": 0}),
        (BUSY, {"pending.left": 2}),
        (CALM, {"pending": {"effect": "loot"}}),
        (CALM, {"pending": {"effect": ["secure"]}}),
        (CALM, {"pending": {"effect": "manoeuvre", "column": 0}}),
        (position(), {"pending": {"effect": "call-back"}}),
        # what the options say
        (CALM, {"options": {"first": 1}}),
        (CALM, {"options": {"crews": ["meowmurai", "octopirate"]}}),
        (CALM, {"seats.0.crew": "meowmurai"}),
        (CALM, {"seats.0.crew": "kraken"}),
    ],
)
def test_gc70_a_position_that_cannot_be_is_refused(base: dict[str, Any], changes: dict[str, Any]) -> None:
    game().load(base)
    with pytest.raises(parlour.InvalidPosition):
        game().load(changed(base, changes))


@pytest.mark.rule("GC-70", "GC-53")
def test_gc70_a_column_rests_with_three_of_a_type_only_during_a_secure_or_when_the_game_is_over() -> None:
    columns = ["secure-1 secure-2 secure-3", "gold-4", ""]
    asked = {"effect": "secure", "column": 0, "left": 3}
    sky({"columns": columns}, plays=[1, 0, 0], pending=asked)
    with pytest.raises(parlour.InvalidPosition, match="three cards of a type"):
        sky({"columns": columns})
    over = {"ended": "zeppelins", "to_act": [], "actions_left": 0}
    sky({"columns": ["bomb-1 bomb-2 bomb-3", "", ""]}, {"destroyed": [0, 1, 2]}, plays=[1, 0, 0], **over)


@pytest.mark.rule("GC-70", "GC-55")
def test_gc70_a_column_rests_with_its_guest_content_only_during_a_secure() -> None:
    mine = {"columns": ["gold-6 fish-1 secure-2", "gold-4", ""], "guests": ["nine-gold", "", ""]}
    sky(mine, plays=[1, 0, 0], pending={"effect": "secure", "column": 0, "left": 1})
    with pytest.raises(parlour.InvalidPosition, match="requirement is met"):
        sky(mine)


@pytest.mark.rule("GC-70")
@settings(max_examples=10, deadline=None, derandomize=True)
@generated(seed=st.integers(0, 10**6))
def test_gc70_every_card_and_guest_is_always_in_exactly_one_place(seed: int) -> None:
    state, rng = game().new(2, seed=seed), parlour.Rng(seed)
    while True:
        found = state.position()
        places = found["box"] + list((found["pending"] or {}).get("cards", []))
        for seat in found["seats"]:
            places += lying(seat) + [guest for guest in seat["guests"] if guest is not None]
        assert sorted(places) == sorted(crew_cards(0) + crew_cards(1) + GUESTS)
        if (seat_to_act := state.actor()) < 0:
            break
        state.apply(seat_to_act, rng.choice(state.actions(seat_to_act)))


# -- words -----------------------------------------------------------------------------------------------------


def test_the_table_as_text_shows_what_its_reader_may_see_and_fits_a_terminal() -> None:
    for lang in ("en", "fr"):
        for viewer in (0, 1, None):
            text = game().words(lang, ["Anaïs", "Bo"]).table(game().load(BUSY).view(viewer), viewer)
            assert max(len(line) for line in text.split("\n")) <= 100
            assert "Anaïs" in text
    words = game().words("en")
    assert "Hand      Bomb (1 Gold), Gold 4\n" in words.table(game().load(BUSY).view(0), 0)
    assert "Hand      2\n" in words.table(game().load(BUSY).view(1), 1)
    assert "Treasure  Gold 6, Two Gold cards (5 Gold), Fish (1 Gold)* = 12 Gold" in words.table(
        game().load(BUSY).view(0), 0
    )
    assert "Treasure  ?, Two Gold cards (5 Gold), ?" in words.table(game().load(BUSY).view(None), None)


def test_a_foreign_card_has_a_label_of_its_own() -> None:
    table = sky({"hand": "bomb-1 m-bomb-1"})
    words = game().words("en")
    labels = [words.action(action, table.state.view(0)) for action in table.legal(0)]
    assert "Play Bomb (1 Gold) into the left column" in labels
    assert "Play Bomb (1 Gold) of the other crew into the left column" in labels


def test_refusals_are_translated() -> None:
    table = sky({"columns": ["", "", "gold-4"], "hand": "gold-6"})
    with pytest.raises(parlour.IllegalAction) as error:
        table.play(0, "play o-gold-6 2")
    assert game().words("en").refusal(error.value) == "the right column already has the most cards (GC-21)"
    assert game().words("fr").refusal(error.value) == "la colonne de droite a déjà le plus de cartes (GC-21)"
