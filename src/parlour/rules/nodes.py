"""A game as a node of its tree, in the words of game theory, for interfaces that drive it by ints (OpenSpiel).

A node says who is asked (a player, chance, several players together, nobody), lists the actions, and goes on by them.
It is compiled, so that a step costs a loop in Python little more than the call. A copy of a node holds the same table
until one of the two goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter, index
from typing import Any, Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.dealing import Dealing
from parlour.rules.errors import RulesError
from parlour.rules.history import History
from parlour.rules.menus import Menus
from parlour.rules.state import NATURE, State

# Who is asked, where it is not a player.
CHANCE_PLAYER: Final[i64] = -1
TOGETHER: Final[i64] = -2
TERMINAL: Final[i64] = -4

NONE_ASKED: Final[i64] = -9  # nobody's answers are kept
NUMBERS: Final = [number for number in range(4096)]  # 0, 1, 2, ...: their beginnings are handed out as copies
LISTS: Final = Menus()  # sorted


class Tree:
    """What all nodes of a game share: where it begins, how its actions are numbered, how long it may last."""

    def __init__(
        self,
        owner: object,
        players: i64,
        starts: list[State],
        worlds: bool,
        together: bool,
        limit: i64,
        wait: i64,
        places: i64,
        numbered: list[int],
    ) -> None:
        """`starts` are the game as it begins, or, with `worlds`, what a first chance node picks from. Actions are the
        engine's codes; with `places` the place of a code among all that are legal, of which there are at most so many;
        with `numbered` its place in that list, which is sorted. `wait` is the action of whoever is not asked."""
        self.owner: object = owner  # whose `tree` this is; it can be pickled
        self.players: i64 = players
        self.starts: list[State] = starts
        self.worlds: bool = worlds
        self.together: bool = together  # whether players who are asked at the same time answer in one step
        self.limit: i64 = limit
        self.wait: i64 = wait
        self.places: i64 = places
        self.numbered: list[int] = numbered
        self.number: dict[int, int] = {code: place for place, code in enumerate(numbered)}
        self.plain: bool = places == 0 and len(numbered) == 0  # whether an action is the engine's code itself

    def __reduce__(self) -> tuple[Any, ...]:
        return attrgetter("tree"), (self.owner,)


class Node:
    """How a game stands."""

    def __init__(self, tree: Tree, like: Node | None = None) -> None:
        """Where games begin, or a copy of the node `like`."""
        self.tree: Tree = tree
        self.answers: vec[i64] = vec[i64]()  # codes of what a player may answer, where actions are their places
        self.answers_of: i64 = NONE_ASKED
        self.telling: bool = False  # whether somebody is told just now what was played
        if like is not None:
            like.shared = True
            self.table: State | None = like.table  # nothing before a world is picked
            self.shared: bool = True  # whether others may hold the same table
            self.left: i64 = like.left  # moves before the game is given up
            self.before: tuple[str, ...] = like.before  # by seat, what it knew when its world was imagined
            self.played: vec[i64] = like.played[:]  # one step after the other: who, and the action, or all actions
            self.told: i64 = like.told  # how much of that somebody has been told
            self.asked: i64 = like.asked
            self.waiting: i64 = like.waiting  # where several are asked: a mask of them
            return
        self.table = None if tree.worlds else tree.starts[0]
        self.shared = True
        self.left = tree.limit
        self.before = ()
        self.played = vec[i64]()
        self.told = 0
        self.asked = CHANCE_PLAYER
        self.waiting = 0
        if not tree.worlds:
            self.find_asked()

    def copy(self) -> Node:
        return Node(self.tree, self)

    def __deepcopy__(self, memo: object) -> Node:
        return Node(self.tree, self)

    def __reduce__(self) -> tuple[Any, ...]:
        steps = [int(number) for number in self.played]
        return revive, (self.tree, self.table, int(self.left), self.before, steps, int(self.told))

    def put(self, table: State, left: i64, before: tuple[str, ...]) -> i64:
        """Stand at this table, which others may hold; who is asked there."""
        self.table = table
        self.shared = True
        self.left = left
        self.before = before
        self.answers_of = NONE_ASKED
        return self.find_asked()

    def find_asked(self) -> i64:
        table = self.table
        if table is None:
            return self.asked
        seat = table.actor()
        if seat < 0:
            seat = CHANCE_PLAYER if seat == NATURE else TERMINAL
        elif self.left <= 0:
            seat = TERMINAL
        elif self.tree.together:
            waiting = table.awaited()
            self.waiting = waiting
            if waiting & waiting - 1 != 0 and table.simultaneous():
                seat = TOGETHER
        self.asked = seat
        return seat

    # -- what may be done -----------------------------------------------------------------------

    def legal(self, player: i64) -> list[int]:
        """What a player may do now, or chance: sorted, in a list of the caller's own."""
        asked = self.asked
        if player != asked:
            if asked != TOGETHER or player < 0 or player >= self.tree.players:
                return []
            if self.waiting >> player & 1 == 0:
                return [int(self.tree.wait)]
        table = self.table
        if player < 0 or table is None:
            return numbers_below(self.outcome_count()) if player == CHANCE_PLAYER else []
        tree = self.tree
        if tree.plain:
            return LISTS.ascending(table.codes(player))
        if tree.places > 0:
            return numbers_below(int(self.answer_count(table, player)))
        found = [tree.number[int(code)] for code in table.codes(player)]
        found.sort()
        return found

    def answer_count(self, table: State, player: i64) -> i64:
        """How many answers a player has, where actions are their places."""
        count = table.code_count(player)
        if count < 0:
            return len(self.answers_now(player))
        self.check_room(count)
        return count

    def check_room(self, count: i64) -> None:
        if count > self.tree.places:
            raise RulesError(f"there are {count} answers here, and room for {self.tree.places}")

    def answers_now(self, player: i64) -> vec[i64]:
        """The codes of what a player may answer, found out once."""
        table = self.table
        if player != self.answers_of and table is not None:
            codes = table.codes(player)
            self.check_room(len(codes))
            self.answers = codes
            self.answers_of = player
        return self.answers

    def code_of(self, player: i64, action: i64) -> i64:
        """The engine's code of a player's action."""
        tree = self.tree
        if tree.places > 0:
            table = self.table
            if table is not None:
                count = table.code_count(player)
                if count >= 0:
                    check_place(action, count)
                    return table.nth_code(player, action)
            return nth_smallest(self.answers_now(player), action)
        if tree.numbered:
            return tree.numbered[action]
        return action

    def outcome_count(self) -> int:
        """In how many ways a chance node can go on."""
        table = self.table
        if table is None:
            return len(self.tree.starts)
        if isinstance(table, Dealing) and table.table is None:
            return int(table.outcomes)
        return len(table.codes(NATURE))

    # -- what it does ---------------------------------------------------------------------------

    def act(self, action: object) -> i64:
        """What the one who is asked answers, or chance brings; who is asked then."""
        number: i64 = action if isinstance(action, int) else index(action)  # type: ignore[arg-type]  # numpy's ints too
        asked = self.asked
        if asked >= 0:
            code = self.code_of(asked, number)
            self.own_table().advance(asked, code)
            self.left -= 1
        elif asked == CHANCE_PLAYER:
            self.happen(number)
        else:
            raise RulesError("the game is over" if asked == TERMINAL else "several are asked here: they act together")
        self.answers_of = NONE_ASKED
        self.played = append(append(self.played, asked), number)
        return self.find_asked()

    def happen(self, outcome: i64) -> None:
        """What chance brings."""
        table = self.table
        if table is None:
            self.table = self.tree.starts[outcome]
            return
        if isinstance(table, Dealing):
            dealing: State = self.own_table()
            dealing.apply(NATURE, outcome)
            if isinstance(dealing, Dealing) and dealing.table is not None:  # from now on there is something to see
                self.table = dealing.table
                self.shared = True
            return
        code = table.codes(NATURE)[outcome]
        self.own_table().advance(NATURE, code)

    def act_together(self, given: Iterable[Any]) -> i64:
        """What all answer who are asked at the same time, an action for each player; who is asked then."""
        actions = given if isinstance(given, list) else [*given]
        tree = self.tree
        if self.asked != TOGETHER:
            raise RulesError("only one is asked here, or nobody")
        if len(actions) != tree.players:
            raise RulesError(f"{tree.players} actions are needed, not {len(actions)}")
        table = self.own_table()
        waiting = self.waiting
        played = append(self.played, TOGETHER)
        for seat in range(tree.players):
            action = actions[seat]
            number: i64 = action if isinstance(action, int) else index(action)
            if waiting >> seat & 1 != 0:
                table.advance(seat, number if tree.plain else self.code_of(seat, number))
            played = append(played, number)
        self.left -= 1
        self.answers_of = NONE_ASKED
        self.played = played
        return self.find_asked()

    def own_table(self) -> State:
        """The table, to be changed: it is nobody else's, and writes down what is played."""
        held = self.table
        if held is None:
            raise RulesError("there is no table yet: chance picks one")
        if not self.shared:
            return held
        made = held.duplicate()
        if made.history is None and not isinstance(made, Dealing):
            made.history = History(held)  # nobody changes it any more
        self.table = made
        self.shared = False
        return made

    # -- what was played ------------------------------------------------------------------------

    def untold(self) -> list[int]:
        """What was played and not told yet: who, and the action, or all actions of a step together."""
        return [int(number) for number in self.played[self.told :]]

    def all_told(self) -> None:
        self.told = len(self.played)


