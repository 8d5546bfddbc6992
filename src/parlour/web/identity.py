"""Who somebody is: a signed cookie, no account. Links and tokens are signed with the same key, each for one purpose."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode

COOKIE = "parlour"
LINK_SECONDS = 24 * 3600  # how long a personal link can be used


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

    def cookie(self, person: str) -> str:
        return self.sign("cookie", person)

    def person_of(self, cookie: str) -> str | None:
        return self.read("cookie", cookie)

    def form_token(self, person: str) -> str:
        """What a form of this person carries; another site cannot know it."""
        return self.mac("form", person)

    def link(self, person: str, now: float | None = None) -> str:
        """Takes an identity to another device; it can be used for a day."""
        return self.sign("link", f"{person}.{int(now if now is not None else time.time())}")

    def person_of_link(self, link: str) -> str | None:
        person, _, made = (self.read("link", link) or "").partition(".")
        if not made.isdigit() or time.time() - int(made) > LINK_SECONDS:
            return None
        return person

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


def guest_number(person: str) -> int:
    """So that guests without a name can be told apart."""
    return 100 + int.from_bytes(hashlib.sha256(person.encode()).digest()[:4], "big") % 900
