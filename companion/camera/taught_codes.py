"""What a table hears of cards without codes: the cards of its game they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.camera.face_names import cards_by_face_name
from companion.camera.taught_cards import TaughtSeen, read_taught
from companion.errors import Trouble
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from rules import wire
from rules.event import Seat
from rules.game_protocol import ScanProblem
from rules.text import Name, listed, say
from rules.values.cards import Card, Deck
from rules.values.code import CardCode, CodeError, parse
from rules.values.uncoded_cards import beyond_the_deck, codes_without_print
from vision.sighting import Photo


def read_faces(
    data: bytes, deck: Deck, kept: TaughtDecks | None, photo: Photo
) -> tuple[tuple[TaughtSeen, ...], tuple[ScanProblem, ...]]:
    """The cards without codes on a picture that was read as a ``photo``, by the decks taught with this deck's names.

    A deck that is not taught whole, or damaged, names nothing; where no code was read either, the sentence says why.
    """
    problems: list[ScanProblem] = []
    whole: list[TaughtDeck] = []
    for one in kept.all() if kept else ():
        if one.game == deck.spec.game:
            try:
                one.refuse_unless_whole()
                whole.append(one)
            except Trouble as trouble:
                problems.append(ScanProblem(trouble.code, trouble.text))
    seen: tuple[TaughtSeen, ...] = ()
    try:
        seen = read_taught(data, whole, kept, photo) if kept else ()
    except Trouble as trouble:
        problems.append(ScanProblem(trouble.code, trouble.text))
    return seen, tuple(problems) if not photo.cards and not seen else ()


def codes_of_taught(
    deck: Deck, seen: Iterable[TaughtSeen], seat: Seat
) -> tuple[tuple[CardCode, ...], tuple[ScanProblem, ...]]:
    """The cards of the table's deck that were named before a seat, and a sentence for each that is not one for sure."""
    by_name = cards_by_face_name(deck)
    cards: list[Card] = []
    problems: list[ScanProblem] = []
    for one in seen:
        if one.face_down:
            continue
        if one.is_either:
            text = "A card may be {names}. Photograph it again from nearer, or lay it by hand."
            names = listed([Name(name) for name in one.names], "or")
            problems.append(ScanProblem("either", say(text, names=names)))
        elif one.name not in by_name:
            text = "{name} of your deck {title} has the name of no card of {game}; name that face again."
            said = say(text, name=Name(one.name), title=Name(one.title), game=deck.spec.title)
            problems.append(ScanProblem("no_such_card", said))
        else:
            cards.append(by_name[one.name])
    codes, too_many = codes_without_print(deck, cards, seat)
    for more in too_many:
        text = "{seen} of {name} are on the photo, but the deck has {copies}; {copies} count."
        said = say(text, seen=more.seen, name=Name(more.card.name), copies=more.card.copies)
        problems.append(ScanProblem("too_many", said, more.card.id))
    return codes, tuple(dict.fromkeys(problems))


def counted_twice(deck: Deck, codes: Sequence[CardCode], state: Any) -> tuple[ScanProblem, ...]:
    """A sentence for each card without a code of which more lie before all seats by now than the deck has.

    ``state`` is that of a table where only the score is kept: what it knows of lies before somebody.
    """
    text = (
        "With the ones in front of others that makes {seen} of {name}, but the deck has {copies}. Photograph theirs "
        "again."
    )
    return tuple(
        ScanProblem(
            "counted_twice", say(text, seen=one.seen, name=Name(one.card.name), copies=one.card.copies), one.card.id
        )
        for one in beyond_the_deck(deck, codes, _codes_in(wire.encode(state)))
    )


def _codes_in(data: Any) -> Iterator[CardCode]:
    """Every card code in the JSON of a state."""
    if isinstance(data, str):
        try:
            yield parse(data)
        except CodeError:
            return
    elif isinstance(data, dict):
        for value in (*data.keys(), *data.values()):
            yield from _codes_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from _codes_in(value)
