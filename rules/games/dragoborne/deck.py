"""Two decks of 50 cards and three banners each, for two players (rulebook 001, Deck regulations).

The rulebook names no card, so all of these are ours, on its advice for costs (10 of cost 1, 12 of cost 2, 10, 10, and
8 dearer ones; a card with Ambush counts as cost 2) and for creatures and spells (30 to 40, and 10 to 20).

Suits are the colours: ``red``, ``green``, ``blue``, ``yellow``, ``black`` (no card of ours yet). Icons in texts:
a colour's glyph, ``[white]`` for any colour, and ``[act]`` ``[auto]`` ``[cont]`` (the kinds of ability), ``[cross]``
(dragocross), ``[dice]``, ``[shield]`` (dragoshield), ``[burst]`` (fort burst), ``[ambush]``. Backs: ``deck``, the same
for both decks, and ``banner``.

The text of a face is put together from the columns the rules need, so what is printed and what is played cannot
differ. Cells: keywords ``deadly; immune:blue``, dragocross ``red: text``, dice ``red 4-6: text``, ability
``activated 1: text``, ``auto attacks: text`` or ``continuous: text``, ambush ``condition|text``, burst ``text``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rules import games
from rules.text import say
from rules.values.cards import Card, Column, Deck, DeckSpec, Face, listed, maybe, one_of, whole_number

COLORS = ("red", "green", "blue", "yellow", "black")
SUITS = {color: color.capitalize() for color in COLORS}
ICONS = (*COLORS, "white", "act", "auto", "cont", "cross", "dice", "shield", "burst", "ambush")
COPIES_MAX = 4
BACKS = {"banner": "banner", "other": "deck"}
DECKS = {"ember": "Ember and Thorn", "tide": "Tide and Dawn"}
TRAITS = (
    "dragon", "knight", "soldier", "goblin", "elf", "dwarf", "treefolk", "giant", "beast", "spirit", "wizard",
    "cleric", "pirate",
)  # fmt: skip
UNKNOWN_TEXT = "Do what the card says."
"""The text of a spell whose own stands on the paper alone: people choose among all there is."""
PLAIN_KEYWORDS = ("ambush", "deadly", "fort_burst")
AIMED_KEYWORDS = {"immune": True, "invade": False, "assassin": True}
"""Keywords that are about a colour, and whether they may be about a trait instead."""
TRIGGERS = {
    "summoned": "When it is summoned",
    "attacks": "When it attacks",
    "fort_attacked": "When this fort is attacked",
    "blocks": "When it blocks",
    "blocked": "When it is blocked",
    "damages_creature": "When it damages a creature",
    "damages_shield": "When it damages a [shield]",
    "damages_fort": "When it damages a fort",
    "battle_end": "When its battle ends",
    "destroyed": "When it is destroyed",
}


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword ability; ``of`` is the colour or trait it is about, "" where there is none."""

    word: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Dragocross:
    """What a die of ``color`` (white: any) on the creature adds beside +1/+1."""

    color: str
    text: str


@dataclass(frozen=True, slots=True)
class DiceAbility:
    """Holds while its player has a die of ``color`` (white: any) showing ``low`` to ``high``."""

    color: str
    low: int
    high: int
    text: str


@dataclass(frozen=True, slots=True)
class Ability:
    """Activated: its player rests ``cost`` resources. Auto: it has a ``trigger``. Continuous: it just holds."""

    kind: Literal["activated", "auto", "continuous"]
    text: str
    cost: int = 0
    trigger: str = ""


@dataclass(frozen=True, slots=True)
class AmbushAbility:
    """What an ambush lying at a fort may do when ``condition`` is met."""

    condition: str
    text: str


def _keyword(cell: str, traits: Sequence[str]) -> Keyword:
    word, _, of = cell.partition(":")
    if word in PLAIN_KEYWORDS and not of:
        return Keyword(word)
    if word in AIMED_KEYWORDS:
        return Keyword(word, one_of(*COLORS, *(traits if AIMED_KEYWORDS[word] else ()))(of))
    one_of(*PLAIN_KEYWORDS, *AIMED_KEYWORDS)(word)
    raise ValueError(say('"{cell}": {word} stands alone', cell=cell, word=word))


