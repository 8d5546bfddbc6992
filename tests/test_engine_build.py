"""Which engine runs: a stale or broken compiled file never does, and a missing compiler is no obstacle."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import parlour
from parlour import _engine
from parlour.rules.features import fill_rows
from parlour.rules.judge import answer_of_style, judge_of, sober_codes
from parlour.rules.network import inputs_of

ROOT = Path(__file__).parent.parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
TELL = "import parlour, parlour.rules.state as s; print(parlour.ENGINE, s.__file__)"

DECLARATION = """
from parlour.rules.game import Game
GAME = Game("half-way", "Half Way", range(2, 3), [], __name__, "HW-1")
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the sources, without anything compiled, and without what only pages need."""
    target = tmp_path / "a folder" / "src" / "parlour"
    shutil.copytree(
        ROOT / "src" / "parlour",
        target,
        ignore=shutil.ignore_patterns(
            "*.so", "*.pyd", "_compiled.json", "static", "templates", "board", "book", "*.po"
        ),
    )
    return target


def run(package: Path, code: str = TELL, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("PARLOUR_ENGINE", "PYTHONPATH")}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**clean, "PYTHONPATH": str(package.parent), **env},
        capture_output=True,
        text=True,
        cwd=package,
    )


def pretend_compiled(package: Path) -> None:
    """Put files that cannot be loaded where the compiled modules would be, and a list that says they are fresh."""
    for group, names in _engine.compiled_modules(package).items():
        for file in _engine.files_of(package, group, names):
            file.with_suffix(SUFFIX).write_bytes(b"this is no library")
    manifest = {"made_for": _engine.made_for(), "groups": _engine.digests(package)}
    (package / _engine.MANIFEST).write_text(json.dumps(manifest))


def test_without_compiled_files_the_source_runs(package: Path) -> None:
    result = run(package)
    assert result.stdout.split()[0] == "pure", result.stderr


def test_fresh_compiled_files_are_used(package: Path) -> None:
    pretend_compiled(package)
    assert _engine.is_fresh(package)
    assert run(package).returncode != 0  # it did try to load the broken file
    assert run(package, PARLOUR_ENGINE="pure").stdout.startswith("pure")


def test_a_changed_source_is_never_shadowed(package: Path) -> None:
    pretend_compiled(package)
    source = package / "rules" / "outcome.py"
    source.write_text(source.read_text() + "\n# changed\n")
    assert not _engine.is_fresh(package)
    result = run(package)
    assert result.stdout.startswith("pure"), result.stderr
    assert "state.py" in result.stdout


def test_a_game_under_work_leaves_the_others_compiled(package: Path) -> None:
    pretend_compiled(package)
    groups = set(_engine.compiled_modules(package))
    source = package / "games" / "mogul" / "rules.py"
    source.write_text(source.read_text() + "\n# changed\n")
    assert _engine.fresh_groups(package) == groups - {"mogul"}
    (package / "games" / "photon_rush" / "another.py").write_text("X = 1\n")
    assert _engine.fresh_groups(package) == groups - {"mogul", "photon_rush"}
    half = package / "games" / "half_finished"
    half.mkdir()
    (half / "rules.py").write_text("")
    assert _engine.fresh_groups(package) == groups - {"mogul", "photon_rush"}
    assert "half_finished, mogul, photon_rush" in run(package, PARLOUR_ENGINE="compiled").stderr
    core = package / "rules" / "state.py"  # a game is compiled for one core
    core.write_text(core.read_text() + "\n# changed\n")
    assert _engine.fresh_groups(package) == set()


def test_what_runs_in_plain_python_is_told_with_the_reason(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_ENGINE", raising=False)
    everything = set(_engine.compiled_modules(package))
    assert _engine.why_pure(package) == dict.fromkeys(everything, "it was never compiled")
    pretend_compiled(package)
    assert _engine.why_pure(package) == {}
    source = package / "games" / "mogul" / "rules.py"
    source.write_text(source.read_text() + "\n# changed\n")
    (package / "games" / "photon_rush" / "codes").with_suffix(SUFFIX).unlink()
    assert _engine.why_pure(package) == {
        "mogul": "games/mogul/rules.py changed since it was compiled",
        "photon_rush": "compiled files are missing",
    }
    core = package / "rules" / "state.py"
    core.write_text(core.read_text() + "\n# changed\n")
    told = _engine.why_pure(package)
    assert set(told) == everything
    assert told["core"] == "rules/state.py changed since it was compiled"
    assert told["crusgallo"] == "it was compiled for another core"
    manifest = json.loads((package / _engine.MANIFEST).read_text())
    manifest["made_for"]["librt"] = "0.0.1"
    (package / _engine.MANIFEST).write_text(json.dumps(manifest))
    assert _engine.why_pure(package)["core"].startswith("it was compiled for librt 0.0.1, and here is ")
    monkeypatch.setenv("PARLOUR_ENGINE", "pure")
    assert _engine.why_pure(package)["core"] == "PARLOUR_ENGINE=pure asks for it"
    version = "import sys; from parlour.cli import main; sys.argv = ['parlour', '--version']; main()"
    assert "pure engine (it was compiled for librt 0.0.1" in run(package, version).stdout


def test_nothing_is_measured_that_is_not_compiled_unless_asked_for(package: Path) -> None:
    measure = "from parlour.lab.speed import need_compiled; need_compiled(); print('measured')"
    refused = run(package, measure)
    assert refused.returncode == 1
    assert "this would measure plain Python" in refused.stderr
    assert "mogul: it was never compiled" in refused.stderr
    assert run(package, measure, PARLOUR_ENGINE="pure").stdout.strip() == "measured"


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"__init__.py": "x = "}, "SyntaxError"),
        ({"rules.py": ""}, "declares no game"),
        ({"__init__.py": DECLARATION}, "it has no module parts yet"),
        ({"__init__.py": DECLARATION, "parts.py": "import nowhere"}, "No module named 'nowhere'"),
    ],
)
def test_a_half_finished_game_is_named_and_the_others_work(package: Path, files: dict[str, str], says: str) -> None:
    half = package / "games" / "half_way"
    half.mkdir()
    for name, text in files.items():
        (half / name).write_text(text)
    shown = run(package, "import sys; from parlour.cli import main; sys.argv = ['parlour', 'games', '--json']; main()")
    assert [game["id"] for game in json.loads(shown.stdout)] == list(parlour.games())
    assert len(shown.stderr.splitlines()) == 1
    assert shown.stderr.startswith("parlour: the game 'half-way' cannot be played: ")
    assert says in shown.stderr
    asked = run(package, "import parlour; parlour.game('half-way')")
    assert "UnfinishedGame" in asked.stderr
    assert "photon-rush" in run(package, "import parlour; print(parlour.game('photon-rush'))").stdout


def test_a_list_without_the_files_is_not_trusted(package: Path) -> None:
    pretend_compiled(package)
    (package / "rules" / "state.py").with_suffix(SUFFIX).unlink()
    assert not _engine.is_fresh(package)
    assert run(package).stdout.startswith("pure")


def test_a_group_whose_library_is_missing_runs_from_its_source(package: Path) -> None:
    """As a build leaves it that breaks off between the two."""
    pretend_compiled(package)
    groups = set(_engine.compiled_modules(package))
    (package.parent / f"parlour_mogul__mypyc{SUFFIX}").unlink()
    assert _engine.fresh_groups(package) == groups - {"mogul"}
    assert _engine.why_pure(package) == {"mogul": "compiled files are missing"}
    (package.parent / f"parlour_core__mypyc{SUFFIX}").unlink()
    assert run(package).stdout.startswith("pure")


def test_a_new_or_missing_source_makes_the_compiled_files_stale(package: Path) -> None:
    pretend_compiled(package)
    (package / "rules" / "another.py").write_text("X = 1\n")
    assert not _engine.is_fresh(package)
    (package / "rules" / "another.py").unlink()
    assert _engine.is_fresh(package)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"made_for": {"python": "cpython-299", "librt": "0"}, "groups": {}}']
)
def test_a_broken_list_is_not_trusted(package: Path, content: str) -> None:
    pretend_compiled(package)
    (package / _engine.MANIFEST).write_text(content)
    assert run(package).stdout.startswith("pure")


def test_compiled_files_for_another_librt_are_not_used(package: Path) -> None:
    pretend_compiled(package)
    manifest = json.loads((package / _engine.MANIFEST).read_text())
    manifest["made_for"]["librt"] = "0.0.1"
    (package / _engine.MANIFEST).write_text(json.dumps(manifest))
    assert not _engine.is_fresh(package)
    assert run(package).stdout.startswith("pure")


@pytest.mark.parametrize("compiled", [False, True])
def test_without_librt_the_source_runs(package: Path, compiled: bool) -> None:
    if compiled:  # where librt was uninstalled later
        pretend_compiled(package)
        manifest = json.loads((package / _engine.MANIFEST).read_text())
        manifest["made_for"]["librt"] = ""
        (package / _engine.MANIFEST).write_text(json.dumps(manifest))
    hide = """
