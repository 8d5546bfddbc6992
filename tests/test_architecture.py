"""docs/architecture.md is true: the functions on the way of a move exist, and no line is too long to read."""

from __future__ import annotations

import re
from pathlib import Path

import parlour

SOURCE = Path(parlour.__file__).parent
DOCUMENT = Path(__file__).parent.parent / "docs" / "architecture.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
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


def test_lines_are_short() -> None:
    assert [line for line in TEXT.splitlines() if len(line) > 120] == []
