"""What programs that learn are told: observations, information states, the deal as chance, returns, saved states."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import random
from array import array
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from mypy_extensions import i64

import parlour
from conftest import THOROUGH, records
from parlour._vecs import vec
from parlour.rules.dealing import Dealing
from parlour.rules.errors import InvalidPosition, RulesError
from parlour.rules.features import NoFeatures, features_of, fill_many
from parlour.rules.game import _BOX, Game
from parlour.rules.history import History
from parlour.rules.nodes import nth_smallest
from parlour.rules.state import NATURE, NOBODY, State

GAMES = parlour.games()


def has_features(id: str) -> bool:
    return parlour.game(id).module("features") is not None


OBSERVED = [id for id in GAMES if has_features(id)]
pytestmark = pytest.mark.exact


def tables(id: str) -> list[tuple[int, dict[str, Any]]]:
    """The kinds of tables that are looked at: every number of players, and every option once on its least value."""
    game = parlour.game(id)
    found: list[tuple[int, dict[str, Any]]] = [(players, {}) for players in game.players]
    for option in game.options.values():
        value = option.choices[-1] if option.choices else option.low
        found.append((game.players[0], {option.name: value}))
    return found


def walk(state: State, seed: object, limit: int = 400) -> Iterator[State]:
    """The states of a random game, each before the next step; the same object."""
    rng = parlour.Rng(seed)
    for _ in range(limit):
        yield state
        seat = state.actor()
        if seat == NOBODY:
            return
        code = state.chance_code(rng) if seat == NATURE else rng.choice(state.actions(seat))
        state.advance(seat, code)


def titles() -> list[dict[str, Any]]:
    """Games of Crusgallo that ended with each title."""
    lines = (Path(__file__).parent / "games" / "crusgallo_titles.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def replay(id: str, record: dict[str, Any]) -> Iterator[State]:
    """The states of a recorded game, each before the next step; the same object."""
    state = parlour.game(id).start(record["players"], record["options"], record["setup"])
    for move in record["moves"]:
        yield state
        state.play(move.get("seat", parlour.CHANCE), move.get("action", move.get("chance")))
    yield state


def some_states(id: str, each: int = 7, games: int = 2) -> Iterator[State]:
    """States of short and long games at all kinds of tables, and of Crusgallo's recorded games: who plays at random
    never sees its second half."""
    walks = [
        walk(parlour.game(id).new(players, options, seed=f"{id} {seed}"), seed)
        for players, options in tables(id)
        for seed in range(games)
    ]
    if id == "crusgallo":
        walks += [replay(id, record) for record in [*records(id), *titles()]]
    for states in walks:
        for number, now in enumerate(states):
            if number % each == 0 or now.actor() == NOBODY:
                yield now.clone()


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every fact of a position with its place, lists as wholes too: their lengths and orders are facts."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
        return
    yield path, data
    if isinstance(data, list):
        for place, value in enumerate(data):
            yield from leaves(value, (*path, place))


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The same with another fact at a place; what is on the way there is copied, the rest is shared."""
    if not path:
        return value
    made = copy.copy(data)
    made[path[0]] = put(data[path[0]], path[1:], value)
    return made


def changes(value: Any, others: list[Any]) -> list[Any]:
    """What might stand in a fact's place."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1, None]
    if isinstance(value, list):
        return [value[::-1], value[1:], value[:-1], [*value[1:], *value[:1]]]
    if value is None:
        return [0, 1, *others]
    return others


Change = tuple[tuple[Any, ...], Any]  # what is put where


def swaps(position: dict[str, Any]) -> Iterator[tuple[Change, Change]]:
    """Two facts of one kind exchanged, or one more here and one less there: what has to add up still does."""
    places = [(path, value) for path, value in leaves(position) if isinstance(value, int | str) and path]
    for number, (path, value) in enumerate(places):
        for other, different in places[number + 1 :: 5]:
            if type(value) is type(different) and value != different:
                yield (path, different), (other, value)
            if type(value) is int and type(different) is int:
                yield (path, value - 1), (other, different + 1)


def neighbours(state: State, rng: parlour.Rng) -> Iterator[State]:
    """States whose positions differ from this one's in a fact or two: a sample of what the rules allow."""
    game = parlour.game(state.game_id())
    position = state.position()
    strings = sorted({value for _, value in leaves(position) if isinstance(value, str)})
    changed = [
        (path, other) for path, value in leaves(position) for other in changes(value, strings[:12]) if other != value
    ]
    exchanged = [*swaps(position)]
    rng.shuffle(changed)
    rng.shuffle(exchanged)
    for path, other in changed[:250]:
        yield from loaded(game, put(position, path, other))
    for (path, value), (place, other) in exchanged[:250]:
        yield from loaded(game, put(put(position, path, value), place, other))


