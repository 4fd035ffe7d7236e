"""Trashing, buying and flushing in Dragon Breeds (rulebook 003, Market, Flush)."""

from __future__ import annotations

from rules.event import Objection
from rules.score import Why
from rules.text import say

BOOK = "Dragon Breeds rulebook"
DECK_FLOOR = 10
TEN = Why("With ten cards in the player deck none can be trashed.", f"{BOOK}, Market: Trashing", "BR-R4")
EITHER = Why("A market phase is for purchases or for one trashed card.", f"{BOOK}, Market", "BR-R12")
FROM_HAND = Why("A card is trashed from the hand.", f"{BOOK}, Market: Trashing")
TOKENS = Why("Token cards cannot be trashed.", f"{BOOK}, Token cards: Immunities", "BR-R24")
MARKET = Why("Trashing and purchasing belong to the market phase.", f"{BOOK}, Turn phases")
FLUSHING = Why("Flushing belongs to the flush phase.", f"{BOOK}, Turn phases")
FACE_UP = Why("Only face-up cards of one's own supply are bought or flushed.", f"{BOOK}, Flush")
ONE_COIN = Why("Each flush costs one coin of any kind.", f"{BOOK}, Flush")
LEGENDARY = Why("Legendary dragons are unlocked by quests, never bought.", f"{BOOK}, Dragons: Purchasing information")


def trash_objection(
    hand: int, deck: int, *, purchased: bool = False, token: bool = False, market: bool = True
) -> Objection | None:
    """What stands against trashing a card from the hand. ``deck`` counts draw pile and discard together.

    Cards on the table or refracted do not count towards the ten (BR-R4).
    """
    # Turn phases: in the market phase.
    if not market:
        return Objection("phase", "Cards are trashed in the market phase.", MARKET)
    # Market: purchase or trash, not both.
    if purchased:
        return Objection("already_purchased", "Something was bought this turn; then nothing is trashed.", EITHER)
    # Token cards: immune to trashing.
    if token:
        return Objection("token", "Token cards cannot be trashed.", TOKENS)
    # Trashing: from the hand.
    if hand < 1:
        return Objection("empty_hand", "There is no card in the hand.", FROM_HAND)
    # Trashing: not with ten cards; fewer than ten are read the same (BR-R4).
    if hand + deck <= DECK_FLOOR:
        return Objection(
            "ten_cards", say("The player deck has only {number} cards; it keeps at least ten.", number=hand + deck), TEN
        )
    return None


def buy_objection(
    *, face_up: bool = True, legendary: bool = False, trashed: bool = False, market: bool = True
) -> Objection | None:
    """What stands against buying a card, apart from its price."""
    if not market:
        return Objection("phase", "Cards are bought in the market phase.", MARKET)
    if trashed:
        return Objection("already_trashed", "A card was trashed this turn; then nothing is bought.", EITHER)
    if legendary:
        return Objection("legendary", "Legendary dragons cannot be bought.", LEGENDARY)
    if not face_up:
        return Objection("no_face_up", "That slot lies face down until the draw phase.", FACE_UP)
    return None


def flush_objection(coins: int, face_up: int, flushes: int = 1, *, flush_phase: bool = True) -> Objection | None:
    """What stands against flushing so many cards with so many coins and face-up slots."""
    if not flush_phase:
        return Objection("phase", "Cards are flushed in the flush phase.", FLUSHING)
    # Flush: one coin each, and only while face-up cards are left; no slot turns up before the draw phase.
    if flushes > coins:
        return Objection(
            "coins",
            say("{flushes} flushes cost {flushes} coins; there are {coins}.", flushes=flushes, coins=coins),
            ONE_COIN,
        )
    if flushes > face_up:
        return Objection("no_face_up", say("Only {face_up} cards of the supply lie face up.", face_up=face_up), FACE_UP)
    return None
