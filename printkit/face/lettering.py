"""Everything written on a card's front: name, kind, rules text, note and figures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from printkit.art.strokes import disc, polygon
from printkit.card_layout.records import Box, CardLayout, Suit, TextStyle
from printkit.draw.display_list import WHITE, Colour, Fill, Item, Path, Stroke, Text, mix, rectangle
from printkit.draw.ink_saving import luminance
from printkit.face import suits
from printkit.type import fonts, text_measure, typesetting
from printkit.units import MM_PER_POINT
from rules.values.cards import Face

CODE_TEXT_MM = 18.0
"""What a code's characters need of the line they share with a translated card's first name."""
BESIDE_MM = 0.8
"""Between the text's last whole line and the second code's white field below it."""
TITLE = typesetting.Setting("title", "title", 13.5, 9.0, leading=1.04, most_lines=2, balanced=True)
BODY = typesetting.Setting("text", "text-bold", 9.6, 6.4, leading=1.16, italic="text-italic", bold_italic="text-bold")
NOTE = typesetting.Setting("text-italic", "text-bold", 6.8, 6.0, leading=1.08, most_lines=2)
LEAST_ART = 0.45
"""The share of its height a picture keeps where words take room from it."""
LEAST_TRACKS = 0.85
STEP_MM = 0.5
"""Pictures give way in steps, so that neighbours with as much to say look alike."""


def set_in(base: typesetting.Setting, style: TextStyle, language: str = "") -> typesetting.Setting:
    """A setting in a style of the face; leading and lines as in ``base``."""
    return replace(
        base,
        font=style.font,
        bold=style.bold,
        italic=style.italic,
        bold_italic=style.bold_italic,
        largest_pt=style.size_pt[1],
        smallest_pt=style.size_pt[0],
        language=language,
    )


def heading(face: Face, layout: CardLayout, suit: Suit) -> list[Item]:
    """The name, the word for its kind, and the value in its medallion, if it has one."""
    ink = layout.colours["ink"]
    items: list[Item] = []
    if layout.shows("title"):
        items += _name(face, layout, suit)
    if layout.shows("kind"):
        kind, style = layout.boxes["kind"], layout.styles["kind"]
        words = face.kind.upper() if style.caps else face.kind
        font = layout.font("label") if style.bold == layout.font("text-bold") else style.font
        shown, size = typesetting.fit_line(words, font, kind.width, (style.size_pt[1], style.size_pt[0]))
        right = typesetting.starts_right(shown) or style.align == "right"
        at = kind.right if right else kind.x
        tone = mix(suit.colour, ink, 0.45) if style.colour == "ink" else layout.colour(style.colour, suit)
        items.append(
            Text(at, kind.y + 0.4, text=shown, font=font, size_pt=size, colour=tone, anchor="end" if right else "start")
        )
    if face.value and layout.shows("value"):
        items += medallion(face.value, layout, suit)
    if face.original:
        items += _first_name(face.original, layout)
    return items


def _name(face: Face, layout: CardLayout, suit: Suit) -> list[Item]:
    box, value, style = layout.boxes["title"], layout.boxes["value"], layout.styles["name"]
    beside = value.meets(replace(box, width=layout.size_mm[0]))
    medal = face.value and layout.shows("value")
    width = box.width if medal or not beside or value.x < box.x else value.right - box.x
    words = title_words(face)
    setting = replace(set_in(TITLE, style), font=title_font(words, style.font))
    name = typesetting.fit(words.upper() if style.caps else words, width, box.height, setting)
    top = box.top - (box.height - name.height_mm) * 0.35
    return lines(name, (box.x, top), layout, layout.colour(style.colour, suit), align=style.align, tones=suit)


def _first_name(name: str, layout: CardLayout) -> list[Item]:
    """The untranslated name, small, at the right end of the line the code's characters stand on."""
    box, font = layout.boxes["code_text"], layout.font("text-italic")
    width = box.width - CODE_TEXT_MM
    shown, size = typesetting.fit_line(name, font, width, (6.6, 5.0))
    ink = mix(layout.colours["ink"], layout.colours["paper"], 0.25)
    return [Text(box.right, box.y + 0.35, text=shown, font=font, size_pt=size, colour=ink, anchor="end")]


