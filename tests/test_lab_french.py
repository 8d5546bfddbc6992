"""The lab in French: reports and pages have no English word in them, whatever is asked of whichever game."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.commands import waiting
from parlour.faces.changes import printed_refusal
from parlour.faces.refusals import Explained
from parlour.faces.words import SHARED, Phrases
from parlour.lab import Experiment, run
from parlour.lab.findings import sentences
from parlour.lab.measures import KINDS
from parlour.lab.names import names_for
from parlour.lab.report import plots, report_html
from parlour.rules.components import numbers
from test_lab_pages import finished
from test_languages import COGNATES, NAMES, texts
from visit import Site, Visitor

WORDS = re.compile(r"[^\W\d_]{2,}")
# What is written for programs: keys of numbers and measures, rule ids, addresses, settings.
CODE = re.compile(r"[a-z_]+(?:\.[\w*-]+)+|[a-z]+_[a-z_]+|[A-Z]{2}-\d+|\S*[=/]\S*")
MEASURE = re.compile(r"[a-z_]+\.[\w -]+")
# Words that both languages have, besides those of other pages.
BOTH = COGNATES | {
    *(
        "action",
        "actions",
        "base",
        "bases",
        "cause",
        "causes",
        "cent",
        "centre",
        "champion",
        "chance",
        "construction",
        "csv",
        "distance",
    ),
    *(
        "double",
        "dragon",
        "en",
        "grade",
        "jackalope",
        "json",
        "machine",
        "on",
        "options",
        "or",
        "page",
        "part",
        "phase",
        "places",
        "pot",
    ),
    *(
        "questions",
        "rotation",
        "saloon",
        "saloons",
        "score",
        "second",
        "serpent",
        "serve",
        "siphon",
        "site",
        "table",
        "triple",
        "type",
        "types",
    ),
    *("booster", "face", "minutes", "option", "six", "variance", "zeppelin", "zeppelins"),
}
ASKED: dict[str, dict[str, Any]] = {
    "photon-rush": {"sets": ["towers=4..6"], "give": ["mines"]},
    "mogul": {"sets": ["tokens.total=40"], "give": ["token"]},
    "gold-n-crash": {"sets": ["cards.o-gold-4.gold=5"], "give": ["card"]},
    "crash-and-grab": {"give": ["hyperdrive", "booster"], "without": ["tractor-beam"]},
    "crusgallo": {"sets": ["counts.reserve=8..10"]},
}


def words_of(html: str) -> set[str]:
    """All words that a person reads on a page, but for the names of programs."""
    found: set[str] = set()
    for text in texts(html):
        if not MEASURE.fullmatch(text):
            for name in NAMES:
                text = text.replace(name, "")
            found |= set(WORDS.findall(CODE.sub("", text)))
    return found


def left_in(english: str, french: str) -> list[str]:
    """The words that both have, each with a text that has it."""
    both = sorted(word for word in words_of(english) & words_of(french) if word.lower() not in BOTH)
    return [f"{word}: {next(text for text in sorted(texts(french)) if word in words_of(text))}" for word in both]


@pytest.mark.parametrize("game_id", parlour.games())
def test_a_report_has_no_english_word_in_it(game_id: str) -> None:
    game = parlour.game(game_id)
    bots = ["random"] * game.usual_players
    results = [run(Experiment(game, bots, games=4, **ASKED[game_id]))]
    if game.usual_players > 1:
        results.append(run(Experiment(game, ["beginner", *bots[1:]], games=len(bots))))
    english, french = (report_html(results, "parlour compare", lang) for lang in ("en", "fr"))
    assert left_in(english, french) == []
    assert "<html lang='fr'>" in french


def test_the_test_would_see_an_english_word() -> None:
    english = "<p>win share: who begins</p><td title='win_share.first'>31.2 %</td>"
    assert left_in(english, english.replace("who begins", "qui commence")) == [
        "share: win share: qui commence",
        "win: win share: qui commence",
    ]
    assert left_in(english, "<p>part de victoires : qui commence</p><td title='win_share.first'>31,2 %</td>") == []


def test_numbers_are_written_as_in_france() -> None:
    result = run(Experiment("photon-rush", ["random"] * 2, sets=["goal.gold=4"], games=40))
    names = names_for(parlour.game("photon-rush"), "fr")
    assert names.value("win_share.first", 0.3125) == "31,2\N{NARROW NO-BREAK SPACE}%"
    assert names.count(12_345) == "12\N{NARROW NO-BREAK SPACE}345"
    told = " ".join(sentences(result, names))
    assert "Or pour gagner\N{NO-BREAK SPACE}: 4" in told
    assert not re.search(r"\d\.\d", told)
    assert not any(re.search(r">-?\d+\.\d", plot.svg) for plot in plots(result, names))


# What one writes in a command or a file, whatever the language.
WRITTEN = [
    *KINDS,
    "count",
    "give",
    "without",
    "games",
    "players",
    "gold",
    "mercs",
    "towers",
    "planet",
    "elegance",
    "soon",
]
KEYS = re.compile(rf"--\w+|\b(?:{'|'.join(WRITTEN)})\b|parlour:|\bgreedy\b")


def in_words(text: str) -> str:
    return f"<p>{escape(KEYS.sub('', CODE.sub('', text)))}</p>"


def said(why: Explained, lang: str) -> str:
    return in_words(why.sentence(Phrases(SHARED, lang)))


@pytest.mark.parametrize("game_id", parlour.games())
def test_why_a_number_is_printed_is_said_in_french(game_id: str) -> None:
    game = parlour.game(game_id)
    refusals = [found for key in numbers(game.box_components()) if (found := printed_refusal(game, key)) is not None]
    assert refusals
    for refusal in refusals:
        assert left_in(said(refusal, "en"), said(refusal, "fr")) == []
        assert refusal.sentence(Phrases(SHARED, "en")) == str(refusal)


FAULTY: dict[str, dict[str, Any]] = {
    "a sweep that goes down": {"sets": ["towers=7..5"]},
    "a sweep that is too wide": {"sets": ["goal.gold=1..900"]},
    "too many variants": {"sets": ["goal.gold=1..50", "start.gold=1..50"]},
    "twice": {"sets": ["towers=6", "towers=7"]},
    "no change": {"sets": ["towers"]},
    "a gift that there is not": {"give": ["planet"]},
    "nothing to take out": {"without": ["planet"]},
    "what is printed": {"sets": ["cards_total.base=9"]},
    "no measure": {"count": ["elegance"]},
    "no games": {"games": 0},
    "another number of players": {"players": 3},
}


@pytest.mark.parametrize("fault", FAULTY)
def test_what_is_wrong_with_an_experiment_is_said_in_french(fault: str) -> None:
    with pytest.raises(Explained) as error:
        Experiment("photon-rush", ["random"] * 2, **FAULTY[fault])
    assert left_in(said(error.value, "en"), said(error.value, "fr")) == []


def test_a_terminal_is_told_in_french(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """How far it is, what was found, why it stopped and what was wrong: by `compare` and by an experiment's file."""
    monkeypatch.setattr(waiting, "SOON", 0.0)
    monkeypatch.setattr(waiting, "EVERY", 0.0)
    file = tmp_path / "experiment.toml"
    file.write_text('game = "photon-rush"\nbots = "random"\nplayers = 2\nwithin = 12.5\nset = { "goal.gold" = 5 }\n')
    asked = ("compare", "photon-rush", "--seats", "random,random", "--set", "goal.gold=5")
    for command in (
        (*asked, "--within", "12.5"),
        (*asked, "--games", "60"),
        (*asked, "--minutes", "0.001"),
        ("lab", "run", str(file)),
        ("compare", "photon-rush", "--set", "towers=7..5"),
        ("compare", "photon-rush", "--skill", "greedy"),
        ("compare", "photon-rush", "--resume"),
        ("lab", "tune", "photon-rush", "--dial", "towers=6", "--wish", "length.rounds=8"),
        ("lab", "tune", "photon-rush", "--dial", "towers=5..6", "--wish", "soon"),
    ):
        english, french = (CliRunner().invoke(main, [*command, "--lang", lang]).output for lang in ("en", "fr"))
        assert french != english
        assert left_in(in_words(english), in_words(french)) == []
        assert not re.search(r"\d\.\d", french.replace("0.001", ""))


