"""Crash & Grab, rule by rule: components, set-up, plan, turn, flight, Boost, clean-up, round, end."""

from __future__ import annotations

from typing import Any

import pytest
from crash_positions import GAME, MARKERS, SMALL, flying, idle, position, saucer

import parlour
from parlour.games.crash_and_grab.parts import UPGRADES
from table import Table, dealt

WAYS = "ensw"


def ways(verb: str, distance: int) -> list[str]:
    return [f"{verb} {way} {distance}" for way in WAYS]


# -- components and terms (CG-1 to CG-14) ------------------------------------------------------------


@pytest.mark.rule("CG-1", "CG-11")
@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 1), (4, 1), (5, 1), (6, 1)])
def test_every_seat_has_its_saucers_and_each_saucer_its_own_things(players: int, each: int) -> None:
    table = dealt(GAME, players)
    assert [item["seat"] for item in table["saucers"]] == [seat for seat in range(players) for _ in range(each)]
    assert all({"energy", "boosters", "upgrades", "crew", "plan"} <= set(item) for item in table["saucers"])


@pytest.mark.parametrize("players", [0, 1, 7, True, "3", 2.0])
def test_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(parlour.InvalidOptions):
        parlour.game(GAME).new(players)


@pytest.mark.parametrize(
    "options",
    [
        {"boost_limit": 0},
        {"boost_limit": True},
        {"round_limit": -1},
        {"round_limit": "3"},
        {"boost_limit": 1.0},
        {"limit": 1},
    ],
)
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(parlour.InvalidOptions):
        parlour.game(GAME).new(3, options)


def test_options_may_be_left_out_or_null() -> None:
    assert dealt(GAME, 3)["options"] == {"boost_limit": None, "round_limit": None}
    assert dealt(GAME, 3, boost_limit=None, round_limit=12)["options"] == {"boost_limit": None, "round_limit": 12}


@pytest.mark.rule("CG-2", "CG-22")
def test_there_is_one_of_each_type_in_each_colour_in_use() -> None:
    table = dealt(GAME, 4)
    lost = [f"{color}-{type}" for color, queue in table["lost"].items() for type in queue]
    everybody = lost + list(table["board_crew"].values())
    assert len(everybody) == len(set(everybody)) == 5 * 4


@pytest.mark.rule("CG-3")
def test_crew_of_the_saucers_own_colour_can_be_neither_given_nor_stolen() -> None:
    fined = flying(saucer("red", "a2", "red-pilot", "blue-doctor", plan="2 w"), *idle())
    fined.play(0, "move w 2")
    assert fined.legal(0) == ["give blue-doctor blue", "give blue-doctor green"]
    fined.refuses(0, "give red-pilot blue", "CG-3", "stays there")
    robbed = flying(
        saucer("red", "a2", plan="2 n"), saucer("blue", "a1", "blue-pilot", "red-doctor"), saucer("green", "h7")
    )
    robbed.play(0, "move n 2")
    assert robbed.legal(0) == ["energize", "steal red-doctor"]
    robbed.refuses(0, "steal blue-pilot", "CG-3", "stays there")


@pytest.mark.rule("CG-3")
def test_with_two_players_the_partners_colour_is_off_coloured() -> None:
    pair = [saucer("red", "a2", "blue-doctor", plan="2 w"), saucer("blue", "h5")]
    table = flying(*pair, saucer("green", "h7"), saucer("yellow", "f7"), players=2)
    table.play(0, "move w 2")
    assert table.legal(0) == ["give blue-doctor green", "give blue-doctor yellow"]


@pytest.mark.rule("CG-4")
def test_extras_fill_no_second_station() -> None:
    table = flying(
        saucer("red", "a2", "red-pilot", "blue-pilot", plan="2 w"),
        saucer("blue", "h5", "pink-doctor"),
        saucer("green", "h7"),
    )
    table.play(0, "move w 2")
    # Blue has one station filled, green none: green is the only receiver, and the extra may go.
    assert table.legal(0) == ["give blue-pilot green"]


@pytest.mark.rule("CG-5", "CG-20")
@pytest.mark.parametrize(("players", "size", "tiles"), [(2, 8, 4), (3, 8, 4), (4, 8, 4), (5, 9, 9), (6, 10, 9)])
def test_the_board_grows_with_the_players(players: int, size: int, tiles: int) -> None:
    for seed in range(5):
        table = dealt(GAME, players, seed)
        assert len(table["tiles"]) == tiles
        assert len({tile["tile"] for tile in table["tiles"]}) == tiles
        spaces = {item["at"] for item in table["saucers"]} | set(table["board_crew"])
        assert all("a" <= space[0] <= "abcdefghij"[size - 1] and 1 <= int(space[1:]) <= size for space in spaces)
    corner = "abcdefghij"[size - 1] + str(size)
    assert corner in parlour.game(GAME).parts().count(players).layout.names  # type: ignore[attr-defined]


@pytest.mark.rule("CG-6")
def test_a_quarter_turn_brings_the_west_column_to_the_north() -> None:
    tiles = [{**SMALL[0], "turn": 1}, *SMALL[1:]]
    # Tile 1 side a has an accelerator at the southern end of its west column: now it is in the corner a1.
    table = flying(
        saucer("red", "a2", plan="2 n"), *idle(), tiles=tiles, crew={"h2": "pink-pilot", "g4": "pink-doctor"}
    )
    table.play(0, "move n 2")
    assert table["phase"] == "launch"
    assert table["saucers.0.at"] == "a1"


@pytest.mark.rule("CG-7", "CG-9")
@pytest.mark.parametrize(("roll", "space"), [(1, "b1"), (2, "a3"), (3, "e3"), (4, "e3"), (11, "g5"), (12, "f8")])
def test_placing_goes_up_from_the_roll_to_a_free_site(roll: int, space: str) -> None:
    """Site 3, c2, holds a crewmember."""
    done = [saucer("red", None, plan="x n"), saucer("green", "h7"), saucer("blue", "a8")]
    table = flying(*done, active=2, done=(0, 1), crew={"c2": "pink-pilot", "h2": "pink-doctor"})
    table.play(2, "stay").chance(f"roll {roll}")
    assert table["saucers.0.at"] == space


