"""Under the board: what is asked, as large pieces."""

from __future__ import annotations

from typing import Any

from parlour.games.crash_and_grab.face.board.field import sides
from parlour.games.crash_and_grab.face.board.picks import PLAIN_VERBS
from parlour.games.crash_and_grab.face.board.sight import Sight, card_face
from parlour.games.crash_and_grab.parts import CARDS


def desk(sight: Sight, flights: list[dict[str, Any]]) -> dict[str, Any]:
    words, view = sight.words, sight.view
    verbs = {action.split(" ")[0]: action for action in sight.legal}
    plain = [
        {"pick": sight.paths[action][0], "label": words.action(action, view)}
        for action in sight.legal
        if action.split(" ")[0] in PLAIN_VERBS or action.startswith("order ")
    ]
    ways = []
    for side in sides(sight):
        chips = [ghost for ghost in flights if ghost["way"] == side["way"]]
        if chips:
            ways.append({**side, "chips": chips})
    planning = "plan" in verbs
    effects = sorted({name[3:] for name in sight.names if name.startswith("up-")})
    turns = sorted({name for name in sight.names if name.startswith("turn-")})
    return {
        "title": words.t("What you can do"),
        "here": bool(sight.legal),
        "cards": [card(sight, name) for name in CARDS] if planning else [],
        "cards_title": words.t("Card"),
        "dirs": sides(sight) if planning else [],
        "dirs_title": words.t("Direction"),
        "ways": ways,
        "plain": plain,
        "crew": crew_chips(sight),
        "later": later_crew(sight),
        "receivers": receivers(sight),
        "upgrades": [{**sight.upgrade(card), "pick": f"up-{card}"} for card in effects],
        "turns": [{"pick": name, "label": words.quarters(int(name[5:])), "k": int(name[5:])} for name in turns],
    }


def card(sight: Sight, card: str) -> dict[str, str]:
    words = sight.words
    about = {
        "2": words.t("fly 2, take a Booster"),
        "3": words.t("fly 3, take an Energy"),
        "x": words.t("fly 0 to 5, as you like then"),
    }[card]
    bonus = {"2": "booster", "3": "energy", "x": ""}[card]
    return {"pick": f"card-{card}", "face": card_face(card), "label": words.card(card), "about": about, "bonus": bonus}


def crew_chips(sight: Sight) -> list[dict[str, str]]:
    found = []
    for action in sight.legal:
        names = sight.paths[action]
        if not names[0].startswith("crew-"):
            continue
        member = names[0][5:]
        chip = {"pick": names[0], "picture": sight.figure(member), "label": sight.words.action(action, sight.view)}
        if len(names) > 1:
            chip["label"] = sight.words.t("Give {crew} away", crew=sight.words.the(member))
        if chip not in found:
            found.append(chip)
    return found


def later_crew(sight: Sight) -> list[dict[str, str]]:
    """Crew to choose after an upgrade card."""
    if sight.view["phase"] != "end":
        return []
    names = [name for name in sorted(sight.names) if name.startswith("crew-")]
    return [{"pick": n, "picture": sight.figure(n[5:]), "label": sight.words.crew(n[5:])} for n in names]


def receivers(sight: Sight) -> list[dict[str, str]]:
    """Saucers to choose among."""
    colors = [s["color"] for s in sight.view["saucers"] if f"saucer-{s['color']}" in sight.names]
    return [{"pick": f"saucer-{c}", "picture": sight.emblem(c), "label": sight.words.label(c)} for c in colors]
