"""The board of Crash & Grab: the sky with its tiles, a desk with what is asked, and a mat for each saucer.

`picks` says how an action is chosen on the board: a flight by its target `fly-<direction>-<distance>`, a plan by its
card and then a direction, an end-of-turn effect by its upgrade card and then what it is used on. `board` hands the
template numbers and finished sentences. Both are made from what one seat (or a spectator) may see.

`look` is what all parts of the board look at, `tiles` the ground, `picks` the choices, `forecast` what a flight would
do; then the page from top to bottom: `top`, `field`, `ghosts`, `desk`, `mats`.
"""

from __future__ import annotations

from typing import Any

from parlour.faces.look import Look
from parlour.games.crash_and_grab.face.board import desk, field, ghosts, mats, top
from parlour.games.crash_and_grab.face.board.forecast import Happening, answer_forecast
from parlour.games.crash_and_grab.face.board.legend import legend
from parlour.games.crash_and_grab.face.board.look import CrashLook
from parlour.games.crash_and_grab.face.board.picks import FLIGHTS, picks
from parlour.games.crash_and_grab.face.board.pieces import LETTER_AT
from parlour.games.crash_and_grab.face.board.tiles import CELL, EDGE, sky

__all__ = ["announcements", "board", "picks"]


def board(look: Look) -> dict[str, Any]:
    """What the template needs."""
    return contents(CrashLook(look))


def announcements(look: Look) -> dict[str, list[Happening]]:
    """What the board says beforehand about each flight that may be chosen."""
    crash_look = CrashLook(look)
    flights = [action for action in look.legal if action.split(" ")[0] in (*FLIGHTS, "legs")]
    return {action: answer_forecast(crash_look, action).happens for action in flights}


def contents(look: CrashLook) -> dict[str, Any]:
    drawn = sky(look.parts, look.layout.id, tuple(look.tiles.tiles))
    flights, plans = ghosts.flights(look), ghosts.plan_ghosts(look)
    return {
        "phase": look.view["phase"],
        "heading": top.heading(look),
        "said": top.question(look),
        "bang": top.bang(look),
        "order": top.order(look),
        "sky": drawn,
        "sky_label": field.sky_label(look),
        "letters": look.letters,
        "letter_at": LETTER_AT,
        "sides": field.sides(look, drawn.box, ghosts.crashes(flights, plans)),
        "sites": field.sites(look, drawn),
        "accelerator": look.words.t("Accelerator: you are launched again, in any direction (CG-55)"),
        "crew": field.crew_on_board(look),
        "saucers": field.saucers_on_board(look),
        "trail": field.trail(look),
        "cell": CELL,
        "edge": EDGE,
        "ghosts": flights,
        "few": len(flights) <= 4,
        "rays": ghosts.rays(flights),
        "crowd": len(look.view["saucers"]) > 3,
        "many_seats": look.view["players"] > 4,
        "plans": plans,
        "spots": field.spots(look),
        "quakes": field.quakes(look, drawn),
        "desk": desk.desk(look, flights),
        "mats": mats.mats(look),
        "mats_title": look.words.t("Saucers"),
        "supply": mats.supply(look),
        "legend": legend(look.words.lang),
    }
