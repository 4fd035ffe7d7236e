"""Naming things at a table of Dragoborne: forts, dice, cards and creatures as answers to choose from and in the log,
what stands against a name that came, and what stands against doing anything at this moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from rules.action import Telling
from rules.choice import Pick
from rules.event import Judge, Level, Refusal, Seat
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne import combat_rules, spots
from rules.games.dragoborne.deck import COLORS, SPEC, by_figures, card, color, found_card, has_word, kind, ready_made
from rules.games.dragoborne.state import FORTS, Creature, DieAt, Phase, Player, State
from rules.score import Why
from rules.text import plural, say
from rules.values.code import CodeError, parse
from rules.view import person

PLAYED = ("creature", "spell")
"""The kinds of cards a deck is made of; banners stand beside it."""
PHASES = {
    "setup": "The game is still being set up.",
    "dice": "The dice are rolled first.",
    "draw": "A card is drawn first.",
    "resource": "First say whether a resource is added.",
    "main": "It is the main phase.",
    "combat": "The combat has begun; the main phase is over.",
    "end": "The turn is ending.",
}


# --- answers to choose from


def figures(state: State, seat: Seat, one: Creature) -> str:
    """A creature's ATK and EDR now, and what it has taken: ``3/4, 2 taken``."""
    now = f"{combat_rules.atk_now(state, seat, one)}/{combat_rules.edr_now(state, seat, one)}"
    return say("{now}, {damage} taken", now=now, damage=one.damage) if one.damage else now


def described(state: State, seat: Seat, one: Creature) -> str:
    """Where a creature is and how strong."""
    template = "fort {fort} · {figures}, rests" if one.rested else "fort {fort} · {figures}"
    return say(template, fort=one.fort, figures=figures(state, seat, one))


def creature_pick(state: State, seat: Seat, one: Creature, detail: str = "") -> Pick:
    """A creature on the field as an answer, with what would become of it, or what it is like."""
    return Pick(
        one.uid,
        one.name,
        card=one.card,
        uid=one.uid,
        detail=detail or described(state, seat, one),
        suit=color(one.card),
        code=one.code,
        spot=spots.creature(one.uid),
    )


def fort_pick(state: State, seat: Seat, number: str, detail: str = "") -> Pick:
    """A fort of the seat as an answer, with what would happen there, or what stands there."""
    if detail:
        return bare_fort(number, detail, suit=state.sides[seat].fort(number).color, spot=spots.fort(seat, number))
    side = state.sides[seat]
    there = side.fort(number)
    parts = [plural(there.barriers, "barrier") if there.barriers else "destroyed"]
    parts += [say("dragoshield {value}", value=side.dice[n].value) for n in side.shields(number)]
    parts += [one.name for one in side.at_fort(number)]
    return bare_fort(number, detail=" · ".join(parts), suit=there.color, spot=spots.fort(seat, number))


def bare_fort(number: str, detail: str = "", suit: str = "", spot: str = "") -> Pick:
    """A fort as an answer."""
    return Pick(number, say("Fort {number}", number=number), detail=detail, suit=suit, spot=spot)


def die_pick(owner: Seat, index: int, die: DieAt, detail: str = "") -> Pick:
    """A die of a player as an answer."""
    label = say("{color} {value}", color=die.color.capitalize(), value=die.value)
    return Pick(index, label, detail=detail, suit=die.color, spot=spots.die(owner, index))


def color_picks() -> tuple[Pick, ...]:
    """The colours as answers."""
    return tuple(Pick(word, word.capitalize(), suit=word) for word in COLORS)


def card_pick(card_id: str, spot: str = "") -> Pick:
    """A card as an answer."""
    found = card(card_id)
    cost = say("cost {cost}", cost=found["cost"]) if found["cost"] != "-" else "no cost"
    about = f"{found['atk']}/{found['edr']}" if found["type"] == "creature" else "spell"
    return Pick(card_id, found.name, card_id, detail=f"{cost} · {about}", suit=color(card_id), spot=spot)


def ambush_cards(side: Player) -> tuple[str, ...]:
    """The cards an ambush of the player may be: those whose copies do not all lie open; every card where none fits."""
    own, hidden = side.own_cards, side.hidden_cards
    able = tuple(one for one in own if has_word(one, "ambush"))
    return tuple(one for one in able if one in hidden) or able or own


