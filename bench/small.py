"""The small versions of docs/research.md: how large their trees are, how much a bot can lose in them (exactly, by
OpenSpiel's best responses), and how close CFR comes to an equilibrium.

    python bench/small.py [--samples 16] [--iterations 100] [--bots greedy,search:200]

A bot's policy at an information state is what it answers there, asked so many times with fresh seeds.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

import parlour
import parlour.envs.openspiel as spiel

RUSH = "players=2,towers=1,turn_based=true,compact=true"
SMALL = {
    "Photon Rush, 2 players, 1 tower, 1 round": f"parlour_photon_rush({RUSH},round_limit=1)",
    "Photon Rush, 2 players, 1 tower, 2 rounds": f"parlour_photon_rush({RUSH},round_limit=2)",
    "Mogul, 3 players, the last auction": "parlour_mogul(worlds=mogul-last-auction,compact=true)",
    "Gold n' Crash, the last round": "parlour_gold_n_crash(worlds=gold-n-crash-last-round,compact=true)",
}


def decisions(game: Any) -> tuple[int, dict[str, Any]]:
    """How many nodes a tree has, and a state for each information state."""
    nodes = 0
    found: dict[str, Any] = {}
    left = [game.new_initial_state()]
    while left:
        state = left.pop()
        nodes += 1
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            found.setdefault(state.information_state_string(), state)
        left += [state.child(action) for action in state.legal_actions()]
    return nodes, found


def bot_policy(game: Any, known: dict[str, Any], name: str, samples: int) -> Any:
    """What a bot answers at every information state."""
    made = policy.TabularPolicy(game)
    for text, state in known.items():
        seat = state.current_player()
        table = state.table
        view, legal = table.view(seat), table.legal(seat)
        row = made.policy_for_key(text)
        row[:] = 0.0
        actions = {state.action_to_string(seat, action): action for action in state.legal_actions()}
        times = 1 if len(legal) == 1 else samples
        for sample in range(times):
            bot = parlour.make_bot(name, table.game_id(), seat, f"{text} {sample}", table.components_source())
            row[actions[bot.choose(view, legal[:])]] += 1.0 / times
    return made


def solve(game: Any, iterations: int) -> Any:
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--bots", default="greedy,search:200")
    parser.add_argument("--only", default="", help="a part of a name")
    given = parser.parse_args()
    assert spiel.NAMES
    for title, name in SMALL.items():
        if given.only not in title:
            continue
        game = pyspiel.load_game(name)
        began = time.process_time()
        nodes, known = decisions(game)
        print(f"{title}: {nodes} nodes, {len(known)} information states", flush=True)
        lost = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
        print(f"  uniform      NashConv {lost:.4f}", flush=True)
        for bot in given.bots.split(","):
            lost = exploitability.nash_conv(game, bot_policy(game, known, bot, given.samples))
            print(f"  {bot:12} NashConv {lost:.4f}", flush=True)
        left = exploitability.nash_conv(game, solve(game, given.iterations))
        print(f"  CFR+ ({given.iterations})   NashConv {left:.4f}", flush=True)
        print(f"  {time.process_time() - began:.0f} s of CPU", flush=True)


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
