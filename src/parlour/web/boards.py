"""The parts of a table's page, rendered for one pair of eyes.

Everything here is made from `state.view(seat)`, `state.legal(seat)` and `event.seen_by(seat)`: nothing that a seat may
not know gets as far as a template.

A game without a board of its own has the plain one: its table as text and its actions as buttons. A game brings its own
with two files in its folder `face/board`: `board.html`, a template, and `board.py` with

    def board(look) -> dict     what the template needs, as its variables
    def picks(look) -> dict     action -> the path of `data-pick` names that chooses it, all of them on the board

both from a `Look` (`parlour.faces.look`): the seat's view, what it may answer, how the game ended, what happened last,
and what each answer would do. An action without a path gets a button. A board that needs to know more of what happened
names a kind of event as its `SINCE`: it is told everything since the last one of these,

and its motion with a third one, `motion.py`: `def beats(event)`, see `parlour.faces.motion`.

Drawings that are the same on every board of the game stand in `sprite.html` and are sent once with the page; if that
template has variables, `board.py` has a `sprite(words)` that makes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from jinja2 import BaseLoader, Template
from markupsafe import Markup, escape

from parlour.faces import book
from parlour.faces.cast import member_of
from parlour.faces.changes import change_lines
from parlour.faces.look import Look
from parlour.faces.motion import Beat, touched_things
from parlour.faces.words import Words
from parlour.rules.events import Event
from parlour.rules.game import Game, find
from parlour.tables.hall import Room
from parlour.tables.orders import orders_of
from parlour.tables.table import Line, Rematch, Step, Table
from parlour.web import rendering
from parlour.web.casting import face_path, offers
from parlour.web.scenes import guide
from parlour.web.words import level_name, minutes_of, name_for, pace_name, phrases, result_of, sentence, words_of

HERE = Path(__file__).parent
GAMES = 64  # games and variants, by language, whose drawings and tips are in their caches
FILES = 256  # templates that are found at once
PIECES = 8192  # the most parts of pages in their cache
LINES = 1000  # the most lines of one table's log in its cache
FEW = 12  # actions that need no search field
BEATS = 80  # the most that are shown at once; of a longer absence only the end
FAR = 24  # how many steps back a last move is looked for


TEMPLATES = rendering.environment()
TEMPLATES.globals.update(level_name=level_name, pace_name=pace_name)


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


def eyes_of(table: Table, person: str, lang: str, shown: int | None, text: bool = False) -> Eyes:
    """Through which seat a person may look now; at a shared screen it is one seat at a time."""
    mine = table.seats_of(person)
    if len(mine) < 2:
        return Eyes(person, mine[0] if mine else None, lang, None, text)
    asked = [seat for seat in mine if seat in table.to_act()]
    if shown in mine and (shown in asked or not asked):
        return Eyes(person, shown, lang, None, text)
    return Eyes(person, None, lang, asked[0] if asked else None, text)


# -- the cache of a table in use ------------------------------------------------------------------------


class Board(NamedTuple):
    """A board as HTML, and the paths of picks that choose an action on it; `None` where it has no picks."""

    html: str
    picks: dict[str, list[str]] | None


# Keys are plain tuples: a named one takes ten times as long to make, and there are some thirty in a move.
BoardKey = tuple[int | None, str, bool]  # seat, language, as text
BoardSource = tuple[Words, dict[str, Any], list[str], list[Event]]  # all it is made from: words, view, answers, events


class WrittenLine(NamedTuple):
    """A line of the log: its sentence, and that with a link to the rule as HTML; nothing for an event without words."""

    said: str
    html: str


class Account(NamedTuple):
    """What has happened, to be read, to be said aloud and to be shown."""

    html: str
    said: list[str]  # the sentences of the lines that have one
    beats: list[Beat]


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


# -- drawing --------------------------------------------------------------------------------------------


def draw(room: Room, eyes: Eyes) -> Drawn:
    """The parts of the page. People who watch share one drawing."""
    return draw_cached(room, cache_of(room), eyes)


def draw_cached(room: Room, cached: RoomCache, eyes: Eyes) -> Drawn:
    known = eyes if eyes.seat is not None or is_known(room.table, eyes.person) else Eyes("", *eyes[1:])
    drawn = cached.drawings.get(known)
    if drawn is None:
        drawn = cached.drawings[known] = draw_now(room, cached, known)
    return drawn


def is_known(table: Table, person: str) -> bool:
    """Whether a page is different for somebody than for all others who watch."""
    if not person:
        return False
    asks = any(sitter.person == person for sitter in table.sitters)
    return asks or person == table.host or bool(table.seats_of(person))


def words_now(cached: RoomCache, table: Table, lang: str) -> Words:
    """The sentences of a table in use, with the names of those who sit there now."""
    words = cached.words.get(lang)
    if words is None:
        words = cached.words[lang] = words_of(table, lang)
    return words


def events_now(cached: RoomCache, table: Table) -> list[Event]:
    """What the last answer at a table in use brought about."""
    if cached.events is None:
        cached.events = last_events(table, len(table.steps))
    return cached.events


def events_for_board_now(cached: RoomCache, table: Table) -> list[Event]:
    """What the board of a table in use is told of what happened."""
    if cached.events_for_board is None:
        cached.events_for_board = events_for_board(table, len(table.steps))
    return cached.events_for_board


def draw_now(room: Room, cached: RoomCache, eyes: Eyes) -> Drawn:
    table = room.table
    words = words_now(cached, table, eyes.lang)
    always = {
        "people": people_of(cached, room, eyes, words),
        "fair": fair_now(cached, table, words),
        "requests": requests_of(table, eyes, words),
    }
    empty = {"board": "", "orders": "", "recap": "", "tools": ""}
    if table.status == "lobby":
        tools = tools_of(table, eyes, words) if sitters_for(table, eyes) else ""
        return Drawn({**always, "ask": lobby(cached, room, eyes, words), **empty, "tools": tools}, False, None, None)
    if table.cancelled or table.deleted:
        gone = piece("gone.html", eyes.lang, deleted=table.deleted)
        return Drawn({**always, "ask": gone, **empty}, False, None, None)
    tools = tools_of(table, eyes, words)
    if table.state is None:
        broken = piece("broken.html", eyes.lang, id=table.id, version=table.rules_version)
        regions = {**always, "board": broken, "ask": "", "orders": "", "recap": "", "tools": tools}
        return Drawn(regions, False, None, None)
    if eyes.curtain is not None:
        curtain = piece("curtain.html", eyes.lang, seat=eyes.curtain, name=words.seat(eyes.curtain))
        regions = {**always, "board": "", "ask": curtain, "orders": "", "recap": "", "tools": ""}
        return Drawn(regions, True, None, None)
    view = table.state.view(eyes.seat)
    if table.ended is not None:
        view = {**view, "to_act": []}  # the rules would go on; nobody is waited for
    asked = eyes.seat is not None and eyes.seat in table.asked
    legal: list[str] = table.state.legal(eyes.seat) if asked and eyes.seat is not None else []
    board, picks = board_now(cached, table, view, eyes, legal, words)
    ask = ask_of(table, eyes, words, view, legal, picks or {})
    question = table.asked[eyes.seat] if asked and eyes.seat is not None else None
    orders = standing_orders(table, eyes, words, view)
    recap = recap_of(cached, table, eyes, words, view)
    regions = {**always, "board": board, "ask": ask, "orders": orders, "recap": recap, "tools": tools}
    return Drawn(regions, bool(legal), question, picks)


def board_now(
    cached: RoomCache, table: Table, view: dict[str, Any], eyes: Eyes, legal: list[str], words: Words
) -> Board:
    """The board; the last one, if nothing on it has changed: somebody came, or said something."""
    events = events_for_board_now(cached, table)
    source, boards, key = (words, view, legal, events), cached.boards, (eyes.seat, eyes.lang, eyes.text)
    last = boards.get(key)
    if last is None or last[0] != source:
        outcome = table.state.outcome if table.state is not None else None  # a board shows how the rules end a game
        look = Look(table.game, view, eyes.seat, legal, words, outcome, events)
        last = boards[key] = (source, board_of(look, eyes.text))
    return last[1]


def render(template: str, common: Mapping[str, Any], **more: Any) -> str:
    found = find_template(template, TEMPLATES.loader)
    return rendering.render(found, {**TEMPLATES.globals, **common, **more})


@lru_cache(maxsize=FILES)
def find_template(name: str, loader: BaseLoader | None) -> Template:
    """A template of the loader that there is now. Jinja's own cache takes a lock each time."""
    return TEMPLATES.get_template(name)


