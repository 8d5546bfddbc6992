"""The first-game guides: a small real table, a few steps, the real board and the referee.

Nothing is kept: the step is in the address, and the table is made anew by playing the guide's moves up to there. A page
without script walks through by its links; with script the player does the steps by picks on the board.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Response, get
from litestar.params import FromPath

from parlour.faces.look import look_at
from parlour.faces.motion import Beat, touched_things
from parlour.faces.words import Words
from parlour.rules.errors import IllegalAction
from parlour.rules.game import Game
from parlour.web.boards import beats_of, board_css, board_of, rule_link, rules_file, sprite
from parlour.web.house import AnyRequest, Shared, Sorry, Visitor, number, the_game
from parlour.web.reasons import why_not
from parlour.web.regions import FEW
from parlour.web.scenes import Guide, guide, moment
from parlour.web.templating import render, render_piece

MOST_PICKED = 16  # names that a browser may send


class Place(NamedTuple):
    """Where somebody is in a guide: steps count from 1, and behind the last one is the end."""

    step: int
    done: bool

    @property
    def query(self) -> str:
        return f"?step={self.step}" + ("&done=1" if self.done else "")


class Lesson(NamedTuple):
    """What one place of a guide shows."""

    board: str
    ask: str
    picks: dict[str, list[str]] | None
    asked: str
    said: list[str]
    beats: list[Beat]


def the_guide(id: str) -> tuple[Game, Guide]:
    game = the_game(id)
    found = guide(id)
    if found is None:
        raise Sorry("There is no guide to this game.", status=404)
    return game, found


def place_of(request: AnyRequest, steps: int) -> Place:
    step = max(1, min(number(request.query_params.get("step"), 1), steps + 1))
    return Place(step, bool(request.query_params.get("done")) and step <= steps)


def before(place: Place) -> Place | None:
    """One step back: from what came of a step to the question, from there to the step before."""
    if place.done:
        return Place(place.step, False)
    return Place(place.step - 1, True) if place.step > 1 else None


def after(place: Place) -> Place:
    return Place(place.step + 1, False) if place.done else Place(place.step, True)


def lesson(game: Game, guide: Guide, place: Place, visitor: Visitor, text: bool) -> Lesson:
    """The board and the text of a place, as the guide's seat sees them."""
    words = game.words(visitor.lang)
    over = place.step > len(guide.steps)
    seat = guide.seat
    now = moment(game, guide, place.step - 1 - over, place.done or over)
    asking = not over and not place.done
    look = look_at(now.state, game, seat, words, events=now.events)
    board, picks = board_of(look, text)
    step = None if over else guide.steps[place.step - 1]
    lines = [] if over else event_sentences(game, words, now.events, seat)
    ask = render(
        "lesson.html",
        {"t": words.t, "v": visitor, "game": game},
        guide=guide,
        place=place,
        count=len(guide.steps),
        step=step,
        lines=[html for _, html in lines],
        answers=answers(words, step.say[visitor.lang], look.view, look.legal, picks or {}) if step and asking else "",
        back=before(place),
        next=after(place),
        rules=rules_file(game.id, visitor.lang) is not None,
    )
    said = [sentence for sentence, _ in lines]
    if not step or not asking:
        return Lesson(board, ask, None, "", said, beats_of(game.id, now.events, seat) if place.done else [])
    return Lesson(board, ask, picks, step.ask, said, [])


def answers(words: Words, question: str, view: dict[str, Any], legal: list[str], picks: dict[str, list[str]]) -> str:
    """The question, with a button for each action that cannot be picked on the board."""
    buttons = tuple(
        (action, words.action(action, view)) for action in words.rank_actions(view, legal) if action not in picks
    )
    groups = (buttons,) if buttons else ()
    return render_piece("ask.html", words.lang, question=question, groups=groups, count=len(buttons), few=FEW)


