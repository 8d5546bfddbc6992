"""The parts of a table's page, rendered for one pair of eyes.

Everything here is made from `state.view(seat)`, `state.legal(seat)` and `event.seen_by(seat)`: nothing that a seat may
not know gets as far as a template.

A game without a board of its own has the plain one: its table as text and its actions as buttons. A game brings its own
with two files in its folder `face/board`: `board.html`, a template, and `board.py` with

    def board(look) -> dict     what the template needs, as its variables
    def picks(look) -> dict     action -> the path of `data-pick` names that chooses it

both from a `Look` (`parlour.faces.look`): the seat's view, what it may answer, how the game ended, what happened last,
and what each answer would do,

and its motion with a third one, `motion.py`: `def beats(event)`, see `parlour.faces.motion`.

Drawings that are the same on every board of the game stand in `sprite.html` and are sent once with the page; if that
template has variables, `board.py` has a `sprite(words)` that makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from parlour.bots import bots
from parlour.faces import book
from parlour.faces.look import Look
from parlour.faces.motion import Beat, touched_things
from parlour.faces.words import Words
from parlour.rules.events import Event
from parlour.rules.game import find
from parlour.tables.hall import Room
from parlour.tables.orders import orders_of
from parlour.tables.table import Line, Rematch, Table
from parlour.web import rendering
from parlour.web.scenes import guide
from parlour.web.words import level_name, pace_name, phrases, result_of, sentence, words_of

HERE = Path(__file__).parent
PICK = 'data-pick="'
FEW = 12  # actions that need no search field
BEATS = 80  # the most that are shown at once; of a longer absence only the end
KEPT_LINES = 1000  # the most written lines of the log that are kept for a table in use
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


def draw(room: Room, eyes: Eyes) -> Drawn:
    """The parts of the page. People who watch share one drawing."""
    table = room.table
    known = eyes if eyes.person and (eyes.person == table.host or table.seats_of(eyes.person)) else Eyes("", *eyes[1:])
    found: Drawn | None = room.drawn.get(known)
    if found is None:
        found = room.drawn[known] = draw_now(room, known)
    return found


def draw_now(room: Room, eyes: Eyes) -> Drawn:
    table = room.table
    words = words_in(room, eyes.lang)
    always = {
        "people": people_of(room, eyes, words),
        "fair": fair_of(table, words),
        "requests": requests_of(table, eyes, words),
    }
    empty = {"board": "", "orders": "", "recap": "", "tools": ""}
    if table.status == "lobby":
        return Drawn({**always, "ask": lobby(table, eyes, words), **empty}, False, None, None)
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
    board, picks = board_now(room, view, eyes, legal, words)
    ask = ask_of(table, eyes, words, view, legal, picks or {})
    question = table.asked[eyes.seat] if asked and eyes.seat is not None else None
    orders = standing_orders(table, eyes, words, view)
    recap = recap_of(room, eyes, words, view)
    regions = {**always, "board": board, "ask": ask, "orders": orders, "recap": recap, "tools": tools}
    return Drawn(regions, bool(legal), question, picks)


def board_now(
    room: Room, view: dict[str, Any], eyes: Eyes, legal: list[str], words: Words
) -> tuple[str, dict[str, list[str]] | None]:
    """The board; the last one, if nothing on it has changed: somebody came, or said something."""
    key = (eyes.seat, eyes.lang, eyes.text)
    table = room.table
    events = last_events(table, len(table.steps))
    made_from = (words, view, legal, events)
    last = room.boards.get(key)
    if last is None or last[0] != made_from:
        outcome = table.state.outcome if table.state is not None else None  # a board shows how the rules end a game
        look = Look(table.game, view, eyes.seat, legal, words, outcome, events)
        last = room.boards[key] = (made_from, board_of(look, eyes.text))
    found: tuple[str, dict[str, list[str]] | None] = last[1]
    return found


def kept(room: Room, key: Hashable, make: Callable[[], Any]) -> Any:
    """Something about a table as it is now, made when somebody needs it first."""
    found = room.drawn.get(key)
    if found is None:
        found = room.drawn[key] = make()
    return found


def words_in(room: Room, lang: str) -> Words:
    found: Words = kept(room, ("words", lang), lambda: words_of(room.table, lang))
    return found


def render(template: str, common: Mapping[str, Any], **more: Any) -> str:
    return rendering.render(TEMPLATES.get_template(template), {**TEMPLATES.globals, **common, **more})


@lru_cache(maxsize=8192)
def piece(template: str, lang: str, **facts: Any) -> str:
    """A part of the page that depends on these facts only. The same ones come again and again in a game."""
    words = phrases(lang)
    return render(template, facts, words=words, t=words.t, n=words.n)


@cache
def own_board(game: str) -> Any:
    """A game's `board.py`, if it has one with a template beside it."""
    if not (Path(find(game).folder) / "face/board/board.html").exists():
        return None
    return find(game).module("face.board.board")


