"""The cards of Dragon Breeds: two summoners' boxes and the common tokens, and what the table needs to know of them.

The rulebook (003, Sorting components) counts the cards and names some dragons; strengths, costs, coin symbols and
texts are ours, and a named dragon does here what the rulebook says it is an example of. 44 paper cards a player.

Suits: the factions ``black`` and ``teal``, and ``token``. Icons in texts: coin symbols ``[c]`` common, ``[r]`` rare,
``[e]`` epic, ``[f]`` faction; ``[fireball]``. Backs: one a faction, for everything that is shuffled together or lies
face down. Identity, quest and token cards are two-sided: each side is a row with a code of its own, no back, and
``other_face`` naming the row behind it; ``side`` says which is up first.

Columns: ``keywords`` ambush:2, imitate, refract, transmute, attack_only; hits_player_when_blocked; their_cards (an
ability that needs the hurt player's cards); hand:6 (what the hand is refilled to). Texts that give or take damage are
keywords too, and the table reckons them: boosts_imitators:2 (damage of the own other dragons that imitate),
weakens_blockers:1 (their damage), wounds_blocker:1 (SV each blocker loses), boosts_ambushes:1 (out of the hand),
boosts_first_ambush:1 (of each combat); shields_others and shields_all (played): no Fireball at them;
imitates_discard: from any discard pile, not from the battlefield. ``abilities`` are ``activated:`` with its trigger
or ``passive:`` with where it works; ``damage_bonus`` adds damage, not SV.

The printed cards go by their ids. People may also bring a summoner whose cards are not in this deck; those go by a
plain word, ``dragon``, ``faction_coin`` and the like: strength and text stand on the paper, the table counts them all
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, TypeVar

from rules import games
from rules.text import say
from rules.values.cards import Card, Column, Deck, DeckSpec, Face, listed, maybe, one_of, whole_number

T = TypeVar("T")
FACTIONS = ("black", "teal")
SUITS = {"black": "Black", "teal": "Teal", "token": "Token"}
SYMBOLS = {"c": "common", "r": "rare", "e": "epic", "f": "faction"}
ICONS = (*SYMBOLS, "fireball")
PLAIN_KEYWORDS = (
    "imitate", "imitates_discard", "refract", "transmute", "attack_only", "hits_player_when_blocked", "their_cards",
    "shields_others", "shields_all",
)  # fmt: skip
NUMBERED_KEYWORDS = (
    "ambush", "hand", "boosts_imitators", "weakens_blockers", "wounds_blocker", "boosts_ambushes",
    "boosts_first_ambush",
)  # fmt: skip
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


def _each(read: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    return lambda cell: tuple(read(part) for part in listed()(cell))


def _keyword(cell: str) -> Keyword:
    word, colon, value = cell.partition(":")
    if one_of(*PLAIN_KEYWORDS, *NUMBERED_KEYWORDS)(word) in NUMBERED_KEYWORDS:
        return Keyword(word, whole_number(1, 99)(value))
    if colon:
        raise ValueError(say('"{cell}": {word} has no number', cell=cell, word=word))
    return Keyword(word)


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
        suit=str(card.fields.get("suit") or faction),
        kind=f"{word} · {_label(card)}",
        value="".join(card.words("pays")).upper() if kind == "coin" else stats[0][1] if stats else "",
        text="\n".join([*_keyword_lines(card), *([card.text] if card.text else [])]),
        stats=tuple(stats),
        note=_note(card),
        tracks=QUEST_TRACKS if (kind, card["side"]) == ("quest", "front") else (),
    )


QUEST_TRACKS = (("Your quest", 3, 0), ("Faction coin", 3, 2), ("Trash", 3, 0))
"""Three cubes, from left to right, and where they start (rulebook 003, Setup)."""


def _keyword_lines(card: Card) -> Iterator[str]:
    line = "**Ambush {value}:** play it with your fireballs when you attack; an enemy dragon loses **{value}** SV."
    return (say(line, value=keyword.value) for keyword in keywords(card) if keyword.word == "ambush")


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
    return "Two-sided cards" if card["other_face"] else _label(card)


def _label(card: Card) -> str:
    """What its faction is called."""
    return str(card.fields.get("label") or SUITS[str(card["faction"])])


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
            text = '"{back}" is not the back of this faction; expected {faction}'
            yield card.id, "back", say(text, back=card.back, faction=card["faction"])
        return
    other = by_id.get(str(card["other_face"]))
    if other is None or other["other_face"] != card.id or other["side"] == card["side"]:
        yield card.id, "other_face", say('"{card}" is not a row whose other side is this one', card=card["other_face"])
    elif other.copies != card.copies:
        text = "is {copies}, but its other side {other} has {there}"
        yield card.id, "copies", say(text, copies=card.copies, other=other.id, there=other.copies)
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
        Column("keywords", _each(_keyword)),
        Column("abilities", _each(_ability)),
        Column("damage_bonus", whole_number(-9, 9), "0"),
        Column("breakpoint", maybe(whole_number(1, 99))),
        Column("side", one_of("", "front", "back")),
        Column("other_face", str),
    ),
    face=face,
    section=section,
    check=check,
)


# --- what the rules need to know of a card

SUMMONERS = {"black": "Black", "teal": "Teal", "white": "White", "purple": "Purple", "other": "Another colour"}
"""Whom a seat may play; for those beyond the printed factions people bring their own cards."""
HAND_COINS = ("common", "rare", "faction")
EPIC = "epic"
SUPPLY_KINDS = ("dragon", "faction_coin")


@dataclass(frozen=True, slots=True)
class Facts:
    """A card as the rules see it. ``printed`` is False for a word that stands for somebody's own card."""

    id: str
    name: str
    kind: str
    faction: str = ""
    rarity: str = ""
    sv: int | None = None
    cost: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    words: Mapping[str, int] = field(default_factory=dict)
    bonus: int = 0
    abilities: tuple[Ability, ...] = ()
    text: str = ""
    printed: bool = True

    def has(self, keyword: str) -> bool:
        """Whether the card has the keyword; of a card we do not know, anything may be true."""
        return keyword in self.words or not self.printed

    def when(self, trigger: str) -> bool:
        """Whether an activated ability of the card waits for this."""
        return any(one.kind == "activated" and one.when == trigger for one in self.abilities)


