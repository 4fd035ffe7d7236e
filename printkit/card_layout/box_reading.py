"""Named boxes of a face, the styles their words are set in, and the fonts these name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, cast

from printkit.card_layout.files import Files
from printkit.card_layout.records import Box, CardLayout, DrawnBox, Only, TextStyle, Words
from printkit.card_layout.tables import Reader
from printkit.type import own_fonts
from rules.values.picture import read_fit, read_focus

BOXES = (
    "frame", "code", "code_text", "title", "kind", "value", "art", "text", "note", "strip", "stats", "index",
)  # fmt: skip
"""Boxes of ours, which every face has a place for."""
FIXED = ("code", "code_text")
"""Those no face moves or leaves out: cards printed before keep scanning, and a scratched code can be typed."""
SHOWS = ("column", "words", "picture", "icons")
BOX_KEYS = ("at", *SHOWS, "style", "ground", "round_mm", "turn", "fit", "focus", "over", "only", "grow")
STYLE_KEYS = ("font", "size_pt", "colour", "align", "valign", "bold", "italic", "caps", "tabular", "like")
FONT_KEYS = ("regular", "bold", "italic", "bold_italic", "package", "weight")
COLUMN = re.compile(r"\{([^{}]*)\}")
Family = tuple[str, str, str, str]
"""Regular, bold, italic, bold italic: keys of ``fonts``."""
OUR_FAMILIES: Mapping[str, Family] = {
    "heading": ("title", "title", "title", "title"),
    "body": ("text", "text-bold", "text-italic", "text-bold"),
    "figures": ("text-black", "text-black", "text-black", "text-black"),
}
STYLES = ("name", "kind", "rules", "note", "figures")
"""Styles our own boxes are set in."""
DEFAULTS: Mapping[str, dict[str, Any]] = {
    "name": {"font": "heading", "size_pt": [9.0, 13.5]},
    "kind": {"font": "body", "bold": True, "size_pt": [6.0, 6.6], "caps": "all"},
    "rules": {"font": "body", "size_pt": [6.4, 9.6]},
    "note": {"font": "body", "italic": True, "size_pt": [6.0, 6.8]},
    "figures": {"font": "figures", "size_pt": [8.0, 19.0], "align": "centre", "valign": "middle"},
}


# Fonts


def families(reader: Reader, files: Files) -> tuple[dict[str, Family], tuple[str, ...]]:
    """Every font a face names, over ours, and what is worth telling of them."""
    found, notes = dict(OUR_FAMILIES), list[str]()
    for name in reader.section("font"):
        table, place = reader.named("font", name), f"font.{name}"
        reader.only(table, FONT_KEYS, place)
        weight = table.get("weight", 400)
        if isinstance(weight, bool) or not isinstance(weight, int) or not 100 <= weight <= 900:
            reader.fault(f"{place}.weight", "expected a weight from 100 (thin) to 900 (black), such as 700")
        if "regular" in table and (own := _beside(reader, files, table, place)):
            found[name] = own
        elif "package" in table:
            package = reader.word(table, "package", f"{place}.package")
            try:
                found[name] = _packaged(package, weight)
            except LookupError:
                notes.append(
                    f"The family {package} is not installed, so ours stands in; "
                    f'`pip install "tablewright[looks]"` brings those of the ready looks.'
                )
            except ValueError as error:
                reader.fault(f"{place}.package", f"{package} {error}")
        elif "regular" not in table:
            reader.fault(place, 'names no font; say regular = "fonts/NAME.ttf" or package = "fredoka"')
    if "figures" not in reader.section("font") and found["heading"] != OUR_FAMILIES["heading"]:
        found["figures"] = (found["heading"][1],) * 4
    return found, tuple(dict.fromkeys(notes))


def _beside(reader: Reader, files: Files, table: dict[str, Any], place: str) -> Family | None:
    """The fonts beside the file; None where there is none and a package may stand in."""
    keys: dict[str, str] = {}
    for style in ("regular", "bold", "italic", "bold_italic"):
        if style not in table:
            continue
        name = reader.word(table, style, f"{place}.{style}")
        try:
            keys[style] = files.font(name)
        except ValueError as error:
            if "package" in table and str(error).startswith("there is no"):
                return None
            reader.fault(f"{place}.{style}", str(error))
    regular = keys["regular"]
    bold, italic = keys.get("bold", regular), keys.get("italic", regular)
    return regular, bold, italic, keys.get("bold_italic", keys.get("bold", italic))


def _packaged(package: str, weight: int) -> Family:
    """A family that is installed. Raises LookupError where it is not."""
    regular = own_fonts.package_font(package, weight)
    bold = own_fonts.package_font(package, min(900, max(700, weight + 200)))
    try:
        italic = own_fonts.package_font(package, weight, italic=True)
    except LookupError:
        italic = regular
    return regular, bold, italic, bold


def roles(found: Mapping[str, Family]) -> dict[str, str]:
    """Which font stands for which of ours."""
    made: dict[str, str] = {}
    if found["heading"] != OUR_FAMILIES["heading"]:
        made["title"] = found["heading"][0]
    if found["body"] != OUR_FAMILIES["body"]:
        made |= {"text": found["body"][0], "text-bold": found["body"][1], "text-italic": found["body"][2]}
        made["label"] = found["body"][1]
    if found["figures"] != OUR_FAMILIES["figures"]:
        made["text-black"] = found["figures"][0]
    return made


# Styles


def styles(reader: Reader, fonts: Mapping[str, Family], colours: Mapping[str, object]) -> dict[str, TextStyle]:
    """Every style a face names, over those of our own boxes."""
    return {name: _style(reader, name, fonts, colours) for name in (*STYLES, *reader.section("style"))}


def _style(
    reader: Reader, name: str, fonts: Mapping[str, Family], colours: Mapping[str, object], after: tuple[str, ...] = ()
) -> TextStyle:
    place = f"style.{name}"
    table = _whole_style(reader, name, after)
    reader.only(table, STYLE_KEYS, place)
    font = reader.word(table, "font", f"{place}.font", "body")
    if font not in fonts:
        reader.fault(f"{place}.font", f'"{font}" is not known; expected one of {", ".join(fonts)}')
    regular, bold, italic, bold_italic = fonts[font]
    if reader.flag(table, "bold", f"{place}.bold"):
        regular, italic = bold, bold_italic
    if reader.flag(table, "italic", f"{place}.italic"):
        regular, bold = italic, bold_italic
    reader.flag(table, "tabular", f"{place}.tabular")
    size = table.get("size_pt", [6.4, 9.6])
    if not (
        isinstance(size, list)
        and len(size) == 2
        and all(isinstance(one, int | float) and not isinstance(one, bool) for one in size)
        and 5.0 <= size[0] <= size[1] <= 96
    ):
        reader.fault(f"{place}.size_pt", "expected [least, most] in points from 5 to 96, such as [6.5, 9.5]")
    return TextStyle(
        regular, bold, italic, bold_italic,
        (float(size[0]), float(size[1])),
        colour_name(reader, table, "colour", f"{place}.colour", colours, "ink"),
        cast("Any", reader.choice(table, "align", f"{place}.align", ("left", "centre", "right", "justify"), "left")),
        cast("Any", reader.choice(table, "valign", f"{place}.valign", ("top", "middle", "bottom"), "top")),
        reader.choice(table, "caps", f"{place}.caps", ("none", "all"), "none") == "all",
    )  # fmt: skip


def _whole_style(reader: Reader, name: str, after: tuple[str, ...]) -> dict[str, Any]:
    """A style with what it takes over from another."""
    if name in after:
        reader.fault(f"style.{name}.like", f"leads back to {name} ({' like '.join((*after, name))}); take one out")
    section = reader.section("style")
    table = dict(reader.named("style", name)) if name in section else {}
    like = table.pop("like", None)
    base = dict(DEFAULTS.get(name, {}))
    if like is not None:
        if like not in section and like not in DEFAULTS:
            known = ", ".join(dict.fromkeys((*DEFAULTS, *section)))
            reader.fault(f"style.{name}.like", f'"{like}" is no style; expected one of {known}')
        base = _whole_style(reader, str(like), (*after, name))
    return {**base, **table}


def colour_name(
    reader: Reader, table: dict[str, Any], key: str, place: str, colours: Mapping[str, object], default: str
) -> str:
    """A colour by its name, or as #rrggbb."""
    name = reader.word(table, key, place, default)
    if name.startswith("#"):
        reader.as_colour(name, place)
    elif name and name not in ("suit", "white") and name not in colours:
        known = ", ".join(("suit", "white", *colours))
        reader.fault(place, f'"{name}" is no colour of this face; expected one of {known}, or name it under [colour]')
    return name


