"""The one loop in which players answer: bots in the arena and in simulations, people and bots in the terminal.

A player gets its own view, its legal answers and the events it may know, and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from parlour.bots.bot import Bot, load_bots
from parlour.rules.chance import Rng
from parlour.rules.errors import RulesError
from parlour.rules.events import Event
from parlour.rules.move import Move
from parlour.rules.state import CHANCE, State

LONGEST = 100_000  # steps after which a game is given up, whoever plays
LIMIT = 5_000  # and one between bots only: many times what a game takes, so that one which goes in circles costs little


def load_modules(modules: Iterable[str]) -> None:
    """Import modules that register further bots (`--load`)."""
    load_bots(modules)


class IllegalAnswer(RulesError):
    """A bot answered what it may not."""


class Turn(NamedTuple):
    """A step that is about to be made."""

    state: State  # as it is before the step
    move: Move
    choices: int  # how many answers there were
    seconds: float  # how long the answer took


class Player(Protocol):
    """Whoever answers for a seat."""

    @property
    def seat(self) -> int: ...
    def choose(self, view: dict[str, object], legal: list[str]) -> str: ...
    def see(self, event: Event) -> None: ...


def first(seats: list[int]) -> int:
    """Who answers first in a simultaneous phase makes no difference to bots: none sees another's answer."""
    return seats[0]


def play_match(
    state: State,
    players: Sequence[Player],
    chance: Rng | Callable[[State], str],
    *,
    before: Callable[[Turn], None] | None = None,
    after: Callable[[Turn], None] | None = None,
    whose: Callable[[list[int]], int] = first,
    limit: int = LONGEST,
) -> int:
    """Let the players answer, and chance be drawn from a generator or by a function, till the game is over; the number
    of steps made.

    `before` and `after` are told of every step; `whose` picks the seat that is asked among those that owe an answer.
    """

    def tell(event: Event) -> None:
        for player in players:
            player.see(event.seen_by(player.seat))

    state.listen(tell)
    try:
        for step in range(limit):
            turn = next_turn(state, players, chance, whose, step)
            if turn is None:
                return step
            if before is not None:
                before(turn)
            turn.move.play(state)
            if after is not None:
                after(turn)
    finally:
        state.listen(None)
    return limit


def next_turn(
    state: State,
    players: Sequence[Player],
    chance: Rng | Callable[[State], str],
    whose: Callable[[list[int]], int],
    step: int,
) -> Turn | None:
    """What is done next; `None` when the game is over."""
    if state.to_act == CHANCE:
        outcome = state.chance_outcome(chance) if isinstance(chance, Rng) else chance(state)
        return Turn(state, Move(CHANCE, outcome), 1, 0.0)
    owing = state.owing()
    if not owing:
        return None
    seat = whose(owing)
    legal = state.legal(seat)
    view = state.view(seat)
    start = time.perf_counter()
    action = players[seat].choose(view, legal[:])
    seconds = time.perf_counter() - start
    if action not in legal:
        raise IllegalAnswer(refuse(state, players[seat], seat, step, action, legal))
    return Turn(state, Move(seat, action), len(legal), seconds)


def refuse(state: State, player: Player, seat: int, step: int, action: object, legal: list[str]) -> str:
    """Who answered what, where; and why it may not be."""
    name = player.name if isinstance(player, Bot) else type(player).__name__
    try:
        state.parse(seat, action)
        why = "it is not one of the answers it was given"
    except RulesError as error:
        why = str(error)
    return (
        f"the bot {name} in seat {seat} of {state.game_id()} answered {repr(action)[:80]} at step {step + 1}: {why}; "
        f"it had {len(legal)} answers, {legal[0]!r} for one"
    )