@pytest.mark.rule("CG-9")
def test_placing_goes_from_site_12_to_1_and_past_saucers() -> None:
    done = [saucer("red", None), saucer("green", "f8"), saucer("blue", "b1")]
    table = flying(*done, active=2, done=(0, 1), crew={"a3": "pink-pilot", "h2": "pink-doctor"})
    table.play(2, "stay")
    assert table.state.chance() == sorted(f"roll {k}" for k in range(1, 13))
    table.chance("roll 12")
    assert table["saucers.0.at"] == "c2"


@pytest.mark.rule("CG-8")
def test_an_empty_space_is_no_accelerator_and_holds_nobody() -> None:
    # b1 holds crew, d1 is an accelerator, c2 a free site, blue stands on c3 and red itself on c1.
    table = flying(
        saucer("red", "c1", upgrades=("organic-triangulator",)),
        saucer("blue", "c3"),
        saucer("green", "h7"),
        phase="end",
    )
    spaces = {action.split(" ")[1] for action in table.legal(0) if action != "pass"}
    assert {"b1", "d1", "c1", "c3", "h2", "h7"}.isdisjoint(spaces)
    assert "c2" in spaces
    assert len(spaces) == 64 - 8 - 3 - 2  # accelerators, saucers, crew


@pytest.mark.rule("CG-10")
def test_energy_and_boosters_have_no_limit() -> None:
    table = flying(
        saucer("red", "a2", plan="3 n", energy=10**6, boosters=10**6), saucer("blue", "a1"), saucer("green", "h7")
    )
    table.play(0, "move n 3", "pass", "energize")
    assert table["saucers.0.energy"] == 10**6 + 1


@pytest.mark.rule("CG-12", "CG-138")
def test_crew_stays_on_its_crash_site_when_the_tile_turns() -> None:
    table = flying(
        saucer("red", "h8", upgrades=("quake-maker",)),
        *idle(),
        phase="end",
        crew={"b1": "pink-pilot", "c2": "pink-doctor"},
    )
    table.play(0, "quake nw 2")
    assert table["board_crew"] == {"b3": "pink-doctor", "c4": "pink-pilot"}


@pytest.mark.rule("CG-13")
def test_a_draw_is_uniform_over_the_deck_and_the_discards_come_back() -> None:
    rest = tuple(card for card in UPGRADES if card not in ("airlock", "afterburner", "cargo-hold"))
    table = flying(
        saucer("red", "c5", energy=2),
        saucer("blue", "a8", upgrades=rest),
        saucer("green", "h7"),
        phase="upgrade",
        discard=("afterburner", "cargo-hold"),
    )
    table.play(0, "upgrade")
    assert table.state.chance() == ["draw airlock"]
    table.chance("draw airlock")
    assert table.state.chance() == ["draw afterburner", "draw cargo-hold"]
    assert table["discard"] == []
    assert table.told("reshuffled")
    table.chance("draw afterburner").play(0, "keep airlock")
    assert table["discard"] == ["afterburner"]
    assert table["deck"] == ["cargo-hold"]


@pytest.mark.rule("CG-14")
def test_the_markers_lie_on_the_four_sides() -> None:
    assert sorted(dealt(GAME, 3)["markers"].values()) == ["asteroids", "meteor", "stars", "sun"]
    with pytest.raises(parlour.InvalidPosition, match="each marker"):
        flying(saucer("red", "c5"), *idle(), markers={**MARKERS, "n": "stars"})


# -- set-up (CG-20 to CG-28) -------------------------------------------------------------------------

SETUP: dict[str, Any] = {
    "colors": [["red"], ["blue"], ["green"]],
    "extra": "pink",
    "tiles": SMALL,
    "markers": MARKERS,
    "queue": ["pilot", "engineer", "doctor", "scientist"],
    "probe": 1,
    "saucer_rolls": [5, 5, 12],
    "pilot_rolls": [3, 12],
}


def started(players: int = 3, **changes: Any) -> Table:
    return Table(parlour.game(GAME).start(players, {}, {**SETUP, **changes}))


@pytest.mark.rule("CG-23", "CG-24", "CG-26", "CG-27", "CG-28")
def test_the_spec_example_of_a_set_up() -> None:
    table = started()
    assert [item["at"] for item in table["saucers"]] == ["f8", "h2", "g4"]
    assert table["board_crew"] == {"b1": "red-pilot", "c2": "green-pilot"}
    assert [item["energy"] for item in table["saucers"]] == [1, 1, 1]
    assert [item["boosters"] for item in table["saucers"]] == [0, 0, 0]
    assert table["crew_target"] == 2
    assert table["deck"] == UPGRADES
    assert table["lost.red"] == ["engineer", "doctor", "scientist"]
    assert table["lost.pink"] == ["pilot", "engineer", "doctor", "scientist"]
    assert table["to_act"] == [0, 1, 2]


@pytest.mark.rule("CG-27", "CG-28")
@pytest.mark.parametrize(("players", "target"), [(4, 2), (5, 3), (6, 4)])
def test_the_seat_right_of_the_probe_gets_a_booster_instead_of_a_pilot(players: int, target: int) -> None:
    for seed in range(4):
        table = dealt(GAME, players, seed)
        right = (table["probe"] - 1) % players
        assert [item["boosters"] for item in table["saucers"]] == [int(i == right) for i in range(players)]
        pilots = {member.split("-")[0] for member in table["board_crew"].values()}
        colors = [item["color"] for item in table["saucers"]]
        assert pilots == {colors[i] for i in range(players) if i not in (right, table["probe"])}
        assert table["crew_target"] == target == len(pilots)


@pytest.mark.rule("CG-27", "CG-24")
def test_two_players_choose_whose_pilot_is_placed() -> None:
    table = started(
        2,
        colors=[["red", "blue"], ["green", "yellow"]],
        saucer_rolls=[1, 2, 3, 4],
        pilot_rolls=[],
    )
    assert [item["at"] for item in table["saucers"]] == ["c2", "e3", "b1", "a3"]  # the Probe holder's first
    assert "rotational-stabilizer" not in table["deck"]
    assert len(table["deck"]) == 22
    assert table["pending"] == {"seat": 1}
    assert table.legal(1) == ["pilot green", "pilot yellow"]
    table.refuses(1, "pilot red", "CG-27")
    table.play(1, "pilot green")
    assert table["pending"] == {"seat": 1, "crew": "green-pilot"}
    assert table["lost.green"][0] == "pilot"
    assert [item["boosters"] for item in table["saucers"]] == [0, 0, 0, 0]
    table.chance("roll 5").play(0, "pilot red")
    assert [item["boosters"] for item in table["saucers"]] == [0, 1, 0, 0]  # with the answer, before the roll
    table.chance("roll 5")
    assert table["board_crew"] == {"g4": "red-pilot", "h2": "green-pilot"}
    assert table["phase"] == "plan"
    assert table["lost.green"] == ["engineer", "doctor", "scientist"]


