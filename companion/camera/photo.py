"""A photo from a phone -> what it means at its table. Pictures are read in memory and never kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import BoundedSemaphore

from companion import late
from companion.camera.identify import strangers
from companion.camera.taught_cards import TaughtSeen, without_needless_hint
from companion.camera.taught_codes import codes_of_taught, counted_twice, read_faces
from companion.errors import TooOften
from companion.own_decks.decks import OwnDecks
from companion.own_decks.taught_decks import TaughtDecks
from companion.printing.history import PrintHistory
from companion.table.tables import Accepted, Tables
from companion.unexpected_errors import looking
from rules.game_protocol import Level, Reading, Refusal, ScanProblem, Seat
from rules.values.code import CardCode
from vision.picture.file_header import FrameError
from vision.sighting import CardSeen, Hint, Photo

DECODES_AT_ONCE = 2
WAIT_S = 20
WAITING = 12
"""So many wait for their turn, at most: each keeps a thread that somebody's tap may need."""

NO_CARD = ScanProblem(
    "no_card", "No card code can be read on this photo. Hold a little closer to one card, in even light."
)


@dataclass(frozen=True, slots=True)
class PhotoScan:
    """A photo read for one seat. ``problems`` are the reader's and the game's, each one sentence with the cure."""

    photo: Photo
    reading: Reading
    accepted: Accepted | None
    problems: tuple[ScanProblem, ...]
    codes: tuple[CardCode, ...] = ()
    """The paper cards, those without a code too."""
    taught: tuple[TaughtSeen, ...] = ()
    """The cards that were named by their faces."""


class Turns:
    """Few at a time: decoding a large photo takes a core and a lot of memory. Use it as a context.

    Entering raises TooOften where nobody finishes in time, or too many wait already.
    """

    def __init__(self, at_once: int = DECODES_AT_ONCE, wait_s: float = WAIT_S, waiting: int = WAITING) -> None:
        self._room, self._wait_s = BoundedSemaphore(at_once), wait_s
        self._queue = BoundedSemaphore(waiting)

    def __enter__(self) -> None:
        self._take(self._wait_s)

    def __exit__(self, *_: object) -> None:
        self._room.release()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """The same without waiting: TooOften where all are busy."""
        self._take(0)
        try:
            yield
        finally:
            self._room.release()

    def _take(self, wait_s: float) -> None:
        if not self._room.acquire(blocking=False) and not (wait_s and self._waited(wait_s)):
            raise TooOften("Several photos are being read right now; send yours again in a moment.", 5)

    def _waited(self, wait_s: float) -> bool:
        if not self._queue.acquire(blocking=False):
            return False
        try:
            return self._room.acquire(timeout=wait_s)
        finally:
            self._queue.release()


class PhotoReader:
    """Reads photos for the tables."""

    def __init__(
        self,
        tables: Tables,
        decoding: Turns,
        prints: PrintHistory | None = None,
        own: OwnDecks | None = None,
        taught: TaughtDecks | None = None,
    ) -> None:
        self.tables, self.decoding, self.prints, self.own, self.taught = tables, decoding, prints, own, taught

    def scan(
        self,
        code: str,
        tokens: Iterable[str],
        data: bytes,
        *,
        id: str,
        seat: Seat | None = None,
        submit: bool = True,
        asks: bool = False,
    ) -> PhotoScan:
        """Read a photo for a seat and, where it can mean only one thing and ``submit`` holds, do it.

        With ``asks`` the sender can be asked which of a few a card is: nothing is done before that is known.
        Raises Refusal STRUCT where the bytes are no picture (its text says what to do), and what
        ``Tables.scan`` raises.
        """
        tokens = tuple(tokens)
        deck = self.tables.deck(code)
        own = self.tables.scanner(code, tokens, seat)
        with self.decoding:
            try:
                with looking(FrameError):
                    photo = late.scan.read_cards(data, [deck])
                    taught, problems = read_faces(data, deck, self.taught, photo)
            except FrameError as error:
                raise Refusal(Level.STRUCT, error.kind, str(error)) from error
        photo = replace(photo, foreign=strangers(photo.foreign, deck, self.own))
        photo = without_needless_hint(photo, taught)
        codes, unread = paper_cards(photo)
        problems += unread
        if photo.hint is not None and not photo.foreign:
            problems += (unread_card(photo.hint),)
        if codes and self.prints:
            problems += self.prints.stale(deck, codes)
        named, unnamed = codes_of_taught(deck, taught, own)
        codes, problems = (*codes, *named), (*problems, *unnamed)
        if named and (live := self.tables.live(code)).mode == "score":
            problems += counted_twice(deck, named, live.table.state)
        if not codes and (problems not in ((), (NO_CARD,)) or not self._expects_none(code, tokens, seat)):
            return PhotoScan(photo, Reading(), None, problems or (NO_CARD,), taught=taught)
        problems = problems if codes else ()
        if not submit or (asks and any(one.is_either for one in taught)):
            reading = self.tables.read(code, tokens, seat=seat, codes=codes)
            return PhotoScan(photo, reading, None, (*problems, *reading.problems), codes, taught)
        scanned = self.tables.scan(code, tokens, id=id, codes=codes, seat=seat)
        problems = (*problems, *scanned.reading.problems)
        return PhotoScan(photo, scanned.reading, scanned.accepted, problems, codes, taught)

    def _expects_none(self, code: str, tokens: Iterable[str], seat: Seat | None) -> bool:
        """Whether the table knows of no card that this seat's phone could read, such as where all lie face down."""
        return self.tables.read(code, tokens, seat=seat, codes=()).submit is not None


def unread_card(hint: Hint) -> ScanProblem:
    """Why a card on a photo is not read."""
    return NO_CARD if hint.cause == "no_card" else ScanProblem(f"unread_{hint.cause}", hint.text)


def paper_cards(photo: Photo) -> tuple[tuple[CardCode, ...], tuple[ScanProblem, ...]]:
    """Each paper card once, and what is to be said about the rest."""
    seen: dict[str, CardSeen] = {}
    problems = [ScanProblem(foreign.reason, foreign.why) for foreign in photo.foreign]
    for card in photo.cards:
        if card.text in seen:
            text = f"Two cards on this photo carry the same code, {card.text} ({card.name}); it counts once."
            problems.append(ScanProblem("twice", text, card.card))
        seen.setdefault(card.text, card)
    return tuple(card.code for card in seen.values()), tuple(dict.fromkeys(problems))
