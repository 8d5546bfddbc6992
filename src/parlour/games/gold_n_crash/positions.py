"""Gold n' Crash: a state from a set-up (GC-16) or a position (GC-70), and a possible world from a view."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.gold_n_crash.parts import COLUMNS, SECURE, GoldParts
from parlour.games.gold_n_crash.rules import (
    ALL,
    BESIDE,
    BOX,
    BY_COUNT,
    COLUMN,
    DECK,
    DISCARD,
    EFFECTS,
    ENDINGS,
    GUEST,
    HAND,
    LOOK,
    NOT_ENDED,
    NOTHING,
    OBSERVE,
    ROUND_LIMIT,
    SEAT,
    SECURE_ASKED,
    SIZE,
    TREASURE,
    UNDER,
    ZEPPELINS,
    GoldNCrash,
    ending_of_turn,
)
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import Check, excerpt
from parlour.rules.errors import InvalidPosition, InvalidSetup

KEYS = (
    "game",
    "players",
    "options",
    "to_act",
    "first",
    "round",
    "turn",
    "actions_left",
    "plays",
    "last_turn",
    "pending",
    "ended",
    "seats",
    "box",
)
SEAT_KEYS = ("crew", "deck", "discard", "hand", "columns", "zeppelins", "guests", "treasure")
ZEPPELIN_KEYS = ("robustness", "resisted", "destroyed")
PENDING_KEYS = {
    "secure": ("effect", "column", "left"),
    "manoeuvre": ("effect",),
    "call-back": ("effect",),
    "observe": ("effect", "cards"),
}


# -- set-up ----------------------------------------------------------------------------------------


def deal(players: int, options: dict[str, Any], dealer: Dealer, parts: GoldParts) -> dict[str, Any]:
    """A random set-up."""
    crews = parts.crews[:]
    dealer.shuffle(crews)
    if isinstance(options.get("crews"), list):
        crews = options["crews"][:]
    else:
        dealer.lay("crews", 0, len(crews))
    first = dealer.below(2)
    if isinstance(options.get("first"), int):
        first = options["first"]
    else:
        dealer.lay("first")
    decks = [parts.deck(parts.crews.index(crew)) for crew in crews]
    zeppelins = [parts.robustness[:], parts.robustness[:]]
    guests = parts.guests()
    for seat in (0, 1):
        dealer.shuffle(decks[seat])
        dealer.lay(f"decks.{seat}", 0, len(decks[seat]))
        dealer.shuffle(zeppelins[seat])
        dealer.lay(f"zeppelins.{seat}", 0, len(zeppelins[seat]))
    dealer.shuffle(guests)
    dealer.lay("guests", 0, len(guests))
    return {"crews": crews, "first": first, "decks": decks, "zeppelins": zeppelins, "guests": guests}


def deals_steadily(options: dict[str, Any], parts: GoldParts) -> bool:
    """A set of components may have more cards for one crew than for the other."""
    return len(parts.deck(0)) == len(parts.deck(1))


def begin(players: int, options: dict[str, Any], setup: dict[str, Any], parts: GoldParts) -> GoldNCrash:
    """The table as it lies before the first action; refused where the set-up is not one (GC-16)."""
    check = Check(InvalidSetup)
    data = check.keys(setup, ("crews", "first", "decks", "zeppelins", "guests"), "setup")
    state = GoldNCrash(parts, options)
    state.crew = read_crews(data["crews"], options, parts, check, "setup.crews")
    state.first = read_first(data["first"], options, check, "setup.first")
    state.turn = state.first
    cards = CardSupply(parts, check)
    decks = check.sequence(data["decks"], "setup.decks", 2)
    zeppelins = check.sequence(data["zeppelins"], "setup.zeppelins", 2)
    for seat in (0, 1):
        deck = cards.crew_cards(decks[seat], f"setup.decks.{seat}", state.crew_of_seat(seat))
        wanted = len(parts.deck(state.crew_of_seat(seat)))
        check.that(len(deck) == wanted, f"setup.decks.{seat}", f"{wanted} cards are needed, not {len(deck)} (GC-10)")
        for card in deck:
            state.put(card, SEAT * seat + DECK)
        for _ in range(parts.discard_at_start):
            state.move(SEAT * seat + DECK, SEAT * seat + DISCARD)  # GC-11
        for _ in range(parts.hand_at_start):
            state.hold(state.take(SEAT * seat + DECK), seat)  # GC-12
        where = f"setup.zeppelins.{seat}"
        found = check.integers(zeppelins[seat], where, COLUMNS, 1)
        fits = sorted(found) == sorted(parts.robustness)
        check.that(fits, where, f"{sorted(parts.robustness)} in some order is needed, not {found} (GC-13)")
        for column, robustness in enumerate(found):
            state.robustness[COLUMNS * seat + column] = robustness
    guests = cards.guests(data["guests"], "setup.guests")
    check.that(
        len(guests) == len(parts.guests()), "setup.guests", f"all {len(parts.guests())} Guests are needed (GC-14)"
    )
    for i, guest in enumerate(guests):
        at_table = i < 2 * COLUMNS
        state.put(guest, SEAT * (i // COLUMNS) + GUEST + i % COLUMNS if at_table else BOX)
    return state


def deal_again(state: GoldNCrash, rng: Rng) -> None:
    """`deal` and `begin` at a table with the same options, with the same draws, and without a set-up in between."""
    parts = state.parts
    crews = vec[i64]([0, 1])
    rng.mix(crews)
    first = rng.below(2)
    if not isinstance(state.options.get("crews"), list):
        state.crew = crews[0]
    if not isinstance(state.options.get("first"), int):
        state.first = first
    state.turn = state.first
    state.round = 1
    state.actions_left = parts.actions_per_turn
    state.pending = NOTHING
    state.column = 0
    state.left = 0
    state.ended = NOT_ENDED
    state.plays = 0
    state.destroyed = 0
    state.resisted = 0
    state.robustness = vec[i64]([0 for _ in range(2 * COLUMNS)])
    table = state.table
    for place in range(len(table)):
        table[place] = 0 if SIZE <= place < UNDER else -1
    left = parts.copies[:]
    for seat in range(2):
        deck = parts.deck_numbers[state.crew_of_seat(seat)][:]
        rng.mix(deck)
        for number in deck:
            state.put(next_copy(number, left, parts), SEAT * seat + DECK)
        for _ in range(parts.discard_at_start):
            state.move(SEAT * seat + DECK, SEAT * seat + DISCARD)  # GC-11
        for _ in range(parts.hand_at_start):
            state.hold(state.take(SEAT * seat + DECK), seat)  # GC-12
        zeppelins = vec[i64]([robustness for robustness in parts.robustness])
        rng.mix(zeppelins)
        for column in range(COLUMNS):
            state.robustness[COLUMNS * seat + column] = zeppelins[column]
    guests = vec[i64]([number for number in range(parts.codes_of_cards, len(parts.copies))])
    rng.mix(guests)
    for i in range(len(guests)):
        at_table = i < 2 * COLUMNS
        guest = next_copy(guests[i], left, parts)
        state.put(guest, SEAT * (i // COLUMNS) + GUEST + i % COLUMNS if at_table else BOX)


def read_crews(value: object, options: dict[str, Any], parts: GoldParts, check: Check, where: str) -> int:
    """The crew of seat 0, from the list of both."""
    crews = check.strings(value, where, 2)
    if sorted(crews) != sorted(parts.crews):
        raise check.fail(where, f"the two crews are needed, not {excerpt(crews)}")
    asked = options.get("crews", "random")
    if asked not in ("random", crews):
        raise check.fail(where, f"the option says {excerpt(asked)} (GC-2)")
    return parts.crews.index(crews[0])


def read_first(value: object, options: dict[str, Any], check: Check, where: str) -> int:
    first = check.integer(value, where, 0, 1)
    asked = options.get("first", "random")
    if asked not in ("random", first):
        raise check.fail(where, f"the option says {excerpt(asked)} (GC-2)")
    return first


# -- position --------------------------------------------------------------------------------------

EVERYTHING: Final = -2  # as a viewer: the position itself (GC-70)
SPECTATOR: Final = -1


def position(state: GoldNCrash) -> dict[str, Any]:
    return shape(state, EVERYTHING)


def shape(state: GoldNCrash, viewer: int) -> dict[str, Any]:
    over = state.ended != NOT_ENDED
    options = {name: value[:] if isinstance(value, list) else value for name, value in state.options.items()}
    return {
        "game": "gold-n-crash",
        "players": 2,
        "options": options,
        "to_act": [] if over else [state.turn],
        "first": state.first,
        "round": state.round,
        "turn": state.turn,
        "actions_left": state.actions_left,
        "plays": [state.plays_in(column) for column in range(COLUMNS)],
        "last_turn": state.is_last_turn(),
        "pending": pending_shape(state, viewer),
        "ended": ENDINGS[state.ended] if over else None,
        "seats": [seat_shape(state, 0, viewer), seat_shape(state, 1, viewer)],
        "box": sorted(state.parts.names(state.pile(BOX))),
    }


def pending_shape(state: GoldNCrash, viewer: int) -> dict[str, Any] | None:
    if state.pending == NOTHING:
        return None
    found: dict[str, Any] = {"effect": EFFECTS[state.pending]}
    if state.pending == SECURE_ASKED:
        found["column"] = state.column
        found["left"] = state.left
    elif state.pending == OBSERVE:
        cards = state.parts.names(state.pile(LOOK))
        found["cards"] = cards if viewer == state.turn or viewer == EVERYTHING else [None] * len(cards)
    return found


def seat_shape(state: GoldNCrash, seat: int, viewer: int) -> dict[str, Any]:
    parts = state.parts
    own = SEAT * seat
    everything = viewer == EVERYTHING
    owner = viewer == seat or everything
    deck: Any = parts.names(state.pile(own + DECK)) if everything else state.size(own + DECK)
    hand: Any = sorted(parts.names(state.pile(own + HAND))) if owner else state.size(own + HAND)
    treasure: list[str | None] = []
    for card in state.pile(own + TREASURE):
        open_to_all = card >= parts.guests_from or state.ended != NOT_ENDED
        treasure.append(parts.name(card) if owner or open_to_all else None)
    guests: list[str | None] = []
    for column in range(COLUMNS):
        guest = state.table[own + GUEST + column]
        guests.append(parts.name(guest) if guest >= 0 else None)
    return {
        "crew": parts.crews[state.crew_of_seat(seat)],
        "deck": deck,
        "discard": parts.names(state.pile(own + DISCARD)),
        "hand": hand,
        "columns": [parts.names(state.pile(own + COLUMN + column)) for column in range(COLUMNS)],
        "zeppelins": [zeppelin_shape(state, seat, column, viewer) for column in range(COLUMNS)],
        "guests": guests,
        "treasure": treasure,
    }


def zeppelin_shape(state: GoldNCrash, seat: int, column: int, viewer: int) -> dict[str, Any]:
    resisted = state.resisted >> 2 * (COLUMNS * seat + column) & 3
    destroyed = state.destroyed_of(seat) >> column & 1 == 1
    # GC-31: who owns it has looked at it when it was attacked; nobody has looked at the others.
    known = destroyed or viewer == EVERYTHING or (viewer == seat and resisted > 0)
    return {
        "robustness": state.robustness[COLUMNS * seat + column] if known else None,
        "resisted": resisted,
        "destroyed": destroyed,
    }


# -- view ------------------------------------------------------------------------------------------


def view(state: GoldNCrash, seat: int | None) -> dict[str, Any]:
    """GC-71."""
    return shape(state, SPECTATOR if seat is None else seat)


def sketch(view: dict[str, Any], parts: GoldParts) -> GoldNCrash:
    """What a view shows of columns, Guests and Treasures as a state, to ask the rules about it. Nothing is checked;
    what is face down is left out, and all other places stay empty."""
    state = GoldNCrash(parts, view["options"])
    state.turn = view["turn"]
    cards = CardSupply(parts, Check(InvalidPosition))
    for column in range(COLUMNS):
        state.plays |= view["plays"][column] << 4 * column
        for seat in (0, 1):
            own = SEAT * seat + column
            for code in view["seats"][seat]["columns"][column]:
                state.put(cards.give(code), own + COLUMN)
            guest = view["seats"][seat]["guests"][column]
            if guest is not None:
                state.put(cards.give(guest), own + GUEST)
    for seat in (0, 1):
        for code in view["seats"][seat]["treasure"]:
            if code is not None:
                state.put(cards.give(code), SEAT * seat + TREASURE)
    return state


# -- restore ---------------------------------------------------------------------------------------


def restore(position: dict[str, Any], parts: GoldParts) -> GoldNCrash:
    """The state of a position, refused where it breaks what GC-70 says. Its options are checked by the caller."""
    check = Check(InvalidPosition)
    check.keys(position, KEYS, "")
    options = position["options"]
    state = GoldNCrash(parts, {name: options[name] for name in options})
    seats = [
        check.keys(seat, SEAT_KEYS, f"seats.{i}")
        for i, seat in enumerate(check.sequence(position["seats"], "seats", 2))
    ]
    state.crew = read_crews([seat["crew"] for seat in seats], options, parts, check, "seats.crew")
    read_turn(state, position, check)
    cards = CardSupply(parts, check)
    for i, seat in enumerate(seats):
        read_seat(state, i, seat, cards)
    for guest in cards.guests(position["box"], "box", sorted_list=True):
        state.put(guest, BOX)
    read_pending(state, position["pending"], cards)
    cards.all_given()
    read_end(state, position, check)
    check_columns(state, check)
    return state


def read_turn(state: GoldNCrash, position: dict[str, Any], check: Check) -> None:
    """Whose turn it is and how far it has come."""
    ended = position["ended"]
    state.ended = NOT_ENDED if ended is None else ENDINGS.index(check.one_of(ended, ENDINGS[1:], "ended"))
    state.first = read_first(position["first"], state.options, check, "first")
    state.turn = check.integer(position["turn"], "turn", 0, 1)
    state.round = check.integer(position["round"], "round", 1)
    over = state.ended != NOT_ENDED
    to_act = check.integers(position["to_act"], "to_act", high=1)
    expected = [] if over else [state.turn]
    if to_act != expected:
        raise check.fail("to_act", f"{expected} is needed, not {excerpt(to_act)}")
    most = state.parts.actions_per_turn
    state.actions_left = check.integer(position["actions_left"], "actions_left", 0 if over else 1, 0 if over else most)
    plays = check.integers(position["plays"], "plays", COLUMNS, 0, most)
    for column in range(COLUMNS):
        state.plays |= plays[column] << 4 * column


def read_seat(state: GoldNCrash, i: int, seat: dict[str, Any], cards: CardSupply) -> None:
    check = cards.check
    where = f"seats.{i}."
    own = SEAT * i
    for card in cards.crew_cards(seat["deck"], where + "deck", state.crew_of_seat(i)):
        state.put(card, own + DECK)
    for card in cards.crew_cards(seat["discard"], where + "discard"):
        state.put(card, own + DISCARD)
    for card in cards.crew_cards(seat["hand"], where + "hand", sorted_list=True):
        state.hold(card, i)
    for card in cards.read(seat["treasure"], where + "treasure", -1, False, True, True):
        state.put(card, own + TREASURE)
    for column, found in enumerate(check.sequence(seat["columns"], where + "columns", COLUMNS)):
        for card in cards.crew_cards(found, f"{where}columns.{column}"):
            state.put(card, own + COLUMN + column)
    for column, zeppelin in enumerate(check.sequence(seat["zeppelins"], where + "zeppelins", COLUMNS)):
        read_zeppelin(state, i, column, zeppelin, check)
    values = [int(state.robustness[COLUMNS * i + column]) for column in range(COLUMNS)]
    if sorted(values) != sorted(state.parts.robustness):
        why = f"the robustness values are {values}, not {state.parts.robustness} in some order"
        raise check.fail(where + "zeppelins", why)
    for column, guest in enumerate(check.sequence(seat["guests"], where + "guests", COLUMNS)):
        if guest is not None:
            there = f"{where}guests.{column}"
            check.that(not state.destroyed_of(i) >> column & 1, there, "no Guest sits on a destroyed Zeppelin (GC-32)")
            state.put(cards.guests([guest], there)[0], own + GUEST + column)


def read_zeppelin(state: GoldNCrash, i: int, column: int, value: object, check: Check) -> None:
    where = f"seats.{i}.zeppelins.{column}"
    zeppelin = check.keys(value, ZEPPELIN_KEYS, where)
    robustness = check.integer(zeppelin["robustness"], where + ".robustness", 1, max(state.parts.robustness))
    state.robustness[COLUMNS * i + column] = robustness
    resisted = check.integer(zeppelin["resisted"], where + ".resisted", 0, robustness - 1)
    state.resisted |= resisted << 2 * (COLUMNS * i + column)
    if check.boolean(zeppelin["destroyed"], where + ".destroyed"):
        state.destroyed |= 1 << COLUMNS * i + column


def read_pending(state: GoldNCrash, value: object, cards: CardSupply) -> None:
    """The open question, which must be one that can be answered."""
    check = cards.check
    if value is None:
        return
    check.that(state.ended == NOT_ENDED, "pending", "nothing is asked any more when the game is over (GC-65)")
    effect = check.one_of(check.mapping(value, "pending").get("effect"), EFFECTS[1:], "pending.effect")
    pending = check.keys(value, PENDING_KEYS[effect], "pending")
    state.pending = EFFECTS.index(effect)
    if state.pending == SECURE_ASKED:
        state.column = check.integer(pending["column"], "pending.column", 0, COLUMNS - 1)
        last = state.table[SEAT * state.turn + COLUMN + state.column]
        played = last >= 0 and state.parts.type_of[last] == SECURE
        check.that(played, "pending.column", "no secure card has just been played there")
        times = state.count(state.turn, state.column, SECURE)
        state.left = check.integer(pending["left"], "pending.left", 1, times)
        near = BESIDE[state.column] & state.filled_columns(state.turn)
        check.that(near != 0, "pending", "no column beside it holds a card, so nothing is asked (GC-36)")
    elif state.pending == OBSERVE:
        looked = cards.crew_cards(pending["cards"], "pending.cards", state.crew_of_seat(state.turn))
        check.that(len(looked) == 2, "pending.cards", f"two cards are needed, not {len(looked)} (GC-45)")
        for card in looked:
            state.put(card, LOOK)
    else:
        check.that(
            state.filled_columns(state.turn) != 0, "pending", "there is no card in the columns to choose (GC-41)"
        )


def read_end(state: GoldNCrash, position: dict[str, Any], check: Check) -> None:
    """`last_turn` and `ended`, which follow from the rest."""
    last = check.boolean(position["last_turn"], "last_turn")
    check.that(
        last == state.is_last_turn(), "last_turn", "it is true exactly when the other seat's deck is empty (GC-61)"
    )
    lost = [seat for seat in (0, 1) if state.destroyed_of(seat) == ALL]
    expected = [1 - state.turn] if state.ended == ZEPPELINS else []
    why = 'it is "zeppelins" exactly when the three of the seat that is not in turn are destroyed (GC-60)'
    check.that(lost == expected, "ended", why)
    if state.ended == BY_COUNT:
        check.that(last, "ended", "the Gold is counted after a last turn (GC-61)")
    if state.ended == ROUND_LIMIT:
        reached = ending_of_turn(last, state.turn != state.first, state.round, state.round_limit) == ROUND_LIMIT
        check.that(reached, "ended", "the round limit is not reached (GC-64)")


def check_columns(state: GoldNCrash, check: Check) -> None:
    """No column rests with three of a type or a contented Guest, but for the two places that GC-70 names."""
    if state.ended != NOT_ENDED:
        return
    for seat in range(state.players):
        for column in range(COLUMNS):
            if state.pending == SECURE_ASKED and seat == state.turn and column == state.column:
                continue
            if state.most_of_a_type(seat, column) >= 3:
                why = "three cards of a type have emptied the column (GC-50)"
            elif state.guest_content(seat, column):
                why = "the Guest's requirement is met, so it is in the Treasure (GC-55)"
            else:
                continue
            raise check.fail(f"seats.{int(seat)}.columns.{int(column)}", why)


class CardSupply:
    """Hands out single cards for codes, each at most once."""

    def __init__(self, parts: GoldParts, check: Check) -> None:
        self.parts = parts
        self.check = check
        self.left: vec[i64] = parts.copies[:]  # by code: how many copies are not given out yet

    def crew_cards(self, value: object, where: str, crew: int = -1, sorted_list: bool = False) -> list[int]:
        """Crew cards, of one crew only if it is given (GC-48)."""
        return self.read(value, where, crew, sorted_list, False, True)

    def guests(self, value: object, where: str, sorted_list: bool = False) -> list[int]:
        return self.read(value, where, -1, sorted_list, True, False)

    def read(
        self, value: object, where: str, crew: int, sorted_list: bool, guests: bool, crew_cards: bool
    ) -> list[int]:
        codes = self.check.sequence(value, where)
        found: list[int] = []
        for code in codes:
            why = self.fault(code, crew, guests, crew_cards)
            if why:
                raise self.check.fail(f"{where}.{len(found)}", why)
            found.append(self.give(code))
        if sorted_list:
            self.check.that(codes == sorted(codes), where, "the list must be sorted")
        return found

    def fault(self, code: object, crew: int, guests: bool, crew_cards: bool) -> str:
        """Why a code cannot lie here; "" if it can."""
        parts = self.parts
        number: i64 = parts.code_numbers.get(code, -1) if isinstance(code, str) else -1
        if number < 0:
            return f"there is no card {excerpt(code)}"
        if not (guests if number >= parts.codes_of_cards else crew_cards):
            return f"{excerpt(code)} cannot lie here"
        if self.left[number] == 0:
            return f"there is one {excerpt(code)} too many"
        if crew >= 0 and parts.crew_of[parts.first_copy[number]] != crew:
            return f"{excerpt(code)} is not of this seat's own crew (GC-48)"
        return ""

    def give(self, code: str) -> i64:
        """The next single card of a code."""
        return next_copy(self.parts.code_numbers[code], self.left, self.parts)

    def all_given(self) -> None:
        for number in range(len(self.left)):
            if self.left[number] > 0:
                code = excerpt(self.parts.codes[number])
                missing = int(self.left[number])
                raise self.check.fail("", f"{missing} of {code} missing: every card is somewhere")


def next_copy(number: i64, left: vec[i64], parts: GoldParts) -> i64:
    """The next single card of a code, of which so many are left."""
    card = parts.first_copy[number] + parts.copies[number] - left[number]
    left[number] -= 1
    return card


# -- dream -----------------------------------------------------------------------------------------


def dream(view: dict[str, Any], rng: Rng, parts: GoldParts) -> GoldNCrash:
    """A world drawn uniformly among all that look like this view.

    Every single card that the viewer does not see is equally likely in every hidden place it may be in, and every
    arrangement as likely as any other: a deck (and what is looked at from it) holds cards of its own crew only, so it
    is dealt first from that crew's unseen cards; what is left, of both crews, may be in any hidden hand or Treasure.
    Of the orders of three robustness values, each that fits what is known is equally likely.
    """
    check = Check(InvalidPosition)
    check.keys(view, KEYS, "")
    seats = [
        dict(check.keys(seat, SEAT_KEYS, f"seats.{i}"))
        for i, seat in enumerate(check.sequence(view["seats"], "seats", 2))
    ]
    world = {**view, "seats": seats}
    crew = read_crews([seat["crew"] for seat in seats], view["options"], parts, check, "seats.crew")
    unseen = unseen_cards(view, parts, check)
    rng.shuffle(unseen[0])
    rng.shuffle(unseen[1])

    pending = view["pending"]
    turn = check.integer(view["turn"], "turn", 0, 1)
    if isinstance(pending, dict) and pending.get("cards") == [None, None]:
        own = unseen[crew if turn == 0 else 1 - crew]
        check.that(len(own) >= 2, "pending.cards", "not that many cards are unseen")
        world["pending"] = {**pending, "cards": [own.pop(), own.pop()]}
    for i, seat in enumerate(seats):
        own = unseen[crew if i == 0 else 1 - crew]
        size = check.integer(seat["deck"], f"seats.{i}.deck", 0, len(own))
        seat["deck"] = [own.pop() for _ in range(size)]
    rest = unseen[0] + unseen[1]
    rng.shuffle(rest)
    for i, seat in enumerate(seats):
        if not isinstance(seat["hand"], list):
            size = check.integer(seat["hand"], f"seats.{i}.hand", 0, len(rest))
            seat["hand"] = sorted(rest.pop() for _ in range(size))
        treasure = check.sequence(seat["treasure"], f"seats.{i}.treasure")
        check.that(treasure.count(None) <= len(rest), f"seats.{i}.treasure", "not that many cards are unseen")
        seat["treasure"] = [rest.pop() if card is None else card for card in treasure]
        seat["zeppelins"] = possible_zeppelins(seat["zeppelins"], rng, parts, check, f"seats.{i}.zeppelins")
    return restore(world, parts)


def unseen_cards(view: dict[str, Any], parts: GoldParts, check: Check) -> list[list[str]]:
    """The crew cards that are nowhere in a view, for each crew."""
    seen: list[Any] = []
    for i, seat in enumerate(view["seats"]):
        where = f"seats.{i}."
        seen += check.sequence(seat["discard"], where + "discard") + check.sequence(
            seat["treasure"], where + "treasure"
        )
        for column in check.sequence(seat["columns"], where + "columns", COLUMNS):
            seen += check.sequence(column, where + "columns")
        if isinstance(seat["hand"], list):
            seen += seat["hand"]
    if isinstance(view["pending"], dict):
        seen += check.sequence(view["pending"].get("cards", []), "pending.cards")
    left = parts.copies[: parts.codes_of_cards]
    for code in seen:
        number = parts.code_numbers.get(code, -1) if isinstance(code, str) else -1
        if 0 <= number < parts.codes_of_cards and left[number] > 0:  # anything else is refused when the world is read
            left[number] -= 1
    found: list[list[str]] = [[], []]
    for number, copies in enumerate(left):
        found[parts.crew_of[parts.first_copy[number]]] += [parts.codes[number]] * copies
    return found


def possible_zeppelins(value: object, rng: Rng, parts: GoldParts, check: Check, where: str) -> list[dict[str, Any]]:
    """GC-31: the values that are not known, in an order that fits what was resisted."""
    zeppelins = [
        check.keys(zeppelin, ZEPPELIN_KEYS, f"{where}.{column}")
        for column, zeppelin in enumerate(check.sequence(value, where, COLUMNS))
    ]
    resisted = [check.integer(zeppelin["resisted"], where + ".resisted") for zeppelin in zeppelins]
    values = [zeppelin["robustness"] for zeppelin in zeppelins]
    fitting = []
    for order in parts.orders_of_robustness:
        fits = True
        for column in range(COLUMNS):
            robustness = order[column]
            known = values[column]
            fits = fits and resisted[column] < robustness and (known is None or known == robustness)
        if fits:
            fitting.append(order)
    check.that(len(fitting) > 0, where, "no order of the robustness values fits")
    chosen = rng.choice(fitting)
    return [{**zeppelin, "robustness": value} for zeppelin, value in zip(zeppelins, chosen, strict=True)]
