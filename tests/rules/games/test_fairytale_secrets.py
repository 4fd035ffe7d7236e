"""No override and no correction shows what a player may still take back: who looks could undo it, and then choose."""

from __future__ import annotations

import itertools
import json

import log_text
import pytest
from fairytale_states import do, faces, laid, moves, place, seen, table

from rules import wire
from rules.event import Event, Refusal
from rules.game_protocol import reportable
from rules.games.fairytale.corrections import SetFace, SetStage
from rules.games.fairytale.game import GAME
from rules.games.fairytale.play import AskReveal, Choose, DiscardRest, NameCard, Reveal, Select, TurnOver, Unselect
from rules.games.fairytale.stages_and_draft import LogPick, NextStage, Score, ShowCards
from rules.games.fairytale.state import State, moment

SECRETS = ("homesteader", "eclipse", "hollow_oak")
"""What Ana and Ben placed, and what Ben noted; Chi has placed nothing and wants to know."""


def half_placed() -> tuple[State, list[Event]]:
    """Ana and Ben have placed, Chi has not."""
    events: list[Event] = [
        NextStage(2),
        LogPick(("hollow_oak",), seat=1),
        Select("homesteader", uid="0.1", seat=0),
        Select("eclipse", uid="1.1", seat=1),
    ]
    return do(table(3), *events), events


def told_to(state: State, viewer: int, events: list[Event]) -> str:
    """All that goes out to one phone: its screen, its choices, what the log tells, and what events it is given."""
    parts = [wire.encode(GAME.view(state, viewer)), wire.encode(GAME.score(state))]
    parts += [log_text.line(GAME, state, event, viewer) for event in events]
    parts += [wire.event_to_json(GAME.redact(state, event, viewer)) for event in events]
    parts += [str(notice) for notice in state.notices if notice.to in (None, viewer)]
    return json.dumps(parts)


def names_no_secret(state: State, viewer: int, events: list[Event], *secrets: str) -> bool:
    text = told_to(state, viewer, events).lower().replace(" ", "_")
    return not any(secret in text for secret in secrets)


BY_HAND: tuple[Event, ...] = (
    AskReveal(seat=2, override=True),
    NextStage(seat=2, override=True),
    DiscardRest(seat=2, override=True),
    SetStage(9, seat=2, override=True),
    SetStage(8, 3, seat=2, override=True),
    Score(seat=2, override=True),
    Choose("flip:*", seat=2, override=True),
    NameCard("0.1", "homesteader", seat=2, override=True),
    SetFace("0.1", True, seat=2, override=True),
)
"""What one seat can send without the others: every override and correction that may turn or end something."""


def test_an_early_reveal_shows_nothing_until_those_who_placed_a_card_turn_it_over() -> None:
    state, events = half_placed()
    reveal = AskReveal(seat=2, override=True)
    asked = do(state, reveal)
    assert names_no_secret(asked, 2, [*events, reveal], *SECRETS)
    assert [p.key for p in GAME.view(asked, 0).prompts] == ["turn"]
    assert [c.label for c in moves(asked, 1) if c.prompt == "turn"] == ["Turn my card over"]
    one = do(asked, TurnOver(seat=0))
    assert names_no_secret(one, 2, [*events, reveal], *SECRETS)
    both = do(one, TurnOver(seat=1))
    assert [faces(both, seat) for seat in range(3)] == ["-homesteader", "-eclipse", ""]
    assert (both.played, moment(both)) == (1, "select")


def test_whoever_reveals_early_turns_only_the_own_card_over() -> None:
    state, events = half_placed()
    asked = do(state, AskReveal(seat=0, override=True))
    assert asked.opening == (1,)
    assert names_no_secret(asked, 2, events, *SECRETS)
    alone = do(table(3), NextStage(2), Select("moss_keeper", seat=0), AskReveal(seat=0, override=True))
    assert (faces(alone, 0), alone.played) == ("moss_keeper", 1)


