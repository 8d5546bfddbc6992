"""The board of Gold n' Crash: what the template shows of a view, and how actions are picked on it.

Everything is made from one seat's view. A card that its reader can see has a `piece`, so that it glides when it moves:
its code and a number among the equal cards in sight. A hidden card has none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.faces.look import Look
from parlour.games.gold_n_crash.face.words import GoldWords

RULE = re.compile(r"(GC-\d+)")
KINDS = ("bomb", "board", "fish", "reinforce", "secure", "gold")
BESIDE = ((1,), (0, 2), (1,))  # GC-7
PORTRAITS = {
    "g-nine-gold": "banker",
    "g-two-gold": "banker",
    "g-five-cards": "queen",
    "g-four-types": "explorer",
    "g-two-plays": "diva",
    "g-three-fish": "captain",
    "g-three-board": "captain",
    "g-three-reinforce": "explorer",
}


# -- how actions are picked ------------------------------------------------------------------------------


def picks(look: Look) -> dict[str, list[str]]:
    return paths(look.legal)


def paths(legal: Sequence[str]) -> dict[str, list[str]]:
    """For each action the things on the board that choose it; `observe` and `pass` are left to buttons."""
    found: dict[str, list[str]] = {}
    for action in legal:
        verb, *rest = action.split(" ")
        if verb == "draw":
            found[action] = ["deck"]
        elif verb == "play":
            found[action] = [f"card:{rest[0]}", f"column:{rest[1]}"]
        elif verb == "move":
            found[action] = [f"last:{rest[0]}", f"column:{rest[1]}"]
        elif verb in ("discard", "secure", "recall"):
            found[action] = [f"last:{rest[0]}"]
    return found


# -- what the template needs -----------------------------------------------------------------------------


def board(look: Look) -> dict[str, Any]:
    below = 0 if look.seat is None else look.seat
    assert isinstance(look.words, GoldWords)
    return Board(look.view, look.seat, look.legal, look.words).drawn(below)


class Board:
    """One drawing of a view."""

    def __init__(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[str], words: GoldWords) -> None:
        self.view = view
        self.viewer = seat
        self.legal = legal
        self.words = words
        self.names = {name for path in paths(legal).values() for name in path}
        self.asked = view["pending"]["effect"] if view["pending"] is not None else ""
        self.played = plays_of(words)
        self.discarded = discards_of(words)
        self.crew_of_letter = {letter: words.crews[crew] for crew, letter in words.letters.items()}
        self.faces: dict[str, dict[str, Any]] = {}
        self.counts: Counter[str] = Counter()
        self.winners = winners(view, words)

    def drawn(self, below: int) -> dict[str, Any]:
        words, t = self.words, self.words.t
        first, second = words.crews.values()
        sides = [self.side(0), self.side(1)]  # in the order of the seats, so that pieces keep their numbers
        return {
            "bar": self.bar(),
            "sides": [sides[1 - below], sides[below]],
            "columns": [t("column {column}", column=column) for column in range(3)],
            "hand": self.hand() if self.viewer is not None else None,
            "looks": self.looks(),
            "legend": self.legend(),
            "say": {
                "deck": t("Deck"),
                "discards": t("Discards"),
                "heap": t("All discards"),
                "treasure": t("Treasure"),
                "hand": t("Hand"),
                "empty": t("empty"),
                "draw": t("Draw"),
                "wins": t("Winner"),
                "acts": t("to act"),
                "hint": t("Point at a card, or pick one, to read what it would do."),
                "what": t("What the cards do"),
                "rules": [
                    RULE.split(rule)
                    for rule in (
                        t("A column never takes a card while it has the most cards of the three (GC-21)."),
                        t("A card acts as often as its type lies in the column, itself included (GC-23)."),
                        t("The third card of a type empties the whole column onto the discard pile (GC-50)."),
                        t("A Guest in a Treasure locks itself and every card under it (GC-56)."),
                        t("Round coins: {first} cards. Square coins: {second} cards.", first=first, second=second),
                    )
                ],
                "yours": words.n("Your hand: {count} card", "Your hand: {count} cards", self.hand_size()),
            },
        }

    def hand_size(self) -> int:
        return len(self.view["seats"][self.viewer]["hand"]) if self.viewer is not None else 0

    # -- the turn ----------------------------------------------------------------------------------

    def bar(self) -> dict[str, Any]:
        view, words, t = self.view, self.words, self.words.t
        if view["ended"] is not None:
            if len(self.winners) == 2:
                whose = t("Both share the win")
            else:
                whose = t("{seat} has won", seat=words.seat(self.winners[0]))
            return {
                "round": t("Round {round}", round=view["round"]),
                "whose": whose,
                "pips": [],
                "left": "",
                "now": words.reason(view["ended"]),
                "last": "",
            }
        whose = t("Your turn") if view["turn"] == self.viewer else t("Turn of {seat}", seat=words.seat(view["turn"]))
        now = {
            "": "",
            "secure": words.types["secure"],
            "manoeuvre": words.discard_effects["board"],
            "call-back": words.discard_effects["fish"],
            "observe": words.discard_effects["reinforce"],
        }[self.asked]
        return {
            "round": t("Round {round}", round=view["round"]),
            "whose": whose,
            "pips": [number < view["actions_left"] for number in range(2)],
            "left": words.n("{count} action left", "{count} actions left", view["actions_left"]),
            "now": now,
            "last": self.warning(),
        }

    def warning(self) -> str:
        """GC-61: how near the end is."""
        view, t = self.view, self.words.t
        if view["last_turn"]:
            return t("This is the last turn of the game (GC-61)")
        seat = view["seats"][view["turn"]]
        if seat["deck"] == 0 and self.asked != "observe":
            return t("A deck has run out: one last turn follows this one (GC-61)")
        return ""

    # -- a side ------------------------------------------------------------------------------------

    def side(self, seat: int) -> dict[str, Any]:
        view, words, t = self.view, self.words, self.words.t
        mine = view["seats"][seat]
        discard = mine["discard"]
        pile = [self.piece(code) for code in discard]
        crew = words.crews[mine["crew"]]
        own = seat == self.viewer
        afloat = sum(not zeppelin["destroyed"] for zeppelin in mine["zeppelins"])
        deck = words.n(
            "Deck of {seat}: {count} card", "Deck of {seat}: {count} cards", mine["deck"], seat=self.who(seat)
        )
        return {
            "seat": seat,
            "name": words.seat(seat),
            "crew": crew,
            "letter": words.letters[mine["crew"]],
            "you": t("(you)") if own else "",
            "own": own,
            "acts": seat in view["to_act"],
            "wins": seat in self.winners,
            "label": t("{seat}, {crew}", seat=words.seat(seat), crew=crew),
            "columns": [self.column(seat, column) for column in range(3)],
            "afloat": words.n("{count} Zeppelin left", "{count} Zeppelins left", afloat),
            "deck": {
                "count": mine["deck"],
                "pick": own and "deck" in self.names,
                "about": self.draw_says(mine["deck"]) if own and "deck" in self.names else deck + " (GC-20)",
            },
            "discard": {
                "count": len(discard),
                "top": {**self.face(discard[-1]), "piece": pile[-1]} if discard else None,
                "all": ", ".join(words.card(code, mine["crew"]) for code in reversed(discard)),
                "about": words.n(
                    "Discard pile of {seat}: {count} card, the top one first",
                    "Discard pile of {seat}: {count} cards, the top one first",
                    len(discard),
                    seat=self.who(seat),
                ),
            },
            "hand": None
            if isinstance(mine["hand"], list)
            else {
                "count": mine["hand"],
                "about": words.n("{count} card in hand", "{count} cards in hand", mine["hand"]),
            },
            "treasure": self.treasure(mine["treasure"]),
            **self.gold(mine["treasure"]),
        }

    def who(self, seat: int) -> str:
        return self.words.seat(seat)

    def draw_says(self, deck: int) -> str:
        """What drawing from one's own deck would do."""
        words = self.words
        says = words.n(
            "Draw a card; {count} is in your deck (GC-20).", "Draw a card; {count} are in your deck (GC-20).", deck
        )
        return f"{says} {self.runs_out()}" if deck == 1 else says

    def runs_out(self) -> str:
        if self.view["last_turn"]:
            return ""
        return self.words.t("Your deck runs out: the other player then has the last turn (GC-61).")

    def gold(self, treasure: Sequence[str | None]) -> dict[str, str]:
        """How much Gold is known to lie in a Treasure, and how many cards are face down."""
        words = self.words
        known = sum(words.gold(code) for code in treasure if code is not None)
        hidden = sum(code is None for code in treasure)
        if not hidden:
            return {"gold": str(known), "gold_note": words.t("Gold"), "gold_says": words.t("{gold} Gold", gold=known)}
        return {
            "gold": f"{known} + ?",
            "gold_note": words.n("Gold; {count} card face down", "Gold; {count} cards face down", hidden),
            "gold_says": words.n(
                "{gold} Gold in Guests, and {count} card face down",
                "{gold} Gold in Guests, and {count} cards face down",
                hidden,
                gold=known,
            ),
        }

    def treasure(self, cards: Sequence[str | None]) -> list[dict[str, Any]]:
        """GC-56: the topmost Guest and everything under it is locked."""
        t = self.words.t
        locked = max((i for i, code in enumerate(cards) if code in self.words.guests), default=-1)
        found: list[dict[str, Any]] = []
        for i, code in enumerate(cards):
            if code is None:
                tile: dict[str, Any] = {"kind": "back", "gold": "?", "letter": "", "piece": "", "name": t("face down")}
            elif code in self.words.guests:
                name = self.words.guest(code)
                gold = self.words.gold(code)
                tile = {"kind": PORTRAITS.get(code, "banker"), "gold": gold, "letter": "", "piece": code, "name": name}
            else:
                tile = {**self.face(code), "piece": self.piece(code)}
            safe = (
                t("locked (GC-56)") if i <= locked else t("not locked: Crack the safe can take it from the top (GC-42)")
            )
            found.append({**tile, "locked": i <= locked, "about": f"{tile['name']}, {safe}"})
        return found

    # -- a column with its Zeppelin and Guest ----------------------------------------------------------

    def column(self, seat: int, column: int) -> dict[str, Any]:
        words = self.words
        mine = self.view["seats"][seat]
        cards = [{**self.face(code), "piece": self.piece(code)} for code in mine["columns"][column]]
        played = self.view["plays"][column] if self.view["turn"] == seat else 0
        last = None
        if cards:
            last = cards.pop()
            pick = seat == self.viewer and f"last:{column}" in self.names
            last["pick"] = f"last:{column}" if pick else ""
            last["tell"] = self.last_says(seat, column) if pick else ""
        return {
            "number": column,
            "cards": cards,
            "last": last,
            "drop": self.drop(column) if seat == self.viewer and f"column:{column}" in self.names else None,
            "pending": self.asked == "secure"
            and self.view["turn"] == seat
            and self.view["pending"]["column"] == column,
            "label": words.n(
                "Column {column} of {seat}: {count} card",
                "Column {column} of {seat}: {count} cards",
                len(mine["columns"][column]),
                column=column,
                seat=self.who(seat),
            ),
            "played": words.n("{count} played this turn", "{count} played this turn", played) if played else "",
            "zeppelin": self.zeppelin(seat, column),
            "guest": self.guest(seat, column),
        }

    def zeppelin(self, seat: int, column: int) -> dict[str, Any]:
        """GC-31: what this reader knows of a Zeppelin."""
        t = self.words.t
        one = self.view["seats"][seat]["zeppelins"][column]
        robustness, resisted = one["robustness"], one["resisted"]
        name = t("Zeppelin {column} of {seat}", column=column, seat=self.who(seat))
        if one["destroyed"]:
            status = t("destroyed")
            about = t(
                "{zeppelin}: destroyed, its robustness was {robustness} (GC-30).", zeppelin=name, robustness=robustness
            )
        elif robustness is not None:
            status = t("resisted {strength}", strength=resisted)
            sentence = (
                "{zeppelin}: intact. It resisted strength {strength}; "
                "only its owner knows its robustness is {robustness} (GC-31)."
            )
            about = t(sentence, zeppelin=name, strength=resisted, robustness=robustness)
        elif resisted:
            status = t("resisted {strength}", strength=resisted)
            about = t(
                "{zeppelin}: intact. It resisted strength {strength}, so its robustness is more (GC-31).",
                zeppelin=name,
                strength=resisted,
            )
        else:
            status = t("intact")
            about = t("{zeppelin}: intact, robustness 1, 2 or 3; nobody has looked yet (GC-13).", zeppelin=name)
        shield = str(robustness) if robustness is not None else f">{resisted}" if resisted else "?"
        return {"destroyed": one["destroyed"], "status": status, "shield": shield, "about": about}

    def guest(self, seat: int, column: int) -> dict[str, Any] | None:
        """GC-5: who sits over a Zeppelin, what they want and how much of it is there."""
        words, t = self.words, self.words.t
        code = self.view["seats"][seat]["guests"][column]
        if code is None:
            return None
        kind, number, wanted = words.requirements[code]
        needs = {
            "gold": t("{number} Gold in the column", number=number),
            "plays": t("{number} cards played here in one turn", number=number),
            "cards": t("{number} cards in the column", number=number),
            "types": t("{number} types in the column", number=number),
            "type": t("{number} {type} cards in the column", number=number, type=words.types.get(wanted, "")),
        }[kind]
        plays = self.view["plays"][column] if self.view["turn"] == seat else 0
        have = min(progress(kind, wanted, self.view["seats"][seat]["columns"][column], plays), number)
        gold = words.gold(code)
        says = t(
            "Guest {guest}, {gold} Gold. Comes for {needs}: {have} of {number} so far (GC-55).",
            guest=words.guests[code],
            gold=gold,
            needs=needs,
            have=have,
            number=number,
        )
        return {
            "piece": code,
            "portrait": PORTRAITS.get(code, "banker"),
            "name": words.guests[code],
            "gold": gold,
            "needs": needs,
            "progress": f"{have}/{number}",
            "pips": [i < have for i in range(number)],
            "about": says,
        }

    # -- cards --------------------------------------------------------------------------------------

    def piece(self, code: str) -> str:
        """The name of a card in sight; equal cards are numbered in the order in which they are drawn."""
        self.counts[code] += 1
        return f"{code}.{self.counts[code]}"

    def face(self, code: str) -> dict[str, Any]:
        found = self.faces.get(code)
        if found is None:
            letter, kind, gold = code.split("-")
            found = self.faces[code] = {
                "kind": kind,
                "gold": gold,
                "letter": letter,
                "name": self.words.types[kind],
                "effect": self.words.discard_effects.get(kind, ""),
                "about": f"{self.named(code)}. {self.played[kind]} {self.discarded[kind]}",
            }
        return found

    def named(self, code: str) -> str:
        return f"{self.words.card(code)}, {self.crew_of_letter[code[0]]}"

    def hand(self) -> list[dict[str, Any]]:
        """The viewer's hand; equal cards lie on each other and are one pick."""
        assert self.viewer is not None
        t = self.words.t
        codes = Counter(self.view["seats"][self.viewer]["hand"])
        found: list[dict[str, Any]] = []
        for i, (code, count) in enumerate(codes.items()):
            face = self.face(code)
            places = [column for column in range(3) if f"play {code} {column}" in self.legal]
            hints = [
                t("Column {column}: {effect}.", column=column, effect=", ".join(self.play_says(code, column)))
                for column in places
            ]
            if self.legal and not self.asked and not places:
                hints = [t("No open column has a target for it now (GC-21, GC-24).")]
            pick = f"card:{code}" if places else ""
            found.append(
                {
                    **face,
                    "count": count,
                    "pick": pick,
                    "piece": self.piece(code),
                    "tilt": fan(i, len(codes)),
                    "rules": [self.played[face["kind"]], self.discarded[face["kind"]]],
                    "named": self.named(code),
                    "hints": hints,
                    "label": " ".join(
                        [self.named(code) + ".", *hints, self.played[face["kind"]], self.discarded[face["kind"]]]
                    ),
                }
            )
        return found

    def looks(self) -> list[dict[str, Any]]:
        """The two cards of an Observe, for the seat that looks at them."""
        cards = (self.view["pending"] or {}).get("cards") or [None]
        if None in cards:
            return []
        return [{**self.face(code), "number": number} for number, code in enumerate(cards, 1)]

    def legend(self) -> list[dict[str, Any]]:
        """What each type does; every second part of a sentence is the id of a rule, to be linked."""
        return [
            {
                "kind": kind,
                "name": self.words.types[kind],
                "says": RULE.split(f"{self.played[kind]} {self.discarded[kind]}"),
            }
            for kind in KINDS
        ]

    # -- what a choice would do -------------------------------------------------------------------------

    def drop(self, column: int) -> list[dict[str, str]]:
        """What laying a card into a column of the viewer does, for each card that may come: shown once it is picked."""
        found: list[dict[str, str]] = []
        if self.asked == "manoeuvre":
            for source in BESIDE[column]:
                if f"move {source} {column}" in self.legal:
                    code = self.view["seats"][self.viewer]["columns"][source][-1]
                    after = self.after(code, column, 0)
                    head = self.words.t("{card} comes here", card=self.words.card(code))
                    found.append({"on": f"from-{source}", "head": head, "text": ", ".join(after)})
            return found
        codes = [
            action.split(" ")[1] for action in self.legal if action.endswith(f" {column}") and action[:5] == "play "
        ]
        for code in codes:
            head, *rest = self.play_says(code, column)
            _, kind, gold = code.split("-")
            found.append({"on": f"{kind}-{gold}", "head": head, "text": ", ".join(rest)})
        return merged(found)

    def play_says(self, code: str, column: int) -> list[str]:
        """The effect of playing a card into a column, then the Guest, then the third of a type (GC-25)."""
        kind = code.split("-")[1]
        return [*self.effect(kind, column), *self.after(code, column, 1)]

    def effect(self, kind: str, column: int) -> list[str]:
        words, t = self.words, self.words.t
        assert self.viewer is not None
        mine, theirs = self.view["seats"][self.viewer], self.view["seats"][1 - self.viewer]
        number = 1 + kinds(mine["columns"][column]).count(kind)  # GC-23
        often = [t("once"), t("twice"), t("three times")][min(number, 3) - 1]
        if kind == "bomb":
            strength = t("strength {strength}", strength=number)
            if number <= theirs["zeppelins"][column]["resisted"]:
                return [strength, t("it will resist again")]
            if number == 3:
                return [strength, t("destroys the Zeppelin")]
            return [strength, t("destroys robustness {strength} or less", strength=number)]
        if kind == "board":
            return [often, t("discards {cards} opposite", cards=words.cards(top(theirs["columns"][column], number)))]
        if kind == "fish":
            return [often, t("takes {cards} in hand", cards=words.cards(top(mine["discard"], number)))]
        if kind == "reinforce":
            drawn = min(number, mine["deck"])
            says = [often, words.n("draws {count} card", "draws {count} cards", drawn)]
            return [*says, t("your deck runs out")] if drawn == mine["deck"] else says
        if kind == "secure":
            beside = sum(len(mine["columns"][near]) for near in BESIDE[column])
            return [
                often,
                words.n("secures {count} card beside it", "secures {count} cards beside it", min(number, beside)),
            ]
        return [t("no effect")]

    def after(self, code: str, column: int, plays: int) -> list[str]:
        """What a card laid into a column of the viewer brings about once its effect is over."""
        words, t = self.words, self.words.t
        mine = self.view["seats"][self.viewer]
        cards = [*mine["columns"][column], code]
        found = []
        guest = mine["guests"][column]
        if guest is not None:
            kind, number, wanted = words.requirements[guest]
            if progress(kind, wanted, cards, self.view["plays"][column] + plays) >= number:
                found.append(t("then {guest} joins your Treasure", guest=words.guest(guest)))
        if kinds(cards).count(code.split("-")[1]) >= 3:
            found.append(t("then the column is emptied"))
        return found

    def last_says(self, seat: int, column: int) -> str:
        """What picking the last card of one's own column does now."""
        words, t = self.words, self.words.t
        code = self.view["seats"][seat]["columns"][column][-1]
        card = words.card(code)
        if self.asked == "secure":
            return t("Secure {card}: it goes face down onto your Treasure (GC-36).", card=card)
        if self.asked == "call-back":
            return t("Call {card} back in hand (GC-44).", card=card)
        if self.asked == "manoeuvre":
            return t("Move {card} to a column beside it (GC-43).", card=card)
        return t("Discard {card}.", card=card) + " " + self.discard_says(seat, code)

    def discard_says(self, seat: int, code: str) -> str:
        t = self.words.t
        if code.split("-")[1] == "secure":  # the card that would be looted is known
            loot = self.view["seats"][1 - seat]["discard"][-1]
            return t("Loot: {card} of the other discard pile joins your Treasure (GC-46).", card=self.words.card(loot))
        return self.discarded[code.split("-")[1]]


