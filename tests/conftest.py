"""What all tests share."""

from __future__ import annotations

import gc
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.faces.book import rules_text

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import `table` and others

gc.disable()  # until all tests are read (`pytest_collection_finish`): all that comes with them stays
EXAMPLES = Path(__file__).parent / "examples"
# A server that a test starts makes what it needs: to make all templates, boards and rules beforehand takes twice as
# long as to start. `test_web.py` starts one as people do.
os.environ["PARLOUR_WARM"] = "0"


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
# On the pure engine, which is ten times as slow, some repetitions are enough: the compiled one has them all.
THOROUGH = LONG or parlour.ENGINE == "compiled"


@pytest.fixture
def long() -> bool:
    """Whether tests may take their time: PARLOUR_LONG=1."""
    return LONG


# -- a real server, and people who visit it ----------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real server, which all tests share that need no other settings: each brings people of its own."""
    from visit import a_site

    with a_site(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture(scope="session")
def lab_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real server with the lab's pages."""
    from visit import a_site

    with a_site(tmp_path_factory.mktemp("lab"), lab=True) as found:
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

STARTED = ExitStack()  # the browser, while tests need it
LAUNCHED: list[Any] = []


@pytest.fixture
def browser() -> Any:
    """The browser that all tests share. It is closed before a test without it, which may have an event loop of its own:
    Playwright keeps one running."""
    from pages import a_browser

    if not LAUNCHED:
        LAUNCHED.append(STARTED.enter_context(a_browser()))
    return LAUNCHED[0]


def close_browser() -> None:
    LAUNCHED.clear()
    STARTED.close()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if "browser" not in getattr(item, "fixturenames", ()):
        close_browser()


def pytest_sessionfinish() -> None:
    close_browser()


def pytest_collection_finish() -> None:
    """What has been read so far stays until the end: thousands of tests need not be searched for garbage each time."""
    gc.enable()
    gc.collect()
    gc.freeze()


# One process has all tests of these: what they share takes long to make (Ray, PostgreSQL, JAX, a package, a server, all
# sources read and understood).
TOGETHER = (
    "test_catalogues.py",
    "test_cluster.py",
    "test_export.py",
    "test_lab_french.py",
    "test_layout.py",
    "test_learning.py",
    "test_luck.py",
    "test_new_game.py",
    "test_postgres.py",
    "test_rule_ids.py",
    "test_web_doors.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests in a browser come first: they take longest, and the browser need not be started twice. Then those that
    stay together: a long piece of work at the end would leave other processes with nothing to do."""
    items.sort(key=lambda item: ("browser" not in getattr(item, "fixturenames", ()), item.path.name not in TOGETHER))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests are handed out one by one, but for those that stay together."""
    scheduling = import_module("xdist.scheduler").LoadScopeScheduling(config, log)
    scheduling._split_scope = lambda test: file_of(test) if file_of(test).endswith(TOGETHER) else test
    config.option.loadscopereorder = False
    return scheduling


def file_of(test: str) -> str:
    return test.partition("::")[0]


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