# Boxes


def drawn_boxes(
    reader: Reader, files: Files, known: Mapping[str, TextStyle], colours: Mapping[str, object], bleed: Box
) -> tuple[DrawnBox, ...]:
    """The boxes given as tables, in the file's order, those that lie over others after them."""
    found: dict[str, DrawnBox] = {}
    for name, table in reader.section("box").items():
        if isinstance(table, dict):
            if name in (*FIXED, "index"):
                reader.fault(f"box.{name}", "has its place on every card; leave it out")
            found[name] = _drawn(reader, files, name, table, styles_=known, colours=colours, bleed=bleed)
    for name, box in found.items():
        if box.over and box.over not in found and box.over not in BOXES:
            expected = ", ".join(one for one in found if one != name) or "another box"
            reader.fault(f"box.{name}.over", f'"{box.over}" is no box of this face; expected one of {expected}')
        chain, here = [name], box.over
        while here in found:
            if here in chain:
                reader.fault(f"box.{name}.over", f"lies over itself ({' over '.join((*chain, here))}); take one out")
            chain.append(here)
            here = found[here].over
    return tuple(found.values())


def _drawn(
    reader: Reader,
    files: Files,
    name: str,
    table: dict[str, Any],
    styles_: Mapping[str, TextStyle],
    colours: Mapping[str, object],
    bleed: Box,
) -> DrawnBox:
    place = f"box.{name}"
    reader.only(table, BOX_KEYS, place)
    said = [key for key in SHOWS if key in table]
    if len(said) > 1 or (not said and "ground" not in table):
        text = f"says {' and '.join(said)}" if said else "says nothing to show"
        reader.fault(place, f"{text}; give it one of {', '.join(SHOWS)}")
    whole = table.get("at") == "bleed"
    at = bleed if whole else reader.as_box(table.get("at"), f"{place}.at")
    words, picture, picture_column, sign, count = "", None, "", "", ""
    if "column" in table:
        words = f"{{{reader.word(table, 'column', f'{place}.column').casefold()}}}"
    elif "words" in table:
        words = reader.word(table, "words", f"{place}.words")
        words = COLUMN.sub(lambda found: f"{{{found[1].strip().casefold()}}}", words)
    elif isinstance(table.get("picture"), dict):
        reader.only(table["picture"], ("column",), f"{place}.picture")
        picture_column = reader.word(table["picture"], "column", f"{place}.picture").casefold()
    elif "picture" in table:
        try:
            picture = files.picture(reader.word(table, "picture", f"{place}.picture"))
        except ValueError as error:
            reader.fault(f"{place}.picture", str(error))
    elif "icons" in table:
        icons = table["icons"]
        if not isinstance(icons, dict):
            reader.fault(f"{place}.icons", 'expected { sign = "claw", column = "claws" }')
        reader.only(icons, ("sign", "column"), f"{place}.icons")
        sign = reader.word(icons, "sign", f"{place}.icons")
        count = reader.word(icons, "column", f"{place}.icons").casefold()
    style = reader.word(table, "style", f"{place}.style", "rules")
    if style not in styles_:
        reader.fault(f"{place}.style", f'"{style}" is no style; expected one of {", ".join(styles_)}')
    turn = table.get("turn", 0)
    if turn not in (0, 90, 180, 270) or isinstance(turn, bool):
        reader.fault(f"{place}.turn", "expected 0, 90, 180 or 270 (degrees, against the clock)")
    try:
        fit, focus = read_fit(str(table.get("fit", ""))), read_focus(str(table.get("focus", "")))
    except ValueError as error:
        reader.fault(f"{place}.{'focus' if 'place' in str(error) else 'fit'}", str(error))
    grow = table.get("grow", {})
    if not isinstance(grow, dict):
        reader.fault(f"{place}.grow", "expected { up_mm = 11.0 }")
    reader.only(grow, ("up_mm",), f"{place}.grow")
    return DrawnBox(
        name, at, whole, words, picture, picture_column, sign, count, styles_[style],
        colour_name(reader, table, "ground", f"{place}.ground", colours, ""),
        reader.number(table, "round_mm", f"{place}.round_mm", 0.0),
        int(turn), fit, focus,
        reader.word(table, "over", f"{place}.over", ""),
        only(reader, table, place),
        reader.number(grow, "up_mm", f"{place}.grow", 0.0),
    )  # fmt: skip


