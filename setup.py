"""Compiles the engine with mypyc where that is possible; `parlour/_engine.py` says what is compiled and why it is safe.

PARLOUR_COMPILE=0 leaves it out. Without mypy or a working C compiler the package is built in plain Python.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).parent / "src"


def load_engine() -> Any:
    os.environ["PARLOUR_ENGINE"] = "pure"
    spec = importlib.util.spec_from_file_location("_parlour_engine", SOURCE / "parlour" / "_engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


engine = load_engine()
# Read before anything is compiled: a source changed meanwhile will not match what was compiled.
sources = engine.digests()
groups = engine.compiled_modules()
GCC = sys.platform != "win32"


class BuildEngine(build_ext):
    """Compiles the groups that have changed, each whole or not at all, and writes down from which sources."""

    def run(self) -> None:
        folder = SOURCE if self.inplace else Path(self.build_lib)
        package = folder / "parlour"
        fresh = engine.fresh_groups() if self.inplace else set()
        write_manifest(package, fresh)  # until the others are there, they run from their source
        built = {
            group: [*map(self.file_of, names), Path(self.get_ext_fullpath(engine.library_of(group)))]
            for group, names in groups.items()
        }
        for group in groups.keys() - fresh:
            for path in built[group]:
                path.unlink(missing_ok=True)  # a program that runs the old file keeps it whole
        if self.inplace:
            self.remove_orphans()
        self.take_turns()
        super().run()
        there = {group for group, paths in built.items() if self.extensions and all(path.exists() for path in paths)}
        write_manifest(package, there)
        if there != set(groups):
            print("parlour: no C compiler that works; the engine stays in plain Python", file=sys.stderr)

    def take_turns(self) -> None:
        """Two groups are compiled at a time, the largest first: each is one long source of its own. More of them would
        want more memory than some machines have."""
        every = [source for extension in self.extensions for source in extension.sources]
        if self.parallel is None and len(every) == len(set(every)):
            self.parallel = min(2, os.cpu_count() or 1)
        self.extensions.sort(key=lambda one: -sum(os.path.getsize(source) for source in one.sources))

    def remove_orphans(self) -> None:
        """A module that is gone takes its compiled file with it: else it could still be imported."""
        for folder in {(SOURCE / "parlour" / name).parent for names in groups.values() for name in names}:
            for path in [*folder.glob("*.so"), *folder.glob("*.pyd")]:
                if not (folder / f"{path.name.partition('.')[0]}.py").exists():
                    path.unlink()

    def file_of(self, name: str) -> Path:
        """Where the compiled file of a source belongs."""
        return Path(self.get_ext_fullpath("parlour." + name[:-3].replace("/", ".")))


def write_manifest(package: Path, groups: set[str]) -> None:
    manifest = package / engine.MANIFEST
    if groups:
        package.mkdir(parents=True, exist_ok=True)
        made = {group: sources[group] for group in groups}
        manifest.write_text(json.dumps({"made_for": engine.made_for(), "groups": made}))
    else:
        manifest.unlink(missing_ok=True)


def has_compiler() -> bool:
    """Whether there is a C compiler with Python's headers. Translating takes a minute of work, in vain without one."""
    if not GCC:
        return True  # setuptools finds Microsoft's, or says so
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "try.c"
        source.write_text("#include <Python.h>\n")
        words = ["-I", sysconfig.get_path("include"), "-c", str(source), "-o", f"{folder}/try.o"]
        try:
            return subprocess.run([*shlex.split(command), *words], capture_output=True).returncode == 0
        except OSError:
            return False


def extensions() -> list[Any]:
    if os.environ.get("PARLOUR_COMPILE") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    if not has_compiler():
        return []
    os.chdir(Path(__file__).parent)
    paths = {group: [str(Path("src") / "parlour" / name) for name in names] for group, names in groups.items()}
    # A cache of its own: ./test checks the types meanwhile, and two that write into one spoil it for each other.
    settings = ["--config-file=pyproject.toml", "--cache-dir=build/mypyc_cache"]
    found: list[Any] = mypycify(
        [*settings, *[path for group in paths.values() for path in group]],
        opt_level="3",
        debug_level="0",
        separate=[(files, f"parlour_{group}") for group, files in paths.items()],
    )
    for extension in found:
        extension.optional = True
        # Nothing calls into a library by name: its own calls need no detour.
        extension.extra_compile_args += ["-fvisibility=hidden", "-fno-semantic-interposition"] if GCC else []
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildEngine})
