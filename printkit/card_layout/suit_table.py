"""A table of suits (``suits.csv``): one row a suit, with what is left empty worked out."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.card_layout.files import MOST_TABLE, Files
from printkit.card_layout.records import Suit, Vector
from printkit.draw.display_list import WHITE, Colour, colour, mix
from printkit.print_refusal import LayoutError
from rules.values.columns import nearest, one_line, shown
from rules.values.rows import DeckError, read_rows

COLUMNS = ("suit", "name", "colour", "light", "accent", "pattern", "sign", "art")
MOST_SUITS = 40
PATTERNS = (
    "zig", "waves", "leaves", "dots", "moons", "bars", "checks", "chevrons", "scales", "stars", "thorns", "bricks",
    "crosses", "ears", "web", "sparks",
)  # fmt: skip
"""Given out in this order to suits that name none."""
GLYPHS = (
    "flame", "drop", "oak", "sun", "crescent", "shield", "wheat", "hammer", "star", "diamond", "eye", "crown", "wave",
    "spark", "mist", "coin", "heart", "spade", "club",
)  # fmt: skip
ARTS = ("fire", "waves", "forest", "fields", "night", "stone", "tide", "gold")


def read_suits(files: Files, name: str, icons: Mapping[str, Vector]) -> dict[str, Suit]:
    """The suits by the words cards use, in small letters. Raises LayoutError with line and cure, ValueError else."""
    try:
        rows = read_rows(files.read(name, MOST_TABLE, "a table of suits"), name)
    except DeckError as error:
        name, first = files.shown(name), error.problems[0]
        raise LayoutError(name, first.column, first.text, "", first.line) from None
    name = files.shown(name)
    if len(rows) < 2:
        raise LayoutError(name, "", "holds no suit; give it a header (suit, colour) and a row a suit", "", 1)
    line, cells = rows[0]
    header = [one_line(cell).casefold() for cell in cells]
    for word in header:
        if word and word not in COLUMNS:
            raise LayoutError(name, f"column {word}", f"is not known; {nearest(word, COLUMNS)}", "", line)
    for needed in ("suit", "colour"):
        if needed not in header:
            raise LayoutError(name, f"column {needed}", "is missing from the header", "", line)
    if len(rows) - 1 > MOST_SUITS:
        raise LayoutError(name, "", f"holds {len(rows) - 1} suits; {MOST_SUITS} are the most", "", line)
    table = [(at, dict(zip(header, map(str.strip, row), strict=False))) for at, row in rows[1:]]
    taken = {row.get("pattern", "") for _, row in table}
    free = [one for one in PATTERNS if one not in taken] or list(PATTERNS)
    found: dict[str, Suit] = {}
    for at, row in table:
        key = row.get("suit", "").casefold()
        if not key or key in found:
            twice = f"{shown(key)} stands here twice; take one of the two rows out"
            cure = twice if key else "is empty; name the suit as the cards do"
            raise LayoutError(name, "column suit", cure, "", at)
        pattern = row.get("pattern") or free[len(found) % len(free)]
        found[key] = _suit(files, name, (at, key, row), icons, pattern, len(found))
        if not row.get("pattern") and len(free) > 1:
            free.remove(pattern)
    return found


def _suit(
    files: Files,
    name: str,
    whole: tuple[int, str, Mapping[str, str]],
    icons: Mapping[str, Vector],
    pattern: str,
    number: int,
) -> Suit:
    line, key, row = whole

    def tone(column: str, otherwise: Colour | None = None) -> Colour:
        if not row.get(column) and otherwise is not None:
            return otherwise
        try:
            return colour(row.get(column, ""))
        except ValueError as error:
            raise LayoutError(name, f"column {column}", str(error), "", line) from None

    if pattern not in PATTERNS:
        raise LayoutError(
            name, "column pattern", f"{shown(pattern)} is not known; {nearest(pattern, PATTERNS)}", "", line
        )
    said, sign = row.get("sign", ""), icons.get(key)
    glyph = GLYPHS[number % len(GLYPHS)]
    if said.lower().endswith(".svg") and said[:-4] in icons:
        sign = icons[said[:-4]]
    elif said.lower().endswith(".svg"):
        try:
            sign = files.vector(said)
        except ValueError as error:
            raise LayoutError(name, "column sign", str(error), "", line) from None
    elif said:
        sign, glyph = icons.get(said), glyph if said in icons else said
    ink = tone("colour")
    return Suit(
        key,
        row.get("name") or key.capitalize(),
        ink,
        tone("accent", mix(ink, WHITE, 0.45)),
        tone("light", mix(ink, WHITE, 0.8)),
        pattern,
        glyph,
        row.get("art") or ARTS[number % len(ARTS)],
        sign,
        (name, line),
    )
