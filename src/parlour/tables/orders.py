"""Standing orders: answers that a seat gives before it is asked, and may take back at any time.

A game offers them with a file `orders.py` in its folder `face`:

    def accept(view, seat, name, value) -> what is kept of an order, or None if it cannot be given now
    def answer(view, seat, legal, orders) -> the action that the orders answer with, or None to ask the person
    def form(view, seat, orders, words) -> what `board/orders.html` needs, or None to show nothing

All three see what the seat sees and nothing else. The table keeps the orders in its log, so they go on when a browser
sleeps or the server is started again. Nobody else hears of them: an order changes no number that others are told.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from parlour.rules.game import find


@cache
def orders_of(game: str) -> Any:
    """A game's `orders.py`, if it has one."""
    return find(game).module("face.orders")
