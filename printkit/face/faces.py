"""A card's front and back as display lists: the contract of everything that prints or shows a card.

``front`` and ``back`` are pure functions of the card, its layout and a style. Origin is the lower left corner of the
trimmed card; frames and backs run out into the bleed on all sides. All copies of a card share one drawing and differ in
the code alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from printkit.art import art_ways, back_ornaments, scenes
from printkit.card_layout import resizing
from printkit.card_layout.box_reading import COLUMN
from printkit.card_layout.reading import find_layout
from printkit.card_layout.records import Art, Box, CardLayout, DrawnBox, Suit
from printkit.draw import ink_saving
from printkit.draw.display_list import (
    Drawing,
    Fill,
    Group,
    Item,
    Shared,
    Symbol,
    Text,
    mix,
    rectangle,
    rounded,
)
from printkit.draw.ink_saving import DARK, Ink
from printkit.draw.svg import drawing_svg
from printkit.face import art_window, grounds, lettering, own_boxes, suits
from printkit.type import text_measure, typesetting
from rules import games
from rules.values.cards import Card, Face
from rules.values.code import CardCode, symbol
from rules.values.own_deck import SUIT_WORD

QUIET_MODULES = 4


@dataclass(frozen=True, slots=True)
class Style:
    """How faces are printed, beyond the layout: in which ink, in which language words are divided, with which codes."""

    ink: Ink = "full"
    language: str = "en"
    second_code: bool = False
    """Whether the opposite corner bears a code too, upside down, for cards held in a fan."""
    eco_back: bool = False
    """Whether backs are drawn in lines, dark only behind the codes."""
    back_title: str = ""
    """What backs are called after: decks of one's own carry their titles."""
    size_mm: tuple[float, float] | None = None
    """The card's size where it is not the one the face was made for."""


PLAIN_STYLE = Style()


def layout_of(game: str, style: Style = PLAIN_STYLE) -> CardLayout:
    """The game's face, of the style's size, with room for a second code where it has one.

    Raises LayoutError as ``find_layout``.
    """
    layout = find_layout(game)
    if style.ink == "low":
        layout = layout.in_low_ink
    if style.size_mm is not None:
        layout = resizing.resized(layout, style.size_mm)
    return layout.with_second if style.second_code else layout


def laid_out(card: Card, face: Face, style: Style = PLAIN_STYLE) -> CardLayout:
    """The face as this card has it: its variant, and the picture lower where the text is long."""
    layout = layout_of(card.game, style)
    face = told(card, face)
    if layout.variants:
        layout = own_boxes.variant_of(layout, own_boxes.cells_of(card, face))
    return lettering.grown(layout, face, style.language)


def told(card: Card, face: Face) -> Face:
    """The face as it is printed: with the signs of suits where its text and note name them (``[suit:moon]``), and on
    playing cards with a rank."""
    if face.stats and not face.value:
        face = replace(face, value=_rank(face, find_layout(card.game)))
    if "[" not in face.text and "[" not in face.note:
        return face
    layout, words = find_layout(card.game), dict(face.suit_words)
    text, note = (suits.referring(one, layout, words) for one in (face.text, face.note))
    return face if (text, note) == (face.text, face.note) else replace(face, text=text, note=note)


def size_mm(game: str, style: Style = PLAIN_STYLE) -> tuple[float, float]:
    """Width and height of the game's trimmed card. Raises LayoutError for a game without a face."""
    return style.size_mm or find_layout(game).size_mm


def front(card: Card, code: CardCode | None, style: Style = PLAIN_STYLE) -> Drawing:
    """The front of one paper card. Without a code the white field stays empty.

    Raises LayoutError where the layout lacks the card's suit or cannot hold the symbol.
    """
    return front_of(card, games.spec(card.game).face(card), code, style)


def front_of(card: Card, face: Face, code: CardCode | None, style: Style = PLAIN_STYLE) -> Drawing:
    """As ``front``, for a face already at hand."""
    layout = layout_of(card.game, style)
    face = told(card, face)
    body = ink_saving.restyled(_body(card, face, layout, style), style.ink)
    return body if code is None else (*body, *_code(layout, str(code)))


def back(game: str, back: str, style: Style = PLAIN_STYLE) -> Drawing:
    """One of the game's uniform backs: the same upside down, and dark behind the code of the front."""
    layout = layout_of(game, replace(style, second_code=False, ink="full"))
    ink: Ink = "low" if style.eco_back and style.ink == "full" else style.ink
    drawing = ink_saving.restyled(_back(layout, back), ink)
    if style.back_title and layout.back(back).picture is None:
        drawing = (*drawing, *ink_saving.restyled(_titles(layout, back, style.back_title), ink))
    pictured = layout.back(back).picture is not None
    return (*drawing, _patches(layout)) if ink == "low" or pictured else drawing


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
def _back(layout: CardLayout, key: str) -> Drawing:
    look = layout.back(key)
    name = f"back-{layout.game}-{key}"
    if look.picture is not None:
        return (Shared(name, _pictured_back(layout, look.picture), (name, layout)),)
    back_ornaments.check(layout, look)
    looks = (look, layout.size_mm, layout.numbers["bleed_mm"], layout.dark, layout.light)
    return (Shared(name, lambda: back_ornaments.ornament(layout, look), _digest("back", looks)),)


