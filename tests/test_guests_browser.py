"""In a real browser: an invitation, a shared moment, a level that is remembered, sounds that are off until wanted."""

from __future__ import annotations

from typing import Any

import pytest

from pages import Open, axe, expect
from visit import Site

# Counts the sounds that are begun, in a page whose sounds nobody can hear.
EAR = """
window.begun = 0;
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...more) { window.begun += 1; return start.apply(this, more); };
}
"""
SHEET = "navigator.share = async (what) => { window.shared = what; };"
NO_SHEET = (
    "delete Navigator.prototype.share; navigator.clipboard.writeText = async (text) => { window.copied = text; };"
)


def connected(page: Any) -> Any:
    page.wait_for_function("() => document.body?.dataset.version")
    return page


def a_lobby(open_page: Open) -> Any:
    host = open_page("/new/mogul?players=3")
    host.locator("#seat1").select_option("open")
    host.locator("#seat2").select_option("bot:easy")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    return connected(host)


def path_of(page: Any, site: Site) -> str:
    return str(page.url).removeprefix(site.url)


@pytest.mark.parametrize(("size", "locale"), [((360, 640), "fr-FR"), ((1280, 800), "en-GB")])
def test_an_invitation_is_answered_with_a_name_and_one_button(
    open_page: Open, site: Site, size: tuple[int, int], locale: str
) -> None:
    host = a_lobby(open_page)
    guest = connected(open_page(path_of(host, site), size=size, locale=locale))
    title = "vous invite à jouer à Mogul" if locale == "fr-FR" else "invites you to Mogul"
    expect(guest.locator("#ask .question")).to_contain_text(title)
    sit = guest.get_by_role("button", name="S’asseoir" if locale == "fr-FR" else "Sit down", exact=True)
    box = sit.bounding_box()
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= size[1]  # in sight at once
    assert axe(guest) == []
    field = guest.get_by_label("Votre nom à la table" if locale == "fr-FR" else "Your name at the table")
    field.fill("Bert")
    connected(open_page(path_of(host, site)))  # somebody else comes: the page is drawn anew
    expect(host.locator("#people")).to_contain_text("are watching")
    expect(field).to_have_value("Bert")
    field.press("Enter")
    expect(guest.locator("#people")).to_contain_text("Bert")
    expect(guest.locator(".top .who")).to_have_text("Bert")
    expect(host.locator("#people")).to_contain_text("Bert")
    assert guest.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_hosts_share_the_link_by_the_sheet_and_show_its_code(open_page: Open, site: Site) -> None:
    host = a_lobby(open_page)
    host.add_init_script(SHEET)
    host.reload()
    connected(host).get_by_role("button", name="Share").click()
    assert host.evaluate("window.shared.url") == host.url
    host.get_by_text("QR code, for a phone").click()
    code = host.locator(".code img")
    code.scroll_into_view_if_needed()
    host.wait_for_function("() => document.querySelector('.code img').naturalWidth > 0")
    host.get_by_text("Who the bots are").click()
    assert axe(host) == []


def test_a_moment_of_a_replay_is_copied_where_there_is_no_sheet(open_page: Open, site: Site) -> None:
    page = open_page("/", script=NO_SHEET)
    page.locator('form[action="/play/crusgallo"] button').click()
    page.wait_for_url("**/t/*")
    connected(page)
    page.goto(f"{page.url}/replay?at=0")
    share = page.get_by_role("button", name="Share this moment")
    share.click()
    page.wait_for_function("() => window.copied")
    copied = page.evaluate("window.copied")
    assert copied == page.url.partition("?")[0] + "?at=0&seat=0"
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert axe(page) == []
    expect(open_page(copied.removeprefix(site.url)).locator(".steps .at")).to_contain_text("Step 0")


def test_the_level_is_chosen_beside_play_now_and_remembered(open_page: Open) -> None:
    page = open_page("/")
    level = page.locator('form[action="/play/gold-n-crash"] select')
    level.select_option("easy")
    assert axe(page) == []
    page.locator('form[action="/play/gold-n-crash"] button').click()
    page.wait_for_url("**/t/*")
    expect(connected(page).locator("#people")).to_contain_text("bot: easy")
    page.goto(page.url.partition("/t/")[0])
    expect(level).to_have_value("easy")
    expect(page.locator('form[action="/play/mogul"] select')).to_have_value("easy")


def test_sounds_are_off_until_wanted_and_one_tap_silences_them(open_page: Open) -> None:
    page = open_page("/", script=EAR)
    page.locator('form[action="/play/crusgallo"] button').click()
    page.wait_for_url("**/t/*")
    connected(page)
    mute = page.locator("#mute")

    def tell_of_a_turn() -> int:
        page.evaluate("document.dispatchEvent(new Event('parlour:turn'))")
        begun: int = page.evaluate("window.begun")
        return begun

    expect(mute).to_have_attribute("aria-pressed", "false")
    assert tell_of_a_turn() == 0
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Volume")).to_be_visible()
    heard = page.evaluate("window.begun")
    assert heard > 0
    assert tell_of_a_turn() > heard
    # What moves on the board is heard, the loudest thing of each beat; what is not in sight makes no sound.
    for beat, sounds in (([["move", "x", "", ""]], 1), ([["mark", "x", "hit", ""]], 2), ([["show", "x"]], 0)):
        before = page.evaluate("window.begun")
        page.evaluate(
            "beat => document.dispatchEvent(new CustomEvent('parlour:beats', { detail: [{ beat, at: 0 }] }))", beat
        )
        assert page.evaluate("window.begun") - before == sounds
    assert axe(page) == []
    page.reload()
    connected(page)
    expect(mute).to_have_attribute("aria-pressed", "true")  # it is remembered
    page.keyboard.press("m")
    expect(mute).to_have_attribute("aria-pressed", "false")
    silent = page.evaluate("window.begun")
    assert tell_of_a_turn() == silent
