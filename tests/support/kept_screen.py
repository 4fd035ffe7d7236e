"""A screen as a phone keeps it: put together from what it is sent, and compared with the page it would fetch."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import dataclass, field
from typing import Any

_HOLES = re.compile(r'(name="(?:id|expect)" value=")[^"]*')


@dataclass
class KeptScreen:
    """What one phone has of its screen; ``name`` is the screen's, "" for none."""

    name: str = ""
    rev: int = 0
    parts: list[str] = field(default_factory=list)

    def take(self, change: dict[str, Any]) -> None:
        """Take a change over, as ``companion/static/screen.js`` does."""
        begins = change.get("from", "")
        assert begins in ("", self.name), "a change begins at another screen than the phone has"
        steps = change.get("parts")
        if steps is None:
            steps = json.loads(zlib.decompress(base64.b64decode(change["packed"]), -zlib.MAX_WBITS))
        parts: list[str] = []
        for step in steps:
            parts += [step] if isinstance(step, str) else self.parts[slice(*step)]
        self.name, self.rev, self.parts = change["screen"], change["rev"], parts

    @property
    def body(self) -> str:
        """The body of the page, its forms without ids and revs."""
        return "".join(self.parts).strip()


def body_of(page: str) -> str:
    """The body of a page that was fetched, its forms without ids and revs."""
    body = page[page.index("<body") : page.rindex("</body>") + len("</body>")]
    return _HOLES.sub(r"\1", body)
