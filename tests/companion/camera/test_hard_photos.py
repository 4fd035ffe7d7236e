"""Photos as they come at a real table: sent by two phones at once, of a neighbour's card, another game's, a link."""

from __future__ import annotations

import io
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import cv2
import numpy as np
import pytest
import table_scene
from memory_store import MemoryStore
from toy_tables import fresh_id

from companion.app import create_app
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from rules import games
from rules.values.code import CardCode

DECK = games.deck("fairytale")


def paper(name: str, copy: int = 1, game: str = "fairytale", print_set: str = "A") -> str:
    deck = games.deck(game)
    card = deck.by_id[name] if name else deck.cards[0]
    return str(CardCode(deck.spec.letters, card.code, copy, print_set))


def photo_of(*texts: str) -> bytes:
    links = {"version": 2, "ecc": "M", "mask": 2}
    arts = [table_scene.placeholder_card(text, **(links if ":" in text else {})) for text in texts]
    return table_scene.render(table_scene.rows(arts, seed=5), seed=5, px_per_module=2.5).photo


class Table:
    """Two people playing Fairy Tale, who place a card now."""

    def __init__(self) -> None:
        self.service = Service(Tables(MemoryStore()), limits=no_limits())
        self.app = create_app(self.service)
        opened = self.app.test_client().post("/api/tables", json={"game": "fairytale"}).get_json()
        self.code, self.host = opened["code"], opened["host_token"]
        self.tokens = [self.post("join", "", name=name)["token"] for name in ("Ada", "Ben")]
        self.post("begin", self.host, id=fresh_id())
        self.event(0, "next_stage")

    def post(self, what: str, token: str, **body: Any) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.app.test_client().post(f"/api/tables/{self.code}/{what}", json=body, headers=headers)
        assert answer.status_code == 200, answer.get_json()
        return answer.get_json()

    def event(self, seat: int, kind: str, **args: Any) -> None:
        self.post("events", self.tokens[seat], id=fresh_id(), type=kind, args=args)

    def scan(self, seat: int, photo: bytes) -> Any:
        answer = self.app.test_client().post(
            f"/api/tables/{self.code}/scan",
            data={"image": (io.BytesIO(photo), "photo.jpg"), "id": fresh_id()},
            headers={"Authorization": f"Bearer {self.tokens[seat]}"},
        )
        return {"status": answer.status_code, **answer.get_json()}

    def log(self) -> list[str]:
        headers = {"Authorization": f"Bearer {self.host}"}
        export = self.app.test_client().get(f"/api/tables/{self.code}/export", headers=headers).get_json()
        return [entry["type"] for entry in export["entries"]]

    def said(self, seat: int, photo: bytes) -> list[str]:
        return [one["text"] for one in self.scan(seat, photo)["problems"]]


@pytest.fixture
def table() -> Table:
    return Table()


def test_two_phones_that_photograph_the_same_card_at_once_make_one_play(table: Table):
    photo = photo_of(paper("stag_knight"))
    with ThreadPoolExecutor(2) as phones:
        answers = list(phones.map(lambda _: table.scan(0, photo), range(2)))
    assert sorted(bool(one["submitted"]) for one in answers) == [False, True]
    told = [one["text"] for answer in answers for one in answer["problems"]]
    assert told == ["Stag Knight is placed already; nothing has changed."]
    assert table.log().count("select") == 1


def test_a_card_that_lies_face_up_before_somebody_else_is_said(table: Table):
    open_card = paper("homesteader")
    table.event(0, "select", card="homesteader", code=open_card)
    table.event(1, "select", card="stag_knight", code=paper("stag_knight"))
    (text,) = table.said(1, photo_of(open_card))
    assert text == "Homesteader is face up in front of Ada. Scan your own card."


def test_of_a_card_that_lies_face_down_nobody_learns(table: Table):
    hidden = paper("homesteader")
    table.event(0, "select", card="homesteader", code=hidden)
    answer = table.scan(1, photo_of(hidden))
    assert answer["submitted"], "as if nobody had it"
    assert answer["problems"] == []


def test_cards_of_another_game_beside_ours_are_named_and_ours_still_count(table: Table):
    answer = table.scan(0, photo_of(paper("stag_knight"), paper("", game="tower")))
    assert answer["submitted"]
    assert [one["text"] for one in answer["problems"]] == [
        f"This card is of {games.spec('tower').title}, not of {DECK.spec.title}."
    ]


def test_both_print_sets_at_one_table_are_two_papers(table: Table):
    first, second = paper("stag_knight"), paper("stag_knight", print_set="B")
    assert [one["code"] for one in table.scan(0, photo_of(first))["cards"]] == [first]
    assert [one["code"] for one in table.scan(1, photo_of(second))["cards"]] == [second]
    assert table.log().count("select") == 2


@pytest.mark.parametrize(
    ("what", "code", "cure"),
    [
        ("a link", "unread_far", "go nearer"),
        ("black", "unread_dark", "switch a lamp on"),
        ("white", "no_card", "Hold a little closer"),
        ("one pixel", "unread_dark", "switch a lamp on"),
    ],
)
def test_a_photo_without_a_card_says_what_to_do_and_changes_nothing(table: Table, what: str, code: str, cure: str):
    plain = {"black": (np.zeros, (60, 80)), "white": (np.ones, (60, 80)), "one pixel": (np.zeros, (1, 1))}
    if what == "a link":
        photo = photo_of("HTTPS://EXAMPLE.ORG/A")
    else:
        make, shape = plain[what]
        photo = cv2.imencode(".jpg", (make(shape) * 255).astype(np.uint8))[1].tobytes()
    before = table.log()
    answer = table.scan(0, photo)
    assert answer["status"] == 200
    assert [one["code"] for one in answer["problems"]] == [code]
    assert cure in answer["problems"][0]["text"]
    assert table.log() == before


def test_a_picture_of_a_hundred_megapixels_is_refused_in_a_sentence(table: Table):
    png = cv2.imencode(".png", np.zeros((8, 8), np.uint8))[1].tobytes()
    head = bytearray(png[16:29])
    head[:8] = (12_000).to_bytes(4, "big") + (9_000).to_bytes(4, "big")
    crc = zlib.crc32(b"IHDR" + bytes(head)).to_bytes(4, "big")
    answer = table.scan(0, png[:16] + bytes(head) + crc + png[33:])
    assert (answer["status"], answer["error"]["code"]) == (400, "bomb")
    assert "12000 x 9000" in answer["error"]["text"]
    assert "send it as an ordinary JPEG" in answer["error"]["text"]
