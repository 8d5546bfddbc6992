"""Every rule of every spec is named by a test: `@pytest.mark.rule("KR-35")`, or a scenario's `rules`."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from conftest import rule_ids, scenarios
from games_here import games_here


@cache
def marked() -> frozenset[str]:
    """The ids in all `pytest.mark.rule(...)` of the tests."""
    found: set[str] = set()
    for file in Path(__file__).parent.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                found |= {
                    arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
    return frozenset(found)


@pytest.mark.parametrize("game", games_here())
def test_every_rule_is_named_by_a_test(game: str) -> None:
    spec = rule_ids(game)
    named = marked() | {rule for scenario in scenarios(game) for rule in scenario["rules"]}
    assert spec - named == set(), "rules that no test names"
    prefix = next(iter(spec)).split("-")[0]
    assert {rule for rule in named if rule.startswith(prefix + "-")} - spec == set(), (
        "rules that the spec does not have"
    )
