"""What the last event left to be said stands above the board: several words in one line, the rest behind it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from importlib.resources import as_file, files

import pytest
from memory_store import MemoryStore

from companion.app import create_app
from companion.network.limits import no_limits
from companion.own_decks.game_folders import bring_all
from companion.service import Service
from companion.table.tables import Tables
from rules import games
from rules.datagame.laying import Lay

SUMMARY = re.compile(r"<summary><span>(.*?)</span> <b>(.*?)</b></summary>")


@pytest.fixture
def tables() -> Iterator[Tables]:
    with as_file(files("templates") / "games" / "fivewinters") as folder:
        (plan,) = bring_all(folder)
    yield Tables(MemoryStore())
    games.send_away(plan.id)


def page_after(tables: Tables, *cards: str) -> str:
    """The phone's page after more cards were laid than there are: 8 of each."""
    opened = tables.open("fivewinters")
    token = tables.join(opened.code, name="Ana").token
    tables.join(opened.code, name="Ben")
    tables.begin(opened.code, [opened.host_token])
    laid = Lay("camp", tuple(card for card in cards for _ in range(8)), seat=0)
    tables.submit(opened.code, [token], id=str(uuid.uuid4()), event=laid)
    client = create_app(Service(tables, limits=no_limits())).test_client()
    client.set_cookie(f"tw_{opened.code}", token)
    return client.get(f"/t/{opened.code}").text


def test_a_kind_of_card_is_named_once_however_many_were_laid(tables: Tables):
    page = page_after(tables, "004")
    assert page.count("That is 8 of Fur.") == 1
    assert not SUMMARY.search(page)


def test_several_words_are_one_line_with_the_others_behind_it(tables: Tables):
    page = page_after(tables, "004", "005", "006")
    assert page.count('class="say"') == 1
    found = SUMMARY.search(page)
    assert found
    assert found.groups() == ("That is 8 of Fur.", "2 more")
    assert page.count("<p>That is 8 of ") == 2
