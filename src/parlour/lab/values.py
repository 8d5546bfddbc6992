"""Every value of every game of an experiment as rows of a file, written while it runs: JSON lines, or Parquet with
pyarrow (`pip install 'parlour[data]'`)."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any

from parlour.faces.refusals import LibraryMissing
from parlour.lab.experiment import Experiment
from parlour.lab.sittings import Dealt
from parlour.rules.errors import RulesError

COLUMNS = ("experiment", "variant", "deal", "rotation", "unfinished", "measure", "value")
GROUP = 50_000  # rows that are written to Parquet at a time


class ValuesFile:
    """Rows as the name of the file says; there is nothing under that name before it is closed without an error."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if self.path.suffix not in (".jsonl", ".parquet"):
            raise RulesError(f"{path}: values are written as .jsonl or .parquet")
        self.partial = self.path.with_name(self.path.name + ".part")
        self.rows: list[dict[str, Any]] = []
        self.parquet: Any = None
        self.schema: Any = None
        try:
            if self.path.suffix == ".parquet":
                self.open_parquet()
            else:
                self.file = self.partial.open("w", encoding="utf-8")
        except OSError as error:
            raise RulesError(f"{path}: {error.strerror}") from error

    def open_parquet(self) -> None:
        try:
            import pyarrow as arrow
            from pyarrow import parquet
        except ImportError:
            raise LibraryMissing("Parquet needs pyarrow: pip install 'parlour[data]', or write .jsonl") from None
        kinds = (arrow.int32(), arrow.string(), arrow.int64(), arrow.int32(), arrow.bool_(), arrow.string(),
                 arrow.float64())  # fmt: skip
        self.schema = arrow.schema(list(zip(COLUMNS, kinds, strict=True)))
        self.parquet = parquet.ParquetWriter(self.partial, self.schema)

    def write(self, number: int, experiment: Experiment, dealt: Dealt) -> None:
        """All games of a deal; one that was stopped has a row without a measure."""
        for variant, games in zip(experiment.ways, dealt.games, strict=True):
            for turn, seen in enumerate(games):
                head = (number, variant.name, dealt.number, turn, seen.unfinished)
                for measure, value in seen.values.items() or [(None, None)]:
                    self.rows.append(dict(zip(COLUMNS, (*head, measure, value), strict=True)))
        if self.parquet is None or len(self.rows) >= GROUP:
            self.flush()

    def flush(self) -> None:
        if self.parquet is None:
            self.file.writelines(json.dumps(row) + "\n" for row in self.rows)
            self.file.flush()
        else:
            import pyarrow as arrow

            self.parquet.write_table(arrow.Table.from_pylist(self.rows, self.schema))
        self.rows = []

    def __enter__(self) -> ValuesFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is None:
            self.flush()
        (self.file if self.parquet is None else self.parquet).close()
        if error is None:
            self.partial.replace(self.path)
        else:
            self.partial.unlink(missing_ok=True)
