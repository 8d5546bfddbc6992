"""Games for one: the daily deal with everybody's scores, and the log of one's own adventures.

The deal of a day follows from the server's key and the date, here as in the terminal of whoever keeps the tables
(`parlour play GAME --daily`), so everybody has the same one. The hash of its seed is shown from the day before on,
the seed when the day is over; nobody adds a nonce. Days begin at midnight UTC. Nobody is shown another's game of a deal
that they have still to play. A person has one table a day; the first that is finished counts.
"""

from __future__ import annotations

import datetime
import time
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from parlour.faces.words import Words
from parlour.rules.game import Game
from parlour.tables.elements import Seat
from parlour.tables.log import Summary
from parlour.tables.promises import daily_promise
from parlour.tables.table import Table
from parlour.web.house import AnyRequest, House, Shared, Sorry, Visitor, maker, redirect, the_game

FIRST = datetime.date(2025, 1, 1)  # no deal is older
SHELF = 3  # scores that the shelf shows
LISTED = 200  # scores that the page of a day lists, and one's own
RANKINGS = 100  # days whose scores are remembered,
RANKING_SECONDS = 10.0  # so long where other processes write too


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def game_with_days(id: str) -> Game:
    """A game that has a deal of the day."""
    game = the_game(id)
    if not game.daily:
        raise Sorry("There is no daily deal of this game.", status=404)
    return game


def the_day(text: str) -> datetime.date:
    """A day that has a deal: not a later one than today."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        raise Sorry("There is no such day.", status=404) from None
    if not FIRST <= day <= today() or day.isoformat() != text:
        raise Sorry("There is no such day.", status=404)
    return day


# -- scores ---------------------------------------------------------------------------------------------------


class Ranking(NamedTuple):
    """A day's scores, as they were when so many daily games were over."""

    games: int
    at: float
    summaries: list[Summary]


async def ranking(house: House, game: str, day: datetime.date) -> list[Summary]:
    """The finished games of a day, the best first; of each person the one that was finished first. Everybody who opens
    the shelf asks for it: it is made again when another game is over."""
    key, now, over = (game, day.isoformat()), time.monotonic(), house.hall.dailies_over
    known = house.rankings.get(key)
    # Another process tells nobody here that a daily game is over.
    if known is None or known.games != over or (not house.log.alone and now > known.at + RANKING_SECONDS):
        if len(house.rankings) >= RANKINGS:
            house.rankings.clear()
        known = house.rankings[key] = Ranking(over, now, await make_ranking(house, *key))
    return known.summaries


async def make_ranking(house: House, game: str, day: str) -> list[Summary]:
    found = sorted(await house.log.days_scores(game, day), key=lambda summary: summary.updated)
    first: dict[str, Summary] = {}
    for summary in found:
        if summary.people and score(summary) is not None:
            first.setdefault(summary.people[0][1], summary)
    return sorted(first.values(), key=lambda summary: (-(score(summary) or 0), summary.updated))


def score(summary: Summary) -> int | None:
    outcome = summary.about["outcome"]
    found: int | None = outcome["scores"][0] if outcome is not None else None
    return found


def names(summaries: list[Summary]) -> list[tuple[str, int]]:
    """What the shelf shows of a day."""
    return [(summary.about["names"][0], score(summary) or 0) for summary in summaries[:SHELF]]


def list_row(summary: Summary, words: Words) -> dict[str, Any]:
    """A finished game as a line of a list."""
    outcome = summary.about["outcome"]
    when = datetime.datetime.fromtimestamp(summary.updated, datetime.UTC).date().isoformat()
    return {
        "table": summary.table,
        "name": summary.about["names"][0],
        "rank": words.reason(outcome["reason"]),
        "treasures": summary.about.get("kept", {}).get("treasures"),
        "score": score(summary),
        "day": summary.daily or when,
        "daily": summary.daily is not None,
    }


# -- pages ----------------------------------------------------------------------------------------------------


@post("/daily/{game:str}", include_in_schema=False)
async def play_daily(request: AnyRequest, house: Shared, game: FromPath[str]) -> Redirect:
    """Everybody's deal of the day, once for each person."""
    visitor = await house.visitor(request)
    await house.form(request, visitor)
    game_with_days(game)
    day = today()
    own = await own_table(house, visitor, game, day)
    if own is not None:
        return redirect(f"/t/{own.table}")
    owner = maker(house, request, visitor.person)

    def make(table: Table) -> None:
        seats = [Seat("person", visitor.person, visitor.name)]
        promise = daily_promise(house.signer.secret, game, day.isoformat())
        table.make(game, 1, {}, visitor.person, seats, daily=day.isoformat(), promise=promise)
        table.start(visitor.person)

    room = await house.hall.make(make, owner)
    return redirect(f"/t/{room.table.id}")


async def own_table(house: House, visitor: Visitor, game: str, day: datetime.date) -> Summary | None:
    """A person's table of a day's deal."""
    if visitor.fresh:
        return None
    return await house.log.table_of_day(visitor.person, game, day.isoformat())


@get("/daily/{game:str}", include_in_schema=False)
async def scores_of_today(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    return await scores_page(request, house, game, today())


@get("/daily/{game:str}/{day:str}", include_in_schema=False)
async def scores_of_day(request: AnyRequest, house: Shared, game: FromPath[str], day: FromPath[str]) -> Response[str]:
    return await scores_page(request, house, game, the_day(day))


async def scores_page(request: AnyRequest, house: House, game: str, date: datetime.date) -> Response[str]:
    visitor = await house.visitor(request)
    found = game_with_days(game)
    words = found.words(visitor.lang)
    own = await own_table(house, visitor, game, date)
    played = own is not None and own.status == "over"
    ranked = await ranking(house, game, date)
    places: dict[int | None, int] = {}
    rows = []
    for place, summary in enumerate(ranked, 1):
        places.setdefault(score(summary), place)  # equal scores share a place
        you = summary.people[0][1] == visitor.person
        if place <= LISTED or you:
            rows.append({**list_row(summary, words), "you": you, "place": places[score(summary)]})
    before, after = date - datetime.timedelta(days=1), date + datetime.timedelta(days=1)
    promise, next_promise = (daily_promise(house.signer.secret, game, day.isoformat()) for day in (date, after))
    # A day from before there were promises was dealt otherwise.
    promised = all(summary.about.get("hash") == promise.hash for summary in ranked)
    return house.page(
        "daily.html",
        visitor,
        game=found,
        day=date.isoformat(),
        rows=rows,
        today=date == today(),
        playing=own is not None and not played,
        played=played,
        spoils=date == today() and not played,
        before=before.isoformat() if before >= FIRST else "",
        after=after.isoformat() if after <= today() else "",
        hash=promise.hash if promised else "",
        seed=promise.seed.hex() if promised and date < today() else "",
        next_hash=next_promise.hash if date == today() else "",
        next_day=after.isoformat(),
    )


@get("/log/{game:str}", include_in_schema=False)
async def adventures(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    """The finished games of the person who asks."""
    visitor = await house.visitor(request)
    found = game_with_days(game)
    words = found.words(visitor.lang)
    mine = await house.log.finished_of(visitor.person, game) if not visitor.fresh else []
    own = [
        summary for summary in mine if score(summary) is not None and "components" not in summary.about
    ]  # no variants
    rows = [list_row(summary, words) for summary in own]
    best = max((row["score"] for row in rows), default=None)
    return house.page("adventures.html", visitor, game=found, rows=rows, best=best)


DAILY = [play_daily, scores_of_today, scores_of_day, adventures]
