"""Creatures and spells nobody has typed in, played by what is printed in their corners: colour, cost, ATK and EDR.

Whoever plays a deck of their own without a table of its cards says those figures; the text stays on the paper. From
then on such a card is like any other: it goes by a word (``deck.by_figures``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.dragoborne import checks, main_phase
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.deck import AIMED_KEYWORDS, COLORS, PLAIN_KEYWORDS, by_figures, card
from rules.games.dragoborne.state import State
from rules.text import say

COST_MAX, FIGURE_MAX = 20, 99
OFFERED_MOST = 15
KEYWORDS = (*PLAIN_KEYWORDS, *(f"{word}:{color}" for word in AIMED_KEYWORDS for color in COLORS))


def word_of(judge: Judge, kind: str, color: str, cost: int, *, figures: str = "", keywords: tuple[str, ...]) -> str:
    """The word such a card goes by. Refuses figures no card has."""
    checks.color_exists(judge, color)
    checks.within(judge, "cost", cost, COST_MAX)
    parts = [kind, color, str(cost), *([figures] if figures else []), *([";".join(keywords)] if keywords else [])]
    word = ":".join(parts)
    unknown = say("keywords: expected some of {words}", words=", ".join(KEYWORDS))
    judge.struct(by_figures(word) is not None, "bad_input", unknown)
    return word


def _standing(state: State, seat: Seat) -> tuple[str, ...]:
    """The colours of the seat's standing resources: what a card can be of, and how much it can cost."""
    return tuple(one.color for one in state.sides[seat].resources if not one.rested)


def _asks(standing: tuple[str, ...]) -> tuple[FieldSpec, ...]:
    """Colour, cost and keywords, as they are asked: those that can be paid for."""
    colors = tuple(pick for pick in checks.color_picks() if pick.value in standing)
    picks = tuple(Pick(word, word.replace(":", " ").replace("_", " ").capitalize()) for word in KEYWORDS)
    return (
        FieldSpec("color", "Colour", colors),
        FieldSpec("cost", "Cost", low=0, high=len(standing), kind="number", preset=(1,)),
        FieldSpec("keywords", "Keywords on it", picks, many=True, low=0, high=4),
    )


def _offered(state: State, seat: Seat) -> bool:
    side = state.sides[seat]
    may = side.deck_name == "own" and checks.may_act(state, seat, "main") and side.hand > 0
    return may and bool(_standing(state, seat))


# --- a creature


@dataclass(frozen=True, slots=True)
class SummonByFigures(Event):
    """A creature of these figures comes to a fort; the rest as ``Summon``."""

    color: str
    cost: int
    atk: int
    edr: int
    fort: str
    keywords: tuple[str, ...] = ()
    payment: tuple[int, ...] = ()
    discard: str = ""


def _creature(event: SummonByFigures, judge: Judge) -> str:
    checks.within(judge, "atk", event.atk, FIGURE_MAX)
    checks.within(judge, "edr", event.edr, FIGURE_MAX)
    figures = f"{event.atk}/{event.edr}"
    return word_of(judge, "creature", event.color, event.cost, figures=figures, keywords=event.keywords)


def summon_by_figures(state: State, event: SummonByFigures, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    word = _creature(event, judge)
    same = main_phase.Summon(word, event.fort, event.payment, event.discard, seat=event.seat, override=event.override)
    return main_phase.summon(state, same, judge)


def offer_creature(state: State, seat: Seat) -> Iterator[Choice]:
    if _offered(state, seat):
        low, high = 0, OFFERED_MOST
        strength = (
            FieldSpec("atk", "ATK", low=low, high=high, kind="number", preset=(1,)),
            FieldSpec("edr", "EDR", low=low, high=high, kind="number", preset=(1,)),
        )
        where = FieldSpec("fort", "To which fort?", main_phase.forts_for_creatures(state, seat))
        color, cost, keywords = _asks(_standing(state, seat))
        asks = (color, cost, *strength, where, keywords)
        yield Choice.asking(SummonByFigures, "Summon by its figures", asks, seat=seat, why=cite.COST_COLOR)


def tell_creature(telling: Telling[State, SummonByFigures]) -> str:
    event = telling.event
    named = card(f"creature:{event.color}:{event.cost}:{event.atk}/{event.edr}").name
    return say("{who} summons {card} to fort {fort}", who=telling.who, card=named, fort=event.fort)


SUMMON_BY_FIGURES = Action(SummonByFigures, cite.MAIN, summon_by_figures, tell_creature, offers=offer_creature)


# --- a spell


@dataclass(frozen=True, slots=True)
class CastByFigures(Event):
    """A spell of this colour and cost is played; people follow its text."""

    color: str
    cost: int
    keywords: tuple[str, ...] = ()
    payment: tuple[int, ...] = ()


def cast_by_figures(state: State, event: CastByFigures, judge: Judge) -> State:
    word = word_of(judge, "spell", event.color, event.cost, keywords=event.keywords)
    same = main_phase.Cast(word, event.payment, seat=event.seat, override=event.override)
    return main_phase.cast(state, same, judge)


def offer_spell(state: State, seat: Seat) -> Iterator[Choice]:
    if _offered(state, seat):
        asks = _asks(_standing(state, seat))[:2]
        yield Choice.asking(CastByFigures, "Cast a spell by its figures", asks, seat=seat, why=cite.COST_COLOR)


def tell_spell(telling: Telling[State, CastByFigures]) -> str:
    named = card(f"spell:{telling.event.color}:{telling.event.cost}").name
    return say("{who} casts {card}", who=telling.who, card=named)


CAST_BY_FIGURES = Action(CastByFigures, cite.MAIN, cast_by_figures, tell_spell, offers=offer_spell)
