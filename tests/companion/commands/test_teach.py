"""``tablewright teach`` and ``scan``: a deck without codes, taught from photos and named on others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from ray_cast_table import Faults, View, photograph
from uncoded_cards import back_of, card_view, uncoded_cards

from companion.cli import main
from companion.own_decks.taught_decks import TaughtDecks
from companion.storage import backup_file
from companion.storage.sql_store import SqlStore

NAMES = tuple(uncoded_cards("tower"))[:6]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "tablewright"


@cache
def _photo(names: Sequence[str], seed: int, px: float) -> bytes:
    arts = [back_of("tower") if name == "back" else uncoded_cards("tower")[name] for name in names]
    view = View(card_view(px).px_per_module, 8, 0.8, table="lino")
    return photograph(arts, seed=seed, view=view, faults=Faults(shadow_depth=0.1)).photo


def _file(folder: Path, names: Sequence[str], seed: int, px: float = 190) -> str:
    path = folder / f"{seed}.jpg"
    path.write_bytes(_photo(tuple(names), seed, px))
    return str(path)


def _taught(folder: Path) -> None:
    """Six faces one after another, as their order on one photo is the photo's own; and the back."""
    (folder / "names.txt").write_text("\n".join(NAMES), encoding="utf-8")
    photos = [_file(folder, [name], 40 + number) for number, name in enumerate(NAMES)]
    assert main(["teach", "My box", *photos, "--of", "6", "--names", str(folder / "names.txt")]) == 0
    assert main(["teach", "My box", _file(folder, ["back"], 50), "--backs"]) == 0


