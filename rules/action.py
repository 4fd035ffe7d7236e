"""The actions of a game, each declared once: what a table does with an event follows from its declaration.

An ``Action`` is the event class, the section of the rulebook it rests on, what the event does (and what stands against
it), how it is offered, what a scanned card means for it, how the log tells it and what others may not know of it. A
``Correction`` is an action that sets a fact right by hand: its offers are declared by the fields they ask for. An
``ActionGame`` is the table of a game's actions; it is a ``rules.game_protocol.Game``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Level, Refusal, Seat
from rules.game_protocol import Calculator, GameInfo, GameState, Reading, Setup
from rules.log_line import Line, Pictured, set_aside_by
from rules.score import ScoreSheet, Why
from rules.text import say
from rules.values.code import CardCode
from rules.view import View, person

__all__ = [
    "Action", "ActionGame", "ByHand", "Correction", "Offer", "Telling", "cards", "correction", "number", "pick", "told",
]  # fmt: skip

S = TypeVar("S", bound=GameState)
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Telling(Generic[S, E]):
    """What a line of the log is made from: the event, the table ``before`` and ``after`` it, and who reads.

    The event is without what the viewer may not know, and both states are veiled for them. What the event takes off the
    table is named from ``before``.
    """

    event: E
    before: S
    after: S
    viewer: Seat | None

    @property
    def who(self) -> str:
        """Whose event it is, as a text names people."""
        return person(self.event.seat) if self.event.seat is not None else "The table"

    @property
    def own(self) -> bool:
        """Whether the reader is the one whose event it is."""
        return self.viewer is not None and self.viewer == self.event.seat


Does = Callable[[S, E, Judge], S]
"""The state after the event. It judges first: refuses through the judge (STRUCT, RULE) and leaves notices there."""
Offers = Callable[[S, Seat], Iterable[Choice]]
Tells = Callable[[Telling[S, E]], str]
Hides = Callable[[S, E, "Seat | None"], E]


@dataclass(frozen=True, slots=True)
class Action(Generic[S, E]):
    """One thing that can happen in a game, whole.

    ``tells`` is the log's line: a function, or a template in which ``{who}`` and the event's fields can stand.
    ``follows`` adds to the line's outcome what only the action knows; what shows on the table the game says itself.
    ``offers`` yields the choices a seat has now; ``hides`` gives the event without what ``viewer`` may not know while
    the game is in ``state``. ``pictures`` are the cards its result is shown with to everybody at the table, where it is
    one worth a look. A refusal that cites nothing narrower cites ``why``. ``retired``: kept tables hold such events,
    and nobody reports them any more. ``plays``: whoever reports it plays the card named in the event's ``card``.
    """

    event: type[E]
    why: Why
    does: Does[S, E]
    tells: Tells[S, E] | str
    offers: Offers[S] | None = None
    hides: Hides[S, E] | None = None
    follows: Callable[[Telling[S, E]], Iterable[str]] | None = None
    pictures: Callable[[Telling[S, E]], Iterable[Pictured]] | None = None
    retired: bool = False
    plays: bool = False

    def choices(self, state: S, seat: Seat) -> Iterator[Choice]:
        """What the seat is offered of this action now."""
        if self.offers is not None:
            yield from self.offers(state, seat)


@dataclass(frozen=True, slots=True)
class Offer(Generic[S]):
    """One button of a correction: its label, the fields it asks for, and the arguments that are settled (``known``).

    ``label`` and ``spot`` (what is touched for it) may be worked out from the table; ``when`` says whether the button
    is there at all.
    """

    label: str | Callable[[S, Seat], str]
    asks: tuple[Callable[[S, Seat], FieldSpec | None], ...] = ()
    known: Mapping[str, Any] | Callable[[S, Seat], Mapping[str, Any]] | None = None
    when: Callable[[S, Seat], bool] | None = None
    spot: str | Callable[[S, Seat], str] = ""

    def choice(self, state: S, seat: Seat, event: type[Event], why: Why) -> Choice | None:
        """The button as it stands now, or None where there is none, or nothing to choose from."""
        if self.when is not None and not self.when(state, seat):
            return None
        specs = tuple(spec for spec in (ask(state, seat) for ask in self.asks) if spec is not None)
        if any(spec.kind == "pick" and not spec.picks for spec in specs):
            return None
        label = self.label if isinstance(self.label, str) else self.label(state, seat)
        known = self.known(state, seat) if callable(self.known) else self.known or {}
        spot = self.spot if isinstance(self.spot, str) else self.spot(state, seat)
        more: dict[str, Any] = {"correction": True, "why": why, "spot": spot}
        return Choice.asking(event, label, specs, known=known, seat=seat, override=True, **more)


@dataclass(frozen=True, slots=True)
class Correction(Action[S, E]):
    """A fact set right by hand. Its ``buttons`` are declared by the fields they ask for; each is an override, so that
    the log names it."""

    buttons: tuple[Offer[S], ...] = ()

    def choices(self, state: S, seat: Seat) -> Iterator[Choice]:
        """The correction's buttons, and what ``offers`` adds."""
        for button in self.buttons:
            choice = button.choice(state, seat, self.event, self.why)
            if choice is not None:
                yield choice
        if self.offers is not None:
            yield from self.offers(state, seat)


