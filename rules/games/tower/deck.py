"""The Fae army of Attack at the Tower: 30 abilities and 25 bases (rulebook 002, card sheets).

Suits are the kinds of troop: ``light``, ``shooter``, ``heavy``, ``cavalry``, ``siege``, and ``common`` and ``special``
for the abilities that belong to none. ``[light]`` in a text is that suit's glyph; the other icons are
``[initiative]`` and ``[artillery]``. Backs: ``ability`` and ``base``, shuffled and drawn apart.

Columns: ``recruits`` is the troop's name in the calculators, ``power`` what each such troop strikes and takes,
``base_power`` what the base itself strikes and takes while it defends.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.text import say
from rules.values.cards import Card, Column, DeckSpec, Face, listed, maybe, one_of, whole_number

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
    suit, power = str(card["troop_type"]), card["power"]
    if card["kind"] == "base":
        stats = (("POWER", str(power)), ("BASE", str(card["base_power"])))
        return Face(
            card.name,
            suit,
            kind=say("Base · {suits}", suits=SUITS[suit]),
            value=str(power),
            text=card.text,
            stats=stats,
            note=BASE_NOTE,
        )
    if card["ability_class"] == "troop":
        return Face(
            card.name,
            suit,
            say("Ability · {suits}", suits=SUITS[suit]),
            text=card.text,
            note="Discard it when the turn ends",
        )
    if card["ability_class"] == "special":
        return Face(
            card.name,
            suit,
            kind="Special ability",
            value=str(power),
            text=card.text,
            stats=(("POWER", str(power)),),
            note=SPECIAL_NOTE,
        )
    return Face(card.name, suit, "Common ability", text=card.text, note="Discard it when the turn ends")


def section(card: Card) -> str:
    """Abilities and bases have different backs."""
    return "Bases" if card["kind"] == "base" else "Abilities"


def check(cards: tuple[Card, ...]) -> Iterator[tuple[str, str, str]]:
    """What a base or an ability must have, and what it must not."""
    for card in cards:
        base = card["kind"] == "base"
        if card.back != card["kind"]:
            yield (
                card.id,
                "back",
                say('"{back}" is not the back of this kind; expected {card}', back=card.back, card=card["kind"]),
            )
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
