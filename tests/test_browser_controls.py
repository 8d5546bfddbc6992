"""The controls of single games in a real browser: standing orders, a cavern that pans and zooms, things that explain
themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pages import EXPLORE, Open, axe, axe_by_day_and_night, expect
from parlour.tables.elements import Seat
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.web.identity import new_person
from parlour.web.pictures import sit
from visit import Site

LAYOUTS = {"crusgallo": 25}  # of ten updates; its cavern is scrolled, then shown


@pytest.fixture
def at_table(new_page: Open, site: Site) -> Open:
    """A page at a table whose other seats are absent people: nothing happens by itself."""

    def open_one(game: str, players: int, ready: Callable[[Table], None], width: int = 1280, **more: Any) -> Any:
        page = new_page(f"{site.url}/healthz", (width, 860), **more)
        me = new_person()
        sit(page.context, site, me, more.get("locale", "en")[:2])

        def make(table: Table) -> None:
            others = [Seat("person", f"nobody{i}", f"P{i}") for i in range(1, players)]
            table.make(game, players, {}, me, [Seat("person", me, "Ann"), *others])
            table.start(me, seed="7")
            ready(table)

        async def work() -> Room:
            return await site.hall.make(make)

        page.room = site.run(work())
        page.goto(f"{site.url}/t/{page.room.table.id}")
        page.wait_for_function("() => document.body?.dataset.version")  # it is connected
        page.wait_for_selector("#board .can, #ask [data-action]")
        return page

    return open_one


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
    page.locator(".orders > summary").click()
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
    assert not page.room.thinking, "an order that was stopped pays"
    assert page.room.table.to_act() == [0]
    assert int(page.locator(".purse .sum").inner_text()) == tokens - 1, "an order that was stopped has paid"


def test_keep_paying_by_keyboard_in_french_until_it_is_used_up(at_table: Open, site: Site) -> None:
    page = at_table("mogul", 3, bidding, locale="fr-FR")
    tokens = int(page.locator(".purse .sum").inner_text())
    page.locator(".orders > summary").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Continuer à miser jusqu’à").focus()
    page.keyboard.type("2")
    page.keyboard.press("Control+A")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.get_by_text("Mise encore 1 jeton au plus").wait_for()
    others_pay(site, page.room)
    page.wait_for_function("left => +document.querySelector('.purse .sum').innerText === left", arg=tokens - 2)
    others_pay(site, page.room)
    page.wait_for_selector("#board [data-pick=pay].can")
    assert page.get_by_role("button", name="Lancer").is_enabled()
    page.get_by_role("button", name="Refuser tous les emprunts").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#order-loans[aria-pressed=true]")
    assert page.evaluate("document.activeElement.id") == "order-loans"
    page.reload()
    page.wait_for_selector("#order-loans[aria-pressed=true]", state="attached")


# -- Crusgallo: the cavern ------------------------------------------------------------------------------------


def some_cards(table: Table) -> None:
    assert table.state is not None
    for _ in range(10):
        legal = table.state.legal(0)
        table.play(0, next((action for action in legal if action.startswith("place")), legal[0]))
        assert table.state is not None
    while not any(action.startswith("place") for action in table.state.legal(0)):
        table.play(0, table.state.legal(0)[0])


SCALE = """() => { const m = document.querySelector('.map');
  return m.getBoundingClientRect().width / m.viewBox.baseVal.width }"""
MIDDLE = """() => { const p = document.querySelector('.pan'), m = document.querySelector('.map');
  const a = p.getBoundingClientRect(), b = m.getBoundingClientRect(), v = m.viewBox.baseVal, k = b.width / v.width;
  return [v.x + (a.left + p.clientWidth / 2 - b.left) / k, v.y + (a.top + p.clientHeight / 2 - b.top) / k] }"""


def test_the_cavern_zooms_and_pans_and_stays_when_a_card_is_laid(at_table: Open) -> None:
    page = at_table("crusgallo", 1, some_cards, 600)
    whole = page.evaluate(SCALE)
    page.get_by_role("button", name="Larger (+)").click()
    assert page.evaluate(SCALE) == pytest.approx(whole * 1.25, rel=0.01)
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert page.evaluate(SCALE) == pytest.approx(whole * 1.25**3, rel=0.01)
    page.keyboard.press("-")
    page.locator(".pan").hover()
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"least => ({SCALE})() > least", arg=whole * 1.6)
    larger = page.evaluate(SCALE)
    box = page.locator(".pan").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.evaluate(MIDDLE)
    steps = len(page.room.table.steps)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    assert page.locator("[aria-busy]").count() == 0, "the end of a drag lays a card"
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
    assert page.locator("#refusal").is_hidden(), "picking it up is no click in vain"
    page.keyboard.press("r")
    second = picked.get_attribute("data-t")
    assert second != first
    page.get_by_role("button", name="Turn the card (R)").click()
    assert picked.get_attribute("data-t") not in (first, second)
    turned = picked.get_attribute("data-t")
    anchor = page.locator(".a.can").first
    place = anchor.get_attribute("data-pick").replace(",", " ")
    cards = page.locator(".map > [data-piece]").count()
    anchor.dispatch_event("click")
    page.wait_for_function("n => document.querySelectorAll('.map > [data-piece]').length > n", arg=cards)
    assert page.room.table.steps[-1].move.action.endswith(f" {place} {turned}")


def test_two_fingers_make_the_cavern_larger(at_table: Open) -> None:
    page = at_table("crusgallo", 1, some_cards, 360, has_touch=True, is_mobile=True)
    small = page.evaluate(SCALE)
    assert small * 40 >= 40, "a cell is a target for a finger"
    touch = fingers_on(page)
    box = page.locator(".pan").bounding_box()
    x, y = box["x"] + 150, box["y"] + 200
    touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in (35, 45, 60):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    page.wait_for_function(f"small => ({SCALE})() > small * 1.3", arg=small)
    assert page.evaluate("visualViewport.scale") == 1, "the page itself stays as it is"


def fingers_on(page: Any) -> Callable[..., None]:
    """Fingers that begin, move and end where they are told."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        made = [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": made})

    return touch


