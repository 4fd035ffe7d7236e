"""Names are shown as typed and do no harm."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.player_names import NAME_MAX, clean_name, length, pick_look
from rules.game_protocol import Refusal
from rules.log import COLOURS, SHAPES, Person


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Ada Lovelace",
        "<b>Ben</b>",
        'O\'Neil & "Co"',
        "{p0}",
        "{{ 7*7 }}",
        "../../etc",
        "🐉",
        "👩‍👩‍👧‍👦",
        "👍🏽 Mia",
        "שרה",
        "محمد",
        "李小龍",
        "Zoë",
        "ก็ได้",
        "x",
        "4",
        "'; DROP TABLE tables; --",
    ],
)
def test_names_are_kept_as_typed(name: str):
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\n\tL", "Ada L"),
        ("A\u202eda\u202c", "Ada"),
        ("\u2066Ben\u2069\u200f", "Ben"),
        ("A\x00d\x1ba\x7f", "Ada"),
        ("A\u200bd\ufeffa", "Ada"),
        ("Ada\ud800", "Ada"),
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_what_cannot_be_seen_is_left_out(typed: str, kept: str):
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "\u200d", "\u202e\u202c", "\u00a0\u2003", "\u0301", "x" * 25, "x" * 500, "🐉" * 500, None, 7, []],
)
def test_what_is_no_name_gets_one_sentence(typed: object):
    with pytest.raises(Refusal) as caught:
        clean_name(typed)
    assert caught.value.code == "bad_name"
    assert len(caught.value.text) < 100


def test_a_tower_of_accents_is_too_long_however_few_characters_it_looks():
    with pytest.raises(Refusal):
        clean_name("a" + "\u0301" * 500)


def test_a_family_counts_as_one_character():
    assert length("👩‍👩‍👧‍👦") == 1
    assert length("e\u0301") == 1
    assert clean_name("👩‍👩‍👧‍👦" * 8)


@given(st.text(max_size=600))
def test_every_text_is_a_harmless_name_or_refused(typed: str):
    try:
        name = clean_name(typed)
    except Refusal:
        return
    assert name == name.strip() != ""
    assert length(name) <= NAME_MAX
    assert clean_name(name) == name
    kinds = {unicodedata.category(c) for c in name if c not in "\u200c\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    name.encode("utf-8")


def test_colours_and_shapes_are_free_ones():
    taken = [Person("Ada", COLOURS[0], SHAPES[1]), None]
    assert pick_look(taken, None, None) == (COLOURS[1], SHAPES[0])
    assert pick_look(taken, COLOURS[0], SHAPES[1]) == (COLOURS[1], SHAPES[0])
    assert pick_look(taken, COLOURS[3], SHAPES[4]) == (COLOURS[3], SHAPES[4])


def test_a_colour_that_is_not_ours_is_refused_with_the_ones_that_are():
    with pytest.raises(Refusal, match="amber"):
        pick_look([], "javascript:alert(1)", None)
