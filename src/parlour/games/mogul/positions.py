"""Mogul: set-ups (KR-17 to KR-24), positions (section 9 of the spec), views and possible worlds (section 10).

This is the only place that knows their shapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.mogul.parts import COLOURS, CRASH, MogulParts
from parlour.games.mogul.rules import (
    AUCTION,
    FREE,
    HAND,
    LENT,
    LOANS,
    OVER,
    PHASES,
    RUNNER_UP,
    SCORES,
    SOLD,
    TOKENS,
    TOOK,
    WINNER,
    WINNER_ACTIONS,
    Mogul,
)
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import Check, excerpt
from parlour.rules.errors import InvalidPosition, InvalidSetup
from parlour.rules.state import NOBODY

LAST: Final = 5  # KR-21: the Crash card is among so many at the bottom of the deck

MOST_POINTS: Final = 10**15  # below 0 too

SETUP_KEYS: Final = ["first_player", "start_shares", "extra_shares", "deck"]
KEYS: Final = [
    "game",
    "players",
    "options",
    "to_act",
    "phase",
    "round",
    "first_player",
    "revealed",
    "deck",
    "discard",
    "bank",
    "pot",
    "tokens",
    "scores",
    "shares",
    "withdrawn",
    "winner_action",
]


# -- set-up ----------------------------------------------------------------------------------------


def deal(players: int, options: dict[str, Any], dealer: Dealer, parts: MogulParts) -> dict[str, Any]:
    """A random set-up, as a record keeps it."""
    ids = parts.ids
    starts = [ids[share] for share in parts.start]
    dealer.shuffle(starts)
    dealer.lay("start_shares", 0, players)
    dealt = starts[:players]  # KR-19
    extra: list[str] = []
    if options["quick_start"]:  # KR-23: one of each colour; KR-24: what is left of them goes into the deck
        for colour in range(COLOURS):
            extra.append(dealer.choice([ids[share] for share in parts.of_colour[colour] if ids[share] not in dealt]))
        dealer.shuffle(extra)
        dealer.lay("extra_shares", 0, players)
        extra = extra[:players]
    deck = [share for share in ids[: parts.crash] if share not in dealt and share not in extra]
    dealer.shuffle(deck)  # KR-20
    dealer.insert(deck, ids[parts.crash], LAST)  # KR-21
    dealer.lay("deck", 0, len(deck))
    first_player = dealer.below(players)  # KR-22
    dealer.lay("first_player")
    return {
        "first_player": first_player,
        "start_shares": dealt,
        "extra_shares": extra if options["quick_start"] else None,
        "deck": deck,
    }


def deals_steadily(options: dict[str, Any], parts: MogulParts) -> bool:
    """A quick start picks among the shares of a colour that were not dealt, and these may be more or fewer."""
    return not options["quick_start"]


def begin(players: int, options: dict[str, Any], setup: dict[str, Any], parts: MogulParts) -> Mogul:
    """The first decision after a set-up; `InvalidSetup` where that breaks what the spec says of it."""
    check = Check(InvalidSetup)
    data = check.keys(setup, SETUP_KEYS, "setup")
    quick_start: bool = options["quick_start"]
    state = Mogul(players, quick_start, options["loan_cost"], parts)
    state.first_player = check.integer(data["first_player"], "setup.first_player", 0, players - 1)
    seen: dict[int, str] = {}
    starts = read_cards(check, data["start_shares"], "setup.start_shares", seen, parts, players)
    for seat, share in enumerate(starts):
        where = f"setup.start_shares.{seat}"
        check.that(share in parts.start, where, f"{excerpt(parts.ids[share])} is no start share (KR-9, KR-19)")
        state.give(share, seat)
    if quick_start:
        colours: list[int] = []
        for seat, share in enumerate(
            read_cards(check, data["extra_shares"], "setup.extra_shares", seen, parts, players)
        ):
            where = f"setup.extra_shares.{seat}"
            check.that(share != parts.crash, where, "the Crash card is nobody's (KR-21)")
            check.that(parts.centre[share] not in colours, where, "no two extra shares are of one colour (KR-23)")
            colours.append(parts.centre[share])
            state.give(share, seat)
    else:
        nothing = data["extra_shares"] is None
        check.that(nothing, "setup.extra_shares", "null is needed: extra shares come with quick_start only (KR-23)")
    deck = read_cards(check, data["deck"], "setup.deck", seen, parts)
    check_all_there(check, "setup", seen, parts)
    check_crash_is_low(check, deck, "setup.deck", parts)
    state.deck = vec[i64]([card for card in deck])
    state.begin_round()
    return state


def deal_again(state: Mogul, rng: Rng) -> None:
    """`deal` and `begin` at a table without quick start, with the same draws, and without a set-up in between."""
    parts = state.parts
    players = state.players
    state.bank = parts.tokens - HAND * players
    state.pot = 0
    state.top = 0
    has = state.has
    for place in range(len(has)):
        has[place] = 0
    for seat in range(players):
        has[TOKENS + seat] = HAND
    holder = vec[i64]([FREE for _ in range(parts.crash)])
    state.holder = holder
    starts = vec[i64]([share for share in parts.start])
    rng.mix(starts)
    for seat in range(players):
        state.give(starts[seat], seat)  # KR-19
    deck = vec[i64]([0 for _ in range(parts.crash - players)])
    found: i64 = 0
    for share in range(parts.crash):
        if holder[share] == FREE:
            deck[found] = share
            found += 1
    rng.mix(deck)  # KR-20
    after = rng.below(LAST)  # KR-21
    deck = append(deck, parts.crash)
    for later in range(len(deck) - 1, len(deck) - 1 - after, -1):
        deck[later] = deck[later - 1]
    deck[len(deck) - 1 - after] = parts.crash
    state.deck = deck
    state.first_player = rng.below(players)  # KR-22
    state.begin_round()


def read_cards(
    check: Check, value: object, where: str, seen: dict[int, str], parts: MogulParts, length: int = -1
) -> list[int]:
    """The cards of a list of ids, none of them `seen` before: every card is in one place."""
    found: list[int] = []
    for i, name in enumerate(check.strings(value, where, length)):
        found.append(read_card(check, name, f"{where}.{i}", seen, parts))
    return found


def read_card(check: Check, name: str, where: str, seen: dict[int, str], parts: MogulParts) -> int:
    card = parts.number.get(name, -1)
    if card < 0:
        raise check.fail(where, f"there is no card {excerpt(name)}")
    if card in seen:
        raise check.fail(where, f"{excerpt(name)} is at {seen[card]} already")
    seen[card] = where
    return card


def check_all_there(check: Check, where: str, seen: dict[int, str], parts: MogulParts) -> None:
    if len(seen) < len(parts.ids):
        missing = [name for card, name in enumerate(parts.ids) if card not in seen]
        raise check.fail(where, f"the card {excerpt(missing[0])} is missing")


def check_crash_is_low(check: Check, deck: list[int], where: str, parts: MogulParts) -> None:
    low = parts.crash in deck[-LAST:]
    check.that(low, where, f"“{CRASH}” must be in one of the last five places (KR-21)")


# -- position --------------------------------------------------------------------------------------


def position(state: Mogul) -> dict[str, Any]:
    table = open_table(state)
    table["deck"] = [state.parts.ids[card] for card in state.deck[state.top :]]
    table["tokens"] = hands_of(state)
    return table


def hands_of(state: Mogul) -> list[int]:
    return [int(state.has[TOKENS + seat]) for seat in range(state.players)]


def open_table(state: Mogul) -> dict[str, Any]:
    """All keys of a position, those that hide something without their value."""
    return {
        "game": "mogul",
        "players": state.players,
        "options": {"quick_start": state.quick_start, "loan_cost": state.loan_cost},
        "to_act": state.owing(),
        "phase": PHASES[state.phase],
        "round": state.round(),
        "first_player": state.first_player,
        "revealed": state.parts.ids[state.revealed],
        "deck": None,
        "discard": discard(state),
        "bank": state.bank,
        "pot": state.pot,
        "tokens": None,
        "scores": [int(state.has[SCORES + seat]) for seat in range(state.players)],
        "shares": [shares_of(state, seat) for seat in range(state.players)],
        "withdrawn": withdrawn_seats(state),
        "winner_action": WINNER_ACTIONS[state.winner_action],
    }


def discard(state: Mogul) -> list[str]:
    """KR-46, KR-51: what lies neither in the deck, nor in front of a player, nor turned up."""
    left = [int(card) for card in state.deck[state.top :]]
    return [
        state.parts.ids[share]
        for share in range(state.parts.crash)
        if state.holder[share] == FREE and share != state.revealed and share not in left
    ]


def shares_of(state: Mogul, seat: i64) -> list[str]:
    return [state.parts.ids[share] for share in range(state.parts.crash) if state.holder[share] == seat]


def withdrawn_seats(state: Mogul) -> list[int]:
    """In the order in which they withdrew."""
    out = 0
    for seat in range(state.players):
        if state.still_in >> seat & 1 == 0:
            out += 1
    return [state.withdrawn >> 3 * place & 7 for place in range(out - 1, -1, -1)]


# -- view ------------------------------------------------------------------------------------------


def view(state: Mogul, seat: int | None) -> dict[str, Any]:
    """KR-5: hidden are the order of the deck and the other seats' tokens, till they are counted (KR-55)."""
    table = open_table(state)
    table["deck"] = len(state.deck) - state.top
    if state.phase == OVER:
        table["tokens"] = hands_of(state)
    else:
        hands: list[int | None] = [None] * int(state.players)
        if seat is not None:
            hands[seat] = state.has[TOKENS + seat]
        table["tokens"] = hands
    return table


