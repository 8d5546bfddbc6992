"""The parts of a table's page, rendered for one pair of eyes.

Everything here is made from `state.view(seat)`, `state.legal(seat)` and `event.seen_by(seat)`: nothing that a seat may
not know gets as far as a template.

A game without a board of its own has the plain one: its table as text and its actions as buttons. A game brings its own
with two files in its folder: `board.html`, a template, and `board.py` with

    def board(view, seat, legal, words) -> dict     what the template needs, as its variables
    def picks(view, seat, legal) -> dict            action -> the path of `data-pick` names that chooses it
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

from parlour.bots import bots
from parlour.games import ids
from parlour.rules.game import find
from parlour.rules.words import Phrases, Words
from parlour.tables.hall import Room
from parlour.tables.table import Line, Table
from parlour.web.words import level_name, pace_name, sentence, words_of

HERE = Path(__file__).parent
FEW = 12  # actions that need no search field


def environment() -> Environment:
    games = {id: FileSystemLoader(find(id).folder) for id in ids()}
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(games)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(level_name=level_name, pace_name=pace_name)
    return made


TEMPLATES = environment()


class Eyes(NamedTuple):
    """Who looks: a person (or nobody known), through one seat (or as a spectator), in a language."""

    person: str
    seat: int | None
    lang: str
    curtain: int | None = None  # the seat that has to say "I'm here" first, at a shared screen


class Drawn(NamedTuple):
    """What one pair of eyes sees of a table now."""

    regions: dict[str, str]  # name of a part of the page -> its HTML
    turn: bool
    question: int | None
    picks: dict[str, list[str]] | None


def eyes_of(table: Table, person: str, lang: str, shown: int | None) -> Eyes:
    """Through which seat a person may look now; at a shared screen it is one seat at a time."""
    mine = table.seats_of(person)
    if len(mine) < 2:
        return Eyes(person, mine[0] if mine else None, lang)
    asked = [seat for seat in mine if seat in table.to_act()]
    if shown in mine and (shown in asked or not asked):
        return Eyes(person, shown, lang)
    return Eyes(person, None, lang, asked[0] if asked else None)


def draw(room: Room, eyes: Eyes) -> Drawn:
    """The parts of the page. People who watch share one drawing."""
    table = room.table
    known = (
        eyes if eyes.person and (eyes.person == table.host or table.seats_of(eyes.person)) else eyes._replace(person="")
    )
    found: Drawn | None = room.drawn.get(known)
    if found is None:
        found = room.drawn[known] = draw_now(room, known)
    return found


def draw_now(room: Room, eyes: Eyes) -> Drawn:
    table = room.table
    words = words_of(table, eyes.lang)
    common = {"table": table, "eyes": eyes, "words": words, "t": words.t, "n": words.n}
    people = render("people.html", common, seats=seats(room, eyes, words), bots=bots(), host=eyes.person == table.host)
    if table.status == "lobby":
        return Drawn({"people": people, "board": "", "ask": lobby(table, eyes, words), "tools": ""}, False, None, None)
    if table.state is None:
        broken = render("broken.html", common)
        return Drawn(
            {"people": people, "board": broken, "ask": "", "tools": tools(table, eyes, words)}, False, None, None
        )
    if eyes.curtain is not None:
        curtain = render("curtain.html", common, name=words.seat(eyes.curtain))
        return Drawn({"people": people, "board": "", "ask": curtain, "tools": ""}, True, None, None)
    view = table.state.view(eyes.seat)
    asked = eyes.seat is not None and eyes.seat in table.asked
    legal: list[str] = table.state.legal(eyes.seat) if asked and eyes.seat is not None else []
    board, picks = board_of(table.game.id, view, eyes.seat, legal, words)
    regions = {
        "people": people,
        "board": board,
        "ask": ask(room, eyes, words, view, legal, picks),
        "tools": tools(table, eyes, words),
    }
    question = table.asked[eyes.seat] if asked and eyes.seat is not None else None
    return Drawn(regions, bool(legal), question, picks)


def render(template: str, common: Mapping[str, Any], **more: Any) -> str:
    return TEMPLATES.get_template(template).render(common, **more)


@cache
def own_board(game: str) -> Any:
    """A game's `board.py`, if it has one with a template beside it."""
    folder = Path(find(game).folder)
    if not (folder / "board.html").exists() or not (folder / "board.py").exists():
        return None
    return importlib.import_module(f"parlour.games.{folder.name}.board")


def board_of(
    game: str, view: dict[str, Any], seat: int | None, legal: list[str], words: Words
) -> tuple[str, dict[str, list[str]] | None]:
    """The board as HTML, and the paths of picks that choose an action on it."""
    own = own_board(game)
    common = {"view": view, "seat": seat, "words": words, "t": words.t, "n": words.n}
    if own is None:
        return render("plain_board.html", common, text=words.table(view, seat)), None
    paths: dict[str, list[str]] = own.picks(view, seat, legal)
    return render(f"{game}/board.html", common, **own.board(view, seat, legal, words)), paths


