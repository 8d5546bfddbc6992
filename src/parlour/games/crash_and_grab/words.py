"""Crash & Grab: sentences in English and French."""

from __future__ import annotations

from parlour.rules.words import Words


class CrashWords(Words):
    pass
