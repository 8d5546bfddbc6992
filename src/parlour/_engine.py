"""Which engine runs: the compiled one, or the same source in plain Python.

`setup.py` compiles the modules that `compiled_modules` lists and then writes `_compiled.json` with the
SHA-256 of each source it compiled. At import the compiled files are used only if that list is there and
every source is still the same to the byte; otherwise all of these modules are loaded
from their source, whatever compiled files lie beside them. So a compiled file can never stand in
for changed source. `PARLOUR_ENGINE=pure` asks for the source in any case, `PARLOUR_ENGINE=compiled`
refuses to start without the compiled files.

This file is used by `setup.py` too, so it imports nothing of parlour.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent
MANIFEST = "_compiled.json"

# What is compiled: every module of these folders. A package's own `__init__.py` stays plain, and so does what talks to
# people or to the outside, which stands in folders of its own (a game's `face`).
FOLDERS = ("rules", "games/*", "bots/engine")


def compiled_modules(root: Path = ROOT) -> list[str]:
    """The files that are compiled, relative to the package."""
    found: list[str] = []
    for folder in FOLDERS:
        found += [
            str(path.relative_to(root).as_posix()) for path in root.glob(f"{folder}/*.py") if path.name != "__init__.py"
        ]
    return sorted(found)


def digests(root: Path = ROOT) -> dict[str, str]:
    return {name: hashlib.sha256((root / name).read_bytes()).hexdigest() for name in compiled_modules(root)}


def is_fresh(root: Path = ROOT) -> bool:
    """Whether compiled files for this Python are there and were made from these very sources."""
    try:
        manifest = json.loads((root / MANIFEST).read_text())
    except (OSError, ValueError):
        return False
    if manifest != {"tag": sys.implementation.cache_tag, "sources": digests(root)}:
        return False
    return all(has_extension(root / name) for name in manifest["sources"])


def has_extension(source: Path) -> bool:
    """Whether a compiled file for this Python lies beside a source."""
    return any(source.with_suffix(suffix).exists() for suffix in importlib.machinery.EXTENSION_SUFFIXES)


class _SourceOnly(importlib.abc.MetaPathFinder):
    """Finds the listed modules by their source, past any compiled file beside it."""

    def __init__(self, modules: dict[str, Path]) -> None:
        self.modules = modules

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        source = self.modules.get(name)
        if source is None:
            return None
        loader = importlib.machinery.SourceFileLoader(name, str(source))
        return importlib.util.spec_from_file_location(name, source, loader=loader)


def choose() -> str:
    """Decide once, before any of the modules is imported: "compiled" or "pure"."""
    wish = os.environ.get("PARLOUR_ENGINE", "")
    if wish not in ("", "pure", "compiled"):
        raise RuntimeError(f"PARLOUR_ENGINE is pure or compiled, not {wish!r}")
    if wish != "pure" and is_fresh():
        return "compiled"
    if wish == "compiled":
        raise RuntimeError("PARLOUR_ENGINE=compiled, but there are no compiled files made from these sources")
    modules = {"parlour." + name[:-3].replace("/", "."): ROOT / name for name in compiled_modules()}
    sys.meta_path.insert(0, _SourceOnly(modules))
    return "pure"


ENGINE = choose()
