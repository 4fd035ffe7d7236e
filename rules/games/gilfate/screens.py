"""The screens of Gilfate Fantasy in the shared vocabulary: a seat's phone, or (viewer None) the middle of the table.

Everything is drawn from the veiled table, so a screen cannot show what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.games.gilfate import book, offers, rounds, tally
from rules.games.gilfate.blankdeck import chance
from rules.games.gilfate.cost import HIGH
from rules.games.gilfate.knockout import FOUR
from rules.games.gilfate.state import (
    Held,
    Pending,
    State,
    attack,
    cost_now,
    counts_points,
    due,
    face_of,
    house_rules,
    lap,
    living,
    name_of,
    rounds_to_play,
    threshold,
    veil,
)
from rules.games.gilfate.turns import hidden_hands
from rules.table import Seat
from rules.view import (
    Banner,
    Block,
    CardRow,
    CardView,
    Checklist,
    Counter,
    Direction,
    Meter,
    PhaseList,
    PlayerRow,
    Players,
    Progress,
    Prompt,
    Reminder,
    Scores,
    Step,
    Tone,
    Track,
    View,
    person,
)

TITLE = "Gilfate Fantasy"
ENDED = {
    "blank_deck": "The blank deck is empty.",
    "attack_decks": "The attack decks are empty.",
    "one_left": "One player is left.",
    "empty_hand": "A hand is empty.",
    "by_hand": "Ended by hand.",
}
LAST_CARDS = 5
"""From here on the countdown of the blank deck is an alarm."""
IN_TURN = ("start", "pick", "play", "end")


def view(state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen: what is asked, the ring of players with their bombs, the deck, the own hand."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    seen = veil(state, viewer)
    blocks: list[Block] = [_banner(seen, viewer)]
    if seen.phase in IN_TURN:
        blocks.append(_steps(seen))
    rows = tuple(_row(seen, seat, viewer) for seat in range(seen.players))
    blocks.append(Players(rows, _way(seen)))
    blocks += _table(seen)
    blocks += _todos(seen)
    if viewer is not None:
        blocks += _own(seen, viewer)
    if seen.phase in IN_TURN:
        blocks += _decks(seen)
    blocks += _scores(seen, viewer)
    return View(TITLE, tuple(blocks), tuple(_prompts(seen, viewer)), house_rules(seen), seen.phase == "over")


def _way(state: State) -> Direction:
    if state.mode == "score" or state.phase in ("over", "count"):
        return ""
    return "left" if state.direction == 1 else "right"


def _banner(state: State, viewer: Seat | None) -> Banner:
    """The largest thing on the screen: whose turn, and what they do next."""
    match state.phase:
        case "over":
            return _end(state)
        case "count":
            return _count_banner(state)
        case "setup" | "between":
            return _deal_banner(state, viewer)
    asked = _asked(state)
    mine = viewer == asked
    who = "you" if mine else person(asked)
    title = "Your turn" if viewer == state.active else f"{person(state.active)}'s turn"
    text = f"{_doing(state, who, mine=mine)} Next card a bomb: {_odds(state, 1)}."
    if lap(state).first_round:
        text += " First lap: one bomb at most."
    # On a phone the arrow points to the neighbour who comes next; in the middle of the table the ring itself does.
    arrow = _way(state) if viewer is not None else ""
    return Banner(title, text, "act" if mine else "calm", arrow, str(state.blank.left))


def _asked(state: State) -> Seat:
    """Whose word the table waits for."""
    owed = due(state)
    if owed is not None:
        return owed.seat
    pending = state.pending
    if pending is None:
        return state.active
    if pending.step == "act" and pending.card == "7b" and pending.target is not None:
        return pending.target
    return pending.by


def _doing(state: State, who: str, *, mine: bool) -> str:
    owed, pending = due(state), state.pending
    draws = "draw" if mine else "draws"
    subject = who[0].upper() + who[1:]
    if owed is not None:
        cards = _blanks(owed.amount)
        why = f"{name_of(pending.card)}: " if pending is not None else ""
        return f"{why}{who if why else subject} {draws} {cards}."
    if pending is None:
        return {
            "pick": f"{subject} pick{'' if mine else 's'} two attack cards.",
            "play": f"{subject} play{'' if mine else 's'} one card.",
            "end": f"{subject} end{'' if mine else 's'} the turn.",
        }.get(state.phase, "")
    named = name_of(pending.card)
    return {
        "declare": f"{named}: what for?",
        "answer": f"{named}: does anybody answer?",
        "act": f"{named}: how did it turn out?",
        "draw": f"{named}: the draw is cancelled. Does anybody answer?",
    }.get(pending.step, named)


def _blanks(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'} of the blank deck"


def _people(seats: tuple[Seat, ...]) -> str:
    names = [person(seat) for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 2 else names)


def _end(state: State) -> Banner:
    winners = tally.match_winners(state)
    verb = "wins" if len(winners) == 1 else "share the win"
    total = tally.totals(state)[winners[0]] if winners else 0
    unit = "points" if counts_points(state) else "survival points"
    return Banner(f"{_people(winners)} {verb}", f"With {total} {unit}.", "good", big=str(total))


def _count_banner(state: State) -> Banner:
    if state.mode == "score":
        text = "Bombs, cards in front, and the hand: photograph it or pick its cards."
        return Banner("Points", text, "act")
    title = f"Round {state.round} is over"
    if state.version == "knockout" and not counts_points(state):
        return Banner(title, f"{ENDED[state.ended]} {_people(living(state))}: one survival point each.", "good")
    missing = hidden_hands(state)
    text = f"Waiting for the hand of {_people(missing)}." if missing else "All hands lie open."
    return Banner(title, f"{ENDED[state.ended]} {text}", "act")


def _deal_banner(state: State, viewer: Seat | None) -> Banner:
    number = state.round + (state.phase == "between")
    title = f"Round {number}"
    if state.secret_bombs and state.phase == "setup" and not all(one.added for one in state.seats):
        missing = tuple(seat for seat, one in enumerate(state.seats) if not one.added)
        mine = viewer in missing
        text = "Add a bomb or a blank, unseen." if mine else f"{_people(missing)} still add a secret card."
        return Banner(title, text, "act" if mine else "calm")
    hand = _next_hand(state)
    text = f"Shuffle and deal {hand} attack cards each. Who begins?"
    return Banner(title, text, "act")


def _next_hand(state: State) -> int:
    if state.phase == "setup":
        return state.seats[0].hand
    return rounds.later_hand(state.players, state.version, state.house)


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
    return PlayerRow(seat, cards, points, None if asked is None else seat not in asked, status, tone, tuple(meters))


def _waits_for(state: State) -> tuple[Seat, ...] | None:
    if state.phase in IN_TURN:
        return (_asked(state),)
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
    cards = f"{player.hand} card{'' if player.hand == 1 else 's'}"
    if state.phase == "count" or state.phase == "over":
        return ("out of the round" if player.out else ""), "calm"
    if player.out:
        return "out of the round", "calm"
    if state.version == "knockout" and player.bombs == threshold(player) - 1:
        proof = " · no explosion takes them out" if FOUR in (one.card for one in player.front) else ""
        return f"{cards} · the next bomb knocks out{proof}", "alarm"
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
            about.suit,
            str(attack(pending.card).number),
            _plain(about.text),
            badges=badges,
            rested=cancelled,
            marked=not cancelled,
        )
    ]
    for n, one in enumerate(pending.answers, 1):
        stands = (len(pending.answers) - n) % 2 == 0
        told = face_of(one.card)
        detail = f"{person(one.by)}: {_plain(told.text)}"
        number = str(attack(one.card).number)
        cards.append(CardView(f"a{n}", name_of(one.card), told.suit, number, detail, rested=not stands, marked=stands))
    yield CardRow(f"On the table: {person(pending.by)} · {_aim(state, pending)}", tuple(cards), pending.by)
    if pending.step in ("answer", "act") and not cancelled:
        yield Reminder(_plain(about.text), book.EFFECT)


def _aim(state: State, pending: Pending) -> str:
    said = {
        "pay": f"costs {pending.cost}",
        "declare": "to be aimed",
        "answer": "open to answers",
        "act": "happens",
        "draw": f"{person(pending.drawer)} draws {pending.amount}",
    }[pending.step]
    if pending.target is not None and pending.step != "draw":
        said += f", against {person(pending.target)}"
    if pending.number is not None:
        said += f", number {pending.number}"
    if pending.card == "6b" and pending.option:
        said += f", guess: {pending.option}"
    return said


def _plain(text: str) -> str:
    """A card's text for a screen."""
    for mark in ("**", "[blank] ", "[bomb] ", "[explosion] "):
        text = text.replace(mark, "")
    return text.replace("\n", " ")


