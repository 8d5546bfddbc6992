"""The controls of single games in a real browser: standing orders, a cavern that pans and zooms, things that explain
themselves."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest

from parlour.tables.hall import Room
from parlour.tables.table import Seat, Table
from visit import Site, a_site

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: browser tests are skipped")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("no Chromium here: browser tests are skipped (apt install chromium)", allow_module_level=True)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]
Open = Callable[..., Any]
pytestmark = pytest.mark.flaky(reruns=1)  # on a busy machine a browser may be late


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_site(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as tools:
        found = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def at_table(browser: Any, site: Site) -> Iterator[Open]:
    """A page at a table whose other seats are absent people: nothing happens by itself."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def open_one(game: str, players: int, ready: Callable[[Table], None], width: int = 1280, **more: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 860}, **{"locale": "en-GB", **more})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(site.url)
        me = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "parlour").split(".")[0]

        def make(table: Table) -> None:
            others = [Seat("person", f"nobody{i}", f"P{i}") for i in range(1, players)]
            table.make(game, players, {}, me, [Seat("person", me, "Ann"), *others])
            table.start(me, seed="7")
            ready(table)

        async def work() -> Room:
            return await site.hall.make(make)

        page.room = site.run(work())
        page.goto(f"{site.url}/t/{page.room.table.id}")
        page.wait_for_selector("#board > *")
        page.wait_for_selector("#board .can, #ask [data-action]")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert [text for text in complaints if "404" not in text] == []


def view(table: Table) -> dict[str, Any]:
    assert table.state is not None
    return table.state.view(0)


# -- Mogul: standing orders ---------------------------------------------------------------------------------


def bidding(table: Table) -> None:
    """The person at seat 0 is asked for a bid."""
    while view(table)["phase"] == "loan":
        table.play(table.to_act()[0], "decline")
    while table.to_act() != [0]:
        table.play(table.to_act()[0], "pay")


def others_pay(site: Site, room: Room) -> None:
    def pay(table: Table) -> None:
        while table.to_act() and table.to_act() != [0]:
            table.play(table.to_act()[0], "pay")

    site.run(room.do(pay))


@pytest.mark.parametrize("width", [1280, 360])
def test_keep_paying_by_mouse_and_stop(at_table: Open, site: Site, width: int) -> None:
    page = at_table("mogul", 3, bidding, width)
    tokens = int(page.locator(".purse .sum").inner_text())
    field = page.locator("#order-pay")
    assert field.input_value() == "3"
    page.get_by_role("button", name="One token fewer").click()
    assert field.input_value() == "2"
    for button in page.locator("#orders button").all():
        box = button.bounding_box()
        assert box["height"] >= 40, button.inner_text()
        assert box["width"] >= 40
        assert box["x"] + box["width"] <= width
    page.get_by_role("button", name="Start").click()
    page.wait_for_function("left => +document.querySelector('.purse .sum').innerText === left", arg=tokens - 1)
    page.get_by_text("Paying up to 1 more token").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator("#order-pay").wait_for()
    assert page.locator("#order-pay").input_value() == "2"  # the number chosen last is offered again
    others_pay(site, page.room)
    page.wait_for_selector("#board [data-pick=pay].can")
    page.wait_for_timeout(300)
    assert int(page.locator(".purse .sum").inner_text()) == tokens - 1, "an order that was stopped has paid"


def test_keep_paying_by_keyboard_in_french_until_it_is_used_up(at_table: Open, site: Site) -> None:
    page = at_table("mogul", 3, bidding, locale="fr-FR")
    tokens = int(page.locator(".purse .sum").inner_text())
    page.get_by_label("Continuer à payer jusqu'à").focus()
    page.keyboard.type("2")
    page.keyboard.press("Control+A")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.get_by_text("Paie encore 1 jeton au plus").wait_for()
    others_pay(site, page.room)
    page.wait_for_function("left => +document.querySelector('.purse .sum').innerText === left", arg=tokens - 2)
    others_pay(site, page.room)
    page.wait_for_selector("#board [data-pick=pay].can")
    assert page.get_by_role("button", name="Lancer").is_enabled()
    page.get_by_role("button", name="Refuser tous les prêts").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#order-loans[aria-pressed=true]")
    assert page.evaluate("document.activeElement.id") == "order-loans"
    page.reload()
    page.wait_for_selector("#order-loans[aria-pressed=true]")


# -- Crusgallo: the cavern ------------------------------------------------------------------------------------


