"""Habits that look silly to a person, counted over games of one bot with itself.

    python bench/habits.py gold-n-crash --bot search:400 [--games 60]
    PARLOUR_OLD=../old python bench/habits.py crash-and-grab --bot old:search:400

- Crash & Grab: a Boost that would fill an empty station, and is passed up.
- Gold n' Crash: four turns on end of nothing but drawing; a hand of ten cards or more.
- Photon Rush: a base that would win at the next collection, and nobody else plays a card against it; and how often of
  these it could have been stopped, by T.N.T. of one who does not win, or of all of them together.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from typing import Any

import field  # noqa: F401  the opponents of the field are bots by their names
import older  # noqa: F401  old:search:400
import variants  # noqa: F401  variant:explore=2:search:400

import parlour
from parlour.bots import make_bot
from parlour.lab.match import Turn, play_match

FULL_HAND = 10
ON_END = 4
GOAL = 15  # gold that wins Photon Rush
DEEP = 400  # states that are looked through for what a Boost can bring


def fills_a_station(state: parlour.State, seat: int) -> bool:
    """Whether some Boost, with the launches after it, leaves the seat with a station more, and on the board."""
    before = stations(state, seat)
    open_states = [state]
    seen = 0
    while open_states and seen < DEEP:
        here = open_states.pop()
        for action in here.legal(seat):
            if here is state and action == "pass":
                continue
            after = here.clone()
            after.play(seat, action)
            seen += 1
            if after.outcome is not None:
                return seat in after.outcome.winners
            table = after.position()
            if table["phase"] in ("launch", "waste") and after.owing() == [seat]:
                open_states.append(after)
            elif stations(after, seat) > before and all(
                saucer["at"] is not None for saucer in table["saucers"] if saucer["seat"] == seat
            ):
                return True
    return False


def stations(state: parlour.State, seat: int) -> int:
    saucers = [saucer for saucer in state.position()["saucers"] if saucer["seat"] == seat]
    return sum(len({member.split("-")[1] for member in saucer["crew"]}) for saucer in saucers)


class Watch:
    """Looks on at one game."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.counts: Counter[str] = Counter()
        self.drawn = [0, 0]  # by seat: actions on end that were draws
        self.winning: dict[int, set[int]] = {}  # by round: the bases that will win if nobody minds
        self.rich: dict[int, set[int]] = {}  # by round: all that will hold the gold then
        self.minded: dict[int, set[int]] = {}  # by round: the bases that somebody else plays against
        self.stoppable: dict[int, set[int]] = {}  # by round: those of them that others could stop

    def before(self, turn: Turn) -> None:
        seat = turn.move.seat
        if not isinstance(seat, int) or turn.choices < 2:
            return
        table = turn.state.position()
        if self.game_id == "crash-and-grab":
            if table["phase"] == "boost" and fills_a_station(turn.state, seat):
                self.counts["a Boost would fill a station"] += 1
                self.counts["and is passed up"] += turn.move.action == "pass"
        elif self.game_id == "photon-rush":
            if table["phase"] == "action":
                self.mind(turn.state, turn.move.action)
        elif table["pending"] is None:
            self.counts["decisions"] += 1
            self.counts[f"with {FULL_HAND} cards or more in hand"] += len(table["seats"][seat]["hand"]) >= FULL_HAND
            self.drawn[seat] = self.drawn[seat] + 1 if turn.move.action == "draw" else 0
            self.counts[f"{ON_END} turns on end of drawing"] += self.drawn[seat] == 2 * ON_END

    def mind(self, state: parlour.State, card: str) -> None:
        table = state.position()
        kind, target = card.split()
        if table["round"] not in self.winning:  # the first to answer: no card lies there yet
            inside = [i for i, base in enumerate(table["seats"]) if base["out"] is None]
            self.winning[table["round"]] = winning = winners_if(state, inside, [], 0)
            self.rich[table["round"]] = {i for i in inside if rich(table["seats"][i])}
            self.stoppable[table["round"]] = {
                base
                for base in winning
                if any(
                    base not in winners_if(state, inside, blasters, base)
                    for blasters in (
                        [i for i in inside if i not in winning],
                        *[[i] for i in inside if i not in winning],
                    )
                )
            }
        if kind != "defend":
            self.minded.setdefault(table["round"], set()).add(int(target))

    def total(self) -> Counter[str]:
        """What was counted, when the game is over."""
        for number, bases in self.winning.items():
            if bases:  # if several will hold the gold, it will do to mind one of them
                minded = bool((bases | self.rich[number]) & self.minded.get(number, set()))
                self.counts["a base would win at the next collection"] += 1
                self.counts["and nobody minds"] += not minded
                self.counts["though it could be stopped"] += not minded and bool(self.stoppable[number])
        return self.counts


def rich(base: Mapping[str, Any]) -> bool:
    return bool(base["gold"] + base["mines"] >= GOAL)


def winners_if(state: parlour.State, inside: list[int], blasters: list[int], target: int) -> set[int]:
    """Who has won when this round of Photon Rush is over, if these play T.N.T. against the target and all others watch:
    nobody, if the game goes on."""
    after = state.clone()
    for seat in inside:
        other = next(i for i in inside if i != seat)
        after.play(seat, f"tnt {target}" if seat in blasters else f"defend {other}")
    while after.outcome is None and after.position()["phase"] == "blast":
        seat = after.owing()[0]
        after.play(seat, max(after.legal(seat), key=lambda blast: int(blast.split()[1])))  # mines
    return set(after.outcome.winners) if after.outcome is not None else set()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=["crash-and-grab", "gold-n-crash", "photon-rush"])
    parser.add_argument("--bot", default="search:400")
    parser.add_argument("--games", type=int, default=60)
    asked = parser.parse_args()
    game = parlour.game(asked.game)
    players = 3 if 3 in game.players else 2
    counts: Counter[str] = Counter()
    for number in range(asked.games):
        watch = Watch(game.id)
        state = game.new(players, seed=f"habits {number}")
        bots = [make_bot(asked.bot, game, seat, f"{number}:{seat}") for seat in range(players)]
        play_match(state, bots, parlour.Rng(f"habits {number}"), before=watch.before)
        counts.update(watch.total())
    print(f"{asked.bot}, {asked.games} games: " + ", ".join(f"{name} {count}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