def correction(
    event: type[E],
    why: Why,
    does: Does[S, E],
    *buttons: Offer[S],
    notice: str,
    tells: str,
    offers: Offers[S] | None = None,
    value: Callable[[S, E], object] | None = None,
    **words: Callable[[Any], object],
) -> Correction[S, E]:
    """A correction that leaves the notice of what stands now (``notice``), and a line of the log (``tells``).

    In both templates the event's fields can stand, ``who`` it is about, and ``words`` made from the event. ``value``
    is the fact as the table holds it: ``{old}`` and ``{new}`` are what it was and what it is. ``offers`` adds to the
    ``buttons`` those that there is one of for each card, die or place of the table.
    """

    def said(template: str, telling: Telling[S, E]) -> str:
        event = telling.event
        facts: dict[str, object] = {name: make(event) for name, make in words.items()}
        if value is not None:
            facts |= {"old": value(telling.before, event), "new": value(telling.after, event)}
        return told(template, telling, **facts)

    def do(state: S, event: E, judge: Judge) -> S:
        after = does(state, event, judge)
        judge.by_hand(said(notice, Telling(event, state, after, None)), why)
        return after

    return Correction(event, why, do, lambda telling: said(tells, telling), offers=offers, buttons=buttons)


@dataclass(frozen=True, slots=True)
class ByHand(Generic[S]):
    """Buttons among the corrections that report an event of play by hand: the turn ends as it is, a battle is off.

    What the event does stands in its own ``Action``; this only says where its buttons stand in the table.
    """

    event: type[Event]
    why: Why
    buttons: tuple[Offer[S], ...]

    def choices(self, state: S, seat: Seat) -> Iterator[Choice]:
        """The buttons there are now."""
        found = (button.choice(state, seat, self.event, self.why) for button in self.buttons)
        yield from (choice for choice in found if choice is not None)


def number(
    name: str, label: str, *, most: int, now: Callable[[S, Seat], int], least: int = 0
) -> Callable[[S, Seat], FieldSpec]:
    """A field that asks for a whole number from ``least`` to ``most`` and shows what the table counts now."""

    def spec(state: S, seat: Seat) -> FieldSpec:
        shown = max(least, min(now(state, seat), most))
        return FieldSpec(name, label, low=least, high=most, kind="number", preset=(shown,))

    return spec


def pick(
    name: str, label: str, picks: Callable[[S, Seat], Iterable[Pick]], *, search: bool = False
) -> Callable[[S, Seat], FieldSpec]:
    """A field that asks for one of the picks there are now."""
    return lambda state, seat: FieldSpec(name, label, tuple(picks(state, seat)), search=search)


def cards(name: str, label: str, picks: Callable[[S, Seat], Iterable[Pick]]) -> Callable[[S, Seat], FieldSpec]:
    """A field that asks for any number of the picks there are now, each at most once."""

    def spec(state: S, seat: Seat) -> FieldSpec:
        there = tuple(picks(state, seat))
        return FieldSpec(name, label, there, many=True, low=0, high=len(there))

    return spec


def told(template: str, telling: Telling[Any, Any], **words: object) -> str:
    """A line of the log from a template: ``{who}``, the event's fields and ``words`` are put in."""
    values = {one.name: getattr(telling.event, one.name) for one in fields(telling.event)}
    return say(template, **{"who": telling.who, **values, **words})


