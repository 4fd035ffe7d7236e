"""What tableaus are worth (rulebook 000, End of the game). Plain functions; the game and the calculator call them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.games.fairytale.house import AS_WRITTEN, House
from rules.games.fairytale.model import Facts, Value


@dataclass(frozen=True, slots=True)
class Shown:
    """A card in front of a player; ``facts`` None is a face-down card nobody has told us."""

    uid: str
    facts: Facts | None
    up: bool


Tableau = Sequence[Shown]


@dataclass(frozen=True, slots=True)
class Worth:
    """What one face-up card scores, and the number it was reckoned by (0 for a fixed value)."""

    card: Shown
    facts: Facts
    points: int
    number: int = 0


def number(tableau: Tableau, value: Value, house: House = AS_WRITTEN) -> int:
    """How many cards of the tableau ``value`` designates, by name or by faction (FT-R2, FT-R16)."""
    return sum(
        1
        for card in tableau
        if card.facts is not None
        and (card.up or house.count_face_down)
        and ((value.name and card.facts.name == value.name) or (value.faction and card.facts.faction == value.faction))
    )


def worth(seat: int, card: Shown, facts: Facts, tableaus: Sequence[Tableau], house: House = AS_WRITTEN) -> Worth:
    """What a face-up card in front of ``seat`` scores."""
    value = facts.value
    own = number(tableaus[seat], value, house) if value.kind not in ("fixed", "none") else 0
    points = 0
    match value.kind:
        case "fixed":
            points = value.points
        case "count" | "friend_per":
            points = value.points * own
        case "friend_if":
            points = value.points if own else 0
        case "most":
            others = [number(tableau, value, house) for other, tableau in enumerate(tableaus) if other != seat]
            best = max(others, default=0)
            # FT-R20: nobody has the most of nothing; a tie is the table's to decide.
            leads = own > best or (own == best and house.most_ties == "all")
            points = value.points if own and leads else 0
    return Worth(card, facts, points, own)


def score(tableaus: Sequence[Tableau], house: House = AS_WRITTEN) -> tuple[tuple[Worth, ...], ...]:
    """Every face-up card of every seat with its points; face-down cards score nothing and do not appear."""
    return tuple(
        tuple(
            worth(seat, card, card.facts, tableaus=tableaus, house=house)
            for card in tableau
            if card.up and card.facts is not None
        )
        for seat, tableau in enumerate(tableaus)
    )


def totals(worths: Sequence[Sequence[Worth]]) -> tuple[int, ...]:
    """The points of each seat."""
    return tuple(sum(one.points for one in own) for own in worths)


def ranks(points: Sequence[int], shown: Sequence[int], house: House = AS_WRITTEN) -> tuple[int, ...]:
    """Each seat's place from 1; equals share one. ``shown`` is how many cards lie face up (FT-R7)."""
    keys = [(p, s if house.tiebreak == "most_face_up" else 0) for p, s in zip(points, shown, strict=True)]
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


def winners(points: Sequence[int], shown: Sequence[int], house: House = AS_WRITTEN) -> tuple[int, ...]:
    """The seats that win, in order; several where they tie."""
    return tuple(seat for seat, place in enumerate(ranks(points, shown, house)) if place == 1)