def middle_of(thing: Any) -> tuple[float, float]:
    box = thing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def a_place_in_sight(page: Any, besides: str = "") -> tuple[str, float, float]:
    """A place of the cavern that the card may come to and that is in the window: its name, and its middle."""
    area = page.locator(".pan").bounding_box()
    for place in page.locator(".a.can").all():
        x, y = middle_of(place)
        inside = area["x"] + 30 < x < area["x"] + area["width"] - 30 and area["y"] + 30 < y < area["y"] + 300
        if inside and place.get_attribute("data-pick") != besides:
            return str(place.get_attribute("data-pick")), x, y
    raise AssertionError("no place is in sight")


def test_a_card_is_carried_turned_and_laid_by_fingers(at_table: Open) -> None:
    """Out of the tray onto the cavern, where it snaps to a place; on from there; a quarter round by two fingers."""
    page = at_table("crusgallo", 1, some_cards, 360, has_touch=True, is_mobile=True)
    page.wait_for_selector(".turn.picked")
    steps = len(page.room.table.steps)
    touch = fingers_on(page)
    place, x, y = a_place_in_sight(page)
    shown = page.locator(".a.previewed")
    touch("touchStart", middle_of(page.locator(".turn.picked")))
    touch("touchMove", (x + 40, y + 40))
    touch("touchMove", (x + 6, y - 5))
    expect(page.locator(".a.near")).to_have_attribute("data-pick", place)  # it snaps to the nearest place
    expect(page.locator(".a.near + .g")).to_be_visible()
    touch("touchEnd")
    shown.wait_for()
    assert shown.get_attribute("data-pick") == place
    other, to_x, to_y = a_place_in_sight(page, place)
    scrolled = page.locator(".pan").evaluate("pan => [pan.scrollLeft, pan.scrollTop]")
    touch("touchStart", (x, y))
    for part in (0.4, 0.8, 1):
        touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
    touch("touchEnd")
    page.wait_for_selector(f'.a.previewed[data-pick="{other}"]')
    assert page.locator(".pan").evaluate("pan => [pan.scrollLeft, pan.scrollTop]") == scrolled, "the cavern moved too"
    turned = page.locator(".turn.picked").get_attribute("data-t")
    box = page.locator(".pan").bounding_box()
    x, y = box["x"] + 150, box["y"] + 150
    touch("touchStart", (x - 50, y), (x + 50, y))
    for down in (15, 45, 80):
        touch("touchMove", (x - 50, y - down), (x + 50, y + down))
    touch("touchEnd")
    page.wait_for_function("t => document.querySelector('.turn.picked')?.dataset.t !== t", arg=turned)
    assert len(page.room.table.steps) == steps, "nothing was asked to be done yet"
    if not shown.count():  # there was no place near, as it lies now
        place, x, y = a_place_in_sight(page)
        page.touchscreen.tap(x, y)
    shown.wait_for()
    last = shown.get_attribute("data-pick").replace(",", " ")
    turned = page.locator(".turn.picked").get_attribute("data-t")
    page.wait_for_function("() => document.querySelector('.preview-bar .what').textContent")
    page.locator(".preview-bar button").tap()
    page.wait_for_selector(".preview-bar", state="detached")
    assert page.room.table.steps[steps].move.action.endswith(f" {last} {turned}")


