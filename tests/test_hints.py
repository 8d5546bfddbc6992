"""Hints at a table and advice in a replay: who may ask, what is told, that it is thought of from the seat's view alone,
and that a question which is gone is withdrawn."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import parlour
from parlour.bots.why import Adviser, Hint, Reasons, tell_hint
from parlour.tables.elements import Seat
from parlour.tables.table import Table
from parlour.tables.thinking import advise, pack
from visit import Chair, Site, Visitor, a_site, for_two, table_id


def ask(chair: Chair) -> dict[str, Any]:
    """The hint that a seat gets for its question."""
    known = len(chair.hints)
    chair.send(do="hint", question=chair.question)
    chair.until(lambda chair: len(chair.hints) > known)
    return chair.hints[-1]


def go_on(chair: Chair) -> None:
    """Answer, and wait for the next question: others may answer the present one later."""
    question = chair.question
    chair.play()
    chair.until(lambda chair: chair.turn and chair.question != question)


@contextmanager
def thinking_for_ever(site: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Hints take for ever; whether one has begun, and whether one was withdrawn."""
    began, withdrawn = threading.Event(), threading.Event()

    async def slow(*arguments: Any) -> Hint:
        began.set()
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            withdrawn.set()
            raise
        raise AssertionError

    with monkeypatch.context() as patched:
        patched.setattr(site.hall.thinkers, "advise", slow)
        yield began, withdrawn


@pytest.mark.parametrize("game", parlour.games())
def test_a_seat_that_is_asked_gets_a_hint_in_words(site: Site, anna: Visitor, game: str) -> None:
    chair = anna.at(anna.play_now(game)).until(lambda chair: chair.turn)
    assert "data-hint" in chair.regions["tools"]
    hint = ask(chair)
    assert hint["question"] == chair.question
    assert hint["action"] in chair.actions()
    assert hint["second"] != hint["action"]
    assert hint["said"][0].startswith("A bot would choose: ")
    if hint["second"] is not None:
        assert hint["second"] in chair.actions()
        assert hint["said"][1].startswith("Second best: ")
    assert ask(chair) == hint  # whoever asks twice hears the same
    chair.play(hint["action"])
    assert not chair.refusals
    chair.leave()
    french = Visitor(site, lang="fr")
    chair = french.at(french.play_now(game)).until(lambda chair: chair.turn)
    assert ask(chair)["said"][0].startswith("Un robot choisirait")
    chair.leave()
    french.close()


def test_there_are_none_among_people_unless_the_table_was_made_so(anna: Visitor, bert: Visitor) -> None:
    _, one, two = for_two(anna, bert)
    for chair in (one, two):
        assert "data-hint" not in chair.regions["tools"]
        assert chair.refused(do="hint", question=chair.question) == "There are no hints at this table."
        chair.leave()
    table = anna.new_table(players=2, seat0="me", seat1="open", hints="yes")
    guest = bert.at(table).until(lambda chair: chair.regions)
    assert "everybody may ask for hints" in guest.regions["ask"]  # said before one sits down
    guest.leave()
    _, one, two = for_two(anna, bert, hints="yes")
    for chair in (one, two):
        assert "data-hint" in chair.regions["tools"]
        assert ask(chair)["action"] in chair.actions()
        chair.leave()


def test_which_tables_give_hints() -> None:
    def table(*seats: Seat, game: str = "mogul", **more: Any) -> Table:
        made = Table("x" * 12)
        made.make(game, len(seats), {}, "anna", seats, **more)
        made.start("anna", seed="1")
        return made

    anna, bert, bot = Seat("person", "anna", "Anna"), Seat("person", "bert", "Bert"), Seat("bot", bot="easy")
    screen = Seat("screen", "anna", "Otto")
    assert table(anna, bot, bot).gives_hints
    assert table(anna, screen, bot).gives_hints
    assert not table(anna, bert, bot).gives_hints
    assert table(anna, bert, bot, hints=True).gives_hints
    assert not table(anna, game="crusgallo", daily="2026-01-01").gives_hints  # others are compared with it
    assert table(anna, game="crusgallo").gives_hints
    away = table(anna, bert, bot)
    away.set_stand_in(1, True)
    assert not away.gives_hints  # Bert may come back
    left = table(anna, bert, bot)
    left.resign(1)
    assert left.gives_hints


