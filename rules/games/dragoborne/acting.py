"""The choices of the main phase and of combat, and of ambushes."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.dragoborne import book, combat, combat_events, dice, field, offers, payment, playing, texts, turn
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.cardbook import card, color, kind, price
from rules.games.dragoborne.papers import copies, copies_out, own_cards
from rules.games.dragoborne.state import (
    FORTS,
    Creature,
    Player,
    State,
    at_fort,
    fort,
    plain_dice,
    purse,
    room_at,
    shields,
)
from rules.games.dragoborne.wording import name
from rules.table import Choice, FieldSpec, Pick, Seat
from rules.text import say


def main(state: State, seat: Seat) -> Iterator[Choice]:
    """What the active player may do, attacks first once the combat is on."""
    if state.phase == "combat":
        yield from _attacks(state, seat)
        return
    if state.phase != "main":
        return
    yield from _cards(state, seat)
    yield from _attacks(state, seat)
    yield from _dice(state, seat)
    yield from _abilities(state, seat)
    yield from _moving(state, seat)
    swaps = tuple(playing.exchanges(state, seat))
    if swaps:
        picks = tuple(Pick(word, _exchange(word)) for word in swaps)
        spec = FieldSpec("exchange", "Which instead?", picks)
        yield Choice("I rested another resource", ev.PayOtherwise("", seat=seat), (spec,), why=payment.COLOR)


def _exchange(word: str) -> str:
    stands, _, rests = word.partition(">")
    return say("{rests} rests, {stands} stands", rests=rests.capitalize(), stands=stands)


def playable(state: State, seat: Seat, what: str) -> tuple[str, ...]:
    """The cards of a kind the seat can pay for, of which a copy may still be in the hand."""
    side = state.sides[seat]
    out, resources = copies_out(side), purse(side)
    return tuple(
        one
        for one in own_cards(side)
        if kind(one) == what and out[one] < copies(side, one) and payment.price_objection(price(one), resources) is None
    )


def fort_pick(state: State, seat: Seat, number: str) -> Pick:
    """A fort of the seat as an answer."""
    side = state.sides[seat]
    there = fort(side, number)
    parts = [
        say("{barriers} barrier{s}", barriers=there.barriers, s="" if there.barriers == 1 else "s")
        if there.barriers
        else "destroyed"
    ]
    parts += [say("dragoshield {value}", value=side.dice[n].value) for n in shields(side, number)]
    parts += [name(one) for one in at_fort(side, number)]
    return Pick(number, say("Fort {number}", number=number), detail=" · ".join(parts), suit=there.color)


def _cards(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    if not side.hand:
        return
    forts = tuple(fort_pick(state, seat, number) for number in FORTS)
    creatures = tuple(map(offers.card_pick, playable(state, seat, "creature")))
    if creatures:
        fields = (
            FieldSpec("card", "Which creature?", creatures, search=True),
            FieldSpec("fort", "To which fort?", forts),
        )
        yield Choice("Summon", ev.Summon("", "", seat=seat), fields, why=payment.COLOR)
    spells = tuple(map(offers.card_pick, playable(state, seat, "spell")))
    if spells:
        spec = FieldSpec("card", "Which spell?", spells)
        yield Choice("Cast a spell", ev.Cast("", seat=seat), (spec,), why=payment.COLOR)
    free = tuple(number for number in FORTS if fort(side, number).ambush is None)
    if free and payment.price_objection(payment.ambush_price(), purse(side)) is None:
        picks = (Pick("", "I do not say"), *map(offers.card_pick, _with_ambush(side)))
        where = FieldSpec("fort", "Before which fort?", tuple(fort_pick(state, seat, number) for number in free))
        which = FieldSpec("card", "Which card? Only you see this.", picks, preset=("",))
        event = ev.SetAmbush("", seat=seat)
        yield Choice("Set an ambush for 2", event, (where, which), why=book.AMBUSH)


def _with_ambush(side: Player) -> tuple[str, ...]:
    return tuple(one for one in own_cards(side) if texts.has_word(one, "ambush"))


def _dice(state: State, seat: Seat) -> Iterator[Choice]:
    """Free dice as shields, colour by colour, and on creatures."""
    side = state.sides[seat]
    plain = plain_dice(side)
    free = tuple(n for n, die in enumerate(plain) if die.value and dice.assign_objection(die) is None)
    for word in dict.fromkeys(plain[n].color for n in free):
        same = tuple(n for n in free if plain[n].color == word)
        forts = tuple(number for number in FORTS if _may_shield(state, seat, same[0], number))
        if forts:
            places = tuple(fort_pick(state, seat, number) for number in forts)
            where = FieldSpec("fort", "Before which fort?", places, preset=forts if len(forts) == 1 else ())
            event = ev.AssignShield(0, "", seat=seat)
            label = say("{word} dragoshield", word=word.capitalize())
            yield Choice(label, event, (_which(side, same), where), suit=word, why=dice.SAME_COLOR)
    if free and side.creatures:
        creatures = tuple(offers.creature_pick(state, seat, one) for one in side.creatures)
        spec = FieldSpec("creature", "On which creature?", creatures)
        crossed = ev.AssignCross(0, "", seat=seat)
        yield Choice("Dragocross", crossed, (_which(side, free), spec), why=dice.ONE_BOOST)


def _which(side: Player, indices: tuple[int, ...]) -> FieldSpec:
    """Which of these dice; a single one is ticked already."""
    picks = tuple(
        Pick(n, f"{side.dice[n].color.capitalize()} {side.dice[n].value}", suit=side.dice[n].color) for n in indices
    )
    return FieldSpec("die", "Which die?", picks, preset=indices if len(indices) == 1 else ())


def _may_shield(state: State, seat: Seat, index: int, number: str) -> bool:
    side = state.sides[seat]
    there = fort(side, number)
    count = len(shields(side, number))
    die = plain_dice(side)[index]
    return dice.shield_objection(die, there.color, there.barriers, shields=count, house=state.house) is None


def attackers(state: State, seat: Seat) -> tuple[Creature, ...]:
    """The seat's creatures that may attack."""
    return tuple(
        one
        for one in state.sides[seat].creatures
        if combat.attack_objection(field.fighter(state, seat, one, ""), state.turn, state.house) is None
    )