def test_a_box_is_taught_and_its_cards_are_named(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _taught(tmp_path)
    assert "all 6 faces are taught and its back" in capsys.readouterr().out
    table = _file(tmp_path, [NAMES[0], NAMES[3], NAMES[3], "back"], 60, 130)
    assert main(["scan", table, "--game", "my box", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert sorted(one["name"] for one in line["taught"]) == sorted(["", NAMES[0], NAMES[3], NAMES[3]])
    assert [one.get("face_down", False) for one in line["taught"]].count(True) == 1
    assert all(one["deck"] == "my-box" and len(one["corners"]) == 4 for one in line["taught"])
    assert line["cards"] == []
    assert line["hint"] is None
    assert main(["scan", table]) == 0
    assert f"My box: {NAMES[3]} (2 of them)" in capsys.readouterr().out
    # Its pictures are in a backup, unless somebody says not.
    with closing(SqlStore.at(data)) as store:
        backup_file.save(store, data, tmp_path / "with.zip")
        backup_file.save(store, data, tmp_path / "without.zip", ("taught",))
    with_faces, without = (backup_file.read_about(tmp_path / f"{name}.zip")["files"] for name in ("with", "without"))
    assert sum("taught/" in name for name in with_faces) == 8
    assert not any("taught/" in name for name in without)
    assert main(["teach", "My box", "--remove"]) == 0
    assert not list((data / "taught").rglob("*.webp"))


def test_a_deck_taught_in_part_reads_nothing(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = _file(tmp_path, [NAMES[0]], 40)
    assert main(["teach", "My box", photo, "--of", "6"]) == 0
    assert "1 of 6 faces" in capsys.readouterr().out
    assert main(["scan", photo, "--game", "My box"]) == 1
    assert "1 of 6 faces of My box are taught" in capsys.readouterr().err
    assert main(["scan", photo, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["taught"] == []
    # The same face again counts once.
    assert main(["teach", "My box", photo]) == 0
    assert "again; it counts once" in capsys.readouterr().out
    assert TaughtDecks(data).find("My box").known == 1


def test_what_cannot_be_taught_gets_one_sentence(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backs = _file(tmp_path, ["back", "back", "back"], 70)
    assert main(["teach", "My box", backs, "--of", "6"]) == 1
    assert "if these are backs" in capsys.readouterr().err
    (tmp_path / "no.jpg").write_bytes(b"not a picture")
    assert main(["teach", "My box", str(tmp_path / "no.jpg"), "--of", "6"]) == 1
    assert main(["teach", "My box", _file(tmp_path, [NAMES[0]], 40), "--of", "1"]) == 0
    assert main(["teach", "My box", _file(tmp_path, [NAMES[1]], 41)]) == 1
    assert "has 1" in capsys.readouterr().err
    assert main(["teach", "!?", _file(tmp_path, [NAMES[0]], 40), "--of", "1"]) == 1
    assert "needs a name" in capsys.readouterr().err


def test_a_damaged_store_is_one_sentence(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = _file(tmp_path, [NAMES[0]], 40)
    assert main(["teach", "My box", photo, "--of", "1"]) == 0
    next((data / "taught").rglob("*.webp")).write_bytes(b"half")
    assert main(["scan", photo, "--game", "My box"]) == 1
    assert "The picture of face 1 in My box is damaged; delete that face" in capsys.readouterr().err
    next((data / "taught").rglob("*.webp")).unlink()
    assert main(["teach", "My box", photo]) == 1
    assert "photograph it again (--forget)" in capsys.readouterr().err
    assert main(["teach", "My box", photo, "--forget", "1"]) == 0
    assert TaughtDecks(data).find("My box").known == 1
    (data / "taught" / "my-box" / "deck.json").write_text("{", encoding="utf-8")
    assert main(["scan", photo, "--game", "My box"]) == 1
    assert "is damaged" in capsys.readouterr().err
    assert TaughtDecks(data).all() == ()
    assert main(["teach", "My box", "--remove"]) == 0


def test_a_photo_that_is_no_use_does_not_stop_the_others(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no.jpg").write_bytes(b"")
    photo = _file(tmp_path, [NAMES[0]], 40)
    assert main(["teach", "My box", str(tmp_path / "no.jpg"), photo, "--of", "2"]) == 1
    said = capsys.readouterr()
    assert "no.jpg: The file is empty" in said.out
    assert "1 of 2 faces taught" in said.out
    assert "1 of 2 photos could not be used" in said.err


def test_more_faces_than_names_is_said_with_the_photo(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Wolf\n", encoding="utf-8")
    photos = [_file(tmp_path, [NAMES[number]], 40 + number) for number in (0, 1)]
    assert main(["teach", "My box", *photos, "--of", "2", "--names", str(names)]) == 1
    assert "has 1 names, and with " + photos[1] + " it is 2 faces" in capsys.readouterr().out
    names.write_text("Wolf\n" * 501, encoding="utf-8")
    assert main(["teach", "My box", photos[1], "--names", str(names)]) == 1
    assert "at most 500 faces, and these are 501 names; teach it as two decks" in capsys.readouterr().err


def test_decks_that_cannot_be_read_are_listed_with_the_reason(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for title in ("Newer", "Half"):
        assert main(["teach", title, _file(tmp_path, [NAMES[0 if title == "Half" else 1]], 40), "--of", "1"]) == 0
    newer, half = (data / "taught" / id / "deck.json" for id in ("newer", "half"))
    newer.write_text(newer.read_text(encoding="utf-8").replace('"format": 1', '"format": 2'), encoding="utf-8")
    half.write_text(half.read_text(encoding="utf-8").replace('"of": 1', '"of": 0'), encoding="utf-8")
    capsys.readouterr()
    assert main(["teach"]) == 0
    said = capsys.readouterr().out
    assert "Newer was taught with a newer Tablewright than this one" in said
    assert "The taught deck half is damaged (deck.json)" in said
    assert "restore it from a backup (--remove)" in said
    assert main(["scan", _file(tmp_path, [NAMES[0]], 40), "--game", "Newer"]) == 1
    assert "newer Tablewright" in capsys.readouterr().err


def test_a_face_is_called_otherwise_and_forgotten(data: Path, tmp_path: Path) -> None:
    assert main(["teach", "My box", _file(tmp_path, [NAMES[0]], 40), "--of", "1"]) == 0
    assert main(["teach", "My box", "--rename", "1", "Wolf"]) == 0
    assert [face.name for face in TaughtDecks(data).find("My box").faces] == ["Wolf"]
    assert main(["teach", "My box", "--forget", "1"]) == 0
    assert TaughtDecks(data).find("My box").faces == ()
    assert not list((data / "taught").rglob("*.webp"))
