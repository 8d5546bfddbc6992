"""A bot that was trained elsewhere: a network in an ONNX file, as `onnx:FILE`.

The network gets one observation (float32, shape 1 x size, `state.observation`) as its first input and gives a number
for each action as its first output (shape 1 x action_count); the legal action with the largest is played. If it has a
second input, that is the mask (float32, 1 x action_count). The file says for which game it was trained in its metadata,
under `parlour`: `parlour.rules.features.version_of(game, players)`. Any other version is refused: a network that reads
other numbers would play nonsense and nobody would notice. It needs onnxruntime (`pip install 'parlour[onnx]'`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.bots.bot import Bot, UnknownBot, bot
from parlour.rules.features import version_of
from parlour.rules.game import Game

KEY = "parlour"  # of the file's metadata


@bot("onnx")
class NetworkBot(Bot):
    """Plays by the network of a file: `onnx:FILE`, for whoever may name files of this machine. For tables in the
    browser make a bot of a name of its own, with its `file`, in a module that `parlour serve --load` imports."""

    about = "plays by a network that was trained elsewhere"
    offered = False
    file = ""

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self._session: Any = None
        self._file = ""
        if self.file:
            self.limit(self.file)

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.offered = bool(cls.file)

    def limit(self, budget: str) -> None:
        """The file of the network."""
        try:
            import onnxruntime
        except ImportError:
            raise UnknownBot("networks need onnxruntime: pip install 'parlour[onnx]'") from None
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1  # as all bots: one core for one decision
        settings.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(budget, settings, providers=["CPUExecutionProvider"])
        except Exception as error:  # whatever its library says of a file that is none
            raise UnknownBot(f"{budget} is no network that can be read: {str(error)[:120]}") from error
        self._file = budget
        trained_for = self._session.get_modelmeta().custom_metadata_map.get(KEY, "")
        if trained_for not in [version_of(self.game, players) for players in self.game.players]:
            raise UnknownBot(
                f"{budget} was trained for {trained_for or 'nothing it says'}, "
                f"and this is {version_of(self.game, self.game.usual_players)}"
            )

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if self._session is None:
            raise UnknownBot("a network is named by its file: onnx:FILE")
        if len(legal) == 1:
            return legal[0]
        import numpy as np

        self.check_players(view["players"])
        # All worlds that look like this view have one observation, so any of them will do.
        world = self.game.imagine(view, self.rng, self.components)
        observed = np.array(world.observation(self.seat), np.float32)[None]
        codes = [world.parse(self.seat, action) for action in legal]
        inputs = self._session.get_inputs()
        fed = {inputs[0].name: observed}
        if len(inputs) > 1:
            mask: Any = np.zeros((1, self.game.action_count or 0), np.float32)
            mask[0, codes] = 1.0
            fed[inputs[1].name] = mask
        values = self._session.run(None, fed)[0][0]
        return max(zip(legal, codes, strict=True), key=lambda pair: values[pair[1]])[0]

    def check_players(self, players: int) -> None:
        trained_for = self._session.get_modelmeta().custom_metadata_map[KEY]
        here = version_of(self.game, players, self.components)
        if trained_for != here:
            raise UnknownBot(f"{self._file} was trained for {trained_for}, and this is {here}")
