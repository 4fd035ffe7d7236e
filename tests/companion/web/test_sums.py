"""A sum beside a player says what it counts, to eyes as well as to ears."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from memory_store import MemoryStore
from mid_game import laid

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables

SUMS = ".seat-points, .tv-points, .sheet-of > summary > .figure, .pod .figure, .pod-rest .figure"


@pytest.mark.parametrize(("language", "words"), [("en", {"point", "points"}), ("de", {"Punkt", "Punkte"})])
@pytest.mark.parametrize(("way", "least"), [("", 3), ("/table", 2), ("/scores", 4)])
def test_a_sum_beside_a_player_has_a_label_that_is_seen(way: str, least: int, language: str, words: set[str]) -> None:
    tables = Tables(MemoryStore())
    table = laid(tables, "fairytale", 1.0)
    client = create_app(Service(tables, Network(), no_limits())).test_client()
    client.set_cookie(f"tw_{table.code}", table.seats[0])
    page = client.get(f"/t/{table.code}{way}", headers={"Accept-Language": language}, follow_redirects=True).text
    sums = BeautifulSoup(page, "lxml").select(SUMS)
    assert len(sums) >= least
    for one in sums:
        label = one.select_one(":scope > .unit:not(.vh)")
        assert label is not None, one
        assert label.get_text(strip=True) in words
