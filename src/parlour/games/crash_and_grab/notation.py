"""Crash & Grab: action strings (section 13), and why one that is not legal is refused."""

from __future__ import annotations

from typing import Final

from parlour.games.crash_and_grab.flight import Flight
from parlour.games.crash_and_grab.parts import (
    AFTERBURNER,
    CARDS,
    CLOAK,
    COLORS,
    DIRECTIONS,
    DISTRESS,
    HYPERDRIVE,
    LEGS,
    PULSE_CANNON,
    QUAKE,
    REGULATOR,
    SITES,
    STAY,
    TELEPORTER,
    TRACTOR,
    TRIANGULATOR,
    TYPES,
    UPGRADES,
    WORMHOLE,
)
from parlour.games.crash_and_grab.table import (
    ABOARD,
    AT,
    BOOST,
    CREW,
    DRAW,
    END,
    EXCHANGE,
    KEEP,
    LAUNCH,
    MINES_HIT,
    MOVE,
    ORDER,
    PASS,
    PENALTY,
    PICK,
    PILOT,
    PILOT_ROLL,
    PLACE_ROLL,
    PLAN,
    PLANNED,
    PUT,
    REWARD,
    ROTATION,
    ROTATIONS,
    SHARE,
    SITE,
    START,
    UPGRADE,
    WASTE_LAUNCH,
)
from parlour.games.crash_and_grab.upgrades import (
    ANYWHERE,
    USE_AFTERBURNER,
    USE_CLOAK,
    USE_DISTRESS,
    USE_LEGS,
    USE_PULSE,
    USE_QUAKE,
    USE_TELEPORTER,
    USE_TRACTOR,
    USE_TRIANGULATOR,
)
from parlour.rules.errors import IllegalAction
from parlour.rules.notation import natural

# The verbs of the end-of-turn effects, their cards and rules.
EFFECT_VERBS: Final = [
    "wormhole",
    "afterburner",
    "pulse",
    "tractor",
    "teleport",
    "cloak",
    "distress",
    "legs",
    "quake",
    "triangulate",
]
EFFECT_CARDS: Final = [
    WORMHOLE,
    AFTERBURNER,
    PULSE_CANNON,
    TRACTOR,
    TELEPORTER,
    CLOAK,
    DISTRESS,
    LEGS,
    QUAKE,
    TRIANGULATOR,
]
EFFECT_RULES: Final = [
    "CG-122",
    "CG-123",
    "CG-124",
    "CG-125",
    "CG-126",
    "CG-127",
    "CG-131",
    "CG-137",
    "CG-138",
    "CG-143",
]


# -- codes to strings ------------------------------------------------------------------------------


def write(s: Flight, seat: int, code: int) -> str:
    """The string of a code in the phase that is open."""
    phase = s.phase
    if code == PASS:
        return "pass"
    if phase == PLAN:
        return f"plan {s.color_of(unplanned(s, seat))} {CARDS[code >> 2]} {DIRECTIONS[code & 3]}"
    if phase == MOVE:
        return "stay" if code == STAY else "move " + way(code)
    if phase == LAUNCH or phase == WASTE_LAUNCH:
        return "launch " + way(code)
    if phase == BOOST:
        return "boost " + way(code)
    if phase == PILOT_ROLL or phase == PLACE_ROLL or phase == PUT:
        return f"roll {code}"
    if phase == ROTATION:
        return "spin " + ROTATIONS[code]
    if phase == CREW:
        return "place " + s.parts.crew[code]
    if phase == END:
        return effect(s, code)
    if phase == UPGRADE:
        return "upgrade"
    if phase == DRAW:
        return "draw " + UPGRADES[code]
    if phase == KEEP:
        return "keep " + UPGRADES[code]
    if phase == PENALTY:
        return f"give {s.parts.crew[code // 6]} {s.color_of(code % 6)}"
    if phase == REWARD:
        return "steal " + s.parts.crew[code] if code < len(s.parts.crew) else "energize"
    if phase == START:
        return "blastoff " + DIRECTIONS[code]
    if phase == MINES_HIT:
        return "push" if code == 1 else "crash"
    if phase == EXCHANGE:
        return "airlock " + s.parts.crew[code]
    if phase == SHARE:
        return "share " + s.parts.crew[code]
    if phase == SITE:
        return f"site {code}" if code > 0 else "roll"
    if phase == ORDER:
        return "order " + (ROTATIONS[code] if code < 2 else "roll")
    return ("pilot " if phase == PILOT else "go ") + s.color_of(code)


