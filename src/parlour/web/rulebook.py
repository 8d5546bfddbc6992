"""The rules for players as a page: paragraphs that can be linked to and searched, and pictures of real boards.

The text is the game's `rules.<lang>.md`. The first mention of every rule id (GC-12) is a target for links; a picture
stands behind the paragraph of the rule that it shows. The search finds paragraphs in which every word of the question
occurs, whatever the case and the accents; `static/rules.js` does the same while one types.

A book is put together once (`index`), with its words apart from its markup; a question only looks through the words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import escape

from parlour.faces.book import rules_text
from parlour.faces.look import look_at
from parlour.faces.words import Words
from parlour.rules.game import find
from parlour.web.boards import board_of
from parlour.web.scenes import pictures, table
from parlour.web.templating import render
from parlour.web.words import phrases

RULE = re.compile(r"\b([A-Z]{2}-\d+)\b([†‡]?)")  # with the mark of a rule that is not, or not only, printed
LEGEND = "†"  # begins the paragraph that explains the marks
QUERY = 80  # characters of a question that count,
WORDS = 8  # and words
SLOT = re.compile("([\0\1])(\\d+)[\0\1]")  # the place of a text, or of a paragraph, in the markup
DEAD = re.compile(
    r'\s(?:id|tabindex|data-pick|data-piece|data-zoom|for|aria-labelledby|aria-describedby|target)="[^"]*"'
)
TAG = re.compile(r"<[^>]*>")
ID = re.compile(r'\sid="([^"]*)"')
USED = re.compile(r"""(href="#|url\(#)([^")]+)""")


class Heading(NamedTuple):
    """A line of the table of contents."""

    level: int
    id: str
    text: str


class Book(NamedTuple):
    """The rules of a game in a language, perhaps with the answers to a question marked."""

    title: str
    html: str
    contents: tuple[Heading, ...]
    hits: int
    query: str


class Text(NamedTuple):
    """Some words between two pieces of markup."""

    plain: str
    folded: str
    places: list[int]  # for each letter of the folded text the place in the plain one
    html: str

    def mark_hits(self, asked: Sequence[re.Pattern[str]]) -> str:
        """The text as HTML, with marks at what was searched for."""
        spans = [match.span() for word in asked for match in word.finditer(self.folded)]
        if not spans:
            return self.html
        html: list[str] = []
        at = 0
        for start, end in sorted({(self.places[i], self.places[j - 1] + 1) for i, j in spans}):
            if start >= at:
                html += [escape(self.plain[at:start]), "<mark>", escape(self.plain[start:end]), "</mark>"]
                at = end
        return "".join([*html, escape(self.plain[at:])])


class Index(NamedTuple):
    """A book as questions look through it: markup, and between the pieces of it texts and paragraphs in turn."""

    title: str
    contents: tuple[Heading, ...]
    parts: tuple[str | Text | int, ...]  # a number says whether the paragraph of that number is found
    paragraphs: tuple[str, ...]  # their words, folded

    def answer(self, query: str) -> Book:
        query = query[:QUERY]
        asked = [pattern(word) for word in dict.fromkeys(fold(query)[0].split()[:WORDS])]
        found = [bool(asked) and all(word.search(text) for word in asked) for text in self.paragraphs]
        html = "".join(
            part
            if isinstance(part, str)
            else part.mark_hits(asked)
            if isinstance(part, Text)
            else "hit"
            if found[part]
            else ""
            for part in self.parts
        )
        return Book(self.title, html, self.contents, sum(found), query)


@lru_cache(maxsize=128)
def book(game: str, lang: str, query: str = "") -> Book | None:
    text = index(game, lang)
    return text.answer(query) if text is not None else None


@cache
def index(game: str, lang: str) -> Index | None:
    """Puts a book together, pictures included, which takes most of a second."""
    text = rules_text(find(game).folder, lang)
    if not text:
        return None
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = markdown.parse(text)
    writer = Writer(game, lang, markdown)
    for block in blocks(tokens):
        writer.add(block)
    return writer.finish()


def blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The headings, paragraphs, lists and tables of a text."""
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield found
            found = []


