"""What an environment shows: the table as text ("ansi"), our own board in the browser ("human") or as a picture
("rgb_array", taken by Chromium through Playwright). Whoever looks sees what a spectator sees."""

from __future__ import annotations

import tempfile
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import numpy as np

from parlour.envs.encoding import TableKind
from parlour.rules.errors import InvalidOptions
from parlour.rules.state import State

MODES: Final = ("human", "ansi", "rgb_array")
SIZE: Final = {"width": 960, "height": 640}


class Renderer:
    """Shows the games of one environment, and holds what it needs for that until it is closed."""

    def __init__(self, mode: str | None, kind: TableKind) -> None:
        if mode is not None and mode not in MODES:
            raise InvalidOptions(f"a render_mode is one of {', '.join(MODES)}, not {mode!r}")
        self.mode = mode
        self.kind = kind
        self._open = ExitStack()
        self._page: Any = None  # of the browser that takes pictures
        self._file: Path | None = None  # what a person's browser shows

    def render(self, state: State) -> Any:
        if self.mode is None:
            raise InvalidOptions(f"make the environment with a render_mode: {', '.join(MODES)}")
        if self.mode == "ansi":
            return self.kind.game.words().table(state.view(None), None)
        from parlour.web.standalone import board_page  # the web's libraries, only for those who look

        page = board_page(state, reload=self.mode == "human")
        return self.show(page) if self.mode == "human" else self.take_picture(page)

    def show(self, page: str) -> None:
        """Write the page where the browser looks; it is opened once, and looks again every second."""
        if self._file is None:
            folder = Path(self._open.enter_context(tempfile.TemporaryDirectory(prefix="parlour-")))
            self._file = folder / "table.html"
            self._file.write_text(page, encoding="utf-8")
            webbrowser.open(self._file.as_uri())
            return
        fresh = self._file.with_suffix(".new")
        fresh.write_text(page, encoding="utf-8")
        fresh.replace(self._file)

    def take_picture(self, page: str) -> Any:
        from PIL import Image

        from parlour.web.pictures import camera

        if self._page is None:
            browser = self._open.enter_context(camera())
            self._page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        self._page.set_content(page)
        with tempfile.TemporaryFile() as file:
            file.write(self._page.screenshot())
            file.seek(0)
            return np.asarray(Image.open(file).convert("RGB"))

    def close(self) -> None:
        self._open.close()
        self._page = self._file = None
