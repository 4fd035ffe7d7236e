"""Photos of a deck's faces -> the faces, cut out and straightened: what is taught.

A photo shows up to some twenty cards side by side. All cards of a deck are of one size, so of all outlines those are
the cards of which there are most alike. Whether a face is upside down nobody can tell from its outline; it is found
again either way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.taught.card_outlines import card_outlines
from vision.taught.face_deck import KEPT, RIM, Face, FaceDeck, in_blocks
from vision.taught.spoilt_faces import fault_of_rim, glaring
from vision.taught.straight_card import LARGE, Floats, Levels, Picture, card_width_px, widened
from vision.taught.touching_cards import divided

LEAST_WIDTH_PX = 150.0
"""A card must be so wide on a teaching photo."""
LEAST_SHARP = 0.065
"""Of its contrast, what a face changes from one pixel to the next at the size it is kept at."""
EDGE_PX, EDGE = 9, 0.35
"""An edge changes at least this share of the face's contrast within so many pixels."""
ALIKE_SIZES = 1.6
"""The nearest card of a photo may look so much larger than the middle one, in area."""
ODD = 0.07
"""A card's shape may differ by this share from the usual one."""
LONGEST = 2.15
"""No card is so many times as long as it is wide; a row of cards is."""
FAINT = 0.4
"""An outline with less than this share of the usual change across its sides is not a card's edge."""
NESTED = 1.35
"""A frame printed inside a card's edge is smaller by less than this, in area."""
MOST_BLOCKS = 2
"""So few cards on a photo may be blocks of cards that touch."""
DOUBLE = 0.93
"""From this correlation on, in every block that shows something, two pictures are of one face."""
DOUBLE_BLOCK = 0.55


@dataclass(frozen=True, slots=True, eq=False)
class CutFace:
    """A face of a teaching photo: its upright picture, where it was, and what is wrong with it.

    ``fault`` is "far", "blurred", "edge" (cut beside the card's edge), "covered", "glare", or "" where nothing is.
    """

    picture_bgr: Picture
    corners_px: Floats
    fault: str


def cut_faces(image_bgr: Picture, lit_alike: Sequence[Picture] = ()) -> list[CutFace]:
    """The cards of a teaching photo (h, w, 3), from top to bottom and left to right.

    ``lit_alike`` are faces, ``KEPT`` in size, that were taken in the same light: with them glare is told on a photo of
    a single card too.
    """
    levels = Levels(image_bgr)
    quads = _cards(levels, card_outlines(image_bgr))
    if len(quads) <= MOST_BLOCKS:
        quads = [card for quad in quads for card in divided(levels, quad)]
    cut = [_cut(levels, quad) for quad in _in_rows(quads)]
    glare = glaring([*lit_alike, *(one.picture_bgr for one in cut)])[len(lit_alike) :]
    # Beside a lamp all print is faint, and looks blurred.
    lit = [on and one.fault in ("", "blurred") for one, on in zip(cut, glare, strict=True)]
    return [replace(one, fault="glare") if on else one for one, on in zip(cut, lit, strict=True)]


def cut_at(image_bgr: Picture, corners_px: Floats) -> CutFace:
    """The card whose four corners somebody has pointed out."""
    return _cut(Levels(image_bgr), corners_px)


def double_of(picture_bgr: Picture, deck: FaceDeck) -> Face | None:
    """The face of a deck that a picture shows once more, if any."""
    (found,) = doubles_of([picture_bgr], deck.faces)
    return None if found is None else deck.faces[found]


def doubles_of(pictures_bgr: Sequence[Picture], faces: Sequence[Face]) -> list[int | None]:
    """What each picture shows once more: its place among the faces and then the pictures before it, None if nothing."""
    every = FaceDeck("", (*faces, *(Face("", "", picture) for picture in pictures_bgr)))
    return [_double(every, number) for number in range(len(faces), len(every.faces))]


def _double(every: FaceDeck, new: int) -> int | None:
    card = in_blocks(every.as_seen(new, LARGE, 3))
    for turned in every.alike(new):
        if every.face(turned) < new and _is_same(in_blocks(every.beside(new, turned, LARGE, 3)), card):
            return every.face(turned)
    return None


