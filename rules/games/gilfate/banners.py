"""The largest thing on a Gilfate Fantasy screen: what the table does next, and whose turn it is to do it."""

from __future__ import annotations

from fractions import Fraction

from rules.games.gilfate import rounds, tally
from rules.games.gilfate.blankdeck import chance
from rules.games.gilfate.cardbook import name_of
from rules.games.gilfate.state import State, counts_points, due, lap, living
from rules.games.gilfate.turns import hidden_hands
from rules.table import Seat
from rules.text import say
from rules.view import (
    Banner,
    Direction,
    person,
)

ENDED = {
    "blank_deck": "The blank deck is empty.",
    "attack_decks": "The attack decks are empty.",
    "one_left": "One player is left.",
    "empty_hand": "A hand is empty.",
    "by_hand": "Ended by hand.",
}


def banner(state: State, viewer: Seat | None) -> Banner:
    """The largest thing on the screen: whose turn, and what they do next."""
    match state.phase:
        case "over":
            return _end(state)
        case "count":
            return _count_banner(state)
        case "setup" | "between":
            return _deal_banner(state, viewer)
    whose = asked(state)
    mine = viewer == whose
    who = "you" if mine else person(whose)
    title = "Your turn" if viewer == state.active else say("{active}'s turn", active=person(state.active))
    text = say("{doing} Next card a bomb: {odds}.", doing=_doing(state, who, mine=mine), odds=odds(state, 1))
    if lap(state).first_round:
        text += " First lap: one bomb at most."
    # On a phone the arrow points to the neighbour who comes next; in the middle of the table the ring itself does.
    arrow = way(state) if viewer is not None else ""
    return Banner(title, text, tone="act" if mine else "calm", arrow=arrow, big=str(state.blank.left))


def asked(state: State) -> Seat:
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
        cards = blanks(owed.amount)
        why = f"{name_of(pending.card)}: " if pending is not None else ""
        return f"{why}{who if why else subject} {draws} {cards}."
    if pending is None:
        return {
            "pick": say("{subject} pick{s} two attack cards.", subject=subject, s="" if mine else "s"),
            "play": say("{subject} play{s} one card.", subject=subject, s="" if mine else "s"),
            "end": say("{subject} end{s} the turn.", subject=subject, s="" if mine else "s"),
        }.get(state.phase, "")
    named = name_of(pending.card)
    return {
        "declare": say("{named}: what for?", named=named),
        "answer": say("{named}: does anybody answer?", named=named),
        "act": say("{named}: how did it turn out?", named=named),
        "draw": say("{named}: the draw is cancelled. Does anybody answer?", named=named),
    }.get(pending.step, named)


def blanks(count: int) -> str:
    return say("{count} card{s} of the blank deck", count=count, s="" if count == 1 else "s")


def people(seats: tuple[Seat, ...]) -> str:
    names = [person(seat) for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 2 else names)


def _end(state: State) -> Banner:
    winners = tally.match_winners(state)
    verb = "wins" if len(winners) == 1 else "share the win"
    total = tally.totals(state)[winners[0]] if winners else 0
    unit = "points" if counts_points(state) else "survival points"
    return Banner(
        f"{people(winners)} {verb}", say("With {total} {unit}.", total=total, unit=unit), "good", big=str(total)
    )


def _count_banner(state: State) -> Banner:
    if state.mode == "score":
        text = "Bombs, cards in front, and the hand: photograph it or pick its cards."
        return Banner("Points", text, "act")
    title = say("Round {round} is over", round=state.round)
    if state.version == "knockout" and not counts_points(state):
        return Banner(
            title,
            say("{ended} {people}: one survival point each.", ended=ENDED[state.ended], people=people(living(state))),
            "good",
        )
    missing = hidden_hands(state)
    text = say("Waiting for the hand of {people}.", people=people(missing)) if missing else "All hands lie open."
    return Banner(title, f"{ENDED[state.ended]} {text}", "act")


def _deal_banner(state: State, viewer: Seat | None) -> Banner:
    number = state.round + (state.phase == "between")
    title = say("Round {number}", number=number)
    if state.secret_bombs and state.phase == "setup" and not all(one.added for one in state.seats):
        missing = tuple(seat for seat, one in enumerate(state.seats) if not one.added)
        mine = viewer in missing
        text = (
            "Add a bomb or a blank, unseen."
            if mine
            else say("{people} still add a secret card.", people=people(missing))
        )
        return Banner(title, text, "act" if mine else "calm")
    hand = _next_hand(state)
    text = say("Shuffle and deal {hand} attack cards each. Who begins?", hand=hand)
    return Banner(title, text, "act")


def _next_hand(state: State) -> int:
    if state.phase == "setup":
        return state.seats[0].hand
    return rounds.later_hand(state.players, state.version, state.house)


def way(state: State) -> Direction:
    if state.mode == "score" or state.phase in ("over", "count"):
        return ""
    return "left" if state.direction == 1 else "right"


def percent(value: Fraction) -> str:
    return f"{round(100 * value)}%"


def odds(state: State, draw: int) -> str:
    least, most = chance(state.blank, draw)
    return (
        percent(least)
        if least == most
        else say("{percent} to {percent2}", percent=percent(least), percent2=percent(most))
    )
