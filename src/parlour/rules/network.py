"""Small networks that were learnt, evaluated without any library: what each seat may expect, and what it would answer.

A network reads the numbers of one seat (`inputs_of`), has one or two hidden layers in which what is below zero is cut
off, and gives for each seat, from the one that is asked about clockwise, what its place will be worth; then that seat's
chance to win; then, where it has learnt to answer, a number for each kind of answer. It lies in the folder `learned` of
its game, one file for each number of players, beside a card that says how it came about (`parlour.lab.train`).

A file is a line of JSON and 16-bit floats. Those are exact numbers of this machine's floats, and all sums are made in
one order, so both engines give the same.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import append, vec
from parlour.rules.chance import Rng
from parlour.rules.errors import RulesError
from parlour.rules.features import Features, features_of, seat_name
from parlour.rules.state import State

if TYPE_CHECKING:
    from parlour.rules.game import Game, Parts

FOLDER: Final = "learned"  # of a game's folder
SUFFIX: Final = ".network"
MOST_SEATS: Final[i64] = 16
FINE: Final[i64] = 1_000_000  # a chance is drawn by a number below this


@mypyc_attr(allow_interpreted_subclasses=True)
class Inputs(Features):
    """What a network reads of a state. A game whose observation is not the best thing to learn from supplies its own,
    as `INPUTS` in the file `inputs.py` of its folder: few numbers, that say what matters."""

    def answers(self, players: i64) -> i64:
        """How many kinds of answers a network learns to give; 0: it only learns what a state is worth."""
        return 0

    def kind(self, state: State, seat: i64, code: i64) -> i64:
        """Which of them an answer of this seat is, or -1."""
        return -1

    def turn(self, kind: int, seats: list[int]) -> int:
        """Which of them an answer of this kind is to whoever sees the others in another order (at each place: the steps
        clockwise from oneself); -1 where a game does not say."""
        return -1


@final
class Observed(Inputs):
    """The observation of a game, as it is."""

    def __init__(self, features: Features) -> None:
        self.features: Features = features

    def names(self, players: int, parts: Parts) -> list[str]:
        return self.features.names(players, parts)

    def size(self, state: State) -> i64:
        return self.features.size(state)

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        self.features.fill(state, seat, out, at)


def inputs_of(game: Game) -> Inputs:
    """What a network of this game reads."""
    module = game.module("inputs")
    if module is None:
        return Observed(features_of(game.id))
    found = module.INPUTS
    assert isinstance(found, Inputs)
    return found


def reading(game: Game, players: int) -> str:
    """What a network of a kind of table reads and answers, as a short text: it changes when one of them does."""
    inputs = inputs_of(game)
    names = "\n".join(inputs.names(players, game.parts()))
    digest = hashlib.sha256(names.encode()).hexdigest()[:12]
    return f"{game.id}, {players} players, inputs {digest}, {inputs.answers(players)} answers"


class SeatOrder(NamedTuple):
    """The others in another order: nobody should be preferred for where they sit."""

    seats: list[int]  # by place: the steps clockwise from oneself
    inputs: list[int]  # by input: where it is found among those of the order in which they sit
    kinds: list[int]  # by kind of answer: which it is then


def orders_of(game: Game, players: int, inputs: Inputs) -> list[SeatOrder]:
    """All orders of the others, that in which they sit first; no other where a game does not say what its answers are
    then (`Inputs.turn`)."""
    names = inputs.names(players, game.parts())
    where = {name: place for place, name in enumerate(names)}
    answers = int(inputs.answers(players))
    found: list[SeatOrder] = []
    for others in permutations(range(1, players)):
        seats = [0, *others]
        kinds = [int(inputs.turn(kind, seats)) for kind in range(answers)] if found else list(range(answers))
        if not found or (answers > 0 and kinds[0] >= 0):
            found.append(SeatOrder(seats, [where[rename_seats(name, seats)] for name in names], kinds))
    return found


def rename_seats(name: str, seats: list[int]) -> str:
    """What an input is called that tells of another seat."""
    for step in range(1, len(seats)):
        name = name.replace(seat_name(step), f"<{step}>")
    for step in range(1, len(seats)):
        name = name.replace(f"<{step}>", seat_name(seats[step]))
    return name


@final
class Network:
    """Layers of numbers, by which those of a state are weighed."""

    def __init__(self, sizes: list[int], numbers: list[float]) -> None:
        """From the sizes of its layers, inputs and outputs included, and its numbers: for each layer the weights, those
        of one input after the other (of the last layer: those of one output after the other), then its biases."""
        self.sizes: vec[i64] = vec[i64]([i64(size) for size in sizes])
        self.inputs: i64 = self.sizes[0]
        self.outputs: i64 = self.sizes[-1]
        if len(numbers) != number_count(sizes):
            raise RulesError(f"a network of layers {sizes} has {number_count(sizes)} numbers, not {len(numbers)}")
        self.numbers: vec[float] = vec[float]([number for number in numbers])
        self.last: i64 = len(numbers) - (self.sizes[-2] + 1) * self.outputs  # where the last layer begins

    def hidden_layer(self, inputs: vec[float]) -> vec[float]:
        """The last hidden layer."""
        numbers = self.numbers
        sizes = self.sizes
        at: i64 = 0
        for layer in range(1, len(sizes) - 1):
            into = sizes[layer - 1]
            size = sizes[layer]
            biases = at + into * size
            sums = numbers[biases : biases + size]
            for place in range(into):
                value: float = inputs[place]
                if value != 0.0:  # most are
                    for unit in range(size):
                        sums[unit] += value * numbers[at + unit]
                at += size
            for unit in range(size):
                if sums[unit] < 0.0:
                    sums[unit] = 0.0
            at += size
            inputs = sums
        return inputs

    def output(self, hidden: vec[float], place: i64) -> float:
        """One of the outputs, from the last hidden layer."""
        numbers = self.numbers
        size = len(hidden)
        at = self.last + place * size
        total: float = numbers[self.last + self.outputs * size + place]
        for unit in range(size):
            value: float = hidden[unit]
            if value != 0.0:
                total += value * numbers[at + unit]
        return total


def number_count(sizes: list[int]) -> int:
    """How many numbers a network of these layers has."""
    count = 0
    for place in range(1, len(sizes)):
        count += (sizes[place - 1] + 1) * sizes[place]
    return count


@final
class Learned:
    """What was learnt of one kind of table."""

    def __init__(self, network: Network, inputs: Inputs, players: i64, orders: list[SeatOrder] | None = None) -> None:
        self.network: Network = network
        self.inputs: Inputs = inputs
        self.players: i64 = players
        # The orders in which it may see the others when it answers, one after the other.
        turned = vec[i64]()
        kinds = vec[i64]()
        for order in orders or []:
            for place in order.inputs:
                turned = append(turned, i64(place))
            for kind in order.kinds:
                kinds = append(kinds, i64(kind))
        self.orders: i64 = len(orders or [])
        self.turned: vec[i64] = turned
        self.kinds: vec[i64] = kinds
        self.blank: vec[float] = vec[float]([0.0 for _ in range(network.inputs)])

    def fits(self, state: State) -> bool:
        """Whether this is about such a state: other components may have other numbers."""
        return self.inputs.size(state) == self.network.inputs

    def think(self, state: State, seat: i64) -> vec[float]:
        """What the network makes of a seat's view, for the questions below."""
        values = self.blank[:]
        self.inputs.fill(state, seat, values, 0)
        return self.network.hidden_layer(values)

    def worths(self, thought: vec[float], seat: i64) -> list[float]:
        """What each seat's place will be worth: 1 for the first, 0 for the last."""
        players = self.players
        found: list[float] = [0.0] * int(players)
        for step in range(players):
            found[(seat + step) % players] = squeeze(self.network.output(thought, step))
        return found

    def winning(self, thought: vec[float]) -> float:
        """The chance of the seat whose view it is to win."""
        return squeeze(self.network.output(thought, self.players))

    def foresee(self, state: State, seat: i64) -> list[float]:
        """Both: what each seat's place will be worth, then the chance of this seat to win."""
        thought = self.think(state, seat)
        found = self.worths(thought, seat)
        found.append(self.winning(thought))
        return found

    def think_turned(self, state: State, seat: i64, order: i64) -> vec[float]:
        """The same, the others seen in another order."""
        values = self.blank[:]
        self.inputs.fill(state, seat, values, 0)
        size = len(values)
        turned = values[:]
        for i in range(size):
            turned[i] = values[self.turned[order * size + i]]
        return self.network.hidden_layer(turned)

    def likes(self, thought: vec[float], state: State, seat: i64, codes: vec[i64], order: i64 = 0) -> vec[float]:
        """How likely each of these answers is, against each other; 0 for kinds that it does not know. Answers of one
        kind are equally likely. `order` is that of the thought."""
        likes = vec[float](capacity=len(codes))
        best = -1e300
        known = self.network.outputs - self.players - 1
        for code in codes:
            kind = self.inputs.kind(state, seat, code)
            like: float = -1e300
            if kind >= 0:
                if order > 0:
                    kind = self.kinds[order * known + kind]
                like = self.network.output(thought, self.players + 1 + kind)
                if like > best:
                    best = like
            likes = append(likes, like)
        for i in range(len(codes)):
            like = likes[i]
            likes[i] = math.exp(like - best) if like > -1e299 else 0.0
        return likes

    def chances(self, state: State, seat: i64, codes: vec[i64]) -> vec[float]:
        """The chance of each of these answers, as it has learnt to give them, the others seen in every order alike; an
        empty vector if it knows none of them."""
        found = vec[float]([0.0 for _ in range(len(codes))])
        orders: i64 = self.orders if self.orders > 1 else 1
        for order in range(orders):
            thought = self.think_turned(state, seat, order) if order > 0 else self.think(state, seat)
            likes = self.likes(thought, state, seat, codes, order)
            total = 0.0
            for like in likes:
                total += like
            if total <= 0.0:
                return vec[float]()
            for i in range(len(codes)):
                found[i] += likes[i] / (total * float(orders))
        return found

    def draw(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """An answer as it has learnt to give it, drawn; -1 if it knows none of these. It sees the others in any
        order, drawn as well."""
        order: i64 = rng.below(self.orders) if self.orders > 1 else 0
        thought = self.think_turned(state, seat, order) if order > 0 else self.think(state, seat)
        likes = self.likes(thought, state, seat, codes, order)
        total = 0.0
        for like in likes:
            total += like
        if total <= 0.0:
            return -1
        left: float = total * (float(rng.below(FINE)) / float(FINE))
        chosen: i64 = -1
        for i in range(len(codes)):
            if likes[i] > 0.0:
                chosen = codes[i]
                left -= likes[i]
                if left < 0.0:
                    break
        return chosen


class DrawnKind(NamedTuple):
    """An answer that was drawn while a network learns."""

    code: int
    kind: int  # of answer
    log_chance: float
    weights: list[float]  # by kind: how many answers of it there were


def draw_kind(
    inputs: Inputs, state: State, seat: i64, likes: list[float], turned: list[int], rng: Rng
) -> DrawnKind | None:
    """Draw an answer by a number for each kind of them; `turned` says which kind each is to whoever sees the others in
    another order. Nothing where these answers are of no kind."""
    codes = state.codes(seat)
    weights = [0.0] * len(likes)
    kinds = vec[i64](capacity=len(codes))
    best = -1e300
    for code in codes:
        kind = inputs.kind(state, seat, code)
        if kind < 0:
            return None
        kind = turned[kind]
        kinds = append(kinds, kind)
        weights[kind] += 1.0
        if likes[kind] > best:
            best = likes[kind]
    total = 0.0
    for kind in kinds:
        total += math.exp(likes[kind] - best)
    left: float = total * (float(rng.below(FINE)) / float(FINE))
    drawn: i64 = 0
    for i in range(len(kinds)):
        drawn = i
        left -= math.exp(likes[kinds[i]] - best)
        if left < 0.0:
            break
    kind = kinds[drawn]
    return DrawnKind(int(codes[drawn]), int(kind), likes[kind] - best - math.log(total), weights)


def squeeze(number: float) -> float:
    """Any number as one from 0 to 1."""
    if number < -30.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-number))