def _percent(value: Fraction) -> str:
    return f"{round(100 * value)}%"


def _odds(state: State, draw: int) -> str:
    least, most = chance(state.blank, draw)
    return _percent(least) if least == most else f"{_percent(least)} to {_percent(most)}"


def _decks(state: State) -> Iterator[Block]:
    """The countdown of the blank deck with the odds of a bomb, and what everybody can count."""
    blank = state.blank
    bombs = str(blank.bombs_most)
    if blank.bombs_least != blank.bombs_most:
        bombs = f"{blank.bombs_least} to {blank.bombs_most}"
    known = f"On top: {', '.join(blank.top)}" if blank.top else ""
    last = blank.left <= LAST_CARDS or "explosion" in blank.top[:1]
    yield Meter("Blank deck", blank.left, max(blank.full, blank.left), alarm=last, detail=known)
    risk = chance(blank)[1]
    detail = f"{_odds(state, 1)} · a bomb in the next 3: {_odds(state, 3)} · in 5: {_odds(state, 5)}"
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
    return CardView(uid, name_of(one.card), about.suit, str(attack(one.card).number), _plain(about.text))


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
    bombs = f"{blank.bombs_most} bombs" if blank.bombs_least == blank.bombs_most else "the secret mix of bombs"
    last = ", the explosion at the very bottom" if blank.explosions == 1 else ""
    last = f", {blank.explosions} explosions at the very bottom" if blank.explosions > 1 else last
    yield Reminder(f"Blank deck: {blank.left} cards with {bombs}{last}. Hand: {state.seats[0].hand} each.", book.SETUP)
    if state.secret_bombs:
        text = f"Mix {blank.bombs_most} bombs, 3 blanks and everybody's card; {blank.bombs_most} of them go in."
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
    groups = [(f"Run of {len(run)}", run) for run in laid.runs]
    groups += [(f"Set of {len(one)}", one) for one in laid.sets]
    known = f"{len(held)} of {player.hand} known" if len(held) != player.hand else f"{len(held)} cards"
    cards: list[CardView] = []
    for n, (label, group) in enumerate(groups, 1):
        cards += [_in_hand(state, seat, card.id, f"m{n}.{i}", label) for i, card in enumerate(group)]
    cards += [_in_hand(state, seat, card.id, f"l{i}", "") for i, card in enumerate(laid.left)]
    yield CardRow(f"Your hand · {known}", tuple(cards), seat)


