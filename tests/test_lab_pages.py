"""The lab's pages: dials from the component file, a result that settles, addresses that can be shared."""

from __future__ import annotations

import asyncio
import json
import re
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.lab.result import Result
from parlour.lab.variants import number_changes
from parlour.rules.components import changed_components
from parlour.tables.variants import offered_numbers
from parlour.web import lab
from parlour.web.lab import as_toml, dials, experiment_of, settings_of
from parlour.web.settings import Settings
from visit import Site, Visitor, a_site


@pytest.fixture
def anna(lab_site: Site) -> Iterator[Visitor]:
    found = Visitor(lab_site)
    yield found
    found.http.close()


def test_off_on_a_server_for_others_and_on_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_LAB", raising=False)
    assert not Settings().lab
    monkeypatch.setenv("PARLOUR_LAB", "1")
    assert Settings().lab


@pytest.mark.parametrize("game_id", parlour.games())
def test_a_component_file_can_be_written_and_read_again(game_id: str) -> None:
    box = parlour.game(game_id).box_components()
    assert tomllib.loads(as_toml(box)) == box


@pytest.mark.parametrize("game_id", parlour.games())
def test_every_dial_is_a_number_that_can_be_changed(game_id: str) -> None:
    game = parlour.game(game_id)
    keys = [key for entries in dials(game).values() for key, _ in entries]
    assert keys or game_id not in ("photon-rush", "mogul", "gold-n-crash")
    for key in keys[:5]:
        settings_of(game, {f"set.{key}": "3"})


def test_settings_leave_out_what_is_as_in_the_box() -> None:
    game = parlour.game("photon-rush")
    fields = {"set.start.gold": "2", "set.start.mercs": "3", "option-towers": "5", "players": "9", "bot": "x", "a": "b"}
    settings = settings_of(game, fields)
    assert settings == {"players": "3", "bot": "greedy", "games": "300", "set.start.mercs": "3"}
    (variant,) = experiment_of(game, settings).variants
    assert variant.changes == {"start.mercs": 3}


def test_what_cannot_be_set_is_refused_by_its_key() -> None:
    game = parlour.game("photon-rush")
    for text, says in (("many", "start.gold"), ("-1", "start.gold"), ("99999", "start.gold")):
        with pytest.raises(parlour.RulesError, match=says):
            experiment_of(game, settings_of(game, {"set.start.gold": text}))


def finished(anna: Visitor, address: str) -> dict[str, Any]:
    for _ in range(300):
        answer = anna.http.get(f"{address.replace('?', '/result.json?')}")
        if answer.status_code == 200 and answer.json()["over"]:
            found: dict[str, Any] = answer.json()
            return found
        time.sleep(0.2)
    raise AssertionError("the experiment does not end")


