"""What all tests share."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.faces.book import rules_text

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import `table` and others

EXAMPLES = Path(__file__).parent / "examples"


RULE = re.compile(r"\b[A-Z]{2}-\d+\b")


def example(name: str, nothing: str = "[]") -> str:
    """A file of the spec's examples. A game need not have any."""
    path = EXAMPLES / name
    return path.read_text() if path.exists() else nothing


def scenarios(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(example(f"{game}.scenarios.json"))
    return found


def perfts(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(example(f"{game}.perft.json"))
    return found


def records(game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in example(f"{game}.records.jsonl", "").splitlines()]


def rule_ids(game: str) -> set[str]:
    """The rules of a game: those of its spec, or, where there is no list of them, those that its book names."""
    listed = example(f"{game}.rules.txt", "").split()
    return set(listed or RULE.findall(rules_text(parlour.game(game).folder, "en")))


LONG = os.environ.get("PARLOUR_LONG", "") not in ("", "0")  # tests may take their time


@pytest.fixture
def long() -> bool:
    """Whether tests may take their time: PARLOUR_LONG=1."""
    return LONG


# -- a real server, and people who visit it ----------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real server."""
    from visit import a_site

    with a_site(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def anna(site: Any) -> Iterator[Any]:
    from visit import Visitor

    visitor = Visitor(site, "Anna")
    yield visitor
    visitor.close()


@pytest.fixture
def bert(site: Any) -> Iterator[Any]:
    from visit import Visitor

    visitor = Visitor(site, "Bert")
    yield visitor
    visitor.close()


# -- a real browser: for tests that import `pages` ---------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from pages import a_browser

    with a_browser() as found:
        yield found


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page at an address, with cookies of its own."""
    from pages import pages_of

    with pages_of(browser) as found:
        yield found


@pytest.fixture
def open_page(new_page: Callable[..., Any], site: Any) -> Callable[..., Any]:
    """Opens a page of the site."""
    return lambda path="/", *size, **more: new_page(site.url + path, *size, **more)
