"""A real browser plays."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import Any
from urllib.parse import urljoin

import pytest
from jinja2 import ChoiceLoader, DictLoader

import parlour
from conftest import LONG, records
from hands import Finger, Keyboard, Mouse, act, open_tab, over, play_out, ready
from pages import EXPLORE, MOVING, SIZES, Open, answers, axe, axe_by_day_and_night, expect
from parlour.faces.look import Look
from parlour.tables.room import Room
from parlour.web.boards import own_board
from parlour.web.pictures import play_record
from parlour.web.templating import TEMPLATES
from visit import Site

# -- whole games ---------------------------------------------------------------------------------------

ROUNDS = {"crash-and-grab": 1, "gold-n-crash": 2, "photon-rush": 2}  # after which a short game ends
# The last moves of a game that has no such limit; Mogul's begin with a loan, which the bank shows before it is taken.
LATE = {"crusgallo": 5, "mogul": 15}
OPEN_TABLE = "form.sheet button.primary"
# Buttons that are too small for a finger.
TOO_SMALL = """() => [...document.querySelectorAll('button, .button')]
    .filter(b => b.offsetParent && b.offsetHeight < 40).map(b => b.outerHTML)"""


def new_by_mouse(page: Any, game: str, rounds: int | None) -> None:
    """From the shelf to a table against one bot, or as few as can be."""
    page.locator(f'a[href="/new/{game}"]').click()
    players = parlour.game(game).players
    if len(players) > 1:
        page.locator(f'a[href$="players={players[0]}"]').click()
        page.wait_for_url(f"**players={players[0]}")
    if rounds is not None:
        page.locator("#option-round_limit").fill(str(rounds))
    page.locator(OPEN_TABLE).click()


def new_by_keyboard(page: Any, game: str, rounds: int | None) -> None:
    hand = Keyboard(page)
    hand.tab_to(f'a[href="/new/{game}"]')
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/new/{game}")
    players = parlour.game(game).players
    if len(players) > 1:
        hand.tab_to(f'a[href$="players={players[0]}"]')
        page.keyboard.press("Enter")
        page.wait_for_url(f"**players={players[0]}")
    if rounds is not None:
        hand.tab_to("#option-round_limit")
        page.keyboard.type(str(rounds))
    hand.tab_to(OPEN_TABLE)
    page.keyboard.press("Enter")


def upload(page: Any, game: str) -> int:
    """Upload a finished game, as anybody can who has downloaded one; how many steps it has."""
    record = records(game)[0] if records(game) else play_record(game, bot="random")[0]
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.locator('.upload input[type="file"]').set_input_files(files=[file])
    page.locator(".upload button").click()
    page.wait_for_url("**/replay")
    answers(page)
    return len(record["moves"])


def play_on(page: Any, game: str, moves: int) -> None:
    """Take up an uploaded game so many moves before its end."""
    last = upload(page, game)
    page.goto(f"{page.url}?at={last - moves}")
    page.locator('a[href^="/new/"][href*="at="]').click()
    page.locator(OPEN_TABLE).click()


SEATINGS = [(Finger, "phone"), (Keyboard, "desktop"), *([(Mouse, "desktop"), (Keyboard, "phone")] if LONG else [])]


@pytest.mark.parametrize(("hand", "size"), SEATINGS, ids=[f"{hand.__name__.lower()}-{size}" for hand, size in SEATINGS])
@pytest.mark.parametrize("game", parlour.games())
def test_a_game_from_the_shelf_to_the_end(
    open_page: Open, game: str, hand: type[Mouse] | type[Keyboard], size: str, long: bool
) -> None:
    """Games with a limit of rounds are short ones, the others are taken up late. With PARLOUR_LONG=1 all are whole,
    without a limit, with all three hands; else other tests have the mouse. The finger plays in French, in the
    dark, and there all moves."""
    touch = hand is Finger
    look: dict[str, Any] = {"color_scheme": "dark", **MOVING} if touch else {}
    page = open_page(size=size, has_touch=size == "phone", **look)
    if touch:
        page.locator('.top [value="fr"]').click()
        page.wait_for_selector("html[lang=fr]")
        answers(page)
    if game in LATE and not long:
        play_on(page, game, LATE[game])
    else:
        new = new_by_keyboard if hand is Keyboard else new_by_mouse
        new(page, game, None if long else ROUNDS.get(game))
    player = hand(page, f"{game} {size}")
    ready(page)
    assert not touch or page.evaluate(TOO_SMALL) == [], "smaller than a finger"
    given = play_out(player, 2000)
    assert given > 2
    least = 1 if game == "mogul" and not long else 2  # that loan; what else it asks is said in words
    assert not isinstance(player, Finger) or player.shown >= least, "no tap has shown anything"
    assert page.locator(".over .question").inner_text()
    assert (page.locator(".over .places li").count() > 1) == (game != "crusgallo")  # a game for one has no places
    assert page.locator("#log .line").count() > given
    assert page.locator("#news p").count() > 0  # it was said aloud
    assert page.evaluate("() => document.documentElement.scrollWidth") <= SIZES[size][0], "wider than the window"
    assert not touch or page.evaluate(TOO_SMALL) == [], "smaller than a finger"


def test_replay_and_play_on(open_page: Open) -> None:
    page = open_page()
    last = upload(page, "photon-rush")
    at = page.locator(".at")
    expect(at).to_have_text(f"Step {last} of {last}")
    page.locator('[rel="first"]').click()
    expect(at).to_have_text(f"Step 0 of {last}")
    page.locator('[rel="next"]').click()
    expect(at).to_have_text(f"Step 1 of {last}")
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?at=1&seat=")
    page.locator("[data-jump]").fill(str(last))  # the slider
    expect(at).to_have_text(f"Step {last} of {last}")
    page.locator('[rel="prev"]').click()
    expect(at).to_have_text(f"Step {last - 1} of {last}")
    page.get_by_role("button", name="Autoplay").click()
    expect(at).to_have_text(f"Step {last} of {last}")
    page.locator('[rel="first"]').click()
    expect(at).to_have_text(f"Step 0 of {last}")
    page.get_by_role("link", name="Play on from here").click()
    page.get_by_role("button", name="Open the table").click()
    ready(page)
    assert not over(page)


def test_the_language_can_change_in_the_middle(open_page: Open) -> None:
    page = open_page()
    new_by_mouse(page, "gold-n-crash", 2)
    hand = Mouse(page)
    act(hand)
    ready(page)
    english = page.locator("#ask .question").inner_text()
    said = page.locator("#log").inner_text()
    page.locator('.top [value="fr"]').click()
    page.wait_for_function("() => document.documentElement.lang === 'fr' && document.body?.dataset.version")
    assert page.locator("#ask .question").inner_text() != english
    assert len(said) > 0
    page.wait_for_function("said => ![said, ''].includes(document.querySelector('#log').innerText)", arg=said)
    act(hand)
    page.locator('.top [value="en"]').click()
    page.wait_for_function("() => document.documentElement.lang === 'en' && document.body?.dataset.version")
    assert play_out(hand) > 0


def test_two_browsers_at_one_table(open_page: Open, site: Site) -> None:
    anna = open_page("/new/photon-rush?players=2")
    anna.locator("#seat1").select_option("open")
    anna.get_by_role("button", name="Open the table").click()
    anna.wait_for_function("() => document.querySelector('input.link')?.value.startsWith(location.origin)")
    link = anna.locator("input.link").input_value()
    bert = open_page(link.removeprefix(site.url), size="phone")
    bert.wait_for_function("() => document.body?.dataset.version")  # it is connected
    bert.get_by_role("button", name="Sit here").click()
    anna.get_by_role("button", name="Start").click()
    ready(bert)
    open_tab(bert, "chat")
    bert.locator("#say-text").fill("<b>hello</b>")
    bert.get_by_role("button", name="Send").click()
    expect(anna.locator("#chat")).to_contain_text("<b>hello</b>")
    expect(anna.locator('[data-tab="chat"] .unread')).to_have_text("1")
    anna.wait_for_function("() => document.title.includes('(1)')")
    open_tab(bert, "log")
    bert.locator('[data-tab="log"]').click()  # the board again
    act(Mouse(anna))
    expect(anna.locator("#log")).to_contain_text("Your secret choice")
    expect(bert.locator("#log")).to_contain_text("has chosen")
    assert "Your secret choice" not in bert.locator("#log").inner_text()
    # The connection breaks; both come back by themselves and play on.
    room = site.hall.rooms[anna.url.rsplit("/", 1)[1]]
    before = set(room.watchers)
    assert len(before) == 2
    for watcher in before:
        site.run(watcher.socket.close(code=1012))  # type: ignore[attr-defined]
    end = time.monotonic() + 60
    while len(room.watchers - before) < 2 or room.watchers & before:
        assert time.monotonic() < end, "they did not come back"
        anna.wait_for_timeout(50)
    for page in (anna, bert):
        page.wait_for_function("() => document.body?.dataset.line === 'open'")
    act(Mouse(bert))
    anna.wait_for_function("() => document.title.startsWith('● Your turn')")
    for _ in range(3):
        act(Mouse(anna))
        act(Mouse(bert))
    expect(anna.locator("#log")).to_contain_text("Round 2 begins")
    expect(bert.locator("#log")).to_contain_text("Round 2 begins")


def late_line(site: Site, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """From now on a page of a table comes at once, and its connection not before the event is set."""
    go = threading.Event()
    real = site.hall.room
    asked: list[str] = []

    async def room(id: str) -> Room | None:
        asked.append(id)
        while len(asked) > 1 and not go.is_set():  # the first one who asks is the page
            await asyncio.sleep(0.01)
        return await real(id)

    monkeypatch.setattr(site.hall, "room", room)
    return go


CONNECTING = "() => !document.querySelector('#joining').hidden && !document.body?.dataset.version"


def test_what_is_pressed_before_the_connection_is_not_lost(
    open_page: Open, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = open_page("/new/photon-rush?players=2")
    anna.locator("#seat1").select_option("open")
    anna.get_by_role("button", name="Open the table").click()
    anna.wait_for_function("() => document.body?.dataset.version")
    with monkeypatch.context() as late:
        go = late_line(site, late)
        bert = open_page(anna.url.removeprefix(site.url))
        bert.wait_for_function(CONNECTING)
        for _ in range(2):  # somebody in a hurry
            bert.get_by_role("button", name="Sit here").click()
        bert.locator("#say-text").fill("hello")
        bert.get_by_role("button", name="Send").click()
        expect(anna.get_by_role("button", name="Start")).to_be_disabled()
        go.set()
        anna.get_by_role("button", name="Start").click()
        expect(anna.locator("#chat")).to_contain_text("hello")
        ready(bert)
    expect(bert.locator("#refusal")).to_be_hidden()
    expect(bert.locator("#joining")).to_be_hidden()


@pytest.mark.parametrize("stale", [False, True])
def test_an_early_answer_counts_if_its_question_still_stands(
    open_page: Open, site: Site, monkeypatch: pytest.MonkeyPatch, stale: bool
) -> None:
    page = open_page("/new/mogul?players=3")
    page.get_by_role("button", name="Open the table").click()
    ready(page)
    room = site.hall.rooms[page.url.rsplit("/", 1)[1]]
    with monkeypatch.context() as late:
        go = late_line(site, late)
        page.reload()
        page.wait_for_function(CONNECTING)
        seat, question = 0, room.table.asked[0]
        action = room.table.state.legal(seat)[0]  # type: ignore[union-attr]
        # A button as boards without picks have it.
        page.evaluate(
            """action => {
                const button = document.createElement("button");
                button.dataset.action = action;
                button.textContent = "early";
                document.querySelector("#board [data-tray]").append(button);
            }""",
            action,
        )
        page.get_by_role("button", name="early").click()
        if stale:
            site.run(room.do(lambda table: table.play(seat, action, question)))
        go.set()
        page.wait_for_function("() => document.body?.dataset.version")
        if stale:
            expect(page.locator("#refusal")).to_contain_text("for an earlier question")
        else:
            page.wait_for_function(
                "before => document.body.dataset.question !== before || document.querySelector('.over')",
                arg=str(question),
            )
    mine = [step.move.action for step in room.table.steps if step.move.seat == seat]
    assert mine[0] == action
    assert len(mine) == 1


# -- the table's page -------------------------------------------------------------------------------------


def test_one_screen_has_a_curtain(open_page: Open) -> None:
    page = open_page("/new/photon-rush?players=2")
    page.locator("#seat1").select_option("screen")
    page.locator('[name="name1"]').fill("Zoe")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_function("() => document.body?.dataset.version")  # it is connected
    page.get_by_role("button", name="I'm here").click()
    page.locator(".curtain").wait_for(state="detached")
    act(Mouse(page))
    expect(page.locator(".curtain")).to_contain_text("Zoe")
    assert "secret choice" not in page.locator("main").inner_text()


def test_no_page_is_wider_than_a_phone_in_french(open_page: Open) -> None:
    """A phone makes its window wider instead of letting a page be scrolled sideways."""
    page = open_page(size=(360, 640), locale="fr-FR", has_touch=True, is_mobile=True)
    for path in ("/", *(f"/{kind}/{game}" for kind in ("new", "rules") for game in parlour.games()), "/me", "/verify"):
        page.goto(urljoin(page.url, path))
        assert page.evaluate("() => [innerWidth, document.documentElement.scrollWidth]") == [360, 360], path


TOY = """{% for pick in things %}
<button type="button" data-pick="{{ pick }}" data-piece="{{ pick }}">{{ pick }}</button>
{% endfor %}"""


class ToyBoard:
    """A board of its own for Photon Rush's building phase: first the mines, then the saloons."""

    @staticmethod
    def board(look: Look) -> dict[str, Any]:
        return {"things": [*(f"mines-{i}" for i in range(3)), *(f"saloons-{i}" for i in range(2))]}

    @staticmethod
    def picks(look: Look) -> dict[str, list[str]]:
        built = [action.split(" ") for action in look.legal if action.startswith("build ")]
        return {" ".join(words): [f"mines-{words[1]}", f"saloons-{words[2]}"] for words in built}