def way(code: int) -> str:
    return f"{DIRECTIONS[code >> 4]} {code & 15}"


def effect(s: Flight, code: int) -> str:
    """An end-of-turn effect; see the codes in `upgrades.py`."""
    if code >= USE_TRIANGULATOR:
        return "triangulate " + s.space(code - USE_TRIANGULATOR)
    if code >= USE_AFTERBURNER:
        return "afterburner " + s.space(code - USE_AFTERBURNER)
    if code >= USE_QUAKE:
        return f"quake {s.board.layout.slots[code - USE_QUAKE >> 2].name} {code - USE_QUAKE & 3}"
    if code >= USE_DISTRESS:
        kind, color = (code - USE_DISTRESS) // COLORS, (code - USE_DISTRESS) % COLORS
        return f"distress {s.parts.crew[TYPES * s.colors[s.active] + kind]} {s.parts.crew[TYPES * color + kind]}"
    if code >= USE_TRACTOR:
        return "tractor " + s.parts.crew[code - USE_TRACTOR]
    if code == USE_CLOAK:
        return "cloak"
    if code >= USE_TELEPORTER:
        return f"teleport {code - USE_TELEPORTER}"
    if code >= USE_LEGS:
        return "legs " + DIRECTIONS[code - USE_LEGS]
    if code >= USE_PULSE:
        return "pulse " + s.color_of(code - USE_PULSE)
    return "wormhole " + s.color_of(code)


def unplanned(s: Flight, seat: int) -> int:
    """CG-30: the saucer that a seat plans for now."""
    for saucer in range(s.saucers):
        if s.seat_of(saucer) == seat and s.has[PLANNED + saucer] < 0:
            return saucer
    return -1


# -- strings to codes ------------------------------------------------------------------------------


def read(s: Flight, seat: int, action: str) -> int:
    for code in s.actions(seat):
        if s.notation(seat, code) == action:
            return code
    raise refusal(s, seat, action.split(" "))


def refusal(s: Flight, seat: int, words: list[str]) -> IllegalAction:
    """Why these words are not a legal answer."""
    phase = s.phase
    if phase == PLAN:
        return refused_plan(s, seat, words)
    if phase == MOVE:
        return refused_move(s, words)
    if phase == LAUNCH or phase == WASTE_LAUNCH:
        return refused_launch(s, words)
    if phase == BOOST:
        return refused_boost(s, words)
    if phase == PENALTY:
        return refused_gift(s, words)
    if phase == REWARD:
        return refused_theft(s, words)
    if phase == END:
        return refused_effect(s, words)
    if phase == CREW:
        if words[0] == "place" and len(words) == 2 and words[1] in s.parts.crew_ids:
            return IllegalAction("CG-86", "{crew} is not in front of its queue", {"crew": words[1]})
        return IllegalAction("CG-86", "choose with “place” which lost crewmember comes onto the board")
    if phase == EXCHANGE:
        if words[0] == "airlock" and len(words) == 2 and words[1] in s.parts.crew_ids:
            return IllegalAction("CG-140", "{crew} is not on the board", {"crew": words[1]})
        return IllegalAction("CG-140", "name with “airlock” a crewmember on the board to exchange, or “pass”")
    if phase == SHARE:
        if words[0] == "share" and len(words) == 2 and words[1] in s.parts.crew_ids:
            why = "{crew} is not aboard one of your saucers in the colour of the other"
            return IllegalAction("CG-150", why, {"crew": words[1]})
        return IllegalAction("CG-150", "name with “share” a crewmember to hand over, or “pass”")
    if phase == SITE:
        number = natural(words[1]) if words[0] == "site" and len(words) == 2 else -1
        if 1 <= number <= SITES:
            return IllegalAction("CG-133", "crash site {number} is not empty", {"number": number})
        return IllegalAction("CG-133", "choose an empty crash site, as in “site 7”, or “roll”")
    if phase == START:
        if words[0] == "blastoff" and len(words) == 2 and words[1] in DIRECTIONS:
            return IllegalAction("CG-121", "there is no empty space in that direction")
        return IllegalAction("CG-121", "blast off to an empty space next to you, as in “blastoff n”, or “pass”")
    if phase == MINES_HIT:
        return IllegalAction("CG-136", "say whether the saucer you hit shall “crash” or be “push”ed")
    if phase == ORDER:
        return IllegalAction("CG-34", "answer “order clockwise”, “order counterclockwise” or “order roll”")
    if phase == UPGRADE:
        return IllegalAction("CG-92", "answer “upgrade” to buy a card for 2 energy, or “pass”")
    if phase == KEEP:
        return IllegalAction("CG-92", "keep one of the cards that you have drawn, as in “keep airlock”")
    facts = {"first": s.color_of(2 * seat), "second": s.color_of(2 * seat + 1)}
    if phase == PICK:
        return IllegalAction("CG-41", "say with “go” which of your saucers flies: {first} or {second}", facts)
    return IllegalAction("CG-27", "say with “pilot” whose pilot is placed: {first} or {second}", facts)


