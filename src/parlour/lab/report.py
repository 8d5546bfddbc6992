"""A report to look at: one HTML file with everything in it, findings first. Every number has links to games behind it,
which are told in the file and can be taken from it as records."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

from parlour.faces.changes import gift_lines
from parlour.lab.findings import MINOR, best_of, findings, is_clear, rows
from parlour.lab.measures import TENTHS, WINNER, is_share
from parlour.lab.names import Names, names_for
from parlour.lab.plots import Bar, Curve, histogram, interval_chart, line_chart
from parlour.lab.result import Example, Result
from parlour.lab.sittings import Sittings, agenda_of
from parlour.rules.move import read_move

MOST_PLOTS = 10  # of differences
MOST_GAMES = 30  # that are told in a report
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
.curve { fill: none; stroke-width: 2; } .thin { stroke-width: 1; } .spot { fill: var(--paper); stroke-width: 1.5; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); }
.c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); }
table { border-collapse: collapse; font-size: .85rem; } td, th { padding: .15rem .6rem; text-align: right; }
td:first-child, td:nth-child(2), th:first-child, th:nth-child(2) { text-align: left; }
tr:nth-child(even) { background: color-mix(in srgb, var(--ink) 5%, transparent); }
.wide { overflow-x: auto; } code { overflow-wrap: anywhere; }
a { color: inherit; } .games { font-size: .85rem; color: var(--faint); white-space: nowrap; }
details.game { margin: .5rem 0; } details.game:target > summary { font-weight: bold; }
details.game p { margin: .1rem 0 .1rem 1rem; }
"""


Links = Callable[[int, str], str]
"""The links to the games behind a number, as HTML, by variant (0: the box's rules) and measure."""


class Plot(NamedTuple):
    id: str
    title: str
    svg: str
    note: str = ""


def report_html(results: Sequence[Result], command: str = "", lang: str = "en") -> str:
    """The report of one or several experiments as a page that needs nothing else."""
    titles = " / ".join(dict.fromkeys(title_of(result, lang) for result in results))
    many = len(results) > 1
    body = how = ""
    for number, result in enumerate(results):
        names = names_for(result.experiment.game, lang)
        samples = SampleGames(result, f"game-{number}", names)
        body += f"<h1>{escape(names.bots(result.experiment.bots))}</h1>" if many else ""
        body += section(result, names, samples.links) + samples.tell()
        how = f"<p class='note'>{escape(names.t('Found by:'))} <code>{escape(command)}</code></p>" if command else ""
    data = json.dumps([result.to_dict() for result in results]).replace("</", "<\\/")
    return (
        f"<!doctype html><html lang='{lang}'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(titles)}</title><style>{STYLE}</style><body><h1>{escape(titles)}</h1>{how}{body}"
        f"<script type='application/json' id='results'>{data}</script><script>{OPENING}</script></body></html>\n"
    )


# Whoever follows a link to a game wants it open.
OPENING = """
const open = () => { const game = document.getElementById(location.hash.slice(1)); if (game) game.open = true; };
addEventListener("hashchange", open); open();
"""


def title_of(result: Result, lang: str = "en") -> str:
    experiment = result.experiment
    names = names_for(experiment.game, lang)
    players = names.words.n("{count} player", "{count} players", experiment.players)
    return experiment.name or f"{experiment.game.title}, {players}"


def no_links(way: int, name: str) -> str:
    return ""


def section(result: Result, names: Names | None = None, links: Links = no_links) -> str:
    """What an experiment found, as a part of a page."""
    names = names or names_for(result.experiment.game)
    said = "".join(
        f"<li>{escape(found.text)}{'' if found.way is None else links(found.way, found.name)}</li>"
        for found in findings(result, names)
    )
    shown = "".join(
        f"<h2>{escape(plot.title)}</h2><figure tabindex='0'>{plot.svg}</figure>"
        + (f"<p class='small'>{escape(plot.note)}</p>" if plot.note else "")
        for plot in plots(result, names)
    )
    return f"<h2>{names.t('What was found')}</h2><ul>{said}</ul>{shown}{values_table(result, names, links)}"


def plots(result: Result, names: Names | None = None) -> list[Plot]:
    names = names or names_for(result.experiment.game)
    data = result.to_dict()
    return [
        *roles_plot(data, names),
        *sweep_plots(data, names),
        *difference_plots(result, data, names),
        *leads_plot(result, names),
        *length_plot(result, names),
    ]


