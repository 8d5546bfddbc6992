"""Checks the proof in a record of Parlour: every card and die, computed again: python verify.py RECORD.json

It stands alone, knows no game and imports nothing of Parlour; docs/fair.md describes it. It ends with 0 if all is good,
1 if something was changed, 3 if there is nothing to check.
"""

import hashlib
import hmac
import json
import sys
from typing import Any

SENTENCES = {
    "good": "Good: every card and die, computed again, is as promised. Draws: {draws}, cards and dice: {things}.",
    "tampered": "Not as promised:",
    "closed": "It cannot be checked yet: the seed is told when the game is over, of a daily deal the day after.",
    "unproven": "It cannot be checked: this record carries no proof.",
    "broken": "The proof cannot be read: {what}.",
    "seed": "The seed was changed: its hash is {found}, promised was {wanted}.",
    "nonce": "The nonce of seat {seat} was changed: the game was not dealt with {found}.",
    "components": "The components were changed: the game was not played with {found}.",
    "move": "Move {move} was changed: {found} was not played there.",
    "moves": "There are {found} moves; the proof was made for {wanted}.",
    "draws": "There are {found} draws for {wanted} chance steps.",
    "step": "Draw {draw} was changed: it says step and words {found}, in its place are {wanted}.",
    "card": "Draw {draw} (step {step}) was changed: place {place} has {found}, drawn was {wanted}.",
    "outcomes": "Draw {draw} (step {step}) was changed: its outcomes are not in order.",
    "setup": "The set-up was changed: {place} has {found}, drawn was {wanted}.",
    "chance": "Move {move} was changed: it says {found}, step {step} drew {wanted}.",
    "no nonces": "No seat added a nonce: nothing was changed since the promise, but the server alone made that.",
    "given": "Not drawn at this table but given to it: the set-up, and the first {count} moves.",
    "not drawn": "In the set-up but not drawn (rules and options say what is there): {places}.",
}
Findings = list[tuple[str, dict[str, Any]]]


def sign(seed: bytes, *parts: object) -> bytes:
    return hmac.new(seed, "\n".join(["parlour-fair-1", *map(str, parts)]).encode(), hashlib.sha256).digest()


