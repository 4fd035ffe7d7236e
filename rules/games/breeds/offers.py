"""What a seat can do now: every legal move as a choice that already holds its event, corrections behind one tap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.games.breeds import book, damage
from rules.games.breeds.battle_offers import fighting
from rules.games.breeds.cardbook import SUMMONERS, in_supply, known, name_of, own_quest, plain, price, printed
from rules.games.breeds.clash import waiting
from rules.games.breeds.combat_events import AimRefracted, Attack
from rules.games.breeds.events import (
    ChooseLegendary,
    ChooseStarter,
    ChooseSummoner,
    Done,
    DrawCards,
    DrawPhase,
    GainToken,
    Quest,
    ReturnToken,
    Tick,
    TurnUp,
)
from rules.games.breeds.keys import AIM_KEY, DRAW_KEY, LEGENDARY_KEY, STARTER_KEY, SUMMONER_KEY, TURN_KEY
from rules.games.breeds.market_offers import flushing, trading, trashing_by_ability
from rules.games.breeds.mending import corrections
from rules.games.breeds.opening import legendaries
from rules.games.breeds.quests import DONE
from rules.games.breeds.state import State, living
from rules.games.breeds.tokens import lent_name
from rules.table import Choice, Event, FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person

QUEST_LABELS = ("My own quest: one up", "A Faction coin of mine: one up", "A card trashed from hand: one up")


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal event of the seat, in order of importance."""
    if not 0 <= seat < state.players or state.phase == "over":
        return ()
    if state.phase == "setup":
        return (*_setup(state, seat), *corrections(state, seat))
    return (*_moves(state, seat), *corrections(state, seat))


