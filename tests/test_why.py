"""Why an answer, in words: what a judge counts is told truly, in both languages, and from the view alone."""

from __future__ import annotations

import pytest
from rich.console import Console

import parlour
from parlour.bots.why import Adviser, Effect, find_reasons
from parlour.faces.words import Words
from parlour.rules.judge import judge_of
from parlour.terminal import PersonLeft, TerminalTable

GAMES = parlour.games()


def some_states(game_id: str, steps: int = 120) -> list[parlour.State]:
    """States of a random game."""
    game = parlour.game(game_id)
    state, rng = game.new(max(game.players), seed=3), parlour.Rng("why")
    found = []
    for _ in range(steps):
        if state.outcome is not None:
            break
        found.append(state.clone())
        parlour.playout(state, rng, 1)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_a_judge_tells_is_what_it_adds_up(game: str) -> None:
    judge = judge_of(game)
    for state in some_states(game):
        for seat in range(state.players):
            assert sum(term.worth for term in judge.terms(state, seat)) == pytest.approx(judge.standing(state, seat))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_phrase_for_everything_that_a_judge_counts(game: str, lang: str) -> None:
    words = parlour.game(game).words(lang)
    for state in some_states(game)[::20]:
        for term in judge_of(game).terms(state, 0):
            phrases = [words.gain(term.name, term.which, change) for change in (2.0, -2.0)]
            assert any(phrases), term
            assert phrases[0] != phrases[1], term


def text(words: Words, effects: list[Effect], me: int) -> str:
    return words.reasons([(effect.seat, effect.name, effect.which, effect.change) for effect in effects], me)


def test_a_share_in_mogul_is_a_promise_and_a_sale_is_points() -> None:
    game = parlour.game("mogul")
    rng = parlour.Rng("sale")
    for seed in range(100):
        state = game.new(3, seed=seed)
        while state.outcome is None:
            seat = state.owing()[0]
            view, legal = state.view(seat), state.legal(seat)
            if view["phase"] == "winner" and "sell 2" in legal:
                reasons = find_reasons(Adviser(game, seat, 1).bot, view, "sell 2", "take")
                assert " points more" in text(game.words("en"), reasons.chosen, seat)
                assert "shares that promise more" in text(game.words("en"), reasons.second, seat)
                assert " points de plus" in text(game.words("fr"), reasons.chosen, seat)
                return
            parlour.playout(state, rng, 1)
    raise AssertionError("nobody could sell two shares")


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_one_of_the_answers_and_is_the_same_in_worlds_that_look_alike(game: str) -> None:
    kind = parlour.game(game)
    state = some_states(game, 30)[-1]
    while state.to_act in ((), parlour.CHANCE):
        parlour.playout(state, parlour.Rng("on"), 1)
    seat = state.owing()[0]
    view, legal = state.view(seat), state.legal(seat)
    hints = [
        Adviser(kind, seat, 1, budget="40").advise(world.view(seat), world.legal(seat))
        for world in (state, kind.imagine(view, parlour.Rng("another")))
    ]
    assert hints[0].action in legal
    assert hints[0] == hints[1]


def test_a_win_is_said_to_be_one() -> None:
    words = parlour.game("mogul").words("en", ["Ada", "Bo", "Cy"])
    assert words.reasons([(1, "points", -1, -2.0), (0, "win", -1, 1.0)], 0) == "You: wins the game. Bo: 2 points less."
    assert words.reasons([(0, "win", -1, 0.4)], 0) == "You: may win the game."


def test_somebody_at_the_terminal_asks_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["h", "q"])
    console = Console(highlight=False, record=True, width=200)
    monkeypatch.setattr(console, "input", lambda text: next(answers))
    table = TerminalTable(parlour.game("mogul"), ["me", "random", "random"], 7, "en", {}, console=console)
    with pytest.raises(PersonLeft):
        table.run()
    shown = console.export_text()
    assert "A bot would choose: " in shown
    assert "Second best: " in shown
