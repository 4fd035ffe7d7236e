"""kit.toml in the folder of a game of one's own: boards, tokens, dice, aids, pads and boxes, or one clear sentence."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from companion.cli import main
from companion.own_decks import game_folders
from printkit.card_layout import LayoutError
from printkit.check import drawing_inspection
from printkit.components import kit_file
from printkit.components.kit_file import Table, own_kit
from printkit.components.part import Part
from printkit.face import own_faces
from printkit.job import kit
from printkit.type.language import find_language
from rules.values.own_deck import GAME as OWN

ROOT = Path(__file__).parents[3]
GAMES = ROOT / "templates" / "games"
WHOLE = """
[guide]
suit = "teal"
back = "forest"

[[board]]
name = "Map"
size_mm = [180, 120]
picture = "map.png"
places = [
  { shape = "card", box = [5, 10, 60, 84], sign = "coin", label = "Deck" },
  { shape = "track", box = [70, 10, 100, 12], values = ["0", "1", "2"], start = "1", tone = "#2C6190" },
]

[[token]]
name = "Coin"
size_mm = 22
sign = "claw"
copies = 6
back = { picture = "map.png" }

[[cube]]
name = "Cube"
sign = "star"
edge_mm = 12

[[die]]
name = "Die"
edge_mm = 14
faces = ["claw", "2", "map.png", "", "5", "6"]

[[standee]]
name = "Hero"
picture = "map.png"

[[tile]]
folder = "land"
size_mm = [40, 40]
shape = "hexagon"
copies = 2
copies_of = { sea = 3 }
back = "map.png"

[[aid]]
title = "Your turn"
steps = ["Draw a [claw]", "Play"]

[[pad]]
title = "Points"
rows = [{ sign = "star", text = "Stars" }, { sign = "claw", text = "Claws" }]

[[box]]
title = "All of it"

