"""The board of Crash & Grab: it renders for everybody in every phase, picks lead to actions, nothing hidden leaks, and
what a ghost shows is what the flight does."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from crash_positions import flying, saucer

import parlour
from parlour.faces.look import Look, look_at
from parlour.faces.words import LANGUAGES

jinja2 = pytest.importorskip("jinja2")

from parlour.games.crash_and_grab.face.board import board as drawing  # noqa: E402  (needs what Jinja2 brings)
from parlour.games.crash_and_grab.face.board.forecast import Forecast, answer_forecast, plan_forecast  # noqa: E402
from parlour.games.crash_and_grab.face.board.look import CrashLook  # noqa: E402
from parlour.web.templating import TEMPLATES  # noqa: E402

GAME = parlour.game("crash-and-grab")
PLAYERS = [2, 3, 4, 5, 6]
EACH_PHASE = 1  # tables of each phase that a random game is looked at in


def template() -> Any:
    return TEMPLATES.get_template("crash-and-grab/board.html")


def drawn(view: dict[str, Any], seat: int | None, legal: list[str], lang: str = "en") -> str:
    words: Any = GAME.words(lang)
    shown = drawing.board(Look(GAME, view, seat, legal, words))
    html: str = template().render(view=view, seat=seat, words=words, t=words.t, n=words.n, **shown)
    return html


def seen(state: parlour.State, seat: int | None) -> tuple[dict[str, Any], list[str]]:
    """What a seat sees and may do."""
    return state.view(seat), state.legal(seat) if seat is not None and seat in state.owing() else []


def page(state: parlour.State, seat: int | None, lang: str = "en") -> str:
    view, legal = seen(state, seat)
    return drawn(view, seat, legal, lang)


def tables(players: int, seed: str, each: int = EACH_PHASE) -> Iterator[parlour.State]:
    """Tables of a random game: the first few of each phase, and its end."""
    state = GAME.new(players, seed=seed)
    rng = parlour.Rng(seed)
    met: Counter[str] = Counter()
    while True:
        phase = state.view(None)["phase"]
        met[phase] += 1
        if met[phase] <= each or (phase == "end" and met[phase] % 25 == 0):
            yield state
        actor = state.actor()
        if actor == -2:
            return
        choices = state.actions(actor)
        state.apply(actor, choices[rng.below(len(choices))])


def picks_in(html: str) -> set[str]:
    return set(re.findall(r'data-pick="([^"]+)"', html))


# -- rendering ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_renders_for_everybody_in_every_phase(players: int) -> None:
    phases = set()
    for state in tables(players, f"render {players}"):
        for seat in [*range(players), None]:
            html = page(state, seat, LANGUAGES[(seat or 0) % 2])
            assert not re.search(r"style=|<script|<style|\son\w+=", html)
            assert len(html) < 72_000
            assert len(gzip.compress(html.encode())) < 15_000
        phases.add(state.view(None)["phase"])
    assert {"plan", "move", "boost", "end", "upgrade", "keep", "over"} <= phases


def test_says_everything_in_french() -> None:
    state = GAME.new(3, seed="french")
    assert "Équipage perdu" in page(state, 0, "fr")
    assert "Lost crew" not in page(state, 0, "fr")


def test_names_are_escaped() -> None:
    state = GAME.new(3, seed="names")
    words: Any = GAME.words("en", ["<b>Eve</b>", '"', "&"])
    view, legal = seen(state, 0)
    shown = drawing.board(Look(GAME, view, 0, legal, words))
    html = template().render(view=view, seat=0, words=words, t=words.t, n=words.n, **shown)
    assert "<b>Eve" not in html
    assert "&lt;b&gt;Eve" in html


def test_every_piece_is_in_one_place() -> None:
    for state in tables(6, "pieces", each=1):
        pieces = re.findall(r'data-piece="([^"]+)"', page(state, None))
        assert len(pieces) == len(set(pieces))
        assert len([piece for piece in pieces if piece.startswith("saucer-")]) == 6
        assert len([piece for piece in pieces if piece.startswith("crew-")]) == 24


# -- picks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_picks_choose_every_action(players: int) -> None:
    for state in tables(players, f"picks {players}", each=3):
        for seat in state.owing():
            view, legal = seen(state, seat)
            paths = drawing.picks(Look(GAME, view, seat, legal, GAME.words()))
            assert set(paths) == set(legal)
            ways = [tuple(path) for path in paths.values()]
            assert len(set(ways)) == len(ways)
            beginnings = {way[:i] for way in ways for i in range(len(way))}
            assert not beginnings & set(ways), "a path may not go on where another ends"
            assert {name for way in ways for name in way} <= picks_in(drawn(view, seat, legal))


def test_nobody_else_can_pick() -> None:
    for state in tables(4, "others", each=2):
        assert drawing.picks(Look(GAME, state.view(None), None, [], GAME.words())) == {}
        assert picks_in(page(state, None)) == set()


# -- secrets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_is_hidden_does_not_show(players: int) -> None:
    """A table that looks the same to a seat is drawn the same for it."""
    for number, state in enumerate(tables(players, f"secrets {players}")):
        for seat in [0, players - 1]:
            view, legal = seen(state, seat)
            other = GAME.imagine(view, parlour.Rng(str(number)))
            assert drawn(other.view(seat), seat, legal) == drawn(view, seat, legal)


def test_a_plan_is_face_down_for_the_others() -> None:
    state = GAME.new(3, seed="plans")
    before = page(state, 1)
    state.play(0, "plan " + state.view(0)["saucers"][0]["color"] + " 3 e")
    assert "is-own" in page(state, 0)
    assert "card 3" in page(state, 0)
    for seat in (1, 2, None):
        html = page(state, seat)
        assert "is-down" in html
        assert "is-own" not in html
        assert "card 3" not in html
    assert page(state, 1) != before


def test_drawn_cards_are_for_the_drawer() -> None:
    table = flying(
        saucer("red", "b2"),
        saucer("blue", "a8"),
        saucer("green", "h7"),
        phase="keep",
        drawn=("airlock", "hyperdrive"),
    )
    assert {"up-airlock", "up-hyperdrive"} <= picks_in(page(table.state, 0))
    for seat in (1, 2, None):
        assert not re.search("airlock|hyperdrive", page(table.state, seat), re.IGNORECASE)


# -- ghosts ---------------------------------------------------------------------------------------------


# The event that each announced happening stands for, with the facts that are announced; the last one of a flight (that
# it comes to rest, to an accelerator or onto mines) is no event but where things are then.
EVENTS = {
    "picked-up": ("grab", "saucer", "crew"),
    "collided": ("hit", "saucer", "other"),
    "crashed": ("off", "saucer", ""),
}


def crash_look(state: parlour.State, seat: int) -> CrashLook:
    return CrashLook(look_at(state, GAME, seat, GAME.words()))


def flight_rows(events: list[parlour.Event]) -> list[tuple[str, str, str]]:
    """What happened, in the form of announcements."""
    rows = [(EVENTS[event.kind], event.facts) for event in events if event.kind in EVENTS]
    return [(kind, facts[who], facts.get(what, "")) for (kind, who, what), facts in rows]


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_announced_is_what_happens(players: int) -> None:
    """Every flight that could be chosen in random games, up to the first question that changes it."""
    checked = Counter[str]()
    for state in tables(players, f"ghosts {players}", each=8):
        actor = state.actor()
        if actor < 0 or state.view(None)["phase"] not in ("move", "boost", "launch", "waste", "end"):
            continue
        look = crash_look(state, actor)
        for action, happens in drawing.announcements(look.look).items():
            after = state.clone()
            events: list[parlour.Event] = []
            after.listen(events.append)
            after.play(actor, action)
            announced = [("hit" if h.kind == "mines" else h.kind, h.color, h.what) for h in happens]
            said = [row for row in announced if row[0] in ("grab", "hit", "off")]
            now = after.view(actor)
            if now["phase"] in ("airlock", "share", "waste"):
                assert said[: len(flight_rows(events))] == flight_rows(events)
                checked["asked"] += 1
                continue
            assert said == flight_rows(events), action
            compare(look.view, now, answer_forecast(look, action), look.layout.names)
            checked[happens[-1].kind] += 1
    assert checked["rest"] > 10
    assert checked["off"] > 10
    assert checked["launch"] > 0


def compare(before: dict[str, Any], now: dict[str, Any], forecast: Forecast, names: list[str]) -> None:
    """Everybody is where the forecast says, and the flight has ended as it says."""
    last, phase = forecast.happens[-1].kind, now["phase"]
    at = {saucer["color"]: saucer["at"] for saucer in now["saucers"]}
    assert (last == "win") == (now["winner"] is not None)
    assert (last == "launch") == (phase == "launch")
    assert (last == "mines") == (phase == "mines")
    for leg in forecast.legs:
        assert at[leg.color] == (None if leg.off else names[leg.end])
    unmoved = [s for s in before["saucers"] if s["color"] not in {leg.color for leg in forecast.legs}]
    assert all(at[s["color"]] == s["at"] for s in unmoved)


def test_a_plan_announces_the_flight_that_it_would_be_now() -> None:
    checked = 0
    for players in (2, 4):
        for state in tables(players, f"plan ghosts {players}", each=12):
            actor = state.actor()
            if actor < 0 or state.view(None)["phase"] != "move":
                continue
            look = crash_look(state, actor)
            for action in look.legal:
                if action != "stay":
                    _, way, distance = action.split(" ")
                    assert look.active is not None
                    tried = plan_forecast(look, look.active, way, int(distance))
                    assert tried == answer_forecast(look, action)
                    checked += 1
    assert checked > 50


def test_a_plan_goes_through_what_could_be_asked() -> None:
    """An Airlock asks on the way; the forecast goes on as if nothing was exchanged."""
    table = flying(
        saucer("red", "b2", upgrades=("airlock",)),
        saucer("blue", "a8"),
        saucer("green", "h7"),
        crew={"c2": "pink-pilot", "h2": "pink-engineer"},
        phase="plan",
    )
    forecast = plan_forecast(crash_look(table.state, 0), "red", "e", 3)
    assert [h.kind for h in forecast.happens] == ["grab", "rest"]


def test_a_ghost_tells_of_pick_up_collision_and_edge() -> None:
    table = flying(
        saucer("red", "b2", plan="3 e"),
        saucer("blue", "d2"),
        saucer("green", "f2"),
        crew={"c2": "pink-pilot", "h2": "pink-engineer"},
    )
    happens = drawing.announcements(look_at(table.state, GAME, 0, GAME.words()))["move e 3"]
    assert [(h.kind, h.color, h.what) for h in happens] == [
        ("grab", "red", "pink-pilot"),
        ("hit", "red", "blue"),
        ("hit", "blue", "green"),
        ("grab", "green", "pink-engineer"),
        ("off", "green", ""),
    ]
    html = page(table.state, 0)
    assert "Red picks up the pink Pilot on c2." in html
    assert "Green flies off the board at h2 and crashes." in html


def test_a_distance_beyond_the_edge_is_on_the_desk() -> None:
    """Only the first distance off the board has a target at the edge; all have a button."""
    table = flying(saucer("red", "g2", plan="x e"), saucer("blue", "a8"), saucer("green", "h7"), crew={})
    html = page(table.state, 0)
    assert html.count('data-pick="fly-e-2"') == html.count('data-also="fly-e-2"') == 1
    assert html.count('data-pick="fly-e-5"') == 1
    assert 'data-also="fly-e-5"' not in html
