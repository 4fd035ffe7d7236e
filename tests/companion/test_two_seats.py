"""A phone that plays two seats."""

from __future__ import annotations

from plain_phone import table_of, words


def test_corrections_are_offered_to_a_phone_with_two_seats():
    _, (ana,) = table_of(["Ana"], begun=False)
    ana.tap("Add a player without a phone here")
    ana.tap("Sit down", name="Oma")
    ana.tap("Begin with 2 players")
    ana.tap("Correct")
    assert ana.status == 200
    ana.tap("Oma")
    assert words(ana.page.select_one("h1")) == "Correct something"
    assert words(ana.page.select_one(".tab[aria-current]")).endswith("Oma")
