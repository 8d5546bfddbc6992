"""Records as data to learn from: a row for each decision, with what the seat observed, could answer and answered.

JSON lines need nothing else; Parquet needs pyarrow (`pip install 'parlour[data]'`). Beside the data stands its card, a
JSON file: what the columns are, what each number of an observation means, how many games and rows there are, and the
SHA-256 of the data, so that it can be checked later (`check_export`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from parlour.faces.refusals import LibraryMissing
from parlour.rules.errors import InvalidRecord, RulesError
from parlour.rules.features import NoFeatures, features_of, version_of
from parlour.rules.game import Components, Game, game_of
from parlour.rules.move import read_move
from parlour.rules.state import State

COLUMNS = {
    "game": "the number of the game in this file, from 0",
    "step": "the number of the move in its game, from 0; chance moves count and have no row",
    "seat": "who answered",
    "observation": "what the seat knew, as numbers (see names)",
    "legal": "the codes of what it could answer",
    "action": "the code of what it answered",
    "notation": "the same as a person writes it",
    "return": "what the game was worth to the seat, from 1 to -1; null if it was not finished",
}
CHUNK = 4096  # rows that are written to Parquet at a time


class Export:
    """Records of one game and number of players, on their way into a file."""

    def __init__(self, records: Iterable[Mapping[str, Any]], components: Components = None) -> None:
        self.records = iter(records)
        self.components = components
        self.game: Game | None = None
        self.players = 0
        self.games = 0
        self.rows = 0
        self.unfinished = 0

    def read(self) -> Iterator[dict[str, Any]]:
        for number, record in enumerate(self.records):
            where = f"record {number + 1}"
            game = game_of(record) if self.components is not None else game_of(record).variant_of(record)
            if self.game is None:
                features_of(game.id)  # a game that is not told in numbers is refused at once
                self.game, self.players = game, record.get("players", 0)
            if (game.id, record.get("players")) != (self.game.id, self.players):
                raise InvalidRecord(f"{where}: one file holds games of one kind, so {self.game.id} for {self.players}")
            if game.changes != self.game.changes:
                raise InvalidRecord(f"{where}: one file holds games of one variant, so {describe(self.game.changes)}")
            final = game.replay(record, self.components)
            self.games += 1
            returns = final.returns() if final.outcome is not None else None
            self.unfinished += returns is None
            yield from self.decisions(number, game, record, returns)

    def decisions(
        self, number: int, game: Game, record: Mapping[str, Any], returns: list[float] | None
    ) -> Iterator[dict[str, Any]]:
        state = game.opening(record, self.components)
        for step, data in enumerate(record["moves"]):
            move = read_move(data, state.players, "record.moves")
            if not isinstance(move.seat, str):
                self.rows += 1
                yield self.row(number, step, state, move.seat, move.action, returns)
            move.play(state)

    def row(
        self, number: int, step: int, state: State, seat: int, action: str, returns: list[float] | None
    ) -> dict[str, Any]:
        return {
            "game": number,
            "step": step,
            "seat": seat,
            "observation": [round(value, 7) for value in state.observation(seat)],
            "legal": [int(code) for code in state.actions(seat)],
            "action": int(state.parse(seat, action)),
            "notation": action,
            "return": None if returns is None else returns[seat],
        }

    def card(self, data: Path) -> dict[str, Any]:
        """What there is to know about the data."""
        if self.game is None:
            raise InvalidRecord("there are no records to export")
        return {
            "what": f"decisions in games of {self.game.title}, one a row, exported by Parlour",
            "file": data.name,
            "sha256": digest(data),
            "game": self.game.id,
            "players": self.players,
            "components": self.game.changes,
            "rules_version": self.game.rules_version,
            "version": version_of(self.game, self.players, self.components),
            "games": self.games,
            "unfinished": self.unfinished,
            "rows": self.rows,
            "columns": COLUMNS,
            "names": list(self.game.observation_names(self.players, self.components)),
            "returns": "by the place in the game: 1 alone in the first, -1 alone in the last place",
            "from": "records of whole games; what a row observes is what its seat was allowed to know then",
        }


def describe(changes: Mapping[str, Any]) -> str:
    return f"with {json.dumps(changes)}" if changes else "by the box's components"


def digest(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            found.update(piece)
    return found.hexdigest()


def card_of(data: Path) -> Path:
    """Where the card of a file of data stands."""
    return data.with_name(data.name + ".card.json")


def write_export(records: Iterable[Mapping[str, Any]], data: Path, components: Components = None) -> dict[str, Any]:
    """Write the rows of all records, as the file's name says (.jsonl or .parquet), and the card beside it. Nothing is
    there if a record is wrong."""
    if data.suffix not in (".jsonl", ".parquet"):
        raise RulesError(f"{data}: data is written as .jsonl or .parquet")
    export = Export(records, components)
    partial = data.with_name(data.name + ".part")
    try:
        if data.suffix == ".jsonl":
            with partial.open("w", encoding="utf-8") as file:
                for row in export.read():
                    file.write(json.dumps(row, separators=(",", ":")) + "\n")
        else:
            write_parquet(export, partial)
        partial.replace(data)
        card = export.card(data)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    card_of(data).write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    return card


def write_parquet(export: Export, path: Path) -> None:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise LibraryMissing("Parquet needs pyarrow: pip install 'parlour[data]', or write .jsonl") from None
    kinds = {
        "game": arrow.int32(),
        "step": arrow.int32(),
        "seat": arrow.int8(),
        "observation": arrow.list_(arrow.float32()),
        "legal": arrow.list_(arrow.int64()),
        "action": arrow.int64(),
        "notation": arrow.string(),
        "return": arrow.float32(),
    }
    schema = arrow.schema(list(kinds.items()))
    with parquet.ParquetWriter(path, schema) as writer:
        rows: list[dict[str, Any]] = []
        for row in export.read():
            rows.append(row)
            if len(rows) == CHUNK:
                writer.write_table(arrow.Table.from_pylist(rows, schema))
                rows = []
        writer.write_table(arrow.Table.from_pylist(rows, schema))


def check_export(data: Path) -> dict[str, Any]:
    """The card of exported data, if the data is still what it says; else `InvalidRecord`."""
    try:
        card: dict[str, Any] = json.loads(card_of(data).read_text(encoding="utf-8"))
        found = digest(data)
    except (OSError, ValueError) as error:
        raise InvalidRecord(f"{data}: there must be data and its card: {error}") from error
    if card.get("sha256") != found:
        raise InvalidRecord(f"{data}: this is not what was exported: its SHA-256 is {found}, not {card.get('sha256')}")
    return card


__all__ = ["NoFeatures", "card_of", "check_export", "write_export"]
