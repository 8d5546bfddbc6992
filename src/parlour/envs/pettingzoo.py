"""The games as PettingZoo environments: `env("gold-n-crash")` (one agent after the other, for all games) and
`parallel_env("photon-rush")` (for games whose players answer at the same time).

>>> import parlour.envs.pettingzoo as zoo
>>> table = zoo.env("mogul", players=3, quick_start=True)
>>> table.reset(seed=7)
>>> table.agents
['seat_0', 'seat_1', 'seat_2']

An observation is a dictionary of the numbers of `state.observation` and a mask of the legal actions; `infos` has the
mask too, and the legal actions themselves. A reward comes at the end of a game, by the place in it (`state.returns`).
An illegal action ends the game, with a reward of -1 for whoever played it, as in PettingZoo's own games; with
`illegal="raise"` it is refused with the rule that forbids it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from parlour.envs.encoding import Mask, Observation, TableKind
from parlour.envs.rendering import MODES, Renderer
from parlour.rules.chance import Rng
from parlour.rules.errors import IllegalAction, InvalidOptions
from parlour.rules.game import Components
from parlour.rules.state import NATURE, NOBODY, State

Seen = dict[str, Any]  # "observation" and "action_mask"
Told = dict[str, dict[str, Any]]  # by agent, the mask and the legal actions
StepTaken = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], Told]
ILLEGAL = ("lose", "raise")


def env(
    game: str,
    players: int | None = None,
    *,
    components: Components = None,
    render_mode: str | None = None,
    illegal: str = "lose",
    limit: int | None = None,
    actions: str = "usual",
    **options: Any,
) -> SeatsInTurn:
    """A game as an AEC environment. `limit` is a number of answers after which it is truncated. `actions` are the usual
    ones, and a game that asks for another one is truncated too, or "all" that have a code below `game.action_count`."""
    kind = TableKind(game, players, options, components, actions=actions)
    return SeatsInTurn(kind, render_mode, illegal, limit)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    components: Components = None,
    render_mode: str | None = None,
    illegal: str = "lose",
    limit: int | None = None,
    actions: str = "usual",
    **options: Any,
) -> SeatsAtOnce:
    """A game whose players answer at the same time, as a parallel environment. Whoever is not asked plays the last
    action of the space, which is the only one of its mask then."""
    kind = TableKind(game, players, options, components, waiting=True, actions=actions)
    if not kind.simultaneous:
        raise InvalidOptions(f"in {kind.game.title} one seat answers after the other: use env")
    return SeatsAtOnce(kind, render_mode, illegal, limit)


class Seats:
    """What both kinds of environments have in common."""

    def __init__(self, kind: TableKind, render_mode: str | None, illegal: str, limit: int | None) -> None:
        if illegal not in ILLEGAL:
            raise InvalidOptions(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}")
        self.kind = kind
        self.render_mode = render_mode
        self.limit = kind.longest if limit is None else limit
        self.forgiving = illegal == "lose"
        name = f"{kind.game.id.replace('-', '_')}_v{kind.game.rules_version}"
        self.metadata: dict[str, Any] = {
            "name": name,
            "is_parallelizable": kind.simultaneous,
            "render_modes": list(MODES),
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(kind.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = spaces.Box(-1.0, 1.0, (kind.size,), np.float32)
        mask = spaces.Box(0, 1, (kind.width,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(kind.width) for agent in self.possible_agents}
        self.state_space = spaces.Box(-1.0, 1.0, (kind.size * kind.players,), np.float32)
        self._rng = Rng("")
        self._seeded = False
        self._table: State | None = None
        self._steps = 0
        self._renderer = Renderer(render_mode, kind)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def table(self) -> State:
        """The game as it stands, for those who may see all of it."""
        if self._table is None:
            raise InvalidOptions("reset() comes first")
        return self._table

    def deal(self, seed: int | None) -> None:
        if seed is not None or not self._seeded:
            self._rng = Rng(np.random.SeedSequence().entropy if seed is None else seed)
            self._seeded = True
        self._table = self.kind.deal(self._rng)
        self._steps = 0
        self.agents = self.possible_agents[:]

    def state(self) -> Observation:
        """What all seats know, one after the other."""
        return np.concatenate([self.kind.observe(self.table, seat) for seat in range(self.kind.players)])

    def render(self) -> Any:
        return self._renderer.render(self.table)

    def close(self) -> None:
        self._renderer.close()


class SeatsInTurn(Seats, AECEnv[str, Seen, int]):
    """A game, one answer after the other. Seats that answer at the same time do not see each other's answers."""

    def __init__(self, kind: TableKind, render_mode: str | None, illegal: str, limit: int | None) -> None:
        super().__init__(kind, render_mode, illegal, limit)
        self.agent_selection: str = ""
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: Told = {}
        self._cumulative_rewards: dict[str, float] = {}
        self._seat: int = NOBODY
        self._legal: Any = ()
        self._mask: Mask = kind.no_answer
        self._over = False

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self.kind.no_answer, "legal": ()} for agent in self.agents}
        self._skip_agent_selection = None
        self._over = False
        self.ask()
        if self.render_mode == "human":
            self.render()

    def ask(self) -> None:
        """Let chance act, and ask whoever is next; or end the game."""
        table = self._table
        assert table is not None
        kind = self.kind
        seat = table.actor()
        if seat == NATURE:
            seat = kind.go_on(table, self._rng)
        if seat == NOBODY:
            self.end(table.returns())
            return
        offer = kind.offer(table, seat)
        if offer is None or self._steps >= self.limit:
            self.end(None)
            return
        before = self._seat
        agent = self.possible_agents[seat]
        if seat != before and before >= 0:
            self.infos[self.possible_agents[before]] = {"action_mask": kind.no_answer, "legal": ()}
        self._seat = seat
        self._legal, self._mask = offer
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": self._mask, "legal": self._legal}

    def step(self, action: int | None) -> None:
        if self._over:
            self._was_dead_step(action)
            return
        if action not in self._legal:
            self.refuse(action)
            return
        seat = self._seat
        table = self._table
        kind = self.kind
        assert table is not None
        assert action is not None
        table.apply(seat, int(action) if kind.fixed else kind.code(table, seat, int(action)))
        self._steps += 1
        self.ask()
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """As PettingZoo has it, in one go: who is asked is known, and while a game goes on nothing has been won."""
        agent = self.agent_selection
        if self._over:
            seen = self.observe(agent) if observe else None
            return (
                seen,
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )
        if not observe:
            return None, 0.0, False, False, self.infos[agent]
        seen = {"observation": self.kind.observe(self._table, self._seat), "action_mask": self._mask}  # type: ignore[arg-type]
        return seen, 0.0, False, False, self.infos[agent]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Whoever is asked, until nobody is; a step is taken between."""
        while max_iter > 0 and self.agents:
            max_iter -= 1
            yield self.agent_selection

    def refuse(self, action: Any) -> None:
        if not self.agents:
            raise InvalidOptions("reset() comes first")
        if not self.forgiving:
            raise IllegalAction(
                self.table.turn_rule(), "this action is not legal now: {action}", {"action": repr(action)[:80]}
            )
        self.end([-1.0 if seat == self._seat else 0.0 for seat in range(self.kind.players)])

    def end(self, rewards: list[float] | None) -> None:
        """The game is over; without rewards it has been cut."""
        self._over = True
        self._legal = ()
        self._seat = NOBODY
        for seat, agent in enumerate(self.agents):
            if rewards is None:
                self.truncations[agent] = True
            else:
                self.terminations[agent] = True
                self.rewards[agent] = self._cumulative_rewards[agent] = rewards[seat]
            self.infos[agent] = {"action_mask": self.kind.no_answer, "legal": ()}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Seen:
        seat = self._seat_of[agent]
        mask = self._mask if seat == self._seat else self.kind.no_answer
        return {"observation": self.kind.observe(self._table, seat), "action_mask": mask}  # type: ignore[arg-type]


class SeatsAtOnce(Seats, ParallelEnv[str, Seen, int]):
    """A game in which all who are asked answer in one step."""

    def __init__(self, kind: TableKind, render_mode: str | None, illegal: str, limit: int | None) -> None:
        super().__init__(kind, render_mode, illegal, limit)
        self._legal: dict[str, Any] = {}  # of those who are asked

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[dict[str, Seen], Told]:
        self.deal(seed)
        self.kind.go_on(self.table, self._rng)
        masks = self.ask()
        assert masks is not None
        if self.render_mode == "human":
            self.render()
        return self.observe_all(masks), self.tell_all(masks)

    def ask(self) -> list[Mask] | None:
        """The masks of all seats; `None` if one has no room for what may be answered."""
        table = self.table
        masks: list[Mask] = []
        self._legal = {}
        asked = table.owing() if table.simultaneous() else table.owing()[:1]
        for seat, agent in enumerate(self.possible_agents):
            if seat not in asked:
                masks.append(self.kind.no_answer)
                continue
            offer = self.kind.offer(table, seat)
            if offer is None:
                return None
            self._legal[agent] = offer.legal
            masks.append(offer.mask)
        return masks

    def observe_all(self, masks: list[Mask]) -> dict[str, Seen]:
        return {
            agent: {"observation": self.kind.observe(self.table, seat), "action_mask": masks[seat]}
            for seat, agent in enumerate(self.possible_agents)
        }

    def tell_all(self, masks: list[Mask]) -> Told:
        return {
            agent: {"action_mask": masks[seat], "legal": self._legal.get(agent, (self.kind.action_count,))}
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: dict[str, int]) -> StepTaken:
        if not self.agents:
            return {}, {}, {}, {}, {}
        table = self.table
        wrong = [agent for agent in self.agents if not self.is_legal(agent, actions.get(agent))]
        if wrong:
            return self.refuse(wrong, actions)
        codes = [
            (seat, self.kind.code(table, seat, int(actions[agent])))
            for seat, agent in enumerate(self.possible_agents)
            if agent in self._legal
        ]
        for seat, code in codes:
            table.apply(seat, code)
        self._steps += 1
        seat = self.kind.go_on(table, self._rng)
        masks = self.ask() if seat != NOBODY else None
        if self.render_mode == "human":
            self.render()
        if masks is None or self._steps >= self.limit:
            return self.end(table.returns(), cut=seat != NOBODY)
        zeros = dict.fromkeys(self.agents, 0.0)
        going_on = dict.fromkeys(self.agents, False)
        return self.observe_all(masks), zeros, going_on, dict(going_on), self.tell_all(masks)

    def is_legal(self, agent: str, action: Any) -> bool:
        if agent in self._legal:
            return action in self._legal[agent]
        return bool(action == self.kind.action_count)  # whoever is not asked waits

    def refuse(self, wrong: list[str], actions: dict[str, int]) -> StepTaken:
        if not self.forgiving:
            facts = {"agent": wrong[0], "action": repr(actions.get(wrong[0]))[:80]}
            raise IllegalAction(self.table.turn_rule(), "this action of {agent} is not legal now: {action}", facts)
        return self.end([-1.0 if agent in wrong else 0.0 for agent in self.possible_agents], cut=False)

    def end(self, rewards: list[float], cut: bool) -> StepTaken:
        """The game is over for all; a game that is cut has no rewards."""
        self._legal = {}
        self.agents = []
        masks = [self.kind.no_answer] * self.kind.players
        agents = self.possible_agents
        return (
            self.observe_all(masks),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, not cut),
            dict.fromkeys(agents, cut),
            self.tell_all(masks),
        )