def roles_plot(data: dict[str, Any], names: Names) -> list[Plot]:
    """Win shares of the box's rules, against equal parts."""
    players = len(data["bots"])
    shares = {name: best_of(m) for name, m in data["baseline"]["measures"].items() if name.startswith("win_share.")}
    bars = [
        Bar(names.measure(name), m["value"], m["low"], m["high"], not m["low"] <= 1 / players <= m["high"],
            f"{names.value(name, m['value'])}")
        for name, m in shares.items()
        if m["low"] is not None
    ]  # fmt: skip
    if players < 2 or not bars:
        return []
    title = names.t("Who wins, by the box's rules")
    note = names.t("Dashed: an equal part. Filled: clearly off it. Lines: 95 % intervals.")
    return [Plot("roles", title, interval_chart(bars, 1 / players, True, title, names.tick), note)]


def difference_plots(result: Result, data: dict[str, Any], names: Names) -> list[Plot]:
    """For the measures that change most clearly: every variant against the box's rules."""
    strength: dict[str, float] = {}
    for variant in data["variants"]:
        for name, measure in variant["measures"].items():
            if is_clear(measure) and not name.startswith(MINOR):
                m = best_of(measure)
                width = (m["difference_high"] - m["difference_low"]) or 1e-9
                strength[name] = max(strength.get(name, 0.0), abs(m["difference"]) / width)
    for name in [name for name in strength if name == "win_share.chosen"]:
        strength[name] += 1e9  # what was asked comes first
    called = [names.variant(variant) for variant in result.experiment.variants]
    found: list[Plot] = []
    for name in sorted(strength, key=lambda name: -strength[name])[:MOST_PLOTS]:
        bars = [
            Bar(title, m["difference"], m["difference_low"], m["difference_high"], is_clear(m),
                names.difference(name, m["difference"]))
            for title, variant in zip(called, data["variants"], strict=True)
            if name in variant["measures"] and (m := best_of(variant["measures"][name]))["difference_low"] is not None
        ]  # fmt: skip
        bars.sort(key=lambda bar: -bar.value)
        title = names.t("Difference to the box's rules: {what}", what=names.measure(name))
        found.append(Plot(f"difference-{name}", title, interval_chart(bars, 0.0, is_share(name), title, names.tick)))
    return found


def sweep_plots(data: dict[str, Any], names: Names) -> list[Plot]:
    """Curves over a number that was swept."""
    keys = {key for variant in data["variants"] for key in variant["changes"]}
    swept = [
        key
        for key in sorted(keys)
        if len({json.dumps(variant["changes"].get(key)) for variant in data["variants"]}) == len(data["variants"])
        and all(isinstance(variant["changes"].get(key), int) for variant in data["variants"])
    ]
    if len(data["variants"]) < 3 or not swept:
        return []
    key = swept[0]
    found: list[Plot] = []
    for start, title in (
        ("win_share.", names.t("Win shares: {key}", key=names.key(key))),
        ("ended.", names.t("How it ends: {key}", key=names.key(key))),
    ):
        counted = [name for name in data["variants"][0]["measures"] if name.startswith(start)]
        counted = [name for name in counted if not name.startswith("win_share.seat.")] or counted
        curves = [
            Curve(
                names.part(name, name.removeprefix(start)),
                [(v["changes"][key], best_of(v["measures"][name])["value"]) for v in data["variants"]],
                [
                    (m["low"], m["high"])
                    for v in data["variants"]
                    if (m := best_of(v["measures"][name]))["low"] is not None
                ],
            )
            for name in counted[:4]
            if all(name in v["measures"] for v in data["variants"])
        ]
        if curves:
            chart = line_chart(curves, True, names.key(key), title, names.tick)
            note = names.t("Upright lines: 95 % intervals.")
            found.append(Plot(f"sweep-{start.rstrip('.')}", title, chart, note))
    return found


def leads_plot(result: Result, names: Names) -> list[Plot]:
    """Who leads when, by the box's rules: whoever will win, and the roles in turn."""
    leads = result.leads[0]
    if WINNER not in leads or leads[WINNER][0].count < 20:
        return []
    roles = [role for role in leads if role != WINNER]
    curves = [
        Curve(names.role(role), [(100 * tenth / TENTHS, spread.mean) for tenth, spread in enumerate(leads[role])])
        for role in [WINNER, *roles[:3]]
    ]
    title = names.t("Who leads when")
    note = names.t("The share of the games in which each is ahead, as the game's judge sees it.")
    return [Plot("leads", title, line_chart(curves, True, names.t("per cent of the game"), title, names.tick), note)]


def length_plot(result: Result, names: Names) -> list[Plot]:
    ways = [way for way, lengths in enumerate(result.lengths) if lengths and (way == 0 or not result.same_as_box(way))]
    known = [length for way in ways[:4] for length in result.lengths[way]]
    if len(known) < 20:
        return []
    low, high = min(known), max(known)
    curves = [
        Curve(names.variant(result.experiment.ways[way]), histogram(result.lengths[way], low, high)) for way in ways[:4]
    ]
    title = names.t("How long games are")
    return [Plot("length", title, line_chart(curves, True, names.t("steps"), title, names.tick))]


