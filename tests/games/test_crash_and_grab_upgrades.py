"""Crash & Grab: each upgrade in a real situation, and those that meet each other."""

from __future__ import annotations

import pytest
from crash_positions import ending, flying, idle, saucer


def spaces(actions: list[str], verb: str) -> list[str]:
    return [action.split(" ")[1] for action in actions if action.startswith(verb + " ")]


# -- start of the turn --------------------------------------------------------------------------------


@pytest.mark.rule("CG-121")
def test_blast_off_thrusters_slide_to_an_empty_space() -> None:
    # Blue on c1: b1 holds crew, d1 is an accelerator, north is off the board; only c2 is empty.
    three = [
        saucer("red", "c5"),
        saucer("blue", "c1", upgrades=("blast-off-thrusters",), plan="2 s"),
        saucer("green", "h7"),
    ]
    table = flying(*three)
    table.play(0, "stay")
    assert table.legal(1) == ["blastoff s", "pass"]
    table.refuses(1, "blastoff n", "CG-121", "no empty space")
    table.play(1, "blastoff s")
    assert table["saucers.1.at"] == "c2"
    assert table["phase"] == "move"


@pytest.mark.rule("CG-121")
def test_blast_off_thrusters_are_not_asked_for_without_an_empty_space() -> None:
    three = [saucer("red", "c2"), saucer("blue", "c1", upgrades=("blast-off-thrusters",)), saucer("green", "h7")]
    table = flying(*three)
    table.play(0, "stay")
    assert table["phase"] == "move"


# -- end of the turn ----------------------------------------------------------------------------------


@pytest.mark.rule("CG-122")
def test_wormhole_generator_trades_places() -> None:
    table = ending(saucer("red", "c5", upgrades=("wormhole-generator",)), saucer("blue", "d1"), saucer("green", None))
    assert table.legal(0) == ["pass", "wormhole blue"]  # green is off the board
    table.refuses(0, "wormhole green", "CG-122")
    table.play(0, "wormhole blue")
    assert (table["saucers.0.at"], table["saucers.1.at"]) == ("d1", "c5")  # even onto an accelerator, without a launch
    assert not table.told("launched")


@pytest.mark.rule("CG-123")
def test_afterburner_jumps_along_row_and_column_past_everything() -> None:
    table = ending(saucer("red", "b4", upgrades=("afterburner",)), saucer("blue", "b6"), saucer("green", "h7"))
    # Row 4: a4 is an accelerator. Column b: b1 holds crew, b6 blue, b8 is an accelerator.
    assert spaces(table.legal(0), "afterburner") == sorted(["b2", "b3", "b5", "b7", "c4", "d4", "e4", "f4", "g4", "h4"])
    table.refuses(0, "afterburner c5", "CG-123")
    table.play(0, "afterburner b7")
    assert table["saucers.0.at"] == "b7"
    assert table.told("relocated")[0].facts["to"] == "b7"


@pytest.mark.rule("CG-124")
def test_pulse_cannon_pushes_away_at_any_distance() -> None:
    table = ending(saucer("red", "b6", upgrades=("pulse-cannon",)), saucer("blue", "g6"), saucer("green", "c7"))
    assert table.legal(0) == ["pass", "pulse blue"]
    table.play(0, "pulse blue")
    assert table["saucers.1.at"] == "h6"


@pytest.mark.rule("CG-124", "CG-66")
def test_a_pulse_is_a_push_with_collisions_accelerators_and_rewards() -> None:
    table = ending(saucer("red", "c3", upgrades=("pulse-cannon",)), saucer("blue", "e3"), saucer("green", "h7"))
    table.play(0, "pulse blue")  # f3 is an accelerator: 1 further in the same direction
    assert table["saucers.1.at"] == "g3"
    edge = ending(
        saucer("red", "c3", upgrades=("pulse-cannon",)), saucer("blue", "h3", "green-pilot"), saucer("green", "h7")
    )
    edge.play(0, "pulse blue")
    assert edge["phase"] == "reward"
    assert edge["turn.step"] == "end"
    assert edge.legal(0) == ["energize", "steal green-pilot"]


