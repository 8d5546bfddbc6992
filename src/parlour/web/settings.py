"""What a server is told when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

PORT = 8571


def data_folder() -> Path:
    """Where a person's tables are kept: $PARLOUR_DATA, or the usual place of the system."""
    given = os.environ.get("PARLOUR_DATA")
    return Path(given) if given else Path(platformdirs.user_data_dir("parlour", appauthor=False))


def listed_origins(text: str) -> tuple[str, ...]:
    """Addresses such as https://games.example.org, with commas between them."""
    found = tuple(part.strip().rstrip("/").lower() for part in text.split(",") if part.strip())
    for origin in found:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
            raise ValueError(f"PARLOUR_ORIGINS: {origin!r} is not an address such as https://games.example.org")
    return found


@dataclass
class Settings:
    """All have defaults that are right for a server at home."""

    data: Path = field(default_factory=data_folder)
    database: str = field(default_factory=lambda: os.environ.get("PARLOUR_DATABASE", ""))
    host: str = "0.0.0.0"
    port: int = PORT
    origins: tuple[str, ...] = field(
        default_factory=lambda: listed_origins(os.environ.get("PARLOUR_ORIGINS", ""))
    )  # other addresses of this server, e.g. https://games.example.org behind a proxy
    bot: str = ""  # who plays in "Play now"; empty: the level for most people
    bot_pause: float = 0.6  # seconds before a bot answers
    workers: int = 0  # processes for bots; 0: as many as fit
    lab: bool = field(
        default_factory=lambda: os.environ.get("PARLOUR_LAB", "") not in ("", "0")
    )  # whether visitors may run experiments (/lab)
    warm: bool = False  # whether all that is made at the first use is made when the server starts
    # Limits: so many a second, and so many at once. An IPv6 network (/64) counts as one address.
    message_bytes: int = 16_384  # the largest message on a socket
    message_rate: float = 15.0  # messages of one person; four times as many of one address
    message_burst: float = 40.0
    chat_rate: float = 1.0  # things that one person says; three times as many of one address
    chat_burst: float = 5.0
    reason_rate: float = 2.0  # clicks in vain of one person that are explained; each asks the referee
    reason_burst: float = 12.0
    hint_rate: float = 0.5  # hints for one person; four times as many for one address. Each takes a worker's time
    hint_burst: float = 8.0
    request_rate: float = 20.0  # requests of one address
    request_burst: float = 200.0
    make_rate: float = 0.5  # tables that one person makes, or one address
    make_burst: float = 30.0
    sockets_of_person: int = 30  # sockets and streams that are open at a time
    sockets_of_address: int = 120
    connections: int = 200  # connections of one address at a time; a proxy may have as many as it likes

    def where(self) -> str:
        """The database: a URL, or the path of an SQLite file."""
        return self.database or str(self.data / "parlour.db")
