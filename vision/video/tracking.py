"""A video's frames -> which cards lie on the table. Pure: no pixels, no clock, the same frames give the same scene.

    scene = Scene()
    for frame in frames:                             # each a FrameReading
        scene = follow(scene, frame)
        scene.fresh                                  # cards believed from this frame on: each laying of a card once
        [one.card.name for one in scene.tracks if one.in_view]

A card that stays is one track however often it is read. A near card is believed at once, a far one when a second look
agrees. A card counts as taken away only where that was witnessed: its place was in sight, uncovered and empty, for some
time; then, laid again, it is a new track. Where the camera looked elsewhere nobody knows, and nothing is concluded.

Corners are pixels of the newest frame. ``moved`` maps the last frame's pixels to this one's (from camera_motion.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from vision.picture.homography import Homography, homography_between, project_quad
from vision.sighting import MODULES, CardSeen, Quad, centre, contains, mean_side, opposite_code, same_place

NEAR_PX = 1.5
NEAR_CONFIDENCE = 0.8
"""From here on one look is enough: no wrong card was ever read so near (docs/scanning.md)."""
AGREE_WITHIN_S = 2.5
DISPUTED_LOOKS = 3
"""A far card where another was just read has to be read once more than usual."""
GONE_S = 2.0
GONE_LOOKS = 3
"""A hand that reaches over a card takes less ..."""
CLEARED_S = 6.0
"""... and a sleeve over most of them, or a blurred moment, less than this."""
UNSURE_S = 2.5
FORGET_S = 60.0
SAME_PLACE_SIDES = 2.0
"""Two looks agree on a place within this many code sides (2.5 cm on the table)."""


@dataclass(frozen=True, slots=True)
class FrameReading:
    """One frame of ``width`` x ``height`` pixels at a time in seconds.

    ``cards`` are what was read in it, None where it was only followed; ``moved`` maps the last frame's pixels to its
    own, None where that is not known.
    """

    at_s: float
    width: int
    height: int
    cards: tuple[CardSeen, ...] | None
    moved: Homography | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Track:
    """One laying of one paper card.

    ``laid`` is its number, never used twice in a scene. ``card`` is as read last, its corners where it lies now;
    ``placed`` says that this place is known. ``looks`` have agreed on it, ``missed`` have seen its place empty since
    ``missed_s``.
    """

    laid: int
    card: CardSeen
    seen_s: float
    looks: int = 1
    needed: int = 2
    believed: bool = False
    in_view: bool = True
    placed: bool = True
    missed: int = 0
    missed_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known of the table after a look. ``fresh`` became believed by it, ``gone`` were taken away by it."""

    tracks: tuple[Track, ...] = ()
    fresh: tuple[Track, ...] = ()
    gone: tuple[Track, ...] = ()
    next_laid: int = 1
    looked_s: float = -math.inf
    """When the last full look was."""

    @property
    def believed(self) -> tuple[Track, ...]:
        """The cards that lie there as far as is known, in view or not, in the order they were first seen."""
        return tuple(one for one in self.tracks if one.believed)


def follow(scene: Scene, look: FrameReading) -> Scene:
    """The scene after one more frame. Frames come in the order of their time."""
    moved = look.moved
    if look.cards is None:
        tracks = [_inside(_carried(one, moved), look) for one in scene.tracks]
        return replace(scene, tracks=tuple(tracks), fresh=(), gone=())
    pairs, new = _matched([_carried(one, moved) for one in scene.tracks], look.cards)
    if moved is None:
        pairs = _placed_by_others(pairs, scene.tracks)
    empty, needed_s = _emptied(pairs, look)
    kept: list[Track] = []
    gone: list[Track] = []
    for index, (track, card) in enumerate(pairs):
        if card is not None:
            kept.append(_seen_again(track, card, look, scene.looked_s))
        elif index in empty and _taken_away(track, look, needed_s):
            gone.append(track)
        elif look.at_s - track.seen_s <= (FORGET_S if track.believed else UNSURE_S):
            kept.append(_not_seen(track, look, empty=index in empty))
    laid = scene.next_laid
    for card in new:
        kept.append(_new(laid, card, look, [track for track, _ in pairs]))
        laid += 1
    before = {one.laid for one in scene.tracks if one.believed}
    fresh = tuple(one for one in kept if one.believed and one.laid not in before)
    return Scene(tuple(kept), fresh, gone=tuple(gone), next_laid=laid, looked_s=look.at_s)


# --- places -------------------------------------------------------------------------------------------------------


def _carried(track: Track, moved: Homography | None) -> Track:
    """A track where the camera's move puts it; nobody knows where without the move."""
    if moved is None or not track.placed:
        return replace(track, placed=False)
    other = track.card.other_px and project_quad(moved, track.card.other_px)
    card = replace(track.card, corners_px=project_quad(moved, track.card.corners_px), other_px=other)
    return replace(track, card=card)


def _inside(track: Track, look: FrameReading) -> Track:
    return replace(track, in_view=track.in_view and track.placed and _in_frame(track, look))


def _in_frame(track: Track, look: FrameReading) -> bool:
    """Whether the whole code, with some room, is inside the frame."""
    room = mean_side(track.card.corners_px) / 4
    return all(room <= x <= look.width - room and room <= y <= look.height - room for x, y in track.card.corners_px)