@pytest.mark.rule("CG-124", "CG-80")
def test_pulsing_the_partner_off_the_board_costs_a_penalty() -> None:
    four = [
        saucer("red", "c3", "green-pilot", upgrades=("pulse-cannon",)),
        saucer("blue", "h3"),
        saucer("green", "h7"),
        saucer("yellow", "f7"),
    ]
    table = ending(*four, players=2)
    table.play(0, "pulse blue")
    assert table["pending"] == {"saucer": "blue"}
    assert table.legal(0) == ["give green-pilot green", "give green-pilot yellow"]


@pytest.mark.rule("CG-125")
def test_tractor_beam_reaches_two_spaces_and_counts_as_a_pick_up() -> None:
    table = ending(
        saucer("red", "c4", upgrades=("tractor-beam", "organic-triangulator")),
        saucer("blue", "c3"),
        saucer("green", "h7"),
        crew={"c2": "pink-pilot", "g4": "pink-doctor"},
    )
    assert spaces(table.legal(0), "tractor") == ["pink-pilot"]  # past blue; g4 is four spaces away
    table.refuses(0, "tractor pink-doctor", "CG-125")
    table.play(0, "tractor pink-pilot")
    assert table["turn.acquired"] is True
    table.play(0, "place red-pilot").chance("roll 7")
    assert table["turn.saucer"] == "blue"  # the triangulator is spoilt


@pytest.mark.rule("CG-125", "CG-110")
def test_tractor_beam_may_win() -> None:
    hero = saucer("red", "c4", "red-engineer", "red-doctor", "red-scientist", upgrades=("tractor-beam",))
    table = ending(hero, *idle(), crew={"c2": "pink-pilot", "g4": "pink-doctor"})
    table.play(0, "tractor pink-pilot")
    assert table["winner"] == 0


@pytest.mark.rule("CG-126")
def test_saucer_teleporter_goes_to_an_empty_site() -> None:
    table = ending(saucer("red", "c4", upgrades=("saucer-teleporter",)), saucer("blue", "a3"), saucer("green", "h7"))
    free = spaces(table.legal(0), "teleport")
    assert free == sorted(["3", "4", "6", "7", "8", "9", "10", "11", "12"])  # 1 and 5 hold crew, 2 is blue's
    table.refuses(0, "teleport 2", "CG-126")
    table.play(0, "teleport 10")
    assert table["saucers.0.at"] == "e6"


@pytest.mark.rule("CG-127", "CG-85")
def test_cloaking_leaves_the_board_without_a_crash() -> None:
    table = ending(saucer("red", "c4", "blue-pilot", upgrades=("cloaking-device",)), *idle())
    table.play(0, "cloak")
    assert table["saucers.0.at"] is None
    assert table["turn.saucer"] == "blue"  # no penalty
    table.play(1, "stay").play(2, "stay")
    assert table["pending"] == {"seat": 0, "saucer": "red"}  # placed at the end of the round


@pytest.mark.rule("CG-131")
def test_distress_signaler_swaps_two_of_a_type() -> None:
    table = ending(
        saucer("red", "c4", "blue-doctor", "pink-doctor", upgrades=("distress-signaler",)),
        saucer("blue", None, "red-doctor", "red-pilot"),
        saucer("green", "h7"),
        crew={"h2": "pink-pilot", "g4": "pink-engineer"},
    )
    assert table.legal(0) == ["distress red-doctor blue-doctor", "distress red-doctor pink-doctor", "pass"]
    table.refuses(0, "distress red-pilot blue-doctor", "CG-131")
    table.play(0, "distress red-doctor pink-doctor")
    assert table["saucers.0.crew"] == ["blue-doctor", "red-doctor"]
    assert table["saucers.1.crew"] == ["pink-doctor", "red-pilot"]
    assert table.told("swapped-crew")


@pytest.mark.rule("CG-137", "CG-66")
def test_landing_legs_are_a_flight_of_one() -> None:
    table = ending(saucer("red", "d2", upgrades=("landing-legs",)), saucer("blue", "e2"), saucer("green", "h7"))
    table.play(0, "legs n")
    assert table.legal(0) == ["launch e 1", "launch n 1", "launch s 1", "launch w 1"]
    assert table["turn.step"] == "end"
    push = ending(saucer("red", "d2", upgrades=("landing-legs",)), saucer("blue", "e2"), saucer("green", "h7"))
    push.play(0, "legs e")
    assert (push["saucers.0.at"], push["saucers.1.at"]) == ("e2", "f2")


