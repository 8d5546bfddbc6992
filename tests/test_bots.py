"""Bots: fair, repeatable, in time, within bounds, for every game of the box."""

from __future__ import annotations

import time
from typing import Any

import pytest
from mypy_extensions import i64

import parlour
from conftest import THOROUGH
from games_here import games_here
from hidden import keeps_secrets
from parlour._vecs import vec
from parlour.bots import BUDGETS, Bot, SearchBot, UnknownBot, bots, make_bot
from parlour.bots.engine.search import Search
from parlour.bots.greedy import CIRCLES
from parlour.bots.levels import levels_of
from parlour.bots.search import ROOM
from parlour.bots.trail import ENDLESS, Trail
from parlour.lab.match import play_match
from parlour.rules.events import Event
from parlour.rules.judge import Judge, judge_of
from parlour.rules.state import State
from parlour.tables.thinking import think

GAMES = parlour.games()
THINKERS = ["greedy", "easy", "search:24"]


def middle(id: str, seed: int, steps: int, players: int | None = None) -> State:
    """A game in its middle, at a question with more than one answer."""
    game = parlour.game(id)
    rng = parlour.Rng(f"middle:{seed}")
    state = game.new(players if players is not None else game.players[len(game.players) // 2], seed=seed)
    while True:
        before = state.clone()
        parlour.playout(state, rng, steps)
        while state.actor() == -1 or (state.actor() >= 0 and len(state.actions(state.actor())) == 1):
            parlour.playout(state, rng, 1)
        if state.actor() >= 0:
            return state
        state, steps = before, max(1, steps // 2)


def asked(state: State) -> tuple[int, dict[str, Any], list[str]]:
    seat = state.owing()[-1]
    return seat, state.view(seat), state.legal(seat)


# -- the interface ---------------------------------------------------------------------------------


def test_the_public_names() -> None:
    assert parlour.make_bot is make_bot
    assert issubclass(parlour.Bot, object)
    assert {"random", "greedy", "search", "easy", "normal", "hard"} <= set(bots())


def test_an_unknown_bot_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(UnknownBot, match="greedy"):
        make_bot("greddy", "photon-rush", 0)


@pytest.mark.parametrize("name", ["search:", "search:0", "search:-1", "search:x", "search:0s", "hard:fast", "random:5"])
def test_a_budget_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot):
        make_bot(name, "photon-rush", 0)


def test_a_name_with_a_colon_cannot_be_registered() -> None:
    with pytest.raises(ValueError, match="colon"):
        parlour.bot("my:bot")


@pytest.mark.parametrize("id", games_here())
def test_every_game_has_a_judge(id: str) -> None:
    assert type(judge_of(id)) is not Judge


@pytest.mark.parametrize("name", ["random", *THINKERS])
@pytest.mark.parametrize("id", GAMES)
def test_every_bot_answers_every_question_of_a_game(id: str, name: str) -> None:
    """Two games with few steps between the questions: whatever is asked, the answer is legal."""
    game = parlour.game(id)
    rng = parlour.Rng(5)
    state = game.new(game.players[0], seed=11)
    seen: set[str] = set()
    for _ in range(4000):
        if state.actor() == -2:
            break
        for seat in state.owing():
            legal = state.legal(seat)
            kind = legal[0].split()[0]
            if len(legal) > 1 and kind not in seen:
                seen.add(kind)
                assert make_bot(name, game, seat, seed=1).choose(state.view(seat), legal) in legal
        parlour.playout(state, rng, 1)
    assert seen


# -- fairness ----------------------------------------------------------------------------------------


def unhurried(name: str, id: str, seat: int, seed: int) -> Bot:
    """A bot without a clock: on a slow machine that ends a level's search earlier one time than another."""
    found = make_bot(name, id, seat, seed=seed)
    if isinstance(found, SearchBot) and found.iterations:
        found.seconds = 0.0
    return found


@pytest.mark.exact
@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("id", GAMES)
def test_the_choice_is_the_same_in_worlds_that_look_alike(id: str, name: str) -> None:
    for seed in range(3 if THOROUGH else 1):
        state = middle(id, seed, 12 + 9 * seed)
        seat, view, legal = asked(state)
        other = parlour.game(id).imagine(view, parlour.Rng(seed))
        assert other.view(seat) == view
        assert other.legal(seat) == legal
        here = unhurried(name, id, seat, seed=3).choose(state.view(seat), state.legal(seat))
        there = unhurried(name, id, seat, seed=3).choose(other.view(seat), other.legal(seat))
        assert here == there


def test_the_worlds_of_that_test_do_differ() -> None:
    """Else the test above would show nothing."""
    differing = 0
    secretive = [game for game in GAMES if game != "photon-rush" and keeps_secrets(game)]
    for id in secretive:
        state = middle(id, 1, 20)
        view = asked(state)[1]
        differing += parlour.game(id).imagine(view, parlour.Rng(1)).position() != state.position()
    assert differing == len(secretive) >= 4


def test_who_answered_first_in_secret_makes_no_difference() -> None:
    """In a simultaneous phase a bot chooses as if nobody else had answered yet."""
    state = parlour.game("photon-rush").new(3, seed=1)
    alone = make_bot("search:60", "photon-rush", 2, seed=1).choose(state.view(2), state.legal(2))
    state.play(0, "build 0 1")
    state.play(1, "build 2 0")
    assert make_bot("search:60", "photon-rush", 2, seed=1).choose(state.view(2), state.legal(2)) == alone


def test_choosing_changes_neither_view_nor_legal_actions() -> None:
    state = middle("mogul", 1, 30)
    seat, view, legal = asked(state)
    make_bot("search:20", "mogul", seat).choose(view, legal)
    assert view == state.view(seat)
    assert legal == state.legal(seat)


# -- repeatable ------------------------------------------------------------------------------------------


@pytest.mark.exact
@pytest.mark.parametrize("id", GAMES)
def test_the_same_seed_makes_the_same_choices(id: str) -> None:
    state = middle(id, 2, 15)
    seat, view, legal = asked(state)
    for name in THINKERS:
        first, second = (unhurried(name, id, seat, seed=9) for _ in range(2))
        assert first.choose(view, legal) == second.choose(view, legal)
        if isinstance(first, SearchBot) and isinstance(second, SearchBot):
            assert first.explain == second.explain


# -- budgets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*BUDGETS, "greedy"])
def test_a_forced_answer_is_given_without_a_thought(name: str) -> None:
    bot = make_bot(name, "mogul", 0)
    drawn = make_bot(name, "mogul", 0).rng.below(1 << 30)
    assert bot.choose({}, ["withdraw"]) == "withdraw"  # not even the view is looked at
    assert bot.rng.below(1 << 30) == drawn  # nothing was imagined
    if isinstance(bot, SearchBot):
        assert bot.explain["iterations"] == 0


def test_budgets_of_the_levels() -> None:
    assert BUDGETS == {"beginner": 0.1, "easy": 0.1, "normal": 0.3, "skilled": 0.5, "hard": 1.0}
    for name, seconds in BUDGETS.items():
        made = make_bot(name, "mogul", 0)
        assert isinstance(made, SearchBot)
        assert made.seconds == seconds
    hard = make_bot("hard", "mogul", 0)
    assert isinstance(hard, SearchBot)
    assert hard.iterations == levels_of("mogul")["hard"].iterations  # and no more, however fast the machine is
    for name, iterations, seconds in (("hard:5000", 5000, 0.0), ("hard:0.2s", 0, 0.2)):  # but what is asked for
        asked_for = make_bot(name, "mogul", 0)
        assert isinstance(asked_for, SearchBot)
        assert (asked_for.iterations, asked_for.seconds) == (iterations, seconds)


def test_a_search_stops_by_time() -> None:
    """When the time is over no further iteration is begun, however many were allowed."""
    state = middle("photon-rush", 1, 10, 3)
    seat = asked(state)[0]
    search = Search(judge_of("photon-rush"), seat, parlour.Rng(1), ROOM)
    search.run([state], 1000, time.perf_counter() - 1)
    assert search.iterations == 1


def test_a_search_with_a_clock_thinks_and_answers() -> None:
    state = middle("photon-rush", 1, 10, 3)
    seat, view, legal = asked(state)
    bot = make_bot("hard:0.01s", "photon-rush", seat)
    assert isinstance(bot, SearchBot)
    assert bot.choose(view, legal) in legal
    assert bot.explain["iterations"] >= 1


def test_a_search_with_a_clock_stops_when_nothing_can_catch_up() -> None:
    state = middle("mogul", 1, 30)
    seat, view, legal = asked(state)
    bot = make_bot("search:64", "mogul", seat)
    assert isinstance(bot, SearchBot)
    search, world = bot.think(view, legal)
    visits = sorted(arm.visits for arm in search.own_arms())
    lead = visits[-1] - visits[-2]
    # After one second with 64 iterations, a second more would give as many again; a sliver of time gives none.
    assert not bot.clear(search, world, 0.0, 1.0, 2.0)
    assert bot.clear(search, world, 0.0, 1.0, 1.0 + 1e-6) == (lead > 0)


def test_a_search_stops_by_iterations() -> None:
    state = middle("photon-rush", 1, 10, 3)
    seat, view, legal = asked(state)
    bot = make_bot("search:33", "photon-rush", seat)
    assert isinstance(bot, SearchBot)
    bot.choose(view, legal)
    assert bot.explain["iterations"] == 33


def test_memory_is_bounded() -> None:
    """With little room the tree stops growing; the search goes on and still answers."""
    state = middle("photon-rush", 3, 12, 3)
    seat, view, legal = asked(state)
    bot = make_bot("search:300", "photon-rush", seat)
    assert isinstance(bot, SearchBot)
    assert bot.room == ROOM
    bot.room = 60
    search, _ = bot.think(view, legal)
    assert search.iterations == 300
    made = count_nodes_and_arms(search)
    # The last table is opened while there is room, so it may go over by one list of arms.
    assert made <= 60 + 3 * 40
    assert search.room <= 0
    assert bot.choose(view, legal) in legal


def count_nodes_and_arms(search: Search) -> int:
    nodes = range(len(search.by_node))
    return len(nodes) + sum(len(search.arms_of(node, seat)) for node in nodes for seat in range(4))


def test_greedy_players_do_not_circle_for_ever() -> None:
    """With 7 towers two of them came back to one position again and again, in 19 games of 20."""
    game = parlour.game("photon-rush")
    for seed in range(6):
        state = game.new(2, {"towers": 7}, seed=seed)
        play_match(state, [make_bot("greedy", game, seat, seed) for seat in (0, 1)], parlour.Rng(seed), limit=600)
        assert state.outcome is not None


def test_levels_that_do_not_search_do_not_circle_for_ever() -> None:
    """Two of three blew up each other's mines, round after round."""
    game = parlour.game("photon-rush")
    state = game.new(3, seed="pace193")
    play_match(state, [make_bot("normal", game, seat, "193") for seat in range(3)], parlour.Rng(0), limit=2000)
    assert state.outcome is not None


@pytest.mark.parametrize("level", BUDGETS)
def test_a_level_that_is_told_that_it_goes_in_circles_does_something_else(level: str) -> None:
    """Tables make a bot anew for every question: how often its seat has been there is told to it."""
    seat, view, legal = asked(middle("photon-rush", 1, 10))
    game = parlour.game("photon-rush")
    name = f"{level}:60" if level in ("skilled", "hard") else level
    for seed in range(6):
        bot = make_bot(name, game, seat, seed)
        assert isinstance(bot, SearchBot)
        first = bot.choose(view, legal)
        if bot.explain["iterations"]:
            first = bot.explain["candidates"][0]["action"]
        assert think(name, game, seat, str(seed), view, legal, [], CIRCLES) != first


def test_a_game_in_which_only_a_number_grows_goes_round_too() -> None:
    trail = Trail()
    assert [trail.returns({"gold": step}, step) for step in range(5)] == [0] * 5
    assert trail.returns({"gold": 7000}, ENDLESS + 1) == 1


def test_steps_that_were_taken_back_are_no_circle() -> None:
    trail = Trail()
    assert [trail.returns({"gold": 1, "round": step}, step) for step in (1, 4, 9)] == [0, 1, 2]
    assert trail.returns({"gold": 1, "round": 4}, 4) == 1


def test_a_search_that_comes_back_to_one_place_tries_something_else() -> None:
    """Whatever looks best there has led to nothing but this place again."""
    for id in GAMES:
        seat, view, legal = asked(middle(id, 1, 10))
        bot = make_bot("search:60", id, seat)
        assert isinstance(bot, SearchBot)
        for _ in range(CIRCLES):
            bot.times_met(view)
        assert bot.choose(view, legal) != bot.explain["candidates"][0]["action"]


# -- why ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_search_says_why(id: str) -> None:
    state = middle(id, 1, 10)
    seat, view, legal = asked(state)
    bot = make_bot("search:80", id, seat)
    assert isinstance(bot, SearchBot)
    action = bot.choose(view, legal)
    why = bot.explain
    assert why["action"] == action
    assert not why["forced"]
    assert {candidate["action"] for candidate in why["candidates"]} <= set(legal)
    assert sum(candidate["share"] for candidate in why["candidates"]) == pytest.approx(1)
    for candidate in why["candidates"]:
        assert 0 <= candidate["place"] <= 1
        assert 0 <= candidate["win"] <= 1
    assert why["line"][0] == {"seat": seat, "action": action}


def test_a_forced_answer_is_explained_as_such() -> None:
    bot = make_bot("search:10", "mogul", 0)
    assert isinstance(bot, SearchBot)
    bot.choose({}, ["withdraw"])
    assert bot.explain["forced"]


# -- sense: small things that any thinking player sees -------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "search:300"])
def test_photon_rush_a_raid_that_wins_is_seen(name: str) -> None:
    position = parlour.game("photon-rush").new(2, seed=1).position()
    position.update(phase="action", round=5, to_act=[0, 1])
    position["seats"][0].update(gold=3, mercs=4, mines=3)
    position["seats"][1].update(gold=3, mercs=0, towers=1, mines=2, saloons=0)
    state = parlour.game("photon-rush").load(position)
    assert make_bot(name, "photon-rush", 0, seed=1).choose(state.view(0), state.legal(0)) == "raid 1"


def test_crash_and_grab_a_sensible_pilot_finds_crew_and_stays_on_the_board() -> None:
    """Beyond its tree a search flies with sense: against the hurried pilot, from the same questions."""
    judge = judge_of("crash-and-grab")
    found = {"lean": [0, 0], "sensible": [0, 0]}
    for seed in range(40):
        state = middle("crash-and-grab", seed, 20, 3)
        while state.actor() >= 0 and not state.legal(state.actor())[-1].startswith(("move", "stay")):
            parlour.playout(state, parlour.Rng(seed), 1)
            while state.actor() == -1:
                parlour.playout(state, parlour.Rng(seed), 1)
        if state.actor() < 0:
            continue
        for name, tally in found.items():
            flown = state.clone()
            heard: list[Event] = []
            flown.listen(heard.append)
            seat = flown.actor()
            rng = parlour.Rng(seed)
            for _ in range(12):
                if flown.actor() != seat or not flown.legal(seat)[0].startswith(("move", "launch", "boost")):
                    break
                flown.apply(seat, getattr(judge, name)(flown, seat, flown.codes(seat), rng))
            kinds = [event.kind for event in heard]
            tally[0] += kinds.count("picked-up")
            tally[1] += kinds.count("crashed")
    assert found["sensible"][0] > found["lean"][0]
    assert found["sensible"][1] < found["lean"][1]


class Stone(Judge):
    """A judge from outside, in plain Python."""

    def standing(self, state: State, seat: int) -> float:
        return float(seat)


def test_standings_become_expected_places() -> None:
    state = parlour.game("photon-rush").new(3, seed=1)
    chances = Stone().chances(state)
    assert 0 < chances[0] < chances[1] < chances[2] < 1
    assert sum(Stone().foresee(state, seat)[-1] for seat in range(3)) == pytest.approx(1)


def test_a_search_without_a_judge_plays_on_to_the_end() -> None:
    state = middle("photon-rush", 1, 20, 2)
    seat, view, legal = asked(state)
    bot = make_bot("search:40", "photon-rush", seat)
    assert isinstance(bot, SearchBot)
    bot.judge = Judge()
    assert bot.choose(view, legal) in legal


class Discreet(Judge):
    """Answers at random, and sees to it that nobody has answered a question that is open to all."""

    def __init__(self, habit: int = 0) -> None:
        super().__init__()
        self.habit = habit
        self.asked = 0

    def sensible(self, state: State, seat: i64, codes: vec[i64], rng: parlour.Rng) -> i64:
        if state.simultaneous():
            self.asked += 1
            assert all(base["choice"] is None for base in state.position()["seats"])
        return codes[rng.below(len(codes))]


def thought(judge: Judge, state: State, iterations: int) -> Search:
    search = Search(judge, 0, parlour.Rng("thought"), ROOM)
    search.run([state], iterations, 0.0)
    return search


@pytest.mark.parametrize("habit", [0, 100])
def test_nobody_in_a_search_knows_an_answer_that_is_still_secret(habit: int) -> None:
    judge = Discreet(habit)
    thought(judge, parlour.game("photon-rush").new(4), 20)
    assert judge.asked > 100


def test_with_a_habit_others_answer_as_sensible_players_do() -> None:
    state = parlour.game("photon-rush").new(3)
    free = thought(Discreet(), state, 30)
    assert len(free.arms_of(0, 1)) == len(state.actions(1))
    bound = thought(Discreet(habit=100), state, 30)
    assert bound.arms_of(0, 1) == []
    assert len(bound.own_arms()) == len(state.actions(0))


def test_photon_rush_looks_at_one_defend_and_at_no_saloon_beside_kept_gold() -> None:
    game = parlour.game("photon-rush")
    judge = judge_of("photon-rush")
    state = game.new(4)
    orders = judge.shortlist(state, 0, state.codes(0))
    assert sorted(state.notation(0, code) for code in orders) == ["build 0 0", "build 0 1", "build 1 0", "build 2 0"]
    for seat in range(4):
        state.play(seat, "build 2 0")
    cards = judge.shortlist(state, 0, state.codes(0))
    told = sorted(state.notation(0, code) for code in cards)
    assert told == ["defend 1", "raid 1", "raid 2", "raid 3", "tnt 1", "tnt 2", "tnt 3"]
