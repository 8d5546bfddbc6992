"""In a real browser: a dial is turned, games are played, the result settles on the page."""

from __future__ import annotations

import pytest

from pages import Open, axe_by_day_and_night, expect
from visit import Site


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_dial_is_turned_and_the_result_settles(lab_site: Site, new_page: Open, size: str) -> None:
    page = new_page(f"{lab_site.url}/lab", size)
    page.get_by_role("link", name="Photon Rush").click()
    page.get_by_label("Bots").select_option("random")
    page.get_by_label("Games").select_option("100")
    page.get_by_label("start.gold").fill("4" if size == "phone" else "5")
    page.get_by_role("button", name="Play them").click()
    page.wait_for_selector("#lab-result:not([data-running]) svg")
    expect(page.locator("#lab-result")).to_contain_text("start.gold=")
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0  # nothing sticks out: wide plots scroll by themselves
    assert axe_by_day_and_night(page) == []
