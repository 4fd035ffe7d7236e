"""What happens at a table of Dragon Breeds whatever anybody decides, so that nobody need be asked (Turn phases).

Judged by what everybody may know: whose hand and tokens hold no answer, which phase has nothing in it, whom alone a
dragon can go for. A card that may be in a hand keeps its step open, and the end of a turn is always said by its player.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.choice import Choice
from rules.event import Event, Seat
from rules.games.breeds import combat, fireballs, market, refracting
from rules.games.breeds import combat_rules as arithmetic
from rules.games.breeds.combat import Attack
from rules.games.breeds.damage import ConfirmDamage
from rules.games.breeds.deck import all_texts_known, known, own_quest
from rules.games.breeds.quests_and_tokens import DONE, UNIQUE, GainToken, Quest
from rules.games.breeds.refracting import AimRefracted
from rules.games.breeds.state import Clash, State
from rules.games.breeds.turn import Done, DrawCards, Tick


def sole_step(state: State) -> Event | None:
    """The one thing that can happen now, None where somebody has something to decide. ``state`` is what all know."""
    if state.phase in ("setup", "over"):
        return None
    asked = _sole_aim(state) or _asked_by_text(state)
    if asked is not None or state.active not in state.present:
        return asked
    return _in_combat(state, state.clash) if state.clash is not None else _in_turn(state)


def _sole_aim(state: State) -> Event | None:
    """Refracted dragons that can go for one player alone."""
    for seat in state.present:
        there = refracting.aims(state, seat)
        if len(there) == 1:
            return AimRefracted(there[0], seat=seat)
    return None


def _asked_by_text(state: State) -> Event | None:
    """What a text that has just worked brings, where it leaves its player nothing to choose."""
    for one in state.todos:
        player = state.seats[one.seat]
        if not one.open or not state.in_play(one.seat) or player.health.immune or not all_texts_known(player.faction):
            continue
        own = own_quest(player.faction)
        if "Fireball token" in one.text:
            return GainToken("fireball", seat=one.seat)
        if "raw a card" in one.text:
            return DrawCards(seat=one.seat)
        if own is not None and one.text.startswith(own.name):
            return Quest(UNIQUE, seat=one.seat) if player.quests[UNIQUE] < DONE else Tick(one.key, seat=one.seat)
    return None


def _in_turn(state: State) -> Event | None:
    """A phase of the turn without anything in it, or refracted dragons that must attack and nothing else can."""
    seat = state.active
    match state.phase:
        case "combat":
            if combat.targets(state, seat) and combat.armed(state, seat):
                return None
            coming = combat.ready_targets(state)
            if len(coming) == 1:
                return Attack(coming[0], refracted=True, seat=seat)
            unsaid = any(one.target is None for one in state.waiting)
            return None if coming or unsaid else Done("combat", seat=seat)
        case "market":
            offers = (market.offer_purchases(state, seat), market.offer_trashing(state, seat))
            return None if any(map(_any, offers)) else Done("market", seat=seat)
        case "flush":
            return None if _any(market.offer_flushes(state, seat)) else Done("flush", seat=seat)
    return None


def _in_combat(state: State, clash: Clash) -> Event | None:
    """A step of the combat in which whose it is can do nothing, or damage that lands in one way alone."""
    attacker, defender = clash.attacker, clash.defender
    match clash.step:
        case "defense":
            offers = (
                combat.offer_blocks,
                combat.offer_transmutes,
                combat.offer_imitations,
                refracting.offer_refracting,
            )
            can = any(_any(offer(state, defender)) for offer in offers) or _unknown_texts(state, clash, defender)
            return None if can else Done("defense", seat=defender)
        case "fireball_att":
            can = _may_fire(state, attacker) or _unknown_texts(state, clash, attacker)
            return None if can else Done("fireball_att", seat=attacker)
        case "fireball_def":
            can = _may_fire(state, defender) or _any(refracting.offer_refracting(state, defender))
            return None if can or _unknown_texts(state, clash, defender) else Done("fireball_def", seat=defender)
        case "damage":
            asked = arithmetic.questions(clash.field, clash.targets)
            return None if asked or _by_hand(state, clash) else ConfirmDamage(seat=attacker)
    return None


def _may_fire(state: State, seat: Seat) -> bool:
    return _any(fireballs.offer_fireballs(state, seat)) or _any(fireballs.offer_ambushes(state, seat))


def _unknown_texts(state: State, clash: Clash, seat: Seat) -> bool:
    """Whether the seat may have an answer in cards whose texts nobody told us: in the hand, as a token, or fighting."""
    player = state.seats[seat]
    fighting = any(not card.printed for one in clash.own_side(seat) for card in one.cards)
    return fighting or (not all_texts_known(player.faction) and bool(player.cycle.hand or player.tokens))


def _by_hand(state: State, clash: Clash) -> bool:
    """Whether a text may still change the combat, which its player carries out."""
    both = (clash.attacker, clash.defender)
    asked = any(one.open and one.seat in both for one in state.todos)
    return asked or any(not known(card).printed for one in clash.fighters for card in one.called)


def _any(choices: Iterable[Choice]) -> bool:
    return any(not choice.correction for choice in choices)
