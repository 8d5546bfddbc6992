"""Why something on the board cannot be chosen: the referee says it, in the reader's language, and tells no secret."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import parlour
from parlour.faces.look import Look, look_at
from parlour.rules.chance import Rng
from parlour.rules.state import State
from parlour.tables.elements import Seat
from parlour.tables.room import Room
from parlour.tables.table import Table
from parlour.web.boards import board_of
from parlour.web.reasons import why_not
from visit import Site, Visitor

NAMES = re.compile(r'data-(?:pick|piece|place)="([^"]+)"')
CODE = re.compile(r"[“«]|\b[A-Z]{2}-\d|_|\b[a-z]+-[a-z0-9]+-\d|@")  # notation, rule ids, names of things


def moments(game: str, lang: str, seed: int, steps: int) -> list[tuple[State, Look]]:
    """Moments of a random game, as whoever is asked sees them."""
    random = Random(f"{game} {lang} {seed}")
    box = parlour.game(game)
    state = box.new(players=box.players[0], seed=seed)
    found: list[tuple[State, Look]] = []
    while state.outcome is None and len(found) < steps:
        if state.to_act == parlour.CHANCE:
            state.play(parlour.CHANCE, random.choice(state.chance()))
            continue
        seat = state.owing()[0]
        found.append((state.clone(), look_at(state, box, seat, box.words(lang))))
        state.play(seat, random.choice(state.legal(seat)))
    return found


def clicks(look: Look, random: Random) -> list[tuple[list[str], list[str]]]:
    """Some things on the board to click on, with what may have been picked before."""
    html, picks = board_of(look)
    names = sorted(set(NAMES.findall(html)))
    path = random.choice([*(picks or {}).values(), []])
    maps = [f"cave@{random.randrange(-6, 9)}.40,{random.randrange(-6, 9)}.60" for _ in range(2)]
    maps += [f"sky@{random.randrange(8)}.40,{random.randrange(8)}.60" for _ in range(6)]
    things = [[name, f"hand-{look.seat}"] for name in random.sample(names, min(6, len(names)))]
    things += [[name] for name in [*random.sample(names, min(12, len(names))), *maps]]
    return [(path[: random.randrange(max(1, len(path)))], thing) for thing in things]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", parlour.games())
def test_reasons_are_sentences_and_the_same_in_every_world(game: str, lang: str) -> None:
    """Whatever the hidden cards are: two worlds that look the same to a seat give it the same reasons."""
    box = parlour.game(game)
    random = Random(f"{game} {lang}")
    said: set[str] = set()
    for number, (state, look) in enumerate([*moments(game, lang, 5, 60), *moments(game, lang, 6, 60)]):
        if number % 3:
            continue
        before = state.position()
        other = look_at(box.imagine(look.view, Rng(f"other {number}")), box, look.seat, look.words)
        for picked, names in clicks(look, random):
            reason = why_not(look, picked, names)
            assert why_not(other, picked, names) == reason, names
            if reason is not None:
                said.add(reason.why)
                assert not CODE.search(reason.why), reason.why
                assert reason.why[0].isupper(), reason.why
                assert reason.why.endswith("."), reason.why
        assert state.position() == before
    assert len(said) > 1, said


def reason_for(game: str, state: State, seat: int, picked: list[str], *names: str) -> tuple[str, str]:
    found = why_not(look_at(state, parlour.game(game), seat, parlour.game(game).words("en")), picked, names)
    assert found is not None
    return found


def given(game: str, players: int, seed: int = 7, **options: Any) -> tuple[State, int]:
    """A game as it is dealt, and a seat that is asked."""
    state = parlour.game(game).new(players=players, options=options, seed=seed)
    while state.to_act == parlour.CHANCE:
        state.play(parlour.CHANCE, state.chance()[0])
    return state, state.owing()[0]


def test_photon_rush_names_the_price_and_the_own_base() -> None:
    state, seat = given("photon-rush", 2)
    why = reason_for("photon-rush", state, seat, ["mines-1"], "saloons-1")
    assert why == ("That order costs 3 gold and you have 2.", "PR-15")
    for each in (0, 1):
        state.play(each, "build 0 0")
    why = reason_for("photon-rush", state, 0, ["card-raid"], "towers-0", "base-0")
    assert why == ("Your own base cannot be your target.", "PR-21")
    why = reason_for("photon-rush", state, 0, [], "towers-1", "base-1")
    assert why == ("Something else comes first: choose what is lit up.", "")


def test_mogul_says_what_is_asked_instead() -> None:
    state, seat = given("mogul", 3)
    why = reason_for("mogul", state, seat, [], "hand-0", f"hand-{seat}")
    assert why == ("The bidding begins when all have answered: take a loan or decline first.", "KR-28")
    while state.view(None)["phase"] == "loan":
        state.play(state.to_act[0], "decline")
    why = reason_for("mogul", state, state.owing()[0], [], "bank")
    assert why == ("There is no loan during the auction: pay or withdraw.", "KR-28")


def test_crusgallo_says_why_a_card_does_not_fit() -> None:
    state, seat = given("crusgallo", 1)
    why = reason_for("crusgallo", state, seat, ["r0"], "cave@1.00,1.50")  # the first card lies upright at 0 0
    assert why == ("It would not have a single cell on the bare table.", "CR-19")
    why = reason_for("crusgallo", state, seat, ["r1"], "cave@9.00,9.00")
    assert why == ("None of its crystals would be next to a crystal on the table.", "CR-15")
    why = reason_for("crusgallo", state, seat, ["r1"], "creature-red")
    assert why == ("The magic needs all three magic treasures.", "CR-33")


def test_gold_n_crash_speaks_of_the_column() -> None:
    state, seat = given("gold-n-crash", 2)
    hand = state.view(seat)["seats"][seat]["hand"]
    assert reason_for("gold-n-crash", state, seat, [], f"column-{seat}-2") == ("Your right column is empty.", "GC-40")
    fish = [card for card in hand if "board" in card or "secure" in card]
    why, rule = reason_for("gold-n-crash", state, seat, [], f"{fish[0]}.1", f"hand-{seat}")
    assert rule == "GC-24", why


def test_crash_and_grab_speaks_of_card_and_plan() -> None:
    state, _ = given("crash-and-grab", 3)
    while state.view(None)["phase"] != "move":
        if state.to_act == parlour.CHANCE:
            state.play(parlour.CHANCE, state.chance()[0])
        else:
            plan = [action for action in state.legal(state.to_act[0]) if " 2 " in action]
            state.play(state.to_act[0], (plan or state.legal(state.to_act[0]))[0])
    seat = state.owing()[0]
    turn = state.view(seat)["turn"]["saucer"]
    at = next(saucer["at"] for saucer in state.view(seat)["saucers"] if saucer["color"] == turn)
    x, y = "abcdefghi".index(at[0]), int(at[1]) - 1
    why = reason_for("crash-and-grab", state, seat, [], f"sky@{x}.50,{y}.50")
    assert why == ("Card 2 with a Booster does not let you stay: you have to move.", "CG-46")
    far = (x + 3, y) if x < 4 else (x - 3, y)
    why = reason_for("crash-and-grab", state, seat, [], f"sky@{far[0]}.50,{far[1]}.50")
    assert why == ("Card 2 with a Booster does not give the distance 3.", "CG-46")


# -- over the socket ----------------------------------------------------------------------------------------


def table_of(site: Site, *people: Visitor) -> Room:
    """A game of Gold n' Crash between two people; the one on seat 0 is asked."""

    def make(table: Table) -> None:
        ids = [visitor.http.cookies["parlour"].split(".")[0] for visitor in people]
        seats = [Seat("person", id, name) for id, name in zip(ids, ("Anna", "Bert"), strict=True)]
        table.make("gold-n-crash", 2, {}, ids[0], seats)
        table.start(ids[0], seed="3")
        while table.to_act() != [0]:
            assert table.state is not None
            table.play(1, table.state.legal(1)[0])

    async def work() -> Room:
        return await site.hall.make(make)

    room: Room = site.run(work())
    return room


