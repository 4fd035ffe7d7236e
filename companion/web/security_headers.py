"""Headers of requests and answers that keep foreign pages out, and what a page may load."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, request

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

PARTS_OF_PAGES = frozenset({"text/css", "text/javascript", "font/woff2", "image/webp"})
"""What is no page by itself: headers about what a page may do say nothing of it, and would weigh 10 kB a page."""


OURS = "Tablewright"
"""The header that says an answer is ours: in another network another machine may answer under our address."""


def same_origin() -> bool:
    """Whether the page that sends this request is ours: only then do its cookies count.

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


def asked_here() -> bool:
    """Whether a GET comes from a page of ours, from somebody who typed its address, or from a program.

    Browsers say over HTTPS and on this computer itself where a request comes from, elsewhere only by a Referer, which
    a foreign page may leave out: then it counts as foreign. Our own pages never do.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    if "Referer" in request.headers:
        return same_origin()
    return "Mozilla/" not in request.headers.get("User-Agent", "")


def with_headers(response: Response) -> Response:
    """The answer with the headers every answer has; those that are set already stay."""
    headers = response.headers
    headers.pop("Date", None)  # the server says it once already
    headers.setdefault("X-Content-Type-Options", "nosniff")
    if response.mimetype in PARTS_OF_PAGES:
        return response
    headers.setdefault(OURS, "1")
    headers.setdefault("Content-Security-Policy", CONTENT_SECURITY)
    headers.setdefault("X-Frame-Options", "DENY")
    # Not no-referrer: under it browsers send "Origin: null" with our own forms, which then look foreign.
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    headers.setdefault("Permissions-Policy", "camera=(self), screen-wake-lock=(self), microphone=(), geolocation=()")
    headers.setdefault("Cache-Control", "private, no-cache")
    return response
