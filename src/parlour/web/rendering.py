"""How pages are made from templates, and what makes that cheap.

A board is drawn again after every move, for every seat, though most of it is as before. A template says with

    {% keep %} ... {% endkeep %}

that a part of it may be taken from a cache. It is looked up by all that it uses, which is found when the template is
compiled: `thing.name` where little more is used of a thing, else all of it. So what is shared is the same to the last
letter, whoever it is for. Parts may have smaller parts in them.
"""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    TemplateAssertionError,
    Undefined,
    nodes,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context
from markupsafe import Markup, escape

from parlour.faces.drawing import Part, Row
from parlour.faces.words import Phrases
from parlour.games import ids
from parlour.rules.game import find

HERE = Path(__file__).parent
PARTS = 8192  # the most parts of boards in the cache, of all games together
TEXTS = 8192  # the most escaped texts
FEW = 5  # attributes of one variable that are looked at one by one
LONG = 200  # letters of a text that hardly comes again
PLAIN = {"range", "t", "n"}  # what templates call that is nothing but a function
LOOKED_INTO: frozenset[type] = frozenset((dict, Part))  # `thing.name` is `thing["name"]` for these

# -- escaping --------------------------------------------------------------------------------------------------


class Escaped(dict[str, str]):
    """Texts as they stand in HTML; templates look into it. Boards say the same few things again and again, so all but
    long ones are kept, and the cache is emptied when it has `TEXTS` of them."""

    def __missing__(self, text: str) -> str:
        html = str(escape(text))
        if len(text) < LONG:
            if len(self) >= TEXTS:
                self.clear()
            self[text] = html
        return html


ESCAPED = Escaped()
escape_text = ESCAPED.__getitem__