def some_cards(table: Table) -> None:
    assert table.state is not None
    for _ in range(10):
        legal = table.state.legal(0)
        table.play(0, next((action for action in legal if action.startswith("place")), legal[0]))
        assert table.state is not None
    while not any(action.startswith("place") for action in table.state.legal(0)):
        table.play(0, table.state.legal(0)[0])


def until_played(page: Any, steps: int) -> None:
    for _ in range(150):
        if len(page.room.table.steps) > steps:
            return
        page.wait_for_timeout(100)
    raise AssertionError("nothing was played")


SCALE = """() => { const m = document.querySelector('.map');
  return m.getBoundingClientRect().width / m.viewBox.baseVal.width }"""
MIDDLE = """() => { const p = document.querySelector('.pan'), m = document.querySelector('.map');
  const a = p.getBoundingClientRect(), b = m.getBoundingClientRect(), v = m.viewBox.baseVal, k = b.width / v.width;
  return [v.x + (a.left + p.clientWidth / 2 - b.left) / k, v.y + (a.top + p.clientHeight / 2 - b.top) / k] }"""


def test_the_cavern_zooms_and_pans_and_stays_when_a_card_is_laid(at_table: Open) -> None:
    page = at_table("crusgallo", 1, some_cards)
    whole = page.evaluate(SCALE)
    page.get_by_role("button", name="Larger (+)").click()
    assert page.evaluate(SCALE) == pytest.approx(whole * 1.25, rel=0.01)
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert page.evaluate(SCALE) == pytest.approx(whole * 1.25**3, rel=0.01)
    page.keyboard.press("-")
    page.locator(".pan").hover()
    page.mouse.wheel(0, -300)
    larger = page.evaluate(SCALE)
    assert larger > whole * 1.6
    box = page.locator(".pan").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.evaluate(MIDDLE)
    steps = len(page.room.table.steps)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    page.wait_for_timeout(150)
    assert len(page.room.table.steps) == steps, "the end of a drag has laid a card"
    after = page.evaluate(MIDDLE)
    assert after[0] - before[0] == pytest.approx(60 / larger, abs=2)
    assert after[1] - before[1] == pytest.approx(40 / larger, abs=2)
    cards = page.locator(".map > [data-piece]").count()
    page.locator(".a.can").first.dispatch_event("click")
    page.wait_for_function("n => document.querySelectorAll('.map > [data-piece]').length > n", arg=cards)
    assert page.evaluate(SCALE) == pytest.approx(larger, rel=0.001)
    again = page.evaluate(MIDDLE)
    assert again == pytest.approx(after, abs=1.5)
    page.keyboard.press("0")
    assert page.evaluate(SCALE) <= whole * 1.05


def test_a_card_turns_with_a_key_and_a_button(at_table: Open) -> None:
    page = at_table("crusgallo", 1, some_cards)
    page.wait_for_selector(".turn.picked")
    picked = page.locator(".turn.picked")
    first = picked.get_attribute("data-t")
    assert page.locator(".a.can").count() > 0, "the card can be laid at once"
    page.keyboard.press("r")
    second = picked.get_attribute("data-t")
    assert second != first
    page.get_by_role("button", name="Turn the card (R)").click()
    assert picked.get_attribute("data-t") not in (first, second)
    turned = picked.get_attribute("data-t")
    anchor = page.locator(".a.can").first
    place = anchor.get_attribute("data-pick").replace(",", " ")
    steps = len(page.room.table.steps)
    anchor.dispatch_event("click")
    until_played(page, steps)
    assert page.room.table.steps[-1].action.endswith(f" {place} {turned}")


