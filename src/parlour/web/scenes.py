"""Small tables that stand in a game's folder as data: the pictures of its rules page and its first-game guide.

`pictures.toml` has one `[[picture]]` for each picture, `guide.toml` the guide with one `[[step]]` for each step. Both
begin with a position as the game's spec writes it (`position`, JSON), or with a set-up (`players`, `seed`), and play
`moves` on it: "0 build 1 0", "chance roll 7". Whatever a person reads is there in every language: `caption.en`,
`caption.fr`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from parlour.faces.typography import typeset
from parlour.faces.words import LANGUAGES
from parlour.rules.events import Event
from parlour.rules.game import Game, find
from parlour.rules.move import parse_move
from parlour.rules.state import State

Texts = Mapping[str, str]  # language -> text


class Picture(NamedTuple):
    """A board on the rules page, seen through a seat's eyes."""

    after: str  # the rule whose paragraph it stands behind
    seat: int | None
    scene: Mapping[str, Any]
    only: str  # the part of the board that is shown, if not all of it
    caption: Texts
    small: bool  # one of several that stand side by side


class GuideStep(NamedTuple):
    """One step of a guide: what the player is asked to do, and what comes of it."""

    title: Texts
    say: Texts  # what to look at and what to do
    ask: str  # the action that is asked for
    hint: Texts  # for those who do something else; may be empty
    then: tuple[str, ...]  # what the others and chance do afterwards
    why: Texts  # what has happened, and what to learn from it


class Guide(NamedTuple):
    """A first game in a few steps."""

    seat: int
    scene: Mapping[str, Any]
    intro: Texts
    steps: tuple[GuideStep, ...]
    end: Texts  # how one wins


class Moment(NamedTuple):
    """A guide's table at one moment, and what has just happened there."""

    state: State
    events: list[Event]


def load(game: str, name: str) -> dict[str, Any]:
    path = Path(find(game).folder) / "book" / name
    return typeset_texts(tomllib.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def typeset_texts(data: Any) -> Any:
    """The same data with every text (`caption.en`, `caption.fr`) as it is to be read."""
    if isinstance(data, list):
        return [typeset_texts(item) for item in data]
    if not isinstance(data, dict):
        return data
    if set(data) == set(LANGUAGES):
        return {lang: typeset(text, lang) for lang, text in data.items()}
    return {key: typeset_texts(value) for key, value in data.items()}


@cache
def pictures(game: str) -> tuple[Picture, ...]:
    return tuple(
        Picture(
            found["after"], found.get("seat"), found, found.get("only", ""), found["caption"], found.get("small", False)
        )
        for found in load(game, "pictures.toml").get("picture", [])
    )


@cache
def guide(game: str) -> Guide | None:
    found = load(game, "guide.toml")
    if not found:
        return None
    steps = [
        GuideStep(
            step["title"], step["say"], step["ask"], step.get("hint", {}), tuple(step.get("then", ())), step["why"]
        )
        for step in found["step"]
    ]
    return Guide(found["seat"], found, found["intro"], tuple(steps), found["end"])


def table(game: Game, scene: Mapping[str, Any]) -> State:
    """The table that a scene describes."""
    if "position" in scene:
        state = game.load(json.loads(scene["position"]))
    else:
        state = game.new(scene["players"], scene.get("options", {}), scene["seed"])
    play(state, scene.get("moves", ()))
    return state


def play(state: State, moves: Sequence[str]) -> None:
    for move in moves:
        parse_move(move).play(state)


def moment(game: Game, guide: Guide, step: int, done: bool) -> Moment:
    """The guide's table before a step (the first is 0), or when it is done, with the events of that step."""
    state = table(game, guide.scene)
    for earlier in guide.steps[:step]:
        carry_out(state, guide.seat, earlier)
    events: list[Event] = []
    if done:
        state.listen(events.append)
        carry_out(state, guide.seat, guide.steps[step])
        state.listen(None)
    return Moment(state, events)


def carry_out(state: State, seat: int, step: GuideStep) -> None:
    state.play(seat, step.ask)
    play(state, step.then)