def sketch(view: Mapping[str, Any], parts: MogulParts) -> Mogul:
    """What a view shows as a state, to ask the rules about it. What is hidden stays empty, and nothing is checked."""
    options = view["options"]
    state = Mogul(view["players"], options["quick_start"], options["loan_cost"], parts)
    state.phase = PHASES.index(view["phase"])
    state.bank = view["bank"]
    state.revealed = parts.number[view["revealed"]]
    shares: list[list[str]] = view["shares"]
    for seat in range(state.players):
        for name in shares[seat]:
            state.give(parts.number[name], seat)
    withdrawn: list[int] = view["withdrawn"]
    for seat in withdrawn:
        state.still_in ^= 1 << seat
        state.withdrawn = state.withdrawn << 3 | seat
    return state


# -- restore ---------------------------------------------------------------------------------------


def restore(position: dict[str, Any], parts: MogulParts) -> Mogul:
    """The state of a position. It is refused where it breaks section 9 of the spec, and nowhere else."""
    check = Check(InvalidPosition)
    state = read_table(check, position, parts)
    read_tokens(check, state, position)
    read_turn(check, state, position)
    read_all_cards(check, state, position)
    return state


def read_table(check: Check, position: dict[str, Any], parts: MogulParts) -> Mogul:
    """The number of players, the options, the phase and the scores."""
    check.keys(position, KEYS, "")
    players = check.integer(position["players"], "players", 3, 6)
    options = check.keys(position["options"], ("quick_start", "loan_cost"), "options")
    quick_start = check.boolean(options["quick_start"], "options.quick_start")
    check.that(players < 6 or not quick_start, "options.quick_start", "false is needed with 6 players (KR-3)")
    loan_cost = check.integer(options["loan_cost"], "options.loan_cost", 1, 2)
    state = Mogul(players, quick_start, loan_cost, parts)
    state.phase = PHASES.index(check.one_of(position["phase"], PHASES, "phase"))
    state.first_player = check.integer(position["first_player"], "first_player", 0, players - 1)
    for seat, score in enumerate(check.sequence(position["scores"], "scores", players)):
        # KR-16, KR-33: without limit either way, or nearly so.
        if isinstance(score, bool) or not isinstance(score, int) or abs(score) > MOST_POINTS:
            raise check.fail(f"scores.{seat}", f"a whole number is needed, not {excerpt(score)}")
        state.has[SCORES + seat] = score
    return state


