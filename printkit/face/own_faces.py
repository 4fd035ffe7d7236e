"""Faces of one's own: ``[face]`` in a game's folder, or a file beside a table, over a ready look.

Order: what all faces share, then the look, then the file (which may extend a look or another file beside it), then
its variants.
"""

from __future__ import annotations

import difflib
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from printkit.art import back_ornaments, backdrops, scenes
from printkit.art.glyphs import GLYPHS
from printkit.card_layout.box_reading import FILLED, columns_of, on_ours, overlap
from printkit.card_layout.files import Files
from printkit.card_layout.reading import family, look_text, looks, read_tables
from printkit.card_layout.records import Art, CardLayout, Suit
from printkit.card_layout.tables import LOOKS, Reader, line_of, merged, parse
from printkit.draw.display_list import colour, mix
from printkit.draw.ink_saving import luminance
from printkit.face import art_window, lettering, own_boxes, suits
from printkit.print_refusal import LayoutError
from rules.values.cards import Card, Deck
from rules.values.columns import nearest, one_line, shown
from rules.values.picture import PictureError

MOST_BYTES = 200_000
DEEPEST = 8
Text = tuple[str, str, str]
"""(file, folder of ``templates`` or "", text)."""


def read_face(
    game: str, title: str, *, look: str = "", file: Path | None = None, said_in: str = "[face]"
) -> CardLayout:
    """The face of a game's cards: a ready look, and what a file of one's own says otherwise.

    ``said_in`` is where the look is asked for, for messages.

    Raises LayoutError with file, line, key and cure.
    """
    tables: list[dict[str, Any]] = []
    texts: list[Text] = []
    if file is not None:
        look = _chain(file, look, tables, texts, ())
    if look:
        _add_look(look, tables, texts, (), (said_in, "look", "", 0))
    whole = family()
    for table in reversed(tables):
        whole = merged(whole, _backs_of_look(whole, table))
    whole["title"] = title
    _for_dark_paper(whole, tables)
    named = str(file) if file else f"{look}.toml"
    folder = "" if file else LOOKS
    reader = Reader(named, whole, folder, tuple(texts))
    layout = read_tables(reader, game, Files(file.parent if file else None))
    if not file:
        layout = replace(layout, file="")
    try:
        check_names(layout)
    except LayoutError as error:
        raise _with_line(error, texts) from None
    return layout


def _with_line(error: LayoutError, texts: list[Text]) -> LayoutError:
    """The fault with the file and the line that say so; of a suit out of a table, those that name the table."""
    for file, folder, text in texts:
        line = line_of(text, error.key) or (line_of(text, "suits") if error.key.startswith("suit.") else 0)
        if line and not folder:
            return LayoutError(file, error.key, error.cure, "", line)
    return error


def _chain(file: Path, look: str, tables: list[dict[str, Any]], texts: list[Text], after: tuple[Path, ...]) -> str:
    """The file and those it extends, the nearest first; the look that is left below them."""
    text = _text(file)
    table = parse(text, str(file), "")
    texts.append((str(file), "", text))
    base = table.pop("extends", None)
    tables.append(table)
    if base is None:
        return look
    place = (str(file), "extends", "", line_of(text, "extends"))
    if not isinstance(base, str):
        raise LayoutError(str(file), "extends", 'expected a look such as "noir", or a file beside this one', *place[2:])
    if not base.endswith(".toml"):
        if base == "family":
            return ""
        _add_look(base, tables, texts, (), place)
        return ""
    inner = Path(base)
    if inner.is_absolute() or ".." in inner.parts:
        cure = "leads out of the folder; copy that file beside this one"
        raise LayoutError(str(file), "extends", cure, *place[2:])
    below, above = file.parent / inner, (*after, _resolved(file))
    if _resolved(below) in above:
        round_ = " extends ".join(one.name for one in (*above, below))
        raise LayoutError(str(file), "extends", f"leads back to itself ({round_}); take one out", *place[2:])
    if len(above) >= DEEPEST:
        cure = f"goes on for more than {DEEPEST} files; put some together"
        raise LayoutError(str(file), "extends", cure, *place[2:])
    return _chain(below, look, tables, texts, above)


