"""Gold n' Crash: the board that a person sees, as HTML, and how actions are picked on it."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from gold_sky import game, sky

import parlour
from parlour.faces.look import Look, look_at
from parlour.games.gold_n_crash.face.board.board import announcements, board, picks
from parlour.games.gold_n_crash.face.words import GoldWords
from parlour.games.gold_n_crash.notation import NAMES
from parlour.web.templating import TEMPLATES
from table import Table

jinja2 = pytest.importorskip("jinja2")
VIEWERS = (0, 1, None)


def template() -> Any:
    """The template as the server loads it."""
    return TEMPLATES.get_template("gold-n-crash/board.html")


@cache
def speech(lang: str, names: tuple[str, ...] | None = None) -> GoldWords:
    words = game().words(lang, names)
    assert isinstance(words, GoldWords)
    return words


def shown(
    view: dict[str, Any],
    seat: int | None,
    legal: list[str],
    lang: str = "en",
    outcome: parlour.Outcome | None = None,
    **names: Any,
) -> str:
    words = speech(lang, **names)
    common = {"view": view, "seat": seat, "words": words, "t": words.t, "n": words.n}
    html: str = template().render(common, **board(Look(game(), view, seat, legal, words, outcome)))
    return html


def drawn(state: parlour.State, seat: int | None, lang: str = "en") -> str:
    return shown(state.view(seat), seat, state.legal(seat) if seat is not None else [], lang, state.outcome)


def games(count: int, **options: Any) -> Any:
    """States of random games, every few decisions and at the end."""
    for seed in range(count):
        state = game().new(2, options=options, seed=seed)
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
                assert tag.startswith("<button") or found["role"] == "button"
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
            # What a board asks of the frame around it is about that board too.
            selectors = selectors.replace(".play:has(.board-gold-n-crash)", ".board-gold-n-crash")
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
    return " ".join(hint for hint in card["hints"] if hint.startswith(f"Into the {NAMES[column]} column: "))


def values(table: Table, seat: int | None = 0) -> dict[str, Any]:
    return board(look_at(table.state, game(), seat, speech("en")))


@pytest.mark.rule("GC-23", "GC-30")
def test_gc23_bombs_are_told_with_their_strength() -> None:
    once = sky({"hand": "bomb-1"})
    assert told(once, "o-bomb-1", 0) == "Into the left column: strength 1, destroys robustness 1 or less."
    twice = sky(
        {"columns": ["bomb-2", "fish-1 fish-2", ""], "hand": "bomb-1"}, {"robustness": [3, 1, 2], "resisted": [2, 0, 0]}
    )
    assert told(twice, "o-bomb-1", 0) == "Into the left column: strength 2, it will resist again."
    third = sky({"columns": ["bomb-2 bomb-3", "gold-4 fish-1 fish-2", ""], "hand": "bomb-1"})
    assert told(third, "o-bomb-1", 0) == (
        "Into the left column: strength 3, destroys the Zeppelin, then the column is emptied."
    )


@pytest.mark.rule("GC-26")
def test_gc26_a_card_is_told_as_far_as_it_goes() -> None:
    mine = {"columns": ["board-1 fish-1", "gold-4 gold-4 bomb-1", ""], "hand": "board-2 fish-2 reinforce-1 secure-1"}
    table = sky({**mine, "discard": "gold-6 bomb-2"}, {"columns": ["gold-4", "", ""]})
    assert told(table, "o-board-2", 0) == "Into the left column: twice, discards Gold 4 opposite."
    assert told(table, "o-fish-2", 0) == "Into the left column: twice, takes Bomb (2 Gold) and Gold 6 into your hand."
    assert told(table, "o-reinforce-1", 2) == "Into the right column: draws 1 card."
    assert told(table, "o-secure-1", 0) == "Into the left column: secures 1 card beside it."


@pytest.mark.rule("GC-25")
def test_gc25_a_guest_is_told_before_the_column_is_emptied() -> None:
    mine = {"columns": ["gold-4 gold-4", "fish-1 fish-2 bomb-1", ""], "guests": ["nine-gold", "", ""]}
    table = sky({**mine, "hand": "gold-4 bomb-2"})
    third = "Into the left column: no effect, then Nine gold (5 Gold) joins your Treasure, then the column is emptied."
    assert told(table, "o-gold-4", 0) == third
    assert told(table, "o-bomb-2", 0).endswith("then Nine gold (5 Gold) joins your Treasure.")


@pytest.mark.rule("GC-60")
def test_gc60_nothing_is_told_to_follow_a_bomb_that_wins() -> None:
    mine = {"columns": ["bomb-2 bomb-3", "gold-4 fish-1 fish-2", ""], "guests": ["nine-gold", "", ""]}
    table = sky({**mine, "hand": "bomb-1"}, {"destroyed": [1, 2]})
    assert told(table, "o-bomb-1", 0) == "Into the left column: strength 3, destroys the Zeppelin."


@pytest.mark.rule("GC-64")
def test_gc64_no_last_turn_is_told_when_the_round_limit_comes_first() -> None:
    low = {"deck": "gold-4", "rest": "discard", "hand": "gold-6"}
    for limit, follows in ((7, True), (6, False)):
        table = sky(low, options={"round_limit": limit}, first=1)
        assert ("runs out" in values(table)["sides"][1]["deck"]["about"]) == follows
        table.play(0, "draw")
        assert ("one last turn follows" in values(table)["bar"]["last"]) == follows


@pytest.mark.parametrize(("options", "count"), [({}, 6), ({"round_limit": 9}, 12)])
def test_what_the_board_announces_is_what_then_happens(options: dict[str, Any], count: int) -> None:
    """In random games every answer is given that the board says something about, with the further ones it asks for."""
    rng = parlour.Rng("announced")
    seen: Counter[str] = Counter()
    for state in games(count, **options):
        for seat in state.to_act:
            for action, says in announcements(look_at(state, game(), seat, speech("en"))).items():
                kind = action.split(" ")[0]
                events = carry_out(state.clone(), seat, action, rng)
                won = events[-1].kind == "over" and events[-1].facts["reason"] == "zeppelins"
                if kind == "play":
                    kind = events[0].facts["card"].split("-")[1]
                    effect = EFFECTS[kind](events)
                    if kind == "bomb" and says[1] != effect[1]:
                        check_attack(says[1], events[1], state)
                        effect[1] = says[1]
                    if won and says[1] != "destroys the Zeppelin":
                        says = says[:2]  # who hoped for no more than to hit has won
                    assert says == [*effect, *aftermath(events)]
                elif kind == "move":
                    assert says == aftermath(events)
                elif kind == "discard":
                    assert events[1].rule in says[0]
                    assert events[1].kind != "looted" or speech("en").card(events[1].facts["card"]) in says[0]
                else:
                    last = any(event.kind == "last-turn" for event in events)
                    ran_out = any(event.kind == "deck-ran-out" for event in events)
                    assert len(says) == 1 + (ran_out and (last or won))
                seen[kind] += 1
    assert set(seen) == {"draw", "discard", "move", *EFFECTS}
    assert seen.total() > 200


def carry_out(state: parlour.State, seat: int, action: str, rng: parlour.Rng) -> list[parlour.Event]:
    """What an answer and those it asks for bring about; after a draw to the end of the turn."""
    events: list[parlour.Event] = []
    state.listen(events.append)
    state.play(seat, action)
    while state.to_act == (seat,) and (state.view(seat)["pending"] is not None or action == "draw"):
        first = len(events)
        state.play(seat, rng.choice(state.legal(seat)))
        if action == "draw":  # what the rest of the turn empties is not the draw's doing
            events[first:] = [event for event in events[first:] if event.kind != "deck-ran-out"]
    return events


def facts_of(events: list[parlour.Event], kind: str) -> list[dict[str, Any]]:
    return [event.facts for event in events if event.kind == kind]


def often(events: list[parlour.Event], kind: str) -> list[str]:
    """How often an effect was asked for: as often as it was carried out, and what lapsed."""
    times = len(facts_of(events, kind)) + sum(facts["times"] for facts in facts_of(events, "lapsed"))
    return ([], ["twice"], ["three times"])[times - 1]


def bomb_effect(events: list[parlour.Event]) -> list[str]:
    hit = events[1].kind == "destroyed"
    return [f"strength {events[1].facts['strength']}", "destroys the Zeppelin" if hit else "it will resist again"]


def check_attack(says: str, attack: parlour.Event, state: parlour.State) -> None:
    """Nobody could be sure about this one."""
    facts = attack.facts
    robustness = state.position()["seats"][facts["owner"]]["zeppelins"][facts["column"]]["robustness"]
    assert attack.reveals
    assert says == f"destroys robustness {facts['strength']} or less"
    assert (attack.kind == "destroyed") == (robustness <= facts["strength"])


def board_effect(events: list[parlour.Event]) -> list[str]:
    cards = speech("en").cards([facts["card"] for facts in facts_of(events, "boarded")])
    return [*often(events, "boarded"), f"discards {cards} opposite"]


def fish_effect(events: list[parlour.Event]) -> list[str]:
    cards = speech("en").cards([facts["card"] for facts in facts_of(events, "fished")])
    return [*often(events, "fished"), f"takes {cards} into your hand"]


def reinforce_effect(events: list[parlour.Event]) -> list[str]:
    count = len(facts_of(events, "reinforced"))
    says = [*often(events, "reinforced"), f"draws {count} card{'s' * (count > 1)}"]
    return says + ["your deck runs out"] * len(facts_of(events, "deck-ran-out"))


def secure_effect(events: list[parlour.Event]) -> list[str]:
    count = len(facts_of(events, "secured"))
    return [*often(events, "secured"), f"secures {count} card{'s' * (count > 1)} beside it"]


def aftermath(events: list[parlour.Event]) -> list[str]:
    guests = [speech("en").guest(facts["guest"]) for facts in facts_of(events, "guest-secured")]
    return [f"then {guest} joins your Treasure" for guest in guests] + ["then the column is emptied"] * len(
        facts_of(events, "emptied")
    )


EFFECTS: dict[str, Callable[[list[parlour.Event]], list[str]]] = {
    "bomb": bomb_effect,
    "board": board_effect,
    "fish": fish_effect,
    "reinforce": reinforce_effect,
    "secure": secure_effect,
    "gold": lambda events: ["no effect"],
}


@pytest.mark.rule("GC-43")
def test_gc43_a_move_is_told_in_the_column_it_goes_to() -> None:
    table = sky({"columns": ["fish-1 fish-2", "fish-3", "gold-4 board-1"]}).play(0, "discard 2")
    lines = values(table)["sides"][1]["columns"][0]["drop"]
    assert lines == [{"on": "from-1", "head": "Fish (3 Gold) comes here", "text": "then the column is emptied"}]


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
            drawing = board(look_at(state, game(), None, speech("en")))
            assert {side["seat"] for side in drawing["sides"] if side["wins"]} == set(state.outcome.winners)


def test_a_card_keeps_its_piece_from_hand_to_column_to_pile() -> None:
    table = sky({"columns": ["gold-4", "", ""], "hand": "bomb-3"}, {"hand": "board-1"})
    assert values(table)["hand"][0]["piece"] == "o-bomb-3.1"
    table.play(0, "play o-bomb-3 1", "draw")
    assert values(table, None)["sides"][1]["columns"][1]["last"]["piece"] == "o-bomb-3.1"
    table.play(1, "play m-board-1 1")
    assert values(table, None)["sides"][1]["discard"]["top"]["piece"] == "o-bomb-3.1"
