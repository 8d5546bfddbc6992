"""What a server makes when it starts, so that nobody waits for it."""

from __future__ import annotations

import parlour
from parlour.faces.words import LANGUAGES
from parlour.web import rulebook, warming
from parlour.web.templating import TEMPLATES


def test_everything_is_made_before_somebody_asks() -> None:
    rulebook.index.cache_clear()
    warming.warm_up(lambda: False).join()
    made = rulebook.index.cache_info()
    assert made.currsize == len(parlour.games()) * len(LANGUAGES)
    assert TEMPLATES.cache is not None
    assert len(TEMPLATES.cache) >= len(TEMPLATES.list_templates(extensions=["html"]))


def test_a_server_that_stops_does_not_go_on() -> None:
    rulebook.index.cache_clear()
    warming.warm_up(lambda: True).join()
    assert rulebook.index.cache_info().currsize == 0