class Stream:
    """The words of one step: HMAC-SHA-256 of nonces, step and a counter gives eight words of 32 bits."""

    def __init__(self, seed: bytes, nonces: list[str], step: int) -> None:
        self.seed, self.nonces, self.step, self.used = seed, ",".join(nonces), step, 0

    def below(self, n: int) -> int:
        """0..n-1, all equally likely: words that would favour some of them are passed over."""
        while True:
            digest = sign(self.seed, "draw", self.nonces, self.step, self.used // 8)
            scaled = int.from_bytes(digest[self.used % 8 * 4 :][:4], "big") * n
            self.used += 1
            if scaled % 2**32 >= 2**32 % n:
                return scaled >> 32


def draw_again(draw: dict[str, Any], stream: Stream) -> list[Any]:
    """What a draw gives: one thing, or a list in its new order."""
    if "got" in draw:
        choices = draw["of"] if "of" in draw else range(draw["low"], draw["high"] + 1)
        return [choices[stream.below(len(choices))]]
    things = list(draw["before"])
    if draw["draw"] == "insert":
        things.insert(len(things) - stream.below(draw["places"]), draw["thing"])
    else:  # a shuffle
        for i in range(len(things) - 1, 0, -1):
            j = stream.below(i + 1)
            things[i], things[j] = things[j], things[i]
    return things


def leaves(value: Any, path: str) -> dict[str, Any]:
    """All single values in a set-up, by their paths."""
    if not isinstance(value, (dict, list)):
        return {path: value}
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    return {place: leaf for key, below in inside for place, leaf in leaves(below, f"{path}.{key}").items()}


def check(record: dict[str, Any]) -> tuple[str, Findings]:
    """Whether a record is "good", "tampered", "closed" or "unproven", and what was found."""
    proof, found = record.get("fair"), Findings()
    if proof is None or "seed" not in proof:
        return ("unproven" if proof is None else "closed"), found
    try:
        good = check_proof(record, proof, lambda code, **facts: found.append((code, facts)))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        return "tampered", [*found, ("broken", {"what": f"{type(error).__name__} {error}"})]
    return ("tampered", found) if found else ("good", good)


def check_proof(record: dict[str, Any], proof: dict[str, Any], bad: Any) -> Findings:
    """Call `bad` for everything that does not agree; what there is to say if nothing was."""
    seed, nonces, moves, lists = bytes.fromhex(proof["seed"]), proof["nonces"], record["moves"], proof["lists"]
    if (digest := hashlib.sha256(seed).hexdigest()) != proof["hash"]:
        bad("seed", found=digest, wanted=proof["hash"])
        return []  # nothing that follows could agree
    seals = zip(range(record["players"]), nonces, proof["seals"]["nonces"], strict=True)
    if wrong := [i for i, nonce, seal in seals if sign(seed, "nonce", i, nonce)[:8].hex() != seal]:
        bad("nonce", seat=wrong[0], found=nonces[wrong[0]] or "none")
        return []
    changes = ",".join(f"{key}={value}" for key, value in sorted((record.get("components") or {}).items()))
    if (sign(seed, "components", changes)[:8].hex() if changes else None) != proof["seals"].get("components"):
        bad("components", found=changes or "those of the box")  # a variant's
    draws = [{**draw, "of": lists[draw["of"]]} if "of" in draw else draw for draw in proof["draws"]]
    dealt = sum("laid" in draw for draw in draws)  # the draws of the set-up come first and say where they are laid
    chances = enumerate([i for i, move in enumerate(moves) if "chance" in move], 1)
    steps = [(number, i) for number, i in chances if i >= proof["given"]]  # each chance step's number and its move
    if len(draws) - dealt != len(steps):
        bad("draws", found=len(draws) - dealt, wanted=len(steps))
    stream, things, named, setup = Stream(seed, nonces, 0), 0, set(), leaves(record["setup"], "setup")
    for number, (draw, (step, move)) in enumerate(zip(draws, [(0, -1)] * dealt + steps, strict=False)):
        stream = Stream(seed, nonces, step) if step else stream
        first, again, there = stream.used, draw_again(draw, stream), draw.get("after", [draw.get("got")])
        things += len(again)
        if (says := [draw["step"], *draw["words"]]) != (used := [step, first, stream.used]):
            bad("step", draw=number, found=says, wanted=used)
        for i in [i for i, card in enumerate(again) if there[i] != card]:
            bad("card", draw=number, step=step, place=i, found=there[i], wanted=again[i])
        if step and draw["of"] != sorted(draw["of"]):  # a likelier one stands there more often
            bad("outcomes", draw=number, step=step)
        if step and moves[move]["chance"] != again[0]:
            named.add(move)
            bad("chance", move=move, found=moves[move]["chance"], step=step, wanted=again[0])
        for place, start, *rest in draw.get("laid", []):
            part = again[start : rest[0]] if rest else again[start]
            for path, card in leaves(sorted(part) if "ascending" in rest else part, f"setup.{place}").items():
                if (lies := setup.pop(path, None)) != card:
                    bad("setup", place=path, found=lies, wanted=card)
    if len(marks := proof["seals"]["moves"]) != 4 * len(moves):
        bad("moves", found=len(moves), wanted=len(marks) // 4)
    for i, move in enumerate(moves):
        said = ("chance", move["chance"]) if "chance" in move else (move["seat"], move["action"])
        if i not in named and sign(seed, "move", i, *said)[:2].hex() != marks[4 * i : 4 * i + 4]:
            bad("move", move=i, found=f"{said[0]}: {said[1]}")
    more = Findings() if any(nonces) else [("no nonces", {})]
    if proof["setup"] == "given":
        more += [("given", {"count": proof["given"]})]
    elif names := {".".join("*" if part.isdigit() else part for part in path.split(".")) for path in setup}:
        more.append(("not drawn", {"places": ", ".join(sorted(names))}))
    return [("good", {"draws": len(draws), "things": things}), *more]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        status, findings = check(json.load(file))
    lines = [SENTENCES[code].format(**facts) for code, facts in findings]
    print("\n".join(lines if status == "good" else [SENTENCES[status], *lines]))
    sys.exit({"good": 0, "tampered": 1}.get(status, 3))
