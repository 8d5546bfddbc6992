"""What is made of a table for those who look: once for equal eyes, anew when something changes, gone with them."""

from __future__ import annotations

import gc
from types import SimpleNamespace
from typing import Any

import pytest

import parlour
from parlour.faces.look import look_at
from parlour.tables.elements import Seat
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.web.accounts import account_cached
from parlour.web.boards import board_of, own_board
from parlour.web.regions import draw
from parlour.web.room_cache import ROOM_CACHES, Eyes, cache_of, forget_room

NAMES = ("Anna", "Bert", "Carl")
ANNA, WATCHER = Eyes("p0", 0, "en"), Eyes("", None, "en")


class Onlooker:
    def __init__(self, person: str) -> None:
        self.person, self.address, self.active = person, "", 0.0

    def wake(self) -> None:
        pass


def a_room() -> Room:
    table = Table("a-table")
    table.make("mogul", 3, {}, "p0", [Seat("person", f"p{i}", name) for i, name in enumerate(NAMES)])
    table.start("p0", seed="1")
    hall: Any = SimpleNamespace(announce=lambda *_: None, closed=True)
    return Room(hall, table)


def make_step(room: Room) -> None:
    table = room.table.fork()
    seat = table.to_act()[0]
    assert table.state is not None
    table.play(seat, table.state.legal(seat)[0], table.asked[seat])
    room.table = table
    room.tell()


def test_equal_eyes_share_a_drawing_until_something_changes() -> None:
    room = a_room()
    drawn = draw(room, WATCHER)
    assert draw(room, Eyes("somebody else", None, "en")) is drawn
    assert draw(room, Eyes("", None, "fr")) is not drawn
    make_step(room)
    again = draw(room, WATCHER)
    assert again is not drawn
    assert again.regions["board"] != drawn.regions["board"]


def test_who_comes_is_seen_and_the_board_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room = a_room()
    before = draw(room, ANNA)
    monkeypatch.setattr("parlour.web.regions.board_of", lambda *_: pytest.fail("the board was drawn again"))
    room.come(Onlooker("p1"))
    after = draw(room, ANNA)
    assert after.regions["people"] != before.regions["people"]
    assert after.regions["board"] == before.regions["board"]


def test_lines_of_the_log_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.web.accounts.LINES", 3)
    room = a_room()
    for _ in range(6):
        make_step(room)
        happened = account_cached(room, cache_of(room), 0, "en", None)
        assert happened.html.count("<li") == len(happened.said)
        assert len(cache_of(room).lines) <= 3
    assert len(room.table.lines) > 3


def test_another_line_in_the_place_of_one_taken_back_is_written_anew() -> None:
    room = a_room()
    make_step(room)
    before = account_cached(room, cache_of(room), 0, "en", None).html
    table = room.table.fork()
    seat = table.steps[-1].move.seat
    assert isinstance(seat, int)
    table.add("undone", seat=seat, to=len(table.steps) - 1)
    room.table = table
    room.tell()
    after = account_cached(room, cache_of(room), 0, "en", None).html
    assert "takes a step back" in after
    assert "takes a step back" not in before


def test_nothing_is_held_of_a_table_that_nobody_looks_at() -> None:
    room = a_room()
    draw(room, ANNA)
    assert room in ROOM_CACHES
    forget_room(room)
    assert room not in ROOM_CACHES
    draw(room, ANNA)
    held = len(ROOM_CACHES)
    del room
    gc.collect()
    assert len(ROOM_CACHES) < held  # a table that is put away takes its cache along


@pytest.mark.parametrize("game", parlour.games())
def test_every_pick_of_a_path_is_on_the_board(game: str) -> None:
    """Else the answer could not be chosen: it would have neither a way on the board nor a button."""
    rules = parlour.game(game)
    words = rules.words("en")
    paths = 0
    for players in (rules.players[0], rules.players[-1]):
        state, rng = rules.new(players, seed=players), parlour.Rng(players)
        for _ in range(80):
            if not state.to_act:
                break
            if state.to_act == parlour.CHANCE:
                state.play(parlour.CHANCE, rng.choice(state.chance()))
                continue
            seat = int(rng.choice(state.owing()))
            look = look_at(state, rules, seat, words)
            board = board_of(look)
            for action, path in (board.picks or {}).items():
                paths += 1
                assert action in look.legal
                assert [name for name in path if f'data-pick="{name}"' not in board.html] == [], action
            state.play(seat, rng.choice(look.legal))
    assert paths or own_board(game) is None
