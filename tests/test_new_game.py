"""`parlour new-game`: what it writes can be played everywhere at once, as a package that Parlour has never heard of."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import parlour
from parlour.cli import main
from parlour.rules.errors import UnfinishedGame
from parlour.rules.game import games_of_others

ID, MODULE = "liars-dice", "liars_dice"
TESTS = Path(__file__).parent
RUFF = shutil.which("ruff", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


def new_game(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["new-game", *arguments])


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game that is installed, as far as Python can tell when it is on the path."""
    out = tmp_path_factory.mktemp("new")
    made = new_game("Liars Dice", "--players", "2-3", "--out", str(out))
    assert made.exit_code == 0, made.output
    assert [path.name for path in out.iterdir()] == [ID]
    install(out / ID)
    return out / ID


def install(folder: Path) -> None:
    """What pip would write beside the package, from the project's own file."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    metadata = folder / f"{MODULE}-{project['version']}.dist-info"
    metadata.mkdir()
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (metadata / "METADATA").write_text(about)
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(groups))


def run(folder: Path, *command: str, typed: str = "", where: Path | None = None) -> str:
    """Run a Python program that finds the package; what it printed. pytest has no plugins there: none is needed, and
    some take a second to load."""
    inherited = {key: value for key, value in os.environ.items() if key != "PARLOUR_ENGINE"}  # it is not compiled
    path = os.pathsep.join([str(folder), str(Path(parlour.__file__).parent.parent)])
    found = subprocess.run(
        [sys.executable, *command],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=where or folder,
        env={
            **inherited,
            "PYTHONPATH": path,
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
    )
    assert found.returncode == 0, found.stdout[-3000:] + found.stderr[-3000:]
    return found.stdout


def pytest_there(folder: Path, *arguments: str, where: Path | None = None) -> str:
    return run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, where=where)


# -- a package of its own ------------------------------------------------------------------------------------


def test_it_is_found_as_soon_as_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is installed is asked once, and again when there is more or less of it."""
    monkeypatch.syspath_prepend(tmp_path)
    assert ID not in games_of_others()
    metadata = tmp_path / f"{MODULE}-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {ID}\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[parlour.games]\nno-game = no package\n{ID} = {MODULE}:GAME\n")
    assert games_of_others()[ID] == MODULE
    with pytest.raises(UnfinishedGame, match="no-game"):  # and nobody else is the worse for it
        parlour.game("no-game")
    shutil.rmtree(metadata)
    assert ID not in games_of_others()


def test_its_own_tests_pass(package: Path) -> None:
    assert " passed" in pytest_there(package)


def test_it_is_in_the_terminal(package: Path) -> None:
    listed = json.loads(run(package, "-m", "parlour", "games", "--json"))
    assert {game["id"] for game in listed} == {*parlour.games(), ID}
    told = run(package, "-m", "parlour", "play", ID, "--seed", "5", "--players", "3", typed="1\n" * 500)
    assert "The cups are lifted" in told
    assert "Somebody has no coins left" in told


def test_bots_play_it(package: Path) -> None:
    found = json.loads(run(package, "-m", "parlour", "simulate", ID, "--games", "20", "--players", "3", "--json"))
    assert found["endings"] == {"coins": 20}
    arena = run(package, "-m", "parlour", "arena", ID, "--seats", "greedy,random", "--games", "40", "--json")
    bots = json.loads(arena)["bots"]
    assert bots["greedy"]["low"] > bots["random"]["high"], "the judge knows what is good"


HOLDS = [
    "test_fair.py::test_records_of_all_games_are_good[{}]",
    "test_guides.py::test_a_guides_page_has_the_board_and_a_way_to_answer[{}]",
    "test_web.py::test_the_shelf_shows_every_game_in_both_languages",
    "test_web.py::test_drawings_come_once_with_the_page[{}]",
    "test_web_api.py::test_the_example_client_plays[{}]",
    # Its worlds differ by nothing but private chance: the leak test has to vary that.
    "test_web_safety.py::test_pasts_that_look_alike_send_the_same_bytes[{}]",
]
IN_A_BROWSER = "test_browser.py::test_a_game_from_the_shelf_to_the_end[{}-finger-phone]"


def has_browser() -> bool:
    try:
        import pages  # noqa: F401
    except pytest.skip.Exception:
        return False
    return True


def test_what_holds_for_every_game_holds_for_it(package: Path) -> None:
    """In one go, for it takes a while to begin; with the game in the browser, where there is one."""
    cases = [case.format(ID) for case in [*HOLDS, *([IN_A_BROWSER] if has_browser() else [])]]
    told = pytest_there(package, "-rA", *[str(TESTS / case) for case in cases], where=TESTS.parent)
    passed = {line.partition("/")[2] for line in told.splitlines() if line.startswith("PASSED ")}
    assert set(cases) - passed == set()


