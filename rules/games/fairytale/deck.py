"""The Fairy Tale deck: 80 basic cards and 30 with the expert icon (rulebook 000, Setup).

The rulebook names three cards; the other names, all values and all texts are ours. Columns of cards.csv:

- ``faction``: one of ``FACTIONS``; ``expert``: yes for the 30 cards that stay in the box of a basic game.
- ``value_kind``, ``points``: see ``model.Value``. ``count_of`` is ``name:CARD NAME`` or ``faction:FACTION`` for the
  kinds ``count`` and ``most``; ``friend`` is a card's name for the two friend kinds.
- ``effects``: such as ``all flip 1 Homestead; you unflip 2``. Words other than flip and unflip are reminders.
- ``text``: what the face says beyond its value and effects; needed where an effect is only a reminder.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.text import say
from rules.values.cards import Card, Column, DeckSpec, Face, one_of, whole_number, yes_no

Who = Literal["you", "all"]
ValueKind = Literal["fixed", "count", "friend_per", "friend_if", "most", "none"]

UNFLIP = "unflip"
FLIP = "flip"


@dataclass(frozen=True, slots=True)
class Effect:
    """Who must do what to how many cards of which faction (None: any).

    ``verb`` is ``unflip`` or ``flip``; any other word is only reminded of (FT-R12).
    """

    who: Who
    verb: str
    amount: int
    faction: str | None = None

    @property
    def turns(self) -> bool:
        """Whether the effect turns cards, and so is resolved rather than reminded of."""
        return self.verb in (UNFLIP, FLIP)

    def __str__(self) -> str:
        words = [self.who, self.verb, str(self.amount), *([self.faction] if self.faction else [])]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Value:
    """What a face-up card is worth.

    ``fixed``: ``points``. ``count``: ``points`` for each card designated by ``name`` or ``faction``, itself included.
    ``friend_per``: ``points`` for each card called ``name``. ``friend_if``: ``points`` with at least one of those.
    ``most``: ``points`` where nobody shows more cards of ``faction``. ``none``: nothing.
    """

    kind: ValueKind
    points: int = 0
    name: str = ""
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything the rules need to know of a card."""

    name: str
    faction: str
    value: Value
    effects: tuple[Effect, ...] = ()


FACTIONS = ("Dragonvale", "Homestead", "Thornwood", "Gloam")
"""Gloam mostly interferes."""
KINDS: tuple[ValueKind, ...] = ("fixed", "count", "friend_per", "friend_if", "most", "none")
AMOUNT_MAX = 12
MINUS = "\N{MINUS SIGN}"
EXAMPLE = "expected such as: all flip 1 Homestead; you unflip 2"


def parse_effects(cell: str, factions: Sequence[str] = FACTIONS) -> tuple[Effect, ...]:
    """The effects in a cell; with no ``factions`` any word is one.

    Raises ValueError that says which words were not understood.
    """
    return tuple(_effect(part.split(), factions) for part in cell.split(";") if part.strip())


def _effect(words: list[str], factions: Sequence[str]) -> Effect:
    shown = " ".join(words)
    if not 3 <= len(words) <= 3 + max((len(faction.split()) for faction in factions), default=len(words)):
        raise ValueError(say('"{shown}" is not an effect; {example}', shown=shown, example=EXAMPLE))
    who, verb, amount, *rest = words
    if who not in ("you", "all"):
        raise ValueError(
            say('"{who}" in "{shown}" is neither you nor all; {example}', who=who, shown=shown, example=EXAMPLE)
        )
    if not verb.isascii() or not verb.isalpha() or verb != verb.lower():
        raise ValueError(
            say(
                '"{verb}" in "{shown}" is not a verb in lower-case letters; {example}',
                verb=verb,
                shown=shown,
                example=EXAMPLE,
            )
        )
    near = () if verb in (FLIP, UNFLIP) else difflib.get_close_matches(verb, (FLIP, UNFLIP), n=1, cutoff=0.75)
    if near:
        raise ValueError(say('"{verb}" in "{shown}": did you mean {near}?', verb=verb, shown=shown, near=near[0]))
    try:
        number = whole_number(1, AMOUNT_MAX)(amount)
        faction = _known(" ".join(rest), factions) if rest else None
    except ValueError as error:
        raise ValueError(say('{error} in "{shown}"', error=error, shown=shown)) from None
    return Effect("all" if who == "all" else "you", verb, number, faction)


def _known(word: str, factions: Sequence[str]) -> str:
    return one_of(*factions)(word) if factions else word


def parse_count_of(cell: str, factions: Sequence[str] = FACTIONS) -> tuple[str, str]:
    """(name, faction) of what is counted, one of them empty; with no ``factions`` any word is one.

    Raises ValueError.
    """
    if not cell:
        return "", ""
    what, _, which = cell.partition(":")
    if what == "name" and which.strip():
        return which.strip(), ""
    if what == "faction":
        return "", _known(which.strip(), factions)
    raise ValueError(say('"{cell}" is neither name:CARD NAME nor faction:FACTION', cell=cell))


def facts(card: Card) -> Facts:
    """What the rules need to know of a card, of ours or of a deck with other factions."""
    name, faction = parse_count_of(str(card["count_of"]), ())
    kind = next(kind for kind in KINDS if kind == card["value_kind"])
    points = int(str(card["points"]))
    value = Value(kind, points, str(card["friend"]) or name, faction)
    return Facts(card.name, str(card["faction"]), value, parse_effects(str(card["effects"]), ()))


