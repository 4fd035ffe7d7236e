"""Texts for people keep the template they were made from."""

from __future__ import annotations

import pickle

from rules import wire
from rules.text import listed, plural, say, worded
from rules.view import fill, person

GERMAN = {
    "{who} draws {cards}": "{cards} zieht {who}",
    "{count} cards": "{count} Karten",
    "{front} and {end}": "{front} und {end}",
}


def german(template: str) -> str:
    return GERMAN.get(template, template)


def test_a_text_reads_as_english_and_compares_as_a_string() -> None:
    text = say("{who} draws {cards}", who="{p0}", cards=plural(2, "card"))
    assert text == "{p0} draws 2 cards"
    assert {text: 1}["{p0} draws 2 cards"] == 1


def test_a_text_is_worded_in_another_language_from_its_templates() -> None:
    text = say("{who} draws {cards}", who="Ana", cards=plural(2, "card"))
    assert worded(text, german) == "2 Karten zieht Ana"
    assert worded(listed(["elf", "troll"]), german) == "elf und troll"
    assert worded(listed(["elf", "troll", "dwarf"]), german) == "elf, troll und dwarf"
    assert worded("Draw", german) == "Draw"


def test_a_person_named_like_a_word_of_ours_keeps_the_name() -> None:
    german = {"Draw": "Ziehen", "{who} plays {what}": "{who} spielt {what}"}
    text = fill(say("{who} plays {what}", who=person(1), what="Draw"), lambda _: "Draw")
    assert text == "Draw plays Draw"
    assert worded(text, lambda template: german.get(template, template)) == "Draw spielt Ziehen"


def test_braces_in_an_argument_are_not_read_as_a_template() -> None:
    assert worded(say("{name} plays", name="{count}"), german) == "{count} plays"


def test_a_text_travels_as_a_plain_string_and_survives_a_copy() -> None:
    text = say("{count} left", count=3)
    assert type(wire.encode(text)) is str
    copied = pickle.loads(pickle.dumps(text))
    assert worded(copied, lambda template: template.replace("left", "übrig")) == "3 übrig"


def test_lists_of_one_and_of_many_words() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
