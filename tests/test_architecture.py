"""docs/architecture.md is true: the functions on the way of a move exist. No document has lines too long to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlour

SOURCE = Path(parlour.__file__).parent
ROOT = Path(__file__).parent.parent
BOOKS = sorted(SOURCE.glob("games/*/book/rules.*.md"))
DOCUMENTS = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md", *BOOKS]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WALK = TEXT.partition("## One move, from a click")[2].partition("\n## ")[0]
CACHES = TEXT.partition("### Drawing is cheap")[2].partition("\n## ")[0]
CODE = {
    path: path.read_text(encoding="utf-8")
    for folder in ("web", "tables", "rules", "faces")
    for kind in ("*.py", "*.js")
    for path in (SOURCE / folder).rglob(kind)
}


def names(text: str) -> list[str]:
    return sorted(set(re.findall(r"`@?([A-Za-z_]+(?:\.[A-Za-z_]+)?)`", text)))


def is_there(name: str) -> bool:
    """A file; or a function, a class or a constant; or what a class or an object of it has."""
    owner, _, member = name.rpartition(".")
    if member in ("py", "js", "html"):
        return any(SOURCE.rglob(name))
    own = re.compile(rf"^\s*(?:async )?(?:def|class|function) {member}\b|^\s*(?:self\.)?{member}\b.* = ", re.M)
    holder = re.compile(rf"^class {owner}\b", re.M)
    return any(own.search(code) and (not owner or holder.search(code)) for code in CODE.values())


def test_the_way_of_a_move_and_the_caches_are_as_it_says() -> None:
    assert [name for name in names(WALK + CACHES) if not is_there(name)] == []


def test_something_is_looked_for() -> None:
    assert "Table.play" in names(WALK)
    assert "PIECES" in names(CACHES)
    assert not is_there("Table.pray")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: f"{document.parent.parent.name}-{document.name}")
def test_lines_are_short(document: Path) -> None:
    lines = document.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 120 and not line.startswith("|")] == []
