"""Handing out damage on a phone: a suggestion in one tap, a stepper for each target, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.games.tower import battlefield, book, combat, suggest
from rules.games.tower.events import AssignDamage, ConfirmStep
from rules.games.tower.state import Clash, Split, State
from rules.games.tower.wording import first_up, listed, name
from rules.table import Choice, FieldSpec, Pool, Seat
from rules.text import say

KEY = "damage"


@dataclass(frozen=True, slots=True)
class Desk:
    """One side of a battle that has damage to hand out in the step going on."""

    clash: Clash
    role: int
    step: combat.Step
    pool: int
    heavy: int
    """Artillery, for structures alone."""

    @property
    def split(self) -> Split:
        return self.clash.splits[self.role]


def desk(state: State, seat: Seat) -> Desk | None:
    """What the seat has to hand out now, or None."""
    now = state.clash
    if now is None:
        return None
    role = battlefield.role_of(now, seat)
    if now.splits[role].stands or not battlefield.asked(state, now, role):
        return None
    limits = battlefield.pools(now)
    heavy = limits.siege if role == 0 else 0
    return Desk(now, role, step=battlefield.step_of(now), pool=limits.att if role == 0 else limits.deff, heavy=heavy)


def suggestion(state: State, own: Desk) -> Split:
    """A legal split that takes the most striking power away."""
    battle = own.clash.battle
    if battle is None:
        return Split()
    found = suggest.suggested_orders(battle, own.step, own.clash.damage, state.house)
    return Split(found.att, found.siege) if own.role == 0 else Split(found.deff)


def falling(own: Desk, split: Split) -> tuple[str, ...]:
    """What a split destroys, troops first."""
    troops = tuple(key for key, need in battlefield.needs_of(own.clash, own.role, split).items() if not need)
    if own.role == 1:
        return troops
    hit = combat.added(split.hits, split.siege)
    walls = battlefield.standing_walls(own.clash)
    return (*troops, *(key for key, need in walls.items() if hit.get(key, 0) >= need))


def troop_hits(own: Desk) -> dict[str, int]:
    """The part of the split so far that goes to troops."""
    walls = battlefield.standing_walls(own.clash)
    return {key: value for key, value in own.split.hits.items() if key not in walls}


def choices(state: State, seat: Seat) -> Iterator[Choice]:
    """The suggestion, the steppers for troops and, once all of those fall, for bases and palace; then: so it lands."""
    own = desk(state, seat)
    if own is None:
        return
    begun = bool(own.split.hits or own.split.siege)
    yield from _auto(state, seat, own, begun)
    yield from _walls(state, seat, own)
    yield from _troops(state, seat, own)
    label = say("So it lands: {fate}", fate=_fate(state, own, own.split)) if begun else "Hand out nothing"
    yield Choice(label, ConfirmStep(own.step, seat=seat), prompt=KEY, primary=begun, why=book.SPLIT)


def _auto(state: State, seat: Seat, own: Desk, begun: bool) -> Iterator[Choice]:
    found = suggestion(state, own)
    if not found.hits and not found.siege:
        return
    event = AssignDamage(own.step, found.hits, found.siege, confirm=True, seat=seat)
    label = say("Auto: {fate}", fate=_fate(state, own, found))
    yield Choice(label, event, prompt=KEY, primary=not begun, why=book.SPLIT)


def _fate(state: State, own: Desk, split: Split) -> str:
    """What falls by a split, in words."""
    gone = falling(own, split)
    if not gone:
        return "nothing falls"
    return f"{listed([name(state, key) for key in gone])} {'falls' if len(gone) == 1 else 'fall'}"


def _troops(state: State, seat: Seat, own: Desk) -> Iterator[Choice]:
    """A stepper for each troop on the other side, up to what destroys it: more than that does no more."""
    needs = battlefield.needs_of(own.clash, own.role, Split())
    targets = {key: need for key, need in needs.items() if need}
    if not targets or not own.pool:
        return
    most = {key: own.pool if state.house.abilities_mid_combat else min(own.pool, need) for key, need in targets.items()}
    shown = troop_hits(own) or suggestion(state, own).hits
    fields = tuple(
        _stepper(state, "hits", key, most=most[key], shown=min(most[key], shown.get(key, 0)), need=targets[key])
        for key in targets
    )
    pool = Pool("Damage", own.pool, tuple(spec.name for spec in fields))
    event = AssignDamage(own.step, seat=seat)
    yield Choice(
        say("Split {pool} among the troops", pool=own.pool), event, fields, prompt=KEY, why=book.SPLIT, pools=(pool,)
    )


def _stepper(state: State, part: str, key: str, most: int, shown: int, need: int) -> FieldSpec:
    label = say("{first_up} · falls at {need}", first_up=first_up(name(state, key)), need=need)
    return FieldSpec(f"{part}.{key}", label, low=0, high=most, kind="number", preset=(shown,))


def _walls(state: State, seat: Seat, own: Desk) -> Iterator[Choice]:
    """Steppers for what stands behind the troops, once nobody keeps it from harm."""
    spent = troop_hits(own)
    walls = battlefield.standing_walls(own.clash) if own.role == 0 else {}
    if not walls or battlefield.keeping_walls(state, own.clash, spent):
        return
    left = own.pool - sum(spent.values())
    shown = suggestion(state, own)
    fields: list[FieldSpec] = []
    shares: list[Pool] = []
    for part, amount, label in (("hits", left, "Damage"), ("siege", own.heavy, "Artillery")):
        if amount <= 0:
            continue
        before = own.split.hits if part == "hits" else own.split.siege
        preset: Mapping[str, int] = before if any(key in walls for key in before) else _preset(shown, part)
        specs = [
            _stepper(state, part, key, most=min(amount, need), shown=min(amount, need, preset.get(key, 0)), need=need)
            for key, need in walls.items()
        ]
        word = "" if part == "hits" else " (artillery)"
        fields += [
            FieldSpec(one.name, one.label + word, low=0, high=one.high, kind="number", preset=one.preset)
            for one in specs
        ]
        shares.append(Pool(label, amount, tuple(one.name for one in specs)))
    if not fields:
        return
    event = AssignDamage(own.step, spent, seat=seat)
    what = "the palace" if combat.PALACE in walls else "the bases"
    amounts = " and ".join(f"{one.amount} {one.label.lower()}" for one in shares)
    label = say("Aim {amounts} at {what}", amounts=amounts, what=what)
    yield Choice(label, event, tuple(fields), prompt=KEY, why=combat.UNDEFENDED, pools=tuple(shares))


def _preset(shown: Split, part: str) -> Mapping[str, int]:
    return shown.hits if part == "hits" else shown.siege


def obstacle(state: State, seat: Seat) -> str:
    """Why the bases or the palace cannot be hit yet, in a sentence; empty where they can, or there are none."""
    own = desk(state, seat)
    if own is None or own.role == 1 or not battlefield.standing_walls(own.clash):
        return ""
    spent = troop_hits(own)
    keeping = battlefield.keeping_walls(state, own.clash, spent)
    what = "The palace is" if own.clash.palace else "The bases are"
    if not keeping:
        return ""
    if not state.house.base_overflow:
        return say("{what} safe in this step: troops stood there when it began.", what=what)
    needs = battlefield.needs_of(own.clash, 0, Split(spent))
    words = [say("the {name} (needs {needs} more)", name=name(state, one.id), needs=needs[one.id]) for one in keeping]
    return say(
        "{what} safe while {listed} {word}.",
        what=what,
        listed=listed(words),
        word="stands" if len(words) == 1 else "stand",
    )