def to_html(value: Any) -> str:
    """A value as a template puts it into HTML: the same as `markupsafe.escape`, without a new object for each."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return ESCAPED[value]
    if kind is int:
        return str(value)
    return escape(value)


class BoardCode(CodeGenerator):
    """Templates that look texts up in `ESCAPED` where they would call `escape`, call macros as plain functions, do not
    ask what they call what it is, and look into dictionaries first: boards are made of them, and `thing.name` and
    `thing["name"]` are asked for hundreds of times."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if self.escapes(frame, finalize):
            self.write("(ESCAPED[shown] if (shown := ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if self.escapes(frame, finalize):
            self.write(").__class__ is str else to_html(shown))")
        else:
            super()._output_child_post(node, frame, finalize)

    def escapes(self, frame: Frame, finalize: Any) -> bool:
        return frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        self.macros = {macro.name: macro for macro in node.find_all(nodes.Macro) if not takes_more(macro)}
        self.writeline(f"from {__name__} import ESCAPED, LOOKED_INTO, to_html")
        super().visit_Template(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        if node.dyn_args or node.dyn_kwargs or forward_caller:
            super().visit_Call(node, frame, forward_caller=forward_caller)
        elif name in PLAIN:
            self.visit(node.node, frame)
            self.arguments([*node.args, *node.kwargs], frame)
        elif name in self.macros:
            self.write("Markup(")
            self.visit(node.node, frame)
            self.write("._func")
            self.arguments(filled_in(self.macros[name], node), frame)
            self.write(")")
        else:
            super().visit_Call(node, frame, forward_caller=forward_caller)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.look_up(node.node, node.attr, "getattr", frame)

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
            self.look_up(node.node, node.arg.value, "getitem", frame)
        else:
            super().visit_Getitem(node, frame)

    def look_up(self, thing: nodes.Expr, name: str, otherwise: str, frame: Frame) -> None:
        self.write(f"(found[{name!r}] if (found := ")
        self.visit(thing, frame)
        self.write(f").__class__ in LOOKED_INTO and {name!r} in found else environment.{otherwise}(found, {name!r}))")

    def visit_CallBlock(self, node: nodes.CallBlock, frame: Frame) -> None:  # noqa: N802
        if not is_keep_block(node):
            super().visit_CallBlock(node, frame)
            return
        self.macro_body(node, frame)
        self.start_write(frame, node)
        self.write("environment.cached_part")
        self.arguments(node.call.args, frame, "macro, ")
        self.end_write(frame)

    def arguments(self, values: Sequence[nodes.Node | None], frame: Frame, first: str = "") -> None:
        self.write(f"({first}")
        for value in values:
            if value is None:
                self.write("missing")
            else:
                self.visit(value, frame)
            self.write(", ")
        self.write(")")


def takes_more(macro: nodes.Macro) -> bool:
    """Whether Jinja hands more to a macro than its arguments."""
    return any(name.name in ("caller", "kwargs", "varargs") for name in macro.find_all(nodes.Name))


def filled_in(macro: nodes.Macro, call: nodes.Call) -> list[nodes.Expr | None]:
    """What a call hands to a macro, in the order of its arguments; `None` for those left out."""
    names = [argument.name for argument in macro.args]
    given = dict(zip(names, call.args, strict=False)) | {keyword.key: keyword.value for keyword in call.kwargs}
    if len(given) != len(call.args) + len(call.kwargs) or not given.keys() <= set(names):
        raise TemplateAssertionError(f"{macro.name} takes ({', '.join(names)})", call.lineno)
    return [given.get(name) for name in names]


# -- parts from the cache ---------------------------------------------------------------------------------------


class Keep(Extension):
    """`{% keep %}`."""

    tags = {"keep"}  # noqa: RUF012  (as Jinja declares it)

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        call = self.call_method("cached_part", [nodes.Const(f"{parser.name}:{line}")])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)


def is_keep_block(block: nodes.CallBlock) -> bool:
    return isinstance(block.call.node, nodes.ExtensionAttribute) and block.call.node.identifier == Keep.identifier


def find_keys(template: nodes.Template, known: Iterable[str]) -> None:
    """Let each part be looked up by all that it uses, also by way of macros."""
    macros = {macro.name: macro for macro in template.find_all(nodes.Macro)}
    for block in template.find_all(nodes.CallBlock):
        if is_keep_block(block):
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


def freeze(value: Any) -> Any:
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
            used |= free([node.iter, *node.else_]) | without(free(inside), names_set_by(node.target) | {"loop"})
        elif isinstance(node, nodes.Assign):
            used |= free([node.node])
            own |= names_set_by(node.target)
        else:
            used |= free(list(node.iter_child_nodes()))
    return without(used, own)


def without(used: set[Use], names: set[str]) -> set[Use]:
    return {use for use in used if use[0] not in names}


def names_set_by(target: nodes.Node) -> set[str]:
    """The names that something is given to."""
    if isinstance(target, nodes.Name):
        return {target.name}
    return {name.name for name in target.find_all(nodes.Name)}


# -- the templates -----------------------------------------------------------------------------------------------


PartKey = tuple[tuple[type, ...], tuple[Any, ...]]  # the kinds of what a part is made from, and the values


class Boards(Environment):
    """Templates of pages and boards, with the cache of parts that they share."""

    code_generator_class = BoardCode

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, extensions=[Keep])
        self.parts: dict[PartKey, Markup] = {}  # at most `PARTS`

    def _generate(self, source: nodes.Template, *arguments: Any, **more: Any) -> str:
        # One sign beyond ASCII in a text makes all that is done to it dearer: in English there is none then.
        for text in source.find_all(nodes.TemplateData):
            text.data = text.data.encode("ascii", "xmlcharrefreplace").decode()
        for choice in source.find_all(nodes.CondExpr):
            choice.expr2 = choice.expr2 or nodes.Const("")
        find_keys(source, self.globals)
        return super()._generate(source, *arguments, **more)

    def cached_part(self, draw: Callable[[], str], *values: Any) -> Markup:
        """A part as it was drawn for the same values before, else drawn now. When the cache is full its oldest quarter
        goes."""
        kinds = tuple(map(type, values))
        if not SIMPLE.issuperset(kinds):
            values = tuple([value if type(value) in SIMPLE else freeze(value) for value in values])
        key = (kinds, values)
        part = self.parts.get(key)
        if part is None:
            if len(self.parts) >= PARTS:
                for old in list(self.parts)[: PARTS // 4]:
                    del self.parts[old]
            part = self.parts[key] = Markup(draw())
        return part


def render(template: Template, facts: dict[str, Any]) -> str:
    """A template filled in. The facts are all it needs, with what every template may use."""
    context = Context(template.environment, facts, template.name, template.blocks)
    text = "".join(template.root_render_func(context))
    context.vars.clear()  # macros know the context that knows them: only the garbage collector would find them
    return text


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
