"""Small portraits, put together from features: a face for each bot of a cast.

A face is a table of features by name, all of them optional: `{ground = "#2b4c6f", skin = "tan", hair = "bun",
dye = "#6b4a2f", hat = "bowler", cloth = "#333", eyes = "dots", wear = "monocle", mouth = "grin"}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SKINS = {
    "fair": "#f3d3b8",
    "peach": "#e8b48f",
    "tan": "#c98f63",
    "brown": "#8d5a38",
    "dark": "#7a4c32",
    "green": "#8fc76a",
    "blue": "#7fb3dd",
    "violet": "#b59be0",
    "coral": "#ee8d78",
    "grey": "#b9c0c6",
    "steel": "#9fb0bd",
    "brass": "#d8b45c",
    "copper": "#cf8a5b",
}
HEADS = {
    "round": '<ellipse cx="24" cy="23" rx="11" ry="12"/>',
    "long": '<ellipse cx="24" cy="23.500" rx="9.500" ry="13.500"/>',
    "square": '<rect x="13" y="11" width="22" height="24" rx="7"/>',
    "bulb": '<path d="M24 9c9 0 14 6 13 13-1 6-6 8-7 12-1 3-11 3-12 0-1-4-6-6-7-12-1-7 4-13 13-13z"/>',
    "box": '<rect x="13" y="12" width="22" height="21" rx="2.500"/><path d="M10 19h3v7h-3zm25 0h3v7h-3z"/>',
}
HAIRS = {
    "bob": '<path d="M12 28c-2-13 3-19 12-19s14 6 12 19c-2-1-2-8-3-11-6 1-12 0-15-2-2 3-4 9-6 13z"/>',
    "bun": '<circle cx="24" cy="8" r="5"/><path d="M12.500 22c0-9 5-12 11.500-12s11.500 3 11.500 12c-3-5-6-7-11.500-7s-8.500 2-11.500 7z"/>',
    "curls": '<g><circle cx="14" cy="18" r="4.500"/><circle cx="18" cy="12.500" r="5"/><circle cx="25" cy="10.500" r="5"/><circle cx="31.500" cy="13.500" r="4.500"/><circle cx="34" cy="19" r="4"/></g>',
    "parting": '<path d="M12.500 21c0-9 5-12 11.500-12s12 3 11.500 12c-2-4-4-6-15-7-4 1-6 3-8 7z"/>',
    "spikes": '<path d="M12 20l0-9 5 3 2-8 5 6 5-7 2 8 6-3-1 10c-5-5-19-5-24 0z"/>',
    "mohawk": '<path d="M21 15c-1-6 0-11 3-13 3 2 4 7 3 13-2-1-4-1-6 0z"/>',
    "long": '<path d="M11 36c-2-18 2-27 13-27s15 9 13 27c-4-2-4-12-4-18-5 0-10-1-13-3-3 4-5 14-9 21z"/>',
    "fringe": '<path d="M12.500 23c-1-10 5-14 11.500-14s12.500 4 11.500 14c-1-2-1-3-2-4-6 1-13 1-19 0-1 1-1 2-2 4z"/>',
    "tufts": '<path d="M13 22c-3-1-4-5-2-8 2 1 3 3 4 5zm22 0c3-1 4-5 2-8-2 1-3 3-4 5z"/>',
}
HATS = {
    "bowler": '<path d="M14 14c0-8 4-11 10-11s10 3 10 11z"/><rect x="9" y="13" width="30" height="3.500" rx="1.700"/>',
    "top": '<path d="M15 1h18l-1.500 13h-15z"/><rect x="9" y="12.500" width="30" height="3.500" rx="1.700"/>',
    "cap": '<path d="M13 15c0-7 4-10 11-10s11 3 11 10z"/><path d="M24 13h17c1 3-4 4-8 3.500z"/>',
    "beret": '<path d="M11 14c-2-7 8-11 17-9 8 2 10 8 6 10-7-2-15-2-23-1z"/><path d="M25 5l1-3 1.500.5-1 3z"/>',
    "cowboy": '<path d="M6 12c4 4 32 4 36 0 1 5-6 7-18 7s-19-2-18-7z"/><path d="M15 14c0-7 2-11 5-11 2 0 2 2 4 2s2-2 4-2c3 0 5 4 5 11z"/>',
    "leather": '<path d="M12 29c-3-15 3-22 12-22s15 7 12 22c-3-1-3-6-3-11-4-3-14-3-18 0 0 5 0 10-3 11z"/>',
    "hood": '<path d="M8 40c-2-24 4-36 16-36s18 12 16 36c-4-3-5-8-5-14 0-9-4-13-11-13s-11 4-11 13c0 6-1 11-5 14z"/>',
    "bandana": '<path d="M12 18c0-8 5-11 12-11s12 3 12 11c-7-3-17-3-24 0z"/><path d="M35 15l6-2-1 5 2 3-7-3z"/>',
    "antennae": '<g fill="none" stroke-width="1.800"><path d="M18 12C17 6 14 4 12 4M30 12c1-6 4-8 6-8"/></g><circle cx="11.500" cy="4" r="2.600"/><circle cx="36.500" cy="4" r="2.600"/>',
    "antenna": '<path d="M23.200 5h1.600v8h-1.600z"/><circle cx="24" cy="4" r="2.800"/>',
    "helmet": '<path d="M10 20c0-10 6-15 14-15s14 5 14 15h-4c0-5-3-8-10-8s-10 3-10 8z"/>',
    "lamp": '<path d="M12 17c0-9 5-12 12-12s12 3 12 12z"/><circle cx="24" cy="12" r="4" fill="#ffe27a"/>',
    "crown": '<path d="M13 15l-1-11 6 5 6-7 6 7 6-5-1 11z"/>',
    "flower": '<circle cx="34" cy="13" r="2" fill="#ffe27a"/><g><circle cx="34" cy="9.500" r="2.400"/><circle cx="37.400" cy="12" r="2.400"/><circle cx="36" cy="16" r="2.400"/><circle cx="31.800" cy="16" r="2.400"/><circle cx="30.600" cy="12" r="2.400"/></g>',
    "fez": '<path d="M17 2h14l2 12H15z"/><path d="M25 3l8 2 1 7h-1.500l-1-6-6.500-2z" fill="#2a2320"/>',
}
EYES = {
    "dots": '<circle cx="19.500" cy="23" r="1.600"/><circle cx="28.500" cy="23" r="1.600"/>',
    "wide": '<g fill="#fff"><circle cx="19" cy="22.500" r="3.400"/><circle cx="29" cy="22.500" r="3.400"/></g><circle cx="19.500" cy="23" r="1.600"/><circle cx="28.500" cy="23" r="1.600"/>',
    "narrow": '<path d="M16.500 22.500l6 1.200-6 1zm15 0l-6 1.200 6 1z"/>',
    "sleepy": '<g fill="none" stroke="#2a2320" stroke-width="1.500" stroke-linecap="round"><path d="M17 22.500q2.500 2.500 5 0M26 22.500q2.500 2.500 5 0"/></g>',
    "laughing": '<g fill="none" stroke="#2a2320" stroke-width="1.500" stroke-linecap="round"><path d="M17 24q2.500-3 5 0M26 24q2.500-3 5 0"/></g>',
    "one": '<circle cx="24" cy="21" r="5.500" fill="#fff"/><circle cx="24" cy="21.500" r="2.500"/>',
    "three": '<g fill="#fff"><circle cx="17.500" cy="23" r="2.800"/><circle cx="24" cy="19" r="2.800"/><circle cx="30.500" cy="23" r="2.800"/></g><circle cx="17.500" cy="23.300" r="1.300"/><circle cx="24" cy="19.300" r="1.300"/><circle cx="30.500" cy="23.300" r="1.300"/>',
    "almond": '<path d="M14.500 20c4-2 7 1 7.500 5-5 1-7.500-1-7.500-5zm19 0c-4-2-7 1-7.500 5 5 1 7.500-1 7.500-5z"/>',
    "lamps": '<rect x="16" y="19" width="6" height="6" rx="1" fill="#ffe27a"/><rect x="26" y="19" width="6" height="6" rx="1" fill="#ffe27a"/>',
}
WEARS = {
    "monocle": '<g fill="none" stroke="#e9c25a" stroke-width="1.400"><circle cx="28.500" cy="23" r="4.200"/><path d="M32 25.500l2 9"/></g>',
    "glasses": '<g fill="none" stroke="#2a2320" stroke-width="1.300"><circle cx="19" cy="23" r="4"/><circle cx="29" cy="23" r="4"/><path d="M23 22.500h2"/></g>',
    "shades": '<path d="M14 20h20v2c0 4-8 5-9 0h-2c-1 5-9 4-9 0z" fill="#1c1c22"/>',
    "goggles": '<path d="M12 10h24v3H12z" fill="#5b3a1e"/><g fill="#bfe3ee" stroke="#7a5a2a" stroke-width="1.500"><circle cx="19" cy="12" r="4"/><circle cx="29" cy="12" r="4"/></g>',
    "patch": '<path d="M12 17l24 3-.3 1.500L32 21c0 6-7 7-8-1l-12-2z" fill="#1c1c22"/>',
    "moustache": '<path d="M24 28c-2-2-6-1-9 2 4 1 8 1 9-.5 1 1.500 5 1.500 9 .5-3-3-7-4-9-2z" fill="#4a3526"/>',
    "beard": '<path d="M13.500 25c0 11 5 14 10.500 14s10.500-3 10.500-14c-2 4-4 4-7 3.500-2-1-5-1-7 0-3 .5-5 .5-7-3.500z" fill="#7c6f66"/>',
    "freckles": '<g fill="#a5573a"><circle cx="16.500" cy="27" r=".8"/><circle cx="19" cy="28" r=".8"/><circle cx="29" cy="28" r=".8"/><circle cx="31.500" cy="27" r=".8"/></g>',
    "scar": '<path d="M29 17l3 10" stroke="#8d3a2a" stroke-width="1.300" fill="none"/>',
    "pearls": '<g fill="#fdfbf4"><circle cx="17" cy="36" r="1.800"/><circle cx="20.500" cy="37.500" r="1.800"/><circle cx="24" cy="38" r="1.800"/><circle cx="27.500" cy="37.500" r="1.800"/><circle cx="31" cy="36" r="1.800"/></g>',
    "spots": '<g fill="#00000033"><circle cx="15.500" cy="19" r="2"/><circle cx="32" cy="16" r="2.500"/><circle cx="31" cy="29" r="1.500"/></g>',
}
MOUTHS = {
    "smile": '<path d="M19.500 29q4.500 4 9 0"/>',
    "grin": '<path d="M18.500 28.500q5.500 6.500 11 0z" fill="#fff"/>',
    "flat": '<path d="M20 30.500h8"/>',
    "frown": '<path d="M20 31.500q4-3 8 0"/>',
    "smirk": '<path d="M20 30.500q5 1.500 9-2"/>',
    "oh": '<ellipse cx="24" cy="30.500" rx="2" ry="2.500" fill="#5a2a20"/>',
    "grille": '<path d="M18 28h12v4H18zm3 0v4m3-4v4m3-4v4"/>',
}
USUAL = {"ground": "#5b7a8c", "skin": "peach", "head": "round", "dye": "#4a3526", "cloth": "#3b4a57", "eyes": "dots", "mouth": "smile"}  # fmt: skip
CHOICES = {"skin": SKINS, "head": HEADS, "hair": HAIRS, "hat": HATS, "eyes": EYES, "wear": WEARS, "mouth": MOUTHS}
PAINTS = ("ground", "dye", "cloth")  # features that are colours
COLOUR = re.compile(r"#[0-9a-f]{6}")
INK = "#2a2320"


def check_face(face: Mapping[str, str]) -> None:
    """Raise `ValueError`, which names the feature, unless a portrait can be drawn with these."""
    for feature, value in face.items():
        if feature in PAINTS:
            if not COLOUR.fullmatch(value):
                raise ValueError(f"face.{feature}: a colour such as #2b4c6f is needed, not {value!r}")
        elif feature not in CHOICES:
            raise ValueError(f"face: there is no feature {feature!r}; there are {', '.join((*CHOICES, *PAINTS))}")
        elif value not in CHOICES[feature]:
            raise ValueError(f"face.{feature}: one of {', '.join(CHOICES[feature])} is needed, not {value!r}")


def portrait(face: Mapping[str, str]) -> str:
    """A face as an SVG picture of 48 by 48."""
    has = {**USUAL, **face}
    skin, dye, cloth = SKINS[has["skin"]], has["dye"], has["cloth"]
    behind = f'<g fill="{dye}">{HAIRS["long"]}</g>' if has.get("hair") == "long" else ""
    parts = [
        f'<circle cx="24" cy="24" r="24" fill="{has["ground"]}"/>',
        behind,
        f'<path d="M4 48c1-10 9-12 20-12s19 2 20 12z" fill="{cloth}"/>',
        f'<path d="M19 30h10v8q-5 4-10 0z" fill="{skin}"/>',
        f'<g fill="{skin}" stroke="#00000030">{HEADS[has["head"]]}</g>',
        f'<g fill="{dye}">{HAIRS[has["hair"]]}</g>' if "hair" in has and not behind else "",
        f'<g fill="{INK}">{EYES[has["eyes"]]}</g>',
        f'<g fill="none" stroke="{INK}" stroke-width="1.500" stroke-linecap="round">{MOUTHS[has["mouth"]]}</g>',
        f'<g fill="{cloth}" stroke="#00000055" stroke-width=".6">{HATS[has["hat"]]}</g>' if "hat" in has else "",
        WEARS[has["wear"]] if "wear" in has else "",
    ]
    round_edge = '<clipPath id="o"><circle cx="24" cy="24" r="24"/></clipPath>'
    inside = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">{round_edge}<g clip-path="url(#o)">{inside}</g></svg>'
