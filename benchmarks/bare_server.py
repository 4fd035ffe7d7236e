"""The least a server of tables can do, beside which ours is measured: a row on disk for each action, then 5 KB to
every phone that listens.

    python benchmarks/bare_server.py PORT FOLDER

No rules, no screens, no accounts: what an action costs at all, in the same process model (uvicorn, one loop, SQLite).
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import uvicorn

SENT = b"x" * 5000
_WORDS = [(b"content-type", b"application/json")]
_STREAM = [(b"content-type", b"text/event-stream")]


class Bare:
    """The ASGI application: ``POST /TABLE`` and ``GET /TABLE``."""

    def __init__(self, folder: Path) -> None:
        self.kept = sqlite3.connect(folder / "bare.sqlite", check_same_thread=False, isolation_level=None)
        self.kept.execute("PRAGMA journal_mode=WAL")
        self.kept.execute("PRAGMA synchronous=FULL")
        self.kept.execute("CREATE TABLE entry (place TEXT, rev INTEGER, body TEXT, PRIMARY KEY (place, rev))")
        self.phones: dict[str, set[asyncio.Queue[int]]] = defaultdict(set)
        self.revs: dict[str, int] = defaultdict(int)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        if scope["method"] == "POST":
            await self._act(scope["path"], receive, send)
        else:
            await self._listen(scope["path"], receive, send)

    async def _act(self, place: str, receive: Any, send: Any) -> None:
        body = json.dumps(json.loads((await receive())["body"]))
        self.revs[place] += 1
        rev = self.revs[place]
        await asyncio.to_thread(self.kept.execute, "INSERT INTO entry VALUES (?, ?, ?)", (place, rev, body))
        for phone in self.phones[place]:
            phone.put_nowait(rev)
        answer = json.dumps({"rev": rev}).encode()
        await send({"type": "http.response.start", "status": 200,
                    "headers": [*_WORDS, (b"content-length", str(len(answer)).encode())]})  # fmt: skip
        await send({"type": "http.response.body", "body": answer})

    async def _listen(self, place: str, receive: Any, send: Any) -> None:
        queue: asyncio.Queue[int] = asyncio.Queue()
        self.phones[place].add(queue)
        await send({"type": "http.response.start", "status": 200, "headers": _STREAM})
        await send({"type": "http.response.body", "body": b"id: 0\n\n", "more_body": True})
        while True:
            text = b"id: %d\nevent: screen\ndata: %s\n\n" % (await queue.get(), SENT)
            await send({"type": "http.response.body", "body": text, "more_body": True})


def serve(port: str, folder: str) -> None:
    config = uvicorn.Config(Bare(Path(folder)), host="127.0.0.1", port=int(port), log_level="error", lifespan="off")
    print("ready", flush=True)
    uvicorn.Server(config).run()


if __name__ == "__main__":
    serve(*sys.argv[1:])
