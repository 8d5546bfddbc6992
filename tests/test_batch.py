"""Many games stepped together: the same as one by one, and nothing half done."""

from __future__ import annotations

import contextlib
import hashlib
import json
import subprocess
import sys
from typing import Any

import pytest

import parlour
from games_here import games_here
from parlour.rules.batch import Batch
from parlour.rules.errors import IllegalAction, InvalidOptions, RulesError
from parlour.rules.game import Game, Parts
from parlour.rules.state import NATURE, State
from toy import SUMS, Cups

pytestmark = pytest.mark.exact

SMALL = ("mogul", "photon-rush")  # they have masks, and deal again in their own way


def rows(array: Any) -> list[Any]:
    found: list[Any] = array.tolist()
    return found


def masked_codes(batch: Batch, game: int) -> list[int]:
    return [code for code, legal in enumerate(rows(batch.masks)[game]) if legal]


@pytest.mark.parametrize("name", games_here())
def test_a_batch_plays_the_games_that_states_play(name: str) -> None:
    game = parlour.game(name)
    players = game.usual_players
    batch = parlour.batch(name, 3, players=players, seed=5)
    rngs = [parlour.Rng(f"5:{i}") for i in range(3)]
    states = [deal(name, players, rng) for rng in rngs]
    for step in range(120):
        for i, state in enumerate(states):
            while state.actor() == NATURE:
                state.apply(NATURE, state.chance_code(rngs[i]))
            assert batch.state(i) == state
            assert rows(batch.asked)[i] == state.actor()
            assert batch.legal(i) == state.actions(state.actor())
            if batch.masks is not None and step % 8 == i:
                assert masked_codes(batch, i) == sorted(batch.legal(i))
        codes = rows(batch.sample())
        batch.step(codes)
        for i, state in enumerate(states):
            state.apply(state.actor(), codes[i])
            while state.actor() == NATURE:
                state.apply(NATURE, state.chance_code(rngs[i]))
            over = state.outcome is not None
            assert rows(batch.done)[i] == over
            assert rows(batch.rewards)[i] == (state.returns() if over else [0.0] * players)
            if over:
                states[i] = deal(name, players, rngs[i])


def deal(name: str, players: int, rng: parlour.Rng, options: dict[str, Any] | None = None) -> State:
    from parlour.rules.chance import Dealer

    return parlour.game(name).new(players, options, seed=Dealer(rng))


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        *[("mogul", players, {"loan_cost": 2}) for players in (3, 4, 5, 6)],
        ("mogul", 4, {"quick_start": True}),
        *[("photon-rush", players, {"round_limit": 5, "towers": 3}) for players in (2, 3, 4)],
        *[("gold-n-crash", 2, options) for options in ({}, {"first": 1, "round_limit": 9})],
        ("gold-n-crash", 2, {"crews": ["meowmurai", "octopirate"]}),
        *[("crash-and-grab", players, {"round_limit": 2}) for players in (2, 3, 4, 5, 6)],
        ("crusgallo", 1, {}),
    ],
)
def test_dealing_again_deals_as_a_new_game_does(name: str, players: int, options: dict[str, Any]) -> None:
    for seed in range(8):
        dealer, again_dealer = parlour.Rng(seed), parlour.Rng(seed)
        state = deal(name, players, dealer, options)
        again = deal(name, players, parlour.Rng(f"another {seed}"), options)
        parlour.playout(again, parlour.Rng(seed), 7 * seed)
        before = again.clone()
        seen = before.position()
        assert again.deal_again(again_dealer) == ("quick_start" not in options)
        assert before.position() == seen  # a copy has a game of its own
        if "quick_start" in options:
            assert again == before
            continue
        assert again == state
        assert again_dealer.below(1 << 20) == dealer.below(1 << 20)  # as much was drawn
        for one in (state, again):
            parlour.playout(one, parlour.Rng(seed))
        assert again == state
        assert state.returns() == State.returns(state) == again.returns()


# The same on both engines, and with numpy or without: written down when batches came.
FINGERPRINTS = {"mogul": "ab3e6966c5d7c96c", "photon-rush": "bddd5b11205be7c7"}


def fingerprint(name: str) -> str:
    batch = parlour.batch(name, 20, players=4, seed="both engines", random_seats=[2])
    digest = hashlib.sha256()
    for _ in range(300):
        codes = rows(batch.sample())
        batch.step(codes)
        digest.update(json.dumps([codes, rows(batch.asked), rows(batch.rewards), rows(batch.done)]).encode())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("name", SMALL)
