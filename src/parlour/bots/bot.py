"""What a bot is, and the list of them by name."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from parlour.rules.chance import Rng
from parlour.rules.errors import RulesError
from parlour.rules.events import Event
from parlour.rules.game import Components, Game, find


class UnknownBot(RulesError):
    """There is no bot of that name, or it takes no such budget."""


class Bot:
    """Plays one seat of one game. Subclasses supply `choose`."""

    about = ""  # one sentence for those who pick an opponent
    offered = True  # whether it can sit at a table by its name alone

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        self.game = game
        self.seat = seat
        self.rng = Rng(f"bot:{seat}:{seed}")
        self.components: Components = None  # the file the table plays with, if it is not the box's own
        self.name = type(self).__name__  # as it was asked for, with its budget

    @classmethod
    def plays(cls, game: Game, players: int) -> bool:
        """Whether it knows how to play this game among so many."""
        return True

    @classmethod
    def check(cls) -> None:
        """`UnknownBot` if it cannot play anything here, and why. Asked when the module that has it is loaded."""

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        """One of the legal actions."""
        raise NotImplementedError

    def see(self, event: Event) -> None:
        """Be told of something that happened, as this seat may know it."""

    def limit(self, budget: str) -> None:
        """Take a budget from a name like `search:500` or `hard:0.1s`."""
        raise UnknownBot(f"this bot takes no budget, so not {budget!r}")


MORE_BOTS = "PARLOUR_BOTS"
B = TypeVar("B", bound=type[Bot])
_BOTS: dict[str, type[Bot]] = {}


def bot(name: str) -> Callable[[B], B]:
    """Register a bot under a name: `@parlour.bot("cautious")` above a class."""
    if not name or ":" in name or "," in name:
        raise ValueError(f"a bot's name has no colon and no comma: {name!r}")

    def register(made: B) -> B:
        _BOTS[name] = made
        return made

    return register


def bots() -> tuple[str, ...]:
    """The names of all bots that play by their name alone."""
    return tuple(sorted(name for name, kind in _BOTS.items() if kind.offered))


def bots_for(game: str | Game, players: int = 0) -> tuple[str, ...]:
    """Those of them that know how to play a game among so many, or, without a number, among any that it is for."""
    found = game if isinstance(game, Game) else find(game)
    counts = [players] if players else list(found.players)
    return tuple(name for name in bots() if any(_BOTS[name].plays(found, count) for count in counts))


def load_bots(modules: Iterable[str]) -> None:
    """Import modules that register further bots; `UnknownBot` names the one that cannot be, or cannot play."""
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError as error:
            raise UnknownBot(f"there are no bots in {module!r}: {error}") from error
        for made in _BOTS.values():
            if made.__module__ == module:
                made.check()


def more_bots() -> list[str]:
    """The modules with further bots that the environment names (PARLOUR_BOTS, with commas between them)."""
    return [name.strip() for name in os.environ.get(MORE_BOTS, "").split(",") if name.strip()]


def is_bot(name: str) -> bool:
    """Whether `make_bot` knows this name, a budget left aside."""
    return name.partition(":")[0] in _BOTS


def make_bot(name: str, game: str | Game, seat: int, seed: object = 0, components: Components = None) -> Bot:
    """A bot by its name, for a seat of a game; the same seed makes the same choices.

    A bot that searches takes a budget after a colon: `search:500` (iterations for each decision: the same choices on
    every machine), `hard:0.1s` (seconds).
    """
    plain, colon, budget = name.partition(":")
    if plain not in _BOTS:
        raise UnknownBot(f"there is no bot {plain!r}; there are: {', '.join(bots())}")
    made = _BOTS[plain](game if isinstance(game, Game) else find(game), seat, seed)
    made.components = components
    made.name = name
    if colon:
        made.limit(budget)
    return made
