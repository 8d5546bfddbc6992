"""How pages are made from templates, and what makes that cheap.

A board is drawn again after every move, for every seat, though most of it is as before. A template says with

    {% keep %} ... {% endkeep %}

that a part of it may be kept. It is looked up by all that it uses, which is found when the template is compiled:
`thing.name` where little more is used of a thing, else all of it. So what is shared is the same to the last letter,
whoever it is for. Parts may have smaller parts in them.

Small macros are put where they are called before a template is compiled: a call costs more than what most of them do.
"""

from __future__ import annotations

import copy
import marshal
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import NoneType
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
    Undefined,
    nodes,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from parlour.faces.drawing import Part, Row
from parlour.faces.words import Phrases
from parlour.games import ids
from parlour.rules.game import find

HERE = Path(__file__).parent
KEPT = 8192  # the most parts that are kept
FEW = 5  # attributes of one variable that are looked at one by one
PLAIN = {"range", "t", "n"}  # what templates call that is nothing but a function

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
    """Templates that call `shown` where they would call `escape`, do not ask what they call what it is, and look into
    dictionaries first: boards are made of them, and `thing.name` is asked for hundreds of times."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.shown(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        plain = isinstance(node.node, nodes.Name) and node.node.name in PLAIN
        if not plain or node.dyn_args or node.dyn_kwargs or forward_caller:
            super().visit_Call(node, frame, forward_caller=forward_caller)
        else:
            self.visit(node.node, frame)
            self.arguments([*node.args, *node.kwargs], frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.write(f"(found[{node.attr!r}] if (found := ")
        self.visit(node.node, frame)
        self.write(f").__class__ in environment.plain and {node.attr!r} in found")
        self.write(f" else environment.getattr(found, {node.attr!r}))")

    def visit_CallBlock(self, node: nodes.CallBlock, frame: Frame) -> None:  # noqa: N802
        if not is_kept(node):
            super().visit_CallBlock(node, frame)
            return
        self.macro_body(node, frame)
        self.start_write(frame, node)
        self.write("environment.kept")
        self.arguments(node.call.args, frame, "macro, ")
        self.end_write(frame)

    def arguments(self, values: Sequence[nodes.Node], frame: Frame, first: str = "") -> None:
        self.write(f"({first}")
        for value in values:
            self.visit(value, frame)
            self.write(", ")
        self.write(")")


# -- parts that are kept -----------------------------------------------------------------------------------------


class Keep(Extension):
    """`{% keep %}`."""

    tags = {"keep"}  # noqa: RUF012  (as Jinja declares it)

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        call = self.call_method("kept", [nodes.Const(f"{parser.name}:{line}")])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)


def is_kept(block: nodes.CallBlock) -> bool:
    return isinstance(block.call.node, nodes.ExtensionAttribute) and block.call.node.identifier == Keep.identifier


def find_keys(template: nodes.Template, known: Iterable[str]) -> None:
    """Let each part be looked up by all that it uses, also by way of macros."""
    macros = {macro.name: macro for macro in template.find_all(nodes.Macro)}
    for block in template.find_all(nodes.CallBlock):
        if is_kept(block):
            used = {use for use in used_by(block.body, macros) if use[0] not in known}
            names = [name for name, _ in used]
            whole = {name for name, attribute in used if not attribute or names.count(name) > FEW}
            used |= {(name, "") for name in whole}
            block.call.args[1:] = [
                nodes.Getattr(nodes.Name(name, "load"), attribute, "load") if attribute else nodes.Name(name, "load")
                for name, attribute in sorted(used)
                if not attribute or name not in whole
            ]


SIMPLE = frozenset((str, int, bool, NoneType, Markup, Part, Row))  # what is compared as it is


def frozen(value: Any) -> Any:
    """Something that is equal if and only if the value is, among values of one type."""
    if isinstance(value, Undefined):
        return None
    if isinstance(value, Phrases):
        return value
    if callable(value):  # `t` and `n` of a language
        return value.__self__
    try:
        return marshal.dumps(value, 2)
    except ValueError:  # it has HTML in it
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


Use = tuple[str, str]  # a variable and the attribute of it that is used, or "" for all of it


def used_by(part: Sequence[nodes.Node], macros: Mapping[str, nodes.Macro]) -> set[Use]:
    """What decides what a part looks like. Macros always do the same, but with what stands around them."""
    found: set[Use] = set()
    waiting = free(part)
    while waiting:
        use = waiting.pop()
        if use in found:
            continue
        found.add(use)
        if use[0] in macros:
            macro = macros[use[0]]
            waiting |= without(free([*macro.body, *macro.defaults]), {argument.name for argument in macro.args})
    return without(found, set(macros))


def free(part: Sequence[nodes.Node]) -> set[Use]:
    """What comes from outside of a part."""
    used: set[Use] = set()
    own: set[str] = set()
    for node in part:
        if isinstance(node, nodes.Name):
            if node.ctx == "load":
                used.add((node.name, ""))
            else:
                own.add(node.name)
        elif isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name):
            used.add((node.node.name, node.attr))
        elif isinstance(node, nodes.For):
            inside = [*node.body, *([node.test] if node.test is not None else [])]
            used |= free([node.iter, *node.else_]) | without(free(inside), stored(node.target) | {"loop"})
        elif isinstance(node, nodes.Assign):
            used |= free([node.node])
            own |= stored(node.target)
        else:
            used |= free(list(node.iter_child_nodes()))
    return without(used, own)


def without(used: set[Use], names: set[str]) -> set[Use]:
    return {use for use in used if use[0] not in names}


def stored(target: nodes.Node) -> set[str]:
    """The names that something is given to."""
    if isinstance(target, nodes.Name):
        return {target.name}
    return {name.name for name in target.find_all(nodes.Name)}


# -- small macros --------------------------------------------------------------------------------------------------

PARTS = (nodes.Output, nodes.If, nodes.For, nodes.Expr, nodes.Helper)
COPIED = (nodes.Const, nodes.Name, nodes.Getattr, nodes.CondExpr, nodes.BinExpr)  # what may be worked out twice


class Inline(NodeTransformer):
    """Puts macros in the place of their calls, where that is certain to be the same."""

    def __init__(self, template: nodes.Template) -> None:
        self.macros: dict[str, nodes.Macro] = {}
        inner = {name for loop in template.find_all(nodes.For) for name in stored(loop.target)}
        inner |= {argument.name for macro in template.find_all(nodes.Macro) for argument in macro.args}
        self.inner = inner | {name for each in template.find_all(nodes.Assign) for name in stored(each.target)}

    def visit_Macro(self, macro: nodes.Macro) -> nodes.Node:  # noqa: N802
        self.generic_visit(macro)
        names = {argument.name for argument in macro.args}
        outer = {name for name, _ in without(free([*macro.body, *macro.defaults]), names)}
        parts = [part for node in macro.body for part in (node, *node.find_all(nodes.Node))]
        # What it uses from outside must mean the same wherever it is called.
        if all(isinstance(part, PARTS) for part in parts) and not outer & self.inner:
            self.macros[macro.name] = macro
        return macro

    def visit_Output(self, output: nodes.Output) -> list[nodes.Node]:  # noqa: N802
        made: list[nodes.Node] = []
        for node in output.nodes:
            body = self.body(node) if isinstance(node, nodes.Call) else None
            for piece in body if body is not None else [nodes.Output([node]).set_lineno(output.lineno)]:
                if isinstance(piece, nodes.Output) and made and isinstance(made[-1], nodes.Output):
                    made[-1].nodes += piece.nodes  # texts that meet become one
                else:
                    made.append(piece)
        return made

    def body(self, call: nodes.Call) -> list[nodes.Node] | None:
        """What a call of a macro comes to; nothing if it is none, or not a plain one."""
        macro = self.macros.get(call.node.name) if isinstance(call.node, nodes.Name) else None
        if macro is None or call.dyn_args or call.dyn_kwargs or len(call.args) > len(macro.args):
            return None
        names = [argument.name for argument in macro.args]
        given = dict(zip(names[len(names) - len(macro.defaults) :], macro.defaults, strict=True))
        given.update(zip(names, call.args, strict=False))
        given.update({keyword.key: keyword.value for keyword in call.kwargs})
        if set(given) != set(names):
            return None
        loops = [loop for node in macro.body for loop in (node, *node.find_all(nodes.For)) if type(loop) is nodes.For]
        taken = {name for loop in loops for name in stored(loop.target)} | {"loop"}
        for value in given.values():
            parts = [value, *value.find_all(nodes.Node)]
            if not all(isinstance(part, COPIED) for part in parts) or {name for name, _ in free(parts)} & taken:
                return None
        return list(filled(macro.body, given))


def filled(value: Any, given: Mapping[str, nodes.Node]) -> Any:
    """A copy of a piece of a template, with values in the place of the names of arguments."""
    if isinstance(value, list):
        return [filled(item, given) for item in value]
    if isinstance(value, nodes.Name) and value.name in given:
        return filled(given[value.name], {})
    if not isinstance(value, nodes.Node):
        return value
    made = copy.copy(value)
    for field, old in value.iter_fields():
        setattr(made, field, filled(old, given))
    return made


# -- the templates -----------------------------------------------------------------------------------------------


class Boards(Environment):
    code_generator_class = ShownCode
    shown = staticmethod(shown)
    plain: frozenset[type] = frozenset((dict, Part))

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, extensions=[Keep])
        self.parts: dict[tuple[Any, ...], Markup] = {}

    def _generate(self, source: nodes.Template, *arguments: Any, **more: Any) -> str:
        # One sign beyond ASCII in a text makes all that is done to it dearer: in English there is none then.
        for text in source.find_all(nodes.TemplateData):
            text.data = text.data.encode("ascii", "xmlcharrefreplace").decode()
        for choice in source.find_all(nodes.CondExpr):
            choice.expr2 = choice.expr2 or nodes.Const("")
        source = Inline(source).visit(source)
        called = {name.name for name in source.find_all(nodes.Name)}  # a macro is for its own template only
        source.body = [node for node in source.body if not isinstance(node, nodes.Macro) or node.name in called]
        find_keys(source, self.globals)
        return super()._generate(source, *arguments, **more)

    def kept(self, draw: Callable[[], str], *values: Any) -> Markup:
        """A part as it was drawn for the same values before, else drawn now."""
        kinds = tuple(map(type, values))
        if not SIMPLE.issuperset(kinds):
            values = tuple([value if type(value) in SIMPLE else frozen(value) for value in values])
        key = (kinds, values)
        found = self.parts.get(key)
        if found is None:
            if len(self.parts) >= KEPT:
                for old in list(self.parts)[: KEPT // 4]:
                    del self.parts[old]
            found = self.parts[key] = Markup(draw())
        return found


def render(template: Template, facts: dict[str, Any]) -> str:
    """A template filled in. The facts are all it needs, with what every template may use."""
    return "".join(template.root_render_func(Context(template.environment, facts, template.name, template.blocks)))


def environment() -> Boards:
    games = {id: FileSystemLoader(Path(find(id).folder) / "face" / "board") for id in ids()}
    return Boards(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(games)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
