"""Long words say where they may be divided, and nothing else changes."""

from __future__ import annotations

import pytest

from printkit.type.hyphenation import SOFT, softened


@pytest.mark.parametrize("name", ["Dornenwächter", "Nachtgeborene", "Schicksalsmünze", "Höhlenbauten"])
def test_a_long_name_may_be_divided_with_three_letters_on_either_side(name: str):
    parts = softened(name, "de").split(SOFT)
    assert "".join(parts) == name
    assert len(parts) > 1
    assert min(map(len, parts)) >= 3


@pytest.mark.parametrize("divided", ["Ablage-sta-pel", "Glut-schlüpfling", "Him-mels-tän-zer", "Nacht-gebo-rene"])
def test_no_part_inside_a_word_is_shorter_and_what_joins_two_words_stays_with_the_first(divided: str):
    assert softened(divided.replace("-", ""), "de").replace(SOFT, "-") == divided


@pytest.mark.parametrize(
    ("name", "divided"),
    [
        ("Chanterelle", "Chan-ter-elle"),
        ("Homesteader", "Home-steader"),
        ("Tidecaller", "Tide-caller"),
        ("Wyrmbane", "Wyrm-bane"),
        ("Castaway's", "Cast-away's"),
        ("The Castaway&#39;s Cat", "The Cast-away&#39;s Cat"),
        ("&#39;Tis the Castaway", "&#39;Tis the Cast-away"),
    ],
)
def test_english_names_are_divided_too_and_an_apostrophe_belongs_to_its_word(name: str, divided: str):
    assert softened(name, "en").replace(SOFT, "-") == divided


def test_what_is_short_or_a_tag_or_of_an_unknown_language_stays_whole():
    assert softened("Nest am See", "de") == "Nest am See"
    assert softened("Drachenhort", "tlh") == "Drachenhort"
    marked = '<bdi class="seitenleiste">Ana</bdi> &amp; Drachenhort'
    assert softened(marked, "de").startswith('<bdi class="seitenleiste">Ana</bdi> &amp; Dra' + SOFT)
