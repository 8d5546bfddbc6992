"""Chance that can be checked: what a table draws its set-up and its chance steps from. `docs/fair.md` has the scheme.

A table has a seed from the beginning and shows its hash. The stream of a step is HMAC-SHA-256, keyed by the seed, over
the nonces of all seats, the step's number and a counter; so nobody can know it before the nonces are there, and the
server cannot choose it any more. Step 0 is the set-up, step n the n-th chance step of the game as it stands: whatever
is taken back and however play goes on, the n-th chance step is drawn from the same words.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from parlour.rules.chance import Dealer
from parlour.rules.errors import RulesError
from parlour.rules.game import find
from parlour.rules.move import Move, play_recorded, read_move

T = TypeVar("T")

SCHEME = "parlour-fair-1"
GAMES = 64  # games that one promise is good for: the first and its rematches
NONCE = re.compile(r"[0-9a-f]{0,64}")
BLOCK = 8  # words of 32 bits in one HMAC

SENTENCES = {  # what only the rules can say about a proof; `parlour.verify` has the rest
    "rules": "Draw {draw} (step {step}) was changed: by the rules there is another one in its place.",
    "deal": "The set-up was changed: by the rules the seed deals another one.",
    "outcome": "The outcome was changed: the moves lead to another one.",
    "unplayable": "The record cannot be played: {why}.",
    "version": "It was played by version {found} of the rules; today's ({wanted}) cannot say what had to be drawn.",
}


def text_of(*parts: object) -> bytes:
    return "\n".join([SCHEME, *map(str, parts)]).encode()


@dataclass(frozen=True)
class Promise:
    """The seed of a table, and those of its rematches. Nothing of it but `hash` leaves the server before the end.

    The seeds of a first game and its rematches are a chain: each is the hash of the next one. So the hash that is shown
    before the first game promises all of them, and nonces that were given after it are good for all of them.
    """

    root: bytes
    game: int = 1

    @cached_property
    def seed(self) -> bytes:
        found = self.root
        for _ in range(GAMES - self.game):
            found = hashlib.sha256(found).digest()
        return found

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def rematch(self) -> Promise | None:
        """What a rematch is dealt from; nothing at the end of the chain."""
        return Promise(self.root, self.game + 1) if self.game < GAMES else None

    def sign(self, *parts: object) -> bytes:
        return hmac.new(self.seed, text_of(*parts), hashlib.sha256).digest()

    def seals(
        self, nonces: Sequence[str], moves: Sequence[Move], changes: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Marks by which a nonce, a move or a variant's components that were changed afterwards are found and named."""
        return {
            **({"components": self.sign("components", written_changes(changes))[:8].hex()} if changes else {}),
            "nonces": [self.sign("nonce", seat, nonce)[:8].hex() for seat, nonce in enumerate(nonces)],
            "moves": "".join([self.sign("move", i, move.seat, move.action)[:2].hex() for i, move in enumerate(moves)]),
        }

    def to_dict(self) -> dict[str, Any]:
        return {"root": self.root.hex(), "game": self.game}


def written_changes(changes: Mapping[str, Any]) -> str:
    """A variant's changes in one line, in one order: `goal.gold=18,start.gold=3`."""
    return ",".join(f"{key}={changes[key]}" for key in sorted(changes))


def new_promise() -> Promise:
    return Promise(secrets.token_bytes(32))


def offered_promise(secret: bytes, table: str) -> Promise:
    """The promise of a table that is not made yet: the same as often as it is asked for."""
    return Promise(hmac.new(secret, text_of("table", table), hashlib.sha256).digest())


def daily_promise(secret: bytes, game: str, day: str) -> Promise:
    """The promise of a day's deal on a server, for everybody; there is no rematch of it."""
    return Promise(hmac.new(secret, text_of("daily", game, day), hashlib.sha256).digest(), GAMES)


def read_promise(data: dict[str, Any]) -> Promise:
    return Promise(bytes.fromhex(data["root"]), data["game"])


