"""Parts of boards that are kept are the same as if they were drawn anew."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import DictLoader
from markupsafe import Markup, escape

import parlour
from parlour.web import rendering
from parlour.web.boards import own_board
from parlour.web.rendering import Boards, Keep, environment, shown


def one(source: str, **known: Any) -> Any:
    made = Boards(loader=DictLoader({"x": source}), autoescape=True, extensions=[Keep])
    made.globals.update(known)
    return made.get_template("x")


@pytest.mark.parametrize("value", ["a", "<b>&'\"", Markup("<i>"), 7, True, None, 1.5, ["<"], "x" * 300 + "<"])
def test_values_are_shown_as_jinja_escapes_them(value: Any) -> None:
    assert str(shown(value)) == str(escape(value))


def test_a_part_is_drawn_once_for_equal_values(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []

    def note(name: str) -> str:
        drawn.append(name)
        return name

    template = one("{% keep %}{{ note(thing.name) }}{% endkeep %}", note=note)
    for name in ("a", "b", "a", "b"):
        assert template.render(thing={"name": name}) == name
    assert drawn == ["a", "b"]
    monkeypatch.setattr(rendering, "KEPT", 1)
    assert template.render(thing={"name": "c"}) == "c"
    assert template.render(thing={"name": "a"}) == "a"


@pytest.mark.parametrize(
    "source",
    [
        "{% keep %}{{ a }}{% endkeep %}",
        "{% keep %}{% if a is string %}text{% endif %}{{ b }}{% endkeep %}",
        "{% macro m(x) %}{{ x }}{{ a }}{% endmacro %}{% keep %}{{ m(b) }}{% endkeep %}",
        "{% macro n() %}{{ a }}{% endmacro %}{% macro m() %}{{ n() }}{% endmacro %}{% keep %}{{ m() }}{% endkeep %}",
        "{% macro m(x=a) %}{{ x }}{% endmacro %}{% keep %}{{ m() }}{% endkeep %}",
        "{% for i in [1, 2] %}{% keep %}{{ i }}{% for j in b %}{{ j }}{{ loop.index }}{{ a }}{% endfor %}{% endkeep %}"
        "{% endfor %}",
        "{% macro m(x) %}{% keep %}{% set y = x %}{{ y }}{{ a }}{% endkeep %}{% endmacro %}{{ m(1) }}{{ m(b) }}",
        "{% set c = a %}{% keep %}{{ c }}{% endkeep %}",
    ],
)
def test_a_part_depends_on_all_that_it_uses(source: str) -> None:
    """Also on what its macros use, and on the kind of a value, not only on how it compares."""
    kept = one(source)
    plain = one(source.replace("{% keep %}", "").replace("{% endkeep %}", ""))
    for a in (1, True, "1", Markup("<b>"), "<b>", {"x": 1}, {"x": True}, [1], None):
        for b in ("ab", "ba"):
            assert kept.render(a=a, b=b) == plain.render(a=a, b=b)


@pytest.mark.parametrize("game", parlour.games())
def test_kept_boards_are_the_boards(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = own_board(game)
    found = parlour.game(game)
    kept = environment().get_template(f"{game}/board.html")
    with monkeypatch.context() as patch:
        patch.setattr(Keep, "_kept", lambda self, where, *values, caller: caller())
        plain = environment().get_template(f"{game}/board.html")
        pages = []
        for seed in range(2):
            state = found.new(seed=seed)
            rng = parlour.Rng(str(seed))
            for _ in range(40):
                if not state.to_act:
                    break
                seat = state.to_act[0] if state.to_act != parlour.CHANCE else parlour.CHANCE
                for viewer in (0, found.players[0] - 1, None):
                    owes = viewer is not None and viewer in state.owing()
                    view, legal = state.view(viewer), state.legal(viewer) if owes and viewer is not None else []
                    for lang in ("en", "fr"):
                        words = found.words(lang, ["Anna", "<Bert>"][: found.players[0]])
                        common = {"view": view, "seat": viewer, "words": words, "t": words.t, "n": words.n}
                        facts = {**common, **own.board(view, viewer, legal, words)}
                        pages.append((facts, plain.render(facts)))
                choices = state.chance() if seat == parlour.CHANCE else state.legal(int(seat))
                state.play(seat, choices[rng.below(len(choices))])
    for facts, page in pages:
        assert kept.render(facts) == page
    keep = kept.environment.extensions[Keep.identifier]
    assert isinstance(keep, Keep)
    assert 0 < len(keep.parts) < len(pages) * 20
