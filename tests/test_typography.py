"""French as a printer would set it: made once, when texts are loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

import parlour
from parlour.faces.catalogues import folders
from parlour.faces.typography import elide, typeset, typeset_markdown
from parlour.faces.words import catalogue
from parlour.web.boards import tips
from parlour.web.rulebook import book
from parlour.web.scenes import guide, pictures

NARROW, WIDE = "\u202f", "\u00a0"


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Où posez-vous la carte ?", f"Où posez-vous la carte{NARROW}?"),
        ("Un sur trois !", f"Un sur trois{NARROW}!"),
        ("Non ?!", f"Non{NARROW}?!"),
        ("force 2 ; perdu", f"force 2{NARROW}; perdu"),
        ("Manche 3 : à vous", f"Manche 3{WIDE}: à vous"),
        ("Les trois :", f"Les trois{WIDE}:"),
        ("« il a résisté »", f"«{NARROW}il a résisté{NARROW}»"),
        ('dit "il a résisté"', f"dit «{NARROW}il a résisté{NARROW}»"),
        ("l'Or d'en face, jusqu'à {seat}", "l’Or d’en face, jusqu’à {seat}"),
        ("l'{crew} de {seat} : {left} ?", f"l’{{crew}} de {{seat}}{WIDE}: {{left}}{NARROW}?"),
        ("{count:d} ; {what!r}", f"{{count:d}}{NARROW}; {{what!r}}"),
        ("50 % des parties", f"50{NARROW}% des parties"),
        ("Gold n' Crash", "Gold n' Crash"),
        ("voir https://example.org/l'or?a=b : ici", f"voir https://example.org/l'or?a=b{WIDE}: ici"),
        (f"déjà{NARROW}? oui{WIDE}: fait", f"déjà{NARROW}? oui{WIDE}: fait"),
    ],
)
def test_a_french_sentence_is_set(typed: str, printed: str) -> None:
    assert typeset(typed, "fr") == printed
    assert typeset(printed, "fr") == printed
    assert typeset(typed, "en") == typed


def test_markdown_for_machines_stays_as_it_is() -> None:
    table, code = "| a | b |\n| :-- | :-: |\n", "```\nl'or : a ?\n```\n"
    text = f"Le coup `play o-bomb-1 0 ; l'or ?` : [l'aide](/l'aide : a) !\n\n{table}\n{code}"
    assert typeset_markdown(text, "fr") == (
        f"Le coup `play o-bomb-1 0 ; l'or ?`{WIDE}: [l’aide](/l'aide : a){NARROW}!\n\n{table}\n{code}"
    )
    assert typeset_markdown(text, "en") == text


# -- nothing is forgotten -----------------------------------------------------------------------------------

TITLES = re.compile("Gold n' Crash")
WRONG = re.compile(
    rf"""[ ][;:?!%»]|«(?!{NARROW})|[\w}}]'[\w{{«*]|"|[{NARROW}]:|[{WIDE}][;?!»]|[^\s{NARROW}?!(][?!](?![\w=&])"""
)


def faults(text: str) -> list[str]:
    return [text[max(0, found.start() - 20) : found.end() + 20] for found in WRONG.finditer(TITLES.sub("", text))]


def catalogue_texts() -> Iterator[str]:
    for folder in folders():
        for key, text in catalogue(str(folder), "fr")._catalog.items():  # type: ignore[attr-defined]
            if key:
                yield text


def game_texts(game: str) -> Iterator[str]:
    rules, lesson = book(game, "fr"), guide(game)
    assert rules is not None
    assert lesson is not None
    page = re.sub(r"<(code|pre)\b.*?</\1>|<figure.*?</figure>", "", rules.html, flags=re.DOTALL)
    yield unescape(re.sub(r"<[^>]*>", "", page))
    yield unescape(re.sub(r"<[^>]*>", "", tips(parlour.game(game), "fr")))
    yield from (picture.caption["fr"] for picture in pictures(game))
    texts = [lesson.intro, lesson.end]
    for step in lesson.steps:
        texts += [step.title, step.say, step.why, step.hint]
    yield from (text["fr"] for text in texts if text)
    words: Any = parlour.game(game).words("fr")
    parts: Any = parlour.game(game).parts()
    if game == "crash-and-grab":
        yield from (words.upgrade(card) for card in parts.upgrade_names)
        yield from (words.upgrade_text(card) for card in parts.upgrade_names)
    if game == "gold-n-crash":
        yield from (words.guest(code) for code in parts.guests())


def test_every_french_sentence_is_set() -> None:
    found = list(catalogue_texts())
    assert len(found) > 1000
    assert [fault for text in found for fault in faults(text)] == []


@pytest.mark.parametrize("game", parlour.games())
def test_every_french_page_is_set(game: str) -> None:
    found = list(game_texts(game))
    assert any(NARROW in text for text in found)
    assert [fault for text in found for fault in faults(text)] == []


def test_a_fault_would_be_found() -> None:
    for text in ("Quoi ?", "ici : là", "l'or", '"là"', "« là »", f"ici{NARROW}: là", f"Quoi{WIDE}?", "Quoi?"):
        assert faults(text), text


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("Otto", "Tour d’Otto"),
        ("Élodie", "Tour d’Élodie"),
        ("Mabel", "Tour de Mabel"),
        ("e5", "Tour de e5"),
    ],
)
def test_french_drops_a_letter_before_a_vowel(name: str, read: str) -> None:
    assert elide("Tour de {seat}", {"seat": name}).format(seat=name) == read


def test_sentences_about_people_drop_it_when_they_are_filled_in() -> None:
    words = parlour.game("gold-n-crash").words("fr", ["Anna", "Bert"])
    assert words.t("Turn of {seat}", seat="Anna") == "Tour d’Anna"
    assert words.t("Turn of {seat}", seat="Bert") == "Tour de Bert"
