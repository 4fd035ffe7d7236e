"""How a printer sets front and back, measured in photos of the two-sided calibration sheet.

The fiducials of a face give the photo's perspective and its lens; through them the edges of the paper are found to a
few hundredths of a millimetre, and with them where the print lies on the paper. Both faces share the paper: so the two
errors tell how far the back is off the front. Size is measured against a bank card alone, because paper is no measure.

Coordinates: mm from the middle of the print, x right, y up, as seen on the face; geometry in ``templates/calibration``.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import templates
from vision.picture.decoding import Frame, decode
from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2
from vision.printer.bank_card import bank_card_scale
from vision.printer.sheet_photo import EdgeLine, EdgeNotFoundError, SheetView, find_edge, fit_view

Side = Literal["front", "back"]
MOST_PIXELS = 16_000_000
LEAST_FIDUCIALS = 9
WAVY_MM = 0.25
"""A sheet whose fiducials lie further off their places than this (root mean square) is not flat."""
SEARCH_MM, NEAR_MM = 5.5, 3.5
SKIP_CORNERS = 0.07
PICTURE_PX_PER_MM = 4.0
GREEN, BLUE, RED = (90, 190, 40), (200, 120, 30), (40, 40, 220)


class CalibrationError(ValueError):
    """A photo cannot be measured. ``code`` is short; the text is one sentence with the cure."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class FaceError:
    """Where a printer sets one face on the paper: the middle of the print from the middle of the paper, its angle
    (counter-clockwise), and, where a bank card lay in view, its true size over the size asked for."""

    offset_x_mm: float
    offset_y_mm: float
    angle_deg: float
    scale: tuple[float, float] | None


@dataclass(frozen=True, eq=False)
class FaceSeen:
    """One photo measured. ``paper_mm`` is the paper's size (width, height) in units of the print; ``picture`` the sheet
    made straight, (h, w, 3) BGR, with what was found drawn on it."""

    side: Side
    error: FaceError
    paper_mm: tuple[float, float]
    picture: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Measured:
    """Both faces of a sheet, measured."""

    front: FaceSeen
    back: FaceSeen

    @property
    def between(self) -> tuple[float, float, float]:
        """Where the back lies behind the front, seen from the front: mm right, mm up, degrees counter-clockwise."""
        front, back = self.front.error, self.back.error
        right = -back.offset_x_mm - front.offset_x_mm
        return right, back.offset_y_mm - front.offset_y_mm, -back.angle_deg - front.angle_deg

    @property
    def relative_scale(self) -> tuple[float, float]:
        """How much larger the back comes out than the front, along x and y: the paper is the same behind both."""
        (fw, fh), (bw, bh) = self.front.paper_mm, self.back.paper_mm
        return fw / bw, fh / bh


def measure(photos: tuple[bytes, bytes], paper_mm: tuple[float, float]) -> Measured:
    """Measure two photos, one of each face, in either order. ``paper_mm`` is the paper's nominal size.

    Raises CalibrationError, or FrameError where a photo is no picture.
    """
    seen = [measure_face(decode(data, most_pixels=MOST_PIXELS), paper_mm) for data in photos]
    sides = {one.side: one for one in seen}
    if len(sides) != 2:
        other = "back" if seen[0].side == "front" else "front"
        raise CalibrationError("same_side", f"Both photos show the {seen[0].side}: take one of the {other} as well.")
    return Measured(sides["front"], sides["back"])


def picture_png(measured: Measured, height_px: int = 1100) -> bytes:
    """What was measured, front and back side by side, as PNG."""
    faces = []
    for seen in (measured.front, measured.back):
        share = height_px / seen.picture.shape[0]
        size = (round(seen.picture.shape[1] * share), height_px)
        faces.append(np.asarray(cv2.resize(seen.picture, size, interpolation=cv2.INTER_AREA), np.uint8))
    _, data = cv2.imencode(".png", np.hstack(faces))
    return data.tobytes()


def measure_face(frame: Frame, paper_mm: tuple[float, float]) -> FaceSeen:
    """Measure the photo of one face. Raises CalibrationError where it cannot be done."""
    grey = frame.image if frame.image.ndim == 2 else np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), np.uint8)
    side, here_mm, here_px = _fiducials(grey)
    view = fit_view(here_mm, here_px, (grey.shape[1], grey.shape[0]))
    flat = view.residual_px / view.px_per_mm((0.0, 0.0))
    if flat > WAVY_MM:
        raise CalibrationError(
            "not_flat",
            f"The {side} does not lie flat ({flat:.2f} mm): lay something on its edges, or press a fold out.",
        )
    width, height = sorted(paper_mm)
    edges = _paper_edges(grey, view, (width, height), side)
    error, size = _print_on_paper(edges)
    card = bank_card_scale(grey, view, _sheet_geometry()["card"])
    seen = replace(error, scale=card)
    return FaceSeen(side, seen, size, _picture(frame, view, edges, paper_mm=(width, height), fiducials_mm=here_mm))


@cache
def _sheet_geometry() -> dict[str, Any]:
    return tomllib.loads(templates.text("calibration", "sheet.toml"))


def _detector() -> Any:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 7
    settings.relativeCornerRefinmentWinSize = 0.35
    settings.adaptiveThreshWinSizeMax = 53
    settings.minMarkerPerimeterRate = 0.01
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)