def read_tokens(check: Check, state: Mogul, position: dict[str, Any]) -> None:
    """KR-39: hands, pot and bank add up."""
    state.bank = check.integer(position["bank"], "bank")
    state.pot = check.integer(position["pot"], "pot")
    together = state.bank + state.pot
    for seat, tokens in enumerate(check.integers(position["tokens"], "tokens", state.players)):
        state.has[TOKENS + seat] = tokens
        together += tokens
    total = state.parts.tokens
    check.that(together == total, "tokens", f"hands, pot and bank must add up to {total}, not {together} (KR-39)")
    check.that(state.pot == 0 or state.phase == AUCTION, "pot", "the pot is empty outside the auction (KR-39)")
    check.that(state.bank >= LENT or state.phase != LOANS, "bank", "with less than 2 tokens nobody is asked (KR-31)")


def read_turn(check: Check, state: Mogul, position: dict[str, Any]) -> None:
    """Who is asked, who has withdrawn, what the winner did."""
    phase = state.phase
    players = state.players
    to_act = check.integers(position["to_act"], "to_act", 0 if phase == OVER else 1, high=players - 1)
    state.turn = NOBODY if phase == OVER else to_act[0]
    for i, seat in enumerate(check.integers(position["withdrawn"], "withdrawn", high=players - 1)):
        check.that(state.still_in >> seat & 1 == 1, f"withdrawn.{i}", f"seat {seat} has withdrawn already (KR-36)")
        state.still_in ^= 1 << seat
        state.withdrawn = state.withdrawn << 3 | seat
    out = len(position["withdrawn"])
    if phase in (LOANS, OVER):
        check.that(out == 0, "withdrawn", "nobody has withdrawn in this phase")
    elif phase == AUCTION:
        check.that(out <= players - 2, "withdrawn", "an auction goes on between two seats at least (KR-38)")
        check.that(state.still_in >> state.turn & 1 == 1, "to_act", "a seat that has withdrawn is not asked (KR-36)")
    else:
        check.that(out == players - 1, "withdrawn", "all seats but the winner have withdrawn (KR-38)")
        asked = state.still_in == 1 << state.turn if phase == WINNER else state.turn == state.runner_up()
        who = "the seat that has not withdrawn (KR-38)" if phase == WINNER else "the last to withdraw (KR-40)"
        check.that(asked, "to_act", f"the seat to act is {who}")
    if phase == RUNNER_UP:
        took = check.one_of(position["winner_action"], ("take", "sell"), "winner_action") == "take"
        state.winner_action = TOOK if took else SOLD
        winner = state.still_in == 1 << state.first_player
        check.that(winner or not took, "first_player", "the winner, who took the card, is first player (KR-52)")
    elif position["winner_action"] is not None:
        raise check.fail("winner_action", f"null is needed, not {excerpt(position['winner_action'])}")


