"""What a scanned card means in a combat: played, blocking, ambushing, aimed at, hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.games.breeds import combat, market_scans, offers
from rules.games.breeds.battlefield import field_of, find_fighter, on_field
from rules.games.breeds.cardbook import known
from rules.games.breeds.combat_events import Block, ChooseDamage, Fireball, PlayDragon
from rules.games.breeds.seen import Apply, Seen, fitting, fitting_or_why
from rules.games.breeds.state import Clash, Fighter, State
from rules.games.breeds.wording import fighter_name
from rules.scan import problem
from rules.table import Choice, Event, Reading, Seat, named_by_scan
from rules.text import say

DRAGONS = ("dragon", "legendary")


def _fighters(clash: Clash, one: Seen) -> tuple[Fighter, ...]:
    """The dragons on the battlefield this card is part of; the very paper card where it is known."""
    exact = tuple(f for f in on_field(clash) if any(part.code == one.code for part in f.parts))
    return exact or tuple(f for f in on_field(clash) if any(part.card == one.card for part in f.parts))


def in_combat(state: State, clash: Clash, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A card while a combat goes on: what the step makes of it."""
    found = known(one.card)
    if found.kind == "fireball":
        return _fireball(state, clash, seat, one=one, apply=apply)
    if found.kind not in DRAGONS:
        return problem(
            "wrong_kind",
            say("{name} is no dragon and no Fireball; it has no part in a combat.", name=found.name),
            one.card,
        )
    named = named_by_scan(offers.choices(state, seat), one.card, one.code)
    if clash.step == "attack" and seat == clash.attacker:
        events: list[Choice] = [
            Choice(say("Play {name}", name=found.name), PlayDragon(one.card, code=one.code, seat=seat))
        ]
        others = [c for c in named if not isinstance(c.event, PlayDragon) and not c.correction]
        return fitting_or_why(state, events, others, summary=found.name, apply=apply)
    if clash.step == "defense" and seat == clash.defender:
        events = [
            Choice(
                say("Block {fighter_name}", fighter_name=fighter_name(state, a)),
                Block(one.card, a.uid, code=one.code, seat=seat),
            )
            for a in clash.attackers
        ]
        return fitting_or_why(state, events, [], summary=found.name, apply=apply)
    return _aimed(state, clash, seat, one=one, apply=apply)


def _aimed(state: State, clash: Clash, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A dragon among fireballs and damage: the target, or an ambusher out of the hand."""
    there = _fighters(clash, one)
    ready = list(_at_dragons(state, clash, seat, there))
    if clash.step == "fireball_att" and seat == clash.attacker and "ambush" in known(one.card).words:
        ambushers = [c for c in offers.choices(state, seat) if c.card == one.card and c.fields and not c.correction]
        for choice in ambushers:
            for pick in choice.fields[0].picks:
                event = choice.fill(target=pick.value, value=known(one.card).words["ambush"])
                ready.append(replace(choice, event=event, fields=(), label=f"{choice.label} {pick.label}"))
    if not ready:
        text = say("{name} has no part in this step.", name=known(one.card).name)
        return problem("not_now", text, one.card)
    return fitting(state, ready, known(one.card).name, apply)


def _at_dragons(state: State, clash: Clash, seat: Seat, there: Sequence[Fighter]) -> Iterator[Choice]:
    for one in there:
        name = fighter_name(state, one)
        if clash.step == "damage" and seat == clash.attacker:
            for question in combat.questions(field_of(clash), clash.targets):
                attacker = find_fighter(clash, question.attacker)
                if one.uid in question.candidates and attacker is not None:
                    event: Event = ChooseDamage(question.attacker, one.uid, seat=seat)
                    yield Choice(
                        say("{fighter_name} hits {name}", fighter_name=fighter_name(state, attacker), name=name),
                        event,
                        uid=one.uid,
                    )
        elif clash.step in ("fireball_att", "fireball_def"):
            for offered in offers.choices(state, seat):
                targets = [pick for spec in offered.fields for pick in spec.picks if pick.value == one.uid]
                if targets and isinstance(offered.event, Fireball):
                    yield replace(
                        offered,
                        event=offered.fill(target=one.uid),
                        fields=(),
                        label=say("{label} at {name}", label=offered.label, name=name),
                    )


def _fireball(state: State, clash: Clash, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A Fireball: at the only opposing dragon at once, at several by a button."""
    player = state.seats[seat]
    lent = next((t for t in player.tokens if t.kind == "fireball"), None)
    token = known(one.card).faction == "token"
    if token and lent is None:
        return market_scans.token(state, seat, one, apply)
    targets = clash.blockers if seat == clash.attacker else clash.attackers
    ready = [
        Choice(
            say("Fireball at {fighter_name}", fighter_name=fighter_name(state, target)),
            Fireball(target.uid, token=lent.uid if token and lent is not None else "", code=one.code, seat=seat),
            uid=target.uid,
        )
        for target in targets
    ]
    if not ready:
        return problem("bad_fireball_target", "No opposing dragon is there to be hit.", one.card)
    return fitting_or_why(state, ready, [], summary="Fireball", apply=apply)
