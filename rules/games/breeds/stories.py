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
from rules.text import say
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
            return say("{first} begins", first=person(first))
        case combat_events.ConfirmDamage():
            return "Combat damage lands"
        case ev.DrawPhase():
            return "Hands and supplies are filled; the next turn begins"
        case byhand.Damage(player=player, amount=amount):
            return say("By hand: {amount} damage for {player}", amount=amount, player=person(player))
        case byhand.Ko(player=player):
            return say("By hand: {player} is knocked out", player=person(player))
        case byhand.CallOff():
            return "By hand: the combat did not happen"
        case byhand.SetTurn(active=active, phase=phase, turn=turn):
            return say("By hand: turn {turn}, {active}, {phase} phase", turn=turn, active=person(active), phase=phase)
    return ""


def _setup(event: Event) -> str:
    match event:
        case ev.ChooseSummoner(faction=faction):
            return say("plays {get}", get=SUMMONERS.get(faction, faction).lower())
        case ev.ChooseLegendary(card=card):
            return (
                say("laid {name_of} under the quests", name_of=name_of(card))
                if card
                else "laid a legendary under the quests"
            )
    return ""


def _named(state: State, uid: str) -> str:
    """A dragon that is still there, by its name."""
    found = find_fighter(state.clash, uid)
    shown = face_card(found) if found is not None else None
    return shown.name if shown is not None else "a dragon"


def _sv(sv: int | None) -> str:
    return say(" with SV {sv}", sv=sv) if sv is not None else ""


def _combat(state: State, event: Event) -> str:
    match event:
        case combat_events.Attack(player=player, refracted=refracted):
            with_what = " with refracted dragons" if refracted else ""
            return say("attacks {player}{with_what}", player=person(player), with_what=with_what)
        case combat_events.PlayDragon(card=card, sv=sv):
            return say("plays {name_of}{sv}", name_of=name_of(card), sv=_sv(sv))
        case combat_events.Block(card=card, attacker=attacker, sv=sv):
            return say(
                "blocks {named} with {name_of}{sv}", named=_named(state, attacker), name_of=name_of(card), sv=_sv(sv)
            )
        case combat_events.Transmute(card=card, onto=onto, sv=sv):
            return say(
                "transmutes {name_of}{sv} onto {named}", name_of=name_of(card), sv=_sv(sv), named=_named(state, onto)
            )
        case combat_events.Imitate(like=like):
            return say("imitates {word}", word=name_of(like) if not like.startswith("d") else _named(state, like))
        case combat_events.Fireball(target=target, amount=amount, token=token):
            more = say(" for {amount}", amount=amount) if amount != 1 else ""
            return say(
                "throws a Fireball{more} at {named}{more2}",
                more=" token" if token else "",
                named=_named(state, target),
                more2=more,
            )
        case combat_events.Ambush(card=card, target=target):
            return say("ambushes {named} with {name_of}", named=_named(state, target), name_of=name_of(card))
        case combat_events.Adjust(dragon=dragon, sv=sv, bonus=bonus):
            return say("changes {named}: SV {sv:+}, damage {bonus:+}", named=_named(state, dragon), sv=sv, bonus=bonus)
        case combat_events.Refract(dragons=dragons):
            count = len(dragons)
            return say("refracts {count} attacking dragon{s}", count=count, s="" if count == 1 else "s")
        case combat_events.AimRefracted(player=player):
            return say("will send the refracted dragons against {player}", player=person(player))
        case combat_events.ChooseDamage(blocker=blocker):
            return say("hits {named}", named=_named(state, blocker))
        case ev.Done(step=step):
            return _STEPS[step]
    return ""


def _trade(event: Event) -> str:
    match event:
        case ev.TurnUp(cards=cards):
            return say("turned up {words}", words=", ".join(name_of(card) for card in cards.values()))
        case ev.Buy(slot=slot, coins=paid, card=card):
            what = name_of(card) if card else say("the card in slot {slot}", slot=slot)
            count = len(coins.words(paid))
            return (
                say("bought {what} for {count} coin{s}", what=what, count=count, s="" if count == 1 else "s")
                if count
                else say("took {what}", what=what)
            )
        case ev.Trash(card=card, by_ability=by_ability):
            return say("trashed {name_of}{more}", name_of=name_of(card), more=" by an ability" if by_ability else "")
        case ev.Flush(slot=slot):
            return say("flushed slot {slot}", slot=slot)
        case ev.Quest(quest=quest):
            return say("completed {word}", word=_QUESTS[quest] if quest in (0, 1, 2) else "a quest")
        case ev.GainToken(kind=kind, card=card):
            return say("gains a token: {word}", word=name_of(card) if card else kind.replace("_", " "))
        case ev.ReturnToken():
            return "gives a token back"
        case ev.DrawCards(count=count):
            return say("draws {count} by an ability", count=count)
        case ev.Tick():
            return "has done what the card says"
    return ""


def _by_hand(state: State, event: Event) -> str:
    match event:
        case byhand.SetHealth(stage=stage, status=status, taken=taken):
            return say("by hand: stage {stage}, {status}, {taken} damage", stage=stage, status=status, taken=taken)
        case byhand.SetQuests(left=left, middle=middle, right=right):
            return say("by hand: quests {left}, {middle}, {right}", left=left, middle=middle, right=right)
        case byhand.SetUnlocked(unlocked=unlocked):
            return say("by hand: the legendary is {word}", word="awake" if unlocked else "asleep")
        case byhand.SetHand(hand=hand, draw=draw, discard=discard):
            return say(
                "by hand: hand {hand}, draw pile {draw}, discard {discard}", hand=hand, draw=draw, discard=discard
            )
        case byhand.SetSupply(slot=slot):
            return say("by hand: supply slot {slot}", slot=slot)
        case byhand.SetDragons(cards=cards):
            return say("by hand: dragons in the deck: {words}", words=", ".join(map(name_of, cards)) or "none")
        case byhand.SetTrash(cards=cards):
            return say("by hand: in the trash: {words}", words=", ".join(map(name_of, cards)) or "none")
        case byhand.SetRefracted(card=card, target=target):
            return say(
                "by hand: {name_of} is refracted, against {target}", name_of=name_of(card), target=person(target)
            )
        case byhand.ClearRefracted():
            return "by hand: no dragon is refracted"
    return "did something this version does not know"
