"""Crusgallo: whole games, positions from outside, possible worlds, previews, words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from crusgallo_tables import COLOURS, GAME, Naive, counts, first, first_position, parts, second, second_position
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st
from mypy_extensions import i64

import parlour
from parlour._vecs import vec
from parlour.games.crusgallo.cavern import CELL_BITS, CELL_MASK, LINK_MASK
from parlour.games.crusgallo.codes import LOWEST_PLACE
from parlour.games.crusgallo.face.words import CrusgalloWords
from parlour.games.crusgallo.judge import FOR_BOND, FOR_HALF, FOR_TREASURE, Eye, gain, worth
from parlour.games.crusgallo.parts import CRYSTAL, GRADES, ORB, THIRD, TITLES
from parlour.games.crusgallo.rules import BEGUN, COLLECTED, GEM, PLACE, TREASURE, WON, Crusgallo
from table import changed, components_with, given

pytestmark = pytest.mark.exact

C01 = ["c01", 0, 0, 0]
MAGIC = ["magic1", "magic2", "magic3"]
BATTLE = ["battle1", "battle2", "battle3"]


def deal(seed: int) -> Crusgallo:
    state = parlour.game(GAME).new(seed=seed)
    assert isinstance(state, Crusgallo)
    return state


class Step(NamedTuple):
    """One step of a whole game: the states around it are nobody's any more, and must stay as they are."""

    before: Crusgallo
    action: str
    after: Crusgallo


def choices(seed: int) -> Callable[[Crusgallo], int]:
    """A player who mostly takes what looks best, so that the game comes far."""
    rng = parlour.Rng(seed)

    def choose(state: Crusgallo) -> int:
        actor = state.actor()
        codes = state.actions(actor)
        if actor == 0 and rng.below(4) < 3:
            points = [worth(state, code) for code in codes]
            codes = [code for code, point in zip(codes, points, strict=True) if point == max(points)]
        return rng.choice(codes)

    return choose


def moves(record: dict[str, Any]) -> Callable[[Crusgallo], int]:
    """The player of a record."""
    rest = iter(record["moves"])

    def choose(state: Crusgallo) -> int:
        move = next(rest)
        return state.parse(state.actor(), move.get("action", move.get("chance")))

    return choose


@cache
def whole_game(source: int | str) -> list[Step]:
    """A game from a seed, or the one that reached a title. The tests below look at the same games, played once."""
    if isinstance(source, int):
        state, choose = deal(source), choices(source)
    else:
        record = next(record for record in titles() if record["outcome"]["reason"] == source)
        begun = parlour.game(GAME).start(1, {}, record["setup"])
        assert isinstance(begun, Crusgallo)
        state, choose = begun, moves(record)
    steps: list[Step] = []
    while state.to_act:
        actor, code = state.actor(), choose(state)
        before, state = state, state.clone()
        state.apply(actor, code)
        steps.append(Step(before, before.notation(actor, code), state))
    return steps


GAMES = (0, 1, 8, 18, "prosperous vanquisher", "wealthy champion")
some_games = pytest.mark.parametrize("source", GAMES)


# -- whole games -----------------------------------------------------------------------------------------


