"""The lab's pages: turn dials made from a game's options and component file, and watch what it does.

All settings are in the address, so a page can be kept and shared. Games are played by the same workers as bots at
tables think in, a deal at a time through the fair queue; a run that nobody has looked at for a while is stopped. What a
run has found is kept in memory only. It is counted and drawn by threads, since a large one takes seconds to draw, and
tables wait for the event loop. Switched on by `Settings.lab`.
"""

from __future__ import annotations

import asyncio
import json
import math
import pickle
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

import structlog
from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

import parlour
from parlour.faces.changes import counted_name, number_name, printed_refusal
from parlour.faces.refusals import ChangeRefused
from parlour.lab.experiment import Experiment
from parlour.lab.findings import as_csv
from parlour.lab.measures import is_share
from parlour.lab.names import Names, names_for
from parlour.lab.report import Links, report_html, section
from parlour.lab.result import Result
from parlour.lab.running import Progress, progress_of, why_stop
from parlour.lab.sittings import QUICK_CHUNK, Agenda, Dealt, Sittings, agenda_of, play_task, tasks_of
from parlour.lab.variants import ALL, GIVE, WITHOUT, dial_range, is_sweep, read_set
from parlour.rules.components import numbers
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import Game, Option, find
from parlour.tables.elements import Seat
from parlour.tables.fair_queue import Asker, Question, QueueFull
from parlour.tables.hall import Hall
from parlour.tables.table import Table
from parlour.tables.variants import offered_numbers, variant_for_table
from parlour.web.house import AnyRequest, House, Shared, Sorry, address_of, maker, number, redirect, the_game
from parlour.web.new_tables import FILE_BYTES, option_value, read_changes, read_file_changes

logger = structlog.get_logger("parlour.lab")
T = TypeVar("T")

# Of several strengths, for all seats (easy players are quick where greedy ones take their time); and one against others
# of another kind, to see how much skill matters.
BOTS = ("random", "easy", "greedy", "search:100", "greedy,random", "search:100,greedy")
PRECISIONS = (100, 300, 1000, 3000)  # games
WITHIN = ("±5", "±3", "±2")  # or until every win share is known so well, in points
MOST_VARIANTS = 40  # of one run
RUNS = 40  # that are remembered
PATIENCE = 60.0  # seconds after which a run that nobody looks at is stopped
REST = 10  # times as long as the drawing took: for so long it is shown again while games are played
FEW_NUMBERS = 80  # of a component file that are shown as dials; a file with more shows those outside its lists


class SampleGame(NamedTuple):
    """A game behind a number. It is not kept: the same seeds play it again."""

    way: int  # the variant, 0 for the box's rules
    deal: int
    turn: int  # the rotation


class Drawing(NamedTuple):
    """What a run had found after so many deals, as a part of a page."""

    deals: int
    now: Progress | None
    report: Markup
    began: float
    seconds: float  # that it took to draw


