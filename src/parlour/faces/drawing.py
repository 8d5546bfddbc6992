"""What boards say again and again is made once.

A function with `@part` above it says how a part of a board looks, from nothing but what it is given; equal parts are
then the same object, so that a template knows them again without looking into them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Made = TypeVar("Made", dict[str, Any], list[Any])
MOST = 4096  # the most parts that are kept of each kind
KINDS: list[Any] = []  # all that make parts


class Part(dict[str, Any]):
    """A part of a board. Nobody changes it any more, and it is equal to nothing but itself."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__
    __ne__ = object.__ne__


class Row(list[Any]):
    """Several of a kind."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__
    __ne__ = object.__ne__


def part(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Make equal parts once, with the lists in them as rows. `True` and `1` are not equal here: they may look
    different."""

    @lru_cache(maxsize=MOST, typed=True)
    @wraps(make)
    def make_once(*given: Given.args, **named: Given.kwargs) -> Part | Row:
        facts = make(*given, **named)
        if isinstance(facts, dict):
            return Part({name: Row(fact) if type(fact) is list else fact for name, fact in facts.items()})
        return Row(facts)

    KINDS.append(make_once)
    return cast(Callable[Given, Made], make_once)


def forget_parts() -> None:
    """Keep none of the parts any more: they hold the words and components that they were made from."""
    for kind in KINDS:
        kind.cache_clear()
