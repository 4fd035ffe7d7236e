"""The screens of Dragoborne in the shared vocabulary: a seat's phone, or (viewer None) the table screen.

Everything is drawn from the veiled table, so a screen cannot show what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.dragoborne import boards, book, tally, texts, turn
from rules.games.dragoborne.attack_words import attack_text, attack_title, card_name, forces
from rules.games.dragoborne.house import said
from rules.games.dragoborne.papers import banners
from rules.games.dragoborne.prompts import prompts
from rules.games.dragoborne.secrets import veil
from rules.games.dragoborne.state import State, ask_of
from rules.games.dragoborne.wording import listed, name, plural
from rules.table import Seat
from rules.text import say
from rules.view import (
    Banner,
    Block,
    Checklist,
    Counter,
    PhaseList,
    PlayerRow,
    Players,
    Progress,
    Reminder,
    Scores,
    Step,
    Tone,
    Track,
    View,
    person,
)

TITLE = "Dragoborne"
_STEPS = ("Stand and roll", "Draw", "Resource", "Main", "Combat", "End")
_AT = {"dice": 0, "draw": 1, "resource": 2, "main": 3, "combat": 4, "end": 5}
LAST_CARDS = 3
"""From here on a deck about to run out is an alarm."""


def view(state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    seen = veil(state, viewer)
    blocks: list[Block] = [_banner(seen, viewer)]
    if seen.phase in _AT:
        blocks.append(_phases(seen))
    near = viewer if viewer is not None else 0
    lines = [boards.forts(seen, 1 - near, viewer, far=True), boards.forts(seen, near, viewer, far=False)]
    # On the table screen the first seat is on the left, as in the figures; on a phone the line at stake comes first.
    blocks += lines[::-1] if viewer is None or _at_stake(seen) == viewer else lines
    blocks.append(boards.home(seen, (near, 1 - near)))
    blocks += _reminders(seen)
    blocks.append(Players(tuple(_row(seen, seat) for seat in range(seen.players))))
    if seen.losers:
        blocks.append(Scores(tally.sheet(seen), "The result"))
    return View(
        TITLE,
        tuple(blocks),
        prompts=tuple(prompts(seen, viewer)),
        house_rules=said(seen.house),
        over=seen.phase == "over",
    )


def _at_stake(state: State) -> Seat | None:
    """Whose forts the table looks at just now: those attacked, or asked about."""
    ask = ask_of(state)
    if ask is not None:
        return ask.seat
    return state.clash.defender if state.clash is not None else None


def _score(state: State, viewer: Seat | None) -> str:
    """Barriers of both: the viewer's own first, at the table the first seat's."""
    first, second = (sum(side.barriers) for side in state.sides)
    return f"{second} : {first}" if viewer == 1 else f"{first} : {second}"


def _banner(state: State, viewer: Seat | None) -> Banner:
    """The largest thing on the screen: what the table does next."""
    match state.phase:
        case "setup":
            waiting = [person(seat) for seat, side in enumerate(state.sides) if not side.laid]
            text = say("Waiting for {listed}.", listed=listed(waiting)) if waiting else "Who takes the first turn?"
            return Banner("Setting up", text, "act")
        case "audit" | "over":
            return _end(state, viewer)
    active = state.active or 0
    mine = viewer == active
    if state.asks or state.clash is not None:
        return _battle(state, viewer)
    title = "Your turn" if mine else say("Turn of {active}", active=person(active))
    text = {
        "dice": "Everything stands. Roll all three dice.",
        "draw": "Draw a card.",
        "resource": "A resource, or none.",
        "main": "Cards, dice, moves; then attacks.",
        "combat": "Attack, or end the turn.",
        "end": say("Discard down to {hand_max} cards.", hand_max=turn.HAND_MAX),
    }[state.phase]
    if state.phase == "main" and state.turn <= state.house.no_combat_turns:
        text = "Cards, dice, moves. No combat yet."
    return Banner(
        title,
        say("Turn {turn}. {text}", turn=state.turn, text=text),
        "act" if mine else "calm",
        big=_score(state, viewer),
    )


def _end(state: State, viewer: Seat | None) -> Banner:
    names = [person(seat) for seat in tally.winners(state)]
    title = say("{listed} wins", listed=listed(names)) if len(names) == 1 else "A draw"
    lost = listed([person(seat) for seat in state.losers])
    why = "had to draw from an empty deck" if state.ending == "deck" else "had no fort left when the turn ended"
    text = f"{lost} {why}."
    if state.phase == "audit":
        text += " Show the ambushes that still lie."
    return Banner(title, text, "good", big=_score(state, viewer))


def _battle(state: State, viewer: Seat | None) -> Banner:
    """An attack, or a question."""
    ask, clash = ask_of(state), state.clash
    if ask is not None:
        mine: Tone = "act" if ask.seat == viewer else "alarm"
        match ask.kind:
            case "burst":
                title = say("Fort {fort} of {who} loses a barrier", fort=ask.fort, who=person(ask.seat))
                return Banner(title, say("{who} looks at it.", who=person(ask.seat)), mine, big=_score(state, viewer))
            case "goes":
                return Banner(
                    say("{card_name} is used", card_name=card_name(ask.card)),
                    say("{who} says where it goes.", who=person(ask.seat)),
                    mine,
                )
        return Banner(
            say("Fort {fort} is full", fort=ask.fort),
            say("{who} says who leaves for {card_name}.", who=person(ask.seat), card_name=card_name(ask.card)),
            mine,
        )
    if clash is None:
        return Banner("Combat")
    tone: Tone = "act" if clash.defender == viewer else "alarm"
    return Banner(attack_title(state, clash), attack_text(state, clash), tone, big=forces(state, clash))


def _phases(state: State) -> PhaseList:
    now = _AT[state.phase]
    words: tuple[Progress, ...] = tuple(
        "done" if n < now else "now" if n == now else "todo" for n in range(len(_STEPS))
    )
    return PhaseList(tuple(Step(label, word) for label, word in zip(_STEPS, words, strict=True)))


def _reminders(state: State) -> Iterator[Block]:
    if state.todo:
        items = tuple((f"{person(one.seat)}, {card_name(one.card)}: {one.text}", one.done) for one in state.todo)
        yield Checklist("Follow the cards", items)
    for seat, side in enumerate(state.sides):
        for one in side.creatures:
            found = texts.ability(one.card)
            if found is not None and found.kind == "continuous" and texts.standing_change(one.card) is None:
                yield Reminder(
                    say("{name} of {who}: {said}", name=name(one), who=person(seat), said=texts.said(found.text)),
                    book.TEXT,
                )
        if state.phase in _AT and sum(side.barriers) == 0:
            yield Reminder(say("{who} has no barrier left and loses when this turn ends.", who=person(seat)), book.LOSS)
        if state.phase in _AT and side.deck == 0:
            yield Reminder(
                say("The deck of {who} is empty: the next card to draw loses the game.", who=person(seat)),
                book.DECK_OUT,
            )


def _row(state: State, seat: Seat) -> PlayerRow:
    side = state.sides[seat]
    total = sum(side.barriers)
    meters = (
        Track("Barriers", total, max(turn.FORTS * turn.BARRIERS_START, total), boards.BARRIER),
        Counter("Hand", side.hand),
        Counter("Deck", side.deck),
    )
    status, tone = _status(state, seat)
    waiting = _waits_for(state)
    return PlayerRow(
        seat, (), points=None, ready=seat not in waiting if waiting else None, status=status, tone=tone, meters=meters
    )


def _waits_for(state: State) -> tuple[Seat, ...]:
    """Whose word the table waits for."""
    ask = ask_of(state)
    if ask is not None:
        return (ask.seat,)
    if state.phase == "setup":
        return tuple(seat for seat, side in enumerate(state.sides) if not side.laid)
    if state.phase == "audit":
        return tuple(seat for seat, side in enumerate(state.sides) if any(one.ambush for one in side.forts))
    if state.clash is not None:
        return (state.clash.defender,)
    return (state.active,) if state.phase in _AT and state.active is not None else ()


def _status(state: State, seat: Seat) -> tuple[str, Tone]:
    side = state.sides[seat]
    if state.phase == "setup":
        if not side.deck_name:
            return "chooses a deck", "calm"
        if len(banners(side)) < turn.BANNERS:
            return "places banners", "calm"
        return ("ready" if side.laid else "lays barriers"), "calm"
    if state.losers:
        return ("lost" if seat in state.losers else "won"), ("alarm" if seat in state.losers else "good")
    if not sum(side.barriers):
        return "no barrier left", "alarm"
    if side.deck <= LAST_CARDS:
        return say("{cards} left to draw", cards=plural(side.deck, "card")), "alarm"
    forts = sum(count > 0 for count in side.barriers)
    return say("{forts} standing", forts=plural(forts, "fort")), "act" if seat == state.active else "calm"
