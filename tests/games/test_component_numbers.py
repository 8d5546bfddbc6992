"""Every number of every component file changes the game, or is refused with the reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from gold_sky import position

import parlour
from games_here import games_here
from parlour.faces.changes import printed_refusal
from parlour.rules.components import changed_components, numbers, printed_reason
from parlour.rules.judge import judge_of
from parlour.rules.playout import playout
from parlour.rules.state import NATURE, NOBODY

HERE = Path(__file__).parent
GAMES = games_here()
HASTY = 6  # so many games are played at random: the first one mostly tells
LOOKED_AT = 60  # so many are played before a number counts as one without effect


@cache
def final_positions(game_id: str) -> tuple[dict[str, Any], ...]:
    files = [HERE.parent / "examples" / f"{game_id}.records.jsonl", HERE / f"{game_id}_titles.jsonl"]
    lines = [line for file in files if file.exists() for line in file.read_text(encoding="utf-8").splitlines()]
    return tuple(parlour.game(game_id).replay(json.loads(line)).position() for line in lines)


def played(game: parlour.Game, number: int, parts: Any) -> str:
    """A game as a line, whatever comes of it: the first ones at random, the others with some sense."""
    state = game.new(game.players[number % len(game.players)], {}, number, parts)
    rng = parlour.Rng(number)
    if number < HASTY:
        playout(state, rng, 1000)
    else:
        play_with_sense(state, rng)
    return as_line(state)


def play_with_sense(state: parlour.State, rng: parlour.Rng) -> None:
    judge = judge_of(state.game_id())
    for _ in range(1000):
        seat = state.actor()
        if seat == NOBODY:
            return
        codes = state.codes(seat)
        state.apply(seat, state.chance_code(rng) if seat == NATURE else judge.lean(state, seat, codes, rng))


@cache
def earned_guests() -> tuple[dict[str, Any], ...]:
    """Gold n' Crash just before a Guest is earned by moving a card, which chance brings about too seldom."""
    cases = [
        ("five-cards", "bomb-1 fish-1 bomb-1 fish-1", "gold-4"),
        ("four-types", "gold-4 fish-1 bomb-1", "secure-1"),
        ("three-fish", "fish-1 fish-1", "fish-2"),
        ("three-board", "board-1 board-1", "board-2"),
        ("three-reinforce", "reinforce-1 reinforce-1", "reinforce-2"),
    ]
    return tuple(
        position({"columns": [card, column, "board-3"], "guests": ["", guest, ""]}) for guest, column, card in cases
    )


def earned(game: parlour.Game, start: dict[str, Any], parts: Any) -> str:
    state = game.load(start, parts)
    state.play(0, "discard 2")
    state.play(0, "move 0 1")
    first = as_line(state)
    play_with_sense(state, parlour.Rng(1))
    return first + as_line(state)


def reloaded(game: parlour.Game, position: dict[str, Any], parts: Any) -> str:
    """The end of a recorded game with other components, or that there is no such end."""
    try:
        return as_line(game.load(position, parts))
    except parlour.RulesError:
        return "refused"


def as_line(state: parlour.State) -> str:
    outcome = state.outcome
    return json.dumps([state.position(), outcome.to_dict() if outcome is not None else None])


@cache
def played_by_the_box(game_id: str, number: int) -> str:
    game = parlour.game(game_id)
    return played(game, number, game.parts())


def differs(game: parlour.Game, data: dict[str, Any]) -> bool:
    """Whether some game goes another way with these components."""
    parts = game.parts(data)
    for number in range(HASTY):
        if played(game, number, parts) != played_by_the_box(game.id, number):
            return True
    for final in final_positions(game.id):
        if reloaded(game, final, parts) != reloaded(game, final, game.parts()):
            return True
    if game.id == "gold-n-crash" and any(
        earned(game, start, parts) != earned(game, start, game.parts()) for start in earned_guests()
    ):
        return True
    more = range(HASTY, LOOKED_AT)
    return any(played(game, number, parts) != played_by_the_box(game.id, number) for number in more)


def with_one_more(game: parlour.Game) -> Iterator[tuple[str, dict[str, Any]]]:
    box = game.box_components()
    for key, value in numbers(box).items():
        yield key, changed_components(box, {key: value + 1})


