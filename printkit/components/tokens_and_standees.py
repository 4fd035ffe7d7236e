"""Tokens, paper cubes and standees: small things to cut out along their own outline."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printkit.art import strokes as s
from printkit.card_layout import Box
from printkit.components.component_drawing import Painter, shown_scene, sign_of, suit_of
from printkit.components.kit_file import Table
from printkit.components.part import Part
from printkit.draw.display_list import (
    WHITE,
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Op,
    Path,
    Stroke,
    circle,
    mix,
    polygon,
    rectangle,
    rounded,
)
from printkit.print_refusal import LayoutError
from rules.values.columns import nearest, shown

SHAPES = ("round", "shield", "hexagon", "square")
HATS = ("tricorn", "scarf", "hood", "crown", "straw")
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
SIDES_MM, EDGES_MM = (8.0, 200.0), (8.0, 60.0)
"""How large a token, and the edge of a cube, may be."""
MOST_TILES = 400
SPILL_MM = 1.0
"""How far a token's colour runs past its outline."""


def token(painter: Painter, table: Table) -> Part:
    """A token: a sign, a number or a word, the same or another on its other side."""
    table.known("name", "shape", "size_mm", "copies", "sign", "tone", "picture", "value", "word", "back")
    size = table.number("size_mm", least=SIDES_MM[0], most=SIDES_MM[1])
    outline = outline_of(table, size)
    back = table.table("back")
    if back:
        back.known("sign", "tone", "picture", "value", "word")
    front = painter.shared(f"token {table.place}", _token(painter, table, table, size=size, outline=outline))
    behind = (
        painter.shared(f"token {table.place} back", _token(painter, back, table, size=size, outline=outline))
        if back
        else None
    )
    return Part(
        "tokens",
        table.word("name"),
        width_mm=size,
        height_mm=size,
        front=front,
        back=behind,
        copies=table.count("copies"),
        bleed_mm=SPILL_MM,
        outline=outline,
    )


def outline_of(table: Table, size: float) -> Path:
    """The line a token is cut along. Raises LayoutError for a shape nobody knows."""
    shape, r = table.word("shape", "round"), size / 2
    if shape == "round":
        return circle(r, r, r)
    if shape == "square":
        return rounded(0, 0, size, height_mm=size, radius_mm=size * 0.12)
    if shape == "hexagon":
        return polygon([(r + r * math.cos(a), r + r * math.sin(a)) for a in (s.TAU * (k + 0.5) / 6 for k in range(6))])
    if shape == "shield":
        return Path(
            (
                ("m", size * 0.06, size * 0.96),
                ("c", size * 0.3, size * 0.92, size * 0.42, size * 0.96, r, size),
                ("c", size * 0.58, size * 0.96, size * 0.7, size * 0.92, size * 0.94, size * 0.96),
                ("c", size, size * 0.5, size * 0.86, size * 0.18, r, 0.0),
                ("c", size * 0.14, size * 0.18, 0.0, size * 0.5, size * 0.06, size * 0.96),
                ("h",),
            )
        )
    raise table.wrong("shape", f"{shown(shape)} is not known; expected one of {', '.join(SHAPES)}")


def _token(painter: Painter, side: Table, whole: Table, size: float, outline: Path) -> list[Item]:
    suit = suit_of(painter, side if side.has("tone") else whole)
    tone, r = suit.colour, size / 2
    dark = painter.dark(tone)
    if side.has("picture"):
        return _pictured(shown_scene(painter, side, suit, _spilt(size, size)), dark, outline)
    items: list[Item] = [Stroke(outline, dark, 2 * SPILL_MM), Fill(outline, dark)]
    rays = s.rays(r, r, (r * 0.5, r * 0.97), count=44, width=size * 0.012)
    items.append(Group((Fill(Path(tuple(rays)), mix(dark, tone, 0.6)),), clip=outline))
    ring = Group((Stroke(outline, painter.brass, 0.26),), r * 0.09, r * 0.09, scale=0.91)
    items.append(ring)
    value, word = side.word("value", ""), side.word("word", "")
    sign = sign_of(painter, side, default="spark")
    lift = size * 0.05 if word else 0.0
    if value:
        items += _value(painter, value, (r, r + lift), r=r, tone=tone)
        items.append(painter.glyph(sign, r, size * 0.16 + lift * 0.4, size * 0.085, painter.brass))
    else:
        items += painter.roundel(sign, r, r + lift, r * 0.72, tone)
    if word:
        box = Box(size * 0.14, size * 0.09, size * 0.72, size * 0.15)
        items += painter.plate(painter.say(word), box, mix(tone, painter.ink, 0.35), (7.0, 4.6))
    return items


