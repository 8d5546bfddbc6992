"""In a real browser: a hint by key, click and tap, lit on the board and spoken; and what a bot would have played, in a
replay."""

from __future__ import annotations

from typing import Any

import pytest

from pages import Open, answers, axe, expect
from visit import Site

HIDDEN = "box => [...document.querySelectorAll('.hinted')].some(thing => { const at = thing.getBoundingClientRect(), on = box.getBoundingClientRect(); return at.width && at.top < on.bottom && at.bottom > on.top && at.left < on.right && at.right > on.left })"  # noqa: E501


def at_a_table(open_page: Open, game: str, **more: Any) -> Any:
    page = open_page("/", **more)
    page.locator(f'form[action="/play/{game}"] button').click()
    page.wait_for_url("**/t/*")
    page.wait_for_function("() => document.body.dataset.question")
    return page


@pytest.mark.parametrize(
    ("game", "size", "way"),
    [
        ("mogul", (1280, 800), "key"),
        ("gold-n-crash", (360, 640), "tap"),
        ("photon-rush", (844, 390), "tap"),
        ("crash-and-grab", (390, 844), "click"),
        ("crusgallo", (360, 640), "key"),
    ],
)
def test_a_hint_is_lit_on_the_board_told_and_done(open_page: Open, game: str, size: tuple[int, int], way: str) -> None:
    page = at_a_table(open_page, game, size=size, has_touch=way == "tap")
    button = page.get_by_role("button", name="Hint")
    expect(button).to_be_enabled()
    expect(button).to_be_visible()  # once the page has taken up its size
    box = button.bounding_box()
    assert box["height"] >= 44
    assert box["width"] >= 44
    assert box["y"] + box["height"] <= size[1]
    if way == "key":
        page.keyboard.press("h")
    else:
        getattr(button, way)()
    hint = page.locator("#hint")
    expect(hint).to_contain_text("A bot would choose: ")
    take = hint.get_by_role("button", name="Do it")
    expect(take).to_be_visible()
    expect(page.locator("#news")).to_contain_text("A bot would choose: ")  # for those who hear the table
    expect(page.locator(".hinted").first).to_be_visible()
    assert not hint.evaluate(HIDDEN)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(page, only=["aria-allowed-role", "button-name", "color-contrast", "nested-interactive"]) == []
    hint.get_by_role("button", name="Close").click()
    expect(hint).to_be_hidden()
    expect(page.locator(".hinted").first).to_be_visible()  # the way stays lit
    page.keyboard.press("h")  # what is known already is shown at once
    expect(take).to_be_visible()
    question = page.evaluate("document.body.dataset.question")
    take.click()
    page.wait_for_function("question => document.body.dataset.question !== question", arg=question)
    expect(page.locator(".hinted")).to_have_count(0)
    expect(hint).to_be_hidden()


def test_a_replay_tells_what_a_bot_would_have_played(open_page: Open, site: Site) -> None:
    page = open_page("/new/photon-rush?players=2")
    page.locator("#seat1").select_option("bot:random")
    page.locator("#option-round_limit").fill("1")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    for _ in range(8):
        page.wait_for_function("() => document.body.dataset.question || document.querySelector('#ask .places')")
        if page.locator("#ask .places").count():
            break
        question = page.evaluate("document.body.dataset.question")
        page.keyboard.press("h")
        page.locator("#hint").get_by_role("button", name="Do it").click()
        page.wait_for_function("question => document.body.dataset.question !== question", arg=question)
    page.goto(f"{page.url}/replay?at=0&seat=0")
    answers(page).get_by_role("button", name="What would a bot have played here?").click()
    said = page.locator(".advice .said")
    expect(said).to_contain_text("A bot would choose: ")
    assert axe(page) == []
    page.locator('[rel="next"]').click()
    expect(page.locator(".at")).to_contain_text("Step 1 of")
    expect(page.locator(".advice .said")).to_have_text("")  # it was about another moment