def test_a_card_taken_back_calls_an_early_reveal_off_and_a_late_one_completes_it() -> None:
    asked = do(half_placed()[0], AskReveal(seat=2, override=True))
    back = do(asked, Unselect(seat=0))
    assert (back.opening, [one is not None for one in back.placed]) == ((), [False, True, False])
    late = do(asked, Select("moss_keeper", seat=2))
    assert [len(own) for own in late.tableaus] == [1, 1, 1]
    with pytest.raises(Refusal, match="asked already"):
        do(asked, AskReveal(seat=2, override=True))
    assert do(asked, AskReveal(seat=1, override=True)).opening == (0,)


def test_a_placed_card_scanned_again_is_turned_over_once_that_is_asked() -> None:
    code = str(seen("homesteader"))
    state = do(table(2), NextStage(2), Select("homesteader", code, seat=0), AskReveal(seat=1, override=True))
    reading = GAME.scan(state, 0, [seen("homesteader")])
    assert reading.submit == TurnOver(seat=0)


def test_nothing_sent_in_any_order_shows_a_card_that_can_still_be_taken_back() -> None:
    """Every three of Chi's overrides and corrections, one after the other, with a look after each."""
    start, before = half_placed()
    for order in itertools.permutations(BY_HAND, 3):
        state, events = start, list(before)
        for event in order:
            text = ""
            try:
                state = GAME.apply(state, event)
                events.append(event)
            except Refusal as refusal:
                text = refusal.text.lower()
            assert not any(secret.replace("_", " ") in text for secret in SECRETS)
            assert names_no_secret(state, 2, events, *SECRETS), order


def test_an_end_reached_by_hand_shows_no_face_down_card() -> None:
    """Going to the points, looking, and taking it back tells nobody what lies face down, or what was picked."""
    for counted in (False, True):
        state = laid("homesteader", "moss_keeper -eclipse", stage=4, count_face_down=counted)
        pick: Event = LogPick(("hollow_oak",), seat=1)
        over = do(state, pick, SetStage(9, seat=0, override=True), Score(seat=0))
        assert over.over
        assert names_no_secret(over, 0, [pick], "eclipse", "hollow_oak")
        assert "Eclipse" in str(GAME.view(over, 1))
        shown = do(over, next(c.event for c in moves(over, 1) if isinstance(c.event, ShowCards)))
        assert "Eclipse" in str(GAME.view(shown, 0))


def test_a_card_to_be_counted_face_down_is_shown_by_its_owner() -> None:
    state = laid("homesteader -homesteader", "moss_keeper", stage=4, count_face_down=True)
    by_hand = do(state, SetStage(9, override=True))
    assert GAME.score(by_hand).seats[0].total == 1
    assert [notice.code for notice in do(by_hand, Score(seat=1)).notices] == ["not_shown"]
    assert GAME.score(do(by_hand, ShowCards(seat=0))).seats[0].total == 2


def test_a_game_played_to_its_end_shows_everything() -> None:
    state = laid("homesteader", "moss_keeper -eclipse", stage=8, played=2)
    early = do(state, SetStage(8, 0, override=True))
    assert early.cut_short
    for _ in range(3):
        early = place(early, None, None)
        for seat in range(2):
            early = do(early, NameCard(early.tableaus[seat][-1].uid, "hearth_fiddler", seat=seat, override=True))
    over = do(early, NextStage(9), Score(seat=0))
    assert "Eclipse" in str(GAME.view(over, 0))
    assert GAME.redact(over, Select("eclipse", uid="1.2", seat=1), 0) == Select("eclipse", uid="1.2", seat=1)


def test_a_table_that_begins_in_the_middle_ends_like_any_other() -> None:
    assert not do(table(2), SetStage(7)).cut_short


def test_kept_tables_that_revealed_early_go_on_and_nobody_reveals_so_any_more() -> None:
    """From before anybody was asked: the event does what it did, and no phone may send it."""
    revealed = do(half_placed()[0], Reveal(seat=0, override=True))
    assert [len(own) for own in revealed.tableaus] == [1, 1, 0]
    assert Reveal in GAME.events
    assert Reveal not in reportable(GAME)
