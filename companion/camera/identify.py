"""Which decks the cards on a photo are of, and what of each deck lies there or is missing.

Also: a card of one's own in front of the camera of a table where another game is played is named, and never a play.

known = to_look_for(decks.all())
photo = read_photo(data, known)
for one in decks_seen(photo, known.every): print(one.title, one.seen, one.of)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion import late
from companion.errors import Trouble
from companion.own_decks.decks import OURS, OwnDeck, OwnDecks
from companion.own_decks.letters import owner_of
from rules import games
from rules.values.added_deck import AddedDeck
from rules.values.cards import Card, Deck
from rules.values.code import CardCode, parse
from rules.values.own_deck import GAME as OWN
from vision.sighting import Foreign, Photo

ADDED = "deck-"
MOST_COMPARED = 600
"""So many paper cards of one's own a photo is compared with, symbol by symbol: 31 MB and 0.3 s once."""


@dataclass(frozen=True, slots=True)
class Known:
    """The decks a photo is compared with, and those ``beyond`` whose cards are only named where they are read."""

    compared: tuple[Deck, ...]
    beyond: tuple[Deck, ...] = ()

    @property
    def every(self) -> tuple[Deck, ...]:
        """Both."""
        return (*self.compared, *self.beyond)


@dataclass(frozen=True, slots=True)
class CardCount:
    """Cards of one name: how many."""

    name: str
    suit: str
    count: int


@dataclass(frozen=True, slots=True)
class DeckSeen:
    """What of one deck, printed as one set, lies on a photo: ``seen`` of its ``of`` cards; the rest is missing."""

    game: str
    title: str
    print_set: str
    seen: int
    of: int
    lying: tuple[CardCount, ...]
    missing: tuple[CardCount, ...]
    more: tuple[CardCount, ...] = ()
    """Copies that lie there and that the deck has no more, since a correction."""

    @property
    def lies(self) -> int:
        """How many paper cards lie there, with those the deck has no more."""
        return self.seen + sum(heap.count for heap in self.more)

    @property
    def looks(self) -> str:
        """The game whose colours its suits have."""
        return OWN if self.game.startswith(OURS) else self.game.partition(ADDED)[2].partition("-")[0] or self.game


def scanned_as(kept: OwnDeck) -> Deck:
    """A deck of one's own under its own name (``own-WF``): all of them share one game, which says how they look."""
    return Deck(replace(kept.deck.spec, game=kept.game), kept.deck.cards)


def added_as(deck: AddedDeck) -> Deck:
    """A deck somebody typed in for a game, under its own name (``deck-fairytale-WF``)."""
    return Deck(replace(deck.deck.spec, game=f"{ADDED}{deck.game}-{deck.letters}"), deck.deck.cards)


def to_look_for(own: Iterable[OwnDeck], only: str = "", added: Iterable[AddedDeck] = ()) -> Known:
    """Every game, every deck of one's own, the one made last first, and those ``added`` to games, or ``only`` one.

    Raises KeyError for a name nobody has, DeckError where a game's cards cannot be read.
    """
    newest = sorted(own, key=lambda kept: int(kept.stamp.partition("-")[0], 16), reverse=True)
    if only in games.with_cards():
        return Known((games.deck(only),))
    every = [scanned_as(kept) for kept in newest] + [added_as(deck) for deck in added]
    decks = [deck for deck in every if only in ("", deck.game)]
    if only and not decks:
        raise KeyError(only)
    compared, beyond, room = [], [], MOST_COMPARED
    for deck in decks:
        if deck.size <= room:
            compared.append(deck)
            room -= deck.size
        else:
            beyond.append(deck)
    # Games first: where an older deck of one's own has the letters of a game, its codes are the game's.
    known = () if only else tuple(games.deck(name) for name in games.with_cards())
    return Known((*known, *compared), tuple(beyond))


def read_photo(data: bytes, known: Known, *, any_codes: bool = False) -> Photo:
    """The cards on a picture, as ``read_cards``. Raises FrameError.

    Where a card of a deck ``beyond`` has been read there may be more of it, too far for a general reader: the picture
    is looked at again, compared with the decks in sight.
    """
    photo = late.scan.read_cards(data, known.compared, any_codes=any_codes, beyond=known.beyond)
    nearer = _in_sight(known, photo)
    if nearer is None:
        return photo
    again = late.scan.read_cards(data, nearer.compared, any_codes=any_codes, beyond=nearer.beyond)
    return replace(again, ms=photo.ms + again.ms)


def _in_sight(known: Known, photo: Photo) -> Known | None:
    """The games, and the decks of which something was seen, to compare with, if that adds one that was not."""
    seen = Counter(card.game for card in photo.cards)
    room = MOST_COMPARED
    # The games stay: a code with the letters of one is its card's, whatever deck has them too.
    compared = [deck for deck in known.compared if seen[deck.game] or deck.game in games.names()]
    before = len(compared)
    for deck in sorted(known.beyond, key=lambda deck: -seen[deck.game]):
        if seen[deck.game] and deck.size <= room:
            compared.append(deck)
            room -= deck.size
    if len(compared) == before:
        return None
    names = {deck.game for deck in compared}
    return Known(tuple(compared), tuple(deck for deck in known.every if deck.game not in names))