def render_piece(template: str, lang: str, **facts: Any) -> str:
    """A part of the page that depends on these facts only."""
    words = phrases(lang)
    return render(template, facts, words=words, t=words.t, n=words.n)


# The same from a cache: the same facts come again and again in a game.
piece = lru_cache(maxsize=PIECES)(render_piece)


@cache
def own_board(game: str) -> Any:
    """A game's `board.py`, if it has one with a template beside it."""
    if not (Path(find(game).folder) / "face/board/board.html").exists():
        return None
    return find(game).module("face.board.board")


def board_since(game: str) -> str:
    """The kind of event since which a game's board wants to know what happened; nothing for the last answer only."""
    return getattr(own_board(game), "SINCE", "")


def board_of(look: Look, text: bool = False) -> Board:
    game, words = look.game.id, look.words
    own = own_board(game) if not text else None
    common = {"view": look.view, "seat": look.seat, "words": words, "t": words.t, "n": words.n}
    if own is None:
        return Board(plain_board(words.t("The table"), words.table(look.view, look.seat)), None)
    html = render(f"{game}/board.html", common, **own.board(look))
    return Board(html, own.picks(look) if look.legal else {})


@lru_cache(maxsize=GAMES)
def tips(game: Game, lang: str) -> Markup:
    """What kinds of things there are on a game's board, for the browser to explain: its `tips.py`, once for a page."""
    own = game.module("face.tips")
    if own is None:
        return Markup("")
    found = own.tips(game.words(lang))
    item = Markup('<p data-for="{}" data-rule="{}">{}</p>')
    items = Markup("").join(item.format(selector, rule, sentence) for selector, sentence, rule in found)
    return Markup('<template id="tips" data-rules="/rules/{}">{}</template>').format(game.id, items)


