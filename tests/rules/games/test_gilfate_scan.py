"""What a scan means at a Gilfate Fantasy table: the phase and the seat decide (docs/table.md, Scanning)."""

from __future__ import annotations

import random

import gilfate_states
from gilfate_states import begun, do, front, played, seated, seen, table

from rules.game_protocol import Reading
from rules.games.gilfate.answers import Act, Happens, Respond
from rules.games.gilfate.corrections import (
    Activate,
    DrawBomb,
    EndRound,
    Explosion,
    PaidInPart,
    RemoveActive,
    SetBombs,
)
from rules.games.gilfate.game import GAME
from rules.games.gilfate.play import Declare, Play, UseActive
from rules.games.gilfate.rounds import DrawBlanks, Gone, NoteHand, ShowHand
from rules.games.gilfate.state import State
from rules.testing.random_choices import filled
from rules.values.code import CardCode


def scan(state: State, seat: int, *cards: str) -> Reading:
    return GAME.scan(state, seat, [seen(*_named(card)) for card in cards])


def _named(word: str) -> tuple[str, int]:
    card, _, copy = word.partition("/")
    return card, int(copy or 1)


def named(reading: Reading) -> list[str]:
    return [one.name for one in reading.missing]


def problems(reading: Reading) -> list[str]:
    return [problem.code for problem in reading.problems]


def test_the_active_player_scans_a_card_to_play_it():
    assert scan(begun(2), 0, "5a").submit == Play("5a", str(seen("5a")), seat=0)


def test_in_the_first_lap_a_high_card_is_only_paid():
    assert scan(begun(2, turn=1), 0, "12a").submit == Play("12a", str(seen("12a")), True, seat=0)


def test_somebody_elses_card_in_my_turn_is_noted_and_the_rest_is_explained():
    reading = scan(begun(2), 1, "5a")
    assert [choice.event for choice in reading.choices] == [NoteHand(("5a",), (str(seen("5a")),), seat=1)]
    noted = do(begun(2), NoteHand(("5a",), (str(seen("5a")),), seat=1))
    assert problems(scan(noted, 1, "5a")) == ["noted"]
    assert problems(scan(table(2), 0, "5a")) == ["phase"]
    assert problems(scan(begun(2), 0, "5a", "bomb")) == ["mixed"]
    assert problems(scan(begun(2), 0, "setup_2")) == ["setup_card"]
    assert problems(GAME.scan(begun(2), 0, [])) == ["no_card"]
    assert problems(GAME.scan(begun(2), 0, [CardCode("FT", "001", 1, "A")])) == ["other_game"]
    assert problems(GAME.scan(begun(2), 0, [CardCode("GF", "ZZZ", 1, "A")])) == ["unknown_card"]


def test_a_photo_of_the_hand_is_noted_for_its_owner_alone():
    state = seated(begun(2), 1, hand=3)
    reading = scan(state, 1, "5a", "5a/2", "9b")
    codes = tuple(str(seen(*_named(word))) for word in ("5a", "5a/2", "9b"))
    assert reading.submit == NoteHand(("5a", "5a/2", "9b"), codes, True, seat=1)
    short = scan(begun(2), 1, "5a", "9b")
    assert (short.submit, problems(short), len(short.choices)) == (None, ["hand_count"], 2)
    assert (short.of, named(short)) == (begun(2).seats[1].hand, [])
    noted = do(state, NoteHand(("5a", "5a/2", "9b"), codes, True, seat=1))
    less = scan(noted, 1, "5a", "9b")
    assert (less.of, named(less)) == (3, ["Rogue Wave"]), "what the own phone noted and this look does not show"
    others = scan(seated(noted, 0, hand=3), 0, "6a", "9a")
    assert (others.of, named(others)) == (3, []), "nobody else's hand is named"


def test_looks_that_follow_each_other_make_up_the_hand():
    state = seated(begun(2), 1, hand=4)
    state = do(state, NoteHand(("5a",), (str(seen("5a")),), seat=1))
    two = scan(state, 1, "5a/2", "9b")
    assert (two.submit, named(two), two.of) == (None, ["Rogue Wave"], 4)
    assert [one.code for one in two.missing] == [str(seen("5a"))], "the copy that was noted, not the one in sight"
    three = scan(state, 1, "5a/2", "9b", "6a")
    held = ("5a", "5a/2", "9b", "6a")
    assert isinstance(three.submit, NoteHand)
    noted = do(state, three.submit).seats[1]
    assert sorted(one.code for one in noted.notes) == sorted(str(seen(*_named(word))) for word in held)
    assert (three.missing, three.of) == ((), 3)
    again = scan(do(state, three.submit), 1, "9b", "6a")
    assert (again.submit, named(again), again.of) == (None, ["Rogue Wave", "Rogue Wave"], 4), "known already"


def test_notes_that_cannot_be_the_hand_any_more_are_not_held_against_a_look():
    state = do(seated(begun(2), 1, hand=2), NoteHand(("5a",), (str(seen("5a")),), seat=1))
    other = scan(state, 1, "9b", "6a")
    assert isinstance(other.submit, NoteHand)
    assert len(other.submit.cards) == 2
    state = seated(do(state, NoteHand(("5a", "4a"), (), seat=1)), 1, hand=3)
    for cards in (("9b", "6a"), ("9b", "6a", "3", "2")):
        assert named(scan(state, 1, *cards)) == []