def _spilt(width: float, height: float) -> Box:
    """A part of this size and what its colour runs past its outline."""
    return Box(-SPILL_MM, -SPILL_MM, width + 2 * SPILL_MM, height + 2 * SPILL_MM)


def _pictured(picture: list[Item], dark: Colour, outline: Path) -> list[Item]:
    """A picture up to the line a part is cut along, and its dark rim outside."""
    return [Stroke(outline, dark, 2 * SPILL_MM), Group(tuple(picture), clip=outline)]


def _value(painter: Painter, value: str, at: tuple[float, float], r: float, tone: Colour) -> list[Item]:
    x, y = at
    dark = painter.dark(tone)
    petals: list[Op] = []
    for k in range(24):
        a = s.TAU * k / 24
        petals += s.leaf(x + r * 0.56 * math.cos(a), y + r * 0.56 * math.sin(a), a, length=r * 0.17, width=r * 0.1)
    return [
        Fill(Path(tuple(petals)), mix(dark, painter.brass, 0.7)),
        Fill(Path(tuple(s.disc(x, y, r * 0.55))), painter.paper),
        Stroke(Path(tuple(s.disc(x, y, r * 0.5))), mix(tone, painter.paper, 0.2), 0.2),
        painter.fitted(value, Box(x - r * 0.5, y - r * 0.5, r, r), "text-black", (r * 2.5, 8.0), dark),
    ]


def tiles(painter: Painter, table: Table) -> Iterator[Part]:
    """Every picture of a folder as a tile of its own, in the order of their names, with one back for all of them."""
    table.known("folder", "size_mm", "shape", "tone", "copies", "copies_of", "back")
    names = _pictures_of(table)
    width, height = table.size("size_mm", *SIDES_MM)
    outline = None
    if table.has("shape"):
        if width != height:
            raise table.wrong("size_mm", "a tile with a shape is as wide as it is high; make both numbers the same")
        outline = outline_of(table, width)
    own = table.table("copies_of")
    stems = {name.rpartition("/")[2].rpartition(".")[0]: name for name in names}
    if own:
        own.known(*stems)
    behind = _tile(painter, table, table.word("back"), (width, height), outline) if table.has("back") else None
    for stem, name in stems.items():
        copies = own.count(stem, None) if own and own.has(stem) else table.count("copies")
        front = _tile(painter, table, name, (width, height), outline)
        yield Part("tokens", stem, width, height, front, behind, copies, SPILL_MM if outline else 1.5, outline)


def _pictures_of(table: Table) -> tuple[str, ...]:
    """The pictures of a table's folder by their names. Raises LayoutError where there are none, or too many."""
    try:
        names = table.source.files.pictures(table.word("folder"))
    except ValueError as error:
        raise table.wrong("folder", str(error)) from None
    if len(names) > MOST_TILES:
        raise table.wrong("folder", f"holds {len(names)} pictures; {MOST_TILES} are the most, so lay some elsewhere")
    return names


def _tile(painter: Painter, table: Table, name: str, size_mm: tuple[float, float], outline: Path | None) -> Drawing:
    """One side of a tile: a picture over all of it and its bleed."""
    key = "back" if name == table.values.get("back") else "folder"
    suit = suit_of(painter, table)
    shown_there = Table(table.place, {"picture": name}, table.source)
    more = SPILL_MM if outline else 1.5
    box = Box(-more, -more, size_mm[0] + 2 * more, size_mm[1] + 2 * more)
    try:
        picture = shown_scene(painter, shown_there, suit, box)
    except LayoutError as error:
        raise table.wrong(key, error.cure) from None
    items = picture if outline is None else _pictured(picture, painter.dark(suit.colour), outline)
    return painter.shared(f"tile {table.place} {name}", items)