@lru_cache(maxsize=GAMES)
def sprite(game: Game, lang: str) -> str:
    """The drawings that every board of a game uses, in an element with the board's own styles."""
    own = own_board(game.id)
    if own is None or not (Path(game.folder) / "face/board/sprite.html").exists():
        return ""
    made = own.sprite(game.words(lang)) if hasattr(own, "sprite") else {}
    drawings = TEMPLATES.get_template(f"{game.id}/sprite.html").render(made)
    return f'<div class="sprite" aria-hidden="true"><div class="board-{game.id}">{drawings}</div></div>'


@cache
def board_css(game: str) -> bytes | None:
    """A game's `board.css`."""
    path = Path(find(game).folder) / "face/board/board.css"
    return path.read_bytes() if path.exists() else None


def plain_board(name: str, text: str) -> str:
    """The game's table as text."""
    return f'<div class="plain-board"><pre tabindex="0" aria-label="{escape(name)}">{escape(text)}</pre></div>'


# -- the question -------------------------------------------------------------------------------------


def ask_of(
    table: Table, eyes: Eyes, words: Words, view: Mapping[str, Any], legal: list[str], picks: Mapping[str, list[str]]
) -> str:
    """What this seat is asked, with a button for each answer that cannot be picked on the board; or who is waited
    for; or how it ended."""
    outcome = table.outcome
    if outcome is not None:
        places = tuple(
            (place, words.seat(seat), outcome.scores[seat], seat == eyes.seat)
            for place, group in enumerate(outcome.ranking, 1)
            for seat in group
        )
        return piece("over.html", eyes.lang, result=result_of(table, words), places=places if len(places) > 1 else ())
    if not legal or eyes.seat is None:
        waiting = words.listed([words.who(seat) for seat in table.asked])
        thinking = any(table.played_by_bot(seat) for seat in table.asked)
        watches = eyes.seat is None and not table.seats_of(eyes.person)
        return piece(
            "waiting.html", eyes.lang, waiting=waiting, thinking=thinking, watches=watches, wish=wish_of(table, eyes)
        )
    groups: dict[str, list[tuple[str, str]]] = {}
    buttons = words.ranked(view, [action for action in legal if action not in picks])
    for action in buttons:
        groups.setdefault(action.partition(" ")[0], []).append((action, words.action(action, view)))
    listed = tuple(tuple(group) for group in groups.values())
    question = words.question(view, eyes.seat)
    count = len(buttons)
    make = piece if count <= 60 else render_piece  # so many hardly come a second time
    return make("ask.html", eyes.lang, question=question, groups=listed, count=count, few=FEW)