@pytest.mark.rule("CG-138")
@pytest.mark.parametrize(("players", "strips", "centre"), [(5, ["2"], []), (6, ["2"], ["1", "2", "3"])])
def test_quake_maker_turns_squares_freely_strips_by_half_and_never_the_single(
    players: int, strips: list[str], centre: list[str]
) -> None:
    colors = ["red", "blue", "green", "yellow", "purple", "pink"][:players]
    crowd = [saucer(color, f"{'abcdef'[i]}2") for i, color in enumerate(colors)]
    crowd[0]["upgrades"] = ["quake-maker"]
    table = ending(*crowd, crew={})
    found: dict[str, list[str]] = {}
    for action in table.legal(0):
        if action != "pass":
            _, slot, quarters = action.split(" ")
            found.setdefault(slot, []).append(quarters)
    assert found["nw"] == ["1", "2", "3"]
    assert found["w"] == found["n"] == strips
    assert found.get("c", []) == centre
    table.refuses(0, "quake w 1", "CG-138")


@pytest.mark.rule("CG-138")
def test_a_quake_of_a_strip_takes_what_stands_on_it_along() -> None:
    colors = ["red", "blue", "green", "yellow", "purple", "pink"]
    crowd = [saucer(color, f"{'abcdef'[i]}2") for i, color in enumerate(colors)]
    crowd[0].update(upgrades=["quake-maker"])
    crowd[1].update(at="a5")
    table = ending(*crowd, crew={})
    table.play(0, "quake w 2")
    assert table["saucers.1.at"] == "d6"
    assert table["tiles.4.turn"] == 2


@pytest.mark.rule("CG-143")
def test_organic_triangulator_only_without_an_acquisition() -> None:
    clean = ending(saucer("red", "c4", upgrades=("organic-triangulator",)), *idle())
    clean.play(0, "triangulate d5")
    assert clean["saucers.0.at"] == "d5"
    legs = ("organic-triangulator", "landing-legs")
    spoilt = ending(saucer("red", "c4", upgrades=legs), *idle(), turn={"acquired": True})
    assert spaces(spoilt.legal(0), "triangulate") == []
    spoilt.refuses(0, "triangulate d5", "CG-143", "picked up")


@pytest.mark.rule("CG-143", "CG-84")
def test_a_theft_spoils_the_triangulator_a_gift_received_does_not() -> None:
    table = flying(
        saucer("red", "a2", plan="2 n", upgrades=("organic-triangulator",)),
        saucer("blue", "a1", "green-pilot"),
        saucer("green", "h7"),
    )
    table.play(0, "move n 2", "steal green-pilot")
    assert table["turn.saucer"] == "blue"  # nothing can be used


# -- moves, launches, Boosts ---------------------------------------------------------------------------


@pytest.mark.rule("CG-128", "CG-56")
def test_waste_accelerator_once_a_turn_on_an_empty_site() -> None:
    table = flying(saucer("red", "c1", plan="3 s", boosters=2, upgrades=("waste-accelerator",)), *idle())
    table.play(0, "move s 3")
    assert table["saucers.0.at"] == "c2"
    table.refuses(0, "launch n 2", "CG-55")
    table.refuses(0, "stay", "CG-128")
    table.play(0, "pass")
    assert table["turn.used"] == []  # passing does not use it up
    assert table["saucers.0.at"] == "c4"
    table.play(0, "boost n 3")
    table.play(0, "launch e 3")
    assert table["turn.used"] == ["waste-accelerator"]
    assert table["saucers.0.at"] == "f2"


