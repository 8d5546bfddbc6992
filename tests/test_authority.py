"""Authority is asked again for every message: whoever loses a seat gets what a stranger gets, on every open channel."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest

from parlour.tables.elements import Seat
from parlour.tables.room import Room
from parlour.tables.table import Table
from visit import Chair, Site, Visitor

GAMES = ("gold-n-crash", "mogul")  # cards that are drawn unseen; orders that nobody else knows


class Listener:
    """A program that reads a table's stream of events."""

    def __init__(self, site: Site, table: str, token: str = "") -> None:
        self.messages: list[str] = []
        self.ended = threading.Event()
        self.opened = threading.Event()
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=site.url, headers=headers, timeout=60)
        self.thread = threading.Thread(target=self.listen, args=(table,), daemon=True)
        self.thread.start()
        assert self.opened.wait(60)

    def listen(self, table: str) -> None:
        with self.http.stream("GET", f"/api/tables/{table}/events") as answer:
            for line in answer.iter_lines():
                if line.startswith("data:"):
                    self.messages.append(line)
                    self.opened.set()
        self.http.close()
        self.ended.set()


# What differs between two people who know equally much: a form's token, and how many streams have ended by now.
CHANGING = re.compile(r'value="[\w-]{28}"|<p class="small watchers">.*?</p>')


class Channels:
    """Everything that somebody can have open at a table, or ask for again and again."""

    def __init__(self, site: Site, visitor: Visitor, table: str, seat: int) -> None:
        self.site, self.visitor, self.table, self.seat = site, visitor, table, seat
        self.person = person_of(visitor)
        self.token = site.house.signer.seat_token(table, seat, self.person)
        self.chair = visitor.at(table).until(lambda chair: chair.regions)
        self.second = visitor.at(table).until(lambda chair: chair.regions)  # another device
        self.second.send(do="text", on=True)
        sits = bool(site.hall.rooms[table].table.seats_of(self.person))
        self.listener = Listener(site, table, self.token if sits else "")

    def sockets(self, moment: int) -> list[Any]:
        """What both pages have come to at a moment of the table."""
        found: list[Any] = []
        for chair in (self.chair, self.second):
            chair.until(lambda chair: chair.version >= moment)
            found += [chair.regions, chair.log, chair.turn, chair.question, chair.picks]
        return found

    def asked(self) -> list[str]:
        """What the pages, the replay and the API answer."""
        paths = [f"/t/{self.table}"]
        paths += [f"/t/{self.table}/replay?seat={wish}" for wish in ("", "0", "1", "all")]
        got = [self.visitor.http.get(path) for path in paths]
        key = {"authorization": f"Bearer {self.token}"}
        for path in ("view", "events"):
            got.append(self.visitor.http.get(f"/api/tables/{self.table}/{path}", headers=key))
        got.append(self.visitor.http.get(f"/api/tables/{self.table}/view"))
        body = {"action": "draw", "question": None}
        got.append(self.visitor.http.post(f"/api/tables/{self.table}/actions", json=body, headers=key))
        return [f"{answer.status_code} " + CHANGING.sub("", answer.text) for answer in got]

    def close(self) -> None:
        self.chair.leave()
        self.second.leave()


def person_of(visitor: Visitor) -> str:
    return visitor.http.cookies["parlour"].split(".")[0]


def a_lobby(site: Site, game: str, host: Visitor, sitter: Visitor) -> Room:
    """Somebody sits at seat 1, the host at seat 0."""
    players = 3 if game == "mogul" else 2
    seats = [Seat("person", person_of(host), "Hanna"), Seat("person", person_of(sitter), "Xeno")]
    seats += [Seat("person", "pia", "Pia")] * (players - 2)
    room: Room = site.run(site.hall.make(lambda table: table.make(game, players, {}, person_of(host), seats)))
    return room


def kick(site: Site, room: Room, host: Visitor, sitter: Channels) -> None:
    chair = host.at(room.table.id).until(lambda chair: chair.regions)
    chair.send(do="leave", seat=1)
    chair.until(lambda chair: room.table.seats[1].kind == "open")
    chair.leave()


def leave(site: Site, room: Room, host: Visitor, sitter: Channels) -> None:
    sitter.chair.send(do="leave", seat=1)
    sitter.chair.until(lambda chair: room.table.seats[1].kind == "open")


def hand_over_to_a_bot(site: Site, room: Room, host: Visitor, sitter: Channels) -> None:
    kick(site, room, host, sitter)
    site.run(room.do(lambda table: table.set_seat(person_of(host), 1, Seat("bot", bot="random"))))
    site.run(room.do(lambda table: table.set_seat(person_of(host), 1, Seat())))


Way = Callable[[Site, Room, Visitor, Channels], None]


def random_step(table: Table, rng: random.Random) -> None:
    if table.status == "playing":
        seat = rng.choice(table.to_act())
        assert table.state is not None
        table.play(seat, rng.choice(table.state.legal(seat)))


def take_back(table: Table) -> None:
    """The last step of seat 1 is taken back, with everybody's agreement."""
    if table.undo_of(1) is None:
        return
    table.undo(1)
    for person in table.voters(1) if table.request is not None else ():
        table.answer_undo(person, True)


def stand_in(table: Table, on: bool) -> None:
    table.set_stand_in(1, on)


