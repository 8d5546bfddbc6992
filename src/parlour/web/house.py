"""What all routes share: the hall, the signer, the visitor at the door, and how a page is made."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect

from parlour.bots import bots
from parlour.bots.why import Hint
from parlour.faces.words import LANGUAGES
from parlour.rules.errors import UnknownGame
from parlour.rules.game import Game, find
from parlour.tables.elements import Refused, clean, stand_in
from parlour.tables.fair_queue import Asker
from parlour.tables.hall import Hall
from parlour.tables.limits import Allowance, Limiter, Sockets
from parlour.tables.log import EventLog, Person
from parlour.tables.room import Room
from parlour.tables.table import NAME_LENGTH, Table
from parlour.web.identity import COOKIE, Session, Signer, new_person, new_session
from parlour.web.metrics import Metrics
from parlour.web.sessions import YEAR, Sessions
from parlour.web.settings import Settings
from parlour.web.templating import TEMPLATES
from parlour.web.watching import Readiness, Watchdog
from parlour.web.words import guest, language, phrases

AnyRequest = Request[Any, Any, Any]
STATIC = Path(__file__).parent / "static"


def fingerprint() -> str:
    """Changes when a static file does, so that browsers may keep them for long."""
    digest = hashlib.sha256()
    for path in sorted([*STATIC.glob("*.css"), *STATIC.glob("*.js")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


class Sorry(Refused):
    """A page that cannot be shown, with the reason as a sentence."""

    def __init__(self, why: str, status: int = 400, **facts: object) -> None:
        super().__init__(why, **facts)
        self.status = status


@dataclass
class Visitor:
    """Somebody who asks for a page."""

    person: str
    name: str
    lang: str
    theme: str
    token: str
    path: str
    session: Session
    fresh: bool  # has no cookie yet
    stale: bool  # has a cookie that should be renewed


class House:
    """One running server."""

    def __init__(self, settings: Settings, log: EventLog, hall: Hall, signer: Signer) -> None:
        self.settings = settings
        self.log = log
        self.hall = hall
        self.signer = signer
        self.sessions = Sessions(log, signer)
        self.metrics = Metrics(hall, log)
        self.requests = Limiter(settings.request_rate, settings.request_burst)
        making = (settings.make_rate, settings.make_burst)
        self.making = Allowance(making, making)
        messages = (settings.message_rate, settings.message_burst)
        self.messages = Allowance(messages, (4 * messages[0], 4 * messages[1]))
        chat = (settings.chat_rate, settings.chat_burst)
        self.chat = Allowance(chat, (3 * chat[0], 3 * chat[1]))
        reasons = (settings.reason_rate, settings.reason_burst)
        self.reasons = Allowance(reasons, (4 * reasons[0], 4 * reasons[1]))
        hints = (settings.hint_rate, settings.hint_burst)
        self.hints = Allowance(hints, (4 * hints[0], 4 * hints[1]))
        self.advice: OrderedDict[tuple[str, int, int], Hint] = OrderedDict()  # of finished games: table, seat, step
        self.sockets = Sockets(settings.sockets_of_person, settings.sockets_of_address)
        self.watchdog = Watchdog(self.metrics)
        self.readiness = Readiness(log)
        self.stamp = fingerprint()
        self.names: dict[str, str] = {}  # names of people seen lately
        self.rankings: dict[tuple[str, str], Any] = {}  # scores of daily deals, by game and day

    # -- who is there --------------------------------------------------------------------------

    def person_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """The person whose cookie this is, or nobody."""
        session = self.sessions.of(connection)
        return session.person if session is not None else ""

    def lang_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        return language(connection.cookies.get("lang", ""), connection.headers.get("accept-language", ""))

    def level_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """The bot that this browser chose last to play against, else the usual one."""
        chosen = connection.cookies.get("level", "")
        return chosen if chosen in bots() else self.settings.bot or stand_in()

    async def visitor(self, request: AnyRequest) -> Visitor:
        visitor = self.visitor_now(request)
        visitor.name = await self.name_of(visitor.person, visitor.lang)
        return visitor

    def visitor_now(self, request: AnyRequest) -> Visitor:
        """The same without a look into the database: the name may be missing."""
        known = self.sessions.of(request)
        session = known or new_session(new_person())
        person = session.person
        lang = self.lang_of(request)
        theme = request.cookies.get("theme", "")
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return Visitor(
            person,
            self.names.get(person) or guest(person, lang),
            lang,
            theme if theme in ("light", "dark") else "",
            self.signer.form_token(person),
            path,
            session,
            fresh=known is None,
            stale=self.sessions.renew(session) is not None,
        )

    async def name_of(self, person: str, lang: str) -> str:
        name = self.names.get(person)
        if name is None:
            known = await self.log.person(person)
            name = known.name if known is not None else ""
            if len(self.names) > 20_000:
                self.names.clear()
            self.names[person] = name
        return name or guest(person, lang)

    async def rename(self, person: str, name: str) -> None:
        """A person's name, on every table that is still in play."""
        cleaned = clean(name, NAME_LENGTH)
        if not cleaned:
            return
        await self.log.save_person(Person(person, cleaned))
        self.names[person] = cleaned
        for summary in await self.log.tables_of(person):
            with suppress(Refused):  # a table that cannot be read keeps the old name
                if summary.status != "over" and (room := await self.hall.room(summary.table)) is not None:
                    await room.do(lambda table: table.rename(person, cleaned))

    # -- what may come in ------------------------------------------------------------------------

    def own_origin(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Whether a request comes from one of our own pages, as far as the browser says."""
        origin = connection.headers.get("origin", "")
        if origin in self.settings.origins:
            return True
        return bool(origin) and urlsplit(origin).netloc == connection.headers.get("host", "")

    def from_elsewhere(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Whether a browser says that a page of another site sends this. Programs say nothing."""
        if "origin" in connection.headers:
            return not self.own_origin(connection)
        return connection.headers.get("sec-fetch-site", "none") not in ("same-origin", "none")

    async def form(self, request: AnyRequest, visitor: Visitor) -> dict[str, Any]:
        """The fields of a form, if it is one of ours, sent by the person it was made for."""
        if self.from_elsewhere(request):
            raise Sorry("This form comes from elsewhere.", status=403)
        data = await request.form()
        fields = {name: data.get(name) for name in data}
        if visitor.fresh or fields.get("token") != visitor.token:
            raise Sorry("This form is too old; go back, load the page again and retry.", status=403)
        await self.sessions.note(visitor.session, request.headers.get("user-agent", ""))
        return fields

    # -- what goes out ---------------------------------------------------------------------------

    def page(self, template: str, visitor: Visitor, status: int = 200, **more: Any) -> Response[str]:
        words = phrases(visitor.lang)
        more = {"t": words.t, "n": words.n, "words": words, "v": visitor, "stamp": self.stamp, **more}
        html = TEMPLATES.get_template(template).render(more)
        response = Response(html, status_code=status, media_type="text/html", headers={"cache-control": "no-store"})
        if visitor.fresh or visitor.stale:
            self.remember(response, self.sessions.renew(visitor.session) or visitor.session)
        return response

    def remember(self, response: Response[Any], session: Session) -> None:
        response.set_cookie(
            Cookie(COOKIE, value=self.signer.cookie(session), max_age=YEAR, path="/", httponly=True, samesite="lax")
        )

    def forget(self, response: Response[Any]) -> None:
        """Take the cookie back."""
        response.set_cookie(Cookie(COOKIE, value="", max_age=0, path="/", httponly=True, samesite="lax"))

    def choose(self, response: Response[Any], name: str, value: str) -> None:
        """Keep a setting in a cookie that says nothing about who it is."""
        allowed = {"lang": LANGUAGES, "theme": ("light", "dark"), "level": bots()}[name]
        if value in allowed:
            response.set_cookie(Cookie(name, value=value, max_age=YEAR, path="/", samesite="lax", httponly=True))


Shared = NamedDependency[House]  # what a route asks for to get the house


async def the_room(house: House, id: str) -> Room:
    room = await house.hall.room(id)
    if room is None:
        raise Sorry("There is no such table.", status=404)
    return room


def is_open(table: Table) -> bool:
    """Whether everything about a table may be known: it is over, or was only ever a record."""
    return table.status == "over" or all(seat.kind == "record" for seat in table.seats)


def check_open(table: Table) -> None:
    if not is_open(table):
        raise Sorry("The record can be downloaded when the game is over.", status=403)


def the_game(id: str) -> Game:
    try:
        return find(id)
    except UnknownGame:
        raise Sorry("There is no such game.", status=404) from None


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody comes from; a proxy is believed if it is trusted (FORWARDED_ALLOW_IPS)."""
    return connection.client.host if connection.client is not None else ""


def maker(house: House, request: AnyRequest, person: str) -> Asker:
    """Somebody who makes a table, if they may make another one."""
    asker = Asker(person, address_of(request))
    if not house.making.take(*asker):
        raise Sorry("That is a lot of tables. Wait a little, then try again.", status=429)
    return asker


def redirect(path: str) -> Redirect:
    return Redirect(path, status_code=303)


def inside(path: object) -> str:
    """A path of this server, whatever a form says."""
    if isinstance(path, str) and path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable():
        return path
    return "/"


def number(text: object, default: int) -> int:
    return int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 8 else default
