"""People read words: no notation, no codes, no columns counted from zero, in anything that a random game says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import pytest
from hypothesis import given

import parlour
from conftest import scenarios
from parlour.faces.words import LANGUAGES
from parlour.web.boards import tips
from test_properties import act, few, seats, seeds, walk
from test_typography import faults

GAMES = [(game, players) for game in parlour.games() for players in parlour.game(game).players]
STEPS = 220  # of a game; the first and the last ones are looked at most
CODES = re.compile(
    r"""
      \b[a-z]+(?:-[a-z]+)*-\d+\b      # o-bomb-1, green-brown-2
    | \b[cC](?!10\b)\d\d\b            # c35, but c10 is a space of Crash & Grab
    | \b(?:riches|magic|battle)\d\b
    | (?:column|colonne|seat|place|Zeppelin)\s\d
    | (?<![\d,.])-?\d+\s-?\d+(?![\d/])  # 5 0
    | [@_\[\]{}#]
    | \b(?:red|yellow|blue|green|purple|pink)-(?:pilot|engineer|doctor|scientist)\b
    | \b[a-z]+_[a-z]+\b
    | \bNone\b
    | \b0-\d\b
    """,
    re.VERBOSE,
)
NAMES = ["Anna", "Élodie", "Otto", "Ida", "Ugo", "Émile"]
WHOLE = re.compile(rf"\b(?:[Dd]|[Qq]u)e (?:{'|'.join(NAMES)})")  # a letter too many
RULES = re.compile(r"\([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*\)")


def codes(sentence: str) -> list[str]:
    return CODES.findall(RULES.sub("", sentence))


def spoken(game_id: str, players: int, lang: str, seed: int) -> Iterator[str]:
    """All that is said in a random game: the log of everybody, questions, answers, the result."""
    game = parlour.game(game_id)
    words = game.words(lang, NAMES[:players])
    state = game.new(players, seed=seed)
    rng = parlour.Rng(seed)
    heard: list[parlour.Event] = []
    state.listen(heard.append)
    state.tell_opening()
    for _ in range(STEPS):
        if state.to_act == ():
            break
        if state.to_act == parlour.CHANCE:
            state.play(parlour.CHANCE, rng.choice(state.chance()))
        else:
            seat = state.owing()[0]
            view, legal = state.view(seat), state.legal(seat)
            yield words.question(view, seat)
            chosen = rng.choice(legal)
            yield from (words.action(action, view) for action in {*legal[:6], *legal[-3:], chosen})
            state.play(seat, chosen)
        for event in heard:
            yield words.event(event.seen_by(None))
            yield from (words.event(event.seen_by(seat)) for seat in event.knowers)
        heard.clear()
    if state.outcome is not None:
        yield words.result(state.outcome)


def told(game_id: str, lang: str) -> Iterator[str]:
    """What is said in the spec's examples: they come to places where a random game does not."""
    game = parlour.game(game_id)
    words = game.words(lang)
    for scenario in scenarios(game_id):
        state = game.load(scenario["position"])
        heard: list[parlour.Event] = []
        state.listen(heard.append)
        for step in scenario["steps"]:
            state.play(step.get("seat", parlour.CHANCE), step.get("action", step.get("chance")))
        for event in heard:
            yield words.event(event.seen_by(None))
            yield from (words.event(event.seen_by(seat)) for seat in event.knowers)
        if state.to_act == parlour.CHANCE:
            continue
        for seat in state.owing():
            view, legal = state.view(seat), state.legal(seat)
            yield words.question(view, seat)
            yield from (words.action(action, view) for action in [*legal[:12], *legal[-12:]])


@cache
def sentences(game: str, players: int, lang: str) -> frozenset[str]:
    said = {sentence for seed in (1, 2) for sentence in spoken(game, players, lang, seed)}
    if players == parlour.game(game).players[0]:
        said |= set(told(game, lang))
        said |= {unescape(tip) for tip in re.findall(r"<p [^>]*>(.*?)</p>", tips(parlour.game(game), lang))}
    return frozenset(said - {""})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_nothing_that_is_said_has_a_code_in_it(game: str, players: int, lang: str) -> None:
    found = {sentence: codes(sentence) for sentence in sentences(game, players, lang) if codes(sentence)}
    assert found == {}
    assert len(sentences(game, players, lang)) > 20


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_french_sentences_are_set_when_they_are_filled_in(game: str, players: int) -> None:
    assert [fault for sentence in sentences(game, players, "fr") for fault in faults(sentence)] == []


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_french_drops_a_letter_before_the_name_of_a_person(game: str, players: int) -> None:
    assert [sentence for sentence in sentences(game, players, "fr") if WHOLE.search(sentence)] == []


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_sentences_begin_with_a_capital_and_end_once(game: str, players: int) -> None:
    for lang in LANGUAGES:
        for sentence in sentences(game, players, lang):
            assert not sentence[0].islower(), sentence
            assert not re.search(r"\.\.|[;:,]\.|  |\s\.", sentence), sentence


def test_a_code_would_be_found() -> None:
    for sentence in (
        "Lay c35 at 5 0, upright [+0]",
        "riches3 (Coffer) is drawn.",
        "Cleo plays o-bomb-1.",
        "Dan secures Gold 4 from column 1.",
        "there is no game None",
        "red-pilot",
        "the base of seat 2",
    ):
        assert codes(sentence), sentence
    assert codes("Red flies to c5; 12 cards, 3 of them new (CG-50, CG-51).") == []


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", parlour.games())
def test_nobody_is_a_number(game: str, lang: str) -> None:
    """Whoever has not said a name is called something; an empty seat is not called as somebody who sits there."""
    words = parlour.game(game).words(lang)
    chairs = range(max(parlour.game(game).players))
    names, places = [words.seat(seat) for seat in chairs], [words.place(seat) for seat in chairs]
    assert len(set(names)) == len(names)
    assert len(set(places)) == len(places)
    assert not [name for name in [*names, *places] if any(letter.isdigit() for letter in name)]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game_id", parlour.games())
@given(seed=seeds)
@few
def test_everything_can_be_said(game_id: str, lang: str, seed: int) -> None:
    game = parlour.game(game_id)
    words = game.words(lang)
    state = walk(game_id, seed)
    rng = parlour.Rng(seed)
    events: list[parlour.Event] = []
    state.listen(events.append)
    for _ in range(12):
        for seat in seats(state):
            view = state.view(seat)
            assert words.table(view, seat).strip()
            if seat is not None and (legal := state.legal(seat)):
                assert words.question(view, seat)
                assert sorted(words.rank_actions(view, legal)) == legal
                labels = [words.action(action, view) for action in legal]
                assert all(labels)
                assert len(set(labels)) == len(labels), "two actions with the same label"
        if state.to_act == ():
            break
        act(state, rng)
    for event in events:
        assert event.rule
        json.dumps(event.facts)
        json.dumps(event.private)
        for seat in seats(state):
            words.event(event.seen_by(seat))
    if state.outcome is not None:
        assert words.result(state.outcome)
