"""What the API answers with: looks, choices and readings as JSON, names filled in; and the schemas of all that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.camera.card_outline import outline_of
from companion.camera.live import FrameMeaning
from companion.camera.photo import PhotoScan
from companion.table.changes import Moment, Preview
from companion.table.snapshot import Snapshot
from companion.table.tables import Accepted, Scanned
from rules import schemas, wire
from rules.game_protocol import Choice, Game, GameInfo, Notice, Reading, ScanProblem, suggested
from rules.values.added_deck import AddedDeck
from rules.view import View
from vision.sighting import Hint, Quad

Json = Any


def look_json(look: Snapshot) -> dict[str, Json]:
    """A table as one viewer sees it."""
    return {
        "code": look.code,
        "rev": look.rev,
        "game": {"id": look.info.id, "title": look.info.title},
        "mode": look.mode,
        "options": dict(look.options),
        "setup": None if look.setup is None else {"players": look.setup.players, "options": dict(look.setup.options)},
        "begun": look.begun,
        "over": look.over,
        "viewer": look.viewer,
        "held": list(look.held),
        "host": look.host,
        "people": [
            None
            if p is None
            else {"name": p.name, "colour": p.colour, "shape": p.shape, "online": s in look.seats_online}
            for s, p in enumerate(look.people)
        ],
        "view": filled(wire.encode(look.view), look.say),
        "choices": [choice_json(choice, look.say) for choice in look.choices],
        "notices": notices_json(look.notices),
        "log": [wire.encode(line) for line in look.log],
        "pending": None if look.pending is None else wire.encode(look.pending),
        "asked": [wire.encode(line) for line in look.asked],
        "absent": [choice_json(choice, look.say) for choice in look.absent],
        "asks": [{"id": ask.id, "seat": ask.seat, "number": ask.number} for ask in look.asks],
    }


def filled(data: Json, say: Callable[[str], str]) -> Json:
    """The same JSON with every ``{p0}`` in a game's text replaced by the name of who sits there."""
    if isinstance(data, str):
        return say(data) if "{p" in data else data
    if isinstance(data, list):
        return [filled(item, say) for item in data]
    if isinstance(data, dict):
        return {key: filled(item, say) for key, item in data.items()}
    return data


def choice_json(choice: Choice, say: Callable[[str], str]) -> dict[str, Json]:
    """A choice, its event as it is posted: fill the holes named by ``fields`` into ``event.args``."""
    body: dict[str, Json] = filled(wire.encode(choice), say)
    return {**body, "event": wire.event_to_json(choice.event)}


def notices_json(notices: tuple[Notice, ...]) -> list[Json]:
    """What is to be said, and to whom (None: everybody)."""
    return [wire.encode(notice) for notice in notices]


def accepted_json(accepted: Accepted) -> dict[str, Json]:
    """An event that is on disk."""
    return {"rev": accepted.rev, "notices": notices_json(accepted.notices)}


def preview_json(preview: Preview) -> dict[str, Json]:
    """What a change of the past would come to."""
    return {
        "rev": preview.rev,
        "target": preview.target,
        "text": preview.text,
        "differences": [wire.encode(one) for one in preview.differences],
        "misfits": [wire.encode(one) for one in preview.misfits],
        "over": preview.over,
        "reveals": preview.reveals,
    }


def moment_json(moment: Moment, say: Callable[[str], str]) -> dict[str, Json]:
    """What a seat could do right before an entry."""
    return {
        "rev": moment.rev,
        "target": moment.target,
        "text": moment.text,
        "turn": moment.turn,
        "seat": moment.seat,
        "event": None if moment.event is None else wire.event_to_json(moment.event),
        "choices": [choice_json(choice, say) for choice in moment.choices],
    }


def reading_json(reading: Reading, say: Callable[[str], str]) -> dict[str, Json]:
    """What a scan means: choices, each ready to be posted, and one line about what was read."""
    return {
        "choices": [choice_json(choice, say) for choice in reading.choices],
        "summary": say(reading.summary),
    }


