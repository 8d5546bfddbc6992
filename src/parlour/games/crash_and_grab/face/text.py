"""Crash & Grab: the table as plain text, enough to play from in a terminal, at most 100 characters wide."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parlour.games.crash_and_grab.parts import ACCELERATOR, PLAIN, CrashParts

if TYPE_CHECKING:
    from parlour.games.crash_and_grab.face.words import CrashWords

WIDTH = 100
CELL = 7  # characters for one space of the board


class TextField:
    """The board of a view."""

    def __init__(self, view: Mapping[str, Any], parts: CrashParts) -> None:
        layout = parts.count(view["players"]).layout
        tiles = [tile["tile"] << 3 | "ab".index(tile["side"]) << 2 | tile["turn"] for tile in view["tiles"]]
        self.size = layout.size
        self.names = layout.names
        self.board = parts.board(layout, tiles)

    def site_space(self, number: int) -> str:
        return self.names[self.board.site[number]]

    def mark(self, cell: int) -> str:
        """What is printed on a space."""
        kind = self.board.cell[cell]
        return "." if kind == PLAIN else "*" if kind == ACCELERATOR else str(kind)


def letters(names: Mapping[str, str]) -> dict[str, str]:
    """A letter for each name, the first of its own that no other has."""
    found: dict[str, str] = {}
    for id, name in names.items():
        found[id] = next((c for c in name.upper() if c.isalpha() and c not in found.values()), "?")
    return found


def table(words: CrashWords, view: Mapping[str, Any], seat: int | None) -> str:
    marks = letters({color: words.color(color) for color in words.parts.colors})
    lines = [heading(words, view), "", *board(words, view, marks), ""]
    for saucer in view["saucers"]:
        lines += saucer_lines(words, view, saucer, seat, marks)
    lines.append("")
    lines += supply(words, view, marks)
    lines += turn_lines(words, view)
    lines += wrap(words.t("> is asked, * is you; [R] a saucer, 5 rp a crewmember on site 5, * an accelerator"), "")
    return "\n".join(line.rstrip() for line in lines)


def wrap(line: str, indent: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def heading(words: CrashWords, view: Mapping[str, Any]) -> str:
    parts = [words.t("Round {round}", round=view["round"])]
    parts.append(words.t("the Probe: {seat}", seat=words.seat(view["probe"])))
    if view["direction"] is not None:
        parts.append(words.rotation(view["direction"]))
    if view["phase"] == "over":
        parts.append(words.t("the game is over"))
    return ", ".join(parts)


def board(words: CrashWords, view: Mapping[str, Any], marks: Mapping[str, str]) -> list[str]:
    drawn = TextField(view, words.parts)
    types = {type: words.type(type)[0].lower() for type in words.parts.types}
    crew: dict[str, str] = {}
    for space, member in view["board_crew"].items():
        color, type = member.split("-")
        crew[space] = marks[color].lower() + types[type]
    saucers: dict[str, str] = {}
    for saucer in view["saucers"]:
        if saucer["at"] is not None:
            saucers[saucer["at"]] = saucers.get(saucer["at"], "") + marks[saucer["color"]]
    lines = ["    " + "".join(f"{'abcdefghijklmnop'[x]:<{CELL}}" for x in range(drawn.size))]
    for y in range(drawn.size):
        row = f"{y + 1:>2}  "
        for x in range(drawn.size):
            cell = y * drawn.size + x
            name, mark = drawn.names[cell], drawn.mark(cell)
            if name in saucers:
                mark = ("" if mark == "." else mark) + f"[{saucers[name]}]"
            if name in crew:
                mark += " " + crew[name]
            row += f"{mark:<{CELL}}"
        lines.append(row)
    names = [words.t("{dir}: {marker}", dir=words.direction(d), marker=marker(words, view, d)) for d in "nesw"]
    return [*lines, "", "    " + ", ".join(names)]


def marker(words: CrashWords, view: Mapping[str, Any], direction: str) -> str:
    return words.parts.marker_names[view["markers"][direction]][words.lang]


def saucer_lines(
    words: CrashWords, view: Mapping[str, Any], saucer: Mapping[str, Any], seat: int | None, marks: Mapping[str, str]
) -> list[str]:
    owner = saucer["seat"]
    asked = ">" if isinstance(view["to_act"], list) and owner in view["to_act"] else " "
    you = "*" if owner == seat else " "
    where = saucer["at"] or words.t("off the board")
    head = words.t(
        "{name} ({seat}): {where}, {energy} Energy, {boosters}",
        name=f"[{marks[saucer['color']]}] {words.label(saucer['color'])}",
        seat=words.seat(owner),
        where=where,
        energy=saucer["energy"],
        boosters=words.boosters(saucer["boosters"]),
    )
    lines = [asked + you + head[: WIDTH - 2]]
    crew = ", ".join(words.crew(member) for member in saucer["crew"]) or words.t("nobody")
    manned = words.t("stations {count} of 4", count=words.parts.stations(saucer["crew"]))
    lines += wrap(words.t("crew: {crew} ({manned})", crew=crew, manned=manned), "      ")
    lines += wrap(plan(words, saucer), "      ")
    names = [words.upgrade(card) for card in saucer["upgrades"]]
    if owner == seat:
        for name, card in zip(names, saucer["upgrades"], strict=True):
            lines += wrap("+ " + words.about(name, words.upgrade_text(card)), "      ")
    elif names:
        lines += wrap("+ " + ", ".join(names), "      ")
    return lines


def plan(words: CrashWords, saucer: Mapping[str, Any]) -> str:
    found = saucer["plan"]
    if found is None:
        return words.t("not planned yet")
    if found["card"] is None:
        return words.t("planned, face down")
    card, way = words.card(found["card"]), words.direction(found["dir"])
    if saucer["revealed"]:
        line = words.t("plan: card {card}, {dir}", card=card, dir=way)
    else:
        line = words.t("secret plan: card {card}, {dir}", card=card, dir=way)
    if saucer["override"]:
        line += ", " + words.t("Override Token")
    if saucer["done"]:
        line += ", " + words.t("turn done")
    return line


def supply(words: CrashWords, view: Mapping[str, Any], marks: Mapping[str, str]) -> list[str]:
    """Lost crew, deck, discards."""
    queues = [
        words.t(
            "{color} ({letter}): {crew}",
            color=words.label(color),
            letter=marks[color].lower(),
            crew=", ".join(words.type(type) for type in queue) or "-",
        )
        for color, queue in view["lost"].items()
    ]
    lines = wrap(words.t("Lost crew (front first): {queues}", queues=words.clauses(queues)), "")
    deck = view["deck"] if isinstance(view["deck"], int) else len(view["deck"])
    discards = ", ".join(words.upgrade(card) for card in view["discard"]) or "-"
    lines += wrap(words.t("Upgrades: {deck} in the deck; discards: {discards}", deck=deck, discards=discards), "")
    drawn = [words.upgrade(card) for card in view["drawn"] if card is not None]
    if drawn:
        lines += wrap(words.t("Drawn: {cards}", cards=words.list_of(drawn)), "")
    return lines


def turn_lines(words: CrashWords, view: Mapping[str, Any]) -> list[str]:
    turn, motion = view["turn"], view["motion"]
    lines: list[str] = []
    if turn is not None and turn["saucer"] is not None:
        line = words.t("Turn: {saucer}", saucer=words.label(turn["saucer"]))
        if turn["distance"] is not None:
            line += ", " + words.t("distance {distance}", distance=turn["distance"])
        if turn["crashed"]:
            names = words.list_of([words.label(color) for color in turn["crashed"]])
            line += ", " + words.t("crashed: {saucers}", saucers=names)
        lines += wrap(line, "")
    if motion is not None:
        sentence = "In flight: {saucer}, {dir}, distance {distance}, {left} left"
        saucer, way = words.label(motion["saucer"]), words.direction(motion["dir"])
        lines += wrap(words.t(sentence, saucer=saucer, dir=way, distance=motion["dist"], left=motion["left"]), "")
    return [*lines, ""]