class Writer:
    """Puts a book together, block by block."""

    def __init__(self, game: str, lang: str, markdown: MarkdownIt) -> None:
        self.game = game
        self.lang = lang
        self.markdown = markdown
        self.pictures: dict[str, list[int]] = {}
        for number, picture in enumerate(pictures(game)):
            self.pictures.setdefault(picture.after, []).append(number)
        self.seen: set[str] = set()
        self.title = ""
        self.html: list[str] = []
        self.contents: list[Heading] = []
        self.texts: list[Text] = []
        self.paragraphs: list[str] = []

    def add(self, block: list[Token]) -> None:
        first = block[0]
        if first.type == "heading_open":
            self.head(block, int(first.tag[1]))
        for i, token in enumerate(block):
            if token.type in ("list_item_open", "tr_open") or (token.level == 0 and token.type == "paragraph_open"):
                self.paragraph(token, inside(block, i))
        if plain_text(block).startswith(LEGEND):
            first.attrSet("id", "rulings")
        rules: list[str] = []
        for token in block:
            if token.type == "inline":
                token.children = list(self.with_targets(token.children or [], rules))
        self.html.append(self.markdown.renderer.render(block, self.markdown.options, {}))
        for rule in rules:
            self.html += [figure(self.game, self.lang, number) for number in self.pictures.pop(rule, [])]

    def head(self, block: list[Token], level: int) -> None:
        text = plain_text(block)
        if level == 1:
            self.title = text
            return
        if level == 2:
            self.html.append(("</section>" if self.contents else "") + "<section>")
        heading = Heading(level, f"s-{len(self.contents) + 1}", text)
        block[0].attrSet("id", heading.id)
        self.contents.append(heading)
        self.paragraph(block[0], block)

    def paragraph(self, opening: Token, tokens: Sequence[Token]) -> None:
        """Something that the search finds or not."""
        opening.attrSet("data-par", f"\1{len(self.paragraphs)}\1")
        self.paragraphs.append(fold(plain_text(tokens))[0])

    def with_targets(self, children: Sequence[Token], rules: list[str]) -> Iterator[Token]:
        """The words of a paragraph, with targets at rule ids."""
        for child in children:
            if child.type != "text":
                yield child
                continue
            at = 0
            for match in RULE.finditer(child.content):
                yield raw(self.slot(child.content[at : match.start()]))
                yield raw(self.target(match[1], rules) + self.ruling(match[2]))
                at = match.end()
            yield raw(self.slot(child.content[at:]))

    def target(self, rule: str, rules: list[str]) -> str:
        anchor = "" if rule in self.seen else f' id="{rule.lower()}"'
        self.seen.add(rule)
        rules.append(rule)
        return f'<span class="rule"{anchor}>{self.slot(rule)}</span>'

    def ruling(self, mark: str) -> str:
        """The mark of a rule that the printed rules do not have, with a way to what it means."""
        if not mark:
            return ""
        t = phrases(self.lang).t
        why = t("our own ruling, in whole or in part") if mark == "†" else t("not only from the printed rules")
        return f'<a class="ruling" href="#rulings" title="{escape(why)}">{mark}</a>'

    def slot(self, text: str) -> str:
        """A place for a text in the markup."""
        self.texts.append(Text(text, *fold(text), str(escape(text))))
        return f"\0{len(self.texts) - 1}\0"

    def finish(self) -> Index:
        if self.contents:
            self.html.append("</section>")
        pieces = SLOT.split("".join(self.html))
        parts: list[str | Text | int] = [pieces[0]]
        for kind, number, markup in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            parts += [self.texts[int(number)] if kind == "\0" else int(number), markup]
        return Index(self.title, tuple(self.contents), tuple(parts), tuple(self.paragraphs))


def inside(block: Sequence[Token], start: int) -> Sequence[Token]:
    """The tokens of an element, from its opening to its end."""
    level = block[start].level
    end = next(i for i in range(start + 1, len(block)) if block[i].level == level and block[i].nesting < 0)
    return block[start:end]


def plain_text(tokens: Sequence[Token]) -> str:
    """The words of a paragraph."""
    return " ".join(
        "".join(child.content or " " for child in token.children or []) for token in tokens if token.type == "inline"
    )


def raw(html: str) -> Token:
    return Token("html_inline", "", 0, content=html)


# -- the search ---------------------------------------------------------------------------------------------


def fold(text: str) -> tuple[str, list[int]]:
    """A text without case and accents, and for each of its letters the place in the text."""
    letters: list[str] = []
    places: list[int] = []
    for i, letter in enumerate(text):
        plain = unicodedata.normalize("NFD", letter.lower().replace("œ", "oe").replace("’", "'"))
        for part in plain:
            if not unicodedata.combining(part):
                letters.append(part)
                places.append(i)
    return "".join(letters), places


@lru_cache(maxsize=256)
def pattern(word: str) -> re.Pattern[str]:
    """Finds a word in a folded text; PR-1 is not found in PR-12."""
    return re.compile(re.escape(word) + (r"(?!\d)" if word[-1].isdigit() else ""))


# -- pictures ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def figure(game: str, lang: str, number: int) -> str:
    """A board as a picture with a caption, and its table as text for those who do not see it."""
    found = find(game)
    picture = pictures(game)[number]
    words: Words = found.words(lang)
    look = look_at(table(found, picture.scene), found, picture.seat, words)
    board, _ = board_of(look)
    return render(
        "picture.html",
        {"t": words.t},
        game=game,
        board=still(board, f"picture-{number}"),
        only=picture.only,
        small=picture.small,
        caption=picture.caption[lang],
        text=words.table(look.view, picture.seat),
    )


def still(html: str, name: str) -> str:
    """A board that is only looked at: nothing in it can be picked or reached. Drawings that it defines and uses itself
    get a name of their own, for there may be several boards on the page."""
    drawings = set(ID.findall(html)) & {id for _, id in USED.findall(html)}

    def quiet(found: re.Match[str]) -> str:
        tag = found[0]
        id = ID.search(tag)
        kept = f' id="{name}-{id[1]}"' if id and id[1] in drawings else ""
        tag = USED.sub(lambda used: f"{used[1]}{name}-{used[2]}" if used[2] in drawings else used[0], tag)
        tag = DEAD.sub("", tag)
        return re.sub(r"^<[a-zA-Z]+", lambda start: start[0] + kept, tag) if kept else tag

    return TAG.sub(quiet, html)
