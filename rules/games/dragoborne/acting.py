"""The choices of the main phase and of combat, of ambushes, and of following card texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.games.dragoborne import book, combat, dice, field, offers, payment, playing, texts, turn, working
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.state import (
    FORTS,
    Creature,
    Player,
    State,
    at_fort,
    card,
    color,
    copies,
    copies_out,
    fort,
    kind,
    own_cards,
    plain_dice,
    price,
    purse,
    room_at,
    shields,
)
from rules.games.dragoborne.wording import name
from rules.table import Choice, FieldSpec, Pick, Seat


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
    return f"{rests.capitalize()} rests, {stands} stands"


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
    parts = [f"{there.barriers} barrier{'' if there.barriers == 1 else 's'}" if there.barriers else "destroyed"]
    parts += [f"dragoshield {side.dice[n].value}" for n in shields(side, number)]
    parts += [name(one) for one in at_fort(side, number)]
    return Pick(number, f"Fort {number}", detail=" · ".join(parts), suit=there.color)


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
            label = f"{word.capitalize()} dragoshield"
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
        yield Choice("Attack", ev.Attack("", "", seat=seat), fields, why=book.COMBAT)
    for one in found:
        reached = targets(state, seat, one)
        if reached:
            picks = tuple(offers.creature_pick(state, 1 - seat, other) for other in reached)
            spec = FieldSpec("target", "Which creature?", picks)
            event = ev.AttackAssassin(one.uid, "", seat=seat)
            yield Choice(f"Assassin: {name(one)} attacks a creature", event, (spec,), uid=one.uid, why=combat.ASSASSIN)


def _abilities(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.sides[seat].creatures:
        found = texts.ability(one.card)
        if found is None or found.kind != "activated":
            continue
        if payment.price_objection(payment.Price(found.cost, None), purse(state.sides[seat])) is None:
            event = ev.Activate(one.uid, seat=seat)
            label = f"{name(one)}, for {found.cost}"
            yield Choice(label, event, (), texts.said(found.text), one.card, one.uid, color(one.card), why=book.ABILITY)


def _moving(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    for n, one in enumerate(side.creatures):
        free = tuple(number for number in FORTS if number != one.fort and room_at(side, number))
        if free:
            spec = FieldSpec("fort", "To which fort?", tuple(fort_pick(state, seat, number) for number in free))
            event = ev.Move(one.uid, "", seat=seat)
            yield Choice(f"Move {name(one)} from fort {one.fort}", event, (spec,), uid=one.uid, why=book.MOVE)
        others = tuple(other for other in side.creatures[n + 1 :] if other.fort != one.fort)
        if others:
            picks = tuple(offers.creature_pick(state, seat, other) for other in others)
            spec = FieldSpec("second", "With whom?", picks)
            swap = ev.Swap(one.uid, "", seat=seat)
            yield Choice(f"Swap {name(one)} of fort {one.fort}", swap, (spec,), uid=one.uid, why=book.MOVE)


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
        label = f"Use the ambush of fort {number}"
        if there.card and fits:
            event = ev.UseAmbush(number, there.card, there.code, seat=seat)
            about = texts.ambush_text(there.card)
            said = f"{about.condition}: {texts.plain(about.text)}" if about is not None else ""
            full = f"{label}: {card(there.card).name}"
            yield Choice(full, event, (), said, there.card, suit=color(there.card), why=book.AMBUSH_USE)
        elif fits:
            spec = FieldSpec("card", "Which card is it?", tuple(map(offers.card_pick, fits)))
            yield Choice(label, ev.UseAmbush(number, "", seat=seat), (spec,), why=book.AMBUSH_USE)
        if any(not one.done for one in state.todo):
            spec = FieldSpec("card", "Which card is it?", tuple(map(offers.card_pick, known)))
            where = FieldSpec("where", "Where to?", (Pick("discard", "Discard pile"), Pick("hand", "My hand")))
            leaves = ev.AmbushLeaves(number, "", seat=seat)
            yield Choice(f"The ambush of fort {number} leaves", leaves, (spec, where), why=book.AMBUSH)


def followed(state: State, seat: Seat) -> Iterator[Choice]:
    """The card texts the seat follows now: what they may change, and a tick."""
    for n, one in enumerate(state.todo):
        if one.done or one.seat != seat:
            continue
        label = f"Done: {card(one.card).name}" if one.card else "Done"
        yield Choice(label, ev.Tick(n, seat=seat), (), one.text, why=book.TEXT)
        if one.card:
            yield from _effects(state, seat, one.card, one.text)


def _effects(state: State, seat: Seat, source: str, text: str) -> Iterator[Choice]:
    """What a text speaks of. What it does beside that is put right by hand."""
    lower = text.casefold()
    title = card(source).name
    creatures = tuple(
        offers.creature_pick(state, owner, one)
        for owner, side in enumerate(state.sides)
        for one in side.creatures
        if combat.effect_objection(
            working.source_words(source),
            combat.Creature(one.uid, 0, 0, immune=texts.words_of(one.card, "immune")),
        )
        is None
    )
    said = {
        "damage": "damage" in lower,
        "change": re.search(r"[+−-]\d+/[+−-]\d+", text) is not None,
        "turn": re.search(r"\b(rest|stand)\b", lower) is not None,
        "leave": re.search(r"\b(return|destroy|leave)", lower) is not None,
        "dice": re.search(r"\b(dice|die)\b", lower) is not None,
        "draw": "draw" in lower,
        "discard": "discard a card" in lower,
        "shield": "shield" in lower,
    }
    if creatures:
        yield from _on_creatures(seat, source, text, creatures, said)
    if said["damage"] or said["shield"]:
        yield from _on_forts(state, seat, title)
    if said["dice"]:
        for owner, side in enumerate(state.sides):
            dice_there = tuple(
                Pick(n, f"{die.color.capitalize()} {die.value}", suit=die.color)
                for n, die in enumerate(side.dice)
                if die.value
            )
            if dice_there:
                value = FieldSpec("value", "Shows then", tuple(Pick(face, str(face)) for face in range(1, 7)))
                event = ev.TurnDie(owner, 0, 1, seat=seat)
                label = f"{title}: turn {_whose(owner, seat)} die"
                yield Choice(label, event, (FieldSpec("die", "Which die?", dice_there), value), why=book.TEXT)
    if said["draw"]:
        count = FieldSpec("count", "Cards", low=1, high=3, kind="number", preset=(2 if "two" in lower else 1,))
        yield Choice(f"{title}: I draw", ev.Draw(seat=seat), (count,), why=book.TEXT)
    if said["discard"] and state.sides[seat].hand:
        yield Choice(f"{title}: I discard a card", ev.Discard(1, seat=seat), why=book.TEXT)


def _on_creatures(
    seat: Seat, source: str, text: str, creatures: tuple[Pick, ...], said: dict[str, bool]
) -> Iterator[Choice]:
    title = card(source).name
    target = FieldSpec("target", "Which creature?", creatures)
    event = ev.Effect(source, "", seat=seat)
    if said["damage"]:
        found = re.search(r"(\d+) damage", text)
        preset = int(found[1]) if found else 1
        spec = FieldSpec("damage", "Damage", low=1, high=9, kind="number", preset=(min(9, max(1, preset)),))
        yield Choice(f"{title}: damage to a creature", event, (target, spec), why=combat.IMMUNE)
    if said["change"]:
        match = re.search(r"([+−-]\d+)/([+−-]\d+)", text)
        values = [int(part.replace("−", "-")) for part in match.groups()] if match else [1, 1]
        fields = tuple(
            FieldSpec(key, key.upper(), low=-9, high=9, kind="number", preset=(value,))
            for key, value in zip(("atk", "edr"), values, strict=True)
        )
        yield Choice(f"{title}: change a creature until the turn ends", event, (target, *fields), why=combat.IMMUNE)
    if said["turn"]:
        ways = (Pick("rest", "It rests"), Pick("stand", "It stands"), Pick("hold", "It rests, also in its next turn"))
        spec = FieldSpec("turn", "How?", ways)
        yield Choice(f"{title}: rest or stand a creature", event, (target, spec), why=combat.IMMUNE)
    if said["leave"]:
        places = tuple(Pick(value, label) for value, label in _PLACES)
        spec = FieldSpec("leaves", "Where to?", places)
        yield Choice(f"{title}: a creature leaves", event, (target, spec), why=combat.IMMUNE)


def _whose(owner: Seat, seat: Seat) -> str:
    return "my" if owner == seat else "the other's"


_PLACES = (
    ("destroyed", "Destroyed"),
    ("hand", "To its owner's hand"),
    ("discard", "To the discard pile"),
    ("deck", "To its owner's deck"),
)


def _on_forts(state: State, seat: Seat, title: str) -> Iterator[Choice]:
    for owner, side in enumerate(state.sides):
        standing = tuple(
            Pick(n, f"{die.color.capitalize()} {die.value}", detail=f"fort {die.at}", suit=die.color)
            for n, die in enumerate(side.dice)
            if die.where == "shield"
        )
        amount = FieldSpec("amount", "Damage", low=1, high=6, kind="number")
        if standing:
            shield = FieldSpec("die", "Which dragoshield?", standing)
            event = ev.DamageShield(owner, 0, seat=seat)
            yield Choice(f"{title}: damage {_whose(owner, seat)} dragoshield", event, (shield, amount), why=book.TEXT)
        forts = tuple(fort_pick(state, owner, number) for number in FORTS if fort(side, number).barriers)
        if forts:
            where = FieldSpec("fort", "Which fort?", forts)
            hurt = ev.DamageFort(owner, "", seat=seat)
            yield Choice(f"{title}: damage {_whose(owner, seat)} fort", hurt, (where, amount), why=book.TEXT)