def wish_of(table: Table, eyes: Eyes) -> str:
    """Whether somebody who watches can ask for a seat ("can"), has asked ("asked"), or neither."""
    if any(sitter.person == eyes.person for sitter in table.sitters if eyes.person):
        return "asked"
    return "can" if not table.seats_of(eyes.person) and table.seats_to_ask_for else ""


def standing_orders(table: Table, eyes: Eyes, words: Words, view: Mapping[str, Any]) -> str:
    """What a seat may order beforehand, with what it has ordered."""
    known = orders_of(table.game.id)
    if known is None or eyes.seat is None or table.status != "playing" or table.frozen:
        return ""
    form = known.form(view, eyes.seat, table.orders.get(eyes.seat, {}), words)
    return "" if form is None else render(f"{table.game.id}/orders.html", {"t": words.t, "n": words.n}, **form)


def recap_of(cached: RoomCache, table: Table, eyes: Eyes, words: Words, view: Mapping[str, Any]) -> str:
    """What stays in sight until it happens again, such as a reveal: the lines of the log that a game's `recap` names,
    from the last one of the first kind on."""
    own = own_board(table.game.id)
    kinds = tuple(own.recap(view)) if hasattr(own, "recap") else ()
    if not kinds:
        return ""
    numbers = cached.recap_lines.get(kinds)
    if numbers is None:
        numbers = cached.recap_lines[kinds] = last_lines(table, kinds)
    if not numbers:
        return ""
    knows = insider(eyes.seat, [table.lines[number] for number in numbers])
    key = (kinds, words, knows)
    recap = cached.recaps.get(key)
    if recap is None:
        lines = tuple([line.html for line in write_lines(cached, table, numbers, words, knows)])
        recap = cached.recaps[key] = piece("recap.html", eyes.lang, lines=lines)
    return recap


def last_lines(table: Table, kinds: Sequence[str]) -> list[int]:
    """The numbers of the lines of these kinds, from the last one of the first kind on."""
    numbers: list[int] = []
    for number in range(len(table.lines) - 1, -1, -1):
        event = table.lines[number].event
        if event is not None and event.kind in kinds:
            numbers.append(number)
            if event.kind == kinds[0]:
                return numbers[::-1]
    return []


@cache
def cover_file(game: str) -> Path:
    """A game's cover picture, or the one for games without."""
    own = Path(find(game).folder) / "face" / "cover.svg"
    return own if own.exists() else HERE / "static" / "covers" / "any.svg"


def lobby(cached: RoomCache, room: Room, eyes: Eyes, words: Words) -> str:
    """Before the game: for the host what is to be arranged, for those who came by the link an invitation."""
    table = room.table
    common = {"table": table, "eyes": eyes, "words": words, "t": words.t, "n": words.n}
    mine = table.seats_of(eyes.person)
    free = [i for i, seat in enumerate(table.seats) if seat.kind == "open"]
    chosen = [
        (words.t(table.game.options[name].about), words.choice(name, table.options[name])) for name in table.options
    ]
    return render(
        "lobby.html",
        common,
        mine=mine,
        free=free,
        host=eyes.person == table.host,
        inviter=next((words.seat(seat) for seat in table.seats_of(table.host)), ""),
        sitting=[seat for seat in seats_now(cached, room, words) if seat.kind != "open"],
        minutes=minutes_of(words, table.game),
        about=words.t(table.game.about),
        wish=wish_of(table, eyes),
        guide=guide(table.game.id) is not None,
        options=chosen,
        changes=change_lines(table.game, words),
        offers=offers(table.game.id, eyes.lang),
    )


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


