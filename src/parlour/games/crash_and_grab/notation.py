"""Crash & Grab: action strings (section 13), and why one that is not legal is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parlour.games.crash_and_grab import upgrades
from parlour.games.crash_and_grab.parts import (
    CARDS,
    COLORS,
    DIRECTIONS,
    HYPERDRIVE,
    REGULATOR,
    SITES,
    TRIANGULATOR,
    TYPES,
    UPGRADES,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    BOOST,
    CREW,
    DRAW,
    END,
    ENERGIZE,
    EXCHANGE,
    KEEP,
    LAUNCH,
    MINES_HIT,
    MOVE,
    ORDER,
    OVER,
    PASS,
    PENALTY,
    PHASES,
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
    CrashAndGrab,
)
from parlour.rules.errors import IllegalAction
from parlour.rules.notation import natural

# -- writing ---------------------------------------------------------------------------------------


def write(state: CrashAndGrab, seat: int, code: int) -> str:
    """The string of a code in the phase that is open."""
    if code == PASS:
        return "pass"
    phase = state.phase
    finished = FINISHED[phase]
    if len(finished) > 0:
        return finished[code]
    if phase == PLAN:
        return f"plan {state.color_of(state.unplanned(seat))} {CARDS[code >> 2]} {DIRECTIONS[code & 3]}"
    if phase == END:
        return write_effect(state, code)
    if phase == REWARD and code == ENERGIZE:
        return "energize"
    return VERBS[phase] + OBJECTS[phase](state, code)


def write_effect(state: CrashAndGrab, code: int) -> str:
    """An end-of-turn effect; see the codes in `upgrades.py`."""
    i = upgrades.EFFECT_OF[code]
    choice = code - upgrades.FIRST_CODES[i]
    if code > PASS:  # most of them by far: a card that goes to some space
        return EFFECT_VERBS[i] + state.space(choice)
    return EFFECT_VERBS[i] + EFFECT_OBJECTS[i](state, choice)


def no_object(state: CrashAndGrab, code: int) -> str:
    return ""


def direction(state: CrashAndGrab, code: int) -> str:
    return DIRECTIONS[code]


def number(state: CrashAndGrab, code: int) -> str:
    return str(code)


def crewmember(state: CrashAndGrab, code: int) -> str:
    return state.parts.crew[code]


def saucer(state: CrashAndGrab, code: int) -> str:
    return state.color_of(code)


def space(state: CrashAndGrab, code: int) -> str:
    return state.space(code)


def gift(state: CrashAndGrab, code: int) -> str:
    return f"{state.parts.crew[code // 6]} {state.color_of(code % 6)}"


def crew_swap(state: CrashAndGrab, code: int) -> str:
    kind = code // COLORS
    crew = state.parts.crew
    return f"{crew[TYPES * state.colors[state.active] + kind]} {crew[TYPES * (code % COLORS) + kind]}"


def tile_turn(state: CrashAndGrab, code: int) -> str:
    return f"{state.board.layout.slots[code >> 2].name} {code & 3}"


def ways(verb: str) -> list[str]:
    """By code: a flight."""
    return [f"{verb} {DIRECTIONS[code >> 4]} {code & 15}" for code in range(4 << 4)]


def after(verb: str, objects: list[str]) -> list[str]:
    """By code: a verb with one of these words."""
    return [f"{verb} {word}" for word in objects]


NUMBERS: Final = [str(site) for site in range(SITES + 1)]

# By phase and code: the strings that are the same at every table.
FINISHED: Final[list[list[str]]] = [[] for _ in PHASES]
FINISHED[PILOT_ROLL] = FINISHED[PLACE_ROLL] = FINISHED[PUT] = after("roll", NUMBERS)
FINISHED[ROTATION] = after("spin", ROTATIONS)
FINISHED[ORDER] = after("order", [*ROTATIONS, "roll"])
FINISHED[SITE] = ["roll", *after("site", NUMBERS)[1:]]
FINISHED[START] = after("blastoff", DIRECTIONS)
FINISHED[MOVE] = ["stay", *ways("move")[1:]]
FINISHED[LAUNCH] = FINISHED[WASTE_LAUNCH] = ways("launch")
FINISHED[MINES_HIT] = ["crash", "push"]
FINISHED[BOOST] = ways("boost")
FINISHED[UPGRADE] = ["upgrade"]
FINISHED[DRAW] = after("draw", UPGRADES)
FINISHED[KEEP] = after("keep", UPGRADES)

# By phase: the verb of the others, and what follows it.
VERBS: Final[list[str]] = [""] * len(PHASES)
OBJECTS: Final[list[Callable[[CrashAndGrab, int], str]]] = [no_object] * len(PHASES)
VERBS[PILOT], OBJECTS[PILOT] = "pilot ", saucer
VERBS[PICK], OBJECTS[PICK] = "go ", saucer
VERBS[EXCHANGE], OBJECTS[EXCHANGE] = "airlock ", crewmember
VERBS[SHARE], OBJECTS[SHARE] = "share ", crewmember
VERBS[PENALTY], OBJECTS[PENALTY] = "give ", gift
VERBS[REWARD], OBJECTS[REWARD] = "steal ", crewmember
VERBS[CREW], OBJECTS[CREW] = "place ", crewmember

# The same for the end-of-turn effects, by the places of `upgrades.EFFECTS`.
EFFECT_VERBS: Final = [
    "wormhole ",
    "afterburner ",
    "pulse ",
    "tractor ",
    "teleport ",
    "cloak",
    "distress ",
    "legs ",
    "quake ",
    "triangulate ",
]
EFFECT_OBJECTS: Final[list[Callable[[CrashAndGrab, int], str]]] = [
    saucer,
    space,
    saucer,
    crewmember,
    number,
    no_object,
    crew_swap,
    direction,
    tile_turn,
    space,
]


# -- reading ---------------------------------------------------------------------------------------


def read(state: CrashAndGrab, seat: int, action: str) -> int:
    for code in state.actions(seat):
        if write(state, seat, code) == action:
            return code
    raise REFUSALS[state.phase](state, seat, action.split(" "))


def turn_rule(state: CrashAndGrab) -> str:
    """The rule that says whose turn it is."""
    return "CG-30" if state.phase == PLAN else "CG-110" if state.phase == OVER else "CG-44"


def plan_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    if words[0] != "plan" or len(words) != 4:
        return IllegalAction("CG-30", "plan a card and a direction for your saucer, as in “plan red 2 n”")
    saucer = state.saucer_of(words[1])
    if saucer < 0 or state.seat_of(saucer) != seat:
        return IllegalAction("CG-30", "you have no saucer of that colour")
    if saucer != state.unplanned(seat):
        return IllegalAction(
            "CG-30", "the {saucer} saucer is to be planned now", {"saucer": state.color_of(state.unplanned(seat))}
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


def move_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    card = CARDS[state.has[PLANNED + state.active] >> 2]
    if words == ["stay"]:
        return IllegalAction("CG-46", "card {card} does not let you stay: you have to move", {"card": card})
    found = read_way(words, "move")
    if found < 0:
        return IllegalAction("CG-46", "move in a direction over a distance, as in “move n 2”")
    distance = found & 1023
    distances = {code & 15 for code in state.actions(state.turn_seat)}
    if distance == 0 and 0 in distances:
        return IllegalAction("CG-46", "say “stay” for the distance 0")
    if distance not in distances:
        rule = "CG-129" if state.owns(state.active, HYPERDRIVE) else "CG-46"
        return IllegalAction(
            rule, "card {card} does not give the distance {distance}", {"card": card, "distance": distance}
        )
    planned = DIRECTIONS[state.has[PLANNED + state.active] & 3]
    return IllegalAction("CG-46", "your plan is to fly {dir}, and nothing lets you change that", {"dir": planned})


def launch_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    found = read_way(words, "launch")
    if found < 0:
        if state.phase == LAUNCH:
            return IllegalAction("CG-55", "the accelerator launches you: choose where to, as in “launch n 2”")
        return IllegalAction("CG-128", "launch from this crash site, as in “launch n 2”, or “pass”")
    distance = found & 1023
    code = found >> 10 << 4 | distance
    if distance < 16 and (state.has[AT + state.active] << 6 | code) in state.launches:
        return IllegalAction("CG-61", "you have made that launch in this flight already")
    if state.owns(state.active, REGULATOR):
        return IllegalAction("CG-141", "the Regulator does not give the distance {distance}", {"distance": distance})
    return IllegalAction(
        "CG-55", "you are launched with the distance {distance} of your flight", {"distance": state.reach}
    )


def boost_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    found = read_way(words, "boost")
    if found < 0:
        return IllegalAction("CG-70", "boost in a direction over a distance, as in “boost n 2”, or “pass”")
    return IllegalAction("CG-71", "you cannot boost with the distance {distance}", {"distance": found & 1023})


def gift_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    crew = state.parts.crew_ids.get(words[1], -1) if words[0] == "give" and len(words) == 3 else -1
    receiver = state.saucer_of(words[2]) if crew >= 0 else -1
    if crew < 0 or receiver < 0:
        return IllegalAction("CG-81", "give a crewmember to a saucer, as in “give red-pilot blue”")
    if state.has[ABOARD + state.active] >> crew & 1 == 0:
        return IllegalAction("CG-81", "{crew} is not aboard your saucer", {"crew": words[1]})
    if state.off_coloured(state.active) >> crew & 1 == 0:
        return IllegalAction(
            "CG-3", "{crew} has the colour of the saucer it is aboard and stays there", {"crew": words[1]}
        )
    if state.seat_of(receiver) == state.turn_seat:
        return IllegalAction("CG-81", "you have to give it to an opponent")
    why = "the {saucer} saucer is not an opponent's with the fewest stations filled"
    return IllegalAction("CG-81", why, {"saucer": words[2]})


def theft_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    crew = state.parts.crew_ids.get(words[1], -1) if words[0] == "steal" and len(words) == 2 else -1
    victim = state.color_of(state.subject)
    if crew < 0:
        return IllegalAction(
            "CG-83", "take your reward: “energize”, or “steal” a crewmember of the {saucer} saucer", {"saucer": victim}
        )
    if state.has[ABOARD + state.subject] >> crew & 1 == 0:
        return IllegalAction("CG-84", "{crew} is not aboard the {saucer} saucer", {"crew": words[1], "saucer": victim})
    if state.off_coloured(state.subject) >> crew & 1 == 0:
        return IllegalAction(
            "CG-3", "{crew} has the colour of the saucer it is aboard and stays there", {"crew": words[1]}
        )
    why = "the {saucer} saucer's side has fewer stations filled than you: you may not steal from it"
    return IllegalAction("CG-84", why, {"saucer": victim})


def names_crew(state: CrashAndGrab, words: list[str], verb: str) -> bool:
    """Whether the words are this verb with a crewmember."""
    return words[0] == verb and len(words) == 2 and words[1] in state.parts.crew_ids


def crew_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    if names_crew(state, words, "place"):
        return IllegalAction("CG-86", "{crew} is not in front of its queue", {"crew": words[1]})
    return IllegalAction("CG-86", "choose with “place” which lost crewmember comes onto the board")


def exchange_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    if names_crew(state, words, "airlock"):
        return IllegalAction("CG-140", "{crew} is not on the board", {"crew": words[1]})
    return IllegalAction("CG-140", "name with “airlock” a crewmember on the board to exchange, or “pass”")


def share_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    if names_crew(state, words, "share"):
        why = "{crew} is not aboard one of your saucers in the colour of the other"
        return IllegalAction("CG-150", why, {"crew": words[1]})
    return IllegalAction("CG-150", "name with “share” a crewmember to hand over, or “pass”")


def site_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    number = natural(words[1]) if words[0] == "site" and len(words) == 2 else -1
    if 1 <= number <= SITES:
        return IllegalAction("CG-133", "crash site {number} is not empty", {"number": number})
    return IllegalAction("CG-133", "choose an empty crash site, as in “site 7”, or “roll”")


def start_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    if words[0] == "blastoff" and len(words) == 2 and words[1] in DIRECTIONS:
        return IllegalAction("CG-121", "there is no empty space in that direction")
    return IllegalAction("CG-121", "blast off to an empty space next to you, as in “blastoff n”, or “pass”")


def hit_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    return IllegalAction("CG-136", "say whether the saucer you hit shall “crash” or be “push”ed")


def order_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    return IllegalAction("CG-34", "answer “order clockwise”, “order counterclockwise” or “order roll”")


def upgrade_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    return IllegalAction("CG-92", "answer “upgrade” to buy a card for 2 energy, or “pass”")


def keep_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    return IllegalAction("CG-92", "keep one of the cards that you have drawn, as in “keep airlock”")


def own_colors(state: CrashAndGrab, seat: int) -> dict[str, object]:
    """Two players: the colours of a seat's saucers."""
    return {"first": state.color_of(2 * seat), "second": state.color_of(2 * seat + 1)}