def title_words(face: Face) -> str:
    """The name as it is set: on one line until it is broken, and never in bold."""
    return " ".join(face.title.replace("**", "").split()) or "—"


def title_font(title: str, font: str = "title") -> str:
    """The face for names, or the one for texts where only that has the letters (Greek, Cyrillic)."""
    better = text_measure.missing(title, font) and not text_measure.missing(title, "text-bold")
    return "text-bold" if better else font


def grown(layout: CardLayout, face: Face, language: str) -> CardLayout:
    """The layout for what this card says: where its text is long the picture gives way, and only then is it smaller."""
    if not (face.text and layout.shows("text")):
        return layout
    box, art = layout.boxes["text"], layout.boxes["art"]
    if not layout.shows("art") or art.y < box.top - 0.01:
        return layout
    low, most = _foot(face, layout), (1 - (LEAST_TRACKS if face.tracks else LEAST_ART)) * art.height
    room = box.top - low
    here = _set_body(face, layout, room, language)
    if here.size_pt >= layout.styles["rules"].size_pt[1] and not here.cut:
        return layout
    body = _set_body(face, layout, room + most, language)
    need = most if body.cut else body.height_mm - room
    up = min(most, math.ceil(max(0.0, need) / STEP_MM - 1e-6) * STEP_MM)
    return _raised(layout, up) if up > 0 else layout


@lru_cache(maxsize=256)
def _raised(layout: CardLayout, up_mm: float) -> CardLayout:
    """The text so much taller, the picture so much lower."""
    text, art, index = layout.boxes["text"], layout.boxes["art"], layout.boxes["index"]
    boxes = {
        **layout.boxes,
        "text": replace(text, height=text.height + up_mm),
        "art": replace(art, y=art.y + up_mm, height=art.height - up_mm),
        "index": replace(index, y=max(index.y, art.y + up_mm), height=min(index.height, art.height - up_mm)),
    }
    return replace(layout, boxes=MappingProxyType(boxes))


def _foot(face: Face, layout: CardLayout) -> float:
    """Where the text may end: above the note, or just above the strip."""
    small = layout.boxes["note"]
    if not (face.note and layout.shows("note")):
        return small.y + 0.5
    return small.y + _set_note(face, layout).height_mm + 0.6


def _set_note(face: Face, layout: CardLayout) -> typesetting.Block:
    small, setting = layout.boxes["note"], set_in(NOTE, layout.styles["note"])
    if "second" in layout.boxes:
        setting = replace(setting, most_lines=3)
    return typesetting.fit(face.note, small.width, small.height, setting)


def _set_body(face: Face, layout: CardLayout, room: float, language: str) -> typesetting.Block:
    box, second = layout.boxes["text"], layout.boxes.get("second")
    style = layout.styles["rules"]
    # Lines beside the second code are shorter; which those are must not depend on where the text begins.
    beside = typesetting.Beside(box.top - second.top - BESIDE_MM, layout.boxes["note"].width) if second else None
    text = face.text.upper() if style.caps else face.text
    setting = set_in(BODY, style, language)
    return typesetting.fit(text, box.width, room, setting=setting, icons=suits.icons_of(layout), beside=beside)


def rules_text(face: Face, layout: CardLayout, suit: Suit, language: str) -> list[Item]:
    """The text in its box and the note below it; ``language`` is the one words are divided in."""
    box, small = layout.boxes["text"], layout.boxes["note"]
    ink = layout.colours["ink"]
    items: list[Item] = []
    if face.note and layout.shows("note"):
        note, style = _set_note(face, layout), layout.styles["note"]
        tone = mix(ink, layout.colours["paper"], 0.22) if style.colour == "ink" else layout.colour(style.colour, suit)
        items += lines(note, (small.x, small.y + note.height_mm), layout, tone, align=style.align, tones=suit)
    if face.text and layout.shows("text"):
        low, style = _foot(face, layout), layout.styles["rules"]
        body = _set_body(face, layout, box.top - low, language)
        left_over = box.top - low - body.height_mm
        drop = min(left_over / 2, 0.0 if "second" in layout.boxes else 2.2)
        if style.valign != "top":
            drop = left_over / 2 if style.valign == "middle" else left_over
        tone = layout.colour(style.colour, suit)
        accent = mix(suit.colour, ink, 0.25)
        items += lines(body, (box.x, box.top - drop), layout, tone, accent, align=style.align, tones=suit)
    return items


