"""A server in a thread of this process: for pictures, measurements and tests."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType
from typing import Any

from parlour.tables.hall import Hall
from parlour.web.app import Door
from parlour.web.house import House
from parlour.web.serve import Server, configure
from parlour.web.settings import Settings


class Background:
    """A server that runs while this process does something else: `with Background(settings) as server: ...`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        ready = threading.Event()
        config = configure(settings)
        self.server = Server(config, ready)
        app = config.app
        assert isinstance(app, Door)
        self.app = app
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        if not ready.wait(120):
            raise RuntimeError("the server did not start")
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def house(self) -> House:
        house: House = self.app.app.state.house
        return house

    @property
    def hall(self) -> Hall:
        return self.house.hall

    def run(self, work: Any) -> Any:
        """Do something in the server's event loop."""
        assert self.hall.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.hall.loop).result(120)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        if self.thread.is_alive():
            raise RuntimeError("the server did not stop")

    def __enter__(self) -> Background:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
