"""What a board is drawn from: everything that one pair of eyes may know about a table now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from parlour.rules.preview import Previews

if TYPE_CHECKING:
    from parlour.faces.words import Words
    from parlour.rules.events import Event
    from parlour.rules.game import Components, Game
    from parlour.rules.outcome import Outcome
    from parlour.rules.state import State


class Look:
    """A table as a seat (or a spectator, `None`) sees it."""

    def __init__(
        self,
        game: Game,
        view: dict[str, Any],
        seat: int | None,
        legal: list[str],
        words: Words,
        outcome: Outcome | None = None,
        events: Sequence[Event] = (),
        components: Components = None,
    ) -> None:
        """`events` are handed over as they happened; `look.events` is what this seat may know of them."""
        self.game = game
        self.view = view
        self.seat = seat
        self.legal = legal  # the answers that the seat may give now
        self.words = words
        self.outcome = outcome
        self._happened = tuple(events)  # more than the seat may know: nobody else reads it
        self.components = components

    @cached_property
    def events(self) -> list[Event]:
        """What happened last, by a seat's answer and by chance, as this seat may know it; since when, a board may say
        (`SINCE`, see `parlour.web.boards`)."""
        return [event.seen_by(self.seat) for event in self._happened]

    @cached_property
    def previews(self) -> Previews:
        """What each answer would do: `look.previews[action]`. A board never works that out by itself."""
        assert self.seat is not None, "somebody who only watches is not asked"
        return Previews(self.game, self.view, self.seat, self.components)


def look_at(
    state: State, game: Game, seat: int | None, words: Words, asked: bool = True, events: Sequence[Event] = ()
) -> Look:
    """A state as a seat sees it; with its answers, if it is asked."""
    legal = state.legal(seat) if asked and seat is not None else []
    return Look(game, state.view(seat), seat, legal, words, state.outcome, events, state.components_source())
