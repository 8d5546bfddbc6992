"""Records and positions: replayed, checked, counted."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

import parlour
from parlour.commands.common import components_option, json_option, lang_option, plainly, read_json
from parlour.faces.changes import change_lines, gift_lines
from parlour.faces.words import SHARED, Phrases
from parlour.rules.game import game_of
from parlour.rules.move import read_move
from parlour.terminal import read_record


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--positions", is_flag=True, help="Print the position after every move, one JSON object a line.")
@components_option
@lang_option
@json_option
@plainly
def replay(file: str, positions: bool, components: str | None, lang: str, as_json: bool) -> None:
    """Replay a record ("-" for standard input) and say what happened.

    If the record has a `final` position or an `outcome`, they are compared with what the moves lead to.
    """
    record = read_record(read_json(file))
    game = game_of(record) if components is not None else game_of(record).variant_of(record)
    final = game.replay(record, components)  # a bad record is refused before anything is printed
    outcome = final.outcome.to_dict() if final.outcome is not None else None
    for key, found in (("final", final.position()), ("outcome", outcome)):
        if key in record and record[key] != found:
            raise parlour.InvalidRecord(f"the moves do not lead to the record's {key!r}")
    state = game.opening(record, components)
    if as_json and not positions:
        click.echo(
            json.dumps({"game": game.id, "moves": len(record["moves"]), "final": final.position(), "outcome": outcome})
        )
        return
    words = game.words(lang)
    words.use(game.parts(components))
    opened = [*change_lines(game, words), *gift_lines(game, record.get("gift") or {}, words)]
    for line in opened if not positions else ():
        click.echo(line)
    if positions:
        click.echo(json.dumps(state.position()))
    else:
        state.listen(lambda event: say(words.event(event.seen_by(None)), event.rule))
    for move in record["moves"]:
        read_move(move, state.players, "record.moves").play(state)
        if positions:
            click.echo(json.dumps(state.position()))
    if not positions:
        click.echo("")
        click.echo(words.table(state.view(None), None))
        if state.outcome is not None:
            click.echo("")
            click.echo(words.result(state.outcome))


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@lang_option
@json_option
@plainly
def verify(file: str, lang: str, as_json: bool) -> None:
    """Check the cards and dice of a record ("-" for standard input) against the seed that was promised.

    docs/fair.md says how. It ends with 0 if all is good, 1 if something was changed, 3 if there is nothing to check.
    """
    from parlour.tables.promises import SENTENCES, check_by_rules
    from parlour.verify import SENTENCES as PLAIN_SENTENCES
    from parlour.verify import check

    record = read_record(read_json(file))
    status, findings = check(record)
    if status == "good" and (faults := check_by_rules(record)):
        status, findings = ("tampered", faults) if faults[0][0] != "version" else (status, findings + faults)
    phrases = Phrases(SHARED, lang)
    sentences = [phrases.t({**PLAIN_SENTENCES, **SENTENCES}[code], **facts) for code, facts in findings]
    if status != "good":
        sentences.insert(0, phrases.t(PLAIN_SENTENCES[status]))
    if as_json:
        click.echo(json.dumps({"status": status, "findings": [{"is": code, **facts} for code, facts in findings]}))
    else:
        click.echo("\n".join(sentences))
    sys.exit({"good": 0, "tampered": 1}.get(status, 3))


def say(sentence: str, rule: str) -> None:
    if sentence:
        click.echo(f"{rule:>7}  {sentence}")


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.argument("depth", type=click.IntRange(min=0))
@components_option
@json_option
@plainly
def perft(file: str, depth: int, components: str | None, as_json: bool) -> None:
    """Count the paths of DEPTH steps from the position (or the end of the record) in FILE ("-" for standard input)."""
    data = read_json(file)
    if isinstance(data, dict) and isinstance(data.get("position"), dict):
        data = data["position"]
    if not isinstance(data, dict):
        raise parlour.InvalidPosition(f"{file}: a position is a JSON object")
    game = game_of(data) if components is not None else game_of(data).variant_of(data)
    state = game.replay(data, components) if "moves" in data else game.load(data, components)
    count = parlour.perft(state, depth)
    click.echo(json.dumps({"game": game.id, "depth": depth, "count": count}) if as_json else f"{count}")


@click.group()
def records() -> None:
    """Many records, as the arena keeps them with --records: exported as data to learn from, and checked."""


@records.command()
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--to", "target", required=True, type=click.Path(dir_okay=False), help="A file .jsonl or .parquet.")
@components_option
@json_option
@plainly
def export(files: Sequence[str], target: str, components: str | None, as_json: bool) -> None:
    """Write a row for each decision of the records in FILES (one JSON object a line): what the seat observed, could
    answer and answered, and what the game was worth to it. A card beside the file says what is in it.
    """
    from parlour.lab.export import card_of, write_export

    card = write_export(read_records(files), Path(target), components)
    if as_json:
        click.echo(json.dumps(card))
    else:
        click.echo(f"{card['games']} games, {card['rows']} decisions: {target}, {card_of(Path(target))}")


@records.command("check")
@click.argument("file", type=click.Path())
@json_option
@plainly
def check_exported(file: str, as_json: bool) -> None:
    """See whether FILE is still what was exported, by the checksum on its card."""
    from parlour.lab.export import check_export

    card = check_export(Path(file))
    click.echo(json.dumps(card) if as_json else f"Good: {card['games']} games, {card['rows']} decisions.")


def read_records(files: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The records of files with one a line."""
    for file in files:
        try:
            with open(file, encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        yield read_record(parse_line(line, f"{file}, line {number}"))
        except (OSError, UnicodeDecodeError) as error:
            raise parlour.InvalidRecord(f"{file}: {error}") from error


def parse_line(line: str, where: str) -> object:
    try:
        found: object = json.loads(line)
    except ValueError as error:
        raise parlour.InvalidRecord(f"{where}: {error}") from error
    return found
