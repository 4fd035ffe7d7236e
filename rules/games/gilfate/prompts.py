"""What Gilfate Fantasy asks a seat now: the prompts of its screen."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.gilfate import banners, book, offers, picks
from rules.games.gilfate.cardbook import face_of, name_of
from rules.games.gilfate.cost import HIGH
from rules.games.gilfate.state import State, due, lap
from rules.games.gilfate.wording import plain
from rules.table import Seat
from rules.text import say
from rules.view import Prompt


def prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    """What the viewer is asked, each with its answers among the choices."""
    if viewer is None:
        return
    keys = {choice.prompt for choice in offers.choices(state, viewer)} - {""}
    for key, (title, detail, why) in _ASKED.items():
        if key in keys:
            own = state.pending is not None and state.pending.by != viewer
            title = "You may answer" if key == picks.ANSWER_KEY and own else title
            yield Prompt(key, title, _filled(state, viewer, key, detail), why)


_ASKED = {
    picks.GONE_KEY: ("A card left your hand", "Which one? Only you see this.", book.VISIBLE),
    picks.SECRET_KEY: ("Your secret card", "Lay a bomb or a blank face down to the others'.", book.SECRET),
    picks.STARTER_KEY: ("Say who begins", "", book.STARTER),
    picks.DRAW_KEY: ("Draw", "", book.PAY),
    picks.PICK_KEY: ("Pick attack cards", "From any attack deck.", book.EMPTY_HAND),
    picks.PLAY_KEY: ("Play a card", "Scan it or find it by name.", book.PLAY),
    picks.AIM_KEY: ("Say what it is for", "", book.EFFECT),
    picks.ANSWER_KEY: ("Wait for answers", "", book.ANSWER),
    picks.ACT_KEY: ("Say how it turned out", "", book.EFFECT),
    picks.END_KEY: ("End of your turn", "", book.END_DRAW),
    picks.SHOW_KEY: ("Lay your hand open", "Photograph it, or pick its cards.", book.HAND),
}


def _filled(state: State, viewer: Seat, key: str, detail: str) -> str:
    pending, owed = state.pending, due(state)
    if key == picks.DRAW_KEY and owed is not None:
        why = (
            say(" for {name_of}", name_of=name_of(pending.card))
            if pending is not None
            else ", because your hand is empty"
        )
        return say("Draw {blanks}{why}. What was among them?", blanks=banners.blanks(owed.amount), why=why)
    if key in (picks.AIM_KEY, picks.ANSWER_KEY, picks.ACT_KEY) and pending is not None:
        return f"{name_of(pending.card)}: {plain(face_of(pending.card).text)}"
    if key == picks.PLAY_KEY and not lap(state, HIGH).may_use_effect:
        return say("{detail} First lap: no 10, 11 or 12.", detail=detail)
    if key == picks.STARTER_KEY and state.phase == "between":
        return say("{people} won the last round.", people=banners.people(state.winners))
    return detail
