"""A table's screen for a phone that keeps it: the body of its page in parts, drawn once for all who see the same.

A screen depends on the table's log, on who looks (``Looker``) and on who asks the host for a seat, so phones share it.
What is sent is what changed from a screen the phone has: which of its parts stay, and the new ones as text. Put
together they are the body that ``play.html`` draws for that phone, with the ids and revs of its forms left open
(``left_open``).

A phone that is handed from person to person gets no screens: what it may show depends on who has it in their hands, and
its page asks for a view only when a curtain is opened.
"""

from __future__ import annotations

import base64
import json
import secrets
import threading
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, count

from flask import Flask, Response, current_app, request

from companion.table.live_table import LiveTable, Who
from companion.table.tables import Tables
from companion.web import cookies
from companion.web.kept_fragments import Section, drawing, sections
from companion.web.page_language import language, speaking, spoken
from companion.web.play import board_values
from companion.web.request import table_values
from rules.game_protocol import Seat

EXTENSION = "screens"
"""The name the application keeps its screens under."""
TABLES_KEPT = 400
OLDER_KEPT = 2
"""How many screens before the newest a change may begin from; a phone that is further behind gets the whole."""
PACKED_FROM = 1500
"""Characters from which on a change is packed; below, it is hardly shorter then."""
HEADER = "X-Screen"
"""The screen a posting phone has; the answer is then what changed, where it would be the table's page."""


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks, as far as a screen depends on it: the one seat they hold or None, whether host, and their language."""

    viewer: Seat | None
    host: bool
    language: str

    @property
    def who(self) -> Who:
        """What they hold."""
        return Who(() if self.viewer is None else (self.viewer,), self.host)


@dataclass(frozen=True, eq=False, slots=True)
class Screen:
    """The parts of a screen at ``rev``, in order. ``name`` is no other screen's, also not after a restart.

    They stand in ``sections``: one that two screens share (the same object) has not changed between them. ``asks`` are
    the ids of the phones that ask its host for a seat.
    """

    name: str
    rev: int
    sections: tuple[Section, ...]
    asks: tuple[str, ...] = ()

    @property
    def parts(self) -> Iterator[str]:
        """All parts, in order."""
        return chain.from_iterable(one.parts for one in self.sections)


@dataclass(slots=True)
class _Shelf:
    """The screens of one looker at one table, the newest last, and the changes between them that were asked for."""

    screens: list[Screen] = field(default_factory=list)
    changes: dict[tuple[str, str], str] = field(default_factory=dict)

    def put(self, screen: Screen, changes: dict[tuple[str, str], str]) -> None:
        """Have a newer one, and changes that lead there; the oldest goes, and the changes to the one before."""
        self.screens = [*self.screens[-OLDER_KEPT:], screen]
        self.changes = changes


@dataclass
class _Table:
    """What was drawn of one table."""

    drawing: threading.Lock = field(default_factory=threading.Lock)
    shelves: dict[Looker, _Shelf] = field(default_factory=dict)


def looker(live: LiveTable, who: Who, language: str) -> Looker | None:
    """Who looks; None where that phone is sent no screens: several people share it, or no game is played there."""
    if live.mode != "play" or live.table.state is None or len(who.held) > 1:
        return None
    return Looker(next(iter(who.held), None), who.host, language)


class Screens:
    """The screens of one process. Any thread may ask; the same screen is drawn once."""

    def __init__(self, app: Flask, tables: Tables) -> None:
        self._app, self.tables = app, tables
        self._drawn: OrderedDict[str, _Table] = OrderedDict()
        self._lock = threading.Lock()
        self._run, self._numbers = secrets.token_hex(4), count(1)

    def newest(self, live: LiveTable, looker: Looker) -> Screen:
        """The screen of the table as it is now."""
        table = self._table(live.code)
        with table.drawing:
            shelf = table.shelves.setdefault(looker, _Shelf())
            # A phone asks for a seat, and is answered, without an entry in the log.
            now = (live.log.rev, tuple(live.asks) if looker.host else ())
            if not shelf.screens or (shelf.screens[-1].rev, shelf.screens[-1].asks) != now:
                drawn, before = self._draw(live, looker), shelf.screens[-1:]
                # Nearly every phone has the one before: what changed is worked out here, where nobody waits for it.
                changes = {(one.name, drawn.name): _change(one, drawn) for one in before}
                with self._lock:
                    shelf.put(drawn, changes)
            return shelf.screens[-1]

    def change(self, code: str, looker: Looker, has: str, screen: Screen) -> str:
        """What makes ``screen`` of the one a phone ``has``: JSON on one line, with the whole where that one is gone."""
        table = self._table(code)
        with self._lock:
            shelf = table.shelves.setdefault(looker, _Shelf())
            base = next((one for one in shelf.screens if one.name == has), None)
            pair = (base.name if base else "", screen.name)
            found = shelf.changes.get(pair)
        if found is None:
            found = shelf.changes[pair] = _change(base, screen)
        return found

    def _table(self, code: str) -> _Table:
        with self._lock:
            table = self._drawn.setdefault(code, _Table())
            self._drawn.move_to_end(code)
            while len(self._drawn) > TABLES_KEPT:
                self._drawn.popitem(last=False)
            return table

    def _draw(self, live: LiveTable, looker: Looker) -> Screen:
        seen = self.tables.seen_by(live, looker.who)
        here = f"/t/{seen.code}"
        with speaking(spoken(looker.language)), drawing():
            values = {**table_values(seen), **board_values(seen, self.tables)}
            template = self._app.jinja_env.get_template("play.html")
            drawn = sections(template.render(values, only_body=True, here=here, path=here))
        asks = tuple(ask.id for ask in seen.asks)
        return Screen(f"{self._run}.{next(self._numbers)}", seen.rev, drawn, asks)


def _change(base: Screen | None, screen: Screen) -> str:
    about = {"rev": screen.rev, "screen": screen.name}
    about |= {"from": base.name} if base else {}
    steps = _compact(_steps(base.sections if base else (), screen.sections))
    if len(steps) > PACKED_FROM:
        return _compact({**about, "packed": base64.b64encode(_packed(steps.encode())).decode()})
    return f'{_compact(about)[:-1]},"parts":{steps}}}'


def _steps(old: Sequence[Section], new: Sequence[Section]) -> list[list[int] | str]:
    """How ``new`` is put together: from the parts from one place to before another, which stay, and new texts.

    A part is looked for only in the sections that do not stay: the others are not cut into parts at all.
    """
    begins = [0, *accumulate(one.length for one in old)]
    stays = {id(one): at for at, one in enumerate(old)}
    kept = stays.keys() & set(map(id, new))
    flat: dict[int, str] = {}
    for at, one in enumerate(old):
        if id(one) not in kept:
            flat.update(enumerate(one.parts, begins[at]))
    places = {part: at for at, part in flat.items()}
    steps: list[list[int] | str] = []
    last: list[int] = []
    after = 0
    for section in new:
        # The same section may stand at several places: it goes on from the one before where it can.
        place = after if after < len(old) and old[after] is section else stays.get(id(section))
        after = after + 1 if place is None else place + 1
        if place is not None:
            last = _stay(steps, begins[place], begins[after])
            continue
        for part in section.parts:
            if last and flat.get(last[1]) == part:
                last[1] += 1
            elif (found := places.get(part)) is not None:
                last = [found, found + 1]
                steps.append(last)
            else:
                last = []
                steps.append(part)
    return steps


def _stay(steps: list[list[int] | str], first: int, end: int) -> list[int]:
    """These parts come next; where they go on from those before, they are one step with them. Returns that step."""
    last = steps[-1] if steps else None
    if isinstance(last, list) and last[1] == first:
        last[1] = end
        return last
    step = [first, end]
    steps.append(step)
    return step


def _packed(data: bytes) -> bytes:
    """Deflated without a header, as ``DecompressionStream("deflate-raw")`` reads it."""
    packer = zlib.compressobj(1, wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def register(app: Flask, tables: Tables) -> None:
    """Draw screens for this application, and answer a post of a phone that keeps one with what changed."""
    app.extensions[EXTENSION] = Screens(app, tables)
    app.after_request(_answered)


def _answered(response: Response) -> Response:
    """Where the answer is the table's page: the same as a change of the screen the sender has."""
    code = (request.view_args or {}).get("code", "")
    has = request.headers.get(HEADER)
    if has is None or response.status_code != 303 or response.headers.get("Location") != f"/t/{code}":
        return response
    screens: Screens = current_app.extensions[EXTENSION]
    live = screens.tables.live(code)
    found = looker(live, live.who(cookies.tokens(request, code)), language().code)
    if found is None:
        return response
    response.status_code = 200
    del response.headers["Location"]
    response.content_type = "application/json"
    response.set_data(screens.change(live.code, found, has, screens.newest(live, found)))
    return response
