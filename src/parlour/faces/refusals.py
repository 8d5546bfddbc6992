"""Sentences that are made where nobody knows the reader's language: in English, and in others when they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.faces.typography import in_figures
from parlour.faces.words import Phrases
from parlour.rules.errors import InvalidComponents, InvalidOptions, RulesError

if TYPE_CHECKING:
    from parlour.rules.game import Game


class Sentence(str):
    """A sentence in English, filled in, which knows how to be said otherwise."""

    why: str  # before it was filled in
    facts: dict[str, object]

    def __new__(cls, why: str, **facts: object) -> Sentence:
        found = super().__new__(cls, why.format(**write_facts(facts, "en")) if facts else why)
        found.why = why
        found.facts = facts
        return found

    def say_in(self, phrases: Phrases) -> str:
        facts = {
            name: fact.say_in(phrases) if isinstance(fact, Sentence) else fact for name, fact in self.facts.items()
        }
        return phrases.t(self.why, **write_facts(facts, phrases.lang))


def write_facts(facts: Mapping[str, object], lang: str) -> dict[str, object]:
    """Facts with their numbers as a language writes them."""
    return {name: in_figures(f"{fact:g}", lang) if isinstance(fact, float) else fact for name, fact in facts.items()}


class GameSentence(Sentence):
    """One that a game's own catalogue translates."""

    game: Game

    @classmethod
    def of(cls, game: Game, why: str) -> GameSentence:
        found = cls(why)
        assert isinstance(found, GameSentence)
        found.game = game
        return found

    def say_in(self, phrases: Phrases) -> str:
        return self.game.words(phrases.lang).t(self.why)


class Explained(Exception):
    """An error whose reason is a sentence to be translated."""

    def __init__(self, why: str, **facts: object) -> None:
        self.why = Sentence(why, **facts)
        super().__init__(str(self.why))

    def sentence(self, phrases: Phrases) -> str:
        return self.why.say_in(phrases)


class ChangeRefused(Explained, InvalidComponents):
    """A change of the components that cannot be made."""


class LibraryMissing(Explained, RulesError):
    """Something that needs a library which is not part of the plain install."""


class SettingRefused(Explained, InvalidOptions):
    """An experiment that cannot be asked for so."""
