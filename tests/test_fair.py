"""Deals that anyone can check: the stream, the proof in a record, and those who verify it."""

from __future__ import annotations

import copy
import datetime
import hashlib
import hmac
import importlib.util
import itertools
import json
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.rules.chance import Rng
from parlour.rules.move import read_move
from parlour.tables.elements import Refused, Seat
from parlour.tables.hall import Hall
from parlour.tables.promises import GAMES, FairDealer, Promise, daily_promise, draw_chance, offered_promise
from parlour.tables.schema import open_log
from parlour.tables.table import Table, read
from parlour.verify import check
from parlour.web import daily, pages
from test_tables import run
from visit import Site, Visitor, table_id

ALONE = Path(__file__).parent.parent / "docs" / "verify.py"
TODAY = "2026-11-16"
PROMISE = Promise(bytes(range(32)), GAMES)
Change = Callable[[dict[str, Any]], None]


def seated(game: str, players: int, promise: Promise | None = PROMISE, **more: Any) -> Table:
    """A table of somebody with a nonce and bots, begun."""
    table = Table("t")
    seats = [Seat("person", "anna", "Anna", nonce="a1"), *[Seat("bot", bot="random")] * (players - 1)]
    table.make(game, players, more.pop("options", {}), "anna", seats, promise=promise, **more)
    table.start("anna")
    return table


def play_on(table: Table, seed: int = 1, most: int = 100_000) -> Table:
    rng = random.Random(seed)
    for _ in range(most):
        if table.status != "playing":
            break
        assert table.state is not None
        seat = rng.choice(table.to_act())
        table.play(seat, rng.choice(table.state.legal(seat)))
    return table


def finish(table: Table) -> None:
    play_on(table)


def proven(table: Table, day: str = TODAY) -> dict[str, Any]:
    """The record as it is downloaded."""
    found: dict[str, Any] = json.loads(json.dumps(table.proven_record(day)))
    return found


@cache
def finished(game: str, players: int = 0) -> str:
    return json.dumps(proven(play_on(seated(game, players or parlour.game(game).players[0]))))


