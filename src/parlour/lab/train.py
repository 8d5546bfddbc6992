"""Trains the network of a game: `python -m parlour.lab.train GAME`.

    python -m parlour.lab.train photon-rush --players 3 --lessons 300
    python -m parlour.lab.train photon-rush --players 2 --solve --lessons 500
    python -m parlour.lab.train crash-and-grab --players 3 --field search:60,greedy --games 2000 --jobs 2

There are three ways to learn.

- *Watching* (`--games`): bots of the house play each other, every deal in all rotations of the seats; the network
  learns what each seat's place turned out to be worth (of a game for one: how much of the highest score it was), from
  what each saw where an imagined game may stop. With `--field imagined` players as a search imagines them play, many
  times as fast.
- *Playing* (`--lessons`), in games that say which kinds of answers there are (`Inputs.answers`): the network answers
  itself (`practice.py`), and learns what to answer and what to expect.
- *Solving* (`--solve --lessons`), for two who answer at once and see the same: every question on the way is solved by
  what the network expects of the next ones (`solving.py`).

A run is seeded. It keeps what it has done in `--out` (a folder), so when it was ended, by whatever, the same command
goes on, and comes to the same network. There it leaves `N.network`, its card `N.md` and the curve `N.csv`; a game
goes by them when they lie in the folder `learned` of its package, and its judge says so. Needs numpy.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import json
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parlour.bots.bot import make_bot
from parlour.bots.engine.contest import PLAYERS, is_contest
from parlour.lab.arena import schedule
from parlour.lab.learning import Layers, doubt, numpy_here, save_whole, see, squeeze_all
from parlour.lab.match import Turn, load_modules, play_match
from parlour.lab.pool import a_pool
from parlour.lab.practice import TABLES, Course, Practice
from parlour.lab.solving import Solving
from parlour.lab.together import Together
from parlour.rules.chance import Rng
from parlour.rules.errors import RulesError
from parlour.rules.game import find
from parlour.rules.judge import Judge, answer_of_style, judge_of, share_of_win
from parlour.rules.network import SUFFIX, inputs_of, read_network, reading, write_network
from parlour.rules.state import NATURE, NOBODY, State

IMAGINED = "imagined"  # in place of bots: players as a search imagines them
LONGEST = 5000  # steps of their games
SHARD = 12  # games that are watched and kept together
ASIDE = 8  # of so many shards one is not learnt from: by it the network is tried
PIECE = 256  # rows of a step
STAGE = 10  # lessons after which a run can be taken up again
PATIENCE = 6  # epochs without getting better
# By how much of a run is done: how large the steps are, against the first ones, and the worth of being undecided.
SOLVING = [(0.0, 1.0), (0.5, 0.4), (0.8, 0.1)]  # by how much of a run is done: how large the steps are
PLAYING = [(0.0, 1.0, 0.04), (0.6, 0.5, 0.03), (0.85, 0.2, 0.02)]

CARD = """# {title}, {table}: a network

