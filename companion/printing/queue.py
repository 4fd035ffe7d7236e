"""The print shop of a running companion: pictures of pages, what a job takes, whole files made in the background.

One thing is drawn at a time (``companion.printing.drawing_turns``) and kept for whoever asks for the same
next. Nothing is on disk.
"""

from __future__ import annotations

import logging
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from companion import late
from companion.errors import TooOften
from companion.printing.drawing_turns import WAIT_S, Turnstile
from printkit.job.batch import Batch
from printkit.print_refusal import FontError, LayoutError, PrintError, page_words
from printkit.sheet.page import Page
from printkit.sheet.paper import SheetError
from printkit.sheet.printer_profile import ProfileError
from printkit.type.language import LanguageError
from rules.values.cards import Deck
from rules.values.picture import PictureError

if TYPE_CHECKING:
    from printkit.check.face_lint import Finding


T = TypeVar("T")


class Cache(Generic[T]):
    """The last few answers by their questions, up to a weight, and each until nobody has asked for it for so long."""

    def __init__(
        self,
        most: int,
        weigh: Callable[[T], int] = lambda _: 1,
        kept_s: float = math.inf,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._weigh, self._kept_s, self._now_s = most, weigh, kept_s, now_s
        self._all: OrderedDict[Hashable, tuple[T, float]] = OrderedDict()
        """With when it was last asked for, in that order."""
        self._weight = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """What was put under that key, if it is still here."""
        with self._lock:
            if (found := self._all.get(key)) is None:
                return None
            self._all[key] = found[0], self._now_s()
            self._all.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: T) -> T:
        """Keep it, and let go of what nobody has asked for lately, and of the oldest where there is too much."""
        with self._lock:
            if key not in self._all:
                self._all[key] = value, self._now_s()
                self._weight += self._weigh(value)
            while len(self._all) > 1 and (self._weight > self._most or self._oldest_s() > self._kept_s):
                self._weight -= self._weigh(self._all.popitem(last=False)[1][0])
        return value

    def _oldest_s(self) -> float:
        return self._now_s() - next(iter(self._all.values()))[1]


REFUSED = (PrintError, SheetError, ProfileError, LanguageError, FontError, LayoutError, PictureError)
"""What a job that cannot be done is refused with: one sentence each."""
PLANS_KEPT, CHECKS_KEPT = 24, 48
PICTURE_BYTES = 32_000_000
LEAF_BYTES = 8_000_000
LOOKED_AT_S = 600.0
"""Pictures of pages, and the pages they are of, are kept so long after somebody looked at them: decks come and go."""
FILE_BYTES = 160_000_000
JOBS_KEPT, JOBS_WAITING = 12, 6
KEPT_S = 3600.0
CHECKS_AT_ONCE = 2
INKED_PAGES = 48
"""So many pages at most are measured for their ink; of a longer job so many, spread evenly."""
LINTED_PAGES = 120
"""So many pages of cards at most are looked over; a deck of a thousand cards would keep everybody waiting."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants printed. ``deck`` is a deck of one's own, ``stamp`` which version of it."""

    spec: late.print_job.PrintSpec
    stamp: str = ""
    deck: Deck | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Check:
    """What a job takes and what would go wrong with it. ``share`` is the part of its pages that was looked at."""

    plan: late.print_job.Plan
    findings: tuple[Finding, ...]
    cuts: int
    covered: float
    share: float = 1.0

    @property
    def problems(self) -> int:
        """How many findings spoil cards."""
        return sum(finding.level == "problem" for finding in self.findings)


State = Literal["waiting", "drawing", "ready", "failed"]


@dataclass(eq=False)
class Work:
    """A file being made. ``done`` of ``total`` pages are drawn."""

    id: str
    order: Order
    name: str
    batch: Batch | None = None
    state: State = "waiting"
    done: int = 0
    total: int = 1
    files: tuple[late.print_job.PdfFile, ...] = ()
    error: str = ""
    born: float = 0.0
    ended: Event = field(default_factory=Event)

    @property
    def size(self) -> int:
        """Bytes of the finished files."""
        return sum(len(file.data) for file in self.files)


