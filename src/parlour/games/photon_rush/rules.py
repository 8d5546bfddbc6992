"""Photon Rush: the rules, after the spec's rule ids PR-1 to PR-63.

Two to four bases build, then raid, defend or blow each other up, all at the same time and in secret, then
collect. There is no chance. The less obvious ideas:

- `waiting` is a bit mask of the seats that owe an answer; an answer is kept in `choice` until the mask is empty.
- What every seat has is in one packed vector (`parlour._vecs`), which copies fast: `has[GOLD + seat]`.
- Answers are codes (`codes.py`): a card is `kind << 2 | target`, the others are numbered by their amounts.
- Questions in the middle of an action phase (`take`, `blast`) are asked from `queue`; `cards` stay open as long. A
  queue is one number, three bits for each seat in it (`seats_in`).

Action strings are in `notation.py`; set-ups, positions and views in `positions.py`.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import append, vec
from parlour.games.photon_rush.codes import amount, blast_code, card_code, take_three_code, take_two_code
from parlour.games.photon_rush.parts import PhotonParts, has_nothing
from parlour.rules.chance import Rng
from parlour.rules.outcome import Outcome, rank_rows, returns_of_rows
from parlour.rules.state import NOBODY, State

BUILD: Final[i64] = 0
ACTION: Final[i64] = 1
BATTLE: Final[i64] = 2
BLAST: Final[i64] = 3
OVER: Final[i64] = 4
PHASES: Final = ["build", "action", "battle", "blast", "over"]

RAID: Final[i64] = 0
DEFEND: Final[i64] = 1
TNT: Final[i64] = 2
CARDS: Final = ["raid", "defend", "tnt"]

# Where a seat's things are in `has`. A position has at most 9,999 of anything; half a million rounds would be needed
# to get near 2^60, with the most generous component file.
SEATS: Final[i64] = 4
GOLD: Final[i64] = 0
MERCS: Final[i64] = 4
TOWERS: Final[i64] = 8
MINES: Final[i64] = 12  # operational
SALOONS: Final[i64] = 16
NEW_MINES: Final[i64] = 20  # under construction
NEW_SALOONS: Final[i64] = 24
OUT: Final[i64] = 28  # round of removal, 0 while in the game
CHOICE: Final[i64] = 32  # an answer given while others still think, or -1
CARD: Final[i64] = 36  # the card revealed this round, or -1

LOWEST: Final = vec[i64]([0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0])  # lowest seat of a mask of four


def playable() -> vec[vec[i64]]:
    """PR-21: the cards of a seat (upper bits) while the seats of a mask (lower bits) are in the game."""
    found = vec[vec[i64]]()
    for index in range(SEATS << SEATS):
        cards = vec[i64]()
        for target in range(SEATS):
            if target != index >> SEATS and index >> target & 1:
                for kind in range(RAID, TNT + 1):
                    cards = append(cards, card_code(kind, target))
        found = append(found, cards)
    return found


PLAYABLE: Final = playable()
NOBODY_ELSE: Final[i64] = 0  # an empty queue
NO_MERCS: Final = vec[i64]()


def may_build(gold: i64) -> bool:
    """PR-15: whoever has no gold is not asked for an order."""
    return gold > 0


def queue_of(seats: list[int]) -> i64:
    """A queue of these seats: each plus 1 in three bits, the first one lowest."""
    queue: i64 = 0
    for seat in reversed(seats):
        queue = queue << 3 | seat + 1
    return queue


def seats_in(queue: i64) -> list[int]:
    """The seats of a queue, the first one first."""
    found: list[int] = []
    while queue != 0:
        found.append(int(queue & 7) - 1)
        queue >>= 3
    return found


def least(one: i64, other: i64) -> i64:
    return one if one < other else other


def not_negative(number: i64) -> i64:
    return number if number > 0 else 0


def set_out(has: vec[i64], towers: i64, parts: PhotonParts) -> None:
    """What every seat has at the start."""
    for seat in range(SEATS):
        has[GOLD + seat] = parts.start_gold
        has[MERCS + seat] = parts.start_mercs
        has[TOWERS + seat] = towers
        has[MINES + seat] = parts.start_mines
        has[SALOONS + seat] = parts.start_saloons
        has[NEW_MINES + seat] = 0
        has[NEW_SALOONS + seat] = 0
        has[OUT + seat] = 0
        has[CHOICE + seat] = -1
        has[CARD + seat] = -1


@final
@mypyc_attr(free_list_len=1)  # whoever plays a copy to its end and makes the next has the room of the last
class PhotonRush(State):
    """A game of Photon Rush."""

    def __init__(
        self, players: i64, towers: i64, round_limit: i64, parts: PhotonParts, like: PhotonRush | None = None
    ) -> None:
        """A game before its first round, or a copy of the game `like`."""
        super().__init__(players)
        self.parts: PhotonParts = parts
        self.full_towers: i64 = towers  # option: what every base starts with
        self.round_limit: i64 = round_limit  # option: 0 for none
        if like is not None:
            self.round: i64 = like.round
            self.phase: i64 = like.phase
            self.waiting: i64 = like.waiting  # mask of the seats that owe an answer
            self.inside: i64 = like.inside  # mask of the seats still in the game
            self.has: vec[i64] = like.has[:]  # what each seat has: has[GOLD + seat], ...
            self.queue: i64 = like.queue  # who is still to answer `take` or `blast`
            return
        self.round = 1
        self.phase = BUILD
        self.waiting = 0
        self.inside = (1 << players) - 1
        has = vec[i64]([0 for _ in range(10 * SEATS)])
        set_out(has, towers, parts)
        self.has = has
        self.queue = NOBODY_ELSE

    def clone(self) -> PhotonRush:
        return PhotonRush(self.players, self.full_towers, self.round_limit, self.parts, self)

    def deal_again(self, rng: Rng) -> bool:
        """PR-9: nothing is left to chance."""
        self.round = 1
        self.inside = (1 << self.players) - 1
        self.queue = NOBODY_ELSE
        set_out(self.has, self.full_towers, self.parts)
        self.begin_round()
        return True

    # -- who is asked, and what ---------------------------------------------------------------

    def actor(self) -> i64:
        waiting = self.waiting
        return LOWEST[waiting] if waiting != 0 else NOBODY

    def awaited(self) -> i64:
        return self.waiting

    def simultaneous(self) -> bool:
        return self.phase == BUILD or self.phase == ACTION

    def codes(self, seat: i64) -> vec[i64]:
        phase = self.phase
        if phase == BUILD:
            return self.orders(seat)
        if phase == ACTION:
            return self.playable_cards(seat)
        if phase == BATTLE:
            return self.possible_losses(seat)
        return self.possible_blasts(seat)

    def apply(self, seat: i64, code: i64) -> None:
        phase = self.phase
        if phase == BUILD or phase == ACTION:
            # PR-14, PR-20, PR-59: an answer is only stored until the last seat has given its own.
            self.has[CHOICE + seat] = code
            waiting = self.waiting & ~(1 << seat)
            self.waiting = waiting
            if self.listener is not None:
                answer = {"action": self.notation(seat, code)}
                self.tell("answered", "PR-58", {"seat": seat, "phase": PHASES[phase]}, answer, (int(seat),))
            if waiting == 0:
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
        asked: i64 = 0
        for seat in range(self.players):
            if has[OUT + seat] != 0:
                continue
            mines = has[NEW_MINES + seat]
            saloons = has[NEW_SALOONS + seat]
            if mines != 0 or saloons != 0:
                if self.listener is not None:
                    self.tell("opened", "PR-13", {"seat": seat, "mines": mines, "saloons": saloons})
                has[MINES + seat] += mines
                has[SALOONS + seat] += saloons
                has[NEW_MINES + seat] = 0
                has[NEW_SALOONS + seat] = 0
            if may_build(has[GOLD + seat]):
                asked |= 1 << seat
        self.phase = BUILD
        self.waiting = asked
        if asked == 0:  # PR-15: nobody has gold
            self.begin_action()

    def orders(self, seat: i64) -> vec[i64]:
        """PR-15: any number of mines and saloons that the seat can pay for."""
        return self.parts.orders(self.has[GOLD + seat])

    def carry_out_orders(self) -> None:
        """PR-16: all pay and build."""
        has = self.has
        parts = self.parts
        for seat in range(self.players):
            order = has[CHOICE + seat]
            if order < 0:
                continue
            has[CHOICE + seat] = -1
            mines = amount(order, 0)
            saloons = amount(order, 1)
            cost = parts.cost(mines, saloons)
            has[GOLD + seat] -= cost
            has[NEW_MINES + seat] += mines
            has[NEW_SALOONS + seat] += saloons
            if self.listener is not None:
                self.tell(
                    "built", "PR-16", {"seat": seat, "mines": mines, "saloons": saloons, "cost": cost}, reveals=True
                )
        self.begin_action()

    # -- action phase: choosing (PR-20 to PR-23) ----------------------------------------------

    def begin_action(self) -> None:
        self.phase = ACTION
        self.waiting = self.inside

    def playable_cards(self, seat: i64) -> vec[i64]:
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
            if has[CARD + seat] >> 2 == DEFEND and self.must_choose_losses(seat):
                # PR-30: with at most four players this is the round's only battle.
                self.phase = BATTLE
                self.queue = seat + 1
                self.waiting = 1 << seat
                return
        self.fight(-1, 0)

    # -- action phase: battles (PR-27 to PR-30) -----------------------------------------------

    def raids(self, seat: i64, target: i64) -> bool:
        """Whether a seat with at least one mercenary raids this target."""
        return self.has[CARD + seat] == card_code(RAID, target) and self.has[MERCS + seat] > 0

    def raiders(self, target: i64) -> list[int]:
        """The seats with at least one mercenary that raid this target, ascending."""
        return [int(seat) for seat in range(self.players) if self.raids(seat, target)]

    def raider_count(self, target: i64) -> i64:
        has = self.has
        raid = card_code(RAID, target)
        found: i64 = 0
        for seat in range(self.players):
            if has[CARD + seat] == raid and has[MERCS + seat] > 0:
                found += 1
        return found

    def raided_seats(self) -> i64:
        """Mask of the seats that are raided, be it by nobody who has mercenaries: most are not, and need no count."""
        has = self.has
        found: i64 = 0
        for seat in range(self.players):
            card = has[CARD + seat]
            if card >> 2 == RAID:
                found |= 1 << (card & 3)
        return found

    def raiding_mercs(self, target: i64) -> i64:
        """The mercenaries of all who raid this target."""
        has = self.has
        raid = card_code(RAID, target)
        found: i64 = 0
        for seat in range(self.players):
            if has[CARD + seat] == raid:
                found += has[MERCS + seat]
        return found

    def defends(self, seat: i64) -> bool:
        return self.has[CARD + seat] >> 2 == DEFEND

    def must_choose_losses(self, seat: i64) -> bool:
        """PR-30: a defender with mercenaries, and two or more raiders with mercenaries."""
        return self.defends(seat) and self.has[MERCS + seat] > 0 and self.raider_count(seat) > 1

    def raiders_lost(self, defender: i64) -> i64:
        """PR-27: one defender takes out two raiders."""
        return least(self.raiding_mercs(defender), self.parts.raiders_per_defender * self.has[MERCS + defender])

    def possible_losses(self, defender: i64) -> vec[i64]:
        """PR-30: all ways to spread the losses over the two or three who raid."""
        most = vec[i64](capacity=4)
        for seat in range(self.players):
            if self.raids(seat, defender):
                most = append(most, self.has[MERCS + seat])
        total = self.raiders_lost(defender)
        found = vec[i64](capacity=16)
        if len(most) == 2:
            first = not_negative(total - most[1])
            while first <= most[0] and first <= total:
                found = append(found, take_two_code(first, total - first))
                first += 1
            return found
        first = not_negative(total - most[1] - most[2])
        while first <= most[0] and first <= total:
            second = not_negative(total - first - most[2])
            while second <= most[1] and second <= total - first:
                found = append(found, take_three_code(first, second, total - first - second))
                second += 1
            first += 1
        return found

    def take(self, defender: i64, code: i64) -> None:
        self.queue = NOBODY_ELSE
        self.waiting = 0
        self.fight(defender, code)

    def fight(self, chooser: i64, code: i64) -> None:
        """Fight all battles. `code` is how the defender `chooser`, if any, chose whom to take out."""
        has = self.has
        raided = self.raided_seats()
        for defender in range(self.players):
            if has[CARD + defender] >> 2 != DEFEND or raided >> defender & 1 == 0:
                continue
            raiding = self.raiding_mercs(defender)
            if raiding == 0:
                continue
            # PR-28: a defender falls with the second raider it takes out.
            fallen = least(raiding // self.parts.raiders_per_defender, has[MERCS + defender])
            before = has[MERCS : MERCS + SEATS] if self.listener is not None else NO_MERCS
            if defender == chooser:
                self.lose_as_chosen(defender, code)
            else:
                self.lose_raiders(defender)
            has[MERCS + defender] -= fallen
            if self.listener is not None:
                raid = card_code(RAID, defender)
                raiders = [int(seat) for seat in range(self.players) if has[CARD + seat] == raid and before[seat] > 0]
                lost = [int(before[raider] - has[MERCS + raider]) for raider in raiders]
                facts = {"defender": defender, "raiders": raiders, "raiders_lost": lost, "defenders_lost": fallen}
                self.tell("battle", "PR-27", facts)
        self.deal_damage(raided)

    def lose_raiders(self, defender: i64) -> None:
        """PR-30: one raider bears all losses; against no defender there are none."""
        lost = self.raiders_lost(defender)
        for seat in range(self.players):
            if self.raids(seat, defender):
                self.has[MERCS + seat] -= lost
                return

    def lose_as_chosen(self, defender: i64, code: i64) -> None:
        place: i64 = 0
        for seat in range(self.players):
            if self.raids(seat, defender):
                self.has[MERCS + seat] -= amount(code, place)
                place += 1

    # -- action phase: damage (PR-25, PR-26, PR-31 to PR-35) -----------------------------------

    def damage(self, target: i64) -> i64:
        """PR-31: the damage to a base by the raiders that are left; PR-32: doubled where T.N.T. is played."""
        raiding = self.raiding_mercs(target)
        return raiding * self.parts.tnt_damage_factor if self.has[CARD + target] >> 2 == TNT else raiding

    def deal_damage(self, raided: i64) -> None:
        """PR-34: at the same moment."""
        has = self.has
        blasting = False
        standing: i64 = 0
        for target in range(self.players):
            if has[OUT + target] != 0:
                continue
            damage: i64 = 0
            if raided >> target & 1:
                damage = self.damage(target)
            doubled = has[CARD + target] >> 2 == TNT
            if doubled:
                blasting = True
            if damage > 0:
                has[TOWERS + target] = not_negative(has[TOWERS + target] - damage)  # PR-33
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

    def buildings(self, seat: i64) -> i64:
        has = self.has
        return has[MINES + seat] + has[SALOONS + seat] + has[NEW_MINES + seat] + has[NEW_SALOONS + seat]

    def tnt_players(self) -> i64:
        """A queue in the order of PR-37: by target, then clockwise from the target."""
        has = self.has
        players = self.players
        found: i64 = 0
        end: i64 = 0
        for target in range(players):
            tnt = card_code(TNT, target)
            for step in range(1, players):
                seat = target + step
                if seat >= players:
                    seat -= players
                if has[CARD + seat] == tnt:
                    found |= seat + 1 << end
                    end += 3
        return found

    def blasters(self) -> i64:
        """Who of them is asked: those with mercenaries, where there is something to blow up (PR-38)."""
        has = self.has
        left = self.tnt_players()
        found: i64 = 0
        end: i64 = 0
        while left != 0:
            seat = (left & 7) - 1
            target = has[CARD + seat] & 3
            if has[MERCS + seat] > 0 and has[TOWERS + target] > 0 and self.buildings(target) > 0:
                found |= seat + 1 << end
                end += 3
            left >>= 3
        return found

    def ask_blast(self) -> None:
        if self.queue != NOBODY_ELSE:
            self.waiting = 1 << (self.queue & 7) - 1
        else:
            self.waiting = 0
            self.remove()

    def possible_blasts(self, seat: i64) -> vec[i64]:
        """PR-36: as many buildings as the seat has mercenaries, of whatever kinds."""
        has = self.has
        target = has[CARD + seat] & 3
        most_mines = has[MINES + target]
        most_saloons = has[SALOONS + target]
        most_new_mines = has[NEW_MINES + target]
        most_new_saloons = has[NEW_SALOONS + target]
        size = self.blast_size(seat)
        found = vec[i64](capacity=16)
        mines = not_negative(size - most_saloons - most_new_mines - most_new_saloons)
        while mines <= most_mines and mines <= size:
            left = size - mines
            saloons = not_negative(left - most_new_mines - most_new_saloons)
            while saloons <= most_saloons and saloons <= left:
                rest = left - saloons
                new_mines = not_negative(rest - most_new_saloons)
                while new_mines <= most_new_mines and new_mines <= rest:
                    found = append(found, blast_code(mines, saloons, new_mines, rest - new_mines))
                    new_mines += 1
                saloons += 1
            mines += 1
        return found

    def blast_size(self, seat: i64) -> i64:
        return least(self.has[MERCS + seat], self.buildings(self.has[CARD + seat] & 3))

    def blast(self, seat: i64, code: i64) -> None:
        has = self.has
        target = has[CARD + seat] & 3
        mines = amount(code, 0)
        saloons = amount(code, 1)
        new_mines = amount(code, 2)
        new_saloons = amount(code, 3)
        has[MINES + target] -= mines
        has[SALOONS + target] -= saloons
        has[NEW_MINES + target] -= new_mines
        has[NEW_SALOONS + target] -= new_saloons
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
        self.queue >>= 3
        if self.queue != NOBODY_ELSE and self.buildings(target) == 0:
            self.spare(target)
        self.ask_blast()

    def spare(self, target: i64) -> None:
        """PR-59: whoever else aimed at a base where nothing is left is not asked any more."""
        left = self.queue
        found: i64 = 0
        end: i64 = 0
        while left != 0:
            seat = (left & 7) - 1
            if self.has[CARD + seat] & 3 != target:
                found |= seat + 1 << end
                end += 3
            left >>= 3
        self.queue = found

    # -- action phase: removal (PR-39 to PR-42) ------------------------------------------------

    def remove(self) -> None:
        has = self.has
        left: i64 = 0
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
        self.queue = NOBODY_ELSE
        if left < 2:
            self.end()  # PR-41, PR-42: before any collection
        else:
            self.collect()

    # -- collection phase (PR-43 to PR-51) -----------------------------------------------------

    def collect(self) -> None:
        has = self.has
        parts = self.parts
        rich = False
        for seat in range(self.players):
            if has[OUT + seat] != 0:
                continue
            # PR-46: both are judged on what the seat owns when the collection begins.
            gold_before = has[GOLD + seat]
            mercs_before = has[MERCS + seat]
            gold = parts.gold_income(gold_before, has[MINES + seat])
            mercs = parts.mercs_income(mercs_before, has[SALOONS + seat])
            has[GOLD + seat] = gold_before + gold
            has[MERCS + seat] = mercs_before + mercs
            if parts.buys_planet(has[GOLD + seat]):
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
        inside = [int(seat) for seat in range(self.players) if self.has[OUT + seat] == 0]
        if len(inside) == 0:
            reason = "all-destroyed"
        elif len(inside) == 1:
            reason = "last-standing"
        elif any(self.parts.buys_planet(self.has[GOLD + seat]) for seat in inside):
            reason = "gold"
        else:
            reason = "round-limit"
        ranking = rank_rows(self.merits(), 4)
        scores = tuple(
            [self.has[GOLD + seat] if self.has[OUT + seat] == 0 else None for seat in range(self.players)]
        )  # PR-55
        return Outcome(ranking[0], ranking, scores, reason)

    def merits(self) -> vec[i64]:
        """PR-53: what the seats are ranked by, four numbers each: first the class that a seat is ranked in."""
        has = self.has
        found = vec[i64]([0 for _ in range(4 * self.players)])
        inside: i64 = 0
        for seat in range(self.players):
            if has[OUT + seat] == 0:
                inside += 1
        for seat in range(self.players):
            at = 4 * seat
            if has[OUT + seat] != 0:  # PR-56
                found[at + 1] = has[OUT + seat]
                found[at + 2] = has[MERCS + seat]
            elif inside > 1 and self.parts.buys_planet(has[GOLD + seat]):  # PR-48 to PR-50
                found[at] = 2
                found[at + 1] = has[TOWERS + seat]
                found[at + 2] = has[MERCS + seat]
            else:  # PR-51
                found[at] = 1
                found[at + 1] = has[GOLD + seat]
                found[at + 2] = has[TOWERS + seat]
                found[at + 3] = has[MERCS + seat]
        return found

    def returns(self) -> list[float]:
        return returns_of_rows(self.merits(), 4) if self.phase == OVER else [0.0] * int(self.players)

    # -- the edges: notation, positions and views ----------------------------------------------

    def notation(self, seat: i64, code: i64) -> str:
        return notation.write(code)

    def legal_texts(self, seat: i64) -> list[str]:
        return self.parts.menus.sorted_texts(self, seat)

    def read(self, seat: i64, action: str) -> i64:
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


def max_length(players: int, options: dict[str, Any], parts: PhotonParts) -> int:
    """In each round an order, a card and a blast of each seat, and one choice of losses; 0 without a limit."""
    return (options["round_limit"] or 0) * (3 * players + 1)


# The edges know the state, so they come last.
from parlour.games.photon_rush import notation, positions  # noqa: E402
