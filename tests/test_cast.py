"""Who the bots are: names that a table keeps, faces that can be drawn, figures that were measured."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import parlour
from parlour.bots import BUDGETS
from parlour.faces.cast import ANY, FILE, HOUSE, Measured, cast_of, member_of, name_bot, read_cast, those_for
from parlour.faces.portraits import check_face, portrait
from parlour.rules.game import find
from parlour.tables.elements import Seat
from parlour.tables.log import Entry
from parlour.tables.table import Table, read
from parlour.web.casting import strength
from parlour.web.words import phrases

DOCS = Path(__file__).parent.parent / "docs"


WITH_CAST = [game for game in parlour.games() if (Path(find(game).folder) / "face" / FILE).exists()]


def test_the_games_of_the_box_have_casts() -> None:
    assert len(WITH_CAST) >= 5


@pytest.mark.parametrize("game", WITH_CAST)
def test_a_cast_has_somebody_for_every_level(game: str) -> None:
    for level in BUDGETS:
        assert len(those_for(game, level)) >= min(5, find(game).players[-1] - 1)
        assert those_for(game, level)
        assert all(member.level == level for member in those_for(game, level))
    for member in cast_of(game).members:
        assert ElementTree.fromstring(portrait(member.face)).tag.endswith("svg")
        assert member.line("en")
        assert member.line("fr")
        assert member.line("en") != member.line("fr")


@pytest.mark.parametrize("game", parlour.games())
def test_what_is_said_about_strength_stands_in_the_document(game: str) -> None:
    text = (DOCS / "bots.md").read_text(encoding="utf-8")
    for figure in cast_of(game).measured:
        assert f"{figure.share} % ({figure.low} - {figure.high}" in text or f"{figure.score} ({figure.low}" in text


def test_strength_is_told_in_a_sentence() -> None:
    won = Measured("hard", "64.1", "70.9", 1005, share="67.6", against="skilled", players=3)
    alone = Measured("hard", "2107", "2396", 40, score="2251")
    assert strength(phrases("en"), won) == "Won 68 % of 1,005 games for 3 against “skilled” (an equal share: 33 %)."
    assert strength(phrases("en"), alone) == "Scored 2,251 points on average in 40 games."
    french = strength(phrases("fr"), won).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert french.startswith("Face à « confirmé »\N{NO-BREAK SPACE}: 68 % de victoires sur 1 005 parties à 3")


def test_a_game_without_a_cast_has_the_house_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(find("mogul"), "folder", str(tmp_path))
    cast_of.cache_clear()
    try:
        assert cast_of("mogul") == read_cast(HOUSE)
        assert all(those_for("mogul", level) for level in BUDGETS)
    finally:
        cast_of.cache_clear()


def test_nobody_sits_twice_at_a_table() -> None:
    taken: list[str] = []
    for lot in range(12):
        taken.append(name_bot("gold-n-crash", "easy", taken, lot))
    assert len(set(taken)) == 12
    assert all(member_of("gold-n-crash", name).level == "easy" for name in taken)  # type: ignore[union-attr]
    assert any(name.endswith(" II") for name in taken)


def test_other_bots_are_automata() -> None:
    found = member_of("mogul", name_bot("mogul", "greedy", (), 3))
    assert found is not None
    assert found.level == ANY


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[[member]]\nname = "A"\nlevel = "easy"\nface = {}', "line is missing|line"),
        ('[[member]]\nname = "A"\nlevel = "easy"\nface = {}\nline.en = "x"', "line.fr"),
        ('[[member]]\nname = "A"\nlevel = "easy"\nface = {hat = "sombrero"}\nline.en = "x"\nline.fr = "x"', "sombrero"),
        ('[[member]]\nname = "A"\nlevel = "easy"\nface = {}\nline.en = "x"\nline.fr = "x"\n' * 2, "one name"),
    ],
)
def test_a_bad_cast_says_what_is_wrong(text: str, wrong: str, tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=wrong):
        read_cast(file)


def test_a_face_says_which_feature_is_wrong() -> None:
    with pytest.raises(ValueError, match=r"face\.ground"):
        check_face({"ground": "red"})
    with pytest.raises(ValueError, match="no feature 'nose'"):
        check_face({"nose": "long"})


def made_table(id: str = "table-one") -> Table:
    table = Table(id)
    table.make("mogul", 4, {}, "anna", [Seat("person", "anna", "Anna"), *[Seat("bot", bot="hard")] * 2])
    return table


def test_a_table_keeps_the_names_of_its_bots() -> None:
    table = made_table()
    names = table.names()
    hard = {member.name for member in those_for("mogul", "hard")}
    assert names[0] == "Anna"
    assert names[3] == ""
    assert len(set(names[1:3])) == 2
    assert set(names[1:3]) <= hard
    table.set_seat("anna", 3, Seat("bot", bot="easy"))
    assert table.names()[3] in {member.name for member in those_for("mogul", "easy")}
    assert read(table.id, table.fresh).names() == table.names()


def test_not_the_same_bots_sit_at_every_table() -> None:
    assert len({tuple(made_table(f"table-{i}").names()) for i in range(12)}) > 1


def test_bots_of_tables_from_before_there_was_a_cast_have_names_too() -> None:
    table = made_table()
    first = table.fresh[0]
    seats = [{**seat, "name": "" if seat["kind"] == "bot" else seat["name"]} for seat in first.body["seats"]]
    old = read(table.id, [Entry("made", {**first.body, "seats": seats}, first.at)])
    assert old.names() == table.names()
