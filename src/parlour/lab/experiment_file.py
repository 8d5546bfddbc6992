"""Experiments as files (TOML)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from parlour.lab.experiment import Experiment
from parlour.lab.variants import Variant
from parlour.rules.errors import RulesError
from parlour.rules.game import find

KEYS = ("game", "name", "bots", "players", "options", "set", "files", "give", "without", "variants", "games", "within",
        "minutes", "seed", "limit", "count", "load", "luck")  # fmt: skip
VARIANT_KEYS = ("name", "set", "file", "give", "without")


def read_experiment(path: str | Path) -> list[Experiment]:
    """The experiments of a file: one, or one for each number of players it names."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: {error}") from error
    try:
        return experiments_from(data, Path(path).parent)
    except RulesError as error:
        raise type(error)(f"{path}: {error}") from error
    except TypeError as error:
        raise RulesError(f"{path}: {error}") from error


def experiments_from(data: Mapping[str, Any], folder: Path) -> list[Experiment]:
    refuse_others(data, KEYS, "")
    if "game" not in data:
        raise RulesError('the key "game" is missing')
    game = find(data["game"])
    bots = data.get("bots")
    players = data.get("players")
    if isinstance(bots, str):  # one for all seats
        tables = players if isinstance(players, list) else [players if players is not None else game.players[0]]
        seatings: list[list[str] | None] = [[bots] * game.check_table(table, {}) for table in tables]
    elif bots is None and isinstance(players, list):
        seatings = [["greedy"] * game.check_table(table, {}) for table in players]
    else:
        seatings = [bots]
    sets = data.get("set", [])
    if isinstance(sets, dict):
        sets = [f"{key}={json.dumps(value) if not isinstance(value, str) else value}" for key, value in sets.items()]
    variants = [read_variant(item, i, folder) for i, item in enumerate(data.get("variants", []))]
    plain = {key: data[key] for key in ("options", "give", "without", "games", "within", "minutes", "seed", "limit",
                                        "count", "load", "name", "luck") if key in data}  # fmt: skip
    for key in ("give", "without", "count", "load"):
        if isinstance(plain.get(key), str):
            plain[key] = [plain[key]]
    files = [str(folder / file) for file in data.get("files", [])]
    table = players if isinstance(players, int) and bots is None else None
    return [
        Experiment(game, seats, players=table, sets=sets, files=files, variants=variants, **plain) for seats in seatings
    ]


def read_variant(item: Any, place: int, folder: Path) -> Variant:
    if not isinstance(item, dict):
        raise RulesError(f"variants.{place}: a table is needed")
    refuse_others(item, VARIANT_KEYS, f"variants.{place}.")
    file = str(folder / item["file"]) if "file" in item else None
    return Variant(item.get("name", ""), item.get("set", {}), file, item.get("give", ""), item.get("without", ""))


def refuse_others(data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in data:
        if key not in known:
            raise RulesError(f"{where}{key}: there is no such key; there are {', '.join(known)}")
