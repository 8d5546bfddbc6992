"""Photon Rush: the rules, after the spec's rule ids PR-1 to PR-63.

Two to four bases build, then raid, defend or blow each other up, all at the same time and in secret, then
collect. There is no chance. The less obvious ideas:

- `waiting` is a bit mask of the seats that owe an answer; an answer is kept in `choice` until the mask is empty.
- Orders and cards are ints: an order is `saloons << 20 | mines`, a card `kind << 3 | target`; losses (`take`) and
  explosions (`blast`) are fields of 20 bits.
- Questions in the middle of an action phase (`take`, `blast`) are asked from `queue`; `cards` stay open as long.

Action strings are in `notation.py`; set-ups, positions and views in `positions.py`.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.games.photon_rush.parts import FIELD, PhotonParts, has_nothing
from parlour.rules.outcome import Outcome, rank
from parlour.rules.state import NOBODY, State

BUILD: Final = 0
ACTION: Final = 1
BATTLE: Final = 2
BLAST: Final = 3
OVER: Final = 4
PHASES: Final = ["build", "action", "battle", "blast", "over"]

RAID: Final = 0
DEFEND: Final = 1
TNT: Final = 2
CARDS: Final = ["raid", "defend", "tnt"]

# Where a seat's things are in `has`: one list is much cheaper to copy than ten.
SEATS: Final = 4
GOLD: Final = 0
MERCS: Final = 4
TOWERS: Final = 8
MINES: Final = 12  # operational
SALOONS: Final = 16
NEW_MINES: Final = 20  # under construction
NEW_SALOONS: Final = 24
OUT: Final = 28  # round of removal, 0 while in the game
CHOICE: Final = 32  # an answer given while others still think, or -1
CARD: Final = 36  # the card revealed this round, or -1

MASK: Final = (1 << FIELD) - 1

LOWEST: Final = [0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0]  # lowest seat of a mask of four


def playable() -> list[list[int]]:
    """PR-21: the cards of a seat (upper bits) while the seats of a mask (lower bits) are in the game."""
    return [
        [
            kind << 3 | target
            for target in range(SEATS)
            if target != index >> SEATS and index >> target & 1
            for kind in (RAID, DEFEND, TNT)
        ]
        for index in range(SEATS << SEATS)
    ]


PLAYABLE: Final[list[list[int]]] = playable()


def may_build(gold: int) -> bool:
    """PR-15: whoever has no gold is not asked for an order."""
    return gold > 0


def splits(first: int, second: int, third: int, fourth: int, total: int) -> list[int]:
    """All ways to take `total` from four heaps of these sizes, as fields of a code."""
    found: list[int] = []
    a = total - second - third - fourth
    if a < 0:
        a = 0
    while a <= first and a <= total:
        left = total - a
        b = left - third - fourth
        if b < 0:
            b = 0
        while b <= second and b <= left:
            rest = left - b
            c = rest - fourth
            if c < 0:
                c = 0
            code = a | b << FIELD
            while c <= third and c <= rest:
                found.append(code | c << 2 * FIELD | (rest - c) << 3 * FIELD)
                c += 1
            b += 1
        a += 1
    return found


class PhotonRush(State):
    """A game of Photon Rush."""

    def __init__(
        self, players: int, towers: int, round_limit: int, parts: PhotonParts, like: PhotonRush | None = None
    ) -> None:
        """A game before its first round, or a copy of the game `like`."""
        super().__init__(players)
        self.parts: PhotonParts = parts
        self.full_towers: int = towers  # option: what every base starts with
        self.round_limit: int = round_limit  # option: 0 for none
        if like is not None:
            self.round: int = like.round
            self.phase: int = like.phase
            self.waiting: int = like.waiting  # mask of the seats that owe an answer
            self.inside: int = like.inside  # mask of the seats still in the game
            self.has: list[int] = like.has[:]  # what each seat has: has[GOLD + seat], ...
            # Who is still to answer `take` or `blast`. The list is replaced, never changed, so copies share it.
            self.queue: list[int] = like.queue
            return
        self.round = 1
        self.phase = BUILD
        self.waiting = 0
        self.inside = (1 << players) - 1
        self.has = [0] * (10 * SEATS)
        for seat in range(SEATS):
            self.has[GOLD + seat] = parts.start_gold
            self.has[MERCS + seat] = parts.start_mercs
            self.has[TOWERS + seat] = towers
            self.has[MINES + seat] = parts.start_mines
            self.has[SALOONS + seat] = parts.start_saloons
            self.has[CHOICE + seat] = -1
            self.has[CARD + seat] = -1
        self.queue = []

    def clone(self) -> PhotonRush:
        return PhotonRush(self.players, self.full_towers, self.round_limit, self.parts, self)

    # -- who is asked, and what ---------------------------------------------------------------

    def actor(self) -> int:
        if self.waiting == 0:
            return NOBODY
        return LOWEST[self.waiting]

    def owing(self) -> list[int]:
        return [seat for seat in range(self.players) if self.waiting >> seat & 1]

    def simultaneous(self) -> bool:
        return self.phase == BUILD or self.phase == ACTION

    def actions(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == BUILD:
            return self.orders(seat)
        if phase == ACTION:
            return self.playable_cards(seat)
        if phase == BATTLE:
            return self.possible_losses(seat)
        return self.possible_blasts(seat)

    def apply(self, seat: int, code: int) -> None:
        phase = self.phase
        if phase == BUILD or phase == ACTION:
            # PR-14, PR-20, PR-59: an answer is only stored until the last seat has given its own.
            self.has[CHOICE + seat] = code
            self.waiting &= ~(1 << seat)
            if self.listener is not None:
                answer = {"action": self.notation(seat, code)}
                self.tell("answered", "PR-58", {"seat": seat, "phase": PHASES[phase]}, answer, (seat,))
            if self.waiting == 0:
                if phase == BUILD:
                    self.carry_out_orders()
                else:
                    self.reveal()
        elif phase == BATTLE:
            self.take(seat, code)
        else:
            self.blast(seat, code)

    # -- building phase (PR-13 to PR-19) ------------------------------------------------------

    def begin_round(self) -> None:
        """Buildings open (PR-13) and every seat with gold is asked for its order (PR-15)."""
        has = self.has
        if self.listener is not None:
            self.tell("round-began", "PR-12", {"round": self.round})
        asked = 0
        for seat in range(self.players):
            if has[OUT + seat] != 0:
                continue
            if has[NEW_MINES + seat] != 0 or has[NEW_SALOONS + seat] != 0:
                if self.listener is not None:
                    opened = {
                        "seat": seat,
                        "mines": has[NEW_MINES + seat],
                        "saloons": has[NEW_SALOONS + seat],
                    }
                    self.tell("opened", "PR-13", opened)
                has[MINES + seat] = has[MINES + seat] + has[NEW_MINES + seat]
                has[SALOONS + seat] = has[SALOONS + seat] + has[NEW_SALOONS + seat]
                has[NEW_MINES + seat] = 0
                has[NEW_SALOONS + seat] = 0
            if may_build(has[GOLD + seat]):
                asked |= 1 << seat
        self.phase = BUILD
        self.waiting = asked
        if asked == 0:  # PR-15: nobody has gold
            self.begin_action()

    def orders(self, seat: int) -> list[int]:
        """PR-15: any number of mines and saloons that the seat can pay for."""
        return self.parts.orders(self.has[GOLD + seat])

    def carry_out_orders(self) -> None:
        """PR-16: all pay and build."""
        has = self.has
        for seat in range(self.players):
            order = has[CHOICE + seat]
            if order < 0:
                continue
            has[CHOICE + seat] = -1
            mines = order & MASK
            saloons = order >> FIELD
            cost = self.parts.cost(mines, saloons)
            has[GOLD + seat] = has[GOLD + seat] - cost
            has[NEW_MINES + seat] = has[NEW_MINES + seat] + mines
            has[NEW_SALOONS + seat] = has[NEW_SALOONS + seat] + saloons
            if self.listener is not None:
                self.tell(
                    "built", "PR-16", {"seat": seat, "mines": mines, "saloons": saloons, "cost": cost}, reveals=True
                )
        self.begin_action()

    # -- action phase: choosing (PR-20 to PR-23) ----------------------------------------------

    def begin_action(self) -> None:
        self.phase = ACTION
        self.waiting = self.inside

    def playable_cards(self, seat: int) -> list[int]:
        """PR-21: every card on every other seat still in the game, whatever the seat owns."""
        return PLAYABLE[seat << SEATS | self.inside]

    def reveal(self) -> None:
        """PR-23: all cards are turned up together."""
        has = self.has
        for seat in range(self.players):
            has[CARD + seat] = has[CHOICE + seat]
            has[CHOICE + seat] = -1
        if self.listener is not None:
            self.tell("revealed", "PR-23", {"cards": notation.write_cards(self)}, reveals=True)
        for seat in range(self.players):
            if self.must_choose_losses(seat):
                # PR-30: with at most four players this is the round's only battle.
                self.phase = BATTLE
                self.queue = [seat]
                self.waiting = 1 << seat
                return
        self.fight(-1, 0)

    # -- action phase: battles (PR-27 to PR-30) -----------------------------------------------

    def raiders(self, target: int) -> list[int]:
        """The seats with at least one mercenary that raid this target, ascending."""
        has = self.has
        raid = RAID << 3 | target
        return [seat for seat in range(self.players) if has[CARD + seat] == raid and has[MERCS + seat] > 0]

    def defends(self, seat: int) -> bool:
        return self.has[CARD + seat] >> 3 == DEFEND

    def must_choose_losses(self, seat: int) -> bool:
        """PR-30: a defender with mercenaries, and two or more raiders with mercenaries."""
        return self.defends(seat) and self.has[MERCS + seat] > 0 and len(self.raiders(seat)) > 1

    def raiders_lost(self, defender: int) -> int:
        """PR-27: one defender takes out two raiders."""
        raiding = 0
        for seat in self.raiders(defender):
            raiding += self.has[MERCS + seat]
        strength = self.parts.raiders_per_defender * self.has[MERCS + defender]
        return raiding if raiding < strength else strength

    def possible_losses(self, defender: int) -> list[int]:
        raiders = self.raiders(defender)
        most = [self.has[MERCS + seat] for seat in raiders] + [0, 0]
        return splits(most[0], most[1], most[2], 0, self.raiders_lost(defender))

    def take(self, defender: int, code: int) -> None:
        self.queue = []
        self.waiting = 0
        self.fight(defender, code)

    def fight(self, chooser: int, losses: int) -> None:
        """Fight all battles. `losses` is what the defender `chooser`, if any, chose whom to take out."""
        has = self.has
        for defender in range(self.players):
            if not self.defends(defender):
                continue
            raiders = self.raiders(defender)
            if len(raiders) == 0:
                continue
            raiding = 0
            for seat in raiders:
                raiding += has[MERCS + seat]
            if defender != chooser:
                # PR-30: one raider bears all losses; against no defender there are none.
                losses = self.raiders_lost(defender)
            # PR-28: a defender falls with the second raider it takes out.
            fallen = raiding // self.parts.raiders_per_defender
            if fallen > has[MERCS + defender]:
                fallen = has[MERCS + defender]
            lost: list[int] = []
            for i in range(len(raiders)):
                number = losses >> (FIELD * i) & MASK
                has[MERCS + raiders[i]] = has[MERCS + raiders[i]] - number
                lost.append(number)
            has[MERCS + defender] = has[MERCS + defender] - fallen
            if self.listener is not None:
                facts = {"defender": defender, "raiders": raiders, "raiders_lost": lost, "defenders_lost": fallen}
                self.tell("battle", "PR-27", facts)
        self.deal_damage()

    # -- action phase: damage (PR-25, PR-26, PR-31 to PR-35) -----------------------------------

    def hits(self) -> list[int]:
        """PR-31: the damage to each base by the raiders that are left; PR-32: doubled where T.N.T. is played."""
        has = self.has
        damage = [0] * SEATS
        for seat in range(self.players):
            card = has[CARD + seat]
            if card >> 3 == RAID:
                damage[card & 7] = damage[card & 7] + has[MERCS + seat]
        for seat in range(self.players):
            if has[CARD + seat] >> 3 == TNT:
                damage[seat] = damage[seat] * self.parts.tnt_damage_factor
        return damage

    def deal_damage(self) -> None:
        """PR-34: at the same moment."""
        has = self.has
        hits = self.hits()
        blasting = False
        standing = 0
        for target in range(self.players):
            if has[OUT + target] != 0:
                continue
            damage = hits[target]
            doubled = has[CARD + target] >> 3 == TNT
            if doubled:
                blasting = True
            if damage > 0:
                left = has[TOWERS + target] - damage
                has[TOWERS + target] = left if left > 0 else 0  # PR-33
                if self.listener is not None:
                    facts = {
                        "seat": target,
                        "raiders": self.raiders(target),
                        "damage": damage,
                        "doubled": doubled,
                        "towers": has[TOWERS + target],
                    }
                    self.tell("damaged", "PR-32" if doubled else "PR-31", facts)
            if has[TOWERS + target] > 0:
                standing += 1
        if standing < 2 or not blasting:
            self.remove()  # PR-35
            return
        self.phase = BLAST
        self.queue = self.blasters()
        self.ask_blast()

    # -- action phase: Photon T.N.T. (PR-36 to PR-38, PR-60, PR-61) ----------------------------

    def buildings(self, seat: int) -> int:
        has = self.has
        return has[MINES + seat] + has[SALOONS + seat] + has[NEW_MINES + seat] + has[NEW_SALOONS + seat]

    def tnt_players(self) -> list[int]:
        """In the order of PR-37: by target, then clockwise from the target."""
        found: list[int] = []
        for target in range(self.players):
            for step in range(1, self.players):
                seat = (target + step) % self.players
                if self.has[CARD + seat] == (TNT << 3 | target):
                    found.append(seat)
        return found

    def blasters(self) -> list[int]:
        """Who of them is asked: those with mercenaries, where there is something to blow up (PR-38)."""
        has = self.has
        found: list[int] = []
        for seat in self.tnt_players():
            target = has[CARD + seat] & 7
            if has[MERCS + seat] > 0 and has[TOWERS + target] > 0 and self.buildings(target) > 0:
                found.append(seat)
        return found

    def ask_blast(self) -> None:
        if len(self.queue) > 0:
            self.waiting = 1 << self.queue[0]
        else:
            self.waiting = 0
            self.remove()

    def possible_blasts(self, seat: int) -> list[int]:
        """PR-36: as many buildings as the seat has mercenaries, of whatever kinds."""
        has = self.has
        target = has[CARD + seat] & 7
        return splits(
            has[MINES + target],
            has[SALOONS + target],
            has[NEW_MINES + target],
            has[NEW_SALOONS + target],
            self.blast_size(seat),
        )

    def blast_size(self, seat: int) -> int:
        mercs = self.has[MERCS + seat]
        buildings = self.buildings(self.has[CARD + seat] & 7)
        return mercs if mercs < buildings else buildings

    def blast(self, seat: int, code: int) -> None:
        has = self.has
        target = has[CARD + seat] & 7
        mines = code & MASK
        saloons = code >> FIELD & MASK
        new_mines = code >> 2 * FIELD & MASK
        new_saloons = code >> 3 * FIELD
        has[MINES + target] = has[MINES + target] - mines
        has[SALOONS + target] = has[SALOONS + target] - saloons
        has[NEW_MINES + target] = has[NEW_MINES + target] - new_mines
        has[NEW_SALOONS + target] = has[NEW_SALOONS + target] - new_saloons
        if self.listener is not None:
            facts = {
                "seat": seat,
                "target": target,
                "mines": mines,
                "saloons": saloons,
                "new_mines": new_mines,
                "new_saloons": new_saloons,
            }
            self.tell("blasted", "PR-36", facts)
        self.queue = self.queue[1:]
        if self.buildings(target) == 0:  # PR-59: whoever else aimed at it is not asked any more
            self.queue = [other for other in self.queue if has[CARD + other] & 7 != target]
        self.ask_blast()

    # -- action phase: removal (PR-39 to PR-42) ------------------------------------------------

    def remove(self) -> None:
        has = self.has
        left = 0
        for seat in range(self.players):
            has[CARD + seat] = -1
            if has[OUT + seat] != 0:
                continue
            if has[TOWERS + seat] == 0:
                has[OUT + seat] = self.round
                self.inside &= ~(1 << seat)
                if self.listener is not None:
                    self.tell("destroyed", "PR-39", {"seat": seat, "round": self.round})
            else:
                left += 1
        self.queue = []
        if left < 2:
            self.end()  # PR-41, PR-42: before any collection
        else:
            self.collect()

    # -- collection phase (PR-43 to PR-51) -----------------------------------------------------

    def collect(self) -> None:
        has = self.has
        rich = False
        for seat in range(self.players):
            if has[OUT + seat] != 0:
                continue
            # PR-46: both are judged on what the seat owns when the collection begins.
            gold_before = has[GOLD + seat]
            mercs_before = has[MERCS + seat]
            gold = self.parts.gold_income(gold_before, has[MINES + seat])
            mercs = self.parts.mercs_income(mercs_before, has[SALOONS + seat])
            has[GOLD + seat] = gold_before + gold
            has[MERCS + seat] = mercs_before + mercs
            if self.parts.buys_planet(has[GOLD + seat]):
                rich = True
            if self.listener is not None and (gold > 0 or mercs > 0):
                facts = {
                    "seat": seat,
                    "gold": gold,
                    "mercs": mercs,
                    "gold_relief": has_nothing(gold_before, has[MINES + seat]),
                    "mercs_relief": has_nothing(mercs_before, has[SALOONS + seat]),
                }
                self.tell("collected", "PR-43", facts)
        if rich or self.is_last_round():
            self.end()  # PR-47, PR-51
        else:
            self.round += 1
            self.begin_round()

    # -- the end --------------------------------------------------------------------------------

    def is_last_round(self) -> bool:
        """PR-51: whether the game ends with this round, whoever has what."""
        return self.round_limit > 0 and self.round >= self.round_limit

    def end(self) -> None:
        self.phase = OVER
        self.waiting = 0
        if self.listener is not None:
            outcome = self.result()
            assert outcome is not None
            self.tell("over", "PR-52", outcome.to_dict())

    def result(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        inside = [seat for seat in range(self.players) if self.has[OUT + seat] == 0]
        rich = [seat for seat in inside if self.parts.buys_planet(self.has[GOLD + seat])]
        if len(inside) == 0:
            reason = "all-destroyed"
        elif len(inside) == 1:
            reason = "last-standing"
        elif rich:
            reason = "gold"
        else:
            reason = "round-limit"
        # PR-53: the first number of a key is the class a seat is ranked in.
        keys: dict[int, tuple[int, ...]] = {}
        for seat in range(self.players):
            if self.has[OUT + seat] != 0:
                keys[seat] = (0, self.has[OUT + seat], self.has[MERCS + seat])  # PR-56
            elif reason == "gold" and seat in rich:
                keys[seat] = (2, self.has[TOWERS + seat], self.has[MERCS + seat])  # PR-48 to PR-50
            else:
                keys[seat] = (1, self.has[GOLD + seat], self.has[TOWERS + seat], self.has[MERCS + seat])  # PR-51
        ranking = rank(keys)
        scores = tuple(
            [self.has[GOLD + seat] if self.has[OUT + seat] == 0 else None for seat in range(self.players)]
        )  # PR-55
        return Outcome(ranking[0], ranking, scores, reason)

    # -- the edges: notation, positions and views ----------------------------------------------

    def notation(self, seat: int, code: int) -> str:
        return notation.write(self, seat, code)

    def read(self, seat: int, action: str) -> int:
        return notation.read(self, seat, action)

    def turn_rule(self) -> str:
        return "PR-62"

    def game_id(self) -> str:
        return "photon-rush"

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source

    def position(self) -> dict[str, Any]:
        return positions.position(self)

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        return positions.view(self, None if seat is None else self._check_seat(seat))


# The edges know the state, so they come last.
from parlour.games.photon_rush import notation, positions  # noqa: E402
