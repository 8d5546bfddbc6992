"""In a real browser: a dial is turned, games are played, the result settles on the page."""

from __future__ import annotations

import pytest

import parlour
from conftest import LONG
from hands import Mouse, act, over, ready
from pages import Open, axe_by_day_and_night, expect
from parlour.verify import check
from test_fair import finish
from test_fair_browser import SCRIPT
from visit import Site


@pytest.mark.parametrize("size", ["phone", *(["desktop"] if LONG else [])])
def test_a_dial_is_turned_and_the_result_settles(lab_site: Site, new_page: Open, size: str) -> None:
    page = new_page(f"{lab_site.url}/lab", size)
    page.get_by_role("link", name="Photon Rush").click()
    page.get_by_label("Bots").select_option("random")
    page.get_by_label("Games").select_option("100")
    page.get_by_label("start.gold").fill("4" if size == "phone" else "5")
    page.get_by_role("button", name="Play them").click()
    page.wait_for_selector("#lab-result:not([data-running]) svg")
    expect(page.locator("#lab-result")).to_contain_text("Gold at the start")
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0  # nothing sticks out: wide plots scroll by themselves
    assert axe_by_day_and_night(page) == []


@pytest.mark.parametrize("size", ["desktop", *(["phone"] if LONG else [])])
def test_a_variant_is_played_replayed_and_its_record_verifies(lab_site: Site, new_page: Open, size: str) -> None:
    page = new_page(f"{lab_site.url}/lab/photon-rush", size)
    page.get_by_label("Number of players").select_option("2")
    page.get_by_label("goal.gold").fill("6")
    page.get_by_label("start.gold").fill("4")
    page.get_by_role("button", name="Play this at a table").click()
    page.get_by_text("Gold to win: 6 instead of 15").wait_for()
    page.get_by_label("Name of this variant").fill("Short fuse")
    assert axe_by_day_and_night(page) == []
    page.locator("#seat1").select_option("bot:random")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".variant-tag")).to_have_text("variant")
    page.wait_for_selector("body[data-asked]")
    assert "Short fuse" in page.locator(".who-plays").text_content()
    table = page.url
    hand = Mouse(page)
    for _ in range(3):
        ready(page)
        if not over(page):
            act(hand)
    lab_site.run(lab_site.hall.rooms[table.rpartition("/")[2]].do(finish))
    page.goto(f"{table}/replay?at=2")
    expect(page.locator(".variant.note").first).to_contain_text("Gold to win: 6 instead of 15")
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0
    fetched = "address => fetch(address).then(answer => answer.json())"
    record = page.evaluate(fetched, f"{table}/record.json")
    assert record["components"] == {"goal.gold": 6, "start.gold": 4}
    assert check(record)[0] == "good"
    assert parlour.game("photon-rush").replay(record).outcome is not None
    page.goto(table.replace("/t/", "/verify?table="))
    expect(page.locator(".verify")).to_have_attribute("data-status", "good")
    changed = {**record, "components": {"goal.gold": 7, "start.gold": 4}}
    found = page.evaluate(f"async record => (await {SCRIPT}.check(record)).findings", changed)
    assert [tuple(finding) for finding in found] == check(changed)[1]  # the browser says what the others say