def revive(tree: Tree, table: State | None, left: int, before: tuple[str, ...], played: list[int], told: int) -> Node:
    """A node that was pickled."""
    node = Node(tree)
    if table is not None:
        node.put(table, left, before)
    for number in played:
        node.played = append(node.played, number)
    node.told = told
    return node


def numbers_below(count: int) -> list[int]:
    """The numbers from 0 on, so many, as a list of the caller's own."""
    return NUMBERS[:count] if count <= len(NUMBERS) else [number for number in range(count)]


def check_place(action: i64, count: i64) -> None:
    """An action is one of so many."""
    if action < 0 or action >= count:
        raise RulesError(f"there is no action {action} here: they are 0 to {count - 1}")


def part_numbers(items: vec[i64], low: i64, high: i64) -> tuple[i64, i64]:
    """Put the lower ones of some numbers in a row before the higher ones: where those end, and where these begin."""
    pivot = items[(low + high) >> 1]
    left = low
    right = high
    while left <= right:
        while items[left] < pivot:
            left += 1
        while items[right] > pivot:
            right -= 1
        if left <= right:
            kept = items[left]
            items[left] = items[right]
            items[right] = kept
            left += 1
            right -= 1
    return right, left


def nth_smallest(codes: vec[i64], place: i64) -> i64:
    """The number that would be at a place if these were sorted."""
    check_place(place, len(codes))
    items = codes[:]
    low: i64 = 0
    high: i64 = len(items) - 1
    while low < high:  # what is sought lies between the two
        right, left = part_numbers(items, low, high)
        if place <= right:
            high = right
        elif place >= left:
            low = left
        else:
            return items[place]
    return items[place]
