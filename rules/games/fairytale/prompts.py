"""What Fairy Tale asks a seat now: the prompts of its screen."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.fairytale import book, offers, resolve
from rules.games.fairytale.state import State, card_of, find, moment, open_duties, uncounted, unnamed
from rules.table import Seat
from rules.text import say
from rules.view import Prompt, person


def prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    """What the viewer is asked; nobody is told another's candidates."""
    if viewer is None:
        return
    for laid in (*unnamed(state, viewer), *uncounted(state, viewer)):
        where = "You turned a card over" if laid.up else "One of your cards lies face down"
        detail = say("{where}: which one is it? Scan it, or find it by name.", where=where)
        yield Prompt(
            offers.name_key(laid.uid), "Which card is it?", detail, book.PLACE if laid.up else book.COUNTED_ALL
        )
    what = moment(state)
    if what == "select" and state.placed[viewer] is None:
        yield Prompt(
            offers.PLACE_KEY,
            "Place a card",
            "Scan it or find it by name. Nobody else sees which one it is.",
            book.PLACE,
        )
    if what == "score" and state.mode == "score":
        title = say("The cards of {who}", who=person(viewer))
        yield Prompt(offers.READ_KEY, title, "One photo of them all, or one card after the other.", book.POINTS)
    for duty in open_duties(state):
        if duty.need.seat == viewer:
            yield Prompt(offers.choose_key(duty), offers.duty_title(duty), _because(state, duty), book.OWN)


def _because(state: State, duty: resolve.Duty) -> str:
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
    return say("{words}. The choice is yours.", words=" and ".join(names)) if names else "The choice is yours."
