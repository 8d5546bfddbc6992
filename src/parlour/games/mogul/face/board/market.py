"""What there is to know about the market of one view, in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from parlour.faces.look import Look
from parlour.games.mogul.face.words import MogulWords
from parlour.rules.events import Event

View = Mapping[str, Any]

MOVES: Final = ("paid", "withdrew", "took", "sold")  # by these a seat has just done something in this round
NEW_ROUND: Final = ("revealed", "crash")


class Market:
    """A view with what the rules say about it; a colour is its place among the parts' colours."""

    def __init__(self, look: Look) -> None:
        view, words = look.view, look.words
        assert isinstance(words, MogulWords)
        self.look = look
        self.view: View = view
        self.words = words
        self.parts = parts = words.parts
        self.seat = look.seat
        self.seats = range(view["players"])
        self.over: bool = view["phase"] == "over"
        self.asked: int | None = view["to_act"][0] if view["to_act"] else None
        self.state = state = words.sketch(view)
        self.colours: list[str] = parts.colours
        self.cards = [self.by_colour(shares) for shares in view["shares"]]  # by seat and colour
        self.prices = [0 if self.over else state.price(k) for k in range(len(self.colours))]
        self.pays = -1 if self.over else parts.centre[state.revealed]  # the colour of the premium
        self.sells = -1 if self.over else parts.border[state.revealed]  # the colour of the sale
        self.centre, self.border = ("", "") if self.over else words.colours(view["revealed"])
        self.price = 0 if self.over else self.prices[self.sells]
        self.premiums = [0 if self.over else state.premium(seat) for seat in self.seats]
        self.withdrawn: list[int] = view["withdrawn"]
        self.taken: bool = view["winner_action"] == "take"
        self.winner = state.winner() if state.is_decided() else None
        self.runner_up = state.runner_up() if state.is_decided() else None
        self.announcements = announcements(look)
        self.last = last_mover(look.events)
        self.labels = [colour_label(words, colour) for colour in self.colours]

    def by_colour(self, shares: Sequence[str]) -> list[list[str]]:
        number, centre = self.parts.number, self.parts.centre
        cards: list[list[str]] = [[] for _ in self.colours]
        for card in shares:
            cards[centre[number[card]]].append(card)
        return cards

    def worth(self, count: int, k: int) -> int:
        """What shares of a colour would bring in one sale; a closed market pays nothing (KR-60)."""
        return 0 if self.over else self.state.worth(count, k)

    def shares(self, count: int, k: int) -> str:
        return self.words.shares(count, self.colours[k])


def flag(k: int, sells: int, pays: int) -> str:
    """What a colour is for in a round."""
    return "sale" if k == sells else "premium" if k == pays else ""


def colour_label(words: MogulWords, colour: str) -> str:
    """A colour's name where it stands alone, beside its emblem."""
    name = words.colour(colour)
    return name[:1].upper() + name[1:]


def announcements(look: Look) -> dict[str, Event]:
    """What each answer would be, before anything else comes of it: the first event of its preview."""
    return {action: look.previews[action].events[0] for action in look.legal}


def last_mover(events: Sequence[Event]) -> int | None:
    """Who has just done something in the round that is played."""
    seat: int | None = None
    for event in events:
        if event.kind in MOVES:
            seat = event.facts["seat"]
        elif event.kind in NEW_ROUND:
            seat = None
    return seat
