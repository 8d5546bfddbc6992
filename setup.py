"""Compiles the engine with mypyc where that is possible; `parlour/_engine.py` says what is compiled and why it is safe.

PARLOUR_COMPILE=0 leaves it out. Without mypy or a working C compiler the package is built in plain Python.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
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


class BuildEngine(build_ext):
    """Builds all extensions or none, and writes down which sources they were made from."""

    def run(self) -> None:
        folder = SOURCE if self.inplace else Path(self.build_lib)
        manifest = folder / "parlour" / engine.MANIFEST
        manifest.unlink(missing_ok=True)
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        for path in built:
            path.unlink(missing_ok=True)  # a program that runs the old file keeps it whole
        super().run()
        if built and all(path.exists() for path in built):
            manifest.parent.mkdir(parents=True, exist_ok=True)
            manifest.write_text(json.dumps({"tag": sys.implementation.cache_tag, "sources": sources}))
        else:
            print("parlour: no C compiler that works; the engine stays in plain Python", file=sys.stderr)


def extensions() -> list[Any]:
    if os.environ.get("PARLOUR_COMPILE") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    os.chdir(Path(__file__).parent)
    files = [str(Path("src") / "parlour" / name) for name in sources]
    found: list[Any] = mypycify(
        ["--config-file=pyproject.toml", *files], opt_level="3", debug_level="0", multi_file=True, group_name="parlour"
    )
    for extension in found:
        extension.optional = True
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildEngine})
