"""The board of Crash & Grab: the sky with its tiles, a desk with what is asked, and a mat for each saucer.

`picks` says how an action is chosen on the board: a flight by its target `fly-<direction>-<distance>`, a plan by its
card and then a direction, an end-of-turn effect by its upgrade card and then what it is used on. `board` hands the
template numbers and finished sentences. Both are made from what one seat (or a spectator) may see.

A flight is shown before it is chosen (`foresee`): all of it lies in one line, since only the active saucer may turn,
and it does so only after an answer. Uncertain things (an Airlock, sharing, mines) are left to their own questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from parlour.games.crash_and_grab import GAME, text
from parlour.games.crash_and_grab.parts import ACCELERATOR, CARDS, DIRECTIONS, PLAIN, TYPES, CrashParts, Layout
from parlour.games.crash_and_grab.parts import Board as Tiles
from parlour.games.crash_and_grab.words import CrashWords

View = Mapping[str, Any]

CELL = 60  # a space in the units of the drawing
EDGE = 44  # the frame around the spaces, with the direction markers
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

FLIGHTS = ("move", "launch", "boost")
PLAIN_VERBS = ("stay", "pass", "roll", "crash", "push", "energize", "upgrade")

# The card of each end-of-turn effect, and the rule of each card.
EFFECTS = {
    "wormhole": "wormhole-generator",
    "afterburner": "afterburner",
    "pulse": "pulse-cannon",
    "tractor": "tractor-beam",
    "teleport": "saucer-teleporter",
    "cloak": "cloaking-device",
    "distress": "distress-signaler",
    "legs": "landing-legs",
    "quake": "quake-maker",
    "triangulate": "organic-triangulator",
}
RULES = {
    "blast-off-thrusters": "CG-121",
    "wormhole-generator": "CG-122",
    "afterburner": "CG-123",
    "pulse-cannon": "CG-124",
    "tractor-beam": "CG-125",
    "saucer-teleporter": "CG-126",
    "cloaking-device": "CG-127",
    "waste-accelerator": "CG-128",
    "hyperdrive": "CG-129",
    "scavenger-bot": "CG-130",
    "distress-signaler": "CG-131",
    "time-machine": "CG-132",
    "regeneration-gateway": "CG-133",
    "kinetic-siphon": "CG-134",
    "cargo-hold": "CG-135",
    "proximity-mines": "CG-136",
    "landing-legs": "CG-137",
    "quake-maker": "CG-138",
    "rotational-stabilizer": "CG-139",
    "airlock": "CG-140",
    "acceleration-regulator": "CG-141",
    "boost-amplifier": "CG-142",
    "organic-triangulator": "CG-143",
}
TINTS = {"nw": "t0", "ne": "t1", "sw": "t2", "se": "t3", "c": "t5"}  # strips are t4


def board(view: View, seat: int | None, legal: Sequence[str], words: CrashWords) -> dict[str, Any]:
    """What the template needs."""
    return Drawing(view, seat, legal, words).everything()


# -- how an action is chosen --------------------------------------------------------------------------


def picks(view: View, seat: int | None, legal: Sequence[str]) -> dict[str, list[str]]:
    """The path on the board that chooses each action."""
    if seat is None or not legal:
        return {}
    tiles = tiles_of(view)
    gifts: dict[str, int] = {}  # how many saucers a crewmember could be given to
    for action in legal:
        if action.startswith("give "):
            member = action.split(" ")[1]
            gifts[member] = gifts.get(member, 0) + 1
    return {action: path(view, tiles, action, gifts) for action in legal}


def path(view: View, tiles: Tiles, action: str, gifts: Mapping[str, int]) -> list[str]:
    verb, *rest = action.split(" ")
    if verb in PLAIN_VERBS:
        return [verb]
    first = rest[0] if rest else ""
    if verb in FLIGHTS:
        return [f"fly-{first}-{rest[1]}"]
    if verb == "plan":
        return [f"card-{rest[1]}", f"dir-{rest[2]}"]
    if verb == "order":
        return [f"order-{first}"]
    if verb == "go":
        return [f"saucer-{first}"]
    if verb == "pilot":
        return [f"crew-{first}-{view['lost'][first][0]}"]
    if verb == "site":
        return [site_pick(tiles, first)]
    if verb == "blastoff":
        here = tiles.layout.cells[whose(view, view["turn"]["saucer"])["at"]]
        return [f"space-{tiles.layout.names[tiles.layout.next[4 * here + DIRECTIONS.index(first)]]}"]
    if verb == "keep":
        return [f"up-{first}"]
    if verb == "give":
        return [f"crew-{first}", f"saucer-{rest[1]}"] if gifts[first] > 1 else [f"crew-{first}"]
    if verb in EFFECTS:
        return [f"up-{EFFECTS[verb]}", *effect(tiles, verb, rest)]
    return [f"crew-{first}"]  # airlock, share, steal, place


def effect(tiles: Tiles, verb: str, rest: list[str]) -> list[str]:
    """What an end-of-turn effect is used on."""
    if verb == "cloak":
        return []
    if verb in ("wormhole", "pulse"):
        return [f"saucer-{rest[0]}"]
    if verb in ("afterburner", "triangulate"):
        return [f"space-{rest[0]}"]
    if verb == "teleport":
        return [site_pick(tiles, rest[0])]
    if verb == "legs":
        return [f"fly-{rest[0]}-1"]
    if verb == "quake":
        return [f"tile-{rest[0]}", f"turn-{rest[1]}"]
    return [f"crew-{member}" for member in rest]  # tractor, distress


def site_pick(tiles: Tiles, number: str) -> str:
    return f"space-{tiles.layout.names[tiles.site[int(number)]]}"


def whose(view: View, color: str) -> dict[str, Any]:
    """The saucer of a colour."""
    found: dict[str, Any] = next(saucer for saucer in view["saucers"] if saucer["color"] == color)
    return found


def tiles_of(view: View) -> Tiles:
    return text.Board(view, parts_of_game()).board


def parts_of_game() -> CrashParts:
    parts = GAME.parts()
    assert isinstance(parts, CrashParts)
    return parts


# -- what a flight would do ---------------------------------------------------------------------------


class Leg(NamedTuple):
    """The way of one saucer of a flight: the first that flies, or one that it (or the next) knocks on."""

    color: str
    start: int
    end: int
    off: bool  # it leaves the board after `end`


class Happening(NamedTuple):
    kind: str  # grab, hit, off, launch, mines, win, rest
    color: str
    cell: int
    what: str = ""  # the crewmember, or the saucer that is hit


class Flight(NamedTuple):
    legs: list[Leg]
    happens: list[Happening]

    @property
    def first_off(self) -> bool:
        return self.legs[0].off


def foresee(view: View, tiles: Tiles, color: str, way: str, distance: int) -> Flight:
    """CG-50 to CG-57, from what lies open, up to the next question."""
    step, neighbours = DIRECTIONS.index(way), tiles.layout.next
    cells = tiles.layout.cells
    crew = {cells[space]: member for space, member in view["board_crew"].items()}
    saucers = {s["color"]: cells[s["at"]] for s in view["saucers"] if s["at"] is not None}
    aboard = {s["color"]: set(s["crew"]) for s in view["saucers"]}
    active = view["turn"]["saucer"] if view["turn"] is not None else color
    legs: list[Leg] = []
    happens: list[Happening] = []
    flying, start, here, left = color, saucers[color], saucers[color], distance
    while left > 0:
        left -= 1
        there = neighbours[4 * here + step]
        if there < 0:
            legs.append(Leg(flying, start, here, True))
            happens.append(Happening("off", flying, here))
            return Flight(legs, happens)
        here = there
        if here in crew:
            member = crew.pop(here)
            aboard[flying].add(member)
            happens.append(Happening("grab", flying, here, member))
            if complete(view, flying, aboard):
                legs.append(Leg(flying, start, here, False))
                happens.append(Happening("win", flying, here))
                return Flight(legs, happens)
        hit = next((other for other, cell in saucers.items() if cell == here and other != flying), None)
        if hit is not None:
            legs.append(Leg(flying, start, here, False))
            mined = flying == active and "proximity-mines" in whose(view, flying)["upgrades"]
            happens.append(Happening("mines" if mined else "hit", flying, here, hit))
            if mined:
                return Flight(legs, happens)
            del saucers[flying]  # it stays behind; nobody comes this way again
            flying, start, left = hit, here, distance
        elif tiles.cell[here] == ACCELERATOR:
            if flying == active:
                legs.append(Leg(flying, start, here, False))
                happens.append(Happening("launch", flying, here))
                return Flight(legs, happens)
            left = distance
    legs.append(Leg(flying, start, here, False))
    happens.append(Happening("rest", flying, here))
    return Flight(legs, happens)


def complete(view: View, color: str, aboard: Mapping[str, set[str]]) -> bool:
    """CG-110: all stations of the seat's saucers are filled."""
    seat = whose(view, color)["seat"]
    own = [s["color"] for s in view["saucers"] if s["seat"] == seat]
    return all(len({member.split("-")[1] for member in aboard[color]}) == TYPES for color in own)


