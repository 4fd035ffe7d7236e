"""What the PDF file is: what it says of itself, what is embedded, that equal input gives equal bytes."""

from __future__ import annotations

import hashlib
import io
import re
import subprocess
import sys

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms

from printkit.draw.display_list import (
    Drawing,
    Fill,
    Group,
    Path,
    Shared,
    Stroke,
    Symbol,
    Text,
    circle,
    polygon,
    rectangle,
    rounded,
)
from printkit.draw.number_text import PRECISION_MM, SHORT, decimals
from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.type import fonts
from printkit.units import points
from rules.values.code import CardCode

ABOUT = About("A deck: cards, set A", "9 cards on A4", "DuplexFlipLongEdge")
RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


def leaf(drawing: Drawing, label: str = "1", section: str = "Basic") -> Leaf:
    return Leaf(100.0, 80.0, drawing, label, section, (10.0, 10.0, 90.0, 70.0), (2.0, 1.0))


def pixels(pdf: bytes, page: int = 0, px_per_mm: float = 10.0) -> np.ndarray:
    """The page as (H, W, 3) RGB, the first row at the top."""
    with pypdfium2.PdfDocument(pdf) as document:
        return document[page].render(scale=px_per_mm * 25.4 / 72, rev_byteorder=True).to_numpy().copy()


def at(picture: np.ndarray, x_mm: float, y_mm: float) -> tuple[int, ...]:
    """The colour at a point of the 100 × 80 mm page."""
    return tuple(int(value) for value in picture[round((80 - y_mm) * 10), round(x_mm * 10)])


def test_the_file_asks_for_full_size_and_says_what_it_is():
    pages = [leaf((), "1 front"), leaf((), "1 back"), leaf((), "2 front", "Expert")]
    with pikepdf.open(io.BytesIO(write_pdf(pages, ABOUT))) as file:
        wishes = file.Root.ViewerPreferences
        assert (wishes.PrintScaling, wishes.Duplex) == ("/None", "/DuplexFlipLongEdge")
        assert wishes.DisplayDocTitle
        assert file.docinfo["/Title"] == "A deck: cards, set A"
        assert file.docinfo["/Author"] == "Tablewright"
        with file.open_outline() as outline:
            assert [str(item.title) for item in outline.root] == ["Basic", "Expert"]
            assert outline.root[1].destination[0].objgen == file.pages[2].obj.objgen
        assert [page.label for page in file.pages] == ["1 front", "1 back", "2 front"]
        box = [float(value) for value in file.pages[0].trimbox]
        assert box == pytest.approx([points(10), points(10), points(90), points(70)], abs=0.01)
        bleed = [float(value) for value in file.pages[0].BleedBox]
        assert bleed == pytest.approx([points(8), points(9), points(92), points(71)], abs=0.01)


def test_every_font_is_embedded_and_no_other_is_named():
    lines = tuple(Text(5, 5 + 8 * n, f"{key}: 0123 Ω", key, 10, (0, 0, 0)) for n, key in enumerate(fonts.keys()))
    with pikepdf.open(io.BytesIO(write_pdf([leaf(lines)], ABOUT))) as file:
        found = [item for item in file.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
        assert {str(font.BaseFont).partition("+")[2] for font in found} >= {f"Marcellus-Regular-{'title'}"}
        stands_in = {"AlegreyaSans-Medium"}  # Marcellus has no Greek
        named = {str(font.BaseFont).partition("+")[2] for font in found}
        assert len(named - stands_in) == len(fonts.keys())
        for font in found:
            if font.Subtype != "/CIDFontType2":  # the inner half of a composite font
                assert "/ToUnicode" in font
            if font.Subtype != "/Type0":
                assert "/FontFile2" in font.FontDescriptor


def test_text_can_be_searched_and_copied():
    pdf = write_pdf([leaf((Text(5, 5, "Sky-Dance (Dragon) \\ Ærö — 42", "text", 10, (0, 0, 0)),))], ABOUT)
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].get_textpage()
        assert page.get_text_range() == "Sky-Dance (Dragon) \\ Ærö — 42"


def test_more_characters_than_a_font_holds_are_split_among_several():
    known = [c for c in fonts.metrics("text").advances if c.isalpha()][:600]
    pdf = write_pdf([leaf((Text(1, 5, "".join(known), "text", 1, (0, 0, 0)),))], ABOUT)
    with pypdfium2.PdfDocument(pdf) as document:
        assert document[0].get_textpage().get_text_range() == "".join(known)


def test_colours_fall_where_the_drawing_says():
    house = (
        Fill(rectangle(10, 10, 20, 10), RED),
        Fill(Path((*circle(60, 40, 10).ops, *circle(60, 40, 5).ops)), BLUE, even_odd=True),
        Stroke(polygon(((10, 60), (50, 60)), close=False), RED, 2.0),
        Group((Fill(rectangle(0, 0, 10, 4), BLUE),), 80, 60, 90),
        Group((Fill(rectangle(0, 0, 2, 2), RED),), 80, 10, scale=5),
        Group((Fill(rectangle(0, 0, 20, 20), BLUE),), 40, 5, clip=rectangle(0, 0, 5, 5)),
    )
    picture = pixels(write_pdf([leaf(house)], ABOUT))
    red, blue, white = (255, 0, 0), (0, 0, 255), (255, 255, 255)
    assert [at(picture, x, y) for x, y in ((11, 11), (29, 19), (31, 15), (20, 21))] == [red, red, white, white]
    assert [at(picture, x, y) for x, y in ((60, 40), (67, 40), (71, 40))] == [white, blue, white]
    assert [at(picture, x, y) for x, y in ((30, 60.8), (30, 59.2), (30, 61.5))] == [red, red, white]
    assert [at(picture, x, y) for x, y in ((78, 65), (82, 65), (78, 71))] == [blue, white, white]
    assert [at(picture, x, y) for x, y in ((89, 19), (91, 19))] == [red, white]
    assert [at(picture, x, y) for x, y in ((42, 7), (46, 7))] == [blue, white]


