"""One line of the log for an event, and the event as somebody else may see it.

Which legendary was chosen, and which dragon was refracted before the table began, stay their owner's.
"""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import byhand, coins, combat_events
from rules.games.breeds import events as ev
from rules.games.breeds.battlefield import face_card, find_fighter
from rules.games.breeds.cardbook import SUMMONERS, name_of
from rules.games.breeds.state import State
from rules.table import Event, Seat
from rules.view import person

_STEPS = {
    "attack": "has attacked",
    "defense": "has blocked",
    "fireball_att": "plays no more fireballs",
    "fireball_def": "plays no more fireballs",
    "combat": "leaves the combat phase",
    "market": "leaves the market",
    "flush": "is done flushing",
}
_QUESTS = ("the own quest", "a Faction coin", "a trashed card")


def redact(state: State, event: Event, viewer: Seat | None) -> Event:
    """The event without what ``viewer`` may not know while the table is in ``state``."""
    if state.phase == "over" or (event.seat is not None and event.seat == viewer):
        return event
    match event:
        case ev.ChooseLegendary():
            return replace(event, card="")
        case byhand.SetRefracted():
            return replace(event, card="", sv=None)
    return event


def story(state: State, event: Event, viewer: Seat | None) -> str:
    """What happened, in one line for this viewer."""
    event = redact(state, event, viewer)
    who = person(event.seat) if event.seat is not None else "The table"
    told = _of_table(event)
    if told:
        return told
    return f"{who} {_setup(event) or _combat(state, event) or _trade(event) or _by_hand(state, event)}"


def _of_table(event: Event) -> str:
    match event:
        case ev.ChooseStarter(first=first):
            return f"{person(first)} begins"
        case combat_events.ConfirmDamage():
            return "Combat damage lands"
        case ev.DrawPhase():
            return "Hands and supplies are filled; the next turn begins"
        case byhand.Damage(player=player, amount=amount):
            return f"By hand: {amount} damage for {person(player)}"
        case byhand.Ko(player=player):
            return f"By hand: {person(player)} is knocked out"
        case byhand.CallOff():
            return "By hand: the combat did not happen"
        case byhand.SetTurn(active=active, phase=phase, turn=turn):
            return f"By hand: turn {turn}, {person(active)}, {phase} phase"
    return ""


def _setup(event: Event) -> str:
    match event:
        case ev.ChooseSummoner(faction=faction):
            return f"plays {SUMMONERS.get(faction, faction).lower()}"
        case ev.ChooseLegendary(card=card):
            return f"laid {name_of(card)} under the quests" if card else "laid a legendary under the quests"
    return ""


def _named(state: State, uid: str) -> str:
    """A dragon that is still there, by its name."""
    found = find_fighter(state.clash, uid)
    shown = face_card(found) if found is not None else None
    return shown.name if shown is not None else "a dragon"


def _sv(sv: int | None) -> str:
    return f" with SV {sv}" if sv is not None else ""


def _combat(state: State, event: Event) -> str:
    match event:
        case combat_events.Attack(player=player, refracted=refracted):
            with_what = " with refracted dragons" if refracted else ""
            return f"attacks {person(player)}{with_what}"
        case combat_events.PlayDragon(card=card, sv=sv):
            return f"plays {name_of(card)}{_sv(sv)}"
        case combat_events.Block(card=card, attacker=attacker, sv=sv):
            return f"blocks {_named(state, attacker)} with {name_of(card)}{_sv(sv)}"
        case combat_events.Transmute(card=card, onto=onto, sv=sv):
            return f"transmutes {name_of(card)}{_sv(sv)} onto {_named(state, onto)}"
        case combat_events.Imitate(like=like):
            return f"imitates {name_of(like) if not like.startswith('d') else _named(state, like)}"
        case combat_events.Fireball(target=target, amount=amount, token=token):
            more = f" for {amount}" if amount != 1 else ""
            return f"throws a Fireball{' token' if token else ''} at {_named(state, target)}{more}"
        case combat_events.Ambush(card=card, target=target):
            return f"ambushes {_named(state, target)} with {name_of(card)}"
        case combat_events.Adjust(dragon=dragon, sv=sv, bonus=bonus):
            return f"changes {_named(state, dragon)}: SV {sv:+}, damage {bonus:+}"
        case combat_events.Refract(dragons=dragons):
            count = len(dragons)
            return f"refracts {count} attacking dragon{'' if count == 1 else 's'}"
        case combat_events.AimRefracted(player=player):
            return f"will send the refracted dragons against {person(player)}"
        case combat_events.ChooseDamage(blocker=blocker):
            return f"hits {_named(state, blocker)}"
        case ev.Done(step=step):
            return _STEPS[step]
    return ""


def _trade(event: Event) -> str:
    match event:
        case ev.TurnUp(cards=cards):
            return f"turned up {', '.join(name_of(card) for card in cards.values())}"
        case ev.Buy(slot=slot, coins=paid, card=card):
            what = name_of(card) if card else f"the card in slot {slot}"
            count = len(coins.words(paid))
            return f"bought {what} for {count} coin{'' if count == 1 else 's'}" if count else f"took {what}"
        case ev.Trash(card=card, by_ability=by_ability):
            return f"trashed {name_of(card)}{' by an ability' if by_ability else ''}"
        case ev.Flush(slot=slot):
            return f"flushed slot {slot}"
        case ev.Quest(quest=quest):
            return f"completed {_QUESTS[quest] if quest in (0, 1, 2) else 'a quest'}"
        case ev.GainToken(kind=kind, card=card):
            return f"gains a token: {name_of(card) if card else kind.replace('_', ' ')}"
        case ev.ReturnToken():
            return "gives a token back"
        case ev.DrawCards(count=count):
            return f"draws {count} by an ability"
        case ev.Tick():
            return "has done what the card says"
    return ""


def _by_hand(state: State, event: Event) -> str:
    match event:
        case byhand.SetHealth(stage=stage, status=status, taken=taken):
            return f"by hand: stage {stage}, {status}, {taken} damage"
        case byhand.SetQuests(left=left, middle=middle, right=right):
            return f"by hand: quests {left}, {middle}, {right}"
        case byhand.SetUnlocked(unlocked=unlocked):
            return f"by hand: the legendary is {'awake' if unlocked else 'asleep'}"
        case byhand.SetHand(hand=hand, draw=draw, discard=discard):
            return f"by hand: hand {hand}, draw pile {draw}, discard {discard}"
        case byhand.SetSupply(slot=slot):
            return f"by hand: supply slot {slot}"
        case byhand.SetDragons(cards=cards):
            return f"by hand: dragons in the deck: {', '.join(map(name_of, cards)) or 'none'}"
        case byhand.SetTrash(cards=cards):
            return f"by hand: in the trash: {', '.join(map(name_of, cards)) or 'none'}"
        case byhand.SetRefracted(card=card, target=target):
            return f"by hand: {name_of(card)} is refracted, against {person(target)}"
        case byhand.ClearRefracted():
            return "by hand: no dragon is refracted"
    return "did something this version does not know"
