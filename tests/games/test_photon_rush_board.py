"""The board of Photon Rush: it can be drawn for everybody at any time, chosen on, and gives nothing away."""

from __future__ import annotations

import gzip
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import Template

import parlour
from parlour.faces.look import Look, look_at
from parlour.games.photon_rush.face.board.board import PhotonBoard, announcements, board, picks
from parlour.games.photon_rush.face.board.planet import arrow
from parlour.games.photon_rush.face.words import PhotonWords
from parlour.tables import table as tables
from parlour.tables.elements import Seat
from parlour.tables.room import Room
from parlour.web.regions import draw
from parlour.web.room_cache import Eyes
from parlour.web.templating import TEMPLATES
from table import Table, given

GAME = parlour.game("photon-rush")
FOLDER = Path(parlour.game("photon-rush").folder) / "face" / "board"


def template() -> Template:
    return TEMPLATES.get_template("photon-rush/board.html")


@cache
def words(lang: str = "en") -> PhotonWords:
    made = GAME.words(lang)
    assert isinstance(made, PhotonWords)
    return made


def look(state: parlour.State, seat: int | None, lang: str = "en") -> Look:
    return look_at(state, GAME, seat, words(lang))


def html(look: Look) -> str:
    spoken = look.words
    common = {"view": look.view, "seat": look.seat, "words": spoken, "t": spoken.t, "n": spoken.n}
    return template().render(common, **board(look))


def seen(state: parlour.State, seat: int | None, lang: str = "en") -> str:
    return html(look(state, seat, lang))


def game(players: int, seed: str, **options: Any) -> Iterator[parlour.State]:
    """The positions of a random game, the last one included."""
    rng = parlour.Rng(seed)
    state = GAME.new(players, options, seed)
    while state.actor() >= 0:
        yield state
        seat = state.actor()
        codes = state.actions(seat)
        state.apply(seat, codes[rng.below(len(codes))])
    yield state


def base(**changes: Any) -> dict[str, Any]:
    seat = {"gold": 2, "mercs": 1, "towers": 5, "mines": 0, "saloons": 0, "new_mines": 0, "new_saloons": 0}
    return {**seat, "out": None, "choice": None, **changes}


def table(phase: str, *seats: dict[str, Any], **changes: Any) -> Table:
    position: dict[str, Any] = {
        "game": "photon-rush",
        "players": len(seats),
        "options": {"round_limit": None, "towers": 5},
        "round": 6,
        "phase": phase,
        "to_act": [i for i, seat in enumerate(seats) if seat["out"] is None and seat["choice"] is None],
        "seats": list(seats),
        "cards": None,
        "queue": [],
    }
    return given("photon-rush", {**position, **changes})


def battle() -> Table:
    seats = (base(mercs=2), base(mercs=3, mines=1), base(mercs=2), base(mercs=1))
    return table("battle", *seats, to_act=[0], cards=["defend 1", "raid 0", "raid 0", "tnt 1"], queue=[0])


def blast() -> Table:
    seats = (
        base(mercs=3, towers=4, mines=3, saloons=1, new_mines=1, new_saloons=2),
        base(towers=0, out=4),
        base(mercs=3, towers=2),
        base(mercs=1, towers=1, mines=4),
    )
    return table("blast", *seats, to_act=[2], cards=["raid 3", None, "tnt 0", "tnt 0"], queue=[2, 3])


