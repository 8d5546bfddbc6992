"""How far something is, for whoever waits: a bar on a terminal, a line now and then without one; on stderr."""

from __future__ import annotations

import contextlib
import sys
import time
from types import TracebackType

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

EVERY = 10.0  # seconds between two lines
SOON = 3.0  # and before the first


class Waiting:
    """Shows how many of something are done."""

    def __init__(self, title: str, of: int | None, what: str = "games") -> None:
        self.title = title
        self.of = of
        self.what = what
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
        many = f"{done:,} of {self.of:,}" if self.of else f"{done:,}"
        rest = f", {write_time(left)} left" if left is not None else ""
        self.say(f"{self.title}: {many} {self.what}{rest}{f', {note}' if note else ''}")

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
