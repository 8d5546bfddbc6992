"""Hands that play in a real browser, at the mouse, at the keyboard or with a finger.

They wait for what the page shows, never for the clock: the page says which version of the table it shows
(`data-version` of the body) and which question is open (`data-question`).
"""

from __future__ import annotations

from random import Random
from typing import Any

STOPS = "#board [data-pick].can, #ask [data-action]"
READY = """answered => document.querySelector(".over, .curtain") || (
    document.body?.dataset.question && document.body.dataset.question !== answered
    && [...document.querySelectorAll('#board [data-pick].can, #ask [data-action]')].some(e => e.getClientRects().length)
)"""
LOOK = """() => ({
    over: Boolean(document.querySelector(".over")),
    refusal: document.querySelector("#refusal").hidden ? "" : document.querySelector("#refusal").textContent,
    lost: document.activeElement === document.body,
    question: document.body?.dataset.question ?? "",
    lit: [...document.querySelectorAll("#board .can, #board .picked")]
        .map(e => e.dataset.pick + e.getAttribute("class")).join(),
})"""
ANSWERED = """before => document.querySelector(".over, .curtain") || document.body.dataset.question !== before.question
    || !document.querySelector("#refusal").hidden || (
    !document.querySelector('[aria-busy="true"]')
    && [...document.querySelectorAll("#board .can, #board .picked")]
        .map(e => e.dataset.pick + e.getAttribute("class")).join() !== before.lit
)"""
# Where each thing that can be chosen can be hit by a finger: none is wholly under something else.
POINTS = """stops => [...document.querySelectorAll(stops)].map((element, index) => {
    if (!element.getClientRects().length) return null;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const places = [[.5, .5], [.5, .2], [.5, .8], [.15, .5], [.85, .5], [.15, .15], [.85, .15], [.15, .85], [.85, .85]];
    const points = places.map(([x, y]) => [x * width, y * height]);
    for (const part of element.querySelectorAll("*")) {  // what is drawn far and wide may be hit in one place only
        const box = part.getBoundingClientRect();
        points.push([box.left + box.width / 2 - left, box.top + box.height / 2 - top]);
    }
    for (const [x, y] of points) {
        const hit = document.elementFromPoint(left + x, top + y);
        if (hit?.closest("[data-pick], [data-action]") === element)
            return { index, x, y, says: "says" in element.dataset || "action" in element.dataset };
    }
    if (element.closest("[data-zoom-area]")) return null;  // the board would have to be moved
    return { index, covered: element.outerHTML.slice(0, 200) };
}).filter(Boolean)"""

CENTRE = "e => e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })"  # as in POINTS
AT_REST = "() => !document.querySelector('.motion') && !document.getAnimations().some(one => one.id)"


def over(page: Any) -> bool:
    return bool(page.locator(".over").count())


def ready(page: Any, answered: str = "") -> None:
    """Wait until something can be chosen (after that question), or the game is over."""
    page.wait_for_function(READY, arg=answered)


def open_tab(page: Any, name: str) -> None:
    """Open what stands beside the board: log, chat, table (people and settings) or legend."""
    tab = page.locator(f'[data-tab="{name}"]')
    if tab.get_attribute("aria-expanded") != "true":
        tab.click()
    page.wait_for_selector(f'[data-tab="{name}"][aria-expanded="true"]')


class Mouse:
    """Clicks on anything that can be chosen, at a point where it is not covered."""

    def __init__(self, page: Any, seed: object = 1) -> None:
        self.page = page
        self.random = Random(str(seed))

    def choose(self) -> None:
        self.page.mouse.move(1, 1)  # off the last thing, so that it has no more to say about itself
        points = self.page.evaluate(POINTS, STOPS)
        if any("covered" in point for point in points):  # by something that flies past, perhaps, or the link of a tip
            self.page.locator("#tip").wait_for(state="hidden")
            self.page.wait_for_function(AT_REST)
            points = self.page.evaluate(POINTS, STOPS)
        covered = [point["covered"] for point in points if "covered" in point]
        assert not covered, f"cannot be clicked: {covered[0]}"
        assert points, "nothing that can be chosen is in sight"
        point = self.random.choice(self.liked(points))
        self.press(self.page.locator(STOPS).nth(point["index"]), {"x": point["x"], "y": point["y"]})

    def liked(self, points: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Those of the points that it may choose: all of them."""
        return points

    def press(self, thing: Any, position: dict[str, float]) -> None:
        thing.click(position=position)


class Finger(Mouse):
    """Taps. What a first tap shows is done by its button, or by a second tap in the same place, in turn."""

    place = (0.0, 0.0)
    shown = 0  # how many first taps have shown something

    def choose(self) -> None:
        button = self.page.locator(".preview-bar button")
        if not button.count():
            super().choose()
            return
        self.shown += 1
        if self.shown % 2:
            button.tap()
        else:
            self.page.touchscreen.tap(*self.place)

    def liked(self, points: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Until both ways of doing what was shown have been gone: what shows it, where there is such a thing. Else it
        would be left to chance whether a short game has any."""
        return [point for point in points if self.shown < 2 and not point["says"]] or points

    def press(self, thing: Any, position: dict[str, float]) -> None:
        thing.evaluate(CENTRE)
        corner = thing.bounding_box()
        self.place = (corner["x"] + position["x"], corner["y"] + position["y"])
        self.page.touchscreen.tap(*self.place)


class Keyboard:
    """Never touches the mouse: Tab, arrows and Enter."""

    def __init__(self, page: Any, seed: object = 1) -> None:
        self.page = page
        self.random = Random(str(seed))

    def at(self, selector: str) -> bool:
        return bool(self.page.evaluate("s => document.activeElement.matches(s)", selector))

    def tab_to(self, selector: str, most: int = 120) -> None:
        for _ in range(most):
            if self.at(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached")

    def choose(self) -> None:
        if self.at("#ask .question, #board"):
            self.page.keyboard.press("ArrowDown")
        self.tab_to(STOPS)
        for _ in range(self.random.randrange(4)):
            self.page.keyboard.press(self.random.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
            assert self.at(STOPS), "an arrow leads nowhere"
        self.page.keyboard.press("Enter")


def act(hand: Mouse | Keyboard) -> None:
    """Answer the question that is open, by one choice or a path of them."""
    ready(hand.page)
    answer(hand)


def answer(hand: Mouse | Keyboard) -> None:
    page = hand.page
    before = page.evaluate(LOOK)
    asked = before["question"]
    for _ in range(12):
        hand.choose()
        page.wait_for_function(ANSWERED, arg=before)
        before = page.evaluate(LOOK)
        assert not before["refusal"], before["refusal"]
        if before["over"] or before["question"] != asked:
            if isinstance(hand, Keyboard):
                assert not before["lost"], "the focus is lost"
            return
    raise AssertionError("a path of picks does not end")


def play_out(hand: Mouse | Keyboard, most: int = 400) -> int:
    """Play until the game is over; how many questions were answered."""
    for count in range(most):
        ready(hand.page)
        if over(hand.page):
            return count
        answer(hand)
    raise AssertionError("the game does not end")
