"""Tables brought into memory, changed one at a time, and put on disk before anybody hears of it."""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, Protocol
from weakref import WeakValueDictionary

from companion.errors import GameGone, NoTable, Overtaken, SetAside, Trouble
from companion.results.result import result_of, row_of
from companion.storage.store_protocol import (
    COUNTER,
    Ask,
    CheckpointRow,
    Commit,
    Damage,
    Kept,
    Key,
    MovedOn,
    ResultRow,
    Store,
    TableRow,
)
from companion.table.house_rules import Options, read_options
from companion.table.kept_log import CHECKPOINT_EACH, checkpointed, entry_row
from companion.table.live_table import LiveTable, caught_up, opened_again
from companion.table.log_lines import told_at_once
from companion.table.passed_steps import passed_by_itself
from companion.table.subscriptions import Signal, Subscriptions
from companion.table.tokens import CODE_LENGTH, tidy_code
from rules import games as all_games
from rules.game_protocol import DECKS, Event, Game, GameInfo, Level, Mode, Refusal, Seat, Setup, event_type
from rules.log import AUTOMATIC, CHANGES, AnswerUndo, AskUndo, Begin, Entry, Handover, Leave, Log, Undo
from rules.text import Name, say
from rules.values.cards import Deck

LIVE_TABLES_KEPT = 400
ENTRIES_MAX = 20_000
LONG_LOG = 1_000
UNDOS_MORE, EXITS_MORE = 500, 1_000
"""So many entries a full log takes beside: to take something back, and beyond those to leave or hand over a seat."""
ID_MAX = 64
logger = logging.getLogger(__name__)


class Games(Protocol):
    """Where games come from; the module ``rules.games`` is one."""

    def playable(self) -> tuple[str, ...]: ...
    def info(self, name: str) -> GameInfo: ...
    def load(self, name: str) -> Game[Any]: ...
    def deck(self, name: str) -> Deck: ...


class KnownDecks(Protocol):
    """Where the decks come from that people typed in (``companion.own_decks.game_decks``)."""

    def pinned(self, game: str, options: Options) -> Options: ...
    def bring(self, game: str, options: Options) -> None: ...
    def versions(self, options: Options) -> dict[str, Mapping[str, object]]: ...


class NoDecks:
    """A companion without a folder: nobody can have typed in a deck."""

    def pinned(self, game: str, options: Options) -> Options:
        """The options as they are; a deck among them is refused."""
        if any(key == DECKS and value for key, value in options):
            raise Refusal(Level.STRUCT, "no_deck", "This companion keeps no decks, so none can be chosen.")
        return options

    def bring(self, game: str, options: Options) -> None:
        """Nothing to bring."""

    def versions(self, options: Options) -> dict[str, Mapping[str, object]]:
        """None."""
        return {}