# -- files -------------------------------------------------------------------------------------------------------


def write_network(path: Path, about: dict[str, Any], sizes: list[int], numbers: list[float]) -> None:
    """Write a network; `about` says what it reads (`reading`) and how it came about."""
    head = json.dumps({**about, "sizes": sizes}).encode() + b"\n"
    path.write_bytes(head + struct.pack(f"<{len(numbers)}e", *numbers))


def read_network(path: Path) -> tuple[dict[str, Any], Network]:
    """What a file says about its network, and the network."""
    try:
        head, _, data = path.read_bytes().partition(b"\n")
        about = json.loads(head)
        numbers = [number for (number,) in struct.iter_unpack("<e", data)]
        return about, Network(about["sizes"], numbers)
    except (OSError, ValueError, KeyError, TypeError, struct.error, RulesError) as error:
        raise RulesError(f"{path.name} is no network that can be read: {error}") from error


def open_learned(game: Game, path: Path, players: int) -> Learned:
    """What a file has learnt of this game, if it is for tables of so many."""
    about, network = read_network(path)
    here = reading(game, players)
    if about.get("reads") != here:
        raise RulesError(f"{path.name} was trained for {about.get('reads')}, and this is {here}")
    inputs = inputs_of(game)
    return Learned(network, inputs, players, orders_of(game, players, inputs))


def learned_file(game: Game, players: int) -> Path:
    """Where a game's network for so many players belongs."""
    return Path(game.folder) / FOLDER / f"{players}{SUFFIX}"


def learned_of(game: Game, players: int) -> Learned | None:
    """What a game has learnt for so many players, if it has."""
    path = learned_file(game, players)
    return open_learned(game, path, players) if path.exists() else None