def read_all_cards(check: Check, state: Mogul, position: dict[str, Any]) -> None:
    """Every card is in one place; the one that the winner took is also shown in `revealed`."""
    parts = state.parts
    seen: dict[int, str] = {}
    deck = read_cards(check, position["deck"], "deck", seen, parts)
    state.deck = vec[i64]([card for card in deck])
    check.sorted_strings(position["discard"], "discard")
    discard = read_cards(check, position["discard"], "discard", seen, parts)
    check.that(parts.crash not in discard, "discard", "the Crash card is never discarded (KR-54)")
    for seat, shares in enumerate(check.sequence(position["shares"], "shares", state.players)):
        where = f"shares.{seat}"
        check.sorted_strings(shares, where)
        for card in read_cards(check, shares, where, seen, parts):
            check.that(card != parts.crash, where, "the Crash card is nobody's share (KR-54)")
            state.give(card, seat)
    name = check.string(position["revealed"], "revealed")
    if state.winner_action == TOOK:
        state.revealed = read_card(check, name, "revealed", {}, parts)
        theirs = state.revealed != parts.crash and state.holder[state.revealed] == state.first_player
        check.that(theirs, "revealed", "the winner took this card: it must be among the winner's shares (KR-42)")
        sellable = state.sellable(state.turn) > 0
        check.that(sellable, "to_act", "a runner-up who owns nothing to sell is not asked (KR-49)")
    else:
        state.revealed = read_card(check, name, "revealed", seen, parts)
        over = state.revealed == parts.crash
        fits = over == (state.phase == OVER)
        check.that(fits, "revealed", "the game is over when the Crash card is revealed, and only then (KR-54)")
    check_all_there(check, "", seen, parts)
    if state.phase == OVER:
        check.that(len(deck) < LAST, "deck", "at most four cards are left below the Crash card (KR-21)")
    else:
        check_crash_is_low(check, deck, "deck", parts)
    turned_up = state.round()
    found = position["round"]
    right = isinstance(found, int) and not isinstance(found, bool) and found == turned_up
    if not right:
        raise check.fail("round", f"{turned_up} cards have been turned up, not {excerpt(found)}")


