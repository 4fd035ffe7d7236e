"""A photo that shows no code is right where every card of its seat is known to lie face down, and only there."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from flat_photos import flat_photo
from memory_store import MemoryStore

from companion.camera.photo import PhotoScan
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from rules.games.fairytale.corrections import AddCard, SetFace


class Sheet:
    """A score sheet of Fairy Tale for two: three cards lie face down in front of the first."""

    def __init__(self, tmp_path: Path) -> None:
        self.service = Service(Tables(MemoryStore()), Network(), no_limits(), printers=tmp_path / "printers")
        self.tables = self.service.tables
        opened = self.tables.open("fairytale", players=2, mode="score")
        self.code, self.token = opened.code, opened.host_token
        for card in ("homesteader", "eclipse", "stag_knight"):
            self.tell(AddCard(card, "", False, seat=0))

    def tell(self, event: AddCard | SetFace) -> None:
        number = self.tables.live(self.code).log.rev
        self.tables.submit(self.code, [self.token], id=f"tell-{number}", event=event)

    def photo(self, data: bytes) -> PhotoScan:
        return self.service.photo_reader.scan(self.code, [self.token], data, id="photo", seat=0)


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return Sheet(tmp_path)


BACKS = ["back"] * 3


def darkened(data: bytes) -> bytes:
    """The same photo where next to no light falls."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return cv2.imencode(".jpg", picture // 16)[1].tobytes()


def test_all_face_down_is_confirmed(sheet: Sheet) -> None:
    found = sheet.photo(flat_photo(BACKS, game="fairytale"))
    assert (found.accepted is not None, found.problems) == (True, ())
    assert found.reading.summary == "No card is face up, as known"


def test_a_card_that_lies_face_up_must_be_seen(sheet: Sheet) -> None:
    first = sheet.tables.live(sheet.code).table.state.tableaus[0][0]
    sheet.tell(SetFace(first.uid, True, seat=0))
    found = sheet.photo(flat_photo(BACKS, game="fairytale"))
    assert (found.accepted, [one.code for one in found.problems]) == (None, ["no_card"])


def test_a_photo_too_dark_to_show_a_card_confirms_nothing(sheet: Sheet) -> None:
    found = sheet.photo(darkened(flat_photo(BACKS, game="fairytale")))
    assert (found.accepted, [one.code for one in found.problems]) == (None, ["unread_dark"])