def icons(layout: CardLayout) -> frozenset[str]:
    """The words in brackets that are icons in a text of this game."""
    return suits.icons_of(layout)


def lines(
    block: typesetting.Block,
    at: tuple[float, float],
    layout: CardLayout,
    colour: Colour,
    tone: Colour | None = None,
    *,
    align: str = "left",
    tones: Suit | None = None,
) -> list[Item]:
    """A set text from its left top corner. ``tones`` is the suit whose colour words may ask for."""
    x, top = at
    em = block.size_pt * MM_PER_POINT
    items: list[Item] = []
    for number, line in enumerate(block.lines):
        base = top - (0.78 + number * block.leading) * em
        start = x + _start_em(block, number, align) * em
        for run in line:
            at_x = start + run.x_em * em
            ink = layout.colour(run.tone, tones) if run.tone and tones else colour
            if run.font:
                items.append(
                    Text(
                        round(at_x, 3),
                        round(base, 3),
                        text=run.text,
                        font=run.font,
                        size_pt=block.size_pt,
                        colour=ink,
                    )
                )
            else:
                middle = (at_x + run.width_em * em / 2, base + 0.31 * em, 0.5 * em)
                items += suits.icon(run.text, layout, middle, ink if run.tone else tone or colour)
    return items


def _start_em(block: typesetting.Block, number: int, align: str) -> float:
    """Where a line begins in its box. Justified lines are set ragged: a card's are too short to be stretched."""
    if align == "centre":
        return block.start_em(number, middle=True)
    left_over = block.rooms.of(number) - typesetting.line_em(block.lines[number])
    return left_over if align == "right" else block.start_em(number)


# Figures, in the strip at the foot


@dataclass(frozen=True, slots=True)
class Plate:
    """A figure's plate in the strip: its box, words and number."""

    box: Box
    words: str
    number: str


@lru_cache(maxsize=1024)
def plates(stats: tuple[tuple[str, str], ...], layout: CardLayout) -> tuple[Plate, ...]:
    """Label and value pairs as plates from the right end of the strip, the last one first; those that have room."""
    box, right = layout.boxes["stats"], layout.boxes["stats"].right
    found: list[Plate] = []
    for label, value in reversed(stats):
        words = text_measure.printable(label, layout.font("label"))
        number = text_measure.printable(value, layout.font("text-black"))
        width = text_measure.width_mm(words, layout.font("label"), 6.0) + 4.0
        width += text_measure.width_mm(number, layout.font("text-black"), 12.0)
        if right - width < box.x:
            break  # a card of one's own with more figures than a strip holds
        found.append(Plate(Box(right - width, box.y, width, box.height), words, number))
        right -= width
    return tuple(found)


def stats(face: Face, layout: CardLayout) -> list[Item]:
    """Label and value pairs as one dark field at the right end of the strip, whose pattern ends before it."""
    items: list[Item] = []
    suit, dark = layout.suit(face.suit), layout.dark
    brass, ground = layout.colours["brass"], mix(suit.colour, dark, 0.55)
    bright = mix(brass, WHITE, 0.4) if luminance(brass) > 0.5 else WHITE
    for plate in plates(face.stats, layout):
        box = plate.box
        middle = box.y + box.height / 2
        items += [
            Fill(rectangle(box.x, box.y, box.width, box.height), ground),
            Fill(rectangle(box.x, box.y, 0.18, box.height), bright),
            Text(box.x + 1.4, middle - 0.68, text=plate.words, font=layout.font("label"), size_pt=6.0, colour=bright),
            Text(
                box.right - 1.4,
                middle - 1.37,
                text=plate.number,
                font=layout.font("text-black"),
                size_pt=12.0,
                colour=WHITE,
                anchor="end",
            ),
        ]
    return items