@pytest.mark.rule("CG-21", "CG-22", "CG-25")
def test_set_ups_are_drawn_from_everything_that_is_possible() -> None:
    game = parlour.game(GAME)
    setups = [game.setup(4, {}, seed) for seed in range(60)]
    assert {setup["probe"] for setup in setups} == {0, 1, 2, 3}
    assert len({tuple(setup["queue"]) for setup in setups}) == 6
    assert all(setup["queue"][0] == "pilot" for setup in setups)
    assert len({setup["extra"] for setup in setups}) == 6
    assert {tile["side"] for setup in setups for tile in setup["tiles"]} == {"a", "b"}
    assert {tile["turn"] for setup in setups for tile in setup["tiles"]} == {0, 1, 2, 3}
    assert game.setup(6, {}, 1)["extra"] is None
    large = game.setup(6, {}, 1)["tiles"]
    assert {tile["slot"]: tile["turn"] % 2 for tile in large[4:8]} == {"w": 0, "n": 1, "e": 0, "s": 1}


@pytest.mark.rule("CG-20", "CG-21", "CG-22")
@pytest.mark.parametrize(
    "changes",
    [
        {"colors": [["red"], ["red"], ["green"]]},
        {"colors": [["red", "blue"], ["yellow"], ["green"]]},
        {"colors": [["red"], ["blue"]]},
        {"colors": [["red"], ["blue"], ["white"]]},
        {"extra": "red"},
        {"extra": None},
        {"tiles": SMALL[:3]},
        {"tiles": [SMALL[1], SMALL[0], *SMALL[2:]]},
        {"tiles": [{**SMALL[0], "tile": 2}, *SMALL[1:]]},
        {"tiles": [{**SMALL[0], "tile": 5}, *SMALL[1:]]},
        {"tiles": [{**SMALL[0], "turn": 4}, *SMALL[1:]]},
        {"tiles": [{**SMALL[0], "side": "c"}, *SMALL[1:]]},
        {"tiles": [{**SMALL[0], "colour": "red"}, *SMALL[1:]]},
        {"markers": {"n": "sun", "e": "sun", "s": "meteor", "w": "stars"}},
        {"markers": {"n": "sun"}},
        {"queue": ["engineer", "pilot", "doctor", "scientist"]},
        {"queue": ["pilot", "engineer", "doctor", "doctor"]},
        {"probe": 3},
        {"probe": True},
        {"saucer_rolls": [5, 5]},
        {"saucer_rolls": [5, 5, 13]},
        {"saucer_rolls": [0, 5, 5]},
        {"pilot_rolls": []},
        {"pilot_rolls": [1, "2"]},
        {"seed": 1},
    ],
)
def test_a_set_up_that_lacks_something_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(parlour.InvalidSetup):
        started(**changes)
    with pytest.raises(parlour.InvalidSetup):
        parlour.game(GAME).start(3, {}, {})


# -- plan (CG-30 to CG-34) ---------------------------------------------------------------------------


@pytest.mark.rule("CG-30")
def test_any_card_in_any_direction_may_be_planned_for_ones_own_saucer_only() -> None:
    table = flying(saucer("red", "c5"), *idle(), phase="plan")
    assert len(table.legal(0)) == 12
    table.refuses(0, "plan blue 2 n", "CG-30", "no saucer")
    table.refuses(0, "plan red 4 n", "CG-11")
    table.refuses(0, "plan red 2 u", "CG-5")
    table.refuses(0, "pass", "CG-30")
    table.play(0, "plan red 2 n")
    table.refuses(0, "plan red 2 n", "CG-30", "not asked")


@pytest.mark.rule("CG-30")
def test_two_players_plan_their_first_saucer_first() -> None:
    four = [
        saucer(color, at)
        for color, at in zip(("red", "blue", "green", "yellow"), ("c5", "e5", "h7", "f7"), strict=True)
    ]
    table = flying(*four, players=2, phase="plan")
    table.refuses(0, "plan blue 2 n", "CG-30", "red")
    table.play(0, "plan red 2 n")
    assert table["to_act"] == [0, 1]
    table.play(0, "plan blue 3 n").play(1, "plan green x n", "plan yellow x n")
    assert table["phase"] == "pick"


@pytest.mark.rule("CG-31")
def test_a_plan_is_known_to_its_owner_until_it_is_executed() -> None:
    table = flying(
        saucer("red", "c5", plan="2 n"), saucer("blue", "a8", plan="3 e"), saucer("green", "h7"), phase="rotation"
    )
    assert table.view(1, "saucers.0.plan") == {"card": None, "dir": None}
    table.chance("spin clockwise")
    assert table.view(1, "saucers.0.plan") == {"card": "2", "dir": "n"}
    assert table.view(0, "saucers.1.plan") == {"card": None, "dir": None}
    assert table.view(None, "saucers.1.plan") == {"card": None, "dir": None}
    assert table.view(1, "saucers.1.plan") == {"card": "3", "dir": "e"}


@pytest.mark.rule("CG-31")
def test_what_is_told_of_a_plan_is_told_to_its_owner() -> None:
    table = flying(saucer("red", "c5"), *idle(), phase="plan")
    table.play(0, "plan red 3 w")
    event = table.told("planned")[0]
    assert event.seen_by(0).facts == {"seat": 0, "saucer": "red", "card": "3", "dir": "w"}
    assert event.seen_by(1).facts == event.seen_by(None).facts == {"seat": 0, "saucer": "red"}


@pytest.mark.rule("CG-32", "CG-40")
@pytest.mark.parametrize(("spin", "order"), [("clockwise", [2, 3, 0, 1]), ("counterclockwise", [2, 1, 0, 3])])
def test_turns_go_round_from_the_probe_holder(spin: str, order: list[int]) -> None:
    four = [
        saucer(color, at)
        for color, at in zip(("red", "blue", "green", "yellow"), ("c5", "e5", "h7", "f7"), strict=True)
    ]
    table = flying(*four, phase="rotation", active=2)
    table.chance(f"spin {spin}")
    found = []
    while table["phase"] == "move":
        found.append(table["turn.seat"])
        table.play(found[-1], "stay")
    assert found == order


