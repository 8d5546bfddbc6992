"""Gold n' Crash: who knows what (GC-31, GC-71, GC-72), in views, events and sentences, and imagined worlds."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from gold_sky import game, position, sky
from hypothesis import given as generated
from hypothesis import settings
from hypothesis import strategies as st

import parlour
from table import Table, at, changed

VIEWERS = (0, 1, None)


def told(table: Table, viewer: int | None) -> list[dict[str, Any]]:
    """All that a seat, or a spectator, has been told so far."""
    return [event.seen_by(viewer).to_dict() for event in table.events]


def heard(table: Table, viewer: int | None) -> str:
    """The same, in sentences."""
    words = game().words("en")
    return " ".join(words.event(event.seen_by(viewer)) for event in table.events)


# -- views (GC-71) ---------------------------------------------------------------------------------------


@pytest.mark.rule("GC-71")
def test_gc71_a_deck_is_a_number_for_everybody_its_owner_too() -> None:
    table = sky({"deck": "gold-4 gold-6", "rest": "discard"}, {})
    for viewer in VIEWERS:
        assert table.view(viewer, "seats.0.deck") == 2
        assert table.view(viewer, "seats.1.deck") == 36


@pytest.mark.rule("GC-71")
def test_gc71_a_hand_is_seen_by_its_owner_only() -> None:
    table = sky({"hand": "gold-4 bomb-1"}, {"hand": "fish-1"})
    assert table.view(0, "seats.0.hand") == ["o-bomb-1", "o-gold-4"]
    assert table.view(1, "seats.0.hand") == table.view(None, "seats.0.hand") == 2
    assert table.view(1, "seats.1.hand") == ["m-fish-1"]
    assert table.view(0, "seats.1.hand") == table.view(None, "seats.1.hand") == 1


@pytest.mark.rule("GC-71")
def test_gc71_a_treasure_is_seen_by_its_owner_its_guests_by_all() -> None:
    table = sky({"treasure": "gold-4 g-two-gold m-gold-6"})
    assert table.view(0, "seats.0.treasure") == ["o-gold-4", "g-two-gold", "m-gold-6"]
    assert table.view(1, "seats.0.treasure") == [None, "g-two-gold", None]
    assert table.view(None, "seats.0.treasure") == [None, "g-two-gold", None]


@pytest.mark.rule("GC-71")
def test_gc71_when_the_game_is_over_the_treasures_are_opened_and_nothing_else() -> None:
    mine = {"treasure": "gold-4", "hand": "bomb-1 fish-1"}
    table = sky(mine, {"destroyed": [1, 2], "treasure": "gold-6", "hand": "gold-4"})
    table.play(0, "play o-bomb-1 0")
    for viewer in VIEWERS:
        assert table.view(viewer, "seats.0.treasure") == ["o-gold-4"]
        assert table.view(viewer, "seats.1.treasure") == ["m-gold-6"]
        assert table.view(viewer, "seats.0.zeppelins.1.robustness") is None
    assert table.view(1, "seats.0.hand") == 1
    assert table.view(None, "seats.1.hand") == 1
    assert table.view(0, "seats.1.deck") == 34


@pytest.mark.rule("GC-71", "GC-45")
def test_gc71_observed_cards_are_seen_by_the_observer_only_and_forgotten_by_the_views() -> None:
    mine = {"columns": ["reinforce-1", "", ""], "deck": "fish-1 gold-4 gold-6", "rest": "discard"}
    table = sky(mine).play(0, "discard 0")
    assert table.view(0, "pending") == {"effect": "observe", "cards": ["o-gold-6", "o-gold-4"]}
    assert table.view(1, "pending") == table.view(None, "pending") == {"effect": "observe", "cards": [None, None]}
    table.play(0, "observe top 2 1")
    assert table.view(0, "pending") is None
    assert table.view(0, "seats.0.deck") == 3


@pytest.mark.rule("GC-31", "GC-71")
def test_gc31_after_a_resisted_attack_only_the_owner_knows_the_robustness_for_good() -> None:
    table = sky({"hand": "bomb-1"}, {"robustness": [2, 1, 3]}).play(0, "play o-bomb-1 0", "draw")
    table.play(1, "draw", "draw")
    hidden = {"robustness": None, "resisted": 0, "destroyed": False}
    resisted = {"robustness": None, "resisted": 1, "destroyed": False}
    assert table.view(0, "seats.1.zeppelins") == [resisted, hidden, hidden]
    assert table.view(None, "seats.1.zeppelins") == [resisted, hidden, hidden]
    assert table.view(1, "seats.1.zeppelins") == [{**resisted, "robustness": 2}, hidden, hidden]


@pytest.mark.rule("GC-31")
def test_gc31_what_follows_by_logic_is_not_shown() -> None:
    table = sky({}, {"robustness": [3, 1, 2], "resisted": [2, 0, 1]})
    assert table.view(0, "seats.1.zeppelins.0.robustness") is None
    assert table.view(1, "seats.1.zeppelins.1.robustness") is None


@pytest.mark.rule("GC-71")
def test_gc71_everything_else_is_as_it_is() -> None:
    state = game().new(2, seed=5)
    parlour.playout(state, parlour.Rng(5), 60)
    found = state.position()
    for viewer in VIEWERS:
        view = state.view(viewer)
        assert list(view) == list(found)
        for key in found:
            if key not in ("seats", "pending"):
                assert view[key] == found[key]
        for seat in (0, 1):
            for key in ("crew", "discard", "columns", "guests"):
                assert view["seats"][seat][key] == found["seats"][seat][key]


# -- events and sentences (GC-72) --------------------------------------------------------------------------


@pytest.mark.rule("GC-72", "GC-20")
def test_gc72_a_card_drawn_is_named_to_its_owner_only() -> None:
    table = sky({"deck": "fish-1 gold-6", "rest": "discard"}).play(0, "draw")
    assert told(table, 0) == [{"kind": "drew", "rule": "GC-20", "facts": {"seat": 0, "card": "o-gold-6"}}]
    assert told(table, 1) == told(table, None) == [{"kind": "drew", "rule": "GC-20", "facts": {"seat": 0}}]
    assert heard(table, 0) == "Cleo draws Gold 6."
    assert heard(table, 1) == heard(table, None) == "Cleo draws a card."


@pytest.mark.rule("GC-72", "GC-35")
def test_gc72_so_is_a_card_that_comes_by_reinforce() -> None:
    table = sky({"hand": "reinforce-1", "deck": "fish-1 gold-6", "rest": "discard"}).play(0, "play o-reinforce-1 0")
    assert told(table, 0)[1]["facts"] == {"seat": 0, "card": "o-gold-6"}
    assert told(table, 1)[1]["facts"] == told(table, None)[1]["facts"] == {"seat": 0}
    assert "Gold 6" in heard(table, 0)
    assert "Gold 6" not in heard(table, 1) + heard(table, None)


@pytest.mark.rule("GC-72", "GC-45")
@pytest.mark.parametrize(("answer", "top"), [("top 2 1", 2), ("top 1 bottom 2", 1), ("bottom 2 1", 0)])
def test_gc72_of_an_observe_the_others_are_told_only_how_many_cards_went_where(answer: str, top: int) -> None:
    mine = {"columns": ["reinforce-1", "", ""], "deck": "fish-1 gold-4 gold-6", "rest": "discard"}
    table = sky(mine).play(0, "discard 0", "observe " + answer)
    assert told(table, 0)[1]["facts"] == {"seat": 0, "cards": ["o-gold-6", "o-gold-4"]}
    assert told(table, 0)[2]["facts"] == {"seat": 0, "top": top, "bottom": 2 - top, "order": answer}
    for viewer in (1, None):
        assert told(table, viewer)[1]["facts"] == {"seat": 0}
        assert told(table, viewer)[2]["facts"] == {"seat": 0, "top": top, "bottom": 2 - top}
        assert "Gold 4" not in heard(table, viewer)
        assert "Gold 6" not in heard(table, viewer)
        assert "the first card" not in heard(table, viewer)


@pytest.mark.rule("GC-72", "GC-31")
def test_gc72_a_failed_bomb_is_resisted_to_all_and_its_robustness_told_to_the_owner() -> None:
    table = sky({"hand": "bomb-1"}, {"robustness": [3, 1, 2]}).play(0, "play o-bomb-1 0")
    public = {"seat": 0, "owner": 1, "column": 0, "strength": 1}
    assert told(table, 0)[1] == told(table, None)[1] == {"kind": "resisted", "rule": "GC-31", "facts": public}
    assert told(table, 1)[1]["facts"] == {**public, "robustness": 3}
    assert heard(table, 0).endswith("It resisted.")
    assert heard(table, 1).endswith("It resisted: its robustness is 3.")


@pytest.mark.rule("GC-30", "GC-72")
def test_gc72_the_robustness_of_a_destroyed_zeppelin_is_told_to_all() -> None:
    table = sky({"hand": "bomb-1"}).play(0, "play o-bomb-1 0")
    for viewer in VIEWERS:
        assert told(table, viewer)[1]["facts"]["robustness"] == 1


@pytest.mark.rule("GC-72")
@pytest.mark.parametrize(
    ("mine", "theirs", "actions", "kind", "card"),
    [
        (
            {"columns": ["gold-4", "", ""], "hand": "secure-1"},
            {},
            ["play o-secure-1 1", "secure 0"],
            "secured",
            "o-gold-4",
        ),
        ({"columns": ["secure-1", "", ""]}, {"discard": "gold-6"}, ["discard 0"], "looted", "m-gold-6"),
        ({"columns": ["bomb-1", "", ""]}, {"treasure": "gold-6"}, ["discard 0"], "cracked", "m-gold-6"),
        ({"hand": "fish-1", "discard": "gold-6"}, {}, ["play o-fish-1 0"], "fished", "o-gold-6"),
        ({"columns": ["gold-4 fish-1", "", ""]}, {}, ["discard 0", "recall 0"], "called-back", "o-gold-4"),
        ({"hand": "board-1"}, {"columns": ["gold-4", "", ""]}, ["play o-board-1 0"], "boarded", "m-gold-4"),
    ],
)
def test_gc72_a_card_that_lay_open_or_is_opened_is_named_to_all(
    mine: dict[str, Any], theirs: dict[str, Any], actions: list[str], kind: str, card: str
) -> None:
    table = sky(mine, theirs).play(0, *actions)
    for viewer in VIEWERS:
        assert [event["facts"]["card"] for event in told(table, viewer) if event["kind"] == kind] == [card]


@pytest.mark.rule("GC-72", "GC-71")
@settings(max_examples=12, deadline=None, derandomize=True)
@generated(seed=st.integers(0, 10**6))
def test_gc72_worlds_that_look_the_same_are_told_the_same_until_something_is_revealed(seed: int) -> None:
    """Play the same action in the true world and in one that a viewer imagines, and compare what the viewer is told."""
    state, rng = game().new(2, seed=seed), parlour.Rng(seed)
    parlour.playout(state, rng, rng.below(160))
    while state.to_act:
        seat = state.actor()
        action = rng.choice(state.legal(seat))
        for viewer in VIEWERS:
            true, imagined = Table(state.clone()), Table(game().imagine(state.view(viewer), rng))
            if action in imagined.legal(seat):
                true.play(seat, action)
                imagined.play(seat, action)
                compare(true, imagined, viewer)
        state.play(seat, action)


def compare(true: Table, imagined: Table, viewer: int | None) -> None:
    one, two = told(true, viewer), told(imagined, viewer)
    for i, event in enumerate(true.events):
        if i >= len(two) or one[i] != two[i]:
            other = two[i]["kind"] if i < len(two) else ""
            assert event.reveals
            assert may_learn(event, other, viewer), f"{one[i]} tells {viewer} apart what looks the same"
            return
    assert true.state.view(viewer) == imagined.state.view(viewer)


def may_learn(event: parlour.Event, other: str, viewer: int | None) -> bool:
    """Whether this event may differ, for a viewer, from the event of kind `other` in another world."""
    if event.kind in ("drew", "reinforced", "looked"):
        return bool(viewer == event.facts["seat"])
    if event.kind == "resisted":
        return bool(viewer == event.facts["owner"]) or other == "destroyed"
    return event.kind in ("destroyed", "cracked", "treasures-opened")


@pytest.mark.rule("GC-31")
def test_gc31_a_bomb_that_is_known_to_fail_reveals_nothing() -> None:
    """So it can be taken back unasked, and what follows it can be told beforehand."""
    for resisted, reveals in ((0, True), (1, False), (2, False)):
        table = sky({"hand": "bomb-1"}, {"robustness": [3, 1, 2], "resisted": [resisted, 0, 0]})
        table.play(0, "play o-bomb-1 0")
        assert [event.reveals for event in table.told("resisted")] == [reveals]


# -- imagined worlds -----------------------------------------------------------------------------------------


def worlds(table: Table, viewer: int | None, path: str, number: int) -> Counter[str]:
    """How often each value is found at a path in imagined worlds."""
    view = table.state.view(viewer)
    rng = parlour.Rng("worlds")
    return Counter(str(at(game().imagine(view, rng).position(), path)) for _ in range(number))


def evenly(counts: Counter[str], kinds: int) -> bool:
    """All kinds came up, each within five standard deviations of its share."""
    share = sum(counts.values()) / kinds
    far = 5 * math.sqrt(share * (1 - 1 / kinds))
    return len(counts) == kinds and all(abs(count - share) < far for count in counts.values())


def robustness(table: Table, viewer: int | None, number: int = 600) -> Counter[str]:
    """The orders of seat 1's Zeppelins in imagined worlds."""
    view = table.state.view(viewer)
    rng = parlour.Rng("robustness")
    found: Counter[str] = Counter()
    for _ in range(number):
        zeppelins = game().imagine(view, rng).position()["seats"][1]["zeppelins"]
        found["".join(str(zeppelin["robustness"]) for zeppelin in zeppelins)] += 1
    return found


