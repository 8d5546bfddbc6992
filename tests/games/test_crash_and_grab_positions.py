"""Crash & Grab: which positions, component files and answers are refused; what always holds; what is said."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from crash_positions import GAME, SMALL, flying, idle, position, saucer
from hypothesis import given as sampled
from hypothesis import settings
from hypothesis import strategies as st

import parlour
from conftest import scenarios
from parlour.faces.book import rules_text
from parlour.games.crash_and_grab.parts import UPGRADES
from table import at, changed, components_with, dealt

# -- positions ----------------------------------------------------------------------------------------

MOVE = position(saucer("red", "c5", "red-pilot", energy=1), *idle())
LAUNCH = {
    "phase": "launch",
    "saucers.0.at": "d1",
    "turn.distance": 3,
    "motion": {"saucer": "red", "dir": "n", "dist": 3, "left": 1, "pushed": False, "launches": [], "took": False},
}
END = position(saucer("red", "c5", "red-pilot", upgrades=("landing-legs",)), *idle(), phase="end")
PLAN = position(saucer("red", "c5"), *idle(), phase="plan")
PAIRS = position(
    saucer("red", "c5"), saucer("blue", "e5"), saucer("green", "h7"), saucer("yellow", "f7"), players=2, phase="pick"
)


def refused(start: dict[str, Any], changes: dict[str, Any], says: str = "") -> None:
    with pytest.raises(parlour.InvalidPosition) as error:
        parlour.game(GAME).load(changed(start, changes))
    assert says in str(error.value)


@pytest.mark.parametrize(
    "start", [MOVE, changed(MOVE, LAUNCH), END, PLAN, PAIRS], ids=["move", "launch", "end", "plan", "pick"]
)
def test_the_positions_that_are_spoilt_below_can_be_loaded(start: dict[str, Any]) -> None:
    assert parlour.game(GAME).load(start).position() == start


@pytest.mark.rule("CG-32")
def test_a_study_may_give_any_seat_the_turn() -> None:
    start = changed(MOVE, {"probe": 1})
    assert parlour.game(GAME).load(start).position() == start


@pytest.mark.parametrize("key", sorted(MOVE))
def test_every_key_is_needed(key: str) -> None:
    start = {name: value for name, value in MOVE.items() if name != key}
    with pytest.raises(parlour.InvalidPosition, match=key):
        parlour.game(GAME).load(start)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"colour": "red"}, "no meaning"),
        ({"game": "mogul"}, "game"),
        ({"players": 7}, "players"),
        ({"players": True}, "players"),
        ({"players": 4}, "saucers"),
        ({"options": {}}, "boost_limit"),
        ({"options.boost_limit": 0}, "boost_limit"),
        ({"phase": "flight"}, "phase"),
        ({"round": 0}, "round"),
        ({"probe": 3}, "probe"),
        ({"direction": "left"}, "direction"),
        ({"direction": None}, "direction"),
        ({"turns_done": 1}, "turns_done"),
        ({"tiles": SMALL[:3]}, "tiles"),
        ({"tiles.0.tile": 2}, "twice"),
        ({"tiles.0.turn": 5}, "turn"),
        ({"crew_target": 3}, "crew_target"),
        ({"lost.red": ["engineer", "doctor"]}, "nowhere"),
        ({"lost.red": ["pilot", "engineer", "doctor", "scientist"]}, "two places"),
        ({"lost.red": ["cook"]}, "lost.red"),
        ({"lost.purple": []}, "lost"),
        ({"board_crew": {"b2": "pink-pilot", "h2": "pink-engineer"}}, "crash sites"),
        ({"board_crew": {"i1": "pink-pilot", "h2": "pink-engineer"}}, "not a space"),
        ({"board_crew": {"b1": "purple-pilot", "h2": "pink-engineer"}}, "crewmember"),
        ({"board_crew": []}, "board_crew"),
        ({"saucers.0.color": "white"}, "color"),
        ({"saucers.0.color": "blue"}, "same colour"),
        ({"saucers.0.seat": 1}, "seat"),
        ({"saucers.0.at": "z9"}, "not a space"),
        ({"saucers.0.at": "a8"}, "share a space"),
        ({"saucers.0.at": None}, "on the board"),
        ({"saucers.0.crew": ["red-pilot", "red-pilot"]}, "two places"),
        ({"saucers.0.crew": "red-pilot"}, "list"),
        ({"saucers.0.energy": -1}, "energy"),
        ({"saucers.0.energy": 1.0}, "energy"),
        ({"saucers.0.boosters": None}, "boosters"),
        ({"saucers.0.upgrades": ["airlock"]}, "two places"),
        ({"saucers.0.plan": None}, "planned"),
        ({"saucers.0.plan.card": "4"}, "card"),
        ({"saucers.0.plan.dir": "north"}, "dir"),
        ({"saucers.1.done": True}, "turns_done"),
        ({"saucers.0.done": 0}, "done"),
        ({"deck": UPGRADES[1:]}, "all upgrade cards"),
        ({"deck": UPGRADES[::-1]}, "sorted"),
        ({"deck": 23}, "deck"),
        ({"discard": ["airlock"]}, "two places"),
        ({"turn": None}, "turn"),
        ({"turn.seat": 1}, "turn"),
        ({"turn.saucer": "blue"}, "another seat"),
        ({"turn.saucer": None}, ""),
        ({"turn.step": "boost"}, "step"),
        ({"turn.distance": 2}, "distance"),
        ({"turn.used": ["airlock"]}, "used"),
        ({"turn.crashed": ["blue"]}, "off the board"),
        ({"turn.crashed": ["white"]}, "crashed"),
        ({"motion": LAUNCH["motion"]}, "motion"),
        ({"pending": {"seat": 0}}, "pending"),
        ({"winner": 0}, "winner"),
        ({"to_act": [1]}, "to_act"),
        ({"to_act": []}, "to_act"),
        ({"to_act": "chance"}, "to_act"),
        ({"to_act": [False]}, "to_act"),
        ({"to_act": [0.0]}, "to_act"),
        ({"phase": "over", "turn": None, "to_act": []}, "no rule"),
        ({"saucers.0.crew": ["red-doctor", "red-engineer", "red-pilot", "red-scientist"], "lost.red": []}, "has won"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(changes: dict[str, Any], says: str) -> None:
    refused(MOVE, changes, says)


@pytest.mark.parametrize(
    "changes",
    [
        {"motion": None},
        {"motion.saucer": "blue", "motion.pushed": True},
        {"motion.pushed": True},
        {"motion.left": 3},
        {"motion.dist": 0},
        {"motion.dir": "up"},
        {"motion.launches": [["d1", "n"]]},
        {"motion.launches": [["d1", "n", 3], ["d1", "n", 3]]},
        {"motion.launches": [["d1", way, 3] for way in "nesw"]},
        {"motion.took": None},
        {"saucers.0.at": "c5"},
        {"phase": "waste"},
        {"phase": "mines"},
        {"phase": "share", "pending": {"seat": 0, "saucer": "red"}},
        {"phase": "airlock", "pending": {"seat": 0, "saucer": "red", "crew": "red-pilot"}},
        {"turn.step": "clean"},
        {"turn.distance": None},
        {"turn.distance": 11},
    ],
)
def test_a_flight_that_does_not_fit_is_refused(changes: dict[str, Any]) -> None:
    refused(changed(MOVE, LAUNCH), changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"saucers.0.upgrades": [], "deck": UPGRADES},
        {"turn.used": ["landing-legs"]},
        {"turn.crashed": ["blue"], "saucers.1.at": None},
        {"drawn": ["airlock"], "deck": [card for card in UPGRADES if card not in ("airlock", "landing-legs")]},
        {"phase": "upgrade", "turn.step": "upgrade"},
        {"phase": "keep", "turn.step": "upgrade"},
        {"phase": "boost", "turn.step": "boost"},
        {"phase": "crew"},
        {"phase": "penalty", "pending": {"saucer": "red"}},
        {"phase": "reward", "pending": {"saucer": "blue"}},
        {"phase": "put", "pending": {"crew": "red-engineer"}, "to_act": "chance"},
        {"phase": "put", "pending": {"crew": "red-doctor"}, "to_act": "chance", "board_crew": {}},
        {"phase": "site", "pending": {"seat": 0, "saucer": "red"}},
        {"phase": "place_roll", "pending": {"seat": 0, "saucer": "red"}, "to_act": "chance"},
        {"phase": "order", "pending": {"seat": 0}, "turn": None},
        {"phase": "rotation", "turn": None, "to_act": "chance"},
        {"phase": "pick"},
        {"phase": "pilot", "pending": {"seat": 0}},
        {"phase": "plan", "turn": None},
    ],
)
def test_a_question_that_is_not_put_is_refused(changes: dict[str, Any]) -> None:
    refused(END, changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"turns_done": 1},
        {"direction": "clockwise"},
        {"to_act": [0, 1]},
        {"saucers.0.plan": {"card": "2", "dir": "n"}},
        {"saucers.0.override": True},
        {"saucers.0.revealed": True},
        {"turn": MOVE["turn"]},
    ],
)
def test_a_plan_phase_that_does_not_fit_is_refused(changes: dict[str, Any]) -> None:
    refused(PLAN, changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"direction": "clockwise"},
        {"turn.saucer": "red"},
        {"saucers.1.seat": 1},
        {"deck": UPGRADES},
        {"lost": {color: ["pilot", "engineer", "doctor", "scientist"] for color in ("red", "blue", "green", "yellow")}},
    ],
)
def test_two_players_have_their_own_shape(changes: dict[str, Any]) -> None:
    refused(PAIRS, changes)


def test_a_made_up_study_may_have_things_that_seldom_come_up() -> None:
    # A queue in an odd order, too little crew on the board, a saucer on an accelerator, a plan known early.
    three = [saucer("red", "d1", "pink-pilot", "blue-pilot"), saucer("blue", None), saucer("green", "h7")]
    study = position(*three, crew={})
    study["lost"]["green"] = ["scientist", "pilot", "engineer", "doctor"]
    study["saucers"][2]["revealed"] = True
    assert parlour.game(GAME).load(study).position() == study


@pytest.mark.parametrize("value", [None, [], 3, "move", {"saucers": 1}])
def test_junk_anywhere_is_refused_with_the_right_error(value: object) -> None:
    for key in MOVE:
        if key in ("pending", "motion", "winner", "direction") and value is None:
            continue
        if (key, value) in (("players", 3), ("round", 3), ("phase", "move"), ("discard", []), ("drawn", [])):
            continue
        refused(MOVE, {key: value})


# -- views --------------------------------------------------------------------------------------------


def test_a_view_hides_plans_deck_and_drawn_cards_and_nothing_else() -> None:
    table = flying(saucer("red", "c5", energy=2), *idle(), phase="upgrade")
    table.play(0, "upgrade").chance("draw airlock", "draw hyperdrive")
    whole, mine, theirs = table.state.position(), table.state.view(0), table.state.view(1)
    assert mine["deck"] == theirs["deck"] == 21
    assert mine["drawn"] == ["airlock", "hyperdrive"]
    assert theirs["drawn"] == [None, None]
    for key in whole:
        if key not in ("deck", "drawn", "saucers"):
            assert theirs[key] == whole[key]
    for i, item in enumerate(whole["saucers"]):
        assert {**theirs["saucers"][i], "plan": None} == {**item, "plan": None}


def test_plans_stay_hidden_when_the_game_is_over() -> None:
    table = flying(saucer("red", "g2", "red-pilot", "red-doctor", "red-scientist", plan="x e"), *idle())
    table.play(0, "move e 1")
    assert table["phase"] == "over"
    assert table.view(0, "saucers.1.plan") == {"card": None, "dir": None}
    assert table.view(1, "saucers.1.plan") == {"card": "x", "dir": "n"}


def test_imagined_plans_and_cards_are_spread_over_all_that_is_possible() -> None:
    table = flying(saucer("red", "c5", energy=2), *idle(), phase="upgrade")
    table.play(0, "upgrade").chance("draw airlock", "draw hyperdrive")
    view = table.state.view(1)
    worlds = [parlour.game(GAME).imagine(view, parlour.Rng(seed)).position() for seed in range(400)]
    plans = [json.dumps(world["saucers"][2]["plan"]) for world in worlds]
    assert len(set(plans)) == 12
    assert all(15 <= plans.count(plan) <= 55 for plan in plans)  # 33 are expected of each
    drawn = [card for world in worlds for card in world["drawn"]]
    assert set(drawn) == set(UPGRADES)
    assert all(15 <= drawn.count(card) <= 60 for card in UPGRADES)  # 35 are expected of each
    own = parlour.game(GAME).imagine(table.state.view(0), 1).position()
    assert own["drawn"] == ["airlock", "hyperdrive"]


@pytest.mark.parametrize("changes", [{"deck": 20}, {"deck": UPGRADES}, {"discard": ["airlock"]}, {"drawn": [None]}])
def test_a_view_that_fits_no_world_is_refused(changes: dict[str, Any]) -> None:
    view = flying(saucer("red", "c5"), *idle()).state.view(1)
    with pytest.raises(parlour.InvalidPosition):
        parlour.game(GAME).imagine(changed(view, changes), 1)


# -- component files ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "yellow"', 'id = "red"', "color.1"),
        ('id = "pilot"', 'id = "Pilot"', "crew_type.0"),
        ("distances = [2]", "distances = [9]", "movement_card.0.distances"),
        ("distances = [3]", "distances = []", "movement_card.1.distances"),
        ('bonus = "energy"', 'bonus = "gold"', "movement_card.1.bonus"),
        ("saucers_each = 2", "saucers_each = 3", "count.0.saucers_each"),
        ("size = 9", "size = 8", "layout.1"),
        ("x = 5, y = 5, w = 1, h = 1", "x = 5, y = 5, w = 2, h = 1", "layout.1"),
        ('a = [". 1 . *"', 'a = [". 4 . *"', "crash sites"),
        ('a = [". 1 . *"', 'a = [". 1 ?"', "tile.0.a"),
        ('a = [". 1 . *"', 'a = [". 1 * . ."', "tile.0.a"),
        ('id = "airlock"', 'id = "airbag"', "upgrade"),
        ('id = "airlock"', 'id = "cargo-hold"', "two cards"),
        ("id = 14", "id = 13", "two tiles"),
    ],
)
def test_a_component_file_with_a_fault_is_refused_with_its_key(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(parlour.InvalidComponents, match=says):
        parlour.game(GAME).new(3, seed=1, components=components_with(GAME, tmp_path, old, new))


def test_another_component_file_changes_the_game(tmp_path: Path) -> None:
    file = components_with(GAME, tmp_path, "distances = [2]", "distances = [1]")
    start = position(saucer("red", "c5", plan="2 n"), *idle())
    state = parlour.game(GAME).load(start, file)
    assert state.legal(0) == ["move n 1"]
    assert parlour.game(GAME).load(start).legal(0) == ["move n 2"]


# -- what always holds --------------------------------------------------------------------------------

few = settings(max_examples=20, deadline=None, derandomize=True)


def everything(state: parlour.State) -> tuple[list[str], list[str]]:
    """All crewmembers and all upgrade cards, wherever they are."""
    whole = state.position()
    crew = [f"{color}-{type}" for color, queue in whole["lost"].items() for type in queue]
    crew += whole["board_crew"].values()
    cards = whole["deck"] + whole["discard"] + whole["drawn"]
    for item in whole["saucers"]:
        crew += item["crew"]
        cards += item["upgrades"]
    return sorted(crew), sorted(cards)


@pytest.mark.rule("CG-2", "CG-9", "CG-24")
@sampled(seed=st.integers(0, 10**6), players=st.integers(2, 6))
@few
def test_crew_and_cards_are_conserved_in_every_step(seed: int, players: int) -> None:
    state = parlour.game(GAME).new(players, seed=seed)
    start = everything(state)
    assert len(start[0]) == 4 * {2: 5, 3: 4, 4: 5, 5: 6, 6: 6}[players]
    rng = parlour.Rng(seed)
    for _ in range(300):
        if parlour.playout(state, rng, 1) == 0:
            break
        assert everything(state) == start
        whole = state.position()
        assert len(whole["board_crew"]) <= whole["crew_target"]
        on_board = [item["at"] for item in whole["saucers"] if item["at"] is not None]
        if whole["motion"] is None and whole["phase"] != "over":
            assert len(set(on_board)) == len(on_board)
            assert not set(on_board) & set(whole["board_crew"])


@pytest.mark.rule("CG-61", "CG-62")
@sampled(seed=st.integers(0, 10**6), players=st.integers(2, 6))
@few
def test_flights_always_end(seed: int, players: int) -> None:
    """A pilot who does all he can to stay in the air, with every card that gives more launches."""
    game = parlour.game(GAME)
    start = game.new(players, seed=seed).position()
    rng = parlour.Rng(seed)
    cards = ["acceleration-regulator", "boost-amplifier", "hyperdrive", "time-machine", "waste-accelerator"]
    for item in start["saucers"][:1]:
        item["upgrades"] = cards
    start["deck"] = [card for card in start["deck"] if card not in cards]
    state = game.load(start)
    flights = 0
    while flights < 6 and state.to_act:
        phase = state.position()["phase"]
        if phase in ("launch", "waste"):
            seat = state.owing()[0]
            spaces = 8 if players < 5 else players + 4
            for asked in range(4 * 7 * spaces * spaces):  # more launches there cannot be (CG-61)
                if state.to_act != (seat,) or state.position()["phase"] not in ("launch", "waste"):
                    break
                made = state.position()["motion"]["launches"]
                assert len({tuple(launch) for launch in made}) == len(made)
                onwards = staying(state, seat)
                state.play(seat, onwards[asked % len(onwards)])
            else:
                pytest.fail("a flight that does not end")
            flights += 1
        else:
            parlour.playout(state, rng, 1)


def staying(state: parlour.State, seat: int) -> list[str]:
    """The launches that lead to another launch, if there are any."""
    found = []
    for action in state.legal(seat):
        after = state.clone()
        after.play(seat, action)
        if after.to_act == (seat,) and after.position()["phase"] in ("launch", "waste"):
            found.append(action)
    return found or state.legal(seat)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_games_end(players: int) -> None:
    for seed in range(3):
        state = parlour.game(GAME).new(players, seed=seed)
        parlour.playout(state, parlour.Rng(seed), 20_000)
        assert state.outcome is not None
        assert state.outcome.reason == "crew"


# -- words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 6])
def test_the_table_fits_into_a_hundred_columns(lang: str, players: int) -> None:
    words = parlour.game(GAME).words(lang, ["Wilhelmina-Alexandra of the far side"] * players)
    state = parlour.game(GAME).new(players, seed=3)
    rng = parlour.Rng(3)
    while parlour.playout(state, rng, 40):
        for seat in [None, *range(players)]:
            assert max(len(line) for line in words.table(state.view(seat), seat).split("\n")) <= 100


def test_the_table_shows_board_saucers_and_crew() -> None:
    table = flying(saucer("red", "c2", "red-pilot"), saucer("blue", "d1"), saucer("green", None))
    text = parlour.game(GAME).words("en").table(table.state.view(0), 0)
    assert " 1  .      1 ip   .      *[B]   .      .      *      ." in text
    assert "3[R]" in text
    assert "off the board" in text
    assert "secret plan" not in text  # red's card is up, the others' are hidden


def test_what_is_secret_is_in_nobody_elses_table() -> None:
    table = flying(saucer("red", "c2"), saucer("blue", "d4", plan="3 w"), saucer("green", "h7"))
    words = parlour.game(GAME).words("en")
    assert "secret plan: card 3 with an Energy, west" in words.table(table.state.view(1), 1)
    assert "3 with an Energy" not in words.table(table.state.view(0), 0)


def test_refusals_name_things_in_the_readers_language() -> None:
    table = flying(saucer("red", "a2", "red-pilot", "blue-doctor", plan="2 w"), *idle())
    table.play(0, "move w 2")
    with pytest.raises(parlour.IllegalAction) as error:
        table.play(0, "give red-pilot blue")
    assert parlour.game(GAME).words("fr").refusal(error.value) == (
        "le Pilote rouge est de la couleur de sa Soucoupe et y reste (CG-3)"
    )
    assert "the red Pilot" in parlour.game(GAME).words("en").refusal(error.value)


def test_a_flight_is_told_space_by_space() -> None:
    table = flying(saucer("red", "b2", plan="3 e"), saucer("blue", "d2"), saucer("green", "h7"))
    table.play(0, "move e 3")
    words = parlour.game(GAME).words("en")
    assert [words.event(event) for event in table.events][:6] == [
        "Red sets off from b2: east, distance 3.",
        "Red flies to c2.",
        "Red flies to d2.",
        "Red hits Blue on d2.",
        "Blue is pushed from d2: east, distance 3.",
        "Blue flies to e2.",
    ]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_rules_for_players_name_every_rule(lang: str) -> None:
    text = rules_text(parlour.game(GAME).folder, lang)
    spec = (Path(__file__).parent.parent / "examples" / f"{GAME}.rules.txt").read_text().split()
    assert [rule for rule in spec if not re.search(rf"\b{rule}[†‡]?[),]", text)] == []


def test_every_public_example_can_be_told() -> None:
    for scenario in scenarios(GAME):
        state = parlour.game(GAME).load(scenario["position"])
        events: list[parlour.Event] = []
        state.listen(events.append)
        for step in scenario["steps"]:
            state.play(step.get("seat", parlour.CHANCE), step.get("action", step.get("chance")))
        for lang in ("en", "fr"):
            words = parlour.game(GAME).words(lang)
            assert all(words.event(event.seen_by(None)) for event in events)


def test_dealt_tables_have_the_shape_of_the_spec() -> None:
    table = dealt(GAME, 5)
    assert list(table.state.position()) == list(MOVE)
    assert at(table.state.position(), "saucers.0").keys() == MOVE["saucers"][0].keys()
