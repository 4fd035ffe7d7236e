"""Live cameras over the tables: frame after frame, what lies there, what it means, and one tap (or none) to log it.

A session is one camera's look at one table. Its frames are read in full a few times a second and followed in between;
a frame that comes while two others are in work is refused at once, so that nothing old ever waits.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import uuid4

from companion import late
from companion.camera.automatic_logging import LoggedCards
from companion.camera.identify import strangers
from companion.camera.photo import Turns
from companion.camera.running_cameras import WORK_WAIT_S, Session, Sessions
from companion.errors import TooOften
from companion.own_decks.decks import OwnDecks
from companion.table.subscriptions import Signal
from companion.table.tables import Accepted, Scanned, Tables
from companion.table.tokens import tidy_code
from companion.unexpected_errors import FRAME_BROKE, ReaderBroke, looking
from rules.game_protocol import Level, Lying, Reading, Refusal, ScanProblem, Seat
from rules.values.cards import Deck
from rules.values.code import CardCode
from vision.picture.file_header import FrameError
from vision.sighting import CardSeen, Foreign, Hint, Photo, Quad

if TYPE_CHECKING:
    from vision.picture.decoding import Frame
    from vision.video.tracking import Track


READ_EVERY_S = 0.25
"""Between full looks the outlines are only followed, which takes a tenth of the time ..."""
CHANGED_S = 0.1
"""... but where something was laid down or turned up, not for so long."""
STARVED_S = 1.0
"""Where all readers are busy for so long, a look waits for its turn: what is only followed finds no new card."""
THOROUGH_S = 0.6
"""So often a full look also looks for pale print where there seems to be nothing, and says why it reads nothing."""
FRAME_PIXELS = 2_600_000
"""Larger frames are halved: a video's extra pixels are mostly blur, a still has its own way."""
UNPLACED_S = 8.0
"""So long a card out of sight still belongs to the look, where nobody knows how the camera moved since."""


@dataclass(frozen=True, slots=True)
class FrameMeaning:
    """One frame understood: what is in sight, what the gathered cards mean, and what was logged.

    ``gathered`` are the cards an accepting tap would take: those in sight and those the camera has just passed over,
    without what is logged already. ``full`` is False where the outlines were only followed.
    """

    width: int
    height: int
    full: bool
    tracks: tuple[Track, ...]
    done: frozenset[int]
    gathered: tuple[Track, ...]
    foreign: tuple[Foreign, ...]
    reading: Reading
    accepted: Accepted | None
    ms: float
    broken: str = ""
    """What to say where the reader broke on the last full look, "" where it did not."""
    hint: Hint | None = None
    """Why cards in the picture are not read, where two looks agree on it."""

    @property
    def problems(self) -> tuple[ScanProblem, ...]:
        """One sentence each, with the cure: our own fault first, then strangers, then the game's."""
        ours = (ScanProblem("reader_failed", self.broken),) if self.broken else ()
        strange = tuple(dict.fromkeys(ScanProblem(one.reason, one.why) for one in self.foreign))
        return (*ours, *strange, *self.reading.problems)


def besides(reading: Reading, logged: Iterable[Track]) -> Reading:
    """What is missing of a whole look, less what this camera has read and logged: that is not missing."""
    read = {track.card.text: track.card.card for track in logged}
    # A card whose code nobody has read is any of its kind that is none of the others.
    spare = Counter(read[text] for text in read.keys() - {one.code for one in reading.missing})
    missing: list[Lying] = []
    for one in reading.missing:
        if one.code in read:
            continue
        if not one.code and spare[one.card]:
            spare[one.card] -= 1
            continue
        missing.append(one)
    less = len(reading.missing) - len(missing)
    return replace(reading, missing=tuple(missing), of=reading.of - less) if less else reading


def codes_of(tracks: Iterable[Track]) -> tuple[CardCode, ...]:
    """The codes of these cards, each once."""
    seen: dict[str, CardSeen] = {track.card.text: track.card for track in tracks}
    return tuple(card.code for card in seen.values())


