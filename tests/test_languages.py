"""Nothing is untranslated: every page is read in English and in French, and what is the same in both is looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

import parlour
from parlour.faces.cast import cast_of
from parlour.web.scenes import guide
from visit import Site, Visitor

# What is the same in both languages with good reason: names, and what is written for machines.
NAMES = (
    *("Michael Schacht", "Parlour", "Zoé"),
    *(parlour.game(id).title for id in parlour.games()),
    *(member.name for id in parlour.games() for member in cast_of(id).members),
)
COGNATES = {
    "crash",
    "mine",
    "mines",
    "orange",
    "point",
    "points",
    "probe",
    "raid",
    "total",
}  # words that both languages have
CODES = re.compile(r"[A-Z]{2}-\d+|/\S+")  # rule ids, paths
ATTRIBUTES = ("alt", "aria-label", "placeholder", "title", "data-copy", "data-your-turn", "data-none", "data-many")
WORD = re.compile(r"[^\W\d_]{2,}")


# A page in pieces: what nobody reads, a comment, a tag, a text. (`html.parser` reads the same in five times the time.)
PIECE = re.compile(r"<(script|style|code)\b.*?</\1>|<!--.*?-->|<(?P<tag>[^>]*)>|(?P<text>[^<]+)", re.DOTALL)
SPOKEN = re.compile(rf"""\s(?:{"|".join(ATTRIBUTES)})=(?:"([^"]+)"|'([^']+)')""")


def texts(html: str) -> set[str]:
    """What a person reads or hears on a page."""
    found: set[str] = set()
    for piece in PIECE.finditer(html):
        if text := piece["text"]:
            found.add(text)
        elif tag := piece["tag"]:
            found.update(double or single for double, single in SPOKEN.findall(tag))
    return {" ".join(unescape(text).split()) for text in found}


def untranslated(english: str, french: str) -> list[str]:
    """Texts of two words or more that are the same in both languages."""
    return sorted(text for text in texts(english) & texts(french) if len(words(text)) > 1)


def words(text: str) -> list[str]:
    """The words of a text that can be translated."""
    for name in NAMES:
        text = text.replace(name, "")
    return [word for word in WORD.findall(CODES.sub("", text)) if word.lower() not in COGNATES]


class Both:
    """One person who reads everything twice."""

    def __init__(self, site: Site) -> None:
        self.english = Visitor(site, "Zoé")
        self.french = Visitor(site, lang="fr")
        for cookie in self.english.http.cookies.jar:
            self.french.http.cookies.jar.set_cookie(cookie)

    def reads(self, path: str, status: int = 200) -> None:
        found = untranslated(self.english.get(path, status), self.french.get(path, status))
        assert found == [], f"{path}: the same in both languages"

    def sits(self, table: str) -> None:
        """Read what a socket tells: the regions, the log."""
        english, french = (visitor.at(table) for visitor in (self.english, self.french))
        for chair in (english, french):
            chair.until(lambda chair: bool(chair.regions))
        for part in ("people", "ask", "board", "tools"):
            found = untranslated(english.regions.get(part, ""), french.regions.get(part, ""))
            assert found == [], f"{part}: the same in both languages"
        assert untranslated(english.log, french.log) == []
        english.leave()
        french.leave()

    def leave(self) -> None:
        self.english.close()
        self.french.close()


@pytest.fixture(scope="module")
def both(site: Site) -> Iterator[Both]:
    found = Both(site)
    yield found
    found.leave()


def test_the_reader_finds_what_is_untranslated() -> None:
    assert untranslated('<p>Play now</p><a title="so it is">x</a>', '<p>Play now</p><a title="so it is">y</a>') == [
        "Play now",
        "so it is",
    ]
    assert (
        untranslated("<p>Mogul · Parlour</p><code>a b cc dd</code>", "<p>Mogul · Parlour</p><code>a b cc dd</code>")
        == []
    )


@pytest.mark.parametrize(
    "path", ["/", "/me", "/api", "/verify", "/daily/crusgallo", "/log/crusgallo", "/rules/mogul?part=1"]
)
def test_pages_in_both_languages(both: Both, path: str) -> None:
    both.reads(path)


@pytest.mark.parametrize("path", ["/nothing-here", "/new/chess", "/t/nowhere", "/rules/chess", "/guide/chess"])
def test_errors_in_both_languages(both: Both, path: str) -> None:
    both.reads(path, 404)


@pytest.mark.parametrize("game", parlour.games())
def test_rules_and_guides_in_both_languages(both: Both, game: str) -> None:
    both.reads(f"/new/{game}")
    both.reads(f"/rules/{game}")
    both.reads(f"/rules/{game}?q=xyzzy")
    found = guide(game)
    for step in range(1, len(found.steps) + 2 if found is not None else 0):
        both.reads(f"/guide/{game}?step={step}")
        both.reads(f"/guide/{game}?step={step}&done=1")


@pytest.mark.parametrize("game", parlour.games())
def test_tables_in_both_languages(both: Both, game: str) -> None:
    """The lobby, several moments of a game, its end, its replay."""
    players = parlour.game(game).players[0]
    seats = {f"seat{i}": "open" for i in range(1, players)}
    lobby = both.english.new_table(game, players=players, seat0="me" if players > 1 else "open", pace=60, **seats)
    both.reads(f"/t/{lobby}")
    both.sits(lobby)
    table = both.english.play_now(game)
    chair = both.english.at(table)
    for moment in range(400):
        chair.until(lambda chair: chair.turn or 'class="over"' in chair.regions.get("ask", ""), 30)
        if moment in (0, 3, 8, 20):
            both.reads(f"/t/{table}")
            both.sits(table)
            both.reads(f"/t/{table}/replay")
        if not chair.turn:
            break
        if moment >= 25 and parlour.game(game).players[0] > 1 and game != "photon-rush":
            break
        chair.play(chair.actions()[-1])
    both.reads(f"/t/{table}")
    both.sits(table)
    both.reads(f"/t/{table}/replay?at=2")
    chair.leave()


def test_one_screen_and_another_device_in_both_languages(both: Both) -> None:
    """The curtain between two people at one screen; the page that makes another device yours."""
    shared = both.english.new_table("photon-rush", players=2, seat0="me", seat1="screen", name1="Zoé")
    both.reads(f"/t/{shared}")
    both.sits(shared)
    link = re.search(r'value="(/me/[^"]+)"', both.english.get("/me"))
    assert link is not None
    both.reads(link.group(1))


def test_the_language_of_the_browser_and_the_switch(site: Site) -> None:
    french = Visitor(site, lang="fr-CA,fr;q=0.9,en;q=0.8")
    spanish = Visitor(site, lang="es,de;q=0.5")
    assert '<html lang="fr"' in french.get("/")
    assert '<html lang="en"' in spanish.get("/")  # neither: English
    french.post("/settings", lang="en", back="/rules/mogul")
    assert '<html lang="en"' in french.get("/")  # remembered, whatever the browser says
    assert "Search the rules" in french.get("/rules/mogul")
    french.post("/settings", lang="fr", back="/")
    assert "Chercher dans les règles" in french.get("/rules/mogul")
    for visitor in (french, spanish):
        visitor.close()