@pytest.mark.rule("GC-13")
def test_all_orders_of_zeppelins_are_equally_likely_when_nothing_is_known_even_to_the_owner() -> None:
    for viewer in VIEWERS:
        assert evenly(robustness(sky(), viewer), 6)


@pytest.mark.rule("GC-31")
def test_a_resisted_attack_bounds_the_robustness_for_the_attacker() -> None:
    table = sky({}, {"robustness": [3, 1, 2], "resisted": [1, 0, 0]})
    found = robustness(table, 0)
    assert sorted(found) == ["213", "231", "312", "321"]
    assert evenly(found, 4)
    found = robustness(table, 1)  # the owner has looked at it
    assert sorted(found) == ["312", "321"]
    assert evenly(found, 2)


@pytest.mark.rule("GC-31")
def test_a_destroyed_zeppelin_and_logic_leave_one_order() -> None:
    table = sky({}, {"robustness": [1, 2, 3], "resisted": [0, 0, 2], "destroyed": [0]})
    assert list(robustness(table, None, 40)) == ["123"]
    table = sky({}, {"robustness": [1, 2, 3], "resisted": [0, 1, 0], "destroyed": [0]})
    assert evenly(robustness(table, 0), 2)


@pytest.mark.rule("GC-48")
def test_hidden_cards_are_dealt_evenly_and_a_deck_gets_its_own_crew_only() -> None:
    # Seat 0 does not see four cards: three Meowmurais and one Octopirate, in a deck of two, a hand and a Treasure.
    theirs = {"deck": "gold-6 gold-4", "hand": "o-gold-6", "treasure": "bomb-3", "rest": "discard"}
    mine = {"hand": "fish-3", "rest": "discard"}
    table = sky(mine, theirs, turn=1)
    view = table.state.view(0)
    rng = parlour.Rng(8)
    found: Counter[str] = Counter()
    for _ in range(1200):
        seat = game().imagine(view, rng).position()["seats"][1]
        assert all(code.startswith("m-") for code in seat["deck"])
        found[" ".join(seat["deck"] + seat["hand"] + seat["treasure"])] += 1
    # Which card stays out of the deck, the order of the deck, and where the Octopirate is: 3 * 2 * 2 worlds.
    assert evenly(found, 12)


