"""A real browser plays: Debian's Chromium through Playwright, nothing is downloaded."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader

import parlour
from parlour.web import boards
from visit import Site, a_site

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: browser tests are skipped")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("no Chromium here: browser tests are skipped (apt install chromium)", allow_module_level=True)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]
READY = "#ask [data-action]:visible, #board .can, .over"
Open = Callable[..., Any]


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
def open_page(browser: Any, site: Site) -> Iterator[Open]:
    """A page with cookies of its own; whatever the browser complains about fails the test."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def open_one(path: str = "/", width: int = 1280, height: int = 860, **more: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(site.url + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert [text for text in complaints if "404" not in text] == []


def over(page: Any) -> bool:
    return bool(page.locator(".over").count())


def act(page: Any) -> None:
    """Answer the question: with the first button, or by picking what is lit up on the board."""
    page.wait_for_selector("#ask [data-action]:visible, #board .can")
    before = page.locator("#log").inner_html()
    button = page.locator("#ask [data-action]:visible")
    if button.count():
        button.last.click()
    else:
        for _ in range(6):
            lit = page.locator("#board .can")
            if not lit.count():
                break
            lit.first.dispatch_event("click")
            page.wait_for_timeout(60)
            if page.locator("[aria-busy]").count() or page.locator("#log").inner_html() != before:
                break
    page.wait_for_function("before => document.querySelector('#log').innerHTML !== before", arg=before)


def fast_game(page: Any, rounds: int = 3) -> None:
    """A short game of Photon Rush against one bot, made with the form."""
    page.get_by_role("link", name="2 players").click()
    page.get_by_label("Rounds after which").fill(str(rounds))
    page.get_by_role("button", name="Open the table").click()


def test_a_game_from_the_shelf_to_the_end_by_mouse(open_page: Open) -> None:
    page = open_page()
    box = page.locator(".box", has_text="Photon Rush")
    box.get_by_role("link", name="New table").click()
    fast_game(page)
    for _ in range(100):
        page.wait_for_selector(READY)
        if over(page):
            break
        act(page)
    assert over(page)
    assert "wins" in page.locator(".over").inner_text() or "share" in page.locator(".over").inner_text()
    page.get_by_role("link", name="Replay").click()
    page.locator('[rel="first"]').click()
    page.wait_for_function("() => document.querySelector('.at').textContent.startsWith('Step 0 ')")
    page.locator('[rel="next"]').click()
    page.wait_for_function("() => document.querySelector('.at').textContent.startsWith('Step 1 ')")
    assert "at=1" in page.url
    page.get_by_role("link", name="Play on from here").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(READY)


def test_a_game_by_keyboard_only(open_page: Open) -> None:
    page = open_page("/new/photon-rush?players=2")

    def tab_to(selector: str) -> None:
        for _ in range(80):
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached")

    tab_to("#option-round_limit")
    page.keyboard.type("2")
    tab_to("form.sheet button.primary")
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    for turn in range(60):
        page.wait_for_selector(READY)
        if over(page):
            break
        before = page.locator("#log").inner_html()
        for _ in range(4):  # an action is a button, or a few picks on the board
            tab_to("[data-action], .can")
            if turn % 2:
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.wait_for_timeout(100)
            if page.locator("#log").inner_html() != before:
                break
        page.wait_for_function("before => document.querySelector('#log').innerHTML !== before", arg=before)
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    assert over(page)
    assert page.locator("#news p").count() > 0  # it was said aloud


def test_two_browsers_at_one_table(open_page: Open, site: Site) -> None:
    anna = open_page("/new/photon-rush?players=2")
    anna.locator("#seat1").select_option("open")
    anna.get_by_role("button", name="Open the table").click()
    anna.wait_for_function("document.querySelector('input.link')?.value.startsWith(location.origin)")
    link = anna.locator("input.link").input_value()
    bert = open_page(link.removeprefix(site.url), width=360, height=740)
    bert.get_by_role("button", name="Sit here").click()
    anna.get_by_role("button", name="Start").click()
    bert.wait_for_selector(READY)
    bert.locator("#say-text").fill("<b>hello</b>")
    bert.get_by_role("button", name="Send").click()
    anna.wait_for_function("() => document.querySelector('#chat').textContent.includes('<b>hello</b>')")
    act(anna)
    anna.wait_for_function("document.querySelector('#log').textContent.includes('Your secret choice')")
    bert.wait_for_function("() => document.querySelector('#log').textContent.includes('has chosen')")
    assert "Your secret choice" not in bert.locator("#log").inner_text()
    # The connection breaks; both come back by themselves and play on.
    room = site.hall.rooms[anna.url.rsplit("/", 1)[1]]
    for watcher in list(room.watchers):
        site.run(watcher.socket.close(code=1012))  # type: ignore[attr-defined]
    for _ in range(200):
        if len(room.watchers) == 2:
            break
        anna.wait_for_timeout(50)
    assert len(room.watchers) == 2
    act(bert)
    anna.wait_for_function("document.title.startsWith('● Your turn')")


