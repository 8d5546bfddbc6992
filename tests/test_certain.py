"""Wins that nobody can prevent any more are found, by every bot that thinks ahead.

`missed_wins.jsonl` has positions with such a win that `bench/missed.py` collected from games; the first two were
overlooked by a search of 30,000 iterations.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots import SearchBot, make_bot
from parlour.bots.engine.certain import certain_win
from parlour.rules.judge import judge_of
from parlour.rules.state import State

pytestmark = pytest.mark.exact

EXAMPLES = [json.loads(line) for line in (Path(__file__).parent / "missed_wins.jsonl").read_text("utf-8").splitlines()]
NAMES = [f"{example['position']['game']}-{i}" for i, example in enumerate(EXAMPLES)]


def play_out(name: str, position: dict[str, Any], seat: int, seed: int) -> State:
    """Let a bot answer for as long as it alone is asked."""
    state = parlour.game(position["game"]).load(position)
    bot = make_bot(name, position["game"], seat, seed)
    while state.owing() == [seat]:
        state.play(seat, bot.choose(state.view(seat), state.legal(seat)))
    return state


def won(state: State, seat: int) -> bool:
    return state.outcome is not None and state.outcome.winners == (seat,)


@pytest.mark.parametrize("example", EXAMPLES, ids=NAMES)
def test_a_small_search_wins(example: dict[str, Any]) -> None:
    for seed in range(3):
        assert won(play_out("search:400", example["position"], example["seat"], seed), example["seat"])


@pytest.mark.parametrize("example", EXAMPLES[:2], ids=NAMES[:2])
@pytest.mark.parametrize("name", ["easy", "normal", "hard"])
def test_every_level_finds_what_was_overlooked(example: dict[str, Any], name: str) -> None:
    for seed in range(3):
        assert won(play_out(name, example["position"], example["seat"], seed), example["seat"])


@pytest.mark.parametrize("example", EXAMPLES[:2], ids=NAMES[:2])
def test_the_same_from_another_seat(example: dict[str, Any]) -> None:
    position = turned(example["position"])
    seat = (example["seat"] + 1) % position["players"]
    assert position["to_act"] == [seat]
    for name in ("easy", "search:400"):
        assert won(play_out(name, position, seat, 5), seat)


def turned(position: dict[str, Any]) -> dict[str, Any]:
    """The same position with everybody one seat further on."""
    players = position["players"]
    found: dict[str, Any] = json.loads(json.dumps(position))
    found["to_act"] = [(seat + 1) % players for seat in position["to_act"]]
    for key in ("first", "turn", "probe"):
        if isinstance(position.get(key), int):
            found[key] = (position[key] + 1) % players
    if position["game"] == "gold-n-crash":
        found["seats"] = [position["seats"][-1], *position["seats"][:-1]]
    else:
        found["turn"]["seat"] = (position["turn"]["seat"] + 1) % players
        for saucer in found["saucers"]:
            saucer["seat"] = (saucer["seat"] + 1) % players
        found["saucers"].sort(key=lambda saucer: saucer["seat"])
    return found


@pytest.mark.parametrize("example", EXAMPLES[:2], ids=NAMES[:2])
@pytest.mark.parametrize("name", ["easy", "search:400", "normal"])
def test_the_same_in_the_mirror(example: dict[str, Any], name: str) -> None:
    """GC-7: column 0 for column 2. CG-6: the whole board turned by a quarter, by a half, by three quarters."""
    gold = example["position"]["game"] == "gold-n-crash"
    position = example["position"]
    for seed in range(1 if gold else 3):
        position = mirrored(position) if gold else quarter_turned(position)
        assert won(play_out(name, position, example["seat"], seed), example["seat"])


def mirrored(position: dict[str, Any]) -> dict[str, Any]:
    """Gold n' Crash with the columns in the other order."""
    found: dict[str, Any] = json.loads(json.dumps(position))
    found["plays"].reverse()
    for side in found["seats"]:
        for key in ("columns", "zeppelins", "guests"):
            side[key].reverse()
    return found


def quarter_turned(position: dict[str, Any]) -> dict[str, Any]:
    """Crash & Grab for three with its board turned clockwise by a quarter, between two flights."""
    assert position["motion"] is None
    found: dict[str, Any] = json.loads(json.dumps(position))
    after = {"nw": "ne", "ne": "se", "se": "sw", "sw": "nw"}
    tiles = [{**tile, "slot": after[tile["slot"]], "turn": (tile["turn"] + 1) % 4} for tile in position["tiles"]]
    slots = [tile["slot"] for tile in position["tiles"]]
    found["tiles"] = sorted(tiles, key=lambda tile: slots.index(tile["slot"]))
    crew = {space_after(at): member for at, member in position["board_crew"].items()}
    found["board_crew"] = dict(sorted(crew.items()))
    for saucer in found["saucers"]:
        saucer["at"] = space_after(saucer["at"]) if saucer["at"] else None
        if saucer["plan"] is not None and saucer["plan"]["dir"] is not None:
            saucer["plan"]["dir"] = "nesw"["wnes".index(saucer["plan"]["dir"])]
    return found


def space_after(space: str) -> str:
    """Where a space of a board of eight by eight is after a quarter turn: a1 becomes h1, h1 becomes h8."""
    column, row = ord(space[0]) - ord("a"), int(space[1:]) - 1
    return f"{chr(ord('a') + 7 - row)}{column + 1}"


@pytest.mark.parametrize("example", EXAMPLES, ids=NAMES)
def test_the_written_line_wins(example: dict[str, Any]) -> None:
    state = parlour.game(example["position"]["game"]).load(example["position"])
    for action in example["line"]:
        assert state.owing() == [example["seat"]]
        state.play(example["seat"], action)
    assert won(state, example["seat"])


def test_what_is_certain_is_said() -> None:
    example = EXAMPLES[0]
    state = parlour.game(example["position"]["game"]).load(example["position"])
    bot = make_bot("search:400", state.game_id(), example["seat"])
    assert isinstance(bot, SearchBot)
    action = bot.choose(state.view(example["seat"]), state.legal(example["seat"]))
    assert bot.explain["certain"]
    assert bot.explain["candidates"] == [{"action": action, "share": 1.0, "place": 1.0, "win": 1.0}]
    assert [step["action"] for step in bot.explain["line"]] == example["line"]


def test_a_line_must_win_in_every_world() -> None:
    """In a world of its own each game would be won; a player that does not know which one it is in has nothing."""
    example = EXAMPLES[0]
    game = parlour.game(example["position"]["game"])
    lost = json.loads(json.dumps(example["position"]))
    own = lost["seats"][example["seat"]]
    own["deck"] += [card for card in own["discard"] if "bomb" in card]
    own["discard"] = [card for card in own["discard"] if "bomb" not in card]
    worlds = [game.load(example["position"]), game.load(lost)]
    judge = judge_of(game.id)
    assert len(certain_win(worlds[:1], judge, example["seat"], 4000, 0.0)) > 0
    assert len(certain_win(worlds, judge, example["seat"], 4000, 0.0)) == 0
