"""The page that checks a record, in a real browser: by itself, and as the stand-alone verifier does."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from pages import Open, axe, expect
from parlour.verify import check
from test_fair import TAMPERED, finish, record_of, swap
from visit import Site, Visitor

PLAIN_HTTP = "Object.defineProperty(crypto, 'subtle', { value: undefined })"  # what pages over plain HTTP have
SCRIPT = "(await import(document.querySelector('script[src*=\"verify.js\"]').src))"


def choose(page: Any, record: Any, folder: Path) -> None:
    file = folder / f"record-{len(list(folder.iterdir()))}.json"
    file.write_text(json.dumps(record))
    page.locator("#record-file").set_input_files(file)


def test_from_the_promise_to_the_check(site: Site, open_page: Open) -> None:
    page = open_page("/")
    page.locator('form[action="/play/crusgallo"] button').click()
    page.wait_for_url("**/t/*")
    room = site.hall.rooms[page.url.rpartition("/")[2]]
    ((nonce, hash),) = page.evaluate("JSON.parse(localStorage.nonces)")
    assert room.table.nonces == [nonce]
    assert len(nonce) == 32
    assert room.table.promise is not None
    assert room.table.promise.hash == hash
    expect(page.locator("#fair code").first).to_have_text(hash)
    site.run(room.do(finish))
    page.locator('#tools a[href^="/verify"]').click()
    expect(page.locator(".verify")).to_have_attribute("data-status", "good")
    expect(page.locator("#verdict")).to_contain_text("Good: every card and die")
    expect(page.locator("#findings")).to_contain_text("the promise was kept")
    assert axe(page) == []
    # The rematch was promised too, though nobody was shown its own hash.
    again = site.run(site.hall.rematch(room, room.table.seats[0].person, False))
    site.run(again.do(finish))
    page.goto(f"{site.url}/verify?table={again.table.id}")
    expect(page.locator("#findings")).to_contain_text("the promise was kept")
    page.evaluate("localStorage.nonces = localStorage.nonces.replace(/[0-9a-f]{64}/, '0'.repeat(64))")
    page.reload()
    expect(page.locator(".verify")).to_have_attribute("data-status", "tampered")
    expect(page.locator("#findings")).to_contain_text("This browser was shown another hash")


def test_a_nonce_is_added_when_somebody_sits_down(site: Site, open_page: Open) -> None:
    host = Visitor(site, "Anna")
    table = host.new_table("photon-rush", players=2, seat0="me", seat1="open")
    page = open_page(f"/t/{table}", size="phone")
    page.get_by_role("button", name="Sit here").click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    ((nonce, hash),) = page.evaluate("JSON.parse(localStorage.nonces)")
    found = site.hall.rooms[table].table
    assert found.promise is not None
    assert (found.seats[1].nonce, found.promise.hash) == (nonce, hash)
    host.close()


@pytest.mark.parametrize("script", ["", PLAIN_HTTP], ids=["webcrypto", "plain"])
def test_the_page_finds_what_the_verifier_finds(site: Site, open_page: Open, script: str) -> None:
    """In all games, good and changed: the same status and the same things found, word for word."""
    page = open_page("/verify", script=script, throw_away=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    changed = [record_of(game) for game in parlour.games()]
    for game, _, change, _ in TAMPERED:
        record = record_of(game)
        change(record)
        changed.append(record)
    without = record_of("mogul")
    del without["fair"]
    closed = record_of("mogul")
    del closed["fair"]["seed"]
    # How a page hashes where it may not ask the browser makes no difference to what is then compared.
    for record in [*(changed[::3] if script else changed), without, closed]:
        result = page.evaluate(f"async (record) => {SCRIPT}.check(record)", record)
        status, findings = check(record)
        assert result["status"] == status
        if findings and findings[-1][0] == "broken":  # each language has its own words for that
            assert result["findings"][-1][0] == "broken"
        else:
            assert result["findings"] == json.loads(json.dumps(findings))
    assert [url for url in asked if not url.endswith("/icon.svg")] == [], "the page asks nobody"


def test_plain_sha256_is_sha256(site: Site, open_page: Open) -> None:
    page = open_page("/verify")
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        data = [i * 7 % 256 for i in range(length)]
        digest = page.evaluate(f"async (data) => [...{SCRIPT}.plainSha256(data)]", data)
        assert bytes(digest) == hashlib.sha256(bytes(data)).digest()


def test_a_file_without_a_connection(site: Site, open_page: Open, tmp_path: Path) -> None:
    page = open_page("/verify", size="phone", locale="fr-FR", throw_away=True)
    expect(page.locator("#verdict")).to_have_text("Aucune partie n’est encore choisie.")
    page.context.set_offline(True)
    record = record_of("mogul")
    choose(page, record, tmp_path)
    expect(page.locator("#verdict")).to_contain_text("Tout est juste")
    expect(page.locator("#findings")).to_contain_text(record["fair"]["hash"])
    expect(page.locator("#draws tbody tr")).to_have_count(len(record["fair"]["draws"]))
    swap(record["setup"]["deck"])
    choose(page, record, tmp_path)
    expect(page.locator("#verdict")).to_have_text("Pas comme promis :")
    expect(page.locator("#findings li").first).to_contain_text("setup.deck.0")
    del record["fair"]
    choose(page, record, tmp_path)
    expect(page.locator("#verdict")).to_contain_text("ne porte pas de preuve")
    choose(page, 7, tmp_path)
    expect(page.locator("#verdict")).to_contain_text("Ce n’est pas une partie")
    assert axe(page) == []
