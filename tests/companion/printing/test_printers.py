"""The page Printers and the command calibrate: from two photos, or four readings, to a profile that prints."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import cv2
import pypdfium2
import pytest
from bs4 import BeautifulSoup
from photographed_sheets import Phone, photograph
from plain_phone import toy_service

from companion.app import create_app
from companion.cli import main
from printkit.sheet import printer_profile
from printkit.sheet.calibration_sheet import sheet_pdf
from printkit.sheet.paper import find_sheet
from printkit.sheet.printer_profile import Face

FRONT, BACK = Face(0.4, 0.2, 0.1), Face(-0.9, 0.6, -0.2)


@cache
def photos() -> tuple[bytes, bytes]:
    """Both sides; small files, because the test client keeps larger ones open."""
    with pypdfium2.PdfDocument(sheet_pdf(find_sheet("a4"))) as document:
        pages = [document[n].render(scale=220 / 72, grayscale=True).to_numpy().copy() for n in (0, 1)]
    taken = [
        photograph(page, (210, 297), error, Phone((1200, 1600)))
        for page, error in zip(pages, (FRONT, BACK), strict=True)
    ]
    front, back = (cv2.imencode(".jpg", one, [cv2.IMWRITE_JPEG_QUALITY, 70])[1].tobytes() for one in taken)
    return front, back


@pytest.fixture
def phone(tmp_path: Path):
    shared = toy_service()
    shared.printers = tmp_path / "printers"
    return create_app(shared).test_client()


def send(phone, one: bytes, two: bytes, name: str = "office"):
    files = {"one": (io.BytesIO(one), "a.jpg"), "two": (io.BytesIO(two), "b.jpg")}
    return phone.post("/printers", data={"name": name, "paper": "a4", "printer": "Laser", **files})


def test_two_photos_become_a_profile_after_a_look_at_what_was_measured(phone, tmp_path: Path):
    assert "No printer has been measured yet" in phone.get("/printers").text
    assert phone.get("/printers/sheet.pdf?paper=letter").data.startswith(b"%PDF")
    answer = send(phone, *photos())
    assert answer.status_code == 200
    found = BeautifulSoup(answer.text, "html.parser").select_one("#found")
    assert found.select_one("img")["src"].startswith("data:image/png;base64,")
    assert not (tmp_path / "printers").exists(), "nothing is kept before somebody says so"
    fields = {item["name"]: item["value"] for item in found.select("input")}
    kept = phone.post("/printers/save", data=fields, follow_redirects=True)
    assert "office" in kept.text
    made = printer_profile.find_profile("office", tmp_path / "printers")
    assert made.printer == "Laser"
    assert (made.front.offset_x_mm, made.back.offset_x_mm) == pytest.approx((0.4, -0.9), abs=0.1)
    assert made.back.angle_deg == pytest.approx(-0.2, abs=0.05)


def test_what_cannot_be_measured_is_said_on_the_page(phone, tmp_path: Path):
    front, back = photos()
    for one, two, name, status, said in (
        (front, front, "office", 422, "Both photos show the front"),
        (b"no picture", back, "office", 422, "picture"),
        (front, back, "../office", 422, "cannot name a profile"),
        (front, b"", "office", 400, "Two photos are needed"),
    ):
        answer = send(phone, one, two, name)
        assert answer.status_code == status
        assert said in answer.text
        page = BeautifulSoup(answer.text, "html.parser")
        assert len(page.select("[role=alert]")) == 1
        assert page.select_one("#printer")["value"] == "Laser", "what was typed stays"
    bad = phone.post("/printers/save", data={"name": "office", "text": "[back]\noffset_x_mm = 400"})
    assert bad.status_code == 422
    assert "makes no sense" in bad.text
    assert not (tmp_path / "printers").exists()


def test_the_command_measures_shows_and_prints_with_the_profile(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for name, data in zip(("front.jpg", "back.jpg"), photos(), strict=True):
        (tmp_path / name).write_bytes(data)
    assert main(["calibrate", "sheet", "--paper", "a4"]) == 0
    assert (tmp_path / "calibration-a4.pdf").read_bytes().startswith(b"%PDF")
    asked = [
        "calibrate",
        "photo",
        "back.jpg",
        "front.jpg",
        "--name",
        "office",
        "--paper",
        "a4",
        "--picture",
        "found.png",
    ]
    assert main(asked) == 0
    assert "the back lands 0." in capsys.readouterr().out
    assert cv2.imread(str(tmp_path / "found.png")) is not None
    assert main(["calibrate", "show"]) == 0
    assert "office" in capsys.readouterr().out
    assert main(["print", "breeds", "--cards", "black_identity", "--profile", "office", "-o", "deck.pdf"]) == 0
    assert main(["print", "breeds", "--paper", "letter", "--profile", "office"]) == 1
    assert "--profile office: was measured on a4, not on letter" in capsys.readouterr().err


def test_readings_make_a_profile_and_nonsense_is_refused(tmp_path: Path, capsys):
    readings = ["--top", "0.3", "--bottom", "0.1", "--left", "-0.4", "--right", "-0.25"]
    data = ["calibrate", "--data", str(tmp_path)]
    assert main([*data, "read", *readings, "--name", "rear", "--level-ruler", "149.7"]) == 0
    made = printer_profile.find_profile("rear", tmp_path / "printers")
    assert made.back.offset_x_mm == pytest.approx(-0.2)
    assert made.front.scale_x == pytest.approx(149.7 / 150)
    assert main([*data, "read", *readings, "--name", "Rear Tray"]) == 1
    assert main([*data, "read", "--top", "9", *readings[2:], "--name", "rear"]) == 1
    assert main([*data, "read", *readings, "--name", "rear", "--level-ruler", "15"]) == 1
    said = capsys.readouterr().err
    assert "cannot name a profile" in said
    assert "--top 9: the scale ends at 1.5 mm" in said
    assert "--level-ruler 15: the line is 150 mm long" in said


def test_margins_and_prices_stay_when_a_printer_is_measured_again(tmp_path: Path):
    kept = tmp_path / "printers"
    kept.mkdir()
    old = printer_profile.Profile(
        "rear", margins=printer_profile.Margins(4, 4, 3, 12), prices=printer_profile.Prices("EUR", 0.02, 0.05)
    )
    (kept / "rear.toml").write_text(printer_profile.write_profile(old), "utf-8")
    readings = ["--top", "0", "--bottom", "0", "--left", "0.2", "--right", "0.2"]
    assert main(["calibrate", "--data", str(tmp_path), "read", *readings, "--name", "rear", "--paper", "a4"]) == 0
    made = printer_profile.find_profile("rear", kept)
    assert (made.margins, made.prices) == (old.margins, old.prices)
    assert made.back.offset_y_mm == pytest.approx(0.2)
