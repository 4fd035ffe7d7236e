"""A card's front and back as display lists: the contract of everything that prints or shows a card.

``front`` and ``back`` are pure functions of the card, its layout and a style. Origin is the lower left corner of the
trimmed card; frames and backs run out into the bleed on all sides. All copies of a card share one drawing and differ in
the code alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache

from printkit import fonts, saving, suits, text, tracks
from printkit.art import backs, scenes
from printkit.art.glyphs import placed
from printkit.art.strokes import disc, polygon
from printkit.ink import (
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Path,
    Photo,
    Shared,
    Stroke,
    Symbol,
    Text,
    mix,
    rectangle,
    rounded,
)
from printkit.layout import Box, CardLayout, LayoutError, Suit, find_layout
from printkit.saving import DARK, Ink
from printkit.units import MM_PER_POINT
from rules import games
from rules.cards import Card, Face
from rules.code import CardCode, symbol
from rules.picture import Picture

WHITE: Colour = (1.0, 1.0, 1.0)
QUIET_MODULES = 4
CODE_TEXT_MM = 18.0
"""What a code's characters need of the line they share with a translated card's first name."""
BESIDE_MM = 0.8
"""Between the text's last whole line and the second code's white field below it."""
TITLE = text.Setting("title", "title", 13.5, 9.0, leading=1.04, most_lines=2, balanced=True)
BODY = text.Setting("text", "text-bold", 9.6, 6.4, leading=1.16)
NOTE = text.Setting("text-italic", "text-bold", 6.8, 6.0, leading=1.08, most_lines=2)


@dataclass(frozen=True, slots=True)
class Style:
    """How faces are printed, beyond the layout: in which ink, in which language words are divided, with which codes."""

    ink: Ink = "full"
    language: str = "en"
    second_code: bool = False
    """Whether the opposite corner bears a code too, upside down, for cards held in a fan."""


PLAIN_STYLE = Style()


def layout_of(game: str, style: Style = PLAIN_STYLE) -> CardLayout:
    """The game's face, with room for a second code where the style has one. Raises LayoutError as ``find_layout``."""
    layout = find_layout(game)
    return layout.with_second if style.second_code else layout


def size_mm(game: str) -> tuple[float, float]:
    """Width and height of the game's trimmed card. Raises LayoutError for a game without a face."""
    return find_layout(game).size_mm


def front(card: Card, code: CardCode | None, style: Style = PLAIN_STYLE) -> Drawing:
    """The front of one paper card. Without a code the white field stays empty.

    Raises LayoutError where the layout lacks the card's suit or cannot hold the symbol.
    """
    return front_of(card, games.spec(card.game).face(card), code, style)


def front_of(card: Card, face: Face, code: CardCode | None, style: Style = PLAIN_STYLE) -> Drawing:
    """As ``front``, for a face already at hand."""
    layout = layout_of(card.game, style)
    body = saving.restyled(_body(card, face, layout, style.language), style.ink)
    return body if code is None else (*body, *_code(layout, str(code)))


def back(game: str, back: str, style: Style = PLAIN_STYLE) -> Drawing:
    """One of the game's uniform backs: the same upside down, and dark behind the code of the front."""
    drawing = saving.restyled(_back(game, back), style.ink)
    return drawing if style.ink != "low" else (*drawing, _patches(find_layout(game)))


PATCH_MM = 1.4
"""How far the dark behind a code reaches past it: a back lies up to a millimetre off."""


@lru_cache(maxsize=64)
def _patches(layout: CardLayout) -> Shared:
    """Dark where the code of the front lies behind, and once more upside down: thin paper shines through."""
    x, y, side = code_field(layout, 21)
    width, height = layout.size_mm
    patch = Fill(
        rounded(width - x - side - PATCH_MM, y - PATCH_MM, side + 2 * PATCH_MM, side + 2 * PATCH_MM, 1.0), DARK
    )
    return Shared(f"patches-{layout.game}", (patch, Group((patch,), width, height, 180.0)))


@lru_cache(maxsize=64)
def _back(game: str, key: str) -> Drawing:
    layout = find_layout(game)
    look = layout.back(key)
    backs.check(layout, look)
    looks = (look, layout.size_mm, layout.numbers["bleed_mm"], layout.colours["ink"], layout.colours["paper"])
    return (Shared(f"back-{game}-{key}", lambda: backs.ornament(layout, look), _digest("back", looks)),)