def _fiducials(grey: NDArray[np.uint8]) -> tuple[Side, Floats, Floats]:
    """Which face, and the corners of its fiducials: (N, 2) in mm and (N, 2) in px (pixel centres at whole numbers)."""
    places = np.array(_sheet_geometry()["fiducials"]["centres"])
    half = _sheet_geometry()["fiducials"]["side_mm"] / 2
    around = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    corners, ids, _ = _detector().detectMarkers(grey)
    found = {
        int(number): np.asarray(quad, float).reshape(4, 2) for number, quad in zip(_flat(ids), corners, strict=True)
    }
    sides: dict[Side, list[int]] = {
        "front": [n for n in found if n < len(places)],
        "back": [n for n in found if len(places) <= n < 2 * len(places)],
    }
    side: Side = "front" if len(sides["front"]) >= len(sides["back"]) else "back"
    if len(sides[side]) < LEAST_FIDUCIALS:
        raise CalibrationError(
            "no_sheet",
            f"{len(sides[side])} of the sheet's {len(places)} black squares were found: take the photo of the whole "
            "calibration sheet, from straight above, in even light.",
        )
    here_mm = np.concatenate([places[n % len(places)] + around for n in sides[side]])
    return side, here_mm, np.concatenate([found[n] for n in sides[side]])


def _flat(ids: Any) -> list[int]:
    return [] if ids is None else [int(number) for number in np.asarray(ids).ravel()]


def _paper_edges(
    grey: NDArray[np.uint8], view: SheetView, paper_mm: tuple[float, float], side: Side
) -> dict[str, EdgeLine]:
    """The four edges of the paper: left and right as x = at + slope * y, top and bottom as y = at + slope * x."""
    edges = {}
    for name, reach, out in _expected_edges(paper_mm):
        along = np.linspace(-1 + 2 * SKIP_CORNERS, 1 - 2 * SKIP_CORNERS, 160) * reach
        start = np.full_like(along, out)
        level = name in ("left", "right")
        points = np.column_stack((start, along) if level else (along, start))
        step = np.array((math.copysign(1, out), 0.0) if level else (0.0, math.copysign(1, out)))
        try:
            edges[name] = _edge_near(grey, view, points, step)
        except EdgeNotFoundError as why:
            raise CalibrationError(
                "no_edge",
                f"The {name} edge of the paper was not found on the photo of the {side} ({why}): lay the sheet on "
                "something dark and even, and keep all four edges in the picture.",
            ) from None
    return edges


def _edge_near(grey: NDArray[np.uint8], view: SheetView, points_mm: Floats, step: Floats) -> EdgeLine:
    """An edge, looked for less far out where the picture ends close to the paper. Raises EdgeNotFoundError."""
    try:
        return find_edge(grey, view, points_mm, step=step, search_mm=SEARCH_MM)
    except EdgeNotFoundError:
        return find_edge(grey, view, points_mm, step=step, search_mm=NEAR_MM)


def _expected_edges(paper_mm: tuple[float, float]) -> list[tuple[str, float, float]]:
    """Each edge: its name, half its length, and where it should be."""
    width, height = paper_mm
    return [
        ("left", height / 2, -width / 2),
        ("right", height / 2, width / 2),
        ("top", width / 2, height / 2),
        ("bottom", width / 2, -height / 2),
    ]


def _print_on_paper(edges: dict[str, EdgeLine]) -> tuple[FaceError, tuple[float, float]]:
    """Where the print lies on the paper with these edges, and the paper's size in units of the print."""
    left, right, top, bottom = (edges[name] for name in ("left", "right", "top", "bottom"))
    # An upright edge x = at + slope y leans by -slope, a level one y = at + slope x by slope.
    turn = math.atan((top.slope + bottom.slope - left.slope - right.slope) / 4)
    level, upright = (top.slope + bottom.slope) / 2, (left.slope + right.slope) / 2
    middle_x, middle_y = (left.at + right.at) / 2, (top.at + bottom.at) / 2
    y = (middle_y + level * middle_x) / (1 - level * upright)
    x = middle_x + upright * y
    width = (right.at - left.at) * math.cos(turn)
    height = (top.at - bottom.at) * math.cos(turn)
    # As seen from the paper, the print is turned and moved the other way.
    cos, sin = math.cos(turn), math.sin(turn)
    return FaceError(-(cos * x + sin * y), -(-sin * x + cos * y), -math.degrees(turn), None), (width, height)


def _picture(
    frame: Frame, view: SheetView, edges: dict[str, EdgeLine], paper_mm: tuple[float, float], fiducials_mm: Floats
) -> NDArray[np.uint8]:
    """The sheet made straight, with the paper's edges as they were found and where they should be."""
    width, height = paper_mm
    reach_x, reach_y = width / 2 + 8, height / 2 + 8
    scale = PICTURE_PX_PER_MM
    picture = view.straightened(frame.image, (-reach_x, -reach_y, reach_x, reach_y), scale)
    picture = np.ascontiguousarray(picture if picture.ndim == 3 else cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x + reach_x) * scale * 16), round((reach_y - y) * scale * 16)

    def line(a: tuple[int, int], b: tuple[int, int], colour: tuple[int, int, int], thick: int) -> None:
        cv2.line(picture, a, b, colour, thick, cv2.LINE_AA, 4)

    for name, reach, out in _expected_edges(paper_mm):
        edge = edges[name]
        low, high = edge.at - edge.slope * reach, edge.at + edge.slope * reach
        level = name in ("left", "right")
        line(*((at(out, -reach), at(out, reach)) if level else (at(-reach, out), at(reach, out))), RED, 1)
        line(*((at(low, -reach), at(high, reach)) if level else (at(-reach, low), at(reach, high))), GREEN, 2)
    for quad in fiducials_mm.reshape(-1, 4, 2):
        x, y = quad.mean(axis=0)
        line(at(x - 7, y), at(x + 7, y), BLUE, 2)
        line(at(x, y - 7), at(x, y + 7), BLUE, 2)
    return np.asarray(picture, np.uint8)
