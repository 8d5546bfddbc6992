"""How an action of Gold n' Crash is chosen on the board: the things on it to pick, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.faces.look import Look

# By verb, the things that its words name. `pass` is left to a button.
THINGS: dict[str, tuple[str, ...]] = {
    "draw": ("deck",),
    "play": ("card:{0}", "column:{1}"),
    "discard": ("last:{0}",),
    "secure": ("last:{0}",),
    "recall": ("last:{0}",),
    "move": ("last:{0}", "column:{1}"),
}

# By what is pending: how an answer about a column is written.
WORDS = {"": "discard", "secure": "secure", "call-back": "recall"}


def picks(look: Look) -> dict[str, list[str]]:
    return paths(look.legal)


def paths(legal: Sequence[str]) -> dict[str, list[str]]:
    """For each action the things on the board that choose it."""
    found: dict[str, list[str]] = {}
    for action in legal:
        verb, *rest = action.split(" ")
        if verb == "observe":
            found[action] = [f"observe:{'-'.join(rest)}"]
        elif verb in THINGS:
            found[action] = [thing.format(*rest) for thing in THINGS[verb]]
    return found


def attempts(look: Look, picked: Sequence[str], names: Sequence[str]) -> list[str]:
    """What somebody may have meant who clicks on a card in hand, the own deck or one of the own columns."""
    columns = [name[-1] for name in names if name.startswith(f"column-{look.seat}-")]
    verb = (look.view["pending"] or {}).get("effect", "")
    if not columns and verb:
        return []
    if f"deck-{look.seat}" in names:
        return ["draw"]
    if f"hand-{look.seat}" in names:
        return [f"play {names[0].partition('.')[0]} {column}" for column in range(3) if "." in names[0]]
    if not columns:
        return []
    (column,) = columns
    if picked and picked[0].startswith("card:"):
        return [f"play {picked[0].removeprefix('card:')} {column}"]
    if verb == "manoeuvre":
        source = picked[0].removeprefix("last:") if picked else ""
        return (
            [f"move {source} {column}"] if source else [f"move {column} {other}" for other in "012" if other != column]
        )
    return [f"{WORDS[verb]} {column}"] if verb in WORDS else []