def loaded(game: parlour.Game, position: dict[str, Any]) -> Iterator[State]:
    try:
        yield game.load(position)
    except RulesError:
        return


# -- observations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", OBSERVED)
def test_every_number_has_a_name_and_stays_within_its_bounds(id: str) -> None:
    game = parlour.game(id)
    seen: set[int] = set()
    for state in some_states(id, 5 if id == "crusgallo" else 17, 6):
        names = game.observation_names(state.players)
        assert len(set(names)) == len(names)
        assert game.observation_shape(state.players) == (len(names),)
        for seat in range(state.players):
            observed = state.observation(seat)
            assert len(observed) == len(names) == features_of(id).size(state)
            assert all(-1.0 <= value <= 1.0 for value in observed)
            seen.update(place for place, value in enumerate(observed) if value)
    assert len(seen) > len(game.observation_names(game.players[-1])) * 0.9, "numbers that are never anything but 0"


@pytest.mark.parametrize("id", OBSERVED)
def test_worlds_that_look_alike_are_observed_alike(id: str) -> None:
    game = parlour.game(id)
    for number, state in enumerate(some_states(id, 11)):
        for seat in range(state.players):
            imagined = game.imagine(state.view(seat), number)
            assert imagined.observation(seat) == state.observation(seat)


@pytest.mark.parametrize("id", OBSERVED)
def test_every_fact_of_a_view_changes_a_number(id: str) -> None:
    """And what is not in the view changes none: positions that differ in a fact or two, looked at by every seat."""
    different = alike = 0
    rng = parlour.Rng(id)
    states = [*some_states(id, 5)]
    rng.shuffle(states)
    for state in states[: 12 if THOROUGH else 3]:
        views = [state.view(seat) for seat in range(state.players)]
        observed = [state.observation(seat) for seat in range(state.players)]
        for other in neighbours(state, rng):
            if other.players != state.players:
                continue
            for seat in range(state.players):
                view = other.view(seat)
                if view == views[seat]:
                    alike += 1
                    assert other.observation(seat) == observed[seat]
                else:
                    different += 1
                    assert other.observation(seat) != observed[seat], [
                        (key, view[key], views[seat][key]) for key in view if view[key] != views[seat][key]
                    ]
    assert different > (200 if THOROUGH else 40), "too few to say anything"
    assert alike > 0


@pytest.mark.parametrize("id", OBSERVED)
def test_views_and_observations_tell_the_same_in_whole_games(id: str) -> None:
    """No two views of random games have one observation, and no two observations one view."""
    views: dict[tuple[int, bytes], str] = {}
    observations: dict[tuple[int, str], bytes] = {}
    for state in islice(some_states(id, 1), None if THOROUGH else 150):
        for seat in range(state.players):
            view = json.dumps(state.view(seat), sort_keys=True)
            observed = state.observation(seat).tobytes()
            assert views.setdefault((seat, observed), view) == view
            assert observations.setdefault((seat, view), observed) == observed
    assert len(views) > (500 if THOROUGH else 100)


@pytest.mark.parametrize("id", OBSERVED)
def test_whoever_is_asked_about_comes_first(id: str) -> None:
    """Each seat finds its own things under the names that begin with "you", whichever seat it is."""
    game = parlour.game(id)
    if game.players[-1] == 1:
        pytest.skip("a game for one has no other seats")
    state = game.new(game.usual_players, seed=3)
    names = game.observation_names(state.players)
    asked = names.index("you: asked now")
    others = [names.index(f"player +{step}: asked now") for step in range(1, state.players)]
    for now in walk(state, 5, 60):
        for seat in range(now.players):
            observed = now.observation(seat)
            told = [observed[place] == 1.0 for place in (asked, *others)]
            assert told == [(seat + step) % now.players in now.owing() for step in range(now.players)]
            assert observed[names.index(f"you sit in seat {seat}")] == 1.0


