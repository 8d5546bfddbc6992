"""What an answer would do, before it is given.

Boards, tips and screen readers announce what an answer would bring about. They ask here, so that no rule is known in
two places: one world is imagined from the seat's view, the answer is played in a copy of it, and what happened is
handed back, as the seat may know it, up to the first event that reveals something. From there on it would be guessing.

>>> import parlour
>>> state = parlour.game("mogul").new(players=3, seed=7)
>>> previews = Previews(parlour.game("mogul"), state.view(0), 0)
>>> [event.kind for event in previews["loan"].events]
['loan']
"""

from __future__ import annotations

from typing import Any

from parlour.rules.chance import Rng
from parlour.rules.events import Event
from parlour.rules.game import Components, Game
from parlour.rules.state import State


class Preview:
    """What one answer would do, as far as its seat can know.

    `events`     what would happen, as the seat may know it, up to the first event that reveals something
    `revealing`  whether something would be revealed, so that there is more to come than `events` tell
    `state`      an imagined state right after the answer; `None` if something would be revealed on the way
    """

    def __init__(self, events: list[Event], revealing: bool, state: State | None) -> None:
        self.events: list[Event] = events
        self.revealing: bool = revealing
        self.state: State | None = state


class Previews:
    """The previews of a seat's answers, each worked out when it is first asked for."""

    def __init__(self, game: Game, view: dict[str, Any], seat: int, components: Components = None) -> None:
        self.game: Game = game
        self.view: dict[str, Any] = view
        self.seat: int = seat
        self.components: Components = components
        self.imagined: State | None = None
        self.tried: dict[str, Preview] = {}

    def __getitem__(self, action: str) -> Preview:
        """The preview of an answer; `IllegalAction` if the seat may not give it."""
        known = self.tried.get(action)
        if known is None:
            known = self.tried[action] = preview(self.world(), self.seat, action)
        return known

    def world(self) -> State:
        """What all answers are tried in: one of the worlds that look like this to the seat. Nobody changes it."""
        if self.imagined is None:
            # Whatever is imagined: what depends on it comes after the first event that reveals something.
            self.imagined = self.game.imagine(self.view, Rng("preview"), self.components)
        return self.imagined


def preview(world: State, seat: int, action: str) -> Preview:
    """What an answer does in a world; the world stays as it is."""
    state = world.clone()
    events: list[Event] = []
    state.listen(events.append)
    state.play(seat, action)
    state.listen(None)
    known: list[Event] = []
    for event in events:
        if event.reveals:
            return Preview(known, True, None)
        known.append(event.seen_by(seat))
    return Preview(known, False, state)