class FairDealer(Dealer):
    """Draws from the stream of one step of a table, and notes what it drew."""

    def __init__(self, promise: Promise, nonces: Sequence[str], step: int) -> None:
        self.promise = promise
        self.nonces = ",".join(nonces)
        self.step = step
        self.block = b""
        self.used = 0  # words so far
        self.draws: list[dict[str, Any]] = []

    def word(self) -> int:
        """The next 32 bits of the stream."""
        number, place = divmod(self.used, BLOCK)
        if place == 0:
            self.block = self.promise.sign("draw", self.nonces, self.step, number)
        self.used += 1
        return int.from_bytes(self.block[4 * place : 4 * place + 4], "big")

    def pick(self, n: int) -> int:
        """A number 0..n-1, by Lemire's method, as `Rng.below` has it."""
        scaled = self.word() * n
        while (scaled & 0xFFFFFFFF) < (1 << 32) % n:
            scaled = self.word() * n
        return scaled >> 32

    def note(self, kind: str, first: int, **more: Any) -> None:
        self.draws.append({"step": self.step, "draw": kind, **more, "words": [first, self.used], "laid": []})

    def number(self, low: int, high: int) -> int:
        first = self.used
        got = low + self.pick(high - low + 1)
        self.note("number", first, low=low, high=high, got=got)
        return got

    def below(self, n: int) -> int:
        return self.number(0, n - 1)

    def roll(self, sides: int) -> int:
        return self.number(1, sides)

    def choice(self, things: list[T]) -> T:
        first = self.used
        got = things[self.pick(len(things))]
        self.note("choice", first, of=list(things), got=got)
        return got

    def shuffle(self, things: list[Any]) -> None:
        first, before = self.used, list(things)
        for i in range(len(things) - 1, 0, -1):
            j = self.pick(i + 1)
            things[i], things[j] = things[j], things[i]
        self.note("shuffle", first, before=before, after=list(things))

    def insert(self, things: list[Any], thing: Any, places: int) -> None:
        first, before = self.used, list(things)
        things.insert(len(things) - self.pick(places), thing)
        self.note("insert", first, thing=thing, places=places, before=before, after=list(things))

    def lay(self, place: str, first: int = 0, last: int = -1, ascending: bool = False) -> None:
        where: list[Any] = [place, first] if last < 0 else [place, first, last]
        self.draws[-1]["laid"].append([*where, "ascending"] if ascending else where)


def draw_chance(promise: Promise, nonces: Sequence[str], number: int, lots: list[str]) -> dict[str, Any]:
    """The n-th chance step of a table, as its proof has it: one of the lots, of which likelier outcomes have more."""
    dealer = FairDealer(promise, nonces, number)
    dealer.choice(lots)
    return {name: value for name, value in dealer.draws[0].items() if name != "laid"}


def shared_lists(draws: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Draws as a proof has them. What there is to choose from is often the same: each such list is written once."""
    lists: list[list[Any]] = []
    short: list[dict[str, Any]] = []
    for draw in draws:
        if "of" in draw:
            if draw["of"] not in lists:
                lists.append(draw["of"])
            draw = {**draw, "of": lists.index(draw["of"])}
        short.append(draw)
    return {"lists": lists, "draws": short}


def check_by_rules(record: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """What is wrong with a record whose proof agrees with itself: with the rules it is known what had to be drawn, from
    which things in which order, and where it had to be laid."""
    proof = record["fair"]
    try:
        game = find(record["game"]).variant_of(record)
        if game.rules_version != proof["rules_version"]:
            return [("version", {"found": proof["rules_version"], "wanted": game.rules_version})]
        promise = Promise(bytes.fromhex(proof["seed"]), GAMES)
        dealer = FairDealer(promise, proof["nonces"], 0)
        dealt = game.setup(record["players"], record["options"], dealer)
        if proof["setup"] == "drawn" and (dealt != record["setup"] or record.get("gift")):
            return [("deal", {})]
        draws = list(dealer.draws) if proof["setup"] == "drawn" else []
        state = game.opening(record)
        number = 0
        for i, move in enumerate(record["moves"]):
            if "chance" in move:
                number += 1
                if i >= proof["given"]:
                    draws.append(draw_chance(promise, proof["nonces"], number, state.chance_lots()))
            play_recorded(state, read_move(move, state.players, f"moves.{i}"), f"moves.{i}")
    except RulesError as error:
        return [("unplayable", {"why": str(error)})]
    right = shared_lists(draws)
    for i, draw in enumerate(right["draws"]):
        said = proof["draws"][i] if i < len(proof["draws"]) else {}
        if said != draw or ("of" in draw and proof["lists"][draw["of"]] != right["lists"][draw["of"]]):
            return [("rules", {"draw": i, "step": draw["step"]})]
    if "outcome" in record and (state.outcome is None or state.outcome.to_dict() != record["outcome"]):
        return [("outcome", {})]
    return []
