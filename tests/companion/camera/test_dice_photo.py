"""The dice of Dragoborne from a photo: reported at once where each was read, else only a form filled in."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from bs4 import BeautifulSoup
from dice_scene import LaidDie, View, photograph
from memory_store import MemoryStore
from plain_phone import PlainPhone
from table_scene import Shot

from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables

RED, BLUE = ["red", "red", "green"], ["blue", "blue", "yellow"]


def at_the_dice() -> tuple[PlainPhone, Tables, str]:
    """A phone whose player has just rolled two red dice and a green one."""
    tables = Tables(MemoryStore())
    opened = tables.open("dragoborne")
    held = [tables.join(opened.code, name=name).token for name in ("Ana", "Ben")]
    tables.begin(opened.code, [opened.host_token], id="begin")
    steps = []
    for seat, (deck, colours) in enumerate((("ember", RED), ("tide", BLUE))):
        banners = dict(zip(("left", "middle", "right"), colours, strict=True))
        steps += [(seat, "use_deck", {"deck": deck}), (seat, "place_banners", banners), (seat, "lay_barriers", {})]
    for number, (seat, kind, args) in enumerate([*steps, (0, "choose_starter", {"first": 0})]):
        event = {"type": kind, "seat": seat, "args": args}
        tables.submit(opened.code, [held[seat]], id=f"s{number}", event=event)
    phone = PlainPhone(Service(tables, Network(), no_limits()))
    phone.client.set_cookie(f"tw_{opened.code}", held[0])
    phone.open(f"/t/{opened.code}")
    return phone, tables, opened.code


@cache
def photo(*dice: LaidDie) -> bytes:
    view = View(px_per_mm=3.4, tilt_deg=22, size_px=(800, 600), shot=Shot(table="plain", noise=2.5, shadow=0.1))
    return photograph(dice, seed=4, view=view).photo


def thrown() -> bytes:
    return photo(LaidDie("red", 2, -45, -10, 25), LaidDie("red", 5, 5, 30, 60, 1), LaidDie("green", 4, 45, -20, 10, 2))


def send(phone: PlainPhone, data: bytes) -> BeautifulSoup:
    return phone.tap("Read the dice", photo=[(BytesIO(data), "dice.jpg")])


def ticked(page: BeautifulSoup) -> dict[str, str]:
    return {str(one["name"]): str(one["value"]) for one in page.select('input[type="radio"][checked]')}


def test_a_photo_of_all_dice_is_the_roll_and_one_tap_takes_it_back() -> None:
    phone, tables, code = at_the_dice()
    before = tables.look(code, []).rev
    send(phone, thrown())
    # The roll, and the card of the draw step, which nobody has to report.
    assert tables.look(code, []).rev == before + 2
    page = phone.open(f"/t/{code}")
    shown = {str(one["aria-label"]) for one in page.select(".die")}
    assert {"red die: 2", "red die: 5", "green die: 4"} <= shown
    last = tables.look(code, [str(phone.client.get_cookie(f"tw_{code}").value)]).last  # type: ignore[union-attr]
    assert last is not None
    assert "red 2, red 5 and green 4" in last.text


def test_the_same_photo_sent_twice_is_one_roll() -> None:
    phone, tables, code = at_the_dice()
    for _ in range(2):
        phone.post(
            f"/t/{code}/dice",
            {"photo": (BytesIO(thrown()), "dice.jpg"), "id": "one-and-the-same"},
            content_type="multipart/form-data",
        )
    rolls = [line for line in tables.look(code, []).log if "rolls" in line.text]
    assert len(rolls) == 1


def test_a_die_that_is_not_found_stays_open_and_the_cure_is_said() -> None:
    phone, _, _ = at_the_dice()
    page = send(phone, photo(LaidDie("red", 2, -45, -10, 25), LaidDie("green", 4, 45, -20, 10, 2)))
    assert ticked(page) == {"f.values.0": "2", "f.values.2": "4"}
    assert "not read: red die." in page.get_text()
    assert "move the dice apart" in page.get_text()


def test_a_photo_without_dice_says_so_and_changes_nothing() -> None:
    phone, tables, code = at_the_dice()
    before = tables.look(code, []).rev
    page = send(phone, photo())
    assert phone.status == 422
    assert ticked(page) == {}
    assert "None of the dice can be read" in page.get_text()
    assert tables.look(code, []).rev == before


@pytest.mark.parametrize("data", [b"", b"no picture", thrown()[:900]])
def test_what_is_no_picture_is_said_on_the_same_page(data: bytes) -> None:
    phone, tables, code = at_the_dice()
    before = tables.look(code, []).rev
    send(phone, data)
    assert phone.status in (400, 422)
    assert phone.page.select_one(".say.no, .no") is not None
    assert tables.look(code, []).rev == before


def test_a_photo_that_comes_when_no_dice_are_asked_for_is_answered_with_the_table() -> None:
    phone, tables, code = at_the_dice()
    send(phone, thrown())
    before = tables.look(code, []).rev
    phone.post(f"/t/{code}/dice", {"photo": (BytesIO(thrown()), "dice.jpg")}, content_type="multipart/form-data")
    assert phone.status == 409
    assert "No dice are asked for" in phone.page.get_text()
    assert tables.look(code, []).rev == before


def test_only_where_dice_are_asked_for_does_the_page_offer_their_photo() -> None:
    phone, _, code = at_the_dice()
    assert "Photograph the dice" in phone.page.get_text()
    phone.tap("Enter the dice", f__values__0="1", f__values__1="2", f__values__2="3")
    assert "Photograph the dice" not in phone.open(f"/t/{code}").get_text()
