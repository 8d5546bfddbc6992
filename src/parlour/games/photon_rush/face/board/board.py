"""The board of Photon Rush: bases around a planet, made from what one seat (or a spectator) may see.

`board` hands the template numbers and finished sentences: `PhotonBoard` finds out what there is to show; how each part
of it looks is in `pieces` (what comes again), `planet`, `showdown` and `desk`. `picks` says how an action is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.faces.drawing import Row
from parlour.faces.look import Look
from parlour.games.photon_rush.face.board import pieces
from parlour.games.photon_rush.face.board.desk import desk
from parlour.games.photon_rush.face.board.picks import columns, paths, picks
from parlour.games.photon_rush.face.board.planet import planet
from parlour.games.photon_rush.face.board.showdown import attacks_of, showdown
from parlour.games.photon_rush.face.words import PhotonWords, View, target_of
from parlour.games.photon_rush.positions import sketch
from parlour.games.photon_rush.rules import may_build

__all__ = ["SINCE", "announcements", "board", "picks", "recap"]

SINCE = "revealed"  # which T.N.T. has exploded cannot be told from what is left

# Where the bases lie, in reading order, as steps clockwise from the seat that looks.
PLACES: dict[int, tuple[tuple[int, str], ...]] = {
    2: ((1, "l"), (0, "r")),
    3: ((1, "tl"), (2, "tr"), (0, "b")),
    4: ((1, "tl"), (2, "tr"), (0, "bl"), (3, "br")),
}
NOTHING = Row()  # no cards: the same object each time, which a template knows again


def board(look: Look) -> dict[str, Any]:
    """What the template needs."""
    shown = PhotonBoard(look)
    lang, parts = shown.words.lang, shown.words.parts
    places = shown.places()
    return {
        "phase": shown.phase,
        "players": look.view["players"],
        "round": shown.round(),
        "steps": pieces.steps(lang, shown.phase),
        "planet": shown.planet(places),
        "bases": [shown.base(i, place) for i, place in places],
        "goal": parts.goal,
        "showdown": showdown(look, shown.attacks, shown.state, shown.words) if shown.state is not None else NOTHING,
        "hand": shown.hand(),
        "desk": shown.desk(),
        "legend": pieces.legend(lang, parts),
        "text": pieces.labels(lang, parts),
    }


def recap(view: View) -> Sequence[str]:
    """The events of the last reveal, once the board does not show its cards any more."""
    return () if view["cards"] is not None else ("revealed", "battle", "damaged", "blasted", "destroyed")


def announcements(look: Look) -> dict[str, list[str]]:
    """What the board says beforehand about each card, if nobody else comes in between."""
    if look.seat is None or look.view["phase"] != "action":
        return {}
    shown = PhotonBoard(look)
    targets = sorted({target_of(card) for card in look.legal})
    return {f"{effect['card']} {i}": effect["lines"] for i in targets for effect in shown.previews(i)["cards"]}


class PhotonBoard:
    """One look, put into pictures and sentences."""

    def __init__(self, look: Look) -> None:
        view, words = look.view, look.words
        assert isinstance(words, PhotonWords)
        self.look = look
        self.view = view
        self.seat = look.seat
        self.words = words
        self.parts = words.parts
        self.phase: str = view["phase"]
        self.seats: list[dict[str, Any]] = view["seats"]
        self.cards: list[str | None] = view["cards"] or [None] * view["players"]
        # Only with cards on the table is there something to ask the rules.
        self.state = sketch(view, words.parts) if view["cards"] is not None else None
        self.attacks = attacks_of(self.cards, self.state) if self.state is not None else {}
        seats = range(view["players"])
        self.statuses = [self.status(i) for i in seats]
        # At whose gate the mercenaries of each seat stand while a question is open, -1 if they are at home.
        self.gates = [self.away(i) for i in seats] if self.phase in ("battle", "blast") else [-1] * len(seats)

    # -- the sign above -------------------------------------------------------------------------------

    def round(self) -> str:
        limit = self.view["options"]["round_limit"]
        if limit is None:
            return self.words.t("Round {round}", round=self.view["round"])
        return self.words.t("Round {round} of {limit}", round=self.view["round"], limit=limit)

    # -- the planet -----------------------------------------------------------------------------------

    def places(self) -> list[tuple[int, str]]:
        players = self.view["players"]
        return [((step + (self.seat or 0)) % players, place) for step, place in PLACES[players]]

    def planet(self, places: list[tuple[int, str]]) -> dict[str, Any]:
        """The bases on the planet, with an arrow for every attack that may be known."""
        t, words = self.words.t, self.words
        cards = {i: self.known_card(i) for i, _ in places}
        said = [words.about(words.seat(i), words.card(card)) for i, card in cards.items() if card]
        nodes = tuple(
            [
                (i, place, self.seats[i]["out"] is not None, self.statuses[i][0], cards[i], self.seats[i]["mercs"])
                for i, place in places
            ]
        )
        return planet(words.clauses(said) or t("The planet."), nodes)

    def known_card(self, i: int) -> str:
        """The action card of a seat, if this seat may know it."""
        card = self.cards[i]
        if card is None and self.phase == "action":
            card = self.seats[i]["choice"]
        return card or ""

    # -- the bases ------------------------------------------------------------------------------------

    def base(self, i: int, place: str) -> dict[str, Any]:
        """A base where it lies, of parts of which most look the same at every table."""
        words = self.words
        has = self.seats[i]
        kind, label = self.statuses[i]
        out = has["out"]
        name, at = words.seat(i), self.gates[i]
        aimed = self.phase == "action" and self.seat is not None and f"raid {i}" in self.look.legal
        return {
            "seat": i,
            "place": place,
            "kind": kind,
            "out": words.t("destroyed in round {round}", round=out) if out is not None else "",
            "who": pieces.who(i, name, words.seat_name(i), i == self.seat, kind, label),
            "towers": pieces.towers(words.lang, has["towers"], self.view["options"]["towers"], self.towers_hit(i)),
            "card": self.card(i),
            "stock": pieces.stock(
                words.lang,
                self.parts,
                i,
                has["gold"],
                has["mercs"],
                has["mines"],
                has["saloons"],
                has["new_mines"],
                has["new_saloons"],
                out is None and self.phase != "over",
                words.seat(at) if at >= 0 else "",
            ),
            "gate": self.gate(i),
            "target": words.t("Target: {seat}", seat=name) if aimed else "",
            "previews": self.previews(i) if aimed else None,
        }

    def gate(self, i: int) -> dict[str, Any] | None:
        """Who stands before a base."""
        others = tuple([(other, self.seats[other]["mercs"]) for other, at in enumerate(self.gates) if at == i])
        return pieces.gate(self.words, self.phase, others) if others else None

    def card(self, i: int) -> dict[str, Any] | None:
        """What lies before a base: a card that is turned up, one's own secret, or the back of a card."""
        known = self.known_card(i)
        choice = self.seats[i]["choice"]
        if known:
            kind = known.split(" ")[0]
            name = pieces.card_names(self.words.lang)[kind]
            return pieces.card(kind, target_of(known), name, self.words.card(known), choice is not None)
        if choice is not None:
            order = self.words.action(choice, self.view)
            return pieces.card("order", -1, order, order, True)
        if self.phase in ("build", "action") and self.statuses[i][0] == "ready":
            kind = "sealed" if self.phase == "build" else "back"
            return pieces.card(kind, -1, "", self.words.t("choice made"), False)
        return None

    def previews(self, i: int) -> dict[str, Any]:
        """What each card would do at a base."""
        assert self.seat is not None
        its = self.seats[i]
        mine: int = self.seats[self.seat]["mercs"]
        buildings = its["mines"] + its["saloons"] + its["new_mines"] + its["new_saloons"]
        return pieces.previews(self.words.lang, self.parts, i, mine, its["mercs"], its["towers"], buildings)

    def status(self, i: int) -> tuple[str, str]:
        """What a base is busy with: the kind of it, and in words."""
        t = self.words.t
        outcome = self.look.outcome
        if outcome is not None and i in outcome.winners:
            return "won", t("wins")
        if self.seats[i]["out"] is not None:
            return "out", t("destroyed")
        if i in self.view["to_act"]:
            return "asked", t("your turn") if i == self.seat else t("thinking")
        if self.phase == "build" and not may_build(self.seats[i]["gold"]):
            return "idle", t("no gold to build")
        if self.phase in ("build", "action") and self.view["to_act"]:  # nobody is asked where the game was given up
            return "ready", t("choice made")
        if self.phase == "blast" and self.seats[i]["towers"] == 0:
            return "falling", t("the base falls")
        if i in self.view["queue"]:
            return "idle", t("blows up next")
        return "idle", ""

    def towers_hit(self, i: int) -> int:
        """The towers of a base that fell in this very round; of a base that falls altogether none stands out."""
        attack = self.attacks.get(i)
        standing: int = self.seats[i]["towers"]
        if attack is None or self.phase != "blast" or not standing:
            return 0
        full: int = self.view["options"]["towers"]
        return min(attack.damage, full - standing)  # a position that somebody made up may not add up

    def away(self, i: int) -> int:
        """At whose gate the mercenaries of a seat stand in a battle or a blast."""
        card = self.cards[i] or ""
        if self.seats[i]["mercs"] == 0:
            return -1
        if self.phase == "battle" and card.startswith("raid"):
            return target_of(card)
        if self.phase == "blast" and i in self.view["queue"]:
            return target_of(card)
        return -1

    # -- what the seat can do -------------------------------------------------------------------------

    def hand(self) -> list[dict[str, Any]]:
        """The cards to choose from."""
        if self.seat is None or self.phase != "action" or not self.look.legal:
            return NOTHING
        return pieces.hand(self.words.lang, self.parts, self.seats[self.seat]["mercs"])

    def desk(self) -> dict[str, Any] | None:
        """Rows of number tiles for an order, for losses or for buildings to blow up."""
        if self.seat is None or self.phase == "action" or not self.look.legal:
            return None
        legal = tuple(self.look.legal)
        names = columns(self.view, self.seat, legal[0].split(" ")[0], self.words)
        if not paths(legal, names):
            return None
        raiders = self.words.raiders(self.view) if self.phase == "battle" else []
        losers = tuple((raider, self.words.seat(raider), self.seats[raider]["mercs"]) for raider in raiders)
        return desk(self.words.lang, self.parts, legal, names, self.seats[self.seat]["gold"], losers)
