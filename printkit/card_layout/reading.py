"""A face's file as a layout: ours by the game's name, and those that came with a game or a table of one's own.

A file may say ``extends`` and then holds only what differs: ours from ``family``, one's own from a ready look
(``templates/looks``) or from a file beside it.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import templates
from printkit.card_layout import resizing
from printkit.card_layout.box_reading import (
    BOXES,
    FIXED,
    OUR_FAMILIES,
    check_drawn,
    drawn_boxes,
    families,
    only,
    roles,
    styles,
)
from printkit.card_layout.files import Files
from printkit.card_layout.records import Art, BackLook, Box, CardLayout, Suit, Vector
from printkit.card_layout.suit_table import read_suits
from printkit.card_layout.tables import LOOKS, OURS, Reader, merged, parse
from printkit.print_refusal import LayoutError
from rules import games
from rules.values.own_deck import GAME as OWN

NUMBERS = ("module_mm", "bleed_mm", "safe_mm")
WORDS = ("medallion", "window")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "texture": ("none", "parchment", "grain", "grid"),
    "frame": ("ours", "none"),
    "art": ("engraved", "shapes", "silhouette", "bold", "wire", "pips"),
}
"""What else is said by one word, and those there are, the usual one first."""
COLOURS = ("paper", "ink", "brass")
TABLES = ("box", "second", "suit", "back", "colour", "font", "style", "icons", "variant")
KNOWN = ("title", "size_mm", "suits", "suit_column", *NUMBERS, *WORDS, *CHOICES, *COLOURS, *TABLES)
MOST_VARIANTS = 24
_brought: dict[str, CardLayout] = {}


def names() -> tuple[str, ...]:
    """The games a face is described for, alphabetically."""
    return tuple(
        n.removesuffix(".toml") for n in templates.names("cards") if n.endswith(".toml") and n != "family.toml"
    )


def looks() -> tuple[str, ...]:
    """The ready looks, alphabetically."""
    return tuple(n.removesuffix(".toml") for n in templates.names("looks") if n.endswith(".toml"))


def bring(game: str, layout: CardLayout) -> None:
    """Have a game's cards drawn on this face from now on: a game out of a folder, or a table of one's own ("own")."""
    _brought[game] = layout


def forget(game: str) -> None:
    """Draw a game's cards as without a face of its own."""
    _brought.pop(game, None)


def find_layout(game: str) -> CardLayout:
    """The face of a game's cards; games brought from elsewhere share that of cards of one's own, or bring theirs.

    Raises LayoutError where the file is missing or cannot be used.
    """
    return _brought[game] if game in _brought else _ours(game, games.brought(game))


@cache
def _ours(game: str, brought: bool) -> CardLayout:  # part of the key
    return read_layout(_text(f"{OWN if brought else game}.toml"), game)


def read_layout(text: str, game: str) -> CardLayout:
    """A layout of ours from TOML text. Raises LayoutError(file, key, cure) for the first thing that cannot be used."""
    file = f"{game}.toml"
    table = parse(text, file)
    base = table.pop("extends", None)
    if base is not None:
        if base != "family":
            raise LayoutError(file, "extends", f'expected "family", not "{base}"')
        table = merged(parse(_text("family.toml"), "family.toml"), table)
    return read_tables(Reader(file, table), game, Files(None))


def family() -> dict[str, Any]:
    """What all faces share, with the suits and backs of cards of one's own."""
    own = parse(_text("own.toml"), "own.toml")
    own.pop("extends", None)
    return merged(parse(_text("family.toml"), "family.toml"), own)


def look_text(name: str) -> str:
    """A ready look's file. Raises KeyError where there is none of that name."""
    if name not in looks():
        raise KeyError(name)
    return templates.text("looks", f"{name}.toml")


