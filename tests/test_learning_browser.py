"""A policy that was learnt elsewhere, in the browser: `parlour serve --load`, the lobby, a game to its end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hands import Mouse, play_out
from pages import PATIENCE
from test_learning import TRAINED, answers_of_network
from visit import FarSite, a_far_site


@pytest.fixture
def far(tmp_path: Path) -> Iterator[FarSite]:
    (tmp_path / "my_network.py").write_text(
        "import parlour\nfrom parlour.bots import NetworkBot\n\n\n"
        f"@parlour.bot('champion')\nclass Champion(NetworkBot):\n    file = {str(TRAINED)!r}\n"
    )
    with a_far_site(tmp_path, "--load", "my_network") as site:
        yield site


def test_a_network_is_seated_in_the_lobby_and_plays_to_the_end(far: FarSite, new_page: Callable[..., Any]) -> None:
    page = new_page(f"{far.url}/new/photon-rush?players=2")
    page.set_default_timeout(4 * PATIENCE)  # the first answer waits for a process that starts and loads the network
    page.locator("#seat1").select_option("bot:champion")
    page.locator("#option-round_limit").fill("2")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    assert play_out(Mouse(page, 5)) > 2
    assert page.locator(".over .places li").count() == 2
    record = json.loads(page.request.get(f"{page.url}/record.json").text())
    assert answers_of_network(record) > 2
