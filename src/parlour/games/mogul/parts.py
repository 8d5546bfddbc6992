"""Mogul: the shares of the component file as tables, checked against KR-13.

A share is a number: its place among all ids in ASCII order, so that "the first ids" (KR-44) and sorted lists come
by themselves. The Crash card has the number after the last share. A colour is its place in the file.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.check import Check, excerpt
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import Parts

CRASH: Final = "crash"
COLOURS: Final[i64] = 5  # KR-13: the pile of KR-23 has one share of each
MOST_TOKENS: Final = 1_000_000

# Codes of the actions; selling k shares is SELL + k.
DECLINE: Final[i64] = 0
LOAN: Final[i64] = 1
PAY: Final[i64] = 2
WITHDRAW: Final[i64] = 3
TAKE: Final[i64] = 4
SELL: Final[i64] = 5

# The questions of the game, by number (`MogulParts.answers`). The last two are there for each number of shares of the
# border colour that one may have: WINNING + 2 * shares, SELLING + 2 * shares.
LENDING: Final[i64] = 0  # KR-28
BIDDING: Final[i64] = 1  # KR-35, KR-36
BROKE: Final[i64] = 2  # KR-37: bidding without a token
LEFT_SHARE: Final[i64] = 3  # KR-50: the winner has sold
WINNING: Final[i64] = 4  # KR-41
SELLING: Final[i64] = 5  # KR-49: the winner has taken the share

# Numbers that are in the file for the reader and in the rules for good.
FIXED: Final = [
    ("tokens", "per_player", 6, "KR-18"),
    ("tokens", "per_loan", 2, "KR-29"),
    ("tokens", "per_point_at_the_end", 5, "KR-55"),
    ("crash", "shuffled_with_last", 4, "KR-21"),
]


@final
class MogulParts(Parts):
    """The shares and their colours, and how many tokens there are."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        check = Check(InvalidComponents)
        tokens = check.mapping(data.get("tokens"), "tokens")
        check.that("total" in tokens, "tokens.total", "this number is missing")
        # KR-13: at least 36, six for each of six players.
        self.tokens: i64 = check.integer(tokens["total"], "tokens.total", 36, MOST_TOKENS)
        check_fixed(check, data)
        self.colours: list[str] = colour_ids(check, data)
        cards = checked_shares(check, data, self.colours)
        count_colours(check, data, cards)
        cards.sort(key=card_id)
        self.ids: list[str] = [card["id"] for card in cards] + [CRASH]  # by card, the Crash card last
        self.crash: i64 = len(cards)  # the number of the Crash card, and of shares
        self.centre: vec[i64] = vec[i64]([self.colours.index(card["centre"]) for card in cards])  # by share
        self.border: vec[i64] = vec[i64]([self.colours.index(card["border"]) for card in cards])
        self.start: list[int] = [share for share, card in enumerate(cards) if card["start"]]  # KR-9: those with an S
        self.of_colour: vec[vec[i64]] = vec[vec[i64]]()  # KR-14: the shares with that centre, ascending
        largest: i64 = 0
        for colour in range(COLOURS):
            shares = vec[i64]([share for share in range(self.crash) if self.centre[share] == colour])
            self.of_colour = append(self.of_colour, shares)
            if len(shares) > largest:
                largest = len(shares)
        # By share: how much of the shares of its colour it is, for observations.
        self.portion: vec[float] = vec[float]([1.0 / float(len(self.of_colour[colour])) for colour in self.centre])
        # By question, the codes of what can be answered; the same as lists; as sorted texts, once they are asked for.
        self.answers: vec[vec[i64]] = vec[vec[i64]]()
        self.answers = append(self.answers, vec[i64]([DECLINE, LOAN]))
        self.answers = append(self.answers, vec[i64]([PAY, WITHDRAW]))
        self.answers = append(self.answers, vec[i64]([WITHDRAW]))
        self.answers = append(self.answers, vec[i64]([DECLINE, TAKE]))
        for own in range(largest + 1):
            sales = vec[i64]([SELL + number for number in range(own + 1)])
            self.answers = append(self.answers, append(sales[:], TAKE))  # KR-41, KR-47: also selling none
            sales[0] = DECLINE
            self.answers = append(self.answers, sales)  # KR-49: one or more, or decline
        self.lists: list[list[int]] = [[int(code) for code in codes] for codes in self.answers]
        self.texts: list[list[str]] = [[] for _ in self.answers]
        self.action_count = int(SELL + largest + 1)
        self.codes_fit = True
        self.spaces: int = track_spaces(check, data)
        self.markers: list[dict[str, str]] = marker_names(check, data)  # by seat; they have no effect on play (KR-12)
        self.number: dict[str, int] = {}  # of a card, by its id
        for card, name in enumerate(self.ids):
            self.number[name] = card

    def space(self, score: int) -> int:
        """KR-16: where a marker stands on the loop of the score track. For the eye only: laps count."""
        return score % self.spaces

    def lap(self, score: int) -> int:
        """KR-16: how often a marker has gone around the loop; below 0 backwards."""
        return score // self.spaces


