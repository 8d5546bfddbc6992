"""Photon Rush, rule by rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.faces.words import Words
from parlour.rules.events import Event
from parlour.rules.outcome import Outcome
from table import Table, changed, components_with, dealt, given

GAME = "photon-rush"


def base(**changes: Any) -> dict[str, Any]:
    """One seat of a position."""
    seat = {"gold": 2, "mercs": 1, "towers": 5, "mines": 0, "saloons": 0, "new_mines": 0, "new_saloons": 0}
    return {**seat, "out": None, "choice": None, **changes}


def table(phase: str, *seats: dict[str, Any], **changes: Any) -> Table:
    """A table in the building or action phase with these seats."""
    position: dict[str, Any] = {
        "game": GAME,
        "players": len(seats),
        "options": {"round_limit": None, "towers": 5},
        "round": 3,
        "phase": phase,
        "to_act": [i for i, seat in enumerate(seats) if seat["out"] is None and (phase != "build" or seat["gold"] > 0)],
        "seats": list(seats),
        "cards": None,
        "queue": [],
    }
    return given(GAME, {**position, **changes})


def action(*seats: dict[str, Any], **changes: Any) -> Table:
    return table("action", *seats, **changes)


def cards(table: Table, *actions: str) -> Table:
    """All seats in the game play these cards, in ascending order."""
    owing = list(table.state.to_act)
    for seat, card in zip(owing, actions, strict=True):
        assert isinstance(seat, int)
        table.play(seat, card)
    return table


def seats(table: Table, key: str) -> list[Any]:
    return [seat[key] for seat in table["seats"]]


# -- players, options, set-up ------------------------------------------------------------------------


@pytest.mark.rule("PR-2")
@pytest.mark.parametrize("players", [0, 1, 5, -1, True, "3", None, 2.0])
def test_pr2_two_to_four_players(players: Any) -> None:
    if players is None:
        assert parlour.game(GAME).new().players == 2
        return
    with pytest.raises(parlour.InvalidOptions, match="PR-2"):
        parlour.game(GAME).new(players)


@pytest.mark.rule("PR-3", "PR-7")
def test_pr3_bases_start_with_the_towers_of_the_option_and_all_can_see_them() -> None:
    started = dealt(GAME, 3, towers=7)
    assert seats(started, "towers") == [7, 7, 7]
    assert [seat["towers"] for seat in started.state.view(None)["seats"]] == [7, 7, 7]


@pytest.mark.rule("PR-3", "PR-4")
@pytest.mark.parametrize(
    "options",
    [
        *[{"towers": 0}, {"towers": 21}, {"towers": None}, {"towers": True}, {"towers": "5"}],
        *[{"round_limit": 0}, {"round_limit": 1001}, {"round_limit": 2.5}, {"colour": 1}, [], "towers"],
    ],
)
def test_pr4_a_bad_option_is_refused(options: Any) -> None:
    with pytest.raises(parlour.InvalidOptions):
        parlour.game(GAME).new(2, options)


@pytest.mark.rule("PR-6", "PR-9")
def test_pr6_each_seat_starts_with_two_gold_and_a_mercenary() -> None:
    started = dealt(GAME, 4)
    assert started["seats"] == [base()] * 4
    assert parlour.game(GAME).setup(4, {}, 1) == {}
    with pytest.raises(parlour.InvalidSetup, match="PR-9"):
        parlour.game(GAME).start(2, {}, {"first": 0})


@pytest.mark.rule("PR-5", "PR-20", "PR-22")
def test_pr5_all_cards_can_be_played_every_round() -> None:
    playing = action(base(), base(), base())
    for _ in range(3):
        assert playing.legal(0) == ["defend 1", "defend 2", "raid 1", "raid 2", "tnt 1", "tnt 2"]
        cards(playing, "defend 1", "defend 0", "defend 1")
        while playing["phase"] == "build":
            playing.play(playing["to_act"][0], "build 0 0")


@pytest.mark.rule("PR-8", "PR-19")
def test_pr8_nothing_runs_out_and_gold_only_buys_buildings() -> None:
    rich = table("build", base(gold=40), base())
    legal = rich.legal(0)
    assert len(legal) == sum(40 - 2 * saloons + 1 for saloons in range(21))
    assert {order.split()[0] for order in legal} == {"build"}
    rich.play(0, "build 0 20").play(1, "build 0 0")
    assert rich["seats.0.new_saloons"] == 20


@pytest.mark.rule("PR-10")
def test_pr10_nothing_is_said_to_one_seat_but_its_own_secret_choice() -> None:
    started = dealt(GAME, 3)
    rng = parlour.Rng(4)
    while started.state.to_act:
        seat = started.state.owing()[0]
        started.play(seat, rng.choice(started.legal(seat)))
    for event in started.events:
        assert event.knowers == ((event.facts["seat"],) if event.kind == "answered" else ())


# -- building phase ------------------------------------------------------------------------------------


@pytest.mark.rule("PR-11", "PR-12")
def test_pr11_a_round_is_build_action_collect() -> None:
    started = dealt(GAME, 2)
    assert (started["round"], started["phase"]) == (1, "build")
    started.play(0, "build 2 0").play(1, "build 0 1")
    assert (started["round"], started["phase"]) == (1, "action")
    cards(started, "defend 1", "defend 0")
    assert (started["round"], started["phase"]) == (2, "build")
    assert [event.facts for event in started.told("round-began")] == [{"round": 2}]
    started.refuses(0, "raid 1", "PR-11", "building phase")


@pytest.mark.rule("PR-13", "PR-17")
def test_pr17_a_building_yields_from_the_next_round_on() -> None:
    started = dealt(GAME, 2)
    started.play(0, "build 2 0").play(1, "build 0 1")
    assert (started["seats.0.new_mines"], started["seats.0.mines"]) == (2, 0)
    cards(started, "defend 1", "defend 0")
    # No income in round 1; the help of PR-44 goes to both, who spent all.
    assert seats(started, "gold") == [1, 1]
    assert (started["seats.0.new_mines"], started["seats.0.mines"]) == (0, 2)
    started.play(0, "build 0 0").play(1, "build 0 0")
    cards(started, "defend 1", "defend 0")
    assert seats(started, "gold") == [3, 1]
    assert seats(started, "mercs") == [1, 2]


@pytest.mark.rule("PR-14", "PR-16", "PR-58", "PR-62")
def test_pr14_orders_are_secret_until_all_have_answered() -> None:
    started = dealt(GAME, 3)
    started.play(1, "build 0 1")
    assert started.view(1, "seats.1.choice") == "build 0 1"
    for other in (0, 2, None):
        assert started.view(other, "seats.1.choice") is None
    assert seats(started, "gold") == [2, 2, 2]
    assert started.state.to_act == (0, 2)
    started.refuses(1, "build 0 0", "PR-62")
    (told,) = started.told("answered")
    assert told.seen_by(0).facts == {"seat": 1, "phase": "build"}
    assert told.seen_by(1).facts["action"] == "build 0 1"
    started.play(2, "build 1 0").play(0, "build 0 0")
    assert seats(started, "gold") == [2, 0, 1]
    assert started.view(None, "seats.1.new_saloons") == 1


@pytest.mark.rule("PR-15")
def test_pr15_an_order_must_be_paid_for() -> None:
    asked = table("build", base(gold=3), base(gold=1))
    assert asked.legal(0) == ["build 0 0", "build 0 1", "build 1 0", "build 1 1", "build 2 0", "build 3 0"]
    asked.refuses(0, "build 2 1", "PR-15", "costs 4 gold and you have 3")


@pytest.mark.rule("PR-15")
def test_pr15_a_seat_without_gold_is_not_asked() -> None:
    asked = table("build", base(gold=0), base(gold=1))
    assert asked.state.to_act == (1,)
    asked.refuses(0, "build 0 0", "PR-62", "not asked")
    asked.play(1, "build 0 0")
    assert asked["phase"] == "action"


@pytest.mark.rule("PR-15")
def test_pr15_if_nobody_has_gold_the_phase_passes(tmp_path: Path) -> None:
    file = components_with(GAME, tmp_path, "gold = 2\nmercs = 1", "gold = 0\nmercs = 1")
    poor = parlour.game(GAME).new(2, components=file)
    assert (poor.position()["phase"], poor.to_act) == ("action", (0, 1))


@pytest.mark.rule("PR-18")
def test_pr18_what_is_under_construction_is_public() -> None:
    seen = action(base(new_mines=2, new_saloons=1), base())
    for viewer in (1, None):
        assert seen.view(viewer, "seats.0.new_mines") == 2
        assert seen.view(viewer, "seats.0.new_saloons") == 1


# -- action phase: choosing ----------------------------------------------------------------------------


@pytest.mark.rule("PR-21")
def test_pr21_a_card_needs_no_means_but_another_base_in_the_game() -> None:
    asked = action(base(mercs=0), base(), base(towers=0, out=2), base())
    assert asked.legal(0) == ["defend 1", "defend 3", "raid 1", "raid 3", "tnt 1", "tnt 3"]
    asked.refuses(0, "raid 0", "PR-21", "your own base")
    asked.refuses(0, "raid 2", "PR-39", "destroyed")
    asked.refuses(0, "raid 7", "PR-21", "no base 7")
    asked.refuses(0, "pass", "PR-20")


@pytest.mark.rule("PR-23")
def test_pr23_all_are_told_every_card_even_if_the_round_moves_on_at_once() -> None:
    played = cards(action(base(), base(), base()), "raid 1", "defend 2", "tnt 0")
    assert played["cards"] is None
    (shown,) = played.told("revealed")
    assert shown.seen_by(None).facts == {"cards": ["raid 1", "defend 2", "tnt 0"]}


# -- action phase: raids and battles ---------------------------------------------------------------------


@pytest.mark.rule("PR-24", "PR-25", "PR-34")
def test_pr25_an_undefended_base_takes_one_damage_for_each_raider_and_nobody_is_lost() -> None:
    played = cards(action(base(mercs=2), base(mercs=9), base(mercs=1)), "raid 1", "raid 2", "raid 1")
    assert seats(played, "towers") == [5, 2, 0]
    assert seats(played, "mercs") == [2, 9, 1]


@pytest.mark.rule("PR-26")
def test_pr26_raids_in_a_ring_do_not_battle() -> None:
    played = cards(action(base(mercs=1), base(mercs=2), base(mercs=3)), "raid 1", "raid 2", "raid 0")
    assert seats(played, "towers") == [2, 4, 3]
    assert seats(played, "mercs") == [1, 2, 3]


@pytest.mark.rule("PR-27", "PR-28", "PR-31")
@pytest.mark.parametrize(
    ("raiders", "defenders", "raiders_left", "defenders_left", "towers"),
    [(1, 1, 0, 1, 5), (3, 2, 0, 1, 5), (2, 1, 0, 0, 5), (5, 2, 1, 0, 4), (4, 0, 4, 0, 1), (9, 3, 3, 0, 2)],
)
def test_pr27_battle(raiders: int, defenders: int, raiders_left: int, defenders_left: int, towers: int) -> None:
    # Saloons keep PR-45 from helping those who lost their last mercenary.
    played = cards(action(base(mercs=raiders, saloons=1), base(mercs=defenders, saloons=1)), "raid 1", "defend 0")
    assert seats(played, "mercs") == [raiders_left + 1, defenders_left + 1]
    assert played["seats.1.towers"] == towers


@pytest.mark.rule("PR-29", "PR-30", "PR-59")
def test_pr30_the_defender_chooses_whose_raiders_fall() -> None:
    played = cards(action(base(mercs=2), base(mercs=3), base(mercs=1)), "raid 2", "raid 2", "defend 0")
    assert (played["phase"], played.state.to_act) == ("battle", (2,))
    assert played["cards"] == ["raid 2", "raid 2", "defend 0"]
    assert seats(played, "mercs") == [2, 3, 1]  # nothing has changed yet
    assert played.legal(2) == ["take 0 2", "take 1 1", "take 2 0"]
    played.refuses(2, "take 0 3", "PR-27", "must be 2 in all")
    played.refuses(2, "take 3 0", "PR-30", "2 is the most")
    played.refuses(2, "take 2", "PR-30", "2 plain numbers")
    played.refuses(2, "blast 0 0 0 0", "PR-30")
    played.play(2, "take 2 0")
    (battle,) = played.told("battle")
    assert battle.facts == {"defender": 2, "raiders": [0, 1], "raiders_lost": [2, 0], "defenders_lost": 1}
    assert played["seats.2.towers"] == 2  # the three of seat 1 are left


@pytest.mark.rule("PR-30")
def test_pr30_it_is_asked_even_with_one_answer_and_empty_raiders_are_not_listed() -> None:
    seats_ = [base(mercs=1), base(mercs=0), base(mercs=1), base(mercs=4)]
    played = cards(action(*seats_), "raid 3", "raid 3", "raid 3", "defend 0")
    assert played.legal(3) == ["take 1 1"]
    alone = cards(action(base(mercs=2), base(mercs=0), base(mercs=1)), "raid 2", "raid 2", "defend 0")
    assert alone["phase"] == "build"  # only one raider has mercenaries: no question


@pytest.mark.rule("PR-29")
def test_pr29_three_raiders_are_one_battle() -> None:
    played = cards(action(base(mercs=1), base(mercs=2), base(mercs=3), base(mercs=2)), *["raid 3"] * 3, "defend 0")
    assert played.legal(3) == ["take 0 1 3", "take 0 2 2", "take 1 0 3", "take 1 1 2", "take 1 2 1"]


# -- action phase: damage --------------------------------------------------------------------------------


@pytest.mark.rule("PR-32")
def test_pr32_tnt_doubles_all_raid_damage_even_if_it_destroys_nothing() -> None:
    played = cards(action(base(mercs=1), base(mercs=1), base(mercs=1)), "raid 2", "raid 2", "tnt 0")
    assert played["seats.2.towers"] == 1
    (damage,) = played.told("damaged")
    assert (damage.rule, damage.facts["doubled"], damage.facts["damage"]) == ("PR-32", True, 4)


@pytest.mark.rule("PR-33")
def test_pr33_towers_do_not_go_below_zero_nor_come_back() -> None:
    hit = cards(action(base(mercs=9), base(), base(towers=3)), "raid 1", "raid 2", "defend 0")
    assert seats(hit, "towers") == [5, 0, 3]


@pytest.mark.rule("PR-35")
def test_pr35_with_fewer_than_two_bases_standing_nobody_blasts() -> None:
    played = cards(action(base(mercs=9, mines=3), base(towers=1, mercs=4)), "raid 1", "tnt 0")
    assert played["phase"] == "over"
    assert played["seats.0.mines"] == 3


# -- action phase: T.N.T. -----------------------------------------------------------------------------------


@pytest.mark.rule("PR-36", "PR-60")
def test_pr36_the_attacker_destroys_as_much_as_it_can_even_of_a_defender() -> None:
    target = base(mercs=8, mines=2, new_saloons=1)
    played = cards(action(base(mercs=2), target), "tnt 1", "defend 0")
    assert played["phase"] == "blast"
    assert played.legal(0) == ["blast 1 0 0 1", "blast 2 0 0 0"]
    played.refuses(0, "blast 1 0 0 0", "PR-36", "must be 2 in all")
    played.refuses(0, "blast 0 1 1 0", "PR-36", "does not have")
    played.refuses(0, "blast 1 1", "PR-36", "four plain numbers")
    played.refuses(0, "take 1 1", "PR-36")
    played.play(0, "blast 1 0 0 1")
    assert (played["seats.1.mines"], played["seats.1.saloons"], played["seats.0.mercs"]) == (1, 0, 2)
    few = cards(action(base(mercs=9), base(new_mines=1)), "tnt 1", "defend 0")
    assert few.legal(0) == ["blast 0 0 1 0"]


@pytest.mark.rule("PR-37")
def test_pr37_questions_go_by_target_then_clockwise_from_it() -> None:
    seats_ = [base(mercs=1, mines=5), base(mercs=1, mines=5), base(mercs=1), base(mercs=1)]
    played = cards(action(*seats_), "tnt 1", "defend 0", "tnt 1", "tnt 0")
    assert played["queue"] == [3, 2, 0]


@pytest.mark.rule("PR-38", "PR-59")
def test_pr38_who_finds_no_building_left_is_struck_from_the_queue() -> None:
    seats_ = [base(mercs=1, mines=1), base(mercs=1), base(mercs=1), base(mercs=0)]
    played = cards(action(*seats_), "defend 1", "tnt 0", "tnt 0", "tnt 0")
    assert played["queue"] == [1, 2]  # seat 3 has no mercenaries
    played.play(1, "blast 1 0 0 0")
    assert played["phase"] == "build"


@pytest.mark.rule("PR-38", "PR-40")
def test_pr40_the_tnt_of_a_base_destroyed_this_round_still_explodes() -> None:
    seats_ = [base(mercs=3), base(towers=1, mercs=2), base(mines=2), base()]
    played = cards(action(*seats_), "raid 1", "tnt 2", "defend 0", "defend 0")
    assert (played["phase"], played["seats.1.towers"], played["seats.1.out"]) == ("blast", 0, None)
    played.play(1, "blast 2 0 0 0")
    assert (played["seats.1.out"], played["seats.2.mines"]) == (3, 0)


@pytest.mark.rule("PR-61")
def test_pr61_two_blast_each_other_and_raids_do_not_touch_buildings() -> None:
    played = cards(action(base(mines=1), base(mines=1), base(mines=1)), "tnt 1", "tnt 0", "raid 0")
    assert played["queue"] == [1, 0]
    played.play(1, "blast 1 0 0 0").play(0, "blast 1 0 0 0")
    assert seats(played, "mines") == [0, 0, 1]
    assert seats(played, "mercs") == [1, 1, 1]
    assert seats(played, "towers") == [3, 5, 5]


# -- removal and the end -------------------------------------------------------------------------------------


@pytest.mark.rule("PR-39")
def test_pr39_a_destroyed_base_is_removed_and_collects_nothing() -> None:
    destroyed = cards(action(base(mercs=2), base(towers=2, mines=4, gold=0), base()), "raid 1", "raid 2", "raid 1")
    assert (destroyed["seats.1.out"], destroyed["seats.1.gold"], destroyed["seats.1.mines"]) == (3, 0, 4)
    assert destroyed.state.to_act == (0, 2)
    assert len(destroyed.told("destroyed")) == 1


@pytest.mark.rule("PR-1", "PR-41", "PR-52", "PR-55")
def test_pr41_the_last_base_wins_before_any_collection() -> None:
    played = cards(action(base(mercs=5, gold=14, mines=9), base(gold=3)), "raid 1", "raid 0")
    assert played.state.outcome is not None
    assert played.state.outcome.to_dict() == {
        "winners": [0],
        "ranking": [[0], [1]],
        "scores": [14, None],
        "reason": "last-standing",
    }


@pytest.mark.rule("PR-42", "PR-56")
@pytest.mark.parametrize(("mercs", "winners"), [((6, 5), (0,)), ((5, 5), (0, 1))])
def test_pr42_if_all_fall_most_mercenaries_win(mercs: tuple[int, int], winners: tuple[int, ...]) -> None:
    played = cards(
        action(base(mercs=mercs[0]), base(mercs=mercs[1]), base(towers=0, out=1, mercs=50)), "raid 1", "raid 0"
    )
    assert played.state.outcome is not None
    assert played.state.outcome.reason == "all-destroyed"
    assert played.state.outcome.winners == winners
    assert played.state.outcome.ranking[-1] == (2,)  # an earlier round cannot win, whatever it had


# -- collection --------------------------------------------------------------------------------------------


@pytest.mark.rule("PR-43")
def test_pr43_mines_give_gold_and_saloons_mercenaries() -> None:
    played = cards(action(base(mines=3, new_mines=2, saloons=2), base()), "defend 1", "defend 0")
    assert (played["seats.0.gold"], played["seats.0.mercs"]) == (5, 3)


@pytest.mark.rule("PR-44", "PR-45", "PR-46")
def test_pr44_help_for_a_seat_with_nothing() -> None:
    played = cards(action(base(gold=0, mercs=0), base(gold=0, mines=2, mercs=0, saloons=1)), "defend 1", "defend 0")
    assert seats(played, "gold") == [1, 2]
    assert seats(played, "mercs") == [1, 1]
    building = cards(action(base(gold=0, new_mines=1), base(mercs=0, new_saloons=1)), "defend 1", "defend 0")
    assert (building["seats.0.gold"], building["seats.1.mercs"]) == (1, 1)  # what is not open does not count


@pytest.mark.rule("PR-47", "PR-50")
def test_pr47_fifteen_gold_at_the_end_of_a_collection_wins() -> None:
    played = cards(action(base(gold=13, mines=2), base(gold=2, mines=1)), "defend 1", "defend 0")
    assert played.state.outcome is not None
    assert (played.state.outcome.reason, played.state.outcome.winners) == ("gold", (0,))
    early = table("build", base(gold=20), base())
    assert early.state.outcome is None  # tested at no other time
    early.play(0, "build 10 0").play(1, "build 0 0")
    cards(early, "defend 1", "defend 0")
    assert early["phase"] == "build"


@pytest.mark.rule("PR-48", "PR-49", "PR-50")
def test_pr49_ties_on_gold_go_by_towers_then_mercenaries_test_by_test() -> None:
    rich = [base(gold=30, towers=4, mercs=9), base(gold=15, mercs=2), base(gold=16, mercs=3), base(gold=14, mercs=99)]
    played = cards(action(*rich), "defend 1", "defend 0", "defend 0", "defend 0")
    assert played.state.outcome is not None
    assert played.state.outcome.ranking == ((2,), (1,), (0,), (3,))


@pytest.mark.rule("PR-54")
def test_pr54_equal_seats_share_the_win() -> None:
    played = cards(action(base(gold=15), base(gold=17)), "defend 1", "defend 0")
    assert played.state.outcome is not None
    assert played.state.outcome.winners == (0, 1)
    assert played.state.outcome.ranking == ((0, 1),)


@pytest.mark.rule("PR-51", "PR-53")
def test_pr51_round_limit_ranks_by_gold_towers_mercenaries() -> None:
    limit = {"options": {"round_limit": 3, "towers": 5}}
    played = cards(
        action(base(gold=4), base(gold=4, mercs=2), base(gold=9, towers=1), base(towers=0, out=1), **limit),
        *["defend 1", "defend 0", "defend 0"],
    )
    assert played.state.outcome is not None
    assert played.state.outcome.to_dict() == {
        "winners": [2],
        "ranking": [[2], [1], [0], [3]],
        "scores": [4, 4, 9, None],
        "reason": "round-limit",
    }


@pytest.mark.rule("PR-57")
def test_pr57_play_can_go_on_for_ever_and_a_limit_stops_it() -> None:
    endless = dealt(GAME, 2)
    limited = dealt(GAME, 2, round_limit=50)
    for played in (endless, limited):
        for _ in range(200):
            for seat in played.state.owing():
                played.play(seat, "build 0 0" if played["phase"] == "build" else f"defend {1 - seat}")
    assert endless.state.outcome is None
    assert limited.state.outcome is not None
    assert limited["round"] == 50


@pytest.mark.rule("PR-57")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pr57_random_players_always_finish(players: int) -> None:
    game = parlour.game(GAME)
    for seed in range(200):
        state = game.new(players)
        parlour.playout(state, parlour.Rng(seed), 5000)
        assert state.outcome is not None


# -- notation and positions --------------------------------------------------------------------------------


@pytest.mark.rule("PR-63")
def test_pr63_plain_numbers_and_ascii_order() -> None:
    rich = table("build", base(gold=12), base())
    legal = rich.legal(0)
    assert legal.index("build 10 0") < legal.index("build 2 0")
    for order in ("build 01 0", "build +1 0", "build -1 0", "build 1", "build 1 0 0", "build 1.0 0", "build ١ 0"):
        rich.refuses(0, order, "PR-63")


SEATS = [base(), base(mines=2)]
POSITION: dict[str, Any] = {
    "game": GAME,
    "players": 2,
    "options": {"round_limit": None, "towers": 5},
    "round": 3,
    "phase": "build",
    "to_act": [0, 1],
    "seats": SEATS,
    "cards": None,
    "queue": [],
}
BLAST = {**POSITION, "phase": "blast", "to_act": [0], "cards": ["tnt 1", "defend 0"], "queue": [0]}
BATTLE = {
    **POSITION,
    "players": 3,
    "phase": "battle",
    "to_act": [2],
    "seats": [base(), base(), base()],
    "cards": ["raid 2", "raid 2", "defend 0"],
    "queue": [2],
}


@pytest.mark.rule("PR-59")
@pytest.mark.parametrize("position", [POSITION, BLAST, BATTLE])
def test_pr59_these_positions_are_fine(position: dict[str, Any]) -> None:
    assert parlour.game(GAME).load(position).position() == position


BROKEN: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (POSITION, {"players": 5}),
    (POSITION, {"players": 3}),
    (POSITION, {"options": {}}),
    (POSITION, {"options": {"round_limit": None, "towers": 5, "more": 1}}),
    (POSITION, {"options.towers": 21}),
    (POSITION, {"round": 0}),
    (POSITION, {"phase": "collect"}),
    (POSITION, {"phase": "over"}),
    (POSITION, {"phase": "over", "to_act": []}),
    (POSITION, {"to_act": []}),
    (POSITION, {"to_act": [1, 0]}),
    (POSITION, {"to_act": [0, 0]}),
    (POSITION, {"to_act": [0, 2]}),
    (POSITION, {"to_act": "chance"}),
    (POSITION, {"to_act": [0]}),
    (POSITION, {"to_act": [0], "seats.1.choice": "build 9 9"}),
    (POSITION, {"to_act": [0], "seats.1.choice": "raid 0"}),
    (POSITION, {"seats.0.choice": "build 0 0"}),
    (POSITION, {"seats.0.gold": -1}),
    (POSITION, {"seats.0.gold": True}),
    (POSITION, {"seats.0.gold": 1.5}),
    (POSITION, {"seats.0.gold": 0}),
    (POSITION, {"seats.0.towers": 0}),
    (POSITION, {"seats.0.towers": 6}),
    (POSITION, {"seats.0.new_mines": 1}),
    (POSITION, {"seats.0.out": 4}),
    (POSITION, {"seats.0.out": 2}),
    (POSITION, {"seats.0": {"gold": 1}}),
    (POSITION, {"cards": [None, None]}),
    (POSITION, {"queue": [0]}),
    (POSITION, {"extra": 1}),
    (BLAST, {"cards": None}),
    (BLAST, {"cards": ["tnt 0", "defend 0"]}),
    (BLAST, {"cards": ["tnt 1", None]}),
    (BLAST, {"cards": ["tnt 1", "pass"]}),
    (BLAST, {"queue": []}),
    (BLAST, {"queue": [1], "to_act": [1]}),
    (BLAST, {"to_act": [1]}),
    (BLAST, {"seats.0.mercs": 0}),
    (BLAST, {"seats.1.towers": 0}),
    (BATTLE, {"seats.2.mercs": 0}),
    (BATTLE, {"queue": [0], "to_act": [0]}),
    (BATTLE, {"seats.2.towers": 0}),
]


@pytest.mark.rule("PR-59")
@pytest.mark.parametrize(("position", "changes"), BROKEN, ids=lambda value: str(value)[:60])
def test_pr59_a_broken_position_is_refused(position: dict[str, Any], changes: dict[str, Any]) -> None:
    with pytest.raises(parlour.InvalidPosition):
        parlour.game(GAME).load(changed(position, changes))


# -- imagination ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PR-58")
def test_pr58_imagined_answers_are_uniform() -> None:
    game = parlour.game(GAME)
    state = game.new(3)
    state.play(1, "build 0 1")
    counts: dict[str, int] = {}
    rng = parlour.Rng(3)
    for _ in range(4000):
        choice = game.imagine(state.view(0), rng).position()["seats"][1]["choice"]
        counts[choice] = counts.get(choice, 0) + 1
    assert sorted(counts) == ["build 0 0", "build 0 1", "build 1 0", "build 2 0"]
    assert all(880 < count < 1120 for count in counts.values()), counts


# -- components -------------------------------------------------------------------------------------------------


def test_a_replacement_file_changes_the_numbers(tmp_path: Path) -> None:
    file = components_with(GAME, tmp_path, "gold = 15 ", "gold = 3 ")
    state = parlour.game(GAME).new(2, components=file)
    table = Table(state)
    table.play(0, "build 1 0").play(1, "build 0 0")
    cards(table, "defend 1", "defend 0")
    table.play(0, "build 0 0").play(1, "build 0 0")
    cards(table, "defend 1", "defend 0")
    table.play(0, "build 0 0").play(1, "build 0 0")
    cards(table, "defend 1", "defend 0")
    assert state.outcome is not None
    assert state.outcome.reason == "gold"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("gold = 2\n", 'gold = "2"\n', "start.gold"),
        ("cost = 1\n", "cost = 0\n", "building.mine.cost"),
        ('yields = "gold"', 'yields = "beer"', "building.mine.yields"),
        ("tnt_damage_factor", "tnt_factor", "tnt_damage_factor"),
        ("[relief]", "[help]", "relief"),
        ("[goal]", "[goal", "line"),
        ('id = "coyotes"', 'name = "coyotes"', "base.3"),
    ],
)
def test_a_faulty_file_is_refused_by_line_or_key(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(parlour.InvalidComponents, match=says):
        parlour.game(GAME).new(2, components=components_with(GAME, tmp_path, old, new))


# -- words ------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["en", "fr"])
def words(request: pytest.FixtureRequest) -> Words:
    return parlour.game(GAME).words(request.param, ["Ann", "Ben", "Cleo"])


def test_names_of_people_stand_in_the_sentences(words: Words) -> None:
    played = cards(action(base(mercs=2), base(), base()), "raid 1", "tnt 0", "defend 0")
    sentences = [words.event(event.seen_by(None)) for event in played.events]
    assert any("Ann" in sentence and "Ben" in sentence for sentence in sentences)
    assert words.seat(0) == "Ann"


def test_the_bases_have_names_of_their_own_in_both_languages() -> None:
    assert parlour.game(GAME).words("en").seat(1) == "Blue Nomads"
    assert parlour.game(GAME).words("fr").seat(1) == "Nomades bleus"


@pytest.mark.parametrize(
    ("lang", "of_a_person", "of_a_base", "by_two"),
    [
        ("en", "Ann pays 3 gold", "The Blue Nomads pay 3 gold", "by Ann and the Blue Nomads: 1;"),
        ("fr", "Ann paie 3 pièces d’or", "Les Nomades bleus paient 3 pièces d’or", "par Ann et les Nomades bleus"),
    ],
)
def test_sentences_agree_in_number(lang: str, of_a_person: str, of_a_base: str, by_two: str) -> None:
    """A base has a name in the plural, whoever leads it has one in the singular."""
    words = parlour.game(GAME).words(lang, ["Ann", "", "Cleo"])

    def built(seat: int) -> str:
        facts = {"seat": seat, "cost": 3, "mines": 1, "saloons": 1}
        return words.event(Event("built", "PR-15", facts))

    def damaged(*raiders: int) -> str:
        facts = {"raiders": list(raiders), "seat": 2, "damage": 1, "towers": 3, "doubled": False}
        return words.event(Event("damaged", "PR-30", facts))

    assert built(0).startswith(of_a_person)
    assert built(1).startswith(of_a_base)
    assert by_two in damaged(0, 1)
    won = [words.result(Outcome((seat,), ((0, 1, 2),), (1, 1, 1), "gold")) for seat in (0, 1)]
    assert won[0].startswith({"en": "Ann wins.", "fr": "Ann gagne."}[lang])
    assert won[1].startswith({"en": "The Blue Nomads win.", "fr": "Les Nomades bleus gagnent."}[lang])


def test_the_part_of_a_harvest_that_is_a_help_is_named() -> None:
    """PR-44, PR-45: each for itself."""
    words = parlour.game(GAME).words("en", ["Ann", "Ben"])
    facts = {"seat": 0, "gold": 1, "mercs": 2, "gold_relief": True, "mercs_relief": False}
    told = words.event(Event("collected", "PR-43", facts))
    assert told == "Ann collects 1 gold as a help (no gold, no mine) and 2 mercenaries."
    other = words.event(Event("collected", "PR-43", {**facts, "gold_relief": False, "mercs_relief": True}))
    assert other == "Ann collects 1 gold and 2 mercenaries as a help (no mercenary, no saloon)."


def test_a_battle_without_losses_loses_nobody() -> None:
    words = parlour.game(GAME).words("fr", ["Ann", ""])
    facts = {"raiders": [0], "defender": 1, "raiders_lost": [2], "defenders_lost": 0}
    told = words.event(Event("battle", "PR-27", facts))
    assert told.endswith("Ann perd 2 mercenaires et les Nomades bleus ne perdent personne.")


def test_a_refusal_names_the_base() -> None:
    words = parlour.game(GAME).words("fr", ["Ann", "", ""])
    error = parlour.IllegalAction("PR-30", "{mercs} is the most that {seat} can lose", {"seat": "seat 1", "mercs": 2})
    assert words.refusal(error) == "Les Nomades bleus\u00a0: 2 au plus à perdre (PR-30)"


def test_a_refusal_is_said_in_the_language_of_the_player() -> None:
    state = parlour.game(GAME).new(2)
    with pytest.raises(parlour.IllegalAction) as error:
        state.play(0, "build 9 0")
    assert parlour.game(GAME).words("en").refusal(error.value) == "that order costs 9 gold and you have 2 (PR-15)"
    assert parlour.game(GAME).words("fr").refusal(error.value) == (
        "cette commande coûte 9 pièces d’or et vous en avez 2 (PR-15)"
    )
