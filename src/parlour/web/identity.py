"""Who somebody is: a signed cookie, no account. Links and tokens are signed with the same key, each for one purpose."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from typing import NamedTuple

COOKIE = "parlour"
SAFE_PREFIX = "__Host-"  # of the cookie's name behind HTTPS: browsers let no neighbouring host set one of that name
LINK_SECONDS = 600  # how long a personal link can be used
SKEW = 5  # seconds by which the clocks of two machines may differ


class Session(NamedTuple):
    """Somebody, in one browser."""

    person: str
    id: str  # empty in cookies from a time without sessions
    made: float  # seconds since 1970
    issued: float  # when its cookie was last given out


class Link(NamedTuple):
    """What makes another device somebody's."""

    person: str
    spent: str  # what is noted when it was used


class Signer:
    """Signs short texts, so that nobody else can make them up."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def mac(self, purpose: str, text: str) -> str:
        digest = hmac.new(self.secret, f"{purpose}\0{text}".encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest[:21]).decode()

    def sign(self, purpose: str, text: str) -> str:
        return f"{text}.{self.mac(purpose, text)}"

    def read(self, purpose: str, signed: str) -> str | None:
        """The text, if it was signed for this purpose."""
        text, dot, mac = signed.rpartition(".")
        if not dot or not signed.isascii() or not hmac.compare_digest(mac, self.mac(purpose, text)):
            return None
        return text

    # -- what is signed ------------------------------------------------------------------------

    def cookie(self, session: Session) -> str:
        return self.sign("cookie", f"{session.person}.{session.id}.{int(session.issued)}")

    def session_of(self, cookie: str) -> Session | None:
        person, *rest = (self.read("cookie", cookie) or "").split(".")
        if not person or not rest:  # the oldest cookies are a person and nothing else
            return Session(person, "", 0.0, time.time()) if person else None
        id, issued = rest
        return Session(person, id, int(id.partition("-")[0], 16) / 1000, float(issued))

    def form_token(self, person: str) -> str:
        """What a form of this person carries; another site cannot know it."""
        return self.mac("form", person)

    def link(self, person: str, now: float | None = None) -> str:
        """Takes an identity to another device, soon and once."""
        made = int(now if now is not None else time.time())
        return self.sign("link", f"{person}.{made}.{secrets.token_urlsafe(9)}")

    def link_of(self, link: str) -> Link | None:
        """What a link says, if its time has come and is not over."""
        parts = (self.read("link", link) or "").split(".")
        if len(parts) != 3 or not -SKEW <= time.time() - int(parts[1]) <= LINK_SECONDS:
            return None
        return Link(parts[0], f"link {parts[2]}")

    def seat_token(self, table: str, seat: int, person: str) -> str:
        """The key to one seat of one table, for programs. A host has one for seat -1."""
        return self.sign("seat", f"{table}~{seat}~{person}")

    def seat_of(self, token: str) -> tuple[str, int, str] | None:
        parts = (self.read("seat", token) or "").split("~")
        if len(parts) != 3:
            return None
        return parts[0], int(parts[1]), parts[2]


def new_person() -> str:
    return secrets.token_urlsafe(15)


def new_session(person: str) -> Session:
    now = time.time()
    return Session(person, f"{int(now * 1000):x}-{secrets.token_urlsafe(9)}", int(now * 1000) / 1000, now)


def guest_number(person: str) -> int:
    """So that guests without a name can be told apart."""
    return 100 + int.from_bytes(hashlib.sha256(person.encode()).digest()[:4], "big") % 900
