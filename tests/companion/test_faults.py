"""What breaks in our own parts: one sentence for whoever is there, one traceback in the log, nothing lost."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from memory_store import MemoryStore
from picture_files import stored
from plain_phone import PlainPhone, table_of, toy_service
from toy_tables import Clock

from companion.errors import TooOften
from companion.network.limits import no_limits
from companion.own_decks.decks import OwnDecks
from companion.service import Service
from companion.table.tables import Tables
from companion.unexpected_errors import TELL_AGAIN_S, Once
from rules.values.code import CardCode
from vision.sighting import CardSeen, Photo

PHOTO = stored(np.full((48, 64, 3), 128, np.uint8), "jpeg")


def broken(*args: Any, **more: Any) -> Any:
    raise ZeroDivisionError("float division by zero")


def photo_of_card_7(*args: Any, **more: Any) -> Photo:
    code = CardCode("TY", "007", 1)
    card = CardSeen(str(code), code, "toy", "c7", "Card 7", ((9, 9), (30, 9), (30, 30), (9, 30)), 0.95)
    return Photo(64, 48, 1, (card,), (), (), 1.0)


def record(error: BaseException | None, line: int = 0) -> logging.LogRecord:
    if error is not None:
        try:
            if line:
                raise error
            raise error
        except type(error) as raised:
            error = raised
    info = (type(error), error, error.__traceback__) if error is not None else None
    return logging.LogRecord("x", logging.ERROR, "", 0, "a picture could not be read", (), info)


def test_a_fault_is_told_once_and_after_a_while_with_how_often_it_came():
    clock = Clock()
    once = Once(clock)
    assert once.filter(record(ValueError("a")))
    assert not any(once.filter(record(ValueError("b"))) for _ in range(40))
    assert once.filter(record(ValueError("c"), line=1))  # another place
    assert once.filter(record(KeyError("a")))  # another kind
    assert all(once.filter(record(None)) for _ in range(3))  # a line without a traceback
    clock.now += TELL_AGAIN_S
    late = record(ValueError("a"))
    assert once.filter(late)
    assert "40 times" in late.getMessage()


def test_a_photo_the_reader_breaks_on_is_answered_on_the_page_it_was_sent_from(monkeypatch: pytest.MonkeyPatch):
    _, (ada, _) = table_of(["Ada", "Ben"])
    monkeypatch.setattr("vision.scan.read_cards", broken)
    ada.open(f"{ada.path}/scan")
    ada.shoot(PHOTO)
    assert ada.status == 500
    assert "Take another from a little nearer or farther" in ada.no()
    assert ada.page.select_one('input[type="file"]')


def test_a_photo_without_a_table_the_reader_breaks_on_is_answered_on_its_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.web.identify_photo.read_photo", broken)
    phone = PlainPhone(toy_service())
    phone.post("/scan", {"photo": (io.BytesIO(PHOTO), "a.jpg")}, content_type="multipart/form-data")
    assert phone.status == 500
    assert "Take another from a little nearer or farther" in phone.no()


def test_a_program_hears_that_the_reader_broke(monkeypatch: pytest.MonkeyPatch):
    service, (ada, _) = table_of(["Ada", "Ben"])
    monkeypatch.setattr("vision.scan.read_cards", broken)
    code = ada.path.rpartition("/")[2]
    sent = {"image": (io.BytesIO(PHOTO), "a.jpg"), "id": "x"}
    answer = ada.client.post(f"/api/tables/{code}/scan", data=sent, headers={"Origin": "http://localhost"})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (500, "reader_failed")
    assert service.tables.live(code).log.rev == 3


@pytest.mark.parametrize("trouble", [ZeroDivisionError("x"), TooOften("send yours again in a moment", 5)])
def test_what_was_logged_is_said_even_where_the_photo_cannot_be_shown_again(
    monkeypatch: pytest.MonkeyPatch, trouble: Exception
):
    service, (ada, _) = table_of(["Ada", "Ben"])
    before = service.tables.live(ada.path.rpartition("/")[2]).log.rev
    monkeypatch.setattr("vision.scan.read_cards", photo_of_card_7)

    def fails(*args: Any) -> Any:
        raise trouble

    monkeypatch.setattr("companion.web.scan.picture", fails)
    ada.open(f"{ada.path}/scan")
    ada.shoot(PHOTO)
    assert (ada.status, "Done" in ada.said()) == (200, True)
    assert service.tables.live(ada.path.split("/")[2]).log.rev == before + 1


def test_a_damaged_file_of_the_data_folder_is_named_without_the_folders_of_this_computer(tmp_path: Path):
    (tmp_path / "own" / "WF.json").mkdir(parents=True)
    (tmp_path / "own" / "QX.json").write_text("{")
    (tmp_path / "printers" / "tray.toml").mkdir(parents=True)
    service = Service(Tables(MemoryStore()), limits=no_limits(), own=OwnDecks(tmp_path), printers=tmp_path / "printers")
    phone = PlainPhone(service)
    for path, status, named in (
        ("/print/own/WF", 503, "WF.json cannot be read"),
        ("/print/own/QX", 503, "The file of the deck QX is damaged; upload the cards again"),
        ("/printers", 200, "tray.toml: cannot be read"),
        ("/print?profile=tray", 422, "tray.toml: cannot be read"),
    ):
        phone.open(path)
        assert phone.status == status
        assert named in phone.said()
        assert str(tmp_path) not in str(phone.page)


def test_a_deck_that_is_not_here_is_not_called_a_table(tmp_path: Path):
    phone = PlainPhone(Service(Tables(MemoryStore()), limits=no_limits(), own=OwnDecks(tmp_path)))
    phone.open("/print/own/ZZ")
    assert phone.status == 404
    assert "No table" not in phone.said()


@pytest.mark.parametrize("path", ["/api/tables/{}", "/t/{}", "/t/{}/log", "/api/tables/{}/export"])
def test_a_fault_in_a_game_is_a_page_or_a_sentence_of_ours(path: str, monkeypatch: pytest.MonkeyPatch):
    service, (ada, _) = table_of(["Ada", "Ben"])
    code = ada.path.rpartition("/")[2]
    game = service.tables.live(code).game
    service.tables.live(code).worked_out.clear()
    for part in ("view", "redact", "tell"):
        monkeypatch.setattr(type(game), part, broken)
    answer = ada.client.get(path.format(code))
    assert answer.status_code == 500
    assert "what was accepted before is safe" in answer.get_data(as_text=True) or "Your table is safe" in answer.text
    assert "division" not in answer.text
    assert answer.headers["Content-Security-Policy"]