def code_field(layout: CardLayout, modules: int) -> tuple[float, float, float]:
    """(x, y, side) of the symbol in mm, centred in its white field. Raises LayoutError where the field is too small."""
    box, module = layout.boxes["code"], layout.numbers["module_mm"]
    side = modules * module
    if side + 2 * QUIET_MODULES * module > min(box.width, box.height) + 1e-6:
        need = side + 2 * QUIET_MODULES * module
        raise LayoutError(f"{layout.game}.toml", "box.code", f"must be {need:g} mm wide and high for its code")
    x, y = box.middle
    return x - side / 2, y - side / 2, side


def _code(layout: CardLayout, code: str) -> tuple[Item, ...]:
    x, y, _ = code_field(layout, 17 + 4 * symbol(code)[0])
    box, module = layout.boxes["code_text"], layout.numbers["module_mm"]
    grouped = f"{code[:3]} {code[3:6]} {code[6:]}"
    shown, size = text.fit_line(grouped, "code", box.width, (6.4, 5.5))
    ink = mix(layout.colours["ink"], layout.colours["paper"], 0.2)
    items = (Symbol(code, x, y, module), Text(box.x, box.y + 0.35, shown, "code", size, ink))
    if "second" not in layout.boxes:
        return items
    return (*items, Group((Symbol(code, x, y, module, second=True),), *layout.size_mm, angle_deg=180.0))


REVISION_PT = 4.0
"""Small on purpose: for whoever sorts two prints of a deck, not for players."""


def revision(game: str, number: int, style: Style = PLAIN_STYLE) -> Drawing:
    """The deck's revision, as ``r3``, upright beside the text, where no line of it reaches."""
    layout = layout_of(game, style)
    frame, second = layout.boxes["frame"], layout.boxes.get("second")
    low = second.top + 0.5 if second else layout.boxes["note"].y + 0.3
    ink = mix(layout.colours["ink"], layout.colours["paper"], 0.3)
    mark = Group((Text(0, 0, f"r{number}", "code", REVISION_PT, ink),), frame.right - 0.7, low, 90.0)
    return saving.restyled((mark,), style.ink)


@lru_cache(maxsize=512)
def _body(card: Card, face: Face, layout: CardLayout, language: str) -> Drawing:
    """Everything copies share, as one shared drawing named after what is on it."""
    suit = layout.suit(face.suit)
    items: list[Item] = [_ground(layout, suit)]
    items += _art(card, face, layout, suit)
    items += _heading(face, layout, suit)
    items += _rules_text(face, layout, suit, language)
    items += _stats(face, layout)
    mark = _digest("face", (card, face, language))[:10] + _two(layout)
    return (Shared(f"face-{card.game}-{card.id}-{mark}", tuple(items), ("face", card, face, layout, language)),)


def _two(layout: CardLayout) -> str:
    """What the names of drawings say of a face with two codes."""
    return "-two" if "second" in layout.boxes else ""


def _digest(kind: str, what: object) -> str:
    """A name for a drawing that depends on nothing but ``what``: the same in every process."""
    return f"{kind}-{hashlib.sha256(repr(what).encode()).hexdigest()[:24]}"


def deep(suit: Suit, layout: CardLayout) -> Colour:
    """The suit's dark: frames, labels, patterns."""
    return mix(suit.colour, layout.colours["ink"], 0.42)


@lru_cache(maxsize=128)
def _ground(layout: CardLayout, suit: Suit) -> Shared:
    """Frame, panel, code field, strip: the same on every card of a suit."""
    width, height = layout.size_mm
    bleed = layout.numbers["bleed_mm"]
    paper, brass = layout.colours["paper"], layout.colours["brass"]
    panel, field, strip = layout.boxes["frame"], layout.boxes["code"], layout.boxes["strip"]
    dark = deep(suit, layout)
    items: list[Item] = [
        Fill(rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), dark),
        Stroke(
            rounded(panel.x - 0.7, panel.y - 0.7, panel.width + 1.4, panel.height + 1.4, 0.9),
            mix(dark, brass, 0.75),
            0.2,
        ),
        Fill(rounded(panel.x, panel.y, panel.width, panel.height, 0.35), paper),
        *(
            Fill(rectangle(box.x, box.y, box.width, box.height), WHITE)
            for box in (field, layout.boxes.get("second"))
            if box
        ),
        Fill(rectangle(strip.x, strip.y, strip.width, strip.height), mix(suit.colour, paper, 0.74)),
        Fill(rectangle(strip.x, strip.top - 0.25, strip.width, 0.25), dark),
    ]
    pattern_box = Box(strip.x + 8.4, strip.y, strip.width - 9.4, strip.height - 0.25)
    items.append(Fill(suits.pattern(suit.pattern, pattern_box, layout), mix(suit.colour, dark, 0.35)))
    x, y, radius = strip.x + 4.6, strip.y + strip.height / 2, strip.height / 2 + 0.35
    items += [
        Fill(Path(tuple(disc(x, y, radius + 0.3))), paper),
        Fill(Path(tuple(disc(x, y, radius))), dark),
        Stroke(Path(tuple(disc(x, y, radius - 0.3))), brass, 0.14),
        Fill(placed(suits.check_glyph(suit.glyph, layout), x, y, radius - 0.95), paper, even_odd=True),
    ]
    return Shared(f"ground-{layout.game}-{suit.key}{_two(layout)}", tuple(items))