def refusal(game: parlour.Game, data: dict[str, Any]) -> str:
    try:
        game.parts(data)
    except parlour.InvalidComponents as error:
        return str(error)
    return ""


@pytest.mark.parametrize("game_id", GAMES)
def test_one_more_changes_the_game_or_is_refused_with_a_reason(game_id: str) -> None:
    game = parlour.game(game_id)
    shown = getattr(game.dials(), "SHOWN", {})
    in_vain: list[str] = []
    for key, data in with_one_more(game):
        reason = printed_reason(key, game.dials())
        where, _, why = refusal(game, data).partition(": ")
        if why:
            assert where.split(".")[0] == key.split(".")[0], f"{key}: {why}"
            assert len(why) > 10, f"{key}: {why}"
        assert bool(reason) == ("printed, not changeable" in why), f"{key}: {why or 'not refused'}"
        if not why and key in shown:
            told = str(printed_refusal(game, key))
            assert told.startswith(f"{key}: it changes nothing in play: ")
        elif not why and not differs(game, data):
            in_vain.append(key)
    assert in_vain == []


def test_a_number_that_nobody_reads_is_refused() -> None:
    game = parlour.game("photon-rush")
    data = changed_components(game.box_components(), {})
    data["battle"]["tnt_damage"] = 3
    with pytest.raises(
        parlour.InvalidComponents, match=r"^battle\.tnt_damage: there is no such number.*tnt_damage_fac"
    ):
        game.parts(data)


def test_a_number_of_the_printing_is_refused_by_its_reason() -> None:
    game = parlour.game("mogul")
    data = changed_components(game.box_components(), {"loan.cost": 2})
    with pytest.raises(parlour.InvalidComponents, match=r"^loan\.cost: printed, not changeable: .*option.*loan_cost"):
        game.parts(data)


def test_a_range_is_named_with_its_key() -> None:
    game = parlour.game("gold-n-crash")
    data = changed_components(game.box_components(), {"cards.o-gold-4.gold": 100})
    with pytest.raises(parlour.InvalidComponents, match=r"^cards\.15\.gold: a whole number from 0 to 99 is needed"):
        game.parts(data)


def test_a_key_that_is_not_there_is_refused_by_what_is() -> None:
    box = parlour.game("gold-n-crash").box_components()
    with pytest.raises(parlour.InvalidComponents, match=r"^cards\.o-gold-5\.gold: .*\"o-gold-5\".*o-bomb-1"):
        changed_components(box, {"cards.o-gold-5.gold": 1})


def test_a_card_with_another_value_is_called_by_it() -> None:
    game = parlour.game("gold-n-crash")
    data = changed_components(game.box_components(), {"cards.o-gold-4.gold": 5})
    state = game.new(2, {"crews": ["octopirate", "meowmurai"]}, 1, data)
    deck = json.dumps(state.position())
    assert deck.count("o-gold-5") == 5
    assert "o-gold-4" not in deck
    # The same once more, as a state travels between processes.
    source = state.components_source()
    assert source is not None
    assert game.parts(source).source == source


def test_a_card_that_becomes_another_is_one_more_copy_of_it() -> None:
    game = parlour.game("gold-n-crash")
    data = changed_components(game.box_components(), {"cards.o-bomb-1.gold": 2})
    deck = json.dumps(game.new(2, {"crews": ["octopirate", "meowmurai"]}, 1, data).position())
    assert deck.count("o-bomb-2") == 5
    assert "o-bomb-1" not in deck


def test_the_draw_pile_has_what_the_reserve_leaves() -> None:
    game = parlour.game("crusgallo")
    parts = game.parts(changed_components(game.box_components(), {"counts.reserve": 12}))
    assert parts.source is not None
    assert parts.source["counts"]["draw"] == 33
    other = game.parts(changed_components(game.box_components(), {"counts.draw": 30}))
    assert other.source is not None
    assert other.source["counts"]["reserve"] == 15


def test_tables_can_stand_for_their_file() -> None:
    game = parlour.game("photon-rush")
    parts = game.parts(changed_components(game.box_components(), {"start.gold": 3}))
    assert game.parts(parts) is parts
    assert game.new(2, {}, 1, parts).position()["seats"][0]["gold"] == 3
