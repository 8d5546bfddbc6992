"""Others are not like oneself: the styles that a search imagines them in, and how it learns which one a seat plays."""

from __future__ import annotations

import pickle

import pytest

import parlour
from parlour.bots.engine.search import Search
from parlour.games.photon_rush.memory import PhotonMemory
from parlour.games.photon_rush.rules import OUT, PhotonRush
from parlour.rules.events import Event
from parlour.rules.judge import judge_of
from parlour.rules.memory import Memory, memory_of

STYLED = [id for id in parlour.games() if judge_of(id).styles > 1]
RAIDER, BOMBER, WALL, UNKNOWN, KEEPER = 2, 3, 5, 6, 8  # as games/photon_rush/judge.py numbers them


def test_all_games_for_several_have_styles() -> None:
    assert [id for id in parlour.games() if parlour.game(id).players[-1] > 1] == STYLED


@pytest.mark.parametrize("id", STYLED)
def test_every_style_answers_what_it_may(id: str) -> None:
    game, judge, rng = parlour.game(id), judge_of(id), parlour.Rng(5)
    for seed in range(4):
        state = game.new(game.players[-1], seed=seed)
        for step in range(120):
            actor = state.actor()
            if actor == -2:
                break
            if actor >= 0:
                codes = state.codes(actor)
                answers = [judge.answer_in_style(state, actor, codes, rng, style) for style in range(judge.styles)]
                assert set(answers) <= set(state.actions(actor))
                state.apply(actor, answers[step % len(answers)])
            else:
                parlour.playout(state, rng, 1)


def remember(*rounds: dict[str, str]) -> Memory:
    """The memory of seat 0 after rounds in which seats 1 and 2 built and played so."""
    memory = memory_of(parlour.game("photon-rush"), 0)
    for number in rounds:
        saloons = number["build"] == "saloons"
        for seat in (1, 2):
            facts = {"seat": seat, "mines": 0 if saloons else 1, "saloons": int(saloons), "cost": 1}
            memory.see(Event("built", "PR-16", facts))
        memory.see(Event("revealed", "PR-23", {"cards": ["defend 1", f"{number['card']} 0", f"{number['card']} 0"]}))
    return memory


def test_a_style_is_known_by_what_it_does() -> None:
    wall = remember(*[{"build": "mines", "card": "defend"}] * 5)
    raider = remember(*[{"build": "saloons", "card": "raid"}] * 3)
    mixed = remember(
        {"build": "saloons", "card": "defend"},
        {"build": "mines", "card": "tnt"},
        {"build": "saloons", "card": "defend"},
    )
    for seat in (1, 2):
        assert wall.likely_styles(seat)[WALL] > 0.8
        assert raider.likely_styles(seat)[RAIDER] > 0.8
        assert max(mixed.likely_styles(seat)[:UNKNOWN]) < 0.8
        assert sum(mixed.likely_styles(seat)) == pytest.approx(1)


def test_of_a_newcomer_nothing_is_known_and_one_does_not_watch_oneself() -> None:
    fresh = memory_of(parlour.game("photon-rush"), 0)
    assert fresh.likely_styles(1) == fresh.likely_styles(2)
    assert len(fresh.likely_styles(1)) == judge_of("photon-rush").styles
    seen = remember(*[{"build": "saloons", "card": "raid"}] * 3)
    assert seen.likely_styles(0) == fresh.likely_styles(0)


def test_what_is_remembered_travels() -> None:
    seen = remember(*[{"build": "mines", "card": "defend"}] * 5)
    assert pickle.loads(pickle.dumps(seen)).likely_styles(1) == seen.likely_styles(1)


def test_a_search_draws_others_by_their_weights() -> None:
    search = Search(judge_of("photon-rush"), 1, parlour.Rng(3), 1000)
    only_raiders = [0.0] * judge_of("photon-rush").styles
    only_raiders[RAIDER] = 1.0
    search.cast = [only_raiders, only_raiders, only_raiders]
    for _ in range(20):
        search.draw_styles(3)
        assert list(search.style) == [RAIDER, 0, RAIDER]
    search.cast = []
    drawn = set()
    for _ in range(200):
        search.draw_styles(3)
        drawn.add(search.style[0])
    assert drawn == set(range(judge_of("photon-rush").styles))


