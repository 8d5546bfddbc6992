"""How an answer of Photon Rush is chosen: a card and then a base, or one number after the other on the desk's tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from parlour.faces.look import Look
from parlour.games.photon_rush.face.words import PhotonWords, View, target_of

TILES = 72  # more tiles than this are no help: the actions stay buttons
KINDS = ("mines", "saloons", "new_mines", "new_saloons")  # of buildings, as a `blast` lists them


def picks(look: Look) -> dict[str, list[str]]:
    """The path on the board that chooses each action."""
    if look.seat is None or not look.legal:
        return {}
    if look.view["phase"] == "action":
        cards = [action.split(" ") for action in look.legal]
        return {f"{card} {target}": [f"card-{card}", f"base-{target}"] for card, target in cards}
    words = look.words
    assert isinstance(words, PhotonWords)
    return dict(paths(tuple(look.legal), columns(look.view, look.seat, look.legal[0].split(" ")[0], words)))


@lru_cache(maxsize=1024)
def paths(legal: tuple[str, ...], columns: tuple[str, ...]) -> dict[str, list[str]]:
    """One number after the other, unless that would be too many tiles."""
    paths = {
        action: [f"{name}-{number}" for name, number in zip(columns, action.split(" ")[1:], strict=True) if name]
        for action in legal
    }
    return paths if len({name for path in paths.values() for name in path}) <= TILES else {}


def columns(view: View, seat: int, verb: str, words: PhotonWords) -> tuple[str, ...]:
    """What each number of an action counts; nothing for buildings that the target does not have."""
    if verb == "build":
        return ("mines", "saloons")
    if verb == "take":
        return tuple([f"take-{raider}" for raider in words.raiders(view)])
    target = view["seats"][target_of(view["cards"][seat])]
    return tuple([f"blast-{kind}" if target[kind] else "" for kind in KINDS])


def attempts(look: Look, picked: Sequence[str], names: Sequence[str]) -> list[str]:
    """What somebody may have meant who clicks on a base with a card in hand, or on the last number of an answer."""
    assert look.seat is not None
    if look.view["phase"] == "action":
        bases = [name.removeprefix("base-") for name in names if name.startswith("base-")]
        return [f"{card.removeprefix('card-')} {base}" for card in picked[:1] for base in bases[:1]]
    words = look.words
    assert isinstance(words, PhotonWords)
    verb = look.legal[0].split(" ")[0]
    counted = columns(look.view, look.seat, verb, words)
    chosen = dict(name.rpartition("-")[::2] for name in [*picked, *names])
    if any(column not in chosen for column in counted if column):
        return []
    return [" ".join([verb, *(chosen[column] if column else "0" for column in counted)])]
