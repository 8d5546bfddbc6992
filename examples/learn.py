"""A network learns Photon Rush for two: by watching games, then by playing against itself; then it sits at our tables.

    pip install 'parlour[learn]'
    parlour arena photon-rush --seats greedy,greedy --games 700 --seed watched --records games.jsonl
    parlour records export games.jsonl --to games.parquet
    python examples/learn.py --watch games.parquet --out mine.onnx
    parlour arena photon-rush --seats onnx:mine.onnx,greedy --games 400

A masked actor-critic (JAX, optax). It first imitates the games it is shown (without `--watch` it starts from nothing),
then learns by proximal policy optimisation (PPO) on `parlour.batch`, in half of the games against a past self. From
time to time it is tried against `greedy` in the arena: that is the curve, in a CSV file and an SVG picture beside the
network. Other games that two can play are learnt by `--game`, with larger layers and more lessons.
"""

from __future__ import annotations

import argparse
import csv
import functools
import itertools
import time
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import optax
from onnx import TensorProto, helper, numpy_helper

import parlour
from parlour.bots.onnx import usual_codes, usual_version_of
from parlour.lab.arena import arena
from parlour.lab.plots import Curve, line_chart

Parameters = list[tuple[Any, Any]]  # weights and bias: hidden layers, then the policy, then the value
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5  # of PPO's loss
TRACE = 0.99  # lambda of the advantages; nothing is discounted, a game is won or lost at its end
PAST = 0.5  # share of the games in which all seats but one are played by a past self, or by who was imitated
MEMORY, SELVES = 8, 10  # of every so many lessons one self is remembered, and so many of them


class Turns(NamedTuple):
    """What was seen and answered, one row a decision."""

    seen: Any
    mask: Any
    action: Any
    log_chance: Any
    advantage: Any
    target: Any  # what the value should have been


# -- the network -----------------------------------------------------------------------------------


def first_parameters(sizes: list[int], chance: Any) -> Parameters:
    """Of an actor-critic with these layers; the last but one is the policy's, the last the value's."""
    *hidden, actions, value = sizes
    layers = [*itertools.pairwise(hidden), (hidden[-1], actions), (hidden[-1], value)]
    found = []
    for place, (into, out) in enumerate(layers):
        scale = 0.01 if place >= len(layers) - 2 else (2 / into) ** 0.5
        found.append((scale * chance.standard_normal((into, out), np.float32), np.zeros(out, np.float32)))
    return found


@jax.jit
def judge(parameters: Parameters, seen: Any, mask: Any) -> tuple[Any, Any]:
    """The logarithms of the chances of all actions, and what the game is worth to whoever is asked (-1 to 1)."""
    *hidden, policy, value = parameters
    for weights, bias in hidden:
        seen = jax.nn.relu(seen @ weights + bias)
    likes = jnp.where(mask, seen @ policy[0] + policy[1], -1e9)
    return jax.nn.log_softmax(likes), jnp.tanh(seen @ value[0] + value[1])[:, 0]


def loss(parameters: Parameters, turns: Turns) -> Any:
    chances, value = judge(parameters, turns.seen, turns.mask)
    log_chance = jnp.take_along_axis(chances, turns.action[:, None], 1)[:, 0]
    ratio = jnp.exp(log_chance - turns.log_chance)
    gain = jnp.minimum(ratio * turns.advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * turns.advantage)
    entropy = -jnp.sum(jnp.where(turns.mask, jnp.exp(chances) * chances, 0.0), 1)
    return jnp.mean(VALUE * (value - turns.target) ** 2 - gain - ENTROPY * entropy)


def imitation_loss(parameters: Parameters, turns: Turns) -> Any:
    chances, value = judge(parameters, turns.seen, turns.mask)
    return jnp.mean(VALUE * (value - turns.target) ** 2 - jnp.take_along_axis(chances, turns.action[:, None], 1)[:, 0])


