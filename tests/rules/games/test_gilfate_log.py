"""What the log of Gilfate Fantasy says of an event: what was done with what, and what followed from it."""

from __future__ import annotations

from dataclasses import replace

from gilfate_states import begun, do, front, pay, played, seated, table

from rules.game_protocol import Event
from rules.games.gilfate.answers import Act, Happens, Respond
from rules.games.gilfate.corrections import EndRound, RemoveActive, SetBombs, SetDecks, SetHand, SetTurn
from rules.games.gilfate.game import GAME
from rules.games.gilfate.piles import BlankDeck
from rules.games.gilfate.play import Declare, Play, UseActive
from rules.games.gilfate.rounds import DrawBlanks, EndTurn, NoteHand, ScoreRound, ShowHand, StartRound, Tick
from rules.games.gilfate.state import State
from rules.log_line import Line


def told(state: State, *events: Event, viewer: int | None = None) -> Line:
    """The line of the last of these events."""
    *first, last = events
    before = do(state, *first)
    return GAME.tell(before, do(before, last), GAME.redact(before, last, viewer), viewer)


def said(state: State, *events: Event, viewer: int | None = None) -> str:
    line = told(state, *events, viewer=viewer)
    return "; ".join((line.text, *line.outcome))


def test_paying_says_for_what_and_what_came():
    state = do(begun(3), Play("5a", seat=0))
    assert said(state, DrawBlanks(3, 2, seat=0)) == "{p0} drew 3 for 5a Rogue Wave: 2 bombs; {p0} has 2 bombs"
    cheap = front(begun(3), 0, "12a")
    assert said(cheap, Play("5a", seat=0)) == "{p0} played 5a Rogue Wave; it costs 1, by 12a"
    assert said(begun(3), Play("0b", seat=0)) == "{p0} played 0b Salt Ward; 0b Salt Ward is only paid"


def test_a_card_says_whether_it_happened_and_what_it_did():
    turn = played(begun(3), "1")
    assert said(turn, Happens(seat=0)) == "{p0}'s 1 Turning Tide happens; play goes the other way round"
    cut = pay(do(turn, Respond("4a", discard="12c", seat=1)))
    assert said(cut, Happens(seat=0)) == "{p0}'s 1 Turning Tide is cancelled"
    assert said(turn, Respond("4a", discard="12c", seat=1)) == (
        "{p1} answered 1 Turning Tide with 4a Cut the Rope and discarded 12c Toll Gate; "
        "1 Turning Tide is cancelled, as things stand; {p1} pays 2 cards for it"
    )
    bury = played(seated(begun(3), 0, bombs=1), "4b")
    assert said(bury, Happens(seat=0)).endswith("the bomb lies at the bottom of the blank deck; {p0} has no bomb")
    assert said(do(begun(2), Play("9b", seat=0)), DrawBlanks(5, seat=0)).endswith("9b Return to the Deep has no effect")


def test_what_leaves_the_table_is_named():
    state = played(front(begun(3), 1, "12c"), "5a")
    aimed = (Declare("front", uid="1.f1", seat=0), Happens(seat=0))
    assert said(state, aimed[0]) == "{p0} aims 5a Rogue Wave at 12c Toll Gate"
    assert said(state, *aimed) == "{p0}'s 5a Rogue Wave happens; 12c Toll Gate lies in front of {p1} no more"
    line = said(front(begun(2), 0, "7a"), RemoveActive("0.f1", seat=0, override=True))
    assert "7a Iron Nerves lies in front of {p0} no more" in line


def test_a_draw_passed_on_says_who_has_to_draw():
    state = do(played(begun(3), "6a"), Happens(seat=0))
    tails = Act("tails", target=1, seat=0)
    assert said(state, tails) == "{p0} tossed tails for 6a Coin of Fate; {p1} has to draw 5 cards"
    state = do(state, tails)
    assert (
        said(state, Respond("0a", seat=1)) == "{p1} passed the draw on with 0a Pass the Peril; {p2} has to draw 6 cards"
    )
    state = do(state, Respond("0a", seat=1))
    assert said(state, Respond("0b", seat=2)) == (
        "{p2} answered 0a Pass the Peril with 0b Salt Ward; {p1} has to draw 5 cards"
    )