# --- how the log names them


def card_named(card_id: str) -> str:
    """A card by its name, whatever an old log calls it."""
    found = found_card(card_id)
    return found.name if found is not None else "a card"


def creature_named(state: State, uid: str) -> str:
    """A creature by its name; one that is not on the field is only a creature."""
    found = state.find(uid)
    return found[1].name if found is not None else "a creature"


def die_named(state: State, seat: Seat | None, index: int) -> str:
    """A die by its colour."""
    dice = state.sides[seat].dice if seat is not None and 0 <= seat < state.players else ()
    return say("the {color} die", color=dice[index].color) if 0 <= index < len(dice) else "a die"


def tells(template: str) -> Callable[[Telling[State, Any]], str]:
    """A line of the log: ``{who}`` and the event's fields are put in, as people call what they name.

    Cards, creatures, dice and seats are called by their names; beside a ``count`` stands ``{cards}``: ``2 cards``.
    """

    def line(telling: Telling[State, Any]) -> str:
        event, state = telling.event, telling.before
        values: dict[str, Any] = {one.name: getattr(event, one.name) for one in fields(event)}
        for field, value in tuple(values.items()):
            match field:
                case "card" | "source":
                    values[field] = card_named(value)
                case "creature" | "target":
                    values[field] = creature_named(state, value)
                case "first" | "second":
                    values[field] = creature_named(state, value) if isinstance(value, str) else person(value)
                case "owner":
                    values[field] = person(value)
                case "die":
                    values[field] = die_named(state, getattr(event, "owner", event.seat), value)
                case "count":
                    values["cards"] = plural(value, "card")
        return say(template, **{**values, "who": telling.who})

    return line


# --- what stands against doing anything now


def undecided(judge: Judge, state: State, text: str = "The game is decided; take the last move back to go on.") -> None:
    """Refuses moves after the result."""
    judge.struct(state.phase not in ("audit", "over"), "game_over", text)


def game_on(judge: Judge, state: State) -> Seat:
    """The seat of the event. Refuses moves after the result, and an event of the table itself."""
    undecided(judge, state)
    return judge.seat(state.players)


def in_setup(judge: Judge, state: State, why: Why) -> None:
    """Refuses what belongs to setting up once the game is on."""
    text = "This belongs to setting up, and the game is on already."
    judge.struct(state.phase == "setup", "phase", text, why.citation)


def own_turn(judge: Judge, state: State, seat: Seat) -> None:
    """Refuses what only the player whose turn it is may do."""
    whose = "Nobody has a turn yet."
    if state.active is not None:
        whose = say("It is the turn of {who}.", who=person(state.active))
    judge.rule(state.active == seat and state.phase != "setup", "not_your_turn", whose, cite.OWN_TURN)


def in_phase(judge: Judge, state: State, phases: Sequence[Phase], why: Why) -> None:
    """Refuses what belongs to another moment of the turn."""
    judge.rule(state.phase in phases, "phase", PHASES.get(state.phase, "Not now."), why)


def free(judge: Judge, state: State) -> None:
    """Refuses new moves while a question or an attack is open."""
    ask = state.ask
    text = say("{who} answers first.", who=person(ask.seat)) if ask is not None else "The attack is not over yet."
    judge.rule(ask is None and state.clash is None, "open", text, cite.ONE_THING)


def own_main_phase(judge: Judge, state: State) -> Seat:
    """The seat, which may act in its main phase now."""
    seat = game_on(judge, state)
    own_turn(judge, state, seat)
    in_phase(judge, state, ("main",), cite.MAIN)
    free(judge, state)
    return seat


def may_act(state: State, seat: Seat, *phases: Phase) -> bool:
    """Whether the seat is offered something of its own in these phases: nothing is open, and it is its turn."""
    return state.active == seat and state.phase in phases and not state.asks and state.clash is None


# --- what stands against a name


def fort_exists(judge: Judge, number: str) -> None:
    """Refuses a fort nobody has."""
    judge.struct(number in FORTS, "bad_fort", say('"{number}" is no fort; expected 1, 2 or 3.', number=number[:20]))


