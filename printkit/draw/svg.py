"""Display lists -> SVG, so that a screen shows a card as the sheet prints it.

Text stays text in the same families, stretched to its printed width where a screen has to make do with another face;
only what no family of ours has (Hebrew, Chinese, emoji) is outlines.
Put the result into the page itself (not an ``<img>``): only there do the page's fonts reach it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from printkit.draw import photos, qr
from printkit.draw.display_list import Colour, Drawing, Fill, Group, Item, Path, Photo, Shared, Stroke, Symbol, Text
from printkit.draw.number_text import SHORT, decimals
from printkit.type import fonts, text_measure
from printkit.units import MM_PER_POINT

if TYPE_CHECKING:
    from printkit.type.shaping import Stretch

_WEIGHTS = {"Medium": 500, "Bold": 700, "ExtraBold": 800, "Black": 900}
_FIGURES = {
    "lining": "lining-nums",
    "tabular": "lining-nums tabular-nums",
    "coded": "lining-nums tabular-nums slashed-zero",
}
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_three = SHORT[3]


def drawing_svg(drawing: Drawing, size_mm: tuple[float, float], title: str) -> str:
    """A drawing of the size as one ``<svg>`` element; what bleeds over the edge is cut off. ``title`` is read aloud."""
    width, height = size_mm
    label = quoteattr(_NOT_XML.sub("", title))
    body = "".join(_draw(drawing, 1.0))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" aria-label={label}>'
        f'<g transform="matrix(1 0 0 -1 0 {height:g})" stroke-linecap="round" stroke-linejoin="round">{body}</g></svg>'
    )


def _draw(items: Iterable[Item], scale: float) -> Iterator[str]:
    for item in items:
        match item:
            case Fill():
                rule = ' fill-rule="evenodd"' if item.even_odd else ""
                yield f'<path fill="{_hex(item.colour)}"{rule} d="{_path(item.path, scale)}"/>'
            case Stroke():
                dash = f' stroke-dasharray="{" ".join(map(_three, item.dash_mm))}"' if item.dash_mm else ""
                yield (
                    f'<path fill="none" stroke="{_hex(item.colour)}" stroke-width="{_three(item.width_mm)}"{dash} '
                    f'd="{_path(item.path, scale)}"/>'
                )
            case Text():
                yield _text(item)
            case Symbol():
                yield _symbol(item)
            case Photo():
                yield _photo(item)
            case Group():
                yield from _group(item, scale)
            case Shared():
                yield from _draw(item.items, scale)


def _path(path: Path, scale: float) -> str:
    """Path data in steps from point to point: half as long as with places, and art is most of a picture."""
    places = decimals(scale)
    unit, number = 10.0**places, SHORT[places]
    out: list[str] = []
    x = y = 0
    start = (0, 0)
    for op in path.ops:
        if op[0] == "h":
            out.append("z")
            x, y = start
            continue
        at = [round(value * unit) for value in op[1:]]
        steps = at if op[0] == "m" else [value - (y if index % 2 else x) for index, value in enumerate(at)]
        x, y = at[-2:]
        if op[0] == "m":
            start = (x, y)
        letter: str = "M" if op[0] == "m" else op[0]
        if letter == "l" and 0 in steps:
            letter, steps = ("h", steps[:1]) if steps[1] == 0 else ("v", steps[1:])
        words = " ".join(number[step / unit] for step in steps)
        out.append(letter + words.replace(" -", "-"))
    return "".join(out)


def _text(item: Text) -> str:
    if not item.text.strip():
        return ""
    if item.font not in fonts.FONTS or not text_measure.simple(item.text, item.font):
        return "".join(_mixed(item))
    width = _three(text_measure.width_mm(item.text, item.font, item.size_pt))
    anchor = "" if item.anchor == "start" else f' text-anchor="{item.anchor}"'
    place = f"matrix(1 0 0 -1 {_three(item.x_mm)} {_three(item.y_mm)})"
    return (
        f'<text transform="{place}" fill="{_hex(item.colour)}"{anchor} '
        f'font-size="{_three(item.size_pt * MM_PER_POINT)}" style="{_face(item.font)}" textLength="{width}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(_NOT_XML.sub("", item.text))}</text>'
    )


def _mixed(item: Text) -> Iterator[str]:
    """A line that needs other fonts, as the sheet prints it: what stands in comes as outlines.

    A phone would put its own fonts there, other ones than the printer's, and colour emoji.
    """
    em = item.size_pt * MM_PER_POINT
    x = item.x_mm
    if item.anchor != "start":
        x -= text_measure.width_mm(item.text, item.font, item.size_pt) * (0.5 if item.anchor == "middle" else 1.0)
    for stretch in text_measure.stretches(item.text, item.font):
        if stretch.face is None and item.font not in fonts.FONTS:
            yield _own_outlines(replace(item, text=stretch.text, x_mm=x, anchor="start"))
        elif stretch.face is None:
            yield _text(replace(item, text=stretch.text, x_mm=x, anchor="start"))
        else:
            scale = SHORT[6](em * stretch.face.scale / stretch.face.upem)
            place = f"matrix({scale} 0 0 {scale} {_three(x)} {_three(item.y_mm)})"
            yield f'<path transform="{place}" fill="{_hex(item.colour)}" d="{_outlines(stretch)}"/>'
        x += stretch.width_em * em


def _own_outlines(item: Text) -> str:
    """A line in a font of somebody's own, which no screen has, as outlines."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    named, glyphs, em = fonts.glyphs_of(item.font)
    size, at, parts = item.size_pt * MM_PER_POINT, 0.0, list[str]()
    for character in item.text:
        pen = SVGPathPen(None, ntos=lambda value: f"{value:g}")
        if ord(character) in named:
            glyphs[named[ord(character)]].draw(TransformPen(pen, (1, 0, 0, 1, round(at * em), 0)))
        at += text_measure.width_em(character, item.font)
        parts.append(str(pen.getCommands()))
    scale = SHORT[6](size / em)
    place = f"matrix({scale} 0 0 {scale} {_three(item.x_mm)} {_three(item.y_mm)})"
    return f'<path transform="{place}" fill="{_hex(item.colour)}" d="{"".join(parts)}"/>'


