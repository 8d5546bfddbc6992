"""Crash & Grab: which numbers of the component file cannot be changed, and why."""

from __future__ import annotations

from typing import Final

COUNTS: Final = "it counts what lies in the box"

PRINTED: Final = {
    "players_min": "how many can play is said by the rules (CG-1)",
    "players_max": "how many can play is said by the rules (CG-1)",
    "counts.energy_cubes": "energy is unlimited (CG-10)",
    "counts.booster_discs": "boosters are unlimited (CG-10)",
    "counts.override_tokens": f"{COUNTS}; how many are used is said by count.*.override_tokens (CG-33)",
    "counts.*": COUNTS,
    "count.*.players": "it says for how many this table is",
    "count.*.saucers_each": "two players fly two saucers each, more than two fly one (CG-1)",
    "count.*.crew_on_board": "it is the number of pilots that set-up places (CG-27, CG-28)",
    "count.1.starting_boosters": "with three players nobody starts with a Booster (CG-27)",
}