# -- the other games: what shows which style, by the numbers of games/*/judge.py -----------------------------


def watched(game: str, *events: Event) -> Memory:
    """The memory of seat 0 after these events."""
    memory = memory_of(parlour.game(game), 0)
    for event in events:
        memory.see(event)
    return memory


def flown(seat: int, card: str, *kinds: str) -> list[Event]:
    """A turn of Crash & Grab: the card, and what its saucer did."""
    saucer = ["red", "green", "blue"][seat]
    others = [Event(kind, "CG-54", {"saucer": saucer, "other": "yellow", "boosters": 0}) for kind in kinds]
    began = Event("turn-began", "CG-40", {"seat": seat, "saucer": saucer})
    return [began, Event("revealed", "CG-45", {"saucer": saucer, "card": card, "dir": "n"}), *others]


def test_a_bidder_is_known_by_its_bids() -> None:
    paid = [Event("paid", "KR-35", {"seat": 1, "pot": pot}) for pot in (3, 6, 8, 4, 7, 9)]
    left = [Event("withdrew", "KR-36", {"seat": 2, "tokens": tokens}) for tokens in (3, 4, 6, 3, 8)]
    memory = watched("mogul", *paid, *left, *[Event("loan", "KR-29", {"seat": 1, "tokens": 2})] * 2)
    fresh = watched("mogul")
    assert memory.likely_styles(1)[2] + memory.likely_styles(1)[3] > 2 * sum(fresh.likely_styles(1)[2:4])
    assert memory.likely_styles(2)[1] > 2 * fresh.likely_styles(2)[1]
    assert memory.likely_styles(0) == fresh.likely_styles(0)


def test_a_hoarder_is_known_by_its_draws() -> None:
    played = {"seat": 1, "column": 0, "times": 1, "card": "o-gold-2"}
    drawn = [Event("drew", "GC-20", {"seat": 1})] * 6
    memory = watched("gold-n-crash", *drawn, Event("played", "GC-22", played))
    assert max(range(5), key=memory.likely_styles(1).__getitem__) == 3
    assert memory.likely_styles(0) == watched("gold-n-crash").likely_styles(0)


def test_a_runner_is_known_by_keeping_out_of_the_way() -> None:
    turns = [event for _ in range(8) for event in flown(1, "x")]
    rams = [event for _ in range(8) for event in flown(2, "3", "collided")]
    memory = watched("crash-and-grab", *turns, *rams)
    assert max(range(5), key=memory.likely_styles(1).__getitem__) == 3
    assert memory.likely_styles(2)[1] > 2 * watched("crash-and-grab").likely_styles(2)[1]
    assert memory.likely_styles(2)[3] < 0.01


@pytest.mark.parametrize("game", ["mogul", "gold-n-crash", "crash-and-grab"])
def test_what_is_remembered_travels_in_every_game(game: str) -> None:
    state, rng = parlour.game(game).new(seed=4), parlour.Rng(4)
    memory = memory_of(parlour.game(game), 0)
    state.listen(lambda event: memory.see(event.seen_by(0)))
    parlour.playout(state, rng, 60)
    again = pickle.loads(pickle.dumps(memory))
    for seat in range(state.players):
        assert again.likely_styles(seat) == memory.likely_styles(seat)
        assert sum(memory.likely_styles(seat)) == pytest.approx(1)
    assert memory.likely_styles(1) != memory_of(parlour.game(game), 0).likely_styles(1)


def test_a_search_that_does_not_cast_takes_nobody_for_a_style() -> None:
    judge = type(judge_of("mogul"))()
    judge.casting = False
    search = Search(judge, 0, parlour.Rng(1), 1000)
    search.run([parlour.game("mogul").new(3, seed=1)], 20, 0.0)
    assert len(search.style) == 0
    judge.casting = True
    search = Search(judge, 0, parlour.Rng(1), 1000)
    search.run([parlour.game("mogul").new(3, seed=1)], 20, 0.0)
    assert len(search.style) == 3