FLAP = 0.42
"""How far a flap of a cube reaches, as a share of its edge."""


def _cross(x: float, y: float, e: float) -> list[tuple[float, float]]:
    """The outline of a cube of edge ``e`` unfolded, the first of its row of four faces at (x, y), with its flaps."""
    f = e * FLAP
    return [
        (x, y),
        (x + e - f / 2, y),
        (x + e, y - f / 2),
        (x + e, y - e),
        (x + e + f / 2, y - e - f),
        (x + 2 * e - f / 2, y - e - f),
        (x + 2 * e, y - e),
        (x + 2 * e + f, y - e + f / 2),
        (x + 2 * e + f, y - f / 2),
        (x + 2 * e + f / 2, y),
        (x + 4 * e, y),
        (x + 4 * e, y + e),
        (x + 2 * e + f / 2, y + e),
        (x + 2 * e + f, y + e + f / 2),
        (x + 2 * e + f, y + 2 * e - f / 2),
        (x + 2 * e, y + 2 * e),
        (x + 2 * e - f / 2, y + 2 * e + f),
        (x + e + f / 2, y + 2 * e + f),
        (x + e, y + 2 * e),
        (x + e, y + e + f / 2),
        (x + e - f / 2, y + e),
        (x, y + e),
        (0.0, y + e - f / 2),
        (0.0, y + f / 2),
    ]


def cube(painter: Painter, table: Table) -> Part:
    """A paper cube to fold and glue: six faces in a cross, with flaps."""
    table.known("name", "tone", "sign", "edge_mm", "copies")
    return _folded(painter, table, (sign_of(painter, table),) * 6)


DIE_ORDER = (0, 1, 5, 4, 2, 3)
"""Which of a die's faces lies where in the cross, so that 1 and 6, 2 and 5, 3 and 4 lie opposite each other."""


def die(painter: Painter, table: Table) -> Part:
    """A paper die: six faces of one's own, the first opposite the last."""
    table.known("name", "tone", "faces", "edge_mm", "copies")
    faces = table.words("faces") if table.has("faces") else ("1", "2", "3", "4", "5", "6")
    if len(faces) != 6:
        raise table.wrong("faces", f'a die has 6 faces and here are {len(faces)}; an empty one is ""')
    return _folded(painter, table, tuple(faces[index] for index in DIE_ORDER))


def _face(painter: Painter, table: Table, said: str, middle: tuple[float, float], e: float) -> list[Item]:
    """What one face of a cube of edge ``e`` shows: a sign, a word or figure, a picture, or nothing."""
    x, y = middle
    light = mix(painter.brass, WHITE, 0.4)
    if said in painter.signs:
        return [painter.glyph(said, x, y, e * 0.3, light)]
    if said.lower().endswith(PICTURES):
        suit = suit_of(painter, table)
        shown_there = Table(table.place, {"picture": said}, table.source)
        return shown_scene(painter, shown_there, suit, Box(x - e / 2 + 0.8, y - e / 2 + 0.8, e - 1.6, e - 1.6))
    if not said:
        return []
    room = Box(x - e / 2 + 1.6, y - e / 2, e - 3.2, e)
    return [painter.fitted(painter.say(said), room, "text-black", (e * 1.5, 5.0), WHITE)]