def test_one_screen_has_a_curtain(open_page: Open) -> None:
    page = open_page("/new/photon-rush?players=2")
    page.locator("#seat1").select_option("screen")
    page.locator('[name="name1"]').fill("Zoe")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="I'm here").click()
    act(page)
    page.wait_for_selector(".curtain")
    assert "Zoe" in page.locator(".curtain").inner_text()
    assert "secret choice" not in page.locator("main").inner_text()


@pytest.mark.parametrize("game", parlour.games())
def test_every_game_in_the_browser_on_a_phone_in_french(open_page: Open, game: str) -> None:
    page = open_page(width=360, height=740, color_scheme="dark")
    page.get_by_role("button", name="FR").click()
    box = page.locator(".box", has=page.locator(f'form[action="/play/{game}"]'))
    box.get_by_role("button", name="Jouer").click()
    for _ in range(8):
        page.wait_for_selector(READY)
        if over(page):
            break
        act(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "the page is wider than the phone"
    small = page.evaluate(
        "[...document.querySelectorAll('button, .button')].filter(b => b.offsetParent && b.offsetHeight < 40).length"
    )
    assert small == 0, "a target is smaller than a finger"


TOY = """{% for pick in things %}
<button type="button" data-pick="{{ pick }}" data-piece="{{ pick }}">{{ pick }}</button>
{% endfor %}"""


class ToyBoard:
    """A board of its own for Photon Rush's building phase: first the mines, then the saloons."""

    @staticmethod
    def board(view: Any, seat: Any, legal: list[str], words: Any) -> dict[str, Any]:
        return {"things": [*(f"mines-{i}" for i in range(3)), *(f"saloons-{i}" for i in range(2))]}

    @staticmethod
    def picks(view: Any, seat: Any, legal: list[str]) -> dict[str, list[str]]:
        built = [action.split(" ") for action in legal if action.startswith("build ")]
        return {" ".join(words): [f"mines-{words[1]}", f"saloons-{words[2]}"] for words in built}


def test_a_board_of_its_own_is_played_by_picks(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    own = DictLoader({"photon-rush/board.html": TOY})
    monkeypatch.setattr(boards, "own_board", lambda game: ToyBoard)
    monkeypatch.setattr(boards.TEMPLATES, "loader", ChoiceLoader([own, *filter(None, [boards.TEMPLATES.loader])]))
    page = open_page("/new/photon-rush?players=2")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".can")
    lit = page.locator(".can").all_inner_texts()
    assert lit == ["mines-0", "mines-1", "mines-2"]
    assert page.locator("[data-action]:visible").count() == 0  # all of it can be done on the board
    page.get_by_role("button", name="mines-0").click()
    assert page.locator(".can").all_inner_texts() == ["saloons-0", "saloons-1"]
    page.keyboard.press("Escape")  # one pick back
    assert page.locator(".can").all_inner_texts() == lit
    page.get_by_role("button", name="mines-0").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="saloons-0").click()
    page.wait_for_function("() => document.querySelector('#log').textContent.includes('1 mine')")


def test_the_table_as_text_is_one_key_away(open_page: Open) -> None:
    if boards.own_board("gold-n-crash") is None:
        pytest.skip("the game has no other board")
    page = open_page("/")
    page.locator('form[action="/play/gold-n-crash"] button').click()
    page.wait_for_selector("#board .can")
    page.keyboard.press("t")
    page.wait_for_selector(".plain-board")
    assert page.locator("#ask [data-action]").count() > 1
    page.reload()
    page.wait_for_selector(".plain-board")
    page.locator("#as-text").uncheck()
    page.wait_for_selector("#board .can")


@pytest.mark.parametrize("game", parlour.games())
def test_a_guide_from_the_shelf_to_play_now(open_page: Open, game: str) -> None:
    """What the guide points at is picked, by mouse and by keyboard in turn; at the end a game is played."""
    page = open_page()
    page.locator(f'.box a[href="/guide/{game}"]').click()
    page.wait_for_selector(".pick-me")
    steps = page.locator(".progress li").count()
    for step in range(steps):
        for _ in range(4):
            point = page.locator(".pick-me").first
            if step % 2:
                point.focus()
                page.keyboard.press("Enter")
            else:
                point.click()
            page.wait_for_function("() => !document.querySelector('[aria-busy]')")  # the answer is there, if one was sent
            if page.locator(".lesson.done").count():
                break
        page.wait_for_selector(".lesson.done")
        assert f"step={step + 1}&done=1" in page.url
        assert page.evaluate("document.activeElement.matches('#ask .question')"), "the focus is lost"
        page.locator(".lesson nav .primary").click()
        page.wait_for_selector(".lesson:not(.done)")
    page.go_back()
    page.wait_for_selector(".lesson.done")
    page.go_forward()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(READY)


