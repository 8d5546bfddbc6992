"""Playing on and on does not fill the memory (bench/soak.py does it for a million decisions)."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

import parlour
from conftest import LONG, THOROUGH
from parlour.lab.memory import soak


@pytest.fixture(scope="module", autouse=True)
def only_what_is_new() -> None:
    """What other tests have left is not searched each time that memory is measured: that took longer than the games."""
    gc.collect()
    gc.freeze()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="resident memory is read from Linux's /proc")
@pytest.mark.parametrize("game", parlour.games())
def test_memory_stays_the_same(game: str) -> None:
    tenths = soak(game, 200_000 if LONG else 40_000 if THOROUGH else 10_000)
    assert tenths[-1] - tenths[3] < 2.0, tenths
