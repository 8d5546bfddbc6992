"""Photon Rush as a player remembers it: what the others have built and played, and so what kind of players they are.

Everything that is built and played is seen by all (PR-16, PR-23). A style is known by how often its players build and
play what; but what a network would have answered depends on the place, so a ledger is kept of what everybody had then.
"""

from __future__ import annotations

import math
from typing import Any, Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.photon_rush.codes import amount
from parlour.games.photon_rush.judge import JUDGE, KEEPER, LEARNED
from parlour.games.photon_rush.parts import PhotonParts
from parlour.games.photon_rush.rules import (
    ACTION,
    BUILD,
    GOLD,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    SALOONS,
    TOWERS,
    PhotonRush,
)
from parlour.games.photon_rush.rules import CARDS as CARD_NAMES
from parlour.rules.events import Event
from parlour.rules.game import Parts
from parlour.rules.memory import Watch

# How often a player of each style (as `judge.py` numbers them) builds nothing with its gold, mines only, or saloons,
# and plays a Raid, a Defend, a T.N.T.: counted in 40 games each against others, and never quite 0. The seventh is
# whoever none of them explains: the mean of those before it. The eighth are those of an
# earlier network; what the present one would have answered is weighed place by place, and so is whom the ninth blasts,
# whose habits were set by hand.
ORDERS: Final = {
    "nothing": [0.02, 0.20, 0.02, 0.11, 0.12, 0.20, 0.11, 0.02, 0.05],
    "mines": [0.96, 0.78, 0.56, 0.69, 0.71, 0.78, 0.75, 0.68, 0.85],
    "saloons": [0.02, 0.02, 0.42, 0.20, 0.17, 0.02, 0.14, 0.30, 0.10],
}
CARDS: Final = {
    "raid": [0.38, 0.17, 0.79, 0.02, 0.35, 0.02, 0.29, 0.26, 0.10],
    "defend": [0.35, 0.48, 0.19, 0.26, 0.28, 0.96, 0.42, 0.36, 0.10],
    "tnt": [0.27, 0.35, 0.02, 0.72, 0.37, 0.02, 0.29, 0.38, 0.80],
}
# What is thought of somebody who has done nothing yet: most people play sensibly.
PRIOR: Final = [0.31, 0.06, 0.06, 0.06, 0.06, 0.06, 0.18, 0.15, 0.06]

SPITE: Final = 0.9  # how often T.N.T. of who keeps others down strikes whoever it leaves least
RAREST: Final = 0.02  # a chance is never thought to be less
OWNED: Final = {  # what a view shows of a base, and where the ledger has it
    "gold": GOLD,
    "mercs": MERCS,
    "towers": TOWERS,
    "mines": MINES,
    "saloons": SALOONS,
    "new_mines": NEW_MINES,
    "new_saloons": NEW_SALOONS,
}
Hunches = dict[tuple[int, int], float]
BOOKED: Final = {"built", "revealed", "battle", "damaged", "blasted", "destroyed", "collected", "opened", "round-began"}


