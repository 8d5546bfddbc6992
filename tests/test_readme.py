"""What the README and the documents say is true: their code runs, their links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_python_of_the_readme_runs_and_prints_what_it_says() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert blocks
    for block in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, "README.md", "exec"), {})
        for said, promised in zip(
            printed.getvalue().splitlines(), re.findall(r"print\(.*?\)  # (.*)", block), strict=True
        ):
            assert said == promised


def test_the_python_about_research_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/research.md").read_text(encoding="utf-8"), re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, "research.md", "exec"), {})


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_commands_of_the_readme_exist() -> None:
    from parlour.cli import main

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in re.findall(r"^\./play ([a-z]+)", text, re.M):
        assert command in main.commands, command
