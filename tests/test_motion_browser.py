"""Motion, the last move, settings and continuity, in a real browser."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

import parlour
from conftest import records
from hands import Mouse, act, open_tab
from pages import MOVING, PATIENCE, Open, answers, expect
from parlour.rules.events import Event
from parlour.rules.move import read_move
from parlour.tables.elements import Seat
from parlour.tables.table import Table
from parlour.web.identity import new_person
from parlour.web.pictures import sit
from visit import Site

# Everything that is set in motion, noted when it begins: its name, when it starts, how long it takes, and its points.
SPY = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const list = Array.isArray(frames) ? frames : [];
  const note = {
    ended: false, id: options.id ?? "", delay: options.delay ?? 0, duration: options.duration,
    offsets: list.map((frame) => frame.offset ?? null),
    points: list.map((frame) => (frame.translate ?? "").split(" ").map(parseFloat)),
    opacity: list.map((frame) => frame.opacity ?? null),
  };
  window.moved.push(note);
  const made = animate.call(this, frames, options);
  made.finished.then(() => (note.ended = true), () => {});
  return made;
};
"""


@pytest.fixture
def open_page(new_page: Open, site: Site) -> Open:
    """A page of the site, with a spy on what moves."""
    return lambda path="/", **more: new_page(site.url + path, script=SPY, **MOVING | more)


# -- a flight, in the replay ----------------------------------------------------------------------------------


def told(game: str, record: dict[str, Any]) -> list[list[Event]]:
    """What happened in each step of a record."""
    state = parlour.game(game).start(record["players"], record.get("options", {}), record["setup"])
    found = []
    for number, move in enumerate(record["moves"]):
        heard: list[Event] = []
        state.listen(heard.append)
        read_move(move, state.players, str(number)).play(state)
        found.append(heard)
    return found


@pytest.fixture(scope="module")
def flight() -> tuple[dict[str, Any], int, list[Event]]:
    """A record, the number of a step in it, and what happens there: one saucer flies three spaces and more without an
    accelerator and hits another, which flies on over the edge."""
    for entry in records("crash-and-grab"):
        record = entry.get("record", entry)
        for number, events in enumerate(told("crash-and-grab", record), 1):
            kinds = [event.kind for event in events]
            flown = [event.facts["saucer"] for event in events if event.kind == "flew"]
            if kinds.count("collided") == 1 and "crashed" in kinds and flown and flown.count(flown[0]) >= 3:
                return record, number, events
    raise AssertionError("no record has such a flight")


def open_replay(page: Any, folder: Path, record: dict[str, Any], at: int) -> None:
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    page.set_input_files(".upload input[type=file]", str(file))
    page.locator(".upload button").click()
    page.wait_for_url("**/replay*")
    page.goto(f"{page.url.split('?')[0]}?at={at}&seat=")
    answers(page)


def forward(page: Any) -> list[dict[str, Any]]:
    """Go one step on; what was set in motion."""
    at = int(page.locator("[data-jump]").get_attribute("data-at"))
    page.evaluate("moved = []")
    page.locator('[rel="next"]').click()
    page.wait_for_function(f"() => document.querySelector('[data-jump]').dataset.at === '{at + 1}'")
    found: list[dict[str, Any]] = page.evaluate("moved")
    return found