class LabRun:
    """An experiment that is being played, or has been."""

    def __init__(self, experiment: Experiment, asker: Asker) -> None:
        self.experiment = experiment
        self.asker = asker
        self.result = Result(experiment)
        self.looked_at = time.monotonic()
        self.why = ""  # why it was stopped
        self.cut_short = False  # before its end
        self.task: asyncio.Task[None] | None = None
        self.tables: dict[SampleGame, str] = {}  # where games behind a number were opened
        self.drawings: dict[str, Drawing] = {}  # the last ones, by language
        self.lock = threading.Lock()  # whoever has it may ask the result, or add to it

    async def ask(self, what: Callable[[Result], T]) -> T:
        """Something about the result, found out by a thread: the event loop does not wait for it."""

        def answer() -> T:
            with self.lock:
                return what(self.result)

        return await asyncio.to_thread(answer)

    async def drawing(self, lang: str) -> Drawing:
        """What has been found, drawn once for all who look at it."""
        known = self.last_drawing(lang)
        return known if known is not None else await self.ask(partial(self.draw, lang))

    def last_drawing(self, lang: str) -> Drawing | None:
        """The last drawing, if it is as good as a new one, or as new as drawing takes time."""
        known = self.drawings.get(lang)
        if known is None or known.deals == self.result.deals:
            return known
        return known if not self.over and time.monotonic() - known.began < REST * known.seconds else None

    def draw(self, lang: str, result: Result) -> Drawing:
        """By a thread; another one may have drawn it while this one waited."""
        if (known := self.last_drawing(lang)) is not None:
            return known
        began = time.monotonic()
        names = names_for(self.experiment.game, lang)
        now = progress_of(result) if result.deals else None
        report = Markup(section(result, names, sample_links(self, names))) if result.deals else Markup("")
        found = self.drawings[lang] = Drawing(result.deals, now, report, began, time.monotonic() - began)
        return found

    @property
    def over(self) -> bool:
        return self.task is None or self.task.done()

    def knows(self, game: SampleGame, result: Result) -> bool:
        """Whether a game stands behind a number of this run."""
        if not 0 <= game.way < len(result.examples):
            return False
        examples = result.examples[game.way].values()
        return any((example.deal, example.turn) == (game.deal, game.turn) for found in examples for example in found)

    def stop(self, why: str) -> None:
        if not self.why:
            self.why, self.cut_short = why, True

    @property
    def failed(self) -> bool:
        task = self.task
        return task is not None and task.done() and not task.cancelled() and task.exception() is not None

    async def play(self, hall: Hall) -> None:
        """Ask for as many tasks as there are workers, and take their deals in order."""
        agenda, queue = agenda_of(self.experiment), hall.thinkers.queue
        tasks = tasks_of(self.experiment.deals, QUICK_CHUNK if self.experiment.quick else 1)
        asked: deque[Question[list[Dealt]]] = deque()
        following = next(tasks, None)
        began = time.monotonic()
        try:
            while not self.why:
                if time.monotonic() - self.looked_at > PATIENCE:
                    self.stop("nobody looked at it any more")
                    return
                while following is not None and len(asked) < queue.workers and not queue.full(self.asker):
                    asked.append(queue.ask(self.asker, play_task, agenda, following))
                    following = next(tasks, None)
                if not asked:
                    if hall.closed:
                        return
                    await asyncio.sleep(1)  # others of this address ask for much; later
                    continue
                await self.ask(partial(self.take, await asked.popleft(), began))
        finally:
            for question in asked:
                question.withdraw()

    def take(self, deals: list[Dealt], began: float, result: Result) -> None:
        """Count deals, in their order, until there is a reason to stop."""
        for dealt in deals:
            if not self.why:
                result.add(dealt)
                result.seconds = time.monotonic() - began
                why = why_stop(result)
                self.why = self.why or why  # which may have been stopped meanwhile


