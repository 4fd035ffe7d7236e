"""How the templates speak of people: badges, names put into texts, and the small words the macros need."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from markupsafe import Markup, escape

from companion import late
from companion.table.board_numbers import BoardNumber, board_numbers, whole
from companion.table.snapshot import Snapshot
from companion.web.kept_fragments import REV_MARK
from companion.web.page_language import as_one, language, worded
from rules import games, wire
from rules.game_protocol import Choice, Event, Seat, event_type
from rules.log import COLOURS, SHAPES, Person
from rules.text import Name, Text, say
from rules.view import Board, CardRow, Counter, Die, Meter, Track, fill

_PARTS = ("cards", "tokens", "meters")
_THINGS = ("rows", "cards", "slots")
_SMALL = (Counter, Meter, Track, Die)


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat as it is drawn: colour, shape and letter together, so that nobody needs colour to tell people apart."""

    seat: Seat
    name: str
    colour: str
    shape: str
    letter: str
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose screen this is. Templates call it ``at``."""

    code: str
    game: str
    you: Seat | None
    people: tuple[Person | None, ...]
    numbers: Mapping[str, BoardNumber] = field(default_factory=dict)
    """The numbers a touch changes, by spot."""
    taken: Mapping[str, Choice] = field(default_factory=dict)
    """The choices a touch takes at once, by spot."""
    starts: frozenset[str] = frozenset()
    """The spots where something this phone may do begins."""
    touch: bool = False
    """Whether this phone plays here: what is drawn can then be looked at and put right."""
    has_options: bool = True
    """Whether its game has house rules to choose; one that has none says nothing of them."""

    ground: str = field(init=False)
    """The table, its game and its people in one word: what every piece of a screen may depend on."""
    rev: str = REV_MARK
    """What forms say their phone has seen; put in when the page goes out."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "ground", f"{self.code} {self.game} {self.people}")

    def touches(self, thing: Any) -> tuple[object, ...]:
        """What touching a thing, and what lies on it, does on this phone: all its drawing depends on beside itself."""
        return tuple(self._reach(thing)) if self.touch else ()

    def reaches(self, blocks: Iterable[Any]) -> tuple[object, ...]:
        """The same of whole blocks of a view, and who looks: all their drawing depends on beside themselves."""
        if not self.touch:
            return (self.you,)
        return (self.you, *(touch for block in blocks for touch in self._reach_of_block(block)))

    def _reach_of_block(self, block: Any) -> Iterator[object]:
        yield from (self.taken.get(spot) for spot in getattr(block, "spots", ()))
        things = (thing for name in _THINGS for thing in getattr(block, name, ()))
        for one in (block, *things):
            if hasattr(one, "spot"):
                yield from self._reach(one)

    def _reach(self, thing: Any) -> Iterator[object]:
        yield thing.spot in self.starts
        if thing.spot in self.numbers:
            spec = self.numbers[thing.spot].spec
            yield (self.you, spec.low, spec.high)
        for name in _PARTS:
            for part in getattr(thing, name, ()):
                yield from self._reach(part)

    def who(self, seat: Seat) -> Sitter:
        """The person at ``seat``, or the free seat itself."""
        person = self.people[seat] if 0 <= seat < len(self.people) else None
        if person is None:
            return Sitter(
                seat,
                worded(say("Seat {number}", number=seat + 1)),
                colour=COLOURS[seat % 6],
                shape=SHAPES[seat % 6],
                letter=str(seat + 1),
                empty=True,
            )
        return Sitter(seat, person.name, colour=person.colour, shape=person.shape, letter=letter(person.name))


def viewer_of(look: Snapshot) -> Viewer:
    """The eyes that look at this table."""
    return Viewer(
        look.code,
        look.info.id,
        you=look.viewer,
        people=look.people,
        numbers=board_numbers(look.choices),
        taken=whole(look.choices),
        starts=frozenset(spot for choice in look.choices if not choice.correction for spot in choice.begins_at),
        touch=look.viewer is not None,
        has_options=bool(look.info.options),
    )


def on_board(choice: Choice) -> bool:
    """Whether the choice can be begun by touching the board."""
    return bool(choice.begins_at)


def letter(name: str) -> str:
    """The character a badge shows: the name's first letter or digit, else whatever it begins with."""
    found = next((c for c in name if unicodedata.category(c)[0] in "LN"), name[:1])
    return found.upper()[:1]


def named(text: str, at: Viewer) -> Markup:
    """A game's text in the page's language with the names in it, each kept from turning the words around it."""
    safe = str(escape(worded(text, at.game)))
    return as_one(Markup(fill(safe, lambda seat: f"<bdi>{escape(at.who(seat).name)}</bdi>")))


def told(text: str, game: str = "", *, begins: bool = True) -> Markup:
    """A text of the log in the page's language, with the names in it, each kept from turning the words around it.

    Where it ``begins`` a line it has a capital letter; a name stays as its owner writes it.
    """
    said = worded(_isolated(text), game)
    safe = str(escape(capitalised(said) if begins else said))
    return as_one(Markup(safe.replace(_NAME_BEGINS, "<bdi>").replace(_NAME_ENDS, "</bdi>")))