class Registry:
    """The tables in memory, at most about ``LIVE_TABLES_KEPT`` of them beside those in use, over a store of all."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        games: Games = all_games,
        decks: KnownDecks | None = None,
    ) -> None:
        self.store, self.clock, self.games = store, clock, games
        self.decks = decks or NoDecks()
        self.subscriptions = Subscriptions()
        self.moved: Callable[[LiveTable], None] = lambda live: None
        """Called with a table whose log has moved on, once that is on disk and before anybody is told."""
        self._lock = Lock()
        # A table in use must never exist twice, or two threads would number entries separately: the weak map finds a
        # table as long as anybody holds it, the ordered one only decides which idle ones stay.
        self._alive: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._recent: OrderedDict[str, LiveTable] = OrderedDict()

    def live(self, code: str) -> LiveTable:
        """The table with this code, as typed, as it is now, whoever changed it. Raises NoTable."""
        live = self._in_memory(code)
        if not self.store.shared or self.store.version(live.code) == live.head.version:
            return live
        return self._in_memory(code) if self.catch_up(live.code) else live

    def catch_up(self, code: str) -> bool:
        """Bring a table in memory to what the store has of it by now. True where something was new."""
        with self._lock:
            live = self._alive.get(tidy_code(code))
        if live is None:
            return False
        with live.lock:
            if self.store.version(live.code) == live.head.version:
                return False  # what we wrote ourselves, and heard of before it was done
            try:
                news = self.store.since(live.code, live.head)
                if news is not None:
                    caught_up(live, news)
                    return True
            except Refusal as refusal:
                logger.warning("table %s: read anew, for what others wrote does not fit: %s", live.code, refusal.text)
            self.forget(live)
            return True

    def _in_memory(self, code: str) -> LiveTable:
        tidy = tidy_code(code)
        with self._lock:
            live = self._alive.get(tidy)
            if live is not None:
                self._keep(live)
                return live
        opened = self.read(tidy, code)
        with self._lock:
            # Somebody else may have opened it meanwhile; theirs may be in use already.
            live = self._alive.setdefault(tidy, opened)
            self._keep(live)
        if opened.unkept and live is opened:
            self._keep_checkpoints(live)
        return live

    def _keep_checkpoints(self, live: LiveTable) -> None:
        """Keep what was worked out while the table was opened, so that it opens quickly the next time."""
        made, live.unkept = live.unkept, ()
        try:
            self.store.write(Commit(live.code, checkpoints=made))
        except (Trouble, MovedOn) as trouble:
            logger.warning("table %s: its checkpoints are not kept: %s", live.code, trouble)

    def deck(self, code: str) -> Deck:
        """The cards this table plays with."""
        live = self.live(code)
        setup = live.table.setup or Setup(1, live.options)
        name = live.game.info.id
        return all_games.deck_with(name, setup.decks) if setup.decks else self.games.deck(name)

    def online(self, live: LiveTable) -> frozenset[Seat]:
        """The seats with at least one phone that listens."""
        return self.subscriptions.online(live.code)

    def read(self, tidy: str, typed: str) -> LiveTable:
        """The table as it is kept, for looking at it: ``live`` gives the one everybody shares. Raises NoTable."""
        kept = self.kept(tidy, typed)
        if kept.damage is not None:
            raise SetAside(said_of(tidy, kept.damage))
        return self.opened(kept)

    def kept(self, tidy: str, typed: str) -> Kept:
        """The table's rows, of a damaged one those that are whole. Raises NoTable."""
        found = self.store.load(tidy) if tidy else None
        if found is None or found.row.game == COUNTER:
            raise no_table(typed)
        return found

    def opened(self, kept: Kept) -> LiveTable:
        """The table that these rows add up to, for this caller alone. Raises GameGone, Trouble."""
        tidy = kept.row.code
        if kept.row.game not in self.games.playable():
            raise game_gone(tidy, kept.row.game)
        self.decks.bring(kept.row.game, _options(kept))
        try:
            return opened_again(kept, self.games.load(kept.row.game))
        except Refusal as refusal:
            raise _unreadable(tidy, refusal.text) from refusal
        except Exception as error:  # one table's fault is not the others'
            logger.exception("the table %s cannot be opened", tidy)
            raise _unreadable(tidy, str(error) or type(error).__name__) from error

    def _keep(self, live: LiveTable) -> None:
        self._recent[live.code] = live
        self._recent.move_to_end(live.code)
        while len(self._recent) > LIVE_TABLES_KEPT:
            self._recent.popitem(last=False)

    def forget(self, live: LiveTable) -> None:
        with self._lock:
            self._alive.pop(live.code, None)
            self._recent.pop(live.code, None)

    def forget_all(self) -> None:
        """Read every table anew when it is asked for next, and have everybody who listens look at once."""
        with self._lock:
            self._alive.clear()
            self._recent.clear()
        for code in self.subscriptions.listened_to():
            with suppress(Trouble):  # it is not there any more, or set aside: whoever looks is told
                self.subscriptions.tell(code, Signal(self.live(code).log.rev, people=True))

    def commit(
        self,
        live: LiveTable,
        entries: Sequence[Entry] = (),
        *,
        put: Iterable[Key] = (),
        drop: Iterable[str] = (),
        asks: tuple[Ask, ...] = (),
        answered: tuple[str, ...] = (),
    ) -> None:
        """Fold the entries, put them on disk with keys and asks, then show them. Call with the table's lock held.

        Raises Refusal where an entry does not fit, StoreBusy or StoreFull where it cannot be kept; nothing has
        changed then.
        """
        log = live.log
        if log.rev + len(entries) > _room_for(entries):
            raise Refusal(Level.STRUCT, "log_full", "This table's log is full; open a new table for the next game.")
        for entry in entries:
            pushed = log.push(entry)
            log = pushed.keep(entry.rev, told_at_once(log, pushed, entry))
        log = passed_by_itself(live, log, self.clock(), ENTRIES_MAX) if entries else log
        made: tuple[CheckpointRow, ...] = ()
        if due := _checkpoint_is_due(live, log, entries):
            log, made = checkpointed(log)
        rows = tuple(entry_row(entry, log.told.get(entry.rev)) for entry in log.entries[live.log.rev :])
        put, drop = tuple(put), tuple(drop)
        result = ended(live.code, live.mode, log) if entries else None
        gone = bool(entries) and result is None and _over(live)
        try:
            live.head = self.store.write(
                Commit(live.code, rows, put, drop, None, asks, answered, result, gone, made, based_on=live.head.version)
            )
        except MovedOn:
            raise Overtaken from None
        live.checkpointed = log.rev if due else live.checkpointed
        if put or drop:
            left = {digest: key for digest, key in live.keys.items() if digest not in drop}
            live.keys = {**left, **{key.digest: key for key in put}}
        for id_ in answered:
            live.asks.pop(id_, None)
        live.asks.update({ask.id: ask for ask in asks})
        if log is not live.log:
            live.log = log
            live.worked_out.clear()
            self.moved(live)
        self.subscriptions.tell(live.code, Signal(live.log.rev, people=not entries))

    def record(
        self,
        live: LiveTable,
        events: Sequence[Event],
        *,
        by: Seat | None,
        id_: str | None = None,
        put: Iterable[Key] = (),
        drop: Iterable[str] = (),
    ) -> int:
        """Several events as one change; the last carries the sender's id. Returns the rev after."""
        ids = [str(uuid.uuid4()) for _ in events[1:]] + [id_ or str(uuid.uuid4())]
        entries = [self.entry(live, ids[i], by, event, ahead=i + 1) for i, event in enumerate(events)]
        self.commit(live, entries, put=put, drop=drop)
        return live.log.rev

    def create(self, row: TableRow, entries: Sequence[Entry], keys: tuple[Key, ...]) -> None:
        """Put a new table on disk. Raises CodeTaken."""
        self.store.write(Commit(row.code, tuple(map(entry_row, entries)), keys, create=row))

    def entry(self, live: LiveTable, id_: str, by: Seat | None, event: Event, *, ahead: int = 1) -> Entry:
        """The entry that would come next, or ``ahead`` of now."""
        return Entry(live.log.rev + ahead, id_, at=self.clock(), by=by, event=event)