# -- small helpers -----------------------------------------------------------------------------------------


def kinds(cards: Sequence[str]) -> list[str]:
    return [code.split("-")[1] for code in cards]


def top(pile: Sequence[str], number: int) -> list[str]:
    """The top cards of a pile, the topmost first."""
    return list(reversed(pile[-number:]))


def progress(kind: str, wanted: str, cards: Sequence[str], plays: int) -> int:
    """GC-5: how much of what a Guest counts is there."""
    if kind == "gold":
        return sum(int(code.split("-")[2]) for code in cards)
    if kind == "plays":
        return plays
    if kind == "cards":
        return len(cards)
    if kind == "types":
        return len(set(kinds(cards)))
    return kinds(cards).count(wanted)


def merged(lines: list[dict[str, str]]) -> list[dict[str, str]]:
    """One line for each type where the Gold of a card makes no difference."""
    by_kind: dict[str, list[dict[str, str]]] = {}
    for line in lines:
        by_kind.setdefault(line["on"].split("-")[0], []).append(line)
    found: list[dict[str, str]] = []
    for kind, same in by_kind.items():
        if len({line["text"] for line in same}) == 1:
            found.append({**same[0], "on": kind})
        else:
            found += same
    return found


def fan(i: int, number: int) -> str:
    """How far a card of a fanned hand is turned, as a class: l7 … l1, nothing, r1 … r7."""
    turned = 2 * i - (number - 1)
    if number > 8:
        turned = turned * 7 // (number - 1)
    return "" if turned == 0 else f"{'l' if turned < 0 else 'r'}{abs(turned)}"


