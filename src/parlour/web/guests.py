"""For those who are asked to a table: the picture of its address, and the faces of the bots that sit there."""

from __future__ import annotations

import io

import segno
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from parlour.faces.cast import cast_of
from parlour.faces.portraits import portrait
from parlour.web.house import AnyRequest, Shared, the_game

SVG = "image/svg+xml"


@get("/t/{id:str}/qr.svg", include_in_schema=False)
async def table_code(request: AnyRequest, house: Shared, id: FromPath[str]) -> Response[bytes]:
    """The address of a table as a QR code, by the name that the server was called."""
    if await house.hall.room(id) is None:
        raise NotFoundException("There is no such table.")
    address = f"{request.url.scheme}://{request.url.netloc}/t/{id}"
    picture = io.BytesIO()
    segno.make(address, micro=False).save(picture, kind="svg", border=3, light="#fff", dark="#000", omitsize=True)
    return Response(picture.getvalue(), media_type=SVG, headers={"cache-control": "private, max-age=3600"})


@get("/boards/{game:str}/cast/{number:int}", include_in_schema=False)
async def cast_face(game: FromPath[str], number: FromPath[int]) -> Response[str]:
    """The portrait of somebody of a game's cast."""
    members = cast_of(the_game(game).id).members
    if not 0 <= number < len(members):
        raise NotFoundException("There is nobody of that number in the cast.")
    picture = portrait(members[number].face)
    return Response(picture, media_type=SVG, headers={"cache-control": "public, max-age=3600"})


GUESTS = [table_code, cast_face]
