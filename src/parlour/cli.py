"""The command line: `parlour`, the same as `python -m parlour`."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import click

import parlour
from parlour._engine import CORE, why_pure
from parlour.commands.common import told_plainly
from parlour.commands.compare import compare, lab
from parlour.commands.lab import arena, bench, simulate
from parlour.commands.making import new_game
from parlour.commands.playing import games, play, rules, scores
from parlour.commands.records import perft, records, replay, verify
from parlour.commands.server import screenshots, serve, server_settings

COMMANDS = (
    *(games, rules, play, scores, replay, verify, perft, simulate, arena, compare, lab, bench, serve, screenshots),
    *(records, new_game),
)


def version() -> str:
    python = ".".join(str(part) for part in sys.version_info[:3])
    pure = why_pure()
    engine = f"{parlour.ENGINE} engine"
    if parlour.ENGINE == "pure":
        engine += f" ({pure.get(CORE, 'nothing is compiled')})"
    elif pure:
        engine += f" (in plain Python: {'; '.join(f'{group}, {why}' for group, why in sorted(pure.items()))})"
    return f"parlour {parlour.__version__}, {engine}, Python {python}"


def say_plainly(message: Warning | str, *where: Any, **more: Any) -> None:
    click.echo(f"parlour: {message}", err=True)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, invoke_without_command=True
)
@click.version_option(message=version(), version=parlour.__version__)
@click.pass_context
def main(context: click.Context) -> None:
    """Parlour: a box of tabletop games, to play, to design with and to do research on.

    Without a command it opens the shelf of games in the browser.

    \b
    parlour                                         play in the browser, alone or with others
    parlour play mogul --seats me,random,random     play in this terminal
    parlour rules mogul                             read the rules
    parlour simulate photon-rush --games 1000       let bots play
    parlour arena mogul --seats hard,greedy,greedy  see which bot is stronger
    parlour compare photon-rush --set towers=6      see what a change does
    """
    warnings.showwarning = say_plainly  # such as the name of a game that is not finished
    if context.invoked_subcommand is None:
        from parlour.web.serve import serve as open_shelf

        with told_plainly():
            open_shelf(server_settings(), home=True)


for command in COMMANDS:
    main.add_command(command)


if __name__ == "__main__":
    main()
