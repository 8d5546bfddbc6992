"""Beats: every event of every game is shown or silent on purpose, by names that are on the board, and tells nothing."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from hidden import keeps_secrets, seats_know_different_things
from parlour.faces.look import look_at
from parlour.faces.motion import MARKS, fall, fly, mark, move, show, touched_things
from parlour.rules.chance import Rng
from parlour.rules.events import Event
from parlour.rules.game import find
from parlour.rules.state import State
from parlour.web.boards import beats_of, board_of, own_board, own_motion

GAMES = parlour.games()
NAME = re.compile(r'data-(?:place|piece)="([^"]+)"')
GRID = re.compile(r'data-grid="(\S+) ')


def kinds(game: str) -> set[str]:
    """The kinds of events that a game's rules report, as they stand in its source."""
    source = "".join(path.read_text() for path in Path(find(game).folder).glob("*.py"))
    return set(re.findall(r'(?:self|state)\.tell\(\s*"([a-z-]+)"', source))


def steps(game: str, seeds: range, most: int = 150) -> Iterator[tuple[State, State, list[Event]]]:
    """Games played at random: the state before a step, the one after it, and what happened."""
    declared = parlour.game(game)
    for seed in seeds:
        rng = random.Random(seed)
        players = list(declared.players)[seed % len(declared.players)]
        state = declared.new(players=players, seed=seed)
        for _ in range(most):
            if not state.to_act:
                break
            before = state.clone()
            heard: list[Event] = []
            state.listen(heard.append)
            answer(state, rng)
            state.listen(None)
            yield before, state, heard