def _checkpoint_is_due(live: LiveTable, log: Log[Any], entries: Sequence[Entry]) -> bool:
    """Every so many entries; in a long log also where the past was changed further back than that."""
    if log.rev - live.checkpointed >= CHECKPOINT_EACH:
        return True
    if log.rev <= LONG_LOG or not any(isinstance(one.event, CHANGES) for one in entries):
        return False
    return len(live.log.played) - log.played.shared(live.log.played) > CHECKPOINT_EACH


def _over(live: LiveTable) -> bool:
    return live.table.state is not None and live.game.over(live.table.state)


def ended(code: str, mode: Mode, log: Log[Any]) -> ResultRow | None:
    """What the game came to as it stands, None while it goes on. A fault in a game's score costs nobody an entry."""
    try:
        found = result_of(code, mode, log)
    except Exception:
        logger.exception("the result of table %s cannot be worked out", code)
        return None
    return row_of(found, log.rev) if found is not None else None


def _options(kept: Kept) -> Options:
    """The options of a kept table, those its game was begun with among them."""
    # Most entries are something else, and reading them all takes long.
    rows = (row for row in kept.entries if event_type(Begin) in row.body)
    begun = [one for row in rows if (one := json.loads(row.body))["type"] == event_type(Begin)]
    later = [pair for one in begun for pair in one["args"].get("options", ())]
    return (*read_options(json.loads(kept.row.options)), *read_options(later))


