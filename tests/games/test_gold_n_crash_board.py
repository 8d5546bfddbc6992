"""Gold n' Crash: the board that a person sees, as HTML, and how actions are picked on it."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from gold_sky import game, sky

import parlour
from parlour.faces.look import Look
from parlour.games.gold_n_crash.face.board.board import board, picks
from parlour.games.gold_n_crash.face.words import GoldWords
from parlour.web.rendering import environment
from table import Table

jinja2 = pytest.importorskip("jinja2")
VIEWERS = (0, 1, None)


@cache
def template() -> Any:
    """The template as the server loads it."""
    return environment().get_template("gold-n-crash/board.html")


@cache
def speech(lang: str, names: tuple[str, ...] | None = None) -> GoldWords:
    words = game().words(lang, names)
    assert isinstance(words, GoldWords)
    return words


def shown(view: dict[str, Any], seat: int | None, legal: list[str], lang: str = "en", **names: Any) -> str:
    words = speech(lang, **names)
    common = {"view": view, "seat": seat, "words": words, "t": words.t, "n": words.n}
    html: str = template().render(common, **board(Look(game(), view, seat, legal, words)))
    return html


def drawn(state: parlour.State, seat: int | None, lang: str = "en") -> str:
    return shown(state.view(seat), seat, state.legal(seat) if seat is not None else [], lang)


def games(count: int) -> Any:
    """States of random games, every few decisions and at the end."""
    for seed in range(count):
        state = game().new(2, seed=seed)
        rng = parlour.Rng(seed)
        made = 0
        while state.to_act:
            if made % 19 == 0 or (made % 2 == 0 and state.position()["pending"] is not None):
                yield state
            seat = state.actor()
            codes = state.actions(seat)
            state.apply(seat, codes[rng.below(len(codes))])
            made += 1
        yield state


TAG = re.compile(r"<[a-z][^>]*>")
ATTRIBUTE = re.compile(r"""\s([a-z-]+)(?:="([^"]*)"|=([^\s">]+))?""")


class Reader:
    """What is picked, and what is said, on a board."""

    def __init__(self, html: str) -> None:
        self.picks: list[str] = []
        self.pieces: list[str] = []
        self.attributes: set[str] = set()
        self.nameless: list[str] = []  # things to pick that a screen reader could not name
        for tag in TAG.findall(html):
            found = {name: quoted or plain for name, quoted, plain in ATTRIBUTE.findall(tag)}
            self.attributes |= set(found)
            if "data-piece" in found:
                self.pieces.append(found["data-piece"])
            if "data-pick" in found:
                self.picks.append(found["data-pick"])
                assert found["role"] == "button"
                if not found.get("aria-label") and found["class"] != "drop":  # a column is named by its preview
                    self.nameless.append(found["data-pick"])


# -- picks -------------------------------------------------------------------------------------------------


def test_every_action_is_a_path_of_picks_or_a_button_and_the_board_shows_the_picks() -> None:
    seen: set[str] = set()
    for state in games(3):
        for seat in (0, 1):
            legal = state.legal(seat)
            found = picks(Look(game(), state.view(seat), seat, legal, game().words()))
            left = set(legal) - set(found)
            assert all(action.split(" ")[0] in ("observe", "pass") for action in left)
            seen |= {action.split(" ")[0] for action in legal}
            paths = [tuple(path) for path in found.values()]
            assert len(set(paths)) == len(paths)
            assert not any(a != b and a == b[: len(a)] for a in paths for b in paths)
            on_board = Reader(drawn(state, seat)).picks
            assert len(set(on_board)) == len(on_board)
            assert set(on_board) == {name for path in paths for name in path}
    assert {"draw", "play", "discard", "secure", "move", "recall", "observe"} <= seen


def test_a_code_held_twice_is_one_pick() -> None:
    table = sky({"hand": "bomb-1 bomb-1 gold-4"})
    html = drawn(table.state, 0)
    assert html.count('data-pick="card:o-bomb-1"') == 1
    assert "&#215;2" in html


def test_a_spectator_and_a_seat_that_waits_have_nothing_to_pick() -> None:
    table = sky({"hand": "bomb-1"})
    for viewer in (1, None):
        assert picks(Look(game(), table.state.view(viewer), viewer, [], game().words())) == {}
        assert Reader(drawn(table.state, viewer)).picks == []


# -- the page ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_random_games_are_drawn_for_everybody_within_bounds(lang: str) -> None:
    for state in games(2):
        for viewer in VIEWERS:
            html = drawn(state, viewer, lang)
            assert "<script" not in html
            assert "<style" not in html
            assert "{" not in html  # every placeholder is filled in
            reader = Reader(html)
            assert not {name for name in reader.attributes if name == "style" or name.startswith("on")}
            assert reader.nameless == []
            assert len(set(reader.pieces)) == len(reader.pieces)
            assert len(html) < 60_000
            assert len(gzip.compress(html.encode(), 6)) < 15_000


def test_names_are_escaped() -> None:
    state = game().new(2, seed=1)
    html = shown(state.view(0), 0, state.legal(0), names=("<b>Ann</b>", 'Bo"b'))
    assert "<b>Ann" not in html
    assert 'Bo"b' not in html


def test_the_styles_stay_within_the_board() -> None:
    css = (Path(game().folder) / "face/board/board.css").read_text()
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    for selectors in re.findall(r"([^{}]+)\{", css):
        if not selectors.strip().startswith("@"):
            outside = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", "", selectors)  # commas in :is() and :has()
            assert all(".board-gold-n-crash" in selector for selector in outside.split(",")), selectors


# -- what may be known ---------------------------------------------------------------------------------------


def test_the_board_of_an_imagined_world_is_the_same_to_the_byte() -> None:
    rng = parlour.Rng(4)
    for state in games(2):
        for viewer in VIEWERS:
            other = game().imagine(state.view(viewer), rng)
            assert drawn(other, viewer) == drawn(state, viewer)


def test_no_piece_names_a_card_that_is_hidden() -> None:
    table = sky({"hand": "gold-6", "treasure": "bomb-3"}, {"hand": "gold-6", "treasure": "fish-3"})
    theirs = drawn(table.state, 1)
    for hidden in ("o-gold-6", "o-bomb-3"):
        assert hidden in drawn(table.state, 0)
        assert hidden not in theirs
        assert hidden not in drawn(table.state, None)
    assert "m-fish-3" in theirs


@pytest.mark.rule("GC-31")
def test_gc31_only_the_owner_reads_the_robustness_of_a_zeppelin_that_resisted() -> None:
    table = sky({"hand": "bomb-1"}, {"robustness": [3, 1, 2]}).play(0, "play o-bomb-1 0")
    assert "only its owner knows its robustness is 3" in drawn(table.state, 1)
    for viewer in (0, None):
        html = drawn(table.state, viewer)
        assert "only its owner" not in html
        assert "It resisted strength 1, so its robustness is more" in html


@pytest.mark.rule("GC-45")
def test_gc45_the_two_observed_cards_are_shown_to_the_seat_that_looks() -> None:
    table = sky({"columns": ["reinforce-1 ", "", ""], "deck": "gold-6 bomb-3"}).play(0, "discard 0")
    assert 'class="looks"' in drawn(table.state, 0)
    for viewer in (1, None):
        assert 'class="looks"' not in drawn(table.state, viewer)


# -- what is told before it happens ----------------------------------------------------------------------------


def told(table: Table, code: str, column: int) -> str:
    """What the board says a card would do in a column."""
    card = next(card for card in values(table)["hand"] if card["pick"] == f"card:{code}")
    return " ".join(hint for hint in card["hints"] if hint.startswith(f"Column {column}:"))


def values(table: Table, seat: int | None = 0) -> dict[str, Any]:
    legal = table.legal(seat) if seat is not None else []
    return board(Look(game(), table.state.view(seat), seat, legal, speech("en")))


@pytest.mark.rule("GC-23", "GC-30")
def test_gc23_bombs_are_told_with_their_strength() -> None:
    once = sky({"hand": "bomb-1"})
    assert told(once, "o-bomb-1", 0) == "Column 0: strength 1, destroys robustness 1 or less."
    twice = sky(
        {"columns": ["bomb-2", "fish-1 fish-2", ""], "hand": "bomb-1"}, {"robustness": [3, 1, 2], "resisted": [2, 0, 0]}
    )
    assert told(twice, "o-bomb-1", 0) == "Column 0: strength 2, it will resist again."
    third = sky({"columns": ["bomb-2 bomb-3", "gold-4 fish-1 fish-2", ""], "hand": "bomb-1"})
    assert told(third, "o-bomb-1", 0) == ("Column 0: strength 3, destroys the Zeppelin, then the column is emptied.")


@pytest.mark.rule("GC-26")
def test_gc26_a_card_is_told_as_far_as_it_goes() -> None:
    mine = {"columns": ["board-1 fish-1", "gold-4 gold-4 bomb-1", ""], "hand": "board-2 fish-2 reinforce-1 secure-1"}
    table = sky({**mine, "discard": "gold-6 bomb-2"}, {"columns": ["gold-4", "", ""]})
    assert told(table, "o-board-2", 0) == "Column 0: twice, discards Gold 4 opposite."
    assert told(table, "o-fish-2", 0) == "Column 0: twice, takes Bomb 2 and Gold 6 in hand."
    assert told(table, "o-reinforce-1", 2) == "Column 2: once, draws 1 card."
    assert told(table, "o-secure-1", 0) == "Column 0: once, secures 1 card beside it."


@pytest.mark.rule("GC-25")
def test_gc25_a_guest_is_told_before_the_column_is_emptied() -> None:
    mine = {"columns": ["gold-4 gold-4", "fish-1 fish-2 bomb-1", ""], "guests": ["nine-gold", "", ""]}
    table = sky({**mine, "hand": "gold-4 bomb-2"})
    third = "Column 0: no effect, then Nine gold (5 Gold) joins your Treasure, then the column is emptied."
    assert told(table, "o-gold-4", 0) == third
    assert told(table, "o-bomb-2", 0).endswith("then Nine gold (5 Gold) joins your Treasure.")


def test_what_a_play_was_said_to_do_is_what_it_does() -> None:
    """Guests and emptied columns, foretold and then looked at, in random games."""
    checked = 0
    for state in games(8):
        for seat in state.to_act:
            view, legal = state.view(seat), state.legal(seat)
            for card in board(Look(game(), view, seat, legal, speech("en")))["hand"]:
                code = card["pick"].removeprefix("card:")
                for hint in card["hints"] if code else []:
                    column = int(hint.split(" ")[1][0])
                    after = state.clone()
                    after.play(seat, f"play {code} {column}")
                    now = after.view(seat)
                    if now["pending"] is not None or now["ended"] is not None:
                        continue
                    joined = view["seats"][seat]["guests"][column] not in (None, now["seats"][seat]["guests"][column])
                    assert joined == ("joins your Treasure" in hint)
                    emptied = not now["seats"][seat]["columns"][column]
                    assert emptied == ("column is emptied" in hint)
                    checked += 1
    assert checked > 100


@pytest.mark.rule("GC-43")
def test_gc43_a_move_is_told_in_the_column_it_goes_to() -> None:
    table = sky({"columns": ["fish-1 fish-2", "fish-3", "gold-4 board-1"]}).play(0, "discard 2")
    lines = values(table)["sides"][1]["columns"][0]["drop"]
    assert lines == [{"on": "from-1", "head": "Fish 3 comes here", "text": "then the column is emptied"}]


def test_gold_of_a_card_makes_its_own_line_where_a_guest_counts_gold() -> None:
    mine = {"columns": ["gold-4 fish-2", "gold-4 fish-1 bomb-2", ""], "guests": ["nine-gold", "", ""]}
    table = sky({**mine, "hand": "bomb-1 bomb-3 reinforce-1"})
    column = values(table)["sides"][1]["columns"][0]
    assert [line["on"] for line in column["drop"]] == ["bomb-1", "bomb-3", "reinforce"]
    css = (Path(game().folder) / "face/board/board.css").read_text()
    for line in column["drop"]:
        assert f" .on-{line['on']}" in css


# -- the rest of the table ---------------------------------------------------------------------------------------


@pytest.mark.rule("GC-56")
def test_gc56_locks_show_what_a_guest_protects() -> None:
    table = sky({"treasure": "gold-4 g-two-gold gold-6"})
    for viewer in VIEWERS:
        side = values(table, viewer)["sides"][0 if viewer == 1 else 1]
        assert [tile["locked"] for tile in side["treasure"]] == [True, True, False]
        assert side["gold"] == ("15" if viewer == 0 else "5 + ?")


@pytest.mark.rule("GC-5")
def test_gc5_a_guest_says_what_it_wants_and_how_far_it_is() -> None:
    mine = {"columns": ["gold-4 fish-2", "bomb-1", "fish-1"], "guests": ["nine-gold", "four-types", "three-fish"]}
    columns = values(sky(mine))["sides"][1]["columns"]
    assert [(column["guest"]["needs"], column["guest"]["progress"]) for column in columns] == [
        ("9 Gold in the column", "6/9"),
        ("4 types in the column", "1/4"),
        ("3 Fish cards in the column", "1/3"),
    ]


@pytest.mark.rule("GC-61")
def test_gc61_the_bar_warns_of_the_last_turn() -> None:
    table = sky({"deck": "gold-4", "rest": "discard", "hand": "gold-6"})
    assert "runs out" in values(table)["sides"][1]["deck"]["about"]
    table.play(0, "draw")
    assert "one last turn follows" in values(table)["bar"]["last"]
    table.play(0, "play o-gold-4 0")
    assert "last turn of the game" in values(table)["bar"]["last"]


def test_the_own_side_is_below_and_spectators_see_seat_0_there() -> None:
    table = sky({"hand": "bomb-1"})
    assert [values(table, viewer)["sides"][1]["seat"] for viewer in VIEWERS] == [0, 1, 0]


def test_the_winner_is_marked_when_the_game_is_over() -> None:
    for state in games(2):
        if state.outcome is not None:
            drawing = board(Look(game(), state.view(None), None, [], speech("en")))
            assert {side["seat"] for side in drawing["sides"] if side["wins"]} == set(state.outcome.winners)


def test_a_card_keeps_its_piece_from_hand_to_column_to_pile() -> None:
    table = sky({"columns": ["gold-4", "", ""], "hand": "bomb-3"}, {"hand": "board-1"})
    assert values(table)["hand"][0]["piece"] == "o-bomb-3.1"
    table.play(0, "play o-bomb-3 1", "draw")
    assert values(table, None)["sides"][1]["columns"][1]["last"]["piece"] == "o-bomb-3.1"
    table.play(1, "play m-board-1 1")
    assert values(table, None)["sides"][1]["discard"]["top"]["piece"] == "o-bomb-3.1"