def board_of(look: Look, text: bool = False) -> tuple[str, dict[str, list[str]] | None]:
    """The board as HTML, and the paths of picks that choose an action on it."""
    game, words = look.game.id, look.words
    own = own_board(game) if not text else None
    common = {"view": look.view, "seat": look.seat, "words": words, "t": words.t, "n": words.n}
    if own is None:
        return plain_board(words.t("The table"), words.table(look.view, look.seat)), None
    html = render(f"{game}/board.html", common, **own.board(look))
    if not look.legal:
        return html, {}
    drawn = {name.partition('"')[0] for name in html.split(PICK)[1:]}
    paths: dict[str, list[str]] = own.picks(look)
    return html, {action: path for action, path in paths.items() if drawn.issuperset(path)}


@cache
def tips(game: str, lang: str) -> Markup:
    """What kinds of things there are on a game's board, for the browser to explain: its `tips.py`, once for a page."""
    own = find(game).module("face.tips")
    if own is None:
        return Markup("")
    found = own.tips(find(game).words(lang))
    item = Markup('<p data-for="{}" data-rule="{}">{}</p>')
    items = Markup("").join(item.format(selector, rule, sentence) for selector, sentence, rule in found)
    return Markup('<template id="tips" data-rules="/rules/{}">{}</template>').format(game, items)


@cache
def sprite(game: str, lang: str) -> str:
    """The drawings that every board of a game uses, in an element with the board's own styles."""
    own = own_board(game)
    if own is None or not (Path(find(game).folder) / "face/board/sprite.html").exists():
        return ""
    made = own.sprite(find(game).words(lang)) if hasattr(own, "sprite") else {}
    drawings = TEMPLATES.get_template(f"{game}/sprite.html").render(made)
    return f'<div class="sprite" aria-hidden="true"><div class="board-{game}">{drawings}</div></div>'


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
        return piece("waiting.html", eyes.lang, waiting=waiting, thinking=thinking)
    groups: dict[str, list[tuple[str, str]]] = {}
    buttons = words.ranked(view, [action for action in legal if action not in picks])
    for action in buttons:
        groups.setdefault(action.partition(" ")[0], []).append((action, words.action(action, view)))
    listed = tuple(tuple(group) for group in groups.values())
    question = words.question(view, eyes.seat)
    count = len(buttons)
    if count > 60:  # too large to be kept for a next time
        return piece.__wrapped__("ask.html", eyes.lang, question=question, groups=listed, count=count, few=FEW)
    return piece("ask.html", eyes.lang, question=question, groups=listed, count=count, few=FEW)


def standing_orders(table: Table, eyes: Eyes, words: Words, view: Mapping[str, Any]) -> str:
    """What a seat may order beforehand, with what it has ordered."""
    known = orders_of(table.game.id)
    if known is None or eyes.seat is None or table.status != "playing" or table.frozen:
        return ""
    form = known.form(view, eyes.seat, table.orders.get(eyes.seat, {}), words)
    return "" if form is None else render(f"{table.game.id}/orders.html", {"t": words.t, "n": words.n}, **form)


def recap_of(room: Room, eyes: Eyes, words: Words, view: Mapping[str, Any]) -> str:
    """What stays in sight until it happens again, such as a reveal: the lines of the log that a game's `recap` names,
    from the last one of the first kind on."""
    own = own_board(room.table.game.id)
    kinds = tuple(own.recap(view)) if hasattr(own, "recap") else ()
    if not kinds:
        return ""
    numbers, knowers = kept(room, ("recap", kinds), lambda: last_lines(room.table, kinds))
    if not numbers:
        return ""
    knows = eyes.seat if eyes.seat in knowers else None

    def make() -> str:
        lines = tuple([kept_line(room, number, words, knows)[1] for number in numbers])
        return piece("recap.html", eyes.lang, lines=lines)

    found: str = kept(room, ("recap", kinds, words, knows), make)
    return found


