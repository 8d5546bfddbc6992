"""Reading the words of an action string."""

from __future__ import annotations


def natural(word: str) -> int:
    """A number in plain decimal, without sign or leading zeros; -1 if the word is not one.

    >>> natural("10"), natural("0"), natural("01"), natural("-1"), natural("")
    (10, 0, -1, -1, -1)
    """
    if not word or len(word) > 9 or not word.isascii() or not word.isdigit():
        return -1
    if word[0] == "0" and len(word) > 1:
        return -1
    return int(word)


def naturals(words: list[str]) -> list[int]:
    """The numbers of all words; an empty list if one of them is not a plain number."""
    found = [natural(word) for word in words]
    return [] if -1 in found else found