def saucer_named(s: Flight, word: str) -> int:
    """The saucer of a colour, or -1."""
    for saucer in range(s.saucers):
        if s.color_of(saucer) == word:
            return saucer
    return -1


def refused_plan(s: Flight, seat: int, words: list[str]) -> IllegalAction:
    if words[0] != "plan" or len(words) != 4:
        return IllegalAction("CG-30", "plan a card and a direction for your saucer, as in “plan red 2 n”")
    saucer = saucer_named(s, words[1])
    if saucer < 0 or s.seat_of(saucer) != seat:
        return IllegalAction("CG-30", "you have no saucer of that colour")
    if saucer != unplanned(s, seat):
        return IllegalAction(
            "CG-30", "the {saucer} saucer is to be planned now", {"saucer": s.color_of(unplanned(s, seat))}
        )
    if words[2] not in CARDS:
        return IllegalAction("CG-11", "the movement cards are written 2, 3 and x")
    return IllegalAction("CG-5", "the directions are written n, e, s and w")


def read_way(words: list[str], verb: str) -> int:
    """The code of `verb <dir> <k>`, or -1."""
    if len(words) != 3 or words[0] != verb or words[1] not in DIRECTIONS:
        return -1
    number = natural(words[2])
    return DIRECTIONS.index(words[1]) << 10 | number if 0 <= number < 1024 else -1


def refused_move(s: Flight, words: list[str]) -> IllegalAction:
    card = CARDS[s.has[PLANNED + s.active] >> 2]
    if words == ["stay"]:
        return IllegalAction("CG-46", "card {card} does not let you stay: you have to move", {"card": card})
    found = read_way(words, "move")
    if found < 0:
        return IllegalAction("CG-46", "move in a direction over a distance, as in “move n 2”")
    distance = found & 1023
    distances = {code & 15 for code in s.actions(s.turn_seat)}
    if distance == 0 and 0 in distances:
        return IllegalAction("CG-46", "say “stay” for the distance 0")
    if distance not in distances:
        rule = "CG-129" if s.owns(s.active, HYPERDRIVE) else "CG-46"
        return IllegalAction(
            rule, "card {card} does not give the distance {distance}", {"card": card, "distance": distance}
        )
    planned = DIRECTIONS[s.has[PLANNED + s.active] & 3]
    return IllegalAction("CG-46", "your plan is to fly {dir}, and nothing lets you change that", {"dir": planned})


def refused_launch(s: Flight, words: list[str]) -> IllegalAction:
    found = read_way(words, "launch")
    if found < 0:
        if s.phase == LAUNCH:
            return IllegalAction("CG-55", "the accelerator launches you: choose where to, as in “launch n 2”")
        return IllegalAction("CG-128", "launch from this crash site, as in “launch n 2”, or “pass”")
    distance = found & 1023
    code = found >> 10 << 4 | distance
    if distance < 16 and (s.has[AT + s.active] << 6 | code) in s.launches:
        return IllegalAction("CG-61", "you have made that launch in this flight already")
    if s.owns(s.active, REGULATOR):
        return IllegalAction("CG-141", "the Regulator does not give the distance {distance}", {"distance": distance})
    return IllegalAction("CG-55", "you are launched with the distance {distance} of your flight", {"distance": s.reach})


def refused_boost(s: Flight, words: list[str]) -> IllegalAction:
    found = read_way(words, "boost")
    if found < 0:
        return IllegalAction("CG-70", "boost in a direction over a distance, as in “boost n 2”, or “pass”")
    return IllegalAction("CG-71", "you cannot boost with the distance {distance}", {"distance": found & 1023})


