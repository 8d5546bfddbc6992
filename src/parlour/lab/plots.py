"""Plots as SVG, made by hand: few shapes, no script, nothing from elsewhere.

A plotting library would draw them too, but at 30 MB and more for everybody who installs this (Altair with vl-convert);
and in a page these take the page's own colours, so that they can be read in light, in dark and in grey. What is clear
is filled, what is not is hollow: no meaning is carried by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

WIDTH = 720
LABEL = 230  # room for names on the left
RIGHT = 150  # and for values on the right
ROW = 24
TOP = 18
DASHES = ("", "6 3", "2 3", "8 3 2 3")  # lines that differ without colours
SPOTS = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "m-4 -4h8v8h-8z",
    "m0 -5l5 9h-10z",
    "m0 -5l5 5l-5 5l-5 -5z",
)  # and their points: a circle, a square, a triangle, a diamond
FEW = 12  # so many points are marked


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
    spans: Sequence[tuple[float, float]] = ()  # the interval of each point, if there are any


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
    """Curves over a common axis, told apart by dashes, by the shapes of their points and by their names at the end."""
    write = write or write_tick
    xs = [x for curve in curves for x, _ in curve.points]
    ys = [
        y for curve in curves for y in (*[y for _, y in curve.points], *[end for span in curve.spans for end in span])
    ]
    left, top, height, across, tall = 60, 14, 250, WIDTH - 60 - 220, 190
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
    ends = spread_out([at(*curve.points[-1])[1] for curve in curves], 15, top + tall)
    for i, curve in enumerate(curves):
        spots = [at(x, y) for x, y in curve.points]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        parts.append(f'<path class="curve c{i % 4}" stroke-dasharray="{DASHES[i % 4]}" d="{path}"/>')
        aside = 3 * (i - (len(curves) - 1) / 2)  # so that intervals do not cover each other
        for (x, _), (low, high) in zip(curve.points, curve.spans, strict=False):
            (left_x, bottom), (_, above) = at(x, low), at(x, high)
            parts.append(f'<path class="curve thin c{i % 4}" d="M{left_x + aside:.1f} {bottom:.1f}V{above:.1f}"/>')
        for x, y in spots if len(spots) <= FEW else []:
            parts.append(
                f'<path class="curve spot c{i % 4}" d="M{x + aside * bool(curve.spans):.1f} {y:.1f}{SPOTS[i % 4]}"/>'
            )
        key = f"M{left + across + 16} {ends[i]:.1f}"
        parts.append(f'<path class="curve c{i % 4}" stroke-dasharray="{DASHES[i % 4]}" d="{key}h18"/>')
        if len(spots) <= FEW:
            parts.append(f'<path class="curve spot c{i % 4}" d="{key}m9 0{SPOTS[i % 4]}"/>')
        label = escape(shorten(curve.label, 26))
        parts.append(f'<text class="value" x="{left + across + 42}" y="{ends[i] + 4:.1f}">{label}</text>')
    return "".join([*parts, "</svg>"])


def spread_out(places: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Places of names beside the ends of their curves: in the same order, apart from each other, none below the plot.

    >>> spread_out([100, 20, 98], 15, 110)
    [110, 20, 95]
    """
    found = list(places)
    order = sorted(range(len(places)), key=lambda i: places[i])
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + gap)
    for place, i in enumerate(reversed(order)):
        found[i] = min(found[i], lowest - gap * place)
    return found


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
