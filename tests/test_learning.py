"""A policy that was learnt: the example that learns, and the network it left, at real tables."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots import load_bots
from parlour.bots.bot import _BOTS
from visit import Site, Visitor, a_site

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[onnx]'")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'parlour[onnx]'")

EXAMPLES = Path(__file__).parent.parent / "examples"
TRAINED = EXAMPLES / "photon-rush.onnx"


# -- learning --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def learn() -> dict[str, Any]:
    """The example, as a module."""
    for needed in ("jax", "optax", "onnx"):
        pytest.importorskip(needed, reason=f"{needed} is not installed: pip install 'parlour[learn]'")
    return runpy.run_path(str(EXAMPLES / "learn.py"))


def test_the_example_learns_and_leaves_a_network_that_plays(learn: dict[str, Any], tmp_path: Path) -> None:
    out = tmp_path / "mine.onnx"
    words = "--lessons 2 --games 8 --steps 16 --hidden 8 --trials 2 --between 1"
    curve = learn["main"](learn["arguments"]([*words.split(), "--out", str(out)]))
    assert [point["answers"] for point in curve] == [0, 128, 256]
    assert out.with_suffix(".csv").read_text().count("\n") == 4
    assert "fair share" in out.with_suffix(".svg").read_text()
    state = parlour.game("photon-rush").new(2, seed=1)
    assert parlour.make_bot(f"onnx:{out}", "photon-rush", 0).choose(state.view(0), state.legal(0)) in state.legal(0)
    with pytest.raises(parlour.RulesError, match="was trained for photon-rush"):
        parlour.make_bot(f"onnx:{out}", "mogul", 0)


@pytest.mark.parametrize("players", [2, 3])
def test_a_decision_is_worth_what_its_game_was_worth_to_its_seat(
    learn: dict[str, Any], monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    """So it is with values that know nothing and all traces kept; nobody learns from a game that is not over yet."""
    monkeypatch.setitem(learn["judge_decisions"].__globals__, "TRACE", 1.0)
    batch = parlour.batch("photon-rush", 6, players=players, seed=3)
    seats, rewards, over = [], [], []
    for _ in range(150):
        seats.append(np.array(batch.asked))
        now = batch.step(batch.sample())
        rewards.append(now.rewards.copy())
        over.append(now.done.copy())
    seat, reward, ended = np.array(seats), np.array(rewards, np.float32), np.array(over)
    advantage, followed = learn["judge_decisions"](np.zeros(seat.shape, np.float32), seat, reward, ended)
    for game in range(6):
        ends = np.flatnonzero(ended[:, game])
        assert len(ends) > 0
        for step in range(150):
            later = ends[ends >= step]
            if len(later):
                assert advantage[step, game] == reward[later[0], game, seat[step, game]]
                assert followed[step, game]
        unfinished = seat[ends[-1] + 1 :, game].tolist()
        last = {who: len(unfinished) - 1 - unfinished[::-1].index(who) for who in unfinished}
        assert [ends[-1] + 1 + place for place in sorted(last.values())] == [
            step for step in range(ends[-1] + 1, 150) if not followed[step, game]
        ]


def test_it_comes_to_answer_like_those_it_watches(learn: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'parlour[data]'")
    from parlour.lab.arena import arena
    from parlour.lab.export import write_export

    game = parlour.game("photon-rush")
    played: list[dict[str, Any]] = []
    arena(game, ["greedy", "greedy"], 4, progress=lambda record: played.append(json.loads(json.dumps(record))))
    write_export(played, tmp_path / "games.parquet")
    codes = np.array(learn["usual_codes"](game, 2))
    turns = learn["watch"](tmp_path / "games.parquet", codes)
    assert turns.mask[np.arange(len(turns.action)), turns.action].all()
    learner = learn["Learner"]([game.observation_shape(2)[0], 32, len(codes), 1], 1, 0.01)
    before = learner.learn(turns, learn["imitation_loss"], 16, 1)
    learner.learn(turns, learn["imitation_loss"], 16, 15)
    assert learner.learn(turns, learn["imitation_loss"], 16, 1) < before / 2


# -- what was learnt -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that has loaded the trained network under a name of its own, as `parlour serve --load` does."""
    folder = tmp_path_factory.mktemp("trained")
    (folder / "trained_network.py").write_text(
        "import parlour\nfrom parlour.bots import NetworkBot\n\n\n"
        f"@parlour.bot('trained')\nclass Trained(NetworkBot):\n    file = {str(TRAINED)!r}\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PARLOUR_BOTS", "trained_network")
        load_bots(["trained_network"])
        try:
            with a_site(folder / "data") as found:
                yield found
        finally:
            del _BOTS["trained"]


def answers_of_network(record: dict[str, Any]) -> int:
    """How many answers the second seat gave in a whole game, all of which are the network's."""
    game = parlour.game("photon-rush")
    bot = parlour.make_bot(f"onnx:{TRAINED}", game, 1)
    state = game.start(2, record["options"], record["setup"])
    answers = 0
    for move in record["moves"]:
        if move["seat"] == 1:
            assert bot.choose(state.view(1), state.legal(1)) == move["action"]
            answers += 1
        state.play(move["seat"], move["action"])
    assert state.outcome is not None
    return answers


def test_the_trained_network_plays_at_a_real_table(site: Site) -> None:
    """Its answers come from another process, by way of the view alone; they are those of the network."""
    anna = Visitor(site, "Anna")
    options: dict[str, Any] = {"option-round_limit": 3}
    table = anna.new_table(players=2, seat0="me", seat1="bot:trained", **options)
    chair = anna.at(table).until(lambda chair: chair.regions)
    chair.play_out()
    chair.leave()
    record = json.loads(anna.get(f"/t/{table}/record.json"))
    anna.close()
    assert answers_of_network(record) >= 6


def test_a_network_is_offered_only_where_it_knows_how_to_play(site: Site) -> None:
    anna = Visitor(site, "Anna")
    assert "bot:trained" in anna.get("/new/photon-rush?players=2")
    assert "bot:trained" not in anna.get("/new/photon-rush?players=3")
    assert "bot:trained" not in anna.get("/new/mogul?players=2")
    for game, players in (("mogul", 3), ("photon-rush", 3)):
        refused = anna.post(f"/new/{game}", status=409, players=players, seat0="me", seat1="bot:trained", seat2="open")
        assert "This bot has not learnt this game for so many players." in refused.text
    anna.close()


def test_the_trained_network_beats_greedy() -> None:
    """A few of the games behind the card's figure, from the same file; seeds are fixed."""
    from parlour.lab.arena import arena

    name = f"onnx:{TRAINED}"
    found = arena(parlour.game("photon-rush"), [name, "greedy"], 20, "test").to_dict()["bots"][name]
    assert found["low"] > 0.5
    assert TRAINED.stat().st_size < 300_000
