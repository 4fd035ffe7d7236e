"""A card's front and back as display lists: the contract of everything that prints or shows a card.

``front`` and ``back`` are pure functions of the card, its layout and a style. Origin is the lower left corner of the
trimmed card; frames and backs run out into the bleed on all sides. All copies of a card share one drawing and differ in
the code alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from printkit.art import back_ornaments, scenes
from printkit.art.glyphs import placed
from printkit.art.strokes import disc
from printkit.card_layout import Box, CardLayout, LayoutError, Suit, find_layout
from printkit.draw import ink_saving
from printkit.draw.display_list import (
    WHITE,
    Drawing,
    Fill,
    Group,
    Item,
    Path,
    Shared,
    Stroke,
    Symbol,
    Text,
    mix,
    rectangle,
    rounded,
)
from printkit.draw.ink_saving import DARK, Ink
from printkit.draw.svg import drawing_svg
from printkit.face import art_window, lettering, suits
from printkit.type import typesetting
from rules import games
from rules.values.cards import Card, Face
from rules.values.code import CardCode, symbol

QUIET_MODULES = 4


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
    body = ink_saving.restyled(_body(card, face, layout, style.language), style.ink)
    return body if code is None else (*body, *_code(layout, str(code)))


def back(game: str, back: str, style: Style = PLAIN_STYLE) -> Drawing:
    """One of the game's uniform backs: the same upside down, and dark behind the code of the front."""
    drawing = ink_saving.restyled(_back(game, back), style.ink)
    return drawing if style.ink != "low" else (*drawing, _patches(find_layout(game)))


PATCH_MM = 1.4
"""How far the dark behind a code reaches past it: a back lies up to a millimetre off."""


@lru_cache(maxsize=64)
def _patches(layout: CardLayout) -> Shared:
    """Dark where the code of the front lies behind, and once more upside down: thin paper shines through."""
    x, y, side = code_field(layout, 21)
    width, height = layout.size_mm
    patch = Fill(
        rounded(
            width - x - side - PATCH_MM, y - PATCH_MM, side + 2 * PATCH_MM, height_mm=side + 2 * PATCH_MM, radius_mm=1.0
        ),
        DARK,
    )
    return Shared(f"patches-{layout.game}", (patch, Group((patch,), width, height, 180.0)))


@lru_cache(maxsize=64)
def _back(game: str, key: str) -> Drawing:
    layout = find_layout(game)
    look = layout.back(key)
    back_ornaments.check(layout, look)
    looks = (look, layout.size_mm, layout.numbers["bleed_mm"], layout.colours["ink"], layout.colours["paper"])
    return (Shared(f"back-{game}-{key}", lambda: back_ornaments.ornament(layout, look), _digest("back", looks)),)


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
    shown, size = typesetting.fit_line(grouped(code), "code", box.width, (6.4, 5.5))
    ink = mix(layout.colours["ink"], layout.colours["paper"], 0.2)
    items = (Symbol(code, x, y, module), Text(box.x, box.y + 0.35, text=shown, font="code", size_pt=size, colour=ink))
    if "second" not in layout.boxes:
        return items
    return (*items, Group((Symbol(code, x, y, module, second=True),), *layout.size_mm, angle_deg=180.0))


def grouped(code: str) -> str:
    """A code's characters as they are printed beside it, to be typed: ``1FT 01F 03A2``."""
    return f"{code[:3]} {code[3:6]} {code[6:]}"


REVISION_PT = 4.0
"""Small on purpose: for whoever sorts two prints of a deck, not for players."""


def revision(game: str, number: int, style: Style = PLAIN_STYLE) -> Drawing:
    """The deck's revision, as ``r3``, upright beside the text, where no line of it reaches."""
    layout = layout_of(game, style)
    frame, second = layout.boxes["frame"], layout.boxes.get("second")
    low = second.top + 0.5 if second else layout.boxes["note"].y + 0.3
    ink = mix(layout.colours["ink"], layout.colours["paper"], 0.3)
    mark = Group(
        (Text(0, 0, text=f"r{number}", font="code", size_pt=REVISION_PT, colour=ink),), frame.right - 0.7, low, 90.0
    )
    return ink_saving.restyled((mark,), style.ink)