def titles() -> list[dict[str, Any]]:
    lines = (Path(__file__).parent / "crusgallo_titles.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.rule("CR-52", "CR-53", "CR-54")
@pytest.mark.parametrize("record", titles(), ids=[record["outcome"]["reason"] for record in titles()])
def test_a_game_for_every_title_and_wealth(record: dict[str, Any]) -> None:
    state = parlour.game(GAME).replay(record)
    assert state.position() == record["final"]
    assert state.outcome is not None
    assert state.outcome.to_dict() == record["outcome"]


def test_the_games_reach_every_title_in_every_wealth() -> None:
    reached = [record["outcome"]["reason"] for record in titles()]
    assert reached == [f"{grade} {title}" for title in TITLES for grade in GRADES]


def test_the_games_come_far() -> None:
    """Both phases are among them, and the end of each."""
    ends = [whole_game(source)[-1].after for source in GAMES]
    assert {(state.phase, state.outcome is not None) for state in ends} == {(1, True), (2, True)}
    assert any(state.is_trapped() for state in ends)


@some_games
def test_every_card_and_gem_is_somewhere(source: int | str) -> None:
    for _, _, state in whole_game(source):
        position = state.position()
        on_table = [placed[0] for placed in position["table"]]
        piles = [*position["draw"], *position["reserve"], *position["row"], *position["deck"], *position["aside"]]
        piles += on_table + [card for card in position["treasures"] if card not in on_table]
        piles += [position["card"]] if position["card"] else []
        assert sorted(piles) == parts().ids
        seen = Naive(position).visible()
        for colour in COLOURS:
            on_orbs = sum(gem for x, y, gem in position["lit"] if seen[x, y] == f"@{colour}")
            assert sum(position[key][colour] for key in ("bonds", "dragon", "supply")) + on_orbs == 3


@pytest.mark.rule("CR-15", "CR-16", "CR-17", "CR-18", "CR-19")
@some_games
def test_placements_are_those_of_the_naive_program(source: int | str) -> None:
    for i, (state, _, _) in enumerate(whole_game(source)):
        if i % 6 == 3 and state.to_act == (0,) and state.phase == 1:
            legal = [action for action in state.legal(0) if action.startswith("place")]
            assert legal == Naive(state.position()).legal()


@pytest.mark.rule("CR-45")
@pytest.mark.parametrize("record", titles()[4:18:3], ids=lambda record: record["outcome"]["reason"])
def test_every_card_of_the_row_is_placed_by_the_same_rules(record: dict[str, Any]) -> None:
    state = parlour.game(GAME).start(1, {}, record["setup"])
    for i, move in enumerate(record["moves"]):
        position = state.position()
        if position["phase"] == 2 and position["step"] == "place" and position["table"] and i % 2:
            naive = [action for card in position["row"] for action in Naive({**position, "card": card}).legal()]
            assert [action for action in state.legal(0) if action.startswith("place")] == sorted(naive)
        state.play(move.get("seat", parlour.CHANCE), move.get("action", move.get("chance")))


@pytest.mark.rule("CR-21", "CR-22", "CR-23", "CR-25", "CR-26", "CR-28", "CR-29", "CR-30", "CR-32")
@some_games
def test_what_lights_is_what_the_naive_program_finds(source: int | str) -> None:
    """Every orb that lights stands in a set, and every orb that stands in a set lights, with gems and treasures."""
    for before, action, after in whole_game(source):
        if after.phase == 1 and action.startswith("place"):
            naive = Naive(before.position())
            naive.play(action)
            position = after.position()
            for key in ("table", "lit", "bonds", "treasures", "card"):
                assert position[key] == naive.position[key], key


@pytest.mark.rule("CR-18", "CR-27")
@some_games
def test_nothing_covers_a_lit_orb(source: int | str) -> None:
    for before, _, after in whole_game(source):
        if after.phase == before.phase:
            now = after.position()
            seen = Naive(now).visible()
            assert all(orb in now["lit"] for orb in before.position()["lit"])
            assert all(seen[x, y].startswith("@") for x, y, _ in now["lit"])


@some_games
def test_the_frontier_is_the_same_when_it_is_found_anew(source: int | str) -> None:
    """What is kept up to date card by card is what a fresh look at the table finds."""
    for _, _, state in whole_game(source)[::2]:
        again = parlour.game(GAME).load(state.position())
        assert isinstance(again, Crusgallo)
        assert sorted(again.actions(state.actor())) == sorted(state.actions(state.actor()))
        cavern = state.cavern
        live = [listed for listed in cavern.frontier if listed >> CELL_BITS & LINK_MASK]
        assert len(live) == len(set(live)) == len(cavern.frontier) - cavern.lost
        for place, listed in enumerate(cavern.frontier):
            assert cavern.listed_at[listed & CELL_MASK] == place
        assert sum(place >= 0 for place in cavern.listed_at) == len(cavern.frontier)


def test_a_long_line_of_cards_makes_the_window_grow() -> None:
    table = first([C01], "battle3")
    while table.state.to_act and table["phase"] == 1:
        x = max(int(action.split()[2]) for action in table.legal(0))
        table.play(0, next(action for action in table.legal(0) if int(action.split()[2]) == x))
    assert max(placed[1] for placed in table["table"]) > 40
    again = given(GAME, table.state.position())
    assert again.state.position() == table.state.position()


@some_games
def test_a_clone_shares_the_table_and_is_still_independent(source: int | str) -> None:
    rng = parlour.Rng(source)
    state = rng.choice(whole_game(source)).before.clone()
    before, legal = state.position(), state.legal(0)
    other = state.clone()
    parlour.playout(other, rng)
    assert (state.position(), state.legal(0)) == (before, legal)
    after = other.position()
    parlour.playout(state, rng)
    assert other.position() == after


# -- what a placement would do -----------------------------------------------------------------------------


@pytest.mark.parametrize("record", titles()[::3], ids=lambda record: record["outcome"]["reason"])
def test_effects_are_what_really_happens(record: dict[str, Any]) -> None:
    """Every placement that would light something, at every moment of some games, and a few that would not."""
    state = parlour.game(GAME).start(1, {}, record["setup"])
    assert isinstance(state, Crusgallo)
    rng = parlour.Rng(record["outcome"]["reason"])
    for move in record["moves"]:
        codes = state.actions(state.actor()) if state.step == PLACE else []
        placements = [code for code in codes if code >= LOWEST_PLACE]
        lighting = state.lighting_placements(placements)
        assert all(lighting.get(code, []) == state.effects(code) for code in placements[::20])
        for code in [*list(lighting)[:4], *[rng.choice(placements) for _ in range(2) if placements]]:
            check_effects(state, code)
        state.play(move.get("seat", parlour.CHANCE), move.get("action", move.get("chance")))


def check_effects(state: Crusgallo, code: int) -> None:
    before = state.position()
    effects = state.effects(code)
    assert state.position() == before
    events: list[parlour.Event] = []
    after = state.clone()
    after.listen(events.append)
    after.apply(0, code)

    def facts(kind: str, key: str) -> list[Any]:
        return [event.facts[key] for event in events if event.kind == kind]

    def treasure(effect: int) -> str | None:
        number = (effect & TREASURE) >> 3
        return parts().ids[parts().treasure_card[number]] if number else None

    assert [COLOURS[effect & 7] for effect in effects] == facts("lit", "colour")
    assert [int(effect & GEM != 0) for effect in effects] == facts("lit", "gem")
    assert [treasure(effect) for effect in effects] == facts("lit", "treasure")
    won = [COLOURS[effect & 7] for effect in effects if effect & WON]
    assert won == facts("released" if state.phase == 1 else "bound", "colour")
    assert sorted(treasure(effect) or "" for effect in effects if effect & COLLECTED) == facts("collected", "card")


def test_effects_of_the_worked_example() -> None:
    state = first([C01], "battle3", bonds={"orange": 1}).state
    assert isinstance(state, Crusgallo)
    (effect,) = state.effects(state.parse(0, "place battle3 0 -3 2"))
    assert COLOURS[effect & 7] == "orange"
    assert effect & (GEM | WON | BEGUN | COLLECTED) == GEM | WON | BEGUN
    assert state.effects(state.parse(0, "place battle3 2 0 0")) == []


@pytest.mark.rule("CR-29")
def test_an_orb_without_a_bond_wins_nothing() -> None:
    state = first([C01], "battle3", bonds={"orange": 0}).state
    assert isinstance(state, Crusgallo)
    (effect,) = state.effects(state.parse(0, "place battle3 0 -3 2"))
    assert effect & (GEM | WON) == 0


@pytest.mark.rule("CR-52")
def test_the_title_in_reach_is_the_one_that_the_last_gem_brings() -> None:
    almost = [colour for colour in COLOURS if colour != "orange"]
    for spare in range(5):
        state = second([C01], ["battle3", "c09", "c10", "c11", "c12"][: 1 + spare], dragon=almost).state
        assert isinstance(state, Crusgallo)
        assert TITLES[state.title()] == "liberator"
        promised = state.title_in_reach()
        state.play(0, "place battle3 0 -3 2")
        assert state.outcome is not None
        assert state.outcome.reason.split()[1] == TITLES[promised]
        assert state.title_in_reach() == state.title() == promised


def test_worth_puts_a_released_bond_first() -> None:
    state = first([C01], "battle3").state
    assert isinstance(state, Crusgallo)
    by_worth = sorted(state.legal(0), key=lambda action: -worth(state, state.parse(0, action)))
    assert set(by_worth[:2]) == {"place battle3 0 -3 2", "place battle3 0 1 0"}
    assert gain(vec[i64](state.effects(state.parse(0, by_worth[0])))) == FOR_BOND + FOR_HALF


def test_worth_counts_a_treasure() -> None:
    laid = [["battle3", 0, 0, 0], ["c17", -2, -2, 1], ["c14", -2, 0, 1], ["c35", -3, 0, 1]]
    state = first(laid, "c02", lit=[[-1, 1, 1]]).state
    assert isinstance(state, Crusgallo)
    assert gain(vec[i64](state.effects(state.parse(0, "place c02 1 1 3")))) == 2 * FOR_BOND + FOR_TREASURE + FOR_HALF


# -- positions from outside ----------------------------------------------------------------------------------


FIRST = first_position([C01, ["battle3", 0, -3, 2]], "c09", lit=[[0, -1, 1]])
SECOND = second_position([C01, ["battle3", 0, -3, 2]], ["c09", "c10"], lit=[[0, -1, 1]])


@pytest.mark.parametrize("position", [FIRST, SECOND])
@pytest.mark.parametrize("key", FIRST)
def test_every_key_is_needed_and_none_more(position: dict[str, Any], key: str) -> None:
    without = {name: value for name, value in position.items() if name != key}
    with pytest.raises(parlour.InvalidPosition):
        parlour.game(GAME).load(without)
    with pytest.raises(parlour.InvalidPosition):
        parlour.game(GAME).load({**position, key + "s": 1})


@pytest.mark.parametrize("key", [key for key in FIRST if key != "game"])
@pytest.mark.parametrize("value", [None, True, -1, 2.5, "x", [7], {"red": 1}, [["c01"]], {}])
def test_values_of_the_wrong_kind_are_refused_by_name(key: str, value: Any) -> None:
    for position in (FIRST, SECOND):
        bad = {**position, key: value}
        if isinstance(value, bool) and isinstance(position[key], bool):
            continue  # either may be
        if type(value) is type(position[key]) and value == position[key]:
            continue
        with pytest.raises(parlour.InvalidPosition):
            parlour.game(GAME).load(bad)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": 2}, "players"),
        ({"options": {"x": 1}}, "options"),
        ({"phase": 3}, "phase"),
        ({"step": "search"}, "step|missing|to_act"),
        ({"to_act": []}, "to_act"),
        ({"to_act": [True]}, "to_act"),
        ({"to_act": [0, 0]}, "to_act"),
        ({"to_act": "chance"}, "to_act"),
        ({"card": None}, "c09"),
        ({"card": "c10"}, "c09|c10"),
        ({"card": "c99"}, "card"),
        ({"reserve": FIRST["reserve"][::-1]}, "sorted"),
        ({"reserve": FIRST["reserve"][1:]}, "nowhere"),
        ({"draw": [*FIRST["draw"], FIRST["draw"][0]]}, "twice"),
        ({"draw": [*FIRST["draw"][1:], "c01"]}, "places|nowhere"),
        ({"aside": ["c01"]}, "2 places"),
        ({"table.1": ["battle3", 0, -3, 4]}, "table.1.3"),
        ({"table.1": ["battle3", 0, -3]}, "table.1"),
        ({"table.1": ["battle3", 0, 10**6, 0]}, "table.1.2"),
        ({"table.1": ["battle3", 0, "1", 0]}, "table.1.2"),
        ({"table.1": ["c01", 5, 5, 0]}, "twice"),
        ({"lit": []}, "must be lit"),
        ({"lit.0": [1, -1, 1]}, "no orb"),
        ({"lit.0": [90, 90, 1]}, "no orb"),
        ({"lit.0": [0, -1, 2]}, "lit.0.2"),
        ({"lit.0": [0, -1, 0]}, "orange gems"),
        ({"lit": [[0, -1, 1], [0, -1, 1]]}, "sorted"),
        ({"lit": [[0, -1, 1], [0, -3, 1]]}, "sorted"),
        ({"bonds.red": 2}, "red gems"),
        ({"bonds.red": 4}, "bonds.red"),
        ({"bonds": {"red": 3}}, "bonds"),
        ({"bonds.red": 2, "dragon.red": 1}, "dragon"),
        ({"treasures": ["c10"]}, "treasures"),
        ({"treasures": ["magic1"]}, "places"),
        ({"magic_used": 0}, "magic_used"),
        ({"battle_drawn": True}, "battle_drawn"),
        ({"missing": "red"}, "missing"),
        ({"missing": "pink"}, "missing"),
        ({"row": ["c10"]}, "places"),
        ({"bonds": counts(), "supply": counts(red=3, orange=2, yellow=3, green=3, blue=3, purple=3)}, "CR-13"),
        ({"step": "last", "card": None, "aside": ["c09"]}, "CR-14|draw"),
    ],
)
def test_a_position_that_cannot_be_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.InvalidPosition, match=says):
        parlour.game(GAME).load(changed(FIRST, changes))


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (changed(SECOND, {"bonds.red": 1, "supply.red": 2}), "CR-36"),
        (changed(SECOND, {"row": ["c09"], "card": "c10"}), "card"),
        (changed(SECOND, {"row": ["c09"], "draw": ["c10"]}), "CR-37"),
        (changed(SECOND, {"row": ["c10", "c09"]}), "sorted"),
        (changed(SECOND, {"step": "last"}), "CR-50"),
        (second_position([C01], [], step="last"), "CR-33"),
        (second_position([C01], []), "CR-50"),
        (second_position([C01], ["c09"], dragon=COLOURS), "CR-49"),
        (second_position([C01], ["c09"], step="battle", to_act="chance"), "CR-41"),
        (second_position([], ["c09"], [], step="battle", to_act="chance", battle_drawn=True), "CR-41"),
        (second_position([C01], ["c06"], step="exchange", missing="orange"), "CR-40"),
        (second_position([], ["c06"], step="exchange", missing="yellow"), "CR-44"),
        (second_position([], ["c06"], step="exchange", missing="red"), "shows this colour"),
        (second_position([], ["c06"], ["c09"], step="exchange", missing="yellow"), "deck"),
        (second_position([], [], step="exchange", missing="red"), "CR-42"),
        (second_position([], ["c06"], step="exchange"), "missing"),
        (changed(SECOND, {"supply.red": 2, "lit": [[0, -1, 1]]}), "red gems"),
    ],
)
def test_a_second_phase_that_cannot_be_is_refused(position: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.InvalidPosition, match=says):
        parlour.game(GAME).load(position)