def read_tables(reader: Reader, game: str, files: Files) -> CardLayout:
    """A layout from tables that are put together. Raises LayoutError."""
    table = reader.table
    reader.only(table, KNOWN)
    size = reader.size()
    _check_size(reader, size)
    numbers = {key: reader.number(table, key) for key in NUMBERS}
    colours = {key: reader.colour(table, key, key) for key in COLOURS}
    for name, value in reader.section("colour").items():
        colours[name] = reader.as_colour(value, f"colour.{name}")
    fonts, notes = families(reader, files)
    known_styles = styles(reader, fonts, colours)
    bleed_mm = numbers["bleed_mm"]
    bleed = Box(-bleed_mm, -bleed_mm, size[0] + 2 * bleed_mm, size[1] + 2 * bleed_mm)
    drawn = drawn_boxes(reader, files, known_styles, colours, bleed)
    icons, icon_colour = _icons(reader, files, colours)
    boxes, hidden = _boxes(reader, size, {box.name: box.at for box in drawn})
    layout = CardLayout(
        game,
        reader.word(table, "title", "title"),
        size_mm=size,
        numbers=MappingProxyType(numbers),
        words=MappingProxyType(
            {
                **{key: reader.word(table, key, key) for key in WORDS},
                **{key: reader.choice(table, key, key, words, words[0]) for key, words in CHOICES.items()},
            }
        ),
        colours=MappingProxyType(colours),
        boxes=MappingProxyType(boxes),
        second=MappingProxyType({key: reader.box(key, "second") for key in BOXES if key in reader.section("second")}),
        suits=MappingProxyType(_suits(reader, files, icons)),
        backs=MappingProxyType({key: _back(reader, files, key) for key in reader.section("back")}),
        file=reader.file if reader.folder != OURS else "",
        hidden=hidden,
        drawn=drawn,
        styles=MappingProxyType(known_styles),
        fonts=MappingProxyType(roles(fonts)),
        icons=MappingProxyType(icons),
        icon_colour=icon_colour,
        suit_column=reader.word(table, "suit_column", "suit_column", "").casefold(),
        notes=notes,
    )
    _check_boxes(layout, reader)
    _check_second(layout, reader)
    check_drawn(layout, reader)
    return replace(layout, variants=_variants(reader, game, files))


def _check_size(reader: Reader, size: tuple[float, float]) -> None:
    least, most = resizing.LEAST_MM, resizing.MOST_MM
    if not (least[0] <= size[0] <= most[0] and least[1] <= size[1] <= most[1]):
        text = f"a card is {least[0]:g} × {least[1]:g} to {most[0]:g} × {most[1]:g} mm"
        reader.fault("size_mm", f"{text}; choose a size between")


def _boxes(reader: Reader, size: tuple[float, float], drawn: dict[str, Box]) -> tuple[dict[str, Box], frozenset[str]]:
    """Our boxes where this face has them, and those of ours it leaves out or draws itself."""
    said = reader.section("box")
    hidden = {name for name in said if isinstance(said[name], dict) and name in BOXES}
    for name, value in said.items():
        if isinstance(value, dict):
            continue
        if name not in BOXES:
            close = difflib.get_close_matches(name, BOXES, n=1)
            cure = f"did you mean {close[0]}?" if close else "a box of one's own is a table, with column = or picture ="
            reader.fault(f"box.{name}", f"is no box of ours; {cure}")
        if value == "none":
            if name in (*FIXED, "frame", "title") and not (name == "title" and "title" in drawn):
                reader.fault(f"box.{name}", "is on every card; leave it out of the file")
            hidden.add(name)
    ours = {name: Box(*value) for name, value in _family_boxes().items()}
    base = resizing.resized_boxes(ours, _family_size(), size)
    found: dict[str, Box] = {}
    for name in BOXES:
        value = said.get(name)
        if name in drawn:
            found[name] = drawn[name]
        elif value == "none" or (isinstance(value, list) and value == _family_boxes()[name] and base[name]):
            found[name] = base[name]
        else:
            found[name] = reader.box(name)
    if reader.folder != OURS and found["code"] != base["code"]:
        reader.fault(
            "box.code", "has its place on every card, so that cards printed before keep scanning; leave it out"
        )
    return found, frozenset(hidden)


@cache
def _family() -> dict[str, Any]:
    return parse(_text("family.toml"), "family.toml")


def _family_boxes() -> dict[str, list[float]]:
    found: dict[str, list[float]] = _family()["box"]
    return found


def _family_size() -> tuple[float, float]:
    width, height = _family()["size_mm"]
    return float(width), float(height)


def _icons(reader: Reader, files: Files, colours: Mapping[str, object]) -> tuple[dict[str, Vector], str]:
    table = reader.section("icons")
    reader.only(table, ("folder", "colour"), "icons")
    name = reader.word(table, "colour", "icons.colour", "suit")
    if name not in ("suit", "own", "white") and name not in colours:
        reader.fault("icons.colour", f'"{name}" is no colour; expected suit, own, or one of {", ".join(colours)}')
    try:
        return files.icons(reader.word(table, "folder", "icons.folder", "icons")), name
    except ValueError as error:
        reader.fault("icons.folder" if "folder" in table else "icons", str(error))


def _suits(reader: Reader, files: Files, icons: Mapping[str, Vector]) -> dict[str, Suit]:
    """The suits of the file, and over them those of its table of suits."""
    found = {key: _suit(reader, files, key) for key in reader.section("suit")}
    if "suits" in reader.table:
        name = reader.word(reader.table, "suits", "suits")
        try:
            found |= read_suits(files, name, icons)
        except ValueError as error:
            if isinstance(error, LayoutError):
                raise
            reader.fault("suits", str(error))
    return found


