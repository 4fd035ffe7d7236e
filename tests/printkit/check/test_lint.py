"""A deck broken on purpose: each fault is found with its card, its place and its cure, and a sound deck has none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from fake_system_fonts import machine_with

import templates
from companion.cli import main
from printkit import card_layout
from printkit.card_layout import Suit, reading
from printkit.check import colour_contrast, face_lint, lint
from printkit.check.face_lint import Finding
from printkit.draw.display_list import Colour, Fill, Group, Shared, Stroke, Symbol, Text, circle, rectangle
from printkit.face import faces
from printkit.job import print_job
from printkit.job.batch import Batch
from printkit.sheet.fitting import Fit
from printkit.type import fonts, text_measure
from rules import games
from rules.values.cards import Card, Deck, DeckSpec, Face

SIZE = (63.0, 88.0)
INK: Colour = (0.1, 0.1, 0.1)
WHITE: Colour = (1.0, 1.0, 1.0)
CODE = Symbol("1FT10101A3", 5.6, 69.8, 0.6)
FIELD = Fill(rectangle(3.2, 67.4, 17.4, 17.4), WHITE)


def found(*drawing: object) -> list[Finding]:
    return list(face_lint.check_drawing("owl", tuple(drawing), SIZE, 2.0))  # type: ignore[arg-type]  # items of any kind


def words(**changes: object) -> Text:
    return replace(Text(20.0, 40.0, "Friend of owls", "text", 9.0, INK), **changes)  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_our_games_print_without_a_problem(game: str, ink):
    problems = [one for one in lint.check(print_job.plan(print_job.PrintSpec(game, ink=ink))) if one.level == "problem"]
    assert not problems


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("second", [False, True])
def test_our_games_print_in_german_without_a_problem(game: str, *, second: bool):
    spec = print_job.PrintSpec(game, language="de", second_code=second)
    assert not [one for one in lint.check(print_job.plan(spec)) if one.level == "problem"]


def test_a_sound_face_has_no_finding():
    assert not found(
        Fill(rectangle(-3, -3, 69, 94), (0.2, 0.1, 0.1)), Fill(rectangle(3, 3, 57, 82), WHITE), FIELD, CODE, words()
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (words(x_mm=0.5), "reaches 1.5 mm into the 2 mm that scissors may take"),
        (words(x_mm=59.0), "scissors may take"),
        (words(y_mm=85.5), "scissors may take"),
        (words(size_pt=4.2), "is 4.2 pt high"),
        (Group((words(x_mm=40.0, y_mm=80.0),), scale=0.5), "is 4.5 pt high"),
        (words(colour=(0.75, 0.75, 0.75)), "contrast of 1.8"),
    ],
)
def test_text_that_cannot_be_read_or_is_cut(text: object, said: str):
    (one,) = found(text)
    assert said in one.problem
    assert one.level == "problem"
    assert one.cure


def test_contrast_is_to_what_the_letters_stand_on():
    dark = Fill(rectangle(10, 30, 50, 30), INK)
    assert "contrast" in found(dark, words())[0].problem
    assert not found(dark, words(colour=WHITE))
    assert not found(dark, Fill(circle(30, 41, 25), WHITE), words())
    assert found(words(colour=WHITE)), "white on bare paper"
    assert found(Group((dark,), clip=rectangle(0, 0, 5, 5)), words(colour=WHITE)), "the ground is cut off elsewhere"
    hole = Fill(rectangle(10, 30, 50, 30), INK, even_odd=True)
    ring = replace(hole, path=type(hole.path)((*hole.path.ops, *rectangle(15, 35, 40, 15).ops)))
    assert not found(ring, words()), "the letters stand in the hole"


@pytest.mark.parametrize(
    "thing",
    [
        words(x_mm=18.5, y_mm=75.0),
        Fill(rectangle(19.0, 60.0, 5.0, 20.0), INK),
        Stroke(rectangle(4.5, 60.0, 30.0, 30.0), INK, 0.2),
        Shared("line", (Stroke(rectangle(0, 0, 19, 80), INK, 0.2),)),
    ],
)
def test_whatever_stands_in_the_quiet_zone(thing: object):
    assert any("quiet zone is violated" in one.problem for one in found(FIELD, CODE, thing))
    assert not found(thing, FIELD, CODE)[:1] or isinstance(thing, Text), "the white field hides it"


def test_a_code_on_a_dark_ground_over_the_edge_or_too_small():
    dark = Fill(rectangle(-3, -3, 69, 94), INK)
    assert ["quiet zone is violated" in one.problem for one in found(dark, CODE)] == [True]
    over = found(replace(CODE, x_mm=1.0))
    assert ["reaches 1.4 mm over the edge" in one.problem for one in over] == [True]
    small = found(replace(CODE, module_mm=0.35))
    assert ["modules of 0.35 mm are too small" in one.problem for one in small] == [True]


def deck(*cards: Card, **changes: object) -> Deck:
    def face(card: Card) -> Face:
        return replace(Face(card.name, "gloam", "Owl", "3", card.text), **changes)  # type: ignore[arg-type]  # fields by name

    return Deck(DeckSpec("fairytale", "FT", "Mine", (), face), cards)


def card(name: str = "Owl", text: str = "", number: int = 1) -> Card:
    return Card("fairytale", f"owl_{number}", f"00{number}", name, 1, "tale", text)


def of(mine: Deck) -> list[Finding]:
    return [one for one in lint.check(print_job.plan(print_job.PrintSpec("fairytale"), mine)) if one.level == "problem"]


def test_a_letter_no_font_has_is_told_and_printed_as_a_box():
    with machine_with():
        (one,) = of(deck(card("龍 🐉 Owl")))
        assert text_measure.printable("龍 Owl", "title") == f"{fonts.MISSING} Owl"
    assert (one.card, one.place) == ("owl_1", "title")
    assert "U+9F8D" in one.problem
    assert "U+1F409" in one.problem
    assert "marked box" in one.problem
    assert "rare characters" in one.cure
    assert fonts.MISSING in fonts.metrics("title").advances


def test_a_name_in_a_fallback_font_is_advice():
    with machine_with():
        (one,) = (
            one
            for one in lint.check(print_job.plan(print_job.PrintSpec("fairytale"), deck(card("שלום"))))
            if one.place == "title"
        )
    assert (one.card, one.level) == ("owl_1", "advice")
    assert "FiraGO" in one.problem


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"text": "many words " * 110}, "text"),
        ({"title": "The Very Longest Name That Anybody Ever Gave To A Bird Of The Night"}, "title"),
        ({"kind": "a kind of creature nobody has heard of before today"}, "kind"),
        ({"stats": tuple((f"FIGURE {n}", "12") for n in range(6))}, "stats"),
    ],
)
def test_what_overflows_is_told_by_its_place(changes: dict[str, object], place: str):
    problems = of(deck(card(), **changes))
    assert {one.place for one in problems} == {place}


def test_three_dots_somebody_wrote_are_no_overflow():
    assert not of(deck(card(text="Wait…")))


def test_a_bracketed_word_that_is_no_icon_is_advice():
    (one,) = [
        o
        for o in lint.check(print_job.plan(print_job.PrintSpec("fairytale"), deck(card(text="[owll]"))))
        if o.place == "text"
    ]
    assert one.level == "advice"
    assert "[owll]" in one.problem


def test_suits_only_colour_tells_apart(monkeypatch: pytest.MonkeyPatch):
    """Red and green of one lightness, first with a pattern each, then with the same one."""
    real = card_layout.find_layout("fairytale")
    one, two = real.suits["dragonvale"], real.suits["thornwood"]
    red, green = replace(one, colour=(0.62, 0.36, 0.2)), replace(two, colour=(0.40, 0.44, 0.2))
    cards = (card(number=1), card(number=2))
    spec = DeckSpec(
        "fairytale", "FT", "Mine", (), lambda c: Face(c.name, "dragonvale" if c is cards[0] else "thornwood")
    )

    def told(*suits: Suit) -> Iterator[Finding]:
        changed = replace(real, suits={suit.key: suit for suit in suits})
        monkeypatch.setattr(lint, "find_layout", lambda game: changed)
        return lint.check_suits(Deck(spec, cards))

    assert not list(told(red, green))
    (finding,) = told(red, replace(green, pattern=red.pattern))
    assert "deuteranopia" in finding.problem
    assert not list(told(red, replace(two, colour=(0.1, 0.2, 0.9), pattern=red.pattern)))


def test_dichromats_confuse_what_the_books_say_they_do():
    red, green, blue, yellow = (0.8, 0.2, 0.1), (0.45, 0.45, 0.1), (0.1, 0.2, 0.8), (0.9, 0.8, 0.1)
    for kind in lint.BLINDNESSES:
        assert colour_contrast.distance(red, green, kind) < colour_contrast.distance(red, green) / 2
        assert colour_contrast.distance(blue, yellow, kind) > 60
        assert colour_contrast.distance((0.5, 0.5, 0.5), colour_contrast.seen((0.5, 0.5, 0.5), kind)) < 1, (
            "grey stays grey"
        )
    assert colour_contrast.contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)


def test_unlike_neighbours_and_little_bleed_are_advice():
    everything = lint.check(print_job.plan(print_job.PrintSpec("fairytale", "letter")))
    assert {one.place for one in everything} == {"edges"}
    assert {one.level for one in everything} == {"advice"}
    tight = lint.check(print_job.plan(print_job.PrintSpec("fairytale", "200x275")))
    assert any(one.place == "bleed" for one in tight)


def test_lines_say_card_place_problem_and_cure_and_join_what_is_alike():
    alike = [Finding(f"owl_{n}", "title", "it is cut", "shorten it") for n in range(62)]
    named = ", ".join(f"owl_{n}" for n in range(60))
    assert list(lint.lines(alike)) == [f"{named} and 2 more: title: it is cut; shorten it"]


def test_the_command_prints_nothing_and_ends_with_what_it_found(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["print", "fairytale", "--lint", "--paper", "a4"]) == 0
    assert "nothing will go wrong" in capsys.readouterr().out
    monkeypatch.setattr(face_lint, "SMALLEST_PT", 7.0)
    assert main(["print", "fairytale", "--lint", "--paper", "a4", "--cards", "homesteader"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("homesteader: ")
    assert "; " in out[0]
    assert "problem" in out[-1]
    assert not list(tmp_path.iterdir())


BROKEN = """
extends = "family"
title = "Broken"
module_mm = 0.36
bleed_mm = 1.0
ink = "#B8A890"

