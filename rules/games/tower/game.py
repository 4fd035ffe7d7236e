"""Attack at the Tower as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.games.tower import book, clash, corrections, ending, moves, offers, scans, screens, stories, tally
from rules.games.tower import events as ev
from rules.games.tower.calc import CALCULATORS
from rules.games.tower.house import OPTIONS, House
from rules.games.tower.state import SEATS, State, new_game
from rules.moves import Moves, judged
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Level, Reading, Refusal, Seat, Setup
from rules.values.code import CardCode
from rules.view import View

INFO = GameInfo(
    id="tower",
    title="Attack at the Tower",
    about="Two armies, three territories each. Clear one, go on to the palace behind it, win two games of three.",
    players=(SEATS, SEATS),
    rulebook="Attack at the Tower rulebook",
    options=OPTIONS,
)

MOVES: Moves[State] = {
    ev.ChooseStarter: (moves.choose_starter, book.STARTER),
    ev.Draw: (moves.draw, book.DRAW),
    ev.Burn: (moves.burn, book.BURN),
    ev.PlaceBase: (moves.place_base, book.BASES),
    ev.Done: (moves.done, book.TURN),
    ev.Renew: (moves.renewal, book.RENEW),
    ev.Discard: (moves.discard, book.LIMIT),
    ev.PlayAbility: (moves.play_ability, book.ABILITIES),
    ev.DeclareAttack: (clash.declare, book.TURN),
    ev.Fight: (clash.fight, book.ONE_BATTLE),
    ev.AssignDamage: (clash.assign, book.SPLIT),
    ev.ConfirmStep: (clash.confirm, book.STEPS),
    ev.PalaceAssault: (clash.palace_assault, book.PALACE),
    ev.EndAttack: (clash.end_attack, book.PALACE),
    ev.EndTurn: (ending.end_turn, book.TURN),
    ev.Recruit: (ending.recruit, book.TROLLS),
    ev.Tick: (ending.tick, book.TURN),
    ev.GiveUp: (ending.give_up, book.GIVEN_UP),
    ev.NextGame: (ending.next_game, book.MATCH),
    ev.EndMatch: (ending.end_match, book.MATCH),
    ev.SetBase: (corrections.set_base, book.BY_HAND),
    ev.SetTroops: (corrections.set_troops, book.BY_HAND),
    ev.SetSpecials: (corrections.set_specials, book.BY_HAND),
    ev.SetHand: (corrections.set_hand, book.BY_HAND),
    ev.SetPile: (corrections.set_pile, book.BY_HAND),
    ev.SetAbility: (corrections.set_ability, book.BY_HAND),
    ev.SetLost: (corrections.set_lost, book.BY_HAND),
    ev.SetTurn: (corrections.set_turn, book.BY_HAND),
    ev.SetWins: (corrections.set_wins, book.BY_HAND),
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
        return judged(MOVES, INFO, state, event)

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