def parse_keywords(cell: str, traits: Sequence[str] = TRAITS) -> tuple[Keyword, ...]:
    """The keywords in a cell, aimed at a colour or at one of the ``traits``. Raises ValueError."""
    return tuple(_keyword(part, traits) for part in listed()(cell))


def _dragocross(cell: str) -> Dragocross:
    color, colon, text = cell.partition(":")
    if not colon or not text.strip():
        raise ValueError(say('"{cell}" is not a dragocross; expected such as red: +2/+0 more', cell=cell))
    return Dragocross(one_of(*COLORS, "white")(color.strip()), text.strip())


def _dice(cell: str) -> DiceAbility:
    match = re.fullmatch(r"(\w+) ([1-6])-([1-6]): *(.+)", cell)
    if match is None or match[2] > match[3]:
        raise ValueError(say('"{cell}" is not a dice ability; expected such as red 4-6: It has +1/+0', cell=cell))
    return DiceAbility(one_of(*COLORS, "white")(match[1]), int(match[2]), int(match[3]), match[4])


def _ability(cell: str) -> Ability:
    head, colon, text = cell.partition(": ")
    kind, _, detail = head.partition(" ")
    if not colon or not text.strip():
        raise ValueError(say('"{cell}" is not an ability; expected such as activated 1: text', cell=cell))
    match one_of("activated", "auto", "continuous")(kind):
        case "activated":
            return Ability("activated", text.strip(), cost=whole_number(0, 20)(detail))
        case "auto":
            return Ability("auto", text.strip(), trigger=one_of(*TRIGGERS)(detail))
    if detail:
        text = say('"{head}" has one word too many; a continuous ability has no cost and no trigger', head=head)
        raise ValueError(text)
    return Ability("continuous", text.strip())


def _ambush(cell: str) -> AmbushAbility:
    condition, bar, text = cell.partition("|")
    if not bar or not condition.strip() or not text.strip():
        raise ValueError(say('"{cell}" is not an ambush; expected a condition, a | and what it does', cell=cell))
    return AmbushAbility(condition.strip(), text.strip())


def _cost(cell: str) -> int | Literal["-"]:
    return "-" if cell == "-" else whole_number(0, 20)(cell)


def keywords(card: Card) -> tuple[Keyword, ...]:
    """The keyword abilities of a card."""
    found = card["keywords"]
    return tuple(keyword for keyword in found if isinstance(keyword, Keyword)) if isinstance(found, tuple) else ()


def face(card: Card) -> Face:
    """A creature shows cost, ATK and EDR; a spell its cost; a banner its colour."""
    color, kind = str(card["color"]), str(card["type"])
    if kind == "banner":
        text = "Stands behind one of your forts and gives it its colour.\nRest it as a resource."
        line = say("Banner · {color}", color=SUITS[color])
        return Face(card.name, color, line, text=text, note=title_of(str(card["deck"])))
    words = [kind.capitalize(), SUITS[color], *(trait.capitalize() for trait in card.words("traits"))]
    stats = (("ATK", str(card["atk"])), ("EDR", str(card["edr"]))) if kind == "creature" else ()
    cost = "–" if card["cost"] == "-" else str(card["cost"])
    note, line, text = title_of(str(card["deck"])), " · ".join(words), "\n".join(_lines(card))
    return Face(card.name, color, kind=line, value=cost, text=text, stats=stats, note=note)


