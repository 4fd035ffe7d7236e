"""A table of a game of one's own, played with a deck without codes: a photo is as good as one of codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from example_folder_game import folder
from flat_photos import flat_photo
from memory_store import MemoryStore
from plain_phone import PlainPhone
from uncoded_cards import back_of, uncoded_cards

from companion.camera.photo import PhotoScan
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.game_folders import bring_all
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from companion.service import Service
from companion.table.tables import Tables
from rules import games
from rules.values.uncoded_cards import beyond_the_deck, codes_without_print
from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import KEPT
from vision.taught.straight_card import Picture

ARTS = tuple(uncoded_cards("tower"))[:4]


@dataclass
class Evening:
    """Two seats at a table of Rafters, whose four faces are taught."""

    service: Service
    decks: TaughtDecks
    code: str
    tokens: list[str]

    def shoot(self, seat: int, names: list[str], id: str) -> PhotoScan:
        arts = [art if art == "back" else ARTS[list(self.names).index(art)] for art in names]
        return self.service.photo_reader.scan(self.code, [self.tokens[seat]], flat_photo(arts), id=id)

    def take(self, seat: int, names: list[str], id: str) -> PhotoScan:
        found = self.shoot(seat, names, id)
        if found.accepted is None:
            self.service.tables.scan(self.code, [self.tokens[seat]], id=f"{id}-settled", codes=found.codes, settle=True)
        return found

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(card.name for card in games.deck("rafters").cards)

    @property
    def lying(self) -> list[tuple[str, int]]:
        state = self.service.tables.live(self.code).table.state
        return sorted((one.card, one.seat) for one in state.lying if one.code)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    bring_all(folder(tmp_path / "rafters"))
    decks = TaughtDecks(tmp_path)
    service = Service(Tables(MemoryStore()), Network(), no_limits(), taught=decks, printers=tmp_path / "printers")
    tables = service.tables
    opened = tables.open("rafters")
    seats = [tables.join(opened.code, name=name) for name in ("Ana", "Ben")]
    tables.begin(opened.code, [opened.host_token])
    found = Evening(service, decks, opened.code, [seat.token for seat in seats])
    pictures = [kept(uncoded_cards("tower")[art].front) for art in ARTS]
    decks.put(
        TaughtDeck("rafters", "Rafters box", 4, game="rafters"),
        [*pictures, kept(back_of("tower").front)],
        [*found.names, ""],
    )
    yield found
    games.send_away("rafters")


def kept(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, KEPT, interpolation=cv2.INTER_AREA), np.uint8)


def test_equal_faces_are_two_cards_and_the_same_photo_lays_nothing_twice(evening: Evening) -> None:
    first, second, *_ = (card for card in games.deck("rafters").cards if card.copies > 1)
    found = evening.take(0, [first.name, first.name, second.name, "back"], "one")
    assert found.problems == ()
    assert evening.lying == sorted([(first.id, 0), (first.id, 0), (second.id, 0)])
    # The same again changes nothing, and one more of the same face is one more card.
    evening.take(0, [first.name, first.name, second.name], "two")
    assert len(evening.lying) == 3
    evening.take(0, [first.name, first.name, second.name, second.name], "three")
    assert evening.lying.count((second.id, 0)) == 2
    # Those before somebody else are others, though they look the same.
    evening.take(1, [first.name], "four")
    assert evening.lying.count((first.id, 1)) == 1
    assert evening.lying.count((first.id, 0)) == 2


def test_more_than_the_deck_has_is_said(evening: Evening) -> None:
    card = min(games.deck("rafters").cards, key=lambda one: one.copies)
    found = evening.take(0, [card.name] * (card.copies + 1), "one")
    assert [one.code for one in found.problems] == ["too_many"]
    assert evening.lying == [(card.id, 0)] * card.copies


def test_a_deck_in_part_and_a_damaged_one_name_nothing(evening: Evening) -> None:
    deck = evening.decks.find("rafters")
    evening.decks.put(replace(deck, of=5))
    found = evening.shoot(0, [evening.names[0]], "one")
    assert "4 of 5 faces of Rafters box are taught." in found.problems[0].text
    assert found.accepted is None
    evening.decks.put(replace(deck, of=4))
    next(evening.decks.folder.rglob("*.webp")).write_bytes(b"half")
    found = evening.shoot(0, [evening.names[0]], "two")
    assert re.match("The picture of .+ in Rafters box is damaged; delete that face", found.problems[0].text)
    assert evening.lying == []


def test_a_face_that_is_no_card_of_the_game_is_said(evening: Evening) -> None:
    deck = evening.decks.find("rafters")
    evening.decks.put(deck.with_face(replace(deck.faces[0], name="Stranger")))
    found = evening.shoot(0, [evening.names[0]], "one")
    assert found.problems[0].text.startswith("Stranger of your deck Rafters box has the name of no card of Rafters")
    assert evening.lying == []


def test_a_seat_may_photograph_and_only_the_owner_sees_the_faces(evening: Evening) -> None:
    guest = PlainPhone(evening.service)
    guest.open("/teach/rafters", environ_base={"REMOTE_ADDR": "192.168.1.60"})
    assert guest.status == 403


def test_a_card_that_left_and_is_looked_at_again_is_not_told_as_one_too_many() -> None:
    deck = games.deck("fairytale")
    (lair,) = [card for card in deck.cards if card.name == "Dragon's Lair"]
    assert lair.copies == 3
    before, _ = codes_without_print(deck, [lair] * 3, 0)
    moved, _ = codes_without_print(deck, [lair], 1)
    left, _ = codes_without_print(deck, [lair] * 2, 0)
    assert [one.seen for one in beyond_the_deck(deck, moved, before)] == [4], "it counts at both"
    assert beyond_the_deck(deck, left, (*before, *moved)) == (), "until the one it left is looked at again"
