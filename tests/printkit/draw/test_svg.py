"""Cards on screens: the same drawing as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from printkit.draw.display_list import Drawing, Fill, Group, Path, Shared, Stroke, Symbol, Text, circle, rectangle
from printkit.draw.svg import drawing_svg
from printkit.face import faces
from printkit.face.faces import card_svg
from printkit.type import fonts, text_measure
from rules import games
from rules.values.code import CardCode

SPACE = "{http://www.w3.org/2000/svg}"


def parsed(drawing: Drawing, title: str = "A card") -> ElementTree.Element:
    return ElementTree.fromstring(drawing_svg(drawing, (63.0, 88.0), title))


@pytest.mark.parametrize("game", games.names())
def test_every_card_and_back_of_every_game_is_a_picture(game: str):
    deck = games.deck(game)
    for card in deck.cards:
        picture = ElementTree.fromstring(card_svg(game, card.id))
        assert picture.attrib["aria-label"] == card.name
        shown = "".join("".join(text.itertext()) + " " for text in picture.iter(f"{SPACE}text"))
        title = " ".join(deck.spec.face(card).title.split())
        assert title in " ".join(shown.split()) or title.split()[0] in shown
    for back in {card.back for card in deck.cards} - {""}:
        assert (
            ElementTree.fromstring(drawing_svg(faces.back(game, back), faces.size_mm(game), back)).attrib["viewBox"]
            == "0 0 63 88"
        )


def test_what_nobody_has_is_a_key_error():
    for ask in (
        lambda: card_svg("fairytale", "nobody"),
        lambda: card_svg("nogame", "x"),
    ):
        with pytest.raises(KeyError):
            ask()


def test_markup_in_a_name_stays_text():
    nasty = "<script>alert(1)</script> & \"quoted\" 'single' \x00\x0b\ud800 end"
    picture = parsed((Text(1, 1, nasty, "text", 8, (0, 0, 0)),), nasty)
    assert picture.find(f".//{SPACE}script") is None
    (text,) = picture.iter(f"{SPACE}text")
    assert text.text == "<script>alert(1)</script> & \"quoted\" 'single'  end"
    assert picture.attrib["aria-label"] == text.text


def test_text_keeps_its_family_weight_figures_and_width():
    size, words = 8.0, "Bomb 12"
    for key, font in fonts.FONTS.items():
        (text,) = parsed((Text(1, 1, words, key, size, (0, 0, 0), "middle"),)).iter(f"{SPACE}text")
        style = dict(part.split(":") for part in text.attrib["style"].split(";"))
        assert style["font-family"].startswith("'Marcellus'" if "Marcellus" in font.file else "'Alegreya Sans'")
        assert ("lining-nums" in style.get("font-variant-numeric", "")) == (font.figures != "own")
        assert float(text.attrib["textLength"]) == pytest.approx(text_measure.width_mm(words, key, size), abs=0.001)
        assert float(text.attrib["font-size"]) == pytest.approx(size * 25.4 / 72, abs=0.001)
        assert text.attrib["text-anchor"] == "middle"
    assert "font-weight:700" in drawing_svg((Text(1, 1, "a", "text-bold", 8, (0, 0, 0)),), (9, 9), "")
    assert "font-style:italic" in drawing_svg((Text(1, 1, "a", "text-italic", 8, (0, 0, 0)),), (9, 9), "")


def test_each_kind_of_ink_is_drawn():
    ring = Path((*circle(5, 5, 4).ops, *circle(5, 5, 2).ops))
    drawing: Drawing = (
        Fill(ring, (1, 0, 0), even_odd=True),
        Stroke(rectangle(1, 1, 2, 2), (0, 0, 1), 0.3, (1.0, 0.5)),
        Group((Fill(rectangle(0, 0, 1, 1), (0, 0, 0)),), 3, 4, 90, 2, rectangle(0, 0, 0.5, 0.5)),
        Shared("twice", (Fill(rectangle(7, 7, 1, 1), (0, 1, 0)),)),
        Symbol(str(CardCode("FT", "01F", 1)), 20, 30, 0.5),
    )
    picture = parsed(drawing)
    first, second, clip, inner, shared, symbol = picture.iter(f"{SPACE}path")
    assert (first.attrib["fill"], first.attrib["fill-rule"]) == ("#ff0000", "evenodd")
    assert (second.attrib["stroke"], second.attrib["stroke-dasharray"]) == ("#0000ff", "1 .5")
    group = next(item for item in picture.iter(f"{SPACE}g") if "clip-path" in item.attrib)
    assert group.attrib["transform"] == "translate(3 4) rotate(90) scale(2)"
    shape = picture.find(f".//{SPACE}clipPath")
    assert shape is not None
    assert group.attrib["clip-path"] == f"url(#{shape.attrib['id']})"
    assert clip in list(shape)
    assert inner.attrib["fill"] == "#000000"
    assert shared.attrib["fill"] == "#00ff00"
    assert symbol.attrib["transform"] == "matrix(.5 0 0 .5 20 30)"


def test_the_code_of_a_copy_is_on_its_picture_only_where_asked():
    card = games.deck("fairytale").cards[0]
    code = CardCode("FT", card.code, 1)
    crisp = 'shape-rendering="crispEdges"'
    assert crisp not in card_svg("fairytale", card.id)
    assert card_svg("fairytale", card.id, code).count(crisp) == 1
    assert len(re.findall(crisp, drawing_svg(faces.front(card, code), (63, 88), ""))) == 1


def test_steps_lead_where_the_points_are():
    """Lines, curves, a closed figure and one that goes on from where it closed, against hand-written places."""
    ops = (
        ("m", 1.0, 2.0), ("l", 4.0, 2.0), ("l", 4.0, 0.5), ("c", 4.5, 0.25, 5.0, -1.0, 6.02, 3.0), ("h",),
        ("l", 1.5, 2.5), ("m", 8.0, 8.0), ("l", 7.5, 7.0),
    )  # fmt: skip
    (path,) = parsed((Fill(Path(ops), (0, 0, 0)),)).iter(f"{SPACE}path")
    assert path.attrib["d"] == "M1 2h3v-1.5c.5-.25 1-1.5 2.02 2.5zl.5 .5M8 8l-.5-1"
