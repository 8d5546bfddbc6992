"""Crash & Grab: dice and draws are steps of chance, which are seen by themselves."""

from __future__ import annotations

from typing import Final

LEAVES: Final = 1.0  # of the variance of a win: the judge does not see yet what a roll is worth
