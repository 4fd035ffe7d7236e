"""What all components are drawn with: a game's colours, its language, frames, plates, type and pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from printkit.art import strokes as s
from printkit.art.backdrops import Scene
from printkit.art.drawing_by_words import OWN, motif
from printkit.art.drawings import DRAWINGS
from printkit.art.engraving_plate import Inks, Plate
from printkit.art.glyphs import GLYPHS, placed
from printkit.art.scenes import seeded
from printkit.card_layout import Box, CardLayout, Suit
from printkit.card_layout.records import DrawnBox
from printkit.components.kit_file import Table
from printkit.draw.display_list import (
    WHITE,
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Op,
    Path,
    Shared,
    Stroke,
    Text,
    colour,
    mix,
    rectangle,
    rounded,
)
from printkit.face import own_boxes, suits
from printkit.type import fonts, text_measure, typesetting
from printkit.type.language import Language
from printkit.units import MM_PER_POINT
from rules.values.columns import nearest, shown

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Painter:
    """Draws for one game, in the colours of its face and in one language."""

    layout: CardLayout
    language: Language
    title: str

    @property
    def ink(self) -> Colour:
        return self.layout.colours["ink"]

    @property
    def paper(self) -> Colour:
        return self.layout.colours["paper"]

    @property
    def brass(self) -> Colour:
        return self.layout.colours["brass"]

    def say(self, english: str, **values: object) -> str:
        """The text in the language, this game's own words first."""
        return self.language.say(english, self.layout.game, **values)

    def dark(self, tone: Colour) -> Colour:
        """A tone as frames and plates have it."""
        return mix(tone, self.ink, 0.42)

    @property
    def signs(self) -> frozenset[str]:
        """Every word that can be drawn as a sign: glyphs, the face's own icons, and suits."""
        return frozenset((*GLYPHS, *self.layout.icons, *self.layout.suits))

    def line(
        self, words: str, at: tuple[float, float], font: str, size_pt: float, colour: Colour, anchor: Anchor = "start"
    ) -> Text:
        """One line on its baseline."""
        return Text(
            at[0],
            at[1],
            text=text_measure.printable(words, font),
            font=font,
            size_pt=size_pt,
            colour=colour,
            anchor=anchor,
        )

    def fitted(
        self, words: str, box: Box, font: str, sizes_pt: tuple[float, float], colour: Colour, anchor: Anchor = "middle"
    ) -> Text:
        """One line as large as the box allows, standing in its middle."""
        shown, size = typesetting.fit_line(words, font, box.width, sizes_pt)
        x = {"start": box.x, "middle": box.middle[0], "end": box.right}[anchor]
        drop = fonts.metrics(font).cap_height * size * MM_PER_POINT / 2
        return Text(
            round(x, 3),
            round(box.middle[1] - drop, 3),
            text=shown,
            font=font,
            size_pt=size,
            colour=colour,
            anchor=anchor,
        )

    def paragraph(
        self,
        markup: str,
        box: Box,
        setting: typesetting.Setting,
        colour: Colour,
        *,
        middle: bool = False,
    ) -> tuple[list[Item], float]:
        """Text with **bold** and icons from the top of the box: (items, height in mm). ``middle`` centres it."""
        icons = suits.icons(tuple((key, suit.glyph) for key, suit in self.layout.suits.items())) | {*self.layout.icons}
        block = typesetting.fit(markup, box.width, box.height, setting=setting, icons=icons)
        em = block.size_pt * MM_PER_POINT
        top = box.top - ((box.height - block.height_mm) / 2 if middle else 0.0)
        items: list[Item] = []
        for number, line in enumerate(block.lines):
            base = top - (0.78 + number * block.leading) * em
            start = box.x + block.start_em(number, middle=middle) * em
            for run in line:
                x = start + run.x_em * em
                if run.font:
                    items.append(
                        Text(
                            round(x, 3),
                            round(base, 3),
                            text=run.text,
                            font=run.font,
                            size_pt=block.size_pt,
                            colour=colour,
                        )
                    )
                else:
                    where = (x + run.width_em * em / 2, base + 0.31 * em, 0.5 * em)
                    items += suits.icon(run.text, self.layout, where, colour)
        return items, block.height_mm

    def glyph(self, name: str, x: float, y: float, radius: float, colour: Colour) -> Item:
        """A sign around (x, y), one of ``signs``, in one ink."""
        suit = self.layout.suits.get(name)
        if name not in self.layout.icons and (suit is None or name in GLYPHS):
            return Fill(placed(name, x, y, radius), colour, even_odd=True)
        if name in self.layout.icons:
            return Group(tuple(suits.icon(name, self.layout, (x, y, radius), colour)))
        assert suit is not None
        return Group(tuple(suits.sign(suit, (x, y, radius), colour, self.layout)))

    def roundel(self, name: str, x: float, y: float, radius: float, tone: Colour, *, petals: bool = True) -> list[Item]:
        """A glyph in the ring of leaves the card backs have."""
        dark = self.dark(tone)
        items: list[Item] = [Fill(Path(tuple(s.disc(x, y, radius))), dark)]
        inner = radius * 0.76
        if petals:
            ops = [
                op for k in range(28) for op in _petal(x, y, inner * 1.03, length=radius * 0.2, angle=s.TAU * k / 28)
            ]
            items.append(Fill(Path(tuple(ops)), mix(dark, self.brass, 0.7)))
            items.append(Fill(Path(tuple(s.disc(x, y, inner))), self.brass))
            items.append(Fill(Path(tuple(s.disc(x, y, inner - radius * 0.04))), dark))
        items.append(Stroke(Path(tuple(s.disc(x, y, inner * 0.9))), self.brass, max(0.14, radius * 0.014)))
        items.append(self.glyph(name, x, y, inner * 0.68, mix(self.brass, WHITE, 0.25)))
        return items

    def frame(self, width: float, height: float, tone: Colour, bleed: float, edge: float = 3.0) -> list[Item]:
        """The dark frame all cards have, around a parchment panel."""
        dark = self.dark(tone)
        panel = rounded(edge, edge, width - 2 * edge, height_mm=height - 2 * edge, radius_mm=0.6)
        line = rounded(edge - 0.8, edge - 0.8, width - 2 * edge + 1.6, height_mm=height - 2 * edge + 1.6, radius_mm=1.1)
        return [
            Fill(rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), dark),
            Stroke(line, mix(dark, self.brass, 0.75), 0.22),
            Fill(panel, self.paper),
        ]

    def plate(self, words: str, box: Box, tone: Colour, sizes_pt: tuple[float, float] = (9.0, 6.0)) -> list[Item]:
        """A dark plate with bright capitals, as wide as its words."""
        dark, shown = self.dark(tone), words.upper()
        size = typesetting.fit_line(shown, "label", box.width - 4, sizes_pt)[1]
        width = min(box.width, text_measure.width_mm(shown, "label", size) + 5)
        x = box.middle[0] - width / 2
        return [
            Fill(rounded(x, box.y, width, height_mm=box.height, radius_mm=box.height / 2.6), dark),
            Stroke(
                rounded(x + 0.5, box.y + 0.5, width - 1, height_mm=box.height - 1, radius_mm=box.height / 3.2),
                self.brass,
                0.14,
            ),
            self.fitted(shown, Box(x + 1.5, box.y, width - 3, box.height), "label", sizes_pt, WHITE),
        ]

    def picture(self, scene: Scene, suit: Suit, box: Box, *, scale: float = 1.0, pale: float = 0.0) -> Group:
        """A scene of the card art filling a box, its lines ``scale`` times as thick, ``pale`` towards the paper."""
        plate = self._plate(suit, Box(0, 0, box.width / scale, box.height / scale), pale)
        scene(plate, suit)
        frame = rectangle(0, 0, box.width / scale, box.height / scale)
        return Group(tuple(plate.items), box.x, box.y, scale=scale, clip=frame)

    def _plate(self, suit: Suit, box: Box, pale: float) -> Plate:
        tone, accent, sky = (mix(c, self.paper, pale) for c in (suit.colour, suit.accent, suit.sky))
        inks = Inks.of(tone, accent, sky, ink=mix(self.ink, self.paper, pale), paper=self.paper)
        p = Plate(box, inks, seeded("component", self.layout.game, suit.key, f"{box.width:.0f}x{box.height:.0f}"))
        x, y = p.at(0.5, 0.54)
        p.light = (x, y, min(13.0, box.height * 0.34))
        return p

    def strip(self, suit: Suit, box: Box) -> list[Item]:
        """The strip cards carry at their foot: the suit's pattern."""
        dark = self.dark(suit.colour)
        return [
            Fill(rectangle(box.x, box.y, box.width, box.height), mix(suit.colour, self.paper, 0.74)),
            Fill(rectangle(box.x, box.top - 0.25, box.width, 0.25), dark),
            Fill(suits.pattern(suit.pattern, box.inset(0.4), self.layout), mix(suit.colour, dark, 0.35)),
        ]

    def shared(self, name: str, items: Sequence[Item]) -> Drawing:
        """The items as one drawing of that name, in the file once."""
        # Parts are drawn once a process (kit.parts): a key that equals nothing else stands for this very drawing.
        return (Shared(f"{self.layout.game}-{self.language.code}-{name}", tuple(items), object()),)