@lru_cache(maxsize=512)
def _body(card: Card, face: Face, layout: CardLayout, language: str) -> Drawing:
    """Everything copies share, as one shared drawing named after what is on it."""
    suit = layout.suit(face.suit)
    items: list[Item] = [_ground(layout, suit)]
    items += _art(card, face, layout, suit)
    items += lettering.heading(face, layout, suit)
    items += lettering.rules_text(face, layout, suit, language)
    items += lettering.stats(face, layout)
    mark = _digest("face", (card, face, language))[:10] + _two(layout)
    return (Shared(f"face-{card.game}-{card.id}-{mark}", tuple(items), ("face", card, face, layout, language)),)


def _two(layout: CardLayout) -> str:
    """What the names of drawings say of a face with two codes."""
    return "-two" if "second" in layout.boxes else ""


def _digest(kind: str, what: object) -> str:
    """A name for a drawing that depends on nothing but ``what``: the same in every process."""
    return f"{kind}-{hashlib.sha256(repr(what).encode()).hexdigest()[:24]}"


@lru_cache(maxsize=128)
def _ground(layout: CardLayout, suit: Suit) -> Shared:
    """Frame, panel, code field, strip: the same on every card of a suit."""
    width, height = layout.size_mm
    bleed = layout.numbers["bleed_mm"]
    paper, brass = layout.colours["paper"], layout.colours["brass"]
    panel, field, strip = layout.boxes["frame"], layout.boxes["code"], layout.boxes["strip"]
    dark = suits.deep(suit, layout)
    items: list[Item] = [
        Fill(rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), dark),
        Stroke(
            rounded(panel.x - 0.7, panel.y - 0.7, panel.width + 1.4, height_mm=panel.height + 1.4, radius_mm=0.9),
            mix(dark, brass, 0.75),
            0.2,
        ),
        Fill(rounded(panel.x, panel.y, panel.width, height_mm=panel.height, radius_mm=0.35), paper),
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


def art(card: Card) -> tuple[Drawing, Box]:
    """What is seen in the window of a card's front, without the window's frame, and where on the face that is.

    Raises LayoutError as ``front``.
    """
    layout, face = layout_of(card.game), games.spec(card.game).face(card)
    return _picture(card, face, layout, layout.suit(face.suit)), layout.boxes["art"]


def _art(card: Card, face: Face, layout: CardLayout, suit: Suit) -> list[Item]:
    picture, dark = _picture(card, face, layout, suit), suits.deep(suit, layout)
    if face.tracks:
        return [*picture, *art_window.rails(layout.boxes["art"], layout, dark)]
    return art_window.framed(picture, layout, dark)


def _picture(card: Card, face: Face, layout: CardLayout, suit: Suit) -> Drawing:
    box = layout.boxes["art"]
    if face.tracks:
        return tuple(art_window.tracks(face.tracks, box, layout, suit))
    if face.picture:
        return art_window.own_picture(face.picture, box, suit)
    scenes.check(suit, layout)
    inks = (layout.colours["ink"], layout.colours["paper"])
    number = (card.code,) if scenes.by_number(card) else ()
    words = (card.game, card.id, card.name, face.original_kind or face.kind, suit, box, inks, *number)
    # The name stands in the file and says which card it is; the key says what is drawn as well.
    name, key = _digest("art", words), _digest("art", (*words, card.drawing))
    return (Shared(name, lambda: scenes.picture(card, face, suit, layout), key),)


# For screens


@lru_cache(maxsize=512)
def card_svg(game: str, card_id: str, code: CardCode | None = None) -> str:
    """The front of a card. Raises KeyError for a game or card nobody has."""
    card = games.deck(game).by_id[card_id]
    return drawing_svg(front(card, code), size_mm(game), card.name)
