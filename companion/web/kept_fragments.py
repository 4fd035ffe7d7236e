"""Pieces of pages that are drawn once and used again wherever the same is drawn: on every phone at a table, rev by rev.

In a template::

    {% kept at.ground, card, at.touches(card) %}<li>...</li>{% endkept %}

What stands between depends on those values and the page's language, and on nothing else. The values themselves are
compared, so a piece is never out of date; what nobody has used for long is let go of.

A screen is sent in parts (``pushed_screens``). Where one may begin stands in the pieces too: before every tag that
usually holds something by itself.

Forms carry an id of their own and the rev their phone has seen, which no two phones may share. So ``fresh_id`` and
``at.rev`` leave marks, and whoever sends a page out fills them in (``filled_in``).
"""

from __future__ import annotations

import re
import secrets
import threading
import uuid
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from typing import Any, Generic, Self, TypeVar

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from companion.web.page_language import language

MOST_CHARACTERS = 32_000_000
"""Of all sections together, with what each takes beside; what the screens of a hundred tables of five are made of must
fit in half of it, or it is drawn anew at every change. The same holds of the pieces."""
SECTION_CHARACTERS = 200
"""What a section takes beside its text."""
MOST_PIECES = 60_000
ID_MARK, REV_MARK, PART_MARK = "\x01", "\x02", "\x03"
"""Control characters have no place in a page, and names are typed without."""
PIECE_MARK = f"\x04{secrets.token_hex(8)}:"
"""Followed by a piece's number and a full stop. Nobody can guess it: whoever could write it into a text would bring
pieces of one person's screen into a text that others are shown."""
_ID = re.compile(ID_MARK)
_PIECE = re.compile(rf"{PIECE_MARK}(\d+)\.")
_numbers = count(1)
_drawn: ContextVar[dict[str, Piece] | None] = ContextVar("drawn", default=None)
"""The pieces of the page that is being drawn, by their numbers."""
_OF_PARTS = re.compile(r"(?:.*/)?(?:_\w+|base|play)\.html")
_PART = re.compile(
    r"<(?=(?:p|ul|li|form|section|label|details|div|header|main|dialog|nav|fieldset|svg|button|input|img)\b)"
)


Key = TypeVar("Key")
Value = TypeVar("Value")
Stretch = TypeVar("Stretch")


class Section(str):
    """A stretch of a page with its marks. Two screens that share one (the same object) have the same there."""

    __slots__ = ("length",)
    length: int
    """How many parts of a screen it makes up."""

    def __new__(cls, text: str) -> Self:
        """The stretch with that text."""
        self = super().__new__(cls, text)
        self.length = text.count(PART_MARK) + 1
        return self

    @property
    def parts(self) -> list[str]:
        """For several phones, in parts. Each phone fills in the ids and revs of its forms, which are empty here.

        Cut anew each time: most sections of a screen stay as they are, and nobody asks for their parts.
        """
        return self.replace(ID_MARK, "").replace(REV_MARK, "").split(PART_MARK)


class Piece:
    """What is kept: its own text, and between that the sections of the pieces within it, which are theirs too.

    A piece that is drawn anew for one thing in it shares everything else with the one before.
    """

    __slots__ = ("mark", "number", "sections")

    def __init__(self, drawn: str) -> None:
        """``drawn`` is what a template made, with the marks of the pieces within it."""
        self.number = str(next(_numbers))
        self.mark = f"{PIECE_MARK}{self.number}."
        """What stands for it in a text, until that is cut."""
        self.sections = sections(drawn)


@contextmanager
def drawing() -> Iterator[None]:
    """Around drawing a page and cutting it (``sections``, ``filled_in``): pieces leave their marks in its text."""
    token = _drawn.set({})
    try:
        yield
    finally:
        _drawn.reset(token)


def sections(drawn: str) -> tuple[Section, ...]:
    """What a template made, in sections: those of the pieces whose marks are in it, and what lies between."""
    return tuple(_cut(drawn, _section))


def _cut(drawn: str, between: Callable[[str], Stretch]) -> Iterator[Section | Stretch]:
    pieces = _drawn.get() or {}
    for at, text in enumerate(_PIECE.split(drawn)):
        if at % 2:
            yield from pieces[text].sections
        elif text:
            yield between(text)


def _section(text: str) -> Section:
    """The section with that text: what lies between two pieces is mostly the same on every screen."""
    found = _sections.find(text)
    if found is None:
        found = Section(text)
        _sections.keep(found, found)
    return found


class _Kept(Generic[Key, Value]):
    """What was not asked for while half of ``most`` came in anew is let go of.

    It lies in two halves, and goes over to the newer when it is found: a key is long, and finding its hash is most of
    the work, which an order by last use would ask for twice.
    """

    def __init__(self, most: int, weight: Callable[[Value], int]) -> None:
        self._most, self._weight, self._size = most, weight, 0
        self._newer: dict[Key, Value] = {}
        self._older: dict[Key, Value] = {}
        self._lock = threading.Lock()

    def find(self, key: Key) -> Value | None:
        """What is kept under that key; None where it never was, or is let go of."""
        found = self._newer.get(key)
        if found is None and (found := self._older.get(key)) is not None:
            self.keep(key, found)
        return found

    def keep(self, key: Key, value: Value) -> None:
        """Have it for whoever asks next."""
        with self._lock:
            self._newer[key] = value
            self._size += self._weight(value)
            if self._size > self._most // 2:
                self._newer, self._older, self._size = {}, self._newer, 0


_sections = _Kept[str, Section](MOST_CHARACTERS, lambda section: len(section) + SECTION_CHARACTERS)


class KeptFragments(Extension):
    """The tag ``kept``."""

    tags = {"kept"}  # noqa: RUF012 - declared so by Jinja
    pieces = _Kept[Hashable, Piece](MOST_PIECES, lambda _: 1)

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """A template with marks where parts of a screen begin."""
        if not name or not _OF_PARTS.fullmatch(name):
            return source
        return _PART.sub(f"{PART_MARK}<", source).replace("</svg>", f"</svg>{PART_MARK}")

    def parse(self, parser: Parser) -> nodes.Node:
        """``{% kept value, ... %}`` up to ``{% endkept %}``."""
        line = next(parser.stream).lineno
        place = f"{parser.name}:{line}"
        values = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            values.append(parser.parse_expression())
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        call = self.call_method("drawn", [nodes.Const(place), *values])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def drawn(self, place: str, *values: Any, caller: Callable[[], str]) -> str:
        """The mark of the piece at that place of a template for these values; its text where no page is drawn."""
        pieces = _drawn.get()
        if pieces is None:
            return caller()
        key: Hashable = (place, language().code, values)
        try:
            found = self.pieces.find(key)
        except TypeError:  # an event that holds a mapping
            key = (repr(key),)
            found = self.pieces.find(key)
        if found is None:
            found = Piece(caller())
            self.pieces.keep(key, found)
        pieces[found.number] = found
        return found.mark


def fresh_id() -> str:
    """The id a form sends: pressed twice, it counts once."""
    return str(uuid.uuid4())


def filled_in(text: str, rev: int) -> str:
    """A page for one phone that has seen ``rev``: each of its forms with an id of its own."""
    whole = "".join(_cut(text, str))
    return _ID.sub(lambda _: fresh_id(), whole).replace(REV_MARK, str(rev)).replace(PART_MARK, "")
