"""Variants: games by changed components, as a library, at tables, in records, over the web."""

from __future__ import annotations

import json
import pickle
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.faces.changes import change_lines
from parlour.faces.drawing import KINDS
from parlour.faces.look import look_at
from parlour.faces.words import LANGUAGES
from parlour.lab.variants import file_changes
from parlour.rules.chance import Rng
from parlour.rules.components import numbers
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import VARIANTS, make_variant, read_toml
from parlour.rules.playout import playout
from parlour.tables import table as tables
from parlour.tables.elements import Refused
from parlour.tables.hall import Hall
from parlour.tables.promises import check_by_rules
from parlour.tables.schema import open_log
from parlour.tables.table import Table, read
from parlour.tables.thinking import think
from parlour.tables.variants import LONGEST, MOST_CHANGES, offered_numbers, variant_for_table
from parlour.verify import check
from parlour.web.boards import board_of
from parlour.web.words import VARIANT_WORDS, words_of
from table import components_with
from test_fair import PROMISE, finish, play_on, proven, seated
from test_tables import run
from visit import Visitor, table_id

LONG_RACE = {"goal.gold": 18}


def largest(game: parlour.Game, top: int) -> parlour.Game:
    """A game with all numbers that a table may change at their most (`top` 2) or at their least (1), as far as they go
    together; more of them than a table may change at once."""
    changes: dict[str, int] = {}
    for key, bounds in offered_numbers(game).items():
        with suppress(parlour.RulesError):
            game.variant({**changes, key: bounds[top]})
            changes[key] = bounds[top]
    return game.variant(changes)


# -- as a library ------------------------------------------------------------------------------------------


def test_a_variant_is_played_by_its_own_numbers() -> None:
    game = parlour.game("photon-rush")
    variant = game.variant({"start.gold": 5})
    assert [seat["gold"] for seat in variant.new(3, seed=1).position()["seats"]] == [5, 5, 5]
    assert [seat["gold"] for seat in game.new(3, seed=1).position()["seats"]] == [2, 2, 2]


def test_a_variant_is_made_once_and_goes_to_other_processes() -> None:
    variant = parlour.game("gold-n-crash").variant({"cards.o-gold-4.gold": 5, "setup.hand_at_start": 7})
    assert variant is parlour.game("gold-n-crash").variant({"setup.hand_at_start": 7, "cards.o-gold-4.gold": 5})
    assert pickle.loads(pickle.dumps(variant)) is variant
    assert variant.variant({}) is parlour.game("gold-n-crash")
    assert parlour.game("gold-n-crash").changes == {}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"goal.silver": 3}, "goal.silver"),
        ({"goal.gold": 0}, "goal.gold"),
        ({"cards_total.base": 5}, "printed"),
        ([], "object"),
        ({"goal.gold": object()}, "plain data"),
    ],
)
def test_what_is_no_variant_is_refused_by_its_key(changes: Any, says: str) -> None:
    with pytest.raises(InvalidComponents, match=says):
        parlour.game("photon-rush").variant(changes if changes else [1])


def test_a_record_says_what_it_was_played_with() -> None:
    game = parlour.game("photon-rush")
    variant = game.variant({"start.gold": 5})
    setup = variant.setup(2, {}, 3)
    record = parlour.Record(game.id, 2, {}, setup, variant.changes)
    assert record.to_dict()["components"] == {"start.gold": 5}
    assert pickle.loads(pickle.dumps(record)) == record
    assert game.replay(record.to_dict()).position() == variant.start(2, {}, setup).position()
    assert "components" not in parlour.Record(game.id, 2, {}, setup).to_dict()  # the spec's keys and no others


def test_a_record_with_bad_components_is_refused() -> None:
    record = {"game": "photon-rush", "players": 2, "options": {}, "setup": {}, "moves": [], "components": {"x": 1}}
    with pytest.raises(InvalidComponents, match="x"):
        parlour.game("photon-rush").replay(record)


