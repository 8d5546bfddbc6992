"""Finds the sentences of the program and keeps the catalogues up to date.

    python -m parlour.faces.catalogues            add new sentences to every en.po and fr.po, drop unused ones
    python -m parlour.faces.catalogues FOLDER     the same for a game's package that stands elsewhere
    python -m parlour.faces.catalogues --check    only say what is missing

Sentences are the arguments of `t("...")` and `n("one", "many", count)`, the second argument of
`IllegalAction`, the first of those that refuse (`SAYING`), what the API says about its calls, the sentence variables
that are passed to `t`, and the values of tables named in `TABLES`; in templates the arguments of `t` and
`n`. Sentences of everything outside the games are in the shared catalogue, a game's own are beside its `words.py`.
English is filled in by itself; French is for a person to write. A catalogue says nothing of where its sentences stand,
so that it changes when they do, and not when a file is renamed.
"""

from __future__ import annotations

import ast
import re
import string
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from parlour.rules.game import Game

ROOT = Path(__file__).parent.parent
GAMES = ("games", "scaffold")  # folders of ROOT with games, whose sentences are their own
SAYING = (
    "Refused",
    "Sorry",
    "Sentence",
    "ChangeRefused",
    "SettingRefused",
    "LibraryMissing",
)  # called with a sentence first
TABLES = ("SENTENCES", "PRINTED", "SHOWN")  # tables whose values are sentences
Sentence = str | tuple[str, str]


def folders() -> list[Path]:
    """Every folder of this package that has catalogues."""
    games = [path.parent for name in GAMES for path in (ROOT / name).glob("*/face/words.py")]
    return [ROOT / "faces", *sorted(games)]


def folder_of(game: Game) -> Path:
    """The folder with the catalogues of a game, wherever it stands."""
    return Path(game.folder) / "face"


def sources(folder: Path) -> list[Path]:
    """The files whose sentences belong into a folder's catalogues."""
    home = folder.parent if folder.name == "face" else ROOT
    found = sorted(path for kind in ("*.py", "*.html") for path in home.rglob(kind))
    return [path for path in found if home != ROOT or path.relative_to(ROOT).parts[0] not in GAMES]