@pytest.mark.rule("CG-33")
@pytest.mark.parametrize(
    ("players", "spin", "holders"),
    [
        (4, "clockwise", []),
        (5, "clockwise", [4]),
        (5, "counterclockwise", [1]),
        (6, "clockwise", [4, 5]),
        (6, "counterclockwise", [1, 2]),
    ],
)
def test_override_tokens_go_to_the_last_in_turn_order(players: int, spin: str, holders: list[int]) -> None:
    colors = ["red", "blue", "green", "yellow", "purple", "pink"][:players]
    table = flying(*[saucer(color, f"{'abcdef'[i]}2") for i, color in enumerate(colors)], phase="rotation", crew={})
    table.chance(f"spin {spin}")
    assert [i for i in range(players) if table[f"saucers.{i}.override"]] == holders


@pytest.mark.rule("CG-33", "CG-46")
def test_an_override_token_gives_any_direction_and_goes_back_after_the_turn() -> None:
    table = flying(saucer("red", "c5", plan="2 n", override=True), *idle())
    assert table.legal(0) == ways("move", 2)
    table.play(0, "move e 2")
    assert table["turn.saucer"] == "blue"
    assert table["saucers.0.override"] is False


# -- a turn: pick, place, start, execute (CG-40 to CG-47) --------------------------------------------


@pytest.mark.rule("CG-41")
def test_two_players_pick_the_saucer_of_their_first_turn_only() -> None:
    four = [
        saucer(color, at)
        for color, at in zip(("red", "blue", "green", "yellow"), ("c5", "e5", "h7", "f7"), strict=True)
    ]
    table = flying(*four, players=2, phase="pick")
    assert table.legal(0) == ["go blue", "go red"]
    assert table["turn.saucer"] is None
    table.refuses(0, "go green", "CG-41")
    table.play(0, "go blue", "stay").play(1, "go green", "stay")
    assert table["turn.saucer"] == "red"
    table.play(0, "stay")
    assert table["turn.saucer"] == "yellow"


@pytest.mark.rule("CG-42")
def test_a_saucer_off_the_board_is_placed_and_free_this_turn() -> None:
    three = [saucer("red", "c5"), saucer("blue", None, plan="3 n"), saucer("green", "h7")]
    table = flying(*three)
    table.play(0, "stay")
    assert table["turn.free"] is True
    assert table["saucers.1.revealed"] is False
    assert table["pending"] == {"seat": 1, "saucer": "blue"}
    table.chance("roll 9")
    assert table.legal(1) == ways("move", 3)
    assert table["saucers.1.energy"] == 1


@pytest.mark.rule("CG-43", "CG-44", "CG-45")
def test_the_start_effect_comes_before_the_card_is_turned_up() -> None:
    three = [
        saucer("red", "c5"),
        saucer("blue", "c3", plan="2 n", upgrades=("blast-off-thrusters",)),
        saucer("green", "h7"),
    ]
    table = flying(*three)
    table.play(0, "stay")
    assert (table["phase"], table["turn.step"], table["saucers.1.revealed"]) == ("start", "start", False)
    assert table["saucers.1.boosters"] == 0
    table.play(1, "pass")
    assert (table["phase"], table["saucers.1.revealed"], table["saucers.1.boosters"]) == ("move", True, 1)


@pytest.mark.rule("CG-45")
@pytest.mark.parametrize(("card", "energy", "boosters"), [("2", 0, 1), ("3", 1, 0), ("x", 0, 0)])
def test_the_card_gives_its_bonus_when_turned_up(card: str, energy: int, boosters: int) -> None:
    table = flying(saucer("red", "c5", plan=f"{card} n"), *idle(), phase="rotation")
    table.chance("spin clockwise")
    assert (table["saucers.0.energy"], table["saucers.0.boosters"]) == (energy, boosters)


@pytest.mark.rule("CG-46")
def test_the_plan_binds_direction_and_distance() -> None:
    table = flying(saucer("red", "c5", plan="2 n"), *idle())
    assert table.legal(0) == ["move n 2"]
    table.refuses(0, "move e 2", "CG-46", "plan")
    table.refuses(0, "move n 3", "CG-46", "distance 3")
    table.refuses(0, "stay", "CG-46", "have to move")
    table.refuses(0, "move n 02", "CG-46")
    free = flying(saucer("red", "c5", plan="x s"), *idle())
    assert free.legal(0) == ["move s 1", "move s 2", "move s 3", "move s 4", "move s 5", "stay"]
    free.refuses(0, "move s 0", "CG-46", "stay")


@pytest.mark.rule("CG-47", "CG-71")
def test_boosts_use_the_turn_distance_whatever_the_flight_became() -> None:
    table = flying(saucer("red", "c5", plan="x e", boosters=1), saucer("blue", "d5"), saucer("green", "h7"))
    table.play(0, "move e 4")
    assert table["saucers.0.at"] == "d5"
    assert table["turn.distance"] == 4
    assert table.legal(0) == [*ways("boost", 4), "pass"]


# -- flights (CG-50 to CG-67) ------------------------------------------------------------------------


@pytest.mark.rule("CG-50", "CG-57")
def test_a_flight_goes_step_by_step_until_no_step_is_left() -> None:
    table = flying(saucer("red", "c5", plan="x e"), *idle())
    table.play(0, "move e 3")
    assert [(event.facts["from"], event.facts["to"]) for event in table.told("flew")] == [
        ("c5", "d5"),
        ("d5", "e5"),
        ("e5", "f5"),
    ]
    assert table["saucers.0.at"] == "f5"


@pytest.mark.rule("CG-51", "CG-85")
def test_off_the_board_is_a_crash_and_ends_the_flight() -> None:
    table = flying(saucer("red", "b5", "blue-doctor", plan="x w", boosters=1), *idle())
    table.play(0, "move w 5")
    assert table["saucers.0.at"] is None
    assert table["turn.crashed"] == ["red"]
    assert table["phase"] == "penalty"  # and no Boost


