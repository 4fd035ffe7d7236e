"""Tables of Attack at the Tower for tests: boards written as text, and short ways through a turn and a battle.

A board is three territories of three places, such as ``"burrows2 lair . / . . . / treecity1 . ."``: a base's id and its
troops; ``.`` is an empty place. What is not written stays empty.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game_questions import GameQuestions

from rules import games
from rules.game_protocol import Choice, Setup
from rules.games.tower.attack import AssignDamage, ConfirmStep, DeclareAttack, Fight
from rules.games.tower.game import GAME
from rules.games.tower.house_rules import House
from rules.games.tower.state import PLACES, Hand, Paper, Side, Space, Split, State
from rules.games.tower.turn_rules import Pile
from rules.values.code import CardCode

DECK = games.deck("tower")
_QUESTIONS = GameQuestions(GAME)
do, refused, said, moves, offered = (
    _QUESTIONS.do,
    _QUESTIONS.refused,
    _QUESTIONS.said,
    _QUESTIONS.moves,
    _QUESTIONS.offered,
)


def opened(**options: Any) -> State:
    """A table as it opens."""
    return GAME.start(Setup(2, tuple(options.items())))


def side(
    board: str = "", *, specials: int = 0, hand: tuple[int, int] = (3, 2), active: str = "", lost: int = 0
) -> Side:
    """One half of a table in the middle of a game."""
    spaces = [Space()] * len(PLACES)
    for row, text in enumerate(board.split("/") if board else ()):
        for column, word in enumerate(text.split()):
            if word != ".":
                crew = int(word[-1]) if word[-1].isdigit() else 0
                spaces[row * 3 + column] = Space(word.rstrip("0123456789"), crew)
    return Side(
        tuple(spaces),
        (Paper("treant"),) * specials,
        Hand(*hand),
        Pile(20),
        Pile(15),
        tuple(Paper(name) for name in active.split()),
        lost,
        done=True,
    )


def table(first: Side | str = "", second: Side | str = "", **house: Any) -> State:
    """The first seat's turn, in its action."""
    halves = (first if isinstance(first, Side) else side(first), second if isinstance(second, Side) else side(second))
    return State(House(**house), "action", 0, 3, (), halves)


def attack(state: State, source: str = "1", target: str = "1") -> State:
    """The first seat attacks and the fighting begins."""
    return do(state, DeclareAttack(source, target, seat=0), Fight(seat=0))


def auto(state: State, *seats: int) -> State:
    """Every open split answered by the suggestion, seat by seat, until the battle is over."""
    while state.clash is not None and state.clash.moment in ("initiative", "regular"):
        step = state.clash.moment
        for seat in seats or (0, 1):
            found = damage(state, seat)
            ready = next((one for one in found if one.primary and not one.fields), None)
            if found:
                state = do(state, ready.event if ready else ConfirmStep(step, seat=seat))
    return state


def no_split() -> Split:
    """Damage of which nothing is handed out yet."""
    return Split()


def damage(state: State, seat: int) -> list[Choice]:
    """How the seat can hand out damage now."""
    return [choice for choice in moves(state, seat) if isinstance(choice.event, (AssignDamage, ConfirmStep))]


def troops(state: State, seat: int) -> str:
    """A board as ``side`` reads it."""
    words = [f"{one.base}{one.troops}" if one.base else "." for one in state.sides[seat].spaces]
    return " / ".join(" ".join(words[row : row + 3]) for row in (0, 3, 6))


def seen(card: str, copy: int = 1, print_set: str = "A") -> CardCode:
    """One paper card as a reader sees it."""
    return CardCode("TW", DECK.by_id[card].code, copy, print_set)


def with_hand(state: State, seat: int, abilities: int, bases: int) -> State:
    """The table with another hand."""
    halves = list(state.sides)
    halves[seat] = replace(halves[seat], hand=Hand(abilities, bases))
    return replace(state, sides=(halves[0], halves[1]))
