"""What the print shop keeps for whoever asks for the same next, and when it lets go of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.printing.queue import Cache


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_of_too_much_what_was_asked_for_longest_ago_goes() -> None:
    kept = Cache[bytes](10, len)
    kept.put("a", b"aaaa")
    kept.put("b", b"bbbb")
    assert kept.get("a") == b"aaaa"
    kept.put("c", b"cccc")
    assert [kept.get(key) for key in "abc"] == [b"aaaa", None, b"cccc"]


def test_what_nobody_asks_for_any_more_goes_with_the_next_that_comes() -> None:
    clock = Clock()
    kept = Cache[bytes](100, len, kept_s=60.0, now_s=clock)
    kept.put("removed", b"x")
    kept.put("looked at", b"y")
    clock.now = 50.0
    assert kept.get("looked at") == b"y"
    clock.now = 70.0
    kept.put("new", b"z")
    assert [kept.get(key) for key in ("removed", "looked at", "new")] == [None, b"y", b"z"]
