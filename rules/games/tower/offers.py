"""What a seat can do now: every legal move as a choice that already holds its event, corrections behind one tap."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.tower import assigning, battlefield, book, settle, turn
from rules.games.tower.deck import SUITS
from rules.games.tower.events import (
    Burn,
    ChooseStarter,
    DeclareAttack,
    Discard,
    Done,
    Draw,
    EndAttack,
    EndMatch,
    EndTurn,
    Fight,
    GiveUp,
    NextGame,
    PalaceAssault,
    PlaceBase,
    PlayAbility,
    Recruit,
    Renew,
    Tick,
)
from rules.games.tower.mending import corrections
from rules.games.tower.renew import HAND_MAX
from rules.games.tower.state import (
    PALACE,
    PLACES,
    SOURCES,
    TERRITORIES,
    State,
    abilities,
    bases,
    bases_at,
    bases_held,
    card,
    is_special,
    kind,
    space,
    suit,
    troops_at,
)
from rules.games.tower.wording import counted, first_up, plural, source_name, troops
from rules.table import Choice, FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person

DRAW_KEY = "draw"
DISCARD_KEY = "discard"
LAY_KEY = "lay"
STARTER_KEY = "starter"
RENEW_KEY = "renew"
RECRUIT_KEY = "recruit"
FIGHT_KEY = "fight"
PALACE_KEY = "assault"
WON_KEY = "won"


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal event of the seat, in order of importance."""
    if not 0 <= seat < state.players:
        return ()
    moves = {
        "setup": _setup,
        "decide": _deciding,
        "renew": _hand,
        "action": _action,
        "end": _hand,
        "won": _won,
        "over": _nothing,
    }[state.phase]
    return (*moves(state, seat), *_ticking(state, seat), *corrections(state, seat))


def _nothing(state: State, seat: Seat) -> Iterator[Choice]:
    yield from ()


def _setup(state: State, seat: Seat) -> Iterator[Choice]:
    yield from _hand(state, seat)
    for first in range(state.players):
        if first != state.active:
            again = "" if state.active is None else " instead"
            event = ChooseStarter(first, seat=seat)
            yield Choice(
                say("{first} starts{again}", first=person(first), again=again),
                event,
                prompt=STARTER_KEY,
                why=book.STARTER,
            )


def _hand(state: State, seat: Seat) -> Iterator[Choice]:
    """Drawing, discarding, trolls, bases: what setup, renewing and the end of a turn ask of everybody."""
    side = state.sides[seat]
    if side.due_draw:
        yield _draw(state, seat)
    elif settle.due_discard(state, seat):
        yield _discard(state, seat)
    if side.due_recruit:
        for place in settle.rooms(side):
            count = troops(space(side, place).troops, "troll")
            event = Recruit(place, seat=seat)
            yield Choice(
                say("A troll comes back on {place}", place=place),
                event,
                (),
                say("{count} there now", count=count),
                prompt=RECRUIT_KEY,
                why=book.TROLLS,
            )
    if settle.laying(state, seat):
        yield from _laying(state, seat)


