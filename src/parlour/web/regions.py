"""The parts of a table's page, rendered for one pair of eyes.

Everything here is made from `state.view(seat)`, `state.legal(seat)` and `event.seen_by(seat)`: nothing that a seat may
not know gets as far as a template.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from parlour.faces.cast import member_of
from parlour.faces.changes import change_lines
from parlour.faces.look import Look
from parlour.faces.words import Words
from parlour.tables.elements import Rematch
from parlour.tables.orders import orders_of
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.web.accounts import events_for_board_now, insider, last_lines, words_now, write_lines
from parlour.web.boards import Board, board_of, own_board
from parlour.web.casting import face_path, offers
from parlour.web.room_cache import Drawn, Eyes, RoomCache, SeatShown, cache_of
from parlour.web.scenes import guide
from parlour.web.templating import piece, render, render_piece
from parlour.web.words import level_name, minutes_of, name_for, result_of

FEW = 12  # actions that need no search field


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


def draw_now(room: Room, cached: RoomCache, eyes: Eyes) -> Drawn:
    table = room.table
    words = words_now(cached, table, eyes.lang)
    status = table.status
    always = {
        "people": people_of(cached, room, eyes, words, status == "lobby"),
        "fair": fair_now(cached, table, words),
        "requests": requests_of(table, eyes, words),
    }
    empty = {"board": "", "orders": "", "recap": "", "tools": ""}
    if status == "lobby":
        tools = tools_of(table, eyes, status) if sitters_for(table, eyes) else ""
        return Drawn({**always, "ask": lobby(cached, room, eyes, words), **empty, "tools": tools}, False, None, None)
    if table.cancelled or table.deleted:
        gone = piece("gone.html", eyes.lang, deleted=table.deleted)
        return Drawn({**always, "ask": gone, **empty}, False, None, None)
    tools = tools_of(table, eyes, status)
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


# -- the question ---------------------------------------------------------------------------------------


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
        waiting = words.list_of([words.who(seat) for seat in table.asked])
        thinking = any(table.played_by_bot(seat) for seat in table.asked)
        watches = eyes.seat is None and not table.seats_of(eyes.person)
        return piece(
            "waiting.html", eyes.lang, waiting=waiting, thinking=thinking, watches=watches, wish=wish_of(table, eyes)
        )
    groups: dict[str, list[tuple[str, str]]] = {}
    buttons = words.rank_actions(view, [action for action in legal if action not in picks])
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
        offers=offers(table.game.id, eyes.lang, table.players),
    )


# -- people, promises, requests, tools ------------------------------------------------------------------


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


def people_of(cached: RoomCache, room: Room, eyes: Eyes, words: Words, lobby: bool) -> str:
    table, person = room.table, eyes.person
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
        offers=offers(table.game.id, eyes.lang, table.players) if host else (),
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


def tools_of(table: Table, eyes: Eyes, status: str) -> str:
    over = status == "over"
    plays = eyes.seat is not None and status == "playing" and not table.frozen
    undo = table.undo_of(eyes.seat) if plays and eyes.seat is not None else None
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