def test_colour_set_inside_a_group_or_form_does_not_leak_out():
    marks = (
        Fill(rectangle(0, 0, 5, 5), RED),
        Group((Fill(rectangle(10, 0, 5, 5), BLUE),)),
        Fill(rectangle(20, 0, 5, 5), RED),
        Shared("blue", (Fill(rectangle(30, 0, 5, 5), BLUE),)),
        Fill(rectangle(40, 0, 5, 5), RED),
    )
    picture = pixels(write_pdf([leaf(marks)], ABOUT))
    assert [at(picture, x + 2, 2) for x in (0, 10, 20, 30, 40)] == [
        (255, 0, 0), (0, 0, 255), (255, 0, 0), (0, 0, 255), (255, 0, 0),
    ]  # fmt: skip


def test_colours_are_said_to_be_srgb_with_a_profile_that_is_one():
    with pikepdf.open(io.BytesIO(write_pdf([leaf(())], ABOUT))) as file:
        (intent,) = file.Root.OutputIntents
        assert (intent.S, intent.DestOutputProfile.N) == ("/GTS_PDFA1", 3)
        profile = ImageCms.ImageCmsProfile(io.BytesIO(intent.DestOutputProfile.read_bytes()))
    same = ImageCms.buildTransform(profile, ImageCms.createProfile("sRGB"), "RGB", "RGB")
    image = Image.linear_gradient("L").resize((16, 16)).convert("RGB")
    seen = np.asarray(ImageCms.applyTransform(image, same)).astype(int)
    assert np.abs(seen - np.asarray(image).astype(int)).max() <= 1


def test_what_is_shared_is_in_the_file_once():
    inner = Shared("inner", (Fill(circle(0, 0, 3), BLUE),))
    face = Shared("face", (Fill(rectangle(0, 0, 9, 9), RED), inner))
    many = tuple(Group((face,), 10 * (n % 9), 10 * (n // 9)) for n in range(60))
    with pikepdf.open(io.BytesIO(write_pdf([leaf(many), leaf((*many, inner))], ABOUT))) as file:
        forms = [item for item in file.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
        assert len(forms) == 2
    assert at(pixels(write_pdf([leaf(many)], ABOUT)), 15, 5) == (255, 0, 0)


def test_a_shape_enlarged_keeps_its_corners_where_they_belong():
    """A glyph drawn in a unit square and blown up 40 times must not be rounded to hundredths of its own unit."""
    corner = (0.33333, 0.66667)
    glyph = Shared("glyph", (Fill(polygon(((0, 0), (1, 0), corner)), RED),))
    content = raw_content(write_pdf([leaf((Group((glyph,), scale=40),))], ABOUT))
    written = [float(word) for word in re.findall(r"-?[\d.]+", content.split(" m ")[1])]
    x, y = written[2] * 40, written[3] * 40
    assert (x, y) == pytest.approx((corner[0] * 40, corner[1] * 40), abs=0.011)


def raw_content(pdf: bytes) -> str:
    with pikepdf.open(io.BytesIO(pdf)) as file:
        forms = [item for item in file.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
        return "\n".join(stream.read_bytes().decode("latin-1") for stream in forms)


@given(st.floats(-3000, 3000), st.sampled_from([0.05, 0.5, 1.0, 7.0, 40.0]))
def test_numbers_are_short_and_near_enough(value: float, scale: float):
    text = SHORT[decimals(scale)](value)
    assert abs(float(text) - value) * scale <= PRECISION_MM / 2 + 1e-9 or scale < 0.1
    assert re.fullmatch(r"-?(\d+(\.\d*[1-9])?|\.\d*[1-9])", text)


def busy_page() -> Drawing:
    code = str(CardCode("XX", "01F", 3))
    return (
        Shared("frame", (Fill(rounded(10, 10, 60, 40, 3), RED), Stroke(circle(40, 30, 9), BLUE, 0.3, (1.0, 0.5)))),
        Symbol(code, 20.0, 20.0, 0.55),
        Text(20, 15, "Ærö 42", "title", 12, BLUE, "middle"),
        Text(20, 12, code, "code", 6, BLUE, "end"),
    )


def test_equal_input_gives_equal_bytes_in_another_process():
    here = hashlib.sha256(write_pdf([leaf(busy_page())], ABOUT)).hexdigest()
    script = (
        "import sys, hashlib; sys.path[:0] = ['tests/printkit/draw', 'tests/support']; import test_pdf as t;"
        "print(hashlib.sha256(t.write_pdf([t.leaf(t.busy_page())], t.ABOUT)).hexdigest())"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        )
        assert done.stdout.strip() == here


def test_streams_are_compressed_and_not_blown_up_as_ascii():
    pdf = write_pdf([leaf(busy_page())], ABOUT)
    assert b"/FlateDecode" in pdf
    assert b"ASCII85" not in pdf
