"""The photo of the dice just rolled, over plain HTTP: a suggestion in the form, which the player still confirms."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.camera.dice_photo import dice_choice, read_dice, told
from companion.web.choice_forms import Button
from companion.web.photo_overlay import dice_picture
from companion.web.play import screen
from companion.web.refusals import No, why_not
from companion.web.request import acting, caller, page, see_other, service, spend, tables, tokens
from rules.table import Refusal

bp = Blueprint("dice", __name__)


@bp.get("/t/<code>/dice")
def again(code: str) -> Response:
    """Somebody loads the answer once more: the table is where the dice are asked for."""
    return see_other(f"/t/{code}")


@bp.post("/t/<code>/dice")
def photo(code: str) -> str | Response | tuple[str | Response, int]:
    """Read the dice on a photo. Nothing is logged: the numbers stand in the form, to be compared and confirmed."""
    spend("scan", caller(tokens(code)))
    seen = tables().look(code, tokens(code), seat=acting(code))
    choice = dice_choice(seen.choices)
    if choice is None:
        return screen(seen, No("No dice are asked for just now; this is how the table stands.", status=409)), 409
    file = request.files.get("photo")
    data = file.read() if file else b""
    if not data:
        return screen(seen, No("No photo arrived. Take one, then send it.", status=400)), 400
    try:
        with service().decoding:
            found = read_dice(choice, data)
            shown = dice_picture(data, found)
    except Refusal as problem:
        no = why_not(problem)
        return screen(seen, no), no.status
    body = page("dice.html", seen, picture=shown, found=found, told=told(found.dice), asked=Button(found.choice, False))
    return body, (200 if found.dice else 422)
