"""Records as data to learn from, and networks that were trained elsewhere."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.bots import UnknownBot, make_bot
from parlour.bots.onnx import open_network, usual_codes, usual_version_of
from parlour.cli import main
from parlour.lab.export import card_of, check_export
from parlour.rules.features import version_of


def run(*words: str) -> Any:
    return CliRunner().invoke(main, words, catch_exceptions=False)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records of a few games of Mogul."""
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    found = run("arena", "mogul", "--seats", "random,random,random", "--games", "3", "--records", str(file))
    assert found.exit_code == 0, found.output
    return file


def test_a_row_is_what_a_seat_observed_and_answered(kept: Path, tmp_path: Path) -> None:
    target = tmp_path / "mogul.jsonl"
    found = run("records", "export", str(kept), "--to", str(target))
    assert found.exit_code == 0, found.output
    records = [json.loads(line) for line in kept.read_text().splitlines()]
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert len(rows) == sum(len(record["moves"]) for record in records)  # Mogul has no chance moves
    game = parlour.game("mogul")
    state = game.start(3, {}, records[0]["setup"])
    for row, move in zip(rows, records[0]["moves"], strict=False):
        assert (row["game"], row["seat"], row["notation"]) == (0, move["seat"], move["action"])
        assert row["observation"] == pytest.approx(list(state.observation(row["seat"])), abs=1e-6)
        assert row["action"] in row["legal"]
        assert row["legal"] == state.actions(row["seat"])
        assert row["return"] == game.replay(records[0]).returns()[row["seat"]]
        state.play(row["seat"], row["notation"])
    card = json.loads(card_of(target).read_text())
    assert card["names"] == list(game.observation_names(3))
    assert (card["games"], card["rows"], card["unfinished"]) == (len(records), len(rows), 0)


def test_data_that_was_changed_is_found_out(kept: Path, tmp_path: Path) -> None:
    target = tmp_path / "mogul.jsonl"
    run("records", "export", str(kept), "--to", str(target))
    assert run("records", "check", str(target)).exit_code == 0
    target.write_text(target.read_text().replace('"seat":0', '"seat":1', 1))
    found = run("records", "check", str(target))
    assert found.exit_code == 2
    assert "SHA-256" in found.output
    with pytest.raises(parlour.InvalidRecord, match="card"):
        check_export(tmp_path / "nothing.jsonl")


