"""An attack of Dragoborne in words: who goes where, with what, against what."""

from __future__ import annotations

from rules.games.dragoborne import field
from rules.games.dragoborne.cardbook import card
from rules.games.dragoborne.state import Clash, State, creature, shields
from rules.games.dragoborne.wording import name
from rules.text import say
from rules.view import person


def card_name(card_id: str) -> str:
    """The card's name; some card where nobody knows which."""
    return card(card_id).name if card_id else "A card"


def attack_title(state: State, clash: Clash) -> str:
    """Who attacks what."""
    one = creature(state.sides[clash.attacker], clash.creature)
    who = name(one) if one is not None else "A creature"
    if clash.assassin:
        target = creature(state.sides[clash.defender], clash.blocker)
        return say("{who} attacks {word}", who=who, word=name(target) if target is not None else "a creature")
    return say("{who} attacks fort {fort} of {defender}", who=who, fort=clash.fort, defender=person(clash.defender))


def attack_text(state: State, clash: Clash) -> str:
    """How far the attack has come, and who is asked."""
    if clash.assassin or clash.stage == "blocked":
        return "Follow the cards, then the damage is dealt."
    standing = shields(state.sides[clash.defender], clash.fort)
    if len(standing) == 1:
        return "The dragoshield blocks; no creature may. Abilities and ambushes first."
    if standing:
        return say("{defender} says which dragoshield blocks.", defender=person(clash.defender))
    if field.blockers(state, clash):
        return say("Does {defender} block?", defender=person(clash.defender))
    return "Nobody can block. Abilities and ambushes first."


def forces(state: State, clash: Clash) -> str:
    """The ATK against what stands in its way."""
    one = creature(state.sides[clash.attacker], clash.creature)
    strikes = field.power(state, clash.attacker, one) if one is not None else 0
    side = state.sides[clash.defender]
    target = creature(side, clash.blocker) if clash.blocker else None
    if target is not None:
        return f"{strikes} : {field.power(state, clash.defender, target)}"
    standing = shields(side, clash.fort) if clash.fort else ()
    return f"{strikes} : {side.dice[standing[0]].value}" if standing else str(strikes)
