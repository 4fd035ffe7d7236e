"""A deck of one's own as the text of its file, and back: its rows as they will be read again, and its ledger."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.errors import Trouble
from rules import own
from rules.cards import Deck, read_table
from rules.own import Ledger, Own

FORMAT = 1
OURS = "own-"
"""What the game of a deck of one's own is called in an address: ``own-WF``."""


@dataclass(frozen=True)
class OwnDeck:
    """One deck: what was read, and a stamp that changes with it. ``changes`` compares it with the upload before."""

    letters: str
    title: str
    own: Own
    stamp: str
    changes: str = ""

    @property
    def deck(self) -> Deck:
        """Its cards."""
        return self.own.deck

    @property
    def game(self) -> str:
        """What it is called in addresses and records."""
        return f"{OURS}{self.letters}"


class OwnTrouble(Trouble):
    """The folder of the decks or a file in it cannot be used (503)."""

    status = 503

    def __init__(self, text: str) -> None:
        super().__init__("own_deck", text)


def text_of(kept: OwnDeck) -> bytes:
    """A deck as JSON."""
    made = kept.own
    figures = [column.name for column in made.deck.spec.columns[4:]]
    rows = [
        [card.id, card.name, card.copies, card.back, card.text, *(str(value) for value in card.fields.values())]
        for card in made.deck.cards
    ]
    ledger = {"numbers": dict(made.ledger.numbers), "suits": dict(made.ledger.suits), "backs": dict(made.ledger.backs)}
    whole = {"tablewright_deck": FORMAT, "title": kept.title, "figures": figures, "notes": made.notes}
    whole |= {"changes": kept.changes, "ledger": ledger, "cards": rows}
    return json.dumps(whole, ensure_ascii=False, indent=0).encode()


def deck_of(data: bytes, letters: str, stamp: str) -> OwnDeck:
    """A deck from its file. Raises OwnTrouble where somebody has changed it beyond reading."""
    try:
        whole = json.loads(data)
        if whole["tablewright_deck"] != FORMAT:
            raise ValueError("format")
        ledger = Ledger(
            *({str(k): str(v) for k, v in whole["ledger"][key].items()} for key in ("numbers", "suits", "backs"))
        )
        title, figures = str(whole["title"]), [str(word) for word in whole["figures"]]
        made = Own(_deck(title, letters, figures, ledger.numbers, whole["cards"]), ledger, tuple(whole["notes"]))
        return OwnDeck(letters, title, made, stamp, str(whole["changes"]))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        problem = f"The file of the deck {letters} is damaged ({error}); upload the cards again under other letters."
        raise OwnTrouble(problem) from None


def _deck(
    title: str, letters: str, figures: Sequence[str], numbers: Mapping[str, str], cards: Sequence[Sequence[object]]
) -> Deck:
    made = own.spec(title, letters, figures)
    header = ["id", "name", "copies", "back", "text", *(column.name for column in made.columns), "code"]
    rows = [[str(cell) for cell in row] + [numbers[str(row[0])]] for row in cards]
    return read_table([(1, header), *enumerate(rows, 2)], made, f"{letters}.json")


def changes(old: Deck, new: Deck) -> str:
    """What an upload changed, in words."""
    before, after = ({card.id: card for card in deck.cards} for deck in (old, new))
    added = sum(key not in before for key in after)
    gone = sum(key not in after for key in before)
    changed = sum(key in before and before[key] != card for key, card in after.items())
    same = len(after) - added - changed
    parts = [(changed, "changed"), (added, "new"), (gone, "no longer there"), (same, "as before")]
    return ", ".join(f"{count} {word}" for count, word in parts if count)
