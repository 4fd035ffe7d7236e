"""Attack at the Tower as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.code import CardCode
from rules.games.tower import clash, corrections, ending, moves, offers, scans, screens, stories, tally
from rules.games.tower import events as ev
from rules.games.tower.calc import CALCULATORS
from rules.games.tower.house import OPTIONS, House
from rules.games.tower.state import SEATS, State, new_game
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Judge, Level, Reading, Refusal, Seat, Setup
from rules.view import View

INFO = GameInfo(
    id="tower",
    title="Attack at the Tower",
    about="Two armies, three territories each. Clear one, go on to the palace behind it, win two games of three.",
    players=(SEATS, SEATS),
    rulebook="Attack at the Tower rulebook",
    options=OPTIONS,
)

Handler = Callable[[State, Any, Judge], State]
HANDLERS: Mapping[type[Event], Handler] = {
    ev.ChooseStarter: moves.choose_starter,
    ev.Draw: moves.draw,
    ev.Burn: moves.burn,
    ev.PlaceBase: moves.place_base,
    ev.Done: moves.done,
    ev.Renew: moves.renewal,
    ev.Discard: moves.discard,
    ev.PlayAbility: moves.play_ability,
    ev.DeclareAttack: clash.declare,
    ev.Fight: clash.fight,
    ev.AssignDamage: clash.assign,
    ev.ConfirmStep: clash.confirm,
    ev.PalaceAssault: clash.palace_assault,
    ev.EndAttack: clash.end_attack,
    ev.EndTurn: ending.end_turn,
    ev.Recruit: ending.recruit,
    ev.Tick: ending.tick,
    ev.NextGame: ending.next_game,
    ev.EndMatch: ending.end_match,
    ev.SetBase: corrections.set_base,
    ev.SetTroops: corrections.set_troops,
    ev.SetSpecials: corrections.set_specials,
    ev.SetHand: corrections.set_hand,
    ev.SetPile: corrections.set_pile,
    ev.SetAbility: corrections.set_ability,
    ev.SetLost: corrections.set_lost,
    ev.SetTurn: corrections.set_turn,
    ev.SetWins: corrections.set_wins,
}


class Tower:
    """The game. Everything is pure; the state is ``state.State``, and nothing in it is secret."""

    info: GameInfo = INFO
    events: tuple[type[Event], ...] = ev.EVENTS
    calculators: Mapping[str, Calculator] = CALCULATORS

    def start(self, setup: Setup) -> State:
        """The table before anybody draws. Raises Refusal STRUCT."""
        house = House(**setup.chosen(INFO))  # type: ignore[arg-type] # options carry the fields' own types
        if setup.mode not in INFO.modes:
            raise Refusal(
                Level.STRUCT, "bad_mode", "Attack at the Tower is played; there are no points to count alone."
            )
        if setup.players != SEATS:
            raise Refusal(Level.STRUCT, "players", "Attack at the Tower is a game for two.")
        return new_game(State(house))

    def apply(self, state: State, event: Event) -> State:
        """The table after the event. Raises Refusal and changes nothing."""
        judge = Judge(event)
        handler = HANDLERS.get(type(event))
        if handler is None:
            raise Refusal(Level.STRUCT, "unknown_event", "Attack at the Tower does not know this.")
        return replace(handler(state, event, judge), notices=tuple(judge.notices))

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now."""
        return offers.choices(state, seat)

    def view(self, state: State, viewer: Seat | None) -> View:
        """What that viewer sees."""
        return screens.view(state, viewer)

    def score(self, state: State) -> ScoreSheet:
        """The games won; final once the match is over."""
        return tally.sheet(state)

    def story(self, state: State, event: Event, viewer: Seat | None) -> str:
        """One line of the log; everybody reads the same."""
        return stories.story(state, event)

    def redact(self, state: State, event: Event, viewer: Seat | None) -> Event:
        """The event as it is: what is told to this table lies open on it."""
        return event

    def scan(self, state: State, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        """What cards seen by the seat's phone mean now."""
        return scans.scan(state, seat, seen, self.apply)

    def over(self, state: State) -> bool:
        """Whether the match is decided."""
        return state.phase == "over"


GAME = Tower()