def test_dials_are_turned_and_the_result_settles(anna: Visitor) -> None:
    assert "/lab/photon-rush" in anna.http.get("/lab").text
    page = anna.http.get("/lab/photon-rush").text
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token is not None
    assert 'name="set.start.gold"' in page
    assert "cards_total" not in page  # printed
    fields = {"token": token[1], "players": "2", "bot": "random", "games": "100", "set.start.gold": "5"}
    answer = anna.http.post("/lab/photon-rush", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    address = answer.headers["location"]
    assert address == "/lab/photon-rush?bot=random&games=100&players=2&set.start.gold=5"
    result = finished(anna, address)
    assert result["deals"] == 100
    assert result["variants"][0]["changes"] == {"start.gold": 5}
    shown = anna.http.get(address).text
    assert "<svg" in shown
    assert "start.gold=5" in shown
    assert "data-running" not in anna.http.get(f"{address}&part=1").text
    file = anna.http.get(address.replace("?", "/components.toml?"))
    assert "attachment" in file.headers["content-disposition"]
    assert tomllib.loads(file.text)["start"]["gold"] == 5
    french = anna.http.get(address, headers={"accept-language": "fr"}).text
    assert "Ce qui a été trouvé" in french


def test_a_form_without_its_token_starts_nothing(anna: Visitor) -> None:
    anna.http.get("/lab/photon-rush")
    assert anna.http.post("/lab/photon-rush", data={"bot": "random"}).status_code == 403


def token_of(page: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_what_is_set_goes_along_to_a_table(anna: Visitor) -> None:
    """Also what was turned and not tried out yet: it comes from the form, not from the address."""
    fields = {"token": token_of(anna.http.get("/lab/photon-rush").text), "players": "2", "option-towers": "7"}
    fields |= {"set.goal.gold": "18", "set.start.gold": "2"}
    answer = anna.http.post("/lab/photon-rush/play", data=fields)
    assert answer.url.path == "/new/photon-rush"
    assert answer.url.query == b"option-towers=7&players=2&set.goal.gold=18"
    assert "Gold to win: 18 instead of 15" in answer.text
    assert re.search(r'name="option-towers"[^>]* value="7"', answer.text)
    refused = anna.http.post("/lab/photon-rush/play", data={**fields, "set.goal.gold": "99"})
    assert refused.status_code == 400
    assert "goal.gold: a whole number from 5 to 40 is needed" in refused.text


def test_a_number_opens_the_games_behind_it(anna: Visitor) -> None:
    fields = {
        "players": "2",
        "bot": "random",
        "games": "100",
        "set.start.gold": "6",
        "set.battle.tnt_damage_factor": "50",
    }
    fields["token"] = token_of(anna.http.get("/lab/photon-rush").text)
    address = anna.http.post("/lab/photon-rush", data=fields).url.raw_path.decode()
    finished(anna, address)
    page = anna.http.get(address).text
    games = re.findall(r'name="game" value="(\d+-\d+-\d+)"', page)
    assert len(games) > 40  # of each measure, by the box's rules and by the variant
    sample = next(game for game in games if game.startswith("1-"))
    opened = {"token": fields["token"], "game": sample}
    replay = anna.http.post(address.replace("?", "/game?"), data=opened)
    assert replay.url.path.endswith("/replay")
    assert "Gold at the start: 6 instead of 2" in replay.text
    assert (
        "50 instead of 2" in replay.text
    )  # more than a table may be opened with: the lab of this server has played it
    assert "random 1" in replay.text
    again = anna.http.post(address.replace("?", "/game?"), data=opened)
    assert again.url.path == replay.url.path  # the same table
    record = anna.http.get(replay.url.path.replace("/replay", "/record.json")).json()
    assert record["components"] == {"battle.tnt_damage_factor": 50, "start.gold": 6}
    for nonsense in ("1-99999-0", "x", "", "9-9-9-9"):
        unknown = anna.http.post(address.replace("?", "/game?"), data={**opened, "game": nonsense})
        assert unknown.status_code == 404


def test_what_is_each_thing_worth_is_asked_on_the_page(anna: Visitor) -> None:
    page = anna.get("/lab/crash-and-grab")
    assert "Tractor Beam" in page
    anna.get("/lab/photon-rush")
    fields: dict[str, Any] = {"players": "2", "bot": "random", "games": "100", "give": "all", "set.start.gold": "3"}
    address = anna.post("/lab/photon-rush", **fields).url.raw_path.decode()
    assert "give=all" in address
    result = finished(anna, address)
    changes = [variant["changes"] for variant in result["variants"]]
    assert changes == [{"start.gold": 3, "give": thing} for thing in ("gold", "mercs", "mines", "saloons")]
    shown = anna.get(address)
    assert "given: mercenaries" in shown
    sample = next(game for game in re.findall(r'name="game" value="(\d+-\d+-\d+)"', shown) if game.startswith("2-"))
    replay = anna.post(address.replace("?", "/game?"), game=sample)
    assert re.search(r"Given to random \d at the start: mercenaries", replay.text)
    record = anna.http.get(replay.url.path.replace("/replay", "/record.json")).json()
    assert record["gift"]["thing"] == "mercs"
    outcome = parlour.game("photon-rush").replay(record).outcome
    assert outcome is not None
    again = anna.http.post(
        "/upload", data={"token": anna.token}, files={"record": ("game.json", json.dumps(record).encode())}
    )
    assert again.url.path.endswith("/replay")
    assert "at the start: mercenaries" in again.text


def test_a_range_tries_each_value_and_one_against_others_shows_skill(anna: Visitor) -> None:
    anna.get("/lab/photon-rush")
    fields: dict[str, Any] = {"players": "2", "bot": "greedy,random", "games": "100", "option-towers": "4..5"}
    address = anna.post("/lab/photon-rush", **fields).url.raw_path.decode()
    result = finished(anna, address)
    assert [variant["changes"] for variant in result["variants"]] == [{"towers": 4}, {"towers": 5}]
    assert result["baseline"]["measures"]["skill"]["value"] > 0.8
    assert result["games"] == 100
    file = anna.http.get(address.replace("?", "/values.csv?"))
    assert file.text.startswith("variant,measure,value")
    report = anna.http.get(address.replace("?", "/report.html?"))
    assert "attachment" in report.headers["content-disposition"]
    assert "Games behind the numbers" in report.text
    assert "src=" not in report.text  # all of it is there


def test_a_page_stops_when_it_is_known_well_enough(anna: Visitor) -> None:
    anna.get("/lab/photon-rush")
    address = anna.post("/lab/photon-rush", players="2", bot="random", games="±5").url.raw_path.decode()
    result = finished(anna, address)
    measures = result["baseline"]["measures"]
    assert all(found["high"] - found["low"] <= 0.1 for name, found in measures.items() if name.startswith("win_share."))


def test_a_result_is_counted_and_drawn_outside_the_event_loop(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large one takes seconds to draw, and everybody at a table waits for the loop."""
    seen: dict[str, list[bool]] = {}

    def watch(owner: Any, name: str) -> None:
        function = getattr(owner, name)

        def watched(*arguments: Any) -> Any:
            seen.setdefault(name, []).append(asyncio._get_running_loop() is not None)
            return function(*arguments)

        monkeypatch.setattr(owner, name, watched)

    for owner, name in (
        (lab, "experiment_of"),
        (lab, "section"),
        (lab, "progress_of"),
        (lab, "why_stop"),
        (lab, "as_csv"),
        (Result, "add"),
        (Result, "to_dict"),
    ):
        watch(owner, name)
    anna.get("/lab/photon-rush")
    fields: dict[str, Any] = {"players": "2", "bot": "random", "games": "100", "set.start.gold": "4..6"}
    where = anna.post("/lab/photon-rush", **fields).url.raw_path.decode()
    finished(anna, where)
    first = anna.get(where)
    drawn = len(seen["section"])
    assert anna.get(where).split("lab-result")[1] == first.split("lab-result")[1]
    assert len(seen["section"]) == drawn  # once for all who look at it
    anna.get(where.replace("?", "/values.csv?"))
    anna.get(where.replace("?", "/components.toml?"))
    assert len(seen) == 7
    assert not any(in_loop for calls in seen.values() for in_loop in calls)


def test_whoever_watches_is_sent_what_is_new(anna: Visitor) -> None:
    anna.get("/lab/photon-rush")
    address = anna.post("/lab/photon-rush", players="3", bot="greedy", games="3000").url.raw_path.decode()
    deals = ""
    for _ in range(100):
        answer = anna.http.get(f"{address}&part=1&seen={deals}")
        if answer.status_code == 204:
            break
        found = re.search(r'data-deals="(\d+)" data-running', answer.text)
        assert found is not None
        deals = found[1]
    assert answer.status_code == 204
    assert answer.text == ""
    anna.post("/lab/photon-rush", players="2", bot="random", games="100")  # which ends the other one
    for _ in range(100):
        answer = anna.http.get(f"{address}&part=1&seen={deals}")
        if answer.status_code == 200 and "data-running" not in answer.text:
            break
        time.sleep(0.1)
    assert "data-running" not in answer.text
    assert "data-deals" in answer.text


@pytest.mark.parametrize("where", ["lab", "new"])
def test_a_component_file_is_taken_by_its_numbers(anna: Visitor, where: str) -> None:
    file = anna.http.get("/lab/photon-rush/components.toml?set.goal.gold=19&set.start.gold=4").text
    anna.get(f"/{where}/photon-rush")

    def send(text: str) -> Any:
        files = {"components": ("photon-rush.toml", text.encode())}
        return anna.http.post(f"/{where}/photon-rush/file", data={"token": anna.token}, files=files)

    answer = send(file)
    assert answer.url.query == b"set.start.gold=4&set.goal.gold=19"
    assert answer.url.path == f"/{where}/photon-rush"
    for text, says in (
        (file.replace("gold = 19", "gold = 15").replace("gold = 4", "gold = 2"), "changes nothing"),
        (file.replace("[goal]", "[goal]\nplanets = 3"), "goal.planets: this is not as in the box"),
        (file.replace("[goal]", "[[goal]]"), "goal: this is not as in the box"),
        ("gold = = 3", "This is not a component file"),
        ("\x00", "This is not a component file"),
        (f"x = {'[' * 50_000}", "This is not a component file"),
        ("# " + "x" * 100_001, "too large"),
    ):
        refused = send(text)
        assert refused.status_code in (400, 413)
        assert says in refused.text.replace("&#39;", "'")
    if where == "new":
        assert "goal.gold: a whole number from 5 to 40 is needed, not 99" in send(file.replace("19", "99")).text


@pytest.mark.parametrize("game_id", parlour.games())
def test_each_changed_number_comes_back_from_its_file(game_id: str) -> None:
    game = parlour.game(game_id)
    for key, (box, low, high) in offered_numbers(game).items():
        value = high if high != box else low
        data = tomllib.loads(as_toml(changed_components(game.box_components(), {key: value})))
        assert number_changes(game, data) == ({key: value}, "")


def test_the_lab_is_off_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_LAB", raising=False)
    with a_site(tmp_path) as site:
        visitor = Visitor(site)
        visitor.get("/lab", 404)
        visitor.get("/lab/mogul", 404)
        assert '"/lab"' not in visitor.get("/")
        visitor.http.close()
