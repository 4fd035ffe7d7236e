"""The Fae army of Attack at the Tower: 30 abilities and 25 bases (rulebook 002, card sheets).

Suits are the kinds of troop: ``light``, ``shooter``, ``heavy``, ``cavalry``, ``siege``, and ``common`` and ``special``
for the abilities that belong to none. ``[light]`` in a text is that suit's glyph; the other icons are
``[initiative]`` and ``[artillery]``. Backs: ``ability`` and ``base``, shuffled and drawn apart.

Columns: ``recruits`` is the troop's name in the calculators, ``power`` what each such troop strikes and takes,
``base_power`` what the base itself strikes and takes while it defends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from rules import games
from rules.choice import Pick
from rules.event import Judge, Seat
from rules.games.tower import citations as cite
from rules.text import say
from rules.values.cards import Card, Column, Deck, DeckSpec, Face, listed, maybe, one_of, whole_number
from rules.values.code import CodeError, parse
from rules.view import person

SUITS = {
    "light": "Light infantry",
    "shooter": "Shooter",
    "heavy": "Heavy infantry",
    "cavalry": "Cavalry",
    "siege": "Siege weapon",
    "common": "Common",
    "special": "Special",
}
ICONS = (*SUITS, "initiative", "artillery")
TROOPS = ("elf", "druid", "troll", "spiderrider", "dragon", "treant")
BASE_NOTE = "A base is hurt only while no troop of its territory is left"
SPECIAL_NOTE = "One special troop for each territory with three bases"


def face(card: Card) -> Face:
    """A base shows its troop's power and its own; an ability its kind."""
    suit, power, text = str(card["troop_type"]), str(card["power"]), card.text
    if card["kind"] == "base":
        kind, stats = say("Base · {suit}", suit=SUITS[suit]), (("POWER", power), ("BASE", str(card["base_power"])))
        return Face(card.name, suit, kind, value=power, text=text, stats=stats, note=BASE_NOTE)
    if card["ability_class"] == "special":
        kind, own = "Special ability", (("POWER", power),)
        return Face(card.name, suit, kind, value=power, text=text, stats=own, note=SPECIAL_NOTE)
    kind = say("Ability · {suit}", suit=SUITS[suit]) if card["ability_class"] == "troop" else "Common ability"
    return Face(card.name, suit, kind, text=text, note="Discard it when the turn ends")


def plain(text: str) -> str:
    """A card's text for a screen, without its signs."""
    text = text.replace("**", "")
    for icon in ICONS:
        text = text.replace(f"[{icon}] ", "")
    return text


def section(card: Card) -> str:
    """Abilities and bases have different backs."""
    return "Bases" if card["kind"] == "base" else "Abilities"


def check(cards: tuple[Card, ...]) -> Iterator[tuple[str, str, str]]:
    """What a base or an ability must have, and what it must not."""
    for card in cards:
        base = card["kind"] == "base"
        if card.back != card["kind"]:
            text = '"{back}" is not the back of this kind; expected {kind}'
            yield card.id, "back", say(text, back=card.back, kind=card["kind"])
        if base == bool(card["ability_class"]):
            yield card.id, "ability_class", "is for abilities: troop, common or special; leave it empty for a base"
        if base != (card["base_power"] is not None):
            yield card.id, "base_power", "is for bases, and a base needs one"
        if (card["power"] is not None) != bool(card["recruits"]):
            yield card.id, "power", "goes with the troop in column recruits: both or neither"
        if base and not card["recruits"]:
            yield card.id, "recruits", say("is empty; expected one of {words}", words=", ".join(TROOPS))


SPEC = DeckSpec(
    game="tower",
    letters="TW",
    title="Attack at the Tower",
    columns=(
        Column("kind", one_of("ability", "base"), None),
        Column("ability_class", one_of("", "troop", "common", "special")),
        Column("troop_type", one_of(*SUITS), None),
        Column("recruits", one_of("", *TROOPS)),
        Column("power", maybe(whole_number(0, 99))),
        Column("base_power", maybe(whole_number(1, 99))),
        Column("keywords", listed(of=("initiative", "artillery"))),
    ),
    face=face,
    section=section,
    check=check,
)


# --- looking cards up