@pytest.mark.rule("CG-52", "CG-60")
def test_crew_is_picked_up_in_passing() -> None:
    table = flying(saucer("red", "c1", plan="3 s"), *idle(), crew={"c2": "pink-pilot", "h2": "pink-doctor"})
    table.play(0, "move s 3")
    assert table["saucers.0.at"] == "c4"
    assert table["saucers.0.crew"] == ["pink-pilot"]
    assert table["turn.acquired"] is True


@pytest.mark.rule("CG-54")
def test_the_saucer_that_is_hit_flies_the_full_distance() -> None:
    table = flying(saucer("red", "b6", plan="x e"), saucer("blue", "c6"), saucer("green", "h7"), crew={})
    table.play(0, "move e 4")
    assert table["saucers.0.at"] == "c6"
    assert table["saucers.1.at"] == "g6"


@pytest.mark.rule("CG-54")
def test_events_show_a_chain_of_collisions_beat_by_beat() -> None:
    table = flying(saucer("red", "f2", plan="x e"), saucer("blue", "g2"), saucer("green", "h2"), crew={})
    table.play(0, "move e 1")
    assert [(event.kind, event.facts["saucer"]) for event in table.events] == [
        ("set-off", "red"),
        ("flew", "red"),
        ("collided", "red"),
        ("set-off", "blue"),
        ("flew", "blue"),
        ("collided", "blue"),
        ("set-off", "green"),
        ("crashed", "green"),
    ]
    assert [table[f"saucers.{i}.at"] for i in range(3)] == ["g2", "h2", None]


@pytest.mark.rule("CG-55")
def test_an_accelerator_launches_anywhere_with_the_distance_of_the_flight() -> None:
    table = flying(saucer("red", "d3", plan="x n"), *idle())
    table.play(0, "move n 5")
    assert table["motion"] == {
        "saucer": "red",
        "dir": "n",
        "dist": 5,
        "left": 3,
        "pushed": False,
        "launches": [],
        "took": False,
    }
    assert table.legal(0) == ways("launch", 5)
    table.refuses(0, "pass", "CG-55")
    table.refuses(0, "launch e 4", "CG-55", "distance 5")
    table.play(0, "launch s 5")
    assert table["saucers.0.at"] == "d6"


@pytest.mark.rule("CG-55")
def test_an_accelerator_reached_with_the_last_step_launches_too() -> None:
    table = flying(saucer("red", "d3", plan="2 n"), *idle())
    table.play(0, "move n 2")
    assert table["phase"] == "launch"
    assert table["motion.left"] == 0


@pytest.mark.rule("CG-55", "CG-64")
def test_a_pushed_saucer_flies_straight_on_from_an_accelerator() -> None:
    table = flying(saucer("red", "b3", plan="2 e"), saucer("blue", "d3"), saucer("green", "h7"), crew={})
    table.play(0, "move e 2")  # blue: e3, f3 (accelerator), g3, h3
    assert table["saucers.1.at"] == "h3"


@pytest.mark.rule("CG-61")
def test_the_same_launch_is_not_made_twice_in_a_flight() -> None:
    table = flying(saucer("red", "d2", plan="x n"), *idle())
    table.play(0, "move n 3", "launch e 3")  # d1 -> g1
    table.play(0, "launch w 3")  # back to d1
    assert table["motion.launches"] == [["d1", "e", 3], ["g1", "w", 3]]
    assert table.legal(0) == ["launch n 3", "launch s 3", "launch w 3"]
    table.refuses(0, "launch e 3", "CG-61")


@pytest.mark.rule("CG-61", "CG-63")
def test_with_no_launch_left_the_saucer_rests_on_the_accelerator() -> None:
    spent = [["d1", way, 3] for way in "nesw"]
    motion = {"saucer": "red", "dir": "s", "dist": 3, "left": 2, "pushed": False, "launches": spent, "took": False}
    table = flying(
        saucer("red", "g1", plan="3 n"), *idle(), phase="launch", turn={"distance": 3, "step": "move"}, motion=motion
    )
    table.play(0, "launch w 3")
    assert table.told("rested")
    assert table["saucers.0.at"] == "d1"
    assert table["turn.saucer"] == "blue"


@pytest.mark.rule("CG-61")
def test_a_boost_is_a_new_flight() -> None:
    table = flying(saucer("red", "g3", plan="2 n", boosters=1), *idle())
    table.play(0, "move n 2", "launch s 2", "boost n 2")
    assert table["phase"] == "launch"
    assert table["motion.launches"] == []
    assert "launch s 2" in table.legal(0)


@pytest.mark.rule("CG-63")
def test_a_saucer_that_rests_on_an_accelerator_is_hit_and_leaves_it_like_a_plain_space() -> None:
    table = flying(saucer("red", "d4", plan="3 n"), saucer("blue", "d1"), saucer("green", "h7"))
    table.play(0, "move n 3")
    assert table["saucers.0.at"] == "d1"  # no launch for red: the collision comes first
    assert table["saucers.1.at"] is None
    assert table["phase"] == "reward"
    leaving = flying(saucer("red", "d1", plan="2 s"), *idle())
    leaving.play(0, "move s 2")
    assert leaving["saucers.0.at"] == "d3"


@pytest.mark.rule("CG-64")
def test_the_partner_is_pushed_like_any_other() -> None:
    four = [saucer("red", "d4", plan="2 n"), saucer("blue", "d3"), saucer("green", "h7"), saucer("yellow", "f7")]
    table = flying(*four, players=2)
    table.play(0, "move n 2")  # blue reaches the accelerator d1 and flies straight on: off the board
    assert table["saucers.1.at"] is None
    assert table["turn.saucer"] is None  # nothing off-coloured to pay with; the other seat picks


@pytest.mark.rule("CG-65")
def test_a_pushed_saucer_picks_up_for_itself() -> None:
    table = flying(saucer("red", "e2", plan="2 e"), saucer("blue", "f2"), saucer("green", "h7"))
    table.play(0, "move e 2")
    assert table["saucers.1.crew"] == ["pink-engineer"]
    assert table["turn.acquired"] is False


@pytest.mark.rule("CG-66")
def test_the_push_has_the_distance_of_the_last_launch() -> None:
    table = flying(
        saucer("red", "d3", plan="2 n", upgrades=("acceleration-regulator",)),
        saucer("blue", "e1"),
        saucer("green", "h7"),
    )
    table.play(0, "move n 2", "launch e 1")
    assert table["saucers.1.at"] == "f1"