def answer(state: State, rng: random.Random) -> None:
    if state.to_act == parlour.CHANCE:
        state.play(parlour.CHANCE, rng.choice(state.chance()))
        return
    seat = rng.choice(state.owing())
    state.play(seat, rng.choice(state.legal(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_shown_or_silent_on_purpose(game: str) -> None:
    motion = own_motion(game)
    if motion is None:
        pytest.skip(f"{game} has no motion")
    assert kinds(game), "the rules report events"
    assert set(motion.BEATS) | set(motion.SILENT) == kinds(game)
    assert not set(motion.BEATS) & set(motion.SILENT)


@pytest.mark.parametrize("game", GAMES)
def test_beats_name_what_is_on_the_board(game: str) -> None:
    """A place that a beat names is drawn before the step or after it, for every pair of eyes."""
    if own_motion(game) is None or own_board(game) is None:
        pytest.skip(f"{game} has no board that moves")
    words = find(game).words("en")
    missing: Counter[str] = Counter()
    named = 0
    for number, (before, after, events) in enumerate(steps(game, range(3), 60)):
        for seat in (None, *range(min(2, before.players))):
            drawn = [board_of(look_at(state, find(game), seat, words, asked=False))[0] for state in (before, after)]
            names = {name for html in drawn for name in NAME.findall(html)}
            names |= {re.sub(r"\.\d+$", "", name) for name in names}
            grids = {name for html in drawn for name in GRID.findall(html)}
            for beat in beats_of(game, events, seat):
                for effect in beat:
                    for name in wanted(effect):
                        named += 1
                        if name.split("@")[0] not in (grids if "@" in name else names):
                            missing[name] += 1
        assert number < 400
    assert named > 50
    assert missing == Counter()


def wanted(effect: list[Any]) -> list[str]:
    """The places that an effect cannot do without. A hidden card has no piece, and not all of a pile is drawn."""
    kind, name, *more = effect
    assert kind in ("move", "fall", "fly", "mark", "show")
    if kind == "fly":
        assert isinstance(more[2], int)
        return more[:2]
    if kind == "mark":
        assert more[0] in MARKS
        assert not re.search(r"[A-Za-z]", more[1]), "a mark is not translated"
        return [name]
    if kind == "show":
        return [name]
    return [place for place in more if place]


@pytest.mark.parametrize("game", [game for game in GAMES if max(parlour.game(game).players) > 1])
def test_two_worlds_that_look_the_same_move_the_same(game: str) -> None:
    """What a seat cannot tell apart by its views it cannot tell apart by beats either."""
    declared = parlour.game(game)
    compared = hidden = 0
    for number, (before, _, _) in enumerate(steps(game, range(4), 80)):
        if before.to_act == parlour.CHANCE:
            continue
        rng = random.Random(number)
        actor = rng.choice(before.owing())
        action = rng.choice(before.legal(actor))
        for seat in (None, *range(before.players)):
            if seat == actor:
                continue
            here = before.clone()
            view = before.view(seat)
            there = declared.imagine(view, Rng(number)) if seat is not None else before.clone()
            if actor not in there.owing():
                continue
            other = action if action in there.legal(actor) and rng.random() < 0.5 else rng.choice(there.legal(actor))
            told = [played(state, actor, what) for state, what in ((here, action), (there, other))]
            if here.view(seat) != there.view(seat):
                continue
            seen = [[event.seen_by(seat).to_dict() for event in events] for events in told]
            if seen[0] != seen[1]:
                continue  # a public choice of which the view keeps no trace
            compared += 1
            hidden += other != action or here.position() != there.position()
            shown = [json.dumps(beats_of(game, events, seat)) for events in told]
            assert shown[0] == shown[1]
    assert compared > 20
    assert hidden > 5 or not keeps_secrets(game)


def played(state: State, seat: int, action: str) -> list[Event]:
    heard: list[Event] = []
    state.listen(heard.append)
    state.play(seat, action)
    state.listen(None)
    return heard


@pytest.mark.parametrize("game", GAMES)
def test_beats_keep_what_is_private(game: str) -> None:
    """Whatever stands in the private part of an event, those who do not know it see the same beats."""
    found = 0
    for _, state, events in steps(game, range(3), 80):
        for event in events:
            if not event.private:
                continue
            found += 1
            told = dict.fromkeys(event.private, "a secret")
            other = Event(event.kind, event.rule, event.facts, told, event.knowers, event.reveals)
            for seat in (None, *[seat for seat in range(state.players) if seat not in event.knowers]):
                assert beats_of(game, [event], seat) == beats_of(game, [other], seat)
                assert "a secret" not in json.dumps(beats_of(game, [other], seat))
    assert found or not seats_know_different_things(game), "this game has secrets"


def test_a_flight_is_many_beats() -> None:
    """A saucer goes space by space, and what it hits comes in between."""
    longest: list[list[list[Any]]] = []
    for _, _, events in steps("crash-and-grab", range(6), 200):
        beats = beats_of("crash-and-grab", events, None)
        if sum(event.kind == "collided" for event in events) and len(beats) > len(longest):
            longest = beats
    order = [effect[0] if effect[0] != "mark" else effect[2] for beat in longest for effect in beat]
    assert order.index("move") < order.index("hit")
    cells = [effect[2] for beat in longest for effect in beat if effect[0] == "move" and "@" in str(effect[2])]
    assert len(cells) > 2
    assert all(re.fullmatch(r"sky@\d,\d", cell) for cell in cells)


def test_the_last_move_is_what_was_touched_not_who_gained() -> None:
    beats = [
        [move("saucer-red", "sky@1,2")],
        [mark("sky@1,2", "hit"), mark("saucer-blue", "hit")],
        [move("saucer-red", "sky@1,3")],
        [mark("energy-red", "gain", "+1")],
        [mark("saucer-green", "look")],
    ]
    assert touched_things(beats) == [["sky@1,2", ""], ["saucer-blue", ""], ["saucer-red", "sky@1,3"]]
    assert touched_things([[mark("purse-0", "gain", "+2")], [mark("round", "look")]]) == [["purse-0", ""]]
    assert touched_things([[mark("card-1", "look")]]) == [["card-1", ""]]
    assert touched_things([[move("c12", "", "draw")], [fly("coin", "hand-0", "pot")]]) == [["pot", ""]]
    assert touched_things([[fall("saucer-red", "sky@-1,2")], [show("orb-1-2")]]) == [
        ["saucer-red", ""],
        ["orb-1-2", ""],
    ]
    assert touched_things([]) == []
