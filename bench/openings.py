"""How alike openings are where all answer at once: first orders and cards of Photon Rush, first plans of Crash & Grab.

    python bench/openings.py [crash-and-grab] --bot search:300 [--games 200] [--players 3]

A bot plays with itself, and every seat opens: 200 openings take 67 games of three, of which only the first answers are
played. An opening that is given in more than 70 % can be read.
"""

from __future__ import annotations

import argparse
from collections import Counter

import variants  # noqa: F401  variant:first_orders=0.1:search:300

import parlour
from parlour.bots import make_bot

# What all are asked at once when a game begins.
FIRST = {"photon-rush": ("orders", "cards"), "crash-and-grab": ("plans",)}


def kind_of(action: str) -> str:
    """What counts as the same opening: an order by what is built, a card whoever is its target, a plan by its card."""
    word, *rest = action.split()
    if word == "plan":
        return rest[1]
    if word != "build":
        return word
    mines, saloons = (int(number) for number in rest)
    if saloons:
        return "saloon and mines" if mines else "saloon"
    return "mines" if mines == 2 else "one mine" if mines else "nothing"


def openings(bot: str, players: int, number: int, game_id: str = "photon-rush") -> list[list[str]]:
    """The first answers of one game: for each question that all are asked at once, those of all seats."""
    game = parlour.game(game_id)
    state = game.new(players, seed=f"openings {number}")
    bots = [make_bot(bot, game, seat, f"openings {number}:{seat}") for seat in range(players)]
    chance = parlour.Rng(f"openings {number}")
    events: list[parlour.Event] = []
    state.listen(events.append)
    found: list[list[str]] = []
    for _ in FIRST[game_id]:
        while state.to_act == parlour.CHANCE:
            state.play(parlour.CHANCE, chance.choice(state.chance()))
        for seat, one in enumerate(bots):
            for event in events:
                one.see(event.seen_by(seat))
        events.clear()
        answers = [one.choose(state.view(seat), state.legal(seat)) for seat, one in enumerate(bots)]
        for seat, answer in enumerate(answers):
            state.play(seat, answer)
        found.append(answers)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="photon-rush", choices=FIRST)
    parser.add_argument("--bot", default="search:300")
    parser.add_argument("--games", type=int, default=200, help="openings, of all seats")
    parser.add_argument("--players", type=int, default=3)
    asked = parser.parse_args()
    counts: list[Counter[str]] = [Counter() for _ in FIRST[asked.game]]
    for number in range(-(-asked.games // asked.players)):
        for counted, found in zip(counts, openings(asked.bot, asked.players, number, asked.game), strict=True):
            counted.update(kind_of(action) for action in found)
    for name, counted in zip(FIRST[asked.game], counts, strict=True):
        shares = ", ".join(f"{kind} {100 * count / counted.total():.1f} %" for kind, count in counted.most_common())
        print(f"{asked.bot}, {counted.total()} {name}: {shares}", flush=True)


if __name__ == "__main__":
    main()
