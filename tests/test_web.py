"""The server with real sockets and real storage: shelf, tables, play, chat, undo, replay."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from markupsafe import escape

import parlour
from parlour.tables.table import Table
from parlour.web.boards import sprite
from visit import Chair, Site, Visitor, a_site, for_two, table_id

# -- the shelf -----------------------------------------------------------------------------------------


def test_the_shelf_shows_every_game_in_both_languages(site: Site) -> None:
    for lang, words in (("en", "What shall we play?"), ("fr", "À quoi jouons-nous")):
        visitor = Visitor(site, lang=lang)
        page = visitor.get("/")
        assert words in page
        for id in parlour.games():
            assert escape(parlour.game(id).title) in page
        visitor.close()


@pytest.mark.parametrize("game", parlour.games())
def test_every_page_of_every_game(anna: Visitor, game: str) -> None:
    for path in ("/", f"/new/{game}", "/me", "/api"):
        anna.get(path)
    for lang in ("fr", "en"):
        anna.post("/settings", lang=lang, back="/")
        table = anna.play_now(game)
        chair = anna.at(table).until(lambda chair: "ask" in chair.regions)
        for _ in range(12):
            chair.until(lambda chair: chair.turn or "places" in chair.regions["ask"])
            if not chair.turn:
                break
            chair.play()
        anna.get(f"/t/{table}")
        anna.get(f"/t/{table}/replay?at=1")
        chair.leave()


@pytest.mark.parametrize("game", parlour.games())
def test_drawings_come_once_with_the_page(anna: Visitor, game: str) -> None:
    table = anna.play_now(game)
    chair = anna.at(table).until(lambda chair: chair.turn)
    assert chair.regions["board"]
    assert "<symbol" not in chair.regions["board"]
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        page = anna.get(path)
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(set(ids)) == len(ids)
        used = set(re.findall(r'<use href="#([^"]+)"', page))
        assert bool(used) == bool(sprite(parlour.game(game), "en"))
        assert used <= set(ids)


def test_play_now_and_your_turn_first(anna: Visitor) -> None:
    table = anna.play_now()
    chair = anna.at(table).until(lambda chair: chair.turn)
    assert chair.actions()
    page = anna.get("/")
    assert "your turn" in page
    assert f"/t/{table}" in page
    chair.leave()


def test_settings_are_kept_and_lead_back(anna: Visitor) -> None:
    answer = anna.post("/settings", lang="fr", back="/new/photon-rush")
    assert answer.url.path == "/new/photon-rush"
    assert 'lang="fr"' in answer.text
    assert 'data-theme="dark"' in anna.post("/settings", theme="dark", back="/").text
    assert anna.post("/settings", lang="en", back="//evil.example/").url.path == "/"


# -- tables ----------------------------------------------------------------------------------------------


def test_two_people_play_and_see_it_at_once(anna: Visitor, bert: Visitor) -> None:
    _, one, two = for_two(anna, bert)
    one.play()
    two.until(lambda chair: "Anna has chosen" in chair.log)
    assert one.actions() == []
    assert "Waiting for Bert" in one.regions["ask"]
    assert "Your secret choice" in one.log
    assert "Your secret choice" not in two.log
    two.play()
    one.until(lambda chair: chair.turn)
    assert re.search(r"(pays|builds)", one.log)
    one.leave()
    two.leave()


def test_two_tabs_of_one_person_both_work(anna: Visitor, bert: Visitor) -> None:
    table, one, two = for_two(anna, bert)
    tab = anna.at(table).until(lambda chair: chair.turn)
    tab.play()
    one.until(lambda chair: not chair.turn)
    for chair in (one, two, tab):
        chair.leave()


def test_chat_presence_and_names(anna: Visitor, bert: Visitor) -> None:
    table, one, two = for_two(anna, bert)
    one.send(do="say", text="Hello <b>there</b>")
    two.until(lambda chair: chair.chat == [["Anna", "Hello <b>there</b>"]])
    bert.post("/me", name="Bertrand <i>")
    one.until(lambda chair: "Bertrand &lt;i&gt;" in chair.regions["people"])
    assert "Bertrand <i>" not in one.regions["people"]
    two.leave()
    one.until(lambda chair: "not here" in chair.regions["people"])
    watcher = Visitor(anna.site)
    third = watcher.at(table).until(lambda chair: "board" in chair.regions)
    assert third.actions() == []
    third.leave()
    watcher.close()
    one.leave()


def test_undo_says_beforehand_whether_it_is_free(anna: Visitor, bert: Visitor) -> None:
    _, one, two = for_two(anna, bert)
    one.play()
    assert "Take back" in one.regions["tools"]
    one.send(do="undo")
    one.until(lambda chair: chair.turn)
    two.until(lambda chair: "Anna takes a step back." in chair.log)
    one.play()
    two.play()
    two.until(lambda chair: "Ask to take back" in chair.regions["tools"])
    assert "something was revealed since" in two.regions["tools"]
    two.send(do="undo")
    one.until(lambda chair: "Bert asks to take a step back." in chair.regions["requests"])
    one.send(do="answer", yes=True)
    two.until(lambda chair: "Bert takes a step back." in chair.log)
    two.until(lambda chair: chair.turn)
    one.leave()
    two.leave()


def test_one_screen_shows_one_seat_at_a_time(anna: Visitor) -> None:
    table = anna.new_table(players=2, seat0="me", seat1="screen", name1="Zoe")
    assert "data-action" not in anna.get(f"/t/{table}")
    chair = anna.at(table).until(lambda chair: "here" in chair.regions.get("ask", ""))
    assert chair.actions() == []
    assert chair.regions["board"] == ""
    assert "First say" in chair.refused(do="play", action="build 0 0", question=3)
    chair.send(do="here", seat=0)
    chair.until(lambda chair: chair.actions())
    chair.play()
    chair.until(lambda chair: "Zoe" in chair.regions["ask"])  # the curtain falls
    assert chair.actions() == []
    assert "Your secret choice" not in chair.log
    chair.send(do="here", seat=1)
    chair.until(lambda chair: chair.actions())
    assert "Your secret choice" not in chair.regions["board"]
    assert "not your seat" in chair.refused(do="here", seat=7)
    chair.leave()


def test_a_stale_and_an_illegal_move_are_refused_with_the_reason(anna: Visitor) -> None:
    table = anna.play_now()
    chair = anna.at(table).until(lambda chair: chair.turn)
    assert "earlier question" in chair.refused(do="play", action=chair.actions()[0], question=0)
    why = chair.refused(do="play", action="build 9 9", question=chair.question)
    assert "gold" in why
    assert chair.refusals[-1]["rule"].startswith("PR-")
    chair.leave()


def test_reconnect_and_catch_up(anna: Visitor, bert: Visitor) -> None:
    table, one, two = for_two(anna, bert)
    one.leave()
    two.play()
    again = anna.at(table).until(lambda chair: chair.turn)
    assert "Bert has chosen" in again.log
    again.leave()
    two.leave()


def finish(anna: Visitor, **options: Any) -> str:
    """A game against a bot to the end."""
    table = anna.new_table(players=2, seat0="me", seat1="bot:random", **{"option-round_limit": 2, **options})
    chair = anna.at(table).until(lambda chair: chair.regions)
    chair.play_out()
    chair.leave()
    return table


def test_replay_record_upload_and_play_on(anna: Visitor, bert: Visitor) -> None:
    table = anna.play_now()
    anna.get(f"/t/{table}/record.json", status=403)
    bert.get(f"/new/photon-rush?from={table}&at=1", status=403)
    table = finish(anna)
    page = anna.get(f"/t/{table}/replay?at=2&seat=1")
    assert "Step 2 of" in page
    record = json.loads(anna.get(f"/t/{table}/record.json"))
    state = parlour.game("photon-rush").replay(record)
    assert state.outcome is not None
    assert state.outcome.to_dict() == record["outcome"]
    answer = bert.http.post(
        "/upload", data={"token": bert.token}, files={"record": ("r.json", json.dumps(record), "application/json")}
    )
    assert answer.status_code == 200
    assert answer.url.path.endswith("/replay")
    copy = table_id(answer)
    assert json.loads(bert.get(f"/t/{copy}/record.json"))["moves"] == record["moves"]
    bad = bert.http.post("/upload", data={"token": bert.token}, files={"record": ("r.json", "{", "application/json")})
    assert bad.status_code == 400
    bert.get(f"/new/photon-rush?from={copy}&at=3")
    fields: dict[str, Any] = {"from": copy, "at": 3, "seat0": "me", "seat1": "bot:random"}
    new = bert.new_table(**fields)
    chair = bert.at(new).until(lambda chair: chair.turn)
    assert chair.log
    chair.leave()


def test_a_replay_opens_all_seats_after_the_end_and_not_before(anna: Visitor, bert: Visitor) -> None:
    table = anna.play_now("gold-n-crash")
    chair = anna.at(table).until(lambda chair: chair.turn)
    before = anna.get(f"/t/{table}/replay?seat=all&part=1")
    assert "All seats open" not in before
    assert "What each seat sees" not in before
    assert 'value="0" selected' not in before  # nor is it taken for a seat
    for _ in range(400):
        chair.until(lambda chair: chair.turn or "places" in chair.regions["ask"])
        if not chair.turn:
            break
        chair.play()
    chair.leave()
    record = json.loads(anna.get(f"/t/{table}/record.json"))
    steps = len(record["moves"]) // 2
    for visitor in (anna, bert):  # after the end anybody who has the link
        page = visitor.get(f"/t/{table}/replay?at={steps}&seat=all")
        assert 'value="all" selected' in page
        state = parlour.game("gold-n-crash").replay({**record, "moves": record["moves"][:steps]})
        assert re.findall(r"<summary>([^<]+)</summary><div class=.plain-board", page)[0] == "Anna"
        marked = re.findall(r"<mark>([^<]*)</mark>", page)
        assert len([line for line in marked if line.split()[0] == "Hand"]) == 2
        assert escape(json.dumps(state.position(), indent=1)) in page


def test_rematch_leads_everybody_to_the_same_table(anna: Visitor) -> None:
    table = finish(anna)
    chair = anna.at(table).until(lambda chair: "Rematch" in chair.regions.get("tools", ""))
    chair.send(do="rematch", rotate=True)
    chair.until(lambda chair: chair.gone_to)
    assert re.fullmatch(r"/t/[\w-]{16}", chair.gone_to)
    chair.until(lambda chair: "To the rematch" in chair.regions["tools"])
    chair.leave()


def test_the_shelf_says_with_whom_a_table_is(anna: Visitor) -> None:
    hotseat = anna.new_table(players=2, seat0="me", seat1="screen", name1="Zoe")
    solo = anna.play_now("crusgallo")
    page = anna.get("/")
    listed = dict(re.findall(r'href="/t/([\w-]{16})"(.*?)</a>', page, re.DOTALL))
    assert "at one screen" in listed[hotseat]
    assert "alone" not in listed[hotseat]
    assert "alone" in listed[solo]


def test_a_guest_is_called_the_same_everywhere(site: Site) -> None:
    guest = Visitor(site, lang="en")
    table = guest.play_now()
    english = re.search(r"Guest (\d+)", guest.get(f"/t/{table}"))
    assert english
    guest.http.headers["accept-language"] = "fr"
    page = guest.get(f"/t/{table}")
    assert f"Invité {english[1]}" in page
    assert "Guest" not in page
    assert "Guest" not in guest.get("/")
    guest.close()


def test_a_personal_link_moves_an_identity(anna: Visitor, site: Site) -> None:
    table = anna.play_now()
    page = anna.get("/me")
    link = re.search(r'value="(/me/[^"]+)"', page)
    assert link is not None
    phone = Visitor(site)
    assert "Are you Anna?" in phone.get(link.group(1))
    assert f"/t/{table}" not in phone.get("/")
    phone.post(link.group(1))
    assert f"/t/{table}" in phone.get("/")
    phone.close()


def test_the_host_arranges_the_seats(anna: Visitor, bert: Visitor) -> None:
    table = anna.new_table(players=3, seat0="me", seat1="open", seat2="open")
    one = anna.at(table).until(lambda chair: chair.regions)
    two = bert.at(table).until(lambda chair: chair.regions)
    two.send(do="sit", seat=2)
    one.until(lambda chair: "Bert" in chair.regions["people"])
    assert "Only the host" in two.refused(do="start")
    assert "Only the host" in two.refused(do="bot", seat=1, bot="random")
    assert "Somebody sits there" in two.refused(do="leave", seat=0)
    one.send(do="leave", seat=2)
    two.until(lambda chair: "Bert" not in chair.regions["people"])
    one.send(do="fill", bot="random")
    one.until(lambda chair: "bot: random" in chair.regions["people"])
    one.send(do="start")
    one.until(lambda chair: chair.turn)
    assert "The game has begun" in two.refused(do="sit", seat=2)
    one.leave()
    two.leave()


def test_a_clock_that_runs_out_and_a_person_who_comes_back(
    monkeypatch: pytest.MonkeyPatch, anna: Visitor, bert: Visitor
) -> None:
    """Bert is gone; Anna's page is open, but she does nothing either: a stand-in answers for both."""
    monkeypatch.setattr("parlour.tables.table.PACES", (0, 1))
    table, one, two = for_two(anna, bert, pace=1)
    two.leave()
    one.until(
        lambda chair: all(f"{name} is out of time; a stand-in answers." in chair.log for name in ("Anna", "Bert"))
    )
    one.until(lambda chair: "Bert is away; a stand-in plays." in chair.log)
    one.until(lambda chair: "A stand-in plays for you." in chair.regions["requests"])
    one.send(do="awake")
    one.until(lambda chair: "Anna is back." in chair.log)
    back = bert.at(table)
    one.until(lambda chair: "Bert is back." in chair.log)
    back.leave()
    one.leave()


