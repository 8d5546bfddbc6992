"""Starts the server: at home with one command, or as a service."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

import structlog
import uvicorn

from parlour.tables.opening import storage_ready
from parlour.web.app import make_app
from parlour.web.connections import protocols
from parlour.web.journal import set_up_logging
from parlour.web.settings import Settings

logger = structlog.get_logger("parlour.serve")


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next one that nobody uses."""
    for port in (*range(wanted, wanted + 20), 0):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, port))
            except OSError:
                continue
            found: int = trial.getsockname()[1]
            return found
    return wanted


def own_address() -> str | None:
    """The address under which others on the network reach this machine. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith(("127.", "0.")) else found


class Server(uvicorn.Server):
    """Says when it can be visited."""

    def __init__(self, config: uvicorn.Config, ready: threading.Event) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


def configure(settings: Settings) -> uvicorn.Config:
    http, ws = protocols(settings.connections)
    return uvicorn.Config(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        http=http,
        ws=ws,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=True,  # a board is five times smaller so, which a phone notices
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,  # what is left has to be written within ten seconds of a signal
        server_header=False,
    )


def allow_many_connections() -> None:
    """As many open files as the system lets this process have."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))


def answer_soon() -> None:
    """Set the interpreter up so that nobody waits for its own business."""
    # The thread that writes to the disk needs the interpreter for a moment after each statement. It would have to
    # wait five milliseconds each time while pages are being drawn.
    sys.setswitchinterval(0.0005)
    allow_many_connections()
    # What is loaded now stays: the garbage collector need not go through it again and again. Drawing makes many small
    # things that are gone at once and no cycles; to look for some after every 700 of them costs a twentieth of a move.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def serve(settings: Settings, home: bool = False, deep: bool = False) -> None:
    """Run until stopped. At home: any free port, the browser is opened, and the terminal says where others come in.
    `CannotStart` if the tables' place is not fit; a deep look at it takes its time."""
    set_up_logging(quiet=home)
    with storage_ready(settings.where(), deep) as notes:
        for note in notes:
            logger.warning("storage", note=note)
        if deep:
            logger.info("every page and every table was checked", notes=len(notes))
        run(settings, home)


def run(settings: Settings, home: bool) -> None:
    if home:
        settings.lab = True  # those who are at home share nobody else's machine
        settings.port = free_port(settings.host, settings.port)
    settings.warm = os.environ.get("PARLOUR_WARM", "") != "0"  # a test that starts many servers does without
    ready = threading.Event()
    server = Server(configure(settings), ready)
    if home:
        threading.Thread(target=welcome, args=(settings, ready), daemon=True).start()
    answer_soon()
    with suppress(KeyboardInterrupt):  # it has closed down by then
        server.run()


def welcome(settings: Settings, ready: threading.Event) -> None:
    if not ready.wait(30):
        return
    here = f"http://localhost:{settings.port}/"
    print(f"\n  Parlour is open:  {here}")
    if settings.host in ("0.0.0.0", "::") and (address := own_address()):
        print(f"  For others here:  http://{address}:{settings.port}/")
    print(f"  Tables are kept in {settings.where() if not settings.database else 'the database'}")
    print("  Ctrl-C closes it; every game can be taken up again.\n", flush=True)
    if not os.environ.get("PARLOUR_NO_BROWSER"):
        webbrowser.open(here)
