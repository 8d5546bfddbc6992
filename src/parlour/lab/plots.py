"""Plots as SVG, made by hand: few shapes, no script, nothing from elsewhere.

A plotting library would draw them too, but at 30 MB and more for everybody who installs this (Altair with vl-convert);
and in a page these take the page's own colours, so that they can be read in light, in dark and in grey. What is clear
is filled, what is not is hollow: no meaning is carried by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

WIDTH = 720
LABEL = 230  # room for names on the left
RIGHT = 150  # and for values on the right
ROW = 24
TOP = 18
DASHES = ("", "6 3", "2 3", "8 3 2 3")  # lines that differ without colours


WriteTick = Callable[[float, bool], str]
"""A number of an axis in words; whether it is a share."""


class Bar(NamedTuple):
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float
    clear: bool
    text: str  # the value as it is written beside it


class Curve(NamedTuple):
    label: str
    points: Sequence[tuple[float, float]]


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers along an axis.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    if not high > low:
        return [low]
    raw = (high - low) / about
    size = 10 ** math.floor(math.log10(raw))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(step * i, 10) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def interval_chart(
    bars: Sequence[Bar], mark: float | None, percent: bool, about: str, write: WriteTick | None = None
) -> str:
    """Values one below the other, each with its interval, and a line at `mark`. `write` writes the numbers of axes."""
    write = write or write_tick
    values = [value for bar in bars for value in (bar.low, bar.high, bar.value)] + ([] if mark is None else [mark])
    low, high = min(values), max(values)
    room = (high - low) * 0.06 or 1.0
    low, high = low - room, high + room
    across = WIDTH - LABEL - RIGHT
    height = TOP + ROW * len(bars) + 26

    def x(value: float) -> float:
        return LABEL + across * (value - low) / (high - low)

    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(about)}">']
    bottom = TOP + ROW * len(bars)
    for tick in ticks(low, high):
        parts.append(f'<path class="grid" d="M{x(tick):.1f} {TOP - 6}V{bottom}"/>')
        parts.append(f'<text class="tick" x="{x(tick):.1f}" y="{bottom + 16}">{write(tick, percent)}</text>')
    if mark is not None:
        parts.append(f'<path class="mark" d="M{x(mark):.1f} {TOP - 10}V{bottom}"/>')
    for i, bar in enumerate(bars):
        y = TOP + ROW * i + ROW / 2
        parts.append(f'<text class="name" x="{LABEL - 12}" y="{y + 4:.1f}">{escape(shorten(bar.label))}</text>')
        parts.append(f'<path class="span" d="M{x(bar.low):.1f} {y}H{x(bar.high):.1f}"/>')
        kind = "dot" if bar.clear else "dot hollow"
        parts.append(f'<circle class="{kind}" cx="{x(bar.value):.1f}" cy="{y}" r="5"/>')
        parts.append(f'<text class="value" x="{WIDTH - RIGHT + 12}" y="{y + 4:.1f}">{escape(bar.text)}</text>')
    return "".join([*parts, "</svg>"])


def line_chart(
    curves: Sequence[Curve], percent: bool, across_label: str, about: str, write: WriteTick | None = None
) -> str:
    """Curves over a common axis, told apart by dashes and by their names at the end."""
    write = write or write_tick
    xs = [x for curve in curves for x, _ in curve.points]
    ys = [y for curve in curves for _, y in curve.points]
    left, top, height, across, tall = 60, 14, 250, WIDTH - 60 - 170, 190
    low_x, high_x = min(xs), max(xs)
    low_y, high_y = min(0.0, *ys), max(ys)
    high_x = high_x if high_x > low_x else low_x + 1
    high_y = high_y if high_y > low_y else low_y + 1

    def at(x: float, y: float) -> tuple[float, float]:
        return left + across * (x - low_x) / (high_x - low_x), top + tall * (1 - (y - low_y) / (high_y - low_y))

    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(about)}">']
    for tick in ticks(low_y, high_y):
        _, y = at(low_x, tick)
        parts.append(f'<path class="grid" d="M{left} {y:.1f}H{left + across}"/>')
        parts.append(f'<text class="name" x="{left - 8}" y="{y + 4:.1f}">{write(tick, percent)}</text>')
    for tick in ticks(low_x, high_x):
        x, _ = at(tick, low_y)
        parts.append(f'<text class="tick" x="{x:.1f}" y="{top + tall + 18}">{write(tick, False)}</text>')
    parts.append(f'<text class="tick" x="{left + across / 2:.1f}" y="{height - 8}">{escape(across_label)}</text>')
    ends: list[float] = []
    for i, curve in enumerate(curves):
        spots = [at(x, y) for x, y in curve.points]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        parts.append(f'<path class="curve c{i % 4}" stroke-dasharray="{DASHES[i % 4]}" d="{path}"/>')
        end = spots[-1][1] + 4
        while any(abs(end - other) < 14 for other in ends):
            end += 14
        ends.append(end)
        key = f"M{left + across + 6} {end - 4:.1f}h18"
        parts.append(f'<path class="curve c{i % 4}" stroke-dasharray="{DASHES[i % 4]}" d="{key}"/>')
        label = escape(shorten(curve.label, 20))
        parts.append(f'<text class="value" x="{left + across + 30}" y="{end:.1f}">{label}</text>')
    return "".join([*parts, "</svg>"])


def histogram(values: Sequence[float], low: float, high: float, bins: int = 24) -> list[tuple[float, float]]:
    """The share of the values in each of equal parts of a range, at their middles."""
    counts = [0] * bins
    for value in values:
        place = int((value - low) / (high - low) * bins) if high > low else 0
        counts[min(bins - 1, max(0, place))] += 1
    width = (high - low) / bins if high > low else 1
    return [(low + width * (i + 0.5), count / max(1, len(values))) for i, count in enumerate(counts)]


def write_tick(value: float, percent: bool) -> str:
    return f"{100 * value:g} %" if percent else f"{value:g}"


def shorten(text: str, most: int = 30) -> str:
    """A name that fits: what stands at its end, mostly a value, stays.

    >>> shorten("Towers that a raider brings down where T.N.T. was played: 3")
    'Towers that a raider…played: 3'
    """
    return text if len(text) <= most else f"{text[: most - 10]}…{text[-9:]}"
