"""What has happened at a table, as one pair of eyes may know it: lines of its log, and what moves on the board.

Everything here goes through `event.seen_by(seat)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.faces.motion import Beat, touched_things
from parlour.faces.words import Words
from parlour.rules.events import Event
from parlour.tables.elements import Line, Step
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.web import rendering
from parlour.web.boards import beats_of, board_since, rule_link
from parlour.web.room_cache import LINES, Account, RoomCache, WrittenLine
from parlour.web.words import sentence, words_of

BEATS = 80  # the most that are shown at once; of a longer absence only the end
FAR = 24  # how many steps back a last move is looked for


# -- the log --------------------------------------------------------------------------------------------


def words_now(cached: RoomCache, table: Table, lang: str) -> Words:
    """The sentences of a table in use, with the names of those who sit there now."""
    words = cached.words.get(lang)
    if words is None:
        words = cached.words[lang] = words_of(table, lang)
    return words


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


def account_cached(room: Room, cached: RoomCache, first: int, lang: str, seat: int | None) -> Account:
    """The log from a line on. It is put together once for all who know equally much about it."""
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


# -- events ---------------------------------------------------------------------------------------------


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


# -- motion ---------------------------------------------------------------------------------------------


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
