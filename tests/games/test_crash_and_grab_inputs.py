"""Crash & Grab as a network reads it: what a seat knows, the same from every seat and on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from crash_positions import flying, saucer

import parlour
from inputs_read import named_numbers, numbers_of
from parlour.bots import bots_for
from parlour.games.crash_and_grab.codes import PASS
from parlour.games.crash_and_grab.prospects import (
    BOOST_FILLS,
    BOOST_WINS,
    FALLS,
    FALLS_FILLING,
    FALLS_LOSING,
    FILLS,
    FILLS_ALIKE,
    LITTLE,
    NOTHING,
    PLACES,
    SAFE,
    WINS,
    prospect_of,
    prospect_of_plan,
)
from parlour.games.crash_and_grab.rules import CrashAndGrab
from parlour.games.crash_and_grab.sparring import Pilot
from parlour.lab import train
from parlour.lab.arena import run, schedule
from parlour.lab.together import Together
from parlour.rules.judge import judge_of
from parlour.rules.network import Learned, Network, inputs_of, learned_of, number_count
from parlour.rules.state import NATURE

GAME = parlour.game("crash-and-grab")
INPUTS = inputs_of(GAME)


def a_network(players: int) -> Learned:
    """Any numbers, the same on every machine."""
    sizes = [int(INPUTS.size(GAME.new(players, seed=1))), 8, players + 1]
    rng = parlour.Rng("numbers")
    return Learned(
        Network(sizes, [(rng.below(2048) - 1024) / 4096 for _ in range(number_count(sizes))]), INPUTS, players
    )


@pytest.mark.exact
@pytest.mark.parametrize(
    ("players", "total"), [(2, 126.43042321867567), (3, 242.6377250396581), (6, 907.4362034353327)]
)
def test_both_engines_read_and_weigh_the_same(players: int, total: float) -> None:
    """The numbers here were written down once; this test runs on the pure and on the compiled engine."""
    learned = a_network(players)
    state = GAME.new(players, seed=5)
    rng = parlour.Rng(5)
    worths: list[float] = []
    for _ in range(40):
        parlour.playout(state, rng, 3)
        for seat in range(players):
            thought = learned.think(state, seat)
            worths += [learned.winning(thought), *learned.worths(thought, seat)]
    assert sum(worths) == pytest.approx(total, abs=1e-9)


@pytest.mark.exact
def test_both_engines_answer_the_same_as_it_was_learnt() -> None:
    learned = learned_of(GAME, 3)
    assert learned is not None
    rng = parlour.Rng(5)
    total, answers = 0.0, 0
    state = GAME.new(3, seed=2)
    while state.outcome is None:
        parlour.playout(state, rng, 7)
        for seat in range(3):
            thought = learned.think(state, seat)
            total += learned.winning(thought) + sum(learned.worths(thought, seat)) / 3
        for seat in state.owing():
            answers = (7 * answers + int(learned.draw(state, seat, state.codes(seat), rng))) % 1000003
    assert total == pytest.approx(306.0050063368243, abs=1e-9)
    assert answers == 467927


@pytest.mark.exact
def test_sparring_partners_answer_the_same_on_both_engines() -> None:
    rng = parlour.Rng(6)
    answers = 0
    for deal in range(2):
        state = GAME.new(3, seed=deal)
        together = Together(state)
        partners = [Pilot(rng) for _ in range(3)]
        while state.outcome is None:
            seat = together.next_to_answer()
            if seat == NATURE:
                state.apply(NATURE, state.chance_code(rng))
                continue
            code = int(partners[seat].answer(state, seat, rng))
            assert code in list(state.codes(seat))
            answers = (7 * answers + code) % 1000003
            together.take(seat, code)
    assert answers == 459699


def kinds_of(state: parlour.State, seat: int) -> list[int]:
    return [int(INPUTS.kind(state, seat, code)) for code in state.codes(seat)]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_kinds_of_answers_are_what_a_seat_knows(players: int) -> None:
    """All answers to a question are of a kind, or none is; in another world that looks the same they are the same."""
    rng = parlour.Rng(9)
    judge = judge_of(GAME.id)
    seen: set[int] = set()
    for deal in range(4):
        state = GAME.new(players, seed=deal)
        for _ in range(300):
            if state.outcome is not None:
                break
            for seat in state.owing():
                kinds = kinds_of(state, seat)
                assert all(-1 <= kind < INPUTS.answers(players) for kind in kinds)
                assert -1 not in kinds or set(kinds) == {-1}
                seen |= set(kinds)
                world = GAME.imagine(judge.reopen(state.view(seat), seat), rng)
                assert kinds == kinds_of(world, seat)
            parlour.playout(state, rng, 1)
    assert len(seen) > 80


def gains(state: parlour.State, seat: int = 0) -> dict[str, int]:
    """What each flight of a seat brings, by its action."""
    assert isinstance(state, CrashAndGrab)
    return {
        str(state.notation(seat, code)): int(prospect_of(state, seat, code)) // PLACES
        for code in state.codes(seat)
        if code != PASS
    }


def test_what_a_flight_brings_is_told() -> None:
    crew = {"b1": "pink-pilot", "h2": "red-engineer"}
    others = [saucer("blue", "h7"), saucer("green", "g8")]
    found = gains(flying(saucer("red", "b3", "blue-doctor", plan="x n"), *others, crew=crew).state)
    assert [found[f"move n {far}"] for far in (1, 2, 3, 4)] == [NOTHING, FILLS, FALLS_FILLING, FALLS_FILLING]
    found = gains(flying(saucer("red", "b3", "blue-pilot", plan="x n"), *others, crew=crew).state)
    assert [found[f"move n {far}"] for far in (2, 3)] == [LITTLE, FALLS_LOSING]
    found = gains(flying(saucer("red", "b3", "red-pilot", plan="x w"), *others, crew=crew).state)
    assert [found[f"move w {far}"] for far in (1, 2)] == [NOTHING, FALLS]
    aboard = ["red-pilot", "red-doctor", "red-scientist"]
    found = gains(flying(saucer("red", "e2", "red-pilot", plan="3 e"), *others, crew=crew).state)
    assert found == {"move e 3": FILLS_ALIKE}
    found = gains(flying(saucer("red", "e2", *aboard, plan="3 e"), *others, crew=crew).state)
    assert found == {"move e 3": WINS}
    # From c2 two spaces lead to e2 and four to g2; a Boost of two goes on from there.
    found = gains(flying(saucer("red", "d2", *aboard, plan="x e", boosters=1), *others, crew=crew).state)
    assert [found[f"move e {far}"] for far in (1, 2, 4)] == [NOTHING, BOOST_WINS, WINS]
    # An accelerator: the launch that brings most.
    found = gains(flying(saucer("red", "d2", plan="x n"), *others, crew=crew).state)
    assert [found[f"move n {far}"] for far in (1, 2)] == [NOTHING, FILLS]


def test_somebody_to_rob_counts_by_what_can_be_stolen() -> None:
    """CG-84: crew of another colour, of those who have as many stations."""
    own, third = saucer("red", "c5", "red-pilot", plan="3 n"), saucer("green", "h8")
    for aboard, gain in (("pink-doctor", FILLS), ("red-doctor", FILLS_ALIKE), ("blue-doctor", LITTLE)):
        victim = saucer("blue", "c3", aboard)
        assert gains(flying(own, victim, third, crew={}).state) == {"move n 3": gain}
    victim = saucer("blue", "c3", "pink-doctor")
    pair = saucer("red", "c5", "red-pilot", "red-engineer", plan="3 n")
    assert gains(flying(pair, victim, third, crew={}).state) == {"move n 3": LITTLE}


def test_places_differ_by_crew_in_line_and_by_who_might_rob() -> None:
    crew = {"e3": "pink-pilot"}
    third = saucer("green", "h8")

    def place(own: dict[str, Any], other: dict[str, Any]) -> int:
        state = flying(own, other, third, crew=crew).state
        assert isinstance(state, CrashAndGrab)
        return int(prospect_of(state, 0, state.read(0, "stay"))) % PLACES

    assert place(saucer("red", "a3"), saucer("blue", "h7")) == 2 * SAFE + 1
    assert place(saucer("red", "b2"), saucer("blue", "h7")) == SAFE + 1
    assert place(saucer("red", "a8"), saucer("blue", "h7")) == 1
    assert place(saucer("red", "a8", "pink-doctor"), saucer("blue", "a4")) == 0
    assert place(saucer("red", "a8", "red-doctor"), saucer("blue", "a4")) == 1  # CG-3: nothing to steal
    assert place(saucer("red", "a8", "pink-doctor"), saucer("blue", "a1")) == 1  # too far


def test_a_plan_is_worth_its_best_distance() -> None:
    state = flying(
        saucer("red", "b5"), saucer("blue", "h7"), saucer("green", "g8"), phase="plan", crew={"b1": "pink-pilot"}
    ).state
    assert isinstance(state, CrashAndGrab)
    found = [int(prospect_of_plan(state, 0, card << 2)) // PLACES for card in range(3)]  # north with 2, 3 and x
    assert found == [BOOST_FILLS, NOTHING, FILLS]
    west = [int(prospect_of_plan(state, 0, card << 2 | 3)) // PLACES for card in range(3)]
    assert west == [FALLS, FALLS, NOTHING]


def test_sparring_partners_do_not_peek() -> None:
    """They answer alike whatever others have planned."""
    rng = parlour.Rng(4)
    asked = 0
    for deal in range(3):
        state = GAME.new(3, seed=deal)
        while state.outcome is None:
            for seat in state.owing():
                partner = Pilot(rng)
                known = judge_of(GAME.id).reopen(state.view(seat), seat)
                worlds = [GAME.imagine(known, rng) for _ in range(2)]
                answers = [partner.answer(world, seat, parlour.Rng(asked)) for world in worlds]
                assert answers[0] == answers[1]
                asked += 1
            parlour.playout(state, rng, 5)
    assert asked > 30


def test_the_search_goes_by_the_judge_and_the_bot_that_learnt_by_heart_is_no_beginner() -> None:
    assert not judge_of(GAME.id).learned
    assert "learned" in bots_for(GAME.id, 3)
    assert "learned" not in bots_for(GAME.id, 4)
    played = list(run(schedule(GAME, ["learned", "random", "random"], 12, "by heart"), 1))
    wins = [game["bots"][game["outcome"]["winners"][0]] for game in played]
    assert wins.count("learned") >= 11


@pytest.mark.parametrize("players", GAME.players)
def test_all_that_is_read_is_what_a_seat_knows(players: int) -> None:
    """Another world that looks the same to a seat gives the same numbers; each of them has a name of its own."""
    names = INPUTS.names(players, GAME.parts())
    assert len(names) == len(set(names))
    rng = parlour.Rng(8)
    state = GAME.new(players, seed=players)
    asked = 0
    while asked < 40 and state.outcome is None:
        parlour.playout(state, rng, 2)
        seat = asked % players
        values = numbers_of(GAME, state, seat)
        assert len(values) == len(names)
        assert values == numbers_of(GAME, GAME.imagine(state.view(seat), rng), seat)
        asked += 1
    assert asked == 40


def test_a_saucer_looks_the_same_from_every_seat() -> None:
    state = GAME.new(3, seed=2)
    parlour.playout(state, parlour.Rng(3), 90)
    assert state.outcome is None
    seen = [named_numbers(GAME, state, seat) for seat in range(3)]
    own = [name.removeprefix("you: ") for name in seen[0] if name.startswith("you: ") and "player" not in name]
    assert len(own) > 50
    for name in own:
        assert seen[0][f"you: {name}"] == seen[2][f"player +1: {name}"] == seen[1][f"player +2: {name}"]
    assert seen[0] != seen[1]


def test_crew_energy_boosters_and_upgrades_are_told_as_they_are() -> None:
    position = GAME.new(3, seed=2).position()
    first, second, _third = position["saucers"]
    own, other = position["lost"][first["color"]], position["lost"][second["color"]]
    first["crew"] = sorted([f"{first['color']}-{own.pop()}", f"{second['color']}-{other.pop(0)}"])
    first["energy"], first["boosters"], second["boosters"] = 3, 2, 9
    found = named_numbers(GAME, GAME.load(position), 0)
    assert [found[f"you: {name}"] for name in ("a station", "two stations", "three stations")] == [1, 1, 0]
    assert [found[f"you: {name}"] for name in ("one of its own colour", "two of its own colour")] == [1, 0]
    assert [found[f"you: {name}"] for name in ("energy", "two energy", "four energy")] == [1, 1, 0]
    assert [found[f"you: {name}"] for name in ("a Booster", "two Boosters", "three Boosters")] == [1, 1, 0]
    assert found["player +1: how many Boosters"] == 2  # no more than eight are counted


def test_what_was_learnt_is_for_the_usual_game() -> None:
    judge = type(judge_of(GAME.id))()
    learned = a_network(3)
    judge.teach(3, learned)
    judge.learned = True
    state = GAME.new(3, seed=1)
    assert judge.foresee(state, 1)[:-1] == learned.worths(learned.think(state, 1), 1)
    for options in ({"boost_limit": 2}, {"round_limit": 9}):
        other = GAME.new(3, options, seed=1)
        assert judge.learnt(other) is None
        assert judge.foresee(other, 1)[:-1] == judge.hopes(other)


def test_imagined_players_are_watched_where_rounds_and_turns_begin(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    words = ["--games", "96", "--field", "imagined", "--epochs", "1", "--hidden", "4", "--rows", "1000"]
    train.main([GAME.id, "--players", "3", "--out", str(tmp_path), *words])
    seen = np.load(tmp_path / "3.shards" / "00000.npz")["seen"]
    planning = float(seen[:, 0].mean())
    assert 0.2 < planning < 0.5  # of three moments of a round one is its beginning, less where the game ends
    assert len(seen) % 3 == 0  # every seat's view