class Laboratory:
    """All runs of a server."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.runs: OrderedDict[str, LabRun] = OrderedDict()

    def find(self, key: str) -> LabRun | None:
        run = self.runs.get(key)
        if run is not None:
            run.looked_at = time.monotonic()
        return run

    def start(self, key: str, experiment: Experiment, asker: Asker) -> LabRun:
        """Begin a run; the last one of the same person ends."""
        known = self.find(key)
        if known is not None and not known.failed and (not known.over or not known.cut_short):
            return known
        for other in self.runs.values():
            if other.asker.person == asker.person and not other.over:
                other.stop("another one was started")
        run = self.runs[key] = LabRun(experiment, asker)
        while len(self.runs) > RUNS:
            _, oldest = self.runs.popitem(last=False)
            oldest.stop("others came after it")
        run.task = asyncio.get_running_loop().create_task(run.play(self.hall))
        run.task.add_done_callback(note_failure)
        return run


def note_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("an experiment failed", error=type(error).__name__, exc_info=error)


LABORATORIES: WeakKeyDictionary[Hall, Laboratory] = WeakKeyDictionary()  # one for each server of this process


def laboratory(house: House) -> Laboratory:
    if not house.settings.lab:
        raise Sorry("The lab is switched off on this server.", status=404)
    if house.hall not in LABORATORIES:
        LABORATORIES[house.hall] = Laboratory(house.hall)
    return LABORATORIES[house.hall]


# -- dials -----------------------------------------------------------------------------------------


def dials(game: Game) -> dict[str, list[tuple[str, int]]]:
    """The numbers of the component file that can be changed, by the table they stand in."""
    found: dict[str, list[tuple[str, int]]] = {}
    changeable = {key: n for key, n in numbers(game.box_components()).items() if printed_refusal(game, key) is None}
    if len(changeable) > FEW_NUMBERS:
        changeable = {key: n for key, n in changeable.items() if not key.startswith(("layout.", "tile."))}
    for key, value in changeable.items():
        found.setdefault(key.partition(".")[0], []).append((key, value))
    return found


def settings_of(game: Game, fields: Mapping[str, Any]) -> dict[str, str]:
    """What is set in an address or a form, in one order and without what is as in the box."""
    box = numbers(game.box_components())
    found: dict[str, str] = {}
    players = number(fields.get("players"), game.usual_players)
    found["players"] = str(players if players in game.players else game.usual_players)
    bots = bots_of(game, int(found["players"]))
    found["bot"] = str(fields.get("bot")) if fields.get("bot") in bots else "greedy"
    games = str(fields.get("games"))
    found["games"] = games if games in (*map(str, PRECISIONS), *WITHIN) else "300"
    for cause, possible in causes(game, int(found["players"])).items():
        if fields.get(cause) in (ALL, *possible):
            found[cause] = str(fields[cause])
    for key in sorted(fields):
        text = str(fields[key] if fields[key] is not None else "").strip()
        if key.startswith("set.") and key[4:] in box and text not in ("", str(box[key[4:]])):
            found[key] = text
        if key.startswith("option-") and key[7:] in game.options:
            option = game.options[key[7:]]
            if is_range(text) or option_value(option, text) != option.default:
                found[key] = text
    return found


def bots_of(game: Game, players: int) -> list[str]:
    """Who can play: one against others needs others."""
    return [bot for bot in BOTS if "," not in bot or players > 1]


def causes(game: Game, players: int) -> dict[str, list[str]]:
    """What can be given to a seat drawn by lot, and what can be taken out of the game."""
    counts = game.module("lab.counts")
    found: dict[str, list[str]] = {}
    if hasattr(counts, "gifts"):
        found[GIVE] = list(counts.gifts(game.new(players, {}, 1).position()))
    if hasattr(counts, "removals"):
        found[WITHOUT] = list(counts.removals(game.box_components()))
    return found


def is_range(text: str) -> bool:
    """Whether each value from one to another is asked for: 5..7."""
    return len(text) <= 20 and is_sweep(f"key={text}")


def experiment_of(game: Game, settings: Mapping[str, str]) -> Experiment:
    """The experiment of these settings; what cannot be set so is refused in a sentence."""
    sets: list[str] = []
    for key, text in settings.items():
        if key.startswith("set."):
            if not is_range(text) and (not text.lstrip("-").isdigit() or len(text) > 9):
                raise ChangeRefused(
                    "{key}: a whole number is needed, or a range such as 5..7, not {value}",
                    key=key[4:],
                    value=text[:20],
                )
            sets.append(f"{key[4:]}={text}")
        elif key.startswith("option-"):
            refuse_option(game.options[key[7:]], text)
            value = text if is_range(text) else json.dumps(option_value(game.options[key[7:]], text))
            sets.append(f"{key[7:]}={value}")
    bots, players = settings["bot"].split(","), int(settings["players"])
    precision = settings["games"]
    asked: dict[str, Any] = {"games": int(precision)} if precision.isdigit() else {"within": float(precision[1:])}
    for cause in (GIVE, WITHOUT):
        if cause in settings:
            asked[cause] = [settings[cause]]
    many = math.prod(len(read_set(text)[1]) for text in sets) * count_causes(game, players, settings)
    if many > MOST_VARIANTS:
        raise ChangeRefused("These are {many} variants; at most {most} go at a time.", many=many, most=MOST_VARIANTS)
    try:
        return Experiment(game, [*bots[:1], *bots[-1:] * (players - 1)], sets=sets, **asked)
    except InvalidComponents:
        refuse_numbers(game, sets)
        raise


def refuse_option(option: Option, text: str) -> None:
    """Refuse a number of an option that is out of its range, or a range of numbers that is."""
    if option.choices is not None or (option.nullable and not text):
        return
    values = read_set(f"{option.name}={text}")[1] if is_range(text) else [option_value(option, text)]
    wrong = [value for value in values if not option.low <= value <= option.high]
    if wrong:
        raise ChangeRefused(
            "{key}: a whole number from {low} to {high} is needed, not {value}",
            key=option.name,
            low=option.low,
            high=option.high,
            value=wrong[0] if is_range(text) else text[:20],
        )


def count_causes(game: Game, players: int, settings: Mapping[str, str]) -> int:
    """How many variants are made by what is given or taken out."""
    possible = causes(game, players)
    return max(1, sum(len(possible[cause]) if settings[cause] == ALL else 1 for cause in possible if cause in settings))


def refuse_numbers(game: Game, sets: Sequence[str]) -> None:
    """Refuse the number that cannot be what it was set to, with the range it may have."""
    for text in sets:
        key, values = read_set(text)
        if key in game.options:
            continue
        printed = printed_refusal(game, key)
        if printed is not None:
            raise printed
        low, high = dial_range(game, key, 60)
        for value in values:
            if not low <= value <= high:
                raise ChangeRefused(
                    "{key}: a whole number from {low} to {high} is needed, not {value}",
                    key=key,
                    low=low,
                    high=high,
                    value=value,
                )


def query_of(settings: Mapping[str, str]) -> str:
    return urlencode(sorted(settings.items()))


def as_toml(data: Mapping[str, Any]) -> str:
    """The data of a component file as TOML."""
    plain = {key: value for key, value in data.items() if not is_table(value)}
    lines = [f"{key} = {toml_value(value)}" for key, value in plain.items()]
    for key, value in data.items():
        if key in plain:
            continue
        if isinstance(value, list):
            for item in value:
                lines += ["", f"[[{key}]]", *[f"{name} = {toml_value(inner)}" for name, inner in item.items()]]
        elif any(is_table(inner) for inner in value.values()):
            for name, inner in value.items():
                lines += ["", f"[{key}.{name}]", *[f"{k} = {toml_value(v)}" for k, v in inner.items()]]
        else:
            lines += ["", f"[{key}]", *[f"{name} = {toml_value(inner)}" for name, inner in value.items()]]
    return "\n".join(lines) + "\n"


def is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def toml_value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


# -- the games behind the numbers --------------------------------------------------------------------


def sample_links(run: LabRun, names: Names) -> Links:
    """A button for a game behind a number: the greatest, and of what is no share the least too."""

    def links(way: int, name: str) -> str:
        examples = sorted(run.result.examples[way].get(name, []))
        share = is_share(name)
        shown = examples[-1:] if share else [*examples[:1], *examples[-1:]]
        buttons: list[Markup] = []
        for example in dict.fromkeys(shown):
            value = names.value(name, example.value)
            game = "-".join(map(str, SampleGame(way, example.deal, example.turn)))
            about = names.t("Replay a game: {what}, {value}", what=names.measure(name), value=value)
            if example.value or not share:
                buttons.append(SAMPLE.format(game=game, label=names.t("a game") if share else value, about=about))
        return str(Markup(" ").join(["", *buttons])) if buttons else ""

    return links


SAMPLE = Markup(
    '<button class="quiet see" name="game" value="{game}" title="{about}" aria-label="{about}">'
    '<span aria-hidden="true">▶</span> {label}</button>'
)


def write_report(packed: bytes, address: str, lang: str) -> str:
    """In a worker: the report of a result."""
    return report_html([pickle.loads(packed)], address, lang)


def play_sample(agenda: Agenda, game: SampleGame) -> dict[str, Any]:
    """In a worker: the record of a game that was played before."""
    record: dict[str, Any] = Sittings(agenda).play_one(game.deal, game.way, game.turn).moves[0]
    return record


# -- pages -----------------------------------------------------------------------------------------


@get("/lab", include_in_schema=False)
async def lab_shelf(request: AnyRequest, house: Shared) -> Response[str]:
    laboratory(house)
    games = [find(id) for id in parlour.games()]
    return house.page("lab.html", await house.visitor(request), games=games, game=None)


@get("/lab/{game:str}", include_in_schema=False)
async def lab_page(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    lab = laboratory(house)
    visitor = await house.visitor(request)
    found = the_game(game)
    settings = settings_of(found, request.query_params)
    run = lab.find(f"{game}?{query_of(settings)}")
    shown: dict[str, Any] = {"run": run, "game": found, "query": query_of(settings)}
    if run is not None:
        shown["over"] = run.over  # before it is drawn: what comes meanwhile is asked for again
        shown["drawing"] = await run.drawing(visitor.lang)
    if "part" in request.query_params:
        if run is not None and not shown["over"] and request.query_params.get("seen") == str(shown["drawing"].deals):
            return Response("", status_code=204)  # nothing new
        return house.page("lab_part.html", visitor, **shown)
    players = int(settings["players"])
    return house.page(
        "lab.html",
        visitor,
        own=found.words(visitor.lang),
        names=names_for(found, visitor.lang),
        settings=settings,
        causes=causes(found, players),
        cause_name=partial(counted_name, found, words=found.words(visitor.lang)),
        dials=dials(found),
        name_of=partial(number_name, found, words=found.words(visitor.lang)),
        bounds=offered_numbers(found),
        bots=bots_of(found, players),
        precisions=PRECISIONS,
        within=WITHIN,
        changed=any(key.startswith("set.") for key in settings),
        open_groups={key[4:].partition(".")[0] for key in settings if key.startswith("set.")},
        **shown,
    )


@post("/lab/{game:str}", include_in_schema=False)
async def lab_start(request: AnyRequest, house: Shared, game: FromPath[str]) -> Redirect:
    lab = laboratory(house)
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    found = the_game(game)
    settings = settings_of(found, fields)
    experiment = await asyncio.to_thread(experiment_of, found, settings)
    query = query_of(settings)
    lab.start(f"{game}?{query}", experiment, Asker(visitor.person, address_of(request)))
    return redirect(f"/lab/{game}?{query}")


@post("/lab/{game:str}/play", include_in_schema=False)
async def lab_play(request: AnyRequest, house: Shared, game: FromPath[str]) -> Redirect:
    """Play these settings at a table: the form of a new one, with the changes."""
    laboratory(house)
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    found = the_game(game)
    settings = settings_of(found, fields)
    variant_for_table(found, read_changes(settings))  # what a table cannot be is said here, with its range
    kept = {key: text for key, text in settings.items() if key.startswith(("set.", "option-", "players"))}
    return redirect(f"/new/{found.id}?{query_of(kept)}")


@post("/lab/{game:str}/game", include_in_schema=False)
async def lab_game(request: AnyRequest, house: Shared, game: FromPath[str]) -> Redirect:
    """Open a game behind a number in the replay."""
    lab = laboratory(house)
    visitor = await house.visitor(request)
    fields = await house.form(request, visitor)
    found = the_game(game)
    run = lab.find(f"{found.id}?{query_of(settings_of(found, request.query_params))}")
    numbered = str(fields.get("game", "")).split("-")
    sample = SampleGame(*[number(text, -1) for text in numbered]) if len(numbered) == len(SampleGame._fields) else None
    if run is None or sample is None or not await run.ask(partial(run.knows, sample)):
        raise Sorry("This game is not there any more: let the experiment run again.", status=404)
    room = await house.hall.room(run.tables[sample]) if sample in run.tables else None
    if room is None:
        owner = maker(house, request, visitor.person)
        try:
            record = await house.hall.thinkers.queue.ask(owner, play_sample, agenda_of(run.experiment, True), sample)
        except QueueFull:
            raise Sorry("Others ask for much at the moment; please try again.", status=429) from None
        seats = [Seat("record", name=f"{bot} {seat + 1}") for seat, bot in enumerate(record["bots"])]

        def make(table: Table) -> None:
            players, options = record["players"], record["options"]
            table.make(found.id, players, options, owner.person, seats, source=record, home_made=True)
            table.start(owner.person)

        room = await house.hall.make(make, owner, len(record["moves"]))
        run.tables[sample] = room.table.id
    return redirect(f"/t/{room.table.id}/replay?at=0")


@get("/lab/{game:str}/components.toml", include_in_schema=False, media_type=MediaType.TEXT)
async def lab_components(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    """The component file of these settings."""
    laboratory(house)
    found = the_game(game)
    experiment = await asyncio.to_thread(experiment_of, found, settings_of(found, request.query_params))
    data = experiment.variants[0].components(found) if experiment.variants else None
    text = as_toml(data or found.box_components())
    headers = {"content-disposition": f'attachment; filename="{found.id}.toml"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@post("/lab/{game:str}/file", include_in_schema=False, request_max_body_size=FILE_BYTES + 10_000)
async def lab_file(request: AnyRequest, house: Shared, game: FromPath[str]) -> Redirect:
    """The dials as a whole component file has them."""
    laboratory(house)
    visitor = await house.visitor(request)
    found = the_game(game)
    changes = await read_file_changes(found, await house.form(request, visitor))
    return redirect(f"/lab/{found.id}?{urlencode({f'set.{key}': value for key, value in changes.items()})}")


def the_run(request: AnyRequest, house: House, game: Game) -> LabRun:
    """The experiment that an address asks for, if it has been run."""
    run = laboratory(house).find(f"{game.id}?{query_of(settings_of(game, request.query_params))}")
    if run is None or not run.result.deals:
        raise Sorry("This experiment has not been run yet.", status=404)
    return run


@get("/lab/{game:str}/report.html", include_in_schema=False)
async def lab_report(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    """The same as a file with everything in it, its games too; they are played again, by a worker."""
    found = the_game(game)
    run = the_run(request, house, found)
    visitor = await house.visitor(request)
    address = f"{request.base_url}lab/{found.id}?{query_of(settings_of(found, request.query_params))}"
    try:
        asker = Asker(visitor.person, address_of(request))
        packed = await run.ask(pickle.dumps)
        page = await house.hall.thinkers.queue.ask(asker, write_report, packed, address, visitor.lang)
    except QueueFull:
        raise Sorry("Others ask for much at the moment; please try again.", status=429) from None
    headers = {"content-disposition": f'attachment; filename="{found.id}.html"'}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


@get("/lab/{game:str}/values.csv", include_in_schema=False)
async def lab_values(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[str]:
    found = the_game(game)
    headers = {"content-disposition": f'attachment; filename="{found.id}.csv"'}
    text = await the_run(request, house, found).ask(as_csv)
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


@get("/lab/{game:str}/result.json", include_in_schema=False)
async def lab_result(request: AnyRequest, house: Shared, game: FromPath[str]) -> Response[Any]:
    run = the_run(request, house, the_game(game))
    over = run.over
    return Response({**await run.ask(Result.to_dict), "over": over}, media_type="application/json")


LAB = [lab_shelf, lab_page, lab_start, lab_play, lab_game, lab_components, lab_file, lab_report, lab_values, lab_result]
