"""How each part of Photon Rush's board looks: a base, the planet, the hand, the desk.

What depends on a few numbers and a language only is a `part`, made once for all tables; names, which are different
at each, come as words or as what they are.
"""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import Any

from parlour.faces.drawing import part
from parlour.games.photon_rush import GAME
from parlour.games.photon_rush.face.words import PhotonWords
from parlour.games.photon_rush.parts import PhotonParts

HATS = 8  # mercenaries, and buildings of a kind, that are drawn one by one; the rest is a number
LOTS = 6

KINDS = ("mines", "saloons", "new_mines", "new_saloons")
CARDS = ("raid", "defend", "tnt")

# Where the bases are on the planet.
POINTS = {
    "l": (56, 100),
    "r": (144, 100),
    "tl": (56, 48),
    "tr": (144, 48),
    "b": (100, 166),
    "bl": (56, 152),
    "br": (144, 152),
}


def aim(card: str) -> int:
    return int(card.split(" ")[1])


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


# -- the planet -----------------------------------------------------------------------------------------------

Node = tuple[int, str, bool, str, str, int]  # a seat, where it lies, whether it is out, its mark, card and mercenaries


@part
def planet(label: str, nodes: tuple[Node, ...]) -> dict[str, Any]:
    where = {seat: POINTS[place] for seat, place, *_ in nodes}
    shown = []
    arrows = []
    for seat, _, out, mark, card, mercs in nodes:
        x, y = where[seat]
        shield = card.startswith("defend")
        shown.append({"seat": seat, "x": x, "y": y, "out": out, "shield": shield, "mark": mark})
        if card and not shield:
            drawn = arrow(where[seat], where[aim(card)])
            arrows.append({"seat": seat, "kind": card.split(" ")[0], "mercs": mercs, **drawn})
    return {"nodes": shown, "arrows": arrows, "label": label}


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
    income = mines * parts.mine_yield
    if gold == 0 and mines == 0:
        income = parts.relief_gold  # PR-44
    label = words.t("{gold} of {goal} gold", gold=gold, goal=goal)
    title = label
    if playing:
        title += ", " + words.t("{count} more at the next collection", count=income)
    return {
        "count": gold,
        "full": min(gold, goal),
        "past": min(gold + income, goal) if playing else min(gold, goal),  # and what comes with the next collection
        "income": income if playing else 0,
        "near": playing and gold + income >= goal,
        "label": title,
        "title": f"{title} (PR-43, PR-47)",
    }


