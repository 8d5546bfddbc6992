"""A view with what all parts of the board ask of it: picks, names, pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from parlour.faces.look import Look
from parlour.games.crash_and_grab.face import text
from parlour.games.crash_and_grab.face.board import pieces
from parlour.games.crash_and_grab.face.board.legend import letters
from parlour.games.crash_and_grab.face.board.picks import paths
from parlour.games.crash_and_grab.face.board.tiles import tiles_of
from parlour.games.crash_and_grab.face.words import CrashWords
from parlour.games.crash_and_grab.parts import CARDS, CrashParts
from parlour.rules.preview import Previews

# The rule of each upgrade card.
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


def card_face(parts: CrashParts, card: str) -> str:
    """What stands large on a movement card (CG-11)."""
    distances = parts.distances[CARDS.index(card)]
    return f"{distances[0]}\N{EN DASH}{distances[-1]}" if len(distances) > 1 else str(distances[0])


class CrashLook:
    """What one seat, or a spectator, sees."""

    def __init__(self, look: Look) -> None:
        view, words = look.view, look.words
        assert isinstance(words, CrashWords)
        self.look = look
        self.reason = look.outcome.reason if look.outcome is not None else ""
        self.view = view
        self.seat = look.seat
        self.legal = look.legal
        self.words = words
        self.parts = words.parts
        self.tiles = tiles_of(view, self.parts)
        self.layout = self.tiles.layout
        self.letters = letters(words.lang)
        self.paths = paths(view, self.parts, look.seat, look.legal)
        self.names = {name for names in self.paths.values() for name in names}
        self.turn: dict[str, Any] = view["turn"] or {}
        self.active: str | None = self.turn.get("saucer")
        asked = view["to_act"]
        self.asked: list[int] = asked if isinstance(asked, list) else []
        crews: list[list[list[str]]] = [[] for _ in range(view["players"])]
        for saucer in view["saucers"]:
            crews[saucer["seat"]].append(saucer["crew"])
        self.counts = [self.parts.seat_stations(aboard) for aboard in crews]  # stations filled, by seat

    @property
    def previews(self) -> Previews:
        return self.look.previews

    def pick(self, name: str) -> str:
        """A name if it can be picked now."""
        return name if name in self.names else ""

    def marker(self, way: str) -> str:
        return text.marker(self.words, self.view, way)

    def member(self, member: str) -> dict[str, str]:
        return crew_member(self.words, member, self.pick(f"crew-{member}"))

    def figure(self, member: str, classes: str = "tok") -> Markup:
        return pieces.figure(member, self.letters[member.split("-")[0]], classes)

    def emblem(self, color: str, classes: str = "emblem") -> Markup:
        return emblem_of(self.words, color, classes)

    def saucer_label(self, saucer: Mapping[str, Any]) -> str:
        return saucer_label(self.words, saucer["color"], saucer["seat"], saucer["at"])


def crew_member(words: CrashWords, member: str, pick: str) -> dict[str, str]:
    color, type = member.split("-")
    return {
        "id": member,
        "color": color,
        "type": type,
        "letter": letters(words.lang)[color],
        "label": words.crew(member),
        "pick": pick,
    }


def token_of(member: Mapping[str, str], classes: str = "tok") -> Markup:
    return pieces.token(member["id"], member["letter"], member["label"], member["pick"], classes)


def emblem_of(words: CrashWords, color: str, classes: str = "emblem") -> Markup:
    return pieces.emblem(color, letters(words.lang)[color], classes)


def upgrade_card(words: CrashWords, card: str) -> dict[str, str]:
    return {"id": card, "name": words.upgrade(card), "text": words.upgrade_text(card), "rule": RULES.get(card, "")}


def saucer_label(words: CrashWords, color: str, seat: int, at: str | None) -> str:
    where = at or words.t("off the board")
    return words.t("{saucer} ({seat}), {where}", saucer=words.label(color), seat=words.seat(seat), where=where)
