"""Which new cards are logged by themselves: pure, look by look."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from companion.camera.automatic_logging import GESTURE_S, OFFER_S, AutoLog


@dataclass
class Table:
    """Cards in sight look after look; what is taken is logged, unless the table has no one meaning for it."""

    every_s: float = 0.3
    scoring: bool = False
    undecided: bool = False
    autolog: AutoLog = field(default_factory=AutoLog)
    logged: list[tuple[int, ...]] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    now: float = 0.0

    def see(self, *laid: int, gone: tuple[int, ...] = ()) -> tuple[int, ...]:
        """One look; ``gone`` are cards still remembered and not in sight."""
        self.now += self.every_s
        here = [one for one in (*gone, *laid) if one not in self.known]
        taken = self.autolog.look(here, [one for one in laid if one in here], self.now, scoring=self.scoring)
        self.autolog.tried(taken)
        if taken and not self.undecided and (len(taken) == 1 or self.scoring):
            self.logged.append(taken)
            self.known.update(taken)
            self.autolog.known(taken)
        return taken


def test_one_card_is_logged_when_a_second_look_adds_nothing_to_it():
    table = Table()
    assert table.see(1) == ()
    assert table.autolog.hurries
    assert table.see(1) == (1,)
    assert not table.autolog.hurries


def test_cards_that_come_in_one_gesture_are_one_look_at_everything():
    table = Table()
    table.see(1)
    table.see(1, 2)
    assert table.see(1, 2) == (1, 2)
    assert table.logged == []


def test_a_card_laid_and_covered_by_the_next_is_no_loss_where_looks_are_far_apart():
    """A busy computer looks once a second; cards go onto a pile one by one, each seen in one look only."""
    table = Table(every_s=1.1)
    table.see(1)
    for number in range(2, 7):
        table.see(number, gone=tuple(range(1, number)))
    assert table.logged == [(1,), (2,), (3,), (4,), (5,)]
    table.see(6)
    assert table.logged[-1] == (6,)


def test_what_the_table_cannot_tell_is_asked_for_a_while_and_then_a_persons_to_say():
    table = Table(undecided=True)
    looks = [table.see(1) for _ in range(int(OFFER_S / 0.3) + 8)]
    assert looks[1] == (1,)
    assert looks[-1] == ()
    table.undecided = False
    table.see(1, 2)
    assert table.see(1, 2) == (2,), "the next card goes its way"


def test_a_card_is_asked_about_once_at_least_however_far_apart_the_looks_are():
    table = Table(every_s=OFFER_S * 1.2)
    table.see(1)
    table.see(1)
    assert table.logged == [(1,)]


@given(
    st.lists(st.tuples(st.integers(1, 3), st.floats(0.1, 4.0)), min_size=1, max_size=12),
    st.lists(st.booleans(), min_size=40, max_size=40),
)
def test_on_a_score_sheet_every_card_is_logged_once_however_they_come(laid, seen):
    """Cards keep coming with every look, some of them taken away or covered soon after."""
    table, number = Table(scoring=True), 0
    there: list[int] = []
    for count, pause in laid:
        table.every_s = pause
        fresh = list(range(number, number + count))
        number += count
        shown = [one for one in there if seen[one % len(seen)]]
        table.see(*shown, *fresh, gone=tuple(one for one in there if one not in shown))
        there += fresh
    table.see(*there)
    assert sorted(one for taken in table.logged for one in taken) == list(range(number))


@given(st.lists(st.sets(st.integers(1, 4), max_size=4), max_size=20), st.sampled_from([0.2, GESTURE_S * 1.5]))
def test_in_play_nothing_is_taken_twice_and_nothing_that_is_not_there(looks, every_s):
    table = Table(every_s=every_s)
    for laid in looks:
        assert set(table.see(*sorted(laid))) <= laid
    assert len(table.logged) == len(set(table.logged))
