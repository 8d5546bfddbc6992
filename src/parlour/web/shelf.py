"""The shelf: the games, and one's own tables."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

import parlour
from parlour.rules.game import find
from parlour.tables.log import Summary
from parlour.web.boards import rules_file
from parlour.web.casting import levels_for
from parlour.web.daily import names, ranking, today
from parlour.web.house import (
    AnyRequest,
    Shared,
    Sorry,
    Visitor,
    redirect,
    the_room,
)
from parlour.web.new_tables import usual_players
from parlour.web.scenes import guide
from parlour.web.words import minutes_of, name_for, phrases, variant_title

IN_SIGHT = 3  # own tables that the shelf shows unfolded
IDLE = 2 * 86400.0  # seconds after which a table that nobody waits for is folded
FINISHED = 12  # finished games that the shelf lists


@get("/", include_in_schema=False)
async def shelf(request: AnyRequest, house: Shared) -> Response[str]:
    visitor = await house.visitor(request)
    words = phrases(visitor.lang)
    mine = await house.log.tables_of(visitor.person) if not visitor.fresh else []
    level = house.level_of(request)
    games = []
    for id in parlour.games():
        game = find(id)
        low, high = game.players[0], game.players[-1]
        own = game.words(visitor.lang)
        many = words.n("{count} player", "{count} players", low)
        if low != high:
            many = words.t("{low} to {high} players", low=low, high=high)
        games.append(
            {
                "id": id,
                "title": game.title,
                "players": many,
                "minutes": minutes_of(words, game),
                "levels": levels_for(level) if usual_players(game) > 1 else (),
                "about": own.t(game.about),
                "daily": game.daily,
                "day": names(await ranking(house, id, today())) if game.daily else [],
                "rules": rules_file(id, visitor.lang) is not None,
                "guide": guide(id) is not None,
            }
        )
    return house.page(
        "shelf.html",
        visitor,
        games=games,
        level=level,
        mine=own_tables(mine, visitor, time.time()),
        version=parlour.__version__,
        lab=house.settings.lab,
        engine=words.t("compiled engine") if parlour.ENGINE == "compiled" else words.t("plain engine"),
    )


class OwnTables(NamedTuple):
    """Somebody's tables, as the shelf shows them: what waits in sight, the rest folded."""

    first: list[dict[str, Any]]
    more: list[dict[str, Any]]
    finished: list[dict[str, Any]]
    hidden: list[dict[str, Any]]


def own_tables(summaries: list[Summary], visitor: Visitor, now: float) -> OwnTables:
    """Tables where others wait for the visitor come first, then those where it is the visitor's turn, then the other
    ones. So that the games stay in sight, only a few are shown, and of tables without other people the last one."""
    items = [list_entry(summary, visitor) for summary in summaries]
    finished = [item for item in items if item["over"] and not item["hidden"]]
    hidden = [item for item in items if item["hidden"]]
    running = [item for item in items if not item["over"] and not item["hidden"]]
    running.sort(key=lambda item: (not (item["turn"] and item["company"]), not item["turn"], -item["updated"]))
    first: list[dict[str, Any]] = []
    for item in running:
        idle = item["updated"] < now - IDLE and not (item["turn"] and item["company"])
        alone = not item["company"] and any(not other["company"] for other in first)
        if len(first) < IN_SIGHT and not idle and not alone:
            first.append(item)
    more = [item for item in running if item not in first]
    return OwnTables(first, more, finished[:FINISHED], hidden)


def list_entry(summary: Summary, visitor: Visitor) -> dict[str, Any]:
    """A table as the shelf lists it."""
    game = find(summary.game)
    about = summary.about
    names = list(about["names"])
    for seat, person, _ in summary.people:
        names[seat] = name_for(names[seat], person, visitor.lang)
    words = game.words(visitor.lang, names)
    mine = [seat for seat, person, _ in summary.people if person == visitor.person]
    turn = any(asked for _, person, asked in summary.people if person == visitor.person)
    kinds = about["kinds"]
    others = [words.seat(i) for i, kind in enumerate(kinds) if i not in mine and kind != "open"]
    company = any(person != visitor.person for _, person, _ in summary.people)
    outcome = about["outcome"]
    gave_up = bool(set(mine) & set(about.get("resigned", ())))
    if summary.status == "lobby":
        state = words.t("not started")
    elif gave_up:
        state = words.t("resigned")
    elif outcome is not None:
        winners = outcome["winners"]
        state = words.t("won") if set(winners) & set(mine) else words.t("lost") if mine else words.t("over")
        if kinds == ["person"] and outcome["scores"][0] is not None:
            state = words.n("{count} point", "{count} points", outcome["scores"][0])
    else:
        state = words.t("your turn") if turn else words.t("waiting")
    alone = words.t("at one screen") if len(mine) > 1 else words.t("alone")
    who = words.t("with {names}", names=words.list_of(others)) if others else alone
    waits = turn and summary.status == "playing"
    return {
        "table": summary.table,
        "game": game.id,
        "title": game.title,
        "changes": variant_title(game.id, about.get("components", {}), about.get("variant", ""), visitor.lang),
        "who": who,
        "state": state,
        "turn": waits,
        "company": company,
        "updated": summary.updated,
        "over": summary.status == "over" or gave_up,
        # What others wait for cannot be hidden from oneself.
        "hidden": visitor.person in about.get("hidden", ()) and not (waits and company),
        "cancels": summary.status == "lobby" and summary.host == visitor.person,
        "hides": not (waits and company),
        "deletes": not company and summary.daily is None and summary.status != "lobby",
    }


@get("/waits", include_in_schema=False)
async def waits(request: AnyRequest, house: Shared) -> Response[str]:
    """For the page of a table, `at`: the bar that tells of another one where people wait for the visitor, if any."""
    visitor = await house.visitor(request)
    here = request.query_params.get("at", "")
    mine = await house.log.tables_of(visitor.person) if not visitor.fresh else []
    others = [list_entry(summary, visitor) for summary in mine if summary.table != here]
    waiting = [item for item in others if item["turn"] and item["company"] and not item["over"]]
    return house.page("waits.html", visitor, there=max(waiting, key=lambda item: item["updated"], default=None))


@post("/t/{id:str}/{what:str}", include_in_schema=False)
async def change_shelf(request: AnyRequest, house: Shared, id: FromPath[str], what: FromPath[str]) -> Redirect:
    """Hide a table or show it again, cancel it before it begins, or delete it if it is one's own alone."""
    visitor = await house.visitor(request)
    await house.form(request, visitor)
    room = await the_room(house, id)
    person = visitor.person
    if what in ("hide", "show"):
        await room.do(lambda table: table.hide(person, what == "hide"))
    elif what == "cancel":
        await room.do(lambda table: table.cancel(person))
    elif what == "delete":
        await house.hall.delete(room, person)
    else:
        raise Sorry("There is no such page.", status=404)
    return redirect("/")


SHELF = [shelf, waits, change_shelf]
