"""Dragoborne as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.code import CardCode
from rules.games.dragoborne import (
    corrections,
    fighting,
    offers,
    playing,
    scans,
    screens,
    setting,
    settle,
    stories,
    tally,
    turning,
    working,
)
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.calc import CALCULATORS
from rules.games.dragoborne.house import OPTIONS, House
from rules.games.dragoborne.state import SEATS, State, veil
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Judge, Level, Reading, Refusal, Seat, Setup
from rules.view import View

INFO = GameInfo(
    id="dragoborne",
    title="Dragoborne",
    about="Three forts, three dice each. Break every fort of the other before your own fall.",
    players=(SEATS, SEATS),
    rulebook="Dragoborne rulebook",
    options=OPTIONS,
)

Handler = Callable[[State, Any, Judge], State]
HANDLERS: Mapping[type[Event], Handler] = {
    ev.ScanDeck: setting.scan_deck,
    ev.UseDeck: setting.use_deck,
    ev.PlaceBanners: setting.place_banners,
    ev.Mulligan: setting.mulligan,
    ev.LayBarriers: setting.lay_barriers,
    ev.ChooseStarter: setting.choose_starter,
    ev.Roll: turning.roll,
    ev.Draw: turning.draw,
    ev.AddResource: turning.add_resource,
    ev.SkipResource: turning.skip_resource,
    ev.Summon: playing.summon,
    ev.Cast: playing.cast,
    ev.PayOtherwise: playing.pay_otherwise,
    ev.SetAmbush: playing.set_ambush,
    ev.UseAmbush: working.use_ambush,
    ev.AmbushLeaves: working.ambush_leaves,
    ev.RevealAmbush: turning.reveal_ambush,
    ev.Activate: playing.activate,
    ev.AssignShield: playing.assign_shield,
    ev.AssignCross: playing.assign_cross,
    ev.Move: playing.move,
    ev.Swap: playing.swap,
    ev.Attack: fighting.attack,
    ev.AttackAssassin: fighting.attack_assassin,
    ev.Block: fighting.block,
    ev.NoBlock: fighting.no_block,
    ev.ChooseShield: fighting.choose_shield,
    ev.DealDamage: fighting.deal_damage,
    ev.FortBurst: fighting.fort_burst,
    ev.CardGoes: fighting.card_goes,
    ev.MakeRoom: fighting.make_room,
    ev.Effect: working.effect,
    ev.DamageFort: working.damage_fort,
    ev.DamageShield: working.damage_shield,
    ev.TurnDie: working.turn_die,
    ev.Discard: turning.discard,
    ev.EndTurn: turning.end_turn,
    ev.Tick: turning.tick,
    ev.SetFort: corrections.set_fort,
    ev.SetBanner: corrections.set_banner,
    ev.PutCreature: corrections.put_creature,
    ev.SetCreature: corrections.set_creature,
    ev.TakeCreature: corrections.take_creature,
    ev.SetDie: corrections.set_die,
    ev.SetResources: corrections.set_resources,
    ev.SetHand: corrections.set_hand,
    ev.SetDeck: corrections.set_deck,
    ev.SetDiscard: corrections.set_discard,
    ev.SetAmbushThere: corrections.set_ambush_there,
    ev.CallOff: corrections.call_off,
    ev.SetTurn: corrections.set_turn,
}


class Dragoborne:
    """The game. Everything is pure; the state is ``state.State``."""

    info: GameInfo = INFO
    events: tuple[type[Event], ...] = ev.EVENTS
    calculators: Mapping[str, Calculator] = CALCULATORS

    def start(self, setup: Setup) -> State:
        """The table before anybody has chosen a deck. Raises Refusal STRUCT."""
        house = House(**setup.chosen(INFO))  # type: ignore[arg-type] # options carry the fields' own types
        if setup.mode not in INFO.modes:
            raise Refusal(Level.STRUCT, "bad_mode", "Dragoborne is played; there are no points to count alone.")
        if setup.players != SEATS:
            raise Refusal(Level.STRUCT, "players", "Dragoborne is a game for two.")
        return State(house)

    def apply(self, state: State, event: Event) -> State:
        """The table after the event. Raises Refusal and changes nothing."""
        judge = Judge(event)
        handler = HANDLERS.get(type(event))
        if handler is None:
            raise Refusal(Level.STRUCT, "unknown_event", "Dragoborne does not know this.")
        after = settle.settle(handler(state, event, judge))
        return replace(after, notices=tuple(judge.notices))

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now."""
        return offers.choices(veil(state, seat), seat)

    def view(self, state: State, viewer: Seat | None) -> View:
        """What that viewer sees."""
        return screens.view(state, viewer)

    def score(self, state: State) -> ScoreSheet:
        """Who has won, and why; final once every ambush was shown."""
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
        """Whether the game is decided and every ambush shown."""
        return state.phase == "over"


GAME = Dragoborne()
