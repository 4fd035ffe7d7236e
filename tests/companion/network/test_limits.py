"""Limits stop machines, not tables."""

from __future__ import annotations

import pytest

from companion.errors import TooOften
from companion.network.limits import ALLOWANCES, KEYS_KEPT, Allowance, Limits, no_limits


def limits(burst: int = 3, per_minute: float = 6) -> tuple[Limits, list[float]]:
    now = [1000.0]
    return Limits({"tap": Allowance(burst, per_minute, "Slow down.")}, lambda: now[0]), now


def test_a_burst_is_allowed_and_then_one_every_so_often():
    slow, now = limits()
    for _ in range(3):
        slow.spend("tap", "ada")
    with pytest.raises(TooOften) as caught:
        slow.spend("tap", "ada")
    assert (caught.value.after_s, caught.value.text) == (10, "Slow down.")
    now[0] += caught.value.after_s
    slow.spend("tap", "ada")
    with pytest.raises(TooOften):
        slow.spend("tap", "ada")


def test_one_persons_haste_slows_nobody_else():
    slow, _ = limits(burst=1)
    slow.spend("tap", "ada")
    slow.spend("tap", "ben")


def test_asking_again_while_waiting_costs_nothing():
    slow, now = limits(burst=1)
    slow.spend("tap", "ada")
    for _ in range(50):
        with pytest.raises(TooOften):
            slow.spend("tap", "ada")
    now[0] += 10
    slow.spend("tap", "ada")


def test_a_look_at_the_allowance_takes_nothing():
    slow, _ = limits(burst=1)
    for _ in range(5):
        slow.spend("tap", "ada", 0)
    slow.spend("tap", "ada")
    with pytest.raises(TooOften):
        slow.spend("tap", "ada", 0)


def test_a_million_addresses_do_not_fill_the_memory():
    slow, _ = limits()
    for number in range(KEYS_KEPT + 500):
        slow.spend("tap", str(number))
    assert len(slow._left) == KEYS_KEPT


def test_what_has_no_allowance_is_not_limited():
    for _ in range(1000):
        no_limits().spend("join", "ada")


def test_guessing_a_code_of_a_hundred_tables_takes_longer_than_an_evening():
    tries_an_hour = ALLOWANCES["guess"].burst + 60 * ALLOWANCES["guess"].per_minute
    assert 12 * tries_an_hour * 100 / 28**6 < 0.002
