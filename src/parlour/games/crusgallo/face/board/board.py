"""The board of Crusgallo: the cavern and everything around it, made from what anybody may see.

`board` hands the template numbers and finished sentences. `picks` says how an action is chosen on the board: in the
first phase the turn of the waiting card and then the cell of its top-left corner; in the second phase first the card.
All placements share one marker a cell, so the hundreds of them stay few; what lies over the markers of one turn (the
card as a ghost, a star where it lights an orb) is drawn once a turn and shown by the style sheet while that turn is
picked. In a drawing a cell is CELL units wide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup, escape

from parlour.faces.drawing import part
from parlour.faces.look import Look
from parlour.games.crusgallo.cavern import SPOT_BITS, SPOT_MASK, spot_of, spot_x, spot_y
from parlour.games.crusgallo.face.words import CrusgalloWords
from parlour.games.crusgallo.parts import BLANK, COLOURS, CRYSTAL, GRADES, KINDS, LIT, ORB, TITLES, CrusgalloParts
from parlour.games.crusgallo.rules import Crusgallo
from parlour.games.crusgallo.sight import MIDDLE, extent, ghosts, lit_by, stars, visible

View = Mapping[str, Any]

CELL: Final = 40
GEMS: Final = 3  # of each colour
PIXELS: Final = 46  # a cell's width where there is room for it
WIDE: Final = 16  # more cells across need all the room there is
ORB_PLACES: Final = [(66, 58), (116, 74), (166, 64), (216, 74), (266, 64), (314, 72)]  # on the dragon, in colour order
WHOLE: Final = MIDDLE | 15  # all of a card is seen
LOOKS: Final = [f"x{i}" for i in range(9)]  # the drawings of the crystals, by 3 * colour + shape


def picks(look: Look) -> dict[str, list[str]]:
    """The path on the board that chooses an action; `discard` and `stop` are buttons."""
    found: dict[str, list[str]] = {}
    for action in look.legal:
        verb, *rest = action.split(" ")
        if verb == "place":
            card, x, y, turn = rest
            place = f"{x},{y}"
            if look.view["phase"] == 1:
                found[action] = [f"r{turn}", place]
            else:  # CR-45: the first card lies upright at 0 0
                found[action] = [card, f"{card}.{turn}", place] if look.view["table"] else [card, place]
        elif verb == "magic":
            found[action] = ["*magic", f"@{rest[0]}"]
        elif verb == "exchange":
            found[action] = [rest[0]]
    return found


def board(look: Look) -> dict[str, Any]:
    """What the template needs."""
    view, seat, legal, words = look.view, look.seat, look.legal, look.words
    assert isinstance(words, CrusgalloWords)
    state = words.world(view)
    if state is None:  # cards that these words do not know
        return {"plain": words.table(view, seat)}
    return Board(view, legal, words, state).drawn()


def sprite(words: CrusgalloWords) -> dict[str, Any]:
    """What the drawings need that all boards share."""
    return {"crystals": words.parts.crystals, "letters": initials(words)}


class Board:
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
        self.lit_by = lit_by(state)
        self.orbs_lit = [0] * (len(self.parts.treasure_card) + 1)  # by treasure
        self.gem_numbers = self.gems_on_orbs()

    def drawn(self) -> dict[str, Any]:
        words, view = self.words, self.view
        placed = ghosts(self.state) if self.legal else []
        shining = stars(self.state, placed)
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
        best = now
        if self.phase == 2 and now == 1 and self.view["step"] == "place":
            best = 2 + min(3, len(self.view["row"]) - 1)
        steps = [
            {
                "name": names[words.lang],
                "score": self.parts.scores[i][state.grade()],
                "state": "now" if i == now else "done" if i < now else "best" if i == best else "",
                "note": words.t("reached") if i == now else words.t("with the next card") if i == best else "",
            }
            for i, names in enumerate(self.parts.title_names)
        ]
        count = state.treasure_count()
        grade = state.grade()
        wealth = self.parts.grade_names[grade][words.lang]
        if grade + 1 < len(GRADES):
            more = self.parts.grade_from[grade + 1] - count
            upper = self.parts.grade_names[grade + 1][words.lang]
            note = words.t("{wealth}; {count} more for {upper}", wealth=wealth, count=more, upper=upper)
        else:
            note = wealth
        return {"title": words.t("Titles"), "steps": steps, "wealth": note}

    # -- creatures and dragon -----------------------------------------------------------------------

    def gems_on_orbs(self) -> dict[tuple[int, int], str]:
        """For each lit orb the name of its gem, "" without one; also counts the lit orbs of treasures.

        Gems have numbers, so that one can be seen to move: the last of a creature's gems goes first.
        """
        found: dict[tuple[int, int], str] = {}
        used = [0] * COLOURS
        if self.phase == 2:
            used = [self.view["dragon"][colour] for colour in self.parts.colours]
        cavern = self.state.cavern
        for x, y, gem in sorted(self.view["lit"], key=lambda orb: self.lit_by.get((orb[0], orb[1]), -1)):
            value = cavern.cells[cavern.cell_of(spot_of(x, y, 0))] - LIT - ORB
            self.orbs_lit[value >> 3] += 1
            colour = value & 7
            if gem:
                used[colour] += 1
            found[x, y] = f"gem-{colour}-{GEMS - used[colour]}" if gem else ""
        return found

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
        bound = sum(view["dragon"].values())
        if self.phase == 1:
            about = words.t("The Black Dragon sleeps until all creatures are free.")
        elif bound == COLOURS:
            about = words.t("The Black Dragon is trapped!")
        else:
            about = words.n(
                "The Black Dragon: {count} orb to go.", "The Black Dragon: {count} orbs to go.", COLOURS - bound
            )
        return {"orbs": orbs, "about": about, "awake": self.phase == 2, "trapped": bound == COLOURS}

    # -- the cards to lay -----------------------------------------------------------------------------

    def hand(self, placed: Sequence[int], shining: Mapping[int, list[int]]) -> dict[str, Any]:
        """The waiting card in its four turns, or the row of cards, each with its own."""
        words, view = self.words, self.view
        places = Counter([code >> SPOT_BITS << 2 | code & 3 for code in placed])
        lights = Counter([code >> SPOT_BITS << 2 | code & 3 for code in shining])
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
            about = explained(self.plain, card)
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
                    "drawings": [drawing(self.parts, card, turn) for turn in range(4 if turns and not first else 1)],
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
            title = words.t("Cards to spare") if self.dragon()["trapped"] else words.t("Cards not laid")
        then = words.t("Then choose where its top-left corner goes; a star marks where it lights an orb.")
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

    def cavern(self, placed: list[int], shining: Mapping[int, list[int]]) -> dict[str, Any]:
        words = self.words
        laid = self.state.cavern.laid
        left, top, right, bottom = extent(laid + placed)
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
        seen = zip(laid, visible(self.state.cavern), strict=True)
        return Markup("".join([lying(self.plain, code, what, code == last) for code, what in seen]))

    def lit_orbs(self, last: int) -> Markup:
        cavern = self.state.cavern
        found = []
        for x, y, gem in self.view["lit"]:
            value = cavern.cells[cavern.cell_of(spot_of(x, y, 0))] - LIT
            new = self.lit_by.get((x, y), -1) == last
            found.append(lit_orb(self.plain, value, x, y, self.gem_numbers[x, y] if gem else "", new))
        return Markup("".join(found))

    def anchors(self, placed: Sequence[int], shining: Mapping[int, list[int]]) -> Markup:
        """A marker for each cell that the top-left corner of a card may come to, in reading order."""
        words = self.words
        turns = [words.turn(turn) for turn in range(4)]
        effects: dict[int, str] = {}  # by the spot of an upright card
        for code, lit in shining.items():
            how = turns[code & 3]
            if self.phase == 2:
                how = f"{words.card(self.parts.ids[code >> SPOT_BITS])}, {how}"
            orbs = words.orbs([self.parts.colours[orb & 7] for orb in lit])
            spot = code & SPOT_MASK & ~3
            effect = escape(words.about(how, words.t("lights {orbs}", orbs=orbs)))
            effects[spot] = words.clauses([effects.get(spot, ""), effect])
        plain = self.plain
        spots = sorted({code & SPOT_MASK & ~3 for code in placed})
        return Markup("".join([anchor(plain, spot, effects.get(spot, "")) for spot in spots]))

    def shines(self, shining: Mapping[int, list[int]]) -> list[dict[str, Any]]:
        """The stars of each card and turn, with the letters of the orbs; weak where no bond or dragon gem is won."""
        numbers = {id: k for k, id in enumerate(self.view["row"], 1)}
        groups: dict[int, list[str]] = {}
        for code, lit in shining.items():
            useful = any(self.state.can_enchant(orb & 7) for orb in lit)
            letters = "".join(self.letters[orb & 7] for orb in lit)
            x, y = spot_x(code) * CELL, spot_y(code) * CELL
            weak = "" if useful else ' class="w"'
            star = f'<use href="#cg-s{int(useful)}" x="{x}" y="{y}"/>'
            text = f'<text{weak} x="{x + 20}" y="{y + 24.5}">{escape(letters)}</text>'
            groups.setdefault(code >> SPOT_BITS << 2 | code & 3, []).append(star + text)
        return [
            {"k": numbers.get(self.parts.ids[key >> 2], 1), "turn": key & 3, "stars": Markup("".join(found))}
            for key, found in sorted(groups.items())
        ]

    # -- treasures --------------------------------------------------------------------------------------

    def treasures(self) -> dict[str, Any]:
        words, parts, view = self.words, self.parts, self.view
        bonuses = [
            (words.t("one treasure more at the end"), "CR-34", ""),
            (words.t("takes away a bond, or binds an orb of the dragon"), "CR-33", words.t("used")),
            (words.t("one card more against the dragon"), "CR-35", words.t("used")),
        ]
        kinds = []
        for kind, names in enumerate(parts.kind_names):
            bonus, rule, used = bonuses[kind]
            is_used = (KINDS[kind] == "magic" and view["magic_used"]) or (
                KINDS[kind] == "battle" and view["battle_drawn"]
            )
            slots = [self.slot(card, f"k{kind}{i}") for i, card in enumerate(parts.cards(parts.kind_cards[kind]))]
            whole = all(slot["state"] == "taken" for slot in slots)
            kinds.append(
                {
                    "name": names[words.lang],
                    "code": KINDS[kind],
                    "slots": slots,
                    "bonus": bonus,
                    "rule": rule,
                    "state": "used" if is_used else "whole" if whole else "",
                    "note": used if is_used else words.t("complete") if whole else "",
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
        elif self.orbs_lit[self.parts.treasure[card]]:
            state, note = "half", words.t("one of its two orbs is lit")
        else:
            state, note = "", words.t("not collected")
        return {
            "look": look,
            "card": id,
            "state": state,
            "about": f"{words.about(words.treasure(id), note)} (CR-32)",
        }


# -- single things: kept, as they come again with every drawing of a table ----------------------------


@lru_cache(maxsize=16)
def plain_words(parts: CrusgalloParts, lang: str) -> CrusgalloWords:
    """What is said of these cards at whichever table."""
    return CrusgalloWords(str(Path(__file__).parent.parent), lang, None, parts)


@lru_cache(maxsize=1024)
def explained(words: CrusgalloWords, card: int) -> str:
    """A card in words: its symbols, and what it is good for."""
    parts = words.parts
    names = ", ".join(words.symbol(value) for value in parts.faces[16 * card : 16 * card + 4])
    treasure = words.treasure(parts.ids[card])
    if not treasure:
        return names[:1].upper() + names[1:]
    return words.about(treasure, names) + ". " + words.t("A treasure: light both its orbs (CR-32)")


@part
def drawing(parts: CrusgalloParts, card: int, turn: int) -> dict[str, Any]:
    """A card as it lies after so many quarter turns."""
    return {"id": f"{parts.ids[card]}.{turn}", "turn": turn, "flat": turn & 1, "face": face(parts, card, turn, WHOLE)}


def face(parts: CrusgalloParts, card: int, turn: int, seen: int) -> Markup:
    """The drawing of a card with what is seen of it, as `visible` finds it."""
    flat = turn & 1
    drawn = f'<use href="#cg-{"h" if flat else "v"}"/>'
    if parts.treasure[card]:
        drawn += f'<use href="#cg-{"th" if flat else "tv"}"/>'
        if seen & MIDDLE:
            middle, treasure = "44 24" if flat else "24 44", treasure_look(parts, card)
            drawn += f'<use href="#cg-{treasure}" color="var(--cg-gold)" transform="translate({middle})scale(1.33)"/>'
    at = 16 * card + 4 * turn
    for corner, (x, y) in enumerate(corners(turn)):
        if seen >> corner & 1:
            drawn += f'<use href="#cg-{look(parts.faces[at + corner])}" x="{x * CELL}" y="{y * CELL}"/>'
    return Markup(drawn)


def treasure_look(parts: CrusgalloParts, card: int) -> str:
    """The drawing of a treasure: its kind, and which of the three it is."""
    kind = next(kind for kind, cards in enumerate(parts.kind_cards) if cards >> card & 1)
    return f"k{kind}{(parts.kind_cards[kind] & ((1 << card) - 1)).bit_count()}"


@part
def creature(words: CrusgalloWords, number: int, bonds: int, phase: int, may: bool) -> dict[str, Any]:
    """A creature with its bonds; `may` if magic can take one away."""
    colour = words.parts.colours[number]
    state = words.n("{count} bond", "{count} bonds", bonds) if bonds else words.t("free")
    facts = {"creature": words.creature(colour), "colour": words.colour(colour), "state": state}
    return {
        "number": number,
        "name": words.creature(colour),
        "letter": initials(words)[number],
        "code": colour,
        "colour": words.colour(colour),
        "bonds": bonds,
        "state": state,
        "gems": [f"gem-{number}-{gem}" if gem < bonds else "" for gem in range(GEMS)] if phase == 1 else [],
        "about": words.t("{creature} ({colour}): {state} (CR-28)", **facts),
        "pick": f"@{colour}" if may else "",
    }


@part
def dragon_orb(words: CrusgalloWords, number: int, bound: int, supply: int, phase: int, may: bool) -> dict[str, Any]:
    """An orb of the dragon, and the gems of its colour; `may` if magic can bind it."""
    colour = words.parts.colours[number]
    state = words.t("on the dragon") if bound else words.t("missing")
    about = f"{words.colour(colour)} (CR-39)"
    if phase == 2:
        facts = {"colour": words.colour(colour), "state": state, "supply": supply}
        about = words.t("{colour}: {state}, gems in the supply: {supply} (CR-46)", **facts)
    x, y = ORB_PLACES[number]
    return {
        "number": number,
        "letter": initials(words)[number],
        "code": colour,
        "x": x,
        "y": y,
        "gem": f"gem-{number}-{GEMS - 1}" if bound else "",
        "supply": [f"gem-{number}-{gem}" for gem in range(supply)],
        "about": about,
        "pick": f"@{colour}" if may else "",
    }


@lru_cache(maxsize=8192)
def lying(words: CrusgalloWords, code: int, seen: int, last: bool) -> str:
    """A card on the table."""
    card, turn, x, y = code >> SPOT_BITS, code & 3, spot_x(code), spot_y(code)
    about = escape(explained(words, card))
    wide, tall = (118, 78) if turn & 1 else (78, 118)
    mark = f'<rect class="last" data-zoom-first x="1" y="1" width="{wide}" height="{tall}" rx="8"/>' if last else ""
    return (
        f'<g role="img" data-piece="{words.parts.ids[card]}" transform="translate({x * CELL} {y * CELL})">'
        f"<title>{about}</title>{face(words.parts, card, turn, seen)}{mark}</g>\n"
    )


@lru_cache(maxsize=4096)
def lit_orb(words: CrusgalloWords, value: int, x: int, y: int, gem: str, new: bool) -> str:
    """A lit orb on the table, with its gem if it has one."""
    orb = words.symbol(value & 7 | ORB)
    about = (
        words.t("{orb}, lit, with a gem (CR-28)", orb=orb)
        if gem
        else words.t("{orb}, lit, without a gem (CR-29)", orb=orb)
    )
    jewel = f'<g data-piece="{gem}"><use href="#cg-j{value & 7}"/></g>' if gem else ""
    return (
        f'<g class="lit{" new" if new else ""}" data-place="orb-{x}-{y}" role="img" '
        f'transform="translate({x * CELL} {y * CELL})"><title>{escape(about)}</title>'
        f'<use href="#cg-d{value & 7}"/>{jewel}</g>\n'
    )


@lru_cache(maxsize=8192)
def anchor(words: CrusgalloWords, spot: int, effects: str) -> str:
    """The marker of a cell that the top-left corner of a card may come to; what is lit from there is HTML."""
    x, y = spot_x(spot), spot_y(spot)
    about = escape(words.where(x, y)) + Markup(effects)
    at = f'x="{x * CELL}" y="{y * CELL}"'
    pick = f'data-pick="{x},{y}" role="button" aria-label="{about}"'
    return f'<use class="a" href="#cg-a" {at} {pick}/><rect class="g" {at}/>'


@lru_cache(maxsize=16)
def initials(words: CrusgalloWords) -> list[str]:
    """The letters of the creatures, in the language of the words."""
    return letters([creature[words.lang] for creature in words.parts.creatures])


@part
def legend(words: CrusgalloWords) -> dict[str, Any]:
    """How to read it."""
    t = words.t
    return {
        "title": t("How to read the cavern"),
        "rows": [
            (
                [f"x{i}" for i in range(9)],
                t("Crystals: three colours, and one, two or three points."),
                "CR-3",
            ),
            ([f"o{i}" for i in range(6)], t("Orbs: six colours, each with its creature."), "CR-3"),
            (["o2", "l2", "d2"], t("An orb; lit, with its gem; lit, without one."), "CR-28"),
            (
                ["set"],
                t(
                    "Three crystals and an orb in a square light the orb if the crystals have one colour or "
                    "three, and one shape or three."
                ),
                "CR-22",
            ),
            (["link"], t("One of the card's crystals must come to lie next to a crystal."), "CR-15"),
            (
                ["cover"],
                t("The card may cover others, but no lit orb, and at least one cell must lie on bare table."),
                "CR-18",
            ),
            (
                ["a", "s"],
                t("Where the card's top-left corner may go; a star with letters: it lights these orbs there."),
                "CR-11",
            ),
            (["k00"], t("Light both orbs of a treasure card to collect it."), "CR-32"),
        ],
    }


def letters(names: Sequence[str]) -> list[str]:
    """The shortest beginnings that tell names apart, each as short as it can be."""
    found: list[str] = []
    for name in names:
        length = 1
        while sum(other.startswith(name[:length]) for other in names) > 1 and length < len(name):
            length += 1
        found.append(name[:length].capitalize())
    return found


def look(value: int) -> str:
    """The drawing of a symbol."""
    if value >= ORB:
        return f"o{value & 7}"
    return LOOKS[value - CRYSTAL] if value > BLANK else ""


def corners(turn: int) -> Sequence[tuple[int, int]]:
    """The cells of a card's four symbols, from its top-left cell."""
    return ((0, 0), (2, 0), (0, 1), (2, 1)) if turn & 1 else ((0, 0), (1, 0), (0, 2), (1, 2))