def _suit(reader: Reader, files: Files, key: str) -> Suit:
    table, place = reader.named("suit", key), f"suit.{key}"
    glyph = reader.word(table, "glyph", f"{place}.glyph")
    sign: Vector | None = None
    if glyph.lower().endswith(".svg"):
        try:
            sign, glyph = files.vector(glyph), "spark"
        except ValueError as error:
            reader.fault(f"{place}.glyph", str(error))
    return Suit(
        key,
        reader.word(table, "word", f"{place}.word"),
        colour=reader.colour(table, "colour", f"{place}.colour"),
        accent=reader.colour(table, "accent", f"{place}.accent"),
        sky=reader.colour(table, "sky", f"{place}.sky"),
        pattern=reader.word(table, "pattern", f"{place}.pattern"),
        glyph=glyph,
        art=reader.word(table, "art", f"{place}.art"),
        sign=sign,
    )


def _back(reader: Reader, files: Files, key: str) -> BackLook:
    table, place = reader.named("back", key), f"back.{key}"
    picture: Art | None = None
    if "picture" in table:
        try:
            picture = files.picture(reader.word(table, "picture", f"{place}.picture"))
        except ValueError as error:
            reader.fault(f"{place}.picture", str(error))
    usual = {"colour": "#2F3E5C", "accent": "#D9B46A", "ornament": "rays", "glyph": "spark"} if picture else {}
    table = {**usual, **table}
    return BackLook(
        key,
        reader.word(table, "word", f"{place}.word", "" if reader.folder != OURS else None),
        colour=reader.colour(table, "colour", f"{place}.colour"),
        accent=reader.colour(table, "accent", f"{place}.accent"),
        ornament=reader.word(table, "ornament", f"{place}.ornament"),
        glyph=reader.word(table, "glyph", f"{place}.glyph"),
        picture=picture,
    )


def _variants(reader: Reader, game: str, files: Files) -> tuple[tuple[Any, CardLayout], ...]:
    """Each variant as the whole layout it makes, with where it holds."""
    found = []
    section = reader.section("variant")
    if len(section) > MOST_VARIANTS:
        reader.fault("variant", f"there are {len(section)} of them; {MOST_VARIANTS} are the most")
    for name in section:
        own = dict(reader.named("variant", name))
        place = f"variant.{name}"
        asked = only(reader, own, place)
        if not asked:
            reader.fault(place, 'does not say for which cards; say only = { COLUMN = ["word"] }')
        own.pop("only", None)
        reader.only(own, ("box", "style", "colour", "paper", "ink", "brass", "medallion", "window", "texture"), place)
        base = {key: value for key, value in reader.table.items() if key != "variant"}
        found.append((asked, read_tables(replace(reader, table=merged(base, own)), game, files)))
    return tuple(found)


def _text(name: str) -> str:
    try:
        return templates.text("cards", name)
    except FileNotFoundError:
        raise LayoutError(name, "the file", f"is missing; there is {', '.join(names()) or 'none'}") from None


def _check_boxes(layout: CardLayout, reader: Reader) -> None:
    """Boxes lie on the card, and only those meant to lie on others do."""
    width, height = layout.size_mm
    card = Box(0, 0, width, height)
    own = {box.name for box in layout.drawn}
    for key, box in layout.boxes.items():
        if key not in own and not card.holds(box):
            reader.fault(f"box.{key}", f"reaches outside the {width:g} × {height:g} mm card; move it in")
    lying = [
        (key, box)
        for key, box in layout.boxes.items()
        if key not in ("frame", "stats", "index", *own) and layout.shows(key)
    ]
    for index, (key, box) in enumerate(lying):
        for other, second in lying[:index]:
            if box.meets(second):
                reader.fault(f"box.{key}", f"overlaps box.{other}; boxes stand side by side")


def _check_second(layout: CardLayout, reader: Reader) -> None:
    """The boxes of a face with two codes: the same checks; the second code has its corner, but for text beside it."""
    for key in reader.section("second"):
        if key not in BOXES or key in ("code", "frame", "index"):
            reader.fault(f"second.{key}", "is not a box that moves for a second code; leave it out")
    if layout.size_mm != _family_size() or layout.drawn:
        return  # the family's boxes are for its size: on other cards the second code takes what lies below it
    both = layout.with_second
    for key, box in both.boxes.items():
        if key not in ("second", "frame", "text", "index") and box.meets(both.boxes["second"]):
            reader.fault(f"second.{key}", "lies on the second code; end it left of or above its corner")
    apart = {key: box for key, box in both.boxes.items() if key != "second"}
    _check_boxes(replace(both, boxes=apart), reader)


__all__ = [
    "LOOKS", "OUR_FAMILIES", "bring", "family", "find_layout", "forget", "look_text", "looks", "names", "read_layout",
    "read_tables",
]  # fmt: skip