def open_forts(state: State, seat: Seat) -> tuple[str, ...]:
    """The forts of the other player that may be attacked."""
    return tuple(
        number
        for number in FORTS
        if combat.fort_objection(field.battle_fort(state, 1 - seat, number), state.house) is None
    )


def targets(state: State, seat: Seat, one: Creature) -> tuple[Creature, ...]:
    """The creatures one of the seat's may attack by Assassin."""
    return tuple(
        other for other in state.sides[1 - seat].creatures if field.assassin_objection(state, seat, one, other) is None
    )


def _attacks(state: State, seat: Seat) -> Iterator[Choice]:
    found = attackers(state, seat)
    forts = open_forts(state, seat)
    if found and forts:
        fields = (
            FieldSpec("creature", "With whom?", tuple(offers.creature_pick(state, seat, one) for one in found)),
            FieldSpec("fort", "Which fort?", tuple(fort_pick(state, 1 - seat, number) for number in forts)),
        )
        yield Choice("Attack", combat_events.Attack("", "", seat=seat), fields, why=book.COMBAT)
    for one in found:
        reached = targets(state, seat, one)
        if reached:
            picks = tuple(offers.creature_pick(state, 1 - seat, other) for other in reached)
            spec = FieldSpec("target", "Which creature?", picks)
            event = combat_events.AttackAssassin(one.uid, "", seat=seat)
            yield Choice(
                say("Assassin: {name} attacks a creature", name=name(one)),
                event,
                (spec,),
                uid=one.uid,
                why=combat.ASSASSIN,
            )


def _abilities(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.sides[seat].creatures:
        found = texts.ability(one.card)
        if found is None or found.kind != "activated":
            continue
        if payment.price_objection(payment.Price(found.cost, None), purse(state.sides[seat])) is None:
            event = ev.Activate(one.uid, seat=seat)
            label = say("{name}, for {cost}", name=name(one), cost=found.cost)
            yield Choice(
                label,
                event,
                fields=(),
                detail=texts.said(found.text),
                card=one.card,
                uid=one.uid,
                suit=color(one.card),
                why=book.ABILITY,
            )


def _moving(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    for n, one in enumerate(side.creatures):
        free = tuple(number for number in FORTS if number != one.fort and room_at(side, number))
        if free:
            spec = FieldSpec("fort", "To which fort?", tuple(fort_pick(state, seat, number) for number in free))
            event = ev.Move(one.uid, "", seat=seat)
            yield Choice(
                say("Move {name} from fort {fort}", name=name(one), fort=one.fort),
                event,
                (spec,),
                uid=one.uid,
                why=book.MOVE,
            )
        others = tuple(other for other in side.creatures[n + 1 :] if other.fort != one.fort)
        if others:
            picks = tuple(offers.creature_pick(state, seat, other) for other in others)
            spec = FieldSpec("second", "With whom?", picks)
            swap = ev.Swap(one.uid, "", seat=seat)
            yield Choice(
                say("Swap {name} of fort {fort}", name=name(one), fort=one.fort),
                swap,
                (spec,),
                uid=one.uid,
                why=book.MOVE,
            )


def ambushes(state: State, seat: Seat) -> Iterator[Choice]:
    """Ambushes that may be used, and those an effect may take away."""
    side = state.sides[seat]
    flags = tuple(one.color for one in side.forts)
    for number in FORTS:
        there = fort(side, number).ambush
        if there is None:
            continue
        known = (there.card,) if there.card else offers.ambush_cards(side)
        fits = tuple(
            one
            for one in known
            if texts.has_word(one, "ambush")
            and turn.ambush_objection(flags, color(one), rested=there.rested, house=state.house) is None
        )
        label = say("Use the ambush of fort {number}", number=number)
        if there.card and fits:
            event = ev.UseAmbush(number, there.card, there.code, seat=seat)
            about = texts.ambush_text(there.card)
            said = f"{about.condition}: {texts.plain(about.text)}" if about is not None else ""
            full = f"{label}: {card(there.card).name}"
            yield Choice(
                full, event, fields=(), detail=said, card=there.card, suit=color(there.card), why=book.AMBUSH_USE
            )
        elif fits:
            spec = FieldSpec("card", "Which card is it?", tuple(map(offers.card_pick, fits)))
            yield Choice(label, ev.UseAmbush(number, "", seat=seat), (spec,), why=book.AMBUSH_USE)
        if any(not one.done for one in state.todo):
            spec = FieldSpec("card", "Which card is it?", tuple(map(offers.card_pick, known)))
            where = FieldSpec("where", "Where to?", (Pick("discard", "Discard pile"), Pick("hand", "My hand")))
            leaves = ev.AmbushLeaves(number, "", seat=seat)
            yield Choice(
                say("The ambush of fort {number} leaves", number=number), leaves, (spec, where), why=book.AMBUSH
            )