def test_others_get_none(site: Site, anna: Visitor) -> None:
    table = anna.play_now("mogul")
    chair = anna.at(table).until(lambda chair: chair.turn)
    question = chair.question
    watcher = Visitor(site)
    seat = watcher.at(table).until(lambda chair: chair.regions)
    assert "data-hint" not in seat.regions["tools"]
    assert "watch" in seat.refused(do="hint", question=question)
    assert "earlier question" in chair.refused(do="hint", question=(question or 0) + 1)
    seat.leave()
    chair.leave()
    watcher.close()
    daily = anna.at(table_id(anna.post("/daily/crusgallo"))).until(lambda chair: chair.turn)
    assert daily.refused(do="hint", question=daily.question) == "There are no hints at this table."
    daily.leave()


def test_a_question_that_is_gone_is_withdrawn(site: Site, anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    chair = anna.at(anna.play_now("photon-rush")).until(lambda chair: chair.turn)
    with thinking_for_ever(site, monkeypatch) as (began, withdrawn):
        chair.send(do="hint", question=chair.question)
        assert began.wait(60)
        go_on(chair)
        assert withdrawn.wait(60)
    with thinking_for_ever(site, monkeypatch) as (began, withdrawn):
        chair.send(do="hint", question=chair.question)
        assert began.wait(60)
        chair.leave()  # nobody waits for it
        assert withdrawn.wait(60)
    assert chair.hints == []


def test_hints_are_a_share_for_each_person(tmp_path: Any) -> None:
    with a_site(tmp_path, hint_rate=0.001, hint_burst=1.0) as site:
        visitor = Visitor(site)
        chair = visitor.at(visitor.play_now("mogul")).until(lambda chair: chair.turn)
        ask(chair)
        go_on(chair)
        assert chair.refused(do="hint", question=chair.question) == "Not so fast, please."
        assert site.hall.thinkers.queue.used_lately("127.0.0.1") > 0  # it went by the queue that all share
        chair.leave()
        visitor.close()


@pytest.mark.parametrize("game", [game for game in parlour.games() if parlour.game(game).players[-1] > 1])
def test_a_hint_is_thought_of_from_what_the_seat_knows(site: Site, anna: Visitor, game: str) -> None:
    """The worker gets the seat's view, its answers and what it was told, and nothing else."""
    id = anna.play_now(game)
    chair = anna.at(id).until(lambda chair: chair.turn)
    go_on(chair)
    while len(chair.actions()) < 2:  # about a single answer nobody thinks
        go_on(chair)
    handed: list[tuple[Any, ...]] = []
    asked = site.hall.thinkers.ask

    async def note(asker: Any, function: Any, *arguments: Any) -> Any:
        if function is advise:
            handed.append(arguments)
        return await asked(asker, function, *arguments)

    site.hall.thinkers.ask = note  # type: ignore[method-assign]
    try:
        ask(chair)
    finally:
        del site.hall.thinkers.ask
    (found,) = handed
    table = site.hall.rooms[id].table
    at = int(found[2].removeprefix(f"{id}:"))  # others may have answered since
    state = table.state_at(at)
    seen = pack(event.seen_by(0) for step in table.steps[:at] for event in step.events)
    assert found == (table.game, 0, table.advice_seed(at), state.view(0), state.legal(0), seen)
    # So in any other world that looks the same the hint is the same.
    world = table.game.imagine(state.view(0), parlour.Rng("world"))
    assert advise(*found[:3], world.view(0), world.legal(0), seen) == advise(*found)
    chair.leave()


def test_a_program_asks_by_its_token(site: Site) -> None:
    visitor = Visitor(site)
    http = visitor.http

    def made(seats: list[str], **more: Any) -> tuple[str, list[dict[str, str]]]:
        table = http.post("/api/tables", json={"game": "mogul", "players": 3, "seats": seats, **more}).json()
        path = f"/api/tables/{table['table']}"
        tokens = []
        for name in range(seats.count("open")):
            taken = http.post(f"{path}/seats", json={"name": f"P{name}"}).json()
            tokens.append({"authorization": f"Bearer {taken['token']}"})
        http.post(f"{path}/start", headers={"authorization": f"Bearer {table['host_token']}"})
        return path, tokens

    path, (mine,) = made(["open", "bot:random", "bot:random"])
    assert http.get(path).json()["hints"]
    view = http.get(f"{path}/view", headers=mine).json()
    while not view["legal"]:
        view = http.get(f"{path}/view", headers=mine).json()
    hint = http.post(f"{path}/hint", headers=mine)
    assert hint.status_code == 201
    assert hint.json()["question"] == view["question"]
    assert hint.json()["action"] in view["legal"]
    assert hint.json()["said"]
    assert http.post(f"{path}/hint").status_code == 401
    path, (one, two) = made(["open", "open", "bot:random"])
    assert not http.get(path).json()["hints"]
    assert {http.post(f"{path}/hint", headers=token).status_code for token in (one, two)} == {403}
    path, tokens = made(["open", "open", "bot:random"], hints=True)
    while not any(http.get(f"{path}/view", headers=token).json()["legal"] for token in tokens):
        pass  # a bot is asked first
    codes = {http.post(f"{path}/hint", headers=token).status_code for token in tokens}
    assert codes in ({201}, {201, 409})  # whoever is not asked has no question
    visitor.close()


def test_after_the_game_anybody_may_ask_what_a_bot_would_have_played(
    site: Site, anna: Visitor, bert: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = anna.new_table(players=2, seat0="me", seat1="bot:random", **{"option-round_limit": "2"})
    chair = anna.at(table).until(lambda chair: chair.turn)
    path = f"/t/{table}/replay/advice?at=0&seat="
    assert "data-advice" not in anna.get(f"/t/{table}/replay?at=0")
    assert anna.http.get(f"{path}0").status_code == 403
    chair.play_out(rather="build 0 0")
    chair.leave()
    assert "data-advice" in anna.get(f"/t/{table}/replay?at=0&seat=0")
    assert "data-advice" not in anna.get(f"/t/{table}/replay?seat=0")  # nothing is asked at the end
    asked: list[int] = []
    real = site.hall.thinkers.advise

    async def count(game: Any, seat: int, *more: Any) -> Hint:
        asked.append(seat)
        return await real(game, seat, *more)

    monkeypatch.setattr(site.hall.thinkers, "advise", count)
    said = anna.http.get(f"{path}0").json()["said"]
    assert said[0].startswith("Anna")
    assert any(sentence.startswith("A bot would choose: ") for sentence in said)
    assert bert.http.get(f"{path}0").json()["said"] == said  # and it is thought of once
    other = bert.http.get(f"{path}1").json()["said"]
    assert other != said
    assert asked == [0, 1]
    assert bert.http.get(f"/t/{table}/replay/advice?at=9999&seat=0").status_code == 404


def test_what_is_told_when_there_is_little_to_tell() -> None:
    words, french = (parlour.game("mogul").words(lang) for lang in ("en", "fr"))
    view = parlour.game("mogul").new(3, seed=1).view(0)
    alike = Hint("pay", "withdraw", False, Reasons([], []))
    assert tell_hint(alike, words, view, 0)[2] == "One step ahead both look much the same."
    assert len(tell_hint(alike, french, view, 0)) == 3
    only = Hint("pay", None, False, Reasons([], []))
    assert len(tell_hint(only, words, view, 0)) == 1


def test_an_adviser_needs_no_state() -> None:
    game = parlour.game("gold-n-crash")
    state = game.new(2, seed=4)
    seat = state.owing()[0]
    hint = Adviser(game, seat, 1, budget="40").advise(state.view(seat), state.legal(seat))
    assert hint.action in state.legal(seat)
