"""What must not happen: leaks, forged identities, other people's seats, scripts in names, floods."""

from __future__ import annotations

import json
import random
import re
import socket as sockets
import string
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from websockets.exceptions import ConnectionClosed

import parlour
from conftest import LONG
from hidden import keeps_secrets
from parlour.rules.errors import RulesError
from parlour.rules.game import find
from parlour.tables.elements import Seat
from parlour.tables.log import Entry
from parlour.tables.room import Room
from parlour.tables.table import Table, read
from parlour.web import rulebook
from parlour.web.identity import Signer, new_session
from visit import Chair, Site, Visitor, a_site, copy_of


@pytest.fixture
def eve(site: Site) -> Iterator[Visitor]:
    visitor = Visitor(site, "Eve")
    yield visitor
    visitor.close()


# -- headers and markup ----------------------------------------------------------------------------------


def test_every_answer_has_a_strict_policy(anna: Visitor) -> None:
    table = anna.play_now()
    paths = (
        "/",
        "/me",
        "/new/photon-rush",
        f"/t/{table}",
        f"/t/{table}/replay",
        "/api",
        "/nix",
        "/api/games",
        "/healthz",
    )
    for path in (*paths, "/static/parlour.js", "/api/nix", "/api/schema/openapi.json"):
        answer = anna.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        if answer.headers["content-type"].startswith("text/html"):
            html = answer.text
            assert not re.search(r"<script(?![^>]*\bsrc=)", html), path
            assert not re.search(r"\son\w+\s*=", html), path
            assert not re.search(r"\sstyle\s*=|<style", html), path
            assert not re.search(r"(src|href)=\"(https?:)?//", html), path


def test_cookies_are_kept_from_scripts(site: Site) -> None:
    answer = httpx.get(site.url)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # plain HTTP at home
    behind = httpx.get(site.url, headers={"x-forwarded-proto": "https"})
    assert "Secure" in behind.headers["set-cookie"]


def test_names_and_chat_are_escaped_everywhere(site: Site, anna: Visitor) -> None:
    bad = "<img src=x>'\"&{0}"
    mallory = Visitor(site, bad)
    table = mallory.new_table(players=2, seat0="me", seat1="open")
    chair = anna.at(table).until(lambda chair: chair.regions)
    chair.send(do="sit", seat=1)
    host = mallory.at(table).until(lambda chair: chair.regions)
    host.until(lambda chair: "Anna" in chair.regions["people"])
    host.send(do="start")
    host.until(lambda chair: chair.turn)
    host.play()
    chair.until(lambda chair: "has chosen" in chair.log)
    for html in (*chair.regions.values(), chair.log, anna.get(f"/t/{table}"), anna.get("/"), mallory.get("/me")):
        assert "<img src=x" not in html
    assert "&lt;img src=x&gt;" in chair.log
    chair.leave()
    host.leave()
    mallory.close()


def test_rules_in_markdown_cannot_bring_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "rules_text", lambda folder, lang: "PR-1 and PR-1 <img src=x>")
    index = rulebook.index.__wrapped__("photon-rush", "en")
    assert index is not None
    book = index.answer("")
    assert book.html.count('id="pr-1"') == 1
    assert "<img" not in book.html


# -- who may do what ---------------------------------------------------------------------------------------


