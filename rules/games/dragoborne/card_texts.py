"""What the texts of cards do, as the people at the table follow them, what Immune stops of it, and ambushes used.

A text is shown when its moment comes and ticked when it is followed; what it speaks of is offered beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Objection, Seat
from rules.games.dragoborne import checks, settle, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.combat_rules import Fighter, barriers_after_effect, effect_objection, hit_shield
from rules.games.dragoborne.deck import ambush_ability, card, color, destination, has_word, plain, words_of
from rules.games.dragoborne.state import FORTS, Ask, Creature, Paper, State, Todo
from rules.games.dragoborne.turn import Discard, Draw
from rules.text import say
from rules.view import person

MOST = 20
"""No text does more damage, or changes more."""


def following(state: State, judge: Judge) -> Seat:
    """The seat whose card text is followed now."""
    seat = checks.game_on(judge, state)
    checks.in_phase(judge, state, ("main", "combat"), cite.TEXT)
    return seat


def owner_exists(state: State, owner: Seat, judge: Judge) -> None:
    judge.struct(0 <= owner < state.players, "no_such_seat", "owner: expected 0 or 1")


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
    """A tick for each text the seat follows now, and what it may change; all else it does is put right by hand."""
    for n, one in enumerate(state.todo if state.phase in ("main", "combat") else ()):
        if one.done or one.seat != seat:
            continue
        label = say("Done: {card}", card=card(one.card).name) if one.card else "Done"
        yield Choice(label, Tick(n, seat=seat), (), one.text, why=cite.TEXT)
        if one.card:
            for offers in (offer_effects, offer_damage, offer_die_turns, offer_cards):
                yield from offers(state, one)


TICK = Action(Tick, cite.TEXT, tick, "{who} has followed a card text", offers=offer_texts)


def offer_cards(state: State, todo: Todo) -> Iterator[Choice]:
    """Cards the text has its owner draw or discard."""
    lower, title = todo.text.casefold(), card(todo.card).name
    if "draw" in lower:
        count = FieldSpec("count", "Cards", low=1, high=3, kind="number", preset=(2 if "two" in lower else 1,))
        yield Choice.asking(Draw, say("{card}: I draw", card=title), (count,), seat=todo.seat, why=cite.TEXT)
    if "discard a card" in lower and state.sides[todo.seat].hand:
        yield Choice(say("{card}: I discard a card", card=title), Discard(1, seat=todo.seat), why=cite.TEXT)


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
    turn: Literal["", "rest", "stand", "hold"] = ""
    leaves: Literal["", "destroyed", "hand", "discard", "deck"] = ""


def effect(state: State, event: Effect, judge: Judge) -> State:
    checks.is_card(judge, event.source, checks.PLAYED)
    following(state, judge)
    owner, one = checks.any_creature(state, event.target)
    checks.within(judge, "damage", event.damage, MOST)
    checks.within(judge, "atk and edr", max(abs(event.atk), abs(event.edr)), MOST, least=-MOST)
    judge.obey(_immune(one, event.source))
    new = replace(
        one,
        damage=one.damage + event.damage,
        atk_mod=one.atk_mod + event.atk,
        edr_mod=one.edr_mod + event.edr,
        rested=one.rested if not event.turn else event.turn != "stand",
        held=one.held or event.turn == "hold",
    )
    state = state.with_side(owner, state.sides[owner].with_creature(new))
    return settle.leave(state, owner, one.uid, event.leaves) if event.leaves else state


def _immune(one: Creature, source: str) -> Objection | None:
    """Immune knows a spell or ability by the colour and traits of its card."""
    aimed = Fighter(one.uid, 0, 0, immune=words_of(one.card, "immune"))
    return effect_objection((color(source), *card(source).words("traits")), aimed)


def offer_effects(state: State, todo: Todo) -> Iterator[Choice]:
    """What the text does to a creature, for those it may choose."""
    creatures = tuple(
        checks.creature_pick(state, owner, one)
        for owner, side in enumerate(state.sides)
        for one in side.creatures
        if _immune(one, todo.card) is None
    )
    target, known = FieldSpec("target", "Which creature?", creatures), {"source": todo.card}
    for template, asks in _done_to_creatures(todo.text) if creatures else ():
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
    changed = re.search(r"([+−-]\d+)/([+−-]\d+)", text)
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


def tell_effect(telling: Telling[State, Effect]) -> str:
    event = telling.event
    changes = [say("takes {damage} damage", damage=event.damage)] if event.damage else []
    if event.atk or event.edr:
        changes.append(say("gets {atk:+}/{edr:+} until the turn ends", atk=event.atk, edr=event.edr))
    turned = {"rest": "rests", "stand": "stands", "hold": "rests and will not stand next time"}
    left = {"destroyed": "is destroyed", "hand": "returns to the hand", "discard": "is discarded"}
    changes += [turned[event.turn]] if event.turn else []
    changes += [left.get(event.leaves, "returns to the deck")] if event.leaves else []
    source, target = checks.card_named(event.source), checks.creature_named(telling.after, event.target)
    template = "{who} follows {card}: {creature} {changes}"
    return say(template, who=telling.who, card=source, creature=target, changes=", ".join(changes) or "is chosen")


EFFECT = Action(Effect, cite.TEXT, effect, tell_effect)


# --- forts and dragoshields


@dataclass(frozen=True, slots=True)
class DamageFort(Event):
    """An effect of the seat damages a fort of ``owner``; its barriers leave one by one."""

    owner: Seat
    fort: str
    amount: int = 1


def damage_fort(state: State, event: DamageFort, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    owner_exists(state, event.owner, judge)
    following(state, judge)
    checks.within(judge, "amount", event.amount, MOST, least=1)
    before = state.sides[event.owner].fort(event.fort).barriers
    judge.rule(before > 0, "fort_destroyed", "That fort is destroyed already.", cite.NO_FORT)
    return settle.lose_barriers(state, event.owner, event.fort, barriers_after_effect(before, event.amount))


def offer_damage(state: State, todo: Todo) -> Iterator[Choice]:
    """Damage to dragoshields and forts, where the text speaks of damage or of a dragoshield."""
    lower, title, seat = todo.text.casefold(), card(todo.card).name, todo.seat
    if "damage" not in lower and "shield" not in lower:
        return
    amount = FieldSpec("amount", "Damage", low=1, high=6, kind="number")
    for owner, side in enumerate(state.sides):
        mine, known = owner == seat, {"owner": owner}
        shields = tuple(
            checks.die_pick(n, die, detail=say("fort {fort}", fort=die.at))
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


DAMAGE_FORT = Action(DamageFort, cite.TEXT, damage_fort, tells("{who} deals {amount} damage to fort {fort} of {owner}"))


@dataclass(frozen=True, slots=True)
class DamageShield(Event):
    """An effect of the seat damages a dragoshield of ``owner``; offered beside damage to forts."""

    owner: Seat
    die: int
    amount: int = 1


def damage_shield(state: State, event: DamageShield, judge: Judge) -> State:
    owner_exists(state, event.owner, judge)
    checks.die_exists(judge, state, event.owner, event.die)
    following(state, judge)
    checks.within(judge, "amount", event.amount, MOST, least=1)
    die = state.sides[event.owner].dice[event.die]
    judge.struct(die.where == "shield", "no_shield", "That die is no dragoshield.")
    return settle.hit_die(state, event.owner, event.die, hit_shield(die.value, event.amount))


DAMAGE_SHIELD = Action(DamageShield, cite.TEXT, damage_shield, tells("{who} deals {amount} damage to {die} of {owner}"))


# --- dice


@dataclass(frozen=True, slots=True)
class TurnDie(Event):
    """An effect of the seat turns a die of ``owner`` to another value, wherever it lies."""

    owner: Seat
    die: int
    value: int


def turn_die(state: State, event: TurnDie, judge: Judge) -> State:
    owner_exists(state, event.owner, judge)
    checks.die_exists(judge, state, event.owner, event.die)
    following(state, judge)
    judge.struct(1 <= event.value <= 6, "bad_dice", "value: expected 1 to 6")
    side = state.sides[event.owner]
    judge.struct(side.dice[event.die].value > 0, "not_rolled", "This die has not been rolled yet.")
    return state.with_side(event.owner, side.with_die(event.die, replace(side.dice[event.die], value=event.value)))


def offer_die_turns(state: State, todo: Todo) -> Iterator[Choice]:
    title, seat = card(todo.card).name, todo.seat
    for owner, side in enumerate(state.sides) if re.search(r"\b(dice|die)\b", todo.text.casefold()) else ():
        dice = tuple(checks.die_pick(n, die) for n, die in enumerate(side.dice) if die.value)
        if dice:
            label = say("{card}: turn my die" if owner == seat else "{card}: turn the other's die", card=title)
            value = FieldSpec("value", "Shows then", tuple(Pick(face, str(face)) for face in range(1, 7)))
            asks, known = (FieldSpec("die", "Which die?", dice), value), {"owner": owner}
            yield Choice.asking(TurnDie, label, asks, known=known, seat=seat, why=cite.TEXT)


TURN_DIE = Action(TurnDie, cite.TEXT, turn_die, tells("{who} turns {die} of {owner} to {value}"))


# --- ambushes


@dataclass(frozen=True, slots=True)
class UseAmbush(Event):
    """The ambush of a fort, whose condition is met, is revealed and used."""

    fort: str
    card: str
    code: str = ""


def use_ambush(state: State, event: UseAmbush, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    checks.is_card(judge, event.card, checks.PLAYED, event.code)
    seat = following(state, judge)
    side = state.sides[seat]
    there = side.fort(event.fort)
    judge.struct(there.ambush is not None, "no_ambush", "No ambush lies there.")
    fits = has_word(event.card, "ambush")
    judge.rule(fits, "not_ambush", say("{card} has no Ambush.", card=card(event.card).name), cite.AMBUSH)
    checks.card_free(judge, state, event.code)
    rested = there.ambush is not None and there.ambush.rested
    flags = tuple(one.color for one in side.forts)
    judge.obey(turn_rules.ambush_objection(flags, color(event.card), rested=rested, house=state.house))
    if fits:
        checks.ambush_shown(judge, state, seat, number=event.fort, card_id=event.card)
    found = ambush_ability(event.card)
    text = found.text if found is not None else "Follow the card."
    state = _turned_up(state, seat, event.fort, Paper(event.card, event.code))
    if not destination(text):
        # A card that only brings itself into play is done with that.
        state = settle.remind(state, seat, event.card, text)
    ask = Ask("goes", seat, event.fort, card=event.card, code=event.code, origin="ambush")
    state = settle.used(state, ask, text, table=state.house.ambush_destination)
    checks.in_deck(judge, state, seat, event.card)
    return state


def _turned_up(state: State, seat: Seat, number: str, paper: Paper) -> State:
    side = state.sides[seat]
    state = state.with_side(seat, side.with_fort(number, replace(side.fort(number), ambush=None)))
    return replace(state, shown=(*state.shown, paper))


def offer_ambushes(state: State, seat: Seat) -> Iterator[Choice]:
    """Ambushes that may be used, and, while a card text is followed, those it may take away."""
    side = state.sides[seat]
    flags = tuple(one.color for one in side.forts)
    for number in FORTS if state.phase in ("main", "combat") else ():
        there = side.fort(number).ambush
        if there is None:
            continue
        known = (there.card,) if there.card else checks.ambush_cards(side)
        fits = tuple(
            one
            for one in known
            if has_word(one, "ambush")
            and turn_rules.ambush_objection(flags, color(one), rested=there.rested, house=state.house) is None
        )
        label = say("Use the ambush of fort {number}", number=number)
        if there.card and fits:
            yield _known_ambush(UseAmbush(number, there.card, there.code, seat=seat))
        elif fits:
            which = FieldSpec("card", "Which card is it?", tuple(map(checks.card_pick, fits)))
            yield Choice.asking(UseAmbush, label, (which,), known={"fort": number}, seat=seat, why=cite.AMBUSH_USE)
        if any(not one.done for one in state.todo):
            which = FieldSpec("card", "Which card is it?", tuple(map(checks.card_pick, known)))
            where = FieldSpec("where", "Where to?", (Pick("discard", "Discard pile"), Pick("hand", "My hand")))
            label, asks = say("The ambush of fort {number} leaves", number=number), (which, where)
            yield Choice.asking(AmbushLeaves, label, asks, known={"fort": number}, seat=seat, why=cite.AMBUSH)


def _known_ambush(event: UseAmbush) -> Choice:
    found, title, suit = ambush_ability(event.card), card(event.card).name, color(event.card)
    label = say("Use the ambush of fort {number}: {card}", number=event.fort, card=title)
    about = f"{found.condition}: {plain(found.text)}" if found is not None else ""
    return Choice(label, event, (), about, card=event.card, suit=suit, why=cite.AMBUSH_USE)


USE_AMBUSH = Action(
    UseAmbush,
    cite.AMBUSH_USE,
    use_ambush,
    tells("{who} reveals the ambush of fort {fort}: {card}"),
    offers=offer_ambushes,
)


@dataclass(frozen=True, slots=True)
class AmbushLeaves(Event):
    """An effect moves the ambush of a fort away; its owner shows it. Offered beside the use of each ambush."""

    fort: str
    card: str
    where: Literal["hand", "discard"] = "discard"
    code: str = ""


def ambush_leaves(state: State, event: AmbushLeaves, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    checks.is_card(judge, event.card, checks.PLAYED, event.code)
    seat = following(state, judge)
    there = state.sides[seat].fort(event.fort)
    judge.struct(there.ambush is not None, "no_ambush", say("No ambush of {who} lies there.", who=person(seat)))
    checks.card_free(judge, state, event.code)
    checks.ambush_shown(judge, state, seat, number=event.fort, card_id=event.card)
    state = _turned_up(state, seat, event.fort, Paper(event.card, event.code))
    ask = Ask("goes", seat, event.fort, card=event.card, code=event.code, origin="ambush")
    return settle.goes(state, ask, event.where)


AMBUSH_LEAVES = Action(AmbushLeaves, cite.AMBUSH, ambush_leaves, tells("{who} shows {card}, which leaves fort {fort}"))
