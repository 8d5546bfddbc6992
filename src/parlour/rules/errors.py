"""Everything that can be refused, by name.

All of them are `ValueError`s, so a program that does not care which rule was
broken can catch one class. An error never leaves a state half changed.
"""

from __future__ import annotations

from collections.abc import Mapping


class RulesError(ValueError):
    """Something that the rules, or the shape of a file, do not allow."""


class IllegalAction(RulesError):
    """An action that may not be played now.

    `rule` is the id of the rule that forbids it. `why` is an English sentence,
    possibly with `{placeholders}` for `facts`, so that it can be translated
    before it is filled in.

    >>> error = IllegalAction("PR-15", "{cost} gold is needed, and you have {gold}", {"cost": 4, "gold": 3})
    >>> str(error)
    '4 gold is needed, and you have 3 (PR-15)'
    """

    def __init__(self, rule: str, why: str, facts: Mapping[str, object] | None = None) -> None:
        self.rule = rule
        self.why = why
        self.facts: dict[str, object] = dict(facts or {})
        super().__init__(f"{why.format(**self.facts)} ({rule})")

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, str, dict[str, object]]]:
        return IllegalAction, (self.rule, self.why, self.facts)


class InvalidPosition(RulesError):
    """A position or a view that is not of the shape the game's spec gives."""


class InvalidRecord(RulesError):
    """A record that cannot be replayed."""


class InvalidSetup(RulesError):
    """A set-up that does not hold exactly what the game needs."""


class InvalidOptions(RulesError):
    """A number of players or an option that the game does not have."""


class InvalidComponents(RulesError):
    """A component file that the rules cannot use."""


class UnknownGame(RulesError):
    """No game in the box has this id."""


class UnfinishedGame(UnknownGame):
    """A game is there, but it cannot be played yet."""
