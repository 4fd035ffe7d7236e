"""SVG pictures people draw -> display lists: paths, basic shapes, groups, transforms, plain fills and strokes.

What cannot be printed as it is meant (scripts, styles from outside, letters, gradients, filters, masks, other files) is
refused by name, and nothing is fetched. Entities are refused by defusedxml before anything is unpacked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from printkit.draw.display_list import Colour, Fill, Item, Op, Path, Stroke

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_BYTES = 200_000
MOST_SEGMENTS = 5_000
MOST_DEPTH = 40
SKIPPED = ("title", "desc", "metadata", "defs", "namedview", "clipPath")
SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COLOURS = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
    "yellow": "#ffff00", "orange": "#ffa500", "purple": "#800080", "brown": "#a52a2a", "pink": "#ffc0cb",
    "grey": "#808080", "gray": "#808080", "gold": "#ffd700", "silver": "#c0c0c0", "navy": "#000080",
    "teal": "#008080", "maroon": "#800000", "cyan": "#00ffff", "magenta": "#ff00ff", "lime": "#00ff00",
}  # fmt: skip
Matrix = tuple[float, float, float, float, float, float]
STRAIGHT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Drawn(NamedTuple):
    """An SVG as a display list: its size in its own units, y upwards from the lower left corner."""

    width: float
    height: float
    items: tuple[Item, ...]


class _Pen(NamedTuple):
    """What a shape inherits from the groups around it."""

    fill: str = "#000000"
    stroke: str = "none"
    width: float = 1.0
    rule: str = "nonzero"


def read_svg(data: bytes) -> Drawn:
    """The picture. Raises ValueError saying what is wrong with it and the cure, without the file's name."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"has {len(data):,} bytes, and {MOST_BYTES:,} are the most; simplify it, or save it as PNG")
    try:
        root = fromstring(data, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException:
        raise ValueError("declares entities, and they are never unpacked; save it as a plain SVG") from None
    except (ParseError, ValueError, LookupError, RecursionError):
        raise ValueError("cannot be read as an SVG; save it again as a plain SVG") from None
    if _name(root) != "svg":
        raise ValueError("is no SVG picture; save it again as a plain SVG")
    left, top, width, height = _view(root)
    reader = _Reader()
    reader.walk(root, (1.0, 0.0, 0.0, -1.0, -left, top + height), _Pen(), 0)
    if not reader.items:
        raise ValueError("shows nothing; draw shapes or paths with a fill or a stroke")
    return Drawn(width, height, tuple(reader.items))


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2] if isinstance(element.tag, str) else ""


def _view(root: Element) -> tuple[float, float, float, float]:
    """Left, top, width and height of what is seen."""
    found = [float(one) for one in NUMBER.findall(root.get("viewBox", ""))]
    if len(found) != 4:
        sides = [NUMBER.match(root.get(side, "").strip()) for side in ("width", "height")]
        found = [0.0, 0.0, *(float(one[0]) if one else 0.0 for one in sides)]
    if not (all(map(math.isfinite, found)) and 0 < found[2] < 1e6 and 0 < found[3] < 1e6):
        raise ValueError('does not say how large it is; give it a viewBox such as "0 0 100 100"')
    return found[0], found[1], found[2], found[3]