def _unreadable(code: str, why: str) -> Trouble:
    text = "The table {code} was kept by another version of Tablewright and cannot be opened: {why}"
    return Trouble("unreadable_table", say(text, code=Name(code), why=why))


def said_of(code: str, damage: Damage) -> str:
    """What became of a damaged table, in a sentence or two, and what can be done."""
    first, last = damage.rev + 1, damage.known
    if last <= damage.rev:
        what = "What was noted of the newest entry of the table {code} does not fit it, so the table is set aside."
    elif damage.how == "changed":
        what = "Entry {first} of the table {code} is not what was kept any more, so the table is set aside."
    elif first == last:
        what = "Entry {first} of the table {code} is missing on the disk, so the table is set aside."
    else:
        what = "Entries {first} to {last} of the table {code} are missing on the disk, so the table is set aside."
    cure = (
        "It is whole up to entry {rev}; its host, or whoever keeps the tables, can go on from there."
        if damage.rev
        else "Whoever keeps the tables may have a backup of it."
    )
    happened = say(what, code=Name(code), first=first, last=last)
    return say("{happened} {cure}", happened=happened, cure=say(cure, rev=damage.rev))


def game_gone(code: str, game: str) -> GameGone:
    """What to say about a table whose game is not here."""
    text = (
        "The table {code} plays {game}, which is not installed here now. Nothing of it is lost: it goes on once "
        "whoever keeps the tables has installed the game again, or named its folder with --games, and started anew."
    )
    return GameGone(say(text, code=Name(code), game=Name(game)))


def no_table(typed: str) -> NoTable:
    """What to say about a code that opens nothing."""
    shown = "".join(c for c in typed[:12] if c.isalnum()).upper()
    none = "No table has the code {code}. Codes have {count} characters; look at the host's screen."
    other = "That is not a table code. Codes have {count} characters; look at the host's screen."
    count = "six" if CODE_LENGTH == 6 else CODE_LENGTH
    return NoTable("no_table", say(none if shown else other, code=Name(shown), count=count))


def _room_for(entries: Iterable[Entry]) -> int:
    """How long the log may be with these entries."""
    kinds = {type(entry.event) for entry in entries}
    if kinds <= {Leave, Handover}:
        return ENTRIES_MAX + UNDOS_MORE + EXITS_MORE
    return ENTRIES_MAX + UNDOS_MORE if kinds <= {Undo, AskUndo, AnswerUndo} else ENTRIES_MAX


def check_id(id_: object) -> str:
    """An id as senders make them. Raises Refusal STRUCT ``bad_id``."""
    readable = isinstance(id_, str) and 1 <= len(id_) <= ID_MAX and id_.isascii() and id_.isprintable()
    if not isinstance(id_, str) or not readable or id_.startswith(AUTOMATIC):
        raise Refusal(Level.STRUCT, "bad_id", "id: expected a UUID, made by the sender for this one event")
    return id_


def sent_before(live: LiveTable, id_: str | None, by: Seat | None, kinds: tuple[type[Event], ...]) -> Entry | None:
    """The entry this very sender has made under that id.

    Raises Refusal ``id_reused`` where the id is another entry's: exports show ids, and an id opens nothing.
    """
    found = live.log.by_id(id_) if id_ else None
    if found is not None and (found.by != by or not isinstance(found.event, kinds)):
        raise id_reused()
    return found


def id_reused() -> Refusal:
    return Refusal(Level.STRUCT, "id_reused", "This id was used for another event; send a new one.")
