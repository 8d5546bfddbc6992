"""Networks: both engines weigh the same, and a run learns something, and goes on where it was ended."""

from __future__ import annotations

import json
import operator
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import parlour
from inputs_read import numbers_of
from parlour.lab import practice, train
from parlour.lab.learning import Layers
from parlour.rules.errors import RulesError
from parlour.rules.judge import Judge, judge_of
from parlour.rules.network import (
    Learned,
    Network,
    inputs_of,
    learned_of,
    number_count,
    open_learned,
    orders_of,
    reading,
    write_network,
)

GAME = parlour.game("photon-rush")


def some_numbers(count: int) -> list[float]:
    """Numbers of 16 bits that look like those of a network, the same on every machine."""
    rng = parlour.Rng("numbers")
    return [(rng.below(2048) - 1024) / 4096 for _ in range(count)]


def a_network(players: int, hidden: list[int]) -> Learned:
    inputs = inputs_of(GAME)
    size = int(inputs.size(GAME.new(players, seed=1)))
    sizes = [size, *hidden, players + 1 + int(inputs.answers(players))]
    return Learned(Network(sizes, some_numbers(number_count(sizes))), inputs, players)


def by_hand(network: Network, sizes: list[int], values: list[float]) -> list[float]:
    """The same sums, as the definition says."""
    numbers = [float(number) for number in network.numbers]
    at = 0
    for place in range(1, len(sizes)):
        into, out = sizes[place - 1], sizes[place]
        last = place == len(sizes) - 1
        weights, biases = numbers[at : at + into * out], numbers[at + into * out : at + into * out + out]
        rows = [weights[o * into : (o + 1) * into] if last else weights[o::out] for o in range(out)]
        sums = [bias + sum(map(operator.mul, values, row)) for bias, row in zip(biases, rows, strict=True)]
        values = sums if last else [max(0.0, total) for total in sums]
        at += (into + 1) * out
    return values


@pytest.mark.exact
@pytest.mark.parametrize("hidden", [[7], [9, 5]])
def test_a_network_is_the_sum_that_it_says(hidden: list[int]) -> None:
    learned = a_network(3, hidden)
    state = GAME.new(3, seed=4)
    parlour.playout(state, parlour.Rng(4), 9)
    filled = learned.blank[:]
    learned.inputs.fill(state, 1, filled, 0)
    values = [float(value) for value in filled]
    sizes = [int(size) for size in learned.network.sizes]
    hidden_layer = learned.network.hidden_layer(filled)
    found = [learned.network.output(hidden_layer, place) for place in range(sizes[-1])]
    assert found == pytest.approx(by_hand(learned.network, sizes, values), abs=1e-9)


@pytest.mark.exact
def test_both_engines_weigh_and_draw_the_same() -> None:
    """The numbers here were written down once; this test runs on the pure and on the compiled engine."""
    learned = a_network(3, [8])
    rng = parlour.Rng(5)
    state = GAME.new(3, seed=5)
    worths: list[float] = []
    drawn: list[int] = []
    while state.actor() >= 0 and len(drawn) < 40:
        seat = state.actor()
        codes = state.codes(seat)
        worths += learned.worths(learned.think(state, seat), seat)
        code = learned.draw(state, seat, codes, rng)
        drawn.append(int(code))
        state.apply(seat, code if code >= 0 else codes[0])
    assert sum(worths) == pytest.approx(62.9196526150215, abs=1e-9)
    assert drawn[:20] == [14, 27, 13, 6, 10, 5, -1, 13, 12, 13, 5, 6, 8, -1, 27, 13, 12, 5, 10, 4]


def test_a_file_says_what_it_was_trained_for(tmp_path: Path) -> None:
    learned = a_network(2, [4])
    sizes = [int(size) for size in learned.network.sizes]
    path = tmp_path / "2.network"
    numbers = [float(number) for number in learned.network.numbers]
    write_network(path, {"reads": reading(GAME, 2)}, sizes, numbers)
    again = open_learned(GAME, path, 2)
    assert [float(number) for number in again.network.numbers] == numbers
    with pytest.raises(RulesError, match="was trained for photon-rush, 2 players"):
        open_learned(GAME, path, 3)
    path.write_bytes(path.read_bytes()[:-2])
    with pytest.raises(RulesError, match="no network that can be read"):
        open_learned(GAME, path, 2)


def test_a_judge_goes_by_what_was_learnt_where_it_is_told_to() -> None:
    judge = Judge()
    state = GAME.new(3, seed=1)
    assert judge.foresee(state, 0)[:-1] == judge.hopes(state)
    learned = a_network(3, [6])
    judge.teach(3, learned)
    assert judge.foresee(state, 1)[:-1] == judge.hopes(state)
    judge.learned = True
    thought = learned.think(state, 1)
    assert judge.foresee(state, 1) == [*learned.worths(thought, 1), learned.winning(thought)]


