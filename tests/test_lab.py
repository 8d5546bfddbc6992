"""The lab: changes, paired experiments, honest stopping; by command, from a file and from Python."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner

import parlour
from parlour.bots.bot import _BOTS
from parlour.cli import main
from parlour.lab import Experiment, Result, Variant, read_experiment, run
from parlour.lab.findings import as_csv, sentences
from parlour.lab.measures import Observer, observe, placed_before
from parlour.lab.report import plots, report_html
from parlour.lab.result import EXAMPLES
from parlour.lab.running import progress_of
from parlour.lab.sittings import Sittings, play_again
from parlour.lab.variants import dial_range, variants_from
from parlour.rules.components import changed_components
from parlour.rules.outcome import Outcome

RANDOM = ["random", "random"]


def ok(*arguments: str) -> str:
    found = CliRunner().invoke(main, list(arguments))
    assert found.exit_code == 0, found.output
    return found.stdout


def refused(*arguments: str) -> str:
    found = CliRunner().invoke(main, list(arguments))
    assert found.exit_code == 2, found.output
    assert "Traceback" not in found.output
    return found.stderr


def small(**more: Any) -> Experiment:
    return Experiment("gold-n-crash", RANDOM, **{"sets": ["cards.o-gold-4.gold=9"], "games": 12, **more})


# -- the names that other programs use --------------------------------------------------------------------------


def test_compare_prints_these_names() -> None:
    found = json.loads(
        ok("compare", "gold-n-crash", "--set", "cards.o-gold-4.gold=9", "--seats", "random,random", "--games", "12",
           "--json")
    )  # fmt: skip
    assert set(found) == {"game", "bots", "deals", "games", "baseline", "variants", "unfinished"}
    assert (found["game"], found["bots"], found["deals"], found["games"]) == ("gold-n-crash", RANDOM, 12, 12)
    assert set(found["baseline"]) == {"measures"}
    (variant,) = found["variants"]
    assert set(variant) == {"name", "changes", "measures"}
    assert variant["changes"] == {"cards.o-gold-4.gold": 9}
    for name in ("win_share.octopirate", "win_share.first", "win_share.seat.0", "ended.gold", "length.rounds"):
        assert set(found["baseline"]["measures"][name]) == {"value", "low", "high"}
        measure = variant["measures"][name]
        assert set(measure) == {"value", "low", "high", "difference", "difference_low", "difference_high"}
        assert measure["low"] <= measure["value"] <= measure["high"]
        assert measure["difference_low"] <= measure["difference"] <= measure["difference_high"]


def test_by_command_from_a_file_and_from_python_it_is_the_same(tmp_path: Path) -> None:
    command = json.loads(
        ok("compare", "photon-rush", "--set", "towers=5..6", "--set", "start.gold=3", "--seats", "random,random,greedy",
           "--games", "6", "--seed", "x", "--json")
    )  # fmt: skip
    file = tmp_path / "experiment.toml"
    file.write_text(
        'game = "photon-rush"\nbots = ["random", "random", "greedy"]\nset = ["towers=5..6", "start.gold=3"]\n'
        'games = 6\nseed = "x"\n'
    )
    assert json.loads(ok("lab", "run", str(file), "--json")) == command
    written = tmp_path / "written.toml"
    written.write_text(
        'game = "photon-rush"\nbots = ["random", "random", "greedy"]\ngames = 6\nseed = "x"\n'
        '[[variants]]\nset = { "start.gold" = 3, towers = 5 }\n[[variants]]\nset = { "start.gold" = 3, towers = 6 }\n'
    )
    (experiment,) = read_experiment(written)
    assert run(experiment).to_dict() == command
    bots = ["random", "random", "greedy"]
    library = run(Experiment("photon-rush", bots, sets=["towers=5..6", "start.gold=3"], games=6, seed="x"))
    assert library.to_dict() == command


def test_with_more_processes_it_is_the_same() -> None:
    assert run(small(), jobs=2).to_dict() == run(small()).to_dict()


def test_a_file_may_name_several_numbers_of_players(tmp_path: Path) -> None:
    file = tmp_path / "experiment.toml"
    file.write_text('game = "photon-rush"\nbots = "random"\nplayers = [2, 3]\ngames = 3\n')
    found = json.loads(ok("lab", "run", str(file), "--json"))["experiments"]
    assert [len(one["bots"]) for one in found] == [2, 3]


def test_a_question_can_be_asked_with_several_strengths() -> None:
    found = json.loads(
        ok("compare", "photon-rush", "--set", "start.gold=3", "--players", "2", "--strengths", "random,greedy",
           "--games", "2", "--json")
    )  # fmt: skip
    assert [one["bots"] for one in found["experiments"]] == [["random"] * 2, ["greedy"] * 2]
    assert "--strengths" in refused("compare", "mogul", "--strengths", "random", "--seats", "random,random,random")


# -- changes -----------------------------------------------------------------------------------------------------


def test_a_sweep_is_several_variants_and_the_rest_is_part_of_each() -> None:
    variants = variants_from(parlour.game("photon-rush"), ["towers=5..7", "start.gold=3"])
    assert [variant.changes for variant in variants] == [{"start.gold": 3, "towers": n} for n in (5, 6, 7)]


def test_without_a_sweep_all_changes_are_one_variant() -> None:
    (variant,) = variants_from(parlour.game("photon-rush"), ["towers=6", "start.gold=3"])
    assert variant.name == "towers=6, start.gold=3"


def test_options_alone_are_what_is_compared() -> None:
    alone = Experiment("photon-rush", RANDOM, options={"towers": 6}, games=1)
    assert [variant.changes for variant in alone.variants] == [{"towers": 6}]
    both = Experiment("photon-rush", RANDOM, options={"towers": 6}, sets=["start.gold=3"], games=1)
    assert both.options == {"towers": 6}
    assert [variant.changes for variant in both.variants] == [{"start.gold": 3}]


def test_whole_files_are_variants(tmp_path: Path) -> None:
    box = (Path(parlour.game("photon-rush").folder) / "components.toml").read_text(encoding="utf-8")
    files = [tmp_path / "three.toml", tmp_path / "four.toml"]
    for file, gold in zip(files, (3, 4), strict=True):
        file.write_text(box.replace("gold = 2\n", f"gold = {gold}\n", 1), encoding="utf-8")
    found = json.loads(
        ok("compare", "photon-rush", "--components", str(files[0]), "--components", str(files[1]), "--seats",
           "random,random", "--games", "4", "--json")
    )  # fmt: skip
    assert [variant["name"] for variant in found["variants"]] == ["three.toml", "four.toml"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("towers=25", "option towers: a whole number from 1 to 20"),
        ("start.gold=-1", "start.gold=-1: start.gold: a whole number from 0 to 1000"),
        ("cards_total.base=5", "cards_total.base: printed, not changeable"),
        ("start.silver=1", "start.silver"),
        ("stert.gold=1", "stert.gold"),
        ("towers", "KEY=VALUE"),
        ("towers=7..5", "from a lower value"),
        ("start.gold=0..900", "too many"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused_by_its_key(change: str, says: str) -> None:
    told = refused("compare", "photon-rush", "--set", change, "--players", "2", "--games", "2")
    assert says in told
    assert told.count("\n") == 1


def test_the_range_of_a_dial_is_found_by_trying() -> None:
    assert dial_range(parlour.game("gold-n-crash"), "zeppelins.robustness.2") == (1, 3)
    assert dial_range(parlour.game("photon-rush"), "start.gold", reach=3) == (0, 5)


# -- pairs ---------------------------------------------------------------------------------------------------------


def test_what_is_the_same_differs_by_nothing() -> None:
    result = run(Experiment("photon-rush", RANDOM, sets=["towers=5"], games=5)).to_dict()
    for measure in result["variants"][0]["measures"].values():
        assert (measure["difference"], measure["difference_low"], measure["difference_high"]) == (0, 0, 0)


def test_pairs_are_closer_than_two_numbers_side_by_side() -> None:
    """A card worth one more changes few games: on the same deals its effect is seen through the luck."""
    result = run(small(sets=["cards.o-gold-4.gold=5"], games=150, options={"crews": ["octopirate", "meowmurai"]}))
    alone, _ = result.estimate(0, "win_share.octopirate")
    paired, _ = result.difference(1, "win_share.octopirate")
    assert paired.variance < alone.variance  # side by side it would be twice that of one


def test_different_bots_play_every_deal_in_every_rotation() -> None:
    result = run(Experiment("photon-rush", ["random", "random", "greedy"], games=6))
    assert (result.deals, result.games) == (2, 6)
    measures = result.to_dict()["baseline"]["measures"]
    assert measures["win_share.bot.greedy"]["value"] > 0.5
    total = measures["win_share.bot.greedy"]["value"] + 2 * measures["win_share.bot.random"]["value"]
    assert total == pytest.approx(1)


def test_a_gift_goes_to_a_seat_drawn_by_lot_and_helps() -> None:
    result = run(Experiment("photon-rush", RANDOM, variants=[Variant(give="mines")], games=300))
    measure = result.to_dict()["variants"][0]["measures"]["win_share.chosen"]
    assert measure["difference_low"] > 0
    assert any("drawn by lot" in sentence for sentence in sentences(result))


def test_every_upgrade_can_be_given_and_taken_out() -> None:
    game = parlour.game("crash-and-grab")
    for variant in variants_from(game, gifts=["all"], removals=["all"], players=3):
        variant.check(game, 3, {})
    result = run(Experiment(game, ["random"] * 3, without=["hyperdrive"], games=4))
    assert "held.hyperdrive" not in result.samples[1]


def test_what_cannot_be_given_is_refused_by_what_can() -> None:
    told = refused("compare", "mogul", "--give", "money", "--players", "3")
    assert "give money: in Mogul it can be token, point" in told


# -- stopping ------------------------------------------------------------------------------------------------------


def test_it_stops_when_the_intervals_are_narrow_enough() -> None:
    result = run(small(games=None, within=16))
    assert result.reach() <= 0.16
    assert "within 16 points" in result.why
    assert result.deals % 10 == 0
    assert run(small(games=None, within=16), jobs=2).deals == result.deals
    assert "confidence sequence" in " ".join(sentences(result))


def test_the_time_that_is_left_is_told() -> None:
    seen: list[Any] = []
    run(small(games=40), progress=seen.append)
    assert [now.deals for now in seen] == [10, 20, 30, 40]
    assert seen[0].of == 40
    assert seen[0].left > 0
    assert seen[-1].left == 0


def test_the_needed_number_of_deals_is_told_from_the_first_ones() -> None:
    result = run(small(games=30, within=5))
    now = progress_of(result)
    assert now.reach is not None
    assert result.deals_needed(5) > 30


def test_endless_games_are_stopped_counted_and_left_out() -> None:
    found = json.loads(
        ok("compare", "photon-rush", "--seats", "random,random", "--games", "4", "--limit", "5", "--json")
    )
    assert found["unfinished"] == 4
    assert "length.steps" not in found["baseline"]["measures"]
    told = ok("compare", "photon-rush", "--seats", "random,random", "--games", "4", "--limit", "5")
    assert "stopped at 5 steps" in " ".join(told.split())


class Timid(parlour.Bot):
    """Never builds and always defends: nothing ever happens."""

    def choose(self, view: Any, legal: Any) -> str:
        return str(next((action for action in legal if action.startswith(("build 0 0", "defend"))), legal[0]))


def test_a_game_that_goes_in_circles_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_BOTS, "timid-lab-test", Timid)
    game = parlour.game("photon-rush")
    data = game.box_components()
    data["start"]["gold"] = data["relief"]["gold"] = 0
    state = game.new(2, {}, 1, data)
    seen = observe(game, state, ["timid-lab-test"] * 2, "1", "1", 300)
    assert (seen.unfinished, seen.circling) == (True, True)
    assert not observe(game, game.new(2, {}, 1), RANDOM, "1", "1", 10).circling


# -- what is counted -----------------------------------------------------------------------------------------------


def measures_of(game: str, players: int, bot: str = "random", games: int = 4) -> dict[str, Any]:
    found: dict[str, Any] = run(Experiment(game, [bot] * players, games=games)).to_dict()["baseline"]["measures"]
    return found


def test_roles_are_counted_in_each_games_words() -> None:
    assert {f"win_share.{role}" for role in ("first", "second", "third")} <= set(measures_of("mogul", 3))
    assert {"win_share.octopirate", "win_share.meowmurai", "win_share.first"} <= set(measures_of("gold-n-crash", 2))
    assert {"win_share.red", "win_share.first"} <= set(measures_of("crash-and-grab", 6, games=1))
    assert {"scores.all", "held.treasures"} <= set(measures_of("crusgallo", 1))


def test_shares_of_roles_add_up() -> None:
    found = measures_of("mogul", 3, games=10)
    assert sum(found[f"win_share.{role}"]["value"] for role in ("first", "second", "third")) == pytest.approx(1)
    assert sum(value["value"] for name, value in found.items() if name.startswith("ended.")) == pytest.approx(1)


def test_the_first_player_of_mogul_is_not_a_seat() -> None:
    """KR-22: who begins is drawn, so turn order and seats are counted apart."""
    result = run(Experiment("mogul", ["random"] * 3, games=10))
    assert result.values(0, "win_share.first") != result.values(0, "win_share.seat.0")


def test_what_is_answered_where_it_could_be() -> None:
    found = measures_of("photon-rush", 2, "greedy", 2)
    assert 0 <= found["taken.raid"]["value"] <= 1
    assert {"taken.raid", "taken.defend", "choices", "lead_changes", "known_at"} <= set(found)


def test_only_what_is_asked_for_is_counted() -> None:
    result = run(Experiment("photon-rush", RANDOM, games=2, count=["win_share.*"]))
    assert {name.partition(".")[0] for name in result.measures()} == {"win_share"}


def test_all_values_as_a_table() -> None:
    lines = as_csv(run(small())).splitlines()
    assert lines[0].startswith("variant,measure,value,low,high,difference")
    assert any(line.startswith("cards.o-gold-4.gold=9,win_share.octopirate,") for line in lines)


def test_records_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    ok("compare", "gold-n-crash", "--set", "cards.o-gold-4.gold=9", "--seats", "random,random", "--games", "2",
       "--records", str(file))  # fmt: skip
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["variant"] for line in lines] == ["the box's rules", "cards.o-gold-4.gold=9"] * 2
    record = {key: lines[0][key] for key in ("game", "players", "options", "setup", "moves")}
    outcome = parlour.game("gold-n-crash").replay(record).outcome
    assert outcome is not None
    assert outcome.to_dict() == lines[0]["outcome"]


@pytest.mark.parametrize(("game_id", "thing"), [("crash-and-grab", "hyperdrive"), ("photon-rush", "mercs"),
                                                ("mogul", "token"), ("gold-n-crash", "card")])  # fmt: skip
def test_a_game_in_which_something_was_given_is_replayed(tmp_path: Path, game_id: str, thing: str) -> None:
    file, game = tmp_path / "games.jsonl", parlour.game(game_id)
    bots = ",".join(["random"] * game.usual_players)
    ok("compare", game_id, "--give", thing, "--seats", bots, "--games", "3", "--records", str(file))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    given = [line for line in lines if line["variant"] == f"give {thing}"]
    assert len(given) == 3
    assert all("gift" not in line for line in lines if line not in given)
    for record in given:
        assert record["gift"]["thing"] == thing
        outcome = game.replay(record).outcome
        assert outcome is not None
        assert outcome.to_dict() == record["outcome"]
    one = tmp_path / "game.json"
    one.write_text(json.dumps(given[0]))
    told = ok("replay", str(one))
    assert told.startswith(f"Given to {game.words().who(given[0]['gift']['seat'])} at the start: ")
    assert json.loads(ok("replay", str(one), "--json"))["outcome"] == given[0]["outcome"]
    rows = tmp_path / "rows.jsonl"
    ok("records", "export", str(file), "--to", str(rows))
    assert len(rows.read_text().splitlines()) > len(lines)


@pytest.mark.parametrize(
    ("gift", "says"),
    [
        ({"seat": 2, "thing": "mines"}, "record.gift.seat: a whole number from 0 to 1 is needed, not 2"),
        ({"seat": 0, "thing": "planet"}, "record.gift.thing: one of gold, mercs, mines, saloons is needed"),
        ({"seat": 0}, "thing"),
        ("mines", "record.gift: an object is needed"),
        ({"seat": 0, "thing": ["mines"]}, "record.gift.thing"),
    ],
)
def test_a_gift_that_there_is_not_is_refused(gift: Any, says: str) -> None:
    game = parlour.game("photon-rush")
    record = {"game": game.id, "players": 2, "options": {}, "setup": game.setup(2, {}, 1), "moves": [], "gift": gift}
    with pytest.raises(parlour.InvalidRecord, match=re.escape(says)):
        game.replay(record)


def test_keeping_records_changes_no_result() -> None:
    records = io.StringIO()
    assert run(small(), records=records).to_dict() == run(small()).to_dict()
    assert len(records.getvalue().splitlines()) == 24


def test_a_result_without_games_is_no_result() -> None:
    assert Result(small()).to_dict()["baseline"] == {"measures": {}}


def test_faulty_files_are_refused_by_key(tmp_path: Path) -> None:
    file = tmp_path / "experiment.toml"
    for text, says in [
        ('game = "chess"', "chess"),
        ('bots = "random"', "game"),
        ('game = "mogul"\ngame_count = 3', "game_count"),
        ('game = "mogul"\n[[variants]]\nchange = 3', "variants.0.change"),
        ("game = ", "experiment.toml"),
    ]:
        file.write_text(text)
        assert says in refused("lab", "run", str(file))
    assert "No such file" in refused("lab", "run", str(tmp_path / "none.toml"))


def test_odd_calls_are_refused_in_a_sentence_before_anything_is_played(tmp_path: Path) -> None:
    photon = ("compare", "photon-rush", "--seats", "random,random")
    for more, says in [
        (("--set", "towers=6", "--set", "towers=7"), "towers is set twice"),
        (("--set", "towers=1..500"), "500 values"),
        (("--set", "goal.gold=1..50", "--set", "start.gold=1..50"), "2500 variants"),
        (("--within", "nan"), "within"),
        (("--minutes", "inf"), "minutes"),
        (("--count", "wins.*"), "no measure is called so"),
        (("--without", "gold"), "nothing for this"),
        (("--report", str(tmp_path / "none" / "report.html")), "there is no folder"),
        (("--csv", str(tmp_path / "none" / "all.csv")), "there is no folder"),
        (("--values", str(tmp_path / "values.txt")), ".jsonl or .parquet"),
        (("--skill", "greedy,random"), "one of them"),
    ]:
        said = refused(*photon, *more)
        assert says in said
        assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
    assert "two different bots" in refused("compare", "photon-rush", "--skill", "greedy,greedy")


# -- reports -------------------------------------------------------------------------------------------------------


def test_a_report_is_one_page_with_findings_first_and_plots(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    ok("compare", "photon-rush", "--set", "start.gold=2..4", "--seats", "random,random", "--games", "40", "--report",
       str(file))  # fmt: skip
    page = file.read_text(encoding="utf-8")
    assert page.index("What was found") < page.index("<svg")
    assert page.count("<svg") >= 4  # who wins, the sweep, differences, lengths
    for outside in ("http", "src=", "@import", "url("):
        assert outside not in page
    assert "prefers-color-scheme: dark" in page
    data = page.partition("id='results'>")[2].partition("</script>")[0]
    assert json.loads(data.replace("<\\/", "</"))[0]["game"] == "photon-rush"


def test_names_from_outside_are_escaped_in_a_report() -> None:
    result = run(Experiment("photon-rush", RANDOM, variants=[Variant("<b>&", {"start.gold": 4})], games=25))
    page = report_html([result], "parlour compare '<i>'")
    assert "<b>&" not in page.partition("<script")[0]
    assert "<i>" not in page.partition("<script")[0]
    assert "</script>" not in page.partition("id='results'>")[2].partition("</script><script>")[0]


def test_a_number_of_a_report_leads_to_a_game_behind_it() -> None:
    result = run(Experiment("photon-rush", RANDOM, sets=["goal.gold=4"], games=25))
    page = report_html([result])
    targets = set(re.findall(r"href='#(game-[0-9-]+)'", page))
    told = set(re.findall(r"<details class='game' id='(game-[0-9-]+)'", page))
    assert targets
    assert targets <= told
    game = next(found for found in sorted(told) if found.startswith("game-0-1-"))  # of the variant
    link = page.partition(f"id='{game}'")[2].partition("href='data:application/json,")[2].partition("'")[0]
    record = json.loads(unquote(link))
    assert record["components"] == {"goal.gold": 4}
    photon = parlour.game("photon-rush")
    outcome = photon.replay(record, changed_components(photon.box_components(), record["components"])).outcome
    assert outcome is not None
    assert outcome.to_dict() == record["outcome"]


def test_the_games_behind_a_number_are_its_least_and_greatest_and_can_be_played_again() -> None:
    experiment = Experiment("photon-rush", RANDOM, games=12)
    result = run(experiment)
    steps = [result.samples[0]["length.steps"][deal] for deal in range(12)]
    examples = result.examples[0]["length.steps"]
    assert [example.value for example in examples] == [*sorted(steps)[:EXAMPLES], *sorted(steps)[-EXAMPLES:]]
    for example in examples:
        assert len(play_again(experiment, 0, example.deal, example.turn)["moves"]) == example.value


def test_a_report_tells_what_was_given() -> None:
    result = run(Experiment("photon-rush", RANDOM, give=["mercs"], games=25))
    page = report_html([result])
    assert "Given to random" in page
    links = re.findall(r"href='data:application/json,([^']*)'", page)
    records = [json.loads(unquote(link)) for link in links]
    assert any("gift" in record for record in records)
    for record in records:
        outcome = parlour.game("photon-rush").replay(record).outcome
        assert outcome is not None
        assert outcome.to_dict() == record["outcome"]


def test_who_leads_when_is_plotted_and_the_winner_leads_more_and_more() -> None:
    result = run(Experiment("photon-rush", RANDOM, games=60))
    ahead = [spread.mean for spread in result.leads[0]["winner"]]
    assert len(ahead) == 11
    assert ahead[-1] > ahead[0]
    assert "leads" in [plot.id for plot in plots(result)]


def test_plots_are_written_as_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg is not installed: pip install 'parlour[plots]'")
    ok("compare", "photon-rush", "--set", "goal.gold=4", "--seats", "random,random", "--games", "25", "--png",
       str(tmp_path / "plots"))  # fmt: skip
    files = sorted((tmp_path / "plots").iterdir())
    assert {"roles.png", "leads.png", "length.png"} <= {file.name for file in files}
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)


def test_without_its_library_a_png_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert "parlour[plots]" in refused("compare", "photon-rush", "--png", str(tmp_path / "plots"))


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_every_value_of_every_game_is_a_row(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"values.{ending}"
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'parlour[data]'")
    found = json.loads(
        ok("compare", "photon-rush", "--set", "goal.gold=4", "--seats", "random,random", "--games", "6", "--values",
           str(file), "--json")
    )  # fmt: skip
    if ending == "parquet":
        from pyarrow import parquet

        rows = parquet.read_table(file).to_pylist()
    else:
        rows = [json.loads(line) for line in file.read_text().splitlines()]
    steps = [row["value"] for row in rows if row["variant"] == "goal.gold=4" and row["measure"] == "length.steps"]
    assert len(steps) == 6
    assert sum(steps) / 6 == pytest.approx(found["variants"][0]["measures"]["length.steps"]["value"])
    assert list(tmp_path.iterdir()) == [file]


# -- what is counted of all games ----------------------------------------------------------------------------------


def test_skill_is_how_often_the_first_bot_is_before_the_others() -> None:
    found = json.loads(
        ok("compare", "photon-rush", "--skill", "greedy,random", "--players", "3", "--games", "9", "--json")
    )
    assert found["bots"] == ["greedy", "random", "random"]
    skill = found["baseline"]["measures"]["skill"]["value"]
    assert found["baseline"]["measures"]["win_share.bot.greedy"]["value"] <= skill <= 1
    order = Outcome((1,), ((1,), (0, 2)), (0, 5, 0), "points")
    assert placed_before(order, ["weak", "strong", "weak"], "strong") == 1
    assert placed_before(order, ["strong", "weak", "weak"], "strong") == 0.25


def test_waiting_is_the_others_decisions_between_two_of_ones_own() -> None:
    game = parlour.game("gold-n-crash")
    observer = Observer(game, game.new(2, {}, 1), RANDOM, -1)
    for seat, choices in [(0, 3), (0, 2), (1, 2), (1, 1), (1, 4), (0, 2)]:
        observer.note(seat, choices)
    assert (observer.waits, observer.waited) == (3, 2)  # 0 waits for nothing, 1 for nothing, then 0 for two


def test_what_strong_bots_never_choose_is_said() -> None:
    result = run(Experiment("photon-rush", ["greedy", "greedy"], games=2))
    result.samples[0]["taken.build saloons"] = dict.fromkeys(range(1000), 0.0)
    result.deals = 1000
    (said,) = [sentence for sentence in sentences(result) if "Hardly ever" in sentence]
    assert "build saloons (0.0 %)" in said


# -- deals that are kept -------------------------------------------------------------------------------------------


def test_a_run_that_was_cut_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(small()).to_dict()
    file = tmp_path / "deals.jsonl"
    run(small(games=5), keep=file)
    with file.open("a") as opened:
        opened.write('{"deal": 5, "ga')  # the driver was killed while it wrote
    played: list[int] = []
    play = Sittings.play

    def noted(self: Sittings, number: int) -> Any:
        played.append(number)
        return play(self, number)

    monkeypatch.setattr(Sittings, "play", noted)
    assert run(small(), keep=file, resume=True).to_dict() == whole
    assert played == list(range(5, 12))


def test_deals_of_another_experiment_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    run(small(games=2), keep=file)
    with pytest.raises(parlour.RulesError, match="another experiment"):
        run(small(games=2, seed="other"), keep=file, resume=True)
    with pytest.raises(parlour.RulesError, match="--resume"):
        run(small(games=2), keep=file)


def test_deals_that_come_in_any_order_are_counted_in_theirs(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    run(small(), keep=file)
    head, *lines = file.read_text().splitlines()
    file.write_text("\n".join([head, *reversed(lines[3:]), ""]))
    assert run(small(), keep=file, resume=True).to_dict() == run(small()).to_dict()
