"""How fast the games are through the interfaces of research, beside the peers' own games through the same interface.

    python bench/envs.py [--seconds 1] [--rounds 5] [--only pettingzoo]

Prints the tables of docs/research.md, and what was found beside what is aimed at. CPU time of one process, everything
interleaved: one short run of each in turn, `--rounds` times, the median told with the least and the most, and the
median of the ratios to each peer. All play at random among the legal actions, by the same loop for ours and for theirs.
What is not installed is left out and said: besides `parlour[research]`, PettingZoo's own games need pygame and rlcard.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import time
import warnings
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import parlour

warnings.filterwarnings("ignore")
Run = Callable[[float], float]  # steps a second, measured for so many seconds


def rate(step_many: Callable[[], int], seconds: float) -> float:
    """How many steps a second of CPU time."""
    steps = 0
    began = time.process_time()
    while True:
        steps += step_many()
        spent = time.process_time() - began
        if spent >= seconds:
            return steps / spent


# -- PettingZoo ------------------------------------------------------------------------------------


def by_agents(env: Any, sampled: str) -> Run:
    """A loop over `agent_iter`. Legal actions are found in the mask ("mask"), or taken as they are told ("legal")."""
    import numpy as np

    rng = random.Random(1)

    def one_game() -> int:
        env.reset(seed=rng.randrange(1 << 30))
        steps = 0
        for _ in env.agent_iter():
            seen, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            if sampled == "legal":
                legal = info["legal"]
                env.step(legal[rng.randrange(len(legal))])
            else:
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                legal = np.flatnonzero(mask)  # as PettingZoo's own performance_benchmark reads it
                env.step(int(legal[rng.randrange(len(legal))]))
            steps += 1
        return steps

    return lambda seconds: rate(one_game, seconds)


def pettingzoo_runs() -> dict[str, Run]:
    import parlour.envs.pettingzoo as zoo

    runs: dict[str, Run] = {}
    for peer in ("connect_four_v3", "leduc_holdem_v4", "tictactoe_v3"):
        try:
            runs[f"PettingZoo's {peer}"] = by_agents(
                importlib.import_module(f"pettingzoo.classic.{peer}").env(), "mask"
            )
        except Exception as error:  # a library of its own is missing
            print(f"left out: PettingZoo's {peer}: {str(error)[:100]} (pip install pygame rlcard)")
    for id in parlour.games():
        runs[f"{parlour.game(id).title}, actions found in the mask"] = by_agents(zoo.env(id), "mask")
        runs[f"{parlour.game(id).title}, legal actions as told"] = by_agents(zoo.env(id), "legal")
    return runs


# -- OpenSpiel -------------------------------------------------------------------------------------


def by_spiel(game: Any, tensors: bool) -> Run:
    """Random games, driven from Python; with the observation of whoever is asked at each step, if wanted."""
    rng = random.Random(1)
    players = game.num_players()

    def one_game() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_simultaneous_node():
                state.apply_actions([rng.choice(state.legal_actions(player)) for player in range(players)])
            else:
                if tensors and not state.is_chance_node():
                    state.observation_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return lambda seconds: rate(one_game, seconds)


def register_empty_game() -> str:
    """A Python game in which nothing happens: what OpenSpiel's way into Python and back costs alone. It answers as much
    as possible without that way, as ours do: only an action itself cannot be taken without it."""
    import pyspiel

    class EmptyState(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.moves = 0

        def current_player(self) -> int:
            return self.moves & 1 if self.moves < 60 else int(pyspiel.PlayerId.TERMINAL)

        def is_terminal(self) -> bool:
            return self.moves >= 60

        def is_chance_node(self) -> bool:
            return False

        def is_simultaneous_node(self) -> bool:
            return False

        def legal_actions(self, player: int | None = None) -> list[int]:
            return [0, 1, 2]

        def _apply_action(self, action: int) -> None:
            self.moves += 1

        def returns(self) -> list[float]:
            return [0.0, 0.0]

    class EmptyGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            about = {"num_distinct_actions": 3, "max_chance_outcomes": 0, "num_players": 2, "max_game_length": 60}
            super().__init__(kind, pyspiel.GameInfo(min_utility=-1.0, max_utility=1.0, utility_sum=0.0, **about), {})

        def new_initial_state(self) -> EmptyState:
            return EmptyState(self)

    values = pyspiel.GameType
    kind = values(
        short_name="python_nothing_happens",
        long_name="Nothing happens",
        dynamics=values.Dynamics.SEQUENTIAL,
        chance_mode=values.ChanceMode.DETERMINISTIC,
        information=values.Information.PERFECT_INFORMATION,
        utility=values.Utility.ZERO_SUM,
        reward_model=values.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification={},
    )
    pyspiel.register_game(kind, EmptyGame)
    return "python_nothing_happens"


def by_copies(game: Any) -> Run:
    """Copies of a state some moves into a game."""
    rng = random.Random(1)
    state = game.new_initial_state()
    for _ in range(12):
        if state.is_simultaneous_node():
            players = range(game.num_players())
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in players])
        elif not state.is_terminal():
            kept = state.clone()
            state.apply_action(rng.choice(state.legal_actions()))
            state = kept if state.is_terminal() else state

    def many_copies() -> int:
        for _ in range(100):
            state.clone()
        return 100

    return lambda seconds: rate(many_copies, seconds)


def openspiel_runs() -> dict[str, Run]:
    import pyspiel

    importlib.import_module("parlour.envs.openspiel")
    peers = ("leduc_poker", "goofspiel", "python_kuhn_poker")
    importlib.import_module("open_spiel.python.games")
    runs = {f"OpenSpiel's {peer}": by_spiel(pyspiel.load_game(peer), False) for peer in peers}
    runs["a Python game in which nothing happens"] = by_spiel(pyspiel.load_game(register_empty_game()), False)
    runs["copies of a state of leduc_poker"] = by_copies(pyspiel.load_game("leduc_poker"))
    runs["copies of a state of python_kuhn_poker"] = by_copies(pyspiel.load_game("python_kuhn_poker"))
    for id in parlour.games():
        name, title = f"parlour_{id.replace('-', '_')}", parlour.game(id).title
        dealt: dict[str, dict[str, Any]] = {"one deal": {"deal": "1"}}
        if id != "photon-rush":  # where nothing is dealt
            dealt["dealt by chance nodes"] = {}
        if pyspiel.load_game(name).get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            dealt["one deal, in turns"] = {"deal": "1", "turn_based": True}
        dealt["one deal, C++ told at once"] = {"deal": "1", "lazy_history": False}
        for about, parameters in dealt.items():
            runs[f"{title}, {about}"] = by_spiel(pyspiel.load_game(name, parameters), False)
        runs[f"copies of a state of {title}"] = by_copies(pyspiel.load_game(name, {"deal": "1"}))
    return runs


# -- batches ---------------------------------------------------------------------------------------


def by_batch(id: str, players: int, count: int, observed: bool) -> Run:
    batch = parlour.batch(id, count, players=players, seed=1)
    out = batch.observe()
    _ = batch.masks  # from now on they are written

    def one_step() -> int:
        batch.step(batch.sample())
        if observed:
            batch.observe(out)
        return count

    return lambda seconds: rate(one_step, seconds)


def batch_runs() -> dict[str, Run]:
    runs: dict[str, Run] = {}
    for id in parlour.games():
        players, title = parlour.game(id).usual_players, parlour.game(id).title
        masks = "masks" if parlour.batch(id, 1000, players=players, seed=1).masks is not None else "no masks"
        for observed in (False, True):
            what = f"{masks} and observations" if observed else masks
            runs[f"{title}, {players} players, {what}"] = by_batch(id, players, 1000, observed)
    return runs


# The peers' games that ours are measured by, and what is aimed at.
PEERS = {
    "pettingzoo": ["PettingZoo's connect_four_v3", "PettingZoo's leduc_holdem_v4"],
    "openspiel": ["OpenSpiel's leduc_poker", "OpenSpiel's goofspiel"],
    "batch": [],
}
AIMS = {
    "pettingzoo": "aim: 10 times both peers and 100,000 in Gold n' Crash and Photon Rush, by the mask",
    "openspiel": "aim: 0.8 of both peers (goofspiel is the one whose players answer at the same time)",
    "batch": "aim with observations: 500,000 Photon Rush and Gold n' Crash, 1,000,000 Mogul; one of them below 2 µs",
}


Found = dict[str, list[float]]  # by what was run, the rates of all rounds


def ratios_to_peers(found: Found, kind: str, name: str) -> list[float]:
    """The median of the ratios to each peer that is there, round by round."""
    return [
        statistics.median(ours / theirs for ours, theirs in zip(found[name], found[peer], strict=True))
        for peer in PEERS[kind]
        if peer in found
    ]


def one_observation(found: Found, name: str) -> float | None:
    """What observations add to a step of a batch, in microseconds."""
    without = name.removesuffix(" and observations")
    if without == name or without not in found:
        return None
    pairs = zip(found[name], found[without], strict=True)
    return statistics.median(1e6 / seen - 1e6 / bare for seen, bare in pairs)


def last_column(found: Found, kind: str, name: str) -> str:
    if not PEERS[kind]:
        took = one_observation(found, name)
        return "" if took is None else f"{took:.2f}"
    ratios = [] if name.startswith("copies") else ratios_to_peers(found, kind, name)
    return " / ".join(f"{ratio:.2f}" for ratio in ratios)


def judged(kind: str, found: Found) -> list[tuple[str, float, float, bool]]:
    """For each aim what is aimed at: a name, what was found, the bound, and whether it is to be below."""
    titles = {id: parlour.game(id).title for id in parlour.games()}
    aims: list[tuple[str, float, float, bool]] = []
    if kind == "pettingzoo":
        for id in ("gold-n-crash", "photon-rush"):
            name = f"{titles[id]}, actions found in the mask"
            aims.append((f"{titles[id]}, steps a second", statistics.median(found[name]), 100_000, False))
            for peer, ratio in zip(PEERS[kind], ratios_to_peers(found, kind, name), strict=False):
                aims.append((f"{titles[id]}, times {peer}", ratio, 10, False))
    elif kind == "openspiel":
        for title in titles.values():
            for peer, ratio in zip(PEERS[kind], ratios_to_peers(found, kind, f"{title}, one deal"), strict=False):
                aims.append((f"{title}, of {peer}", ratio, 0.8, False))
    else:
        for id, least in (("mogul", 1_000_000), ("gold-n-crash", 500_000), ("photon-rush", 500_000)):
            (name,) = [name for name in found if name.startswith(titles[id]) and name.endswith("observations")]
            aims.append((f"{titles[id]}, steps a second", statistics.median(found[name]), least, False))
        for name in found:
            took = one_observation(found, name)
            if took is not None and not name.startswith(titles["crusgallo"]):
                aims.append((f"{name.partition(',')[0]}, one observation, µs", took, 2.0, True))
    return aims


def print_aims(kind: str, found: Found) -> None:
    print("\n| aim | found | wanted | |\n|---|---|---|---|")
    for name, value, bound, below in judged(kind, found):
        reached = value < bound if below else value >= bound
        digits = 0 if bound >= 1000 else 2
        wanted = f"{'below' if below else 'at least'} {bound:,.{0 if bound >= 10 else 1}f}"
        print(f"| {name} | {value:,.{digits}f} | {wanted} | {'reached' if reached else '**missed**'} |", flush=True)


def print_table(kind: str, found: Found) -> None:
    last = f"of {' / '.join(PEERS[kind])}" if PEERS[kind] else "one observation, µs"
    print(f"\n{AIMS[kind]}\n\n| {kind} | steps a second | {last} |\n|---|---|---|")
    for name, rates in found.items():
        told = f"{statistics.median(rates):,.0f} ({min(rates):,.0f} to {max(rates):,.0f})"
        print(f"| {name} | {told} | {last_column(found, kind, name)} |", flush=True)


LIBRARIES = ("pettingzoo", "gymnasium", "open-spiel", "numpy")


def version_of(library: str) -> str:
    try:
        return f"{library} {version(library)}"
    except PackageNotFoundError:
        return f"no {library}"


KINDS = {"pettingzoo": pettingzoo_runs, "openspiel": openspiel_runs, "batch": batch_runs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=[*KINDS], help="one interface")
    given = parser.parse_args()
    print(f"engine: {parlour.ENGINE};", ", ".join(version_of(name) for name in LIBRARIES))
    for kind, make in KINDS.items():
        if given.only not in (None, kind):
            continue
        try:
            runs = make()
        except ImportError as error:
            print(f"left out: {kind}: {error}")
            continue
        found: Found = {name: [] for name in runs}
        for _ in range(given.rounds):
            for name, run in runs.items():
                found[name].append(run(given.seconds))
        print_table(kind, found)
        print_aims(kind, found)


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