def record_of(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(finished(game))
    return found


def stand_alone(record: Any, folder: Path) -> subprocess.CompletedProcess[str]:
    """`docs/verify.py` as its reader runs it: nothing of Parlour can be imported."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    command = [sys.executable, "-I", "-S", str(ALONE), str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


# -- the stream -------------------------------------------------------------------------------------------------


def test_the_stream_is_the_one_that_the_document_describes() -> None:
    text = b"parlour-fair-1\ndraw\na1,,b2\n3\n0"
    block = hmac.new(PROMISE.seed, text, hashlib.sha256).digest()
    dealer = FairDealer(PROMISE, ["a1", "", "b2"], 3)
    words = [dealer.word() for _ in range(9)]
    assert words[:8] == [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
    next_block = hmac.new(PROMISE.seed, text[:-1] + b"1", hashlib.sha256).digest()
    assert words[8] == int.from_bytes(next_block[:4], "big")
    described = (ALONE.parent / "fair.md").read_text()
    assert block.hex() in described
    assert PROMISE.hash in described


def test_a_dealer_draws_evenly_and_notes_what_it_drew() -> None:
    dealer = FairDealer(PROMISE, [""], 0)
    counts = [0] * 6
    for _ in range(3000):
        counts[dealer.below(6)] += 1
    assert all(400 < count < 600 for count in counts)
    words = iter([0, 5, 1 << 31])  # 2**32 is no multiple of 3: the lowest product is passed over
    dealer.word = lambda: next(words)  # type: ignore[method-assign]
    assert dealer.pick(3) == 0
    assert list(words) == [1 << 31]


@pytest.mark.parametrize("game", parlour.games())
def test_both_dealers_deal_by_the_same_rules(game: str) -> None:
    """The one of tables uses its words as the fast one does: with the same words they deal the same."""
    found = parlour.game(game)
    for players in found.players:
        for options in ({}, {"quick_start": True}) if game == "mogul" and players < 6 else ({},):
            rng = Rng("words")
            dealer = FairDealer(PROMISE, [""] * players, 0)
            dealer.word = lambda rng=rng: int(rng.next())  # type: ignore[method-assign, misc]
            assert found.setup(players, options, dealer) == found.setup(players, options, "words")


# -- records ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", parlour.games())
def test_records_of_all_games_are_good(game: str, tmp_path: Path) -> None:
    record = record_of(game)
    assert check(record)[0] == "good"
    found = stand_alone(record, tmp_path)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("Good: every card and die")
    assert f"Draws: {len(record['fair']['draws'])}, " in found.stdout
    final = parlour.game(game).replay(record)  # the spec's format still holds
    assert final.outcome is not None
    for players in parlour.game(game).players[1:]:
        assert check(json.loads(finished(game, players)))[0] == "good"


@pytest.mark.parametrize("game", [game for game in parlour.games() if game != "photon-rush"])
def test_all_that_is_drawn_in_a_set_up_is_said_to_be(game: str) -> None:
    """Nothing that the rules leave to chance hides among what is not drawn."""
    fixed = {"crash-and-grab": {"setup.queue.*", "setup.tiles.*.slot"}, "mogul": {"setup.extra_shares"}}
    for players in parlour.game(game).players:
        notes = dict(check(json.loads(finished(game, players)))[1])
        places = set(notes["not drawn"]["places"].split(", ")) if "not drawn" in notes else set()
        assert places <= fixed.get(game, set()) | ({"setup.extra"} if players == 6 else set())


def swap(things: list[Any], i: int = 0, j: int = 1) -> None:
    things[i], things[j] = things[j], things[i]


def first_chance(record: dict[str, Any]) -> int:
    return next(i for i, move in enumerate(record["moves"]) if "chance" in move)


def other_die(record: dict[str, Any]) -> None:
    at = first_chance(record)
    record["moves"][at]["chance"] = "roll 1" if record["moves"][at]["chance"] != "roll 1" else "roll 2"


def other_step(record: dict[str, Any]) -> None:
    record["fair"]["draws"][-1]["step"] += 1


def other_move(record: dict[str, Any]) -> None:
    move = next(move for move in record["moves"] if "seat" in move)
    move["action"] += " 1"


TAMPERED: list[tuple[str, str, Change, str]] = [
    ("crusgallo", "setup", lambda record: swap(record["setup"]["draw"]), "setup.draw.0"),
    ("mogul", "setup", lambda record: swap(record["setup"]["deck"], 5, 6), "setup.deck.5"),
    ("gold-n-crash", "setup", lambda record: swap(record["setup"]["decks"][1], 2, 3), "setup.decks.1.2"),
    ("crash-and-grab", "setup", lambda record: swap(record["setup"]["colors"][0]), "setup.colors.0.0"),
    ("crusgallo", "card", lambda record: swap(record["fair"]["draws"][0]["after"], 7, 8), "place 7"),
    ("mogul", "card", lambda record: swap(record["fair"]["draws"][1]["before"]), "Draw 1 (step 0)"),
    ("crash-and-grab", "chance", other_die, "says roll"),
    ("crash-and-grab", "card", lambda record: record["fair"]["draws"][-1].update(got="roll 99"), "has roll 99"),
    ("crash-and-grab", "step", other_step, "it says step and words"),
    ("gold-n-crash", "step", lambda record: record["fair"]["draws"][2]["words"].__setitem__(0, 9), "Draw 2"),
    ("crash-and-grab", "outcomes", lambda record: record["fair"]["lists"][-1].append("a"), "not in order"),
    ("crash-and-grab", "draws", lambda record: record["fair"]["draws"].pop(), "draws for"),
    ("photon-rush", "move", other_move, "Move 0 was changed: 0: "),
    ("photon-rush", "moves", lambda record: record["moves"].pop(), "moves; the proof was made for"),
    ("photon-rush", "nonce", lambda record: swap(record["fair"]["nonces"]), "nonce of seat 0"),
    ("mogul", "nonce", lambda record: record["fair"]["nonces"].__setitem__(2, "ff"), "seat 2 was changed"),
    ("mogul", "seed", lambda record: record["fair"].update(seed="00" * 32), "The seed was changed"),
    ("mogul", "seed", lambda record: record["fair"].update(hash="00" * 32), "promised was 0000"),
    ("mogul", "broken", lambda record: record["fair"]["nonces"].pop(), "cannot be read"),
    ("mogul", "broken", lambda record: record["fair"].update(draws=[{"laid": 3}]), "cannot be read"),
    ("mogul", "broken", lambda record: record["fair"]["draws"][3].update(high=-1), "cannot be read"),
]


@pytest.mark.parametrize(("game", "code", "change", "named"), TAMPERED)
def test_what_was_changed_is_found_and_named(game: str, code: str, change: Change, named: str, tmp_path: Path) -> None:
    record = record_of(game)
    change(record)
    status, findings = check(record)
    assert status == "tampered"
    assert code in [found for found, _ in findings]
    found = stand_alone(record, tmp_path)
    assert found.returncode == 1
    assert found.stderr == ""
    assert found.stdout.startswith("Not as promised:\n")
    assert named in found.stdout


def test_one_change_is_named_once() -> None:
    """Not more than there is: a card in its place, and the one that it changed places with."""
    for game, code, change, _ in TAMPERED:
        if code in ("setup", "chance", "nonce", "step", "move"):
            record = record_of(game)
            change(record)
            assert len(check(record)[1]) <= 2


def test_the_verifier_stands_alone() -> None:
    lines = ALONE.read_text().splitlines()
    assert len(lines) <= 150
    imports = [line.split()[1] for line in lines if line.lstrip().startswith(("import ", "from "))]
    assert set(imports) <= set(sys.stdlib_module_names)


def test_nothing_to_check(tmp_path: Path) -> None:
    record = record_of("mogul")
    del record["fair"]
    found = stand_alone(record, tmp_path)
    assert (found.returncode, found.stdout) == (3, "It cannot be checked: this record carries no proof.\n")
    running = proven(play_on(seated("mogul", 3), most=5))
    found = stand_alone(running, tmp_path)
    assert found.returncode == 3
    assert "cannot be checked yet: the seed is told when the game is over" in found.stdout


def test_seats_without_nonces_are_said_to_be() -> None:
    table = Table("t")
    table.make("gold-n-crash", 2, {}, "anna", [Seat("bot", bot="random")] * 2)
    table.start("anna")
    findings = dict(check(proven(play_on(table)))[1])
    assert "no nonces" in findings


def test_a_game_that_was_played_on_says_what_was_given() -> None:
    table = play_on(seated("crash-and-grab", 2), most=30)
    record = table.record(25)
    other = seated("crash-and-grab", 2, None, source=record)
    found = proven(play_on(other, 2))
    status, findings = check(found)
    assert status == "good"
    assert dict(findings)["given"] == {"count": 25}
    at = next(i for i, move in enumerate(found["moves"]) if "chance" in move and i >= 25)
    found["moves"][at]["chance"] = "roll 0"
    assert check(found)[1][0] == ("chance", {**check(found)[1][0][1], "move": at, "found": "roll 0"})


# -- secrets ------------------------------------------------------------------------------------------------------


def secrets_of(promise: Promise, nonces: list[str]) -> list[str]:
    """What must not be seen before the end: the seed, those of rematches, and the stream itself."""
    return [promise.root.hex(), promise.seed.hex(), promise.sign("draw", ",".join(nonces), 0, 0).hex()]


def test_a_proof_keeps_its_secrets_until_the_end() -> None:
    for game in parlour.games():
        table = seated(game, parlour.game(game).players[0], None)
        assert table.promise is not None
        for seed in range(1000):
            proof = proven(table)["fair"]
            said = json.dumps(proof) + json.dumps(table.summary().about)
            for secret in secrets_of(table.promise, table.nonces):
                assert secret not in said
            assert set(proof) == {"scheme", "rules_version", "hash", "nonces"}
            if table.status != "playing" or seed == 40:
                break
            play_on(table, seed, most=1)
            if table.status != "playing":
                break


def test_bots_cannot_compute_the_deal_from_what_they_draw_with() -> None:
    table = seated("mogul", 3)
    assert table.promise is not None
    seeds = [table.thinking_seed(question) for question in range(5)]
    assert len(set(seeds)) == 5
    assert not any(secret in seed for seed in seeds for secret in secrets_of(table.promise, table.nonces))


def test_nothing_of_the_seed_leaves_a_running_table(site: Site) -> None:
    anna, eve = Visitor(site, "Anna"), Visitor(site, "Eve")
    table = anna.play_now("mogul")
    found = site.hall.rooms[table].table
    assert found.promise is not None
    chairs = [visitor.at(table).until(lambda chair: chair.regions) for visitor in (anna, eve)]
    everything = "".join(text for chair in chairs for text in chair.raw)
    for path in (f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/replay?seat=all", f"/api/tables/{table}"):
        everything += anna.http.get(path).text
    everything += anna.http.get(f"/api/tables/{table}/view").text
    for path in (f"/t/{table}/record.json", f"/verify?table={table}"):
        answer = anna.http.get(path)
        assert answer.status_code == 403
        everything += answer.text
    assert found.promise.hash in everything
    for secret in secrets_of(found.promise, found.nonces):
        assert secret not in everything
    for chair in chairs:
        chair.leave()
    anna.close()
    eve.close()


# -- undo, rematches, older tables ----------------------------------------------------------------------------------


def chances(table: Table) -> list[tuple[int, str]]:
    """The outcomes of chance, with the number of the step that each was."""
    return [(i, step.move.action) for i, step in enumerate(table.steps) if step.move.by_chance]


def test_a_step_taken_back_and_played_again_gets_the_same_cards() -> None:
    again = 0
    for game in ("crash-and-grab", "crusgallo"):
        table = seated(game, parlour.game(game).players[0])
        rng = random.Random(3)
        while table.status == "playing":
            assert table.state is not None
            seat = table.to_act()[0]
            action = rng.choice(table.state.legal(seat))
            table.play(seat, action)
            if seat == 0 and table.status == "playing" and table.undo_of(0) is not None:
                before = [step.move.action for step in table.steps]
                table.undo(0)
                drawn = len(before) - len(table.steps) - 1
                table.play(0, action)
                assert [step.move.action for step in table.steps] == before
                again += drawn
    assert again > 10, "no chance step was taken back"


def test_other_play_does_not_draw_again() -> None:
    """The n-th chance step is drawn from the same words at whatever step of the game it comes."""
    lines = [play_on(seated("crash-and-grab", 2), seed) for seed in (1, 2, 3)]
    moved = 0
    for line in lines:
        draws = [draw for draw in proven(line)["fair"]["draws"] if draw["step"]]
        for number, ((at, outcome), draw) in enumerate(zip(chances(line), draws, strict=True), 1):
            assert draw["step"] == number
            word = FairDealer(PROMISE, ["a1", ""], number).word()
            outcomes = proven(line)["fair"]["lists"][draw["of"]] if number < 4 else None
            if outcomes is not None:
                assert outcome == outcomes[word * len(outcomes) >> 32]
            other = chances(lines[0])[number - 1] if number <= len(chances(lines[0])) else (at, "")
            if other[0] != at and outcome.startswith("roll") and other[1].startswith("roll"):
                assert other[1] == outcome
                moved += 1
    assert moved > 5, "no chance step came at another step of the game"


def test_the_hash_promises_rematches_too(tmp_path: Path) -> None:
    async def play() -> tuple[dict[str, Any], dict[str, Any]]:
        hall = Hall(open_log(str(tmp_path / "parlour.db")))

        def make(table: Table) -> None:
            seats = [Seat("person", "anna", "Anna", nonce="a1"), Seat("person", "bert", "Bert", nonce="b2")]
            table.make("gold-n-crash", 2, {}, "anna", seats)
            table.start("anna")
            play_on(table)

        try:
            first = await hall.make(make)
            await hall.rematch(first, "bert", rotate=True)
            second = await hall.answer_rematch(first, "anna", True)
            assert second is not None
            await second.do(finish)
            return proven(first.table), proven(second.table)
        finally:
            await hall.close()

    first, second = run(play())
    assert second["fair"]["hash"] == first["fair"]["seed"]
    assert second["fair"]["nonces"] == ["b2", "a1"]
    assert second["setup"] != first["setup"]
    assert check(second)[0] == "good"


def test_a_chain_ends() -> None:
    promise: Promise | None = Promise(b"x" * 32)
    hashes = []
    while promise is not None:
        hashes.append((promise.hash, promise.seed.hex()))
        promise = promise.rematch
    assert len(hashes) == GAMES
    assert all(after == seed for (_, seed), (after, _) in itertools.pairwise(hashes))


def test_tables_from_before_go_on_as_they_were() -> None:
    table = Table("t")
    table.make("crash-and-grab", 2, {}, "anna", [Seat("person", "anna", "Anna"), Seat("bot", bot="random")])
    table.start("anna", seed="older")
    play_on(table, most=20)
    entries = [entry._replace(body=copy.deepcopy(entry.body)) for entry in table.fresh]
    del entries[0].body["promise"]
    for seat in entries[0].body["seats"]:
        del seat["nonce"]
    old = read("t", entries)
    assert [step.move.action for step in old.steps] == [step.move.action for step in table.steps]
    play_on(old)
    assert old.outcome is not None
    assert "fair" not in proven(old)
    lobby = read("t", entries[:1])
    lobby.start("anna")
    assert lobby.promise is None
    assert lobby.thinking_seed(3) == f"{lobby.seed}:3"


# -- the command --------------------------------------------------------------------------------------------------


def verify(record: Any, folder: Path, *arguments: str) -> tuple[int, str]:
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    result = CliRunner().invoke(main, ["verify", str(file), *arguments])
    return result.exit_code, result.output


@pytest.mark.parametrize("game", parlour.games())
def test_parlour_verify_knows_the_rules_too(game: str, tmp_path: Path) -> None:
    code, said = verify(record_of(game), tmp_path)
    assert code == 0
    assert said.startswith("Good: ")


def forged(change: Change) -> dict[str, Any]:
    """A record that was changed by somebody who made the proof agree with itself."""
    record = record_of("crash-and-grab")
    change(record)
    promise = Promise(bytes.fromhex(record["fair"]["seed"]), GAMES)
    moves = [read_move(move, record["players"], "moves") for move in record["moves"]]
    record["fair"]["seals"] = promise.seals(record["fair"]["nonces"], moves)
    return record


def order_before(record: dict[str, Any]) -> None:
    """The pile was not in its order before it was shuffled."""
    draw = record["fair"]["draws"][0]
    draw["before"].append(draw["before"].pop(0))
    dealer = FairDealer(Promise(bytes.fromhex(record["fair"]["seed"]), GAMES), record["fair"]["nonces"], 0)
    things = list(draw["before"])
    dealer.shuffle(things)
    draw["after"] = things
    record["setup"]["colors"] = [things[0:2], things[2:4]]
    record["setup"]["extra"] = things[4]


def fewer_outcomes(record: dict[str, Any]) -> None:
    draw = record["fair"]["draws"][-1]
    promise = Promise(bytes.fromhex(record["fair"]["seed"]), GAMES)
    record["fair"]["lists"].append(["roll 1", "roll 2"])
    drawn = draw_chance(promise, record["fair"]["nonces"], draw["step"], ["roll 1", "roll 2"])
    draw.update(of=len(record["fair"]["lists"]) - 1, got=drawn["got"])
    at = max(i for i, move in enumerate(record["moves"]) if "chance" in move)
    record["moves"][at]["chance"] = drawn["got"]


def test_parlour_verify_names_what_only_the_rules_know(tmp_path: Path) -> None:
    for change, said in ((order_before, "by the rules"), (fewer_outcomes, "")):
        record = forged(change)
        assert check(record)[0] == "good", "the proof agrees with itself"
        code, output = verify(record, tmp_path)
        assert code == 1
        assert "Not as promised:\n" in output  # the server of other tests may write its log in between
        assert said in output
    record = record_of("mogul")
    record["outcome"] = {"winners": [9]}
    assert "The outcome was changed" in verify(record, tmp_path)[1]
    record = record_of("mogul")
    record["fair"]["rules_version"] = 0
    code, output = verify(record, tmp_path)
    assert code == 0
    assert "version 0 of the rules" in output


def test_parlour_verify_says_what_it_cannot_check(tmp_path: Path) -> None:
    record = record_of("mogul")
    swap(record["setup"]["deck"])
    code, said = verify(record, tmp_path)
    assert code == 1
    assert "setup.deck.0" in said
    code, said = verify(record, tmp_path, "--lang", "fr")
    assert code == 1
    assert said.startswith("Pas comme promis")
    found = json.loads(verify(record, tmp_path, "--json")[1])
    assert found["status"] == "tampered"
    assert found["findings"][0]["place"] == "setup.deck.0"
    assert verify(proven(play_on(seated("mogul", 3), most=3)), tmp_path)[0] == 3
    del record["fair"]
    assert verify(record, tmp_path) == (3, "It cannot be checked: this record carries no proof.\n")
    assert verify([1], tmp_path)[0] == 2


# -- promises on the web --------------------------------------------------------------------------------------------


def table_at(site: Site, id: str) -> Table:
    room = site.run(site.hall.room(id))
    found: Table = room.table
    return found


def test_a_table_is_promised_before_the_nonce_comes(site: Site, anna: Visitor) -> None:
    offer = anna.http.get("/deal").json()
    assert set(offer) == {"deal", "hash"}
    id = table_id(anna.post("/play/mogul", deal=offer["deal"], nonce="a1b2"))
    table = table_at(site, id)
    assert table.promise is not None
    assert table.promise.hash == offer["hash"]
    assert table.promise == offered_promise(site.house.signer.secret, id)
    assert table.nonces == ["a1b2", "", ""]
    # The same offer again is the same table: nobody gets a second deal from a seed that may be known by then.
    assert table_id(anna.post("/play/mogul", deal=offer["deal"], nonce="ffff")) == id
    assert table_id(anna.post("/new/mogul", deal=offer["deal"], nonce="ffff", players=3, seat0="me")) == id
    assert table_at(site, id).nonces == ["a1b2", "", ""]


def test_an_offer_is_for_one_person_and_a_nonce_without_one_counts_for_nothing(site: Site, anna: Visitor) -> None:
    offer = anna.http.get("/deal").json()
    bert = Visitor(site, "Bert")
    for deal in (offer["deal"], offer["deal"][:-1] + "x", "x.y", ""):
        table = table_at(site, table_id(bert.post("/play/photon-rush", deal=deal, nonce="a1")))
        assert not any(table.nonces)
        assert table.promise is not None
        assert table.promise.hash != offer["hash"]
    anna.post("/play/photon-rush", status=409, deal=offer["deal"], nonce="not hexadecimal")
    bert.close()


def test_people_at_one_screen_share_their_browsers_nonce(site: Site, anna: Visitor) -> None:
    offer = anna.http.get("/deal").json()
    seats = {"seat0": "me", "seat1": "screen", "seat2": "bot:random"}
    table = table_at(site, anna.new_table("mogul", players=3, deal=offer["deal"], nonce="c3", **seats))
    assert table.nonces == ["c3", "c3", ""]


def test_nonces_are_added_in_the_lobby_and_fixed_at_the_start(site: Site, anna: Visitor) -> None:
    offer = anna.http.get("/deal").json()
    id = anna.new_table("photon-rush", players=2, seat0="me", seat1="open", deal=offer["deal"], nonce="a1")
    bert = Visitor(site, "Bert")
    chair = bert.at(id).until(lambda chair: "fair" in chair.regions)
    assert offer["hash"] in chair.regions["fair"]
    assert "nonce" in chair.refused(do="sit", seat=1, nonce="XYZ")
    chair.send(do="sit", seat=1, nonce="b2")
    host = anna.at(id).until(lambda chair: "Stand up" in chair.regions.get("people", ""))
    host.until(lambda chair: "Bert" in chair.regions["people"])
    host.send(do="start")
    host.until(lambda chair: chair.turn)
    table = table_at(site, id)
    assert table.nonces == ["a1", "b2"]
    assert "<code>b2</code>" in host.regions["fair"]
    with pytest.raises(Refused, match="has begun"):
        table.fork().set_seat("bert", 1, Seat("person", "bert", "Bert", nonce="c4"))
    chair.leave()
    host.leave()
    bert.close()


def test_programs_add_nonces_too(site: Site, anna: Visitor) -> None:
    made = anna.http.post("/api/tables", json={"game": "photon-rush", "players": 2}).json()
    path = f"/api/tables/{made['table']}"
    assert anna.http.get(path).json()["hash"] == made["hash"]
    assert anna.http.get(path).json()["nonces"] == []
    taken = anna.http.post(f"{path}/seats", json={"name": "One", "nonce": "ab"}).json()
    assert taken["nonce"] == "ab"
    assert anna.http.post(f"{path}/seats", json={"name": "Two", "nonce": "no"}).status_code == 400
    assert anna.http.post(f"{path}/seats", json={"name": "Two"}).json()["nonce"] == ""
    anna.http.post(f"{path}/start", headers={"authorization": f"Bearer {made['host_token']}"}).raise_for_status()
    assert anna.http.get(path).json()["nonces"] == ["ab", ""]


def test_a_finished_table_has_its_proof_in_the_record(site: Site, anna: Visitor) -> None:
    offer = anna.http.get("/deal").json()
    id = table_id(anna.post("/play/crusgallo", deal=offer["deal"], nonce="a1"))
    site.run(site.run(site.hall.room(id)).do(finish))
    record = anna.http.get(f"/t/{id}/record.json").json()
    assert check(record)[0] == "good"
    assert record["fair"]["hash"] == offer["hash"]
    assert record["outcome"]["winners"] in ([], [0])
    for path in (f"/t/{id}", f"/t/{id}/replay"):
        assert f"/verify?table={id}" in anna.get(path)
    page = anna.get(f"/verify?table={id}")
    assert json.loads(page.split('id="record">')[1].split("</script>")[0]) == record
    # A record that is looked at again proves nothing of its own.
    files = {"record": ("record.json", json.dumps(record), "application/json")}
    upload = anna.http.post("/upload", data={"token": anna.token}, files=files)
    assert "fair" not in anna.http.get(f"/t/{table_id(upload)}/record.json").json()


# -- the deal of a day ------------------------------------------------------------------------------------------------


def test_the_seed_of_a_day_is_promised_before_and_told_after(
    site: Site, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = datetime.date(2026, 5, 2)

    def at(date: datetime.date) -> None:
        monkeypatch.setattr(daily, "today", lambda: date)
        monkeypatch.setattr(pages, "today", lambda: date)

    promise = daily_promise(site.house.signer.secret, "crusgallo", day.isoformat())
    at(day - datetime.timedelta(days=1))
    assert promise.hash in anna.get("/daily/crusgallo")
    at(day)
    id = table_id(anna.post("/daily/crusgallo"))
    bert = Visitor(site, "Bert")
    other = table_id(bert.post("/daily/crusgallo"))
    for table in (id, other):
        site.run(site.run(site.hall.room(table)).do(finish))
    assert chances(table_at(site, id)) == chances(table_at(site, other)), "the same play has the same luck"
    today = anna.get("/daily/crusgallo") + anna.get(f"/t/{id}") + anna.http.get(f"/t/{id}/record.json").text
    assert promise.hash in today
    assert promise.seed.hex() not in today
    assert check(anna.http.get(f"/t/{id}/record.json").json()) == ("closed", [])
    at(day + datetime.timedelta(days=1))
    assert promise.seed.hex() in anna.get(f"/daily/crusgallo/{day}")
    assert check(anna.http.get(f"/t/{id}/record.json").json())[0] == "good"
    bert.close()


def test_a_rematch_of_a_daily_deal_is_another_deal(site: Site, anna: Visitor) -> None:
    id = table_id(anna.post("/daily/crusgallo"))
    room = site.run(site.hall.room(id))
    site.run(room.do(finish))
    again = site.run(site.hall.rematch(room, room.table.seats[0].person, False))
    assert again.table.setup != room.table.setup
    assert again.table.promise.root != room.table.promise.root


def test_the_document_of_the_verifier_is_the_verifier() -> None:
    spec = importlib.util.find_spec("parlour.verify")
    assert spec is not None
    assert spec.origin is not None
    assert ALONE.resolve() == Path(spec.origin).resolve()