def _resolved(file: Path) -> Path:
    """The file behind links; a link that leads to itself as it is, told when it is read."""
    try:
        return file.resolve()
    except (OSError, RuntimeError):
        return file


def _text(file: Path) -> str:
    try:
        facts = file.stat()
        if not stat.S_ISREG(facts.st_mode):  # a pipe under this name would never begin
            raise LayoutError(str(file), "", "is no file; name a face's file, such as mine.face.toml", "")
        if facts.st_size > MOST_BYTES:
            raise LayoutError(str(file), "", f"is larger than {MOST_BYTES:,} bytes, and no face is; shorten it", "")
        return file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise LayoutError(str(file), "", f"there is no such file; {_near(file)}", "") from None
    except UnicodeDecodeError:
        raise LayoutError(str(file), "", "is not UTF-8; save it as a text in UTF-8", "") from None
    except OSError as error:
        raise LayoutError(str(file), "", f"cannot be read ({error.strerror}); choose another file", "") from None


def _near(file: Path) -> str:
    try:
        there = [one.name for one in file.parent.glob("*.toml")][:200]
    except OSError:
        there = []
    close = difflib.get_close_matches(file.name, there, n=1)
    return f"did you mean {close[0]}?" if close else "check its name and folder"


def _add_look(
    name: str, tables: list[dict[str, Any]], texts: list[Text], after: tuple[str, ...], place: tuple[str, str, str, int]
) -> None:
    """A ready look, and what it extends."""
    try:
        text = look_text(name)
    except KeyError:
        close = difflib.get_close_matches(name, looks(), n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else f"expected one of {', '.join(looks())}"
        raise LayoutError(place[0], place[1], f"{shown(name)} is no look; {hint}", *place[2:]) from None
    table = parse(text, f"{name}.toml", LOOKS)
    texts.append((f"{name}.toml", LOOKS, text))
    base = table.pop("extends", "family")
    tables.append(table)
    if base != "family" and base not in after:
        _add_look(str(base), tables, texts, (*after, name), (f"{name}.toml", "extends", LOOKS, 0))


def _backs_of_look(whole: dict[str, Any], table: dict[str, Any]) -> dict[str, Any]:
    """A table ready to be merged: one ``back.deck`` with a picture takes nothing over from ours."""
    backs = table.get("back")
    if not isinstance(backs, dict):
        return table
    known = whole.get("back", {}).get("deck", {})
    return {**table, "back": {key: {**known, **one} if isinstance(one, dict) else one for key, one in backs.items()}}


def _for_dark_paper(whole: dict[str, Any], tables: list[dict[str, Any]]) -> None:
    """On dark paper the suits no look or file has set get dark skies and brighter inks."""
    try:
        paper = colour(str(whole.get("paper")))
    except ValueError:
        return  # told where colours are read
    if luminance(paper) >= 0.5 or not isinstance(whole.get("suit"), dict):
        return
    suits_said = [table.get("suit") for table in tables]
    said = {key for section in suits_said if isinstance(section, dict) for key in section}
    for key, one in whole["suit"].items():
        if key in said or not isinstance(one, dict):
            continue
        ink = mix(colour(one["colour"]), (1.0, 1.0, 1.0), 0.22)
        whole["suit"][key] = {**one, "colour": _hex(ink), "sky": _hex(mix(paper, ink, 0.22))}


def _hex(tone: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * share):02X}" for share in tone)


def bound(layout: CardLayout, deck: Deck, root: Path | None, row_of: Callable[[Card], str] | None = None) -> CardLayout:
    """The face with the pictures that the deck's cells name. ``row_of`` says where a card's row stands, for messages.

    Raises LayoutError for a column the cards do not have, PictureError for a picture that is not there.
    """
    _check_columns(layout, deck)
    _check_ours(layout, deck)
    boxes = [box for one in (layout, *(one for _, one in layout.variants)) for box in one.drawn]
    columns = {box.picture_column for box in boxes if box.picture_column}
    files, pictures = Files(root), dict[str, Art]()
    for card in deck.cards if columns else ():
        face = deck.spec.face(card)
        cells = own_boxes.cells_of(card, face)
        if face.picture is not None:
            pictures[face.picture.name] = face.picture
        for column, name in ((column, cells.get(column, "")) for column in sorted(columns)):
            if not name or name in pictures:
                continue
            try:
                pictures[name] = files.picture(name)
            except ValueError as error:
                where = row_of(card) if row_of else f"{root}: {card.name}" if root else card.name
                said = str(error).replace("beside this file", "beside the table")
                raise PictureError(f"{where}, column {column}: {said}") from None
    return _with_pictures(layout, pictures) if pictures else layout


