"""What a code's text is to the decks on the table: one of their cards, a card that is none of theirs, or no card."""

from __future__ import annotations

from collections.abc import Sequence

from rules import games
from rules.values import code
from rules.values.cards import Deck
from rules.values.code import CardCode, CodeError
from vision.sighting import CardSeen, Foreign, OtherCode, Quad, Sighting

MOST_TITLES = 6
"""Of so many games a stranger is told it is none of them, title by title."""


def meaning(sighting: Sighting, decks: Sequence[Deck]) -> CardSeen | Foreign | OtherCode:
    """What a code's text is to these decks: one of their cards, a card that is none of theirs, or no card at all."""
    text, quad = sighting.text, sighting.corners_px
    # A printed code is exactly the ten characters; what a person may type differently, a card never says differently.
    if len(text) != code.LENGTH or any(character not in code.ALPHABET for character in text):
        return OtherCode(text, quad)
    try:
        seen = code.parse(text)
    except CodeError as error:
        # Ten letters and digits may be anybody's: a slip is only spoken of where the rest says it is one of ours.
        ours = text[0] == code.VERSION and _title(text[1:3], decks) is not None
        if error.kind == "version":
            return Foreign(text, "version", game="", why=f"{_capital(str(error))}.", corners_px=quad)
        if error.kind == "check" and ours:
            return Foreign(text, "check", game="", why=f"{_capital(str(error))}.", corners_px=quad)
        return OtherCode(text, quad)
    for deck in decks:
        card = deck.find(seen)
        if card is not None:
            return CardSeen(text, seen, game=deck.game, card=card.id, name=card.name, corners_px=quad, confidence=0.0)
    return _stranger(seen, decks, quad)


def _stranger(seen: CardCode, decks: Sequence[Deck], quad: Quad) -> Foreign:
    """A good code that none of the decks has."""
    for deck in decks:
        if seen.game in deck.letters:
            why = (
                f"{deck.spec.title} has no card with the number {seen.card}: it comes from another edition; "
                "look the card up by its name."
            )
            return Foreign(str(seen), "not_in_deck", game=deck.game, why=why, corners_px=quad)
    titles = [deck.spec.title for deck in decks]
    wanted = " or ".join(titles) if 1 <= len(titles) <= MOST_TITLES else "any game here"
    title = _title(seen.game, decks)
    if title is None:
        why = f"This card is of a game not known here (letters {seen.game}), not of {wanted}."
        return Foreign(str(seen), "other_game", game="", why=why, corners_px=quad)
    why = f"This card is of {title}, not of {wanted}."
    return Foreign(str(seen), "other_game", game=games.by_letters(seen.game) or "", why=why, corners_px=quad)


def _title(letters: str, decks: Sequence[Deck]) -> str | None:
    for deck in decks:
        if letters in deck.letters:
            return deck.spec.title
    game = games.by_letters(letters)
    return games.spec(game).title if game else None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