def test_a_board_of_its_own_is_played_by_picks(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    own = DictLoader({"photon-rush/board.html": TOY})
    for module in ("boards", "regions"):
        monkeypatch.setattr(f"parlour.web.{module}.own_board", lambda game: ToyBoard)
    monkeypatch.setattr(TEMPLATES, "loader", ChoiceLoader([own, *filter(None, [TEMPLATES.loader])]))
    page = open_page("/new/photon-rush?players=2")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".can")
    ready(page)
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
    expect(page.locator("#log")).to_contain_text("1 mine")


def test_the_table_as_text_is_one_key_away(open_page: Open) -> None:
    if own_board("gold-n-crash") is None:
        pytest.skip("the game has no other board")
    page = open_page("/")
    page.locator('form[action="/play/gold-n-crash"] button').click()
    ready(page)
    page.keyboard.press("t")
    page.wait_for_selector(".plain-board")
    assert page.locator("#ask [data-action]").count() > 1
    page.reload()
    page.wait_for_selector(".plain-board")
    page.wait_for_function("() => document.querySelector('#as-text').checked")
    open_tab(page, "table")
    page.locator("#as-text").uncheck()
    page.wait_for_selector("#board .can")


# The answer is there, if one was sent, and something else is pointed at.
MOVED_ON = """before => document.querySelector(".lesson.done") || (!document.querySelector("[aria-busy]")
    && [...document.querySelectorAll(".pick-me")].map(e => e.outerHTML).join() !== before)"""


