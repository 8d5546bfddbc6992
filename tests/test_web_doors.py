"""What a request has to be before it is looked at: for this server by name, from our own pages, not too deep; and what
every answer says about itself."""

from __future__ import annotations

import json
import socket as sockets
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from parlour.web.hosts import Hosts
from parlour.web.serve import own_address
from parlour.web.settings import Settings, listed_origins
from visit import Site, Visitor, a_site

DEPTHS = (50, 1100, 40_000)  # within reason; deeper than the interpreter goes; as deep as a request may be
PROXIED = "https://games.example.org"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_site(tmp_path_factory.mktemp("site"), origins=(PROXIED,)) as found:
        yield found


def asked(site: Site, *lines: str) -> tuple[int, str]:
    """Send a request as it stands; status and body."""
    with sockets.create_connection(("127.0.0.1", site.port), timeout=60) as connection:
        more = [] if "Connection: Upgrade" in lines else ["Connection: close"]
        connection.sendall("\r\n".join([*lines, *more, "", ""]).encode())
        data = b""
        while part := connection.recv(65536):
            data += part
            if data.startswith(b"HTTP/1.1 101"):
                break
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), body.decode(errors="replace")


# -- by name ------------------------------------------------------------------------------------------------


def test_a_request_names_the_server_exactly_once(site: Site) -> None:
    host = f"Host: 127.0.0.1:{site.port}"
    assert asked(site, "GET /healthz HTTP/1.1", host)[0] == 200
    assert asked(site, "GET /healthz HTTP/1.1")[0] == 400
    assert asked(site, "GET /healthz HTTP/1.0")[0] == 400
    assert asked(site, "GET /healthz HTTP/1.1", host, host)[0] == 400
    assert asked(site, "GET /healthz HTTP/1.1", host, "Host: evil.example")[0] == 400
    status, body = asked(site, "GET / HTTP/1.1", "Host: evil.example", "Accept-Language: fr")
    assert status == 400
    assert "PARLOUR_ORIGINS" in body
    assert "serveur" in body


@pytest.mark.parametrize(
    "path", ["/", "/static/parlour.js", "/healthz", "/metrics", "/api/games", "/api/tables/xxxxxxxx"]
)
def test_another_name_gets_nothing(site: Site, path: str) -> None:
    for host in ("evil.example", f"evil.example:{site.port}", "127.0.0.1.evil.example", "", "localhost@evil.example"):
        assert asked(site, f"GET {path} HTTP/1.1", f"Host: {host}")[0] == 400, host


def test_a_name_that_was_pointed_here_gets_no_socket(site: Site, anna: Visitor) -> None:
    """DNS rebinding: the page and its requests agree on a name that is not ours."""
    table = anna.play_now()
    upgrade = [
        f"GET /t/{table}/live HTTP/1.1",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==",
        f"Cookie: {anna.cookies()}",
    ]
    for name, status in (
        (f"evil.example:{site.port}", 400),
        (f"127.0.0.1:{site.port}", 101),
        (f"localhost:{site.port}", 101),
        ("games.example.org", 101),
    ):
        assert asked(site, *upgrade, f"Host: {name}", f"Origin: http://{name}")[0] == status, name
    assert asked(site, *upgrade, f"Origin: http://127.0.0.1:{site.port}")[0] == 400


def test_which_names_are_our_own() -> None:
    at_home = Hosts(Settings(host="0.0.0.0", origins=("https://games.example.org", "http://[2001:db8::7]:81")))
    for name in (
        "localhost",
        "LOCALHOST:8571",
        "localhost.",
        "127.0.0.1:8571",
        "127.1.2.3",
        "[::1]:8571",
        "192.168.1.5:8571",
        "games.example.org",
        "games.example.org:444",
        "[2001:db8::7]",
        sockets.gethostname(),
        sockets.gethostname().partition(".")[0] + ".local:80",
    ):
        assert at_home.knows(name, "192.168.1.5"), name
    for name in (
        "192.168.1.6",
        "example.org",
        "x.games.example.org",
        "localhost.example.org",
        "local host",
        "localhost:x",
        "localhost/x",
        "user@localhost",
        "[::1",
        "0.0.0.0",
        "",
        "é",
    ):
        assert not at_home.knows(name, "192.168.1.5"), name
    assert at_home.knows("192.168.1.5", "::ffff:192.168.1.5")
    assert at_home.knows("[fe80::1]", "fe80::1%eth0")
    bound = Hosts(Settings(host="10.0.0.9"))
    assert bound.knows("10.0.0.9", "10.0.0.9")
    assert not bound.knows("other.example", "10.0.0.9")


def test_everybody_in_the_house_comes_in_by_the_address(tmp_path: Path) -> None:
    """What `./play` prints for others on the network works, without a word about hosts."""
    address = own_address()
    if address is None:
        pytest.skip("this machine has no address in a network")
    with a_site(tmp_path, host="0.0.0.0") as site:
        answer = httpx.get(f"http://{address}:{site.port}/")
        assert answer.status_code == 200
        assert "strict-transport-security" not in answer.headers


def test_bad_origins_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert listed_origins(" https://Games.example.org/, http://x:81 ,") == ("https://games.example.org", "http://x:81")
    for bad in ("games.example.org", "ftp://x", "https://", "https://x/y"):
        with pytest.raises(ValueError, match="PARLOUR_ORIGINS"):
            listed_origins(bad)


# -- from our own pages ---------------------------------------------------------------------------------------