def army() -> Deck:
    """One army: 30 abilities and 25 bases."""
    return games.deck("tower")


def card(name: str) -> Card:
    """The card with that id."""
    return army().by_id[name]


@cache
def suit(name: str) -> str:
    """The kind of troop a card belongs to, or ``common`` or ``special``."""
    return str(card(name)["troop_type"])


@cache
def kind(name: str) -> str:
    """The troop a base or special ability recruits, as the calculators call it."""
    return str(card(name)["recruits"])


@cache
def bases() -> tuple[str, ...]:
    """The ids of the kinds of bases."""
    return tuple(one.id for one in army().cards if one["kind"] == "base")


@cache
def abilities() -> tuple[str, ...]:
    """The ids of the kinds of abilities."""
    return tuple(one.id for one in army().cards if one["kind"] == "ability")


@cache
def special_card() -> str:
    """The ability that is a special troop."""
    return next(name for name in abilities() if is_special(name))


@cache
def printed(kind_of_card: str) -> int:
    """How many cards of that kind (``base`` or ``ability``) an army has."""
    return sum(one.copies for one in army().cards if one["kind"] == kind_of_card)


def is_special(name: str) -> bool:
    """Whether the ability is laid on the palace as a troop."""
    return str(card(name)["ability_class"]) == "special"


def card_name(name: str) -> str:
    """What a card is called; ``a card`` where no such card is known."""
    found = army().by_id.get(name)
    return found.name if found is not None else "a card"


def card_pick(name: str) -> Pick:
    """A card of the army, as an answer."""
    found = card(name)
    power = say(" · power {power}", power=found["power"]) if found["power"] is not None else ""
    return Pick(name, found.name, name, detail=SUITS[suit(name)] + power, suit=suit(name))


def still_held(names: Sequence[str], out: Iterable[str]) -> tuple[str, ...]:
    """Those of the kinds of cards that a hand may hold, with these cards of the army lying open.

    All of them where none is left: then the table is wrong about a card, and any can be the one.
    """
    open_cards = tuple(out)
    return tuple(name for name in names if open_cards.count(name) < card(name).copies) or tuple(names)


# --- what stands against naming a card


def is_card(judge: Judge, name: str, kind_of_card: str, code: str) -> None:
    """Refuses what is not a card of that kind (``base`` or ``ability``), and a code that is not that card's."""
    known = name in army().by_id
    judge.struct(known, "unknown_card", say('"{name}" is not a card of Attack at the Tower.', name=name[:40]))
    found = card(name)
    text = say("{card} is not a base.", card=found.name)
    if kind_of_card == "ability":
        text = say("{card} is not an ability.", card=found.name)
    judge.struct(found["kind"] == kind_of_card, "wrong_kind", text)
    if not code:
        return
    try:
        there = army().find(parse(code))
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    fits = there is not None and there.id == name
    text = say("The code {code} is not printed on {card}.", code=code[:12], card=found.name)
    judge.struct(fits, "bad_code", text)


def card_free(judge: Judge, name: str, code: str, lies: tuple[Seat, str] | None) -> None:
    """The rule that one printed card lies in one place only, and a word about a copy nobody printed.

    ``lies`` is where the card of that code lies by what the table knows (``State.shows_code``).
    """
    seat, where = lies or (0, "")
    word = {"palace": "on the palace", "active": "among the abilities"}.get(where, say("on {place}", place=where))
    text = say("This very card, {code}, lies {place} of {who} already.", code=code, place=word, who=person(seat))
    judge.rule(lies is None, "same_code", text, cite.PAPER)
    found, copy = card(name), parse(code).copy if code else 1
    odd = "{code} says copy {copy} of {card}, and an army has {copies}. An old print?"
    text = say(odd, code=code, copy=copy, card=found.name, copies=found.copies)
    judge.warn(copy <= found.copies, "copy_number", text, cite.COPIES)


def enough_printed(judge: Judge, name: str, out: int) -> None:
    """Says so where more copies of a card are out than an army has."""
    found = card(name)
    many = "{out} {card} are in play, and an army has {copies}. Is one of them another card?"
    text = say(many, out=out, card=found.name, copies=found.copies)
    judge.warn(out <= found.copies, "too_many_copies", text, cite.COPIES)