class LiveCameras:
    """The live cameras of this process."""

    def __init__(
        self,
        tables: Tables,
        *,
        turns: Turns | None = None,
        clock: Callable[[], float] = time.monotonic,
        own: OwnDecks | None = None,
    ) -> None:
        self.tables, self.clock, self.own = tables, clock, own
        self.turns = turns or Turns(wait_s=WORK_WAIT_S)
        self.logged_cards = LoggedCards()
        self.sessions = Sessions(lambda: self.clock())

    def frame(
        self,
        code: str,
        tokens: Iterable[str],
        data: bytes,
        *,
        session: str,
        number: int = 0,
        seat: Seat | None = None,
        auto: bool = False,
        still: bool = False,
    ) -> FrameMeaning:
        """One frame of a session. With ``auto``, what can mean only one thing is logged without a tap.

        ``number`` counts the session's frames: one that was overtaken is left out. ``still`` is a photo in full
        resolution, read in full. Raises TooOften where frames come faster than they are understood, Refusal STRUCT
        where the bytes are no picture, NotYours where the tokens hold no seat.
        """
        tokens, began = tuple(tokens), self.clock()
        own = self.tables.scanner(code, tokens, seat)
        with self.sessions.entered(code, tokens, session) as one:
            if number < one.newest:  # a newer frame was faster: nothing new can be told from this one
                return self._meaning_of(one, code, tokens, own, None, full=False, began=began)
            one.newest = number
            try:
                with looking(FrameError):
                    frame = late.decoding.decode(data, colour=False, **({} if still else {"most_pixels": FRAME_PIXELS}))
            except FrameError as error:
                raise Refusal(Level.STRUCT, error.kind, str(error)) from error
            one.size = frame.width, frame.height
            # A card that waits for a second look to agree need not wait for the usual time between two.
            hurries = (auto and one.autolog.hurries) or any(t.in_view and not t.believed for t in one.scene.tracks)
            try:
                with looking():
                    full = self._understand(one, frame, code, at_once=still or hurries)
            except ReaderBroke:
                one.begin_anew()  # whatever it was, it is not met again with the next frame
                full, one.broken = False, FRAME_BROKE
            if full:
                self._notice_leaving(one, own)
            accepted = None
            if auto and full:
                with self.tables.live(code).lock:  # what one camera logs, another over the same table has not missed
                    accepted = self._act(one, code, tokens, own)
            return self._meaning_of(one, code, tokens, own, accepted, full=full, began=began)

    def accept(
        self, code: str, tokens: Iterable[str], codes: Sequence[CardCode], *, id: str, session: str, seat: Seat | None
    ) -> Scanned:
        """The tap: these cards, with the suggested answers where there are any. The same door as a photo's.

        What another phone of the same seat has just made of the same cards is not done twice.
        """
        tokens = tuple(tokens)
        own = self.tables.scanner(code, tokens, seat)
        table, texts, now = tidy_code(code), [str(one) for one in codes], self.clock()
        if not codes:
            raise Refusal(Level.STRUCT, "no_card", "No card has been read yet; hold the camera over one.")
        before = self.logged_cards.tapped(table, own, texts, now)
        if before is not None and not self.tables.undone(code, before.rev):
            scanned = Scanned(Reading(), before)
        else:
            scanned = self.tables.scan(code, tokens, id=id, codes=codes, seat=own, settle=True)
        if scanned.accepted is not None:
            self._logged(table, own, texts, scanned.accepted)
            self._mark(code, tokens, session, texts)
        return scanned

    def forget(self, code: str, tokens: Iterable[str], session: str, seat: Seat | None = None) -> None:
        """Begin the look anew: everything in sight is new again, for whoever wants to count once more."""
        tokens = tuple(tokens)
        own = self.tables.scanner(code, tokens, seat)
        one = self.sessions.end(code, tokens, session)
        for track in one.scene.tracks if one is not None else ():
            self.logged_cards.left(tidy_code(code), own, track.card.text, self.clock())

    def _mark(self, code: str, tokens: Sequence[str], session: str, texts: Iterable[str]) -> None:
        """The accepted cards are no longer part of that camera's look."""
        one = self.sessions.get(code, tokens, session)
        if one is not None:
            with one.lock:
                wanted = set(texts)
                one.done |= {track.laid for track in one.scene.tracks if track.card.text in wanted}

    # --- one frame -----------------------------------------------------------------------------------------------

    def _understand(self, one: Session, frame: Frame, code: str, *, at_once: bool) -> bool:
        """Bring the session's scene up to this frame. True where it was read in full, as it is ``at_once``."""
        now, smaller = self.clock(), late.camera_motion.small_frame(frame.image, frame.width, frame.height)
        move = late.camera_motion.camera_motion(one.before, smaller) if one.before is not None else None
        tracked = [track for track in one.scene.tracks if track.in_view]
        one.stirred |= (
            one.before is not None and move is not None and late.camera_motion.scene_changed(one.before, smaller, move)
        )
        every = CHANGED_S if one.stirred else READ_EVERY_S
        wanted = at_once or not tracked or move is None or now - one.read_s >= max(every, one.took_s)
        # Where the cards known lie now is looked at first, and their plane says how large others may be.
        near = (
            [late.homography.project_quad(move, track.card.corners_px) for track in tracked if track.placed]
            if move is not None
            else []
        )
        patient = at_once or not tracked or now - one.read_s > STARVED_S
        deck = self.tables.deck(code)
        thorough = at_once or now - one.thorough_s >= THOROUGH_S
        photo = self._read(one, frame, deck, near, patient=patient, thorough=thorough) if wanted else None
        one.averager.carry(move)
        one.far.carry(move)
        cards = None if photo is None else self._all_cards(one, frame, photo, deck)
        # Only now: where the look is refused, the next move is still measured from the frame the scene is of.
        one.before, one.scene = (
            smaller,
            late.tracking.follow(
                one.scene, late.tracking.FrameReading(now, frame.width, height=frame.height, cards=cards, moved=move)
            ),
        )
        if photo is None:
            return False
        one.stirred = False
        one.foreign, one.read_s = strangers(photo.foreign, deck, self.own), self.clock()
        if thorough:
            one.thorough_s = now
            one.noted_hint(photo.hint)
        one.took_s = min(photo.ms / 1000, 0.5)
        one.done &= {track.laid for track in one.scene.tracks}
        return True

    def _read(
        self, one: Session, frame: Frame, deck: Deck, near: Sequence[Quad], *, patient: bool, thorough: bool
    ) -> Photo | None:
        """A full look, or None where all readers are busy, or the reader broke, and following will do for now."""
        try:
            with self.turns if patient else self.turns.at_once(), looking():
                photo = late.scan.read_frame(frame, [deck], near=near, thorough=thorough)
        except TooOften:
            if patient:
                raise
            return None
        except ReaderBroke:
            one.broken, one.read_s = FRAME_BROKE, self.clock()
            return None
        one.broken = ""
        return photo

    def _all_cards(self, one: Session, frame: Frame, photo: Photo, deck: Deck) -> tuple[CardSeen, ...]:
        """What the look has read, and what only several frames together say."""
        several = one.averager.read(frame, photo, [deck])
        known = replace(photo, cards=(*photo.cards, *several))
        return tuple(late.two_code_cards.join_codes((*known.cards, *self._far_cards(one, frame, known, deck))))

    def _far_cards(self, one: Session, frame: Frame, known: Photo, deck: Deck) -> tuple[CardSeen, ...]:
        """What stacked frames tell; nothing where all readers are busy, for every few seconds it is a whole look."""
        try:
            with self.turns, looking():
                return one.far.read(frame, known, [deck], stirred=one.stirred)
        except (TooOften, ReaderBroke):
            return ()

    def _gathered(self, one: Session) -> tuple[Track, ...]:
        now = self.clock()
        return tuple(
            track
            for track in one.scene.believed
            if track.laid not in one.done and (track.in_view or track.placed or now - track.seen_s <= UNPLACED_S)
        )

    def _meaning_of(
        self,
        one: Session,
        code: str,
        tokens: Sequence[str],
        seat: Seat,
        accepted: Accepted | None,
        *,
        full: bool,
        began: float,
    ) -> FrameMeaning:
        gathered = self._gathered(one)
        return FrameMeaning(
            *one.size,
            full,
            one.scene.tracks,
            frozenset(one.done),
            gathered,
            one.foreign,
            self._meaning(one, code, tokens, seat, gathered),
            accepted,
            (self.clock() - began) * 1000,
            one.broken,
            one.hint,
        )

    def _meaning(
        self, one: Session, code: str, tokens: Sequence[str], seat: Seat, gathered: Sequence[Track]
    ) -> Reading:
        """What the gathered cards mean, asked again only where they or the table have changed."""
        texts = tuple(sorted({track.card.text for track in gathered}))
        if not texts:
            return Reading()
        key = (self.tables.live(code).log.rev, seat, texts)
        if one.meaning is None or one.meaning[0] != key:
            one.meaning = key, self.tables.read(code, tokens, seat=seat, codes=codes_of(gathered))
        return besides(one.meaning[1], [track for track in one.scene.believed if track.laid in one.done])

    # --- logging by itself ---------------------------------------------------------------------------------------

    def _notice_leaving(self, one: Session, seat: Seat) -> None:
        for track in one.scene.gone:
            self.logged_cards.left(one.table, seat, track.card.text, track.seen_s)

    def _act(self, one: Session, code: str, tokens: Sequence[str], seat: Seat) -> Accepted | None:
        """Log what is new, where it can mean only one thing."""
        here = {track.laid: track for track in self._gathered(one)}
        logged = [laid for laid, track in here.items() if self.logged_cards.has(one.table, seat, track.card.text)]
        one.done.update(logged)
        one.autolog.known(logged)
        here = {laid: track for laid, track in here.items() if laid not in one.done}
        scoring = self.tables.live(code).mode == "score"
        in_view = [laid for laid, track in here.items() if track.in_view]
        taken = [here[laid] for laid in one.autolog.look(here, in_view, self.clock(), scoring=scoring)]
        if not taken:
            return None
        first = one.autolog.tried(track.laid for track in taken)
        settle = len(taken) > 1 and scoring
        try:
            scanned = self.tables.scan(
                code, tokens, id=str(uuid4()), codes=codes_of(taken), seat=seat, settle=settle, news=True
            )
        except Refusal:
            return None  # what stands against it is said where it is offered
        if scanned.accepted is None:
            if first and len(taken) == 1 and scanned.reading.choices:
                # What it means is said on the seat's own phones, which show it picked up.
                card = Signal(0, card=taken[0].card.card)
                self.tables.subscriptions.tell_seat(tidy_code(code), seat, card)
            return None
        self._logged(one.table, seat, [track.card.text for track in taken], scanned.accepted)
        one.done |= {track.laid for track in taken}
        one.autolog.known(track.laid for track in taken)
        return scanned.accepted

    def _logged(self, table: str, seat: Seat, texts: Iterable[str], accepted: Accepted) -> None:
        self.logged_cards.play(table, seat, texts, self.clock(), accepted)
