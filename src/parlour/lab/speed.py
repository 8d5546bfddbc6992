"""How fast the rules run: two engines do the same work in turn, in one interleaved run.

    python bench/engine.py [--rounds 7] [--games photon-rush,mogul] [--players 3,4] [--measures playouts,steps]
                           [--json FILE]

compares the compiled engine with the pure one (`parlour bench` does the same), and

    python bench/engine.py --against FOLDER [--engine pure]

this version with another checkout, compiled in its place. What counts is processor time, so that a busy machine slows
nobody. The ratio of a round is taken within the round; the table gives the median and the range over the rounds.

    playouts  random games in the compiled loop (decisions/s)
    steps     the same driven from Python with ints: actor, actions, apply (decisions/s)
    vectors   the same, but with `codes` where a version has them: one code is made a Python int, not all (decisions/s)
    strings   the same with the public strings: to_act, legal, play (decisions/s)
    clones    copies of a state in the middle of a game, made in the engine's own loop as a search makes them (copies/s)
    search    a search of the first decision after some steps, as the bot thinks in each version (iterations/s)
    tree      the same with equal thoughts: no judge, 40 random steps beyond the tree, 12 worlds (iterations/s)

    python bench/engine.py --batch

compares batches of 1,000 games with the loop of playouts, on the compiled engine (all decisions/s, those inside too):

    in-turn   no batch: the loop of playouts, but a step in each of 1,000 games in turn; more than that no batch can do
    batch     all seats are asked, and answer at random from `Batch.sample`; nobody takes masks
    masks     the same, but masks were taken, so every step writes them
    codes     the same without masks, but the answers come from outside (another batch has drawn them before, which is
              not measured), so they are read and checked
    one-seat  one seat is asked, the others are played inside
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

BUILD = "build it with: python setup.py build_ext --inplace"


def need_compiled() -> None:
    """End with a sentence before anything is measured that is compiled only in part, unless plain Python was asked for:
    a source that has changed since runs as it is, up to a hundred times as slow."""
    from parlour._engine import why_pure  # another checkout, measured by this very file, need not have it

    stale = why_pure()
    if stale and os.environ.get("PARLOUR_ENGINE", "") != "pure":
        reasons = "".join(f"\n  {group}: {why}" for group, why in sorted(stale.items()))
        raise SystemExit(f"this would measure plain Python:{reasons}\n{BUILD}, or ask for it by PARLOUR_ENGINE=pure")


# -- the worker: one engine ------------------------------------------------------------------------


def worker() -> None:
    """Answers lines `game players measure seconds` with `amount seconds`."""
    import parlour

    print(json.dumps({"engine": parlour.ENGINE, "games": {i: list(parlour.game(i).players) for i in parlour.games()}}))
    sys.stdout.flush()
    for line in sys.stdin:
        game, players, measure, seconds = line.split()
        print(*run(game, int(players), measure, float(seconds)))
        sys.stdout.flush()


def run(game_id: str, players: int, measure: str, seconds: float) -> tuple[int, float]:
    import parlour

    game = parlour.game(game_id)
    rng = parlour.Rng(1)
    states = [game.new(players, seed=seed) for seed in range(4)]
    work = MEASURES[measure]
    work(states[0], rng)  # warm up
    done = 0
    amount = 0
    start = time.process_time() - _PREPARING.seconds
    while time.process_time() - _PREPARING.seconds - start < seconds:
        amount += work(states[done % len(states)], rng)
        done += 1
    return amount, time.process_time() - _PREPARING.seconds - start


class Preparing:
    """A context whose processor time is not measured."""

    seconds = 0.0

    def __enter__(self) -> None:
        self.start = time.process_time()

    def __exit__(self, *error: object) -> None:
        self.seconds += time.process_time() - self.start


_PREPARING = Preparing()


def playouts(state: Any, rng: Any) -> int:
    import parlour

    return parlour.playout(state.clone(), rng)


def steps(state: Any, rng: Any) -> int:
    state = state.clone()
    made = 0
    while (seat := state.actor()) != -2:
        codes = state.actions(seat)
        state.apply(seat, codes[rng.below(len(codes))])
        made += 1
    return made


def vectors(state: Any, rng: Any) -> int:
    state = state.clone()
    answers = state.codes if hasattr(state, "codes") else state.actions
    made = 0
    while (seat := state.actor()) != -2:
        codes = answers(seat)
        state.apply(seat, codes[rng.below(len(codes))])
        made += 1
    return made


def strings(state: Any, rng: Any) -> int:
    state = state.clone()
    made = 0
    while to_act := state.to_act:
        seat = to_act if to_act == "chance" else to_act[0]
        actions = state.chance() if seat == "chance" else state.legal(seat)
        state.play(seat, actions[rng.below(len(actions))])
        made += 1
    return made


def clones(state: Any, rng: Any) -> int:
    import parlour
    from parlour.rules.playout import copies

    state = state.clone()
    parlour.playout(state, parlour.Rng(3), 20)
    return copies(state, 5000)


def to_think_about(state: Any) -> Any:
    """A copy of a game some steps on, where a seat has a choice."""
    import parlour

    state = state.clone()
    steps = parlour.Rng(3)
    parlour.playout(state, steps, 15)
    while state.actor() < 0 or len(state.actions(state.actor())) < 2:
        parlour.playout(state, steps, 1)
    return state


def search(state: Any, rng: Any) -> int:
    import parlour
    from parlour.bots import SearchBot, make_bot

    state = to_think_about(state)
    seat = state.actor()
    bot = make_bot("search:500", parlour.game(state.game_id()), seat, seed=1)
    assert isinstance(bot, SearchBot)
    bot.choose(state.view(seat), state.legal(seat))
    return bot.thought


def tree(state: Any, rng: Any) -> int:
    import parlour
    from parlour.bots.engine.search import Search

    state = to_think_about(state)
    judge = plain_judge()
    judge.horizon = 40
    found = Search(judge, state.actor(), parlour.Rng(1), 400_000)
    found.run([state.clone() for _ in range(12)], 500, 0.0)
    return int(found.iterations)


def plain_judge() -> Any:
    """One that thinks nothing; it has moved since version 7680119."""
    try:
        return importlib.import_module("parlour.rules.judge").Judge()
    except ImportError:
        return importlib.import_module("parlour.bots.engine.judge").Judge()


_BATCHES: dict[tuple[str, int, str], Any] = {}  # as large as they are, they are made once


def batch_for(state: Any, use: str, **how: Any) -> Any:
    """The batch of 1,000 games that is used for one measure at a table like that of `state`."""
    import parlour

    name = (state.game_id(), int(state.players), use)
    if name not in _BATCHES:
        _BATCHES[name] = parlour.batch(name[0], 1000, players=name[1], seed=1, **how)
    return _BATCHES[name]


def batch(state: Any, rng: Any) -> int:
    return random_steps(batch_for(state, "batch"))


def random_steps(games: Any) -> int:
    before = games.inside
    for _ in range(20):
        games.step(games.sample())
    return 20 * int(games.count) + int(games.inside - before)


def one_seat(state: Any, rng: Any) -> int:
    return random_steps(batch_for(state, "one-seat", random_seats=range(1, int(state.players))))


def masks(state: Any, rng: Any) -> int:
    games = batch_for(state, "masks")
    _ = games.masks  # from the first time on they are written
    return random_steps(games)


def codes(state: Any, rng: Any) -> int:
    games = batch_for(state, "codes")
    drawn = []
    with _PREPARING:
        twin = batch_for(state, "twin")
        for _ in range(100):  # many, since the twin's games drive the others out of the processor's cache
            drawn.append(twin.sample().copy())
            twin.step(drawn[-1])
    before = games.inside
    for answers in drawn:
        games.step(answers)
    return 100 * int(games.count) + int(games.inside - before)


_TURNS: dict[tuple[str, int], tuple[list[Any], list[Any]]] = {}  # likewise


def in_turn(state: Any, rng: Any) -> int:
    import parlour
    from parlour.rules.playout import play_in_turn

    name = (state.game_id(), int(state.players))
    if name not in _TURNS:
        game = parlour.game(name[0])
        starts = [game.new(name[1], seed=seed) for seed in range(1000)]
        _TURNS[name] = (starts, [start.clone() for start in starts])
        for place, begun in enumerate(_TURNS[name][1]):  # as in a batch, some are far on and some have just begun
            parlour.playout(begun, rng, place)
    return play_in_turn(*_TURNS[name], rng, 20)


MEASURES: dict[str, Callable[[Any, Any], int]] = {
    "playouts": playouts,
    "steps": steps,
    "vectors": vectors,
    "strings": strings,
    "clones": clones,
    "search": search,
    "tree": tree,
    "batch": batch,
    "masks": masks,
    "codes": codes,
    "one-seat": one_seat,
    "in-turn": in_turn,
}


# -- the run: both engines in turn -------------------------------------------------------------------


class Rated(Protocol):
    """Whoever can be measured."""

    def rate(self, game: str, players: int, measure: str, seconds: float) -> float: ...


class Worker:
    """A process that answers `game players measure seconds` with `amount seconds`."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()

    def rate(self, game: str, players: int, measure: str, seconds: float) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{game} {players} {measure} {seconds}\n")
        self.process.stdin.flush()
        amount, took = self.line().split()
        return int(amount) / float(took)


