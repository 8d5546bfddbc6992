"""A table in the terminal: people and bots, one screen, nothing secret shown to the wrong person."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from parlour.bots import Bot, make_bot
from parlour.faces.words import Words
from parlour.rules.chance import Rng
from parlour.rules.errors import IllegalAction, InvalidRecord
from parlour.rules.events import Event
from parlour.rules.game import Components, Game, play_move
from parlour.rules.record import Record
from parlour.rules.state import CHANCE, State
from parlour.tables.promises import FairDealer, Promise, draw_chance

SHORT_LIST = 24  # legal moves that are shown at once


class Leave(Exception):
    """The person wants to stop."""


class TerminalTable:
    """One game with its people and bots."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        seed: object,
        lang: str,
        options: Mapping[str, Any],
        components: Components = None,
        record_file: str | None = None,
        console: Console | None = None,
        promise: Promise | None = None,
    ) -> None:
        """`promise`: what chance is drawn from, if it is the deal of a day; else that is the seed."""
        self.game = game
        self.components = components
        self.seed = secrets.randbits(48) if seed is None else seed
        self.console = console or Console(highlight=False)
        self.people = {i: person_name(name) for i, name in enumerate(seats) if is_person(name)}
        self.words: Words = game.words(lang, self.names(game, seats, lang))
        if components is not None:
            self.words.use(game.parts(components))
        self.bots: dict[int, Bot] = {
            i: make_bot(name, game, i, self.seed, components) for i, name in enumerate(seats) if not is_person(name)
        }
        self.promise = promise
        self.nonces = [""] * len(seats)
        dealt_from = self.seed if promise is None else FairDealer(promise, self.nonces, 0)
        setup = game.setup(len(seats), options, dealt_from, components)
        self.state: State = game.start(len(seats), options, setup, components)
        self.record = Record(game.id, len(seats), dict(options), setup)
        self.record_file = record_file
        self.rng = Rng(f"{self.seed}:chance")
        self.news: dict[int, list[Event]] = {seat: [] for seat in self.people}
        self.showing: int | None = None  # whose secrets are on the screen
        self.state.listen(self.on_event)
        self.state.tell_opening()

    def names(self, game: Game, seats: Sequence[str], lang: str) -> list[str]:
        words = game.words(lang)
        return [(person_name(name) if is_person(name) else "") or words.seat(i) for i, name in enumerate(seats)]

    def begin_with(self, record: Mapping[str, Any]) -> None:
        """Play on from a record that was left unfinished (and has been checked)."""
        self.state = self.game.start(record["players"], record["options"], record["setup"], self.components)
        self.record = Record(self.game.id, record["players"], dict(record["options"]), record["setup"])
        for i, move in enumerate(record["moves"]):
            before = self.state.clone()
            play_move(self.state, move, f"record.moves.{i}")
            who = CHANCE if CHANCE in move else move["seat"]
            self.record.add(before, who, move[CHANCE] if CHANCE in move else move["action"])
        self.state.listen(self.on_event)

    def on_event(self, event: Event) -> None:
        for seat, news in self.news.items():
            news.append(event.seen_by(seat))
        for seat, bot in self.bots.items():
            bot.see(event.seen_by(seat))

    # -- the game ------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over; `Leave` if the person goes first."""
        while to_act := self.state.to_act:
            if to_act == CHANCE:
                self.play(CHANCE, self.draw(self.state.chance()))
                continue
            seats = self.state.owing()
            waiting = [seat for seat in seats if seat in self.bots]
            if waiting:
                seat = waiting[0]
                bot = self.bots[seat]
                self.play(seat, bot.choose(self.state.view(seat), self.state.legal(seat)))
            else:
                self.ask(self.showing if self.showing in seats else seats[0])
        self.finish()

    def draw(self, outcomes: list[str]) -> str:
        if self.promise is None:
            return self.rng.choice(outcomes)
        number = 1 + sum(CHANCE in move for move in self.record.moves)
        outcome: str = draw_chance(self.promise, self.nonces, number, outcomes)["got"]
        return outcome

    def play(self, seat: int | str, action: str) -> None:
        before = self.state.clone()
        self.state.play(seat, action)
        self.record.add(before, seat, action)
        self.save()

    def save(self) -> None:
        """Write the record so far; the file is whole at every moment."""
        if self.record_file is None:
            return
        path = Path(self.record_file)
        part = path.with_name(path.name + ".part")
        with open(part, "w", encoding="utf-8") as file:
            json.dump(self.record.to_dict(), file)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)

    def ask(self, seat: int | None) -> None:
        assert seat is not None
        self.curtain(seat)
        self.tell_news(seat)
        view = self.state.view(seat)
        legal = self.ranked(view, self.state.legal(seat))
        self.console.print()
        self.console.print(escape(self.words.table(view, seat)))
        self.console.print()
        asked = self.words.about(self.words.seat(seat), self.words.question(view, seat))
        self.console.print(f"[bold]{escape(asked)}[/bold]")
        self.show_moves(view, legal, everything=len(legal) <= SHORT_LIST + 4)
        while True:
            answer = self.prompt(self.words.t("Your move (number or notation, ? for help)"))
            if answer.startswith("?"):
                self.help()
            elif answer == "q":
                raise Leave
            elif answer == "a":
                self.show_moves(view, legal, everything=True)
            elif answer == "t":
                self.console.print(escape(self.words.table(view, seat)))
            elif answer:
                action = answer
                if answer.isascii() and answer.isdigit():
                    if not 1 <= int(answer) <= len(legal):
                        sentence = "There is no move {number}: type a number from 1 to {most}."
                        self.console.print(self.words.t(sentence, number=answer, most=len(legal)))
                        continue
                    action = legal[int(answer) - 1]
                try:
                    self.play(seat, action)
                except IllegalAction as error:
                    self.console.print(f"[yellow]{escape(self.words.refusal(error))}[/yellow]")
                    continue
                return

    def ranked(self, view: Mapping[str, Any], legal: list[str]) -> list[str]:
        """The moves in the order the game likes to list them."""
        ranked: list[str] = self.words.ranked(view, legal)
        return ranked

    def show_moves(self, view: Mapping[str, Any], legal: Sequence[str], everything: bool) -> None:
        shown = legal if everything else legal[:SHORT_LIST]
        for number, action in enumerate(shown, 1):
            label = escape(self.words.action(action, view))
            self.console.print(f"  {number:>3}  {label}  [dim]{escape(action)}[/dim]")
        if len(shown) < len(legal):
            sentence = "... and {count} more: type a for all of them."
            self.console.print("       " + self.words.t(sentence, count=len(legal) - len(shown)))

    def help(self) -> None:
        for line in (
            self.words.t("Type the number of a move, or the move itself as it is written beside it."),
            self.words.t("t shows the table again, a shows all moves, q leaves the game."),
            self.words.t("The rules: parlour rules {game}", game=self.game.id),
        ):
            self.console.print(escape(line))

    def prompt(self, text: str) -> str:
        try:
            return str(self.console.input(escape(self.words.about(text, "")))).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    # -- several people at one screen ----------------------------------------------------------

    def curtain(self, seat: int) -> None:
        """Hide what the last person saw until the next one says to be there."""
        if len(self.people) > 1 and self.showing != seat:
            self.console.clear()
            if not self.console.is_terminal:
                self.console.print("-" * 60)
            self.prompt(
                self.words.t("{seat}, press Enter when only you can see the screen", seat=self.words.seat(seat))
            )
        self.showing = seat

    def tell_news(self, seat: int) -> None:
        for event in self.news[seat]:
            if sentence := self.words.event(event):
                self.console.print(f"[dim]{event.rule:>6}[/dim]  {escape(sentence)}")
        self.news[seat].clear()

    def finish(self) -> None:
        seat = self.showing if self.showing is not None else next(iter(self.people), None)
        if seat is not None:
            self.tell_news(seat)
        outcome = self.state.outcome
        assert outcome is not None
        self.console.print()
        self.console.print(escape(self.words.table(self.state.view(seat), seat)))
        self.console.print()
        self.console.print(f"[bold]{escape(self.words.result(outcome))}[/bold]")
        for place, group in enumerate(outcome.ranking if len(outcome.scores) > 1 else (), 1):
            for member in group:
                score = "" if outcome.scores[member] is None else f"  {outcome.scores[member]}"
                self.console.print(f"  {place}. {escape(self.words.seat(member))}{score}")


def is_person(name: str) -> bool:
    return name == "me" or name.startswith("me:")


def person_name(name: str) -> str:
    """ "me:Anna" is Anna; plain "me" is called as the game calls the seat."""
    return name.partition(":")[2].strip()


def read_record(data: object) -> dict[str, Any]:
    """A record to play on from."""
    if not isinstance(data, dict):
        raise InvalidRecord("a record is a JSON object")
    return data


def goodbye(table: TerminalTable) -> None:
    kept = table.record_file
    text = (
        table.words.t("You have left the game; play on with --resume {file}", file=kept)
        if kept
        else table.words.t("You have left the game.")
    )
    click.echo("\n" + text)
