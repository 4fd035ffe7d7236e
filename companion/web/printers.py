"""The page Printers: the calibration sheet, two photos of it, a picture of what was measured, and the profile kept."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answered

import templates
from companion import late
from companion.printing import printers
from companion.web.owner import owners
from companion.web.refusal_notice import No, sentence
from companion.web.request import page, see_other, service, spend
from printkit.sheet import printer_profile
from printkit.sheet.paper import SheetError, find_sheet
from printkit.sheet.printer_profile import Profile, ProfileError
from vision.picture.file_header import FrameError

if TYPE_CHECKING:
    from vision.printer.calibration import Measured


bp = Blueprint("printers", __name__)
PAPERS = ("a4", "letter", "legal", "a3")
Answer = str | Answered | tuple[str, int]


@dataclass(frozen=True, slots=True)
class Kept:
    """A profile in the list; ``no`` where its file cannot be used."""

    name: str
    what: str
    off: str
    no: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What two photos gave: a picture as a data address, in words, and the profile as text to keep."""

    picture: str
    off: str
    front: str
    back: str
    scaled: bool
    text: str
    name: str


@bp.get("/printers")
@owners
def overview() -> str:
    """The profiles there are and how to make one."""
    return _page()


def _page(no: No | None = None, found: Found | None = None) -> str:
    papers = [(name, find_sheet(name).title) for name in PAPERS if f"{name}.toml" in templates.names("sheets")]
    return page(
        "printers.html",
        kept=_kept(),
        papers=papers,
        found=found,
        no=no,
        typed=request.form if no else {},
        saved=request.args.get("saved", ""),
    )


def _kept() -> list[Kept]:
    folder = service().printers
    found = []
    for name in printer_profile.names(folder):
        try:
            made = printer_profile.read_file(folder / f"{name}.toml")
        except ProfileError as error:
            found.append(Kept(name, "", "", sentence(str(error))))
            continue
        what = " · ".join(filter(None, (made.printer, find_sheet(made.paper).title, made.tray, made.measured)))
        found.append(Kept(name, what, printers.off_by(made)))
    return found


@bp.get("/printers/sheet.pdf")
@owners
def sheet() -> Answer:
    """The calibration sheet."""
    spend("scan")
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        paper = "a4"
    headers = {"Content-Disposition": f'attachment; filename="calibration-{paper}.pdf"'}
    return Response(late.calibration_sheet.sheet_pdf(find_sheet(paper)), mimetype="application/pdf", headers=headers)


@bp.post("/printers")
@owners
def measured() -> Answer:
    """Measure two photos. Nothing is kept before somebody says so; the photos never are."""
    spend("scan")
    form = request.form
    name, words = form.get("name", "").strip().lower(), [form.get(key, "")[:100] for key in ("printer", "tray")]
    about = printers.About(name, words[0], form.get("paper", "a4"), words[1])
    photos = [_taken("one"), _taken("two")]
    if not all(photos):
        return _page(No("Two photos are needed: one of the front of the sheet and one of its back.")), 400
    try:
        printers.named(about.name)
        with service().decoding:
            seen = printers.measure_photos((photos[0], photos[1]), about.paper)
        made = printers.from_photos(seen, about, service().printers)
    except (late.calibration.CalibrationError, FrameError, SheetError, ProfileError) as error:
        return _page(No(sentence(str(error)))), 422
    return _page(found=_found(made, seen))


def _taken(field: str) -> bytes:
    """A photo that was sent; empty where none was."""
    file = request.files.get(field)
    if file is None:
        return b""
    with file.stream:
        return file.stream.read()


def _found(made: Profile, seen: Measured) -> Found:
    data = base64.b64encode(late.calibration.picture_png(seen, 900)).decode("ascii")
    scaled = any(one.error.scale for one in (seen.front, seen.back))
    front, back = printers.on_paper(made.front), printers.on_paper(made.back)
    off = printers.off_by(made)
    return Found(
        f"data:image/png;base64,{data}",
        off,
        front=front,
        back=back,
        scaled=scaled,
        text=printer_profile.write_profile(made),
        name=made.name,
    )


@bp.post("/printers/save")
@owners
def save() -> Answer:
    """Keep a profile that was measured."""
    spend("scan")
    name = request.form.get("name", "")
    service().uploads.refuse_over([len(request.form.get("text", ""))])
    try:
        printers.save(
            printer_profile.read_profile(request.form.get("text", ""), f"{printers.named(name)}.toml"),
            service().printers,
        )
    except ProfileError as error:
        return _page(No(sentence(str(error)))), 422
    return see_other(f"/printers?saved={name}")
