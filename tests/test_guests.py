"""Coming by a link, watching, asking for a seat; the level that *Play now* remembers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
import segno

from parlour.bots import BUDGETS
from parlour.faces.cast import cast_of, those_for
from parlour.tables.elements import Refused, Seat
from parlour.tables.table import Table
from parlour.web.casting import strength
from parlour.web.words import phrases
from visit import Chair, Site, Visitor


class Party:
    """People who visit, with the chairs they take; all go home at the end."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.home = ExitStack()

    def visitor(self, name: str = "") -> Visitor:
        made = Visitor(self.site, name)
        self.home.callback(made.close)
        return made

    def chair(self, visitor: Visitor, table: str) -> Chair:
        """A chair with all that its page shows at first."""
        made = visitor.at(table)
        self.home.callback(made.leave)
        return made.until(lambda one: "ask" in one.regions)


@pytest.fixture
def party(site: Site) -> Iterator[Party]:
    made = Party(site)
    with made.home:
        yield made


def a_lobby(party: Party) -> tuple[Visitor, str]:
    anna = party.visitor("Anna")
    return anna, anna.new_table("mogul", players="3", seat0="me", seat1="open", seat2="bot:easy")


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def sends(html: str, what: str) -> list[dict[str, Any]]:
    """The commands of a kind that a part of the page offers."""
    found = [json.loads(unescape(text)) for text in re.findall(r"data-send='([^']+)'", html)]
    return [message for message in found if message["do"] == what]


def test_whoever_comes_by_a_link_is_invited_and_sits_down_with_a_name(party: Party) -> None:
    anna, id = a_lobby(party)
    bert = party.visitor()
    page = bert.get(f"/t/{id}")
    assert '<meta property="og:title" content="Anna invites you to Mogul">' in page
    chair = party.chair(bert, id)
    ask = plain(chair.regions["ask"])
    assert "Anna invites you to Mogul" in ask
    assert "20 to 40 minutes" in ask
    assert "3 players" in ask
    assert "Send this link" not in ask
    assert any(member.name in ask for member in those_for("mogul", "easy"))
    chair.send(do="sit", name="  Bert\u202e ")
    chair.until(lambda one: "Stand up" in one.regions["people"])
    assert "invites you" not in chair.regions["ask"]
    assert "Bert" in bert.get("/me")
    host = party.chair(anna, id)
    assert "Bert" in host.regions["people"]
    assert "Guest" not in host.regions["people"]
    late = party.chair(party.visitor("Carla"), id)
    assert "All seats are taken" in late.refused(do="sit")
    assert "You are watching" in late.regions["ask"]


def test_a_guest_may_sit_down_without_a_name(party: Party) -> None:
    _, id = a_lobby(party)
    guest = party.visitor()
    guest.get("/")
    chair = party.chair(guest, id)
    chair.send(do="sit")
    chair.until(lambda one: "Stand up" in one.regions["people"])
    assert re.search(r"Guest \d+", chair.regions["people"])


