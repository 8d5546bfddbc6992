"""Photon Rush: the table as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.games.photon_rush.face.words import PhotonWords


def table(words: PhotonWords, view: Mapping[str, Any], seat: int | None) -> str:
    phases = {
        "build": words.t("building phase"),
        "action": words.t("action phase"),
        "battle": words.t("battle"),
        "blast": words.t("T.N.T. explodes"),
        "over": words.t("the game is over"),
    }
    lines = [words.t("Round {round}, {phase}", round=view["round"], phase=phases[view["phase"]]), ""]
    heads = [words.t("towers"), words.t("gold"), words.t("mercs"), words.t("mines"), words.t("saloons")]
    width = max(len(words.seat(i)) for i in range(view["players"])) + 7
    lines.append(" " * width + "".join(f"{head:>10}" for head in heads))
    for i, base in enumerate(view["seats"]):
        mark = ">" if i in view["to_act"] else " "
        you = "*" if i == seat else " "
        name = f"{mark}{you}{i} {words.seat(i)}"
        if base["out"] is not None:
            lines.append(f"{name:{width}}  " + words.t("destroyed in round {round}", round=base["out"]))
            continue
        cells = [f"{base['towers']:>10}{base['gold']:>10}{base['mercs']:>10}"]
        for there, coming in ((base["mines"], base["new_mines"]), (base["saloons"], base["new_saloons"])):
            cells.append(f"{f'{there}+{coming}' if coming else there:>10}")
        lines.append(f"{name:{width}}{''.join(cells)}")
        if base["choice"] is not None:
            lines.append("    " + words.t("Your secret choice: {choice}.", choice=words.action(base["choice"], view)))
    if view["cards"] is not None:
        lines.append("")
        for i, card in enumerate(view["cards"]):
            if card is not None:
                lines.append("  " + words.about(words.seat(i), words.card(card)))
    lines += ["", words.t("> is asked, * is you, 2+1 is two open and one under construction")]
    lines += [words.t("Notation: bases are 0 to 3, mines come before saloons")]
    return "\n".join(lines)
