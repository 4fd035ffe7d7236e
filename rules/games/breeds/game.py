"""Dragon Breeds as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.code import CardCode
from rules.games.breeds import clash, corrections, fire, offers, opening, scans, screens, stories, tally, trading, turns
from rules.games.breeds import events as ev
from rules.games.breeds.calc import CALCULATORS
from rules.games.breeds.house import OPTIONS, House
from rules.games.breeds.state import PLAYERS, State, veil
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Judge, Level, Reading, Refusal, Seat, Setup
from rules.view import View

INFO = GameInfo(
    id="breeds",
    title="Dragon Breeds",
    about="Buy dragons, attack, and knock everybody out twice. The last summoner standing wins.",
    players=PLAYERS,
    rulebook="Dragon Breeds rulebook",
    options=OPTIONS,
)

Handler = Callable[[State, Any, Judge], State]
HANDLERS: Mapping[type[Event], Handler] = {
    ev.ChooseSummoner: opening.choose_summoner,
    ev.ChooseLegendary: opening.choose_legendary,
    ev.ChooseStarter: opening.choose_starter,
    ev.Attack: clash.attack,
    ev.PlayDragon: clash.play_dragon,
    ev.Transmute: clash.transmute,
    ev.Imitate: clash.imitate,
    ev.Block: clash.block,
    ev.Fireball: fire.fireball,
    ev.Ambush: fire.ambush,
    ev.Adjust: fire.adjust,
    ev.Refract: fire.refract,
    ev.AimRefracted: fire.aim_refracted,
    ev.ChooseDamage: fire.choose_damage,
    ev.ConfirmDamage: fire.confirm_damage,
    ev.Done: turns.done,
    ev.TurnUp: trading.turn_up,
    ev.Buy: trading.buy,
    ev.Trash: trading.trash,
    ev.Flush: trading.flush,
    ev.DrawPhase: turns.draw_phase,
    ev.Quest: trading.quest,
    ev.GainToken: trading.gain_token,
    ev.ReturnToken: trading.return_token,
    ev.DrawCards: trading.draw_cards,
    ev.Tick: trading.tick,
    ev.Damage: corrections.hurt,
    ev.Ko: corrections.knock_out,
    ev.SetHealth: corrections.set_health,
    ev.SetQuests: corrections.set_quests,
    ev.SetUnlocked: corrections.set_unlocked,
    ev.SetHand: corrections.set_hand,
    ev.SetSupply: corrections.set_supply,
    ev.SetDragons: corrections.set_dragons,
    ev.SetTrash: corrections.set_trash,
    ev.SetRefracted: corrections.set_refracted,
    ev.ClearRefracted: corrections.clear_refracted,
    ev.CallOff: corrections.call_off,
    ev.SetTurn: corrections.set_turn,
}


class Breeds:
    """The game. Everything is pure; the state is ``state.State``."""

    info: GameInfo = INFO
    events: tuple[type[Event], ...] = ev.EVENTS
    calculators: Mapping[str, Calculator] = CALCULATORS

    def start(self, setup: Setup) -> State:
        """The table before anybody has a summoner. Raises Refusal STRUCT."""
        house = House(**setup.chosen(INFO))  # type: ignore[arg-type] # options carry the fields' own types
        if setup.mode not in INFO.modes:
            raise Refusal(Level.STRUCT, "bad_mode", "Dragon Breeds is played; there are no points to count alone.")
        least, most = INFO.players
        if not least <= setup.players <= most:
            raise Refusal(Level.STRUCT, "players", f"Dragon Breeds is for {least} to {most} people here.")
        return opening.new_table(setup.players, house)

    def apply(self, state: State, event: Event) -> State:
        """The table after the event. Raises Refusal and changes nothing."""
        judge = Judge(event)
        handler = HANDLERS.get(type(event))
        if handler is None:
            raise Refusal(Level.STRUCT, "unknown_event", "Dragon Breeds does not know this.")
        return replace(handler(state, event, judge), notices=tuple(judge.notices))

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now."""
        return offers.choices(veil(state, seat), seat)

    def view(self, state: State, viewer: Seat | None) -> View:
        """What that viewer sees."""
        return screens.view(state, viewer)

    def score(self, state: State) -> ScoreSheet:
        """Who outlived whom; final once one is left."""
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
        """Whether one player is left."""
        return state.phase == "over"


GAME = Breeds()
