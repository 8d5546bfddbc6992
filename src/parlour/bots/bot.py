"""What a bot is, and the list of them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from parlour.rules.chance import Rng
from parlour.rules.events import Event
from parlour.rules.game import Game, find


class Bot:
    """Plays one seat of one game. Subclasses supply `choose`."""

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        self.game = game
        self.seat = seat
        self.rng = Rng(f"bot:{seat}:{seed}")

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        """One of the legal actions."""
        raise NotImplementedError

    def see(self, event: Event) -> None:
        """Be told of something that happened, as this seat may know it."""


B = TypeVar("B", bound=type[Bot])
_BOTS: dict[str, type[Bot]] = {}


def bot(name: str) -> Callable[[B], B]:
    """Register a bot under a name: `@parlour.bot("cautious")` above a class."""

    def register(made: B) -> B:
        _BOTS[name] = made
        return made

    return register


def bots() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(sorted(_BOTS))


def make_bot(name: str, game: str | Game, seat: int, seed: object = 0) -> Bot:
    """A bot by its name, for a seat of a game; the same seed makes the same choices."""
    if name not in _BOTS:
        raise ValueError(f"there is no bot {name!r}; there are: {', '.join(bots())}")
    return _BOTS[name](game if isinstance(game, Game) else find(game), seat, seed)
