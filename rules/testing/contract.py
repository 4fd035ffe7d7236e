"""What must hold of every game, one method a promise; each says in a sentence what is broken and what brings it back.

::

    class TestLanternWalk(GameContract):
        plugin = PLUGIN

Random players who do only what is offered play ``seeds`` games; the promises are looked at along the way. Each promise
came with a version of ``rules.api`` (``since``): those newer than the class's ``contract`` are left out, so that an
update of Tablewright turns no sound game red.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, wraps
from typing import Any, ClassVar, TypeVar

from rules import wire
from rules.choice import Choice
from rules.event import Event, Level, Refusal, Seat, event_type
from rules.game_protocol import Game, GameInfo, Setup
from rules.installed_plugins import ID, LETTERS
from rules.log import SEATS_MAX, Begin, Entry, Log, Undo
from rules.plugin import API, Plugin
from rules.terminal_view import render
from rules.testing.random_choices import filled
from rules.values.cards import Deck
from rules.values.code import CardCode, CodeError, parse

__all__ = ["Broken", "GameContract"]

LOOKS = 12
"""So many moments of a game are looked at closely."""
SEEN_AT_ONCE = 3
_BRACE = re.compile(r"[{}]")
C = TypeVar("C", bound="GameContract")


class Broken(AssertionError):  # noqa: N818 - the word a test report needs
    """A promise was broken; the text says which, and the seed that brings it back."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An event of a random game, with the table before and after it."""

    before: Any
    event: Event
    after: Any