def pointed_at(page: Any) -> str:
    found: str = page.evaluate("() => [...document.querySelectorAll('.pick-me')].map(e => e.outerHTML).join()")
    return found


@pytest.mark.parametrize("game", parlour.games())
def test_a_guide_from_the_shelf_to_play_now(open_page: Open, game: str) -> None:
    """What the guide points at is in sight and is picked, by mouse and by keyboard in turn; at the end a game is
    played."""
    page = open_page("/", (1280, 800))
    page.locator(f'.box a[href="/guide/{game}"]').click()
    page.wait_for_selector(".pick-me")
    page.evaluate(EXPLORE)
    steps = page.locator(".progress li").count()
    for step in range(steps):
        for _ in range(4):
            assert page.evaluate("wrongHere(false)") == [], step
            point = page.locator(".pick-me").first
            before = pointed_at(page)
            if step % 2:
                point.focus()
                page.keyboard.press("Enter")
            else:
                point.click()
            page.wait_for_function(MOVED_ON, arg=before)
            if page.locator(".lesson.done").count():
                break
        page.wait_for_selector(".lesson.done")
        assert page.evaluate("wrongHere(false)") == [], step
        assert f"step={step + 1}&done=1" in page.url
        assert page.evaluate("document.activeElement.matches('#ask .question')"), "the focus is lost"
        page.locator(".lesson nav .primary").click()
        page.wait_for_selector(".lesson:not(.done)")
    page.go_back()
    page.wait_for_selector(".lesson.done")
    page.go_forward()
    page.get_by_role("button", name="Play now").click()
    ready(page)


