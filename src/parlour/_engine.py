"""Which engine runs: the compiled one, or the same source in plain Python.

What is compiled falls into groups: the *core* that all games share, and one group for each game. `setup.py` compiles
the groups whose sources have changed and writes down in `_compiled.json` from which sources (SHA-256) each was made.
At import the compiled files of a group are used only if every source is still the same to the byte and the library
they were made for (`librt`: packed vectors) is there in the same version, those of a game only if it was made for this
very core; otherwise the group's modules are loaded from their source, whatever compiled
files lie beside them. So a compiled file can never stand in for changed source, and a game under work runs in plain
Python while the others stay compiled. `PARLOUR_ENGINE=pure` asks for the source in any case, `PARLOUR_ENGINE=compiled`
refuses to start unless all groups are compiled.

This file is used by `setup.py` too, so it imports nothing of parlour.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent
MANIFEST = "_compiled.json"

CORE = "core"
# Every module of these folders is compiled. A package's own `__init__.py` stays plain, and so does what talks to people
# or to the outside, which stands in folders of its own (a game's `face`).
CORE_FOLDERS = ("rules", "bots/engine")
GAME_FOLDERS = "games/*"


def compiled_modules(root: Path = ROOT) -> dict[str, list[str]]:
    """The files that are compiled, relative to the package, by group."""
    groups = {CORE: modules_in(root, [root / folder for folder in CORE_FOLDERS])}
    for folder in sorted(root.glob(GAME_FOLDERS)):
        if modules := modules_in(root, [folder]):
            groups[folder.name] = modules
    return groups


def modules_in(root: Path, folders: list[Path]) -> list[str]:
    files = [path for folder in folders for path in folder.glob("*.py") if path.name != "__init__.py"]
    return sorted(path.relative_to(root).as_posix() for path in files)


def digests(root: Path = ROOT) -> dict[str, dict[str, str]]:
    """What each group would be made from now: the SHA-256 of its sources, and for a game that of the core's."""
    groups = {
        group: {name: hashlib.sha256((root / name).read_bytes()).hexdigest() for name in names}
        for group, names in compiled_modules(root).items()
    }
    core = hashlib.sha256(json.dumps(groups[CORE]).encode()).hexdigest()
    return {group: {**sources, CORE: core} for group, sources in groups.items()}


def made_for() -> dict[str, str]:
    """What compiled files depend on besides their sources: this Python, and the library of packed vectors, which they
    call by its insides."""
    try:
        librt = importlib.metadata.version("librt")
    except importlib.metadata.PackageNotFoundError:
        librt = ""
    return {"python": sys.implementation.cache_tag, "librt": librt}


def fresh_groups(root: Path = ROOT) -> set[str]:
    """The groups with compiled files for this Python that were made from these very sources."""
    try:
        manifest = json.loads((root / MANIFEST).read_text())
        written = manifest["groups"] if manifest["made_for"] == made_for() else {}
        fresh = {
            group
            for group, sources in digests(root).items()
            if written.get(group) == sources and all(has_extension(file) for file in files_of(root, group, sources))
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return set()
    return fresh if CORE in fresh and manifest["made_for"]["librt"] else set()


def why_pure(root: Path = ROOT) -> dict[str, str]:
    """The groups that run from their source now, each with the reason; for people."""
    groups = compiled_modules(root)
    if os.environ.get("PARLOUR_ENGINE", "") == "pure":
        return dict.fromkeys(groups, "PARLOUR_ENGINE=pure asks for it")
    fresh = fresh_groups(root)
    if set(groups) == fresh:
        return {}
    try:
        manifest = json.loads((root / MANIFEST).read_text())
        written, other = dict(manifest["groups"]), dict(manifest["made_for"])
    except (OSError, ValueError, TypeError, KeyError):
        return dict.fromkeys(groups, "it was never compiled")
    if other != made_for():
        for what, version in made_for().items():
            if other.get(what) != version:
                there = f"{what} {version}" if version else f"no {what}"
                return dict.fromkeys(groups, f"it was compiled for {what} {other.get(what)}, and here is {there}")
    found = {}
    for group, sources in digests(root).items():
        if group in fresh:
            continue
        before = written.get(group)
        if not isinstance(before, dict):
            found[group] = "it was never compiled"
        elif changed := sorted(name for name in {*sources, *before} - {CORE} if sources.get(name) != before.get(name)):
            more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
            found[group] = f"{changed[0]}{more} changed since it was compiled"
        elif before != sources or CORE not in fresh:
            found[group] = "it was compiled for another core"
        else:
            found[group] = "compiled files are missing"
    return found


def is_fresh(root: Path = ROOT) -> bool:
    """Whether all groups are compiled from what lies here."""
    return fresh_groups(root) == set(compiled_modules(root))


def files_of(root: Path, group: str, sources: Iterable[str]) -> list[Path]:
    """Where the compiled files of a group lie, without their endings: one beside every source, and the library that
    all of them load, beside the package. A build that broke off may leave the ones without the other."""
    return [*[root / name for name in sources if name != CORE], root.parent / library_of(group)]


def library_of(group: str) -> str:
    """The name of the library that has the code of a whole group; mypyc puts the ending."""
    return f"parlour_{group}__mypyc"


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


def choose() -> tuple[str, frozenset[str]]:
    """Decide once, before any of the modules is imported: "compiled" or "pure", and which games are pure even so."""
    wish = os.environ.get("PARLOUR_ENGINE", "")
    if wish not in ("", "pure", "compiled"):
        raise RuntimeError(f"PARLOUR_ENGINE is pure or compiled, not {wish!r}")
    groups = compiled_modules()
    fresh = fresh_groups() if wish != "pure" else set()
    stale = frozenset(groups) - fresh
    if wish == "compiled" and stale:
        missing = ", ".join(sorted(stale))
        raise RuntimeError(
            f"PARLOUR_ENGINE=compiled, but there are no compiled files made from these sources: {missing}"
        )
    modules = {f"parlour.{name[:-3].replace('/', '.')}": ROOT / name for group in stale for name in groups[group]}
    if modules:
        sys.meta_path.insert(0, _SourceOnly(modules))
    return "compiled" if fresh else "pure", stale - {CORE}


ENGINE, PURE_GAMES = choose()  # the games by the names of their folders
