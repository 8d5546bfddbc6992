"""The board of Gold n' Crash: what the template shows of a view.

Everything is made from what one seat may know. A card that its reader can see has a `piece`, so that it glides when it
moves: its code and a number among the equal cards in sight. A hidden card has none. What an answer would do is asked
of the rules (`forecast.py`), and so is how much of what a Guest counts is there.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlour.faces.look import Look
from parlour.games.gold_n_crash.face.board.forecast import announcements, last_turn_follows
from parlour.games.gold_n_crash.face.board.picks import paths, picks
from parlour.games.gold_n_crash.face.board.pieces import (
    captions,
    card_back,
    card_face,
    fan,
    full_name,
    guest_tile,
    known_gold,
    legend,
    portrait,
)
from parlour.games.gold_n_crash.face.words import GoldWords
from parlour.games.gold_n_crash.parts import COLUMNS
from parlour.games.gold_n_crash.positions import sketch

__all__ = ["announcements", "board", "picks"]


def board(look: Look) -> dict[str, Any]:
    assert isinstance(look.words, GoldWords)
    return SkyDrawing(look, look.words).variables()


class SkyDrawing:
    """One drawing of a view."""

    def __init__(self, look: Look, words: GoldWords) -> None:
        self.view = look.view
        self.seen = sketch(look.view, words.parts)
        self.viewer = look.seat
        self.legal = look.legal
        self.words = words
        self.seats = [words.seat(seat) for seat in range(2)]
        self.outcome = look.outcome
        self.names = {name for path in paths(look.legal).values() for name in path}
        self.announced = announcements(look)
        self.asked = look.view["pending"]["effect"] if look.view["pending"] is not None else ""
        self.counts: Counter[str] = Counter()

    def variables(self) -> dict[str, Any]:
        words, t = self.words, self.words.t
        below = 0 if self.viewer is None else self.viewer
        sides = [self.side(0), self.side(1)]  # in the order of the seats, so that pieces keep their numbers
        return {
            "bar": self.bar(),
            "sides": [sides[1 - below], sides[below]],
            "columns": [t("{column} column", column=column) for column in words.columns],
            "hand": self.hand() if self.viewer is not None else None,
            "looks": self.looks(),
            "returns": self.returns(),
            "legend": legend(words),
            "say": captions(words),
            "yours": words.n("Your hand: {count} card", "Your hand: {count} cards", self.hand_size()),
        }

    def hand_size(self) -> int:
        return len(self.view["seats"][self.viewer]["hand"]) if self.viewer is not None else 0

    # -- the turn ----------------------------------------------------------------------------------

    def bar(self) -> dict[str, Any]:
        view, words, t = self.view, self.words, self.words.t
        if self.outcome is not None:
            winners = self.outcome.winners
            if len(winners) > 1:
                whose = t("Both share the win")
            else:
                whose = t("{seat} has won", seat=self.seats[winners[0]])
            return {
                "round": t("Round {round}", round=view["round"]),
                "whose": whose,
                "pips": [],
                "left": "",
                "now": words.reason(self.outcome.reason),
                "last": "",
            }
        whose = t("Your turn") if view["turn"] == self.viewer else t("Turn of {seat}", seat=self.seats[view["turn"]])
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
            "pips": [number < view["actions_left"] for number in range(words.parts.actions_per_turn)],
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
        if seat["deck"] == 0 and self.asked != "observe" and last_turn_follows(view):
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
            "Deck of {seat}: {count} card", "Deck of {seat}: {count} cards", mine["deck"], seat=self.seats[seat]
        )
        columns = [self.column(seat, column) for column in range(COLUMNS)]
        panel = {
            "seat": seat,
            "name": self.seats[seat],
            "crew": crew,
            "letter": words.letters[mine["crew"]],
            "you": t("(you)") if own else "",
            "own": own,
            "acts": seat in view["to_act"],
            "wins": self.outcome is not None and seat in self.outcome.winners,
            "label": t("{seat}, {crew}", seat=self.seats[seat], crew=crew),
            "afloat": words.n("{count} Zeppelin left", "{count} Zeppelins left", afloat),
            "deck": {
                "count": mine["deck"],
                "pick": own and "deck" in self.names,
                "about": " ".join(self.announced["draw"]) if own and "deck" in self.names else deck + " (GC-20)",
            },
            "discard": {
                "count": len(discard),
                "top": {**card_face(self.words, discard[-1]), "piece": pile[-1]} if discard else None,
                "all": ", ".join(words.card_of(code, mine["crew"]) for code in reversed(discard)),
                "about": words.n(
                    "Discard pile of {seat}: {count} card, the top one first",
                    "Discard pile of {seat}: {count} cards, the top one first",
                    len(discard),
                    seat=self.seats[seat],
                ),
            },
            "hand": None
            if isinstance(mine["hand"], list)
            else {
                "count": mine["hand"],
                "about": words.n("{count} card in hand", "{count} cards in hand", mine["hand"]),
            },
            "treasure": self.treasure(seat),
            **known_gold(words, self.seen.treasure_gold(seat), mine["treasure"].count(None)),
        }
        return {**panel, "panel": panel, "columns": columns}  # apart: a part of a page is known again by what it shows

    def treasure(self, seat: int) -> list[dict[str, Any]]:
        """GC-56: what is locked, and what is not."""
        t = self.words.t
        cards = self.view["seats"][seat]["treasure"]
        known = [i for i, code in enumerate(cards) if code is not None]  # every Guest is among them
        locks = len(known) - self.seen.loose_cards(seat)
        locked = known[locks - 1] if locks else -1
        found: list[dict[str, Any]] = []
        for i, code in enumerate(cards):
            if code is None:
                tile = card_back(self.words)
            elif code in self.words.guests:
                tile = guest_tile(self.words, code)
            else:
                tile = {**card_face(self.words, code), "piece": self.piece(code)}
            safe = (
                t("locked (GC-56)") if i <= locked else t("not locked: Crack the safe can take it from the top (GC-42)")
            )
            found.append({**tile, "locked": i <= locked, "about": f"{tile['name']}, {safe}"})
        return found

    # -- a column with its Zeppelin and Guest ----------------------------------------------------------

    def column(self, seat: int, column: int) -> dict[str, Any]:
        words = self.words
        mine = self.view["seats"][seat]
        cards = [{**card_face(self.words, code), "piece": self.piece(code)} for code in mine["columns"][column]]
        played = self.view["plays"][column] if self.view["turn"] == seat else 0
        last = None
        if cards:
            last = cards.pop()
            pick = seat == self.viewer and f"last:{column}" in self.names
            last["pick"] = f"last:{column}" if pick else ""
            last["tell"] = self.last_says(seat, column) if pick else ""
        return {
            "seat": seat,
            "letter": words.letters[mine["crew"]],
            "number": column,
            "cards": cards,
            "last": last,
            "drop": self.drop(column) if seat == self.viewer and f"column:{column}" in self.names else None,
            "shut": seat == self.viewer and any(action.startswith("play ") for action in self.legal),
            "pending": self.asked == "secure"
            and self.view["turn"] == seat
            and self.view["pending"]["column"] == column,
            "label": words.n(
                "The {column} column of {seat}: {count} card",
                "The {column} column of {seat}: {count} cards",
                len(mine["columns"][column]),
                column=words.columns[column],
                seat=self.seats[seat],
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
        name = t("The {column} Zeppelin of {seat}", column=self.words.columns[column], seat=self.seats[seat])
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
        needs, number = words.needs[code]
        have = min(self.seen.guest_count(seat, column), number)
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
            "portrait": portrait(code),
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

    def hand(self) -> list[dict[str, Any]]:
        """The viewer's hand; equal cards lie on each other and are one pick."""
        assert self.viewer is not None
        words, t = self.words, self.words.t
        codes = Counter(self.view["seats"][self.viewer]["hand"])
        found: list[dict[str, Any]] = []
        for i, (code, count) in enumerate(codes.items()):
            face = card_face(self.words, code)
            says = {column: self.announced.get(f"play {code} {column}") for column in range(COLUMNS)}
            places = {column: effects for column, effects in says.items() if effects}
            hints = [
                t("Into the {column} column: {effect}.", column=words.columns[column], effect=", ".join(effects))
                for column, effects in places.items()
            ]
            if self.legal and not self.asked and not places:
                hints = [t("No open column has a target for it now (GC-21, GC-24).")]
            pick = f"card:{code}" if places else ""
            rules = [words.play_rules[face["kind"]], words.discard_rules[face["kind"]]]
            found.append(
                {
                    **face,
                    "count": count,
                    "pick": pick,
                    "piece": self.piece(code),
                    "tilt": fan(i, len(codes)),
                    "rules": rules,
                    "named": full_name(words, code),
                    "hints": hints,
                    "label": " ".join([full_name(words, code) + ".", *hints, *rules]),
                }
            )
        return found

    def looks(self) -> list[dict[str, Any]]:
        """The two cards of an Observe, for the seat that looks at them."""
        cards = (self.view["pending"] or {}).get("cards") or [None]
        if None in cards:
            return []
        return [{**card_face(self.words, code), "number": number} for number, code in enumerate(cards, 1)]

    def returns(self) -> list[dict[str, str]]:
        """The ways in which two observed cards can go back, by their numbers."""
        found = []
        for action, (pick, *_) in paths(self.legal).items():
            if action.startswith("observe "):
                short = self.words.short_order(action.split(" ")[1:])
                found.append({"pick": pick, "short": short, "label": self.words.action(action, self.view)})
        return found

    # -- what a choice would do -------------------------------------------------------------------------

    def drop(self, column: int) -> list[dict[str, str]]:
        """What laying a card into a column of the viewer does, for each card that may come: shown once it is picked."""
        found: list[dict[str, str]] = []
        for action, says in self.announced.items():
            verb, *rest = action.split(" ")
            if rest[-1:] != [str(column)]:
                continue
            if verb == "play":
                _, kind, gold = rest[0].split("-")
                found.append({"on": f"{kind}-{gold}", "head": says[0], "text": ", ".join(says[1:])})
            elif verb == "move":
                code = self.view["seats"][self.viewer]["columns"][int(rest[0])][-1]
                head = self.words.t("{card} comes here", card=self.words.card(code))
                found.append({"on": f"from-{rest[0]}", "head": head, "text": ", ".join(says)})
        return found if self.asked else merge_lines(found)

    def last_says(self, seat: int, column: int) -> str:
        """What picking the last card of one's own column does now."""
        words, t = self.words, self.words.t
        code = self.view["seats"][seat]["columns"][column][-1]
        card = words.card(code)
        if self.asked == "secure":
            return t("Put {card} face down onto your Treasure (GC-36).", card=card)
        if self.asked == "call-back":
            return t("Call {card} back into your hand (GC-44).", card=card)
        if self.asked == "manoeuvre":
            return t("Move {card} to a column beside it (GC-43).", card=card)
        return " ".join([t("Discard {card}.", card=card), *self.announced[f"discard {column}"]])


# -- small helpers -----------------------------------------------------------------------------------------


def merge_lines(lines: list[dict[str, str]]) -> list[dict[str, str]]:
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