@pytest.mark.rule("GC-3")
def test_copies_of_a_card_are_as_likely_as_they_are_many() -> None:
    # Three cards are hidden from seat 0: two bomb-1 and a gold-6, one of them in seat 1's hand.
    table = sky({"rest": "discard"}, {"deck": "bomb-1 bomb-1", "hand": "gold-6", "rest": "discard"}, turn=1)
    found = worlds(table, 0, "seats.1.hand", 900)
    assert sorted(found) == ["['m-bomb-1']", "['m-gold-6']"]
    assert 520 < found["['m-bomb-1']"] < 680  # two thirds


@pytest.mark.rule("GC-71")
def test_a_spectator_imagines_all_hands_and_treasures() -> None:
    mine = {"hand": "gold-4", "treasure": "gold-6 g-two-gold", "rest": "discard"}
    theirs = {"hand": "gold-4", "treasure": "bomb-1", "rest": "discard"}
    table = sky(mine, changed(theirs, {"deck": "fish-1"}), turn=1)
    hands = worlds(table, None, "seats.0.hand.0", 400)
    assert sorted(hands) == ["m-bomb-1", "m-fish-1", "m-gold-4", "o-gold-4", "o-gold-6"]
    treasures = worlds(table, None, "seats.0.treasure.1", 20)
    assert list(treasures) == ["g-two-gold"]


