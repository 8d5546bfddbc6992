"""Mogul's board: it draws every position for every pair of eyes, and shows nobody what is hidden."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from mogul_tables import BROWNS, GAME, components, market

import parlour
from parlour.faces.look import Look, look_at
from parlour.games.mogul.face.board.board import announcements, board, picks
from parlour.games.mogul.face.words import MogulWords
from parlour.web.templating import TEMPLATES

RICH = [["brown-blue-1", "brown-green-1", "brown-pink-1"], ["brown-pink-2"], ["blue-green-1"]]


def words_in(lang: str, names: Any = None) -> MogulWords:
    words = GAME.words(lang, names)
    assert isinstance(words, MogulWords)
    return words


WORDS = {lang: words_in(lang) for lang in ("en", "fr")}


def look(state: parlour.State, seat: int | None, lang: str = "en", events: Sequence[parlour.Event] = ()) -> Look:
    return look_at(state, GAME, seat, WORDS[lang], events=events)


def drawn(look: Look) -> str:
    words = look.words
    common = {"view": look.view, "seat": look.seat, "words": words, "t": words.t, "n": words.n}
    return TEMPLATES.get_template("mogul/board.html").render(common, **board(look))


def seen(state: parlour.State, seat: int | None, lang: str = "en") -> str:
    return drawn(look(state, seat, lang))


def after(state: parlour.State, action: str) -> list[parlour.Event]:
    """Play an answer of the seat that is asked; what happened."""
    events: list[parlour.Event] = []
    state.listen(events.append)
    state.play(state.owing()[0], action)
    state.listen(None)
    return events


def names_of(html: str, attribute: str) -> list[str]:
    return re.findall(rf'{attribute}="([^"]*)"', html)


def games() -> Iterator[parlour.State]:
    """Every position of some random games, at tables of every size."""
    for players in (3, 4, 5, 6):
        rng = parlour.Rng(f"board {players}")
        state = GAME.new(players, {"quick_start": players == 4, "loan_cost": 1 + players % 2}, seed=players)
        while True:
            yield state
            if state.outcome is not None:
                break
            seat = state.owing()[0]
            state.play(seat, rng.choice(state.legal(seat)))


def test_every_position_is_drawn_for_all() -> None:
    phases = set()
    for step, state in enumerate(games()):
        everybody: list[int | None] = [None, *range(state.players)]
        view = state.view(None)
        new = (view["phase"], view["winner_action"]) not in phases
        phases.add((view["phase"], view["winner_action"]))
        if not new and step % 5:
            continue
        for seat in everybody if new or step % 50 == 0 else state.owing():
            html = seen(state, seat, ("en", "fr")[step % 2])
            assert not re.search(r"\sstyle=|<style|<script|\son[a-z]+=", html)
            assert len(gzip.compress(html.encode())) < 15_000
            assert len(html) < 60_000
            assert len(set(names_of(html, "data-piece"))) == len(names_of(html, "data-piece"))
            assert len(set(names_of(html, " id"))) == len(names_of(html, " id"))
    assert phases == {
        ("loan", None),
        ("auction", None),
        ("winner", None),
        ("runner_up", "take"),
        ("runner_up", "sell"),
        ("over", None),
    }


def test_every_answer_can_be_picked_on_the_board() -> None:
    for step, state in enumerate(games()):
        for seat in state.owing() if step % 6 == 0 or state.view(None)["winner_action"] else []:
            legal = state.legal(seat)
            paths = picks(look(state, seat))
            assert sorted(paths) == legal
            there = set(names_of(seen(state, seat), "data-pick"))
            assert {name for path in paths.values() for name in path} == there
            whole = [tuple(path) for path in paths.values()]
            assert len(set(whole)) == len(whole)
            assert not any(a != b and b[: len(a)] == a for a in whole for b in whole)


def test_nothing_can_be_picked_by_those_who_are_not_asked() -> None:
    for step, state in enumerate(games()):
        if step % 40 == 0:
            for seat in [None, *range(state.players)]:
                if seat not in state.owing():
                    assert "data-pick" not in seen(state, seat)


def test_each_thing_to_pick_says_what_it_does() -> None:
    state = GAME.load(market(RICH, revealed="blue-brown-1", phase="winner", withdrawn=[1, 2]))
    html = seen(state, 0)
    for tag in re.findall(r"<[^>]*data-pick=[^>]*>", html):
        assert 'role="button"' in tag
        assert re.search(r'aria-label="[^"]+"', tag)
    assert 'aria-label="Sell 2 brown shares for 8 points"' in html
    assert picks(look(state, 0)) == {
        "sell 0": ["sell-0"],
        "sell 1": ["share-1", "sell-1"],
        "sell 2": ["share-1", "share-2", "sell-2"],
        "sell 3": ["share-1", "share-2", "share-3", "sell-3"],
        "take": ["take"],
    }


def test_a_world_that_looks_the_same_is_drawn_the_same() -> None:
    for step, state in enumerate(games()):
        if step % 60 == 0:
            for seat in [None, *range(state.players)]:
                other = GAME.imagine(state.view(seat), parlour.Rng(step))
                assert seen(other, seat) == seen(state, seat)


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("phase", ["auction", "loan"])
def test_hands_and_the_deck_do_not_show(seat: int | None, phase: str) -> None:
    """Not even whether the seat in turn has a token at all (KR-37)."""
    poor = market(BROWNS, phase=phase, to_act=1, tokens=[4, 0, 23], bank=18)
    rich = market(BROWNS, phase=phase, to_act=1, tokens=[4, 23, 0], bank=18, top=["yellow-pink-1"])
    assert seen(GAME.load(poor), seat) == seen(GAME.load(rich), seat)
    assert not [card for card in poor["deck"] if card in seen(GAME.load(poor), seat)]


def test_all_hands_are_counted_in_the_end() -> None:
    state = GAME.load(market(BROWNS, phase="over", tokens=[4, 11, 20], bank=10, deck=[], scores=[5, 9, 7]))
    html = seen(state, None)
    assert "11 tokens, worth 2 points" in html
    assert "Dan wins with 9 points." in html


def test_a_shared_victory() -> None:
    shares = [["brown-blue-1"], ["brown-pink-1"], []]
    state = GAME.load(market(shares, phase="over", deck=[], scores=[9, 9, 9]))
    assert "Cleo and Dan share the victory with 9 points each." in seen(state, 2)


@pytest.mark.parametrize(
    ("left", "says"),
    [(9, "safe: 4 cards"), (6, "safe: 1 card"), (5, "Crash: 1 in 5"), (2, "Crash: 1 in 2"), (1, "next!")],
)
def test_the_crash_comes_nearer(left: int, says: str) -> None:
    deck = [
        "pink-blue-1",
        "pink-blue-2",
        "yellow-blue-1",
        "yellow-blue-2",
        "blue-pink-1",
        "blue-pink-2",
        "green-blue-1",
    ]
    deck = [*deck, "yellow-green-1"][: left - 1]
    assert says in seen(GAME.load(market(BROWNS, deck=[*deck, "crash"])), 0)


@pytest.mark.parametrize(
    ("position", "action", "says"),
    [
        ({"phase": "loan"}, "loan", "The green share brings nobody a premium."),
        ({"pot": 1, "to_act": 2}, "pay", "Fay pays a token; the pot holds 2 tokens."),
        ({"to_act": 2}, "withdraw", "Fay has withdrawn; the pot is empty again."),
        ({"to_act": 1, "withdrawn": [2]}, "withdraw", "Cleo wins the auction; Dan is the runner-up."),
        ({"phase": "winner", "withdrawn": [2, 1]}, "take", "Cleo takes the green share."),
        ({"phase": "winner", "withdrawn": [2, 1]}, "sell 1", "Cleo has chosen the sale, not the share."),
        (
            {"phase": "runner_up", "withdrawn": [2, 1], "winner_action": "sell", "top": ["brown-blue-2"]},
            "decline",
            "Premiums for brown: Cleo +1, Dan +2, Fay +1.",
        ),
        (
            {"phase": "runner_up", "withdrawn": [2, 1], "winner_action": "sell", "top": ["crash"], "deck": ["crash"]},
            "take",
            "The Crash card!",
        ),
    ],
)
def test_the_tape_tells_what_just_happened(position: dict[str, Any], action: str, says: str) -> None:
    state = GAME.load(market(BROWNS, **position))
    events = after(state, action)
    assert f'<p class="news">{says}' in drawn(look(state, 2, events=events))


def test_the_row_of_who_has_just_acted_is_marked() -> None:
    state = GAME.load(market([*BROWNS, []], pot=1, to_act=1, withdrawn=[2]))
    events = after(state, "pay")
    assert [one["last"] for one in board(look(state, None, events=events))["rows"]] == [False, True, False, False]
    assert not any(one["last"] for one in board(look(state, None))["rows"])


def test_without_a_last_move_the_tape_guesses_nothing() -> None:
    state = GAME.load(market(BROWNS, pot=2, to_act=0))
    assert board(look(state, 0))["tape"]["news"] == "The green share brings nobody a premium."


def test_laps_and_scores_below_zero() -> None:
    html = seen(GAME.load(market(BROWNS, scores=[70, -1, 31])), None)
    assert "<sup>+2</sup>" in html
    assert "<sup>−1</sup>" in html
    assert "lap 3" in html


def test_a_taken_share_lies_with_its_owner_only() -> None:
    shares = [["brown-blue-1", "green-brown-1"], ["brown-pink-1"], []]
    state = GAME.load(market(shares, phase="runner_up", withdrawn=[2, 1], winner_action="take"))
    html = seen(state, 1)
    assert names_of(html, "data-piece").count("green-brown-1") == 1
    assert "taken by Cleo" in html
    assert "+1" not in re.sub(r"pays \+1", "", html)  # no premium for the share just taken (KR-27)


def test_names_are_escaped() -> None:
    names = words_in("en", ["<b>Ann", 'Bo"b', "Cy"])
    html = drawn(look_at(GAME.load(market(BROWNS)), GAME, 0, names))
    assert "<b>Ann" not in html
    assert "&lt;b&gt;Ann" in html
    assert 'Bo"b' not in html


def test_both_languages() -> None:
    state = GAME.load(market(RICH, revealed="blue-brown-1", phase="winner", withdrawn=[1, 2]))
    english, french = seen(state, 0), seen(state, 0, "fr")
    assert "Your desk" in english
    assert "Votre bureau" in french
    assert not re.search(
        r"\b(Your|shares|tokens|Sell|share)\b", re.sub(r'data-[a-z]+="[^"]*"|class="[^"]*"', "", french)
    )


def test_shares_of_another_file() -> None:
    """Colours that the box does not know have their names, the emblems by turns."""
    text = json.dumps(components()).replace("brown", "teal").replace("pink", "mauve")
    data = json.loads(text)
    words = words_in("en")
    words.use(GAME.parts(data))
    state = GAME.new(3, seed=2, components=data)
    seat = state.owing()[0]
    html = drawn(look_at(state, GAME, seat, words))
    assert "Mauve" in html
    assert "Teal" in html
    assert "teal" in words.table(state.view(None), None)


# -- what is announced is what happens ----------------------------------------------------------------


def plate_text(event: parlour.Event, revealed: str) -> str:
    """What a plate must say of an answer that brings this about."""
    facts, words = event.facts, WORDS["en"]
    match event.kind:
        case "loan":
            return f"Borrow {facts['tokens']} for {words.points(facts['points'])}"
        case "withdrew" if facts["tokens"]:
            return f"Withdraw and take {words.tokens(facts['tokens'])}"
        case "took":
            return f"Take the {words.share(facts['centre'])}"
        case "sold" if facts["count"]:
            return f"Sell {facts['count']} for {words.points(facts['points'])}"
    return {
        "no-loan": "No loan this round",
        "paid": "Pay 1 and stay in",
        "withdrew": "Withdraw the pot is empty",
        "sold": "Sell none so that nobody sells",
        "kept-shares": "Keep all your shares",
        "left-share": f"Leave the {words.share(revealed)}",
    }[event.kind]


@pytest.mark.rule("KR-29", "KR-36", "KR-45")
def test_every_plate_says_what_its_answer_then_does() -> None:
    words = WORDS["en"]
    checked = set()
    for step, state in enumerate(games()):
        if state.outcome is not None or (step % 4 and state.view(None)["phase"] in ("loan", "auction")):
            continue
        seat = state.owing()[0]
        shown = look(state, seat)
        facts = board(shown)
        plates = {plate["pick"]: plate for plate in [*facts["plates"], *facts["desk"]["deals"]]}
        for action in state.legal(seat):
            event = after(state.clone(), action)[0].seen_by(seat)
            assert event.facts == announcements(shown)[action].facts
            plate = plates[action.replace(" ", "-")]
            says = f"{plate['name']} {plate['detail']}"
            checked.add(event.kind)
            assert says == plate_text(event, words.colours(shown.view["revealed"])[0])
            for fact in ("points", "tokens"):
                if event.facts.get(fact):
                    assert str(event.facts[fact]) in plate["label"]
    assert checked == {"loan", "no-loan", "paid", "withdrew", "took", "sold", "kept-shares", "left-share"}


@pytest.mark.rule("KR-27", "KR-45")
def test_prices_and_premiums_are_those_that_are_paid() -> None:
    rng = parlour.Rng("prices")
    sales = 0
    for players in (3, 5):
        state = GAME.new(players, seed=players)
        premiums: dict[int, int] = {}  # of this round; the one of the set-up has not been seen
        while state.outcome is None:
            facts = board(look(state, None))
            if premiums:
                shown = [sum(cell.premium for cell in row["cells"]) for row in facts["rows"]]
                assert shown == [premiums.get(seat, 0) for seat in range(players)]
            for event in after(state, rng.choice(state.legal(state.owing()[0]))):
                if event.kind == "sold":
                    sales += 1
                    assert [one["price"] for one in facts["columns"] if one["flag"] == "sale"] == [event.facts["price"]]
                elif event.kind == "revealed":
                    premiums.clear()
                elif event.kind == "premium":
                    premiums[event.facts["seat"]] = event.facts["points"]
    assert sales > 10
