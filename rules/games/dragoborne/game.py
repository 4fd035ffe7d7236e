"""Dragoborne as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.games.dragoborne import (
    book,
    byhand,
    combat_events,
    corrections,
    fighting,
    offers,
    playing,
    scans,
    screens,
    setting,
    settle,
    setup_events,
    stories,
    tally,
    turning,
    working,
)
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.calc import CALCULATORS
from rules.games.dragoborne.house import OPTIONS, House
from rules.games.dragoborne.secrets import veil
from rules.games.dragoborne.state import SEATS, State
from rules.moves import Moves, judged
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Level, Reading, Refusal, Seat, Setup
from rules.values.code import CardCode
from rules.view import View

INFO = GameInfo(
    id="dragoborne",
    title="Dragoborne",
    about="Three forts, three dice each. Break every fort of the other before your own fall.",
    players=(SEATS, SEATS),
    rulebook="Dragoborne rulebook",
    options=OPTIONS,
)

MOVES: Moves[State] = {
    setup_events.ScanDeck: (setting.scan_deck, book.DECK),
    setup_events.UseDeck: (setting.use_deck, book.DECK),
    setup_events.PlaceBanners: (setting.place_banners, book.BANNERS),
    setup_events.Mulligan: (setting.mulligan, book.MULLIGAN),
    setup_events.LayBarriers: (setting.lay_barriers, book.BARRIERS),
    setup_events.ChooseStarter: (setting.choose_starter, book.STARTER),
    ev.Roll: (turning.roll, book.STAND),
    ev.Draw: (turning.draw, book.DRAW),
    ev.AddResource: (turning.add_resource, book.RESOURCE),
    ev.SkipResource: (turning.skip_resource, book.RESOURCE),
    ev.Summon: (playing.summon, book.MAIN),
    ev.Cast: (playing.cast, book.MAIN),
    ev.PayOtherwise: (playing.pay_otherwise, book.MAIN),
    ev.SetAmbush: (playing.set_ambush, book.AMBUSH),
    ev.UseAmbush: (working.use_ambush, book.AMBUSH_USE),
    ev.AmbushLeaves: (working.ambush_leaves, book.AMBUSH),
    ev.RevealAmbush: (turning.reveal_ambush, book.AUDIT),
    ev.Activate: (playing.activate, book.ABILITY),
    ev.AssignShield: (playing.assign_shield, book.DICE),
    ev.AssignCross: (playing.assign_cross, book.DICE),
    ev.Move: (playing.move, book.MOVE),
    ev.Swap: (playing.swap, book.MOVE),
    combat_events.Attack: (fighting.attack, book.COMBAT),
    combat_events.AttackAssassin: (fighting.attack_assassin, book.COMBAT),
    combat_events.Block: (fighting.block, book.DEFEND),
    combat_events.NoBlock: (fighting.no_block, book.DEFEND),
    combat_events.ChooseShield: (fighting.choose_shield, book.SEVERAL),
    combat_events.DealDamage: (fighting.deal_damage, book.DAMAGE),
    combat_events.FortBurst: (fighting.fort_burst, book.BURST),
    combat_events.CardGoes: (fighting.card_goes, book.BURST_GOES),
    combat_events.MakeRoom: (fighting.make_room, book.MAIN),
    ev.Effect: (working.effect, book.TEXT),
    ev.DamageFort: (working.damage_fort, book.TEXT),
    ev.DamageShield: (working.damage_shield, book.TEXT),
    ev.TurnDie: (working.turn_die, book.TEXT),
    ev.Discard: (turning.discard, book.LIMIT),
    ev.EndTurn: (turning.end_turn, book.LIMIT),
    ev.Tick: (turning.tick, book.TEXT),
    byhand.SetFort: (corrections.set_fort, book.BY_HAND),
    byhand.SetBanner: (corrections.set_banner, book.BY_HAND),
    byhand.PutCreature: (corrections.put_creature, book.BY_HAND),
    byhand.SetCreature: (corrections.set_creature, book.BY_HAND),
    byhand.TakeCreature: (corrections.take_creature, book.BY_HAND),
    byhand.SetDie: (corrections.set_die, book.BY_HAND),
    byhand.SetResources: (corrections.set_resources, book.BY_HAND),
    byhand.SetHand: (corrections.set_hand, book.BY_HAND),
    byhand.SetDeck: (corrections.set_deck, book.BY_HAND),
    byhand.SetDiscard: (corrections.set_discard, book.BY_HAND),
    byhand.SetAmbushThere: (corrections.set_ambush_there, book.BY_HAND),
    byhand.CallOff: (corrections.call_off, book.BY_HAND),
    byhand.SetTurn: (corrections.set_turn, book.BY_HAND),
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
        return judged(MOVES, INFO, state, event=event, settle=settle.settle)

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