def values_table(result: Result, names: Names, links: Links) -> str:
    head, *lines = rows(result)
    cells = "".join(f"<th>{escape(names.column(name))}</th>" for name in head)
    ways = {"": 0, **{variant.name: way for way, variant in enumerate(result.experiment.ways[1:], start=1)}}
    called = [names.variant(variant) for variant in result.experiment.ways]
    body = "".join(
        f"<tr><td>{escape(called[ways[variant]])}</td><td data-name='{escape(name)}'>{escape(names.measure(name))}</td>"
        + "".join(f"<td>{'' if value is None else names.number(f'{value:.4g}')}</td>" for value in values)
        + f"<td>{links(ways[variant], name)}</td></tr>"
        for variant, name, *values in lines
    )
    table = f"<div class='wide' tabindex='0'><table><tr>{cells}<th></th></tr>{body}</table></div>"
    title, many = names.t("All values"), names.t("{count} rows", count=len(lines))
    return f"<h2>{title}</h2><details><summary>{many}</summary>{table}</details>"


# -- games behind the numbers ----------------------------------------------------------------------


class SampleGames:
    """Games behind the numbers of an experiment, few enough to be told in a page: of each measure one in which it is
    great, the same ones for several measures where that can be."""

    def __init__(self, result: Result, prefix: str, names: Names) -> None:
        self.result = result
        self.prefix = prefix
        self.names = names
        self.chosen: dict[tuple[int, int, int], None] = {}  # variant, deal, rotation
        told = [(found.way, found.name) for found in findings(result) if found.way is not None]
        rest = [(way, name) for name in result.measures() for way in range(len(result.examples))]
        for way, name in told + rest:
            found = [(way, example.deal, example.turn) for example in greatest(result.examples[way].get(name, []))]
            if found and not any(game in self.chosen for game in found) and len(self.chosen) < MOST_GAMES:
                self.chosen[found[0]] = None

    def links(self, way: int, name: str) -> str:
        found = [
            (example, game)
            for example in greatest(self.result.examples[way].get(name, []))
            if (game := (way, example.deal, example.turn)) in self.chosen
        ]
        if not found:
            return ""
        links = ", ".join(
            f"<a href='#{self.id_of(game)}'>{escape(self.link_text(name, example))}</a>" for example, game in found
        )
        return f" <span class='games'>({links})</span>"

    def link_text(self, name: str, example: Example) -> str:
        deal = self.names.t("deal {number}", number=example.deal + 1)
        return self.names.words.about(deal, self.names.value(name, example.value))

    def id_of(self, game: tuple[int, int, int]) -> str:
        return "-".join([self.prefix, *map(str, game)])

    def tell(self) -> str:
        """The games move by move, each with its record."""
        sittings = Sittings(agenda_of(self.result.experiment, True))
        names = self.names
        found: list[str] = []
        for way, deal, turn in self.chosen:
            record = sittings.play_one(deal, way, turn).moves[0]
            number = names.t("deal {number}", number=deal + 1)
            title = f"{names.variant(self.result.experiment.ways[way])}, {number}, {names.bots(record['bots'])}"
            lines = "".join(f"<p>{escape(line)}</p>" for line in tell_game(self.result, way, record, names))
            file = quote(json.dumps(record))
            take = f"<a download='game.json' href='data:application/json,{file}'>{escape(names.t('the record'))}</a>"
            how = escape(names.t("Take {record}: {command}, or “Look at a record” on a server, shows it on the board."))
            how = how.format(record=take, command="<code>parlour replay game.json</code>")
            found.append(
                f"<details class='game' id='{self.id_of((way, deal, turn))}'><summary>{escape(title)}</summary>"
                f"<p class='note'>{how}</p>{lines}</details>"
            )
        return f"<h2>{escape(names.t('Games behind the numbers'))}</h2>{''.join(found)}" if found else ""


def greatest(examples: Sequence[Example]) -> list[Example]:
    """The examples with the greatest value, or nearly; the first ones of what does not differ."""
    most = max((example.value for example in examples), default=0.0)
    return [example for example in examples if example.value == most] or list(examples[-1:])


def tell_game(result: Result, way: int, record: dict[str, Any], names: Names) -> list[str]:
    """What happened in a game, as its spectators are told."""
    game = result.experiment.game
    parts = result.experiment.ways[way].parts(game)
    state = game.opening(record, parts)
    words = game.words(names.lang, [f"{names.bot(bot)} {seat + 1}" for seat, bot in enumerate(record["bots"])])
    words.use(parts)
    told = gift_lines(game, record.get("gift") or {}, words)
    state.listen(lambda event: told.append(words.event(event.seen_by(None))))
    for move in record["moves"]:
        read_move(move, state.players, "record.moves").play(state)
    return [line for line in told if line]