@pytest.mark.parametrize(
    "position",
    [
        changed(FIRST, {"reserve": FIRST["reserve"][1:], "draw": [*FIRST["draw"], FIRST["reserve"][0]]}),
        changed(SECOND, {"step": "over", "to_act": []}),
    ],
)
def test_a_study_may_begin_or_end_anywhere(position: dict[str, Any]) -> None:
    assert parlour.game(GAME).load(position).position() == position


def test_a_made_up_position_is_taken() -> None:
    """Cards far apart, treasures from nowhere, gems in the supply: not what a game leads to, but nothing forbids it."""
    table = first(
        [C01, ["c10", 50, 50, 1], ["c11", 50, 50, 1]], "c12", bonds=counts(red=1), treasures=[*MAGIC, *BATTLE]
    )
    assert table["supply.orange"] == 3
    assert any(action.startswith("place c12 5") for action in table.legal(0))


@pytest.mark.rule("CR-9")
def test_an_empty_table_takes_the_first_card_at_the_origin_only() -> None:
    table = first([], "c12")
    assert table.legal(0) == ["place c12 0 0 0"]
    table.refuses(0, "place c12 0 0 1", "CR-9")


REFUSING = [(state, state.legal(0)) for state in (deal(1), second([], ["c01"], step="place").state)]