def _in_hand(state: State, seat: Seat, card: str, uid: str, group: str) -> CardView:
    about = face_of(card)
    cost = cost_now(state, seat, card).cost
    badges: tuple[tuple[str, str], ...] = (
        (("", group),) if group else (("COUNTS", str(_left_counts(state, card, cost))),)
    )
    if cost != attack(card).cost:
        badges = (*badges, ("COSTS", str(cost)))
    return CardView(uid, name_of(card), about.suit, str(attack(card).number), _plain(about.text), badges=badges)


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
        of = f"round {len(state.records)} of {target}" if target else f"after round {len(state.records)}"
        yield Scores(tally.sheet(state), f"The match, {of}")


def _prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    """What the viewer is asked, each with its answers among the choices."""
    if viewer is None:
        return
    keys = {choice.prompt for choice in offers.choices(state, viewer)} - {""}
    for key, (title, detail, why) in _ASKED.items():
        if key in keys:
            own = state.pending is not None and state.pending.by != viewer
            title = "You may answer" if key == offers.ANSWER_KEY and own else title
            yield Prompt(key, title, _filled(state, viewer, key, detail), why)


_ASKED = {
    offers.GONE_KEY: ("A card left your hand", "Which one? Only you see this.", book.VISIBLE),
    offers.SECRET_KEY: ("Your secret card", "Lay a bomb or a blank face down to the others'.", book.SECRET),
    offers.STARTER_KEY: ("Say who begins", "", book.STARTER),
    offers.DRAW_KEY: ("Draw", "", book.PAY),
    offers.PICK_KEY: ("Pick attack cards", "From any attack deck.", book.EMPTY_HAND),
    offers.PLAY_KEY: ("Play a card", "Scan it or find it by name.", book.PLAY),
    offers.AIM_KEY: ("Say what it is for", "", book.EFFECT),
    offers.ANSWER_KEY: ("Wait for answers", "", book.ANSWER),
    offers.ACT_KEY: ("Say how it turned out", "", book.EFFECT),
    offers.END_KEY: ("End of your turn", "", book.END_DRAW),
    offers.SHOW_KEY: ("Lay your hand open", "Photograph it, or pick its cards.", book.HAND),
}


def _filled(state: State, viewer: Seat, key: str, detail: str) -> str:
    pending, owed = state.pending, due(state)
    if key == offers.DRAW_KEY and owed is not None:
        why = f" for {name_of(pending.card)}" if pending is not None else ", because your hand is empty"
        return f"Draw {_blanks(owed.amount)}{why}. What was among them?"
    if key in (offers.AIM_KEY, offers.ANSWER_KEY, offers.ACT_KEY) and pending is not None:
        return f"{name_of(pending.card)}: {_plain(face_of(pending.card).text)}"
    if key == offers.PLAY_KEY and not lap(state, HIGH).may_use_effect:
        return f"{detail} First lap: no 10, 11 or 12."
    if key == offers.STARTER_KEY and state.phase == "between":
        return f"{_people(state.winners)} won the last round."
    return detail
