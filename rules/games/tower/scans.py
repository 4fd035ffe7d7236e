"""What a scan means: a base of the hand is laid, an ability played, a base on the board attacks or is put right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.games.tower import book, offers, settle
from rules.games.tower.events import DeclareAttack, PlaceBase, PlayAbility, SetBase, SetTroops
from rules.games.tower.renew import TROOPS_MAX
from rules.games.tower.state import PALACE, PLACES, State, bases, card, deck, shows_code, space, suit
from rules.games.tower.wording import plural, source_name
from rules.scan import Apply, Seen, nothing, ours, still_missing, tried
from rules.table import Choice, FieldSpec, Lying, Reading, ScanProblem, Seat
from rules.text import say
from rules.values.code import CardCode
from rules.view import person


def scan(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply[State]) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    found_here, problems = ours(seen, deck())
    cards = tuple(dict.fromkeys(found_here))
    if not cards:
        return nothing(problems)
    if state.phase in ("won", "over"):
        text = "This game is over. Begin the next one, or take the last move back, then scan again."
        return Reading(problems=(ScanProblem("game_over", text), *problems))
    readings = [_one(state, seat, one, apply) for one in cards]
    if len(readings) == 1:
        return replace(readings[0], problems=(*readings[0].problems, *problems))
    choices = [choice for one in readings for choice in (*_ready(one), *one.choices)]
    told = [problem for one in readings for problem in one.problems]
    found = Reading(None, tuple(choices), (*told, *problems), say("{count} cards read", count=len(cards)))
    return still_missing(found, _lying(state), {one.code: one.card for one in cards})


def _lying(state: State) -> Iterator[tuple[Lying, ...]]:
    """Each side's bases, special troops and abilities in effect: all face up."""
    for side in state.sides:
        there = (*((one.base, one.code) for one in side.spaces), *((one.card, one.code) for one in side.specials))
        there = (*there, *((one.card, one.code) for one in side.active))
        yield tuple(Lying(name, card(name).name, code) for name, code in there if name)


def _ready(reading: Reading) -> Iterator[Choice]:
    """Among several cards nothing is done by itself; what one card means becomes a button."""
    if reading.submit is not None:
        yield Choice(reading.summary, reading.submit)


def _one(state: State, seat: Seat, one: Seen, apply: Apply[State]) -> Reading:
    there = shows_code(state, one.code)
    if there is not None:
        return _known(state, seat, one.code, name=one.card, there=there)
    if one.card in bases():
        return _base(state, seat, one.code, one.card)
    name = card(one.card).name
    return tried(
        state,
        PlayAbility(one.card, one.code, seat=seat),
        say("Play {name}", name=name),
        apply,
        card=one.card,
        name=name,
    )


def _base(state: State, seat: Seat, code: str, name: str) -> Reading:
    """A base that lies nowhere yet, as far as is known."""
    if settle.laying(state, seat) and state.sides[seat].hand.bases:
        places = offers.lay_places(state, seat)
        found = tuple(_lay(state, seat, code, name=name, place=place) for place in places)
        summary = say("{name}: where does it lie?", name=card(name).name)
        if len(found) == 1:
            return Reading(submit=found[0].event, summary=found[0].label)
        return Reading(choices=found, summary=summary) if found else _elsewhere(state, seat, code, name=name, text="")
    return _elsewhere(state, seat, code, name=name, text=_not_now(state, seat))


def _lay(state: State, seat: Seat, code: str, name: str, place: str) -> Choice:
    pick = offers.place_pick(state, seat, place)
    over = say("over {detail}", detail=pick.detail) if space(state.sides[seat], place).base else "empty"
    event = PlaceBase(place, name, code, seat=seat)
    return Choice(
        say("Lay {name} on {place}", name=card(name).name, place=place),
        event,
        fields=(),
        detail=over,
        card=name,
        suit=suit(name),
        why=book.BASES,
    )