@part
def mercs(lang: str, parts: PhotonParts, count: int, saloons: int, playing: bool, away: str) -> dict[str, Any]:
    """The mercenaries of a base; `away` is the name of whom they stand before, if they do."""
    words = plain(lang)
    income = saloons * parts.saloon_yield
    if count == 0 and saloons == 0:
        income = parts.relief_mercs  # PR-45
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
    lang: str, parts: PhotonParts, seat: int, mine: int, its: int, towers: int, buildings: int
) -> dict[str, Any]:
    """What each card would do to a base: my mercenaries against its own, its towers and its buildings."""
    words = plain(lang)
    lost = min(mine, its * parts.raiders_per_defender)
    through = min(mine - lost, towers)
    simple = min(mine, towers)
    double = min(mine * parts.tnt_damage_factor, towers)
    raid = [
        words.n("{count} tower falls", "{count} towers fall", simple),
        words.t("if it defends: {count}, and you lose {mercs}", count=through, mercs=words.mercs(lost)),
        words.t("if it plays T.N.T.: {count}", count=double),
    ]
    tnt = [
        words.t("{count} of {all} buildings blow up", count=min(mine, buildings), all=buildings)
        if buildings
        else words.t("nothing to blow up here"),
        words.t("raids hurt you twice as much"),
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
def hand(lang: str, mercs: int) -> list[dict[str, Any]]:
    """The three cards."""
    words = plain(lang)
    t = words.t
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
        "defend": (t("Your mercenaries fight off raids, two raiders each. No help against T.N.T."), "PR-27"),
        "tnt": (
            words.n(
                "Your {count} mercenary blows up a building. Raids hurt you twice as much.",
                "Your {count} mercenaries blow up a building each. Raids hurt you twice as much.",
                mercs,
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


Loser = tuple[int, str, int]  # a seat that loses raiders, its name, how many it has


@part
def desk(
    lang: str,
    parts: PhotonParts,
    legal: tuple[str, ...],
    columns: tuple[str, ...],
    gold: int,
    losers: tuple[Loser, ...],
) -> dict[str, Any]:
    """The tiles for these choices; `columns` says what each number of a choice counts."""
    words = plain(lang)
    verb = legal[0].split(" ")[0]
    numbers = [[int(number) for number in action.split(" ")[1:]] for action in legal]
    total = sum(numbers[0])
    rows: list[dict[str, Any]] = []
    for column, name in enumerate(columns):
        if not name:
            continue
        loser = losers[column] if verb == "take" else None
        row = desk_row(words, parts, verb, column, loser)
        left = (gold if verb == "build" else total) if not rows else -1
        row["tiles"] = [
            desk_tile(words, parts, verb, column, name, number, left, loser)
            for number in sorted({answer[column] for answer in numbers})
        ]
        rows.append(row)
    titles = {
        "build": words.t("Your order: first mines, then saloons"),
        "take": words.n("{count} raider falls: whose?", "{count} raiders fall: whose?", total),
        "blast": words.n("{count} building blows up: which?", "{count} buildings blow up: which?", total),
    }
    return {"verb": verb, "title": titles[verb], "rows": rows}


def desk_row(words: PhotonWords, parts: PhotonParts, verb: str, column: int, loser: Loser | None) -> dict[str, Any]:
    if loser is not None:
        seat, name, mercs = loser
        return {"kind": "merc", "new": False, "seat": seat, "name": name, "note": words.mercs(mercs)}
    kind = KINDS[column]
    picture = "saloon" if "saloon" in kind else "mine"
    new = kind.startswith("new")
    if verb == "build":
        note = words.n("{count} gold each", "{count} gold each", cost_of(parts, column))
    else:
        note = words.t("under construction") if new else words.t("open")
    title = words.t("Saloons") if picture == "saloon" else words.t("Mines")
    return {"kind": picture, "new": new, "seat": -1, "name": title, "note": note}


def desk_tile(
    words: PhotonWords,
    parts: PhotonParts,
    verb: str,
    column: int,
    name: str,
    number: int,
    left: int,
    loser: Loser | None,
) -> dict[str, Any]:
    """One number of a row; `left` is what there is to spend or to choose in all, if this is the first row, else -1."""
    note = after = ""
    if loser is not None:
        label = words.t("{count} of {seat}", count=number, seat=loser[1])
    else:
        label = (words.mines, words.saloons, words.new_mines, words.new_saloons)[column](number)
    if verb == "build":
        cost = number * cost_of(parts, column)
        note = str(cost)
        label = words.t("{buildings} for {cost}", buildings=label, cost=words.gold(cost))
        if left >= 0:
            after = words.t("{order}. {left} left for saloons.", order=label, left=words.gold(left - cost))
    elif left >= 0:
        after = words.t("{choice}. {count} more to choose.", choice=label, count=left - number)
    return {"pick": f"{name}-{number}", "number": number, "note": note, "label": label, "after": after}


def cost_of(parts: PhotonParts, column: int) -> int:
    return parts.saloon_cost if KINDS[column] == "saloons" else parts.mine_cost


@cache
def card_names(lang: str) -> dict[str, str]:
    t = plain(lang).t
    return {"raid": t("Raid"), "defend": t("Defend"), "tnt": t("Photon T.N.T.")}


@part
def legend(lang: str, parts: PhotonParts) -> list[dict[str, Any]]:
    """Everything on the board in one sentence each."""
    t = plain(lang).t
    mine, saloon, goal = parts.mine_cost, parts.saloon_cost, parts.goal
    entries = (
        (
            "tower",
            t("Tower"),
            t("The health of a base. Towers never come back; with none left the base is out."),
            "PR-7",
        ),
        ("coin", t("Gold"), t("Buys buildings. {goal} after a collection win the planet.", goal=goal), "PR-47"),
        ("merc", t("Mercenary"), t("Raids, defends and carries T.N.T. for its base."), "PR-6"),
        ("mine", t("Mine"), t("Costs {cost}; gives gold at every collection.", cost=plain(lang).gold(mine)), "PR-43"),
        (
            "saloon",
            t("Saloon"),
            t("Costs {cost}; gives a mercenary at every collection.", cost=plain(lang).gold(saloon)),
            "PR-43",
        ),
        ("site", t("Scaffolding"), t("Under construction: opens at the start of the next round."), "PR-17"),
        ("raid", t("Raid"), t("Each raider knocks down a tower of a base that does not defend."), "PR-25"),
        ("defend", t("Defend"), t("Each defender takes out two raiders and falls with the second."), "PR-27"),
        (
            "tnt",
            t("Photon T.N.T."),
            t("Each mercenary blows up a building, Defend or not; raids hurt the owner twice as much."),
            "PR-36",
        ),
    )
    return [
        {"icon": icon, "name": name, "text": text, "rule": rule, "link": f"/rules/photon-rush#{rule.lower()}"}
        for icon, name, text, rule in entries
    ]


@cache
def arrow(start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    """A bent arrow between two bases; the one back bends to the other side."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    bend = 20
    middle = ((start[0] + end[0]) / 2 - uy * bend, (start[1] + end[1]) / 2 + ux * bend)
    tip = toward(end, middle, 21)
    tail = toward(start, middle, 19)
    # The direction of the tip is that of the curve there: from the bend to the tip.
    mx, my = tip[0] - middle[0], tip[1] - middle[1]
    reach = hypot(mx, my)
    vx, vy = mx / reach, my / reach
    left = (tip[0] - vx * 9 - vy * 6, tip[1] - vy * 9 + vx * 6)
    right = (tip[0] - vx * 9 + vy * 6, tip[1] - vy * 9 - vx * 6)
    # What it carries is shown on the first half, so that it does not hide what comes the other way.
    at = [0.41 * a + 0.46 * b + 0.13 * c for a, b, c in zip(tail, middle, tip, strict=True)]
    return {
        "path": "M{:.0f} {:.0f}Q{:.0f} {:.0f} {:.0f} {:.0f}".format(*tail, *middle, *tip),
        "head": "M{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}z".format(*tip, *left, *right),
        "x": round(at[0]),
        "y": round(at[1]),
    }


def toward(point: tuple[float, float], other: tuple[float, float], distance: float) -> tuple[float, float]:
    """From a point some way towards another."""
    length = hypot(other[0] - point[0], other[1] - point[1])
    return (
        point[0] + (other[0] - point[0]) / length * distance,
        point[1] + (other[1] - point[1]) / length * distance,
    )
