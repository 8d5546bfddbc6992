"""KR-13: what a replacement component file must satisfy, clause by clause, and how it is played with."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mogul_tables import FILE, GAME, components

import parlour

pytestmark = pytest.mark.rule("KR-13")


def refuses(where: str, change: Callable[[dict[str, Any]], Any]) -> None:
    data = components()
    change(data)
    with pytest.raises(parlour.InvalidComponents) as error:
        GAME.new(3, seed=1, components=data)
    assert str(error.value).startswith(f"{where}: "), str(error.value)


def share(id: str, centre: str, border: str, start: bool = False) -> dict[str, Any]:
    return {"id": id, "centre": centre, "border": border, "start": start}


def counted(shares: list[dict[str, Any]], tokens: int = 45) -> dict[str, Any]:
    """A component file with these shares and right counts."""
    data = components()
    for colour in data["colours"]:
        colour["shares"] = sum(card["centre"] == colour["id"] for card in shares)
        colour["borders"] = sum(card["border"] == colour["id"] for card in shares)
    return {"colours": data["colours"], "shares": shares, "tokens": {"total": tokens}}


def smallest() -> list[dict[str, Any]]:
    """15 shares: 6 brown start shares and one more, two of each other colour."""
    found = [share(f"s{i}", "brown", "pink", True) for i in range(6)] + [share("brown", "brown", "blue")]
    for colour in ("pink", "blue", "green", "yellow"):
        found += [share(f"{colour}-{i}", colour, "brown") for i in range(2)]
    return found


def test_card_ids_are_unique() -> None:
    refuses("shares.3.id", lambda data: data["shares"][3].update(id="brown-green-1"))
    refuses("shares.3.id", lambda data: data["shares"][3].update(id=7))


def test_no_share_is_called_crash() -> None:
    refuses("shares.5.id", lambda data: data["shares"][5].update(id="crash"))


def test_exactly_five_colours() -> None:
    refuses("colours", lambda data: data["colours"].pop())
    refuses("colours", lambda data: data["colours"].append({"id": "red", "shares": 0, "borders": 0}))
    refuses("colours.1.id", lambda data: data["colours"][1].update(id="brown"))
    refuses("colours", lambda data: data.pop("colours"))


@pytest.mark.parametrize("key", ["shares", "borders"])
def test_the_counts_of_a_colour_are_right(key: str) -> None:
    refuses(f"colours.2.{key}", lambda data: data["colours"][2].update({key: 8}))
    refuses("colours.2", lambda data: data["colours"][2].pop(key))
    refuses(f"colours.2.{key}", lambda data: data["colours"][2].update({key: "6"}))


def test_every_centre_and_border_is_one_of_the_colours() -> None:
    refuses("shares.0.centre", lambda data: data["shares"][0].update(centre="red"))
    refuses("shares.0.border", lambda data: data["shares"][0].update(border="red"))
    refuses("shares.0.border", lambda data: data["shares"][0].update(border=None))


def test_centre_and_border_differ() -> None:
    refuses("shares.9.border", lambda data: data["shares"][9].update(border="pink"))


def test_at_least_six_start_shares() -> None:
    refuses("shares", lambda data: data["shares"][0].update(start=False))
    refuses("shares.0.start", lambda data: data["shares"][0].update(start="yes"))
    refuses("shares.0", lambda data: data["shares"][0].pop("start"))


def test_a_share_of_every_colour_is_left_after_any_five_start_shares() -> None:
    # Six brown start shares and no other: five dealt leave one.
    six = [card for card in smallest() if card["id"] != "brown"] + [share("pink-2", "pink", "brown")]
    assert GAME.new(5, {"quick_start": True}, 1, counted(six)).players == 5
    # Five brown start shares and one yellow: the five brown ones may all be dealt.
    five = [*(card for card in six if card["id"] != "s5"), share("y", "yellow", "pink", True)]
    with pytest.raises(parlour.InvalidComponents, match=r"^colours\.0\.shares: no brown share may be left"):
        GAME.parts(counted(five))
    # So may two yellow ones, if there are no others.
    yellow = [{**card, "start": card["start"] or card["id"].startswith("yellow")} for card in smallest()]
    with pytest.raises(parlour.InvalidComponents, match=r"^colours\.4\.shares: no yellow share may be left"):
        GAME.parts(counted(yellow))


def test_at_least_fifteen_shares() -> None:
    assert GAME.new(6, seed=1, components=counted(smallest())).players == 6
    with pytest.raises(parlour.InvalidComponents, match=r"^shares: at least 15 shares are needed, not 14"):
        GAME.parts(counted(smallest()[:-1]))


def test_at_least_thirty_six_tokens() -> None:
    assert GAME.new(6, seed=1, components=counted(smallest(), 36)).position()["bank"] == 0
    refuses("tokens.total", lambda data: data["tokens"].update(total=35))
    refuses("tokens.total", lambda data: data["tokens"].pop("total"))
    refuses("tokens.total", lambda data: data["tokens"].update(total=45.0))
    refuses("tokens", lambda data: data.pop("tokens"))


def test_the_rules_own_numbers_cannot_be_changed_by_a_file() -> None:
    refuses("tokens.per_player", lambda data: data["tokens"].update(per_player=7))
    refuses("tokens.per_loan", lambda data: data["tokens"].update(per_loan=3))
    refuses("crash.shuffled_with_last", lambda data: data["crash"].update(shuffled_with_last=5))
    refuses("crash.id", lambda data: data["crash"].update(id="bust"))


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "mine.toml"
    bad.write_text("[tokens\n")
    with pytest.raises(parlour.InvalidComponents, match=r"mine\.toml.*line 1"):
        GAME.new(3, components=bad)
    with pytest.raises(parlour.InvalidComponents, match=r"none\.toml"):
        GAME.new(3, components=tmp_path / "none.toml")


def test_the_boxs_own_file_can_stand_for_itself(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_bytes(FILE.read_bytes())
    assert GAME.new(4, seed=9, components=copy).position() == GAME.new(4, seed=9).position()


@pytest.mark.parametrize("players", [3, 5, 6])
def test_a_small_market_is_played_to_its_end(players: int) -> None:
    """The numbers of cards and tokens follow from the file."""
    data = counted(smallest(), 50)
    state = GAME.new(players, {"quick_start": players == 5}, 4, data)
    position = state.position()
    assert position["bank"] == 50 - 6 * players
    assert position["round"] == 1
    assert len(position["deck"]) == 16 - (10 if players == 5 else players) - 1
    rng = parlour.Rng(4)
    words = GAME.words("en")
    words.use(GAME.parts(data))
    while state.to_act:
        seat = state.owing()[0]
        view = state.view(seat)
        assert GAME.imagine(view, rng, data).view(seat) == view
        assert GAME.load(state.position(), data).position() == state.position()
        assert pickle.loads(pickle.dumps(state)).position() == state.position()
        assert words.table(view, seat)
        state.play(seat, rng.choice(state.legal(seat)))
    assert state.outcome is not None


def test_other_colours_have_their_own_columns() -> None:
    data = components()
    for card in data["shares"]:
        for key in ("id", "centre", "border"):
            card[key] = card[key].replace("brown", "red")
    data["colours"][0]["id"] = "red"
    state = GAME.new(3, seed=1, components=data)
    words = GAME.words("en")
    words.use(GAME.parts(data))
    text = words.table(state.view(0), 0)
    assert "red" in text
    assert "brown" not in text