@pytest.mark.rule("GC-45", "GC-71")
def test_observed_cards_are_imagined_by_the_others_and_kept_by_the_observer() -> None:
    asked = {"effect": "observe", "cards": ["o-gold-6", "o-fish-3"]}
    found = position({"columns": ["gold-4", "", ""], "deck": "bomb-3", "rest": "discard"}, pending=asked)
    table = Table(game().load(found))
    assert list(worlds(table, 0, "pending.cards", 20)) == ["['o-gold-6', 'o-fish-3']"]
    assert evenly(worlds(table, 1, "pending.cards", 600), 6)


@pytest.mark.parametrize(
    "changes",
    [
        {"seats.1.deck": 99},
        {"seats.1.hand": 99},
        {"seats.1.hand": "3"},
        {"seats.1.deck": None},
        {"seats.1.treasure": [None] * 60},
        {"seats.1.treasure": 3},
        {"seats.1.zeppelins.0.resisted": 3},
        {"seats.1.zeppelins.0": None},
        {"seats.0.columns": [["o-gold-7"], [], []]},
        {"seats": []},
        {"options": {"first": 5}},
        {"pending": {"effect": "observe", "cards": [None]}},
        {"turn": 4},
    ],
)
def test_a_view_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    view = sky({"hand": "gold-4"}, {"treasure": "gold-4"}).state.view(0)
    game().imagine(view, 1)
    with pytest.raises(parlour.InvalidPosition):
        game().imagine(changed(view, changes), 1)
