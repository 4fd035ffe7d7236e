"""Tables of Dragoborne for tests: halves in the middle of a game, and short ways through a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game_questions import GameQuestions

from rules import games
from rules.game_protocol import Setup
from rules.games.dragoborne import setup, turn
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.house_rules import House
from rules.games.dragoborne.state import Ambush, Creature, DieAt, Fort, Player, Resource, State
from rules.values.code import CardCode

DECK = games.deck("dragoborne")
_QUESTIONS = GameQuestions(GAME)
do, refused, said, moves, offered = (
    _QUESTIONS.do,
    _QUESTIONS.refused,
    _QUESTIONS.said,
    _QUESTIONS.moves,
    _QUESTIONS.offered,
)
RED = ("red", "red", "green")
BLUE = ("blue", "blue", "yellow")


def opened(**options: Any) -> State:
    """A table as it opens."""
    return GAME.start(Setup(2, tuple(options.items())))


def side(
    *creatures: str,
    deck: str = "ember",
    barriers: tuple[int, int, int] = (2, 2, 2),
    dice: tuple[int, int, int] = (3, 4, 5),
    resources: int = 3,
    **changes: Any,
) -> Player:
    """One half in the middle of a game. A creature is written ``kindling_whelp@2`` or, at rest, ``~kindling_whelp@2``.

    Uids are ``c1``, ``c2`` ... here, with the seat in front once it sits at a table.
    """
    colors = RED if deck == "ember" else BLUE
    found = []
    for n, word in enumerate(creatures, 1):
        name, _, fort = word.lstrip("~").partition("@")
        found.append(Creature(f"c{n}", name, fort=fort or "1", rested=word.startswith("~")))
    row = tuple(Resource(word, banner=True) for word in colors)
    row += tuple(Resource(colors[n % 3]) for n in range(resources))
    laid = tuple(Fort(word, count) for word, count in zip(colors, barriers, strict=True))
    own = Player(
        "ember" if deck == "ember" else "tide",
        size=50,
        forts=laid,
        creatures=tuple(found),
        dice=tuple(DieAt(word, value) for word, value in zip(colors, dice, strict=True)),
        resources=row,
        hand=5,
        deck=30,
        laid=True,
    )
    return replace(own, **changes)


def table(first: Player | None = None, second: Player | None = None, **house: Any) -> State:
    """The first seat's main phase in turn 3; the second plays the other deck."""
    halves = (first or side(), second or side(deck="tide"))
    seated = tuple(
        replace(
            own,
            creatures=tuple(replace(one, uid=f"{seat}{one.uid}") for one in own.creatures),
            dice=tuple(replace(one, at=f"{seat}{one.at}" if one.where == "cross" else one.at) for one in own.dice),
        )
        for seat, own in enumerate(halves)
    )
    return State(House(**house), "main", 0, 3, (seated[0], seated[1]), serial=20)


def shielded(state: State, seat: int, die: int, fort: str) -> State:
    """The table with a die of the seat as a dragoshield."""
    own = state.sides[seat]
    placed = replace(own.dice[die], where="shield", at=fort, assigned=True)
    return state.with_side(seat, own.with_die(die, placed))


def crossed(state: State, seat: int, die: int, uid: str) -> State:
    """The table with a die of the seat on a creature."""
    own = state.sides[seat]
    placed = replace(own.dice[die], where="cross", at=uid, assigned=True)
    return state.with_side(seat, own.with_die(die, placed))


def ambushed(state: State, seat: int, fort: int, card: str = "", *, rested: bool = True) -> State:
    """The table with an ambush of the seat, known to its owner or not."""
    own = state.sides[seat]
    forts = list(own.forts)
    forts[fort - 1] = replace(forts[fort - 1], ambush=Ambush(rested, card))
    return state.with_side(seat, replace(own, forts=tuple(forts)))


def creature(state: State, uid: str) -> Creature | None:
    """The creature with that uid, or None."""
    return next((one for own in state.sides for one in own.creatures if one.uid == uid), None)


def seen(card: str, copy: int = 1, print_set: str = "A") -> CardCode:
    """One paper card as a reader sees it."""
    return CardCode("DB", DECK.by_id[card].code, copy, print_set)


def begun(first: int = 0, *, decks: tuple[str, str] = ("ember", "tide"), **options: Any) -> State:
    """The first turn of a game with the ready-made decks, the dice still to be rolled."""
    state = opened(**options)
    for seat, deck in enumerate(decks):
        colors = RED if deck == "ember" else BLUE
        state = do(
            state,
            setup.UseDeck("ember" if deck == "ember" else "tide", seat=seat),
            setup.PlaceBanners(*colors, seat=seat),
            setup.LayBarriers(seat=seat),
        )
    return do(state, setup.ChooseStarter(first, seat=0))


def in_main_phase(state: State, seat: int, values: tuple[int, ...] = (1, 2, 3)) -> State:
    """The turn of the seat as far as its main phase, without a resource."""
    state = do(state, turn.Roll(values, seat=seat), turn.Draw(seat=seat))
    return do(state, turn.SkipResource(seat=seat)) if state.phase == "resource" else state
