"""The ints inside: who is asked, small codes, and games in plain Python against the same interface."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.bots.engine.search import Search
from parlour.games.photon_rush import codes as photon
from parlour.rules.errors import RulesError
from parlour.rules.judge import Judge
from parlour.rules.state import NATURE, NOBODY, State
from toy import Cups

SMALL_CODES = ("crusgallo", "mogul", "photon-rush")


# -- the interface ---------------------------------------------------------------------------------


def test_who_is_asked_is_said_once() -> None:
    with pytest.raises(TypeError, match="`awaited`"):

        class Two(Cups):
            def owing(self) -> list[int]:
                return [0, 1]


def test_a_game_says_what_may_be_answered() -> None:
    with pytest.raises(TypeError, match="`codes`"):

        class Mute(State):
            pass


@pytest.mark.parametrize("game", parlour.games())
def test_lists_say_what_vectors_say(game: str) -> None:
    state = parlour.game(game).new(seed=5)
    rng = parlour.Rng(5)
    for _ in range(60):
        seat = state.actor()
        if seat == NOBODY:
            break
        assert state.owing() == [who for who in range(state.players) if state.awaited() >> who & 1]
        assert seat == NATURE or seat == state.owing()[0]
        assert state.actions(seat) == list(state.codes(seat))
        assert all(type(code) is int for code in state.actions(seat))
        state.apply(seat, rng.choice(state.actions(seat)))


class Hands(Cups):
    """Both seats speak at the same time, in plain Python: a mask says who, a list says what."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.dice = [7] * players
        self.words = [-1] * players

    def clone(self) -> Hands:
        other = Hands(int(self.players))
        other.words = self.words[:]
        return other

    def actor(self) -> int:
        return self.words.index(-1) if -1 in self.words else NOBODY

    def awaited(self) -> int:
        return sum(1 << seat for seat, word in enumerate(self.words) if word < 0)

    def simultaneous(self) -> bool:
        return True

    def apply(self, seat: int, code: int) -> None:
        self.words[seat] = code
        self.said = self.words


def test_a_search_sees_all_who_answer_at_the_same_time_in_a_game_in_plain_python() -> None:
    state = Hands(3)
    assert state.to_act == (0, 1, 2)
    search = Search(Judge(), 1, parlour.Rng(1), 1000)
    search.run([state], 40, 0.0)
    for seat in range(3):
        assert [arm.code for arm in search.arms_of(search.root, seat)] == [0, 1]


# -- small codes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL_CODES)
def test_every_action_has_one_code_in_every_phase(name: str) -> None:
    game = parlour.game(name)
    assert game.action_count is not None
    written: dict[int, str] = {}
    for seed in range(30):
        state = game.new(game.players[seed % len(game.players)], seed=seed)
        rng = parlour.Rng(seed)
        while (seat := state.actor()) != NOBODY:
            codes = state.actions(seat)
            assert len(set(codes)) == len(codes)
            for code in codes:
                action = state.notation(seat, code)
                assert 0 <= code < game.action_count
                assert written.setdefault(code, action) == action
                assert state.read(seat, action) == code
            state.apply(seat, rng.choice(codes))
    assert len(set(written.values())) == len(written)
    assert max(written) < 2_000_000


def test_games_without_small_codes_do_not_promise_any() -> None:
    assert parlour.game("crusgallo").action_count is None


def tuples(length: int, most: int) -> list[tuple[int, ...]]:
    if length == 0:
        return [()]
    return [(first, *rest) for first in range(most + 1) for rest in tuples(length - 1, most - first)]


def test_photon_rush_numbers_all_amounts_without_gaps() -> None:
    makers: list[tuple[Any, int]] = [
        (photon.order_code, 2),
        (photon.take_two_code, 2),
        (photon.take_three_code, 3),
        (photon.blast_code, 4),
    ]
    seen: set[int] = set()
    for kind, (make, length) in enumerate(makers):
        all_codes = {make(*numbers): numbers for numbers in tuples(length, 9)}
        assert sorted(all_codes) == [12 + kind + 4 * place for place in range(len(all_codes))]
        for code, numbers in all_codes.items():
            assert tuple(photon.amounts(code)) == numbers
        assert seen.isdisjoint(all_codes)
        seen |= set(all_codes)
    for mines, saloons in ((31, 0), (0, 31), (32, 0), (0, 32), (100, 200), (9_999, 0)):  # looked up, and not
        order = photon.order_code(mines, saloons)
        assert tuple(photon.amounts(order)) == (mines, saloons)


def test_the_largest_codes_of_photon_rush_are_exact_on_both_engines() -> None:
    assert photon.ACTION_COUNT < 2**60
    most, blasted = int(photon.MOST), int(photon.MOST_BLASTED)
    assert photon.blast_code(0, 0, 0, blasted) == photon.ACTION_COUNT - 1
    assert tuple(photon.amounts(photon.ACTION_COUNT - 1)) == (0, 0, 0, blasted)
    assert photon.take_three_code(0, 0, most) < photon.ACTION_COUNT
    assert tuple(photon.amounts(photon.take_three_code(1, 2, most - 3))) == (1, 2, most - 3)
    assert photon.order_code(0, most) < photon.ACTION_COUNT
    with pytest.raises(RulesError, match="too large"):
        photon.blast_code(1, 0, 0, blasted)
    with pytest.raises(RulesError, match="too large"):
        photon.take_three_code(1, 0, most)