def _outlines(stretch: Stretch) -> str:
    """The glyphs of a fallback face as path data, in its units, from the start of their line."""
    from fontTools.pens.svgPathPen import SVGPathPen

    face, at = stretch.face, 0
    if face is None:
        return ""
    pen = SVGPathPen(None, ntos=lambda value: f"{value:g}")
    for glyph in stretch.glyphs:
        for number, x, y in glyph.parts:
            face.draw(number, pen, (at + x, y))
        at += glyph.advance
    return str(pen.getCommands())


@cache
def _face(key: str) -> str:
    """A font key as CSS, read off the font's file name: ``AlegreyaSans-MediumItalic.ttf``."""
    font = fonts.FONTS[key]
    joined, _, style = font.file.removesuffix(".ttf").rpartition("-")
    family = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", joined)
    weight = style.removesuffix("Italic")
    css = [f"font-family:'{family}',{'sans-serif' if 'Sans' in family else 'serif'}", "white-space:pre"]
    css.append(f"font-weight:{_WEIGHTS.get(weight, 400)}")
    if style != weight:
        css.append("font-style:italic")
    if font.figures in _FIGURES:
        css.append(f"font-variant-numeric:{_FIGURES[font.figures]}")
    return ";".join(css)


def _symbol(item: Symbol) -> str:
    d = "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in qr.runs(item.text, second=item.second))
    module = SHORT[6](item.module_mm)
    place = f"matrix({module} 0 0 {module} {_three(item.x_mm)} {_three(item.y_mm)})"
    return f'<path fill="#000" shape-rendering="crispEdges" transform="{place}" d="{d}"/>'


def _photo(item: Photo) -> str:
    """A picture of one's own, as it is printed."""
    place = f"matrix(1 0 0 1 {_three(item.x_mm)} {_three(item.y_mm)})"
    turn = f"matrix(1 0 0 -1 0 {_three(item.height_mm)})"
    size = f'width="{_three(item.width_mm)}" height="{_three(item.height_mm)}" preserveAspectRatio="none"'
    kind, file = photos.for_screen(item)
    data = base64.b64encode(file).decode()
    return f'<g transform="{place}"><image transform="{turn}" {size} href="data:image/{kind};base64,{data}"/></g>'


def _group(item: Group, scale: float) -> Iterator[str]:
    moves = [f"translate({_three(item.x_mm)} {_three(item.y_mm)})"] if item.x_mm or item.y_mm else []
    if item.angle_deg:
        moves.append(f"rotate({_three(item.angle_deg)})")
    if item.scale != 1:
        moves.append(f"scale({SHORT[6](item.scale)})")
    inner = scale * item.scale
    clip = ""
    if item.clip:
        d = _path(item.clip, inner)
        # Named after what it cuts: two cards on one page may share the name, and then they share the shape.
        name = f"cut-{hashlib.sha256(d.encode()).hexdigest()[:12]}"
        clip = f' clip-path="url(#{name})"'
        yield f'<clipPath id="{name}"><path d="{d}"/></clipPath>'
    move = f' transform="{" ".join(moves)}"' if moves else ""
    yield f"<g{move}{clip}>"
    yield from _draw(item.items, inner)
    yield "</g>"


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{round(255 * min(max(share, 0.0), 1.0)):02x}" for share in colour)
