"""The Flask application: the API and the pages over one service, and what every answer has in common."""

from __future__ import annotations

from flask import Flask, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.errors import SCOPE_TROUBLE, NotYours, Trouble
from companion.service import Service
from companion.unexpected_errors import ONCE
from companion.web import compression, error_page, pages, pushed_screens, static_files
from companion.web.api import problems, reading, routes
from companion.web.request import SERVICE, caller, client, service, spend
from companion.web.security_headers import same_origin, with_headers
from rules.game_protocol import Refusal
from vision.picture.limits import MAX_FILE_BYTES

FORM_BYTES = 512 * 1024
"""More than twice the 64 KiB Werkzeug reads at once: its check counts what it has buffered of a photo as well."""
BODY_BYTES = MAX_FILE_BYTES + 16_000_000
"""More than any address takes: a table of one's own with its pictures."""


def create_app(shared: Service) -> Flask:
    """The application over this service."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    app.logger.addFilter(ONCE)
    app.extensions[SERVICE] = shared
    app.config["MAX_CONTENT_LENGTH"] = MAX_FILE_BYTES + FORM_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = FORM_BYTES
    app.config["MAX_FORM_PARTS"] = 200
    app.before_request(_arrived)
    app.before_request(_ours_only)
    app.before_request(_no_guessing)
    app.before_request(_one_at_a_time)
    app.after_request(with_headers)
    compression.register(app)
    for problem in (Trouble, Refusal, HTTPException):
        app.register_error_handler(problem, _answer)
    routes.register(app)
    pages.register(app)
    static_files.register(app)
    pushed_screens.register(app, shared.tables)
    return app


def _arrived() -> None:
    """Say what went wrong on the way here, before the body is missed."""
    trouble = request.environ.get("asgi.scope", {}).get(SCOPE_TROUBLE)
    if trouble is not None:
        raise trouble


def _ours_only() -> None:
    """Refuse foreign names and foreign pages before anything is looked at."""
    service().refuse_foreign_host(request.host)
    acts = request.method not in ("GET", "HEAD", "OPTIONS")
    if acts and "Authorization" not in request.headers and not same_origin():
        raise NotYours("foreign_page", "That came from another website; open the table's own page and try again.")


def _no_guessing() -> None:
    """Whoever has tried many codes that open nothing waits with the next such; one that opens a table always does."""
    code = (request.view_args or {}).get("code")
    if code is not None:
        service().refuse_guessing(code, client())


def _one_at_a_time() -> None:
    """What a page of a table sends is limited as what a program sends: by the seat, else by the address."""
    code = (request.view_args or {}).get("code")
    if code is not None and request.method == "POST" and not request.path.startswith("/api/"):
        spend("change", caller(code, reading.tokens(code)))


def _answer(problem: Exception) -> ResponseReturnValue:
    """What does not work out, as JSON for programs and as a page for people."""
    return problems.answer(problem) if request.path.startswith("/api/") else error_page.answer(problem)
