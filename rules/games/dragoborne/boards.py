"""The picture of a player's half: three forts with barriers, dragoshields and creatures; dice, resources and cards."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.dragoborne import field, texts
from rules.games.dragoborne import turn as turn_rules
from rules.games.dragoborne.cardbook import card, color
from rules.games.dragoborne.deck import COLORS
from rules.games.dragoborne.state import FORTS, Creature, Player, State, at_fort, crosses, fort, shields
from rules.games.dragoborne.wording import name
from rules.table import Seat
from rules.text import say
from rules.view import Board, CardView, Counter, Die, Slot, Track, person

BARRIER = "barrier"
RESOURCE = "resource"


def forts(state: State, seat: Seat, viewer: Seat | None, *, far: bool) -> Board:
    """The line of forts with what stands there. Across the table left is right."""
    slots = tuple(_fort(state, seat, viewer, number) for number in FORTS)
    return Board(tuple(reversed(slots)) if far else slots, len(FORTS), seat)


def home(state: State, seats: tuple[Seat, ...]) -> Board:
    """What lies behind the forts of these seats: dice, resources, cards."""
    slots = tuple(slot for seat in seats for slot in _home(state, seat))
    return Board(slots, len(slots))


def _home(state: State, seat: Seat) -> tuple[Slot, Slot, Slot]:
    side = state.sides[seat]
    return _dice(side, seat), _resources(side, seat), _cards(side, seat)


def _fort(state: State, seat: Seat, viewer: Seat | None, number: str) -> Slot:
    side = state.sides[seat]
    there = fort(side, number)
    clash = state.clash
    attacked = clash is not None and seat == clash.defender and clash.fort == number
    creatures = at_fort(side, number)
    barriers = Track("Barriers", there.barriers, max(turn_rules.BARRIERS_START, there.barriers), BARRIER)
    tokens: list[Die | Track] = [barriers] if side.laid else []
    tokens += [Die(side.dice[n].color, side.dice[n].value, "shield") for n in shields(side, number)]
    for one in creatures:
        tokens += [
            Die(side.dice[n].color, side.dice[n].value, say("on {name}", name=name(one)))
            for n in crosses(side, one.uid)
        ]
    cards = tuple(creature_view(state, seat, one) for one in creatures)
    if there.ambush is not None:
        cards = (*cards, _ambush(there.ambush.card, rested=there.ambush.rested, own=seat == viewer))
    suit = there.color if there.color in COLORS else ""
    gone = side.laid and state.phase != "setup" and there.barriers == 0
    return Slot(say("Fort {number}", number=number), cards, tokens=tuple(tokens), suit=suit, marked=attacked, gone=gone)


def _ambush(card_id: str, *, rested: bool, own: bool) -> CardView:
    """An ambush: a back, or for its owner the card as noted."""
    if not card_id or not own:
        return CardView("", detail="An ambush, face down.", up=False, rested=rested)
    about = texts.ambush_text(card_id)
    said = (
        say("Only you see this. {condition}: {plain}", condition=about.condition, plain=texts.plain(about.text))
        if about is not None
        else ""
    )
    return CardView("", card(card_id).name, color(card_id), detail=said, up=False, rested=rested)


def creature_view(state: State, seat: Seat, one: Creature) -> CardView:
    """A creature with its figures as they are now and the damage it has taken."""
    clash = state.clash
    fights = clash is not None and one.uid in (clash.creature, clash.blocker)
    badges = [("ATK", str(field.power(state, seat, one))), ("EDR", str(field.endurance(state, seat, one)))]
    badges += [("HIT", str(one.damage))] if one.damage else []
    value = "" if card(one.card)["cost"] == "-" else str(card(one.card)["cost"])
    return CardView(
        one.uid,
        name(one),
        suit=color(one.card),
        value=value,
        detail=about(one.card),
        up=True,
        rested=one.rested,
        badges=tuple(badges),
        marked=fights,
    )


def about(card_id: str) -> str:
    """What the card says, in a few words for a screen."""
    found = card(card_id)
    parts = [texts.said(str(found.text))] if found.text else []
    for word in ("deadly", "invade", "assassin", "immune"):
        if texts.has_word(card_id, word):
            of = " or ".join(texts.words_of(card_id, word))
            parts.append(f"{word.capitalize()}{f' ({of})' if of else ''}.")
    ability, cross, dice = texts.ability(card_id), texts.cross(card_id), texts.dice_text(card_id)
    if ability is not None:
        parts.append(texts.said(ability.text))
    if cross is not None:
        parts.append(say("Dragocross, {color}: {plain}", color=cross.color, plain=texts.plain(cross.text)))
    if dice is not None:
        parts.append(
            say(
                "Dice, {color} {low} to {high}: {plain}",
                color=dice.color,
                low=dice.low,
                high=dice.high,
                plain=texts.plain(dice.text),
            )
        )
    return " ".join(parts)


def _dice(side: Player, seat: Seat) -> Slot:
    """The dice zone, and what was destroyed."""
    zone = tuple(Die(die.color, die.value) for die in side.dice if die.where == "zone" and die.value)
    gone = tuple(Die(die.color, die.value, "destroyed") for die in side.dice if die.where == "discard")
    return Slot(say("{who}: dice", who=person(seat)), tokens=(*zone, *gone))


def _resources(side: Player, seat: Seat) -> Slot:
    return Slot(say("{who}: resources", who=person(seat)), tokens=tuple(_by_color(side)))


def _by_color(side: Player) -> Iterator[Track]:
    for word in COLORS:
        same = [one for one in side.resources if one.color == word]
        if same:
            standing = sum(not one.rested for one in same)
            yield Track(word.capitalize(), standing, places=len(same), kind=RESOURCE, suit=word)


def _cards(side: Player, seat: Seat) -> Slot:
    gone = len(side.discard) + side.unnamed
    return Slot(
        say("{who}: cards", who=person(seat)),
        tokens=(Counter("Hand", side.hand), Counter("Deck", side.deck), Counter("Gone", gone)),
    )
