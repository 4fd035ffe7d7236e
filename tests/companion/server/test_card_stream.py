"""What a seat's camera sees is told to the phones of that seat alone."""

from __future__ import annotations

import asyncio
from typing import Any

from memory_store import MemoryStore
from toy_game import Picked, ToyGames

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.server.event_stream import Streams
from companion.service import Service
from companion.table.subscriptions import Signal
from companion.table.tables import Tables
from companion.web.pushed_screens import EXTENSION

PATIENCE_S = 60


class Listening:
    """A phone at the stream, and all it was sent."""

    def __init__(self, streams: Streams, code: str, token: str) -> None:
        self.text, self.more = "", asyncio.Event()
        scope = {
            "type": "http", "method": "GET", "path": f"/api/tables/{code}/stream", "query_string": b"",
            "headers": [(b"authorization", f"Bearer {token}".encode())], "client": ("127.0.0.1", 1),
        }  # fmt: skip
        self.task = asyncio.ensure_future(streams(scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()  # it never goes by itself
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.text += message.get("body", b"").decode()
        self.more.set()

    async def until(self, words: str) -> None:
        while words not in self.text:
            self.more.clear()
            await asyncio.wait_for(self.more.wait(), PATIENCE_S)


def test_only_the_phones_of_a_seat_hear_of_the_card_its_camera_sees() -> None:
    tables = Tables(MemoryStore(), games=ToyGames())
    service = Service(tables, Network(), no_limits())
    screens = create_app(service).extensions[EXTENSION]
    opened = tables.open("toy")
    tokens = [tables.join(opened.code, name=name).token for name in ("Ada", "Ben")]
    tables.begin(opened.code, [opened.host_token])

    async def listen() -> list[Listening]:
        streams = Streams(service, screens)
        phones = [Listening(streams, opened.code, token) for token in tokens]
        for phone in phones:
            await phone.until("event: people")
        tables.subscriptions.tell_seat(opened.code, 0, Signal(0, card="c7"))
        await phones[0].until('event: card\ndata: "c7"\n\n')
        done = await asyncio.to_thread(tables.submit, opened.code, tokens, id="after", event=Picked(3, seat=1))
        for phone in phones:
            await phone.until(f'"rev":{done.rev}')
        streams.close()
        await asyncio.gather(*(phone.task for phone in phones))
        return phones

    ada, ben = asyncio.run(listen())
    assert ada.text.count("event: card") == 1
    assert "card" not in ben.text