class Learner:
    """The parameters, and what changes them."""

    def __init__(self, sizes: list[int], seed: int, rate: float) -> None:
        self.chance = np.random.default_rng(seed)
        self.parameters = first_parameters(sizes, self.chance)
        self.optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))
        self.momentum = self.optimiser.init(self.parameters)

    def answer(self, parameters: Parameters, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """An action in each game, drawn by the policy; the logarithm of its chance; the value."""
        chances, value = map(np.asarray, judge(parameters, seen, mask))
        game, action = np.nonzero(mask)  # what is legal, game after game
        reached = np.cumsum(np.exp(chances[game, action]))
        last = np.cumsum(mask.sum(1)) - 1
        before = np.concatenate([[0.0], reached[last[:-1]]])
        drawn = before + self.chance.random(len(seen)) * (reached[last] - before)
        found = action[np.minimum(np.searchsorted(reached, drawn, "right"), last)]
        return found, chances[np.arange(len(seen)), found], value

    def learn(self, turns: Turns, by: Any, size: int, epochs: int, share: float = 1.0) -> float:
        """Go down the slope of a loss, in pieces of so many rows, by a share of the usual rate; the mean loss."""
        losses = []
        for _ in range(epochs):
            order = self.chance.permutation(len(turns.action))
            for first in range(0, len(order) - size + 1, size):
                piece = Turns(*(column[order[first : first + size]] for column in turns))
                self.parameters, self.momentum, lost = self.change(by, self.parameters, self.momentum, piece, share)
                losses.append(lost)
        return float(np.mean(losses))

    @functools.partial(jax.jit, static_argnums=(0, 1))
    def change(
        self, by: Any, parameters: Parameters, momentum: Any, piece: Turns, share: Any
    ) -> tuple[Parameters, Any, Any]:
        lost, slope = jax.value_and_grad(by)(parameters, piece)
        change, momentum = self.optimiser.update(slope, momentum, parameters)
        change = jax.tree.map(lambda number: share * number, change)
        return optax.apply_updates(parameters, change), momentum, lost


# -- what it learns from ---------------------------------------------------------------------------


def play(batch: Any, codes: Any, learner: Learner, past: Parameters, steps: int) -> Turns:
    """So many decisions in each game of a batch, by all seats, with what came of them. An action is the place of its
    code among `codes`; where none of them is legal anything is played, and nobody learns from it."""
    count, games = batch.count, np.arange(batch.count)
    old = games < count * PAST  # games in which somebody else has all seats but one
    rows: list[tuple[Any, ...]] = []
    for _ in range(steps):
        seen, mask, seat = batch.observe(), batch.masks[:, codes], np.array(batch.asked)
        action, log_chance, value = learner.answer(learner.parameters, seen, mask)
        by_past = old & (seat != games % batch.players)
        if old.any():
            others, _, _ = learner.answer(past, seen[old], mask[old])
            action[old] = np.where(by_past[old], others, action[old])
        answers = codes[action]
        for game in np.flatnonzero(~mask.any(1)):
            answers[game] = batch.legal(int(game))[0]
        now = batch.step(answers)
        rows.append((seen, mask, action, log_chance, value, seat, by_past, now.rewards.copy(), now.done | now.cut))
    seen, mask, action, log_chance, value, seat, by_past, rewards, over = (
        np.array(column) for column in zip(*rows, strict=True)
    )
    advantage, followed = judge_decisions(value, seat, rewards, over)
    kept = followed & ~by_past & (mask.sum(2) > 1)  # there is nothing to learn where there is nothing to decide
    target = advantage[kept] + value[kept]
    advantage = (advantage - advantage[kept].mean()) / (advantage[kept].std() + 1e-8)
    return Turns(seen[kept], mask[kept], action[kept], log_chance[kept], advantage[kept], target)


def judge_decisions(value: Any, seat: Any, rewards: Any, over: Any) -> tuple[Any, Any]:
    """By step and game: how much better than thought a decision was for its seat, by what the same seat thought when it
    was asked next or by what the game brought it (generalised advantages); and whether either has come yet."""
    steps, count = value.shape
    games = np.arange(count)
    advantage, followed = np.zeros_like(value), np.zeros(value.shape, bool)
    brought, value_after, advantage_after = np.zeros((3, count, rewards.shape[2]), np.float32)  # by game and seat
    known = np.zeros((count, rewards.shape[2]), bool)
    for step in reversed(range(steps)):
        ended = over[step]
        brought[ended] = rewards[step][ended]
        value_after[ended] = advantage_after[ended] = 0.0
        known[ended] = True
        mine = games, seat[step]
        surprise = brought[mine] + value_after[mine] - value[step]
        advantage[step] = np.where(known[mine], surprise + TRACE * advantage_after[mine], 0.0)
        followed[step] = known[mine]
        brought[mine], value_after[mine], advantage_after[mine], known[mine] = 0.0, value[step], advantage[step], True
    return advantage, followed


def watch(file: Path, codes: Any) -> Turns:
    """Decisions of others, from records that were exported."""
    from pyarrow import parquet

    table = parquet.read_table(file, columns=["observation", "legal", "action", "return"])
    rows = [row for row in table.to_pylist() if len(row["legal"]) > 1 and set(row["legal"]) <= set(codes)]
    place = {code: at for at, code in enumerate(codes)}
    mask = np.zeros((len(rows), len(codes)), bool)
    for at, row in enumerate(rows):
        mask[at, [place[code] for code in row["legal"]]] = True
    seen = np.array([row["observation"] for row in rows], np.float32)
    action = np.array([place[row["action"]] for row in rows])
    target = np.array([row["return"] for row in rows], np.float32)
    return Turns(seen, mask, action, target, target, target)


# -- what it has learnt ----------------------------------------------------------------------------


def save(parameters: Parameters, game: Any, players: int, path: Path) -> None:
    """The policy as an ONNX file that says what it was trained for; its numbers in 16 bits."""
    *hidden, policy, _ = parameters
    nodes, stored, flow = [], [], "observation"
    for place, layer in enumerate([*hidden, policy]):
        last = place == len(hidden)
        for what, numbers in zip(("weights", "bias"), layer, strict=True):
            stored.append(numpy_helper.from_array(np.array(numbers, np.float16), f"{what}{place}.16"))
            nodes.append(helper.make_node("Cast", [f"{what}{place}.16"], [f"{what}{place}"], to=TensorProto.FLOAT))
        summed = "likes" if last else f"sum{place}"
        nodes.append(helper.make_node("Gemm", [flow, f"weights{place}", f"bias{place}"], [summed]))
        if not last:
            flow = f"hidden{place}"
            nodes.append(helper.make_node("Relu", [summed], [flow]))
    size, actions = hidden[0][0].shape[0], policy[1].shape[0]
    graph = helper.make_graph(
        nodes,
        "policy",
        [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["games", size])],
        [helper.make_tensor_value_info("likes", TensorProto.FLOAT, ["games", actions])],
        stored,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, {"parlour": usual_version_of(game, players), "parlour_answers": "drawn"})
    onnx.save(model, path)


