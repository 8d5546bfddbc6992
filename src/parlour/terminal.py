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
from parlour.bots.why import Adviser, tell_hint
from parlour.faces.cast import name_bot
from parlour.faces.changes import change_lines
from parlour.faces.words import Words
from parlour.lab.match import Turn, play_match
from parlour.rules.chance import Rng
from parlour.rules.errors import IllegalAction, InvalidRecord
from parlour.rules.events import Event
from parlour.rules.game import Game
from parlour.rules.move import read_move
from parlour.rules.record import Record
from parlour.rules.state import State
from parlour.tables.promises import FairDealer, Promise, draw_chance

SHORT_LIST = 24  # legal moves that are shown at once


class PersonLeft(Exception):
    """The person wants to stop."""


class TerminalPlayer:
    """Somebody at this terminal, as a player among bots."""

    def __init__(self, table: TerminalTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.news: list[Event] = []  # what happened since it was last told
        self.adviser = Adviser(table.game, seat, table.seed)

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return self.table.ask(self.seat, view, legal)

    def see(self, event: Event) -> None:
        self.news.append(event)
        self.adviser.see(event)


class TerminalTable:
    """One game with its people and bots."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        seed: object,
        lang: str,
        options: Mapping[str, Any],
        record_file: str | None = None,
        console: Console | None = None,
        promise: Promise | None = None,
    ) -> None:
        """`game` may be a variant. `promise`: what chance is drawn from, if it is the deal of a day; else that is the
        seed."""
        self.game = game
        self.seed = secrets.randbits(48) if seed is None else seed
        self.console = console or Console(highlight=False)
        self.people = {i: TerminalPlayer(self, i) for i, name in enumerate(seats) if is_person(name)}
        self.words: Words = game.words(lang, self.names(game, seats, lang))
        self.bots: dict[int, Bot] = {
            i: make_bot(name, game, i, self.seed) for i, name in enumerate(seats) if not is_person(name)
        }
        self.promise = promise
        self.nonces = [""] * len(seats)
        dealt_from = self.seed if promise is None else FairDealer(promise, self.nonces, 0)
        setup = game.setup(len(seats), options, dealt_from)
        self.state: State = game.start(len(seats), options, setup)
        self.record = Record(game.id, len(seats), dict(options), setup, game.changes)
        self.record_file = record_file
        self.rng = Rng(f"{self.seed}:chance")
        self.showing: int | None = None  # whose secrets are on the screen
        self.tell_opening()

    def tell_opening(self) -> None:
        """What the set-up has done is news to everybody at the screen."""

        def tell(event: Event) -> None:
            for person in self.people.values():
                person.see(event.seen_by(person.seat))

        self.state.listen(tell)
        self.state.tell_opening()
        self.state.listen(None)

    def names(self, game: Game, seats: Sequence[str], lang: str) -> list[str]:
        """People as they call themselves, or as the game calls their seats; bots by the cast."""
        words = game.words(lang)
        names: list[str] = []
        for i, name in enumerate(seats):
            if is_person(name):
                names.append(person_name(name) or words.seat(i))
            else:
                names.append(name_bot(game.id, name.partition(":")[0], names, i))
        return names

    def begin_with(self, record: Mapping[str, Any]) -> None:
        """Play on from a record that was left unfinished (and has been checked)."""
        self.state = self.game.opening(record)
        self.record = Record(
            self.game.id,
            record["players"],
            dict(record["options"]),
            record["setup"],
            self.game.changes,
            record.get("gift"),
        )
        for i, move in enumerate(record["moves"]):
            played = read_move(move, self.state.players, f"record.moves.{i}")
            self.record.note(self.state, played)
            played.play(self.state)

    # -- the game ------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over; `PersonLeft` if the person goes first."""
        for line in change_lines(self.game, self.words):
            self.console.print(escape(line))
        players = [self.bots.get(seat) or self.people[seat] for seat in range(self.state.players)]
        play_match(self.state, players, self.draw, before=self.note, after=self.save, whose=self.next_seat)
        self.finish()

    def next_seat(self, seats: list[int]) -> int:
        """Bots answer first; then whoever sits at the screen."""
        for seat in seats:
            if seat in self.bots:
                return seat
        return self.showing if self.showing in seats and self.showing is not None else seats[0]

    def note(self, turn: Turn) -> None:
        self.record.note(turn.state, turn.move)

    def draw(self, state: State) -> str:
        """What chance gives: as promised, or from the seed."""
        if self.promise is None:
            return state.chance_outcome(self.rng)
        number = 1 + sum(move.by_chance for move in self.record.moves)
        outcome: str = draw_chance(self.promise, self.nonces, number, state.chance_lots())["got"]
        return outcome

    def save(self, turn: Turn) -> None:
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

    def ask(self, seat: int, view: dict[str, Any], answers: list[str]) -> str:
        """The answer of the person in a seat, which the rules allow."""
        self.curtain(seat)
        self.tell_news(seat)
        legal = self.rank_actions(view, answers)
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
                raise PersonLeft
            elif answer == "a":
                self.show_moves(view, legal, everything=True)
            elif answer == "h":
                self.hint(seat, view, answers)
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
                    self.state.parse(seat, action)
                except IllegalAction as error:
                    self.console.print(f"[yellow]{escape(self.words.refusal(error))}[/yellow]")
                    continue
                return action

    def rank_actions(self, view: Mapping[str, Any], legal: list[str]) -> list[str]:
        """The moves in the order the game likes to list them."""
        ranked: list[str] = self.words.rank_actions(view, legal)
        return ranked

    def show_moves(self, view: Mapping[str, Any], legal: Sequence[str], everything: bool) -> None:
        shown = legal if everything else legal[:SHORT_LIST]
        for number, action in enumerate(shown, 1):
            label = escape(self.words.action(action, view))
            self.console.print(f"  {number:>3}  {label}  [dim]{escape(action)}[/dim]")
        if len(shown) < len(legal):
            sentence = "... and {count} more: type a for all of them."
            self.console.print("       " + self.words.t(sentence, count=len(legal) - len(shown)))

    def hint(self, seat: int, view: dict[str, Any], answers: list[str]) -> None:
        """What a bot would answer from what this seat knows, and why not the second best."""
        hint = self.people[seat].adviser.advise(view, answers)
        for sentence in tell_hint(hint, self.words, view, seat):
            self.console.print(escape(sentence))

    def help(self) -> None:
        for line in (
            self.words.t("Type the number of a move, or the move itself as it is written beside it."),
            self.words.t("h asks for a hint, t shows the table again, a shows all moves, q leaves the game."),
            self.words.t("The rules: parlour rules {game}", game=self.game.id),
        ):
            self.console.print(escape(line))

    def prompt(self, text: str) -> str:
        try:
            return str(self.console.input(escape(self.words.about(text, "")))).strip()
        except (EOFError, KeyboardInterrupt):
            raise PersonLeft from None

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
        news = self.people[seat].news
        for event in news:
            if sentence := self.words.event(event):
                self.console.print(f"[dim]{event.rule:>6}[/dim]  {escape(sentence)}")
        news.clear()

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