class Engine(Worker):
    """The compiled or the pure engine, of this version or of another checkout."""

    def __init__(self, name: str, checkout: str = "") -> None:
        # By its path, so that another checkout is measured by this very code; -P: its neighbours are no modules.
        environment = {"PARLOUR_ENGINE": name}
        if checkout:
            environment["PYTHONPATH"] = str(Path(checkout).resolve() / "src")
        super().__init__([sys.executable, "-P", __file__, "--worker"], environment)
        hello = self.line()
        if not hello:
            self.close()
            if name == "compiled" and not checkout:
                need_compiled()
            where = f" of {checkout}" if checkout else ""
            raise SystemExit(f"the {name} engine{where} does not start; {BUILD}")
        self.games: dict[str, list[int]] = json.loads(hello)["games"]


class Comparison:
    """One line of the table: how often `measure` goes into the same time of `other` as `other_measure`."""

    def __init__(self, game: str, players: int, measure: str, other_measure: str = "") -> None:
        self.game = game
        self.players = players
        self.measure = measure
        self.other_measure = other_measure or measure

    def run(self, other: Rated, engine: Rated, rounds: int, seconds: float) -> dict[str, Any]:
        slow: list[float] = []
        fast: list[float] = []
        for _ in range(rounds):
            slow.append(other.rate(self.game, self.players, self.other_measure, seconds))
            fast.append(engine.rate(self.game, self.players, self.measure, seconds))
        ratios = [one / two for one, two in zip(fast, slow, strict=True)]
        return {
            "game": self.game,
            "players": self.players,
            "measure": self.measure,
            "other": statistics.median(slow),
            "rate": statistics.median(fast),
            "ratio": statistics.median(ratios),
            "low": min(ratios),
            "high": max(ratios),
        }


