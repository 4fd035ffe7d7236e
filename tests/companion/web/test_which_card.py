"""Photos of cards without codes at a table: a card that may be two is asked, and a wrong name is put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from example_folder_game import folder
from flat_photos import TABLE_BGR, flat_photo, laid_out
from memory_store import MemoryStore
from plain_phone import PlainPhone, words
from uncoded_cards import back_of, uncoded_cards

from companion.camera import photo
from companion.camera.taught_cards import TaughtSeen
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.game_folders import bring_all
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from companion.service import Service
from companion.table.tables import Tables
from rules import games
from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import KEPT
from vision.taught.straight_card import Picture

ARTS = tuple(uncoded_cards("tower"))[:4]
TABLE_ALONE = laid_out([np.full((88, 63, 3), TABLE_BGR, np.uint8)])
GUEST = {"REMOTE_ADDR": "192.168.1.60"}


@dataclass
class Evening:
    """A table of Rafters and its owner's phone; the first two of the four taught faces are twins, the last is sure."""

    phone: PlainPhone
    decks: TaughtDecks
    code: str
    names: tuple[str, ...]

    @property
    def lying(self) -> list[str]:
        deck = games.deck("rafters")
        state = self.phone.service.tables.live(self.code).table.state
        return sorted(deck.by_id[one.card].name for one in state.lying if one.code)

    def shoot(self, *arts: str) -> None:
        """A photo of these faces, read as one."""
        self.phone.open(f"/t/{self.code}/scan")
        self.phone.shoot(flat_photo(arts))

    def sees(self, *cards: str, **more: Any) -> None:
        """A photo on which the reader saw these, each by the numbers of the faces it may be."""
        quads = [((x, 9.0), (x + 20, 9.0), (x + 20, 40.0), (x, 40.0)) for x in range(10, 10 + 30 * len(cards), 30)]
        deck = self.decks.find("rafters")
        found = [
            TaughtSeen(deck.id, deck.title, tuple(ids), tuple(deck.face(id).name for id in ids), False, quad)
            for ids, quad in zip(cards, quads, strict=True)
        ]
        with pytest.MonkeyPatch.context() as reader:
            reader.setattr(photo, "read_faces", lambda *_: (tuple(found), ()))
            sent = {"photo": (BytesIO(TABLE_ALONE), "photo.jpg"), "id": f"{uuid4()}", "seat": "0"}
            self.phone.post(f"/t/{self.code}/scan", sent, content_type="multipart/form-data", **more)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    bring_all(folder(tmp_path / "rafters"))
    decks = TaughtDecks(tmp_path)
    service = Service(Tables(MemoryStore()), Network(), no_limits(), taught=decks, printers=tmp_path / "printers")
    opened = service.tables.open("rafters")
    phone = PlainPhone(service)
    phone.open(f"/t/{opened.code}/join")
    phone.tap("Sit down", name="Ana")
    service.tables.join(opened.code, name="Ben")
    service.tables.begin(opened.code, [opened.host_token])
    names = tuple(card.name for card in games.deck("rafters").cards)
    twin = kept(uncoded_cards("tower")[ARTS[0]].front)
    noise = np.random.default_rng(4).integers(-6, 7, (*KEPT[::-1], 1))
    other = np.clip(twin.astype(np.int16) + noise, 0, 255).astype(np.uint8)
    rest = [kept(uncoded_cards("tower")[art].front) for art in ARTS[1:3]]
    pictures = [twin, other, *rest, kept(back_of("tower").front)]
    decks.put(TaughtDeck("rafters", "Rafters box", 4, game="rafters"), pictures, [*names, ""])
    yield Evening(phone, decks, opened.code, names)
    games.send_away("rafters")


def kept(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, KEPT, interpolation=cv2.INTER_AREA), np.uint8)


