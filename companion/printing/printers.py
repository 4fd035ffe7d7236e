"""Printer profiles: kept in a folder, made of photos or readings of the calibration sheet, told in words."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion import late
from printkit.safe_files import write_whole
from printkit.sheet import printer_profile
from printkit.sheet.paper import find_sheet
from printkit.sheet.printer_profile import Face, Profile, ProfileError

if TYPE_CHECKING:
    from printkit.sheet.calibration_sheet import Reading
    from vision.printer.calibration import FaceSeen, Measured


NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
MOST_PROFILES = 200
SAME_SCALE = 0.001
"""Front and back are told apart in size from here on: less is what the measuring itself may be off by."""


@dataclass(frozen=True, slots=True)
class About:
    """What a person says of the printer: the profile's name, and what it is for."""

    name: str
    printer: str = ""
    paper: str = "a4"
    tray: str = ""


def measure_photos(photos: tuple[bytes, bytes], paper: str) -> Measured:
    """Both faces of the calibration sheet. Raises CalibrationError, FrameError or SheetError."""
    sheet = find_sheet(paper)
    return late.calibration.measure(photos, (sheet.width_mm, sheet.height_mm))


def from_photos(measured: Measured, about: About, kept: Path) -> Profile:
    """The profile of what was measured; margins and prices stay as a profile of that name has them.

    Raises ProfileError for a name that cannot be one, or an old profile that cannot be read.
    """
    front, back = measured.front, measured.back
    relative = measured.relative_scale
    told = any(abs(one - 1) > SAME_SCALE for one in relative)
    if front.error.scale:
        front_scale = front.error.scale
    elif back.error.scale:
        front_scale = (back.error.scale[0] / relative[0], back.error.scale[1] / relative[1])
    else:
        front_scale = (1.0, 1.0)
    back_scale = back.error.scale or (
        (front_scale[0] * relative[0], front_scale[1] * relative[1]) if told or front.error.scale else front_scale
    )
    return _profile(about, _face(front, front_scale), _face(back, back_scale), kept)


def _face(seen: FaceSeen, scale: tuple[float, float]) -> Face:
    error = seen.error
    return Face(
        round(error.offset_x_mm, 3),
        round(error.offset_y_mm, 3),
        angle_deg=round(error.angle_deg, 4),
        scale_x=round(scale[0], 5),
        scale_y=round(scale[1], 5),
    )


def from_lines(
    reading: Reading, about: About, kept: Path, ruler_mm: tuple[float | None, float | None] = (None, None)
) -> Profile:
    """The profile of what was read against the light; ``ruler_mm`` what the 150 mm and 200 mm lines measure.

    Raises ProfileError where the readings make no sense.
    """
    try:
        front, back = late.calibration_sheet.from_reading(reading)
    except ValueError as error:
        raise ProfileError(f"calibrate read: {error}") from None
    x, y = ((found or asked) / asked for found, asked in zip(ruler_mm, (150.0, 200.0), strict=True))
    return _profile(about, replace(front, scale_x=x, scale_y=y), replace(back, scale_x=x, scale_y=y), kept)


def _profile(about: About, front: Face, back: Face, kept: Path) -> Profile:
    old = Profile(about.name)
    if named(about.name) in printer_profile.names(kept):
        old = printer_profile.read_file(kept / f"{about.name}.toml")
    made = replace(
        old,
        printer=about.printer or old.printer,
        paper=about.paper,
        tray=about.tray or old.tray,
        measured=datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        front=front,
        back=back,
    )
    # What is written must be readable: a misread photo does not become a profile nobody can use.
    return printer_profile.read_profile(printer_profile.write_profile(made), f"{about.name}.toml")


def named(name: str) -> str:
    """A name a profile may have. Raises ProfileError."""
    if not NAME.fullmatch(name):
        raise ProfileError(f'"{name}" cannot name a profile; use small letters, digits, - and _, as office-tray2')
    return name


def save(made: Profile, kept: Path) -> Path:
    """Write a profile, whole or not at all. Raises ProfileError."""
    path = kept / f"{named(made.name)}.toml"
    if len(printer_profile.names(kept)) >= MOST_PROFILES and not path.exists():
        raise ProfileError(f"{kept}: holds {MOST_PROFILES} profiles already; delete some first")
    try:
        write_whole({path: printer_profile.write_profile(made).encode()}, folders=True)
    except OSError as error:
        raise ProfileError(f"{path}: cannot be written ({error.strerror}); choose another folder with --data") from None
    return path


def off_by(made: Profile) -> str:
    """How far the back lands off the front, in words: as seen from the front."""
    front, back = made.front, made.back
    right, up = -back.offset_x_mm - front.offset_x_mm, back.offset_y_mm - front.offset_y_mm
    return f"{_way(right, 'right', 'left')} and {_way(up, 'up', 'down')}, {_turn(-back.angle_deg - front.angle_deg)}"


def on_paper(face: Face) -> str:
    """Where a face lands on the paper, in words."""
    words = f"{_way(face.offset_x_mm, 'right', 'left')} and {_way(face.offset_y_mm, 'up', 'down')}"
    scale = "" if face.scale_x == face.scale_y == 1 else f", {face.scale_x:.2%} wide and {face.scale_y:.2%} high"
    return f"{words}, {_turn(face.angle_deg)}{scale}"


def _way(mm: float, more: str, less: str) -> str:
    return f"{abs(mm):.2f} mm {more if mm >= 0 else less}"


def _turn(degrees: float) -> str:
    if abs(degrees) < 0.005:
        return "not turned"
    return f"turned {abs(degrees):.2f}° {'left' if degrees > 0 else 'right'}"
