"""Players who answer in the state itself, without a view: fast, but what others have chosen in secret stands there too.

Where all answer at the same time an answer is held back until the last of them is there. Whoever looks ahead on a copy
of the game would else find there what those before it have chosen.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.rules.state import State


class Together:
    """A game, and the answers to its question that are not carried out yet."""

    def __init__(self, state: State, watch: Callable[[State, dict[int, int]], None] | None = None) -> None:
        """`watch` is told of all answers to such a question, before they are carried out."""
        self.state = state
        self.watch = watch
        self.given: dict[int, int] = {}  # by seat

    def next_to_answer(self) -> int:
        """Who answers next: a seat, `NATURE` or `NOBODY`."""
        if not self.given:
            return int(self.state.actor())
        awaited = int(self.state.awaited())
        return next(seat for seat in range(self.state.players) if awaited >> seat & 1 and seat not in self.given)

    def take(self, seat: int, code: int) -> None:
        """An answer of a seat, or a chance outcome."""
        state = self.state
        if not state.simultaneous():
            state.apply(seat, code)
            return
        self.given[seat] = code
        if len(self.given) == int(state.awaited()).bit_count():
            answers, self.given = self.given, {}
            if self.watch is not None:
                self.watch(state, answers)
            for who, answer in sorted(answers.items()):
                state.apply(who, answer)