@final
class PhotonMemory(Watch):
    def __init__(self, seat: int) -> None:
        super().__init__(seat, PRIOR)
        # By seat and style: what a style explains better, place by place, than its habits alone do.
        self.hunches: Hunches = {}
        self.told: list[tuple[str, dict[str, Any]]] = []  # what is not in the ledger yet
        self.ledger: list[int] = []  # the round, and what every base had when all that was booked had happened

    def see(self, event: Event) -> None:
        facts = event.facts
        if event.kind in BOOKED:
            self.told.append((event.kind, facts))
        if event.kind == "built":
            self.note(facts["seat"], ORDERS[kind_of_order(facts["mines"], facts["saloons"])])
        elif event.kind == "revealed":
            for seat, card in enumerate(facts["cards"]):
                if card is not None:
                    self.note(seat, CARDS[card.split(" ")[0]])

    def recall(self, view: dict[str, Any], parts: Parts) -> dict[str, Any]:
        """A view shows all there is to know; but it is what the ledger is checked by."""
        assert isinstance(parts, PhotonParts)
        options = view["options"]
        state = PhotonRush(view["players"], options["towers"], options["round_limit"] or 0, parts)
        if self.ledger:
            state.round = self.ledger[0]
            for place in range(len(state.has)):
                state.has[place] = self.ledger[1 + place]
        hunches = self.book(state)
        seats = view["seats"]
        fits = all(state.has[OWNED[name] + seat] == seats[seat][name] for seat in range(len(seats)) for name in OWNED)
        if fits:
            for key, hunch in hunches.items():
                self.hunches[key] = self.hunches.get(key, 0.0) + hunch
        else:  # whoever came late has not seen it all: from now on
            for seat in range(len(seats)):
                for name in OWNED:
                    state.has[OWNED[name] + seat] = seats[seat][name]
                state.has[OUT + seat] = seats[seat]["out"] or 0
            state.round = view["round"]
        self.ledger = [int(state.round), *[int(number) for number in state.has]]
        return view

    def book(self, state: PhotonRush) -> Hunches:
        """Bring a ledger up to what was told, and weigh every answer on the way by what the network would have said."""
        hunches: Hunches = {}
        orders: list[dict[str, Any]] = []
        for kind, facts in self.told:
            if kind == "built":  # all at once: nobody knew of another's
                orders.append(facts)
                continue
            self.book_orders(state, orders, hunches)
            orders = []
            if kind == "revealed":
                self.weigh_cards(state, facts["cards"], hunches)
            else:
                change(state, kind, facts)
        self.book_orders(state, orders, hunches)
        self.told = []
        return hunches

    def book_orders(self, state: PhotonRush, orders: list[dict[str, Any]], hunches: Hunches) -> None:
        state.phase = BUILD
        for facts in orders:
            if state.has[GOLD + facts["seat"]] < facts["cost"]:
                continue  # this ledger is of another game, which the next view will show
            kind = kind_of_order(facts["mines"], facts["saloons"])
            codes = state.orders(facts["seat"])
            alike = [kind_of_order(int(amount(code, 0)), int(amount(code, 1))) == kind for code in codes]
            self.weigh(state, facts["seat"], codes, alike, ORDERS[kind], hunches)
        for facts in orders:
            seat = facts["seat"]
            state.has[GOLD + seat] -= facts["cost"]
            state.has[NEW_MINES + seat] += facts["mines"]
            state.has[NEW_SALOONS + seat] += facts["saloons"]

    def weigh_cards(self, state: PhotonRush, cards: list[Any], hunches: Hunches) -> None:
        state.phase = ACTION
        state.inside = 0
        for seat in range(state.players):
            if state.has[OUT + seat] == 0:
                state.inside |= 1 << seat
        for seat, card in enumerate(cards):
            if card is not None:
                name = card.split(" ")[0]
                codes = state.playable_cards(seat)
                alike = [CARD_NAMES[code >> 2] == name for code in codes]
                self.weigh(state, seat, codes, alike, CARDS[name], hunches)
                if name == "tnt":
                    self.weigh_spite(state, seat, int(card.split(" ")[1]), hunches)

    def weigh(
        self,
        state: PhotonRush,
        seat: int,
        codes: vec[i64],
        alike: list[bool],
        habits: list[float],
        hunches: Hunches,
    ) -> None:
        """How much more likely the network makes an answer of this kind than its habits do."""
        known = JUDGE.learnt(state)
        if seat == self.seat or known is None:
            return
        chances = JUDGE.chances_known(known, state, seat, codes)
        chance = sum(chances[i] for i in range(len(chances)) if alike[i])
        hint(hunches, seat, LEARNED, math.log(max(chance, RAREST) / habits[LEARNED]))

    def weigh_spite(self, state: PhotonRush, seat: int, target: int, hunches: Hunches) -> None:
        """Whether T.N.T. was for the base that it would leave least: so it is from whoever keeps others down."""
        others = sum(other != seat and state.has[OUT + other] == 0 for other in range(state.players))
        hit = JUDGE.hardest_hit(state, seat)
        if seat != self.seat and others > 1 and hit >= 0:
            hint(hunches, seat, KEEPER, math.log(others * (SPITE if target == hit else (1.0 - SPITE) / (others - 1))))

    def likely_styles(self, seat: int) -> list[float]:
        found = super().likely_styles(seat)
        for style in (LEARNED, KEEPER):
            found[style] *= math.exp(self.hunches.get((seat, style), 0.0))
        total = sum(found)
        return [weight / total for weight in found]

    def familiarity(self) -> float:
        """Who answers as a network does, place by place, is known; a habit may be anybody's."""
        known = [self.likely_styles(seat)[LEARNED] for seat in self.scores]
        return sum(known) / len(known) if known else 0.0

    def facts(self) -> dict[str, Any]:
        told = [[kind, facts] for kind, facts in self.told]
        hunches = [[seat, style, hunch] for (seat, style), hunch in self.hunches.items()]
        return {**super().facts(), "hunches": hunches, "told": told, "ledger": self.ledger}

    def refill(self, facts: dict[str, Any]) -> None:
        super().refill(facts)
        self.hunches = {(seat, style): hunch for seat, style, hunch in facts["hunches"]}
        self.told = [(kind, told) for kind, told in facts["told"]]
        self.ledger = list(facts["ledger"])


def hint(hunches: Hunches, seat: int, style: int, hunch: float) -> None:
    hunches[seat, int(style)] = hunches.get((seat, int(style)), 0.0) + hunch


def kind_of_order(mines: int, saloons: int) -> str:
    return "saloons" if saloons > 0 else "mines" if mines > 0 else "nothing"


def change(state: PhotonRush, kind: str, facts: dict[str, Any]) -> None:
    """What an event did to what the bases have."""
    has = state.has
    if kind == "battle":
        for raider, lost in zip(facts["raiders"], facts["raiders_lost"], strict=True):
            has[MERCS + raider] -= lost
        has[MERCS + facts["defender"]] -= facts["defenders_lost"]
    elif kind == "damaged":
        has[TOWERS + facts["seat"]] = facts["towers"]
    elif kind == "blasted":
        target = facts["target"]
        has[MINES + target] -= facts["mines"]
        has[SALOONS + target] -= facts["saloons"]
        has[NEW_MINES + target] -= facts["new_mines"]
        has[NEW_SALOONS + target] -= facts["new_saloons"]
    elif kind == "destroyed":
        has[OUT + facts["seat"]] = facts["round"]
    elif kind == "collected":
        has[GOLD + facts["seat"]] += facts["gold"]
        has[MERCS + facts["seat"]] += facts["mercs"]
    elif kind == "opened":
        seat = facts["seat"]
        has[MINES + seat] += facts["mines"]
        has[SALOONS + seat] += facts["saloons"]
        has[NEW_MINES + seat] -= facts["mines"]
        has[NEW_SALOONS + seat] -= facts["saloons"]
    elif kind == "round-began":
        state.round = facts["round"]


MEMORY: Final = PhotonMemory
