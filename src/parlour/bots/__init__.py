"""Bots: functions from what a seat may see to an action.

A bot gets a view, its legal actions and the events it was allowed to see. It never
holds the state of the real game, so it cannot cheat.

>>> import parlour
>>> state = parlour.game("photon-rush").new(2, seed=1)
>>> bot = parlour.make_bot("random", game="photon-rush", seat=0, seed=1)
>>> bot.choose(state.view(0), state.legal(0)) in state.legal(0)
True
"""

from __future__ import annotations

from parlour.bots.bot import MORE_BOTS, Bot, UnknownBot, bot, bots, bots_for, is_bot, load_bots, make_bot, more_bots
from parlour.bots.greedy import GreedyBot, ThinkingBot
from parlour.bots.learned import LearnedBot
from parlour.bots.levels import BUDGETS, BeginnerBot, EasyBot, HardBot, LevelBot, NormalBot, SkilledBot
from parlour.bots.onnx import NetworkBot
from parlour.bots.random import RandomBot
from parlour.bots.search import SearchBot

__all__ = [
    "BUDGETS",
    "MORE_BOTS",
    "BeginnerBot",
    "Bot",
    "EasyBot",
    "GreedyBot",
    "HardBot",
    "LearnedBot",
    "LevelBot",
    "NetworkBot",
    "NormalBot",
    "RandomBot",
    "SearchBot",
    "SkilledBot",
    "ThinkingBot",
    "UnknownBot",
    "bot",
    "bots",
    "bots_for",
    "is_bot",
    "load_bots",
    "make_bot",
    "more_bots",
]
