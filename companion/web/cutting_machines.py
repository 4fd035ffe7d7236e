"""For cutting machines, beside the print page: the outlines of a job, and sheets with places of one's own."""

from __future__ import annotations

import io
import zipfile
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as Answered

from companion import late
from companion.printing.queue import REFUSED
from companion.printing.sheet_places import LARGEST_BYTES
from companion.web import print_form
from companion.web.owner import owners
from companion.web.print_form import in_words
from companion.web.print_page import print_page_instead, result_page
from companion.web.refusal_notice import No, sentence
from companion.web.request import see_other, service, spend
from companion.web.security_headers import asked_here
from printkit.sheet import cutting_machine
from printkit.sheet.paper import SheetError

bp = Blueprint("cutting", __name__)


@bp.post("/print/places")
@owners
def places() -> Answered | tuple[str, int]:
    """A file with places of one's own comes up; the page it came from is shown again with it."""
    spend("upload")
    request.max_content_length = LARGEST_BYTES + 100_000
    no = "Choose a file first: a Squib sprue (.yml), or a layouts.json."
    try:
        file, back = request.files.get("file"), request.form.get("back", "")[:4000]
        if file is not None and file.filename:
            data = file.read()
            service().uploads.refuse_over([len(data)])
            kept = service().places.keep(file.filename, data)
            pairs = [pair for pair in parse_qsl(back) if pair[0] not in ("slots", "page", "check")]
            return see_other(f"/print?{urlencode([*pairs, ('slots', kept)])}")
    except SheetError as problem:
        no = sentence(in_words(problem))
    except RequestEntityTooLarge:
        no = f"Such a file has at most {LARGEST_BYTES // 1000} kB; choose another."
    return result_page(print_form.read(), None, No(no)), 422


@bp.get("/print/cuts.zip")
def cuts() -> Answered | tuple[str, int]:
    """The outlines of every arrangement of cards and parts for a cutting machine, as SVG and as DXF."""
    if not asked_here():
        return print_page_instead()
    spend("print")
    asked = print_form.read()
    if asked.no:
        return result_page(asked, None, No(asked.no)), 422
    try:
        plan = service().print_queue.plan(asked.order)
    except REFUSED as problem:
        return result_page(asked, None, No(sentence(in_words(problem)))), 422
    name = f"{asked.game}-{asked.spec.paper}-cut".lower()
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(_zipped(name, plan), mimetype="application/zip", headers=headers)


def _zipped(name: str, plan: late.print_job.Plan) -> bytes:
    """The outlines in one file, which a phone can keep; equal plans give equal bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, kind, data in cutting_machine.files(
            plan.pages, plan.grid.page_mm, plan.spec.fit.corners_mm, ("svg", "dxf")
        ):
            inner = f"{name}-page-{number}.{kind}" if number else f"{name}.{kind}"
            archive.writestr(zipfile.ZipInfo(inner, (1980, 1, 1, 0, 0, 0)), data)
    return whole.getvalue()
