"""Pages of a finished PDF as pictures, for screens."""

from __future__ import annotations

import io
import threading

import pypdfium2
from PIL import Image

pdfium = threading.Lock()
"""PDFium may be used by one thread at a time."""
WIDEST_PX = 6000
COMPRESSION = 3
"""Two thirds of the time of level 6, for a page that is at most a twentieth larger."""


def page_png(pdf: bytes, page: int, width_px: int) -> bytes:
    """One page (counted from 1) as a PNG of the width. Raises ValueError as ``page_picture``."""
    file = io.BytesIO()
    page_picture(pdf, page, width_px).save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def page_picture(pdf: bytes, page: int, width_px: int) -> Image.Image:
    """One page (counted from 1) as a picture of the width.

    Raises ValueError for a page the PDF has not, or a width outside 1 to WIDEST_PX.
    """
    if not 1 <= width_px <= WIDEST_PX:
        raise ValueError(f"a picture is 1 to {WIDEST_PX} px wide, not {width_px}")
    with pdfium, pypdfium2.PdfDocument(pdf) as document:
        if not 1 <= page <= len(document):
            raise ValueError(f"the PDF has pages 1 to {len(document)}, and no page {page}")
        sheet = document[page - 1]
        picture: Image.Image = sheet.render(scale=width_px / sheet.get_width(), rev_byteorder=True).to_pil()
        sheet.close()
    # PDFium rounds up
    return picture if picture.width == width_px else picture.resize((width_px, picture.height))