def test_knockouts_and_the_end_of_a_round_are_said():
    state = do(seated(begun(2, version="knockout"), 0, bombs=2), Play("1", seat=0))
    line = told(state, DrawBlanks(1, 1, seat=0))
    assert line.outcome == (
        "{p0} has 3 bombs, 3 are too many",
        "{p0} is knocked out",
        "1 Turning Tide has no effect",
        "round 1 ends: one player is left",
    )
    scored = do(state, DrawBlanks(1, 1, seat=0))
    assert "a survival point for {p1}" in said(scored, ScoreRound(seat=0))
    short = replace(begun(2), blank=BlankDeck(2, 56))
    line = said(do(short, Play("5a", seat=0)), DrawBlanks(2, seat=0))
    assert line.endswith("5a Rogue Wave is paid in part, with 2 cards; the blank deck is empty")


def test_points_are_said_as_they_are_counted():
    state = do(begun(2), EndRound(seat=0), ShowHand(("5a",), seat=0))
    assert said(do(begun(2), EndRound(seat=0)), ShowHand(("5a",), seat=0)) == "{p0} laid open: 5a; {p0} has 3 points"
    state = do(state, ShowHand(seat=1))
    assert said(state, ScoreRound(seat=0)) == "The points of the round stand; the points: {p0} 3 and {p1} 0; {p1} wins"


def test_a_correction_says_the_old_and_the_new_value():
    state = begun(3)
    assert told(state, SetBombs(2, seat=1)).text == "{p1} by hand: bombs 0 → 2"
    assert told(state, SetHand(4, seat=2)).text == "{p2} by hand: cards in the hand 9 → 4"
    assert told(state, SetDecks(30, 6, 0, 21, seat=0)).text == "By hand: cards in the blank deck 56 → 30"
    assert told(state, SetTurn(2, 7, 1, seat=0)).text == (
        "By hand: turn 7 of round 1, {p2}'s; it was turn 4 of round 1, {p0}'s"
    )


def test_lines_stand_under_their_turn_and_cite_their_rule():
    state = begun(3)
    assert told(state, Play("1", seat=0)).turn == "Turn 4 · {p0}"
    assert told(begun(2, match=3), Play("1", seat=0)).turn == "Round 1, turn 3 · {p0}"
    assert told(table(2), StartRound(0)).turn == "Round 1 begins"
    why = told(state, Play("1", seat=0)).why
    assert why is not None
    assert "Player turn" in why.source
    aside = told(do(played(state, "1"), Happens(seat=0)), Play("1", seat=0, override=True)).set_aside
    assert [one.text for one in aside] == ["Overridden: One card a turn, and it was played."]


def test_ordinary_english_for_one_and_for_none():
    state = do(played(begun(3), "1"), Happens(seat=0))
    assert said(state, EndTurn(1, seat=0)) == "{p0} drew 1 attack card and ended the turn"
    bomb = do(played(seated(begun(3), 0, bombs=1), "4b"), Happens(seat=0))
    key = bomb.todos[0].key
    assert said(bomb, Tick(key, seat=0)) == "{p0} has done it: the bomb lies at the bottom of the blank deck"
    shield = do(front(begun(3), 0, "11b"), UseActive("0.f1", "shield", seat=0))
    assert said(shield, Happens(seat=0)).endswith("no explosion takes {p0} out in this turn")


def test_a_private_note_is_told_to_its_owner_alone():
    note = NoteHand(("5a", "2"), seat=0)
    assert said(begun(2), note, viewer=0) == "{p0} noted 5a, 2"
    assert said(begun(2), note, viewer=1) == said(begun(2), note) == "{p0} made a private note"