- **Reads** {reads}; layers {sizes}; {bytes:,} bytes (16-bit floats).
- **Made** on {date} by `{command}`, seed {seed}, in {minutes:.1f} minutes of processor time.
- **Data**: {data}
- **Curve**: `{players}.csv`, the last line: {last}.
- **Does not show**: that a search plays better with it. A better forecast has played worse before; only the arena \
tells (`docs/bots.md`). It knows the box's own components, and the opponents it has met.
"""


class Watched(NamedTuple):
    """Games to be watched: who plays, and which of them."""

    game_id: str
    field: list[str]
    players: int
    seed: str
    shard: int
    games: int
    rows: int
    load: list[str]
    path: str


def watch_shard(task: Watched) -> str:
    """Play the games of a shard, and keep what the seats saw and what came of it; the file."""
    np = numpy_here()
    load_modules(task.load)
    game, inputs, judge = find(task.game_id), inputs_of(find(task.game_id)), judge_of(task.game_id)
    rng = Rng(f"{task.seed}:{task.shard}")
    seen: list[Any] = []
    came: list[list[float]] = []
    hoped: list[list[float]] = []
    names = [task.field[rng.below(len(task.field))] for _ in range(task.players)]
    for match in schedule(game, names, task.games, f"{task.seed}:{task.shard}"):
        setup = game.setup(task.players, {}, match.deal)
        state = game.start(task.players, {}, setup)
        kept: list[tuple[Any, int, list[float]]] = []
        marks = [judge.mark(state)]

        def look(state: State, kept: list[tuple[Any, int, list[float]]] = kept, marks: list[Any] = marks) -> None:
            """Where an imagined game may stop, and a network is asked: what each seat sees there."""
            if judge.is_settled(state, marks[0]):
                views = see(inputs, [state] * task.players, list(range(task.players)))
                hopes = judge.chances(state)
                kept.extend((view, seat, hopes) for seat, view in enumerate(views))
            marks[0] = judge.mark(state)

        def note(turn: Turn, look: Callable[[State], None] = look) -> None:
            if isinstance(turn.move.seat, int):
                look(turn.state)

        if IMAGINED in names:
            play_imagined(state, judge, Rng(f"{match.seed}:imagined"), look)
        else:
            bots = [make_bot(name, game, seat, f"{match.seed}:{seat}") for seat, name in enumerate(match.seats)]
            play_match(state, bots, Rng(f"{match.deal}:chance"), before=note, limit=match.limit)
        outcome = state.outcome
        if outcome is None or not kept:
            continue
        worths = judge.chances(state)  # of what it was worth, now that it is over
        rng.shuffle(kept)
        for row, seat, hopes in kept[: task.rows]:
            seen.append(row)
            came.append([*turn_to(worths, seat), share_of_win(outcome, seat)])
            hoped.append(turn_to(hopes, seat))
    save_whole(
        Path(task.path), np, {"seen": np.array(seen), "came": np.array(came, "f"), "hoped": np.array(hoped, "f")}
    )
    return task.path


def play_imagined(state: State, judge: Judge, rng: Rng, look: Callable[[State], None]) -> None:
    """A game between players as a search imagines them, each of a style, every other one a sensible one. They answer in
    the state itself and no view is made, so that is many times as fast as bots are."""
    styles = [int(rng.below(judge.styles) * rng.below(2)) for _ in range(state.players)]
    together = Together(state)
    for _ in range(LONGEST):
        actor = together.next_to_answer()
        if actor == NOBODY:
            return
        if actor == NATURE:
            state.apply(NATURE, state.chance_code(rng))
            continue
        look(state)
        codes = state.codes(actor)
        together.take(
            actor,
            codes[0] if len(codes) == 1 else answer_of_style(judge, state, actor, list(codes), rng, styles[actor]),
        )


def turn_to(values: Sequence[float], seat: int) -> list[float]:
    """What is known by seat, from this seat on clockwise."""
    return [*values[seat:], *values[:seat]]


class Training:
    """One run: what was asked for, and what is there already."""

    def __init__(self, asked: argparse.Namespace, command: str) -> None:
        self.np = numpy_here()
        self.asked = asked
        self.command = command
        self.game = find(asked.game)
        self.players: int = asked.players or self.game.usual_players
        self.inputs = inputs_of(self.game)
        self.folder = Path(asked.out or f"learned-{self.game.id}")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.curve: list[dict[str, Any]] = []
        self.spent = 0.0  # seconds of processor time, of earlier runs
        self.elsewhere = 0.0  # the same in other processes of this run
        answers = int(self.inputs.answers(self.players)) if asked.lessons else 0
        size = int(self.inputs.size(self.game.new(self.players, seed=0)))
        self.layers = Layers(
            [size, *asked.hidden, self.players + 1 + answers], self.np.random.default_rng(asked.seed), asked.rate
        )
        if asked.after:
            self.layers.read(numbers_after(Path(asked.after), self.layers.sizes, reading(self.game, self.players)))
        self.check_settings()

    def check_settings(self) -> None:
        """A run that is taken up again is the same one."""
        settings = {
            name: getattr(self.asked, name)
            for name in (
                "field",
                "hidden",
                "lessons",
                "after",
                "solve",
                "decisions",
                "undecided",
                "company",
                "rate",
                "rows",
                "seed",
                "load",
            )
        }
        settings |= {"reads": reading(self.game, self.players), "players": self.players}
        path = self.folder / f"{self.players}.json"
        if not path.exists():
            path.write_text(json.dumps(settings))
        elif json.loads(path.read_text()) != settings:
            raise RulesError(f"{path} is from a run with other settings: name another folder with --out")

    @property
    def checkpoint(self) -> Path:
        """What a run goes on from."""
        return self.folder / f"{self.players}.npz"

    def spent_so_far(self) -> float:
        """Seconds of processor time."""
        return self.spent + self.elsewhere + time.process_time()

    def note(self, point: dict[str, Any]) -> None:
        """Another point of the curve."""
        point["cpu_seconds"] = round(self.spent_so_far(), 1)
        self.curve.append(point)
        print(" ".join(f"{name} {value}" for name, value in point.items()), flush=True)
        with (self.folder / f"{self.players}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(point))
            writer.writeheader()
            writer.writerows(self.curve)

    def keep(self, facts: dict[str, Any]) -> None:
        spent = self.spent_so_far()
        save_whole(
            self.checkpoint, self.np, {**self.layers.facts(), **facts, "curve": json.dumps(self.curve), "spent": spent}
        )

    def take_up(self) -> Any:
        """What an earlier run kept, or nothing."""
        if not self.checkpoint.exists():
            return None
        facts = dict(self.np.load(self.checkpoint))
        self.layers.refill(facts)
        self.curve = json.loads(str(facts["curve"]))
        self.spent = float(facts["spent"])
        return facts

    def write(self, data: str) -> None:
        """The network and its card."""
        path = self.folder / f"{self.players}{SUFFIX}"
        write_network(path, {"reads": reading(self.game, self.players)}, self.layers.sizes, self.layers.numbers())
        said = {
            "title": self.game.title,
            "players": self.players,
            "table": "one player" if self.players == 1 else f"{self.players} players",
            "reads": reading(self.game, self.players),
            "sizes": ", ".join(str(size) for size in self.layers.sizes),
            "bytes": path.stat().st_size,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "command": self.command,
            "seed": self.asked.seed,
            "minutes": self.spent_so_far() / 60,
            "data": data,
            "last": ", ".join(f"{name} {value}" for name, value in self.curve[-1].items()),
        }
        lines = [textwrap.fill(line, 120, subsequent_indent="  ") for line in CARD.format(**said).splitlines()]
        path.with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")

    # -- by playing --------------------------------------------------------------------------------

    def play(self) -> None:
        lessons = self.asked.lessons
        asked = self.asked
        course = Course(self.game.id, self.players, self.layers.sizes, str(asked.seed), asked.company, TABLES)
        practice = Practice(course, self.layers, asked.decisions, asked.jobs)
        facts = self.take_up()
        if facts is not None:
            practice.refill(facts)
        while practice.lessons < lessons:
            for begins, part, entropy in PLAYING:
                if practice.lessons >= begins * lessons:
                    self.layers.rate = self.asked.rate * part
                    practice.entropy = entropy * self.asked.undecided
            found = practice.lesson()
            self.elsewhere = sum(practice.others_spent)
            if practice.lessons % STAGE == 0 or practice.lessons == lessons:
                self.note({"lesson": practice.lessons, **{name: round(value, 4) for name, value in found.items()}})
                practice.begin_stage()
                self.keep(practice.facts())
        practice.close()
        self.write(
            f"{sum(practice.games):,} games at tables of itself, {len(practice.past)} past selves and the game's "
            "sparring partners (`share`: its wins where all others are of those; fair would be "
            f"{1 / self.players:.3f})."
        )

    # -- by solving --------------------------------------------------------------------------------

    def solve(self) -> None:
        lessons = self.asked.lessons
        solving = Solving(self.game, self.layers, self.asked.seed)
        facts = self.take_up()
        if facts is not None:
            solving.refill(facts)
        while solving.lessons < lessons:
            for begins, part in SOLVING:
                if solving.lessons >= begins * lessons:
                    self.layers.rate = self.asked.rate * part
            found = solving.lesson()
            if solving.lessons % STAGE == 0 or solving.lessons == lessons:
                self.note({"lesson": solving.lessons, **{name: round(value, 4) for name, value in found.items()}})
                self.keep(solving.facts())
                solving.begin_stage()
        self.write(
            f"{solving.games:,} games, or ends of games, in which every question was solved by what the network "
            "expected (`error`: how far off its chance to win was, of 1; `astray`: which part of its own answers)."
        )

    # -- by watching -------------------------------------------------------------------------------

    def tasks(self) -> list[Watched]:
        asked = self.asked
        shards = self.folder / f"{self.players}.shards"
        shards.mkdir(exist_ok=True)
        return [
            Watched(
                asked.game, asked.field.split(","), self.players, str(asked.seed), number, SHARD, asked.rows,
                asked.load, str(shards / f"{number:05}.npz"),
            )
            for number in range(-(-asked.games // SHARD))
        ]  # fmt: skip

    def watch(self) -> None:
        tasks = self.tasks()
        missing = [task for task in tasks if not Path(task.path).exists()]
        for done, path in enumerate(self.watch_all(missing), 1 + len(tasks) - len(missing)):
            print(f"watched {done * SHARD} of {len(tasks) * SHARD} games ({Path(path).name})", flush=True)
        np = self.np
        parts: dict[bool, list[Any]] = {True: [], False: []}
        for number, task in enumerate(tasks):
            parts[number % ASIDE == ASIDE - 1].append(np.load(task.path))
        if not parts[True]:
            raise RulesError(f"there is nothing to try it by: watch at least {ASIDE * SHARD} games")
        learn, aside = (
            [np.concatenate([found[name] for found in parts[part]]) for name in ("seen", "came", "hoped")]
            for part in (False, True)
        )
        self.fit(learn[0], learn[1], aside)
        what = "a seat's place" if self.players > 1 else "the score, as a part of the highest"
        self.write(
            f"{len(tasks) * SHARD:,} games between {self.asked.field}, {len(learn[0]):,} decisions to learn from and "
            f"{len(aside[0]):,} of other games to try it by (log-loss of {what}; `judge`: the hand-written one's, "
            "`mean`: of who knows nothing)."
        )

    def watch_all(self, tasks: list[Watched]) -> Iterator[str]:
        if self.asked.jobs <= 1:
            yield from map(watch_shard, tasks)
            return
        with a_pool(self.asked.jobs) as pool:
            yield from pool.map(watch_shard, tasks)

    def fit(self, seen: Any, came: Any, aside: list[Any]) -> None:
        """Learn until the games that were put aside are foreseen no better; the best of it is kept."""
        np, layers, players = self.np, self.layers, self.players
        judged = float(doubt(np, aside[2], aside[1][:, :players]).mean())
        guessed = float(doubt(np, came[:, :players].mean(0)[None], aside[1][:, :players]).mean())
        best, parameters, since, epoch = 9.0, layers.copy(), 0, 0
        while since < PATIENCE and epoch < self.asked.epochs:
            order = np.random.default_rng([self.asked.seed, epoch]).permutation(len(seen))
            for first in range(0, len(order), PIECE):
                some = order[first : first + PIECE]
                found = layers.forward(seen[some])
                layers.learn(found, (squeeze_all(np, found[-1]) - came[some]) / len(some))
            epoch += 1
            lost = float(
                doubt(np, squeeze_all(np, layers.outputs(aside[0])[:, :players]), aside[1][:, :players]).mean()
            )
            since += 1
            if lost < best:
                best, parameters, since = lost, layers.copy(), 0
            named = {"epoch": epoch, "log_loss": lost, "best": best, "judge": judged, "mean": guessed}
            self.note({name: round(value, 5) for name, value in named.items()})
        layers.parameters = parameters


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m parlour.lab.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=0, help="at the table; as many as is usual")
    parser.add_argument("--out", help="the folder of this run")
    parser.add_argument("--hidden", type=int, nargs="+", default=[64], help="the sizes of the hidden layers")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lessons", type=int, default=0, help="learn by playing, so many lessons")
    parser.add_argument("--after", help="a network to begin with, and not with one that knows nothing")
    parser.add_argument("--solve", action="store_true", help="lessons for two: every question on the way is solved")
    parser.add_argument(
        "--undecided", type=float, default=1.0, help="what it is worth to be undecided, times the usual"
    )
    parser.add_argument("--company", type=int, nargs=2, default=[20, 20], help="of 100 others: itself, and past selves")
    parser.add_argument("--decisions", type=int, default=8192, help="of the learner, in a lesson")
    parser.add_argument("--games", type=int, default=0, help="learn by watching so many games")
    parser.add_argument("--field", default="search:100,greedy", help="who plays them; imagined: whom a search imagines")
    parser.add_argument("--rows", type=int, default=40, help="decisions that are kept of a game, at most")
    parser.add_argument("--epochs", type=int, default=60, help="times that they are gone through, at most")
    parser.add_argument("--load", action="append", default=[], help="a module that registers further bots")
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args(words)


def told_again(words: Sequence[str]) -> str:
    """The command for a card: where its run was kept is nobody else's matter."""
    kept: list[str] = []
    skip = False
    for word in words:
        if not skip and word != "--out" and not word.startswith("--out="):
            kept.append(Path(word).name if kept and kept[-1] == "--after" else word)
        skip = word == "--out"
    return " ".join(["python -m parlour.lab.train", *kept])


