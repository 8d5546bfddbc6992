"""What was made of a table for all who look at it: made once, shared by those who see or know the same."""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from parlour.faces.motion import Beat
from parlour.faces.words import Words
from parlour.rules.events import Event
from parlour.tables.elements import Line
from parlour.tables.room import Room
from parlour.web.boards import Board

LINES = 1000  # the most lines of one table's log in its cache


# -- who looks, and what they see -----------------------------------------------------------------------


class Eyes(NamedTuple):
    """Who looks: a person (or nobody known), through one seat (or as a spectator), in a language."""

    person: str
    seat: int | None
    lang: str
    curtain: int | None = None  # the seat that has to say "I'm here" first, at a shared screen
    text: bool = False  # the table as text, whatever board the game has


class Drawn:
    """What one pair of eyes sees of a table now. Those who see the same share one."""

    __slots__ = ("picks", "question", "regions", "turn")

    def __init__(
        self, regions: dict[str, str], turn: bool, question: int | None, picks: dict[str, list[str]] | None
    ) -> None:
        self.regions = regions  # name of a part of the page -> its HTML
        self.turn = turn
        self.question = question
        self.picks = picks


NOTHING = Drawn({}, False, None, None)


class SeatShown(NamedTuple):
    """A seat as the list of people shows it."""

    number: int
    name: str
    kind: str
    bot: str
    face: str  # the address of a bot's portrait
    line: str  # what is said of a bot
    here: bool
    stand_in: bool
    resigned: bool
    asked: bool


class WrittenLine(NamedTuple):
    """A line of the log: its sentence, and that with a link to the rule as HTML; nothing for an event without words."""

    said: str
    html: str


class Account(NamedTuple):
    """What has happened, to be read, to be said aloud and to be shown."""

    html: str
    said: list[str]  # the sentences of the lines that have one
    beats: list[Beat]


# -- the cache of a table in use ------------------------------------------------------------------------


# Keys are plain tuples: a named one takes ten times as long to make, and there are some thirty in a move.
BoardKey = tuple[int | None, str, bool]  # seat, language, as text
BoardSource = tuple[Words, dict[str, Any], list[str], list[Event]]  # all it is made from: words, view, answers, events

# In these, `knows` is a seat if it knows more of what happened than everybody, else `None`.
AccountKey = tuple[int, str, int | None]  # first line of the log, language, knows
LineKey = tuple[int, Words, int | None]  # number, words, knows
RecapKey = tuple[tuple[str, ...], Words, int | None]  # kinds of events, words, knows
# What somebody who watches sees now and saw before; the lines, cuts and chats they have got; whether the log begins
# anew, whether they see the table for the first time, and whether they have got nothing yet.
MessageKey = tuple[Drawn, Drawn, int, int, int, bool, bool, bool]


class RoomCache:
    """What was made of one table for all who look at it.

    `boards` has the last board for each seat, language and form: it serves again when somebody comes, goes or says
    something. `lines` is emptied when it has `LINES` entries. All else is of the table as it is now and is emptied when
    something changes, so it has no more entries than there are pairs of eyes, or events of a move. All of it goes when
    nobody looks any more (`forget_room`).
    """

    def __init__(self) -> None:
        self.changes = -1  # what the room counted when this was made
        self.drawings: dict[Eyes, Drawn] = {}
        self.messages: dict[MessageKey, str] = {}
        self.accounts: dict[AccountKey, Account] = {}
        self.words: dict[str, Words] = {}  # by language
        self.events: list[Event] | None = None  # what the last answer brought about
        self.events_for_board: list[Event] | None = None  # the same, or more if the game's board asks for it
        self.beats: dict[int, list[Beat]] = {}  # for everybody, by which object an event is: the table holds it so long
        self.touched: dict[int | None, list[list[str]]] = {}  # by them, for everybody and for a seat that knows more
        self.touched_before: dict[int | None, list[list[str]]] = {}  # by earlier ones, for each seat
        self.seats: dict[str, tuple[SeatShown, ...]] = {}  # by language
        self.watching: int | None = None  # how many people look on
        self.fair: dict[str, str] = {}  # by language
        self.recap_lines: dict[tuple[str, ...], list[int]] = {}  # by kinds of events
        self.recaps: dict[RecapKey, str] = {}
        self.boards: dict[BoardKey, tuple[BoardSource, Board]] = {}
        self.lines: dict[LineKey, tuple[Line, WrittenLine]] = {}


ROOM_CACHES: WeakKeyDictionary[Room, RoomCache] = WeakKeyDictionary()


def cache_of(room: Room) -> RoomCache:
    """The cache of a table, with nothing in it that has changed since."""
    cached = ROOM_CACHES.get(room)
    if cached is None:
        cached = ROOM_CACHES[room] = RoomCache()
    if cached.changes != room.changes:
        cached.changes = room.changes
        cached.drawings.clear()
        cached.messages.clear()
        cached.accounts.clear()
        cached.words.clear()
        cached.events = cached.events_for_board = None
        cached.beats.clear()
        cached.touched.clear()
        cached.touched_before.clear()
        cached.seats.clear()
        cached.watching = None
        cached.fair.clear()
        cached.recap_lines.clear()
        cached.recaps.clear()
    return cached


def forget_room(room: Room) -> None:
    ROOM_CACHES.pop(room, None)