def winners(view: Mapping[str, Any], words: GoldWords) -> list[int]:
    """Who has won a finished game (GC-60, GC-62, GC-63)."""
    if view["ended"] is None:
        return []
    if view["ended"] == "zeppelins":
        return [view["turn"]]
    gold = [sum(words.gold(code) for code in seat["treasure"]) for seat in view["seats"]]
    return [seat for seat in (0, 1) if gold[seat] == max(gold)]


def plays_of(words: GoldWords) -> dict[str, str]:
    """GC-3: what each type does when it is played."""
    t = words.t
    return {
        "bomb": t("Played: attacks the Zeppelin opposite, as strong as there are Bombs in the column (GC-30)."),
        "board": t("Played: the last card opposite is discarded (GC-33)."),
        "fish": t("Played: takes the top card of your discard pile in hand (GC-34)."),
        "reinforce": t("Played: draws a card (GC-35)."),
        "secure": t("Played: a last card beside it goes into your Treasure (GC-36)."),
        "gold": t("Played: does nothing, but counts as a type (GC-37)."),
    }


def discards_of(words: GoldWords) -> dict[str, str]:
    """GC-3: what each type does when it is discarded."""
    t = words.t
    return {
        "bomb": t("Crack the safe: the top card of the other Treasure is discarded (GC-42)."),
        "board": t("Manoeuvre: move one of your last cards to a column beside it (GC-43)."),
        "fish": t("Call back: take one of your last cards in hand (GC-44)."),
        "reinforce": t("Observe: look at two cards of your deck and put them back (GC-45)."),
        "secure": t("Loot: the top card of the other discard pile joins your Treasure (GC-46)."),
        "gold": t("Cannot be discarded (GC-47)."),
    }