@dataclass(frozen=True, slots=True)
class Played:
    """A game of random players: how its table was laid, the table at its beginning, and what happened."""

    seed: int
    setup: Setup
    start: Any
    moments: tuple[Moment, ...]

    @property
    def end(self) -> Any:
        """The table after the last event."""
        return self.moments[-1].after if self.moments else self.start

    @property
    def looks(self) -> tuple[Moment, ...]:
        """Some moments from all over the game, the last one among them."""
        every = max(1, len(self.moments) // LOOKS)
        return self.moments[::-1][::every]


def since(api: tuple[int, int]) -> Callable[[Callable[[C], None]], Callable[[C], None]]:
    """A promise that came with this version of ``rules.api``; a class of an older ``contract`` does not give it."""

    def marked(check: Callable[[C], None]) -> Callable[[C], None]:
        @wraps(check)
        def asked(self: C) -> None:
            if self.contract >= api:
                check(self)

        return asked

    return marked


class GameContract:
    """The promises of a game. A class of yours names its ``plugin``; the rest may stay as it is.

    ``seeds`` are the random games, ``cap`` the events after which one must be over.
    """

    plugin: ClassVar[Plugin]
    contract: ClassVar[tuple[int, int]] = API
    seeds: ClassVar[Sequence[int]] = range(4)
    cap: ClassVar[int] = 2000

    # --- what a game may say of itself

    def keep(self, state: Any) -> None:
        """What holds in every state of the game, as ``assert``; nothing by default."""

    def secrets(self, state: Any, seat: Seat) -> Iterable[object]:
        """What only that seat may know: every value that is one, empty where it hides nothing just now."""
        return ()

    def weights(self, state: Any, choices: Sequence[Choice]) -> Sequence[float] | None:
        """How likely a random player does each; None for all alike."""
        return None

    # --- the promises

    @since((1, 0))
    def test_it_says_what_it_is(self) -> None:
        info = self.game.info
        _that(isinstance(info, GameInfo), f"info is a {type(info).__name__}; make it a GameInfo")
        _that(bool(ID.fullmatch(info.id)), f"the id {info.id!r} is not made of small letters, digits and _")
        _that(bool(info.title.strip()), "the title is empty; people choose the game by it")
        low, high = info.players
        _that(1 <= low <= high <= SEATS_MAX, f"it is for {low} to {high} players; a table has 1 to {SEATS_MAX}")
        _that(bool(info.modes), 'it has no modes; say ("play",) at least')
        ids = [one.id for one in info.options]
        _that(len(ids) == len(set(ids)), f"two options have one id: {', '.join(ids)}")
        for one in info.options:
            _that(bool(one.values), f"the option {one.id} has no values; the first is the usual one")
        _that(bool(self.game.events), "it has no events, so nothing can happen")
        names = [event_type(kind) for kind in self.game.events]
        _that(len(names) == len(set(names)), f"two events have one name: {', '.join(sorted(names))}")

    @since((1, 0))
    def test_random_players_reach_the_end(self) -> None:
        for one in self._games():
            sheet = self.game.score(one.end)
            _that(sheet.final, f"{_of(one)}: the game is over and its score sheet is not final")

    @since((1, 0))
    def test_what_is_offered_is_accepted(self) -> None:
        for one in self._games():
            rng = random.Random(one.seed)
            for moment in one.looks:
                state = moment.before
                for choice in self._offered(state, corrections=True):
                    event = filled(choice, rng)
                    try:
                        self.game.apply(state, event)
                    except Refusal as refusal:
                        raise Broken(
                            f"{_of(one)}: {choice.label!r} was offered, and {event} was refused: {refusal.text}"
                        ) from refusal

    @since((1, 0))
    def test_prompts_can_be_answered(self) -> None:
        for one in self._games():
            for moment in one.looks:
                for seat in range(moment.before.players):
                    asked = {prompt.key for prompt in self.game.view(moment.before, seat).prompts}
                    answers = {choice.prompt for choice in self.game.choices(moment.before, seat)}
                    left = ", ".join(sorted(asked - answers))
                    _that(not left, f"{_of(one)}: seat {seat} is asked {left}, and no choice answers it")

    @since((1, 0))
    def test_a_refusal_changes_nothing_and_says_why(self) -> None:
        for one in self._games():
            events = [moment.event for moment in one.looks]
            for moment in one.looks:
                state = moment.after
                before = wire.encode(state)
                for event in events:
                    self._try(one, state, event)
                    level = self._try(one, state, replace(event, override=True))
                    _that(
                        level in (None, Level.STRUCT),
                        f"{_of(one)}: {event} was overridden and refused as a {level}; an override passes every RULE",
                    )
                _that(wire.encode(state) == before, f"{_of(one)}: apply changed the state it was given")

    @since((1, 0))
    def test_the_same_events_make_the_same_game(self) -> None:
        for one in self._games():
            state = self.game.start(one.setup)
            _that(state == one.start, f"{_of(one)}: start gave another table the second time")
            for at, moment in enumerate(one.moments):
                state = self.game.apply(state, moment.event)
                _that(
                    state == moment.after,
                    f"{_of(one)}: event {at}, {moment.event}, led to another table when the game was played again; "
                    "apply may use nothing but the state and the event",
                )

    @since((1, 0))
    def test_an_event_can_be_taken_back(self) -> None:
        for one in self._games():
            log: Log[Any] = Log(self.game)
            setup = one.setup
            log = _pushed(log, Begin(setup.players, setup.options, setup.mode))
            for at, moment in enumerate(one.moments):
                log = _pushed(log, moment.event)
                if moment in one.looks:
                    back = _pushed(log, Undo(log.rev))
                    _that(
                        back.table.state == moment.before,
                        f"{_of(one)}: event {at}, {moment.event}, was taken back and the table is not what it was",
                    )

    @since((1, 0))
    def test_everything_survives_as_json(self) -> None:
        for one in self._games():
            for moment in one.moments:
                told = wire.event_from_json(self.game.events, wire.event_to_json(moment.event))
                _that(told == moment.event, f"{_of(one)}: {moment.event} came back from JSON as {told}")
            for moment in one.looks:
                state = moment.after
                read = wire.decode(type(state), wire.encode(state))
                _that(
                    read == state,
                    f"{_of(one)}: the state after {moment.event} came back from JSON as another; its fields need "
                    "types that JSON can hold: numbers, texts, tuples, frozen dataclasses",
                )

    @since((1, 0))
    def test_nobody_learns_what_is_hidden(self) -> None:
        for one in self._games():
            codes = self._codes(one.seed)
            for moment in one.looks:
                state = moment.after
                for viewer in (None, *range(state.players)):
                    veiled = self.game.veil(state, viewer)
                    true, without = (self._received(moment, known, viewer, codes) for known in (state, veiled))
                    for what, found in true.items():
                        _that(
                            found == without[what],
                            f"{_of(one)}: {what} of {_viewer(viewer)} differs when it is made from the veiled table, "
                            f"so it tells what that viewer may not know (after {moment.event})",
                        )

    @since((1, 0))
    def test_the_veil_hides_every_secret(self) -> None:
        for one in self._games():
            for moment in one.looks:
                state = moment.after
                if self.game.over(state):
                    continue
                for viewer in (None, *range(state.players)):
                    veiled = self.game.veil(state, viewer)
                    for seat in range(state.players):
                        kept, left = list(self.secrets(state, seat)), list(self.secrets(veiled, seat))
                        if seat == viewer:
                            _that(left == kept, f"{_of(one)}: the veil takes seat {seat}'s own secrets from it")
                        else:
                            _that(
                                not any(left),
                                f"{_of(one)}: {_viewer(viewer)} can see {left} of seat {seat} in the veiled table",
                            )
                    told = self.game.redact(state, moment.event, viewer)
                    if viewer != told.seat is not None and self.game.can_hide(told):
                        bare = set(_values(told)) & set(filter(None, self.secrets(state, told.seat)))
                        _that(not bare, f"{_of(one)}: {_viewer(viewer)} is told {told}, and {bare} is hidden from it")

    @since((1, 0))
    def test_points_add_up(self) -> None:
        for one in self._games():
            for moment in one.moments:
                sheet, over = self.game.score(moment.after), self.game.over(moment.after)
                seats = [own.seat for own in sheet.seats]
                _that(
                    seats == list(range(moment.after.players)),
                    f"{_of(one)}: the score sheet has the seats {seats}; it needs every seat, in order",
                )
                for own in sheet.seats:
                    lines = sum(line.points for line in own.lines)
                    _that(
                        own.total == lines,
                        f"{_of(one)}: seat {own.seat} has {own.total} points and lines that come to {lines}",
                    )
                _that(
                    sheet.final == over,
                    f"{_of(one)}: after {moment.event} the game is {'over' if over else 'going on'} and the score "
                    f"sheet says it is {'final' if sheet.final else 'not final'}",
                )
                strangers = [seat for seat in sheet.winners if seat not in seats]
                _that(not strangers, f"{_of(one)}: {strangers} are among the winners and sit at no seat")

    @since((1, 0))
    def test_every_screen_can_be_drawn(self) -> None:
        for one in self._games():
            for moment in (*one.looks, Moment(one.start, one.moments[0].event, one.start)):
                state = moment.after
                for viewer in (None, *range(state.players)):
                    screen = render(self.game.view(state, viewer), lambda seat: f"P{seat}")
                    brace = _BRACE.search(screen)
                    near = screen[max(0, brace.start() - 20) : brace.start() + 20] if brace else ""
                    _that(
                        brace is None,
                        f"{_of(one)}: the screen of {_viewer(viewer)} has a brace that names no seat: {near!r}",
                    )

    @since((1, 0))
    def test_the_log_tells_every_event(self) -> None:
        for one in self._games():
            for moment in one.moments:
                for viewer in (None, *range(moment.after.players)):
                    event = self.game.redact(moment.after, moment.event, viewer)
                    text = self.game.tell(moment.before, moment.after, event, viewer).text
                    _that(bool(text.strip()), f"{_of(one)}: the log says nothing of {moment.event}")

    @since((1, 0))
    def test_the_deck_can_be_printed_and_read(self) -> None:
        deck = self.deck
        if not deck.cards:
            return
        letters = deck.spec.letters
        _that(bool(LETTERS.fullmatch(letters)), f"the letters {letters!r} are not two of 0-9 A-Z")
        _that(deck.game == self.game.info.id, f"the deck is of {deck.game!r} and the game is {self.game.info.id!r}")
        seen: set[str] = set()
        for card, code in deck.codes():
            text = str(code)
            _that(text not in seen, f"two cards have the code {text}; give {card.name} another number")
            seen.add(text)
            try:
                same = parse(text) == code and deck.find(code) == card
            except CodeError as error:
                raise Broken(f"the code {text} of {card.name} cannot be read: {error}") from error
            _that(same, f"the code {text} of {card.name} names another card")
        for card in deck.cards:
            _that(bool(deck.spec.face(card).title.strip()), f"the face of {card.id} has no title")

    @since((1, 0))
    def test_any_cards_can_be_scanned_at_any_time(self) -> None:
        for one in self._games():
            codes = self._codes(one.seed)
            for moment in one.looks:
                for seat in range(moment.after.players):
                    for many in range(len(codes) + 1):
                        found = self.game.scan(moment.after, seat, codes[:many])
                        for choice in found.choices:
                            _that(bool(choice.label), f"{_of(one)}: a scan offers a choice without a label")
                        if found.submit is not None:
                            self._accepted(one, moment.after, found.submit)

    # --- how they are looked at

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self.plugin.game

    @property
    def deck(self) -> Deck:
        """Its deck, without cards where it has none."""
        return self.plugin.cards

    def _games(self) -> Iterator[Played]:
        contract: Any = type(self)
        return (_played(contract, seed) for seed in self.seeds)

    def _offered(self, state: Any, *, corrections: bool = False) -> list[Choice]:
        found = [one for seat in range(state.players) for one in self.game.choices(state, seat)]
        return [one for one in found if corrections or not one.correction]

    def _try(self, one: Played, state: Any, event: Event) -> Level | None:
        """How an event that does not belong here is answered: None where it is accepted."""
        try:
            self.game.apply(state, event)
        except Refusal as refusal:
            _that(bool(refusal.code and refusal.text), f"{_of(one)}: {event} was refused without a word why")
            return refusal.level
        except Exception as error:
            raise Broken(f"{_of(one)}: {event} raised {error!r}; refuse it, or accept it") from error
        return None

    def _accepted(self, one: Played, state: Any, event: Event) -> None:
        try:
            self.game.apply(state, event)
        except Refusal as refusal:
            raise Broken(f"{_of(one)}: a scan reports {event}, which was refused: {refusal.text}") from refusal

    def _codes(self, seed: int) -> list[CardCode]:
        """Some cards somebody holds before the camera."""
        printed = [code for _, code in self.deck.codes()]
        return random.Random(seed).sample(printed, min(SEEN_AT_ONCE, len(printed)))

    def _received(self, moment: Moment, state: Any, viewer: Seat | None, codes: list[CardCode]) -> dict[str, Any]:
        """Everything that goes out to a viewer while the table is in this state, by what it is."""
        game = self.game
        seen = {
            "the screen": wire.encode(game.view(state, viewer)),
            "the newest event": wire.event_to_json(game.redact(state, moment.event, viewer)),
        }
        if viewer is None:
            return {**seen, "the next step": game.next_step(state)}
        choices, scanned = game.choices(state, viewer), game.scan(state, viewer, codes)
        return {**seen, "the list of choices": wire.encode(choices), "the answer to a scan": wire.encode(scanned)}


@cache
def _played(contract: Any, seed: int) -> Played:
    """A game of random players of a contract's class. Raises Broken where it does not come to its end."""
    of: GameContract = contract()
    rng, game = random.Random(seed), of.game
    setup = _setup(game, rng)
    start = state = game.start(setup)
    moments: list[Moment] = []
    while not game.over(state):
        if len(moments) >= of.cap:
            raise Broken(f"{_seeded(seed, setup)}: no end within {of.cap} events; raise cap if that is right")
        offered = of._offered(state)
        if not offered:
            last = moments[-1].event if moments else "the beginning"
            raise Broken(f"{_seeded(seed, setup)}: nobody can go on after {last}, and the game is not over")
        weights = of.weights(state, offered)
        choice = rng.choices(offered, weights)[0] if weights is not None and any(weights) else rng.choice(offered)
        event = filled(choice, rng)
        try:
            after = game.apply(state, event)
        except Refusal as refusal:
            raise Broken(
                f"{_seeded(seed, setup)}: {choice.label!r} was offered, and {event} was refused: {refusal.text}"
            ) from refusal
        of.keep(after)
        moments.append(Moment(state, event, after))
        state = after
    return Played(seed, setup, start, tuple(moments))


def _setup(game: Game[Any], rng: random.Random) -> Setup:
    """Any number of players; two tables of three with options drawn at random."""
    players = rng.randint(*game.info.players)
    if rng.random() < 1 / 3:
        return Setup(players)
    return Setup(players, tuple((option.id, rng.choice(option.values)) for option in game.info.options))


def _pushed(log: Log[Any], event: Event) -> Log[Any]:
    return log.push(Entry(log.rev + 1, str(log.rev), at=0.0, by=event.seat, event=event))


def _values(event: Event) -> Iterator[Hashable]:
    """What the arguments of an event say, those that can be compared with a secret."""
    return (value for field in fields(event) if isinstance(value := getattr(event, field.name), Hashable))


def _of(one: Played) -> str:
    return _seeded(one.seed, one.setup)


def _seeded(seed: int, setup: Setup) -> str:
    options = "".join(f", {name} = {value}" for name, value in setup.options)
    return f"seed {seed} ({setup.players} players{options})"


def _viewer(viewer: Seat | None) -> str:
    return "the table screen" if viewer is None else f"seat {viewer}"


def _that(holds: bool, text: str) -> None:
    """Raise Broken unless it holds."""
    if not holds:
        raise Broken(text)
