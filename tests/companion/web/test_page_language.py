"""What pages say in another language: every text is looked up, and a translation keeps its places and tags."""

from __future__ import annotations

import re
import string
from collections import Counter

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from game_texts import texts
from markupsafe import Markup
from page_texts import script_texts, template_texts
from plain_phone import PlainPhone, toy_service

from companion.web import kept_fragments, page_language
from printkit.type import language
from printkit.type.language import Language, find_language
from rules import games
from rules.games.fairytale.deck import points_word
from rules.text import first_upper, listed, plural, say
from rules.view import fill, person

OTHERS = language.names()[1:]
GAMES = games.names()
WHOLE = 0.96
"""How much of the texts a language that is offered has at least; what it lacks reads in English."""
GERMAN = Language(
    "xx",
    "X",
    pages={"{who} plays {cards}": "{cards} spielt {who}", "<b>{n}</b> left": "noch <b>{n}</b>", "Draw": "Ziehen"},
    play={"tower": {"{count} cards": "{count} Basen", "Moss": "Moos"}, "breeds": {"Flush": "Spülen"}},
)


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_language, "language", lambda: GERMAN)


def places(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def tags(text: str) -> Counter[str]:
    return Counter(re.findall(r"</?[a-z]+[^>]*>", text))


# --- the look-up ---------------------------------------------------------------------------------------------------


def test_a_sentence_takes_markup_as_it_is_and_escapes_everything_else(german: None) -> None:
    said = page_language.sentence("{who} plays {cards}", who="<i>Ana", cards=Markup("<b>2</b>"))
    assert "<b>2</b> spielt &lt;i&gt;Ana" in said
    assert "noch <b>3</b>" in page_language.sentence("<b>{n}</b>\n    left", n=3)
    assert page_language.sentence("Nobody translated this") == "Nobody translated this"


def test_a_games_own_words_go_first_and_other_games_come_last(german: None) -> None:
    assert page_language.worded(plural(2, "card"), "tower") == "2 Basen"
    assert page_language.worded("Flush", "tower") == "Spülen"
    assert page_language.worded("Moss", "tower") == "Moos"


def test_names_put_into_a_text_are_no_words_of_ours(german: None) -> None:
    text = fill(say("{who} plays {cards}", who=person(0), cards="Draw"), lambda _: "Draw")
    assert page_language.worded(text) == "Ziehen spielt Draw"


def test_outside_a_request_there_is_english() -> None:
    assert page_language.language().code == "en"
    with Flask(__name__).test_request_context(headers={"Accept-Language": "de"}):
        assert page_language.language().code == "de"


# --- the files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_nearly_every_sentence_of_the_pages_and_scripts(code: str) -> None:
    said = template_texts() | script_texts()
    missing = sorted(said - set(find_language(code).pages))
    assert len(missing) <= (1 - WHOLE) * len(said), f"templates/languages/{code}.toml, [pages] lacks: {missing}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_nearly_every_text_of_a_game(code: str, game: str) -> None:
    said = texts(f"rules/games/{game}", but=("deck", "deck_table", "text_forms"))
    table = find_language(code).at_the_table(game)
    missing = sorted(one for one in said if one not in table)
    assert len(missing) <= (1 - WHOLE) * len(said), f"{len(missing)} of {len(said)} texts in English: {missing}"


@pytest.mark.parametrize("code", OTHERS)
def test_translations_keep_their_places_and_tags(code: str) -> None:
    spoken = find_language(code)
    for section in (spoken.pages, *spoken.play.values()):
        for english, translated in section.items():
            # A name may stand twice where another language needs it twice.
            assert set(places(english)) == set(places(translated)), f"{english!r}: {translated!r}"
            assert tags(english) == tags(translated), f"{english!r}: {translated!r}"


def test_lists_and_numbers_come_out_right_in_german() -> None:
    with Flask(__name__).test_request_context(headers={"Accept-Language": "de"}):
        assert page_language.worded(listed(["Ana", "Ben", "Chi"])) == "Ana, Ben und Chi"
        counted = [page_language.worded(plural(count, "card")) for count in (1, 2)]
        assert counted == ["1 Karte", "2 Karten"]
        assert page_language.worded(plural(2, "base"), "tower") == "2 Basen"


@pytest.mark.parametrize("game", GAMES)
def test_a_cards_text_of_several_paragraphs_is_german_on_a_page_too(game: str) -> None:
    plain, spec = games.plain_text(game), games.spec(game)
    printed = [spec.face(card).text for card in games.deck(game).cards]
    with Flask(__name__).test_request_context(headers={"Accept-Language": "de"}):
        english = [text for text in map(plain, filter(None, printed)) if page_language.worded(text, game) == text]
    assert english == []


def test_citations_and_a_scores_reasons_come_out_right_in_german() -> None:
    with Flask(__name__).test_request_context(headers={"Accept-Language": "de"}):
        cited = page_language.worded("Instructions: renewing; Instructions: bases", "tower")
        assert cited == "Anleitung: Erneuern; Anleitung: Basen"
        why = say("{points_word} each: {detail}", points_word=plural(3, "point"), detail="printed value")
        assert page_language.worded(why, "fairytale") == "je 3 Punkte: gedruckter Wert"
        lost = say("{points_word} each: {detail}", points_word=points_word(-1), detail="printed value")
        assert page_language.worded(lost, "fairytale") == "je \N{MINUS SIGN}1 Punkt: gedruckter Wert"


@pytest.mark.parametrize(
    ("game", "english", "german"),
    [
        (
            "tower",
            first_upper(say("{order} {troop} on {place}", order="second", troop="elf", place="1a")),
            "Elf 2 auf 1a",
        ),
        ("fairytale", "a card and a card", "eine Karte und eine Karte"),
        ("fairytale", "{p0}, {p2} and {p3}", "{p0}, {p2} und {p3}"),
        ("gilfate", "2 Deft Exchange (1), 6a Coin of Fate (3)", "2 Flinker Tausch (1), 6a Schicksalsmünze (3)"),
        ("breeds", "1 Common, 1 Rare", "1 Gewöhnlich, 1 Selten"),
        ("breeds", "the legendary is ", "der Legendäre ist "),
        ("dragoborne", "Draw a card, then discard a card.", "Ziehe eine Karte, dann wirf eine ab."),
        ("dragoborne", "Nobody wrote this and that: here", "Nobody wrote this and that: here"),
    ],
)
def test_what_was_put_together_is_german_piece_by_piece(game: str, english: str, german: str) -> None:
    with Flask(__name__).test_request_context(headers={"Accept-Language": "de"}):
        assert page_language.worded(english, game) == german


# --- a language that brackets everything ---------------------------------------------------------------------------

OURS = ("Tablewright", "Terminal", "CSV", "SVG", "DXF", "PDF")
NO_WORDS = "script, style, svg, bdi, code, cite, time, .top-home, .top-code, .languages, [lang]:not(html)"
"""What no language changes: names, codes, citations, and the languages' own names."""


def bare(soup: BeautifulSoup) -> set[str]:
    """What a page says outside the brackets."""
    for element in soup.select(NO_WORDS):
        element.decompose()
    for label in ("aria-label", "title", "placeholder", "alt"):
        for element in soup.select(f"[{label}]"):
            element.append(f" {element[label]} ")
    text = soup.body.get_text(" ") if soup.body else ""
    inner = None
    while inner != text:
        inner, text = text, re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    titles = {games.load(name).info.title for name in GAMES}
    for name in (*OURS, *titles, "Toy"):
        text = text.replace(name, " ")
    return set(re.findall(r"[A-Za-z]{3,}[\w ,.]*", text))


@pytest.mark.parametrize(
    "path", ["/", "/new", "/score", "/help", "/scan", "/calc", "/settings", "/nowhere", "/t/BCDFGH"]
)
def test_no_sentence_of_a_page_is_left_as_it_was(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (page_language, kept_fragments):  # else pieces of earlier English pages would be used again
        monkeypatch.setattr(module, "language", lambda: GERMAN)
    monkeypatch.setattr(page_language, "look_up", lambda spoken, game: lambda english: f"⟦{english} ·········⟧")
    assert bare(PlainPhone(toy_service()).open(path)) == set()
