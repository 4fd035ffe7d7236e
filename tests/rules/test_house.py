"""A house rule is said once: its option, its default and its sentence come from one field."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules import games
from rules.house_rules import option, options, said


@dataclass(frozen=True)
class House:
    burn: bool = option("Hands may be drawn again", (False, True), ruling="X-R1", said={True: "hands are drawn again"})
    limit: int | str = option("Limit", ("none", 1, 2), detail="none: no limit.", said={1: "once", 2: "twice"})
    kept: int = 0


def test_options_follow_the_fields() -> None:
    first, second = options(House)
    assert (first.id, first.default, first.ruling) == ("burn", False, "X-R1")
    assert (second.id, second.values, second.detail) == ("limit", ("none", 1, 2), "none: no limit.")


@pytest.mark.parametrize("name", games.playable())
def test_where_values_have_names_each_has_one(name: str) -> None:
    for one in games.load(name).info.options:
        assert len(one.names) in (0, len(one.values)), one.id


def test_only_what_is_off_its_default_is_said() -> None:
    assert said(House()) == ()
    assert said(House(burn=True, limit=2)) == ("hands are drawn again", "twice")


def test_one_is_not_true() -> None:
    assert said(House(limit=True)) == ()
