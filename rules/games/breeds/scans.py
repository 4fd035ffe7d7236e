"""What a scan means. A dragon: played, blocking, ambushing, hit, bought, trashed; coins: a payment, all in one event;
an identity card: the summoner; a quest card: a cube; a Fireball: at whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules.games.breeds import battle_scans, book, market_scans, offers
from rules.games.breeds.battlefield import on_field
from rules.games.breeds.byhand import SetHealth
from rules.games.breeds.cardbook import deck, in_supply, known, name_of
from rules.games.breeds.events import ChooseLegendary, ChooseSummoner, Quest
from rules.games.breeds.secrets import veil
from rules.games.breeds.seen import Apply, Seen
from rules.games.breeds.state import State
from rules.scan import nothing, ours, problem, still_missing, tried
from rules.table import Choice, Event, Lying, Reading, Seat
from rules.text import say
from rules.values.code import CardCode
from rules.view import person


def scan(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    found_here, problems = ours(seen, deck())
    cards = tuple(dict.fromkeys(Seen(one.card, one.code) for one in found_here))
    if not cards:
        return nothing(problems)
    if state.phase == "over":
        found = problem("game_over", "The game is over. Take that back first, then scan again.")
    elif len(cards) == 1:
        found = _one(state, seat, cards[0], apply)
    else:
        found = _several(state, seat, cards, apply)
    found = still_missing(found, _lying(veil(state, seat)), {one.code: one.card for one in cards})
    return replace(found, problems=(*found.problems, *problems))


def _lying(state: State) -> Iterator[tuple[Lying, ...]]:
    """Each seat's supply, as far as somebody told it, and the dragons of a combat."""
    for own in state.seats:
        yield _named((slot.card, slot.code) for slot in own.supply if slot.shows)
    clash = state.clash
    if clash is not None:
        fighters = (*on_field(clash), *clash.joining)
        yield _named((part.card, part.code) for one in fighters for part in one.parts)


def _named(cards: Iterable[tuple[str, str]]) -> tuple[Lying, ...]:
    return tuple(Lying(card, name_of(card), code) for card, code in cards if card)


def _several(state: State, seat: Seat, cards: tuple[Seen, ...], apply: Apply) -> Reading:
    kinds = {one.kind for one in cards}
    if kinds == {"coin"} and state.phase == "market" and seat == state.active:
        return market_scans.payment_of(state, seat, cards, apply)
    supply = set(in_supply(state.seats[seat].faction))
    if state.phase not in ("setup",) and all(one.card in supply for one in cards):
        return market_scans.supply_of(state, seat, cards, apply)
    if state.phase == "setup" and kinds <= {"legendary", "identity"}:
        return problem("one_at_a_time", "Scan one of them: the summoner you play, or the legendary you keep.")
    names = ", ".join(name_of(one.card) for one in cards[:4])
    return problem("not_now", say("{names}: together they mean nothing now. Scan one at a time.", names=names))


def _one(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    if state.phase == "setup":
        return _setup(state, seat, one, apply)
    found = known(one.card)
    if found.kind == "identity":
        return _identity(state, seat, one)
    if found.kind == "quest":
        ready = [c for c in offers.choices(state, seat) if isinstance(c.event, Quest)]
        if not ready:
            return problem(
                "quest_done",
                say("{name}: no cube of {who} can move up now.", name=found.name, who=person(seat)),
                one.card,
            )
        return Reading(choices=tuple(ready), summary="Which quest?")
    if state.clash is not None:
        return battle_scans.in_combat(state, state.clash, seat, one=one, apply=apply)
    if found.faction == "token":
        return market_scans.token(state, seat, one, apply)
    if found.kind == "coin":
        return market_scans.coin(state, seat, one, apply)
    return market_scans.at_market(state, seat, one, apply)


def _setup(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    found = known(one.card)
    if found.kind == "identity":
        event: Event = ChooseSummoner(found.faction, seat=seat)
        return tried(state, event, say("Summoner: {name}", name=found.name), apply)
    if found.kind == "legendary":
        return tried(state, ChooseLegendary(one.card, seat=seat), say("{name}, for you alone", name=found.name), apply)
    return problem("phase", "The game has not begun. Scan your identity card, then your legendary.", one.card)


def _identity(state: State, seat: Seat, one: Seen) -> Reading:
    """The side that is up: back from a K.O. the table turns it itself, so this is a correction."""
    stage = 1 if deck().by_id[one.card]["side"] == "front" else 2
    owner = next((n for n, own in enumerate(state.seats) if own.faction == known(one.card).faction), seat)
    if state.seats[owner].health.stage == stage:
        return problem(
            "known", say("{owner} is in stage {stage} by our count, too.", owner=person(owner), stage=stage), one.card
        )
    event = SetHealth(stage, seat=owner, override=True)
    label = say("{owner} is in stage {stage}", owner=person(owner), stage=stage)
    return Reading(choices=(Choice(label, event, correction=True, why=book.ENRAGED),), summary=name_of(one.card))
