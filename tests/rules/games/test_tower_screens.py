"""What the screens of Attack at the Tower show, and that nothing of a hand but its size ever leaves its owner."""

from __future__ import annotations

from dataclasses import fields

import tower_states
from log_text import line
from tower_states import attack, auto, do, side, table

from rules.game_protocol import Event
from rules.games.tower.attack import DeclareAttack, PalaceAssault
from rules.games.tower.game import GAME
from rules.games.tower.state import State
from rules.games.tower.turn import EndTurn, PlayAbility
from rules.terminal_view import render
from rules.view import Banner, Board, Checklist, Counter, Players, Reminder, Scores, Slot, Track, View


def boards(view: View) -> list[Board]:
    return [block for block in view.blocks if isinstance(block, Board)]


def banner(state: State, viewer: int | None) -> Banner:
    found = GAME.view(state, viewer).blocks[0]
    assert isinstance(found, Banner)
    return found


def slot(board: Board, start: str) -> Slot:
    return next(one for one in board.slots if one.label.startswith(start))


def test_both_boards_are_drawn_with_their_troops() -> None:
    state = table("burrows2 . lair / . . . / nest1 . .", "treecity1 . . / . . . / . . .")
    for viewer, near in ((None, 0), (0, 0), (1, 1)):
        far_board, near_board = boards(GAME.view(state, viewer))
        assert (far_board.seat, near_board.seat) == (1 - near, near)
        assert (far_board.slots[0].label, near_board.slots[-3].label) == ("Palace", "Palace")
    own = boards(GAME.view(state, 0))[1]
    assert own.columns == 3
    assert slot(own, "1a") == Slot("1a · Burrows", tokens=(Track("Trolls", 2, 2, "troop"),), suit="heavy")
    assert slot(own, "1b") == Slot("1b")
    assert slot(own, "Abilities").tokens == (Counter("Draw", 20), Counter("Gone", 0))


def test_the_palace_shows_how_many_treants_it_may_hold() -> None:
    own = boards(GAME.view(table(side("nest nest nest / lair lair lair / . . .", specials=1)), 0))[1]
    assert slot(own, "Palace").tokens == (Track("Falls at 10", 1, 1, "tower"), Track("Treants", 1, 2, "troop"))


def test_who_fights_is_marked() -> None:
    state = do(table("lair2 . . / . . . / . . .", "burrows1 . . / . . . / . . ."), DeclareAttack("1", "1", seat=0))
    far_board, near_board = boards(GAME.view(state, None))[-2:]
    assert [one.label[:2] for one in far_board.slots if one.marked] == ["1a", "1b", "1c"]
    assert [one.label[:2] for one in near_board.slots if one.marked] == ["1a", "1b", "1c"]


def test_the_pools_are_the_largest_thing_in_a_battle() -> None:
    state = attack(table("lair2 nest1 . / . . . / . . .", "burrows1 . . / . . . / . . ."))
    assert [banner(state, viewer).big for viewer in (0, 1, None)] == ["6+4", "6", "10 : 6"]
    assert banner(state, 0).tone == "act"


def test_what_people_forget_is_said_before_the_turn_ends() -> None:
    own = side("standing_stones2 . . / burrows . . / . . .", active="circle_of_counsel stone_remembers", lost=1)
    view = GAME.view(table(own, side(active="wall_of_thorns")), None)
    said = [block.text for block in view.blocks if isinstance(block, Reminder)]
    assert len(said) == 3
    assert "draws 2 cards" in said[0]
    assert "come back" in said[1]
    assert "no more attacks" in said[2]


def test_what_to_take_off_the_table_stays_until_it_is_ticked() -> None:
    state = auto(attack(table("lair2 lair2 . / . . . / . . .", "burrows1 . . / . . . / . . .")))
    (checks,) = [block for block in GAME.view(state, None).blocks if isinstance(block, Checklist)]
    assert any("Burrows on 1a and troll on 1a" in text for text, _ in checks.items)
    ready = [choice for choice in tower_states.moves(state, 1) if choice.label.startswith("Done:")]
    state = do(state, ready[0].event)
    (checks,) = [block for block in GAME.view(state, None).blocks if isinstance(block, Checklist)]
    assert [done for _, done in checks.items] == [False, True]


def test_the_match_is_on_every_screen() -> None:
    state = do(table("lair2 lair2 . / . . . / . . ."), DeclareAttack("1", "2", seat=0), PalaceAssault(seat=0))
    state = auto(do(state, tower_states.Fight(seat=0)))
    assert banner(state, None).big == "1 : 0"
    (rows,) = [block for block in GAME.view(state, 1).blocks if isinstance(block, Players)]
    assert [row.meters[0] for row in rows.rows] == [
        Track("Games won", 1, 2, "crown"),
        Track("Games won", 0, 2, "crown"),
    ]
    assert [type(block) for block in GAME.view(state, 1).blocks].count(Scores) == 1


def test_no_event_can_name_a_card_of_a_hand() -> None:
    """What is drawn and discarded is counted by its backs; a card is named when it is laid or played."""
    naming = {kind.__name__ for kind in GAME.events for one in fields(kind) if one.name in ("card", "base", "code")}
    assert naming == {"PlaceBase", "PlayAbility", "SetBase", "SetAbility"}


def test_both_seats_and_the_table_read_the_same_board_and_log() -> None:
    state = table(side("lair2 . . / . . . / . . .", hand=(4, 1)), "burrows1 . . / . . . / . . .")
    event: Event = PlayAbility("snare_of_silk", seat=0)
    after = do(state, event)
    assert len({line(GAME, after, event, viewer) for viewer in (None, 0, 1)}) == 1
    assert all(GAME.redact(after, event, viewer) is event for viewer in (None, 0, 1))
    near, far = (set(_lines(GAME.view(after, viewer))) for viewer in (0, None))
    assert near == far


def _lines(view: View) -> list[str]:
    """The screen without what is asked of its viewer."""
    text = render(View(view.title, view.blocks), lambda seat: f"P{seat}")
    return [line.lstrip("┃│ ") for line in text.splitlines()]


def test_house_rules_stand_in_the_header() -> None:
    assert GAME.view(table(burn=True), None).house_rules == ("the opening hand may be drawn again",)


def test_a_screen_of_nobody_is_the_table_screen() -> None:
    state = do(table(), EndTurn(seat=0))
    assert GAME.view(state, 7) == GAME.view(state, None)
    assert GAME.choices(state, 7) == ()