def test_a_guide_is_patient(open_page: Open) -> None:
    page = open_page("/guide/mogul?step=2", width=360, height=740)
    page.wait_for_selector(".pick-me")
    page.locator('[data-pick="withdraw"]').click()
    page.wait_for_selector(".refusal.friendly")
    assert "could not sell" in page.locator("#refusal").inner_text()
    assert page.locator(".pick-me").count() == 1
    page.get_by_role("link", name="Show me").click()
    page.wait_for_selector(".lesson.done")
    page.get_by_role("link", name="Previous").click()
    page.wait_for_selector(".pick-me")
    page.keyboard.press("t")
    page.wait_for_selector(".plain-board")
    page.locator('#ask [data-action="pay"].pick-me').click()
    page.wait_for_selector(".lesson.done")


def test_the_rules_open_beside_the_board(open_page: Open) -> None:
    page = open_page("/")
    page.locator('form[action="/play/photon-rush"] button').click()
    page.wait_for_selector(READY)
    act(page)
    page.locator("#log a.rule").last.click()
    page.wait_for_selector(".rules-panel .found-here")
    rule = page.locator("#log a.rule").last.inner_text()
    assert rule in page.locator(".rules-panel .found-here").inner_text()
    panel = page.locator(".rules-panel").bounding_box()
    assert panel["x"] >= page.locator(".play").bounding_box()["x"] + page.locator(".play").bounding_box()["width"]
    page.keyboard.press("Escape")
    assert page.locator(".rules-panel").is_hidden()
    assert page.evaluate("document.activeElement.matches('#log a.rule')"), "the focus does not go back"
    page.keyboard.press("?")
    page.wait_for_selector("#rules-q:focus")
    page.keyboard.type("SALOÓN mercenary")
    page.wait_for_function("() => /^\\d+ paragraph/.test(document.querySelector('.hits').textContent)")
    marks = page.locator(".panel-body mark:visible").all_inner_texts()
    assert {mark.lower() for mark in marks} >= {"saloon", "mercenary"}
    page.keyboard.press("Enter")
    assert page.locator(".found-here").count() == 1
    page.keyboard.type(" xyzzy")
    assert page.locator(".hits").inner_text() == "Nothing in the rules has these words."
    page.keyboard.press("Escape")  # first the words
    assert page.locator(".panel-body mark").count() == 0
    page.keyboard.press("Escape")  # then the panel
    assert page.locator(".rules-panel").is_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.press("?")
    page.wait_for_selector("#rules-q:focus")
    assert page.locator(".rules-panel").bounding_box()["width"] == 360
    assert page.evaluate("document.querySelector('main').inert"), "what is covered can be reached"
    page.keyboard.press("?")  # is typed into the field
    page.locator("[data-close-rules]").click()
    assert not page.evaluate("document.querySelector('main').inert")


def test_the_search_says_the_same_with_and_without_script(open_page: Open) -> None:
    typed = open_page("/rules/mogul")
    typed.locator("#rules-q").fill("pot token")
    sent = open_page("/rules/mogul?q=pot+token", java_script_enabled=False)
    assert typed.locator(".hits").inner_text() == sent.locator(".hits").inner_text()
    assert typed.locator("mark:visible").all_inner_texts() == sent.locator("mark:visible").all_inner_texts() != []


def axe(page: Any) -> list[Any]:
    """What axe objects to on a page."""
    pytest.importorskip("axe_playwright_python", reason="axe is not installed: accessibility is not checked")
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    # Pictures of boards are inert; the same boards are looked at where they can be played on.
    found = page.evaluate("axe.run({ exclude: ['.picture .board'] })")["violations"]
    return [(item["id"], [node["html"][:120] for node in item["nodes"]]) for item in found]


@pytest.mark.parametrize("game", parlour.games())
def test_axe_finds_nothing_in_rules_and_guides(open_page: Open, game: str) -> None:
    page = open_page(f"/rules/{game}", reduced_motion="reduce")
    for path in (f"/rules/{game}", f"/rules/{game}?q=player", f"/guide/{game}?step=2", f"/guide/{game}?step=2&done=1"):
        page.goto("/".join(page.url.split("/")[:3]) + path)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            assert axe(page) == [], (path, theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, theme: str) -> None:
    page = open_page(color_scheme=theme)

    def check(where: str) -> None:
        assert axe(page) == [], where

    check("shelf")
    for path in ("/me", "/api", "/nothing-here", *(f"/new/{game}" for game in parlour.games())):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + path)
        check(path)
    for game in parlour.games():
        page.goto("/".join(page.url.split("/")[:3]))
        page.locator(f'form[action="/play/{game}"] button').click()
        page.wait_for_selector(READY)
        check(game)
    page.keyboard.press("?")
    page.wait_for_selector("#rules-q")
    check("rules beside the board")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Replay").or_(page.locator(".brand")).first.click()
    page.wait_for_load_state()
    check("replay")
