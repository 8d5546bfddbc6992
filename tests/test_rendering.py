"""What makes boards cheap does not change them: they are the same to the letter as Jinja draws them by itself."""

from __future__ import annotations

import gc
import re
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, Undefined, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup, escape

import parlour
from parlour.faces.look import Look
from parlour.web import rendering
from parlour.web.boards import own_board
from parlour.web.rendering import Boards, environment, render, to_html


class Plain(Extension):
    """`{% keep %}` that keeps nothing."""

    tags = {"keep"}  # noqa: RUF012  (as Jinja declares it)

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endkeep",), drop_needle=True)


def one(source: str, **known: Any) -> Any:
    made = Boards(loader=DictLoader({"x": source}), autoescape=True)
    made.globals.update(known)
    return made.get_template("x")


def by_itself(source: str) -> Any:
    """The same by Jinja as it is."""
    return Environment(loader=DictLoader({"x": source}), autoescape=True, extensions=[Plain]).get_template("x")


@pytest.mark.parametrize(
    "value", ["a", "<b>&'\"", Markup("<i>"), 7, True, None, 1.5, ["<"], "x" * 300 + "<", Undefined()]
)
def test_values_are_shown_as_jinja_escapes_them(value: Any) -> None:
    assert str(to_html(value)) == str(escape(value))


def test_a_part_is_drawn_once_for_equal_values(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []

    def note(name: str) -> str:
        drawn.append(name)
        return name

    template = one("{% keep %}{{ note(thing.name) }}{% endkeep %}", note=note)
    for name in ("a", "b", "a", "b"):
        assert template.render(thing={"name": name}) == name
    assert drawn == ["a", "b"]
    monkeypatch.setattr(rendering, "PARTS", 1)
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
        "{% keep %}{{ c.x }}{% keep %}{{ c.y }}{% endkeep %}{% endkeep %}",
        "{% keep %}{{ c.x }}{{ c }}{% endkeep %}",
        "{% keep %}{% if b == 'ab' %}{{ c.x }}{% endif %}{{ c.z }}{% endkeep %}",
    ],
)
def test_a_part_depends_on_all_that_it_uses(source: str) -> None:
    """Also on what its macros use, and on the kind of a value, not only on how it compares."""
    kept = one(source)
    plain = by_itself(source)
    for a in (1, True, "1", Markup("<b>"), "<b>", {"x": 1}, {"x": True}, [1], None):
        for b in ("ab", "ba"):
            facts = {"a": a, "b": b, "c": {"x": a, "y": b}}
            assert kept.render(facts) == plain.render(facts)


@pytest.mark.parametrize(
    "source",
    [
        "{% macro m(x, y='<') %}<b>{{ x }}</b>{{ y }}{% endmacro %}{{ m('<') }}{{ m(a) }}"
        "{{ m(a, b) }}{{ m(y=a, x=b) }}",
        "{% macro m(x) %}{% for i in range(3) %}{{ i }}{{ x }}{% endfor %}{% endmacro %}"
        "{% for i in b %}{{ m(i) }}{{ m(loop.index) }}{{ m(a) }}{% endfor %}",
        "{% macro m(x) %}{{ x }}{{ a }}{% endmacro %}{% for a in b %}{{ m(1) }}{{ m(a) }}{% endfor %}",
        "{% macro m(x) %}{{ x }}{{ a }}{% endmacro %}{% set a = 5 %}{{ m(b) }}",
        "{% macro n(x) %}({{ x }}){% endmacro %}{% macro m(x) %}{{ n(x) }}{{ n('&') }}{% endmacro %}"
        "{{ m(a) }}{{ m(b) }}",
        "{% macro m(x) %}{% if x %}{{ x }}{% else %}-{% endif %}{% endmacro %}"
        "{{ m(a)|upper }}{{ m('') }}{{ m(b ~ '<') }}",
        "{% macro m(x) %}{{ x }}{% if x != '' %}{{ m('') }}{% endif %}{% endmacro %}{{ m(b) }}",
        "{% macro m(x) %}{% set x = x ~ 1 %}{{ x }}{% endmacro %}{{ m(a) }}",
        "{% macro m(x) %}{{ x.y }}{{ x['y'] }}{% endmacro %}{{ m({'y': a}) }}{{ m(c) }}",
        "{% macro m(x) %}{{ t(x) }}{{ caller() if caller else '' }}{% endmacro %}"
        "{{ m(b) }}{% call m(b) %}!{% endcall %}",
    ],
)
def test_macros_are_the_same_in_their_place(source: str) -> None:
    ours, plain = one(source), by_itself(source)
    for a in (1, "<b>", Markup("<b>"), None, ""):
        for b in ("ab", ""):
            facts = {"a": a, "b": b, "c": {"y": a}, "t": str.upper}
            assert ours.render(facts) == plain.render(facts)


def spelled(page: str) -> str:
    """With the signs beyond ASCII themselves, where templates have their numbers."""
    return re.sub(r"&#(\d{3,});", lambda sign: chr(int(sign[1])), page)


def test_texts_of_templates_are_ascii() -> None:
    boards = environment()
    boards.loader = DictLoader({"x": "<b title='\u00b7'>\u00e9 {{ name }}</b>"})
    page = boards.get_template("x").render(name="Ren\u00e9")
    assert page == "<b title='&#183;'>&#233; Ren\u00e9</b>"
    assert spelled(page) == "<b title='\u00b7'>\u00e9 Ren\u00e9</b>"


@pytest.mark.parametrize("game", parlour.games())
def test_kept_boards_are_the_boards(game: str) -> None:
    own = own_board(game)
    if own is None:
        pytest.skip(f"{game} has no board of its own")
    found = parlour.game(game)
    boards = environment()
    kept = boards.get_template(f"{game}/board.html")
    plain = Environment(
        loader=boards.loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Plain],
    ).get_template(f"{game}/board.html")
    drawn = 0
    for seed in range(2):
        state = found.new(seed=seed)
        rng = parlour.Rng(str(seed))
        for step in range(40):
            if not state.to_act:
                break
            seat = state.to_act[0] if state.to_act != parlour.CHANCE else parlour.CHANCE
            for viewer in (0, found.players[0] - 1, None) if step % 2 == seed else ():
                owes = viewer is not None and viewer in state.owing()
                view, legal = state.view(viewer), state.legal(viewer) if owes and viewer is not None else []
                for lang in ("en", "fr"):
                    words = found.words(lang, ["Anna", "<Bert>"][: found.players[0]])
                    common = {"view": view, "seat": viewer, "words": words, "t": words.t, "n": words.n}
                    facts = {**common, **own.board(Look(found, view, viewer, legal, words, state.outcome))}
                    page = plain.render(facts)
                    drawn += 1
                    for _ in range(2):
                        assert spelled(render(kept, {**boards.globals, **facts})) == page
            choices = state.chance() if seat == parlour.CHANCE else state.legal(int(seat))
            state.play(seat, choices[rng.below(len(choices))])
    assert len(boards.parts) < drawn * 20
    template = Path(found.folder) / "face/board/board.html"
    assert bool(boards.parts) == ("{% keep %}" in template.read_text(encoding="utf-8"))


def test_nothing_is_left_to_the_garbage_collector() -> None:
    """Macros know the context they are drawn in, and it knows them: such circles cost a move 6 % of its time."""
    template = environment().from_string("{% macro one() %}{{ name }}{% endmacro %}{{ one() }}")
    assert render(template, {"name": "x"}) == "x"
    gc.collect()
    gc.disable()
    try:
        for _ in range(100):
            render(template, {"name": "x"})
        assert gc.collect() < 100
    finally:
        gc.enable()
