"""The names under which this server may be called.

A page of another site can let its own name point to this machine, and the browser would take us for that site. So a
request has to call the server by one of its own names: a name of this machine, the address that the connection came to,
or one that `PARLOUR_ORIGINS` lists. An address cannot be pointed elsewhere, a name can.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

from parlour.tables.elements import Refused
from parlour.web.settings import Settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
EVERYWHERE = ("", "0.0.0.0", "::")


def address_of(text: str) -> Address | None:
    """An address as the network writes it: without its zone, and the older kind where it is wrapped in the newer."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def host_of(netloc: str) -> str:
    """The host of a `Host` header, without its port, in small letters; empty if it is not one."""
    try:
        parts = urlsplit(f"//{netloc}")
        parts.port  # noqa: B018  # a port that is no number is refused here
    except ValueError:
        return ""
    if parts.username is not None or parts.path or parts.query or parts.fragment or not netloc.isprintable():
        return ""
    return (parts.hostname or "").rstrip(".")


class Hosts:
    """The allow-list of one server."""

    def __init__(self, settings: Settings) -> None:
        names = {"localhost", *(host_of(urlsplit(origin).netloc) for origin in settings.origins)}
        if settings.host in EVERYWHERE:
            own = socket.gethostname().lower()
            names |= {own, own.partition(".")[0], own.partition(".")[0] + ".local"}
        else:
            names.add(settings.host.lower())
        self.names = names - {""}
        self.addresses = {found for name in names if (found := address_of(name)) is not None}

    def knows(self, host: str, came_to: str) -> bool:
        """Whether a `Host` header names this server, on a connection that came to an address of it."""
        name = host_of(host)
        address = address_of(name)
        if address is None:
            return name in self.names
        return address.is_loopback or address in self.addresses or address == address_of(came_to)

    def why_not(self, scope: Any) -> Refused | None:
        """What is wrong with the names in a request, if anything is."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1:
            return Refused("A request names the server exactly once.")
        came_to = str(scope["server"][0]) if scope.get("server") else ""
        if not self.knows(hosts[0], came_to):
            return Refused(
                "This server is not known by that name. Whoever runs it can add the address to PARLOUR_ORIGINS."
            )
        return None
