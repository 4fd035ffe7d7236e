"""Display lists -> PDF. With ``pdf_fonts`` and ``pdf_fallback_fonts`` the only place that knows
ReportLab.

Operators are written as text, in millimetres under one ``cm`` a page: ReportLab's own drawing calls cost four times as
much and format numbers longer than a printer can show. What repeats (``Shared``) becomes a form XObject.
Equal input gives equal bytes, on any machine and in any process.
"""

from __future__ import annotations

import hashlib
import io
import math
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal

from PIL import ImageCms
from reportlab import rl_config
from reportlab.lib.colors import PCMYKColorSep
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFResourceDictionary,
    PDFStream,
    PDFString,
    xObjectName,
)
from reportlab.pdfgen.canvas import Canvas

from printkit.draw import number_text, pdf_fonts, photos, qr, stream_cache
from printkit.draw.display_list import Colour, Drawing, Fill, Group, Item, Op, Path, Photo, Shared, Stroke, Symbol, Text
from printkit.draw.number_text import SHORT, decimals
from printkit.draw.photos import Recipe
from printkit.draw.stream_cache import Embeds, FinishedStream, Refers, Run, Runs, Shows
from printkit.type import fonts, text_measure
from printkit.units import MM_PER_POINT, POINTS_PER_MM, points

if TYPE_CHECKING:
    from printkit.draw.pdf_fallback_fonts import CompositeFont
    from printkit.type.fallback_fonts import Face

# ASCII85 makes every stream a quarter longer and is encoded in Python; nobody reads our streams by eye.
rl_config.useA85 = 0

CUT_COLOUR = PCMYKColorSep(0, 100, 0, 0, spotName="CutContour")
CUT_WIDTH_MM = 0.09
SRGB = "sRGB IEC61966-2.1"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page as it will be drawn. ``trim_mm`` (left, bottom, right, top) is what is cut out of it.

    ``label`` is the page's name in a viewer, ``section`` its heading in the outline. ``matrix`` maps the drawing to the
    paper (a printer's correction, a turned page); ``cuts`` are stroked in the spot colour CutContour.
    """

    width_mm: float
    height_mm: float
    drawing: Drawing
    label: str
    section: str
    trim_mm: tuple[float, float, float, float]
    bleed_mm: tuple[float, float] = (0.0, 0.0)
    matrix: tuple[float, float, float, float, float, float] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    cuts: tuple[Path, ...] = ()

    def box_pt(self, bleed: float) -> tuple[float, ...]:
        """The trim box (0) or bleed box (1) in points, as it lies on the paper."""
        return _box_pt(self.trim_mm, (bleed * self.bleed_mm[0], bleed * self.bleed_mm[1]), self.matrix)


@lru_cache(maxsize=64)
def _box_pt(
    trim_mm: tuple[float, float, float, float], reach_mm: tuple[float, float], matrix: tuple[float, ...]
) -> tuple[float, ...]:
    (left, bottom, right, top), (dx, dy) = trim_mm, reach_mm
    a, b, c, d, e, f = matrix
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in (left - dx, right + dx) for y in (bottom - dy, top + dy)]
    (x0, y0), (x1, y1) = map(min, zip(*corners, strict=True)), map(max, zip(*corners, strict=True))
    return tuple(map(points, (x0, y0, x1, y1)))


@dataclass(frozen=True, slots=True)
class About:
    """What the file says of itself. ``duplex`` is the hint to the print dialog, ``language`` what its text is in."""

    title: str
    subject: str
    duplex: Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
    author: str = "Tablewright"
    language: str = "en"


def write_pdf(leaves: Iterable[Leaf], about: About, pause: Callable[[], None] = lambda: None) -> bytes:
    """The PDF of the pages, in order. Pages may come from a generator; one is drawn at a time.

    ``pause`` is called after every photo: where others wait to draw, they need not wait for nine of them.
    """
    target = io.BytesIO()
    stand_in = pdf_fonts.font(fonts.keys()[0]).fontName
    # A font that is embedded stands in for ReportLab's Helvetica, which would be named in the file and never embedded.
    options: dict[str, Any] = {"pdfVersion": (1, 7), "lang": about.language, "initialFontName": stand_in}
    canvas = Canvas(target, pageCompression=1, invariant=1, **options)
    canvas.setTitle(about.title)
    canvas.setSubject(about.subject)
    canvas.setAuthor(about.author)
    canvas.setCreator(about.author)
    # Viewers scale to "fit" unless told otherwise, and 97 % cards do not fit their sleeves or their neighbours.
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", about.duplex)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    objects = PdfObjects(canvas, pause)
    _say_srgb(canvas)
    section = None
    for index, leaf in enumerate(leaves):
        canvas.setPageSize((points(leaf.width_mm), points(leaf.height_mm)))
        canvas.setTrimBox(leaf.box_pt(0.0))
        canvas.setBleedBox(leaf.box_pt(1.0))
        canvas.addPageLabel(index, prefix=leaf.label)
        if leaf.section != section:
            section = leaf.section
            canvas.bookmarkPage(f"page{index}")
            canvas.addOutlineEntry(section, f"page{index}")
        canvas.addLiteral(f"{_page_matrix(leaf.matrix)} cm 1 J 1 j")
        objects.draw(leaf.drawing, 1.0)
        _cuts(canvas, leaf.cuts)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def _say_srgb(canvas: Canvas) -> None:
    """Say what our colours mean, for a printer's program: they are sRGB, with the profile in the file."""
    document: Any = canvas._doc  # type: ignore[attr-defined]  # ReportLab has no call for it
    profile = PDFStream(PDFDictionary({"N": 3}), srgb_profile())
    said: dict[str, Any] = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFA1"),
        "OutputConditionIdentifier": PDFString(SRGB),
        "Info": PDFString(SRGB),
        "DestOutputProfile": document.Reference(profile, "sRGBProfile"),
    }
    document.Catalog.OutputIntents = PDFArray([PDFDictionary(said)])
    document.Catalog.__NoDefault__ = [*document.Catalog.__NoDefault__, "OutputIntents"]