def _lines(card: Card) -> Iterator[str]:
    if card.text:
        yield card.text
    if card["cost"] == "-":
        yield "**No cost:** it cannot be played in the usual way."
    for keyword in keywords(card):
        if keyword.word in _SAID:
            yield _SAID[keyword.word].format(of=f"[{keyword.of}]" if keyword.of in COLORS else keyword.of)
    ability, cross, dice = card["ability"], card["dragocross"], card["dice"]
    if isinstance(ability, Ability):
        yield _ability_line(ability)
    if isinstance(cross, Dragocross):
        yield say("[cross][{color}] {text}", color=cross.color, text=cross.text)
    if isinstance(dice, DiceAbility):
        reach = str(dice.low) if dice.low == dice.high else f"{dice.low}–{dice.high}"
        yield say("[dice][{color}] **{reach}:** {text}", color=dice.color, reach=reach, text=dice.text)
    ambush = card["ambush"]
    if isinstance(ambush, AmbushAbility):
        yield say("[ambush] **Ambush, 2 resources.** {condition}: {text}", condition=ambush.condition, text=ambush.text)
    if card["burst"]:
        yield say("[burst] **Fort burst:** {text}", text=card["burst"])


_SAID = {
    "deadly": "**Deadly:** a creature it damages is destroyed.",
    "immune": "**Immune:** {of} spells and abilities cannot choose or hurt it.",
    "invade": "**Invade:** no creature can block it at a {of} fort.",
    "assassin": "**Assassin:** it may attack a {of} creature that rests; nothing else can block.",
}
"""What a keyword says on a card; ambush and fort burst have lines of their own."""


def _ability_line(ability: Ability) -> str:
    match ability.kind:
        case "activated":
            cost = "Rest 1 resource" if ability.cost == 1 else say("Rest {count} resources", count=ability.cost)
            return say("[act] **{cost}:** {text}", cost=cost, text=ability.text)
        case "auto":
            return say("[auto] **{moment}:** {text}", moment=TRIGGERS[ability.trigger], text=ability.text)
    return say("[cont] {text}", text=ability.text[0].upper() + ability.text[1:])


def section(card: Card) -> str:
    """The two decks share a back but belong to two people; banners have their own."""
    return "Banners" if card["type"] == "banner" else title_of(str(card["deck"]))


def check(cards: tuple[Card, ...]) -> Iterator[tuple[str, str, str]]:
    """What a creature, a spell and a banner must have, and that every keyword's text stands beside it."""
    for card in cards:
        kind = card["type"]
        if card.back != BACKS["banner" if kind == "banner" else "other"]:
            yield card.id, "back", say('"{back}" is not the back of a {kind}', back=card.back, kind=kind)
        if (kind == "banner") != (card["cost"] is None):
            yield card.id, "cost", "is for creatures and spells, and they need one (or -)"
        for column in ("atk", "edr"):
            if (kind == "creature") != (card[column] is not None):
                yield card.id, column, "is for creatures, and a creature needs one"
        words = {keyword.word for keyword in keywords(card)}
        for word, column in (("ambush", "ambush"), ("fort_burst", "burst")):
            if (word in words) != bool(card[column]):
                yield card.id, column, say("goes with the keyword {word}: both or neither", word=word)
        if kind != "banner" and card.copies > COPIES_MAX:
            yield card.id, "copies", "a deck has at most 4 of one name"


SPEC = DeckSpec(
    game="dragoborne",
    letters="DB",
    title="Dragoborne",
    columns=(
        Column("deck", one_of(*DECKS), None),
        Column("type", one_of("creature", "spell", "banner"), None),
        Column("color", one_of(*COLORS), None),
        Column("cost", maybe(_cost)),
        Column("atk", maybe(whole_number(0, 99))),
        Column("edr", maybe(whole_number(0, 99))),
        Column("traits", listed(of=TRAITS)),
        Column("keywords", parse_keywords),
        Column("dragocross", maybe(_dragocross)),
        Column("dice", maybe(_dice)),
        Column("ability", maybe(_ability)),
        Column("ambush", maybe(_ambush)),
        Column("burst", str),
    ),
    face=face,
    section=section,
    check=check,
)


# --- what the table needs to know of a card


