"""The first-game guides and the rules pages: every guide is replayed on the engine, every rule can be linked to."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from conftest import RULE, example, rule_ids
from games_here import games_here
from parlour.cli import main
from parlour.faces.look import look_at
from parlour.faces.words import LANGUAGES
from parlour.web.boards import board_of, own_board
from parlour.web.rulebook import Book, book, still
from parlour.web.scenes import Guide, guide, moment, pictures
from visit import Site, Visitor


@pytest.fixture
def reader(site: Site) -> Iterator[Visitor]:
    found = Visitor(site)
    yield found
    found.close()


def the_guide(game: str) -> Guide:
    found = guide(game)
    if found is None and game not in games_here():
        pytest.skip(f"{game}, which is not of this box, has no guide")
    assert found is not None
    return found


def the_book(game: str, lang: str, query: str = "") -> Book:
    found = book(game, lang, query)
    assert found is not None
    return found


# -- guides ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", parlour.games())
def test_a_guide_can_be_played_as_it_says(game: str) -> None:
    found = the_guide(game)
    rules = parlour.game(game)
    assert 3 <= len(found.steps) <= 6
    for number, step in enumerate(found.steps):
        before = moment(rules, found, number, done=False)
        assert before.state.to_act == (found.seat,) or found.seat in before.state.to_act
        assert step.ask in before.state.legal(found.seat)
        after = moment(rules, found, number, done=True)  # the others' answers are legal too, or this raises
        assert after.events, "nothing happens"
        for lang in LANGUAGES:
            words = rules.words(lang)
            assert any(words.event(event.seen_by(found.seat)) for event in after.events)
            html, picks = board_of(look_at(before.state, rules, found.seat, words))
            assert html
            path = (picks or {}).get(step.ask)
            assert path is None or all(f'data-pick="{pick}"' in html for pick in path)


@pytest.mark.parametrize("game", parlour.games())
def test_a_guide_speaks_both_languages(game: str) -> None:
    found = the_guide(game)
    texts = [found.intro, found.end, *(text for step in found.steps for text in (step.title, step.say, step.why))]
    texts += [step.hint for step in found.steps if step.hint]
    for text in texts:
        assert set(text) == set(LANGUAGES)
        assert all(text.values())
        assert text["en"] != text["fr"]


@pytest.mark.parametrize("game", parlour.games())
def test_a_guides_page_has_the_board_and_a_way_to_answer(reader: Visitor, game: str) -> None:
    found = the_guide(game)
    for number, step in enumerate(found.steps, 1):
        page = reader.get(f"/guide/{game}?step={number}")
        assert own_board(game) is None or f'class="board-{game}' in page
        answer = reader.http.get(f"/guide/{game}/answer", params={"step": number}).json()
        button = f'data-action="{step.ask}"' in answer["regions"]["ask"]
        assert button or step.ask in answer["picks"], "the action can neither be picked nor pressed"
        assert answer["asked"] == step.ask
        text = reader.http.get(f"/guide/{game}/answer", params={"step": number, "text": "1"}).json()
        assert f'data-action="{step.ask}"' in text["regions"]["ask"], "the table as text needs a button"
        done = reader.http.get(f"/guide/{game}/answer", params={"step": number, "action": step.ask}).json()
        assert done["at"] == f"?step={number}&done=1"
        assert done["say"]
        assert done["question"] is None
    end = reader.get(f"/guide/{game}?step={len(found.steps) + 1}")
    assert f'action="/play/{game}"' in end
    assert reader.get(f"/guide/{game}?step=999").count("progress") == end.count("progress")


def test_another_legal_action_gets_a_friendly_word(reader: Visitor) -> None:
    answer = reader.http.get("/guide/mogul/answer", params={"step": 2, "action": "withdraw"}).json()
    assert answer["is"] == "refused"
    assert answer["friendly"]
    assert "could not sell" in answer["why"]
    assert "rule" not in answer


def test_an_illegal_action_gets_the_referees_reason(reader: Visitor) -> None:
    answer = reader.http.get("/guide/photon-rush/answer", params={"step": 1, "action": "build 9 9"}).json()
    assert answer["is"] == "refused"
    assert answer["rule"] == "PR-15"
    assert answer["link"] == "/rules/photon-rush#pr-15"
    assert reader.http.get("/guide/photon-rush/answer", params={"step": 6, "action": "build 1 1"}).json()["why"]
    assert reader.http.get("/guide/photon-rush/answer", params={"step": "x", "action": ""}).json()["is"] == "refused"


def test_guides_are_offered(reader: Visitor) -> None:
    link = '"/guide/mogul"'
    assert link in reader.get("/")
    assert link in reader.get("/new/mogul")
    assert link in reader.get("/rules/mogul")
    lobby = reader.new_table("mogul", players=3, seat0="me", seat1="open", seat2="open")
    assert link in reader.get(f"/t/{lobby}")
    reader.get("/guide/chess", 404)


# -- rules ----------------------------------------------------------------------------------------------


def rules_in_source(game: str) -> set[str]:
    """Every rule id that the game's program names: what refusals and events can carry is among them."""
    found: set[str] = set()
    for file in Path(parlour.game(game).folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value):
                found.add(node.value)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", parlour.games())
