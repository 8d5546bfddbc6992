"""Words of the board that never change."""

from __future__ import annotations

from functools import cache
from typing import Any

from parlour.games.crash_and_grab import GAME
from parlour.games.crash_and_grab.face import text
from parlour.games.crash_and_grab.face.words import CrashWords


def words_in(lang: str) -> CrashWords:
    words = GAME.words(lang)
    assert isinstance(words, CrashWords)
    return words


@cache
def stages(lang: str) -> dict[str, str]:
    """What is done in each phase, in a word or two."""
    words = words_in(lang)
    return {
        "pilot": words.t("Set-up"),
        "pilot_roll": words.t("Set-up"),
        "plan": words.t("Plan"),
        "rotation": words.t("Order of play"),
        "order": words.t("Order of play"),
        "pick": words.t("Who flies?"),
        "site": words.t("Placing"),
        "place_roll": words.t("Placing"),
        "start": words.t("Start of the turn"),
        "move": words.t("Execute Move"),
        "launch": words.t("Accelerator"),
        "waste": words.t("Waste Accelerator"),
        "mines": words.t("Collision"),
        "airlock": words.t("Airlock"),
        "share": words.t("Sharing"),
        "boost": words.t("Boost"),
        "penalty": words.t("Penalty"),
        "reward": words.t("Reward"),
        "crew": words.t("Lost crew"),
        "put": words.t("Lost crew"),
        "end": words.t("End of the turn"),
        "upgrade": words.t("Upgrade"),
        "draw": words.t("Upgrade"),
        "keep": words.t("Upgrade"),
        "over": words.t("The game is over."),
    }


@cache
def letters(lang: str) -> dict[str, str]:
    """A letter for each colour, the same as in the table as text."""
    words = words_in(lang)
    return text.letters({color: words.color(color) for color in words.parts.colors})


@cache
def legend(lang: str) -> dict[str, Any]:
    """What is what on the board."""
    words = words_in(lang)
    types = [{"type": type, "name": words.type(type)} for type in words.parts.types]
    things = [
        ("site", words.t("Crash site: crew and saucers are placed here by the die"), "CG-9"),
        ("accelerator", words.t("Accelerator: you are launched again, in any direction"), "CG-55"),
        ("energy", words.t("Energy: two buy an upgrade at the end of your turn"), "CG-92"),
        ("booster", words.t("Booster: one more move with the distance of your turn"), "CG-70"),
        ("probe", words.t("Probe: its holder has the first turn of the round"), "CG-40"),
        ("override", words.t("Override Token: fly in any direction this round"), "CG-33"),
        ("hit", words.t("Collision: you stop, the other flies on with your full distance"), "CG-54"),
        ("off", words.t("Off the board: a crash costs you crew, or rewards whose turn it is"), "CG-51"),
    ]
    return {
        "title": words.t("What is what"),
        "aim": words.t("Fill all four stations of your saucer and you win at once."),
        "types": types,
        "things": [{"icon": icon, "text": sentence, "rule": rule} for icon, sentence, rule in things],
    }
