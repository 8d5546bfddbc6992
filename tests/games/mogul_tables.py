"""Mogul positions in a few words: `market([["brown-blue-1"], [], []], phase="winner", withdrawn=[1, 2])`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import parlour

GAME = parlour.game("mogul")
FILE = Path(GAME.folder) / "components.toml"


def components() -> dict[str, Any]:
    """The data of the box's own component file, to be changed at will."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


SHARES: dict[str, dict[str, Any]] = {share["id"]: share for share in components()["shares"]}

BROWNS = [["brown-blue-1"], ["brown-pink-1", "brown-pink-2"], ["brown-green-1"]]  # four in play


def market(
    shares: Sequence[Sequence[str]] = BROWNS,
    revealed: str = "green-brown-1",
    phase: str = "auction",
    to_act: int | None = None,
    first_player: int = 0,
    tokens: Sequence[int] | None = None,
    bank: int | None = None,
    pot: int = 0,
    scores: Sequence[int] | None = None,
    withdrawn: Sequence[int] = (),
    winner_action: str | None = None,
    top: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    quick_start: bool = False,
    loan_cost: int = 1,
) -> dict[str, Any]:
    """A position with a seat for each list of shares.

    All other cards are in the deck, `top` first and the Crash card last; or `deck` is all of it and the rest is
    discarded. The bank has the tokens that are nowhere else, unless it is given: then the first seat has them.
    """
    players = len(shares)
    hands = list(tokens) if tokens is not None else [6] * players
    if bank is None:
        bank = 45 - pot - sum(hands)
    else:
        hands[0] += 45 - pot - bank - sum(hands)
    if to_act is None:
        missing = [seat for seat in range(players) if seat not in withdrawn]
        to_act = withdrawn[-1] if phase == "runner_up" else missing[0] if phase == "winner" else first_player
    revealed = "crash" if phase == "over" else revealed
    used = {revealed, *(card for held in shares for card in held)}
    rest = [card for card in sorted(SHARES) if card not in used]
    if deck is None:
        deck = [*top, *(card for card in rest if card not in top), "crash"]
    return {
        "game": "mogul",
        "players": players,
        "options": {"quick_start": quick_start, "loan_cost": loan_cost},
        "to_act": [] if phase == "over" else [to_act],
        "phase": phase,
        "round": 32 - (2 if quick_start else 1) * players - len(deck),
        "first_player": first_player,
        "revealed": revealed,
        "deck": list(deck),
        "discard": [card for card in rest if card not in deck],
        "bank": bank,
        "pot": pot,
        "tokens": hands,
        "scores": list(scores) if scores is not None else [0] * players,
        "shares": [sorted(held) for held in shares],
        "withdrawn": list(withdrawn),
        "winner_action": winner_action,
    }
