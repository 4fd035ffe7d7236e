"""Only the score, with a deck without codes: taught from a photo, read on photos of two tableaus, reckoned right."""

from __future__ import annotations

import io
from pathlib import Path
from uuid import uuid4

import pytest
from flat_photos import flat_photo
from memory_store import MemoryStore
from plain_phone import PlainPhone
from uncoded_cards import uncoded_cards

from companion.camera import photo
from companion.camera.taught_cards import TaughtSeen
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.taught_decks import TaughtDecks
from companion.service import Service
from companion.table.tables import Tables

HATCHLING, DANCER, LAIR, PIPER = tuple(uncoded_cards("tower"))[:4]
"""The faces of some box, which are to be the first four cards of Fairy Tale: *Cinder Hatchling* counts 1 for each of
its owner's Cinder Hatchlings, *Sky-Dance Dragon* is 3, *Dragon's Lair* 6, *Ridge Piper* 3 for each Moss Keeper."""


def test_two_tableaus_are_photographed_and_a_card_that_moved_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(MemoryStore())
    service = Service(tables, Network(), no_limits(), taught=TaughtDecks(tmp_path), printers=tmp_path / "printers")
    phone = PlainPhone(service)
    phone.open("/teach")
    phone.tap("On to the photos", title="My box", of="4", game="fairytale")
    phone.tap("Cut the faces out", photo=[(io.BytesIO(flat_photo([HATCHLING, DANCER, LAIR, PIPER])), "faces.jpg")])
    phone.tap("Name all in that order")
    assert [face.name for face in TaughtDecks(tmp_path).find("My box").faces] == [
        "Cinder Hatchling", "Sky-Dance Dragon", "Dragon's Lair", "Ridge Piper",
    ]  # fmt: skip
    opened = tables.open("fairytale", players=2, mode="score")
    phone.client.set_cookie(f"tw_{opened.code}", opened.host_token)

    def shoot(seat: int, *arts: str) -> None:
        sent = {"photo": (io.BytesIO(flat_photo(arts or [PIPER])), "photo.jpg"), "id": f"{uuid4()}", "seat": str(seat)}
        phone.post(f"/t/{opened.code}/scan", sent, content_type="multipart/form-data")
        assert phone.status == 200

    def points() -> list[int]:
        live = tables.live(opened.code)
        return [one.total for one in live.game.score(live.table.state).seats]

    shoot(0, HATCHLING, DANCER, HATCHLING, LAIR, HATCHLING)
    phone.tap("Accept 5")
    shoot(1, PIPER, HATCHLING)
    phone.tap("Accept 2")
    # Three hatchlings bring three each, 3 and 6; without a Moss Keeper the piper brings nothing.
    assert points() == [9 + 3 + 6, 1 + 0]
    # A hatchling goes from one to the other; both are photographed again, and what is not seen any more is ticked.
    deck = TaughtDecks(tmp_path).find("My box")

    def read(*numbers: str) -> None:
        """What the reader sees next, by the numbers of the faces."""
        corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
        found = [TaughtSeen(deck.id, deck.title, (id,), (deck.face(id).name,), False, corners) for id in numbers]
        monkeypatch.setattr(photo, "read_faces", lambda *_: (tuple(found), ()))

    read("3", "3", "3")
    shoot(1)
    told = "With the ones in front of others that makes 4 of Dragon's Lair, but the deck has 3."
    assert told in phone.said().replace("\u2068", "").replace("\u2069", "")
    read("4", "1", "1")
    shoot(1)
    assert "With the ones in front of others" not in phone.said(), "the deck has six hatchlings"
    phone.tap("Accept 3")
    read("2", "1", "3", "1")
    shoot(0)
    gone = phone.page.select_one('input[name="f.remove"]')
    assert gone is not None
    phone.tap("Accept 4", f__remove=str(gone["value"]))
    assert points() == [4 + 3 + 6, 4 + 0]
