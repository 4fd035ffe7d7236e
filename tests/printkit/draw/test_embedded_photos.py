"""Photos ready for a PDF are kept for the next print, and let go of when nobody has asked for a while."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from printkit.draw import photos
from printkit.draw.photos import Recipe
from printkit.input import pictures


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    now = SimpleNamespace(s=1000.0)
    monkeypatch.setattr(photos, "time", SimpleNamespace(monotonic=lambda: now.s))
    photos.forget()
    return now


@pytest.fixture
def owls(tmp_path: Path) -> list[Recipe]:
    """Two pictures of a deck of one's own, small and square."""
    made = []
    for name, colour in (("red.png", (200, 30, 30)), ("blue.png", (30, 30, 200))):
        Image.new("RGB", (60, 60), colour).save(tmp_path / name)
        found = replace(pictures.examined((tmp_path / name).read_bytes(), name), file=tmp_path / name)
        made.append(Recipe(found, photos.WHOLE, (60, 60), "full", (1.0, 1.0, 1.0)))
    return made


def test_a_photo_is_kept_while_it_is_asked_for(clock: SimpleNamespace, owls: list[Recipe]) -> None:
    first = photos.embedded(owls[0])
    for _ in range(5):
        clock.s += photos.KEPT_S * 0.9
        assert photos.embedded(owls[0]) is first
        photos.embedded(owls[1])


def test_a_photo_nobody_asked_for_is_let_go_of(clock: SimpleNamespace, owls: list[Recipe]) -> None:
    first = photos.embedded(owls[0])
    clock.s += photos.KEPT_S + 1
    photos.embedded(owls[1])
    again = photos.embedded(owls[0])
    assert again is not first
    assert again == first
