"""Two summoners' boxes and the common tokens of Dragon Breeds (rulebook 003, Sorting components).

The rulebook counts the cards and names some dragons; strengths, costs, coin symbols and texts are ours, and a named
dragon does here what the rulebook says it is an example of. 44 paper cards a player.

Suits: the factions ``black`` and ``teal``, and ``token``. Icons in texts: coin symbols ``[c]`` common, ``[r]`` rare,
``[e]`` epic, ``[f]`` faction; ``[fireball]``. Backs: one a faction, for everything that is shuffled together or lies
face down. Identity, quest and token cards are two-sided: each side is a row with a code of its own, no back, and
``other_face`` naming the row behind it; ``side`` says which is up first.

Columns: ``keywords`` ambush:2, imitate, refract, transmute, attack_only; hits_player_when_blocked; their_cards (an
ability that needs the hurt player's cards); hand:6 (what the hand is refilled to). ``abilities`` are ``activated:``
with its trigger or ``passive:`` with where it works; ``damage_bonus`` adds damage, not SV.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.text import say
from rules.values.cards import Card, Column, DeckSpec, Face, listed, maybe, one_of, whole_number

FACTIONS = ("black", "teal")
SUITS = {"black": "Black", "teal": "Teal", "token": "Token"}
SYMBOLS = {"c": "common", "r": "rare", "e": "epic", "f": "faction"}
ICONS = (*SYMBOLS, "fireball")
PLAIN_KEYWORDS = ("imitate", "refract", "transmute", "attack_only", "hits_player_when_blocked", "their_cards")
NUMBERED_KEYWORDS = ("ambush", "hand")
TRIGGERS = ("played", "blocked", "kills", "killed", "damages_player")
PLACES = ("battlefield", "hand", "anywhere")
KIND_WORDS = {"identity": "Summoner", "quest": "Quests", "fireball": "Fireball", "legendary": "Legendary dragon"}


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword; ``value`` is its number, 0 where it has none."""

    word: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Ability:
    """When an ability happens (``activated``, a trigger) or where it holds (``passive``, a place)."""

    kind: Literal["activated", "passive"]
    when: str


def _keywords(cell: str) -> tuple[Keyword, ...]:
    return tuple(_keyword(part) for part in listed()(cell))


def _keyword(cell: str) -> Keyword:
    word, colon, value = cell.partition(":")
    if one_of(*PLAIN_KEYWORDS, *NUMBERED_KEYWORDS)(word) in NUMBERED_KEYWORDS:
        return Keyword(word, whole_number(1, 99)(value))
    if colon:
        raise ValueError(say('"{cell}": {word} has no number', cell=cell, word=word))
    return Keyword(word)


def _abilities(cell: str) -> tuple[Ability, ...]:
    return tuple(_ability(part) for part in listed()(cell))


def _ability(cell: str) -> Ability:
    kind, _, when = cell.partition(":")
    if one_of("activated", "passive")(kind) == "activated":
        return Ability("activated", one_of(*TRIGGERS)(when))
    return Ability("passive", one_of(*PLACES)(when))


def keywords(card: Card) -> tuple[Keyword, ...]:
    """The keywords of a card."""
    found = card["keywords"]
    return tuple(keyword for keyword in found if isinstance(keyword, Keyword)) if isinstance(found, tuple) else ()


def face(card: Card) -> Face:
    """A dragon shows SV and cost, a summoner the breakpoint, a coin what it pays."""
    kind, faction = str(card["kind"]), str(card["faction"])
    rarity = str(card["rarity"]).capitalize()
    word = KIND_WORDS.get(kind) or f"{rarity} {kind}"
    stats: list[tuple[str, str]] = []
    if card["sv"] is not None:
        stats.append(("SV", str(card["sv"])))
    if card["breakpoint"] is not None:
        stats.append(("BREAKPOINT", str(card["breakpoint"])))
    if card["cost_symbols"]:
        stats.append(("COST", " ".join(card.words("cost_symbols")).upper()))
    return Face(
        title=card.name,
        suit=faction,
        kind=f"{word} · {SUITS[faction]}",
        value=stats[0][1] if stats else "",
        text="\n".join([*_keyword_lines(card), *([card.text] if card.text else [])]),
        stats=tuple(stats),
        note=_note(card),
        tracks=QUEST_TRACKS if (kind, card["side"]) == ("quest", "front") else (),
    )


