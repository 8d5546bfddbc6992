"""What is counted in one game: a number for each measure, by its name.

    win_share.ROLE      1 for a win of whoever has that role, a part of it for a shared one; roles are seats (`seat.0`),
                        bots (`bot.greedy`), turn order (`first`, `second`, ...), what a game declares (`octopirate`),
                        and `chosen`: the seat, drawn by lot, to which something is given
    ended.REASON        how the game ended
    shared_wins         whether the win was shared
    length.rounds .steps .decisions       a decision is a question with more than one answer
    choices             answers for each decision
    forced              share of the questions with one answer only: idle turns, on which nothing can be done
    waiting             decisions of others between two of one's own
    lead_changes        how often somebody else got ahead, as the game's judge sees it
    known_at            after what part of the game its winner was ahead for good
    comebacks           whether the winner was last in the middle of the game
    scores.winner .gap  points of the winner, and how far the second was behind; scores.all: of everybody
    held.THING          how many of a thing a player has at the end
    win_with.THING      wins of those who have it then. It is a coincidence, no cause: winners have more of everything
    taken.DEED          how often that answer is given where it could be: near 0 is a choice that nobody wants
    luck                how far chance moved a seat's chance to win, as the judge sees it (`parlour.lab.luck`)
    skill               of the first of two kinds of bots: before how many of the others it is placed, 0.5 if skill does
                        not matter, 1 if it decides

What a game declares stands in its `lab/counts.py`: `first_seat`, `roles`, `rounds`, `things`, `deed`, `gifts`, `give`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any

from parlour.bots.bot import make_bot
from parlour.faces.refusals import SettingRefused
from parlour.lab.luck import Luck
from parlour.lab.match import Turn, play_match
from parlour.rules.chance import Rng
from parlour.rules.game import Game, Parts
from parlour.rules.judge import Judge, judge_of, share_of_win
from parlour.rules.move import Move
from parlour.rules.outcome import Outcome
from parlour.rules.state import CHANCE, NATURE, NOBODY, State

TURNS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SHARES = ("win_share.", "ended.", "win_with.", "taken.")
SHARE_NAMES = ("shared_wins", "forced", "known_at", "comebacks", "skill")
ABSENT_IS_NONE = ("ended.", "held.")  # where a game does not say a measure, it is 0
LOOP = 200  # so many of the last steps are looked at for positions that come again
THREEFOLD = 3
TENTHS = 10  # parts of a game after which it is said who leads
WINNER = "winner"  # the role of whoever will win


KINDS = ("win_share", "ended", "length", "scores", "held", "win_with", "taken", *SHARE_NAMES, "choices", "waiting",
         "lead_changes", "luck")  # fmt: skip


def check_pattern(pattern: str) -> None:
    """Refuse a pattern that no measure can fit."""
    kind = pattern.partition(".")[0]
    if not any(fnmatchcase(known, kind) for known in KINDS):
        raise SettingRefused(
            "count {pattern}: no measure is called so; they begin with {kinds}", pattern=pattern, kinds=", ".join(KINDS)
        )


def is_share(name: str) -> bool:
    """Whether a measure lies between 0 and 1."""
    return name.startswith(SHARES) or name in SHARE_NAMES


class Observation:
    """What one game showed."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}
        self.unfinished = False  # stopped at the limit
        self.circling = False  # and went in circles there
        self.moves: list[Any] = []  # as a record has them, if they were asked for
        self.luck: dict[str, float] = {}  # by role, if it was asked for
        self.leads: dict[str, list[float]] = {}  # by role: whether it is ahead after each tenth of the game

    def to_dict(self) -> dict[str, Any]:
        """All but the moves."""
        more = {"luck": self.luck, "leads": self.leads}
        return {
            "values": self.values,
            "unfinished": self.unfinished,
            "circling": self.circling,
            **{name: value for name, value in more.items() if value},
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Observation:
        found = Observation()
        found.values = dict(data["values"])
        found.unfinished = data["unfinished"]
        found.circling = data["circling"]
        found.luck = dict(data.get("luck", {}))
        found.leads = dict(data.get("leads", {}))
        return found


class Observer:
    """Watches one game and counts."""

    def __init__(
        self, game: Game, state: State, bots: Sequence[str], chosen: int, luck: bool = False, skilled: str = ""
    ) -> None:
        self.game = game
        self.state = state
        self.bots = list(bots)
        self.skilled = skilled  # the bot whose skill is asked about
        self.counts = game.module("lab.counts")
        self.judge: Judge = judge_of(game.id)
        self.roles = roles_of(self.counts, state, bots, chosen)
        self.luck = Luck(game, len(bots)) if luck else None
        self.steps = 0
        self.questions = 0
        self.decisions = 0
        self.answers = 0
        self.last_decision = [-1] * len(bots)  # of each seat, by its number
        self.waits = 0
        self.waited = 0  # decisions, in all of the waits together
        self.leaders: list[int] = []
        self.last_middle: list[list[int]] = []  # who was last, at every look
        self.offered: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.recent: Counter[str] = Counter()

    def note(self, seat: int, choices: int) -> None:
        """A seat answers one of so many answers."""
        self.questions += 1
        if choices > 1:
            before = self.last_decision[seat]
            if before >= 0:
                self.waits += 1
                self.waited += self.decisions - before - 1
            self.last_decision[seat] = self.decisions
            self.decisions += 1
            self.answers += choices

    def note_deed(self, legal: Sequence[str], action: str) -> None:
        if self.counts is None or not hasattr(self.counts, "deed") or len(legal) < 2:
            return
        offered = {self.counts.deed(other) for other in legal}
        if len(offered) > 1:
            self.offered.update(offered)
            self.taken[self.counts.deed(action)] += 1

    def look(self) -> None:
        """Who is ahead now; called while the game goes on."""
        state = self.state
        if state.players == 1:
            return
        standings = [self.judge.standing(state, seat) for seat in range(state.players)]
        best, worst = max(standings), min(standings)
        if best == worst:
            return
        ahead = [seat for seat, standing in enumerate(standings) if standing == best]
        self.leaders.append(ahead[0] if len(ahead) == 1 else -1)
        self.last_middle.append([seat for seat, standing in enumerate(standings) if standing == worst])

    def notice_loop(self) -> None:
        """Remember a position but for its round, which is what goes on when nothing else does."""
        position = self.state.position()
        position.pop("round", None)
        self.recent[json.dumps(position, sort_keys=True)] += 1

    def result(self) -> Observation:
        found = Observation()
        outcome = self.state.outcome
        if outcome is None:
            found.unfinished = True
            found.circling = any(times >= THREEFOLD for times in self.recent.values())
            return found
        values = found.values
        values["length.steps"] = float(self.steps)
        values["length.decisions"] = float(self.decisions)
        if self.questions:
            values["forced"] = 1 - self.decisions / self.questions
        if self.decisions:
            values["choices"] = self.answers / self.decisions
        if self.waits and self.state.players > 1:
            values["waiting"] = self.waited / self.waits
        for deed, times in sorted(self.offered.items()):
            values[f"taken.{deed}"] = self.taken[deed] / times
        position = self.state.position()
        if self.counts is not None and hasattr(self.counts, "rounds"):
            values["length.rounds"] = float(self.counts.rounds(position))
        values[f"ended.{outcome.reason}"] = 1.0
        values.update(self.wins(outcome))
        values.update(scores_of(outcome))
        values.update(self.course(outcome))
        if self.counts is not None and hasattr(self.counts, "things"):
            values.update(things_of(self.counts.things(position), outcome))
        if self.luck is not None:
            values["luck"] = self.luck.size
            found.luck = self.luck.by_role(self.roles)
        found.leads = self.leads(outcome)
        return found

    def wins(self, outcome: Outcome) -> dict[str, float]:
        found = {
            f"win_share.{role}": sum(share_of_win(outcome, seat) for seat in seats) / len(seats)
            for role, seats in self.roles.items()
        }
        if self.state.players > 1:
            found["shared_wins"] = float(len(outcome.winners) > 1)
        if self.skilled and len(set(self.bots)) == 2:
            found["skill"] = placed_before(outcome, self.bots, self.skilled)
        return found

    def leads(self, outcome: Outcome) -> dict[str, list[float]]:
        """For each role, and for whoever will win alone, whether it is ahead after each tenth of the game."""
        if not self.leaders or len(outcome.winners) != 1:
            return {}
        last = len(self.leaders) - 1
        ahead = [self.leaders[round(last * tenth / TENTHS)] for tenth in range(TENTHS + 1)]
        roles = {role: seats for role, seats in self.roles.items() if not role.startswith("seat.")} or self.roles
        return {
            role: [float(seat in seats) for seat in ahead]
            for role, seats in {**roles, WINNER: [outcome.winners[0]]}.items()
        }

    def course(self, outcome: Outcome) -> dict[str, float]:
        """Who was ahead when."""
        clear = [seat for seat in self.leaders if seat >= 0]
        if len(clear) < 2 or not outcome.winners:
            return {}
        found = {"lead_changes": float(sum(one != other for one, other in pairwise(clear)))}
        if len(outcome.winners) == 1:
            winner = outcome.winners[0]
            behind = [i for i, seat in enumerate(self.leaders) if seat != winner]
            found["known_at"] = (behind[-1] + 1) / len(self.leaders) if behind else 0.0
            found["comebacks"] = float(winner in self.last_middle[len(self.last_middle) // 2])
        return found


def roles_of(counts: Any, state: State, bots: Sequence[str], chosen: int) -> dict[str, list[int]]:
    """The seats that have each role at the start of a game."""
    found: dict[str, list[int]] = {}
    for seat, bot in enumerate(bots):
        found.setdefault(f"seat.{seat}", []).append(seat)
        if len(set(bots)) > 1:
            found.setdefault(f"bot.{bot}", []).append(seat)
    if counts is not None and (hasattr(counts, "first_seat") or hasattr(counts, "roles")):
        position = state.position()
        if hasattr(counts, "first_seat") and state.players > 1:
            first = counts.first_seat(position)
            for seat in range(state.players):
                found.setdefault(TURNS[(seat - first) % state.players], []).append(seat)
        if hasattr(counts, "roles"):
            for seat, roles in enumerate(counts.roles(position)):
                for role in roles:
                    found.setdefault(role, []).append(seat)
    if chosen >= 0:
        found["chosen"] = [chosen]
    return found


def placed_before(outcome: Outcome, bots: Sequence[str], name: str) -> float:
    """The share of the pairs of a bot of this name and another one in which it is placed before the other."""
    pairs = [
        (outcome.place(seat), outcome.place(other))
        for seat, bot in enumerate(bots)
        for other, another in enumerate(bots)
        if bot == name != another
    ]
    return sum(1.0 if mine < theirs else 0.5 * (mine == theirs) for mine, theirs in pairs) / len(pairs)


def scores_of(outcome: Outcome) -> dict[str, float]:
    scores = [score for score in outcome.scores if score is not None]
    if len(scores) < len(outcome.scores) or not scores:
        return {}
    found = {"scores.all": sum(scores) / len(scores)}
    if len(scores) > 1:
        best = sorted(scores, reverse=True)
        found["scores.winner"] = float(best[0])
        found["scores.gap"] = float(best[0] - best[1])
    return found


def things_of(things: Sequence[Mapping[str, int]], outcome: Outcome) -> dict[str, float]:
    found: dict[str, float] = {}
    for name in sorted({name for own in things for name in own}):
        amounts = [own.get(name, 0) for own in things]
        found[f"held.{name}"] = sum(amounts) / len(amounts)
        holders = [seat for seat, amount in enumerate(amounts) if amount > 0]
        if holders and len(things) > 1 and max(amounts) == 1:
            found[f"win_with.{name}"] = sum(share_of_win(outcome, seat) for seat in holders) / len(holders)
    return found


def observe(
    game: Game,
    state: State,
    bots: Sequence[str],
    seed: str,
    chance: str,
    limit: int,
    parts: Parts | None = None,
    chosen: int = -1,
    record: bool = False,
    luck: bool = False,
    skilled: str = "",
) -> Observation:
    """Let bots play a game to its end, or to a number of steps, and count.

    `seed` is what the bots draw from, `chance` what dice and decks do. With `luck` that of every seat is counted too;
    `skilled` is the bot whose skill is asked about.
    """
    observer = Observer(game, state, bots, chosen, luck, skilled)
    moves: list[Any] = []
    if all(name == "random" for name in bots):
        rngs = [Rng(f"{seed}:{seat}") for seat in range(len(bots))]
        play_at_random(observer, rngs, Rng(chance), limit, moves if record else None)
    else:
        players = [make_bot(name, game, seat, f"{seed}:{seat}", parts) for seat, name in enumerate(bots)]

        def before(turn: Turn) -> None:
            move = turn.move
            if record:
                moves.append(move.to_dict())
            watch(observer, limit)
            if isinstance(move.seat, int):
                observer.note(move.seat, turn.choices)
                if turn.choices > 1:
                    observer.note_deed(state.legal(move.seat), move.action)
            if observer.luck is not None:
                seat = move.seat if isinstance(move.seat, int) else NATURE
                observer.luck.note(state, seat, state.parse(seat, move.action))

        play_match(state, players, Rng(chance), before=before, limit=limit)
    found = observer.result()
    found.moves = moves
    return found


def watch(observer: Observer, limit: int) -> None:
    """What is done at every step, before it is made."""
    steps = observer.steps
    if steps % observer.state.players == 0:
        observer.look()
    if steps >= limit - LOOP:
        observer.notice_loop()
    observer.steps = steps + 1


def play_at_random(
    observer: Observer, rngs: list[Rng], chance: Rng, limit: int, moves: list[Any] | None = None
) -> None:
    """The same loop with numbers in place of words, for players who draw their answers."""
    state = observer.state
    for _ in range(limit):
        seat = state.actor()
        if seat == NOBODY:
            return
        watch(observer, limit)
        if seat == NATURE:
            code = state.chance_code(chance)
        else:
            codes = state.codes(seat)
            observer.note(seat, len(codes))
            code = codes[rngs[seat].below(len(codes))]
        if moves is not None:
            moves.append(Move(CHANCE if seat == NATURE else seat, state.notation(seat, code)).to_dict())
        if observer.luck is not None:
            observer.luck.note(state, seat, code)
        state.apply(seat, code)