def pick_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    why = "say with “go” which of your saucers flies: {first} or {second}"
    return IllegalAction("CG-41", why, own_colors(state, seat))


def pilot_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    why = "say with “pilot” whose pilot is placed: {first} or {second}"
    return IllegalAction("CG-27", why, own_colors(state, seat))


def effect_refusal(state: CrashAndGrab, seat: int, words: list[str]) -> IllegalAction:
    verbs = [verb.strip() for verb in EFFECT_VERBS]
    if words[0] not in verbs:
        return IllegalAction("CG-90", "use one of your end-of-turn upgrades, or “pass”")
    i = verbs.index(words[0])
    card = upgrades.EFFECTS[i]
    needs = EFFECT_NEEDS[i]
    name = {"upgrade": UPGRADES[card]}
    if not state.owns(state.active, card):
        return IllegalAction(needs.rule, "your saucer does not have the upgrade {upgrade}", name)
    if state.used >> card & 1 == 1:
        return IllegalAction("CG-90", "{upgrade} has been used this turn", name)
    if state.has[AT + state.active] < 0 and upgrades.ANYWHERE >> card & 1 == 0:
        return IllegalAction("CG-91", "your saucer is off the board: {upgrade} does nothing there", name)
    if card == TRIANGULATOR and state.acquired != 0:
        return IllegalAction("CG-143", "you have picked up or stolen a crewmember this turn")
    return IllegalAction(needs.rule, needs.why)


