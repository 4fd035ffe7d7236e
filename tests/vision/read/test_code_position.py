from __future__ import annotations

import numpy as np
import picture_files
import pytest
import table_scene
from table_scene import HARD, Scene

from rules.values import code
from vision.read.code_position import fit_symbol
from vision.read.qr_symbol import modules


def photographed(texts: list[str], seed: int, px_per_module: float) -> tuple[np.ndarray, Scene]:
    arts = [table_scene.placeholder_card(text) for text in texts]
    scene = table_scene.render(table_scene.scatter(arts, seed=seed), seed=seed, shot=HARD, px_per_module=px_per_module)
    return np.asarray(picture_files.rgb(scene.photo).mean(axis=2), np.uint8), scene


@pytest.mark.parametrize("px_per_module", [2.0, 4.0, 8.0])
def test_a_place_off_by_a_module_is_found_again(texts: list[str], seed: int, px_per_module: float) -> None:
    grey, scene = photographed(texts[:2], seed, px_per_module)
    rng = np.random.default_rng(seed)
    for truth in scene.readable:
        start = truth.corners_px + rng.uniform(-0.3, 0.3, (4, 2)) * truth.px_per_module
        start[2] += rng.choice([-1, 1], 2) * 0.8 * truth.px_per_module
        found = fit_symbol(grey, start, modules(truth.text, *code.symbol(truth.text)))
        np.testing.assert_allclose(found.quad_px, truth.corners_px, atol=0.5)
        assert found.agreement > 0.9


def test_another_card_in_the_same_place_agrees_less(texts: list[str], seed: int) -> None:
    """Much of two symbols is the same: the finder patterns, the timing, the code's first characters."""
    grey, scene = photographed(texts[:4], seed, 3.0)
    for truth in scene.readable:
        fits = {text: fit_symbol(grey, truth.corners_px, modules(text, *code.symbol(text))).agreement for text in texts}
        own = fits.pop(truth.text)
        assert max(fits.values()) < own - 0.1


def test_a_place_beyond_the_picture_is_not_an_error(texts: list[str]) -> None:
    grey = np.full((60, 80), 128, np.uint8)
    symbol = modules(texts[0], *code.symbol(texts[0]))
    for x, y, side in ((-500, -500, 40), (75, 55, 30), (1000, 20, 60), (10, 10, 0), (0, 0, 4000)):
        quad = np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], float)
        found = fit_symbol(grey, quad, symbol)
        assert np.isfinite(found.quad_px).all()
        assert abs(found.agreement) < 0.5


@pytest.mark.parametrize("quad", [[(10, 40), (50, 20), (30, 60), (50, 60)], [(0, 60), (0, 30), (0, 20), (30, 20)]])
def test_a_quad_bent_so_far_that_its_horizon_crosses_it_is_not_an_error(
    texts: list[str], quad: list[tuple[int, int]]
) -> None:
    found = fit_symbol(
        np.full((60, 80), 128, np.uint8), np.array(quad, float), modules(texts[0], *code.symbol(texts[0]))
    )
    assert np.isfinite(found.quad_px).all()
    assert abs(found.agreement) < 0.5


def test_the_symbol_is_the_one_a_card_is_printed_as(texts: list[str]) -> None:
    version, level, mask = code.symbol(texts[0])
    np.testing.assert_array_equal(modules(texts[0], version, level, mask), table_scene.matrix(texts[0]))


@pytest.mark.parametrize(("version", "level", "mask"), [(1, "X", 0), (1, "H", 9), (0, "H", 0), (41, "H", 0)])
def test_symbols_that_do_not_exist_are_refused(version: int, level: str, mask: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        modules("ABC", version, level, mask)
    with pytest.raises(ValueError, match="do not fit"):
        modules("A" * 11, 1, "H", 0)
