"""Ninth Wave keeps what every game promises."""

from collections.abc import Iterable

from ninth_wave import PLUGIN, WAVE, WAVES_MOST, State

from rules.testing import GameContract


class TestNinthWave(GameContract):
    plugin = PLUGIN
    seeds = range(6)

    def keep(self, state: State) -> None:
        assert state.sand.count(WAVE) < WAVES_MOST
        assert all(WAVE not in own.kept for own in state.seats)

    def secrets(self, state: State, seat: int) -> Iterable[object]:
        return (state.seats[seat].wish,)
