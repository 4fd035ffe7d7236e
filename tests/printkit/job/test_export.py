"""What leaves for elsewhere: pictures of the right size that read back, decks other programs can open."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from printed_decks import decoded

from companion.cli import main
from printkit.check import face_lint
from printkit.face import faces
from printkit.job import export, print_job
from rules import games

PICKS = "black_identity,black_quests,teal_fireball"


def plan(game: str, cards: str = "") -> print_job.Plan:
    return print_job.plan(print_job.PrintSpec(game, cards=print_job.read_picks(cards) if cards else ()))


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def read(data: bytes | Image.Image) -> list[str]:
    found = picture(data) if isinstance(data, bytes) else data
    return decoded(np.asarray(found.convert("L")))


@pytest.mark.parametrize("dpi", [300, 600])
def test_every_card_is_a_picture_of_its_size_whose_code_reads(dpi: int):
    files = dict(export.pngs(plan("breeds", PICKS), dpi))
    assert sorted(files) == [
        "backs/black_identity-1.png", "backs/black_quests-1.png", "backs/teal.png",
        "fronts/black_identity-1.png", "fronts/black_quests-1.png",
        "fronts/teal_fireball-1.png", "fronts/teal_fireball-2.png",
    ]  # fmt: skip
    codes = {f"{card.id}-{code.copy}": str(code) for card, code in games.deck("breeds").codes()}
    for name, data in files.items():
        assert picture(data).size == (round(63 / 25.4 * dpi), round(88 / 25.4 * dpi))
        assert round(picture(data).info["dpi"][0]) == dpi
        if name.startswith("fronts/"):
            assert read(data) == [codes[Path(name).stem]]
    assert read(files["backs/black_identity-1.png"]) == [codes["black_dragonform-1"]]
    assert read(files["backs/teal.png"]) == []


def test_a_printing_service_gets_pairs_with_an_eighth_of_an_inch_of_bleed():
    files = dict(export.pod(plan("breeds", PICKS)))
    rows = list(csv.DictReader(io.StringIO(files.pop("order.csv").decode("utf-8-sig"))))
    assert len(rows) == 4
    assert {row["front"] for row in rows} | {row["back"] for row in rows} == set(files)
    for data in files.values():
        assert picture(data).size == (825, 1125), "2.75 by 3.75 inches at 300 dpi"
    for row in rows:
        assert read(files[row["front"]]) == [row["code"]]
    card = np.asarray(picture(files["teal/fronts/001-teal_fireball-1.png"]).convert("RGB")).astype(int)
    edge, inside = card[560, 2], card[560, 45]
    assert abs(edge - inside).max() < 8, "the frame's colour runs out to the edge of the picture"


def test_drivethrucards_gets_backs_and_fronts_in_turn_on_pages_with_their_bleed():
    (file,) = export.drivethru(plan("breeds", PICKS))
    name, data = file
    assert name == "breeds.pdf"
    inch = 72.0
    with pypdfium2.PdfDocument(data) as document:
        assert len(document) == 2 * 4, "a page for each side of each copy"
        seen = []
        for page in document:
            assert page.get_size() == (pytest.approx(2.75 * inch), pytest.approx(3.75 * inch))
            assert page.get_trimbox() == pytest.approx((inch / 8, inch / 8, 2.625 * inch, 3.625 * inch))
            seen.append(read(page.render(scale=300 / 72).to_pil()))
    codes = {f"{card.id}-{code.copy}": str(code) for card, code in games.deck("breeds").codes()}
    assert seen[:2] == [[codes["black_dragonform-1"]], [codes["black_identity-1"]]]
    assert seen[-4:] == [[], [codes["teal_fireball-1"]], [], [codes["teal_fireball-2"]]]


@pytest.mark.parametrize("game", games.names())
def test_nothing_that_is_read_lies_where_a_service_may_cut(game: str):
    """An eighth of an inch within the cut, as The Game Crafter and DriveThruCards ask."""
    layout = faces.layout_of(game)
    for card in games.deck(game).cards:
        found = face_lint.check_drawing(card.id, faces.front(card, None), layout.size_mm, 25.4 / 8)
        assert not [one for one in found if "scissors" in one.problem]


def test_tabletop_simulator_gets_every_copy_and_sheets_that_hold_it():
    files = dict(export.tts(plan("fairytale"), "https://example.org/cards/"))
    saved = json.loads(files["fairytale.json"])
    (deck,) = saved["ObjectStates"]
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == games.deck("fairytale").size
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    for key, sheet in deck["CustomDeck"].items():
        name = sheet["FaceURL"].removeprefix("https://example.org/cards/")
        width, height = picture(files[name]).size
        assert max(width, height) <= export.TTS_LARGEST_PX
        slots = {number % 100 for number in deck["DeckIDs"] if number // 100 == int(key)}
        assert max(slots) < sheet["NumWidth"] * sheet["NumHeight"] - 1 < 70
        assert not sheet["UniqueBack"]
        assert sheet["BackURL"].removeprefix("https://example.org/cards/") in files
    names = Counter(card["Nickname"] for card in deck["ContainedObjects"])
    assert names == Counter(card.name for card, _ in games.deck("fairytale").codes())


def test_cards_with_other_backs_are_other_decks_and_two_sided_ones_keep_their_second_face():
    files = dict(export.tts(plan("breeds", PICKS), "https://example.org"))
    decks = json.loads(files["breeds.json"])["ObjectStates"]
    assert [deck["Nickname"] for deck in decks] == ["Dragon Breeds: two-sided", "Dragon Breeds: teal"]
    (sheet,) = decks[0]["CustomDeck"].values()
    assert sheet["UniqueBack"]
    keys = [key for deck in decks for key in deck["CustomDeck"]]
    assert len(keys) == len(set(keys))
    backs = picture(files[sheet["BackURL"].rpartition("/")[2]])
    assert backs.size == picture(files[sheet["FaceURL"].rpartition("/")[2]]).size
    single = json.loads(dict(export.tts(plan("breeds", "black_quests"), "https://x.org"))["breeds.json"])
    assert single["ObjectStates"][0]["Name"] == "Card", "a deck of one card is none"


def test_a_deck_without_backs_has_grey_ones_on_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text("name,back\nOwl,none\nFox,none\n")
    assert main(["export", "mine.csv", "--to", "tts", "-o", "table"]) == 0
    (saved,) = Path("table").glob("*.json")
    (deck,) = json.loads(saved.read_text("utf-8"))["ObjectStates"]
    (sheet,) = deck["CustomDeck"].values()
    behind = Path("table") / sheet["BackURL"].rpartition("/")[2]
    assert picture(behind.read_bytes()).getpixel((5, 5))[:3] == export.NO_BACK


def test_an_export_that_fails_half_way_leaves_nothing_of_its_own(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = ["export", "fairytale", "--to", "png", "--cards", "homesteader:1,homesteader:2", "--dpi", "150"]
    assert main([*command, "-o", "whole"]) == 0
    names = sorted(str(file.relative_to("whole")) for file in Path("whole").rglob("*.png"))
    for blocked in names:
        place = Path("out") / blocked
        place.mkdir(parents=True)  # a folder where a picture was to be
        assert main([*command, "-o", "out"]) == 1
        assert "cannot be written" in capsys.readouterr().err
        assert [file for file in Path("out").rglob("*") if file.is_file()] == []
        place.rmdir()


@pytest.mark.parametrize("game", games.names())
def test_the_manifest_holds_every_card_and_code(game: str):
    ((name, data),) = export.manifest(plan(game))
    found = json.loads(data)
    assert name == f"{game}.json"
    codes = [code for card in found["cards"] for code in card["codes"]]
    assert sorted(codes) == sorted(str(code) for _, code in games.deck(game).codes())
    for card in found["cards"]:
        own = games.deck(game).by_id[card["id"]]
        assert (card["name"], card["back"]) == (own.name, own.back)


def test_the_command_writes_a_folder_and_refuses_nonsense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["export", "fairytale", "--to", "manifest"]) == 0
    assert json.loads(Path("fairytale-manifest/fairytale.json").read_text("utf-8"))["game"] == "fairytale"
    assert main(["export", "fairytale", "--to", "png", "--cards", "homesteader:1", "--dpi", "150", "-o", "out"]) == 0
    assert sorted(str(file) for file in Path("out").rglob("*.png")) == [
        "out/backs/tale.png",
        "out/fronts/homesteader-1.png",
    ]
    capsys.readouterr()
    (tmp_path / "full").write_text("")
    for args, said in (
        (["fairytail", "--to", "png"], "did you mean fairytale?"),
        (
            ["fairytale", "--to", "png", "--dpi", "72"],
            "--dpi 72: is too coarse for the codes to be read",
        ),
        (["fairytale", "--to", "tts", "--url", "here"], "--url here"),
        (["fairytale", "--to", "manifest", "-o", "full"], "-o full: cannot be written"),
        (["fairytale", "--to", "png", "--cards", "owl"], 'no card "owl"'),
    ):
        assert main(["export", *args]) == 1
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