def _moves(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    yield from _aiming(state, seat)
    if state.clash is not None:
        yield from fighting(state, seat)
    elif state.phase == "draw" and (seat == state.active or state.seats[state.active].out):
        label = "Hands and supplies are filled: next turn"
        yield Choice(label, DrawPhase(seat=seat), prompt=DRAW_KEY, primary=True, why=book.DRAW)
    elif seat == state.active:
        yield from {"combat": _combat, "market": trading, "flush": flushing}.get(state.phase, _nothing)(state, seat)
    if not player.out:
        yield from _ticking(state, seat)
        yield from _telling(state, seat)


def _nothing(state: State, seat: Seat) -> Iterator[Choice]:
    yield from ()


def _setup(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if not player.faction:
        picks = tuple(
            Pick(key, name, f"{key}_identity", suit=key)
            if printed(key)
            else Pick(key, name, detail="with cards you brought")
            for key, name in SUMMONERS.items()
        )
        spec = FieldSpec("faction", "Which colour?", picks)
        yield Choice("I play this one", ChooseSummoner("", seat=seat), (spec,), prompt=SUMMONER_KEY, why=book.SUMMONER)
        return
    if not player.chosen:
        for card in legendaries(player.faction):
            label = say("{name_of} lies under my quests", name_of=name_of(card))
            yield Choice(
                label,
                ChooseLegendary(card, seat=seat),
                detail=plain(known(card).text),
                card=card,
                prompt=LEGENDARY_KEY,
                suit=player.faction if printed(player.faction) else "",
                why=book.LEGENDARY,
            )
        event = ChooseLegendary(seat=seat)
        yield Choice("It lies there; I do not say which", event, prompt=LEGENDARY_KEY, why=book.LEGENDARY)
    if all(own.chosen for own in state.seats):
        for first in range(state.players):
            yield Choice(
                say("{first} begins", first=person(first)),
                ChooseStarter(first, seat=seat),
                prompt=STARTER_KEY,
                why=book.STARTER,
            )
    spec = FieldSpec("faction", "Which colour?", tuple(Pick(key, name) for key, name in SUMMONERS.items()))
    yield Choice("I play another summoner", ChooseSummoner("", seat=seat), (spec,), why=book.SUMMONER)


def _combat(state: State, seat: Seat) -> Iterator[Choice]:
    coming = waiting(state)
    open_ones = [one for one in coming if one.target is None]
    ready = {one.target for one in coming if one.target is not None and not state.seats[one.target].health.immune}
    for target in sorted(ready):
        whom = "me" if target == seat else person(target)
        event = Attack(target, refracted=True, seat=seat)
        label = say("The refracted dragons attack {whom}", whom=whom)
        yield Choice(label, event, prompt=TURN_KEY, primary=True, why=book.COME_BACK)
    if not state.now.attacked:
        for target in living(state):
            if target != seat and not state.seats[target].health.immune:
                health = state.seats[target].health
                detail = say(
                    "{taken} of {breakpoint} damage this turn", taken=health.taken, breakpoint=health.breakpoint
                )
                yield Choice(
                    say("Attack {target}", target=person(target)),
                    Attack(target, seat=seat),
                    detail=detail,
                    prompt=TURN_KEY,
                    why=book.ATTACK,
                )
    if not ready and not open_ones:
        label = "No more combat: to the market" if state.now.attacked else "No attack: to the market"
        yield Choice(label, Done("combat", seat=seat), prompt=TURN_KEY, why=book.TURN)


def aims(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat's refracted dragons may be sent against, the first group that waits."""
    first = next((one for one in state.refracted if one.seat == seat and one.target is None), None)
    if first is None:
        return ()
    statuses = {str(n): own.health.status for n, own in enumerate(state.seats)}
    return tuple(int(one) for one in damage.refract_targets(statuses, str(first.refractor)))


def _aiming(state: State, seat: Seat) -> Iterator[Choice]:
    for target in aims(state, seat):
        whom = "me" if target == seat else person(target)
        detail = "unless the refractor is knocked out that turn" if target == seat else ""
        event = AimRefracted(target, seat=seat)
        yield Choice(say("They will attack {whom}", whom=whom), event, detail=detail, prompt=AIM_KEY, why=book.REFRACT)


def _ticking(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.todos:
        if one.seat == seat and not one.done:
            yield Choice(say("Done: {text}", text=one.text), Tick(one.key, seat=seat), why=book.TEXT)


def unknown_slots(state: State, seat: Seat) -> tuple[int, ...]:
    """The slots of a printed faction where a card lies face up and nobody said which."""
    player = state.seats[seat]
    if not printed(player.faction):
        return ()
    return tuple(n for n, one in enumerate(player.supply, 1) if one.shows and not one.card)


def supply_pick(card: str) -> Pick:
    """A supply card as an answer."""
    found = known(card)
    sv = say("SV {sv} · ", sv=found.sv) if found.sv is not None else ""
    detail = f"{sv}{price(found.cost) or 'no price'}"
    return Pick(card, found.name, card, detail=detail, suit=found.faction)


def _telling(state: State, seat: Seat) -> Iterator[Choice]:
    """What a player may say at any time of the own cards: supply, quests, tokens, what texts do."""
    player = state.seats[seat]
    slots = unknown_slots(state, seat)
    if slots:
        picks = tuple(supply_pick(card) for card in in_supply(player.faction))
        fields = tuple(FieldSpec(f"cards.{n}", say("Slot {n}", n=n), picks) for n in slots)
        own = seat == state.active and state.clash is None and state.phase != "draw"
        yield Choice("My supply shows", TurnUp(seat=seat), fields, correction=not own, why=book.SUPPLY)
    if player.health.immune:
        return
    for choice in (*_quests(state, seat), *_texts(state, seat), *trashing_by_ability(state, seat)):
        yield replace(choice, correction=not _may_happen(state, seat, choice.event))
    for token in player.tokens:
        label = say("My token {lent_name} goes back", lent_name=lent_name(token))
        yield Choice(label, ReturnToken(token.uid, seat=seat), uid=token.uid, why=book.TOKENS)


def _may_happen(state: State, seat: Seat, event: Event) -> bool:
    """Whether a text could say so now: any may on cards we never saw, else one that is to be done just now.

    What no text asks for is not impossible, so it stays behind the tap where corrections are.
    """
    player = state.seats[seat]
    if not printed(player.faction):
        clash = state.clash
        return seat == state.active or (clash is not None and seat == clash.defender)
    quest = own_quest(player.faction)
    said = " ".join(one.text for one in state.todos if one.seat == seat and not one.done)
    match event:
        case Quest(quest=0):
            return quest is not None and quest.name in said
        case GainToken(kind="fireball"):
            return "Fireball token" in said
        case DrawCards():
            return "raw a card" in said
    return False


def _quests(state: State, seat: Seat) -> Iterator[Choice]:
    cubes = state.seats[seat].quests
    for n, label in enumerate(QUEST_LABELS):
        if cubes[n] < DONE:
            yield Choice(
                label,
                Quest(n, seat=seat),
                detail=say("now {cubes} of {done}", cubes=cubes[n], done=DONE),
                why=book.QUESTS,
            )


def _texts(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice("A text gives me a Fireball token", GainToken("fireball", seat=seat), why=book.TOKENS)
    yield Choice("A text gives me an Epic coin token", GainToken("epic_coin", seat=seat), why=book.TOKENS)
    yield from _lent_tokens(state, seat)
    yield Choice("A text lets me draw a card", DrawCards(seat=seat), why=book.TEXT)


def _lent_tokens(state: State, seat: Seat) -> Iterator[Choice]:
    """Cards of the trash, supplies and discards that a text lends."""
    for one in dict.fromkeys(state.trash):
        found = known(one.card)
        usable = found.kind in ("dragon", "legendary") and found.sv is not None
        if usable and not state.seats[one.owner].health.immune:
            event = GainToken("dragon", "trash", one.card, one.owner, seat=seat)
            detail = say("Trashed by {owner}. It goes back there.", owner=person(one.owner))
            yield Choice(
                say("A text lends me {name}", name=found.name),
                event,
                detail=detail,
                suit=found.faction,
                why=book.TOKENS,
            )
    if state.seats[seat].cycle.discard:
        event = GainToken("faction_coin", "discard", owner=seat, seat=seat)
        yield Choice("A text lends me a Faction coin out of my discard", event, why=book.TOKENS)