def test_the_same_seed_gives_the_same_batch_everywhere(name: str) -> None:
    assert fingerprint(name) == FINGERPRINTS[name]


def test_numpy_is_not_needed() -> None:
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from test_batch import FINGERPRINTS, fingerprint, parlour\n"
        "assert type(parlour.batch('mogul', 1).asked) is memoryview\n"
        "assert fingerprint('mogul') == FINGERPRINTS['mogul']\n"
        "print(parlour.batch('mogul', 2, seed=1).observe().typecode)"
    )
    path = [p for p in sys.path if p]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{program}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("f", "")


def test_a_game_depends_on_its_own_answers_only() -> None:
    few = parlour.batch("mogul", 2, seed=1)
    many = parlour.batch("mogul", 5, seed=1)
    for _ in range(200):
        codes = rows(few.sample())
        few.step(codes)
        many.step(codes + rows(many.sample())[2:])
    assert [few.state(i) for i in range(2)] == [many.state(i) for i in range(2)]


def test_random_seats_are_played_inside() -> None:
    batch = parlour.batch("photon-rush", 10, players=3, seed=1, random_seats=[0, 2])
    ended = 0
    for _ in range(100):
        assert set(rows(batch.asked)) == {1}
        batch.step(batch.sample())
        ended += sum(rows(batch.done))
    assert ended > 10


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("wrong", [-1, 4, 14, 2**40])
def test_a_code_that_is_not_legal_is_named_and_nothing_moves(wrong: int, masks: bool) -> None:
    batch = parlour.batch("mogul", 4, players=3, seed=1, masks=masks)
    before = [batch.state(i) for i in range(4)]
    codes = rows(batch.sample())
    codes[2] = wrong
    asked = rows(batch.asked)
    with pytest.raises(IllegalAction, match=f"game 2: seat {asked[2]} cannot play the code {wrong} now") as error:
        batch.step(codes)
    assert error.value.rule == "KR-28"
    assert [batch.state(i) for i in range(4)] == before
    assert rows(batch.asked) == asked
    batch.step(batch.sample())


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        ([0, 0], "3 codes are needed, one for each game, not 2"),
        ([0, "loan", 0], "game 1: a code is an integer, not"),
        ([0, 0, True], "game 2: true is no code"),
        ([2**70, 0, 0], "game 0: .* is no code"),
    ],
)
def test_what_is_no_code_is_refused(codes: list[Any], said: str) -> None:
    batch = parlour.batch("mogul", 3, seed=1)
    with pytest.raises(RulesError, match=said):
        batch.step(codes)


def test_arrays_of_other_numbers_are_refused() -> None:
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    batch = parlour.batch("mogul", 3, seed=1)
    with pytest.raises(RulesError, match="one row of integers, not an array of float64"):
        batch.step(numpy.zeros(3))
    with pytest.raises(RulesError, match="in 2 dimensions"):
        batch.step(numpy.zeros((3, 1), dtype=int))
    batch.step(numpy.array(batch.sample(), dtype="i2"))
    for array in batch.now:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_game_without_an_end_is_cut() -> None:
    batch = parlour.batch("photon-rush", 2, players=2, seed=1, limit=6)
    seen: list[list[bool]] = []
    for _ in range(12):
        # Nobody builds, everybody defends: nobody ever wins.
        batch.step([12 if 12 in batch.legal(i) else batch.legal(i)[1] for i in range(2)])
        seen.append(rows(batch.cut))
        assert not any(rows(batch.done))
        assert rows(batch.rewards) == [[0.0, 0.0]] * 2
    assert [both[0] for both in seen] == [False] * 5 + [True] + [False] * 5 + [True]


def test_a_game_that_no_mask_can_follow_is_cut_or_played_on_without_masks() -> None:
    far = {"start": {"gold": 2, "mercs": 41, "mines": 0, "saloons": 0}}
    data = {**components("photon-rush"), **far}
    plain = parlour.batch("photon-rush", 1, players=3, seed=1, components=data, masks=False)
    masked = parlour.batch("photon-rush", 1, players=3, seed=1, components=data)
    # 41 raiders and 41 more meet 41 defenders: the choice among them has no small code.
    for code in (12, 12, 12, 4 | 1, 0, 0):
        assert not rows(masked.cut)[0]
        plain.step([code])
        masked.step([code])
    assert min(plain.legal(0)) >= 100_000
    plain.step(plain.sample())
    assert rows(masked.cut) == [True]
    assert masked.state(0) == parlour.game("photon-rush").new(3, components=data)


