"""The page of ``tablewright preview``: the cards and the first screen of a folder, while somebody writes at it."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from flask import Blueprint, Response, abort, current_app, request

from companion import late
from companion.own_decks.folder_preview import FolderPreview
from companion.table.snapshot import Snapshot
from companion.web.card_pictures import SECURITY, with_fonts
from companion.web.request import page, tables
from companion.web.template_helpers import viewer_of
from rules import games
from rules.view import Block

bp = Blueprint("preview", __name__)
PREVIEW = "tablewright.preview"
WAITS_S = 20.0
PICTURES_MOST = 1000


@dataclass(frozen=True, slots=True)
class Shown:
    """A card on the page: its name, how many, the keys of its picture and of the one before ("" where none is)."""

    id: str
    name: str
    copies: int
    key: str
    before: str
    new: bool


class Drawn:
    """The pictures that were drawn, by their keys, and the table whose first screen is shown."""

    def __init__(self, preview: FolderPreview) -> None:
        self.preview, self.lock = preview, Lock()
        self.pictures: dict[str, bytes] = {}
        self.laid: tuple[object, str] = (None, "")
        self.seen: tuple[object, Snapshot] | None = None
        self.seen_before: Snapshot | None = None

    def table(self) -> str:
        """The code of a table of the newest edition."""
        with self.lock:
            if self.laid[0] is not self.preview.plan:
                plan = self.preview.plan
                self.laid = plan, tables().open(plan.id, players=plan.players[0]).code
            return self.laid[1]

    def first_screen(self) -> tuple[Snapshot, Snapshot | None]:
        """The screen a table of the newest edition begins with, and that of the edition shown before where it is
        another; None where nothing on it changed."""
        plan, now = self.preview.plan, tables().look(self.table(), (), as_table=True)
        with self.lock:
            if self.seen is None or self.seen[0] is not plan:
                old = self.seen[1] if self.seen else None
                self.seen_before = old if old and _blocks(old) != _blocks(now) else None
                self.seen = plan, now
            return now, self.seen_before

    def picture(self, card: str, key: str) -> bytes | None:
        """The card's picture under that key: drawn now where it is the newest one, else as it was."""
        if key not in self.pictures and self.preview.keys.get(card) == key:
            while len(self.pictures) >= PICTURES_MOST:
                self.pictures.pop(next(iter(self.pictures)), None)
            self.pictures[key] = with_fonts(late.faces.card_svg(self.preview.game, card))
        return self.pictures.get(key)


def _blocks(look: Snapshot) -> tuple[Block, ...]:
    return look.view.blocks if look.view else ()


def _drawn() -> Drawn:
    found: Drawn = current_app.extensions[PREVIEW]
    return found


@bp.get("/preview")
def preview() -> str:
    """What changed first, then the first screen, then all cards."""
    drawn = _drawn()
    now, rev = drawn.preview, drawn.preview.rev
    cards = [
        Shown(
            card.id,
            card.name,
            card.copies,
            key=now.keys.get(card.id, ""),
            before=before if (before := now.before.get(card.id, "")) in drawn.pictures else "",
            new=card.id in now.before,
        )
        for card in games.deck(now.game).cards
    ]
    seen, seen_before = drawn.first_screen()
    changed = [one for one in cards if one.new]
    # Not as a page of that table: those follow their table by themselves.
    screens = [(_blocks(seen), viewer_of(seen))]
    if seen_before:
        screens.append((_blocks(seen_before), viewer_of(seen_before)))
    at = screens[0][1]
    return page("preview.html", rev=rev, now=now, cards=cards, changed=changed, first=seen, screens=screens, at=at)


@bp.get("/preview/rev")
def rev() -> str:
    """The newest rev, as soon as it is another than ``seen``."""
    seen = request.args.get("seen", "")
    return str(_drawn().preview.wait(int(seen) if seen.isdigit() and len(seen) < 9 else 0, WAITS_S))


@bp.get("/preview/card/<card>/<key>.svg")
def picture(card: str, key: str) -> Response:
    """The front of a card as it is, or as it was."""
    found = _drawn().picture(card, key)
    if found is None:
        abort(404)
    answer = Response(found, mimetype="image/svg+xml")
    answer.headers["Content-Security-Policy"] = SECURITY
    answer.headers["Cache-Control"] = "max-age=3600"
    return answer
