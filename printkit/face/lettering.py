"""Everything written on a card's front: name, kind, rules text, note and figures."""

from __future__ import annotations

from dataclasses import replace

from printkit.art.strokes import disc, polygon
from printkit.card_layout import Box, CardLayout, LayoutError, Suit
from printkit.draw.display_list import WHITE, Colour, Fill, Item, Path, Stroke, Text, mix, rounded
from printkit.face import suits
from printkit.type import fonts, text_measure, typesetting
from printkit.units import MM_PER_POINT
from rules.values.cards import Face

CODE_TEXT_MM = 18.0
"""What a code's characters need of the line they share with a translated card's first name."""
BESIDE_MM = 0.8
"""Between the text's last whole line and the second code's white field below it."""
TITLE = typesetting.Setting("title", "title", 13.5, 9.0, leading=1.04, most_lines=2, balanced=True)
BODY = typesetting.Setting("text", "text-bold", 9.6, 6.4, leading=1.16)
NOTE = typesetting.Setting("text-italic", "text-bold", 6.8, 6.0, leading=1.08, most_lines=2)


def heading(face: Face, layout: CardLayout, suit: Suit) -> list[Item]:
    """The name, the word for its kind, and the value in its medallion, if it has one."""
    ink = layout.colours["ink"]
    box, value = layout.boxes["title"], layout.boxes["value"]
    width = box.width if face.value else value.right - box.x
    setting = replace(TITLE, font=title_font(face.title))
    name = typesetting.fit(title_words(face), width, box.height, setting)
    top = box.top - (box.height - name.height_mm) * 0.35
    items = list(lines(name, (box.x, top), layout, ink))
    kind = layout.boxes["kind"]
    shown, size = typesetting.fit_line(face.kind.upper(), "label", kind.width, (6.6, 6.0))
    right = typesetting.starts_right(shown)
    at = kind.right if right else kind.x
    tone = mix(suit.colour, ink, 0.45)
    items.append(
        Text(at, kind.y + 0.4, text=shown, font="label", size_pt=size, colour=tone, anchor="end" if right else "start")
    )
    if face.value:
        items += medallion(face.value, layout, suit)
    if face.original:
        items += _first_name(face.original, layout)
    return items


def _first_name(name: str, layout: CardLayout) -> list[Item]:
    """The untranslated name, small, at the right end of the line the code's characters stand on."""
    box = layout.boxes["code_text"]
    width = box.width - CODE_TEXT_MM
    shown, size = typesetting.fit_line(name, "text-italic", width, (6.6, 5.0))
    ink = mix(layout.colours["ink"], layout.colours["paper"], 0.25)
    return [Text(box.right, box.y + 0.35, text=shown, font="text-italic", size_pt=size, colour=ink, anchor="end")]


def title_words(face: Face) -> str:
    """The name as it is set: on one line until it is broken, and never in bold."""
    return " ".join(face.title.replace("**", "").split()) or "—"


def title_font(title: str) -> str:
    """The face for names, or the one for texts where only that has the letters (Greek, Cyrillic)."""
    better = text_measure.missing(title, "title") and not text_measure.missing(title, "text-bold")
    return "text-bold" if better else "title"


def rules_text(face: Face, layout: CardLayout, suit: Suit, language: str) -> list[Item]:
    """The text in its box and the note below it; ``language`` is the one words are divided in."""
    box, small = layout.boxes["text"], layout.boxes["note"]
    ink = layout.colours["ink"]
    items: list[Item] = []
    second = layout.boxes.get("second")
    if face.note:
        note = typesetting.fit(face.note, small.width, small.height, replace(NOTE, most_lines=3) if second else NOTE)
        items += lines(note, (small.x, small.y + note.height_mm), layout, mix(ink, layout.colours["paper"], 0.22))
        low = small.y + note.height_mm + 0.6
    else:
        low = small.y + 0.5
    if face.text:
        room, setting, drop = box.top - low, replace(BODY, language=language), 2.2
        if second:
            # Lines beside the second code are shorter; which those are must not depend on where the text begins.
            beside = typesetting.Beside(box.top - second.top - BESIDE_MM, small.width)
            body, drop = (
                typesetting.fit(face.text, box.width, room, setting=setting, icons=icons(layout), beside=beside),
                0.0,
            )
        else:
            body = typesetting.fit(face.text, box.width, room, setting=setting, icons=icons(layout))
        top = box.top - min((room - body.height_mm) / 2, drop)
        items += lines(body, (box.x, top), layout, colour=ink, tone=mix(suit.colour, ink, 0.25))
    return items


