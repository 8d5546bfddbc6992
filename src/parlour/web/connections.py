"""Connections before they are requests: how many, how long, how large their headers.

The rest of the server sees a request when its headers are complete, and a body as it comes. Here is what happens before
that: a connection that says nothing, half a request, headers without end. All of it is counted for each address; a
proxy (FORWARDED_ALLOW_IPS) speaks for many people, so how many connections it has is its own business.
"""

from __future__ import annotations

import os
from asyncio import BaseTransport, TimerHandle, Transport
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parlour.tables.limits import Places, address_key

HEADER_BYTES = 65_536
HEADER_SECONDS = 10.0  # until the headers of a request have come, from its first byte or from the connection
BODY_SECONDS = 30.0  # from then until all of it has come
IN_ALL = 4000  # connections of everybody


class TooLarge(Exception):
    """Headers that nobody needs."""


def refusal(status: str, why: str) -> bytes:
    """An answer that needs no application."""
    lines = (
        f"HTTP/1.1 {status}",
        "content-type: text/plain; charset=utf-8",
        f"content-length: {len(why)}",
        "x-content-type-options: nosniff",
        "connection: close",
    )
    return "\r\n".join([*lines, "", why]).encode("ascii")


class Proxies:
    """The addresses that may speak for others: those that uvicorn believes."""

    def __init__(self, given: str) -> None:
        self.everybody = given.strip() == "*"
        self.networks = []
        for part in given.split(","):
            with suppress(ValueError):  # a name, or the path of a socket
                self.networks.append(ip_network(part.strip(), strict=False))

    def __contains__(self, host: str) -> bool:
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return True  # a socket of this machine
        return self.everybody or any(address in network for network in self.networks)


def protocols(most: int) -> tuple[type[HttpToolsProtocol], type[WebSocketsSansIOProtocol]]:
    """How a server speaks HTTP and sockets when one address may have so many connections."""
    places = Places(most)
    proxies = Proxies(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1"))

    class Counted:
        """A connection that has a place among those of its address."""

        home: str | None = None

        def come_in(self, transport: BaseTransport, again: bool = False) -> bool:
            peer = transport.get_extra_info("peername")
            host = str(peer[0]) if isinstance(peer, (tuple, list)) and peer else ""
            home = "" if host in proxies else address_key(host)
            if home and not again and not places.take(home):
                return False
            if home and again:
                places.held[home] += 1  # it had its place before it became a socket
            self.home = home
            return True

        def go_out(self) -> None:
            if self.home:
                places.give_back(self.home)
            self.home = None

    class Http(Counted, HttpToolsProtocol):
        """HTTP with an end to everything."""

        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            self.patience: TimerHandle | None = None
            self.coming = 0  # bytes of a request whose headers are not complete
            self.header_bytes = 0
            self.reading_headers = True

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > IN_ALL or not self.come_in(transport):
                self.refuse("429 Too Many Requests", "Too many connections.")
                return
            self.wait(HEADER_SECONDS)

        def connection_lost(self, exc: Exception | None) -> None:
            self.wait(None)
            self.go_out()
            super().connection_lost(exc)

        def wait(self, seconds: float | None) -> None:
            if self.patience is not None:
                self.patience.cancel()
            self.patience = self.loop.call_later(seconds, self.give_up) if seconds is not None else None

        def give_up(self) -> None:
            self.patience = None
            self.refuse("408 Request Timeout", "The request did not come to its end.")

        def refuse(self, status: str, why: str) -> None:
            if self.transport.is_closing():
                return
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(refusal(status, why))
                self.transport.close()
            else:
                self.transport.abort()  # an answer may be on its way already

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            if self.patience is None and (self.cycle is None or self.cycle.response_complete):
                self.wait(HEADER_SECONDS)  # the next request on this connection
            self.coming += len(data)
            super().data_received(data)
            if self.reading_headers and self.coming > HEADER_BYTES:
                self.refuse("431 Request Header Fields Too Large", "The headers are too large.")

        def send_400_response(self, msg: str) -> None:
            if self.header_bytes > HEADER_BYTES:
                self.refuse("431 Request Header Fields Too Large", "The headers are too large.")
            else:
                super().send_400_response(msg)

        def on_message_begin(self) -> None:
            self.header_bytes = 0
            self.reading_headers = True
            super().on_message_begin()

        def on_header(self, name: bytes, value: bytes) -> None:
            self.header_bytes += len(name) + len(value)
            if self.header_bytes > HEADER_BYTES:
                raise TooLarge
            super().on_header(name, value)

        def on_headers_complete(self) -> None:
            self.reading_headers = False
            self.wait(BODY_SECONDS)
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self.coming = 0
            self.reading_headers = True
            self.wait(None)
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self.wait(None)
            self.go_out()
            super().handle_websocket_upgrade()

    class WebSockets(Counted, WebSocketsSansIOProtocol):
        """Sockets that keep the place they had before they were one. Silent ones are found by pings."""

        def connection_made(self, transport: BaseTransport) -> None:
            self.come_in(transport, again=True)
            super().connection_made(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            self.go_out()
            super().connection_lost(exc)

    return cast(type[HttpToolsProtocol], Http), cast(type[WebSocketsSansIOProtocol], WebSockets)
