"""One reading order: whoever knows one game's folder knows all of them. docs/architecture.md says what is where."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import parlour

SOURCE = Path(parlour.__file__).parent
GAMES = sorted(folder for folder in (SOURCE / "games").iterdir() if (folder / "__init__.py").exists())

# What every game has.
FILES = [
    *["__init__.py", "components.toml", "parts.py", "rules.py", "notation.py", "positions.py", "judge.py"],
    *["face/words.py", "face/text.py", "face/motion.py", "face/tips.py", "face/en.po", "face/fr.po", "face/cover.svg"],
    *[f"face/board/{name}" for name in ("board.py", "picks.py", "board.html", "board.css", "sprite.html")],
    *["lab/dials.py"],
    *[f"book/{name}" for name in ("rules.en.md", "rules.fr.md", "pictures.toml", "guide.toml")],
]
# Sections that stand in this order, perhaps with others between them.
SECTIONS = {
    "rules.py": ["who is asked, and what", "the end", "the edges: notation, positions and views"],
    "notation.py": ["writing", "reading"],
    "positions.py": ["set-up", "position", "view", "restore", "dream"],
}
# Functions by which a game is found.
FUNCTIONS = {
    "parts.py": ["make_parts"],
    "notation.py": ["write", "read"],
    "positions.py": ["deal", "begin", "position", "view", "restore", "dream"],
    "face/board/board.py": ["board"],
    "face/board/picks.py": ["picks"],
    "face/tips.py": ["tips"],
    "face/motion.py": ["beats"],
}
HEADER = re.compile(r"^ *# -- (.+?)(?: \([^)]*\))? -{3,}$", re.M)
GAME_IDS = [folder.name for folder in GAMES]


@pytest.fixture(params=GAMES, ids=GAME_IDS)
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_every_game_has_the_same_rooms(folder: Path) -> None:
    assert [name for name in FILES if not (folder / name).exists()] == []


def test_nothing_else_stands_at_the_top(folder: Path) -> None:
    """What talks to people is in `face`, what they read in `book`, what designers ask in `lab`, weights
    that were learnt in `learned`; all Python at the top is rules, and compiled."""
    known = {".py", ".toml", ".so", ".pyd"}
    others = [path.name for path in folder.iterdir() if path.is_file() and path.suffix not in known]
    assert others == []
    folders = {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders - {"learned"} == {"face", "book", "lab"}
    assert [path.name for path in (folder / "book").rglob("*.py")] == []


@pytest.mark.parametrize("file", SECTIONS)
def test_sections_stand_in_one_order(folder: Path, file: str) -> None:
    headers = HEADER.findall((folder / file).read_text(encoding="utf-8"))
    assert [header for header in headers if header in SECTIONS[file]] == SECTIONS[file]


@pytest.mark.parametrize("file", FUNCTIONS)
def test_a_game_is_found_by_these_functions(folder: Path, file: str) -> None:
    made = {node.name for node in tree(folder / file).body if isinstance(node, ast.FunctionDef)}
    assert set(FUNCTIONS[file]) <= made


def test_numbers_for_learning_are_one_object(folder: Path) -> None:
    """`features.py`, where a game has it, declares one class of `Features` and its object, and nothing of a face."""
    if not (folder / "features.py").exists():
        pytest.skip(f"{folder.name} is not told in numbers yet")
    body = tree(folder / "features.py").body
    kinds = [
        node.name for node in body if isinstance(node, ast.ClassDef) and "Features" in map(ast.unparse, node.bases)
    ]
    made = [ast.unparse(node) for node in body if isinstance(node, ast.AnnAssign)]
    assert len(kinds) == 1
    assert f"FEATURES: Final = {kinds[0]}()" in made


def test_a_game_is_one_state_class(folder: Path) -> None:
    """The class of the rules says everything itself, and leaves nothing to a subclass among its own files."""
    states: list[str] = []
    for path in folder.glob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "State" for base in node.bases):
                states.append(f"{path.name}:{node.name}")
            assert not (isinstance(node, ast.Name) and node.id == "NotImplementedError"), path
    assert [state.partition(":")[0] for state in states] == ["rules.py"]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from [name.name for name in node.names]


def test_rules_know_nothing_of_their_face(folder: Path) -> None:
    for path in folder.glob("*.py"):
        for name in imports(path):
            assert ".face" not in name, f"{path.name} imports {name}"
            assert not name.startswith("parlour.faces"), f"{path.name} imports {name}"


def test_nobody_outside_knows_a_single_game() -> None:
    """A sixth game touches nothing outside its own folder, so nothing out there may name one."""
    games = parlour.games()
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] == "games" and path.parent != SOURCE / "games":
            continue
        text = path.read_text(encoding="utf-8")
        for name in imports(path) if "parlour.games" in text else ():
            assert not name.startswith("parlour.games."), f"{path.relative_to(SOURCE)} imports {name}"
        named = [id for id in games if re.search(f"[\"']{id}[\"']", text)]
        named = [id for id in named if f'"{id}"' in without_comments(path)]
        assert named == [], f"{path.relative_to(SOURCE)} names {named}"


def without_comments(path: Path) -> str:
    """The code of a module: no comments, no docstrings."""
    module = ast.parse(path.read_text(encoding="utf-8"))  # not the one that others look at
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                first.value.value = ""
    return ast.unparse(module).replace("'", '"')


def test_no_two_classes_have_one_name() -> None:
    names = Counter(
        node.name for path in SOURCE.rglob("*.py") for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []


# A function's name says what it gives or does; a bare participle does not.
IRREGULAR = (
    "begun bought bound broken brought built caught chosen dealt drawn driven fallen felt flown found frozen given "
    "gone grown heard held hidden hung known laid led left lit lost made meant met paid said seen sent shown sold "
    "spent spoken stolen struck taken taught thought thrown told torn won worn written"
)
PARTICIPLE = re.compile(rf"[a-z]+ed|{IRREGULAR.replace(' ', '|')}")
# Nouns and verbs; then what the engine's own words are, in public: whose answers are awaited, a weighted draw.
NO_PARTICIPLES = {"need", "seed", "deed", "awaited", "weighted"}


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """What is read like a fact (`table.frozen`) may be called like one."""
    return "property" in map(ast.unparse, node.decorator_list)


def test_no_function_is_a_bare_participle() -> None:
    bare = [
        f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and PARTICIPLE.fullmatch(node.name)
        if node.name not in NO_PARTICIPLES and not is_property(node)
        if "tests" not in path.parts  # those of the scaffold speak the game's language
    ]
    assert bare == []


DRAWINGS = ("parlour.web", "parlour.faces.look", "parlour.faces.drawing", "jinja2", "markupsafe")


def test_tables_know_no_drawings() -> None:
    """A table is a log and a state; what it looks like is made by those who show it."""
    for path in (SOURCE / "tables").rglob("*.py"):
        assert [name for name in imports(path) if name.startswith(DRAWINGS)] == [], path
        texts = [node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)]
        assert [text for text in texts if isinstance(text, str) and re.search(r"</?[a-z]+[ >]", text)] == [], path


def test_signatures_tell_an_editor_something() -> None:
    """No parameter is any object at all where a number of players or a seat is meant."""
    vague = [
        f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for given in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if given.arg in ("players", "seat") and given.annotation is not None
        if ast.unparse(given.annotation) in ("object", "Any")
    ]
    assert vague == []


# -- rules of style that are cheap ------------------------------------------------------------------------------


def split(text: str, marks: str) -> list[str]:
    """The parts between these marks, but for those in brackets."""
    parts, depth = [""], 0
    for mark in text:
        depth += (mark in "([") - (mark in ")]")
        if mark in marks and not depth:
            parts.append("")
        else:
            parts[-1] += mark
    return [part.strip() for part in parts if part.strip()]


@pytest.mark.parametrize("sheet", sorted(SOURCE.rglob("*.css")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_what_depends_on_other_elements_is_named(sheet: Path) -> None:
    """A browser looks up by its name what a rule with `:has()` may change. Of something that is only said not to be
    something else there is no name: it styles all of the page at every click."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)
    for selectors in re.findall(r"([^{};]+)\{", text):
        for selector in split(selectors, ","):
            *others, last = split(selector, " >+~") or [""]
            if any(":has(" in part for part in others):
                assert not last.startswith((":not(", "*")), selector
