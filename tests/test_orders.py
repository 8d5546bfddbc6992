"""Standing orders: they answer for their seat, can be taken back, outlive the server, and nobody else hears of them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from parlour.games.mogul.face import orders as mogul
from parlour.tables.elements import Refused, Seat
from parlour.tables.hall import Hall
from parlour.tables.room import Room
from parlour.tables.schema import open_log
from parlour.tables.table import Table, read
from visit import Chair, Site, Visitor, copy_of

NAMES = ("Anna", "Bert", "Carl")


def started(persons: tuple[str, ...] = ("anna", "bert", "carl"), game: str = "mogul") -> Table:
    table = Table("t")
    seats = [Seat("person", person, name) for person, name in zip(persons, NAMES, strict=True)]
    table.make(game, 3, {}, persons[0], seats)
    table.start(persons[0], seed="1")
    return table


def at_auction(table: Table) -> int:
    """Everybody declines the loan; who begins to bid."""
    while view(table)["phase"] == "loan":
        table.play(table.to_act()[0], "decline")
    assert view(table)["phase"] == "auction"
    return table.to_act()[0]


def view(table: Table, seat: int = 0) -> dict[str, Any]:
    assert table.state is not None
    return table.state.view(seat)


def obey(table: Table) -> int:
    """Let orders answer as long as they do; how often they did."""
    count = 0
    while (seat := next((seat for seat in table.asked if table.ordered_answer(seat)), None)) is not None:
        table.play_ordered(seat, table.asked[seat])
        count += 1
    return count


# -- what an order does ----------------------------------------------------------------------------------


def test_loans_are_declined_until_told_otherwise() -> None:
    table = started()
    first = table.to_act()[0]
    table.order(first, "loans", True)
    assert table.ordered_answer(first) == "decline"
    assert obey(table) == 1
    assert table.to_act()[0] != first
    table.order(first, "loans", None)
    for _ in range(40):  # round after round
        if table.ordered_answer(table.to_act()[0]):
            raise AssertionError("an order that was taken back has answered")
        seat = table.to_act()[0]
        assert table.state is not None
        table.play(seat, table.state.legal(seat)[-1 if view(table)["phase"] == "auction" else 0])


def test_paying_goes_on_up_to_the_number_and_then_asks() -> None:
    table = started()
    first = at_auction(table)
    before = view(table, first)["tokens"][first]
    table.order(first, "pay", 2)
    paid = 0
    while paid < 20 and first not in view(table)["withdrawn"]:
        paid += obey(table)
        seat = table.to_act()[0]
        if seat == first:
            break  # it is asked again
        table.play(seat, "pay")
    assert paid == 2
    assert view(table, first)["tokens"][first] == before - 2
    assert table.state is not None
    assert "pay" in table.state.legal(first), "it had more tokens, and was asked all the same"


def test_an_order_to_pay_ends_with_its_auction() -> None:
    table = started()
    first = at_auction(table)
    table.order(first, "pay", 5)
    for seat in [seat for seat in range(3) if seat != first]:
        obey(table)
        table.play(table.to_act()[0], "withdraw")
        assert seat >= 0
    assert view(table)["phase"] == "winner"
    assert obey(table) == 0
    table.play(first, "take")
    while view(table)["round"] == 1:
        table.play(table.to_act()[0], "decline")
    at_auction(table)
    assert table.ordered_answer(first) is None
    assert mogul.tokens_left(view(table, first), first, table.orders[first]) == 0


@pytest.mark.parametrize("value", [0, -1, 7, True, "3", 10**9])
def test_a_number_that_cannot_be_paid_is_refused(value: object) -> None:
    table = started()
    first = at_auction(table)
    with pytest.raises(Refused):
        table.order(first, "pay", value)
    assert table.orders.get(first) is None


def test_an_order_is_refused_where_there_is_nothing_to_order() -> None:
    table = started()
    with pytest.raises(Refused):
        table.order(0, "pay", 1)  # no auction yet
    with pytest.raises(Refused):
        table.order(0, "dance", 1)
    with pytest.raises(Refused):
        started(game="photon-rush").order(0, "loans", True)


def test_taking_a_step_back_ends_the_orders_that_made_it() -> None:
    table = started()
    first = table.to_act()[0]
    table.order(first, "loans", True)
    table.play_ordered(first, table.asked[first])
    table.undo(first)
    assert table.to_act() == [first]
    assert table.ordered_answer(first) is None


def test_a_log_with_orders_adds_up_to_the_same_table() -> None:
    table = started()
    first = at_auction(table)
    table.order(first, "pay", 3)
    table.order(1, "loans", True)
    obey(table)
    again = read("t", table.fresh)
    assert again.orders == table.orders
    assert again.asked == table.asked
    assert (again.version, again.moment) == (table.version, table.moment)
    assert table.version == table.moment + 2


def test_an_order_does_not_make_a_question_stale() -> None:
    table = started()
    seat = table.to_act()[0]
    question = table.asked[seat]
    table.order((seat + 1) % 3, "loans", True)
    table.order(seat, "loans", True)
    table.order(seat, "loans", None)
    table.play(seat, "decline", question)


# -- in a hall --------------------------------------------------------------------------------------------


async def until(true: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.01)


def play(table: Table, seat: int, action: str) -> None:
    table.play(seat, action)


def give(table: Table, seat: int, name: str, value: object) -> None:
    table.order(seat, name, value)


def test_orders_go_on_after_the_server_is_started_again(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(open_log(str(tmp_path / "parlour.db")))
        made = started()
        first = made.to_act()[0]
        second = (first + 1) % 3

        room = await hall.make(copy_of(made.fresh))
        await room.do(partial(give, seat=second, name="loans", value=True))
        await hall.close()
        again = Hall(open_log(str(tmp_path / "parlour.db")))
        await again.open()
        found = await again.room(room.table.id)
        assert found is not None
        assert found.table.orders == {second: {"loans": {"decline": True}}}
        await found.do(lambda table: table.play(first, "decline"))
        await until(lambda: len(found.table.steps) == 2)  # nobody looks at it: the order answers all the same
        assert found.table.steps[1].move.seat == second
        assert found.table.steps[1].by == ""
        await again.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_an_order_taken_back_in_the_pause_does_not_answer(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(open_log(str(tmp_path / "parlour.db")), pause=0.2)
        made = started()
        first = made.to_act()[0]

        room = await hall.make(copy_of(made.fresh))
        await room.do(partial(give, seat=first, name="loans", value=True))
        await room.do(partial(give, seat=first, name="loans", value=None))
        await asyncio.sleep(0.5)
        assert room.table.steps == []
        await room.do(partial(give, seat=first, name="loans", value=True))
        await until(lambda: len(room.table.steps) == 1)
        await hall.close()

    asyncio.run(asyncio.wait_for(work(), 60))


# -- over the wire ----------------------------------------------------------------------------------------


@pytest.fixture
def three(site: Site) -> Iterator[list[Visitor]]:
    visitors = [Visitor(site, name) for name in NAMES]
    yield visitors
    for visitor in visitors:
        visitor.close()


def a_room(site: Site, visitors: list[Visitor]) -> Room:
    persons = tuple(visitor.http.cookies["parlour"].split(".")[0] for visitor in visitors)

    async def work() -> Room:
        made = started(persons)

        return await site.hall.make(copy_of(made.fresh))

    room: Room = site.run(work())
    return room


def test_orders_over_the_socket(site: Site, three: list[Visitor]) -> None:
    room = a_room(site, three)
    first = room.table.to_act()[0]
    chair = three[first].at(room.table.id).until(lambda chair: chair.regions)
    assert 'aria-pressed="false"' in chair.regions["orders"]
    chair.send(do="order", name="loans", value=True)
    chair.until(lambda chair: 'aria-pressed="true"' in chair.regions["orders"])
    chair.until(lambda chair: "loan" in chair.log)
    assert room.table.steps[0].move.action == "decline"
    assert "cannot be given" in chair.refused(do="order", name="pay", value=99)
    assert chair.refused(do="order", name="pay", value={"a": 1}) == "This message was not understood."
    chair.leave()
    watcher = Visitor(site, "Eve")
    onlooker = watcher.at(room.table.id).until(lambda chair: chair.regions)
    assert onlooker.regions["orders"] == ""
    assert "watch" in onlooker.refused(do="order", name="loans", value=True)
    onlooker.leave()
    watcher.close()


def test_the_others_get_the_same_bytes_with_and_without_an_order(site: Site, three: list[Visitor]) -> None:
    """One table where a seat gives orders and one where its person answers the same by hand: to the others, and to
    those who watch or ask the API, every byte is the same, and none comes for the orders themselves."""
    heard: list[list[str]] = []
    for ordered in (True, False):
        room = a_room(site, three)
        first = room.table.to_act()[0]
        other = (first + 1) % 3
        own = three[first].at(room.table.id).until(lambda chair: chair.regions)
        chair = three[other].at(room.table.id).until(lambda chair: chair.regions)
        settle(chair)
        before = len(chair.raw)
        if ordered:
            own.send(do="order", name="loans", value=True)
            own.until(lambda chair: 'aria-pressed="true"' in chair.regions["orders"])
            own.send(do="order", name="loans", value=None)
            own.until(lambda chair: 'aria-pressed="false"' in chair.regions["orders"])
            site.run(room.do(partial(give, seat=first, name="loans", value=True)))
        else:
            site.run(room.do(partial(play, seat=first, action="decline")))
        chair.until(lambda chair, before=before: len(chair.raw) > before)
        for seat in (other, (first + 2) % 3):
            site.run(room.do(partial(play, seat=seat, action="decline")))
        if ordered:
            site.run(room.do(partial(give, seat=first, name="pay", value=1)))
        else:
            site.run(room.do(partial(play, seat=first, action="pay")))
        chair.until(lambda chair: "pays a token" in chair.log or "pay" in chair.log.rsplit("<li", 1)[-1])
        chair.until(lambda chair, room=room: chair.version == room.table.moment)
        settle(chair)
        public = three[other].http.get(f"/api/tables/{room.table.id}").text
        heard.append([text.replace(room.table.id, "TABLE") for text in (*last_of_each(chair), public)])
        own.leave()
        chair.leave()
        while room.watchers:
            time.sleep(0.01)
    assert heard[0] == heard[1]


def settle(chair: Chair) -> None:
    """Hear what is on its way."""
    while True:
        try:
            chair.hear(0.4)
        except TimeoutError:
            return


def last_of_each(chair: Chair) -> list[str]:
    """What the page has come to; two moves may come in one message or in two."""
    return [json.dumps(chair.regions, sort_keys=True), chair.log, str(chair.version), str(chair.question)]


def test_nothing_is_sent_to_others_for_an_order(site: Site, three: list[Visitor]) -> None:
    room = a_room(site, three)
    waiting = (room.table.to_act()[0] + 1) % 3
    other = (waiting + 1) % 3
    own = three[waiting].at(room.table.id).until(lambda chair: chair.regions)
    chair = three[other].at(room.table.id).until(lambda chair: chair.regions)
    settle(chair)
    count, version = len(chair.raw), chair.version
    own.send(do="order", name="loans", value=True)
    own.until(lambda chair: 'aria-pressed="true"' in chair.regions["orders"])
    settle(chair)
    assert len(chair.raw) == count
    fresh = three[other].at(room.table.id).until(lambda chair: chair.regions)
    assert fresh.version == version
    assert "orders" in fresh.regions
    assert 'aria-pressed="true"' not in fresh.regions["orders"]
    for each in (own, chair, fresh):
        each.leave()
