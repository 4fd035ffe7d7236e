"""The dragons of a combat of Dragon Breeds: what they are made of, who fights, and which are left in hand."""

from __future__ import annotations

from collections.abc import Iterable

from rules.games.breeds import combat
from rules.games.breeds.cardbook import Facts, facts
from rules.games.breeds.state import Clash, Fighter, Part, State
from rules.table import Seat


def face_card(fighter: Fighter) -> Facts | None:
    """Whose name and ability a dragon has: of the card it imitates, or its topmost card."""
    return facts(fighter.like or fighter.parts[-1].card)


def ability_cards(fighter: Fighter) -> tuple[Facts, ...]:
    """The cards whose abilities the dragon has now."""
    cards = (fighter.like,) if fighter.like else tuple(part.card for part in fighter.parts)
    return tuple(found for card in cards if (found := facts(card)) is not None)


def assembled(uid: str, parts: Iterable[Part]) -> Fighter:
    """A dragon as it comes onto the battlefield: SVs, bonuses and abilities of its cards added up."""
    own = tuple(parts)
    cards = [found for part in own if (found := facts(part.card)) is not None]
    return Fighter(
        uid,
        own,
        sv=sum(part.sv for part in own),
        bonus=sum(one.bonus for one in cards),
        hits=any("hits_player_when_blocked" in one.words for one in cards),
    )


def field_of(clash: Clash) -> combat.Field:
    """The combat as the algorithms see it."""
    return combat.Field(
        tuple(one.dragon for one in clash.attackers), tuple(one.dragon for one in clash.blockers), dict(clash.blocks)
    )


def on_field(clash: Clash) -> tuple[Fighter, ...]:
    """Every living dragon of the combat."""
    return (*clash.attackers, *clash.blockers)


def find_fighter(clash: Clash | None, uid: str) -> Fighter | None:
    """The living dragon with that name."""
    return next((one for one in on_field(clash) if one.uid == uid), None) if clash is not None else None


def on_table(state: State, seat: Seat) -> tuple[str, ...]:
    """The dragons of the seat's own deck that are neither in hand nor piles: fighting, refracted, lent as tokens."""
    found: list[Part] = []
    if state.clash is not None:
        for one in (*on_field(state.clash), *state.clash.joining):
            found += one.parts
        found += state.clash.ambushed
    for ghost in state.refracted:
        found += ghost.fighter.parts
    own = [part.card for part in found if part.owner == seat and (part.token is None or part.token.source == "discard")]
    lent = [
        one.card for player in state.seats for one in player.tokens if one.owner == seat and one.source == "discard"
    ]
    return (*own, *lent)


def at_hand(state: State, seat: Seat) -> tuple[str, ...]:
    """The dragons the seat may hold, one entry a copy: those in its deck less those on the table."""
    left = list(state.seats[seat].dragons)
    for card in on_table(state, seat):
        if card in left:
            left.remove(card)
    return tuple(left)
