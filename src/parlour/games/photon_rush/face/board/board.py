"""The board of Photon Rush: bases around a planet, made from what one seat (or a spectator) may see.

`board` hands the template numbers and finished sentences: `Board` finds out what there is to show, `drawing.py` how
each part of it looks. `picks` says how an action is chosen on the board: a card and then a base, or one number after
the other on the tiles of the desk (mines and saloons, losses, buildings to blow up).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from parlour.faces.look import Look
from parlour.games.photon_rush import GAME
from parlour.games.photon_rush.face.board import drawing
from parlour.games.photon_rush.face.board.drawing import KINDS, aim
from parlour.games.photon_rush.face.words import PhotonWords, raiding_seats
from parlour.games.photon_rush.parts import PhotonParts
from parlour.rules.errors import InvalidPosition

View = Mapping[str, Any]

TILES = 72  # more tiles than this are no help: the actions stay buttons

# Where the bases lie, in reading order, as steps clockwise from the seat that looks.
PLACES: dict[int, tuple[tuple[int, str], ...]] = {
    2: ((1, "l"), (0, "r")),
    3: ((1, "tl"), (2, "tr"), (0, "b")),
    4: ((1, "tl"), (2, "tr"), (0, "bl"), (3, "br")),
}


def board(look: Look) -> dict[str, Any]:
    """What the template needs."""
    view, seat, legal, words = look.view, look.seat, look.legal, look.words
    assert isinstance(words, PhotonWords)
    parts = GAME.parts()
    assert isinstance(parts, PhotonParts)
    table = Board(view, seat, words, parts)
    places = table.places()
    phase = view["phase"]
    return {
        "phase": phase,
        "players": view["players"],
        "round": table.round(),
        "steps": drawing.steps(words.lang, phase),
        "planet": table.planet(places),
        "bases": [table.base(i, place, legal) for i, place in places],
        "goal": parts.goal,
        "showdown": table.showdown() if view["cards"] is not None else [],
        "hand": drawing.hand(words.lang, table.seats[seat]["mercs"])
        if phase == "action" and legal and seat is not None
        else [],
        "desk": table.desk(legal),
        "legend": drawing.legend(words.lang, parts),
        "text": drawing.labels(words.lang, parts),
    }


def recap(view: View) -> Sequence[str]:
    """The events of the last reveal, once the board does not show its cards any more."""
    return () if view["cards"] is not None else ("revealed", "battle", "damaged", "blasted", "destroyed")


def picks(look: Look) -> dict[str, list[str]]:
    """The path on the board that chooses each action."""
    return paths(look.view, look.seat, look.legal)


def paths(view: View, seat: int | None, legal: Sequence[str]) -> dict[str, list[str]]:
    if seat is None or not legal:
        return {}
    if view["phase"] == "action":
        cards = [action.split(" ") for action in legal]
        return {f"{card} {target}": [f"card-{card}", f"base-{target}"] for card, target in cards}
    return dict(number_paths(tuple(legal), tuple(columns(view, seat, legal[0].split(" ")[0]))))


@lru_cache(maxsize=1024)
def number_paths(legal: tuple[str, ...], columns: tuple[str, ...]) -> dict[str, list[str]]:
    """One number after the other, unless that would be too many tiles."""
    found = {
        action: [f"{name}-{number}" for name, number in zip(columns, action.split(" ")[1:], strict=True) if name]
        for action in legal
    }
    return found if len({name for path in found.values() for name in path}) <= TILES else {}


def columns(view: View, seat: int, verb: str) -> list[str]:
    """What each number of an action counts; nothing for buildings that the target does not have."""
    if verb == "build":
        return ["mines", "saloons"]
    if verb == "take":
        return [f"take-{raider}" for raider in raiding_seats(view)]
    target = view["seats"][aim(view["cards"][seat])]
    return [f"blast-{kind}" if target[kind] else "" for kind in KINDS]


class Attack(NamedTuple):
    """Everybody who raids one base."""

    target: int
    raiders: list[int]  # also those without mercenaries
    mercs: int  # of all of them now
    defended: bool
    damage: int  # if no battle takes any of them out (any more)
    doubled: bool


class Board:
    """One view, put into pictures and sentences."""

    def __init__(self, view: View, seat: int | None, words: PhotonWords, parts: PhotonParts) -> None:
        self.view = view
        self.seat = seat
        self.words = words
        self.parts = parts
        self.phase: str = view["phase"]
        self.seats: list[dict[str, Any]] = view["seats"]
        self.cards: list[str | None] = view["cards"] or [None] * view["players"]
        self.attacks = {attack.target: attack for attack in self.find_attacks()}
        self.winners = winners_of(view) if self.phase == "over" else []
        seats = range(view["players"])
        self.statuses = [self.status(i) for i in seats]
        self.at_gates = [(i, at) for i in seats if (at := self.away(i)) >= 0]  # mercenaries that are not at home

    def find_attacks(self) -> list[Attack]:
        if self.view["cards"] is None:
            return []
        found = []
        for target in range(self.view["players"]):
            raiders = [i for i, card in enumerate(self.cards) if card == f"raid {target}"]
            if not raiders:
                continue
            mercs = sum(self.seats[i]["mercs"] for i in raiders)
            card = self.cards[target] or ""
            doubled = card.startswith("tnt")
            damage = mercs * self.parts.tnt_damage_factor if doubled else mercs
            found.append(Attack(target, raiders, mercs, card.startswith("defend"), damage, doubled))
        return found

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
        return drawing.planet(words.clauses(said) or t("The planet."), nodes)

    def known_card(self, i: int) -> str:
        """The action card of a seat, if this seat may know it."""
        card = self.cards[i]
        if card is None and self.phase == "action":
            card = self.seats[i]["choice"]
        return card or ""

    # -- the bases ------------------------------------------------------------------------------------

    def base(self, i: int, place: str, legal: Sequence[str]) -> dict[str, Any]:
        """A base where it lies, of parts of which most look the same at every table."""
        words = self.words
        has = self.seats[i]
        kind, label = self.statuses[i]
        out = has["out"]
        at = self.away(i)
        aimed = self.phase == "action" and self.seat is not None and f"raid {i}" in legal
        return {
            "seat": i,
            "place": place,
            "kind": kind,
            "out": words.t("destroyed in round {round}", round=out) if out is not None else "",
            "who": drawing.who(i, words.seat(i), words.seat_name(i), i == self.seat, kind, label),
            "towers": drawing.towers(words.lang, has["towers"], self.view["options"]["towers"], self.hit(i)),
            "card": self.card(i),
            "stock": drawing.stock(
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
            "target": words.t("Target: {seat}", seat=words.seat(i)) if aimed else "",
            "previews": self.previews(i) if aimed else None,
        }

    def gate(self, i: int) -> dict[str, Any] | None:
        """Who stands before a base."""
        others = tuple([(other, self.seats[other]["mercs"]) for other, at in self.at_gates if at == i])
        return drawing.gate(self.words, self.phase, others) if others else None

    def card(self, i: int) -> dict[str, Any] | None:
        """What lies before a base: a card that is turned up, one's own secret, or the back of a card."""
        known = self.known_card(i)
        choice = self.seats[i]["choice"]
        if known:
            kind = known.split(" ")[0]
            name = drawing.card_names(self.words.lang)[kind]
            return drawing.card(kind, aim(known), name, self.words.card(known), choice is not None)
        if choice is not None:
            order = self.words.action(choice, self.view)
            return drawing.card("order", -1, order, order, True)
        if self.phase in ("build", "action") and self.statuses[i][0] == "ready":
            kind = "sealed" if self.phase == "build" else "back"
            return drawing.card(kind, -1, "", self.words.t("choice made"), False)
        return None

    def previews(self, i: int) -> dict[str, Any]:
        """What each card would do at a base."""
        assert self.seat is not None
        its = self.seats[i]
        mine: int = self.seats[self.seat]["mercs"]
        buildings = its["mines"] + its["saloons"] + its["new_mines"] + its["new_saloons"]
        return drawing.previews(self.words.lang, self.parts, i, mine, its["mercs"], its["towers"], buildings)

    def status(self, i: int) -> tuple[str, str]:
        """What a base is busy with: the kind of it, and in words."""
        t = self.words.t
        if i in self.winners:
            return "won", t("wins")
        if self.seats[i]["out"] is not None:
            return "out", t("destroyed")
        if i in self.view["to_act"]:
            return "asked", t("your turn") if i == self.seat else t("thinking")
        if self.phase == "build" and self.seats[i]["gold"] == 0:
            return "idle", t("no gold to build")
        if self.phase in ("build", "action"):
            return "ready", t("choice made")
        if self.phase == "blast" and self.seats[i]["towers"] == 0:
            return "falling", t("the base falls")
        if i in self.view["queue"]:
            return "idle", t("blows up next")
        return "idle", ""

    def hit(self, i: int) -> int:
        """The towers of a base that fell in this very round."""
        attack = self.attacks.get(i)
        standing: int = self.seats[i]["towers"]
        if attack is None or self.phase != "blast" or not standing:
            return 0
        full: int = self.view["options"]["towers"]
        return min(attack.damage, full - standing)

    def away(self, i: int) -> int:
        """At whose gate the mercenaries of a seat stand while a question is open, -1 if they are at home."""
        card = self.cards[i] or ""
        if self.seats[i]["mercs"] == 0:
            return -1
        if self.phase == "battle" and card.startswith("raid"):
            return aim(card)
        if self.phase == "blast" and i in self.view["queue"]:
            return aim(card)
        return -1

    # -- the cards on the table -----------------------------------------------------------------------

    def showdown(self) -> list[dict[str, str]]:
        """What the cards that are turned up do, in order, and how far that has come."""
        words = self.words
        t, n = words.t, words.n
        before = self.phase == "battle"
        lines: list[dict[str, str]] = []

        def add(kind: str, state: str, text: str) -> None:
            told = {"done": t("done"), "now": t("now"), "next": t("then"), "none": t("no effect")}[state]
            lines.append({"kind": kind, "state": state, "told": told, "text": text})

        for i, card in enumerate(self.cards):
            if card is None or not card.startswith("defend"):
                continue
            seat, many = words.seat(i), words.number(i)
            attack = self.attacks.get(i)
            if attack is None or (before and attack.mercs == 0):
                alone = n("{seat} defends, but nobody comes.", "{seat} defend, but nobody comes.", many, seat=seat)
                add("defend", "none", alone)
            elif before:
                raiders = words.listed(
                    [
                        t("{count} of {seat}", count=self.seats[raider]["mercs"], seat=words.seat(raider))
                        for raider in attack.raiders
                    ]
                )
                facts = {"seat": seat, "raiders": raiders}
                held = n("{seat} defends against {raiders}.", "{seat} defend against {raiders}.", many, **facts)
                add("defend", "now", held)
            elif attack.damage == 0:
                add("defend", "done", n("{seat} beats the raid back.", "{seat} beat the raid back.", many, seat=seat))
            else:
                damage = words.n("{count} damage", "{count} damage", attack.damage)
                add("raid", "done", t("Raiders break through at {seat}: {damage}.", seat=seat, damage=damage))
        for attack in self.attacks.values():
            if attack.defended:
                continue
            raiders = words.listed([words.seat(raider) for raider in attack.raiders])
            damage = words.n("{count} damage", "{count} damage", attack.damage)
            sentence = "Raid of {raiders} on {seat}: {damage}."
            if attack.doubled:
                sentence = "Raid of {raiders} on {seat}: {damage}, doubled by the T.N.T. there."
            state = "none" if attack.damage == 0 else "next" if before else "done"
            add("raid", state, t(sentence, raiders=raiders, seat=words.seat(attack.target), damage=damage))
        for i, target in self.blasts():
            add(
                "tnt",
                self.blast_state(i, target),
                t("T.N.T. of {seat} at {target}.", seat=words.seat(i), target=words.seat(target)),
            )
        return lines

    def blasts(self) -> list[tuple[int, int]]:
        """Who blows up whose buildings, in the order of PR-37."""
        players = self.view["players"]
        found = [(i, aim(card)) for i, card in enumerate(self.cards) if card is not None and card.startswith("tnt")]
        return sorted(found, key=lambda blast: (blast[1], (blast[0] - blast[1]) % players))

    def blast_state(self, i: int, target: int) -> str:
        if self.seats[i]["mercs"] == 0:
            return "none"
        if self.phase == "battle":
            return "next"
        queue = self.view["queue"]
        if i in queue:
            return "now" if i == queue[0] else "next"
        order = [blaster for blaster, _ in self.blasts()]
        asked_before = bool(queue) and order.index(i) < order.index(queue[0])
        return "done" if asked_before and self.seats[target]["towers"] > 0 else "none"

    # -- what the seat can do -------------------------------------------------------------------------

    def desk(self, legal: Sequence[str]) -> dict[str, Any] | None:
        """Rows of number tiles for an order, for losses or for buildings to blow up."""
        if self.seat is None or self.phase == "action" or not paths(self.view, self.seat, legal):
            return None
        names = columns(self.view, self.seat, legal[0].split(" ")[0])
        raiders = raiding_seats(self.view) if self.phase == "battle" else []
        losers = tuple((raider, self.words.seat(raider), self.seats[raider]["mercs"]) for raider in raiders)
        return drawing.desk(
            self.words.lang, self.parts, tuple(legal), tuple(names), self.seats[self.seat]["gold"], losers
        )


def winners_of(view: View) -> list[int]:
    """Who won a finished game; nothing is hidden any more, so the view is the position."""
    try:
        outcome = GAME.load(dict(view)).outcome
    except InvalidPosition:  # a table with components of its own, by which another number ends the game
        return []
    return list(outcome.winners) if outcome is not None else []
