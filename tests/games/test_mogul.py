"""Mogul, rule by rule, in the order of the spec."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from mogul_tables import BROWNS, GAME, SHARES, components, market

import parlour
from table import Table, dealt, given


def mogul(**words: Any) -> Table:
    return given("mogul", market(**words))


def play_on(state: parlour.State, rng: parlour.Rng) -> None:
    seat = state.owing()[0]
    state.play(seat, rng.choice(state.legal(seat)))


# -- players and options ---------------------------------------------------------------------------


@pytest.mark.rule("KR-1", "KR-56")
def test_most_points_when_the_crash_comes_win() -> None:
    table = mogul(phase="winner", withdrawn=[1, 2], tokens=[0, 0, 0], scores=[7, 9, 8], deck=["crash"])
    table.play(0, "take")
    table.play(2, "decline")
    assert table.state.outcome is not None
    assert table.state.outcome.to_dict() == {
        "winners": [1],
        "ranking": [[1], [2], [0]],
        "scores": [7, 9, 8],
        "reason": "points",
    }


@pytest.mark.rule("KR-2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_can_play(players: int) -> None:
    assert dealt("mogul", players)["players"] == players


@pytest.mark.rule("KR-2")
@pytest.mark.parametrize("players", [0, 1, 2, 7, True])
def test_any_other_number_is_refused(players: Any) -> None:
    with pytest.raises(parlour.InvalidOptions, match="KR-2"):
        GAME.new(players)


@pytest.mark.rule("KR-3")
def test_quick_start_is_off_by_default_and_not_for_six() -> None:
    assert dealt("mogul", 3)["options.quick_start"] is False
    for players in (3, 4, 5):
        assert dealt("mogul", players, quick_start=True)["options.quick_start"] is True
    for make in (GAME.new, GAME.setup, GAME.start, GAME.check_table):
        with pytest.raises(parlour.InvalidOptions, match="KR-3"):
            make(6, {"quick_start": True})
    assert GAME.new(6, {"quick_start": False}).players == 6


@pytest.mark.rule("KR-3", "KR-4")
@pytest.mark.parametrize(
    "options",
    [{"quick_start": 1}, {"quick_start": None}, {"loan_cost": 0}, {"loan_cost": 3}, {"loan_cost": True}, {"speed": 1}],
)
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(parlour.InvalidOptions, match=next(iter(options))):
        GAME.new(3, options)


@pytest.mark.rule("KR-4", "KR-29")
@pytest.mark.parametrize("cost", [1, 2])
def test_a_loan_costs_what_the_option_says(cost: int) -> None:
    table = mogul(phase="loan", loan_cost=cost, scores=[5, 0, 0])
    table.play(0, "loan")
    assert table["scores"] == [5 - cost, 0, 0]
    assert dealt("mogul", 3)["options.loan_cost"] == 1


@pytest.mark.rule("KR-5")
def test_only_the_deck_and_the_hands_of_others_are_hidden() -> None:
    table = mogul(pot=2, tokens=[3, 4, 5], withdrawn=[2])
    position = table.state.position()
    for seat in (0, 1, 2, None):
        view = table.state.view(seat)
        assert view["deck"] == len(position["deck"])
        assert view["tokens"] == [position["tokens"][i] if i == seat else None for i in range(3)]
        for key in set(position) - {"deck", "tokens"}:
            assert view[key] == position[key]


@pytest.mark.rule("KR-5", "KR-55")
def test_hands_are_open_when_they_are_counted() -> None:
    table = mogul(phase="over", deck=["pink-blue-1"], tokens=[4, 14, 5])
    assert table.view(None, "tokens") == [4, 14, 5]
    assert table.view(0, "deck") == 1


@pytest.mark.rule("KR-5")
def test_a_seat_learns_its_own_hand_only_from_what_is_told() -> None:
    table = mogul(phase="loan", bank=5, tokens=[0, 4, 4])
    table.play(0, "loan").play(1, "decline").play(2, "loan")
    table.play(0, "pay").play(1, "pay").play(2, "withdraw").play(0, "pay").play(1, "withdraw")
    hands = [event for event in table.events if event.private]
    assert [event.kind for event in hands] == ["loan", "loan", "paid", "paid", "withdrew", "paid", "withdrew"]
    for event in table.events:
        for seat in (0, 1, 2, None):
            told = event.seen_by(seat).facts
            assert ("hand" in told) == ("hand" in event.private and seat == event.facts["seat"])
            if "hand" in told:
                assert event.knowers == (seat,)


@pytest.mark.rule("KR-5", "KR-37")
def test_a_forced_withdrawal_looks_like_a_free_one() -> None:
    told = []
    for hand in (0, 3):
        table = mogul(tokens=[hand, 5, 5], pot=2)
        table.play(0, "withdraw")
        told.append([event.seen_by(1).to_dict() for event in table.events])
    assert told[0] == told[1]


@pytest.mark.rule("KR-5", "KR-37")
@pytest.mark.parametrize("action", ["pay", "withdraw", "loan", "nonsense"])
def test_a_refusal_tells_nobody_about_the_hand_of_another(action: str) -> None:
    said = []
    for hand in (0, 3):
        table = mogul(tokens=[hand, 5, 5])
        with pytest.raises(parlour.IllegalAction) as error:
            table.play(1, action)
        said.append(str(error.value))
    assert said[0] == said[1]


# -- components ------------------------------------------------------------------------------------


@pytest.mark.rule("KR-6", "KR-7")
def test_the_shares_by_centre_and_border() -> None:
    centres = Counter(share["centre"] for share in SHARES.values())
    borders = Counter(share["border"] for share in SHARES.values())
    assert len(SHARES) == 31
    assert centres == {"brown": 8, "pink": 7, "blue": 6, "green": 5, "yellow": 5}
    assert borders == {"blue": 7, "pink": 7, "green": 6, "yellow": 6, "brown": 5}


@pytest.mark.rule("KR-8")
def test_the_border_of_an_owned_share_means_nothing() -> None:
    """Seat 0 owns a pink and a blue share with brown borders: neither can be sold as brown."""
    table = mogul(shares=[["pink-brown-1", "blue-brown-1"], [], ["brown-blue-1"]], phase="winner", withdrawn=[1, 2])
    assert table.legal(0) == ["sell 0", "take"]


@pytest.mark.rule("KR-9")
def test_the_start_shares() -> None:
    starts = sorted(name for name, share in SHARES.items() if share["start"])
    browns = ["brown-blue-1", "brown-blue-2", "brown-green-1", "brown-pink-1", "brown-pink-2", "brown-yellow-1"]
    assert starts == browns


@pytest.mark.rule("KR-10")
def test_the_crash_card_has_no_colours_and_no_premium() -> None:
    table = mogul(phase="winner", withdrawn=[1, 2], deck=["crash"], tokens=[0, 0, 0])
    table.play(0, "sell 0").play(2, "decline")
    assert table["scores"] == [0, 0, 0]
    assert "crash" not in SHARES


@pytest.mark.rule("KR-11", "KR-39")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_tokens_and_cards_are_conserved(players: int) -> None:
    state = GAME.new(players, seed=players)
    rng = parlour.Rng(players)
    while state.to_act:
        position = state.position()
        assert sum(position["tokens"]) + position["pot"] + position["bank"] == 45
        places = [*position["deck"], *position["discard"], *(card for held in position["shares"] for card in held)]
        if position["winner_action"] != "take":
            places.append(position["revealed"])
        assert sorted(places) == sorted([*SHARES, "crash"])
        play_on(state, rng)
    assert sum(state.position()["tokens"]) + state.position()["bank"] == 45


@pytest.mark.rule("KR-12")
def test_markers_are_for_the_eye() -> None:
    data = components()
    assert len(data["markers"]) == 6
    without = {key: value for key, value in data.items() if key != "markers"}
    assert GAME.new(4, seed=3, components=without).position() == GAME.new(4, seed=3).position()


@pytest.mark.rule("KR-14")
def test_brown_means_a_brown_centre() -> None:
    """A brown share is revealed; shares with a brown border earn no premium."""
    table = mogul(
        shares=[["brown-blue-1"], ["pink-brown-1"], []], phase="winner", withdrawn=[1, 2], top=["brown-green-2"]
    )
    table.play(0, "sell 0").play(2, "decline")
    assert table["scores"] == [1, 0, 0]


@pytest.mark.rule("KR-15")
def test_nobody_has_too_many_shares() -> None:
    most = [card for card in sorted(SHARES) if not card.startswith("brown")][:20]
    most.remove("green-brown-1")
    table = mogul(shares=[most, [], []], phase="winner", withdrawn=[1, 2])
    table.play(0, "take")
    assert len(table["shares.0"]) == 20


@pytest.mark.rule("KR-16")
def test_the_track_is_a_loop_and_laps_count() -> None:
    parts: Any = GAME.parts()
    assert [parts.space(score) for score in (0, 31, 32, 65, -1)] == [0, 31, 0, 1, 31]
    table = mogul(phase="winner", withdrawn=[0, 2], scores=[0, 31, 0])
    table.play(1, "sell 2")
    assert table["scores.1"] == 39


# -- set-up ----------------------------------------------------------------------------------------


@pytest.mark.rule("KR-17", "KR-18")
@pytest.mark.parametrize(("players", "bank"), [(3, 27), (4, 21), (5, 15), (6, 9)])
def test_the_start(players: int, bank: int) -> None:
    setup = GAME.setup(players, seed=1)
    # The first card pays no premium unless it is a brown one.
    setup["deck"].sort(key=lambda card: (card == "crash", card.startswith("brown")))
    table = Table(GAME.start(players, {}, setup))
    assert table["scores"] == [0] * players
    assert table["tokens"] == [6] * players
    assert table["bank"] == bank
    assert table["round"] == 1
    assert table["phase"] == "loan"


@pytest.mark.rule("KR-19", "KR-20")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_gets_a_start_share_and_the_rest_is_the_deck(players: int) -> None:
    dealt_first: Counter[str] = Counter()
    for seed in range(30):
        setup = GAME.setup(players, seed=seed)
        assert len(setup["start_shares"]) == players
        assert all(SHARES[card]["start"] for card in setup["start_shares"])
        assert setup["extra_shares"] is None
        assert sorted([*setup["start_shares"], *setup["deck"]]) == sorted([*SHARES, "crash"])
        dealt_first[setup["start_shares"][0]] += 1
    assert len(dealt_first) == 6


@pytest.mark.rule("KR-21")
def test_the_crash_is_anywhere_among_the_last_five() -> None:
    places = Counter(GAME.setup(4, seed=seed)["deck"][::-1].index("crash") for seed in range(1000))
    assert sorted(places) == [0, 1, 2, 3, 4]
    assert all(140 < count < 260 for count in places.values())


@pytest.mark.rule("KR-22")
def test_the_first_player_is_drawn() -> None:
    firsts = Counter(GAME.setup(5, seed=seed)["first_player"] for seed in range(1000))
    assert sorted(firsts) == [0, 1, 2, 3, 4]
    assert all(140 < count < 260 for count in firsts.values())
    setup = {**GAME.setup(5, seed=1), "first_player": 3}
    assert GAME.start(5, {}, setup).to_act == (3,)


@pytest.mark.rule("KR-23", "KR-24")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_quick_start_gives_a_second_share_of_different_colours(players: int) -> None:
    extras: Counter[str] = Counter()
    for seed in range(40):
        setup = GAME.setup(players, {"quick_start": True}, seed=seed)
        colours = [SHARES[card]["centre"] for card in setup["extra_shares"]]
        assert len(set(colours)) == len(colours) == players
        # KR-24: nothing has left the game.
        assert sorted([*setup["start_shares"], *setup["extra_shares"], *setup["deck"]]) == sorted([*SHARES, "crash"])
        table = Table(GAME.start(players, {"quick_start": True}, setup))
        for seat in range(players):
            assert table[f"shares.{seat}"] == sorted([setup["start_shares"][seat], setup["extra_shares"][seat]])
        extras.update(setup["extra_shares"])
    assert {card for card in extras if card.startswith("brown")} & {"brown-green-2", "brown-yellow-2"}
    assert {card for card in extras if card.startswith("brown") and SHARES[card]["start"]}


@pytest.mark.rule("KR-21", "KR-54")
@pytest.mark.parametrize(
    ("players", "quick", "most"),
    [(3, False, 28), (4, False, 27), (5, False, 26), (6, False, 25), (3, True, 25), (4, True, 23), (5, True, 21)],
)
def test_the_number_of_rounds(players: int, quick: bool, most: int) -> None:
    for seed in range(8):
        state = GAME.new(players, {"quick_start": quick}, seed)
        rng = parlour.Rng(seed)
        while state.to_act:
            play_on(state, rng)
        assert most - 4 <= state.position()["round"] - 1 <= most


# -- the round: reveal and premiums ----------------------------------------------------------------


@pytest.mark.rule("KR-25", "KR-26", "KR-53")
def test_a_round_goes_from_reveal_to_reveal() -> None:
    table = mogul(phase="loan", top=["pink-blue-2", "pink-green-1"])
    table.play(0, "decline").play(1, "decline").play(2, "decline")
    table.play(0, "withdraw").play(1, "withdraw").play(2, "sell 1").play(1, "decline")
    assert table["revealed"] == "pink-blue-2"
    assert table["deck.0"] == "pink-green-1"
    assert table["phase"] == "loan"
    kinds = [event.kind for event in table.events]
    assert kinds == ["no-loan"] * 3 + ["withdrew"] * 2 + ["won-auction", "sold", "left-share", "discarded", "revealed"]


@pytest.mark.rule("KR-27")
def test_premiums_are_points_not_tokens() -> None:
    table = mogul(phase="winner", withdrawn=[1, 2], top=["brown-green-2"])
    before = table["tokens"]
    table.play(0, "sell 0").play(2, "decline")
    assert table["scores"] == [1, 2, 1]
    assert table["tokens"] == before
    assert [(event.facts["seat"], event.facts["points"]) for event in table.told("premium")] == [(0, 1), (1, 2), (2, 1)]


# -- loans -----------------------------------------------------------------------------------------


@pytest.mark.rule("KR-28")
def test_loans_are_asked_clockwise_from_the_first_player() -> None:
    table = mogul(phase="loan", first_player=2)
    asked = []
    while table["phase"] == "loan":
        asked.append(table["to_act.0"])
        table.play(asked[-1], "decline")
    assert asked == [2, 0, 1]
    assert table["to_act"] == [2]


@pytest.mark.rule("KR-28")
def test_no_bid_before_all_have_answered_and_no_loan_after() -> None:
    table = mogul(phase="loan")
    table.refuses(0, "pay", "KR-28", "take a loan or decline first")
    table.refuses(0, "take", "KR-28")
    table.refuses(1, "loan", "KR-28", "not asked")
    table.play(0, "decline").play(1, "decline").play(2, "decline")
    table.refuses(0, "loan", "KR-28", "no loan during the auction")


@pytest.mark.rule("KR-29", "KR-39")
def test_a_loan_is_two_tokens_from_the_bank_for_a_point() -> None:
    table = mogul(phase="loan", scores=[3, 0, 0])
    table.play(0, "loan")
    assert table["tokens"] == [8, 6, 6]
    assert table["bank"] == 25
    assert table["scores"] == [2, 0, 0]


@pytest.mark.rule("KR-30")
def test_one_loan_a_round() -> None:
    table = mogul(phase="loan")
    table.play(0, "loan")
    table.refuses(0, "loan", "KR-28", "not asked")


@pytest.mark.rule("KR-31")
def test_the_players_not_yet_asked_are_skipped_when_the_bank_runs_dry() -> None:
    table = mogul(phase="loan", bank=2)
    table.play(0, "loan")
    assert (table["bank"], table["phase"], table["to_act"]) == (0, "auction", [0])
    assert [event.facts for event in table.told("bank-closed")] == [{"bank": 0}]


@pytest.mark.rule("KR-32")
def test_a_loan_cannot_be_paid_back() -> None:
    table = mogul(phase="loan")
    table.play(0, "loan")
    for action in ("repay", "loan -1", "pay 2"):
        table.refuses(1, action, "KR-28")


@pytest.mark.rule("KR-33")
def test_nobody_is_too_poor_for_a_loan() -> None:
    table = mogul(phase="loan", scores=[-7, 0, 0])
    table.play(0, "loan")
    assert table["scores.0"] == -8


# -- auction ---------------------------------------------------------------------------------------


@pytest.mark.rule("KR-34")
def test_the_auction_goes_clockwise_and_skips_who_has_withdrawn() -> None:
    table = mogul(shares=[*BROWNS, [], []], first_player=3)
    order = []
    for action in ("pay", "withdraw", "pay", "withdraw", "pay", "pay", "pay"):
        order.append(table["to_act.0"])
        table.play(order[-1], action)
    assert order == [3, 4, 0, 1, 2, 3, 0]


@pytest.mark.rule("KR-34")
def test_nobody_sits_out() -> None:
    table = mogul()
    table.refuses(0, "decline", "KR-34", "nobody sits out")
    table.refuses(0, "pass", "KR-34")
    table.refuses(1, "withdraw", "KR-34", "not asked")


@pytest.mark.rule("KR-35")
def test_to_pay_is_one_token() -> None:
    table = mogul(tokens=[6, 6, 6])
    table.play(0, "pay")
    assert (table["pot"], table["tokens"], table["to_act"]) == (1, [5, 6, 6], [1])
    table.refuses(1, "pay 2", "KR-34")


@pytest.mark.rule("KR-36")
def test_who_withdraws_takes_the_whole_pot_and_is_out() -> None:
    table = mogul(pot=7, tokens=[1, 2, 3])
    table.play(0, "withdraw")
    assert (table["pot"], table["tokens"], table["withdrawn"], table["to_act"]) == (0, [8, 2, 3], [0], [1])


@pytest.mark.rule("KR-37")
def test_without_a_token_one_can_only_withdraw() -> None:
    table = mogul(tokens=[0, 6, 6], pot=3)
    assert table.legal(0) == ["withdraw"]
    table.refuses(0, "pay", "KR-37", "you have no token")


@pytest.mark.rule("KR-38")
def test_the_last_one_left_has_won_and_pays_no_more() -> None:
    table = mogul(withdrawn=[1], tokens=[4, 4, 4], pot=2, to_act=2)
    table.play(2, "withdraw")
    assert (table["phase"], table["to_act"], table["tokens"]) == ("winner", [0], [4, 4, 6])
    assert [event.facts for event in table.told("won-auction")] == [{"seat": 0, "runner_up": 2}]
    table.refuses(0, "pay", "KR-38", "the auction is over")


@pytest.mark.rule("KR-38")
@pytest.mark.parametrize("action", ["take", "sell 0", "sell 1"])
def test_nothing_is_taken_or_sold_before_the_auction_is_over(action: str) -> None:
    mogul().refuses(0, action, "KR-38", "not over")


@pytest.mark.rule("KR-39")
def test_no_token_returns_to_the_bank() -> None:
    table = mogul(bank=9)
    table.play(0, "pay").play(1, "pay").play(2, "withdraw").play(0, "withdraw")
    assert (table["bank"], table["pot"]) == (9, 0)


@pytest.mark.rule("KR-40")
def test_the_runner_up_withdrew_last() -> None:
    table = mogul()
    table.play(0, "pay").play(1, "withdraw").play(2, "pay").play(0, "withdraw")
    table.play(2, "sell 0")
    assert table["withdrawn"] == [1, 0]
    assert table["to_act"] == [0]


# -- actions ---------------------------------------------------------------------------------------


@pytest.mark.rule("KR-41")
def test_the_winner_must_take_or_sell() -> None:
    table = mogul(phase="winner", withdrawn=[0, 2])
    assert table.legal(1) == ["sell 0", "sell 1", "sell 2", "take"]
    table.refuses(1, "decline", "KR-41", "must")
    table.refuses(1, "loan", "KR-41")
    table.refuses(0, "take", "KR-41", "not asked")


@pytest.mark.rule("KR-42", "KR-52")
def test_to_take_lays_the_share_in_front_of_the_player() -> None:
    table = mogul(phase="winner", withdrawn=[0, 2])
    table.play(1, "take")
    assert table["shares.1"] == ["brown-pink-1", "brown-pink-2", "green-brown-1"]
    assert table["first_player"] == 1
    assert table["revealed"] == "green-brown-1"
    assert table["winner_action"] == "take"


@pytest.mark.rule("KR-43")
def test_only_ones_own_shares_of_the_border_colour_are_sold() -> None:
    table = mogul(shares=[["brown-blue-1", "pink-blue-1"], ["brown-pink-1"], []], phase="winner", withdrawn=[1, 2])
    assert table.legal(0) == ["sell 0", "sell 1", "take"]
    table.refuses(0, "sell 2", "KR-43", "you own 1")
    mogul(shares=[["pink-blue-1"], ["brown-pink-1"], []], phase="winner", withdrawn=[1, 2]).refuses(
        0, "sell 1", "KR-43", "you own no share"
    )


@pytest.mark.rule("KR-44")
def test_the_first_ids_are_sold() -> None:
    browns = ["brown-yellow-1", "brown-blue-2", "brown-green-1"]
    table = mogul(shares=[browns, [], []], phase="winner", withdrawn=[1, 2])
    table.play(0, "sell 2")
    assert table["discard"] == ["brown-blue-2", "brown-green-1"]
    assert table["shares.0"] == ["brown-yellow-1"]


@pytest.mark.rule("KR-44")
@pytest.mark.parametrize("action", ["sell", "sell ", "sell 01", "sell -1", "sell +1", "sell 1 ", "sell  1", "sell one"])
def test_a_sale_needs_a_plain_number(action: str) -> None:
    mogul(phase="winner", withdrawn=[0, 2]).refuses(1, action, "KR-44", "plain number")


@pytest.mark.rule("KR-45")
@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, 4), (2, 8)])
def test_each_share_sold_brings_the_number_in_play_before_the_sale(number: int, points: int) -> None:
    table = mogul(phase="winner", withdrawn=[0, 2])
    table.play(1, f"sell {number}")
    assert table["scores"] == [0, points, 0]
    sold = table.told("sold")[0]
    assert (sold.facts["count"], sold.facts["price"], sold.facts["points"]) == (number, 4, points)


@pytest.mark.rule("KR-46")
def test_shares_sold_lower_the_price_of_the_next_sale() -> None:
    table = mogul(phase="winner", withdrawn=[0, 2], top=["pink-brown-1"])
    table.play(1, "sell 2").play(2, "decline")
    assert table["discard"] == ["brown-pink-1", "brown-pink-2", "green-brown-1"]
    for seat in (0, 1, 2):
        table.play(seat, "decline")
    table.play(0, "withdraw").play(1, "withdraw").play(2, "sell 1")
    assert table["scores.2"] == 2


@pytest.mark.rule("KR-47")
def test_to_sell_nothing_is_a_sale() -> None:
    table = mogul(phase="winner", withdrawn=[0, 2])
    table.play(1, "sell 0")
    assert table["winner_action"] == "sell"
    assert table.told("sold")[0].rule == "KR-47"


@pytest.mark.rule("KR-48")
def test_the_runner_up_may_do_what_the_winner_did_not() -> None:
    sold = mogul(phase="winner", withdrawn=[0, 2]).play(1, "sell 1")
    assert sold.legal(2) == ["decline", "take"]
    sold.refuses(2, "sell 1", "KR-48", "the winner chose to sell")
    taken = mogul(phase="winner", withdrawn=[0, 2]).play(1, "take")
    assert taken.legal(2) == ["decline", "sell 1"]
    taken.refuses(2, "take", "KR-48", "has taken")


@pytest.mark.rule("KR-49")
def test_the_runner_up_sells_one_or_more() -> None:
    table = mogul(phase="winner", withdrawn=[0, 1]).play(2, "take")
    assert table.legal(1) == ["decline", "sell 1", "sell 2"]
    table.refuses(1, "sell 0", "KR-49", "for the winner")
    table.refuses(1, "sell 3", "KR-43")
    table.refuses(1, "pass", "KR-49")
    table.play(1, "sell 2")
    assert table["scores.1"] == 8


@pytest.mark.rule("KR-50")
def test_after_a_sale_the_runner_up_is_always_asked() -> None:
    table = mogul(shares=[[], [], []], phase="winner", withdrawn=[0, 2]).play(1, "sell 0")
    assert table.legal(2) == ["decline", "take"]
    table.refuses(2, "loan", "KR-50")


@pytest.mark.rule("KR-51", "KR-52")
def test_a_share_that_nobody_takes_is_discarded() -> None:
    table = mogul(phase="winner", withdrawn=[0, 2], first_player=2).play(1, "sell 0").play(2, "decline")
    assert table["discard"] == ["green-brown-1"]
    assert table["first_player"] == 2
    assert [event.facts["card"] for event in table.told("discarded")] == ["green-brown-1"]


@pytest.mark.rule("KR-52")
def test_who_takes_is_first_player_and_who_sells_is_not() -> None:
    runner_up = mogul(phase="winner", withdrawn=[0, 2]).play(1, "sell 2").play(2, "take")
    assert (runner_up["first_player"], runner_up["to_act"]) == (2, [2])
    winner = mogul(phase="winner", withdrawn=[0, 2]).play(1, "take").play(2, "sell 1")
    assert (winner["first_player"], winner["to_act"]) == (1, [1])


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("KR-54")
def test_the_crash_ends_the_game_at_once() -> None:
    table = mogul(phase="winner", withdrawn=[0, 2], deck=["crash", "pink-blue-1", "pink-green-1"])
    table.play(1, "sell 0").play(2, "decline")
    assert (table["phase"], table["to_act"], table["revealed"]) == ("over", [], "crash")
    assert table["deck"] == ["pink-blue-1", "pink-green-1"]
    assert (table["withdrawn"], table["winner_action"]) == ([], None)
    assert [event.kind for event in table.events[-5:]] == ["crash", "counted", "counted", "counted", "over"]
    table.refuses(0, "pay", "KR-54", "the game is over")


@pytest.mark.rule("KR-57")
def test_of_equal_points_most_shares_win_whatever_their_colours() -> None:
    shares = [["brown-blue-1"], ["yellow-pink-1", "pink-blue-1"], []]
    table = mogul(shares=shares, phase="over", deck=[], scores=[8, 8, 1])
    assert table.state.outcome is not None
    assert (table.state.outcome.winners, table.state.outcome.reason) == ((1,), "shares")


@pytest.mark.rule("KR-58")
def test_still_a_tie_is_a_shared_victory() -> None:
    shares = [["brown-blue-1"], [], ["pink-blue-1"]]
    table = mogul(shares=shares, phase="over", deck=[], scores=[8, 7, 8])
    assert table.state.outcome is not None
    assert table.state.outcome.ranking == ((0, 2), (1,))
    assert table.state.outcome.reason == "shared"


@pytest.mark.rule("KR-59")
def test_every_game_ends_even_if_all_pay_as_long_as_they_can() -> None:
    state = GAME.new(4, seed=5)
    steps = 0
    while state.to_act:
        seat = state.owing()[0]
        legal = state.legal(seat)
        state.play(seat, next(action for action in ("loan", "pay", *legal) if action in legal))
        steps += 1
        assert steps < 10_000
    assert state.outcome is not None


@pytest.mark.rule("KR-60")
def test_unsold_shares_score_nothing() -> None:
    table = mogul(shares=[BROWNS[0], [*BROWNS[1], "pink-blue-1"], []], phase="winner", withdrawn=[0, 2], deck=["crash"])
    table.play(1, "sell 0").play(2, "decline")
    assert table["scores"] == [count // 5 for count in table["tokens"]]


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_table_fits_a_terminal(lang: str) -> None:
    words = GAME.words(lang, ["A very long name for a player of Mogul", *"bcdef"])
    for players in (3, 6):
        state = GAME.new(players, seed=2)
        rng = parlour.Rng(2)
        while state.to_act:
            for line in words.table(state.view(0), 0).splitlines():
                assert len(line) <= 80
            play_on(state, rng)


@pytest.mark.rule("KR-5")
def test_the_table_shows_ones_own_hand_and_no_other() -> None:
    table = mogul(tokens=[0, 17, 19])
    text = GAME.words("en", ["Ann", "Ben", "Cid"]).table(table.state.view(1), 1)
    assert "17" in text
    assert "19" not in text
    rows = [line.split() for line in text.splitlines() if "Ann" in line or "Ben" in line or "Cid" in line]
    assert [row[-6] for row in rows] == ["?", "17", "?"]


def test_labels_tell_what_a_choice_brings() -> None:
    table = mogul(phase="winner", withdrawn=[0, 2])
    view = table.state.view(1)
    english, french = GAME.words("en"), GAME.words("fr")
    assert english.action("sell 2", view) == "Sell 2 brown shares for 8 points"
    assert french.action("sell 1", view) == "Vendre 1 action brune pour 4 points"
    assert french.action("take", view) == "Prendre l’action verte"
    nothing_to_sell = mogul(shares=[[], [], []]).state.view(None)
    assert "à 0 point l’action" in french.table(nothing_to_sell, None)


def test_menus_list_sales_by_number() -> None:
    legal = ["sell 0", "sell 1", "sell 10", "sell 2", "take"]
    assert GAME.words("en").rank_actions({}, legal) == ["sell 0", "sell 1", "sell 2", "sell 10", "take"]


@pytest.mark.rule("KR-5")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_sentence_tells_anothers_hand(lang: str) -> None:
    """What a seat reads is the same whatever the hands of the others are."""
    words = GAME.words(lang)
    said = []
    for hands in ([9, 6, 7], [9, 4, 9]):
        table = mogul(phase="loan", bank=5, pot=0, tokens=[hands[0] + 18, *hands[1:]])
        table.play(0, "loan").play(1, "decline").play(2, "loan")
        table.play(0, "pay").play(1, "pay").play(2, "withdraw").play(0, "withdraw").play(1, "sell 1").play(0, "take")
        said.append([words.event(event.seen_by(0)) for event in table.events])
        assert any(("You have" if lang == "en" else "Vous avez") in sentence for sentence in said[-1])
    assert said[0] == said[1]


@pytest.mark.exact
@pytest.mark.parametrize("quick_start", [False, True])
def test_shares_are_counted_as_they_lie(quick_start: bool) -> None:
    """The counts that premiums, prices and menus are read from are those of the shares in front of the seats."""
    colours = [colour["id"] for colour in components()["colours"]]
    rng = parlour.Rng(f"counts {quick_start}")
    for seed in range(3):
        state: Any = GAME.new(5, options={"quick_start": quick_start}, seed=seed)
        while state.outcome is None:
            for seat, shares in enumerate(state.position()["shares"]):
                counted = Counter(SHARES[share]["centre"] for share in shares)
                assert [state.shares_owned(seat, colour) for colour in range(5)] == [
                    counted[colour] for colour in colours
                ]
            again: Any = GAME.load(state.position())
            assert [again.price(colour) for colour in range(5)] == [state.price(colour) for colour in range(5)]
            play_on(state, rng)