def test_the_same_rows_as_parquet(kept: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'parlour[data]'")
    lines, table = tmp_path / "a.jsonl", tmp_path / "a.parquet"
    for target in (lines, table):
        assert run("records", "export", str(kept), "--to", str(target)).exit_code == 0
    rows = [json.loads(line) for line in lines.read_text().splitlines()]
    found = parquet.read_table(table).to_pylist()
    assert len(found) == len(rows)
    for one, other in zip(found[::50], rows[::50], strict=True):
        assert one["observation"] == pytest.approx(other["observation"], abs=1e-6)
        assert {**one, "observation": 0} == {**other, "observation": 0}


def test_a_bad_record_leaves_nothing_behind(kept: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    first = kept.read_text().splitlines()[0]
    rush = {"game": "photon-rush", "players": 2, "options": {}, "setup": {}, "moves": []}
    for second, why in (
        ("nonsense", "line 2"),
        (json.dumps(rush), "games of one kind"),
        (json.dumps({**json.loads(first), "moves": [{"seat": 0, "action": "fly"}]}), "moves"),
    ):
        bad.write_text(f"{first}\n{second}\n")
        found = run("records", "export", str(bad), "--to", str(tmp_path / "out.jsonl"))
        assert found.exit_code == 2
        assert why in found.output
        assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl"]
    assert run("records", "export", str(kept), "--to", str(tmp_path / "out.txt")).exit_code == 2


# -- networks --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Writes a network that always likes the last actions best, trained for a version."""
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'parlour[onnx]'")
    onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install onnx")
    np = pytest.importorskip("numpy")
    from onnx import TensorProto, helper, numpy_helper

    def write(
        version: str, players: int = 3, id: str = "mogul", actions: int = 10, last: bool = True, how: str = ""
    ) -> str:
        size = parlour.game(id).observation_shape(players)[0]
        weights = numpy_helper.from_array(np.zeros((size, actions), np.float32), "weights")
        order = np.arange(actions, dtype=np.float32)
        likes = numpy_helper.from_array(order if last else -order, "likes")
        graph = helper.make_graph(
            [
                helper.make_node("MatMul", ["observation", "weights"], ["flat"]),
                helper.make_node("Add", ["flat", "likes"], ["values"]),
            ],
            "high",
            [helper.make_tensor_value_info("observation", TensorProto.FLOAT, [1, size])],
            [helper.make_tensor_value_info("values", TensorProto.FLOAT, [1, actions])],
            [weights, likes],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
        helper.set_model_props(model, {"parlour": version, **({"parlour_answers": how} if how else {})})
        path = tmp_path_factory.mktemp("network") / "high.onnx"
        onnx.save(model, path)
        return str(path)

    return write


def test_a_network_plays_at_our_tables(network: Any) -> None:
    game = parlour.game("mogul")
    path = network(version_of(game, 3))
    state = game.new(3, seed=1)
    seat = state.owing()[0]
    bot = make_bot(f"onnx:{path}", game, seat)
    legal = state.legal(seat)
    assert bot.choose(state.view(seat), legal) == max(legal, key=lambda action: state.parse(seat, action))
    found = run("arena", "mogul", "--seats", f"onnx:{path},random,random", "--games", "3", "--json")
    assert found.exit_code == 0, found.output
    assert f"onnx:{path}" in json.loads(found.output)["bots"]


def test_a_network_sits_at_tables_in_the_browser_under_a_name_of_its_own(
    network: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are named by whoever runs the server, never by a guest: `onnx` itself is not offered."""
    from parlour.bots.bot import _BOTS, bots, load_bots, more_bots
    from parlour.tables.thinking import think

    path = network(version_of(parlour.game("mogul"), 3))
    (tmp_path / "trained_bots.py").write_text(
        "import parlour\nfrom parlour.bots import NetworkBot\n\n\n"
        f"@parlour.bot('trained')\nclass Trained(NetworkBot):\n    file = {path!r}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PARLOUR_BOTS", "trained_bots")
    load_bots(more_bots())
    try:
        assert "trained" in bots()
        assert "onnx" not in bots()
        state = parlour.game("mogul").new(3, seed=1)
        seat = state.owing()[0]
        legal = state.legal(seat)
        chosen = think("trained", parlour.game("mogul"), seat, "1", state.view(seat), legal, [])
        assert chosen == max(legal, key=lambda action: state.parse(seat, action))
    finally:
        del _BOTS["trained"]
    with pytest.raises(UnknownBot, match="no_such_module"):
        load_bots(["no_such_module"])


def test_a_network_for_something_else_is_refused(network: Any, tmp_path: Path) -> None:
    game = parlour.game("mogul")
    for version in ("", version_of(game, 3).replace("mogul", "chess")):
        with pytest.raises(UnknownBot, match=r"was trained for .* and this is mogul v1"):
            make_bot(f"onnx:{network(version)}", game, 0)
    four = network(version_of(game, 4), 4)
    state = game.new(3, seed=1)
    bot = make_bot(f"onnx:{four}", game, 0)
    seat = state.owing()[0]
    with pytest.raises(UnknownBot, match=r"4 players, .* this is mogul v1, 3 players"):
        bot.choose(state.view(seat), state.legal(seat))
    with pytest.raises(UnknownBot, match="no network"):
        make_bot(f"onnx:{tmp_path / 'nothing.onnx'}", game, 0)


def test_a_module_with_a_network_for_something_else_is_refused_when_it_is_loaded(
    network: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the arena and by the server, which would not offer it anywhere, and nobody would know why."""
    from parlour.bots.bot import _BOTS

    monkeypatch.syspath_prepend(tmp_path)
    version = version_of(parlour.game("mogul"), 3)
    for place, (file, why) in enumerate(
        (
            (network(version.replace("v1", "v9")), "and this is mogul v1"),
            (network(version.replace("mogul", "chess")), "a box without that game"),
            (str(tmp_path / "nothing.onnx"), "no network that can be read"),
        )
    ):
        (tmp_path / f"wrong_{place}.py").write_text(
            "import parlour\nfrom parlour.bots import NetworkBot\n\n\n"
            f"@parlour.bot('wrong')\nclass Wrong(NetworkBot):\n    file = {file!r}\n"
        )
        for words in (
            ("arena", "mogul", "--seats", "wrong,random,random"),
            ("serve", "--data", str(tmp_path / "data")),
        ):
            found = run(*words, "--load", f"wrong_{place}")
            assert found.exit_code != 0
            assert why in found.output
        del _BOTS["wrong"]


def test_a_network_may_know_the_usual_actions_only(network: Any) -> None:
    """Photon Rush has 569 of them for two. Where none of them is legal it plays what it may."""
    game = parlour.game("photon-rush")
    path = network(usual_version_of(game, 2), 2, game.id, len(usual_codes(game, 2)))
    state = game.new(2, seed=1)
    legal = state.legal(0)
    bot = make_bot(f"onnx:{path}", game, 0)
    assert bot.choose(state.view(0), legal) == max(legal, key=lambda action: state.parse(0, action))
    played = run("arena", "photon-rush", "--seats", f"onnx:{path},random", "--games", "2", "--json")
    assert played.exit_code == 0, played.output
    three = game.new(3, seed=1)
    with pytest.raises(UnknownBot, match=r"569 usual actions .* 3 players"):
        bot.choose(three.view(0), three.legal(0))
    assert usual_version_of(parlour.game("mogul"), 3) == version_of(parlour.game("mogul"), 3)


def test_a_network_may_draw_its_answers(network: Any) -> None:
    """By the chances whose logarithms it gives, the same ones for the same seed."""
    game = parlour.game("mogul")
    path = network(version_of(game, 3), how="drawn")
    state = game.new(3, seed=1)
    seat = state.owing()[0]
    view, legal = state.view(seat), state.legal(seat)
    order = {action: state.parse(seat, action) for action in legal}  # what the network likes, as a logarithm
    drawn = [make_bot(f"onnx:{path}", game, seat, seed).choose(view, legal) for seed in range(400)]
    assert drawn[:20] == [make_bot(f"onnx:{path}", game, seat, seed).choose(view, legal) for seed in range(20)]
    weights = {action: math.exp(order[action]) for action in legal}
    for action in legal:
        expected = weights[action] / sum(weights.values())
        assert drawn.count(action) / len(drawn) == pytest.approx(expected, abs=0.1)
    assert len(set(drawn)) > 1
    with pytest.raises(UnknownBot, match="its answers are guessed"):
        make_bot(f"onnx:{network(version_of(game, 3), how='guessed')}", game, seat)


def test_a_network_is_read_again_only_when_its_file_has_changed(network: Any) -> None:
    game = parlour.game("mogul")
    path = network(version_of(game, 3))
    state = game.new(3, seed=1)
    seat = state.owing()[0]
    legal = sorted(state.legal(seat), key=lambda action: state.parse(seat, action))
    assert make_bot(f"onnx:{path}", game, seat).choose(state.view(seat), legal) == legal[-1]
    assert open_network(path) is open_network(path)
    Path(path).write_bytes(Path(network(version_of(game, 3), last=False)).read_bytes())
    os.utime(path, ns=(1, 1))
    assert make_bot(f"onnx:{path}", game, seat).choose(state.view(seat), legal) == legal[0]


def test_a_network_needs_its_file() -> None:
    state = parlour.game("mogul").new(3, seed=1)
    seat = state.owing()[0]
    with pytest.raises(UnknownBot, match="onnx:FILE"):
        make_bot("onnx", "mogul", seat).choose(state.view(seat), state.legal(seat))