# -- what a table may be opened with -------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", parlour.games())
def test_each_number_has_a_name_and_both_of_its_ends_can_be_set_or_are_refused_by_the_key(game_id: str) -> None:
    game = parlour.game(game_id)
    offered = offered_numbers(game)
    assert offered
    refusals: list[tuple[str, str]] = []
    for key, (box, low, high) in offered.items():
        assert low <= box <= high, key
        for value in (low, high):
            try:
                variant = variant_for_table(game, {key: value})
            except InvalidComponents as error:
                refusals.append((key, str(error)))
                continue
            for lang in LANGUAGES:
                (line,) = change_lines(variant, game.words(lang)) if value != box else [""]
                assert key not in line  # in words
                assert value == box or (str(value) in line and str(box) in line)
    assert all(key in why for key, why in refusals)


@pytest.mark.parametrize("top", [1, 2])
@pytest.mark.parametrize("game_id", parlour.games())
def test_the_largest_variant_stays_small(game_id: str, top: int) -> None:
    """Strangers can make no table whose questions or views are large; where a game finds no end it is stopped."""
    variant = largest(parlour.game(game_id), top)
    players = variant.players[-1]
    state, rng = variant.new(players, seed=1), Rng(1)
    for step in range(300):
        for seat in state.owing():
            assert len(state.legal(seat)) < 2_000
            if step % 50 == 0:
                assert len(json.dumps(state.view(seat))) < 30_000
        if playout(state, rng, 1) == 0:
            break


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"goal.gold": 99}, "goal.gold: a whole number from 5 to 40 is needed, not 99"),
        ({"goal.gold": "18"}, 'goal.gold: a whole number from 5 to 40 is needed, not "18"'),
        ({"goal.gold": True}, "goal.gold: a whole number"),
        ({"goal": {"gold": 18}}, "goal: Photon Rush has no such number that a table can change; these are: start.gold"),
        ({"cards_total.base": 5}, "cards_total.base: printed, not changeable"),
        ({7: 1}, "7: "),
        ({f"x{i}": 1 for i in range(MOST_CHANGES + 1)}, "at most 24 numbers"),
        ("goal.gold", "an object"),
    ],
)
def test_a_stranger_is_refused_with_the_key_and_its_range(changes: Any, says: str) -> None:
    with pytest.raises(InvalidComponents) as refusal:
        variant_for_table(parlour.game("photon-rush"), changes)
    assert says in str(refusal.value)


# -- at a table ----------------------------------------------------------------------------------------------


def test_a_table_plays_its_variant_after_a_restart_too() -> None:
    table = seated("photon-rush", 2, components={"start.gold": 5, "goal.gold": 15}, variant="Rich  start")
    assert table.game.changes == {"start.gold": 5}  # what is as in the box is no change
    assert table.variant == "Rich start"
    again = read("t", table.fresh)
    assert again.game is table.game
    assert again.state is not None
    assert [seat["gold"] for seat in again.state.position()["seats"]] == [5, 5]
    assert again.summary().about["components"] == {"start.gold": 5}
    assert "components" not in seated("photon-rush", 2).fresh[0].body  # other tables are as they always were


def test_a_variant_can_be_taken_back_and_played_again(tmp_path: Path) -> None:
    table = seated("photon-rush", 2, components={"start.gold": 5}, variant="Rich")
    table.play(0, "build 1 0")
    table.undo(0)
    assert table.state is not None
    assert table.state.position()["seats"][0]["gold"] == 5
    table.resign(0)

    async def play_again() -> Table:
        hall = Hall(open_log(str(tmp_path / "parlour.db")))
        room = await hall.make(lambda fresh: copy_log(table, fresh))
        made = await hall.rematch(room, "anna", False)
        assert made is not None
        await hall.close()
        return made.table

    rematch = run(play_again())
    assert rematch.game is table.game
    assert rematch.variant == "Rich"


