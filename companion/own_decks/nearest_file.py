"""A file or folder that is not there: the one beside it that was probably meant."""

from __future__ import annotations

import difflib
from itertools import islice
from pathlib import Path

from rules.values.columns import one_line

MOST = 2000
"""So many names beside it are looked at."""


def guess(path: Path, otherwise: str, *, folder: bool = False) -> str:
    """``did you mean decks/wolves.csv?``, or what is said ``otherwise``. Never raises."""
    try:
        names = {one.name: one for one in islice(path.parent.iterdir(), MOST) if one.exists()}
        close = difflib.get_close_matches(path.name[:80], sorted(names), n=3, cutoff=0.6)
        meant = next((one for one in close if names[one].is_dir() == folder), "")
    except (OSError, ValueError):
        return otherwise
    return f"did you mean {one_line(str(path.with_name(meant)))}?" if meant else otherwise
