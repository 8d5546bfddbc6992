"""Both languages say everything that the program says."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.faces import catalogues


@pytest.mark.parametrize("folder", catalogues.folders(), ids=lambda folder: folder.parent.name)
def test_catalogues_are_complete(folder: Path) -> None:
    assert catalogues.faults(folder, "en", "fr") == []


def test_a_missing_sentence_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games" / "toy" / "face"
    folder.mkdir(parents=True)
    (folder / "words.py").write_text('self.t("Hello {seat}")\nself.n("{count} egg", "{count} eggs", 3)\n')
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    assert [fault.split(": ")[1] for fault in catalogues.faults(folder, "fr")] == [
        "no sentence for 'Hello {seat}'",
        "no sentence for ('{count} egg', '{count} eggs')",
    ]
    catalogues.update(folder, "en")
    assert catalogues.faults(folder, "en") == []
    (folder / "fr.po").write_text('msgid "Hello {seat}"\nmsgstr "Bonjour {chair}"\n')
    assert any("placeholders" in fault for fault in catalogues.faults(folder, "fr"))


def test_a_catalogue_is_written_only_when_its_sentences_change(tmp_path: Path) -> None:
    """Of a game that stands anywhere; it says nothing of where a sentence stands, so moving one changes nothing."""
    folder = tmp_path / "a_game" / "face"
    folder.mkdir(parents=True)
    (folder / "words.py").write_text('self.t("Hello {seat}")\n')
    assert catalogues.main([str(folder.parent)]) == 0
    written = (folder / "en.po").read_text()
    assert 'msgid "Hello {seat}"\nmsgstr "Hello {seat}"' in written
    assert "words.py" not in written
    before = (folder / "en.po").stat().st_mtime_ns
    (folder / "words.py").rename(folder / "text.py")
    (folder / "words.py").write_text("")
    assert catalogues.main([str(folder.parent)]) == 0
    assert (folder / "en.po").stat().st_mtime_ns == before
    assert catalogues.main(["--check", str(folder.parent)]) == 1  # the French sentence is missing
    assert catalogues.main([str(tmp_path)]) == 2


def test_a_new_game_changes_no_other_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    (tmp_path / "faces").mkdir()

    def write_game(name: str, sentence: str) -> Path:
        face = tmp_path / "games" / name / "face"
        face.mkdir(parents=True)
        (face / "words.py").write_text(f'self.t("{sentence}")\nself.t("You")\n')
        return face

    old = write_game("an_old_one", "Well met")
    catalogues.main([])
    files = [*old.glob("*.po"), *(tmp_path / "faces").glob("*.po")]
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in files}
    assert len(before) == 4
    new = write_game("a_new_one", "Hello")
    catalogues.main([])
    assert 'msgid "Hello"' in (new / "fr.po").read_text()
    assert {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in files} == before
