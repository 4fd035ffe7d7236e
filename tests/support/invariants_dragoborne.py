"""What holds in every game of Dragoborne without corrections and overrides."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game_protocol import Choice
from rules.games.dragoborne import ambushes, card_texts, combat, combat_rules, main_phase, setup, turn
from rules.games.dragoborne.state import FORTS, Player, State

CAP = 6_000
SELDOM = (
    setup.UseDeck,
    setup.PlaceBanners,
    setup.ChooseStarter,
    card_texts.TurnDie,
    card_texts.DamageFort,
    ambushes.AmbushLeaves,
    turn.Draw,
    turn.Discard,
)
OFTEN = (combat.Attack, combat.AttackAssassin, main_phase.Summon, main_phase.Activate)


def keep(state: State) -> None:
    """Every card, die and creature is somewhere, and within its bounds."""
    for seat, own in enumerate(state.sides):
        in_hand = sum(ask.seat == seat for ask in state.asks)
        assert counted(own) + in_hand == own.size
        assert min(own.hand, own.deck, own.unnamed, *own.barriers) >= 0
        assert len(own.dice) in (0, 3)
        for die in own.dice:
            assert 0 <= die.value <= 6
            assert (die.where in ("shield", "cross")) == bool(die.at)
            if die.where == "shield":
                assert own.forts[FORTS.index(die.at)].color == die.color
            if die.where == "cross":
                assert (state.find(die.at) or (9,))[0] == seat
        for number in FORTS:
            assert len(own.at_fort(number)) <= 2
        for one in own.creatures:
            assert not combat_rules.destroyed(combat_rules.fighter(state, seat, one), state.house), one
    uids = [one.uid for own in state.sides for one in own.creatures]
    assert len(uids) == len(set(uids))
    assert state.clash is None or state.phase == "combat"
    assert bool(state.losers) == (state.phase in ("audit", "over"))
    if state.phase == "dice":
        # Damage and changes end with the turn, and nobody without barriers goes on.
        assert all(not one.damage for own in state.sides for one in own.creatures)
        assert all(sum(own.barriers) for own in state.sides)


def counted(own: Player) -> int:
    """The cards of the deck that lie somewhere; banners are not of it, and a card asked about is in somebody's hand."""
    field_cards = len(own.creatures) + sum(fort.ambush is not None for fort in own.forts)
    laid = sum(not one.banner for one in own.resources)
    return own.deck + own.hand + sum(own.barriers) + field_cards + laid + len(own.discard) + own.unnamed


def weights(state: State, choices: Sequence[Choice]) -> Sequence[float]:
    """People attack and summon more than they turn dice."""
    return [0.15 if isinstance(one.event, SELDOM) else 6 if isinstance(one.event, OFTEN) else 1 for one in choices]