def test_a_card_is_hovered_as_a_whole(at_table: Open) -> None:
    """Beside a marker, too, it is seen at the nearest place, with its middle under the pointer, and laid there."""
    page = at_table("crusgallo", 1, some_cards)
    page.wait_for_selector(".turn.picked")
    steps = len(page.room.table.steps)
    page.keyboard.press("0")
    free = page.evaluate(
        """() => { const places = [...document.querySelectorAll('.a.can')].map(e => e.getBoundingClientRect());
          const area = document.querySelector('.pan').getBoundingClientRect();
          for (const box of places) for (const [right, down] of [[-.8, 0], [.8, 0], [0, -.8], [0, .8]]) {
            const x = box.left + box.width * (.5 + right), y = box.top + box.height * (.5 + down);
            if (x > area.left + 9 && x < area.right - 70 && y > area.top + 9 && y < area.bottom - 9
                && !places.some(o => x > o.left - 2 && x < o.right + 2 && y > o.top - 2 && y < o.bottom + 2))
              return [x, y]; } }"""
    )
    page.mouse.move(*free)
    near = page.locator(".a.near")
    near.wait_for(state="attached")
    ghost, place = near.locator("+ .g"), near.get_attribute("data-pick")
    assert ghost.is_visible()
    shown = page.evaluate("+document.body.dataset.version")
    page.mouse.click(*free)
    page.wait_for_function("n => +document.body.dataset.version > n", arg=shown)
    assert f" {place.replace(',', ' ')} " in page.room.table.steps[steps].move.action


# -- what a first tap shows -----------------------------------------------------------------------------------


def test_a_first_tap_shows_and_moves_nothing(at_table: Open) -> None:
    """What it would do stands in the question's place, with a large button; another tap shows another choice."""
    page = at_table("photon-rush", 3, as_dealt, 360, has_touch=True, is_mobile=True)
    page.evaluate("localStorage.setItem('confirm', 'on')")  # whoever has seen it is not asked a second time
    steps = len(page.room.table.steps)
    tile = page.locator('[data-pick="mines-1"]')
    tile.tap()
    assert page.locator(".preview-bar").count() == 0, "a pick that is followed by another one changes nothing yet"
    saloons = page.locator('[data-pick="saloons-0"]')
    before = saloons.bounding_box()
    saloons.tap()
    page.wait_for_function("() => document.querySelector('.preview-bar .what')?.textContent")
    assert "Build 1 mine" in page.locator(".preview-bar").inner_text()
    assert saloons.bounding_box() == before, "the second tap would hit something else"
    button = page.locator(".preview-bar button")
    assert button.bounding_box()["height"] >= 44
    assert button.bounding_box()["width"] >= 80
    assert page.locator("#news").inner_text().count("Build 1 mine") == 1, "it is not said"
    assert axe(page) == []
    page.get_by_role("button", name="Take this choice back").tap()
    page.wait_for_selector(".preview-bar", state="detached")
    assert page.locator('[data-pick="mines-1"].picked').count() == 1, "only the last step is taken back"
    saloons.tap()
    page.wait_for_selector(".preview-bar")
    assert len(page.room.table.steps) == steps
    saloons.tap()
    page.wait_for_selector("#ask .waiting")
    assert page.room.table.steps[steps].move.action == "build 1 0"


