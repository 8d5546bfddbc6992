"""Where somebody is signed in: each browser has a session of its own, which its owner can end from any other.

A cookie is believed by its signature alone; what is kept in memory is the short list of those that count no longer.
Only browsers in which something was done are listed, so strangers who pass by leave nothing in the database.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from litestar.connection import ASGIConnection

from parlour.tables.log import EventLog, SignedIn, Spent
from parlour.web.identity import COOKIE, SAFE_PREFIX, SKEW, Session, Signer, new_session

YEAR = 365 * 24 * 3600
RENEWED = 30 * 24 * 3600  # seconds after which a cookie is issued again
NOTED = 3600  # seconds after which a visit is noted again
MOST = 20_000  # sessions whose last visit is remembered

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def device_of(user_agent: str) -> str:
    """What a browser calls itself, shortly; nothing if it is none that we know."""
    known = (next((name for part, name in names.items() if part in user_agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, known))


class Sessions:
    """The sessions of one server."""

    def __init__(self, log: EventLog, signer: Signer) -> None:
        self.log = log
        self.signer = signer
        self.ended: set[str] = set()  # sessions, and links that were used
        self.all_ended: dict[str, Spent] = {}  # person -> up to when, and but for which, their sessions were ended
        self.noted: dict[str, float] = {}  # session -> when it was last noted in the database
        self.sockets: dict[str, set[Callable[[], object]]] = {}  # session -> what wakes its open sockets

    async def reload(self) -> None:
        """Learn what has been ended, here before the start or by another process."""
        for spent in await self.log.spent_sessions(time.time() - YEAR - RENEWED):
            self._take(spent)
        self._wake(*self.sockets)

    def add_socket(self, session: Session | None, wake: Callable[[], object]) -> None:
        """Wake an open socket when its session is ended."""
        if session is not None:
            self.sockets.setdefault(session.id, set()).add(wake)

    def drop_socket(self, session: Session | None, wake: Callable[[], object]) -> None:
        if session is not None and (left := self.sockets.get(session.id)) is not None:
            left.discard(wake)
            if not left:
                del self.sockets[session.id]

    def _take(self, spent: Spent) -> None:
        if spent.but:
            self.all_ended[spent.what] = spent
        else:
            self.ended.add(spent.what)

    def _wake(self, *sessions: str) -> None:
        for session in sessions:
            for wake in tuple(self.sockets.get(session, ())):
                wake()

    # -- who is there --------------------------------------------------------------------------

    def of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Session | None:
        """The session of a browser, if it stands."""
        prefix = SAFE_PREFIX if connection.scope["scheme"] in ("https", "wss") else ""
        session = self.signer.session_of(connection.cookies.get(prefix + COOKIE, ""))
        return session if session is not None and self.stands(session) else None

    def stands(self, session: Session) -> bool:
        """Whether a session has not been ended, by its owner or by time."""
        now = time.time()
        if session.id in self.ended or now - session.issued > YEAR:
            return False
        spent = self.all_ended.get(session.person)
        if spent is None or session.id == spent.but:
            return True
        return spent.at < session.made <= now + SKEW  # one that is dated in the future may be older than it says

    def renew(self, session: Session) -> Session | None:
        """What to put into a cookie that has grown old; nothing as long as it is young."""
        if not session.id:  # from a time without sessions
            return new_session(session.person)
        return session._replace(issued=time.time()) if time.time() - session.issued > RENEWED else None

    async def note(self, session: Session, user_agent: str) -> None:
        """Note that somebody does something in a browser."""
        now = time.time()
        if not session.id or abs(now - self.noted.get(session.id, 0.0)) < NOTED or not self.stands(session):
            return
        if len(self.noted) >= MOST:
            self.noted.clear()
        self.noted[session.id] = now
        await self.log.save_session(SignedIn(session.id, session.person, device_of(user_agent), now))

    # -- what their owner can do ------------------------------------------------------------------

    async def list_signed_in(self, session: Session) -> list[SignedIn]:
        """Where the owner of a session is signed in."""
        found = await self.log.sessions_of(session.person)
        return sorted(found, key=lambda one: (one.id != session.id, -one.seen))

    async def end(self, owner: Session, id: str) -> bool:
        """End a session of the same person; whether there was one."""
        if id != owner.id and id not in {one.id for one in await self.log.sessions_of(owner.person)}:
            return False
        await self._spend(Spent(id, time.time()))
        self._wake(id)
        return True

    async def end_others(self, owner: Session) -> None:
        """End all sessions of a person but this one, also those that are not listed."""
        await self._spend(Spent(owner.person, time.time(), owner.id))
        self._wake(*self.sockets)

    async def _spend(self, spent: Spent) -> bool:
        first = await self.log.spend(spent)
        self._take(spent)
        return first

    # -- another device ---------------------------------------------------------------------------

    def person_of_link(self, link: str) -> str | None:
        """Whose link this is, as long as it can be used."""
        found = self.signer.link_of(link)
        return found.person if found is not None and found.spent not in self.ended else None

    async def use_link(self, link: str) -> Session | None:
        """The session that a link begins. The first who uses it gets one, in whichever process."""
        found = self.signer.link_of(link)
        if found is None or found.spent in self.ended or not await self._spend(Spent(found.spent, time.time())):
            return None
        return new_session(found.person)
