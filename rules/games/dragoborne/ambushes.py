"""Ambushes: used when their condition is met, and taken away by effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.action import Action
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.dragoborne import checks, combat, combat_rules, pictures, settle, spots, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.card_texts import following
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.deck import ambush_ability, card, color, destination, has_word, plain
from rules.games.dragoborne.state import FORTS, Ask, Paper, State, Todo
from rules.text import say
from rules.view import person


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
    judge.struct(there.ambush is not None, "no_ambush", "There is no ambush there.")
    fits = has_word(event.card, "ambush")
    judge.rule(fits, "not_ambush", say("{card} has no Ambush.", card=card(event.card).name), cite.AMBUSH)
    checks.card_free(judge, state, event.code)
    rested = there.ambush is not None and there.ambush.rested
    flags = tuple(one.color for one in side.forts)
    judge.obey(turn_rules.ambush_objection(flags, color(event.card), rested=rested, house=state.house))
    if fits:
        judge.obey(combat_rules.ambush_condition_objection(state, seat, event.fort, event.card))
    if fits:
        checks.ambush_shown(judge, state, seat, number=event.fort, card_id=event.card)
    found = ambush_ability(event.card)
    text = found.text if found is not None else "Follow the card."
    state = _turned_up(state, seat, event.fort, Paper(event.card, event.code))
    if not destination(text):
        # A card that only brings itself into play is done with that.
        state = settle.remind(state, Todo(seat, event.card, text))
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
    side, prompt = state.sides[seat], combat.answer_key(state, seat)
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
            and combat_rules.ambush_condition_objection(state, seat, number, one) is None
        )
        label = say("Use the ambush at fort {number}", number=number)
        if there.card and fits:
            yield _known_ambush(UseAmbush(number, there.card, there.code, seat=seat), prompt)
        elif fits:
            which = FieldSpec("card", "Which card is it?", tuple(map(checks.card_pick, fits)))
            known_fort = {"fort": number}
            yield Choice.asking(
                UseAmbush,
                label,
                (which,),
                known=known_fort,
                seat=seat,
                prompt=prompt,
                why=cite.AMBUSH_USE,
                spot=spots.ambush(seat, number),
            )
        if any(_moves_ambushes(one) for _, one in state.open_texts):
            which = FieldSpec("card", "Which card is it?", tuple(map(checks.card_pick, known)))
            where = FieldSpec("where", "Where to?", (Pick("discard", "Discard pile"), Pick("hand", "My hand")))
            label, asks = say("The ambush at fort {number} leaves", number=number), (which, where)
            known_fort, spot = {"fort": number}, spots.ambush(seat, number)
            yield Choice.asking(AmbushLeaves, label, asks, known=known_fort, seat=seat, why=cite.AMBUSH, spot=spot)


def _moves_ambushes(todo: Todo) -> bool:
    """Whether the text speaks of ambushes, or is one nobody knows."""
    return not todo.card or "ambush" in todo.text.casefold()


def _known_ambush(event: UseAmbush, prompt: str) -> Choice:
    found, title, suit = ambush_ability(event.card), card(event.card).name, color(event.card)
    label = say("Use the ambush at fort {number}: {card}", number=event.fort, card=title)
    about = f"{found.condition}: {plain(found.text)}" if found is not None else ""
    spot = spots.ambush(event.seat or 0, event.fort)
    return Choice(label, event, (), about, card=event.card, suit=suit, prompt=prompt, why=cite.AMBUSH_USE, spot=spot)


USE_AMBUSH = Action(
    UseAmbush,
    cite.AMBUSH_USE,
    use_ambush,
    tells("{who} reveals the ambush of fort {fort}: {card}"),
    offers=offer_ambushes,
    pictures=pictures.turned_up("ambush"),
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
    judge.struct(there.ambush is not None, "no_ambush", say("There is no ambush of {who} there.", who=person(seat)))
    checks.card_free(judge, state, event.code)
    said = any(_moves_ambushes(one) for _, one in state.open_texts)
    judge.rule(said, "no_text", "No card text that waits to be followed moves an ambush.", cite.TEXT)
    checks.ambush_shown(judge, state, seat, number=event.fort, card_id=event.card)
    state = _turned_up(state, seat, event.fort, Paper(event.card, event.code))
    ask = Ask("goes", seat, event.fort, card=event.card, code=event.code, origin="ambush")
    return settle.goes(state, ask, event.where)


AMBUSH_LEAVES = Action(AmbushLeaves, cite.AMBUSH, ambush_leaves, tells("{who} shows {card}, which leaves fort {fort}"))
