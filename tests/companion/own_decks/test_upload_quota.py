"""Uploads take so much of the disk and no more, whatever becomes of what was uploaded."""

from __future__ import annotations

import io
from pathlib import Path

from memory_store import MemoryStore
from toy_game import ToyGames

from companion.app import create_app
from companion.network.limits import no_limits
from companion.own_decks.decks import OwnDecks
from companion.service import Service
from companion.table.tables import Tables

WOLVES = b"name,copies\nWolf,1\n"


def test_removing_and_sending_again_does_not_fill_the_disk(tmp_path: Path):
    own = OwnDecks(tmp_path)
    tables = Tables(MemoryStore(), games=ToyGames())
    service = Service(tables, limits=no_limits(), own=own, printers=tmp_path / "printers", upload_bytes=4_000)
    client = create_app(service).test_client()
    ours = {"Origin": "http://localhost"}

    def send(n: int) -> int:
        table = WOLVES + b"".join(b"Owl %d,1\n" % k for k in range(n))
        form = {"file": (io.BytesIO(table), "wolves.csv"), "title": "Wolves", "letters": "WF"}
        return client.post("/print/own", data=form, headers=ours).status_code

    answers = []
    for n in range(60):
        answers.append(send(n))
        if answers[-1] == 507:
            break
        client.post("/print/own/WF/remove", headers=ours)
    assert answers[0] == 303
    assert answers[-1] == 507
    there = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert there < 2 * 4_000
    refused = client.post("/print/places", data={"file": (io.BytesIO(b"x" * 4_000), "a.yml")}, headers=ours)
    assert refused.status_code == 507
    assert "--upload-quota" in refused.get_data(as_text=True)
