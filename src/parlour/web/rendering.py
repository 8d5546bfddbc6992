"""How pages are made from templates, and what makes that cheap.

A board is drawn again after every move, for every seat, though most of it is as before. A template says with

    {% keep %} ... {% endkeep %}

that a part of it may be kept. It is looked up by the values of all variables that it uses, which are found when the
template is compiled. So two parts are shared only if they are equal to the last letter, whoever they are for.
"""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Macro
from markupsafe import Markup, escape

from parlour.games import ids
from parlour.rules.game import find
from parlour.rules.words import Phrases

HERE = Path(__file__).parent
KEPT = 4096  # the most parts that are kept

# -- escaping --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def escaped(text: str) -> str:
    """A text as it stands in HTML. Boards say the same few things again and again."""
    return str(escape(text))


def shown(value: Any) -> str:
    """A value as a template puts it into HTML: the same as `markupsafe.escape`, without a new object for each."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return escaped(value) if len(value) < 200 else escape(value)
    if kind is int:
        return str(value)
    return escape(value)


class ShownCode(CodeGenerator):
    """Templates that call `shown` where they would call `escape`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Any, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.shown(")
        else:
            super()._output_child_pre(node, frame, finalize)


# -- parts that are kept -----------------------------------------------------------------------------------------


def own_names(part: list[nodes.Node]) -> set[str]:
    """The variables that a part of a template takes from outside."""
    used: set[str] = set()
    for node in part:
        used |= free(node)
    return used


def free(node: nodes.Node) -> set[str]:
    """The free variables of a piece of template."""
    if isinstance(node, nodes.Name):
        return {node.name} if node.ctx == "load" else set()
    found = own_names(list(node.iter_child_nodes()))
    if isinstance(node, nodes.For):
        inside = own_names([*node.body, *([node.test] if node.test is not None else [])])
        outside = own_names([node.iter, *node.else_])
        return outside | (inside - stored(node.target) - {"loop"})
    return found


def stored(target: nodes.Node) -> set[str]:
    return {name.name for name in target.find_all(nodes.Name)} | (
        {target.name} if isinstance(target, nodes.Name) else set()
    )


class Keep(Extension):
    """`{% keep %}`."""

    tags = {"keep"}  # noqa: RUF012  (as Jinja declares it)

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.parts: dict[tuple[Any, ...], Markup] = {}

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        if any(True for node in body for _ in node.find_all((nodes.Assign, nodes.Macro, nodes.Block))):
            parser.fail("a part that is kept sets nothing", line)
        used = sorted(own_names(body) - set(self.environment.globals))
        if "loop" in used:
            parser.fail("a part that is kept does not count", line)
        where = nodes.Const(f"{parser.name}:{line}")
        names: list[nodes.Expr] = [nodes.Name(name, "load") for name in used]
        call = self.call_method("_kept", [where, *names])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _kept(self, where: str, *values: Any, caller: Callable[[], Markup]) -> Markup:
        key = (where, *[frozen(value) for value in values if not isinstance(value, Macro)])
        found = self.parts.get(key)
        if found is None:
            if len(self.parts) >= KEPT:
                for old in list(self.parts)[: KEPT // 4]:
                    del self.parts[old]
            found = self.parts[key] = caller()
        return found


def frozen(value: Any) -> Any:
    """Something that is equal if and only if the value is."""
    kind = type(value)
    if kind in (str, int, bool, Markup) or value is None:
        return (kind, value)
    if isinstance(value, Phrases):
        return value
    if callable(value):  # `t` and `n` of a language
        return frozen(value.__self__)
    try:
        return marshal.dumps(value, 2)
    except ValueError:  # it has HTML in it
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


# -- the templates -----------------------------------------------------------------------------------------------


class Boards(Environment):
    """Looks into dictionaries first: boards are made of them, and `thing.name` is asked for hundreds of times."""

    code_generator_class = ShownCode
    shown = staticmethod(shown)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment() -> Environment:
    games = {id: FileSystemLoader(find(id).folder) for id in ids()}
    return Boards(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(games)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Keep],
    )