# -- the sky ------------------------------------------------------------------------------------------


class Sky(NamedTuple):
    """What never moves on a board, in the units of the drawing."""

    size: int
    box: int
    tiles: list[dict[str, Any]]
    sites: list[tuple[int, int, int, int]]  # cell, number, x, y
    ground: Markup  # tiles, lines and coordinates
    accelerators: Markup


def centre(layout: Layout, cell: int) -> tuple[int, int]:
    return EDGE + cell % layout.size * CELL + CELL // 2, EDGE + cell // layout.size * CELL + CELL // 2


@lru_cache(maxsize=64)
def sky(layout_id: str, key: tuple[int, ...]) -> Sky:
    parts = parts_of_game()
    layout = parts.layouts[layout_id]
    tiles = parts.board(layout, list(key))
    size, far = layout.size, layout.size * CELL
    lines = [f"M{EDGE + i * CELL} {EDGE}v{far}M{EDGE} {EDGE + i * CELL}h{far}" for i in range(1, size)]
    sites, accelerators = [], []
    for cell, kind in enumerate(tiles.cell):
        x, y = centre(layout, cell)
        if kind == ACCELERATOR:
            accelerators.append((x, y))
        elif kind != PLAIN:
            sites.append((cell, kind, x, y))
    slots = [
        {
            "slot": slot.name,
            "tint": TINTS.get(slot.name, "t4"),
            "x": EDGE + slot.x * CELL,
            "y": EDGE + slot.y * CELL,
            "w": slot.w * CELL,
            "h": slot.h * CELL,
        }
        for slot in layout.slots
    ]
    ground = [rect(f"tile {slot['tint']}", slot, 0, f'data-place="tile-{slot["slot"]}" ') for slot in slots]
    ground.append(f'<rect x="{EDGE}" y="{EDGE}" width="{far}" height="{far}" fill="url(#cg-dots)"/>')
    ground.append(f'<path class="grid" d="{"".join(lines)}"/>')
    ground += [rect("rim", slot, 5) for slot in slots]
    for i in range(size):
        at = EDGE + i * CELL
        ground.append(f'<text class="name east" x="{at + 55}" y="{EDGE + 15}">{layout.names[i][0]}</text>')
        ground.append(f'<text class="name" x="{EDGE + 5}" y="{at + 15}">{i + 1}</text>')
    marks = [f'<use href="#cg-accelerator" x="{x - 26}" y="{y - 26}" width="52" height="52"/>' for x, y in accelerators]
    return Sky(size, far + 2 * EDGE, slots, sites, Markup("".join(ground)), Markup("".join(marks)))


