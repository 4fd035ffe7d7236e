"""What Dragoborne asks a seat now: the prompts of its screen."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.dragoborne import book, field, offers, setting, settle, turn
from rules.games.dragoborne.attack_words import attack_text, attack_title, card_name
from rules.games.dragoborne.cardbook import kind
from rules.games.dragoborne.papers import banners
from rules.games.dragoborne.state import State, ask_of, shields
from rules.games.dragoborne.wording import plural
from rules.table import Seat
from rules.text import say
from rules.view import Prompt


def prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    """What the viewer is asked."""
    if viewer is None:
        return
    if state.phase == "setup":
        yield from _setup_prompts(state, viewer)
    if state.phase == "audit" and any(one.ambush for one in state.sides[viewer].forts):
        detail = "Turn them up; nothing changes the result any more."
        yield Prompt(offers.AUDIT_KEY, "Show your ambushes", detail, book.AUDIT)
    if state.phase in ("main", "combat"):
        yield from _combat_prompts(state, viewer)
    if state.active == viewer:
        yield from _turn_prompts(state, viewer)


def _setup_prompts(state: State, viewer: Seat) -> Iterator[Prompt]:
    side = state.sides[viewer]
    if not side.deck_name:
        yield Prompt(offers.DECK_KEY, "Which deck do you play?", _scanned(state, viewer), book.DECK)
    elif not side.laid and not banners(side):
        detail = "Face down, from your left. They stay there all game, and only you see this."
        yield Prompt(offers.BANNERS_KEY, "Place your banners", detail, book.BANNERS)
    elif not side.laid:
        detail = "Five cards in hand; exchange any of them once. Then two cards at each fort, unseen."
        yield Prompt(offers.LAY_KEY, "Your hand and your barriers", detail, book.BARRIERS)
    if state.active is None:
        yield Prompt(offers.STARTER_KEY, "Who takes the first turn?", "The higher die, for instance.", book.STARTER)


def _scanned(state: State, viewer: Seat) -> str:
    """What is known of a deck being scanned, for its owner alone."""
    side = state.sides[viewer]
    if not side.listed:
        return "Choose one, or photograph the cards of your own; many in one picture."
    cards = sum(kind(one.card) != "banner" for one in side.listed)
    flags = len(side.listed) - cards
    wrong = setting.problems(side)
    read = say("{cards} and {banners} read.", cards=plural(cards, "card"), banners=plural(flags, "banner"))
    return (
        " ".join([read, *(one.text for one in wrong)]) if wrong else say("{read} This deck may be played.", read=read)
    )


def _combat_prompts(state: State, viewer: Seat) -> Iterator[Prompt]:
    ask, clash = ask_of(state), state.clash
    if ask is not None:
        if ask.seat == viewer:
            yield _question(ask.kind, ask.fort, card_name(ask.card), ask.origin)
        return
    if clash is None:
        return
    title = attack_title(state, clash)
    standing = shields(state.sides[clash.defender], clash.fort) if clash.fort else ()
    may = field.blockers(state, clash) if clash.stage == "declared" else ()
    if clash.stage == "declared" and not clash.assassin and (len(standing) > 1 or (may and not standing)):
        if viewer == clash.defender:
            detail = "Which dragoshield blocks?" if standing else "A creature that blocks rests."
            yield Prompt(offers.BLOCK_KEY, title, detail, book.SEVERAL if standing else book.DEFEND)
        return
    yield Prompt(offers.DAMAGE_KEY, title, attack_text(state, clash), book.TRIGGERS)


def _question(what: str, number: str, title: str, origin: str) -> Prompt:
    match what:
        case "burst":
            detail = "Look at the top barrier, unseen by the other. A fort burst may be used."
            return Prompt(offers.BURST_KEY, say("Fort {number} loses a barrier", number=number), detail, book.BURST)
        case "goes":
            why = book.BURST_GOES if origin == "barrier" else book.AMBUSH_GOES
            return Prompt(offers.GOES_KEY, say("{title}: where does it go?", title=title), "Its text may say.", why)
    return Prompt(
        offers.ROOM_KEY,
        say("Who leaves fort {number} for {title}?", number=number, title=title),
        "It is not destroyed.",
        turn.CROWDED,
    )


def _turn_prompts(state: State, viewer: Seat) -> Iterator[Prompt]:
    match state.phase:
        case "dice":
            detail = "All three, also those on shields and creatures and those destroyed."
            yield Prompt(offers.ROLL_KEY, "Stand your cards and roll", detail, book.STAND)
        case "draw":
            yield Prompt(
                offers.DRAW_KEY, "Draw a card", say("{deck} in the deck.", deck=state.sides[viewer].deck), book.DRAW
            )
        case "resource":
            detail = "Turn up the top card of your deck; scan it, or say its colour."
            yield Prompt(offers.RESOURCE_KEY, "A resource?", detail, book.RESOURCE)
        case "end" if settle.due_discard(state):
            count = plural(settle.due_discard(state), "card")
            detail = say("You hold {hand}, and seven is the limit.", hand=state.sides[viewer].hand)
            yield Prompt(offers.DISCARD_KEY, say("Discard {count}", count=count), detail, book.LIMIT)