def test_two_fingers_make_the_cavern_larger(at_table: Open) -> None:
    page = at_table("crusgallo", 1, some_cards, 360, has_touch=True, is_mobile=True)
    small = page.evaluate(SCALE)
    assert small * 40 >= 40, "a cell is a target for a finger"
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        made = [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": made})

    page.evaluate("document.querySelector('.cave').scrollIntoView({block: 'start'})")
    box = page.locator(".pan").bounding_box()
    x, y = box["x"] + 150, box["y"] + 200
    touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in (35, 45, 60):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    page.wait_for_timeout(100)
    assert page.evaluate(SCALE) > small * 1.3
    assert page.evaluate("visualViewport.scale") == 1, "the page itself stays as it is"


# -- everything explains itself ---------------------------------------------------------------------------------


def as_dealt(table: Table) -> None:
    """A table where the person at seat 0 is asked something."""
    while 0 not in table.to_act():
        assert table.state is not None
        seat = table.to_act()[0]
        table.play(seat, table.state.legal(seat)[0])


def test_a_thing_explains_itself_to_a_mouse(at_table: Open) -> None:
    page = at_table("mogul", 3, bidding)
    page.locator("#mogul-pot").hover()
    tip = page.locator("#tip")
    tip.wait_for()
    assert "Whoever withdraws takes it all" in tip.inner_text()
    link = tip.locator("a", has_text="KR-36")
    assert link.get_attribute("href") == "/rules/mogul#kr-36"
    link.hover()
    page.wait_for_timeout(500)
    assert tip.is_visible(), "the link can be reached"
    assert page.locator("#mogul-pot[title]").count() == 0  # no second window by the browser
    page.mouse.move(2, 2)
    tip.wait_for(state="hidden")


def test_a_thing_explains_itself_to_a_finger_and_is_not_chosen(at_table: Open) -> None:
    page = at_table("mogul", 3, bidding, 360, has_touch=True, is_mobile=True)
    steps = len(page.room.table.steps)
    button = page.locator(".plate.withdraw")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    point = [{"x": box["x"] + 20, "y": box["y"] + 20}]
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    page.locator("#tip").wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert "out of this auction for good" in page.locator("#tip").inner_text()
    page.wait_for_timeout(200)
    assert page.locator("#tip").is_visible()
    assert len(page.room.table.steps) == steps
    shown = page.locator("#tip").bounding_box()
    assert shown["x"] >= 0
    assert shown["x"] + shown["width"] <= 360
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)  # a short tap still chooses
    page.wait_for_selector("#tip", state="hidden")
    page.wait_for_selector(".plate.withdraw", state="detached")


# What is explained now, its first rule, and whether it is a thing of the game; nothing if it was explained before.
EXPLAINED = """() => { const here = document.activeElement, tip = document.querySelector('#tip');
  if (here.dataset.met) return null;
  here.dataset.met = 'yes';
  const piece = !here.matches('.name, button:not([data-pick])'); // names of people and plain controls have no rule
  return [tip.innerText, tip.querySelector('a')?.getAttribute('href') ?? '', piece] }"""


@pytest.mark.parametrize(
    ("game", "players"),
    [("gold-n-crash", 2), ("crash-and-grab", 3), ("photon-rush", 3), ("mogul", 3), ("crusgallo", 1)],
)
def test_the_key_e_goes_through_everything_and_each_names_a_rule(at_table: Open, game: str, players: int) -> None:
    page = at_table(game, players, as_dealt)
    page.locator("#ask .question").focus()
    page.keyboard.press("e")
    page.locator("#tip").wait_for()
    silent: list[str] = []
    count = 0
    while (found := page.evaluate(EXPLAINED)) is not None:
        text, rule, piece = found
        assert text
        count += 1
        if piece and f"/rules/{game}#" not in rule:
            silent.append(text)
        page.keyboard.press("ArrowRight")
        assert count < 400
    assert count > 12
    assert silent == []
    page.keyboard.press("Escape")
    page.locator("#tip").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.className") == "question"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_tips_orders_and_scores(at_table: Open, site: Site, theme: str) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe is not installed: accessibility is not checked")
    script = files("axe_playwright_python").joinpath("axe.min.js").read_text()

    def check(page: Any, where: str) -> None:
        page.evaluate(script)
        found = page.evaluate("axe.run()")["violations"]
        assert [(item["id"], [node["html"][:120] for node in item["nodes"]]) for item in found] == [], where

    page = at_table("mogul", 3, bidding, color_scheme=theme)
    page.locator("#order-loans").click()
    page.wait_for_selector("#order-loans[aria-pressed=true]")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Stop").wait_for()
    page.locator("#mogul-deck").hover()
    page.locator("#tip").wait_for()
    check(page, "orders and a tip")
    page = at_table("crusgallo", 1, some_cards, color_scheme=theme)
    page.keyboard.press("e")
    page.locator("#tip").wait_for()
    check(page, "the cavern")

    def finish(table: Table) -> None:
        while table.status == "playing":
            assert table.state is not None
            table.play(0, table.state.legal(0)[0])

    site.run(page.room.do(finish))
    for path in ("/log/crusgallo", "/daily/crusgallo"):
        page.goto(site.url + path)
        check(page, path)
