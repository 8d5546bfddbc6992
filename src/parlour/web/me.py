"""Who you are: your name, where you are signed in, how pages look."""

from __future__ import annotations

import datetime

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from parlour.tables.log import SignedIn
from parlour.web.house import (
    AnyRequest,
    Shared,
    Sorry,
    inside,
    redirect,
)


@get("/me", include_in_schema=False)
async def me(request: AnyRequest, house: Shared) -> Response[str]:
    visitor = await house.visitor(request)
    signed_in: list[SignedIn] = []
    if not visitor.fresh:
        await house.sessions.note(visitor.session, request.headers.get("user-agent", ""))
        signed_in = await house.sessions.list_signed_in(visitor.session)
    return house.page(
        "me.html", visitor, link=house.signer.link(visitor.person), signed_in=signed_in, when=day_and_time
    )


def day_and_time(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")


@post("/me", include_in_schema=False)
async def set_name(request: AnyRequest, house: Shared) -> Redirect:
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    await house.rename(visitor.person, str(fields.get("name", "")))
    return redirect("/me")


@post("/me/end", include_in_schema=False)
async def end_session(request: AnyRequest, house: Shared) -> Redirect:
    """Sign out in another browser, in all others, or here."""
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    id = str(fields.get("session", ""))
    if fields.get("others"):
        await house.sessions.end_others(visitor.session)
    elif not await house.sessions.end(visitor.session, id):
        raise Sorry("You are not signed in there any more.", status=404)
    response = redirect("/" if id == visitor.session.id else "/me")
    if id == visitor.session.id:
        house.forget(response)
    return response


@get("/me/{link:str}", include_in_schema=False)
async def become_page(request: AnyRequest, house: Shared, link: FromPath[str]) -> Response[str]:
    visitor = await house.visitor(request)
    person = house.sessions.person_of_link(link)
    if person is None:
        raise Sorry("This link is too old, or was used before.", status=404)
    name = await house.name_of(person, visitor.lang)
    return house.page("become.html", visitor, link=link, name=name)


@post("/me/{link:str}", include_in_schema=False)
async def become(request: AnyRequest, house: Shared, link: FromPath[str]) -> Redirect:
    visitor = await house.visitor(request)
    await house.form(request, visitor)
    session = await house.sessions.use_link(link)
    if session is None:
        raise Sorry("This link is too old, or was used before.", status=404)
    await house.sessions.note(session, request.headers.get("user-agent", ""))
    response = redirect("/")
    house.remember(response, session)
    return response


@post("/settings", include_in_schema=False)
async def settings(request: AnyRequest, house: Shared) -> Redirect:
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    response = redirect(inside(fields.get("back")))
    for name in ("lang", "theme"):
        if name in fields:
            house.choose(response, name, str(fields[name]))
    return response


ME = [me, set_name, end_session, become_page, become, settings]
