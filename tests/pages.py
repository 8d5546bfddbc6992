"""Pages in a real browser: Debian's Chromium through Playwright, nothing is downloaded.

PARLOUR_HEADED=1 shows the browser and slows it down, so that one can watch.
The fixtures `browser`, `new_page` and `open_page` are in `conftest.py`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

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
# Milliseconds between two looks at what is waited for. Else there is one with every picture, and pictures are made for
# that: a page that waits would do twice the work.
LOOK_AGAIN = 20
MOVING = {"reduced_motion": "no-preference"}
EXPLORE = f"(() => {{ {(Path(__file__).parent / 'reach.js').read_text()} }})()"  # what `wrongHere` says, see there
# Nothing is painted: no test here looks at pixels, and where there is no graphics processor painting is work of
# its own. What is not opaque at all has its place and size, is hit, moves and is read as ever. `axe`, which reads
# colours, gets them back.
UNPAINTED = """(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { opacity: 0 !important; }");
    document.adoptedStyleSheets = [sheet];
})()"""
Open = Callable[..., Any]
expect = playwright.expect
expect.set_options(timeout=PATIENCE)  # else five seconds: a busy machine takes longer over a page
# The page's module has come, with its parts: until then its buttons are plain links and forms, or do nothing.
ANSWERS = """() => document.body?.dataset.ready || !document.querySelector('script[src*="/parlour.js"]')"""


# One process of the browser for its windows, its drawing and its network, and one for all pages of a person: a test
# shows a page or two. The last is what lets a profile that is handed on keep its process.
FEW = ("--in-process-gpu", "--enable-features=NetworkServiceInProcess2", "--renderer-process-limit=1")


@contextmanager
def a_browser() -> Iterator[Any]:
    with playwright.sync_playwright() as tools:
        found = tools.chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, *FEW], headless=not HEADED, slow_mo=250 * HEADED
        )
        yield found
        Profile.free.clear()
        found.close()


class Profile:
    """A person's browser, with cookies of its own. When a test is through with it, it forgets everything but which
    static files it has, and another test gets it: its process runs on, in a window with nothing in it."""

    free: ClassVar[dict[str, list[Profile]]] = {}
    MOST = 3  # of one kind

    def __init__(self, browser: Any, kind: str, settings: dict[str, Any]) -> None:
        self.kind = kind
        self.context = browser.new_context(**settings)
        self.window: Any = None
        self.visited: set[str] = set()
        if not HEADED:
            self.context.add_init_script(UNPAINTED)

    @classmethod
    def of(cls, browser: Any, **settings: Any) -> Profile:
        kind = str(sorted((name, value) for name, value in settings.items() if name != "viewport"))
        free = cls.free.setdefault(kind, [])
        return free.pop() if free else cls(browser, kind, settings)

    def open(self, width: int, height: int) -> Any:
        page = self.context.new_page()
        if page.viewport_size != (size := {"width": width, "height": height}):
            page.set_viewport_size(size)
        page.set_default_timeout(PATIENCE)
        page.wait_for_function = partial(page.wait_for_function, polling=LOOK_AGAIN)
        page.on("framenavigated", lambda frame: self.visited.add("/".join(frame.url.split("/")[:3])))
        return page

    def leave(self) -> None:
        """Forget who it was, and wait for the next."""
        if len(self.free[self.kind]) == self.MOST:
            self.context.close()
            return
        if self.window is None:  # a new one: a test's own script may be at a loss in an empty window
            self.window = self.context.new_page()
        for page in self.context.pages:
            if page is not self.window:
                page.close()
        session = self.context.new_cdp_session(self.window)
        for origin in filter(lambda origin: origin.startswith("http"), self.visited):
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self.context.clear_cookies()
        self.visited.clear()
        self.free[self.kind].append(self)


@contextmanager
def pages_of(browser: Any) -> Iterator[Open]:
    """Opens pages with cookies of their own; whatever the browser complains about fails the test. Nothing moves on them
    unless a test wants it to: `**MOVING`. A test that does more with the context than to sign somebody in, with its
    clock (which is the context's), routes or connection, asks for one that nobody gets after it: `throw_away`."""
    complaints: list[str] = []
    lent: list[Profile] = []
    thrown_away: list[Profile] = []

    def open_one(
        url: str, size: str | tuple[int, int] = "desktop", script: str = "", throw_away: bool = False, **more: Any
    ) -> Any:
        width, height = SIZES[size] if isinstance(size, str) else size
        still = {"viewport": {"width": width, "height": height}, "locale": "en-GB", "reduced_motion": "reduce"}
        profile = Profile.of(browser, **still | more)
        (thrown_away if throw_away else lent).append(profile)
        page = profile.open(width, height)
        if script:
            page.add_init_script(script)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        if more.get("java_script_enabled", True):
            answers(page)
        return page

    yield open_one
    for profile in thrown_away:
        profile.context.close()
    for profile in lent:
        profile.leave()
    assert not (found := [text for text in complaints if "404" not in text]), found


def answers(page: Any) -> Any:
    """The page, when it answers to what is pressed."""
    page.wait_for_function(ANSWERS)
    return page


OF_COLOURS = ("color-contrast", "link-in-text-block")  # of text, and of a link beside the text that it stands in


def axe(page: Any, only: list[str] | None = None, colours: bool = True, part: str = "") -> list[Any]:
    """What axe objects to on a page or in a part of it, by all rules or only by these. Colours are half of its work, so
    they are left out (`colours`) where another test looks at the same ones."""
    pytest.importorskip("axe_playwright_python", reason="axe is not installed: accessibility is not checked")
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    page.evaluate("document.adoptedStyleSheets = []")
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": only} if only else {})}
    if not colours:
        options["rules"] = {rule: {"enabled": False} for rule in OF_COLOURS}
    # Pictures of boards are inert; the same boards are looked at where they can be played on. Only what is wrong leaves
    # the browser: what is right is megabytes.
    where = {"exclude": [".picture .board"], **({"include": [part]} if part else {})}
    found = page.evaluate(
        "([where, options]) => axe.run(where, options).then(found => found.violations)", [where, options]
    )
    return [(item["id"], [node["html"][:120] for node in item["nodes"]]) for item in found]


def axe_by_day_and_night(page: Any, part: str = "") -> list[Any]:
    """What axe objects to in the light theme, and in the dark one, which has the same page in other colours."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    light = axe(page, part=part)
    page.emulate_media(color_scheme="dark")
    dark = axe(page, only=["color-contrast"], part=part)
    page.emulate_media(color_scheme="light")
    return light + [("dark", *item) for item in dark]