@pytest.mark.rule("CG-67")
def test_a_question_comes_up_in_the_middle_of_a_flight() -> None:
    table = flying(
        saucer("red", "c1", plan="3 s", upgrades=("airlock",)), *idle(), crew={"c2": "pink-pilot", "h2": "pink-doctor"}
    )
    table.play(0, "move s 3")
    assert (table["phase"], table["saucers.0.at"], table["motion.left"]) == ("airlock", "c2", 2)
    table.play(0, "pass")
    assert table["saucers.0.at"] == "c4"


# -- Boosts (CG-70 to CG-73) -------------------------------------------------------------------------


@pytest.mark.rule("CG-70", "CG-73")
def test_a_booster_just_gained_buys_a_boost_in_any_direction() -> None:
    table = flying(saucer("red", "c5", plan="2 n"), *idle(), phase="rotation")
    table.chance("spin clockwise").play(0, "move n 2")
    assert table.legal(0) == [*ways("boost", 2), "pass"]
    table.refuses(0, "boost n 3", "CG-71")
    table.refuses(0, "boost up 2", "CG-70")
    table.play(0, "boost e 2")
    assert table["saucers.0.boosters"] == 0
    assert table["saucers.0.at"] == "e3"


@pytest.mark.rule("CG-70")
def test_no_boost_off_the_board_or_without_boosters() -> None:
    table = flying(saucer("red", "c1", plan="2 n", boosters=2), *idle())
    table.play(0, "move n 2")
    assert table["turn.saucer"] == "blue"
    poor = flying(saucer("red", "c5", plan="2 n"), *idle())
    poor.play(0, "move n 2")
    assert poor["turn.saucer"] == "blue"


@pytest.mark.rule("CG-72")
def test_the_boost_limit_holds() -> None:
    table = flying(saucer("red", "c5", plan="x n", boosters=5), *idle(), options={"boost_limit": 2})
    table.play(0, "move n 1", "boost s 1", "boost n 1")
    assert table["turn.saucer"] == "blue"
    assert table["saucers.0.boosters"] == 3


# -- clean-up (CG-80 to CG-96) -----------------------------------------------------------------------


@pytest.mark.rule("CG-80")
def test_two_players_pay_for_both_crashes_the_own_first() -> None:
    four = [
        saucer("red", "c2", "green-pilot", "green-doctor", plan="2 n", boosters=1),
        saucer("blue", "c1"),
        saucer("green", "h7"),
        saucer("yellow", "f7"),
    ]
    table = flying(*four, players=2)
    table.play(0, "move n 2", "boost n 2")
    assert table["turn.crashed"] == ["blue", "red"]
    assert table["pending"] == {"saucer": "red"}
    table.play(0, "give green-pilot green")
    assert table["pending"] == {"saucer": "blue"}
    assert table["turn.crashed"] == ["blue"]
    table.play(0, "give green-doctor yellow")
    assert table["saucers.3.crew"] == ["green-doctor"]


@pytest.mark.rule("CG-81")
def test_the_gift_goes_to_the_fewest_stations() -> None:
    table = flying(
        saucer("red", "a2", "pink-doctor", plan="2 w"), saucer("blue", "a8", "blue-pilot"), saucer("green", "h7")
    )
    table.play(0, "move w 2")
    assert table.legal(0) == ["give pink-doctor green"]
    table.refuses(0, "give pink-doctor blue", "CG-81", "fewest")
    table.refuses(0, "give pink-doctor red", "CG-81", "opponent")
    table.refuses(0, "give pink-pilot green", "CG-81", "not aboard")
    table.refuses(0, "pass", "CG-81")
    table.play(0, "give pink-doctor green")
    assert table["saucers.2.crew"] == ["pink-doctor"]


@pytest.mark.rule("CG-82", "CG-111")
def test_a_gift_may_complete_the_receivers_crew() -> None:
    table = flying(
        saucer("red", "a2", "pink-doctor", plan="2 w"),
        saucer("blue", "a8", "blue-pilot", "blue-engineer", "blue-scientist"),
        saucer("green", "h7", "green-pilot", "green-engineer", "green-scientist"),
    )
    table.play(0, "move w 2", "give pink-doctor green")
    assert table["winner"] == 2
    assert table.state.outcome is not None
    assert table.state.outcome.ranking == ((2,), (1,), (0,))


@pytest.mark.rule("CG-83")
def test_rewards_come_in_the_order_of_the_crashes_even_if_you_crash_yourself() -> None:
    table = flying(saucer("red", "c3", plan="2 n", boosters=1), saucer("blue", "c1"), saucer("green", "c2"))
    table.play(0, "move n 2")  # red hits green, green hits blue, blue crashes
    table.play(0, "boost n 2")  # red hits green again, which crashes
    assert table["turn.crashed"] == ["blue", "green"]
    assert table["pending"] == {"saucer": "blue"}
    table.refuses(0, "pass", "CG-83")
    table.play(0, "energize")
    assert table["pending"] == {"saucer": "green"}
    table.play(0, "energize")
    assert table["saucers.0.energy"] == 2


@pytest.mark.rule("CG-84")
def test_only_the_richer_or_equal_can_be_robbed() -> None:
    rich = saucer("red", "a2", "red-pilot", "red-doctor", plan="2 n")
    table = flying(rich, saucer("blue", "a1", "green-pilot"), saucer("green", "h7"))
    table.play(0, "move n 2")
    assert table.legal(0) == ["energize"]
    table.refuses(0, "steal green-pilot", "CG-84", "fewer")
    table.refuses(0, "steal red-pilot", "CG-84", "not aboard")


@pytest.mark.rule("CG-84", "CG-111")
def test_a_theft_may_win() -> None:
    thief = saucer("red", "a2", "red-pilot", "red-doctor", "red-scientist", plan="2 n")
    victim = saucer("blue", "a1", "green-engineer", "blue-pilot", "blue-doctor")
    table = flying(thief, victim, saucer("green", "h7"))
    table.play(0, "move n 2", "steal green-engineer")
    assert table["winner"] == 0


