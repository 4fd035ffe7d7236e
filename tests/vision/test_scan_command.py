from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import picture_files
import pytest
import table_scene

from companion.cli import main
from rules import games
from rules.values.code import CardCode

GAME, OTHER = games.names()[:2]


def printed(game: str, count: int) -> list[CardCode]:
    return [code for _, code in games.deck(game).codes()][:count]


@pytest.fixture
def table(tmp_path: Path, seed: int) -> tuple[Path, table_scene.Scene]:
    """A photo with two cards of one game, one of another, and a link."""
    texts = [str(code) for code in (*printed(GAME, 2), *printed(OTHER, 1))]
    arts = [table_scene.placeholder_card(text) for text in texts]
    arts += [table_scene.placeholder_card("https://example.org/a", version=2, ecc="M", mask=2)]
    scene = table_scene.render(table_scene.rows(arts, seed=seed), seed=seed, px_per_module=5)
    path = tmp_path / "table.jpg"
    path.write_bytes(scene.photo)
    return path, scene


def test_a_line_of_json_an_image(table: tuple[Path, table_scene.Scene], capsys: pytest.CaptureFixture[str]) -> None:
    path, scene = table
    assert main(["scan", str(path), str(path), "--json", "--game", GAME, "--any"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = [json.loads(line) for line in out.splitlines()]
    assert len(lines) == 2
    for line in lines:
        assert list(line) == ["file", "width", "height", "exif_orientation", "cards", "taught", "other", "hint", "ms"]
        assert (line["file"], line["width"], line["height"]) == (str(path), scene.width, scene.height)
        assert line["exif_orientation"] == 1
        assert line["ms"] > 0
        for seen, code, truth in zip(line["cards"], printed(GAME, 2), scene.truth, strict=False):
            card = games.deck(GAME).by_code[code.card]
            np.testing.assert_allclose(seen.pop("corners"), truth.corners_px, atol=1)
            assert 0.9 < seen.pop("confidence") <= 1
            assert seen == {
                "code": str(code),
                "game": GAME,
                "card": card.id,
                "name": card.name,
                "copy": code.copy,
                "set": "A",
            }
        assert [(sorted(one), one["text"]) for one in line["other"]] == [
            (["corners", "text"], truth.text) for truth in scene.truth[2:]
        ]


@pytest.mark.parametrize("orientation", [3, 5, 6])
def test_corners_in_json_are_of_the_upright_picture_clockwise_from_the_codes_own_top_left(
    table: tuple[Path, table_scene.Scene], tmp_path: Path, capsys: pytest.CaptureFixture[str], orientation: int
) -> None:
    _, scene = table
    path = tmp_path / "turned.jpg"
    path.write_bytes(picture_files.stored(picture_files.rgb(scene.photo), "jpeg", orientation))
    assert main(["scan", str(path), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["width"], line["height"], line["exif_orientation"]) == (scene.width, scene.height, orientation)
    truth = {one.text: one.corners_px for one in scene.truth}
    assert len(line["cards"]) == 3
    for seen in line["cards"]:
        np.testing.assert_allclose(seen["corners"], truth[seen["code"]], atol=1)


def test_without_a_game_every_game_is_known(
    table: tuple[Path, table_scene.Scene], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = table
    assert main(["scan", str(path), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert [seen["game"] for seen in line["cards"]] == [GAME, GAME, OTHER]
    assert line["other"] == []


def test_people_get_a_table_with_names_and_a_sentence_for_strangers(
    table: tuple[Path, table_scene.Scene], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = table
    assert main(["scan", str(path), "--game", GAME, "--any"]) == 0
    out = capsys.readouterr().out
    deck, other = games.deck(GAME), games.deck(OTHER)
    for code in printed(GAME, 2):
        assert deck.by_code[code.card].name in out
    assert f"This card is of {other.spec.title}, not of {deck.spec.title}." in out
    assert "https://example.org/a" in out


def test_a_table_without_cards_says_what_to_do(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    art = table_scene.placeholder_card(str(printed(GAME, 1)[0]))
    laid = [table_scene.LaidCard(art, 0, 0, face_down=True)]
    (tmp_path / "backs.jpg").write_bytes(table_scene.render(laid, seed=seed).photo)
    assert main(["scan", str(tmp_path / "backs.jpg")]) == 0
    assert "Hold a little closer" in capsys.readouterr().out


def test_a_refused_image_is_named_and_the_others_are_still_read(
    table: tuple[Path, table_scene.Scene], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, scene = table
    refused = {"empty.jpg": b"", "report.jpg": b"%PDF-1.7\n", "half.jpg": scene.photo[: len(scene.photo) // 2]}
    for name, data in refused.items():
        (tmp_path / name).write_bytes(data)
    missing = str(tmp_path / "gone.jpg")
    images = [*(str(tmp_path / name) for name in refused), missing, str(tmp_path), str(path)]
    assert main(["scan", *images, "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["file"] == str(path)
    assert [line.split(": ")[1] for line in err.splitlines()] == images[:-1], "one line each, in order"
    assert all(line.startswith("tablewright: ") and line.endswith(".") for line in err.splitlines())


def test_a_dash_reads_standard_input(
    table: tuple[Path, table_scene.Scene], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table[1].photo)))
    assert main(["scan", "-", "--json", "--game", GAME]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["file"], len(line["cards"])) == ("-", 2)


@pytest.mark.parametrize("arguments", [[], ["a.jpg", "--game", "chess"], ["a.jpg", "--nonsense"]])
def test_a_wrong_command_line_is_told_apart_from_a_wrong_picture(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["scan", *arguments])
    assert left.value.code == 2
