"""`parlour screenshots`: pictures of real tables."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.web import pictures

NO_CAMERA = shutil.which("chromium") is None or find_spec("playwright") is None


def test_positions_are_made_by_the_rules_and_always_the_same() -> None:
    game = parlour.game("photon-rush")
    early, middle, end = (pictures.until("photon-rush", stage) for stage in pictures.STAGES)
    assert 0 < len(early["moves"]) < len(middle["moves"]) < len(end["moves"])
    assert end["moves"][: len(middle["moves"])] == middle["moves"]
    assert 0 in game.replay(early).owing()
    assert 0 in game.replay(middle).owing()
    assert game.replay(end).outcome is not None
    first = pictures.until("photon-rush", pictures.FIRST)
    assert 0 in game.replay(first).owing()
    assert first["moves"] == early["moves"][: len(first["moves"])]
    pictures.play_record.cache_clear()
    assert pictures.until("photon-rush", "end") == end


@pytest.mark.skipif(NO_CAMERA, reason="no Chromium or no Playwright here")
def test_one_picture(tmp_path: Path) -> None:
    choice = ["--game", "photon-rush", "--stage", "early", "--theme", "dark", "--size", "phone", "--lang", "fr"]
    command = [sys.executable, "-m", "parlour", "screenshots", "--out", str(tmp_path / "made"), *choice]
    run = subprocess.run([*command, "--vision", "tritanopia"], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    path = tmp_path / "made" / "photon-rush-early-dark-phone-fr-tritanopia.png"
    assert run.stdout.split() == [str(path)]
    assert os.listdir(path.parent) == [path.name]
    data = path.read_bytes()
    assert struct.unpack(">II", data[16:24]) == (360, 740)
    assert len(data) > 20_000  # an empty page of that size has a tenth of it


def test_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["screenshots", "--out", str(tmp_path), "--game", "photon-rush"]
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "which", lambda name: None)
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 2
        assert "apt install chromium" in result.stderr or "pip install" in result.stderr
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "pip install 'parlour[test]'" in result.stderr


def test_refuses_sizes_and_games_that_are_none(tmp_path: Path) -> None:
    for wrong in (["--size", "huge"], ["--size", "12x9"], ["--game", "chess"]):
        result = CliRunner().invoke(main, ["screenshots", "--out", str(tmp_path / "none"), *wrong])
        assert result.exit_code == 2, wrong
        assert result.stderr.startswith("parlour: ")
    assert not (tmp_path / "none").exists()
