"""Every decision is in sight on every screen.

A real browser plays every game at six sizes. At each moment of choice, each step of a path too: the question is in
sight; all that can be chosen is in sight and can be hit without scrolling, or is brought into sight by one visible
control of a board that pans; targets are large enough for a finger; the page never scrolls. The guides too.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import parlour
from hands import READY, over
from pages import Open

SIZES = {
    "touch": [(360, 640), (390, 844), (844, 390), (768, 1024)],
    "mouse": [(1280, 800), (1920, 1080)],
}
DECISIONS = 1  # of one game, with each step of its path; all of them with PARLOUR_LONG=1

# What is wrong with the page as it is now. A choice is in sight if a finger hits some part of it.
REACH = """touch => {
    const wrong = [];
    const inside = box => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1
        && box.bottom <= innerHeight + 1;
    const name = e => e.dataset.pick ?? e.dataset.action ?? e.className;
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than its window");
    if (document.documentElement.scrollHeight > innerHeight) wrong.push("the page is higher than its window");
    if (scrollX || scrollY) wrong.push("the page is scrolled");
    const question = document.querySelector("#ask .question");
    const asked = question.getBoundingClientRect();
    if (!asked.height || !inside(asked)) wrong.push("the question is out of sight");
    const [x, y] = [asked.left + Math.min(asked.width / 2, 60), asked.top + Math.min(asked.height / 2, 12)];
    const there = document.elementFromPoint(x, y);
    if (!question.contains(there) && !there?.contains(question)) wrong.push("the question is covered");
    const choices = [...document.querySelectorAll("#board [data-pick].can, #ask [data-action]")]
        .filter(e => e.getClientRects().length);
    const places = [[.5, .5], [.5, .2], [.5, .8], [.15, .5], [.85, .5], [.15, .15], [.85, .15], [.15, .85], [.85, .85]];
    let hit = 0;
    for (const choice of choices) {
        const box = choice.getBoundingClientRect();
        const points = places.map(([x, y]) => [box.left + x * box.width, box.top + y * box.height]);
        for (const part of choice.querySelectorAll("*")) {
            const drawn = part.getBoundingClientRect();
            points.push([drawn.left + drawn.width / 2, drawn.top + drawn.height / 2]);
        }
        const found = points.some(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
            && document.elementFromPoint(x, y)?.closest("[data-pick], [data-action]") === choice);
        const pans = choice.closest("[data-zoom-area]");
        if (found) hit++;
        else if (!pans) wrong.push(`cannot be hit: ${name(choice)}`);
        if (touch && !pans && (box.width < 43.5 || box.height < 43.5))
            wrong.push(`too small for a finger: ${name(choice)} ${Math.round(box.width)}x${Math.round(box.height)}`);
    }
    if (choices.length && !hit) wrong.push("nothing that can be chosen is in sight");
    if (hit < choices.length && !document.querySelector("[data-zoom='fit']:not(:disabled)"))
        wrong.push(`${choices.length - hit} choices are out of sight for good`);
    const pointed = document.querySelector(".pick-me");
    if (pointed) {
        const box = pointed.getBoundingClientRect();
        const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!pointed.contains(there) && !there?.contains(pointed)) wrong.push("what is pointed at is out of sight");
    }
    if (touch) for (const control of document.querySelectorAll("button, .button, summary")) {
        const box = control.getBoundingClientRect();
        const seen = control.checkVisibility({ visibilityProperty: true }) && box.width && inside(box);
        if (seen && !control.closest("#board") && box.height < 43.5)
            wrong.push(`too small for a finger: ${control.textContent.trim()}`);
    }
    return wrong;
}"""
# How many choices of a board that pans are out of sight.
HIDDEN = """() => [...document.querySelectorAll("[data-zoom-area] [data-pick].can")].filter(e => {
    const box = e.getBoundingClientRect(), area = e.closest("[data-zoom-area]").getBoundingClientRect();
    return box.left < area.left - 1 || box.top < area.top - 1
        || box.right > area.right + 1 || box.bottom > area.bottom + 1;
}).length"""
# The page has taken up its new size: two pictures have been painted since.
LAID_OUT = """([width, height]) => innerWidth === width && innerHeight === height
    && new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""