[[rules]]
file = "rules.md"
suit = "teal"
"""
CLAW = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1 L9 1 L5 9 Z"/></svg>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Image.new("RGB", (90, 60), (30, 120, 160)).save(tmp_path / "map.png")
    (tmp_path / "land").mkdir()
    for name in ("sea", "hill 10", "hill 2"):
        Image.new("RGB", (40, 40), (90, 140, 60)).save(tmp_path / "land" / f"{name}.png")
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "claw.svg").write_text(CLAW)
    (tmp_path / "rules.md").write_text("# Mine\n\n## Goal\nMost **stars** win.\n\n- Draw a [claw]\n- Play\n")
    return tmp_path


def made(folder: Path, text: str) -> tuple[Part, ...]:
    file = folder / kit_file.FILE
    file.write_text(text, "utf-8")
    (folder / "x.face.toml").write_text("[icons]\nfolder = 'icons'\n")
    face = own_faces.read_face(OWN, "Mine", file=folder / "x.face.toml")
    return kit.made_from(own_kit(file, "Mine", 42), face, find_language("en"))


def test_every_kind_of_part_is_made_with_pictures_icons_and_colours_of_ones_own(folder: Path):
    parts = made(folder, WHOLE)
    assert Counter(part.kind for part in parts) == {
        "boards": 1,
        "tokens": 7,
        "aids": 1,
        "pads": 1,
        "boxes": 1,
        "rules": 1,
    }
    tiles = [part for part in parts if part.width_mm == 40]
    assert [(tile.name, tile.copies) for tile in tiles] == [("hill 2", 2), ("hill 10", 2), ("sea", 3)]
    assert all(tile.back is not None for tile in tiles)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('sign = "coin"', 'sign = "coim"', 'line 11, board[0].places[0].sign: "coim" is no sign; did you mean coin?'),
        ('tone = "#2C6190"', 'tone = "bleu"', 'line 12, board[0].places[1].tone: "bleu" is no suit and no colour; did'),
        ("[5, 10, 60, 84]", "[5, 10, 60, 840]", "line 11, board[0].places[0].box: lies off the board"),
        ("[5, 10, 60, 84]", "[5, 10, nan, 84]", "line 11, board[0].places[0].box: expected a list of 4 numbers"),
        ("[5, 10, 60, 84]", "[5, 10, 6, 84]", "line 11, board[0].places[0].box: is too small; make it 16 mm wide"),
        ('"track"', '"trak"', 'line 12, board[0].places[1].shape: "trak" is not known; expected one of card'),
        ('picture = "map.png"\nplaces', 'picture = "mab.png"\nplaces', "line 9, board[0].picture: there is no picture"),
        ("[[token]]", "[[tokken]]", "line 15, tokken: is not known; did you mean token?"),
        ("copies = 6", "copies = 2.5", "line 19, token[0].copies: expected a whole number from 0 to 500"),
        ("size_mm = 22", "size_mm = -3", "line 17, token[0].size_mm: expected a number from 8 to 200"),
        ('back = { picture = "map.png" }', 'back = { pic = "a" }', "line 20, token[0].back.pic: is not known"),
        ('"5", "6"]', '"5"]', "line 30, die[0].faces: a die has 6 faces and here are 5"),
        ('folder = "land"', 'folder = "../land"', 'line 37, tile[0].folder: "../land" leads out of'),
        ('folder = "land"', 'folder = "lant"', 'line 37, tile[0].folder: there is no folder "lant" beside this file'),
        ("sea = 3", "see = 3", "tile[0].copies_of.see: is not known; did you mean sea?"),
        ('steps = ["Draw a [claw]", "Play"]', "", "aid[0].steps: is missing; list what to do"),
        ('back = "forest"', 'back = "forrest"', 'line 4, guide.back: "forrest" is no back; did you mean forest?'),
        ('file = "rules.md"', 'file = "ruls.md"', 'rules[0].file: there is no "ruls.md" beside this file; did you'),
        ('file = "rules.md"', 'text = " "', "rules[0].text: holds no text; write the rules in it"),
        ("[guide]", "[guide", "line 2, the file: cannot be read as TOML"),
    ],
)
def test_a_slip_is_told_with_file_line_key_and_cure(folder: Path, old: str, new: str, said: str):
    assert WHOLE.count(old) == 1
    with pytest.raises(LayoutError) as told:
        made(folder, WHOLE.replace(old, new))
    assert said in str(told.value)
    assert str(told.value).startswith(f"{folder / kit_file.FILE}")
    assert "\n" not in str(told.value)


def test_changed_at_random_it_is_made_or_refused_with_a_sentence(folder: Path):
    chances = random.Random(14)
    junk = ["-1", "nan", "inf", "1e9", "true", '""', "[]", "{}", "[[1]]", '"../x"', '"' + "long " * 400 + '"', "0"]
    refused: list[str] = []
    for _ in range(80):
        lines = WHOLE.split("\n")
        at = chances.choice([n for n, line in enumerate(lines) if "=" in line])
        key, _, value = lines[at].partition("=")
        match chances.randrange(3):
            case 0:
                lines[at] = f"{key}= {chances.choice(junk)}"
            case 1:
                numbers = [*re.finditer(r"\d+", value)]
                found = chances.choice(numbers) if numbers else None
                swapped = value[: found.start()] + chances.choice(junk) + value[found.end() :] if found else ' "x"'
                lines[at] = f"{key}={swapped}"
            case _:
                del lines[at]
        try:
            made(folder, "\n".join(lines))
        except LayoutError as refusal:
            refused.append(str(refusal))
    assert 30 < len(refused) < 80
    assert all("kit.toml" in one and len(one) < 900 for one in refused)


def texts(part: Part) -> str:
    """Every word on both sides of a part."""
    seen = [drawing_inspection.look(side).words for side in (part.front, part.back) if side is not None]
    return " ".join(word.text for words in seen for word in words)


def test_rules_go_on_over_pages_and_no_word_of_them_is_lost(folder: Path):
    numbers = [f"word{n}" for n in range(4000)]
    paragraphs = [" ".join(numbers[at : at + 160]) for at in range(0, 4000, 160)]
    (folder / "rules.md").write_text("# Mine\n\n" + "\n\n## More\n\n".join(paragraphs))
    parts = [part for part in made(folder, WHOLE) if part.kind == "rules"]
    assert len(parts) > 2
    assert all(part.back is not None for part in parts[:-1])
    printed = " ".join(map(texts, parts)).replace("-", "")
    assert [word for word in printed.split() if word.startswith("word")] == numbers
    assert "…" not in printed
    (folder / "rules.md").write_text("word " * 40_000)
    with pytest.raises(LayoutError, match=r"rules\[0\].file: (is longer than 40 pages|.*100,000 bytes)"):
        made(folder, WHOLE)


@pytest.mark.usefixtures("nothing_brought")
def test_the_rules_of_a_game_are_printed_without_a_line_in_its_kit(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["print", str(GAMES / "fivewinters"), "--what", "rules", "-o", str(tmp_path / "a.pdf")]) == 0
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as document:
        said = " ".join(document[0].get_textpage().get_text_range().split())
    assert "Five Winters" in said
    assert "The wolves." in said


def test_a_slip_in_the_copies_does_not_fill_the_memory(folder: Path):
    board = WHOLE.replace('name = "Map"', 'name = "Map"\ncopies = 500').replace("[180, 120]", "[900, 900]")
    with pytest.raises(LayoutError, match=r"look for a slip in its copies"):
        made(folder, board)


def test_every_key_is_documented(folder: Path, monkeypatch: pytest.MonkeyPatch):
    page = (ROOT / "docs" / "own-kits.md").read_text("utf-8")
    asked: set[str] = set()
    known = Table.known

    def listen(table: Table, *keys: str) -> None:
        if not table.place.endswith("copies_of"):
            asked.update(keys)
        known(table, *keys)

    monkeypatch.setattr(Table, "known", listen)
    made(folder, WHOLE.replace("\nplaces", '\npictures = [{ box = [70, 30, 90, 60], scene = "wave" }]\nplaces'))
    missing = {key for key in asked - {"typo"} if f"`{key}`" not in page and f"[{key}]" not in page}
    assert not missing


@pytest.fixture
def nothing_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of folders are known to a process for good: here each test begins with none."""
    monkeypatch.setattr("rules.games._brought", {})
    monkeypatch.setattr("companion.own_decks.game_folders._folders", {})
    monkeypatch.setattr("printkit.components.kit_file._brought", {})


