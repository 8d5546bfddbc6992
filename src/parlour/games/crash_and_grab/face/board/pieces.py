"""Pictures of single pieces. They are the same on every update, so each is made once."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

LETTER_AT = {"pilot": 33, "engineer": 27, "doctor": 27, "scientist": 33}


@lru_cache(maxsize=2048)
def token(member: str, letter: str, label: str, pick: str, classes: str) -> Markup:
    """A crewmember aboard or in a queue. Each is in one place only, so its name is its piece."""
    color, type = member.split("-")
    also = Markup(' data-also="{}"').format(pick) if pick else Markup("")  # what it stands for has a button on the desk
    return Markup(
        '<svg class="{} c-{}" viewBox="0 0 40 40" data-piece="crew-{}"{} role="img" aria-label="{}"><title>{}</title>'
        '<use href="#cg-{}"/><text x="20" y="{}" class="l">{}</text></svg>'
    ).format(classes, color, member, also, label, label, type, LETTER_AT[type], letter)


@lru_cache(maxsize=512)
def figure(member: str, letter: str, classes: str) -> Markup:
    """The picture of a crewmember, where words beside it say who it is."""
    color, type = member.split("-")
    return Markup(
        '<svg class="{} c-{}" viewBox="0 0 40 40" aria-hidden="true"><use href="#cg-{}"/>'
        '<text x="20" y="{}" class="l">{}</text></svg>'
    ).format(classes, color, type, LETTER_AT[type], letter)


@lru_cache(maxsize=64)
def emblem(color: str, letter: str, classes: str) -> Markup:
    """The picture of a saucer, where words beside it say whose it is."""
    return Markup(
        '<svg class="{} c-{}" viewBox="0 0 60 60" aria-hidden="true"><use href="#cg-saucer"/>'
        '<text x="30" y="43" class="l">{}</text></svg>'
    ).format(classes, color, letter)


@lru_cache(maxsize=512)
def sign(kind: str, color: str, type: str, letter: str) -> Markup:
    """What would happen in a flight, as a small picture."""
    if kind == "grab":
        return figure(f"{color}-{type}", letter, "i")
    if kind in ("hit", "off"):
        return Markup(
            '<svg class="i c-{}" viewBox="0 0 48 48" aria-hidden="true"><use href="#cg-{}"/>'
            '<text x="24" y="{}" class="l">{}</text></svg>'
        ).format(color, kind, 31 if kind == "hit" else 20, letter)
    name = "accelerator" if kind == "launch" else kind
    return Markup('<svg class="i" aria-hidden="true"><use href="#cg-{}"/></svg>').format(name)
