"""A game's book: the rules for players, as they are to be read on a page or in a terminal."""

from __future__ import annotations

from pathlib import Path

from parlour.faces.typography import typeset_markdown


def rules_file(folder: str, lang: str) -> Path | None:
    """Where the rules of a game's folder are written, if they are, in this language."""
    path = Path(folder) / "book" / f"rules.{lang}.md"
    return path if path.exists() else None


def rules_text(folder: str, lang: str) -> str:
    """The rules in Markdown; empty if there are none."""
    path = rules_file(folder, lang)
    return "" if path is None else typeset_markdown(path.read_text(encoding="utf-8"), lang)