CHOICES = "#board [data-pick].can, #ask [data-action]"
STATE = """() => document.body.dataset.question
    + [...document.querySelectorAll("#board .can, #board .picked")].map(e => e.dataset.pick + e.className).join()"""
MOVED_ON = f"""before => document.querySelector('.over')
    || (!document.querySelector('[aria-busy]') && ({STATE})() !== before)"""


def look(page: Any, pointer: str, where: str, each: int = 1) -> list[str]:
    """What is wrong at any of the sizes, or at one in so many of them."""
    found = []
    for width, height in SIZES[pointer][::each]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(LAID_OUT, arg=[width, height])
        wrong = page.evaluate(REACH, pointer == "touch")
        if not wrong and page.evaluate(HIDDEN):
            page.locator("[data-zoom='fit']").click()
            if page.evaluate(HIDDEN):
                wrong = ["show everything does not show everything"]
        found += [f"{width}x{height}, {where}: {one}" for one in wrong[:5]]
    return found


def choose(page: Any, random: Random) -> None:
    """Anything that can be chosen; how is tested elsewhere."""
    choices = page.locator(CHOICES)
    visible = [i for i in range(choices.count()) if choices.nth(i).is_visible()]
    choices.nth(random.choice(visible)).dispatch_event("click")


@pytest.mark.parametrize("pointer", SIZES)
@pytest.mark.parametrize("game", parlour.games())
def test_every_decision_is_in_sight(open_page: Open, game: str, pointer: str, long: bool) -> None:
    lang = "fr-FR" if pointer == "touch" else "en-GB"  # the longer sentences on the smaller screens
    page = open_page("/", SIZES[pointer][0], reduced_motion="reduce", has_touch=pointer == "touch", locale=lang)
    page.locator(f'form[action="/play/{game}"] button').click()
    random = Random(f"{game} {pointer}")
    wrong: list[str] = []
    decisions = 0
    while decisions < (2000 if long else DECISIONS):
        page.wait_for_function(READY, arg="")
        wrong += look(page, pointer, f"decision {decisions}")
        if over(page):
            break
        asked = page.locator("body").get_attribute("data-question")
        before = page.evaluate(STATE)
        choose(page, random)
        page.wait_for_function(MOVED_ON, arg=before)
        decisions += page.locator("body").get_attribute("data-question") != asked
    assert not wrong, "\n".join(wrong)
    assert decisions >= DECISIONS


@pytest.mark.parametrize("pointer", SIZES)
@pytest.mark.parametrize("game", parlour.games())
def test_what_a_guide_points_at_is_in_sight(open_page: Open, game: str, pointer: str, long: bool) -> None:
    """At one size in two; with PARLOUR_LONG=1 at all of them."""
    page = open_page(f"/guide/{game}", SIZES[pointer][0], reduced_motion="reduce", has_touch=pointer == "touch")
    wrong: list[str] = []
    while True:
        page.wait_for_selector(".pick-me, .lesson.done, .lesson .big")
        wrong += look(page, pointer, page.url.partition("?")[2], each=1 if long else 2)
        if page.locator(".lesson .big").count():
            break
        if page.locator(".lesson.done").count():
            page.locator(".lesson nav .primary").click()
            page.wait_for_selector(".lesson:not(.done)")
            continue
        before = page.evaluate(STATE)
        page.locator(".pick-me").first.dispatch_event("click")
        page.wait_for_function(f"before => document.querySelector('.lesson.done') || ({MOVED_ON})(before)", arg=before)
    assert not wrong, "\n".join(wrong)
