from parlour.rules.words import Words
class PhotonWords(Words):
    pass
