"""What an experiment found, in sentences and as a table of values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from functools import cache
from typing import Any

from parlour.faces.words import SHARED, Phrases
from parlour.lab.experiment import Result
from parlour.lab.measures import is_share

# Measures in words, by their names or by what these begin with.
SENTENCES = {
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
    "win_share.first": "win share: who begins",
    "win_share": "win share: {what}",
    "ended": "games that end by {what}",
    "held": "{what} of a player at the end",
    "win_with": "win share of those who have {what} at the end (no cause)",
    "taken": "“{what}” where it could be answered",
}
HEADLINES = ("win_share.", "ended.", "shared_wins", "length.rounds", "length.decisions", "scores.", "lead_changes",
             "known_at", "comebacks")  # fmt: skip

MINOR = ("held.", "taken.", "win_with.", "length.steps", "length.decisions", "choices")  # in the table only
MOST = 12  # findings in sentences


@cache
def english() -> Phrases:
    return Phrases(SHARED, "en")


def describe(name: str, words: Phrases | None = None) -> str:
    """A measure in words.

    >>> describe("win_share.second"), describe("ended.gold"), describe("held.mines")
    ('win share: second', 'games that end by gold', 'mines of a player at the end')
    """
    words = words or english()
    if name in SENTENCES:
        return words.t(SENTENCES[name])
    kind, _, what = name.partition(".")
    if kind not in SENTENCES:
        return name
    return words.t(SENTENCES[kind], what=what.removeprefix("bot.").replace("seat.", "seat "))


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


def sentences(result: Result, words: Phrases | None = None) -> list[str]:
    """What is clear, wins first, then the clearest; then what must be known to trust it."""
    words = words or english()
    data = result.to_dict()
    found: list[tuple[float, str]] = []
    gifts = any(variant.give for variant in result.experiment.variants)
    asked = "win_share.chosen" if gifts else "win_share."
    for variant in data["variants"]:
        for name, measure in variant["measures"].items():
            if not is_clear(measure) or name.startswith(MINOR):
                continue
            width = (measure["difference_high"] - measure["difference_low"]) or 1e-9
            weight = abs(measure["difference"]) / width + (1000 if name.startswith(asked) else 0)
            found.append((weight, finding(result, variant["name"], name, measure, words)))
    found.sort(key=lambda pair: -pair[0])
    told = [sentence for _, sentence in found[:MOST]]
    if len(found) > MOST:
        more = len(found) - MOST
        told.append(words.t("{more} further differences are clear: the table has them.", more=more))
    if data["variants"] and not told:
        told.append(words.t("No difference is clear: every interval holds 0."))
    if not data["variants"]:
        told += baseline_sentences(data, words)
    return told + caveats(result, words)


def finding(result: Result, variant: str, name: str, measure: dict[str, Any], words: Phrases) -> str:
    facts = {
        "variant": variant,
        "what": describe(name, words),
        "difference": write_difference(name, measure["difference"]),
        "low": write_difference(name, measure["difference_low"]),
        "high": write_difference(name, measure["difference_high"]),
        "value": write_value(name, measure["value"]),
        "deals": f"{result.deals:,}",
    }
    if is_share(name):
        return words.t(
            "{variant}: {what} {difference} points (95 % interval {low} to {high}), now {value}; {deals} paired deals",
            **facts,
        )
    return words.t(
        "{variant}: {what} {difference} (95 % interval {low} to {high}), now {value}; {deals} paired deals", **facts
    )


def baseline_sentences(data: dict[str, Any], words: Phrases) -> list[str]:
    """Roles that win more or less than their part."""
    players = len(data["bots"])
    found: list[str] = []
    for name, measure in data["baseline"]["measures"].items():
        if name.startswith("win_share.") and players > 1 and measure["low"] is not None:
            if measure["low"] <= 1 / players <= measure["high"]:
                continue
            low, high = write_value(name, measure["low"]), write_value(name, measure["high"])
            facts = {
                "what": describe(name, words),
                "value": write_value(name, measure["value"]),
                "low": low,
                "high": high,
            }
            if measure["value"] > 1 / players:
                found.append(
                    words.t("{what} {value} (95 % interval {low} to {high}): more than an equal part", **facts)
                )
            else:
                found.append(
                    words.t("{what} {value} (95 % interval {low} to {high}): less than an equal part", **facts)
                )
    return found or ([words.t("No role clearly wins more or less than its part.")] if players > 1 else [])


def caveats(result: Result, words: Phrases) -> list[str]:
    """How it was found out, and what to be careful about."""
    experiment = result.experiment
    found = [
        words.t(
            "Played by {bots}: {deals} deals, {games} games of each variant, all on the same deals.",
            bots=", ".join(experiment.bots),
            deals=f"{result.deals:,}",
            games=f"{result.games:,}",
        )
    ]
    if experiment.within is not None:
        found.append(
            words.t("95 % intervals that hold at every look (asymptotic confidence sequence), each for itself.")
        )
    else:
        found.append(words.t("95 % intervals that hold for this one look, each for itself."))
    looked_at = sum(len(variant["measures"]) for variant in result.to_dict()["variants"])
    if looked_at:
        found.append(
            words.t(
                "{count} differences were looked at: one in twenty such intervals misses by chance.", count=looked_at
            )
        )
    if any(variant.give for variant in experiment.variants):
        found.append(words.t("What is given goes to a seat drawn by lot, against the same seat without it: causes."))
    if any(variant.without for variant in experiment.variants):
        found.append(words.t("What is taken out is out of the whole game, for everybody."))
    if result.unfinished:
        found.append(
            words.t(
                "{games} games were stopped at {limit} steps, {circling} of them going in circles; they are left out "
                "of all other numbers.",
                games=result.unfinished,
                limit=f"{experiment.limit:,}",
                circling=result.circling,
            )
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
