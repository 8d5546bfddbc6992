"""The daily deal and the adventure log on the web."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.games.crusgallo import GAME
from parlour.tables.elements import Seat
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.web import daily
from visit import Site, Visitor, table_id


def room_of(site: Site, table: str) -> Room:
    room: Room = site.run(site.hall.room(table))
    return room


def finish(site: Site, table: str, last: bool = False) -> int:
    """Play a table to its end; the score."""

    def play(fork: Table) -> None:
        while fork.status == "playing":
            assert fork.state is not None
            fork.play(0, fork.state.legal(0)[-1 if last else 0])

    done: Table = site.run(room_of(site, table).do(play))
    assert done.outcome is not None
    score = done.outcome.scores[0]
    assert score is not None
    return score


def rows(html: str) -> list[list[str]]:
    """The lines of the table of scores, as text."""
    body = html.split("<tbody>")[1].split("</tbody>")[0] if "<tbody>" in html else ""
    found = []
    for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", re.sub(r"<small>.*?</small>", "", row), re.DOTALL)
        found.append([re.sub(r"<[^>]+>", "", cell).strip() for cell in cells])
    return found


def test_the_deal_is_that_of_the_terminal(
    site: Site, anna: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(site.settings.data))
    table = table_id(anna.post("/daily/crusgallo"))
    file = tmp_path / "game.json"
    play = ["play", "crusgallo", "--daily", "--seats", "me:Ann", "--record", str(file)]
    assert CliRunner().invoke(main, play, input="1\nq\n").exit_code == 0
    assert room_of(site, table).table.setup == json.loads(file.read_text())["setup"]
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))  # another server, another key
    assert CliRunner().invoke(main, play, input="1\nq\n").exit_code == 0
    assert room_of(site, table).table.setup != json.loads(file.read_text())["setup"]


def test_a_person_has_one_table_a_day_and_others_the_same_deal(site: Site, anna: Visitor, bert: Visitor) -> None:
    table = table_id(anna.post("/daily/crusgallo"))
    assert table_id(anna.post("/daily/crusgallo")) == table
    other = table_id(bert.post("/daily/crusgallo"))
    assert other != table
    assert room_of(site, other).table.setup == room_of(site, table).table.setup
    promise = room_of(site, table).table.promise
    assert promise is not None
    for path in (f"/t/{table}", "/daily/crusgallo", f"/api/tables/{table}", f"/api/tables/{table}/view"):
        assert promise.seed.hex() not in anna.http.get(path).text


def test_everybodys_scores_of_the_day(site: Site, anna: Visitor, bert: Visitor) -> None:
    first = table_id(anna.post("/daily/crusgallo"))
    second = table_id(bert.post("/daily/crusgallo"))
    page = anna.get("/daily/crusgallo")
    assert "Play on" in page
    scores = {"Anna": finish(site, first), "Bert": finish(site, second, last=True)}
    mine = [row for row in rows(anna.get("/daily/crusgallo")) if row[1].split()[0] in scores]
    assert [int(row[2]) for row in mine] == sorted((int(row[2]) for row in mine), reverse=True)
    assert {row[1].removesuffix(" (you)"): int(row[2]) for row in mine} == scores
    assert f"/t/{second}/replay" in anna.get("/daily/crusgallo")
    eve = Visitor(site, "Eve")
    unplayed = eve.get("/daily/crusgallo")
    assert rows(unplayed)
    assert f"/t/{second}" not in unplayed, "others' games spoil a deal that is still to be played"
    assert "Play today&#39;s deal" in unplayed
    eve.close()
    assert "/daily/crusgallo" in anna.get("/")
    day = daily.today().isoformat()
    chair = anna.at(first).until(lambda chair: chair.regions)
    assert f"/daily/crusgallo/{day}" in chair.regions["tools"]
    assert "/log/crusgallo" in chair.regions["tools"]
    chair.leave()


def test_earlier_days_by_their_date(site: Site, anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: datetime.date(2026, 3, 1))
    table = table_id(anna.post("/daily/crusgallo"))
    finish(site, table)
    monkeypatch.setattr(daily, "today", lambda: datetime.date(2026, 3, 2))
    page = anna.get("/daily/crusgallo")
    assert rows(page) == []
    assert "/daily/crusgallo/2026-03-01" in page
    before = anna.get("/daily/crusgallo/2026-03-01")
    assert len(rows(before)) == 1
    assert "/daily/crusgallo/2026-03-02" in before
    assert (
        "la donne du 2026-03-01" in anna.http.get("/daily/crusgallo/2026-03-01", headers={"accept-language": "fr"}).text
    )
    assert table_id(anna.post("/daily/crusgallo")) != table
    for path in ("2026-03-03", "2024-12-31", "2026-3-1", "20260301", "nonsense", "2026-02-30"):
        anna.get(f"/daily/crusgallo/{path}", status=404)
    anna.get("/daily/mogul", status=404)
    anna.get("/log/mogul", status=404)


def test_of_two_games_of_one_person_the_first_counts(site: Site, anna: Visitor) -> None:
    """Two tables of one deal can only come from two clicks at once; the shelf never makes them."""
    person = anna.http.cookies["parlour"].split(".")[0]
    day = datetime.date(2025, 7, 7)

    def make(table: Table) -> None:
        table.make("crusgallo", 1, {}, person, [Seat("person", person, "Anna")], daily=day.isoformat())
        table.start(person)

    async def made() -> Any:
        return await site.hall.make(make)

    one, two = site.run(made()), site.run(made())
    finish(site, two.table.id)
    finish(site, one.table.id, last=True)
    page = anna.get("/daily/crusgallo/2025-07-07")
    assert len(rows(page)) == 1
    assert f"/t/{two.table.id}/replay" in page
    assert f"/t/{one.table.id}/replay" not in page


def test_a_solo_game_ends_with_a_title_and_a_score_and_can_be_played_again(site: Site, anna: Visitor) -> None:
    table = anna.play_now("crusgallo")
    score = finish(site, table)
    page = anna.get(f"/t/{table}")
    assert f"Score: {score}." in page
    assert "Commoner." in page
    assert ">Play again<" in page
    for wrong in ("wins", "Rematch", 'class="places"'):
        assert wrong not in page, wrong


def test_the_adventure_log_keeps_ones_own_games(site: Site, anna: Visitor, bert: Visitor) -> None:
    assert "No game is finished yet" in anna.get("/log/crusgallo")
    tables = [anna.play_now("crusgallo"), table_id(anna.post("/daily/crusgallo"))]
    scores = [finish(site, tables[0]), finish(site, tables[1], last=True)]
    page = anna.get("/log/crusgallo")
    found = rows(page)
    assert [int(row[2].split()[0]) for row in found] == scores[::-1]  # the newest first
    for row, table in zip(found, tables[::-1], strict=True):
        state = room_of(site, table).table.state
        assert state is not None
        assert row[1] == "Anna"
        assert row[3] == str(GAME.summary_of(state)["treasures"])
        assert row[0] == daily.today().isoformat()
        assert f"/t/{table}/replay" in page
    assert "No game is finished yet" in bert.get("/log/crusgallo")
    assert "journal d’aventures" in anna.http.get("/log/crusgallo", headers={"accept-language": "fr"}).text
