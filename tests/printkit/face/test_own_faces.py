"""Faces of people's own: every look, a face with pictures, fonts and icons, and what is said of broken ones."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from table_scene import CardArt, fan

from companion.cli import main
from companion.own_decks.game_folders import FolderRefusal, face_of, read_folder
from printkit import card_layout
from printkit.card_layout import LayoutError, resizing
from printkit.card_layout.box_reading import BOX_KEYS, FONT_KEYS, STYLE_KEYS
from printkit.card_layout.reading import CHOICES, KNOWN, looks
from printkit.check import colour_contrast, drawing_inspection, lint
from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.draw.svg_reading import read_svg
from printkit.face import faces, lettering, own_faces, suits
from printkit.input.pictures import Beside
from printkit.job import print_job
from printkit.sheet.backs import find_backs
from printkit.sheet.fitting import Fit
from rules import games
from rules.values import own_deck
from rules.values.cards import Deck
from rules.values.own_deck import GAME, read_own

HEADER = ["name", "suit", "value", "text", "kind", "note", "claws", "image", "worth"]
ROWS = [
    ["Owl at Midnight", "red", "3", "Draw **two** cards, then *discard* one of them.", "Bird", "A quiet place", "2"],
    ["The Long Ship", "blue", "", "Move up to three of your cards to the harbour. [act] Then pay 1.", "Ship", "", ""],
    ["Dragon's Lair", "green", "12", "Each player loses a card.\nWhoever has none takes two.", "Place", "", "1"],
]
KELP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1 L9 1 L5 9 Z"/></svg>'
FACE = """
extends = "kids"
suits = "suits.csv"
suit_column = "kind"
[font.heading]
regular = "Own.ttf"
[colour]
foam = "#FDFBF4"
deep = "#123047"
[style.name]
size_pt = [8.0, 14.0]
colour = "deep"
[style.small]
like = "rules"
italic = true
size_pt = [6.5, 9.0]
[box]
note = "none"
kind = "none"
[box.sea]
at = "bleed"
picture = { column = "image" }
[box.frame]
at = "bleed"
picture = "frame.png"
over = "sea"
[box.title]
at = [21.8, 74.0, 25.8, 10.0]
column = "name"
style = "name"
over = "frame"
ground = "foam"
[box.value]
at = [48.6, 74.0, 10.4, 10.4]
words = "{worth}!"
style = "figures"
over = "frame"
ground = "suit"
round_mm = 5.2
only = { worth = "any" }
[box.claws]
at = [5.6, 30.0, 24.0, 7.0]
icons = { sign = "claw", column = "claws" }
over = "frame"
[box.text]
at = [5.6, 9.4, 51.8, 9.0]
column = "text"
over = "frame"
ground = "foam"
grow = { up_mm = 11.0 }
only = { text = "any" }
[variant.ships]
only = { kind = ["ship"] }
[variant.ships.box.text]
style = "small"
[back.deck]
picture = "back.png"
"""
SUITS = "suit,colour,sign\nBird,#2F6B3A,icons/claw.svg\nShip,#8A5A2B,claw\nPlace,#5B3F86,star\n"


def deck_of(rows: list[list[str]], keep: tuple[str, ...] | None = None, beside: Path = Path()) -> Deck:
    """A table of one's own as it is read."""
    whole = [(at, [*row, *[""] * (len(HEADER) - len(row))]) for at, row in enumerate([HEADER, *rows], 1)]
    return read_own(whole, "mine.csv", "Mine", "MN", keep=keep, find=Beside(beside).find).deck


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a face, its font, icon and pictures."""
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "claw.svg").write_text(KELP)
    (tmp_path / "mine.face.toml").write_text(FACE)
    (tmp_path / "suits.csv").write_text(SUITS)
    with (files("fontpkg_marcellus") / "files" / "Marcellus-Regular.ttf").open("rb") as font:
        (tmp_path / "Own.ttf").write_bytes(font.read())
    frame = Image.new("RGBA", (690, 940), (20, 60, 90, 255))
    frame.paste((0, 0, 0, 0), (60, 60, 630, 880))
    frame.save(tmp_path / "frame.png")
    Image.new("RGB", (690, 940), (200, 120, 40)).save(tmp_path / "back.png")
    Image.new("RGB", (690, 940), (30, 140, 160)).save(tmp_path / "sea.png")
    return tmp_path


@pytest.fixture(autouse=True)
def unbound() -> Iterator[None]:
    """Whatever face a test brings is forgotten after it."""
    yield
    card_layout.forget(GAME)


def decoded(deck: Deck) -> set[str]:
    """Every code a reader finds on the printed sheets."""
    plan = print_job.plan(print_job.PrintSpec(GAME, backs=find_backs("none")), deck)
    found: set[str] = set()
    with pypdfium2.PdfDocument(print_job.draw(plan).files[0].data) as document:
        for page in document:
            picture = page.render(scale=150 / 72).to_pil().convert("L")
            found |= {one.text for one in zxingcpp.read_barcodes(picture)}
    return found


@pytest.mark.parametrize("look", looks())
def test_every_look_prints_every_code_and_loses_no_word(look: str) -> None:
    deck = deck_of(ROWS, ())
    card_layout.bring(GAME, own_faces.read_face(GAME, "Mine", look=look))
    assert decoded(deck) == {str(code) for _, code in deck.codes()}
    plan = print_job.plan(print_job.PrintSpec(GAME), deck)
    assert not [str(one) for one in lint.check(plan) if one.level == "problem"]


@pytest.mark.parametrize("look", looks())
def test_words_stand_out_on_every_look(look: str) -> None:
    layout = own_faces.read_face(GAME, "Mine", look=look)
    assert colour_contrast.contrast(layout.colours["ink"], layout.paper) >= 7
    for suit in layout.suits.values():
        assert colour_contrast.contrast(suits.deep(suit, layout), (1, 1, 1)) >= 4.5, suit.key


def test_a_face_binds_columns_pictures_icons_fonts_and_suits(folder: Path) -> None:
    rows = [[*row[:7], "sea.png", str(at)] for at, row in enumerate(ROWS)]
    face = own_faces.read_face(GAME, "Mine", file=folder / "mine.face.toml")
    deck = deck_of([[*row, *[""] * (9 - len(row))] for row in rows], own_faces.columns_of(face), folder)
    card_layout.bring(GAME, own_faces.bound(face, deck, folder))
    assert decoded(deck) == {str(code) for _, code in deck.codes()}
    laid = faces.layout_of(GAME)
    assert laid.suits["bird"].sign is not None
    assert laid.suits["ship"].pattern != laid.suits["bird"].pattern
    first = deck.cards[0]
    said = repr(faces.front_of(first, deck.spec.face(first), None)[0].items)  # type: ignore[union-attr]
    assert "0!" in said
    assert "frame.png" in said
    assert "sea.png" in said
    ship = deck.cards[1]
    texts = [
        box for one in (faces.laid_out(ship, deck.spec.face(ship)), laid) for box in one.drawn if box.name == "text"
    ]
    assert texts[0].style != texts[1].style


def test_a_folder_names_its_face(folder: Path) -> None:
    game = 'format = 2\n[game]\nid = "pond"\ntitle = "Pond"\nletters = "PN"\n'
    game += 'players = { min = 2, max = 4 }\nwin = "highest"\n'
    game += '[[score]]\nrule = "sum"\nlabel = "Worth"\nfield = "worth"\nzone = "row"\n'
    game += '[[zone]]\nid = "row"\nlabel = "Row"\nowner = "player"\n[cards]\nfile = "cards.csv"\n'
    game += '[face]\nlook = "noir"\nfile = "mine.face.toml"\n'
    (folder / "game.toml").write_text(game)
    (folder / "cards.csv").write_text("code,name,kind,text,worth,claws,image\n001,Owl,Bird,Hoots,2,1,sea.png\n")
    found = face_of(read_folder(folder), folder)
    assert found is not None
    assert found.whole
    (folder / "cards.csv").write_text("code,name,kind,text,worth,claws,image\n001,Owl,Bird,Hoots,2,1,see.png\n")
    said = r'cards.csv line 2, column image: there is no picture "see.png" beside .*did you mean sea.png\?'
    with pytest.raises(FolderRefusal, match=said):
        face_of(read_folder(folder), folder)


BROKEN: list[tuple[str, str, str]] = [
    ('regular = "Own.ttf"', 'regular = "frame.png"', r'line 6, font.heading.regular: "frame.png" is no font'),
    ('regular = "Own.ttf"', 'regular = "../Own.ttf"', r"line 6, font.heading.regular: .* leads out of"),
    ('extends = "kids"', 'extends = "kidz"', r'line 2, extends: "kidz" is no look; did you mean kids\?'),
    ('extends = "kids"', 'extends = "mine.face.toml"', r"extends: leads back to itself"),
    ('like = "rules"', 'like = "small"', r"style.small.like: leads back to small"),
    ('over = "sea"', 'over = "frame"', r"box.frame.over: lies over itself"),
    ('picture = "frame.png"', 'picture = "frome.png"', r'box.frame.picture: .*did you mean frame.png\?'),
    ('column = "text"', 'colum = "text"', r"box.text.colum: is not known; did you mean column\?"),
    ("at = [5.6, 30.0, 24.0, 7.0]", "at = [5.6, 30.0, 84.0, 7.0]", r"box.claws.at: reaches outside the 63 × 88"),
    ("at = [5.6, 30.0, 24.0, 7.0]", "at = [5.6, 70.0, 24.0, 7.0]", r"box.claws.at: lies on the code's field"),
    ('[box]', '[box]\ncode = [9.0, 60.0, 17.4, 17.4]', r"box.code: has its place on every card"),
    ('style = "name"', 'style = "nam"', r'box.title.style: "nam" is no style'),
    ('ground = "foam"', 'ground = "fome"', r'ground: "fome" is no colour of this face'),
    ("size_pt = [8.0, 14.0]", "size_pt = [14.0, 8.0]", r"style.name.size_pt: expected \[least, most\]"),
    ("round_mm = 5.2", "round_mm = -5", r"box.value.round_mm: expected a length"),
    ('sign = "claw"', 'sign = "clow"', r'box.claws.icons: there is no icon "clow"'),
    ('over = "frame"\nground = "foam"\ngrow', 'ground = "foam"\ngrow', r"box.text.at: overlaps box"),
    ('suits = "suits.csv"', 'suits = "suit.csv"', r'there is no "suit.csv" beside this file; did you mean suits.csv'),
    ("[font.heading]", "[font.heading", r"mine.face.toml line 5, the file: cannot be read as TOML"),
    ('extends = "kids"', 'extends = "ki\\u001b[2J"', "extends: .* is no look"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), BROKEN)
def test_a_broken_face_is_told_in_one_sentence(folder: Path, before: str, after: str, said: str) -> None:
    assert before in FACE
    (folder / "mine.face.toml").write_text(FACE.replace(before, after, 1))
    with pytest.raises(LayoutError, match=said) as told:
        own_faces.read_face(GAME, "Mine", file=folder / "mine.face.toml")
    assert str(told.value).isprintable()


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("icons/claw.svg", '<svg viewBox="0 0 9 9"><script>1</script></svg>', "<script>.*pictures run no programs"),
        ("icons/claw.svg", '<!DOCTYPE a [<!ENTITY x "y">]><svg viewBox="0 0 9 9">&x;</svg>', "declares entities"),
        ("icons/claw.svg", '<svg viewBox="0 0 9 9"><image href="http://a/b.png"/></svg>', "<image>"),
        ("icons/claw.svg", '<svg viewBox="0 0 9 9"><rect width="3" height="3" onload="x"/></svg>', "script"),
        ("icons/claw.svg", f'<svg viewBox="0 0 9 9"><path d="M0 0 {"L1 1 " * 6000}"/></svg>', "more than 5,000"),
        ("icons/Claw Big.svg", KELP, "names no icon"),
        ("suits.csv", "suit,colour\nBird,green\n", 'suits.csv line 2, column colour: "green" is not a colour'),
        ("suits.csv", "suit,color\nBird,#123456\n", "column color: is not known; did you mean colour"),
        ("suits.csv", "suit,colour\nBird,\x1b[2J\n", 'line 2, column colour: "\ufffd\\[2J" is not a colour'),
        ("suits.csv", "suit,colour,pattern\nBird,#123456,zigg\n", "column pattern: .* did you mean zig"),
        (
            "suits.csv",
            "suit,colour,sign\nBird,#123456,clow\n",
            'suits.csv line 2, column sign: "clow" is no sign; .*claw',
        ),
        (
            "suits.csv",
            "suit,colour,art\nBird,#123456,woods\n",
            'suits.csv line 2, column art: "woods" is no kind of art',
        ),
        ("Own.ttf", "\0\1\0\0 and no more", "is damaged"),
    ],
)
def test_a_broken_file_beside_a_face_is_told(folder: Path, file: str, text: str, said: str) -> None:
    (folder / file).write_text(text)
    with pytest.raises(LayoutError, match=said) as told:
        own_faces.read_face(GAME, "Mine", file=folder / "mine.face.toml")
    assert "\n" not in str(told.value)


def test_a_column_the_cards_do_not_have_is_told(folder: Path) -> None:
    (folder / "mine.face.toml").write_text(FACE.replace("{worth}", "{wurth}"))
    face = own_faces.read_face(GAME, "Mine", file=folder / "mine.face.toml")
    with pytest.raises(LayoutError, match=r'the cards have no column "wurth"; did you mean worth\?'):
        own_faces.bound(face, deck_of(ROWS, ("worth", "claws", "image")), folder)


def test_transforms_and_shapes_of_an_svg_land_where_they_are_drawn() -> None:
    text = (
        b'<svg viewBox="0 0 100 50"><g transform="translate(10 5) scale(2)"><rect x="1" y="2" width="3" height="4" '
        b'fill="#f00"/></g><circle cx="50" cy="25" r="10" style="fill:none;stroke:rgb(0,0,255);stroke-width:2"/></svg>'
    )
    drawn = read_svg(text)
    (left, low), (right, high) = (
        tuple(f(p[axis] for p in points) for axis in (0, 1))
        for f, points in ((min, _points(drawn.items[0])), (max, _points(drawn.items[0])))
    )
    assert (left, right) == (12, 18)
    assert (low, high) == pytest.approx((50 - 17, 50 - 9))
    assert drawn.items[1].colour == (0, 0, 1)  # type: ignore[union-attr]


def _points(item: object) -> list[tuple[float, float]]:
    return [op[-2:] for op in item.path.ops if len(op) > 1]  # type: ignore[attr-defined]


def test_a_text_takes_room_from_the_picture_before_it_gets_smaller() -> None:
    short, long = (deck_of([["Owl", "red", "", words, "", ""]]).cards[0] for words in ("It hoots.", "It hoots. " * 22))
    face = deck_of([["Owl", "red", "", "It hoots.", "", ""]]).spec.face
    plain, raised = (faces.laid_out(card, face(card)) for card in (short, long))
    assert plain.boxes["art"] == faces.layout_of(GAME).boxes["art"]
    assert raised.boxes["art"].height < plain.boxes["art"].height
    assert raised.boxes["art"].top == plain.boxes["art"].top
    sizes = {item.size_pt for item in lettering.rules_text(face(long), raised, raised.suit("red"), "en")}  # type: ignore[union-attr]
    assert sizes == {raised.styles["rules"].size_pt[1]}


def test_what_does_not_fit_stops_the_print_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    table = tmp_path / "mine.csv"
    table.write_text(f"name,text\nTroll,{'many words ' * 105}\nOwl,Hoots\n")
    target = tmp_path / "out.pdf"
    assert main(["print", str(table), "-o", str(target)]) != 0
    said = capsys.readouterr().err
    assert re.search(r'troll: text: it overflows and ends in ".*…".*--allow-overflow', said, re.DOTALL)
    assert not target.exists()
    assert main(["print", str(table), "-o", str(target), "--allow-overflow"]) == 0
    assert "troll: text: it overflows" in capsys.readouterr().out
    assert target.exists()


@pytest.mark.parametrize(
    "size", [(44.0, 68.0), (63.5, 88.9), (57.15, 88.9), (70.0, 120.0), (70.0, 70.0), (100.0, 140.0)]
)
def test_a_card_of_another_size_keeps_its_code_and_its_corner(size: tuple[float, float]) -> None:
    layout = faces.layout_of(GAME)
    other = resizing.resized(layout, size)
    code, old = other.boxes["code"], layout.boxes["code"]
    assert (code.x, size[1] - code.top, code.width) == pytest.approx((old.x, 88.0 - old.top, old.width))
    deck = deck_of(ROWS)
    plan = print_job.plan(print_job.PrintSpec(GAME, fit=Fit(card_size=f"{size[0]}x{size[1]}")), deck)
    assert not [one for one in lint.check(plan) if one.level == "problem"]


def test_colour_words_get_their_colours_and_twelve_suits_are_told_apart() -> None:
    rows = [[f"Card {n}", word] for n, word in enumerate(("Crimson", "navy", "Kelp", "gold", "Rosa"))]
    found = [card["suit"] for card in deck_of(rows).cards]
    assert found[0] == "red"
    assert found[1] == "blue"
    assert found[3] == "yellow"
    assert found[4] == "pink"
    assert len(set(found)) == 5
    whole = deck_of([[f"Card {n}", suit] for n, suit in enumerate(own_deck.SUITS)])
    assert not list(lint.check_suits(whole))
    used = [faces.layout_of(GAME).suits[suit] for suit in own_deck.SUITS]
    assert all(a.pattern != b.pattern and a.glyph != b.glyph for a, b in itertools.combinations(used, 2))


ON_A_PICTURE = """
[box.sea]
at = "bleed"
picture = { column = "image" }
[box.text]
at = [5.6, 9.4, 51.8, 12.0]
column = "text"
over = "sea"
style = "rules"
"""


@pytest.mark.parametrize(
    ("dark_share", "more", "told"),
    [(0.0, "", False), (0.02, "", False), (0.5, "", True), (1.0, "", True), (1.0, 'ground = "paper"', False)],
)
def test_letters_on_a_picture_are_held_against_its_pixels(
    tmp_path: Path, dark_share: float, more: str, *, told: bool
) -> None:
    """``dark_share`` of the picture, in stripes under the line, is as dark as the letters."""
    pixels = np.full((940, 690, 3), 245, np.uint8)
    pixels[:, np.arange(690) % 100 < 100 * dark_share] = 30
    Image.fromarray(pixels).save(tmp_path / "sea.png")
    (tmp_path / "mine.face.toml").write_text(ON_A_PICTURE + more + "\n")
    words = "Draw two cards and then discard one of them again, all of you."
    deck = deck_of([["Owl", "red", "", words, "", "", "", "sea.png"]], ("image",), tmp_path)
    face = own_faces.read_face(GAME, "Mine", file=tmp_path / "mine.face.toml")
    card_layout.bring(GAME, own_faces.bound(face, deck, tmp_path))
    plan = print_job.plan(print_job.PrintSpec(GAME), deck)
    found = [one for one in lint.check(plan) if "stands on a picture" in one.problem and one.place == "text"]
    assert bool(found) is told
    assert all("give its box a ground" in one.cure for one in found)


def test_a_picture_damaged_further_in_is_told_by_the_lint(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (940, 690, 3), np.uint8)
    Image.fromarray(noise).save(tmp_path / "sea.png")
    whole = (tmp_path / "sea.png").read_bytes()
    (tmp_path / "sea.png").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "mine.face.toml").write_text(ON_A_PICTURE)
    deck = deck_of([["Owl", "red", "", "Draw two.", "", "", "", "sea.png"]], ("image",), tmp_path)
    face = own_faces.read_face(GAME, "Mine", file=tmp_path / "mine.face.toml")
    card_layout.bring(GAME, own_faces.bound(face, deck, tmp_path))
    (said,) = [
        str(one)
        for one in lint.check(print_job.plan(print_job.PrintSpec(GAME), deck))
        if one.place == "picture" and "damaged" in one.problem
    ]
    assert said.endswith("; save the picture again")


def words_of(deck: Deck, number: int) -> str:
    """What stands on a card, in reading order, without its signs."""
    card = deck.cards[number]
    drawing = faces.front_of(card, deck.spec.face(card), None)
    return " ".join(word.text for word in drawing_inspection.look(drawing).words).replace("\u00a0", " ")


def test_a_suit_named_in_a_text_has_its_sign_and_its_word() -> None:
    said = "Discard a [suit:harbour moon] card, gain [red] and [suit: Nobody]."
    deck = deck_of([["A", "Harbour Moon", "", said], ["B", "red", "", "Plain."]])
    text = words_of(deck, 0)
    assert "harbour moon card" in text
    assert "[red]" not in text
    assert "and Nobody" in text
    told = faces.told(deck.cards[0], deck.spec.face(deck.cards[0]))
    assert told.text.startswith(f"Discard a [{deck.cards[0]['suit']}]")
    findings = [one.problem for one in lint.check(print_job.plan(print_job.PrintSpec(GAME), deck))]
    assert not [one for one in findings if "harbour" in one]


@pytest.mark.parametrize("step_deg", [9.0, 12.0, 15.0])
@pytest.mark.parametrize("left_handed", [False, True])
def test_a_fanned_hand_shows_value_and_suit_of_every_card(step_deg: float, *, left_handed: bool) -> None:
    """Where the flags stand on each card no later card lies; for the other hand the same at the right edge."""
    blank = CardArt("1OW00101A0", Image.new("RGB", (1, 1)), quad_mm=None)  # type: ignore[arg-type]  # never looked at
    hand = fan([blank] * 7, step_deg=step_deg)
    order = list(reversed(hand)) if left_handed else hand
    index = faces.layout_of(GAME).boxes["index"]
    wide = min(index.width, 8.0)
    across = (63 - index.x - wide, 63 - index.x) if left_handed else (index.x, index.x + wide)
    down = (88.0 - index.top, 88.0 - index.top + (index.width if left_handed else index.width * 1.62))
    corners = np.array([[x, y] for x in across for y in down])
    for at, one in enumerate(order):
        for later in order[at + 1 :]:
            outline = later.outline_mm()
            assert not any(_inside(point, outline) for point in one.on_table_mm(corners))


def _inside(point: object, outline: object) -> bool:
    a = np.asarray(outline)
    b = np.roll(a, -1, axis=0)
    p = np.asarray(point)
    turns = (b[:, 0] - a[:, 0]) * (p[1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (p[0] - a[:, 0])
    return bool((turns > 0).all() or (turns < 0).all())


def test_every_key_of_a_face_is_in_the_documentation() -> None:
    page = (Path(__file__).parents[3] / "docs" / "own-faces.md").read_text("utf-8")
    words = {*BOX_KEYS, *STYLE_KEYS, *FONT_KEYS, *KNOWN, *looks()}
    words |= {word for choices in CHOICES.values() for word in choices}
    missing = {word for word in words - {"second", "style", "font", "box", "suit"} if f"`{word}`" not in page}
    known = {word for word in missing if f"[{word}" in page or f"{word} =" in page}
    assert missing == known


def test_what_is_shown_needs_no_family_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(family: str, weight: int = 400, *, italic: bool = False) -> str:
        raise LookupError(family)

    monkeypatch.setattr("printkit.type.own_fonts.package_font", none)
    layout = own_faces.read_face(GAME, "Mine", look="noir")
    assert "tablewright[looks]" in layout.notes[0]
    assert layout.font("title") == "title"


def test_a_look_is_a_file_to_copy(tmp_path: Path) -> None:
    import templates

    copied = tmp_path / "mine.face.toml"
    copied.write_text(templates.text("looks", "fantasy.toml"))
    mine, theirs = own_faces.read_face(GAME, "A", file=copied), own_faces.read_face(GAME, "A", look="fantasy")
    assert mine.colours == theirs.colours
    shutil.rmtree(tmp_path / "icons", ignore_errors=True)


@pytest.mark.parametrize("game", games.names())
def test_an_eco_back_takes_little_ink_and_is_dark_behind_the_codes(game: str) -> None:
    layout = faces.layout_of(game)
    width, height = layout.size_mm
    x, y, side = faces.code_field(layout, 21)
    for key in layout.backs:
        drawing = faces.back(game, key, faces.Style(eco_back=True))
        leaf = Leaf(width, height, drawing, "", "", (0.0, 0.0, width, height))
        with pypdfium2.PdfDocument(write_pdf([leaf], About("", "", "Simplex"))) as document:
            grey = np.asarray(document[0].render(scale=150 / 72).to_pil().convert("L"), dtype=float) / 255
        assert (1 - grey).mean() <= 0.25, key
        px = 150 / 25.4
        left, right = (int((width - one) * px) for one in (x + side, x))
        top, low = (int((height - one) * px) for one in (y + side, y))
        assert grey[top:low, left:right].max() < 0.3, key
        assert grey[-low:-top, -right:-left].max() < 0.3, key


def test_a_deck_of_ones_own_has_its_title_on_its_backs() -> None:
    plan = print_job.plan(print_job.PrintSpec(GAME), deck_of(ROWS))
    said = [one.text for one in drawing_inspection.look(faces.back(GAME, "deck", plan.style)).words]
    assert said.count("Mine") == 2
    assert not [one.text for one in drawing_inspection.look(faces.back("tower", "base")).words]


def test_playing_cards_without_a_rank_have_their_first_figure_and_nobody_elses_word() -> None:
    rows = [["name", "suit", "worth"], ["Sloe", "berry", "2"], ["Nut", "hazel", ""]]
    table = [(at, row) for at, row in enumerate(rows, 1)]
    deck = own_deck.read_own(table, "mine.csv", "Mine", "WF", find=own_deck.no_pictures).deck
    card_layout.bring(GAME, own_faces.read_face(GAME, "Mine", look="playing"))
    told = [faces.told(card, deck.spec.face(card)).value for card in deck.cards]
    assert told == ["2", ""]
    assert not {"Red", "Blue", "Green"} & set((words_of(deck, 0) + " " + words_of(deck, 1)).split())