@examples(st.text(max_size=30))
@settings(max_examples=200, deadline=None)
def test_any_string_at_all_is_refused_politely(action: str) -> None:
    for state, legal in REFUSING:
        if action not in legal:
            with pytest.raises(parlour.IllegalAction):
                state.play(0, action)


def test_what_is_refused_changes_nothing() -> None:
    for state, legal in REFUSING:
        before = state.position()
        with pytest.raises(parlour.IllegalAction):
            state.play(0, "place c01 400 400 0")
        assert (state.position(), state.legal(0)) == (before, legal)


# -- possible worlds -----------------------------------------------------------------------------------------


@pytest.mark.rule("CR-8")
def test_imagined_worlds_are_all_equally_likely() -> None:
    """One card is left in the pile: each of the ten unseen ones is there as often as the others."""
    position = first_position([C01, ["battle3", 0, -3, 2]], "c09", lit=[[0, -1, 1]])
    position["aside"] = position["draw"][1:]
    position["draw"] = position["draw"][:1]
    view = parlour.game(GAME).load(position).view(0)
    rng = parlour.Rng(8)
    tops = Counter(parlour.game(GAME).imagine(view, rng).position()["draw"][0] for _ in range(1000))
    assert sorted(tops) == sorted([*position["draw"], *position["reserve"]])
    chi_squared = sum((count - 100) ** 2 / 100 for count in tops.values())
    assert chi_squared < 27.9  # 99.9 % of fair draws, nine degrees of freedom