def _petal(x: float, y: float, radius: float, length: float, angle: float) -> list[Op]:
    return s.leaf(x + radius * math.cos(angle), y + radius * math.sin(angle), angle, length=length, width=length * 0.55)


def suit_of(painter: Painter, table: Table, key: str = "tone", art: str = "") -> Suit:
    """The suit a key of a kit file names, or a plain one of the colour it gives; where it is missing the game's first.

    ``art`` is another world its pictures are set in. Raises LayoutError.
    """
    layout = painter.layout
    if not table.has(key):
        suit = next(iter(layout.suits.values()))
    else:
        word = table.word(key)
        found = layout.suits.get(word, layout.suits.get(word.strip().casefold()))
        suit = found or _plain(table, key, layout)
    return replace(suit, art=art) if art else suit


def _plain(table: Table, key: str, layout: CardLayout) -> Suit:
    """A suit of a colour: the colour of a back, a name in the face, or #rrggbb."""
    word, first = table.word(key), next(iter(layout.suits.values()))
    try:
        back = layout.backs.get(word)
        tone = back.colour if back else layout.colours[word] if word in layout.colours else colour(word)
    except ValueError:
        known = (*layout.suits, *layout.backs)
        cure = f"{shown(word)} is no suit and no colour; {nearest(word, known)} Or write a colour, as #2C6190"
        raise table.wrong(key, cure) from None
    sky = mix(tone, WHITE, 0.8)
    return replace(first, key=f"tone {word}", word="", colour=tone, accent=mix(tone, WHITE, 0.45), sky=sky, sign=None)