@pytest.mark.rule("CG-128")
def test_waste_accelerator_not_where_crew_was_picked_up_nor_in_a_collision() -> None:
    table = flying(
        saucer("red", "c1", plan="3 s", upgrades=("waste-accelerator",)),
        *idle(),
        crew={"c2": "pink-pilot", "h2": "pink-doctor"},
    )
    table.play(0, "move s 3")
    assert table["phase"] == "crew"
    hit = flying(
        saucer("red", "c1", plan="3 s", upgrades=("waste-accelerator",)), saucer("blue", "c2"), saucer("green", "h7")
    )
    hit.play(0, "move s 3")
    assert (hit["saucers.0.at"], hit["saucers.1.at"]) == ("c2", "c5")


@pytest.mark.rule("CG-129")
@pytest.mark.parametrize(("card", "distances"), [("2", ["2", "4"]), ("3", ["3", "6"]), ("x", [*"123456", "8", "10"])])
def test_hyperdrive_doubles_the_card(card: str, distances: list[str]) -> None:
    table = flying(saucer("red", "c4", plan=f"{card} n", upgrades=("hyperdrive",)), *idle())
    assert sorted(action.split(" ")[2] for action in table.legal(0) if action != "stay") == sorted(distances)
    table.refuses(0, "move n 7", "CG-129")


@pytest.mark.rule("CG-132")
def test_time_machine_gives_any_direction() -> None:
    table = flying(saucer("red", "c4", plan="3 n", upgrades=("time-machine",)), *idle())
    assert table.legal(0) == ["move e 3", "move n 3", "move s 3", "move w 3"]


@pytest.mark.rule("CG-141")
def test_acceleration_regulator_gives_launches_of_1_to_4_or_the_distance() -> None:
    table = flying(saucer("red", "d3", plan="x n", upgrades=("acceleration-regulator",)), *idle())
    table.play(0, "move n 5")
    assert [action for action in table.legal(0) if " e " in action] == [f"launch e {k}" for k in (1, 2, 3, 4, 5)]
    table.refuses(0, "launch e 6", "CG-141")
    table.play(0, "launch s 4")
    assert table["saucers.0.at"] == "d5"


@pytest.mark.rule("CG-142")
def test_boost_amplifier_boosts_1_to_6_even_after_standing_still() -> None:
    table = flying(saucer("red", "c4", plan="x n", boosters=1, upgrades=("boost-amplifier",)), *idle())
    table.play(0, "stay")
    assert [action for action in table.legal(0) if " e " in action] == [f"boost e {k}" for k in range(1, 7)]
    table.play(0, "boost e 5")
    assert table["saucers.0.at"] == "h4"


# -- collisions, pushes, pick-ups, placing, keeping ----------------------------------------------------


@pytest.mark.rule("CG-134")
def test_kinetic_siphon_pays_once_a_turn_and_not_for_what_the_pushed_one_hits() -> None:
    table = flying(
        saucer("red", "b6", plan="x e", upgrades=("kinetic-siphon",)),
        saucer("blue", "c6"),
        saucer("green", "d6"),
        crew={},
    )
    table.play(0, "move e 1")
    assert table["saucers.0.boosters"] == 1
    table.play(0, "boost e 1")
    assert table["saucers.0.boosters"] == 0  # the second push of the turn gives nothing


@pytest.mark.rule("CG-136", "CG-85")
def test_proximity_mines_crash_or_push() -> None:
    three = [
        saucer("red", "b6", plan="3 e", upgrades=("proximity-mines",)),
        saucer("blue", "c6", "green-pilot"),
        saucer("green", "h7"),
    ]
    table = flying(*three)
    table.play(0, "move e 3")
    assert table.legal(0) == ["crash", "push"]
    table.refuses(0, "pass", "CG-136")
    table.play(0, "crash")
    assert (table["saucers.0.at"], table["saucers.1.at"]) == ("c6", None)
    assert table["pending"] == {"saucer": "blue"}
    pushed = flying(*three)
    pushed.play(0, "move e 3", "push")
    assert pushed["saucers.1.at"] == "f6"


@pytest.mark.rule("CG-136")
def test_proximity_mines_do_nothing_when_their_owner_is_pushed() -> None:
    three = [
        saucer("red", "b6", plan="x e"),
        saucer("blue", "c6", upgrades=("proximity-mines",)),
        saucer("green", "d6"),
    ]
    table = flying(*three)
    table.play(0, "move e 1")
    assert table["saucers.2.at"] == "e6"