def test_seconds_go_with_updates_and_are_not_shared(anna: Visitor, bert: Visitor) -> None:
    table, one, two = for_two(anna, bert, pace=600)
    stranger = Visitor(anna.site)
    three = stranger.at(table).until(lambda chair: chair.regions)
    for chair, yours in ((one, [True, False]), (two, [False, True]), (three, [False, False])):
        clock = json.loads(chair.raw[-1])["clock"]
        assert (clock["pace"], clock["warn"]) == (600, 120)
        assert [(one["seat"], one["name"], one["yours"]) for one in clock["asked"]] == [
            (0, "Anna", yours[0]),
            (1, "Bert", yours[1]),
        ]
        assert all(560 < one["left"] <= 600 for one in clock["asked"])
        assert 'data-clock="0"' in chair.regions["people"]
    one.play()
    assert [one["seat"] for one in json.loads(one.raw[-1])["clock"]["asked"]] == [1]
    for chair in (one, two, three):
        chair.leave()
    stranger.close()


# -- for whoever runs it --------------------------------------------------------------------------------


def test_health_and_metrics(anna: Visitor) -> None:
    assert anna.http.get("/healthz").text == "ok"
    text = anna.http.get("/metrics").text
    for name in ("parlour_requests_total", "parlour_commands_total", "parlour_tables_open", "parlour_watchers"):
        assert name in text


