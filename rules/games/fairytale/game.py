"""Fairy Tale as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.games.fairytale import book, corrections, moves, offers, reading, scans, screens, stages, stories, tally
from rules.games.fairytale import events as ev
from rules.games.fairytale.calc import CALCULATORS
from rules.games.fairytale.events import EVENTS
from rules.games.fairytale.house import OPTIONS, House
from rules.games.fairytale.secrets import veil
from rules.games.fairytale.state import State, begun, deck_in_use, whole_deck
from rules.moves import Moves, judged
from rules.score import ScoreSheet
from rules.table import (
    Calculator,
    Choice,
    Event,
    GameInfo,
    Level,
    Notice,
    Reading,
    Refusal,
    Seat,
    Setup,
)
from rules.text import say
from rules.values.code import CardCode
from rules.view import View

INFO = GameInfo(
    id="fairytale",
    title="Fairy Tale",
    about="Draft five cards, play three, four times over. What lies face up at the end scores.",
    players=(2, 5),
    rulebook="Fairy Tale rulebook",
    options=OPTIONS,
    modes=("play", "score"),
)

MOVES: Moves[State] = {
    ev.NextStage: (moves.next_stage, book.STAGES),
    ev.NextPick: (moves.next_pick, book.DRAFT),
    ev.LogPick: (moves.log_pick, book.DRAFT),
    ev.Select: (moves.select, book.PLACE),
    ev.Unselect: (moves.unselect, book.PLACE),
    ev.Reveal: (moves.reveal, book.PLACE),
    ev.NameCard: (moves.name_card, book.SECRET),
    ev.Choose: (moves.choose, book.OWN),
    ev.DiscardRest: (moves.discard_rest, book.DISCARD),
    ev.TickReminder: (moves.tick_reminder, book.REMINDER),
    ev.Score: (moves.score, book.POINTS),
    ev.SetFace: (corrections.set_face, book.BY_HAND),
    ev.AddCard: (corrections.add_card, book.BY_HAND),
    ev.RemoveCard: (corrections.remove_card, book.BY_HAND),
    ev.SetStage: (corrections.set_stage, book.BY_HAND),
    ev.AddPlayer: (corrections.add_player, book.PLAYERS),
    ev.ReadTableau: (reading.read_tableau, book.POINTS),
}


class FairyTale:
    """The game. Everything is pure; the state is ``state.State``."""

    info: GameInfo = INFO
    events: tuple[type[Event], ...] = EVENTS
    calculators: Mapping[str, Calculator] = CALCULATORS

    def start(self, setup: Setup) -> State:
        """The table before the first deal; five players have the expert cards in. Raises Refusal STRUCT."""
        house = House(**setup.chosen(INFO))  # type: ignore[arg-type] # options carry the fields' own types
        if setup.mode not in INFO.modes:
            raise Refusal(
                Level.STRUCT, "bad_mode", say("Fairy Tale cannot be {mode}ed; play it or score it.", mode=setup.mode)
            )
        least = 1 if setup.mode == "score" else 2
        if not least <= setup.players <= whole_deck().size // stages.CARDS_A_PLAYER:
            objection = stages.players_objection(setup.players, whole_deck().size)
            text = objection.text if objection is not None else say("expected {least} to 5 players", least=least)
            raise Refusal(Level.STRUCT, "players", text)
        state = begun(setup.players, setup.mode, house)
        if stages.players_objection(max(2, setup.players), deck_in_use(state).size) is None:
            return state
        notice = Notice(Level.WARN, "expert_on", corrections.EXPERT_ON, "Fairy Tale rulebook, Setup · FT-R9")
        return replace(state, house=replace(house, expert=True), notices=(notice,))

    def add_player(self, state: State) -> Event | None:
        """The event that makes room for somebody who comes late, or None where it is too late."""
        return ev.AddPlayer() if corrections.can_add_player(state) else None

    def apply(self, state: State, event: Event) -> State:
        """The table after the event. Raises Refusal and changes nothing."""
        return judged(MOVES, INFO, state, event)

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now."""
        return offers.choices(veil(state, seat), seat)

    def view(self, state: State, viewer: Seat | None) -> View:
        """What that viewer sees."""
        return screens.view(state, viewer)

    def score(self, state: State) -> ScoreSheet:
        """The points as everybody may reckon them; final once they stand."""
        return tally.sheet(state)

    def story(self, state: State, event: Event, viewer: Seat | None) -> str:
        """One line of the log."""
        return stories.story(state, event, viewer)

    def redact(self, state: State, event: Event, viewer: Seat | None) -> Event:
        """The event without what the viewer may not know."""
        return stories.redact(state, event, viewer)

    def scan(self, state: State, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        """What cards seen by the seat's phone mean now."""
        return scans.scan(veil(state, seat), seat, seen, self.apply)

    def over(self, state: State) -> bool:
        """Whether the points stand."""
        return state.over


GAME = FairyTale()
