"""Photon Rush players who follow rules of thumb. No bot of ours was tuned against the first four: they are played when
all is done, and not before.

    python bench/field.py photon-rush --bot search:600 --only brinkman,rusher,grudge,copycat --games 210

They answer from their view alone, and know nothing of our judges, styles and networks.

- `brinkman` builds mines and defends; T.N.T. is for whoever would win at the next collection.
- `rusher` hires for three rounds, then raids the base with the fewest towers until it falls.
- `grudge` minds its own business, and pays back whoever hurt it last.
- `copycat` does what the richest of the others did in the round before.
- `bully` races, and blasts who has little left: a base without mines and saloons earns one gold a round, and one T.N.T.
  a round keeps it so. It came last, when a stranger had shown what that does; sparring partners know it since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import parlour
from parlour.bots.bot import Bot
from parlour.rules.events import Event

GOAL = 15


class RuleBot(Bot):
    """Answers by rules of thumb; what none of them covers, at random."""

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        seats = view["seats"]
        others = [seat for seat, base in enumerate(seats) if seat != self.seat and base["out"] is None]
        if view["phase"] == "build":
            wish = self.order(view, seats[self.seat], others)
        elif view["phase"] == "action":
            wish = self.card(view, seats[self.seat], others)
        elif view["phase"] == "blast":
            return max(legal, key=lambda text: [int(word) for word in text.split()[1:]])  # mines first
        else:
            return self.rng.choice(list(legal))
        return wish if wish in legal else self.rng.choice(list(legal))

    def order(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        return build(own, 0)

    def card(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        raise NotImplementedError

    def pick(self, seats: Sequence[Mapping[str, Any]], others: list[int], worth: Any) -> int:
        """One of those for whom this is most."""
        most = max(worth(seats[seat]) for seat in others)
        return self.rng.choice([seat for seat in others if worth(seats[seat]) == most])


def build(own: Mapping[str, Any], saloons: int) -> str:
    """So many saloons, and mines for the rest, unless what there is will do."""
    if own["gold"] + 2 * own["mines"] >= GOAL:
        return "build 0 0"
    return f"build {own['gold'] - 2 * saloons} {saloons}"


def wealth(base: Mapping[str, Any]) -> int:
    return int(base["gold"] + base["mines"])


@parlour.bot("brinkman")
class BrinkmanBot(RuleBot):
    about = "mines and Defend, and T.N.T. for who is about to win"

    def card(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        richest = self.pick(view["seats"], others, wealth)
        if wealth(view["seats"][richest]) >= GOAL:
            return f"tnt {richest}"
        return f"defend {richest}"


@parlour.bot("rusher")
class RusherBot(RuleBot):
    about = "hires, then raids the weakest base until it falls"

    def order(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        return build(own, own["gold"] // 2)

    def card(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        weakest = self.pick(view["seats"], others, lambda base: (-base["towers"], -base["mercs"]))
        return f"raid {weakest}" if view["round"] > 3 or self.rng.below(3) == 0 else f"defend {weakest}"


@parlour.bot("grudge")
class GrudgeBot(RuleBot):
    about = "minds its own business, and pays back"

    def __init__(self, game: parlour.Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.foe: int | None = None

    def see(self, event: Event) -> None:
        if event.kind == "revealed":
            for seat, card in enumerate(event.facts["cards"]):
                if card in (f"raid {self.seat}", f"tnt {self.seat}"):
                    self.foe = seat

    def order(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        return build(own, 1 if self.foe is not None and own["gold"] >= 2 and own["saloons"] < 2 else 0)

    def card(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        foe, self.foe = self.foe, None
        if foe in others:
            return f"raid {foe}" if self.rng.below(2) == 0 else f"tnt {foe}"
        return f"defend {self.rng.choice(others)}"


@parlour.bot("copycat")
class CopycatBot(RuleBot):
    about = "does what the richest of the others did"

    def __init__(self, game: parlour.Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.built: dict[int, bool] = {}  # by seat: whether its last order had a saloon
        self.played: dict[int, str] = {}  # by seat: its last card

    def see(self, event: Event) -> None:
        if event.kind == "built":
            self.built[event.facts["seat"]] = event.facts["saloons"] > 0
        elif event.kind == "revealed":
            for seat, card in enumerate(event.facts["cards"]):
                if card is not None:
                    self.played[seat] = card.split()[0]

    def order(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        richest = self.pick(view["seats"], others, wealth)
        return build(own, 1 if self.built.get(richest, False) and own["gold"] >= 2 else 0)

    def card(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        richest = self.pick(view["seats"], others, wealth)
        return f"{self.played.get(richest, 'raid')} {richest}"


@parlour.bot("bully")
class BullyBot(RuleBot):
    about = "races, and keeps down who has little"

    def order(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        return build(own, 1 if own["mines"] > 5 and own["saloons"] < 2 else 0)

    def card(self, view: Mapping[str, Any], own: Mapping[str, Any], others: list[int]) -> str:
        richest = self.pick(view["seats"], others, wealth)
        if wealth(view["seats"][richest]) >= GOAL:
            return f"tnt {richest}"

        def part(base: Mapping[str, Any]) -> float:
            buildings = sum(base[kind] for kind in ("mines", "saloons", "new_mines", "new_saloons"))
            return float(min(own["mercs"], buildings) / buildings) if buildings else 0.0

        return f"tnt {self.pick(view['seats'], others, part)}"
