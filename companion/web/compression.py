"""Pages and JSON compressed on their way, where that tells nobody anything.

Compressed together, a secret and a text an attacker chooses betray by their length how much they are alike (BREACH).
That takes many requests in the victim's name, with chosen texts, for a page with one unchanging secret in it. Ours have
none: tokens travel in cookies and in answers to a post, a link that is handed over is made anew each time, and
requests of other sites carry no cookies (``SameSite``). Still, only what is asked for by GET is compressed, and nothing
a browser says another site asked for.
"""

from __future__ import annotations

from flask import Flask, Response, request
from flask_compress import Compress

_compress = Compress()
SMALLEST_BYTES = 500
"""Below this the words about the compression outweigh it."""


def register(app: Flask) -> None:
    """Compress answers of the application from now on."""
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_STREAMS=False,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_MIN_SIZE=SMALLEST_BYTES,
    )
    _compress.init_app(app)
    app.after_request(_compressed)


def _compressed(response: Response) -> Response:
    if request.method not in ("GET", "HEAD") or request.headers.get("Sec-Fetch-Site") == "cross-site":
        return response
    if "Accept-Encoding" in response.vary:  # whoever made it has seen to that
        return response
    return _compress.after_request(response)