# Whoever has trained a network on these numbers needs them as they were. If they have to change, so does
# `parlour.rules.features.version_of`, by the names of an observation.
NUMBERS = {
    "crash-and-grab": "4d5987a9669ae534",
    "crusgallo": "84c1b016239a116c",
    "gold-n-crash": "e7df97d0627d64cb",
    "mogul": "427b2003e64cc2fb",
    "photon-rush": "ee1a56e01a9c50cf",
}


@pytest.mark.parametrize("id", NUMBERS)
def test_observations_are_the_same_numbers_as_ever(id: str) -> None:
    game = parlour.game(id)
    digest = hashlib.sha256()
    for now in walk(game.new(game.usual_players, seed=3), 3, 120):
        for seat in range(now.players):
            digest.update(now.observation(seat).tobytes())
    assert digest.hexdigest()[:16] == NUMBERS[id]


def test_an_observation_is_written_into_a_buffer_of_the_right_size() -> None:
    state = parlour.game("photon-rush").new(3, seed=1)
    size = parlour.game("photon-rush").observation_shape(3)[0]
    out = array("f", [9.0] * size)
    assert state.observation(1, out) is out
    assert out == state.observation(1)
    for wrong in (array("f", [0.0] * (size - 1)), array("d", [0.0] * size), bytes(4 * size)):
        with pytest.raises(RulesError, match=f"{size} 32-bit floats"):
            state.observation(1, wrong)
    with pytest.raises(RulesError, match="no seat 3"):
        state.observation(3)


@pytest.mark.parametrize("id", OBSERVED)
def test_many_states_are_observed_in_one_go(id: str) -> None:
    game = parlour.game(id)
    states = [now.clone() for now in walk(game.new(seed=2), 2, 30)]
    seats = [number % state.players for number, state in enumerate(states)]
    together = list(fill_many(states, vec[i64]([seat for seat in seats])))
    size = game.observation_shape()[0]
    for number, (state, seat) in enumerate(zip(states, seats, strict=True)):
        one = array("f", together[number * size : (number + 1) * size])
        assert one == state.observation(seat)


def test_a_game_without_features_says_so() -> None:
    game = Game("blank", "Blank", range(1, 2), [], "parlour.faces", "BL-1")
    try:
        with pytest.raises(NoFeatures, match="blank cannot be observed"):
            features_of(game.id)
    finally:
        del _BOX[game.id]


# -- information states ----------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_an_information_state_is_all_that_a_seat_was_told(id: str) -> None:
    """Two games of the same deal that differ in one secret answer look alike to the others until it comes out."""
    game = parlour.game(id)
    state = game.new(seed=4, history=True)
    lines: list[int] = [0] * state.players
    for now in walk(state, 1, 12):
        for seat in range(now.players):
            told = now.information_state(seat).split("\n")
            assert len(told) >= lines[seat]  # nothing is forgotten
            lines[seat] = len(told)
            assert now.information_hash(seat) == now.duplicate().information_hash(seat)
    answers = [line for line in state.information_state(0).split("\n") if line.startswith("answer ")]
    assert answers


def test_information_states_differ_by_what_a_seat_could_see_and_by_nothing_else() -> None:
    game = parlour.game("photon-rush")
    one = game.new(2, history=True)
    one.play(0, "build 1 0")
    other = game.new(2, history=True)
    other.play(0, "build 0 1")
    assert one.information_state(1) == other.information_state(1)
    assert one.information_state(0) != other.information_state(0)
    for state in (one, other):
        state.play(1, "build 0 0")
    assert one.information_state(1) != other.information_state(1)
    assert one.information_hash(1) != other.information_hash(1)