def _with_pictures(layout: CardLayout, pictures: dict[str, Art]) -> CardLayout:
    variants = tuple((only, _with_pictures(one, pictures)) for only, one in layout.variants)
    return replace(layout, pictures=MappingProxyType(pictures), variants=variants)


def _check_ours(layout: CardLayout, deck: Deck) -> None:
    """No box lies on one of ours that a card fills: nothing a card says is covered without a word."""
    covered = {name: box for box in layout.drawn for name in FILLED if on_ours(box, name, layout)}
    for card in deck.cards if covered else ():
        face = deck.spec.face(card)
        for name, box in covered.items():
            if getattr(face, name):
                raise layout.wrong(f"box.{box.name}.at", f"{overlap(name, layout)} ({card.id} has one)")


def _check_columns(layout: CardLayout, deck: Deck) -> None:
    """Every column a face reads is one of the cards'."""
    if not deck.cards:
        return
    first = deck.cards[0]
    known = (*own_boxes.cells_of(first, deck.spec.face(first)), "image")
    for column in columns_of(layout):
        if column not in known:
            box = next((one.name for one in layout.drawn if column in repr(one)), "")
            key = f"box.{box}" if box else "suit_column" if column == layout.suit_column else "only"
            raise layout.wrong(key, f'the cards have no column "{column}"; {nearest(column, known)}')


def _check_row(suit: Suit, layout: CardLayout) -> None:
    """Whether a row of a table of suits names a sign and a kind of art there are. Raises LayoutError with its line."""
    file, line = suit.row
    if file and suit.glyph not in GLYPHS:
        close = difflib.get_close_matches(suit.glyph[:80], (*layout.icons, *GLYPHS), n=1, cutoff=0.5)
        near = f"did you mean {close[0]}?" if close else "docs/card-faces.md shows those there are;"
        cure = f"{shown(suit.glyph)} is no sign; {near} one of your own is a file such as icons/berry.svg"
        raise LayoutError(file, "column sign", cure, "", line)
    if file and suit.art not in backdrops.MOODS:
        cure = f"{shown(suit.art)} is no kind of art; {nearest(suit.art, tuple(backdrops.MOODS))}"
        raise LayoutError(file, "column art", cure, "", line)


def check_names(layout: CardLayout) -> None:
    """Whether everything the face names is there to be drawn. Raises LayoutError."""
    for suit in layout.suits.values():
        _check_row(suit, layout)
        scenes.check(suit, layout)
        suits.check_glyph(suit.glyph, layout, f"suit.{suit.key}.glyph")
        if suit.pattern not in suits.PATTERNS:
            known = ", ".join(suits.PATTERNS)
            raise layout.wrong(f"suit.{suit.key}.pattern", f'"{suit.pattern}" is not known; expected one of {known}')
    for back in layout.backs.values():
        back_ornaments.check(layout, back)
    if layout.words["window"] not in art_window.WINDOWS:
        raise layout.wrong("window", f"expected one of {', '.join(art_window.WINDOWS)}")
    if layout.words["medallion"] not in lettering.MEDALLIONS:
        raise layout.wrong("medallion", f"expected one of {', '.join(lettering.MEDALLIONS)}")
    for box in layout.drawn:
        if box.sign and box.sign not in suits.icons_of(layout):
            name = one_line(box.sign).rpartition("/")[2].partition(".")[0] or "coin"
            plain = "" if name == box.sign else f" and write {shown(name)}"
            cure = f"there is no icon {shown(box.sign)}; draw it as icons/{name}.svg{plain}"
            raise layout.wrong(f"box.{box.name}.icons", cure)
    for _, variant in layout.variants:
        check_names(variant)
