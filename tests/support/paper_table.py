"""A paper table beside the companion: what people do with real cards and dice, told through the companion's one door.

    played = play("tower", seed)        one game to its end; ``played.contradiction`` says where they came apart

The paper of a game stands in ``paper_<game>.py`` beside this file: ``play(companion, rng)`` shuffles, draws, rolls and
plays by the rulebook, reports each thing done through ``Companion.tell`` and looks after it whether the companion
agrees. It is written from the rulebook and imports of ``rules/games/<game>`` only what people see too: the card list
and the events they send. So a rule wrong in the game is not wrong here in the same way.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from memory_store import MemoryStore

from companion.table.tables import Tables
from rules import wire
from rules.event import event_type
from rules.game_protocol import Choice, Event, Notice, Refusal
from rules.score import ScoreSheet
from rules.testing.random_choices import filled
from rules.view import Counter

GAMES = ("tower", "fairytale", "gilfate", "dragoborne", "breeds")
"""The games that have a paper table."""
SLIPS = 0.04
"""How often somebody reports something that was not done, and takes it back."""
LAST_SHOWN = 6
DOUBTS = frozenset(
    ("too_many_copies", "copy_number", "same_code", "not_noted", "not_bought", "not_owned", "not_there", "other_sv",
     "other_legendary", "quest_done", "deck_out")
)  # fmt: skip
"""What the companion says where it thinks that a report may be wrong; said of the truth, it is wrong itself."""


class Contradiction(AssertionError):  # noqa: N818 - the word a report of them needs
    """The companion and the paper table do not agree; the text says about what."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game on paper: how many things were told, slips among them, whether it ended, and what did not agree."""

    game: str
    seed: int
    players: int
    steps: int
    slips: int
    ended: bool
    contradiction: str = ""


class Companion:
    """One table of the companion with everybody's phone at it, and what people hold against it."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.steps = self.slips = self.players = 0
        self.ended = False
        self.slipping = SLIPS
        self.told: list[str] = []
        self.expected_doubts: frozenset[str] = frozenset()
        self._ids = count(1)
        self._looked_at: Any = None
        self._choices: dict[int, tuple[Choice, ...]] = {}
        self._now = count(1_800_000_000, 70)
        self.tables = Tables(MemoryStore(), clock=lambda: float(next(self._now)))

    def open(self, players: int, **options: bool | int | str) -> None:
        """Lay the table and sit down, everybody with a phone of their own."""
        opened = self.tables.open(self.game, options=options)
        self.code, self.host, self.players = opened.code, opened.host_token, players
        names = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ida", "Jon", "Kim", "Lea")
        self.phones = [self.tables.join(self.code, name=name).token for name in names[:players]]
        self.tables.begin(self.code, [self.host])
        # On paper every step is done by somebody and reported: nothing passes by itself.
        self.tables.set_help(self.code, [self.host], level="remind")

    @property
    def record(self) -> Any:
        """What the companion holds to be the case: the game's state, which people see on their screens."""
        return self.tables.live(self.code).table.state

    @property
    def over(self) -> bool:
        live = self.tables.live(self.code)
        return bool(live.game.over(live.table.state))

    def sheet(self) -> ScoreSheet:
        """The score sheet everybody sees."""
        return self.tables.live(self.code).game.score(self.record)

    def counters(self, viewer: int | None = None) -> dict[str, int]:
        """The numbers with a name on the table's screen, or on a phone."""
        view = self.tables.live(self.code).game.view(self.record, viewer)
        return {one.label: one.value for one in view.blocks if isinstance(one, Counter)}

    def offers(self, seat: int, *kinds: type[Event], corrections: bool = False) -> list[Choice]:
        """What that phone offers now, of these kinds or of all; the corrections behind their tap, or the others."""
        live = self.tables.live(self.code)
        if self._looked_at is not self.record:
            self._looked_at, self._choices = self.record, {}
        if seat not in self._choices:
            self._choices[seat] = live.game.choices(self.record, seat)
        choices = self._choices[seat]
        return [one for one in choices if one.correction == corrections and (not kinds or isinstance(one.event, kinds))]

    def offered(self, event: Event, *, by: int | None = None, corrections: bool = False) -> bool:
        """Whether a tap on that phone (the event's own seat's unless told otherwise) reports just this."""
        asked = [event.seat or 0] if by is None else [by]
        return any(means(one, event) for seat in asked for one in self.offers(seat, corrections=corrections))

    def tell(self, event: Event, *, by: int | None = None) -> None:
        """Somebody did this on paper and reports it. It must be on offer and be accepted."""
        if self.rng.random() < self.slipping:
            self.slip(event.seat or 0)
        if not self.offered(event, by=by):
            raise Contradiction(f"the paper allows {shown(event)}, which the companion does not offer")
        notices = self.report(event, by=by)
        doubts = [one.text for one in notices if one.code in DOUBTS - self.expected_doubts]
        if doubts:
            raise Contradiction(f"the companion doubts {shown(event)}: {doubts}")

    def correct(self, event: Event, *, by: int | None = None) -> None:
        """Somebody puts a fact right by hand. It must be among the corrections and be accepted."""
        if not self.offered(event, by=by, corrections=True):
            raise Contradiction(f"nobody can correct {shown(event)}")
        self.report(replace(event, override=True), by=by)

    def report(self, event: Event, *, by: int | None = None) -> Sequence[Notice]:
        """Send an event as it is, and what is said to its sender. Raises Contradiction where it is refused."""
        seat = by if by is not None else event.seat or 0
        self.told.append(shown(event))
        self.steps += 1
        try:
            phone = [self.phones[seat]]
            accepted = self.tables.submit(self.code, phone, id=f"paper-{next(self._ids)}", event=event)
        except Refusal as refusal:
            raise Contradiction(f"the companion refuses {shown(event)}: {refusal.code}, {refusal.text}") from refusal
        return accepted.notices

    def refuses(self, event: Event) -> None:
        """Somebody tries what is impossible on paper; the companion must not take it, nor offer it."""
        if self.offered(event):
            raise Contradiction(f"the companion offers {shown(event)}, which cannot be")
        before = self.record
        try:
            phones = [self.phones[event.seat or 0]]
            self.tables.submit(self.code, phones, id=f"paper-{next(self._ids)}", event=event)
        except Refusal:
            self.agree("the table after a refusal", wire.encode(before), wire.encode(self.record))
            return
        raise Contradiction(f"the companion accepts {shown(event)}, which cannot be")

    def slip(self, seat: int) -> None:
        """Somebody taps what they did not do, once or twice, corrections too, notices it and takes it back."""
        before = wire.encode(self.record)
        sent = 0
        for _ in range(self.rng.choice((1, 1, 2))):
            choices = self.offers(seat, corrections=self.rng.random() < 0.3)
            if not choices:
                break
            event = filled(self.rng.choice(choices), self.rng)
            self.report(event)
            sent += 1
        for _ in range(sent):
            self.undo()
        self.slips += bool(sent)
        self.agree("the table after a slip was taken back", before, wire.encode(self.record))

    def undo(self) -> None:
        """Take back what was reported last; whoever is asked agrees."""
        self.told.append("taken back")
        self.steps += 1
        self.tables.undo(self.code, [self.host, *self.phones], id=f"paper-{next(self._ids)}")

    def agree(self, about: str, paper: Any, companion: Any) -> None:
        """Raises Contradiction where the two are not equal."""
        if paper != companion:
            raise Contradiction(f"{about}: {paper} on paper, {companion} in the companion")

    def only(self, seat: int, kind: type[Event], name: str, possible: Sequence[Any]) -> None:
        """Raises Contradiction where a choice of that kind offers a value of field ``name`` that paper excludes."""
        for choice in self.offers(seat, kind):
            for value in values(choice, name):
                if value not in possible:
                    raise Contradiction(f"{choice.label!r} offers {name}={value!r}; on paper: {list(possible)}")