@cache
def srgb_profile() -> bytes:
    """An ICC profile of sRGB. It says that it was made at the beginning of 2000 on no system: the same bytes always."""
    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[24:36] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    made[40:44] = bytes(4)
    return bytes(made)


@lru_cache(maxsize=64)
def _page_matrix(matrix: tuple[float, ...]) -> str:
    """Millimetres to points, through the page's own map."""
    return " ".join("0" if value == 0 else f"{value * POINTS_PER_MM:.8f}" for value in matrix)


def _cuts(canvas: Canvas, cuts: tuple[Path, ...]) -> None:
    """Outlines for a cutter, in a colour of their own that a printer's program can leave out."""
    if not cuts:
        return
    canvas.setStrokeColor(CUT_COLOUR)
    canvas.addLiteral(f"{_three(CUT_WIDTH_MM)} w [] 0 d")
    for path in cuts:
        words = " ".join(" ".join((*map(_three, op[1:]), op[0])) for op in path.ops)
        canvas.addLiteral(f"{words} S")


_three = SHORT[3]


FORM_BOX = "[ -2000 -2000 2000 2000 ]"
"""Forms are clipped by their box and never need to be: further out than any paper, in mm."""
COMPRESSION = 2
ASCII = "".join(map(chr, range(32, 127)))
"""Its printable characters."""


