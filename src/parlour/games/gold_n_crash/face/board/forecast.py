"""What an answer would do, as the rules tell it beforehand (`look.previews`), in sentences for the board.

An attack that may go either way, a card drawn and the further choices of a Secure come before what a card brings about
in its column; that is why the event `played` says at once how often its effect is carried out and what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.faces.look import Look
from parlour.games.gold_n_crash.face.words import GoldWords
from parlour.games.gold_n_crash.rules import NOT_ENDED, destroys, ending_of_turn
from parlour.rules.events import Event

Effect = Callable[[GoldWords, Look, Sequence[Event]], list[str]]


def announcements(look: Look) -> dict[str, list[str]]:
    """For each answer what the board says that it would do; nothing for one that says it all by itself."""
    found: dict[str, list[str]] = {}
    for action in look.legal:
        make = FORECASTS.get(action.partition(" ")[0])
        if make is not None:
            found[action] = make(look, action)
    return found


def last_turn_follows(view: Mapping[str, Any]) -> bool:
    """GC-61, GC-64: whether a deck that is empty when this turn is over gives the other seat a last one."""
    second = view["turn"] != view["first"]
    limit = view["options"].get("round_limit") or 0
    return ending_of_turn(view["last_turn"], second, view["round"], limit) == NOT_ENDED


# -- answers ----------------------------------------------------------------------------------------


def draw(look: Look, action: str) -> list[str]:
    words = look.words
    deck = look.view["seats"][look.seat]["deck"]
    says = words.n(
        "Draw a card; {count} is in your deck (GC-20).", "Draw a card; {count} are in your deck (GC-20).", deck
    )
    if deck > 1 or not last_turn_follows(look.view):
        return [says]
    return [says, words.t("Your deck runs out: the other player then has the last turn (GC-61).")]


def play(look: Look, action: str) -> list[str]:
    """The effect of a card, then the Guest, then the third of a type (GC-25)."""
    words = look.words
    assert isinstance(words, GoldWords)
    events = look.previews[action].events
    facts = events[0].facts
    return [*EFFECTS[facts["card"].split("-")[1]](words, look, events), *aftermath(words, facts)]


def move(look: Look, action: str) -> list[str]:
    """GC-51: no effect, but the Guest and the third of a type."""
    assert isinstance(look.words, GoldWords)
    return aftermath(look.words, look.previews[action].events[0].facts)


def aftermath(words: GoldWords, facts: Mapping[str, Any]) -> list[str]:
    """What a card brings about that was played or moved into a column."""
    found: list[str] = []
    if facts["earns"] is not None:
        found.append(words.t("then {guest} joins your Treasure", guest=words.guest(facts["earns"])))
    if facts["third"]:
        found.append(words.t("then the column is emptied"))
    return found


def discard(look: Look, action: str) -> list[str]:
    words = look.words
    assert isinstance(words, GoldWords)
    preview = look.previews[action]
    for event in preview.events:
        if event.kind == "looted":  # which card that is can be known
            card = words.card(event.facts["card"])
            return [words.t("Loot: {card} of the other discard pile joins your Treasure (GC-46).", card=card)]
    return [words.discard_rules[preview.events[0].facts["card"].split("-")[1]]]


FORECASTS: dict[str, Callable[[Look, str], list[str]]] = {
    "draw": draw,
    "play": play,
    "move": move,
    "discard": discard,
}


# -- the play effects (GC-30 to GC-37) --------------------------------------------------------------


def bomb(words: GoldWords, look: Look, events: Sequence[Event]) -> list[str]:
    times = events[0].facts["times"]
    strength = words.t("strength {strength}", strength=times)
    if any(event.kind == "resisted" for event in events):
        return [strength, words.t("it will resist again")]
    if destroys(times, max(words.parts.robustness)):
        return [strength, words.t("destroys the Zeppelin")]
    return [strength, words.t("destroys robustness {strength} or less", strength=times)]


def board(words: GoldWords, look: Look, events: Sequence[Event]) -> list[str]:
    return [*often(words, events), words.t("discards {cards} opposite", cards=cards_of(words, events, "boarded"))]


def fish(words: GoldWords, look: Look, events: Sequence[Event]) -> list[str]:
    return [*often(words, events), words.t("takes {cards} into your hand", cards=cards_of(words, events, "fished"))]


def reinforce(words: GoldWords, look: Look, events: Sequence[Event]) -> list[str]:
    cards = events[0].facts["carried"]
    says = [*often(words, events), words.n("draws {count} card", "draws {count} cards", cards)]
    return [*says, words.t("your deck runs out")] if cards == look.view["seats"][look.seat]["deck"] else says


def secure(words: GoldWords, look: Look, events: Sequence[Event]) -> list[str]:
    cards = events[0].facts["carried"]
    return [
        *often(words, events),
        words.n("secures {count} card beside it", "secures {count} cards beside it", cards),
    ]


def gold(words: GoldWords, look: Look, events: Sequence[Event]) -> list[str]:
    return [words.t("no effect")]


def often(words: GoldWords, events: Sequence[Event]) -> list[str]:
    """GC-23, GC-53: never more than three times. Once goes without saying."""
    times: int = events[0].facts["times"]
    return ([], [words.t("twice")], [words.t("three times")])[times - 1]


def cards_of(words: GoldWords, events: Sequence[Event], kind: str) -> str:
    """The cards that some events name."""
    return words.cards([event.facts["card"] for event in events if event.kind == kind])


EFFECTS: dict[str, Effect] = {
    "bomb": bomb,
    "board": board,
    "fish": fish,
    "reinforce": reinforce,
    "secure": secure,
    "gold": gold,
}
