"""A batch: what each printed copy said when it was printed, so that only what changed is printed again. Pure.

A batch file is JSON, one entry a printed face by its code: a digest of everything the card says, the revision of the
deck it was printed as, how many codes it has, and a digest of how it looks (its face's file, suit, drawing, pictures;
not paper and ink). A card that looks otherwise is printed again, but what lies on a table is stale only where its words
are others. A reprint has as many codes as most copies before. Revisions count from 1 and grow when a print brings
something new.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from printkit.print_refusal import PrintError, option
from printkit.sheet.page import Piece
from rules.text import say
from rules.values.cards import Card, Deck, Face
from rules.values.code import CardCode, CodeError, parse

FORMAT = 1
MOST_BYTES = 20_000_000
LONGEST_LOOK = 64


@dataclass(frozen=True, slots=True)
class Says:
    """What cards say: as the deck has it, and as it is printed in a language ("en" is as the deck has it)."""

    original: Callable[[Card], Face]
    printed: Callable[[Card], Face]
    language: str = "en"
    look: Callable[[Card], str] = lambda card: ""
    """A digest of how the card looks, "" where nobody says."""


class BatchError(PrintError):
    """A batch file cannot be used. One line: the file, the place and the cure."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One printed copy: the card's id, the digest of what it said, the revision it was printed as, and its codes:
    1, 2 where it has a second one in the opposite corner, 0 where the file was written before this was remembered; and
    the digest of how it looked, "" likewise."""

    card: str
    digest: str
    revision: int
    codes: int = 0
    look: str = ""


@dataclass(frozen=True, eq=False)
class Batch:
    """Everything printed of a game so far, by the copy's code. Two batches are equal where they are the same."""

    game: str
    revision: int = 0
    copies: Mapping[str, Printed] = field(default_factory=dict)

    def marked(self, pieces: Iterable[Piece], says: Says) -> list[Piece]:
        """The pieces with the revision each is printed as: the one it has, or the next where it says something new."""
        listed = list(pieces)
        held = [self.holds(piece, says) for piece in listed]
        following = self.revision + (not all(held))
        return [
            replace(piece, revision=self.copies[str(piece.code)].revision if same else following)
            for piece, same in zip(listed, held, strict=True)
        ]

    def changed(self, pieces: Iterable[Piece], says: Says) -> list[Piece]:
        """Those never printed, or printed with other words or another look."""
        return [piece for piece in pieces if not self.holds(piece, says)]

    def holds(self, piece: Piece, says: Says) -> bool:
        """Whether this very copy was printed with what it says now and as it looks now, on all its faces."""
        old = ((self.copies.get(str(code)), card) for code, card in faces_of(piece))
        return all(
            one is not None and one.digest == digest(card, says) and _alike(one, card, says) for one, card in old
        )

    def stale(self, deck: Deck, codes: Iterable[CardCode]) -> Iterator[tuple[CardCode, Printed, Card | None]]:
        """(code, what was printed, the card now) for printed copies the deck has other words for, in its own language.

        The card is None where the deck has it no more.
        """
        for code in codes:
            printed, card = self.copies.get(str(code)), deck.find(code)
            if printed is None:
                continue
            if card is None or printed.digest.partition("-")[0] != said(deck.spec.face(card), card.back):
                yield code, printed, card

    @property
    def second_code(self) -> bool | None:
        """Whether most of the copies have a second code. None where nothing here says so."""
        counted = Counter(one.codes for one in self.copies.values())
        return counted[2] > counted[1] if counted[1] or counted[2] else None

    def with_printed(self, pieces: Iterable[Piece], says: Says, *, second_code: bool = False) -> Batch:
        """After these pieces were printed, with or without a second code."""
        copies = dict(self.copies)
        revision = self.revision
        for piece in self.marked(pieces, says):
            for code, card in faces_of(piece):
                printed = Printed(card.id, digest(card, says), piece.revision, 1 + second_code, says.look(card))
                copies[str(code)] = printed
            revision = max(revision, piece.revision)
        return Batch(self.game, revision, MappingProxyType(copies))

    def text(self) -> str:
        """The batch file, the same text for the same batch."""
        rows = {
            code: [one.card, one.digest, one.revision, *_remembered(one)] for code, one in sorted(self.copies.items())
        }
        lines = ",\n".join(f"    {json.dumps(code)}: {json.dumps(row)}" for code, row in rows.items())
        head = f'  "tablewright_batch": {FORMAT},\n  "game": {json.dumps(self.game)},\n  "revision": {self.revision},'
        return f'{{\n{head}\n  "copies": {{\n{lines}\n  }}\n}}\n' if lines else f'{{\n{head}\n  "copies": {{}}\n}}\n'