class Onlooker:
    """Writes down what one seat is told of a game, apart from the engine's own histories."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        state.history = History(state.clone())
        state.listen(self.hear)
        self.told: list[Any] = [state.view(seat)]

    def hear(self, event: parlour.Event) -> None:
        known = event.seen_by(self.seat)
        self.told.append((known.kind, copy.deepcopy(known.facts)))

    def step(self, who: int, code: int) -> None:
        if who == self.seat:
            self.told.append(self.state.notation(who, code))
        self.state.advance(who, code)
        self.told.append(self.state.view(self.seat))


@pytest.mark.parametrize("id", GAMES)
def test_information_states_are_equal_exactly_for_worlds_that_look_alike(id: str) -> None:
    """A game and a world imagined from what one seat sees of it, played on alike, as long as both can be."""
    game = parlour.game(id)
    alike = different = 0
    for number in range(24 if THOROUGH else 8):
        rng = parlour.Rng(f"{id} {number}")
        start = game.new(game.players[number % len(game.players)], seed=number)
        for _ in walk(start, number, 8 * (number % 4) + 1):
            pass
        seat = number % start.players
        worlds = [start, game.imagine(start.view(seat), number)]
        seen = [Onlooker(world, seat) for world in worlds]
        for _ in range(30):
            same = seen[0].told == seen[1].told
            alike += same
            different += not same
            assert (worlds[0].information_state(seat) == worlds[1].information_state(seat)) == same
            assert (worlds[0].information_hash(seat) == worlds[1].information_hash(seat)) == same
            who = worlds[0].actor()
            if who == NOBODY or worlds[1].actor() != who:
                break
            both = sorted(set(worlds[0].actions(who)) & set(worlds[1].actions(who)))
            if not both:
                break
            code = rng.choice(both)
            for onlooker in seen:
                onlooker.step(who, code)
    assert alike >= 8
    assert different > 0


def test_a_seat_remembers_what_its_view_has_forgotten() -> None:
    """Its own answers, and what was told when others' came out, stay in its information state."""
    games = []
    for first, second in (("build 1 0", "build 0 0"), ("build 0 0", "build 1 0")):
        state = parlour.game("photon-rush").new(2, history=True)
        state.play(0, first)
        state.play(1, second)
        games.append(state)
    assert games[0].information_state(0) != games[1].information_state(0)
    assert "answer build 1 0" in games[0].information_state(0).split("\n")
    assert "answer build 1 0" not in games[1].information_state(0).split("\n")
    assert any(line.startswith("built ") for line in games[0].information_state(1).split("\n"))


def test_a_history_is_wanted_or_not_and_must_be_whole() -> None:
    state = parlour.game("photon-rush").new(2)
    with pytest.raises(RulesError, match="history=True"):
        state.information_state(0)
    state = parlour.game("photon-rush").new(2, history=True)
    state.apply(0, state.actions(0)[0])
    with pytest.raises(RulesError, match="past its history"):
        state.information_state(0)


# -- the deal as chance ----------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_deal_can_be_laid_out_as_chance(id: str) -> None:
    """The steps are the dealer's own draws, so the same draws give the very set-up that `new` deals."""
    game = parlour.game(id)
    state = game.new(deal="chance", history=True)
    assert isinstance(state, Dealing)
    rng = parlour.Rng("deal")
    while state.table is None:
        assert state.to_act == parlour.CHANCE
        assert state.owing() == []
        assert sum(state.chance_probabilities().values()) == pytest.approx(1.0)
        assert all(state.view(seat) == state.view(None) for seat in range(state.players))
        copied = game.deserialise(state.serialise())
        assert copied == state
        assert copied.actions(NATURE) == state.actions(NATURE)  # what is known of a shuffle beforehand, and dealt anew
        assert state.clone().actions(NATURE) == state.actions(NATURE)
        state.advance(NATURE, state.chance_code(rng))
    assert state == game.new(seed="deal")
    assert state.information_hash(0) == state.duplicate().information_hash(0)