@pytest.mark.rule("CG-86", "CG-87")
def test_whoever_has_the_turn_places_new_crew_though_another_picked_up() -> None:
    table = flying(saucer("red", "e2", plan="2 e"), saucer("blue", "f2"), saucer("green", "h7"))
    table.play(0, "move e 2")
    assert table["to_act"] == [0]
    assert table.legal(0) == ["place blue-pilot", "place green-pilot", "place pink-doctor", "place red-pilot"]
    table.refuses(0, "place pink-scientist", "CG-86", "front")
    table.refuses(0, "pass", "CG-86")


@pytest.mark.rule("CG-86")
def test_without_lost_crew_nothing_is_placed() -> None:
    colors = ("red", "blue", "green", "pink")
    three = [
        saucer("red", "g2", *[f"{color}-{type}" for color in colors for type in ("engineer", "doctor")]),
        saucer("blue", "a8", "red-scientist", "red-pilot", "blue-pilot", "green-pilot"),
        saucer("green", "h7", "blue-scientist", "green-scientist", "pink-scientist"),
    ]
    table = flying(*three, crew={"h2": "pink-pilot"})
    assert table["lost"] == {color: [] for color in colors}
    table.play(0, "stay")
    assert table["turn.saucer"] == "blue"


@pytest.mark.rule("CG-90")
def test_each_end_effect_once_a_turn_and_clean_up_in_between() -> None:
    table = flying(
        saucer("red", "b3", upgrades=("tractor-beam", "landing-legs")),
        *idle(),
        phase="end",
        crew={"b1": "pink-pilot", "h2": "pink-doctor"},
    )
    table.play(0, "tractor pink-pilot")
    assert table["phase"] == "crew"
    assert table["turn.step"] == "end"
    table.play(0, "place red-pilot").chance("roll 7")
    assert table.legal(0) == ["legs e", "legs n", "legs s", "legs w", "pass"]
    table.refuses(0, "tractor red-pilot", "CG-90", "used")
    table.play(0, "legs e")
    assert table["turn.saucer"] == "blue"  # nothing is left to use, so nothing is asked


@pytest.mark.rule("CG-91")
def test_off_the_board_only_distress_and_quake_work() -> None:
    cards = (
        "distress-signaler",
        "quake-maker",
        "landing-legs",
        "wormhole-generator",
        "saucer-teleporter",
        "cloaking-device",
    )
    table = flying(
        saucer("red", "a5", "blue-doctor", plan="2 w", upgrades=cards),
        saucer("blue", "a8", "red-doctor"),
        saucer("green", "h7"),
    )
    table.play(0, "move w 2", "give blue-doctor green")
    assert {action.split(" ")[0] for action in table.legal(0)} == {"quake", "pass"}
    table.refuses(0, "cloak", "CG-91")
    table.refuses(0, "afterburner c5", "CG-123", "does not have")


@pytest.mark.rule("CG-92", "CG-93", "CG-96")
def test_upgrades_may_be_bought_as_long_as_there_is_energy() -> None:
    table = flying(saucer("red", "c5", energy=5), *idle(), phase="upgrade")
    table.play(0, "upgrade").chance("draw airlock", "draw hyperdrive").play(0, "keep airlock")
    assert table["saucers.0.energy"] == 3
    table.refuses(0, "keep hyperdrive", "CG-92")
    table.play(0, "upgrade").chance("draw cargo-hold", "draw time-machine").play(0, "keep time-machine")
    assert table["saucers.0.upgrades"] == ["airlock", "time-machine"]
    assert table["discard"] == ["cargo-hold", "hyperdrive"]
    assert table["turn.saucer"] == "blue"


@pytest.mark.rule("CG-92")
def test_a_single_card_is_drawn_alone_and_kept() -> None:
    rest = tuple(card for card in UPGRADES if card != "airlock")
    table = flying(
        saucer("red", "c5", energy=4), saucer("blue", "a8", upgrades=rest), saucer("green", "h7"), phase="upgrade"
    )
    table.play(0, "upgrade").chance("draw airlock")
    assert table.legal(0) == ["keep airlock"]
    table.play(0, "keep airlock")
    assert table["turn.saucer"] == "blue"  # no card is left: no further question


@pytest.mark.rule("CG-92")
def test_the_cards_drawn_are_told_to_the_drawer_only() -> None:
    table = flying(saucer("red", "c5", energy=2), *idle(), phase="upgrade")
    table.play(0, "upgrade").chance("draw airlock")
    assert table.told("drew")[0].seen_by(0).facts["card"] == "airlock"
    assert "card" not in table.told("drew")[0].seen_by(1).facts
    assert table.view(1, "drawn") == [None]


@pytest.mark.rule("CG-94")
def test_a_gateway_bought_in_the_last_turn_works_at_the_end_of_the_round() -> None:
    three = [saucer("blue", "a8"), saucer("green", "h7"), saucer("red", None, energy=2)]
    table = flying(*three, active=2, done=(0, 1), phase="upgrade")
    table.play(2, "upgrade").chance("draw airlock", "draw regeneration-gateway").play(2, "keep regeneration-gateway")
    assert table["phase"] == "site"


@pytest.mark.rule("CG-95")
def test_what_can_only_help_happens_by_itself() -> None:
    table = flying(
        saucer("red", "c6", plan="x e", upgrades=("kinetic-siphon",)), saucer("blue", "d6"), saucer("green", "h7")
    )
    table.play(0, "move e 1")
    assert table["saucers.0.boosters"] == 1
    assert table["turn.used"] == ["kinetic-siphon"]


# -- end of the round (CG-100 to CG-102) -------------------------------------------------------------


@pytest.mark.rule("CG-100")
def test_saucers_are_placed_from_the_probe_holder_clockwise_whatever_the_direction() -> None:
    four = [saucer(color, None) for color in ("red", "blue", "green", "yellow")]
    four[1]["at"] = "c5"
    table = flying(*four, active=1, done=(2, 3, 0), direction="clockwise", phase="move")
    table.play(1, "stay")
    order = []
    while table["phase"] == "place_roll":
        assert table["turn"] is None
        order.append(table["pending.saucer"])
        table.chance("roll 1")
    assert order == ["green", "yellow", "red"]


@pytest.mark.rule("CG-101")
def test_two_players_a_tie_gives_the_probe_to_the_other_seat() -> None:
    four = [
        saucer(color, at)
        for color, at in zip(("red", "blue", "green", "yellow"), ("c5", "e5", "h7", "f7"), strict=True)
    ]
    table = flying(*four, players=2, active=3, done=(0, 2, 1))
    assert table["probe"] == 0
    table.play(1, "stay")
    assert table["probe"] == 1


