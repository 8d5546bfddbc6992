"""The board of Crusgallo: the cavern and everything around it, made from what anybody may see.

`board` hands the template numbers and finished sentences. All placements share one marker a cell, so the hundreds of
them stay few; what lies over the markers of one turn (the card as a ghost, a star where it lights an orb) is drawn once
a turn and shown by the style sheet while that turn is picked. What a placement would light is asked from the rules
(`Crusgallo.effects`, which is what laying a card uses): whole previews of hundreds of placements would take too long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup, escape

from parlour.faces.look import Look
from parlour.games.crusgallo.codes import LOWEST_PLACE
from parlour.games.crusgallo.face.board.picks import picks
from parlour.games.crusgallo.face.board.pieces import (
    CELL,
    anchor,
    card_in_words,
    card_on_table,
    creature,
    dragon_orb,
    initials,
    legend,
    lit_orb,
    plain_words,
    turned_card,
)
from parlour.games.crusgallo.face.words import CrusgalloWords
from parlour.games.crusgallo.parts import BONDS, COLOURS, GRADES, KINDS, LIT, TITLES
from parlour.games.crusgallo.rules import KIND_RULES, WON, Crusgallo

__all__ = ["announcements", "board", "picks", "sprite"]

View = Mapping[str, Any]
Effects = Mapping[int, list[int]]  # of the placements that light something: what each of the orbs does
Spot = tuple[int, int, int, int, int]  # of a placement: the card, y, x, the card in its turn, the code

PIXELS: Final = 46  # a cell's width where there is room for it
WIDE: Final = 16  # more cells across need all the room there is


def board(look: Look) -> dict[str, Any]:
    """What the template needs."""
    words = look.words
    assert isinstance(words, CrusgalloWords)
    state = words.world(look.view)
    if state is None:  # cards that these words do not know
        return {"plain": words.table(look.view, look.seat)}
    return CavernBoard(look.view, look.legal, words, state).variables()


def sprite(words: CrusgalloWords) -> dict[str, Any]:
    """What the drawings need that all boards share."""
    return {"crystals": len(words.parts.crystals), "letters": initials(words)}


def announcements(look: Look) -> dict[str, list[tuple[str, bool]]]:
    """What stars and labels say of each placement that lights something: the colours of the orbs, in the order in
    which they light, and whether a bond or a gem on the dragon is won by it."""
    words = look.words
    assert isinstance(words, CrusgalloWords)
    state = words.world(look.view)
    if state is None or not look.legal:
        return {}
    colours = words.parts.colours
    return {
        state.notation(0, code): [(colours[effect & 7], effect & WON != 0) for effect in effects]
        for code, effects in state.lighting_placements(codes_of(placements(state))).items()
    }


def placements(state: Crusgallo) -> list[Spot]:
    """The placements that may be chosen: by card, then in reading order, then by turn."""
    parts, found = state.parts, []
    cells: dict[int, tuple[int, int]] = {}  # by place, of which several placements have the same: its y and x
    for code in state.actions(0):
        if code >= LOWEST_PLACE:
            place, way = parts.place_of(code), parts.way_of(code)
            cell = cells.get(place)
            if cell is None:
                cell = cells[place] = parts.y_of(code), parts.x_of(code)
            found.append((way >> 2, *cell, way, code))
    found.sort()
    return found


def codes_of(placed: Sequence[Spot]) -> list[int]:
    return [code for _, _, _, _, code in placed]


class CavernBoard:
    def __init__(self, view: View, legal: Sequence[str], words: CrusgalloWords, state: Crusgallo) -> None:
        self.view = view
        self.legal = legal
        self.words = words
        self.state = state
        self.parts = words.parts
        self.phase: int = view["phase"]
        self.plain = plain_words(words.parts, words.lang)
        self.letters = initials(self.plain)
        self.magic = {action.split(" ")[1] for action in legal if action.startswith("magic ")}
        self.cards_that_lit = state.cavern.cards_that_lit()
        self.gem_names = self.gems_on_orbs()

    def variables(self) -> dict[str, Any]:
        words, view = self.words, self.view
        placed = placements(self.state) if self.legal else []
        shining = self.state.lighting_placements(codes_of(placed))
        return {
            "plain": "",
            "phase": self.phase,
            "heading": self.heading(),
            "counts": self.counts(),
            "verdict": self.verdict(),
            "over": view["step"] == "over",
            "first_letter": self.letters[0],
            "creatures": self.creatures(),
            "creatures_title": words.t("The creatures and their bonds"),
            "dragon": self.dragon(),
            "hand": self.hand(placed, shining),
            "cavern": self.cavern(placed, shining),
            "treasures": self.treasures(),
            "ladder": self.ladder(),
            "legend": legend(self.plain),
        }

    # -- what is how far ------------------------------------------------------------------------

    def heading(self) -> str:
        if self.phase == 1:
            return self.words.t("Freeing the Creatures")
        return self.words.t("Trapping the Dragon")

    def counts(self) -> list[dict[str, Any]]:
        """The numbers that tell how the game stands."""
        words, view = self.words, self.view
        if self.phase == 1:
            bonds = sum(view["bonds"].values())
            return [
                self.count("gem", bonds, words.t("bonds left"), "CR-13"),
                self.count("back", view["draw"], words.t("draw pile"), "CR-10", "draw"),
                self.count("back", view["reserve"], words.t("reserve"), "CR-8"),
                *(
                    [self.count("card", len(view["aside"]), words.t("set aside"), "CR-12", "aside")]
                    if view["aside"]
                    else []
                ),
            ]
        return [
            self.count("gem", COLOURS - sum(view["dragon"].values()), words.t("dragon orbs left"), "CR-49"),
            self.count("card", len(view["row"]), words.t("cards to lay"), "CR-50"),
            self.count("back", len(view["deck"]), words.t("cavern deck"), "CR-38", "draw"),
            *([self.count("card", len(view["aside"]), words.t("given up"), "CR-42", "aside")] if view["aside"] else []),
        ]

    def count(self, look: str, number: int, label: str, rule: str, place: str = "") -> dict[str, Any]:
        return {"look": look, "number": number, "label": label, "rule": rule, "place": place}

    def verdict(self) -> str:
        """Title, wealth and score as they are, or would be if the game ended now."""
        state = self.state
        rank = self.words.rank(GRADES[state.grade()], TITLES[state.title()])
        score = self.words.n("{count} point", "{count} points", state.score())
        if self.view["step"] == "over":
            return f"{rank} {score}."
        return self.words.t("So far: {rank} {score}.", rank=rank, score=score)

    def ladder(self) -> dict[str, Any]:
        """The titles, with the one reached and the one that trapping the dragon now would bring (CR-52)."""
        words, state = self.words, self.state
        now = state.title()
        best = state.title_in_reach()
        grade = state.grade()
        steps = [
            {
                "name": names[words.lang],
                "score": self.parts.scores[i][grade],
                "state": "now" if i == now else "done" if i < now else "best" if i == best else "",
                "note": words.t("reached") if i == now else words.t("with the next card") if i == best else "",
            }
            for i, names in enumerate(self.parts.title_names)
        ]
        note = self.parts.grade_names[grade][words.lang]
        more = state.treasures_to_rise()
        if more:
            upper = self.parts.grade_names[grade + 1][words.lang]
            note = words.t("{wealth}; {count} more for {upper}", wealth=note, count=more, upper=upper)
        return {"title": words.t("Titles"), "steps": steps, "wealth": note}

    # -- creatures and dragon -----------------------------------------------------------------------

    def gems_on_orbs(self) -> dict[tuple[int, int], str]:
        """For each lit orb the name of its gem, "" without one.

        Gems have numbers, so that one can be seen to move: the last of a creature's gems goes first.
        """
        names: dict[tuple[int, int], str] = {}
        used = [0] * COLOURS
        if self.phase == 2:
            used = [self.view["dragon"][colour] for colour in self.parts.colours]
        cavern = self.state.cavern
        for x, y, gem in sorted(self.view["lit"], key=lambda orb: self.cards_that_lit.get((orb[0], orb[1]), -1)):
            colour = cavern.symbol_at(cavern.cell_at(x, y)) & 7
            used[colour] += gem
            names[x, y] = f"gem-{colour}-{BONDS - used[colour]}" if gem else ""
        return names

    def creatures(self) -> list[dict[str, Any]]:
        return [
            creature(self.plain, i, self.view["bonds"][colour], self.phase, self.phase == 1 and colour in self.magic)
            for i, colour in enumerate(self.parts.colours)
        ]

    def dragon(self) -> dict[str, Any]:
        words, view = self.words, self.view
        orbs = []
        for i, colour in enumerate(self.parts.colours):
            supply = view["supply"][colour] if self.phase == 2 else 0
            may = self.phase == 2 and colour in self.magic
            orbs.append(dragon_orb(self.plain, i, view["dragon"][colour], supply, self.phase, may))
        trapped = self.state.is_trapped()
        if self.phase == 1:
            about = words.t("The Black Dragon sleeps until all creatures are free.")
        elif trapped:
            about = words.t("The Black Dragon is trapped!")
        else:
            left = COLOURS - sum(view["dragon"].values())
            about = words.n("The Black Dragon: {count} orb to go.", "The Black Dragon: {count} orbs to go.", left)
        return {"orbs": orbs, "about": about, "awake": self.phase == 2, "trapped": trapped}

    # -- the cards to lay -----------------------------------------------------------------------------

    def hand(self, placed: Sequence[Spot], shining: Effects) -> dict[str, Any]:
        """The waiting card in its four turns, or the row of cards, each with its own."""
        words, view = self.words, self.view
        places = Counter([way for _, _, _, way, _ in placed])
        lights = Counter([self.parts.way_of(code) for code in shining])
        first = self.phase == 2 and not view["table"]
        items = []
        for k, id in enumerate([view["card"]] if view["card"] is not None else view["row"], 1):
            card = self.parts.number[id]
            turns = [
                self.turn_of(id, turn, places[4 * card + turn], lights[4 * card + turn])
                for turn in range(4)
                if self.phase == 1 or places
            ]
            may = any(places[4 * card + turn] for turn in range(4)) or f"exchange {id}" in self.legal
            shines = sum(lights[4 * card + turn] for turn in range(4))
            ways = 4 if turns and not first else 1
            about = card_in_words(self.plain, card)
            if shines:
                about += ". " + words.n("{count} place lights an orb", "{count} places light orbs", shines)
            items.append(
                {
                    "k": k,
                    "id": id,
                    "name": words.card(id),
                    "treasure": self.parts.treasure[card] != 0,
                    "about": about,
                    "pick": id if self.phase == 2 and may else "",
                    "stars": shines,
                    "turns": [] if first else turns,
                    "drawings": [turned_card(self.parts, card, turn) for turn in range(ways)],
                }
            )
        if view["card"] is not None:
            title = words.t("Your card: choose how to turn it") if placed else words.t("Your card")
        elif view["step"] == "exchange":
            title = words.t("Your cards: choose the one to give up")
        elif placed:
            title = words.t("Your cards: choose one, then how to turn it")
        else:
            title = words.t("Your cards") if view["row"] else ""
        if view["step"] == "over" and view["row"]:
            title = words.t("Cards to spare") if self.state.is_trapped() else words.t("Cards not laid")
        then = words.t("Then choose where it goes; a star marks where it lights an orb.")
        return {"title": title, "items": items, "then": then if placed else "", "one": view["card"] is not None}

    def turn_of(self, id: str, turn: int, places: int, lights: int) -> dict[str, Any]:
        words = self.words
        about = words.n("{turn}: {count} place", "{turn}: {count} places", places, turn=words.turn(turn))
        if lights:
            about += ", " + words.n("{count} lights an orb", "{count} light orbs", lights)
        return {
            "turn": turn,
            "pick": "" if not places else f"r{turn}" if self.phase == 1 else f"{id}.{turn}",
            "about": about,
            "places": places,
            "stars": lights,
        }

    # -- the cavern -----------------------------------------------------------------------------------

    def cavern(self, placed: Sequence[Spot], shining: Effects) -> dict[str, Any]:
        words = self.words
        laid = list(self.state.cavern.laid)
        left, top, right, bottom = self.state.cavern.extent(codes_of(placed))
        wide, tall = right - left, bottom - top
        many = words.n("{count} card lies there", "{count} cards lie there", len(laid))
        return {
            "title": words.t("The cavern"),
            "about": words.about(words.t("The cavern"), many),
            "box": f"{left * CELL - 12} {top * CELL - 12} {wide * CELL + 24} {tall * CELL + 24}",
            "wide": wide > WIDE,
            "cell": CELL,
            "width": round((wide + 0.6) * PIXELS),
            "height": round((tall + 0.6) * PIXELS),
            "cards": self.cards(laid),
            "lit": self.lit_orbs(len(laid) - 1),
            "anchors": self.anchors(placed, shining),
            "shines": self.shines(shining),
            "empty": words.t("The cavern is empty: any card may come first.") if not laid else "",
        }

    def cards(self, laid: Sequence[int]) -> Markup:
        """The cards in the order laid, each with those of its symbols that are visible and not lit."""
        last = laid[-1] if laid else 0
        seen = zip(laid, self.state.cavern.visible(), strict=True)
        return Markup("".join([card_on_table(self.plain, code, what, code == last) for code, what in seen]))

    def lit_orbs(self, last: int) -> Markup:
        cavern = self.state.cavern
        orbs = []
        for x, y, _ in self.view["lit"]:
            value = cavern.symbol_at(cavern.cell_at(x, y)) - LIT
            new = self.cards_that_lit.get((x, y), -1) == last
            orbs.append(lit_orb(self.plain, value, x, y, self.gem_names[x, y], new))
        return Markup("".join(orbs))

    def anchors(self, placed: Sequence[Spot], shining: Effects) -> Markup:
        """A marker for each place that a card may come to, in reading order."""
        words = self.words
        turns = [words.turn(turn) for turn in range(4)]
        parts = self.parts
        labels: dict[tuple[int, int], str] = {}  # by y and x
        known: dict[tuple[int, ...], Markup] = {}  # what is said of a turn that lights the same orbs elsewhere too
        for code, effects in shining.items():
            way, at = parts.way_of(code), (parts.y_of(code), parts.x_of(code))
            key = way if self.phase == 2 else way & 3, *effects
            label = known.get(key)
            if label is None:
                how = turns[way & 3]
                if self.phase == 2:
                    how = f"{words.card(parts.ids[way >> 2])}, {how}"
                orbs = words.orbs([parts.colours[effect & 7] for effect in effects])
                label = known[key] = escape(words.about(how, words.t("lights {orbs}", orbs=orbs)))
            labels[at] = words.clauses([labels.get(at, ""), label])
        plain = self.plain
        cells = sorted({(y, x) for _, y, x, _, _ in placed})
        return Markup("".join([anchor(plain, x, y, labels.get((y, x), "")) for y, x in cells]))

    def shines(self, shining: Effects) -> list[dict[str, Any]]:
        """The stars of each card and turn, with the letters of the orbs; weak where no bond or dragon gem is won."""
        numbers = {id: k for k, id in enumerate(self.view["row"], 1)}
        groups: dict[int, list[str]] = {}
        for code, effects in shining.items():
            useful = any(effect & WON for effect in effects)
            letters = "".join(self.letters[effect & 7] for effect in effects)
            way, x, y = self.parts.way_of(code), int(self.parts.x_of(code)), int(self.parts.y_of(code))
            right, down = (CELL, CELL // 2) if way & 1 else (CELL // 2, CELL)  # its middle, as that of the marker
            x, y = x * CELL + right, y * CELL + down
            weak = "" if useful else ' class="w"'
            star = f'<use href="#cg-s{int(useful)}" x="{x}" y="{y}"/>'
            text = f'<text{weak} x="{x + 20}" y="{y + 24.5}">{escape(letters)}</text>'
            groups.setdefault(way, []).append(star + text)
        return [
            {"k": numbers.get(self.parts.ids[key >> 2], 1), "turn": key & 3, "stars": Markup("".join(stars))}
            for key, stars in sorted(groups.items())
        ]

    # -- treasures --------------------------------------------------------------------------------------

    def treasures(self) -> dict[str, Any]:
        words, parts, view = self.words, self.parts, self.view
        bonuses = [
            words.t("one treasure more at the end"),
            words.t("takes away a bond, or binds an orb of the dragon"),
            words.t("one card more against the dragon"),
        ]
        used_up = [False, view["magic_used"], view["battle_drawn"]]
        kinds = []
        for kind, names in enumerate(parts.kind_names):
            cards = parts.kind_cards[kind]
            whole = self.state.has_all(kind)
            kinds.append(
                {
                    "name": names[words.lang],
                    "code": KINDS[kind],
                    "slots": [self.slot(card, f"k{kind}{i}") for i, card in enumerate(parts.cards(cards))],
                    "bonus": bonuses[kind],
                    "rule": KIND_RULES[kind],
                    "state": "used" if used_up[kind] else "whole" if whole else "",
                    "note": words.t("used") if used_up[kind] else words.t("complete") if whole else "",
                    "magic": KINDS[kind] == "magic" and bool(self.magic),
                }
            )
        return {
            "title": words.t("Treasures"),
            "kinds": kinds,
            "all": words.t("All three:"),
            "magic": words.t("Use the magic"),
            "then": words.t("then choose a creature")
            if self.phase == 1
            else words.t("then choose an orb of the dragon"),
        }

    def slot(self, id: str, look: str) -> dict[str, Any]:
        """One of the nine treasures: collected, half won, in sight, or not seen."""
        words = self.words
        card = self.parts.number[id]
        if id in self.view["treasures"]:
            state, note = "taken", words.t("collected")
        elif self.state.half >> self.parts.treasure[card] & 1:
            state, note = "half", words.t("one of its two orbs is lit")
        else:
            state, note = "", words.t("not collected")
        return {
            "look": look,
            "card": id,
            "state": state,
            "about": f"{words.about(words.treasure(id), note)} (CR-32)",
        }
