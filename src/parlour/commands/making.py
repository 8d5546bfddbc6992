"""A new game."""

from __future__ import annotations

from pathlib import Path

import click

import parlour
from parlour.commands.common import plainly


@click.command(name="new-game")
@click.argument("name")
@click.option("--players", default="2-4", show_default=True, help="How many can play: a range, or one number.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="The folder to make it in (else the current one)."
)
@click.option(
    "--here", is_flag=True, help="Into this checkout of Parlour, with its tests, not as a package of its own."
)
@plainly
def new_game(name: str, players: str, out: Path | None, here: bool) -> None:
    """Begin a new game: a small one that is complete, with tests, to be changed step by step.

    docs/adding-a-game.md goes on from there.
    """
    from parlour import scaffold

    plan = scaffold.plan(name, players)
    if here:
        if out is not None:
            raise parlour.RulesError("--here says where the game goes: --out does not go with it")
        root = scaffold.checkout()
        for path in scaffold.new_here(plan, root):
            click.echo(path.relative_to(root))
        click.echo(f"\nNow:  ./test -k '{plan.id} or {plan.module}'    parlour play {plan.id}    docs/adding-a-game.md")
        return
    folder = scaffold.new_package(plan, out or Path())
    click.echo(f"{folder}: {plan.title}, rules {plan.prefix}-1 to {plan.prefix}-12")
    click.echo(f"\nNow:  cd {folder} && pip install -e '.[test]' && pytest && parlour play {plan.id}")