def test_every_rule_can_be_linked_to(game: str, lang: str) -> None:
    anchors = re.findall(r'<span class="rule" id="([^"]+)"', the_book(game, lang).html)
    assert len(anchors) == len(set(anchors))
    needed = rules_in_source(game) | rule_ids(game)
    assert needed - {anchor.upper() for anchor in anchors} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", parlour.games())
def test_rules_mark_what_is_not_printed(game: str, lang: str) -> None:
    """The sources are those of the specs: `ours` has a dagger, `elsewhere` a double one, where the rule is told."""
    html = the_book(game, lang).html
    sources = json.loads(example(f"{game}.rulings.json", '{"ours": [], "elsewhere": []}'))
    found: dict[str, set[str]] = {"†": set(), "‡": set()}
    for rule, mark in re.findall(
        r'<span class="rule"[^>]*>([A-Z]{2}-\d+)</span><a class="ruling" href="#rulings" title="[^"]+">(.)</a>', html
    ):
        found[mark].add(rule)
    assert found == {"†": set(sources["ours"]), "‡": set(sources["elsewhere"])}
    legend = re.findall(r'<p [^>]*id="rulings"[^>]*>(.*?)</p>', html, re.DOTALL)
    assert len(legend) == (1 if any(found.values()) else 0)
    assert {mark for mark in "†‡" if mark in "".join(legend)} == {mark for mark in found if found[mark]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terminal_shows_the_marks_too(lang: str) -> None:
    shown = CliRunner().invoke(main, ["rules", "mogul", "--lang", lang])
    assert "KR-51†" in shown.output
    assert "KR-7‡" in shown.output
    assert "\n† " in shown.output


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", parlour.games())
def test_rules_have_pictures_of_real_boards(reader: Visitor, game: str, lang: str) -> None:
    text = the_book(game, lang)
    assert len(pictures(game)) >= (3 if game in games_here() else 0)
    assert text.html.count("<figure") == len(pictures(game)), "a picture has no paragraph to stand behind"
    for picture in pictures(game):
        assert set(picture.caption) == set(LANGUAGES)
    for board in re.findall(r"<figure.*?<figcaption>", text.html, re.DOTALL):
        assert own_board(game) is None or f'class="board-{game}' in board
        assert " inert>" in board
        assert not re.search(r"\s(?:data-pick|data-piece|tabindex)=", board)
    reader.http.cookies.set("lang", lang)
    ids = re.findall(r'\sid="([^"]+)"', reader.get(f"/rules/{game}"))
    assert sorted(ids) == sorted(set(ids)), "an id stands on the page twice"


def test_a_still_board_keeps_the_drawings_that_it_uses() -> None:
    board = (
        '<g id="a" tabindex="0"><use href="#a"/><use href="#sprite"/><b id="b" data-pick="x" fill="url(#a)"></b></g>'
    )
    assert still(board, "one") == (
        '<g id="one-a"><use href="#one-a"/><use href="#sprite"/><b fill="url(#one-a)"></b></g>'
    )


def hits(text: Book) -> list[str]:
    return re.findall(r'<(?:p|li|tr|h2|h3)[^>]* data-par="hit"', text.html)


def test_the_search_marks_and_counts() -> None:
    text = the_book("photon-rush", "en", "saloon mercenary")
    assert text.hits == len(hits(text)) > 0
    assert "<mark>saloon</mark>" in text.html
    assert the_book("photon-rush", "en").html.count("<mark>") == 0
    everything = the_book("photon-rush", "en", "xyzzy")
    assert everything.hits == 0
    assert hits(everything) == []


def test_the_search_knows_no_accents_and_no_case() -> None:
    plain = the_book("mogul", "fr", "ENCHERE")
    accents = the_book("mogul", "fr", "enchère")
    assert plain.hits == accents.hits > 2
    assert "<mark>enchère</mark>" in plain.html
    assert "<mark>Manœuvrer</mark>" in the_book("gold-n-crash", "fr", "manoeuvrer").html


def test_the_search_finds_one_rule() -> None:
    found = the_book("photon-rush", "en", "PR-1")
    assert found.hits == 1
    assert '<span class="rule" id="pr-1"><mark>PR-1</mark></span>' in found.html


def test_the_search_works_without_script(reader: Visitor) -> None:
    page = reader.get("/rules/mogul?q=loan")
    assert 'class="rules searching"' in page
    assert re.search(r"\d+ paragraphs found", page)
    assert 'value="loan"' in page
    assert "Nothing in the rules has these words." in reader.get("/rules/mogul?q=xyzzy").split('role="status"')[1]
    nasty = reader.get("/rules/mogul?q=%3Cscript%3E%22")
    assert "<script>&" not in nasty
    assert "&lt;script&gt;" in nasty


def test_the_panel_gets_the_rules_alone(reader: Visitor) -> None:
    part = reader.get("/rules/mogul?part=1")
    assert "<html" not in part
    assert '<article class="rules' in part
    assert 'class="sprite"' not in part  # the table's page has it
    table = reader.play_now("mogul")
    page: Any = reader.get(f"/t/{table}")
    assert 'id="rules-panel"' in page
    assert 'href="/rules/mogul" target="rules"' in page