LOOKS = (
    "text{font:12px sans-serif;fill:#333}.name{text-anchor:end}.tick{text-anchor:middle}.grid{stroke:#ccc;fill:none}"
    ".curve{stroke:#1b5e9e;stroke-width:2;fill:none}.c1,.c2{stroke-width:1}.c3{stroke:#777}"
)


def draw(curve: list[dict[str, Any]], players: int) -> str:
    """The curve as a picture: games won over time, with the interval and the fair share."""
    shown = {"win_share": "games won", "low": "95 % interval, low", "high": "95 % interval, high"}
    lines = [Curve(name, [(point["cpu_seconds"], point[key]) for point in curve]) for key, name in shown.items()]
    lines.append(Curve("fair share", [(point["cpu_seconds"], 1 / players) for point in curve]))
    drawn = line_chart(lines, True, "seconds of CPU time", "games won against greedy")
    inside = f'<style>{LOOKS}</style><rect width="100%" height="100%" fill="#fff"/>'
    return drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1).replace(">", f">{inside}", 1) + "\n"


def piece_size(rows: int) -> int:
    """Of so many rows: a power of two, since everything is compiled anew for every other size."""
    return min(1024, 1 << rows.bit_length() - 1)


def main(given: argparse.Namespace) -> list[dict[str, Any]]:
    """Learn, lesson after lesson; the curve."""
    game = parlour.game(given.game)
    codes = np.array(usual_codes(game, given.players))
    batch = parlour.batch(game, given.games, players=given.players, seed=given.seed, limit=1000)
    sizes = [game.observation_shape(given.players)[0], *given.hidden, len(codes), 1]
    learner = Learner(sizes, given.seed, given.rate)
    path, began, answers = Path(given.out), time.monotonic(), 0
    curve: list[dict[str, Any]] = []

    def tried(by: str) -> None:
        tried_file = path.with_suffix(".tried.onnx")
        save(learner.parameters, game, given.players, tried_file)
        seats = [f"onnx:{tried_file}", *["greedy"] * (given.players - 1)]
        found = arena(game, seats, given.trials, "curve").to_dict()["bots"][seats[0]]
        if all(found["win_share"] > point["win_share"] for point in curve):
            tried_file.replace(path)
        tried_file.unlink(missing_ok=True)
        shares = {name: round(found[name], 3) for name in ("win_share", "low", "high")}
        minutes, cpu = (time.monotonic() - began) / 60, time.process_time()
        point = {"by": by, "minutes": round(minutes, 1), "cpu_seconds": round(cpu, 1), "answers": answers, **shares}
        curve.append(point)
        print(" ".join(f"{name} {value}" for name, value in point.items()), flush=True)
        with path.with_suffix(".csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(point))
            writer.writeheader()
            writer.writerows(curve)
        path.with_suffix(".svg").write_text(draw(curve, given.players))

    tried("nothing")
    if given.watch:
        turns = watch(given.watch, codes)
        for epoch in range(given.epochs):
            lost = learner.learn(turns, imitation_loss, piece_size(len(turns.action)), 1)
            print(f"watched {len(turns.action)} decisions, {epoch + 1} times: loss {lost:.3f}", flush=True)
        learner.momentum = learner.optimiser.init(learner.parameters)
        tried("watching")
    first, selves = learner.parameters, [learner.parameters]
    for lesson in range(given.lessons):
        if lesson % MEMORY == 0:
            selves = [*selves[1 - SELVES :], learner.parameters]
        past = first if given.watch and lesson % 3 else selves[learner.chance.integers(len(selves))]
        turns = play(batch, codes, learner, past, given.steps)
        answers += given.games * given.steps
        learner.learn(turns, loss, piece_size(len(turns.action)), 2, 1.0 - 0.9 * lesson / given.lessons)
        late = time.monotonic() - began > 60 * given.minutes
        if late or (lesson + 1) % given.between == 0 or lesson + 1 == given.lessons:
            tried("playing")
        if late:
            break
    return curve


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="photon-rush", help="a game that two can play")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--out", default="policy.onnx", help="where the network is written")
    parser.add_argument("--hidden", type=int, nargs="+", default=[64, 64], help="the sizes of the hidden layers")
    parser.add_argument("--minutes", type=float, default=50.0, help="after which it stops, whatever it has learnt")
    parser.add_argument("--lessons", type=int, default=100, help="after which it stops")
    parser.add_argument("--watch", type=Path, help="Parquet with decisions to imitate first")
    parser.add_argument("--epochs", type=int, default=8, help="how often it watches them")
    parser.add_argument("--games", type=int, default=512, help="that are played at the same time")
    parser.add_argument("--steps", type=int, default=64, help="decisions in each of them between two lessons")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--between", type=int, default=25, help="lessons from one trial to the next")
    parser.add_argument("--trials", type=int, default=100, help="games of a trial")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


if __name__ == "__main__":
    main(arguments())