# -- an answer that is on its way -------------------------------------------------------------------------------


def build(page: Any) -> None:
    for _ in range(2):  # mines, then saloons
        page.locator("#board .can").first.click()


def test_an_answer_is_given_once_though_others_move_meanwhile(at_table: Open, site: Site) -> None:
    """While it is on its way the others' moves draw the board anew; nothing can be chosen a second time."""
    page = at_table("photon-rush", 3, as_dealt)
    late: list[Any] = []  # what the page has sent, held back

    def between(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: late.append((server, message)))

    page.route_web_socket("**/live", between)
    page.reload()
    page.wait_for_selector("#board .can")
    page.wait_for_function("() => document.body?.dataset.version")
    build(page)
    page.wait_for_selector("[aria-busy]")

    def other(table: Table) -> None:
        assert table.state is not None
        table.play(1, table.state.legal(1)[0])

    version = page.locator("body").get_attribute("data-version")
    site.run(page.room.do(other))
    page.wait_for_function("old => document.body.dataset.version !== old", arg=version)
    assert page.locator("#board .can").count() == 0
    assert page.locator("#ask[aria-busy=true]").count() == 1
    for server, message in late:
        server.send(message)
    page.wait_for_selector("#ask .waiting")
    assert page.locator("[aria-busy]").count() == 0
    assert page.locator("#refusal").is_hidden()


def test_an_answer_that_is_lost_can_be_given_again(at_table: Open, site: Site) -> None:
    page = at_table("photon-rush", 3, as_dealt)
    lost: list[Any] = []

    def between(socket: Any) -> None:
        socket.connect_to_server()
        if not lost:
            socket.on_message(lambda message: lost.append(message))

    page.route_web_socket("**/live", between)
    page.reload()
    page.wait_for_function("() => document.body?.dataset.version")
    build(page)
    page.wait_for_selector("[aria-busy]")
    for watcher in list(page.room.watchers):
        site.run(watcher.socket.close(code=1012))
    page.wait_for_function("() => !document.querySelector('[aria-busy]') && document.body?.dataset.line === 'open'")
    build(page)
    page.wait_for_selector("#ask .waiting")
    assert len(lost) == 1


# -- an update is drawn at once ---------------------------------------------------------------------------------

# Keeps what the table has said about its board, so that it can be heard again.
HEARD = """(() => {
    const open = window.WebSocket;
    window.WebSocket = class extends open {
        constructor(...more) {
            super(...more);
            this.addEventListener("message", ({ data }) => {
                if (JSON.parse(data).regions?.board) window.heard = () => this.onmessage({ data });
                window.hear = (message) => this.onmessage({ data: JSON.stringify(message) });
            });
        }
    };
})()"""


# Three pictures have been painted since.
FRAME = "() => new Promise((done) => requestAnimationFrame(done))"
PAINTED = f"async () => {{ for (let i = 0; i < 3; i++) await ({FRAME})(); }}"


def until_asked(table: Table) -> None:
    assert table.state is not None
    while 0 not in table.to_act():
        seat = table.to_act()[0]
        table.play(seat, table.state.legal(seat)[0])
        assert table.state is not None


def count_layouts(session: Any) -> int:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return int(next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount"))


@pytest.mark.parametrize(
    ("game", "players"),
    [("crash-and-grab", 4), ("crusgallo", 1), ("gold-n-crash", 2), ("mogul", 4), ("photon-rush", 3)],
)
def test_an_update_lays_the_page_out_once(at_table: Open, game: str, players: int) -> None:
    """Everything is written before anything is measured."""
    page = at_table(game, players, until_asked, script=HEARD, reduced_motion="reduce")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = count_layouts(session)
    page.evaluate(f"async () => {{ for (let i = 0; i < 10; i++) {{ heard(); await ({PAINTED})(); }} }}")
    assert 10 <= count_layouts(session) - before <= LAYOUTS.get(game, 15)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390)])