def test_a_click_out_of_turn_names_whose_turn_it_is(site: Site, anna: Visitor, bert: Visitor) -> None:
    table = table_of(site, anna, bert).table
    asked, waits = anna.at(table.id), bert.at(table.id)
    for chair in (asked, waits):
        chair.hear()
    assert waits.refused(do="why", picked=[], names=["deck-1"]) == "It is Anna's turn."
    assert table.state is not None
    empty = table.state.view(0)["seats"][0]["columns"].index([])
    asked.refused(do="why", picked=[], names=[f"column-0-{empty}"])
    assert asked.refusals[-1]["rule"] == "GC-40"
    assert asked.refusals[-1]["link"] == "/rules/gold-n-crash#gc-40"
    cleo = Visitor(site, "Cleo", lang="fr")
    watches = cleo.at(table.id)
    watches.hear()
    assert "regardez" in watches.refused(do="why", picked=[], names=["deck-0"])
    assert asked.refused(do="why", picked=[], names=["x" * 65]) == "This message was not understood."
    assert asked.refused(do="why", picked=["x"] * 17, names=[]) == "This message was not understood."
    cleo.close()


def test_when_the_game_is_over_that_is_the_reason(site: Site, anna: Visitor, bert: Visitor) -> None:
    room = table_of(site, anna, bert)
    site.run(room.do(lambda table: table.resign(1)))
    chair = anna.at(room.table.id)
    chair.hear()
    assert chair.refused(do="why", picked=[], names=["deck-0"]) == "The game is over."


def test_explaining_is_limited(anna: Visitor) -> None:
    """Whoever asks too much gets no answer; all else goes on."""
    chair = anna.at(anna.play_now("mogul"))
    chair.until(lambda chair: chair.turn)
    for _ in range(40):
        chair.send(do="why", picked=[], names=["track"])
    chair.send(do="say", text="that will do")
    chair.until(lambda chair: chair.chat)
    assert 5 < len(chair.refusals) < 30


def test_a_guide_explains_too(anna: Visitor) -> None:
    query = "step=2&picked=card-raid&names=base-0"
    answer = anna.http.get(f"/guide/photon-rush/answer?{query}").json()
    assert answer["is"] == "refused"
    assert answer["why"][-1] in ".!?"
