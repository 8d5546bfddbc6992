from parlour.rules.words import Words


class CrusgalloWords(Words):
    pass
