"""The application: routes, the doors around them, and what happens when something goes wrong."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.static_files import create_static_files_router

import parlour
from parlour.faces.refusals import Explained
from parlour.rules.errors import IllegalAction, RulesError
from parlour.tables.elements import Refused
from parlour.tables.hall import Hall
from parlour.tables.limits import address_key
from parlour.tables.log import StorageError
from parlour.tables.schema import open_log
from parlour.tables.thinking import Thinkers, home_workers
from parlour.web.api import Api, SessionsApi, trouble
from parlour.web.hints import HINTS
from parlour.web.hosts import Hosts
from parlour.web.house import STATIC, AnyRequest, House, Shared, Sorry
from parlour.web.identity import COOKIE, SAFE_PREFIX, Signer
from parlour.web.lab import LAB
from parlour.web.lessons import LESSONS
from parlour.web.live import live
from parlour.web.pages import PAGES
from parlour.web.settings import Settings
from parlour.web.warming import warm_up
from parlour.web.words import language, phrases

logger = structlog.get_logger("parlour.web")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # a table's address is its key
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
PRIVATE = (b"cache-control", b"no-store")  # for all that may depend on who asks
ENCRYPTED = (b"strict-transport-security", b"max-age=31536000")


class Door:
    """Around everything: names of the server, limits for each address, headers for each answer, a line in the log."""

    def __init__(self, app: Litestar, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        why = self.hosts.why_not(scope)
        if scope["type"] == "websocket":
            await (refuse_host(scope, send, why) if why else self.app(scope, receive, send))
            logger.info("socket", route=route_of(scope))
            return
        house: House = self.app.state.house
        began = time.perf_counter()
        status = 0

        async def send_more(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = all_headers(scope, message["headers"])
            await send(message)

        client = address_key(scope["client"][0]) if scope.get("client") else ""
        if why:
            await refuse_host(scope, send_more, why)
        elif not scope["path"].startswith(("/static/", "/healthz")) and not house.requests.take(client):
            body = b'{"error":"Not so fast, please.","rule":null}'
            headers = [(b"content-type", b"application/json"), (b"retry-after", b"5")]
            start = {"type": "http.response.start", "status": 429, "headers": headers}
            await send_more(start)
            await send({"type": "http.response.body", "body": body, "more_body": False})
        else:
            await self.app(scope, receive, send_more)
        seconds = time.perf_counter() - began
        house.metrics.requests.labels(str(status)).inc()
        house.metrics.seconds.observe(seconds)
        logger.info(
            "request", method=scope["method"], route=route_of(scope), status=status, ms=round(seconds * 1000, 1)
        )


def route_of(scope: Any) -> str:
    """The shape of a path, without what stands in it: ids are keys, and anything else may be a name."""
    return str(scope.get("path_template") or "…")


def all_headers(scope: Any, headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """What an answer says, with what every answer says besides."""
    secure = scope["scheme"] == "https"
    public = scope["path"].startswith("/static/")
    found = []
    for name, value in headers:
        kind = name.lower()
        if kind == PRIVATE[0]:
            public = public or value.startswith(b"public")
            if not public:
                continue
        found.append((name, lock_cookie(value) if secure and kind == b"set-cookie" else value))
    return [*found, *HEADERS, *([] if public else [PRIVATE]), *([ENCRYPTED] if secure else [])]


def lock_cookie(cookie: bytes) -> bytes:
    """A cookie that comes back by HTTPS only. The one that says who somebody is cannot be set by a neighbour either."""
    return (SAFE_PREFIX.encode() if cookie.startswith(f"{COOKIE}=".encode()) else b"") + cookie + b"; Secure"


async def refuse_host(scope: Any, send: Any, why: Refused) -> None:
    """Answer a request that does not call the server by its name."""
    accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    body = why.sentence(phrases(language("", accepted.decode("latin-1")))).encode()
    kind = "http" if scope["type"] == "http" else "websocket.http"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.response.start", "status": 400, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body, "more_body": False})


# -- when something goes wrong -------------------------------------------------------------------------------


def wants_json(request: AnyRequest) -> bool:
    return request.url.path.startswith("/api/")


def friendly(request: AnyRequest, status: int, why: str, id: str = "") -> Response[Any]:
    house: House = request.app.state.house
    visitor = house.visitor_now(request)
    visitor.fresh = visitor.stale = False  # an error gives no cookie
    visitor.path = "/"
    words = phrases(visitor.lang)
    if status == 404:
        title = words.t("There is nothing here")
    elif status >= 500:
        title = words.t("Something went wrong on our side")
    else:
        title = words.t("That did not work")
    return house.page("error.html", visitor, status, title=title, why=why, id=id)


def on_http(request: AnyRequest, error: HTTPException) -> Response[Any]:
    if wants_json(request):
        detail = error.detail
        if error.extra and isinstance(error.extra, list):
            detail = "; ".join(str(item.get("message", "")) for item in error.extra if isinstance(item, dict)) or detail
        return trouble(error.status_code, detail)
    return friendly(request, error.status_code, "")


def on_rules(request: AnyRequest, error: RulesError) -> Response[Any]:
    rule = error.rule if isinstance(error, IllegalAction) else None
    if wants_json(request):
        return trouble(409 if rule else 400, str(error), rule)
    if isinstance(error, Explained):
        return friendly(request, 400, error.sentence(phrases(request.app.state.house.lang_of(request))))
    return friendly(request, 400, str(error))


def on_refused(request: AnyRequest, error: Refused) -> Response[Any]:
    if wants_json(request):
        return trouble(409, str(error))
    status = error.status if isinstance(error, Sorry) else 409
    return friendly(request, status, error.sentence(phrases(request.app.state.house.lang_of(request))))


def on_depth(request: AnyRequest, error: RecursionError) -> Response[Any]:
    """What was sent is nested deeper than anything that we ask for. Where nothing was sent, it is our own mistake."""
    if request.method == "GET":
        return on_anything(request, error)
    why = "This is nested too deep."
    if wants_json(request):
        return trouble(400, why)
    return friendly(request, 400, phrases(request.app.state.house.lang_of(request)).t(why))


def on_anything(request: AnyRequest, error: Exception) -> Response[Any]:
    id = secrets.token_hex(4)
    status = 503 if isinstance(error, StorageError) else 500
    logger.error("a request failed", id=id, route=route_of(request.scope), error=type(error).__name__, exc_info=error)
    if wants_json(request):
        return trouble(status, f"Something went wrong on our side ({id}).")
    return friendly(request, status, "", id)


# -- for whoever runs it ---------------------------------------------------------------------------------------


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT)
async def healthz() -> str:
    """The process is alive and its loop turns. Nothing is read: a slow database is no reason to kill it."""
    return "ok"


@get("/readyz", include_in_schema=False, media_type=MediaType.TEXT)
async def readyz(house: Shared) -> Response[str]:
    """Moves can be written."""
    why = await house.readiness.why_not()
    return Response(why or "ok", status_code=503 if why else 200, media_type="text/plain")


@get("/metrics", include_in_schema=False)
async def metrics(house: Shared) -> Response[bytes]:
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api", include_in_schema=False)
async def api_page(request: AnyRequest, house: Shared) -> Response[str]:
    calls = []
    for path, item in request.app.openapi_schema.to_schema()["paths"].items():
        for method, call in item.items():
            text = call.get("description", "")
            calls.append({"method": method.upper(), "path": path, "summary": call.get("summary", ""), "text": text})
    return house.page("api.html", await house.visitor(request), calls=calls)


def make_app(settings: Settings | None = None, thinkers: Thinkers | None = None) -> Door:
    """The application of one server process, with its door."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        log = open_log(chosen.where())
        hall = Hall(
            log, thinkers or Thinkers(chosen.workers or (home_workers() if chosen.lab else 0)), chosen.bot_pause
        )
        house = app.state.house = House(chosen, log, hall, Signer(await log.secret()))
        await house.sessions.reload()
        hall.on_spent = lambda: hall.spawn(house.sessions.reload())
        await hall.open()
        if chosen.warm:
            warm_up(lambda: hall.closed)
        watchdog = asyncio.create_task(app.state.house.watchdog.watch())
        try:
            yield
        finally:
            watchdog.cancel()
            await hall.close()
            logger.info("stopped")

    async def the_house(state: State) -> House:
        house: House = state.house
        return house

    app = Litestar(
        route_handlers=[
            *PAGES,
            *LESSONS,
            *HINTS,
            *LAB,
            live,
            Api,
            SessionsApi,
            healthz,
            readyz,
            metrics,
            api_page,
            create_static_files_router(path="/static", directories=[STATIC], include_in_schema=False),
        ],
        dependencies={"house": Provide(the_house)},
        lifespan=[lifespan],
        # Level 9, the default, takes three times as long for a page that is hardly smaller.
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=4, exclude=["/events"]
        ),
        exception_handlers={
            HTTPException: on_http,
            RulesError: on_rules,
            Refused: on_refused,
            RecursionError: on_depth,
            Exception: on_anything,
        },
        openapi_config=OpenAPIConfig(
            title="Parlour",
            version=parlour.__version__,
            description="Play the games of the box with a program.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        ),
        request_max_body_size=100_000,
        logging_config=None,
        debug=False,
    )
    return Door(app, Hosts(chosen))