@pytest.fixture(scope="module")
def both(lab_site: Site) -> Iterator[tuple[Visitor, Visitor]]:
    found = Visitor(lab_site), Visitor(lab_site, lang="fr")
    yield found
    for visitor in found:
        visitor.http.close()


@pytest.mark.parametrize("game_id", parlour.games())
def test_the_dials_have_no_english_word(both: tuple[Visitor, Visitor], game_id: str) -> None:
    english, french = (visitor.get(f"/lab/{game_id}") for visitor in both)
    assert left_in(english, french) == []


def test_a_result_on_the_page_has_no_english_word(both: tuple[Visitor, Visitor]) -> None:
    anna, zoe = both
    fields: dict[str, Any] = {"players": "2", "bot": "random", "games": "100", "set.goal.gold": "6..7", "give": "mines"}
    address = anna.post("/lab/photon-rush", **fields).url.raw_path.decode()
    finished(anna, address)
    assert left_in(anna.get(address), zoe.get(address)) == []


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"set.start.gold": "beaucoup"}, "start.gold : il faut un nombre entier, ou une plage comme 5..7"),
        ({"set.start.gold": "-1"}, "start.gold : il faut un nombre entier de 0 à"),
        ({"set.start.gold": "0..60"}, "61 variantes"),
        ({"set.cards_total.base": "9"}, "changer : chaque base en a une de chaque (PR-5)"),
        ({"option-towers": "99"}, "towers : il faut un nombre entier de 1 à 20, pas 99"),
        ({"option-towers": "0..4"}, "towers : il faut un nombre entier de 1 à 20, pas 0"),
    ],
)
def test_what_cannot_be_set_is_said_in_french(both: tuple[Visitor, Visitor], fields: dict[str, str], says: str) -> None:
    answer = both[1].post("/lab/photon-rush", 400, **fields)
    plain = re.sub(r"[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", answer.text)
    assert says in plain


def test_a_library_that_is_missing_is_named_in_french(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever is installed here, so that a plain install is tested too."""
    for name in ("optuna", "ray", "pyarrow", "resvg_py"):
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not there
    tune = ("lab", "tune", "photon-rush", "--dial", "towers=5..6", "--wish", "length.rounds=8")
    asked = ("compare", "photon-rush", "--seats", "random,random", "--games", "4", "--set", "goal.gold=5")
    for library, extra, command in (
        ("Optuna", "tune", tune),
        ("Ray", "ray", (*asked, "--ray", "local")),
        ("resvg", "plots", (*asked, "--png", str(tmp_path))),
        ("pyarrow", "data", (*asked, "--values", str(tmp_path / "values.parquet"))),
    ):
        english, french = (CliRunner().invoke(main, [*command, "--lang", lang]).output for lang in ("en", "fr"))
        for told in (english, french):
            assert library in told
            assert f"parlour[{extra}]" in told
        assert ("needs" in english, "demande" in french) == (("pas installé" not in french,) * 2)
