"""Sentences about a game, in English and French.

The English sentence is the key (gettext's msgid). Each game keeps its catalogues beside its
`words.py` as `en.po` and `fr.po`; `python -m parlour.faces.catalogues` finds new sentences.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from parlour.faces.typography import ELISION, elide, typeset
from parlour.rules.errors import IllegalAction
from parlour.rules.events import Event
from parlour.rules.outcome import Outcome

if TYPE_CHECKING:
    from parlour.rules.game import Parts

LANGUAGES = ("en", "fr")
NAMES = ("Cleo", "Dan", "Fay", "Max", "Kim", "Lou")  # of those who have not said theirs, in either language
WRITTEN = re.compile(r"\s*[,;:]?[^,;:]*[“«].*")  # the clause of a refusal that quotes the notation, and what follows it
MOST = 10_000  # the most counted sentences that are kept
SHARED = str(Path(__file__).parent)  # the catalogue of what all games say


@cache
def catalogue(folder: str, lang: str) -> gettext.NullTranslations:
    """The sentences of a folder's `<lang>.po`, and behind them those that all games share."""
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
    if folder != SHARED and not (Path(folder) / f"{lang}.po").exists():
        return catalogue(SHARED, lang)  # a new game may speak English only
    compiled = BytesIO()
    with open(Path(folder) / f"{lang}.po", "rb") as file:
        messages = read_po(file, locale=lang)
    for message in messages:
        if isinstance(message.string, str):
            message.string = typeset(message.string, lang) if message.id else message.string  # not the header
        else:
            message.string = tuple(typeset(text, lang) for text in message.string or ())
    write_mo(compiled, messages)
    compiled.seek(0)
    found = gettext.GNUTranslations(compiled)
    if folder != SHARED:
        found.add_fallback(catalogue(SHARED, lang))
    return found


@cache
def sentences(folder: str, lang: str) -> dict[str, str]:
    """The sentences that were looked up so far. Boards ask for the same ones all the time."""
    return {}


@cache
def counts(folder: str, lang: str) -> dict[tuple[str, str, int], str]:
    """The same for what is counted, filled in with the number."""
    return {}


@cache
def forms(folder: str, lang: str) -> dict[tuple[str, str, int], str]:
    """The sentences that go with a number, not filled in."""
    return {}


@cache
def eliding(folder: str, lang: str) -> set[str]:
    """Those of these sentences in which a word may lose its last letter before a name."""
    return set()