def rect(classes: str, slot: Mapping[str, Any], round: int, more: str = "") -> str:
    x, y, w, h = slot["x"], slot["y"], slot["w"], slot["h"]
    return f'<rect {more}class="{classes}" x="{x}" y="{y}" width="{w}" height="{h}" rx="{round}"/>'


# -- pieces, the same on every update: made once ------------------------------------------------------

LETTER_AT = {"pilot": 33, "engineer": 27, "doctor": 27, "scientist": 33}


@lru_cache(maxsize=2048)
def token(member: str, letter: str, label: str, pick: str, classes: str) -> Markup:
    """A crewmember aboard or in a queue. Each is in one place only, so its name is its piece."""
    color, type = member.split("-")
    role = Markup(' data-pick="{}" role="button"').format(pick) if pick else Markup(' role="img"')
    return Markup(
        '<svg class="{} c-{}" viewBox="0 0 40 40" data-piece="crew-{}"{} aria-label="{}"><title>{}</title>'
        '<use href="#cg-{}"/><text x="20" y="{}" class="l">{}</text></svg>'
    ).format(classes, color, member, role, label, label, type, LETTER_AT[type], letter)


@lru_cache(maxsize=512)
def figure(member: str, letter: str, classes: str) -> Markup:
    """The picture of a crewmember, where words beside it say who it is."""
    color, type = member.split("-")
    return Markup(
        '<svg class="{} c-{}" viewBox="0 0 40 40" aria-hidden="true"><use href="#cg-{}"/>'
        '<text x="20" y="{}" class="l">{}</text></svg>'
    ).format(classes, color, type, LETTER_AT[type], letter)


@lru_cache(maxsize=64)
def emblem(color: str, letter: str, classes: str) -> Markup:
    """The picture of a saucer, where words beside it say whose it is."""
    return Markup(
        '<svg class="{} c-{}" viewBox="0 0 60 60" aria-hidden="true"><use href="#cg-saucer"/>'
        '<text x="30" y="43" class="l">{}</text></svg>'
    ).format(classes, color, letter)


@lru_cache(maxsize=512)
def sign(kind: str, color: str, type: str, letter: str) -> Markup:
    """What would happen in a flight, as a small picture."""
    if kind == "grab":
        return figure(f"{color}-{type}", letter, "i")
    if kind in ("hit", "off"):
        return Markup(
            '<svg class="i c-{}" viewBox="0 0 48 48" aria-hidden="true"><use href="#cg-{}"/>'
            '<text x="24" y="{}" class="l">{}</text></svg>'
        ).format(color, kind, 31 if kind == "hit" else 20, letter)
    name = "accelerator" if kind == "launch" else kind
    return Markup('<svg class="i" aria-hidden="true"><use href="#cg-{}"/></svg>').format(name)


def crashes(flights: list[dict[str, Any]], plans: list[dict[str, Any]]) -> dict[str, int]:
    """By side of the board: where along it a ghost leaves the board."""
    ghosts = [*flights, *(ghost for plan in plans for ghost in plan["cards"])]
    return {ghost["way"]: ghost["x" if ghost["way"] in "ns" else "y"] for ghost in ghosts if ghost["outside"]}


