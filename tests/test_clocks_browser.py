"""In a real browser: a clock that counts down and warns, requests in sight, and a shelf that stays in sight."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hands import open_tab
from pages import EXPLORE, Open, axe, expect
from visit import Site, Visitor, a_site


def test_a_clock_counts_down_warns_and_runs_out(
    tmp_path: Path, new_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("parlour.tables.table", "parlour.web.new_tables"):
        monkeypatch.setattr(f"{module}.PACES", (0, 9))
    monkeypatch.setattr("parlour.tables.room.MISSED", 1)
    # Bots take a breath, as on every server: else the game is over before anybody can come back.
    with a_site(tmp_path, bot_pause=1.0) as site:
        page = new_page(f"{site.url}/new/photon-rush?players=2", size="phone", throw_away=True)
        page.select_option("#seat1", "bot:random")
        page.select_option("#pace", "9")
        page.locator("form.sheet button.primary").click()
        page.wait_for_url("**/t/*")
        clock = page.locator("#clock")
        expect(clock).to_contain_text(re.compile("Your time 0:0[1-9]"))
        expect(page.locator(".people [data-clock='0']")).to_have_text(re.compile("0:0[1-9]"))
        expect(clock).to_have_class("clock yours hurry")
        expect(page.locator("#news")).to_contain_text(re.compile("Little time is left: [1-5] seconds?[.]"))
        expect(page.locator("#log")).to_contain_text("is out of time; a stand-in answers.")
        page.get_by_role("button", name="I'm back").click()
        expect(page.locator("#log")).to_contain_text("is back.")
        expect(page.locator(".request")).to_have_count(0)
        page.context.close()


def test_a_request_is_in_sight_and_leaving_asks_first(site: Site, open_page: Open) -> None:
    bert = Visitor(site, "Bert")
    page = open_page("/new/photon-rush?players=2", size="phone")
    page.select_option("#seat1", "open")
    page.locator("form.sheet button.primary").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    chair = bert.at(table).until(lambda chair: chair.regions)
    chair.send(do="sit", seat=1)
    page.locator('[data-send*="start"]').click()
    expect(page.locator("#clock")).to_have_count(0)  # no pace, no clock
    open_tab(page, "table")
    page.locator("#leave").click()
    chair.until(lambda chair: chair.turn)
    chair.play()
    expect(page.locator("#log li")).not_to_have_count(0)
    resign = page.get_by_role("button", name="Resign")
    expect(resign).to_be_visible()  # an update does not close what is being read
    resign.click()
    expect(page.locator("#ask")).to_contain_text("Bert wins.")
    chair.send(do="rematch", rotate=False)
    accept = page.get_by_role("button", name="Accept")
    expect(accept).to_be_in_viewport()
    expect(page.locator("#news")).to_contain_text("Bert asks for a rematch.")
    assert axe(page) == []
    accept.click()
    page.wait_for_url(lambda url: table not in url)
    chair.leave()
    bert.close()


def test_a_turn_at_another_table_comes_to_this_one(site: Site, open_page: Open) -> None:
    bert = Visitor(site, "Bert")
    page = open_page("/new/photon-rush?players=2", size="phone", has_touch=True, throw_away=True)
    page.select_option("#seat1", "open")
    page.locator("form.sheet button.primary").click()
    page.wait_for_url("**/t/*")
    there = page.url.rpartition("/")[2]
    chair = bert.at(there).until(lambda chair: chair.regions)
    chair.send(do="sit", seat=1)
    page.locator('[data-send*="start"]').click()
    chair.until(lambda chair: chair.turn)
    page.locator("#board .can").first.wait_for()
    page.clock.install()
    page.goto(site.url)
    page.locator('form[action="/play/gold-n-crash"] button').click()
    page.wait_for_url("**/t/*")
    page.locator("#board .can, #ask [data-action]").first.wait_for()
    waits = page.locator("#waits .request")
    size = "() => document.querySelector('[data-field]').style.getPropertyValue('--fit')"
    whole = page.evaluate(size)
    expect(waits).to_have_count(0)  # not at once: first comes this table
    page.clock.run_for(2500)
    expect(waits).to_contain_text("It is your turn at another table: Photon Rush, with Bert.")
    expect(page.locator("#news")).to_contain_text("It is your turn at another table")
    go, later = waits.get_by_role("link", name="Go there"), waits.get_by_role("button", name="Later")
    for button in (go, later):
        expect(button).to_be_in_viewport(ratio=1)
        assert button.bounding_box()["height"] >= 44
    page.evaluate(EXPLORE)
    assert page.evaluate("wrongHere(true)") == []
    assert axe(page) == []
    later.tap()
    expect(waits).not_to_be_visible()
    assert page.evaluate(size) == whole  # the board has its room again
    page.clock.run_for(31_000)
    expect(waits).not_to_be_visible()  # nothing has happened there since
    chair.send(do="say", text="Hello?")
    chair.play()
    page.clock.run_for(31_000)
    expect(waits).to_be_visible()
    go.tap()
    page.wait_for_url(f"**/t/{there}")
    page.clock.run_for(2500)
    expect(page.locator("#waits")).not_to_be_visible()  # it is here; and at the other one nobody but bots waits
    chair.leave()
    bert.close()


# "Play now", nine times.
MANY = """async () => {
    const form = document.querySelector('form[action="/play/photon-rush"]');
    for (let i = 0; i < 9; i++)
        await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
}"""


def test_stray_tables_do_not_push_the_shelf_off_the_screen(site: Site, open_page: Open) -> None:
    page = open_page("/", size="phone")
    page.evaluate(MANY)
    page.goto(site.url)
    expect(page.locator("#games")).to_be_in_viewport()
    more = page.locator(".folded > summary")
    expect(more).to_contain_text("8")
    more.click()
    assert axe(page) == []
    page.locator(".folded .change > summary").first.click()
    page.get_by_role("button", name="Delete for good").first.click()
    expect(page.locator(".folded .count")).to_have_text("7")
    page.locator(".change > summary").first.click()
    page.get_by_role("button", name="Hide").first.click()
    hidden = page.locator(".folded > summary", has_text="Hidden")
    hidden.click()
    page.get_by_role("button", name="Show again").click()
    expect(page.locator(".folded", has_text="Hidden")).to_have_count(0)
