"""The bot that answers by heart: as a small network of the game has learnt to, without thinking ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.bots.bot import bot
from parlour.bots.greedy import ThinkingBot
from parlour.rules.game import Game
from parlour.rules.judge import learned_answer
from parlour.rules.network import inputs_of, learned_file


@bot("learned")
class LearnedBot(ThinkingBot):
    """Draws its answers as the network in the folder `learned` of its game gives them; what that has not learnt (a game
    with other components, a kind of question it was never asked) it answers as a sensible player."""

    about = "answers as a network has learnt to, without thinking ahead"

    @classmethod
    def plays(cls, game: Game, players: int) -> bool:
        return learned_file(game, players).exists() and inputs_of(game).answers(players) > 0

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        world = self.worlds(view, 1)[0]
        action = str(world.notation(self.seat, learned_answer(self.judge, world, self.seat, self.rng)))
        if self.goes_in_circles(view):
            return self.rng.choice(list(legal))
        sober = self.sober(world, legal)
        return action if action in sober else self.rng.choice(list(sober))
