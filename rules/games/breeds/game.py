"""Dragon Breeds as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.games.breeds import (
    book,
    byhand,
    clash,
    combat_events,
    corrections,
    fire,
    offers,
    opening,
    scans,
    screens,
    stories,
    tally,
    tokens,
    trading,
    turns,
)
from rules.games.breeds import events as ev
from rules.games.breeds.calc import CALCULATORS
from rules.games.breeds.house import OPTIONS, House
from rules.games.breeds.secrets import veil
from rules.games.breeds.state import PLAYERS, State
from rules.moves import Moves, judged
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Level, Reading, Refusal, Seat, Setup
from rules.text import say
from rules.values.code import CardCode
from rules.view import View

INFO = GameInfo(
    id="breeds",
    title="Dragon Breeds",
    about="Buy dragons, attack, and knock everybody out twice. The last summoner standing wins.",
    players=PLAYERS,
    rulebook="Dragon Breeds rulebook",
    options=OPTIONS,
)

MOVES: Moves[State] = {
    ev.ChooseSummoner: (opening.choose_summoner, book.SUMMONER),
    ev.ChooseLegendary: (opening.choose_legendary, book.LEGENDARY),
    ev.ChooseStarter: (opening.choose_starter, book.STARTER),
    combat_events.Attack: (clash.attack, book.ATTACK),
    combat_events.PlayDragon: (clash.play_dragon, book.PLAYING),
    combat_events.Transmute: (clash.transmute, book.TRANSMUTE),
    combat_events.Imitate: (clash.imitate, book.IMITATE),
    combat_events.Block: (clash.block, book.BLOCKING),
    combat_events.Fireball: (fire.fireball, book.FIREBALLS),
    combat_events.Ambush: (fire.ambush, book.AMBUSH),
    combat_events.Adjust: (fire.adjust, book.TEXT),
    combat_events.Refract: (fire.refract, book.REFRACT),
    combat_events.AimRefracted: (fire.aim_refracted, book.REFRACT),
    combat_events.ChooseDamage: (fire.choose_damage, book.DAMAGE),
    combat_events.ConfirmDamage: (fire.confirm_damage, book.DAMAGE),
    ev.Done: (turns.done, book.TURN),
    ev.TurnUp: (trading.turn_up, book.SUPPLY),
    ev.Buy: (trading.buy, book.BUY),
    ev.Trash: (trading.trash, book.TRASH),
    ev.Flush: (trading.flush, book.FLUSH),
    ev.DrawPhase: (turns.draw_phase, book.DRAW),
    ev.Quest: (trading.quest, book.QUESTS),
    ev.GainToken: (tokens.gain_token, book.TOKENS),
    ev.ReturnToken: (tokens.return_token, book.TOKENS),
    ev.DrawCards: (trading.draw_cards, book.TEXT),
    ev.Tick: (trading.tick, book.TEXT),
    byhand.Damage: (corrections.hurt, book.BY_HAND),
    byhand.Ko: (corrections.knock_out, book.BY_HAND),
    byhand.SetHealth: (corrections.set_health, book.BY_HAND),
    byhand.SetQuests: (corrections.set_quests, book.BY_HAND),
    byhand.SetUnlocked: (corrections.set_unlocked, book.BY_HAND),
    byhand.SetHand: (corrections.set_hand, book.BY_HAND),
    byhand.SetSupply: (corrections.set_supply, book.BY_HAND),
    byhand.SetDragons: (corrections.set_dragons, book.BY_HAND),
    byhand.SetTrash: (corrections.set_trash, book.BY_HAND),
    byhand.SetRefracted: (corrections.set_refracted, book.BY_HAND),
    byhand.ClearRefracted: (corrections.clear_refracted, book.BY_HAND),
    byhand.CallOff: (corrections.call_off, book.BY_HAND),
    byhand.SetTurn: (corrections.set_turn, book.BY_HAND),
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
            raise Refusal(
                Level.STRUCT,
                "players",
                say("Dragon Breeds is for {least} to {most} people here.", least=least, most=most),
            )
        return opening.new_table(setup.players, house)

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