def test_a_saucer_flies_space_by_space_and_knocks_another_off(
    open_page: Open, tmp_path: Path, flight: tuple[dict[str, Any], int, list[Event]]
) -> None:
    record, number, events = flight
    page = open_page()
    open_replay(page, tmp_path, record, number - 1)
    moved = forward(page)
    first, last = ([event for event in events if event.kind == "flew"][i].facts["saucer"] for i in (0, -1))
    spaces = [event.facts["to"] for event in events if event.kind == "flew" and event.facts["saucer"] == first]
    path = next(one for one in moved if one["id"] == f"piece saucer-{first}")
    stops = [point for i, point in enumerate(path["points"]) if i == 0 or point != path["points"][i - 1]]
    # As many legs as spaces, all of the same length and direction, ending where the saucer is drawn.
    assert len(stops) == 1 + len(spaces)
    assert stops[-1] == [0, 0]
    legs = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(stops)]
    assert all(abs(leg[axis] - legs[0][axis]) < 1 for leg in legs for axis in (0, 1))
    assert max(abs(part) for part in legs[0]) > 20
    assert path["offsets"] == sorted(path["offsets"])
    # The bang comes when it arrives; the other one stays until then, flies on, and is gone at the edge.
    bang = next(one for one in moved if one["id"] == "mark hit")
    assert bang["delay"] == pytest.approx(path["duration"], abs=1)
    off = next(one for one in moved if one["id"] == f"piece saucer-{last}")
    assert last != first
    waits = [
        offset * off["duration"]
        for offset, point in zip(off["offsets"], off["points"], strict=True)
        if point == off["points"][0]
    ]
    assert waits[-1] >= bang["delay"]
    assert off["opacity"][-1] == 0
    assert max(one["delay"] + one["duration"] for one in moved) < 5000
    # All of it comes to rest, and nothing is left on the board.
    page.wait_for_selector(".motion", state="detached")
    assert page.evaluate("document.getAnimations().filter((one) => one.id).length") == 0


def test_the_speed_can_be_chosen(
    open_page: Open, tmp_path: Path, flight: tuple[dict[str, Any], int, list[Event]]
) -> None:
    record, number, _ = flight
    page = open_page()
    open_replay(page, tmp_path, record, number - 1)
    normal = forward(page)
    page.locator("#motion").select_option("fast")
    page.locator('[rel="prev"]').click()
    page.wait_for_function(f"() => document.querySelector('[data-jump]').dataset.at === '{number - 1}'")
    page.wait_for_selector(".motion", state="detached")
    fast = forward(page)
    ends = [[one["delay"] + one["duration"] for one in moved if one["id"][:5] == "piece"] for moved in (normal, fast)]
    long = [max(times) for times in ends]
    assert long[1] == pytest.approx(long[0] / 2, rel=0.1)
    page.locator("#motion").select_option("off")
    page.reload()
    expect(answers(page).locator("#motion")).to_have_value("off")  # it is remembered
    page.locator('[rel="prev"]').click()
    page.wait_for_function(f"() => document.querySelector('[data-jump]').dataset.at === '{number - 1}'")
    assert forward(page) == []
    assert page.locator(".motion").count() == 0
    assert page.locator(".last-move").count() > 0  # what was touched is marked all the same


def test_who_wants_no_motion_gets_none(
    open_page: Open, tmp_path: Path, flight: tuple[dict[str, Any], int, list[Event]]
) -> None:
    record, number, _ = flight
    page = open_page(reduced_motion="reduce")
    open_replay(page, tmp_path, record, number - 1)
    assert forward(page) == []


def test_autoplay_waits_for_what_moves(
    open_page: Open, tmp_path: Path, flight: tuple[dict[str, Any], int, list[Event]]
) -> None:
    record, number, _ = flight
    page = open_page()
    open_replay(page, tmp_path, record, number - 1)
    # The page itself notes what has come to its end when a step is drawn: a slow machine asks late.
    page.evaluate(
        """moved = []; drawn = {}; document.addEventListener("parlour:drawn", () => {
          drawn[document.querySelector("[data-jump]").dataset.at] = moved.map((one) => one.ended);
        })"""
    )
    page.locator("[data-autoplay]").click()
    page.wait_for_function(f"() => {number + 1} in drawn")
    page.locator("[data-autoplay]").click()
    before, after = (page.evaluate(f"drawn[{step}]") for step in (number, number + 1))
    assert len(after) > len(before)
    assert all(after)


def marked(page: Any) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.board .last-move')].map((one) => one.dataset.piece ?? one.dataset.place)"
    )
    return found