class _Reader:
    def __init__(self) -> None:
        self.items: list[Item] = []
        self.segments = 0

    def walk(self, element: Element, at: Matrix, pen: _Pen, depth: int) -> None:
        if depth > MOST_DEPTH:
            raise ValueError(f"has groups in groups deeper than {MOST_DEPTH}; ungroup it")
        self._check(element)
        said = _style(element)
        if said.get("display") == "none" or said.get("visibility") == "hidden":
            return
        pen = _Pen(
            said.get("fill", pen.fill),
            said.get("stroke", pen.stroke),
            _number(said.get("stroke-width", ""), pen.width),
            said.get("fill-rule", pen.rule),
        )
        at = _times(at, _transform(element.get("transform", "")))
        name = _name(element)
        if name in SHAPES:
            self._shape(element, name, at, pen)
            return
        for inner in element:
            if _name(inner) and _name(inner) not in SKIPPED:
                self.walk(inner, at, pen, depth + 1)

    def _check(self, element: Element) -> None:
        name = _name(element)
        if name not in ("svg", "g", "a", *SHAPES):
            cure = {
                "script": "pictures run no programs",
                "style": "write colours at the shapes themselves (plain SVG)",
                "text": "turn letters into paths",
                "image": "name that picture by itself, or save all of it as PNG",
                "use": "turn copies into shapes of their own",
            }.get(name, "save it as a plain SVG of fields and lines, or as PNG")
            raise ValueError(f"has <{name[:30]}> in it, and that is not printed; {cure}")
        for key in element.attrib:
            word = key.rpartition("}")[2].lower()
            if word.startswith("on"):
                raise ValueError(f"has a script in it ({word[:20]}), and pictures run no programs; take it out")
            if word in ("filter", "mask") and element.get(key) != "none":
                raise ValueError(f"has a {word} in it, and that is not printed; save it as a plain SVG, or as PNG")

    def _shape(self, element: Element, name: str, at: Matrix, pen: _Pen) -> None:
        ops = tuple(self._ops(element, name, at))
        if not ops:
            return
        path = Path(ops)
        fill = None if name == "line" else _colour(pen.fill)
        if fill:
            self.items.append(Fill(path, fill, pen.rule == "evenodd"))
        stroke = _colour(pen.stroke)
        if stroke and pen.width > 0:
            scale = math.sqrt(abs(at[0] * at[3] - at[1] * at[2]))
            self.items.append(Stroke(path, stroke, pen.width * scale))

    def _ops(self, element: Element, name: str, at: Matrix) -> Iterator[Op]:
        from fontTools.pens.recordingPen import RecordingPen
        from fontTools.pens.transformPen import TransformPen
        from fontTools.svgLib.path import parse_path

        pen = RecordingPen()
        try:
            parse_path(_outline(element, name), TransformPen(pen, at))
        except (
            ValueError,
            IndexError,
            TypeError,
            AssertionError,
            OverflowError,
            ZeroDivisionError,
            NotImplementedError,
        ):
            raise ValueError(f"has a <{name}> that cannot be read; save it again as a plain SVG") from None
        last = (0.0, 0.0)
        for kind, points in pen.value:
            self.segments += 1
            if self.segments > MOST_SEGMENTS:
                raise ValueError(f"has more than {MOST_SEGMENTS:,} lines and curves; simplify it, or save it as PNG")
            if any(not math.isfinite(value) or abs(value) > 1e6 for point in points for value in point):
                raise ValueError("has a point that lies nowhere; save it again as a plain SVG")
            match kind:
                case "moveTo":
                    yield ("m", *points[0])
                case "lineTo":
                    yield ("l", *points[0])
                case "curveTo":
                    yield ("c", *points[0], *points[1], *points[2])
                case "qCurveTo":
                    (x1, y1), (x2, y2) = points
                    first = last[0] + (x1 - last[0]) * 2 / 3, last[1] + (y1 - last[1]) * 2 / 3
                    yield ("c", *first, x2 + (x1 - x2) * 2 / 3, y2 + (y1 - y2) * 2 / 3, x2, y2)
                case "closePath":
                    yield ("h",)
            if points:
                last = points[-1]


