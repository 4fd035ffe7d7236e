"""Which games were installed as packages: found by what they declare, and nothing of them is loaded."""

from __future__ import annotations

from importlib.metadata import EntryPoints, entry_points

GROUP = "tablewright.games"
"""The group of entry points a package names its game in."""


def found() -> EntryPoints:
    """What is declared in this Python."""
    return entry_points(group=GROUP)
