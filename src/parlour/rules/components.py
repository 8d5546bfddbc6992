"""Component files as data: which numbers they have, which of them can be changed, and how a change is made.

A number has a *key*: the names on the way to it, with dots between them. The things of a list go by their `id`, `code`
or `slot` (`cards.o-gold-4.gold`), else by their place, and may always go by that. What a game says of its numbers is in
its `lab/dials.py`:

- `PRINTED`: patterns of keys (`*` for any name), each with the reason for which that number cannot be changed;
- `agree(data, box)`: puts right what follows from a number that was changed, such as the code of a card.

Every other number changes the game, or is refused by the game's `parts.py` with its range.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.rules.check import excerpt
from parlour.rules.errors import InvalidComponents

NAMES = ("id", "code", "slot")  # by which a thing of a list is called


def numbers(data: dict[str, Any]) -> dict[str, int]:
    """All numbers of a component file, by their keys."""
    found: dict[str, int] = {}
    collect(data, [], found)
    return found


def collect(value: object, way: list[str], found: dict[str, int]) -> None:
    if isinstance(value, dict):
        for name, item in value.items():
            collect(item, [*way, str(name)], found)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            collect(item, [*way, name_of(item, i)], found)
    elif isinstance(value, int) and not isinstance(value, bool):
        found[".".join(way)] = value


def name_of(item: object, place: int) -> str:
    """What a thing of a list is called in a key."""
    if isinstance(item, dict):
        for key in NAMES:
            if isinstance(item.get(key), str | int):
                return str(item[key])
    return str(place)


def place_in(things: list[Any], name: str) -> int:
    """Where in a list the thing of that name is; -1 if there is none."""
    for i, item in enumerate(things):
        if name_of(item, i) == name:
            return i
    if name.isascii() and name.isdigit() and int(name) < len(things):
        return int(name)
    return -1


def changed_components(data: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A copy of a component file's data with other values under some keys; `InvalidComponents` for a key it has not."""
    copied: dict[str, Any] = deep_copy(data)
    for key, value in changes.items():
        where = key.split(".")
        inner: Any = copied
        for name in where[:-1]:
            inner = step_into(inner, name, key)
        last = where[-1]
        step_into(inner, last, key)
        if isinstance(inner, list):
            inner[place_in(inner, last)] = deep_copy(value)
        else:
            inner[last] = deep_copy(value)
    return copied


def step_into(inner: Any, name: str, key: str) -> Any:
    if isinstance(inner, dict) and name in inner:
        return inner[name]
    if isinstance(inner, list):
        place = place_in(inner, name)
        if place >= 0:
            return inner[place]
    known: list[str] = []
    if isinstance(inner, dict):
        known = [str(other) for other in inner]
    elif isinstance(inner, list):
        known = [name_of(item, i) for i, item in enumerate(inner)]
    listed = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
    there = f"; there is {listed}" if known else ""
    raise InvalidComponents(f"{key}: the component file has nothing called {excerpt(name)} there{there}")


def deep_copy(value: Any) -> Any:
    """A copy of plain data, of which nothing is shared."""
    if isinstance(value, dict):
        return {key: deep_copy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [deep_copy(item) for item in value]
    return value


def settle_components(data: dict[str, Any], box: dict[str, Any], dials: Any) -> dict[str, Any]:
    """The data of a replacement file as the game's tables are made from it: with what follows from its changes, and
    refused where it changes what cannot be changed, or has numbers that mean nothing."""
    printed: dict[str, str] = getattr(dials, "PRINTED", {})
    agree: Callable[[dict[str, Any], dict[str, Any]], None] | None = getattr(dials, "agree", None)
    compare(data, box, [], [], printed)
    if agree is None:
        return data
    settled: dict[str, Any] = deep_copy(data)
    agree(settled, box)
    return settled


def compare(value: object, box: object, way: list[str], names: list[str], printed: dict[str, str]) -> None:
    """Look for numbers that are printed, or unknown, in what stands where the box's file has `box`.

    `way` is where it is, by places as errors say it; `names` is the same by names, as patterns say it.
    """
    if isinstance(value, dict) and isinstance(box, dict):
        for name, item in value.items():
            if name in box:
                compare(item, box[name], [*way, str(name)], [*names, str(name)], printed)
            elif isinstance(item, int) and not isinstance(item, bool) and not in_a_list(way):
                where = ".".join([*way, str(name)])
                raise InvalidComponents(f"{where}: there is no such number in this game; known here: {', '.join(box)}")
    elif isinstance(value, list) and isinstance(box, list):
        for i, item in enumerate(value):
            name = name_of(item, i)
            place = i if isinstance(item, int) else place_in(box, name)
            if 0 <= place < len(box):
                compare(item, box[place], [*way, str(i)], [*names, name], printed)
    elif isinstance(value, int) and not isinstance(value, bool) and value != box:
        for pattern, reason in printed.items():
            if matches(pattern.split("."), names):
                where = ".".join(way)
                raise InvalidComponents(f"{where}: printed, not changeable: {reason}")


def in_a_list(way: list[str]) -> bool:
    """Whether a table is one of a list: such may have numbers that only some of them have."""
    return len(way) > 0 and way[-1].isdigit()


def matches(pattern: list[str], names: list[str]) -> bool:
    return len(pattern) == len(names) and all(part in ("*", name) for part, name in zip(pattern, names, strict=True))


def printed_reason(key: str, dials: Any) -> str:
    """Why a number of the box's file cannot be changed; nothing if it can."""
    printed: dict[str, str] = getattr(dials, "PRINTED", {})
    for pattern, reason in printed.items():
        if matches(pattern.split("."), key.split(".")):
            return reason
    return ""
