"""A table's HTTP API for programs of our own on another computer: the least that ``watch`` needs, from the standard
library."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

Json = Any
TIMEOUT_S = 20.0


class OutOfReach(Exception):  # noqa: N818 - an answer with the cure, as a Trouble is
    """Nobody answers there."""


class Refused(Exception):  # noqa: N818 - the server's own no
    """The server said no; ``status`` and its one sentence."""

    def __init__(self, status: int, code: str, text: str) -> None:
        self.status, self.code, self.text = status, code, text
        super().__init__(text)


@dataclass
class Client:
    """One table of one server. ``server`` is its address as a browser opens it."""

    server: str
    table: str
    tokens: list[str] = field(default_factory=list)

    def look(self) -> Json:
        """The table as these tokens see it."""
        return self._ask("GET", "")

    def arrive(self, key: str) -> Json:
        """The tokens a one-time key carries."""
        return self._ask("POST", "/arrive", json.dumps({"key": key}).encode(), "application/json")

    def frame(self, jpeg: bytes, **query: str | int) -> Json:
        """One frame of a camera."""
        return self._ask("POST", f"/frames?{urlencode(query)}", jpeg, "image/jpeg")

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> Json:
        url = f"{self.server.rstrip('/')}/api/tables/{quote(self.table, safe='')}{path}"
        headers = {"Authorization": "Bearer " + ",".join(self.tokens)} | ({"Content-Type": kind} if kind else {})
        try:
            request = urllib.request.Request(url, body, headers, method=method)
            # The address is what the person typed, and only HTTP may be asked.
            if request.type not in ("http", "https"):
                raise OutOfReach(f"{self.server} is no address of a server; expected http://...")
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise _refused(error) from error
        except (OSError, ValueError) as error:
            raise OutOfReach(str(getattr(error, "reason", error)) or "no answer") from error


def _refused(error: urllib.error.HTTPError) -> Refused:
    try:
        told = json.loads(error.read())["error"]
        return Refused(error.code, str(told["code"]), str(told["text"]))
    except (ValueError, KeyError, TypeError, OSError):
        return Refused(error.code, "no_api", "There is no Tablewright at that address.")
