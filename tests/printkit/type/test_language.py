"""Languages: whole, true to the places and signs of the English text, and refused where they cannot be read."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from kit_texts import texts

from printkit.card_layout import find_layout
from printkit.face import lettering
from printkit.job import kit
from printkit.type import language
from printkit.type import typesetting as setting
from printkit.type.language import Language, LanguageError, find_language, read_language
from rules import games
from rules.values.cards import Face

GAMES = games.names()
OTHERS = language.names()[1:]
SIGNS = re.compile(r"\[[a-z]+\]|\{[a-z]+\}|\*\*")
FIGURES = re.compile(r"\d+")


@cache
def asked(game: str) -> frozenset[tuple[str, str]]:
    with pytest.MonkeyPatch.context() as patch:
        return frozenset(texts(game, patch))


def test_there_is_english_and_one_more():
    assert language.names()[0] == "en"
    assert "de" in OTHERS


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_text_of_every_kit(code: str, game: str):
    words = find_language(code)
    missing = sorted(english for own, english in asked(game) if not words.has(english, own))
    assert not missing, f"templates/languages/{code}.toml lacks, for {game}: {missing}"


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_nothing_nobody_asks_for(code: str):
    """What is left over is a text that changed, or a slip of the pen."""
    words = find_language(code)
    # A kit of one's own has sections that none of ours has, such as its rules.
    everything = {english for game in GAMES for _, english in asked(game)} | {"Chosen cards", *kit.SECTIONS.values()}
    assert not set(words.words) - everything
    for game, section in words.games.items():
        assert not set(section) - {english for own, english in asked(game) if own in (game, "")}, game


def pairs(code: str) -> list[tuple[str, str]]:
    words = find_language(code)
    return [pair for section in (words.words, *words.games.values()) for pair in section.items()]


@pytest.mark.parametrize("code", OTHERS)
def test_translations_keep_signs_places_and_figures(code: str):
    for english, translated in pairs(code):
        # Bold may fall on more or fewer words in another language, but what is opened is closed.
        signs = Counter(SIGNS.findall(english)), Counter(SIGNS.findall(translated))
        assert signs[1]["**"] % 2 == 0, translated
        for found in signs:
            del found["**"]
        assert signs[0] == signs[1], f"{english!r}: {translated!r}"
        assert sorted(FIGURES.findall(english)) == sorted(FIGURES.findall(translated)), f"{english!r}: {translated!r}"
        english.format(**dict.fromkeys(re.findall(r"{([a-z]+)}", english), 1))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", OTHERS)
def test_a_card_that_names_another_uses_its_translated_name(code: str, game: str):
    words, deck = find_language(code), games.deck(game)
    titles = {card.name for card in deck.cards}
    for card in deck.cards:
        face = deck.spec.face(card)
        said = words.face(game, face)
        for name in titles & set(re.findall(r"\*\*(.+?)\*\*", face.text)):
            stem = words.say(name, game)[:-1]  # an ending may change with the case
            assert stem in said.text, f"{card.id}: {name}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", OTHERS)
def test_translated_cards_fit_their_boxes(code: str, game: str):
    words, layout = find_language(code), find_layout(game)
    box, small = layout.boxes["text"], layout.boxes["note"]
    for card in games.deck(game).cards:
        face = words.face(game, games.spec(game).face(card))
        if face.text:
            low = box.y if face.note else small.y + 0.5
            icons = lettering.icons(layout)
            assert not setting.fit(face.text, box.width, box.top - low - 0.6, lettering.BODY, icons).cut, card.id
        name = layout.boxes["title"]
        width = name.width if face.value else layout.boxes["value"].right - name.x
        lines = setting.fit(face.title, width, name.height, lettering.TITLE).lines
        assert " ".join(run.text for line in lines for run in line) == face.title, "a word is broken"
        if face.note:
            assert not setting.fit(face.note, small.width, small.height, lettering.NOTE).cut, card.id


def test_a_translated_card_keeps_its_first_name_and_an_english_one_stays_as_it_is():
    face = Face("Hollow Oak", "thornwood", "Thornwood", "6", "Every word.\nUnknown.", note="3 in the deck")
    said = find_language("de").face("fairytale", face)
    assert (said.title, said.original) == ("Hohle Eiche", "Hollow Oak")
    assert said.text == "Every word.\nUnknown."  # nobody translated it: a card of one's own
    assert find_language("en").face("fairytale", face) is face


def test_a_games_own_words_go_before_those_all_share():
    words = Language("xx", "X", {"Lair": "shared {n}"}, {"tower": {"Lair": "own"}})
    assert words.say("Lair", "tower") == "own"
    assert words.say("Lair", "breeds", n=2) == "shared 2"


@pytest.mark.parametrize("game", GAMES)
def test_parts_of_two_languages_differ_and_those_of_one_do_not(game: str):
    german, english = (kit.parts(game, find_language(code)) for code in ("de", "en"))
    assert [part.copies for part in german] == [part.copies for part in english]
    assert german != english


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "templates/languages/xx.toml: cannot be read as TOML"),
        ('nmae = "X"', "templates/languages/xx.toml, nmae: is not known"),
        ('words = "X"', "words: expected lines such as"),
        ('[words]\n"Cut" = 3', 'words, "Cut": expected the translated text in quotes'),
        ('[words]\n"Cut" = " "', 'words, "Cut": expected'),
        ("game = 1", "game: expected sections such as [game.fairytale]"),
    ],
)
def test_a_language_file_that_cannot_be_used_says_where_and_why(text: str, said: str):
    with pytest.raises(LanguageError, match=re.escape(said)):
        read_language(text, "xx")


def test_an_unknown_language_is_told_which_there_are():
    with pytest.raises(LanguageError, match='--language: "dee" is not a language we print; did you mean de'):
        find_language("dee")
    assert find_language("DE") is find_language("DE")
