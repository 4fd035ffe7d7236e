"""How many sheets of paper a whole game takes, printed as nothing else is asked for: A4, both sides.

Told beside every game before anybody prints, so those of the games that come with us are written down: laying out a
whole job only to count it would take a second. A test lays each out and compares.
"""

from __future__ import annotations

from rules import games

COUNTED = {"breeds": 12, "dragoborne": 13, "fairytale": 13, "gilfate": 16, "tower": 7}


def sheets(game: str) -> int:
    """The number of sheets, 0 for a game without cards. Raises PrintError or SheetError where it cannot be laid out."""
    if game in COUNTED and not games.brought(game):
        return COUNTED[game]
    if not games.deck(game).size:
        return 0
    return laid_out(game)


def laid_out(game: str) -> int:
    """The same, counted on the plan of the print job."""
    from printkit.job import print_job  # whoever lists the games that come with us need not wait for it

    return print_job.plan(print_job.PrintSpec(game)).sheets