def test_a_card_that_may_be_two_is_asked_before_anything_is_noted(evening: Evening) -> None:
    phone, (wolf, dog, owl, _) = evening.phone, evening.names
    evening.shoot(ARTS[0], ARTS[1], ARTS[0])
    assert phone.status == 200
    assert words(phone.page.h1) == "Which card is it?"
    assert evening.lying == []
    assert "Lay" not in phone.said()
    tags = [words(one) for one in phone.page.select(".shot text")]
    asked = [int(tag.partition(" ")[0]) for tag in tags if tag.endswith("?")]
    assert [words(one) for one in phone.page.select(".which legend")] == [
        f"Which is card {number} on the photo?" for number in asked
    ]
    assert sorted(words(one) for one in phone.page.select(".which fieldset:first-of-type .pick-btn")) == sorted(
        [wolf, dog]
    )
    # The owner sees the faces that were taught.
    assert len(phone.page.select(".which .pick-btn img[src^='/teach/rafters/']")) == 4
    phone.tap(dog)
    assert len(phone.page.select(".which fieldset")) == 1
    assert evening.lying == []
    phone.tap("None of these: leave it out")
    phone.tap(next(words(one) for one in phone.page.select("button") if words(one).startswith("Lay 2 cards")))
    assert evening.lying == sorted([dog, owl])


def test_one_tap_on_its_name_lays_it_and_a_second_tap_lays_nothing_more(evening: Evening) -> None:
    phone, (wolf, *_) = evening.phone, evening.names
    evening.sees("12")
    asked = phone.page
    phone.tap(wolf)
    assert words(phone.page.h1) == "Done"
    assert evening.lying == [wolf]
    phone.page = asked
    phone.tap(wolf)
    assert evening.lying == [wolf]


def test_a_wrong_name_is_put_right_in_the_place_of_what_was_noted(evening: Evening) -> None:
    phone, (_, _, owl, fox) = evening.phone, evening.names
    evening.sees("3")
    assert evening.lying == [owl]
    asked = phone.page
    phone.tap("Put it right", card="1", name="Dragon")
    assert "Rafters box has no card called Dragon" in phone.said()
    assert evening.lying == [owl]
    phone.tap("Put it right", card="1", name=fox.lower())
    assert evening.lying == [fox]
    # The same once more changes nothing.
    phone.page = asked
    phone.tap("Put it right", card="1", name=fox)
    assert evening.lying == [fox]


def test_no_card_lies_there_after_all(evening: Evening) -> None:
    evening.sees("3")
    evening.phone.tap("Put it right", card="1", name="")
    assert evening.lying == []


def test_who_does_not_own_the_box_is_asked_by_name_alone(evening: Evening) -> None:
    phone = evening.phone
    evening.sees("12", environ_base=GUEST)
    assert words(phone.page.h1) == "Which card is it?"
    assert "/teach/" not in str(phone.page)


def test_what_comes_back_is_not_believed(evening: Evening) -> None:
    phone, path = evening.phone, f"/t/{evening.code}/which"
    points = "0,0 9,0 9,9 0,9"
    good = f'[["rafters",["3"],"{points}",1,1,9]]'
    for seen in ("{", "[1]", '[["rafters",[],"",1,1,1]]', '[["no-box",["1"],"' + points + '",1,1,1]]', "[" * 50_000):
        phone.post(path, {"id": "one", "seen": seen, "call": "1:Owl"})
        assert phone.status in (400, 404), seen
        assert phone.no(), seen
    for more in ({"call": "7:Owl"}, {"call": "x"}, {"call": f"1:{evening.names[2]}", "id": ""}):
        phone.post(path, {"id": "one", "seen": good, **more})
        assert phone.status == 422, more
    phone.post(path, {"id": "one", "seen": good, "call": f"1:{evening.names[2]}", "target": "99"})
    assert phone.status == 422
    phone.post(
        path, {"id": "one", "seen": good, "call": f"1:{evening.names[2]}", "coded": "junk 1XX00A01AX", "seat": "1"}
    )
    assert phone.status == 403
    assert evening.lying == []
    phone.open(path)
    assert phone.status == 200


def test_a_deck_renamed_while_the_phone_looks_asks_for_the_photo_again(evening: Evening) -> None:
    evening.sees("12")
    evening.decks.rename(evening.decks.find("rafters"), "Her box")
    evening.phone.tap(evening.names[0])
    assert "The deck has changed since that photo; take it again." in evening.phone.no()
    assert evening.lying == []
