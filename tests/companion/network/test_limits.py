"""Limits stop machines, not tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread

import pytest

from companion.errors import TooOften
from companion.network.limits import ALLOWANCES, KEYS_KEPT, Allowance, Limits, OwnBuckets, no_limits


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
    assert isinstance(slow.buckets, OwnBuckets)
    assert len(slow.buckets._kept) == KEYS_KEPT


def test_what_has_no_allowance_is_not_limited():
    for _ in range(1000):
        no_limits().spend("join", "ada")


def test_guessing_a_code_of_a_hundred_tables_takes_longer_than_an_evening():
    tries_an_hour = ALLOWANCES["guess"].burst + 60 * ALLOWANCES["guess"].per_minute
    assert 12 * tries_an_hour * 100 / 28**6 < 0.002


# --- shared between processes ------------------------------------------------------------------------------------


Shared = Callable[..., Limits]


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Shared]:
    """Limits as each process of a server opens them."""
    pytest.importorskip("fcntl")
    from companion.network.shared_buckets import SharedBuckets

    with ExitStack() as ending:

        def opened(now: list[float], burst: int = 4) -> Limits:
            buckets = SharedBuckets(tmp_path / "limits")
            ending.callback(buckets.close)
            return Limits({"tap": Allowance(burst, 6, "Slow down.")}, lambda: now[0], buckets)

        yield opened


def test_processes_that_share_a_file_allow_together_what_one_does(shared: Shared):
    now = [1000.0]
    one, other = shared(now), shared(now)
    for slow in (one, other, other, one):
        slow.spend("tap", "ada")
    for slow in (one, other):
        with pytest.raises(TooOften) as caught:
            slow.spend("tap", "ada")
        assert caught.value.after_s == 10
    other.spend("tap", "ben")
    now[0] += 10
    other.spend("tap", "ada")
    with pytest.raises(TooOften):
        one.spend("tap", "ada")


def test_many_threads_of_several_processes_never_get_more_than_there_is(shared: Shared):
    now = [1000.0]
    every = [shared(now, burst=100) for _ in range(4)]
    given = [0] * 8

    def taps(number: int) -> None:
        for _ in range(50):
            with suppress(TooOften):
                every[number % 4].spend("tap", "ada")
                given[number] += 1

    threads = [Thread(target=taps, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(given) == 100


def test_a_flood_of_addresses_leaves_the_shared_file_as_large_as_it_is(shared: Shared, tmp_path: Path):
    slow = shared([1000.0], burst=1)
    size = (tmp_path / "limits").stat().st_size
    for number in range(2 * KEYS_KEPT):
        slow.spend("tap", f"10.0.{number}")
    assert (tmp_path / "limits").stat().st_size == size
    with pytest.raises(TooOften):
        slow.spend("tap", f"10.0.{2 * KEYS_KEPT - 1}")