def last_lines(table: Table, kinds: Sequence[str]) -> tuple[list[int], set[int]]:
    """The numbers of the lines of these kinds, from the last one of the first kind on, and who knows more of them."""
    found: list[int] = []
    knowers: set[int] = set()
    for number in range(len(table.lines) - 1, -1, -1):
        event = table.lines[number].event
        if event is not None and event.kind in kinds:
            found.append(number)
            knowers.update(event.knowers)
            if event.kind == kinds[0]:
                return found[::-1], knowers
    return [], set()


@cache
def cover_file(game: str) -> Path:
    """A game's cover picture, or the one for games without."""
    own = Path(find(game).folder) / "face" / "cover.svg"
    return own if own.exists() else HERE / "static" / "covers" / "any.svg"


def lobby(table: Table, eyes: Eyes, words: Words) -> str:
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
        guide=guide(table.game.id) is not None,
        options=chosen,
        bots=bots(),
    )


class SeatShown(NamedTuple):
    """A seat as the list of people shows it."""

    number: int
    name: str
    kind: str
    bot: str
    here: bool
    stand_in: bool
    resigned: bool
    asked: bool
    you: bool


def seats_shown(room: Room, words: Words) -> tuple[SeatShown, ...]:
    """The seats as somebody sees them who has none."""
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
                seat.kind == "bot" or (seat.human and seat.person in here),
                seat.stand_in,
                seat.resigned,
                playing and i in table.asked,
                you=False,
            )
            for i, seat in enumerate(table.seats)
        ]
    )


def people_of(room: Room, eyes: Eyes, words: Words) -> str:
    table = room.table
    seats: tuple[SeatShown, ...] = kept(room, ("people", words), lambda: seats_shown(room, words))
    mine = [i for i in table.seats_of(eyes.person) if table.seats[i].kind == "person"]
    if mine:
        seats = tuple([SeatShown(*seat[:-1], you=True) if seat.number in mine else seat for seat in seats])
    lobby = table.status == "lobby"
    host = lobby and eyes.person == table.host
    return piece("people.html", eyes.lang, seats=seats, lobby=lobby, host=host, bots=bots() if host else ())


def fair_of(table: Table, words: Words) -> str:
    """What was promised about chance at this table, and what the seats have added to it."""
    if table.promise is None:
        return ""
    seats = tuple((words.seat(i), nonce) for i, nonce in enumerate(table.nonces))
    return piece("fair.html", words.lang, hash=table.promise.hash, seats=seats)


def requests_of(table: Table, eyes: Eyes, words: Words) -> str:
    """What others ask of this person, and what has become of what this person asks of them."""
    request, rematch = table.request, table.rematch if not table.next_table else None
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


def rematch_answer(rematch: Rematch, person: str) -> str:
    return "accepted" if person in rematch.accepted else "declined" if person in rematch.declined else "asked"


def tools_of(table: Table, eyes: Eyes, words: Words) -> str:
    undo = table.undo_of(eyes.seat) if eyes.seat is not None and table.state is not None else None
    over = table.status == "over"
    plays = eyes.seat is not None and table.status == "playing" and not table.frozen
    others = [i for i, seat in enumerate(table.seats) if seat.human and i != eyes.seat]
    return piece(
        "tools.html",
        eyes.lang,
        id=table.id,
        game=table.game.id,
        daily=table.daily,
        adventure=over and table.game.daily and bool(table.seats_of(eyes.person)),
        undo=undo is not None and not (table.request is not None and table.request.seat == eyes.seat),
        why=undo.why if undo is not None else "",
        alone=undo is not None and eyes.seat is not None and not table.voters(eyes.seat),
        again=over and not table.frozen and bool(table.seats_of(eyes.person)),
        asks=table.rematch is not None,
        next=table.next_table,
        several=table.players > 1,
        company=len(table.guests()) > 1,
        resign=plays,
        ends=table.players <= 2 or not others,
        steps=bool(table.steps),
        checked=over and table.promise is not None and table.outcome is not None,
    )


