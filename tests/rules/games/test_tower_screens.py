"""What the screens of Attack at the Tower show, and that nothing of a hand but its size ever leaves its owner."""

from __future__ import annotations

from dataclasses import fields, replace

import tower_states
from log_text import line
from tower_states import attack, auto, do, side, table

from rules.game_protocol import Event
from rules.games.tower import setup_and_renewing
from rules.games.tower.attack import DeclareAttack, PalaceAssault
from rules.games.tower.game import GAME
from rules.games.tower.state import State
from rules.games.tower.turn import EndTurn, PlayAbility
from rules.terminal_view import render
from rules.view import Banner, Board, CardRow, Counter, Players, Reminder, Scores, Slot, Track, View


def boards(view: View) -> list[Board]:
    return [block for block in view.blocks if isinstance(block, Board)]


def banner(state: State, viewer: int | None) -> Banner:
    found = GAME.view(state, viewer).blocks[0]
    assert isinstance(found, Banner)
    return found


def figure(token: object) -> int:
    """The number a token stands for."""
    return token.filled if isinstance(token, Track) else token.value if isinstance(token, Counter) else -1


def slot(board: Board, start: str) -> Slot:
    return next(one for one in board.slots if one.label.startswith(start))


def test_whoever_lays_bases_is_not_asked_meanwhile_who_begins() -> None:
    state = replace(table(replace(side(hand=(0, 2)), done=False), side(hand=(0, 0))), phase="setup", active=None)
    asked = [[one.key for one in GAME.view(state, seat).prompts] for seat in (0, 1)]
    assert asked == [[], [setup_and_renewing.STARTER_PROMPT]]


def test_both_boards_are_drawn_with_their_troops() -> None:
    state = table("burrows2 . lair / . . . / nest1 . .", "treecity1 . . / . . . / . . .")
    for viewer, near in ((None, 0), (0, 0), (1, 1)):
        far_board, near_board = boards(GAME.view(state, viewer))
        assert (far_board.seat, near_board.seat) == (1 - near, near)
        assert (far_board.slots[0].label, near_board.slots[-3].label) == ("Palace", "Palace")
    own = boards(GAME.view(state, 0))[1]
    assert own.columns == 3
    burrows, empty, _ = slot(own, "Territory 1").cards
    assert (burrows.name, burrows.suit, burrows.value) == ("Burrows", "heavy", "1a")
    assert [(one.label, one.spot and figure(one)) for one in burrows.tokens] == [("Trolls", 2)]
    assert (empty.name, empty.tokens) == ("1b", ())
    assert [(one.label, figure(one)) for one in slot(own, "Abilities").tokens] == [("Pile", 20), ("Hand", 3)]


def test_a_territory_says_what_it_strikes_for() -> None:
    """The active player's attack with troops; the other defends with bases too, and artillery does not defend."""
    state = table("burrows2 . lair1 / . . . / nest1 . .", "treecity1 nest2 . / . . . / lair . .")
    other, own = boards(GAME.view(state, 0))
    assert [figure(slot(own, f"Territory {n}").tokens[0]) for n in (1, 2, 3)] == [7, 0, 4]
    assert [figure(slot(other, f"Territory {n}").tokens[0]) for n in (1, 2, 3)] == [9, 0, 4]


def test_everything_drawn_on_a_board_has_a_spot_of_its_own() -> None:
    state = table("burrows2 . lair1 / . . . / nest1 . .", "treecity1 nest2 . / . . . / lair . .")
    drawn = [
        one
        for board in boards(GAME.view(state, 0))
        for each in board.slots
        for one in (each, *each.tokens, *each.cards, *(token for card in each.cards for token in card.tokens))
    ]
    named = [one.spot for one in drawn if getattr(one, "label", "") not in ("Attack", "Defence", "Falls at 10", "Pile")]
    assert all(named)
    assert len(set(named)) == len(named)


def test_the_palace_shows_how_many_treants_it_may_hold() -> None:
    own = boards(GAME.view(table(side("nest nest nest / lair lair lair / . . .", specials=1)), 0))[1]
    tokens = [one for one in slot(own, "Palace").tokens if isinstance(one, Track)]
    assert [(one.label, one.filled, one.places) for one in tokens] == [("Falls at 10", 1, 1), ("Treants", 1, 2)]


def test_who_fights_is_marked() -> None:
    state = do(table("lair2 . . / . . . / . . .", "burrows1 . . / . . . / . . ."), DeclareAttack("1", "1", seat=0))
    far_board, near_board = boards(GAME.view(state, None))[-2:]
    assert [one.label for one in far_board.slots if one.marked] == ["Territory 1"]
    assert [one.label for one in near_board.slots if one.marked] == ["Territory 1"]


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


def test_what_to_take_off_the_table_is_said_until_the_next_attack() -> None:
    state = auto(attack(table("lair2 lair2 . / . . . / . . .", "burrows1 . . / . . . / . . .")))
    said = [block.text for block in GAME.view(state, None).blocks if isinstance(block, Reminder)]
    assert any("Burrows on 1a and troll on 1a" in text for text in said)
    state = do(state, DeclareAttack("1", "2", seat=0))
    assert not [block for block in GAME.view(state, None).blocks if isinstance(block, Reminder)]


def test_the_match_is_on_every_screen() -> None:
    state = do(table("lair2 lair2 . / . . . / . . ."), DeclareAttack("1", "2", seat=0), PalaceAssault(seat=0))
    state = auto(do(state, tower_states.Fight(seat=0)))
    assert banner(state, None).big == "1 : 0"
    (rows,) = [block for block in GAME.view(state, 1).blocks if isinstance(block, Players)]
    assert [figure(row.meters[0]) for row in rows.rows] == [1, 0]
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
    # What comes first says to each what they can do, and what may be in a hand is read by its own phone alone.
    near, far = (
        set(_lines(replace(seen, blocks=tuple(one for one in seen.blocks[1:] if not isinstance(one, CardRow)))))
        for seen in (GAME.view(after, 0), GAME.view(after, None))
    )
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
