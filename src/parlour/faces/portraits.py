"""Small portraits, put together from features: a face for each bot of a cast.

A face is a table of features by name, all of them optional: `{ground = "#2b4c6f", skin = "tan", hair = "bun",
dye = "#6b4a2f", hat = "bowler", cloth = "#333333", eyes = "dots", wear = "monocle", mouth = "grin"}`. What there is to
choose from stands in `portraits.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

CHOICES = ("skin", "head", "hair", "hat", "eyes", "wear", "mouth")
PAINTS = ("ground", "dye", "cloth")  # features that are colours
COLOUR = re.compile(r"#[0-9a-f]{6}")
INK = "#2a2320"
FRAME = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">{edge}<g clip-path="url(#o)">{inside}</g></svg>'
EDGE = '<clipPath id="o"><circle cx="24" cy="24" r="24"/></clipPath>'


@cache
def drawings() -> Mapping[str, Mapping[str, str]]:
    """Feature -> name -> drawing, or colour of the skin; and what a face has that says nothing else."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def check_face(face: Mapping[str, str]) -> None:
    """Raise `ValueError`, which names the feature, unless a portrait can be drawn with these."""
    for feature, value in face.items():
        if feature in PAINTS:
            if not COLOUR.fullmatch(value):
                raise ValueError(f"face.{feature}: a colour such as #2b4c6f is needed, not {value!r}")
        elif feature not in CHOICES:
            raise ValueError(f"face: there is no feature {feature!r}; there are {', '.join((*CHOICES, *PAINTS))}")
        elif value not in drawings()[feature]:
            raise ValueError(f"face.{feature}: one of {', '.join(drawings()[feature])} is needed, not {value!r}")


def portrait(face: Mapping[str, str]) -> str:
    """A face as an SVG picture of 48 by 48."""
    has = {**drawings()["usual"], **face}
    skin, dye, cloth = drawings()["skin"][has["skin"]], has["dye"], has["cloth"]
    drawn = {feature: drawings()[feature][has[feature]] for feature in CHOICES if feature in has}
    hair = f'<g fill="{dye}">{drawn.get("hair", "")}</g>'
    behind = has.get("hair") == "long"
    parts = (
        f'<circle cx="24" cy="24" r="24" fill="{has["ground"]}"/>',
        hair if behind else "",
        f'<path d="M4 48c1-10 9-12 20-12s19 2 20 12z" fill="{cloth}"/>',
        f'<path d="M19 30h10v8q-5 4-10 0z" fill="{skin}"/>',
        f'<g fill="{skin}" stroke="#00000030">{drawn["head"]}</g>',
        "" if behind else hair,
        f'<g fill="{INK}">{drawn["eyes"]}</g>',
        f'<g fill="none" stroke="{INK}" stroke-width="1.5" stroke-linecap="round">{drawn["mouth"]}</g>',
        f'<g fill="{cloth}" stroke="#00000055" stroke-width=".6">{drawn.get("hat", "")}</g>',
        drawn.get("wear", ""),
    )
    return FRAME.format(edge=EDGE, inside="".join(parts))