@pytest.mark.rule("CG-140")
def test_airlock_exchanges_on_another_seats_turn() -> None:
    table = flying(
        saucer("red", "b3", plan="3 n"),
        saucer("blue", "b2", upgrades=("airlock",)),
        saucer("green", "h7"),
    )
    table.play(0, "move n 3")
    assert table["to_act"] == [1]
    assert table["pending"] == {"seat": 1, "saucer": "blue", "crew": "pink-pilot"}
    assert table.legal(1) == ["airlock pink-engineer", "pass"]
    table.refuses(1, "airlock pink-doctor", "CG-140", "not on the board")
    table.play(1, "airlock pink-engineer")
    assert table["saucers.1.crew"] == ["pink-engineer"]
    assert table["board_crew"] == {"h2": "pink-pilot"}
    assert table["saucers.1.at"] is None  # and the flight went on, over the edge


@pytest.mark.rule("CG-140", "CG-111")
def test_an_airlock_exchange_may_win_and_is_not_asked_without_other_crew() -> None:
    hero = saucer("red", "b3", "red-pilot", "red-doctor", "red-scientist", plan="2 n", upgrades=("airlock",))
    table = flying(hero, *idle())
    table.play(0, "move n 2", "airlock pink-engineer")
    assert table["winner"] == 0
    alone = flying(saucer("red", "b3", plan="2 n", upgrades=("airlock",)), *idle(), crew={"b1": "pink-pilot"})
    alone.play(0, "move n 2")
    assert alone["phase"] == "crew"


@pytest.mark.rule("CG-130")
def test_scavenger_bot_pays_when_placed_in_the_turn_or_after_the_round_not_when_relocated() -> None:
    three = [saucer("red", "c5"), saucer("blue", None, upgrades=("scavenger-bot",)), saucer("green", "h7")]
    table = flying(*three)
    table.play(0, "stay").chance("roll 7")
    assert (table["saucers.1.boosters"], table["saucers.1.energy"]) == (1, 1)
    jump = ending(saucer("red", "c4", upgrades=("saucer-teleporter", "scavenger-bot")), *idle())
    jump.play(0, "teleport 10")
    assert jump["saucers.0.energy"] == 0


@pytest.mark.rule("CG-133")
def test_regeneration_gateway_picks_the_site_or_rolls() -> None:
    three = [saucer("red", "c5"), saucer("blue", None, upgrades=("regeneration-gateway",)), saucer("green", "e3")]
    table = flying(*three)
    table.play(0, "stay")
    assert table.legal(1) == sorted(["roll", *[f"site {k}" for k in (2, 3, 6, 7, 8, 9, 10, 11, 12)]])
    table.refuses(1, "site 4", "CG-133", "not empty")
    table.refuses(1, "site 13", "CG-133")
    rolled = flying(*three)
    rolled.play(0, "stay").play(1, "roll")
    assert rolled["phase"] == "place_roll"
    table.play(1, "site 12")
    assert table["saucers.1.at"] == "f8"


@pytest.mark.rule("CG-135")
def test_cargo_hold_gives_three_boosters_when_kept() -> None:
    table = flying(saucer("red", "c4", energy=2), *idle(), phase="upgrade")
    table.play(0, "upgrade").chance("draw cargo-hold", "draw airlock").play(0, "keep cargo-hold")
    assert table["saucers.0.boosters"] == 3


@pytest.mark.rule("CG-34", "CG-139")
def test_rotational_stabilizer_decides_after_the_first_turn() -> None:
    five = [saucer(color, f"{'abcde'[i]}2") for i, color in enumerate(("red", "blue", "green", "yellow", "purple"))]
    five[2]["upgrades"] = ["rotational-stabilizer"]
    table = flying(*five, phase="plan", crew={})
    for seat, color in enumerate(("red", "blue", "green", "yellow", "purple")):
        table.play(seat, f"plan {color} x n")
    assert (table["phase"], table["direction"], table["turn.seat"]) == ("move", None, 0)
    table.play(0, "stay", "place red-pilot").chance("roll 1").play(0, "place red-engineer").chance("roll 5")
    table.play(0, "place red-doctor").chance("roll 6")
    assert table["pending"] == {"seat": 2}
    assert table["turn"] is None
    table.refuses(2, "order", "CG-34")
    table.play(2, "order counterclockwise")
    assert table["turn.seat"] == 4
    assert [table[f"saucers.{i}.override"] for i in range(5)] == [False, True, False, False, False]


