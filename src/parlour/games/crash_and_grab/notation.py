"""Crash & Grab: action strings (section 13), and why one that is not legal is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from parlour.games.crash_and_grab import upgrades
from parlour.games.crash_and_grab.parts import (
    CARDS,
    DIRECTIONS,
    HYPERDRIVE,
    REGULATOR,
    SITES,
    TRIANGULATOR,
    UPGRADES,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    BOOST,
    CREW,
    END,
    EXCHANGE,
    KEEP,
    LAUNCH,
    MINES_HIT,
    MOVE,
    ORDER,
    OVER,
    PENALTY,
    PICK,
    PILOT,
    PLAN,
    PLANNED,
    REWARD,
    SHARE,
    SITE,
    START,
    UPGRADE,
    WASTE_LAUNCH,
    CrashAndGrab,
)
from parlour.rules.errors import IllegalAction
from parlour.rules.menus import contains
from parlour.rules.notation import natural

# The verbs of the end-of-turn effects, by the places of `upgrades.EFFECTS`.
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


# -- writing ---------------------------------------------------------------------------------------


def write(state: CrashAndGrab, code: i64) -> str:
    """The action string of a code."""
    return state.parts.actions[code]


# -- reading ---------------------------------------------------------------------------------------


def read(state: CrashAndGrab, seat: i64, action: str) -> i64:
    code: i64 = state.parts.codes.get(action, -1)
    if code >= 0 and contains(state.codes(seat), code):
        return code
    raise REFUSALS[state.phase](state, seat, action.split(" "))


def turn_rule(state: CrashAndGrab) -> str:
    """The rule that says whose turn it is."""
    return "CG-30" if state.phase == PLAN else "CG-110" if state.phase == OVER else "CG-44"


def plan_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    if words[0] != "plan" or len(words) != 4:
        return IllegalAction("CG-30", "plan a card and a direction for your saucer, as in “plan red 2 n”")
    saucer = state.saucer_of(words[1])
    if saucer < 0 or state.seat_of(saucer) != seat:
        return IllegalAction("CG-30", "you have no saucer of that colour")
    if saucer != state.saucer_to_plan(seat):
        return IllegalAction(
            "CG-30", "the {saucer} saucer is to be planned now", {"saucer": state.color_of(state.saucer_to_plan(seat))}
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


def move_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    card = CARDS[state.has[PLANNED + state.active] >> 2]
    if words == ["stay"]:
        return IllegalAction("CG-46", "card {card} does not let you stay: you have to move", {"card": card})
    found = read_way(words, "move")
    if found < 0:
        return IllegalAction("CG-46", "move in a direction over a distance, as in “move n 2”")
    distance = found & 1023
    distances = {int(code & 15) for code in state.codes(state.turn_seat)}
    if distance == 0 and 0 in distances:
        return IllegalAction("CG-46", "say “stay” for the distance 0")
    if distance not in distances:
        rule = "CG-129" if state.owns(state.active, HYPERDRIVE) else "CG-46"
        return IllegalAction(
            rule, "card {card} does not give the distance {distance}", {"card": card, "distance": distance}
        )
    planned = DIRECTIONS[state.has[PLANNED + state.active] & 3]
    return IllegalAction("CG-46", "your plan is to fly {dir}, and nothing lets you change that", {"dir": planned})


def launch_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    found = read_way(words, "launch")
    if found < 0:
        if state.phase == LAUNCH:
            return IllegalAction("CG-55", "the accelerator launches you: choose where to, as in “launch n 2”")
        return IllegalAction("CG-128", "launch from this crash site, as in “launch n 2”, or “pass”")
    distance = found & 1023
    code = found >> 10 << 4 | distance
    if distance < 16 and contains(state.launches, state.has[AT + state.active] << 6 | code):
        return IllegalAction("CG-61", "you have made that launch in this flight already")
    if state.owns(state.active, REGULATOR):
        return IllegalAction("CG-141", "the Regulator does not give the distance {distance}", {"distance": distance})
    return IllegalAction(
        "CG-55", "you are launched with the distance {distance} of your flight", {"distance": int(state.reach)}
    )


def boost_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    found = read_way(words, "boost")
    if found < 0:
        return IllegalAction("CG-70", "boost in a direction over a distance, as in “boost n 2”, or “pass”")
    return IllegalAction("CG-71", "you cannot boost with the distance {distance}", {"distance": found & 1023})


def gift_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
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


def theft_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
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


def crew_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    if names_crew(state, words, "place"):
        return IllegalAction("CG-86", "{crew} is not in front of its queue", {"crew": words[1]})
    return IllegalAction("CG-86", "choose with “place” which lost crewmember comes onto the board")


def exchange_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    if names_crew(state, words, "airlock"):
        return IllegalAction("CG-140", "{crew} is not on the board", {"crew": words[1]})
    return IllegalAction("CG-140", "name with “airlock” a crewmember on the board to exchange, or “pass”")


def share_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    if names_crew(state, words, "share"):
        why = "{crew} is not aboard one of your saucers in the colour of the other"
        return IllegalAction("CG-150", why, {"crew": words[1]})
    return IllegalAction("CG-150", "name with “share” a crewmember to hand over, or “pass”")


def site_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    number = natural(words[1]) if words[0] == "site" and len(words) == 2 else -1
    if 1 <= number <= SITES:
        return IllegalAction("CG-133", "crash site {number} is not empty", {"number": number})
    return IllegalAction("CG-133", "choose an empty crash site, as in “site 7”, or “roll”")


def start_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    if words[0] == "blastoff" and len(words) == 2 and words[1] in DIRECTIONS:
        return IllegalAction("CG-121", "there is no empty space in that direction")
    return IllegalAction("CG-121", "blast off to an empty space next to you, as in “blastoff n”, or “pass”")


def hit_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    return IllegalAction("CG-136", "say whether the saucer you hit shall “crash” or be “push”ed")


def order_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    return IllegalAction("CG-34", "answer “order clockwise”, “order counterclockwise” or “order roll”")


def upgrade_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    return IllegalAction("CG-92", "answer “upgrade” to buy a card for 2 energy, or “pass”")


def keep_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    return IllegalAction("CG-92", "keep one of the cards that you have drawn, as in “keep airlock”")


def own_colors(state: CrashAndGrab, seat: i64) -> dict[str, object]:
    """Two players: the colours of a seat's saucers."""
    return {"first": state.color_of(2 * seat), "second": state.color_of(2 * seat + 1)}


def pick_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    why = "say with “go” which of your saucers flies: {first} or {second}"
    return IllegalAction("CG-41", why, own_colors(state, seat))


def pilot_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    why = "say with “pilot” whose pilot is placed: {first} or {second}"
    return IllegalAction("CG-27", why, own_colors(state, seat))


def effect_refusal(state: CrashAndGrab, seat: i64, words: list[str]) -> IllegalAction:
    if words[0] not in EFFECT_VERBS:
        return IllegalAction("CG-90", "use one of your end-of-turn upgrades, or “pass”")
    i = EFFECT_VERBS.index(words[0])
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
REFUSALS: Final[dict[int, Callable[[CrashAndGrab, i64, list[str]], IllegalAction]]] = {
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