class PrintQueue:
    """Draws for everybody. ``after`` is told of every finished plan, to remember what was printed."""

    def __init__(self, after: Callable[[Work, late.print_job.Plan], None] = lambda work, plan: None) -> None:
        self.turnstile = Turnstile()
        self._after = after
        self.is_mine: Callable[[str], bool] = lambda id_: True
        """Which ids works may have here: where several processes serve, a work is found by its id."""
        self._plans: Cache[late.print_job.Plan] = Cache(PLANS_KEPT)
        self._checks: Cache[Check] = Cache(CHECKS_KEPT)
        self._pictures: Cache[bytes] = Cache(PICTURE_BYTES, len, LOOKED_AT_S)
        self._leaves: Cache[bytes] = Cache(LEAF_BYTES, len, LOOKED_AT_S)
        self._lints: Cache[tuple[Finding, ...]] = Cache(CHECKS_KEPT)
        self._checking: dict[Order, Event] = {}
        self._works: OrderedDict[str, Work] = OrderedDict()
        self._lock = Lock()
        self._worker: Thread | None = None

    def plan(self, order: Order) -> late.print_job.Plan:
        """The job laid out. Raises what ``job.plan`` raises."""
        found = self._plans.get(order)
        if found is not None:
            return found
        with self.turnstile.look():
            return self._plans.get(order) or self._plans.put(order, late.print_job.plan(order.spec, order.deck))

    def picture(self, order: Order, number: int, width_px: int, who: str = "") -> bytes:
        """A page of the job (counted from 1 through all its files) as PNG. What two ask for is drawn once.

        Of several of one width that ``who`` waits for the newest is drawn first. Widths take turns: the page somebody
        looks at does not wait for all the small ones beside it.
        """
        laid = self.plan(order)
        page = laid.pages[max(0, min(number, len(laid.pages)) - 1)]
        key = (order, page.part, page.number, width_px)
        return self.kept_picture(
            key, lambda: late.pdf_preview.page_png(self._leaf(order, laid, page), 1, width_px), f"{who} {width_px}"
        )

    def _leaf(self, order: Order, laid: late.print_job.Plan, page: Page) -> bytes:
        """The page as a PDF of its own: whoever saw it small wants it large next."""
        key = (order, page.part, page.number)
        return self._leaves.get(key) or self._leaves.put(
            key, late.print_job.draw(replace(laid, pages=(page,))).files[0].data
        )

    def kept_picture(self, key: Hashable, draw: Callable[[], bytes], who: str = "") -> bytes:
        """What is under that key, drawn now where it was not before."""
        found = self._pictures.get(key)
        if found is not None:
            return found
        with self.turnstile.look(who):
            return self._pictures.get(key) or self._pictures.put(key, draw())

    def lint(self, order: Order, most_pages: int = 20) -> tuple[Finding, ...]:
        """What would go wrong on the first pages of a job."""
        key = (order, most_pages)
        found = self._lints.get(key)
        if found is not None:
            return found
        laid = self.plan(order)
        with self.turnstile.work():
            return self._lints.put(
                key, late.lint.check(replace(laid, pages=laid.pages[:most_pages]), self.turnstile.let_others_draw)
            )

    def known_check(self, order: Order) -> Check | None:
        """The check, where it was made before."""
        return self._checks.get(order)

    def check(self, order: Order) -> Check:
        """Lint, cuts and ink of a job: some seconds for a whole deck. Raises TooOften where several are being made."""
        laid = self.plan(order)
        with self._lock:
            found, made = self._checks.get(order), self._checking.get(order)
            if found is not None:
                return found
            if made is None:
                if len(self._checking) >= CHECKS_AT_ONCE:
                    raise TooOften("Other prints are being checked right now; try again in a moment.", 3)
                self._checking[order] = mine = Event()
        if made is not None:
            made.wait(WAIT_S)
            found = self._checks.get(order)
            if found is None:
                raise TooOften("This print is still being checked; ask again in a moment.", 3)
            return found
        try:
            with self.turnstile.work():
                return self._checks.put(order, self._checked(laid))
        finally:
            with self._lock:
                del self._checking[order]
            mine.set()

    def _checked(self, laid: late.print_job.Plan) -> Check:
        looked = _some(laid.pages, LINTED_PAGES)
        findings = late.lint.check(replace(laid, pages=looked), self.turnstile.let_others_draw)
        inked, shares = _some(laid.pages, INKED_PAGES), dict[Hashable, float]()
        for page in inked:
            if _inks(page) not in shares:
                shares[_inks(page)] = late.estimate.covered(
                    late.print_job.draw(replace(laid, pages=(page,))).files[0].data
                )[0]
                self.turnstile.let_others_draw()
        covered = sum(shares[_inks(page)] for page in inked) * len(laid.pages) / max(1, len(inked))
        share = min(len(looked), len(inked)) / max(1, len(laid.pages))
        return Check(laid, findings, cuts=late.estimate.straight_cuts(laid), covered=covered, share=share)

    def begin(self, order: Order, name: str, batch: Batch | None = None) -> Work:
        """Have the files made in the background; the same order again is the same work.

        ``batch`` is what was printed of the deck before: the cards then bear their revision.

        Raises what ``plan`` raises, and TooOften where many wait already.
        """
        laid = self.plan(order)
        with self._lock:
            self._sweep()
            for work in self._works.values():
                if work.order == order and work.state != "failed":
                    return work
            if sum(work.state in ("waiting", "drawing") for work in self._works.values()) >= JOBS_WAITING:
                raise TooOften("Several prints are already being made; try again when they are done.", 10)
            work = Work(self.new_id(), order, name, batch, total=len(laid.pages), born=time.monotonic())
            self._works[work.id] = work
            if self._worker is None:
                self._worker = Thread(target=self._make_all, name="press", daemon=True)
                self._worker.start()
        return work

    def new_id(self) -> str:
        """An id for a work, by which it is found here."""
        while True:
            id_ = secrets.token_urlsafe(9)
            if self.is_mine(id_):
                return id_

    def find(self, id: str) -> Work | None:
        """A work by its id, None where it is gone."""
        with self._lock:
            return self._works.get(id)

    def ahead(self, work: Work) -> int:
        """How many are made before this one."""
        with self._lock:
            return sum(one.born < work.born and one.state in ("waiting", "drawing") for one in self._works.values())

    def _sweep(self) -> None:
        """Let go of the oldest finished works; with the lock held."""
        now = time.monotonic()
        for work in list(self._works.values()):
            ended = [one for one in self._works.values() if one.state in ("ready", "failed")]
            heavy = sum(one.size for one in ended) > FILE_BYTES or len(self._works) >= JOBS_KEPT
            if work in ended and (heavy or now - work.born > KEPT_S):
                del self._works[work.id]

    def _next(self) -> Work | None:
        with self._lock:
            found = next((work for work in self._works.values() if work.state == "waiting"), None)
            if found is None:
                self._worker = None
            else:
                found.state = "drawing"
            return found

    def _make_all(self) -> None:
        while work := self._next():
            try:
                self._make(work)
            except REFUSED as problem:
                work.error, work.state = page_words(problem), "failed"
            except Exception:
                log.exception("a print could not be drawn")
                work.error, work.state = "Something in Tablewright broke while drawing; try it once more", "failed"
            finally:
                work.ended.set()

    def _make(self, work: Work) -> None:
        order = work.order
        laid = (
            late.print_job.plan(replace(order.spec, batch=work.batch), order.deck) if work.batch else self.plan(order)
        )

        def progress(done: int, total: int) -> None:
            work.done, work.total = done, total
            self.turnstile.let_others_draw()

        with self.turnstile.work():
            made = late.print_job.draw(laid, progress)
        work.files, work.state = made.files, "ready"
        self._after(work, laid)


def _inks(page: Page) -> Hashable:
    """What the ink of a page depends on; pages of the same backs are all alike."""
    if page.side != "back" or page.ready or any(placed.piece.behind for placed in page.placed):
        return page.part, page.number
    return tuple((placed.place.x_mm, placed.place.y_mm, placed.piece.card.back) for placed in page.placed)


def _some(pages: tuple[Page, ...], most: int) -> tuple[Page, ...]:
    """All pages, or so many of them, spread evenly."""
    if len(pages) <= most:
        return pages
    return tuple(pages[index * len(pages) // most] for index in range(most))
