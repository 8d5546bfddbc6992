"""A report to look at: one HTML file with everything in it, findings first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from parlour.faces.words import Phrases
from parlour.lab.experiment import Result
from parlour.lab.findings import MINOR, describe, english, is_clear, rows, sentences, write_difference, write_value
from parlour.lab.measures import is_share
from parlour.lab.plots import Bar, Curve, histogram, interval_chart, line_chart

MOST_PLOTS = 10  # of differences
STYLE = """
:root { color-scheme: light dark; --ink: #1c1b19; --paper: #fbfaf7; --faint: #8a857c; --line: #d8d3c8;
  --c0: #1c1b19; --c1: #1f6f8b; --c2: #a8421e; --c3: #5b7f1c; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8df; --paper: #1b1a18; --faint: #9c968a; --line: #45413a;
  --c0: #ece8df; --c1: #7cc3dd; --c2: #f0a07c; --c3: #b5d66f; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 46rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
li { margin: .3rem 0; } .note, .small { color: var(--faint); }
figure { margin: 0; overflow-x: auto; }
svg { width: 100%; min-width: 36rem; height: auto; font-size: 12px; fill: var(--ink); }
.grid { stroke: var(--line); fill: none; } .mark { stroke: var(--ink); stroke-dasharray: 3 3; fill: none; }
.span { stroke: var(--ink); stroke-width: 2; } .dot { fill: var(--ink); stroke: var(--ink); stroke-width: 2; }
.dot.hollow { fill: var(--paper); } .tick { text-anchor: middle; fill: var(--faint); } .name { text-anchor: end; }
.curve { fill: none; stroke-width: 2; } .c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); }
.c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); }
table { border-collapse: collapse; font-size: .85rem; } td, th { padding: .15rem .6rem; text-align: right; }
td:first-child, td:nth-child(2), th:first-child, th:nth-child(2) { text-align: left; }
tr:nth-child(even) { background: color-mix(in srgb, var(--ink) 5%, transparent); }
.wide { overflow-x: auto; } code { overflow-wrap: anywhere; }
"""


def report_html(results: Sequence[Result], command: str = "") -> str:
    """The report of one or several experiments as a page that needs nothing else."""
    titles = " / ".join(dict.fromkeys(title_of(result) for result in results))
    many = len(results) > 1
    body = "".join(
        (f"<h1>{escape(', '.join(result.experiment.bots))}</h1>" if many else "") + section(result)
        for result in results
    )
    how = f"<p class='note'>Found by <code>{escape(command)}</code></p>" if command else ""
    data = json.dumps([result.to_dict() for result in results]).replace("</", "<\\/")
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(titles)}</title><style>{STYLE}</style><body><h1>{escape(titles)}</h1>{how}{body}"
        f"<script type='application/json' id='results'>{data}</script></body></html>\n"
    )


def title_of(result: Result) -> str:
    experiment = result.experiment
    return experiment.name or f"{experiment.game.title}, {experiment.players} players"


def section(result: Result, words: Phrases | None = None) -> str:
    """What an experiment found, as a part of a page."""
    words = words or english()
    data = result.to_dict()
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences(result, words))
    return (
        f"<h2>{words.t('What was found')}</h2><ul>{said}</ul>"
        + roles_plot(data, words)
        + sweep_plots(data, words)
        + difference_plots(data, words)
        + length_plot(result, words)
        + values_table(result, words)
    )


def roles_plot(data: dict[str, Any], words: Phrases) -> str:
    """Win shares of the box's rules, against equal parts."""
    players = len(data["bots"])
    shares = {name: m for name, m in data["baseline"]["measures"].items() if name.startswith("win_share.")}
    if players < 2 or not shares:
        return ""
    bars = [
        Bar(describe(name, words), m["value"], m["low"], m["high"], not m["low"] <= 1 / players <= m["high"],
            f"{write_value(name, m['value'])}")
        for name, m in shares.items()
        if m["low"] is not None
    ]  # fmt: skip
    title = words.t("Who wins, by the box's rules")
    chart = interval_chart(bars, 1 / players, True, title)
    note = words.t("Dashed: an equal part. Filled: clearly off it. Lines: 95 % intervals.")
    return f"<h2>{title}</h2><figure tabindex='0'>{chart}</figure><p class='small'>{note}</p>"


