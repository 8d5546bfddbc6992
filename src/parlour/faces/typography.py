"""Texts as a printer of their language would set them.

Texts are written with the keys of a keyboard and set once, when they are loaded: French gets its no-break spaces, its
curly apostrophes and its quotes here, so that nobody has to type them and nobody can forget one. English stays as it
is. What fills a sentence in later (`{seat}`, a person's name) is never touched, nor is anything written for machines:
code, addresses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

NARROW = "\N{NARROW NO-BREAK SPACE}"  # before ; ? ! % and inside guillemets
WIDE = "\N{NO-BREAK SPACE}"  # before a colon
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
SPACES = f" {NARROW}{WIDE}"

# `{seat}` of a sentence, an address, and in Markdown a piece of code, the aim of a link, the line under a table's head.
PLACEHOLDER = r"\{[^{}]*\}"
ADDRESS = r"(?:https?|mailto):\S+"
CODE = r"^```.*?^```$|`[^`]*`|\]\([^)]*\)|^[ |:-]+$"
ELISION = re.compile(r"\b([Dd]|[Qq]u)e (\{(\w+)\})")
VOWEL = re.compile(r"[AEIOUÀÂÄÆÉÈÊËÎÏÔÖŒÙÛÜ](?!\d)", re.IGNORECASE)
QUOTED = re.compile(r'"([^"\n]*)"')


@lru_cache(maxsize=4096)
def typeset(text: str, lang: str) -> str:
    """A sentence, a name or a label as it is to be read."""
    return outside(f"{PLACEHOLDER}|{ADDRESS}", french, text) if lang == "fr" else text


def typeset_markdown(text: str, lang: str) -> str:
    """The same for a whole text in Markdown."""
    return outside(f"{CODE}|{ADDRESS}", french, text) if lang == "fr" else text


def outside(untouched: str, change: Callable[[str], str], text: str) -> str:
    """Change what lies between the pieces that must stay as they are; those are like letters to what is beside them."""
    pieces: list[str] = []

    def put_away(found: re.Match[str]) -> str:
        pieces.append(found[0])
        return "\0"

    changed = change(re.sub(untouched, put_away, text, flags=re.MULTILINE | re.DOTALL))
    return re.sub("\0", lambda found: pieces.pop(0), changed)


def elide(sentence: str, facts: Mapping[str, object]) -> str:
    """A French sentence before it is filled in: "de {seat}" is "d’{seat}" where the seat is called Anna. Not before the
    name of a space, such as e5."""

    def elide(found: re.Match[str]) -> str:
        return f"{found[1]}{APOSTROPHE}{found[2]}" if VOWEL.match(str(facts.get(found[3], ""))) else found[0]

    return ELISION.sub(elide, sentence)


def french(text: str) -> str:
    text = QUOTED.sub(r"« \1 »", text)
    text = re.sub(r"(?<=\S)'(?=[^\s'])", APOSTROPHE, text)  # not that of Gold n' Crash, which is its name
    text = re.sub(rf"(?<=\S)[{SPACES}]+([;?!%»]+)", rf"{NARROW}\1", text)
    text = re.sub(rf"«[{SPACES}]*", f"«{NARROW}", text)
    return re.sub(rf"(?<=\S)[{SPACES}]+:(?![\w/])", f"{WIDE}:", text)


def in_figures(text: str, lang: str) -> str:
    """A number as a language writes it, from the English: 1,234.5 % is 1 234,5 %.

    >>> in_figures("1,234.5 %", "fr").replace(NARROW, "_")
    '1_234,5_%'
    """
    return typeset(text.replace(",", NARROW).replace(".", ","), lang) if lang == "fr" else text