def seats_now(cached: RoomCache, room: Room, words: Words) -> tuple[SeatShown, ...]:
    """The seats of a table in use, once for all who look at it."""
    seats = cached.seats.get(words.lang)
    if seats is None:
        seats = cached.seats[words.lang] = seats_shown(room, words)
    return seats


def seats_shown(room: Room, words: Words) -> tuple[SeatShown, ...]:
    table = room.table
    playing = table.status == "playing"
    here = {watcher.person for watcher in room.watchers}
    return tuple(
        [
            SeatShown(
                i,
                words.seat(i) if seat.kind != "open" else "",
                seat.kind,
                level_name(words, seat.bot) if seat.kind == "bot" else "",
                face_path(table.game.id, seat.name) if seat.kind == "bot" else "",
                said_of(table.game.id, seat.name, words.lang) if seat.kind == "bot" else "",
                seat.kind == "bot" or (seat.human and seat.person in here),
                seat.stand_in,
                seat.resigned,
                playing and i in table.asked,
            )
            for i, seat in enumerate(table.seats)
        ]
    )


def said_of(game: str, name: str, lang: str) -> str:
    member = member_of(game, name)
    return member.line(lang) if member is not None else ""


def watching(room: Room) -> int:
    """How many people look on by way of this process. A stream without a token is a program, not a person."""
    seated = {seat.person for seat in room.table.seats if seat.human}
    return len({watcher.person for watcher in room.watchers if watcher.person} - seated)


def people_of(cached: RoomCache, room: Room, eyes: Eyes, words: Words) -> str:
    table, person = room.table, eyes.person
    lobby = table.status == "lobby"
    host = lobby and person == table.host
    if cached.watching is None:
        cached.watching = watching(room)
    return piece(
        "people.html",
        eyes.lang,
        seats=seats_now(cached, room, words),
        own=tuple([i for i, seat in enumerate(table.seats) if seat.person == person != "" and seat.kind == "person"]),
        lobby=lobby,
        host=host,
        offers=offers(table.game.id, eyes.lang) if host else (),
        watching=cached.watching,
    )


def fair_now(cached: RoomCache, table: Table, words: Words) -> str:
    """What was promised at a table in use, once for all who look at it."""
    fair = cached.fair.get(words.lang)
    if fair is None:
        fair = cached.fair[words.lang] = fair_of(table, words)
    return fair


def fair_of(table: Table, words: Words) -> str:
    """What was promised about chance at this table, and what the seats have added to it."""
    if table.promise is None:
        return ""
    seats = tuple((words.seat(i), nonce) for i, nonce in enumerate(table.nonces))
    return piece("fair.html", words.lang, hash=table.promise.hash, seats=seats)


def requests_of(table: Table, eyes: Eyes, words: Words) -> str:
    """What others ask of this person, and what has become of what this person asks of them."""
    request, rematch = table.request, table.rematch if not table.next_table else None
    if request is None and rematch is None and True not in [seat.stand_in for seat in table.seats]:
        return no_requests(eyes.lang)
    guests = table.guests() if rematch is not None else set()
    own = table.seats_of(eyes.person)
    answers: tuple[tuple[str, str], ...] = ()
    if rematch is not None:
        answers = tuple(
            (words.seat(table.seats_of(person)[0]), rematch_answer(rematch, person))
            for person in sorted(guests - {rematch.person, eyes.person}, key=lambda person: table.seats_of(person)[0])
        )
    return piece(
        "requests.html",
        eyes.lang,
        held=any(table.seats[seat].stand_in for seat in own),
        undo=request is not None and eyes.person in table.voters(request.seat) - request.agreed,
        undoer=words.seat(request.seat) if request is not None else "",
        waits=request is not None and request.seat == eyes.seat,
        host=words.seat(table.seats_of(rematch.person)[0]) if rematch is not None else "",
        rematch=("own" if rematch.person == eyes.person else rematch_answer(rematch, eyes.person))
        if rematch is not None and eyes.person in guests
        else "",
        answers=answers,
    )