QUEST_TRACKS = (("Your quest", 3, 0), ("Faction coin", 3, 2), ("Trash", 3, 0))
"""Three cubes, from left to right, and where they start (rulebook 003, Setup)."""


def _keyword_lines(card: Card) -> Iterator[str]:
    for keyword in keywords(card):
        if keyword.word == "ambush":
            yield (
                say(
                    "**Ambush {value}:** play it with your fireballs when you attack; "
                    "an enemy dragon loses **{value}** SV.",
                    value=keyword.value,
                )
            )


def _note(card: Card) -> str:
    match card["kind"], card["side"]:
        case "identity", "front":
            return "Knocked out once: turn this card over"
        case "identity", "back":
            return "Knocked out again: out of the game"
        case "quest", "front":
            return "Cubes start on 0, 2 and 0"
        case "quest", "back":
            return "Left quest"
        case "coin" | "fireball", "front" | "back":
            return "Token"
    if any(keyword.word == "imitate" for keyword in keywords(card)):
        return "Imitating takes over name and ability, not SV"
    return "Unlocked by quests, never bought" if card["kind"] == "legendary" else ""


def section(card: Card) -> str:
    """One section a back; two-sided cards, which have none, together."""
    return "Two-sided cards" if card["other_face"] else SUITS[str(card["faction"])]


def check(cards: tuple[Card, ...]) -> Iterator[tuple[str, str, str]]:
    """Two-sided cards name each other; only dragons have SV; backs fit the faction."""
    by_id = {card.id: card for card in cards}
    for card in cards:
        yield from _two_sided(card, by_id)
        dragon = card["kind"] in ("dragon", "legendary")
        if dragon != (card["sv"] is not None):
            yield card.id, "sv", "is for dragons, and a dragon needs one"
        if (card["kind"] == "dragon") != bool(card["cost_symbols"]):
            yield card.id, "cost_symbols", "is for dragons that can be bought, and they need it"
        if (card["kind"] == "coin") != bool(card["pays"]):
            yield card.id, "pays", "is for coins, and a coin needs it"
        if (card["kind"] == "identity") != (card["breakpoint"] is not None):
            yield card.id, "breakpoint", "is for identity cards, and they need one"


def _two_sided(card: Card, by_id: dict[str, Card]) -> Iterator[tuple[str, str, str]]:
    if bool(card["other_face"]) != bool(card["side"]):
        yield card.id, "side", "goes with other_face: both or neither"
    if not card["other_face"]:
        if card.back != card["faction"]:
            yield (
                card.id,
                "back",
                say('"{back}" is not the back of this faction; expected {card}', back=card.back, card=card["faction"]),
            )
        return
    other = by_id.get(str(card["other_face"]))
    if other is None or other["other_face"] != card.id or other["side"] == card["side"]:
        yield card.id, "other_face", say('"{card}" is not a row whose other side is this one', card=card["other_face"])
    elif other.copies != card.copies:
        yield (
            card.id,
            "copies",
            say(
                "is {copies}, but its other side {id} has {copies2}",
                copies=card.copies,
                id=other.id,
                copies2=other.copies,
            ),
        )
    if card.back:
        yield card.id, "back", "is for one-sided cards; leave it empty, other_face says what is behind"


SPEC = DeckSpec(
    game="breeds",
    letters="BR",
    title="Dragon Breeds",
    columns=(
        Column("kind", one_of("dragon", "legendary", "coin", "fireball", "identity", "quest"), None),
        Column("faction", one_of(*FACTIONS, "token"), None),
        Column("rarity", one_of("", "common", "rare", "epic", "legendary", "faction")),
        Column("sv", maybe(whole_number(0, 99))),
        Column("cost_symbols", listed(" ", of=tuple(SYMBOLS))),
        Column("pays", listed(" ", of=tuple(SYMBOLS))),
        Column("keywords", _keywords),
        Column("abilities", _abilities),
        Column("damage_bonus", whole_number(-9, 9), "0"),
        Column("breakpoint", maybe(whole_number(1, 99))),
        Column("side", one_of("", "front", "back")),
        Column("other_face", str),
    ),
    face=face,
    section=section,
    check=check,
)
