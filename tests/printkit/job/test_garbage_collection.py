"""The search for reference cycles rests while somebody draws, and only then."""

from __future__ import annotations

import gc
import threading

import pytest

from printkit.job import garbage_collection


def test_the_search_rests_until_the_last_drawing_is_done() -> None:
    inside, leave = threading.Event(), threading.Event()

    def other() -> None:
        with garbage_collection.put_off():
            inside.set()
            leave.wait(60)

    thread = threading.Thread(target=other)
    with garbage_collection.put_off():
        thread.start()
        assert inside.wait(60)
    assert not gc.isenabled()
    leave.set()
    thread.join()
    assert gc.isenabled()


def test_a_drawing_that_fails_leaves_the_search_on() -> None:
    with pytest.raises(ValueError, match="no paper"), garbage_collection.put_off():
        raise ValueError("no paper")
    assert gc.isenabled()


def test_whoever_had_turned_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        with garbage_collection.put_off():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_a_server_has_frozen_stays_so() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with garbage_collection.put_off():
            pass
        assert gc.get_freeze_count() == frozen
    finally:
        gc.unfreeze()
