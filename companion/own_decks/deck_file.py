"""A deck of one's own as the text of its file, and back: its rows as they will be read again, and its ledger."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion import late
from companion.errors import Trouble
from rules.values import own_deck as own
from rules.values.cards import Deck, DeckSpec, read_table
from rules.values.own_deck import Ledger, Own
from rules.values.picture import Picture, read_fit

FORMAT = 1
OURS = "own-"
"""What the game of a deck of one's own is called in an address: ``own-WF``."""


@dataclass(frozen=True)
class OwnDeck:
    """One deck: what was read, and a stamp that changes with it. ``changes`` compares it with the upload before.

    ``look`` is the ready look its cards have, "" for ours; ``face`` the place of a face of its own instead
    (``sent_face``), "" where it has none. ``link`` is the published sheet it was fetched from last, "" for a file.
    """

    letters: str
    title: str
    own: Own
    stamp: str
    changes: str = ""
    look: str = ""
    face: str = ""
    link: str = ""

    @property
    def deck(self) -> Deck:
        """Its cards."""
        return self.own.deck

    @property
    def game(self) -> str:
        """What it is called in addresses and records."""
        return f"{OURS}{self.letters}"


class OwnRefusal(Trouble):
    """A deck was not kept; the text says why and what to do (422). ``field`` is the form's field it is about."""

    status = 422

    def __init__(self, text: str, field: str = "") -> None:
        self.field = field
        super().__init__("own_deck", text)


class OwnTrouble(Trouble):
    """The folder of the decks or a file in it cannot be used (503)."""

    status = 503
    title = "Trouble with a deck’s file"

    def __init__(self, text: str) -> None:
        super().__init__("own_deck", text)


def text_of(kept: OwnDeck) -> bytes:
    """A deck as JSON."""
    made = kept.own
    figures = [column.name for column in made.deck.spec.columns[4:] if column.name not in made.kept]
    rows = [
        [card.id, card.name, card.copies, card.back, card.text, *(str(value) for value in card.fields.values())]
        for card in made.deck.cards
    ]
    ledger = {"numbers": dict(made.ledger.numbers), "suits": dict(made.ledger.suits), "backs": dict(made.ledger.backs)}
    whole = {"tablewright_deck": FORMAT, "title": kept.title, "figures": figures, "notes": made.notes}
    whole |= {"changes": kept.changes, "ledger": ledger, "cards": rows}
    if made.kept:
        whole["kept"] = made.kept
    if kept.look:
        whole["look"] = kept.look
    if kept.face:
        whole["face"] = kept.face
    if kept.link:
        whole["link"] = kept.link
    if made.pictures:
        whole["pictures"] = {own_id: _plain(picture) for own_id, picture in made.pictures.items()}
    return json.dumps(whole, ensure_ascii=False, indent=0).encode()


def _plain(picture: Picture) -> dict[str, object]:
    return {key: value for key, value in asdict(picture).items() if key not in ("file", "place")}


def picture_file(folder: Path, picture: Picture) -> Path:
    """Where a deck's folder has the file of a picture: under its digest, whatever it was called."""
    return folder / f"{picture.digest}.{picture.kind}"


def _pictures(plain: Mapping[str, Mapping[str, object]], folder: Path) -> dict[str, Picture]:
    """Raises ValueError where a file was tampered with."""
    found = {}
    for own_id, one in plain.items():
        digest, kind = str(one["digest"]), str(one["kind"])
        if not re.fullmatch(r"[0-9a-f]{64}", digest) or kind not in ("jpeg", "png", "webp"):
            raise ValueError("a picture")
        size = int(str(one["width_px"])), int(str(one["height_px"]))
        across, down = one["focus"] if isinstance(one["focus"], list) else (0.5, 0.5)
        picture = Picture(
            str(one["name"]), digest, "jpeg" if kind == "jpeg" else "png" if kind == "png" else "webp", *size,
            bool(one["as_is"]), read_fit(str(one["fit"])), (float(across), float(down)),
        )  # fmt: skip
        found[str(own_id)] = replace(picture, file=picture_file(folder, picture))
    return found


def _absent(pictures: Mapping[str, Picture], seen: Mapping[str, Picture]) -> tuple[str, ...]:
    """What to say of pictures that are not here: the command leaves them where the table is."""
    names = sorted({one.name for own_id, one in pictures.items() if own_id not in seen})
    if not names:
        return ()
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return (f"Pictures that are not here: {listed}. Send the table again with its pictures to see them on the cards.",)


def deck_of(data: bytes, letters: str, stamp: str, folder: Path) -> OwnDeck:
    """A deck from its file; ``folder`` holds its pictures, and a card whose picture is not there has ours.

    Raises OwnTrouble where somebody has changed it beyond reading.
    """
    try:
        whole = json.loads(data)
        if whole["tablewright_deck"] != FORMAT:
            raise ValueError("format")
        ledger = Ledger(
            *({str(k): str(v) for k, v in whole["ledger"][key].items()} for key in ("numbers", "suits", "backs"))
        )
        title, figures = str(whole["title"]), [str(word) for word in whole["figures"]]
        kept = tuple(str(word) for word in whole.get("kept", ()))
        pictures = _pictures(whole.get("pictures", {}), folder)
        there = {file for file in {one.file for one in pictures.values()} if file.is_file()}
        seen = {own_id: one for own_id, one in pictures.items() if one.file in there}
        look = str(whole.get("look", ""))
        look = look if look in late.card_layout.looks() else ""
        spec = own.spec(title, letters, figures, seen, kept)
        face = str(whole.get("face", ""))
        spec = replace(spec, game=f"{OURS}{letters}") if look or face else spec
        made = Own(
            _deck(spec, ledger.numbers, whole["cards"]),
            ledger,
            (*map(str, whole["notes"]), *_absent(pictures, seen)),
            pictures,
            kept,
        )
        return OwnDeck(
            letters,
            title,
            own=made,
            stamp=stamp,
            changes=str(whole["changes"]),
            look=look,
            face=face,
            link=str(whole.get("link", "")),
        )
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        problem = f"The file of the deck {letters} is damaged; upload the cards again under other letters."
        raise OwnTrouble(problem) from None


def _deck(made: DeckSpec, numbers: Mapping[str, str], cards: Sequence[Sequence[object]]) -> Deck:
    header = ["id", "name", "copies", "back", "text", *(column.name for column in made.columns), "code"]
    rows = [[str(cell) for cell in row] + [numbers[str(row[0])]] for row in cards]
    return read_table([(1, header), *enumerate(rows, 2)], made, f"{made.letters}.json")


def changes(old: Own, new: Own) -> str:
    """What an upload changed, in words."""
    before, after = (
        {card.id: (card, (seen := made.pictures.get(card.id)) and seen.shown) for card in made.deck.cards}
        for made in (old, new)
    )
    added = sum(key not in before for key in after)
    gone = sum(key not in after for key in before)
    changed = sum(key in before and before[key] != card for key, card in after.items())
    same = len(after) - added - changed
    parts = [(changed, "changed"), (added, "new"), (gone, "no longer there"), (same, "as before")]
    return ", ".join(f"{count} {word}" for count, word in parts if count)