def test_the_last_move_is_marked_until_the_next(
    open_page: Open, tmp_path: Path, flight: tuple[dict[str, Any], int, list[Event]]
) -> None:
    record, number, events = flight
    page = open_page()
    open_replay(page, tmp_path, record, number)
    flown = {f"saucer-{event.facts['saucer']}" for event in events if event.kind == "flew"}
    assert flown <= set(marked(page))  # on the first load too
    style = page.evaluate("getComputedStyle(document.querySelector('.last-move')).outlineStyle")
    assert style == "dashed"  # not by colour alone
    page.locator('[rel="first"]').click()
    page.wait_for_function("() => document.querySelector('[data-jump]').dataset.at === '0'")
    assert marked(page) == []


# -- at a table -------------------------------------------------------------------------------------------------


def two_people(open_page: Open, site: Site, game: str) -> tuple[Any, Any]:
    anna = open_page(f"/new/{game}?players=2")
    anna.locator("#seat1").select_option("open")
    anna.get_by_role("button", name="Open the table").click()
    anna.wait_for_function("() => document.querySelector('input.link')?.value.startsWith(location.origin)")
    bert = open_page(anna.locator("input.link").input_value().removeprefix(site.url))
    bert.wait_for_function("() => document.body?.dataset.version")  # it is connected
    bert.get_by_role("button", name="Sit here").click()
    anna.get_by_role("button", name="Start").click()
    for page in (anna, bert):
        page.wait_for_selector("#board:not(:empty)")
    return anna, bert


