"""What a game in Python may use of Tablewright, all of it: nothing else counts as stable (docs/python-games.md).

``API`` is its version. Its first number changes when something is taken away or means something else, its second when
something is added; a game says in its ``Plugin`` which version it was written for.
"""

from __future__ import annotations

from rules.action import (
    Action,
    ActionGame,
    ByHand,
    Correction,
    Offer,
    Telling,
    cards,
    correction,
    number,
    pick,
    told,
)
from rules.choice import Choice, FieldSpec, Pick, Pool
from rules.event import Event, Judge, Level, Notice, Objection, Refusal, Seat
from rules.game_protocol import (
    Calculator,
    Game,
    GameInfo,
    GameState,
    Lying,
    Mode,
    Option,
    Reading,
    ScanProblem,
    Setup,
    named_by_scan,
)
from rules.house_rules import option, options, said
from rules.log_line import Line, Pictured
from rules.plugin import API, Plugin, deck_from_csv
from rules.plugin_entry_points import GROUP
from rules.score import ScoreLine, ScoreSheet, SeatScore, Why
from rules.state_memo import kept_for_state
from rules.text import Text, listed, plural, say
from rules.values.cards import Card, Column, Deck, DeckError, DeckSpec, Face, read_deck
from rules.values.code import CardCode, CodeError, parse
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
    Pad,
    PadCell,
    PadColumn,
    PadRow,
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

__all__ = [
    "API", "GROUP", "Action", "ActionGame", "Banner", "Block", "Board", "ByHand", "Calculator", "Card", "CardCode",
    "CardRow", "CardView", "Checklist", "Choice", "CodeError", "Column", "Correction", "Counter", "Deck", "DeckError",
    "DeckSpec", "Die", "Event", "Face", "FieldSpec", "Game", "GameInfo", "GameState", "Judge", "Level", "Line", "Lying",
    "Meter", "Mode", "Notice", "Objection", "Offer", "Option", "Pad", "PadCell", "PadColumn", "PadRow", "PhaseList",
    "Pick", "Pictured", "PlayerRow", "Players", "Plugin", "Pool", "Prompt", "Reading", "Refusal", "Reminder",
    "ScanProblem", "ScoreLine", "ScoreSheet", "Scores", "Seat", "SeatScore", "Setup", "Slot", "Step", "Telling", "Text",
    "Track", "View", "Why", "cards", "correction", "deck_from_csv", "kept_for_state", "listed", "named_by_scan",
    "number", "option", "options", "parse", "person", "pick", "plural", "read_deck", "said", "say", "told",
]  # fmt: skip