def only(reader: Reader, table: dict[str, Any], place: str) -> Only:
    """Where a box or a variant is shown."""
    said = table.get("only", {})
    if not isinstance(said, dict):
        reader.fault(f"{place}.only", 'expected { COLUMN = ["word"] } or { COLUMN = "any" }')
    found: list[tuple[str, Words]] = []
    for column, words in said.items():
        if isinstance(words, list) and all(isinstance(word, str | int) for word in words):
            found.append((column.casefold(), tuple(str(word).casefold() for word in words)))
        elif words in ("any", "none"):
            found.append((column.casefold(), cast("Literal['any', 'none']", words)))
        else:
            reader.fault(f"{place}.only", f'{column}: expected ["word", ...], "any" (filled) or "none" (empty)')
    return tuple(found)


# How boxes lie


def check_drawn(layout: CardLayout, reader: Reader) -> None:
    """Boxes of one's own lie on the card and beside each other, but for what is said to lie over another."""
    width, height = layout.size_mm
    card, code = Box(0, 0, width, height), layout.boxes["code"]
    for index, box in enumerate(layout.drawn):
        place = f"box.{box.name}"
        if not box.bleed and not card.holds(box.at):
            reader.fault(f"{place}.at", f"reaches outside the {width:g} × {height:g} mm card; move it in")
        if not box.pictured and any(box.at.meets(layout.boxes[one]) for one in FIXED):
            reader.fault(f"{place}.at", f"lies on the code's field ({_said(code)} and the line beside it); move it")
        for other in layout.drawn[:index]:
            told = _over(box, other, layout) or _over(other, box, layout) or _apart(box.only, other.only)
            if box.at.meets(other.at) and not told:
                reader.fault(f"{place}.at", f'overlaps box.{other.name}; move it, or say over = "{other.name}"')
        for name in ("art", "strip", "title"):
            if on_ours(box, name, layout):
                reader.fault(f"{place}.at", overlap(name, layout))


