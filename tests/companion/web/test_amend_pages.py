"""The past put right with plain forms: what it was instead, what that would change, what hangs on it, and asking."""

from __future__ import annotations

import pytest
from plain_phone import PlainPhone, table_of


def heading(phone: PlainPhone) -> str:
    found = phone.page.select_one("h1")
    assert found is not None
    return found.get_text(" ", strip=True)


def last_rev(phone: PlainPhone) -> int:
    phone.open(f"{phone.path}/log" if not phone.path.endswith("/log") else phone.path)
    return max(int(one["value"]) for one in phone.page.select(".log [name=target]"))


@pytest.fixture
def phones() -> tuple[PlainPhone, PlainPhone, str]:
    """Ana and Ben; Ana has counted one. The path of the table beside them."""
    _, (ana, ben) = table_of(["Ana", "Ben"])
    ana.open(ana.path)
    path = ana.path
    ana.tap("Count one")
    ben.open(path)
    return ana, ben, path


def test_an_entry_is_put_right_from_the_log(phones: tuple[PlainPhone, PlainPhone, str]) -> None:
    ana, _, path = phones
    rev = last_rev(ana)
    ana.open(f"{path}/amend/{rev}")
    assert heading(ana) == "What was it really?"
    ana.tap("Pick", f__card="7")
    assert heading(ana) == "This would change"
    assert "Count" in ana.said()
    changed = {
        one.select_one("p").get_text(): one.select_one("ins").get_text() for one in ana.page.select(".changes li")
    }
    assert changed["Count"] == "0"
    ana.tap("Put it right")
    line = next(li for li in ana.page.select(".log li") if li["data-key"] == f"log-{rev}")
    assert "Ana picked 7 card" in line.get_text(" ", strip=True)
    assert "It said: counted 1" in line.get_text(" ", strip=True)


def test_what_was_forgotten_stands_before(phones: tuple[PlainPhone, PlainPhone, str]) -> None:
    ana, ben, path = phones
    rev = last_rev(ana)
    ben.open(f"{path}/insert/{rev}")
    assert heading(ben) == "What was forgotten?"
    ben.tap("Count one")
    ben.tap("Put it right")
    assert f"added before entry {rev}" in ben.page.get_text(" ", strip=True)


def test_a_later_entry_that_hangs_on_it_needs_a_word(phones: tuple[PlainPhone, PlainPhone, str]) -> None:
    ana, _, path = phones
    rev = last_rev(ana)
    ana.open(path)
    ana.tap("Pick", f__card="7")
    ana.open(f"{path}/insert/{rev}")
    ana.tap("Pick", f__card="3")
    later = ana.page.select_one("fieldset legend")
    assert later is not None
    assert f"Entry {rev + 1}: Ana picked 7 card" in later.get_text()
    ana.tap("Put it right", **{f"fix__{rev + 1}": "ask"})
    ana.open(path)
    assert "Does this still fit?" in ana.page.get_text()
    ana.tap("Leave it out")
    ana.open(path)
    assert "Does this still fit?" not in ana.page.get_text()


def test_an_undo_with_something_hanging_on_it_shows_what(phones: tuple[PlainPhone, PlainPhone, str]) -> None:
    ana, _, path = phones
    ana.open(path)
    ana.tap("Pick", f__card="7")
    rev = last_rev(ana)
    ana.open(f"{path}/undo/{rev}")
    assert heading(ana) == "Taking it back"
    ana.tap("Take it back")
    assert "Taken back: Ana picked 7 card" in ana.page.get_text(" ", strip=True)


@pytest.mark.parametrize("address", ["amend/1", "amend/999", "insert/1", "undo/999", "amend/99999999999999999999"])
def test_what_cannot_be_changed_is_said_in_a_sentence(phones: tuple[PlainPhone, PlainPhone, str], address: str) -> None:
    ana, _, path = phones
    ana.open(f"{path}/{address}")
    assert ana.status in (400, 403, 404, 422)
    assert ana.page.select_one(".say.no, h1") is not None


def test_somebody_else_is_asked_before_a_seen_secret_goes_back(phones: tuple[PlainPhone, PlainPhone, str]) -> None:
    ana, ben, path = phones
    ana.open(path)
    ana.tap("Pick", f__card="7")
    rev = last_rev(ana)
    ben.open(path)
    ben.tap("Pick", f__card="4")
    ana.post(f"{path}/undo", {"id": "u", "target": str(rev)})
    ana.open(path)
    assert "Waiting for Ben" in " ".join(ana.page.get_text().split())
    ben.open(path)
    assert "Ana would take back entry" in " ".join(ben.page.get_text().split())
    ben.tap("Agree")
    assert ben.page.select_one("[data-key^=pending]") is None
    ben.open(f"{path}/log")
    assert "Already seen: Ana picked 7 card" in ben.page.get_text(" ", strip=True)