# What an end-of-turn card needs, by the places of `upgrades.EFFECTS`.
EFFECT_NEEDS: Final = [
    IllegalAction("CG-122", "name another saucer on the board, as in “wormhole blue”"),
    IllegalAction("CG-123", "name an empty space of your row or column, as in “afterburner c5”"),
    IllegalAction("CG-124", "name a saucer in your row or column, as in “pulse blue”"),
    IllegalAction(
        "CG-125", "name a crewmember in your row or column, one or two spaces away, as in “tractor red-pilot”"
    ),
    IllegalAction("CG-126", "name an empty crash site, as in “teleport 7”"),
    IllegalAction("CG-127", "say just “cloak”"),
    IllegalAction(
        "CG-131",
        "name one of your colour elsewhere and one of its type aboard yours, as in “distress red-pilot blue-pilot”",
    ),
    IllegalAction("CG-137", "name a direction, n, e, s or w, as in “legs n”"),
    IllegalAction(
        "CG-138", "name a slot and quarter turns (1 to 3 for a square tile, 2 for a strip), as in “quake nw 1”"
    ),
    IllegalAction("CG-143", "name an empty space, as in “triangulate c5”"),
]

# By phase: why words are not a legal answer.
REFUSALS: Final[dict[int, Callable[[CrashAndGrab, int, list[str]], IllegalAction]]] = {
    PILOT: pilot_refusal,
    PLAN: plan_refusal,
    ORDER: order_refusal,
    PICK: pick_refusal,
    SITE: site_refusal,
    START: start_refusal,
    MOVE: move_refusal,
    LAUNCH: launch_refusal,
    WASTE_LAUNCH: launch_refusal,
    MINES_HIT: hit_refusal,
    EXCHANGE: exchange_refusal,
    SHARE: share_refusal,
    BOOST: boost_refusal,
    PENALTY: gift_refusal,
    REWARD: theft_refusal,
    CREW: crew_refusal,
    END: effect_refusal,
    UPGRADE: upgrade_refusal,
    KEEP: keep_refusal,
}