def event_sentences(game: Game, words: Words, events: list[Any], seat: int) -> list[tuple[str, str]]:
    """What has happened, in sentences: plain, and with the link to the rule."""
    found = []
    for event in events:
        said = words.event(event.seen_by(seat))
        if said:
            link = rule_link(game.id, event.rule, words.lang)
            found.append((said, render("line.html", {}, said=said, link=link)))
    return found


@get("/guide/{game:str}", include_in_schema=False)
async def guide_page(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    visitor = await house.visitor(request)
    found, steps = the_guide(game)
    place = place_of(request, len(steps.steps))
    return house.page(
        "guide.html",
        visitor,
        game=found,
        place=place,
        lesson=lesson(found, steps, place, visitor, False),
        own=board_css(game) is not None,
        sprite=sprite(found, visitor.lang),
    )


@get("/guide/{game:str}/answer", include_in_schema=False)
async def guide_answer(request: AnyRequest, house: Shared, game: FromPath[str]) -> dict[str, Any]:
    """The parts of a guide's page for its script: another place, or what comes of an action."""
    visitor = house.visitor_now(request)
    found, steps = the_guide(game)
    place = place_of(request, len(steps.steps))
    action = request.query_params.get("action")
    if action is not None:
        if place.done or place.step > len(steps.steps):
            return {"is": "refused", "why": found.words(visitor.lang).t("Nothing is asked here.")}
        asked = steps.steps[place.step - 1]
        if action != asked.ask:
            return not_this(found, steps, place, visitor.lang, str(action))
        place = after(place)
    names = request.query_params.getall("names", [])
    if names and action is None:
        return cannot_be_chosen(found, steps, place, visitor.lang, request.query_params.getall("picked", []), names)
    shown = lesson(found, steps, place, visitor, bool(request.query_params.get("text")))
    return {
        "is": "table",
        "turn": False,
        "regions": {"board": shown.board, "ask": shown.ask},
        "picks": shown.picks,
        "question": place.step if shown.asked else None,
        "asked": shown.asked,
        "say": shown.said,
        "beats": shown.beats,
        "last": touched_things(shown.beats),
        "at": place.query,
    }


def not_this(game: Game, guide: Guide, place: Place, lang: str, action: str) -> dict[str, Any]:
    """Why another action than the one asked for is not carried out: the referee's reason, or a friendly word."""
    words = game.words(lang)
    state = moment(game, guide, place.step - 1, False).state
    try:
        state.parse(guide.seat, action[:200])
    except IllegalAction as error:
        answer = {"is": "refused", "why": words.explanation(error), "rule": error.rule}
        if rules_file(game.id, lang):
            answer["link"] = f"/rules/{game.id}#{error.rule.lower()}"
        return answer
    step = guide.steps[place.step - 1]
    hint = step.hint.get(lang) or words.t("That is allowed, but let us try something else here.")
    return {"is": "refused", "why": f"{hint} {step.say[lang]}", "friendly": True}


def cannot_be_chosen(
    game: Game, guide: Guide, place: Place, lang: str, picked: list[str], names: list[str]
) -> dict[str, Any]:
    """Why a thing on the board cannot be chosen: the referee's reason, or what is asked instead."""
    words = game.words(lang)
    if place.done or place.step > len(guide.steps):
        return {"is": "refused", "why": words.t("Nothing is asked here.")}
    state = moment(game, guide, place.step - 1, False).state
    reason = why_not(look_at(state, game, guide.seat, words), picked[:MOST_PICKED], names[:MOST_PICKED])
    if reason is None:
        return {
            "is": "refused",
            "why": f"{words.t('This cannot be chosen now.')} {guide.steps[place.step - 1].say[lang]}",
        }
    answer = {"is": "refused", "why": reason.why}
    if reason.rule:
        answer |= {"rule": reason.rule, "link": f"/rules/{game.id}#{reason.rule.lower()}"}
    return answer


LESSONS = [guide_page, guide_answer]
