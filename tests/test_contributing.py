"""CONTRIBUTING.md and the hooks name commands, files and variables that exist."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", GUIDE, re.S | re.M)
COMMANDS = [line.partition("  #")[0].strip() for block in BLOCKS for line in block.splitlines()]
ELSEWHERE = {"pre-commit"}  # a tool that people have or install themselves
VARIABLES = "\n".join(path.read_text() for name in ("src/parlour", "tests") for path in (ROOT / name).glob("*.py"))


def test_the_guide_fits_on_a_page() -> None:
    assert len(COMMANDS) > 10
    assert len(GUIDE.splitlines()) < 80


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_exists(command: str) -> None:
    words = shlex.split(command)
    while re.fullmatch(r"[A-Z_]+=\S+", words[0]):
        assert f'"{words.pop(0).partition("=")[0]}"' in VARIABLES
    program, *arguments = words
    if program in ELSEWHERE:
        return
    if program == ".venv/bin/python":
        if arguments[0] == "-m":
            assert find_spec(arguments[1]) is not None
            return
        script = (ROOT / arguments[0]).read_text(encoding="utf-8")
        for option in re.findall(r"--\w+", command):
            assert option in script or arguments[0] == "setup.py", option
    else:
        assert program == "./test"
    file = ""
    for word, after in pairwise([*arguments, ""]):
        if "/" in word:
            file, _, test = word.partition("::")
            assert (ROOT / file).exists(), file
            assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), test
        if word == "-k" and file:
            assert re.search(rf"def test_\w*{after}", (ROOT / file).read_text(encoding="utf-8")), after
        if word == "-m":
            assert f'"{after}: ' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_hooks_are_the_checks_that_the_launcher_begins_with() -> None:
    hooks = re.findall(r"entry: \.venv/bin/(.*)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    launched = re.findall(r'^ *"\$bin/((?:ruff|mypy|lint-imports)\b.*)', (ROOT / "test").read_text(), re.M)
    assert hooks == [line.replace('"', "", 1).strip() for line in launched]
    for hook in hooks:
        assert (Path(sys.executable).parent / hook.split()[0]).exists()
