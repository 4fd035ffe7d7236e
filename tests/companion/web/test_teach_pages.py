"""A deck without codes on the pages: photographed, named, corrected and deleted, by one phone or two."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
from flat_photos import TABLE_BGR, flat_photo, laid_out
from memory_store import MemoryStore
from plain_phone import PlainPhone, words
from toy_game import ToyGames
from uncoded_cards import uncoded_cards

from companion.errors import NoTable, Trouble
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from companion.service import Service
from companion.table.tables import Tables

FACES = tuple(uncoded_cards("tower"))[:4]


@pytest.fixture
def decks(tmp_path: Path) -> TaughtDecks:
    return TaughtDecks(tmp_path)


@pytest.fixture
def phone(decks: TaughtDecks, tmp_path: Path) -> PlainPhone:
    return PlainPhone(_service(decks, tmp_path))


def _service(decks: TaughtDecks, folder: Path) -> Service:
    tables = Tables(MemoryStore(), games=ToyGames())
    return Service(tables, Network(), no_limits(), taught=decks, printers=folder / "printers")


def begun(phone: PlainPhone, of: int = 3, names: str = "", title: str = "My box") -> None:
    phone.open("/teach")
    phone.tap("On to the photos", title=title, of=str(of), names=names)
    assert phone.status == 200


def shoot(phone: PlainPhone, data: bytes) -> None:
    phone.tap("Cut the faces out", photo=[(io.BytesIO(data), "photo.jpg")])


def test_a_deck_is_photographed_named_with_taps_and_whole(phone: PlainPhone, decks: TaughtDecks) -> None:
    begun(phone, 0, "Wolf\nOwl\nFox\n")
    assert "0 of 3 faces taught" in phone.said()
    shoot(phone, flat_photo(FACES[:2]))
    assert "2 new faces. Check the pictures" in phone.said()
    assert "2 faces have no name" in phone.said()
    shoot(phone, flat_photo([FACES[1], FACES[2], FACES[2]]))
    assert "One new face." in phone.said()
    assert "Card 1 is face 2 again; it counts once." in phone.said()
    assert "Card 3 is the same as card 2; it counts once." in phone.said()
    assert len(phone.page.select(".left-out img[src^='data:image/webp']")) == 2
    assert "All 3 faces are taught. The back is not" in phone.said()
    phone.tap("Name them one after another")
    phone.tap("Owl")
    # The next face comes by itself, and the name that is taken is not offered again.
    assert phone.path.endswith("/face/2")
    assert [words(one) for one in phone.page.select(".names button")] == ["Wolf", "Fox"]
    phone.tap("Save the name", name="Raven")
    phone.tap("Wolf")
    assert phone.path == "/teach/my-box"
    assert [face.name for face in decks.find("My box").faces] == ["Owl", "Raven", "Wolf"]
    shoot(phone, flat_photo(["back"]))
    assert "All 3 faces and the back are taught." in phone.said()
    shown = [str(one["src"]) for one in phone.page.select(".faces img")]
    assert len(shown) == 4
    assert all(phone.client.get(one).mimetype == "image/webp" for one in shown)


def test_a_face_that_lies_upside_down_is_turned(phone: PlainPhone, decks: TaughtDecks) -> None:
    begun(phone, 1)
    shoot(phone, flat_photo(FACES[:1]))
    (before,) = decks.pictures(decks.find("My box")).faces
    phone.open("/teach/my-box/face/1")
    phone.tap("Turn it the other way up")
    assert phone.path == "/teach/my-box/face/1"
    (after,) = decks.pictures(decks.find("My box")).faces
    off = np.abs(after.picture_bgr[::-1, ::-1].astype(int) - before.picture_bgr)
    assert off.mean() < 4 < np.abs(after.picture_bgr.astype(int) - before.picture_bgr).mean()
    assert len(list(decks.folder.rglob("*.webp"))) == 1


def test_names_come_in_the_order_of_the_photos(phone: PlainPhone, decks: TaughtDecks) -> None:
    begun(phone, 3, "Wolf\nOwl\nFox")
    shoot(phone, flat_photo(FACES[:3]))
    phone.tap("Name all in that order")
    assert [face.name for face in decks.find("My box").faces] == ["Wolf", "Owl", "Fox"]


def test_what_cannot_be_taught_is_one_sentence_and_changes_nothing(phone: PlainPhone, decks: TaughtDecks) -> None:
    begun(phone, 3)
    shoot(phone, flat_photo(["back"] * 3))
    assert "These 3 cards look the same. Photograph equal faces only once" in phone.no()
    shoot(phone, b"not a picture")
    assert phone.no()
    shoot(phone, laid_out([np.full((88, 63, 3), TABLE_BGR, np.uint8)]))
    assert "No card with four straight edges was found." in phone.no()
    shoot(phone, flat_photo(FACES[:4]))
    assert "That would make 4 faces, but My box has 3. Is a card of another deck among them?" in phone.no()
    assert decks.find("My box").faces == ()
    shoot(phone, flat_photo(FACES[:1], blur_px=5))
    assert "Card 1 is blurred." in phone.said()
    shoot(phone, flat_photo(FACES[:1], card_px=120))
    assert "Card 1 is too small." in phone.said()
    assert decks.find("My box").faces == ()


def test_a_card_another_deck_has_is_left_out(phone: PlainPhone, decks: TaughtDecks) -> None:
    begun(phone, 1, "Wolf", "First")
    shoot(phone, flat_photo(FACES[:1]))
    phone.tap("Name them one after another")
    phone.tap("Wolf")
    begun(phone, 2, title="Second")
    shoot(phone, flat_photo(FACES[:2]))
    assert "Card 1 is Wolf of your deck First." in phone.said()
    assert decks.find("Second").known == 1


def test_two_phones_teach_the_same_deck(phone: PlainPhone, decks: TaughtDecks, tmp_path: Path) -> None:
    begun(phone, 4)
    other = PlainPhone(_service(TaughtDecks(tmp_path), tmp_path))
    other.open("/teach/my-box")
    shoot(phone, flat_photo(FACES[:2]))
    shoot(other, flat_photo(FACES[1:4]))
    assert decks.find("My box").known == 4
    # One deletes a face while the other looks at it.
    phone.open("/teach/my-box/face/1")
    other.open("/teach/my-box/face/1")
    other.tap("Delete this face")
    phone.tap("Save the name", name="Wolf")
    assert phone.status == 404
    assert "My box has no face 1 any more" in phone.said()
    # And one calls the deck otherwise, or deletes it.
    phone.open("/teach/my-box")
    other.open("/teach/my-box")
    other.tap("Keep this", title="Her box", of="4")
    assert other.path == "/teach/her-box"
    assert "Her box" in other.said()
    shoot(phone, flat_photo(FACES[:1]))
    assert phone.status == 404
    assert "perhaps it was renamed or removed" in phone.said()
    other.tap("Delete Her box")
    assert decks.all() == ()
    assert not list(tmp_path.rglob("*.webp"))


def test_a_damaged_deck_is_said_and_can_be_deleted(phone: PlainPhone, decks: TaughtDecks) -> None:
    begun(phone, 2)
    shoot(phone, flat_photo(FACES[:1]))
    next(decks.folder.rglob("*.webp")).write_bytes(b"half")
    assert phone.client.get("/teach/my-box/1.webp").status_code == 400
    phone.open("/teach/my-box")
    assert "Damaged pictures" in phone.said()
    shoot(phone, flat_photo(FACES[:2]))
    assert "The picture of face 1 in My box is damaged; delete that face" in phone.no()
    phone.tap("No name yet 1")
    phone.tap("Delete this face")
    assert "Damaged pictures" not in phone.said()
    shoot(phone, flat_photo(FACES[:2]))
    assert decks.find("My box").known == 2
    (decks.folder / "my-box" / "deck.json").write_text("{", encoding="utf-8")
    newer = decks.folder / "newer" / "deck.json"
    newer.parent.mkdir()
    newer.write_text('{"format": 99, "title": "Her box"}', encoding="utf-8")
    phone.open("/teach")
    assert "Her box was taught with a newer Tablewright than this one" in phone.said()
    assert [words(one) for one in phone.page.select(".btn.ember")] == ["Delete my-box"]
    assert "The taught deck my-box is damaged" in phone.said()
    phone.tap("Delete my-box")
    assert list(decks.folder.iterdir()) == [newer.parent]


def test_a_deck_taught_before_there_were_names_opens(phone: PlainPhone, decks: TaughtDecks) -> None:
    begun(phone, 1)
    shoot(phone, flat_photo(FACES[:1]))
    file = decks.folder / "my-box" / "deck.json"
    about = json.loads(file.read_text(encoding="utf-8"))
    del about["names"], about["game"], about["faces"][0]["numbered"]
    file.write_text(json.dumps(about), encoding="utf-8")
    phone.open("/teach/my-box")
    assert "All 1 faces" in phone.said() or "The face is taught" in phone.said()


def test_a_deck_has_at_most_500_faces(phone: PlainPhone, decks: TaughtDecks) -> None:
    phone.open("/teach")
    phone.tap("On to the photos", title="Too many", of="501")
    assert "Count each once; 500 are the most." in phone.no()
    assert decks.all() == ()


def test_a_deck_of_500_faces_has_a_back_too_and_no_face_more(decks: TaughtDecks) -> None:
    # The smallest pictures there are: what is counted is how many.
    blank = np.zeros((1, 1, 3), np.uint8)
    full = decks.put(TaughtDeck("full", "Full", 500), [blank] * 500, [None] * 500)
    assert decks.put(full, [blank], [""]).known == 500
    with pytest.raises(Trouble, match="at most 500 faces; teach it as two decks"):
        decks.put(full, [blank], [None])
    with pytest.raises(Trouble, match="at most 20 different backs"):
        decks.put(full, [blank] * 21, [""] * 21)


def test_more_than_500_names_are_refused_not_cut_off(phone: PlainPhone, decks: TaughtDecks) -> None:
    phone.open("/teach")
    phone.tap("On to the photos", title="Too many", of="20", names="Wolf\n" * 501)
    assert "A deck has at most 500 faces; teach it as two decks." in phone.no()
    assert decks.all() == ()


def test_equal_cards_are_asked_about_whenever_they_come(phone: PlainPhone, decks: TaughtDecks) -> None:
    begun(phone, 4)
    shoot(phone, flat_photo(FACES[:2]))
    shoot(phone, flat_photo(["back"] * 2))
    assert "These 2 cards look the same. Photograph equal faces only once" in phone.no()
    assert decks.find("My box").known == 2
    shoot(phone, flat_photo([FACES[2], FACES[3], FACES[3], FACES[3]]))
    assert "Card 4 is the same as card 2; it counts once." in phone.said()


def test_a_card_beyond_the_list_of_names_may_be_another_decks(phone: PlainPhone) -> None:
    begun(phone, 2, "Wolf")
    shoot(phone, flat_photo(FACES[:2]))
    phone.tap("Name them one after another")
    phone.tap("Wolf")
    assert phone.path.endswith("/face/2")
    assert "Every name on the list is already used. Is this a card of another deck?" in phone.said()


def test_a_deck_renamed_while_its_pictures_are_read_is_not_called_damaged(
    phone: PlainPhone, decks: TaughtDecks
) -> None:
    begun(phone, 1)
    shoot(phone, flat_photo(FACES[:1]))
    looked_at = decks.find("My box")
    decks.rename(looked_at, "Her box")
    with pytest.raises(NoTable, match="perhaps it was renamed or removed"):
        decks.pictures(looked_at)
    now = decks.find("Her box")
    decks.put(now.without_face("1"))
    with pytest.raises(NoTable, match="has no face 1 any more"):
        decks.pictures(now)


def test_faces_are_the_owners_alone(phone: PlainPhone) -> None:
    begun(phone, 1)
    shoot(phone, flat_photo(FACES[:1]))
    for path in ("/teach", "/teach/my-box", "/teach/my-box/1.webp", "/teach/my-box/face/1", "/teach/my-box/alike"):
        assert phone.client.get(path, headers={"X-Forwarded-For": "10.0.0.9"}).status_code == 403, path
    for path in ("/teach/my-box", "/teach/my-box/remove", "/teach/my-box/face/1/forget"):
        sent = {"X-Forwarded-For": "10.0.0.9", "Origin": "http://localhost"}
        assert phone.client.post(path, headers=sent).status_code == 403, path


def test_look_alikes_stand_side_by_side_with_the_place_marked(phone: PlainPhone) -> None:
    face = np.array(uncoded_cards("tower")[FACES[0]].front)
    other = face.copy()
    height, width = face.shape[:2]
    other[int(height * 0.72) : int(height * 0.8), int(width * 0.3) : int(width * 0.5)] = (20, 20, 160)
    begun(phone, 2, "Wolf\nOwl")
    shoot(phone, laid_out([face]))
    shoot(phone, laid_out([other]))
    assert "One new face." in phone.said()
    phone.open("/teach/my-box/alike")
    (pair,) = phone.page.select(".pairs li")
    assert "These two differ only here." in words(pair)
    marks = pair.select("svg .mark")
    assert len(marks) == 2
    x, y, wide, high = (float(str(marks[0][side])) for side in ("x", "y", "width", "height"))
    assert x < 0.4 * 252 < x + wide
    assert y < 0.76 * 352 < y + high
    assert re.search("told apart", words(pair))