def _folded(painter: Painter, table: Table, said: tuple[str, ...]) -> Part:
    """The net of a cube: four faces in a row from the left, then the floor and the lid of the second."""
    e, tone = table.number("edge_mm", least=EDGES_MM[0], most=EDGES_MM[1]), suit_of(painter, table)
    f = e * FLAP
    dark = painter.dark(tone.colour)
    # from the left: flap, four faces in a row, lid above and floor below the second
    x, y = f, e + f
    outline = polygon(_cross(x, y, e))
    faces = [(x + k * e, y) for k in range(4)] + [(x + e, y - e), (x + e, y + e)]
    items: list[Item] = [Stroke(outline, dark, 2 * SPILL_MM), Fill(outline, dark)]
    for (left, low), shown_face in zip(faces, said, strict=True):
        inner = rounded(left + 0.8, low + 0.8, e - 1.6, height_mm=e - 1.6, radius_mm=1.0)
        items += [Fill(inner, mix(tone.colour, painter.paper, 0.1)), Stroke(inner, painter.brass, 0.18)]
        items += _face(painter, table, shown_face, (left + e / 2, low + e / 2), e)
        items.append(Stroke(rectangle(left, low, e, e), mix(dark, painter.brass, 0.6), 0.12, (0.8, 0.8)))
    drawing = painter.shared(f"cube {table.place}", items)
    wide, high = x + 4 * e, 3 * e + 2 * f
    return Part(
        "tokens",
        table.word("name"),
        width_mm=wide,
        height_mm=high,
        front=drawing,
        back=None,
        copies=table.count("copies"),
        bleed_mm=SPILL_MM,
        outline=outline,
    )


def standee(painter: Painter, table: Table) -> Part:
    """A figure that stands: front, back on its head above it, a foot at either end to glue on each other."""
    table.known("name", "tone", "scene", "picture", "letter", "hat", "copies")
    width, tall, foot = 30.0, 44.0, 11.0
    suit = suit_of(painter, table)
    side = painter.shared(f"standee {table.place}", _standee(painter, table, width, tall))
    dark, height = painter.dark(suit.colour), 2 * (tall + foot)
    whole = rectangle(0, 0, width, height)
    items: list[Item] = [
        Stroke(whole, dark, 2 * SPILL_MM),
        Fill(whole, dark),
        Group(side, 0.0, foot),
        Group(side, width, foot + 2 * tall, 180.0),
    ]
    for y in (foot, foot + tall, foot + 2 * tall):
        fold = polygon(((0.0, y), (width, y)), close=False)
        items.append(Stroke(fold, WHITE, 0.16, (1.6, 1.2)))
    for y, angle in ((foot / 2, 0.0), (height - foot / 2, 180.0)):
        label = painter.fitted(
            painter.say("foot"), Box(-10, -2, 20, 4), "text-italic", (7.0, 5.0), mix(dark, WHITE, 0.6)
        )
        items.append(Group((label,), width / 2, y, angle))
    return Part(
        "tokens",
        table.word("name"),
        width_mm=width,
        height_mm=height,
        front=tuple(items),
        back=None,
        copies=table.count("copies"),
        bleed_mm=SPILL_MM,
        outline=whole,
    )


def _standee(painter: Painter, table: Table, width: float, tall: float) -> list[Item]:
    suit = suit_of(painter, table)
    dark = painter.dark(suit.colour)
    window = Box(2.0, 5.6, width - 4.0, tall - 7.6)
    arch = Path(
        (
            ("m", window.x, window.y),
            ("l", window.right, window.y),
            ("l", window.right, window.top - 12),
            ("c", window.right, window.top - 4, window.middle[0] + 5, window.top, window.middle[0], window.top),
            ("c", window.middle[0] - 5, window.top, window.x, window.top - 4, window.x, window.top - 12),
            ("h",),
        )
    )
    scene = shown_scene(painter, table, suit, window, (1.0, 0.25))
    if not table.has("picture"):
        base = window.middle[0], window.y
        scene += castaway(painter, base, window.height * 0.86, tone=suit.colour, hat=_hat_of(table))
    items: list[Item] = [Group(tuple(scene), clip=arch), Stroke(arch, painter.brass, 0.35)]
    if table.has("letter"):
        plate = Box(width / 2 - 7, 1.2, 14, 4.6)
        items += painter.plate(table.word("letter"), plate, mix(dark, painter.ink, 0.4), (9.0, 6.0))
    return items


