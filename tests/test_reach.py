"""Every decision is in sight on every screen.

Real tables are played by bots on a server, and browsers look at them through seat 0: one with a finger and one with a
mouse, each turned and made larger and smaller through all its sizes. At moments of choice, evenly over whole games,
every other size in turn (with PARLOUR_LONG=1 at all moments, each size in a test of its own), and at each step of a
path: the question is in sight; all that can be chosen is in sight and can be hit without scrolling, or
is brought into sight by one visible control of a board that pans; targets are large enough for a finger; the page never
scrolls; the board stays where it is. So are the result and what can be done next when the game is over, and what a
guide points at.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any, NamedTuple

import pytest

import parlour
from conftest import LONG as LONG_RUN
from pages import EXPLORE, Open, Profile
from parlour.bots import make_bot
from parlour.tables.elements import Seat
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.web.identity import new_person
from parlour.web.pictures import sit

SIZES = {
    "touch": [(360, 640), (390, 844), (844, 390), (768, 1024)],
    "mouse": [(1280, 800), (1920, 1080)],
}
Size = tuple[int, int]
ALL = [size for sizes in SIZES.values() for size in sizes]
# Looked at by one test: all of them, or, where there is time, one.
TOGETHER = [[size] for size in ALL] if LONG_RUN else [ALL]
# What is chosen is counted and refused, never sent: the table is played by bots.
SPY = """(() => {
    const send = WebSocket.prototype.send;
    window.sent = 0;
    WebSocket.prototype.send = function (text) {
        if (!text.includes('"do":"play"')) return send.call(this, text);
        window.sent++;
        queueMicrotask(() => {
            this.onmessage({ data: '{"is": "refused", "why": "nobody plays here"}' });
            document.querySelector("#refusal").hidden = true;
        });
    };
})()"""
# How many choices of a board that pans are out of sight.
HIDDEN = """() => [...document.querySelectorAll("[data-zoom-area] [data-pick].can")].filter(e => {
    const box = e.getBoundingClientRect(), area = e.closest("[data-zoom-area]").getBoundingClientRect();
    return box.left < area.left - 1 || box.top < area.top - 1
        || box.right > area.right + 1 || box.bottom > area.bottom + 1;
}).length"""
SHOWN = "moment => +document.body.dataset.version >= moment"
# The page has taken up its new size: two pictures have been painted since.
LAID_OUT = """([width, height]) => innerWidth === width && innerHeight === height
    && new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""
STATE = """() => document.body.dataset.question
    + [...document.querySelectorAll("#board .can, #board .picked")]
        .map(e => e.dataset.pick + e.getAttribute("class")).join()"""
MOVED_ON = f"""before => document.querySelector('.over')
    || (!document.querySelector('[aria-busy]') && ({STATE})() !== before)"""

# By game: how many sit there, and how many decisions are looked at in the short run. Whole games differ; the ones with
# many seats are the crowded ones.
GAMES = {"crash-and-grab": (6, 5), "crusgallo": (1, 5), "gold-n-crash": (2, 5), "mogul": (6, 3), "photon-rush": (4, 4)}
SHORT = [1, 1, 1, 1]  # how many picks are tried at each step of a path
LONG = [3, 2, 2, 1]
SEED = "1"
GREEDY = {"crusgallo": 1.0}  # how often a bot looks for the best it can get: this one gets to the dragon
SOMETIMES = 0.3
NAMES = ["Maximiliane", "Bo", "Alexandrine", "Guillaume-Paul", "Ida", "Théodora"]


class Game(NamedTuple):
    """A whole game that bots have played: who answered what."""

    name: str
    players: int
    seed: str
    moves: list[tuple[int, str]]

    @property
    def decisions(self) -> list[int]:
        """After how many moves seat 0 had a decision to make; and the end."""
        return [*(i for i, (seat, _) in enumerate(self.moves) if seat == 0), len(self.moves)]


def lay_out(table: Table, game: str, people: list[str], seed: str) -> None:
    seats = [Seat("person", person, name) for person, name in zip(people, NAMES, strict=False)]
    table.make(game, len(people), {}, people[0], seats)
    table.start(people[0], seed=seed)


def play_game(game: str, players: int, seed: str) -> Game:
    """Bots play: by chance, and now and then with a view to what they get."""
    random, bots = Random(f"{game} {seed}"), [make_bot("greedy", parlour.game(game), i, seed) for i in range(players)]
    table = Table("rehearsal")
    lay_out(table, game, [f"p{i}" for i in range(players)], seed)
    moves: list[tuple[int, str]] = []
    while table.outcome is None:
        assert table.state is not None
        owing = table.to_act()
        seat = 0 if 0 in owing else owing[0]
        legal = table.state.legal(seat)
        greedy = random.random() < GREEDY.get(game, SOMETIMES) and len(legal) > 1
        action = bots[seat].choose(table.state.view(seat), legal[:]) if greedy else random.choice(legal)
        table.play(seat, action)
        moves.append((seat, action))
    return Game(game, players, seed, moves)


