"""How many sheets a whole game takes: written down for the games that come with us, and true."""

import pytest

from printkit.job.sheet_counts import COUNTED, laid_out, sheets
from rules import games

HERE = [name for name in games.names() if not games.brought(name)]


def test_every_game_that_comes_with_us_is_written_down():
    assert sorted(COUNTED) == HERE


@pytest.mark.parametrize("game", HERE)
def test_what_is_written_down_is_what_the_printer_takes(game):
    assert sheets(game) == laid_out(game)
