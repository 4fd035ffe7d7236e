"""Whatever the picture: what is said to lie there does lie there, once, and nothing breaks.

No claim here is about what is found, so every run looks at pictures no one has seen before.
"""

from __future__ import annotations

import numpy as np
import pytest
import table_scene
from table_scene import LaidCard, Scene

from rules import games
from rules.values.cards import Deck
from vision.picture.decoding import Frame, decode
from vision.picture.opencv_setup import cv2
from vision.scan import read_cards, read_frame
from vision.sighting import Photo, Quad, centre, contains, same_place

CONDITIONS = {
    "tilt_deg": (0.0, 20.0, 45.0, 60.0),
    "noise": (0.0, 2.5, 8.0, 20.0),
    "jpeg": (10, 40, 80, 95),
    "defocus_px": (0.0, 0.0, 1.0, 2.0),
    "motion_px": (0.0, 0.0, 3.0),
    "glare": (0.0, 0.0, 3.0),
    "exposure": (0.1, 0.5, 1.0, 1.0, 3.0),
    "light": (0.0, 0.8),
}


def taken(rng: np.random.Generator, deck: Deck) -> Scene:
    """One to six cards, laid and photographed anyhow, some in sleeves, some under others, some cut by the edge."""
    codes = [str(code) for _, code in deck.codes()]
    drawn = rng.choice(codes, int(rng.integers(1, 7)), replace=False).tolist()
    arts = [table_scene.placeholder_card(text, px_per_mm=8.0) for text in drawn]
    laid = [
        LaidCard(
            art,
            *rng.uniform(-90, 90, 2).tolist(),
            turn_deg=float(rng.uniform(0, 360)),
            face_down=bool(rng.random() < 0.15),
            sleeve=float(rng.choice([0, 0, 2])),
        )
        for art in arts
    ]
    shot = {name: rng.choice(values).item() for name, values in CONDITIONS.items()}
    px_per_module = float(np.exp(rng.uniform(np.log(0.5), np.log(3.0))))
    return table_scene.render(laid, seed=int(rng.integers(1 << 30)), px_per_module=px_per_module, **shot)


def seen(grey: np.ndarray, deck: Deck) -> Photo:
    height, width = grey.shape
    photo = read_frame(
        Frame(np.ascontiguousarray(grey), width, height, 1, (1.0, 1.0), (0.0, 0.0)), [deck], any_codes=True
    )
    for number, one in enumerate(photo.cards):
        assert np.isfinite(one.corners_px).all()
        assert not any(same_place(one.corners_px, other.corners_px) for other in photo.cards[:number])
    return photo


@pytest.mark.parametrize("number", range(4))
def test_in_any_photo_what_is_read_lies_where_it_is_said_to(deck: Deck, fresh_seed: int, number: int) -> None:
    rng = np.random.default_rng([fresh_seed, number])
    scene = taken(rng, deck)
    grey = decode(scene.photo, colour=False).image
    for one in seen(grey, deck).cards:
        places = [as_quad(true.corners_px) for true in scene.truth if true.text == one.text and not true.face_down]
        assert any(contains(place, centre(one.corners_px)) for place in places), f"{one.text} is not there"


def test_what_was_done_to_a_photo_makes_no_card_of_it_that_is_not_there(deck: Deck, fresh_seed: int) -> None:
    rng = np.random.default_rng(fresh_seed)
    scene = taken(rng, deck)
    there = {true.text for true in scene.truth if not true.face_down}
    grey = decode(scene.photo, colour=False).image
    hard = np.clip((grey.astype(np.float32) - 100) * 6, 0, 255).astype(np.uint8)
    high, wide = (int(rng.integers(1, side)) for side in grey.shape)
    for picture in (
        grey[:, ::-1],
        np.rot90(grey),
        255 - grey,
        hard,
        grey[:high, :wide],
        cv2.resize(grey, (wide, high)),
    ):
        assert {one.text for one in seen(np.asarray(picture, np.uint8), deck).cards} <= there


@pytest.mark.parametrize("kind", ["noise", "squares", "rings", "patterns", "slope"])
def test_what_is_no_card_is_none(deck: Deck, fresh_seed: int, kind: str) -> None:
    rng = np.random.default_rng(fresh_seed)
    for shape in ((200, 300), (9, 400), (300, 20)):
        assert seen(drawing(kind, rng, shape), deck).cards == ()


def drawing(kind: str, rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    y, x = np.indices(shape)
    size = int(rng.integers(1, 12))
    if kind == "noise":
        return np.kron(rng.integers(0, 2, shape) * 255, np.ones((size, size)))[: shape[0], : shape[1]].astype(np.uint8)
    if kind == "squares":
        return np.where((x // size + y // size) % 2, 255, 0).astype(np.uint8)
    if kind == "rings":
        return np.where(np.hypot(x - shape[1] / 2, y - shape[0] / 2) % (2 * size) < size, 0, 255).astype(np.uint8)
    if kind == "slope":
        return ((x + y) * size % 256).astype(np.uint8)
    picture = np.full(shape, 220, np.uint8)  # finder patterns, as a code has three of
    for _ in range(12):
        left, top = int(rng.integers(shape[1])), int(rng.integers(shape[0]))
        for rings, tone in ((9, 255), (7, 0), (5, 255), (3, 0)):
            corner = np.array([left, top]) + (9 - rings) * size // 2
            cv2.rectangle(picture, corner.tolist(), (corner + rings * size).tolist(), tone, -1)
    return picture


def as_quad(points: np.ndarray) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def test_no_card_is_seen_in_a_large_photo_of_enlarged_noise() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (750, 1000), dtype=np.uint8)
    image = cv2.resize(noise, (4000, 3000), interpolation=cv2.INTER_LINEAR)
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
    decks = [games.deck(game) for game in games.with_cards()]
    assert read_cards(data, decks).cards == ()
