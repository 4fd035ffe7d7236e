"""The screens of Gilfate Fantasy in the shared vocabulary: a seat's phone, or (viewer None) the middle of the table.

Everything is drawn from the veiled table, so a screen cannot show what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

from rules.event import Seat
from rules.games.gilfate import answers, play, rounds, score
from rules.games.gilfate import citations as cite
from rules.games.gilfate.deck import FOUR, HIGH, attack, card_of, face_of, name_of, plain
from rules.games.gilfate.effects import todo_label
from rules.games.gilfate.piles import chance, chance_in_words, later_hand
from rules.games.gilfate.state import IN_ROUND, TABLE_SPOT, Pending, State, front_spot, hand_spot, seat_spot, veil
from rules.text import listed, plural, say
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

LAST_CARDS = 5
"""From here on the countdown of the blank deck is an alarm."""


def view(state: State, viewer: Seat | None, asked: Collection[str]) -> View:
    """One viewer's whole screen: what is asked, the ring of players with their bombs, the deck, the own hand.

    ``asked`` are the keys of the prompts whose answers the viewer is offered.
    """
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    seen = veil(state, viewer)
    blocks: list[Block] = [_banner(seen, viewer)]
    if seen.phase in IN_ROUND:
        blocks.append(_steps(seen))
    rows = tuple(_row(seen, seat, viewer) for seat in range(seen.players))
    blocks += [Players(rows, _way(seen)), *_table(seen)]
    if viewer is not None:
        blocks += _own(seen, viewer)
    blocks += _todos(seen)
    if seen.phase in IN_ROUND:
        blocks += _decks(seen)
    blocks += _scores(seen, viewer)
    prompts = tuple(_prompts(seen, viewer, asked)) if viewer is not None else ()
    over = seen.phase == "over"
    return View("Gilfate Fantasy", tuple(blocks), prompts=prompts, house_rules=seen.house_rules, over=over)


# --- the largest thing: what the table does next, and whose turn it is to do it

ENDED = {
    "blank_deck": "The blank deck is empty.",
    "attack_decks": "The attack decks are empty.",
    "one_left": "One player is left.",
    "empty_hand": "A hand is empty.",
    "by_hand": "Ended by hand.",
}


def _banner(state: State, viewer: Seat | None) -> Banner:
    match state.phase:
        case "over":
            return _end_banner(state)
        case "count":
            return _count_banner(state)
        case "setup" | "between":
            return _deal_banner(state, viewer)
    mine = viewer == _whose(state)
    title = "Your turn" if viewer == state.active else say("{who}'s turn", who=person(state.active))
    text = _doing(state, mine=mine)
    if viewer is None:  # a phone has the odds below
        text = say("{doing} Next card a bomb: {odds}.", doing=text, odds=_odds(state, 1))
    if state.lap().first_round:
        text = say("{text} First lap: one bomb at most.", text=text)
    # On a phone the arrow points to the neighbour who comes next; in the middle of the table the ring itself does.
    arrow = _way(state) if viewer is not None else ""
    return Banner(title, text, tone="act" if mine else "calm", arrow=arrow)


def _whose(state: State) -> Seat:
    """Whose word the table waits for."""
    owed, pending = state.due, state.pending
    if owed is not None:
        return owed.seat
    if pending is None:
        return state.active
    target = pending.target
    asked = pending.step == "act" and pending.card == "7b" and target is not None and not state.seats[target].away
    return target if asked and target is not None else pending.by


DOING = {
    "pick": ("Pick two attack cards.", "{who} picks two attack cards."),
    "play": ("Play a card.", "{who} plays a card."),
    "end": ("End your turn.", "{who} ends the turn."),
    "declare": ("{card}: tap what it is aimed at.", "{card}: {who} aims it."),
    "answer": ("{card}: does anybody stop it?",) * 2,
    "act": ("{card}: how did it turn out?",) * 2,
    "draw": ("{card}: the draw is cancelled. Does anybody stop that?",) * 2,
}
"""What the table waits for, by the phase of the turn or the step of the card: said to whom it waits for, to others."""


def _doing(state: State, *, mine: bool) -> str:
    owed, pending = state.due, state.pending
    card, cards = (name_of(pending.card) if pending is not None else ""), _blanks(owed.amount if owed else 0)
    if owed is None:
        templates = DOING.get(state.phase if pending is None else pending.step, ("{card}",) * 2)
    elif pending is None:
        templates = ("Draw {cards}.", "{who} draws {cards}.")
    else:
        templates = ("{card}: draw {cards}.", "{card}: {who} draws {cards}.")
    return say(templates[0 if mine else 1], who=person(_whose(state)), card=card, cards=cards)


def _blanks(count: int) -> str:
    return say("{cards} from the blank deck", cards=plural(count, "card"))


def _people(seats: tuple[Seat, ...]) -> str:
    return listed(person(seat) for seat in seats)


def _end_banner(state: State) -> Banner:
    winners = score.leaders(state)
    title = say("{people} wins" if len(winners) == 1 else "{people} share the win", people=_people(winners))
    total = score.totals(state)[winners[0]] if winners else 0
    template = "With {total} points." if state.counts_points else "With {total} survival points."
    return Banner(title, say(template, total=total), "good", big=str(total))


def _count_banner(state: State) -> Banner:
    if state.mode == "score":
        return Banner("Points", "Bombs, cards in front, and the hand: photograph it or pick its cards.", "act")
    title, ended = say("Round {round} is over", round=state.round), ENDED[state.ended]
    if not state.counts_points:
        text = say("{ended} {people}: one survival point each.", ended=ended, people=_people(state.living))
        return Banner(title, text, "good")
    missing = rounds.hidden_hands(state)
    template = "{ended} Waiting for the hand of {people}." if missing else "{ended} All hands are open."
    return Banner(title, say(template, ended=ended, people=_people(missing)), "act")


def _deal_banner(state: State, viewer: Seat | None) -> Banner:
    title = say("Round {number}", number=state.round + (state.phase == "between"))
    missing = tuple(seat for seat, one in enumerate(state.seats) if not one.added and not one.away)
    if state.secret_bombs and state.phase == "setup" and missing:
        if viewer in missing:
            return Banner(title, "Add a bomb or a blank, unseen.", "act")
        return Banner(title, say("{people} still add a secret card.", people=_people(missing)), "calm")
    first = state.phase == "setup"
    hand = state.seats[0].hand if first else later_hand(state.players, state.version, state.house, state.hand_dealt)
    return Banner(title, say("Shuffle and deal {hand} attack cards each. Who begins?", hand=hand), "act")


def _way(state: State) -> Direction:
    if state.mode == "score" or state.phase in ("over", "count"):
        return ""
    return "left" if state.direction == 1 else "right"


def _odds(state: State, draw: int) -> str:
    return chance_in_words(state.blank, draw)


# --- the turn, the players


def _steps(state: State) -> PhaseList:
    pending = state.pending
    if state.phase in ("start", "pick"):
        now = 0
    elif pending is not None:
        now = 2 if pending.step in ("pay", "declare") else 3
    else:
        now = 4 if state.phase == "end" else 1
    labels = ("Begin", "Play a card", "Pay", "Answers and effect", "End")
    words: tuple[Progress, ...] = tuple("done" if n < now else "now" if n == now else "todo" for n in range(5))
    return PhaseList(tuple(Step(label, word) for label, word in zip(labels, words, strict=True)))


def _row(state: State, seat: Seat, viewer: Seat | None) -> PlayerRow:
    player = state.seats[seat]
    cards = tuple(_card(one.uid, one.card, rested=one.used, spot=front_spot(one.uid)) for one in player.front)
    slots = max(player.threshold, player.bombs)
    meters: list[Meter | Track | Counter] = [Track("Bombs", player.bombs, slots, "bomb", spot=f"bombs:{seat}")]
    if player.explosions:
        count = player.explosions
        meters.append(Track("Explosions", count, count, "explosion", spot=f"explosions:{seat}"))
    if state.mode == "play" and state.phase != "over":
        meters.append(Counter("Cards", player.hand, seat=seat, spot=f"hand:{seat}"))
    if state.knockouts and (viewer is None or state.phase not in IN_ROUND):
        # On a phone the match stands below; while a round is played only bombs matter.
        survived, spot = state.survival[seat], f"survival:{seat}"
        meters.append(Track("Survival", survived, score.POINTS_TO_WIN, "quest", spot=spot))
    status, tone = _status(state, seat)
    asked, points = _waits_for(state), _points(state, seat, viewer)
    ready = None if asked is None else seat not in asked
    spot = seat_spot(seat)
    return PlayerRow(seat, cards, points=points, ready=ready, status=status, tone=tone, meters=tuple(meters), spot=spot)


def _waits_for(state: State) -> tuple[Seat, ...] | None:
    if state.phase in IN_ROUND:
        return (_whose(state),)
    if state.phase == "setup" and state.secret_bombs:
        return tuple(seat for seat, one in enumerate(state.seats) if not one.added and not one.away)
    return rounds.hidden_hands(state) if state.phase == "count" and state.counts_points else None


def _points(state: State, seat: Seat, viewer: Seat | None) -> int | None:
    if state.phase == "over":
        return score.totals(state)[seat]
    if not state.counts_points:
        return None
    if state.phase == "count":
        return score.round_of(state, seat).total if state.seats[seat].shown is not None else None
    if seat == viewer and state.phase in IN_ROUND:
        return score.round_of(state, seat, score.known(state, seat)).total
    return None


def _status(state: State, seat: Seat) -> tuple[str, Tone]:
    player = state.seats[seat]
    if player.away:
        return "has left", "calm"
    if state.phase in ("count", "over") or player.out:
        return ("out of the round" if player.out else ""), "calm"
    if state.knockouts and player.bombs == player.threshold - 1:
        proof = FOUR in (one.card for one in player.front)
        return "one bomb from out, safe from explosions" if proof else "one bomb from out", "alarm"
    tone: Tone = "act" if state.phase in IN_ROUND and seat == state.active else "calm"
    return "safe from explosions this turn" if player.shielded else "", tone


# --- the card on the table, the decks, what is to be done


def _card(uid: str, card: str, **how: Any) -> CardView:
    """An attack card; ``how`` are further fields of its view."""
    about = face_of(card)
    shown = {"suit": about.suit, "value": str(attack(card).number), "detail": plain(about.text), **how}
    return CardView(uid, card_of(card).name, **shown)


def _table(state: State) -> Iterator[Block]:
    """The card on the table and its answers, each with whether it counts as things stand."""
    pending = state.pending
    before = state.before_effect
    if pending is None and before is not None and before.pending is not None:
        yield _just_happened(before.pending)
        return
    if pending is None:
        return
    cancelled = pending.cancelled
    badges = (("COST", str(pending.cost)),) if not pending.active else ()
    cards = [_card("table", pending.card, badges=badges, rested=cancelled, marked=not cancelled, spot=TABLE_SPOT)]
    for n, (one, stands) in enumerate(zip(pending.answers, pending.stand[1:], strict=True), 1):
        detail = say("{who}: {text}", who=person(one.by), text=plain(face_of(one.card).text))
        cards.append(_card(f"a{n}", one.card, detail=detail, rested=not stands, marked=stands))
    title = say("On the table: {by} · {aim}", by=person(pending.by), aim=_aim(pending))
    yield CardRow(title, tuple(cards), pending.by)


def _just_happened(pending: Pending) -> CardRow:
    """The card whose effect can still be stopped."""
    template = "Just stopped: {by} · {card}" if pending.cancelled else "Just now: {by} · {card}"
    title = say(template, by=person(pending.by), card=name_of(pending.card))
    return CardRow(title, (_card("table", pending.card, rested=pending.cancelled, spot=TABLE_SPOT),), pending.by)


def _aim(pending: Pending) -> str:
    template = {
        "pay": "costs {cost}",
        "declare": "not aimed yet",
        "answer": "can be stopped",
        "act": "takes effect",
        "draw": "{drawer} draws {amount}",
    }[pending.step]
    if pending.target is not None and pending.step != "draw":
        template += " on {target}"
    if pending.number is not None:
        template += ", number {number}"
    if pending.card == "6b" and pending.option:
        template += ", guessed: {option}"
    return say(
        template, cost=pending.cost, drawer=person(pending.draws[0]), amount=pending.draws[1],
        target=person(pending.target or 0), number=pending.number, option=pending.option
    )  # fmt: skip


def _decks(state: State) -> Iterator[Block]:
    """The countdown of the blank deck with the odds of a bomb, and what everybody can count."""
    blank = state.blank
    known = say("On top: {cards}", cards=", ".join(blank.top)) if blank.top else ""
    last = blank.left <= LAST_CARDS or "explosion" in blank.top[:1]
    yield Meter("Blank deck", blank.left, max(blank.full, blank.left), alarm=last, detail=known, spot="blank")
    risk, (one, three, five) = chance(blank)[1], (_odds(state, draw) for draw in (1, 3, 5))
    # Where the bombs are not counted exactly the figure is the worst of it, and the span stands below.
    span = say("{odds}; ", odds=one) if one != f"{round(100 * risk)}%" else ""
    detail = say("{span}a bomb in the next 3: {three}, in 5: {five}", span=span, three=three, five=five)
    alarm = risk >= Fraction(1, 3)
    yield Meter("Next card a bomb", round(100 * risk), 100, alarm=alarm, detail=detail, kind="percent")
    least, most = blank.bombs_least, blank.bombs_most
    span = "" if least == most else say("{least} to {most}", least=least, most=most)
    yield Counter("Bombs in it", most, span, spot="deck_bombs")
    if blank.explosions:
        where = "at the bottom" if "explosion" in blank.bottom else ""
        yield Counter("Explosions in it", blank.explosions, where, spot="deck_explosions")
    if not state.all_dealt:
        each = ", ".join(str(count) for count in state.attack_decks)
        yield Counter("Attack cards left", state.attack_left, each, spot="attack")
    yield Counter("Discarded", len(state.discard), "open")
    if state.discard:
        latest = state.discard[-6:]
        yield CardRow("Discarded last", tuple(_card(f"d{n}", one.card) for n, one in enumerate(latest)))


def _todos(state: State) -> Iterator[Block]:
    template = "{who}: {what}"
    items = tuple((say(template, who=person(one.seat), what=todo_label(one.what)), one.done) for one in state.todos)
    if items:
        yield Checklist("To do by hand", items)
    if any(one.what in ("look5", "look3", "numbers") for one in state.todos):
        text = "Everybody looks." if state.house.show_looks else "Only the player who looks sees it."
        yield Reminder(text, cite.LOOKS)
    if state.phase == "setup":
        yield from _piles(state)


def _piles(state: State) -> Iterator[Block]:
    blank = state.blank
    sure, explosions = blank.bombs_least == blank.bombs_most, blank.explosions
    template = "Blank deck: {left} cards with " + ("{bombs} bombs" if sure else "the secret mix of bombs")
    if explosions:
        what = "the explosion" if explosions == 1 else "{explosions} explosions"
        template += f", {what} at the very bottom"
    counts = {"left": blank.left, "bombs": blank.bombs_most, "explosions": explosions, "hand": state.seats[0].hand}
    yield Reminder(say(template + ". Hand: {hand} each.", **counts), cite.SETUP)
    if state.secret_bombs:
        text = "Mix {bombs} bombs, 3 blanks and everybody's card; {bombs} of them go in."
        yield Reminder(say(text, bombs=blank.bombs_most), cite.SECRET)


# --- the own hand, the points


def _own(state: State, seat: Seat) -> Iterator[Block]:
    """The noted hand as it would be laid out, dearest worry last."""
    player, held = state.seats[seat], score.known(state, seat)
    if state.phase not in (*IN_ROUND, "count"):
        return
    if not held:
        empty = "Nothing noted. Photograph your hand: only you see it." if player.shown is None else "No cards left."
        yield CardRow("Your hand", (), seat, empty)
        return
    laid = score.round_of(state, seat, held).melds
    groups = [(say("Run of {count}", count=len(run)), run) for run in laid.runs]
    groups += [(say("Set of {count}", count=len(one)), one) for one in laid.sets]
    places: dict[str, list[int]] = {}
    for place, one in enumerate(held):
        places.setdefault(one.card, []).append(place)

    def spot(card: str) -> str:
        return hand_spot(places[card].pop(0))

    cards = [
        _in_hand(state, seat, card.id, uid=f"m{n}.{i}", group=label, spot=spot(card.id))
        for n, (label, group) in enumerate(groups, 1)
        for i, card in enumerate(group)
    ]
    cards += [
        _in_hand(state, seat, card.id, uid=f"l{i}", group="", spot=spot(card.id)) for i, card in enumerate(laid.left)
    ]
    template = "Your hand · {count} cards" if len(held) == player.hand else "Your hand · {count} of {hand} known"
    yield CardRow(say(template, count=len(held), hand=player.hand), tuple(cards), seat, secret=True)


def _in_hand(state: State, seat: Seat, card: str, uid: str, group: str, spot: str) -> CardView:
    cost, printed = state.cost_now(seat, card).cost, attack(card).cost
    # What a card left over counts goes by the table's own rule (GF-R5).
    counts = cost if state.house.use_current_cost else printed
    badges: tuple[tuple[str, str], ...] = (("", group),) if group else (("COUNTS", str(counts)),)
    return _card(uid, card, badges=(*badges, ("COSTS", str(cost))) if cost != printed else badges, spot=spot)


def _scores(state: State, viewer: Seat | None) -> Iterator[Block]:
    if state.phase == "over":
        yield Scores(score.sheet(state), "Final points")
        return
    if state.phase == "count" and state.counts_points:
        yield Scores(score.round_sheet(state), "This round")
    elif state.phase in IN_ROUND and viewer is not None and state.counts_points:
        yield Scores(score.own_sheet(state, viewer), "If it ended now")
    if state.records:
        done, target = len(state.records), state.rounds_to_play
        template = "The match, round {done} of {target}" if target else "The match, after round {done}"
        yield Scores(score.sheet(state), say(template, done=done, target=target))


# --- what a seat is asked

ASKED = {
    rounds.SECRET: ("Your secret card", "Lay a bomb or a blank face down to the others'.", cite.SECRET),
    rounds.STARTER: ("Who begins?", "", cite.STARTER),
    rounds.DRAW: ("How many bombs?", "", cite.PAY),
    rounds.PICK: ("Pick two attack cards", "From any attack deck.", cite.EMPTY_HAND),
    play.PLAY: ("Play a card", "Tap it in your hand, or photograph it.", cite.PLAY),
    play.AIM: ("What is it aimed at?", "", cite.EFFECT),
    answers.ANSWER: ("Does anybody stop it?", "", cite.ANSWER),
    answers.ACT: ("How did it turn out?", "", cite.EFFECT),
    rounds.SHOW: ("Show your hand", "Photograph it, or pick its cards.", cite.HAND),
}


def _prompts(state: State, viewer: Seat, asked: Collection[str]) -> Iterator[Prompt]:
    for key, (title, detail, why) in ASKED.items():
        if key in asked:
            foreign = state.pending is not None and state.pending.by != viewer
            title = "Do you stop it?" if key == answers.ANSWER and foreign else title
            yield Prompt(key, title, _detail(state, viewer, key, detail), why)


def _detail(state: State, viewer: Seat, key: str, detail: str) -> str:
    pending, owed = state.pending, state.due
    if key == rounds.DRAW and owed is not None:
        template = "{card}: draw {cards}."
        if pending is None:
            template = "Your hand is empty: draw {cards}."
        return say(template, cards=_blanks(owed.amount), card=name_of(pending.card) if pending is not None else "")
    if key == answers.ACT and pending is not None and pending.card == "7b" and pending.target == viewer:
        text = "{who} named {number}: a card of that number in your hand is discarded; {who} chooses among several."
        return say(text, who=person(pending.by), number=pending.number)
    if key in (play.AIM, answers.ANSWER, answers.ACT) and pending is not None:
        return say("{card}: {text}", card=name_of(pending.card), text=plain(face_of(pending.card).text))
    if key == play.PLAY and not state.lap(HIGH).may_use_effect:
        return say("{detail} First lap: no 10, 11 or 12.", detail=detail)
    if key == rounds.STARTER and state.phase == "between":
        return say("{people} won the last round.", people=_people(state.winners))
    return detail