def photo_json(scan: PhotoScan, rev: int, say: Callable[[str], str]) -> dict[str, Json]:
    """A photo, what was read on it and what that did."""
    event = scan.reading.submit if scan.accepted else None
    return {
        "cards": [
            {
                "code": card.text,
                "game": card.game,
                "card": card.card,
                "name": card.name,
                "corners": [list(corner) for corner in card.corners_px],
                "confidence": card.confidence,
            }
            for card in scan.photo.cards
        ],
        "width": scan.photo.width,
        "height": scan.photo.height,
        "hint": hint_json(scan.photo.hint, say),
        "submitted": None if event is None else wire.event_to_json(event),
        "notices": notices_json(scan.accepted.notices) if scan.accepted else [],
        **reading_json(scan.reading, say),
        "problems": [problem_json(problem, say) for problem in scan.problems],
        "rev": scan.accepted.rev if scan.accepted else rev,
    }


def frame_json(sight: FrameMeaning, rev: int, say: Callable[[str], str]) -> dict[str, Json]:
    """One frame of a live camera, understood."""
    gathered = {track.laid for track in sight.gathered}
    reading, event = sight.reading, suggested(sight.reading)
    ready = reading.submit is not None or event is not None
    return {
        "width": sight.width,
        "height": sight.height,
        "full": sight.full,
        "cards": [
            {
                "code": track.card.text,
                "game": track.card.game,
                "card": track.card.card,
                "name": track.card.name,
                "corners": _points(track.card.corners_px),
                "outline": _points(outline_of(track.card)),
                "confidence": track.card.confidence,
                "laid": track.laid,
                "believed": track.believed,
                "in_view": track.in_view,
                "gathered": track.laid in gathered,
                "logged": track.laid in sight.done,
            }
            for track in sight.tracks
        ],
        "other": [{"text": one.why, "corners": _points(one.corners_px)} for one in sight.foreign],
        "hint": hint_json(sight.hint, say),
        "codes": [track.card.text for track in sight.gathered],
        "of": reading.of,
        "missing": [say(one.name) for one in reading.missing],
        "ready": ready,
        "submitted": sight.accepted is not None,
        "notices": notices_json(sight.accepted.notices) if sight.accepted else [],
        **reading_json(reading, say),
        "problems": [problem_json(problem, say) for problem in sight.problems],
        "rev": sight.accepted.rev if sight.accepted else rev,
        "ms": round(sight.ms, 1),
    }


def hint_json(hint: Hint | None, say: Callable[[str], str]) -> Json:
    """Why cards are not read, in one sentence, and where in the picture; null where nothing is to be said."""
    if hint is None:
        return None
    place = None if hint.place_px is None else _points(hint.place_px)
    return {"cause": hint.cause, "text": say(hint.text), "corners": place}


def _points(quad: Quad) -> list[Json]:
    return [[round(x, 1), round(y, 1)] for x, y in quad]


def scanned_json(scanned: Scanned, rev: int, say: Callable[[str], str]) -> dict[str, Json]:
    """What accepting cards did, or what has to be chosen first."""
    event, done = scanned.reading.submit, scanned.accepted
    return {
        "submitted": wire.event_to_json(event) if event is not None and done is not None else None,
        "accepted": done is not None,
        "notices": notices_json(done.notices) if done else [],
        **reading_json(scanned.reading, say),
        "problems": [problem_json(problem, say) for problem in scanned.reading.problems],
        "rev": done.rev if done else rev,
    }


def problem_json(problem: ScanProblem, say: Callable[[str], str]) -> dict[str, Json]:
    """One sentence about a card that led to nothing."""
    return {"code": problem.code, "text": say(problem.text), "card": problem.card}


def info_json(info: GameInfo, decks: Sequence[AddedDeck] = ()) -> dict[str, Json]:
    """A game for lists, with its options and their defaults, and the decks people typed in for it."""
    return {
        "id": info.id,
        "title": info.title,
        "about": info.about,
        "players": list(info.players),
        "modes": list(info.modes),
        "rulebook": info.rulebook,
        "takes_decks": info.decks,
        "decks": [{"letters": one.letters, "title": one.title, "cards": one.deck.size} for one in decks],
        "options": [
            {
                "id": option.id,
                "label": option.label,
                "values": list(option.values),
                "default": option.default,
                "detail": option.detail,
                "ruling": option.ruling,
            }
            for option in info.options
        ],
    }


def game_schema(game: Game[Any]) -> dict[str, Json]:
    """The JSON Schemas of a game's events, choices and views, made from its dataclasses."""
    events = schemas.events_schema(game.events)
    choice = schemas.schema(Choice)
    choice["$defs"] = {**choice["$defs"], **events["$defs"]}
    choice["$defs"]["choice"]["properties"]["event"] = {"anyOf": events["anyOf"]}
    return {"game": game.info.id, "event": events, "choice": choice, "view": schemas.schema(View)}