@lru_cache(maxsize=64)
def _titles(layout: CardLayout, back: str, title: str) -> Drawing:
    """The deck's title on a plate above the middle, and once more upside down."""
    look, (width, height) = layout.back(back), layout.size_mm
    shown, size = typesetting.fit_line(title, layout.font("title"), width - 26.0, (9.0, 6.0))
    wide = text_measure.width_mm(shown, layout.font("title"), size) + 4.0
    x, y = width / 2, height / 2 + min(31.0, height / 2 - 12.0)
    dark = mix(look.colour, layout.dark, 0.5)
    plate = (
        Fill(rounded(x - wide / 2, y - 2.2, wide, height_mm=4.4, radius_mm=1.2), dark),
        Text(x, y - 1.0, text=shown, font=layout.font("title"), size_pt=size, colour=look.accent, anchor="middle"),
    )
    return (*plate, Group(plate, width, height, 180.0))


def _pictured_back(layout: CardLayout, picture: Art) -> Drawing:
    """A picture of one's own over the whole back and its bleed."""
    (width, height), bleed = layout.size_mm, layout.numbers["bleed_mm"]
    at = Box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    ground = Fill(rectangle(at.x, at.y, at.width, at.height), layout.dark)
    return (ground, *own_boxes.placed(picture, DrawnBox("back", at, bleed=True), at))


def code_field(layout: CardLayout, modules: int) -> tuple[float, float, float]:
    """(x, y, side) of the symbol in mm, centred in its white field. Raises LayoutError where the field is too small."""
    box, module = layout.boxes["code"], layout.numbers["module_mm"]
    side = modules * module
    if side + 2 * QUIET_MODULES * module > min(box.width, box.height) + 1e-6:
        need = side + 2 * QUIET_MODULES * module
        raise layout.wrong("box.code", f"must be {need:g} mm wide and high for its code")
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


def suit_of(card: Card, face: Face, layout: CardLayout) -> Suit:
    """The card's suit: by the column the face names, or the card's own word for it, else as its game says."""
    cells = own_boxes.cells_of(card, face) if layout.suit_column else {}
    for word in (cells.get(layout.suit_column, ""), card.fields.get(SUIT_WORD, ""), card.fields.get("suit", "")):
        found = layout.suits.get(str(word).strip().casefold()) if word else None
        if found is not None:
            return found
    return layout.suit(face.suit)


def _kind(card: Card, face: Face, suit: Suit, layout: CardLayout) -> str:
    """The word for its kind. Where a table of suits names the card's suit, that name stands for the suit's own word,
    or where no other word does."""
    cells = own_boxes.cells_of(card, face)
    asked = {str(word).strip().casefold() for word in (cells.get(layout.suit_column, ""), suit.key, face.suit)}
    return suit.word if suit.row[0] and (not face.kind or face.kind.strip().casefold() in asked) else face.kind


@lru_cache(maxsize=512)
def _body(card: Card, face: Face, layout: CardLayout, style: Style) -> Drawing:
    """Everything copies share, as one shared drawing named after what is on it."""
    language = style.language
    mark = _digest("face", (card, face, language))[:10] + _two(layout) + _size(layout)
    key = ("face", card, face, layout, language)
    return (Shared(f"face-{card.game}-{card.id}-{mark}", tuple(_whole(card, face, layout, language)), key),)


def _whole(card: Card, face: Face, layout: CardLayout, language: str) -> Iterator[Item]:
    """A card's face in drawing order: grounds and pictures, the art in its window, words, the code's field."""
    cells = own_boxes.cells_of(card, face) if layout.drawn or layout.variants else {}
    layout = lettering.grown(own_boxes.variant_of(layout, cells), face, language)
    suit = suit_of(card, face, layout)
    face = replace(face, suit=suit.key, kind=_kind(card, face, suit, layout))
    boxes = own_boxes.shown(layout, cells)
    yield grounds.ground(layout, suit, strip_end(face, layout))
    for box in boxes:
        if box.pictured:
            yield from own_boxes.draw(box, cells, layout, suit, language)
    if layout.whole:
        yield from grounds.plates(layout, face.kind)
    if layout.shows("art"):
        yield from _art(card, face, layout, suit)
    yield from lettering.heading(face, layout, suit)
    yield from lettering.rules_text(face, layout, suit, language)
    if layout.shows("stats"):
        yield from lettering.stats(face, layout)
    for box in boxes:
        if not box.pictured:
            yield from own_boxes.draw(box, cells, layout, suit, language)
    yield from lettering.hand_index(_hand_value(face, layout, cells), layout, suit, slim=bool(face.tracks))
    if layout.whole:
        yield from grounds.code_fields(layout)