def print_head(other: str, name: str) -> None:
    print(f"{'game':16} {'players':>7} {'measure':9} {other:>13} {name:>13} {'ratio':>6}  range")


def print_row(row: dict[str, Any]) -> None:
    print(
        f"{row['game']:16} {row['players']:7} {row['measure']:9} {row['other']:13,.0f} {row['rate']:13,.0f} "
        f"{row['ratio']:6.2f}  {row['low']:.2f} - {row['high']:.2f}",
        flush=True,
    )


def arguments_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Two engines, interleaved.")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="time for one measurement of one engine")
    parser.add_argument("--games", default="", help="ids, separated by commas (default: all)")
    parser.add_argument("--players", default="", help="numbers of players, e.g. 3 or 3,4 (default: the middle one)")
    parser.add_argument("--measures", default="playouts,steps,strings,clones", help="or vectors, search, tree")
    parser.add_argument("--against", default="", help="another checkout to compare with, in the pure engine's place")
    parser.add_argument("--engine", default="compiled", choices=("compiled", "pure"), help="with --against: of both")
    parser.add_argument("--batch", action="store_true", help="compare batches with playouts instead")
    parser.add_argument("--json", default="", help="write the results to this file")
    return parser


def main(arguments: list[str] | None = None) -> None:
    args = arguments_parser().parse_args(arguments)
    if args.worker:
        worker()
        return
    unknown = [measure for measure in args.measures.split(",") if measure not in MEASURES]
    if unknown:
        raise SystemExit(f"there is no measure {unknown[0]!r}; there are {', '.join(MEASURES)}")
    engine = Engine(args.engine)
    try:
        other = other_engine(args, engine)
    except SystemExit:
        engine.close()
        raise
    try:
        print_head("playouts/s" if args.batch else "other/s" if args.against else "pure/s", f"{args.engine}/s")
        results = []
        for comparison in comparisons(engine.games, args):
            results.append(comparison.run(other, engine, args.rounds, args.seconds))
            print_row(results[-1])
    finally:
        engine.close()
        if other is not engine:
            other.close()
    if args.json:
        write_results(args.json, results)


def other_engine(args: argparse.Namespace, engine: Engine) -> Engine:
    """Whom the engine is compared with; a batch, with the engine itself."""
    if args.batch:
        return engine
    return Engine(args.engine, args.against) if args.against else Engine("pure")


def comparisons(games: dict[str, list[int]], args: argparse.Namespace) -> list[Comparison]:
    """The games, numbers of players and measures that were asked for."""
    unknown = [game for game in args.games.split(",") if game and game not in games]
    if unknown:
        raise SystemExit(f"there is no game {unknown[0]!r} in the box")
    found: list[Comparison] = []
    for game in args.games.split(",") if args.games else games:
        counts = games[game]
        chosen = [int(n) for n in args.players.split(",")] if args.players else [counts[len(counts) // 2]]
        for players in [n for n in chosen if n in counts]:
            if args.batch:
                measures = ["in-turn", "batch", "masks", "codes", *(["one-seat"] if players > 1 else [])]
                found += [Comparison(game, players, measure, "playouts") for measure in measures]
            else:
                found += [Comparison(game, players, measure) for measure in args.measures.split(",")]
    return found


def write_results(file: str, results: list[dict[str, Any]]) -> None:
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