def _draw(state: State, seat: Seat) -> Choice:
    due = state.sides[seat].due_draw
    low, high = settle.draw_bounds(state, seat)
    if low == high:
        label = say("Drawn: {cards}", cards=_cards(low, due - low))
        return Choice(label, Draw(due, low, seat=seat), prompt=DRAW_KEY, primary=True, why=book.DRAW)
    preset = min(high, max(low, 2 if due == HAND_MAX else due // 2))
    spec = FieldSpec(
        "abilities", say("Abilities among the {due}", due=due), low=low, high=high, kind="number", preset=(preset,)
    )
    detail = "The others come from the pile of bases."
    event = Draw(due, seat=seat)
    return Choice("These are drawn", event, (spec,), detail, prompt=DRAW_KEY, primary=True, why=book.DRAW)


def _cards(ability_count: int, base_count: int) -> str:
    parts = [plural(ability_count, "ability", "abilities")] if ability_count else []
    parts += [plural(base_count, "base")] if base_count else []
    return " and ".join(parts)


def _discard(state: State, seat: Seat) -> Choice:
    side, over = state.sides[seat], settle.due_discard(state, seat)
    low, high = max(0, over - side.hand.bases), min(over, side.hand.abilities)
    if low >= high:
        label = say("Discarded: {cards}", cards=_cards(low, over - low))
        return Choice(label, Discard(over, low, seat=seat), prompt=DISCARD_KEY, primary=True, why=book.LIMIT)
    spec = FieldSpec(
        "abilities", say("Abilities among the {over}", over=over), low=low, high=high, kind="number", preset=(low,)
    )
    detail = "The others are bases."
    event = Discard(over, seat=seat)
    return Choice("These are discarded", event, (spec,), detail, prompt=DISCARD_KEY, primary=True, why=book.LIMIT)


def _laying(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    places = lay_places(state, seat)
    if side.hand.bases and places:
        fields = (
            FieldSpec("place", "Where?", tuple(place_pick(state, seat, place) for place in places)),
            FieldSpec("base", "Which base?", tuple(card_pick(name) for name in bases())),
        )
        yield Choice("Lay a base", PlaceBase("", "", seat=seat), fields, prompt=LAY_KEY, why=book.BASES)
    if state.phase == "setup" and state.house.burn and side.hand.size == HAND_MAX:
        yield Choice("Shuffle my hand back and draw again", Burn(seat=seat), prompt=LAY_KEY, why=book.BURN)
    yield Choice("No more bases", Done(seat=seat), prompt=LAY_KEY, primary=True, why=book.BASES)


def lay_places(state: State, seat: Seat) -> tuple[str, ...]:
    """Where a base may be laid, empty places first."""
    side = state.sides[seat]
    free = tuple(place for place in PLACES if not space(side, place).base)
    taken = tuple(place for place in PLACES if space(side, place).base)
    return (*free, *taken) if state.house.replace_bases else free


def place_pick(state: State, seat: Seat, place: str) -> Pick:
    """A place of the seat's board, as an answer."""
    there = space(state.sides[seat], place)
    if not there.base:
        return Pick(place, place, detail="empty")
    crew = f" · {troops(there.troops, kind(there.base))}" if there.troops else ""
    return Pick(place, place, uid=place, detail=card(there.base).name + crew, suit=suit(there.base), code=there.code)


def card_pick(name: str) -> Pick:
    """A card of the army, as an answer."""
    found = card(name)
    power = say(" · power {found}", found=found["power"]) if found["power"] is not None else ""
    return Pick(name, found.name, name, detail=SUITS[suit(name)] + power, suit=suit(name))


def _deciding(state: State, seat: Seat) -> Iterator[Choice]:
    if state.active == seat:
        yield Choice("Renew for both", Renew(True, seat=seat), prompt=RENEW_KEY, primary=True, why=book.RENEW)
        yield Choice("Do not renew", Renew(False, seat=seat), prompt=RENEW_KEY, why=book.TURN)
    yield from _abilities(state, seat)


def playable_abilities(state: State, seat: Seat) -> tuple[str, ...]:
    """The kinds of abilities the rules let the seat play now, whatever it holds."""
    side = state.sides[seat]
    room = turn.special_objection(bases_held(side), len(side.specials)) is None
    return tuple(name for name in abilities() if room or not is_special(name))


def _abilities(state: State, seat: Seat) -> Iterator[Choice]:
    if state.sides[seat].hand.abilities:
        picks = tuple(card_pick(name) for name in playable_abilities(state, seat))
        spec = FieldSpec("card", "Which ability?", picks)
        yield Choice("Play an ability", PlayAbility("", seat=seat), (spec,), why=book.ABILITIES)


def _action(state: State, seat: Seat) -> Iterator[Choice]:
    now = state.clash
    if now is None:
        if state.active == seat:
            yield from _attacks(state, seat)
            yield Choice("My turn is over", EndTurn(seat=seat), primary=True, why=book.TURN)
    elif now.moment in ("declared", "between"):
        why = book.POWERS_AGAIN if state.house.abilities_mid_combat else book.POWERS
        label = "No more abilities: fight" if now.moment == "declared" else "No more abilities: the second step"
        yield Choice(label, Fight(seat=seat), prompt=FIGHT_KEY, primary=True, why=why)
    elif now.moment == "cleared":
        if now.attacker == seat:
            yield Choice("On to the palace", PalaceAssault(seat=seat), prompt=PALACE_KEY, primary=True, why=book.PALACE)
            yield Choice("Go home", EndAttack(seat=seat), prompt=PALACE_KEY, why=book.PALACE)
    else:
        yield from assigning.choices(state, seat)
    yield from _abilities(state, seat)
    if now is None and state.active == seat:
        yield Choice(
            "I give this game up",
            GiveUp(seat=seat),
            detail=say("{who} wins it.", who=person(1 - seat)),
            why=book.GIVEN_UP,
        )


def ready_sources(state: State, seat: Seat) -> tuple[str, ...]:
    """From where the seat may attack now."""
    return tuple(source for source in SOURCES if battlefield.attack_objection(state, seat, source) is None)


def _attacks(state: State, seat: Seat) -> Iterator[Choice]:
    sources = ready_sources(state, seat)
    if sources:
        fields = (
            FieldSpec("source", "With whom?", tuple(source_pick(state, seat, source) for source in sources)),
            FieldSpec("target", "Against which territory?", tuple(target_picks(state, seat))),
        )
        yield Choice("Attack", DeclareAttack("", "", seat=seat), fields, why=turn.TROOPS)


def source_pick(state: State, seat: Seat, source: str) -> Pick:
    """A territory or the palace with the troops that would attack."""
    crew = counted(one.kind for one in troops_at(state, seat, source))
    again = " · attacked already" if state.sides[seat].attacks[SOURCES.index(source)] else ""
    label = "Palace" if source == PALACE else first_up(source_name(source))
    return Pick(source, label, detail=crew + again)


def target_picks(state: State, seat: Seat) -> Iterator[Pick]:
    """The opponent's territories with what defends them."""
    for target in TERRITORIES:
        crew = counted(one.kind for one in troops_at(state, 1 - seat, target))
        walls = len(bases_at(state, 1 - seat, target))
        parts = [crew] if crew else []
        parts += [plural(walls, "base")] if walls else []
        detail = " · ".join(parts) or "empty: the way to the palace is free"
        yield Pick(target, first_up(source_name(target)), detail=detail)


def _won(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice("The next game", NextGame(seat=seat), prompt=WON_KEY, primary=True, why=book.MATCH)
    yield Choice("Leave the match as it stands", EndMatch(seat=seat), prompt=WON_KEY, why=book.MATCH)


def _ticking(state: State, seat: Seat) -> Iterator[Choice]:
    for n, one in enumerate(state.todo):
        if one.seat == seat and not one.done:
            yield Choice(say("Done: {text}", text=one.text), Tick(n, seat=seat), why=book.BY_HAND)
