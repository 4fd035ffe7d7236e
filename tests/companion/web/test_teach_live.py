"""A deck without codes taught by the live camera: what becomes of each still it sends, and what is taken back."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from flat_photos import TABLE_BGR, flat_photo, laid_out
from memory_store import MemoryStore
from playing_cards import pack_of_cards
from toy_game import ToyGames
from uncoded_cards import uncoded_cards

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import Limits, no_limits
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from companion.service import Service
from companion.table.tables import Tables
from vision.picture.opencv_setup import cv2
from vision.taught.straight_card import Picture

FACES = tuple(uncoded_cards("tower"))[:4]
EMPTY = laid_out([np.full((88, 63, 3), TABLE_BGR, np.uint8)])


@pytest.fixture
def decks(tmp_path: Path) -> TaughtDecks:
    decks = TaughtDecks(tmp_path)
    decks.put(TaughtDeck("my-box", "My box", 3, names=("Wolf", "Owl", "Fox")))
    return decks


@pytest.fixture
def phone(decks: TaughtDecks, tmp_path: Path) -> FlaskClient:
    return camera(decks, tmp_path)


def camera(decks: TaughtDecks, folder: Path, limits: Limits | None = None) -> FlaskClient:
    tables = Tables(MemoryStore(), games=ToyGames())
    service = Service(tables, Network(), limits or no_limits(), taught=decks, printers=folder / "printers")
    return create_app(service).test_client()


def show(phone: FlaskClient, still: bytes, id: str = "", deck: str = "my-box", **more: str) -> dict[str, Any]:
    show.count += 1  # type: ignore[attr-defined]
    query = {"id": id or f"still-{show.count}", **more}  # type: ignore[attr-defined]
    answer = phone.post(f"/teach/{deck}/live", query_string=query, data=still, content_type="image/jpeg")
    told: dict[str, Any] = {"status": answer.status_code, **answer.json}
    return told


show.count = 0  # type: ignore[attr-defined]


def taken(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [one["face"] for one in told["cards"] if one["state"] == "taken"]


def test_cards_shown_one_after_another_are_taken_once_each(phone: FlaskClient, decks: TaughtDecks) -> None:
    told = show(phone, EMPTY)
    assert (told["outcome"], told["known"], told["cards"]) == ("nothing", 0, [])
    assert told["text"].startswith("No card is seen")
    for number, face in enumerate(FACES[:3], start=1):
        told = show(phone, flat_photo([face]))
        assert (told["outcome"], told["text"], told["known"], told["of"]) == ("taken", "", number, 3)
        (new,) = taken(told)
        assert (new["id"], new["name"]) == (str(number), str(number))
        assert phone.get(new["picture"]).mimetype == "image/webp"
        (card,) = told["cards"]
        assert min(map(min, card["corners"])) > 0
        assert max(x for x, _ in card["corners"]) < told["width"]
        again = show(phone, flat_photo([face]))
        assert (again["outcome"], again["known"], again["cards"][0]["face"]["id"]) == ("again", number, str(number))
        assert again["text"] == f"Face {number} is taught already; it counts once."
    assert told["whole"]
    more = show(phone, flat_photo([FACES[3]]))
    assert (more["outcome"], more["known"], more["whole"]) == ("left", 3, True)
    assert decks.find("My box").known == 3


def test_the_same_still_sent_twice_is_answered_the_same(phone: FlaskClient, decks: TaughtDecks) -> None:
    told: list[dict[str, Any]] = []
    still = flat_photo(FACES[:1])
    both = [threading.Thread(target=lambda: told.append(show(phone, still, "one-id"))) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert told[0] == told[1]
    assert [one["outcome"] for one in told] == ["taken", "taken"]
    assert decks.find("My box").known == 1


def test_what_spoils_a_card_is_one_sentence_with_its_cure(phone: FlaskClient, decks: TaughtDecks) -> None:
    blurred = show(phone, flat_photo(FACES[:1], blur_px=5))
    assert (blurred["outcome"], blurred["cards"][0]["state"]) == ("left", "left")
    assert blurred["text"] == "The card is blurred: hold the phone still, and give the card more light."
    assert "come nearer" in show(phone, flat_photo(FACES[:1], card_px=120))["text"]
    assert "take the hand away" in show(phone, with_finger(tuple(pack_of_cards().values())[24]))["text"]
    assert decks.find("My box").faces == ()


def with_finger(face: Picture) -> bytes:
    """A card held at its lower edge."""
    photo = cv2.imdecode(np.frombuffer(laid_out([face]), np.uint8), cv2.IMREAD_COLOR)
    cv2.line(photo, (320, photo.shape[0]), (328, photo.shape[0] - 240), (70, 90, 150), 62)
    return cv2.imencode(".jpg", cv2.GaussianBlur(photo, (0, 0), 1.0))[1].tobytes()


def test_glare_is_told_on_one_card_by_those_taught_before(phone: FlaskClient, decks: TaughtDecks) -> None:
    for face in FACES[:2]:
        assert show(phone, with_light(face))["outcome"] == "taken"
    told = show(phone, with_light(FACES[2], lamp=True))
    assert told["text"] == "There is glare on the card: turn it a little, or take it out of its sleeve."
    assert decks.find("My box").known == 2


def with_light(face: str, *, lamp: bool = False) -> bytes:
    """A card in dim light, and a lamp mirrored on it."""
    photo = cv2.imdecode(np.frombuffer(flat_photo([face]), np.uint8), cv2.IMREAD_COLOR).astype(np.float32) * 0.75
    rows, columns = np.mgrid[: photo.shape[0], : photo.shape[1]]
    if lamp:
        photo += 420 * np.exp(-((columns - 320) ** 2 + (rows - 380) ** 2) / (2 * 24**2))[..., None]
    return cv2.imencode(".jpg", np.clip(photo, 0, 255).astype(np.uint8))[1].tobytes()


def test_several_new_cards_in_sight_are_all_taken(phone: FlaskClient, decks: TaughtDecks) -> None:
    told = show(phone, flat_photo([FACES[0], FACES[1], FACES[1]]))
    assert [one["state"] for one in told["cards"]] == ["taken", "taken", "left"]
    assert told["outcome"] == "taken"
    told = show(phone, flat_photo([FACES[1], FACES[2], FACES[3]]))
    assert [one["state"] for one in told["cards"]] == ["again", "left", "left"]
    assert "show one at a time" in told["text"]
    assert decks.find("My box").known == 2


def test_names_are_given_in_the_order_of_the_list(phone: FlaskClient, decks: TaughtDecks) -> None:
    assert show(phone, EMPTY, order="1")["next"] == "Wolf"
    told = show(phone, flat_photo([FACES[0]]), order="1")
    assert [one["name"] for one in taken(told)] == ["Wolf"]
    assert told["next"] == "Owl"
    told = show(phone, flat_photo([FACES[1], FACES[2]]), order="1")
    assert (told["outcome"], told["known"]) == ("left", 1)
    assert told["text"] == "Show one card at a time: the names are given in their order."
    assert "Wolf is taught already" in show(phone, flat_photo([FACES[0]]), order="1")["text"]
    show(phone, flat_photo([FACES[1]]))
    show(phone, flat_photo([FACES[2]]), order="1")
    assert [(face.name, face.numbered) for face in decks.find("My box").faces] == [
        ("Wolf", False),
        ("2", True),
        ("Owl", False),
    ]


def test_the_back_comes_last(phone: FlaskClient, decks: TaughtDecks) -> None:
    for face in FACES[:3]:
        show(phone, flat_photo([face]))
    told = show(phone, flat_photo([FACES[2]]), side="back")
    assert told["text"] == "This is face 3: turn the card over, so that its back is seen."
    told = show(phone, flat_photo(["back"]), side="back")
    assert [one["name"] for one in taken(told)] == ["The back"]
    assert [face.is_back for face in decks.find("My box").faces] == [False, False, False, True]
    assert "The back is taught already" in show(phone, flat_photo(["back"]), side="back")["text"]


def test_a_wrong_take_is_taken_back_and_only_that(phone: FlaskClient, decks: TaughtDecks) -> None:
    show(phone, flat_photo([FACES[0]]))
    (wrong,) = taken(show(phone, flat_photo([FACES[1]])))
    sent = {"digests": [wrong["digest"]]}
    told = phone.post("/teach/my-box/live/back", json=sent)
    assert (told.status_code, told.json["known"]) == (200, 1)
    # The next has the number of the one that went: the tap sent again does not take that back.
    (new,) = taken(show(phone, flat_photo([FACES[2]])))
    assert new["id"] == wrong["id"]
    assert phone.post("/teach/my-box/live/back", json=sent).json["known"] == 2
    assert [face.id for face in decks.find("My box").faces] == ["1", "2"]
    assert len(list(decks.folder.rglob("*.webp"))) == 2
    for nonsense in (b"", b"[", b"[]", b'{"digests": 7}', b'{"digests": [7, null]}'):
        answer = phone.post("/teach/my-box/live/back", data=nonsense, content_type="application/json")
        assert answer.status_code in (200, 400)
    assert decks.find("My box").known == 2


def test_two_phones_teach_the_same_deck_at_once(phone: FlaskClient, decks: TaughtDecks, tmp_path: Path) -> None:
    other = camera(TaughtDecks(tmp_path), tmp_path)
    assert show(phone, flat_photo([FACES[0]]))["known"] == 1
    assert show(other, flat_photo([FACES[0]]))["outcome"] == "again"
    assert show(other, flat_photo([FACES[1]]))["known"] == 2
    assert show(phone, flat_photo([FACES[1]]))["outcome"] == "again"


def test_a_deck_that_is_gone_or_called_otherwise_is_one_sentence(phone: FlaskClient, decks: TaughtDecks) -> None:
    show(phone, flat_photo([FACES[0]]))
    decks.rename(decks.find("My box"), "Her box")
    gone = show(phone, flat_photo([FACES[1]]))
    assert gone["status"] == 404
    assert gone["error"]["text"].startswith("No deck called my-box has been taught here")
    assert phone.post("/teach/my-box/live/back", json={"digests": []}).status_code == 404
    decks.remove("Her box")
    assert show(phone, flat_photo([FACES[1]]), deck="her-box")["status"] == 404
    assert decks.all() == ()


def test_a_deck_that_goes_while_a_still_is_read_is_not_made_again(
    phone: FlaskClient, decks: TaughtDecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.own_decks import teaching_live

    cards_of = teaching_live.cards_of

    def removed_meanwhile(*given: Any) -> Any:
        decks.remove("My box")
        return cards_of(*given)

    monkeypatch.setattr(teaching_live, "cards_of", removed_meanwhile)
    assert show(phone, flat_photo([FACES[0]]))["status"] == 404
    assert decks.all() == ()


def test_whatever_is_sent_is_answered_in_one_sentence(phone: FlaskClient, decks: TaughtDecks) -> None:
    bomb = cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes()
    bomb = bomb[:16] + (60_000).to_bytes(4, "big") * 2 + bomb[24:]
    for sent in (b"", b"no picture", bomb, flat_photo(FACES[:1])[:3000], b"\xff" * 9_000_000):
        told = show(phone, sent)
        assert 400 <= told["status"] < 500
        assert told["error"]["text"].endswith(".")
    assert phone.post("/teach/my-box/live", data=flat_photo(FACES[:1])).status_code == 400
    assert phone.post("/teach/../live?id=x", data=b"x").status_code in (400, 404)
    assert decks.find("My box").faces == ()


def test_who_sends_too_much_is_told_when_to_go_on(decks: TaughtDecks, tmp_path: Path) -> None:
    phone = camera(decks, tmp_path, Limits())
    for _ in range(40):
        answer = phone.post("/teach/my-box/live?id=x", data=b"no picture")
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


def test_a_damaged_picture_of_the_deck_is_named(phone: FlaskClient, decks: TaughtDecks) -> None:
    show(phone, flat_photo([FACES[0]]))
    for file in decks.folder.rglob("*.webp"):
        file.write_bytes(b"gone")
    told = show(camera(TaughtDecks(decks.folder.parent), decks.folder.parent), flat_photo([FACES[1]]))
    assert told["status"] == 400
    assert "The picture of face 1 in My box is damaged" in told["error"]["text"]


def test_sentences_are_in_the_language_of_the_page(phone: FlaskClient) -> None:
    german = {"Accept-Language": "de"}
    for still, said in ((EMPTY, "Keine Karte"), (flat_photo(FACES[:1], blur_px=5), "Die Karte ist unscharf")):
        answer = phone.post("/teach/my-box/live?id=" + said[:5], data=still, headers=german)
        assert answer.json["text"].startswith(said)
    assert (
        phone.post("/teach/gone/live?id=x", data=EMPTY, headers=german).json["error"]["text"].startswith("Hier wurde")
    )


def test_it_is_the_owners_alone(phone: FlaskClient, decks: TaughtDecks) -> None:
    guest = {"REMOTE_ADDR": "192.168.1.20"}
    for address in ("/teach/my-box/live?id=x", "/teach/my-box/live/back"):
        answer = phone.post(address, data=flat_photo(FACES[:1]), environ_overrides=guest)
        assert answer.status_code == 403
        assert answer.json["error"]["text"]
    assert phone.get("/teach/my-box/live", environ_overrides=guest).status_code == 403
    assert decks.find("My box").faces == ()


def test_over_plain_http_the_page_says_the_way_and_takes_a_photo(decks: TaughtDecks, tmp_path: Path) -> None:
    network = Network(https_port=8001)
    service = Service(Tables(MemoryStore()), network, no_limits(), taught=decks, printers=tmp_path / "printers")
    phone = create_app(service).test_client()
    key = service.owner_keys.new_link()
    elsewhere = {"base_url": "http://192.168.1.7:8000", "environ_overrides": {"REMOTE_ADDR": "192.168.1.20"}}
    assert phone.get(f"/owner?key={key}", **elsewhere).status_code == 303
    page = phone.get("/teach/my-box/live", **elsewhere).text
    assert 'href="https://192.168.1.7:8001/teach/my-box/live"' in page
    assert 'href="/secure?deck=my-box"' in page
    assert 'action="/teach/my-box"' in page
    assert "teach-view" not in page
    why = phone.get("/secure?deck=my-box", **elsewhere).text
    assert 'href="https://192.168.1.7:8001/teach/my-box/live"' in why
    assert "javascript:" not in phone.get("/secure?deck=javascript:alert(1)", **elsewhere).text
    network.https_port = 0
    page = phone.get("/teach/my-box/live", **elsewhere).text
    assert "This server has no HTTPS" in page
    assert 'action="/teach/my-box"' in page


def test_without_scripts_the_page_takes_a_photo(phone: FlaskClient, decks: TaughtDecks) -> None:
    page = BeautifulSoup(phone.get("/teach/my-box/live").text, "html.parser")
    assert page.select("noscript form[action='/teach/my-box'] input[type=file]")
    deck = BeautifulSoup(phone.get("/teach/my-box").text, "html.parser")
    assert [one["href"] for one in deck.select(".live-door")] == ["/teach/my-box/live"]
    for face in FACES[:3]:
        show(phone, flat_photo([face]))
    deck = BeautifulSoup(phone.get("/teach/my-box").text, "html.parser")
    assert [one["href"] for one in deck.select(".live-door")] == ["/teach/my-box/live?side=back"]
    page = BeautifulSoup(phone.get("/teach/my-box/live?side=back").text, "html.parser")
    assert page.select_one("#teach-view")["data-side"] == "back"


def test_markup_in_names_stays_text(phone: FlaskClient, decks: TaughtDecks) -> None:
    decks.put(TaughtDeck("odd", "<b>Odd</b>", 2, names=("<script>", "B")))
    page = phone.get("/teach/odd/live").text
    assert "<b>Odd</b>" not in page
    assert '<bdi id="teach-next-name">&lt;script&gt;' in page
    told = show(phone, flat_photo([FACES[0]]), deck="odd", order="1")
    assert [one["name"] for one in taken(told)] == ["<script>"]