import importlib.metadata, sys
for name in ("librt", "librt.vecs"):
    sys.modules[name] = None
version = importlib.metadata.version
def hidden(name):
    if name == "librt":
        raise importlib.metadata.PackageNotFoundError(name)
    return version(name)
importlib.metadata.version = hidden
import parlour
for game in parlour.games():
    assert parlour.playout(parlour.game(game).new(seed=1), parlour.Rng(1)) > 9
print(parlour.ENGINE)
"""
    result = run(package, hide)
    assert result.stdout == "pure\n", result.stderr


def test_asking_for_an_engine_that_is_not_there_says_so(package: Path) -> None:
    result = run(package, PARLOUR_ENGINE="compiled")
    assert result.returncode != 0
    assert "no compiled files" in result.stderr
    assert "pure or compiled" in run(package, PARLOUR_ENGINE="quick").stderr


def test_without_a_compiler_the_build_falls_back(package: Path) -> None:
    project = package.parent.parent
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project / name)
    for folder in (package / "games").iterdir():
        if folder.is_dir() and folder.name != "photon_rush":
            shutil.rmtree(folder)  # one game is enough to try it on
    result = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        env={**os.environ, "CC": "no-such-compiler", "PYTHONPATH": ""},
        cwd=project,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    assert "stays in plain Python" in result.stderr
    assert not (package / _engine.MANIFEST).exists()
    assert run(package).stdout.startswith("pure")


def test_this_run_uses_the_engine_it_was_asked_for() -> None:
    asked = os.environ.get("PARLOUR_ENGINE")
    if asked:
        assert asked == parlour.ENGINE
    file = sys.modules["parlour.rules.state"].__file__
    assert file is not None
    assert file.endswith(".py") == (parlour.ENGINE == "pure")


def test_what_plain_code_asks_of_compiled_code_is_freed_again() -> None:
    """Vectors that it hands over are not (mypyc 2.4): so it hands over lists, and has vectors filled for it."""
    memory = Path("/proc/self/statm")
    if not memory.exists():
        pytest.skip("this system does not say how much memory a process has")
    state = parlour.game("photon-rush").new(3, seed=1)
    judge, rng = judge_of("photon-rush"), parlour.Rng(1)
    codes = list(state.codes(0)) * 4000
    inputs, states, seats = inputs_of(parlour.game("photon-rush")), [state] * 256, [0] * 256

    def ask(times: int) -> None:
        for _ in range(times):
            assert answer_of_style(judge, state, 0, codes, rng, 4) in codes
            assert len(sober_codes(judge, state, 0, codes)) == len(codes)
            assert len(fill_rows(inputs, states, seats)) == 256 * inputs.size(state)

    ask(3)
    before = int(memory.read_text().split()[1])
    ask(40)
    grown = (int(memory.read_text().split()[1]) - before) * os.sysconf("SC_PAGE_SIZE")
    assert grown < 40 * len(codes) * 8 / 2