class PdfObjects:
    """The forms and fonts of one file. ``pause`` is called where others may come in between within a page."""

    def __init__(self, canvas: Canvas, pause: Callable[[], None]) -> None:
        self.canvas, self.pause = canvas, pause
        self.forms: dict[str, FinishedStream] = {}
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
            stream = None if key is None else stream_cache.find(key)
            if stream is None or not self.take_over(name, stream):
                stream = self.finished(shared, scale)
                self._define(name, stream)
                if key is not None:
                    stream_cache.keep(key, stream)
        self.uses.append(Refers(name, self.forms[name]))
        return name

    def finished(self, shared: Shared, scale: float) -> FinishedStream:
        """Draw it."""
        outer, self.uses = self.uses, []
        content = self.operators(shared.items, scale)
        stream = FinishedStream(_packed(content), tuple(self.uses))
        self.uses = outer
        return stream

    def take_over(self, name: str, stream: FinishedStream) -> bool:
        """Take over a stream drawn for an earlier file, if its texts have the same codes in this one.

        What it uses is asked for in the order of drawing, so that a file comes out the same either way.
        """
        for use in stream.uses:
            if isinstance(use, Shows):
                if use.plain and self.ascii.get(use.font) == use.runs[0][0]:
                    continue
                if self.codes(use.text, use.font) != use.runs:
                    return False
            elif isinstance(use, Embeds):
                self.embed(use.recipe)
            elif use.form not in self.forms and not self.take_over(use.form, use.stream):
                return False
        self._define(name, stream)
        return True

    def _define(self, name: str, stream: FinishedStream) -> None:
        self.forms[name] = stream
        inner = tuple(dict.fromkeys(use.form for use in stream.uses if not isinstance(use, Shows)))
        form = _Form(stream.data, inner, self.resources)
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
            words["DecodeParms"] = _png_rows(made.channels, made.width_px)
        doc = self.canvas._doc  # type: ignore[attr-defined]  # a picture lies in the file beside the forms
        if made.mask:
            mask: dict[str, Any] = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "BitsPerComponent": 8}
            mask |= {"Width": made.width_px, "Height": made.height_px, "ColorSpace": PDFName("DeviceGray")}
            mask |= {"Filter": PDFName("FlateDecode"), "DecodeParms": _png_rows(1, made.width_px)}
            words["SMask"] = doc.Reference(PDFStream(PDFDictionary(mask), made.mask))
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
            runs = self._own(text, key) if text_measure.simple(text, key) else self._mixed(text, key)
            self.split[text, key] = tuple(runs)
        return self.split[text, key]

    def _own(self, text: str, key: str) -> Iterator[Run]:
        font, doc = pdf_fonts.font(key), self.canvas._doc  # type: ignore[attr-defined]  # splitting needs the file
        for subset, codes in font.splitString(text, doc):
            yield font.getSubsetInternalName(subset, doc), _operand(codes), 1.0

    def _ascii(self, key: str) -> str:
        """As ReportLab sets fonts up, the first subset has every character of ASCII that is in the face; "" else."""
        if not (rl_config.ttfAsciiReadable and text_measure.simple(ASCII, key)):
            return ""
        font, doc = pdf_fonts.font(key), self.canvas._doc  # type: ignore[attr-defined]  # splitting needs the file
        ((subset, codes),) = font.splitString(ASCII, doc)
        return str(font.getSubsetInternalName(subset, doc)) if codes == ASCII.encode("ascii") else ""

    def _mixed(self, text: str, key: str) -> Iterator[Run]:
        """Its stretches as they are seen, in its own face and in others."""
        for stretch in text_measure.stretches(text, key):
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


def _png_rows(channels: int, width_px: int) -> PDFDictionary:
    """How rows as a PNG has them are read."""
    return PDFDictionary({"Predictor": 15, "Colors": channels, "BitsPerComponent": 8, "Columns": width_px})


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


BLACK: Colour = (0.0, 0.0, 0.0)
_three, _six = SHORT[3], SHORT[6]


