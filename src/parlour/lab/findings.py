"""What an experiment found, in sentences and as a table of values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from parlour.lab.measures import is_share
from parlour.lab.names import Names, names_for
from parlour.lab.result import Result

HEADLINES = ("win_share.", "skill", "ended.", "shared_wins", "length.rounds", "length.decisions", "scores.",
             "lead_changes", "known_at", "comebacks", "luck")  # fmt: skip

MINOR = ("held.", "taken.", "win_with.", "length.steps", "length.decisions", "choices", "waiting")  # in the table only
MOST = 12  # findings in sentences
DEAD = 0.01  # an answer that is given less often where it could be is a dead choice


def best_of(measure: dict[str, Any]) -> dict[str, Any]:
    """A measure with luck taken away, where that was done; else as it is."""
    found: dict[str, Any] = measure.get("corrected", measure)
    return found


def is_clear(measure: dict[str, Any]) -> bool:
    """Whether an interval of a difference leaves nothing out on both sides of 0."""
    found = best_of(measure)
    low, high = found["difference_low"], found["difference_high"]
    return low is not None and high is not None and (low > 0 or high < 0)


class Finding(NamedTuple):
    """A sentence about a number, and where that number stands; `None` for a sentence about all."""

    text: str
    way: int | None = None  # the variant by its number; 0 for the box's rules
    name: str = ""  # of the measure


def sentences(result: Result, names: Names | None = None) -> list[str]:
    return [found.text for found in findings(result, names)]


def findings(result: Result, names: Names | None = None) -> list[Finding]:
    """What is clear, wins first, then the clearest; then what must be known to trust it."""
    names = names or names_for(result.experiment.game)
    data = result.to_dict()
    found: list[tuple[float, Finding]] = []
    gifts = any(variant.give for variant in result.experiment.variants)
    asked = "win_share.chosen" if gifts else "win_share."
    called = [names.variant(variant) for variant in result.experiment.ways]
    for way, variant in enumerate(data["variants"], start=1):
        for name, measure in variant["measures"].items():
            if not is_clear(measure) or name.startswith(MINOR):
                continue
            best = best_of(measure)
            width = (best["difference_high"] - best["difference_low"]) or 1e-9
            weight = abs(best["difference"]) / width + (1000 if name.startswith(asked) else 0)
            found.append((weight, Finding(finding(result, called[way], name, measure, names), way, name)))
    found.sort(key=lambda pair: -pair[0])
    told = [sentence for _, sentence in found[:MOST]]
    if len(found) > MOST:
        more = len(found) - MOST
        told.append(Finding(names.t("{more} further differences are clear: the table has them.", more=more)))
    if data["variants"] and not told:
        told.append(Finding(names.t("No difference is clear: every interval holds 0.")))
    if not data["variants"]:
        told += baseline_findings(data, names)
    told += [Finding(text) for text in dead_choices(result, data, names)]
    return told + [Finding(text) for text in caveats(result, names)]


def dead_choices(result: Result, data: dict[str, Any], names: Names) -> list[str]:
    """Answers that players who think hardly ever give."""
    if result.experiment.quick:
        return []
    dead = [
        f"{names.part(name, name.partition('.')[2])} ({names.value(name, measure['value'])})"
        for name, measure in data["baseline"]["measures"].items()
        if name.startswith("taken.") and measure["high"] is not None and measure["high"] < DEAD
    ]
    return [names.t("Hardly ever chosen where it could be: {what}", what=", ".join(dead))] if dead else []


def finding(result: Result, variant: str, name: str, measure: dict[str, Any], names: Names) -> str:
    facts = {
        "variant": variant,
        "what": names.measure(name),
        "difference": names.difference(name, measure["difference"]),
        "low": names.difference(name, measure["difference_low"]),
        "high": names.difference(name, measure["difference_high"]),
        "value": names.value(name, measure["value"]),
        "deals": names.count(result.deals),
    }
    if "corrected" in measure:
        best = measure["corrected"]
        facts |= {
            "less": names.difference(name, best["difference"]),
            "less_low": names.difference(name, best["difference_low"]),
            "less_high": names.difference(name, best["difference_high"]),
        }
        return names.t(
            "{variant}: {what} {less} points with the luck of draws taken away (95 % interval {less_low} to "
            "{less_high}); as played {difference} ({low} to {high}), now {value}; {deals} paired deals",
            **facts,
        )
    if is_share(name):
        return names.t(
            "{variant}: {what} {difference} points (95 % interval {low} to {high}), now {value}; {deals} paired deals",
            **facts,
        )
    return names.t(
        "{variant}: {what} {difference} (95 % interval {low} to {high}), now {value}; {deals} paired deals", **facts
    )


def baseline_findings(data: dict[str, Any], names: Names) -> list[Finding]:
    """Roles that win more or less than their part."""
    players = len(data["bots"])
    found: list[Finding] = []
    for name, measure in data["baseline"]["measures"].items():
        best = best_of(measure)
        if not name.startswith("win_share.") or players < 2 or best["low"] is None:
            continue
        if best["low"] <= 1 / players <= best["high"]:
            continue
        facts = {
            "what": names.measure(name),
            "value": names.value(name, best["value"]),
            "low": names.value(name, best["low"]),
            "high": names.value(name, best["high"]),
        }
        if best["value"] > 1 / players:
            text = names.t("{what} {value} (95 % interval {low} to {high}): more than an equal part", **facts)
        else:
            text = names.t("{what} {value} (95 % interval {low} to {high}): less than an equal part", **facts)
        found.append(Finding(text, 0, name))
    if found or players < 2 or not any(name.startswith("win_share.") for name in data["baseline"]["measures"]):
        return found
    return [Finding(names.t("No role clearly wins more or less than its part."))]


def caveats(result: Result, names: Names) -> list[str]:
    """How it was found out, and what to be careful about."""
    experiment = result.experiment
    found = [
        names.t(
            "Played by {bots}: {deals} deals, {games} games of each variant, all on the same deals.",
            bots=names.bots(experiment.bots),
            deals=names.count(result.deals),
            games=names.count(result.games),
        )
    ]
    if experiment.within is not None:
        found.append(
            names.t("95 % intervals that hold at every look (asymptotic confidence sequence), each for itself.")
        )
    else:
        found.append(names.t("95 % intervals that hold for this one look, each for itself."))
    looked_at = sum(len(variant["measures"]) for variant in result.to_dict()["variants"])
    if looked_at:
        found.append(
            names.t(
                "{count} differences were looked at: one in twenty such intervals misses by chance.", count=looked_at
            )
        )
    if any(variant.give for variant in experiment.variants):
        found.append(names.t("What is given goes to a seat drawn by lot, against the same seat without it: causes."))
    if any(variant.without for variant in experiment.variants):
        found.append(names.t("What is taken out is out of the whole game, for everybody."))
    found += savings(result, names)
    if result.unfinished:
        found.append(
            names.t(
                "{games} games were stopped at {limit} steps, {circling} of them going in circles; they are left out "
                "of all other numbers.",
                games=result.unfinished,
                limit=names.count(experiment.limit),
                circling=result.circling,
            )
        )
    return found


def savings(result: Result, names: Names) -> list[str]:
    """What each way to play fewer games has saved."""
    left = {what: f"{100 * share:.0f}" for what, share in result.variance_left().items()}
    found: list[str] = []
    if "rotations" in left:
        found.append(names.t("Rotations leave {share} % of the variance of a win share.", share=left["rotations"]))
    if "pairs" in left:
        found.append(
            names.t("Paired deals leave {share} % of the variance of a difference of win shares.", share=left["pairs"])
        )
    if "luck" in left:
        found.append(
            names.t(
                "Taking away the luck of draws leaves {share} % of the rest; how much is taken is measured on the "
                "deals before.",
                share=left["luck"],
            )
        )
    return found


def rows(result: Result) -> Iterator[list[Any]]:
    """All values as a table."""
    keys = ["value", "low", "high", "difference", "difference_low", "difference_high"]
    luck = result.experiment.luck
    yield ["variant", "measure", *keys, *([f"corrected_{key}" for key in keys] if luck else [])]
    data = result.to_dict()
    for part in (data["baseline"], *data["variants"]):
        for name, found in part["measures"].items():
            cells = [found.get(key) for key in keys]
            less = found.get("corrected", {})
            yield [part.get("name", ""), name, *cells, *([less.get(key) for key in keys] if luck else [])]


def as_csv(result: Result) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows(result))
    return file.getvalue()
