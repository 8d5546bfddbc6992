"""A player in 60 lines: makes a table against a bot over the JSON API and plays random legal actions to the end.

    python example_client.py http://localhost:8571 photon-rush
Only Python's standard library is used; the same calls work from any language. `/api` on the server lists them.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


def call(url: str, body: object = None, token: str = "") -> Any:
    """One call of the API: POST with a body, else GET."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)


def stream(url: str, token: str) -> Iterator[dict[str, Any]]:
    """What happens at the table, as it happens (server-sent events)."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as lines:
        for line in lines:
            if line.startswith(b"data:"):
                yield json.loads(line[5:])


def main(server: str, game: str) -> None:
    players = call(f"{server}/api/games/{game}")["players"][0]
    seats = ["open"] + ["bot:random"] * (players - 1)
    made = call(f"{server}/api/tables", {"game": game, "players": players, "seats": seats})
    table = f"{server}/api/tables/{made['table']}"
    seat = call(f"{table}/seats", {"name": "Example"})
    call(f"{table}/start", {}, made["host_token"])
    for news in stream(f"{table}/events", seat["token"]):
        for event in news["events"]:
            print(event["rule"], event["kind"], event["facts"])
        if news["question"] is None:  # nobody asks us now
            continue
        now = call(f"{table}/view", token=seat["token"])
        if now["question"] is not None:
            try:
                answer = {"action": random.choice(now["legal"]), "question": now["question"]}
                call(f"{table}/actions", answer, seat["token"])
            except urllib.error.HTTPError as error:
                print(json.load(error)["error"])
    print("over:", call(table)["outcome"])


if __name__ == "__main__":
    main(*sys.argv[1:3])
