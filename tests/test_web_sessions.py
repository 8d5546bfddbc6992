"""Where somebody is signed in: sessions that can be listed and ended, links that work once and not for long."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.web.identity import LINK_SECONDS, Session, Signer, new_session
from parlour.web.sessions import RENEWED, YEAR, device_of
from visit import Site, Visitor, a_site

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1"


@pytest.fixture
def anna(site: Site) -> Iterator[Visitor]:
    visitor = Visitor(site)
    visitor.http.headers["user-agent"] = FIREFOX
    visitor.post("/me", name="Anna")
    yield visitor
    visitor.close()


def link_of(visitor: Visitor) -> str:
    found = re.search(r'value="(/me/[^"]+)"', visitor.get("/me"))
    assert found is not None
    return found.group(1)


def a_phone(site: Site, visitor: Visitor) -> Visitor:
    """The same person on another device."""
    phone = Visitor(site)
    phone.http.headers["user-agent"] = PHONE
    phone.get("/")
    phone.post(link_of(visitor))
    phone.get("/me")
    return phone


def person_of(visitor: Visitor) -> str:
    return visitor.http.cookies["parlour"].split(".")[0]


def session_of(visitor: Visitor) -> str:
    return visitor.http.cookies["parlour"].split(".")[1]


# -- links ------------------------------------------------------------------------------------------------


def test_a_link_works_once(site: Site, anna: Visitor) -> None:
    link = link_of(anna)
    phone, thief = Visitor(site), Visitor(site)
    for visitor in (phone, thief):  # to look at it does not use it up
        assert "Are you Anna?" in visitor.get(link)
    phone.post(link)
    assert person_of(phone) == person_of(anna)
    assert session_of(phone) != session_of(anna)
    thief.get(link, status=404)
    thief.token = ""
    thief.post(link, status=404)
    assert person_of(thief) != person_of(anna)
    thief.close()
    phone.close()


@pytest.mark.parametrize("age", [LINK_SECONDS + 2, -60, -LINK_SECONDS, -(10**9)])
def test_a_link_works_for_ten_minutes_and_not_before_its_date(site: Site, anna: Visitor, age: int) -> None:
    """A clock that was set back leaves links behind that are dated in the future."""
    stranger = Visitor(site)
    link = site.house.signer.link(person_of(anna), now=time.time() - age)
    answer = stranger.get(f"/me/{link}", status=404)
    assert "too old, or was used before" in answer
    stranger.post(f"/me/{link}", status=404)
    assert person_of(stranger) != person_of(anna)
    late = site.house.signer.link(person_of(anna), now=time.time() - LINK_SECONDS + 30)
    assert "Are you Anna?" in stranger.get(f"/me/{late}")
    stranger.close()


def test_a_used_link_stays_used_after_a_restart(tmp_path: Path) -> None:
    with a_site(tmp_path) as site:
        anna = Visitor(site, "Anna")
        link = link_of(anna)
        phone = a_phone(site, anna)
        tablet = Visitor(site)
        tablet.get("/")
        tablet.post(link)
        ended = phone.http.cookies["parlour"]
        anna.post("/me/end", session=session_of(phone))
    with a_site(tmp_path) as site:
        visitor = Visitor(site)
        visitor.get(link, status=404)
        assert site.house.sessions.signer.session_of(ended) is not None
        assert knows(site, ended) is False
        assert knows(site, anna.http.cookies["parlour"])
        for each in (anna, phone, tablet, visitor):
            each.close()


def knows(site: Site, cookie: str) -> bool:
    """Whether somebody with a cookie is known; a stranger is given one."""
    return "set-cookie" not in httpx.get(site.url, headers={"cookie": f"parlour={cookie}"}).headers


# -- the list -----------------------------------------------------------------------------------------------


def test_sessions_are_listed_in_both_languages(site: Site, anna: Visitor) -> None:
    phone = a_phone(site, anna)
    page = anna.get("/me")
    assert "Where you are signed in" in page
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    assert page.index("this browser") < page.index("last seen")
    phone.post("/settings", lang="fr", back="/me")
    french = phone.get("/me")
    assert "Vos navigateurs connectés" in french
    assert french.index("Safari, iPhone") < french.index("Firefox, Linux")
    phone.close()


def test_an_ended_session_is_a_stranger(site: Site, anna: Visitor) -> None:
    table = anna.play_now()
    phone = a_phone(site, anna)
    assert f"/t/{table}" in phone.get("/")
    chair = phone.at(table).until(lambda chair: chair.turn)
    mine = anna.at(table).until(lambda chair: chair.turn)
    anna.post("/me/end", session=session_of(phone))
    assert chair.closed() == 4401
    old = phone.http.cookies["parlour"]
    assert not knows(site, old)
    assert knows(site, anna.http.cookies["parlour"])
    assert phone.http.post("/me", data={"token": phone.token, "name": "Eve"}).status_code == 403
    phone.http.cookies.set("parlour", old, domain="127.0.0.1")
    watching = phone.at(table).until(lambda chair: chair.regions)  # comes back with the old cookie: a stranger
    assert not watching.turn
    assert "You watch" in watching.refused(do="play", action=mine.actions()[0], question=mine.question)
    assert "Safari, iPhone" not in anna.get("/me")
    mine.play()
    for each in (watching, mine):
        each.leave()
    phone.close()


def test_a_message_after_the_end_is_not_obeyed(site: Site, anna: Visitor) -> None:
    """Even if it comes before the socket is closed."""
    table = anna.play_now()
    phone = a_phone(site, anna)
    chair = phone.at(table).until(lambda chair: chair.turn)
    site.house.sessions.ended.add(session_of(phone))  # nobody has woken the socket
    steps = len(site.hall.rooms[table].table.steps)
    chair.send(do="play", action=chair.actions()[0], question=chair.question)
    assert chair.closed() == 4401
    assert len(site.hall.rooms[table].table.steps) == steps
    phone.close()


def test_all_others_are_ended_even_those_that_are_not_listed(site: Site, anna: Visitor) -> None:
    signer, person = site.house.signer, person_of(anna)
    phone = a_phone(site, anna)
    unlisted = signer.cookie(new_session(person))
    oldest = signer.sign("cookie", person)  # from a time without sessions
    later = new_session(person)
    future = signer.cookie(later._replace(id=f"{int((time.time() + 9999) * 1000):x}-x"))
    for cookie in (unlisted, oldest, future):
        person_known = site.house.sessions.signer.session_of(cookie)
        assert person_known is not None
        assert site.house.sessions.stands(person_known)
    anna.post("/me/end", others="1")
    for cookie in (unlisted, oldest, future, phone.http.cookies["parlour"]):
        assert not knows(site, cookie)
    assert knows(site, anna.http.cookies["parlour"])
    again = a_phone(site, anna)  # a new one can be begun
    assert person_of(again) == person
    assert knows(site, again.http.cookies["parlour"])
    anna.post("/me/end", others="1")
    assert not knows(site, again.http.cookies["parlour"])
    for each in (phone, again):
        each.close()


def test_signing_out_here_takes_the_cookie_away(site: Site, anna: Visitor) -> None:
    cookie = anna.http.cookies["parlour"]
    answer = anna.http.post("/me/end", data={"token": anna.token, "session": session_of(anna)}, follow_redirects=False)
    assert answer.status_code == 303
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert not knows(site, cookie)


def test_nobody_ends_the_sessions_of_others(site: Site, anna: Visitor) -> None:
    eve = Visitor(site, "Eve")
    eve.post("/me/end", status=404, session=session_of(anna))
    assert eve.http.delete(f"/api/sessions/{session_of(anna)}").status_code == 404
    assert httpx.delete(f"{site.url}/api/sessions/{session_of(anna)}").status_code == 401
    assert httpx.delete(f"{site.url}/api/sessions").status_code == 401
    assert httpx.get(f"{site.url}/api/sessions").status_code == 401
    eve.post("/me/end", others="1")
    assert knows(site, anna.http.cookies["parlour"])
    eve.close()


def test_the_api_lists_and_ends_sessions(site: Site, anna: Visitor) -> None:
    phone = a_phone(site, anna)
    found: list[dict[str, Any]] = anna.http.get("/api/sessions").json()
    assert [(one["device"], one["this"]) for one in found] == [("Firefox, Linux", True), ("Safari, iPhone", False)]
    assert found[1]["id"] == session_of(phone)
    assert abs(found[1]["seen"] - time.time()) < 60
    assert anna.http.delete(f"/api/sessions/{session_of(phone)}").status_code == 204
    assert not knows(site, phone.http.cookies["parlour"])
    assert len(anna.http.get("/api/sessions").json()) == 1
    other = a_phone(site, anna)
    assert anna.http.delete("/api/sessions").status_code == 204
    assert not knows(site, other.http.cookies["parlour"])
    for each in (phone, other):
        each.close()


def test_strangers_who_pass_by_leave_nothing(site: Site) -> None:
    stranger = Visitor(site)
    stranger.get("/")
    stranger.get("/rules/mogul")
    stranger.get("/")
    assert site.run(site.house.log.sessions_of(person_of(stranger))) == []
    stranger.get("/me")
    assert len(site.run(site.house.log.sessions_of(person_of(stranger)))) == 1
    stranger.close()


# -- cookies ------------------------------------------------------------------------------------------------


def test_cookies_are_renewed_and_end_after_a_year(site: Site) -> None:
    signer = site.house.signer
    made = new_session("somebody-somebody-20")
    now = time.time()
    for age, given in ((0, False), (RENEWED - 60, False), (RENEWED + 60, True), (YEAR - 60, True)):
        cookie = signer.cookie(made._replace(issued=now - age))
        answer = httpx.get(site.url, headers={"cookie": f"parlour={cookie}"})
        assert ("set-cookie" in answer.headers) == given
        if given:  # the same session with a new date
            fresh = signer.session_of(answer.headers["set-cookie"].partition("=")[2].partition(";")[0])
            assert fresh is not None
            assert fresh[:2] == made[:2]
            assert fresh.issued >= now - 1
    answer = httpx.get(site.url, headers={"cookie": f"parlour={signer.cookie(made._replace(issued=now - YEAR - 60))}"})
    stranger = signer.session_of(answer.headers["set-cookie"].partition("=")[2].partition(";")[0])
    assert stranger is not None
    assert stranger.person != made.person


def test_a_cookie_from_before_there_were_sessions_is_exchanged(site: Site) -> None:
    signer = site.house.signer
    old = signer.sign("cookie", "an-old-friend-of-the-house")
    answer = httpx.get(site.url, headers={"cookie": f"parlour={old}"})
    fresh = signer.session_of(answer.headers["set-cookie"].partition("=")[2].partition(";")[0])
    assert fresh is not None
    assert fresh.person == "an-old-friend-of-the-house"
    assert fresh.id


def test_what_a_cookie_says_is_read_back() -> None:
    signer = Signer(b"k" * 32)
    session = new_session("somebody")
    found = signer.session_of(signer.cookie(session))
    assert found == session._replace(issued=float(int(session.issued)))
    assert signer.session_of("") is None
    assert signer.session_of(signer.cookie(Session("", "", 0.0, 0.0))) is None


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8.0", ""),
        ("<img src=x>" * 50, ""),
    ],
)
def test_what_a_browser_is_called(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