def copy_log(table: Table, fresh: Table) -> None:
    for entry in table.fresh:
        fresh.add(entry.kind, **entry.body)


def test_bots_think_by_the_variant() -> None:
    """With one gold missing in the variant only, a greedy miner sees the win that the box's rules would not give."""
    variant = parlour.game("photon-rush").variant({"building.mine.cost": 3, "start.gold": 2})
    state = variant.new(2, seed=1)
    legal = state.legal(0)
    assert "build 1 0" not in legal
    for bot in ("random", "greedy", "search:20"):
        assert think(bot, pickle.loads(pickle.dumps(variant)), 0, "s", state.view(0), legal, []) in legal


def test_no_daily_deal_is_a_variant() -> None:
    with pytest.raises(Refused, match="daily"):
        seated("crusgallo", 1, components={"counts.reserve": 8}, daily="2026-11-16")


def test_a_game_without_an_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LONGEST", 6)
    assert LONGEST == 5_000
    table = play_on(seated("photon-rush", 2, components=LONG_RACE))
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.winners) == ("stopped", (0, 1))
    assert len(table.steps) == 6
    assert table.status == "over"
    assert read("t", table.fresh).outcome == table.outcome
    record = proven(table)
    assert record["stopped"]["reason"] == "stopped"
    assert check(record)[0] == "good"
    assert len(play_on(seated("photon-rush", 2), most=8).steps) == 8  # the box's game has no such end


# -- its record ----------------------------------------------------------------------------------------------


def test_a_variants_record_verifies_and_a_changed_one_does_not() -> None:
    table = seated("gold-n-crash", 2, components={"setup.hand_at_start": 7, "cards.o-gold-4.gold": 5})
    finish(table)
    record = proven(table)
    assert record["components"] == {"cards.o-gold-4.gold": 5, "setup.hand_at_start": 7}
    assert parlour.game("gold-n-crash").replay(record).outcome == table.outcome
    assert check(record)[0] == "good"
    assert check_by_rules(record) == []
    for other in ({"setup.hand_at_start": 7}, {**record["components"], "guests.g-nine-gold.gold": 6}, {}):
        status, findings = check({**record, "components": other})
        assert status == "tampered"
        assert findings[0][0] == "components"
    plain = {key: value for key, value in record.items() if key != "components"}
    assert check(plain)[0] == "tampered"


def test_a_variant_cannot_be_claimed_for_the_boxs_game() -> None:
    table = seated("photon-rush", 2, PROMISE)
    finish(table)
    assert check({**proven(table), "components": LONG_RACE})[1][0][0] == "components"


# -- by command -----------------------------------------------------------------------------------------------


def parlour_command(*arguments: str, answers: str = "") -> Any:
    return CliRunner().invoke(main, arguments, input=answers)


def test_commands_take_the_same_changes(tmp_path: Path) -> None:
    file = str(tmp_path / "games.jsonl")
    set_both = ("photon-rush", "--set", "goal.gold=18", "--set", "towers=3", "--seats", "random,random")
    for command in ("simulate", "arena"):
        assert parlour_command(command, *set_both, "--games", "2", "--records", file).exit_code == 0
        for line in Path(file).read_text().splitlines():
            record = json.loads(line)
            assert (record["components"], record["options"]) == (LONG_RACE, {"towers": 3})
    one = tmp_path / "one.json"
    one.write_text(line)
    told = parlour_command("replay", str(one))
    assert told.exit_code == 0
    assert told.output.startswith("Gold to win: 18 instead of 15")
    assert parlour_command("replay", str(one), "--json").exit_code == 0  # it leads to the outcome that it says