def test_imagining_needs_as_many_cards_as_are_unseen() -> None:
    view = parlour.game(GAME).load(FIRST).view(0)
    with pytest.raises(parlour.InvalidPosition):
        parlour.game(GAME).imagine({**view, "draw": view["draw"] + 1}, 1)
    with pytest.raises(parlour.InvalidPosition):
        parlour.game(GAME).imagine(FIRST, 1)


# -- words ---------------------------------------------------------------------------------------------------


def words(lang: str = "en") -> CrusgalloWords:
    found = parlour.game(GAME).words(lang)
    assert isinstance(found, CrusgalloWords)
    return found


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("record", titles()[::4], ids=lambda record: record["outcome"]["reason"])
def test_the_table_fits_a_page_at_every_moment(record: dict[str, Any], lang: str) -> None:
    game = parlour.game(GAME)
    state = game.start(1, {}, record["setup"])
    said = words(lang)
    told: list[str] = []
    state.listen(lambda event: told.append(said.event(event)))
    for move in record["moves"]:
        view = state.view(0)
        text = said.table(view, 0)
        assert max(len(line) for line in text.splitlines()) <= 100
        if "seat" in move:
            assert said.question(view, 0)
            assert said.action(move["action"], view)
        state.play(move.get("seat", parlour.CHANCE), move.get("action", move.get("chance")))
    assert all(told)
    assert state.outcome is not None
    assert str(state.outcome.scores[0]) in said.result(state.outcome)


