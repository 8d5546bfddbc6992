"""Mogul: action strings, written and read (section 7 of the spec).

Every action has one code in all phases: the verbs below from 0 on, then `sell k` as SELL + k. Nobody can sell more than
the largest colour has, so that is the last code (`parts.action_count`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.mogul.parts import DECLINE, LOAN, PAY, SELL, TAKE, WITHDRAW
from parlour.games.mogul.rules import AUCTION, LOANS, SOLD, TOKENS, WINNER, Mogul
from parlour.rules.errors import IllegalAction
from parlour.rules.notation import natural

VERBS: Final = ["decline", "loan", "pay", "withdraw", "take"]  # by code
TURN_RULES: Final = ["KR-28", "KR-34", "KR-41", "KR-48", "KR-54"]  # by phase


# -- writing ---------------------------------------------------------------------------------------


TEXTS: Final = [*VERBS, *[f"sell {number}" for number in range(100)]]  # by code; no colour should have more


def write(code: i64) -> str:
    """The action string of a code."""
    return TEXTS[code] if code < len(TEXTS) else f"sell {int(code - SELL)}"


# -- reading ---------------------------------------------------------------------------------------


def read(state: Mogul, seat: i64, action: str) -> i64:
    phase = state.phase
    if phase == LOANS:
        return read_loan(action)
    if phase == AUCTION:
        return read_bid(state, seat, action)
    if phase == WINNER:
        return read_win(state, seat, action)
    return read_follow(state, seat, action)


def read_loan(action: str) -> i64:
    if action == "loan":
        return LOAN
    if action == "decline":
        return DECLINE
    if action == "pay" or action == "withdraw":
        raise IllegalAction("KR-28", "the bidding begins when all have answered: take a loan or decline first")
    raise IllegalAction("KR-28", "you are asked for a loan: take it or decline")


def read_bid(state: Mogul, seat: i64, action: str) -> i64:
    if action == "withdraw":
        return WITHDRAW
    if action == "pay":
        if state.has[TOKENS + seat] == 0:
            raise IllegalAction("KR-37", "you have no token to pay with: you can only withdraw")
        return PAY
    if action == "loan":
        raise IllegalAction("KR-28", "there is no loan during the auction: pay or withdraw")
    if action == "decline":
        raise IllegalAction("KR-34", "nobody sits out of the auction: pay or withdraw")
    if action == "take" or action == "sell" or action.startswith("sell "):
        raise IllegalAction("KR-38", "the auction is not over: pay or withdraw")
    raise IllegalAction("KR-34", "this is the auction: pay or withdraw")


def read_win(state: Mogul, seat: i64, action: str) -> i64:
    if action == "take":
        return TAKE
    if action == "sell" or action.startswith("sell "):
        return read_sale(state, seat, action)
    if action == "pay" or action == "withdraw":
        raise IllegalAction("KR-38", "the auction is over and you have won it: take the share or sell some")
    raise IllegalAction("KR-41", "the winner must take the share or sell a number of shares, if only 0")


def read_sale(state: Mogul, seat: i64, action: str) -> i64:
    number = natural(action[5:])
    if number < 0:
        raise IllegalAction("KR-44", "say how many shares you sell with a plain number, as in “sell 2”")
    own = state.sellable(seat)
    if number > own:
        if own == 0:
            raise IllegalAction("KR-43", "you own no share of the border colour, and only that colour can be sold")
        raise IllegalAction("KR-43", "only the border colour can be sold, and you own {own} of that", {"own": own})
    return SELL + number


def read_follow(state: Mogul, seat: i64, action: str) -> i64:
    if action == "decline":
        return DECLINE
    sale = action == "sell" or action.startswith("sell ")
    if state.winner_action == SOLD:
        if action == "take":
            return TAKE
        if sale:
            raise IllegalAction("KR-48", "the winner chose to sell, so you cannot: take the share or decline")
        raise IllegalAction("KR-50", "you may take the share or decline")
    if sale:
        code = read_sale(state, seat, action)
        if code == SELL:
            raise IllegalAction("KR-49", "“sell 0” is for the winner: “sell” one share or more, or “decline”")
        return code
    if action == "take":
        raise IllegalAction("KR-48", "the winner has taken the share: you may sell or decline")
    raise IllegalAction("KR-49", "you may sell a number of shares or decline")
