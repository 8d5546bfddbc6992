"""Pictures of every game: real tables on a server of their own, looked at through one seat by a real browser.

The positions are made by bots from fixed seeds, so that the same source gives the same pictures. Nothing but the page
is looked at: what a picture shows is what the person in seat 0 sees.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from parlour.bots import make_bot
from parlour.lab.match import Turn, play_match
from parlour.rules.chance import Rng
from parlour.rules.errors import RulesError
from parlour.rules.game import find
from parlour.rules.record import Record
from parlour.tables.elements import Seat
from parlour.tables.table import Table
from parlour.web.background import Background
from parlour.web.identity import COOKIE, new_person, new_session
from parlour.web.journal import set_up_logging
from parlour.web.settings import Settings

NAME = "Robin"  # who looks
STAGES = {"early": 0.12, "middle": 0.55, "end": 1.0}  # how far the game has got
FIRST = "first"  # a further stage: the first decision of the one who looks
THEMES = ("light", "dark")
SIZES = {
    "desktop": (1280, 860),
    "phone": (360, 740),
    "landscape": (740, 360),
    "tablet": (820, 1180),
    "4k": (3840, 2160),
}
USUAL_STAGES = (FIRST, "middle", "end")
USUAL_SIZES = ("360x640", "390x844", "844x390", "768x1024", "1280x800", "1920x1080")
# What Playwright turns off (the last list counts); then a process in reserve and the pages of the address bar, which
# every window would start and load anew.
OFF = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "SpareRendererForSitePerProcess",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
)
FLAGS = (
    f"--disable-features={','.join(OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)


class NoBrowser(RulesError):
    """What takes the pictures is not installed."""


class Shot(NamedTuple):
    """One picture to take. The shelf has no game and no stage."""

    game: str
    stage: str
    theme: str
    size: str

    @property
    def name(self) -> str:
        what = f"{self.game}-{self.stage}" if self.game else "shelf"
        return f"{what}-{self.theme}-{self.size}"


# -- the positions --------------------------------------------------------------------------------------


@cache
def play_record(game: str, seed: str = "pictures", bot: str = "greedy") -> tuple[dict[str, Any], tuple[int, ...]]:
    """The record of a game between bots, and after how many moves seat 0 had something to choose."""
    found = find(game)
    players = found.usual_players
    setup = found.setup(players, {}, f"{seed}:setup")
    state = found.start(players, {}, setup)
    bots = [make_bot(bot, found, seat, seed) for seat in range(players)]
    record = Record(game, players, {}, setup)
    turns: list[int] = []

    def note(turn: Turn) -> None:
        if turn.move.seat == 0 and turn.choices > 1:
            turns.append(len(record.moves))
        record.note(turn.state, turn.move)

    play_match(state, bots, Rng(f"{seed}:chance"), before=note)
    return record.to_dict(), tuple(turns)


def until(game: str, stage: str) -> dict[str, Any]:
    """The record of that game as far as a stage: to a choice of seat 0, or to the end."""
    record, turns = play_record(game)
    wanted = len(record["moves"]) * STAGES.get(stage, 0.0)
    cut = len(record["moves"]) if stage == "end" else min(turns, key=lambda turn: abs(turn - wanted))
    return {**record, "moves": record["moves"][:cut]}


def sit(context: Any, server: Background, person: str, lang: str) -> None:
    """Make the browser that person's."""
    cookies = {COOKIE: server.house.signer.cookie(new_session(person)), "lang": lang}
    context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies.items()])


def set_table(server: Background, person: str, record: dict[str, Any]) -> str:
    """A real table that goes on from a record: the person in seat 0, bots around it. Its address."""
    seats = [Seat("person", person, NAME), *[Seat("bot", bot="normal")] * (record["players"] - 1)]

    def make(table: Table) -> None:
        table.make(record["game"], record["players"], record["options"], person, seats, source=record)
        table.start(person, seed="pictures")

    room = server.run(server.hall.make(make))
    return f"{server.url}/t/{room.table.id}"


# -- the camera -----------------------------------------------------------------------------------------


def chromium() -> str:
    # The first is the browser without its windows, which does half the work.
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise NoBrowser("there is no Chromium on this machine (on Debian: apt install chromium)")


@contextmanager
def camera() -> Iterator[Any]:
    """A browser without a window."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser("pictures need Playwright: pip install 'parlour[test]', or playwright alone") from None
    program = chromium()
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def size_of(size: str) -> tuple[int, int]:
    """A size by its name, or as 1024x768."""
    if size in SIZES:
        return SIZES[size]
    width, _, height = size.partition("x")
    if not (width.isdigit() and height.isdigit() and 200 <= int(width) <= 8000 and 200 <= int(height) <= 8000):
        raise RulesError(f"a size is {', '.join(SIZES)}, or like 1024x768, not {size!r}")
    return int(width), int(height)


def take(
    folder: Path,
    shots: Sequence[Shot],
    lang: str = "en",
    vision: str = "none",
    full: bool = False,
    told: Callable[[Path], None] = lambda path: None,
) -> None:
    """Take these pictures into a folder, as `<game>-<stage>-<theme>-<size>.png`."""
    for shot in shots:
        size_of(shot.size)
    set_up_logging(quiet=True)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, camera() as browser, Background(quiet(Path(data))) as server:
        person, guest = new_person(), new_person()  # one plays; the other looks at the shelf and has no tables
        for one in (person, guest):
            server.run(server.house.rename(one, NAME))
        tables = {("", ""): server.url}
        for key in sorted({(shot.game, shot.stage) for shot in shots if shot.game}):
            tables[key] = set_table(server, person, until(*key))
        for theme, size in dict.fromkeys((shot.theme, shot.size) for shot in shots):
            width, height = size_of(size)
            context = browser.new_context(
                viewport={"width": width, "height": height},
                has_touch=min(width, height) < 800,  # what is that small is held in a hand
                color_scheme=theme,
                reduced_motion="reduce",
            )
            page = context.new_page()
            if vision != "none":
                context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
            for shot in shots:
                if (shot.theme, shot.size) == (theme, size):
                    sit(context, server, person if shot.game else guest, lang)
                    page.goto(tables[shot.game, shot.stage])
                    settle(page)
                    more = [lang] * (lang != "en") + [vision] * (vision != "none")
                    path = folder / f"{'-'.join([shot.name, *more])}.png"
                    page.screenshot(path=path, full_page=full)
                    told(path)
            context.close()


def quiet(data: Path) -> Settings:
    """A server whose bots wait, so that nothing moves while it is looked at."""
    many = 1e9
    return Settings(
        data=data,
        database="",
        host="127.0.0.1",
        port=0,
        bot_pause=many,
        request_rate=many,
        request_burst=many,
        message_rate=many,
        message_burst=many,
    )


def settle(page: Any) -> None:
    """Wait until the page shows what it is going to show: the socket has spoken, fonts and pictures are there."""
    page.wait_for_function("() => !document.body.dataset.live || document.body.dataset.version")
    page.evaluate("() => document.fonts.ready.then(() => 1)")
    page.wait_for_function("() => [...document.images].every(image => image.complete || image.loading === 'lazy')")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