# -- what is written ------------------------------------------------------------------------------------------


def test_nothing_reminds_of_where_it_came_from(package: Path) -> None:
    for path in package.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_text(encoding="utf-8")
            for word in ("under-cups", "under_cups", "UnderCups", "Under Cups", "UC-", "uc-"):
                assert word not in text, f"{path.name} says {word}"
    declared = (package / MODULE / "__init__.py").read_text()
    assert "players=range(2, 4)" in declared
    assert "For 2 to 3 players (LD-2)" in (package / MODULE / "book" / "rules.en.md").read_text()
    assert "Pour 2 à 3 joueurs (LD-2)" in (package / MODULE / "book" / "rules.fr.md").read_text(encoding="utf-8")


@pytest.mark.skipif(RUFF is None, reason="ruff is not installed: the style of new games is not checked")
@pytest.mark.parametrize("name", ["ant", "the longest name possible"[:24]])
def test_it_is_well_set_whatever_its_name(tmp_path: Path, name: str) -> None:
    assert new_game(name, "--out", str(tmp_path)).exit_code == 0
    for check in (["check"], ["format", "--check"]):
        found = subprocess.run(
            [str(RUFF), *check, "--no-cache", str(tmp_path)], capture_output=True, text=True, timeout=60
        )
        assert found.returncode == 0, found.stdout


def test_the_ids_of_its_rules_are_free(tmp_path: Path) -> None:
    assert "rules MG-1" in new_game("mega grab", "--out", str(tmp_path)).output
    taken = parlour.game("photon-rush").players_rule.split("-")[0]  # PR
    made = new_game("pirate raid", "--out", str(tmp_path)).output
    assert f"rules {taken}-" not in made
    assert "rules PI-1" in made


BAD: list[tuple[list[str], str]] = [
    (["x"], "3 to 24 letters"),
    (["a--b"], "single hyphens"),
    (["9lives"], "a letter first"),
    (["Jeu d'été"], "3 to 24 letters"),
    (["../../etc"], "3 to 24 letters"),
    (["a game with a name that is too long"], "3 to 24 letters"),
    (["mogul"], "there is a game 'mogul' already"),
    (["class"], "means something else"),
    (["json"], "means something else"),
    (["under-cups"], "means something else"),
    (["pytest"], "there is a Python module pytest already"),
    (["good name", "--players", "1-3"], "from 2 to 8, not '1-3'"),
    (["good name", "--players", "4-2"], "not '4-2'"),
    (["good name", "--players", "2-99"], "not '2-99'"),
    (["good name", "--players", "two"], "not 'two'"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD, ids=lambda value: " ".join(value)[:40])
def test_bad_names_and_numbers_are_refused_in_a_line(tmp_path: Path, arguments: list[str], says: str) -> None:
    refused = new_game(*arguments, "--out", str(tmp_path))
    assert refused.exit_code == 2
    assert says in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "good-name").mkdir()
    refused = new_game("good name", "--out", str(tmp_path))
    assert refused.exit_code == 2
    assert "good-name is there already" in refused.stderr
    assert list((tmp_path / "good-name").iterdir()) == []
    (tmp_path / "file").touch()
    refused = new_game("other name", "--out", str(tmp_path / "file" / "folder"))
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    refused = new_game("other name", "--here", "--out", str(tmp_path))
    assert refused.exit_code == 2
    assert "--out does not go with it" in refused.stderr


# -- into a checkout ------------------------------------------------------------------------------------------


def test_it_can_be_put_into_a_checkout(tmp_path: Path) -> None:
    """`--here`, in a copy of this one: a folder of the box with everything that the tests of the box want."""
    leave = shutil.ignore_patterns("*.so", "*.pyd", "_compiled.json", ".*")
    for part in ("src", "tests", "docs"):
        shutil.copytree(TESTS.parent / part, tmp_path / part, ignore=leave, symlinks=True)
    shutil.copy(TESTS.parent / "pyproject.toml", tmp_path)
    told = run(tmp_path / "src", "-m", "parlour", "new-game", "sun dice", "--here", "--players", "2")
    assert "src/parlour/games/sun_dice" in told
    assert "players=range(2, 3)" in (tmp_path / "src/parlour/games/sun_dice/__init__.py").read_text()
    assert (tmp_path / "docs/rules/sun-dice.fr.md").read_text(encoding="utf-8").startswith("# Sun Dice")
    wanted = ["test_layout.py", "test_checksums.py", "test_playthroughs.py", "test_rule_ids.py", "test_catalogues.py"]
    files = [str(tmp_path / "tests" / name) for name in wanted if (TESTS / name).exists()]
    assert (tmp_path / "tests/games/test_sun_dice.py").exists()
    told = pytest_there(tmp_path / "src", *files, "-k", "sun_dice or sun-dice", where=tmp_path)
    assert " passed" in told
    assert "failed" not in told
