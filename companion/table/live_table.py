"""One table while it is in memory: its log, its keys, and who a token makes its holder."""

from __future__ import annotations

import json
import threading
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.errors import NotYours
from companion.storage.store_protocol import Ask, CheckpointRow, Head, Kept, Key, News, TableRow
from companion.table.house_rules import Options, read_options
from companion.table.kept_log import folded, opened_log
from companion.table.tokens import digest
from rules.game_protocol import Game, Level, Mode, Refusal, Seat
from rules.log import Log, Table
from rules.text import say


@dataclass(frozen=True, slots=True)
class Who:
    """What somebody's tokens make them: the seats they hold, and whether they are the host."""

    held: tuple[Seat, ...] = ()
    host: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """A seat and the token that proves it; the token is given once and kept only as a digest.

    ``seat`` None is the host's place.
    """

    seat: Seat | None
    token: str


@dataclass(eq=False)
class LiveTable:
    """A table in memory. ``log`` is replaced, never changed, and only after its entries are on disk.

    ``lock`` covers numbering an entry, writing it and telling about it, so that nobody hears of revs out of order.
    Reading takes no lock.
    """

    code: str
    game: Game[Any]
    mode: Mode
    options: Options
    log: Log[Any]
    keys: Mapping[str, Key]
    """By their digests; replaced, never changed: they are the same where they are the same object."""
    head: Head = field(default_factory=Head)
    """Where the store says it stands."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    worked_out: dict[tuple[Hashable, ...], Any] = field(default_factory=dict)
    """What was already worked out of ``log``, the rev in its key: every phone asks for the same few things at once."""
    asks: dict[str, Ask] = field(default_factory=dict)
    checkpointed: int = 0
    """The rev of the newest checkpoint."""
    unkept: tuple[CheckpointRow, ...] = ()
    """Checkpoints that were made while it was opened."""
    asked_from: dict[str, str] = field(default_factory=dict)
    """The address each ask came from, by its id, for as long as this process knows."""

    @property
    def table(self) -> Table[Any]:
        return self.log.table

    @property
    def players(self) -> int:
        """How many seats there are: the game's once it has begun, the most there can be before."""
        return self.table.state.players if self.table.state is not None else self.game.info.players[1]

    def who(self, tokens: Iterable[str]) -> Who:
        """What these tokens (or this one) open here. Tokens of other tables and spent ones count for nothing."""
        if isinstance(tokens, str):
            tokens = (tokens,)
        return self.whose(map(digest, tokens))

    def whose(self, digests: Iterable[str]) -> Who:
        """The same of the digests of tokens, for whoever asks again and again."""
        keys = [key for key in map(self.keys.get, digests) if key]
        host = any(key.kind == "host" for key in keys)
        if host and self.mode == "score":
            return Who(tuple(range(self.players)) if self.table.state is not None else (), host=True)
        return Who(tuple(sorted({key.seat for key in keys if key.kind == "seat" and key.seat is not None})), host)

    def known_seat(self, seat: object) -> None:
        """Raise Refusal STRUCT ``no_such_seat`` for anything but a seat of this table."""
        if type(seat) is not int or not 0 <= seat < self.players:
            raise Refusal(
                Level.STRUCT, "no_such_seat", say("This table has the seats 1 to {players}.", players=self.players)
            )

    def is_taken(self, seat: Seat) -> bool:
        """Whether somebody sits there."""
        return seat < len(self.table.seats) and self.table.seats[seat] is not None

    def seat_keys(self, seat: Seat) -> tuple[Key, ...]:
        """Every key of that seat, links included."""
        return tuple(key for key in self.keys.values() if key.kind != "host" and key.seat == seat)

    def seat_digests(self, seat: Seat) -> tuple[str, ...]:
        """The digests of every key of that seat: what to drop so that nothing of before opens it."""
        return tuple(key.digest for key in self.seat_keys(seat))


def must(holds: bool, text: str, code: str = "not_yours") -> None:
    """Raise NotYours unless ``holds``."""
    if not holds:
        raise NotYours(code, text)


def sender(who: Who, seat: Seat | None) -> Seat | None:
    """Whose phone is sending: the seat itself where it is held, else the first held, else the host's."""
    return seat if seat in who.held else next(iter(who.held), None)


def opened_again(kept: Kept, game: Game[Any]) -> LiveTable:
    """A kept table in memory again. Raises Refusal where an entry cannot be read."""
    log, made = opened_log(kept, game)
    return LiveTable(
        kept.row.code,
        game,
        mode="score" if kept.row.mode == "score" else "play",
        options=read_options(json.loads(kept.row.options)),
        log=log,
        keys={key.digest: key for key in kept.keys},
        head=kept.head,
        asks={ask.id: ask for ask in kept.asks},
        checkpointed=max((row.rev for row in made), default=log.marks[-1].rev if log.marks else 0),
        unkept=made,
    )


def caught_up(live: LiveTable, news: News) -> None:
    """Have the table in memory be what others have made of it. Call with its lock held. Raises Refusal."""
    log, made = folded(live.log, news.entries)
    live.keys = {key.digest: key for key in news.keys}
    live.asks = {ask.id: ask for ask in news.asks}
    live.log, live.head = log, news.head
    live.checkpointed = max((row.rev for row in made), default=live.checkpointed)
    live.worked_out.clear()


def table_row(live: LiveTable, made_at: float) -> TableRow:
    """A new table as the store keeps it."""
    return TableRow(
        live.code, live.game.info.id, mode=live.mode, options=json.dumps(dict(live.options)), made_at=made_at
    )
