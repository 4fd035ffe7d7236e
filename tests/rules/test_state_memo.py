"""What is remembered of a state never shows: screens and offers are those of a table nobody has looked at before."""

from __future__ import annotations

import random
from itertools import islice
from threading import Thread
from typing import Any

import playthroughs
import pytest

from rules import games, wire
from rules.state_memo import kept_for_state

STEPS = 40


class TestKeptForState:
    def test_asks_once_for_each_argument_while_the_state_is_the_same_one(self) -> None:
        asked: list[Any] = []
        double = kept_for_state(lambda state, by=2: asked.append((state[0], by)) or state[0] * by)
        one, equal = [1], [1]
        assert [double(one), double(one), double(one, 3), double(one, by=3), double(equal)] == [2, 2, 3, 3, 2]
        assert asked == [(1, 2), (1, 3), (1, 3), (1, 2)]

    def test_an_error_is_not_remembered(self) -> None:
        def fails(_state: object) -> None:
            raise ValueError(next(tries))

        tries, again, state = iter("ab"), kept_for_state(fails), [1]
        for text in "ab":
            with pytest.raises(ValueError, match=text):
                again(state)

    def test_each_thread_remembers_for_itself(self) -> None:
        asked: list[object] = []
        once = kept_for_state(lambda state: asked.append(state))
        state = [1]
        for _ in range(2):
            one = Thread(target=lambda: (once(state), once(state)))
            one.start()
            one.join()
        assert len(asked) == 2


@pytest.mark.parametrize("game", games.playable())
def test_screens_are_those_of_a_table_never_looked_at(game: str) -> None:
    path = playthroughs.files(game)[0]
    logs = playthroughs.logs(playthroughs.read(path.read_text(encoding="utf-8")))
    states = [log.table.state for _, _, log in islice(logs, STEPS)]
    own, rng = games.load(game), random.Random(game)
    asked = [(state, viewer) for state in states for viewer in (*range(state.players), None)]
    rng.shuffle(asked)
    for state, viewer in rng.sample(asked, 60):
        fresh = wire.decode(type(state), wire.encode(state))
        assert own.view(state, viewer) == own.view(fresh, viewer)
        if viewer is not None:
            assert list(own.choices(state, viewer)) == list(own.choices(fresh, viewer))
