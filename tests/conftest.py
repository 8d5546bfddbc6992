"""What all tests share."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import `table` and others

EXAMPLES = Path(__file__).parent / "examples"


def scenarios(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((EXAMPLES / f"{game}.scenarios.json").read_text())
    return found


def perfts(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((EXAMPLES / f"{game}.perft.json").read_text())
    return found


def records(game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLES / f"{game}.records.jsonl").read_text().splitlines()]


@pytest.fixture
def long() -> bool:
    """Whether tests may take their time: PARLOUR_LONG=1."""
    return bool(os.environ.get("PARLOUR_LONG"))


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
