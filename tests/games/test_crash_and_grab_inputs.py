"""Crash & Grab as a network reads it: what a seat knows, the same from every seat and on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from inputs_read import named_numbers, numbers_of
from parlour.lab import train
from parlour.rules.judge import judge_of
from parlour.rules.network import Learned, Network, inputs_of, number_count

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
@pytest.mark.parametrize(("players", "total"), [(2, 116.8995134879), (3, 239.7311201918), (6, 832.1979148505)])
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
