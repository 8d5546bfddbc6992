"""Leaving with grace: resigning, leaving for a while, cancelling, hiding, deleting, and asking for a rematch."""

from __future__ import annotations

import asyncio
import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import parlour
from parlour.rules.errors import RulesError
from parlour.tables.elements import Refused, Seat
from parlour.tables.hall import Hall
from parlour.tables.log import Conflict, Summary
from parlour.tables.promises import check_by_rules
from parlour.tables.room import Room
from parlour.tables.schema import open_log
from parlour.tables.table import Table, read
from parlour.verify import check
from parlour.web.regions import draw, eyes_of
from parlour.web.shelf import IDLE, IN_SIGHT, own_tables
from visit import Chair, Site, Visitor, for_two

GAMES = parlour.games()


def people(count: int) -> list[Seat]:
    names = ("Anna", "Bert", "Carl", "Dora")[:count]
    return [Seat("person", name.lower(), name, nonce="ab") for name in names]


def a_game(game: str = "photon-rush", players: int = 2, steps: int = 0, **more: Any) -> Table:
    table = Table("t")
    table.make(game, players, {}, "anna", more.pop("seats", None) or people(players), **more)
    table.start("anna")
    rng = random.Random(4)
    for _ in range(steps):
        assert table.state is not None
        seat = table.to_act()[0]
        table.play(seat, rng.choice(table.state.legal(seat)))
    return table


def person_of(visitor: Visitor) -> str:
    return visitor.http.cookies["parlour"].split(".")[0]


# -- resigning -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_resigned_game_ends_or_goes_on_and_everything_about_it_can_be_read(game: str) -> None:
    """Outcome, summary, record, replay and the check of its chance; and the log gives the same table again."""
    players = 1 if parlour.game(game).players[0] == 1 else max(2, parlour.game(game).players[0])
    table = a_game(game, players, steps=6)
    table.resign(players - 1)
    if table.status == "playing":
        table.resign(0)
        assert table.status == "playing"  # one person is left, the bots play on for the others
        table.resign(1)
    assert table.status == "over"
    assert (table.to_act(), table.asked) == ([], {})
    outcome = table.outcome
    assert outcome is not None
    assert outcome.reason == "resigned"
    assert set(outcome.scores) == {None}
    assert sorted(seat for group in outcome.ranking for seat in group) == list(range(players))
    assert outcome.winners == ((0,) if players == 2 else ())
    summary = table.summary()
    assert (summary.status, summary.about["outcome"]["reason"]) == ("over", "resigned")
    with pytest.raises(Refused, match="over"):
        table.play(0, "draw")
    with pytest.raises(Refused, match="over"):
        table.resign(0)
    again = read("t", table.fresh)
    assert (again.status, again.outcome, again.seats) == (table.status, outcome, table.seats)
    assert [line.kind for line in again.lines] == [line.kind for line in table.lines]
    record = table.proven_record("2099-01-01")
    assert "outcome" not in record  # the moves do not lead to one
    assert record["resigned"] == outcome.to_dict()
    assert parlour.game(game).replay(record).outcome is None
    assert check(json.loads(json.dumps(record)))[0] == "good"
    assert check_by_rules(record) == []


