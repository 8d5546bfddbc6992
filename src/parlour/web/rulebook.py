"""The rules for players as a page: paragraphs that can be linked to and searched, and pictures of real boards.

The text is the game's `rules.<lang>.md`. The first mention of every rule id (GC-12) is a target for links; a picture
stands behind the paragraph of the rule that it shows. The search finds paragraphs in which every word of the question
occurs, whatever the case and the accents; `static/rules.js` does the same while one types.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import escape

from parlour.faces.book import rules_text
from parlour.faces.look import look_at
from parlour.faces.words import Words
from parlour.rules.game import find
from parlour.web.boards import board_of, render
from parlour.web.scenes import pictures, table
from parlour.web.words import phrases

RULE = re.compile(r"\b([A-Z]{2}-\d+)\b([†‡]?)")  # with the mark of a rule that is not, or not only, printed
LEGEND = "†"  # begins the paragraph that explains the marks
QUERY = 80  # characters of a question that count
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


@lru_cache(maxsize=128)
def book(game: str, lang: str, query: str = "") -> Book | None:
    text = rules_text(find(game).folder, lang)
    if not text:
        return None
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = markdown.parse(text)
    writer = Writer(game, lang, markdown, query)
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

    def __init__(self, game: str, lang: str, markdown: MarkdownIt, query: str) -> None:
        self.game = game
        self.lang = lang
        self.markdown = markdown
        self.query = query[:QUERY]
        self.asked = words_of_query(self.query)
        self.pictures: dict[str, list[int]] = {}
        for number, picture in enumerate(pictures(game)):
            self.pictures.setdefault(picture.after, []).append(number)
        self.seen: set[str] = set()
        self.title = ""
        self.html: list[str] = []
        self.contents: list[Heading] = []
        self.hits = 0

    def add(self, block: list[Token]) -> None:
        first = block[0]
        if first.type == "heading_open":
            self.head(block, int(first.tag[1]))
        for i, token in enumerate(block):
            if token.type in ("list_item_open", "tr_open") or (token.level == 0 and token.type == "paragraph_open"):
                self.paragraph(token, inside(block, i))
        if said(block).startswith(LEGEND):
            first.attrSet("id", "rulings")
        rules: list[str] = []
        for token in block:
            if token.type == "inline":
                token.children = list(self.marked(token.children or [], rules))
        self.html.append(self.markdown.renderer.render(block, self.markdown.options, {}))
        for rule in rules:
            self.html += [figure(self.game, self.lang, number) for number in self.pictures.pop(rule, [])]

    def head(self, block: list[Token], level: int) -> None:
        text = said(block)
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
        hit = bool(self.asked) and all(found(word, fold(said(tokens))[0]) for word in self.asked)
        opening.attrSet("data-par", "hit" if hit else "")
        self.hits += hit

    def marked(self, children: Sequence[Token], rules: list[str]) -> Iterator[Token]:
        """The words of a paragraph, with targets at rule ids and marks at what was searched for."""
        for child in children:
            if child.type != "text":
                yield child
                continue
            at = 0
            for match in RULE.finditer(child.content):
                yield raw(self.mark(child.content[at : match.start()]))
                yield raw(self.target(match[1], rules) + self.ruling(match[2]))
                at = match.end()
            yield raw(self.mark(child.content[at:]))

    def target(self, rule: str, rules: list[str]) -> str:
        anchor = "" if rule in self.seen else f' id="{rule.lower()}"'
        self.seen.add(rule)
        rules.append(rule)
        return f'<span class="rule"{anchor}>{self.mark(rule)}</span>'

    def ruling(self, mark: str) -> str:
        """The mark of a rule that the printed rules do not have, with a way to what it means."""
        if not mark:
            return ""
        t = phrases(self.lang).t
        why = t("our own ruling, in whole or in part") if mark == "†" else t("not only from the printed rules")
        return f'<a class="ruling" href="#rulings" title="{escape(why)}">{mark}</a>'

    def mark(self, text: str) -> str:
        """The text as HTML, with marks at what was searched for."""
        folded, places = fold(text)
        spans = sorted({(places[i], places[j - 1] + 1) for word in self.asked for i, j in found(word, folded)})
        html = ""
        at = 0
        for start, end in spans:
            if start >= at:
                html += f"{escape(text[at:start])}<mark>{escape(text[start:end])}</mark>"
                at = end
        return html + str(escape(text[at:]))

    def finish(self) -> Book:
        if self.contents:
            self.html.append("</section>")
        return Book(self.title, "".join(self.html), tuple(self.contents), self.hits, self.query)


def inside(block: Sequence[Token], start: int) -> Sequence[Token]:
    """The tokens of an element, from its opening to its end."""
    level = block[start].level
    end = next(i for i in range(start + 1, len(block)) if block[i].level == level and block[i].nesting < 0)
    return block[start:end]


def said(tokens: Sequence[Token]) -> str:
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


def words_of_query(query: str) -> list[str]:
    return fold(query)[0].split()


def found(word: str, folded: str) -> list[tuple[int, int]]:
    """Where a word stands in a folded text; PR-1 is not found in PR-12."""
    end = r"(?!\d)" if word[-1].isdigit() else ""
    return [match.span() for match in re.finditer(re.escape(word) + end, folded)]


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