def decks_seen(photo: Photo | None, decks: Sequence[Deck], before: Iterable[CardCode] = ()) -> tuple[DeckSeen, ...]:
    """Of every deck and print set in sight, what lies there and what does not; the one most is seen of first.

    ``before`` are the cards photos before showed: they count as lying there, each once; those of no deck count nowhere.
    """
    found: dict[tuple[str, str], set[CardCode]] = {}
    seen_now = [(card.game, card.code) for card in photo.cards] if photo else []
    for game, code in (*_whose(before, decks), *seen_now):
        found.setdefault((game, code.print_set), set()).add(code)
    by_game = {deck.game: deck for deck in reversed(decks)}
    seen = [_deck_seen(by_game[game], letter, codes) for (game, letter), codes in found.items()]
    return tuple(sorted(seen, key=lambda one: -one.seen))


def _whose(codes: Iterable[CardCode], decks: Sequence[Deck]) -> Iterator[tuple[str, CardCode]]:
    """The game of each card, as ``decks`` name it; of two decks with its letters the first is meant."""
    for code in codes:
        deck = next((one for one in decks if one.spec.letters == code.game), None)
        if deck is not None and deck.find(code) is not None:
            yield deck.game, code


def _deck_seen(deck: Deck, print_set: str, seen: set[CardCode]) -> DeckSeen:
    # Turned between two photos, a card of two faces was seen twice and is one card.
    seen = {code for code in seen if not (_is_back(deck, code) and _behind(deck, code) in seen)}
    hidden = {code for code in map(partial(_behind, deck), seen) if code}
    # Of a two-sided card one face is in sight: the one behind it is not missing, and where neither is seen, once.
    every = {
        code: card
        for card, code in deck.codes(print_set)
        if code in seen or (code not in hidden and card.fields.get("side") != "back")
    }
    more = [card for code in sorted(seen - every.keys()) if (card := deck.find(code))]
    lying = [card for code, card in every.items() if code in seen]
    missing = [card for code, card in every.items() if code not in seen]
    return DeckSeen(
        deck.game,
        deck.spec.title,
        print_set=print_set,
        seen=len(lying),
        of=len(every),
        lying=_counts(deck, lying),
        missing=_counts(deck, missing),
        more=_counts(deck, more),
    )


def _is_back(deck: Deck, code: CardCode) -> bool:
    card = deck.find(code)
    return card is not None and card.fields.get("side") == "back"


def _behind(deck: Deck, code: CardCode) -> CardCode | None:
    """The code on the other face of the same paper card, where it is a card of two faces."""
    card = deck.find(code)
    other = deck.by_id.get(str(card.fields.get("other_face", ""))) if card else None
    return replace(code, card=other.code) if other else None


def _counts(deck: Deck, cards: Iterable[Card]) -> tuple[CardCount, ...]:
    """Cards of one name and suit are one heap, whatever rows of the table they are of."""
    count = Counter((card.name, deck.spec.face(card).suit) for card in cards)
    return tuple(CardCount(name, suit, number) for (name, suit), number in count.items())


def counts_in_words(heaps: Sequence[CardCount], most: int = 40) -> str:
    """``3 Wolf, Owl``, and how many more where there are many."""
    words = [f"{one.count} {one.name}" if one.count > 1 else one.name for one in heaps[:most]]
    rest = sum(one.count for one in heaps[most:])
    return ", ".join(words) + (f" and {rest} more" if rest else "") or "none"


def whose(seen: CardCode, own: OwnDecks | None) -> OwnDeck | None:
    """The deck of one's own a code is of, also where the deck has that card no more. A game's letters are a game's."""
    if own is None or games.by_letters(seen.game) or seen.game not in own.letters():
        return None
    try:
        return own.find(seen.game)
    except Trouble:
        return None


def of_own(title: str, wanted: Deck) -> str:
    """What is said of a card of a deck of that title where ``wanted`` is played."""
    return f"This card is of your deck {title}, not of {wanted.spec.title}."


def strangers(foreign: Iterable[Foreign], wanted: Deck, own: OwnDecks | None) -> tuple[Foreign, ...]:
    """The same cards; those of a deck of one's own say which."""
    return tuple(_named(one, wanted, own) for one in foreign)


def _named(one: Foreign, wanted: Deck, own: OwnDecks | None) -> Foreign:
    if one.reason != "other_game" or one.game:
        return one
    kept = whose(parse(one.text), own)
    if kept is not None:
        return replace(one, game=kept.game, why=of_own(kept.title, wanted))
    title = owner_of(own.folder.parent, parse(one.text).game) if own is not None else ""
    return replace(one, why=of_own(title, wanted)) if title else one