class Phrases:
    """Looks sentences up in a game's catalogue, then in the shared one, and fills them in."""

    def __init__(self, folder: str, lang: str) -> None:
        self.folder = folder
        self.lang = lang
        self.catalogue = catalogue(folder, lang)
        self.found = sentences(folder, lang)
        self.numbered = counts(folder, lang)
        self.forms = forms(folder, lang)
        self.eliding = eliding(folder, lang)

    def t(self, sentence: str, **facts: object) -> str:
        """A sentence in the language, its `{placeholders}` filled in."""
        found = self.found.get(sentence)
        if found is None:
            found = self.found[sentence] = self.catalogue.gettext(sentence)
            self.note_elision(found)
        if not facts:
            return found
        return (elide(found, facts) if found in self.eliding else found).format(**facts)  # as `fill`, without a call

    def fill(self, sentence: str, facts: Mapping[str, object]) -> str:
        """A sentence that was looked up, filled in."""
        return (elide(sentence, facts) if sentence in self.eliding else sentence).format(**facts)

    def n(self, one: str, many: str, count: int, **facts: object) -> str:
        """The same for something that is counted; `{count}` is the number."""
        key = (one, many, count)
        if facts:
            form = self.forms.get(key) or self.form(key)
            return self.fill(form, {"count": count, **facts})
        found = self.numbered.get(key)
        if found is None:
            if len(self.numbered) >= MOST:
                self.numbered.clear()
            found = self.numbered[key] = self.form(key).format(count=count)
        return found

    def form(self, key: tuple[str, str, int]) -> str:
        """The one of two sentences that goes with a number."""
        if len(self.forms) >= MOST:
            self.forms.clear()
        found = self.forms[key] = self.catalogue.ngettext(*key)
        self.note_elision(found)
        return found

    def note_elision(self, sentence: str) -> None:
        if self.lang == "fr" and ELISION.search(sentence):
            self.eliding.add(sentence)

    def list_of(self, items: Sequence[str]) -> str:
        """ "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        return self.t("{first} and {last}", first=", ".join(items[:-1]), last=items[-1])

    def typeset(self, text: str) -> str:
        """A text that is in no catalogue, such as the name of a component, as it is to be read."""
        return typeset(text, self.lang)

    def clauses(self, items: Sequence[str]) -> str:
        """ "a; b; c"."""
        return reduce(lambda first, next: self.t("{first}; {next}", first=first, next=next), items) if items else ""

    def about(self, what: str, text: str) -> str:
        """ "a: b"."""
        return self.t("{what}: {text}", what=what, text=text)


class Words(Phrases):
    """What a game says to people. Each game's `words.py` has one subclass."""

    def __init__(self, folder: str, lang: str, names: Sequence[str] | None) -> None:
        super().__init__(folder, lang)
        self.names = list(names) if names is not None else None

    def seat(self, seat: int) -> str:
        """The name of a seat: the person's, if known, or what the game calls it."""
        if self.names is not None and seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.seat_name(seat)

    def seat_name(self, seat: int) -> str:
        """Whoever sits there is somebody, even where nobody has said who."""
        return NAMES[seat % len(NAMES)]

    def place(self, seat: int) -> str:
        """What a seat is called that nobody has sat down on."""
        t = self.t
        seats = [t("First seat"), t("Second seat"), t("Third seat"), t("Fourth seat"), t("Fifth seat")]
        return seats[seat] if seat < len(seats) else t("Last seat")

    def who(self, seat: int) -> str:
        """The same inside a sentence: a game's own names may need an article there."""
        return self.seat(seat)

    def begin(self, sentence: str) -> str:
        """A sentence that may begin with what `who` says."""
        return sentence

    def number(self, seat: int) -> int:
        """1, or 2 if what a seat is called is plural: for `n`, so that sentences agree with it."""
        return 1

    # -- what each game supplies --------------------------------------------------------------

    def action(self, action: str, view: Mapping[str, Any]) -> str:
        """A choice, as it stands in a list of what one may do."""
        raise NotImplementedError

    def event(self, event: Event) -> str:
        """What happened, in a sentence, from an event as its reader may know it (`Event.seen_by`)."""
        raise NotImplementedError

    def question(self, view: Mapping[str, Any], seat: int) -> str:
        """What this seat is asked now."""
        raise NotImplementedError

    def table(self, view: Mapping[str, Any], seat: int | None) -> str:
        """The whole table as text, as this seat (or a spectator) sees it."""
        raise NotImplementedError

    def reason(self, reason: str) -> str:
        """The reason of an outcome, in a sentence."""
        raise NotImplementedError

    def gain(self, name: str, which: int, change: float) -> str:
        """More or less of one of the things that the game's judge counts (`Judge.terms`), as a phrase; nothing where it
        is not worth a word."""
        return ""

    # -- the same for all games ---------------------------------------------------------------

    def reasons(self, effects: Iterable[tuple[int, str, int, float]], me: int) -> str:
        """What an answer does, for each seat: "You: 2 points more. Ada: 1 token fewer." Of an effect the seat, the
        thing, which of several, and how much more of it."""
        phrases: dict[int, list[str]] = {}
        for seat, name, which, change in effects:
            if phrase := self.ending(name, change) or self.gain(name, which, change):
                phrases.setdefault(seat, []).append(phrase)
        told = [
            self.about(self.t("You") if seat == me else self.seat(seat), ", ".join(found))
            for seat, found in sorted(phrases.items(), key=lambda item: item[0] != me)
        ]
        return " ".join(f"{sentence}." for sentence in told)

    def ending(self, name: str, share: float) -> str:
        """That an answer ends the game: for certain, or in a part of what can be imagined."""
        if name == "win":
            return self.t("wins the game") if share > 0.999 else self.t("may win the game")
        if name == "loss":
            return self.t("loses the game") if share > 0.999 else self.t("may lose the game")
        return ""

    def forecast(self, action: str, view: Mapping[str, Any], events: Sequence[Event]) -> str:
        """A choice with what it would bring about, from the events of its preview: the first is the choice itself, and
        whose turn comes then is no news."""
        then = [self.event(event) for event in events[1:] if event.kind not in ("turn-began", "round-began")]
        return " ".join([self.action(action, view).rstrip(".") + ".", *filter(None, then)])

    def use(self, parts: Parts) -> None:
        """Speak of these components, a replacement of the box's own, where a game shows what is on them."""

    def rank_actions(self, view: Mapping[str, Any], legal: list[str]) -> list[str]:
        """The legal actions in the order of a menu: as they are, unless a game knows better."""
        return legal

    def choice(self, option: str, value: object) -> str:
        """A value of an option, as a person reads it."""
        if value is None:
            return self.t("none")
        if isinstance(value, bool):
            return self.t("yes") if value else self.t("no")
        return self.t(value) if isinstance(value, str) else str(value)

    def refusal(self, error: IllegalAction) -> str:
        """Why an action was not allowed, with the id of the rule."""
        sentence = self.t(error.why, **error.facts) if error.facts else self.t(error.why)
        return f"{sentence} ({error.rule})"

    def explanation(self, error: IllegalAction) -> str:
        """The same as a sentence of its own for somebody who has not typed it: without how it is written, and without
        the rule, which stands beside it."""
        refusal = self.refusal(error).removesuffix(f" ({error.rule})")
        sentence = WRITTEN.sub("", refusal) or refusal
        return f"{sentence[:1].upper()}{sentence[1:]}."

    def result(self, outcome: Outcome) -> str:
        """Who won, and why; of a game for one, how far it went and the score."""
        if len(outcome.scores) == 1:
            return f"{self.reason(outcome.reason)} {self.t('Score: {score}.', score=outcome.scores[0])}"
        return f"{self.winners(outcome)} {self.reason(outcome.reason)}"

    def winners(self, outcome: Outcome) -> str:
        """Who won."""
        winners = [self.who(seat) for seat in outcome.winners]
        if len(winners) > 1:
            first = self.t("{winners} share the win.", winners=self.list_of(winners))
        elif winners:
            first = self.n("{winner} wins.", "{winner} win.", self.number(outcome.winners[0]), winner=winners[0])
        else:
            first = self.t("Nobody wins.")
        return self.begin(first)
