from parlour.rules.words import Words


class MogulWords(Words):
    pass
