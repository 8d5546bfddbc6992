"""An equilibrium of a small Photon Rush, by counterfactual regret minimisation.

pip install 'parlour[openspiel]'
python examples/solve.py
"""

from __future__ import annotations

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import parlour.envs.openspiel  # registers the games

GAME = "parlour_photon_rush(players=2,towers=1,round_limit=1,turn_based=true,compact=true)"


def main(iterations: int = 50) -> float:
    game = pyspiel.load_game(GAME)
    solver = cfr.CFRPlusSolver(game)
    for iteration in range(iterations):
        solver.evaluate_and_update_policy()
        if iteration % 10 == 9:
            left = exploitability.nash_conv(game, solver.average_policy())
            print(f"after {iteration + 1} iterations best responses gain {left:.4f}")
    state = game.new_initial_state()
    print("what the first base orders in equilibrium:")
    for action, chance in solver.average_policy().action_probabilities(state).items():
        print(f"  {state.action_to_string(0, action):12} {chance:.3f}")
    return float(exploitability.nash_conv(game, solver.average_policy()))


if __name__ == "__main__":
    assert parlour.envs.openspiel.NAMES
    main()
