"""The server, and pictures of what it shows."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import parlour
from parlour.bots import MORE_BOTS, load_bots, more_bots
from parlour.commands.common import lang_option, load_option, plainly, told_plainly

if TYPE_CHECKING:
    from parlour.web.settings import Settings


def server_settings(**given: Any) -> Settings:
    """What the server is told, here and by the environment."""
    from parlour.web.settings import Settings

    try:
        return Settings(**given)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8571, show_default=True, help="The port to listen on.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The folder for tables (SQLite).")
@click.option("--check", is_flag=True, help="Read every page of the storage and every table before the server opens.")
@load_option
@plainly
def serve(host: str, port: int, data: Path | None, check: bool, load: Sequence[str]) -> None:
    """Run the server for a website or a club.

    PARLOUR_DATABASE=postgresql://... keeps the tables there instead of in a file; docs/hosting.md tells the rest.
    """
    from parlour.web.serve import serve as run

    settings = server_settings(host=host, port=port)
    if data is not None:
        settings.data = data
    with told_plainly():
        modules = [*more_bots(), *load]
        load_bots(modules)
        os.environ[MORE_BOTS] = ",".join(modules)  # for the processes in which bots think
        run(settings, deep=check)


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default="screenshots", show_default=True)
@click.option("--game", "game_ids", multiple=True, metavar="GAME", help="Only this game, or `shelf`. Repeatable.")
@click.option("--stage", "stages", multiple=True, type=click.Choice(["first", "early", "middle", "end"]))
@click.option("--theme", "themes", multiple=True, type=click.Choice(["light", "dark"]), help="Only this theme.")
@click.option(
    "--size",
    "sizes",
    multiple=True,
    help="desktop, phone, landscape, tablet, 4k, or one like 1024x768; without it six sizes, phones to large screens.",
)
@click.option(
    "--vision",
    default="none",
    show_default=True,
    type=click.Choice(["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"]),
    help="As somebody sees it who cannot tell some colours apart.",
)
@click.option("--full", is_flag=True, help="The whole page, not only what fits into the window.")
@lang_option
@plainly
def screenshots(
    out: Path,
    game_ids: Sequence[str],
    stages: Sequence[str],
    themes: Sequence[str],
    sizes: Sequence[str],
    vision: str,
    full: bool,
    lang: str,
) -> None:
    """Take pictures of every game: first decision, middle and end, in both themes and six sizes, and of the shelf.

    Bots play the games from fixed seeds on a server of its own; a Chromium on this machine looks at the tables.
    """
    from parlour.web import pictures

    wanted = [id if id == "shelf" else parlour.game(id).id for id in game_ids] or [*parlour.games(), "shelf"]
    shots = []
    for theme in themes or pictures.THEMES:
        for size in sizes or pictures.USUAL_SIZES:
            for id in wanted:
                for stage in ("",) if id == "shelf" else stages or pictures.USUAL_STAGES:
                    shots.append(pictures.Shot("" if id == "shelf" else id, stage, theme, size))
    pictures.take(out, shots, lang, vision, full, told=lambda path: click.echo(str(path)))