def _outline(element: Element, name: str) -> str:
    """A shape as the data of a path."""
    if name == "path":
        return element.get("d", "")
    if name in ("polyline", "polygon"):
        numbers = NUMBER.findall(element.get("points", ""))
        pairs = [f"{x} {y}" for x, y in zip(numbers[::2], numbers[1::2], strict=False)]
        return f"M {' L '.join(pairs)}{' Z' if name == 'polygon' else ''}" if pairs else ""

    def size(key: str) -> float:
        return _number(element.get(key, ""), 0.0)

    if name == "line":
        return f"M {size('x1')} {size('y1')} L {size('x2')} {size('y2')}"
    if name == "rect":
        return _rectangle(size("x"), size("y"), size("width"), size("height"), max(size("rx"), size("ry")))
    rx, ry = (size("r"), size("r")) if name == "circle" else (size("rx"), size("ry"))
    x, y = size("cx"), size("cy")
    if min(rx, ry) <= 0:
        return ""
    return f"M {x - rx} {y} A {rx} {ry} 0 1 0 {x + rx} {y} A {rx} {ry} 0 1 0 {x - rx} {y} Z"


def _rectangle(x: float, y: float, width: float, height: float, radius: float) -> str:
    if min(width, height) <= 0:
        return ""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return f"M {x} {y} H {x + width} V {y + height} H {x} Z"
    turn = f"A {r} {r} 0 0 1"
    return (
        f"M {x + r} {y} H {x + width - r} {turn} {x + width} {y + r} V {y + height - r} {turn} {x + width - r} "
        f"{y + height} H {x + r} {turn} {x} {y + height - r} V {y + r} {turn} {x + r} {y} Z"
    )


def _style(element: Element) -> dict[str, str]:
    """What a shape says of itself, in attributes or in its own ``style``."""
    said = {key: value.strip() for key, value in element.items() if "}" not in key}
    for part in element.get("style", "").split(";"):
        key, colon, value = part.partition(":")
        if colon:
            said[key.strip()] = value.strip()
    return said


def _number(text: str, otherwise: float) -> float:
    found = NUMBER.match(text.strip())
    return float(found[0]) if found else otherwise


def _colour(text: str) -> Colour | None:
    """A paint; None where there is none. Raises ValueError."""
    word = text.strip().lower()
    if word in ("none", "transparent"):
        return None
    word = COLOURS.get(word, "#000000" if word in ("currentcolor", "context-fill") else word)
    if found := re.fullmatch(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)", word):
        red, green, blue = (min(255, int(one)) / 255 for one in found.groups())
        return red, green, blue
    if re.fullmatch(r"#[0-9a-f]{3}", word):
        word = "#" + "".join(c * 2 for c in word[1:])
    if not re.fullmatch(r"#[0-9a-f]{6}", word):
        raise ValueError(f'has the colour "{text[:30]}", and only plain ones are printed; write it as #rrggbb')
    return int(word[1:3], 16) / 255, int(word[3:5], 16) / 255, int(word[5:7], 16) / 255


def _transform(text: str) -> Matrix:
    """``translate(..) rotate(..)`` as one matrix. Raises ValueError."""
    whole = STRAIGHT
    for kind, inner in re.findall(r"([a-zA-Z]+)\s*\(([^)]*)\)", text):
        n = [float(one) for one in NUMBER.findall(inner)]
        match kind, len(n):
            case "matrix", 6:
                one: Matrix = (n[0], n[1], n[2], n[3], n[4], n[5])
            case "translate", 1 | 2:
                one = (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0.0)
            case "scale", 1 | 2:
                one = (n[0], 0, 0, n[-1], 0, 0)
            case "rotate", 1 | 3:
                c, s = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
                x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
                one = (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)
            case "skewX", 1:
                one = (1, 0, math.tan(math.radians(n[0])), 1, 0, 0)
            case "skewY", 1:
                one = (1, math.tan(math.radians(n[0])), 0, 1, 0, 0)
            case _:
                raise ValueError(f"has a transform that cannot be read ({kind[:20]}); save it again as a plain SVG")
        whole = _times(whole, one)
    return whole


def _times(a: Matrix, b: Matrix) -> Matrix:
    """First ``b``, then ``a``."""
    return (
        a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5],
    )  # fmt: skip
