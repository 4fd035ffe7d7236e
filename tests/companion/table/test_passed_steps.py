"""Steps nobody decides pass by themselves, and one tap takes a decision back with them."""

from __future__ import annotations

from typing import Any

import pytest
from duel_game import Drew, DuelGames, Ended, HeartsSet
from memory_store import MemoryStore

from companion.errors import NotYours
from companion.storage.store_protocol import Store
from companion.table.tables import Tables
from rules.game_protocol import Refusal


class Duel:
    """Two people at the duel."""

    def __init__(self, store: Store | None = None) -> None:
        self.tables = Tables(store or MemoryStore(), games=DuelGames())
        opened = self.tables.open("duel")
        self.code, self.host = opened.code, opened.host_token
        self.tokens = [self.tables.join(self.code, name=name).token for name in ("Ana", "Ben")]
        self.tables.begin(self.code, [self.host])
        self.sent = 0

    def send(self, seat: int, event: Any, **more: Any) -> Any:
        self.sent += 1
        return self.tables.submit(self.code, [self.tokens[seat]], id=f"e{self.sent}", event=event, **more)

    def undo(self, seat: int = 0, **more: Any) -> int:
        self.sent += 1
        return self.tables.undo(self.code, [self.tokens[seat]], id=f"u{self.sent}", **more)

    def change(self, seat: int, spot: str, by: int, id: str = "") -> Any:
        self.sent += 1
        return self.tables.change_number(self.code, [self.tokens[seat]], id=id or f"n{self.sent}", spot=spot, by=by)

    @property
    def state(self) -> Any:
        return self.tables.live(self.code).table.state

    def told(self) -> list[str]:
        return [line.text for line in reversed(self.tables.look(self.code, [self.tokens[0]]).log)]


def test_a_step_nobody_decides_is_an_entry_of_its_own():
    duel = Duel()
    duel.send(0, Ended(seat=0))
    assert duel.told()[-2:] == ["Ana ends the turn", "Ben draws a card"]
    assert duel.state.drawn
    last = duel.tables.look(duel.code, [duel.tokens[0]]).log[0]
    assert last.automatic
    assert last.by is None


def test_a_program_that_sends_a_passed_step_is_answered_that_it_is_done():
    duel = Duel()
    rev = duel.send(0, Ended(seat=0)).rev
    assert duel.send(1, Drew(seat=1)).rev == rev
    assert duel.state.hand == (3, 4)
    with pytest.raises(Refusal):
        duel.send(0, Drew(seat=0))  # it was Ben's card that passed by itself, not Ana's


def test_one_tap_takes_the_decision_back_with_what_passed_after_it():
    duel = Duel()
    duel.send(0, Ended(seat=0))
    assert duel.tables.look(duel.code, [duel.tokens[0]]).last.text == "Ana ends the turn"
    duel.undo()
    assert (duel.state.active, duel.state.hand) == (0, (3, 3))
    assert duel.told()[-1].startswith("Everything from entry")


def test_after_an_undo_nothing_passes_until_somebody_acts():
    duel = Duel()
    duel.send(0, Ended(seat=0))
    drew = duel.tables.look(duel.code, [duel.tokens[0]]).log[0].rev
    duel.undo(target=drew)
    assert not duel.state.drawn
    duel.send(1, Drew(seat=1))
    assert duel.state.hand == (3, 4)


def test_naming_the_last_decision_takes_what_passed_along_too():
    duel = Duel()
    rev = duel.send(0, Ended(seat=0)).rev
    duel.undo(target=rev - 1)
    assert (duel.state.active, duel.state.hand) == (0, (3, 3))


def test_a_table_that_wants_to_be_asked_is_asked():
    duel = Duel()
    duel.tables.set_help(duel.code, [duel.host], level="remind")
    duel.send(0, Ended(seat=0))
    assert not duel.state.drawn
    duel.send(1, Drew(seat=1))
    assert duel.state.drawn


def test_a_table_that_only_counts_is_asked_nothing():
    duel = Duel()
    duel.tables.set_help(duel.code, [duel.host], level="count")
    look = duel.tables.look(duel.code, [duel.tokens[0]])
    assert [c.label for c in look.choices] == ["End turn", "Hearts of seat 1", "Hearts of seat 2"]
    assert look.view is not None
    assert not look.view.prompts
    assert look.help == "count"


def test_only_the_host_says_how_much_help_there_is():
    duel = Duel()
    with pytest.raises(NotYours):
        duel.tables.set_help(duel.code, [duel.tokens[1]], level="count")
    with pytest.raises(Refusal, match="level: expected one of resolve, remind, count"):
        duel.tables.set_help(duel.code, [duel.host], level="everything")


def test_a_table_opens_again_as_it_was():
    store = MemoryStore()
    duel = Duel(store)
    duel.tables.set_help(duel.code, [duel.host], level="remind")
    duel.tables.set_help(duel.code, [duel.host], level="resolve")
    duel.send(0, Ended(seat=0))
    before = duel.tables.live(duel.code)
    again = Tables(store, games=DuelGames()).live(duel.code)
    assert again.table == before.table
    assert [e.automatic for e in again.log.entries] == [e.automatic for e in before.log.entries]


def test_a_sender_cannot_pass_for_the_table():
    duel = Duel()
    with pytest.raises(Refusal, match="id: expected a UUID"):
        duel.tables.submit(duel.code, [duel.tokens[0]], id="auto-1", event=Ended(seat=0))


def test_a_fault_in_the_next_step_costs_nobody_their_turn(monkeypatch):
    duel = Duel()
    live = duel.tables.live(duel.code)
    monkeypatch.setattr(type(live.game), "next_step", lambda *_: 1 // 0)
    duel.send(0, Ended(seat=0))
    assert (duel.state.active, duel.state.drawn) == (1, False)


def test_two_who_take_one_each_have_taken_two():
    duel = Duel()
    duel.change(0, "hearts:1", -1)
    duel.change(1, "hearts:1", -1)
    assert duel.state.hearts == (9, 7)


def test_ten_quick_taps_sent_as_one_are_one_entry():
    duel = Duel()
    before = duel.tables.live(duel.code).log.rev
    assert duel.change(1, "hearts:0", 10).rev == before + 1
    assert duel.state.hearts == (19, 9)


def test_a_number_goes_as_far_as_it_goes():
    duel = Duel()
    duel.change(0, "hearts:0", 40)
    assert duel.state.hearts[0] == 20
    with pytest.raises(Refusal, match="Hearts: 20 is as far as it goes"):
        duel.change(0, "hearts:0", 1)


def test_the_same_touch_sent_twice_counts_once():
    duel = Duel()
    first = duel.change(0, "hearts:1", -2, id="touch")
    assert duel.change(0, "hearts:1", -2, id="touch").rev == first.rev
    assert duel.state.hearts == (9, 7)


@pytest.mark.parametrize("by", [0, 5000, True, "1"])
def test_a_difference_is_a_whole_number(by):
    duel = Duel()
    with pytest.raises(Refusal, match="by: expected a whole number"):
        duel.change(0, "hearts:1", by)


def test_a_number_that_is_not_there_is_not_changed():
    duel = Duel()
    with pytest.raises(Refusal, match="not on the board any more"):
        duel.change(0, "hearts:7", 1)


def test_a_correction_is_told_with_what_it_was():
    duel = Duel()
    duel.change(0, "hearts:1", -2)
    assert duel.told()[-1] == "Hearts of seat 1: 9 to 7"
    assert isinstance(duel.tables.live(duel.code).log.entries[-1].event, HeartsSet)