class Stream:
    """One content stream being written, and the graphics state it is in."""

    def __init__(self, objects: PdfObjects, scale: float) -> None:
        self.objects, self.scale = objects, scale
        self.places = decimals(scale)
        self.number = SHORT[self.places]
        self.done: list[tuple[str, str]] = []
        self.out: list[str] = []
        self.fill: Colour | None = None
        self.stroke: tuple[Colour, float, tuple[float, ...]] | None = None
        self.how: Mapping[type, Callable[[Any], None]] = {
            Fill: self._fill,
            Stroke: self._stroke,
            Text: self._text,
            Symbol: self._symbol,
            Photo: self._photo,
            Group: self._group,
            Shared: self._shared,
        }

    def draw(self, items: Iterable[Item]) -> None:
        how = self.how
        for item in items:
            how[type(item)](item)

    def finish(self) -> list[tuple[str, str]]:
        """The stream as ("ops", operators) and ("form", name) in order."""
        if self.out:
            self.done.append(("ops", "\n".join(self.out)))
            self.out = []
        return self.done

    def _fill(self, item: Fill) -> None:
        self._colour(item.colour)
        self.out.append(f"{self._path(item.path)} {'f*' if item.even_odd else 'f'}")

    def _colour(self, colour: Colour) -> None:
        if colour != self.fill:
            self.fill = colour
            self.out.append(_paint(colour, "g", "rg"))

    def _stroke(self, item: Stroke) -> None:
        state = (item.colour, item.width_mm, item.dash_mm)
        if state != self.stroke:
            colour, width, dash = self.stroke or (None, None, None)
            if item.colour != colour:
                self.out.append(_paint(item.colour, "G", "RG"))
            if item.width_mm != width:
                self.out.append(f"{_three(item.width_mm)} w")
            if item.dash_mm != dash:
                self.out.append(f"[{' '.join(map(_three, item.dash_mm))}] 0 d")
            self.stroke = state
        self.out.append(f"{self._path(item.path)} S")

    def _path(self, path: Path) -> str:
        box = _box(path.ops)
        if box:
            return f"{' '.join(map(self.number, box))} re"
        return number_text.operators(path.ops, self.places)

    def _text(self, item: Text) -> None:
        if not item.text:
            return
        x = item.x_mm
        if item.anchor != "start":
            x -= text_measure.width_mm(item.text, item.font, item.size_pt) * (0.5 if item.anchor == "middle" else 1.0)
        self._colour(item.colour)
        size = item.size_pt * MM_PER_POINT
        self.out.append(f"BT {self.number(x)} {self.number(item.y_mm)} Td")
        for name, operand, scale in self.objects.show(item.text, item.font):
            self.out.append(f"{name} {_three(size * scale)} Tf {operand} Tj")
        self.out.append("ET")

    def _symbol(self, item: Symbol) -> None:
        module = _six(item.module_mm)
        modules = " ".join(f"{x} {y} {length} 1 re" for x, y, length in qr.runs(item.text, second=item.second))
        self._colour(BLACK)
        self.out.append(f"q {module} 0 0 {module} {_three(item.x_mm)} {_three(item.y_mm)} cm\n{modules} f Q")

    def _photo(self, item: Photo) -> None:
        recipe = photos.recipe(item, self.scale)
        x, y, wide, tall = photos.whole_mm(item, recipe)
        box = " ".join(map(self.number, (item.x_mm, item.y_mm, item.width_mm, item.height_mm)))
        matrix = f"{_six(wide)} 0 0 {_six(tall)} {_six(x)} {_six(y)} cm"
        self.out.append(f"q {matrix}" if recipe.crop == item.crop else f"q {box} re W n {matrix}")
        name = self.objects.photo(recipe)
        self.finish()
        self.done.append(("form", name))
        self.out.append("Q")

    def _group(self, item: Group) -> None:
        turn = math.radians(item.angle_deg)
        a, b = item.scale * math.cos(turn), item.scale * math.sin(turn)
        words = " ".join(map(_six, (a, b, -b, a, item.x_mm, item.y_mm)))
        outer = self.scale, self.places, self.number, self.fill, self.stroke
        self.out.append("q" if words == "1 0 0 1 0 0" else f"q {words} cm")
        self.scale *= item.scale
        self.places = decimals(self.scale)
        self.number = SHORT[self.places]
        if item.clip:
            self.out.append(f"{self._path(item.clip)} W n")
        self.draw(item.items)
        self.out.append("Q")
        self.scale, self.places, self.number, self.fill, self.stroke = outer

    def _shared(self, item: Shared) -> None:
        form = self.objects.form(item, self.scale)
        self.finish()
        self.done.append(("form", form))


def _paint(colour: Colour, grey: str, rgb: str) -> str:
    if colour[0] == colour[1] == colour[2]:
        return f"{_three(colour[0])} {grey}"
    return f"{' '.join(map(_three, colour))} {rgb}"


def _box(ops: Sequence[Op]) -> tuple[float, float, float, float] | None:
    """The rectangle five operators draw (x, y, width, height), if they draw one from its corner, level and closed."""
    if len(ops) != 5 or ops[4][0] != "h":
        return None
    corners = [op[1:] for op in ops[:4] if len(op) == 3 and op[0] in "ml"]
    if len(corners) != 4 or [op[0] for op in ops[:4]] != ["m", "l", "l", "l"]:
        return None
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    if y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0:
        return x0, y0, x2 - x0, y2 - y0
    return None
