"""What a game brings to its table in the browser: a board, what moves on it, drawings, tips, a cover.

A game without a board of its own has the plain one: its table as text and its actions as buttons. A game brings its own
with two files in its folder `face/board`: `board.html`, a template, and `board.py` with

    def board(look) -> dict     what the template needs, as its variables
    def picks(look) -> dict     action -> the path of `data-pick` names that chooses it, all of them on the board

both from a `Look` (`parlour.faces.look`): the seat's view, what it may answer, how the game ended, what happened last,
and what each answer would do. An action without a path gets a button. A board that needs to know more of what happened
names a kind of event as its `SINCE`: it is told everything since the last one of these. Its motion is in a third file,
`motion.py`: `def beats(event)`, see `parlour.faces.motion`.

Drawings that are the same on every board of the game stand in `sprite.html` and are sent once with the page; if that
template has variables, `board.py` has a `sprite(words)` that makes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from parlour.faces import book
from parlour.faces.look import Look
from parlour.faces.motion import Beat
from parlour.rules.events import Event
from parlour.rules.game import Game, find
from parlour.web import rendering
from parlour.web.templating import TEMPLATES, render

HERE = Path(__file__).parent
GAMES = 64  # games and variants, by language, whose drawings and tips are in their caches


# -- the board ------------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A board as HTML, and the paths of picks that choose an action on it; `None` where it has no picks."""

    html: str
    picks: dict[str, list[str]] | None


@cache
def own_board(game: str) -> Any:
    """A game's `board.py`, if it has one with a template beside it."""
    if not (Path(find(game).folder) / "face/board/board.html").exists():
        return None
    return find(game).module("face.board.board")


def board_since(game: str) -> str:
    """The kind of event since which a game's board wants to know what happened; nothing for the last answer only."""
    return getattr(own_board(game), "SINCE", "")


def board_of(look: Look, text: bool = False) -> Board:
    game, words = look.game.id, look.words
    own = own_board(game) if not text else None
    common = {"view": look.view, "seat": look.seat, "words": words, "t": words.t, "n": words.n}
    if own is None:
        return Board(plain_board(words.t("The table"), words.table(look.view, look.seat)), None)
    html = render(f"{game}/board.html", common, **own.board(look))
    return Board(html, own.picks(look) if look.legal else {})


def plain_board(name: str, text: str) -> str:
    """The game's table as text."""
    return f'<div class="plain-board"><pre tabindex="0" aria-label="{escape(name)}">{escape(text)}</pre></div>'


# -- what goes with it ----------------------------------------------------------------------------------


@cache
def own_motion(game: str) -> Any:
    """A game's `motion.py`, if it has one."""
    return find(game).module("face.motion")


def beats_of(game: str, events: Iterable[Event], seat: int | None) -> list[Beat]:
    """What happened, as a seat may know it, in beats."""
    own = own_motion(game)
    return [beat for event in events for beat in own.beats(event.seen_by(seat))] if own is not None else []


@lru_cache(maxsize=GAMES)
def tips(game: Game, lang: str) -> Markup:
    """What kinds of things there are on a game's board, for the browser to explain: its `tips.py`, once for a page."""
    own = game.module("face.tips")
    if own is None:
        return Markup("")
    found = own.tips(game.words(lang))
    item = Markup('<p data-for="{}" data-rule="{}">{}</p>')
    items = Markup("").join(item.format(selector, rule, sentence) for selector, sentence, rule in found)
    return Markup('<template id="tips" data-rules="/rules/{}">{}</template>').format(game.id, items)


@lru_cache(maxsize=GAMES)
def sprite(game: Game, lang: str) -> str:
    """The drawings that every board of a game uses, in an element with the board's own styles."""
    own = own_board(game.id)
    if own is None or not (Path(game.folder) / "face/board/sprite.html").exists():
        return ""
    made = own.sprite(game.words(lang)) if hasattr(own, "sprite") else {}
    drawings = TEMPLATES.get_template(f"{game.id}/sprite.html").render(made)
    return f'<div class="sprite" aria-hidden="true"><div class="board-{game.id}">{drawings}</div></div>'


@cache
def board_css(game: str) -> bytes | None:
    """A game's `board.css`."""
    path = Path(find(game).folder) / "face/board/board.css"
    return path.read_bytes() if path.exists() else None


@cache
def cover_file(game: str) -> Path:
    """A game's cover picture, or the one for games without."""
    own = Path(find(game).folder) / "face" / "cover.svg"
    return own if own.exists() else HERE / "static" / "covers" / "any.svg"


@cache
def rules_file(game: str, lang: str) -> Path | None:
    return book.rules_file(find(game).folder, lang)


def rule_link(game: str, rule: str, lang: str) -> str:
    if not rule:
        return ""
    text = rendering.escape_text(rule)
    if not rules_file(game, lang):
        return f' <span class="rule">{text}</span>'
    return f' <a class="rule" href="/rules/{game}#{text.lower()}" target="rules">{text}</a>'
