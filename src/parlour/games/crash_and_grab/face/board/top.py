"""Above the board: the round, what is asked, what has just happened, the order of play."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from parlour.games.crash_and_grab.face.board.legend import stages
from parlour.games.crash_and_grab.face.board.look import CrashLook
from parlour.games.crash_and_grab.face.words import CrashWords
from parlour.games.crash_and_grab.parts import ROTATIONS
from parlour.games.crash_and_grab.rules import UNKNOWN, full_crew, seat_in_turn


def heading(look: CrashLook) -> list[str]:
    words, view = look.words, look.view
    limit = view["options"]["round_limit"]
    found = [words.t("Round {round}", round=view["round"])]
    if limit is not None:
        found = [words.t("Round {round} of {limit}", round=view["round"], limit=limit)]
    if look.active is not None:
        found.append(words.t("Turn: {saucer}", saucer=words.label(look.active)))
    found.append(stages(words.lang)[view["phase"]])
    return found


def question(look: CrashLook) -> str:
    """The question to this seat, or who is waited for, or who has won."""
    words, view = look.words, look.view
    if look.legal and look.seat is not None:
        return words.question(view, look.seat)
    if view["phase"] == "over":
        if view["winner"] is not None:
            return words.t("{winner} wins.", winner=words.seat(view["winner"]))
        return words.reason(look.reason)
    if not look.asked:
        return words.t("The dice are rolling …")
    names = words.list_of([words.seat(seat) for seat in look.asked])
    return words.t("Waiting for {names}", names=names)


def bang(look: CrashLook) -> str:
    """A comic word for what has just happened."""
    words, phase = look.words, look.view["phase"]
    if phase == "mines":
        return words.t("BANG!")
    if phase == "launch":
        return words.t("WHOOSH!")
    if phase in ("penalty", "reward") or look.turn.get("crashed"):
        return words.t("CRASH!")
    if phase == "over" and look.view["winner"] is not None:
        return words.t("TADAA!")
    return ""


def order(look: CrashLook) -> dict[str, Any]:
    """CG-32: the seats in the order of their turns, as far as it is known."""
    view, words = look.view, look.words
    players, direction = view["players"], view["direction"]
    known = players == 2 or direction is not None
    if players == 2:
        label = words.t("The seats alternate, two turns each (CG-32)")
    elif direction is None:
        label = words.t("The direction is not known yet (CG-32)")
    else:
        label = words.t("Turns go {rotation} (CG-32)", rotation=words.rotation(direction))
    seats: list[dict[str, Any]] = []
    for i in range(players):
        seat = seat_in_turn(i, view["probe"], ROTATIONS.index(direction) if direction else UNKNOWN, players)
        own = [saucer for saucer in view["saucers"] if saucer["seat"] == seat]
        now = look.turn.get("seat") == seat
        off = "emblem off" if len(own) > 1 else "emblem"  # of two saucers the one that has had its turn
        seats.append(
            {
                "name": words.seat(seat),
                "you": seat == look.seat,
                "probe": i == 0,
                "now": now,
                "wins": view["winner"] == seat,
                "asked": seat in look.asked,
                "done": all(saucer["done"] for saucer in own),
                "planned": view["phase"] == "plan" and all(saucer["plan"] is not None for saucer in own),
                "saucers": Markup("".join([look.emblem(s["color"], off if s["done"] else "emblem") for s in own])),
                "count": look.counts[seat],
                "label": order_label(look, seat, own, now),
            }
        )
    rotation = "twice" if players == 2 else direction or "open"
    title = words.t("Order of play")
    probe = words.t("Probe: the first turn of the round; it goes to the fewest stations (CG-40, CG-101)")
    done, planned = words.t("turn done"), words.t("has planned")
    return {
        "title": title,
        "label": label,
        "rotation": rotation,
        "known": known,
        "seats": seats,
        "of": int(full_crew(players)),
        "probe": probe,
        "done": done,
        "planned": planned,
    }


def order_label(look: CrashLook, seat: int, own: list[dict[str, Any]], now: bool) -> str:
    words = look.words
    found = [words.seat(seat), words.list_of([words.label(saucer["color"]) for saucer in own])]
    found.append(stations_filled(words, look.counts[seat], int(full_crew(look.view["players"]))))
    if now:
        found.append(words.t("flies now"))
    return ", ".join(found)


def stations_filled(words: CrashWords, count: int, most: int) -> str:
    return words.t("stations {count} of {most}", count=count, most=most)