def test_the_table_shows_the_spec_s_example() -> None:
    said = words().table(first([C01], "battle3").state.view(0), 0).splitlines()
    at = said.index("    y\\x   0   1")
    assert said[at + 1 : at + 4] == ["     0   o2  r3", "     1   ..  ..", "     2   @g  @y"]
    card = next(i for i, line in enumerate(said) if line.startswith("  R=0"))
    assert said[card + 1].split() == ["p1", "@o", "@b", "..", "p1", "r2", "@b", "@o", "..", "r2"]


def test_lit_orbs_are_marked() -> None:
    assert "*o" in words().table(first([C01, ["battle3", 0, -3, 2]], "c09", lit=[[0, -1, 1]]).state.view(0), 0)


def test_a_wide_cavern_is_drawn_in_blocks() -> None:
    far = [["c02", 40, 0, 0], ["c03", 70, 1, 1]]
    text = words().table(first([C01, *far], "battle3").state.view(0), 0)
    assert max(len(line) for line in text.splitlines()) <= 100
    assert text.count("y\\x") == 3


def test_the_best_looking_placements_come_first() -> None:
    view = first([C01], "battle3").state.view(0)
    legal = parlour.game(GAME).load(first_position([C01], "battle3")).legal(0)
    ranked = words().rank_actions(view, legal)
    assert sorted(ranked) == legal
    assert set(ranked[:2]) == {"place battle3 0 -3 2", "place battle3 0 1 0"}
    label = words().action("place battle3 0 -3 2", view)
    assert label == "Lay the card upside down, 3 up from where the first card began: lights the orange orb"
    french = words("fr").action("place battle3 0 -3 2", view)
    assert french == (
        "Poser la carte à l’envers, 3 en haut du départ de la première carte\u00a0: illumine l’orbe orange"
    )