FILLED = ("kind", "value", "text", "note")
"""Boxes of ours that are there on cards which have something to say in them."""


def on_ours(box: DrawnBox, name: str, layout: CardLayout) -> bool:
    """Whether a box of one's own lies on one of ours that is shown, without saying so."""
    if (box.pictured and box.bleed) or box.over == name or not layout.shows(name):
        return False
    return box.at.meets(layout.boxes[name])


def overlap(name: str, layout: CardLayout) -> str:
    """What to say of a box that lies on one of ours."""
    cure = f'move it, say over = "{name}", or leave ours out: {name} = "none" under [box]'
    return f"overlaps our box {name} ({_said(layout.boxes[name])}); {cure}"


def _said(box: Box) -> str:
    return f"{box.x:g} to {box.right:g} mm across, {box.y:g} to {box.top:g} mm up"


def _over(box: DrawnBox, other: DrawnBox, layout: CardLayout) -> bool:
    """Whether a box is said to lie over another, or over what lies over it."""
    named = {one.name: one for one in layout.drawn}
    here = box.over
    while here:
        if here == other.name:
            return True
        here = named[here].over if here in named else ""
    return False


def _apart(one: Only, other: Only) -> bool:
    """Whether no card shows both."""
    for column, words in one:
        for beside, others in other:
            if column != beside:
                continue
            if isinstance(words, tuple) and isinstance(others, tuple) and not set(words) & set(others):
                return True
            if {words, others} == {"any", "none"} or (isinstance(words, tuple) and others == "none"):
                return True
            if isinstance(others, tuple) and words == "none":
                return True
    return False


def columns_of(layout: CardLayout) -> tuple[str, ...]:
    """The columns of the deck a face reads."""
    found: list[str] = [layout.suit_column] if layout.suit_column else []
    for one in (layout, *(variant for _, variant in layout.variants)):
        for box in one.drawn:
            found += COLUMN.findall(box.words)
            found += [box.picture_column, box.count_column, *(column for column, _ in box.only)]
    found += [column for asked, _ in layout.variants for column, _ in asked]
    return tuple(dict.fromkeys(filter(None, found)))
