"""The screens of Gilfate Fantasy in the shared vocabulary: a seat's phone, or (viewer None) the middle of the table.

Everything is drawn from the veiled table, so a screen cannot show what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.games.gilfate import banners, book, offers, rounds, tally
from rules.games.gilfate.blankdeck import chance
from rules.games.gilfate.cardbook import attack, face_of, name_of
from rules.games.gilfate.fronts import cost_now, threshold
from rules.games.gilfate.knockout import FOUR
from rules.games.gilfate.prompts import prompts
from rules.games.gilfate.secrets import veil
from rules.games.gilfate.state import Held, Pending, State, counts_points, house_rules, rounds_to_play
from rules.games.gilfate.turns import hidden_hands
from rules.games.gilfate.wording import plain
from rules.table import Seat
from rules.text import say
from rules.view import (
    Block,
    CardRow,
    CardView,
    Checklist,
    Counter,
    Meter,
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

TITLE = "Gilfate Fantasy"
LAST_CARDS = 5
"""From here on the countdown of the blank deck is an alarm."""
IN_TURN = ("start", "pick", "play", "end")


def view(state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen: what is asked, the ring of players with their bombs, the deck, the own hand."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    seen = veil(state, viewer)
    blocks: list[Block] = [banners.banner(seen, viewer)]
    if seen.phase in IN_TURN:
        blocks.append(_steps(seen))
    rows = tuple(_row(seen, seat, viewer) for seat in range(seen.players))
    blocks.append(Players(rows, banners.way(seen)))
    blocks += _table(seen)
    blocks += _todos(seen)
    if viewer is not None:
        blocks += _own(seen, viewer)
    if seen.phase in IN_TURN:
        blocks += _decks(seen)
    blocks += _scores(seen, viewer)
    return View(
        TITLE,
        tuple(blocks),
        prompts=tuple(prompts(seen, viewer)),
        house_rules=house_rules(seen),
        over=seen.phase == "over",
    )


def _steps(state: State) -> PhaseList:
    pending = state.pending
    if state.phase in ("start", "pick"):
        now = 0
    elif pending is not None and pending.step in ("pay", "declare"):
        now = 2
    elif pending is not None:
        now = 3
    else:
        now = 4 if state.phase == "end" else 1
    labels = ("Begin", "Play a card", "Pay", "Answers and effect", "End")
    words: tuple[Progress, ...] = tuple("done" if n < now else "now" if n == now else "todo" for n in range(5))
    return PhaseList(tuple(Step(label, word) for label, word in zip(labels, words, strict=True)))


def _row(state: State, seat: Seat, viewer: Seat | None) -> PlayerRow:
    player = state.seats[seat]
    cards = tuple(
        CardView(one.uid, name_of(one.card), face_of(one.card).suit, str(attack(one.card).number), rested=one.used)
        for one in player.front
    )
    limit = threshold(player)
    meters: list[Meter | Track | Counter] = [Track("Bombs", player.bombs, max(limit, player.bombs), "bomb")]
    if player.explosions:
        meters.append(Track("Explosions", player.explosions, player.explosions, "explosion"))
    if state.version == "knockout":
        meters.append(Track("Survival", state.survival[seat], rounds.POINTS_TO_WIN, "quest"))
    status, tone = _status(state, seat, viewer)
    asked = _waits_for(state)
    points = _points(state, seat, viewer)
    return PlayerRow(
        seat,
        cards,
        points=points,
        ready=None if asked is None else seat not in asked,
        status=status,
        tone=tone,
        meters=tuple(meters),
    )


def _waits_for(state: State) -> tuple[Seat, ...] | None:
    if state.phase in IN_TURN:
        return (banners.asked(state),)
    if state.phase == "setup" and state.secret_bombs:
        return tuple(seat for seat, one in enumerate(state.seats) if not one.added)
    return hidden_hands(state) if state.phase == "count" and counts_points(state) else None


def _points(state: State, seat: Seat, viewer: Seat | None) -> int | None:
    if state.phase == "over":
        return tally.totals(state)[seat]
    if not counts_points(state):
        return None
    if state.phase == "count":
        return tally.round_of(state, seat).total if state.seats[seat].shown is not None else None
    if seat == viewer and state.phase in IN_TURN:
        return tally.round_of(state, seat, tally.known(state, seat)).total
    return None


def _status(state: State, seat: Seat, viewer: Seat | None) -> tuple[str, Tone]:
    player = state.seats[seat]
    cards = say("{hand} card{s}", hand=player.hand, s="" if player.hand == 1 else "s")
    if state.phase == "count" or state.phase == "over":
        return ("out of the round" if player.out else ""), "calm"
    if player.out:
        return "out of the round", "calm"
    if state.version == "knockout" and player.bombs == threshold(player) - 1:
        proof = " · no explosion takes them out" if FOUR in (one.card for one in player.front) else ""
        return say("{cards} · the next bomb knocks out{proof}", cards=cards, proof=proof), "alarm"
    sheltered = " · explosion-proof this turn" if player.shielded else ""
    act: Tone = "act" if state.phase in IN_TURN and seat == state.active else "calm"
    return cards + sheltered, act


def _table(state: State) -> Iterator[Block]:
    """The card on the table and its answers, each with whether it counts as things stand."""
    pending = state.pending
    if pending is None:
        return
    cancelled = len(pending.answers) % 2 == 1
    about = face_of(pending.card)
    badges = (("COST", str(pending.cost)),) if not pending.active else ()
    cards = [
        CardView(
            "table",
            name_of(pending.card),
            suit=about.suit,
            value=str(attack(pending.card).number),
            detail=plain(about.text),
            badges=badges,
            rested=cancelled,
            marked=not cancelled,
        )
    ]
    for n, one in enumerate(pending.answers, 1):
        stands = (len(pending.answers) - n) % 2 == 0
        told = face_of(one.card)
        detail = f"{person(one.by)}: {plain(told.text)}"
        number = str(attack(one.card).number)
        cards.append(
            CardView(
                f"a{n}",
                name_of(one.card),
                suit=told.suit,
                value=number,
                detail=detail,
                rested=not stands,
                marked=stands,
            )
        )
    yield CardRow(
        say("On the table: {by} · {aim}", by=person(pending.by), aim=_aim(state, pending)), tuple(cards), pending.by
    )
    if pending.step in ("answer", "act") and not cancelled:
        yield Reminder(plain(about.text), book.EFFECT)


def _aim(state: State, pending: Pending) -> str:
    said = {
        "pay": say("costs {cost}", cost=pending.cost),
        "declare": "to be aimed",
        "answer": "open to answers",
        "act": "happens",
        "draw": say("{drawer} draws {amount}", drawer=person(pending.drawer), amount=pending.amount),
    }[pending.step]
    if pending.target is not None and pending.step != "draw":
        said += say(", against {target}", target=person(pending.target))
    if pending.number is not None:
        said += say(", number {number}", number=pending.number)
    if pending.card == "6b" and pending.option:
        said += say(", guess: {option}", option=pending.option)
    return said


def _decks(state: State) -> Iterator[Block]:
    """The countdown of the blank deck with the odds of a bomb, and what everybody can count."""
    blank = state.blank
    bombs = str(blank.bombs_most)
    if blank.bombs_least != blank.bombs_most:
        bombs = say("{bombs_least} to {bombs_most}", bombs_least=blank.bombs_least, bombs_most=blank.bombs_most)
    known = say("On top: {words}", words=", ".join(blank.top)) if blank.top else ""
    last = blank.left <= LAST_CARDS or "explosion" in blank.top[:1]
    yield Meter("Blank deck", blank.left, max(blank.full, blank.left), alarm=last, detail=known)
    risk = chance(blank)[1]
    detail = say(
        "{odds} · a bomb in the next 3: {odds2} · in 5: {odds3}",
        odds=banners.odds(state, 1),
        odds2=banners.odds(state, 3),
        odds3=banners.odds(state, 5),
    )
    yield Meter("Next card a bomb, in 100", round(100 * risk), 100, alarm=risk >= Fraction(1, 3), detail=detail)
    yield Counter("Bombs in it", blank.bombs_most, "" if bombs.isdigit() else bombs)
    if blank.explosions:
        yield Counter("Explosions in it", blank.explosions, "at the bottom" if blank.bottom else "")
    if state.version != "all_cards":
        yield Counter("Attack cards left", state.attack_left)
    yield Counter("Discarded", len(state.discard), "open")
    if state.discard:
        latest = tuple(_face_up(f"d{n}", one) for n, one in enumerate(state.discard[-6:]))
        yield CardRow("Discarded last", latest)


def _face_up(uid: str, one: Held) -> CardView:
    about = face_of(one.card)
    return CardView(
        uid, name_of(one.card), suit=about.suit, value=str(attack(one.card).number), detail=plain(about.text)
    )


def _todos(state: State) -> Iterator[Block]:
    items = tuple((f"{person(one.seat)}: {offers.todo_label(one.what)}", one.done) for one in state.todos)
    if items:
        yield Checklist("To do by hand", items)
    looks = any(one.what in ("look5", "look3", "numbers") for one in state.todos)
    if looks:
        text = "Everybody looks." if state.house.show_looks else "Only the player who looks sees it."
        yield Reminder(text, book.LOOKS)
    if state.phase == "setup":
        yield from _piles(state)


def _piles(state: State) -> Iterator[Block]:
    blank = state.blank
    bombs = (
        say("{bombs_most} bombs", bombs_most=blank.bombs_most)
        if blank.bombs_least == blank.bombs_most
        else "the secret mix of bombs"
    )
    last = ", the explosion at the very bottom" if blank.explosions == 1 else ""
    last = (
        say(", {explosions} explosions at the very bottom", explosions=blank.explosions)
        if blank.explosions > 1
        else last
    )
    yield Reminder(
        say(
            "Blank deck: {left} cards with {bombs}{last}. Hand: {hand} each.",
            left=blank.left,
            bombs=bombs,
            last=last,
            hand=state.seats[0].hand,
        ),
        book.SETUP,
    )
    if state.secret_bombs:
        text = say(
            "Mix {bombs_most} bombs, 3 blanks and everybody's card; {bombs_most} of them go in.",
            bombs_most=blank.bombs_most,
        )
        yield Reminder(text, book.SECRET)


def _own(state: State, seat: Seat) -> Iterator[Block]:
    """The noted hand as it would be laid out, dearest worry last."""
    player = state.seats[seat]
    held = tally.known(state, seat)
    if state.phase not in IN_TURN and state.phase != "count":
        return
    if not held:
        empty = "Nothing noted. Photograph your hand: only you see it." if player.shown is None else "No cards left."
        yield CardRow("Your hand", (), seat, empty)
        return
    laid = tally.round_of(state, seat, held).melds
    groups = [(say("Run of {count}", count=len(run)), run) for run in laid.runs]
    groups += [(say("Set of {count}", count=len(one)), one) for one in laid.sets]
    known = (
        say("{count} of {hand} known", count=len(held), hand=player.hand)
        if len(held) != player.hand
        else say("{count} cards", count=len(held))
    )
    cards: list[CardView] = []
    for n, (label, group) in enumerate(groups, 1):
        cards += [_in_hand(state, seat, card.id, uid=f"m{n}.{i}", group=label) for i, card in enumerate(group)]
    cards += [_in_hand(state, seat, card.id, uid=f"l{i}", group="") for i, card in enumerate(laid.left)]
    yield CardRow(say("Your hand · {known}", known=known), tuple(cards), seat)


def _in_hand(state: State, seat: Seat, card: str, uid: str, group: str) -> CardView:
    about = face_of(card)
    cost = cost_now(state, seat, card).cost
    badges: tuple[tuple[str, str], ...] = (
        (("", group),) if group else (("COUNTS", str(_left_counts(state, card, cost))),)
    )
    if cost != attack(card).cost:
        badges = (*badges, ("COSTS", str(cost)))
    return CardView(
        uid, name_of(card), suit=about.suit, value=str(attack(card).number), detail=plain(about.text), badges=badges
    )


def _left_counts(state: State, card: str, cost: int) -> int:
    """What a card left over counts, by the table's own rule (GF-R5)."""
    return cost if state.house.use_current_cost else attack(card).cost


def _scores(state: State, viewer: Seat | None) -> Iterator[Block]:
    if state.phase == "over":
        yield Scores(tally.sheet(state), "Final points")
        return
    if state.phase == "count" and counts_points(state):
        yield Scores(tally.round_sheet(state), "This round")
    elif state.phase in IN_TURN and viewer is not None and counts_points(state):
        yield Scores(tally.own_sheet(state, viewer), "If it ended now")
    if state.records:
        target = rounds_to_play(state)
        of = (
            say("round {count} of {target}", count=len(state.records), target=target)
            if target
            else say("after round {count}", count=len(state.records))
        )
        yield Scores(tally.sheet(state), say("The match, {of}", of=of))