@pytest.mark.parametrize(
    ("id", "players", "options", "steady"),
    [
        *[("crash-and-grab", players, {}, True) for players in range(2, 7)],
        *[("mogul", players, {"quick_start": quick}, not quick) for players in (3, 5) for quick in (False, True)],
        *[("gold-n-crash", 2, options, True) for options in ({}, {"crews": ["meowmurai", "octopirate"], "first": 1})],
        ("crusgallo", 1, {}, True),
    ],
)
def test_draws_that_are_known_beforehand_are_the_draws(
    id: str, players: int, options: dict[str, Any], steady: bool
) -> None:
    """A game may say that the numbers of outcomes do not depend on what is drawn: they are those of each exact deal."""
    game = parlour.game(id)
    start = game.new(players, options, deal="chance")
    assert isinstance(start, Dealing)
    assert (len(start.counts) > 0) == steady
    for seed in range(8):
        rng = parlour.Rng(seed)
        state = start.clone()
        assert isinstance(state, Dealing)
        while state.table is None:
            exact = Dealing(game, players, state.options, state.parts, state.script)
            assert state.outcomes == exact.outcomes
            state.apply(NATURE, state.chance_code(rng))
        assert len(state.script) == len(start.counts) or not steady


def test_a_copy_of_a_deal_is_independent() -> None:
    state = parlour.game("mogul").new(deal="chance")
    state.apply(NATURE, 1)
    copied = state.clone()
    copied.apply(NATURE, 2)
    state.apply(NATURE, 0)
    assert (state.position()["draws"], copied.position()["draws"]) == ([1, 0], [1, 2])


def test_places_among_codes_are_found_without_sorting() -> None:
    chance = random.Random(1)
    for count in (1, 2, 3, 10, 200):
        codes = [chance.randrange(count * 3) for _ in range(count)]
        found = [int(nth_smallest(vec[i64](codes), place)) for place in range(count)]
        assert found == sorted(codes)
    for place in (-1, 3):
        with pytest.raises(RulesError, match="0 to 2"):
            nth_smallest(vec[i64]([5, 1, 3]), place)


def test_a_deal_is_chance_or_nothing() -> None:
    with pytest.raises(parlour.InvalidOptions, match="chance"):
        parlour.game("mogul").new(deal="cards")
    with pytest.raises(InvalidPosition, match="draws"):
        parlour.game("mogul").load({**parlour.game("mogul").new(deal="chance").position(), "draws": [99]})


# -- length, returns, saved states -----------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_returns_lie_within_the_utilities_and_add_up(id: str) -> None:
    game = parlour.game(id)
    least, most = game.utilities
    state = game.new(seed=8)
    assert state.returns() == [0.0] * state.players
    parlour.playout(state, parlour.Rng(8))
    found = state.returns()
    assert state.outcome is not None
    assert all(least <= value <= most for value in found)
    if state.players > 1:
        assert sum(found) == pytest.approx(0.0)
        assert [seat for seat in range(state.players) if found[seat] == max(found)] == list(state.outcome.winners)
    else:
        assert found == [1.0 if state.outcome.winners else -1.0]


@pytest.mark.parametrize("id", GAMES)
def test_no_game_is_longer_than_it_says(id: str) -> None:
    game = parlour.game(id)
    for players, options in tables(id):
        bound = game.max_length(players, options)
        for seed in range(3):
            steps = parlour.playout(game.new(players, options, seed=seed), parlour.Rng(seed))
            assert bound is None or steps <= bound


@pytest.mark.parametrize("id", GAMES)
def test_a_state_is_saved_with_its_history(id: str) -> None:
    game = parlour.game(id)
    state = game.new(seed=6, history=True)
    for number, now in enumerate(walk(state, 6, 12)):
        if number % 4 == 0:
            for saved in (game.deserialise(now.serialise()), pickle.loads(pickle.dumps(now)), copy.deepcopy(now)):
                assert saved == now
                assert hash(saved) == hash(now)
                assert [saved.information_state(seat) for seat in range(now.players)] == [
                    now.information_state(seat) for seat in range(now.players)
                ]


def test_what_was_not_saved_here_is_refused() -> None:
    game = parlour.game("mogul")
    other = parlour.game("photon-rush").new(2).serialise()
    for text, why in (("nonsense", "not what a state"), ("{}", "game"), (other, "mogul"), (None, "not what a state")):
        with pytest.raises(InvalidPosition, match=why):
            game.deserialise(text)