@cache
def no_requests(lang: str) -> str:
    """What is there when nobody asks for anything: mostly."""
    return render_piece(
        "requests.html",
        lang,
        held=False,
        undo=False,
        undoer="",
        waits=False,
        host="",
        rematch="",
        answers=(),
    )


def rematch_answer(rematch: Rematch, person: str) -> str:
    return "accepted" if person in rematch.accepted else "declined" if person in rematch.declined else "asked"


def sitters_for(table: Table, eyes: Eyes) -> tuple[tuple[str, str], ...]:
    """Those who ask the host for a seat, by key and name."""
    if not table.sitters or eyes.person != table.host or not table.seats_to_ask_for:
        return ()
    return tuple((sitter.key, name_for(sitter.name, sitter.person, eyes.lang)) for sitter in table.sitters)


def tools_of(table: Table, eyes: Eyes, words: Words) -> str:
    undo = table.undo_of(eyes.seat) if eyes.seat is not None and table.state is not None else None
    status = table.status
    over = status == "over"
    plays = eyes.seat is not None and status == "playing" and not table.frozen
    played = over and bool(table.seats_of(eyes.person))
    others = [i for i, seat in enumerate(table.seats) if seat.human and i != eyes.seat] if plays else []
    return piece(
        "tools.html",
        eyes.lang,
        id=table.id,
        game=table.game.id,
        daily=table.daily,
        adventure=played and table.game.daily,
        undo=undo is not None and not (table.request is not None and table.request.seat == eyes.seat),
        why=undo.why if undo is not None else "",
        alone=undo is not None and eyes.seat is not None and not table.voters(eyes.seat),
        sitters=sitters_for(table, eyes),
        again=played and not table.frozen,
        asks=table.rematch is not None,
        next=table.next_table,
        several=table.players > 1,
        company=(plays or played) and len(table.guests()) > 1,
        resign=plays,
        hint=plays and table.gives_hints,
        ends=plays and (table.players <= 2 or not others),
        steps=bool(table.steps),
        checked=over and table.promise is not None and table.outcome is not None,
    )


# -- the log ----------------------------------------------------------------------------------------------


def line_of(table: Table, line: Line, words: Words, seat: int | None) -> WrittenLine:
    said = sentence(line, words, seat)
    if not said:
        return WrittenLine("", "")
    html = rendering.escape_text(said)
    if line.event is None:
        return WrittenLine(said, f'<li class="line note" data-step="{line.step}">{html}</li>')
    rule = rule_link(table.game.id, line.event.rule, words.lang)
    return WrittenLine(said, f'<li class="line" data-step="{line.step}">{html}{rule}</li>')


def write_lines(
    cached: RoomCache, table: Table, numbers: Iterable[int], words: Words, seat: int | None
) -> list[WrittenLine]:
    """Lines of a table in use, each once for all who know equally much about its event."""
    lines = cached.lines
    written = []
    for number in numbers:
        line = table.lines[number]
        knows = seat if line.event is not None and seat in line.event.knowers else None
        key = (number, words, knows)
        last = lines.get(key)
        if last is None or last[0] is not line:  # a step was taken back, and another one made
            if len(lines) >= LINES:
                lines.clear()
            last = lines[key] = (line, line_of(table, line, words, knows))
        written.append(last[1])
    return written


def account(room: Room, first: int, lang: str, seat: int | None) -> Account:
    """The log from a line on. It is put together once for all who know equally much about it."""
    return account_cached(room, cache_of(room), first, lang, seat)


def account_cached(room: Room, cached: RoomCache, first: int, lang: str, seat: int | None) -> Account:
    key = (first, lang, insider(seat, room.table.lines[first:]))
    happened = cached.accounts.get(key)
    if happened is None:
        happened = cached.accounts[key] = account_now(cached, room.table, *key)
    return happened


def account_now(cached: RoomCache, table: Table, first: int, lang: str, knows: int | None) -> Account:
    words = words_now(cached, table, lang)
    lines = write_lines(cached, table, range(first, len(table.lines)), words, knows)
    said = [line.said for line in lines if line.said]
    return Account("".join([line.html for line in lines]), said, new_beats(cached, table, first, knows))