@pytest.mark.rule("CG-34")
def test_the_stabilizer_may_leave_it_to_the_die() -> None:
    three = [saucer("red", "c5"), saucer("blue", "a8", upgrades=("rotational-stabilizer",)), saucer("green", "h7")]
    table = flying(*three, direction=None)
    table.play(0, "stay").play(1, "order roll")
    assert (table["phase"], table["turns_done"]) == ("rotation", 1)
    table.chance("spin counterclockwise")
    assert table["turn.seat"] == 2


@pytest.mark.rule("CG-34", "CG-94")
def test_a_stabilizer_bought_in_the_first_turn_does_nothing_that_round() -> None:
    table = flying(saucer("red", "c4", energy=2), *idle(), phase="upgrade")
    table.play(0, "upgrade").chance("draw rotational-stabilizer", "draw airlock").play(0, "keep rotational-stabilizer")
    assert table["phase"] == "move"
    assert table["turn.seat"] == 1


# -- upgrades that meet --------------------------------------------------------------------------------


@pytest.mark.rule("CG-141", "CG-129")
def test_regulator_with_hyperdrive_launches_6_and_8_too() -> None:
    table = flying(saucer("red", "d3", plan="2 n", upgrades=("acceleration-regulator", "hyperdrive")), *idle())
    table.play(0, "move n 2")
    assert [action for action in table.legal(0) if " e " in action] == [f"launch e {k}" for k in (1, 2, 3, 4, 6, 8)]


@pytest.mark.rule("CG-142", "CG-129")
def test_amplifier_with_hyperdrive_boosts_8_10_and_12_too() -> None:
    table = flying(saucer("red", "c5", plan="x n", boosters=1, upgrades=("boost-amplifier", "hyperdrive")), *idle())
    table.play(0, "move n 1")
    distances = {int(action.split(" ")[2]) for action in table.legal(0) if action != "pass"}
    assert distances == {1, 2, 3, 4, 5, 6, 8, 10, 12}


@pytest.mark.rule("CG-142", "CG-47")
def test_a_doubled_distance_is_the_turn_distance_of_boosts() -> None:
    table = flying(saucer("red", "d8", plan="2 n", boosters=1, upgrades=("hyperdrive",)), *idle())
    table.play(0, "move n 4")
    assert table.legal(0)[0] == "boost e 4"


@pytest.mark.rule("CG-134", "CG-136")
def test_siphon_gets_nothing_from_a_saucer_that_mines_crash() -> None:
    cards = ("kinetic-siphon", "proximity-mines")
    three = [saucer("red", "b6", plan="x e", upgrades=cards), saucer("blue", "c6"), saucer("green", "h7")]
    crashed = flying(*three)
    crashed.play(0, "move e 1", "crash")
    assert crashed["saucers.0.boosters"] == 0
    pushed = flying(*three)
    pushed.play(0, "move e 1", "push")
    assert pushed["saucers.0.boosters"] == 1


@pytest.mark.rule("CG-134", "CG-124")
def test_siphon_gets_a_booster_from_the_pulse_cannon() -> None:
    table = ending(
        saucer("red", "b6", upgrades=("kinetic-siphon", "pulse-cannon")), saucer("blue", "g6"), saucer("green", "h7")
    )
    table.play(0, "pulse blue")
    assert table["saucers.0.boosters"] == 1


@pytest.mark.rule("CG-128", "CG-141")
def test_waste_accelerator_with_regulator() -> None:
    table = flying(saucer("red", "c1", plan="x s", upgrades=("acceleration-regulator", "waste-accelerator")), *idle())
    table.play(0, "move s 5")
    assert [action for action in table.legal(0) if " e " in action] == [f"launch e {k}" for k in (1, 2, 3, 4, 5)]
    table.play(0, "launch e 1")
    assert table["saucers.0.at"] == "d2"