@pytest.mark.parametrize("name", parlour.games())
def test_networks_in_the_box_are_small_and_have_a_card(name: str) -> None:
    game = parlour.game(name)
    folder = Path(game.folder) / "learned"
    files = sorted(folder.glob("*.network"))
    assert sum(file.stat().st_size for file in files) <= 300_000
    for file in files:
        assert learned_of(game, int(file.stem)) is not None
        assert (folder / f"{file.stem}.csv").exists()
        card = file.with_suffix(".md").read_text(encoding="utf-8")
        assert "python -m parlour.lab.train" in card
        assert "Does not show" in card


@pytest.mark.parametrize("players", [2, 3, 4])
def test_others_who_sit_in_another_order_are_the_same_others(players: int) -> None:
    """What a network would have seen, and what its answer would have been."""
    inputs = inputs_of(GAME)
    state = GAME.new(players, seed=1)
    rng = parlour.Rng(7)
    while state.position()["phase"] != "action" or state.position()["round"] < 3:
        parlour.playout(state, rng, 1)
    orders = orders_of(GAME, players, inputs)
    assert len(orders) == [1, 2, 6][players - 2]
    for order in orders:
        table = state.position()
        other = GAME.load({**table, "seats": [table["seats"][seat] for seat in order.seats]})
        seen, turned = (numbers_of(GAME, found, 0) for found in (state, other))
        assert turned == [seen[place] for place in order.inputs]
        for card in ("raid", "tnt", "defend"):
            for step in range(1, players):
                kind = inputs.kind(other, 0, other.read(0, f"{card} {step}"))
                before = inputs.kind(state, 0, state.read(0, f"{card} {order.seats[step]}"))
                assert order.kinds[before] == kind
        assert sorted(order.kinds) == list(range(inputs.answers(players)))


def test_a_network_prefers_nobody_for_where_they_sit() -> None:
    """Where the others are alike, each of them is as likely to be chosen."""
    learned = learned_of(GAME, 3)
    assert learned is not None
    state = GAME.new(3, seed=1)
    for seat in range(3):
        state.play(seat, "build 2 0")
    rng = parlour.Rng(11)
    drawn = Counter(state.notation(0, learned.draw(state, 0, state.codes(0), rng)) for _ in range(1000))
    for card in ("raid", "tnt", "defend"):
        apart = abs(drawn[f"{card} 1"] - drawn[f"{card} 2"])
        assert apart**2 < 12 * (drawn[f"{card} 1"] + drawn[f"{card} 2"] + 1)  # by chance once in two thousand


# -- learning --------------------------------------------------------------------------------------


def run(folder: Path, *words: str) -> bytes:
    """Train for two players in this folder; the network."""
    train.main(["photon-rush", "--players", "2", "--out", str(folder), "--hidden", "12", *words])
    return (folder / "2.network").read_bytes()


def test_watching_foresees_more_than_nothing_and_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    words = ["--games", "192", "--field", "random", "--epochs", "8"]
    whole = run(tmp_path, *words)
    curve = (tmp_path / "2.csv").read_text().splitlines()
    last = dict(zip(curve[0].split(","), map(float, curve[-1].split(",")), strict=True))
    assert last["best"] < last["mean"] - 0.02
    shard = tmp_path / "2.shards" / "00003.npz"
    shard.unlink()  # a run that was ended before this one was watched
    before = (tmp_path / "2.shards" / "00002.npz").stat().st_mtime_ns
    assert run(tmp_path, *words) == whole
    assert (tmp_path / "2.shards" / "00002.npz").stat().st_mtime_ns == before
    with pytest.raises(SystemExit, match="a run with other settings"):
        run(tmp_path, *words, "--seed", "2")


def test_watching_notes_every_seat_where_a_search_would_ask(tmp_path: Path) -> None:
    """In Mogul where a round begins: a third of the views are of the seat that is asked then."""
    np: Any = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    task = train.Watched("mogul", ["random"], 3, "1", 0, 2, 1000, [], str(tmp_path / "some.npz"))
    seen = np.load(train.watch_shard(task))["seen"]
    names = inputs_of(parlour.game("mogul")).names(3, parlour.game("mogul").parts())
    told = {name: seen[:, place] for place, name in enumerate(names)}
    assert 2 * 3 * 20 <= len(seen) <= 2 * 3 * 28
    assert not told["winner"].any()
    assert not told["the share is left"].any()
    assert not told["pot"].any()
    assert told["you: asked"].mean() == pytest.approx(1 / 3)
    assert told["you: begins"].mean() == pytest.approx(1 / 3)


