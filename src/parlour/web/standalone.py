"""A table as one page without a server: what a spectator sees on the game's own board, with its styles and drawings."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from markupsafe import escape

from parlour.faces.look import look_at
from parlour.rules.game import find
from parlour.rules.state import State
from parlour.web.boards import board_css, board_of, sprite
from parlour.web.rulebook import still

STATIC = Path(__file__).parent / "static"
RELOAD = '<meta http-equiv="refresh" content="1">'


def board_page(state: State, lang: str = "en", reload: bool = False) -> str:
    """The page; with `reload` it looks every second whether there is a new one in its place."""
    game = find(state.game_id())
    look = look_at(state, game, None, game.words(lang))
    board, _ = board_of(look)
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">{RELOAD if reload else ""}'
        f"<title>{escape(game.title)}</title><style>{styles(game.id)}</style></head>"
        f"<body>{sprite(game, lang)}<main><figure class=picture>"
        f'<div class="board" data-game="{game.id}" inert>{still(board, "table")}</div></figure></main></body></html>'
    )


@cache
def styles(game: str) -> str:
    common = [(STATIC / f"{name}.css").read_text(encoding="utf-8") for name in ("parlour", "rules")]
    return "\n".join([*common, (board_css(game) or b"").decode()])