[box]
code = [3.2, 67.4, 10.44, 10.44]
note = [0.6, 9.4, 51.8, 4.2]

[suit.moss]
word = "Moss"
colour = "#3F7A2A"
accent = "#F0A23A"
sky = "#F3D9B4"
pattern = "waves"
glyph = "oak"
art = "forest"

[suit.rust]
word = "Rust"
colour = "#8A5A20"
accent = "#F4C650"
sky = "#F6E6B8"
pattern = "waves"
glyph = "dragon"
art = "fire"

[back.tale]
word = "Tale"
colour = "#203A5A"
accent = "#D9B46A"
ornament = "rays"
glyph = "book"
"""
"""A face with every fault of its own: letters pale and at the cut, a small code, little bleed, two suits
only their words tell apart."""
EVERY_KIND = {
    "reaches .* mm into the 2 mm that scissors may take",
    "letters are under 5 pt high",
    "it overflows and ends in",
    "no font here has",
    "has a contrast of",
    "look the same with",
    "quiet zone is violated",
    "modules of .* mm are too small",
    "drawn 1 mm past the cut, and the sheet shows 2 mm",
    "lies edge to edge with",
    "is no icon and is printed as typed",
    "printed as revision 1 and says? something older",
}
"""What docs/lint.md lists, one for each kind."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Deck]:
    """A deck with a card for every fault, on the broken face."""
    real = templates.text
    caches = (reading._ours, faces._back)

    def text(kind: str, name: str) -> str:
        return BROKEN if name == "fairytale.toml" and kind == "cards" else real(kind, name)

    def face(one: Card) -> Face:
        return Face(one.name, "moss" if one.id == "owl_1" else "rust", "Owl", "3", one.text, note="a note")

    for cached in caches:
        cached.cache_clear()
    monkeypatch.setattr(templates, "text", text)
    cards = (
        card("Owl \ue123", "[owll] hoots", 1), card("Long Owl", "many words " * 110, 2), card("Owl", "It hoots.", 3),
    )  # fmt: skip
    yield Deck(DeckSpec("fairytale", "FT", "Broken", (), face), cards)
    monkeypatch.undo()
    for cached in caches:
        cached.cache_clear()


