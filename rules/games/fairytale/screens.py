"""The screens of Fairy Tale in the shared vocabulary: for a seat's phone, or (viewer None) the middle of the table.

Everything is drawn from the veiled table, so a screen cannot show what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules import games
from rules.game_protocol import Seat
from rules.games.fairytale import citations as cite
from rules.games.fairytale import effects, stage_plan
from rules.games.fairytale.corrections import READ_KEY
from rules.games.fairytale.deck import UNFLIP, plain, points_word, suit
from rules.games.fairytale.house_rules import said
from rules.games.fairytale.play import PLACE_KEY, TURN_KEY, choose_key, duty_title, name_key, placed_forecast
from rules.games.fairytale.score import own_points, own_sheet, sheet
from rules.games.fairytale.stage_plan import TABLEAU_MAX
from rules.games.fairytale.stages_and_draft import hand_is_noted
from rules.games.fairytale.state import (
    Laid,
    Noted,
    Placed,
    State,
    card_called,
    card_of,
    card_spot,
    deck_in_use,
    deck_left,
    face_of,
    find,
    hand_spot,
    missing,
    moment,
    now,
    open_duties,
    resolving,
    seat_spot,
    uncounted,
    unnamed,
    veil,
)
from rules.text import first_lower, listed, say
from rules.view import (
    Banner,
    Block,
    CardRow,
    CardView,
    Checklist,
    Counter,
    PhaseList,
    PlayerRow,
    Players,
    Progress,
    Prompt,
    Reminder,
    Scores,
    Step,
    Tone,
    View,
    person,
)

TITLE = "Fairy Tale"


def view(state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    seen = veil(state, viewer)
    blocks: list[Block] = [_banner(seen, viewer)]
    if state.mode == "play":
        blocks.append(_phases(seen))
    blocks.append(Players(tuple(_row(seen, seat, viewer) for seat in range(state.players)), now(seen).side or ""))
    if viewer is not None:
        blocks += _own(seen, viewer)
    blocks += _reveal(seen, viewer)
    blocks += _reminders(seen)
    if state.mode == "play":
        blocks += _piles(seen)
    blocks += _scores(seen, viewer)
    rules = (*games.played_with("fairytale", state.decks), *said(state.house, state.players))
    return View(TITLE, tuple(blocks), prompts=tuple(_prompts(seen, viewer)), house_rules=rules, over=state.over)


def _banner(state: State, viewer: Seat | None) -> Banner:
    """The largest thing on the screen: what the table does next."""
    stage = now(state)
    title = say("Stage {number} · {title}", number=stage.number, title=stage.title)
    match moment(state):
        case "draft":
            # The picks are counted only where somebody counts them.
            counted = f"{state.pick}/{stage_plan.HAND}" if state.pick > 1 else ""
            return Banner(title, _passing(state, viewer), tone="act", arrow=stage.side or "", big=counted)
        case "select":
            waiting = list(missing(state))
            mine = viewer in waiting or viewer in state.opening
            text = say("Waiting for {people}.", people=_people(waiting))
            if mine:
                noted = viewer is not None and bool(state.noted[viewer])
                text = "Tap the card you place." if noted else "Place one card face down."
            if state.opening:
                text = "The placed cards are turned over. Turn yours over." if viewer in state.opening else text
            if viewer is None and len(waiting) == state.players - len({*state.away, *state.no_hand}):
                text = "Everybody places one card face down."
            return Banner(title, text, "act" if mine else "calm", big=f"{state.played + 1}/{stage_plan.PLAYS}")
        case "resolve":
            asked = sorted({seat for seat in range(state.players) if _asked(state, seat)})
            mine = viewer in asked
            text = (
                "Your answer is needed."
                if mine
                else say("{people} {word} choosing.", people=_people(asked), word="is" if len(asked) == 1 else "are")
            )
            return Banner(title, text, "act" if mine else "calm", big=f"{min(state.played + 1, 3)}/{stage_plan.PLAYS}")
        case "closed":
            text = "Discard the two cards left in each hand, face down."
            return Banner(say("{title} is over", title=title), text, "act")
        case "score":
            return _scoring_banner(state)
    winners = sheet(state).winners
    points = sheet(state).seats[winners[0]].total if winners else 0
    won = "{people} wins" if len(winners) == 1 else "{people} share the win"
    return Banner(
        say(won, people=_people(list(winners))) if winners else "The end", "The points stand.", "good", big=str(points)
    )


def _scoring_banner(state: State) -> Banner:
    if state.mode == "score":
        text = "Photograph the cards in front of each player. Face-down cards may stay as they lie."
        return Banner("Points", text, "act")
    text = "Photograph your tableau to check it; face-down cards may stay as they lie."
    return Banner(say("Stage {last} · Points", last=stage_plan.LAST), text, "act")


def _passing(state: State, viewer: Seat | None) -> str:
    side = now(state).side or "left"
    if viewer in state.no_hand:
        return "You have no cards in this round; you are dealt some in the next draft."
    deal = "Deal five each. " if state.pick == 1 else ""
    if state.pick == stage_plan.HAND:
        return "Keep the last card: now everybody has five."
    to = (
        say("to {receiver}, ", receiver=person(stage_plan.receiver(viewer, state.players, side, state.no_hand)))
        if viewer is not None
        else ""
    )
    return say("{deal}Keep one, pass the rest {to}to the {side}.", deal=deal, to=to, side=side)


def _people(seats: list[Seat]) -> str:
    return listed(map(person, seats))


def _asked(state: State, seat: Seat) -> bool:
    """Whether the seat has something to answer before the reveal goes on."""
    if seat in state.away:
        return False
    return bool(unnamed(state, seat)) or any(duty.need.seat == seat for duty in open_duties(state))


def _phases(state: State) -> PhaseList:
    steps = []
    for number in range(1, stage_plan.LAST + 1):
        progress: Progress = (
            "done" if number < state.stage or state.over else "now" if number == state.stage else "todo"
        )
        share = 0.0
        if progress == "now":
            share = {
                "draft": (state.pick - 1) / stage_plan.HAND,
                "play": min(1.0, state.played / stage_plan.PLAYS),
            }.get(stage_plan.stage(number).kind, 0.0)
        steps.append(Step(stage_plan.stage(number).title, progress, share))
    return PhaseList(tuple(steps))


def _row(state: State, seat: Seat, viewer: Seat | None) -> PlayerRow:
    # One's own cards lie large below.
    cards = tuple(card_view(state, laid) for laid in state.tableaus[seat]) if seat != viewer else ()
    points: int | None = None
    if state.stage == stage_plan.LAST:
        points = sheet(state, viewer).seats[seat].total
    elif seat == viewer and state.tableaus[seat]:
        points = own_sheet(state, seat).seats[0].total
    ready: bool | None = None
    status = ""
    what = moment(state)
    if what == "select":
        ready = seat not in missing(state) and seat not in state.opening
        status = "choosing a card" if seat in missing(state) else "card placed"
        if seat in state.opening:
            status = "turning the card over"
        if seat in state.no_hand:
            ready, status = None, "joins in with the next draft"
    elif what == "draft" and viewer is None and state.pick < stage_plan.HAND and seat not in state.no_hand:
        to = stage_plan.receiver(seat, state.players, now(state).side or "left", state.no_hand)
        status = say("passes to {receiver}", receiver=person(to)) if to != seat else ""
    elif what == "resolve":
        ready = not _asked(state, seat)
        status = "" if ready else "choosing"
    elif what in ("score", "over") and state.tableaus[seat]:
        up = sum(1 for laid in state.tableaus[seat] if laid.up)
        status = say("{up} of {count} face up", up=up, count=len(state.tableaus[seat]))
    if seat in state.away and not state.over:
        ready, status = None, "has left"
    act = ready is False and seat == viewer
    tone: Tone = "act" if act else "calm"
    return PlayerRow(seat, cards, points=points, ready=ready, status=status, tone=tone, spot=seat_spot(seat))


def card_view(state: State, laid: Laid | Placed, up: bool | None = None) -> CardView:
    """A card of the veiled table; one nobody may know is a bare back."""
    lies_up = (laid.up if isinstance(laid, Laid) else False) if up is None else up
    marked = state.turning is not None and laid.uid in state.turning.uids
    return _drawn(laid.uid, laid.card, lies_up, marked)


@lru_cache(maxsize=4096)
def _drawn(uid: str, card_id: str | None, lies_up: bool, marked: bool) -> CardView:
    spot = card_spot(uid)
    if card_id is None:
        return CardView(uid, up=lies_up, marked=marked and lies_up, spot=spot)
    card, about = card_called(card_id), face_of(card_id)
    return CardView(
        uid, card.name, suit=suit(card), value=about.value, detail=plain(about.text), up=lies_up, marked=marked,
        spot=spot
    )  # fmt: skip


def _reveal(state: State, viewer: Seat | None) -> Iterator[Block]:
    """What the latest reveal did and still does, in order."""
    turning = state.turning
    if turning is None:
        return
    items: list[tuple[str, bool]] = [(_met(state, met), True) for met in turning.met]
    for seat in range(state.players):
        if unnamed(state, seat):
            items.append((say("{who} says which card it is", who=person(seat)), False))
    for duty in open_duties(state):
        title = first_lower(duty_title(duty))
        items.append((say("{who} chooses: {title}", who=person(duty.need.seat), title=title), False))
    if items:
        yield Checklist("Effects of this reveal", tuple(items))
    elif not resolving(state) and viewer is None:
        yield Checklist("Effects of this reveal", (("No effects", True),))


def _met(state: State, met: effects.Met) -> str:
    need = met.need
    side = "up" if need.verb == UNFLIP else "down"
    kind = say("{faction} card", faction=need.faction) if need.faction else "card"
    if not met.uids and met.chosen:
        return say("{who} turned no {kind} face {side}", who=person(need.seat), kind=kind, side=side)
    if not met.uids:
        lying = "face-down" if need.verb == UNFLIP else "face-up"
        return say("{who} has no {lying} {kind} to turn", who=person(need.seat), lying=lying, kind=kind)
    names = []
    for uid in met.uids:
        laid = find(state, need.seat, uid)
        card = card_of(laid) if laid is not None else None
        names.append(card.name if card is not None else say("a {kind}", kind=kind))
    return say("{who} turned {words} face {side}", who=person(need.seat), words=listed(names), side=side)


def _reminders(state: State) -> Iterator[Block]:
    """What cards ask to be done by hand, each with a tick."""
    items = []
    for one in state.reminders:
        laid = find(state, one.seat, one.uid)
        card = card_of(laid) if laid is not None else None
        if card is not None:
            text = say("{who}, {card}: {text}", who=person(one.seat), card=card.name, text=plain(card.text))
            items.append((text, one.done))
    if items:
        yield Checklist("To do by hand", tuple(items))
    if state.mode == "play" and state.stage == 1 and state.pick == 1:
        size = deck_in_use(state).size
        box = (
            "All 110 cards are shuffled together."
            if state.house.expert
            else "The 30 cards marked Expert stay in the box."
        )
        yield Reminder(say("This table plays with {size} cards. {box}", size=size, box=box), cite.SETUP)


def _own(state: State, seat: Seat) -> Iterator[Block]:
    """The hand, then the row in front; the row first where a card of it is asked for."""
    hand, row = tuple(_own_hand(state, seat)), tuple(_own_row(state, seat))
    yield from (*row, *hand) if _asked(state, seat) else (*hand, *row)


def _own_row(state: State, seat: Seat) -> Iterator[Block]:
    placed = state.placed[seat]
    if state.tableaus[seat] or placed is not None:
        cards = tuple(card_view(state, laid) for laid in state.tableaus[seat])
        cards += (card_view(state, placed),) if placed is not None else ()
        points = points_word(own_points(state, seat))
        yield CardRow(say("In front of you · {points}", points=points), cards, seat)


def _own_hand(state: State, seat: Seat) -> Iterator[Block]:
    if state.noted[seat]:
        noted = tuple(_in_hand(state, seat, n, one) for n, one in enumerate(state.noted[seat]))
        yield CardRow("Your hand", noted, seat, secret=True)
    elif moment(state) == "draft" and seat not in state.no_hand:
        text = "Photograph your five cards once you have them: only you see them, and a tap places one."
        yield CardRow("Your hand", (), seat, text)
    elif moment(state) in ("select", "closed") and seat not in (*missing(state), *state.no_hand):
        yield CardRow("Your hand", (), seat, "Nothing noted. Photograph your hand: only you see it.")


def _in_hand(state: State, seat: Seat, place: int, noted: Noted) -> CardView:
    about = face_of(noted.card)
    badges = (("", placed_forecast(state, seat, noted.card)),) if len(state.tableaus[seat]) < TABLEAU_MAX else ()
    return CardView(
        f"n{place}", about.title, suit=about.suit, value=about.value, detail=plain(about.text), badges=badges,
        spot=hand_spot(place)
    )  # fmt: skip


def _piles(state: State) -> Iterator[Block]:
    if state.stage < stage_plan.LAST:
        yield Counter("Deck", deck_left(state))
        yield Counter("Discard pile", state.discarded, "nobody looks")


def _scores(state: State, viewer: Seat | None) -> Iterator[Block]:
    if state.stage == stage_plan.LAST:
        if any(state.tableaus):
            yield Scores(sheet(state, viewer), "Final points" if state.over else "Points")
    elif viewer is not None and state.tableaus[viewer]:
        yield Scores(own_sheet(state, viewer), "If the game ended now")


def _prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    """What the viewer is asked; nobody is told another's candidates."""
    if viewer is None:
        return
    for laid in (*unnamed(state, viewer), *uncounted(state, viewer)):
        where = "You turned a card over" if laid.up else "One of your cards is face down"
        detail = say("{where}. Photograph it, or find it by name.", where=where)
        yield Prompt(name_key(laid.uid), "Which card is it?", detail, cite.PLACE if laid.up else cite.COUNTED_ALL)
    what = moment(state)
    if what == "select" and viewer in state.opening:
        detail = say("{people} has placed none, and nobody waits for that.", people=_people(list(missing(state))))
        yield Prompt(TURN_KEY, "Turn your card over", detail, cite.OPENING)
    room = len(state.tableaus[viewer]) < stage_plan.TABLEAU_MAX
    if what == "select" and viewer in missing(state) and room and not hand_is_noted(state, viewer):
        yield Prompt(
            PLACE_KEY,
            "Place a card",
            "Tap it in your hand, photograph it, or find it by name. Nobody else sees which one it is.",
            cite.PLACE,
        )
    if what == "score" and state.mode == "score":
        title = say("The cards of {who}", who=person(viewer))
        yield Prompt(READ_KEY, title, "One photo of them all, or one card after the other.", cite.POINTS)
    for duty in open_duties(state):
        if duty.need.seat == viewer:
            yield Prompt(choose_key(duty), duty_title(duty), _because(state, duty), cite.OWN)


def _because(state: State, duty: effects.Duty) -> str:
    """Whose cards ask for it."""
    turning = state.turning
    names: list[str] = []
    for one in turning.fired if turning is not None else ():
        effect = one.effect
        hit = effect.verb == duty.need.verb and effect.faction == duty.need.faction
        if hit and (effect.who == "all" or one.seat == duty.need.seat):
            laid = find(state, one.seat, one.uid)
            card = card_of(laid) if laid is not None else None
            names.append(say("{who}'s {word}", who=person(one.seat), word=card.name if card is not None else "card"))
    how = "Tap one of your marked cards." if duty.low == duty.high == 1 else "The choice is yours."
    return say("{words}. {how}", words=listed(names), how=how) if names else how
