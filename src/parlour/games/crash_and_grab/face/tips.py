"""What the things on the board of Crash & Grab are, for whoever points at one: selector, sentence, rule."""

from __future__ import annotations

from parlour.games.crash_and_grab.face.words import CrashWords


def tips(words: CrashWords) -> list[tuple[str, str, str]]:
    t = words.t
    flight = t(
        "A flight goes space by space. Crew on the way come aboard; a saucer that is hit flies on with your full "
        "distance while you stop; beyond the edge you crash."
    )
    crew = t("A saucer that flies over crew takes them aboard. One of each type fills all four stations: you win.")
    return [
        (".ghost.plan", t("You plan in secret; the card is turned up on your turn."), "CG-30"),
        (".chip, .ghost", flight, "CG-50"),
        (".saucer, .home, .mat .emblem", t("Where it is hit, it flies on in the same direction."), "CG-54"),
        (".station", t("A station of the saucer. A crewmember of its own colour can never be stolen."), "CG-3"),
        (".tok, .crew", crew, "CG-52"),
        (".site", t("Crew and saucers are placed on the crash site that the die says."), "CG-9"),
        (".side, .dir, .to", t("A direction of the board, called after the marker on its side."), "CG-14"),
        (".plan-card", t("A planned card stays face down until its saucer flies."), "CG-31"),
        (".desk .card", t("Plan one card and a direction for this round; the others do not see it."), "CG-30"),
        (
            ".upcard, .upgrades summary",
            t("An upgrade stays with its saucer. Two Energy buy one at the end of a turn."),
            "CG-92",
        ),
        (".order li", t("The order of play. Whoever has the Probe begins."), "CG-40"),
    ]
