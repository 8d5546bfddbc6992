"""Templates as text: a page, a board, or a small part of a page that comes again and again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import BaseLoader, Template

from parlour.web import rendering
from parlour.web.words import level_name, pace_name, phrases

FILES = 256  # templates that are found at once
PIECES = 8192  # the most parts of pages in their cache

TEMPLATES = rendering.environment()
TEMPLATES.globals.update(level_name=level_name, pace_name=pace_name)


def render(template: str, common: Mapping[str, Any], **more: Any) -> str:
    found = find_template(template, TEMPLATES.loader)
    return rendering.render(found, {**TEMPLATES.globals, **common, **more})


@lru_cache(maxsize=FILES)
def find_template(name: str, loader: BaseLoader | None) -> Template:
    """A template of the loader that there is now. Jinja's own cache takes a lock each time."""
    return TEMPLATES.get_template(name)


def render_piece(template: str, lang: str, **facts: Any) -> str:
    """A part of the page that depends on these facts only."""
    words = phrases(lang)
    return render(template, facts, words=words, t=words.t, n=words.n)


# The same from a cache: the same facts come again and again in a game.
piece = lru_cache(maxsize=PIECES)(render_piece)