def test_the_launcher_opens_the_shelf_and_says_where(tmp_path: Path) -> None:
    settings = {"PARLOUR_DATA": str(tmp_path), "PARLOUR_NO_BROWSER": "1", "PYTHONUNBUFFERED": "1"}
    as_people_do = {name: value for name, value in os.environ.items() if name != "PARLOUR_WARM"}
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour"], env={**as_people_do, **settings}, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        found = re.search(r"http://localhost:\d+/", said)
        assert found is not None
        assert "What shall we play?" in httpx.get(found.group(0), timeout=60).text
        process.send_signal(signal.SIGINT)
        assert process.wait(90) in (0, -signal.SIGINT, 130, 1)
    finally:
        process.kill()
        process.wait()
    process.stdout.close()
    assert (tmp_path / "parlour.db").exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    """Also while bots think: no worker, no complaint."""
    command = [sys.executable, "-m", "parlour", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        said = ""
        while (found := re.search(r"http://127.0.0.1:\d+", said)) is None:
            line = process.stderr.readline()
            assert line, said
            said += line
        with httpx.Client(base_url=f"{found.group(0)}/api", timeout=60) as http:
            seats = ["bot:hard", "bot:hard"]
            made = http.post("/tables", json={"game": "photon-rush", "players": 2, "seats": seats}).json()
            key = {"authorization": f"Bearer {made['host_token']}"}
            assert http.post(f"/tables/{made['table']}/start", headers=key).status_code == 201
            while http.get(f"/tables/{made['table']}").json()["version"] < 4:  # they think in earnest
                time.sleep(0.05)
        process.send_signal(how)
        rest = process.stderr.read()  # until the last worker is gone
        assert process.wait(60) in (0, -how)
        assert "leaked" not in rest
        assert "Traceback" not in rest
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_a_graceful_stop_keeps_everything(tmp_path: Path) -> None:
    with a_site(tmp_path) as site:
        anna = Visitor(site, "Anna")
        table = anna.play_now()
        chair = anna.at(table).until(lambda chair: chair.turn)
        chair.play()
        began = time.monotonic()
        site.stop()
        assert time.monotonic() - began < 30
        assert chair.closed() == 1012
        cookies = anna.http.cookies
    with a_site(tmp_path) as site:
        again = Visitor(site)
        again.http.cookies = cookies
        chair = again.at(table).until(lambda chair: chair.turn)
        assert "Your secret choice" in chair.log or "pays" in chair.log or "builds" in chair.log
        chair.leave()
        again.close()
    anna.close()


def test_the_last_reveal_stays_in_sight_in_order(site: Site, anna: Visitor, bert: Visitor) -> None:
    table, one, two = for_two(anna, bert)
    room = site.hall.rooms[table]

    def act(table: Table) -> None:
        """A round: nothing is built, both raid."""
        for _ in range(2):
            for seat in list(table.to_act()):
                assert table.state is not None
                legal = table.state.legal(seat)
                table.play(seat, next((action for action in legal if action.startswith("raid")), legal[0]))

    assert one.regions["recap"] == ""
    site.run(room.do(act))
    one.until(lambda chair: "The last reveal" in chair.regions["recap"])
    told = re.findall(r"PR-\d+", re.sub(r"#pr-\d+", "", one.regions["recap"]))
    assert told[0] == "PR-23"
    assert told[1:] == ["PR-31", "PR-31"]  # both are hit, and why
    first = one.regions["recap"]
    site.run(room.do(act))
    one.until(lambda chair: chair.regions["recap"] != first)
    assert one.regions["recap"].count("PR-23") == 1  # only the last one
    one.leave()
    two.leave()


def test_beats_go_with_what_is_new_and_the_last_move_with_every_board(anna: Visitor, bert: Visitor) -> None:
    table, one, two = for_two(anna, bert)
    one.play()
    two.until(lambda chair: "Anna has chosen" in chair.log)
    news = [json.loads(raw) for raw in two.raw if '"beats"' in raw]
    assert news[-1]["beats"] == [[["mark", "who-0", "look", ""]]]
    assert news[-1]["last"] == [["who-0", ""]]
    late = bert.at(table).until(lambda chair: chair.log)
    first = json.loads(late.raw[0])
    assert first["last"] == [["who-0", ""]]
    assert "beats" not in first  # it happened before this page was opened
    assert "data-beats='[[[&#34;mark&#34;" in anna.get(f"/t/{table}/replay?at=1")
    for chair in (one, two, late):
        chair.leave()


def test_an_action_is_told_in_words_to_who_may_play_it(anna: Visitor, bert: Visitor, site: Site) -> None:
    table, one, two = for_two(anna, bert)

    def told(chair: Chair, action: str) -> dict[str, Any]:
        chair.send(do="tell", action=action)
        while True:
            message: dict[str, Any] = json.loads(chair.socket.recv(timeout=60))
            if message["is"] != "table":
                return message

    assert told(one, "build 1 0") == {"is": "told", "action": "build 1 0", "said": "Build 1 mine."}
    assert told(one, "build 99 0")["is"] == "refused"
    one.play()
    two.until(lambda chair: "Anna has chosen" in chair.log)
    assert told(one, "build 1 0")["is"] == "refused"  # it has been answered
    other = Visitor(site, "Zoe")
    watcher = other.at(table).until(lambda chair: chair.regions)
    assert told(watcher, "build 1 0")["is"] == "refused"
    for chair in (one, two, watcher):
        chair.leave()
    other.close()