def color_exists(judge: Judge, word: str) -> None:
    """Refuses a colour the game does not have."""
    text = say('"{word}" is no colour; expected one of {colors}.', word=word[:20], colors=", ".join(COLORS))
    judge.struct(word in COLORS, "bad_color", text)


def die_exists(judge: Judge, state: State, seat: Seat, index: int) -> None:
    """Refuses a die the player does not have."""
    judge.struct(0 <= index < len(state.sides[seat].dice), "bad_die", "There is no such die.")


def within(judge: Judge, field: str, value: int, most: int, least: int = 0) -> None:
    """Refuses a number nobody means."""
    text = say("{field}: expected {least} to {most}", field=field, least=least, most=most)
    judge.struct(least <= value <= most, "bad_input", text)


def is_card(judge: Judge, card_id: str, kinds: Sequence[str], code: str = "") -> None:
    """Refuses what is not a card of those kinds, and a code that is not that card's."""
    unknown = say('"{card}" is not a card of Dragoborne.', card=card_id[:40])
    judge.struct(found_card(card_id) is not None, "unknown_card", unknown)
    found = card(card_id)
    text = say("{card} is a {kind}, not a {wanted}.", card=found.name, kind=kind(card_id), wanted=" or ".join(kinds))
    judge.struct(kind(card_id) in kinds, "wrong_kind", text)
    if not code:
        return
    try:
        parsed = parse(code)
    except CodeError as error:
        raise Refusal(Level.STRUCT, "bad_code", say("code: {error}", error=error)) from error
    same = parsed.game == (found.letters or SPEC.letters) and parsed.card == found.code
    judge.struct(same, "bad_code", say("{code} is not a code of {card}.", code=code, card=found.name))


def card_free(judge: Judge, state: State, code: str) -> None:
    """Refuses a very card that lies open somewhere already."""
    there = state.shows_code(code)
    if there is not None:
        text = say("This card, {code}, is already face up in front of {who}.", code=code, who=person(there[0]))
        judge.rule(False, "same_code", text, cite.PAPER)


def in_deck(judge: Judge, state: State, seat: Seat, card_id: str) -> None:
    """Says so where a card that lies open now is not of the deck, or is there too often."""
    side, title = state.sides[seat], card(card_id).name
    known = card_id in side.own_cards or by_figures(card_id) is not None
    # Which cards a phone read of a deck is its owner's alone; a ready-made deck is no secret.
    to = None if ready_made(side.deck_name) else seat
    judge.warn(known, "not_in_deck", say("{card} is not in this deck.", card=title), why=cite.DECK, to=to)
    out, most = side.copies_out[card_id], side.copies(card_id)
    template = "{count} {card} are face up, but the deck has {most}. Is one of them another card?"
    text = say(template, count=out, card=title, most=most)
    judge.warn(not known or out <= most, "too_many_copies", text, why=cite.COPIES, to=to)


def own_creature(state: State, seat: Seat, uid: str) -> Creature:
    """The seat's creature with that uid. Raises Refusal STRUCT where it is not on its field."""
    one = state.sides[seat].creature(uid)
    if one is None:
        raise Refusal(Level.STRUCT, "no_creature", "There is no such creature on this field; look at the table again.")
    return one


def any_creature(state: State, uid: str) -> tuple[Seat, Creature]:
    """The creature with that uid and whose it is. Raises Refusal STRUCT where it is on no field."""
    found = state.find(uid)
    if found is None:
        raise Refusal(Level.STRUCT, "no_creature", "There is no such creature on the field; look at the table again.")
    return found


def from_hand(judge: Judge, state: State, seat: Seat) -> None:
    """Refuses a card out of an empty hand."""
    text = say("By our count the hand of {who} is empty.", who=person(seat))
    judge.rule(state.sides[seat].hand > 0, "empty_hand", text, cite.HAND)


def ambush_shown(judge: Judge, state: State, seat: Seat, number: str, card_id: str) -> None:
    """Says so where a shown ambush could not have been one, or is not what its owner noted."""
    fits = has_word(card_id, "ambush")
    judge.warn(fits, "not_ambush", say("{card} has no Ambush.", card=card(card_id).name), cite.AMBUSH)
    there = state.sides[seat].fort(number).ambush
    noted = there is None or not there.card or there.card == card_id
    judge.warn(noted, "noted_otherwise", "Its owner had noted another card for this ambush.", cite.AMBUSH)
