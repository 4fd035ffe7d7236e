"""Dragons that are refracted into a later turn of Dragon Breeds, and whom they will attack (Keywords: Refract)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec
from rules.event import Event, Judge, Seat
from rules.games.breeds import checks, damage
from rules.games.breeds import citations as cite
from rules.games.breeds.deck import (
    printed,
)
from rules.games.breeds.state import Clash, Refracted, State
from rules.text import listed, say
from rules.view import person

AIM = "aim"
"""Key of the prompt these actions answer."""


# --- dragons sent into a later turn


@dataclass(frozen=True, slots=True)
class Refract(Event):
    """The seat refracts attacking dragons: they lie face down until their owner's next turn."""

    dragons: tuple[str, ...]


def refract(state: State, event: Refract, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    checks.alive(judge, state, seat)
    text = "Refracting is for the player who is attacked."
    judge.rule(seat == clash.defender, "not_your_turn", text, cite.REFRACT)
    text = say("No dragon of {who} refracts.", who=person(seat))
    judge.rule(_refracts(state, clash, seat), "no_keyword", text, cite.REFRACT)
    there = {one.uid for one in clash.attackers}
    good = bool(event.dragons) and there.issuperset(event.dragons)
    judge.struct(good, "bad_target", "Only attacking dragons are refracted.", cite.REFRACT.citation)
    gone = tuple(one for one in clash.attackers if one.uid in event.dragons)
    left = tuple(one for one in clash.attackers if one.uid not in event.dragons)
    targets = {a: b for a, b in clash.targets.items() if a not in event.dragons}
    ghosts = tuple(Refracted(one, clash.attacker, seat, state.turn) for one in gone)
    state = replace(state, clash=replace(clash, attackers=left, targets=targets))
    return replace(state, refracted=(*state.refracted, *ghosts))


def _refracts(state: State, clash: Clash, seat: Seat) -> bool:
    """Whether a dragon of the seat may refract: one that blocks and can, by imitation too, or any we never saw."""
    if not printed(state.seats[seat].faction):
        return True
    return any(card.has("refract") for one in clash.own_side(seat) for card in one.cards)


def offer_refracting(state: State, seat: Seat) -> Iterator[Choice]:
    clash, player = state.clash, state.seats[seat]
    if clash is None or clash.side_of(seat) != "def" or not clash.attackers:
        return
    if not player.health.immune and _refracts(state, clash, seat):
        picks = checks.fighter_picks(state, clash.attackers)
        which = FieldSpec("dragons", "Which of them?", picks, many=True, low=1, high=len(picks))
        yield Choice.asking(Refract, "One of my dragons refracts attackers", (which,), seat=seat, why=cite.REFRACT)


def tell_refracting(telling: Telling[State, Refract]) -> str:
    names = listed([telling.before.named(one) for one in telling.event.dragons])
    return say("{who} refracts {dragons}", who=telling.who, dragons=names)


REFRACT = Action(Refract, cite.REFRACT, refract, tell_refracting, offers=offer_refracting)


@dataclass(frozen=True, slots=True)
class AimRefracted(Event):
    """The owner of refracted dragons says whom they will attack."""

    player: Seat


def aims(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat's refracted dragons may be sent against, the first group that waits.

    Anybody in the game but the refractor, their owner included; with two players only the owner is left.
    """
    first = next((one for one in state.refracted if one.seat == seat and one.target is None), None)
    return tuple(one for one in state.living if first is not None and one != first.refractor)


def aim_refracted(state: State, event: AimRefracted, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    checks.player_named(judge, state, event.player)
    open_ones = tuple(one for one in state.refracted if one.seat == seat and one.target is None)
    judge.struct(bool(open_ones), "nothing_asked", "Nothing waits for that answer; somebody was faster.")
    text = "They go against anybody still in the game, but not against who refracted them."
    judge.rule(event.player in aims(state, seat), "bad_target", text, cite.REFRACT)
    group = tuple(one for one in open_ones if one.refractor == open_ones[0].refractor)
    sent = tuple(replace(one, target=event.player) if one in group else one for one in state.refracted)
    state = replace(state, refracted=sent)
    return damage.combat_left(state) if state.clash is None else state


def offer_aims(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase in ("setup", "over"):
        return
    for target in aims(state, seat):
        own = target == seat
        label = say("They will attack {whom}", whom="me" if own else person(target))
        detail = "unless the refractor is knocked out that turn" if own else ""
        yield Choice(label, AimRefracted(target, seat=seat), detail=detail, prompt=AIM, why=cite.REFRACT)


def tell_aim(telling: Telling[State, AimRefracted]) -> str:
    whom = person(telling.event.player)
    if telling.event.player == telling.event.seat:
        return say("The refracted dragons of {who} will attack {who}", who=telling.who)
    return say("{who} will send the refracted dragons against {player}", who=telling.who, player=whom)


AIM_REFRACTED = Action(AimRefracted, cite.REFRACT, aim_refracted, tell_aim, offers=offer_aims)
