"""What the texts of cards say that numbers follow from, and when a text wants to be read out.

Sentences of a fixed form are reckoned with (changes to ATK and EDR, a granted Invade); every other text is shown to
the people at its moment, and they follow it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rules.games.dragoborne.cardbook import card
from rules.games.dragoborne.deck import (
    Ability,
    AmbushAbility,
    DiceAbility,
    Dragocross,
    keywords,
)
from rules.text import say

Reach = Literal["itself", "shielded", "neighbour", "against"]
_AMOUNT = r"\*\*([+−-]\d+)/([+−-]\d+)\*\*"
_ITSELF = re.compile(say("(?:It gets|This creature has) {amount}(?: more)?\\.?", amount=_AMOUNT))
_REACHES: tuple[tuple[Reach, re.Pattern[str]], ...] = (
    ("shielded", re.compile(say("while a \\[shield\\] stands at this fort, it has {amount}\\.?", amount=_AMOUNT))),
    ("neighbour", re.compile(say("your other creature at this fort has {amount}\\.?", amount=_AMOUNT))),
    ("against", re.compile(say("creatures that attack this fort have {amount}\\.?", amount=_AMOUNT))),
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


def cross(name: str) -> Dragocross | None:
    """What a die on the card adds beside +1/+1."""
    found = card(name)["dragocross"]
    return found if isinstance(found, Dragocross) else None


def dice_text(name: str) -> DiceAbility | None:
    """What the card does while a die shows a value in its range."""
    found = card(name)["dice"]
    return found if isinstance(found, DiceAbility) else None


def ambush_text(name: str) -> AmbushAbility | None:
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
