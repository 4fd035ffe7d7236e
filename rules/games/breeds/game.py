"""Dragon Breeds as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.code import CardCode
from rules.games.breeds import (
    book,
    clash,
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
from rules.games.breeds.state import PLAYERS, State, veil
from rules.moves import Moves, judged
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Level, Reading, Refusal, Seat, Setup
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
    ev.Attack: (clash.attack, book.ATTACK),
    ev.PlayDragon: (clash.play_dragon, book.PLAYING),
    ev.Transmute: (clash.transmute, book.TRANSMUTE),
    ev.Imitate: (clash.imitate, book.IMITATE),
    ev.Block: (clash.block, book.BLOCKING),
    ev.Fireball: (fire.fireball, book.FIREBALLS),
    ev.Ambush: (fire.ambush, book.AMBUSH),
    ev.Adjust: (fire.adjust, book.TEXT),
    ev.Refract: (fire.refract, book.REFRACT),
    ev.AimRefracted: (fire.aim_refracted, book.REFRACT),
    ev.ChooseDamage: (fire.choose_damage, book.DAMAGE),
    ev.ConfirmDamage: (fire.confirm_damage, book.DAMAGE),
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
    ev.Damage: (corrections.hurt, book.BY_HAND),
    ev.Ko: (corrections.knock_out, book.BY_HAND),
    ev.SetHealth: (corrections.set_health, book.BY_HAND),
    ev.SetQuests: (corrections.set_quests, book.BY_HAND),
    ev.SetUnlocked: (corrections.set_unlocked, book.BY_HAND),
    ev.SetHand: (corrections.set_hand, book.BY_HAND),
    ev.SetSupply: (corrections.set_supply, book.BY_HAND),
    ev.SetDragons: (corrections.set_dragons, book.BY_HAND),
    ev.SetTrash: (corrections.set_trash, book.BY_HAND),
    ev.SetRefracted: (corrections.set_refracted, book.BY_HAND),
    ev.ClearRefracted: (corrections.clear_refracted, book.BY_HAND),
    ev.CallOff: (corrections.call_off, book.BY_HAND),
    ev.SetTurn: (corrections.set_turn, book.BY_HAND),
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
