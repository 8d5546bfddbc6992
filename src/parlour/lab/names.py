"""What an experiment is told in: measures, roles, variants, bots and numbers as a reader of a language calls them.

What a game counts is named by `SENTENCES` of its `lab/counts.py` (docs/adding-a-game.md), the rest here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from parlour.faces.changes import counted_name, number_name
from parlour.faces.typography import in_figures
from parlour.lab.measures import TURNS, WINNER, is_share
from parlour.lab.plots import write_tick
from parlour.lab.variants import Variant
from parlour.rules.game import Game

# Measures in words, by their names or by what these begin with; roles that all games have; bots; columns of a table.
SENTENCES = {
    "shared_wins": "games whose win is shared",
    "length.rounds": "rounds",
    "length.steps": "steps",
    "length.decisions": "decisions with more than one answer",
    "choices": "answers for each decision",
    "forced": "idle turns: questions with one answer only",
    "waiting": "decisions of others between two of one's own",
    "luck": "how far chance moves a player's chance to win",
    "skill": "how often the first bot is placed before another (50 %: skill does not matter)",
    "lead_changes": "changes of the lead",
    "known_at": "part of the game after which its winner is ahead for good",
    "comebacks": "games won by whoever was last half way",
    "scores.winner": "points of the winner",
    "scores.gap": "points between first and second",
    "scores.all": "points of a player",
    "win_share.chosen": "win share of the seat drawn by lot",
    "win_share.first": "win share: who begins",
    "win_share": "win share: {what}",
    "ended": "games that end by {what}",
    "held": "{what} of a player at the end",
    "win_with": "win share of those who have {what} at the end (no cause)",
    "taken": "“{what}” where it could be answered",
    "role.chosen": "the seat drawn by lot",
    "role.first": "who begins",
    "role.second": "second",
    "role.third": "third",
    "role.fourth": "fourth",
    "role.fifth": "fifth",
    "role.sixth": "sixth",
    "role.seventh": "seventh",
    "role.eighth": "eighth",
    "role.winner": "who will win",
    "bot.random": "random",
    "bot.greedy": "greedy",
    "bot.beginner": "beginner",
    "bot.skilled": "skilled",
    "bot.learned": "learnt by heart",
    "bot.search": "search",
    "bot.easy": "easy",
    "bot.normal": "normal",
    "bot.hard": "hard",
    "column.variant": "variant",
    "column.measure": "measure",
    "column.value": "value",
    "column.low": "from",
    "column.high": "to",
    "column.difference": "difference",
    "column.difference_low": "difference from",
    "column.difference_high": "difference to",
    "column.corrected_value": "less luck",
    "column.corrected_low": "less luck, from",
    "column.corrected_high": "less luck, to",
    "column.corrected_difference": "less luck, difference",
    "column.corrected_difference_low": "less luck, difference from",
    "column.corrected_difference_high": "less luck, difference to",
}
ROLES = (*TURNS, "chosen", WINNER)


class Names:
    """The words of an experiment with one game, in one language."""

    def __init__(self, game: Game, lang: str = "en") -> None:
        self.game = game
        self.lang = lang
        self.words = game.words(lang)
        self.t = self.words.t

    def measure(self, name: str) -> str:
        """A measure in words.

        >>> import parlour
        >>> names = names_for(parlour.game("photon-rush"))
        >>> names.measure("win_share.second"), names.measure("ended.gold"), names.measure("held.mines")
        ('win share: second', 'games that end by gold', 'mines of a player at the end')
        """
        if name in SENTENCES:
            return self.t(SENTENCES[name])
        kind, _, what = name.partition(".")
        return self.t(SENTENCES[kind], what=self.part(name, what)) if kind in SENTENCES else name

    def part(self, name: str, what: str) -> str:
        """What a measure is about: an ending may be called otherwise than a thing of that name."""
        if not name.startswith("win_share."):
            found = counted_name(self.game, name, self.words)
            return found if found != name else counted_name(self.game, what, self.words)
        return self.role(what)

    def role(self, role: str) -> str:
        kind, _, rest = role.partition(".")
        if kind == "seat":
            return self.t("seat {number}", number=rest)
        if kind == "bot":
            return self.bot(rest)
        if role in ROLES:
            return self.t(SENTENCES[f"role.{role}"])
        return counted_name(self.game, role, self.words)

    def bot(self, bot: str) -> str:
        """A bot with its budget, if it has one."""
        kind, colon, rest = bot.partition(":")
        known = SENTENCES.get(f"bot.{kind}")
        return f"{self.t(known) if known else kind}{colon}{rest}"

    def bots(self, bots: Iterable[str]) -> str:
        return ", ".join(self.bot(bot) for bot in bots)

    def key(self, key: str) -> str:
        """An option, or a number of the component file."""
        if key in self.game.options:
            return self.t(self.game.options[key].about)
        return number_name(self.game, key, self.words)

    def variant(self, variant: Variant) -> str:
        """What is changed; a variant that was given a name has that."""
        if variant.name != variant.summary():
            return variant.name
        if not variant.to_dict():
            return self.t("the box's rules")
        said = [self.words.about(self.key(key), self.setting(key, value)) for key, value in variant.changes.items()]
        if variant.file:
            said.append(variant.file.rpartition("/")[2])
        if variant.give:
            said.append(self.t("given: {what}", what=counted_name(self.game, variant.give, self.words)))
        if variant.without:
            said.append(self.t("without: {what}", what=counted_name(self.game, variant.without, self.words)))
        return ", ".join(said)

    def setting(self, key: str, value: object) -> str:
        return self.words.choice(key, value) if key in self.game.options else str(value)

    def column(self, name: str) -> str:
        return self.t(SENTENCES[f"column.{name}"])

    # -- numbers -------------------------------------------------------------------------------

    def number(self, text: str) -> str:
        """A number as it is written here: 1,234.5 or 1 234,5."""
        return in_figures(text, self.lang)

    def count(self, number: int) -> str:
        return self.number(f"{number:,}")

    def value(self, name: str, value: float | None) -> str:
        if value is None:
            return "?"
        return self.number(f"{100 * value:.1f} %" if is_share(name) else f"{value:.2f}")

    def difference(self, name: str, value: float | None) -> str:
        if value is None:
            return "?"
        return self.number(f"{100 * value:+.1f}" if is_share(name) else f"{value:+.2f}")

    def tick(self, value: float, percent: bool) -> str:
        return self.number(write_tick(value, percent))


@lru_cache(maxsize=64)
def names_for(game: Game, lang: str = "en") -> Names:
    return Names(game, lang)