def test_forms_of_others_and_from_elsewhere_are_refused(site: Site, anna: Visitor, eve: Visitor) -> None:
    anna.get("/")
    eve.get("/")
    assert anna.http.post("/play/photon-rush").status_code == 403
    assert anna.http.post("/play/photon-rush", data={"token": eve.token}).status_code == 403
    answer = anna.http.post("/play/photon-rush", data={"token": anna.token}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    assert anna.http.post("/me", data={"token": anna.token, "name": "x"}, headers={"origin": "null"}).status_code == 403


def test_sockets_are_for_our_own_pages(site: Site, anna: Visitor) -> None:
    table = anna.play_now()
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{site.port + 1}"):
        assert handshake(anna, table, origin) == 403
    assert handshake(anna, table, "") == 403
    assert handshake(anna, "unknown-table-id", site.url) == 403
    assert handshake(anna, table, site.url) == 101


def handshake(visitor: Visitor, table: str, origin: str) -> int:
    """What the server answers to somebody who wants a socket."""
    lines = [
        f"GET /t/{table}/live HTTP/1.1",
        f"Host: 127.0.0.1:{visitor.site.port}",
        f"Cookie: {visitor.cookies()}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==",
        *([f"Origin: {origin}"] if origin else []),
    ]
    with sockets.create_connection(("127.0.0.1", visitor.site.port), timeout=60) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(connection.recv(1000).split(b" ")[1])


def test_nobody_acts_for_another_or_sees_their_secrets(site: Site, anna: Visitor, eve: Visitor) -> None:
    table = anna.play_now()
    mine = anna.at(table).until(lambda chair: chair.turn)
    action, question = mine.actions()[0], mine.question
    hers = eve.at(table).until(lambda chair: chair.regions)
    assert "You watch" in hers.refused(do="play", action=action, question=question)
    assert "You watch" in hers.refused(do="undo")
    assert "not your seat" in hers.refused(do="here", seat=0)
    assert "Nobody asks you" in hers.refused(do="answer", yes=True)
    assert "begun" in hers.refused(do="sit", seat=0)
    assert "Only the host" in hers.refused(do="start")
    assert "host" in hers.refused(do="fill", bot="random")
    assert "not over" in hers.refused(do="rematch", rotate=False)
    mine.play(action)
    mine.until(lambda chair: "Your secret choice" in chair.log)
    page = eve.get(f"/t/{table}/replay?seat=0&at=1")
    assert "Your secret choice" not in page + hers.log + "".join(hers.raw)
    assert 'value="0"' not in page.split("data-seat")[1].split("</select>")[0]
    mine.leave()
    hers.leave()


def test_forged_cookies_tokens_and_links_are_strangers(site: Site, anna: Visitor, eve: Visitor) -> None:
    table = anna.play_now()
    cookie = anna.http.cookies["parlour"]
    person = cookie.split(".")[0]
    for forged in (
        f"{person}.{'A' * 28}",
        person,
        f"{person}.",
        Signer(b"x" * 32).cookie(new_session(person)),
        "é.x",
        "." * 50,
    ):
        stranger = httpx.Client(base_url=site.url)
        stranger.headers["cookie"] = f"parlour={forged}".encode("latin-1", "replace").decode("latin-1")
        page = stranger.get(f"/t/{table}").text
        assert "data-action" not in page
        stranger.close()
    signer = site.house.signer
    assert signer.session_of(signer.link(person)) is None  # a link is not a cookie
    assert signer.link_of(cookie) is None
    assert signer.link_of(signer.link(person, now=0)) is None  # too old
    eve.get(f"/me/{signer.link(person, now=0)}", status=404)
    for token in ("y.z", "x", cookie, Signer(b"x" * 32).seat_token(table, 0, person)):
        answer = eve.http.get(f"/api/tables/{table}/view", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 401
    # A token of one table opens no other, and a cookie opens nothing in the API.
    other = anna.play_now()
    token = signer.seat_token(other, 0, person)
    assert eve.http.get(f"/api/tables/{table}/view", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert anna.http.get(f"/api/tables/{table}/view").json()["seat"] is None
    eve_person = eve.http.cookies["parlour"].split(".")[0]
    wrong = signer.seat_token(table, 0, eve_person)  # signed, but she does not sit there
    assert eve.http.get(f"/api/tables/{table}/view", headers={"authorization": f"Bearer {wrong}"}).status_code == 401


def test_ids_cannot_be_guessed(anna: Visitor) -> None:
    ids = {anna.play_now() for _ in range(20)}
    assert len(ids) == 20
    assert all(re.fullmatch(r"[\w-]{16}", id) for id in ids)  # 96 random bits


def test_the_seed_and_the_setup_stay_on_the_server(site: Site, anna: Visitor) -> None:
    table = anna.play_now()
    chair = anna.at(table).until(lambda chair: chair.turn)
    promise = site.hall.rooms[table].table.promise
    assert promise is not None
    seed = promise.seed.hex()
    assert len(seed) == 64
    everything = "".join(chair.raw) + anna.get(f"/t/{table}") + anna.http.get(f"/api/tables/{table}").text
    assert seed not in everything
    assert '"setup"' not in everything
    chair.leave()


def test_an_error_shows_an_id_and_the_log_no_secrets(
    site: Site, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = anna.play_now()

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("the reason")

    with structlog.testing.capture_logs() as logs:
        # A logger that has been used before keeps where it wrote to then.
        monkeypatch.setattr("parlour.web.app.logger", structlog.get_logger("parlour.web"))
        monkeypatch.setattr("parlour.web.pages.draw", fail)
        answer = anna.http.get(f"/t/{table}")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    assert "the reason" not in answer.text
    found = re.search(r"name this: (\w{8})", answer.text)
    assert found is not None
    kept = [entry for entry in logs if entry.get("id") == found.group(1)]
    assert kept
    text = repr(logs)
    assert table not in text
    assert anna.http.cookies["parlour"] not in text
    assert "Anna" not in text


# -- floods ---------------------------------------------------------------------------------------------------


def test_large_and_many_messages_close_the_socket(tmp_path: Path) -> None:
    with a_site(tmp_path, message_rate=5.0, message_burst=20.0, request_rate=0.2, request_burst=30.0) as site:
        anna = Visitor(site, "Anna")
        table = anna.play_now()
        chair = anna.at(table).until(lambda chair: chair.turn)
        chair.socket.send("x" * 20_000)
        assert chair.closed() == 1009
        chair = anna.at(table).until(lambda chair: chair.turn)
        with suppress(ConnectionClosed):
            for _ in range(2000):
                chair.socket.send('{"do":"awake"}')
        assert chair.closed() == 1008
        bucket = site.house.messages.people.bucket(anna.http.cookies["parlour"].split(".")[0])
        while not bucket.has():
            time.sleep(0.01)
        chair = anna.at(table).until(lambda chair: chair.turn)  # and can come back
        chair.play()
        chair.leave()
        codes = [anna.http.get("/me").status_code for _ in range(50)]
        assert 429 in codes
        assert anna.http.get("/healthz").status_code == 200
        anna.close()


def test_a_large_body_is_refused(site: Site, anna: Visitor) -> None:
    assert anna.http.post("/me", data={"token": anna.token, "name": "x" * 300_000}).status_code == 413
    big = json.dumps({"game": "photon-rush", "options": {"x": "y" * 300_000}})
    answer = anna.http.post("/api/tables", content=big, headers={"content-type": "application/json"})
    assert answer.status_code == 413


COMMANDS = ["play", "here", "awake", "sit", "leave", "bot", "fill", "start", "undo", "answer", "say", "rematch", "nix"]
COMMANDS += ["resign", "away", "cancel", "answer-rematch", "open-rematch"]

ABSURD: list[Any] = [
    0,
    1,
    -1,
    7,
    2**70,
    1.5,
    None,
    True,
    "",
    "random",
    "build 0 0",
    "é\u202e",
    [],
    {},
    [[[]]],
    "x" * 300,
]


def nonsense(rng: random.Random, good: list[str]) -> str | bytes:
    """A message that is malformed, absurd, out of order or repeated."""
    kind = rng.randrange(8)
    if kind == 0:
        return "".join(rng.choice(string.printable) for _ in range(rng.randrange(60)))
    if kind == 1:
        return rng.randbytes(rng.randrange(60))
    if kind == 2:
        return "[" * rng.randrange(3000)
    if kind == 3 and good:
        return rng.choice(good)
    message = {"do": rng.choice(COMMANDS)}
    for name in rng.sample(["seat", "action", "question", "bot", "yes", "text", "rotate", "x"], rng.randrange(5)):
        message[name] = rng.choice(ABSURD)
    text = json.dumps(message)
    if kind == 4:
        return text[: rng.randrange(len(text))]
    if message["do"] not in ("undo", "rematch", "say", "resign", "away"):
        good.append(text)
    return text


def test_nonsense_on_sockets_does_no_harm(site: Site, anna: Visitor, long: bool) -> None:
    rng = random.Random(11)
    total, sent = (900_000 if long else 2500), 0
    good: list[str] = []
    table = anna.play_now()
    while sent < total:
        chair = anna.at(table).until(lambda chair: chair.regions)
        try:
            for _ in range(500):
                chair.socket.send(nonsense(rng, good))
                sent += 1
                if sent % 20 == 0:
                    while True:
                        chair.socket.recv(timeout=0)
        except TimeoutError:
            pass
        except ConnectionClosed:
            pass
        chair.leave()
    chair = anna.at(table).until(lambda chair: chair.regions)
    assert anna.http.get("/healthz").text == "ok"
    other = anna.play_now()
    second = anna.at(other).until(lambda chair: chair.turn)
    second.play()
    second.leave()
    chair.leave()


API_PLACES = ["GET games", "GET games/mogul", "GET games/nix", "POST tables", "POST tables", "GET tables/{}"]
API_PLACES += ["DELETE tables/{}", "POST tables/{}/seats", "POST tables/{}/start", "GET tables/{}/view"]
API_PLACES += ["POST tables/{}/actions", "POST tables/{}/resign", "GET sessions", "DELETE sessions/{}", "GET nix/%00"]


def an_absurd_request(rng: random.Random, client: httpx.Client, tables: list[str]) -> httpx.Request:
    """A request to the API that is malformed, absurd, out of order or, now and then, right."""
    names = ["game", "players", "options", "seats", "seat", "action", "name", "bot", "question", "seed", "x"]
    values = [*ABSURD, "mogul", "photon-rush", ["open", "random"], {"kind": "bot"}, {"round_limit": 1}]
    method, place = rng.choice(API_PLACES).split()
    place = place.format(rng.choice([*tables, "nix", "../..", "é", "x" * 200]))
    body: bytes = json.dumps({name: rng.choice(values) for name in rng.sample(names, rng.randrange(5))}).encode()
    if rng.random() < 0.3:
        body = rng.choice([b"", b"[" * 2000, b"null", b"{", rng.randbytes(40), body[: rng.randrange(len(body))]])
    headers = {"content-type": rng.choice(["application/json"] * 6 + ["text/plain", "application/x-msgpack", "x"])}
    if rng.random() < 0.5:
        headers["authorization"] = rng.choice(["Bearer x", "Bearer", "Basic eDp4", "Bearer " + "y" * 500])
    query = rng.choice(["", "", "", "?seat=1", "?seat=x&seat=2", "?%ff=%00", "?version=-1"])
    if rng.random() < 0.1:
        method = rng.choice(["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"])
    return client.build_request(method, f"/api/{place}{query}", content=body, headers=headers)


def test_nonsense_on_the_api_does_no_harm(site: Site, anna: Visitor, long: bool) -> None:
    """Each answer is a refusal in words or right; none is a fault of the server, and a game goes on beside it."""
    rng = random.Random(12)
    table = anna.play_now()
    chair = anna.at(table).until(lambda chair: chair.turn)
    tables: list[str] = [table]
    counts: Counter[int] = Counter()
    with httpx.Client(base_url=site.url, timeout=60) as client:
        for _ in range(100_000 if long else 1_000):
            request = an_absurd_request(rng, client, tables)
            answer = client.send(request)
            counts[answer.status_code] += 1
            assert answer.status_code < 500, (request.method, request.url, request.content, answer.text)
            if answer.status_code >= 400 and request.method != "HEAD" and request.url.path.startswith("/api/"):
                assert answer.json()["error"], (request.method, request.url, answer.text)
            elif answer.status_code == 201 and len(tables) < 20 and "table" in answer.json():
                tables.append(answer.json()["table"])
    print("answers by status:", dict(counts))
    assert sum(counts[code] for code in (400, 401, 403, 404, 405)) > counts[429], "the limits hid what was to be tried"
    chair.play()
    chair.leave()


def test_half_a_request_does_not_hold_the_server(site: Site, anna: Visitor) -> None:
    held = [sockets.create_connection(("127.0.0.1", site.port)) for _ in range(50)]
    for connection in held:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
    anna.get("/")
    for connection in held:
        connection.close()


# -- two worlds ------------------------------------------------------------------------------------------------


def a_room(site: Site, game: str, players: int, persons: list[str], rng: random.Random, steps: int) -> Room:
    """A table in the middle of a game between people."""

    async def work() -> Room:
        def make(table: Table) -> None:
            seats = [Seat("person", person, f"P{i}") for i, person in enumerate(persons)]
            table.make(game, players, {}, persons[0], seats)
            table.start(persons[0], seed=str(rng.random()))
            for _ in range(steps):
                if table.status != "playing":
                    break
                seat = rng.choice(table.to_act())
                assert table.state is not None
                table.play(seat, rng.choice(table.state.legal(seat)))

        return await site.hall.make(make)

    room: Room = site.run(work())
    return room


def twin(site: Site, room: Room, seat: int | None, rng: random.Random) -> Room:
    """Another table that looks the same to a seat, in another world."""

    async def work() -> Room:
        made = await site.hall.make(
            lambda table: table.make(room.table.game.id, room.table.players, {}, room.table.host, room.table.seats)
        )
        copy = room.table.fork()
        assert room.table.state is not None
        copy.state = find(copy.game.id).imagine(room.table.state.view(seat), rng.random())
        copy.id, copy.version = made.table.id, room.table.version
        made.table = copy
        return made

    found: Room = site.run(work())
    return found


def heard(visitor: Visitor, table: str, orders: list[dict[str, Any]]) -> list[str]:
    """All bytes that a visitor gets from a table, with its id taken out."""
    chair = Chair(visitor, table, {})
    chair.until(lambda chair: chair.regions)
    for order in orders:
        chair.refused(**order)
    chair.leave()
    assert isinstance(visitor.site, Site)
    while visitor.site.hall.rooms[table].watchers:
        time.sleep(0.01)
    page = re.sub(r'value="[\w-]{28}"', "", visitor.get(f"/t/{table}"))
    public = visitor.http.get(f"/api/tables/{table}").text
    return [text.replace(table, "TABLE") for text in (*chair.raw, page, public)]


@pytest.mark.parametrize("game", parlour.games())
def test_two_worlds_that_look_alike_send_the_same_bytes(site: Site, game: str) -> None:
    rng = random.Random(5)
    found = parlour.game(game)
    compared = different = 0
    for _ in range(6 if LONG else 4):
        players = rng.choice(list(found.players))
        visitors = [Visitor(site, f"P{i}") for i in range(players)]
        persons = [visitor.http.cookies["parlour"].split(".")[0] for visitor in visitors]
        room = a_room(site, game, players, persons, rng, rng.choice((0, 1, 3, 8, 20, 50)))
        for seat in [*range(players)][:3]:
            other = twin(site, room, seat, rng)
            assert room.table.state is not None
            assert other.table.state is not None
            different += room.table.state.position() != other.table.state.position()
            orders = [{"do": "play", "action": "nonsense", "question": room.table.asked.get(seat, 0)}]
            orders += [{"do": "start"}, {"do": "play", "action": "x", "question": -1}]
            assert heard(visitors[seat], room.table.id, orders) == heard(visitors[seat], other.table.id, orders)
            token = [site.house.signer.seat_token(found.table.id, seat, persons[seat]) for found in (room, other)]
            views = [
                visitors[seat]
                .http.get(f"/api/tables/{found.table.id}/view", headers={"authorization": f"Bearer {key}"})
                .text
                for found, key in zip((room, other), token, strict=True)
            ]
            assert views[0] == views[1]
            compared += 1
        for visitor in visitors:
            visitor.close()
    assert compared >= 4
    if game != "photon-rush" and keeps_secrets(game):
        assert different > 0, "the worlds are never different: this test shows nothing"


@pytest.mark.parametrize("game", parlour.games())
def test_a_secret_answer_looks_the_same_whatever_it_is(site: Site, game: str) -> None:
    """In a simultaneous phase the others see that somebody has answered, and nothing else."""
    rng = random.Random(9)
    found = parlour.game(game)
    players = found.players[-1]
    visitors = [Visitor(site, f"P{i}") for i in range(players)]
    persons = [visitor.http.cookies["parlour"].split(".")[0] for visitor in visitors]
    for _ in range(4):
        room = a_room(site, game, players, persons, rng, rng.randrange(12))
        state = room.table.state
        assert state is not None
        if not state.simultaneous() or len(room.table.to_act()) < 3:
            continue
        seat, watcher, *_ = room.table.to_act()
        legal = state.legal(seat)
        if len(legal) < 2:
            continue
        got = []
        for action in (legal[0], legal[-1]):
            copy = twin_of_same(site, room)
            chair = Chair(visitors[watcher], copy.table.id, {}).until(lambda chair: chair.regions)
            site.run(copy.do(partial(answer_secretly, seat=seat, action=action)))
            before = chair.version
            while chair.version == before:
                chair.hear()
            got.append([text.replace(copy.table.id, "TABLE") for text in chair.raw])
            chair.leave()
        assert got[0] == got[1]
    for visitor in visitors:
        visitor.close()


def answer_secretly(table: Table, seat: int, action: str) -> None:
    table.play(seat, action)


def twin_of_same(site: Site, room: Room) -> Room:
    """The same table under another id, with a log of its own."""
    return a_copy(site, site.run(site.hall.log.read(room.table.id)))


def seen_so_far(table: Table, seat: int | None) -> list[Any]:
    """All that a seat has seen of a game: each view, and each event."""
    state = table.game.start(table.players, table.options, table.setup)
    seen: list[Any] = [state.view(seat)]
    for step in table.steps:
        step.move.play(state)
        seen.append([state.view(seat), [event.seen_by(seat).to_dict() for event in step.events]])
    return seen


def another_past(entries: list[Entry], rng: random.Random) -> list[Entry]:
    """The same log, but two things in the set-up have changed places, chance has fallen otherwise, or somebody has
    moved otherwise."""
    changed = [Entry(entry.kind, json.loads(json.dumps(entry.body)), entry.at) for entry in entries]
    started = next(i for i, entry in enumerate(changed) if entry.kind == "started")
    moves = [i for i, entry in enumerate(changed) if entry.kind == "move"]
    chances = [i for i, entry in enumerate(changed) if entry.kind == "chance"]
    setup = changed[started].body["setup"]
    rows = [row for value in setup.values() if isinstance(value, list) for row in (value, *value)]
    rows = [row for row in rows if isinstance(row, list) and len(row) > 3]
    if rows and rng.random() < 0.7:
        row = rng.choice(rows)
        one, two = rng.sample(range(len(row)), 2)
        row[one], row[two] = row[two], row[one]
    elif chances and rng.random() < 0.6:
        at = rng.choice(chances[-4:])
        before = read("", changed[:at])
        assert before.state is not None
        changed[at].body["outcome"] = rng.choice(before.state.chance())
    elif moves:
        at = rng.choice(moves[-4:])
        before = read("", changed[:at])
        assert before.state is not None
        changed[at].body["action"] = rng.choice(before.state.legal(changed[at].body["seat"]))
    return changed


def other_world(site: Site, room: Room, seat: int | None, rng: random.Random) -> Room | None:
    """A table with another past, of which a seat has seen exactly the same."""
    entries: list[Entry] = site.run(site.hall.log.read(room.table.id))
    mine = seen_so_far(room.table, seat)
    assert room.table.state is not None
    for _ in range(60):
        changed = another_past(entries, rng)
        try:
            table = read("", changed)
        except RulesError:
            continue
        if table.state is None or table.status != "playing" or table.state.position() == room.table.state.position():
            continue
        if seen_so_far(table, seat) == mine:
            return a_copy(site, changed)
    return None


def a_copy(site: Site, entries: list[Entry]) -> Room:
    """A table with this log."""
    found: Room = site.run(site.hall.make(copy_of(entries)))
    return found


def looked_up(visitor: Visitor, room: Room, seat: int | None, token: str) -> list[str]:
    """Every other way to learn about a running game: its replay, its record, the program's view and events."""
    table = room.table.id
    last = len(room.table.steps)
    got = []
    for at in {0, last // 2, max(0, last - 1), last}:
        for wish in ("", *map(str, range(room.table.players)), "all"):
            got.append(visitor.get(f"/t/{table}/replay?at={at}&seat={wish}&part=1"))
    got.append(re.sub(r'value="[\w-]{28}"', "", visitor.get(f"/t/{table}/replay")))
    got.append(visitor.get(f"/t/{table}/record.json", status=403))
    got.append(visitor.get(f"/new/{room.table.game.id}?from={table}&at=0", status=403))
    key = {"authorization": f"Bearer {token}"} if seat is not None else {}
    got.append(visitor.http.get(f"/api/tables/{table}/view", headers=key).text)
    with visitor.http.stream("GET", f"/api/tables/{table}/events", headers=key) as answer:
        got.append(next(line for line in answer.iter_lines() if line.startswith("data:")))
    return [text.replace(table, "TABLE") for text in got]


@pytest.mark.parametrize("game", parlour.games())
def test_pasts_that_look_alike_send_the_same_bytes(site: Site, game: str) -> None:
    """The whole past of a running game, through every door: replay, record, log, and the program's events."""
    rng = random.Random(21)
    found = parlour.game(game)
    eve = Visitor(site, "Eve")
    compared = 0
    for steps in (2, 7, 16, 4, 9, 25, 12, 5):
        players = rng.choice([count for count in found.players if count < 5])
        visitors = [Visitor(site, f"P{i}") for i in range(players)]
        persons = [visitor.http.cookies["parlour"].split(".")[0] for visitor in visitors]
        room = a_room(site, game, players, persons, rng, steps)
        if room.table.status == "playing":
            for seat in (*range(min(2, players)), None):
                other = other_world(site, room, seat, rng)
                if other is None:
                    continue
                visitor = visitors[seat] if seat is not None else eve
                person = persons[seat] if seat is not None else ""
                rooms = (room, other)
                tokens = [site.house.signer.seat_token(there.table.id, seat or 0, person) for there in rooms]
                for one, two in (
                    [heard(visitor, there.table.id, []) for there in rooms],
                    [looked_up(visitor, there, seat, key) for there, key in zip(rooms, tokens, strict=True)],
                ):
                    assert one == two
                compared += 1
        for visitor in visitors:
            visitor.close()
        if compared >= (6 if LONG else 4):
            break
    eve.close()
    assert compared >= 3 or not keeps_secrets(game), "too few worlds: this test shows nothing"
