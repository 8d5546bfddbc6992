"""The games as Gymnasium environments: one seat plays, named bots have the others.

    import gymnasium, parlour.envs.gymnasium
    env = gymnasium.make("parlour/gold-n-crash-v1", bots="greedy")
    many = parlour.envs.gymnasium.SeatOfMany("photon-rush", 1000, players=3)

`import parlour.envs.gymnasium` registers every game of the box as `parlour/<game>-v<rules version>`. Options are those
of the game, and `players`, `seat` (a number, or "random" for another one in each game), `bots` (one name for all other
seats, or a list), `limit` (answers after which a game is truncated) and `actions` ("usual", or "all" that have a code;
a game that asks for an unusual one is truncated).

The observation is the vector of `state.observation`; the mask of legal actions is in `info["action_mask"]`, and
`env.action_masks()` gives it too, as masked policies of sb3-contrib want it. The reward comes at the end, by the place
in the game (`state.returns`). An illegal action ends the game with a reward of -1; `illegal="raise"` refuses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import parlour
from parlour.bots import Bot, make_bot
from parlour.envs.encoding import Mask, Observation, TableKind
from parlour.envs.rendering import MODES, Renderer
from parlour.rules.chance import Rng
from parlour.rules.errors import IllegalAction, InvalidOptions
from parlour.rules.events import Event
from parlour.rules.game import Components, Game
from parlour.rules.state import NATURE, NOBODY, State

Told = dict[str, Any]
RANDOM: Final = "random"


class OneSeat(gymnasium.Env[Observation, int]):
    """One seat of a game, against bots."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int | str = 0,
        bots: str | Sequence[str] = RANDOM,
        components: Components = None,
        render_mode: str | None = None,
        illegal: str = "lose",
        limit: int | None = None,
        actions: str = "usual",
        **options: Any,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise InvalidOptions(f"illegal is lose or raise, not {illegal!r}")
        self.kind = kind = TableKind(game, players, options, components, actions=actions)
        self.metadata = {"render_modes": list(MODES), "render_fps": 1}
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-1.0, 1.0, (kind.size,), np.float32)
        self.action_space = spaces.Discrete(kind.action_count)
        self._components = components
        self._wish = check_seat(seat, kind)
        names = [bots] * (kind.players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != kind.players - 1:
            raise InvalidOptions(
                f"bots: {kind.players - 1} names are needed, one for each other seat, not {len(names)}"
            )
        self._names = names
        for name in names:
            make_bot(name, kind.game, 0, 0, components)  # an unknown one is refused now
        self._forgiving = illegal == "lose"
        self._limit = kind.longest if limit is None else limit
        self._renderer = Renderer(render_mode, kind)
        self._table: State | None = None
        self._bots: list[Bot | None] = []  # by seat; nobody where a seat is played at random, which needs no view
        self._rng = Rng("")
        self.seat = 0
        self._steps = 0
        self._legal: Any = ()
        self._mask: Mask = kind.no_answer
        self._over = True

    @property
    def table(self) -> State:
        """The game as it stands, for those who may see all of it."""
        if self._table is None:
            raise InvalidOptions("reset() comes first")
        return self._table

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Observation, Told]:
        super().reset(seed=seed)
        self._rng = Rng(int(self.np_random.integers(1 << 62)))
        kind = self.kind
        while True:
            self.seat = int(self._rng.below(kind.players)) if self._wish == RANDOM else int(self._wish)
            self._table = kind.deal(self._rng)
            self._seat_bots()
            self._steps = 0
            self._over = False
            if self.go_on() and self._fits():
                break  # else it was over before the seat was asked
        if self.render_mode == "human":
            self.render()
        return kind.observe(self.table, self.seat), self.tell()

    def _seat_bots(self) -> None:
        names = iter(self._names)
        self._bots = []
        for seat in range(self.kind.players):
            name = RANDOM if seat == self.seat else next(names)
            made = None
            if name != RANDOM:
                made = make_bot(name, self.kind.game, seat, int(self._rng.below(1 << 20)), self._components)
            self._bots.append(made)
        listening = [bot for bot in self._bots if bot is not None]

        def tell(event: Event) -> None:
            for bot in listening:
                bot.see(event.seen_by(bot.seat))

        if listening:
            self.table.listen(tell)

    def go_on(self) -> bool:
        """Let chance and the bots act until the seat is asked; whether it is (else the game is over)."""
        table = self.table
        rng = self._rng
        while True:
            seat = table.actor()
            if seat == NOBODY:
                return False
            if seat == NATURE:
                table.apply(seat, table.chance_code(rng))
                continue
            if table.awaited() >> self.seat & 1:  # of seats that are asked at the same time it answers first
                return True
            bot = self._bots[seat]
            if bot is None:
                codes = table.codes(seat)
                table.apply(seat, codes[rng.below(len(codes))])
            else:
                table.play(seat, bot.choose(table.view(seat), table.legal(seat)))

    def _fits(self) -> bool:
        """Say what the seat may answer; whether a mask has room for it."""
        offer = self.kind.offer(self.table, self.seat)
        if offer is None:
            return False
        self._legal, self._mask = offer
        return True

    def tell(self) -> Told:
        return {"action_mask": self._mask.copy(), "seat": self.seat}

    def action_masks(self) -> Mask:
        return self._mask.astype(bool)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Told]:
        if self._over:
            raise InvalidOptions("the game is over: reset() comes first")
        table = self.table
        kind = self.kind
        if action not in self._legal:
            if not self._forgiving:
                facts = {"action": repr(action)[:80]}
                raise IllegalAction(table.turn_rule(), "this action is not legal now: {action}", facts)
            return self.end(-1.0, True)
        table.apply(self.seat, kind.code(table, self.seat, int(action)))
        self._steps += 1
        asked = self.go_on()
        if self.render_mode == "human":
            self.render()
        if not asked:
            return self.end(table.returns()[self.seat], True)
        if self._steps >= self._limit or not self._fits():
            return self.end(0.0, False)
        return kind.observe(table, self.seat), 0.0, False, False, self.tell()

    def end(self, reward: float, terminated: bool) -> tuple[Observation, float, bool, bool, Told]:
        self._over = True
        self._mask = self.kind.no_answer
        return self.kind.observe(self.table, self.seat), reward, terminated, not terminated, self.tell()

    def render(self) -> Any:
        return self._renderer.render(self.table)

    def close(self) -> None:
        self._renderer.close()