def test_a_request_to_take_a_step_back_is_in_sight(at_table: Open, site: Site, width: int, height: int) -> None:
    """Above the tray, with two buttons; what can be chosen stays in sight, and the board gets its room back."""

    def other_has_drawn(table: Table) -> None:
        while not (undo := table.undo_of(1)) or undo.free or 0 not in table.to_act():
            assert table.state is not None
            seat = table.to_act()[0]
            table.play(seat, "draw" if "draw" in table.state.legal(seat) else table.state.legal(seat)[0])

    page = at_table("gold-n-crash", 2, other_has_drawn, width, has_touch=True, locale="fr-FR")
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(PAINTED)
    page.evaluate(EXPLORE)
    size = "() => document.querySelector('[data-field]').getBoundingClientRect().height"
    before = page.evaluate(size)
    site.run(page.room.do(lambda table: table.undo(1)))
    request = page.locator("#requests .request")
    request.wait_for()
    assert "P1 demande à reprendre un coup." in request.inner_text()
    assert page.evaluate("wrongHere(true)") == []
    assert request.locator("button").count() == 2
    for button in request.locator("button").all():
        assert button.evaluate(
            """b => { const { left, top, width, height } = b.getBoundingClientRect();
            return height >= 44 && b.contains(document.elementFromPoint(left + width / 2, top + height / 2)) }"""
        )
    assert "demande à reprendre" in page.locator("#news").inner_text()
    assert "(1)" in page.title()
    request.locator("button").last.tap()
    request.wait_for(state="detached")
    assert "(1)" not in page.title()
    assert page.evaluate(size) == before
    assert page.evaluate("wrongHere(true)") == []


# Keeps the last board as it came.
LISTEN = """(() => { const parse = JSON.parse; JSON.parse = (...all) => { const found = parse(...all);
    if (found?.regions?.board) window.came = found.regions.board; return found } })()"""
# Whether the board is what came, but for what the page marks on it by itself.
AS_IT_CAME = """() => {
  const marks = ["can", "picked", "instead", "previewed", "hinted", "pointed", "last-move"];
  const bare = root => { for (const one of root.querySelectorAll("*")) {
      for (const name of ["tabindex", "aria-pressed", "aria-busy", "style", "disabled"]) one.removeAttribute(name);
      one.setAttribute("class", [...one.classList].filter(name => !marks.includes(name)).sort().join(" "));
    } return root };
  const fresh = document.createElement("div"); fresh.innerHTML = window.came;
  const here = document.createElement("div");
  here.replaceChildren(...[...document.querySelector("#board").childNodes].map(node => node.cloneNode(true)));
  return bare(here).isEqualNode(bare(fresh)) }"""


@pytest.mark.parametrize(
    ("game", "players"),
    [("gold-n-crash", 2), ("crash-and-grab", 6), ("photon-rush", 4), ("mogul", 6), ("crusgallo", 1)],
)
def test_a_board_that_is_drawn_into_the_last_one_is_the_one_that_came(
    at_table: Open, site: Site, game: str, players: int
) -> None:
    page = at_table(game, players, as_dealt, script=LISTEN)
    page.evaluate("() => document.querySelector('#board [data-place], #board [data-piece]').known = true")
    random = Random(game)

    def play(table: Table) -> None:
        for _ in range(random.choice([1, 1, 2, 5])):
            if table.outcome is None and table.state is not None:
                seat = random.choice(table.to_act())
                table.play(seat, random.choice(table.state.legal(seat)))

    for _ in range(15):
        site.run(page.room.do(play))
        page.wait_for_function("moment => +document.body.dataset.version >= moment", arg=page.room.table.moment)
        assert page.evaluate(AS_IT_CAME)
        if page.room.table.outcome is not None:
            break
    assert page.evaluate("() => [...document.querySelectorAll('#board *')].some(thing => thing.known)"), "all is new"


