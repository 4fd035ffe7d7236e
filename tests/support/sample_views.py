"""Views as games make them, one for every block of the vocabulary: what pages are tested and looked at with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.table.snapshot import LogLine, Snapshot
from rules.game_protocol import Choice, Event, FieldSpec, GameInfo, Option, Pick, Setup
from rules.log import Person
from rules.score import ScoreLine, ScoreSheet, SeatScore, Why
from rules.view import (
    Banner,
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
    person,
)


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A card was turned."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """A card was chosen in secret."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """Something was counted."""

    amount: int = 0
    cards: tuple[str, ...] = ()


INFO = GameInfo(
    "fairytale",
    "Fairy Tale",
    "Draft, play, and hope your dragons stay face up.",
    (2, 5),
    "Fairy Tale rulebook",
    (
        Option("expert", "Play with the expert cards", (False, True), "Thirty more cards.", "FT-R12"),
        Option("most_ties", "A tie for the most", ("all", "none"), "Who scores when two have equally many?"),
    ),
    ("play", "score"),
)
PEOPLE = (Person("Ana", "amber", "circle"), Person("Ben", "sky", "square"), Person("Chi", "lime", "triangle"))
WHY = Why("Every ALL effect touches all players; each chooses among their own cards.", "Effects", "FT-R13")
CARDS = (
    ("Sky-Dance Dragon", "dragonvale", "3"),
    ("Homesteader", "homestead", "=n"),
    ("Night Toll", "shade", "4"),
    ("Dragon's Lair", "dragonvale", "1"),
    ("Bard", "homestead", "3"),
    ("Treecity", "wildwood", "2"),
    ("Ember Heir", "dragonvale", "6"),
    ("Homesteader", "homestead", "=n"),
    ("Singer", "wildwood", "3/n"),
)


def tableau(*, own: bool, first: int = 0, count: int = 9) -> tuple[CardView, ...]:
    """Cards of a tableau; two of them face down, known to their owner only."""
    cards = []
    for index in range(count):
        name, suit, value = CARDS[(index + first) % len(CARDS)]
        up = index not in (2, 6)
        if up or own:
            cards.append(CardView(f"c{first}-{index}", name, suit, value, "Worth what the book says.", up))
        else:
            cards.append(CardView(f"c{first}-{index}", up=False))
    return tuple(cards)


def fairytale_view() -> View:
    """The middle of a play stage, a flip asked of Ben."""
    rows = (
        PlayerRow(0, tableau(own=False), 23, True, "has chosen"),
        PlayerRow(1, tableau(own=True, first=3), 27, False, "turns a card down", "act"),
        PlayerRow(2, tableau(own=False, first=5), 19, True, "has chosen"),
    )
    steps = tuple(
        Step(f"Stage {i}", "done" if i < 6 else "now" if i == 6 else "todo", 0.5 if i == 6 else 0) for i in range(1, 10)
    )
    return View(
        "Fairy Tale",
        (
            Banner("Stage 6 · Play", "second card of three, resolving effects", "act", "", "2/3"),
            PhaseList(steps),
            Players(rows, "left"),
            CardRow("Your cards", tableau(own=True, first=3), 1),
        ),
        (Prompt("flip", "Turn one Dragonvale card down", f"{person(0)}'s Wyrmbane says ALL flip 1.", WHY),),
        ("with the expert cards",),
    )


def flip_choices() -> tuple[Choice, ...]:
    """The answers to the flip."""
    picks = (
        Pick("c3-0", "Dragon's Lair", "lair", "c3-0", "face up, worth 1", "dragonvale"),
        Pick("c3-3", "Ember Heir", "heir", "c3-3", "face up, worth 6", "dragonvale"),
    )
    field = FieldSpec("card", "Which card?", picks)
    return (Choice("Turn it down", Turned(seat=1), (field,), prompt="flip", primary=True, why=WHY),)


def select_choices() -> tuple[Choice, ...]:
    """The secret selection, by name."""
    names = [f"{name} {number}" if number else name for number in range(4) for name, _, _ in CARDS]
    picks = tuple(Pick(name, name, f"card{i}", "", "", CARDS[i % 9][1]) for i, name in enumerate(names))
    field = FieldSpec("card", "Which card do you place?", picks, search=True)
    return (Choice("Place it face down", Chosen(seat=1), (field,), prompt="select", primary=True),)


def corrections() -> tuple[Choice, ...]:
    """Facts put right by hand."""
    field = FieldSpec("amount", "How many?", low=0, high=12, kind="number", preset=(6,))
    picks = tuple(Pick(c.uid, c.name, "", c.uid, "", c.suit) for c in tableau(own=True))
    return (
        Choice("Set the discards", Counted(seat=1), (field,), correction=True),
        Choice("Turn a card over", Turned(seat=1), (FieldSpec("card", "Which?", picks),), correction=True),
    )


def score_sheet() -> ScoreSheet:
    """A final sheet of three."""
    lines = (
        ScoreLine(
            "3 × Homesteader",
            9,
            Why("Worth as many as you have face up.", "End of the game"),
            "3 face up",
            suit="homestead",
        ),
        ScoreLine("Sky-Dance Dragon", 3, Why("The printed value.", "Values"), suit="dragonvale"),
        ScoreLine(
            "Ember Heir",
            6,
            Why("Its friend lies face up.", "Friends", "FT-R8"),
            "friend of Sky-Dance Dragon",
            suit="dragonvale",
        ),
        ScoreLine(
            "Night Toll", 0, Why("Face-down cards count for nothing.", "End of the game"), "face down", suit="shade"
        ),
    )
    seats = (
        SeatScore(0, 23, lines[:2], 2),
        SeatScore(1, 27, lines, 1),
        SeatScore(2, 19, lines[1:3], 3),
    )
    return ScoreSheet(seats, (1,), True, ("with the expert cards",))


def everything() -> tuple[object, ...]:
    """One of every block."""
    slots = (
        Slot(
            "Green fort",
            (CardView("a", "Moss Warden", "green", "2/4"),),
            (Track("Barriers", 2, 2, "barrier"),),
            "green",
        ),
        Slot(
            "Red fort",
            (CardView("b", "Ash Duelist", "red", "3/2", rested=True),),
            (Track("Barriers", 1, 2, "barrier"), Die("red", 4, "shield")),
            "red",
            marked=True,
        ),
        Slot("Blue fort", gone=True, suit="blue"),
    )
    return (
        Banner("Combat · fireballs", f"{person(2)} attacks {person(0)}", "alarm"),
        Counter("Deck", 21, "cards left", 0),
        Meter("Breakpoint", 2, 4, 1, alarm=True, detail="one from out"),
        Meter("Palace", 64, 100),
        Track("Quests", 2, 3, "quest"),
        Die("blue", 5, "on the blue fort"),
        Board(slots, 3, 0, "Forts"),
        Checklist("Seen so far", (("Ana's tableau", True), ("Ben's tableau", False))),
        Reminder("Draw two cards now.", WHY),
        CardRow("Supply", (), None, "Nothing is laid out yet."),
        Scores(score_sheet(), "The score"),
    )


def sample_look(view: View | None = None, choices: tuple[Choice, ...] | None = None, **more: object) -> Snapshot:
    """A look of Ben, seat 1, who is the host."""
    lines = tuple(
        LogLine(rev, 1_790_000_000 + 60.0 * rev, (rev + 1) % 3, None, text, rev == 82, rev != 82, rev == 80)
        for rev, text in (
            (84, "Ana chose a card"),
            (83, "Taken back: Chi chose a card"),
            (82, "Chi chose a card"),
            (81, "Ben turned Dragon's Lair down"),
            (80, "Ana turned Bard up"),
        )
    )
    look = Snapshot(
        "KR7TQ2",
        84,
        INFO,
        PEOPLE,
        frozenset({0, 1}),
        1,
        (1,),
        True,
        True,
        False,
        view or fairytale_view(),
        (*(flip_choices() if choices is None else choices), *corrections()),
        (),
        Setup(3),
        (),
        "play",
        lines,
    )
    return replace(look, **more)  # type: ignore[arg-type] # a test's shorthand