_OWN = {
    "dragon": Facts("dragon", "Dragon", "dragon", printed=False),
    "legendary": Facts("legendary", "Legendary dragon", "legendary", printed=False),
    "faction_coin": Facts("faction_coin", "Faction coin", "coin", rarity="faction", pays=("c", "f"), printed=False),
    "rare_coin": Facts("rare_coin", "Rare coin", "coin", rarity="rare", pays=("c", "r"), printed=False),
    "common_coin": Facts("common_coin", "Common coin", "coin", rarity="common", pays=("c",), printed=False),
    "fireball": Facts("fireball", "Fireball", "fireball", printed=False),
}


def deck(decks: tuple[str, ...] = ()) -> Deck:
    """Every card that was printed, and those of the factions somebody typed in."""
    return games.deck_with("breeds", decks)


def printed_card(card: str) -> Card | None:
    """The card with that id, of whichever deck; None for a word that stands for somebody's own."""
    return games.card("breeds", card)


def typed(faction: str) -> bool:
    """Whether a faction is one that somebody typed in; it goes by the key of its deck."""
    return bool(games.added_decks("breeds", (faction,)))


def summoner_name(faction: str) -> str:
    """What whoever plays the faction is called."""
    found = games.added_decks("breeds", (faction,))
    return SUMMONERS.get(faction) or (found[0].title if found else faction)


def deck_of(faction: str) -> Deck:
    """The cards a player of the faction may have: its own, and what is common to all."""
    return deck((faction,)) if typed(faction) else deck()