def same(one: Channels, other: Channels, moment: int) -> None:
    assert one.sockets(moment) == other.sockets(moment)
    assert one.asked() == other.asked()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", [kick, leave, hand_over_to_a_bot])
def test_whoever_has_lost_a_seat_gets_what_a_stranger_gets(site: Site, game: str, way: Way) -> None:
    """A former sitter's sockets, stream, pages, replay and API, while the next one plays, takes steps back, is away
    and comes back, until the end."""
    rng = random.Random(3)
    host, sitter, stranger, heir = (Visitor(site, name) for name in ("Hanna", "Xeno", "Xeno", "Heidi"))
    room = a_lobby(site, game, host, sitter)
    table = room.table.id
    lost, never = Channels(site, sitter, table, 1), Channels(site, stranger, table, 1)
    way(site, room, host, lost)
    assert lost.listener.ended.wait(60), "a stream goes on without its seat"
    heard = list(lost.listener.messages)
    site.run(room.do(lambda table: table.set_seat(person_of(heir), 1, Seat("person", person_of(heir), "Heidi"))))
    site.run(room.do(lambda table: table.start(table.host, seed="7")))
    mine = Channels(site, heir, table, 1)
    different = 0

    def compare() -> None:
        nonlocal different
        same(lost, never, room.table.moment)
        different += lost.sockets(0) != mine.sockets(room.table.moment)

    for _ in range(5):
        site.run(room.do(partial(random_step, rng=rng)))
        compare()
    site.run(room.do(take_back))
    compare()
    site.run(room.do(partial(stand_in, on=True)))
    never.chair.until(lambda _: 1 not in room.table.asked)  # the stand-in has played
    compare()
    mine.chair.send(do="awake")
    mine.chair.until(lambda chair: not room.table.seats[1].stand_in)
    compare()
    assert different > 3, "the heir sees no more than a stranger: this test shows nothing"

    def play_out(table: Table) -> None:
        for _ in range(3000):
            random_step(table, rng)

    site.run(room.do(play_out))
    assert room.table.status == "over"
    compare()
    assert mine.listener.ended.wait(60)
    assert never.listener.ended.wait(60), "a finished game's stream ends for everybody"
    assert lost.listener.messages == heard
    for channels in (lost, never, mine):
        channels.close()
    for visitor in (host, sitter, stranger, heir):
        visitor.close()


def test_a_session_that_is_ended_has_no_seat(site: Site) -> None:
    """Signed out from another device: sockets close, and the pages are a stranger's."""
    host, sitter = Visitor(site, "Hanna"), Visitor(site, "Xeno")
    room = a_lobby(site, "gold-n-crash", host, sitter)
    site.run(room.do(lambda table: table.start(table.host, seed="7")))
    table = room.table.id
    chair = sitter.at(table).until(lambda chair: chair.regions)
    cookie, id = sitter.http.cookies["parlour"], sitter.http.cookies["parlour"].split(".")[1]
    assert sitter.http.delete(f"/api/sessions/{id}").status_code == 204
    assert chair.closed() == 4401
    found = []
    for old in (cookie, ""):
        cookies = {"cookie": f"parlour={old}"}
        got = [httpx.get(f"{site.url}/t/{table}{path}", headers=cookies) for path in ("", "/replay")]
        found.append([re.sub(r'value="[\w-]{28}"|Guest \d+', "", answer.text) for answer in got])
    assert found[0] == found[1]
    for visitor in (host, sitter):
        visitor.close()


def test_a_shared_screen_shows_no_seat_after_it_was_handed_on(site: Site) -> None:
    """Two devices of one person at a shared screen: what one of them does closes the curtain of the other, also when
    a step is taken back."""
    host = Visitor(site, "Hanna")
    me = person_of(host)
    seats = [Seat("person", me, "Hanna"), Seat("screen", me, "Hugo")]
    room: Room = site.run(site.hall.make(lambda table: table.make("gold-n-crash", 2, {"first": 0}, me, seats)))
    site.run(room.do(lambda table: table.start(me, seed="7")))
    one, two = (host.at(room.table.id).until(lambda chair: chair.regions) for _ in range(2))

    def seen(chair: Chair) -> int | None:
        """The seat that a page shows, if any."""
        chair.until(lambda chair: chair.version >= room.table.moment)
        assert room.table.state is not None
        hands = [room.table.state.view(seat)["seats"][seat]["hand"] for seat in (0, 1)]
        shown = [seat for seat in (0, 1) if any(card in "".join(chair.regions.values()) for card in hands[seat])]
        assert len(shown) < 2
        return shown[0] if shown else None

    assert [seen(one), seen(two)] == [None, None]
    for chair in (one, two):
        chair.send(do="here", seat=0)
        chair.until(lambda chair: chair.regions["board"])
    assert [seen(one), seen(two)] == [0, 0]
    while room.table.to_act() == [0]:
        one.play()
    assert [seen(one), seen(two)] == [None, None]
    one.send(do="here", seat=1)
    one.until(lambda chair: chair.regions["board"])
    assert [seen(one), seen(two)] == [1, None]
    site.run(room.do(lambda table: table.undo(0)))  # from a third device
    assert room.table.to_act() == [0]
    assert seen(one) is None, "the second seat's cards are in sight while the first one is asked"
    for each in (one, two):
        each.leave()
    host.close()
