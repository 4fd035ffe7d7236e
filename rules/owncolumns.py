"""Which columns a table of one's own has: those we know under many names, and others that hold figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.columns import one_line, shown
from rules.rows import DeckError, Problem

Row = tuple[int, list[str]]
MOST_FIGURES, LONGEST_FIGURE = 4, 6
WORDS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "key"),
    "code": ("code",),
    "name": ("name", "title", "card", "card name", "titel", "karte"),
    "copies": ("copies", "copy", "count", "quantity", "qty", "number", "anzahl", "amount"),
    "text": ("text", "rules", "rules text", "description", "effect", "ability", "regel", "beschreibung", "effekt"),
    "value": ("value", "points", "cost", "wert", "punkte", "kosten"),
    "suit": ("suit", "colour", "color", "faction", "farbe", "fraktion"),
    "kind": ("kind", "type", "typ", "art"),
    "note": ("note", "flavour", "flavor", "flavour text", "flavor text"),
    "back": ("back", "backs", "deck", "rückseite"),
    "image": ("image", "picture", "img", "image file", "picture file", "bild"),
    "image_fit": ("image fit", "picture fit"),
    "image_focus": ("image focus", "picture focus", "image crop"),
}
"""What each column may be called in the file, in capitals or not."""


def known_columns(header: Row, file: str) -> tuple[dict[str, tuple[int, str]], dict[str, int]]:
    """Where each column we know stands and what the file calls it; and the others. Raises DeckError."""
    line, cells = header
    known: dict[str, tuple[int, str]] = {}
    others: dict[str, int] = {}
    problems = []
    called = {word: name for name, words in WORDS.items() for word in words}
    for at, cell in enumerate(cells):
        word = one_line(cell)
        name = called.get(" ".join(word.casefold().replace("_", " ").split()))
        if name and name not in known:
            known[name] = (at, word)
        elif word and word not in others and word not in [taken for _, taken in known.values()]:
            others[word] = at
        elif word:
            problems.append(Problem(file, line, word, "stands twice in the header; rename one of the two"))
    if "name" not in known:
        named = ", ".join(shown(word) for word in [*(word for _, word in known.values()), *others][:6]) or "nothing"
        text = f"no column is called name; the header row has {named}. Call the column with the cards' names: name"
        problems.append(Problem(file, line, "name", text))
    if problems:
        raise DeckError(problems)
    return known, others


def figure_columns(others: Mapping[str, int], rows: Sequence[Row]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of the columns we do not know, those printed as figures, and those left out."""
    figures: list[str] = []
    left_out: list[str] = []
    for word, at in others.items():
        cells = [row[at].strip() for _, row in rows if at < len(row)]
        short = all(len(cell) <= LONGEST_FIGURE for cell in cells) and len(word) <= 12
        short = short and any(c.isdigit() for cell in cells for c in cell)
        reserved = word in WORDS
        (figures if short and not reserved and len(figures) < MOST_FIGURES else left_out).append(word)
    return tuple(figures), tuple(left_out)
