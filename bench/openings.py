"""How alike a bot's openings are: the first order and the first card of Photon Rush, over games with itself.

    python bench/openings.py --bot search:300 [--games 200] [--players 3]

Every seat of a game opens, so 200 openings take 67 games of three, of which only the first round is played. An opening
that is given in more than 70 % can be read.
"""

from __future__ import annotations

import argparse
from collections import Counter

import variants  # noqa: F401  variant:first_orders=0.1:search:300

import parlour
from parlour.bots import make_bot


def kind_of(action: str) -> str:
    """What counts as the same opening: an order by what is built, a card whoever is its target."""
    word, *numbers = action.split()
    if word != "build":
        return word
    mines, saloons = (int(number) for number in numbers)
    if saloons:
        return "saloon and mines" if mines else "saloon"
    return "mines" if mines == 2 else "one mine" if mines else "nothing"


def openings(bot: str, players: int, number: int) -> tuple[list[str], list[str]]:
    """The first orders and the first cards of one game."""
    game = parlour.game("photon-rush")
    state = game.new(players, seed=f"openings {number}")
    bots = [make_bot(bot, game, seat, f"openings {number}:{seat}") for seat in range(players)]
    orders = [one.choose(state.view(seat), state.legal(seat)) for seat, one in enumerate(bots)]
    events: list[parlour.Event] = []
    state.listen(events.append)
    for seat, order in enumerate(orders):
        state.play(seat, order)
    for seat, one in enumerate(bots):
        for event in events:
            one.see(event.seen_by(seat))
    cards = [one.choose(state.view(seat), state.legal(seat)) for seat, one in enumerate(bots)]
    return orders, cards


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bot", default="search:300")
    parser.add_argument("--games", type=int, default=200, help="openings, of all seats")
    parser.add_argument("--players", type=int, default=3)
    asked = parser.parse_args()
    orders: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for number in range(-(-asked.games // asked.players)):
        for counted, found in zip((orders, cards), openings(asked.bot, asked.players, number), strict=True):
            counted.update(kind_of(action) for action in found)
    for name, counted in (("orders", orders), ("cards", cards)):
        shares = ", ".join(f"{kind} {100 * count / counted.total():.1f} %" for kind, count in counted.most_common())
        print(f"{asked.bot}, {counted.total()} {name}: {shares}", flush=True)


if __name__ == "__main__":
    main()