def test_a_bot_plays_on_for_three_and_the_name_stays(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(open_log(str(tmp_path / "parlour.db")))

        def make(table: Table) -> None:
            table.make("photon-rush", 3, {"round_limit": 1}, "anna", people(3))
            table.start("anna")

        room = await hall.make(make)
        await room.do(lambda table: table.resign(1))
        assert (room.table.seats[1].kind, room.table.seats[1].resigned) == ("bot", True)
        assert room.table.names() == ["Anna", "Bert", "Carl"]
        assert room.table.seats_of("bert") == []
        assert (1, "bert", False) in room.table.summary().people
        rng = random.Random(1)

        def play(table: Table, seat: int) -> None:
            if seat in table.asked:
                assert table.state is not None
                table.play(seat, rng.choice(table.state.legal(seat)))

        for _ in range(400):
            for seat in (0, 2):
                await room.do(partial(play, seat=seat))
            if room.table.status == "over":
                break
            await asyncio.sleep(0.01)
        assert room.table.ended is None
        assert room.table.outcome is not None
        assert room.table.outcome.reason != "resigned"  # the rules have ended it
        assert room.table.summary().about["resigned"] == [1]
        assert any(step.move.seat == 1 for step in room.table.steps)
        await hall.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_against_bots_nobody_plays_on_for_nobody() -> None:
    table = a_game("photon-rush", 3, seats=[*people(1), Seat("bot", bot="random"), Seat("bot", bot="random")])
    table.resign(0)
    assert table.outcome is not None
    assert (table.status, table.outcome.winners, table.outcome.ranking) == ("over", (1, 2), ((1, 2), (0,)))


def test_a_step_that_is_taken_back_takes_no_resignation_back() -> None:
    table = a_game("photon-rush", 3)
    assert table.state is not None
    table.play(0, table.state.legal(0)[0])
    table.resign(1)
    table.undo(0)
    assert table.seats[1].resigned
    assert [line.kind for line in table.lines if line.kind != "event"] == ["resigned", "undone"]


def test_a_question_that_waited_for_somebody_who_resigns_is_decided() -> None:
    table = a_game("photon-rush", 3)
    assert table.state is not None
    for seat in (0, 1):
        table.play(seat, table.state.legal(seat)[0])
    table.undo(0)
    assert table.request is not None
    table.answer_undo("carl", True)
    assert table.request is not None
    table.resign(1)
    assert table.request is None
    assert 0 in table.to_act()


def test_a_daily_deal_that_is_given_up_has_no_score_and_is_not_dealt_again(site: Site) -> None:
    yve = Visitor(site, "Yve")  # others have their scores of this day
    table = yve.post("/daily/crusgallo").url.path.split("/")[2]
    chair = yve.at(table).until(lambda chair: chair.turn)
    assert "If you resign, the game has no result." in chair.regions["tools"]
    chair.play()
    chair.send(do="resign")
    chair.until(lambda chair: "Yve has resigned." in chair.regions["ask"])
    chair.leave()
    page = yve.get("/daily/crusgallo")
    assert "Yve" not in page.split("<table")[-1].split("</table")[0] or "<table" not in page
    assert yve.post("/daily/crusgallo").url.path == f"/t/{table}"
    yve.post(f"/t/{table}/delete", status=409)
    yve.post(f"/t/{table}/hide")
    assert yve.post("/daily/crusgallo").url.path == f"/t/{table}"
    yve.get("/log/crusgallo")
    yve.get(f"/t/{table}/replay?at=1")
    yve.close()


def resigned(host: Visitor, guest: Visitor) -> tuple[str, Chair, Chair]:
    """A game of two that the guest has given up."""
    table, one, two = for_two(host, guest)
    two.send(do="resign")
    for chair in (one, two):
        chair.until(lambda chair: "Anna wins. Bert has resigned." in chair.regions["ask"])
    return table, one, two


def test_the_log_the_result_and_the_shelf_say_who_has_resigned(site: Site, anna: Visitor, bert: Visitor) -> None:
    table, one, two = resigned(anna, bert)
    assert "Bert resigns." in one.log
    assert "If you resign" not in one.regions["tools"]
    assert "over" in two.refused(do="resign")
    record = json.loads(anna.get(f"/t/{table}/record.json"))
    assert record["resigned"]["winners"] == [0]
    assert "Anna wins. Bert has resigned." in anna.get(f"/t/{table}/replay")
    anna.get(f"/verify?table={table}")
    assert ">won<" in anna.get("/")
    assert ">resigned<" in bert.get("/")
    stranger = Visitor(site)
    three = stranger.at(table).until(lambda chair: chair.regions)
    assert "watch" in three.refused(do="resign")
    for chair in (one, two, three):
        chair.leave()
    stranger.close()


def test_leaving_for_now(site: Site, anna: Visitor, bert: Visitor) -> None:
    table, one, two = for_two(anna, bert)
    two.send(do="away")
    two.until(lambda chair: chair.gone_to == "/")
    two.send(do="awake")  # the pointer still moves while the page goes
    one.until(lambda chair: "Bert is away; a stand-in plays." in chair.log)
    assert "Bert is back." not in one.log
    two.leave()
    back = bert.at(table)
    one.until(lambda chair: "Bert is back." in chair.log)
    assert not site.hall.rooms[table].table.seats[1].stand_in
    back.leave()
    one.leave()


# -- lobbies, the shelf ------------------------------------------------------------------------------


def test_a_lobby_is_cancelled_by_its_host_and_those_who_sit_there_are_told(anna: Visitor, bert: Visitor) -> None:
    table = anna.new_table(players=2, seat0="me", seat1="open")
    one = anna.at(table).until(lambda chair: chair.regions)
    two = bert.at(table).until(lambda chair: chair.regions)
    two.send(do="sit", seat=1)
    two.until(lambda chair: "Stand up" in chair.regions["people"])
    assert "Only the host" in two.refused(do="cancel")
    assert "Cancel this table" in one.regions["ask"]
    assert "Cancel this table" not in two.regions["ask"]
    one.send(do="cancel")
    one.until(lambda chair: chair.gone_to == "/")
    two.until(lambda chair: "The host has cancelled this table." in chair.regions["ask"])
    assert "cancelled" in two.refused(do="sit", seat=0)
    assert "not begun" in two.refused(do="play", action="draw", question=1)
    for visitor in (anna, bert):
        assert f"/t/{table}" not in visitor.get("/")
    assert "The host has cancelled" in bert.get(f"/t/{table}")
    one.leave()
    two.leave()
    other = anna.new_table(players=2, seat0="me", seat1="open")
    assert f"/t/{other}/cancel" in anna.get("/")
    bert.post(f"/t/{other}/cancel", status=409)
    anna.post(f"/t/{other}/cancel")
    assert f"/t/{other}" not in anna.get("/")


def test_own_tables_are_hidden_shown_and_deleted_and_nobody_elses(site: Site, anna: Visitor, bert: Visitor) -> None:
    table = anna.play_now()
    chair = anna.at(table).until(lambda chair: chair.regions)
    anna.post(f"/t/{table}/hide")
    assert f'action="/t/{table}/show"' in anna.get("/")
    anna.post(f"/t/{table}/show")
    assert f'action="/t/{table}/hide"' in anna.get("/")
    for what in ("hide", "delete"):
        bert.post(f"/t/{table}/{what}", status=409)
    bert.post(f"/t/{table}/burn", status=404)
    assert anna.http.post(f"/t/{table}/delete", data={"token": "no"}).status_code == 403
    anna.post(f"/t/{table}/delete")
    chair.until(lambda chair: "This table was deleted." in chair.regions["ask"])
    chair.leave()
    anna.get(f"/t/{table}", status=404)
    assert table not in anna.get("/")
    assert [entry.kind for entry in site.run(site.house.log.read(table))] == ["deleted"] * 2
    theirs, one, two = resigned(anna, bert)
    for visitor in (anna, bert):
        assert f"/t/{theirs}/delete" not in visitor.get("/")
        visitor.post(f"/t/{theirs}/delete", status=409)
    anna.post(f"/t/{theirs}/hide")
    assert f"/t/{theirs}/hide" in bert.get("/")
    one.leave()
    two.leave()


def test_nobody_notices_that_somebody_hides_a_table() -> None:
    table = a_game()
    moment, updated = table.moment, table.updated
    table.hide("bert", True)
    assert (table.moment, table.updated) == (moment, updated)
    assert table.summary().about["hidden"] == ["bert"]
    with pytest.raises(Refused, match="not one of your tables"):
        table.hide("carl", True)
    table.hide("bert", False)
    assert "hidden" not in table.summary().about


def test_nobody_writes_over_what_was_deleted(tmp_path: Path) -> None:
    """Another process that still has the table finds out; a table of the same id is not made again."""

    async def work() -> None:
        one, two = (Hall(open_log(str(tmp_path / "parlour.db"))) for _ in range(2))
        seats = [*people(1), Seat("bot", bot="random")]

        def make(table: Table) -> None:
            table.make("gold-n-crash", 2, {}, "anna", seats)
            table.start("anna")

        room = await one.make(make, id="given-table-id")
        other = await two.room(room.table.id)
        assert other is not None
        await one.delete(room, "anna")
        assert await one.room("given-table-id") is None
        with pytest.raises((Refused, RulesError)):
            await other.do(lambda table: table.resign(0))
        assert other.table.deleted
        assert await two.room("given-table-id") is None
        with pytest.raises(Refused, match="deleted"):
            await other.do(lambda table: table.say("anna", "Anna", "Hello?"))
        with pytest.raises(Refused, match="deleted"):
            await one.make(make, id="given-table-id")
        assert await one.log.tables_of("anna") == []
        with pytest.raises(Conflict):
            await two.log.append(room.table.version - 1, a_game().fresh[-1:], other.table.summary())
        await one.close()
        await two.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def a_summary(id: str, updated: float, turn: bool = True, company: bool = False, **more: Any) -> Summary:
    seats = [(0, "me", turn)] + ([(1, "you", not turn)] if company else [])
    about = {"names": ["Me", "You" if company else ""], "kinds": ["person", "bot"], "steps": 3, "outcome": None}
    about["kinds"] = ["person", "person" if company else "bot"]
    about.update(more.pop("about", {}))
    return Summary(id, "photon-rush", 1, more.pop("status", "playing"), "me", tuple(seats), about, updated)


def test_what_waits_comes_first_and_strays_are_folded(site: Site, anna: Visitor) -> None:
    class Me:
        person, lang = "me", "en"

    now = 1e9
    day = 86400.0
    strays = [a_summary(f"stray{i}", now - i) for i in range(9)]
    waiting = a_summary("waiting", now - 3 * day, company=True)
    theirs = a_summary("theirs", now - 60, turn=False, company=True)
    idle = a_summary("idle", now - IDLE - 60, turn=False, company=True)
    over = {"outcome": {"winners": [0], "ranking": [[0], [1]], "scores": [1, 0], "reason": "x"}}
    won = a_summary("won", now, turn=False, company=True, status="over", about=over)
    gave_up = a_summary("gave-up", now, turn=False, company=True, about={"resigned": [0]})
    hidden = a_summary("hidden", now, about={"hidden": ["me"]})
    unhidable = a_summary("unhidable", now - 4 * day, company=True, about={"hidden": ["me"]})
    found = own_tables([*strays, theirs, idle, won, gave_up, hidden, waiting, unhidable], Me(), now)  # type: ignore[arg-type]
    assert [item["table"] for item in found.first] == ["waiting", "unhidable", "stray0"]
    assert len(found.first) == IN_SIGHT
    assert [item["table"] for item in found.more] == [*[f"stray{i}" for i in range(1, 9)], "theirs", "idle"]
    assert [item["table"] for item in found.finished] == ["won", "gave-up"]
    assert [item["table"] for item in found.hidden] == ["hidden"]
    for _ in range(9):
        anna.play_now()
    page = anna.get("/")
    in_sight = page.split('<div class="folds">')[0]
    assert in_sight.count('<li class="turn">') == 1
    assert page.count('<li class="turn">') == 9


# -- rematches -----------------------------------------------------------------------------------------


def test_a_rematch_is_asked_for_and_nobody_is_dragged_along(anna: Visitor, bert: Visitor) -> None:
    _, one, two = resigned(anna, bert)
    assert "Ask for a rematch" in one.regions["tools"]
    one.send(do="rematch", rotate=False)
    one.until(lambda chair: "Bert has not answered yet." in chair.regions["requests"])
    two.until(lambda chair: "Anna asks for a rematch." in chair.regions["requests"])
    assert "Anna asks for a rematch." in two.log
    two.send(do="answer-rematch", yes=False)
    one.until(lambda chair: "Bert has declined." in chair.regions["requests"])
    assert "Bert declines the rematch." in one.log
    assert not one.gone_to
    two.send(do="answer-rematch", yes=True)  # after all
    one.until(lambda chair: chair.gone_to)
    two.until(lambda chair: chair.gone_to)
    assert one.gone_to == two.gone_to
    one.until(lambda chair: "To the rematch" in chair.regions["tools"])
    again = anna.at(one.gone_to.split("/")[2]).until(lambda chair: chair.turn)
    again.leave()
    one.leave()
    two.leave()


def test_who_asks_for_a_rematch_may_open_it_without_the_others(site: Site, anna: Visitor, bert: Visitor) -> None:
    table, one, two = resigned(anna, bert)
    stranger = Visitor(site)
    three = stranger.at(table).until(lambda chair: chair.regions)
    assert "Only those who played" in three.refused(do="rematch", rotate=False)
    one.send(do="rematch", rotate=False)
    two.until(lambda chair: "Anna asks for a rematch." in chair.regions["requests"])
    three.until(lambda chair: "Anna asks for a rematch." in chair.log)
    assert "request" not in three.regions["requests"]
    assert "Nobody asks you" in three.refused(do="answer-rematch", yes=True)
    assert "Only the one who asks" in two.refused(do="open-rematch")
    one.send(do="open-rematch")
    one.until(lambda chair: chair.gone_to)
    made = site.hall.rooms[one.gone_to.split("/")[2]].table
    assert [seat.kind for seat in made.seats] == ["person", "open"]
    assert (made.status, made.host) == ("lobby", person_of(anna))
    two.until(lambda chair: "To the rematch" in chair.regions["tools"])
    assert not two.gone_to
    for chair in (one, two, three):
        chair.leave()
    stranger.close()


def test_a_rematch_is_not_asked_for_any_more(anna: Visitor, bert: Visitor) -> None:
    _, one, two = resigned(anna, bert)
    one.send(do="rematch", rotate=True)
    one.until(lambda chair: "Ask no longer" in chair.regions["requests"])
    one.send(do="answer-rematch", yes=False)
    two.until(lambda chair: "Anna does not ask for a rematch any more." in chair.log)
    assert "Nobody asks you" in two.refused(do="answer-rematch", yes=True)
    one.leave()
    two.leave()


# -- programs --------------------------------------------------------------------------------------------


def test_programs_see_clocks_resign_and_cancel(site: Site) -> None:
    with httpx.Client(base_url=site.url, timeout=60) as http:
        made = http.post("/api/tables", json={"game": "photon-rush", "players": 2, "pace": 60}).json()
        path, host = f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['host_token']}"}
        tokens = []
        for name in ("One", "Two"):
            taken = http.post(f"{path}/seats", json={"name": name}).json()
            tokens.append({"authorization": f"Bearer {taken['token']}"})
        assert http.get(f"{path}/view").json()["seconds_left"] == {}
        http.post(f"{path}/start", headers=host)
        seconds = http.get(f"{path}/view", headers=tokens[0]).json()["seconds_left"]
        assert seconds.keys() == {"0", "1"}
        assert all(50 < left <= 60 for left in seconds.values())
        assert http.get(path).json()["pace"] == 60
        assert http.delete(path, headers=host).status_code == 409
        assert http.post(f"{path}/resign").status_code == 401
        assert http.post(f"{path}/resign", headers=tokens[1]).status_code == 201
        found = http.get(path).json()
        assert (found["status"], found["outcome"]["winners"], found["outcome"]["reason"]) == ("over", [0], "resigned")
        assert [seat["resigned"] for seat in found["seats"]] == [False, True]
        made = http.post("/api/tables", json={"game": "photon-rush", "players": 2}).json()
        path, host = f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['host_token']}"}
        assert http.delete(path).status_code == 401
        assert http.delete(path, headers=host).status_code == 204
        assert http.post(f"{path}/seats", json={"name": "Late"}).status_code == 409


@pytest.mark.parametrize("game", GAMES)
def test_the_board_of_a_resigned_game_is_drawn_and_waits_for_nobody(site: Site, game: str) -> None:
    """After any number of steps, for every seat and for those who watch."""
    players = max(2, parlour.game(game).players[0]) if parlour.game(game).players[0] > 1 else 1
    for steps in (0, 1, 5, 12, 30):
        table = a_game(game, players, steps=steps)
        for seat in range(players):
            if table.status == "playing":
                table.resign(seat)
        room = Room(site.hall, table)
        for person in ("anna", "bert", ""):
            for text in (False, True):
                drawn = draw(room, eyes_of(table, person, "fr", None, text))
                assert "data-action" not in drawn.regions["ask"]
                assert drawn.regions["board"]
                assert not drawn.turn