def _art(card: Card, face: Face, layout: CardLayout, suit: Suit) -> list[Item]:
    box, dark = layout.boxes["art"], deep(suit, layout)
    if face.tracks:
        return [*tracks.drawn(face.tracks, box, layout, suit), *_rails(box, layout, dark)]
    if face.picture:
        return _framed(own_picture(face.picture, box, suit), layout, dark)
    scenes.check(suit, layout)
    inks = (layout.colours["ink"], layout.colours["paper"])
    name = _digest("art", (card.game, card.id, card.name, face.original_kind or face.kind, suit, box, inks))
    return _framed((Shared(name, lambda: scenes.picture(card, face, suit, layout), name),), layout, dark)


def own_picture(picture: Picture, box: Box, suit: Suit) -> Drawing:
    """A picture of one's own in the art box: filling it, or whole in the middle of the suit's sky."""
    ground = Fill(rectangle(box.x, box.y, box.width, box.height), suit.sky)
    share = min(box.width / picture.width_px, box.height / picture.height_px)
    size = (box.width, box.height)
    if picture.fit == "contain":
        size = (picture.width_px * share, picture.height_px * share)
    x, y = box.x + (box.width - size[0]) / 2, box.y + (box.height - size[1]) / 2
    return (ground, Photo(picture, x, y, *size, picture.crop(*size), suit.sky))


def _framed(picture: Drawing, layout: CardLayout, dark: Colour) -> list[Item]:
    """The art in its window, and the lines above and below."""
    box = layout.boxes["art"]
    frame = rectangle(box.x, box.y, box.width, box.height)
    opening = window(layout, box)
    items: list[Item] = [Group(picture, clip=frame)]
    if opening != frame:
        items.append(Fill(Path((*frame.ops, *opening.ops)), dark, even_odd=True))
        items.append(Stroke(opening, layout.colours["brass"], 0.16))
    return items + _rails(box, layout, dark)


def _rails(box: Box, layout: CardLayout, dark: Colour) -> list[Item]:
    """The lines above and below the art."""
    items: list[Item] = []
    for y in (box.y, box.top):
        items.append(Fill(rectangle(box.x, y - 0.3, box.width, 0.6), dark))
        items.append(Fill(rectangle(box.x, y - 0.07, box.width, 0.14), layout.colours["brass"]))
    return items


WINDOWS = ("plain", "arch", "chamfer", "scallop", "round", "ogee")


def window(layout: CardLayout, box: Box) -> Path:
    """The opening the art is seen through. Raises LayoutError where there is none of that name."""
    shape, r = layout.words["window"], 4.6
    if shape not in WINDOWS:
        raise LayoutError(
            f"{layout.game}.toml", "window", f'"{shape}" is not known; expected one of {", ".join(WINDOWS)}'
        )
    if shape == "plain":
        return rectangle(box.x, box.y, box.width, box.height)
    if shape == "round":
        return rounded(box.x, box.y, box.width, box.height, r)
    left, low, right, high = box.x, box.y, box.right, box.top
    if shape == "chamfer":
        cut = [(left + r, low), (right - r, low), (right, low + r), (right, high - r), (right - r, high)]
        return Path(tuple(polygon([*cut, (left + r, high), (left, high - r), (left, low + r)])))
    if shape == "scallop":
        k = r * 0.45
        return Path(
            (
                ("m", left + r, low),
                ("l", right - r, low),
                ("c", right - r, low + r - k, right - r + k, low + r, right, low + r),
                ("l", right, high - r),
                ("c", right - r + k, high - r, right - r, high - r + k, right - r, high),
                ("l", left + r, high),
                ("c", left + r, high - r + k, left + r - k, high - r, left, high - r),
                ("l", left, low + r),
                ("c", left + r - k, low + r, left + r, low + r - k, left + r, low),
                ("h",),
            )
        )
    middle, drop, rise = (left + right) / 2, (9.0, 2.6), 1.0 if shape == "arch" else 0.0
    return Path(
        (
            ("m", left, low),
            ("l", right, low),
            ("l", right, high - drop[0]),
            ("c", right, high - 3.2, right - 4, high - drop[1] + rise, right - 10, high - drop[1] + rise),
            ("c", middle + 9, high - drop[1] + rise, middle + 5, high - 1.6, middle, high),
            ("c", middle - 5, high - 1.6, middle - 9, high - drop[1] + rise, left + 10, high - drop[1] + rise),
            ("c", left + 4, high - drop[1] + rise, left, high - 3.2, left, high - drop[0]),
            ("h",),
        )
    )


