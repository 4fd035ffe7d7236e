"""A view as plain text: every block can be read, nothing is wider than the page, names stand where they belong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import terminal_view
from rules.score import ScoreLine, ScoreSheet, SeatScore, Why
from rules.view import (
    Banner,
    Block,
    Board,
    CardRow,
    CardView,
    Checklist,
    Counter,
    Die,
    Meter,
    PhaseList,
    PlayerRow,
    Players,
    Prompt,
    Reminder,
    Scores,
    Slot,
    Step,
    Track,
    View,
)

WHY = Why("Because.", "A rulebook, A section", "XX-R1")
PEOPLE = ("Ana", "Ben", "Chi")


def name(seat: int) -> str:
    return PEOPLE[seat]


DRAGON = CardView("c1", "Sky-Dance Dragon", "dragonvale", "3")
HIDDEN = CardView("c2", up=False)
MINE = CardView("c3", "Miller", value="4", up=False, marked=True)
RESTED = CardView("c4", "Scout", rested=True, badges=(("ATK", "3"), ("EDR", "2")))
SHEET = ScoreSheet(
    (
        SeatScore(0, 3, (ScoreLine("Dragon", 3, WHY, "as printed"),), place=2),
        SeatScore(1, 9, (ScoreLine("3 × Homesteader", 9, Why("x", "y")),), place=1),
    ),
    winners=(1,),
    final=True,
)


@pytest.mark.parametrize(
    ("block", "text"),
    [
        (
            Banner("{p1} attacks", "Now or never.", "alarm", "left", "2/3"),
            "‼ Ben attacks           ← pass left  2/3\n‼ Now or never.",
        ),
        (PhaseList((Step("Draft", "done"), Step("Play", "now", 1 / 3), Step("Points", "todo"))), "● ◐ ○   Play, 33%"),
        (CardRow("In front of {p0}", (DRAGON, HIDDEN)), "In front of Ana (2): Sky-Dance Dragon 3\n  · ▒▒"),
        (CardRow("Hand", (MINE, RESTED)), "Hand (2): (Miller 4)* · Scout ATK 3 EDR\n  2~"),
        (CardRow("Hand", (), empty="Nothing yet."), "Hand (0): Nothing yet."),
        (
            Players((PlayerRow(0, (DRAGON,), 12, True), PlayerRow(1, status="is choosing", ready=False))),
            "✓ Ana         12  Sky-Dance Dragon 3\n… Ben             is choosing",
        ),
        (
            Players((PlayerRow(2, meters=(Track("quests", 1, 3), Meter("breakpoint", 1, 4, 2))),)),
            "  Chi             quests ●○○\n                  breakpoint █▓▓░1/4 +2",
        ),
        (Checklist("To do", (("{p0} draws", True), ("shuffle", False))), "To do:\n  [x] Ana draws\n  [ ] shuffle"),
        (Reminder("Two of {p2}'s cards."), "! Two of Chi's cards."),
        (Counter("Bombs", 2, "of 5", seat=1), "Ben: Bombs 2 (of 5)"),
        (Meter("Damage", 30, 40, alarm=True), "Damage 30/40 !"),
        (Die("red", 5, "on {p0}'s fort"), "[red 5] on Ana's fort"),
        (
            Board(
                (Slot("Red", (DRAGON,), (Track("barriers", 1, 2),), marked=True), Slot("Blue", gone=True)),
                2,
                0,
                "Forts",
            ),
            "Ana · Forts\n  [Red*]             [Blue]\n  barriers ●○        gone\n  Sky-Dance Dragon\n  3",
        ),
        (
            Scores(SHEET, "Points"),
            "Points:\n   9  Ben  wins\n     9  3 × Homesteader\n   3  Ana\n     3  Dragon — as printed [XX-R1]",
        ),
    ],
)
def test_a_block_reads_like_this(block: Block, text: str) -> None:
    assert terminal_view.block_text(block, name, width=40) == text


def test_a_screen_has_its_title_prompts_and_house_rules() -> None:
    blocks = (Banner("Play"), Counter("Deck", 7), Counter("Discard", 3), Reminder("Shuffle."))
    prompts = (Prompt("k", "Pick a card, {p1}", "Scan it."),)
    text = terminal_view.render(View("Toy", blocks, prompts, ("lowest wins",)), name, width=40)
    assert text.splitlines() == [
        "━━ Toy ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━",
        "? Pick a card, Ben. Scan it.",
        "│ Play",
        "Deck 7   Discard 3",
        "! Shuffle.",
        "House rules: lowest wins",
    ]


@given(st.lists(st.text("abc de{p0}", max_size=60), min_size=1, max_size=4), st.integers(30, 120))
def test_nothing_is_wider_than_the_page_but_a_word(words: list[str], width: int) -> None:
    view = View("T", (Banner(words[0], words[-1]), Checklist(words[0], tuple((word, False) for word in words))))
    for line in terminal_view.render(view, lambda seat: "Ana", width=width).splitlines()[1:]:
        assert len(line) <= max(width, max(map(len, line.split())) + 6) or line.startswith("│")


def test_the_title_of_a_checklist_stays_within_the_page() -> None:
    text = terminal_view.block_text(Checklist("0" * 24 + " 00000", ()), name, width=30)
    assert text.split("\n") == ["0" * 24, "  00000:"]
