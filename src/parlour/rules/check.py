"""Checks for data from outside (positions, set-ups, options, component files).

Each says in its error where in the data the fault is: `seats.1.gold: a whole number from 0 is
needed, not "3"`. JSON's `true` is never taken for the number 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from parlour.rules.errors import RulesError

LARGEST = 10**9  # a count above this is taken for a mistake


def excerpt(value: object) -> str:
    """A value as JSON, shortened, for an error message."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Check:
    """Reads data and raises `error` where something is not as it must be."""

    def __init__(self, error: type[RulesError]) -> None:
        self.error = error

    def fail(self, where: str, why: str) -> RulesError:
        return self.error(f"{where}: {why}" if where else why)

    def that(self, condition: bool, where: str, why: str) -> None:
        if not condition:
            raise self.fail(where, why)

    def mapping(self, value: object, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.fail(where, f"an object is needed, not {excerpt(value)}")
        return value

    def keys(self, value: object, expected: Iterable[str], where: str, others: bool = False) -> dict[str, Any]:
        """An object with all the expected keys and, unless `others`, no more."""
        data = self.mapping(value, where)
        wanted = list(expected)
        for key in wanted:
            if key not in data:
                raise self.fail(where, f'the key "{key}" is missing')
        if not others:
            for key in data:
                if key not in wanted:
                    raise self.fail(where, f"the key {excerpt(key)} has no meaning here")
        return data

    def sequence(self, value: object, where: str, length: int = -1) -> list[Any]:
        if not isinstance(value, list):
            raise self.fail(where, f"a list is needed, not {excerpt(value)}")
        if length >= 0 and len(value) != length:
            raise self.fail(where, f"a list of {length} is needed, not of {len(value)}")
        return value

    def integer(self, value: object, where: str, low: int = 0, high: int = LARGEST) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(where, f"a whole number is needed, not {excerpt(value)}")
        if value < low or value > high:
            bounds = f"from {low}" if high == LARGEST else f"from {low} to {high}"
            raise self.fail(where, f"a whole number {bounds} is needed, not {excerpt(value)}")
        return value

    def boolean(self, value: object, where: str) -> bool:
        if not isinstance(value, bool):
            raise self.fail(where, f"true or false is needed, not {excerpt(value)}")
        return value

    def string(self, value: object, where: str) -> str:
        if not isinstance(value, str):
            raise self.fail(where, f"a string is needed, not {excerpt(value)}")
        return value

    def one_of(self, value: object, allowed: Iterable[str], where: str) -> str:
        choices = list(allowed)
        if not isinstance(value, str) or value not in choices:
            listed = ", ".join(excerpt(choice) for choice in choices[:12]) + (", ..." if len(choices) > 12 else "")
            raise self.fail(where, f"one of {listed} is needed, not {excerpt(value)}")
        return value

    def strings(self, value: object, where: str, length: int = -1) -> list[str]:
        found = self.sequence(value, where, length)
        for i, item in enumerate(found):
            self.string(item, f"{where}.{i}")
        return found

    def sorted_strings(self, value: object, where: str) -> list[str]:
        found = self.strings(value, where)
        self.that(found == sorted(found), where, "the list must be sorted")
        return found

    def integers(self, value: object, where: str, length: int = -1, low: int = 0, high: int = LARGEST) -> list[int]:
        found = self.sequence(value, where, length)
        return [self.integer(item, f"{where}.{i}", low, high) for i, item in enumerate(found)]
