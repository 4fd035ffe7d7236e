"""Tables of which the disk has lost something, or whose game is gone: their last good state, and going on."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from companion.errors import NotYours, SetAside
from companion.storage.store_protocol import Commit, EntryRow, Kept
from companion.table import last_screen
from companion.table.kept_log import entry_row
from companion.table.live_table import Who
from companion.table.registry import Registry, game_gone, no_table, said_of
from companion.table.snapshot import Snapshot, snapshot_of
from companion.table.tokens import tidy_code
from rules.log import Entry, GoOn, Lost


@dataclass(frozen=True, slots=True)
class LastGood:
    """A table that is set aside, or ``waits`` for its game. ``text`` says what is missing; ``look`` is what everybody
    could see last, if anything, and ``lines`` what had happened, the newest first.

    ``who`` is what the asking phone held of it.
    """

    code: str
    text: str
    rev: int
    look: Snapshot | None
    who: Who
    lines: tuple[str, ...] = ()
    waits: bool = False


class SetAsideTables:
    """What can be done about damaged tables. ``tokens`` are all the sender's phone has for this table."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def last_good(self, code: str, tokens: Iterable[str]) -> LastGood:
        """The table as it stood before what is missing, or when its game was last there. Raises NoTable for others."""
        kept = self.registry.kept(tidy_code(code), code)
        if kept.row.game and kept.row.game not in self.registry.games.playable():
            return self._of_game_gone(kept)
        kept = self._kept(code)
        assert kept.damage is not None
        text = said_of(kept.row.code, kept.damage)
        if not kept.row.game:
            return LastGood(kept.row.code, text, 0, None, Who())
        live = self.registry.opened(kept)
        who = live.who(tokens)
        look = snapshot_of(live, who, None, frozenset())
        lines = tuple(line.text for line in look.log[: last_screen.MOST_LINES])
        return LastGood(kept.row.code, text, kept.damage.rev, look, who, lines)

    def _of_game_gone(self, kept: Kept) -> LastGood:
        text = game_gone(kept.row.code, kept.row.game).text
        last = last_screen.kept(self.registry.store, kept.row.code)
        if last is None:
            return LastGood(kept.row.code, text, 0, None, Who(), waits=True)
        return LastGood(kept.row.code, text, last.rev, last.look(kept.row), Who(), last.lines, waits=True)

    def go_on(self, code: str, tokens: Iterable[str], *, owner: bool) -> int:
        """Go on from the last good entry; what was lost keeps its place in the log, and the log says so.

        Raises NotYours for anybody but the host or ``owner``, SetAside where nothing is left to go on from, NoTable for
        a table that is not set aside.
        """
        kept = self._kept(code)
        damage = kept.damage
        assert damage is not None
        if not kept.row.game:
            raise SetAside(said_of(kept.row.code, damage))
        live = self.registry.opened(kept)
        if not (owner or live.who(tokens).host):
            raise NotYours("not_yours", "Only its host, or whoever keeps the tables, can have the table go on.")
        rows = going_on(live.log.rev, damage.known, self.registry.clock())
        self.registry.store.write(Commit(live.code, rows, goes_on_after=damage.rev))
        return rows[-1].rev

    def _kept(self, code: str) -> Kept:
        kept = self.registry.kept(tidy_code(code), code)
        if kept.damage is None:
            raise no_table(code)
        return kept


def going_on(last: int, known: int, at: float, *, backup: bool = False) -> tuple[EntryRow, ...]:
    """An entry in the place of each after ``last`` up to ``known``, so that revs only grow, and one that says so."""
    events = [Lost()] * (known - last) + [GoOn(last, backup)]
    entries = (Entry(last + n, str(uuid.uuid4()), at=at, by=None, event=event) for n, event in enumerate(events, 1))
    return tuple(map(entry_row, entries))
