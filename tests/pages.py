"""Pages in a real browser: Debian's Chromium through Playwright, nothing is downloaded.

PARLOUR_HEADED=1 shows the browser and slows it down, so that one can watch.
The fixtures `browser`, `new_page` and `open_page` are in `conftest.py`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from parlour.web.pictures import FLAGS

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: browser tests are skipped")
HEADED = os.environ.get("PARLOUR_HEADED", "") not in ("", "0")
# The browser without its windows does half the work, and shows and does the same on a page.
NAMES = [*([] if HEADED else ["chromium-headless-shell"]), "chromium", "chromium-browser", "google-chrome"]
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
if CHROMIUM is None:
    pytest.skip("no Chromium here: browser tests are skipped (apt install chromium)", allow_module_level=True)
SIZES = {"desktop": (1280, 860), "phone": (360, 740)}
PATIENCE = 30_000  # milliseconds; a busy machine is slow, and nothing waits that long when all is well
MOVING = {"reduced_motion": "no-preference"}
EXPLORE = f"(() => {{ {(Path(__file__).parent / 'reach.js').read_text()} }})()"  # what `wrongHere` says, see there
# What is only painted and takes up no room: shadows, gradients, blurs. No test here looks at pixels, and where there is
# no graphics processor painting them is a fifth of a test's work. `axe`, which reads colours, gets them back.
PLAIN = """(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, *::before, *::after {
        box-shadow: none !important; text-shadow: none !important; background-image: none !important;
    } svg, svg * { filter: none !important; }`);
    document.adoptedStyleSheets = [sheet];
})()"""
Open = Callable[..., Any]
expect = playwright.expect
expect.set_options(timeout=PATIENCE)  # else five seconds: a busy machine takes longer over a page
# The page's module has come, with its parts: until then its buttons are plain links and forms, or do nothing.
ANSWERS = """() => document.body?.dataset.ready || !document.querySelector('script[src*="/parlour.js"]')"""


@contextmanager
def a_browser() -> Iterator[Any]:
    with playwright.sync_playwright() as tools:
        found = tools.chromium.launch(
            executable_path=CHROMIUM, args=list(FLAGS), headless=not HEADED, slow_mo=250 * HEADED
        )
        yield found
        found.close()


def plain_context(browser: Any, **settings: Any) -> Any:
    """A context of its own, whose pages are painted without their finery; somebody who watches sees all of it."""
    context = browser.new_context(**settings)
    if not HEADED:
        context.add_init_script(PLAIN)
    return context


@contextmanager
def pages_of(browser: Any) -> Iterator[Open]:
    """Opens pages with cookies of their own; whatever the browser complains about fails the test. Nothing moves on them
    unless a test wants it to: `**MOVING`."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def open_one(url: str, size: str | tuple[int, int] = "desktop", script: str = "", **more: Any) -> Any:
        width, height = SIZES[size] if isinstance(size, str) else size
        still = {"viewport": {"width": width, "height": height}, "locale": "en-GB", "reduced_motion": "reduce"}
        contexts.append(plain_context(browser, **still | more))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        if script:
            page.add_init_script(script)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        if more.get("java_script_enabled", True):
            answers(page)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not (found := [text for text in complaints if "404" not in text]), found


def answers(page: Any) -> Any:
    """The page, when it answers to what is pressed."""
    page.wait_for_function(ANSWERS)
    return page


def axe(page: Any, only: list[str] | None = None, colours: bool = True) -> list[Any]:
    """What axe objects to on a page, by all rules or only by these. Contrast is half of its work, so it is left out
    (`colours`) where another test looks at the same ones."""
    pytest.importorskip("axe_playwright_python", reason="axe is not installed: accessibility is not checked")
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    page.evaluate("document.adoptedStyleSheets = []")
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": only} if only else {})}
    if not colours:
        options["rules"] = {"color-contrast": {"enabled": False}}
    # Pictures of boards are inert; the same boards are looked at where they can be played on. Only what is wrong leaves
    # the browser: what is right is megabytes.
    found = page.evaluate(
        "options => axe.run({ exclude: ['.picture .board'] }, options).then(found => found.violations)", options
    )
    return [(item["id"], [node["html"][:120] for node in item["nodes"]]) for item in found]


def axe_by_day_and_night(page: Any) -> list[Any]:
    """What axe objects to in the light theme, and in the dark one, which has the same page in other colours."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    light = axe(page)
    page.emulate_media(color_scheme="dark")
    dark = axe(page, only=["color-contrast"])
    page.emulate_media(color_scheme="light")
    return light + [("dark", *item) for item in dark]