def test_what_comes_before_the_last_picture_is_painted_is_drawn_together(at_table: Open) -> None:
    """Whoever answers sees that at once, however fast the others go on; and nothing of it is lost."""
    page = at_table("photon-rush", 3, until_asked, script=HEARD, reduced_motion="reduce")
    page.evaluate(PAINTED)
    drawn = page.evaluate(
        f"""async () => {{
            const seen = [];
            const people = document.querySelector("#people");
            new MutationObserver(() => seen.push(people.textContent)).observe(people, {{ childList: true }});
            document.querySelector("#log").replaceChildren();
            for (const who of ["Anna", "Bert", "Carl", "Dora"])
                hear({{ is: "table", turn: false, regions: {{ people: who }}, log: `<li>${{who}}</li>`, say: [who] }});
            await ({PAINTED})();
            await ({PAINTED})();
            return [seen, document.querySelector("#log").textContent, document.querySelector("#news").textContent];
        }}"""
    )
    assert drawn[0] == ["Anna", "Dora"]
    assert drawn[1] == "AnnaBertCarlDora"
    assert drawn[2].endswith("AnnaBert Carl Dora")


# -- everything explains itself ---------------------------------------------------------------------------------


def as_dealt(table: Table) -> None:
    """A table where the person at seat 0 is asked something."""
    while 0 not in table.to_act():
        assert table.state is not None
        seat = table.to_act()[0]
        table.play(seat, table.state.legal(seat)[0])


def stop_clock(page: Any) -> None:
    """Time passes when we say so from now on. What came right after the first picture of the table waits until that is
    painted, and is drawn now: else it would be when a test lets time pass, under the pointer."""
    page.clock.install()
    page.clock.run_for(1000)


def test_a_thing_explains_itself_to_a_mouse(at_table: Open) -> None:
    page = at_table("mogul", 3, bidding, throw_away=True)
    stop_clock(page)
    page.evaluate("addEventListener('pointerover', () => (document.body.dataset.pointed = 'yes'), { once: true })")
    page.locator("#mogul-pot").hover()
    page.wait_for_function("() => document.body.dataset.pointed")  # a busy page hears of it a little later
    tip = page.locator("#tip")
    assert tip.count() == 0, "it is too quick"
    page.clock.run_for(800)
    tip.wait_for()
    assert "Whoever withdraws takes it all" in tip.inner_text()
    link = tip.locator("a", has_text="KR-36")
    assert link.get_attribute("href") == "/rules/mogul#kr-36"
    link.hover()
    page.clock.run_for(2000)
    assert tip.is_visible(), "the link cannot be reached"
    assert page.locator("#mogul-pot[title]").count() == 0  # no second window by the browser
    page.mouse.move(2, 2)
    page.clock.run_for(500)
    tip.wait_for(state="hidden")


def test_a_click_in_vain_says_why_and_no_tip_opens_there(at_table: Open) -> None:
    page = at_table("gold-n-crash", 2, as_dealt, throw_away=True)
    stop_clock(page)
    ship = page.locator(".near .ship").first
    ship.click()
    refusal = page.locator("#refusal")
    refusal.wait_for()
    question = page.locator("#ask .question").inner_text()
    assert refusal.inner_text().startswith(f"This cannot be chosen now. {question}")
    assert "/rules/gold-n-crash#gc-" in refusal.locator("a").get_attribute("href")
    said, thing = refusal.bounding_box(), ship.bounding_box()
    assert abs(said["y"] + said["height"] - thing["y"] - thing["height"] / 2) < 60, "it is not where the finger was"
    page.mouse.move(2, 2)
    page.clock.run_for(3500)
    refusal.wait_for(state="hidden")
    ship.click()
    page.clock.run_for(2000)
    assert page.locator("#tip").count() == 0, "a tip opens unasked"
    page.locator(".near .cell").last.click()  # nothing lies there yet
    page.wait_for_function("() => /column is empty/.test(document.querySelector('#refusal').textContent)")
    assert refusal.locator("a").get_attribute("href") == "/rules/gold-n-crash#gc-40"


# What a sentence at a finger hides of what can be chosen, and of the question; and whether it is in the window.
HIDES = """() => { const said = document.querySelector('#refusal').getBoundingClientRect();
  const hidden = [...document.querySelectorAll('#board .can, #ask [data-action], #ask .question')].filter(thing => {
    const { left, top, right, bottom, width } = thing.getBoundingClientRect();
    return width && left < said.right && right > said.left && top < said.bottom && bottom > said.top;
  }).map(thing => thing.dataset.pick ?? thing.className);
  const { left, top, right, bottom } = said;
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight ? ["outside"] : hidden }"""