# -- the log ----------------------------------------------------------------------------------------------


def line_html(table: Table, line: Line, words: Words, seat: int | None) -> tuple[str, str]:
    """A line of the log: its sentence, and that with a link to the rule as HTML. Some events say nothing."""
    said = sentence(line, words, seat)
    if not said:
        return "", ""
    if line.event is None:
        return said, f'<li class="line note" data-step="{line.step}">{rendering.escape_text(said)}</li>'
    rule = rule_link(table.game.id, line.event.rule, words.lang)
    return said, f'<li class="line" data-step="{line.step}">{rendering.escape_text(said)}{rule}</li>'


def kept_line(room: Room, number: int, words: Words, seat: int | None) -> tuple[str, str]:
    """A line of a table in use. It is written once for all who know equally much about its event."""
    line = room.table.lines[number]
    knows = insider(seat, (line,))
    key = (number, knows, words)
    found = room.lines.get(key)
    if found is None or found[0] is not line:
        if len(room.lines) > KEPT_LINES:
            room.lines.clear()
        found = room.lines[key] = (line, line_html(room.table, line, words, knows))
    written: tuple[str, str] = found[1]
    return written


class Account(NamedTuple):
    """What has happened, to be read, to be said aloud and to be shown."""

    html: str
    said: list[str]  # the sentences of the lines that have one
    beats: list[Beat]


def account(room: Room, first: int, lang: str, seat: int | None) -> Account:
    """The log from a line on. It is put together once for all who know equally much about it."""
    knows = insider(seat, room.table.lines[first:])

    def make() -> Account:
        words = words_in(room, lang)
        lines = [kept_line(room, number, words, knows) for number in range(first, len(room.table.lines))]
        html = "".join([html for _, html in lines])
        return Account(html, [said for said, _ in lines if said], new_beats(room.table, first, knows))

    found: Account = kept(room, ("account", first, lang, knows), make)
    return found


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
    if own_motion(game) is None:
        return []
    found: list[Beat] = []
    for event in events:
        found += event_beats(game, event, seat if seat in event.knowers else None)
    return found


@lru_cache(maxsize=4096)
def event_beats(game: str, event: Event, seat: int | None) -> list[Beat]:
    """The beats of one event, once for all who know equally much about it."""
    found: list[Beat] = own_motion(game).beats(event.seen_by(seat))
    return found


def new_beats(table: Table, first: int, seat: int | None) -> list[Beat]:
    """The beats of the log's lines from a number on."""
    lines = table.lines[max(first, len(table.lines) - BEATS) :]
    return beats_of(table.game.id, [line.event for line in lines if line.event is not None], seat)[-BEATS:]


def last_events(table: Table, at: int) -> list[Event]:
    """What the last answer of so many steps brought about, with what chance made of it."""
    first = at - 1
    while first > 0 and table.steps[first].move.by_chance:
        first -= 1
    return [event for step in table.steps[max(0, first) : at] for event in step.events]


def last_move(table: Table, seat: int | None, at: int) -> list[list[str]]:
    """What the last move of so many steps has touched, with what chance made of it, as far as this seat has seen it.

    A move of which nothing is to be seen leaves the one before it in sight.
    """
    end = first = at
    while first > max(0, at - FAR):
        first -= 1
        if table.steps[first].move.by_chance and first > 0:
            continue
        events = tuple([event for step in table.steps[first:end] for event in step.events])
        knows = seat if any(seat in event.knowers for event in events) else None
        found = touched_by(table.game.id, events, knows)
        if found:
            return found
        end = first
    return []


@lru_cache(maxsize=4096)
def touched_by(game: str, events: tuple[Event, ...], seat: int | None) -> list[list[str]]:
    """What some events have touched, once for all who know equally much about them."""
    return touched_things(beats_of(game, events, seat))


@lru_cache(maxsize=2048)
def rule_link(game: str, rule: str, lang: str) -> str:
    if not rule:
        return ""
    if not rules_file(game, lang):
        return f' <span class="rule">{escape(rule)}</span>'
    return f' <a class="rule" href="/rules/{escape(game)}#{escape(rule.lower())}" target="rules">{escape(rule)}</a>'


@cache
def rules_file(game: str, lang: str) -> Path | None:
    return book.rules_file(find(game).folder, lang)
