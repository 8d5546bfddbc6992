"""Mogul's edge cases: one test for each row of the table in section 8 of the spec, in its order."""

from __future__ import annotations

from typing import Any

import pytest
from mogul_tables import BROWNS, GAME, SHARES, market

import parlour
from table import Table, given


def mogul(**words: Any) -> Table:
    return given("mogul", market(**words))


def outcome(table: Table) -> parlour.Outcome:
    assert table.state.outcome is not None
    return table.state.outcome


@pytest.mark.rule("KR-36")
def test_the_first_to_speak_withdraws_at_once() -> None:
    table = mogul(tokens=[6, 6, 6])
    table.play(0, "withdraw")
    assert (table["tokens"], table["withdrawn"], table["to_act"]) == ([6, 6, 6], [0], [1])


@pytest.mark.rule("KR-38", "KR-48")
def test_all_but_one_withdraw_before_anyone_pays() -> None:
    table = mogul(tokens=[6, 6, 6])
    table.play(0, "withdraw").play(1, "withdraw")
    assert (table["phase"], table["to_act"], table["tokens"]) == ("winner", [2], [6, 6, 6])
    table.play(2, "take")
    assert table.legal(1) == ["decline", "sell 1", "sell 2"]


@pytest.mark.rule("KR-37")
def test_a_player_without_a_token_and_an_empty_bank_takes_the_pot() -> None:
    table = mogul(tokens=[41, 0, 4], bank=0)
    table.play(0, "pay")
    assert table.legal(1) == ["withdraw"]
    table.play(1, "withdraw")
    assert table["tokens"] == [40, 1, 4]


@pytest.mark.rule("KR-37", "KR-38")
def test_a_player_without_a_token_wins_if_all_others_withdraw_before_his_turn() -> None:
    table = mogul(tokens=[41, 4, 0], bank=0)
    table.play(0, "withdraw").play(1, "withdraw")
    assert (table["phase"], table["to_act"]) == ("winner", [2])


@pytest.mark.rule("KR-36")
def test_tokens_from_the_pot_do_not_bring_one_back() -> None:
    table = mogul(tokens=[6, 0, 6])
    table.play(0, "pay").play(1, "withdraw").play(2, "pay").play(0, "pay")
    assert table["tokens.1"] == 1
    assert table["to_act"] == [2]
    assert table.legal(1) == []
    table.refuses(1, "pay", "KR-34")


@pytest.mark.rule("KR-37", "KR-40")
def test_two_left_and_the_first_of_them_has_no_token() -> None:
    table = mogul(tokens=[5, 0, 6], withdrawn=[0], to_act=1, pot=2)
    assert table.legal(1) == ["withdraw"]
    table.play(1, "withdraw")
    assert (table["phase"], table["to_act"], table["tokens"]) == ("winner", [2], [5, 2, 6])
    table.play(2, "sell 0")
    assert table["to_act"] == [1]


@pytest.mark.rule("KR-31")
def test_bank_at_exactly_one() -> None:
    table = mogul(phase="winner", withdrawn=[1, 2], bank=1)
    table.play(0, "sell 0").play(2, "take")
    assert (table["phase"], table["to_act"], table["bank"]) == ("auction", [2], 1)


@pytest.mark.rule("KR-31")
@pytest.mark.parametrize("bank", [2, 3])
def test_one_more_loan_with_two_or_three_in_the_bank(bank: int) -> None:
    table = mogul(phase="loan", bank=bank)
    table.play(0, "loan")
    assert (table["phase"], table["to_act"]) == ("auction", [0])
    table.play(0, "withdraw").play(1, "withdraw").play(2, "sell 0").play(1, "decline")
    assert (table["phase"], table["bank"]) == ("auction", bank - 2)


@pytest.mark.rule("KR-28")
def test_bank_at_three_and_the_first_seats_decline() -> None:
    table = mogul(phase="loan", bank=3)
    table.play(0, "decline").play(1, "decline")
    assert table.legal(2) == ["decline", "loan"]