def test_a_guide_is_patient(open_page: Open) -> None:
    page = open_page("/guide/mogul?step=2", size="phone")
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
    act(Mouse(page))
    open_tab(page, "log")
    link = page.locator("#log a.rule").first
    rule = link.inner_text()
    link.click()
    page.wait_for_selector(".rules-panel .found-here")
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
    typed.locator(".contents a").last.click()  # shows what it names, found or not
    assert typed.locator("mark").count() == 0
    assert typed.locator("#rules-q").input_value() == ""


@pytest.mark.parametrize("game", parlour.games())
def test_axe_finds_nothing_in_rules_and_guides(open_page: Open, game: str) -> None:
    page = open_page(f"/rules/{game}")
    home = "/".join(page.url.split("/")[:3])
    if not (LONG or game == parlour.games()[-1]):
        assert axe(page, colours=False) == [], "the rules"  # all books have the same colours
        page.goto(f"{home}/guide/{game}?step=2")
        assert axe(page, colours=False) == [], "the guide"  # its board has the colours that it has at a table
        return
    found, done = f"/rules/{game}?q=player", f"/guide/{game}?step=2&done=1"  # the same pages, but for a part of each
    for path, part in ((f"/guide/{game}?step=2", ""), (f"/rules/{game}", ""), (found, ".hits"), (done, ".lesson")):
        page.goto(home + path)
        assert axe_by_day_and_night(page, part) == [], path


