"""The choices of following card texts: a tick for each, and beside it the changes it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.games.dragoborne import acting, book, combat, offers, texts, working
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.cardbook import card
from rules.games.dragoborne.state import FORTS, State, fort
from rules.table import Choice, FieldSpec, Pick, Seat
from rules.text import say


def followed(state: State, seat: Seat) -> Iterator[Choice]:
    """The card texts the seat follows now: what they may change, and a tick."""
    for n, one in enumerate(state.todo):
        if one.done or one.seat != seat:
            continue
        label = say("Done: {name}", name=card(one.card).name) if one.card else "Done"
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
        yield from _on_creatures(seat, source, text, creatures=creatures, said=said)
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
                label = say("{title}: turn {whose} die", title=title, whose=_whose(owner, seat))
                yield Choice(label, event, (FieldSpec("die", "Which die?", dice_there), value), why=book.TEXT)
    if said["draw"]:
        count = FieldSpec("count", "Cards", low=1, high=3, kind="number", preset=(2 if "two" in lower else 1,))
        yield Choice(say("{title}: I draw", title=title), ev.Draw(seat=seat), (count,), why=book.TEXT)
    if said["discard"] and state.sides[seat].hand:
        yield Choice(say("{title}: I discard a card", title=title), ev.Discard(1, seat=seat), why=book.TEXT)


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
        yield Choice(say("{title}: damage to a creature", title=title), event, (target, spec), why=combat.IMMUNE)
    if said["change"]:
        match = re.search(r"([+−-]\d+)/([+−-]\d+)", text)
        values = [int(part.replace("−", "-")) for part in match.groups()] if match else [1, 1]
        fields = tuple(
            FieldSpec(key, key.upper(), low=-9, high=9, kind="number", preset=(value,))
            for key, value in zip(("atk", "edr"), values, strict=True)
        )
        yield Choice(
            say("{title}: change a creature until the turn ends", title=title),
            event,
            (target, *fields),
            why=combat.IMMUNE,
        )
    if said["turn"]:
        ways = (Pick("rest", "It rests"), Pick("stand", "It stands"), Pick("hold", "It rests, also in its next turn"))
        spec = FieldSpec("turn", "How?", ways)
        yield Choice(say("{title}: rest or stand a creature", title=title), event, (target, spec), why=combat.IMMUNE)
    if said["leave"]:
        places = tuple(Pick(value, label) for value, label in _PLACES)
        spec = FieldSpec("leaves", "Where to?", places)
        yield Choice(say("{title}: a creature leaves", title=title), event, (target, spec), why=combat.IMMUNE)


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
            Pick(n, f"{die.color.capitalize()} {die.value}", detail=say("fort {at}", at=die.at), suit=die.color)
            for n, die in enumerate(side.dice)
            if die.where == "shield"
        )
        amount = FieldSpec("amount", "Damage", low=1, high=6, kind="number")
        if standing:
            shield = FieldSpec("die", "Which dragoshield?", standing)
            event = ev.DamageShield(owner, 0, seat=seat)
            yield Choice(
                say("{title}: damage {whose} dragoshield", title=title, whose=_whose(owner, seat)),
                event,
                (shield, amount),
                why=book.TEXT,
            )
        forts = tuple(acting.fort_pick(state, owner, number) for number in FORTS if fort(side, number).barriers)
        if forts:
            where = FieldSpec("fort", "Which fort?", forts)
            hurt = ev.DamageFort(owner, "", seat=seat)
            yield Choice(
                say("{title}: damage {whose} fort", title=title, whose=_whose(owner, seat)),
                hurt,
                (where, amount),
                why=book.TEXT,
            )