# -- every position can be drawn -----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_drawn_for_every_seat_in_every_phase(players: int) -> None:
    phases = set()
    for seed in ("1", "2", "3"):
        for number, state in enumerate(game(players, f"board {seed}")):
            phases.add(state.view(None)["phase"])
            seats: list[int | None] = [None, *range(players)]
            for seat in seats if number % 5 == 0 else [state.actor() if state.actor() >= 0 else None]:
                drawn = seen(state, seat, "fr" if number % 2 else "en")
                assert drawn.count("<article") == players
                assert not re.search(r"\sstyle=|<style|<script|\son\w+=", drawn)
                assert len(gzip.compress(drawn.encode())) < 15_000
                assert len(drawn.encode()) < 60_000
    assert phases >= {"build", "action", "blast", "over"}


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_a_battle_is_drawn_for_every_seat(seat: int | None) -> None:
    drawn = seen(battle().state, seat)
    assert drawn.count("<article") == 4
    assert ("data-pick" in drawn) == (seat == 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_can_be_picked_is_there_and_leads_to_one_action(players: int) -> None:
    for state in game(players, "picks"):
        for seat in state.owing():
            actions = state.legal(seat)
            paths = picks(look(state, seat))
            assert list(paths) == actions
            drawn = set(re.findall(r'data-pick="([^"]+)"', seen(state, seat)))
            assert drawn == {name for path in paths.values() for name in path}
            known = {tuple(path) for path in paths.values()}
            assert len(known) == len(actions)
            assert not any(path[:length] in known for path in known for length in range(1, len(path)))


def test_nothing_can_be_picked_by_who_is_not_asked() -> None:
    state = GAME.new(3, seed="1")
    state.play(1, "build 1 0")
    for seat in (1, None):
        assert picks(look(state, seat)) == {}
        assert "data-pick" not in seen(state, seat)


def test_too_many_tiles_stay_buttons() -> None:
    rich = table("build", base(gold=60), base()).state
    assert picks(look(rich, 0)) == {}
    assert "data-pick" not in seen(rich, 0)


def test_every_piece_has_one_place() -> None:
    for state in game(4, "pieces", towers=12):
        pieces = re.findall(r'data-piece="([^"]+)"', seen(state, None))
        assert len(pieces) == len(set(pieces))


@pytest.mark.parametrize("number", [0, 1, 7, 9_999])
def test_any_number_of_anything_can_be_drawn(number: int) -> None:
    many = base(gold=number, mercs=number, mines=number, saloons=number, new_mines=number, new_saloons=number)
    drawn = seen(table("action", many, base()).state, 1)
    assert len(drawn) < 60_000
    assert drawn.count('<svg class="hat s0"') == min(number, 8)


@pytest.mark.parametrize("towers", [1, 5, 6, 20])
def test_towers_can_be_counted(towers: int) -> None:
    drawn = seen(GAME.new(2, {"towers": towers}), None)
    assert drawn.count('<use href="#pr-tower"/>') == 2 * towers + 1  # and one in the legend
    assert "#pr-rubble" not in drawn
    assert 'class="fallen"' not in drawn


# -- nothing is given away --------------------------------------------------------------------------------


@pytest.mark.rule("PR-58")
@pytest.mark.parametrize("phase", ["build", "action"])
def test_the_secret_of_another_seat_changes_nothing(phase: str) -> None:
    choices = {"build": ("build 0 0", "build 2 0", "build 0 1"), "action": ("raid 0", "defend 2", "tnt 0")}[phase]
    for seat in (0, 2, None):
        drawn = {seen(table(phase, base(), base(choice=choice), base()).state, seat) for choice in choices}
        assert len(drawn) == 1
        assert ('class="played sealed"' if phase == "build" else 'class="played back"') in drawn.pop()


@pytest.mark.rule("PR-58")
@pytest.mark.parametrize("players", [2, 4])
def test_a_world_made_up_from_the_view_looks_the_same(players: int) -> None:
    for number, state in enumerate(game(players, "dreams")):
        seat = number % players
        view = state.view(seat)
        dream = GAME.imagine(view, parlour.Rng(number))
        assert seen(dream, seat) == seen(state, seat)


def test_one_sees_ones_own_secret() -> None:
    drawn = seen(table("action", base(choice="tnt 2"), base(), base()).state, 0)
    assert 'class="played tnt secret"' in drawn
    assert 'class="arrow tnt s0"' in drawn
    assert "Photon T.N.T. against the Green Cacti (Only you see this)" in drawn


# -- what it says -------------------------------------------------------------------------------------------


def facts(state: parlour.State, seat: int | None) -> dict[str, Any]:
    return board(look(state, seat))


def test_who_is_thinking_and_who_has_chosen() -> None:
    state = table("build", base(choice="build 1 0"), base(), base(gold=0), to_act=[1]).state
    status = {one["seat"]: one["who"]["label"] for one in facts(state, 1)["bases"]}
    assert status == {0: "choice made", 1: "your turn", 2: "no gold to build"}
    assert [one["seat"] for one in facts(state, 1)["bases"]] == [2, 0, 1]  # clockwise, oneself at the bottom


@pytest.mark.rule("PR-47")
def test_who_is_about_to_win_is_marked() -> None:
    state = table("action", base(gold=12, mines=3), base(gold=12, mines=2, new_mines=4)).state
    near = {one["seat"]: one["stock"]["gold"]["near"] for one in facts(state, None)["bases"]}
    assert near == {0: True, 1: False}


@pytest.mark.rule("PR-44", "PR-45")
def test_help_for_those_with_nothing_is_foretold() -> None:
    state = table("action", base(gold=0, mercs=0), base(gold=0, mercs=0, mines=2, saloons=3)).state
    stocks = {one["seat"]: one["stock"] for one in facts(state, None)["bases"]}
    coming = {seat: (stock["gold"]["income"], stock["mercs"]["income"]) for seat, stock in stocks.items()}
    assert coming == {0: (1, 1), 1: (2, 3)}


@pytest.mark.rule("PR-25", "PR-27", "PR-32")
def test_what_a_raid_would_do_is_said_before() -> None:
    state = table("action", base(mercs=5), base(mercs=2, towers=4, mines=1)).state
    previews = next(one["previews"] for one in facts(state, 0)["bases"] if one["seat"] == 1)
    lines = {preview["card"]: preview["lines"] for preview in previews["cards"]}
    assert lines["raid"] == [
        "4 towers fall",
        "if it defends: 1, and you lose 4 mercenaries",
        "if it plays T.N.T.: 4",
    ]
    assert lines["tnt"][0] == "1 of 1 buildings blow up"


def test_the_battle_is_shown_with_everybody_at_the_gate() -> None:
    state = battle().state
    shown = facts(state, 0)
    home = next(one for one in shown["bases"] if one["seat"] == 0)
    assert [(one["seat"], one["count"]) for one in home["gate"]["groups"]] == [(1, 3), (2, 2)]
    assert next(one["stock"] for one in shown["bases"] if one["seat"] == 1)["mercs"]["hats"] == 0
    assert [(line["kind"], line["state"]) for line in shown["showdown"]] == [("defend", "now"), ("tnt", "next")]
    assert shown["desk"]["title"] == "4 raiders fall: whose?"
    assert picks(look(state, 0))["take 3 1"] == ["take-1-3", "take-2-1"]


@pytest.mark.rule("PR-37")
def test_the_explosions_are_shown_in_order() -> None:
    played = blast()
    shown = facts(played.state, 2)
    assert [(line["kind"], line["state"]) for line in shown["showdown"]] == [
        ("raid", "done"),
        ("tnt", "now"),
        ("tnt", "next"),
    ]
    assert "6 damage, doubled by the T.N.T. there." in shown["showdown"][0]["text"]
    assert next(one["towers"]["hit"] for one in shown["bases"] if one["seat"] == 3) == 4
    assert "blast-new_mines-1" in picks(look(played.state, 2))["blast 2 0 1 0"]
    played.play(2, "blast 2 0 1 0")
    assert [line["state"] for line in facts(played.state, None)["showdown"]] == ["done", "done", "now"]


@pytest.mark.rule("PR-38")
def test_tnt_where_there_is_nothing_to_blow_up_has_no_effect() -> None:
    """Seat 0 comes before seat 3, but its target has no building: it was never asked."""
    seats = (base(mercs=1), base(), base(mines=2), base(mercs=1))
    played = table("blast", *seats, to_act=[3], cards=["tnt 1", "defend 0", "defend 1", "tnt 2"], queue=[3])
    assert [line["state"] for line in facts(played.state, 3)["showdown"] if line["kind"] == "tnt"] == ["none", "now"]


def test_the_winner_is_shown() -> None:
    winner = table("over", base(gold=16), base(gold=3), to_act=[]).state
    shown = facts(winner, 1)
    assert [one["kind"] == "won" for one in shown["bases"]] == [True, False]
    assert [one["who"]["label"] for one in shown["bases"]] == ["wins", ""]


def test_a_game_ended_by_other_components_has_its_winner() -> None:
    data = tomllib.loads((Path(GAME.folder) / "components.toml").read_text(encoding="utf-8"))
    data["goal"]["gold"] = 9
    position = table("over", base(gold=16), base(gold=3), to_act=[]).state.position()
    position["seats"][0]["gold"] = 9
    spoken = GAME.words("en")
    spoken.use(GAME.parts(data))
    shown = board(look_at(GAME.load(position, data), GAME, None, spoken))
    assert [one["kind"] == "won" for one in shown["bases"]] == [False, True]  # seat 0 comes second for those who watch
    assert shown["goal"] == 9


def test_every_arrow_stays_on_the_planet() -> None:
    for players in (2, 3, 4):
        shown = PhotonBoard(look(GAME.new(players, seed="1"), 0))
        nodes = shown.planet(shown.places())["nodes"]
        for one in nodes:
            for other in nodes:
                if one is not other:
                    drawn = arrow((one["x"], one["y"]), (other["x"], other["y"]))
                    assert 25 < drawn["x"] < 175
                    assert 25 < drawn["y"] < 175


# -- what is announced is what happens ------------------------------------------------------------------------


def after(state: parlour.State, seat: int, action: str) -> list[parlour.Event]:
    events: list[parlour.Event] = []
    state.listen(events.append)
    state.play(seat, action)
    state.listen(None)
    return events


def battles(seed: str) -> Iterator[tuple[parlour.State, dict[int, str]]]:
    """Random games, each action phase when everybody has chosen and nobody has answered yet, with the cards."""
    rng = parlour.Rng(seed)
    for number in range(12):
        state = GAME.new(2 + number % 3, {"towers": 4 + number}, seed=f"{seed} {number}")
        while state.outcome is None:
            seats = state.owing()
            cards = {seat: rng.choice(state.legal(seat)) for seat in seats}
            if state.view(None)["phase"] == "action":
                yield state, cards
            else:
                state.play(seats[0], cards[seats[0]])


def reckoning(state: parlour.State, cards: dict[int, str]) -> list[parlour.Event]:
    """Play the cards, and what a defender has to choose: all that happens before T.N.T. explodes."""
    events = [event for seat, card in cards.items() for event in after(state, seat, card)]
    if state.view(None)["phase"] == "battle":
        defender = state.owing()[0]
        events += after(state, defender, state.legal(defender)[0])
    return events


def alone_against(cards: dict[int, str], seat: int, target: int) -> bool:
    """Whether nobody else has anything to do with this base."""
    return not any(card.endswith(f" {target}") for other, card in cards.items() if other != seat)


@pytest.mark.rule("PR-25", "PR-27", "PR-32", "PR-36")
def test_what_a_card_is_said_to_do_then_happens() -> None:
    checked = set()
    for state, cards in battles("announced"):
        before = state.position()["seats"]
        said = {seat: announcements(look(state, seat)) for seat in cards}
        events = reckoning(state, cards)
        for seat, card in cards.items():
            kind, number = card.split(" ")
            target = int(number)
            if kind == "defend" or not alone_against(cards, seat, target):
                continue
            lines = said[seat][card]
            if kind == "tnt":
                view = state.view(None)
                if view["phase"] == "blast" and view["to_act"] == [seat]:
                    blown = sum(int(word) for word in state.legal(seat)[0].split(" ")[1:])
                    checked.add("blast")
                    assert lines[0].startswith(f"{blown} of ")
                continue
            towers = before[target]["towers"]
            left = [event.facts["towers"] for event in events if raids(event, target)]
            fallen = towers - left[0] if left else 0
            lost = [event.facts["raiders_lost"] for event in events if fights(event, target)]
            answer = cards[target].split(" ")[0]
            checked.add(answer)
            if answer == "raid":
                assert lines[0] == words().n("{count} tower falls", "{count} towers fall", fallen)
            elif answer == "tnt":
                assert lines[2] == f"if it plays T.N.T.: {fallen}"
            else:
                mercs = words().mercs(lost[0][0] if lost else 0)
                assert lines[1] == f"if it defends: {fallen}, and you lose {mercs}"
    assert checked == {"raid", "defend", "tnt", "blast"}


def raids(event: parlour.Event, target: int) -> bool:
    return event.kind == "damaged" and event.facts["seat"] == target


def fights(event: parlour.Event, defender: int) -> bool:
    return event.kind == "battle" and event.facts["defender"] == defender


@pytest.mark.rule("PR-43", "PR-44", "PR-45")
def test_what_is_said_to_come_in_then_comes_in() -> None:
    helped = 0
    for state, cards in battles("incomes"):
        stocks = {one["seat"]: one["stock"] for one in facts(state, None)["bases"]}
        events = reckoning(state, cards)
        touched = {event.facts.get("defender") for event in events}
        touched |= {raider for event in events if event.kind == "battle" for raider in event.facts["raiders"]}
        for event in events:
            if event.kind == "collected" and event.facts["seat"] not in touched:
                stock = stocks[event.facts["seat"]]
                coming = (stock["gold"]["income"], stock["mercs"]["income"])
                assert coming == (event.facts["gold"], event.facts["mercs"])
                helped += event.facts["mercs_relief"] or event.facts["gold_relief"]
    assert helped > 3


@pytest.mark.rule("PR-15", "PR-16")
def test_an_order_costs_what_its_tiles_say() -> None:
    state = table("build", base(gold=6), base(gold=0), to_act=[0]).state
    notes = {tile["pick"]: int(tile["note"]) for row in facts(state, 0)["desk"]["rows"] for tile in row["tiles"]}
    for action, path in picks(look(state, 0)).items():
        built = next(event for event in after(state.clone(), 0, action) if event.kind == "built")
        assert sum(notes[pick] for pick in path) == built.facts["cost"]


@pytest.mark.rule("PR-31", "PR-32")
def test_the_towers_that_fell_just_now_are_those_of_the_damage() -> None:
    checked = 0
    for state, cards in battles("towers"):
        events = reckoning(state, cards)
        if state.view(None)["phase"] != "blast":
            continue
        hit = {one["seat"]: one["towers"]["hit"] for one in facts(state, None)["bases"]}
        for event in events:
            if event.kind == "damaged" and event.facts["towers"]:
                assert hit.pop(event.facts["seat"]) == event.facts["damage"]
                checked += 1
        assert not any(hit.values())
    assert checked > 5


# -- the files ------------------------------------------------------------------------------------------------


def test_styles_concern_this_board_and_its_table_only() -> None:
    css = re.sub(r"/\*.*?\*/", "", (FOLDER / "board.css").read_text(), flags=re.S)
    css = re.sub(r"@keyframes pr-\w+ \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", css)
    for selectors in re.findall(r"([^{};]+)\{", css):
        if not selectors.strip().startswith("@"):
            for selector in re.split(r",(?![^(]*\))", selectors):  # not within :is(...)
                assert ".board-photon-rush" in selector or '.play[data-game="photon-rush"]' in selector, selector


def test_every_picture_is_defined_once() -> None:
    source = (FOLDER / "sprite.html").read_text()
    ids = re.findall(r'\sid="(pr-[a-z0-9-]+)"', source)
    assert len(ids) == len(set(ids))
    drawn = "".join(seen(made.state, 2) for made in (battle(), blast(), table("action", base(), base(), base())))
    assert set(re.findall(r'href="#(pr-[a-z0-9-]+)"', drawn)) <= set(ids)


def test_the_names_of_people_are_escaped() -> None:
    spoken = GAME.words("en", ["<b>x</b>", 'O\'Neil & "Co"'])
    assert isinstance(spoken, PhotonWords)
    drawn = html(look_at(GAME.new(2, seed="1"), GAME, 0, spoken))
    assert "<b>x</b>" not in drawn
    assert "&lt;b&gt;x&lt;/b&gt;" in drawn


def test_french_says_everything_in_french() -> None:
    english = {
        text
        for text in (seen(battle().state, 0), seen(blast().state, 2))
        for text in re.findall(r">([^<>]{9,})<", text)
    }
    french = {
        text
        for text in (seen(battle().state, 0, "fr"), seen(blast().state, 2, "fr"))
        for text in re.findall(r">([^<>]{9,})<", text)
    }
    assert {text for text in english & french if not text.isspace()} == set()


@pytest.mark.rule("PR-38")
def test_tnt_that_blew_up_the_last_building_stays_done_while_others_are_asked() -> None:
    """Seat 2 finds nothing left at seat 0 and was not asked; seat 1 has blown it up, two answers before seat 0."""
    played = tables.Table("a-table")
    played.make("photon-rush", 4, {}, "p0", [Seat("person", f"p{i}", f"Player {i}") for i in range(4)])
    played.start("p0", seed="1")
    hall: Any = SimpleNamespace(announce=lambda *_: None, closed=True)
    orders = ["build 1 0", "build 0 0", "build 1 0", "build 1 0"]
    cards = ["tnt 3", "tnt 0", "tnt 0", "tnt 2"]
    blasts = [(1, "blast 0 0 1 0"), (3, "blast 0 0 1 0")]
    for seat, action in [*enumerate(orders), *enumerate(cards), *blasts]:
        played.play(seat, action, played.asked[seat])
    assert list(played.asked) == [0]
    for number in (None, 0, 1, 2, 3):
        eyes = Eyes(f"p{number}" if number is not None else "", number, "en")
        drawn = draw(Room(hall, played), eyes).regions["board"]
        marks = re.findall(r'<li class="(\w+)">.*?<span>T\.N\.T\. of (\w+ \d)', drawn)
        assert marks == [("done", "Player 1"), ("none", "Player 2"), ("done", "Player 3"), ("now", "Player 0")]
