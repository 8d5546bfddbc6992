"""Crash & Grab: what is written in a position or set-up, read piece by piece and refused where it does not fit."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.crash_and_grab import cleanup, flight, upgrades
from parlour.games.crash_and_grab.parts import (
    ACCELERATOR,
    AIRLOCK,
    CARDS,
    DIRECTIONS,
    GATEWAY,
    MINES,
    MOST,
    PLAIN,
    ROTATIONS,
    TRACTOR,
    TYPES,
    UPGRADES,
    CrashParts,
    Field,
    Layout,
    members,
    queue_of,
    read_queue,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    AT_BOOST,
    AT_CLEAN,
    AT_END,
    AT_MOVE,
    AT_PLACE,
    AT_START,
    AT_UPGRADE,
    BOOST,
    CARDS_OF,
    COLOR,
    CREW,
    DISCS,
    DRAW,
    END,
    EXCHANGE,
    FUEL,
    FULL,
    KEEP,
    LAUNCH,
    LOST,
    MARKER,
    MINES_HIT,
    MOVE,
    ON_SITE,
    ORDER,
    OVER,
    PENALTY,
    PHASES,
    PICK,
    PILOT,
    PILOT_ROLL,
    PLACE_ROLL,
    PLAN,
    PLANNED,
    PRICE,
    PUT,
    REWARD,
    ROTATION,
    SHARE,
    SITE,
    START,
    STEPS,
    UPGRADE,
    WASTE_LAUNCH,
    CrashAndGrab,
)
from parlour.rules.check import Check, excerpt
from parlour.rules.errors import InvalidPosition
from parlour.rules.state import NATURE, NOBODY

SIDES = "ab"  # of a tile
KEYS = (
    "game",
    "players",
    "options",
    "to_act",
    "phase",
    "round",
    "probe",
    "direction",
    "turns_done",
    "tiles",
    "markers",
    "crew_target",
    "lost",
    "board_crew",
    "saucers",
    "deck",
    "discard",
    "drawn",
    "turn",
    "motion",
    "pending",
    "winner",
)
SAUCER_KEYS = ("color", "seat", "at", "crew", "energy", "boosters", "upgrades", "plan", "revealed", "override", "done")
TURN_KEYS = ("seat", "saucer", "step", "free", "distance", "boosts", "acquired", "used", "crashed")
MOTION_KEYS = ("saucer", "dir", "dist", "left", "pushed", "launches", "took")
PENDING_KEYS: dict[int, tuple[str, ...]] = {
    PILOT: ("seat",),
    PILOT_ROLL: ("seat", "crew"),
    ORDER: ("seat",),
    SITE: ("seat", "saucer"),
    PLACE_ROLL: ("seat", "saucer"),
    SHARE: ("seat", "saucer"),
    EXCHANGE: ("seat", "saucer", "crew"),
    PENALTY: ("saucer",),
    REWARD: ("saucer",),
    PUT: ("crew",),
}
STEPS_OF: dict[int, tuple[int, ...]] = {
    PICK: (AT_PLACE,),
    SITE: (AT_PLACE,),
    PLACE_ROLL: (AT_PLACE,),
    START: (AT_START,),
    MOVE: (AT_MOVE,),
    LAUNCH: (AT_MOVE, AT_BOOST, AT_END),
    WASTE_LAUNCH: (AT_MOVE, AT_BOOST, AT_END),
    MINES_HIT: (AT_MOVE, AT_BOOST, AT_END),
    EXCHANGE: (AT_MOVE, AT_BOOST, AT_END),
    SHARE: (AT_MOVE, AT_BOOST, AT_END),
    BOOST: (AT_BOOST,),
    PENALTY: (AT_CLEAN, AT_END),
    REWARD: (AT_CLEAN, AT_END),
    CREW: (AT_CLEAN, AT_END),
    PUT: (AT_CLEAN, AT_END),
    END: (AT_END,),
    UPGRADE: (AT_UPGRADE,),
    DRAW: (AT_UPGRADE,),
    KEEP: (AT_UPGRADE,),
}
MOST_CREW = 4  # on the board, at any time (CG-9)


# -- tiles, markers and queues, in positions and set-ups ---


def read_tiles(check: Check, value: object, layout: Layout, parts: CrashParts, where: str) -> Field:
    """CG-6, CG-20: one tile for each slot, in the order of the layout."""
    found: list[int] = []
    for i, tile in enumerate(check.sequence(value, where, len(layout.slots))):
        slot = layout.slots[i]
        fields = check.keys(tile, ("slot", "tile", "side", "turn"), f"{where}.{i}")
        check.one_of(fields["slot"], (slot.name,), f"{where}.{i}.slot")
        id = check.integer(fields["tile"], f"{where}.{i}.tile")
        fits = id in parts.tiles and parts.tiles[id].kind == slot.kind
        check.that(fits, f"{where}.{i}.tile", f"a tile of kind {slot.kind} is needed, not {id}")
        check.that(id not in [code >> 3 for code in found], f"{where}.{i}.tile", f"tile {id} is used twice")
        side = SIDES.index(check.one_of(fields["side"], SIDES, f"{where}.{i}.side"))
        turn = check.integer(fields["turn"], f"{where}.{i}.turn", 0, 3)
        check.that(turn in slot.turns, f"{where}.{i}.turn", f"turn {turn} is not possible in slot {slot.name}")
        found.append(id << 3 | side << 2 | turn)
    return parts.board(layout, found)


def read_markers(check: Check, value: object, parts: CrashParts, where: str) -> list[int]:
    """CG-14: each marker on one side."""
    fields = check.keys(value, DIRECTIONS, where)
    found = [parts.markers.index(check.one_of(fields[d], parts.markers, f"{where}.{d}")) for d in DIRECTIONS]
    check.that(len(set(found)) == 4, where, "each marker lies on one side of the board")
    return found


# -- a position ---


class PositionReader:
    """Reads a position piece by piece; each piece may rely on those before it."""

    def __init__(self, position: dict[str, Any], parts: CrashParts) -> None:
        self.check: Check = Check(InvalidPosition)
        self.data: dict[str, Any] = self.check.keys(position, KEYS, "")
        self.parts: CrashParts = parts
        self.state: CrashAndGrab = self.read_frame()
        self.read_saucers()
        self.read_crew()
        self.read_upgrades()
        self.read_turn()
        self.read_motion()
        self.read_pending()
        self.check_spaces()
        self.check_round()
        self.check_phase()
        self.check_to_act()

    def read_frame(self) -> CrashAndGrab:
        """Players, options, board, colours, round."""
        check, data, parts = self.check, self.data, self.parts
        players = check.integer(data["players"], "players", 2, 6)
        options = check.keys(data["options"], ("boost_limit", "round_limit"), "options")
        limits = [
            0 if options[name] is None else check.integer(options[name], f"options.{name}", 1)
            for name in ("boost_limit", "round_limit")
        ]
        count = parts.count(players)
        saucers = check.sequence(data["saucers"], "saucers", players * count.saucers_each)
        colors: list[int] = []
        for i, saucer in enumerate(saucers):
            fields = check.keys(saucer, SAUCER_KEYS, f"saucers.{i}")
            color = parts.colors.index(check.one_of(fields["color"], parts.colors, f"saucers.{i}.color"))
            check.that(color not in colors, f"saucers.{i}.color", "no two saucers have the same colour")
            check.integer(fields["seat"], f"saucers.{i}.seat", i // count.saucers_each, i // count.saucers_each)
            colors.append(color)
        in_use = [check.one_of(name, parts.colors, "lost") for name in check.mapping(data["lost"], "lost")]
        extras = [parts.colors.index(name) for name in in_use if parts.colors.index(name) not in colors]
        fits = len(extras) == (0 if players == 6 else 1) and len(in_use) == len(colors) + len(extras)
        check.that(fits, "lost", "all colours in use are needed, and one more unless there are six players (CG-21)")
        board = read_tiles(check, data["tiles"], count.layout, parts, "tiles")
        markers = read_markers(check, data["markers"], parts, "markers")
        extra = extras[0] if extras else -1
        s = CrashAndGrab(players, limits[0], limits[1], parts, extra, board)
        s.give_colors(colors)
        for i in range(4):
            s.has[MARKER + i] = markers[i]
        s.phase = PHASES.index(check.one_of(data["phase"], PHASES, "phase"))
        s.round = check.integer(data["round"], "round", 1)
        s.probe = check.integer(data["probe"], "probe", 0, players - 1)
        if data["direction"] is not None:
            s.direction = ROTATIONS.index(check.one_of(data["direction"], ROTATIONS, "direction"))
        s.turns_done = check.integer(data["turns_done"], "turns_done", 0, s.saucers)
        check.integer(data["crew_target"], "crew_target", count.target, count.target)
        if data["winner"] is not None:
            s.winner = check.integer(data["winner"], "winner", 0, players - 1)
        return s

    def cell(self, value: object, where: str) -> int:
        name = self.check.string(value, where)
        cells = self.state.board.layout.cells
        if name not in cells:  # the reason is not written out beforehand: this is asked for every tile of every board
            raise self.check.fail(where, f"{excerpt(name)} is not a space of this board")
        return cells[name]

    def saucer(self, value: object, where: str) -> int:
        names = [self.state.color_of(i) for i in range(self.state.saucers)]
        return names.index(self.check.one_of(value, names, where))

    def member(self, value: object, where: str) -> int:
        name = self.check.string(value, where)
        found = self.parts.crew_ids.get(name, -1)
        color = self.parts.colors[found // TYPES] if found >= 0 else ""
        if color not in self.data["lost"]:
            raise self.check.fail(where, f"{excerpt(name)} is not a crewmember of this game")
        return found

    def direction(self, value: object, where: str) -> int:
        return DIRECTIONS.index(self.check.one_of(value, DIRECTIONS, where))

    def cards(self, value: object, where: str) -> int:
        """A sorted list of upgrades as a mask."""
        found = 0
        for i, name in enumerate(self.check.sorted_strings(value, where)):
            bit = 1 << UPGRADES.index(self.check.one_of(name, UPGRADES, f"{where}.{i}"))
            self.check.that(found & bit == 0, f"{where}.{i}", f"{name} is listed twice")
            found |= bit
        return found

    def read_saucers(self) -> None:
        check, s = self.check, self.state
        for i, fields in enumerate(self.data["saucers"]):
            where = f"saucers.{i}"
            s.has[AT + i] = -1 if fields["at"] is None else self.cell(fields["at"], f"{where}.at")
            s.has[FUEL + i] = check.integer(fields["energy"], f"{where}.energy")
            s.has[DISCS + i] = check.integer(fields["boosters"], f"{where}.boosters")
            s.has[CARDS_OF + i] = self.cards(fields["upgrades"], f"{where}.upgrades")
            if fields["plan"] is not None:
                plan = check.keys(fields["plan"], ("card", "dir"), f"{where}.plan")
                card = CARDS.index(check.one_of(plan["card"], CARDS, f"{where}.plan.card"))
                s.has[PLANNED + i] = card << 2 | self.direction(plan["dir"], f"{where}.plan.dir")
            if check.boolean(fields["revealed"], f"{where}.revealed"):
                s.revealed |= 1 << i
            if check.boolean(fields["override"], f"{where}.override"):
                s.override |= 1 << i
            if check.boolean(fields["done"], f"{where}.done"):
                s.done |= 1 << i

    def read_crew(self) -> None:
        """Each crewmember of the colours in use is in one place."""
        check, s = self.check, self.state
        seen: list[int] = []
        for name, queue in self.data["lost"].items():
            color = self.parts.colors.index(name)
            types = [
                self.parts.types.index(check.one_of(type, self.parts.types, f"lost.{name}"))
                for type in check.sequence(queue, f"lost.{name}")
            ]
            check.that(len(types) <= TYPES, f"lost.{name}", "a colour has four crewmembers")
            s.has[LOST + color] = queue_of(types)
            seen += [TYPES * color + type for type in types]
        board = check.mapping(self.data["board_crew"], "board_crew")
        check.that(len(board) <= MOST_CREW, "board_crew", f"at most {MOST_CREW} crewmembers are on the board (CG-9)")
        for space, crew in board.items():
            where = f"board_crew.{space}"
            kind = s.board.cell[self.cell(space, where)]
            check.that(kind != PLAIN and kind != ACCELERATOR, where, "crew stands on crash sites only (CG-12)")
            s.has[ON_SITE + kind] = self.member(crew, where)
            seen.append(int(s.has[ON_SITE + kind]))
        for i, fields in enumerate(self.data["saucers"]):
            where = f"saucers.{i}.crew"
            for crew in check.sorted_strings(fields["crew"], where):
                member = self.member(crew, where)
                s.has[ABOARD + i] |= 1 << member
                seen.append(member)
        for member in sorted(seen):
            check.that(seen.count(member) == 1, "", f"{self.parts.crew[member]} is in two places")
        check.that(len(seen) == TYPES * len(self.data["lost"]), "", "a crewmember of a colour in use is nowhere")

    def read_upgrades(self) -> None:
        """Each card of the game is in one place (CG-24)."""
        check, s = self.check, self.state
        s.deck = self.cards(self.data["deck"], "deck")
        s.discard = self.cards(self.data["discard"], "discard")
        s.drawn = self.cards(self.data["drawn"], "drawn")
        seen: i64 = 0
        masks = [s.deck, s.discard, s.drawn] + [s.has[CARDS_OF + saucer] for saucer in range(s.saucers)]
        for mask in masks:
            check.that(seen & mask == 0, "", "an upgrade card is in two places")
            seen |= mask
        check.that(
            seen == self.parts.deck(s.players), "", "deck, discards and saucers must hold all upgrade cards once"
        )

    def read_turn(self) -> None:
        check, s, data = self.check, self.state, self.data["turn"]
        if data is None:
            return
        turn = check.keys(data, TURN_KEYS, "turn")
        s.turn_seat = check.integer(turn["seat"], "turn.seat", 0, s.players - 1)
        if turn["saucer"] is not None:
            s.active = self.saucer(turn["saucer"], "turn.saucer")
            check.that(s.seat_of(s.active) == s.turn_seat, "turn.saucer", "this is another seat's saucer")
            check.that(s.done >> s.active & 1 == 0, "turn.saucer", "this saucer has had its turn")
        s.step = STEPS.index(check.one_of(turn["step"], STEPS, "turn.step"))
        s.free = 1 if check.boolean(turn["free"], "turn.free") else 0
        if turn["distance"] is not None:
            most = 2 * max([max(distances) for distances in self.parts.distances])
            s.distance = check.integer(turn["distance"], "turn.distance", 0, most)
        s.boosts = check.integer(turn["boosts"], "turn.boosts", 0)
        s.acquired = 1 if check.boolean(turn["acquired"], "turn.acquired") else 0
        s.used = self.cards(turn["used"], "turn.used")
        owned = s.has[CARDS_OF + s.active] if s.active >= 0 else 0
        check.that(
            s.used & ~(owned & upgrades.USABLE) == 0,
            "turn.used",
            "only upgrades of the saucer that are used up in a turn",
        )
        crashed = [self.saucer(name, "turn.crashed") for name in check.sequence(turn["crashed"], "turn.crashed")]
        check.that(len(set(crashed)) == len(crashed), "turn.crashed", "a saucer is listed twice")
        s.crashed = queue_of(crashed)
        for saucer in crashed:
            check.that(s.has[AT + saucer] < 0, "turn.crashed", "a saucer that crashed is off the board")

    def read_motion(self) -> None:
        check, s, data = self.check, self.state, self.data["motion"]
        if data is None:
            return
        motion = check.keys(data, MOTION_KEYS, "motion")
        s.flying = self.saucer(motion["saucer"], "motion.saucer")
        s.heading = self.direction(motion["dir"], "motion.dir")
        s.reach = check.integer(motion["dist"], "motion.dist", 1, MOST)
        s.left = check.integer(motion["left"], "motion.left", 0, s.reach - 1)
        pushed = check.boolean(motion["pushed"], "motion.pushed")
        check.that(pushed == (s.flying != s.active), "motion.pushed", "all but the active saucer are pushed (CG-64)")
        check.that(s.has[AT + s.flying] >= 0, "motion.saucer", "a saucer in flight is on the board")
        launches: list[int] = []
        for i, launch in enumerate(check.sequence(motion["launches"], "motion.launches")):
            where = f"motion.launches.{i}"
            fields = check.sequence(launch, where, 3)
            way = self.direction(fields[1], where) << 4 | check.integer(fields[2], where, 1, MOST)
            code = self.cell(fields[0], where) << 6 | way
            check.that(code not in launches, where, "a launch is made once in a flight (CG-61)")
            check.that(not pushed, where, "only the active saucer chooses its launches (CG-61)")
            launches.append(code)
        s.launches = vec[i64]([code for code in launches])
        s.took = 1 if check.boolean(motion["took"], "motion.took") else 0

    def read_pending(self) -> None:
        check, s, data = self.check, self.state, self.data["pending"]
        keys = PENDING_KEYS.get(s.phase)
        if keys is None:
            check.that(data is None, "pending", f"null is needed in the phase {PHASES[s.phase]}")
            return
        pending = check.keys(data, keys, "pending")
        seat = check.integer(pending["seat"], "pending.seat", 0, s.players - 1) if "seat" in keys else s.turn_seat
        s.asked = seat
        if "saucer" in keys:
            s.subject = self.saucer(pending["saucer"], "pending.saucer")
            if "seat" in keys:
                check.that(s.seat_of(s.subject) == seat, "pending.saucer", "this is another seat's saucer")
        if "crew" in keys:
            s.member = self.member(pending["crew"], "pending.crew")

    # -- what must fit together ---------------------------------------------------------------------

    def check_spaces(self) -> None:
        """Two saucers share a space only during a flight, or in a game that ended there."""
        s = self.state
        pairs = [
            (a, b)
            for a in range(s.saucers)
            for b in range(a + 1, s.saucers)
            if s.has[AT + a] >= 0 and s.has[AT + a] == s.has[AT + b]
        ]
        if s.phase in (MINES_HIT, SHARE, EXCHANGE):
            fits = len(pairs) <= 1 and all(s.flying in pair for pair in pairs)
        else:
            fits = len(pairs) <= (1 if s.phase == OVER else 0)
        self.check.that(fits, "saucers", "two saucers share a space only during a flight")

    def check_round(self) -> None:
        """How far the round is. What led there is not asked: a study may begin anywhere."""
        check, s = self.check, self.state
        phase = s.phase
        complete = [seat for seat in range(s.players) if self.is_complete(seat)]
        if phase == OVER and s.winner >= 0:
            check.that(complete == [s.winner], "winner", "the winner's crew, and no other, is complete (CG-110)")
        else:
            check.that(s.winner < 0, "winner", "nobody has won before the game is over")
            check.that(complete == [], "saucers", "a seat with a complete crew has won (CG-110)")
        if s.players == 2:
            check.that(s.direction < 0, "direction", "with two players there is no direction (CG-32)")
        done = [i for i in range(s.saucers) if s.done >> i & 1]
        check.that(len(done) == s.turns_done, "turns_done", "as many turns are done as saucers had theirs")
        if phase in (PILOT, PILOT_ROLL, PLAN):
            fresh = s.turns_done == 0 and s.direction < 0 and s.revealed == 0 and s.override == 0
            check.that(fresh, "", "nothing is revealed, done or known before the planning is complete")
            if phase != PLAN:
                check.that(s.players == 2, "phase", "pilots are chosen with two players only (CG-27)")
                planned = [i for i in range(s.saucers) if s.has[PLANNED + i] >= 0]
                check.that(planned == [], "saucers", "nothing is planned before the pilots are placed")
            return
        for i in range(s.saucers):
            check.that(s.has[PLANNED + i] >= 0, f"saucers.{i}.plan", "all saucers have been planned in this phase")
        self.check_turns()

    def is_complete(self, seat: int) -> bool:
        s = self.state
        return all(s.types_aboard(i) == FULL for i in range(s.saucers) if s.seat_of(i) == seat)

    def check_turns(self) -> None:
        check, s = self.check, self.state
        phase = s.phase
        owner = upgrades.stabilizer_owner(s)
        if s.players > 2 and s.direction < 0 and phase != ROTATION:
            most = 1 if phase in (ORDER, OVER) else 0
            waits = owner >= 0 and s.turns_done <= most
            check.that(waits, "direction", "it is known by now, unless a Rotational Stabilizer waits (CG-34)")
        if phase in (ROTATION, ORDER):
            check.that(s.override == 0, "saucers", "no override token before the direction is known (CG-33)")

    def check_phase(self) -> None:
        """What each phase needs: a turn or none, a flight or none, and something to ask."""
        check, s = self.check, self.state
        phase = s.phase
        where = f"phase {PHASES[phase]}"
        between = phase in (PILOT, PILOT_ROLL, PLAN, ROTATION, ORDER, OVER)
        if phase in (SITE, PLACE_ROLL) and s.turn_seat < 0:
            between = True
            check.that(s.turns_done == s.saucers, "turn", "a turn is needed before the end of the round")
        check.that(between == (s.turn_seat < 0), "turn", "null is needed here" if between else "a turn is needed here")
        flight = phase in (LAUNCH, WASTE_LAUNCH, MINES_HIT, SHARE)
        if phase == EXCHANGE:
            flight = s.step != AT_END or s.flying >= 0
        check.that(flight == (s.flying >= 0), "motion", "a flight is needed here" if flight else "null is needed here")
        check.that(s.drawn == 0 or phase in (DRAW, KEEP), "drawn", "cards are drawn in the phases draw and keep only")
        if not between:
            self.check_turn()
        if phase == PLAN or phase == OVER:
            if phase == OVER and s.winner < 0:
                fits = s.round_limit > 0 and s.round >= s.round_limit and s.turns_done == s.saucers
                check.that(fits, where, "no rule has ended this game")
        elif phase in (PILOT, PILOT_ROLL):
            self.check_pilots()
        elif phase == ROTATION:
            turns = 1 if upgrades.stabilizer_owner(s) >= 0 else 0
            fits = s.players > 2 and s.direction < 0 and s.turns_done == turns
            check.that(fits, where, "the die is not rolled now (CG-32, CG-34)")
        elif phase == ORDER:
            owner = upgrades.stabilizer_owner(s)
            fits = s.players > 2 and owner >= 0 and s.direction < 0 and s.turns_done == 1
            check.that(fits, where, "nobody is asked for the direction now (CG-34)")
            check.that(s.seat_of(owner) == s.asked, "pending.seat", "the owner of the Stabilizer is asked (CG-34)")
        elif phase in (SITE, PLACE_ROLL):
            self.check_placing()
        elif flight or phase == EXCHANGE:
            self.check_flight()
        else:
            self.check_question()

    def check_pilots(self) -> None:
        """CG-27."""
        check, s = self.check, self.state
        fronts = [cleanup.front(s, s.has[COLOR + i]) == 0 for i in range(s.saucers) if s.seat_of(i) == s.asked]
        if s.phase == PILOT:
            check.that(all(fronts), "lost", "both pilots of the seat are to be in front of their queues (CG-22)")
            return
        color = s.member // TYPES
        owners = [i for i in range(s.saucers) if s.has[COLOR + i] == color and s.seat_of(i) == s.asked]
        fits = len(owners) == 1 and cleanup.front(s, color) == s.member % TYPES
        check.that(fits, "pending.crew", "the front crewmember of a colour of the seat is needed (CG-27)")
        s.subject = owners[0]

    def check_turn(self) -> None:
        """The turn of a phase that is part of one."""
        check, s = self.check, self.state
        phase = s.phase
        check.that(s.turns_done < s.saucers, "turns_done", "all turns of the round are done")
        check.that((s.active < 0) == (phase == PICK), "turn.saucer", "null in the phase pick, and only there")
        check.that(s.step in STEPS_OF[phase], "turn.step", f"{STEPS[s.step]} does not fit the phase {PHASES[phase]}")
        flown = phase > MOVE
        check.that((s.distance >= 0) == flown, "turn.distance", "a number after Execute Move, null before")
        if not flown:
            check.that(s.crashed == 0, "turn.crashed", "nothing has crashed before Execute Move")
        if phase in (CREW, PUT, END, UPGRADE, DRAW, KEEP):
            check.that(s.crashed == 0, "turn.crashed", "every crash has been dealt with by now")
        if phase == PICK:
            fits = s.players == 2 and s.done >> 2 * s.turn_seat & 3 == 0 and s.free == 0
            check.that(fits, "phase", "nothing is to be picked (CG-41)")
        elif phase in (START, MOVE, BOOST):
            check.that(s.has[AT + s.active] >= 0, "turn.saucer", "the saucer is on the board in this phase")

    def check_placing(self) -> None:
        """CG-42, CG-100."""
        check, s = self.check, self.state
        check.that(s.has[AT + s.subject] < 0, "pending.saucer", "this saucer is on the board")
        if s.phase == SITE:
            check.that(s.owns(s.subject, GATEWAY), "pending.saucer", "no Regeneration Gateway, no question (CG-133)")
        if s.turn_seat >= 0:
            check.that(s.subject == s.active, "pending.saucer", "the saucer whose turn it is is placed (CG-42)")
            check.that(s.free == 1, "turn.free", "true while the saucer is being placed")
            return
        order = [(s.probe * s.count.saucers_each + i) % s.saucers for i in range(s.saucers)]
        first = next(i for i in order if s.has[AT + i] < 0)
        check.that(s.subject == first, "pending.saucer", f"{s.color_of(first)} is placed first (CG-100)")

    def check_flight(self) -> None:
        """A flight that waits for an answer."""
        check, s = self.check, self.state
        phase = s.phase
        where = f"phase {PHASES[phase]}"
        saucer = s.flying if s.flying >= 0 else s.active
        cell = s.has[AT + saucer]
        if phase == EXCHANGE:
            if s.flying < 0:
                fits = s.owns(saucer, TRACTOR) and cell >= 0
                check.that(fits, "motion", "without a flight only a Tractor Beam picks up (CG-125)")
            else:
                on_site = s.board.cell[cell] != PLAIN and s.board.cell[cell] != ACCELERATOR
                check.that(on_site and s.took == 1, "motion", "a crewmember has just been picked up here (CG-52)")
            check.that(s.subject == saucer, "pending.saucer", "this saucer has not picked anybody up")
            check.that(s.has[ABOARD + saucer] >> s.member & 1 == 1, "pending.crew", "the one picked up is aboard")
            asked = s.owns(saucer, AIRLOCK) and s.crew_on_board() > 0
            check.that(asked, where, "an Airlock and other crew on the board are needed (CG-140)")
        elif phase == SHARE:
            check.that(s.players == 2, where, "only two players share (CG-150)")
            check.that(s.subject == saucer, "pending.saucer", "the saucer in flight is needed")
            s.offered = flight.share_choices(s)
            asked = flight.near_partner(s, saucer) and len(s.offered) > 0
            check.that(asked, where, "there is nothing to share (CG-150)")
        else:
            check.that(saucer == s.active, "motion.saucer", "only the active saucer is asked this")
            other = s.other_on(cell, saucer)
            kind = s.board.cell[cell]
            if phase == MINES_HIT:
                check.that(
                    s.owns(saucer, MINES) and other >= 0, where, "mines and a saucer that is hit are needed (CG-136)"
                )
            elif phase == LAUNCH:
                s.offered = upgrades.launch_choices(s)
                fits = kind == ACCELERATOR and other < 0 and len(s.offered) > 0
                check.that(fits, where, "no launch can be made here (CG-55)")
            else:
                s.offered = upgrades.waste_choices(s)
                there = kind != PLAIN and kind != ACCELERATOR and other < 0
                fits = there and upgrades.may_waste(s) and len(s.offered) > 0
                check.that(fits, where, "the Waste Accelerator cannot be used here (CG-128)")

    def check_question(self) -> None:
        """All other questions to the seat whose turn it is, and the chance that follows them."""
        check, s = self.check, self.state
        phase = s.phase
        why = "this question is not put here"
        fits = True
        if phase == START:
            s.offered = upgrades.thrust_choices(s)
            fits = len(s.offered) > 0  # CG-121
        elif phase == BOOST:
            more = s.boost_limit == 0 or s.boosts < s.boost_limit
            fits = more and s.has[DISCS + s.active] > 0 and len(upgrades.boost_choices(s)) > 0  # CG-70 to CG-72
        elif phase == PENALTY:
            crashed = read_queue(s.crashed)
            own = [i for i in (int(s.active), int(s.active ^ 1)) if i in crashed and s.seat_of(i) == s.turn_seat]
            fits = own[:1] == [int(s.subject)] and s.off_coloured(s.active) != 0  # CG-80, CG-81
        elif phase == REWARD:
            crashed = read_queue(s.crashed)
            own_crashes = [i for i in crashed if s.seat_of(i) == s.turn_seat]
            fits = crashed[:1] == [int(s.subject)] and not own_crashes  # CG-83
        elif phase == CREW:
            fits = cleanup.crew_is_due(s)  # CG-86
        elif phase == PUT:
            color = s.member // TYPES
            fits = cleanup.crew_is_due(s) and cleanup.front(s, color) == s.member % TYPES
            why = "a crewmember in front of a queue is needed, and room on the board (CG-86)"
        elif phase == END:
            s.offered = upgrades.effect_choices(s)
            fits = len(s.offered) > 0  # CG-90
        elif phase == UPGRADE:
            fits = s.has[FUEL + s.active] >= PRICE and cleanup.pile(s) != 0  # CG-92
        elif phase == DRAW:
            fits = cleanup.pile(s) != 0 and s.drawn & (s.drawn - 1) == 0
        elif phase == KEEP:
            single = s.drawn != 0 and s.drawn & (s.drawn - 1) == 0
            two = len(members(s.drawn)) == 2
            fits = two or (single and cleanup.pile(s) == 0)  # CG-92
        check.that(fits, f"phase {PHASES[phase]}", why)

    def check_to_act(self) -> None:
        """`to_act` is what phase, turn and pending make it."""
        check, s = self.check, self.state
        phase = s.phase
        if phase in (PILOT_ROLL, ROTATION, PLACE_ROLL, PUT, DRAW):
            s.asked = NATURE
        elif phase == OVER:
            s.asked = NOBODY
        elif phase == PLAN:
            owing = s.owing()
            check.that(len(owing) > 0, "saucers", "somebody has still to plan")
            s.asked = owing[0]
        elif phase not in (PILOT, ORDER, SITE, SHARE, EXCHANGE):
            s.asked = s.turn_seat
        expected: object = "chance" if s.asked == NATURE else s.owing()
        given = self.data["to_act"]
        if not isinstance(given, str):
            given = check.integers(given, "to_act", -1, 0, s.players - 1)
        check.that(given == expected, "to_act", f"{excerpt(expected)} is needed, not {excerpt(given)}")