def whole_deck(decks: tuple[str, ...] = ()) -> Deck:
    """Every card of the game, both ready-made decks, and those of decks that people typed in."""
    return games.deck_with("dragoborne", decks)


def found_card(name: str) -> Card | None:
    """The card with that id, of whichever deck, or the one that is told by its figures; None for any other word."""
    return games.card("dragoborne", name) or by_figures(name)


def card(name: str) -> Card:
    """The same. Raises KeyError."""
    found = found_card(name)
    if found is None:
        raise KeyError(name)
    return found


_COLOR, _FIGURE = "|".join(COLORS), r"\d\d?"
_FIGURES = re.compile(
    rf"(?:creature:({_COLOR}):({_FIGURE}|-):({_FIGURE})/({_FIGURE})|spell:({_COLOR}):({_FIGURE}|-))(?::(.*))?", re.ASCII
)


@cache
def by_figures(word: str) -> Card | None:
    """A card nobody has typed in, by what is printed in its corners; its text stands on the paper alone.

    ``creature:red:3:2/2`` or ``spell:black:4``, with its keywords after one more colon (``deadly;invade:blue``). None
    for any other word.
    """
    match = _FIGURES.fullmatch(word[:200])
    if match is None:
        return None
    creature = match[1] is not None
    color, cost = (match[1], match[2]) if creature else (match[5], match[6])
    name = "{color} {atk}/{edr}" if creature else "{color} spell, cost {cost}"
    own = {column.name: column.parse(column.default) for column in SPEC.columns if column.default is not None}
    try:
        own |= {"keywords": parse_keywords(match[7] or ""), "cost": _cost(cost)}
    except ValueError:
        return None
    own |= {"deck": "", "type": "creature" if creature else "spell", "color": color}
    own |= {"atk": int(match[3]), "edr": int(match[4])} if creature else {}
    return Card(
        "dragoborne",
        word,
        code="",
        name=say(name, color=SUITS[color], cost=cost, atk=match[3], edr=match[4]),
        copies=COPIES_MAX,
        back=BACKS["other"],
        text="" if creature else UNKNOWN_TEXT,
        fields=own,
    )


@cache
def kind(name: str) -> str:
    """creature, spell or banner."""
    return str(card(name)["type"])


@cache
def color(name: str) -> str:
    return str(card(name)["color"])


def ready_made(deck_name: str) -> bool:
    """Whether every card of the deck is known to everybody: one of ours, or one that somebody typed in."""
    return deck_name in DECKS or bool(games.added_decks("dragoborne", (deck_name,)))


def title_of(deck_name: str) -> str:
    """What a ready-made deck is called; "" for any other."""
    typed = games.added_decks("dragoborne", (deck_name,))
    return DECKS.get(deck_name) or (typed[0].title if typed else "")


def _every(deck_name: str) -> tuple[Card, ...]:
    """The cards of a ready-made deck, its banners among them."""
    if deck_name in DECKS:
        return tuple(one for one in whole_deck().cards if one["deck"] == deck_name)
    return tuple(one for deck in games.added_decks("dragoborne", (deck_name,)) for one in deck.deck.cards)


@cache
def deck_cards(deck_name: str) -> tuple[str, ...]:
    """The cards of a ready-made deck, without its banners."""
    return tuple(one.id for one in _every(deck_name) if one["type"] != "banner")


@cache
def deck_size(deck_name: str) -> int:
    """How many cards a ready-made deck has, without its banners."""
    return sum(card(one).copies for one in deck_cards(deck_name))


@cache
def deck_banners(deck_name: str) -> tuple[str, ...]:
    """The colours of a ready-made deck's banners, one for each."""
    return tuple(str(one["color"]) for one in _every(deck_name) if one["type"] == "banner" for _ in range(one.copies))


# --- what the texts of cards say
#
# Sentences of a fixed form are reckoned with (changes to ATK and EDR, a granted Invade); every other text is shown to
# the people at its moment, and they follow it.

