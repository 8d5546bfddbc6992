"""Mogul's positions, set-ups and views: each thing that must be refused, and that nothing else is."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from mogul_tables import BROWNS, GAME, SHARES, market

import parlour
from table import changed

LOAN = market(phase="loan")
AUCTION = market(withdrawn=[1], pot=2, tokens=[4, 6, 6])
WINNER = market(phase="winner", withdrawn=[2, 1])
SOLD = market(phase="runner_up", withdrawn=[2, 1], winner_action="sell", first_player=2)
TOOK = market(
    shares=[[*BROWNS[0], "green-brown-1"], *BROWNS[1:]], phase="runner_up", withdrawn=[2, 1], winner_action="take"
)
OVER = market(phase="over", deck=["pink-blue-1", "pink-blue-2"])
ALL = {"loan": LOAN, "auction": AUCTION, "winner": WINNER, "sold": SOLD, "took": TOOK, "over": OVER}


def loads(position: dict[str, Any], **changes: Any) -> None:
    """The position is accepted and is the same when it is written down again."""
    wanted = changed(position, {path.replace("__", "."): value for path, value in changes.items()})
    assert GAME.load(json.loads(json.dumps(wanted))).position() == wanted


def refuses(position: dict[str, Any], where: str, changes: dict[str, Any]) -> None:
    """The position with these changes is refused, by an error that begins with the place of the fault."""
    wanted = changed(position, changes)
    with pytest.raises(parlour.InvalidPosition) as error:
        GAME.load(wanted)
    assert str(error.value).startswith(where), str(error.value)


@pytest.mark.parametrize("name", ALL)
def test_the_examples_of_this_file_are_accepted(name: str) -> None:
    loads(ALL[name])


# -- keys and types --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", LOAN)
def test_every_key_is_needed(key: str) -> None:
    with pytest.raises(parlour.InvalidPosition, match=f'"{key}" is missing'):
        GAME.load({name: value for name, value in LOAN.items() if name != key})


def test_no_other_key_is_accepted() -> None:
    refuses(LOAN, "the key", {"seed": 1})


@pytest.mark.parametrize("key", LOAN)
@pytest.mark.parametrize("value", [1.5, {}, [{}], "x", [None], True])
def test_every_key_has_its_type(key: str, value: Any) -> None:
    if key == "options" and value == {}:
        refuses(LOAN, "options", {key: value})
    else:
        refuses(LOAN, key, {key: value})


@pytest.mark.rule("KR-2")
@pytest.mark.parametrize("players", [2, 7, "3", True, None])
def test_players(players: Any) -> None:
    refuses(LOAN, "players", {"players": players})


@pytest.mark.rule("KR-3", "KR-4")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"quick_start": False},
        {"loan_cost": 1},
        {"quick_start": 0, "loan_cost": 1},
        {"quick_start": None, "loan_cost": 1},
        {"quick_start": False, "loan_cost": 0},
        {"quick_start": False, "loan_cost": 3},
        {"quick_start": False, "loan_cost": True},
        {"quick_start": False, "loan_cost": "1"},
        {"quick_start": False, "loan_cost": 1, "speed": 2},
    ],
)
def test_options(options: dict[str, Any]) -> None:
    refuses(LOAN, "options", {"options": options})


@pytest.mark.rule("KR-3")
def test_no_quick_start_with_six() -> None:
    six = market(shares=[[]] * 6, phase="loan")
    loads(six)
    refuses(six, "options.quick_start", {"options.quick_start": True, "round": six["round"] - 6})


@pytest.mark.parametrize("key", ["tokens", "scores", "shares"])
def test_one_entry_a_seat(key: str) -> None:
    refuses(LOAN, key, {key: LOAN[key][:2]})
    refuses(LOAN, key, {key: [*LOAN[key], LOAN[key][0]]})


@pytest.mark.parametrize("seat", [-1, 3, True, "0", None, 0.0])
def test_every_seat_is_in_range(seat: Any) -> None:
    refuses(LOAN, "first_player", {"first_player": seat})
    refuses(LOAN, "to_act", {"to_act": [seat]})
    refuses(AUCTION, "withdrawn", {"withdrawn": [seat]})


def test_no_negative_number_of_tokens() -> None:
    refuses(AUCTION, "tokens.1", {"tokens": [11, -1, 6]})
    refuses(AUCTION, "bank", {"bank": -1, "tokens.0": 32})
    refuses(AUCTION, "pot", {"pot": -1, "tokens.0": 7})


# -- cards and tokens ------------------------------------------------------------------------------


def test_every_card_is_there() -> None:
    refuses(OVER, "the card", {"discard": OVER["discard"][1:]})
    refuses(LOAN, "the card", {"deck": LOAN["deck"][1:], "round": LOAN["round"] + 1})


@pytest.mark.parametrize("key", ["deck", "discard", "shares.0"])
def test_no_card_is_there_twice(key: str) -> None:
    refuses(LOAN, key, {key: ["pink-blue-1", "pink-blue-1"]})


def test_no_card_is_in_two_places() -> None:
    refuses(LOAN, "discard.0", {"discard": [LOAN["deck"][0]]})
    refuses(LOAN, "shares.1.0", {"shares.1": BROWNS[0]})
    refuses(LOAN, "revealed", {"revealed": LOAN["deck"][0]})
    refuses(LOAN, "revealed", {"revealed": "brown-blue-1"})
    refuses(TOOK, "shares.2.1", {"shares.2": ["brown-green-1", "green-brown-1"]})


@pytest.mark.parametrize("card", ["brown-brown-1", "Pink-blue-1", "", "crash "])
def test_no_other_card_exists(card: str) -> None:
    refuses(LOAN, "deck.0", {"deck.0": card})
    refuses(LOAN, "revealed", {"revealed": card})


def test_the_crash_is_in_the_deck_or_when_over_revealed() -> None:
    without = [card for card in LOAN["deck"] if card != "crash"]
    refuses(LOAN, "discard", {"deck": without, "discard": ["crash"], "round": LOAN["round"] + 1})
    refuses(LOAN, "shares.2", {"deck": without, "shares.2": ["brown-green-1", "crash"], "round": LOAN["round"] + 1})
    refuses(LOAN, "revealed", {"deck": [*without, "green-brown-1"], "revealed": "crash"})
    refuses(OVER, "revealed", {"deck": ["crash", "pink-blue-2"], "revealed": "pink-blue-1"})
    # Taken: the card turned up is in the winner's shares, and the Crash card can be neither.
    refuses(TOOK, "revealed", {"revealed": "crash"})


@pytest.mark.rule("KR-39")
def test_hands_pot_and_bank_add_up() -> None:
    refuses(LOAN, "tokens", {"bank": 26})
    refuses(LOAN, "tokens", {"tokens.2": 7})
    refuses(AUCTION, "tokens", {"pot": 3})


def test_lists_are_sorted() -> None:
    refuses(LOAN, "shares.1", {"shares.1": BROWNS[1][::-1]})
    refuses(OVER, "discard", {"discard": OVER["discard"][::-1]})


def test_the_round_is_the_number_of_cards_turned_up() -> None:
    refuses(LOAN, "round", {"round": LOAN["round"] + 1})
    refuses(LOAN, "round", {"round": 0})
    refuses(OVER, "round", {"round": OVER["round"] - 1})
    refuses(LOAN, "round", {"options.quick_start": True})
    loads(LOAN, options__quick_start=True, round=LOAN["round"] - 3)


@pytest.mark.rule("KR-21")
def test_the_crash_is_in_one_of_the_last_five_places() -> None:
    cards = [card for card in LOAN["deck"] if card != "crash"]
    for place in range(len(cards) + 1):
        deck = [*cards[:place], "crash", *cards[place:]]
        if place >= len(cards) - 4:
            loads(LOAN, deck=deck)
        else:
            refuses(LOAN, "deck", {"deck": deck})


def test_at_most_four_cards_are_left_when_over() -> None:
    rest = OVER["discard"]
    loads(OVER, deck=rest[:4], discard=sorted([*rest[4:], *OVER["deck"]]), round=32 - 3 - 4)
    refuses(OVER, "deck", {"deck": rest[:5], "discard": sorted([*rest[5:], *OVER["deck"]]), "round": 32 - 3 - 5})
    loads(OVER, deck=[], discard=sorted([*rest, *OVER["deck"]]), round=29)


# -- phases ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["loan", "auction", "winner", "sold", "took"])
def test_one_seat_acts_before_the_end(name: str) -> None:
    refuses(ALL[name], "to_act", {"to_act": []})
    refuses(ALL[name], "to_act", {"to_act": [0, 1]})
    refuses(ALL[name], "to_act", {"to_act": "chance"})


def test_loan() -> None:
    refuses(LOAN, "withdrawn", {"withdrawn": [1]})
    refuses(LOAN, "pot", {"pot": 1, "bank": 26})
    refuses(LOAN, "bank", {"bank": 1, "tokens.0": 32})
    loads(LOAN, bank=2, tokens__0=31)


def test_auction() -> None:
    refuses(AUCTION, "withdrawn.1", {"withdrawn": [1, 1]})
    refuses(AUCTION, "withdrawn", {"withdrawn": [1, 2]})
    refuses(AUCTION, "to_act", {"to_act": [1]})
    loads(AUCTION, to_act=[2])


def test_winner() -> None:
    refuses(WINNER, "withdrawn", {"withdrawn": [2]})
    refuses(WINNER, "withdrawn.1", {"withdrawn": [2, 2]})
    refuses(WINNER, "withdrawn", {"withdrawn": [2, 1, 0]})
    refuses(WINNER, "pot", {"pot": 1, "bank": 26})
    refuses(WINNER, "to_act", {"to_act": [1]})


def test_runner_up() -> None:
    refuses(SOLD, "withdrawn", {"withdrawn": [1]})
    refuses(SOLD, "withdrawn.1", {"withdrawn": [1, 1]})
    refuses(SOLD, "pot", {"pot": 1, "bank": 26})
    refuses(SOLD, "to_act", {"to_act": [2]})
    refuses(SOLD, "to_act", {"to_act": [0]})


@pytest.mark.parametrize("name", ["loan", "auction", "winner", "over"])
@pytest.mark.parametrize("action", ["take", "sell", ""])
def test_the_winner_has_done_nothing_outside_the_runner_ups_phase(name: str, action: str) -> None:
    refuses(ALL[name], "winner_action", {"winner_action": action})


@pytest.mark.parametrize("action", [None, "sell 1", "decline", 1])
def test_the_winner_has_done_something_in_the_runner_ups_phase(action: Any) -> None:
    refuses(SOLD, "winner_action", {"winner_action": action})


@pytest.mark.rule("KR-42", "KR-49", "KR-52")
def test_after_a_take() -> None:
    refuses(TOOK, "first_player", {"first_player": 1})
    refuses(TOOK, "first_player", {"first_player": 2})
    # The winner must have the card, nobody else.
    refuses(SOLD, "revealed", {"winner_action": "take", "first_player": 0})
    refuses(TOOK, "revealed", {"shares.0": BROWNS[0], "shares.2": ["brown-green-1", "green-brown-1"]})
    # The runner-up must have something to sell.
    refuses(TOOK, "to_act", {"shares.1": [], "shares.2": sorted([*BROWNS[1], *BROWNS[2]])})


def test_after_a_sale_the_card_is_one_of_its_own() -> None:
    refuses(TOOK, "revealed", {"winner_action": "sell"})


def test_over() -> None:
    refuses(OVER, "to_act", {"to_act": [0]})
    refuses(OVER, "withdrawn", {"withdrawn": [0]})
    refuses(OVER, "pot", {"pot": 1, "bank": 26})


# -- nothing more is asked -------------------------------------------------------------------------


def test_positions_that_play_cannot_reach_are_accepted() -> None:
    loads(LOAN, bank=44, tokens=[0, 1, 0])  # an even, a large bank
    loads(LOAN, to_act=[2])  # whoever was asked before
    loads(AUCTION, bank=0, pot=45, tokens=[0, 0, 0])
    loads(AUCTION, first_player=1)  # the first player may have withdrawn
    loads(SOLD, first_player=1)
    loads(WINNER, tokens=[0, 0, 45], bank=0)
    loads(OVER, bank=45, tokens=[0, 0, 0])
    loads(OVER, first_player=2)


@pytest.mark.rule("KR-16", "KR-33")
def test_scores_are_without_limit() -> None:
    loads(LOAN, scores=[10**12, -(10**12), 0])
    refuses(LOAN, "scores.1", {"scores.1": 1.0})
    refuses(LOAN, "scores.1", {"scores.1": None})


def test_hands_that_were_never_dealt_are_accepted() -> None:
    loads(market(shares=[[], [], []], phase="loan"))
    loads(market(shares=[sorted(SHARES)[:20], [], []], revealed="yellow-pink-1"))
    # All colours in front of one player, nothing in the deck but the Crash card.
    everything = [card for card in sorted(SHARES) if card != "green-brown-1"]
    loads(market(shares=[[], [], everything], phase="winner", withdrawn=[2, 1], deck=["crash"]))


@pytest.mark.parametrize("name", ALL)
def test_a_refused_position_leaves_no_trace(name: str) -> None:
    position = json.loads(json.dumps(ALL[name]))
    GAME.load(position)
    assert position == ALL[name]


# -- set-up ----------------------------------------------------------------------------------------

SETUP = GAME.setup(3, seed=1)
QUICK = GAME.setup(3, {"quick_start": True}, seed=1)


def refuses_setup(where: str, changes: dict[str, Any], quick: bool = False) -> None:
    setup = changed(QUICK if quick else SETUP, changes)
    with pytest.raises(parlour.InvalidSetup) as error:
        GAME.start(3, {"quick_start": quick}, setup)
    assert str(error.value).startswith(where), str(error.value)


@pytest.mark.parametrize("key", SETUP)
def test_every_key_of_a_setup_is_needed(key: str) -> None:
    with pytest.raises(parlour.InvalidSetup, match=f'"{key}" is missing'):
        GAME.start(3, {}, {name: value for name, value in SETUP.items() if name != key})
    refuses_setup("setup", {"seed": 1})


@pytest.mark.parametrize("seat", [-1, 3, None, True, "1"])
def test_the_first_player_of_a_setup_is_a_seat(seat: Any) -> None:
    refuses_setup("setup.first_player", {"first_player": seat})


@pytest.mark.rule("KR-19")
def test_start_shares_bear_an_s() -> None:
    swapped = SETUP["deck"].index("brown-green-2")
    own = SETUP["start_shares"][1]
    refuses_setup("setup.start_shares.1", {"start_shares.1": "brown-green-2", f"deck.{swapped}": own})
    crash = SETUP["deck"].index("crash")
    refuses_setup("setup.start_shares.0", {"start_shares.0": "crash", f"deck.{crash}": SETUP["start_shares"][0]})
    refuses_setup("setup.start_shares", {"start_shares": SETUP["start_shares"][:2]})
    refuses_setup("setup.start_shares.1", {"start_shares.1": SETUP["start_shares"][0]})


@pytest.mark.rule("KR-23")
def test_extra_shares_come_with_quick_start_only() -> None:
    refuses_setup("setup.extra_shares", {"extra_shares": []})
    refuses_setup("setup.extra_shares", {"extra_shares": QUICK["extra_shares"]})
    refuses_setup("setup.extra_shares", {"extra_shares": None}, quick=True)
    refuses_setup("setup.extra_shares", {"extra_shares": QUICK["extra_shares"][:2]}, quick=True)


@pytest.mark.rule("KR-23")
def test_extra_shares_are_of_different_colours() -> None:
    first, second = QUICK["extra_shares"][:2]
    same = next(card for card in QUICK["deck"] if card.startswith(first.split("-")[0]))
    at = QUICK["deck"].index(same)
    refuses_setup("setup.extra_shares.1", {"extra_shares.1": same, f"deck.{at}": second}, quick=True)
    crash = QUICK["deck"].index("crash")
    refuses_setup("setup.extra_shares.1", {"extra_shares.1": "crash", f"deck.{crash}": second}, quick=True)


@pytest.mark.rule("KR-20")
def test_the_deck_of_a_setup_has_all_other_cards() -> None:
    refuses_setup("setup: the card", {"deck": SETUP["deck"][1:]})
    refuses_setup("setup.deck.0", {"deck.0": SETUP["start_shares"][0]})
    refuses_setup("setup.deck.1", {"deck.1": SETUP["deck"][0]})
    refuses_setup("setup.deck.0", {"deck.0": "pink-pink-1"})
    refuses_setup("setup.deck.0", {"deck.0": 7})
    refuses_setup("setup.deck", {"deck": None})


@pytest.mark.rule("KR-21")
def test_the_crash_of_a_setup_is_in_one_of_the_last_five_places() -> None:
    cards = [card for card in SETUP["deck"] if card != "crash"]
    refuses_setup("setup", {"deck": cards})
    for place in range(len(cards) + 1):
        deck = [*cards[:place], "crash", *cards[place:]]
        if place >= len(cards) - 4:
            assert GAME.start(3, {}, {**SETUP, "deck": deck}).position()["deck"] == deck[1:]
        else:
            refuses_setup("setup.deck", {"deck": deck})


def test_a_record_may_leave_options_out() -> None:
    record = {"game": "mogul", "players": 3, "options": {}, "setup": SETUP, "moves": []}
    assert GAME.replay(record).position()["options"] == {"quick_start": False, "loan_cost": 1}


# -- imagination -----------------------------------------------------------------------------------


def evenly(counts: Counter[Any], worlds: int) -> None:
    """All worlds came up, each about as often: within five standard deviations."""
    assert len(counts) == worlds
    mean = counts.total() / worlds
    assert all(abs(count - mean) < 5 * mean**0.5 for count in counts.values()), counts


@pytest.mark.rule("KR-5")
@pytest.mark.parametrize(("seat", "compositions"), [(0, 4), (None, 10)])
def test_all_ways_to_split_the_tokens_are_equally_likely(seat: int | None, compositions: int) -> None:
    """Seat 0 knows its own 2 tokens, so 3 are split among two; a spectator splits 3 among three."""
    tokens = [2, 1, 2] if seat == 0 else [1, 1, 1]
    view = GAME.load(market(tokens=tokens)).view(seat)
    rng = parlour.Rng(1)
    counts = Counter(tuple(GAME.imagine(view, rng).position()["tokens"]) for _ in range(600 * compositions))
    evenly(counts, compositions)
    assert all(sum(hands) == sum(tokens) for hands in counts)


@pytest.mark.rule("KR-5", "KR-21")
def test_in_a_small_deck_every_order_is_equally_likely() -> None:
    view = GAME.load(market(deck=["pink-blue-1", "crash", "pink-blue-2", "yellow-pink-1"])).view(1)
    rng = parlour.Rng(2)
    evenly(Counter(tuple(GAME.imagine(view, rng).position()["deck"]) for _ in range(9600)), 24)


@pytest.mark.rule("KR-5", "KR-21")
def test_in_a_large_deck_the_crash_is_in_any_of_the_last_five_places() -> None:
    state = GAME.load(market())
    view = state.view(2)
    size = view["deck"]
    rng = parlour.Rng(3)
    crashes: Counter[int] = Counter()
    tops: Counter[str] = Counter()
    for _ in range(6000):
        deck = GAME.imagine(view, rng).position()["deck"]
        crashes[deck.index("crash")] += 1
        tops[deck[0]] += 1
    assert sorted(crashes) == list(range(size - 5, size))
    evenly(crashes, 5)
    evenly(tops, size - 1)


@pytest.mark.rule("KR-5")
def test_when_over_only_the_order_of_what_is_left_is_unknown() -> None:
    view = GAME.load(OVER).view(None)
    decks = Counter(tuple(GAME.imagine(view, seed).position()["deck"]) for seed in range(400))
    evenly(decks, 2)
    assert GAME.imagine(view, 1).position()["tokens"] == OVER["tokens"]


@pytest.mark.parametrize(
    ("where", "changes"),
    [
        ("deck", {"deck": 24}),
        ("deck", {"deck": LOAN["deck"]}),
        ("tokens", {"tokens": [30, None, None]}),
        ("tokens", {"tokens": [None, None]}),
        ("tokens.0", {"tokens": [-1, None, None]}),
        ("round", {"round": 9}),
        ("shares", {"shares": 3}),
    ],
)
def test_a_view_that_no_world_has_is_refused(where: str, changes: dict[str, Any]) -> None:
    view = changed(GAME.load(LOAN).view(0), changes)
    with pytest.raises(parlour.InvalidPosition) as error:
        GAME.imagine(view, 1)
    assert str(error.value).startswith(where), str(error.value)
