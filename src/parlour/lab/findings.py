"""What an experiment found, in sentences and as a table of values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from parlour.lab.experiment import Result
from parlour.lab.measures import is_share

PLAIN = {
    "shared_wins": "games whose win is shared",
    "length.rounds": "rounds",
    "length.steps": "steps",
    "length.decisions": "decisions with more than one answer",
    "choices": "answers for each decision",
    "forced": "questions with one answer only",
    "lead_changes": "changes of the lead",
    "known_at": "part of the game after which its winner is ahead for good",
    "comebacks": "games won by whoever was last half way",
    "scores.winner": "points of the winner",
    "scores.gap": "points between first and second",
    "scores.all": "points of a player",
    "win_share.chosen": "win share of the seat drawn by lot",
}
HEADLINES = ("win_share.", "ended.", "shared_wins", "length.rounds", "length.decisions", "scores.", "lead_changes",
             "known_at", "comebacks")  # fmt: skip

MINOR = ("held.", "taken.", "win_with.", "length.steps", "length.decisions", "choices")  # in the table only
MOST = 12  # findings in sentences


def describe(name: str) -> str:
    """A measure in words.

    >>> describe("win_share.first"), describe("ended.gold"), describe("held.mines")
    ('win share: first', 'games that end by gold', 'mines of a player at the end')
    """
    if name in PLAIN:
        return PLAIN[name]
    kind, _, rest = name.partition(".")
    if kind == "win_share":
        role, _, which = rest.partition(".")
        return f"win share: {role} {which}" if role == "seat" else f"win share: {which or role}"
    forms = {
        "ended": "games that end by {}",
        "held": "{} of a player at the end",
        "win_with": "win share of those who have {} at the end (no cause)",
        "taken": "“{}” where it could be answered",
    }
    return forms[kind].format(rest) if kind in forms else name


def write_value(name: str, value: float | None) -> str:
    if value is None:
        return "?"
    return f"{100 * value:.1f} %" if is_share(name) else f"{value:.2f}"


def write_difference(name: str, value: float | None) -> str:
    if value is None:
        return "?"
    return f"{100 * value:+.1f}" if is_share(name) else f"{value:+.2f}"


def is_clear(found: dict[str, Any]) -> bool:
    """Whether an interval of a difference leaves nothing out on both sides of 0."""
    low, high = found["difference_low"], found["difference_high"]
    return low is not None and high is not None and (low > 0 or high < 0)


def sentences(result: Result) -> list[str]:
    """What is clear, wins first, then the clearest; then what must be known to trust it."""
    data = result.to_dict()
    found: list[tuple[float, str]] = []
    for variant in data["variants"]:
        for name, measure in variant["measures"].items():
            if not is_clear(measure) or name.startswith(MINOR):
                continue
            width = (measure["difference_high"] - measure["difference_low"]) or 1e-9
            weight = abs(measure["difference"]) / width + (1000 if name.startswith("win_share.") else 0)
            found.append((weight, finding(result, variant["name"], name, measure)))
    found.sort(key=lambda pair: -pair[0])
    told = [sentence for _, sentence in found[:MOST]]
    if len(found) > MOST:
        told.append(f"{len(found) - MOST} further differences are clear: the table has them.")
    if data["variants"] and not told:
        told.append("No difference is clear: every interval holds 0.")
    if not data["variants"]:
        told += baseline_sentences(data)
    return told + caveats(result)


def finding(result: Result, variant: str, name: str, measure: dict[str, Any]) -> str:
    unit = " points" if is_share(name) else ""
    low, high = measure["difference_low"], measure["difference_high"]
    return (
        f"{variant}: {describe(name)} {write_difference(name, measure['difference'])}{unit} "
        f"(95 % interval {write_difference(name, low)} to {write_difference(name, high)}), "
        f"now {write_value(name, measure['value'])}; {result.deals:,} paired deals"
    )


def baseline_sentences(data: dict[str, Any]) -> list[str]:
    """Roles that win more or less than their part."""
    players = len(data["bots"])
    found: list[str] = []
    for name, measure in data["baseline"]["measures"].items():
        if name.startswith("win_share.") and players > 1 and measure["low"] is not None:
            if measure["low"] <= 1 / players <= measure["high"]:
                continue
            more = "more" if measure["value"] > 1 / players else "less"
            low, high = write_value(name, measure["low"]), write_value(name, measure["high"])
            found.append(
                f"{describe(name)} {write_value(name, measure['value'])} (95 % interval {low} to {high}): "
                f"{more} than an equal part"
            )
    return found or (["No role clearly wins more or less than its part."] if players > 1 else [])


def caveats(result: Result) -> list[str]:
    """How it was found out, and what to be careful about."""
    experiment = result.experiment
    how = "at every look (asymptotic confidence sequence)" if experiment.within is not None else "for this one look"
    found = [
        f"Played by {', '.join(experiment.bots)}: {result.deals:,} deals, {result.games:,} games of each variant, all "
        f"on the same deals; 95 % intervals that hold {how}, each for itself."
    ]
    if any(variant.give for variant in experiment.variants):
        found.append("What is given goes to a seat drawn by lot, against the same seat without it: causes.")
    if any(variant.without for variant in experiment.variants):
        found.append("What is taken out is out of the whole game, for everybody.")
    if result.unfinished:
        found.append(
            f"{result.unfinished} games were stopped at {experiment.limit:,} steps, {result.circling} of them going in "
            "circles; they are left out of all other numbers."
        )
    return found


def rows(result: Result) -> Iterator[list[Any]]:
    """All values as a table."""
    head = ["variant", "measure", "value", "low", "high", "difference", "difference_low", "difference_high"]
    yield head
    data = result.to_dict()
    for name, found in data["baseline"]["measures"].items():
        yield ["", name, found["value"], found["low"], found["high"], None, None, None]
    for variant in data["variants"]:
        for name, found in variant["measures"].items():
            yield [variant["name"], name, *[found[key] for key in head[2:]]]


def as_csv(result: Result) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows(result))
    return file.getvalue()
