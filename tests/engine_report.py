"""What the public API does on this engine, as JSON: `tests/test_engines_agree.py` runs it on both and compares."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from collections.abc import Callable
from typing import Any

import parlour
from parlour.rules.move import Move

WRONG: list[Any] = [None, True, -1, 99, 1.5, "0", "x", [], {}, b"\xff"]


def attempt(call: Callable[[], Any]) -> Any:
    """What a call gives, or the name and the sentence of its error."""
    try:
        found = call()
    except Exception as error:  # whatever it is: both engines must raise the same
        return [type(error).__name__, str(error)]
    return found if isinstance(found, str | int | float | list | dict | type(None)) else repr(type(found).__name__)


def same(thing: Any, plain: Callable[[Any], Any] = lambda thing: thing) -> list[bool]:
    """Whether a thing is the same after it was pickled, and after it was copied deeply."""
    pickled, copied = pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)
    return [plain(pickled) == plain(thing), plain(copied) == plain(thing)]


def numbers(rng: parlour.Rng) -> list[int]:
    other = copy.deepcopy(rng)
    return [int(other.below(1000)) for _ in range(5)]


def of_game(id: str) -> dict[str, Any]:
    game = parlour.game(id)
    state = game.new(seed=5)
    rng = parlour.Rng(6)
    events: list[parlour.Event] = []
    state.listen(events.append)
    for _ in range(25):
        if state.to_act == parlour.CHANCE:
            state.play(parlour.CHANCE, state.chance_outcome(rng))
        elif state.to_act:
            seat = state.owing()[0]
            state.play(seat, rng.choice(state.legal(seat)))
    state.listen(None)
    asked = (state.owing() or [0])[0]
    answers = state.legal(asked)
    clone = state.clone()
    record = parlour.Record(id, state.players, {}, game.setup(seed=5))
    record.moves.append(Move(0, "x"))
    seen: dict[str, Any] = {
        "copies": {
            "state": same(state),
            "game": [pickle.loads(pickle.dumps(game)) is game, copy.deepcopy(game) is game],
            "event": same(events[0]),
            "record": same(record),
            "move": same(Move(0, "x")),
        },
        "clone": [clone == state, hash(clone) == hash(state), clone != state],
        "another": [game.new(seed=5) == state, state == "state", state != None],  # noqa: E711
        "bots": {},
        "wrong": {},
    }
    for name in ("random", "greedy", "search:20"):
        bot = parlour.make_bot(name, game, asked, seed=3)
        for event in events:
            bot.see(event.seen_by(asked))
        if answers:
            twins = [pickle.loads(pickle.dumps(bot)), copy.deepcopy(bot)]
            seen["bots"][name] = [one.choose(state.view(asked), answers) for one in (bot, *twins)]
    for value in WRONG:
        seen["wrong"][repr(value)] = refusals(game, state, asked, value)
    return seen


def refusals(game: parlour.Game, state: parlour.State, asked: int, value: Any) -> dict[str, Any]:
    """What each call says to something that it was not made for."""
    answer = (state.legal(asked) or [""])[0]
    return {
        "legal": attempt(lambda: state.legal(value)),
        "view": attempt(lambda: json.dumps(state.view(value))[:40]),
        "play": attempt(lambda: state.clone().play(value, answer)),
        "action": attempt(lambda: state.clone().play(asked, value)),
        "players": attempt(lambda: game.new(players=value, seed=1)),
        "options": attempt(lambda: game.new(options=value, seed=1)),
        "setup": attempt(lambda: game.start(setup=value)),
        "load": attempt(lambda: game.load(value)),
        "replay": attempt(lambda: game.replay(value)),
        "imagine": attempt(lambda: game.imagine(value, 1)),
        "seed": attempt(lambda: game.new(seed=value).position() if value is not None else None),
    }


def report() -> dict[str, Any]:
    rng = parlour.Rng(7)
    rng.next()
    outcome = parlour.Outcome((0,), ((0,), (1,)), (3, None), "points")
    return {
        "games": {id: of_game(id) for id in parlour.games()},
        "rng": same(rng, numbers),
        "outcome": same(outcome),
        "find": {repr(value): attempt(lambda: parlour.game(value)) for value in WRONG},  # noqa: B023
    }


if __name__ == "__main__":
    json.dump({"engine": parlour.ENGINE, "report": report()}, sys.stdout)