def insider(seat: int | None, lines: Iterable[Line]) -> int | None:
    """The seat, if it knows more of some lines than everybody does."""
    for line in lines:
        if line.event is not None and seat in line.event.knowers:
            return seat
    return None


# -- motion -----------------------------------------------------------------------------------------------


@cache
def own_motion(game: str) -> Any:
    """A game's `motion.py`, if it has one."""
    return find(game).module("face.motion")


def beats_of(game: str, events: Iterable[Event], seat: int | None) -> list[Beat]:
    """What happened, as a seat may know it, in beats."""
    own = own_motion(game)
    return [beat for event in events for beat in own.beats(event.seen_by(seat))] if own is not None else []


def beats_now(cached: RoomCache, game: str, events: Iterable[Event], seat: int | None) -> list[Beat]:
    """The same for a table in use: those of an event once for all who know equally much about it."""
    found: list[Beat] = []
    for event in events:
        if seat in event.knowers:
            found += beats_of(game, (event,), seat)
            continue
        beats = cached.beats.get(id(event))
        if beats is None:
            beats = cached.beats[id(event)] = beats_of(game, (event,), None)
        found += beats
    return found


def new_beats(cached: RoomCache, table: Table, first: int, seat: int | None) -> list[Beat]:
    """The beats of the log's lines from a number on."""
    lines = table.lines[max(first, len(table.lines) - BEATS) :]
    return beats_now(cached, table.game.id, [line.event for line in lines if line.event is not None], seat)[-BEATS:]


def last_events(table: Table, at: int) -> list[Event]:
    """What the last answer of so many steps brought about, with what chance made of it."""
    first = at - 1
    while first > 0 and table.steps[first].move.by_chance:
        first -= 1
    return events_of(table.steps[max(0, first) : at])


def events_since(table: Table, at: int, kind: str) -> list[Event]:
    """What happened in so many steps from the last event of a kind on, if that is not long ago."""
    first = at
    while first > max(0, at - FAR):
        first -= 1
        if any(event.kind == kind for event in table.steps[first].events):
            break
    return events_of(table.steps[first:at])


def events_for_board(table: Table, at: int) -> list[Event]:
    """What the board after so many steps is told of what happened."""
    since = board_since(table.game.id)
    return events_since(table, at, since) if since else last_events(table, at)


def events_of(steps: Iterable[Step]) -> list[Event]:
    return [event for step in steps for event in step.events]


def last_move_now(room: Room, cached: RoomCache, seat: int | None) -> list[list[str]]:
    """What the last move at a table in use has touched, once for all who know equally much about it."""
    table = room.table
    events = events_now(cached, table)
    knows = None
    for event in events:
        if seat in event.knowers:
            knows = seat
    found = cached.touched.get(knows)
    if found is None:
        found = cached.touched[knows] = touched_things(beats_now(cached, table.game.id, events, knows))
    if not found:
        if seat not in cached.touched_before:
            cached.touched_before[seat] = last_move(table, seat, len(table.steps))
        found = cached.touched_before[seat]
    return found


def last_move(table: Table, seat: int | None, at: int) -> list[list[str]]:
    """What the last move of so many steps has touched, with what chance made of it, as far as this seat has seen it.

    A move of which nothing is to be seen leaves the one before it in sight.
    """
    end = first = at
    while first > max(0, at - FAR):
        first -= 1
        if table.steps[first].move.by_chance and first > 0:
            continue
        found = touched_things(beats_of(table.game.id, events_of(table.steps[first:end]), seat))
        if found:
            return found
        end = first
    return []


def rule_link(game: str, rule: str, lang: str) -> str:
    if not rule:
        return ""
    text = rendering.escape_text(rule)
    if not rules_file(game, lang):
        return f' <span class="rule">{text}</span>'
    return f' <a class="rule" href="/rules/{game}#{text.lower()}" target="rules">{text}</a>'


@cache
def rules_file(game: str, lang: str) -> Path | None:
    return book.rules_file(find(game).folder, lang)