# -- dream -----------------------------------------------------------------------------------------


def dream(view: dict[str, Any], rng: Rng, parts: MogulParts) -> Mogul:
    """A world that looks like this view, all of them equally likely as far as the view tells."""
    return dreams(view, rng, parts, 1)[0]


def dreams(view: dict[str, Any], rng: Rng, parts: MogulParts, count: int) -> list[Mogul]:
    """So many such worlds, by the same draws as one by one; the view is read and checked once."""
    check = Check(InvalidPosition)
    check.keys(view, KEYS, "")
    unseen = unseen_shares(check, view, parts)
    size = check.integer(view["deck"], "deck")
    found: list[Mogul] = []
    for _ in range(count):
        deck = unseen[:]
        rng.shuffle(deck)
        if view["phase"] != "over":
            deck.insert(len(deck) - rng.below(crash_places(len(deck) + 1)), CRASH)
        check.that(size == len(deck), "deck", f"there must be {len(deck)} cards, not {size}")
        hands = guessed_hands(check, view, rng, parts)
        if not found:
            found.append(restore({**view, "deck": deck, "tokens": hands}, parts))
            continue
        world = found[0].clone()  # nothing but the deck and the hands is hidden (KR-5)
        world.deck = vec[i64]([parts.number[name] for name in deck])
        for seat in range(world.players):
            world.has[TOKENS + seat] = hands[seat]
        found.append(world)
    return found


def with_another_on_top(state: Mogul, place: i64) -> Mogul:
    """The same game, but that the next card of the deck and the one at a place have changed places."""
    world = state.clone()
    deck = state.deck[:]
    deck[place] = deck[state.top]
    deck[state.top] = state.deck[place]
    world.deck = deck
    return world


def crash_places(cards: int) -> int:
    """KR-21: in how many places of a deck of so many cards the Crash card can be; in a small deck in any."""
    return min(LAST, cards)


def unseen_shares(check: Check, view: dict[str, Any], parts: MogulParts) -> list[str]:
    """The shares that lie nowhere in sight."""
    seen = {check.string(view["revealed"], "revealed"), *check.strings(view["discard"], "discard")}
    for seat, shares in enumerate(check.sequence(view["shares"], "shares")):
        seen.update(check.strings(shares, f"shares.{seat}"))
    return [name for name in parts.ids[: parts.crash] if name not in seen]


def guessed_hands(check: Check, view: dict[str, Any], rng: Rng, parts: MogulParts) -> list[int]:
    """The hands that are hidden: any numbers from 0 up that make hands, pot and bank add up."""
    left = parts.tokens - check.integer(view["bank"], "bank") - check.integer(view["pot"], "pot")
    hands = check.sequence(view["tokens"], "tokens")
    hidden = [seat for seat in range(len(hands)) if hands[seat] is None]
    for seat in range(len(hands)):
        if hands[seat] is not None:
            left -= check.integer(hands[seat], f"tokens.{seat}")
    check.that(left >= 0, "tokens", f"hands, pot and bank are more than {parts.tokens}")
    guessed: list[int] = hands[:]
    for seat, tokens in zip(hidden, split(left, len(hidden), rng), strict=True):
        guessed[seat] = tokens
    return guessed


def split(total: int, heaps: int, rng: Rng) -> list[int]:
    """`total` in so many heaps, every way to do it equally likely.

    Stars and bars: the places of `heaps - 1` bars among `total` stars, drawn as a random subset by Floyd's method.
    """
    if heaps == 0:
        return []
    places = total + heaps - 1
    bars: list[int] = []
    for last in range(total, places):
        place = int(rng.below(last + 1))
        bars.append(last if place in bars else place)
    bars.sort()
    found: list[int] = []
    before = -1
    for bar in [*bars, places]:
        found.append(bar - before - 1)
        before = bar
    return found
