"""How pages are made from templates, and what makes that cheap.

A board is drawn again after every move, for every seat, though most of it is as before. A template says with

    {% keep %} ... {% endkeep %}

that a part of it may be kept. It is looked up by the values of all variables that it uses, which are found when the
template is compiled. So what is shared is the same to the last letter, whoever it is for.
"""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator
from jinja2.ext import Extension
from jinja2.parser import Parser
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


class Keep(Extension):
    """`{% keep %}`."""

    tags = {"keep"}  # noqa: RUF012  (as Jinja declares it)

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.parts: dict[tuple[Any, ...], Markup] = {}

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        call = self.call_method("_kept", [nodes.Const(f"{parser.name}:{line}")])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def complete(self, template: nodes.Template) -> None:
        """Let each part be looked up by all that it uses, also by way of macros."""
        macros = {macro.name: macro for macro in template.find_all(nodes.Macro)}
        for block in template.find_all(nodes.CallBlock):
            if isinstance(block.call.node, nodes.ExtensionAttribute) and block.call.node.name == "_kept":
                used = used_by(block.body, macros) - set(self.environment.globals)
                block.call.args[1:] = [nodes.Name(name, "load") for name in sorted(used)]

    def _kept(self, where: str, *values: Any, caller: Callable[[], Markup]) -> Markup:
        key = (where, *[frozen(value) for value in values])
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


def used_by(part: Sequence[nodes.Node], macros: Mapping[str, nodes.Macro]) -> set[str]:
    """The variables that decide what a part looks like. Macros always do the same, but with what stands around them."""
    found: set[str] = set()
    waiting = free(part)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name in macros:
            macro = macros[name]
            waiting |= free([*macro.body, *macro.defaults]) - {argument.name for argument in macro.args}
    return found - set(macros)


def free(part: Sequence[nodes.Node]) -> set[str]:
    """The variables that come from outside of a part."""
    used: set[str] = set()
    own: set[str] = set()
    for node in part:
        if isinstance(node, nodes.Name):
            (used if node.ctx == "load" else own).add(node.name)
        elif isinstance(node, nodes.For):
            inside = [*node.body, *([node.test] if node.test is not None else [])]
            used |= free([node.iter, *node.else_]) | (free(inside) - stored(node.target) - {"loop"})
        elif isinstance(node, nodes.Assign):
            used |= free([node.node])
            own |= stored(node.target)
        else:
            used |= free(list(node.iter_child_nodes()))
    return used - own


def stored(target: nodes.Node) -> set[str]:
    """The names that something is given to."""
    if isinstance(target, nodes.Name):
        return {target.name}
    return {name.name for name in target.find_all(nodes.Name)}


# -- the templates -----------------------------------------------------------------------------------------------


class Boards(Environment):
    """Looks into dictionaries first: boards are made of them, and `thing.name` is asked for hundreds of times."""

    code_generator_class = ShownCode
    shown = staticmethod(shown)

    def _generate(self, source: nodes.Template, *arguments: Any, **more: Any) -> str:
        keep = self.extensions[Keep.identifier]
        assert isinstance(keep, Keep)
        keep.complete(source)
        return super()._generate(source, *arguments, **more)

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
