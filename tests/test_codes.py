"""The ints inside: who is asked, small codes, and games in plain Python against the same interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.bots.engine.search import Search
from parlour.games.crash_and_grab import codes
from parlour.games.crash_and_grab.parts import CrashParts
from parlour.games.crusgallo import codes as crusgallo
from parlour.games.crusgallo.parts import CrusgalloParts
from parlour.games.photon_rush import codes as photon
from parlour.games.photon_rush.notation import write
from parlour.rules.errors import RulesError
from parlour.rules.judge import Judge
from parlour.rules.state import NATURE, NOBODY, State
from toy import Cups

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
        assert [arm.code for arm in search.arms_of(0, seat)] == [0, 1]


# -- small codes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", parlour.games())
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


def test_crash_and_grab_names_every_action_once_whatever_the_boards() -> None:
    game = parlour.game("crash-and-grab")
    parts = game.parts()
    assert isinstance(parts, CrashParts)
    assert game.action_count == len(parts.actions) == 1348
    named = [action for action in parts.actions if action]
    assert len(set(named)) == len(named) == len(parts.codes)
    assert all(parts.actions[code] == action for action, code in parts.codes.items())
    components = game.box_components()
    for layout in components["layout"]:
        for slot in layout["slots"]:
            slot["slot"] = f"{layout['id']}-{slot['slot']}"  # 22 names in place of nine
    other = game.parts(components)
    assert isinstance(other, CrashParts)
    assert other.action_count == 1348 + 4 * (22 - 9)
    assert other.actions[: codes.QUAKES] == parts.actions[: codes.QUAKES]


def tuples(length: int, most: int) -> list[tuple[int, ...]]:
    if length == 0:
        return [()]
    return [(first, *rest) for first in range(most + 1) for rest in tuples(length - 1, most - first)]


def photon_codes() -> dict[tuple[str, tuple[int, ...]], int]:
    """All actions of Photon Rush that have a code below `ACTION_COUNT`, by what the encoding says of them."""
    found: dict[tuple[str, tuple[int, ...]], int] = {}
    for mines, saloons in tuples(2, 14):
        if mines + 2 * saloons <= 14:
            found["build", (mines, saloons)] = photon.order_code(mines, saloons)
    for two in tuples(2, 40):
        found["take", two] = photon.take_two_code(*two)
    for three in tuples(3, 40):
        found["take", three] = photon.take_three_code(*three)
    for mines, new_mines, new_saloons in tuples(3, 40):
        if mines <= 28 and new_mines + 2 * new_saloons <= 14:
            for saloons in range(41 - mines - new_mines - new_saloons):
                four = (mines, saloons, new_mines, new_saloons)
                found["blast", four] = photon.blast_code(*four)
    return found


def test_photon_rush_numbers_what_a_game_meets_without_gaps() -> None:
    count = parlour.game("photon-rush").action_count
    assert count is not None
    assert count == photon.ACTION_COUNT < 100_000
    everything = photon_codes()
    assert sorted(everything.values()) == list(range(12, count))
    for (verb, numbers), code in everything.items():
        assert tuple(photon.amounts(code)) == numbers
        assert [photon.amount(code, place) for place in range(len(numbers))] == list(numbers)
        assert write(code) == " ".join([verb, *map(str, numbers)])


def test_photon_rush_numbers_everything_else_further_on() -> None:
    makers: list[tuple[str, Any, list[tuple[int, ...]]]] = [
        ("build", photon.order_code, [(15, 0), (0, 8), (13, 1), (100, 200), (9_999, 0)]),
        ("take", photon.take_two_code, [(41, 0), (0, 41), (20, 21), (9_999, 9_999)]),
        ("take", photon.take_three_code, [(41, 0, 0), (0, 0, 41), (13, 14, 14), (9_999, 9_999, 9_999)]),
        ("blast", photon.blast_code, [(29, 0, 0, 0), (0, 0, 15, 0), (0, 0, 0, 8), (1, 2, 13, 1), (41, 0, 0, 0)]),
        ("blast", photon.blast_code, [(0, 41, 0, 0), (20, 21, 0, 0), (9_999, 9_999, 9_999, 9_999)]),
    ]
    seen: set[int] = set()
    for verb, make, examples in makers:
        for numbers in examples:
            code = make(*numbers)
            assert code >= photon.FAR > photon.ACTION_COUNT
            assert tuple(photon.amounts(code)) == numbers
            assert [photon.amount(code, place) for place in range(len(numbers))] == list(numbers)
            assert write(code) == " ".join([verb, *map(str, numbers)])
            assert code not in seen
            seen.add(code)


def test_the_largest_codes_of_photon_rush_are_exact_on_both_engines() -> None:
    most, blasted = int(photon.MOST), int(photon.MOST_BLASTED)
    largest = photon.blast_code(0, 0, 0, blasted)
    assert largest < 2**60
    assert tuple(photon.amounts(largest)) == (0, 0, 0, blasted)
    assert photon.take_three_code(0, 0, most) < largest
    assert tuple(photon.amounts(photon.take_three_code(1, 2, most - 3))) == (1, 2, most - 3)
    assert photon.order_code(0, most) < largest
    with pytest.raises(RulesError, match="too large"):
        photon.blast_code(1, 0, 0, blasted)
    with pytest.raises(RulesError, match="too large"):
        photon.take_three_code(1, 0, most)


# -- Crusgallo's placements --------------------------------------------------------------------------


def test_crusgallo_numbers_its_places_ring_by_ring_without_gaps() -> None:
    rings = 60  # some are looked up, some computed
    places = [(y, x) for y in range(-rings, rings + 1) for x in range(-rings, rings + 1) if abs(x) + abs(y) <= rings]
    places.sort(key=lambda place: (abs(place[0]) + abs(place[1]), place))
    assert rings > crusgallo.NEAR_RINGS
    assert [crusgallo.place_at(x, y) for y, x in places] == [*range(len(places))]
    assert [(crusgallo.place_y(place), crusgallo.place_x(place)) for place in range(len(places))] == places
    assert crusgallo.first_place(rings + 1) == len(places)


@pytest.mark.parametrize(("direction", "axis"), [((1, 1), 0), ((1, -1), 0), ((-1, 1), 1), ((-1, -1), 1)])
def test_crusgallo_reaches_far_and_never_farther_than_its_codes(direction: tuple[int, int], axis: int) -> None:
    """A player who only wants to get away, with the cards whose crystals are farthest apart."""
    game = parlour.game("crusgallo")
    parts = game.parts()
    assert isinstance(parts, CrusgalloParts)
    cards = sorted(parts.ids, key=lambda id: -crusgallo.advance(parts.crystals_at[4 * parts.number[id]]))
    draw, reserve = cards[:36], sorted(cards[36:])
    state = game.start(1, {}, {"draw": draw, "reserve": reserve})
    farthest = 0
    while state.actor() == 0:
        far: dict[int, tuple[int, int]] = {}
        for code in state.actions(0):
            x, y = int(parts.x_of(code)), int(parts.y_of(code))
            far[code] = x * direction[0] + y * direction[1], (x, y)[axis] * direction[axis]
            farthest = max(farthest, abs(x) + abs(y))
            assert game.action_count is not None
            assert code < game.action_count
        state.apply(0, max(far, key=lambda code: far[code]))
    assert 40 < farthest <= 111
    assert game.action_count == crusgallo.LOWEST_PLACE + parts.ways * crusgallo.first_place(112)


def peaceful_game(orders: Callable[[dict[str, int]], str], rounds: int) -> tuple[State, list[dict[str, int]]]:
    """Photon Rush among four who build by a rule and attack nobody; the bases as they stood after each order."""
    state = parlour.game("photon-rush").new(4)
    bases: list[dict[str, int]] = []
    for _ in range(rounds):
        if state.position()["phase"] == "build":
            for seat in state.owing():
                state.play(seat, orders(state.position()["seats"][seat]))
        bases += state.position()["seats"]
        for seat in state.owing():
            state.play(seat, f"defend {(seat + 1) % 4}")
    return state, bases


def miner(base: dict[str, int]) -> str:
    """Mines for all gold: the most of them."""
    return f"build {base['gold']} 0"


def hirer(base: dict[str, int]) -> str:
    """Fourteen mines, then nothing but saloons, and never 15 gold."""
    mines = max(0, min(base["gold"], 14 - base["mines"]))
    return f"build {mines} {(base['gold'] - mines) // 2}"


@pytest.mark.parametrize(("orders", "most"), [(miner, 21), (hirer, 14)])
def test_no_base_of_photon_rush_builds_more_than_its_codes_say(
    orders: Callable[[dict[str, int]], str], most: int
) -> None:
    _, bases = peaceful_game(orders, 12)
    assert max(base["mines"] for base in bases) == most <= photon.MOST_MINES
    for base in bases:
        assert base["new_mines"] + 2 * base["new_saloons"] <= photon.MOST_SPENT


def test_photon_rush_plays_on_where_no_mask_can_follow() -> None:
    state, _ = peaceful_game(hirer, 14)
    for seat in state.owing():
        state.play(seat, "build 0 0")
    for seat, card in enumerate(("defend 1", "raid 0", "raid 0", "tnt 0")):
        state.play(seat, card)
    codes = state.actions(0)
    assert min(codes) >= photon.FAR
    action = state.notation(0, codes[-1])
    assert state.read(0, action) == codes[-1]
    again = parlour.game("photon-rush").load(state.position())
    assert again.legal(0) == state.legal(0)
    before = [base["mercs"] for base in state.position()["seats"]]
    again.play(0, action)
    after = [base["mercs"] for base in again.position()["seats"]]
    assert action == f"take {before[1] - after[1]} {before[2] - after[2]}"
    assert again.to_act == (3,)
    assert len(again.actions(3)) > 0
    again.play(3, again.legal(3)[-1])