def _not_now(state: State, seat: Seat) -> str:
    """Why no base can be laid."""
    side = state.sides[seat]
    if state.phase not in ("setup", "renew"):
        return "Bases are laid while setting up or renewing."
    if side.due_draw:
        return say("Say first which {cards} you draw.", cards=plural(side.due_draw, "card"))
    over = settle.due_discard(state, seat)
    if over:
        return say("Discard {cards} first.", cards=plural(over, "card"))
    return "You have laid your bases; by our count no more is to come."


def _elsewhere(state: State, seat: Seat, code: str, name: str, text: str) -> Reading:
    """It may lie on the board already without its code being known: said by hand, which place it is."""
    side = state.sides[seat]
    same = tuple(place for place in PLACES if space(side, place).base == name and not space(side, place).code)
    others = tuple(place for place in PLACES if place not in same)
    picks = tuple(offers.place_pick(state, seat, place) for place in (*same, *others))
    spec = FieldSpec("place", "Where does it lie?", picks, preset=same[:1])
    event = SetBase("", name, code, seat=seat, override=True)
    by_hand = Choice(
        say("{name} lies on the board", name=card(name).name), event, (spec,), correction=True, why=book.BY_HAND
    )
    problems = (ScanProblem("not_now", f"{card(name).name}: {text}", name),) if text else ()
    return Reading(choices=(by_hand,), problems=problems, summary=card(name).name)


def _known(state: State, seat: Seat, code: str, name: str, there: tuple[Seat, str]) -> Reading:
    """A card that lies on the table: who fights there, and what may be wrong about it."""
    owner, where = there
    title = card(name).name
    if where == "active":
        text = say("{title} is in effect already, until the turn ends.", title=title)
        return Reading(problems=(ScanProblem("lies_there", text, name),))
    place = source_name(PALACE) if where == PALACE else where
    choices = tuple(_attacks(state, seat, owner, where))
    if owner == seat and where != PALACE:
        choices += tuple(_troop_corrections(state, seat, where))
    whose = "yours" if owner == seat else say("of {owner}", owner=person(owner))
    problem = ScanProblem(
        "lies_there", say("{title} lies on {place}, {whose}.", title=title, place=place, whose=whose), name
    )
    return Reading(
        choices=choices,
        problems=() if choices else (problem,),
        summary=say("{title} on {place}, {whose}", title=title, place=place, whose=whose),
    )


def _attacks(state: State, seat: Seat, owner: Seat, where: str) -> Iterator[Choice]:
    """Attacks from one's own territory, or against the other's, that could be declared now."""
    if state.phase != "action" or state.active != seat or state.clash is not None:
        return
    sources = offers.ready_sources(state, seat)
    if owner != seat and where != PALACE:
        for source in sources:
            event = DeclareAttack(source, where[0], seat=seat)
            pick = offers.source_pick(state, seat, source)
            yield Choice(
                say("Attack territory {where} from {source_name}", where=where[0], source_name=source_name(source)),
                event,
                (),
                pick.detail,
            )
    source = PALACE if where == PALACE else where[0]
    if owner == seat and source in sources:
        spec = FieldSpec("target", "Against which territory?", tuple(offers.target_picks(state, seat)))
        yield Choice(
            say("Attack from {source_name}", source_name=source_name(source)),
            DeclareAttack(source, "", seat=seat),
            (spec,),
            primary=True,
        )


def _troop_corrections(state: State, seat: Seat, place: str) -> Iterator[Choice]:
    there = space(state.sides[seat], place)
    for count in range(TROOPS_MAX + 1):
        if count != there.troops:
            event = SetTroops(place, count, seat=seat, override=True)
            label = say(
                "There {word} {troops} on {place}",
                word="is" if count == 1 else "are",
                troops=plural(count, "troop"),
                place=place,
            )
            yield Choice(label, event, correction=True, why=book.BY_HAND)
    event_ = SetBase(place, seat=seat, override=True)
    yield Choice(say("It does not lie on {place} any more", place=place), event_, correction=True, why=book.BY_HAND)