def one_column_closed(table: Table) -> None:
    """Seat 0 holds a card that can be played and one that cannot, and a column that is closed has a card to discard."""
    random = Random(3)
    while True:
        seat = table.to_act()[0]
        assert table.state is not None
        legal = table.state.legal(seat)
        seen = view(table)
        plays = [action.split(" ") for action in legal if action.startswith("play ")]
        shut = {"0", "1", "2"} - {column for _, _, column in plays}
        idle = set(seen["seats"][0]["hand"]) - {card for _, card, _ in plays}
        asked = seat == 0 and not seen["pending"]
        if asked and plays and idle and any(f"discard {column}" in legal for column in shut):
            return
        table.play(seat, random.choice(legal))


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
def test_a_closed_column_and_an_unplayable_card_say_why(at_table: Open, pointer: str) -> None:
    """The closed column's last card could be discarded; but who holds a card wants to lay it there."""
    touch = pointer == "touch"
    page = at_table("gold-n-crash", 2, one_column_closed, has_touch=touch)
    steps = len(page.room.table.steps)
    press = page.touchscreen.tap if touch else page.mouse.click
    refusal = page.locator("#refusal")

    def at(thing: Any) -> None:
        box = thing.bounding_box()
        press(box["x"] + min(box["width"], 50) / 2, box["y"] + box["height"] / 2)

    sizes = [(360, 640), (844, 390), (768, 1024)] if touch else [(1280, 800), (1920, 1080)]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        dead = page.locator(".hand .held:not([data-pick])").first
        at(dead)
        refusal.wait_for()
        assert re.search("GC-2[14]", refusal.inner_text()), (width, refusal.inner_text())
        assert page.evaluate(HIDES) == [], (width, height)
        at(page.locator(".hand .held.can").first)
        page.wait_for_selector(".held.picked")
        assert not refusal.is_visible()  # that was about another thing
        at(page.locator(".near .cell:not(:has(.drop.can)) .last[data-pick]").first)
        refusal.wait_for()
        assert "column already has the most cards" in refusal.inner_text()
        assert refusal.locator("a").get_attribute("href") == "/rules/gold-n-crash#gc-21"
        assert page.evaluate(HIDES) == [], (width, height)
        assert page.locator(".preview-bar").count() == 0
        page.keyboard.press("Escape")
        page.wait_for_selector(".held.picked", state="detached")
        page.evaluate("() => (document.querySelector('#refusal').hidden = true)")  # as after three seconds
    assert len(page.room.table.steps) == steps


def test_a_sentence_at_a_finger_hides_no_choice_and_goes(at_table: Open) -> None:
    """With six saucers on a small phone the tray is full of choices."""
    small = {"has_touch": True, "is_mobile": True, "locale": "fr-FR"}
    page = at_table("crash-and-grab", 6, as_dealt, 360, **small, throw_away=True)
    page.set_viewport_size({"width": 360, "height": 640})
    page.clock.install(time=0)
    page.clock.pause_at(10)  # else it would go on by itself, and a busy machine takes longer than the sentence is there
    refusal = page.locator("#refusal")
    ways = page.locator("[data-tray] [data-pick]:not(.can)").all()
    assert len(ways) >= 4  # the directions, before there is a card
    for way in ways:
        box = way.bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        refusal.wait_for()
        assert "CG-" in refusal.inner_text()
        assert page.evaluate(HIDES) == [], refusal.inner_text()
        page.clock.run_for(2500)
        assert refusal.is_visible()
        page.clock.run_for(1000)
        assert not refusal.is_visible()


