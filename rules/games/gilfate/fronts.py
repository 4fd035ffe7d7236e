"""What lies open in Gilfate Fantasy: the cards in front of the players, what they change, and the copies in sight."""

from __future__ import annotations

from rules.games.gilfate import permanents
from rules.games.gilfate.cardbook import attack
from rules.games.gilfate.cost import Cost, activation_cost
from rules.games.gilfate.knockout import slots
from rules.games.gilfate.state import Front, Player, State
from rules.table import Seat


def front_ids(player: Player) -> tuple[str, ...]:
    """What lies in front of the player."""
    return tuple(one.card for one in player.front)


def others_fronts(state: State, seat: Seat) -> tuple[str, ...]:
    """What lies in front of all others still in the round."""
    return tuple(
        card
        for other, player in enumerate(state.seats)
        if other != seat and not player.out
        for card in front_ids(player)
    )


def find_front(state: State, uid: str) -> tuple[Seat, Front] | None:
    """Whose card that is, and the card."""
    return next(((seat, one) for seat, own in enumerate(state.seats) for one in own.front if one.uid == uid), None)


def ready(state: State, seat: Seat, card: str) -> Front | None:
    """A card of that kind in front of the seat that was not used in this turn."""
    return next((one for one in state.seats[seat].front if one.card == card and not one.used), None)


def permanent_uids(state: State, seat: Seat) -> tuple[str, ...]:
    """The cards in front of the seat that card 9a means."""
    counted = {
        card.id for card in permanents.permanents((attack(one.card) for one in state.seats[seat].front), state.house)
    }
    return tuple(one.uid for one in state.seats[seat].front if one.card in counted)


def cost_now(state: State, seat: Seat, card: str, *, use_10a: bool = False) -> Cost:
    """What activating the card costs the seat at this moment."""
    return activation_cost(
        attack(card), front_ids(state.seats[seat]), others_fronts(state, seat), use_10a=use_10a, house=state.house
    )


def threshold(player: Player) -> int:
    """How many bombs the player bears."""
    return slots(front_ids(player))


def out_there(state: State, card: str) -> int:
    """How many copies everybody can see: in front, discarded, paid in part, on the table, laid open."""
    seen = [one.card for one in state.discard]
    for player in state.seats:
        seen += [*front_ids(player), *(one.card for one in player.partial), *(one.card for one in player.shown or ())]
    pending = state.pending
    seen += [pending.card] if pending is not None and not pending.active else []
    return seen.count(card)


def shows_code(state: State, code: str) -> bool:
    """Whether the paper card with that code lies open."""
    seen = [one.code for one in state.discard]
    for player in state.seats:
        seen += [*(one.code for one in player.front), *(one.code for one in player.shown or ())]
    return bool(code) and code in seen
