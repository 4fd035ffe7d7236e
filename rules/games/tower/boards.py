"""The pictures of Attack at the Tower: both boards with their counters, and a battle with what each fighter bears."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.games.tower import battlefield, combat, turn
from rules.games.tower.renew import TROOPS_MAX, Pile
from rules.games.tower.state import (
    PALACE,
    PLACES,
    TERRITORIES,
    Clash,
    Side,
    State,
    bases_held,
    card,
    in_territory,
    kind,
    suit,
)
from rules.games.tower.wording import first_up, name, source_name, troops
from rules.table import Seat
from rules.text import say
from rules.view import Board, Counter, Meter, Slot, Track, person

COLUMNS = 3
TROOP = "troop"
_SUITS = {"elf": "light", "druid": "shooter", "troll": "heavy", "spiderrider": "cavalry", "dragon": "siege"}


def board(state: State, seat: Seat, *, far: bool) -> Board:
    """One player's half; on the ``far`` side of the table the palace lies at the top."""
    rows = [_territory(state, seat, territory) for territory in TERRITORIES]
    home = _home(state, seat)
    slots = (*home, *(slot for row in rows for slot in row)) if far else (*(s for row in rows for s in row), *home)
    return Board(slots, COLUMNS, seat)


def _territory(state: State, seat: Seat, territory: str) -> Iterator[Slot]:
    now = state.clash
    fights = now is not None and (
        (seat == now.attacker and territory == now.source)
        or (seat == now.defender and territory == now.target and not now.palace)
    )
    for place, there in in_territory(state.sides[seat], territory):
        if not there.base:
            yield Slot(place, marked=fights)
            continue
        crew = Track(first_up(troops(2, kind(there.base))[2:]), there.troops, TROOPS_MAX, TROOP)
        label = f"{place} · {card(there.base).name}"
        yield Slot(label, tokens=(crew,), suit=suit(there.base), marked=fights)


def _home(state: State, seat: Seat) -> tuple[Slot, Slot, Slot]:
    """The palace and the two piles."""
    side = state.sides[seat]
    limit = max(turn.special_limit(bases_held(side)), len(side.specials))
    over = state.phase in ("won", "over") and bool(state.results)
    lost = over and state.results[-1] != seat and len(state.results) not in state.given_up
    now = state.clash
    fights = now is not None and (
        (seat == now.attacker and now.source == PALACE) or (seat == now.defender and now.palace)
    )
    stands = Track("Falls at 10", int(not lost), 1, "tower")
    tokens = (stands, Track("Treants", len(side.specials), limit, TROOP)) if limit else (stands,)
    palace = Slot("Palace", tokens=tokens, suit="special", marked=fights, gone=lost)
    return palace, _pile("Abilities", side.abilities), _pile("Bases", side.bases)


def _pile(label: str, pile: Pile) -> Slot:
    return Slot(label, tokens=(Counter("Draw", pile.draw), Counter("Gone", pile.discard)))


def battle(state: State) -> Iterator[Board]:
    """Both sides of the battle going on: each fighter with what it strikes for, what it bears and what is coming."""
    now = state.clash
    if now is None or now.moment == "cleared":
        return
    fought = now.battle or battlefield.mustered(state, now)
    coming = _coming(now)
    seats = ((now.defender, fought.defenders), (now.attacker, fought.attackers))
    for seat, side in seats:
        slots = [_fighter(state, now, one, coming[seat == now.attacker]) for one in side]
        if seat == now.defender:
            slots += [_wall(state, now, key, power=power, coming=coming[0]) for key, power in fought.structures.items()]
        if slots:
            yield Board(tuple(slots), COLUMNS, seat, title_of(now, seat))


def title_of(now: Clash, seat: Seat) -> str:
    """What a side of the battle is called."""
    if seat == now.attacker:
        return say("{who} attacks from {source_name}", who=person(seat), source_name=source_name(now.source))
    return say("{who} defends {word}", who=person(seat), word="the palace" if now.palace else source_name(now.target))


def _coming(now: Clash) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """What is about to land on the (defender's, attacker's) side."""
    att, deff = now.splits
    extra = battlefield.siege(now)
    return combat.added(att.hits, att.siege, extra), combat.added(deff.hits, extra)


def _fighter(state: State, now: Clash, one: combat.Fighter, coming: Mapping[str, int]) -> Slot:
    taken = min(one.toughness, now.damage.get(one.id, 0))
    lands = min(coming.get(one.id, 0), one.toughness - taken)
    falls = one.toughness - taken <= lands
    word = "initiative, " if one.initiative else "artillery, " if one.artillery else ""
    meter = Meter(
        say("{word}strikes {strike}", word=word, strike=one.strike), taken, max(1, one.toughness), lands, alarm=falls
    )
    label = first_up(name(state, one.id))
    return Slot(label, tokens=(meter,), suit=_SUITS.get(one.kind, "special"), gone=taken >= one.toughness > 0)


def _wall(state: State, now: Clash, key: str, power: int, coming: Mapping[str, int]) -> Slot:
    taken = min(power, now.damage.get(key, 0))
    lands = min(coming.get(key, 0), power - taken)
    meter = Meter(say("strikes {power}", power=power), taken, power, lands, alarm=power - taken <= lands)
    base = "" if key == PALACE else key.partition("-")[2]
    there = state.sides[now.defender].spaces[PLACES.index(base)] if base in PLACES else None
    found = suit(there.base) if there is not None and there.base else "special"
    return Slot(first_up(name(state, key)), tokens=(meter,), suit=found, gone=taken >= power)


def strength(side: Side) -> int:
    """How many troops a side has on the board, special ones included."""
    return sum(one.troops for one in side.spaces) + len(side.specials)
