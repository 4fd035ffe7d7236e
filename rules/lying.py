"""What lies face up on the table as far as is known, and what of it a look has not shown.

A game names the cards in groups that are looked at together: one side's field, one row of a supply. Where a look shows
two cards and more, and one of a group is among them, it was that group that was looked at; the rest of it is missing.
One card held up says nothing about the others. A card nobody sees the face of belongs in no group.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules.table import Lying, Reading

__all__ = ["Lying", "still_missing", "unseen"]


def still_missing(reading: Reading, groups: Iterable[Sequence[Lying]], seen: Mapping[str, str]) -> Reading:
    """The reading with what its look has not shown, where it does not say so itself. ``seen`` is code -> card id."""
    if reading.of or len(seen) < 2:
        return reading
    missing: list[Lying] = []
    known = False
    for group in groups:
        away = unseen(group, seen)
        # One card that is only of the same kind may be another copy, out of a hand.
        sure = any(one.code in seen for one in group if one.code)
        if len(group) - len(away) >= (1 if sure else 2):
            known = True
            missing += away
    return replace(reading, missing=tuple(missing), of=len(seen) + len(missing)) if known else reading


def unseen(group: Sequence[Lying], seen: Mapping[str, str]) -> list[Lying]:
    """Those of the group a look has not shown. ``seen`` is code -> card id.

    Told by the code; a card whose code nobody has read, by any card of its kind that is none of the others.
    """
    own = {one.code for one in group if one.code}
    spare = [card for code, card in seen.items() if code not in own]
    away = []
    for one in group:
        if one.code:
            if one.code not in seen:
                away.append(one)
        elif one.card in spare:
            spare.remove(one.card)
        else:
            away.append(one)
    return away