Pair = tuple[Track, CardSeen | None]


def _placed_by_others(pairs: list[Pair], before: Sequence[Track]) -> list[Pair]:
    """Without a measured move, the cards read again tell where the others are: all lie on one table."""
    old = {one.laid: one for one in before}
    same = [(old[t.laid].card, card) for t, card in pairs if card and old[t.laid].placed]
    known = [(there.corners_px, here.corners_px) for there, here in same if there.second == here.second]
    moved = homography_between([a for a, _ in known], [b for _, b in known]) if len(known) >= 2 else None
    if moved is None:
        return pairs
    return [(replace(_carried(old[t.laid], moved), in_view=t.in_view), card) for t, card in pairs]


# --- reading ------------------------------------------------------------------------------------------------------


def _matched(tracks: Sequence[Track], cards: Iterable[CardSeen]) -> tuple[list[Pair], list[CardSeen]]:
    """Each track with the reading that is it, and the readings of nothing known: same code, nearest place first."""
    found = list(cards)
    options = sorted(
        (_distance(track, card), i, j)
        for i, track in enumerate(tracks)
        for j, card in enumerate(found)
        if track.card.text == card.text
    )
    of_track: dict[int, int] = {}
    for _, i, j in options:
        if i not in of_track and j not in of_track.values():
            of_track[i] = j
    pairs = [(track, found[of_track[i]] if i in of_track else None) for i, track in enumerate(tracks)]
    return pairs, [card for j, card in enumerate(found) if j not in of_track.values()]


def _distance(track: Track, card: CardSeen) -> float:
    """In code sides; a place that is not known is far from everywhere, but not too far to be the one."""
    if not track.placed:
        return 1e6
    # A card of two codes may be known by one of them and seen by the other.
    here = card.corners_px if card.second == track.card.second else opposite_code(card.corners_px)
    return math.dist(centre(track.card.corners_px), centre(here)) / max(mean_side(card.corners_px), 1e-6)


def is_near(card: CardSeen) -> bool:
    """Whether one look at this card is enough."""
    return mean_side(card.corners_px) / MODULES >= NEAR_PX and card.confidence >= NEAR_CONFIDENCE


def _seen_again(track: Track, card: CardSeen, look: FrameReading, before_s: float) -> Track:
    # On a busy computer the look before may be long ago; nothing was read otherwise since.
    recent = look.at_s - track.seen_s <= AGREE_WITHIN_S or track.seen_s >= before_s
    agrees = recent and (not track.placed or _distance(track, card) <= SAME_PLACE_SIDES)
    looks = track.looks + 1 if agrees or track.believed else 1
    believed = track.believed or is_near(card) or looks >= track.needed
    return replace(
        track,
        card=card,
        seen_s=look.at_s,
        looks=looks,
        believed=believed,
        in_view=True,
        placed=True,
        missed=0,
    )


def _new(laid: int, card: CardSeen, look: FrameReading, others: Sequence[Track]) -> Track:
    disputed = any(
        one.believed
        and one.placed
        and look.at_s - one.seen_s <= AGREE_WITHIN_S
        and one.card.text != card.text
        and same_place(one.card.corners_px, card.corners_px)
        for one in others
    )
    needed = DISPUTED_LOOKS if disputed else 2
    return Track(laid, card, look.at_s, needed=needed, believed=is_near(card) and not disputed)


def _emptied(pairs: Sequence[Pair], look: FrameReading) -> tuple[frozenset[int], float]:
    """The tracks whose place is in sight and empty, and how long that has to last to mean anything.

    Where most of what should be there is not read, it may be a blurred moment or an arm over the table.
    """
    expected = [i for i, (track, _) in enumerate(pairs) if track.believed and track.placed and _in_frame(track, look)]
    missing = [i for i in expected if pairs[i][1] is None and not _covered(pairs[i][0], pairs)]
    most = len(expected) > 2 and len(missing) * 2 > len(expected)
    return frozenset(missing), CLEARED_S if most else GONE_S


def _covered(track: Track, pairs: Sequence[Pair]) -> bool:
    """Whether another card is read where this one lay: it may lie below."""
    middle = centre(track.card.corners_px)
    return any(card is not None and contains(_grown(card.corners_px), middle) for _, card in pairs)


def _grown(quad: Quad) -> Quad:
    """The card around a code, roughly: cards reach some code sides beyond it, which side is not known here."""
    x, y = centre(quad)
    a, b, c, d = ((x + 3 * (px - x), y + 3 * (py - y)) for px, py in quad)
    return a, b, c, d


def _taken_away(track: Track, look: FrameReading, needed_s: float) -> bool:
    """Whether, with this look, its place was seen empty often and long enough."""
    return track.missed + 1 >= GONE_LOOKS and look.at_s - track.missed_s >= needed_s


def _not_seen(track: Track, look: FrameReading, *, empty: bool) -> Track:
    """A track after a look that did not read it."""
    if not empty:
        return replace(track, in_view=False, missed=0)
    since = track.missed_s if track.missed else look.at_s
    return replace(track, in_view=False, missed=track.missed + 1, missed_s=since)
