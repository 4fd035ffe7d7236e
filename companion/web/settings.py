"""How this phone likes the pages: language, light, sound, dragging. Kept in cookies; no table hears of it."""

from __future__ import annotations

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response

from companion.web import cookies, page_language
from companion.web.request import page, see_other

bp = Blueprint("settings", __name__)


@bp.get("/settings")
def settings() -> str:
    """Every setting with what it is now."""
    return page(
        "settings.html",
        languages=page_language.there_are(),
        spoken=cookies.language(request),
        sound=cookies.sound(request),
        drag=cookies.drag(request),
        flat=cookies.flat(request),
        back=_back(request.args.get("back", "")),
    )


@bp.post("/settings")
def keep() -> Response:
    """Keep what was chosen, and go back to where the person came from."""
    form = request.form
    answer = make_response(see_other(_back(form.get("back", ""))))
    cookies.speak(answer, request, _known(form.get("language", "")))
    cookies.like(answer, request, form.get("theme", ""))
    sound, drag, flat = (form.get(name) == "on" for name in ("sound", "drag", "flat"))
    return cookies.prefer(answer, request, sound=sound, drag=drag, flat=flat)


@bp.post("/language")
def speak() -> Response:
    """One tap on a language, wherever it is offered."""
    answer = make_response(see_other(_back(request.form.get("back", ""))))
    return cookies.speak(answer, request, _known(request.form.get("language", "")))


def _known(code: str) -> str:
    return code if code in dict(page_language.there_are()) else ""


def _back(address: str) -> str:
    """An address of ours, else the first page."""
    # Browsers leave out tabs and line breaks, and take a backslash for a slash: /<tab>/host is another site.
    plain = address.isprintable() and "\\" not in address
    ours = plain and address.startswith("/") and not address.startswith("//")
    return address if ours else "/"
