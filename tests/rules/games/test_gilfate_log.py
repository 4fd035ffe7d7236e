"""What the log of Gilfate Fantasy says of an event: what was done with what, and what followed from it."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import gilfate_states
import pytest
from gilfate_states import begun, do, front, pay, played, seated, table

from rules.game_protocol import Event
from rules.games.gilfate.answers import Act, Happens, Respond
from rules.games.gilfate.corrections import EndRound, RemoveActive, SetBombs, SetDecks, SetHand, SetTurn
from rules.games.gilfate.deck import name_of
from rules.games.gilfate.game import GAME
from rules.games.gilfate.piles import BlankDeck
from rules.games.gilfate.play import Declare, Play, UseActive
from rules.games.gilfate.rounds import DrawBlanks, EndTurn, NoteHand, ScoreRound, ShowHand, StartRound, Tick
from rules.games.gilfate.state import State
from rules.log_line import Line
from rules.testing.random_choices import filled


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
    assert said(begun(3), Play("0b", seat=0)) == "{p0} played 0b Salt Ward; 0b Salt Ward is paid for, with no effect"


def test_a_card_says_whether_it_happened_and_what_it_did():
    turn = played(begun(3), "1")
    assert said(turn, Happens(seat=0)) == "{p0}'s 1 Turning Tide takes effect; play goes the other way round"
    cut = pay(do(turn, Respond("4a", discard="12c", seat=1)))
    assert said(cut, Happens(seat=0)) == "{p0}'s 1 Turning Tide is cancelled"
    assert said(turn, Respond("4a", discard="12c", seat=1)) == (
        "{p1} answered 1 Turning Tide with 4a Cut the Rope and discarded 12c Toll Gate; "
        "1 Turning Tide is cancelled, as things stand; {p1} pays 2 cards for it"
    )
    bury = played(seated(begun(3), 0, bombs=1), "4b")
    assert said(bury, Happens(seat=0)).endswith("the bomb is at the bottom of the blank deck; {p0} has no bomb")
    assert said(do(begun(2), Play("9b", seat=0)), DrawBlanks(5, seat=0)).endswith("9b Return to the Deep has no effect")


def test_an_effect_stopped_while_it_happens_is_said_to_be_stopped_once():
    named = do(played(begun(3), "7b"), Declare(target=1, number=5, seat=0), Happens(seat=0))
    assert said(named, Respond("0b", seat=1)) == (
        "{p1} answered 7b Called Out with 0b Salt Ward; 7b Called Out has not happened: it is cancelled"
    )


def test_what_leaves_the_table_is_named():
    state = played(front(begun(3), 1, "12c"), "5a")
    aimed = (Declare("front", uid="1.f1", seat=0), Happens(seat=0))
    assert said(state, aimed[0]) == "{p0} aims 5a Rogue Wave at 12c Toll Gate"
    assert said(state, *aimed) == "{p0}'s 5a Rogue Wave takes effect; 12c Toll Gate is no longer in front of {p1}"
    line = said(front(begun(2), 0, "7a"), RemoveActive("0.f1", seat=0, override=True))
    assert "7a Iron Nerves is no longer in front of {p0}" in line


def test_a_card_says_what_it_is_aimed_at():
    def aim(state: State, card: str, event: Event, bombs: int = 0) -> str:
        return told(played(state, card, bombs), event).text

    assert aim(begun(3), "5a", Declare("hand", target=1, seat=0)) == "{p0} aims 5a Rogue Wave at the hand of {p1}"
    search = Declare("bombs", number=4, seat=0)
    assert aim(begun(3), "8b", search) == "{p0} searches the deck of the bomb cards for a 4 with 8b Driftwood Search"
    assert aim(begun(3), "7b", Declare(target=2, number=4, seat=0)) == "{p0} aims 7b Called Out at {p2}, number 4"
    deep = Declare("0+1", seat=0)
    both = seated(begun(3), 1, bombs=1)
    assert aim(both, "9b", deep, bombs=1) == "{p0} aims 9b Return to the Deep at bombs of {p0} and {p1}"
    found = do(played(begun(3), "8b"), search, Happens(seat=0))
    line = said(found, Act(card="4b", seat=0))
    assert line == "{p0} found 4b Bury the Fuse; {p0} holds 9 cards; the attack deck is shuffled"
    back = pay(do(begun(3), Play("6b", seat=0), Declare("blank", seat=0), Respond("4a", seat=1)))
    assert said(back, Happens(seat=0)) == (
        "{p0}'s 6b Castaway's Wager is cancelled; {p0} holds 9 cards; 6b Castaway's Wager goes back to {p0}'s hand"
    )


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
    assert said(do(begun(2), EndRound(seat=0)), ShowHand(("5a",), seat=0)) == "{p0} revealed: 5a; {p0} has 3 points"
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
    assert [one.text for one in aside] == ["One card a turn, and it was played."]


def test_ordinary_english_for_one_and_for_none():
    state = do(played(begun(3), "1"), Happens(seat=0))
    assert said(state, EndTurn(1, seat=0)) == "{p0} drew 1 attack card and ended the turn"
    bomb = do(played(seated(begun(3), 0, bombs=1), "4b"), Happens(seat=0))
    key = bomb.todos[0].key
    assert said(bomb, Tick(key, seat=0)) == "{p0} has done it: the bomb is at the bottom of the blank deck"
    shield = do(front(begun(3), 0, "11b"), UseActive("0.f1", "shield", seat=0))
    assert said(shield, Happens(seat=0)).endswith("no explosion takes {p0} out in this turn")


def test_a_private_note_is_told_to_its_owner_alone():
    note = NoteHand(("5a", "2"), seat=0)
    assert said(begun(2), note, viewer=0) == "{p0} noted 5a, 2"
    assert said(begun(2), note, viewer=1) == said(begun(2), note) == "{p0} made a private note"


@pytest.mark.parametrize("seed", range(6))
def test_every_outcome_told_is_so_on_the_table_and_every_change_is_told(seed: int) -> None:
    """Along random games with corrections and people who leave: each phrase is held against the state after it."""
    rng = random.Random(seed)
    version = ("no_knockout", "knockout", "all_cards", "all_cards_knockout")[seed % 4]
    state = table(2 + seed % 4, version=version, match=3)
    for _ in range(250):
        if GAME.over(state):
            return
        event = gilfate_states.anything(state, rng)
        if rng.random() < 0.1:
            event = filled(rng.choice(GAME.choices(state, rng.randrange(state.players))), rng)
        after = do(state, event)
        line = GAME.tell(state, after, GAME.redact(state, event, None), None)
        for phrase in line.outcome:
            _is_so(state, after, phrase)
        if state.round == after.round:
            _all_told(state, after, line)
        state = after


def _is_so(before: State, after: State, phrase: str) -> None:
    whom = re.search(r"\{p(\d)\}", phrase)
    seat = int(whom[1]) if whom else 0
    player, was = after.seats[seat], before.seats[seat]
    if found := re.match(r"\{p\d\} has (no|\d+) bombs?", phrase):
        assert player.bombs == int(found[1].replace("no", "0")), phrase
    elif found := re.match(r"\{p\d\} holds (\d+) cards?", phrase):
        assert player.hand == int(found[1]), phrase
    elif found := re.match(r"(.*?) is (no longer )?in front of \{p\d\}$", phrase):
        count = [sum(name_of(one.card) == found[1] for one in of.front) for of in (was, player)]
        assert count[0] > count[1] if found[2] else count[1] > count[0], phrase
    elif found := re.match(r"(.*) goes back to \{p\d\}'s hand", phrase):
        assert player.hand == was.hand + 1, phrase
        assert len(after.discard) == len(before.discard)
    elif "is knocked out" in phrase:
        assert player.out, phrase
        assert not was.out
    elif found := re.match(r"\{p\d\} has to draw (\d+) card", phrase):
        assert after.due is not None
        assert (after.due.seat, after.due.amount) == (seat, int(found[1])), phrase
    elif found := re.match(r"round (\d+) ends", phrase):
        assert (after.phase, before.phase != "count") == ("count", True), phrase
    elif "has no effect" in phrase or "is only paid" in phrase:
        assert after.pending is None, phrase
        if before.pending is not None:
            by, card = before.pending.by, before.pending.card
            assert after.seats[by].front_ids.count(card) <= before.seats[by].front_ids.count(card), phrase


def _all_told(before: State, after: State, line: Line) -> None:
    told_of = "; ".join((line.text, *line.outcome))
    for seat, (was, player) in enumerate(zip(before.seats, after.seats, strict=True)):
        who = f"{{p{seat}}}"
        if player.bombs != was.bombs:
            assert re.search(rf"{re.escape(who)} has (no|\d+) bomb", told_of), told_of
        if player.out and not was.out:
            assert f"{who} is knocked out" in told_of
        for one in set(player.front) - set(was.front):
            if not any(old.uid == one.uid for old in was.front):
                assert f"{name_of(one.card)} is in front of {who}" in told_of, told_of
    if before.phase in ("start", "pick", "play", "end") and after.phase == "count":
        assert f"round {after.round} ends" in told_of
