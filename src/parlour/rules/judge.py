"""What a game looks like to a bot: who stands how well, and what a step shows.

A `Judge` is the one thing that a game may supply to its bots, in the file `judge.py` of its folder. The judge
here knows nothing: with it a search plays every game to its end at random, which works for any game.
"""

from __future__ import annotations

import importlib
import math
from typing import Any

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import vec
from parlour.rules.chance import Rng
from parlour.rules.game import find
from parlour.rules.network import MOST_SEATS, Learned, learned_of
from parlour.rules.outcome import Outcome
from parlour.rules.state import State


class Term:
    """One thing that a judge counts for a seat: which it is, how much there is of it, and what that is worth."""

    def __init__(self, name: str, amount: float, worth: float, which: int = -1) -> None:
        self.name = name  # the game's `face/words.py` has a phrase for it
        self.which = which  # of several: a colour, by its number; -1: there is one only
        self.amount = amount
        self.worth = worth  # in the points of `standing`

    def __repr__(self) -> str:
        return f"Term({self.name!r}, {self.amount}, {self.worth}, {self.which})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """The evaluation of one game, and how deep a search of it should look before asking for it."""

    def __init__(self) -> None:
        self.scale: float = 1.0  # a lead by so much wins three times out of four, or nearly
        self.horizon: i64 = 1_000_000  # steps that are played on beyond the tree before this judge is asked
        self.secret: bool = False  # whether simultaneous answers stay hidden when all have been given
        self.worlds: int = 256  # how many imagined worlds a search keeps at a time
        self.fresh: int = 32  # after so many iterations a search imagines a new world
        self.explore: float = 1.0  # how eagerly a search tries what looks worse
        self.floor: float = 0.0  # the part of the spread of the first values that exploration never falls below
        self.least: float = 0.0  # the part of all tries that the thinker's answers share evenly, however bad they look
        self.trust: i64 = 0  # a node asked n times goes by its own figures n times out of n + trust, else by `sensible`
        self.leeway: float = 0.01  # how much worse one of several answers at once may look, and still be drawn often
        self.anchor: float = 0.0  # what looks so much better is drawn e times oftener than it was learnt; 0: `leeway`
        self.incline: float = 0.0  # what was learnt to be e times as likely looks so much better to a search
        self.glances: int = 16  # in how many worlds a greedy player looks
        self.habit: i64 = 0  # how often, of 100, others in the tree answer as `styled` says and not by its figures
        self.styles: i64 = 1  # kinds of players that there are in this game
        self.casting: bool = True  # whether a search imagines the others as players of these styles
        self.learned: bool = False  # whether a search goes by what was learnt, where its imagined games stop
        self.mixes: bool = False  # whether two who answer at once mix by what was learnt, instead of a search
        self.patience: int = 1200  # of those: how long they wait for the other to give way where a game goes round
        self._known: list[Learned | None] = []  # by the number of players: what was learnt
        self._sought: i64 = 0  # for which numbers of players it was looked for, a mask

    def standing(self, state: State, seat: i64) -> float:
        """How well a seat stands, in the game's own points. Only differences between seats count."""
        return 0.0

    def terms(self, state: State, seat: i64) -> list[Term]:
        """What `standing` is the sum of, so that it can be told in words; empty where a judge cannot tell."""
        return []

    def lean(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """What a hurried player would answer: one of `codes` (a vector that is not to be changed)."""
        return codes[rng.below(len(codes))]

    def meanwhile(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """What is answered while one step of look-ahead waits for what comes of it: a hurry will do, mostly."""
        return self.lean(state, seat, codes, rng)

    def sensible(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """What a player who takes a moment would answer. A search plays so beyond its tree; a hurry may do."""
        return self.lean(state, seat, codes, rng)

    def answer_in_style(self, state: State, seat: i64, codes: vec[i64], rng: Rng, style: i64) -> i64:
        """What a player of one of the `styles` would answer; the first of them is the sensible one."""
        return self.sensible(state, seat, codes, rng)

    def suppose(self, state: State, seat: i64, rng: Rng) -> None:
        """Make what others have chosen in secret likely, in a world that `seat` has imagined."""

    def freedom(self, state: State) -> float:
        """The `leeway` in this position."""
        return self.leeway

    def shortlist(self, state: State, seat: i64, codes: vec[i64]) -> vec[i64]:
        """The answers that are worth a thought, where there are very many."""
        return codes

    def sober(self, state: State, seat: i64, codes: vec[i64]) -> vec[i64]:
        """The answers that are left without those that nobody in their senses would give: some, in the order of
        `codes`. Asked once for a decision, in a world that looks like what the seat sees."""
        return codes

    def promise(self, state: State, seat: i64, code: i64) -> float:
        """What an action promises beyond the standing right after it; a small number, for one step of look-ahead."""
        return 0.0

    def steps(self, state: State) -> i64:
        """How many steps a search plays on beyond its tree in this game."""
        return self.horizon

    def mark(self, state: State) -> i64:
        """Where the game is, so that `settled` can tell when what is going on now is over."""
        return 0

    def goal(self, state: State) -> i64:
        """The same for a search that begins here: what is to be over before any of its imagined games is judged."""
        return self.mark(state)

    def is_settled(self, state: State, mark: i64) -> bool:
        """Whether what was going on at `mark` is over: no standing should be read in the middle of a flight."""
        return True

    def sight(self, state: State, seat: i64) -> i64:
        """A small number for what the last step has shown to `seat` besides the step itself, e.g. a card."""
        return 0

    def reopen(self, view: dict[str, Any], seat: int) -> dict[str, Any]:
        """The view as it was before anybody else gave a simultaneous answer that this seat cannot see yet."""
        return view

    def __reduce__(self) -> tuple[Any, ...]:
        # A judge holds nothing but its settings, and a game has one: it travels by the name of its module.
        return judge_in, (type(self).__module__, type(self))

    # -- from standings to chances ---------------------------------------------------------------

    def chances(self, state: State) -> list[float]:
        """For each seat, what its expected place is worth: 1 for the first, 0 for the last."""
        outcome = state.result()
        if state.players == 1:
            return [self.solo(state)]
        return self.hopes(state) if outcome is None else places(outcome, state.players)

    def hopes(self, state: State) -> list[float]:
        """The expected places in a game that goes on, from the standings: whom a seat is likely to leave behind."""
        return self.hopes_of(self.standings(state))

    def standings(self, state: State) -> vec[float]:
        return vec[float]([self.standing(state, seat) for seat in range(state.players)])

    def hopes_of(self, standings: vec[float]) -> list[float]:
        players = len(standings)
        found: list[float] = []
        for seat in range(players):
            mine: float = standings[seat]
            beaten = 0.0
            for other in range(players):
                if other != seat:
                    lead: float = (mine - standings[other]) / self.scale
                    beaten += logistic(lead)
            found.append(ambition(beaten / float(players - 1), players))
        return found

    def win_of(self, standings: vec[float], seat: i64) -> float:
        """The chance of a seat to win, as far as the standings of a game that goes on tell."""
        mine: float = standings[seat]
        weight = 1.0
        for other in range(len(standings)):
            if other != seat:
                lead: float = (standings[other] - mine) / self.scale
                if lead > 30.0:
                    lead = 30.0
                weight += math.exp(lead)
        return 1.0 / weight

    def foresee(self, state: State, seat: i64) -> list[float]:
        """What a search of this seat expects where an imagined game stops, by what was learnt or by the standings: what
        each seat's place will be worth, and then this seat's chance to win. Of a game for one: how much of the highest
        score, and as long as nothing was learnt the chance is as much."""
        if self.learned:
            known = self.learnt(state)
            if known is not None:
                return known.foresee(state, seat)
        if state.players == 1:
            hope = self.solo(state)
            return [hope, hope]
        standings = self.standings(state)
        found = self.hopes_of(standings)
        found.append(self.win_of(standings, seat))
        return found

    def learnt(self, state: State) -> Learned | None:
        """What was learnt of a game like this one, if anything was."""
        players = state.players
        if players >= MOST_SEATS:
            return None
        if not self._sought >> players & 1:
            self.teach(int(players), learned_of(find(state.game_id()), int(players)))
        known = self._known[players]
        return known if known is not None and known.fits(state) else None

    def teach(self, players: int, learned: Learned | None) -> None:
        """Go by this for so many players, and not by what lies in the game's folder."""
        while len(self._known) <= players:
            self._known.append(None)
        self._known[players] = learned
        self._sought |= 1 << players

    def by_heart(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """An answer as it was learnt to be given, drawn; -1 where none was."""
        known = self.learnt(state)
        return known.draw(state, seat, codes, rng) if known is not None else -1

    def instincts(self, state: State, seat: i64, codes: vec[i64]) -> list[float]:
        """How likely a seat would give each of these answers, by what was learnt alone; empty: nothing was."""
        if self.anchor > 0.0:
            known = self.learnt(state)
            if known is not None:
                return [chance for chance in known.chances(state, seat, codes)]
        return []

    def solo(self, state: State) -> float:
        """The only player's prospects, 0 to 1."""
        return logistic(self.standing(state, 0) / self.scale)


def places(outcome: Outcome, players: i64) -> list[float]:
    """What the places of a game that is over are worth: 1 for the first, 0 for the last."""
    found: list[float] = [0.0] * int(players)
    before = 0
    for group in outcome.ranking:
        place: float = before + (len(group) + 1) / 2.0
        for seat in group:
            found[seat] = ambition((float(players) - place) / float(players - 1), players)
        before += len(group)
    return found


def ambition(place: float, players: i64) -> float:
    """What a place is worth: with more than two at the table the first counts most, and the middle less than half."""
    return place * place if players > 2 else place


def share_of_win(outcome: Outcome, seat: i64) -> float:
    """1 for the winner; a shared win is a part of one."""
    return 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0


def logistic(lead: float) -> float:
    """The chance that goes with a lead: 0.5 for none, 0.73 for 1, 0.95 for 3."""
    if lead > 30.0:
        return 1.0
    if lead < -30.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-lead))


def judge_in(module: str, kind: type[Judge]) -> Judge:
    """The judge of a game's module; a new one of its kind where it is nobody's."""
    known = getattr(importlib.import_module(module), "JUDGE", None)
    return known if type(known) is kind else kind()


def judge_of(game_id: str) -> Judge:
    """The judge of a game; one that knows nothing where a game has none."""
    module = find(game_id).module("judge")
    if module is None:
        return Judge()
    judge = module.JUDGE
    assert isinstance(judge, Judge)
    return judge


# -- for plain code, which has lists: a vector that it hands to compiled code is never freed (mypyc 2.4) ----------


def pack(codes: list[int]) -> vec[i64]:
    return vec[i64]([code for code in codes])


def sober_codes(judge: Judge, state: State, seat: int, codes: list[int]) -> list[int]:
    """`Judge.sober`."""
    return [int(code) for code in judge.sober(state, seat, pack(codes))]


def instincts_of(judge: Judge, state: State, seat: int, codes: list[int]) -> list[float]:
    """`Judge.instincts`."""
    return judge.instincts(state, seat, pack(codes))


def chances_learnt(judge: Judge, state: State, seat: int, codes: list[int]) -> list[float]:
    """How likely each of these answers is by what was learnt, where a search of the judge leans to that; else none."""
    known = judge.learnt(state) if judge.incline > 0.0 else None
    return [] if known is None else [chance for chance in known.chances(state, seat, pack(codes))]


def answer_of_style(judge: Judge, state: State, seat: int, codes: list[int], rng: Rng, style: int) -> int:
    """`Judge.answer_in_style`, among these."""
    return int(judge.answer_in_style(state, seat, pack(codes), rng, style))


def learned_answer(judge: Judge, state: State, seat: int, rng: Rng) -> int:
    """An answer as it was learnt to be given; where none was, a sensible one."""
    codes = state.codes(seat)
    code = judge.by_heart(state, seat, codes, rng)
    return int(code if code >= 0 else judge.sensible(state, seat, codes, rng))


def sensible_answer(judge: Judge, state: State, seat: int, rng: Rng) -> int:
    """`Judge.sensible`, among all its answers."""
    return int(judge.sensible(state, seat, state.codes(seat), rng))