def test_the_link_is_a_qr_code_with_the_name_that_the_server_was_called(party: Party) -> None:
    anna, id = a_lobby(party)
    answer = anna.http.get(f"/t/{id}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    drawn = ElementTree.fromstring(answer.text).findall("{http://www.w3.org/2000/svg}path")
    expected = segno.make(f"{party.site.url}/t/{id}", micro=False)
    assert drawn[-1].attrib["d"] in expected.svg_inline(border=3, light="#fff", dark="#000", omitsize=True)
    anna.get("/t/no-such-table/qr.svg", status=404)
    assert f"/t/{id}/qr.svg" in party.chair(anna, id).regions["ask"]


def test_players_see_how_many_watch_and_spectators_that_they_do(party: Party) -> None:
    anna = party.visitor("Anna")
    id = anna.play_now("mogul")
    host = party.chair(anna, id)
    assert "watching" not in host.regions["people"]
    bert, carla = (party.chair(party.visitor(name), id) for name in ("Bert", "Carla"))
    host.until(lambda one: "2 people are watching" in one.regions["people"])
    for chair in (bert, carla):
        chair.until(lambda one: "You are watching" in one.regions["ask"])
    assert "You are watching" not in host.regions["ask"]
    carla.leave()
    host.until(lambda one: "1 person is watching" in one.regions["people"])


def test_a_spectator_asks_for_a_seat_and_the_host_answers(party: Party) -> None:
    anna = party.visitor("Anna")
    id = anna.play_now("mogul")
    host = party.chair(anna, id)
    bert, carla = party.visitor("Bert"), party.visitor("Carla")
    asks = party.chair(bert, id)
    other = party.chair(carla, id)
    for chair in (asks, other):
        chair.send(do="ask-to-sit")
        chair.until(lambda one: "The host is asked" in one.regions["ask"])
    host.until(lambda one: len(sends(one.regions["tools"], "let-sit")) == 4)
    assert "Bert watches and asks for a seat." in plain(host.regions["tools"])
    assert not sends(asks.regions.get("tools", ""), "let-sit")
    yes, _, _, no = sends(host.regions["tools"], "let-sit")
    assert "Only the host" in other.refused(**yes)
    host.send(**yes)
    asks.until(
        lambda one: "you" in plain(one.regions["people"]).split() and "You are watching" not in one.regions["ask"]
    )
    assert "Bert sits down and plays on." in plain(host.until(lambda one: "sits down" in one.log).log)
    host.send(**no)
    other.until(lambda one: "The host is asked" not in one.regions["ask"])
    assert "Carla gets no seat" in plain(host.until(lambda one: "gets no seat" in one.log).log)
    assert "Nobody asks" in host.refused(**no)
    assert "already" in asks.refused(do="ask-to-sit")
    seats = anna.http.get(f"/api/tables/{id}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "person", "bot"]


def test_there_is_no_seat_to_ask_for_where_no_bot_sits() -> None:
    table = Table("table-one")
    table.make("gold-n-crash", 2, {}, "anna", [Seat("person", "anna", "Anna"), Seat("person", "bert", "Bert")])
    table.start("anna")
    with pytest.raises(Refused, match="no seat"):
        table.ask_to_sit("carla", "Carla")


def test_play_now_remembers_the_level(party: Party) -> None:
    anna = party.visitor("Anna")
    assert re.search(r'<option value="random" selected>', anna.get("/"))  # the usual one here
    id = anna.post("/play/mogul", level="easy").url.path.split("/")[2]
    easy = {member.name for member in those_for("mogul", "easy")}
    seats = anna.http.get(f"/api/tables/{id}").json()["seats"]
    assert {seat["bot"] for seat in seats[1:]} == {"easy"}
    assert {seat["name"] for seat in seats[1:]} <= easy
    page = anna.get("/")
    assert page.count('<option value="easy" selected>') == 4
    assert '<option value="random"' not in page
    assert '<option value="bot:easy" selected>' in anna.get("/new/mogul")
    again = anna.play_now("gold-n-crash")
    assert anna.http.get(f"/api/tables/{again}").json()["seats"][1]["bot"] == "easy"
    anna.post("/play/mogul", level="no-such-bot")
    assert '<option value="easy" selected>' in anna.get("/")


def test_the_lobby_offers_levels_first_and_says_what_bots_do(party: Party) -> None:
    anna, id = a_lobby(party)
    ask = party.chair(anna, id).regions["ask"]
    assert [message["bot"] for message in sends(ask, "fill")][:5] == list(BUDGETS)
    before, after = ask.split('<details class="more">')
    assert len(sends(before, "fill")) == 5
    assert len(sends(after, "fill")) >= 3
    assert "Cautious: reckons with the worst." in plain(ask)
    assert cast_of("mogul").measured
    for figure in cast_of("mogul").measured:
        assert strength(phrases("en"), figure) in plain(ask)


def test_faces_are_pictures(party: Party) -> None:
    anna, id = a_lobby(party)
    (face,) = re.findall(r'<img class="face" src="([^"]+)"', party.chair(anna, id).regions["people"])
    answer = anna.http.get(face)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    anna.get("/boards/mogul/cast/999", status=404)


def test_a_moment_of_a_replay_has_an_address(party: Party) -> None:
    anna = party.visitor("Anna")
    id = anna.play_now("photon-rush")
    chair = party.chair(anna, id).until(lambda one: one.question is not None)
    chair.play()
    page = anna.get(f"/t/{id}/replay?at=1")
    shared = re.search(r'data-share="([^"]+)"', page)
    assert shared is not None
    address = unescape(shared[1])
    assert address == f"/t/{id}/replay?at=1&seat=0"
    seen = party.visitor("Bert").get(address)  # whoever has no seat sees what everybody may see
    assert "Step 1 of" in seen
    assert '<option value="" selected>' in seen


def test_bots_are_somebody_in_the_text_table(party: Party) -> None:
    anna = party.visitor("Anna")
    id = anna.play_now("mogul")
    chair = party.chair(anna, id)
    chair.send(do="text", on=True)
    chair.until(lambda one: "plain-board" in one.regions.get("board", ""))
    names = [seat["name"] for seat in anna.http.get(f"/api/tables/{id}").json()["seats"]]
    assert all(name in plain(chair.regions["board"]) for name in names)
    assert "Player" not in chair.regions["board"] + chair.regions["people"] + chair.log