@pytest.mark.parametrize("path", ["/", "/me", "/api", "/nothing-here"])
def test_axe_finds_nothing_on_a_page(open_page: Open, path: str) -> None:
    assert axe_by_day_and_night(open_page(path)) == []


@pytest.mark.parametrize("game", parlour.games())
def test_axe_finds_nothing_in_a_game(open_page: Open, game: str) -> None:
    page = open_page()
    home = page.url.rstrip("/")
    page.locator(f'form[action="/play/{game}"] button').click()
    ready(page)
    assert axe_by_day_and_night(page) == [], "at the table"
    if LONG or game == parlour.games()[-1]:  # the rules alone are looked at for each game; the form is one for all
        page.keyboard.press("?")
        page.wait_for_selector("#rules-q:focus")
        page.wait_for_selector(".panel-body h2")
        assert axe_by_day_and_night(page, "#rules-panel") == [], "the rules beside the table"
        page.goto(f"{home}/new/{game}")
        assert axe_by_day_and_night(page) == [], "a new table"
    page.goto(home)
    upload(page, game)
    if LONG or game == parlour.games()[-1]:
        assert axe_by_day_and_night(page) == [], "the replay"
    else:
        assert axe(page, colours=False) == [], "the replay"  # its board has the colours that it has at the table
