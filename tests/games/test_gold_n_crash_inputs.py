"""Gold n' Crash as a network reads it: what a seat knows who remembers, the same from both seats, on both engines."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from inputs_read import named_numbers, numbers_of
from parlour.bots import bots_for
from parlour.games.gold_n_crash.rules import GoldNCrash
from parlour.games.gold_n_crash.sparring import Captain, cut_deck, hide_unknown
from parlour.lab.arena import run, schedule
from parlour.rules.judge import judge_of
from parlour.rules.network import inputs_of, learned_of

GAME = parlour.game("gold-n-crash")
INPUTS = inputs_of(GAME)
COLUMNS = ("left", "middle", "right")


def remembered(state: parlour.State, seat: int) -> dict[str, Any]:
    """The view of a seat that has seen every card on its way to a Treasure."""
    view = state.view(seat)
    for shown, there in zip(view["seats"], state.position()["seats"], strict=True):
        shown["treasure"] = there["treasure"]
    return view


@pytest.mark.exact
def test_both_engines_read_weigh_and_answer_the_same() -> None:
    """The numbers here were written down once; this test runs on the pure and on the compiled engine."""
    learned = learned_of(GAME, 2)
    assert learned is not None
    rng = parlour.Rng(5)
    total, answers = 0.0, 0
    for deal in range(4):
        state = GAME.new(2, seed=deal)
        while state.outcome is None:
            parlour.playout(state, rng, 7)
            for seat in range(2):
                thought = learned.think(state, seat)
                total += learned.winning(thought) + sum(learned.worths(thought, seat)) / 2
            for seat in state.owing():
                answers = 7 * answers % 1000003 + int(learned.draw(state, seat, state.codes(seat), rng))
    assert total == pytest.approx(198.19435428570458, abs=1e-9)
    assert answers == 798758


@pytest.mark.exact
def test_sparring_partners_answer_the_same_on_both_engines() -> None:
    rng = parlour.Rng(6)
    answers = 0
    for deal in range(6):
        state = GAME.new(2, seed=deal)
        partners = [Captain(rng) for _ in range(2)]
        while state.outcome is None:
            seat = int(state.actor())
            code = int(partners[seat].answer(state, seat, rng))
            assert code in list(state.codes(seat))
            answers = (7 * answers + code) % 1000003
            state.apply(seat, code)
    assert answers == 873891


def test_all_that_is_read_is_what_a_seat_knows_who_remembers() -> None:
    """Other decks, hands and Zeppelins that look the same give the same numbers; each of them has a name of its own."""
    names = INPUTS.names(2, GAME.parts())
    assert len(names) == len(set(names))
    rng = parlour.Rng(8)
    asked = observed = 0
    for deal in range(3):
        state = GAME.new(2, seed=deal)
        while state.outcome is None:
            pending = state.position()["pending"]
            observed += pending is not None and pending["effect"] == "observe"
            for seat in range(2):
                values = numbers_of(GAME, state, seat)
                assert len(values) == len(names)
                assert values == numbers_of(GAME, GAME.imagine(remembered(state, seat), rng), seat)
            asked += 1
            parlour.playout(state, rng, 1)
    assert asked > 300
    assert observed > 3


def test_every_answer_is_of_a_kind() -> None:
    """All that a seat may answer, by column and by what the card is; one kind has no more than two codes of cards."""
    rng = parlour.Rng(9)
    seen: dict[int, set[str]] = {}
    for deal in range(6):
        state = GAME.new(2, seed=deal)
        while state.outcome is None:
            seat = int(state.actor())
            for code in state.codes(seat):
                kind = int(INPUTS.kind(state, seat, code))
                assert 0 <= kind < INPUTS.answers(2)
                action = state.notation(seat, code)
                if action.startswith("play"):
                    _, card, column = action.split()
                    _, name, gold = card.split("-")
                    action = f"play {name} {gold if name != 'gold' and gold == '1' else 'more'} {column}"
                seen.setdefault(kind, set()).add(action)
            parlour.playout(state, rng, 1)
    assert all(len(actions) == 1 for actions in seen.values())
    assert len(seen) > 45


def test_both_seats_see_the_same_columns() -> None:
    state = GAME.new(2, seed=2)
    parlour.playout(state, parlour.Rng(3), 90)
    assert state.outcome is None
    seen = [named_numbers(GAME, state, seat) for seat in range(2)]
    own = [name.removeprefix("you: ") for name in seen[0] if name.startswith("you: ") and " column: " in name]
    hidden = [name for name in own if "chance" in name]  # an owner may know more of a Zeppelin
    for name in set(own) - set(hidden):
        assert seen[0][f"you: {name}"] == seen[1][f"player +1: {name}"]
        assert seen[1][f"you: {name}"] == seen[0][f"player +1: {name}"]
    assert seen[0]["lead in Gold"] == -seen[1]["lead in Gold"] != 0.0


def a_table() -> dict[str, Any]:
    """Seat 0 begins: a bomb lies left, a Secure in the middle, the Guest on the right wants a third fish."""
    position = GAME.new(2, {"first": 0, "crews": ["octopirate", "meowmurai"]}, seed=4).position()
    own, other = position["seats"]
    cards = sorted([*own["deck"], *own["discard"], *own["hand"]])
    laid = [["o-bomb-1"], ["o-secure-1"], ["o-fish-1", "o-fish-1"]]
    for column in laid:
        for card in column:
            cards.remove(card)
    own["columns"], own["hand"], own["discard"] = laid, [], ["o-gold-4"]
    cards.remove("o-gold-4")
    for card in ("o-bomb-2", "o-fish-1", "o-gold-6"):
        cards.remove(card)
        own["hand"].append(card)
    own["deck"] = cards
    guests = {*own["guests"], *other["guests"], *position["box"]} - {"g-three-fish", "g-nine-gold"}
    rest = sorted(guests)
    own["guests"] = [rest[0], "g-nine-gold", "g-three-fish"]
    other["guests"], position["box"] = rest[1:4], rest[4:]
    other["zeppelins"] = [{"robustness": value, "resisted": 0, "destroyed": False} for value in (3, 1, 2)]
    return position


def test_what_a_card_would_do_where_is_told() -> None:
    position = a_table()
    found = named_numbers(GAME, GAME.load(position), 0)
    # One of three Zeppelins falls to one Bomb; a second Bomb in the left column brings down two of three.
    chances = [found[f"player +1: {column} column: chance of the next Bomb"] for column in COLUMNS]
    assert chances == pytest.approx([2 / 3, 1 / 3, 1 / 3])
    assert found["player +1: left column: chance of the Bomb after it"] == 1.0
    assert [found[f"right Guest: content with {sort}"] for sort in ("fish worth 1", "fish worth more")] == [1.0, 1.0]
    assert found["right Guest: content with gold"] == 0.0
    assert not any(found[f"middle Guest: content with {sort}"] for sort in ("gold", "bomb worth more"))
    assert found["you: left column: Gold for a Secure"] == pytest.approx(1 / 6)  # what lies in the middle
    assert found["you: middle column: Gold for a Secure"] == pytest.approx(2 / 6)  # the second one: left and right
    assert found["you: fish worth 1 in hand"] == found["you: gold in hand"] == 0.5
    assert found["you: card 1 of the discard pile: gold"] == found["you: card 1 of the discard pile: Gold"] == 1.0
    assert found["you act first"] == 1.0
    assert [found[f"you: {column} column: open"] for column in COLUMNS] == [1.0, 1.0, 0.0]
    # The left one has resisted a Bomb: it is none of those with robustness 1. And its owner has looked at it.
    position["seats"][1]["zeppelins"][0]["resisted"] = 1
    state = GAME.load(position)
    found = named_numbers(GAME, state, 0)
    chances = [found[f"player +1: {column} column: chance of the next Bomb"] for column in COLUMNS]
    assert chances == pytest.approx([1 / 2, 1 / 2, 1 / 2])
    found = named_numbers(GAME, state, 1)
    chances = [found[f"you: {column} column: chance of the next Bomb"] for column in COLUMNS]
    assert chances == pytest.approx([0.0, 1 / 2, 1 / 2])


def test_sparring_partners_do_not_peek() -> None:
    """What they look ahead in: the own deck cut anywhere, and Zeppelins as they may be."""
    position = a_table()
    position["seats"][1]["zeppelins"][0]["resisted"] = 2
    state = GAME.load(position)
    assert isinstance(state, GoldNCrash)
    tops: set[str] = set()
    orders: set[tuple[int, ...]] = set()
    for number in range(60):
        found = hide_unknown(state, 0, parlour.Rng(number)).position()
        there = found["seats"]
        assert sorted(there[0]["deck"]) == sorted(position["seats"][0]["deck"])
        tops.add(there[0]["deck"][-1])
        orders.add(tuple(zeppelin["robustness"] for zeppelin in there[1]["zeppelins"]))
        there[0]["deck"] = position["seats"][0]["deck"]
        for given, before in zip(there[1]["zeppelins"], position["seats"][1]["zeppelins"], strict=True):
            given["robustness"] = before["robustness"]
        assert found == position
    assert len(tops) > 8
    assert orders == {(3, 1, 2), (3, 2, 1)}
    assert state.position() == position
    cut_deck(state, 0, parlour.Rng(1))
    before, after = position["seats"][0]["deck"], state.position()["seats"][0]["deck"]
    place = (before + before).index(after[0])
    assert after != before
    assert any((before + before)[start : start + len(before)] == after for start in range(place, len(before)))


def test_what_was_learnt_is_for_the_usual_game_and_the_search_goes_by_the_judge() -> None:
    judge = judge_of(GAME.id)
    assert not judge.learned
    assert judge.learnt(GAME.new(2, seed=1)) is not None
    assert judge.learnt(GAME.new(2, {"round_limit": 20}, seed=1)) is None


def test_the_bot_that_learnt_by_heart_is_no_beginner() -> None:
    assert "learned" in bots_for("gold-n-crash", 2)
    played = list(run(schedule(GAME, ["learned", "random"], 12, "by heart"), 1))
    wins = [game["bots"][game["outcome"]["winners"][0]] for game in played]
    assert wins.count("learned") >= 11
