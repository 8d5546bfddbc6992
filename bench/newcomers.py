"""Newcomers: how many taps, and how many seconds, from the shelf to the first decision of one's own, in each game.

    python bench/newcomers.py [--games mogul,crusgallo] [--rounds 3] [--json FILE]

A real Chromium opens the shelf of a real server for the first time, on a phone and on a laptop. Taps are those that the
script makes; it fails if something cannot be chosen after them. A swipe is a screenful that has to be scrolled before
the thing to press is in sight. Seconds are those of this machine, from the moment the shelf is asked for and from the
first tap, the median of all rounds; nobody thinks or reads in them. The decision counts when a choice is in sight and a
finger or the mouse hits it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

SCREENS = {"phone": (360, 640), "laptop": (1280, 800)}
# The first decision is there: something that can be chosen is hit by a finger.
CHOICE = """() => [...document.querySelectorAll('#board [data-pick].can, #ask [data-action]')].some(choice => {
    const { left, top, width, height } = choice.getBoundingClientRect();
    const there = width && document.elementFromPoint(left + width / 2, top + height / 2);
    return there?.closest('[data-pick], [data-action]') === choice;
})"""
# How many screenfuls the page has to be moved until a thing is in sight.
SWIPES = """thing => {
    const { bottom } = thing.getBoundingClientRect();
    const swipes = Math.max(0, Math.ceil((bottom - innerHeight) / (innerHeight * 0.8)));
    thing.scrollIntoView({ block: "center", behavior: "instant" });
    return swipes;
}"""


def first_decision(browser: Any, url: str, game: str, screen: str) -> dict[str, float]:
    width, height = SCREENS[screen]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=screen == "phone", locale="en-GB"
    )
    page = context.new_page()
    began = time.perf_counter()
    page.goto(url)
    play = page.locator(f'form[action="/play/{game}"] button').first
    swipes = play.evaluate(SWIPES)
    tapped = time.perf_counter()
    (play.tap if screen == "phone" else play.click)()
    taps = 1
    page.wait_for_function(CHOICE, polling=20)
    now = time.perf_counter()
    context.close()
    return {"taps": taps, "swipes": swipes, "from_shelf_s": now - began, "from_tap_s": now - tapped}


def main() -> None:
    import parlour
    from parlour.web.background import Background
    from parlour.web.journal import set_up_logging
    from parlour.web.pictures import camera
    from parlour.web.settings import Settings

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", default=",".join(parlour.games()), help="ids, separated by commas")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is tried")
    parser.add_argument("--json", default="", help="write the results to this file")
    chosen = parser.parse_args()
    set_up_logging(quiet=True)
    results: list[dict[str, Any]] = []
    print(f"{'game':16} {'screen':8} {'taps':>5} {'swipes':>7} {'seconds from the tap':>21} {'from the shelf':>15}")
    with tempfile.TemporaryDirectory() as data, camera() as browser:
        settings = Settings(data=Path(data), database="", host="127.0.0.1", port=0, make_rate=1e9, make_burst=1e9)
        with Background(settings) as server:
            for game in chosen.games.split(","):
                for screen in SCREENS:
                    tries = [first_decision(browser, server.url, game, screen) for _ in range(chosen.rounds)]
                    row = {name: statistics.median(one[name] for one in tries) for name in tries[0]}
                    results.append({"game": game, "screen": screen, **row})
                    print(
                        f"{game:16} {screen:8} {row['taps']:5.0f} {row['swipes']:7.0f} {row['from_tap_s']:21.1f} "
                        f"{row['from_shelf_s']:15.1f}"
                    )
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