@pytest.mark.rule("KR-33")
@pytest.mark.parametrize("cost", [1, 2])
def test_a_loan_at_score_zero(cost: int) -> None:
    table = mogul(phase="loan", loan_cost=cost)
    table.play(0, "loan")
    assert table["scores.0"] == -cost


@pytest.mark.rule("KR-28")
def test_a_loan_without_need() -> None:
    table = mogul(phase="loan", tokens=[20, 6, 6])
    table.play(0, "loan")
    assert table["tokens.0"] == 22


@pytest.mark.rule("KR-47")
def test_the_winner_has_nothing_to_sell() -> None:
    table = mogul(shares=[[], *BROWNS[1:]], phase="winner", withdrawn=[1, 2])
    assert table.legal(0) == ["sell 0", "take"]


@pytest.mark.rule("KR-47", "KR-48")
def test_the_winner_sells_nothing_though_he_could() -> None:
    table = mogul(phase="winner", withdrawn=[2, 1])
    table.play(0, "sell 0")
    assert table["scores"] == [0, 0, 0]
    assert table["shares.0"] == BROWNS[0]
    assert table.legal(1) == ["decline", "take"]


@pytest.mark.rule("KR-45")
def test_the_winner_sells_all_shares_of_the_colour_in_play() -> None:
    table = mogul(shares=[[*BROWNS[0], *BROWNS[1]], [], []], phase="winner", withdrawn=[1, 2], top=["pink-brown-1"])
    table.play(0, "sell 3")
    assert table["scores.0"] == 9
    # The colour is at 0: with a brown border again, nobody has anything to sell.
    table.play(2, "decline").play(0, "decline").play(1, "decline").play(2, "decline")
    table.play(0, "withdraw").play(1, "withdraw")
    assert table.legal(2) == ["sell 0", "take"]


@pytest.mark.rule("KR-48")
def test_after_the_winner_sold_some_the_runner_up_cannot_sell() -> None:
    table = mogul(phase="winner", withdrawn=[0, 2])
    table.play(1, "sell 1")
    assert table.legal(2) == ["decline", "take"]
    table.refuses(2, "sell 1", "KR-48")


@pytest.mark.rule("KR-8", "KR-49")
@pytest.mark.parametrize("card", sorted(SHARES))
def test_the_card_just_taken_is_never_what_the_runner_up_sells(card: str) -> None:
    border = SHARES[card]["border"]
    own = next(name for name in sorted(SHARES) if SHARES[name]["centre"] == border)
    table = mogul(shares=[[], [own], []], revealed=card, phase="winner", withdrawn=[2, 1])
    table.play(0, "take")
    table.play(1, "sell 1")
    assert table.told("sold")[0].facts["price"] == 1


@pytest.mark.rule("KR-49")
def test_a_runner_up_with_nothing_to_sell_is_not_asked() -> None:
    table = mogul(shares=[BROWNS[0], [], BROWNS[2]], phase="winner", withdrawn=[2, 1], top=["pink-blue-1"])
    table.play(0, "take")
    assert (table["revealed"], table["phase"], table["to_act"]) == ("pink-blue-1", "loan", [0])


@pytest.mark.rule("KR-51", "KR-52")
def test_the_runner_up_declines_to_take() -> None:
    table = mogul(phase="winner", withdrawn=[2, 1], first_player=2)
    table.play(0, "sell 1").play(1, "decline")
    assert "green-brown-1" in table["discard"]
    assert table["first_player"] == 2


@pytest.mark.rule("KR-48")
def test_the_other_players_never_act_even_if_the_runner_up_declines() -> None:
    for first, asked in (("take", "sell"), ("sell 0", "take")):
        table = mogul(shares=[*BROWNS, ["brown-green-2"]], phase="winner", withdrawn=[2, 3, 1], first_player=3)
        table.play(0, first)
        assert table.legal(2) == table.legal(3) == []
        table.refuses(3, asked, "KR-48", "not asked")
        table.play(1, "decline")
        assert table["phase"] == "loan"


