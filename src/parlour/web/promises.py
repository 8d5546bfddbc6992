"""Promises on the web: the hash of a seed goes to a browser before its nonce comes back.

A form that makes a table carries an offer: the id of the table that will be made, signed for this person. The browser
asks for it (`/deal`) when the form is sent, gets the hash with it, and only then adds its nonce. The seed follows from
the id and the server's key, so nothing has to be remembered; a table is made once, so an offer is good for one deal.
"""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from parlour.tables.promises import Promise, offered_promise
from parlour.web.house import House, Visitor

# What the page that checks a record says besides `parlour.verify`: whether this browser's own promise was kept.
SENTENCES = {
    "kept": "This browser was shown the hash before it added the nonce of seat {seat}: the promise was kept.",
    "not kept": "This browser was shown another hash before it added the nonce of seat {seat}: {wanted}.",
    "not ours": "This browser added none of the nonces. Compare the hash with the one that you saw before: {hash}",
    "no file": "This is not a record: {what}",
}


class Offer(NamedTuple):
    """The table that a form makes."""

    table: str = ""  # its id; any, if nothing was promised
    promise: Promise | None = None
    nonce: str = ""


def new_offer(house: House, person: str) -> dict[str, str]:
    table = secrets.token_urlsafe(12)
    promise = offered_promise(house.signer.secret, table)
    return {"deal": house.signer.sign("deal", f"{table}~{person}"), "hash": promise.hash}


def offer_of(house: House, visitor: Visitor, fields: dict[str, Any]) -> Offer:
    """What a form was promised, with the nonce that it has added. Nothing, from a browser without script: a nonce that
    came before the promise would prove nothing."""
    table, _, person = (house.signer.read("deal", str(fields.get("deal", ""))) or "").partition("~")
    if not table or person != visitor.person:
        return Offer()
    return Offer(table, offered_promise(house.signer.secret, table), str(fields.get("nonce", "")))