def test_a_card_noted_without_its_code_is_known_by_its_kind():
    state = do(seated(begun(2), 1, hand=3), NoteHand(("5a", "9b"), (), seat=1))
    whole = scan(state, 1, "5a", "6a")
    assert isinstance(whole.submit, NoteHand)
    held = do(state, whole.submit).seats[1].notes
    assert sorted(one.card for one in held) == ["5a", "6a", "9b"]


def test_a_card_only_noted_stays_missing_where_the_hand_is_laid_open():
    state = seated(begun(2), 1, hand=2)
    state = do(state, NoteHand(("5a", "9b"), (str(seen("5a")), str(seen("9b"))), seat=1))
    one = scan(do(state, EndRound(seat=0)), 1, "5a")
    assert (problems(one), named(one), one.of) == (["hand_count"], ["Return to the Deep"], 2)
    assert one.missing[0].code == "", "a camera that logged it as noted has not laid it open"


def test_a_photo_of_the_drawn_cards_pays():
    state = do(begun(2), Play("5a", seat=0))
    assert scan(state, 0, "blank", "blank/2", "bomb").submit == DrawBlanks(3, 1, seat=0)
    alone = scan(state, 0, "bomb")
    assert [choice.event for choice in alone.choices] == [DrawBlanks(3, 1, seat=0)]
    other = scan(state, 1, "bomb")
    assert [choice.event for choice in other.choices] == [DrawBomb(1, seat=1, override=True)]
    boom = scan(state, 1, "explosion")
    assert [choice.event for choice in boom.choices] == [Explosion(seat=1, override=True)]
    assert problems(scan(begun(2), 0, "blank")) == ["not_now"]


def test_a_quick_card_answers_when_it_may():
    state = do(played(begun(3), "2"), Declare(target=1, seat=0))
    assert scan(state, 1, "0b").submit == Respond("0b", str(seen("0b")), seat=1)
    assert scan(state, 2, "0b").submit is None


def test_what_was_asked_about_is_answered_by_a_scan():
    called = do(played(begun(2), "7b"), Declare(target=1, number=5, seat=0), Happens(seat=0))
    assert scan(called, 1, "5b").submit == Act(card="5b", code=str(seen("5b")), seat=1)
    assert scan(called, 1, "6b").submit is None
    lost = do(begun(2), NoteHand(("5a",), seat=1))
    lost = do(played(lost, "2"), Declare(target=1, seat=0), Happens(seat=0))
    assert Gone("5a", seat=1) in [choice.event for choice in scan(lost, 1, "5a").choices]


def test_a_card_in_front_scanned_again_is_used_aimed_at_or_gone():
    state = do(begun(2), Activate("10c", str(seen("10c")), seat=0))
    uid = state.seats[0].front[0].uid
    events = [choice.event for choice in scan(state, 0, "10c").choices]
    assert UseActive(uid, "look", seat=0) in events
    assert RemoveActive(uid, seat=0, override=True) in events
    wave = played(do(begun(2), Activate("12c", str(seen("12c")), seat=1)), "5a")
    target = wave.seats[1].front[0].uid
    events = [choice.event for choice in scan(wave, 0, "12c").choices]
    assert Declare("front", uid=target, seat=0) in events


def test_at_the_end_a_photo_lays_the_hand_open():
    state = do(seated(begun(2), 0, hand=2), EndRound(seat=0))
    reading = scan(state, 0, "5a", "6a")
    assert reading.submit == ShowHand(("5a", "6a"), (str(seen("5a")), str(seen("6a"))), seat=0)
    assert problems(scan(state, 0, "5a")) == ["hand_count"]
    counting = table(2, "score")
    assert scan(counting, 0, "bomb", "bomb/2").submit == SetBombs(2, seat=0)
    both = scan(counting, 0, "5a", "9b", "bomb")
    assert [type(choice.event) for choice in both.choices] == [ShowHand, SetBombs]
    laid = scan(counting, 0, "12a")
    assert [type(choice.event) for choice in laid.choices] == [ShowHand, Activate, PaidInPart]
    part = scan(counting, 0, "9b")
    assert part.submit == ShowHand(("9b",), (str(seen("9b")),), seat=0)
    assert part.choices[-1].fill(paid=3) == PaidInPart("9b", 3, seat=0)


def test_whatever_a_scan_offers_is_accepted():
    rng = random.Random()
    seed = rng.randrange(10**6)
    rng.seed(seed)
    cards = [card.id for card in gilfate_states.DECK.cards if card["kind"] != "setup"]
    state = front(begun(3, version="knockout"), 0, "10b", "11a")
    for _ in range(150):
        if GAME.over(state):
            break
        seat = rng.randrange(3)
        reading = scan(state, seat, *rng.sample(cards, rng.choice([1, 1, 2, 4])))
        for choice in reading.choices:
            GAME.apply(state, filled(choice, rng))
        if reading.submit is not None:
            GAME.apply(state, reading.submit)
        assert reading.submit or reading.choices or reading.problems, seed
        state = GAME.apply(state, gilfate_states.anything(state, rng))