@pytest.mark.rule("KR-45")
def test_nobody_owns_a_share_of_the_border_colour() -> None:
    table = mogul(shares=[["pink-blue-1"], [], []], phase="winner", withdrawn=[2, 1])
    assert table.legal(0) == ["sell 0", "take"]
    table.play(0, "sell 0")
    assert table.told("sold")[0].facts["price"] == 0
    assert table["scores"] == [0, 0, 0]


@pytest.mark.rule("KR-54")
def test_the_last_share_before_the_crash_is_an_ordinary_round() -> None:
    table = mogul(phase="winner", withdrawn=[2, 1], deck=["brown-green-2", "crash"], bank=5)
    table.play(0, "sell 0").play(1, "decline")
    assert (table["phase"], table["scores"], table["deck"]) == ("loan", [1, 2, 1], ["crash"])
    assert table.view(0, "deck") == 1
    # Only one card is left: every world that a player can imagine has the Crash card there.
    assert GAME.imagine(table.state.view(0), 1).position()["deck"] == ["crash"]


@pytest.mark.rule("KR-46")
def test_the_discard_pile_never_returns() -> None:
    state = GAME.new(3, seed=8)
    rng = parlour.Rng(8)
    gone: set[str] = set()
    while state.to_act:
        seat = state.owing()[0]
        state.play(seat, rng.choice(state.legal(seat)))
        discard = set(state.position()["discard"])
        assert gone <= discard
        gone = discard
    assert gone


@pytest.mark.rule("KR-27")
def test_a_share_taken_this_round_earns_from_the_next_reveal_on() -> None:
    table = mogul(shares=[[], [], []], phase="winner", withdrawn=[2, 1], top=["green-pink-1", "green-pink-2"])
    assert table["scores.0"] == 0
    table.play(0, "take")
    assert (table["revealed"], table["scores.0"]) == ("green-pink-1", 1)


@pytest.mark.rule("KR-27")
def test_two_shares_of_the_revealed_colour_are_two_points() -> None:
    table = mogul(phase="winner", withdrawn=[2, 1], top=["brown-yellow-2"])
    table.play(0, "sell 0").play(1, "decline")
    assert table["scores.1"] == 2


@pytest.mark.rule("KR-55")
def test_four_tokens_are_no_point_and_fourteen_are_two() -> None:
    table = mogul(phase="winner", withdrawn=[2, 1], deck=["crash"], tokens=[4, 14, 5])
    table.play(0, "sell 0").play(1, "decline")
    assert table["scores"] == [0, 2, 1]
    assert table["tokens"] == [4, 14, 5]


@pytest.mark.rule("KR-55")
def test_a_negative_score_stands_and_token_points_are_added() -> None:
    table = mogul(phase="winner", withdrawn=[2, 1], deck=["crash"], tokens=[4, 14, 5], scores=[-3, -5, -1])
    table.play(0, "sell 0").play(1, "decline")
    assert table["scores"] == [-3, -3, 0]
    assert outcome(table).scores == (-3, -3, 0)


@pytest.mark.rule("KR-57")
def test_a_tie_on_points_with_different_numbers_of_shares() -> None:
    table = mogul(phase="over", deck=[], scores=[6, 6, 2])
    assert (outcome(table).winners, outcome(table).reason) == ((1,), "shares")
    assert outcome(table).ranking == ((1,), (0,), (2,))


@pytest.mark.rule("KR-58")
def test_a_tie_on_points_and_shares() -> None:
    table = mogul(phase="over", deck=[], scores=[6, 2, 6])
    assert (outcome(table).winners, outcome(table).reason) == ((0, 2), "shared")


@pytest.mark.rule("KR-57")
def test_a_tie_below_the_first_place_is_ranked_by_shares_too() -> None:
    shares = [*BROWNS, ["pink-blue-1"], []]
    table = mogul(shares=shares, phase="over", deck=[], scores=[4, 4, 9, 4, 4])
    assert outcome(table).ranking == ((2,), (1,), (0, 3), (4,))
    assert outcome(table).reason == "points"