def _is_same(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    mine, theirs = (one**2).sum(axis=1), (other**2).sum(axis=1)
    floor = 0.1 * float(np.mean(mine))
    alike = (one * other).sum(axis=1) / np.sqrt((mine + floor) * (theirs + floor))
    telling = np.maximum(mine, theirs) > 2 * floor
    whole = float((one * other).sum() / np.sqrt(mine.sum() * theirs.sum() + 1e-9))
    return whole > DOUBLE and bool(telling.any()) and float(alike[telling].min()) > DOUBLE_BLOCK


def _cut(levels: Levels, quad: Floats) -> CutFace:
    picture = levels.straight(quad, KEPT)
    if card_width_px(quad) < LEAST_WIDTH_PX:
        return CutFace(picture, quad, "far")
    return CutFace(picture, quad, "blurred" if _sharpness(picture) < LEAST_SHARP else fault_of_rim(levels, quad))


def _sharpness(picture: Picture) -> float:
    """How much of its contrast a face changes within a pixel, at the clearest tenth of its edges; 0 where it has none.

    Only beside edges: an ace is mostly white, and as sharp as a ten.
    """
    light = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rim = round(light.shape[1] * RIM)
    light = light[rim:-rim, rim:-rim]
    steps = np.abs(cv2.Laplacian(cv2.GaussianBlur(light, (0, 0), 0.8), cv2.CV_32F))
    contrast = float(light.max() - light.min() + 20)
    near = np.ones((EDGE_PX, EDGE_PX), np.uint8)
    beside = cv2.dilate(light, near) - cv2.erode(light, near) > EDGE * contrast
    return float(np.quantile(steps[beside], 0.9) / contrast) if beside.sum() > EDGE_PX**2 else 0.0


def _cards(levels: Levels, quads: Floats) -> list[Floats]:
    """Of all outlines those of the cards: most alike in size, one a place, the outer of nested ones."""
    quads = np.array([quad for quad in quads if 1 / LONGEST < _shape(quad)[0] < LONGEST])
    if not len(quads):
        return []
    quads = _with_edges(levels, quads)
    areas = np.array([abs(cv2.contourArea(quad.astype(np.float32))) for quad in quads])
    largest = max(areas, key=lambda area: (_weight(quads, areas, area), area))
    near = (areas > largest / ALIKE_SIZES) & (areas <= largest * ALIKE_SIZES)
    chosen, sizes = quads[near], np.sqrt(areas[near])
    shapes = np.array([_shape(quad) for quad in chosen])
    # The steadiest outlines come first: most of these are cards.
    usual = np.median(shapes[: max(1, len(shapes) // 2)], axis=0)
    odd = np.abs(np.log(shapes / usual)).max(axis=1)
    kept: list[Floats] = []
    edges = np.array([_edge(levels, quad) for quad in chosen])
    faint = edges < FAINT * np.quantile(edges, 0.75)
    for index in np.lexsort((-sizes, (odd > ODD) | faint)):
        quad = chosen[index]
        inside = [one for one in chosen if _holds(quad, one)]
        # What holds the middles of two cards that lie apart is no card.
        if _apart(inside, sizes[index]) == 1 and not any(_meet(quad, one) for one in kept):
            kept.append(quad)
    return kept


def _with_edges(levels: Levels, quads: Floats) -> Floats:
    """The outlines that run along edges, all where none does.

    On an evenly lit table there are others around each card, and around a whole layout, as large as many cards.
    """
    along = [card_width_px(quad) < LEAST_WIDTH_PX / 2 or fault_of_rim(levels, quad) != "edge" for quad in quads]
    return quads[along] if any(along) else quads


def _edge(levels: Levels, quad: Floats) -> float:
    """How much the picture changes across a quad's sides: the halo around a card has its shape but no edge."""
    times = 1.08
    around = levels.straight(widened(quad, times), LARGE).astype(np.float32)
    sides = []
    for turned in (around, around[::-1], around.transpose(1, 0, 2), around.transpose(1, 0, 2)[::-1]):
        edge = len(turned) * (1 - 1 / times) / 2
        along = turned[:, turned.shape[1] // 6 : -turned.shape[1] // 6]
        outside, inside = along[int(edge) - 3 : int(edge) - 1], along[int(edge) + 2 : int(edge) + 4]
        sides.append(float(np.abs(outside.mean(axis=0) - inside.mean(axis=0)).max(axis=1).mean()))
    return float(np.min(sides))


def _shape(quad: Floats) -> tuple[float, float, float, float]:
    """What cards of one deck have in common, seen from above: proportion, opposite sides alike, diagonals alike."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    across = np.linalg.norm(quad[0] - quad[2]) / np.linalg.norm(quad[1] - quad[3])
    return (
        float((sides[1] + sides[3]) / (sides[0] + sides[2])),
        float(sides[0] / sides[2]),
        float(sides[1] / sides[3]),
        float(across),
    )


def _weight(quads: Floats, areas: NDArray[np.float64], area: float) -> float:
    """How much outlines of about one size speak for being the cards: many and large, the one not without the other."""
    near = quads[(areas > area / NESTED) & (areas <= area * NESTED)]
    return float(_apart(list(near), np.sqrt(area)) * area**0.85)


def _apart(quads: list[Floats], size: float) -> int:
    """How many places quads have, those within half a card counted once."""
    middles: list[Floats] = []
    for quad in quads:
        middle = quad.mean(axis=0)
        if all(np.linalg.norm(middle - other) > 0.5 * size for other in middles):
            middles.append(middle)
    return len(middles)


def _holds(quad: Floats, other: Floats) -> bool:
    x, y = (float(value) for value in other.mean(axis=0))
    return bool(cv2.pointPolygonTest(quad.astype(np.float32), (x, y), False) >= 0)


def _meet(quad: Floats, other: Floats) -> bool:
    return _holds(quad, other) or _holds(other, quad)


def _in_rows(quads: list[Floats]) -> list[Floats]:
    if not quads:
        return []
    height = float(np.median([np.ptp(quad[:, 1]) for quad in quads]))
    return sorted(quads, key=lambda quad: (round(float(quad[:, 1].mean()) / height), float(quad[:, 0].mean())))
