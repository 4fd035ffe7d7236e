"""Whom a card text waiting to be followed may choose: creatures, dragoshields and forts, as its clauses reach them; and
whether something done is what a text says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.event import Judge, Objection, Seat
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.combat_rules import Fighter, effect_objection
from rules.games.dragoborne.deck import ability, card, color, standing_change, words_of
from rules.games.dragoborne.state import FORTS, Creature, State, Todo
from rules.games.dragoborne.text_forms import Clause, Reach, read
from rules.text import say


def immune(one: Creature, source: str) -> Objection | None:
    """Immune knows a spell or ability by the colour and traits of its card."""
    aimed = Fighter(one.uid, 0, 0, immune=words_of(one.card, "immune"))
    return effect_objection((color(source), *card(source).words("traits")), aimed)


def still_to_do(todo: Todo) -> tuple[tuple[int, Clause], ...]:
    """The clauses of the text that are not carried out yet, with their numbers."""
    clauses = read(todo.text).clauses
    return tuple((n, one) for n, one in enumerate(clauses) if todo.carried.count(n) < one.times)


def creatures(
    state: State, todo: Todo, clause: Clause, *, even_immune: bool = False
) -> Iterator[tuple[Seat, Creature]]:
    """The creatures the clause may choose, and whose they are."""
    reaches = tuple(one for one in clause.reaches if one.kind == "creature")
    for owner, side in enumerate(state.sides):
        for one in side.creatures:
            fits = any(_reaches(reach, todo, owner, one) for reach in reaches)
            open_to_it = even_immune or not todo.card or immune(one, todo.card) is None
            if fits and one.uid not in todo.hit and open_to_it:
                yield owner, one


def _reaches(reach: Reach, todo: Todo, owner: Seat, one: Creature) -> bool:
    if not _whose(reach, todo, owner) or (reach.here and (owner, one.fort) != (todo.fort_of, todo.fort)):
        return False
    cost = card(one.card)["cost"]
    # A dash is no number: no cost is "2 or less" (DB-R35).
    if reach.cost_most is not None and not (isinstance(cost, int) and cost <= reach.cost_most):
        return False
    match reach.only:
        case "attacker":
            return one.uid == todo.attacker
        case "it":
            return one.uid == (todo.uid or todo.attacker)
        case "itself":
            return one.uid == todo.uid
        case "another":
            return one.uid != todo.uid
    return True


def _whose(reach: Reach, todo: Todo, owner: Seat) -> bool:
    return not reach.whose or (reach.whose == "own") == (owner == todo.seat)


def shields(state: State, todo: Todo, clause: Clause) -> Iterator[tuple[Seat, int]]:
    """The dragoshields the clause may choose: whose, and which die."""
    for reach in clause.reaches:
        for owner, side in enumerate(state.sides) if reach.kind == "shield" else ():
            for index, die in enumerate(side.dice):
                here = (owner, die.at) == (todo.fort_of, todo.fort)
                if die.where == "shield" and _whose(reach, todo, owner) and (here or not reach.here):
                    yield owner, index


def forts(state: State, todo: Todo, clause: Clause) -> Iterator[tuple[Seat, str]]:
    """The forts the clause may damage; where it is about each creature at one fort, those with one it reaches."""
    if clause.whole_fort:
        found = {(owner, one.fort) for owner, one in creatures(state, todo, clause)}
        yield from sorted(found)
        return
    for reach in clause.reaches:
        for owner, side in enumerate(state.sides) if reach.kind == "fort" else ():
            for number in FORTS:
                here = (owner, number) == (todo.fort_of, todo.fort)
                if side.fort(number).barriers and _whose(reach, todo, owner) and (here or not reach.here):
                    yield owner, number


def can_be_followed(state: State, todo: Todo) -> bool:
    """Whether there is anything to be done for the text, or something people have to judge."""
    reading = read(todo.text)
    if reading.rest:
        return True
    return any(
        not clause.reaches
        or any(creatures(state, todo, clause))
        or any(shields(state, todo, clause))
        or any(forts(state, todo, clause))
        for _, clause in still_to_do(todo)
    )


# --- something done is what a text says


def carry_out(
    state: State, seat: Seat, judge: Judge, source: str, fits: Callable[[Todo, Clause], bool], hit: str = ""
) -> State:
    """The table with one clause of a waiting text of the seat carried out: of the card ``source``, or of any.

    ``fits`` tells whether what was done is what a clause says; ``hit`` is the creature it was done to. A text that
    people have to judge allows whatever they say. Refuses (RULE) what no text that was played says.
    """
    mine = [(n, one) for n, one in state.open_texts if one.seat == seat and source in ("", one.card)]
    for number, one in mine:
        for part, clause in still_to_do(one):
            if fits(one, clause):
                return _carried(state, number, part, hit)
    if not any(read(one.text).rest for _, one in mine) and not _says_more(state, seat, source):
        code, text = _objection(state, seat, source, tuple(one for _, one in mine))
        judge.rule(False, code, text, cite.TEXT)
    return state


def _carried(state: State, number: int, part: int, hit: str) -> State:
    todo = state.todo[number]
    todo = replace(todo, carried=(*todo.carried, part), hit=(*todo.hit, *((hit,) if hit else ())))
    # A text with a part for people to judge is done when its owner says so.
    todo = replace(todo, done=not still_to_do(todo) and not read(todo.text).rest)
    return replace(state, todo=(*state.todo[:number], todo, *state.todo[number + 1 :]))


def _says_more(state: State, seat: Seat, source: str) -> bool:
    """Whether the card lies on the seat's field with a continuous text that only people can judge."""
    found = ability(source) if any(one.card == source for one in state.sides[seat].creatures) else None
    return found is not None and found.kind == "continuous" and standing_change(source) is None


def _objection(state: State, seat: Seat, source: str, waiting: tuple[Todo, ...]) -> tuple[str, str]:
    if waiting and source:
        return "not_in_text", say("{card} says: {text}", card=card(source).name, text=waiting[0].text)
    if waiting:
        return "not_in_text", "No card text that waits to be followed says so."
    if any((one.seat, one.card) == (seat, source) for one in state.todo):
        return "text_done", say("The text of {card} has been followed already.", card=card(source).name)
    if source:
        return "no_text", say("{card} was not played, and none of its texts waits.", card=card(source).name)
    return "no_text", "No card text that waits to be followed says so."