def in_turn(*pages: Any) -> tuple[Any, Any]:
    """The page that is asked, and the other one."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for page in pages:
            if page.locator("#board .can").count():
                return page, next(other for other in pages if other is not page)
    raise AssertionError("nobody is asked")


def test_a_drawn_card_slides_and_the_other_sees_its_back(open_page: Open, site: Site) -> None:
    own, other = in_turn(*two_people(open_page, site, "gold-n-crash"))
    for page in (own, other):
        page.evaluate("moved = []")
    own.locator('[data-pick="deck"].can').click()
    for page, name in ((own, "piece "), (other, "fly back flat")):  # other things may move before: a sign, a bar
        page.wait_for_function("(name) => moved.some((one) => one.id.startsWith(name))", arg=name)
    names = [{one["id"] for one in page.evaluate("moved")} for page in (own, other)]
    cards = {name for name in names[0] if name.startswith("piece ")}
    assert cards, "the card comes from the deck to the hand"
    assert "fly back flat" in names[1]
    assert not any("-" in name for name in names[1]), "a face was sent to the other side"
    seat = own.evaluate("document.querySelector('.hand').dataset.place")
    assert own.locator(".hand .last-move").count() == 1
    assert marked(other) == [seat]
    # Reloading keeps the mark, without motion.
    other.reload()
    other.wait_for_selector(".last-move")
    assert marked(other) == [seat]
    assert [one for one in other.evaluate("moved") if one["id"].startswith(("piece", "fly"))] == []
    own.wait_for_selector(".motion", state="detached")


def a_third_of_its_kind() -> tuple[str, int]:
    """A seed with which the first card drawn is like one in the hand and like the last discard; and who draws it."""
    for seed in map(str, count()):
        table = Table("rehearsal")
        deal(table, ["a", "b"], seed)
        seat = table.to_act()[0]
        assert table.state is not None
        state = table.state.clone()
        own = state.view(seat)["seats"][seat]
        state.play(seat, "draw")
        drawn = Counter(state.view(seat)["seats"][seat]["hand"]) - Counter(own["hand"])
        if set(drawn) == {own["discard"][-1]} <= set(own["hand"]):
            return seed, seat
    raise AssertionError


def deal(table: Table, people: list[str], seed: str) -> None:
    table.make("gold-n-crash", 2, {}, people[0], [Seat("person", person, person[:5]) for person in people])
    table.start(people[0], seed=seed)


def test_a_drawn_card_slides_to_one_like_it(open_page: Open, site: Site) -> None:
    """Also where a third one lies elsewhere on the table."""
    seed, seat = a_third_of_its_kind()
    people = [new_person(), new_person()]
    room = site.run(site.hall.make(lambda table: deal(table, people, seed)))
    page = open_page("/healthz")
    sit(page.context, site, people[seat], "en")
    page.goto(f"{site.url}/t/{room.table.id}")
    page.locator('[data-pick="deck"].can').click()
    page.wait_for_selector(".hand .last-move .many")  # two, and marked
    drawn = page.locator(".hand .last-move").get_attribute("data-piece").partition(".")[0]
    assert page.locator(f'[data-piece^="{drawn}"]').count() > 1
    assert any(one["id"].startswith(f"piece {drawn}") for one in page.evaluate("moved"))


def test_half_a_choice_and_what_was_opened_survive_the_others_moves(open_page: Open, site: Site) -> None:
    anna, bert = two_people(open_page, site, "photon-rush")
    for page in (anna, bert):  # both build at the same time
        page.wait_for_selector("#board .can, #ask [data-action]")
    open_tab(anna, "legend")
    anna.evaluate(
        "document.styleSheets[0].insertRule('.board-photon-rush .ring { height: 120px; overflow: auto !important }')"
    )
    anna.locator("#board .can").first.click()
    anna.evaluate("document.querySelector('.ring').scrollTop = 77")  # after the click, which scrolls by itself
    half = anna.evaluate("[...document.querySelectorAll('.picked')].map((one) => one.dataset.pick)")
    assert half
    version, board = anna.locator("body").get_attribute("data-version"), anna.locator("#board").inner_html()
    act(Mouse(bert))
    anna.wait_for_function("old => document.body.dataset.version !== old", arg=version)
    assert anna.locator("#board").inner_html() != board
    assert anna.evaluate("[...document.querySelectorAll('.picked')].map((one) => one.dataset.pick)") == half
    assert anna.evaluate("document.querySelector('.legend').open")
    assert anna.evaluate("document.querySelector('.ring').scrollTop") == 77


def test_focus_follows_the_keyboard_not_the_pointer(open_page: Open, site: Site) -> None:
    own, _ = in_turn(*two_people(open_page, site, "gold-n-crash"))
    card = own.locator('.hand [data-pick^="card:"].can').first
    card.click()
    assert own.locator(".picked").count() == 1
    assert own.evaluate("document.activeElement.closest('.drop')") is None
    own.keyboard.press("Escape")
    card.focus()
    own.keyboard.press("Enter")
    assert own.evaluate("document.activeElement.dataset.pick").startswith("column:")


def test_a_choice_can_be_confirmed_first(open_page: Open, site: Site) -> None:
    own, _ = in_turn(*two_people(open_page, site, "gold-n-crash"))
    open_tab(own, "table")
    own.locator("#confirm").check()
    own.reload()
    own.wait_for_selector("#board .can")
    assert own.locator("#confirm").is_checked()
    log = own.locator("#log").inner_text()
    own.locator('[data-pick="deck"].can').click()
    own.wait_for_selector("#sure:not([hidden])")
    assert "Draw a card" in own.locator("#sure").inner_text()
    own.keyboard.press("Escape")
    own.wait_for_selector("#sure", state="hidden")
    own.locator('[data-pick="deck"].can').focus()
    own.keyboard.press("Enter")
    own.wait_for_selector("#sure:not([hidden])")
    assert own.locator("#log").inner_text() == log  # nothing has been sent yet
    own.keyboard.press("Enter")  # Confirm has the focus
    own.wait_for_function("() => document.querySelector('#log').textContent.includes('draws')")
    assert own.locator("#sure").is_hidden()


def test_a_move_in_the_middle_of_another_leaves_nothing_behind(open_page: Open, site: Site) -> None:
    own, other = in_turn(*two_people(open_page, site, "gold-n-crash"))
    for _ in range(2):  # the second one as soon as both have drawn the first, which takes longer to come to rest
        before = own.evaluate("+document.body.dataset.version")
        own.locator('[data-pick="deck"].can').click()
        for page in (own, other):
            page.wait_for_function("before => +document.body.dataset.version > before", arg=before)
    assert other.locator(".motion").count() <= 1
    for page in (own, other):
        page.wait_for_selector(".motion", state="detached")
        assert page.evaluate("document.getAnimations().filter((one) => one.id).length") == 0
