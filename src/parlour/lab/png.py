"""The plots of a report as PNG files, drawn by resvg from the same SVG (`pip install 'parlour[plots]'`)."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.faces.refusals import LibraryMissing
from parlour.lab.names import names_for
from parlour.lab.report import STYLE, plots
from parlour.lab.result import Result
from parlour.rules.errors import RulesError

ZOOM = 2  # pixels for each unit of a plot


def write_pngs(results: Sequence[Result], folder: str | Path, lang: str = "en") -> list[Path]:
    """All plots of these results, light, one a file; the files that were written."""
    draw = load_resvg()
    here = Path(folder)
    found: list[Path] = []
    try:
        here.mkdir(parents=True, exist_ok=True)
        for number, result in enumerate(results):
            for plot in plots(result, names_for(result.experiment.game, lang)):
                name = re.sub(r"[^a-z0-9.-]+", "-", plot.id.lower())
                path = here / (f"{number + 1}-{name}.png" if len(results) > 1 else f"{name}.png")
                path.write_bytes(bytes(draw(svg_string=standing_alone(plot.svg), zoom=ZOOM, background="#fbfaf7")))
                found.append(path)
    except OSError as error:
        raise RulesError(f"{folder}: {error.strerror}") from error
    return found


def load_resvg() -> Any:
    try:
        return importlib.import_module("resvg_py").svg_to_bytes
    except ImportError as error:
        raise LibraryMissing("PNG needs resvg: pip install 'parlour[plots]'; --report has the plots as SVG") from error


def standing_alone(svg: str) -> str:
    """A plot outside of a page: with a size, and with the page's light colours written out."""
    colours = dict(re.findall(r"(--\w+): (#\w+)", STYLE.partition("@media")[0]))
    style = re.sub(r"var\((--\w+)\)", lambda name: colours[name[1]], STYLE.partition("figure")[2])
    shapes = "".join(re.findall(r"\.(?:grid|mark|span|dot|tick|name|curve|thin|spot|value|c\d)[^{]*{[^}]*}", style))
    width, height = re.findall(r'viewBox="0 0 (\d+) (\d+)"', svg)[0]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    text = f"text {{ font: 12px 'DejaVu Sans', Arial, sans-serif; fill: {colours['--ink']} }}"
    return svg.replace("<svg", head, 1).replace(">", f"><style>{text}{shapes}</style>", 1)