def _hat_of(table: Table) -> str:
    """What the figure wears. Raises LayoutError for a hat nobody knows."""
    hat = table.word("hat", "")
    if hat and hat not in HATS:
        raise table.wrong("hat", f"{shown(hat)} is no hat here; {nearest(hat, HATS)}")
    return hat


def castaway(painter: Painter, base: tuple[float, float], height: float, tone: Colour, hat: str) -> list[Item]:
    """Somebody in a cloak, seen from the front, engraved; ``hat`` is tricorn, scarf, hood, crown or straw."""
    x, y = base
    h, dark, light = height, mix(tone, painter.ink, 0.62), mix(tone, painter.paper, 0.5)
    cloak = [
        (x - h * 0.26, y),
        (x - h * 0.24, y + h * 0.2),
        (x - h * 0.2, y + h * 0.45),
        (x - h * 0.13, y + h * 0.62),
        (x, y + h * 0.67),
        (x + h * 0.13, y + h * 0.62),
        (x + h * 0.2, y + h * 0.45),
        (x + h * 0.24, y + h * 0.2),
        (x + h * 0.26, y),
    ]
    shape = [*s.smooth(cloak), ("h",)]
    folds: list[Op] = []
    for k in range(-6, 7):
        at = x + k * h * 0.042
        line = [(x + k * h * 0.016, y + h * 0.6), (at * 0.6 + (x + k * h * 0.02) * 0.4, y + h * 0.3), (at, y)]
        folds += s.swell(line, h * (0.012 if k % 2 else 0.02))
    clasp = s.disc(x, y + h * 0.56, h * 0.035)
    face = s.disc(x, y + h * 0.76, h * 0.115, 1.15)
    items: list[Item] = [
        Fill(Path(tuple(s.disc(x, y + h * 0.74, h * 0.16, 1.2))), dark),
        Fill(Path(tuple(shape)), dark),
        Group((Fill(Path(tuple(folds)), mix(tone, light, 0.4)),), clip=Path(tuple(shape))),
        Fill(Path(tuple(face)), mix(painter.paper, tone, 0.12)),
        Fill(Path(tuple(clasp)), painter.brass),
        Fill(
            Path((*s.disc(x - h * 0.04, y + h * 0.77, h * 0.014), *s.disc(x + h * 0.04, y + h * 0.77, h * 0.014))), dark
        ),
    ]
    items.append(Fill(Path(tuple(_hat(hat, x, y + h * 0.83, h * 0.2))), dark))
    items.append(Fill(Path(tuple(s.star(x, y + h * 0.87, (h * 0.012, h * 0.035), 4))), painter.brass))
    return items


def _hat(hat: str, x: float, y: float, r: float) -> list[Op]:
    if hat == "tricorn":
        points = [
            (x - r * 1.3, y + r * 0.35),
            (x, y),
            (x + r * 1.3, y + r * 0.35),
            (x + r * 0.5, y + r * 0.7),
            (x, y + r),
        ]
        return [*s.smooth([*points, (x - r * 0.5, y + r * 0.7)], close=True)]
    if hat == "straw":
        return [*s.disc(x, y + r * 0.12, r * 1.35, 0.2), *s.disc(x, y + r * 0.35, r * 0.62, 0.8)]
    if hat == "crown":
        points = [(-0.7, 0), (0.7, 0), (0.85, 0.8), (0.4, 0.4), (0, 0.95), (-0.4, 0.4), (-0.85, 0.8)]
        return s.polygon([(x + u * r, y + v * r) for u, v in points])
    if hat == "scarf":
        knot = s.polygon([(x + r * 0.6, y + r * 0.2), (x + r * 1.3, y + r * 0.5), (x + r * 1.2, y - r * 0.3)])
        return [*s.disc(x, y + r * 0.15, r * 0.72, 0.62), *knot]
    return s.smooth(
        [
            (x - r * 0.75, y - r * 0.4),
            (x - r * 0.6, y + r * 0.4),
            (x, y + r * 0.95),
            (x + r * 0.6, y + r * 0.4),
            (x + r * 0.75, y - r * 0.4),
            (x, y + r * 0.1),
        ],
        close=True,
    )