def is_expert(card: Card) -> bool:
    """Whether the card has the expert icon."""
    return bool(card["expert"])


def suit(card: Card) -> str:
    """The key of the faction's colour, pattern and glyph; cards somebody typed in bring theirs."""
    return str(card.fields.get("suit") or card["faction"]).lower()


def figure(value: Value) -> str:
    """The value in a medallion: 6, −2, =n (as many as I have), 3×, 8? (with a friend), 7! (with the most)."""
    points = str(value.points).replace("-", MINUS)
    match value.kind:
        case "count":
            return "=n" if value.points == 1 else f"{points}n"
        case "friend_per":
            return f"{points}×"
        case "friend_if":
            return f"{points}?"
        case "most":
            return f"{points}!"
        case "none":
            return "–"
    return points


def points_word(points: int) -> str:
    """``1 point``, ``6 points``, ``−2 points``."""
    template = "{count} point" if abs(points) == 1 else "{count} points"
    return say(template, count=str(points).replace("-", MINUS))


def value_text(card: Facts) -> str:
    """What the value depends on, in our words; empty for a fixed one."""
    value = card.value
    points = points_word(value.points)
    match value.kind:
        case "count":
            what = f"**{value.name}**" if value.name else say("**{faction}** card", faction=value.faction)
            itself = ", this one too" if card.name == value.name or card.faction == value.faction else ""
            return say("{points} for each {what} you show{itself}.", points=points, what=what, itself=itself)
        case "friend_per":
            return say("[friend] {points} for each **{name}** you show.", points=points, name=value.name)
        case "friend_if":
            return say("[friend] {points} if you show a **{name}**.", points=points, name=value.name)
        case "most":
            return say("{points} if nobody shows more **{faction}** cards.", points=points, faction=value.faction)
    return ""


def effect_text(effect: Effect) -> str:
    """One effect in our words, with icons; empty for a reminder, whose words stand in the text column."""
    if not effect.turns:
        return ""
    kind = f" **{effect.faction}**" if effect.faction else ""
    cards = say("{amount}{kind} card{s}", amount=effect.amount, kind=kind, s="" if effect.amount == 1 else "s")
    where = "face up" if effect.verb == UNFLIP else "face down"
    mine, whose = ("you", "of yours") if effect.who == "you" else ("all", "of their own")
    subject = "Turn" if effect.who == "you" else "Everybody turns"
    return f"[{mine}] [{effect.verb}] {subject} {cards} {whose} {where}."


def face(card: Card) -> Face:
    """Name, value, what it depends on and what it does."""
    own = facts(card)
    parts = [value_text(own), *map(effect_text, own.effects), card.text]
    kind = own.faction + (" · Expert" if is_expert(card) else "")
    note = "Only one in the deck" if card.copies == 1 else say("{copies} in the deck", copies=card.copies)
    return Face(
        card.name,
        suit(card),
        kind=kind,
        value=figure(own.value),
        text="\n".join(part for part in parts if part),
        note=note,
    )


def plain(text: str) -> str:
    """A card's text for a screen: the icons are said by the words beside them."""
    for mark in ("**", "[you] ", "[all] ", "[flip] ", "[unflip] ", "[friend] "):
        text = text.replace(mark, "")
    return text.replace("\n", " ")


def section(card: Card) -> str:
    """The expert cards are printed on sheets of their own."""
    return "Expert" if is_expert(card) else ""


NEEDS = {
    "count": ("count_of",),
    "most": ("count_of",),
    "friend_per": ("friend",),
    "friend_if": ("friend",),
    "fixed": (),
    "none": (),
}
"""The columns a kind of value must fill; the others stay empty."""


def check(cards: tuple[Card, ...]) -> Iterator[tuple[str, str, str]]:
    """What only the whole deck can tell: named cards exist, and each value has what it needs and nothing else."""
    names = {card.name for card in cards}
    for card in cards:
        kind = str(card["value_kind"])
        for column in ("count_of", "friend"):
            filled, needed = bool(card[column]), column in NEEDS[kind]
            if filled != needed:
                word = "is empty; a card of this kind needs it" if needed else "is not used"
                yield card.id, column, say("{word} (value_kind {kind})", word=word, kind=kind)
        name = str(card["friend"]) or parse_count_of(str(card["count_of"]), ())[0]
        if name and name not in names:
            near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
            yield (
                card.id,
                "friend" if card["friend"] else "count_of",
                say('no card is called "{name}"', name=name)
                + (say("; did you mean {near}?", near=near[0]) if near else ""),
            )
        if kind == "most" and not parse_count_of(str(card["count_of"]), ())[1]:
            example = say("needs a faction for value_kind most, such as faction:{faction}", faction=card["faction"])
            yield card.id, "count_of", example
        if any(not effect.turns for effect in parse_effects(str(card["effects"]), ())) and not card.text:
            yield card.id, "text", "is empty, and one of the effects is only a reminder; say what to do"


def _checked_effects(cell: str) -> str:
    parse_effects(cell)
    return cell


def _checked_count_of(cell: str) -> str:
    parse_count_of(cell)
    return cell


SPEC = DeckSpec(
    game="fairytale",
    letters="FT",
    title="Fairy Tale",
    columns=(
        Column("faction", one_of(*FACTIONS), None),
        Column("expert", yes_no, "0"),
        Column("value_kind", one_of(*KINDS), None),
        Column("points", whole_number(-20, 20), "0"),
        Column("count_of", _checked_count_of),
        Column("friend"),
        Column("effects", _checked_effects),
    ),
    face=face,
    section=section,
    check=check,
)
