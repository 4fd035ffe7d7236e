"""Tables of Fairy Tale cards that people type in: their own box, or cards of their own. They take the deck's place.

Factions are whatever the column says; each has the looks of one of ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.games.fairytale.deck import FACTIONS, SPEC, parse_count_of, parse_effects
from rules.games.fairytale.stage_plan import CARDS_A_PLAYER
from rules.text import listed, plural, say
from rules.values.added_deck import COPIES, ID, NAME, CardTable, Explained
from rules.values.cards import Column, Deck, DeckSpec
from rules.values.own_deck import Cells

MOST_FACTIONS = 12
MOST_PLAYERS = 5
BACK = "tale"


def spec(letters: str, title: str, rows: Sequence[Cells]) -> DeckSpec:
    """How the cards of such a table are read and look: ours, with the factions its rows name."""
    factions = tuple(dict.fromkeys(cell for row in rows if (cell := row["faction"])))
    own = {
        "faction": Column("faction", partial(_faction, factions), None),
        "count_of": Column("count_of", _checked(partial(parse_count_of, factions=factions))),
        "effects": Column("effects", _checked(partial(parse_effects, factions=factions))),
    }
    columns = (*(own.get(one.name, one) for one in SPEC.columns), Column("suit"))
    return replace(SPEC, letters=letters, title=title, columns=columns)


def filled(rows: Sequence[Cells]) -> Sequence[Cells]:
    """The rows with their back and with the looks of their factions."""
    suits = _suits(tuple(dict.fromkeys(cell for row in rows if (cell := row["faction"]))))
    return [row | {"back": BACK, "suit": suits.get(row["faction"], "")} for row in rows]


def _suits(factions: Sequence[str]) -> dict[str, str]:
    """The looks of each faction: those of its name, or of one of ours that no other has."""
    ours = {faction.casefold(): faction.lower() for faction in FACTIONS}
    found = {word: ours[word.casefold()] for word in factions if word.casefold() in ours}
    free = [suit for suit in ours.values() if suit not in found.values()] or list(ours.values())
    others = [word for word in factions if word not in found]
    return found | {word: free[number % len(free)] for number, word in enumerate(others)}


def _faction(factions: Sequence[str], cell: str) -> str:
    if not cell:
        raise ValueError("is empty; expected the card's faction")
    if cell not in factions[:MOST_FACTIONS]:
        text = "is one faction too many; a deck has {most} at most, so give this card one of the others"
        raise ValueError(say(text, most=MOST_FACTIONS))
    return cell


def _checked(parse: Callable[[str], object]) -> Callable[[str], str]:
    def cell_of(cell: str) -> str:
        parse(cell)
        return cell

    return cell_of


def told(deck: Deck) -> Iterator[str]:
    """How many cards there are of each faction: a faction spelt in two ways stands out."""
    factions: Counter[str] = Counter()
    for card in deck.cards:
        factions[str(card["faction"])] += card.copies
    many = listed(say("{faction} {count}", faction=faction, count=count) for faction, count in factions.items())
    yield say("{cards}: {many}.", cards=plural(deck.size, "card"), many=many)
    basic, players = sum(card.copies for card in deck.cards if not card["expert"]), deck.size // CARDS_A_PLAYER
    if basic < deck.size:
        yield say("{count} of them are expert cards.", count=deck.size - basic)
    if players < 2:
        text = "A game of two needs {least} cards; with fewer this deck can be printed and its points counted."
        yield say(text, least=2 * CARDS_A_PLAYER)
    else:
        yield say("Enough for {players} players.", players=min(players, MOST_PLAYERS))


TABLE = CardTable(
    columns=(
        NAME,
        COPIES,
        Explained("faction", "any word, such as Shadow", ("suit", "colour", "color")),
        Explained(
            "value_kind",
            "fixed (the points as they stand); count (points for each card that count_of names, itself too); "
            "friend_per (points for each card that friend names); friend_if (points with at least one of them); "
            "most (points where nobody shows more of the faction in count_of); none",
            ("kind", "value kind"),
            words=True,
        ),
        Explained("points", "a whole number, below zero too", ("value",)),
        Explained("count_of", "for count and most: name:CARD NAME or faction:FACTION"),
        Explained("friend", "for friend_per and friend_if: the name of another card of this table"),
        Explained(
            "effects",
            "you or all, flip (face down) or unflip (face up), how many, and of which faction if not of any, such as "
            "all flip 1 Shadow; several with a semicolon between. Another verb, such as you hunt 1, is only reminded "
            "of: say in the column text what to do",
            ("effect",),
        ),
        Explained("text", "what the card says beside that, in your own words (may stay empty)"),
        Explained("expert", "1 for expert cards, which a basic game leaves out (empty: 0)"),
        ID,
    ),
    samples=(
        {
            "name": "Harvest Choir",
            "copies": "5",
            "faction": "Meadow",
            "value_kind": "count",
            "points": "1",
            "count_of": "name:Harvest Choir",
        },
        {
            "name": "Lantern Thief",
            "copies": "3",
            "faction": "Night",
            "value_kind": "fixed",
            "points": "-1",
            "effects": "all flip 1 Meadow; you unflip 1",
        },
    ),
    spec=spec,
    filled=filled,
    told=told,
    about=("The cards take the place of the game's own. At least 40 for two players, and 20 more for each other one.",),
)
