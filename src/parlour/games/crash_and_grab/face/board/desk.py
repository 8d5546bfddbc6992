"""Under the board: what is asked, as large pieces."""

from __future__ import annotations

from typing import Any

from parlour.games.crash_and_grab.face.board.field import sides
from parlour.games.crash_and_grab.face.board.look import CrashLook, card_face, upgrade_card
from parlour.games.crash_and_grab.face.board.picks import PLAIN_VERBS
from parlour.games.crash_and_grab.parts import BONUSES, CARDS, NO_BONUS


def desk(look: CrashLook, flights: list[dict[str, Any]]) -> dict[str, Any]:
    words, view = look.words, look.view
    verbs = {action.split(" ")[0]: action for action in look.legal}
    plain = [
        {"pick": look.paths[action][0], "label": words.action(action, view)}
        for action in look.legal
        if action.split(" ")[0] in PLAIN_VERBS or action.startswith("order ")
    ]
    ways = []
    for side in sides(look) if flights else ():
        chips = [ghost for ghost in flights if ghost["way"] == side["way"]]
        if chips:
            ways.append({**side, "chips": chips})
    planning = "plan" in verbs
    folded = not planning and any(name.startswith("dir-") for name in look.names)
    effects = sorted({name[3:] for name in look.names if name.startswith("up-")})
    turns = sorted({name for name in look.names if name.startswith("turn-")})
    return {
        "title": words.t("What you can do"),
        "here": bool(look.legal),
        "cards": [card(look, name) for name in CARDS] if planning else [],
        "cards_title": words.t("Card"),
        "dirs": sides(look) if planning or folded else [],
        "dirs_title": words.t("Direction"),
        "ways": ways,
        "folded": words.t("First the direction, then how far.") if folded else "",
        "plain": plain,
        "crew": crew_chips(look),
        "later": later_crew(look),
        "receivers": receivers(look),
        "upgrades": [{**upgrade_card(words, card), "pick": f"up-{card}"} for card in effects],
        "turns": [{"pick": name, "label": words.quarters(int(name[5:])), "k": int(name[5:])} for name in turns],
    }


def card(look: CrashLook, card: str) -> dict[str, str]:
    words = look.words
    distance = words.distance(card)
    given = look.parts.bonus[CARDS.index(card)]
    bonus = BONUSES[given] if given != NO_BONUS else ""
    about = {
        "booster": words.t("fly {distance}, take a Booster", distance=distance),
        "energy": words.t("fly {distance}, take an Energy", distance=distance),
    }.get(bonus) or words.t("fly {distance}, as you like then", distance=distance)
    return {
        "pick": f"card-{card}",
        "face": card_face(look.parts, card),
        "label": words.card(card),
        "about": about,
        "bonus": bonus,
    }


def crew_chips(look: CrashLook) -> list[dict[str, str]]:
    found = []
    for action in look.legal:
        names = look.paths[action]
        if not names[0].startswith("crew-"):
            continue
        member = names[0][5:]
        chip = {"pick": names[0], "picture": look.figure(member), "label": look.words.action(action, look.view)}
        if len(names) > 1:
            chip["label"] = look.words.t("Give {crew} away", crew=look.words.the(member))
        if chip not in found:
            found.append(chip)
    return found


def later_crew(look: CrashLook) -> list[dict[str, str]]:
    """Crew to choose after an upgrade card."""
    if look.view["phase"] != "end":
        return []
    names = [name for name in sorted(look.names) if name.startswith("crew-")]
    return [{"pick": n, "picture": look.figure(n[5:]), "label": look.words.crew(n[5:])} for n in names]


def receivers(look: CrashLook) -> list[dict[str, str]]:
    """Saucers to choose among."""
    colors = [s["color"] for s in look.view["saucers"] if f"saucer-{s['color']}" in look.names]
    return [{"pick": f"saucer-{c}", "picture": look.emblem(c), "label": look.words.label(c)} for c in colors]
