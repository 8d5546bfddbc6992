"""A bot that was trained elsewhere: a network in an ONNX file, as `onnx:FILE`.

The network gets one observation (float32, shape 1 x size, `state.observation`) as its first input and gives a number
for each action as its first output (shape 1 x action_count); the legal action with the largest is played. If it has a
second input, that is the mask (float32, 1 x action_count). The file says for which game it was trained in its metadata,
under `parlour`: `parlour.rules.features.version_of(game, players)`, or `usual_version_of`, if its actions are places
among the usual codes. Any other version is refused: a network that reads other numbers would play nonsense and nobody
would notice. With `drawn` under `parlour_answers` its numbers are logarithms of chances, and an answer is drawn by
them: where players answer at the same time, whoever always gives the same answer can be read. It needs onnxruntime
(`pip install 'parlour[onnx]'`).
"""

from __future__ import annotations

import functools
import hashlib
import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.bots.bot import Bot, UnknownBot, bot
from parlour.rules.errors import RulesError
from parlour.rules.features import version_of
from parlour.rules.game import Components, Game, Parts, find

KEY = "parlour"  # of the file's metadata
HOW = "parlour_answers"  # likewise
DRAWN = "drawn"
PRECISION = 1 << 30  # of what is drawn


def usual_codes(game: Game, players: int, components: Components = None) -> list[int]:
    """The codes that a program which learns has to know, in their order: all below `action_count`, unless the game has
    very many that hardly ever come up and says so (`usual_codes` in its features.py)."""
    module = game.module("features")
    if hasattr(module, "usual_codes"):
        found: list[int] = module.usual_codes(players)
        return found
    return list(range(game.parts(components).action_count))


def usual_version_of(game: Game, players: int, components: Components = None) -> str:
    """`version_of` where actions are places among the usual codes; the same where all codes are usual."""
    version = version_of(game, players, components)
    codes = usual_codes(game, players, components)
    if len(codes) == game.parts(components).action_count:
        return version
    digest = hashlib.sha256(repr(codes).encode()).hexdigest()[:12]
    return f"{version.rpartition(', ')[0]}, {len(codes)} usual actions {digest}"


class OnnxNetwork:
    """A network that was read, and what it was trained for."""

    def __init__(self, file: str) -> None:
        try:
            import onnxruntime
        except ImportError:
            raise UnknownBot("networks need onnxruntime: pip install 'parlour[onnx]'") from None
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1  # as all bots: one core for one decision
        settings.log_severity_level = 3
        try:
            self.session = onnxruntime.InferenceSession(file, settings, providers=["CPUExecutionProvider"])
        except Exception as error:  # whatever its library says of a file that is none
            raise UnknownBot(f"{file} is no network that can be read: {str(error)[:120]}") from error
        self.file = file
        self.inputs = [given.name for given in self.session.get_inputs()]
        about = self.session.get_modelmeta().custom_metadata_map
        self.version: str = about.get(KEY, "")
        how = about.get(HOW, "")
        if how not in ("", DRAWN):
            raise UnknownBot(f"{file} says that its answers are {how}: here they are the best ones, or {DRAWN}")
        self.draws = how == DRAWN

    def check(self, game: Game) -> None:
        """Refuse a game of which it knows no table."""
        if all(find_places(game, players, game.parts(), self.version) is None for players in game.players):
            here = version_of(game, game.usual_players)
            raise self.refusal(here if self.version.startswith(f"{game.id} ") else f"{game.id} v{game.rules_version}")

    def refusal(self, here: str) -> UnknownBot:
        return UnknownBot(f"{self.file} was trained for {self.version or 'nothing it says'}, and this is {here}")


def open_network(file: str) -> OnnxNetwork:
    """The network of a file, or why there is none."""
    try:
        about = os.stat(file)
    except OSError as error:
        raise UnknownBot(f"{file} is no network that can be read: {error}") from error
    return read_network(file, (about.st_mtime_ns, about.st_size))


@functools.lru_cache(maxsize=8)
def read_network(file: str, changed: tuple[int, int]) -> OnnxNetwork:
    """A network is read once, and again when its file has changed: a server asks for one decision at a time."""
    return OnnxNetwork(file)


@functools.lru_cache(maxsize=64)
def find_places(game: Game, players: int, parts: Parts, version: str) -> dict[int, int] | None:
    """By code, the place of an action in what a network of this version gives, at tables of so many; nothing if they
    are not of this version."""
    if version == version_of(game, players, parts):
        return {code: code for code in range(parts.action_count)}
    if version == usual_version_of(game, players, parts):
        return {code: place for place, code in enumerate(usual_codes(game, players, parts))}
    return None


@bot("onnx")
class NetworkBot(Bot):
    """Plays by the network of a file: `onnx:FILE`, for whoever may name files of this machine. For tables in the
    browser make a bot of a name of its own, with its `file`, in a module that `parlour serve --load` imports."""

    about = "plays by a network that was trained elsewhere"
    offered = False
    file = ""

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self._network: OnnxNetwork | None = None
        if self.file:
            self.limit(self.file)

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.offered = bool(cls.file)

    @classmethod
    def plays(cls, game: Game, players: int) -> bool:
        return not cls.file or find_places(game, players, game.parts(), open_network(cls.file).version) is not None

    @classmethod
    def check(cls) -> None:
        """A server with a network that no table here is for would just not offer it, and nobody would know why."""
        if not cls.file:
            return
        network = open_network(cls.file)
        try:
            game = find(network.version.partition(" ")[0])
        except RulesError:
            raise network.refusal("a box without that game") from None
        network.check(game)

    def limit(self, budget: str) -> None:
        """The file of the network."""
        network = open_network(budget)
        network.check(self.game)
        self._network = network

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        network = self._network
        if network is None:
            raise UnknownBot("a network is named by its file: onnx:FILE")
        if len(legal) == 1:
            return legal[0]
        import numpy as np

        places = find_places(self.game, view["players"], self.game.parts(self.components), network.version)
        if places is None:
            raise network.refusal(version_of(self.game, view["players"], self.components))
        # All worlds that look like this view have one observation, so any of them will do.
        world = self.game.imagine(view, self.rng, self.components)
        known = [(action, places[code]) for action in legal if (code := int(world.parse(self.seat, action))) in places]
        if not known:  # an unusual question: nobody has taught it what to say
            return self.rng.choice(list(legal))
        fed = {network.inputs[0]: np.array(world.observation(self.seat), np.float32)[None]}
        if len(network.inputs) > 1:
            mask: Any = np.zeros((1, len(places)), np.float32)
            mask[0, [place for _, place in known]] = 1.0
            fed[network.inputs[1]] = mask
        values = network.session.run(None, fed)[0][0]
        if network.draws:
            return self.draw([action for action, _ in known], [float(values[place]) for _, place in known])
        return max(known, key=lambda pair: values[pair[1]])[0]

    def draw(self, actions: list[str], logarithms: list[float]) -> str:
        """One of these, by the logarithms of their chances."""
        most = max(logarithms)
        weights = [math.exp(value - most) for value in logarithms]
        left = self.rng.below(PRECISION) / PRECISION * sum(weights)
        for action, weight in zip(actions, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return actions[-1]