@pytest.mark.rule("CG-128", "CG-140")
def test_a_site_from_which_crew_was_exchanged_is_no_waste_accelerator() -> None:
    cards = ("airlock", "waste-accelerator")
    table = flying(
        saucer("red", "c1", plan="3 s", upgrades=cards), *idle(), crew={"c2": "pink-pilot", "h2": "pink-doctor"}
    )
    table.play(0, "move s 3", "airlock pink-doctor")
    assert table["phase"] == "crew"
    assert table["saucers.0.at"] == "c4"


@pytest.mark.rule("CG-125", "CG-140")
def test_airlock_after_a_tractor_beam_has_no_flight() -> None:
    table = ending(
        saucer("red", "c4", upgrades=("airlock", "tractor-beam")),
        *idle(),
        crew={"c2": "pink-pilot", "h2": "pink-doctor"},
    )
    table.play(0, "tractor pink-pilot")
    assert (table["phase"], table["motion"]) == ("airlock", None)
    table.play(0, "airlock pink-doctor")
    assert table["board_crew"] == {"h2": "pink-pilot"}
    assert table["phase"] == "crew"


@pytest.mark.rule("CG-140")
def test_crew_left_by_an_airlock_is_picked_up_again_with_a_new_question() -> None:
    crew = {"c2": "pink-pilot", "c6": "pink-doctor", "h2": "pink-engineer"}
    table = flying(saucer("red", "c1", plan="x s", upgrades=("airlock",)), *idle(), crew=crew)
    table.play(0, "move s 5", "airlock pink-doctor")
    assert table["saucers.0.at"] == "c6"
    assert table["pending"] == {"seat": 0, "saucer": "red", "crew": "pink-pilot"}
    assert table.legal(0) == ["airlock pink-engineer", "pass"]


@pytest.mark.rule("CG-130", "CG-133")
def test_gateway_and_scavenger_bot_together() -> None:
    three = [
        saucer("red", "c5"),
        saucer("blue", None, upgrades=("regeneration-gateway", "scavenger-bot")),
        saucer("green", "h7"),
    ]
    table = flying(*three)
    table.play(0, "stay").play(1, "site 9")
    assert (table["saucers.1.at"], table["saucers.1.boosters"], table["saucers.1.energy"]) == ("c6", 1, 1)


@pytest.mark.rule("CG-127", "CG-138")
def test_a_cloaked_saucer_can_still_make_a_quake() -> None:
    table = ending(saucer("red", "c4", upgrades=("cloaking-device", "quake-maker", "landing-legs")), *idle())
    table.play(0, "cloak")
    assert {action.split(" ")[0] for action in table.legal(0)} == {"quake", "pass"}


@pytest.mark.rule("CG-122", "CG-137")
def test_wormhole_then_legs_from_the_new_place() -> None:
    table = ending(
        saucer("red", "c4", upgrades=("wormhole-generator", "landing-legs")),
        saucer("blue", "f5"),
        saucer("green", "h7"),
    )
    table.play(0, "wormhole blue", "legs s")
    assert table["saucers.0.at"] == "f6"


@pytest.mark.rule("CG-137", "CG-136")
def test_landing_legs_with_mines() -> None:
    cards = ("landing-legs", "proximity-mines")
    table = ending(saucer("red", "d2", upgrades=cards), saucer("blue", "e2", "green-pilot"), saucer("green", "h7"))
    table.play(0, "legs e", "crash", "steal green-pilot")
    assert table["saucers.0.crew"] == ["green-pilot"]
    assert table["saucers.1.at"] is None


@pytest.mark.rule("CG-132", "CG-121")
def test_thrusters_and_time_machine() -> None:
    cards = ("blast-off-thrusters", "time-machine")
    three = [saucer("red", "c5"), saucer("blue", "e5", upgrades=cards, plan="2 s"), saucer("green", "h7")]
    table = flying(*three)
    table.play(0, "stay").play(1, "blastoff n")
    assert table.legal(1) == ["move e 2", "move n 2", "move s 2", "move w 2"]