class Replay:
    """That game at a real table, from one moment to a later one. Nobody looks on the way."""

    def __init__(self, site: Any, game: Game) -> None:
        self.site, self.game = site, game
        self.people = [new_person() for _ in range(game.players)]
        self.room: Room = site.run(site.hall.make(lambda table: lay_out(table, game.name, self.people, game.seed)))
        self.made = 0

    def go_on(self, moves: int) -> None:
        def play(table: Table) -> None:
            for seat, action in self.game.moves[self.made : moves]:
                table.play(seat, action)

        self.site.run(self.room.do(play))
        self.made = moves


@contextmanager
def windows(browser: Any, site: Any, replay: Replay, wanted: list[Size]) -> Iterator[dict[Size, Any]]:
    """The page for each size on that table, as the person in seat 0 sees it: one for all sizes of a pointer."""
    pages: dict[Size, Any] = {}
    complaints: list[str] = []
    profiles: list[Profile] = []
    for pointer, sizes in SIZES.items():
        here = [size for size in sizes if size in wanted]
        if not here:
            continue
        width, height = here[0]
        shape = {"width": width, "height": height}
        profile = Profile.of(browser, viewport=shape, has_touch=pointer == "touch", reduced_motion="reduce")
        profiles.append(profile)
        # The longer sentences on the smaller screens.
        sit(profile.context, site, replay.people[0], "fr" if width < 1900 else "en")
        page = profile.open(width, height)
        page.add_init_script(SPY + ";" + EXPLORE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{site.url}/t/{replay.room.table.id}")
        pages |= dict.fromkeys(here, page)
    yield pages
    for profile in profiles:
        profile.leave()
    assert complaints == []


def resize(page: Any, width: int, height: int) -> None:
    size = {"width": width, "height": height}
    if page.viewport_size != size:
        page.set_viewport_size(size)
        page.wait_for_function(LAID_OUT, arg=[width, height])


def look(pages: dict[Size, Any], replay: Replay, branches: list[int]) -> list[str]:
    """What is wrong at this decision, or at the end, at any size."""
    found = []
    for (width, height), page in pages.items():
        page.wait_for_function(SHOWN, arg=replay.room.table.moment)
        resize(page, width, height)
        touch = (width, height) in SIZES["touch"]
        wrong = page.evaluate("how => explore(how)", {"touch": touch, "turn": replay.made, "branches": branches})[
            "wrong"
        ]
        if not wrong and page.evaluate(HIDDEN):
            page.locator("[data-zoom='fit']").click()
            if page.evaluate(HIDDEN):
                wrong = ["show everything does not show everything"]
            page.reload()  # as it shows itself, for the next look
        found += [f"{width}x{height}, move {replay.made}, {one}" for one in wrong[:5]]
    return found


@pytest.mark.parametrize("sizes", TOGETHER, ids=lambda sizes: "x".join(map(str, sizes[0])) if LONG_RUN else "sizes")
@pytest.mark.parametrize("name", parlour.games())
def test_every_decision_is_in_sight(browser: Any, site: Any, name: str, sizes: list[Size], long: bool) -> None:
    players, few = GAMES.get(name, (parlour.game(name).usual_players, 3))
    game = play_game(name, players, SEED)
    decisions = game.decisions
    moments = decisions if long else [decisions[(len(decisions) - 1) * i // few] for i in range(few + 1)]
    replay = Replay(site, game)
    wrong: list[str] = []
    with windows(browser, site, replay, sizes) as pages:
        for number, moment in enumerate(moments):
            replay.go_on(moment)
            in_turn = dict(list(pages.items())[number % 2 :: 2])
            everywhere = long or moment == moments[-1]
            wrong += look(pages if everywhere else in_turn, replay, LONG if long else SHORT)
    assert replay.room.table.outcome is not None
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("pointer", SIZES if LONG_RUN else ["touch"])
@pytest.mark.parametrize("game", parlour.games())
def test_what_a_guide_points_at_is_in_sight(open_page: Open, game: str, pointer: str, long: bool) -> None:
    """By touch, each step at one of two sizes in turn; with PARLOUR_LONG=1 at all sizes. `test_browser.py` looks at a
    mouse's."""
    page = open_page(f"/guide/{game}", SIZES[pointer][0], reduced_motion="reduce", has_touch=pointer == "touch")
    page.evaluate(EXPLORE)
    touch = pointer == "touch"
    wrong: list[str] = []
    for step in count():
        page.wait_for_selector(".pick-me, .lesson.done, .lesson .big")
        for width, height in SIZES[pointer] if long else [SIZES[pointer][step // 2 % 2 * 2]]:
            resize(page, width, height)
            found = page.evaluate("touch => wrongHere(touch)", touch)
            wrong += [f"{width}x{height}, {page.url.partition('?')[2]}: {one}" for one in found[:5]]
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