def sign_of(painter: Painter, table: Table, key: str = "sign", default: str | None = None) -> str:
    """The glyph, icon or suit a key names. Raises LayoutError naming the nearest."""
    word = table.word(key, default)
    known = painter.signs
    if word not in known:
        raise table.wrong(
            key, f"{shown(word)} is no sign; {nearest(word, tuple(sorted(known)))} All are in docs/card-faces.md"
        )
    return word


def shown_scene(
    painter: Painter, table: Table, suit: Suit, box: Box, how: tuple[float, float] = (1.0, 0.0)
) -> list[Item]:
    """What fills a box: the ``picture`` a table names, else its ``scene`` of the card art with (scale, pale)."""
    art = table.picture()
    if art is not None:
        for key in ("scene", "scale", "pale"):
            if table.has(key):
                raise table.wrong(key, "is for our own drawings, and there is a picture; leave one of the two out")
        return own_boxes.placed(art, DrawnBox("picture", box, bleed=False), box)
    return [painter.picture(named_scene(table.word("scene", ""), suit), suit, box, scale=how[0], pale=how[1])]


def named_scene(name: str, suit: Suit) -> Scene:
    """The scene a motif word asks for, as a card of that name would get it; else the suit's first own."""
    return DRAWINGS[name if name in DRAWINGS else motif(name.replace("_", " "), suit.art) or OWN[suit.art][0]]
