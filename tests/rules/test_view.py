"""Names in texts: put in where a game left room for them, and harmless whatever they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.view import fill, person

ODD = [
    "{p0}",
    "{p1}",
    "{}",
    "{0.__class__}",
    "%s",
    "\\1",
    "\\g<0>",
    "</b><script>",
    "{{p0}}",
    "Ada {p",
    "p0}",
    "مريم",
    "🐉",
]


@pytest.mark.parametrize("name", ODD)
def test_a_name_is_put_in_as_typed_and_not_read_again(name: str) -> None:
    names = {0: name, 1: "Ben"}
    text = f"{person(0)} asks {person(1)}, and {person(0)} waits"
    assert fill(text, names.__getitem__) == f"{name} asks Ben, and {name} waits"


def test_every_seat_a_table_can_have_is_found() -> None:
    assert fill(" ".join(person(seat) for seat in range(12)), str) == " ".join(map(str, range(12)))


@pytest.mark.parametrize(
    "text", ["", "{p}", "{p-1}", "{p1", "p1}", "{P1}", "{p 1}", "{p٣}", "{p00}", "{p" + "9" * 5000 + "}"]
)
def test_what_names_no_seat_stays(text: str) -> None:
    assert fill(text, lambda seat: "somebody") == text


@given(st.lists(st.sampled_from(["{p0}", "{p1}", "{", "}", "p", "0", " "])).map("".join), st.text(), st.text())
def test_only_places_for_names_change(text: str, first: str, second: str) -> None:
    names = [first, second]
    pieces = text.replace("{p0}", "\0" + "0\0").replace("{p1}", "\0" + "1\0").split("\0")
    expected = "".join(names[int(piece)] if index % 2 else piece for index, piece in enumerate(pieces))
    assert fill(text, names.__getitem__) == expected
