"""What is made at the first use and kept: templates, boards, rules. A server makes it at once, so that nobody waits."""

from __future__ import annotations

import threading
from collections.abc import Callable

import parlour
from parlour.faces.words import LANGUAGES
from parlour.rules.game import find
from parlour.web.boards import board_css, sprite, tips
from parlour.web.rulebook import index
from parlour.web.templating import TEMPLATES


def warm_up(stopped: Callable[[], bool]) -> threading.Thread:
    """Begin to make all of it, in a thread of its own that ends when the server does."""
    thread = threading.Thread(target=make_everything, args=(stopped,), name="warming", daemon=True)
    thread.start()
    return thread


def make_everything(stopped: Callable[[], bool]) -> None:
    for name in TEMPLATES.list_templates(extensions=["html"]):
        if stopped():
            return
        TEMPLATES.get_template(name)
    for game in parlour.games():
        board_css(game)
        for lang in LANGUAGES:
            if stopped():
                return
            sprite(find(game), lang)
            tips(find(game), lang)
            index(game, lang)
