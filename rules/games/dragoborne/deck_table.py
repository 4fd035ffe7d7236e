"""Tables of Dragoborne cards that people type in: a deck of theirs, or the sets they own. They lie beside ours.

Texts are typed as a person would write them. Those of a form the table reckons with (``deck.own_change`` and its like)
are put into that form here; every other text is shown at its moment, and the people follow it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.games.dragoborne.deck import (
    BACKS,
    COLORS,
    SPEC,
    TRIGGERS,
    Ability,
    DiceAbility,
    Dragocross,
    granted_invade,
    own_change,
    parse_keywords,
)  # fmt: skip
from rules.games.dragoborne.info import INFO
from rules.games.dragoborne.turn_rules import deck_problems
from rules.text import listed as in_a_row
from rules.text import plural, say
from rules.values.added_deck import COPIES, ID, NAME, CardTable, Explained
from rules.values.cards import Card, Column, Deck, DeckSpec, listed
from rules.values.own_deck import Cells

_PLUS = r"\**([+−-]\d+)/([+−-]\d+)\**"
_CHANGE = re.compile(rf"(?:it |this creature )?(?:gets |has |gains )?{_PLUS}(?: more)?\.?", re.IGNORECASE)
_INVADE = re.compile(
    r"(?:it |this creature )?(?:also )?(?:has |gets |gains )?\**invade\**:? \[?(\w+)\]?\.?", re.IGNORECASE
)
_STANDING: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(form.replace("AMOUNT", _PLUS), re.IGNORECASE), said)
    for form, said in (
        (
            r"while a \[shield\] (?:stands|is) at (?:this|its) fort,? (?:it|this creature) (?:has|gets) AMOUNT\.?",
            "while a [shield] stands at this fort, it has {amount}.",
        ),
        (
            r"(?:your|the) other creature at (?:this|its) fort (?:has|gets) AMOUNT\.?",
            "your other creature at this fort has {amount}.",
        ),
        (
            r"creatures (?:that attack|attacking) (?:this|its) fort (?:have|get) AMOUNT\.?",
            "creatures that attack this fort have {amount}.",
        ),
    )
)


def marked(text: str) -> str:
    """A text as it is printed: changes of ATK and EDR in bold, a dragoshield by its sign."""
    plain = re.sub(r"\bdragoshield\b", "[shield]", text, flags=re.IGNORECASE)
    return re.sub(r"(?<![*\d+−-])([+−-]\d+/[+−-]\d+)(?![*\d])", r"**\1**", plain)


def _amount(match: re.Match[str]) -> str:
    return f"**{match[1]}/{match[2]}**"


def on_die(cell: str, form: str) -> str:
    """The cell of a dragocross or dice ability, ``red: +2/+0`` or ``red 4-6: +2/+0``, in the form that is reckoned."""
    head, colon, text = cell.partition(":")
    head, text = head.strip(), text.strip()
    change, invade = _CHANGE.fullmatch(text), _INVADE.fullmatch(text)
    if change is not None:
        text = form.format(amount=_amount(change))
    elif invade is not None and invade[1].lower() in COLORS:
        text = f"It also has **Invade** [{invade[1].lower()}]."
    return f"{head}{colon} {marked(text)}".strip()


def standing(cell: str) -> str:
    """The cell of an ability; a continuous one in the form that is reckoned, where it is of one."""
    head, colon, text = cell.partition(":")
    text = marked(text.strip())
    for form, said in _STANDING if head.strip() == "continuous" else ():
        match = form.fullmatch(text)
        if match is not None:
            text = say(said, amount=_amount(match))
    return f"{head.strip()}{colon} {text}".strip()


def filled(rows: Sequence[Cells]) -> Sequence[Cells]:
    """The rows with their backs, with the keywords that go with an ambush and a burst, and their texts as printed."""
    return [_filled(row) for row in rows]


def _filled(row: Cells) -> Cells:
    words = listed()(row["keywords"])
    needed = [word for word, column in (("ambush", "ambush"), ("fort_burst", "burst")) if row[column]]
    more = {
        "back": BACKS["banner" if row["type"] == "banner" else "other"],
        "keywords": "; ".join(dict.fromkeys((*words, *needed))),
        "dragocross": on_die(row["dragocross"], "It gets {amount} more."),
        "dice": on_die(row["dice"], "This creature has {amount}."),
        "ability": standing(row["ability"]),
    }
    return row | more | {column: marked(row[column]) for column in ("ambush", "burst", "text")}


def spec(letters: str, title: str, rows: Sequence[Cells]) -> DeckSpec:
    """How the cards of such a table are read and look: ours, with whatever traits its rows name."""
    traits = tuple(dict.fromkeys(word for row in rows for word in listed()(row["traits"])))
    own = {
        "deck": Column("deck"),
        "traits": Column("traits", listed()),
        "keywords": Column("keywords", partial(parse_keywords, traits=traits)),
    }
    return replace(SPEC, letters=letters, title=title, columns=tuple(own.get(one.name, one) for one in SPEC.columns))


def told(deck: Deck) -> Iterator[str]:
    """What it holds, how many of its texts are reckoned, and what it lacks to be a deck to play."""
    cards = [card for card in deck.cards if card["type"] != "banner"]
    flags = [str(card["color"]) for card in deck.cards if card["type"] == "banner" for _ in range(card.copies)]
    colors, names = Counter[str](), Counter[str]()
    for card in cards:
        colors[str(card["color"])] += card.copies
        names[card.name] += card.copies
    many = in_a_row(f"{color} {count}" for color, count in colors.items())
    yield say("{cards}: {many}; {banners}.", cards=plural(sum(colors.values()), "card"), many=many,
              banners=plural(len(flags), "banner"))  # fmt: skip
    reckoned = sum(_reckoned(card) for card in cards)
    if reckoned:
        yield say("The companion reckons with {texts} of them; what others say is shown at its moment.",
                  texts=plural(reckoned, "text"))  # fmt: skip
    for problem in deck_problems(names, None, flags or None):
        yield say("As a deck to play: {problem} As a set its cards lie beside the others.", problem=problem.text)


def _reckoned(card: Card) -> int:
    cross, dice, ability = card["dragocross"], card["dice"], card["ability"]
    texts = [one.text for one in (cross, dice) if isinstance(one, (Dragocross, DiceAbility))]
    found = sum(own_change(text) is not None or bool(granted_invade(text)) for text in texts)
    return found + (isinstance(ability, Ability) and any(form.fullmatch(ability.text) for form, _ in _STANDING))


TABLE = CardTable(
    columns=(
        NAME,
        COPIES,
        Explained("type", "creature, spell or banner (a deck has three banners)", ("kind", "card type"), words=True),
        Explained("color", "red, green, blue, yellow or black", ("colour", "nation"), words=True),
        Explained("cost", "a whole number; - for a card that has none; empty for banners"),
        Explained("atk", "of a creature", ("attack",)),
        Explained("edr", "of a creature", ("endurance",)),
        Explained("traits", "such as elf; several with a semicolon between", ("trait", "race"), words=True),
        Explained(
            "keywords",
            "deadly; immune:COLOUR or :TRAIT; invade:COLOUR; assassin:COLOUR or :TRAIT; several with a semicolon "
            "between. Ambush and fort burst have columns of their own",
            ("keyword",),
            words=True,
        ),
        Explained("dragocross", "what a die on it adds beside +1/+1, such as red: +2/+0 (white: a die of any colour)"),
        Explained("dice", "a colour, from, to and what holds then, such as yellow 4-6: +1/+1"),
        Explained(
            "ability",
            "one of: activated 1: TEXT (its cost in resources); continuous: TEXT; auto TRIGGER: TEXT, where the "
            f"trigger is {', '.join(TRIGGERS)}",
            ("abilities",),
        ),
        Explained("ambush", "its condition, a | and what it does, such as A creature attacks this fort|draw a card"),
        Explained("burst", "what its fort burst does", ("fort burst",)),
        Explained("text", "what a spell does, or whatever else there is to know, in your own words"),
        ID,
    ),
    samples=(
        {
            "name": "Gravelane Watcher",
            "copies": "4",
            "type": "creature",
            "color": "black",
            "cost": "2",
            "atk": "2",
            "edr": "1",
            "traits": "ghoul",
            "keywords": "invade:green",
            "dragocross": "black: +1/+0",
        },
        {
            "name": "Last Toll",
            "copies": "2",
            "type": "spell",
            "color": "black",
            "cost": "3",
            "text": "Deal 2 damage to a creature.",
        },
    ),
    spec=spec,
    filled=filled,
    told=told,
    beside=INFO.decks == "several",
    about=(
        "The cards lie beside the game's own. With 50 cards or more, at most 4 of a name, it is a deck a player can "
        "choose; else a set of which players scan or name their cards.",
    ),
)
