"""What the host alone decides: who corrects, and that a game ends where it stands. Held by the tables, not by pages."""

import pytest
from memory_store import MemoryStore
from plain_phone import table_of
from toy_game import ToyGames

from companion.errors import NotYours
from companion.table.tables import Tables
from rules.game_protocol import Choice, Refusal


class Sat:
    """Attack at the Tower with two people: the host and one more."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.tables = Tables(self.store)
        opened = self.tables.open("tower")
        self.code, self.host = opened.code, opened.host_token
        self.ana = self.tables.join(self.code, name="Ana", tokens=[self.host]).token
        self.ben = self.tables.join(self.code, name="Ben").token
        self.tables.begin(self.code, [self.host])

    def correction(self, token: str) -> Choice:
        look = self.tables.look(self.code, [token])
        return next(one for one in look.choices if one.correction and not one.fields)

    def number(self) -> int:
        return self.tables.live(self.code).log.rev


@pytest.fixture
def sat() -> Sat:
    return Sat()


def test_a_locked_table_takes_corrections_of_the_host_alone_whoever_sends_them(sat):
    wish = sat.correction(sat.ben)
    sat.tables.lock_corrections(sat.code, [sat.host], locked=True)
    before = sat.number()
    with pytest.raises(NotYours) as said:
        sat.tables.submit(sat.code, [sat.ben], id="b1", event=wish.event)
    assert said.value.code == "corrections_locked"
    assert sat.number() == before
    assert not [one for one in sat.tables.look(sat.code, [sat.ben]).choices if one.correction]
    sat.tables.submit(sat.code, [sat.host], id="h1", event=wish.event)
    assert sat.number() > before


def test_play_goes_on_at_a_locked_table_and_everybody_may_take_back(sat):
    sat.tables.lock_corrections(sat.code, [sat.host], locked=True)
    look = sat.tables.look(sat.code, [sat.ben])
    play = next(one for one in look.choices if not one.correction and not one.fields)
    sat.tables.submit(sat.code, [sat.ben], id="b1", event=play.event)
    sat.tables.undo(sat.code, [sat.ben], id="b2")


def test_an_old_entry_is_changed_by_the_host_alone_at_a_locked_table(sat):
    look = sat.tables.look(sat.code, [sat.ben])
    play = next(one for one in look.choices if not one.correction and not one.fields)
    sat.tables.submit(sat.code, [sat.ben], id="b1", event=play.event)
    target = next(
        line.rev for line in sat.tables.look(sat.code, [sat.ben]).log if line.can_amend and not line.automatic
    )
    sat.tables.lock_corrections(sat.code, [sat.host], locked=True)
    with pytest.raises(NotYours):
        sat.tables.insert(sat.code, [sat.ben], id="b2", target=target, event=play.event)


def test_the_lock_is_in_the_log_and_holds_after_the_table_is_opened_again(sat):
    sat.tables.lock_corrections(sat.code, [sat.host], locked=True)
    again = Tables(sat.store)
    look = again.look(sat.code, [sat.ben])
    assert look.locked
    assert look.log[0].text == "From here on, only the host corrects"
    again.lock_corrections(sat.code, [sat.host], locked=False)
    assert any(one.correction for one in again.look(sat.code, [sat.ben]).choices)


def test_only_the_host_locks_and_ends(sat):
    with pytest.raises(NotYours):
        sat.tables.lock_corrections(sat.code, [sat.ben], locked=True)
    with pytest.raises(NotYours):
        sat.tables.close(sat.code, [sat.ben], closed=True)


def test_saying_it_twice_is_one_entry(sat):
    rev = sat.tables.lock_corrections(sat.code, [sat.host], locked=True)
    assert sat.tables.lock_corrections(sat.code, [sat.host], locked=True) == rev


def test_a_game_the_host_ended_takes_nothing_more_and_goes_on_where_it_stopped(sat):
    look = sat.tables.look(sat.code, [sat.ben])
    play = next(one for one in look.choices if not one.correction and not one.fields)
    sat.tables.close(sat.code, [sat.host], closed=True)
    closed = sat.tables.look(sat.code, [sat.ben])
    assert closed.over
    assert closed.choices == ()
    with pytest.raises(Refusal) as said:
        sat.tables.submit(sat.code, [sat.ben], id="b1", event=play.event)
    assert said.value.code == "table_closed"
    sat.tables.close(sat.code, [sat.host], closed=False)
    sat.tables.submit(sat.code, [sat.ben], id="b1", event=play.event)


def test_nothing_is_ended_before_it_began():
    tables = Tables(MemoryStore(), games=ToyGames())
    opened = tables.open("toy")
    with pytest.raises(Refusal):
        tables.close(opened.code, [opened.host_token], closed=True)


def test_the_hosts_page_locks_and_the_other_phones_page_says_who_is_asked():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    code = ana.path.rsplit("/", 1)[-1]
    ana.open(f"/t/{code}/host")
    ana.tap("Only I correct")
    assert "Only you correct" in ana.said()
    ana.tap("End it now")
    assert "You have ended the game" in ana.said()
    ben.open(f"/t/{code}/host")
    assert "Another phone is the host" in ben.said()
    ben.post(f"/t/{code}/host/end", {"closed": "no"})
    assert ben.status == 403