def icons(layout: CardLayout) -> frozenset[str]:
    """The words in brackets that are icons in a text of this game."""
    return suits.icons(tuple((key, suit.glyph) for key, suit in layout.suits.items()))


def lines(
    block: typesetting.Block, at: tuple[float, float], layout: CardLayout, colour: Colour, tone: Colour | None = None
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
                items.append(
                    Text(
                        round(at_x, 3),
                        round(base, 3),
                        text=run.text,
                        font=run.font,
                        size_pt=block.size_pt,
                        colour=colour,
                    )
                )
            else:
                middle = (at_x + run.width_em * em / 2, base + 0.31 * em, 0.5 * em)
                items += suits.icon(run.text, layout, middle, tone or colour)
    return items


def stats(face: Face, layout: CardLayout) -> list[Item]:
    """Label and value pairs as dark plates, from the right end of the strip."""
    box, items, right = layout.boxes["stats"], list[Item](), layout.boxes["stats"].right
    ink = layout.colours["ink"]
    tone, bright = layout.suit(face.suit).colour, mix(layout.colours["brass"], WHITE, 0.4)
    for label, value in reversed(face.stats):
        words, number = text_measure.printable(label, "label"), text_measure.printable(value, "text-black")
        wide = text_measure.width_mm(words, "label", 6.0), text_measure.width_mm(number, "text-black", 12.0)
        width = wide[0] + wide[1] + 3.4
        if right - width < box.x:
            break  # a card of one's own with more figures than a strip holds
        plate = Box(right - width, box.y, width, box.height)
        items += [
            Fill(
                rounded(plate.x - 0.3, plate.y - 0.3, plate.width + 0.6, height_mm=plate.height + 0.6, radius_mm=1.5),
                layout.colours["paper"],
            ),
            Fill(rounded(plate.x, plate.y, plate.width, height_mm=plate.height, radius_mm=1.2), mix(tone, ink, 0.55)),
            Text(plate.x + 1.2, plate.y + box.height / 2 - 0.68, text=words, font="label", size_pt=6.0, colour=bright),
            Text(
                plate.right - 1.2,
                plate.y + box.height / 2 - 1.37,
                text=number,
                font="text-black",
                size_pt=12.0,
                colour=WHITE,
                anchor="end",
            ),
        ]
        right = plate.x - 1.2
    return items


# The medallion a value stands in


def medallion(value: str, layout: CardLayout, suit: Suit) -> list[Item]:
    """The value in its medallion. Raises LayoutError where there is no shape of that name."""
    box, dark, brass = layout.boxes["value"], suits.deep(suit, layout), layout.colours["brass"]
    x, y = box.middle
    radius = box.width / 2
    shape = layout.words["medallion"]
    if shape not in MEDALLIONS:
        raise LayoutError(
            f"{layout.game}.toml", "medallion", f'"{shape}" is not known; expected one of {", ".join(MEDALLIONS)}'
        )
    items: list[Item] = [
        Fill(medallion_outline(shape, x, y, radius), dark),
        Stroke(medallion_outline(shape, x, y, radius - 0.55), brass, 0.28),
    ]
    shown, size = typesetting.fit_line(value, "text-black", box.width - 2.6, (19.0, 8.0))
    middle = fonts.metrics("text-black").cap_height * size * MM_PER_POINT / 2
    items.append(Text(x, y - middle, text=shown, font="text-black", size_pt=size, colour=WHITE, anchor="middle"))
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
