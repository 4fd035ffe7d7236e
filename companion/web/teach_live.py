"""Teaching a deck without codes by the live camera: its page, the stills it sends, and one tap that takes back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from flask import Blueprint, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from companion.errors import TooLarge, TooOften, Trouble, status_of
from companion.own_decks.taught_decks import KeptFace, TaughtDeck
from companion.own_decks.teaching_live import CardShown, take_back, teach_still
from companion.table.tables import check_id
from companion.unexpected_errors import looking
from companion.web.owner import owners
from companion.web.page_language import worded
from companion.web.refusal_notice import sentence
from companion.web.request import page, service, spend
from companion.web.secure_connection import is_safe, safe_address
from companion.web.teach import taught_decks
from rules.game_protocol import Refusal
from vision.picture.file_header import FrameError

bp = Blueprint("teaching_live", __name__)
STILL_BYTES = 8_000_000
TAKEN_BACK_BYTES = 10_000
Json = dict[str, Any]
Given = ParamSpec("Given")


def as_json(view: Callable[Given, Json]) -> Callable[Given, Response]:
    """A view that answers a script: what is in the way is one sentence too, in the language of the page."""

    @wraps(view)
    def asked(*args: Given.args, **named: Given.kwargs) -> Response:
        try:
            return jsonify(view(*args, **named))
        except RequestEntityTooLarge:
            return _refused(TooLarge("too_large", "The picture is too large to be sent; take photos instead."))
        except FrameError as problem:
            return _refused(Trouble(problem.kind, str(problem)))
        except (Trouble, Refusal) as problem:
            return _refused(problem)

    return asked


def _refused(problem: Trouble | Refusal) -> Response:
    answer = jsonify({"error": {"code": problem.code, "text": sentence(problem.text)}})
    answer.status_code = status_of(problem)
    if isinstance(problem, TooOften):
        answer.headers["Retry-After"] = str(problem.after_s)
    return answer


@bp.get("/teach/<deck>/live")
@owners
def live(deck: str) -> str:
    """The camera over one card after another; over plain HTTP the way to it, and the photo meanwhile."""
    kept = taught_decks().find(deck)
    return page(
        "teach_live.html",
        deck=kept,
        safe=is_safe(),
        address=safe_address(),
        off=service().network.https_off,
        has_back=any(face.is_back for face in kept.faces),
        side="back" if kept.is_whole and request.args.get("side") == "back" else "",
    )


@bp.post("/teach/<deck>/live")
@as_json
@owners
def still(deck: str) -> Json:
    """One still in full resolution, JPEG bytes in the body: what is new on it is kept."""
    spend("scan")
    request.max_content_length = STILL_BYTES  # before anything looks into the body
    id = check_id(request.args.get("id"))
    data = request.get_data(cache=False)
    if not data:
        raise Trouble("no_photo", "There was no photo. Take one, then send it.")
    service().uploads.refuse_over(())
    return service().taught_live.once(f"{deck} {id}", lambda: _taught(deck, data))


def _taught(deck: str, data: bytes) -> Json:
    backs, in_order = request.args.get("side") == "back", request.args.get("order") == "1"
    with service().decoding, looking(FrameError):
        shown = teach_still(taught_decks(), deck, data, backs=backs, in_order=in_order)
    return {
        "outcome": shown.outcome,
        "text": sentence(shown.why) if shown.why else "",
        "width": shown.width,
        "height": shown.height,
        "cards": [_card_json(shown.deck, one) for one in shown.cards],
        **_deck_json(shown.deck),
    }


@bp.post("/teach/<deck>/live/back")
@as_json
@owners
def back(deck: str) -> Json:
    """Take back faces that were taken wrongly, named by the digests of their pictures."""
    spend("change")
    request.max_content_length = TAKEN_BACK_BYTES
    sent = request.get_json(silent=True)
    digests = sent.get("digests") if isinstance(sent, dict) else None
    if not isinstance(digests, list):
        raise Trouble("sent", "That did not arrive in one piece; tap once more.")
    return _deck_json(take_back(taught_decks(), deck, [one for one in digests if isinstance(one, str)]))


def _deck_json(deck: TaughtDeck) -> Json:
    return {"known": deck.known, "of": deck.of, "whole": deck.is_whole, "next": next(iter(deck.free_names), "")}


def _card_json(deck: TaughtDeck, one: CardShown) -> Json:
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in one.corners_px]
    return {"corners": corners, "state": one.state, "face": _face_json(deck, one.face) if one.face else None}


def _face_json(deck: TaughtDeck, face: KeptFace) -> Json:
    name = worded("The back") if face.is_back else face.id if face.numbered else face.name
    picture = f"/teach/{deck.id}/{face.id}.webp?v={face.digest[:8]}"
    return {
        "id": face.id,
        "digest": face.digest,
        "name": name,
        "numbered": face.numbered,
        "back": face.is_back,
        "picture": picture,
    }
