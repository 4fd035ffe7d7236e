"""The file of every kit, in every ink and language: sound, whole, at full size, and the same bytes every time."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pikepdf
import pytest
from printed_decks import KITS, needs_qpdf, whole_kit

from printkit.draw.ink_saving import Ink
from printkit.type.language import find_language
from printkit.units import points
from rules import games

every_kit = pytest.mark.parametrize(("game", "ink", "language"), KITS)
HAIR_PT = 0.01


@needs_qpdf
@every_kit
def test_qpdf_finds_nothing_wrong(game: str, ink: Ink, language: str, tmp_path: Path):
    file = tmp_path / "kit.pdf"
    file.write_bytes(whole_kit(game, ink, language).files[0].data)
    done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr


@every_kit
def test_it_asks_for_full_size_and_both_sides_and_names_itself(game: str, ink: Ink, language: str):
    with pikepdf.open(io.BytesIO(whole_kit(game, ink, language).files[0].data)) as file:
        wishes = file.Root.ViewerPreferences
        assert (wishes.PrintScaling, wishes.Duplex) == ("/None", "/DuplexFlipLongEdge")
        assert str(file.Root.Lang) == language
        assert games.deck(game).spec.title in str(file.docinfo["/Title"])


@every_kit
def test_every_font_is_embedded(game: str, ink: Ink, language: str):
    with pikepdf.open(io.BytesIO(whole_kit(game, ink, language).files[0].data)) as file:
        fonts = [item for item in file.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            assert "/FontFile2" in font.FontDescriptor, str(font.BaseFont)
            assert "/ToUnicode" in font, str(font.BaseFont)


@every_kit
def test_outline_and_page_labels_lead_to_every_section(game: str, ink: Ink, language: str):
    plan = whole_kit(game, ink, language).plan
    words, title = find_language(language), games.deck(game).spec.title
    named = [words.say(page.section, game) if page.section else title for page in plan.pages]
    runs = [(section, next(group)[0]) for section, group in groupby(enumerate(named), key=lambda pair: pair[1])]
    with pikepdf.open(io.BytesIO(whole_kit(game, ink, language).files[0].data)) as file:
        assert len(file.pages) == len(plan.pages)
        assert [page.label for page in file.pages] == [f"{page.number} {page.side}" for page in plan.pages]
        with file.open_outline() as outline:
            entries = [(str(item.title), item.destination[0].objgen) for item in outline.root]
        assert entries == [(section, file.pages[first].obj.objgen) for section, first in runs]


@every_kit
def test_page_boxes_lie_in_each_other_and_the_trim_holds_every_card(game: str, ink: Ink, language: str):
    plan = whole_kit(game, ink, language).plan
    with pikepdf.open(io.BytesIO(whole_kit(game, ink, language).files[0].data)) as file:
        for said, page in zip(file.pages, plan.pages, strict=True):
            media, crop, bleed, trim = (
                [float(value) for value in box] for box in (said.mediabox, said.cropbox, said.bleedbox, said.trimbox)
            )
            assert sorted(media[2:]) == pytest.approx([points(210), points(297)], abs=HAIR_PT)
            assert media[:2] == [0, 0]
            for outer, inner in ((media, crop), (crop, bleed), (bleed, trim)):
                assert within(inner, outer), f"page {page.number}"
            for placed in page.placed:
                assert within([points(value) for value in placed.place.box()], trim), f"page {page.number}"


def within(inner: list[float], outer: list[float]) -> bool:
    low = all(a >= b - HAIR_PT for a, b in zip(inner[:2], outer[:2], strict=True))
    return low and all(a <= b + HAIR_PT for a, b in zip(inner[2:], outer[2:], strict=True))


def test_every_kit_is_the_same_bytes_in_another_process():
    """There it is drawn from nothing, in another order and with other hashes."""
    script = (
        "import hashlib, sys; sys.path.insert(0, 'tests/support')\n"
        "from printed_decks import KITS, whole_kit\n"
        "for kit in reversed(KITS): print(*kit, hashlib.sha256(whole_kit(*kit).files[0].data).hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
        env={"PYTHONHASHSEED": "7", "TABLEWRIGHT_CACHE": ""},
    )
    here = {" ".join((*kit, hashlib.sha256(whole_kit(*kit).files[0].data).hexdigest())) for kit in KITS}
    assert set(done.stdout.splitlines()) == here