def test_a_variant_is_played_and_resumed_in_the_terminal(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    start = ("play", "photon-rush", "--set", "start.gold=5", "--seats", "me,random", "--record", file)
    first = parlour_command(*start, answers="build 5 0\nq\n")
    assert "Gold at the start: 5 instead of 2" in first.output
    assert json.loads(Path(file).read_text())["components"] == {"start.gold": 5}
    again = parlour_command("play", "--resume", file, "--seats", "me,random", answers="q\n")
    assert "Gold at the start: 5 instead of 2" in again.output


def test_a_component_file_is_a_variant_of_its_numbers(tmp_path: Path) -> None:
    file = components_with("photon-rush", tmp_path, "gold = 15", "gold = 19")
    assert file_changes(parlour.game("photon-rush"), read_toml(file)) == {"goal.gold": 19}
    other = components_with("photon-rush", tmp_path, 'en = "Red Drillers"', 'en = "Rust Drillers"')
    (changed,) = file_changes(parlour.game("photon-rush"), read_toml(other))
    assert changed == "base"  # no number: the table as a whole


@pytest.mark.parametrize("change", ["goal.gold=5..7", "goal.gold=0", "goal.silver=1", "goal.gold", "base=1"])
def test_a_bad_change_ends_in_one_line(change: str) -> None:
    for command in ("play", "simulate"):
        result = parlour_command(command, "photon-rush", "--set", change)
        assert result.exit_code == 2
        assert len(result.output.splitlines()) == 1
        assert change.partition("=")[0] in result.output


# -- what is shown --------------------------------------------------------------------------------------------


def test_boards_and_words_have_the_variants_numbers() -> None:
    variant = parlour.game("photon-rush").variant(LONG_RACE)
    words = variant.words("en", ["Anna", "Ben"])
    state = variant.new(2, seed=1)
    html = board_of(look_at(state, variant, 0, words)).html
    assert "18 gold" in html
    assert "15 gold" not in html
    assert change_lines(variant, words) == ["Gold to win: 18 instead of 15"]
    assert change_lines(variant, variant.words("fr")) == ["Or pour gagner\xa0: 18 au lieu de 15"]


def test_movement_cards_say_how_far_they_go() -> None:
    variant = parlour.game("crash-and-grab").variant({"movement_card.2.distances.0": 4})
    words = variant.words("en")
    assert words.card("2") == "4 with a Booster"  # type: ignore[attr-defined]
    state = variant.new(3, seed=1)
    while "plan" not in state.position()["phase"]:
        playout(state, Rng(1), 1)
    seat = state.owing()[0]
    assert "fly 4, take a Booster" in board_of(look_at(state, variant, seat, words)).html


def test_a_turn_has_as_many_actions_as_the_variant_says() -> None:
    tips = parlour.game("gold-n-crash").variant({"setup.actions_per_turn": 3}).module("face.tips")
    words = parlour.game("gold-n-crash").variant({"setup.actions_per_turn": 3}).words("en")
    assert any("A turn has 3 actions" in sentence for _, sentence, _ in tips.tips(words))


def test_one_variant_after_the_other_does_not_fill_the_memory() -> None:
    """What boards have made holds the components of its table: it is forgotten now and then."""
    sizes: list[int] = []
    for number in range(VARIANT_WORDS + 2):
        table = seated("crusgallo", 1, components={"title.commoner.scores.0": number})
        words = words_of(table, "en")
        assert table.state is not None
        if number % 32 == 0:
            board_of(look_at(table.state, table.game, 0, words))
        sizes.append(sum(kind.cache_info().currsize for kind in KINDS))
    assert any(after < before for before, after in pairwise(sizes))
    assert make_variant.cache_info().currsize <= VARIANTS


# -- over the web ---------------------------------------------------------------------------------------------


def test_a_variant_is_opened_invited_to_played_listed_and_downloaded(anna: Visitor, bert: Visitor) -> None:
    bert.http.headers["accept-language"] = "fr"
    form = anna.get("/new/photon-rush?players=2&set.goal.gold=18&variant=Long+race")
    assert "Gold to win: 18 instead of 15" in form
    assert 'name="set.goal.gold" value="18"' in form
    fields: dict[str, Any] = {
        "set.goal.gold": "18",
        "variant": "Long race",
        "players": "2",
        "seat0": "me",
        "seat1": "open",
    }
    id = table_id(anna.post("/new/photon-rush", **fields))
    invited = bert.get(f"/t/{id}")
    assert "Or pour gagner\xa0: 18 au lieu de 15" in invited
    assert "Long race" in invited
    assert "(variante)" in invited  # what a messenger shows
    assert "Gold to win: 18 instead of 15" in anna.get("/")
    answer = anna.http.get(f"/api/tables/{id}").json()
    assert (answer["components"], answer["variant"]) == (LONG_RACE, "Long race")


def test_what_a_table_cannot_be_is_refused_and_nothing_is_made(anna: Visitor) -> None:
    for text, says in (("99", "from 5 to 40"), ("many", "goal.gold")):
        assert says in anna.get(f"/new/photon-rush?set.goal.gold={text}", 400)
        answer = anna.post("/new/photon-rush", 400, **{"set.goal.gold": text, "players": "2", "seat0": "me"})
        assert says in answer.text
    assert "photon-rush" not in anna.get("/").split('id="games"')[0]


def test_a_program_makes_a_variant(anna: Visitor) -> None:
    game = anna.http.get("/api/games/photon-rush").json()
    assert {"key": "goal.gold", "box": 15, "low": 5, "high": 40} in game["numbers"]
    made = anna.http.post("/api/tables", json={"game": "photon-rush", "players": 2, "components": LONG_RACE})
    assert anna.http.get(f"/api/tables/{made.json()['table']}").json()["components"] == LONG_RACE
    bad = anna.http.post("/api/tables", json={"game": "photon-rush", "components": {"goal.gold": 1000}})
    assert bad.status_code == 400
    assert "from 5 to 40" in bad.json()["error"]


def test_a_variants_record_is_uploaded_and_replayed(anna: Visitor) -> None:
    table = seated("photon-rush", 2, components=LONG_RACE)
    finish(table)
    answer = upload(anna, proven(table))
    assert answer.status_code == 200
    assert "Gold to win: 18 instead of 15" in answer.text
    record = anna.http.get(f"/t/{table_id(answer)}/record.json").json()
    assert record["components"] == LONG_RACE
    unbounded = upload(anna, {**proven(table), "components": {"goal.gold": 9_999}})
    assert unbounded.status_code == 400
    assert "from 5 to 40" in unbounded.text
    assert "18 instead of 15" in anna.get(f"/new/photon-rush?from={table_id(answer)}&at=2")


def upload(visitor: Visitor, record: dict[str, Any]) -> Any:
    files = {"record": ("game.json", json.dumps(record))}
    return visitor.http.post("/upload", data={"token": visitor.token}, files=files)


def test_names_of_numbers_are_for_numbers_that_are_there() -> None:
    for game in map(parlour.game, parlour.games()):
        known = [*numbers(game.box_components()), *game.box_components()]  # and tables, by which dials are arranged
        patterns = [*game.dials().RANGES, *game.dials().SENTENCES]
        for pattern in patterns:
            parts = pattern.split(".")
            assert any(
                len(key.split(".")) == len(parts)
                and all(part in ("*", name) for part, name in zip(parts, key.split("."), strict=True))
                for key in known
            ), pattern


def test_a_bot_plays_the_variant_with_a_person(anna: Visitor) -> None:
    fields: dict[str, Any] = {"set.start.gold": "6", "level": "greedy", "players": "2"}
    id = table_id(anna.post("/play/photon-rush", **fields))
    chair = anna.at(id).until(lambda chair: chair.turn)
    chair.play("build 6 0")  # which the box's two gold would not pay
    chair.until(lambda chair: "6 mines" in chair.log)
    assert not chair.refusals
    chair.leave()
