"""A file fetched from the internet by its link: https alone, public addresses alone, so much and so long and no more.

Nothing here is fetched unless somebody asks for just that. A name is looked up once, and the address it gave is the one
that is connected to: a name that answers otherwise the second time leads nowhere else.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

from rules.text import say

MOST_BYTES = 8_000_000
WITHIN_S = 20.0
MOST_HOPS = 5
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_SHEET = re.compile(r"https://docs\.google\.com/spreadsheets/d/(?!e/)([\w-]{10,120})/(?:edit|view|htmlview)?([?#].*)?")
_GID = re.compile(r"[?#&]gid=([0-9]{1,20})")


class LinkError(ValueError):
    """A link cannot be fetched. ``text`` goes on where the link was named, with the cure."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(text)


def is_public(address: Address) -> bool:
    """Whether an address is one of the internet: neither of this computer nor of a network at home."""
    mapped = getattr(address, "ipv4_mapped", None)
    found = mapped or address
    return bool(found.is_global and not found.is_multicast)


def csv_link(link: str) -> str:
    """The link under which a Google sheet gives its cells as CSV, where that of its page was copied; else the link."""
    found = _SHEET.fullmatch(link.strip())
    if found is None:
        return link.strip()
    gid = _GID.search(found[2] or "")
    return f"https://docs.google.com/spreadsheets/d/{found[1]}/export?format=csv" + (f"&gid={gid[1]}" if gid else "")


def fetched(
    link: str,
    *,
    trusts: ssl.SSLContext | None = None,
    may_reach: Callable[[Address], bool] = is_public,
    within_s: float = WITHIN_S,
) -> bytes:
    """The file behind a link, redirects followed. Raises LinkError.

    ``trusts`` are the certificates that are believed, those of the system where it is left out.
    """
    until = time.monotonic() + within_s
    trusts = trusts or ssl.create_default_context()
    address = csv_link(link)
    for _ in range(MOST_HOPS):
        answer, body = _asked(address, trusts, may_reach, until)
        if answer.status in (301, 302, 303, 307, 308) and answer.getheader("Location"):
            address = urljoin(address, str(answer.getheader("Location")))
            continue
        if answer.status in (401, 403):
            raise LinkError("is not open to everybody; in the sheet choose File, Share, Publish to web, CSV")
        if answer.status != 200:
            text = "answers with {status}; open it in a browser to see whether it is still there"
            raise LinkError(say(text, status=answer.status))
        if body.lstrip()[:1] == b"<":
            raise LinkError("leads to a page, not a table; in the sheet choose File, Share, Publish to web, CSV")
        return body
    raise LinkError("leads from one address to the next without end; copy the link again")


def _asked(
    link: str, trusts: ssl.SSLContext, may_reach: Callable[[Address], bool], until: float
) -> tuple[http.client.HTTPResponse, bytes]:
    """What one address answers, and its whole body."""
    try:
        parts = urlsplit(link)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError:
        raise LinkError("is not an address; copy the link again") from None
    if parts.scheme != "https" or not host or not link.isascii() or not link.isprintable() or " " in link:
        raise LinkError("does not begin with https://; copy the link of the published sheet")
    if parts.username or parts.password:
        raise LinkError("holds a name or a password; a link to a published sheet needs neither")
    connection = _Connection(host, port, trusts, _looked_up(host, port, may_reach), until)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    # However slowly it comes: a server that sends a byte now and then is waited for no longer than any other.
    clock = threading.Timer(max(0.0, until - time.monotonic()), connection.cut)
    clock.daemon = True
    clock.start()
    try:
        connection.request("GET", target, headers={"Accept": "text/csv, text/plain", "User-Agent": "Tablewright"})
        with connection.getresponse() as answer:
            body = _read(answer)
            if answer.length or time.monotonic() >= until:  # cut off, and not at its end
                raise OSError
            return answer, body
    except LinkError:
        raise
    except ssl.SSLCertVerificationError as error:
        text = "shows a certificate that is not trusted ({why}); check the link"
        raise LinkError(say(text, why=error.verify_message)) from None
    except (OSError, http.client.HTTPException, ValueError):
        if time.monotonic() >= until:
            raise LinkError("does not answer in time; try again, or save the sheet as cards.csv by hand") from None
        raise LinkError("cannot be reached; is this computer on the internet?") from None
    finally:
        clock.cancel()
        connection.close()


def _read(answer: http.client.HTTPResponse) -> bytes:
    found = bytearray()
    while piece := answer.read1(65_536):
        found += piece
        if len(found) > MOST_BYTES:
            text = "holds more than {most} MB, too much for a table of cards"
            raise LinkError(say(text, most=MOST_BYTES // 1_000_000))
    return bytes(found)


def _looked_up(host: str, port: int, may_reach: Callable[[Address], bool]) -> str:
    """The address of a host. Raises LinkError where it has none, or one that is not of the internet."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise LinkError("cannot be reached; is this computer on the internet?") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not all(may_reach(ipaddress.ip_address(one.partition("%")[0])) for one in addresses):
        raise LinkError("leads to an address in a home network; a published sheet is on the internet")
    return addresses[0]


class _Connection(http.client.HTTPSConnection):
    """A connection to an address that was looked at, under the name it was asked for by."""

    def __init__(self, host: str, port: int, trusts: ssl.SSLContext, address: str, until: float) -> None:
        super().__init__(host, port, context=trusts)
        self._address, self._until, self._trusts = address, until, trusts
        self._opened: socket.socket | None = None
        """The same socket, also while the answer alone holds it."""

    def connect(self) -> None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        plain = socket.create_connection((self._address, self.port), timeout=left)
        try:
            self.sock = self._opened = self._trusts.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise

    def cut(self) -> None:
        """Let whoever waits for it wait no more."""
        if self._opened is not None:
            with suppress(OSError):
                self._opened.shutdown(socket.SHUT_RDWR)
