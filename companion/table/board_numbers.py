"""Numbers drawn on the board that a touch changes: one more, one less, whoever they belong to.

A number can be touched where a correction sets it, or an event that is reported in place: one that begins at the
number's spot, or has a pick there, and asks for nothing but the number. What is sent is the difference, so that two
people who take one each have taken two. A cell of a score pad is written by a sum instead (``write``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.table.events import Accepted, Events
from companion.table.registry import Registry, check_id, sent_before
from companion.table.snapshot import snapshot_for
from rules.choice import touched
from rules.event import Event
from rules.game_protocol import Choice, FieldSpec, Level, Refusal, Seat
from rules.text import say
from rules.view import Block, Board, CardRow, Counter, Die, Meter, Players, Track, View

Drawn = Counter | Meter | Track | Die
_SUM = re.compile(r"[+-]?[0-9]{1,5}(?:[+-][0-9]{1,5}){0,30}")
_PART = re.compile(r"[+-]?[0-9]+")
DIFFERENCE_MAX = 999


@dataclass(frozen=True, slots=True)
class BoardNumber:
    """A number that can be set by touch: the correction, all its answers given but the number itself."""

    choice: Choice
    spec: FieldSpec

    def event(self, value: int) -> Event:
        """What is reported to set it."""
        return self.choice.fill(**{self.spec.name: value})


def board_numbers(choices: Iterable[Choice]) -> Mapping[str, BoardNumber]:
    """The numbers that can be set, by the spot they are drawn at; the first choice offered for a spot counts."""
    found: dict[str, BoardNumber] = {}
    for choice in choices:
        if (choice.correction or choice.event.in_place) and any(spec.kind == "number" for spec in choice.fields):
            try:
                numbers = _kept_numbers(choice)
            except TypeError:  # its event holds a mapping
                numbers = _numbers(choice)
            for spot, number in numbers:
                found.setdefault(spot, number)
    return found


def _numbers(choice: Choice) -> tuple[tuple[str, BoardNumber], ...]:
    """The numbers one choice sets, each with its spot."""
    bound = ((spot, touched(choice, spot)) for spot in dict.fromkeys(_spots(choice)))
    return tuple(
        (spot, BoardNumber(one, one.fields[0]))
        for spot, one in bound
        if one is not None and len(one.fields) == 1 and one.fields[0].kind == "number"
    )


_kept_numbers = lru_cache(maxsize=4096)(_numbers)


def _spots(choice: Choice) -> Iterator[str]:
    if choice.spot:
        yield choice.spot
    for spec in choice.fields:
        yield from (pick.spot for pick in spec.picks if pick.spot)


def whole(choices: Iterable[Choice]) -> Mapping[str, Choice]:
    """The choices that need no answer and are taken by touching what they change, by spot."""
    return {one.spot: one for one in choices if one.event.in_place and one.spot and not one.fields}


def summed(text: str) -> int | None:
    """What somebody typed into a cell: a number, or a short sum such as 10+15-5; None where nothing stands there.

    Raises Refusal STRUCT where it is something else.
    """
    plain = "".join(text.replace("−", "-").replace("–", "-").split())
    if not plain:
        return None
    if not _SUM.fullmatch(plain):
        said = say(
            "{shown} is not a sum; type numbers with + and − between them, such as 10+15-5.", shown=f"“{plain[:24]}”"
        )
        raise Refusal(Level.STRUCT, "bad_input", said)
    return sum(int(part) for part in _PART.findall(plain))


def drawn_number(view: View, spot: str) -> int | None:
    """The number drawn at that spot, None where there is none."""
    for block in view.blocks:
        for drawn in _drawn(block):
            if drawn.spot == spot:
                return drawn.filled if isinstance(drawn, Track) else drawn.value
    return None


def _drawn(block: Block) -> Iterator[Drawn]:
    match block:
        case Counter() | Meter() | Track() | Die():
            yield block
        case CardRow():
            yield from (token for card in block.cards for token in card.tokens)
        case Board():
            for slot in block.slots:
                yield from slot.tokens
                yield from (token for card in slot.cards for token in card.tokens)
        case Players():
            yield from (meter for row in block.rows for meter in row.meters)


class BoardNumbers:
    """Changing a number on the board. ``tokens`` are all the sender's phone has for this table."""

    def __init__(self, registry: Registry, events: Events) -> None:
        self.registry, self.events = registry, events

    def change(
        self, code: str, tokens: Iterable[str], *, id: str, spot: str, by: int, seat: Seat | None = None
    ) -> Accepted:
        """Add ``by`` to the number drawn at ``spot``, as far as it goes. The same id sent twice counts once.

        Raises Refusal where there is no such number now, or where it is at its end already.
        """
        live = self.registry.live(code)
        tokens = tuple(tokens)
        with live.lock:
            who = live.who(tokens)
            look = snapshot_for(live, who, seat, self.registry.online(live))
            check_id(id)
            done = sent_before(live, id, look.viewer, live.game.events)
            if done is not None:
                return Accepted(done.rev)
            if type(by) is not int or not 1 <= abs(by) <= DIFFERENCE_MAX:
                raise Refusal(Level.STRUCT, "bad_input", "by: expected a whole number, and not 0")
            number = board_numbers(look.choices).get(spot)
            now = drawn_number(look.view, spot) if look.view else None
            if number is None or now is None:
                text = "That number is not on the board any more; look again, then change it."
                raise Refusal(Level.STRUCT, "no_such_number", text)
            wanted = max(number.spec.low, min(now + by, number.spec.high))
            if wanted == now:
                text = say("{label}: {now} is as far as it goes.", label=number.spec.label, now=now)
                raise Refusal(Level.RULE, "at_its_end", text)
            return self.events.submit(code, tokens, id=id, event=number.event(wanted))

    def write(
        self, code: str, tokens: Iterable[str], *, id: str, spot: str, text: str, seat: Seat | None = None
    ) -> Accepted:
        """Write the sum of ``text`` into the cell of a score pad at ``spot``, or empty it where it is blank.

        Raises Refusal where there is no such cell now, where it is no sum, or where the number does not fit.
        """
        live = self.registry.live(code)
        tokens = tuple(tokens)
        with live.lock:
            look = snapshot_for(live, live.who(tokens), seat, self.registry.online(live))
            held = (touched(choice, spot) for choice in look.choices if choice.event.in_place and choice.spot != spot)
            found = next((one for one in held if one is not None), None)
            if found is None:
                text_ = "That cell is not on the pad any more; look again, then write in it."
                raise Refusal(Level.STRUCT, "no_such_cell", text_)
            number = summed(text)
            event: Event = replace(found.event, value=number)  # type: ignore[call-arg] # a cell's event has a value
            return self.events.submit(code, tokens, id=id, event=event)
