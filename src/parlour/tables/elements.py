"""What a table is made of: its seats, the steps of its game, the lines of its log, what people ask each other for."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from parlour.bots import bots, bots_for
from parlour.faces.cast import name_bot
from parlour.faces.refusals import Explained
from parlour.rules.events import Event
from parlour.rules.game import Game
from parlour.rules.move import Move
from parlour.tables.promises import NONCE

KINDS = ("open", "person", "screen", "bot", "record")


class Refused(Explained):
    """Something that this table does not allow."""


@dataclass(frozen=True)
class Seat:
    """Who sits somewhere.

    `open` nobody yet; `person` somebody with a cookie or a token; `screen` another person at the same screen
    (`person` is whose screen); `bot`; `record` nobody, in a game that was uploaded to look at.
    """

    kind: str = "open"
    person: str = ""
    name: str = ""
    bot: str = ""
    stand_in: bool = False  # a bot plays for an absent person
    nonce: str = ""  # what its browser or program added to chance; bots add nothing
    resigned: bool = False  # `person` has given up; a bot plays on, or the game has ended with it

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "person": self.person, "name": self.name, "bot": self.bot, "nonce": self.nonce}

    @property
    def human(self) -> bool:
        return self.kind in ("person", "screen")


@dataclass(frozen=True)
class Step:
    """A move, of a seat or of chance, with what it made happen."""

    move: Move
    events: tuple[Event, ...]
    line: int  # where its sentences begin in the log for people
    by: str = ""  # "stand-in" if the person was away or out of time
    took: float = 0.0  # seconds that the answer has taken


@dataclass(frozen=True)
class Line:
    """One sentence of the log for people: an event of the game, or something about the table."""

    kind: str
    step: int
    at: float
    event: Event | None = None
    seat: int = -1
    name: str = ""  # of somebody who has no seat, as they called themselves
    person: str = ""


@dataclass(frozen=True)
class Chat:
    name: str
    seat: int  # -1: somebody who watches
    text: str
    at: float


@dataclass(frozen=True)
class Undo:
    """Whether a seat's last step can be taken back, and if not freely, why."""

    to: int  # the number of steps that would be left
    why: str = ""  # "", "chance", "revealed" or "answered"

    @property
    def free(self) -> bool:
        return not self.why


@dataclass(frozen=True)
class Request:
    """A seat asks the others to let it take a step back."""

    seat: int
    to: int
    agreed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Rematch:
    """Somebody asks the others for another game."""

    person: str
    rotate: bool
    table: str  # the id that the new table will have
    accepted: frozenset[str]
    declined: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Sitter:
    """Somebody who watches and would like to play. Others know them by a key that says nothing else about them."""

    key: str
    person: str
    name: str


def check_seat(seat: Seat, game: Game, players: int) -> None:
    if seat.kind not in KINDS:
        raise Refused("There is no such kind of seat.")
    if seat.kind == "bot" and seat.bot not in bots():
        raise Refused("There is no such bot.")
    if seat.kind == "bot" and seat.bot not in bots_for(game, players):
        raise Refused("This bot has not learnt this game for so many players.")
    if not NONCE.fullmatch(seat.nonce):
        raise Refused("A nonce has up to 64 digits, 0 to 9 and a to f.")


def with_names(game: str, id: str, seats: Sequence[Seat]) -> list[Seat]:
    """The seats of a table with a name for each bot: somebody of the game's cast, not the same at every table."""
    found = list(seats)
    for i, seat in enumerate(found):
        if seat.kind == "bot" and not seat.name:
            taken = {other.name for other in found}
            found[i] = replace(seat, name=name_bot(game, seat.bot, taken, zlib.crc32(f"{id}:{i}".encode())))
    return found


def stand_in() -> str:
    """The bot that plays for an absent person."""
    return next((name for name in ("normal", "easy") if name in bots()), "random")


def clean(text: str, length: int) -> str:
    """A text without control characters and without room to deceive, cut to a length."""
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or char.isprintable())
    kept = unicodedata.normalize("NFC", " ".join(kept.split()))
    return kept[:length].strip()
