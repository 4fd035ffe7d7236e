"""What happens next whatever anybody decides, told from what lies open: nobody is asked for it.

The cards placed are turned over as the last is placed, with the effects that leave no choice (``settle``). What is left
is the end of a play stage. The end of a draft is no step: the first card placed says it.
"""

from __future__ import annotations

from rules.event import Event
from rules.games.fairytale.stages_and_draft import NextStage
from rules.games.fairytale.state import State, moment


def sole_step(state: State) -> Event | None:
    """After three cards the hands are discarded, unless something still has to be done by hand first."""
    over = state.mode == "play" and moment(state) == "closed" and all(one.done for one in state.reminders)
    return NextStage(state.stage + 1) if over else None
