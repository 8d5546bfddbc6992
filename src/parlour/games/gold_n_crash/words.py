from parlour.rules.words import Words


class GoldWords(Words):
    pass
