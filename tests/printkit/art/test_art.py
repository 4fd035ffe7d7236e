"""Pictures: the same on every run, one of its own for every card, small, and asked for by the words of a name."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sign_sheet import FILE as SIGNS
from sign_sheet import sheet

from printkit.art import backdrops, drawing_by_words, engraving, scenes, strokes
from printkit.art.drawings import DRAWINGS
from printkit.art.glyphs import GLYPHS, glyph
from printkit.card_layout import LayoutError, find_layout, read_layout
from printkit.card_layout.records import Suit, Vector
from printkit.draw import number_text
from printkit.draw.display_list import Fill, Group, Item, Op, Shared, Stroke, rectangle
from printkit.face import faces
from rules import games
from rules.values.cards import Card, Face
from rules.values.code import to_base36

GAMES = ("breeds", "dragoborne", "fairytale", "gilfate", "tower")
POINTS = st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=2, max_size=12)


def pictures(game: str) -> Iterator[tuple[str, tuple[Item, ...]]]:
    layout, spec = find_layout(game), games.spec(game)
    for card in games.deck(game).cards:
        face = spec.face(card)
        yield card.id, scenes.picture(card, face, layout.suit(face.suit), layout)


def op_lists(items: tuple[Item, ...]) -> Iterator[tuple[Op, ...]]:
    for item in items:
        if isinstance(item, Fill | Stroke):
            yield item.path.ops
        elif isinstance(item, Group | Shared):
            yield from op_lists(item.items)


@pytest.mark.parametrize("game", games.names())
def test_no_two_cards_of_a_game_have_the_same_picture(game: str) -> None:
    seen: dict[int, str] = {}
    for card, picture in pictures(game):
        mark = hash(picture)
        assert mark not in seen, f"{card} looks like {seen.get(mark)}"
        seen[mark] = card


@pytest.mark.parametrize("game", games.names())
def test_pictures_are_well_formed_paths(game: str) -> None:
    lengths = {"m": 3, "l": 3, "c": 7, "h": 1}
    for card, picture in pictures(game):
        for ops in op_lists(picture):
            assert ops[0][0] == "m", card
            assert all(len(op) == lengths[op[0]] for op in ops), card


def test_pictures_of_a_whole_deck_stay_small() -> None:
    whole = b"".join(
        zlib.compress(" ".join(" ".join(f"{number:.2f}" for number in op[1:]) + op[0] for op in ops).encode())
        for _, picture in pictures("fairytale")
        for ops in [[op for one in op_lists(picture) for op in one]]
    )
    assert len(whole) < 3_000_000


def test_another_process_draws_the_same_picture() -> None:
    program = (
        "import hashlib; from printkit.face import faces; from rules import games; "
        "d = games.deck('fairytale'); "
        "print(hashlib.sha256(repr([faces.front(c, None) for c in d.cards[:3]]).encode()).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_ours_names_its_drawing(game: str) -> None:
    deck, layout = games.deck(game), find_layout(game)
    for card in deck.cards:
        face = deck.spec.face(card)
        if face.tracks:
            assert not card.drawing
        else:
            assert scenes.scene_for(card, face, layout.suit(face.suit)) is DRAWINGS[card.drawing]


def test_a_card_gets_the_drawing_its_file_names_whatever_it_is_called() -> None:
    layout = find_layout("fairytale")
    card, face = Card("fairytale", "owl", "900", "Grey Owl", 1, "", ""), Face("Grey Owl", "thornwood")
    owl, fox = card, replace(card, drawing="fox")
    assert scenes.scene_for(fox, face, layout.suit("thornwood")) is DRAWINGS["fox"]
    assert faces.front_of(owl, face, None) != faces.front_of(fox, face, None)


def test_all_drawings_words_can_ask_for_are_there() -> None:
    asked = {name for _, _, name in drawing_by_words.MOTIFS}
    asked |= {name for world in drawing_by_words.OWN.values() for name in world}
    assert asked | {*drawing_by_words.ANYWHERE, *drawing_by_words.SPARE} == set(DRAWINGS)


def test_words_of_a_name_choose_the_motif() -> None:
    layout = find_layout("fairytale")

    def drawn(name: str, suit: str) -> object:
        card = Card("fairytale", name.lower().replace(" ", "_"), "900", name, 1, "", "")
        return scenes.scene_for(card, Face(name, suit), layout.suit(suit))

    assert drawn("Grey Owl", "thornwood") is drawn("Owl of the Night", "gloam")
    assert drawn("Grey Owl", "thornwood") is not drawn("Grey Fox", "thornwood")


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=20), st.sampled_from(sorted(find_layout("fairytale").suits)))
def test_a_card_whose_name_says_nothing_still_gets_a_picture(name: str, suit: str) -> None:
    layout = find_layout("fairytale")
    card = Card("fairytale", "x" + hashlib.sha256(name.encode()).hexdigest()[:6], "900", name, 1, "", "")
    assert scenes.picture(card, Face(name, suit), layout.suit(suit), layout)


def test_cards_of_ones_own_whose_names_say_nothing_have_thirty_scenes_and_keep_them() -> None:
    """A card's scene hangs on its number alone, which no other card's coming or going changes."""
    layout = find_layout("own")

    def scene(number: int, suit: str) -> object:
        card = Card("own", f"x{number}", to_base36(number, 3), "Zzyzx", 1, "", "")
        return scenes.scene_for(card, Face("Zzyzx", suit), layout.suit(suit))

    for suit in layout.suits:
        assert len({scene(number, suit) for number in range(1, 31)}) == 30, suit
    suits = list(layout.suits)
    mixed = [scene(number, suits[number % len(suits)]) for number in range(1, 31)]
    assert len(set(mixed)) == 30


def test_a_suit_with_a_sign_of_its_own_shows_it_where_words_ask_for_nothing() -> None:
    red = (0.6, 0.1, 0.1)
    sign = Vector("bolt.svg", 24, 24, (Fill(rectangle(0, 0, 24, 24), red),), mark="one")
    layout = find_layout("own")
    suit = replace(layout.suit("red"), sign=sign)

    def drawn(name: str, number: str, suit: Suit) -> object:
        return scenes.picture(Card("own", "x", number, name, 1, "", ""), Face(name, "red"), suit, layout)

    assert drawn("Zzyzx", "001", suit) != drawn("Zzyzx", "001", layout.suit("red"))
    assert len({drawn("Zzyzx", f"00{number}", suit) for number in range(1, 7)}) == 6
    assert drawn("Grey Owl", "001", suit) == drawn("Grey Owl", "001", layout.suit("red"))


def test_every_mood_draws_something_of_its_own() -> None:
    assert set(drawing_by_words.OWN) == set(backdrops.MOODS)


def test_a_kind_of_art_nobody_draws_is_refused() -> None:
    text = 'extends = "family"\ntitle = "Mine"\n[suit.red]\nword = "Red"\ncolour = "#aa3322"\naccent = "#f0a030"\n'
    layout = read_layout(text + 'sky = "#f3d9b4"\npattern = "zig"\nglyph = "flame"\nart = "cubism"\n', "mine")
    with pytest.raises(LayoutError, match="cubism"):
        scenes.picture(Card("mine", "a", "001", "A", 1, "", ""), Face("A", "red"), layout.suit("red"), layout)


@pytest.mark.parametrize("name", sorted(GLYPHS))
def test_glyphs_stay_in_their_box(name: str) -> None:
    ops = glyph(name).ops
    assert all(-10.6 <= float(n) <= 10.6 for op in ops for n in op[1:])
    assert sum(op[0] == "m" for op in ops) == sum(op[0] == "h" for op in ops)


@given(POINTS)
def test_strokes_go_through_their_points(points: list[tuple[float, float]]) -> None:
    ends = [op[-2:] for op in strokes.smooth(points)]
    assert ends == points


@given(POINTS, st.floats(0.01, 5))
@example([(0.0, 0.0), (0.0, 2e-311)], 1.0)
def test_ribbons_are_closed_and_no_wider_than_asked(points: list[tuple[float, float]], width: float) -> None:
    ops = strokes.ribbon(points, [width] * len(points), soft=False)
    assert (ops[0][0], ops[-1][0]) == ("m", "h")
    corners = [(float(op[1]), float(op[2])) for op in ops[:-1]]  # type: ignore[misc]  # all but the last have two numbers
    for (x, y), (u, v) in zip([*points, *points[::-1]], corners, strict=True):
        assert abs(x - u) <= width + 0.01
        assert abs(y - v) <= width + 0.01


def test_moving_by_nothing_changes_nothing_and_two_half_turns_neither() -> None:
    ops = strokes.leaf(1, 2, 0.4, 5, 2)
    assert strokes.moved(ops, 0, 0) == ops
    turned = strokes.moved(strokes.moved(ops, 0, 0, -1.0), 0, 0, -1.0)
    assert [op[0] for op in turned] == [op[0] for op in ops]
    for one, other in zip(turned, ops, strict=True):
        assert one[1:] == pytest.approx(other[1:], abs=0.005)


HUNDREDTHS = st.integers(-5000, 5000).map(lambda n: n / 100)
"""Places a printer can tell apart: a stroke of 1e-266 mm has no direction worth agreeing about."""


@given(st.lists(st.tuples(HUNDREDTHS, HUNDREDTHS), min_size=3, max_size=9), st.floats(0.01, 5))
def test_many_strokes_at_once_are_the_strokes_one_by_one(points: list[tuple[float, float]], width: float) -> None:
    lines = np.array([points, points[::-1]])
    together = engraving.swells(lines, np.array([[width], [2 * width]]))
    apart = [*strokes.swell(points, width), *strokes.swell(points[::-1], 2 * width)]
    assert [op[0] for op in together] == [op[0] for op in apart]
    for one, other in zip(together, apart, strict=True):
        assert one[1:] == pytest.approx(other[1:], abs=1e-6)


@given(st.lists(st.floats(-400, 400), max_size=90), st.integers(0, 4))
def test_numbers_written_together_are_within_half_of_their_last_place(numbers: list[float], places: int) -> None:
    for number, text in zip(numbers, number_text.texts(numbers, places), strict=True):
        assert abs(float(text) - number) <= 0.5 * 10**-places + 1e-9
        assert text == number_text.SHORT[places][float(text)]


def test_the_picture_of_all_signs_in_the_documentation_is_of_today():
    assert SIGNS.read_text("utf-8") == sheet(), "draw it anew: python tests/support/sign_sheet.py"
