"""How far something is, for whoever waits: a bar on a terminal, a line now and then without one; on stderr."""

from __future__ import annotations

import contextlib
import sys
import time
from types import TracebackType

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from parlour.faces.typography import in_figures
from parlour.faces.words import SHARED, Phrases

EVERY = 10.0  # seconds between two lines
SOON = 3.0  # and before the first
SENTENCES = {
    "games": "{done} of {all} games",
    "deals": "{done} of {all} deals",
    "candidates": "{done} of {all} candidates",
    "games so far": "{done} games",
    "deals so far": "{done} deals",
    "candidates so far": "{done} candidates",
}


class Waiting:
    """Shows how many of something are done."""

    def __init__(self, title: str, of: int | None, what: str = "games", lang: str = "en") -> None:
        self.title = title
        self.of = of
        self.what = what
        self.phrases = Phrases(SHARED, lang)
        self.bar: Progress | None = None
        self.task: TaskID | None = None
        self.began = time.monotonic()
        self.next = self.began + SOON
        if sys.stderr.isatty():
            self.bar = Progress(
                TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                console=Console(stderr=True), transient=True,
            )  # fmt: skip

    def __enter__(self) -> Waiting:
        if self.bar is not None:
            self.bar.start()
            self.task = self.bar.add_task(self.title, total=self.of)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.bar is not None:
            self.bar.stop()

    def done(self, done: int, of: int | None = None, left: float | None = None, note: str = "") -> None:
        """So many are done; of how many, how many seconds are left, and what else there is to say, as far as known."""
        self.of = of if of is not None else self.of
        if self.bar is not None and self.task is not None:
            description = f"{self.title} {note}".rstrip()
            self.bar.update(self.task, completed=done, total=self.of, description=description)
            return
        now = time.monotonic()
        if now < self.next or done == self.of:
            return
        self.next = now + EVERY
        if left is None and self.of and done:
            left = (now - self.began) / done * (self.of - done)
        said = [self.phrases.t(SENTENCES[self.what if self.of else f"{self.what} so far"], **self.figures(done))]
        if left is not None:
            said.append(self.phrases.t("{time} left", time=self.time(left)))
        self.say(self.phrases.about(self.title, ", ".join([*said, *([note] if note else [])])))

    def figures(self, done: int) -> dict[str, str]:
        lang = self.phrases.lang
        return {"done": in_figures(f"{done:,}", lang), "all": in_figures(f"{self.of or 0:,}", lang)}

    def time(self, seconds: float) -> str:
        return in_figures(write_time(seconds), self.phrases.lang)

    def say(self, sentence: str) -> None:
        with contextlib.suppress(BrokenPipeError):
            if self.bar is not None:
                self.bar.console.print(sentence, highlight=False)
            else:
                click.echo(sentence, err=True)


def write_time(seconds: float) -> str:
    """A time for people.

    >>> write_time(8), write_time(200), write_time(9000)
    ('8 s', '3 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
