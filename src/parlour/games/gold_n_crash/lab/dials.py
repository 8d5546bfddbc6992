"""Gold n' Crash: which numbers of the component file cannot be changed, and why; and codes that follow from values."""

from __future__ import annotations

from typing import Any, Final

PRINTED: Final = {
    "game.players.*": "the game is for two (GC-2)",
    "setup.columns": "columns face each other, three and three (GC-7)",
    "setup.guests_per_player": "one Guest lies over each of the three Zeppelins (GC-14)",
}


def agree(data: dict[str, Any], box: dict[str, Any]) -> None:
    """GC-3: a card is called by its crew, its type and its Gold. Where a card of the box has got other values it is
    called by these, and is one more copy of a card that is called so already."""
    cards = data.get("cards")
    crews = data.get("crews")
    if not isinstance(cards, list) or not isinstance(crews, list):
        return  # the tables say what is missing
    before = {card["code"]: card for card in box["cards"]}
    letters = {crew.get("id"): crew.get("letter") for crew in crews if isinstance(crew, dict)}
    renamed = False
    for card in cards:
        if isinstance(card, dict) and isinstance(card.get("code"), str) and card["code"] in before:
            printed = before[card["code"]]
            if any(card.get(key) != printed[key] for key in ("crew", "type", "gold")):
                card["code"] = f"{letters.get(card.get('crew'))}-{card.get('type')}-{card.get('gold')}"
                renamed = True
    if renamed:
        data["cards"] = together(cards)


def together(cards: list[Any]) -> list[Any]:
    """The cards, those of one code in one place."""
    found: list[Any] = []
    places: dict[str, int] = {}
    for card in cards:
        code = card.get("code") if isinstance(card, dict) else None
        if isinstance(code, str) and code in places and isinstance(card.get("copies"), int):
            first = found[places[code]]
            if isinstance(first.get("copies"), int):
                first["copies"] += card["copies"]
                continue
        if isinstance(code, str):
            places[code] = len(found)
        found.append(card)
    return found


# What a table may be opened with: the least and the most.
RANGES: Final = {
    "setup.discard_at_start": (0, 10),
    "setup.hand_at_start": (0, 10),
    "setup.actions_per_turn": (1, 5),
    "cards.*.gold": (0, 9),
    "cards.*.copies": (1, 9),
    "zeppelins.robustness.*": (1, 3),
    "guests.*.gold": (0, 15),
    "guests.*.n": (1, 15),
}
SENTENCES = {
    "setup": "Set-up",
    "cards": "Cards",
    "zeppelins": "Zeppelins",
    "guests": "Guests",
    "setup.discard_at_start": "Cards turned up at the start",
    "setup.hand_at_start": "Cards in hand at the start",
    "setup.actions_per_turn": "Actions in a turn",
    "cards.*.gold": "Gold of {thing}",
    "cards.*.copies": "Copies of {thing}",
    "zeppelins.robustness.0": "Robustness of the first Zeppelin",
    "zeppelins.robustness.1": "Robustness of the second Zeppelin",
    "zeppelins.robustness.2": "Robustness of the third Zeppelin",
    "guests.*.gold": "Gold of {thing}",
    "guests.*.n": "What {thing} wants",
}


def thing(words: Any, item: dict[str, Any]) -> str:
    """A card of the box as its owner calls it: with its crew, since both crews have such a card."""
    if "crew" not in item:
        return str(words.guests[item["code"]])
    return f"{words.crews[item['crew']]} {words.card(item['code'])}"
