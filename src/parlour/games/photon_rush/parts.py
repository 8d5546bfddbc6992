"""Photon Rush: the numbers of the component file, checked."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.photon_rush.codes import ACTION_COUNT, order_code
from parlour.rules.check import Check
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import Parts
from parlour.rules.menus import Menus


@final
class PhotonParts(Parts):
    """What things cost and yield, and what a base starts with."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        self.menus: Menus = Menus()
        check = Check(InvalidComponents)
        start = check.keys(section(check, data, "start"), ("gold", "mercs", "mines", "saloons"), "start", others=True)
        self.start_gold: i64 = check.integer(start["gold"], "start.gold", 0, 1000)
        self.start_mercs: i64 = check.integer(start["mercs"], "start.mercs", 0, 1000)
        self.start_mines: i64 = check.integer(start["mines"], "start.mines", 0, 1000)
        self.start_saloons: i64 = check.integer(start["saloons"], "start.saloons", 0, 1000)
        goal = check.keys(section(check, data, "goal"), ("gold",), "goal", others=True)
        self.goal: i64 = check.integer(goal["gold"], "goal.gold", 1, 10_000)
        building = section(check, data, "building")
        mine = self.building(check, building, "mine", "gold")
        saloon = self.building(check, building, "saloon", "mercenary")
        self.mine_cost: i64 = mine[0]
        self.mine_yield: i64 = mine[1]
        self.saloon_cost: i64 = saloon[0]
        self.saloon_yield: i64 = saloon[1]
        battle = check.keys(
            section(check, data, "battle"), ("raiders_per_defender", "tnt_damage_factor"), "battle", others=True
        )
        self.raiders_per_defender: i64 = check.integer(
            battle["raiders_per_defender"], "battle.raiders_per_defender", 1, 100
        )
        self.tnt_damage_factor: i64 = check.integer(battle["tnt_damage_factor"], "battle.tnt_damage_factor", 1, 100)
        relief = check.keys(section(check, data, "relief"), ("gold", "mercs"), "relief", others=True)
        self.relief_gold: i64 = check.integer(relief["gold"], "relief.gold", 0, 1000)
        self.relief_mercs: i64 = check.integer(relief["mercs"], "relief.mercs", 0, 1000)
        bases = check.sequence(data.get("base"), "base")
        check.that(len(bases) >= 4, "base", "at least four bases are needed")
        self.bases: list[dict[str, str]] = []
        for i, base in enumerate(bases):
            names = check.keys(base, ("id", "en", "fr", "colour"), f"base.{i}", others=True)
            self.bases.append(
                {key: check.string(names[key], f"base.{i}.{key}") for key in ("id", "en", "fr", "colour")}
            )

        self.action_count = int(ACTION_COUNT)
        # PR-47: nobody builds with the goal's gold in hand; a position may say otherwise, but seldom does.
        self.usual_orders: vec[vec[i64]] = vec[vec[i64]]()  # by gold
        for gold in range(min(self.goal, 64)):
            self.usual_orders = append(self.usual_orders, self.payable_orders(gold))

    def orders(self, gold: i64) -> vec[i64]:
        """PR-15: all orders that can be paid for with so much gold. Not to be changed by the caller."""
        if gold < len(self.usual_orders):
            return self.usual_orders[gold]
        return self.payable_orders(gold)

    def payable_orders(self, gold: i64) -> vec[i64]:
        found = vec[i64]()
        for saloons in range(gold // self.saloon_cost + 1):
            for mines in range((gold - saloons * self.saloon_cost) // self.mine_cost + 1):
                found = append(found, order_code(mines, saloons))
        return found

    def cost(self, mines: i64, saloons: i64) -> i64:
        """PR-15: what an order costs."""
        return mines * self.mine_cost + saloons * self.saloon_cost

    def buys_planet(self, gold: i64) -> bool:
        """PR-47: whether so much gold after a collection wins."""
        return gold >= self.goal

    def gold_income(self, gold: i64, mines: i64) -> i64:
        """PR-43: what the mines of a base bring; PR-44: with neither gold nor mine it is helped."""
        return self.relief_gold if has_nothing(gold, mines) else mines * self.mine_yield

    def mercs_income(self, mercs: i64, saloons: i64) -> i64:
        """PR-43: who comes from the saloons of a base; PR-45: with neither mercenary nor saloon it is helped."""
        return self.relief_mercs if has_nothing(mercs, saloons) else saloons * self.saloon_yield

    def building(self, check: Check, buildings: dict[str, Any], name: str, yields: str) -> tuple[int, int]:
        where = f"building.{name}"
        data = check.keys(buildings.get(name), ("cost", "yields", "amount"), where, others=True)
        check.one_of(data["yields"], (yields,), f"{where}.yields")
        return (
            check.integer(data["cost"], f"{where}.cost", 1, 1000),
            check.integer(data["amount"], f"{where}.amount", 0, 1000),
        )


def has_nothing(stock: i64, buildings: i64) -> bool:
    """PR-44, PR-45: nothing of a kind, and no open building that would bring any."""
    return stock == 0 and buildings == 0


def section(check: Check, data: dict[str, Any], name: str) -> dict[str, Any]:
    check.that(name in data, name, "this section is missing")
    return check.mapping(data[name], name)


def make_parts(data: dict[str, Any]) -> PhotonParts:
    return PhotonParts(data)
