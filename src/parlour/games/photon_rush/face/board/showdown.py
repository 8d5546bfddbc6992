"""The cards of Photon Rush on the table: what they do, in the order of reckoning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.faces.look import Look
from parlour.games.photon_rush.face.words import PhotonWords, View, target_of
from parlour.games.photon_rush.rules import MERCS, PhotonRush, seats_in


class Attack(NamedTuple):
    """Everybody who raids one base."""

    target: int
    raiders: list[int]  # also those without mercenaries
    mercs: int  # of all of them now
    defended: bool
    damage: int  # if no battle takes any of them out (any more)
    doubled: bool


def attacks_of(cards: Sequence[str | None], state: PhotonRush) -> dict[int, Attack]:
    """The attacks by their target."""
    attacks: dict[int, Attack] = {}
    for target, answer in enumerate(cards):
        raiders = [i for i, card in enumerate(cards) if card == f"raid {target}"]
        if raiders:
            kind = (answer or "").partition(" ")[0]
            mercs = sum([state.has[MERCS + i] for i in raiders])
            attacks[target] = Attack(target, raiders, mercs, kind == "defend", state.damage(target), kind == "tnt")
    return attacks


def showdown(look: Look, attacks: dict[int, Attack], state: PhotonRush, words: PhotonWords) -> list[dict[str, str]]:
    """What the cards that are turned up do, in order, and how far that has come."""
    view = look.view
    return [*defences(view, attacks, words), *raids(view, attacks, words), *blasts(look, state, words)]


def line(words: PhotonWords, kind: str, progress: str, text: str) -> dict[str, str]:
    t = words.t
    told = {"done": t("done"), "now": t("now"), "next": t("then"), "none": t("no effect")}[progress]
    return {"kind": kind, "state": progress, "told": told, "text": words.begin(text)}


def defences(view: View, attacks: dict[int, Attack], words: PhotonWords) -> Iterator[dict[str, str]]:
    t, n = words.t, words.n
    before = view["phase"] == "battle"
    for i, card in enumerate(view["cards"]):
        if card is None or not card.startswith("defend"):
            continue
        seat, many = words.who(i), words.number(i)
        attack = attacks.get(i)
        if attack is None or (before and attack.mercs == 0):
            alone = n("{seat} defends, but nobody comes.", "{seat} defend, but nobody comes.", many, seat=seat)
            yield line(words, "defend", "none", alone)
        elif before:
            raiders = [
                t("{count} of {seat}", count=view["seats"][raider]["mercs"], seat=words.who(raider))
                for raider in attack.raiders
            ]
            facts = {"seat": seat, "raiders": words.list_of(raiders)}
            held = n("{seat} defends against {raiders}.", "{seat} defend against {raiders}.", many, **facts)
            yield line(words, "defend", "now", held)
        elif attack.damage == 0:
            beaten = n("{seat} beats the raid back.", "{seat} beat the raid back.", many, seat=seat)
            yield line(words, "defend", "done", beaten)
        else:
            damage = n("{count} damage", "{count} damage", attack.damage)
            broken = t("Raiders break through at {seat}: {damage}.", seat=seat, damage=damage)
            yield line(words, "raid", "done", broken)


def raids(view: View, attacks: dict[int, Attack], words: PhotonWords) -> Iterator[dict[str, str]]:
    """The raids on bases that do not defend."""
    for attack in attacks.values():
        if attack.defended:
            continue
        raiders = words.list_of([words.who(raider) for raider in attack.raiders])
        damage = words.n("{count} damage", "{count} damage", attack.damage)
        sentence = "Raid of {raiders} on {seat}: {damage}."
        if attack.doubled:
            sentence = "Raid of {raiders} on {seat}: {damage}, doubled by the T.N.T. there."
        progress = "none" if attack.damage == 0 else "next" if view["phase"] == "battle" else "done"
        text = words.t(sentence, raiders=raiders, seat=words.who(attack.target), damage=damage)
        yield line(words, "raid", progress, text)


def blasts(look: Look, state: PhotonRush, words: PhotonWords) -> Iterator[dict[str, str]]:
    blasters = seats_in(state.blasters())
    for i in seats_in(state.tnt_players()):
        target = target_of(look.view["cards"][i])
        text = words.t("T.N.T. of {seat} at {target}.", seat=words.who(i), target=words.who(target))
        yield line(words, "tnt", blast_progress(look, i, i in blasters), text)


def blast_progress(look: Look, i: int, could: bool) -> str:
    """How far the T.N.T. of a seat is, which `could` blow something up now, as the rules say. Where nothing is left
    it has been at work if it blew something up since the cards were revealed; else it was not asked at all."""
    if look.view["phase"] == "battle":
        return "next" if could else "none"
    queue = look.view["queue"]
    if i in queue:
        return "now" if i == queue[0] else "next"
    blew_up = any(event.kind == "blasted" and event.facts["seat"] == i for event in look.events)
    return "done" if could or blew_up else "none"