def test_pages_of_other_sites_post_nothing(site: Site, anna: Visitor) -> None:
    made = httpx.post(f"{site.url}/api/tables", json={"game": "photon-rush"}).json()  # a program says nothing
    key = {"authorization": f"Bearer {made['host_token']}"}
    table = f"/api/tables/{made['table']}"
    count = len(site.hall.rooms)
    foreign: list[dict[str, str]] = [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": f"http://127.0.0.1:{site.port + 1}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ]
    for says in foreign:
        for kind in ("application/json", "text/plain"):
            headers = {**says, "content-type": kind}
            body = '{"game": "photon-rush"}'
            assert httpx.post(f"{site.url}/api/tables", content=body, headers=headers).status_code == 403
        assert httpx.post(f"{site.url}{table}/seats", json={"name": "x"}, headers=says).status_code == 403
        assert httpx.post(f"{site.url}{table}/start", headers={**says, **key}).status_code == 403
        assert httpx.post(f"{site.url}{table}/actions", json={"action": "x"}, headers=says).status_code == 403
        cookie = {"cookie": anna.cookies()}
        assert httpx.delete(f"{site.url}/api/sessions", headers={**says, **cookie}).status_code == 403
        form = httpx.post(f"{site.url}/me", data={"token": anna.token, "name": "x"}, headers={**says, **cookie})
        assert form.status_code == 403
    assert len(site.hall.rooms) == count
    for says in (
        {"origin": site.url},
        {"origin": PROXIED},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ):
        assert httpx.post(f"{site.url}/api/tables", json={"game": "photon-rush"}, headers=says).status_code == 201


# -- what answers say ------------------------------------------------------------------------------------------


def test_nothing_that_depends_on_who_asks_is_kept(site: Site, anna: Visitor) -> None:
    table = anna.play_now()
    made = httpx.post(f"{site.url}/api/tables", json={"game": "photon-rush"})
    paths = ["/", "/me", "/new/mogul", f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/record.json", "/api", "/nix"]
    paths += [f"/api/tables/{table}{part}" for part in ("", "/view")]
    paths += ["/api/games", "/api/sessions", "/api/nix", "/healthz", "/metrics", "/daily/crusgallo", "/log/crusgallo"]
    paths += ["/rules/mogul", "/guide/mogul", "/guide/mogul/answer"]
    assert made.headers["cache-control"] == "no-store"
    for path in paths:
        assert anna.http.get(path).headers["cache-control"] == "no-store", path
    with anna.http.stream("GET", f"/api/tables/{table}/events") as stream:
        assert stream.headers["cache-control"] == "no-store"
    assert "no-store" not in anna.http.get("/static/parlour.js").headers.get("cache-control", "")
    assert "no-store" not in anna.http.get("/boards/mogul/board.css").headers["cache-control"]


def test_behind_https_cookies_belong_to_this_host_alone(site: Site) -> None:
    secure = {"x-forwarded-proto": "https", "host": "games.example.org", "origin": PROXIED}
    answer = httpx.get(site.url, headers=secure)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-parlour=")
    for word in ("Secure", "Path=/", "HttpOnly", "SameSite=lax"):
        assert word in cookie
    assert "Domain" not in cookie
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    value = cookie.partition("=")[2].partition(";")[0]
    again = httpx.get(site.url, headers={**secure, "cookie": f"__Host-parlour={value}"})
    assert "set-cookie" not in again.headers  # it is known
    planted = httpx.get(site.url, headers={**secure, "cookie": f"parlour={value}"})
    assert "set-cookie" in planted.headers  # a neighbour may have set a cookie of that name
    plain = httpx.get(site.url)
    assert plain.headers["set-cookie"].startswith("parlour=")
    assert "strict-transport-security" not in plain.headers


# -- not too deep -----------------------------------------------------------------------------------------------


def nested(depth: int, around: str = "") -> str:
    return "[" * depth + around + "]" * depth


@pytest.mark.parametrize("depth", DEPTHS)
def test_depth_bombs_are_bad_requests(site: Site, anna: Visitor, depth: int) -> None:
    bomb = nested(depth)
    objects = '{"a":' * depth + "1" + "}" * depth
    kind = {"content-type": "application/json"}
    for body in (bomb, bomb[:depth], f'{{"game":"photon-rush","options":{{"x":{bomb}}}}}', f'{{"game":{bomb}}}'):
        assert anna.http.post("/api/tables", content=body[:99_000], headers=kind).status_code == 400
    assert anna.http.post("/api/tables", content=objects[:99_000], headers=kind).status_code == 400
    table = anna.play_now()
    for path in ("seats", "actions"):
        answer = anna.http.post(f"/api/tables/{table}/{path}", content=bomb, headers=kind)
        assert answer.status_code == 400
        assert answer.json()["error"]
    fields = {"token": anna.token, "players": "3", "option-loan_cost": bomb[:30_000]}
    assert anna.http.post("/new/mogul", data=fields).status_code == 400
    for record in (bomb, objects, json.dumps({"game": "photon-rush"})[:-1] + f', "setup": {bomb}}}'):
        files = {"record": ("x.json", record.encode())}
        assert anna.http.post("/upload", data={"token": anna.token}, files=files).status_code == 400
    chair = anna.at(table).until(lambda chair: chair.regions)
    for text in (bomb, f'{{"do":"order","name":"pay","value":{bomb}}}', objects):
        if len(text) < 16_000:
            refusals = len(chair.refusals)
            chair.socket.send(text)
            chair.until(lambda chair, before=refusals: len(chair.refusals) > before)
    chair.leave()
    assert anna.http.get("/healthz").text == "ok"
