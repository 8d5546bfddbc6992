"""What comes again on the boards of Photon Rush: what lies in and before a base, the hand, what is what.

What depends on a few numbers and a language only is a `part`, made once for all tables; names, which are different
at each, come as words or as what they are.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from parlour.faces.drawing import part
from parlour.games.photon_rush import GAME, duel
from parlour.games.photon_rush.face.words import PhotonWords
from parlour.games.photon_rush.parts import PhotonParts
from parlour.games.photon_rush.rules import CARDS, DEFEND, RAID, TNT

HATS = 8  # mercenaries, and buildings of a kind, that are drawn one by one; the rest is a number
LOTS = 6


# -- a base ---------------------------------------------------------------------------------------------------


@part
def who(seat: int, name: str, base_name: str, you: bool, kind: str, label: str) -> dict[str, Any]:
    """Whose base it is, and what it is busy with."""
    return {
        "seat": seat,
        "name": name,
        "base_name": base_name if base_name != name else "",
        "you": you,
        "kind": kind,
        "label": label,
    }


@part
def gate(words: PhotonWords, phase: str, others: tuple[tuple[int, int], ...]) -> dict[str, Any]:
    """The mercenaries of others that stand before a base: whose, and how many."""
    kind = "tnt" if phase == "blast" else "raid"
    return {
        "groups": [
            {
                "seat": seat,
                "kind": kind,
                "count": count,
                "hats": min(count, HATS),
                "label": words.t("{count} of {seat}", count=count, seat=words.who(seat)),
            }
            for seat, count in others
        ]
    }


@part
def card(kind: str, target: int, name: str, label: str, secret: bool) -> dict[str, Any]:
    """What lies before a base: a card, an order in words, or the back of either."""
    return {"kind": kind, "target": target, "name": name, "label": label, "secret": secret}


# -- parts that name nobody -----------------------------------------------------------------------------------


@cache
def plain(lang: str) -> PhotonWords:
    """The words for parts that name nobody."""
    words = GAME.words(lang)
    assert isinstance(words, PhotonWords)
    return words


@part
def steps(lang: str, phase: str) -> list[dict[str, Any]]:
    """The three phases of a round, and what is going on in the one that is played."""
    t = plain(lang).t
    more = {"battle": t("battle"), "blast": t("T.N.T. explodes")}.get(phase, "")
    names = (("build", t("Build")), ("act", t("Act")), ("collect", t("Collect")))
    now = {"build": "build", "over": ""}.get(phase, "act")
    return [{"name": name, "now": key == now, "more": more if key == now else ""} for key, name in names]


@part
def labels(lang: str, parts: PhotonParts) -> dict[str, Any]:
    """Labels that are always the same."""
    t = plain(lang).t
    return {
        "you": t("you"),
        "site_mine": t("mine under construction"),
        "site_saloon": t("saloon under construction"),
        "bare": t("No buildings yet"),
        "bases": t("The bases"),
        "hand": t("Your cards: choose one, then a base"),
        "showdown": t("The cards are on the table"),
        "legend": t("What is what"),
        "secret": t("Only you see this"),
        "gate": t("at the gate"),
        "goal": t("{goal} at the next collection!", goal=parts.goal),
        "steps": t("The phases of a round"),
        "aim": t("Hold {goal} after a collection, or be the last base standing.", goal=plain(lang).gold(parts.goal)),
    }


@part
def towers(lang: str, standing: int, full: int, hit: int) -> dict[str, Any]:
    words = plain(lang)
    label = words.n("{count} of {full} defence towers", "{count} of {full} defence towers", standing, full=full)
    if hit:
        label += ", " + words.n("{count} fell just now", "{count} fell just now", hit)
    return {
        "standing": standing,
        "hit": hit,
        "fallen": full - standing - hit,
        "full": full,
        "size": "few" if full <= 5 else "some" if full <= 10 else "many",
        "label": label,
        "title": f"{label} (PR-7)",
    }


@part
def stock(
    lang: str,
    parts: PhotonParts,
    seat: int,
    gold_now: int,
    mercs_now: int,
    mines: int,
    saloons: int,
    new_mines: int,
    new_saloons: int,
    playing: bool,
    away: str,
) -> dict[str, Any]:
    """What a base has beside its towers; `away` is the name of whom its mercenaries stand before, if they do."""
    return {
        "seat": seat,
        "gold": gold(lang, parts, gold_now, mines, playing),
        "mercs": mercs(lang, parts, mercs_now, saloons, playing, away),
        "lots": lots(lang, mines, saloons, new_mines, new_saloons),
    }


@part
def gold(lang: str, parts: PhotonParts, gold: int, mines: int, playing: bool) -> dict[str, Any]:
    words = plain(lang)
    goal = parts.goal
    income = parts.gold_income(gold, mines)
    label = words.t("{gold} of {goal} gold", gold=gold, goal=goal)
    title = label
    if playing:
        title += ", " + words.t("{count} more at the next collection", count=income)
    return {
        "count": gold,
        "full": min(gold, goal),
        "past": min(gold + income, goal) if playing else min(gold, goal),  # and what comes with the next collection
        "income": income if playing else 0,
        "near": playing and parts.buys_planet(gold + income),
        "label": title,
        "title": f"{title} (PR-43, PR-47)",
    }


@part
def mercs(lang: str, parts: PhotonParts, count: int, saloons: int, playing: bool, away: str) -> dict[str, Any]:
    """The mercenaries of a base; `away` is the name of whom they stand before, if they do."""
    words = plain(lang)
    income = parts.mercs_income(count, saloons)
    label = words.mercs(count)
    if playing:
        label += ", " + words.t("{count} more at the next collection", count=income)
    return {
        "count": count,
        "hats": 0 if away else min(count, HATS),
        "more": not away and count > HATS,
        "income": income if playing else 0,
        "away": words.t("at {seat}", seat=away) if away else "",
        "label": label,
        "title": f"{label} (PR-43)",
    }


@part
def lots(lang: str, mines: int, saloons: int, new_mines: int, new_saloons: int) -> list[dict[str, Any]]:
    """The buildings of a base, those under construction behind the open ones."""
    words = plain(lang)
    found = []
    for picture, new, count, first, counted in (
        ("mine", False, mines, 0, words.mines),
        ("saloon", False, saloons, 0, words.saloons),
        ("mine", True, new_mines, mines, words.new_mines),  # behind, so that a building keeps its place in the row
        ("saloon", True, new_saloons, saloons, words.new_saloons),
    ):
        if not count:
            continue
        label = counted(count)
        rule = "PR-17" if new else "PR-43"
        found.append(
            {
                "picture": picture,
                "new": new,
                "count": count,
                "shown": min(count, LOTS),
                "more": count > LOTS,
                "first": first,
                "label": label,
                "title": f"{label} ({rule})",
            }
        )
    return found


@part
def previews(
    lang: str, parts: PhotonParts, seat: int, mercs: int, rival_mercs: int, towers: int, buildings: int
) -> dict[str, Any]:
    """What each card would do to a base: my mercenaries against its own, its towers and its buildings."""
    words = plain(lang)
    fallen, _ = duel.raid(parts, mercs, rival_mercs, towers, RAID)
    if_defended, lost = duel.raid(parts, mercs, rival_mercs, towers, DEFEND)
    if_doubled, _ = duel.raid(parts, mercs, rival_mercs, towers, TNT)
    blown_up = duel.blast(parts, mercs, buildings)
    raid = [
        words.n("{count} tower falls", "{count} towers fall", fallen),
        words.t("if it defends: {count}, and you lose {mercs}", count=if_defended, mercs=words.mercs(lost)),
        words.t("if it plays T.N.T.: {count}", count=if_doubled),
    ]
    tnt = [
        words.t("{count} of {all} buildings blow up", count=blown_up, all=buildings)
        if buildings
        else words.t("nothing to blow up here"),
        words.t("raids hurt you {factor} times as much", factor=parts.tnt_damage_factor),
    ]
    return {
        "seat": seat,
        "cards": [
            {"card": "raid", "lines": raid},
            {"card": "defend", "lines": [words.t("only for show: this target means nothing")]},
            {"card": "tnt", "lines": tnt},
        ],
    }


@part
def hand(lang: str, parts: PhotonParts, mercs: int) -> list[dict[str, Any]]:
    """The three cards."""
    words = plain(lang)
    names = card_names(lang)
    texts = {
        "raid": (
            words.n(
                "Your {count} mercenary knocks down a tower, unless the base defends.",
                "Your {count} mercenaries knock down a tower each, unless the base defends.",
                mercs,
            ),
            "PR-25",
        ),
        "defend": (
            words.n(
                "Your mercenaries fight off raids, {count} raider each. No help against T.N.T.",
                "Your mercenaries fight off raids, {count} raiders each. No help against T.N.T.",
                parts.raiders_per_defender,
            ),
            "PR-27",
        ),
        "tnt": (
            words.n(
                "Your {count} mercenary blows up a building. Raids hurt you {factor} times as much.",
                "Your {count} mercenaries blow up a building each. Raids hurt you {factor} times as much.",
                mercs,
                factor=parts.tnt_damage_factor,
            ),
            "PR-36",
        ),
    }
    return [
        {
            "kind": kind,
            "name": names[kind],
            "text": texts[kind][0],
            "rule": texts[kind][1],
            "label": words.about(names[kind], texts[kind][0]),
        }
        for kind in CARDS
    ]


@cache
def card_names(lang: str) -> dict[str, str]:
    t = plain(lang).t
    return {"raid": t("Raid"), "defend": t("Defend"), "tnt": t("Photon T.N.T.")}


@part
def legend(lang: str, parts: PhotonParts) -> list[dict[str, Any]]:
    """Everything on the board in one sentence each."""
    words = plain(lang)
    t, goal = words.t, parts.goal
    gives = "Costs {cost}; gives {yields} at every collection."
    mine = t(gives, cost=words.gold(parts.mine_cost), yields=words.gold(parts.mine_yield))
    saloon = t(gives, cost=words.gold(parts.saloon_cost), yields=words.mercs(parts.saloon_yield))
    entries = (
        (
            "tower",
            t("Tower"),
            t("The health of a base. Towers never come back; with none left the base is out."),
            "PR-7",
        ),
        ("coin", t("Gold"), t("Buys buildings. {goal} after a collection win the planet.", goal=goal), "PR-47"),
        ("merc", t("Mercenary"), t("Raids, defends and carries T.N.T. for its base."), "PR-6"),
        ("mine", t("Mine"), mine, "PR-43"),
        ("saloon", t("Saloon"), saloon, "PR-43"),
        ("site", t("Scaffolding"), t("Under construction: opens at the start of the next round."), "PR-17"),
        ("raid", t("Raid"), t("Each raider knocks down a tower of a base that does not defend."), "PR-25"),
        (
            "defend",
            t("Defend"),
            words.n(
                "Each defender takes out {count} raider and falls with it.",
                "Each defender takes out {count} raiders and falls with the last.",
                parts.raiders_per_defender,
            ),
            "PR-27",
        ),
        (
            "tnt",
            t("Photon T.N.T."),
            t(
                "Each mercenary blows up a building, Defend or not; raids hurt the owner {factor} times as much.",
                factor=parts.tnt_damage_factor,
            ),
            "PR-36",
        ),
    )
    return [
        {"icon": icon, "name": name, "text": text, "rule": rule, "link": f"/rules/photon-rush#{rule.lower()}"}
        for icon, name, text, rule in entries
    ]
