"""The end of a turn as it is offered: what could still be done, what became of the cards' texts, what is discarded."""

from __future__ import annotations

from collections.abc import Iterator

from rules.action import Action
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Seat
from rules.games.dragoborne import checks, combat, main_phase, turn, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.state import State
from rules.games.dragoborne.turn import EndTurn
from rules.text import listed, plural, say


def offer_end(state: State, seat: Seat) -> Iterator[Choice]:
    if not checks.may_act(state, seat, "main", "combat"):
        return
    answers = (Pick("done", "Carried out"), Pick("left", "Left out"))
    asks = tuple(FieldSpec(f"texts.{n}", turn.text_named(one), answers) for n, one in state.open_texts)
    left = tuple(still_possible(state, seat))
    # A single question has no label of its own on a screen.
    about = (
        asks[0].label if len(asks) == 1 else "What became of these card texts?" if asks else _detail(state, seat, left)
    )
    yield Choice.asking(
        EndTurn, "End turn", asks, seat=seat, detail=about, primary=True, quiet=bool(left), why=cite.LOSS
    )


def still_possible(state: State, seat: Seat) -> Iterator[str]:
    """What the seat could still do in this turn; moving creatures about is always possible and not counted."""
    attackers = {choice.uid for offer in (combat.offer_attack, combat.offer_assassins) for choice in offer(state, seat)}
    if attackers:
        yield plural(len(attackers), "attack")
    free, side = main_phase.free_dice(state, seat), state.sides[seat]
    dice = len(free) if side.creatures else len(main_phase.shields_possible(state, seat))
    if dice:
        yield say("{count} dice", count=dice) if dice > 1 else say("{count} die", count=dice)
    if main_phase.playable(state, seat):
        yield "cards"
    abilities = sum(1 for _ in main_phase.offer_abilities(state, seat))
    if abilities:
        yield plural(abilities, "ability", "abilities")


def _detail(state: State, seat: Seat, left: tuple[str, ...]) -> str:
    due = turn_rules.discard_to_limit(state.sides[seat].hand)
    if left and due:
        return say("{things} still possible; discard {cards}", things=listed(left), cards=plural(due, "card"))
    if left:
        return say("{things} still possible", things=listed(left))
    return say("Discard {cards}", cards=plural(due, "card")) if due else ""


END_TURN = Action(EndTurn, cite.LIMIT, turn.end_turn, turn.tell_end, offers=offer_end, follows=turn.texts_left_out)
