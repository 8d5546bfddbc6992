"""One account of what happened.

While a rule changes the state it reports events to the state's listener, if
there is one. Sentences, animation, announcements and statistics are all made from events.
"""

from __future__ import annotations

from typing import Any


class Event:
    """Something that happened, by which rule, and who may know what about it.

    `kind`      what happened, in the game's words: "withdrew", "base-destroyed"
    `rule`      the id of the rule that made it happen
    `facts`     what everybody may know (plain numbers, strings, lists)
    `private`   facts for the seats in `knowers` only
    `reveals`   somebody learned something hidden through this (so it cannot be taken back unasked)
    """

    def __init__(
        self,
        kind: str,
        rule: str,
        facts: dict[str, Any],
        private: dict[str, Any] | None = None,
        knowers: tuple[int, ...] = (),
        reveals: bool = False,
    ) -> None:
        self.kind: str = kind
        self.rule: str = rule
        self.facts: dict[str, Any] = facts
        self.private: dict[str, Any] = private if private is not None else {}
        self.knowers: tuple[int, ...] = knowers
        self.reveals: bool = reveals

    def seen_by(self, seat: int | None) -> Event:
        """This event as a seat (or a spectator, `None`) may know it: all in `facts`, nothing private."""
        known = dict(self.facts)
        if seat is not None and seat in self.knowers:
            known.update(self.private)
        return Event(self.kind, self.rule, known, None, (), self.reveals)

    def to_dict(self) -> dict[str, Any]:
        """The public part as JSON; call it on what `seen_by` gave."""
        return {"kind": self.kind, "rule": self.rule, "facts": self.facts}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.kind, self.rule, self.knowers))

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, self._fields()

    def _fields(self) -> tuple[Any, ...]:
        return self.kind, self.rule, self.facts, self.private, self.knowers, self.reveals

    def __repr__(self) -> str:
        hidden = f", private={self.private!r} to {self.knowers}" if self.private else ""
        return f"<{self.kind} {self.rule} {self.facts!r}{hidden}>"
