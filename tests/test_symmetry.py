"""Bots that do not fool a designer: in a game where all seats are alike none wins more for where it sits."""

from __future__ import annotations

import pytest

import parlour
from conftest import LONG
from parlour.lab import Experiment, run
from parlour.rules.judge import judge_of, share_of_win
from parlour.rules.state import NATURE, NOBODY

GAMES = 3000
QUICK_GAMES = GAMES if LONG else 200
GREEDY_GAMES = GAMES if LONG else 60


def unevenness(wins: list[float]) -> float:
    """Chi squared of wins by seat against equal parts."""
    equal = sum(wins) / len(wins)
    return sum((own - equal) ** 2 / equal for own in wins)


BY_CHANCE = {
    2: 10.8,
    3: 13.8,
    4: 16.3,
}  # by number of players: chance is more uneven than this once in a thousand times


@pytest.mark.parametrize("players", [3, 4])
def test_hurried_players_of_photon_rush_have_no_favourite_victim(players: int) -> None:
    """PR-9: all bases are alike. Whoever broke ties by the lowest seat made seat 0 lose twice as often as the last."""
    wins = hurried_wins("photon-rush", players, GAMES // 3)
    assert unevenness(wins) < BY_CHANCE[players], wins


@pytest.mark.parametrize("players", [3, 4])
def test_players_of_a_style_of_photon_rush_have_no_favourite_victim(players: int) -> None:
    """A search that imagined its seat as the favourite of bombers thought less of seat 0 than of the last, from the
    first question on."""
    game = parlour.game("photon-rush")
    judge = judge_of(game.id)
    state = game.new(players, seed=1)
    for seat in range(players):
        state.play(seat, "build 2 0")
    rng = parlour.Rng("victims")
    for style in range(1, int(judge.styles)):
        aimed = [0.0] * players
        for _ in range(600):
            card = state.notation(1, judge.answer_in_style(state, 1, state.codes(1), rng, style))
            aimed[int(card.split(" ")[1])] += 1
        assert unevenness([count for seat, count in enumerate(aimed) if seat != 1]) < BY_CHANCE[players], (style, aimed)


@pytest.mark.parametrize(("name", "players"), [("crash-and-grab", 3), ("gold-n-crash", 2), ("mogul", 3)])
def test_hurried_players_win_equally_often_from_every_seat(name: str, players: int) -> None:
    """Who begins is drawn (CG-25, GC-15, KR-2): over many games all seats are alike. 3,000 in the long run."""
    wins = hurried_wins(name, players, QUICK_GAMES)
    assert sum(wins) > 0.95 * QUICK_GAMES
    assert unevenness(wins) < BY_CHANCE[players], wins


def hurried_wins(name: str, players: int, games: int) -> list[float]:
    """By seat, the wins of hurried players."""
    game = parlour.game(name)
    judge = judge_of(game.id)
    wins = [0.0] * players
    for number in range(games):
        state = game.new(players, {}, number)
        rng = parlour.Rng(f"hurried {number}")
        for _ in range(5000):
            seat = state.actor()
            if seat == NOBODY:
                break
            code = state.chance_code(rng) if seat == NATURE else judge.lean(state, seat, state.codes(seat), rng)
            state.apply(seat, code)
        outcome = state.outcome
        if outcome is not None:
            wins = [own + share_of_win(outcome, seat) for seat, own in enumerate(wins)]
    return wins


def test_greedy_players_of_photon_rush_win_equally_often_from_every_seat() -> None:
    """Over 3,000 games in the long run, over few in the short one."""
    result = run(Experiment("photon-rush", ["greedy"] * 3, games=GREEDY_GAMES, count=["win_share.seat.*"], limit=1000))
    wins = [sum(result.values(0, f"win_share.seat.{seat}").values()) for seat in range(3)]
    assert sum(wins) > 0.95 * GREEDY_GAMES
    assert unevenness(wins) < BY_CHANCE[3], wins