# -- the question -------------------------------------------------------------------------------------


def ask(
    room: Room,
    eyes: Eyes,
    words: Words,
    view: Mapping[str, Any],
    legal: list[str],
    picks: Mapping[str, Sequence[str]] | None,
) -> str:
    """What this seat is asked, with a button for each answer; or who is waited for; or how it ended."""
    table = room.table
    common = {"table": table, "eyes": eyes, "words": words, "t": words.t, "n": words.n}
    outcome = table.outcome
    if outcome is not None:
        places = [
            (place, words.seat(seat), outcome.scores[seat], seat == eyes.seat)
            for place, group in enumerate(outcome.ranking, 1)
            for seat in group
        ]
        return render("over.html", common, result=words.result(outcome), places=places)
    if not legal or eyes.seat is None:
        waiting = words.listed([words.seat(seat) for seat in table.to_act()])
        thinking = any(table.played_by_bot(seat) for seat in table.to_act())
        return render("waiting.html", common, waiting=waiting, thinking=thinking)
    ranked: list[str] = words.ranked(view, legal)
    labels = {action: words.action(action, view) for action in ranked}
    groups: dict[str, list[tuple[str, str]]] = {}
    for action in ranked:
        groups.setdefault(action.split(" ")[0], []).append((action, labels[action]))
    return render(
        "ask.html",
        common,
        question=words.question(view, eyes.seat),
        number=table.asked[eyes.seat],
        groups=list(groups.values()),
        count=len(legal),
        few=FEW,
        picks=picks,
    )


@cache
def cover(game: str) -> str:
    """The name of a game's cover picture."""
    return game if (HERE / "static" / "covers" / f"{game}.svg").exists() else "any"


def lobby(table: Table, eyes: Eyes, words: Words) -> str:
    common = {"table": table, "eyes": eyes, "words": words, "t": words.t, "n": words.n}
    mine = table.seats_of(eyes.person)
    free = [i for i, seat in enumerate(table.seats) if seat.kind == "open"]
    return render(
        "lobby.html",
        common,
        cover=cover(table.game.id),
        mine=mine,
        free=free,
        host=eyes.person == table.host,
        options=[(words.t(table.game.options[name].about), value) for name, value in table.options.items()],
        bots=bots(),
    )


def seats(room: Room, eyes: Eyes, words: Words) -> list[dict[str, Any]]:
    """Each seat as the list of people shows it."""
    table = room.table
    return [
        {
            "number": i,
            "name": words.seat(i) if seat.kind != "open" else "",
            "kind": seat.kind,
            "bot": level_name(words, seat.bot) if seat.kind == "bot" else "",
            "here": seat.kind == "bot" or (seat.human and room.present(seat.person)),
            "stand_in": seat.stand_in,
            "asked": i in table.asked and table.status == "playing",
            "you": seat.kind == "person" and seat.person == eyes.person and bool(eyes.person),
            "host": seat.kind == "person" and seat.person == table.host,
        }
        for i, seat in enumerate(table.seats)
    ]


def tools(table: Table, eyes: Eyes, words: Words) -> str:
    common = {"table": table, "eyes": eyes, "words": words, "t": words.t, "n": words.n}
    undo = table.undo_of(eyes.seat) if eyes.seat is not None and table.state is not None else None
    request = table.request
    return render(
        "tools.html",
        common,
        undo=undo,
        alone=eyes.seat is not None and not table.voters(eyes.seat),
        request=request,
        asker=words.seat(request.seat) if request is not None else "",
        votes=request is not None and eyes.person in table.voters(request.seat) - request.agreed,
        played=bool(table.seats_of(eyes.person)),
    )


# -- the log ----------------------------------------------------------------------------------------------


def line_html(table: Table, line: Line, words: Words, seat: int | None) -> tuple[str, str]:
    """A line of the log: its sentence, and that with a link to the rule as HTML. Some events say nothing."""
    said = sentence(line, words, seat)
    if not said:
        return "", ""
    rule = Markup("")
    if line.event is not None and line.event.rule:
        rule = rule_link(table.game.id, line.event.rule, words)
    kind = "line" if line.event is not None else "line note"
    return said, str(Markup('<li class="{}" data-step="{}">{}{}</li>').format(kind, line.step, escape(said), rule))


def rule_link(game: str, rule: str, words: Phrases) -> Markup:
    if not rules_file(game, words.lang):
        return Markup(' <span class="rule">{}</span>').format(rule)
    return Markup(' <a class="rule" href="/rules/{}#{}" target="rules">{}</a>').format(game, rule.lower(), rule)


@cache
def rules_file(game: str, lang: str) -> Path | None:
    path = Path(find(game).folder) / f"rules.{lang}.md"
    return path if path.exists() else None
