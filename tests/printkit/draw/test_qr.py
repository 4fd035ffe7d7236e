"""The symbol of a card code: the one rules.values.code names, and readable by somebody else's reader."""

from __future__ import annotations

import numpy as np
import pytest
import qrcode
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from qrcode.constants import ERROR_CORRECT_H

from printkit.draw import qr
from rules.values.code import ALPHABET, CardCode, symbol

codes = st.builds(
    CardCode,
    st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=2),
    st.text(ALPHABET, min_size=3, max_size=3),
    st.integers(1, 36 * 36 - 1),
    st.sampled_from(ALPHABET),
)


def picture(rows: qr.Matrix, px: int = 4) -> np.ndarray:
    grid = np.pad(np.where(np.array(rows), 0, 255).astype(np.uint8), qr.QUIET_MODULES, constant_values=255)
    return np.kron(grid, np.ones((px, px), np.uint8))


@given(codes)
def test_another_reader_reads_the_code(code: CardCode):
    version, level, _ = symbol(str(code))
    rows = qr.matrix(str(code))
    assert len(rows) == len(rows[0]) == 17 + 4 * version
    (found,) = zxingcpp.read_barcodes(picture(rows))
    assert found.text == str(code)
    assert found.ec_level == level


@given(codes)
def test_the_symbol_is_the_one_qrcode_makes(code: CardCode):
    version, _, mask = symbol(str(code))
    made = qrcode.QRCode(version=version, error_correction=ERROR_CORRECT_H, mask_pattern=mask, border=0)
    made.add_data(str(code))
    made.make(fit=False)
    assert qr.matrix(str(code)) == tuple(tuple(map(bool, row)) for row in made.modules)


@given(codes)
def test_the_runs_are_the_dark_modules(code: CardCode):
    rows = qr.matrix(str(code))
    redrawn = np.zeros((len(rows), len(rows)), bool)
    for x, y, length in qr.runs(str(code)):
        assert not redrawn[len(rows) - 1 - y, x : x + length].any()
        redrawn[len(rows) - 1 - y, x : x + length] = True
    assert (redrawn == np.array(rows)).all()


@given(codes)
def test_the_mask_is_the_one_a_reader_expects(code: CardCode):
    """The three mask bits stand in the format information, row 8 columns 2 to 4, under the mask 101."""
    rows = qr.matrix(str(code))
    bits = "".join("1" if rows[8][column] else "0" for column in (2, 3, 4))
    assert int(bits, 2) ^ 0b101 == symbol(str(code))[2]


@pytest.mark.parametrize("text", ["", "0123456789" * 40, "https://example.org"])
def test_a_text_that_is_no_card_code_gets_no_symbol(text: str):
    with pytest.raises(ValueError):  # noqa: PT011 - any kind will do; nothing may be printed
        qr.matrix(text)
