"""The board of Crash & Grab: the sky with its tiles, a desk with what is asked, and a mat for each saucer.

`picks` says how an action is chosen on the board: a flight by its target `fly-<direction>-<distance>`, a plan by its
card and then a direction, an end-of-turn effect by its upgrade card and then what it is used on. `board` hands the
template numbers and finished sentences. Both are made from what one seat (or a spectator) may see.

The parts are in `drawing/`: `sight` is the view that all of them look at, `tiles` the ground, `picks` the choices,
`foresight` what a flight would do; then the page from top to bottom: `top`, `field`, `ghosts`, `desk`, `mats`.
"""

from __future__ import annotations

from typing import Any

from parlour.faces.look import Look
from parlour.games.crash_and_grab.face.board import desk, field, ghosts, mats, top
from parlour.games.crash_and_grab.face.board.legend import legend
from parlour.games.crash_and_grab.face.board.picks import picks
from parlour.games.crash_and_grab.face.board.pieces import LETTER_AT
from parlour.games.crash_and_grab.face.board.sight import Sight
from parlour.games.crash_and_grab.face.board.tiles import CELL, EDGE, sky
from parlour.games.crash_and_grab.face.words import CrashWords

__all__ = ["board", "picks"]


def board(look: Look) -> dict[str, Any]:
    """What the template needs."""
    view, seat, legal, words = look.view, look.seat, look.legal, look.words
    assert isinstance(words, CrashWords)
    sight = Sight(view, seat, legal, words)
    drawn = sky(sight.layout.id, tuple(sight.tiles.tiles))
    flights, plans = ghosts.flights(sight), ghosts.plan_ghosts(sight)
    return {
        "phase": sight.view["phase"],
        "heading": top.heading(sight),
        "said": top.said(sight),
        "bang": top.bang(sight),
        "order": top.order(sight),
        "sky": drawn,
        "sky_label": field.sky_label(sight),
        "letters": sight.letters,
        "letter_at": LETTER_AT,
        "sides": field.sides(sight, drawn.box, ghosts.crashes(flights, plans)),
        "sites": field.sites(sight, drawn),
        "accelerator": sight.words.t("Accelerator: you are launched again, in any direction (CG-55)"),
        "crew": field.crew_on_board(sight),
        "saucers": field.saucers_on_board(sight),
        "trail": field.trail(sight),
        "cell": CELL,
        "edge": EDGE,
        "ghosts": flights,
        "few": len(flights) <= 4,
        "rays": ghosts.rays(flights),
        "crowd": len(sight.view["saucers"]) > 3,
        "many_seats": sight.view["players"] > 4,
        "plans": plans,
        "spots": field.spots(sight),
        "quakes": field.quakes(sight, drawn),
        "desk": desk.desk(sight, flights),
        "mats": mats.mats(sight),
        "mats_title": sight.words.t("Saucers"),
        "supply": mats.supply(sight),
        "legend": legend(sight.words.lang),
    }