def values(choice: Choice, name: str) -> Sequence[Any]:
    """What an argument of a choice's event may be: what it offers, or the one it has."""
    for spec in choice.fields:
        if spec.name == name:
            return [pick.value for pick in spec.picks] if spec.kind == "pick" else range(spec.low, spec.high + 1)
    return [getattr(choice.event, name)]


def means(choice: Choice, event: Event) -> bool:
    """Whether a choice can be filled so that it reports just that event."""
    if type(choice.event) is not type(event):
        return False
    given: dict[str, Any] = {}
    for spec in choice.fields:
        outer, _, inner = spec.name.partition(".")
        there = getattr(event, outer)
        if inner:
            listed = isinstance(there, (tuple, list))
            there = (there[int(inner)] if int(inner) < len(there) else None) if listed else there.get(inner, 0)
        given[spec.name] = there
    try:
        made = choice.fill(**given)
    except Refusal:
        return False
    return _plain(made) == _plain(event)


def _plain(event: Event) -> Any:
    """An event as it is compared: a 0 for a target means the same as no entry, and an override is no fact."""
    encoded: dict[str, Any] = dict(wire.event_to_json(replace(event, override=False)))
    args = {}
    for key, value in encoded["args"].items():
        args[key] = {k: v for k, v in value.items() if v} if isinstance(value, dict) else value
    return {**encoded, "args": args}


def shown(event: Event) -> str:
    """An event for a report."""
    encoded = wire.event_to_json(event)
    return f"{event_type(type(event))} of seat {event.seat} {encoded['args']}"


def play(game: str, seed: int) -> Played:
    """One game on paper beside the companion."""
    rng = random.Random(f"{game} {seed}")
    on_paper: Callable[[Companion, random.Random], None] = importlib.import_module(f"paper_{game}").play
    companion = Companion(game, rng)
    problem = ""
    try:
        on_paper(companion, rng)
    except Contradiction as found:
        last = "; ".join(companion.told[-LAST_SHOWN:])
        problem = f"{game}, seed {seed}, step {companion.steps}: {found} (last told: {last})"
    except Exception as broken:
        raise RuntimeError(f"{game}, seed {seed}, step {companion.steps}: {broken!r}") from broken
    return Played(game, seed, companion.players, companion.steps, companion.slips, companion.ended, problem)
