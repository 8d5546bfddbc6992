"""The desk of Photon Rush: rows of number tiles for an order, for losses or for buildings to blow up."""

from __future__ import annotations

from typing import Any

from parlour.faces.drawing import part
from parlour.games.photon_rush.face.board.picks import KINDS
from parlour.games.photon_rush.face.board.pieces import plain
from parlour.games.photon_rush.face.words import PhotonWords
from parlour.games.photon_rush.parts import PhotonParts

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
        note = words.n("{count} gold each", "{count} gold each", cost_of(parts, column, 1))
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
        cost = cost_of(parts, column, number)
        note = str(cost)
        label = words.t("{buildings} for {cost}", buildings=label, cost=words.gold(cost))
        if left >= 0:
            after = words.t("{order}. {left} left for saloons.", order=label, left=words.gold(left - cost))
    elif left >= 0:
        after = words.t("{choice}. {count} more to choose.", choice=label, count=left - number)
    return {"pick": f"{name}-{number}", "number": number, "note": note, "label": label, "after": after}


def cost_of(parts: PhotonParts, column: int, number: int) -> int:
    return parts.cost(0, number) if KINDS[column] == "saloons" else parts.cost(number, 0)