def test_magic_stands_among_the_best() -> None:
    state = first([["c34", 0, 0, 0]], "c36", treasures=MAGIC).state
    assert words().rank_actions(state.view(0), state.legal(0))[0].startswith("magic")


def test_other_cards_than_the_box_s_own_are_listed_plainly(tmp_path: Path) -> None:
    file = components_with(GAME, tmp_path, 'id = "c36"', 'id = "mine"')
    state = parlour.game(GAME).new(seed=1, components=file)
    view = {**state.view(0), "card": "mine"}
    assert words().table(view, 0)
    assert words().rank_actions(view, ["place mine 0 -3 2"]) == ["place mine 0 -3 2"]
    assert words().action("place mine 0 -3 2", view) == "Lay the card upside down, 3 up from where the first card began"


@pytest.mark.rule("CR-3")
def test_replaced_cards_are_drawn_with_their_own_faces(tmp_path: Path) -> None:
    old = 'corners = ["p1", "@orange", "@blue", "r2"]'
    file = components_with(GAME, tmp_path, old, 'corners = ["p1", "@red", "@blue", "r2"]')
    state = parlour.game(GAME).load(first_position([C01], "battle3"), components=file)
    said = words()
    assert "lights the orange orb" in said.action("place battle3 0 -3 2", state.view(0))
    said.use(parlour.game(GAME).parts(file))
    assert "lights the red orb" in said.action("place battle3 0 -3 2", state.view(0))
    assert "p1 @r" in said.table(state.view(0), 0)


def test_a_refusal_is_said_in_french() -> None:
    table = first([C01], "battle3", bonds={"red": 0}, treasures=MAGIC)
    with pytest.raises(parlour.IllegalAction) as error:
        table.state.play(0, "magic red")
    assert words("fr").refusal(error.value) == "la créature de cette couleur (rouge) n’a plus de lien (CR-33)"


def test_worth_gives_nothing_for_a_crystal_that_cannot_come() -> None:
    """Two crystals ask for one kind of third: a square counts while it is on a card that is left, and not after."""
    state = first([C01], "battle3").state
    assert isinstance(state, Crusgallo)
    eye = Eye(state)
    orb, bare = int(ORB), 0
    for one in range(9):
        third = THIRD[9 * one + (one + 1) % 9]
        square = (CRYSTAL + one, CRYSTAL + (one + 1) % 9, orb, bare)
        assert (eye.square(*square) > 0) == (eye.left[third] > 0)
        eye.left[third] = 0
        assert eye.square(*square) == 0
