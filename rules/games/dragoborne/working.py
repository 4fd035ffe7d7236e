"""What card texts do, as the people at the table follow them; ambushes used; and Immune, which stops some of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rules.games.dragoborne import book, checks, combat, fighting, settle, texts, turn
from rules.games.dragoborne.cardbook import card, color
from rules.games.dragoborne.events import AmbushLeaves, DamageFort, DamageShield, Effect, TurnDie, UseAmbush
from rules.games.dragoborne.state import Ask, Paper, State, fort, with_creature, with_die, with_fort, with_side
from rules.games.dragoborne.turning import ambush_shown
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

MOST = 20
_LEAVING: dict[str, Literal["destroyed", "hand", "discard", "deck"]] = {
    "destroyed": "destroyed",
    "hand": "hand",
    "discard": "discard",
    "deck": "deck",
}


def _acting(state: State, judge: Judge) -> Seat:
    """The seat whose card text is followed now."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.in_phase(judge, state, ("main", "combat"), book.TEXT)
    return seat


def source_words(name: str) -> tuple[str, ...]:
    """The colour and traits by which Immune knows a spell or ability."""
    return (color(name), *card(name).words("traits"))


def effect(state: State, event: Effect, judge: Judge) -> State:
    """A spell or ability does something to a creature, unless it is immune."""
    checks.is_card(judge, event.source, ("creature", "spell"))
    _acting(state, judge)
    owner, one = checks.any_creature(judge, state, event.target)
    judge.struct(0 <= event.damage <= MOST, "bad_input", say("damage: expected 0 to {most}", most=MOST))
    judge.struct(
        max(abs(event.atk), abs(event.edr)) <= MOST,
        "bad_input",
        say("atk and edr: expected -{most} to {most}", most=MOST),
    )
    aimed = combat.Creature(one.uid, 0, 0, immune=texts.words_of(one.card, "immune"))
    checks.obey(judge, combat.effect_objection(source_words(event.source), aimed))
    new = replace(
        one,
        damage=one.damage + event.damage,
        atk_mod=one.atk_mod + event.atk,
        edr_mod=one.edr_mod + event.edr,
        rested=one.rested if not event.turn else event.turn != "stand",
        held=one.held or event.turn == "hold",
    )
    state = with_side(state, owner, with_creature(state.sides[owner], new))
    return settle.leave(state, owner, one.uid, _LEAVING[event.leaves]) if event.leaves else state


def damage_fort(state: State, event: DamageFort, judge: Judge) -> State:
    """An effect takes barriers, one by one."""
    checks.fort_exists(judge, event.fort)
    _owner(state, event.owner, judge)
    _acting(state, judge)
    judge.struct(1 <= event.amount <= MOST, "bad_input", say("amount: expected 1 to {most}", most=MOST))
    before = fort(state.sides[event.owner], event.fort).barriers
    judge.rule(before > 0, "fort_destroyed", "That fort is destroyed already.", combat.NO_FORT)
    return settle.lose_barriers(state, event.owner, event.fort, combat.barriers_after_effect(before, event.amount))


def _owner(state: State, owner: Seat, judge: Judge) -> None:
    judge.struct(0 <= owner < state.players, "no_such_seat", "owner: expected 0 or 1")


def damage_shield(state: State, event: DamageShield, judge: Judge) -> State:
    """An effect damages a dragoshield."""
    _owner(state, event.owner, judge)
    checks.die_exists(judge, state, event.owner, event.die)
    _acting(state, judge)
    judge.struct(1 <= event.amount <= MOST, "bad_input", say("amount: expected 1 to {most}", most=MOST))
    die = state.sides[event.owner].dice[event.die]
    judge.struct(die.where == "shield", "no_shield", "That die is no dragoshield.")
    return fighting.hit_die(state, event.owner, event.die, combat.hit_shield(die.value, event.amount))


def turn_die(state: State, event: TurnDie, judge: Judge) -> State:
    """An effect turns a die to another value, wherever it lies."""
    _owner(state, event.owner, judge)
    checks.die_exists(judge, state, event.owner, event.die)
    _acting(state, judge)
    judge.struct(1 <= event.value <= 6, "bad_dice", "value: expected 1 to 6")
    side = state.sides[event.owner]
    judge.struct(side.dice[event.die].value > 0, "not_rolled", "This die has not been rolled yet.")
    return with_side(state, event.owner, with_die(side, event.die, replace(side.dice[event.die], value=event.value)))


def use_ambush(state: State, event: UseAmbush, judge: Judge) -> State:
    """An ambush whose condition is met is revealed and does what it says."""
    checks.fort_exists(judge, event.fort)
    checks.is_card(judge, event.card, ("creature", "spell"), event.code)
    seat = _acting(state, judge)
    side = state.sides[seat]
    there = fort(side, event.fort)
    judge.struct(there.ambush is not None, "no_ambush", "No ambush lies there.")
    judge.rule(
        texts.has_word(event.card, "ambush"),
        "not_ambush",
        say("{name} has no Ambush.", name=card(event.card).name),
        book.AMBUSH,
    )
    checks.card_free(judge, state, event.code)
    rested = there.ambush is not None and there.ambush.rested
    flags = tuple(one.color for one in side.forts)
    checks.obey(judge, turn.ambush_objection(flags, color(event.card), rested=rested, house=state.house))
    if texts.has_word(event.card, "ambush"):
        ambush_shown(judge, state, seat, number=event.fort, name=event.card)
    found = texts.ambush_text(event.card)
    text = found.text if found is not None else "Follow the card."
    state = with_side(state, seat, with_fort(side, event.fort, replace(there, ambush=None)))
    state = replace(state, shown=(*state.shown, Paper(event.card, event.code)))
    if not texts.destination(text):
        # A card that only brings itself into play is done with that.
        state = settle.remind(state, seat, event.card, text)
    used = Ask(
        "goes",
        seat,
        fort=event.fort,
        card=event.card,
        code=event.code,
        origin="ambush",
        rested=texts.arrives_rested(text),
    )
    done = fighting.ambush_sent(state, used, text)
    checks.in_deck(judge, done, seat, event.card)
    return done


def ambush_leaves(state: State, event: AmbushLeaves, judge: Judge) -> State:
    """An effect takes an ambush away; its owner shows it."""
    checks.fort_exists(judge, event.fort)
    checks.is_card(judge, event.card, ("creature", "spell"), event.code)
    seat = _acting(state, judge)
    side = state.sides[seat]
    there = fort(side, event.fort)
    judge.struct(there.ambush is not None, "no_ambush", say("No ambush of {who} lies there.", who=person(seat)))
    checks.card_free(judge, state, event.code)
    ambush_shown(judge, state, seat, number=event.fort, name=event.card)
    state = with_side(state, seat, with_fort(side, event.fort, replace(there, ambush=None)))
    state = replace(state, shown=(*state.shown, Paper(event.card, event.code)))
    return settle.goes(
        state, Ask("goes", seat, fort=event.fort, card=event.card, code=event.code, origin="ambush"), event.where
    )