class WideCups(Cups):
    """Cups where some throws lead to codes that no mask has room for, or to an error."""

    lucky: tuple[int, ...] = ()  # if there are any, only these throws have room
    fatal = 99  # a first throw with which no second seat can speak

    def clone(self) -> WideCups:
        other = WideCups(self.players)
        other.dice, other.said = self.dice[:], self.said[:]
        return other

    def actions(self, seat: int) -> list[int]:
        if seat == NATURE:
            return SUMS
        if self.said and self.dice[0] == self.fatal:
            raise RulesError("this game has grown too large")
        fits = tuple(self.dice) == self.lucky if self.lucky else self.dice[0] < 9
        return [0, 1] if fits else [0, 7]


class CupsGame(Game):
    def __init__(self) -> None:
        super().__init__("cups", "Cups", range(2, 4), [], "toy", "TOY-0")

    def deal(self, players: int, options: dict[str, Any], dealer: Any, parts: Parts) -> dict[str, Any]:
        return {}

    def begin(self, players: int, options: dict[str, Any], setup: dict[str, Any], parts: Parts) -> State:
        return WideCups(players)


def batch_of_cups(count: int, players: int, seed: object) -> Batch:
    parts = Parts()
    parts.action_count = 2
    return Batch(CupsGame(), count, players, {}, parts, seed, 0, True, 0)


def seed_with_room(count: int, players: int) -> int:
    for seed in range(10_000):
        with contextlib.suppress(RulesError):
            batch_of_cups(count, players, seed)
            return seed
    raise AssertionError("no seed has room")


def said_so_far(batch: Batch) -> list[int]:
    return [len(batch.state(i).position()["said"]) for i in range(int(batch.count))]


@pytest.mark.parametrize("looking", [True, False])
def test_a_new_game_without_room_is_dealt_again_and_no_step_fails(looking: bool) -> None:
    batch = batch_of_cups(4, 2, seed_with_room(4, 2))
    for step in range(60):
        assert said_so_far(batch) == [step % 2] * 4
        batch.step(batch.sample())
        assert rows(batch.done) == [step % 2 == 1] * 4
        assert rows(batch.cut) == [False] * 4  # nobody was asked in what was dealt again
        assert all(batch.legal(i) == [0, 1] for i in range(4))
        if looking:
            assert rows(batch.masks) == [[True, True]] * 4


def test_where_nothing_else_has_room_a_game_begins_as_the_first_did(monkeypatch: pytest.MonkeyPatch) -> None:
    seed = seed_with_room(1, 3)
    first = batch_of_cups(1, 3, seed).state(0)
    monkeypatch.setattr(WideCups, "lucky", tuple(first.position()["dice"]))
    batch = batch_of_cups(1, 3, seed)
    for _ in range(5):
        assert batch.state(0) == first
        for _ in range(3):
            batch.step([1])


@pytest.mark.parametrize("outside", [True, False])
def test_a_game_that_says_it_is_too_large_is_cut_and_the_others_move(
    monkeypatch: pytest.MonkeyPatch, outside: bool
) -> None:
    batch = batch_of_cups(6, 2, seed_with_room(6, 2))
    throws = [batch.state(i).position()["dice"][0] for i in range(6)]
    monkeypatch.setattr(WideCups, "fatal", throws[2])
    codes = batch.sample()
    batch.step(rows(codes) if outside else codes)
    fatal = [throw == throws[2] for throw in throws]
    assert rows(batch.cut) == fatal
    assert said_so_far(batch) == [0 if cut else 1 for cut in fatal]
    assert rows(batch.masks) == [[True, True]] * 6


def test_a_reset_that_is_refused_changes_nothing() -> None:
    batch = batch_of_cups(4, 2, seed_with_room(4, 2))
    batch.step(batch.sample())
    before = [batch.state(i) for i in range(4)], rows(batch.asked), rows(batch.masks)
    refused = 0
    for seed in range(20):
        try:
            batch_of_cups(4, 2, seed)
        except RulesError:
            with pytest.raises(RulesError, match="no room"):
                batch.reset(seed)
            refused += 1
            assert ([batch.state(i) for i in range(4)], rows(batch.asked), rows(batch.masks)) == before
    assert refused > 5
    batch.step(batch.sample())
    assert rows(batch.done) == [True] * 4


