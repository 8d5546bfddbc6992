"""Begins a new game: `parlour new-game NAME`.

What is written is a small game that is complete: Under Cups, in `game/`, which runs and is checked like any other code
here. It gets the new name, ids and numbers of players; `project/` is what stands around it in a package of its own.
"""

from __future__ import annotations

import keyword
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from parlour.games import names
from parlour.rules.errors import RulesError, UnfinishedGame
from parlour.rules.game import find

HERE = Path(__file__).parent
FEWEST, MOST = 2, 8  # players: somebody must doubt, and the board has to fit
LONGEST = 24  # letters of a name, so that it fits everywhere
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
TAKEN = ("tests", "face", "book", "lab", "game", "games", "under-cups")  # names with a meaning of their own here
TEMPLATE = ".template"  # in the name of a file that would mean something to tools that find it here


class Plan(NamedTuple):
    """What a new game is called, everywhere."""

    id: str  # liars-dice
    module: str  # liars_dice
    kind: str  # LiarsDice, what its classes begin with
    title: str  # Liars Dice
    prefix: str  # LD, what its rules' ids begin with
    players: range


def plan(name: str, players: str) -> Plan:
    """Everything that follows from a name; `RulesError` says what is wrong with it."""
    id = "-".join(name.lower().split())
    if not NAME.fullmatch(id) or len(id) < 3 or len(id) > LONGEST:
        wanted = f"3 to {LONGEST} letters, digits and single hyphens, and a letter first, as in liars-dice"
        raise RulesError(f"a game cannot be called {name!r}: {wanted}")
    module = id.replace("-", "_")
    if id in TAKEN or keyword.iskeyword(module) or module in sys.stdlib_module_names:
        raise RulesError(f"a game cannot be called {name!r}: that word means something else already")
    if id in names():
        raise RulesError(f"there is a game {id!r} already")
    words = id.split("-")
    kind = "".join(word.capitalize() for word in words)
    title = " ".join(word.capitalize() for word in words)
    return Plan(id, module, kind, title, free_prefix(words), read_players(players))


def read_players(text: str) -> range:
    """Numbers of players, from "2-4" or "3"."""
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text.strip())
    first = int(found[1]) if found else 0
    last = int(found[2] or found[1]) if found else 0
    if not FEWEST <= first <= last <= MOST:
        raise RulesError(f"--players is a range such as 2-4, from {FEWEST} to {MOST}, not {text!r}")
    return range(first, last + 1)


def free_prefix(words: list[str]) -> str:
    """Two letters for the ids of the rules, which no other game uses."""
    used = set(used_prefixes())
    letters = "".join(letter for letter in "".join(words) if letter.isalpha())
    first = letters[0]
    wishes = [first + word[0] for word in words[1:] if word[0].isalpha()] + [first + letter for letter in letters[1:]]
    wishes += [one + two for one in letters for two in "abcdefghijklmnopqrstuvwxyz"]
    return next(wish.upper() for wish in wishes if wish.upper() not in used)


def used_prefixes() -> Iterator[str]:
    for id in names():
        try:
            yield find(id).players_rule.partition("-")[0]
        except UnfinishedGame:  # its rules have no ids that anybody could mistake
            continue


def rename(text: str, plan: Plan) -> str:
    """A text about Under Cups as a text about the new game."""
    first, last = plan.players[0], plan.players[-1]
    numbers = (str(first), str(first)) if first == last else (f"{first} to {last}", f"{first} à {last}")
    changes = {
        r"under-cups": plan.id,
        r"under_cups": plan.module,
        r"UnderCups": plan.kind,
        r"Under Cups": plan.title,
        r"\bUC-(?=\d)": f"{plan.prefix}-",
        r"\buc-(?=[a-z{])": f"{plan.prefix.lower()}-",
        r"range\(2, 5\)": f"range({first}, {last + 1})",
        r"For 2 to 4 players": f"For {numbers[0]} players",
        r"Pour 2 à 4 joueurs": f"Pour {numbers[1]} joueurs",
    }
    for old, new in changes.items():
        text = re.sub(old, new, text)
    return text


def write_files(source: Path, target: Path, plan: Plan) -> None:
    """The files of a folder, renamed like what is in them."""
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source).as_posix()
        if path.is_dir() or "__pycache__" in name:
            continue
        there = target / rename(name.replace(TEMPLATE, ""), plan)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(rename(path.read_text(encoding="utf-8"), plan), encoding="utf-8")


def new_package(plan: Plan, out: Path) -> Path:
    """Write the game as a package of its own into a new folder in `out`; nothing is written if that cannot be."""
    if find_spec(plan.module) is not None:
        raise RulesError(f"a game cannot be called {plan.id!r}: there is a Python module {plan.module} already")
    target = out / plan.id
    if target.exists():
        raise RulesError(f"{target} is there already")
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-game-", dir=out) as folder:
            made = Path(folder) / plan.id
            write_files(HERE / "project", made, plan)
            write_files(HERE / "game", made / plan.module, plan)
            os.rename(made, target)
    except OSError as error:
        raise RulesError(f"{error.filename or out}: {error.strerror}") from error
    return target


def checkout() -> Path:
    """The folder of the checkout that this program runs from."""
    root = HERE.parent.parent.parent
    if not (root / "tests" / "playthroughs.py").exists() or not (root / "src" / "parlour").is_dir():
        raise RulesError("--here is for a checkout of Parlour, and this is an installed one")
    return root


def new_here(plan: Plan, root: Path) -> list[Path]:
    """Write the game into a checkout of Parlour, with its tests; what was written, or nothing if it cannot be."""
    game = root / "src" / "parlour" / "games" / plan.module
    test = root / "tests" / "games" / f"test_{plan.module}.py"
    rules = {root / "docs" / "rules" / f"{plan.id}{end}.md": lang for end, lang in (("", "en"), (".fr", "fr"))}
    made = [game, test, *rules]
    for path in made:
        if path.exists() or path.is_symlink():
            raise RulesError(f"{path} is there already")
    try:
        write_files(HERE / "game", game, plan)
        test.write_text(rename((HERE / "project/tests/test_under_cups.py").read_text(encoding="utf-8"), plan), "utf-8")
        for path, lang in rules.items():
            path.symlink_to(f"../../src/parlour/games/{plan.module}/book/rules.{lang}.md")
        # What random games of it look like, for people to read and for both engines to agree on.
        for name in ("playthroughs", "checksums"):
            made += write_reference(root, name, plan.id)
    except (OSError, subprocess.CalledProcessError) as error:
        for path in made:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        raise RulesError(f"the game could not be written: {error}") from error
    return made


def write_reference(root: Path, name: str, id: str) -> list[Path]:
    """Run one of the programs in `tests/` that write what tests compare with; the files it names."""
    source = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, str(root / "tests" / f"{name}.py"), id]
    run = subprocess.run(command, env=source, capture_output=True, text=True, check=True, timeout=300)
    return [Path(line) for line in run.stdout.splitlines()]
