"""Photos of decks without codes: named and counted, asked where it may be either, put right with a tap."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from flat_photos import flat_photo
from memory_store import MemoryStore
from plain_phone import PlainPhone, words
from toy_game import ToyGames
from uncoded_cards import back_of, uncoded_cards

from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from companion.service import Service
from companion.table.tables import Tables
from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import KEPT
from vision.taught.straight_card import Picture

FACES = tuple(uncoded_cards("tower"))[:4]
NAMES = ("Wolf", "Owl", "Fox", "Bear")


def kept(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, KEPT, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.fixture
def decks(tmp_path: Path) -> TaughtDecks:
    return TaughtDecks(tmp_path)


@pytest.fixture
def phone(decks: TaughtDecks, tmp_path: Path) -> PlainPhone:
    tables = Tables(MemoryStore(), games=ToyGames())
    return PlainPhone(Service(tables, Network(), no_limits(), taught=decks, printers=tmp_path / "printers"))


def taught(decks: TaughtDecks, *, of: int = 4, twin: bool = False) -> TaughtDeck:
    """Four faces and the back; with ``twin`` a fifth that looks like the first."""
    pictures = [kept(uncoded_cards("tower")[name].front) for name in FACES]
    names = list(NAMES)
    if twin:
        noise = np.random.default_rng(4).integers(-6, 7, (*KEPT[::-1], 1))
        pictures.append(np.clip(pictures[0].astype(np.int16) + noise, 0, 255).astype(np.uint8))
        names.append("Dog")
    return decks.put(TaughtDeck("my-box", "My box", of), [*pictures, kept(back_of("tower").front)], [*names, ""])


def heaps(phone: PlainPhone, label: str) -> list[str]:
    return sorted(words(one) for one in phone.page.select(f'ul[aria-label="{label}"] li'))


def test_cards_are_named_counted_and_put_right(phone: PlainPhone, decks: TaughtDecks) -> None:
    taught(decks)
    phone.open("/scan")
    phone.page.select_one("select[name=deck] option[value=taught-my-box]")["selected"] = ""
    phone.shoot(flat_photo([FACES[0], FACES[1], FACES[1], FACES[2], "back"]))
    assert phone.status == 200
    assert words(phone.page.h1) == "5 cards read"
    assert heaps(phone, "Lying there") == ["2 Owl", "Fox", "Wolf"]
    assert heaps(phone, "Not in sight") == ["Bear"]
    assert "3 of 4 faces lie there · 1 card face down" in phone.said()
    tags = [words(one) for one in phone.page.select("svg text")]
    assert sorted(tag.partition(" ")[2] for tag in tags) == ["", "Fox", "Owl", "Owl", "Wolf"]
    wolf = next(tag.partition(" ")[0] for tag in tags if tag.endswith("Wolf"))
    phone.tap("Put it right", card=wolf, name="bear")
    assert heaps(phone, "Lying there") == ["2 Owl", "Bear", "Fox"]
    assert phone.page.select_one("svg image[href^='data:image/jpeg']")
    phone.tap("Put it right", card=wolf, name="Dragon")
    assert "My box has no card called Dragon" in phone.said()
    assert heaps(phone, "Lying there") == ["2 Owl", "Bear", "Fox"]
    phone.tap("Put it right", card=wolf, name="")
    assert heaps(phone, "Lying there") == ["2 Owl", "Fox"]
    # The page's address is known to a phone that loads it once more.
    phone.open("/scan/put-right")
    assert phone.status == 200


def test_a_card_that_may_be_either_is_asked(phone: PlainPhone, decks: TaughtDecks) -> None:
    taught(decks, of=5, twin=True)
    phone.open("/scan")
    phone.shoot(flat_photo([FACES[0], FACES[1]]))
    assert "1 card not sure" in phone.said()
    assert heaps(phone, "Lying there") == ["Owl"]
    assert heaps(phone, "Not in sight") == ["Bear", "Fox"]
    phone.tap("Dog")
    assert heaps(phone, "Lying there") == ["Dog", "Owl"]
    assert "not sure" not in phone.said()


def test_a_deck_in_part_is_refused_before_the_photo(phone: PlainPhone, decks: TaughtDecks) -> None:
    taught(decks, of=6)
    phone.open("/scan")
    (option,) = phone.page.select("option[value=taught-my-box]")
    assert option.has_attr("disabled")
    assert words(option) == "My box: 4 of 6 faces taught"
    phone.post("/scan", {"deck": "taught-my-box"})
    assert phone.status == 422
    assert "4 of 6 faces of My box are taught." in phone.no()
    phone.post("/scan", {"deck": "taught-her-box"})
    assert "perhaps it was renamed or removed" in phone.no()


def test_what_comes_back_is_not_believed(phone: PlainPhone, decks: TaughtDecks) -> None:
    taught(decks)
    points = "0,0 9,0 9,9 0,9"
    for seen in (
        "{", "[1]", '[["my-box",[],"",1,1,1]]', '[["no-box",["1"],"' + points + '",1,1,1]]', "[" * 50_000,
        '[["my-box",["99"],"' + points + '",1,1,1]]', '[["my-box",["1"],"\\"><script>",1,1,1]]',
        '[["my-box",["1"],"' + points + '",1,1,"x"]]', '{"a":1}', '[["../my-box",["1"],"",1,1,1]]',
    ):  # fmt: skip
        phone.post("/scan/put-right", {"deck": "", "seen": seen, "call": "1:Owl"})
        assert phone.status in (422, 404), seen
        assert phone.no(), seen
        assert "<script>" not in str(phone.page.main)
    good = '[["my-box",["1"],"' + points + '",1,1,NaN]]'
    phone.post("/scan/put-right", {"deck": "", "seen": good, "call": "1:Owl", "picture": "javascript:alert(1)"})
    assert phone.page.select_one("svg image") is None
    phone.post("/scan/put-right", {"deck": "", "seen": "[]", "call": "7:Owl"})
    assert "did not arrive whole" in phone.said()


def test_a_deck_renamed_meanwhile_asks_for_the_photo_again(phone: PlainPhone, decks: TaughtDecks) -> None:
    deck = taught(decks)
    phone.open("/scan")
    phone.shoot(flat_photo([FACES[0]]))
    assert words(phone.page.h1) == "Wolf"
    decks.rename(deck, "Her box")
    phone.tap("Put it right", card="1", name="Owl")
    assert "The deck has changed since that photo; take it again." in phone.no()