def test_a_place_where_a_card_cannot_lie_says_why_in_french(at_table: Open) -> None:
    page = at_table("crusgallo", 1, as_dealt, 360, has_touch=True, is_mobile=True, locale="fr-FR")
    page.wait_for_selector(".turn.picked")
    box = page.locator(".pan").bounding_box()
    far = page.evaluate(
        """([left, top, right, bottom]) => { const all = [...document.querySelectorAll('.a.can')].map(e =>
          e.getBoundingClientRect()); const map = document.querySelector('.map').getBoundingClientRect();
          for (let x = Math.max(left, map.left) + 4; x < Math.min(right, map.right); x += 9)
            for (let y = Math.max(top, map.top) + 4; y < Math.min(bottom, map.bottom); y += 9)
              if (all.every(o => Math.hypot(o.left + o.width / 2 - x, o.top + o.height / 2 - y) > 1.6 * o.width))
                return [x, y]; }""",
        [box["x"], box["y"], box["x"] + box["width"] - 70, box["y"] + box["height"]],
    )
    page.touchscreen.tap(*far)
    refusal = page.locator("#refusal")
    refusal.wait_for()
    assert "CR-1" in refusal.inner_text()
    assert "/rules/crusgallo#cr-1" in refusal.locator("a").get_attribute("href")
    assert page.locator(".preview-bar").count() == 0


def test_a_tip_takes_no_clicks_and_covers_no_choice(at_table: Open) -> None:
    page = at_table("mogul", 3, bidding)
    for thing in ("#mogul-pot", "#mogul-deck", ".purse"):
        page.locator(thing).first.hover()
        page.locator("#tip").wait_for()
        assert page.locator("#tip").inner_text()
        hits = page.evaluate(
            """() => { const { left, top, width, height } = document.querySelector('#tip').getBoundingClientRect();
            const at = [.02, .2, .4, .6, .8, .98];
            const hits = at.flatMap(x => at.map(y => document.elementFromPoint(left + x * width, top + y * height)));
            return hits.filter(Boolean).map(hit => hit.closest('#tip a') ? 'link' : hit.closest('#tip') ? 'tip'
                : hit.closest('.can') ? 'choice' : 'else') }"""
        )
        assert "tip" not in hits, thing
        assert "choice" not in hits, thing
        page.mouse.move(2, 2)
        page.locator("#tip").wait_for(state="hidden")


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
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.locator("#tip").is_visible()
    assert page.locator("[aria-busy]").count() == 0
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


def test_axe_finds_nothing_in_tips_orders_and_scores(at_table: Open, site: Site) -> None:
    def check(page: Any, where: str, part: str = "") -> None:
        assert axe_by_day_and_night(page, part) == [], where

    page = at_table("mogul", 3, bidding)
    page.locator(".orders > summary").click()
    page.locator("#order-loans").click()
    page.wait_for_selector("#order-loans[aria-pressed=true]")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Stop").wait_for()
    page.locator("#mogul-deck").hover()
    page.locator("#tip").wait_for()
    check(page, "orders", ".orders")  # the rest of this page is looked at in `test_browser.py`
    check(page, "a tip", "#tip")
    page = at_table("crusgallo", 1, some_cards)
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


# -- sessions -----------------------------------------------------------------------------------------------


def test_a_page_that_is_signed_out_elsewhere_becomes_a_strangers(at_table: Open, site: Site) -> None:
    page = at_table("mogul", 3, bidding)
    cookie = next(one["value"] for one in page.context.cookies() if one["name"] == "parlour")
    session = site.house.signer.session_of(cookie)
    assert session is not None
    page.evaluate("() => { window.before = true; }")
    site.run(site.house.sessions.end(session, session.id))
    page.wait_for_function("() => !window.before && document.body?.dataset.version")
    assert page.query_selector("#board .can, #ask [data-action]") is None
    assert cookie not in {one["value"] for one in page.context.cookies()}


@pytest.mark.parametrize("width", [1280, 360])
def test_the_browsers_of_a_person_are_listed_and_can_be_ended(open_page: Open, width: int) -> None:
    page = open_page("/", (width, 640))
    page.goto(page.url + "me")
    assert axe(page) == []
    row = page.locator(".devices li")
    assert row.count() == 1
    assert "this browser" in row.inner_text()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    before = page.inner_text(".who")
    row.get_by_role("button").click()
    page.wait_for_function(f"() => document.querySelector('.who').innerText !== {before!r}")