def _heading(face: Face, layout: CardLayout, suit: Suit) -> list[Item]:
    ink = layout.colours["ink"]
    box, value = layout.boxes["title"], layout.boxes["value"]
    width = box.width if face.value else value.right - box.x
    setting = replace(TITLE, font=title_font(face.title))
    name = text.fit(" ".join(face.title.replace("**", "").split()) or "—", width, box.height, setting)
    top = box.top - (box.height - name.height_mm) * 0.35
    items = list(_lines(name, (box.x, top), layout, ink))
    kind = layout.boxes["kind"]
    shown, size = text.fit_line(face.kind.upper(), "label", kind.width, (6.6, 6.0))
    right = text.starts_right(shown)
    at = kind.right if right else kind.x
    tone = mix(suit.colour, ink, 0.45)
    items.append(Text(at, kind.y + 0.4, shown, "label", size, tone, "end" if right else "start"))
    if face.value:
        items += _medallion(face.value, layout, suit)
    if face.original:
        items += _first_name(face.original, layout)
    return items


def _first_name(name: str, layout: CardLayout) -> list[Item]:
    """The untranslated name, small, at the right end of the line the code's characters stand on."""
    box = layout.boxes["code_text"]
    width = box.width - CODE_TEXT_MM
    shown, size = text.fit_line(name, "text-italic", width, (6.6, 5.0))
    ink = mix(layout.colours["ink"], layout.colours["paper"], 0.25)
    return [Text(box.right, box.y + 0.35, shown, "text-italic", size, ink, "end")]


def title_font(title: str) -> str:
    """The face for names, or the one for texts where only that has the letters (Greek, Cyrillic)."""
    better = fonts.missing(title, "title") and not fonts.missing(title, "text-bold")
    return "text-bold" if better else "title"


def _medallion(value: str, layout: CardLayout, suit: Suit) -> list[Item]:
    box, dark, brass = layout.boxes["value"], deep(suit, layout), layout.colours["brass"]
    x, y = box.middle
    radius = box.width / 2
    shape = layout.words["medallion"]
    if shape not in MEDALLIONS:
        raise LayoutError(
            f"{layout.game}.toml", "medallion", f'"{shape}" is not known; expected one of {", ".join(MEDALLIONS)}'
        )
    items: list[Item] = [
        Fill(medallion(shape, x, y, radius), dark),
        Stroke(medallion(shape, x, y, radius - 0.55), brass, 0.28),
    ]
    shown, size = text.fit_line(value, "text-black", box.width - 2.6, (19.0, 8.0))
    middle = fonts.metrics("text-black").cap_height * size * MM_PER_POINT / 2
    items.append(Text(x, y - middle, shown, "text-black", size, WHITE, "middle"))
    return items


MEDALLIONS = ("roundel", "shield", "hexagon", "lozenge", "octagon")