def sentences_in(file: Path) -> Iterator[Sentence]:
    """The sentences of a file."""
    if file.suffix == ".html":
        yield from sentences_in_template(file)
        return
    named: dict[str, list[str]] = {}  # variables that hold a sentence
    nodes = [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    for node in nodes:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None and (text := literal(node.value)):
            named.setdefault(target_of(node), []).append(text)
    for node in nodes:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and target_of(node) in TABLES:
            for value in node.value.values if isinstance(node.value, ast.Dict) else []:
                yield from named.get(value.id, []) if isinstance(value, ast.Name) else [literal(value)]
            continue
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = [literal(argument) for argument in node.args]
        if name == "t" and node.args:
            if given[0]:
                yield given[0]
            elif isinstance(node.args[0], ast.Name):
                for text in named.get(node.args[0].id, []):
                    yield text
        elif name == "n" and len(given) >= 2 and given[0] and given[1]:
            yield given[0], given[1]
        elif name in SAYING and node.args and given[0]:
            yield given[0]
        elif name == "IllegalAction" and len(node.args) >= 2:
            if given[1]:
                yield given[1]
            elif isinstance(node.args[1], ast.Name):
                for text in named.get(node.args[1].id, []):
                    yield text
        elif name in ("get", "post", "delete"):
            # What the API says about its calls.
            for keyword in node.keywords:
                if keyword.arg in ("summary", "description") and (text := literal(keyword.value)):
                    yield text
        elif name in ("Option", "Game") or name.endswith("Game"):
            # What a game says about itself: titles of options, its one sentence for the shelf.
            for keyword in node.keywords:
                if keyword.arg == "about" and (text := literal(keyword.value)):
                    yield text
            if name == "Option" and len(given) >= 4 and given[3]:
                yield given[3]


def target_of(node: ast.Assign | ast.AnnAssign) -> str:
    """The name that something is assigned to, if it is one."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target.id if isinstance(target, ast.Name) else ""


def sentences_in_template(file: Path) -> Iterator[Sentence]:
    for line in file.read_text(encoding="utf-8").splitlines():
        for found in re.finditer(r'\bt\("([^"]+)"', line):
            yield found.group(1)
        for found in re.finditer(r'\bn\("([^"]+)", "([^"]+)"', line):
            yield found.group(1), found.group(2)


def literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def required_messages(folder: Path) -> Catalog:
    """All sentences that a folder's catalogues must have."""
    catalog = Catalog(charset="utf-8")
    for file in sources(folder):
        for sentence in sentences_in(file):
            catalog.add(sentence)
    return catalog


def load(folder: Path, lang: str) -> Catalog:
    path = folder / f"{lang}.po"
    if not path.exists():
        return Catalog(locale=lang, charset="utf-8")
    with open(path, "rb") as file:
        return read_po(file, locale=lang)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def faults(folder: Path, *langs: str) -> list[str]:
    """What is missing, left over or wrong in the catalogues of a folder."""
    need = required_messages(folder)
    return [fault for lang in langs for fault in faults_of(need, folder, lang)]


def faults_of(need: Catalog, folder: Path, lang: str) -> list[str]:
    found: list[str] = []
    have = load(folder, lang)
    label = label_of(folder, lang)
    for message in need:
        if not message.id:
            continue
        mine = have.get(message.id)
        if mine is None or not mine.string or (mine.pluralizable and not all(mine.string)):
            found.append(f"{label}: no sentence for {message.id!r}")
            continue
        allowed = set().union(*(placeholders(text) for text in texts(message.id)))
        for text in texts(mine.string):
            if placeholders(text) - allowed:
                found.append(f"{label}: unknown placeholders in {text!r}")
            if not mine.pluralizable and placeholders(text) != allowed:
                found.append(f"{label}: placeholders differ in {text!r}")
    for message in have:
        if message.id and need.get(message.id) is None:
            found.append(f"{label}: nothing says {message.id!r} any more")
    return found


def label_of(folder: Path, lang: str) -> str:
    """How a catalogue is called in messages."""
    near = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    return f"{near.as_posix()}/{lang}.po"


def texts(value: object) -> tuple[str, ...]:
    if isinstance(value, (tuple, list)):
        return tuple(str(text) for text in value)
    return (str(value),)


def update(folder: Path, lang: str) -> int:
    """Bring a catalogue up to date; how many sentences it lacks a translation of."""
    old, need = load(folder, lang), required_messages(folder)
    fresh = Catalog(locale=lang, charset="utf-8", project="parlour", fuzzy=False, header_comment=f"# Parlour, {lang}")
    fresh.revision_date = fresh.creation_date = None  # type: ignore[assignment]
    missing = 0
    for message in need:
        if not message.id:
            continue
        mine: Message | None = old.get(message.id)
        text = mine.string if mine is not None and mine.pluralizable == message.pluralizable else None
        if lang == "en":
            text = message.id
        if not text or (isinstance(text, (tuple, list)) and not all(text)):
            missing += 1
            text = ("", "") if isinstance(message.id, (tuple, list)) else ""
        fresh.add(message.id, text)
    written = BytesIO()
    write_po(written, fresh, width=120, sort_output=True, omit_header=True, no_location=True)
    path = folder / f"{lang}.po"
    text = HEADER.format(lang=lang, plural=PLURALS[lang]) + written.getvalue().decode()
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return missing


HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {lang}\\n"
"Plural-Forms: {plural}\\n"

"""
PLURALS = {"en": "nplurals=2; plural=(n != 1);", "fr": "nplurals=2; plural=(n > 1);"}


def main(arguments: list[str]) -> int:
    named = [Path(argument).resolve() / "face" for argument in arguments if argument != "--check"]
    for folder in named:
        if not (folder / "words.py").exists():
            print(f"{folder.parent} is no game's folder: it has no face/words.py", file=sys.stderr)
            return 2
    wished = named or folders()
    if "--check" in arguments:
        found = [fault for folder in wished for fault in faults(folder, *PLURALS)]
        print("\n".join(found) or "all catalogues are complete")
        return 1 if found else 0
    for folder in wished:
        for lang in PLURALS:
            missing = update(folder, lang)
            if missing:
                print(f"{label_of(folder, lang)}: {missing} sentences to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
