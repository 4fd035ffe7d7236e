"""Editions of games out of folders: a folder that was changed is another edition of its game, and a table goes on with
the one it began with until somebody says otherwise. An edition is named by a digest of its files, and is never
forgotten: a table may play it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every start reads this, and only where games came out of folders are there plans
    from rules.datagame.plan import Plan

Find = Callable[[str, str], "Plan | None"]
"""From a game's id and a digest to that edition, None where it is not kept there."""
_known: dict[tuple[str, str], Plan] = {}
_places: list[Find] = []
_newest: dict[str, str] = {}


def know(plan: Plan, digest: str, *, newest: bool = False) -> None:
    """Have an edition known in this process; ``newest``: tables laid from now on play it."""
    _known[plan.id, digest] = plan
    if newest:
        _newest[plan.id] = digest


def look_in(find: Find) -> None:
    """Have editions that are not known yet looked for there too."""
    _places.insert(0, find)


def plan_of(game: str, digest: str) -> Plan | None:
    """The plan of an edition, None where nobody has it."""
    found = _known.get((game, digest))
    for find in _places if found is None else ():
        found = find(game, digest)
        if found is not None:
            _known[game, digest] = found
            break
    return found


def newest(game: str) -> str:
    """The digest of the edition that tables are laid with now, "" where the game has none."""
    return _newest.get(game, "")


def forget(game: str) -> None:
    """No table of the game is laid with an edition any more."""
    _newest.pop(game, None)
