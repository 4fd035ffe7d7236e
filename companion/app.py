"""The Flask application: the API and the pages over one door, and what every answer has in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.camera.live import Eye
from companion.camera.photo import Camera, Turns
from companion.errors import NoTable, NotYours, Trouble
from companion.faults import ONCE
from companion.network.addresses import Network
from companion.network.certificates import Authority
from companion.network.limits import Limits
from companion.own_decks.decks import OwnDecks
from companion.printing.history import Prints
from companion.printing.queue import Press, Work
from companion.printing.sheet_places import Places
from companion.server.bodies import TROUBLE
from companion.storage.data_folder import printers_folder
from companion.table.handoff import Moves
from companion.table.tables import Tables
from companion.table.tokens import digest
from printkit.job import Plan
from rules.table import Refusal
from vision.picture.limits import MAX_FILE_BYTES

FORM_BYTES = 512 * 1024
"""More than twice the 64 KiB Werkzeug reads at once: its check counts what it has buffered of a photo as well."""
BODY_BYTES = MAX_FILE_BYTES + 16_000_000
"""More than any address takes: a table of one's own with its pictures."""
CHOSEN_ADDRESS = "address"
"""The name the host's chosen address is remembered under; where it is not ours just now, it waits."""
Json = dict[str, Any]

CONTENT_SECURITY = "; ".join((
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
))  # fmt: skip


@dataclass
class Service:
    """What requests share: the tables, where we are reached, how often who may, and the eye for photos.

    ``authority`` is who vouches for us over HTTPS, None where we serve plain HTTP only.
    """

    tables: Tables
    network: Network = field(default_factory=Network)
    limits: Limits = field(default_factory=Limits)
    decoding: Turns = field(default_factory=Turns)
    authority: Authority | None = None
    moves: Moves = field(default_factory=Moves)
    prints: Prints | None = None
    printers: Path = field(default_factory=printers_folder)
    own: OwnDecks | None = None
    places: Places = field(init=False)
    press: Press = field(init=False)
    camera: Camera = field(init=False)
    eye: Eye = field(init=False)

    def __post_init__(self) -> None:
        self.camera = Camera(self.tables, self.decoding, self.prints, self.own)
        self.eye = Eye(self.tables, own=self.own)
        self.press = Press(self._printed)
        self.places = Places(self.printers.parent / "places")

        self.network.chosen = self.tables.store.remembered(CHOSEN_ADDRESS)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where things are kept, the innermost first."""
        kept = [self.own.folder] if self.own else []
        return (*kept, self.printers, self.printers.parent)

    def choose_address(self, ip: str) -> None:
        """Advertise this address of several, also after a restart; one that is not ours changes nothing."""
        if self.network.has(ip):
            self.tables.store.remember(CHOSEN_ADDRESS, ip)
            self.network.chosen = ip

    def _printed(self, work: Work, plan: Plan) -> None:
        if self.prints is not None:
            self.prints.keep(plan, work.order.spec.game)


def service() -> Service:
    """The service of the current application."""
    found: Service = current_app.extensions["tablewright"]
    return found


def client() -> str:
    """Where the request comes from, for limits."""
    return request.remote_addr or ""


def caller(tokens: Iterable[str]) -> str:
    """Who sends, for limits: the token where there is one, since a whole club may share one address."""
    return next((digest(token) for token in tokens), client())


def create_app(shared: Service) -> Flask:
    """The application over this service."""
    from companion.web import pages
    from companion.web.api import routes

    app = Flask(__name__, static_folder="static", template_folder=None)
    app.logger.addFilter(ONCE)
    app.extensions["tablewright"] = shared
    app.extensions["tables"] = shared.tables
    app.config["MAX_CONTENT_LENGTH"] = MAX_FILE_BYTES + FORM_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = FORM_BYTES
    app.config["MAX_FORM_PARTS"] = 200
    app.before_request(_arrived)
    app.before_request(_ours_only)
    app.before_request(_no_guessing)
    app.after_request(_guard)
    for problem in (Trouble, Refusal, HTTPException):
        app.register_error_handler(problem, _answer)
    routes.register(app)
    pages.register(app)
    return app


def _arrived() -> None:
    """Say what went wrong on the way here, before the body is missed."""
    trouble = request.environ.get("asgi.scope", {}).get(TROUBLE)
    if trouble is not None:
        raise trouble


def _ours_only() -> None:
    """Refuse foreign names and foreign pages before anything is looked at."""
    foreign_host(service(), request.host)
    acts = request.method not in ("GET", "HEAD", "OPTIONS")
    if acts and "Authorization" not in request.headers and not _same_origin():
        raise NotYours("foreign_page", "That came from another website; open the table's own page and try again.")


def foreign_host(shared: Service, host: str) -> None:
    """Raise Trouble where a request was meant for another name than ours."""
    if not shared.network.answers_to(host):
        raise Trouble(
            "foreign_host",
            "This computer does not answer to that name. Use the address shown on the host's screen, "
            "or allow the name with TABLEWRIGHT_NAMES.",
        )


def _no_guessing() -> None:
    """Whoever has tried many codes that open nothing waits, except for a table they belong to."""
    code = (request.view_args or {}).get("code")
    if code is not None:
        from companion.web.api.fields import tokens

        no_guessing(service(), code, tokens(code), client())


def no_guessing(shared: Service, code: str, tokens: Iterable[str], address: str) -> None:
    """Raise TooOften for an address that keeps guessing codes; a code that opens nothing is one more guess."""
    try:
        if shared.tables.holds(code, tokens):
            return
    except NoTable:
        shared.limits.spend("guess", address)
        raise
    shared.limits.spend("guess", address, 0)


def _answer(problem: Exception) -> ResponseReturnValue:
    """What does not work out, as JSON for programs and as a page for people."""
    from companion.web import error_page
    from companion.web.api import routes

    return routes.answer(problem) if request.path.startswith("/api/") else error_page.answer(problem)


def _same_origin() -> bool:
    """Whether the page that sends is ours: only then do its cookies count.

    Programs without a browser send none of these headers, and no cookies either.
    """
    for header in ("Origin", "Referer"):
        value = request.headers.get(header)
        if value is not None:
            try:
                return urlsplit(value).netloc.lower() == request.host.lower()
            except ValueError:  # an address that is none, such as http://[
                return False
    return not request.cookies


def _guard(response: Response) -> Response:
    """Headers every answer has."""
    headers = response.headers
    headers.setdefault("Content-Security-Policy", CONTENT_SECURITY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("X-Frame-Options", "DENY")
    # Not no-referrer: under it browsers send "Origin: null" with our own forms, which then look foreign.
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    headers.setdefault("Permissions-Policy", "camera=(self), screen-wake-lock=(self), microphone=(), geolocation=()")
    if request.endpoint != "static":
        headers.setdefault("Cache-Control", "private, no-cache")
    headers.pop("Date", None)  # the server says it once already
    return response