def test_a_deck_broken_on_purpose_has_every_kind_of_finding(broken: Deck):
    changed = replace(broken, cards=(*broken.cards[:2], replace(broken.cards[2], text="It sleeps.")))
    spec = print_job.PrintSpec("fairytale", fit=Fit(card_size="36x50", gap_mm=0.0), batch=Batch("fairytale"))
    batch = print_job.plan(spec, changed).printed
    drawn = face_lint.check_drawing("owl_4", (FIELD, CODE, words(x_mm=18.5, y_mm=75.0)), SIZE, 2.0)
    found = (*lint.check(print_job.plan(replace(spec, batch=batch), broken)), *drawn)
    said = "\n".join(lint.lines(found))
    for kind in EVERY_KIND:
        assert re.search(kind, said), f"{kind} is not in\n{said}"
    assert all(one.card and one.place and one.cure for one in found)


def test_what_is_too_small_for_its_size_is_told_by_its_place_with_a_size_that_fits():
    found = lint.check(
        print_job.plan(
            print_job.PrintSpec("fairytale", cards=print_job.read_picks("homesteader"), fit=Fit(card_size="30x44"))
        )
    )
    told = {one.place: one for one in found if one.level == "problem"}
    assert "code_text" in told
    assert "letters are under 5 pt high" in told["code_text"].problem
    assert told["code_text"].cure.endswith("(--card-size 63x88)")
    assert told["code"].cure == "print the cards at 42 × 58.7 mm or larger (--card-size 42x58.7)"
    mini = lint.check(
        print_job.plan(
            print_job.PrintSpec("fairytale", cards=print_job.read_picks("homesteader"), fit=Fit(card_size="42x58.7"))
        )
    )
    assert not [one for one in mini if one.place == "code"]


def test_a_part_of_a_kit_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(face_lint, "SMALLEST_PT", 40.0)
    found = {
        one.card for one in lint.check(print_job.plan(print_job.PrintSpec("tower", what=("boards", "tokens", "aids"))))
    }
    assert {"board Territories 2", "token Counters 1 and 2", "token Counters 1 and 2, back"} <= found
    assert not any(card.startswith(("page", "Boards")) for card in found)


def test_parts_that_lie_edge_to_edge_are_advice():
    spec = print_job.PrintSpec("tower", what=("tokens",), fit=Fit(gap_mm=0.0))
    (one,) = lint.check(print_job.plan(spec))
    assert (one.place, one.level) == ("edges", "advice")
    assert not lint.check(print_job.plan(replace(spec, fit=Fit())))
