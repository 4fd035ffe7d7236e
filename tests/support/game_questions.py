"""What tests of one game's rules ask again and again: events done, a refusal's code, what was said, what is offered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.action import ActionGame
from rules.game_protocol import Choice, Event, Game, Refusal

S = TypeVar("S", bound=Any)


def refused(game: Game[Any], state: Any, event: Event) -> Refusal | None:
    """Why the event is refused in this state, None where it is accepted."""
    try:
        game.apply(state, event)
    except Refusal as refusal:
        return refusal
    return None


@dataclass(frozen=True)
class GameQuestions(Generic[S]):
    """The same questions to any game that is a table of actions; nothing here knows one of them."""

    game: ActionGame[S]

    def do(self, state: S, *events: Event) -> S:
        """The table after these events."""
        for event in events:
            state = self.game.apply(state, event)
        return state

    def refused(self, state: S, event: Event) -> tuple[str, str]:
        """Level and code of the refusal an event gets, ("", "") where it gets none; the table itself is left alone."""
        refusal = refused(self.game, state, event)
        return (refusal.level.value, refusal.code) if refusal else ("", "")

    def said(self, state: S) -> list[str]:
        """The codes of what the last event left to be said."""
        return [notice.code for notice in state.notices]

    def moves(self, state: S, seat: int) -> list[Choice]:
        """What the seat can do without correcting anything."""
        return [choice for choice in self.game.choices(state, seat) if not choice.correction]

    def offered(self, state: S, seat: int, kind: type[Event]) -> list[Choice]:
        """The seat's choices of one kind of event, corrections left out."""
        return [choice for choice in self.moves(state, seat) if isinstance(choice.event, kind)]
