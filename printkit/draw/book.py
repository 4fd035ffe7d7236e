"""The forms, fonts and photos of one PDF file: what is drawn once in it and then referred to."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFResourceDictionary, PDFStream, xObjectName
from reportlab.pdfgen.canvas import Canvas

from printkit.draw import pdf_fonts, photos
from printkit.draw import stream_cache as pressed_before
from printkit.draw.display_list import Drawing, Shared
from printkit.draw.number_text import decimals
from printkit.draw.photos import Recipe
from printkit.draw.stream_cache import Embeds, Pressed, Refers, Run, Runs, Shows
from printkit.type import fonts

if TYPE_CHECKING:
    from printkit.draw.pdf_fallback_fonts import CompositeFont
    from printkit.type.fallback_fonts import Face

from printkit.draw.stream import Stream

FORM_BOX = "[ -2000 -2000 2000 2000 ]"
"""Forms are clipped by their box and never need to be: further out than any paper, in mm."""
COMPRESSION = 2
ASCII = "".join(map(chr, range(32, 127)))
"""Its printable characters."""


class Book:
    """The forms and fonts of one file. ``pause`` is called where others may come in between within a page."""

    def __init__(self, canvas: Canvas, pause: Callable[[], None]) -> None:
        self.canvas, self.pause = canvas, pause
        self.forms: dict[str, Pressed] = {}
        self.uses: list[Shows | Refers | Embeds] = []
        """What the stream being drawn has used so far."""
        self.split: dict[tuple[str, str], Runs] = {}
        self.stand_ins: dict[Face, CompositeFont] = {}
        self.photos: set[str] = set()
        self.resources: dict[tuple[str, ...], bytes] = {}
        """What a form says it uses, by the names of the forms in it."""
        self.ascii: dict[str, str] = {}
        """The resource that has the printable ASCII characters of a font under their own numbers, by its key."""

    def draw(self, drawing: Drawing, scale: float) -> None:
        """Write a display list into the page or form that is open."""
        for kind, text in self.operators(drawing, scale):
            if kind == "form":
                self.canvas.doForm(text)
            else:
                self.canvas.addLiteral(text)

    def operators(self, drawing: Drawing, scale: float) -> list[tuple[str, str]]:
        """A display list as ("ops", operators) and ("form", name) in order; forms it uses are made on the way."""
        stream = Stream(self, scale)
        stream.draw(drawing)
        return stream.finish()

    def form(self, shared: Shared, scale: float) -> str:
        """The form a shared drawing is, made on first sight (once for each precision it is needed in)."""
        places = decimals(scale)
        name = f"{hashlib.sha256(shared.name.encode()).hexdigest()[:12]}-{places}"
        if name not in self.forms:
            key = None if shared.key is None else (shared.key, places)
            pressed = None if key is None else pressed_before.find(key)
            if pressed is None or not self.set(name, pressed):
                pressed = self.press(shared, scale)
                self._define(name, pressed)
                if key is not None:
                    pressed_before.keep(key, pressed)
        self.uses.append(Refers(name, self.forms[name]))
        return name

    def press(self, shared: Shared, scale: float) -> Pressed:
        """Draw it."""
        outer, self.uses = self.uses, []
        content = self.operators(shared.items, scale)
        pressed = Pressed(_packed(content), tuple(self.uses))
        self.uses = outer
        return pressed

    def set(self, name: str, pressed: Pressed) -> bool:
        """Take over a stream drawn for an earlier file, if its texts have the same codes in this one.

        What it uses is asked for in the order of drawing, so that a file comes out the same either way.
        """
        for use in pressed.uses:
            if isinstance(use, Shows):
                if use.plain and self.ascii.get(use.font) == use.runs[0][0]:
                    continue
                if self.codes(use.text, use.font) != use.runs:
                    return False
            elif isinstance(use, Embeds):
                self.embed(use.recipe)
            elif use.form not in self.forms and not self.set(use.form, use.pressed):
                return False
        self._define(name, pressed)
        return True

    def _define(self, name: str, pressed: Pressed) -> None:
        self.forms[name] = pressed
        inner = tuple(dict.fromkeys(use.form for use in pressed.uses if not isinstance(use, Shows)))
        form = _Form(pressed.data, inner, self.resources)
        self.canvas._doc.addForm(name, form)  # type: ignore[attr-defined]  # beginForm would draw it by calls

    def photo(self, recipe: Recipe) -> str:
        """The picture a recipe makes, in the file once however often it is shown, noted down as used."""
        self.embed(recipe)
        self.uses.append(Embeds(recipe.name, recipe))
        return recipe.name

    def embed(self, recipe: Recipe) -> None:
        """Put a picture into the file, where it is not there yet."""
        if recipe.name in self.photos:
            return
        self.photos.add(recipe.name)
        made = photos.embedded(recipe)
        words: dict[str, Any] = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "BitsPerComponent": 8}
        words |= {"Width": made.width_px, "Height": made.height_px}
        words["ColorSpace"] = PDFName("DeviceGray" if made.channels == 1 else "DeviceRGB")
        words["Filter"] = PDFName("DCTDecode" if made.jpeg else "FlateDecode")
        if not made.jpeg:
            rows = {"Predictor": 15, "Colors": made.channels, "BitsPerComponent": 8, "Columns": made.width_px}
            words["DecodeParms"] = PDFDictionary(rows)
        doc = self.canvas._doc  # type: ignore[attr-defined]  # a picture lies in the file beside the forms
        doc.Reference(PDFStream(PDFDictionary(words), made.data), xObjectName(recipe.name))
        self.pause()  # a photo takes as long as a page

    def show(self, text: str, key: str) -> Runs:
        """A line of text, as ``codes``, noted down as used."""
        runs = self.codes(text, key)
        plain = text.isascii() and text.isprintable() and bool(self.ascii.get(key))
        self.uses.append(Shows(text, key, runs, plain))
        return runs

    def codes(self, text: str, key: str) -> Runs:
        """A line of text as runs; more than one where glyphs pass 256 a font, or where other fonts stand in."""
        if text.isascii() and text.isprintable():
            if key not in self.ascii:
                self.ascii[key] = self._ascii(key)
            if self.ascii[key]:
                return ((self.ascii[key], _string(text), 1.0),)
        if (text, key) not in self.split:
            runs = self._own(text, key) if fonts.simple(text, key) else self._mixed(text, key)
            self.split[text, key] = tuple(runs)
        return self.split[text, key]

    def _own(self, text: str, key: str) -> Iterator[Run]:
        font, doc = pdf_fonts.font(key), self.canvas._doc  # type: ignore[attr-defined]  # splitting needs the file
        for subset, codes in font.splitString(text, doc):
            yield font.getSubsetInternalName(subset, doc), _operand(codes), 1.0

    def _ascii(self, key: str) -> str:
        """As ReportLab sets fonts up, the first subset has every character of ASCII that is in the face; "" else."""
        if not (rl_config.ttfAsciiReadable and fonts.simple(ASCII, key)):
            return ""
        font, doc = pdf_fonts.font(key), self.canvas._doc  # type: ignore[attr-defined]  # splitting needs the file
        ((subset, codes),) = font.splitString(ASCII, doc)
        return str(font.getSubsetInternalName(subset, doc)) if codes == ASCII.encode("ascii") else ""

    def _mixed(self, text: str, key: str) -> Iterator[Run]:
        """Its stretches as they are seen, in its own face and in others."""
        for stretch in fonts.stretches(text, key):
            if stretch.face is None:
                yield from self._own(stretch.text, key)
                continue
            font = self._stand_in(stretch.face)
            yield f"/{font.name}", font.shown(stretch), stretch.face.scale

    def _stand_in(self, face: Face) -> CompositeFont:
        from printkit.draw.pdf_fallback_fonts import (
            CompositeFont,  # what builds fonts is imported by the first text that needs one
        )

        if face not in self.stand_ins:
            doc = self.canvas._doc  # type: ignore[attr-defined]  # the file it is embedded in
            self.stand_ins[face] = CompositeFont(doc, face, f"X{len(self.stand_ins) + 1}")
        return self.stand_ins[face]


class _Form(PDFObject):
    """A form as ReportLab writes one. Its own is put together from a dozen objects, which took half of a rebuild."""

    def __init__(self, data: bytes, inner: tuple[str, ...], known: dict[tuple[str, ...], bytes]) -> None:
        self.data, self.inner, self.known = data, inner, known

    def format(self, document: Any) -> bytes:
        """The whole object, stream included; asked for once all objects have their numbers."""
        if self.inner not in self.known:
            resources: Any = PDFResourceDictionary()
            resources.basicFonts()
            resources.XObject = document.xobjDict(self.inner) if self.inner else {}
            self.known[self.inner] = resources.format(document)
        head = f"<< /Type /XObject /Subtype /Form /FormType 1 /BBox {FORM_BOX} /Filter /FlateDecode".encode()
        length = f" /Length {len(self.data)} /Resources ".encode()
        return b"".join((head, length, self.known[self.inner], b" >>\nstream\n", self.data, b"\nendstream\n"))


def _packed(content: list[tuple[str, str]]) -> bytes:
    """Operators as a compressed stream.

    ReportLab would encode letter by letter and compress at a level that takes six times as long for an eighth less.
    """
    lines = (f"/{xObjectName(text)} Do" if kind == "form" else text for kind, text in content)
    return zlib.compress("\n".join(lines).encode("ascii"), COMPRESSION)


def _operand(codes: bytes) -> str:
    """Character codes as a PDF string: as letters where they are letters, else in hexadecimal."""
    text = codes.decode("latin-1")
    return _string(text) if text.isascii() and text.isprintable() else f"<{codes.hex()}>"


def _string(text: str) -> str:
    """Printable ASCII as a PDF string."""
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"({escaped})"
