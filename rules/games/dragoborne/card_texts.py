"""What the texts of cards do, as the people at the table follow them, and what Immune stops of it.

A text is shown when its moment comes. What of it has a form the table knows is offered beside it, for whom the text
may choose, and once it is carried out the text is done; the rest people judge, and tick it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.dragoborne import checks, pictures, settle, spots, text_targets
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.combat_rules import barriers_after_effect, hit_shield
from rules.games.dragoborne.deck import UNKNOWN_TEXT, card
from rules.games.dragoborne.state import FORTS, Creature, State, Todo
from rules.games.dragoborne.text_forms import Clause, read
from rules.games.dragoborne.turn import Discard, Draw
from rules.text import listed, plural, say
from rules.view import person

MOST = 20
"""No text does more damage, or changes more."""
TEXT_KEY = "text"
"""The prompt these actions answer while an attack waits for them."""
Turned = Literal["", "rest", "stand", "hold"]
Left = Literal["", "destroyed", "hand", "discard", "deck"]


def following(state: State, judge: Judge) -> Seat:
    """The seat whose card text is followed now."""
    seat = checks.game_on(judge, state)
    checks.in_phase(judge, state, ("main", "combat"), cite.TEXT)
    return seat


def owner_exists(state: State, owner: Seat, judge: Judge) -> None:
    judge.struct(0 <= owner < state.players, "no_such_seat", "owner: expected 0 or 1")


def source_named(judge: Judge, source: str) -> None:
    """Refuses a source that is no card; nothing named is whichever text waits."""
    if source:
        checks.is_card(judge, source, checks.PLAYED)


# --- a text is followed


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """The card text with that number is followed."""

    item: int


def tick(state: State, event: Tick, judge: Judge) -> State:
    there = 0 <= event.item < len(state.todo) and not state.todo[event.item].done
    judge.struct(there, "no_reminder", "That is done already, or not on the table any more.")
    todo = tuple(replace(one, done=True) if n == event.item else one for n, one in enumerate(state.todo))
    return replace(state, todo=todo)


def offer_texts(state: State, seat: Seat) -> Iterator[Choice]:
    """What each text the seat follows now does, and a tick for it; all else it does is put right by hand."""
    for n, one in state.open_texts if state.phase in ("main", "combat") else ():
        if one.seat != seat:
            continue
        prompt = TEXT_KEY if one.battle and not state.asks else ""
        for choice in _offers(state, one):
            yield replace(choice, prompt=prompt)
        label = say("Done: {card}", card=card(one.card).name) if one.card else "Done"
        yield Choice(label, Tick(n, seat=seat), (), one.text, prompt=prompt, why=cite.TEXT)


def _offers(state: State, todo: Todo) -> Iterator[Choice]:
    if not todo.card:
        return
    reading = read(todo.text)
    for _, clause in text_targets.still_to_do(todo):
        for offers in (_offer_creatures, _offer_whole_fort, _offer_shields, _offer_forts, _offer_dice, _offer_cards):
            yield from offers(state, todo, clause)
    if reading.rest:
        yield from _offers_to_judge(state, todo, reading.rest)


def tell_tick(telling: Telling[State, Tick]) -> str:
    todo, item = telling.before.todo, telling.event.item
    name = todo[item].card if 0 <= item < len(todo) else ""
    return say("{who} has followed {card}", who=telling.who, card=checks.card_named(name) if name else "a card text")


TICK = Action(Tick, cite.TEXT, tick, tell_tick, offers=offer_texts)


# --- creatures


@dataclass(frozen=True, slots=True)
class Effect(Event):
    """A spell or ability of the seat (``source``, a card) chose a creature that is not immune to it.

    It takes ``damage``, changes by ``atk`` and ``edr`` until the turn ends, turns (``hold``: it rests and does not
    stand in its next stand step), or leaves the field.
    """

    source: str
    target: str
    damage: int = 0
    atk: int = 0
    edr: int = 0
    turn: Turned = ""
    leaves: Left = ""


def effect(state: State, event: Effect, judge: Judge) -> State:
    checks.is_card(judge, event.source, checks.PLAYED)
    seat = following(state, judge)
    owner, one = checks.any_creature(state, event.target)
    checks.within(judge, "damage", event.damage, MOST)
    checks.within(judge, "atk and edr", max(abs(event.atk), abs(event.edr)), MOST, least=-MOST)
    judge.obey(text_targets.immune(one, event.source))

    def fits(todo: Todo, clause: Clause) -> bool:
        chosen = (found.uid for _, found in text_targets.creatures(state, todo, clause, even_immune=True))
        return not clause.whole_fort and _done(event) == _wanted(clause) and one.uid in chosen

    state = text_targets.carry_out(state, seat, judge, event.source, fits, hit=one.uid)
    state = _changed(state, owner, one, event)
    return settle.leave(state, owner, one.uid, event.leaves) if event.leaves else state


def _changed(state: State, owner: Seat, one: Creature, event: Effect | EffectAtFort) -> State:
    new = replace(
        one,
        damage=one.damage + event.damage,
        atk_mod=one.atk_mod + event.atk,
        edr_mod=one.edr_mod + event.edr,
        rested=one.rested if not event.turn else event.turn != "stand",
        held=one.held or event.turn == "hold",
    )
    return state.with_side(owner, state.sides[owner].with_creature(new))


def _done(event: Effect | EffectAtFort) -> tuple[Any, ...]:
    leaves = event.leaves if isinstance(event, Effect) else ""
    return event.damage, event.atk, event.edr, event.turn, leaves


def _wanted(clause: Clause) -> tuple[Any, ...] | None:
    """What an event says that does what the clause says to a creature."""
    match clause.verb:
        case "damage":
            return clause.amount, 0, 0, "", ""
        case "change":
            return 0, clause.atk, clause.edr, "", ""
        case "turn":
            return 0, 0, 0, clause.way, ""
        case "leaves":
            return 0, 0, 0, "", clause.way
    return None


def what_it_does(clause: Clause) -> dict[str, Any]:
    """The arguments of that event."""
    names = ("damage", "atk", "edr", "turn", "leaves")
    wanted = _wanted(clause) or ()
    return {name: value for name, value in zip(names, wanted, strict=False) if value}


def _offer_creatures(state: State, todo: Todo, clause: Clause) -> Iterator[Choice]:
    picks = tuple(checks.creature_pick(state, owner, one) for owner, one in _chosen(state, todo, clause))
    if picks and not clause.whole_fort:
        known = {"source": todo.card, **what_it_does(clause)}
        target = FieldSpec("target", "Which creature?", picks)
        label = _to_a_creature(todo, clause, "a creature")
        yield Choice.asking(Effect, label, (target,), known=known, seat=todo.seat, why=cite.IMMUNE)


def _chosen(state: State, todo: Todo, clause: Clause) -> Iterator[tuple[Seat, Creature]]:
    if _wanted(clause) is not None:
        yield from text_targets.creatures(state, todo, clause)


_WAYS = {
    "rest": "{card}: rest {whom}",
    "stand": "{card}: stand {whom}",
    "hold": "{card}: rest {whom}, also in its next turn",
    "hand": "{card}: return {whom} to its owner's hand",
    "deck": "{card}: return {whom} to its owner's deck",
    "destroyed": "{card}: destroy {whom}",
}


def _to_a_creature(todo: Todo, clause: Clause, whom: str) -> str:
    """The label of the button that does this to somebody."""
    title = card(todo.card).name
    if clause.verb == "damage":
        return say("{card}: {damage} damage to {whom}", card=title, damage=clause.amount, whom=whom)
    if clause.verb == "change":
        template = "{card}: {atk:+}/{edr:+} for {whom}"
        return say(template, card=title, atk=clause.atk, edr=clause.edr, whom=whom)
    return say(_WAYS[clause.way], card=title, whom=whom)


def _said(event: Effect | EffectAtFort) -> str:
    """What was done, for the log."""
    changes = [say("takes {damage} damage", damage=event.damage)] if event.damage else []
    if event.atk or event.edr:
        changes.append(say("gets {atk:+}/{edr:+} until the turn ends", atk=event.atk, edr=event.edr))
    turned = {"rest": "rests", "stand": "stands", "hold": "rests and will not stand next time"}
    changes += [turned[event.turn]] if event.turn else []
    return listed(changes)


def tell_effect(telling: Telling[State, Effect]) -> str:
    event = telling.event
    source, target = checks.card_named(event.source), checks.creature_named(telling.before, event.target)
    template = "{who} follows {card} on {creature}"
    return say(template, who=telling.who, card=source, creature=target)


def effect_follows(telling: Telling[State, Effect]) -> Iterator[str]:
    """What changes the creature without damage or its leaving, which the table shows."""
    words = _said(replace(telling.event, damage=0, leaves=""))
    if words:
        name = checks.creature_named(telling.before, telling.event.target)
        yield say("{creature} {changes}", creature=name, changes=words)


EFFECT = Action(Effect, cite.TEXT, effect, tell_effect, follows=effect_follows, pictures=pictures.creature_hit)


# --- each creature at one fort


@dataclass(frozen=True, slots=True)
class EffectAtFort(Event):
    """A spell or ability of the seat does the same to each creature at a fort of ``owner`` that is not immune to it."""

    source: str
    owner: Seat
    fort: str
    damage: int = 0
    atk: int = 0
    edr: int = 0
    turn: Turned = ""


def effect_at_fort(state: State, event: EffectAtFort, judge: Judge) -> State:
    checks.is_card(judge, event.source, checks.PLAYED)
    checks.fort_exists(judge, event.fort)
    owner_exists(state, event.owner, judge)
    seat = following(state, judge)
    checks.within(judge, "damage", event.damage, MOST)
    checks.within(judge, "atk and edr", max(abs(event.atk), abs(event.edr)), MOST, least=-MOST)

    def fits(todo: Todo, clause: Clause) -> bool:
        there = (event.owner, event.fort) in text_targets.forts(state, todo, clause)
        return clause.whole_fort and _done(event) == _wanted(clause) and there

    state = text_targets.carry_out(state, seat, judge, event.source, fits)
    for one in state.sides[event.owner].at_fort(event.fort):
        if text_targets.immune(one, event.source) is None:
            state = _changed(state, event.owner, one, event)
    return state


def _offer_whole_fort(state: State, todo: Todo, clause: Clause) -> Iterator[Choice]:
    found = tuple(text_targets.forts(state, todo, clause)) if clause.whole_fort and clause.verb != "leaves" else ()
    for owner in sorted({owner for owner, _ in found}):
        picks = tuple(checks.fort_pick(state, owner, number) for whose, number in found if whose == owner)
        whom = "each creature at a fort of mine" if owner == todo.seat else "each creature at a fort of the other"
        known = {"source": todo.card, "owner": owner, **what_it_does(clause)}
        asks = (FieldSpec("fort", "Which fort?", picks),)
        label = _to_a_creature(todo, clause, whom)
        yield Choice.asking(EffectAtFort, label, asks, known=known, seat=todo.seat, why=cite.TEXT)


def tell_effect_at_fort(telling: Telling[State, EffectAtFort]) -> str:
    event, template = telling.event, "{who} follows {card}: each creature at fort {fort} of {owner} {changes}"
    owner, source = person(event.owner), checks.card_named(event.source)
    return say(template, who=telling.who, card=source, fort=event.fort, owner=owner, changes=_said(event))


EFFECT_AT_FORT = Action(EffectAtFort, cite.TEXT, effect_at_fort, tell_effect_at_fort)


# --- forts and dragoshields


@dataclass(frozen=True, slots=True)
class DamageFort(Event):
    """An effect of the seat damages a fort of ``owner``; its barriers leave one by one. ``source`` is its card."""

    owner: Seat
    fort: str
    amount: int = 1
    source: str = ""


def damage_fort(state: State, event: DamageFort, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    owner_exists(state, event.owner, judge)
    source_named(judge, event.source)
    seat = following(state, judge)
    checks.within(judge, "amount", event.amount, MOST, least=1)
    before = state.sides[event.owner].fort(event.fort).barriers
    judge.rule(before > 0, "fort_destroyed", "That fort is destroyed already.", cite.NO_FORT)

    def fits(todo: Todo, clause: Clause) -> bool:
        there = (event.owner, event.fort) in text_targets.forts(state, todo, clause)
        return clause.verb == "damage" and not clause.whole_fort and clause.amount == event.amount and there

    state = text_targets.carry_out(state, seat, judge, event.source, fits)
    return settle.lose_barriers(state, event.owner, event.fort, barriers_after_effect(before, event.amount))


def _offer_forts(state: State, todo: Todo, clause: Clause) -> Iterator[Choice]:
    found = tuple(text_targets.forts(state, todo, clause)) if not clause.whole_fort else ()
    for owner in sorted({owner for owner, _ in found}):
        picks = tuple(checks.fort_pick(state, owner, number) for whose, number in found if whose == owner)
        template = "{card}: {amount} damage to my fort"
        if owner != todo.seat:
            template = "{card}: {amount} damage to the other's fort"
        label = say(template, card=card(todo.card).name, amount=clause.amount)
        known = {"owner": owner, "amount": clause.amount, "source": todo.card}
        asks = (FieldSpec("fort", "Which fort?", picks),)
        yield Choice.asking(DamageFort, label, asks, known=known, seat=todo.seat, why=cite.TEXT)


def by_source(template: str) -> Callable[[Telling[State, Any]], str]:
    """A line of the log, with the card whose text it was where that was said."""
    plain, named = tells(template), tells("{who} follows {source}: " + template.removeprefix("{who} "))
    return lambda telling: (named if telling.event.source else plain)(telling)


DAMAGE_FORT = Action(
    DamageFort, cite.TEXT, damage_fort, by_source("{who} deals {amount} damage to fort {fort} of {owner}")
)


@dataclass(frozen=True, slots=True)
class DamageShield(Event):
    """An effect of the seat damages a dragoshield of ``owner``. ``source`` is its card."""

    owner: Seat
    die: int
    amount: int = 1
    source: str = ""


def damage_shield(state: State, event: DamageShield, judge: Judge) -> State:
    owner_exists(state, event.owner, judge)
    checks.die_exists(judge, state, event.owner, event.die)
    source_named(judge, event.source)
    seat = following(state, judge)
    checks.within(judge, "amount", event.amount, MOST, least=1)
    die = state.sides[event.owner].dice[event.die]
    judge.struct(die.where == "shield", "no_shield", "That die is no dragoshield.")

    def fits(todo: Todo, clause: Clause) -> bool:
        enough = clause.amount == event.amount if clause.verb == "damage" else event.amount >= die.value
        return enough and (event.owner, event.die) in text_targets.shields(state, todo, clause)

    state = text_targets.carry_out(state, seat, judge, event.source, fits)
    return settle.hit_die(state, event.owner, event.die, hit_shield(die.value, event.amount))


def _offer_shields(state: State, todo: Todo, clause: Clause) -> Iterator[Choice]:
    found = tuple(text_targets.shields(state, todo, clause))
    for owner in sorted({owner for owner, _ in found}):
        dice = tuple((n, state.sides[owner].dice[n]) for whose, n in found if whose == owner)
        picks = tuple(checks.die_pick(owner, n, die, detail=say("fort {fort}", fort=die.at)) for n, die in dice)
        whom = "my dragoshield" if owner == todo.seat else "the other's dragoshield"
        label = _to_a_creature(todo, clause, whom)
        # Destroyed is damage as high as any die shows.
        known = {"owner": owner, "amount": clause.amount or 6, "source": todo.card}
        asks = (FieldSpec("die", "Which dragoshield?", picks),)
        yield Choice.asking(DamageShield, label, asks, known=known, seat=todo.seat, why=cite.TEXT)


DAMAGE_SHIELD = Action(
    DamageShield, cite.TEXT, damage_shield, by_source("{who} deals {amount} damage to {die} of {owner}")
)


# --- dice


@dataclass(frozen=True, slots=True)
class TurnDie(Event):
    """An effect of the seat turns a die of ``owner`` to another value, wherever it lies. ``source`` is its card."""

    owner: Seat
    die: int
    value: int
    source: str = ""


def turn_die(state: State, event: TurnDie, judge: Judge) -> State:
    owner_exists(state, event.owner, judge)
    checks.die_exists(judge, state, event.owner, event.die)
    source_named(judge, event.source)
    seat = following(state, judge)
    judge.struct(1 <= event.value <= 6, "bad_dice", "value: expected 1 to 6")
    die = state.sides[event.owner].dice[event.die]
    judge.struct(die.value > 0, "not_rolled", "This die has not been rolled yet.")

    def fits(todo: Todo, clause: Clause) -> bool:
        return clause.verb == "die" and event.owner == todo.seat and event.value == _turned_by(die.value, clause)

    state = text_targets.carry_out(state, seat, judge, event.source, fits)
    side = state.sides[event.owner]
    return state.with_side(event.owner, side.with_die(event.die, replace(die, value=event.value)))


def _turned_by(value: int, clause: Clause) -> int:
    return max(1, min(6, value + clause.amount))


def _offer_dice(state: State, todo: Todo, clause: Clause) -> Iterator[Choice]:
    for index, die in enumerate(state.sides[todo.seat].dice) if clause.verb == "die" else ():
        value = _turned_by(die.value, clause)
        if die.value and value != die.value:
            event = TurnDie(todo.seat, index, value, source=todo.card, seat=todo.seat)
            template = "{card}: {color} die from {before} to {value}"
            label = say(template, card=card(todo.card).name, color=die.color, before=die.value, value=value)
            yield Choice(label, event, suit=die.color, why=cite.TEXT, spot=spots.die(todo.seat, index))


TURN_DIE = Action(TurnDie, cite.TEXT, turn_die, by_source("{who} turns {die} of {owner} to {value}"))


# --- cards the text has its owner draw or discard


def _offer_cards(state: State, todo: Todo, clause: Clause) -> Iterator[Choice]:
    title, count = card(todo.card).name, clause.amount
    if clause.verb == "draw":
        label = say("{card}: draw {cards}", card=title, cards=plural(count, "card"))
        yield Choice(label, Draw(count, source=todo.card, seat=todo.seat), why=cite.TEXT)
    held = min(count, state.sides[todo.seat].hand)
    if clause.verb == "discard" and held:
        label = say("{card}: discard {cards}", card=title, cards=plural(held, "card"))
        yield Choice(label, Discard(held, source=todo.card, seat=todo.seat), why=cite.TEXT)


# --- what people judge: whatever words of theirs a text has, for whomever they say


ANYTHING = "Damage to a creature, a shield or a fort; +1/+1; rest, stand, return; a die; draw; discard a card."
"""What a card may say whose text stands on the paper alone."""


def _offers_to_judge(state: State, todo: Todo, rest: str) -> Iterator[Choice]:
    rest = ANYTHING if rest == read(UNKNOWN_TEXT).rest else rest
    lower, title, seat = rest.casefold(), card(todo.card).name, todo.seat
    yield from _judged_creatures(state, todo, rest)
    if "damage" in lower or "shield" in lower:
        yield from _judged_damage(state, todo)
    if re.search(r"\b(dice|die)\b", lower):
        yield from _judged_dice(state, todo)
    if "draw" in lower:
        count = FieldSpec("count", "Cards", low=1, high=3, kind="number", preset=(2 if "two" in lower else 1,))
        known = {"source": todo.card}
        yield Choice.asking(Draw, say("{card}: draw", card=title), (count,), known=known, seat=seat, why=cite.TEXT)
    if "discard a card" in lower and state.sides[seat].hand:
        label = say("{card}: discard a card", card=title)
        yield Choice(label, Discard(1, source=todo.card, seat=seat), why=cite.TEXT)


def _judged_creatures(state: State, todo: Todo, rest: str) -> Iterator[Choice]:
    creatures = tuple(
        checks.creature_pick(state, owner, one)
        for owner, side in enumerate(state.sides)
        for one in side.creatures
        if text_targets.immune(one, todo.card) is None
    )
    target, known = FieldSpec("target", "Which creature?", creatures), {"source": todo.card}
    for template, asks in _done_to_creatures(rest) if creatures else ():
        label = say(template, card=card(todo.card).name)
        yield Choice.asking(Effect, label, (target, *asks), known=known, seat=todo.seat, why=cite.IMMUNE)


def _done_to_creatures(text: str) -> Iterator[tuple[str, tuple[FieldSpec, ...]]]:
    """What a text speaks of: the label of its button, and what is asked beside the creature."""
    lower = text.casefold()
    if "damage" in lower:
        found = re.search(r"(\d+) damage", text)
        shown = min(9, max(1, int(found[1]) if found else 1))
        damage = FieldSpec("damage", "Damage", low=1, high=9, kind="number", preset=(shown,))
        yield "{card}: damage to a creature", (damage,)
    changed = re.search(r"([+−-]\d)/([+−-]\d)(?!\d)", text)
    if changed is not None:
        amounts = tuple(
            FieldSpec(key, key.upper(), low=-9, high=9, kind="number", preset=(int(part.replace("−", "-")),))
            for key, part in zip(("atk", "edr"), changed.groups(), strict=True)
        )
        yield "{card}: change a creature until the turn ends", amounts
    if re.search(r"\b(rest|stand)\b", lower):
        ways = (Pick("rest", "It rests"), Pick("stand", "It stands"), Pick("hold", "It rests, also in its next turn"))
        yield "{card}: rest or stand a creature", (FieldSpec("turn", "How?", ways),)
    if re.search(r"\b(return|destroy|leave)", lower):
        words = ("Destroyed", "To its owner's hand", "To the discard pile", "To its owner's deck")
        places = tuple(map(Pick, ("destroyed", "hand", "discard", "deck"), words))
        yield "{card}: a creature leaves", (FieldSpec("leaves", "Where to?", places),)


def _judged_damage(state: State, todo: Todo) -> Iterator[Choice]:
    """Damage to dragoshields and forts."""
    title, seat = card(todo.card).name, todo.seat
    amount = FieldSpec("amount", "Damage", low=1, high=6, kind="number")
    for owner, side in enumerate(state.sides):
        mine, known = owner == seat, {"owner": owner, "source": todo.card}
        shields = tuple(
            checks.die_pick(owner, n, die, detail=say("fort {fort}", fort=die.at))
            for n, die in enumerate(side.dice)
            if die.where == "shield"
        )
        if shields:
            label = say(
                "{card}: damage my dragoshield" if mine else "{card}: damage the other's dragoshield", card=title
            )
            asks = (FieldSpec("die", "Which dragoshield?", shields), amount)
            yield Choice.asking(DamageShield, label, asks, known=known, seat=seat, why=cite.TEXT)
        forts = tuple(checks.fort_pick(state, owner, number) for number in FORTS if side.fort(number).barriers)
        if forts:
            label = say("{card}: damage my fort" if mine else "{card}: damage the other's fort", card=title)
            asks = (FieldSpec("fort", "Which fort?", forts), amount)
            yield Choice.asking(DamageFort, label, asks, known=known, seat=seat, why=cite.TEXT)


def _judged_dice(state: State, todo: Todo) -> Iterator[Choice]:
    title, seat = card(todo.card).name, todo.seat
    for owner, side in enumerate(state.sides):
        dice = tuple(checks.die_pick(owner, n, die) for n, die in enumerate(side.dice) if die.value)
        if dice:
            label = say("{card}: turn my die" if owner == seat else "{card}: turn the other's die", card=title)
            value = FieldSpec("value", "New value", tuple(Pick(face, str(face)) for face in range(1, 7)))
            asks = (FieldSpec("die", "Which die?", dice), value)
            known = {"owner": owner, "source": todo.card}
            yield Choice.asking(TurnDie, label, asks, known=known, seat=seat, why=cite.TEXT)