def _rank(face: Face, layout: CardLayout) -> str:
    """The card's value; on playing cards, which have no room for figures, its first figure where it has none."""
    first = face.stats[0][1] if face.stats and layout.words["art"] == "pips" and not layout.shows("stats") else ""
    return face.value or first


def _hand_value(face: Face, layout: CardLayout, cells: dict[str, str]) -> str:
    """The value a hand shows: that of the box ``value``, wherever the face has it from."""
    own = next((box for box in layout.drawn if box.name == "value"), None)
    columns = COLUMN.findall(own.words) if own else []
    return cells.get(columns[0], "") if columns else face.value


def strip_end(face: Face, layout: CardLayout) -> float:
    """Where the strip's pattern ends: before the card's figures."""
    found = lettering.plates(face.stats, layout) if layout.shows("stats") else ()
    return found[-1].box.x if found else layout.boxes["strip"].right


def _size(layout: CardLayout) -> str:
    """What the names of drawings say of a card that is not of the usual size."""
    return "" if layout.size_mm == (63.0, 88.0) else f"-{layout.size_mm[0]:g}x{layout.size_mm[1]:g}"


def _two(layout: CardLayout) -> str:
    """What the names of drawings say of a face with two codes."""
    return "-two" if "second" in layout.boxes else ""


def _digest(kind: str, what: object) -> str:
    """A name for a drawing that depends on nothing but ``what``: the same in every process."""
    return f"{kind}-{hashlib.sha256(repr(what).encode()).hexdigest()[:24]}"


def art(card: Card) -> tuple[Drawing, Box]:
    """What is seen in the window of a card's front, without the window's frame, and where on the face that is.

    Raises LayoutError as ``front``.
    """
    face = told(card, games.spec(card.game).face(card))
    layout = layout_of(card.game)
    cells = own_boxes.cells_of(card, face) if layout.drawn or layout.variants else {}
    layout = own_boxes.variant_of(layout, cells)
    suit = suit_of(card, face, layout)
    if not layout.whole:
        return _picture(card, face, layout, suit), layout.boxes["art"]
    boxes = (box for box in own_boxes.shown(layout, cells) if box.pictured)
    seen = (item for box in boxes for item in own_boxes.draw(box, cells, layout, suit, PLAIN_STYLE.language))
    width, height = layout.size_mm
    return tuple(seen), Box(0.0, height * 0.2, width, height * 0.55)


def _art(card: Card, face: Face, layout: CardLayout, suit: Suit) -> list[Item]:
    picture, dark = _picture(card, face, layout, suit), suits.deep(suit, layout)
    if face.tracks:
        return [*picture, *art_window.rails(layout.boxes["art"], layout, dark)]
    if layout.words["art"] == "pips":
        return [*picture]
    return art_window.framed(picture, layout, dark)


def _picture(card: Card, face: Face, layout: CardLayout, suit: Suit) -> Drawing:
    box = layout.boxes["art"]
    if face.tracks:
        beside = lettering.SLIM_MM + 0.6 if layout.shows("index") else 0.0
        return tuple(art_window.tracks(face.tracks, box, layout, suit, (beside, beside)))
    if face.picture:
        return art_window.own_picture(face.picture, box, suit)
    if layout.words["art"] == "pips":
        return tuple(art_window.pips(face.value, box, layout, suit))
    scenes.check(suit, layout)
    inks = (layout.dark, layout.light)
    number = (card.code,) if scenes.by_number(card) else ()
    sign = () if suit.sign is None else (suit.sign.name, suit.sign.mark)
    plain = replace(suit, sign=None)
    how = layout.words["art"]
    words = (card.game, card.id, card.name, face.original_kind or face.kind, plain, box, inks, how, *sign, *number)
    # The name stands in the file and says which card it is; the key says what is drawn as well.
    name, key = _digest("art", words), _digest("art", (*words, card.drawing))
    return (Shared(name, lambda: art_ways.drawn(scenes.picture(card, face, suit, layout), layout, suit), key),)


# For screens


def card_svg(game: str, card_id: str, code: CardCode | None = None) -> str:
    """The front of a card. Raises KeyError for a game or card nobody has."""
    card = games.deck(game).by_id[card_id]
    return _svg(card, games.spec(game).face(card), find_layout(game), code)


@lru_cache(maxsize=512)
def _svg(card: Card, face: Face, layout: CardLayout, code: CardCode | None) -> str:
    # Face and layout are part of the key: a folder's game may change while the server runs.
    return drawing_svg(front_of(card, face, code), layout.size_mm, card.name)