# What a hand shows


SLIM_MM = 5.6
"""How wide the flags are on cards with tracks, whose places need the room."""


def hand_index(value: str, layout: CardLayout, suit: Suit, *, slim: bool = False) -> list[Item]:
    """Value and suit under the code, in the left 15 mm that stay in sight in a fan, and the suit once more at the
    right edge under the value, for hands that are fanned the other way."""
    if not layout.shows("index"):
        return []
    if slim:
        wide = layout.boxes["index"]
        layout = replace(layout, boxes=MappingProxyType({**layout.boxes, "index": replace(wide, width=SLIM_MM)}))
    box, dark, brass = layout.boxes["index"], suits.deep(suit, layout), layout.colours["brass"]
    radius = min(3.1, box.width / 2 - (0.9 if slim else 1.6))
    tall = min(box.height, box.width if not value else box.width * 1.62)
    if tall < 2 * radius + 1.0:
        return []
    items = list(_pennant(Box(box.x, box.top - tall, box.width, tall), dark, brass))
    middle = box.x + box.width / 2
    sign_y = box.top - tall + radius + 2.3 if value else box.top - tall / 2 + 0.3
    items += suits.sign(suit, (middle, sign_y, radius), WHITE, layout)
    if value:
        font = layout.font("text-black")
        shown, size = typesetting.fit_line(value, font, box.width - 1.6, (17.0, 8.0))
        cap = fonts.metrics(font).cap_height * size * MM_PER_POINT
        room = box.top - (sign_y + radius)
        at_y = sign_y + radius + (room - cap) / 2
        items.append(Text(middle, at_y, text=shown, font=font, size_pt=size, colour=WHITE, anchor="middle"))
    width = layout.size_mm[0]
    side = box.width - (0.0 if slim else 0.6)
    right = Box(width - box.x - side, box.top - side, side, side)
    if layout.shows("art") or layout.whole:
        items += _pennant(right, dark, brass)
        items += suits.sign(suit, (right.x + right.width / 2, right.middle[1] + 0.2, radius - 0.3), WHITE, layout)
    return items


def _pennant(box: Box, dark: Colour, brass: Colour) -> Iterator[Item]:
    """A small flag hanging over the picture, with a notch below."""
    notch, middle = 1.3, box.x + box.width / 2

    def outline(by: float) -> Path:
        left, right, low, top = box.x + by, box.right - by, box.y + by, box.top
        points = [(left, top), (right, top), (right, low), (middle, low + notch), (left, low)]
        return Path(tuple(polygon(points)))

    yield Fill(outline(0.0), dark)
    yield Stroke(outline(0.55), brass, 0.2)


# The medallion a value stands in


def medallion(value: str, layout: CardLayout, suit: Suit) -> list[Item]:
    """The value in its medallion. Raises LayoutError where there is no shape of that name."""
    box, dark, brass = layout.boxes["value"], suits.deep(suit, layout), layout.colours["brass"]
    x, y = box.middle
    radius = box.width / 2
    shape = layout.words["medallion"]
    if shape not in MEDALLIONS:
        raise layout.wrong("medallion", f'"{shape}" is not known; expected one of {", ".join(MEDALLIONS)}')
    items: list[Item] = [
        Fill(medallion_outline(shape, x, y, radius), dark),
        Stroke(medallion_outline(shape, x, y, radius - 0.55), brass, 0.28),
    ]
    font, sizes = layout.font("text-black"), layout.styles["figures"].size_pt
    shown, size = typesetting.fit_line(value, font, box.width - 2.6, (min(sizes[1], 1.83 * box.width), sizes[0]))
    middle = fonts.metrics(font).cap_height * size * MM_PER_POINT / 2
    items.append(Text(x, y - middle, text=shown, font=font, size_pt=size, colour=WHITE, anchor="middle"))
    return items


MEDALLIONS = ("roundel", "shield", "hexagon", "lozenge", "octagon")


def medallion_outline(shape: str, x: float, y: float, radius: float) -> Path:
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