@cache
def facts(card: str) -> Facts | None:
    """The card with that id or word, or None."""
    if card in _OWN:
        return _OWN[card]
    found = printed_card(card)
    return _read(found) if found is not None else None


def _read(card: Card) -> Facts:
    abilities = card["abilities"]
    sv, bonus = card["sv"], card["damage_bonus"]
    return Facts(
        card.id,
        card.name,
        kind=str(card["kind"]),
        faction=str(card["faction"]),
        rarity=str(card["rarity"]),
        sv=sv if isinstance(sv, int) else None,
        cost=card.words("cost_symbols"),
        pays=card.words("pays"),
        words={one.word: one.value for one in keywords(card)},
        bonus=bonus if isinstance(bonus, int) else 0,
        abilities=tuple(one for one in abilities if isinstance(one, Ability)) if isinstance(abilities, tuple) else (),
        text=card.text,
    )


def known(card: str) -> Facts:
    """The card with that id or word. Raises KeyError."""
    found = facts(card)
    if found is None:
        raise KeyError(card)
    return found


def name_of(card: str) -> str:
    """What a card is called; one that is hidden is a dragon."""
    found = facts(card)
    return found.name if found is not None else "a dragon"


def printed(faction: str) -> bool:
    """Whether this faction's cards are in a deck."""
    return faction in FACTIONS or typed(faction)


def all_texts_known(faction: str) -> bool:
    """Whether the table knows all that this faction's cards can do: those we print, not those of other boxes."""
    return faction in FACTIONS


@cache
def of_faction(faction: str, kind: str) -> tuple[str, ...]:
    """The ids of a printed faction's cards of a kind; for others the word for that kind."""
    if not printed(faction):
        return (kind,) if kind in _OWN else ()
    return tuple(one.id for one in deck_of(faction).cards if one["faction"] == faction and one["kind"] == kind)


@cache
def in_supply(faction: str) -> tuple[str, ...]:
    """What can turn up in a supply: the six kinds of dragons and the Faction coin."""
    if not printed(faction):
        return SUPPLY_KINDS
    return (*of_faction(faction, "dragon"), coin_card(faction, "faction"))


def coin_card(faction: str, word: str) -> str:
    """The card a coin word names in this faction."""
    coins = (one for one in of_faction(faction, "coin") if printed(faction) and known(one).rarity == word)
    return next(coins, f"{word}_coin")


def fireball_card(faction: str) -> str:
    """The Fireball of this faction's starter cards."""
    return next(iter(of_faction(faction, "fireball")), "fireball")


@cache
def trashable(faction: str) -> tuple[str, ...]:
    """The cards of a player deck, starters first."""
    starters = tuple(coin_card(faction, word) for word in HAND_COINS)
    return (*starters, fireball_card(faction), *of_faction(faction, "dragon"), *of_faction(faction, "legendary"))


@cache
def identity(faction: str, stage: int) -> Facts | None:
    """The side of the identity card that is up, where it was printed."""
    return _side(faction, "identity", "front" if stage == 1 else "back")


@cache
def own_quest(faction: str) -> Facts | None:
    """The back of the quest card: what the left cube counts."""
    return _side(faction, "quest", "back")


def _side(faction: str, kind: str, side: str) -> Facts | None:
    cards = (
        one for one in deck_of(faction).cards if (one["faction"], one["kind"], one["side"]) == (faction, kind, side)
    )
    found = next(cards, None)
    return known(found.id) if found is not None else None


def plain(text: str) -> str:
    """A card's text for a screen."""
    text = text.replace("**", "").replace("[fireball] Fireball", "Fireball").replace("[fireball]", "fireball")
    for symbol in "cref":
        text = text.replace(f"[{symbol}]", symbol.upper())
    return text.replace("\n", " ")


def price(cost: tuple[str, ...]) -> str:
    """A cost as it is printed, such as ``C R``."""
    return " ".join(cost).upper()
