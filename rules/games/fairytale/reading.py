"""A look at a whole tableau against what the table knows: what is new, what lies otherwise, what was not seen.

Paper cards are told by their printed codes; a card somebody tapped in has none yet, and a copy of the same card that
is seen gives it one. ``compare`` is used when a photo is offered and again when it is accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.games.fairytale import book, checks, settle, stages
from rules.games.fairytale.events import ReadTableau
from rules.games.fairytale.state import Laid, State, next_added, shows_code, whole_deck, with_tableau
from rules.table import Judge, Seat
from rules.text import say
from rules.values.code import CardCode, CodeError, parse
from rules.view import person


@dataclass(frozen=True, slots=True)
class Match:
    """A look at one seat's tableau: which code lies where, and every difference.

    ``same`` are (uid, code) that lie face up as known, ``turned`` those known face down, ``new`` codes of nothing
    known here, ``twice`` codes seen more than once, ``elsewhere`` (code, seat) face up in front of somebody else,
    ``missed`` the face-up cards not seen.
    """

    same: tuple[tuple[str, str], ...]
    turned: tuple[tuple[str, str], ...]
    new: tuple[str, ...]
    twice: tuple[str, ...]
    elsewhere: tuple[tuple[str, Seat], ...]
    missed: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether the look only confirms what is known."""
        return not (self.turned or self.new or self.twice or self.elsewhere or self.missed)


def compare(state: State, seat: Seat, seen: Sequence[str]) -> Match:
    """The codes ``seen`` face up, against the seat's tableau. Codes are cards of this deck."""
    own = list(state.tableaus[seat])
    codes = list(dict.fromkeys(seen))
    twice = tuple(code for code in codes if seen.count(code) > 1)
    found: dict[str, str] = {laid.uid: laid.code for laid in own if laid.code in codes}
    rest = [code for code in codes if code not in found.values()]
    # Face up before face down: a face-down card is taken for the one seen only where nothing else fits.
    for fits in (_tapped_in, _nameless, _tapped_in_and_down):
        for code in list(rest):
            laid = next((one for one in own if one.uid not in found and fits(one, card_id(code))), None)
            if laid is not None:
                found[laid.uid] = code
                rest.remove(code)
    others = [(code, shows_code(state, code)) for code in rest]
    pairs = [(laid, found[laid.uid]) for laid in own if laid.uid in found]
    return Match(
        same=tuple((laid.uid, code) for laid, code in pairs if laid.up),
        turned=tuple((laid.uid, code) for laid, code in pairs if not laid.up),
        new=tuple(code for code, where in others if where is None),
        twice=twice,
        elsewhere=tuple((code, where) for code, where in others if where is not None),
        missed=tuple(laid.uid for laid in own if laid.up and laid.uid not in found),
    )


def _tapped_in(laid: Laid, card: str) -> bool:
    return laid.up and not laid.code and laid.card == card


def _nameless(laid: Laid, card: str) -> bool:
    return laid.up and laid.card is None


def _tapped_in_and_down(laid: Laid, card: str) -> bool:
    return not laid.up and not laid.code and laid.card == card


def card_id(code: str) -> str:
    """The card a code of this deck names."""
    found = whole_deck().find(parse(code))
    return found.id if found is not None else ""


def ours(code: CardCode) -> bool:
    """Whether the deck has the card a code names."""
    return whole_deck().find(code) is not None


def read_tableau(state: State, event: ReadTableau, judge: Judge) -> State:
    """The tableau as it was seen and settled."""
    seat = checks.seat_of(judge, state)
    for code in (*event.seen, *event.add, *event.again):
        _known_code(judge, code)
    _settled(judge, state, seat, event)
    match = compare(state, seat, event.seen)
    learned = dict([*match.same, *(pair for pair in match.turned if pair[0] in event.turn_up)])
    state = with_tableau(
        state, seat, tuple(_seen(laid, learned.get(laid.uid, ""), event) for laid in state.tableaus[seat])
    )
    state = with_tableau(state, seat, tuple(laid for laid in state.tableaus[seat] if laid.uid not in event.remove))
    here = {laid.code for laid in state.tableaus[seat]}
    fresh = [code for code in dict.fromkeys(event.add) if code not in here]
    for code in fresh:
        checks.card_fits(judge, state, seat, card=card_id(code), code=code, public=True)
        state = _laid(state, seat, code)
    for code in event.again:
        # Two paper cards with one code: the sheet was printed twice, and somebody said so.
        state = _laid(state, seat, code)
    judge.rule(
        len(state.tableaus[seat]) <= stages.TABLEAU_MAX,
        "tableau_full",
        say("That makes {count} cards, and a tableau holds twelve.", count=len(state.tableaus[seat])),
        book.TWELVE,
    )
    by_hand = state.mode == "play" and (fresh or event.again or event.turn_up or event.turn_down or event.remove)
    text = say("Corrected by a photo: the cards of {who} lie otherwise than noted.", who=person(seat))
    judge.warn(not by_hand, "by_hand", text, book.BY_HAND)
    return settle.settle(state)


def _known_code(judge: Judge, code: str) -> None:
    try:
        known = ours(parse(code))
    except CodeError:
        known = False
    judge.struct(known, "bad_code", say("{code} is not the code of a Fairy Tale card.", code=code[:12]))


def _settled(judge: Judge, state: State, seat: Seat, event: ReadTableau) -> None:
    """Refuses answers about cards that were not part of the look."""
    for uid in (*event.turn_up, *event.turn_down, *event.remove):
        checks.own_card(judge, state, seat, uid)
    both = set(event.turn_up) & set(event.turn_down) | set(event.remove) & {*event.turn_up, *event.turn_down}
    judge.struct(not both, "bad_input", "One card cannot both be turned and be gone; settle it one way.")
    strange = [code for code in (*event.add, *event.again) if code not in event.seen]
    judge.struct(not strange, "bad_input", "add: expected only codes that were seen")


def _seen(laid: Laid, code: str, event: ReadTableau) -> Laid:
    """A known card after the look: told by its code, turned as settled."""
    up = (laid.up or laid.uid in event.turn_up) and laid.uid not in event.turn_down
    if code:
        return replace(laid, card=card_id(code), code=code, up=up)
    return replace(laid, up=up)


def _laid(state: State, seat: Seat, code: str) -> State:
    new = Laid(next_added(state, seat), card_id(code), code)
    state = with_tableau(state, seat, (*state.tableaus[seat], new))
    return replace(state, added=(*state.added[:seat], state.added[seat] + 1, *state.added[seat + 1 :]))
