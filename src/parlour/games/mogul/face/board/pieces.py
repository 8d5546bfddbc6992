"""What comes again on Mogul's boards: the score loop, and what a thing says about itself."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from parlour.faces.drawing import part
from parlour.games.mogul.face.words import MogulWords
from parlour.games.mogul.parts import MogulParts

CROWDS: Final = ["", "", " pair", " crowd", " crowd", " throng", " throng"]  # by the number of markers on a space


def tip(sentence: str, rule: str) -> dict[str, str]:
    """What a thing says about itself, with the rule behind it."""
    return {"says": sentence, "rule": rule}


class Mark(NamedTuple):
    """A player's marker on the score loop."""

    seat: int
    lap: str
    title: str


class Space(NamedTuple):
    """A space of the score loop."""

    number: int
    crowd: str
    marks: list[Mark]


@part
def spaces(words: MogulWords, parts: MogulParts, scores: tuple[int, ...]) -> list[Any]:
    """The score track, with the markers of all seats."""
    marks: list[list[Mark]] = [[] for _ in range(parts.spaces)]
    for seat, score in enumerate(scores):
        lap = parts.lap(score)
        title = words.about(words.seat(seat), words.points(score))
        marks[parts.space(score)].append(Mark(seat, f"{lap:+d}".replace("-", "−") if lap else "", title))
    return [Space(number, CROWDS[len(marks[number])], marks[number]) for number in range(parts.spaces)]
