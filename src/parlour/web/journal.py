"""The server's log: what happened and when, never to whom.

The address of a table is its key, so no id may stand in it; nor may a name or a cookie. Our own lines say only what is
harmless. What others say (the server below us, the interpreter's own complaints) is cut down to that: an error is its
kind and the places it went through, for its message may quote anything.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import structlog

from parlour.tables.log import StorageError

KEY = re.compile(r"[\w-]{15,}")  # ids of tables and people, cookies, tokens: none is shorter
TELLING = (StorageError, OSError)  # their messages are about the machine, and whoever runs it needs them


def without_keys(text: str) -> str:
    return KEY.sub("…", text.partition("\n")[0])


def bare(error: BaseException) -> str:
    """An error as a line for each place, and its kind."""
    lines: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(lines) < 60:
        for frame in traceback.extract_tb(seen.__traceback__):
            lines.append(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}")
        message = f": {without_keys(str(seen))}" if isinstance(seen, TELLING) else ""
        lines.append(type(seen).__name__ + message)
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "\n".join(lines)


def with_bare_errors(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """For our own lines: the error that belongs to one, if any."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        event["exception"] = bare(error)
    return event


class Discreet(logging.Formatter):
    """For lines of others."""

    def format(self, record: logging.LogRecord) -> str:
        text = without_keys(record.getMessage())
        if record.exc_info and record.exc_info[1] is not None:
            text += "\n" + bare(record.exc_info[1])
        return text


def about_no_socket(record: logging.LogRecord) -> bool:
    """Uvicorn writes a line with the whole path for each socket, and an error for each that is refused with a reason
    (`refuse_host`); our own line has the route."""
    return not any(words in str(record.msg) for words in ("WebSocket", "without completing handshake"))


def set_up_logging(quiet: bool) -> None:
    """For people in a terminal: coloured lines; for a service: JSON."""
    level = logging.WARNING if quiet else logging.INFO
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(Discreet())
    logging.basicConfig(level=level, handlers=[lines])
    logging.getLogger("uvicorn.error").addFilter(about_no_socket)
    last: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if sys.stderr.isatty():
        last = structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            with_bare_errors,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