@dataclass(frozen=True, slots=True)
class ActionGame(Generic[S]):
    """A game as the table of its actions. ``actions`` stand in the order in which their choices are offered (one
    that is offered at two places stands there twice); corrections come after everything else, unless
    ``corrections_last`` is off and they stay where the table has them.

    ``begins`` gives the state before the first event, or raises Refusal. ``screen``, ``points`` and ``finished`` are
    the view, the score sheet and the end. ``follows`` compares the table before and after an event, both veiled for
    the viewer, and says what followed, one short phrase a fact; ``turn`` is the heading of the turn a state is in.
    ``reads`` says what cards seen in one look mean; it gets ``apply`` to try an
    event. ``veil`` is the state as a viewer may know it: choices and scans are made from it. ``settle`` is what follows
    by itself after every event. ``sole_step`` is the event nobody need be asked for; it is given what the table screen
    may know.
    """

    info: GameInfo
    actions: tuple[Action[S, Any] | ByHand[S], ...]
    begins: Callable[[Setup], S]
    screen: Callable[[S, Seat | None], View]
    points: Callable[[S], ScoreSheet]
    finished: Callable[[S], bool]
    reads: Callable[[S, Seat, Sequence[CardCode], Callable[[S, Event], S]], Reading]
    calculators: Mapping[str, Calculator]
    veil: Callable[[S, Seat | None], S] = lambda state, _: state
    settle: Callable[[S, Judge], S] = lambda state, _: state
    follows: Callable[[S, S, Seat | None], Iterable[str]] = lambda _before, _after, _viewer: ()
    turn: Callable[[S], str] = lambda _: ""
    sole_step: Callable[[S], Event | None] = lambda _: None
    corrections_last: bool = True
    events: tuple[type[Event], ...] = field(init=False)
    """Every event class of the game."""

    def __post_init__(self) -> None:
        found = dict.fromkeys(action.event for action in self.actions if isinstance(action, Action))
        object.__setattr__(self, "events", tuple(found))

    @property
    def retired(self) -> frozenset[type[Event]]:
        """The event classes that only kept tables hold."""
        return frozenset(action.event for action in self.actions if isinstance(action, Action) and action.retired)

    @property
    def plays(self) -> frozenset[type[Event]]:
        """Events that play the card they name (``Action.plays``)."""
        return frozenset(action.event for action in self.actions if isinstance(action, Action) and action.plays)

    def corrects(self, event: Event) -> bool:
        """Whether the event sets a fact by hand: a correction, or a step of play reported as one."""
        kind = Correction if not event.override else (Correction, ByHand)
        return any(isinstance(action, kind) and action.event is type(event) for action in self.actions)

    def start(self, setup: Setup) -> S:
        """The state before the first event. Raises Refusal STRUCT where the players, mode or options do not fit."""
        return self.begins(setup)

    def apply(self, state: S, event: Event) -> S:
        """The state after the event and what follows from it. Raises Refusal and changes nothing.

        A refusal cites the action's section where it cites nothing narrower.
        """
        action = self._action(event)
        if action is None:
            raise Refusal(Level.STRUCT, "unknown_event", say("{game} does not know this.", game=self.info.title))
        judge = Judge(event)
        try:
            after = self.settle(action.does(state, event, judge), judge)
        except Refusal as refusal:
            raise refusal.citing(action.why) from None
        notices = tuple(judge.notices)
        # Every game's state is a frozen dataclass, which GameState cannot say.
        return after if after.notices == notices else replace(after, notices=notices)  # type: ignore[type-var]

    def choices(self, state: S, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now."""
        if not 0 <= seat < state.players:
            return ()
        known = self.veil(state, seat)
        offered = [choice for action in self.actions for choice in action.choices(known, seat)]
        return tuple(sorted(offered, key=lambda choice: choice.correction) if self.corrections_last else offered)

    def next_step(self, state: S) -> Event | None:
        """What happens now whatever anybody decides, judged by what everybody may know."""
        return None if self.over(state) else self.sole_step(self.veil(state, None))

    def view(self, state: S, viewer: Seat | None) -> View:
        """What that viewer sees."""
        return self.screen(state, viewer)

    def score(self, state: S) -> ScoreSheet:
        """The score sheet as everybody may reckon it."""
        return self.points(state)

    def tell(self, before: S, after: S, event: Event, viewer: Seat | None) -> Line:
        """The line of the log about an event that led from ``before`` to ``after``, for this viewer's eyes."""
        action = self._action(event)
        if action is None:
            return Line("")
        telling = Telling(event, self.veil(before, viewer), self.veil(after, viewer), viewer)
        text = told(action.tells, telling) if isinstance(action.tells, str) else action.tells(telling)
        own = action.follows(telling) if action.follows is not None else ()
        outcome = tuple(dict.fromkeys((*own, *self.follows(telling.before, telling.after, viewer))))
        set_aside = set_aside_by(event, after.notices, viewer)
        pictures = tuple(action.pictures(telling)) if action.pictures is not None else ()
        return Line(text, outcome, action.why, set_aside, self.turn(telling.before), pictures)

    def can_hide(self, event: Event) -> bool:
        """Whether events of this kind may hold what others do not know."""
        action = self._action(event)
        return action is not None and action.hides is not None

    def redact(self, state: S, event: Event, viewer: Seat | None) -> Event:
        """The event without what the viewer may not know while the game is in ``state``."""
        action = self._action(event)
        return event if action is None or action.hides is None else action.hides(state, event, viewer)

    def scan(self, state: S, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        """What cards seen in one look by the seat's phone mean now."""
        return self.reads(self.veil(state, seat), seat, seen, self.apply)

    def over(self, state: S) -> bool:
        """Whether the game is decided."""
        return self.finished(state)

    def _action(self, event: Event) -> Action[S, Any] | None:
        found = (action for action in self.actions if isinstance(action, Action) and action.event is type(event))
        return next(found, None)
