"""Pages as pictures."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image
from printed_decks import printed

from printkit.draw import pdf_preview


def picture(page: int, width_px: int) -> Image.Image:
    return Image.open(io.BytesIO(pdf_preview.page_png(printed("fairytale").files[0].data, page, width_px)))


def test_a_page_is_a_png_of_the_width_asked_for():
    for width in (137, 400, 1000):
        image = picture(1, width)
        assert image.format == "PNG"
        assert image.width == width
        assert image.height == pytest.approx(width * 297 / 210, abs=1.5)


def test_pages_differ_and_are_not_blank():
    front, back = picture(1, 300).convert("L"), picture(2, 300).convert("L")
    assert front.tobytes() != back.tobytes()
    assert front.getextrema()[0] < 60
    assert front.getpixel((2, 2)) == 255


@pytest.mark.parametrize(("page", "width_px"), [(0, 300), (27, 300), (-1, 300), (1, 0), (1, 100_000)])
def test_a_page_or_width_that_is_not_there_is_refused(page: int, width_px: int):
    with pytest.raises(ValueError, match=r"page|wide"):
        pdf_preview.page_png(printed("fairytale").files[0].data, page, width_px)


def test_several_threads_may_ask_at_once():
    with ThreadPoolExecutor(4) as pool:
        pages = list(pool.map(lambda page: picture(page, 120).convert("L").tobytes(), [1, 2, 3, 4] * 3))
    assert pages[:4] == pages[4:8] == pages[8:]