def _alike(printed: Printed, card: Card, says: Says) -> bool:
    """Whether a card looks as it was printed; where nobody remembers, it does."""
    look = says.look(card) if printed.look else ""
    return not (printed.look and look) or printed.look == look


def _remembered(one: Printed) -> list[int | str]:
    """What an entry says beyond its first three, as far as it is known."""
    return [one.codes, one.look] if one.look else [one.codes] if one.codes else []


def faces_of(piece: Piece) -> list[tuple[CardCode, Card]]:
    """The faces of a paper card that carry a code."""
    behind = [(piece.behind.code, piece.behind.card)] if piece.behind else []
    return [(piece.code, piece.card), *behind]


def digest(card: Card, says: Says) -> str:
    """What a card says now: of the deck's own words, and after a dash of another language's."""
    own = said(says.original(card), card.back)
    return own if says.language == "en" else f"{own}-{says.language}-{said(says.printed(card), card.back)}"


def said(face: Face, back: str) -> str:
    """A short digest of everything a face says and the back it has."""
    words: list[object] = [
        face.title,
        face.suit,
        face.kind,
        face.value,
        face.text,
        [list(pair) for pair in face.stats],
        face.note,
    ]
    if face.picture:  # another picture is another card
        words.append([face.picture.digest, face.picture.fit, *map(str, face.picture.focus)])
    return hashlib.sha256(json.dumps([words, back], ensure_ascii=True).encode()).hexdigest()[:12]


def read_batch(data: bytes, file: str, game: str) -> Batch:
    """A batch file of this game. Raises BatchError naming the file, the place and the cure."""
    again = say("print the whole deck with {batch} to make a new one", batch=option("batch"))
    if len(data) > MOST_BYTES:
        raise BatchError(f"{file}: is larger than any batch file; {again}")
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise BatchError(f"{file}: cannot be read as JSON; {again}") from None
    if not isinstance(found, dict) or found.get("tablewright_batch") != FORMAT:
        raise BatchError(f"{file}, tablewright_batch: is not {FORMAT}, so this is no batch file of ours; {again}")
    if found.get("game") != game:
        raise BatchError(
            f"{file}, game: is a batch of {str(found.get('game'))[:40]}, not of {game}; give that game's file"
        )
    revision, copies = found.get("revision"), found.get("copies")
    if not isinstance(revision, int) or not _count(revision) or not isinstance(copies, dict):
        raise BatchError(f"{file}, revision or copies: is missing or no number; {again}")
    return Batch(
        game, int(revision), MappingProxyType({code: _printed(file, code, row) for code, row in copies.items()})
    )


def _printed(file: str, code: str, row: object) -> Printed:
    try:
        parse(code)
    except CodeError:
        raise BatchError(f"{file}, copies, {code[:20]}: is no card code; take the line out") from None
    match row:
        case [str() as card, str() as found, int() as revision, *rest] if _count(revision):
            if not rest:
                return Printed(card, found, revision)
            if len(rest) == 1 and _count(rest[0]) and rest[0] in (1, 2):
                return Printed(card, found, revision, rest[0])
            match rest:
                case [int() as codes, str() as look] if (
                    _count(codes) and codes in (0, 1, 2) and len(look) <= LONGEST_LOOK
                ):
                    return Printed(card, found, revision, codes, look)
    raise BatchError(f"{file}, copies, {code[:20]}: expected [card, digest, revision, codes, look]; take the line out")


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1_000_000