def test_where_one_is_asked_after_the_other_the_rest_look_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search has to judge places where somebody else is asked, so these are learnt from as well."""
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    monkeypatch.setattr(train, "TABLES", 4)
    rows: list[tuple[Any, ...]] = []
    learn = practice.Practice.learn

    def noted(self: Any, found: list[Any]) -> dict[str, float]:
        rows.extend(zip(*[column.copy() for column in found], strict=True))  # `learn` changes them
        return learn(self, found)

    monkeypatch.setattr(practice.Practice, "learn", noted)
    networks: list[bytes] = []
    for folder in ("one", "two"):
        words = ["--lessons", "1", "--decisions", "1500", "--company", "50", "30", "--undecided", "2"]
        train.main(["mogul", "--players", "3", "--out", str(tmp_path / folder), "--hidden", "8", *words])
        networks.append((tmp_path / folder / "3.network").read_bytes())
    assert networks[0] == networks[1]
    card = (tmp_path / "one" / "3.md").read_text(encoding="utf-8")
    assert str(tmp_path) not in card  # nor does it matter for whoever makes it again
    assert "parlour.lab.train mogul --players 3 --hidden 8 --lessons 1" in " ".join(card.split())
    asked = list(inputs_of(parlour.game("mogul")).names(3, parlour.game("mogul").parts())).index("you: asked")
    answered = [row for row in rows if row[1].any()]
    looked_on = [row for row in rows if not row[1].any()]
    assert len(answered) > len(looked_on) > len(answered) / 6
    assert all(row[0][asked] == 1 for row in answered)
    assert not any(row[0][asked] for row in looked_on)


def test_playing_wins_more_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    monkeypatch.setattr(train, "TABLES", 32)
    monkeypatch.setattr(train, "STAGE", 5)
    words = ["--lessons", "10", "--decisions", "1024", "--rate", "0.01"]
    whole = run(tmp_path / "whole", *words)
    lesson = practice.Practice.lesson

    def ended(self: Any) -> dict[str, float]:
        if self.lessons == 7:
            raise KeyboardInterrupt
        return lesson(self)

    monkeypatch.setattr(practice.Practice, "lesson", ended)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "ended", *words)
    monkeypatch.setattr(practice.Practice, "lesson", lesson)
    assert run(tmp_path / "ended", *words) == whole
    assert run(tmp_path / "processes", *words, "--jobs", "2") == whole  # each with one of the two rooms
    curve = (tmp_path / "ended" / "2.csv").read_text().splitlines()
    assert len(curve) == 3
    assert json.loads((tmp_path / "ended" / "2.json").read_text())["lessons"] == 10
    wins = share_of(tmp_path / "whole" / "2.network")
    assert wins > 0.6


def test_a_run_may_begin_with_what_another_has_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    monkeypatch.setattr(train, "TABLES", 8)
    words = ["--lessons", "1", "--decisions", "1200"]
    first = run(tmp_path / "first", *words)
    after = str(tmp_path / "first" / "2.network")
    still = run(tmp_path / "still", *words, "--after", after, "--rate", "0")  # it learns nothing
    assert still == first
    assert run(tmp_path / "second", *words, "--after", after) != first
    card = " ".join((tmp_path / "second" / "2.md").read_text(encoding="utf-8").split())
    assert "--after 2.network" in card  # by its name alone
    with pytest.raises(SystemExit, match="is a network of layers"):
        train.main(["photon-rush", "--players", "2", "--out", str(tmp_path / "third"), "--after", after, *words])


def test_nothing_is_learnt_of_an_answer_that_was_given() -> None:
    """A learner that is given its orders learns of cards alone."""
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    inputs = inputs_of(GAME)
    answers = int(inputs.answers(3))
    sizes = [int(inputs.size(GAME.new(3, seed=1))), 8, 4 + answers]
    cards = 5  # of three: kinds of raids, T.N.T. and Defend come first

    def learnt(opening: Any) -> set[bool]:
        room = practice.PracticeRoom(practice.Course("photon-rush", 3, sizes, "given", (100, 0), 4), 0)
        room.opening = opening
        room.begin_stage([], 0, 0)
        columns, _ = room.play(Layers(sizes, room.np.random.default_rng(1), 0.0).parameters, 60)
        return {bool(kind < cards) for kind in columns[2]}

    def given(state: parlour.State, seat: int, rng: parlour.Rng) -> int | None:
        return int(state.codes(seat)[0]) if state.position()["phase"] == "build" else None

    assert learnt(given) == {True}
    assert learnt(None) == {True, False}


def share_of(path: Path) -> float:
    """How often a network wins against answers at random."""
    learned = open_learned(GAME, path, 2)
    judge = judge_of("photon-rush")
    rng = parlour.Rng("share")
    wins = 0.0
    for number in range(60):
        state = GAME.new(2, seed=number)
        own = number % 2
        while state.actor() >= 0:
            seat = state.actor()
            codes = state.codes(seat)
            code = learned.draw(state, seat, codes, rng) if seat == own else codes[rng.below(len(codes))]
            state.apply(seat, code if code >= 0 else judge.lean(state, seat, codes, rng))
        assert state.outcome is not None
        wins += 1 / len(state.outcome.winners) if own in state.outcome.winners else 0.0
    return wins / 60


def test_a_game_without_kinds_of_answers_is_learnt_by_watching(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    with pytest.raises(SystemExit, match="learnt by watching"):
        train.main(["crusgallo", "--out", str(tmp_path), "--lessons", "1"])
