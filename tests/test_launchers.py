"""./play and ./test where something is missing: a helpful sentence, and nothing half done."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of what the launchers need, in a folder with a space in its name."""
    target = tmp_path / "my games"
    (target / "tools").mkdir(parents=True)
    for name in ("play", "test", "tools/setup.sh", "requirements.lock", "requirements-test.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, target / name)
    return target


def fake_python(folder: Path, script: str) -> dict[str, str]:
    """An environment whose only python3 is this script."""
    bin = folder / "bin"
    bin.mkdir()
    (bin / "python3").write_text(f"#!/bin/sh\n{script}\n")
    (bin / "python3").chmod(0o755)
    for tool in ("awk", "bash", "cat", "cksum", "cut", "dirname", "env", "grep", "mkdir", "rm", "sed"):
        found = shutil.which(tool)
        assert found is not None
        (bin / tool).symlink_to(found)
    return {"PATH": str(bin)}


def launch(clone: Path, name: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(clone / name), "--version"], env=env, capture_output=True, text=True, cwd="/")


@pytest.mark.parametrize("name", ["play", "test"])
def test_an_old_python_is_named(clone: Path, tmp_path: Path, name: str) -> None:
    env = fake_python(tmp_path, 'case "$1" in --version) echo "Python 3.9.2";; *) exit 1;; esac')
    result = launch(clone, name, env)
    assert result.returncode == 1
    assert "Python 3.11 or newer is needed; this is Python 3.9.2" in result.stderr


@pytest.mark.parametrize("name", ["play", "test"])
def test_no_python_at_all_is_said(clone: Path, tmp_path: Path, name: str) -> None:
    env = fake_python(tmp_path, "exit 1")
    (tmp_path / "bin" / "python3").unlink()
    result = launch(clone, name, env)
    assert result.returncode == 1
    assert "apt install python3" in result.stderr


@pytest.mark.parametrize("name", ["play", "test"])
def test_a_missing_venv_is_said(clone: Path, tmp_path: Path, name: str) -> None:
    script = 'case "$1$2" in -mvenv) echo "ensurepip is not available" >&2; exit 1;; *) exit 0;; esac'
    result = launch(clone, name, fake_python(tmp_path, script))
    assert result.returncode == 1
    assert "apt install python3-venv" in result.stderr
    assert "ensurepip is not available" in result.stderr
    assert not (clone / ".venv").exists()


def test_a_machine_without_wheels_of_the_compiler_gets_the_plain_engine(clone: Path, tmp_path: Path) -> None:
    python = clone / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("""#!/bin/sh
for last; do :; done
case "$*" in *require-hashes*) ! grep '^librt==' "$last" >&2;; esac
""")
    (python.parent / "parlour").write_text("#!/bin/sh\necho it runs\n")
    for file in (python, python.parent / "parlour"):
        file.chmod(0o755)
    result = launch(clone, "play", fake_python(tmp_path, "exit 0"))
    assert result.stdout == "it runs\n", result.stderr
    assert "the plain one will do" in result.stderr
    names = {line.partition("==")[0] for line in (clone / ".venv/plain-requirements.lock").read_text().splitlines()}
    assert {"msgspec", "mypy-extensions"} <= names
    assert names.isdisjoint({"librt", "mypy", "ast-serialize"})


@pytest.mark.parametrize(
    ("ends", "status", "asked"),
    [("0", 0, 1), ("1", 1, 1), ("2 0", 0, 2), ("2 1", 1, 2), ("2 2 0", 0, 3), ("2 2 2 0", 2, 3)],
    ids=["fine", "found something", "broke down once", "found something then", "broke down twice", "breaks down"],
)
def test_types_are_checked_again_where_the_checker_breaks_down(
    tmp_path: Path, ends: str, status: int, asked: int
) -> None:
    script = (ROOT / "test").read_text(encoding="utf-8")
    functions = script[script.index("check() {") : script.index('say "style')]
    bin = tmp_path / "bin"
    bin.mkdir()
    for name in ("ruff", "lint-imports"):
        (bin / name).write_text("#!/bin/sh\n")
    (bin / "mypy").write_text("#!/bin/sh\necho asked >>asked\nset -- $ENDS\nshift $(($(wc -l <asked) - 1))\nexit $1\n")
    for program in bin.iterdir():
        program.chmod(0o755)
    (tmp_path / ".mypy_cache").mkdir()
    result = subprocess.run(
        ["bash", "-c", f'set -eu\nbin=bin\n. "$TOOLS/setup.sh"\n{functions}\ncheck &\nwait $! || exit $?'],
        cwd=tmp_path,
        env={**os.environ, "ENDS": ends, "TOOLS": str(ROOT / "tools")},
        capture_output=True,
        text=True,
    )
    assert result.returncode == status
    assert len((tmp_path / "asked").read_text().split()) == asked
    assert ("once more, with nothing kept" in result.stderr) == (asked > 1)
    assert ("a last time, with nothing kept" in result.stderr) == (asked > 2)
    assert (tmp_path / ".mypy_cache").exists() == (asked == 1)


@pytest.mark.parametrize("name", ["play", "test", ".ci/run"])
def test_launchers_are_short_and_can_be_run(name: str) -> None:
    file = ROOT / name
    assert os.access(file, os.X_OK)
    assert len(file.read_text().splitlines()) < 60


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-test.lock"])
def test_locks_have_hashes_and_name_no_host(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert "index" not in text
    packages = [line for line in text.splitlines() if "==" in line]
    assert packages
    assert text.count("--hash=sha256:") >= len(packages)
    assert "mypy==" in text


def test_shell_scripts_are_well_formed() -> None:
    for name in ("play", "test", "tools/setup.sh", ".ci/run"):
        subprocess.run(["bash", "-n", str(ROOT / name)], check=True)
    assert sys.version_info >= (3, 11)
