"""A server of its own for a benchmark: the script starts itself once more with `--serve FOLDER PORT ...`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx

MANY = 1e9
# Nobody is asked to slow down.
UNHURRIED: dict[str, Any] = {
    "message_rate": MANY,
    "message_burst": MANY,
    "request_rate": MANY,
    "request_burst": MANY,
    "make_rate": MANY,
    "make_burst": MANY,
}


class OwnServer(NamedTuple):
    url: str
    pid: int
    folder: Path


@contextmanager
def a_server(script: str, *words: str) -> Iterator[OwnServer]:
    """The script as a server, with an empty folder, as soon as it answers."""
    with tempfile.TemporaryDirectory() as folder:
        port = 8700 + os.getpid() % 1000
        server = subprocess.Popen([sys.executable, script, "--serve", folder, str(port), *words])
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(300):
                with suppress(httpx.HTTPError):
                    httpx.get(f"{url}/healthz")
                    break
                time.sleep(0.1)
            yield OwnServer(url, server.pid, Path(folder))
        finally:
            server.terminate()
            server.wait(20)
