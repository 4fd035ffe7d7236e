"""Every card of every game: everything fits, can be read, and leaves the code alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import ink_bounds
import numpy as np
import pypdfium2
import pytest

from printkit.card_layout import Box, CardLayout, LayoutError, find_layout
from printkit.draw import pdf
from printkit.draw.display_list import WHITE, Colour, Drawing, Fill, Group, Item, Path, Shared, Stroke, Symbol, Text
from printkit.face import art_window, faces, lettering, suits
from printkit.type import text_measure, typesetting
from rules import games
from rules.values.cards import Card, Face
from rules.values.code import CardCode, symbol

GAMES = games.names()
SAMPLE = Card("fairytale", "sample", "900", "Sample", 1, "tale", "")


@cache
def fronts(game: str) -> tuple[tuple[Card, Face, Drawing], ...]:
    spec = games.spec(game)
    return tuple(
        (card, spec.face(card), faces.front(card, CardCode(spec.letters, card.code, 1)))
        for card in games.deck(game).cards
    )


def flat(items: Drawing) -> Iterator[Item]:
    """Items in drawing order; what is seen through a clip (the art) stays one group."""
    for item in items:
        if isinstance(item, Shared) or (isinstance(item, Group) and item.clip is None):
            yield from flat(item.items)
        else:
            yield item


def texts(drawing: Drawing) -> list[Text]:
    return [item for item in flat(drawing) if isinstance(item, Text)]


def box_of(item: Item) -> ink_bounds.Box:
    return next(iter(ink_bounds.boxes([item])))


def holds_point(path: Path, x: float, y: float) -> bool:
    """Whether a point lies inside a path, curves taken as their chords (even-odd)."""
    inside, last, start = False, (0.0, 0.0), (0.0, 0.0)
    for op in path.ops:
        here = start if op[0] == "h" else (float(op[-2]), float(op[-1]))
        if op[0] == "m":
            start = here
        elif (last[1] > y) != (here[1] > y) and x < last[0] + (y - last[1]) / (here[1] - last[1]) * (here[0] - last[0]):
            inside = not inside
        last = here
    return inside


def luminance(colour: Colour) -> float:
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def grounds(drawing: Drawing) -> Iterator[tuple[Text, Colour]]:
    """Each text with the colour of the last shape painted under its middle."""
    painted: list[Fill] = []
    for item in flat(drawing):
        if isinstance(item, Fill):
            painted.append(item)
        elif isinstance(item, Text):
            left, low, right, high = box_of(item)
            middle = (left + right) / 2, (low + high) / 2
            yield item, next(fill.colour for fill in reversed(painted) if holds_point(fill.path, *middle))


@pytest.mark.parametrize("game", GAMES)
def test_text_lies_in_the_safe_zone_and_can_be_read(game: str) -> None:
    layout = find_layout(game)
    width, height = layout.size_mm
    safe = layout.numbers["safe_mm"]
    for card, face, drawing in fronts(game):
        for item in texts(drawing):
            left, low, right, high = box_of(item)
            assert safe <= left, (card.id, item)
            assert right <= width - safe, (card.id, item)
            assert safe <= low, (card.id, item)
            assert high <= height - safe, (card.id, item)
            assert item.size_pt >= (5.5 if item.font == "code" else 6.0), (card.id, item)
            assert not text_measure.missing(item.text, item.font), (card.id, item)
        names = [item for item in texts(drawing) if item.font == "title"]
        assert " ".join(item.text for item in names) == text_measure.printable(face.title, "title")
        assert all(item.size_pt >= 9.0 for item in names)


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_card_is_on_it(game: str) -> None:
    layout = find_layout(game)
    known = suits.icons(tuple((key, suit.glyph) for key, suit in layout.suits.items()))
    for card, face, drawing in fronts(game):
        assert set(typesetting.markup_words(face.text)) <= known, card.id
        plain = face.text.replace("**", "")
        for word in typesetting.markup_words(face.text):
            plain = plain.replace(f"[{word}]", " ")
        shown = "".join("".join(item.text for item in texts(drawing)).split())
        for part in (plain, face.note, face.kind.upper(), face.value, *(word for pair in face.stats for word in pair)):
            for line in part.split():
                assert line in shown, (card.id, line)


@pytest.mark.parametrize("game", GAMES)
def test_texts_never_run_into_each_other(game: str) -> None:
    for card, _, drawing in fronts(game):
        tight = [(item, box_of(item)) for item in texts(drawing)]
        for index, (item, (left, low, right, high)) in enumerate(tight):
            for other, (u, v, w, x) in tight[:index]:
                apart = min(right, w) - max(left, u) < 0.05 or min(high, x) - max(low, v) < 0.75
                assert apart, (card.id, item.text, other.text)


@pytest.mark.parametrize("game", GAMES)
def test_text_stands_out_from_its_ground(game: str) -> None:
    for card, _, drawing in fronts(game):
        for item, ground in grounds(drawing):
            assert contrast(item.colour, ground) >= 4.5, (card.id, item.text)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_comes_near_the_code(game: str) -> None:
    layout = find_layout(game)
    for card, _, drawing in fronts(game):
        items = list(flat(drawing))
        (code,) = [item for item in items if isinstance(item, Symbol)]
        module = layout.numbers["module_mm"]
        assert code.module_mm == module
        side = (17 + 4 * symbol(code.text)[0] + 2 * faces.QUIET_MODULES) * module
        quiet = Box(code.x_mm - 4 * module, code.y_mm - 4 * module, side, side)
        whites = [
            i for i, item in enumerate(items) if isinstance(item, Fill) and item.colour == WHITE and covers(item, quiet)
        ]
        assert whites, card.id
        for item in items[whites[-1] + 1 :]:
            if item is not code:
                left, low, right, high = (
                    box_of(item) if not isinstance(item, Group) else box_of(Fill(clip_of(item), WHITE))
                )
                assert not Box(left, low, right - left, high - low).meets(quiet), (card.id, item)


def clip_of(group: Group) -> Path:
    assert group.clip is not None
    return group.clip


def covers(item: Fill, quiet: Box) -> bool:
    left, low, right, high = box_of(item)
    return Box(left, low, right - left, high - low).holds(quiet, 0.001)


@pytest.mark.parametrize("game", GAMES)
def test_frames_run_into_the_bleed_on_all_sides(game: str) -> None:
    layout = find_layout(game)
    width, height = layout.size_mm
    bleed = layout.numbers["bleed_mm"]
    backs = {card.back for card in games.deck(game).cards if card.back}
    for drawing in (*(drawing for _, _, drawing in fronts(game)), *(faces.back(game, back) for back in backs)):
        first = next(iter(flat(drawing)))
        assert isinstance(first, Fill)
        assert box_of(first) == pytest.approx((-bleed, -bleed, width + bleed, height + bleed))


@pytest.mark.parametrize("game", GAMES)
def test_copies_share_their_body_and_names_tell_bodies_apart(game: str) -> None:
    letters = games.spec(game).letters
    bodies: dict[str, Shared] = {}
    for card, _, drawing in fronts(game):
        body, second = drawing[0], faces.front(card, CardCode(letters, card.code, 2))[0]
        assert isinstance(body, Shared)
        assert body is second
        assert bodies.setdefault(body.name, body) is body
    assert len(bodies) == len(games.deck(game).cards)


def test_shared_drawings_of_one_name_are_the_same() -> None:
    seen: dict[str, Shared] = {}
    stack: list[Item] = [item for game in GAMES for _, _, drawing in fronts(game) for item in drawing]
    stack += [item for game in GAMES for back in find_layout(game).backs for item in faces.back(game, back)]
    while stack:
        item = stack.pop()
        if isinstance(item, Shared):
            if item.name in seen:
                assert seen[item.name] == item
                continue
            seen[item.name] = item
        if isinstance(item, Shared | Group):
            stack += item.items


def test_a_card_without_a_code_leaves_its_field_empty() -> None:
    card, _, drawing = fronts(GAMES[0])[0]
    bare = faces.front(card, None)
    assert bare == drawing[:1]


def test_the_code_stands_in_small_print_for_typing() -> None:
    card, _, drawing = fronts("fairytale")[0]
    code = str(CardCode("FT", card.code, 1))
    (small,) = [item for item in texts(drawing) if item.font == "code"]
    assert small.text.replace(" ", "") == code


@pytest.mark.parametrize(
    "face",
    [
        Face("", "gloam"),
        Face("   ", "gloam", value="—"),
        Face("龍の巣 🐉", "gloam", kind="עברית", value="١٢", text="**[flip] \u202e [nope] **", note="\u0000"),
        Face("x" * 500, "gloam", kind="y" * 500, value="9" * 50, text="z " * 3000, note="w" * 900),
        Face("A", "gloam", stats=(("DEFENCE", "123456"), ("", ""), ("ATTACK", "−12"))),
    ],
)
def test_hostile_faces_are_drawn_inside_the_card(face: Face) -> None:
    drawing = faces.front_of(SAMPLE, face, CardCode("FT", "900", 1))
    layout = find_layout("fairytale")
    width, height = layout.size_mm
    for item in texts(drawing):
        left, low, right, high = box_of(item)
        assert 0 <= left <= right <= width, item
        assert 0 <= low <= high <= height, item


def test_a_suit_without_a_look_is_refused_by_name() -> None:
    with pytest.raises(LayoutError, match="did you mean gloam"):
        faces.front_of(SAMPLE, Face("A", "glom"), None)


def test_a_back_without_a_look_is_refused_by_name() -> None:
    with pytest.raises(LayoutError, match=r"fairytale\.toml"):
        faces.back("fairytale", "nothing")


def raster(drawing: Drawing, layout: CardLayout) -> np.ndarray:
    """Grey values 0 to 1 of a drawing at 10 px a mm, upright."""
    width, height = layout.size_mm
    leaf = pdf.Leaf(width, height, drawing, "1", "back", (0, 0, width, height))
    page = pypdfium2.PdfDocument(pdf.write_pdf([leaf], pdf.About("t", "t", "Simplex")))[0]
    picture = page.render(scale=10 * 25.4 / 72).to_numpy().astype(float)[:, :, :3]
    return picture.mean(axis=2) / 255


@pytest.mark.parametrize(("game", "back"), [(game, back) for game in GAMES for back in find_layout(game).backs])
def test_backs_are_the_same_upside_down_and_dark_behind_the_code(game: str, back: str) -> None:
    layout = find_layout(game)
    shown = raster(faces.back(game, back), layout)
    turned = shown[::-1, ::-1]
    assert float(np.abs(shown - turned).mean()) < 0.01
    box = layout.boxes["code"].inset(faces.QUIET_MODULES * layout.numbers["module_mm"])
    width, height = layout.size_mm
    for left in (box.x, width - box.right):
        for top in (height - box.top, box.y):
            patch = shown[
                round(top * 10) : round((top + box.height) * 10), round(left * 10) : round((left + box.width) * 10)
            ]
            assert float(patch.mean()) < 0.32
            assert float(patch.std()) < 0.09


@pytest.mark.parametrize("game", GAMES)
def test_every_back_a_card_names_is_there(game: str) -> None:
    for card in games.deck(game).cards:
        if card.back:
            (whole,) = faces.back(game, card.back)
            assert isinstance(whole, Shared)
            assert not [item for item in flat((whole,)) if isinstance(item, Symbol | Text)]


@pytest.mark.parametrize("game", GAMES)
def test_frames_are_light_enough_to_tell_from_the_code_and_dark_enough_to_frame(game: str) -> None:
    layout = find_layout(game)
    for suit in layout.suits.values():
        assert contrast(suits.deep(suit, layout), layout.colours["paper"]) >= 4.5, suit.key


def test_medallions_and_windows_are_closed_and_in_place() -> None:
    layout = find_layout("fairytale")
    for shape in lettering.MEDALLIONS:
        left, low, right, high = box_of(Fill(lettering.medallion_outline(shape, 10, 10, 5), WHITE))
        assert math.isclose((left + right) / 2, 10, abs_tol=0.01)
        assert 4.9 <= left <= right <= 15.1
        assert 4.9 <= low <= high <= 15.1
    box = layout.boxes["art"]
    left, low, right, high = box_of(Stroke(art_window.window(layout, box), WHITE, 0.0))
    assert box.holds(Box(left, low, right - left, high - low), 0.001)