@pytest.mark.rule("CG-101")
def test_the_probe_goes_to_the_fewest_stations() -> None:
    three = [saucer("red", "c5", "red-pilot"), saucer("blue", "a8"), saucer("green", "h7", "green-pilot")]
    table = flying(*three, active=2, done=(0, 1))
    table.play(2, "stay")
    assert table["probe"] == 1


@pytest.mark.rule("CG-102")
def test_a_new_round_begins_with_fresh_plans() -> None:
    table = flying(saucer("red", "c5"), saucer("blue", "a8"), saucer("green", "h7"), active=2, done=(0, 1))
    table.play(2, "stay")
    assert (table["phase"], table["round"], table["turns_done"], table["direction"]) == ("plan", 3, 0, None)
    for item in table["saucers"]:
        assert (item["plan"], item["revealed"], item["override"], item["done"]) == (None, False, False, False)


# -- the end (CG-110 to CG-114) ----------------------------------------------------------------------


@pytest.mark.rule("CG-110")
def test_nothing_more_is_resolved_after_a_win() -> None:
    hero = saucer("red", "g2", "red-pilot", "red-doctor", "red-scientist", plan="x e", boosters=3)
    table = flying(hero, *idle())
    table.play(0, "move e 5")
    assert (table["phase"], table["turn"], table["motion"], table["pending"]) == ("over", None, None, None)
    assert table["saucers.0.at"] == "h2"
    assert table["to_act"] == []
    table.refuses(0, "pass", "CG-110", "over")


@pytest.mark.rule("CG-110", "CG-150")
def test_two_players_need_both_crews() -> None:
    red = ("red-pilot", "red-engineer", "red-doctor")
    blue = ("blue-pilot", "blue-engineer", "blue-doctor")
    others = [saucer("green", "h7"), saucer("yellow", "f7")]
    first = flying(
        saucer("red", "c3", *red), saucer("blue", "e8", *blue), *others, players=2, crew={"c2": "red-scientist"}
    )
    first.play(0, "move n 1")
    assert first["saucers.0.crew"] == sorted([*red, "red-scientist"])
    assert first["winner"] is None
    pair = [saucer("red", "a2", *red, "red-scientist"), saucer("blue", "c3", *blue)]
    second = flying(*pair, *others, players=2, active=1, crew={"c2": "blue-scientist"})
    second.play(0, "move n 1")
    assert second["winner"] == 0
    assert second.state.outcome is not None
    assert second.state.outcome.scores == (8, 0)


@pytest.mark.rule("CG-112", "CG-113")
def test_the_others_rank_by_filled_stations_and_share_places() -> None:
    four = [
        saucer("red", "g2", "red-pilot", "red-doctor", "red-scientist", plan="x e"),
        saucer("blue", "a8", "blue-pilot"),
        saucer("green", "h7", "green-pilot", "green-doctor"),
        saucer("yellow", "f7", "yellow-pilot"),
    ]
    table = flying(*four)
    table.play(0, "move e 1")
    assert table.state.outcome is not None
    assert table.state.outcome.to_dict() == {
        "winners": [0],
        "ranking": [[0], [2], [1, 3]],
        "scores": [4, 1, 2, 1],
        "reason": "crew",
    }


@pytest.mark.rule("CG-114", "CG-113")
def test_the_round_limit_ends_the_game_before_anything_is_placed() -> None:
    three = [saucer("red", None, "red-pilot"), saucer("blue", "a8"), saucer("green", "h7")]
    table = flying(*three, active=2, done=(0, 1), options={"round_limit": 2})
    table.play(2, "stay")
    assert (table["phase"], table["round"], table["winner"], table["saucers.0.at"]) == ("over", 2, None, None)
    assert table.state.outcome is not None
    assert table.state.outcome.reason == "round limit"
    assert table.state.outcome.winners == (0,)


# -- two players (CG-150, CG-151) --------------------------------------------------------------------


@pytest.mark.rule("CG-53", "CG-150", "CG-151")
def test_sharing_is_asked_again_until_nothing_is_left_or_pass() -> None:
    four = [
        saucer("red", "b5", "blue-pilot", "blue-doctor", plan="x e"),
        saucer("blue", "d5", "red-pilot", "green-pilot"),
        saucer("green", "h7"),
        saucer("yellow", "f7"),
    ]
    table = flying(*four, players=2)
    table.play(0, "move e 1")
    assert table["pending"] == {"seat": 0, "saucer": "red"}
    assert table.legal(0) == ["pass", "share blue-doctor", "share blue-pilot", "share red-pilot"]
    table.refuses(0, "share green-pilot", "CG-150")
    table.play(0, "share blue-doctor")
    assert table["saucers.1.crew"] == ["blue-doctor", "green-pilot", "red-pilot"]
    table.play(0, "share red-pilot", "share blue-pilot")
    assert table["turn.saucer"] is None  # nothing left to share: the flight went on and the turn is over
    assert table["turn.seat"] == 1


@pytest.mark.rule("CG-150")
def test_a_relocation_next_to_the_partner_shares_nothing() -> None:
    four = [
        saucer("red", "b5", "blue-pilot", upgrades=("afterburner",)),
        saucer("blue", "e5"),
        saucer("green", "h7"),
        saucer("yellow", "f7"),
    ]
    table = flying(*four, players=2, phase="end")
    table.play(0, "afterburner d5")
    assert table["turn.seat"] == 1


@pytest.mark.rule("CG-150")
def test_sharing_comes_on_another_seats_turn_when_pushed() -> None:
    four = [
        saucer("red", "b6", plan="x e"),
        saucer("blue", "a1"),
        saucer("green", "c6", "yellow-pilot"),
        saucer("yellow", "e5"),
    ]
    table = flying(*four, players=2)
    table.play(0, "move e 2")
    assert table["to_act"] == [1]  # green was pushed from c6 to d6 and e6, next to yellow
    assert table["saucers.2.at"] == "e6"
    assert table.legal(1) == ["pass", "share yellow-pilot"]


def test_position_helper_gives_positions_that_can_be_loaded() -> None:
    assert parlour.game(GAME).load(position(saucer("red", "c5"), *idle())).position()["phase"] == "move"