def numbers_after(path: Path, sizes: list[int], reads: str) -> list[float]:
    """Those of a network that has learnt before, for this kind of table and of these layers."""
    about, network = read_network(path)
    if about.get("reads") != reads or about.get("sizes") != sizes:
        raise RulesError(f"{path} is a network of layers {about.get('sizes')} for {about.get('reads')}; here: {sizes}")
    return [float(number) for number in network.numbers]


def check_solving(training: Training) -> None:
    """Only what two choose at once, and nothing else that one of them does not know, can be solved."""
    if not training.asked.lessons:
        raise RulesError("--solve needs to know how long: --lessons")
    if training.players != PLAYERS or not is_contest(training.game.new(training.players, seed=0)):
        raise RulesError(f"--solve is for two players who answer at once; {training.asked.game} is not so played")
    if not judge_of(training.game.id).mixes:
        raise RulesError(
            f"--solve is for games whose judge mixes by what was learnt (`Judge.mixes`), not {training.game.id}"
        )


def main(words: Sequence[str]) -> None:
    asked = read_arguments(words)
    try:
        training = Training(asked, told_again(words))
        if asked.lessons and int(training.inputs.answers(training.players)) == 0:
            raise RulesError(f"{asked.game} names no kinds of answers, so it is learnt by watching: --games")
        if not asked.lessons and not asked.games:
            raise RulesError("say how long: --lessons to learn by playing, or --games to learn by watching")
        if asked.solve:
            check_solving(training)
            training.solve()
        else:
            training.play() if asked.lessons else training.watch()
    except RulesError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
