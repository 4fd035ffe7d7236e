"""Stages, passing and card counts: the arithmetic of rulebook 000, Game Play and Drafting."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rules.event import Objection
from rules.games.fairytale import citations as cite
from rules.text import say

Kind = Literal["draft", "play", "score"]
Side = Literal["left", "right"]

LAST = 9
DRAFTS = 4
HAND = 5
PLAYS = 3
TABLEAU_MAX = PLAYS * DRAFTS
CARDS_A_PLAYER = HAND * DRAFTS
UNUSED = HAND - PLAYS
ORDINALS = ("1st", "2nd", "3rd", "4th")


@dataclass(frozen=True, slots=True)
class Stage:
    """One of the nine. ``round`` is 0 for the last, ``side`` is where a draft's cards go."""

    number: int
    kind: Kind
    round: int
    side: Side | None = None

    @property
    def title(self) -> str:
        """Such as ``2nd draft``, ``Play``, ``Points``."""
        if self.kind == "draft":
            return say("{ordinals} draft", ordinals=ORDINALS[self.round - 1])
        return "Play" if self.kind == "play" else "Points"


@cache
def stage(number: int) -> Stage:
    """The stage with that number. Raises ValueError outside 1 to 9."""
    if not 1 <= number <= LAST:
        raise ValueError(say("{number} is outside 1 to {last}", number=number, last=LAST))
    if number == LAST:
        return Stage(number, "score", 0)
    in_round = (number + 1) // 2
    if number % 2 == 0:
        return Stage(number, "play", in_round)
    # Source: rulebook 000, Drafting 4: stages 1 and 5 pass left, 3 and 7 pass right.
    return Stage(number, "draft", in_round, "left" if in_round % 2 else "right")


def receiver(seat: int, players: int, side: Side, without: Collection[int] = ()) -> int:
    """Who gets the cards ``seat`` passes; seats run clockwise, so left is the next one (FT-R10).

    Seats ``without`` a hand are passed over (FT-R21); alone, one passes to oneself.
    """
    step = 1 if side == "left" else -1
    there = (seat + step) % players
    while there in without and there != seat:
        there = (there + step) % players
    return there


def players_objection(players: int, deck: int) -> Objection | None:
    """Whether a deck serves that many: two at least, and twenty cards each (FT-R9)."""
    most = deck // CARDS_A_PLAYER
    if 2 <= players <= most:
        return None
    return Objection(
        "players",
        say(
            "{players} {word} {number} cards; a deck of {deck} serves 2 to {most}.",
            players=players,
            word="player needs" if players == 1 else "players need",
            number=max(players, 0) * CARDS_A_PLAYER,
            deck=deck,
            most=most,
        ),
        cite.PLAYERS,
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards lie where when a stage is over."""

    deck: int
    tableau_each: int
    hand_each: int
    discard: int


def counts(players: int, number: int, deck: int) -> Counts:
    """The counts at the end of stage ``number`` (rulebook 000, Drafting)."""
    played, drafts = number // 2, (min(number, LAST - 1) + 1) // 2
    return Counts(
        deck=deck - HAND * players * drafts,
        tableau_each=PLAYS * played,
        hand_each=HAND if stage(number).kind == "draft" else 0,
        discard=UNUSED * players * played,
    )
