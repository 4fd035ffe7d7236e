"""What a phone sends again, because the answer was lost, counts once and is answered as if it were the first."""

from __future__ import annotations

from typing import Any

import pytest
from plain_phone import HOST, PlainPhone, fields, table_of, toy_service


def lost(phone: PlainPhone, path: str, data: Any) -> None:
    """Send a form whose answer never comes: the phone keeps the cookies it had."""
    other = PlainPhone(phone.service)
    for name in ("tw_sit_", "tw_ask_", "tw_"):
        held = phone.client.get_cookie(name + code_of(path))
        if held is not None:
            other.client.set_cookie(held.key, held.value)
    answer = other.client.post(path, data=data, headers={"Origin": f"http://{HOST}"})
    assert answer.status_code in (200, 303)


def code_of(path: str) -> str:
    return path.split("/")[2][:6]


def people(phone: PlainPhone, code: str) -> list[str]:
    return [person.name for person in phone.service.tables.look(code).people if person]


def opened() -> tuple[PlainPhone, str]:
    """A table with its host at it, and a phone that is about to sit down."""
    service = toy_service()
    host = PlainPhone(service)
    host.open("/new")
    host.tap("Open the table", name="Ana")
    return PlainPhone(service), code_of(host.path)


@pytest.mark.parametrize("again", ["the form", "the page", "the form of a new page"])
def test_a_join_whose_answer_was_lost_gives_the_seat_once(again: str):
    phone, code = opened()
    phone.open(f"/t/{code}/join")
    form = {"name": "Ben", "colour": "", "shape": ""}
    lost(phone, f"/t/{code}/join", form)
    assert people(phone, code) == ["Ana", "Ben"]
    if again == "the form":
        phone.post(f"/t/{code}/join", form)
    elif again == "the page":
        phone.open(f"/j/{code}")
    else:
        phone.client.set_cookie(f"tw_{code}", "")
        phone.post(f"/t/{code}/join", {**form, "name": "Benjamin"})
    assert phone.path == f"/t/{code}"
    assert people(phone, code) == ["Ana", "Ben"]
    assert phone.client.get_cookie(f"tw_sit_{code}") is None
    phone.open(f"/t/{code}/join?more=1")
    phone.tap("Sit down", name="Cy")
    assert people(phone, code) == ["Ana", "Ben", "Cy"]


def test_a_moved_seat_whose_answer_was_lost_is_still_this_phones(monkeypatch: pytest.MonkeyPatch):
    service, (ana, _) = table_of(["Ana", "Ben"])
    code = code_of(ana.path)
    secret = service.tables.hand_over(code, [ana.client.get_cookie(f"tw_{code}").value.split(".")[-1]], 0)  # type: ignore[union-attr]
    new, third = PlainPhone(service), PlainPhone(service)
    for phone in (new, third):
        phone.open(f"/t/{code}/claim?key={secret}")
    lost(new, f"/t/{code}/claim", {"key": secret})
    third.open(f"/t/{code}/claim?key={secret}")
    assert "used already" in third.said()
    new.open(f"/t/{code}/claim?key={secret}")
    new.tap("Take the seat")
    assert new.path == f"/t/{code}"
    assert service.tables.look(code, new.client.get_cookie(f"tw_{code}").value).held == (0,)  # type: ignore[union-attr]


def test_a_tap_that_cannot_be_made_twice_is_answered_as_done():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    code = code_of(ana.path)
    form = fields(next(one for one in ana.page.select("form[data-send]") if "picked" in str(one)))
    chosen = {**form, "f.card": ["3"]}
    ana.post(f"/t/{code}/do", chosen)
    ana.post(f"/t/{code}/do", chosen)
    assert (ana.status, ana.no()) == (200, "")
    ben.post(f"/t/{code}/do", chosen)
    assert ben.status >= 400, "the id of somebody else's entry opens nothing"


def test_getting_up_twice_leads_back_to_the_table():
    _, (_, ben) = table_of(["Ana", "Ben"])
    code = code_of(ben.path)
    lost(ben, f"/t/{code}/seats/free", {"seat": "1"})
    ben.post(f"/t/{code}/seats/free", {"seat": "1"})
    assert (ben.status, ben.path) == (200, f"/t/{code}")
