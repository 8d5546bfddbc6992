"""The board of Crusgallo: the cavern and everything around it, made from what anybody may see.

`board` hands the template numbers and finished sentences. `picks` says how an action is chosen on the board: in the
first phase the turn of the waiting card and then the cell of its top-left corner; in the second phase first the card.
All placements share one marker a cell, so the hundreds of them stay few; what lies over the markers of one turn (the
card as a ghost, a star where it lights an orb) is drawn once a turn and shown by the style sheet while that turn is
picked. In a drawing a cell is CELL units wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from parlour.games.crusgallo.cavern import SPOT_BITS, SPOT_MASK, Cavern, spot_of, spot_x, spot_y
from parlour.games.crusgallo.parts import BLANK, COLOURS, CRYSTAL, GRADES, KINDS, LIT, ORB, TITLES
from parlour.games.crusgallo.rules import Crusgallo
from parlour.games.crusgallo.words import CrusgalloWords

View = Mapping[str, Any]

CELL: Final = 40
GEMS: Final = 3  # of each colour
PIXELS: Final = 46  # a cell's width where there is room for it
WIDE: Final = 16  # more cells across need all the room there is
ORB_PLACES: Final = [(66, 58), (116, 74), (166, 64), (216, 74), (266, 64), (314, 72)]  # on the dragon, in colour order
LOOKS: Final = [f"x{i}" for i in range(9)]  # the drawings of the crystals, by 3 * colour + shape


class Placement(NamedTuple):
    card: str
    x: int
    y: int
    turn: int


def placements(legal: Sequence[str]) -> list[Placement]:
    words = [action.split(" ") for action in legal if action.startswith("place ")]
    return [Placement(card, int(x), int(y), int(turn)) for _, card, x, y, turn in words]


def picks(view: View, seat: int | None, legal: Sequence[str]) -> dict[str, list[str]]:
    """The path on the board that chooses an action; `discard` and `stop` are buttons."""
    found: dict[str, list[str]] = {}
    for action in legal:
        verb, *rest = action.split(" ")
        if verb == "place":
            card, x, y, turn = rest
            place = f"{x},{y}"
            if view["phase"] == 1:
                found[action] = [f"r{turn}", place]
            else:  # CR-45: the first card lies upright at 0 0
                found[action] = [card, f"{card}.{turn}", place] if view["table"] else [card, place]
        elif verb == "magic":
            found[action] = ["*magic", f"@{rest[0]}"]
        elif verb == "exchange":
            found[action] = [rest[0]]
    return found


def board(view: View, seat: int | None, legal: Sequence[str], words: CrusgalloWords) -> dict[str, Any]:
    """What the template needs."""
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
        self.letters = initials(words)
        self.names: dict[int, str] = {}  # symbol -> what it is called
        self.magic = {action.split(" ")[1] for action in legal if action.startswith("magic ")}
        self.lit_by = lit_by(state)
        self.orbs_lit = [0] * (len(self.parts.treasure_card) + 1)  # by treasure
        self.gem_numbers = self.gems_on_orbs()

    def drawn(self) -> dict[str, Any]:
        words, view = self.words, self.view
        placed = placements(self.legal)
        stars = self.stars(placed)
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
            "hand": self.hand(placed, stars),
            "cavern": self.cavern(placed, stars),
            "treasures": self.treasures(),
            "ladder": self.ladder(),
            "legend": self.legend(),
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

    # -- symbols and cards ------------------------------------------------------------------------

    def name(self, value: int) -> str:
        """What a symbol is called."""
        found = self.names.get(value)
        if found is None:
            words, parts, lang = self.words, self.parts, self.words.lang
            if value >= ORB:
                found = words.t("{colour} orb", colour=parts.creatures[value & 7][lang])
            else:
                colour, shape = divmod(value - CRYSTAL, 3)
                names = {"shape": parts.shape_names[shape][lang], "colour": parts.crystal_names[colour][lang]}
                found = words.t("{shape} {colour} crystal", **names)
            self.names[value] = found
        return found

    def explained(self, card: int) -> str:
        """A card in words: its symbols, and what it is good for."""
        names = ", ".join(self.name(value) for value in self.parts.faces[16 * card : 16 * card + 4])
        sentence = self.words.t("{card}: {about}", card=self.words.card(self.parts.ids[card]), about=names)
        if self.parts.treasure[card]:
            sentence += ". " + self.words.t("A treasure: light both its orbs (CR-32)")
        return sentence

    def treasure_look(self, card: int) -> str:
        """The drawing of a treasure: its kind, and which of the three it is."""
        for kind, cards in enumerate(self.parts.kind_cards):
            if cards >> card & 1:
                return f"k{kind}{(cards & ((1 << card) - 1)).bit_count()}"
        return ""

    def drawing(self, id: str, turn: int) -> dict[str, Any]:
        """A card as it lies after so many quarter turns."""
        card = self.parts.number[id]
        face = self.face(card, turn, self.treasure_look(card), enumerate(corners(turn)))
        return {"id": f"{id}.{turn}", "turn": turn, "flat": turn & 1, "face": face}

    def face(self, card: int, turn: int, treasure: str, symbols: Iterable[tuple[int, tuple[int, int]]]) -> Markup:
        """The drawing of a card with some of its symbols: the numbers of their corners, and their cells."""
        flat = turn & 1
        drawn = f'<use href="#cg-{"h" if flat else "v"}"/>'
        if self.parts.treasure[card]:
            drawn += f'<use href="#cg-{"th" if flat else "tv"}"/>'
        if treasure:
            middle = "44 24" if flat else "24 44"
            drawn += f'<use href="#cg-{treasure}" color="var(--cg-gold)" transform="translate({middle})scale(1.33)"/>'
        faces = self.parts.faces
        at = 16 * card + 4 * turn
        for corner, (x, y) in symbols:
            drawn += f'<use href="#cg-{look(faces[at + corner])}" x="{x * CELL}" y="{y * CELL}"/>'
        return Markup(drawn)

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
        words, view = self.words, self.view
        found = []
        for i, colour in enumerate(self.parts.colours):
            bonds = view["bonds"][colour]
            state = words.n("{count} bond", "{count} bonds", bonds) if bonds else words.t("free")
            facts = {"creature": words.creature(colour), "colour": words.colour(colour), "state": state}
            found.append(
                {
                    "number": i,
                    "name": words.creature(colour),
                    "letter": self.letters[i],
                    "code": colour,
                    "colour": words.colour(colour),
                    "bonds": bonds,
                    "state": state,
                    "gems": [f"gem-{i}-{gem}" if gem < bonds else "" for gem in range(GEMS)] if self.phase == 1 else [],
                    "about": words.t("{creature} ({colour}): {state} (CR-28)", **facts),
                    "pick": f"@{colour}" if self.phase == 1 and colour in self.magic else "",
                }
            )
        return found

    def dragon(self) -> dict[str, Any]:
        words, view = self.words, self.view
        orbs = []
        for i, colour in enumerate(self.parts.colours):
            bound = view["dragon"][colour]
            supply = view["supply"][colour] if self.phase == 2 else 0
            state = words.t("on the dragon") if bound else words.t("missing")
            facts = {"colour": words.colour(colour), "state": state, "supply": supply}
            if self.phase == 2:
                about = words.t("{colour}: {state}, gems in the supply: {supply} (CR-46)", **facts)
            else:
                about = f"{words.colour(colour)} (CR-39)"
            x, y = ORB_PLACES[i]
            orbs.append(
                {
                    "number": i,
                    "letter": self.letters[i],
                    "code": colour,
                    "x": x,
                    "y": y,
                    "gem": f"gem-{i}-{GEMS - 1}" if bound else "",
                    "supply": [f"gem-{i}-{gem}" for gem in range(supply)],
                    "about": about,
                    "pick": f"@{colour}" if self.phase == 2 and colour in self.magic else "",
                }
            )
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

    def stars(self, placed: Sequence[Placement]) -> dict[Placement, list[int]]:
        """The placements that light something: the orbs, each as `treasure << 3 | colour`."""
        found: dict[Placement, list[int]] = {}
        number = self.parts.number
        lights = self.state.lights
        for place in placed:
            lit = lights(number[place.card] << SPOT_BITS | spot_of(place.x, place.y, place.turn))
            if lit:
                found[place] = lit
        return found

    def hand(self, placed: Sequence[Placement], stars: Mapping[Placement, list[int]]) -> dict[str, Any]:
        """The waiting card in its four turns, or the row of cards, each with its own."""
        words, view = self.words, self.view
        places: dict[tuple[str, int], int] = {}
        shining: dict[tuple[str, int], int] = {}
        for place in placed:
            key = place.card, place.turn
            places[key] = places.get(key, 0) + 1
        for place in stars:
            key = place.card, place.turn
            shining[key] = shining.get(key, 0) + 1
        first = self.phase == 2 and not view["table"]
        items = []
        for k, id in enumerate([view["card"]] if view["card"] is not None else view["row"], 1):
            card = self.parts.number[id]
            turns = [
                self.turn_of(id, turn, places.get((id, turn), 0), shining.get((id, turn), 0))
                for turn in range(4)
                if self.phase == 1 or places
            ]
            may = any(places.get((id, turn)) for turn in range(4)) or f"exchange {id}" in self.legal
            shines = sum(shining.get((id, turn), 0) for turn in range(4))
            about = self.explained(card)
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
                    "drawings": [self.drawing(id, turn) for turn in range(4 if turns and not first else 1)],
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

    def turn_of(self, id: str, turn: int, places: int, shining: int) -> dict[str, Any]:
        words = self.words
        about = words.n("{turn}: {count} place", "{turn}: {count} places", places, turn=words.turn(turn))
        if shining:
            about += ", " + words.n("{count} lights an orb", "{count} light orbs", shining)
        return {
            "turn": turn,
            "pick": "" if not places else f"r{turn}" if self.phase == 1 else f"{id}.{turn}",
            "about": about,
            "places": places,
            "stars": shining,
        }

    # -- the cavern -----------------------------------------------------------------------------------

    def cavern(self, placed: Sequence[Placement], stars: Mapping[Placement, list[int]]) -> dict[str, Any]:
        words = self.words
        laid = self.state.cavern.laid
        cards = self.cards(laid)
        spots = [(spot_x(code), spot_y(code), code & 1) for code in laid]
        spots += [(place.x, place.y, place.turn & 1) for place in placed]
        left = min((x for x, _, _ in spots), default=0)
        top = min((y for _, y, _ in spots), default=0)
        right = max((x + 2 + flat for x, _, flat in spots), default=2)
        bottom = max((y + 3 - flat for _, y, flat in spots), default=3)
        wide, tall = right - left, bottom - top
        many = words.n("{count} card lies there", "{count} cards lie there", len(laid))
        return {
            "title": words.t("The cavern"),
            "about": words.t("The cavern: {many}; the place of a cell is x and y.", many=many),
            "box": f"{left * CELL - 12} {top * CELL - 12} {wide * CELL + 24} {tall * CELL + 24}",
            "wide": wide > WIDE,
            "cell": CELL,
            "width": round((wide + 0.6) * PIXELS),
            "height": round((tall + 0.6) * PIXELS),
            "cards": cards,
            "lit": self.lit_orbs(len(laid) - 1),
            "anchors": self.anchors(placed, stars),
            "shines": self.shines(stars),
            "empty": words.t("The cavern is empty: any card may come first.") if not laid else "",
        }

    def cards(self, laid: Sequence[int]) -> list[dict[str, Any]]:
        """The cards in the order laid, each with those of its symbols that are visible and not lit."""
        parts = self.parts
        on_top: dict[tuple[int, int], int] = {}  # cell -> the card that is seen there
        for i, code in enumerate(laid):
            x, y, turn = spot_x(code), spot_y(code), code & 3
            for dx in range(3 if turn & 1 else 2):
                for dy in range(2 if turn & 1 else 3):
                    on_top[x + dx, y + dy] = i
        found = []
        for i, code in enumerate(laid):
            card = code >> SPOT_BITS
            x, y, turn = spot_x(code), spot_y(code), code & 3
            treasure = self.treasure_look(card) if on_top[x + 1, y + 1] == i else ""
            symbols = [
                (corner, (dx, dy))
                for corner, (dx, dy) in enumerate(corners(turn))
                if on_top[x + dx, y + dy] == i and (x + dx, y + dy) not in self.gem_numbers
            ]
            found.append(
                {
                    "id": parts.ids[card],
                    "x": x * CELL,
                    "y": y * CELL,
                    "flat": turn & 1,
                    "last": i == len(laid) - 1,
                    "face": self.face(card, turn, treasure, symbols),
                    "about": f"{self.explained(card)} ({x} {y})",
                }
            )
        return found

    def lit_orbs(self, last: int) -> list[dict[str, Any]]:
        words, cavern = self.words, self.state.cavern
        found = []
        for x, y, gem in self.view["lit"]:
            value = cavern.cells[cavern.cell_of(spot_of(x, y, 0))]
            facts = {"orb": self.name(value - LIT), "x": x, "y": y}
            about = words.t("lit {orb} with a gem ({x} {y}, CR-28)", **facts)
            if not gem:
                about = words.t("lit {orb} without a gem ({x} {y}, CR-29)", **facts)
            found.append(
                {
                    "x": x * CELL,
                    "y": y * CELL,
                    "number": value & 7,
                    "gem": self.gem_numbers[x, y],
                    "cell": f"{x}-{y}",
                    "new": self.lit_by.get((x, y), -1) == last,
                    "about": about,
                }
            )
        return found

    def anchors(self, placed: Sequence[Placement], stars: Mapping[Placement, list[int]]) -> Markup:
        """A marker for each cell that the top-left corner of a card may come to, in reading order."""
        words = self.words
        turns = [words.turn(turn) for turn in range(4)]
        where = str(escape(words.t("corner at {x} {y}", x="{x}", y="{y}")))
        effects: dict[tuple[int, int], list[str]] = {}
        for place in placed:
            effects.setdefault((place.y, place.x), [])
        for place, lit in stars.items():
            how = turns[place.turn] if self.phase == 1 else f"{place.card} {turns[place.turn]}"
            orbs = words.orbs([self.parts.colours[orb & 7] for orb in lit])
            effects[place.y, place.x].append(f"{how}: {words.t('lights {orbs}', orbs=orbs)}")
        drawn = []
        for (y, x), done in sorted(effects.items()):
            about = where.format(x=x, y=y) + "".join(f"; {escape(effect)}" for effect in done)
            at = f'x="{x * CELL}" y="{y * CELL}"'
            pick = f'data-pick="{x},{y}" role="button" aria-label="{about}"'
            drawn.append(f'<use class="a" href="#cg-a" {at} {pick}/><rect class="g" {at}/>')
        return Markup("".join(drawn))

    def shines(self, stars: Mapping[Placement, list[int]]) -> list[dict[str, Any]]:
        """The stars of each card and turn, with the letters of the orbs; weak where no bond or dragon gem is won."""
        numbers = {id: k for k, id in enumerate(self.view["row"], 1)}
        groups: dict[tuple[str, int], list[str]] = {}
        for place, lit in stars.items():
            useful = any(self.state.can_enchant(orb & 7) for orb in lit)
            letters = "".join(self.letters[orb & 7] for orb in lit)
            x, y = place.x * CELL, place.y * CELL
            weak = "" if useful else ' class="w"'
            star = f'<use href="#cg-s{int(useful)}" x="{x}" y="{y}"/>'
            text = f'<text{weak} x="{x + 20}" y="{y + 24.5}">{escape(letters)}</text>'
            groups.setdefault((place.card, place.turn), []).append(star + text)
        return [
            {"k": numbers.get(card, 1), "turn": turn, "stars": Markup("".join(found))}
            for (card, turn), found in sorted(groups.items())
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
            "about": f"{words.t('{card}: {about}', card=words.card(id), about=note)} (CR-32)",
        }

    # -- how to read it -----------------------------------------------------------------------------------

    def legend(self) -> dict[str, Any]:
        t = self.words.t
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
                    t("The card may cover others, but no lit orb, and not without touching bare ground."),
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


def initials(words: CrusgalloWords) -> list[str]:
    """The letters of the creatures, in the language of the words."""
    return letters([creature[words.lang] for creature in words.parts.creatures])


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


def lit_by(state: Crusgallo) -> dict[tuple[int, int], int]:
    """For each orb on the table that was lit there, which card did it, by the order laid."""
    found: dict[tuple[int, int], int] = {}
    cavern = Cavern(state.parts)
    for i, code in enumerate(state.cavern.laid):
        card, spot = code >> SPOT_BITS, code & SPOT_MASK
        cavern.make_room(spot)
        lit = cavern.lights(card, spot)
        cavern.put(card, spot)
        for cell in lit:
            cavern.light(cell, 0)
            where = cavern.spot_at(cell)
            found[spot_x(where), spot_y(where)] = i
    return found