Reach = Literal["itself", "shielded", "neighbour", "against"]
_AMOUNT = r"\*\*([+−-]\d+)/([+−-]\d+)\*\*"
_ITSELF = re.compile(rf"(?:It gets|This creature has) {_AMOUNT}(?: more)?\.?")
_REACHES: tuple[tuple[Reach, re.Pattern[str]], ...] = (
    ("shielded", re.compile(rf"while a \[shield\] stands at this fort, it has {_AMOUNT}\.?")),
    ("neighbour", re.compile(rf"your other creature at this fort has {_AMOUNT}\.?")),
    ("against", re.compile(rf"creatures that attack this fort have {_AMOUNT}\.?")),
)
_INVADE = re.compile(r"It also has \*\*Invade\*\* \[(\w+)\].*")


@dataclass(frozen=True, slots=True)
class Change:
    """Added to ATK and EDR of whom it ``reaches``."""

    reaches: Reach
    atk: int
    edr: int


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


@cache
def own_change(text: str) -> Change | None:
    """What a dragocross or dice text adds to its creature, if that is all it says."""
    match = _ITSELF.fullmatch(text)
    return Change("itself", _number(match[1]), _number(match[2])) if match else None


@cache
def granted_invade(text: str) -> str:
    """The colour of the Invade a text grants, or nothing."""
    match = _INVADE.fullmatch(text)
    return match[1] if match else ""


@cache
def standing_change(name: str) -> Change | None:
    """What the card's continuous ability adds, if its text is of a form that can be reckoned with."""
    found = card(name)["ability"]
    if not isinstance(found, Ability) or found.kind != "continuous":
        return None
    for reach, form in _REACHES:
        match = form.fullmatch(found.text)
        if match:
            return Change(reach, _number(match[1]), _number(match[2]))
    return None


def ability(name: str) -> Ability | None:
    """The card's ability with an icon of its own."""
    found = card(name)["ability"]
    return found if isinstance(found, Ability) else None


def dragocross(name: str) -> Dragocross | None:
    """What a die on the card adds beside +1/+1."""
    found = card(name)["dragocross"]
    return found if isinstance(found, Dragocross) else None


def dice_ability(name: str) -> DiceAbility | None:
    """What the card does while a die shows a value in its range."""
    found = card(name)["dice"]
    return found if isinstance(found, DiceAbility) else None


def ambush_ability(name: str) -> AmbushAbility | None:
    """What the card does as an ambush."""
    found = card(name)["ambush"]
    return found if isinstance(found, AmbushAbility) else None


def burst_text(name: str) -> str:
    """The card's fort burst."""
    return str(card(name)["burst"] or "")


@cache
def has_word(name: str, word: str) -> bool:
    """Whether the card has a keyword."""
    return any(one.word == word for one in keywords(card(name)))


@cache
def words_of(name: str, word: str) -> tuple[str, ...]:
    """The colours and traits a keyword of the card names."""
    return tuple(one.of for one in keywords(card(name)) if one.word == word and one.of)


def destination(text: str) -> Literal["", "fort", "resource"]:
    """Where a fort burst or ambush text sends its own card; empty where it does not say."""
    if re.search(r"[Ss]ummon this card", text):
        return "fort"
    return "resource" if re.search(r"[Aa]dd this card to your resources", text) else ""


def arrives_rested(text: str) -> bool:
    """Whether a card that summons itself comes at rest."""
    return "rested" in text


def triggered(name: str, moment: str) -> str:
    """The text of an automatic ability with that trigger, or nothing."""
    found = ability(name)
    return found.text if found is not None and found.kind == "auto" and found.trigger == moment else ""


def plain(text: str) -> str:
    """A text without its marks, for a screen."""
    text = text.replace("[shield]", "dragoshield").replace("**", "")
    return re.sub(r"\[(\w+)\]", r"\1", text)


def said(text: str) -> str:
    """A plain text as a sentence."""
    words = plain(text)
    return words[:1].upper() + words[1:]