def rays(flights: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By direction: the way of the longest flight, under the targets of all."""
    longest = {ghost["way"]: ghost for ghost in flights}
    return [
        {"leg": ghost["legs"][0][1], "marks": [mark for mark in ghost["marks"] if mark[0] in ("grab", "hit", "launch")]}
        for ghost in longest.values()
        if ghost["legs"]
    ]


# -- words that never change -----------------------------------------------------------------------------


@cache
def stages(lang: str) -> dict[str, str]:
    """What is done in each phase, in a word or two."""
    words = GAME.words(lang)
    return {
        "pilot": words.t("Set-up"),
        "pilot_roll": words.t("Set-up"),
        "plan": words.t("Plan"),
        "rotation": words.t("Order of play"),
        "order": words.t("Order of play"),
        "pick": words.t("Who flies?"),
        "site": words.t("Placing"),
        "place_roll": words.t("Placing"),
        "start": words.t("Start of the turn"),
        "move": words.t("Execute Move"),
        "launch": words.t("Accelerator"),
        "waste": words.t("Waste Accelerator"),
        "mines": words.t("Collision"),
        "airlock": words.t("Airlock"),
        "share": words.t("Sharing"),
        "boost": words.t("Boost"),
        "penalty": words.t("Penalty"),
        "reward": words.t("Reward"),
        "crew": words.t("Lost crew"),
        "put": words.t("Lost crew"),
        "end": words.t("End of the turn"),
        "upgrade": words.t("Upgrade"),
        "draw": words.t("Upgrade"),
        "keep": words.t("Upgrade"),
        "over": words.t("The game is over."),
    }


@cache
def letters(lang: str) -> dict[str, str]:
    """A letter for each colour, the same as in the table as text."""
    words = GAME.words(lang)
    return text.letters({color: words.color(color) for color in words.parts.colors})


@cache
def legend(lang: str) -> dict[str, Any]:
    """What is what on the board."""
    words = GAME.words(lang)
    types = [{"type": type, "name": words.type(type)} for type in words.parts.types]
    things = [
        ("site", words.t("Crash site: crew and saucers are placed here by the die"), "CG-9"),
        ("accelerator", words.t("Accelerator: you are launched again, in any direction"), "CG-55"),
        ("energy", words.t("Energy: two buy an upgrade at the end of your turn"), "CG-92"),
        ("booster", words.t("Booster: one more move with the distance of your turn"), "CG-70"),
        ("probe", words.t("Probe: its holder has the first turn of the round"), "CG-40"),
        ("override", words.t("Override Token: fly in any direction this round"), "CG-33"),
        ("hit", words.t("Collision: you stop, the other flies on with your full distance"), "CG-54"),
        ("off", words.t("Off the board: a crash costs you crew, or rewards whose turn it is"), "CG-51"),
    ]
    return {
        "title": words.t("What is what"),
        "aim": words.t("Fill all four stations of your saucer and you win at once."),
        "types": types,
        "things": [{"icon": icon, "text": sentence, "rule": rule} for icon, sentence, rule in things],
    }


# -- the view -----------------------------------------------------------------------------------------


class Drawing:
    """One view, put into pictures and sentences."""

    def __init__(self, view: View, seat: int | None, legal: Sequence[str], words: CrashWords) -> None:
        self.view = view
        self.seat = seat
        self.legal = list(legal)
        self.words = words
        self.parts = parts_of_game()
        self.tiles = tiles_of(view)
        self.layout = self.tiles.layout
        self.letters = letters(words.lang)
        self.paths = picks(view, seat, legal)
        self.names = {name for names in self.paths.values() for name in names}
        self.turn: dict[str, Any] = view["turn"] or {}
        self.active: str | None = self.turn.get("saucer")
        asked = view["to_act"]
        self.asked: list[int] = asked if isinstance(asked, list) else []
        self.counts = [0] * view["players"]  # stations filled, by seat
        for saucer in view["saucers"]:
            self.counts[saucer["seat"]] += len({member.split("-")[1] for member in saucer["crew"]})

    def everything(self) -> dict[str, Any]:
        drawn = sky(self.layout.id, tuple(self.tiles.tiles))
        flights, plans = self.flights(), self.plan_ghosts()
        return {
            "phase": self.view["phase"],
            "heading": self.heading(),
            "said": self.said(),
            "bang": self.bang(),
            "order": self.order(),
            "sky": drawn,
            "sky_label": self.sky_label(),
            "letters": self.letters,
            "letter_at": LETTER_AT,
            "sides": self.sides(drawn.box, crashes(flights, plans)),
            "sites": self.sites(drawn),
            "accelerator": self.words.t("Accelerator: you are launched again, in any direction (CG-55)"),
            "crew": self.crew_on_board(),
            "saucers": self.saucers_on_board(),
            "trail": self.trail(),
            "cell": CELL,
            "edge": EDGE,
            "ghosts": flights,
            "few": len(flights) <= 4,
            "rays": rays(flights),
            "crowd": len(self.view["saucers"]) > 3,
            "many_seats": self.view["players"] > 4,
            "plans": plans,
            "spots": self.spots(),
            "quakes": self.quakes(drawn),
            "desk": self.desk(flights),
            "mats": self.mats(),
            "mats_title": self.words.t("Saucers"),
            "supply": self.supply(),
            "legend": legend(self.words.lang),
        }

    # -- names -----------------------------------------------------------------------------------

    def pick(self, name: str) -> str:
        """A name if it can be picked now."""
        return name if name in self.names else ""

    def marker(self, way: str) -> str:
        return text.marker(self.words, self.view, way)

    def member(self, member: str) -> dict[str, str]:
        color, type = member.split("-")
        return {
            "id": member,
            "color": color,
            "type": type,
            "letter": self.letters[color],
            "label": self.words.crew(member),
            "pick": self.pick(f"crew-{member}"),
        }

    def token(self, member: Mapping[str, str], classes: str = "tok") -> Markup:
        return token(member["id"], member["letter"], member["label"], member["pick"], classes)

    def figure(self, member: str, classes: str = "tok") -> Markup:
        return figure(member, self.letters[member.split("-")[0]], classes)

    def emblem(self, color: str, classes: str = "emblem") -> Markup:
        return emblem(color, self.letters[color], classes)

    def upgrade(self, card: str) -> dict[str, str]:
        words = self.words
        return {"id": card, "name": words.upgrade(card), "text": words.upgrade_text(card), "rule": RULES.get(card, "")}

    def saucer_label(self, saucer: Mapping[str, Any]) -> str:
        words = self.words
        where = saucer["at"] or words.t("off the board")
        sentence = "{saucer} ({seat}), {where}"
        return words.t(sentence, saucer=words.saucer(saucer["color"]), seat=words.seat(saucer["seat"]), where=where)

    # -- above the board: what is going on ---------------------------------------------------------

    def heading(self) -> list[str]:
        words, view = self.words, self.view
        limit = view["options"]["round_limit"]
        found = [words.t("Round {round}", round=view["round"])]
        if limit is not None:
            found = [words.t("Round {round} of {limit}", round=view["round"], limit=limit)]
        if self.active is not None:
            found.append(words.t("Turn: {saucer}", saucer=words.saucer(self.active)))
        found.append(stages(words.lang)[view["phase"]])
        return found

    def said(self) -> str:
        """The question to this seat, or who is waited for, or who has won."""
        words, view = self.words, self.view
        if self.legal and self.seat is not None:
            return words.question(view, self.seat)
        if view["phase"] == "over":
            if view["winner"] is not None:
                return words.t("{winner} wins.", winner=words.seat(view["winner"]))
            return words.reason("round limit")
        if not self.asked:
            return words.t("The dice are rolling …")
        names = words.listed([words.seat(seat) for seat in self.asked])
        return words.t("Waiting for {names}", names=names)

    def bang(self) -> str:
        """A comic word for what has just happened."""
        words, phase = self.words, self.view["phase"]
        if phase == "mines":
            return words.t("BANG!")
        if phase == "launch":
            return words.t("WHOOSH!")
        if phase in ("penalty", "reward") or self.turn.get("crashed"):
            return words.t("CRASH!")
        if phase == "over" and self.view["winner"] is not None:
            return words.t("TADAA!")
        return ""

    def order(self) -> dict[str, Any]:
        """CG-32: the seats in the order of their turns, as far as it is known."""
        view, words = self.view, self.words
        players, direction = view["players"], view["direction"]
        step = -1 if direction == "counterclockwise" else 1
        known = players == 2 or direction is not None
        if players == 2:
            label = words.t("The seats alternate, two turns each (CG-32)")
        elif direction is None:
            label = words.t("The direction is not known yet (CG-32)")
        else:
            label = words.t("Turns go {rotation} (CG-32)", rotation=words.rotation(direction))
        seats: list[dict[str, Any]] = []
        for i in range(players):
            seat = (view["probe"] + step * i) % players
            own = [saucer for saucer in view["saucers"] if saucer["seat"] == seat]
            now = self.turn.get("seat") == seat
            seats.append(
                {
                    "name": words.seat(seat),
                    "you": seat == self.seat,
                    "probe": i == 0,
                    "now": now,
                    "wins": view["winner"] == seat,
                    "asked": seat in self.asked,
                    "done": all(saucer["done"] for saucer in own),
                    "planned": view["phase"] == "plan" and all(saucer["plan"] is not None for saucer in own),
                    "saucers": Markup("").join(
                        self.emblem(s["color"], "emblem off" if s["done"] and len(own) > 1 else "emblem") for s in own
                    ),
                    "count": self.counts[seat],
                    "label": self.order_label(seat, own, now),
                }
            )
        rotation = "twice" if players == 2 else direction or "open"
        title = words.t("Order of play")
        probe = words.t("Probe: the first turn of the round; it goes to the fewest stations (CG-40, CG-101)")
        done, planned = words.t("turn done"), words.t("has planned")
        return {
            "title": title,
            "label": label,
            "rotation": rotation,
            "known": known,
            "seats": seats,
            "of": TYPES * len(view["saucers"]) // players,
            "probe": probe,
            "done": done,
            "planned": planned,
        }

    def order_label(self, seat: int, own: list[dict[str, Any]], now: bool) -> str:
        words = self.words
        found = [words.seat(seat), words.listed([words.saucer(saucer["color"]) for saucer in own])]
        found.append(self.manned(self.counts[seat], TYPES * len(own)))
        if now:
            found.append(words.t("flies now"))
        return ", ".join(found)

    def manned(self, count: int, most: int) -> str:
        return self.words.t("stations {count} of {most}", count=count, most=most)

    # -- the board -----------------------------------------------------------------------------------

    def sky_label(self) -> str:
        size = self.layout.size
        return self.words.t("The board, {size} by {size} spaces, a1 in the north-west", size=size)

    def sides(self, box: int = 0, crashes: Mapping[str, int] | None = None) -> list[dict[str, Any]]:
        """The direction markers, each on the middle of its side, or beside a ghost that flies off there."""
        words, near, far = self.words, EDGE // 2, box - EDGE // 2
        along = dict.fromkeys(DIRECTIONS, box // 2)
        for way, place in (crashes or {}).items():
            if abs(place - along[way]) < 125:
                along[way] += 125 if place < along[way] else -125
        places = {"n": (along["n"], near), "e": (far, along["e"]), "s": (along["s"], far), "w": (near, along["w"])}
        return [
            {
                "way": way,
                "x": places[way][0],
                "y": places[way][1],
                "turn": {"e": 90, "w": -90}.get(way, 0),
                "icon": self.view["markers"][way],
                "name": self.marker(way),
                "label": words.t("{dir}: {marker}", dir=words.direction(way), marker=self.marker(way)),
                "pick": self.pick(f"dir-{way}"),
            }
            for way in DIRECTIONS
        ]

    def sites(self, drawn: Sky) -> list[dict[str, Any]]:
        taken = {self.layout.cells[space] for space in self.view["board_crew"]}
        taken |= {self.layout.cells[s["at"]] for s in self.view["saucers"] if s["at"] is not None}
        return [
            {"number": number, "x": x, "y": y, "taken": cell in taken, "label": self.site_label(number)}
            for cell, number, x, y in drawn.sites
        ]

    def site_label(self, number: int) -> str:
        space = self.layout.names[self.tiles.site[number]]
        return self.words.t("Crash site {number} ({space})", number=number, space=space)

    def crew_on_board(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for space, member in self.view["board_crew"].items():
            x, y = centre(self.layout, self.layout.cells[space])
            about = self.member(member)
            found.append({**about, "x": x, "y": y, "label": f"{about['label']}, {space}"})
        return found

    def saucers_on_board(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        here: dict[str, int] = {}
        for saucer in self.view["saucers"]:
            space = saucer["at"]
            if space is None:
                continue
            x, y = centre(self.layout, self.layout.cells[space])
            nth = here[space] = here.get(space, 0) + 1
            shared = sum(other["at"] == space for other in self.view["saucers"]) > 1
            if shared:  # two on one space, in the middle of a collision
                x, y = (x - 13, y - 10) if nth == 1 else (x + 13, y + 12)
            color = saucer["color"]
            found.append(
                {
                    "color": color,
                    "x": x,
                    "y": y,
                    "active": color == self.active,
                    "mine": saucer["seat"] == self.seat,
                    "label": self.saucer_label(saucer),
                    "pick": self.pick(f"saucer-{color}"),
                }
            )
        return sorted(found, key=lambda s: bool(s["active"]))

    def trail(self) -> str:
        """The way of an interrupted flight, as far as the view tells it."""
        motion = self.view["motion"]
        if motion is None:
            return ""
        at = whose(self.view, motion["saucer"])["at"]
        if at is None:
            return ""
        x, y = centre(self.layout, self.layout.cells[at])
        points = [centre(self.layout, self.layout.cells[space]) for space, _, _ in motion["launches"]]
        made = motion["dist"] - motion["left"]
        across, down = STEPS[motion["dir"]]
        if not points or points[-1] != (x, y):
            points.append((x, y))
        if not motion["launches"]:
            points.insert(0, (x - across * made * CELL, y - down * made * CELL))
        far = EDGE + self.layout.size * CELL
        inside = all(EDGE < a < far and EDGE < b < far for a, b in points)
        return "M" + "L".join(f"{a} {b}" for a, b in points) if inside and len(points) > 1 else ""

    # -- ghosts ------------------------------------------------------------------------------------------

    def flights(self) -> list[dict[str, Any]]:
        """What each flight that may be chosen would do, with its target on the board."""
        if self.active is None:
            return []
        found: list[dict[str, Any]] = []
        edges: set[str] = set()  # sides off which a target is drawn already
        for action in self.legal:
            verb, *rest = action.split(" ")
            if verb not in (*FLIGHTS, "legs"):
                continue
            way, distance = rest[0], int(rest[1]) if len(rest) > 1 else 1
            found.append(self.ghost(action, self.active, way, distance))
        found.sort(key=lambda ghost: (DIRECTIONS.index(ghost["way"]), ghost["k"]))
        for ghost in found:
            ghost["drawn"] = not ghost["outside"] or ghost["way"] not in edges
            if ghost["outside"]:
                edges.add(ghost["way"])
        return found

    def ghost(self, action: str, color: str, way: str, distance: int) -> dict[str, Any]:
        flight = foresee(self.view, self.tiles, color, way, distance)
        across, down = STEPS[way]
        start = self.layout.cells[whose(self.view, color)["at"]]
        x, y = centre(self.layout, start)
        here, room = start, 0
        while self.layout.next[4 * here + DIRECTIONS.index(way)] >= 0:
            here = self.layout.next[4 * here + DIRECTIONS.index(way)]
            room += 1
        outside = distance > room
        reach = room * CELL + (CELL + EDGE) // 2 if outside else distance * CELL
        told = [self.tell(happening) for happening in flight.happens]
        label = self.words.action(action, self.view) if action else ""
        tight = not outside and self.taken(start + distance * (across + down * self.layout.size))
        return {
            "pick": f"fly-{way}-{distance}",
            "way": way,
            "k": distance,
            "x": x + across * reach - (17 if tight else 0),
            "y": y + down * reach + (17 if tight else 0),
            "tight": tight,
            "outside": outside,
            "drawn": True,
            "label": f"{label}. {' '.join(told)}",
            "told": told,
            "off": flight.first_off,
            "icons": Markup("").join(self.icon(happens) for happens in flight.happens if happens.kind != "rest"),
            **self.way_of(flight, way),
        }

    def taken(self, cell: int) -> bool:
        """Whether somebody is on a space."""
        space = self.layout.names[cell]
        return space in self.view["board_crew"] or any(saucer["at"] == space for saucer in self.view["saucers"])

    def way_of(self, flight: Flight, way: str) -> dict[str, Any]:
        """Lines for each saucer of a flight, marks on spaces, and where they come to rest."""
        across, down = STEPS[way]
        legs, marks, ends = [], [], []
        for leg in flight.legs:
            x, y = centre(self.layout, leg.start)
            a, b = centre(self.layout, leg.end)
            if leg.off:
                a, b = a + across * (CELL + EDGE) // 2, b + down * (CELL + EDGE) // 2
                marks.append(("off", a, b))
            elif (a, b) != (x, y):
                ends.append((leg.color, a, b))
            if (a, b) != (x, y):
                legs.append((leg.color, f"M{x + 30 * across} {y + 26 * down}L{a} {b}"))
        for happening in flight.happens:
            if happening.kind in ("grab", "hit", "mines", "launch", "win"):
                a, b = centre(self.layout, happening.cell)
                marks.append(("hit" if happening.kind == "mines" else happening.kind, a, b))
        return {"legs": legs, "marks": marks, "ends": ends}

    def tell(self, happening: Happening) -> str:
        words, saucer = self.words, self.words.saucer(happening.color)
        space = self.layout.names[happening.cell]
        if happening.kind == "grab":
            crew = words.the(happening.what)
            return words.t("{saucer} picks up {crew} on {space}.", saucer=saucer, crew=crew, space=space)
        if happening.kind in ("hit", "mines"):
            other = words.saucer(happening.what)
            return words.t("{saucer} hits {other} on {space}.", saucer=saucer, other=other, space=space)
        if happening.kind == "off":
            return words.t("{saucer} crashes from {space}.", saucer=saucer, space=space)
        if happening.kind == "launch":
            return words.t("{saucer} reaches the accelerator on {space}.", saucer=saucer, space=space)
        if happening.kind == "win":
            return words.t("{saucer} has the whole crew!", saucer=saucer)
        return words.t("{saucer} flies to {space}.", saucer=saucer, space=space)

    def icon(self, happening: Happening) -> Markup:
        """A happening as a small picture."""
        color, type = happening.color, ""
        kind = "hit" if happening.kind == "mines" else happening.kind
        if kind == "grab":
            color, type = happening.what.split("-")
        elif kind == "hit":
            color = happening.what
        return sign(kind, color, type, self.letters[color])

    def plan_ghosts(self) -> list[dict[str, Any]]:
        """While planning: for each direction, the ways of the three cards from where the saucer is now."""
        if self.view["phase"] != "plan" or not self.legal:
            return []
        color = self.legal[0].split(" ")[1]
        if whose(self.view, color)["at"] is None:
            return []
        found = []
        for side in self.sides():
            cards = []
            for i, card in enumerate(CARDS):
                ghost = self.ghost("", color, side["way"], max(self.parts.distances[i]))
                cards.append({**ghost, "card": card})
            x, y = centre(self.layout, self.layout.cells[whose(self.view, color)["at"]])
            turn = 90 * DIRECTIONS.index(side["way"])
            found.append({"pick": side["pick"], "label": side["label"], "cards": cards, "x": x, "y": y, "turn": turn})
        return found

    def spots(self) -> list[dict[str, Any]]:
        """The spaces that can be picked."""
        found: list[dict[str, Any]] = []
        for name in sorted(self.names):
            if name.startswith("space-"):
                space = name[6:]
                cell = self.layout.cells[space]
                x, y = centre(self.layout, cell)
                kind = self.tiles.cell[cell]
                label = self.words.t("Space {space}", space=space) if kind == PLAIN else self.site_label(kind)
                found.append({"pick": name, "x": x, "y": y, "label": label, "site": kind != PLAIN})
        return found

    def quakes(self, drawn: Sky) -> list[dict[str, Any]]:
        """The tiles that can be picked."""
        return [
            {**tile, "pick": f"tile-{tile['slot']}", "label": self.words.slot(tile["slot"])}
            for tile in drawn.tiles
            if f"tile-{tile['slot']}" in self.names
        ]

    # -- the desk: what is asked, as large pieces under the board ------------------------------------------

    def desk(self, flights: list[dict[str, Any]]) -> dict[str, Any]:
        words, view = self.words, self.view
        verbs = {action.split(" ")[0]: action for action in self.legal}
        plain = [
            {"pick": self.paths[action][0], "label": words.action(action, view)}
            for action in self.legal
            if action.split(" ")[0] in PLAIN_VERBS or action.startswith("order ")
        ]
        ways = []
        for side in self.sides():
            chips = [ghost for ghost in flights if ghost["way"] == side["way"]]
            if chips:
                ways.append({**side, "chips": chips})
        planning = "plan" in verbs
        effects = sorted({name[3:] for name in self.names if name.startswith("up-")})
        turns = sorted({name for name in self.names if name.startswith("turn-")})
        return {
            "title": words.t("What you can do"),
            "here": bool(self.legal),
            "cards": [self.card(card) for card in CARDS] if planning else [],
            "cards_title": words.t("Card"),
            "dirs": self.sides() if planning else [],
            "dirs_title": words.t("Direction"),
            "ways": ways,
            "plain": plain,
            "crew": self.crew_chips(),
            "later": self.later_crew(),
            "receivers": self.receivers(),
            "upgrades": [{**self.upgrade(card), "pick": f"up-{card}"} for card in effects],
            "turns": [{"pick": name, "label": words.quarters(int(name[5:])), "k": int(name[5:])} for name in turns],
        }

    def card(self, card: str) -> dict[str, str]:
        words = self.words
        about = {
            "2": words.t("fly 2, take a Booster"),
            "3": words.t("fly 3, take an Energy"),
            "x": words.t("fly 0 to 5, as you like then"),
        }[card]
        bonus = {"2": "booster", "3": "energy", "x": ""}[card]
        return {"pick": f"card-{card}", "card": card, "label": words.card(card), "about": about, "bonus": bonus}

    def crew_chips(self) -> list[dict[str, str]]:
        found = []
        for action in self.legal:
            names = self.paths[action]
            if not names[0].startswith("crew-"):
                continue
            member = names[0][5:]
            chip = {"pick": names[0], "picture": self.figure(member), "label": self.words.action(action, self.view)}
            if len(names) > 1:
                chip["label"] = self.words.t("Give {crew} away", crew=self.words.the(member))
            if chip not in found:
                found.append(chip)
        return found

    def later_crew(self) -> list[dict[str, str]]:
        """Crew to choose after an upgrade card."""
        if self.view["phase"] != "end":
            return []
        names = [name for name in sorted(self.names) if name.startswith("crew-")]
        return [{"pick": n, "picture": self.figure(n[5:]), "label": self.words.crew(n[5:])} for n in names]

    def receivers(self) -> list[dict[str, str]]:
        """Saucers to choose among."""
        colors = [s["color"] for s in self.view["saucers"] if f"saucer-{s['color']}" in self.names]
        return [{"pick": f"saucer-{c}", "picture": self.emblem(c), "label": self.words.saucer(c)} for c in colors]

    # -- the mats ----------------------------------------------------------------------------------------

    def mats(self) -> list[dict[str, Any]]:
        """Those of the seat that looks first, then clockwise."""
        saucers, players = self.view["saucers"], self.view["players"]
        first = self.seat or 0
        return [self.mat(s) for s in sorted(saucers, key=lambda s: (s["seat"] - first) % players)]

    def mat(self, saucer: Mapping[str, Any]) -> dict[str, Any]:
        words, color = self.words, saucer["color"]
        stations = []
        for type in self.parts.types:
            crew = [self.member(member) for member in saucer["crew"] if member.endswith(type)]
            crew.sort(key=lambda member: member["color"] != color)  # the matching one first
            for member in crew:
                matching = member["color"] == color
                rule = words.t("matching, it stays (CG-3)") if matching else words.t("off-coloured (CG-3)")
                member["label"] = f"{member['label']}, {rule}"
            tokens = Markup("").join(self.token(member) for member in crew)
            empty = words.t("{type}: nobody yet", type=words.type(type))
            stations.append({"type": type, "name": words.type(type), "crew": tokens, "empty": empty})
        count = len({member.split("-")[1] for member in saucer["crew"]})
        used = self.turn.get("used", []) if color == self.active else []
        upgrades = [{**self.upgrade(card), "used": card in used} for card in saucer["upgrades"]]
        return {
            "color": color,
            "name": words.saucer(color),
            "seat": words.seat(saucer["seat"]),
            "you": words.t("you") if saucer["seat"] == self.seat else "",
            "at": saucer["at"],
            "label": self.saucer_label(saucer),
            "pick": self.pick(f"saucer-{color}"),
            "emblem": self.emblem(color),
            "active": color == self.active,
            "wins": self.view["winner"] == saucer["seat"],
            "badges": self.badges(saucer),
            "count": count,
            "manned": self.manned(count, TYPES),
            "stations": stations,
            "energy": saucer["energy"],
            "energy_label": words.t("{count} Energy: two buy an upgrade (CG-92)", count=saucer["energy"]),
            "boosters": saucer["boosters"],
            "boosters_label": self.boosters_label(saucer["boosters"]),
            "plan": self.plan(saucer),
            "upgrades": upgrades,
            "upgrades_title": words.t("Upgrades"),
            "used": words.t("used this turn"),
        }

    def boosters_label(self, count: int) -> str:
        return self.words.t("{boosters}: each is a further move (CG-70)", boosters=self.words.boosters(count))

    def badges(self, saucer: Mapping[str, Any]) -> list[tuple[str, str]]:
        words, view = self.words, self.view
        found = []
        best = max(self.counts)
        if view["winner"] == saucer["seat"]:
            found.append(("wins", words.t("wins!")))
        elif self.counts.count(best) <= view["players"] // 2 and self.counts[saucer["seat"]] == best:
            found.append(("leads", words.t("leads")))
        if view["probe"] == saucer["seat"]:
            found.append(("probe", words.t("Probe")))
        if saucer["override"]:
            found.append(("override", words.t("Override")))
        if saucer["color"] in self.turn.get("crashed", []):
            found.append(("crashed", words.t("crashed")))
        elif saucer["at"] is None:
            found.append(("off", words.t("off the board")))
        if saucer["color"] == self.active:
            found.append(("now", words.t("flies now")))
        elif saucer["done"] and view["phase"] != "over":
            found.append(("done", words.t("turn done")))
        return found

    def plan(self, saucer: Mapping[str, Any]) -> dict[str, Any]:
        """CG-31: nothing, face down, one's own secret, or turned up."""
        found = saucer["plan"]
        label = text.plan(self.words, saucer)
        if found is None:
            return {"kind": "none", "label": label, "card": ""}
        if found["card"] is None:
            return {"kind": "down", "label": label, "card": ""}
        way = found["dir"]
        state = "up" if saucer["revealed"] else "own"
        icon = self.view["markers"][way]
        label = f"{label} ({self.marker(way)})"
        return {"kind": state, "label": label, "card": found["card"].upper(), "icon": icon, "way": way}

    # -- the supply ----------------------------------------------------------------------------------------

    def supply(self) -> dict[str, Any]:
        words, view = self.words, self.view
        queues = []
        for color, types in view["lost"].items():
            crew = Markup("").join(self.token(self.member(f"{color}-{type}")) for type in types)
            none = words.t("{saucer}: nobody", saucer=words.saucer(color))
            queues.append({"name": words.saucer(color), "none": none, "crew": crew})
        deck = view["deck"]
        return {
            "title": words.t("Lost crew"),
            "about": words.t("The first of each queue can come back onto the board (CG-86)"),
            "queues": queues,
            "deck": words.n("{count} upgrade in the deck", "{count} upgrades in the deck", deck),
            "discard": [self.upgrade(card) for card in view["discard"]],
            "discard_title": words.t("Discarded"),
            "drawn": words.n("{count} card drawn", "{count} cards drawn", len(view["drawn"])) if view["drawn"] else "",
        }