def refused_gift(s: Flight, words: list[str]) -> IllegalAction:
    crew = s.parts.crew_ids.get(words[1], -1) if words[0] == "give" and len(words) == 3 else -1
    receiver = saucer_named(s, words[2]) if crew >= 0 else -1
    if crew < 0 or receiver < 0:
        return IllegalAction("CG-81", "give a crewmember to a saucer, as in “give red-pilot blue”")
    if s.has[ABOARD + s.active] >> crew & 1 == 0:
        return IllegalAction("CG-81", "{crew} is not aboard your saucer", {"crew": words[1]})
    if s.off_coloured(s.active) >> crew & 1 == 0:
        return IllegalAction(
            "CG-3", "{crew} has the colour of the saucer it is aboard and stays there", {"crew": words[1]}
        )
    if s.seat_of(receiver) == s.turn_seat:
        return IllegalAction("CG-81", "you have to give it to an opponent")
    why = "the {saucer} saucer is not an opponent's with the fewest stations filled"
    return IllegalAction("CG-81", why, {"saucer": words[2]})


def refused_theft(s: Flight, words: list[str]) -> IllegalAction:
    crew = s.parts.crew_ids.get(words[1], -1) if words[0] == "steal" and len(words) == 2 else -1
    victim = s.color_of(s.subject)
    if crew < 0:
        return IllegalAction(
            "CG-83", "take your reward: “energize”, or “steal” a crewmember of the {saucer} saucer", {"saucer": victim}
        )
    if s.has[ABOARD + s.subject] >> crew & 1 == 0:
        return IllegalAction("CG-84", "{crew} is not aboard the {saucer} saucer", {"crew": words[1], "saucer": victim})
    if s.off_coloured(s.subject) >> crew & 1 == 0:
        return IllegalAction(
            "CG-3", "{crew} has the colour of the saucer it is aboard and stays there", {"crew": words[1]}
        )
    why = "the {saucer} saucer's side has fewer stations filled than you: you may not steal from it"
    return IllegalAction("CG-84", why, {"saucer": victim})


def refused_effect(s: Flight, words: list[str]) -> IllegalAction:
    if words[0] not in EFFECT_VERBS:
        return IllegalAction("CG-90", "use one of your end-of-turn upgrades, or “pass”")
    i = EFFECT_VERBS.index(words[0])
    card = EFFECT_CARDS[i]
    name = {"upgrade": UPGRADES[card]}
    if not s.owns(s.active, card):
        return IllegalAction(EFFECT_RULES[i], "your saucer does not have the upgrade {upgrade}", name)
    if s.used >> card & 1 == 1:
        return IllegalAction("CG-90", "{upgrade} has been used this turn", name)
    if s.has[AT + s.active] < 0 and ANYWHERE >> card & 1 == 0:
        return IllegalAction("CG-91", "your saucer is off the board: {upgrade} does nothing there", name)
    if card == TRIANGULATOR and s.acquired != 0:
        return IllegalAction("CG-143", "you have picked up or stolen a crewmember this turn")
    return misused_effect(card)


def misused_effect(card: int) -> IllegalAction:
    """What an end-of-turn card needs."""
    if card == WORMHOLE:
        return IllegalAction("CG-122", "name another saucer on the board, as in “wormhole blue”")
    if card == AFTERBURNER:
        return IllegalAction("CG-123", "name an empty space of your row or column, as in “afterburner c5”")
    if card == PULSE_CANNON:
        return IllegalAction("CG-124", "name a saucer in your row or column, as in “pulse blue”")
    if card == TRACTOR:
        return IllegalAction(
            "CG-125", "name a crewmember in your row or column, one or two spaces away, as in “tractor red-pilot”"
        )
    if card == TELEPORTER:
        return IllegalAction("CG-126", "name an empty crash site, as in “teleport 7”")
    if card == CLOAK:
        return IllegalAction("CG-127", "say just “cloak”")
    if card == DISTRESS:
        why = (
            "name one of your colour elsewhere and one of its type aboard yours, as in “distress red-pilot blue-pilot”"
        )
        return IllegalAction("CG-131", why)
    if card == LEGS:
        return IllegalAction("CG-137", "name a direction, n, e, s or w, as in “legs n”")
    if card == QUAKE:
        why = "name a slot and quarter turns (1 to 3 for a square tile, 2 for a strip), as in “quake nw 1”"
        return IllegalAction("CG-138", why)
    return IllegalAction("CG-143", "name an empty space, as in “triangulate c5”")
