"""The board of Crusgallo: it draws every situation, offers every action once, and tells nothing hidden."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import parlour
from conftest import scenarios
from parlour.faces.look import Look, look_at
from parlour.games.crusgallo.cavern import MIDDLE, Cavern
from parlour.games.crusgallo.face.board.board import announcements, board, picks, sprite
from parlour.games.crusgallo.face.board.pieces import letters
from parlour.games.crusgallo.face.words import CrusgalloWords
from parlour.games.crusgallo.judge import worth
from parlour.games.crusgallo.parts import CORNERS
from parlour.games.crusgallo.rules import Crusgallo
from parlour.web.templating import TEMPLATES

GAME = parlour.game("crusgallo")
FOLDER = Path(parlour.game("crusgallo").folder) / "face" / "board"


@cache
def words(lang: str = "en") -> CrusgalloWords:
    found = GAME.words(lang)
    assert isinstance(found, CrusgalloWords)
    return found


def drawn(view: dict[str, Any], legal: list[str], lang: str = "en", seat: int | None = 0) -> str:
    said = words(lang)
    common = {"view": view, "seat": seat, "words": said, "t": said.t, "n": said.n}
    return TEMPLATES.get_template("crusgallo/board.html").render(common, **board(Look(GAME, view, seat, legal, said)))


def drawings(lang: str) -> str:
    """What comes once with the page."""
    return TEMPLATES.get_template("crusgallo/sprite.html").render(sprite(words(lang)))


def names(html: str, what: str = "data-pick") -> list[str]:
    return re.findall(f'{what}="([^"]*)"', html)


def game(seed: int, *, well: bool) -> Iterator[Crusgallo]:
    """The states of a game, played well or anyhow."""
    state = GAME.new(1, seed=seed)
    assert isinstance(state, Crusgallo)
    rng = parlour.Rng(seed)
    while True:
        yield state
        actor = state.actor()
        if actor == -2:
            return
        codes = state.actions(actor)
        best = max(codes, key=lambda code: worth(state, code)) if well and actor == 0 else codes[rng.below(len(codes))]
        state.apply(actor, best)


@cache
def situations() -> list[tuple[str, Crusgallo]]:
    """Some of each kind: from games in both phases, and from the example positions."""
    found: list[tuple[str, Crusgallo]] = []
    for seed, well in ((1, True), (5, False)):
        for i, state in enumerate(game(seed, well=well)):
            if i % 7 == 0 or state.actor() != 0 or (state.phase == 2 and i % 3 == 0):
                found.append((f"game {seed}, step {i}", state.clone()))
    for scenario in scenarios("crusgallo"):
        shown = GAME.load(scenario["position"])
        for step in scenario["steps"]:
            shown.play(step.get("seat", parlour.CHANCE), step.get("action") or step["chance"])
        assert isinstance(shown, Crusgallo)
        found.append((scenario["id"], shown))
    return found


def test_every_step_is_among_the_situations() -> None:
    seen = {(state.phase, state.view(None)["step"]) for _, state in situations()}
    assert seen >= {(1, "place"), (1, "last"), (2, "place"), (2, "last"), (2, "exchange"), (2, "over"), (1, "over")}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_situation_is_drawn(lang: str) -> None:
    for name, state in situations():
        view = state.view(0)
        legal = state.legal(0) if state.actor() == 0 else []
        html = drawn(view, legal, lang)
        assert not re.search(r"\sstyle=|<style|<script|\son[a-z]+=", html), name
        assert len(gzip.compress(html.encode(), 6)) < 15_000, name
        page = html + drawings(lang)
        for kind in ("data-pick", "data-piece", "id"):
            found = re.findall(rf'\s{kind}="([^"]*)"', page)
            assert len(set(found)) == len(found), (name, kind)
        missing = set(re.findall(r'href="#([^"]+)"', page)) - set(re.findall(r'\sid="([^"]+)"', page))
        assert not missing, (name, missing)


def test_every_action_has_a_path_or_is_left_to_buttons() -> None:
    for name, state in situations():
        if state.actor() != 0:
            continue
        view, legal = state.view(0), state.legal(0)
        paths = picks(Look(GAME, view, 0, legal, GAME.words()))
        assert {action.split(" ")[0] for action in set(legal) - set(paths)} <= {"discard", "stop"}, name
        there = set(names(drawn(view, legal)))
        assert there == {pick for path in paths.values() for pick in path}, name
        ways = {tuple(path) for path in paths.values()}
        assert len(ways) == len(paths), name
        assert not any(way[:n] in ways for way in ways for n in range(1, len(way))), name


def test_spectators_see_the_same_without_picks() -> None:
    for name, state in situations()[::4]:
        html = drawn(state.view(None), [], seat=None)
        assert not names(html), name
        assert picks(Look(GAME, state.view(None), None, [], GAME.words())) == {}


def test_nothing_hidden_is_told() -> None:
    rng = parlour.Rng(3)
    for name, state in situations()[::3]:
        position, view = state.position(), state.view(0)
        legal = state.legal(0) if state.actor() == 0 else []
        html = drawn(view, legal)
        for card in position["draw"] + position["reserve"]:
            if card.startswith("c"):  # that there are nine treasures is known, and their names
                assert not re.search(rf"\b{card}\b", html), (name, card)
        assert drawn(GAME.imagine(view, rng).view(0), legal) == html, name


@pytest.mark.parametrize(("seed", "well", "phases"), [(7, True, {1, 2}), (2, True, {1, 2}), (3, False, {1})])
def test_what_is_announced_is_what_happens(seed: int, well: bool, phases: set[int]) -> None:
    """Every placement that has a star, and as many others, at many moments of a game: the same orbs light, in the same
    order, and win as much."""
    rng = parlour.Rng(seed)
    compared: list[int] = []  # phases
    for i, state in enumerate(game(seed, well=well)):
        if state.actor() != 0 or i % 3:
            continue
        look = look_at(state, GAME, 0, words())
        announced = announcements(look)
        silent = [action for action in look.legal if action.startswith("place") and action not in announced]
        for action in [*announced, *[rng.choice(silent) for _ in announced if silent]]:
            events: list[parlour.Event] = []
            after = state.clone()
            after.listen(events.append)
            after.play(0, action)
            lit = [event.facts["colour"] for event in events if event.kind == "lit"]
            won = [event.facts["colour"] for event in events if event.kind in ("released", "bound")]
            expected = announced.get(action, [])
            assert [colour for colour, _ in expected] == lit, action
            assert [colour for colour, wins in expected if wins] == won, action
            previewed = [event.facts["colour"] for event in look.previews[action].events if event.kind == "lit"]
            assert previewed == lit, action
            compared.append(state.phase)
    assert len(compared) > 50
    assert set(compared) == phases


def test_stars_are_what_is_announced() -> None:
    """The drawing says what `announcements` says: a star for each placement, weak where nothing is won, and its letters
    and its orbs where the middle of the card comes to lie."""
    letter = dict(zip(words().parts.colours, letters([each["en"] for each in words().parts.creatures]), strict=True))
    for i, state in enumerate(game(1, well=True)):
        if state.actor() != 0 or i % 2:
            continue
        look = look_at(state, GAME, 0, words())
        announced = announcements(look)
        html = drawn(look.view, look.legal)
        stars: list[tuple[str, str, str, str]] = []
        cells: Counter[str] = Counter()
        for action, orbs in announced.items():
            _, _, x, y, turn = action.split(" ")
            wins = str(int(any(won for _, won in orbs)))
            right, down = (40, 20) if int(turn) % 2 else (20, 40)
            at = (str(40 * int(x) + right), str(40 * int(y) + down))
            stars.append((wins, *at, "".join(letter[colour] for colour, _ in orbs)))
            cells[f"{x},{y}"] += 1
        star = r'<use href="#cg-s([01])" x="(-?\d+)" y="(-?\d+)"/><text[^>]*>(\w+)</text>'
        assert sorted(re.findall(star, html)) == sorted(stars)
        labels = dict(re.findall(r'data-pick="(-?\d+,-?\d+)" role="button" aria-label="([^"]*)"', html))
        assert {cell: label.count("lights ") for cell, label in labels.items() if "lights" in label} == dict(cells)


def test_orbs_lit_by_the_last_card_are_new() -> None:
    before: set[tuple[int, int]] = set()
    for state in game(1, well=True):
        if state.phase == 2:
            break
        lit = {(x, y) for x, y, _ in state.view(0)["lit"]}
        last = len(state.cavern.laid) - 1
        lit_by = state.cavern.cards_that_lit()
        assert {orb for orb, card in lit_by.items() if card == last} == lit - before
        assert set(lit_by) == lit
        assert drawn(state.view(0), []).count('class="lit new"') == len(lit - before)
        before = lit


def test_a_symbol_is_seen_if_no_later_card_covers_it() -> None:
    for state in game(1, well=True):
        cavern = state.cavern
        top: dict[tuple[int, int], int] = {}
        for i, code in enumerate(cavern.laid):
            left, up, flat = state.parts.x_of(code), state.parts.y_of(code), state.parts.way_of(code) & 1
            top |= {(left + x, up + y): i for x in range(2 + flat) for y in range(3 - flat)}
        lit = {(x, y) for x, y, _ in state.view(0)["lit"]}
        for i, (code, seen) in enumerate(zip(cavern.laid, cavern.visible(), strict=True)):
            left, up, flat = state.parts.x_of(code), state.parts.y_of(code), state.parts.way_of(code) & 1
            cells = [(left + x, up + y) for x, y in CORNERS[flat]]
            assert [bool(seen >> n & 1) for n in range(4)] == [top[at] == i and at not in lit for at in cells]
            assert bool(seen & MIDDLE) == (top[left + 1, up + 1] == i)


def test_a_loaded_table_has_the_links_of_its_cards() -> None:
    for name, state in situations():
        loaded = GAME.load(state.position())
        assert isinstance(loaded, Crusgallo)
        slowly = Cavern(state.parts)
        for code in loaded.cavern.laid:
            slowly.put(code)
        for orb in loaded.cavern.lit:
            slowly.light(orb >> 1, orb & 1)
        for code in slowly.laid:
            slowly.relink(slowly.cell_of(code), state.parts.way_of(code))
        assert list(slowly.listed_at) == list(loaded.cavern.listed_at), name
        assert list(slowly.frontier) == list(loaded.cavern.frontier), name


def test_the_first_card_of_the_second_phase_needs_no_turn() -> None:
    state = next(state for state in game(1, well=True) if state.phase == 2 and state.view(0)["step"] == "place")
    card = state.view(0)["row"][0]
    assert picks(Look(GAME, state.view(0), 0, state.legal(0), GAME.words()))[f"place {card} 0 0 0"] == [card, "0,0"]


def test_letters_tell_the_colours_apart() -> None:
    assert letters(["red", "orange", "yellow", "green", "blue", "purple"]) == list("ROYGBP")
    assert letters(["rouge", "orange", "jaune", "vert", "bleu", "violet"]) == ["R", "O", "J", "Ve", "B", "Vi"]


def test_unknown_cards_are_shown_as_text() -> None:
    view = GAME.new(1, seed=1).view(0)
    view["card"] = "mine"
    assert "<pre" in drawn(view, [])


def test_styles_stay_on_this_board() -> None:
    css = re.sub(r"/\*.*?\*/|@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", (FOLDER / "board.css").read_text())
    for rule in re.findall(r"([^{};]+)\{", css):
        for selector in re.split(r",(?![^(]*\))", rule):
            # What stands before says where the board is, as in a picture of the rules page.
            assert selector.strip().startswith(("@", "(")) or ".board-crusgallo" in selector, selector