@pytest.mark.parametrize("sampled", [True, False])
def test_masks_are_right_from_when_somebody_takes_them(sampled: bool) -> None:
    batch = parlour.batch("mogul", 6, players=4, seed=3)
    for _ in range(30):
        batch.step(batch.sample())
    _, masks, _, _, _ = batch.now
    for _ in range(300):
        for i in range(6):
            assert [code for code, legal in enumerate(rows(masks)[i]) if legal] == sorted(batch.legal(i))
        codes = batch.sample() if sampled else [batch.legal(i)[-1] for i in range(6)]
        assert batch.step(codes).masks is masks is batch.masks
    batch.reset(4)
    assert masked_codes(batch, 0) == sorted(batch.legal(0))
    assert batch.masks is masks
    assert len(batch.now) == 5
    assert batch.now[1] is masks


@pytest.mark.parametrize("name", games_here())
def test_what_is_sampled_depends_on_how_often_one_has_asked_only(name: str) -> None:
    batch = parlour.batch(name, 3, seed=9)
    rng = parlour.Rng("9:sample")
    for step in range(60):
        legal = [batch.legal(i) for i in range(3)]
        codes: Any = [answers[-1] for answers in legal]
        for _ in range((0, 1, 1, 2, 1)[step % 5]):
            codes = batch.sample()
            expected = [answers[rng.below(len(answers))] for answers in legal]
            assert rows(codes) == expected
        batch.step(codes if step % 3 else [int(code) for code in codes])
        if step % 5:
            assert rows(codes) == expected  # a step leaves what was sampled before it


def test_a_batch_whose_first_question_no_mask_can_hold_is_refused() -> None:
    rich = {**components("photon-rush"), "start": {"gold": 100, "mercs": 1, "mines": 0, "saloons": 0}}
    with pytest.raises(RulesError, match="make the batch without"):
        parlour.batch("photon-rush", 1, components=rich)


def components(name: str) -> dict[str, Any]:
    import tomllib
    from pathlib import Path

    return tomllib.loads((Path(parlour.game(name).folder) / "components.toml").read_text())


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"count": 0}, RulesError, "1 to 1000000 games, not 0"),
        ({"players": 9}, InvalidOptions, "3 to 6 players"),
        ({"random_seats": [3]}, InvalidOptions, "no seat 3"),
        ({"random_seats": [0, 1, 2]}, InvalidOptions, "somebody has to be asked"),
        ({"limit": -1}, RulesError, "a limit is"),
    ],
)
def test_batches_that_cannot_be_made(options: dict[str, Any], kind: type[RulesError], said: str) -> None:
    arguments = {"count": 2, "players": 3, **options}
    with pytest.raises(kind, match=said):
        parlour.batch("mogul", arguments.pop("count"), **arguments)


def test_a_batch_begins_anew() -> None:
    batch = parlour.batch("mogul", 3, seed=1)
    start = [batch.state(i) for i in range(3)]
    for _ in range(50):
        batch.step(batch.sample())
    batch.reset(1)
    assert [batch.state(i) for i in range(3)] == start
    for i in range(3):
        assert masked_codes(batch, i) == sorted(batch.legal(i))
    with pytest.raises(RulesError, match="no game 3"):
        batch.legal(3)


def test_a_batch_tells_what_the_seats_see() -> None:
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    batch = parlour.batch("mogul", 4, players=3, seed=1)
    for _ in range(40):
        batch.step(batch.sample())
    seen = batch.observe()
    assert seen.dtype == numpy.float32
    for i, seat in enumerate(rows(batch.asked)):
        assert list(seen[i]) == list(batch.state(i).observation(seat))
    out = numpy.ones_like(seen)
    assert batch.observe(out) is out
    assert (out == seen).all()
    with pytest.raises(RulesError, match="4 rows of"):
        batch.observe(out[:3])


def test_what_was_drawn_for_one_question_is_checked_for_the_next() -> None:
    batch = parlour.batch("mogul", 50, players=4, seed=1)
    for _ in range(30):
        drawn = batch.sample()
        batch.step(drawn)
    before = [batch.state(i) for i in range(50)]
    with pytest.raises(IllegalAction):
        batch.step(drawn)
    assert [batch.state(i) for i in range(50)] == before


@pytest.mark.parametrize("name", games_here())
def test_masks_are_for_few_codes(name: str) -> None:
    codes = parlour.game(name).action_count
    assert codes is not None
    batch = parlour.batch(name, 1, seed=1)
    assert (batch.masks is None) == (codes > 100_000)
    assert parlour.batch(name, 1, seed=1, masks=False).masks is None
