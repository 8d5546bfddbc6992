"""What the things on the board of Photon Rush are, for whoever points at one: selector, sentence, rule."""

from __future__ import annotations

from parlour.games.photon_rush.face.words import PhotonWords


def tips(words: PhotonWords) -> list[tuple[str, str, str]]:
    t = words.t
    return [
        (".planet", t("The bases around the planet. Arrows show who acts against whom, with how many."), "PR-24"),
        (".towers", t("The health of a base. Towers never come back; with none left the base is out."), "PR-7"),
        (".lot.new", t("Under construction: opens at the start of the next round."), "PR-17"),
        (".lots", t("Mines give gold and saloons give mercenaries at every collection."), "PR-43"),
        (".crew, .hat", t("Raids, defends and carries T.N.T. for its base."), "PR-6"),
        (".base .purse", t("Buys buildings; enough of it after a collection wins the planet."), "PR-47"),
        (".gate li", t("Raiders stand at the gate until it is known whether the base defends."), "PR-27"),
        (".played", t("All cards and targets are chosen in secret and turned up together."), "PR-23"),
        (".target", t("Your card is for this base. Every card has a target; that of Defend means nothing."), "PR-22"),
        (".card", t("You choose a card and a target in secret; all take effect at the same time."), "PR-24"),
        (".desk.build .tile", t("All build at the same time and in secret; an order is paid at once."), "PR-15"),
        (".desk.take .tile", t("The defender chooses which of the raiders fall."), "PR-30"),
        (".desk .tile", t("Whoever blows buildings up chooses which; those under construction count too."), "PR-36"),
        (".showdown li", t("All cards take effect at the same time; this is only the order of reckoning."), "PR-24"),
    ]