def check_seat(seat: int | str, kind: TableKind) -> int | str:
    if seat == RANDOM or (isinstance(seat, int) and 0 <= seat < kind.players):
        return seat
    raise InvalidOptions(f'a seat is 0 to {kind.players - 1}, or "{RANDOM}", not {seat!r}')


class SeatOfMany(VectorEnv):
    """The same seat in many games at once, against random bots, stepped by the engine (`parlour.batch`): no process and
    no Python object for each. A game that has ended begins anew in the same step."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int = 0,
        components: Components = None,
        limit: int = 0,
        **options: Any,
    ) -> None:
        self.kind = kind = TableKind(game, players, options, components)
        if check_seat(seat, kind) == RANDOM:
            raise InvalidOptions("many games share one seat")
        if kind.by_place:  # batches are told codes, not places
            raise InvalidOptions(f"{kind.game.title} has more actions than a mask has room for: OneSeat plays it")
        self.seat = seat
        others = [other for other in range(kind.players) if other != seat]
        self.batch = parlour.batch(
            kind.game,
            num_envs,
            players=kind.players,
            options=options,
            seed=0,
            random_seats=others,
            masks=True,
            limit=limit,
            components=components,
        )
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = spaces.Box(-1.0, 1.0, (kind.size,), np.float32)
        self.single_action_space = spaces.Discrete(kind.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = None

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Observation, Told]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 62)))
        return self.batch.observe(), {"action_mask": self.batch.masks}

    def action_masks(self) -> Mask:
        return self.batch.masks

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, Told]:
        """The masks in `info` are the batch's own, which the next step changes."""
        now = self.batch.step(actions)
        seen = self.batch.observe()
        return seen, now.rewards[:, self.seat].copy(), now.done.copy(), now.cut.copy(), {"action_mask": now.masks}


def name_of(game: Game) -> str:
    return f"parlour/{game.id}-v{game.rules_version}"


def register(game: Game) -> str:
    """Make a game known to `gymnasium.make` and `make_vec`; the name it has there."""
    gymnasium.register(
        name_of(game),
        entry_point=OneSeat,
        vector_entry_point=SeatOfMany,
        kwargs={"game": game.id},
        disable_env_checker=True,
    )
    return name_of(game)


NAMES: Final = tuple(register(parlour.game(id)) for id in parlour.games())