def difference_plots(data: dict[str, Any], words: Phrases) -> str:
    """For the measures that change most clearly: every variant against the box's rules."""
    strength: dict[str, float] = {}
    for variant in data["variants"]:
        for name, m in variant["measures"].items():
            if is_clear(m) and not name.startswith(MINOR):
                width = (m["difference_high"] - m["difference_low"]) or 1e-9
                strength[name] = max(strength.get(name, 0.0), abs(m["difference"]) / width)
    for name in [name for name in strength if name == "win_share.chosen"]:
        strength[name] += 1e9  # what was asked comes first
    plots: list[str] = []
    for name in sorted(strength, key=lambda name: -strength[name])[:MOST_PLOTS]:
        bars = [
            Bar(variant["name"], m["difference"], m["difference_low"], m["difference_high"], is_clear(m),
                write_difference(name, m["difference"]))
            for variant in data["variants"]
            if (m := variant["measures"].get(name)) and m["difference_low"] is not None
        ]  # fmt: skip
        bars.sort(key=lambda bar: -bar.value)
        title = words.t("Difference to the box's rules: {what}", what=describe(name, words))
        chart = interval_chart(bars, 0.0, is_share(name), title)
        plots.append(f"<h2>{escape(title)}</h2><figure tabindex='0'>{chart}</figure>")
    return "".join(plots)


def sweep_plots(data: dict[str, Any], words: Phrases) -> str:
    """Curves over a number that was swept."""
    keys = {key for variant in data["variants"] for key in variant["changes"]}
    swept = [
        key
        for key in sorted(keys)
        if len({json.dumps(variant["changes"].get(key)) for variant in data["variants"]}) == len(data["variants"])
        and all(isinstance(variant["changes"].get(key), int) for variant in data["variants"])
    ]
    if len(data["variants"]) < 3 or not swept:
        return ""
    key = swept[0]
    plots: list[str] = []
    for start, title in (
        ("win_share.", words.t("Win shares by {key}", key=key)),
        ("ended.", words.t("How it ends by {key}", key=key)),
    ):
        names = [name for name in data["variants"][0]["measures"] if name.startswith(start)]
        names = [name for name in names if not name.startswith("win_share.seat.")] or names
        curves = [
            Curve(
                name.removeprefix(start), [(v["changes"][key], v["measures"][name]["value"]) for v in data["variants"]]
            )
            for name in names[:4]
            if all(name in v["measures"] for v in data["variants"])
        ]
        if curves:
            chart = line_chart(curves, True, key, title)
            plots.append(f"<h2>{escape(title)}</h2><figure tabindex='0'>{chart}</figure>")
    return "".join(plots)


def length_plot(result: Result, words: Phrases) -> str:
    lengths = result.lengths[:4]
    known = [length for way in lengths for length in way]
    if len(known) < 20:
        return ""
    low, high = min(known), max(known)
    curves = [
        Curve(variant.name, histogram(way, low, high))
        for variant, way in zip(result.experiment.ways, lengths, strict=False)
        if way
    ]
    title = words.t("How long games are")
    chart = line_chart(curves, True, words.t("steps"), title)
    return f"<h2>{title}</h2><figure tabindex='0'>{chart}</figure>"


def values_table(result: Result, words: Phrases) -> str:
    head, *lines = rows(result)
    cells = "".join(f"<th>{escape(str(name))}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{write_cell(value)}</td>" for value in line) for line in lines)
    table = f"<div class='wide' tabindex='0'><table><tr>{cells}</tr>{body}</table></div>"
    title, many = words.t("All values"), words.t("{count} rows", count=len(lines))
    return f"<h2>{title}</h2><details><summary>{many}</summary>{table}</details>"


def write_cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))
