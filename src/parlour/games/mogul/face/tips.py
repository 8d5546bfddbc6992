"""What the things on Mogul's board are, for whoever points at one: selector, sentence, rule."""

from __future__ import annotations

from parlour.games.mogul.face.words import MogulWords


def tips(words: MogulWords) -> list[tuple[str, str, str]]:
    t = words.t
    share = t(
        "A share pays 1 point whenever its colour is revealed. It can be sold only when its colour is on the border of "
        "the revealed card, for as many points as there are shares of it in front of all players."
    )
    token = t("Tokens are paid into the pot to stay in an auction; at the end every five make a point.")
    return [
        (".plate.pay", t("One token a turn, and you stay in. The last one in wins the auction."), "KR-35"),
        (".plate.withdraw", t("You take the whole pot and are out of this auction for good."), "KR-36"),
        (".plate.loan", t("Tokens now for points: a loan cannot be paid back."), "KR-29"),
        (".plate.take", t("The share comes in front of you, and you are the first player of the next round."), "KR-42"),
        (".plate.sell", t("All shares of a sale bring the same price, counted before they go."), "KR-45"),
        (".plate.decline", t("The question comes again when the rules ask it again."), "KR-28"),
        (".track .m", t("A marker on the score track, a loop: the small number counts the laps."), "KR-16"),
        (".ring li", t("Who is still in. The last one in acts; who gave up last may do what is left."), "KR-40"),
        (".bell", t("The first player is asked first. Whoever takes the revealed share is the next one."), "KR-52"),
        (".lead", t("The most points so far."), "KR-56"),
        (".score", t("Points. Shares left over at the end bring none."), "KR-60"),
        (".quotes .hand", t("How many tokens another player has is hidden until the end."), "KR-5"),
        (".cert", share, "KR-8"),
        (".slip, .folder, .quotes td", share, "KR-45"),
        (".coin, .purse, .pot", token, "KR-35"),
    ]
