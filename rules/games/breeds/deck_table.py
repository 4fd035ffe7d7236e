"""Tables of one faction's cards that people type in for Dragon Breeds: a summoner's box. It lies beside ours.

Only the dragons are needed: coins and Fireballs are the same in every box and are added where nobody types them. A
faction goes by the key of its deck; it has the looks of one of ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.games.breeds.deck import FACTIONS, NUMBERED_KEYWORDS, PLACES, PLAIN_KEYWORDS, SPEC, TRIGGERS
from rules.games.breeds.info import INFO
from rules.text import plural, say
from rules.values.added_deck import COPIES, ID, NAME, CardTable, Explained
from rules.values.cards import Card, Column, Deck, DeckSpec, one_of
from rules.values.own_deck import Cells

STARTERS = (
    {"id": "faction_coin", "name": "Faction Coin", "copies": "12", "kind": "coin", "rarity": "faction", "pays": "c f"},
    {"id": "rare_coin", "name": "Rare Coin", "copies": "2", "kind": "coin", "rarity": "rare", "pays": "c r"},
    {"id": "common_coin", "name": "Common Coin", "copies": "6", "kind": "coin", "rarity": "common", "pays": "c"},
    {"id": "starter_fireball", "name": "Fireball", "copies": "2", "kind": "fireball"},
)
"""What every box has beside its dragons (rulebook 003, Sorting components)."""


def filled(rows: Sequence[Cells]) -> Sequence[Cells]:
    """The rows with looks and backs, and the coins and Fireballs nobody typed."""
    label = next((cell for row in rows if (cell := row["faction"])), "")
    suit = label.lower() if label.lower() in FACTIONS else FACTIONS[-1]
    typed = {(row["kind"] or "dragon", row["rarity"] if row["kind"] == "coin" else "") for row in rows}
    blank = dict.fromkeys(rows[0], "")
    more = [blank | dict(one) for one in STARTERS if (one["kind"], one.get("rarity", "")) not in typed]
    return [
        row
        | {"kind": row["kind"] or "dragon", "label": row["faction"] or label, "faction": suit, "suit": suit}
        | {"rarity": row["rarity"] or ("legendary" if row["kind"] == "legendary" else "")}
        | {"back": "" if row["other_face"] else suit}
        for row in (*rows, *more)
    ]


def spec(letters: str, title: str, rows: Sequence[Cells]) -> DeckSpec:
    """How the cards of such a table are read and look: ours, all of one faction."""
    labels = tuple(dict.fromkeys(row["label"] for row in rows))[:1]
    columns = (*SPEC.columns, Column("suit"), Column("label", one_of(*labels)))
    return replace(SPEC, letters=letters, title=title, columns=columns, check=_check)


def _check(cards: tuple[Card, ...]) -> Iterator[tuple[str, str, str]]:
    yield from SPEC.check(cards)
    if all(card["kind"] != "dragon" for card in cards):
        yield cards[0].id, "kind", "a faction needs dragons, and there is none; give a row the kind dragon"


def told(deck: Deck) -> Iterator[str]:
    """What the faction has."""
    kinds = {kind: [card for card in deck.cards if card["kind"] == kind] for kind in ("dragon", "legendary")}
    yield say(
        "{cards} of {faction}: {dragons}, {legendaries}.",
        cards=plural(deck.size, "card"),
        faction=deck.cards[0]["label"],
        dragons=plural(len(kinds["dragon"]), "kind of dragon", "kinds of dragons"),
        legendaries=plural(len(kinds["legendary"]), "legendary", "legendaries"),
    )
    if all(card["kind"] != "identity" for card in deck.cards):
        yield "No identity card: hearts are counted by the usual breakpoints, and its text stays on the paper."


TABLE = CardTable(
    columns=(
        NAME,
        COPIES,
        Explained("faction", "the summoner's colour, the same in every row", ("colour", "color")),
        Explained(
            "kind", "dragon (empty is a dragon), legendary, identity, quest, coin or fireball", ("type",), words=True
        ),
        Explained("rarity", "common, rare or epic", words=True),
        Explained("sv", "its strength", ("strength",)),
        Explained(
            "cost_symbols", "what it costs: c common, r rare, e epic, f faction, such as c r f", ("cost",), words=True
        ),
        Explained("pays", "of a coin: what it pays; coins nobody types are added by themselves", words=True),
        Explained(
            "keywords",
            f"{', '.join(PLAIN_KEYWORDS)}, and with a number, such as ambush:2, {', '.join(NUMBERED_KEYWORDS)}; "
            "several with a semicolon between",
            ("keyword",),
            words=True,
        ),
        Explained(
            "abilities",
            f"activated: and one of {', '.join(TRIGGERS)}; or passive: and one of {', '.join(PLACES)}",
            ("ability",),
            words=True,
        ),
        Explained("damage_bonus", "damage beside its strength (empty: 0)"),
        Explained("breakpoint", "of an identity card: its hearts to the next K.O."),
        Explained("side", "of a two-sided card: front or back", words=True),
        Explained("other_face", "of a two-sided card: the id of the row behind it", words=True),
        Explained("text", "what it does, in your own words: shown at its moment"),
        ID,
    ),
    samples=(
        {
            "name": "Frostling",
            "copies": "3",
            "faction": "White",
            "rarity": "common",
            "sv": "1",
            "cost_symbols": "c",
            "keywords": "ambush:1",
        },
        {
            "name": "Aurigan, First Snow",
            "copies": "1",
            "faction": "White",
            "kind": "legendary",
            "sv": "6",
            "text": "Enemy dragons in this combat have 1 SV less.",
        },
    ),
    spec=spec,
    filled=filled,
    told=told,
    beside=INFO.decks == "several",
    about=("One table is one summoner's box. It is chosen like the two that are here.",),
    linked=("other_face",),
    typed_as={"label": "faction"},
    keyed=("faction",),
)