def medallion(shape: str, x: float, y: float, radius: float) -> Path:
    """The outline a value stands in."""
    if shape == "shield":
        r = radius
        return Path(
            (
                ("m", x - r * 0.92, y + r * 0.9),
                ("c", x - r * 0.4, y + r * 0.86, x - r * 0.2, y + r * 0.9, x, y + r),
                ("c", x + r * 0.2, y + r * 0.9, x + r * 0.4, y + r * 0.86, x + r * 0.92, y + r * 0.9),
                ("c", x + r, y - r * 0.1, x + r * 0.7, y - r * 0.72, x, y - r),
                ("c", x - r * 0.7, y - r * 0.72, x - r, y - r * 0.1, x - r * 0.92, y + r * 0.9),
                ("h",),
            )
        )
    if shape == "hexagon":
        flat = [(0, 1), (0.88, 0.52), (0.88, -0.52), (0, -1), (-0.88, -0.52), (-0.88, 0.52)]
        return Path(tuple(polygon([(x + u * radius, y + v * radius) for u, v in flat])))
    if shape == "lozenge":
        flat = [(0, 1), (0.62, 0.62), (1, 0), (0.62, -0.62), (0, -1), (-0.62, -0.62), (-1, 0), (-0.62, 0.62)]
        return Path(tuple(polygon([(x + u * radius, y + v * radius) for u, v in flat])))
    if shape == "octagon":
        flat = [(0.42, 1), (1, 0.42), (1, -0.42), (0.42, -1), (-0.42, -1), (-1, -0.42), (-1, 0.42), (-0.42, 1)]
        return Path(tuple(polygon([(x + u * radius, y + v * radius) for u, v in flat])))
    return Path(tuple(disc(x, y, radius)))


def _rules_text(face: Face, layout: CardLayout, suit: Suit, language: str) -> list[Item]:
    box, small = layout.boxes["text"], layout.boxes["note"]
    ink = layout.colours["ink"]
    items: list[Item] = []
    second = layout.boxes.get("second")
    if face.note:
        note = text.fit(face.note, small.width, small.height, replace(NOTE, most_lines=3) if second else NOTE)
        items += _lines(note, (small.x, small.y + note.height_mm), layout, mix(ink, layout.colours["paper"], 0.22))
        low = small.y + note.height_mm + 0.6
    else:
        low = small.y + 0.5
    if face.text:
        room, setting, drop = box.top - low, replace(BODY, language=language), 2.2
        if second:
            # Lines beside the second code are shorter; which those are must not depend on where the text begins.
            beside = text.Beside(box.top - second.top - BESIDE_MM, small.width)
            body, drop = text.fit(face.text, box.width, room, setting, _icons(layout), beside), 0.0
        else:
            body = text.fit(face.text, box.width, room, setting, _icons(layout))
        top = box.top - min((room - body.height_mm) / 2, drop)
        items += _lines(body, (box.x, top), layout, ink, mix(suit.colour, ink, 0.25))
    return items


def _icons(layout: CardLayout) -> frozenset[str]:
    return suits.icons(tuple((key, suit.glyph) for key, suit in layout.suits.items()))


def _lines(
    block: text.Block, at: tuple[float, float], layout: CardLayout, colour: Colour, tone: Colour | None = None
) -> list[Item]:
    """A set text from its left top corner."""
    x, top = at
    em = block.size_pt * MM_PER_POINT
    items: list[Item] = []
    for number, line in enumerate(block.lines):
        base = top - (0.78 + number * block.leading) * em
        start = x + block.start_em(number) * em
        for run in line:
            at_x = start + run.x_em * em
            if run.font:
                items.append(Text(round(at_x, 3), round(base, 3), run.text, run.font, block.size_pt, colour))
            else:
                middle = (at_x + run.width_em * em / 2, base + 0.31 * em, 0.5 * em)
                items += suits.icon(run.text, layout, middle, tone or colour)
    return items


def _stats(face: Face, layout: CardLayout) -> list[Item]:
    """Label and value pairs as dark plates, from the right end of the strip."""
    box, items, right = layout.boxes["stats"], list[Item](), layout.boxes["stats"].right
    ink = layout.colours["ink"]
    tone, bright = layout.suit(face.suit).colour, mix(layout.colours["brass"], WHITE, 0.4)
    for label, value in reversed(face.stats):
        words, number = fonts.printable(label, "label"), fonts.printable(value, "text-black")
        wide = fonts.width_mm(words, "label", 6.0), fonts.width_mm(number, "text-black", 12.0)
        width = wide[0] + wide[1] + 3.4
        if right - width < box.x:
            break  # a card of one's own with more figures than a strip holds
        plate = Box(right - width, box.y, width, box.height)
        items += [
            Fill(
                rounded(plate.x - 0.3, plate.y - 0.3, plate.width + 0.6, plate.height + 0.6, 1.5),
                layout.colours["paper"],
            ),
            Fill(rounded(plate.x, plate.y, plate.width, plate.height, 1.2), mix(tone, ink, 0.55)),
            Text(plate.x + 1.2, plate.y + box.height / 2 - 0.68, words, "label", 6.0, bright),
            Text(plate.right - 1.2, plate.y + box.height / 2 - 1.37, number, "text-black", 12.0, WHITE, "end"),
        ]
        right = plate.x - 1.2
    return items