def card_id(card: dict[str, Any]) -> str:
    found: str = card["id"]
    return found


def check_fixed(check: Check, data: dict[str, Any]) -> None:
    """The rules' own numbers may be left out of the file, but not changed by it."""
    for section, key, number, rule in FIXED:
        if section in data and key in check.mapping(data[section], section):
            where = f"{section}.{key}"
            found = check.integer(data[section][key], where)
            check.that(found == number, where, f"the rules say {number}, not {found} ({rule})")
    if "crash" in data and "id" in data["crash"]:
        check.that(data["crash"]["id"] == CRASH, "crash.id", f'the Crash card\'s id is "{CRASH}" (KR-13)')


def track_spaces(check: Check, data: dict[str, Any]) -> int:
    track = check.mapping(data.get("track", {}), "track")
    return check.integer(track.get("spaces", 32), "track.spaces", 1)


def marker_names(check: Check, data: dict[str, Any]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for i, marker in enumerate(check.sequence(data.get("markers", []), "markers")):
        names = check.keys(marker, ("en", "fr"), f"markers.{i}", others=True)
        found.append({lang: check.string(names[lang], f"markers.{i}.{lang}") for lang in ("en", "fr")})
    return found


def colour_ids(check: Check, data: dict[str, Any]) -> list[str]:
    colours = check.sequence(data.get("colours"), "colours")
    check.that(len(colours) == COLOURS, "colours", f"exactly five colours are needed, not {len(colours)} (KR-13)")
    found: list[str] = []
    for i, colour in enumerate(colours):
        where = f"colours.{i}"
        check.keys(colour, ("id", "shares", "borders"), where, others=True)
        name = check.string(colour["id"], f"{where}.id")
        check.that(name not in found, f"{where}.id", f"there are two colours {excerpt(name)} (KR-13)")
        found.append(name)
    return found


def checked_shares(check: Check, data: dict[str, Any], colours: list[str]) -> list[dict[str, Any]]:
    """KR-13, for each share by itself and for their numbers."""
    found: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for i, share in enumerate(check.sequence(data.get("shares"), "shares")):
        where = f"shares.{i}"
        card = check.keys(share, ("id", "centre", "border", "start"), where, others=True)
        name = check.string(card["id"], f"{where}.id")
        check.that(name != "", f"{where}.id", "a card needs a name (KR-13)")
        check.that(name != CRASH, f"{where}.id", "no share may be called “crash” (KR-13)")
        check.that(name not in seen, f"{where}.id", f"shares.{seen.get(name)} is called {excerpt(name)} too (KR-13)")
        seen[name] = i
        check.one_of(card["centre"], colours, f"{where}.centre")
        check.one_of(card["border"], colours, f"{where}.border")
        check.that(card["centre"] != card["border"], f"{where}.border", "centre and border must differ (KR-8, KR-13)")
        check.boolean(card["start"], f"{where}.start")
        found.append(card)
    check.that(len(found) >= 15, "shares", f"at least 15 shares are needed, not {len(found)} (KR-13)")
    starts = len([card for card in found if card["start"]])
    check.that(starts >= 6, "shares", f"at least 6 shares must have start = true, not {starts} (KR-13)")
    return found


def count_colours(check: Check, data: dict[str, Any], cards: list[dict[str, Any]]) -> None:
    """KR-13: the counts of the file are right, and no start deal uses up a colour."""
    for i, colour in enumerate(data["colours"]):
        where = f"colours.{i}"
        name = colour["id"]
        centres = [card for card in cards if card["centre"] == name]
        borders = [card for card in cards if card["border"] == name]
        shares = check.integer(colour["shares"], f"{where}.shares")
        count = len(centres)
        check.that(shares == count, f"{where}.shares", f"there are {count} {name} shares, not {shares} (KR-13)")
        number = check.integer(colour["borders"], f"{where}.borders")
        count = len(borders)
        check.that(number == count, f"{where}.borders", f"there are {count} {name} borders, not {number} (KR-13)")
        starts = len([card for card in centres if card["start"]])
        left = len(centres) - min(5, starts)
        check.that(
            left >= 1, f"{where}.shares", f"no {name} share may be left after 5 start shares are dealt: add one (KR-13)"
        )


def make_parts(data: dict[str, Any]) -> MogulParts:
    return MogulParts(data)