_NAME_BEGINS, _NAME_ENDS = "\u2068", "\u2069"
"""Where a name stands until its text is worded and escaped."""


def _isolated(text: str) -> str:
    if isinstance(text, Name):
        bare = text.replace(_NAME_BEGINS, "").replace(_NAME_ENDS, "")
        return Name(f"{_NAME_BEGINS}{bare}{_NAME_ENDS}")
    if not isinstance(text, Text):
        return text
    return Text(text.template, {key: _isolated(one) if isinstance(one, str) else one for key, one in text.args.items()})


def hyphened(text: str) -> str:
    """The name of a card with soft hyphens in its long words: for eyes alone, never in what is read out or sent."""
    found = late.hyphenation.softened(str(text), language().code)
    return Markup(found) if isinstance(text, Markup) else found


def suited(text: str, game: str) -> str:
    """A card's kind as its game's table of suits names it: "Berries" for "berry"; any other text as it is."""
    if not text or not games.brought(game):
        return text
    try:
        found = late.card_layout.find_layout(game).suits.get(text.strip().casefold())
    except (KeyError, ValueError):
        return text  # its face cannot be used now
    return found.word if found and found.row[0] else text


def capitalised(text: str) -> str:
    """A text at the beginning of a line."""
    return text[:1].upper() + text[1:]


def kind(block: object) -> str:
    """Which macro draws a block."""
    return event_type(type(block))


def slug(text: str) -> str:
    """Text as part of an element's id, in any script."""
    return re.sub(r"[\W_]+", "-", text.lower()).strip("-") or "x"


def block_key(block: Board | CardRow) -> str:
    """A name for a board or row of cards on its page: two people's boards without a title are not the same one."""
    return slug(block.title) if block.seat is None else f"{slug(block.title)}-{block.seat}"


def grouped(blocks: Iterable[object]) -> list[tuple[object, ...]]:
    """Blocks, with small ones that follow each other (counters, meters, tracks, dice) put in one row."""
    groups: list[list[object]] = []
    for block in blocks:
        if groups and isinstance(block, _SMALL) and isinstance(groups[-1][-1], _SMALL):
            groups[-1].append(block)
        else:
            groups.append([block])
    return [tuple(group) for group in groups]


def groupby_in_order(things: Iterable[object], name: str) -> list[tuple[str, list[object]]]:
    """Things that follow each other and have the same word, with that word."""
    return [(word, list(group)) for word, group in groupby(things, key=attrgetter(name))]


def event_json(event: Event) -> str:
    """An event as a form carries it."""
    try:
        return _kept_json(event)
    except TypeError:  # it holds a mapping
        return _event_json(event)


def _event_json(event: Event) -> str:
    return json.dumps(wire.event_to_json(event), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


_kept_json = lru_cache(maxsize=4096)(_event_json)


def choice_key(choice: Choice) -> str:
    """A name for a choice that stays while the choice stays, so that a live page keeps what was typed into it."""
    try:
        return _kept_key(choice)
    except TypeError:  # its event holds a mapping
        return _choice_key(choice)


def _choice_key(choice: Choice) -> str:
    holes = [(spec.name, [pick.value for pick in spec.picks], spec.low, spec.high) for spec in choice.fields]
    text = json.dumps([event_json(choice.event), choice.prompt, holes], default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


_kept_key = lru_cache(maxsize=4096)(_choice_key)


def iso(at_s: float) -> str:
    """A moment for machines."""
    return datetime.fromtimestamp(at_s, UTC).isoformat(timespec="seconds")


def clock(at_s: float) -> str:
    """A moment as hours and minutes of this server."""
    return datetime.fromtimestamp(at_s, UTC).astimezone().strftime("%H:%M")


def picks_only(choice: Choice) -> bool:
    """Whether every hole takes one of what is offered: the last answer then completes it."""
    return all(spec.kind == "pick" and not spec.many for spec in choice.fields)


def minus(number: object) -> str:
    """A figure with the sign typesetters use, as wide as a plus."""
    return str(number).replace("-", "−")


_STRONG = re.compile(r"\*\*([^*\n]+)\*\*")


def strong(text: str) -> Markup:
    """A text with what stands between two pairs of stars in bold, and no other markup of its own."""
    return Markup(_STRONG.sub(r"<strong>\1</strong>", str(escape(text))))


FILTERS: dict[str, Any] = {
    "minus": minus,
    "strong": strong,
    "named": named,
    "told": told,
    "capitalised": capitalised,
    "hyphened": hyphened,
    "suited": suited,
    "grouped": grouped,
    "groupby_in_order": groupby_in_order,
    "kind": kind,
    "slug": slug,
    "block_key": block_key,
    "event_json": event_json,
    "choice_key": choice_key,
    "on_board": on_board,
    "picks_only": picks_only,
    "iso": iso,
    "clock": clock,
}