@pytest.mark.usefixtures("nothing_brought")
def test_a_folder_is_printed_by_its_name_and_what_else_it_has_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["print", str(GAMES / "tidepool"), "--cards", "001:1", "-o", str(tmp_path / "a.pdf")]) == 0
    assert "It has boards, tokens, aids and boxes too: print them with --what all." in capsys.readouterr().out
    assert main(["print", str(GAMES / "tidepool"), "--what", "boxes,aids", "-o", str(tmp_path / "b.pdf")]) == 0
    assert game_folders.brought_from()["tidepool"] == GAMES / "tidepool"


@pytest.mark.usefixtures("nothing_brought")
def test_a_game_without_cards_prints_its_kit(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    own = tmp_path / "pad"
    own.mkdir()
    pad = (GAMES / "harvestpad" / "game.toml").read_text("utf-8")
    (own / "game.toml").write_text(pad.replace('id = "harvestpad"', 'id = "sheet"').replace("Harvest Pad", "Sheets"))
    assert main(["print", str(own), "-o", str(tmp_path / "a.pdf")]) == 1
    assert "has no cards and no kit.toml" in capsys.readouterr().err
    (own / "kit.toml").write_text('[[pad]]\ntitle = "Farms"\nrows = [{ sign = "wheat", text = "Fields" }]\n')
    assert game_folders.renew("sheet", own).title == "Sheets"
    assert main(["print", str(own), "-o", str(tmp_path / "b.pdf")]) == 0
    assert "what the kit has on 4 pages" in capsys.readouterr().out


@pytest.mark.usefixtures("nothing_brought")
def test_the_kit_that_ships_is_clean(capsys: pytest.CaptureFixture[str]):
    assert main(["check", str(GAMES / "tidepool")]) == 0
    assert "Its kit has 1 board, 2 tokens, 5 aids, 1 box." in capsys.readouterr().out