def play_with(styles: list[int], seed: int, late: int = 0) -> tuple[Memory, PhotonRush]:
    """The memory of seat 0 at its last question in a game of Photon Rush where the others play in these styles; it is
    asked all the time, and has been told nothing before the round `late`."""
    game, judge, rng = parlour.game("photon-rush"), judge_of("photon-rush"), parlour.Rng(seed)
    state = game.new(len(styles) + 1, seed=seed)
    assert isinstance(state, PhotonRush)
    memory = memory_of(game, 0)
    state.listen(lambda event: memory.see(event.seen_by(0)) if state.round >= late else None)
    while state.actor() >= 0 and state.round < 12:
        seat = state.actor()
        if seat == 0 and state.round >= late:
            memory.recall(state.view(0), game.parts())
        style = 0 if seat == 0 else styles[seat - 1]
        state.apply(seat, judge.answer_in_style(state, seat, state.codes(seat), rng, style))
    return memory, state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_ledger_has_what_the_views_show(players: int) -> None:
    """From what was told alone, round by round (PR-7, PR-18)."""
    game, rng = parlour.game("photon-rush"), parlour.Rng(players)
    for seed in range(12):
        state = game.new(players, seed=seed)
        assert isinstance(state, PhotonRush)
        memory = memory_of(game, 0)
        told: list[Event] = []
        state.listen(told.append)
        while state.actor() >= 0 and state.round < 12:
            seat = state.actor()
            if seat == 0:
                for event in told:
                    memory.see(event.seen_by(0))
                told.clear()
                # Asked about its own game it has booked it all; a view that fits no ledger is believed (below).
                assert isinstance(memory, PhotonMemory)
                ledger = game.new(players, seed=seed)
                assert isinstance(ledger, PhotonRush)
                if memory.ledger:
                    ledger.round = memory.ledger[0]
                for place, number in enumerate(memory.ledger[1:]):
                    ledger.has[place] = number
                again = pickle.loads(pickle.dumps(memory))
                hunches = again.book(ledger)
                assert list(ledger.has[:OUT]) == list(state.has[:OUT])
                assert ledger.round == state.round
                assert bool(hunches) == any(kind in ("built", "revealed") for kind, _ in memory.told)
                memory.recall(state.view(0), game.parts())
            codes = state.actions(seat)
            state.apply(seat, codes[rng.below(len(codes))])


def test_who_answers_as_a_network_does_is_known_by_it() -> None:
    """Place by place, and not by habits: those of other players are much the same."""
    learned, sensible = 7, 0
    known = [play_with([learned, learned], seed)[0].familiarity() for seed in range(12)]
    others = [play_with([sensible, sensible], seed)[0].familiarity() for seed in range(12)]
    assert sum(known) / 12 > 0.6
    assert sum(others) / 12 < 0.2


def test_who_keeps_others_down_is_known_by_whom_it_blasts() -> None:
    for style in (KEEPER, BOMBER):
        found = [play_with([style, style], seed)[0].likely_styles(seat) for seed in range(12) for seat in (1, 2)]
        shares = [sum(weights[kind] for weights in found) / len(found) for kind in (KEEPER, BOMBER)]
        assert max(shares) == shares[0 if style == KEEPER else 1]
        assert max(shares) > 2 * min(shares)


def test_who_came_late_does_not_pretend_to_have_seen_it_all() -> None:
    game = parlour.game("photon-rush")
    memory, state = play_with([1, 5], 3, late=3)
    assert state.round > 3
    again = pickle.loads(pickle.dumps(memory))
    assert again.facts() == memory.facts()
    late = memory_of(game, 0)
    late.recall(game.new(3, seed=1).view(0), game.parts())
    assert late.familiarity() == 0.0
    for _ in range(3):  # more gold than there is
        late.see(Event("built", "PR-16", {"seat": 1, "mines": 2, "saloons": 0, "cost": 2}))
        late.see(Event("round-began", "PR-12", {"round": 4}))
    late.recall(state.view(0), game.parts())  # another game: nothing fits
    assert late.facts()["hunches"] == []
