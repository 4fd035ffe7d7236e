"""Logs whose past is changed at random, beside the log that would have been written at the time.

``Beside`` keeps its own list of what happened, in order: what it makes of an amendment, an insertion and of later
entries that no longer fit is said here once more, in the simplest way, and played from the start in a log that was
never changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from rules.game_protocol import Event, Game, Refusal
from rules.log import Amend, Begin, Entry, Insert, Log, Undo
from rules.testing.random_choices import filled


@dataclass
class Beside:
    """A log that is changed, and the plain list of (place, event) it should come to."""

    log: Log[Any]
    happened: list[tuple[int, Event]] = field(default_factory=list)
    changes: int = 0

    def push(self, event: Event) -> None:
        """One more event, as it is reported. Raises Refusal."""
        self.log = self.log.push(entry(self.log, event))
        self.log = self.log.keep(self.log.rev, self.log.tell(self.log.rev))
        self.happened.append((self.log.rev, event))

    def change(self, event: Amend | Insert, rng: random.Random) -> bool:
        """Change the past; what no longer fits gets a random fix. False where it was refused."""
        before = self.log
        try:
            fixed = self._fixed(event, rng)
            self.log = self.log.push(entry(self.log, fixed))
        except Refusal:
            assert self.log is before
            return False
        at = next(at for at, (place, _) in enumerate(self.happened) if place == event.target)
        if isinstance(event, Amend):
            self.happened[at] = (event.target, event.event)
        else:
            self.happened.insert(at, (self.log.rev, event.event))
        for place, fix in fixed.fixes:
            at = next(at for at, (one, _) in enumerate(self.happened) if one == place)
            if fix == "override":
                self.happened[at] = (place, replace(self.happened[at][1], override=True))
            else:
                del self.happened[at]
        self.changes += 1
        return True

    def _fixed(self, event: Amend | Insert, rng: random.Random) -> Amend | Insert:
        """The change with a fix for everything that would no longer fit; each fix may unseat others."""
        while misfits := self.log.tried(entry(self.log, event)).misfits:
            first = misfits[0]
            fix = rng.choice(("override", "take_back", "ask") if first.can_override else ("take_back", "ask"))
            # Kept against one rule, it may still be impossible: then it goes.
            event = replace(event, fixes=tuple({**dict(event.fixes), first.rev: fix}.items()))
        return event

    def written_at_the_time(self) -> tuple[Log[Any], dict[int, int]]:
        """The same in a log that was never changed, and the rev there of each place."""
        plain: Log[Any] = Log(self.log.game)
        revs = {}
        for place, event in self.happened:
            plain = plain.push(entry(plain, event))
            plain = plain.keep(plain.rev, plain.tell(plain.rev))
            revs[place] = plain.rev
        return plain, revs

    def compare(self) -> int:
        """Assert that both are the same table and tell the same; returns how many lines were compared."""
        plain, revs = self.written_at_the_time()
        assert plain.table == self.log.table
        assert self.log.table.state is not None
        lines = 0
        for place, rev in revs.items():
            for viewer in (None, *range(self.log.table.state.players)):
                mine, theirs = self.log.line(place, viewer), plain.line(rev, viewer)
                assert mine == theirs, (place, viewer, mine, theirs)
                lines += mine is not None
        return lines


def entry(log: Log[Any], event: Event) -> Entry:
    """The entry that comes next."""
    return Entry(log.rev + 1, f"e{log.rev + 1}", 0.0, event.seat, event)


def any_event(game: Game[Any], state: Any, rng: random.Random) -> Event | None:
    """Something somebody is offered there, a correction now and then."""
    offered = [one for seat in range(state.players) for one in game.choices(state, seat)]
    usual = [one for one in offered if not one.correction]
    pool = usual if usual and rng.random() < 0.9 else offered
    return filled(rng.choice(pool), rng) if pool else None


def changed_game(
    game: Game[Any], begin: Begin, seed: int, *, events: int, changes: int, seen: Callable[[int], None] = lambda _: None
) -> Beside:
    """A random game of some ``events``, its past changed ``changes`` times on the way; compared after every change.

    ``seen`` hears how many lines were compared. Undoes each fifth change and looks that all is as before.
    """
    rng = random.Random(seed)
    beside = Beside(Log(game))
    beside.push(begin)
    tries = 0
    while beside.changes < changes and tries < changes * 20:
        tries += 1
        state = beside.log.table.state
        assert state is not None
        event = any_event(game, state, rng)
        if event is not None and len(beside.happened) <= events:
            try:
                beside.push(event)
            except Refusal:
                continue
        if len(beside.happened) < 4 or rng.random() < 0.5:
            continue
        place, _ = rng.choice(beside.happened[1:])
        then = beside.log.before(place).state
        other = any_event(game, then, rng) if then is not None else None
        if other is None:
            continue
        change = Amend(target=place, event=other) if rng.random() < 0.5 else Insert(target=place, event=other)
        before, happened = beside.log, list(beside.happened)
        if beside.change(change, rng):
            seen(beside.compare())
            if rng.random() < 0.2:
                beside.log = beside.log.push(entry(beside.log, Undo(beside.log.rev)))
                assert beside.log.table == before.table
                beside.happened = happened
                seen(beside.compare())
    return beside
